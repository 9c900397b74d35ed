"""The store, in a file and in Postgres: what is written stays written, once, whoever else is writing."""

from threading import Thread

import pytest
from game_changes import end, move, next_game, offer, take_back, take_seat

from cornered.store import MovedOn, NewGame, NewMatch, SavedGame, Seat, Store, StoreError
from cornered.store.changes import NotInvited, StoredOffer
from cornered.store.seats import Seats

START = "blockade.4x4.1.4-4-4-4"
ADA, BOB = Seat("Ada", "human", "+"), Seat(None, "perfect")


def test_a_game_is_read_back_as_it_was_written(store: Store, address) -> None:
    number = store.begin(NewGame(START, (ADA, BOB)))
    store.apply(move(number, 0, 5))
    store.apply(move(number, 1, 13))
    again = Store(address)
    saved = again.game(number)
    again.close()
    assert saved is not None
    assert (saved.start, saved.seats, saved.squares) == (START, (ADA, BOB), (5, 13))
    assert (saved.ended, saved.winner, saved.reason) == (None, None, None)


def test_the_move_that_ends_a_game_is_stored_with_its_end(store: Store) -> None:
    number = store.begin(NewGame(START, (ADA, BOB)))
    store.apply(move(number, 0, 5, winner=1, reason="no-moves"))
    saved = store.game(number)
    assert saved is not None
    assert (saved.squares, saved.winner, saved.reason) == ((5,), 1, "no-moves")
    assert saved.ended


def test_a_ply_is_stored_once(store: Store) -> None:
    number = store.begin(NewGame(START, (ADA, BOB)))
    store.apply(move(number, 0, 5))
    with pytest.raises(MovedOn, match="continued elsewhere"):
        store.apply(move(number, 0, 6))
    with pytest.raises(MovedOn):
        store.apply(move(number, 2, 6))


