"""Proof files: what they prove by the rules alone, and that tampering is found."""

import json
import os
import re
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cornered import Board, Position, new_game, read_position
from cornered.proof import Flaw, Proved, check_proof, walk, write_pairing, write_proof


def strategy() -> Callable[[Position], int]:
    """The fastest win, found by trying everything."""

    @cache
    def plies(position: Position) -> int:
        after = [plies(position.play(square)) for square in position.moves()]
        lost = [length for length in after if length % 2 == 0]
        return 1 + (min(lost) if lost else max(after, default=-1))

    def choose(position: Position) -> int:
        def worst_first(square: int) -> tuple[int, int]:
            length = plies(position.play(square))
            return length % 2, length

        return min(position.moves(), key=worst_first)

    return choose


CASES = [
    ("knights-blockade", Board(5, 5), 1, 19),
    ("knights-blockade", Board(4, 5), 2, 14),
    ("knights-duel", Board(5, 5), 2, 14),
    ("blockade", Board(4, 4), 2, 4),
    ("block-capture", Board(5, 5), 1, 5),
    ("trap-the-knight", Board(4, 4), 2, 2),
]


@pytest.mark.parametrize(("name", "board", "winner", "plies"), CASES)
def test_a_proof_shows_the_winner_and_the_longest_line(
    name: str, board: Board, winner: int, plies: int
) -> None:
    start = new_game(name, board).start()
    choose = strategy() if name != "trap-the-knight" else capture
    text, proved = write_proof(start, winner, choose)
    assert check_proof(text) == proved
    assert (proved.start, proved.winner, proved.plies) == (start, winner, plies)


def capture(position: Position) -> int:
    return next(square for square in position.moves() if position.play(square).outcome)


SMALL_PROOF, _ = write_proof(new_game("knights-duel").start(), 2, strategy())


@settings(max_examples=200)
@given(st.integers(0, len(SMALL_PROOF) - 2), st.characters(codec="utf-8"))
def test_no_tampered_proof_passes_for_another_claim(at: int, letter: str) -> None:
    tampered = SMALL_PROOF[:at] + letter + SMALL_PROOF[at + 1 :]
    claim = (new_game("knights-duel").start(), 2)
    assert refusal_or_claim(tampered) in ("Line", claim)


def refusal_or_claim(text: str) -> str | tuple[Position, int]:
    """What is proved, for another move may win as well; else how the refusal begins."""
    try:
        proved = check_proof(text)
    except Flaw as flaw:
        return str(flaw).partition(" ")[0]
    return proved.start, proved.winner


def test_a_flaw_names_its_place() -> None:
    lines = SMALL_PROOF.split("\n")
    lines[4] = lines[4][:10] + "0" + lines[4][11:]
    with pytest.raises(Flaw, match="Line 5, column 11: A1 is blocked"):
        check_proof("\n".join(lines))


def test_a_proof_that_stops_early_or_goes_on_is_refused() -> None:
    with pytest.raises(Flaw, match="ends too soon"):
        check_proof(SMALL_PROOF[:-20])
    with pytest.raises(Flaw, match="complete before"):
        check_proof(SMALL_PROOF + "00")


def test_the_wrong_winner_is_refused() -> None:
    with pytest.raises(Flaw):
        check_proof(SMALL_PROOF.replace("\n2\n", "\n1\n"))


def test_a_strategy_that_never_ends_the_game_is_refused() -> None:
    """With repetitions off two knights may dance for ever, and dancing is not winning."""
    start = read_position("trap-the-knight.4x4.1.a3-4-4-2b1.r0")
    with pytest.raises(Flaw, match="circles"):
        walk(start, 1, lambda position: position.moves()[0])


def test_a_proof_says_whether_it_begins_with_the_opening() -> None:
    start = new_game("blockade", Board(4, 4)).start()
    after = start.play(start.moves()[0])
    _, opening = write_proof(start, 2, strategy())
    _, later = write_proof(after, 2, strategy())
    assert opening.from_the_opening
    assert not later.from_the_opening


def corridor() -> Position:
    """A trail of Block Capture in a corridor that winds over a large board: nobody ever has a choice."""
    side = 61
    open_ = [row * side + col for row in range(0, 30, 2) for col in range(side)]
    open_ += [row * side + (side - 1 if row % 4 == 1 else 0) for row in range(1, 29, 2)]
    centre = side * side // 2
    cells = ["." if cell in set(open_) or cell == centre else "?" for cell in range(side * side)]
    claimed = [cell for cell, letter in enumerate(cells) if letter == "?"]
    for number, cell in enumerate(claimed):
        cells[cell] = "ab"[number % 2]
    cells[0] = "B" if len(claimed) % 2 else "A"
    to_move = 1 if len(claimed) % 2 else 2
    rows = ["".join(cells[at : at + side]) for at in range(0, side * side, side)]
    packed = "-".join(packed_row(row) for row in rows)
    return read_position(f"block-capture.{side}x{side}.{to_move}.{packed}")


