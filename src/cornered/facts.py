"""What is true of one game besides its rules: the `.toml` beside its rule file, read when it is asked for.

Only `rules`, and the `goal` and `line` of the headline, must be there. Everything else has a default that
suits any game. Lists of games need the headlines alone, and reading five whole files would take longer than
all the rest of such a list: so a headline is read without what follows it.
"""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from itertools import chain, product, takewhile
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, TypeVar, get_args

from cornered.board import Board, read_board
from cornered.errors import BadSetup, Refusal

_NOTHING: Mapping[str, str] = MappingProxyType({})
_Read = TypeVar("_Read")


class Headline(NamedTuple):
    """What lists, menus and cards say of a game: the top of its `.toml`.

    Its goal, a line about it, how its squares are written, what is known of it, and what to play.
    """

    goal: str
    line: str
    squares: str = ""
    known: tuple[str, ...] = ()
    advice: str = ""


class Section(NamedTuple):
    """A part of the rules, in our own words."""

    heading: str
    text: str


class Ruling(NamedTuple):
    """Where a book's example contradicts its rule: what each says, and what holds."""

    example: str
    rule: str
    ruling: str


Layout = Literal["grid", "box", "brackets", "spaces"]
Piece = Literal["knight", "mark"]
LooksAt = Literal["mobility", "room"]


class Look(NamedTuple):
    """How the board is drawn: the signs of the two players, of a blocked and of an empty square.

    `layout` is how the terminal arranges it, `piece` what the site draws. Where `own_symbols` is set, the
    players may choose other signs.
    """

    signs: tuple[str, str] = ("1", "2")
    blocked: str = "#"
    empty: str = "."
    layout: Layout = "grid"
    piece: Piece = "mark"
    own_symbols: bool = False

    def allows(self, symbol: str) -> bool:
        """Whether a player may choose this symbol: one character that the board itself does not use."""
        one = len(symbol) == 1 and symbol.isprintable() and not symbol.isspace()
        return (
            one
            and _is_narrow(symbol)
            and symbol not in (self.blocked, self.empty, *_FRAMES.get(self.layout, ""))
        )


def _is_narrow(symbol: str) -> bool:
    """Whether the character fills one column by itself: a wider one, or one that joins another, would not."""
    from unicodedata import combining, east_asian_width

    return not combining(symbol) and east_asian_width(symbol) not in "WF"


_FRAMES = {"box": "|", "brackets": "[]"}


class Dialogue(NamedTuple):
    """What is said at the terminal; the defaults suit any game.

    `{player}` is the one to move, `{winner}` and `{loser}` speak for themselves; `terminal.wording` and the
    game's own `Position.told` give the facts that may stand in braces. Endings are by reason, and so are the
    sentences about an end on the site; `program_endings` are for a winner who is not a person.
    """

    welcome: str = "Welcome to {title}!"
    first_turn: str | None = None
    turn: str = "{player}, it is your turn.\nAvailable moves: {moves}"
    first_prompt: str | None = None
    prompt: str = "Your move (e.g., {example}): "
    moved: str = ""
    program_moved: str = "{player} played {square}."
    invalid: str = "Invalid move. {reason}\nAvailable moves: {moves}"
    board_heading: str = ""
    seat: str = "{player} ({sign})"
    endings: Mapping[str, str] = _NOTHING
    program_endings: Mapping[str, str] = _NOTHING
    site_endings: Mapping[str, str] = _NOTHING

    def ending(self, reason: str, by_program: bool) -> str:
        """The lines that end a game for this reason."""
        ours = self.program_endings.get(reason) if by_program else None
        return ours or self.endings.get(reason) or _ENDINGS.get(reason, _ENDING)

    def site_ending(self, reason: str) -> str:
        """What the site says about such an end, in a sentence or two."""
        return self.site_endings.get(reason) or _SITE_ENDINGS.get(reason, _SITE_ENDING)


