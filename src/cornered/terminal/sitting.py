"""An evening at the board: one game or a match, from the coin toss to the last score, begun or resumed."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from cornered.game import Position
from cornered.games import position
from cornered.play.keeping import Keeper, match_of, session_of
from cornered.play.match import Match
from cornered.play.opponents import Opponent, opponent
from cornered.play.players import Player
from cornered.play.session import Session, begin
from cornered.store import MovedOn, SavedGame, SavedMatch, Store
from cornered.terminal.console import INTERRUPTED, Console
from cornered.terminal.reviewing import tell_review
from cornered.terminal.saving import save
from cornered.terminal.table import Left, Table


@dataclass(frozen=True)
class Setup:
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


class Sitting:
    """Plays games one after another and tells how they stand."""

    def __init__(self, console: Console, keeper: Keeper, random: Random, *, hints: bool = False) -> None:
        self._console = console
        self._keeper = keeper
        self._random = random
        self._hints = hints
        self._going_on = True  # whether there is something left to resume

    def begin(self, setup: Setup) -> int:
        """Plays what was set up; gives the exit code."""
        if setup.toss:
            setup = self._tossed(setup)
        match = setup.match
        if match is None:
            session = begin(setup.start, setup.players)
            return self._guarded(lambda: self._play(session))
        begin(setup.start, match.seated)  # refuses players who cannot be told apart before anything is stored
        self._save_match(match, setup.start)
        return self._guarded(lambda: self._play_match(setup.start, match))

    def resume(self, store: Store, saved: SavedGame | SavedMatch) -> int:
        """Goes on with a stored game or match; gives the exit code."""
        if isinstance(saved, SavedMatch):
            self._keeper.match = saved.id
            match = match_of(saved, store.games(match=saved.id))
            return self._guarded(lambda: self._play_match(position(saved.start), match))
        session = session_of(saved)
        whole = store.match(saved.match) if saved.match else None
        if whole is None:
            return self._guarded(lambda: self._play(session))
        match = match_of(whole, store.games(match=whole.id))
        return self._guarded(lambda: self._play_match(position(whole.start), match, session))

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
            self._console.complain(
                f"{error} 'cornered resume {self._keeper.game}' goes on from where it is now."
            )
            return 1
        return 0

    def _say_goodbye(self) -> None:
        if not self._going_on:
            return
        if self._keeper.trouble:
            self._console.complain("The game was not saved.")
        elif self._keeper.game or self._keeper.match:
            self._console.say("Saved: 'cornered resume' goes on from here.")

    def _play(self, session: Session, match: Match | None = None) -> Session:
        programs = self._program(session.players[0]), self._program(session.players[1])
        table = Table(self._console, self._keeper, programs, hints=self._hints)
        if session.squares:
            self._tell_resumed(session)
        session = table.play(session, match)
        self._going_on = match is not None
        self._afterwards(session)
        return session

    def _afterwards(self, session: Session) -> None:
        """Offers a look back, where someone is there to answer."""
        if self._keeper.game and not self._keeper.trouble:
            self._console.say(f"\nKept as game {self._keeper.game}.")
        if not self._console.interactive or not any(player.is_human for player in session.players):
            return
        answer = self._console.ask("Enter to go on, r to review the game, q to leave: ").lower()
        if answer == "q":
            raise Left
        if answer == "r":
            tell_review(self._console, session)

    def _program(self, player: Player) -> Opponent | None:
        return None if player.is_human else opponent(player.kind, self._random)

    def _tell_resumed(self, session: Session) -> None:
        moves = "; ".join(map(session.game.label, session.squares))
        count = "1 move" if len(session.squares) == 1 else f"{len(session.squares)} moves"
        self._console.tell(f"Game {self._keeper.game} goes on after {count}: {moves}.")

    def _play_match(self, start: Position, match: Match, session: Session | None = None) -> None:
        while not match.over:
            session = session or begin(start, match.seated)
            self._tell_game(match)
            session = self._play(session, match)
            outcome = session.outcome
            assert outcome
            match = match.with_winner(outcome.winner)
            self._tell_score(match)
            self._save_match(match, start)
            self._keeper.next_game()
            session = None
        self._tell_result(match)

    def _save_match(self, match: Match, start: Position) -> None:
        save(self._console, self._keeper, lambda: self._keeper.keep_match(match, start.code))

    def _tossed(self, setup: Setup) -> Setup:
        """Tosses the coin for the first seat, and shows how it falls."""
        first, second = setup.players
        falls = self._random.choice(("heads", "tails"))
        if first.is_human and second.is_human and not (first.name or second.name):
            self._console.say(f"Coin toss: {falls}. Whoever called it is Player 1.\n")
            return setup
        players = (first, second) if falls == "heads" else (second, first)
        self._console.say(f"Coin toss: {falls}. {_told(*players)} Player 1.\n")
        return replace(setup, players=players)

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
        return f"The computer ({player.kind}) is"
    return "The other player is" if other.is_human else "You are"


def _score(match: Match) -> str:
    return ", ".join(f"{match.called(which)} {wins}" for which, wins in enumerate(match.score))
