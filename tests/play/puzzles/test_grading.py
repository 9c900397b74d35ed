"""Grades and ratings: what is harder is rated harder, and a solver's rating follows the published method."""

from datetime import date
from itertools import islice
from random import Random

import pytest

from cornered import Board, new_game
from cornered.errors import BadSetup
from cornered.games import GAMES
from cornered.play.puzzles import Status, begin, boards_of, game_of, puzzles
from cornered.play.puzzles.choosing import Wish, of_the_day, suiting, themes_for
from cornered.play.puzzles.grading import grade_of
from cornered.play.puzzles.standing import Met, Strength, after, graph, standing, streak
from cornered.play.puzzles.themes import Theme
from cornered.store.progress import Tried

GLICKMANS_EXAMPLE = [Met(1400, 30, 1), Met(1550, 100, 0), Met(1700, 300, 0)]


def test_the_rating_follows_glickmans_own_example() -> None:
    found = after(Strength(1500, 200, 0.06), GLICKMANS_EXAMPLE)
    assert found.rating == pytest.approx(1464.06, abs=0.01)
    assert found.deviation == pytest.approx(151.52, abs=0.01)
    assert found.volatility == pytest.approx(0.05999, abs=0.00001)


def test_surprising_results_raise_the_volatility() -> None:
    calm = Strength(1500, 50, 0.06)
    assert after(calm, [Met(2400, 30, 1)] * 5).volatility > 0.06


def test_a_random_player_solves_fewer_of_the_hard_ones() -> None:
    shares: dict[bool, list[bool]] = {True: [], False: []}
    for one in islice(puzzles(new_game("knights-blockade", Board(5, 5)), "test"), 80):
        random = Random(str(one.name))
        for _ in range(5):
            attempt = begin(one)
            while attempt.status is Status.OPEN:
                attempt = attempt.play(random.choice(attempt.position.moves()))
            shares[one.grade > 2].append(attempt.status is Status.SOLVED)
    easy, hard = (sum(shares[key]) / len(shares[key]) for key in (False, True))
    assert easy > hard + 0.1


def test_grades_rise_with_difficulty() -> None:
    assert [grade_of(share / 10) for share in range(11)] == [1, 1, 1, 1, 1, 2, 3, 4, 4, 4, 4]


def test_the_next_puzzle_is_near_the_rating_and_new() -> None:
    easy = suiting(900, Wish("knights-blockade"), (), Random(1))
    hard = suiting(2300, Wish("knights-blockade"), (), Random(1))
    assert easy.rating < hard.rating
    assert suiting(900, Wish("knights-blockade"), [str(easy.name)], Random(1)).name != easy.name


@pytest.mark.parametrize("name", GAMES.own)
def test_every_theme_that_a_game_names_can_be_trained(name: str) -> None:
    named = themes_for(name)
    assert [t for t in named if t not in suiting(1500, Wish(name, theme=t), (), Random(1)).themes] == []


def test_puzzles_that_look_like_known_ones_come_only_when_no_other_is_left_the_oldest_first() -> None:
    wish, known = Wish("trap-the-knight", Board(4, 4)), list[str]()
    for seed in range(20):
        known.append(suiting(1500, wish, known, Random(seed)).likeness)
    assert len({*known}) == 10  # as many as there are
    assert known[10:] == known[:10]


def test_when_the_first_boards_of_a_game_hold_nothing_new_others_do() -> None:
    boards = boards_of(GAMES["trap-the-knight"])[:2]
    known = [one.likeness for board in boards for one in puzzles(game_of("trap-the-knight", board), "all")]
    for seed in range(10):
        known.append(suiting(1500, Wish("trap-the-knight"), known, Random(seed)).likeness)
    assert len({*known}) == len(known)


def test_a_theme_that_a_game_has_not_is_told() -> None:
    with pytest.raises(BadSetup, match="Its themes are: tempo, capture"):
        suiting(1500, Wish("trap-the-knight", Board(4, 4), Theme.PAIRING), (), Random(1))


def test_the_puzzle_of_the_day_is_the_same_for_everyone_and_the_games_take_turns() -> None:
    days = [of_the_day(date(2026, 11, day)) for day in range(2, 7)]
    assert sorted(one.game.name for one in days) == sorted(GAMES.own)
    assert of_the_day(date(2026, 11, 4)) == days[2]


def test_the_puzzle_of_the_day_leaves_more_to_choose_from_than_heads_or_tails() -> None:
    days = [of_the_day(date(2026, month, day)) for month in range(1, 13) for day in range(1, 29)]
    assert min(len(one.position.moves()) for one in days) >= 3


def tried(name: str, solved: bool, day: str | None = None) -> Tried:
    return Tried(name, 1500, solved, "2026-11-02T10:00:00Z", day)


def test_only_the_first_try_at_a_puzzle_counts() -> None:
    once = standing([tried("a", False)])
    again = standing([tried("a", False), tried("a", True)])
    assert once.strengths == again.strengths
    assert (again.tried, again.solved) == (1, 0)


def test_a_streak_lives_until_the_day_after_and_breaks_with_a_gap() -> None:
    kept = [tried("a", True, "2026-11-01"), tried("b", True, "2026-11-02"), tried("c", False, "2026-11-04")]
    assert streak(kept, date(2026, 11, 2)) == 2
    assert streak(kept, date(2026, 11, 3)) == 2
    assert streak(kept, date(2026, 11, 4)) == 0


def test_a_day_that_was_solved_only_at_the_second_try_is_not_in_the_streak() -> None:
    kept = [tried("a", False, "2026-11-01"), tried("a", True, "2026-11-01")]
    assert streak(kept, date(2026, 11, 1)) == 0


def test_the_graph_goes_from_the_lowest_to_the_highest() -> None:
    assert graph([Strength(1400), Strength(1500), Strength(1600)]) == "▁▅█"
    assert graph([Strength()]) == "▁"
