"""Statistics held to simulations whose truth is known."""

import math
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from random import Random

import pytest

from cornered import Board, Position, new_game
from cornered.arena.yardstick.statistics import (
    DecisionTally,
    IntervalEstimate,
    Mean,
    clustered_share,
    mcnemar,
    wilson,
)

CHOICES = [(winning, losing) for winning in range(1, 6) for losing in range(1, 6)]
RUNS = 1_000


def logistic(x: float) -> float:
    return 1 / (1 + math.exp(-x))


def answers(beta: float, questions: int, random: Random) -> DecisionTally:
    """What somebody of this ability answers to questions drawn at random."""
    tally = DecisionTally()
    for winning, losing in random.choices(CHOICES, k=questions):
        tally.add(winning, losing, random.random() < logistic(beta + math.log(winning / losing)))
    return tally


def true_share(beta: float) -> float:
    return sum(logistic(beta + math.log(winning / losing)) for winning, losing in CHOICES) / len(CHOICES)


def true_skill(beta: float) -> float:
    return (true_share(beta) - true_share(0)) / (1 - true_share(0))


def covered(truth: float, intervals: Iterator[tuple[float, float]]) -> float:
    """In how many of 100 runs the interval holds the truth."""
    hits = 0
    for _ in range(RUNS):
        low, high = next(intervals)
        hits += low <= truth <= high
    return 100 * hits / RUNS


@pytest.mark.parametrize(("beta", "questions"), [(0.0, 300), (2.0, 300), (3.5, 600)])
@pytest.mark.parametrize(
    ("figure", "truth"),
    [(DecisionTally.share, true_share), (DecisionTally.skill, true_skill), (DecisionTally.ability, float)],
    ids=["share", "skill", "ability"],
)
def test_intervals_of_answers_hold_the_truth_95_times_in_100(
    beta: float,
    questions: int,
    figure: Callable[[DecisionTally], IntervalEstimate],
    truth: Callable[[float], float],
) -> None:
    random = Random(20)
    intervals = (figure(answers(beta, questions, random))[1:] for _ in range(RUNS))
    assert 93 <= covered(truth(beta), intervals) <= 97


def games_from_starts(random: Random) -> Iterator[tuple[int, int]]:
    """Some starts are harder than others for both games played from them: 0.6 to 0.9, 0.75 on average."""
    for _ in range(80):
        met, share = random.randint(3, 9), random.choice([0.6, 0.75, 0.9])
        yield sum(random.random() < share for _ in range(met)), met


def test_intervals_of_games_hold_the_truth_although_games_from_one_start_resemble_each_other() -> None:
    random = Random(21)
    intervals = (clustered_share(games_from_starts(random))[1:] for _ in range(RUNS))
    assert 93 <= covered(0.75, intervals) <= 97


def test_intervals_of_means_hold_the_truth_95_times_in_100() -> None:
    def mean(random: Random) -> Mean:
        plies = Mean()
        for _ in range(100):
            plies.add(random.choice([0, 0, 0, 2, 2, 4]))
        return plies

    random = Random(22)
    assert 93 <= covered(8 / 6, (mean(random).estimate()[1:] for _ in range(RUNS))) <= 97


@cache
def won(position: Position) -> bool:
    return any(not won(position.play(square)) for square in position.moves())


def keeps(position: Position) -> list[int]:
    """The winning moves; fewer than all, and at least one, where the decision matters."""
    return [square for square in position.moves() if not won(position.play(square))]


def matters(position: Position) -> bool:
    return 0 < len(keeps(position)) < len(position.moves())


def at_random(position: Position, random: Random) -> int:
    return random.choice(position.moves())


def greedy(position: Position, random: Random) -> int:
    """Leaves the other player as few moves as possible."""
    return min(position.moves(), key=lambda square: (len(position.play(square).moves()), random.random()))


def perfect(position: Position, random: Random) -> int:
    return random.choice(keeps(position) or position.moves())


def erring(position: Position, random: Random) -> int:
    """Plays one move in five at random, and is perfect otherwise."""
    return at_random(position, random) if random.random() < 0.2 else perfect(position, random)


