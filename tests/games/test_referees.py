"""Two programs that share no code with ours play the knights' games beside it, move by move."""

import random
import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pyffish
import pytest
from easyAI.games.Knights import Knights

from cornered import Board, Game, Outcome, Position, Reason, new_game

KNIGHTS_GAMES = ("knights-blockade", "knights-duel", "trap-the-knight")
BOARDS = (Board(3, 3), Board(4, 3), Board(4, 4), Board(5, 5), Board(4, 7), Board(8, 8), Board(10, 12))
POSITIONS = 250
LONGEST = 40  # Trap the Knight goes on for ever here: the referee knows no rule against repetition


@pytest.fixture(scope="module", autouse=True)
def _variants():
    """Teaches the referee the three games, and each of them on every board."""
    rules = Path(__file__).with_name("knights.ini").read_text(encoding="utf-8")
    sizes = [
        f"[{variant(name, board)}:{name}]\nmaxRank = {board.rows}\nmaxFile = {board.cols}\n"
        f"startFen = {fen(new_game(name, board).start())}\n"
        for name in KNIGHTS_GAMES
        for board in BOARDS
    ]
    pyffish.load_variant_config("\n".join([rules, *sizes]))


def variant(name: str, board: Board) -> str:
    return f"{name}-{board.rows}x{board.cols}"


def fen(start: Position) -> str:
    """An opening position in the referee's notation, whose ranks also run from the top."""
    cells, cols = start.cells().translate(str.maketrans("ab", "nN")), start.game.cols
    rows = "/".join(cells[first : first + cols] for first in range(0, len(cells), cols))
    return re.sub(r"\.+", lambda run: str(len(run[0])), rows) + " b - - 0 1"


def referee_move(game: Game, origin: int, square: int) -> str:
    """A move as the referee writes it; where squares are walled off, it adds which one is."""
    here, there = (file_and_rank(game.board, cell) for cell in (origin, square))
    return here + there if game.name == "trap-the-knight" else f"{here}{there},{there}{here}"


def file_and_rank(board: Board, cell: int) -> str:
    row, col = board.place(cell)
    return f"{'abcdefghijkl'[col]}{board.rows - row}"


def random_lines(start: Position, chance: random.Random) -> Iterator[tuple[Position, list[str]]]:
    """The positions of one random game, each with the moves to it as the referee writes them."""
    now, moves = start, []
    yield now, moves
    while now.outcome is None and len(moves) < LONGEST:
        square = chance.choice(now.moves())
        moves = [*moves, referee_move(now.game, now.mover, square)]
        now = now.play(square)
        yield now, moves


def verdict(rules: str, start: str, moves: list[str]) -> Reason:
    """Why the referee says that the player to move has lost."""
    assert pyffish.game_result(rules, start, moves) < 0
    captured, _ = pyffish.is_immediate_game_end(rules, start, moves)
    return Reason.CAPTURE if captured else Reason.NO_MOVES


@pytest.mark.parametrize("board", BOARDS, ids=str)
@pytest.mark.parametrize("name", KNIGHTS_GAMES)
def test_fairy_stockfish_agrees_on_moves_and_results(name, board):
    game = new_game(name, board, **({"repetitions": 0} if name == "trap-the-knight" else {}))
    chance, rules, seen = random.Random(f"{name} {board}"), variant(name, board), 0
    while seen < POSITIONS:
        start = game.start(tuple(chance.sample(range(board.size), 2)) if seen else None)
        opening = fen(start)
        for now, moves in random_lines(start, chance):
            seen += 1
            ours = {referee_move(game, now.mover, square) for square in now.moves()}
            assert set(pyffish.legal_moves(rules, opening, moves)) == ours
            if not ours:
                assert now.outcome == Outcome(3 - now.to_move, verdict(rules, opening, moves))


def test_knights_blockade_on_eight_by_eight_is_the_variant_that_fairy_stockfish_calls_joust():
    start = new_game("knights-blockade", Board(8, 8)).start()
    chance = random.Random("joust")
    for _ in range(5):
        for now, moves in random_lines(start, chance):
            ours = {referee_move(now.game, now.mover, square) for square in now.moves()}
            assert set(pyffish.legal_moves("joust", fen(start), moves)) == ours


@pytest.mark.parametrize("board", [Board(2, 3), Board(3, 3), Board(5, 5), Board(4, 7), Board(8, 8)], ids=str)
def test_easyai_agrees_on_knights_blockade(board):
    game, chance = new_game("knights-blockade", board), random.Random(str(board))
    for _ in range(30):
        now = game.start()
        theirs = Knights([SimpleNamespace(), SimpleNamespace()], (board.rows, board.cols))
        while not theirs.is_over():
            assert theirs.current_player == now.to_move
            assert sorted(theirs.possible_moves()) == sorted(easyai_square(board, to) for to in now.moves())
            square = chance.choice(now.moves())
            theirs.make_move(easyai_square(board, square))
            theirs.switch_player()
            now = now.play(square)
        assert now.outcome == Outcome(theirs.opponent_index, Reason.NO_MOVES)


def easyai_square(board: Board, cell: int) -> str:
    row, col = board.place(cell)
    return f"{'ABCDEFGH'[row]}{col + 1}"