def test_of_many_moves_at_once_exactly_one_is_stored(store: Store, address) -> None:
    number = store.begin(NewGame(START, (ADA, BOB)))
    accepted: list[int] = []

    def go(square: int) -> None:
        own = Store(address)
        try:
            own.apply(move(number, 0, square))
            accepted.append(square)
        except MovedOn:
            pass
        finally:
            own.close()

    threads = [Thread(target=go, args=(square,)) for square in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    saved = store.game(number)
    assert saved is not None
    assert len(accepted) == 1
    assert saved.squares == tuple(accepted)


def test_moves_are_taken_back_from_the_end(store: Store) -> None:
    number = store.begin(NewGame(START, (ADA, BOB)))
    for ply, square in enumerate((5, 13, 3)):
        store.apply(move(number, ply, square))
    store.apply(take_back(number, 1, version=3))
    store.apply(move(number, 1, 15, version=4))
    saved = store.game(number)
    assert saved is not None
    assert saved.squares == (5, 15)


def test_nothing_follows_the_end(store: Store) -> None:
    number = store.begin(NewGame(START, (ADA, BOB)))
    store.apply(end(number, 0, winner=2, reason="resigned"))
    for attempt in (
        lambda: store.apply(move(number, 0, 5, version=1)),
        lambda: store.apply(take_back(number, 0, version=1)),
        lambda: store.apply(end(number, 0, 1, "resigned", version=1)),
    ):
        with pytest.raises(MovedOn):
            attempt()


def test_games_are_found_by_game_player_and_state(store: Store) -> None:
    first = store.begin(NewGame(START, (ADA, BOB)))
    second = store.begin(NewGame("knights-duel.5x5.1.a4-5-5-5-4b", (Seat(None, "human"), BOB)))
    store.apply(end(first, 0, 1, "resigned"))
    assert [saved.id for saved in store.games()] == [second, first]
    assert [saved.id for saved in store.games(game="blockade")] == [first]
    assert [saved.id for saved in store.games(player="Ada")] == [first]
    assert [saved.id for saved in store.games(player="Player 1")] == [second]
    assert [saved.id for saved in store.games(player="perfect")] == [second, first]
    assert [saved.id for saved in store.games(unfinished=True)] == [second]
    assert [saved.id for saved in store.games(limit=1)] == [second]
    assert store.game(99) is None


def test_what_no_text_can_hold_is_not_found(store: Store) -> None:
    store.begin(NewGame(START, (ADA, BOB)))
    assert store.games(game="block\0ade") == store.games(player="A\0da") == []
    assert store.tallies(game="\0", after=("\0", "", "", "")) == []


def test_tallies_count_every_side_of_every_finished_game(store: Store) -> None:
    for winner in (1, 1, 2):
        store.apply(end(store.begin(NewGame(START, (ADA, BOB))), 0, winner, "resigned"))
    store.begin(NewGame(START, (ADA, BOB)))
    assert store.tallies() == [
        ("Ada", "blockade", "4x4", "perfect", 2, 1),
        ("perfect", "blockade", "4x4", "Ada", 1, 2),
    ]
    assert store.tallies(player="Ada") == [("Ada", "blockade", "4x4", "perfect", 2, 1)]
    assert store.tallies(game="knights-duel") == []


def test_a_match_is_open_until_it_is_ended(store: Store) -> None:
    number = store.begin_match(NewMatch(START, (ADA, BOB), games=None, first_to=2, keep_seats=True))
    store.begin(NewGame(START, (BOB, ADA), match=number, swapped=True))
    [match] = store.unfinished_matches()
    assert (match.id, match.players, match.first_to, match.keep_seats) == (number, (ADA, BOB), 2, True)
    assert [game.swapped for game in store.games(match=number)] == [True]
    store.end_match(number)
    assert store.unfinished_matches() == []


def test_a_match_ends_with_its_last_game(store: Store) -> None:
    match = store.begin_match(NewMatch(START, (ADA, BOB), games=1, first_to=None, keep_seats=True))
    number = store.begin(NewGame(START, (ADA, BOB), match=match))
    store.apply(end(number, 0, 1, "resigned")._replace(ends_match=match))
    assert store.unfinished_matches() == []


def test_whole_games_are_added_all_or_none(store: Store) -> None:
    good = SavedGame(START, (ADA, BOB), squares=(5, 13), begun="2026-01-01T00:00:00Z", ended="x", winner=1)
    bad = SavedGame(START, (ADA, BOB), squares=(5, None), begun="2026-01-01T00:00:00Z")  # type: ignore[arg-type]
    with pytest.raises(StoreError):
        store.add_games([good, bad])
    assert store.games() == []
    [number] = store.add_games([good])
    saved = store.game(number)
    assert saved is not None
    assert (saved.squares, saved.begun, saved.winner) == ((5, 13), "2026-01-01T00:00:00Z", 1)


def test_two_stores_write_side_by_side(store: Store, address) -> None:
    other = Store(address)
    mine, theirs = store.begin(NewGame(START, (ADA, BOB))), other.begin(NewGame(START, (BOB, ADA)))
    for ply, square in enumerate((5, 13, 3, 15)):
        store.apply(move(mine, ply, square))
        other.apply(move(theirs, ply, square))
    assert {saved.squares for saved in store.games()} == {(5, 13, 3, 15)}
    other.close()


def test_a_game_that_was_changed_and_changed_back_is_not_the_same(store: Store) -> None:
    number = store.begin(NewGame(START, (ADA, BOB)))
    store.apply(move(number, 0, 5))
    seen = store.game(number)
    assert seen is not None
    store.apply(take_back(number, 0, version=1))
    store.apply(move(number, 0, 7, version=2))
    for attempt in (
        lambda: store.apply(move(number, 1, 13, version=seen.version)),
        lambda: store.apply(take_back(number, 0, version=seen.version)),
        lambda: store.apply(end(number, 1, 1, "resigned", version=seen.version)),
    ):
        with pytest.raises(MovedOn):
            attempt()
    store.apply(move(number, 1, 13, version=seen.version + 2))


def test_every_change_that_a_page_shows_gives_the_game_another_version(store: Store) -> None:
    seats, (number, other) = Seats(store), (store.begin(NewGame(START, (ADA, BOB))) for _ in range(2))
    seats.assign(number, {1: "ada", 2: None})
    seats.invite(number, "invitation")
    changes = [
        take_seat(number, "bob", "invitation", "Bob", version=0),
        move(number, 0, 5, version=1),
        offer(number, StoredOffer("take-back", 1, 1, False), version=2, plies=1),
        offer(number, None, version=3, plies=1),
        take_back(number, 0, version=4),
        end(number, 0, 1, "resigned", version=5),
        next_game(number, other, version=6),
    ]
    for version, change in enumerate(changes, 1):
        store.apply(change)
        assert store.versions([number]) == {number: version}
        with pytest.raises(MovedOn):
            store.apply(change)
    assert store.versions([other, number, 99]) == {other: 0, number: len(changes)}
    assert store.versions([]) == {}


def test_an_offer_stands_until_another_takes_its_place(store: Store) -> None:
    seats, number = Seats(store), store.begin(NewGame(START, (ADA, BOB)))
    assert seats.around([number])[number].offer is None
    offers = StoredOffer("take-back", 1, 1, False), StoredOffer("take-back", 1, 1, True), None
    for version, offered in enumerate(offers):
        store.apply(offer(number, offered, version=version))
        assert seats.around([number])[number].offer == offered


def test_what_was_offered_is_settled_by_a_move_taken_back_and_by_the_next_game(store: Store) -> None:
    first, second = store.begin(NewGame(START, (ADA, BOB))), store.begin(NewGame(START, (ADA, BOB)))
    store.apply(move(first, 0, 5))
    for settled in (take_back(first, 0, version=2), next_game(first, second, version=4)):
        store.apply(offer(first, StoredOffer("take-back", 1, 1, False), version=settled.version - 1))
        store.apply(settled)
        assert Seats(store).around([first])[first].offer is None


def test_an_invitation_gives_one_seat_to_one_of_many_who_come_at_once(store: Store, address) -> None:
    number = store.begin(NewGame(START, (ADA, BOB)))
    Seats(store).assign(number, {1: "ada", 2: None})
    assert Seats(store).invite(number, "invitation")
    seated: list[str] = []

    def come(name: str) -> None:
        own = Store(address)
        try:
            own.apply(take_seat(number, name, "invitation", name, version=0))
            seated.append(name)
        except MovedOn:
            pass
        finally:
            own.close()

    guests = [Thread(target=come, args=(f"guest {place}",)) for place in range(8)]
    for guest in guests:
        guest.start()
    for guest in guests:
        guest.join()
    [name] = seated
    assert Seats(store).held_in([number]) == {number: {1: "ada", 2: name}}


def test_a_seat_is_taken_only_by_the_invitation_that_holds(store: Store) -> None:
    number = store.begin(NewGame(START, (ADA, BOB)))
    Seats(store).assign(number, {1: "ada", 2: None})
    assert Seats(store).invite(number, "earlier")
    assert Seats(store).invite(number, "invitation")
    with pytest.raises(NotInvited):
        store.apply(take_seat(number, "eve", "earlier", None, version=0))
    assert store.versions([number]) == {number: 0}
    store.apply(take_seat(number, "bob", "invitation", None, version=0))
    assert not Seats(store).invite(number, "later")
