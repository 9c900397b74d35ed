"""Agents that can play a seat: a level, a function, or a program, named by its address."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from operator import index
from random import Random
from typing import TYPE_CHECKING, Any

from cornered.arena.agents.addresses import Address, command_of, read_address, title
from cornered.errors import BadSetup, IllegalMove
from cornered.game import Position
from cornered.play.opponents import Forfeit, opponent
from cornered.play.players import LEVELS, Kind, Player

if TYPE_CHECKING:
    from cornered.arena.agents.text_player import TextPlayer

Agent = Callable[[Position], int]
"""Given a position in which the game goes on, the square to play.

An agent that cannot make a legal move raises `Forfeit`. One that holds on to something has a `close()`.
"""


def seated(who: str | Agent, random: Random) -> Agent:
    """The agent meant: a level, which draws on `random`, a function, or one named by its address.

    >>> from cornered import new_game
    >>> seated("easy", Random(1))(new_game("knights-blockade").start()) in (7, 11)
    True
    """
    if not isinstance(who, str):
        if not callable(who):
            raise BadSetup(f"An opponent is a level, a function or an address: not {type(who).__name__}.")
        return _HeldToTheRules(who, getattr(who, "__name__", type(who).__name__))
    if who in LEVELS:
        return opponent(Kind(who), random).choose
    where = read_address(who)
    if where.reads_text:
        return _HeldToTheRules(text_agent(who), title(who))
    if where.way:
        from cornered.arena.agents.uci_player import EnginePlayer

        return _HeldToTheRules(EnginePlayer(where.way, command_of(where), where.settings), title(who))
    from cornered.arena.agents.functions import FunctionPlayer

    return FunctionPlayer(who)


def agent_in_this_process(address: str) -> Agent:
    """The function at this address as an agent, in a process that the caller can afford to lose."""
    where = read_address(address)
    function = imported(where)
    if where.way == "text":
        from cornered.arena.agents.text_player import TextPlayer

        return _HeldToTheRules(TextPlayer(function, where.settings), title(address))
    if not where.settings.keys() <= {"seconds"}:
        raise BadSetup(f"'{where.target}' is a function: its only setting is seconds=60.")
    return _HeldToTheRules(function, title(address))


@contextmanager
def programs(players: tuple[Player, Player], random: Random) -> Iterator[list[Agent | None]]:
    """The agents of the players that are not people; they are closed at the end."""
    agents: list[Agent | None] = []
    try:
        for player in players:
            agents.append(None if player.is_human else seated(player.kind, random))
        yield agents
    finally:
        for agent in agents:
            leave(agent)


def leave(agent: object) -> None:
    """Ends what the agent holds on to, such as the process of an engine."""
    close = getattr(agent, "close", None)
    if close:
        close()


def text_agent(address: str) -> "TextPlayer":
    """The agent at this address, which reads and writes text."""
    from cornered.arena.agents.functions import TextFunction
    from cornered.arena.agents.text_player import Command, TextPlayer

    where = read_address(address)
    answer = TextFunction(address) if where.way == "text" else Command(command_of(where), where.settings)
    return TextPlayer(answer, where.settings)


def imported(where: Address) -> Callable[..., Any]:
    """The function that is meant. Modules in the folder we run in are found, as by `python -m`."""
    module, _, name = where.target.partition(":")
    if not {"", os.getcwd()} & set(sys.path):
        sys.path.insert(0, os.getcwd())
    try:
        found: Callable[..., Any] = getattr(import_module(module), name)
    except (Exception, SystemExit) as error:  # whatever the module does when it is imported
        raise BadSetup(f"There is no agent '{where.target}': {in_words(error)}") from error
    if not callable(found):
        raise BadSetup(f"'{where.target}' is no agent: it cannot be called.")
    return found


class _HeldToTheRules:
    """An agent whose answers are legal moves, and whose every failure is a `Forfeit`."""

    def __init__(self, agent: Agent, called: str) -> None:
        self._agent = agent
        self._called = called

    def __call__(self, position: Position) -> int:
        try:
            answer = self._agent(position)
        except Forfeit as fault:
            raise Forfeit(f"{self._called} {fault}") from fault
        except (Exception, SystemExit) as error:
            raise Forfeit(f"{self._called} failed: {in_words(error)}") from error
        return self._legal(position, answer)

    def _legal(self, position: Position, answer: object) -> int:
        try:
            square = index(answer)  # type: ignore[arg-type]  # whatever an agent has answered
        except Exception:
            kind = type(answer).__name__
            raise Forfeit(f"{self._called} answered with {kind}, not with a square's number.") from None
        if not 0 <= square < position.game.board.size:  # it may be too long to be told
            raise Forfeit(f"{self._called} answered with a number that is no square's.")
        try:
            position.play(square)
        except IllegalMove as refusal:
            raise Forfeit(f"{self._called} made an illegal move: {refusal}") from refusal
        return square

    def close(self) -> None:
        leave(self._agent)


def in_words(error: BaseException) -> str:
    """What was raised, in a line that can be shown."""
    words = "".join(filter(str.isprintable, " ".join(str(error)[:1000].split())))[:200]
    return f"{type(error).__name__}: {words}".rstrip(": .") + "."
