"""Games as text: a block of headers, then the moves in the book's notation; many games to a file.

    [Game "knights-blockade"]
    [Board "5x5"]
    [Player1 "Ada"]
    [Player2 "Blaise"]
    [Result "1 resigned"]

    1. (2, 1); (2, 3)
    2. (3, 3); (4, 2)

`Result` is the winner and the reason, or `*` while the game goes on; `* called-off` and `* too-long` are ends
without a winner. A game that began otherwise than its book says has a header `Position` with the code of its
first position. Headers of other names are kept.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import reduce

from cornered.board import read_board
from cornered.errors import BadSetup, CorneredError, IllegalMove
from cornered.game import Ending, Outcome, Position, Reason
from cornered.games import find_game, new_game, read_position

_OWN_HEADERS = ("Game", "Board", "Position", "Result")
_UNFINISHED = "*"


@dataclass(frozen=True)
class Record:
    """One game: where it began, the squares played, an end that is not on the board, further headers."""

    start: Position
    squares: tuple[int, ...] = ()
    ended: Ending | None = None
    headers: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, value in self.headers.items():
            if not re.fullmatch(r"[A-Za-z][A-Za-z0-9]*", name) or name in _OWN_HEADERS:
                raise BadSetup(f"A record cannot have a header {name!r}.")
            if not value.isprintable():
                raise BadSetup(f"The header {name} must be one line of printable text.")

    @property
    def last(self) -> Position:
        """The position after all moves; `IllegalMove` if one of them is not legal."""
        return reduce(lambda before, square: before.play(square), self.squares, self.start)

    @property
    def outcome(self) -> Outcome | None:
        """Who won and why; None while nobody has."""
        if reached := self.last.outcome:
            return reached
        return Outcome(self.ended.winner, self.ended.reason) if self.ended and self.ended.winner else None


class RecordError(CorneredError, ValueError):
    """A damaged file of records: `line` is where, `str()` also says what."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(line, problem)
        self.line = line
        self.problem = problem

    def __str__(self) -> str:
        return f"Line {self.line}: {self.problem}"


def write_record(record: Record) -> str:
    """The game as text, ending with an empty line so that records can be put one after another."""
    game = record.start.game
    own = {"Game": game.name, "Board": f"{game.rows}x{game.cols}"}
    if record.start != new_game(game.name, game.board).start():
        own["Position"] = record.start.code
    headers = {**own, **record.headers, "Result": _written(record.outcome or record.ended)}
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in headers.items()]
    moves = [game.label(square) for square in record.squares]
    turns = [f"{n // 2 + 1}. {'; '.join(moves[n : n + 2])}" for n in range(0, len(moves), 2)]
    return "\n".join([*lines, "", *turns, *([""] if turns else []), ""])


def read_records(text: str) -> Iterator[Record]:
    """The games of a file, one by one; `RecordError` at the first damaged one, after those before it.

    >>> [game] = read_records('[Game "blockade"]\\n\\n1. (2,2); (4,2)')
    >>> game.squares, game.outcome
    ((5, 13), None)
    """
    reader: _Reader | None = None
    after_gap = False
    for number, line in enumerate(map(str.strip, text.split("\n")), 1):
        if not line:
            after_gap = True
            continue
        header = _HEADER.fullmatch(line)
        begins = header is not None and header["name"] == "Game"
        # After a gap only moves go on with a game: what else follows belongs to the next one.
        over = after_gap and reader is not None and reader.squares and not _TURN.fullmatch(line)
        after_gap = False
        if reader and (begins or over):
            yield reader.finished()
            reader = None
        if begins:
            reader = _Reader(number)
        if reader is None:
            raise RecordError(number, 'a game begins with a header such as [Game "blockade"].')
        if header:
            reader.take_header(number, header["name"], _unescaped(header["value"]))
        else:
            reader.take_turn(number, line)
    if reader:
        yield reader.finished()


