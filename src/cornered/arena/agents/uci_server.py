"""Cornered as an engine: UCI and UGI on two streams of lines, for every game on any board.

What is not understood is ignored, as both protocols ask; what cannot be done is answered with an `info
string`. A search runs in a thread of its own, so that an answer never waits for it.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from importlib.metadata import version
from itertools import pairwise
from math import inf
from threading import Event, Lock, Thread
from time import monotonic

from cornered.arena.agents.uci_notation import read_move, read_variant, variant, write_move
from cornered.arena.agents.uci_search import SearchLimits, Thought, think
from cornered.board import Board, read_board
from cornered.errors import BadSetup, CorneredError
from cornered.game import Game, Position
from cornered.games import GAMES, new_game, read_position

_MOVES_TO_GO = 20
_LISTED_SIDES = range(3, 9)
_LAST_WORDS = 10.0
"""Seconds for a search to end after the last line has been read."""

_NO_MOVE = "(none)"
_VARIANT, _BOARD, _MEMORY = "UCI_Variant", "Board", "Hash"


class Engine:
    """Answers what it is told line by line; `say` writes a line."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._writing = Lock()
        self._write = say
        self._game = new_game(next(iter(GAMES)))
        self._position: Position | None = self._game.start()
        self._memory: int | None = None
        self._search: _Search | None = None
        self._answers: dict[str, Callable[[list[str]], None]] = {
            "uci": lambda _: self._introduce("uciok"),
            "ugi": lambda _: self._introduce("ugiok"),
            "isready": lambda _: self._say("readyok"),
            "setoption": self._set_option,
            "position": self._set_position,
            "go": self._go,
            "stop": lambda _: self._finish_search(),
            "query": self._answer,
        }

    def run(self, lines: Iterable[str]) -> None:
        """Answers until `quit`, or the end of the lines, when a search may still come to its end."""
        for line in lines:
            words = line.split()
            if words[:1] == ["quit"]:
                self._finish_search()
                return
            try:
                self._answers.get("".join(words[:1]), _pass_over)(words[1:])
            except CorneredError as error:
                self._say(f"info string {error}")
        self._finish_search(_LAST_WORDS)

    def _say(self, line: str) -> None:
        with self._writing:
            self._write(line)

    def _introduce(self, done: str) -> None:
        default = variant(new_game(next(iter(GAMES))))
        listed = " ".join(f"var {name}" for name in _variants())
        for line in (
            f"id name Cornered {version('cornered')}",
            "id author the authors of Cornered",
            f"option name {_VARIANT} type combo default {default} {listed}",
            f"option name {_BOARD} type string default {self._game.rows}x{self._game.cols}",
            f"option name {_MEMORY} type spin default 256 min 1 max 1048576",
            done,
        ):
            self._say(line)

    def _set_option(self, words: list[str]) -> None:
        self._finish_search()
        text = " ".join(words).removeprefix("name ")
        name, _, value = text.partition(" value ")
        match name.strip().lower():
            case "uci_variant":
                self._begin(read_variant(value))
            case "board":
                self._begin(new_game(self._game.name, read_board(value)))
            case "hash" if value.isdecimal():
                self._memory = int(value) << 20

    def _begin(self, game: Game) -> None:
        self._game, self._position = game, game.start()

    def _set_position(self, words: list[str]) -> None:
        self._finish_search()
        self._position = None  # a position that is refused must not leave the one before it
        place = words.index("moves") if "moves" in words else len(words)
        code = " ".join(words[:place]).removeprefix("fen ")
        position = self._game.start() if code == "startpos" else read_position(code)
        for move in words[place + 1 :]:
            position = position.play(read_move(position, move))
        self._position = position

    def _go(self, words: list[str]) -> None:
        self._finish_search()
        position = self._position
        if position is None or not position.moves():
            self._say(f"info string {'The game is over.' if position else 'There is no position.'}")
            self._say(f"bestmove {_NO_MOVE}")
            return
        limits = _limits(position, words)._replace(memory=self._memory)
        self._search = _Search(position, limits, self._say, waits="infinite" in words)

    def _finish_search(self, patience: float = 0.0) -> None:
        search, self._search = self._search, None
        if search:
            search.finish(patience)

    def _answer(self, words: list[str]) -> None:
        position = self._position
        if position is None:
            raise BadSetup("There is no position.")
        outcome = position.outcome
        answers = {
            "p1turn": position.to_move == 1,
            "p2turn": position.to_move == 2,
            "gameover": outcome is not None,
            "result": f"p{outcome.winner}win" if outcome else "none",
        }
        if words[:1] and words[0] in answers:
            self._say(f"response {str(answers[words[0]]).lower()}")


