"""Run files: one JSON object a line, a header first and then one for every answer or game, as it happens.

docs/yardstick.md describes them. A run that was stopped goes on in its file: what is there is not asked
again. A last line that was torn by a crash is dropped, and its question asked once more.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any, NamedTuple, TypeVar

from cornered.arena.spread.journal import Journal, JournalError, damaged, line_of, objects, replacement
from cornered.errors import BadSetup

FORMAT = "cornered-run-1"
POSITIONS, GAMES = "positions", "games"


class Header(NamedTuple):
    """What a run asks whom: equal headers, one run.

    `kind` is `POSITIONS` or `GAMES`. `agents` are the names of those measured: one, or the entrants of a
    tournament. `items` is how many questions or games the whole run has, also where this file holds a `shard`
    of it, and `settings` are all else that bears on the results.
    """

    kind: str
    agents: tuple[str, ...]
    suite: str
    sha256: str
    seed: int
    items: int
    shard: str | None
    settings: Mapping[str, Any]

    def line(self) -> str:
        """The first line of the run's file."""
        return line_of({"format": FORMAT, **self._asdict()})

    @property
    def numbers(self) -> range:
        """The numbers of the items in the run or its shard: every sixteenth, for one of sixteen shards."""
        if self.shard is None:
            return range(self.items)
        part, parts = read_shard(self.shard)
        return range(part - 1, self.items, parts)

    def told(self) -> str:
        """What the run is, in a few words."""
        shard = f", shard {self.shard}" if self.shard else ""
        return f"{self.kind} of {', '.join(self.agents)} on {self.suite}, seed {self.seed}{shard}"


def read_shard(text: str) -> tuple[int, int]:
    """The two numbers in `3/16`.

    >>> read_shard("3/16")
    (3, 16)
    """
    part, slash, parts = text.partition("/")
    if not (slash and part.isdecimal() and parts.isdecimal() and 1 <= int(part) <= int(parts)):
        raise BadSetup(f"'{text}' is no shard: write it like 3/16, the third of sixteen.")
    return int(part), int(parts)


class AnsweredQuestion(NamedTuple):
    """One question answered, or refused; a line of a run of positions.

    `values` has a number for each of the legal `moves`: 19 wins in 19 plies, −18 loses in 18. Squares are
    counted as in the position's code, also where the board was shown turned or its squares renamed. `heard`
    are the texts that a text agent has answered, the refused ones too.
    """

    question: int
    game: str
    position: str
    moves: tuple[int, ...]
    values: tuple[int, ...]
    answer: int | None
    kept: bool
    refused: str | None
    heard: tuple[str, ...]
    tokens: int | None
    seconds: float

    @property
    def number(self) -> int:
        """Its place in the run."""
        return self.question

    @property
    def board(self) -> str:
        """The board's size, such as 5x6."""
        return self.position.split(".", 2)[1]

    @property
    def distance(self) -> int:
        """In how many plies the best move wins."""
        return min(value for value in self.values if value > 0)

    @property
    def played(self) -> int | None:
        """The value of the move that was played."""
        return None if self.answer is None else self.values[self.moves.index(self.answer)]


class Decision(NamedTuple):
    """A decision that mattered in a game: whose (1 or 2), between how many moves, and whether it was kept."""

    seat: int
    winning: int
    losing: int
    kept: bool


class Played(NamedTuple):
    """One game; a line of a run of games.

    `players` are Player 1 and Player 2 by name, `value` is the start's to the player who moves first: 9 wins
    in 9 plies, −8 loses in 8. `refused` says how the loser failed to make a legal move. `seconds` are those
    that each of the two has thought.
    """

    number: int
    game: str
    start: str
    value: int
    players: tuple[str, str]
    moves: tuple[int, ...]
    winner: int
    reason: str
    decisions: tuple[Decision, ...]
    refused: str | None
    tokens: int | None
    seconds: tuple[float, float]

    @property
    def board(self) -> str:
        """The board's size, such as 5x6."""
        return self.start.split(".", 2)[1]

    @property
    def won_seat(self) -> int:
        """The player who wins from the start with best play."""
        mover = int(self.start.split(".", 3)[2])
        return mover if self.value > 0 else 3 - mover


