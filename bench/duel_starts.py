"""Finds starts of Knight's Duel 7×8 from which a match measures something, and prints their codes.

    python bench/duel_starts.py [--number 200] [--seed 15] > bench/duel_starts.txt

Only one of the players can ever capture, and from all but a few positions of this board that player wins, by
nearly any move: there a match ends 1 to 1, whoever plays. So the starts are positions in which the *other*
player wins, and not easily. They come out of games of 15 moves, none of which walks into a capture: whoever
can capture moves at random, the other to where they have the most room of the two. Where the one who cannot
capture stands to win at the end of such a game, the start is the position after the move that gave it away:
the first from which on they have been winning at each of their turns. It is taken if
- no theorem tells the winner,
- exactly one move of several wins,
- it takes 27 plies or more, when both play their best.

Nothing here asks how any program plays, and the match gives both seats of each start to both programs. But
this kind of start was chosen, with other seeds, because programs differ on it: from random starts, and from
two of three other kinds that were tried, both convert nearly every won seat. So the match tells who converts
hard wins at short time, not who plays the game better from anywhere.
"""

import argparse
from collections.abc import Iterator
from itertools import islice, takewhile
from random import Random

from cornered import Board, Position, new_game
from cornered.games.knights import KnightsPosition
from cornered.solve import Budget, Verdict, settle, value, winner

MOVES = 15
LONG = 27
PATIENCE = Budget(seconds=60)
GAME = new_game("knights-duel", Board(7, 8))


def starts(seed: int) -> Iterator[Position]:
    """The positions to start from, one after another."""
    for turns in games(Random(seed)):
        *_, given_away = None, *takewhile(wins, reversed(turns))
        if given_away and is_hard(given_away):
            yield given_away


def games(random: Random) -> Iterator[list[KnightsPosition]]:
    """Of each game, the positions in which whoever cannot capture is to move."""
    while True:
        squares = random.sample(range(GAME.board.size), 2)
        position = GAME.start((squares[0], squares[1]))
        if position.other in position.moves():
            continue
        met = [position]
        while len(met) <= MOVES and (moves := safe_moves(position)):
            random.shuffle(moves)
            position = position.play(moves[0] if can_capture(position) else roomiest(position, moves))
            met.append(position)
        if len(met) > MOVES:
            yield [position for position in met if not can_capture(position)]


def wins(position: KnightsPosition) -> bool:
    """Whether the player to move wins."""
    return winner(position, PATIENCE) is Verdict.WIN


def roomiest(position: KnightsPosition, moves: list[int]) -> int:
    """The move that leaves the other player the least room, as the levels that look ahead reckon it."""
    return min(moves, key=lambda square: position.play(square).room())


def safe_moves(position: KnightsPosition) -> list[int]:
    """The moves after which the knight cannot be captured at once."""
    attacked = GAME.leaps[position.other]
    return [square for square in position.moves() if not attacked >> square & 1]


def is_hard(position: KnightsPosition) -> bool:
    """Whether this won position is such as the starts should be."""
    moves = safe_moves(position)
    if len(moves) < 2 or settle(position):
        return False
    winning = [move for move in moves if winner(position.play(move), PATIENCE) is Verdict.LOSS]
    return len(winning) == 1 and (value(position, PATIENCE).plies or LONG) >= LONG


def can_capture(position: KnightsPosition) -> bool:
    """Whether it is the player to move who can ever capture: the knights stand on different colours."""
    colours = [sum(GAME.board.place(square)) % 2 for square in (position.mover, position.other)]
    return colours[0] != colours[1]


def main() -> None:
    """Prints as many codes as are asked for, each as soon as it is found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--number", type=int, default=200)
    parser.add_argument("--seed", type=int, default=15)
    chosen = parser.parse_args()
    for start in islice(starts(chosen.seed), chosen.number):
        print(start.code, flush=True)


if __name__ == "__main__":
    main()
