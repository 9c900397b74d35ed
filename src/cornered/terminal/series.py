"""One game or a match, from the coin toss to the last score, begun or resumed."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from cornered.arena.agents import programs
from cornered.game import Position
from cornered.games import read_position
from cornered.play.game_log import GameLog, MatchLog
from cornered.play.match import Match
from cornered.play.players import Player
from cornered.play.session import Session, begin
from cornered.play.stored import match_of, seats_of, session_of, terms_of
from cornered.store import MovedOn, SavedGame, SavedMatch
from cornered.terminal.console import INTERRUPTED, Console
from cornered.terminal.game_loop import GameLoop, Left
from cornered.terminal.reviewing import tell_review
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


class Series:
    """Plays games one after another and tells how they stand."""

    def __init__(self, console: Console, saving: Saving, random: Random, *, hints: bool = False) -> None:
        self._console = console
        self._saving = saving
        self._random = random
        self._hints = hints
        self._going_on: GameLog | None = None
        self._in_match = False

    def begin(self, plan: Plan) -> int:
        """Plays what was planned; gives the exit code."""
        if plan.toss:
            plan = self._tossed(plan)
        session, match = begin(plan.start, plan.players), plan.match
        if match is None:
            log = GameLog(self._saving.store, plan.start.code, seats_of(plan.players))
            return self._guarded(lambda: self._play(session, log))
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
        return self._guarded(lambda: self._play(session, log))

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
        except Left:
            self._say_goodbye()
        except EOFError:
            self._console.say()
            self._say_goodbye()
        except KeyboardInterrupt:
            self._console.say()
            self._say_goodbye()
            return INTERRUPTED
        except MovedOn as error:
            assert self._going_on
            number = self._going_on.number
            self._console.complain(f"{error} 'cornered resume {number}' goes on from where it is now.")
            return 1
        return 0

    def _say_goodbye(self) -> None:
        if not self._going_on and not self._in_match:
            return
        if self._saving.trouble:
            self._console.complain("The game was not saved.")
        elif self._in_match or (self._going_on and self._going_on.number):
            self._console.say("Saved: 'cornered resume' goes on from here.")

    def _play(self, session: Session, log: GameLog, in_match: bool = False) -> Session:
        self._going_on, self._in_match = log, in_match
        if session.squares:
            self._tell_resumed(session, log)
        with programs(session.players, self._random) as agents:
            loop = GameLoop(self._console, self._saving, log, agents, hints=self._hints)
            session = loop.play(session)
        self._going_on = None
        self._afterwards(session, log)
        return session

    def _afterwards(self, session: Session, log: GameLog) -> None:
        """Offers a look back, where someone is there to answer."""
        if log.number and not self._saving.trouble:
            self._console.say(f"\nKept as game {log.number}.")
        if not self._console.interactive or not any(player.is_human for player in session.players):
            return
        answer = self._console.ask("Enter to go on, r to review the game, q to leave: ").lower()
        if answer == "q":
            raise Left
        if answer == "r":
            tell_review(self._console, session)

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
        while not match.over:
            session = session or begin(start, match.seated)
            log = log or GameLog(
                self._saving.store, start.code, seats_of(match.seated), match_log, match.swapped
            )
            self._tell_game(match)
            outcome = self._play(session, log, in_match=True).outcome
            assert outcome
            match = match.with_winner(outcome.winner)
            self._tell_score(match)
            session = log = None
        self._saving.write(match_log.end)
        self._tell_result(match)

    def _tossed(self, plan: Plan) -> Plan:
        """Tosses the coin for the first seat, and shows how it falls."""
        first, second = plan.players
        falls = self._random.choice(("heads", "tails"))
        if first.is_human and second.is_human and not (first.name or second.name):
            self._console.say(f"Coin toss: {falls}. Whoever called it is Player 1.\n")
            return plan
        players = (first, second) if falls == "heads" else (second, first)
        self._console.say(f"Coin toss: {falls}. {_told(*players)} Player 1.\n")
        return replace(plan, players=players)

    def _tell_game(self, match: Match) -> None:
        number = len(match.winners) + 1
        length = f"of {match.games}" if match.games else f"(first to {match.first_to} wins)"
        seats = [f"{match.called(which)} is Player {1 + (which ^ match.swapped)}" for which in (0, 1)]
        self._console.tell(f"Game {number} {length}: {', '.join(seats)}.")
        self._console.say()

    def _tell_score(self, match: Match) -> None:
        self._console.say(f"\nScore: {_score(match)}.\n")

    def _tell_result(self, match: Match) -> None:
        for number, winner in enumerate(match.winners):
            self._console.say(
                f"Game {number + 1}: {match.called(winner)}, as Player {match.winning_seat(number)}."
            )
        leader = match.leader
        verdict = f"{match.called(leader)} wins the match" if leader is not None else "the match is level"
        self._console.say(f"Match over. {_score(match)}: {verdict}.")


def _told(player: Player, other: Player) -> str:
    if player.name:
        return f"{player.name} is"
    if not player.is_human:
        return f"The computer ({player.kind_told}) is"
    return "The other player is" if other.is_human else "You are"


def _score(match: Match) -> str:
    return ", ".join(f"{match.called(which)} {wins}" for which, wins in enumerate(match.score))
