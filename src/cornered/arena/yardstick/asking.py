"""Agents asked for one move each, whatever they are, and every way in which they may fail to make one.

What an agent answers is scored, and so is what it fails to answer. Where the answer did not arrive, for a
reason that lies between us and the agent, it is asked again, and nothing is scored.
"""

import re
from enum import StrEnum
from hashlib import sha256
from random import Random
from time import sleep
from typing import NamedTuple, Protocol

from cornered.arena.agents import leave, seated, text_agent
from cornered.arena.agents.addresses import read_address, title
from cornered.arena.agents.program import TooLate, TooMuch
from cornered.arena.agents.text import NoMove, last_object
from cornered.arena.agents.text_player import TextPlayer
from cornered.errors import BadSetup, CorneredError, IllegalMove, Refusal
from cornered.game import Position
from cornered.play.opponents import Forfeit
from cornered.play.players import LEVELS

_SECONDS_BEFORE_ASKING_AGAIN = (0.5, 2.0)
_NAMED = re.compile(r"([^:;=]+)=(.+)")
_LONGEST_NAME = 40


class Entrant(NamedTuple):
    """An agent by name. Its address may hold paths and keys, and stays here."""

    name: str
    address: str

    @property
    def digest(self) -> str:
        """Tells one address from another, and nothing else about it."""
        return sha256(self.address.encode()).hexdigest()[:16]

    @property
    def shows_legal_moves(self) -> bool:
        """Whether an agent that reads text is told the legal moves."""
        return read_address(self.address).settings.get("legal", "yes") == "yes"


def read_entrant(text: str) -> Entrant:
    """The agent meant by a level, an address, or `NAME=ADDRESS`.

    >>> read_entrant("Fairy=uci:/opt/fairy-stockfish;movetime=200").name
    'Fairy'
    >>> read_entrant("cmd:./ask.sh --key 1234").name
    'ask.sh'
    """
    named = _NAMED.fullmatch(text)
    if named:
        name, address = named.groups()
        return Entrant(_checked(name.strip()), address)
    if text in LEVELS:
        return Entrant(text, text)
    return Entrant(title(text), text)


def _checked(name: str) -> str:
    if not 0 < len(name) <= _LONGEST_NAME or not name.isprintable() or name in LEVELS:
        raise BadSetup(f"'{name}' cannot be an agent's name: it has 1 to {_LONGEST_NAME} characters.")
    return name


class Refused(StrEnum):
    """Why there is no move, although an answer was given or was due."""

    ILLEGAL = "illegal"
    UNREADABLE = "unreadable"
    EMPTY = "empty"
    TRUNCATED = "truncated"
    LATE = "late"
    FAILED = "failed"


class Reply(NamedTuple):
    """The square that was played, or why there is none; what was said, and the tokens if they are counted."""

    square: int | None
    refused: Refused | None
    heard: tuple[str, ...] = ()
    tokens: int | None = None


class NoAnswer(CorneredError):
    """The answer did not arrive, however often it was asked for."""


class Asker(Protocol):
    """An agent that is asked for one move at a time."""

    def ask(self, position: Position) -> Reply:
        """What it replies; `NoAnswer` where nothing arrived."""

    def close(self) -> None:
        """Ends what the agent holds on to."""


def asker(address: str, random: Random) -> Asker:
    """What asks the agent at this address; a level draws on `random`."""
    if reads_text(address):
        return _OfText(text_agent(address), title(address))
    return _OfSquares(address, random)


def reads_text(address: str) -> bool:
    """Whether the agent at this address reads and writes text."""
    return address not in LEVELS and read_address(address).reads_text


class _OfSquares:
    """A level, a function from position to square, or an engine: if it fails, that is its own doing."""

    def __init__(self, address: str, random: Random) -> None:
        self._agent = seated(address, random)

    def ask(self, position: Position) -> Reply:
        try:
            return Reply(self._agent(position), None)
        except Forfeit as fault:
            return Reply(None, why_refused(fault), (str(fault),))

    def close(self) -> None:
        leave(self._agent)


class _OfText:
    """A command, or a function from text to text: most of them only pass the question on to a model."""

    def __init__(self, player: TextPlayer, called: str) -> None:
        self._player = player
        self._called = called

    def ask(self, position: Position) -> Reply:
        for seconds in _SECONDS_BEFORE_ASKING_AGAIN:
            try:
                return self._ask_once(position)
            except NoAnswer:
                sleep(seconds)
        return self._ask_once(position)

    def _ask_once(self, position: Position) -> Reply:
        try:
            heard = self._player.ask(position)
        except Exception as fault:
            why = why_refused(fault)
            if why is Refused.FAILED:
                raise NoAnswer(f"{self._called} {fault}") from fault
            return Reply(None, why)
        refused = None if heard.refusal is None else why_refused(heard.refusal)
        return Reply(heard.square, refused, heard.answers, _tokens(heard.answers))

    def close(self) -> None:
        self._player.close()


def why_refused(fault: BaseException) -> Refused:
    """The kind of this fault, or of what has caused it."""
    match fault:
        case NoMove(kind=kind):
            return Refused(kind)
        case IllegalMove(reason=Refusal.NOT_UNDERSTOOD):
            return Refused.UNREADABLE
        case IllegalMove():
            return Refused.ILLEGAL
        case TooLate():
            return Refused.LATE
        case TooMuch():
            return Refused.TRUNCATED
    return why_refused(fault.__cause__) if fault.__cause__ else Refused.FAILED


def _tokens(answers: tuple[str, ...]) -> int | None:
    """All the tokens that an agent reports in the JSON objects that hold its moves."""
    told = [last_object(answer[-_READ:]).get("tokens") for answer in answers]
    counted = [tokens for tokens in told if isinstance(tokens, int) and not isinstance(tokens, bool)]
    return sum(counted) if counted else None


_READ = 4_000
