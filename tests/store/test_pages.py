"""Lists in pages, each from an index, and files of an earlier format."""

import sqlite3
from pathlib import Path

import pytest
from game_changes import end, move

from cornered.store import NewGame, NewMatch, SavedGame, Seat, Store, Tally, seats
from cornered.store.migrations import MIGRATIONS
from cornered.store.progress import Progress
from cornered.store.seats import Seats
from cornered.store.sqlite_file import FORMAT

START = "blockade.4x4.1.4-4-4-4"
WON = {"begun": "2024-01-01T10:00:00Z", "ended": "2024-01-01T10:05:00Z", "winner": 1, "reason": "resigned"}


def won_by(name: str, game: str = "blockade") -> SavedGame:
    return SavedGame(f"{game}.4x4.1.4-4-4-4", (Seat(name, "human"), Seat("Zoe", "human")), **WON)


def going_on(store: Store, games: int) -> None:
    for _ in range(games):
        number = store.begin(NewGame(START, (Seat(None, "human"), Seat(None, "easy"))))
        Seats(store).assign(number, {1: "ada"})


@pytest.fixture
def file(tmp_path: Path):
    store = Store(tmp_path / "games.sqlite3")
    yield store
    store.close()


def test_a_list_read_page_by_page_has_everything_once(store: Store) -> None:
    names = [f"P{number:02}" for number in range(25)]
    store.add_games(won_by(name, game) for name in names for game in ("blockade", "knights-duel"))
    for game in (None, "blockade"):
        pages, after = [], ()
        while page := store.tallies(game=game, after=after, limit=7):
            assert len(page) <= 7
            pages += page
            after = page[-1][:4]
        assert pages == store.tallies(game=game)
        assert len({tally[:4] for tally in pages}) == len(pages)
    numbers, before = [], None
    while page := store.games(before=before, limit=7):
        numbers += [saved.id for saved in page]
        before = numbers[-1]
    assert numbers == list(range(50, 0, -1))


def test_of_very_many_games_of_one_player_only_so_many_are_looked_at(store: Store, monkeypatch) -> None:
    monkeypatch.setattr(seats, "LOOKED_AT", 4)
    going_on(store, 2)
    for number in store.add_games(won_by("Ada") for _ in range(7)):
        Seats(store).assign(number, {1: "ada", 2: "ada"})
    held = Seats(store)
    assert held.held_by("ada") == ([9, 8, 7, 6], 6)
    assert held.held_by("ada", limit=2) == held.held_by("ada", finished=True, limit=2) == ([9, 8], 8)
    assert held.held_by("ada", finished=False) == ([], 6)
    assert held.held_by("ada", finished=False, before=6) == ([2], 2)
    assert held.held_by("ada", finished=False, before=2) == ([1], None)
    assert held.held_by("ada", game="knights-duel") == ([], 6)
    assert held.held_by("bob") == ([], None)


def test_the_won_games_of_a_match_are_found_among_any_number_that_were_called_off(store: Store) -> None:
    people = Seat("Ada", "human"), Seat("Zoe", "human")
    match = store.begin_match(NewMatch(START, people, None, 9, False))
    numbers = [store.begin(NewGame(START, people, match)) for _ in range(6)]
    for place, number in enumerate(numbers[:-1]):
        store.apply(end(number, 0, 1 if place % 2 else None, "resigned" if place % 2 else "called-off"))
    assert [saved.id for saved in store.games(match=match, won=True)] == [numbers[3], numbers[1]]


def steps(store: Store, ask) -> int:
    """How many hundreds of steps SQLite takes for an answer."""
    counted: list[int] = []
    store.database.connection.set_progress_handler(lambda: counted.append(1), 100)
    ask()
    store.database.connection.set_progress_handler(None, 0)
    return len(counted)


