"""Both engines beside the plainest model of a store, whatever sequence of changes hypothesis thinks of."""

from dataclasses import dataclass, field, replace

import pytest
from game_changes import end, move, next_game, offer, take_back, take_seat
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from cornered.store import Change, MovedOn, NewGame, Seat, Store
from cornered.store.changes import NotInvited, StoredOffer
from cornered.store.postgres.server import PostgresDatabase
from cornered.store.seats import Seats
from cornered.store.upkeep import expire

START = "blockade.4x4.1.4-4-4-4"
TABLES = ("offers", "help_allowed", "sequels", "seats", "moves", "tallies", "games")
PLAYERS = st.sampled_from(
    [Seat("Ada", "human"), Seat("Bob", "human"), Seat(None, "human"), Seat(None, "easy")]
)
HOLDERS = st.sampled_from(["ada", "bob", "eve"])
DRIFTS = st.sampled_from([0, 0, 0, -1, 1])
"""How far a change may be from the version that it has to be of."""
ENDS = st.sampled_from([(1, "resigned"), (2, "no-moves"), (None, "called-off")])


@dataclass
class Game:
    """What a store should know of a game."""

    seats: tuple[Seat, Seat]
    squares: list[int] = field(default_factory=list)
    end: tuple[int | None, str] | None = None
    holders: dict[int, str | None] = field(default_factory=dict)
    invitation: str | None = None
    offer: StoredOffer | None = None
    sequel: int | None = None
    version: int = 0


