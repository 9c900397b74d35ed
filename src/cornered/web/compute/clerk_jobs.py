"""What the clerks do, worker processes that read and write but never search: lines of moves, texts of games.

Each would take more than a few milliseconds of the event loop.
"""

from cornered import code
from cornered.errors import BadSetup
from cornered.games import GAMES
from cornered.play.record import RecordError, write_record
from cornered.play.stored import games_in, record_of
from cornered.store import SavedGame
from cornered.web.config import Limits
from cornered.web.views.position_views import check_size, line_view, read_line


def show_line(start: str, moves: str, limits: Limits) -> str:
    """The positions along a line, as the JSON of a `PositionView`."""
    return line_view(read_line(start, moves, limits)).model_dump_json()


def end_of_line(start: str, moves: str, limits: Limits) -> str:
    """The code of the position that a line leads to."""
    return read_line(start, moves, limits).positions[-1].code


def read_games(text: str, now: str, limits: Limits) -> list[SavedGame]:
    """The games of a text; `BadSetup` says what is wrong with it."""
    try:
        games = games_in(text, now)
    except RecordError as error:
        raise BadSetup(str(error)) from None
    for saved in games:
        check_size(code.read(saved.start).board, limits)
        if len(saved.squares) > limits.longest_game:
            raise BadSetup(f"A game here has at most {limits.longest_game} moves.")
    return games


def write_games(games: list[SavedGame]) -> str:
    """The text of the games whose rules are still installed."""
    known = (saved for saved in games if code.read(saved.start).name in GAMES)
    return "\n".join(write_record(record_of(saved)) for saved in known)
