"""Position codes: one line for each position, and nothing else is read as one."""

import re

import pytest

from cornered import GAMES, BadSetup, Board, Outcome, Reason, new_game, read_position

CODES = {
    "knights-blockade.5x5.2.x4-5-1a3-5-4b": ("knights-blockade", None, "2 1"),
    "knights-duel.4x7.2.x6-2a4-7-6b": ("knights-duel", Board(4, 7), "C2"),
    "blockade.4x4.2.xxx1-xax1-xxx1-4": ("blockade", None, "2 2"),
    "block-capture.5x5.2.2A2-5-5-5-5": ("block-capture", None, "1 3"),
    "trap-the-knight.4x4.2.4-4-1a2-3b.h1A1D4": ("trap-the-knight", None, "B3"),
}


@pytest.mark.parametrize("code", CODES)
def test_a_code_is_written_as_it_always_was_and_read_back(code):
    name, board, typed = CODES[code]
    game = new_game(name, board)
    now = game.start().play(game.square(typed))
    assert now.code == code
    assert read_position(code) == now


@pytest.mark.parametrize("name", GAMES)
def test_a_code_is_safe_in_an_address(name):
    now = new_game(name).start()
    while now.moves():
        assert re.fullmatch(r"[A-Za-z0-9.-]+", now.code)
        now = now.play(now.moves()[0])


def test_the_history_decides_what_may_still_be_played_so_it_is_part_of_the_code():
    game = new_game("trap-the-knight", Board(5, 5))
    now = game.start()
    for typed in ("C2", "D3", "A1", "E5", "C2", "D3", "A1"):
        now = now.play(game.square(typed))
    assert read_position(now.code).moves() == now.moves()
    assert game.square("E5") not in now.moves()


@pytest.mark.parametrize("repetitions", [0, 2, 3, 4, 5])
def test_the_count_of_repetitions_is_part_of_the_code(repetitions):
    game = new_game("trap-the-knight", repetitions=repetitions)
    now = game.start().play(game.square("B3"))
    assert read_position(now.code) == now
    assert read_position(now.code).game == game


@pytest.mark.parametrize(
    ("code", "outcome"),
    [
        ("knights-duel.5x5.1.x4-5-1b3-5-5", Outcome(2, Reason.CAPTURE)),
        ("block-capture.3x3.1.1a1-1B1-3", Outcome(2, Reason.CENTRE)),
        ("blockade.1x1.2.a", Outcome(1, Reason.NO_MOVES)),
        ("knights-blockade.2x3.1.a2-1bx", Outcome(2, Reason.NO_MOVES)),
    ],
)
def test_a_finished_game_keeps_its_outcome(code, outcome):
    assert read_position(code).outcome == outcome


@pytest.mark.parametrize(
    "code",
    [
        "",
        "knights-blockade",
        "knights-blockade.5x5",
        "knights-blockade.5x5.1.",
        "knights-blockade.5x5.3.a4-5-5-5-4b",
        "knights-blockade.5x5.0.a4-5-5-5-4b",
        "knights-blockade.5x5.1.a4-5-5-4b",
        "knights-blockade.5x5.1.a4-5-5-5-4b-5",
        "knights-blockade.5x5.1.a5-5-5-5-4b",
        "knights-blockade.5x5.1.a3-5-5-5-4b",
        "knights-blockade.5x5.1.a13-5-5-5-4b",
        "knights-blockade.5x5.1.5-5-5-5-4b",
        "knights-blockade.5x5.1.a4-5-5-5-4a",
        "knights-blockade.5x5.1.a3b-5-5-5-4b",
        "knights-blockade.5x5.1.5-5-5-5-5",
        "knights-blockade.5x5.1.A4-5-5-5-4b",
        "knights-blockade.5x5.1.a3z-5-5-5-4b",
        "knights-blockade.5x5.1.a4-5-5-5-4b.r2",
        "knights-blockade.5x5.1.a4-5-5-5-4b ",
        "knights-blockade.05x5.1.a4-5-5-5-4b",
        "knights-blockade.1x5.1.a3b",
        "knights-duel.27x27.1.a26",
        "knights-duel.5x5.1.a4-5-5-5-5",
        "knights-game.5x5.1.a4-5-5-5-4b",
        "Blockade.4x4.1.4-4-4-4",
        "blockade.4x4.1.a3-4-4-4",
        "blockade.4x4.2.4-4-4-4",
        "blockade.4x4.2.axx1-xxx1-4-4",
        "blockade.4x4.2.a3-4-4-4",
        "blockade.4x4.1.abxx-xxxx-4-4",
        "block-capture.5x5.2.2a2-5-5-5-5",
        "block-capture.5x5.2.2B2-5-5-5-5",
        "block-capture.5x5.1.2A2-2B2-5-5-5",
        "block-capture.5x5.2.2a2-2b2-2a2-2B2-2A2",
        "block-capture.4x5.1.5-5-5-5",
        "trap-the-knight.4x4.1.a3-4-4-3b.r3",
        "trap-the-knight.4x4.1.a3-4-4-3b.r1",
        "trap-the-knight.4x4.1.a3-4-4-3b.r0.h1A1D4",
        "trap-the-knight.4x4.1.a3-4-4-3b.h",
        "trap-the-knight.4x4.1.a3-4-4-3b.h1A1E5",
        "trap-the-knight.4x4.1.a3-4-4-3b.h3A1D4",
        "trap-the-knight.4x4.1.a3-4-4-3b.h1A1D4-1A1D4",
        "trap-the-knight.4x4.1.a3-4-4-3b.h2C2D4-1B3D4",
        "trap-the-knight.4x4.1.a3-4-4-3b.h1B3B3",
        "trap-the-knight.4x4.1.x3-1a2-4-3b",
    ],
)
def test_a_tampered_code_is_refused_in_one_sentence(code):
    with pytest.raises(BadSetup) as error:
        read_position(code)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 160


def test_a_misspelt_game_in_a_code_gets_a_suggestion():
    with pytest.raises(BadSetup, match="did you mean 'knights-duel'"):
        read_position("knight-duel.5x5.1.a4-5-5-5-4b")
