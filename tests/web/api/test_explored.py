"""What the explore pages show is what the rules and the solver say."""

import json
from pathlib import Path

import pytest

from cornered import Board, new_game, read_position
from cornered.solve import Verdict, rate, value

ROOT = Path(__file__).parents[3]
EXPLORED = json.loads((ROOT / "src" / "cornered" / "web" / "api" / "explored.json").read_text("utf-8"))
BOARDS = [(game, size) for game, boards in EXPLORED.items() for size in boards]


def figures(game: str, size: str):
    return EXPLORED[game][size]["figures"]


@pytest.mark.parametrize("game", EXPLORED)
def test_extremes_are_worth_what_is_said_of_them(game):
    for size in EXPLORED[game]:
        found = figures(game, size)
        deepest = [row["example"] for row in found["rows"][-3:]] if found else []
        shown = [found["longest"], found["rarest"], *deepest] if found else []
        for told in filter(None, shown):
            position = read_position(told["code"])
            ratings = rate(position)
            won = [one for one in ratings if one.value.verdict is Verdict.WIN and one.value.plies]
            near = [one for one in won if found["depth"] == "from-start" or (one.value.plies or 9) <= 5]
            assert (len(ratings), len(near)) == (told["moves"], told["keep"]), told
            assert value(position).plies == told["plies"]


def test_as_many_positions_choices_and_decisions_are_counted_as_in_the_atlas():
    atlas = json.loads((ROOT / "docs" / "atlas.json").read_text("utf-8"))
    for entry in atlas.values():
        _, kind, game, *_ = entry["command"].split()
        if kind == "atlas" and entry["positions"]:
            found = figures(game, f"{entry['rows']}x{entry['cols']}")
            counted = "positions", "choices", "decisive"
            assert [found[name] for name in counted] == [entry[name] for name in counted], entry["command"]


def test_who_wins_is_what_was_found_at_the_start():
    for game, size in BOARDS:
        board, found = EXPLORED[game][size], figures(game, size)
        if found and found["depth"] == "from-start":
            assert board["winner"] == 2 - found["rows"][0]["won"], (game, size)


@pytest.mark.parametrize(("game", "board"), [("blockade", Board(3, 4)), ("knights-duel", Board(3, 4))])
def test_the_moves_that_keep_a_win_are_counted_by_the_rules_alone(game, board):
    def wins(position):
        return any(not wins(position.play(square)) for square in position.moves())

    level = {new_game(game, board).start()}
    for row in figures(game, f"{board.rows}x{board.cols}")["rows"]:
        won = [position for position in level if wins(position)]
        keep = sum(not wins(position.play(square)) for position in won for square in position.moves())
        moves = sum(len(position.moves()) for position in won)
        assert [row[name] for name in ("positions", "won", "moves", "keep")] == [
            len(level),
            len(won),
            moves,
            keep,
        ]
        level = {position.play(square) for position in level for square in position.moves()}
    assert not level
