"""The menu that `cornered` opens with: a game, who plays, the board, one game or a match."""

from dataclasses import dataclass, replace

from cornered.board import read_board
from cornered.errors import BadSetup, CorneredError
from cornered.game import Game
from cornered.games import GAMES, games_like, new_game
from cornered.play.offers import first_game
from cornered.play.players import Kind, Player
from cornered.terminal.console import BOLD, Console
from cornered.terminal.series import Plan

_PLAYERS = {
    "1": ("two people at this keyboard", Kind.HUMAN, Kind.HUMAN),
    "2": ("you against the computer, you begin", Kind.HUMAN, None),
    "3": ("the computer against you, it begins", None, Kind.HUMAN),
    "4": ("the computer against itself", None, None),
}
_LEVELS = [kind for kind in Kind if kind is not Kind.HUMAN]


class Closed(CorneredError):
    """The player has left the menu."""


@dataclass(frozen=True)
class _Choice:
    """What has been chosen so far."""

    game: Game
    kinds: tuple[Kind, Kind] = (Kind.HUMAN, Kind.MEDIUM)
    names: tuple[str | None, str | None] = (None, None)
    games: int | None = None

    def plan(self) -> Plan:
        players = Player(self.kinds[0], self.names[0]), Player(self.kinds[1], self.names[1])
        toss = self.game.facts().coin_toss and self.kinds == (Kind.HUMAN, Kind.HUMAN)
        return Plan(self.game.start(), players, games=self.games, toss=toss)


def choose(console: Console, resumable: str | None) -> Plan | None:
    """What to play; None to resume what can be, `Closed` if nothing."""
    _list_games(console, resumable)
    while True:
        typed = _asked(console, "Game", "1")
        if resumable and "resume".startswith(typed.lower()):
            return None
        names = _matching(typed)
        if len(names) == 1:
            return _arranged(console, _Choice(new_game(names[0])))
        said = f"{' and '.join(names)} both fit." if names else f"There is no game '{typed[:40]}'."
        console.say(f"{said} Type its number or the beginning of its name.")


def _list_games(console: Console, resumable: str | None) -> None:
    console.say(console.styled("Cornered", BOLD))
    console.say("Five small games to run out of room in\n")
    for number, game in enumerate(GAMES.values(), 1):
        console.say(f"  {number}  {console.styled(game.title, BOLD)}, {game.book_board}")
        console.tell(game.facts().line, indent="     ")
    for broken in GAMES.broken.values():
        console.complain(broken)
    if resumable:
        console.say(f"  r  {console.styled('Resume', BOLD)}")
        console.tell(resumable, indent="     ")
    console.say("  q  Leave\n")


def _matching(typed: str) -> list[str]:
    """The games of this number, or with a name like this."""
    if typed.isdecimal():
        return [name for number, name in enumerate(GAMES, 1) if typed == str(number)]
    return games_like(typed)


def _arranged(console: Console, choice: _Choice) -> Plan:
    """Shows what will be played and lets it be changed, until the player is content."""
    first = first_game(type(choice.game)).start.game.board
    if first != choice.game.board:
        console.say()
        console.tell(f"Against the computer {first} makes a better first game: press b for another board.")
    changes = {"p": _choose_players, "b": _choose_board, "m": _choose_length}
    while True:
        console.say()
        console.tell(_summary(choice))
        typed = _asked(console, "Enter plays; or p players, b board, m match", "play").lower()
        if typed == "play":
            return choice.plan()
        change = changes.get(typed[:1])
        if change:
            choice = change(console, choice)
        else:
            console.say("Press Enter, or type p, b, m or q.")


def _summary(choice: _Choice) -> str:
    called = ["you" if kind is Kind.HUMAN else f"the computer ({kind})" for kind in choice.kinds]
    if choice.kinds == (Kind.HUMAN, Kind.HUMAN):
        called = [name or f"Player {seat}" for seat, name in enumerate(choice.names, 1)]
    length = f"a match of {choice.games} games" if choice.games else "one game"
    return f"{choice.game.title} on {choice.game.board}: {called[0]} against {called[1]}, {length}."


def _choose_players(console: Console, choice: _Choice) -> _Choice:
    for number, (text, *_) in _PLAYERS.items():
        console.say(f"  {number}  {text}")
    while (typed := _asked(console, "Players", "2")) not in _PLAYERS:
        console.say("Type a number from 1 to 4.")
    _, first, second = _PLAYERS[typed]
    if first is second is Kind.HUMAN:
        names = _asked_name(console, 1), _asked_name(console, 2)
        return replace(choice, kinds=(Kind.HUMAN, Kind.HUMAN), names=names)
    kinds = first or _asked_level(console), second or _asked_level(console)
    return replace(choice, kinds=kinds, names=(None, None))


def _asked_name(console: Console, seat: int) -> str | None:
    while True:
        typed = _asked(console, f"Name of Player {seat}", f"Player {seat}")
        try:
            return None if typed == f"Player {seat}" else Player(name=typed).name
        except BadSetup as error:
            console.say(str(error))


def _asked_level(console: Console) -> Kind:
    while True:
        typed = _asked(console, f"Strength ({', '.join(_LEVELS)})", Kind.MEDIUM).lower()
        found = [kind for kind in _LEVELS if kind.startswith(typed)]
        if len(found) == 1:
            return found[0]
        console.say("Type one of these words, or the beginning of one.")


def _choose_board(console: Console, choice: _Choice) -> _Choice:
    first = first_game(type(choice.game)).start.game
    usual = f"{first.rows}x{first.cols}"
    while True:
        typed = _asked(console, "Board, rows x columns", usual)
        try:
            return replace(choice, game=new_game(choice.game.name, read_board(typed)))
        except BadSetup as error:
            console.say(str(error))


def _choose_length(console: Console, choice: _Choice) -> _Choice:
    while True:
        typed = _asked(console, "How many games", "3")
        if typed.isdecimal() and 0 < int(typed) < 1000:
            return replace(choice, games=int(typed) if int(typed) > 1 else None)
        console.say("Type a number from 1 to 999.")


def _asked(console: Console, question: str, usual: str) -> str:
    """What was typed, or what is in brackets; `q` leaves from anywhere."""
    typed = console.ask(f"{question} [{usual}]: ")
    if typed.lower() in ("q", "quit"):
        raise Closed
    return typed or usual