Item = AnsweredQuestion | Played


def read_run(path: Path) -> tuple[Header, Iterator[Item]]:
    """The header of a run file, and its lines in the order in which they came, one at a time.

    `JournalError` where it is not a run file. A torn last line is left out.
    """
    try:
        file = path.open("rb")
    except OSError as error:
        raise JournalError(f"{path} cannot be read ({error.strerror}).") from None
    lines = objects(file, path)
    return _header(path, lines), _items(path, file, lines)


def _header(path: Path, lines: Iterator[tuple[int, dict[str, Any]]]) -> Header:
    try:
        _, fields = next(lines)
        if fields.pop("format") != FORMAT:
            raise ValueError
    except (StopIteration, JournalError, KeyError, ValueError):
        raise JournalError(f"{path} is no run file: its first line is not a header of {FORMAT}.") from None
    try:
        return Header(**{**fields, "agents": tuple(fields["agents"])})
    except (TypeError, KeyError):
        raise damaged(path, 1) from None


def _items(path: Path, file: IO[bytes], lines: Iterator[tuple[int, dict[str, Any]]]) -> Iterator[Item]:
    with file:
        for number, fields in lines:
            try:
                item = item_in(fields)
            except (TypeError, KeyError):
                raise damaged(path, number) from None
            yield item


def _number_in(line: bytes) -> int:
    """The item's number, which stands first: much faster than reading the whole line."""
    return int(line.partition(b":")[2].partition(b",")[0])


def item_in(fields: Mapping[str, Any]) -> Item:
    """The answer or game with these fields, as JSON gives them."""
    whole: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in fields.items()
    }
    if "question" in whole:
        return AnsweredQuestion(**whole)
    whole["decisions"] = tuple(Decision(*decision) for decision in whole["decisions"])
    return Played(**whole)


T = TypeVar("T")


def in_order(numbered: Iterable[tuple[int, T]], numbers: Iterable[int]) -> Iterator[T]:
    """What has these numbers, in that order, each as soon as all before it have come.

    Only what has come too soon is held, so that long runs fit into memory.
    """
    early: dict[int, T] = {}
    coming = iter(numbered)
    for number in numbers:
        while number not in early:
            found = next(coming, None)
            if found is None:
                return
            early[found[0]] = found[1]
        yield early.pop(number)


class RunFile(Journal):
    """A run file that is being written: what it returned from writing is on disk."""

    def __init__(self, path: Path, header: Header) -> None:
        """Begins the file, or goes on with it; `BadSetup` where it holds another run."""
        super().__init__(path)
        if path.stat().st_size == 0:
            self.write([header.line()])
        else:
            self._go_on(header)

    def add(self, items: Iterable[Item]) -> None:
        """Adds a line for each; they are on disk when this returns."""
        self.write(line_of(item._asdict()) for item in items)

    def put_in_order(self, numbers: Iterable[int]) -> None:
        """Leaves just the items with these ascending numbers, in that order; all of them must be there."""
        try:
            with self.path.open("rb") as lines, replacement(self.path) as file:
                file.write(lines.readline())
                file.writelines(in_order(((_number_in(line), line) for line in lines), numbers))
        except OSError as error:
            raise JournalError(f"{self.path} is complete but not in order ({error.strerror}).") from None

    def _go_on(self, header: Header) -> None:
        self._file.seek(0)
        found = _header(self.path, objects(self._file, self.path))
        if found.line() != header.line():
            raise BadSetup(
                f"{self.path} holds another run ({found.told()}): choose another file, or the same settings."
            )
