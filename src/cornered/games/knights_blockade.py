"""Knight's Blockade: leave the other knight no square to go to.

The book's sections in their order, each as a fact or as the name of what carries it out. What the three
knights' games share is in `knights.py`; the rules in words are in `knights_blockade.toml`.
"""

from cornered.board import Board
from cornered.games.knights import KnightsGame
from cornered.notation import RowColumn


class KnightsBlockade(KnightsGame):
    """Every square that a knight leaves is blocked for good; an occupied square may not be entered.

    >>> position = KnightsBlockade(5, 5).start()
    >>> [position.game.label(square) for square in position.moves()]
    ['(1, 2)', '(2, 1)']
    """

    name = "knights-blockade"
    title = "Knight's Blockade"

    # Setup. A 5×5 grid, its cells numbered from (0, 0) to (4, 4). Player 1's knight in the top-left corner,
    # Player 2's in the bottom-right one, and no cell blocked: `KnightsGame.start`.
    book_board = Board(5, 5)
    notation = RowColumn(first=0, comma=", ")

    # Turns. Player 1 begins, then they alternate; a turn moves one's own knight, and nobody may pass:
    # `KnightsPosition.play`. The cell that the knight has left is blocked, for both and for the rest
    # of the game.
    left_squares_block = True

    # Movement. An L: two cells along one line and one across it. The destination must be on the grid, not
    # blocked and not occupied by either knight: `KnightsPosition.moves`. What lies between does not
    # matter: knights jump.
    may_capture = False

    # Winning. A player who has no legal move on their turn has lost: `Position.outcome`.