class Stores(RuleBasedStateMachine):
    """The same done to both stores and to the model; `stores` is set by the test."""

    stores: tuple[Store, ...] = ()
    games = Bundle("games")

    @initialize()
    def empty(self) -> None:
        self.model: dict[int, Game] = {}
        for store in self.stores:
            for table in TABLES:
                store.database.change(f"DELETE FROM {table}")
            if isinstance(store.database, PostgresDatabase):
                store.database.change("ALTER TABLE games ALTER COLUMN id RESTART")

    def both(self, act):
        """What both stores did, which must be the same: a refusal counts as an answer."""

        def outcome(store: Store):
            try:
                return act(store)
            except (MovedOn, NotInvited) as refused:
                return type(refused)

        first, second = map(outcome, self.stores)
        assert first == second
        return first

    def change(self, game: int, change: Change, *, after_the_end: bool = False) -> bool:
        """Whether the change was made: it was if it was of the version that the model knows."""
        known = self.model[game]
        done = self.both(lambda store: store.apply(change))
        fits = change.version == known.version and (after_the_end or not known.end)
        assert (done is None) == fits
        known.version += fits
        return fits

    @rule(target=games, seats=st.tuples(PLAYERS, PLAYERS), holder=HOLDERS)
    def begin(self, seats, holder):
        number = self.both(lambda store: store.begin(NewGame(START, seats)))
        self.both(lambda store: Seats(store).assign(number, {1: holder, 2: None}))
        self.model[number] = Game(seats, holders={1: holder, 2: None})
        return number

    @rule(game=games, square=st.integers(0, 15), end=st.none() | ENDS, drift=DRIFTS)
    def move(self, game, square, end, drift):
        known = self.model[game]
        winner, reason = end or (None, None)
        ply, version = len(known.squares), known.version + drift
        if self.change(game, move(game, ply, square, winner=winner, reason=reason, version=version)):
            known.squares.append(square)
            known.end = end

    @rule(game=games, back=st.integers(0, 3), drift=DRIFTS)
    def take_back(self, game, back, drift):
        known = self.model[game]
        keep = max(0, len(known.squares) - back)
        if self.change(game, take_back(game, keep, version=known.version + drift)):
            del known.squares[keep:]
            known.offer = None

    @rule(game=games, how=ENDS, drift=DRIFTS)
    def end(self, game, how, drift):
        known = self.model[game]
        if self.change(game, end(game, len(known.squares), *how, version=known.version + drift)):
            known.end = how

    @rule(game=games, invitation=st.sampled_from(["first", "second"]))
    def invite(self, game, invitation):
        known = self.model[game]
        given = self.both(lambda store: Seats(store).invite(game, invitation))
        assert given == (None in known.holders.values())
        if given:
            known.invitation = invitation

    @rule(
        game=games,
        invitation=st.sampled_from(["first", "second"]),
        holder=HOLDERS,
        name=st.sampled_from([None, "Zoë"]),
    )
    def join(self, game, invitation, holder, name):
        known = self.model[game]
        change = take_seat(game, holder, invitation, name, version=known.version)
        done = self.both(lambda store: store.apply(change._replace(plies=len(known.squares))))
        assert (done is None) == (known.invitation == invitation)
        if done is None:
            known.holders[2], known.invitation, known.version = holder, None, known.version + 1
            if name:
                known.seats = known.seats[0], known.seats[1]._replace(name=name)

    @rule(
        game=games,
        drift=DRIFTS,
        offered=st.none()
        | st.builds(StoredOffer, st.just("rematch"), st.integers(1, 2), st.integers(0, 9), st.booleans()),
    )
    def offer(self, game, drift, offered):
        known = self.model[game]
        change = offer(game, offered, version=known.version + drift, plies=len(known.squares))
        if self.change(game, change, after_the_end=True):
            known.offer = offered

    @rule(game=games, following=games, drift=DRIFTS)
    def follow(self, game, following, drift):
        known = self.model[game]
        if known.sequel:  # the next game begins once
            return
        change = next_game(game, following, version=known.version + drift, plies=len(known.squares))
        if self.change(game, change, after_the_end=True):
            known.sequel, known.offer = following, None

    @rule(game=games)
    def undone(self, game):
        def fail(store: Store) -> None:
            with store.together():
                known = self.model[game]
                store.apply(offer(game, None, version=known.version, plies=len(known.squares)))
                store.begin(NewGame(START, (Seat(None, "easy"), Seat(None, "easy"))))
                raise ZeroDivisionError

        for store in self.stores:
            with pytest.raises(ZeroDivisionError):
                fail(store)
        for store in self.stores:  # a number that was given once may be given again, or not
            if isinstance(store.database, PostgresDatabase):
                store.database.fetch(
                    "SELECT setval(pg_get_serial_sequence('games', 'id'), max(id)) FROM games"
                )

    @invariant()
    def both_know_what_the_model_knows(self):
        for number, known in self.model.items():
            saved = self.both(lambda store, number=number: _without_times(store.game(number)))
            end = (saved.winner, saved.reason) if saved.reason else None
            assert (saved.seats, list(saved.squares), end) == (known.seats, known.squares, known.end)
            assert saved.version == known.version
            around = self.both(lambda store, number=number: Seats(store).around([number])[number])
            assert (around.holders, around.offer, around.sequel) == (known.holders, known.offer, known.sequel)

    @invariant()
    def lists_are_the_same(self):
        self.both(lambda store: list(map(_without_times, store.games(player="Ada"))))
        going_on = self.both(lambda store: [saved.id for saved in store.games(unfinished=True, limit=3)])
        assert going_on == sorted((n for n, known in self.model.items() if not known.end), reverse=True)[:3]
        self.both(lambda store: Seats(store).held_by("ada", finished=True, before=99))
        self.both(lambda store: store.tallies())

    def teardown(self):
        """At the end everything without an end expires."""
        self.both(lambda store: sorted(expire(store, "9999", "called-off")))
        self.both(lambda store: list(map(_without_times, store.games())))
        for number, known in self.model.items():
            there = self.both(lambda store, number=number: store.game(number) is not None)
            assert there == bool(known.end or known.squares)


def _without_times(saved):
    return saved and replace(saved, begun="", ended=saved.ended and "then")


def test_both_engines_do_what_the_model_does(tmp_path, postgres) -> None:
    stores = Store(tmp_path / "games.sqlite3"), Store(postgres.database())

    class Both(Stores):
        """The machine with its stores."""

    Both.stores = stores
    try:
        run_state_machine_as_test(
            Both, settings=settings(max_examples=150, stateful_step_count=25, deadline=None)
        )
    finally:
        for store in stores:
            store.close()
