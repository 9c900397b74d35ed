"""Themes: each is found where the idea is, and not where it only looks like it."""

import pytest

from cornered import Board, read_position
from cornered.play.puzzles.regions import Trail, falls_into_pairs, is_corridor
from cornered.play.puzzles.tasks import ENDLESSLY, Posed, Task, posed, winning_moves
from cornered.play.puzzles.themes import Theme, themes_of
from cornered.solve import rate

# The knight on (1, 1) takes the corner's last exit.
SHUT_IN = "knights-blockade.5x5.1.5-1a3-3x1-5-4b"
# After (3, 1) the board is its own image upside down, and the other knight has one exit.
IMAGE_WITH_ONE_EXIT = "knights-blockade.4x5.2.x1xa1-1xx1x-x1xb1-2x1x"
# After (3, 2) it is its own image too, the other knight has two exits, and whoever moves loses.
IMAGE_THAT_WAITS = "knights-blockade.4x5.2.x1ax1-1bx2-2xx1-1x2x"
# After (2, 3) the knights can never meet again.
APART = "knights-blockade.4x5.2.x1b2-1ax1x-x1x2-2x1x"
# A capture in one, by the only player who can.
CAPTURE = "knights-duel.5x5.1.a4-2b2-5-5-5"
# A win of the knight that can never capture, and one of the knight that can.
BY_BLOCKING = "knights-duel.5x5.1.x4-2x2-1xa1x-1bx1x-2x1x"
BY_HUNTING = "knights-duel.5x5.2.x2a1-2xx1-bxxx1-1x2x-4x"
# After (4,4) two equal strips are left; after (3,3) opposite parts that a shift does not lay onto each other.
TWO_STRIPS = "blockade.5x5.2.xxx2-xax2-xxx2-5-5"
OPPOSITE_PARTS = "blockade.5x5.1.xbx2-xxx2-5-2xxx-2xax"
# The blocks ahead fall into pairs, or one is left over.
PAIRS = "block-capture.5x5.1.1ba2-babaB-a4-bab2-aba2"
NO_PAIRS = "block-capture.5x5.1.5-1abaB-ab3-5-5"
OPENING = "block-capture.5x5.1.5-5-5-5-5"
# Two squares of the prey, one of them attacked.
PREY = "trap-the-knight.5x5.1.a4-3b1-5-5-5"


def themes(code: str) -> tuple[Theme, ...]:
    position = read_position(code)
    ratings = rate(position, ENDLESSLY)
    task = posed(position, ratings) or Posed(Task.WIN, winning_moves(position), ratings)
    return themes_of(position, *task)


@pytest.mark.parametrize(
    ("theme", "shown", "not_shown"),
    [
        (Theme.LAST_EXIT, (SHUT_IN, IMAGE_WITH_ONE_EXIT), (IMAGE_THAT_WAITS, CAPTURE)),
        (Theme.MIRROR, (IMAGE_WITH_ONE_EXIT, IMAGE_THAT_WAITS, OPPOSITE_PARTS), (SHUT_IN, OPENING)),
        (Theme.TEMPO, (IMAGE_THAT_WAITS, BY_HUNTING), (IMAGE_WITH_ONE_EXIT, TWO_STRIPS, SHUT_IN)),
        (Theme.CUT_OFF, (APART, TWO_STRIPS, PAIRS), (IMAGE_THAT_WAITS, SHUT_IN)),
        (Theme.PARITY, (APART, TWO_STRIPS), (IMAGE_THAT_WAITS, OPPOSITE_PARTS)),
        (Theme.PAIRING, (TWO_STRIPS, PAIRS), (OPPOSITE_PARTS, NO_PAIRS, APART)),
        (Theme.WRONG_COLOUR, (BY_BLOCKING, OPENING), (BY_HUNTING, CAPTURE, TWO_STRIPS)),
        (Theme.CAPTURE, (CAPTURE, BY_HUNTING, NO_PAIRS, PREY), (BY_BLOCKING, SHUT_IN)),
    ],
)
def test_a_theme_is_found_where_it_is_and_nowhere_else(
    theme: Theme, shown: tuple[str, ...], not_shown: tuple[str, ...]
) -> None:
    assert [code for code in shown if theme not in themes(code)] == []
    assert [code for code in not_shown if theme in themes(code)] == []


def test_pairs_are_found_even_where_the_first_choice_must_be_undone() -> None:
    path = (0b0010, 0b0101, 0b1010, 0b0100)  # four squares in a row
    assert falls_into_pairs(0b1111, path, Board(1, 4))
    assert not falls_into_pairs(0b0111, path, Board(1, 4))
    star = (0b1110, 0b0001, 0b0001, 0b0001)  # three squares around one
    assert not falls_into_pairs(0b1111, star, Board(2, 2))


def test_a_corridor_has_no_fork() -> None:
    from cornered.tables import Marking

    path = Marking(blocks=(0,) * 4, follows=(0b0010, 0b0101, 0b1010, 0b0100))
    assert is_corridor(Trail(0, 0b1110), path)
    assert not is_corridor(Trail(1, 0b1101), path)