Player = Callable[[Position, Random], int]


def decide(tally: DecisionTally, position: Position, square: int) -> None:
    if matters(position):
        winning = len(keeps(position))
        tally.add(winning, len(position.moves()) - winning, square in keeps(position))


def random_positions(name: str, board: Board, random: Random) -> Iterator[Position]:
    while True:
        position = new_game(name, board).start()
        while position.moves():
            yield position
            position = position.play(random.choice(position.moves()))


def play_on(
    tally: DecisionTally, position: Position, seat: int, player: Player, other: Player, random: Random
) -> None:
    """Counts how the player in this seat decides in a game from here."""
    while position.moves():
        mine = position.to_move == seat
        square = (player if mine else other)(position, random)
        if mine:
            decide(tally, position, square)
        position = position.play(square)


def test_whoever_errs_at_random_has_the_same_ability_in_questions_and_against_every_opponent() -> None:
    random = Random(23)
    met = set(islice(random_positions("knights-blockade", Board(4, 5), random), 20_000))
    pool = [position for position in sorted(met, key=lambda position: position.code) if matters(position)]
    questions = DecisionTally()
    for position in pool:
        decide(questions, position, erring(position, random))
    asked = questions.ability()
    for other in (at_random, greedy, perfect):
        games = DecisionTally()
        for start in random.choices(pool, k=150):
            for seat in (1, 2):
                play_on(games, start, seat, erring, other, random)
        played = games.ability()
        assert abs(asked.value - played.value) < math.hypot(asked.half_width, played.half_width)


# Trap the Knight has no decision that matters.
@pytest.mark.parametrize(
    ("name", "board"),
    [
        ("knights-blockade", Board(4, 5)),
        ("blockade", Board(4, 5)),
        ("block-capture", Board(5, 5)),
        ("knights-duel", Board(4, 5)),
    ],
)
def test_random_scores_0_within_its_interval(name: str, board: Board) -> None:
    random, tally = Random(24), DecisionTally()
    for position in islice(random_positions(name, board, random), 3_000):
        decide(tally, position, at_random(position, random))
    ability, skill = tally.ability(), tally.skill()
    assert tally.decisions > 200
    assert ability.low < 0 < ability.high
    assert skill.low < 0 < skill.high


def test_a_spotless_record_gets_a_bound_of_about_three_errors_and_no_infinite_ability() -> None:
    tally = DecisionTally()
    for _ in range(1_000):
        tally.add(1, 1, kept=True)
    ability = tally.ability()
    assert 1 - logistic(ability.value) == pytest.approx(3 / 1_000, rel=0.01)
    assert ability[1:] == (ability.value, math.inf)


def test_a_record_that_is_all_wrong_gets_the_same_bound_from_below() -> None:
    right, wrong = DecisionTally(), DecisionTally()
    for winning, losing in CHOICES:
        right.add(winning, losing, kept=True)
        wrong.add(losing, winning, kept=False)
    assert wrong.ability().value == pytest.approx(-right.ability().value)
    assert wrong.ability()[1:] == (-math.inf, wrong.ability().value)


def test_of_nothing_nothing_is_known() -> None:
    assert wilson(0, 0)[1:] == (0, 1)
    assert DecisionTally().ability()[1:] == (-math.inf, math.inf)
    assert clustered_share([])[1:] == (0, 1)


def test_mcnemar_says_yes_one_time_in_twenty_where_two_agents_are_alike() -> None:
    random = Random(26)

    def alike() -> float:
        return mcnemar((random.random() < 0.7, random.random() < 0.7) for _ in range(300)).p

    wrongly = sum(alike() < 0.05 for _ in range(RUNS)) / RUNS
    assert 0.02 <= wrongly <= 0.05  # the exact test errs on the side of caution


def test_mcnemars_difference_is_covered_95_times_in_100() -> None:
    random = Random(27)

    def intervals() -> Iterator[tuple[float, float]]:
        while True:
            pairs = ((random.random() < 0.8, random.random() < 0.7) for _ in range(300))
            yield mcnemar(pairs).difference[1:]

    assert 93 <= covered(0.1, intervals()) <= 97
