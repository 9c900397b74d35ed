"""What the games' facts claim, computed: every sentence says for which boards it holds."""

import json
from collections.abc import Callable
from itertools import permutations
from math import inf
from pathlib import Path

import pytest

from cornered import GAMES, Board, new_game
from cornered.games.trap_the_knight import TrapTheKnight
from cornered.solve import Budget, Value, Verdict, rate, value, winner

_ENDLESSLY = Budget(seconds=inf)


def wins(name: str, board: str, player: int, plies: int | None = None) -> bool:
    """Whether this player wins from the opening, in so many plies if that is claimed."""
    rows, cols = map(int, board.split("×"))
    start = new_game(name, Board(rows, cols)).start()
    found = Value(winner(start, _ENDLESSLY)) if plies is None else value(start, _ENDLESSLY)
    return found == (Verdict.WIN if player == 1 else Verdict.LOSS, plies)


def is_in_the_atlas(command: str, player: int) -> bool:
    """Whether the atlas has measured this command, too long to be run here, and found the same."""
    atlas = json.loads((Path(__file__).parents[2] / "docs" / "atlas.json").read_text())
    return bool(atlas[command]["winner"] == player)


def hunted_by(name: str) -> bool:
    """Whether the sum of the sides tells who hunts from the corners."""
    boards = [(rows, cols) for rows in range(3, 9) for cols in range(3, 9)]
    hunters = {board: new_game(name, Board(*board)).start().hunter for board in boards}
    return all(hunter == 1 + (sum(board) % 2 == 0) for board, hunter in hunters.items())


def no_capture_is_forced(*boards: tuple[int, int]) -> bool:
    return all(
        value(TrapTheKnight(*board, repetitions=0).start()).verdict is Verdict.ENDLESS for board in boards
    )


def hunter_wins_from_everywhere(rows: int, cols: int) -> bool:
    game = TrapTheKnight(rows, cols)
    starts = [game.start(pair) for pair in permutations(range(game.board.size), 2)]
    return all((winner(start) is Verdict.WIN) == (start.hunter == start.to_move) for start in starts)


def squares_without_a_move(rows: int, cols: int) -> list[str]:
    game = TrapTheKnight(rows, cols)
    return [game.label(square) for square in range(rows * cols) if not game.leaps[square]]


def openings_by_length() -> list[tuple[str, int | None]]:
    start = new_game("block-capture").start()
    return [(str(worth.verdict), worth.plies) for _, worth in rate(start)]


ODD_BOARDS = ["3×5", "3×7", "5×7", "7×7"]

CLAIMS: list[tuple[str, str, Callable[[], bool]]] = [
    ("knights-blockade", "On 5×5 Player 1 wins in 19 plies", lambda: wins("knights-blockade", "5×5", 1, 19)),
    (
        "knights-blockade",
        "an even number of squares Player 2 wins",
        lambda: all(wins("knights-blockade", board, 2) for board in ("3×4", "4×4", "4×5", "5×6")),
    ),
    (
        "knights-blockade",
        "On 3×5, 3×7, 5×7, 7×7 and 7×9 Player 1 wins",
        lambda: (
            all(wins("knights-blockade", board, 1) for board in ODD_BOARDS)
            and is_in_the_atlas("solve knights-blockade --size 7x9 --winner", 1)
        ),
    ),
    ("blockade", "On 4×4 Player 2 wins in 4 plies", lambda: wins("blockade", "4×4", 2, 4)),
    (
        "blockade",
        "two odd sides Player 1 wins",
        lambda: all(wins("blockade", board, 1) for board in ("1×3", "3×3", "3×5", "5×5")),
    ),
    (
        "blockade",
        "a side of four Player 2 wins",
        lambda: all(wins("blockade", f"4×{cols}", 2) for cols in range(1, 8)),
    ),
    (
        "block-capture",
        "the other eight openings lose",
        lambda: (
            [found[0] for found in openings_by_length()].count("loss") == 8
            and openings_by_length().count(("win", 5)) == openings_by_length().count(("win", 7)) == 4
        ),
    ),
    ("knights-duel", "On 5×5 Player 2 wins in 14 plies", lambda: wins("knights-duel", "5×5", 2, 14)),
    ("knights-duel", "only Player 2 can ever capture where rows", lambda: hunted_by("knights-duel")),
    (
        "knights-duel",
        "add up to an even number Player 2 wins",
        lambda: all(wins("knights-duel", board, 2) for board in ("3×3", "3×5", "4×4", "5×5", "4×6")),
    ),
    ("knights-duel", "on 4×5, where Player 1 can win", lambda: wins("knights-duel", "4×5", 1)),
    ("knights-duel", "there Player 1 wins in 3 plies", lambda: wins("knights-duel", "5×6", 1, 3)),
    ("trap-the-knight", "On 4×4 Player 2 captures on ply 2", lambda: wins("trap-the-knight", "4×4", 2, 2)),
    (
        "trap-the-knight",
        "From the corners the hunter is Player 2 where",
        lambda: hunted_by("trap-the-knight"),
    ),
    (
        "trap-the-knight",
        "can always win on boards of at least 3×4, wherever the knights start",
        lambda: all(hunter_wins_from_everywhere(rows, 4) for rows in (3, 4)),
    ),
    ("trap-the-knight", "On 5×6 Player 1 captures in 3 plies", lambda: wins("trap-the-knight", "5×6", 1, 3)),
    (
        "trap-the-knight",
        "On 4×5, 5×5 and 6×6 no capture can be forced by the moves alone",
        lambda: no_capture_is_forced((4, 5), (5, 5), (6, 6)),
    ),
    (
        "trap-the-knight",
        "From the middle squares of 2×3 and 3×3 a knight has nowhere to go",
        lambda: (
            squares_without_a_move(2, 3) == ["B1", "B2"]
            and squares_without_a_move(3, 3) == ["B2"]
            and not any(squares_without_a_move(3, cols) for cols in range(4, 9))
        ),
    ),
]


@pytest.mark.parametrize(("name", "words", "holds"), CLAIMS, ids=[words for _, words, _ in CLAIMS])
def test_what_is_claimed_of_a_game_is_so(name: str, words: str, holds: Callable[[], bool]) -> None:
    headline = GAMES[name].headline()
    assert words in " ".join((*headline.known, headline.advice, headline.line))
    assert holds()