_HEADER = re.compile(r'\[(?P<name>[A-Za-z][A-Za-z0-9]*) +"(?P<value>(?:[^"\\]|\\["\\])*)"\]')
_TURN = re.compile(r"(?P<number>[0-9]{1,6})\.\s*(?P<moves>.+)")
_WITHOUT_A_MOVE = {
    **{
        f"{winner} {reason}": Ending(winner, reason)
        for winner in (1, 2)
        for reason in (Reason.RESIGNED, Reason.FORFEIT, Reason.LEFT)
    },
    **{f"{_UNFINISHED} {reason}": Ending(None, reason) for reason in (Reason.CALLED_OFF, Reason.TOO_LONG)},
}


class _Reader:
    """Takes one game line by line, and remembers on which line each header stood."""

    def __init__(self, line: int) -> None:
        self.first_line = line
        self.headers: dict[str, tuple[int, str]] = {}
        self.start: Position | None = None
        self.position: Position | None = None
        self.squares: list[int] = []

    def take_header(self, line: int, name: str, value: str) -> None:
        if self.position:
            raise RecordError(line, f"the header {name} stands after the moves.")
        if name in self.headers:
            raise RecordError(line, f"the header {name} stands twice.")
        if not value.isprintable():
            raise RecordError(line, f"the header {name} has a character that cannot be printed.")
        self.headers[name] = (line, value)

    def take_turn(self, line: int, text: str) -> None:
        found = _TURN.fullmatch(text)
        expected = len(self.squares) // 2 + 1
        if not found:
            raise RecordError(line, f"{text[:40]!r} is neither a header nor a numbered line of moves.")
        if int(found["number"]) != expected or len(self.squares) % 2:
            raise RecordError(line, f"turn {expected} was expected here, with both players' moves before it.")
        moves = found["moves"].split(";")
        if len(moves) > 2:
            raise RecordError(line, "a turn has two moves at the most.")
        for move in moves:
            self._play(line, move)

    def _play(self, line: int, move: str) -> None:
        before = self._current()
        try:
            square = before.game.square(move)
            self.position = before.play(square)
        except IllegalMove as error:
            raise RecordError(line, str(error)) from None
        self.squares.append(square)

    def _current(self) -> Position:
        if self.position is None:
            self.start = self.position = self._opening()
        return self.position

    def _opening(self) -> Position:
        line = self.first_line
        try:
            name, board = find_game(self.headers["Game"][1]).name, None
            if "Board" in self.headers:
                line, size = self.headers["Board"]
                board = read_board(size)
            game = new_game(name, board)
            if "Position" not in self.headers:
                return game.start()
            line, code = self.headers["Position"]
            start = read_position(code)
            if (start.game.name, start.game.board) != (game.name, game.board):
                raise BadSetup("this position belongs to another game or board.")
        except BadSetup as error:
            raise RecordError(line, str(error)) from None
        return start

    def finished(self) -> Record:
        reached = self._current().outcome
        ended = self._ended(reached)
        kept = {name: value for name, (_, value) in self.headers.items() if name not in _OWN_HEADERS}
        assert self.start
        return Record(self.start, tuple(self.squares), ended, kept)

    def _ended(self, reached: Outcome | None) -> Ending | None:
        """The end that is not on the board, if any; else the result must be what the moves lead to."""
        line, text = self.headers.get("Result", (self.first_line, _written(reached)))
        if text == _written(reached):
            return None
        ended = _WITHOUT_A_MOVE.get(text)
        if ended is None or reached:
            raise RecordError(line, f"the result {text[:40]!r} is not what the moves lead to.")
        return ended


def _written(end: Outcome | Ending | None) -> str:
    return f"{end.winner or _UNFINISHED} {end.reason}" if end else _UNFINISHED


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _unescaped(value: str) -> str:
    return re.sub(r"\\(.)", r"\1", value)
