"""Trains a small network with numpy alone, on the vector environment, until it beats the level `easy`.

    pip install '.[gymnasium]'
    python examples/train_policy.py

The network sees the planes of a position and gives every move a chance and the result a guess. It learns by
playing against random moves, hundreds of games at once: moves that did better than guessed become likelier.
The same seed gives the same network.
"""

import argparse
import os
from typing import NamedTuple

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # the matrices are small: several threads would wait for each other

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from cornered.arena.frameworks.gymnasium import environment_id

Floats = NDArray[np.float32]

GAMES_AT_ONCE = 512
STEPS = 8  # moves in every game between one lesson and the next
HIDDEN = 128
LEARNING_RATE = 0.003
CURIOSITY = 0.02  # how much it is worth to keep several moves likely


class Thought(NamedTuple):
    """What the network makes of some positions: its inner state, the chance of each move, the result."""

    hidden: Floats
    moves: Floats
    guess: Floats


class Network:
    """One hidden layer; a weight for each move and a guess at the result come out of it."""

    def __init__(self, inputs: int, moves: int, chance: np.random.Generator) -> None:
        def layer(rows: int, columns: int) -> Floats:
            return (chance.standard_normal((rows, columns)) / np.sqrt(rows)).astype(np.float32)

        self.weights = [layer(inputs, HIDDEN), layer(HIDDEN, moves) * 0.1, layer(HIDDEN, 1) * 0.1]
        self._slopes = [np.zeros_like(weight) for weight in self.weights]
        self._squares = [np.zeros_like(weight) for weight in self.weights]
        self._lessons = 0

    def think(self, seen: Floats, mask: NDArray[np.int8]) -> Thought:
        """What to make of these positions, where only moves under the mask are thought of."""
        into, to_moves, to_guess = self.weights
        hidden = np.maximum(seen @ into, 0)
        scores = np.where(mask, hidden @ to_moves, -np.inf)
        odds = np.exp(scores - scores.max(axis=1, keepdims=True))
        return Thought(hidden, odds / odds.sum(axis=1, keepdims=True), (hidden @ to_guess)[:, 0])

    def learn(self, seen: Floats, thought: Thought, chosen: NDArray[np.int64], results: Floats) -> None:
        """Make moves that did better than guessed more likely, and the guesses better."""
        surprise = results - thought.guess
        advantage = (surprise - surprise.mean()) / (surprise.std() + 1e-6)
        wanted = -thought.moves
        wanted[np.arange(len(chosen)), chosen] += 1
        wanted *= advantage[:, None]
        logs = np.log(thought.moves + 1e-9)
        mean_log = (thought.moves * logs).sum(axis=1, keepdims=True)
        wanted -= CURIOSITY * thought.moves * (logs - mean_log)
        _, to_moves, to_guess = self.weights
        back = (wanted @ to_moves.T + surprise[:, None] @ to_guess.T) * (thought.hidden > 0)
        slopes = (seen.T @ back, thought.hidden.T @ wanted, thought.hidden.T @ surprise[:, None])
        self._climb([slope / len(seen) for slope in slopes])

    def _climb(self, slopes: list[Floats]) -> None:
        """One step of Adam, uphill."""
        self._lessons += 1
        rate = LEARNING_RATE * np.sqrt(1 - 0.999**self._lessons) / (1 - 0.9**self._lessons)
        for layer, slope in enumerate(slopes):
            self._slopes[layer] += 0.1 * (slope - self._slopes[layer])
            self._squares[layer] += 0.001 * (slope**2 - self._squares[layer])
            self.weights[layer] += rate * self._slopes[layer] / (np.sqrt(self._squares[layer]) + 1e-8)


def inputs(observations: NDArray[np.int8]) -> Floats:
    """The planes in one row for each game, and a 1 that stands for a constant."""
    rows = observations.reshape(len(observations), -1).astype(np.float32)
    return np.hstack([rows, np.ones((len(rows), 1), np.float32)])


def draw(odds: Floats, chance: np.random.Generator) -> NDArray[np.int64]:
    """A move for each game, by these odds."""
    return (odds / chance.exponential(size=odds.shape)).argmax(axis=1)


def train(game: str, lessons: int, seed: int) -> Network:
    """A network that has learned so often from games against random moves."""
    chance = np.random.default_rng(seed)
    envs = gym.make_vec(environment_id(game), num_envs=GAMES_AT_ONCE, seat="random")
    observations, info = envs.reset(seed=seed)
    network = Network(inputs(observations).shape[1], info["action_mask"].shape[1], chance)
    for _ in range(lessons):
        played = []
        for _ in range(STEPS):
            seen = inputs(observations)
            thought = network.think(seen, info["action_mask"])
            chosen = draw(thought.moves, chance)
            observations, rewards, over, _, info = envs.step(chosen)
            played.append((seen, *thought, chosen, rewards, over))
        last = network.think(inputs(observations), info["action_mask"]).guess
        *columns, rewards, over = (np.stack(column) for column in zip(*played, strict=True))
        results = results_of(rewards, over, last)
        seen, hidden, moves, guess, chosen, results = (
            each.reshape(-1, *each.shape[2:]) for each in (*columns, results)
        )
        network.learn(seen, Thought(hidden, moves, guess), chosen, results)
    return network


def results_of(rewards: Floats, over: NDArray[np.bool_], last: Floats) -> Floats:
    """By step and game how the game ended; the guess stands for one that has not ended yet."""
    results = np.empty(rewards.shape, np.float32)
    for step in reversed(range(len(rewards))):
        results[step] = last = np.where(over[step], rewards[step], last)
    return results


def share_won(network: Network, game: str, opponent: str, games: int, seed: int) -> float:
    """The share of games that its likeliest moves win, from both seats."""
    won = played = 0
    for seat in (1, 2):
        envs = gym.make_vec(environment_id(game), num_envs=games // 2, opponent=opponent, seat=seat)
        observations, info = envs.reset(seed=seed)
        first = np.ones(envs.num_envs, bool)  # of each environment the first game counts
        while first.any():
            chosen = network.think(inputs(observations), info["action_mask"]).moves.argmax(axis=1)
            observations, rewards, over, _, info = envs.step(chosen)
            won += int((rewards > 0)[first & over].sum())
            played += int((first & over).sum())
            first &= ~over
    return won / played


def main() -> None:
    """Trains, then plays."""
    parser = argparse.ArgumentParser(description="Train a small network and let it play.")
    parser.add_argument("--game", default="knights-blockade")
    parser.add_argument("--lessons", type=int, default=400)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    network = train(asked.game, asked.lessons, asked.seed)
    for opponent in ("random", "easy"):
        share = share_won(network, asked.game, opponent, asked.games, asked.seed)
        print(f"{share:.1%} of {asked.games} games won against {opponent}")


if __name__ == "__main__":
    main()