_ENDING = "{winner} wins!"
_ENDINGS = {
    "no-moves": "{loser} cannot move. {winner} wins!",
    "resigned": "{loser} resigns. {winner} wins!",
    "forfeit": "{loser} makes no legal move. {winner} wins!",
    "left": "{loser} has left. {winner} wins!",
}
_SITE_ENDING = "{winner} wins {after}."
_SITE_ENDINGS = {
    "no-moves": "{loser} cannot move. {winner} wins {after}.",
    "resigned": "{loser} resigns. {winner} wins {after}.",
    "forfeit": "{loser} makes no legal move. {winner} wins {after}.",
    "left": "{loser} has left. {winner} wins {after}.",
}


class Demo(NamedTuple):
    """A good game for the miniature boards: the code of its first position, and its moves."""

    start: str
    moves: tuple[str, ...]


class Level(NamedTuple):
    """How far a level looks ahead, what it counts there, and by how much its judgement is blurred.

    `lapses` is the share of its turns in which it overlooks the reply: it sees no further than its own move.
    """

    depth: int
    looks_at: LooksAt = "mobility"
    haze: float = 0.0
    lapses: float = 0.0


_LEVELS = {"easy": Level(1, haze=2), "medium": Level(3, haze=1), "hard": Level(5, "room")}


class WorthPlaying(NamedTuple):
    """A board to offer, and what is known about it, as far as it is.

    The winner under best play, after how many plies, and the share of choices that change who wins. `level`
    suits a casual player in the winner's seat, who wins about half of the games where a level allows it; one
    board of a game is the `newcomer`'s.
    """

    board: Board
    options: Mapping[str, str] = MappingProxyType({})
    winner: int | None = None
    plies: int | None = None
    share: float | None = None
    level: str = "easy"
    newcomer: bool = False


class Roles(NamedTuple):
    """What is said where only one of the players can ever capture: to that one, to the other, and to both.

    `told` has places for the numbers of the two, `{hunter}` and `{prey}`; `names` are what to call them. What
    is `sure` is said instead where a theorem gives the hunter the win.
    """

    hunter: str
    prey: str
    told: str
    names: tuple[str, str] | None = None
    sure_hunter: str = ""
    sure_prey: str = ""


class Puzzles(NamedTuple):
    """The boards that puzzles are made on, and what there is to find; without boards it is the book's own.

    `themes` are those that can be trained, of all that there are unless it names some. With `survive`
    there are puzzles in lost positions too. A forced end further away than `horizon` plies counts as open.
    `tasks` are sentences that say what to find, by task.
    """

    boards: tuple[Board, ...] = ()
    themes: tuple[str, ...] = ()
    survive: bool = False
    horizon: int | None = None
    tasks: Mapping[str, str] = _NOTHING


class Step(NamedTuple):
    """A step of a lesson: what is told, the position it is about, and what the reader is to do there.

    `accept` are the moves that are right, any legal one if it is empty. Or the reader is to try what the
    rules refuse (`refused`), to win where that cannot be done (`resist`), or to solve a `puzzle`.
    `right` is told when it is done, `wrong` after another legal move.
    """

    text: str
    position: str
    accept: tuple[str, ...] = ()
    refused: bool = False
    resist: bool = False
    puzzle: bool = False
    right: str = "Right."
    wrong: str = "That is not it. Try again."


class Facts(NamedTuple):
    """Everything about a game that is neither a rule nor in its headline; `refusals` are by reason."""

    rules: tuple[Section, ...]
    rulings: tuple[Ruling, ...] = ()
    refusals: Mapping[str, str] = _NOTHING
    look: Look = Look()
    dialogue: Dialogue = Dialogue()
    coin_toss: bool = False
    demo: Demo | None = None
    worth_playing: tuple[WorthPlaying, ...] = ()
    roles: Roles | None = None
    levels: Mapping[str, Level] = _LEVELS
    puzzles: Puzzles = Puzzles()
    lesson: tuple[Step, ...] = ()

    def refusal(self, reason: str) -> str:
        """The sentence, with places for facts, in which a move is refused for this reason."""
        return self.refusals.get(reason) or _REFUSALS.get(reason, _REFUSAL)


