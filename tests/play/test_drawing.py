"""Boards drawn: what the site's pages and the pictures of Python share, and what a picture shows."""

import re
from pathlib import Path

import pytest

import cornered.web
from cornered import new_game, read_position
from cornered.play.drawing.board import board_style, colour, drawn_board, palette, shapes
from cornered.play.drawing.picture import picture
from cornered.solve import rate

ICON = Path(cornered.web.__file__).parent / "static" / "icon.svg"


def test_every_colour_that_boards_are_drawn_with_has_a_light_and_a_dark_one() -> None:
    light, dark = palette().split("@media")
    named = re.compile(r"--([\w-]+): #")
    assert named.findall(light) == named.findall(dark)
    assert set(re.findall(r"var\(--([\w-]+)\)", board_style())) <= {*named.findall(light), "mono"}


def test_a_colour_that_is_not_there_is_an_error() -> None:
    with pytest.raises(KeyError):
        colour("pink")


def test_the_site_s_icon_is_the_knight_in_the_colours_of_the_palette() -> None:
    icon = ICON.read_text("utf-8")
    body, *_ = shapes()["pieces"]["knight"]
    assert f'fill="{colour("p1")}" d="{body["d"]}"' in icon
    assert f'fill="{colour("paper")}"' in icon


def test_a_drawn_board_has_the_book_s_names_and_signs() -> None:
    board = drawn_board(new_game("block-capture").start().play(0))
    assert board.column_names == ("1", "2", "3", "4", "5")
    assert not board.knights
    taken = [square for square in board.squares if square.player]
    assert [(square.row, square.col, square.sign, square.player) for square in taken] == [(0, 0, "X", 1)]
    assert [square for square in board.squares if square.goal] == [board.squares[12]]


def test_a_line_is_drawn_from_where_each_knight_stands_by_then() -> None:
    position = new_game("knights-duel").start()
    line = [position.game.square(text) for text in ("C2", "D3", "E1")]
    moves = drawn_board(position, line=line).line
    assert [move.player for move in moves] == [1, 2, 1]
    assert [move.source for move in moves] == [(0, 0), (4, 4), (1, 2)]


@pytest.mark.parametrize("code", ["knights-duel.5x5.1.a4-5-5-5-4b", "block-capture.5x5.1.5-5-5-5-5"])
def test_a_picture_looks_as_the_board_s_style_sheet_says(code: str) -> None:
    position = read_position(code)
    values = {rating.square: rating.value for rating in rate(position)}
    played = position.play(position.moves()[0])
    first = played.moves()[0]
    drawn = picture(played, "A board", values, [first, played.play(first).moves()[0]])
    styled = set(re.findall(r"\.([a-z][\w-]*)", board_style()))
    used = {name for names in re.findall(r'class="([^"]+)"', drawn) for name in names.split()}
    assert used - styled == {"picture", "cell"}
    assert "line-number" in used
