"""One game or a match, from the coin toss to the last score, begun or resumed."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum, auto
from random import Random

from cornered.arena.agents import programs
from cornered.errors import CorneredError, Exit
from cornered.game import Position
from cornered.games import read_position
from cornered.play.commentary import summary, won_or_lost
from cornered.play.game_log import GameLog, MatchLog
from cornered.play.match import Match
from cornered.play.offers import about_seat
from cornered.play.players import Player, check_newcomers
from cornered.play.review import turning_point
from cornered.play.session import Session, begin
from cornered.play.stored import match_of, seats_of, session_of, terms_of
from cornered.store import MovedOn, SavedGame, SavedMatch
from cornered.terminal.console import Console, program, told_to_end
from cornered.terminal.game_loop import GameLoop, Left
from cornered.terminal.reviewing import offer_retry, tell_review
from cornered.terminal.saving import Saving


@dataclass(frozen=True)
class Plan:
    """What is to be played: the first position, who plays, one game or a match, and the coin."""

    start: Position
    players: tuple[Player, Player]
    games: int | None = None
    first_to: int | None = None
    keep_seats: bool = False
    toss: bool = False

    @property
    def match(self) -> Match | None:
        """The match, if more than one game is to be played."""
        if self.games is None and self.first_to is None:
            return None
        return Match(self.players, self.games, self.first_to, self.keep_seats)


class Ended(Enum):
    """How a series came to an end: all was played or put aside, or the players leave, or want the menu."""

    PLAYED = auto()
    LEFT = auto()
    MENU = auto()


class ToMenu(CorneredError):
    """The players want to choose something else."""


class Series:
    """Plays games one after another and says how they stand; `ended` is how the series came to an end."""

    def __init__(
        self, console: Console, saving: Saving, random: Random, *, hints: bool = False, delay: float = 0.0
    ) -> None:
        self._console = console
        self._saving = saving
        self._random = random
        self._hints = hints
        self._delay = delay
        self._going_on: GameLog | None = None
        self._in_match: MatchLog | None = None
        self._last: Session
        self.ended = Ended.PLAYED

    def begin(self, plan: Plan) -> int:
        """Plays what was planned; gives the exit code."""
        check_newcomers(plan.start.game, plan.players)
        if plan.toss:
            plan = self._tossed(plan)
        match = plan.match
        if match is None:
            return self._guarded(lambda: self._play_single(plan.start, plan.players))
        match_log = MatchLog(self._saving.store, terms_of(match, plan.start.code))
        self._saving.write(match_log.begin)
        return self._guarded(lambda: self._play_match(plan.start, match, match_log))

    def resume(self, saved: SavedGame | SavedMatch) -> int:
        """Goes on with a stored game or match; gives the exit code."""
        if isinstance(saved, SavedMatch):
            return self._resume_match(saved)
        session, log = session_of(saved), GameLog.going_on(self._saving.store, saved)
        match = self._saving.store().match(saved.match) if saved.match else None
        if match:
            return self._resume_match(match, session, log)
        return self._guarded(lambda: self._play_single(session.start, session.players, session, log))

    def _resume_match(
        self, saved: SavedMatch, session: Session | None = None, log: GameLog | None = None
    ) -> int:
        """Goes on with a match, and with the game that was interrupted in it, if one was."""
        match = match_of(saved, self._saving.store().games(match=saved.id))
        start, match_log = read_position(saved.start), MatchLog(self._saving.store, saved)
        return self._guarded(lambda: self._play_match(start, match, match_log, session, log))

    def _guarded(self, play: Callable[[], object]) -> int:
        """Plays, and says goodbye to players who leave in whatever way."""
        try:
            play()
        except ToMenu:
            self.ended = Ended.MENU
        except Left:
            self._say_goodbye()
        except (EOFError, KeyboardInterrupt) as leaving:
            self.ended = Ended.LEFT
            self._console.say()
            self._say_goodbye()
            return Exit.INTERRUPTED if isinstance(leaving, KeyboardInterrupt) else 0
        except MovedOn as error:
            assert self._going_on
            number = self._going_on.number
            self._console.complain(f"{error} '{program()} resume {number}' goes on from where it is now.")
            return 1
        return 0

    def _say_goodbye(self) -> None:
        """Tells how to go on with what was left, by its number: there may be other games to resume."""
        if not self._going_on and not self._in_match:
            return
        number = self._going_on.number if self._going_on else None
        if self._saving.trouble:
            self._console.complain("The game was not saved.")
        elif number:
            self._console.tell(f"Saved: '{program()} resume {number}' goes on from here.")
        elif self._in_match:
            number = self._in_match.number
            self._console.tell(f"Saved: '{program()} resume --match {number}' goes on with the match.")

    def _play_single(
        self,
        start: Position,
        players: tuple[Player, Player],
        session: Session | None = None,
        log: GameLog | None = None,
    ) -> None:
        """Plays one game, and others with seats swapped for as long as the players want a rematch."""
        while True:
            session = session or begin(start, players)
            log = log or GameLog(self._saving.store, start.code, seats_of(players))
            self._play(session, log)
            if not self._asked_for_more("Enter for a rematch, seats swapped", players):
                return
            players = players[1], players[0]
            self._tell_swapped(start, players)
            session = log = None

    def _tell_swapped(self, start: Position, players: tuple[Player, Player]) -> None:
        """To someone who plays against a program: which seat is theirs now, and whether it can be won."""
        people = [seat for seat, player in enumerate(players, 1) if player.is_human]
        if len(people) == 1:
            [seat] = people
            self._console.tell(f"You are Player {seat} now. {about_seat(start, seat)}".rstrip())
            self._console.say()

    def _play(self, session: Session, log: GameLog) -> Session:
        self._going_on = log
        if session.squares:
            self._tell_resumed(session, log)
        with told_to_end(), programs(session.players, self._random) as agents:
            loop = GameLoop(self._console, self._saving, log, agents, hints=self._hints, delay=self._delay)
            session = loop.play(session)
        self._going_on = None
        self._tell_result_of(session)
        if log.number and not self._saving.trouble:
            self._console.say(f"\nKept as game {log.number}.")
        self._last = session
        return session

    def _tell_result_of(self, session: Session) -> None:
        """To someone who plays against a program: won or lost, and where the game turned."""
        people = [seat for seat, player in enumerate(session.players, 1) if player.is_human]
        if len(people) == 1:
            self._console.say(f"\n{won_or_lost(session, people[0])}")
            self._console.tell(summary(turning_point(session)))

    def _asked_for_more(self, enter: str, players: tuple[Player, Player]) -> bool:
        """Whether the players go on, where someone is there to answer; lets them look back first."""
        if not self._console.interactive or not any(player.is_human for player in players):
            return False
        while True:
            answer = self._console.ask(f"{enter}; r to review, m for the menu, q to leave: ").lower()
            if not answer:
                return True
            if answer in ("q", "quit", "exit"):
                self.ended = Ended.LEFT
                raise Left
            if "menu".startswith(answer):
                raise ToMenu
            if "review".startswith(answer):
                offer_retry(self._console, tell_review(self._console, self._last, answers=False))
            else:
                self._console.tell("Press Enter, or type r, m or q.")

    def _tell_resumed(self, session: Session, log: GameLog) -> None:
        moves = "; ".join(map(session.game.label, session.squares))
        count = "1 move" if len(session.squares) == 1 else f"{len(session.squares)} moves"
        self._console.tell(f"Game {log.number} goes on after {count}: {moves}.")

    def _play_match(
        self,
        start: Position,
        match: Match,
        match_log: MatchLog,
        session: Session | None = None,
        log: GameLog | None = None,
    ) -> None:
        """Plays the games that are left, the first of them from where its log says."""
        self._in_match = match_log
        while not match.over:
            session = session or begin(start, match.seated)
            log = log or GameLog(
                self._saving.store, start.code, seats_of(match.seated), match_log, match.swapped
            )
            self._tell_game(match)
            outcome = self._play(session, log).outcome
            assert outcome
            match = match.with_winner(outcome.winner)
            self._tell_score(match)
            if not match.over and self._console.interactive:
                self._asked_for_more("Enter for the next game", match.players)
            session = log = None
        self._saving.write(match_log.end)
        self._in_match = None
        self._tell_result(match)

    def _tossed(self, plan: Plan) -> Plan:
        """Tosses the coin for the first seat, and shows how it falls."""
        first, second = plan.players
        falls = self._random.choice(("heads", "tails"))
        if first.is_human and second.is_human and not (first.name or second.name):
            self._console.tell_lines(f"Coin toss: {falls}. Whoever called it is Player 1.\n")
            return plan
        players = (first, second) if falls == "heads" else (second, first)
        self._console.tell_lines(f"Coin toss: {falls}. {_told(*players)} Player 1.\n")
        return replace(plan, players=players)

    def _tell_game(self, match: Match) -> None:
        number = len(match.winners) + 1
        length = f"of {match.games}" if match.games else f"(first to {match.first_to} wins)"
        seats = [f"{match.called(which)} is Player {1 + (which ^ match.swapped)}" for which in (0, 1)]
        self._console.tell(f"Game {number} {length}: {', '.join(seats)}.")
        self._console.say()

    def _tell_score(self, match: Match) -> None:
        self._console.tell_lines(f"\nScore: {_score(match)}.\n")

    def _tell_result(self, match: Match) -> None:
        for number, winner in enumerate(match.winners):
            self._console.tell(
                f"Game {number + 1}: {match.called(winner)}, as Player {match.winning_seat(number)}."
            )
        leader = match.leader
        verdict = f"{match.called(leader)} wins the match" if leader is not None else "the match is level"
        self._console.tell(f"Match over. {_score(match)}: {verdict}.")


def _told(player: Player, other: Player) -> str:
    if player.name:
        return f"{player.name} is"
    if not player.is_human:
        return f"The computer ({player.kind_told}) is"
    return "The other player is" if other.is_human else "You are"


def _score(match: Match) -> str:
    return ", ".join(f"{match.called(which)} {wins}" for which, wins in enumerate(match.score))
