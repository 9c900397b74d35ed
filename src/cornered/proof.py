"""Proofs: why a player wins, in a file, and its verification by the rules alone.

A proof has a position, a winner, and one or two sections. Each lists squares, in the order in which the
checker asks for them, so no further position has to be written down.

- *Strategy*: the winner's move wherever they are to move, against every move of the other player.
- *Pairing*, in games that count how often a placement has stood: wherever the winner is to move, a square
  for each time that the placement may still stand, so that none of them leads to one that is used up.
- *Defence*, after a strategy: the loser's moves, with which they hold out as long as it says.

`docs/proof-format.md` says it exactly. Nothing here knows the solver: to trust a proof it is
enough to trust the rules in `games/` and this module.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import count
from string import ascii_letters, digits
from typing import NamedTuple, TypeVar

from cornered.errors import BadSetup, CorneredError, IllegalMove
from cornered.game import Position
from cornered.games import read_position

_FORMAT = "cornered proof 2"
_ALPHABET = digits + ascii_letters + "+/"
_LINE_LENGTH = 72
_STRATEGY, _PAIRING, _DEFENCE = "# strategy", "# pairing", "# defence "

Choose = Callable[[Position], int]
"""A strategy: the square that the winner plays in a position where they are to move."""

HoldOut = Callable[[Position, int], int]
"""A defence: the square that the loser plays, who must not lose within so many plies from here."""

Answers = Callable[[Position, int], Iterable[int]]
"""A pairing: where the winner goes from a placement, one square for each of so many times."""

State = TypeVar("State", bound=Hashable)


class Flaw(CorneredError, ValueError):
    """A proof that does not prove what it says; `str()` says where and why."""


class Proved(NamedTuple):
    """What a proof shows: who wins, within how many plies, over how many positions.

    `at_least` is the number of plies that the loser can hold out for, where that is shown too.
    """

    start: Position
    winner: int
    plies: int
    positions: int
    at_least: int | None = None

    @property
    def from_the_opening(self) -> bool:
        """Whether the position is the one that the game begins with on this board."""
        return self.start == self.start.game.start()


def walk(start: Position, winner: int, choose: Choose) -> Proved:
    """Play the strategy against every defence, depth first; `Flaw` where it does not win.

    The defender's moves come in ascending order, and a position is looked at once only.
    """

    def follow(current: Position) -> Iterator[Position]:
        moves = current.moves()
        if current.to_move == winner:
            if not moves:
                raise Flaw(f"Player {winner} has lost")
            moves = (choose(current),)
        return map(current.play, moves)

    longest = _longest_lines(start, follow)
    return Proved(start, winner, longest[start], len(longest))


def hold_out(start: Position, winner: int, plies: int, choose: HoldOut) -> None:
    """Play the defence against every attack; `Flaw` where the game is won in fewer plies than these."""

    def follow(state: tuple[Position, int]) -> Iterator[tuple[Position, int]]:
        current, left = state
        moves = current.moves()
        if current.to_move != winner and not moves:
            raise Flaw(f"Player {winner} has won too soon")
        if not left:
            return iter(())
        if current.to_move != winner:
            moves = (choose(current, left),)
        return ((current.play(square), left - 1) for square in moves)

    _longest_lines((start, plies - 1), follow)


def _longest_lines(start: State, follow: Callable[[State], Iterator[State]]) -> dict[State, int]:
    """The number of plies to the end from every state, asking once for what follows each, depth first."""
    longest: dict[State, int] = {}
    line: dict[State, tuple[Iterator[State], list[int]]] = {start: (follow(start), [0])}
    while line:
        state, (after, reached) = next(reversed(line.items()))
        following = next(after, None)
        if following is None:
            del line[state]
            longest[state] = max(reached)
            if line:
                next(reversed(line.values()))[1].append(1 + longest[state])
        elif following in longest:
            reached.append(1 + longest[following])
        elif following in line:
            raise Flaw("the strategy goes round in circles")
        else:
            line[following] = follow(following), [0]
    return longest


def pair_up(start: Position, winner: int, answers: Answers) -> Proved:
    """Follow the pairing through every placement, breadth first; `Flaw` where the winner may be stuck.

    The winner never is, if no placement is led to more often than it may still stand. And since all of them
    together may stand only so often, the game ends: the other player is the one who has no move.
    """
    first = start.uncounted
    if first is None:
        raise Flaw(f"{start.game.title} does not count how often a position has stood")
    reached: dict[Position, None] = {first: None}
    led_to: Counter[Position] = Counter()
    waiting = [first]
    for current in waiting:
        if current.to_move == winner:
            times = start.times_left(current) + (current == first)
            after = [] if _wins_at_once(start, current) else _after_answers(current, answers, times)
            led_to.update(after)
        else:
            after = _after_anything(current, winner)
        new = [placement for placement in dict.fromkeys(after) if placement not in reached]
        reached.update(dict.fromkeys(new))
        waiting += new
    for placement, times in led_to.items():
        if times > start.times_left(placement):
            raise Flaw(f"{placement.code} is led to more often than it may still stand")
    return Proved(start, winner, 1 + sum(map(start.times_left, reached)), len(reached))


def _wins_at_once(start: Position, current: Position) -> bool:
    after = map(current.play, current.moves())
    return any(not following.moves() and start.times_left(following) for following in after)


def _after_answers(current: Position, answers: Answers, times: int) -> list[Position]:
    return [current.play(square) for square in answers(current, times)]


def _after_anything(current: Position, winner: int) -> list[Position]:
    after = [current.play(square) for square in current.moves()]
    if not all(following.moves() for following in after):
        raise Flaw(f"Player {winner} may lose at once in {current.code}")
    return after


def write_proof(
    start: Position, winner: int, choose: Choose, at_least: int | None = None, defend: HoldOut | None = None
) -> tuple[str, Proved]:
    """The strategy as the text of a proof file, and what it proves; with a defence both bounds."""
    played, held = _Written(start), _Written(start)
    proved = walk(start, winner, lambda current: played.note(choose(current)))
    sections = [_STRATEGY, *played.lines()]
    if at_least is not None and defend is not None:
        hold_out(start, winner, at_least, lambda current, left: held.note(defend(current, left)))
        sections += [f"{_DEFENCE}{at_least}", *held.lines()]
        proved = proved._replace(at_least=at_least)
    return _text(start, winner, sections), proved


def write_pairing(start: Position, winner: int, answers: Answers) -> tuple[str, Proved]:
    """The pairing as the text of a proof file, and what it proves."""
    written = _Written(start)
    proved = pair_up(start, winner, lambda current, times: map(written.note, answers(current, times)))
    return _text(start, winner, [_PAIRING, *written.lines()]), proved


def _text(start: Position, winner: int, sections: list[str]) -> str:
    return "\n".join([_FORMAT, start.code, str(winner), *sections, ""])


class _Written:
    """The squares of a section, as they are asked for."""

    def __init__(self, start: Position) -> None:
        self._width = _width(start)
        self._letters: list[str] = []

    def note(self, square: int) -> int:
        self._letters.append(_encoded(square, self._width))
        return square

    def lines(self) -> list[str]:
        letters = "".join(self._letters)
        return [letters[at : at + _LINE_LENGTH] for at in range(0, len(letters), _LINE_LENGTH)]


def check_proof(text: str) -> Proved:
    """What a proof file proves, by the rules alone; `Flaw` with the place where it fails."""
    head, code, player, *rest = [*text.split("\n"), "", ""]
    if head != _FORMAT:
        raise Flaw(f"Line 1: a proof file begins with '{_FORMAT}'.")
    try:
        start = read_position(code)
    except BadSetup as error:
        raise Flaw(f"Line 2: {error}") from None
    if player not in ("1", "2"):
        raise Flaw("Line 3: the winner is 1 or 2.")
    winner, sections = int(player), _sections(rest)
    squares = _Squares(start, sections[0])
    if squares.heading == _PAIRING and len(sections) == 1:
        return squares.prove(lambda: pair_up(start, winner, squares.some))
    if squares.heading != _STRATEGY or len(sections) > 2:
        raise Flaw(
            f"Line 4: '{_STRATEGY}' comes first, alone or with one '{_DEFENCE.strip()}', or '{_PAIRING}'."
        )
    proved = squares.prove(lambda: walk(start, winner, squares.one))
    return _defended(proved, sections[1]) if len(sections) > 1 else proved


class _Section(NamedTuple):
    """A heading and the lines below it; the number of the heading's line counts from 1."""

    number: int
    heading: str
    lines: list[str]