class _Search:
    """One search in its own thread; `waits` keeps the best move back until the search is finished."""

    def __init__(
        self, position: Position, limits: SearchLimits, say: Callable[[str], None], *, waits: bool
    ) -> None:
        self._position = position
        self._limits = limits
        self._say = say
        self._waits = waits
        self._stopped = Event()
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def finish(self, patience: float) -> None:
        """Stops the search unless it ends by itself in these seconds; on return its best move was told."""
        self._thread.join(0 if self._waits else patience)
        self._stopped.set()
        self._thread.join()

    def _run(self) -> None:
        with suppress(BrokenPipeError):  # the other end has gone
            self._say(f"bestmove {write_move(self._position, self._best_move())}")

    def _best_move(self) -> int:
        best = self._position.moves()[0]
        try:
            for thought in self._thoughts():
                best = thought.line[0]
        except BrokenPipeError:
            raise
        except Exception as error:  # of a plugin's game: an answer must come all the same
            self._say(f"info string {type(error).__name__}: {' '.join(str(error).split())}")
        if self._waits:
            self._stopped.wait()
        return best

    def _thoughts(self) -> Iterator[Thought]:
        """What is thought, and told, one after another."""
        begun = monotonic()
        for thought in think(self._position, self._limits, self._stopped.is_set):
            milliseconds = round((monotonic() - begun) * 1000)
            line = " ".join(_written(self._position, thought.line))
            told = f"info depth {thought.depth} score {thought.worth} nodes {thought.nodes}"
            self._say(f"{told} time {milliseconds} pv {line}")
            yield thought


def _written(position: Position, line: Iterable[int]) -> Iterable[str]:
    for square in line:
        yield write_move(position, square)
        position = position.play(square)


def _limits(position: Position, words: list[str]) -> SearchLimits:
    """What a `go` asks for."""
    numbers = {name: int(value) for name, value in pairwise(words) if value.removeprefix("-").isdecimal()}
    among: tuple[int, ...] = ()
    if "searchmoves" in words:
        written = {write_move(position, square).lower(): square for square in position.moves()}
        among = tuple(written[word.lower()] for word in words if word.lower() in written)
    seconds = inf if "infinite" in words else _seconds(position, numbers)
    return SearchLimits(seconds, numbers.get("depth"), numbers.get("nodes"), among=among)


def _seconds(position: Position, numbers: dict[str, int]) -> float:
    """The time for one move: what was set, or a share of what is left on the clock."""
    if "movetime" in numbers:
        return max(numbers["movetime"] / 1000, 0.001)
    seat = position.to_move - 1
    left = numbers.get(("wtime", "btime")[seat], numbers.get(("p1time", "p2time")[seat]))
    if left is None:
        return inf
    more = numbers.get(("winc", "binc")[seat], numbers.get(("p1inc", "p2inc")[seat], 0))
    share = left / max(numbers.get("movestogo", _MOVES_TO_GO), 1) + 0.8 * more
    return max(min(share, 0.8 * left), 1) / 1000


def _variants() -> list[str]:
    """The games on their books' boards, on boards worth playing, and on square and nearly square ones."""
    listed: dict[str, None] = {}
    for rules in GAMES.values():
        boards = [rules.book_board, *(offer.board for offer in rules.facts().worth_playing)]
        boards += [Board(rows, cols) for rows in _LISTED_SIDES for cols in (rows, rows + 1)]
        for board in boards:
            try:
                listed[variant(rules(board.rows, board.cols))] = None
            except BadSetup:
                continue  # the game is not played on such a board
    return list(listed)


def _pass_over(_words: list[str]) -> None:
    """What is not understood is passed over."""
