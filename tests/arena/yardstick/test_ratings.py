"""Ratings held to simulations whose truth is known, and to another program."""

import math
import os
from collections.abc import Iterator, Mapping
from itertools import combinations, product
from multiprocessing import Pool
from random import Random
from typing import NamedTuple

import choix
import pytest

from cornered.arena.yardstick.ratings import ELO, Bout, ratings
from cornered.errors import BadSetup

STRENGTHS = {"random": 0.0, "easy": 0.7, "hard": 2.0, "perfect": 3.1}
ANCHORS = {"random": 0.0, "easy": 0.8, "medium": 1.5}
RUNS = 1_000


def tournament(
    pairs: Mapping[tuple[str, str], float], gamma: float, starts: int, random: Random, alike: float = 0.0
) -> Iterator[Bout]:
    """Each pair, which are so far apart in strength, meets from each start, in both seats.

    From a share of the starts, `alike`, all games go as well or as badly for the first of each pair; where it
    is negative, the one seat goes as well as the other goes badly. Each game by itself is as likely as ever.
    """
    for start in range(starts):
        common = random.random() if random.random() < abs(alike) else None
        for (one, other), ahead in pairs.items():
            for side in (1, -1):
                luck = random.random() if common is None else common
                if common is not None and alike < 0 and side == -1:
                    luck = 1 - common
                won = luck < 1 / (1 + math.exp(-ahead - gamma * side))
                yield Bout(str(start), one, other, side) if won else Bout(str(start), other, one, -side)


def everyone(strengths: Mapping[str, float]) -> dict[tuple[str, str], float]:
    return {pair: strengths[pair[0]] - strengths[pair[1]] for pair in combinations(strengths, 2)}


class Setting(NamedTuple):
    """A newcomer of strength `theta` meets the first so many `anchors` from each of the starts."""

    theta: float
    starts: int
    anchors: int
    gamma: float
    alike: float

    def share_held(self) -> float:
        """In what share of the runs the interval holds the truth."""
        random = Random(31)
        return sum(self._holds(random) for _ in range(RUNS)) / RUNS

    def _holds(self, random: Random) -> bool:
        """Whether the interval from one run of games holds the truth."""
        known = dict(list(ANCHORS.items())[: self.anchors])
        pairs = {("new", name): self.theta - strength for name, strength in known.items()}
        found = ratings(tournament(pairs, self.gamma, self.starts, random, self.alike), known).agents["new"]
        return found.low <= self.theta <= found.high


GRID = list(map(Setting._make, product((-1, 0, 1, 2.5), (30, 60, 160), (1, 2, 3), (0, 0.8), (0, 0.5, -0.5))))
FEW = [
    Setting(1, 50, 1, 0.8, 0),
    Setting(1, 60, 3, 0.8, 0.5),
    Setting(2.5, 60, 1, 0.8, 0),
    Setting(2.5, 60, 3, 0, 0.5),
    Setting(-1, 30, 2, 0.8, -0.5),
    Setting(0, 30, 1, 0, 0),
]


def test_intervals_hold_the_truth_95_times_in_100() -> None:
    settings = GRID if os.environ.get("RATINGS") == "all" else FEW
    with Pool() as pool:
        held = dict(zip(settings, pool.map(Setting.share_held, settings, chunksize=1), strict=True))
    off = {setting: share for setting, share in held.items() if not 0.93 <= share <= 0.97}
    assert len(off) <= 0.02 * len(settings), off  # chance alone takes 4 in 1,000 so far
    assert all(0.92 <= share <= 0.98 for share in off.values()), off


def test_intervals_hold_the_truth_95_times_in_100_for_everyone_in_a_tournament() -> None:
    strengths = {"random": 0.0, "easy": 0.7, "hard": 2.0}
    random, held = Random(35), dict.fromkeys(strengths, 0)
    for _ in range(RUNS):
        found = ratings(tournament(everyone(strengths), 0.8, 20, random)).agents
        for name, strength in strengths.items():
            held[name] += found[name].low <= strength <= found[name].high
    assert held.pop("random") == RUNS
    assert all(0.93 <= times / RUNS <= 0.97 for times in held.values())


