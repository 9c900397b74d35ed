"""Games as text: a block of headers, then the moves in the book's notation; many games to a file.

    [Game "knights-blockade"]
    [Board "5x5"]
    [Start "(0, 0); (4, 4)"]
    [Player1 "Ada"]
    [Player2 "Blaise"]
    [Result "2 resigned"]

    1. (2, 1); (2, 3)
    2. (3, 3); (4, 2)

`Start` is there only where the knights began elsewhere than in their corners, `Repetitions` where the book's
count was changed. `Result` names the winner and the reason, or is `*` while the game goes on. Headers
of any other name are kept.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from cornered.board import Board
from cornered.game import Game, Outcome, Position, Reason
from cornered.games import new_game
from cornered.games.knights import KnightsPosition
from cornered.games.trap_the_knight import BOOK_REPETITIONS, TrapTheKnight
from cornered.refusal import BadSetup, IllegalMove
