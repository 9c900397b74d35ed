"""Ratings held to simulations whose truth is known, and to another program."""

import math
from collections.abc import Iterator, Mapping
from itertools import combinations
from random import Random

import choix
import pytest

from cornered.arena.yardstick.ratings import ELO, Bout, ratings
from cornered.errors import BadSetup

STRENGTHS = {"random": 0.0, "easy": 0.7, "hard": 2.0, "perfect": 3.1}


def tournament(strengths: Mapping[str, float], gamma: float, starts: int, random: Random) -> Iterator[Bout]:
    """Everybody meets everybody from each start, in both seats."""
    for start in range(starts):
        for one, other in combinations(strengths, 2):
            for side in (1, -1):
                likely = 1 / (1 + math.exp(strengths[other] - strengths[one] - gamma * side))
                won = random.random() < likely
                yield Bout(str(start), one, other, side) if won else Bout(str(start), other, one, -side)


def test_ratings_and_the_advantage_of_the_won_side_are_found_again() -> None:
    found = ratings(tournament(STRENGTHS, 0.8, 400, Random(30)))
    for name, strength in STRENGTHS.items():
        assert found.agents[name].low <= strength <= found.agents[name].high
        assert found.agents[name].half_width < 0.3
    assert found.advantage.low <= 0.8 <= found.advantage.high


def test_intervals_hold_the_truth_95_times_in_100() -> None:
    random, hits = Random(31), 0
    for run in range(1_000):
        bouts = tournament({"random": 0.0, "new": 1.0}, 0.8, 60, random)
        found = ratings(bouts, resamples=100, seed=run).agents["new"]
        hits += found.low <= 1.0 <= found.high
    assert 930 <= hits <= 970


def test_ratings_agree_with_choix_to_two_digits() -> None:
    bouts = [bout._replace(favoured=0) for bout in tournament(STRENGTHS, 0.0, 100, Random(32))]
    names = sorted(STRENGTHS)
    # Half a win each way: choix counts whole ones, so every game counts twice.
    pairs = [(names.index(bout.winner), names.index(bout.loser)) for bout in bouts for _ in range(2)]
    pairs += [(one, other) for one in range(4) for other in range(4) if one != other]
    theirs = dict(zip(names, choix.ilsr_pairwise(4, pairs), strict=True))
    ours = ratings(bouts, resamples=2).agents
    for name in names:
        assert ours[name].value == pytest.approx(theirs[name] - theirs["random"], abs=0.005)


def test_the_same_seed_gives_the_same_intervals() -> None:
    bouts = list(tournament(STRENGTHS, 0.5, 30, Random(33)))
    assert ratings(bouts, seed=1) == ratings(bouts, seed=1) != ratings(bouts, seed=2)


def test_whoever_wins_every_game_is_rated_all_the_same() -> None:
    bouts = [Bout(str(start), "perfect", "random", side) for start in range(50) for side in (1, -1)]
    best = ratings(bouts).agents["perfect"]
    assert 4 < best.value < 6


def test_anchors_stay_where_they_are() -> None:
    bouts = tournament({"easy": 0.0, "hard": 2.0}, 0.0, 200, Random(34))
    found = ratings(bouts, anchors={"random": 0.0, "easy": 5.0}).agents
    assert found["easy"].interval() == (5, 5)
    assert found["hard"].low <= 7 <= found["hard"].high


def test_whoever_met_no_anchor_is_named() -> None:
    with pytest.raises(BadSetup, match="easy, hard cannot be rated"):
        ratings([Bout("1", "easy", "hard", 1), Bout("1", "medium", "random", 1)])


def test_a_hundred_points_of_elo_are_the_odds_that_they_are_in_chess() -> None:
    assert 1 / (1 + math.exp(-100 / ELO)) == pytest.approx(0.64, abs=0.001)