def test_ratings_and_the_advantage_of_the_won_side_are_found_again() -> None:
    found = ratings(tournament(everyone(STRENGTHS), 0.8, 400, Random(30)))
    for name, strength in STRENGTHS.items():
        assert found.agents[name].low <= strength <= found.agents[name].high
        assert found.agents[name].half_width < 0.3
    assert found.advantage.low <= 0.8 <= found.advantage.high


def test_games_that_are_all_alike_tell_no_more_than_one_of_them() -> None:
    once = [Bout(str(start), "new", "random", 0) for start in range(40)]
    once += [Bout(str(start), "random", "new", 0) for start in range(40, 60)]
    apart = [bout._replace(start=f"{copy} {bout.start}") for bout in once for copy in range(4)]
    one, four, more = (ratings(bouts).agents["new"] for bouts in (once, once * 4, apart))
    assert four.half_width == pytest.approx(one.half_width, rel=0.05)
    assert more.half_width == pytest.approx(one.half_width / 2, rel=0.05)


def test_ratings_agree_with_choix_to_two_digits() -> None:
    bouts = [bout._replace(favoured=0) for bout in tournament(everyone(STRENGTHS), 0.0, 100, Random(32))]
    names = sorted(STRENGTHS)
    # Half a win each way: choix counts whole ones, so every game counts twice.
    pairs = [(names.index(bout.winner), names.index(bout.loser)) for bout in bouts for _ in range(2)]
    pairs += [(one, other) for one in range(4) for other in range(4) if one != other]
    theirs = dict(zip(names, choix.ilsr_pairwise(4, pairs), strict=True))
    ours = ratings(bouts).agents
    for name in names:
        assert ours[name].value == pytest.approx(theirs[name] - theirs["random"], abs=0.005)


def spotless(games: int) -> list[Bout]:
    return [Bout(str(start), "best", "random", side) for start in range(games // 2) for side in (1, -1)]


def test_whoever_wins_every_game_has_a_lower_bound_and_no_upper_one() -> None:
    best = ratings(spotless(100)).agents["best"]
    assert 4 < best.value < 6
    assert 1 / (1 + math.exp(best.low)) == pytest.approx(3.84 / 104, rel=0.05)  # 3.84 losses in 104 games
    assert best[1:] == (best.low, math.inf)
    assert ratings(spotless(1_000)).agents["best"].low > best.low + 2


def test_whoever_loses_every_game_has_the_same_bound_from_above() -> None:
    best = ratings(spotless(100)).agents["best"]
    lost = [bout._replace(winner="random", loser="best") for bout in spotless(100)]
    worst = ratings(lost).agents["best"]
    assert worst.value == pytest.approx(-best.value)
    assert worst.high == pytest.approx(-best.low, abs=0.001)
    assert worst[1:] == (-math.inf, worst.high)


@pytest.mark.parametrize("starts", [(0, 0), (0, 1)], ids=["from one start", "from two"])
def test_a_loss_on_either_side_is_enough_for_an_upper_bound(starts: tuple[int, int]) -> None:
    games = spotless(100)
    for start, side in zip(starts, (1, -1), strict=True):
        games[games.index(Bout(str(start), "best", "random", side))] = Bout(
            str(start), "random", "best", -side
        )
    found = ratings(games).agents["best"]
    assert found.low < found.value < found.high < 7


def test_one_game_tells_next_to_nothing() -> None:
    assert ratings([Bout("1", "new", "random", 1)]).agents["new"][1:] == (-math.inf, math.inf)


def test_anchors_stay_where_they_are() -> None:
    bouts = tournament({("easy", "hard"): -2.0}, 0.0, 200, Random(34))
    found = ratings(bouts, anchors={"random": 0.0, "easy": 5.0}).agents
    assert found["easy"][1:] == (5, 5)
    assert found["hard"].low <= 7 <= found["hard"].high


def test_whoever_met_no_anchor_is_named() -> None:
    with pytest.raises(BadSetup, match="easy, hard cannot be rated"):
        ratings([Bout("1", "easy", "hard", 1), Bout("1", "medium", "random", 1)])


def test_a_hundred_points_of_elo_are_the_odds_that_they_are_in_chess() -> None:
    assert 1 / (1 + math.exp(-100 / ELO)) == pytest.approx(0.64, abs=0.001)
