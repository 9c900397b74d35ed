"""What `import cornered` offers: names, the version, games set up as at the command line, boards in print."""

import pydoc
import subprocess
import sys
from importlib.metadata import version

import pytest

import cornered
from cornered import BadSetup, Board, new_game, opening, read_position


def test_the_public_names_are_listed_and_explained() -> None:
    assert {*cornered.__all__, "__version__"} <= set(dir(cornered))
    assert not [name for name in dir(cornered) if not name.startswith("__") and name not in cornered.__all__]
    told = pydoc.render_doc(cornered, renderer=pydoc.plaintext)
    assert [name for name in cornered.__all__ if name not in told] == []


def test_the_version_is_the_packages_and_imports_nothing_before_it_is_asked_for() -> None:
    assert cornered.__version__ == version("cornered")
    lazy = "import sys, cornered; print('importlib.metadata' in sys.modules, 'cornered.game' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", lazy], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]


def test_a_game_is_set_up_as_at_the_command_line() -> None:
    game = new_game("duel", size="5x6", start="A2; E4")
    assert game.start() == opening("knights-duel", Board(5, 6), {"start": "A2; E4"})
    assert game.start().code == "knights-duel.5x6.1.6-a5-6-4b1-6"
    assert new_game("blockade", size="6").board == Board(6, 6)
    assert (
        new_game("trap", repetitions=2, start="B1; C3").start().code == "trap-the-knight.4x4.1.1a2-4-2b1-4.r2"
    )


def test_where_a_game_began_is_not_among_its_rules() -> None:
    start = new_game("duel", start="A2; E4").start()
    assert start == read_position(start.code)
    assert start != start.game.start() == new_game("duel").start()


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"size": "five"}, "'five' is not a board size"),
        ({"start": "A2; A2"}, "Both knights cannot start on A2."),
        ({"start": "A2"}, "The start is two squares"),
        ({"handicap": "1"}, "Knight's Duel has no option 'handicap'."),
    ],
)
def test_what_makes_no_game_is_refused(options: dict[str, str], told: str) -> None:
    with pytest.raises(BadSetup, match=told):
        new_game("duel", **options)


def test_a_position_in_print_is_the_board_as_its_book_draws_it() -> None:
    position = new_game("block-capture").start().play(2)
    assert str(position).splitlines()[:3] == [
        "    1   2   3   4   5",
        "  +---+---+---+---+---+",
        "1 |   |   | X |   |   |",
    ]
    assert "last=2" in repr(position)
