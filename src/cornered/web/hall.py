"""The hall: every table that is open, and what the players may do at it."""

import asyncio
import logging
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from cornered.play.keeping import session_of
from cornered.play.match import Match
from cornered.play.players import Player, check_players
from cornered.play.session import Session
from cornered.store import MovedOn, StoreError
from cornered.web import questions
from cornered.web.archive import Archive
from cornered.web.identity import hash_of, new_secret
from cornered.web.limits import Limits
from cornered.web.refused import Refused
from cornered.web.setups import Opening
from cornered.web.table import Standing, Table
from cornered.web.thinking import OverBudget, Thinkers, TooBusy

_MOST_IDLE_TABLES = 500
_LOOK_AGAIN = 1.0
"""Seconds between two looks at a game that is played elsewhere, and between two tries of a busy program."""

_log = logging.getLogger(__name__)


class Hall:
    """The tables of one server."""

    def __init__(self, archive: Archive, programs: Thinkers, limits: Limits) -> None:
        self._archive = archive
        self._programs = programs
        self._limits = limits
        self._tables: dict[int, Table] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def table(self, number: int) -> Table:
        """The table of a game, opened if it is not."""
        if number not in self._tables:
            standing = await self._archive.standing(number) if 0 < number < 2**62 else None
            if standing is None:
                raise Refused(404, f"There is no game {number}.")
            ours = bool(standing.holders) and not standing.saved.ended and await self._archive.claim(number)
            if number not in self._tables:  # nobody else opened it in the meantime
                self._tables[number] = Table(standing, session_of(standing.saved), ours)
                self._close_idle_tables()
                self._let_program_move(self._tables[number])
        return self._tables[number]

    async def begin(self, opening: Opening, holder: str) -> Table:
        """A new game; `holder` gets the seats that are theirs."""
        holders = dict.fromkeys(opening.yours, holder) | ({opening.open: None} if opening.open else {})
        number = await self._archive.begin(opening.start.code, opening.players, holders, opening.match)
        return await self.table(number)

    async def move(self, table: Table, holder: str | None, ply: int, text: str) -> None:
        """Plays for whoever is to move; on disk when it returns."""
        async with table.lock:
            await self._check_turn(table, holder, ply)
            if ply >= self._limits.longest_game:
                raise Refused(409, f"A game here has at most {self._limits.longest_game} moves.")
            session = table.session
            await self._write_move(table, session.play(session.game.square(text)))
        self._let_program_move(table)

    async def undo(self, table: Table, holder: str | None, ply: int) -> None:
        """Takes back to the last move of one's own, where nobody else's move is taken back with it."""
        async with table.lock:
            await self._check_going_on(table, holder, ply)
            if len(table.standing.holders) != len(table.seats_of(holder)):
                raise Refused(409, "Against another person a move stands.")
            before = table.session
            if not before.undoable:
                raise Refused(409, "There is no move of yours to take back.")
            after = before.undo()
            await self._on_disk(table, self._archive.take_back(table.id, ply, len(after.squares)))
            table.session = after
            table.announce()

    async def resign(self, table: Table, holder: str | None, ply: int) -> None:
        """Gives up: for the player to move if both seats are one's own, else for one's seat."""
        async with table.lock:
            seats = await self._check_going_on(table, holder, ply)
            to_move = table.session.to_move
            after = table.session.resign(to_move if to_move in seats else seats[0])
            await self._on_disk(table, self._archive.end(table.id, after))
            await self._ended(table, after)

    async def invite(self, table: Table, holder: str | None) -> str:
        """A new invitation to the open seat; any earlier one no longer holds."""
        self._check_seated(table, holder)
        invitation = new_secret()
        if not await self._archive.invite(table.id, hash_of(invitation)):
            raise Refused(409, "Both seats are taken.")
        return invitation

    async def join(self, table: Table, holder: str, invitation: str, name: str | None) -> None:
        """Takes the open seat, which uses the invitation up."""
        async with table.lock:
            if table.seats_of(holder):
                raise Refused(409, "You already have a seat in this game: the other one is for someone else.")
            self._check_name(table, name)
            seat = await self._archive.take_seat(table.id, hash_of(invitation), holder, name)
            if seat is None:
                raise Refused(403, "This invitation has been used, or was never given.")
            await self._renew(table)

    async def follow_up(self, table: Table, holder: str | None) -> int:
        """The next game of the match, or a rematch with seats swapped; the same for both players."""
        async with table.lock:
            self._check_seated(table, holder)
            if table.standing.next_game is None:
                if not table.session.outcome:
                    raise Refused(409, "The game is not over.")
                next_game = await self._begin_next(table)
                await self._archive.follow(table.id, next_game)
                await self._renew(table)
            assert table.standing.next_game
            return table.standing.next_game

    async def watch_elsewhere(self) -> None:
        """Looks again and again at the watched games that terminals play; runs until cancelled."""
        while True:
            await asyncio.sleep(_LOOK_AGAIN)
            with suppress(StoreError):  # what cannot be read now is looked at again
                for table in list(self._tables.values()):
                    if table.is_watched and not table.ours and not table.session.outcome:
                        await self._renew(table)

    async def close(self) -> None:
        """Lets the programs' moves go: they are made when the game is next opened."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _check_seated(self, table: Table, holder: str | None) -> list[int]:
        seats = table.seats_of(holder)
        if not seats:
            raise Refused(403, "You have no seat in this game: you can watch it.")
        return seats

    async def _check_going_on(self, table: Table, holder: str | None, ply: int) -> list[int]:
        seats = self._check_seated(table, holder)
        if not table.ours and not table.session.outcome:
            table.ours = await self._archive.claim(table.id)
            await self._renew(table)  # a terminal may have had it until now
        if table.session.outcome:
            raise Refused(409, "The game is over.")
        if not table.ours:
            raise Refused(409, "The game is being played in another program right now.")
        if ply != len(table.session.squares):
            raise Refused(409, f"The game has moved on: it stands after {len(table.session.squares)} moves.")
        return seats

    async def _check_turn(self, table: Table, holder: str | None, ply: int) -> None:
        seats = await self._check_going_on(table, holder, ply)
        to_move = table.session.to_move
        if to_move not in seats:
            raise Refused(409, f"It is the turn of {table.session.mover.called(to_move)}.")

    def _check_name(self, table: Table, name: str | None) -> None:
        players = table.session.players
        others = [player for seat, player in enumerate(players, 1) if table.standing.holders.get(seat)]
        check_players(
            table.session.game, (Player(name=name), Player(name=others[0].name if others else None))
        )

    async def _write_move(self, table: Table, after: Session) -> None:
        await self._on_disk(table, self._archive.add_move(table.id, after))
        if after.outcome:
            await self._ended(table, after)
        else:
            table.session = after
            table.announce()

    async def _on_disk(self, table: Table, writing: Coroutine[Any, Any, None]) -> None:
        try:
            await writing
        except MovedOn:
            await self._renew(table)
            raise

    async def _ended(self, table: Table, after: Session) -> None:
        table.session = after
        await self._renew(table)
        state = table.standing.match
        if state and state.match.over and table.standing.saved.match:
            await self._archive.end_match(table.standing.saved.match)

    async def _renew(self, table: Table) -> None:
        standing = await self._archive.standing(table.id)
        assert standing
        table.renew(standing)

    async def _begin_next(self, table: Table) -> int:
        standing, session = table.standing, table.session
        start = session.start.code
        if standing.match and not standing.match.match.over:
            match = standing.match.match
            swap = match.swapped != standing.saved.swapped
            return await self._archive.begin_next(standing, start, match.seated, _swapped(standing, swap))
        players = session.players[1], session.players[0]
        return await self._archive.begin(start, players, _swapped(standing, True), _again(standing, players))

    def _let_program_move(self, table: Table) -> None:
        if table.ours and not table.session.outcome and not table.session.mover.is_human:
            task = asyncio.create_task(self._program_moves(table, table.session))
            self._tasks.add(task)
            task.add_done_callback(self._finished)

    async def _program_moves(self, table: Table, session: Session) -> None:
        """Tries until it is done: the programs may be busy, or the disk full for a while."""
        while table.session == session:  # not taken back or resigned in the meantime
            try:
                square = await self._chosen(session)
                async with table.lock:
                    if table.session == session:
                        await self._write_move(table, session.play(square))
            except (TooBusy, OverBudget, StoreError):
                await asyncio.sleep(_LOOK_AGAIN)

    async def _chosen(self, session: Session) -> int:
        start, kind = session.start.code, str(session.mover.kind)
        seconds = self._limits.thinking_seconds
        return await self._programs.ask(seconds, questions.choose, start, session.squares, kind)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception():
            _log.error("A program could not move.", exc_info=task.exception())

    def _close_idle_tables(self) -> None:
        """Forgets the tables that nobody watches, the oldest first, when there are many."""
        idle = [number for number, table in self._tables.items() if table.is_idle]
        for number in idle[: max(0, len(self._tables) - _MOST_IDLE_TABLES)]:
            del self._tables[number]


def _swapped(standing: Standing, swap: bool) -> dict[int, str | None]:
    return {3 - seat if swap else seat: holder for seat, holder in standing.holders.items()}


def _again(standing: Standing, players: tuple[Player, Player]) -> Match | None:
    """Another match on the same terms, if this game was of one."""
    if standing.match is None:
        return None
    before = standing.match.match
    return Match(players, before.games, before.first_to, before.keep_seats)