def _sections(lines: list[str]) -> list[_Section]:
    """The lines from the fourth on; those before the first heading make a section that has none."""
    sections = [] if lines[0].startswith("#") else [_Section(3, "", [])]
    for number, line in enumerate(lines, start=4):
        if line.startswith("#"):
            sections.append(_Section(number, line, []))
        else:
            sections[-1].lines.append(line)
    return sections


def _defended(proved: Proved, section: _Section) -> Proved:
    plies = section.heading.removeprefix(_DEFENCE)
    known = section.heading.startswith(_DEFENCE) and plies.isascii() and plies.isdigit() and len(plies) < 7
    if not known or int(plies) < 1 or int(plies) > proved.plies:
        raise Flaw(
            f"Line {section.number}: a defence says how many plies it holds out, no more than are needed."
        )
    squares, at_least = _Squares(proved.start, section), int(plies)

    def prove() -> Proved:
        hold_out(proved.start, proved.winner, at_least, lambda current, _left: squares.one(current))
        return proved._replace(at_least=at_least)

    return squares.prove(prove)


class _Squares:
    """Reads the squares of a section one by one, and knows where it is."""

    def __init__(self, start: Position, section: _Section) -> None:
        self.heading = section.heading
        self._section = section
        self._letters = "".join(section.lines)
        self._width = _width(start)
        self._at = self._next = 0

    def one(self, current: Position) -> int:
        """The next square, which must be a legal move here."""
        self._at, self._next = self._next, self._next + self._width
        square = _decoded(self._letters[self._at : self._next], self._width)
        if square not in current.moves():
            raise current.refusal(square)
        return square

    def some(self, current: Position, times: int) -> Iterator[int]:
        """The next squares, so many of them."""
        return (self.one(current) for _ in range(times))

    def prove(self, prove: Callable[[], Proved]) -> Proved:
        """What is proved, if all squares are used up by that; a flaw with its place otherwise."""
        try:
            proved = prove()
        except (Flaw, IllegalMove) as error:
            raise Flaw(f"{self._place(self._at)}: {error}") from None
        if self._next != len(self._letters):
            raise Flaw(f"{self._place(self._next)}: the proof was complete before this.")
        return proved

    def _place(self, at: int) -> str:
        for number, line in enumerate(self._section.lines, self._section.number + 1):
            if at < len(line):
                return f"Line {number}, column {at + 1}"
            at -= len(line)
        return f"Line {self._section.number + len(self._section.lines)}, at its end"


def _width(start: Position) -> int:
    """How many characters name a square of this board."""
    return next(width for width in count(1) if len(_ALPHABET) ** width >= start.game.board.size)


def _encoded(square: int, width: int) -> str:
    letters = []
    for _ in range(width):
        square, letter = divmod(square, len(_ALPHABET))
        letters.append(_ALPHABET[letter])
    return "".join(reversed(letters))


def _decoded(letters: str, width: int) -> int:
    if len(letters) < width:
        raise Flaw("the proof ends too soon")
    square = 0
    for letter in letters:
        if letter not in _ALPHABET:
            raise Flaw(f"{letter!r} names no square")
        square = square * len(_ALPHABET) + _ALPHABET.index(letter)
    return square