def packed_row(row: str) -> str:
    return "".join(str(len(run)) if run[0] == "." else run for run in re.findall(r"\.+|[^.]", row))


def test_a_proof_of_nine_hundred_plies_is_written_and_checked() -> None:
    start = corridor()
    winner = start.to_move if length_of_the_only_line(start) % 2 else 3 - start.to_move
    text, proved = write_proof(start, winner, lambda position: position.moves()[0])
    assert proved.plies >= 900
    assert check_proof(text) == proved


def length_of_the_only_line(position: Position) -> int:
    plies = 0
    while moves := position.moves():
        position, plies = position.play(moves[0]), plies + 1
    return plies


KEPT = sorted((Path(__file__).parents[1] / "proofs").glob("*.proof"))
SMALL = [file for file in KEPT if file.stat().st_size < 3000]


@pytest.mark.parametrize("file", SMALL, ids=lambda file: file.stem)
def test_every_small_proof_that_is_kept_holds_from_the_opening(file: Path) -> None:
    assert check_proof(file.read_text()).from_the_opening


def test_a_defence_that_claims_too_much_is_refused() -> None:
    text = (KEPT[0].parent / "knights-duel-5x5.proof").read_text()
    assert check_proof(text).at_least == 14
    for claim in ("15", "0", "-1", "x", "13"):
        with pytest.raises(Flaw):
            check_proof(text.replace("# defence 14", f"# defence {claim}"))


def test_a_pairing_that_leads_somewhere_too_often_is_refused() -> None:
    start = new_game("trap-the-knight", Board(3, 4)).start()
    with pytest.raises(Flaw, match="more often than it may still stand"):
        write_pairing(start, 1, lambda placement, times: [placement.moves()[0]] * (times + 1))


def test_a_pairing_is_found_where_some_placements_may_not_come_back() -> None:
    """Nothing is answered there, and nothing has to be."""
    random, proofs = Random(3), 0
    while proofs < 20:
        position = new_game("trap-the-knight", Board(4, 4)).start()
        for _ in range(60):
            quiet = [square for square in position.moves() if position.play(square).moves()]
            position = position.play(random.choice(quiet)) if quiet else position
        hunter, answers = position.hunter, position.game.solver().pairing(position)
        if answers and hunter:
            proofs += 1
            text, proved = write_pairing(position, hunter, answers)
            assert check_proof(text) == proved


def test_a_pairing_for_the_prey_is_refused() -> None:
    text = (KEPT[0].parent / "trap-the-knight-8x8.proof").read_text()
    with pytest.raises(Flaw, match="Line 5"):
        check_proof(text.replace("\n2\n", "\n1\n"))


MUTANTS = int(os.environ.get("MUTANTS", "300"))


def test_two_checkers_that_share_no_code_agree_on_kept_proofs_and_on_spoilt_ones(tmp_path: Path) -> None:
    random, texts = Random(5), [file.read_text() for file in KEPT if file.stat().st_size < 200_000]
    small = [file.read_text() for file in SMALL]
    texts += [spoilt(random.choice(small), random) for _ in range(MUTANTS)]
    files = []
    for number, text in enumerate(texts):
        files.append(tmp_path / f"{number}.proof")
        files[-1].write_bytes(text.encode())
    checker = Path(__file__).parents[1] / "tools" / "check_proof.js"
    answered = subprocess.run(["node", checker, *files], capture_output=True, text=True, check=True)
    theirs = [json.loads(line) for line in answered.stdout.splitlines()]
    ours = [answer(text) for text in texts]
    assert [found if "flaw" not in found else None for found in theirs] == ours
    assert None in ours


def spoilt(text: str, random: Random) -> str:
    """The text with a character or two replaced, left out, doubled, or put in."""
    for _ in range(random.choice((1, 1, 2))):
        at, letter = random.randrange(len(text)), random.choice(text + "0aZ+#. \n")
        text = text[:at] + random.choice((letter, "", text[at] * 2, letter + text[at])) + text[at + 1 :]
    return text


def answer(text: str) -> dict[str, int | None] | None:
    try:
        proved: Proved = check_proof(text)
    except Flaw:
        return None
    return {
        "winner": proved.winner,
        "at_least": proved.at_least,
        "plies": proved.plies,
        "positions": proved.positions,
    }
