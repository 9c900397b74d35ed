"""Knight's Duel: capture the other knight, or leave it no square to go to.

The book's sections in their order, each as a fact or as the name of what carries it out. What the three
knights' games share is in `knights.py`; the rules in words are in `knights_duel.toml`.
"""

from cornered.board import Board
from cornered.games.knights import KnightsGame
from cornered.notation import LetterNumber


class KnightsDuel(KnightsGame):
    """Every square that a knight leaves is blocked for good; the other knight may be captured.

    >>> position = KnightsDuel(5, 5).start()
    >>> [position.game.label(square) for square in position.moves()]
    ['C2', 'B3']
    """

    name = "knights-duel"
    title = "Knight's Duel"

    # Setup. A 5×5 grid, columns A to E and rows 1 to 5 from the top. Player 1's knight on A1, Player 2's on
    # E5, every other square empty: `KnightsGame.start`.
    book_board = Board(5, 5)
    notation = LetterNumber()

    # Turns. Player 1 begins, then they alternate; a player who can move must: `KnightsPosition.play`.

    # Blocked squares. The square moved from is blocked, for both and for the rest of the game.
    left_squares_block = True

    # Valid moves. An L that ends on the board and not on a blocked square: `KnightsPosition.moves`. The
    # square of the other knight is allowed: moving there captures it and wins at once.
    may_capture = True

    # Losing. Captured, or without a legal move on one's turn: `Position.outcome`. There is no draw.
