"""Batches of Knight's Blockade 5×5 on one core, beside OpenSpiel from Python and pgx compiled.

A step is a move made in one game of a batch; each leaves planes, mask, turn and winner for the caller.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np
from bench_rules import openspiel_games
from figures import Row, rates

from cornered import new_game
from cornered.arena.batch import Batch

SIZES = (8192, 1024, 64, 1)
START = new_game("knights-blockade").start()
OPENSPIEL = "OpenSpiel, breakthrough from Python"
PGX = "pgx, connect_four, B = 1024, compiled"
PGX_SIZE = 1024

Policy = Callable[[Batch], None]
Played = Callable[[], tuple[int, int]]
"""Plays for a while; how many games ended, and how many steps that took."""


def kernel_policy(batch: Batch) -> None:
    """A random move in every game, chosen by the kernel."""
    batch.step_random()


def numpy_policy() -> Policy:
    """A random move in every game, chosen by numpy: the legal square that drew the highest 16-bit number."""
    random = np.random.Generator(np.random.SFC64(1))

    def step(batch: Batch) -> None:
        drawn = random.integers(1, 2**16, batch.mask.shape, np.uint16)
        batch.step((drawn * batch.mask).argmax(axis=1))

    return step


def batch_games(size: int, policy: Policy) -> Played:
    """Games in a batch of this size."""
    batch = Batch(START, size, seed=1)
    calls = max(500_000 // size, 50) if size > 1 else 20_000

    def play() -> tuple[int, int]:
        batch.wins[:] = 0
        for _ in range(calls):
            policy(batch)
        return int(batch.wins.sum()), calls * size

    return play


def pgx_games(steps: int = 200) -> Played:
    """Random games of pgx's connect_four, begun again when they end: policy and steps compiled together."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("connect_four")
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(carried, key):
        state, ended = carried
        to_choose, to_restart = jax.random.split(key)
        legal = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        actions = jax.random.categorical(to_choose, legal, axis=1)
        state = step(state, actions, jax.random.split(to_restart, PGX_SIZE))
        return (state, ended + state.terminated.sum()), None

    many = jax.jit(lambda state, key: jax.lax.scan(one, (state, 0), jax.random.split(key, steps))[0])
    state = jax.vmap(env.init)(jax.random.split(jax.random.key(0), PGX_SIZE))
    key = jax.random.key(1)

    def play() -> tuple[int, int]:
        nonlocal state, key
        key, to_play = jax.random.split(key)
        state, ended = jax.block_until_ready(many(state, to_play))
        return int(ended), steps * PGX_SIZE

    return play


@contextmanager
def one_core() -> Iterator[None]:
    """Keeps this process, and the threads that it starts meanwhile, on one core."""
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(cores)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


def contestants() -> dict[str, Played]:
    """Who plays: our largest batch first, which the others are set against."""
    policies = {"policy in C": kernel_policy, "numpy policy": numpy_policy()}
    ours = {
        f"cornered, B = {size}, {name}": batch_games(size, policy)
        for name, policy in policies.items()
        for size in SIZES
    }
    return ours | {OPENSPIEL: openspiel_games, PGX: pgx_games()}


STEPS_AIMED_AT = {
    "cornered, B = 8192, policy in C": "≥ 10 M",
    "cornered, B = 8192, numpy policy": "≥ 4 M",
    OPENSPIEL: "≥ 1",
    PGX: "≥ 1",
}
GAMES_AIMED_AT = {"cornered, B = 8192, policy in C": "≥ 1 M"}


def run() -> list[Row]:
    """Steps and games a second: the games of the three programs are not equally long."""
    with one_core():
        players = contestants()
        steps = rates({who: lambda play=play: play()[1] for who, play in players.items()})
        games_a_step = {who: ended / made for who, (ended, made) in ((w, p()) for w, p in players.items())}
    title = "batches, 5×5, one core"
    return [
        Row(f"{title}, steps", who, rate, "steps/s", STEPS_AIMED_AT.get(who, ""))
        for who, rate in steps.items()
    ] + [
        Row(f"{title}, games", who, rate * games_a_step[who], "games/s", GAMES_AIMED_AT.get(who, ""))
        for who, rate in steps.items()
    ]