@pytest.mark.parametrize(
    "ask",
    [
        lambda store: store.tallies(limit=5),
        lambda store: store.tallies(game="blockade", limit=5),
        lambda store: store.tallies(game="blockade", after=("P00200", "", "", ""), limit=5),
        lambda store: store.games(limit=5),
        lambda store: store.games(game="knights-duel", limit=5),
        lambda store: store.games(unfinished=True, limit=5),
        lambda store: store.games(game="blockade", unfinished=True, before=400, limit=5),
        lambda store: store.games_begun(START, "2020-01-01T10:00:00Z"),
        lambda store: Seats(store).held_by("ada", limit=5),
    ],
)
def test_a_page_costs_the_same_however_many_games_there_are(file: Store, ask) -> None:
    store = file
    store.add_games(won_by(f"P{number:05}") for number in range(300))
    going_on(store, 20)
    few = steps(store, lambda: ask(store))
    store.add_games(won_by(f"P{number:05}") for number in range(300, 3000))
    going_on(store, 200)
    assert steps(store, lambda: ask(store)) <= few + 1


BY_ADA = NewGame(START, (Seat("Ada", "human"),) * 2)


@pytest.mark.parametrize(
    "write",
    [
        lambda store: store.apply(end(store.begin(BY_ADA), 0, 1, "resigned")),
        lambda store: store.add_games([won_by("Ada"), won_by("Eve")]),
    ],
)
def test_the_end_of_a_game_is_counted_without_a_look_at_all_others(file: Store, write) -> None:
    few = steps(file, lambda: write(file))
    file.add_games(won_by(f"P{number:05}") for number in range(3000))
    assert steps(file, lambda: write(file)) < few + 10  # the tables are deeper


@pytest.mark.parametrize("version", range(1, FORMAT))
def test_a_file_of_an_earlier_format_is_brought_up_to_date(tmp_path: Path, version: int) -> None:
    path = tmp_path / "games.sqlite3"
    with sqlite3.connect(path) as old:
        for script in MIGRATIONS[:version]:
            old.executescript(script)
        old.executescript(
            "CREATE TABLE IF NOT EXISTS seats "
            "(game_id, seat, holder, invitation, PRIMARY KEY (game_id, seat))"
        )
        names = "game, start, name_1, kind_1, kind_2, begun, ended, winner"
        rows = [
            ("blockade", START, "Ada", "human", "human", "then", "then", winner) for winner in (1, 1, 2, None)
        ]
        rows.append(("blockade", START, None, "human", "human", "then", None, None))
        old.executemany(f"INSERT INTO games ({names}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
        old.execute("INSERT INTO moves VALUES (5, 0, 5, 'then')")
        if version >= 5:
            old.execute("UPDATE games SET plies = 1 WHERE id = 5")
        if version >= 2:
            old.execute("INSERT INTO puzzles (puzzle, rating, solved, at) VALUES ('old', 1500, 1, 'then')")
        if version >= 3:
            old.execute("INSERT INTO tallies VALUES ('Ada', 'blockade', '4x4', 'a guest', 2, 1)")
        old.execute("INSERT INTO seats VALUES (1, 1, 'ada', NULL)")
        old.execute(f"PRAGMA user_version = {version}")
    old.close()
    store = Store(path)
    assert store.tallies() == [Tally("Ada", "blockade", "4x4", "a guest", 2, 1)]
    assert Seats(store).held_in([1]) == {1: {1: "ada"}}
    assert len(store.games()) == 5
    store.apply(move(5, 1, 13, version=0))
    store.close()
    progress = Progress(path)
    progress.add("blockade.5x5.spring.1", 1200.0, solved=False)
    before = [("old", "")] if version >= 2 else []
    kept = [(one.puzzle, one.likeness) for one in progress.tried()]
    assert kept == [*before, ("blockade.5x5.spring.1", "")]
    progress.close()


def test_what_fails_within_a_transaction_is_undone_alone(store: Store) -> None:
    def fail(game: int) -> None:
        with store.together():
            store.apply(move(game, 0, 5))
            raise ZeroDivisionError

    with store.together():
        game = store.begin(NewGame(START, (Seat("Ada", "human"), Seat(None, "easy"))))
        with pytest.raises(ZeroDivisionError):
            fail(game)
        store.apply(move(game, 0, 7))
    saved = store.game(game)
    assert saved is not None
    assert saved.squares == (7,)
