"""The casual player: how someone plays who looks two plies ahead and knows nothing about the game.

It measures the levels and stands in for a newcomer in tests. It is not a level: nobody plays against it.
"""

from random import Random

from cornered.errors import BadSetup
from cornered.game import Position


class Casual:
    """Wins at once if it can, avoids what loses at once, else wants more moves than the other player.

    Between equals it varies. Where both players choose among the same squares neither ever has more moves
    than the other, so there it plays any move that does not lose at once.
    """

    def __init__(self, random: Random) -> None:
        self._random = random

    def choose(self, position: Position) -> int:
        """The move that it likes best."""
        likings = {square: _liking(position.play(square)) for square in position.moves()}
        most = max(likings.values())
        return self._random.choice([square for square, liking in likings.items() if liking == most])


def _liking(after: Position) -> tuple[bool, bool, int]:
    """How it likes the move that led here: it wins at once, it does not lose at once, its lead in moves."""
    replies = after.moves()
    if not replies:
        return True, True, 0
    safe = all(after.play(square).moves() for square in replies)
    return False, safe, -lead(after)


def lead(position: Position) -> int:
    """How many moves the player to move has more than the other, whatever has stood before."""
    game, cells = position.game, position.cells()
    try:
        mine, theirs = (
            game.restore(player, cells, ()) for player in (position.to_move, 3 - position.to_move)
        )
    except BadSetup:
        return 0  # whose turn it is shows on the board: both choose among the same squares
    return len(mine.moves()) - len(theirs.moves())
