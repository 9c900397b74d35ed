"""`chess.engine` of python-chess plays whole games with `cornered engine`."""

import sys
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Self

import chess.engine
import pytest

from cornered import Board, Position, new_game
from cornered.arena.agents.uci_notation import read_move, variant, write_move

ENGINE = [sys.executable, "-m", "cornered", "engine"]


class Shim:
    """As much of `chess.Board` as `chess.engine` asks for."""

    uci_variant = ""
    chess960 = False

    def __init__(self, position: Position) -> None:
        self._positions = [position]
        self.move_stack: list[SimpleNamespace] = []

    @property
    def position(self) -> Position:
        return self._positions[-1]

    @property
    def turn(self) -> chess.Color:
        return chess.WHITE if self.position.to_move == 1 else chess.BLACK

    def root(self) -> Self:
        return type(self)(self._positions[0])

    def fen(self, **_: object) -> str:
        return self.position.code

    def copy(self, stack: bool = True) -> Self:
        copied = type(self)(self.position)
        if stack:
            copied._positions, copied.move_stack = self._positions[:], self.move_stack[:]
        return copied

    def is_game_over(self) -> bool:
        return not self.position.moves()

    def parse_uci(self, text: str) -> SimpleNamespace:
        square = read_move(self.position, text)
        written = write_move(self.position, square)
        return SimpleNamespace(square=square, uci=lambda: written)

    def push_uci(self, text: str) -> SimpleNamespace:
        move = self.parse_uci(text)
        self.push(move)
        return move

    def push(self, move: SimpleNamespace) -> None:
        self._positions.append(self.position.play(move.square))
        self.move_stack.append(move)

    def pop(self) -> SimpleNamespace:
        self._positions.pop()
        return self.move_stack.pop()


def shim(position: Position) -> Shim:
    """Its class carries the variant: that is where `chess.engine` looks."""
    made: Shim = type("Shim", (Shim,), {"uci_variant": variant(position.game)})(position)
    return made


@pytest.fixture(scope="module")
def engine() -> Iterator[chess.engine.SimpleEngine]:
    with chess.engine.SimpleEngine.popen_uci(ENGINE) as running:
        yield running


def test_a_whole_game_is_played(engine: chess.engine.SimpleEngine, game: str, board: dict[str, int]) -> None:
    size = Board(**board) if board else None
    table, new = shim(new_game(game, size).start()), object()
    while not table.is_game_over():
        result = engine.play(table, chess.engine.Limit(time=0.02), game=new)  # type: ignore[arg-type]
        assert result.move
        table.push_uci(result.move.uci())
    assert table.position.outcome


def test_an_analysis_gives_the_distance_and_the_line(engine: chess.engine.SimpleEngine) -> None:
    table = shim(new_game("knights-blockade").start())
    info = engine.analyse(table, chess.engine.Limit(time=10))  # type: ignore[arg-type]
    assert info["score"].white() == chess.engine.Mate(10)
    assert len(info["pv"]) == info["depth"] == 19


def test_an_analysis_without_end_can_be_stopped(engine: chess.engine.SimpleEngine) -> None:
    table = shim(new_game("blockade", Board(8, 8)).start())
    with engine.analysis(table) as analysis:  # type: ignore[arg-type]
        for info in analysis:
            if "pv" in info:
                break
    assert analysis.wait().move


def test_clocks_depths_and_numbers_of_positions_are_understood(engine: chess.engine.SimpleEngine) -> None:
    table = shim(new_game("knights-duel", Board(7, 7)).start())
    for limit in (
        chess.engine.Limit(white_clock=1, black_clock=1, white_inc=0.01, black_inc=0.01),
        chess.engine.Limit(depth=2),
        chess.engine.Limit(nodes=100),
    ):
        assert engine.play(table, limit).move  # type: ignore[arg-type]


def test_the_moves_of_small_boards_are_moves_of_python_chess_too() -> None:
    for name in ("knights-duel", "blockade"):
        start = new_game(name, Board(8, 8)).start()
        for square in start.moves():
            assert chess.Move.from_uci(write_move(start, square)).uci() == write_move(start, square)
