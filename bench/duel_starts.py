"""Finds starts of Knight's Duel 7×8 from which a match measures something, and prints their codes.

    python bench/duel_starts.py > bench/duel_starts.txt

Only one of the players can ever capture, and from all but a few positions of this board that player wins, by
nearly any move: there a match ends 1 to 1, whoever plays. So the starts are positions in which the *other*
player wins, and not easily. They come out of games of 15 to 17 random moves, none of which walks into a
capture, and are taken in the order in which they are met, if
- no theorem tells the winner,
- the player to move, who cannot capture, wins by exactly one move of several,
- it takes 19 plies or more, when both play their best.
In every second start this one move has been made: the player to move wins half of them, and loses half.

Nothing here asks how any program plays, and the match gives both seats of each start to both programs.
"""

from collections.abc import Iterator
from itertools import count, islice
from random import Random

from cornered import Board, Position, new_game
from cornered.games.knights import KnightsPosition
from cornered.solve import Budget, Verdict, settle, value, winner

NUMBER = 100
SEED = 15
MOVES = range(15, 18)
LONG = 19
PATIENCE = Budget(seconds=60)
GAME = new_game("knights-duel", Board(7, 8))


def starts() -> Iterator[Position]:
    """The starts, one after another."""
    turn = count()
    for position in walks():
        move = only_winning_move(position)
        if move is not None:
            yield position.play(move) if next(turn) % 2 else position


def walks() -> Iterator[KnightsPosition]:
    """Where random games stand after some moves."""
    random = Random(SEED)
    while True:
        squares = random.sample(range(GAME.board.size), 2)
        position = GAME.start((squares[0], squares[1]))
        if position.other in position.moves():
            continue
        for _ in range(random.choice(MOVES)):
            moves = safe_moves(position)
            if not moves:
                break
            position = position.play(random.choice(moves))
        else:
            yield position


def safe_moves(position: KnightsPosition) -> list[int]:
    """The moves after which the knight cannot be captured at once."""
    attacked = GAME.leaps[position.other]
    return [square for square in position.moves() if not attacked >> square & 1]


def only_winning_move(position: KnightsPosition) -> int | None:
    """The one move that wins, if the position is such as the starts should be."""
    moves = safe_moves(position)
    if len(moves) < 2 or can_capture(position) or settle(position):
        return None
    if winner(position, PATIENCE) is not Verdict.WIN:
        return None
    winning = [move for move in moves if winner(position.play(move), PATIENCE) is Verdict.LOSS]
    if len(winning) != 1 or (value(position, PATIENCE).plies or LONG) < LONG:
        return None
    return winning[0]


def can_capture(position: KnightsPosition) -> bool:
    """Whether it is the player to move who can ever capture: the knights stand on different colours."""
    colours = [sum(GAME.board.place(square)) % 2 for square in (position.mover, position.other)]
    return colours[0] != colours[1]


if __name__ == "__main__":
    for start in islice(starts(), NUMBER):
        print(start.code, flush=True)
