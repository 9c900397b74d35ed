"""Cornered as an engine, as programs see it that drive engines: lines in, lines out, of a real process."""

import subprocess
import sys
from collections.abc import Iterator

import pytest

from cornered import GAMES, Board, new_game
from cornered.arena.agents.uci_notation import read_move, variant


class Driven:
    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "cornered", "engine"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )

    def send(self, *lines: str) -> None:
        assert self.process.stdin
        self.process.stdin.writelines(f"{line}\n" for line in lines)
        self.process.stdin.flush()

    def until(self, word: str) -> list[str]:
        """The lines up to the first that begins with this word."""
        assert self.process.stdout
        lines = []
        for line in self.process.stdout:
            lines.append(line.rstrip("\n"))
            if line.split()[:1] == [word]:
                return lines
        raise AssertionError(f"no {word} in {lines}")

    def ask(self, *lines: str, until: str) -> str:
        self.send(*lines)
        return self.until(until)[-1]


@pytest.fixture
def engine() -> Iterator[Driven]:
    driven = Driven()
    with driven.process:
        yield driven
        driven.send("quit")
        assert driven.process.wait(10) == 0


def test_uci_lists_every_game_on_its_books_board(engine: Driven) -> None:
    engine.send("uci")
    lines = engine.until("uciok")
    [variants] = [line.split(" var ")[1:] for line in lines if "UCI_Variant" in line]
    assert {variant(new_game(name)) for name in GAMES} <= set(variants)
    assert {"knights-duel-7x8", "blockade-6x6"} <= set(variants)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("board", [None, Board(7, 9)])
def test_a_move_is_found_in_every_game_on_any_board(engine: Driven, name: str, board: Board | None) -> None:
    start = new_game(name, board).start()
    engine.send(f"setoption name UCI_Variant value {variant(start.game)}")
    answer = engine.ask("position startpos", "go movetime 50", until="bestmove")
    assert read_move(start, answer.split()[1]) in start.moves()


def test_an_exact_value_comes_with_its_distance_and_line(engine: Driven) -> None:
    engine.send(
        "setoption name UCI_Variant value knights-blockade-5x5", "position startpos", "go movetime 5000"
    )
    *_, info, best = engine.until("bestmove")
    words = info.split()
    assert words[:6] == ["info", "depth", "19", "score", "mate", "10"]
    assert len(words[words.index("pv") + 1 :]) == 19
    assert best == f"bestmove {words[words.index('pv') + 1]}"


def test_a_lost_position_has_a_negative_distance(engine: Driven) -> None:
    engine.send("setoption name UCI_Variant value knights-duel", "position startpos", "go movetime 5000")
    assert " score mate -7 " in engine.until("bestmove")[-2]


def test_an_unlimited_search_answers_while_it_thinks_and_waits_for_stop(engine: Driven) -> None:
    engine.send("position fen knights-blockade.7x7.1.a6-7-7-7-7-7-6b", "go infinite")
    assert engine.ask("isready", until="readyok") == "readyok"
    lines = []
    engine.send("isready", "stop")
    lines = engine.until("bestmove")
    assert "readyok" in lines
    assert lines[-1].split()[1] in ("a7b5", "a7c6")


def test_an_unlimited_search_of_a_solved_position_still_waits_for_stop(engine: Driven) -> None:
    engine.send("setoption name UCI_Variant value blockade", "position startpos", "go infinite")
    engine.until("info")
    engine.send("isready")
    assert engine.until("readyok") == ["readyok"]
    assert engine.ask("stop", until="bestmove").startswith("bestmove P@")


def test_a_search_can_be_held_to_a_depth_or_a_number_of_positions(engine: Driven) -> None:
    engine.send("position fen blockade.8x8.1.8-8-8-8-8-8-8-8", "go depth 2")
    assert [line.split()[2] for line in engine.until("bestmove")[:-1]] == ["1", "2"]
    engine.send("go nodes 500")
    assert engine.until("bestmove")[-1].startswith("bestmove P@")


def test_a_search_chooses_among_the_moves_that_it_is_given(engine: Driven) -> None:
    for move in ("a5b3", "a5c4"):
        answer = engine.ask("position startpos", f"go movetime 50 searchmoves {move}", until="bestmove")
        assert answer == f"bestmove {move}"


@pytest.mark.parametrize("clock", ["wtime 400 btime 100", "p1time 400 p2time 100 p1inc 10"])
def test_a_clock_leaves_time_for_the_moves_to_come(engine: Driven, clock: str) -> None:
    assert engine.ask("position startpos", f"go {clock}", until="bestmove").startswith("bestmove a5")


def test_ugi_answers_whose_turn_it_is_and_who_has_won(engine: Driven) -> None:
    assert engine.ask("ugi", until="ugiok") == "ugiok"
    engine.send(
        "setoption name UCI_Variant value trap-the-knight", "uginewgame", "position startpos moves a4b2"
    )

    def answers() -> list[str]:
        questions = ("p1turn", "p2turn", "gameover", "result")
        return [engine.ask(f"query {question}", until="response").split()[1] for question in questions]

    assert answers() == ["false", "true", "false", "none"]
    engine.send("position startpos moves a4b2 d1b2")
    assert answers() == ["true", "false", "true", "p2win"]
    assert engine.ask("go movetime 10", until="bestmove") == "bestmove (none)"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("position fen nonsense", "is not a position code"),
        ("position startpos moves a5a5", "'a5a5' is no legal move there."),
        ("setoption name UCI_Variant value chess", "There is no game 'chess'"),
        ("setoption name Board value 99x99x99", "is not a board"),
    ],
)
def test_what_cannot_be_done_is_told(engine: Driven, line: str, sentence: str) -> None:
    assert sentence in engine.ask(line, until="info")


def test_after_a_position_that_was_refused_there_is_no_move(engine: Driven) -> None:
    engine.send("position fen nonsense", "go movetime 10")
    assert engine.until("bestmove")[-1] == "bestmove (none)"


def test_what_is_not_understood_is_passed_over(engine: Driven) -> None:
    engine.send("", "hello", "debug on", "ponderhit", "register later", "setoption name Clear Hash")
    engine.send("isready")
    assert engine.until("readyok") == ["readyok"]


def test_the_end_of_the_input_lets_a_search_come_to_its_end() -> None:
    told = subprocess.run(
        [sys.executable, "-m", "cornered", "engine"],
        input="position startpos\ngo movetime 100\n",
        capture_output=True,
        text=True,
        timeout=30,
        check=True,
    )
    assert told.stdout.splitlines()[-1].startswith("bestmove a5")
    assert told.stderr == ""


def test_nobody_listening_any_more_is_no_error() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "cornered", "engine"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    process.stdout.close()
    _, errors = process.communicate("position startpos\ngo movetime 10\n", timeout=30)
    assert "Traceback" not in errors
