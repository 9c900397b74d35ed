"""What the worker processes think about: a program's move, a position, hints, threats, a game to be
reviewed, the runs of a leaderboard.

A game comes as the store keeps it, and everything stays within the memory that the worker is allowed.
"""

from html import escape
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

from cornered.arena.agents import agent_in_this_process
from cornered.games import read_position
from cornered.play import commentary
from cornered.play.opponents import opponent
from cornered.play.players import Kind
from cornered.play.review import review as review_of
from cornered.play.review import turning_point as turning_point_of
from cornered.play.stored import session_of
from cornered.solve import Analysis, Budget
from cornered.solve import analyse as analysis_of
from cornered.store import SavedGame


def choose(saved: SavedGame, memory: int, seed: str | None) -> int:
    """The square that the program to move plays; with a seed the same one in the same place of that game."""
    session = session_of(saved)
    random = SystemRandom() if seed is None else Random(f"{seed} {saved.id} {len(saved.squares)}")
    return opponent(Kind(session.mover.kind), random, memory).choose(session.position)


def ask(address: str, code: str) -> int:
    """The square that the function at this address plays."""
    return agent_in_this_process(address)(read_position(code))


def analyse(code: str, seconds: float, memory: int) -> Analysis:
    """What is known about a position."""
    return analysis_of(read_position(code), Budget(seconds, memory))


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


def runs_in(folder: str) -> list[Path]:
    """The files of a folder that may be runs."""
    from cornered.arena.yardstick.report import LOGS

    return sorted(path for path in Path(folder).iterdir() if path.suffix in LOGS and path.is_file())


def leaderboard(folder: str) -> str:
    """The report of the runs in a folder, and which of them could not be read."""
    from cornered.arena.spread.journal import JournalError
    from cornered.arena.yardstick.report import Report
    from cornered.arena.yardstick.report_page import body

    left_out: list[JournalError] = []
    shown = body(Report(runs_in(folder), left_out))
    sentences = (str(error).replace(f"{folder}/", "") for error in left_out)
    named = "".join(f"<li>{escape(sentence)}</li>" for sentence in sentences)
    return f"{shown}<h2>Left out</h2><ul>{named}</ul>" if named else shown
