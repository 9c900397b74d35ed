"""Agents in Python, over text and as commands, and what becomes of those that fail."""

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from cornered import GAMES, BadSetup, Position, new_game
from cornered.arena.agents import seated
from cornered.play.opponents import Forfeit
from cornered.play.players import LEVELS

START = new_game("knights-duel").start()
TALKER = f"{sys.executable} {Path(__file__).with_name('talker.py')}"


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], str]:
    """Writes a module into the folder that we run in, and gives its name."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path])

    def write(text: str) -> str:
        name = f"agent_{abs(hash(text))}"
        (tmp_path / f"{name}.py").write_text(text)
        return name

    return write


def test_a_function_is_found_by_its_name_in_the_folder_we_run_in(module: Callable[[str], str]) -> None:
    name = module("def last(position):\n    return position.moves()[-1]\n")
    assert seated(f"{name}:last", Random())(START) == START.moves()[-1]


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_is_an_agent(level: str) -> None:
    assert seated(level, Random(1))(START) in START.moves()


def fails(position: Position) -> int:
    raise RuntimeError("I have\nno idea")


def leaves(position: Position) -> int:
    sys.exit(3)


@pytest.mark.parametrize(
    ("agent", "sentence"),
    [
        (fails, "fails failed: RuntimeError: I have no idea."),
        (leaves, "leaves failed: SystemExit: 3."),
        (lambda position: 0, "<lambda> made an illegal move: A1 is not a knight's move away from A1."),
        (lambda position: -1, "<lambda> answered with a number that is no square's."),
        (lambda position: 10**5000, "<lambda> answered with a number that is no square's."),
        (lambda position: "C2", "<lambda> answered with str, not with a square's number."),
        (lambda position: None, "<lambda> answered with NoneType, not with a square's number."),
    ],
)
def test_an_agent_that_makes_no_legal_move_forfeits(agent: Callable[[Position], int], sentence: str) -> None:
    with pytest.raises(Forfeit) as caught:
        seated(agent, Random())(START)
    assert str(caught.value).startswith(sentence.partition(": A1 ")[0])


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("grandmaster", "There is no level 'grandmaster': choose one of random, easy"),
        ("no_such_module:choose", "There is no agent 'no_such_module:choose': ModuleNotFoundError"),
        ("json:no_such_name", "There is no agent 'json:no_such_name': AttributeError"),
        ("sys:path", "'sys:path' is no agent: it cannot be called."),
        ("json:dumps;legal=no", "'json:dumps' is a function: its only setting is seconds=60."),
        ("text:json:dumps;legal=perhaps", "An agent that reads text has the settings legal=yes or no"),
        (":", "':' is no agent"),
    ],
)
def test_who_does_not_exist_is_refused(address: str, sentence: str) -> None:
    with pytest.raises(BadSetup) as caught:
        seated(address, Random())
    assert str(caught.value).startswith(sentence)


def test_a_module_that_fails_when_it_is_imported_is_refused(module: Callable[[str], str]) -> None:
    name = module("raise OSError('no model here')")
    with pytest.raises(BadSetup, match="OSError: no model here"):
        seated(f"{name}:choose", Random())


@pytest.mark.parametrize("game", GAMES)
def test_a_text_agent_plays_a_whole_game(game: str, module: Callable[[str], str]) -> None:
    name = module(
        "import json\n"
        "def answer(question):\n"
        "    moves = question.rpartition('Legal moves: ')[2].split('; ')\n"
        "    return 'Well. ' + json.dumps({'move': moves[-1]})\n"
    )
    agent, position = seated(f"text:{name}:answer", Random()), new_game(game).start()
    while position.moves():
        position = position.play(agent(position))


def test_a_text_agent_may_have_to_find_the_legal_moves_itself(module: Callable[[str], str]) -> None:
    name = module(
        "def answer(question):\n"
        "    open('asked', 'w').write(question)\n"
        """    return '{"move": "C2"}'\n"""
    )
    assert seated(f"text:{name}:answer;legal=no", Random())(START) == 7
    question = Path("asked").read_text()
    assert "Legal moves" not in question
    assert "You are Player 1." in question


def test_a_text_agent_is_told_once_why_its_answer_was_refused(module: Callable[[str], str]) -> None:
    name = module(
        "def answer(question):\n"
        "    refused = 'Your last answer was refused. A1' in question\n"
        """    return '{"move": "C2"}' if refused else '{"move": "A1"}'\n"""
    )
    assert seated(f"text:{name}:answer", Random())(START) == 7


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("'C2'", "answered twice without a legal move. The answer has no move in it"),
        ("''", "answered twice without a legal move. The answer has no move in it"),
        ("""'{"move": "C2"}' + 'x' * 10_000_000""", "sent more than 4,000,000 bytes at once."),
        ("None", "answered with NoneType, not with text."),
    ],
)
def test_a_text_agent_without_a_move_in_its_answer_forfeits(
    said: str, sentence: str, module: Callable[[str], str]
) -> None:
    name = module(f"def answer(question):\n    return {said}\n")
    with pytest.raises(Forfeit) as caught:
        seated(f"text:{name}:answer", Random())(START)
    assert str(caught.value).startswith(f"{name}:answer {sentence}")


@pytest.mark.parametrize("manner", ["answers", "learns", "answers at length"])
def test_a_command_answers_in_text(manner: str) -> None:
    assert seated(f"cmd:{TALKER} '{manner}'", Random())(START) in START.moves()


@pytest.mark.parametrize(
    ("manner", "sentence"),
    [
        ("sleeps", "did not answer in time."),
        ("fails", "ended with exit code 1: no network."),
        ("talks for ever", "sent more than 4 MB."),
        ("is vague", "answered twice without a legal move."),
    ],
)
def test_a_command_at_fault_forfeits(manner: str, sentence: str) -> None:
    with pytest.raises(Forfeit) as caught:
        seated(f"cmd:{TALKER} '{manner}';seconds=2", Random())(START)
    assert str(caught.value).startswith(f"{Path(sys.executable).name} {sentence}")
