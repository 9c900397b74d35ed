"""The jobs: a program's or an agent's move, a position, hints, threats, a game to be reviewed, the runs of a
leaderboard; lines of moves and texts of games, which would hold up the event loop for too long.

A game comes as the store keeps it, and everything stays within the memory that the job is allowed.
"""

from html import escape
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

from cornered import code
from cornered.arena.agents import agent_in_this_process, leave, seated
from cornered.errors import BadSetup
from cornered.games import GAMES, read_position
from cornered.play import commentary
from cornered.play.opponents import opponent
from cornered.play.players import Kind
from cornered.play.record import RecordError, write_record
from cornered.play.review import review as review_of
from cornered.play.review import turning_point as turning_point_of
from cornered.play.stored import games_in, record_of, session_of
from cornered.solve import Analysis, Budget
from cornered.solve import analyse as analysis_of
from cornered.store import SavedGame
from cornered.web.config import Limits
from cornered.web.views.position_views import check_size, line_view, read_line


def choose(saved: SavedGame, memory: int, seed: str | None) -> int:
    """The square that the program to move plays; with a seed the same one in the same place of that game."""
    session = session_of(saved)
    random = SystemRandom() if seed is None else Random(f"{seed} {saved.id} {len(saved.squares)}")
    return opponent(Kind(session.mover.kind), random, memory).choose(session.position)


def ask_function(address: str, start: str) -> int:
    """The square that the function at this address plays."""
    return agent_in_this_process(address)(read_position(start))


def ask_engine(address: str, start: str) -> int:
    """The square that the program at this address plays; it is started for this move, and ended after it."""
    agent = seated(address, SystemRandom())
    try:
        return agent(read_position(start))
    finally:
        leave(agent)


def analyse(start: str, seconds: float, memory: int) -> Analysis:
    """What is known about a position."""
    return analysis_of(read_position(start), Budget(seconds, memory))


def hint(saved: SavedGame, seconds: float, memory: int) -> commentary.Hint:
    """A best move and why."""
    return commentary.hint(session_of(saved), Budget(seconds, memory))


def caution(saved: SavedGame, seconds: float) -> commentary.Caution:
    """What threatens the player to move."""
    return commentary.caution(session_of(saved), Budget(seconds))


def review(saved: SavedGame, seconds: float, memory: int) -> dict[str, Any]:
    """The game reviewed, as far back from its end as the time allows."""
    return commentary.review_data(review_of(session_of(saved), seconds, memory))


def turning_point(saved: SavedGame, memory: int) -> dict[str, Any]:
    """The game judged by who wins alone, which is soon found out."""
    return commentary.review_data(turning_point_of(session_of(saved), memory))


def stamps_of_runs(folder: str) -> list[tuple[str, int, int]]:
    """The files of a folder that may be runs, each with what changes when it does."""
    stats = [(path.name, path.stat()) for path in _runs_in(folder)]
    return [(name, stat.st_mtime_ns, stat.st_size) for name, stat in stats]


def leaderboard(folder: str) -> str:
    """The report of the runs in a folder, and which of them could not be read."""
    from cornered.arena.spread.journal import JournalError
    from cornered.arena.yardstick.report import Report
    from cornered.arena.yardstick.report_page import body

    left_out: list[JournalError] = []
    shown = body(Report(_runs_in(folder), left_out))
    sentences = (str(error).replace(f"{folder}/", "") for error in left_out)
    named = "".join(f"<li>{escape(sentence)}</li>" for sentence in sentences)
    return f"{shown}<h2>Left out</h2><ul>{named}</ul>" if named else shown


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


def _runs_in(folder: str) -> list[Path]:
    from cornered.arena.yardstick.report import LOGS

    return sorted(path for path in Path(folder).iterdir() if path.suffix in LOGS and path.is_file())
