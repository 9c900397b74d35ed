"""What the games' facts claim, computed: every sentence says for which boards it holds."""

import json
from collections.abc import Callable
from itertools import permutations, product
from math import inf
from pathlib import Path
from random import Random

import pytest

from cornered import GAMES, Board, Position, new_game
from cornered.game import Reason
from cornered.games.trap_the_knight import TrapTheKnight
from cornered.solve import Budget, Value, Verdict, rate, value, winner
from cornered.solve.contract import Graph, HasNimbers, never_stop

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


def no_capture_is_forced(*boards: tuple[Board, tuple[int, int] | None]) -> bool:
    starts = [TrapTheKnight(board.rows, board.cols, repetitions=0).start(pair) for board, pair in boards]
    return all(value(start).verdict is Verdict.ENDLESS for start in starts)


HUNTS = [(Board(4, 5), None), (Board(5, 5), None), (Board(6, 6), None)]


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


def openings_win_by_colour() -> bool:
    """Just those of the centre's colour, on boards of several shapes."""
    starts = [new_game("block-capture", Board(*sides)).start() for sides in product((3, 5, 7, 9), repeat=2)]
    return all(
        (winner(start.play(square), _ENDLESSLY) is Verdict.LOSS)
        == (start.game.board.colour(square) == start.game.board.colour(start.game.board.size // 2))
        for start in starts
        for square in start.moves()
    )


def half_of_the_openings_lose() -> bool:
    openings = [verdict for verdict, _ in openings_by_length()]
    return openings.count("loss") == openings.count("win") == 8


def beside_the_centre_loses_at_once(games: int = 50) -> bool:
    """Whenever somebody goes there in games at random: the other player can claim the centre, and wins."""
    random, seen = Random(3), 0
    for _ in range(games):
        now = new_game("block-capture").start()
        while moves := now.moves():
            for after in (now.play(square) for square in moves if square in (7, 11, 13, 17)):
                if not (12 in after.moves() and after.play(12).outcome == (after.to_move, Reason.CENTRE)):
                    return False
                seen += 1
            now = now.play(random.choice(moves))
    return seen > 0


def graph_of(name: str) -> Graph:
    start = new_game(name, Board(5, 5)).start()
    graph = start.game.solver().graph(start, 10**6, inf, never_stop)
    assert graph
    return graph


def lengths_of_all_games(position: Position) -> set[int]:
    after = [lengths_of_all_games(position.play(square)) for square in position.moves()]
    return {1 + length for lengths in after for length in lengths} or {0}


def grundy(position: Position) -> int | None:
    solver = position.game.solver()
    assert isinstance(solver, HasNimbers)
    return solver.nimber(position, _ENDLESSLY, never_stop)


def falls_apart_into_a_sum() -> bool:
    """A mark in the middle row and the fourth column of 3×8 leaves 3×2 and 3×3."""
    left, right = (new_game("blockade", Board(3, cols)).start() for cols in (2, 3))
    both = new_game("blockade", Board(3, 8)).start().play(11)
    return grundy(both) == (grundy(left) or 0) ^ (grundy(right) or 0)


ODD_BOARDS = ["3×5", "3×7", "5×7", "7×7"]

CLAIMS: list[tuple[str, str, Callable[[], bool]]] = [
    (
        "knights-blockade",
        "on 5×5 two choices in five decide the game",
        lambda: round(graph_of("knights-blockade").share, 2) == 0.4,
    ),
    (
        "knights-blockade",
        "On 5×5 Player 1 can always win, but it takes 19 plies",
        lambda: wins("knights-blockade", "5×5", 1, 19),
    ),
    (
        "knights-blockade",
        "the game has 477,187 positions",
        lambda: graph_of("knights-blockade").positions == 477_187,
    ),
    ("knights-blockade", "On 5×5 Player 1 wins in 19 plies", lambda: wins("knights-blockade", "5×5", 1, 19)),
    (
        "knights-blockade",
        "From the corners of any board with an even number of squares Player 2 wins",
        lambda: all(wins("knights-blockade", board, 2) for board in ("3×4", "4×4", "4×5", "5×6")),
    ),
    (
        "knights-blockade",
        "From the corners of 3×5, 3×7, 5×7, 7×7 and 7×9 Player 1 wins",
        lambda: (
            all(wins("knights-blockade", board, 1) for board in ODD_BOARDS)
            and is_in_the_atlas("solve knights-blockade --size 7x9 --winner", 1)
        ),
    ),
    (
        "blockade",
        "On 4×4 every game lasts four moves",
        lambda: lengths_of_all_games(new_game("blockade").start()) == {4},
    ),
    (
        "blockade",
        "on 5×5 about half of the choices matter",
        lambda: round(graph_of("blockade").share, 1) == 0.5,
    ),
    (
        "blockade",
        "Try 5×5, where Player 1 wins by taking the centre and mirroring, or 5×6 and 6×6",
        lambda: all(wins("blockade", board, 1) for board in ("5×5", "5×6", "6×6")),
    ),
    ("blockade", "a sum of smaller games", falls_apart_into_a_sum),
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
    ("block-capture", "half of them lose", half_of_the_openings_lose),
    ("block-capture", "wins exactly when it has the centre's colour", openings_win_by_colour),
    ("block-capture", "the next block is the centre", beside_the_centre_loses_at_once),
    ("block-capture", "Claiming a block beside the centre loses at once", beside_the_centre_loses_at_once),
    ("knights-duel", "On 5×5 Player 2 can always win", lambda: wins("knights-duel", "5×5", 2)),
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
        "on boards of at least 3×4 it can always win",
        lambda: all(hunter_wins_from_everywhere(rows, cols) for rows, cols in ((3, 4), (3, 5), (5, 5))),
    ),
    (
        "trap-the-knight",
        "Put the knights on A1 and D3 of 4×4, or take 4×5, 5×5 or 6×6",
        lambda: no_capture_is_forced((Board(4, 4), (0, 11)), *HUNTS),
    ),
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
        lambda: no_capture_is_forced(*HUNTS),
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


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_claimed_of_a_game_that_is_not_computed_here(name: str) -> None:
    headline = GAMES[name].headline()
    computed = [words for game, words, _ in CLAIMS if game == name]
    told = filter(None, (headline.line, headline.advice, *headline.known))
    assert [text for text in told if not any(words in text for words in computed)] == []