_REFUSAL = "{square} cannot be played now."
_REFUSALS: dict[str, str] = {
    Refusal.NOT_UNDERSTOOD: "{text} is not a square: write one like {example}.",
    Refusal.OFF_THE_BOARD: "{square} is off the board, which runs from {first} to {last}.",
    Refusal.GAME_OVER: "{square} cannot be played: the game is over.",
    Refusal.BLOCKED: "{square} is blocked for the rest of the game.",
    Refusal.OCCUPIED: "{square} is occupied.",
}


def read_headline(path: str) -> Headline:
    """The headline in this file; `BadSetup` says what is wrong with it."""
    return _read(path, _headline, only_top=True)


def _read(path: str, make: Callable[[dict[str, Any]], _Read], only_top: bool = False) -> _Read:
    """What `make` makes of the file, or of what stands above its first table; `BadSetup` if it cannot."""
    name = path.rpartition("/")[2]
    try:
        with open(path, encoding="utf-8") as file:
            lines = takewhile(lambda line: not line.startswith("["), file) if only_top else file
            return make(tomllib.loads("".join(lines)))
    except OSError as error:
        raise BadSetup(f"{name} cannot be read ({error.strerror}).") from None
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise BadSetup(f"{name} is not what a game's facts must be: {str(error).rstrip('.')}.") from None


def _headline(told: dict[str, Any]) -> Headline:
    for needed in ("goal", "line"):
        if not told.get(needed):
            raise ValueError(f"it has no {needed}")
    words = {name: told[name] for name in Headline._fields if name in told}
    return Headline(**{**words, "known": tuple(told.get("known", ()))})


def read_facts(path: str) -> Facts:
    """The facts in this file; `BadSetup` says what is wrong with them."""
    return _read(path, _facts)


def _facts(told: dict[str, Any]) -> Facts:
    data = {name: value for name, value in told.items() if name not in Headline._fields}
    if not data.get("rules"):
        raise ValueError("it has no rules")
    made: dict[str, Any] = {
        "rules": tuple(Section(**section) for section in data.pop("rules", ())),
        "rulings": tuple(Ruling(**ruling) for ruling in data.pop("rulings", ())),
        "look": _look(**_with_tuples(data.pop("look", {}))),
        "dialogue": Dialogue(**data.pop("dialogue", {})),
        "levels": _levels(data.pop("levels", {})),
        "puzzles": _puzzles(**data.pop("puzzles", {})),
        "lesson": tuple(Step(**_with_tuples(step)) for step in data.pop("lesson", ())),
    }
    made["worth_playing"] = tuple(
        WorthPlaying(read_board(offer.pop("board")), **offer) for offer in data.pop("worth_playing", ())
    )
    if roles := data.pop("roles", None):
        made["roles"] = Roles(**_with_tuples(roles))
    if demo := data.pop("demo", None):
        made["demo"] = Demo(**_with_tuples(demo))
    return Facts(**made, **_with_tuples(data))


def _look(**told: Any) -> Look:
    look = Look(**told)
    _choose(look.layout, Layout, "layout")
    _choose(look.piece, Piece, "piece")
    if len(look.signs) != 2:
        raise ValueError("the signs are two, one for each player.")
    return look


def _puzzles(boards: Sequence[str] = (), **rest: Any) -> Puzzles:
    return Puzzles(tuple(dict.fromkeys(chain.from_iterable(map(_boards, boards)))), **_with_tuples(rest))


def _boards(text: str) -> list[Board]:
    """One board, or all from one to another, the shorter side first: `3x4 to 15x15`."""
    first, *last = map(read_board, text.split(" to "))
    if not last:
        return [first]
    rows, cols = range(first.rows, last[0].rows + 1), range(first.cols, last[0].cols + 1)
    return [Board(row, col) for row, col in product(rows, cols) if row <= col]


def _levels(data: dict[str, Any]) -> dict[str, Level]:
    levels = {**_LEVELS, **{name: Level(**level) for name, level in data.items()}}
    for level in levels.values():
        _choose(level.looks_at, LooksAt, "way to look ahead")
    return levels


def _choose(name: str, among: Any, what: str) -> None:
    if name not in get_args(among):
        raise ValueError(f"there is no {what} {name!r}: choose one of {', '.join(get_args(among))}")


def _with_tuples(data: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
