"""Exact values beside easyAI's and OpenSpiel's solvers, and how long a player waits for an answer."""

from collections.abc import Callable
from math import inf
from statistics import median
from time import perf_counter, process_time
from types import SimpleNamespace

from easyAI import TranspositionTable, solve_with_depth_first_search
from easyAI.games.Knights import Knights
from fairy_stockfish import IS_HERE, FairyStockfish
from figures import Row
from open_spiel.python.algorithms.minimax_solver import MinimaxSolver

import cornered.arena.frameworks.openspiel  # registers the games  # noqa: F401
from cornered import GAMES, Board, new_game
from cornered.arena.agents.uci_notation import variant
from cornered.games.knights import KnightsPosition
from cornered.solve import Budget, blockade, knights, rate, trap_the_knight, value, winner
from cornered.solve.contract import never_stop
from cornered.solve.knights import KnightsSolver

UNLIMITED = Budget(seconds=inf)
PATIENCE = 10.0


def forget() -> None:
    """Empties what the solver remembers between questions, so that each begins with nothing remembered."""
    for remembered in (
        knights._table,
        trap_the_knight.analyse,
        trap_the_knight._confined,
    ):
        remembered.cache_clear()
    blockade._tables = blockade._Tables()


def milliseconds(work: Callable[[], object], clock: Callable[[], float], rounds: int) -> float:
    """The median time of some rounds, each with nothing remembered."""
    measured = []
    for _ in range(rounds):
        forget()
        begun = clock()
        work()
        measured.append((clock() - begun) * 1000)
    return median(measured)


def against_peers() -> list[Row]:
    """CPU time for the same position: the aim is to take at most a hundredth of theirs."""
    start = new_game("knights-blockade").start()
    outcome = milliseconds(lambda: winner(start), process_time, 21)
    graph = milliseconds(lambda: start.game.solver().graph(start, 10**6, inf, never_stop), process_time, 5)
    easyai = milliseconds(easyai_outcome, process_time, 3)
    openspiel = milliseconds(lambda: MinimaxSolver("cornered_knights_blockade").solve(), process_time, 1)
    return [
        Row("Knight's Blockade 5×5, who wins", "cornered", outcome, "ms"),
        Row("Knight's Blockade 5×5, who wins", "easyAI, depth first with table", easyai, "ms", "≤ 0.01"),
        Row("Knight's Blockade 5×5, every position", "cornered, with distances", graph, "ms"),
        Row("Knight's Blockade 5×5, every position", "OpenSpiel, MinimaxSolver", openspiel, "ms", "≤ 0.01"),
    ]


def beside_fairy_stockfish() -> list[Row]:
    """Who wins, by the clock: until our proof is done, and until it announces a mate that it has seen."""
    rows = []
    for name, board in (("knights-blockade", Board(5, 5)), ("knights-duel", Board(7, 8))):
        start = new_game(name, board).start()
        title = f"{start.game.title} {board}, who wins, by the clock"
        ours = milliseconds(lambda start=start: winner(start, UNLIMITED), perf_counter, 5)
        with FairyStockfish(start.game, variant(start.game)) as rival:
            seconds = rival.seconds_to_mate(start, PATIENCE)
        theirs = f"Fairy-Stockfish, until it {'announces mate' if seconds < PATIENCE else 'was stopped'}"
        rows += [Row(title, "cornered", ours, "ms"), Row(title, theirs, 1000 * seconds, "ms", "< 1")]
    return rows


def longest() -> list[Row]:
    """The longest of our questions, asked once."""
    start = new_game("knights-blockade", Board(7, 9)).start()
    taken = milliseconds(lambda: winner(start, UNLIMITED), perf_counter, 1)
    return [Row("Knight's Blockade 7×9, who wins", "cornered", taken, "ms", "≤ 60000")]


def easyai_outcome() -> int:
    """Who wins, by easyAI's own solver."""
    game = Knights([SimpleNamespace(), SimpleNamespace()], (5, 5))
    return solve_with_depth_first_search(game, win_score=90, tt=TranspositionTable())


def waiting_times() -> list[Row]:
    """How long players and researchers wait, by the clock, for an answer; no peer is timed beside it."""
    rows = []
    for name in GAMES:
        start = new_game(name).start()
        wait = milliseconds(lambda start=start: value(start), perf_counter, 11)
        rows.append(
            Row(f"{start.game.title} {start.game.board}, with distance", "cornered", wait, "ms", "≤ 20")
        )
    blockade = {side: new_game("knights-blockade", Board(side, side)).start() for side in (6, 7)}
    long_blockade = new_game("knights-blockade", Board(5, 11)).start()
    duel = new_game("knights-duel", Board(7, 8)).start()
    capture = new_game("block-capture", Board(101, 101)).start()
    questions: list[tuple[str, Callable[[], object], str]] = [
        ("Knight's Blockade 6×6, by search alone", lambda: by_search(blockade[6]), "≤ 1000"),
        ("Knight's Blockade 7×7, who wins", lambda: winner(blockade[7], UNLIMITED), "≤ 1200"),
        ("Knight's Blockade 7×7, with distance", lambda: value(blockade[7], UNLIMITED), "≤ 7000"),
        ("Knight's Blockade 5×11, who wins", lambda: winner(long_blockade, UNLIMITED), "≤ 1500"),
        ("Knight's Duel 7×8, who wins", lambda: winner(duel, UNLIMITED), "≤ 100"),
        ("Knight's Duel 7×8, with distance", lambda: value(duel, UNLIMITED), "≤ 4000"),
        ("Blockade 8×8, Grundy value", lambda: grundy(8, 8), "≤ 1000"),
        ("Blockade 8×9, Grundy value", lambda: grundy(8, 9), "≤ 10000"),
        ("Block Capture 101×101, every opening", lambda: rate(capture), "≤ 2000"),
    ]
    for title, question, aim in questions:
        rows.append(Row(title, "cornered", milliseconds(question, perf_counter, 3), "ms", aim))
    return rows


def by_search(start: KnightsPosition) -> object:
    """Who wins, with the theorems switched off everywhere."""
    return KnightsSolver(start.game, theorems=False).winner(start, UNLIMITED, never_stop)


def grundy(rows: int, cols: int) -> int | None:
    """Blockade's Sprague-Grundy value on an empty board."""
    game = new_game("blockade", Board(rows, cols))
    return game.solver().nimber(game.start(), UNLIMITED, never_stop)


def run() -> list[Row]:
    """First the comparisons, then the waiting times."""
    beside = beside_fairy_stockfish() if IS_HERE else []
    return against_peers() + beside + waiting_times() + longest()
