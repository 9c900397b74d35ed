"""A game's facts are read from the file beside its rules, and what is wrong with them is said."""

from pathlib import Path

import pytest

from cornered import BadSetup
from cornered.facts import Headline, Level, Section, read_facts, read_headline
from cornered.games.blockade import Blockade

LEAST = """
goal = "Win."
line = "Play."
rules = [{ heading = "Turns", text = "Yours, then mine." }]
"""


def facts_in(folder: Path, text: str):
    file = folder / "game.toml"
    file.write_text(text)
    read_headline(str(file))
    return read_facts(str(file))


def test_a_goal_a_line_and_rules_are_enough(tmp_path):
    facts = facts_in(tmp_path, LEAST)
    assert facts.rules == (Section("Turns", "Yours, then mine."),)
    assert facts.look.signs == ("1", "2")
    assert facts.levels.keys() == {"easy", "medium", "hard"}
    assert facts.dialogue.ending("no-moves", by_program=False) == "{loser} cannot move. {winner} wins!"
    assert facts.refusal("a-reason-of-its-own") == "{square} cannot be played now."


def test_what_is_told_replaces_what_is_usual(tmp_path):
    facts = facts_in(tmp_path, LEAST + 'look.signs = ["V", "H"]\nlevels.hard.depth = 7\n')
    assert facts.look.signs == ("V", "H")
    assert facts.levels["hard"] == Level(7)
    assert facts.levels["easy"].depth == 1


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "it has no goal."),
        ('goal = "Win."', "it has no line."),
        ('goal = "Win."\nline = "Play."', "it has no rules."),
        (LEAST + 'look.layout = "circle"', "there is no layout 'circle': choose one of grid, box"),
        (LEAST + 'look.piece = "queen"', "there is no piece 'queen'"),
        (LEAST + 'look.signs = ["X"]', "the signs are two, one for each player."),
        (LEAST + 'levels.hard = { depth = 3, looks_at = "stars" }', "there is no way to look ahead 'stars'"),
        (LEAST + 'gaol = "Win."', "gaol"),
        (LEAST + "look = 3", "game.toml is not what a game's facts must be"),
        (LEAST + "goal = ", "game.toml is not what a game's facts must be"),
    ],
)
def test_what_is_wrong_with_them_is_said_in_a_sentence(tmp_path, text, problem):
    with pytest.raises(BadSetup) as refused:
        facts_in(tmp_path, text)
    assert problem in str(refused.value)
    assert str(refused.value).endswith(".")


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(BadSetup, match=r"gone\.toml cannot be read"):
        read_facts(str(tmp_path / "gone.toml"))


def test_a_variant_without_facts_of_its_own_has_those_of_what_it_varies():
    class Variant(Blockade):
        pass

    assert Variant.facts() == Blockade.facts()
    assert Variant.headline() == Blockade.headline()


def test_the_headline_is_what_stands_above_the_first_table(tmp_path):
    file = tmp_path / "game.toml"
    file.write_text('goal = "Win."\nline = "Play."\nknown = ["Much."]\ncoin_toss = true\n[look]\nno toml')
    assert read_headline(str(file)) == Headline("Win.", "Play.", known=("Much.",))
