"""Paragraphs in windows of any width: no line breaks inside a square or a word."""

import pytest

from cornered.terminal.console import wrapped

REVIEW = (
    "After (3, 4), Player 2 plays (0, 3) and wins: (2, 1), (12, 10) would have won; 'cornered resume 12'."
)


@pytest.mark.parametrize("width", [20, 40, 41, 42, 43, 80, 200])
def test_lines_fit_and_nothing_is_torn_apart(width: int) -> None:
    lines = wrapped(REVIEW, width, others="  ").split("\n")
    assert all(len(line) <= width for line in lines)
    for line in lines:
        assert line.count("(") == line.count(")")
    assert " ".join(" ".join(lines).split()) == REVIEW


def test_a_word_longer_than_the_window_stays_whole() -> None:
    assert wrapped("knights-blockade-on-a-very-large-board", 12) == "knights-blockade-on-a-very-large-board"
    assert "knights-duel" in wrapped("There is knights-blockade, and knights-duel.", 24).split()[-1]


def test_where_nobody_reads_along_lines_stay_whole() -> None:
    assert wrapped(REVIEW, None) == REVIEW
