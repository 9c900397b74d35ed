"""Proof files: what they prove by the rules alone, and that tampering is found."""

from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cornered import Board, Position, new_game, read_position
from cornered.proof import Flaw, check_proof, walk, write_proof


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
    lines[3] = lines[3][:10] + "0" + lines[3][11:]
    with pytest.raises(Flaw, match="Line 4, column 11: A1 is blocked"):
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
