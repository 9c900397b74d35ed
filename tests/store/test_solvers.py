"""What solvers on a site have done: theirs alone, the first try only, and never more than a file can hold."""

import sqlite3
from pathlib import Path

import pytest

from cornered.store import Store, now, solvers
from cornered.store.migrations import MIGRATIONS
from cornered.store.progress import Progress
from cornered.store.solvers import Solvers


def test_only_the_first_try_at_a_puzzle_is_kept(store: Store) -> None:
    kept = Solvers(store)
    assert kept.add("ada", "p", 1500.0, False, None)
    assert not kept.add("ada", "p", 1500.0, True, None)
    assert [(one.puzzle, one.solved) for one in kept.tried("ada")] == [("p", False)]


def test_solvers_see_and_forget_their_own_alone(store: Store, address) -> None:
    kept, terminal = Solvers(store), Progress(address)
    terminal.add("p", 1500.0, True)
    for solver in ("ada", "bob"):
        kept.add(solver, "p", 1500.0, True, "2026-11-02")
        kept.add_to_rush(kept.begin_rush(solver).id, "q", True)
    kept.forget("ada")
    assert (kept.tried("ada"), kept.best_rush("ada")) == ([], None)
    assert ([one.day for one in kept.tried("bob")], kept.best_rush("bob")) == (["2026-11-02"], 1)
    assert len(terminal.tried()) == 1
    terminal.close()


def test_a_rush_counts_each_puzzle_once_and_is_nobody_elses(store: Store) -> None:
    kept = Solvers(store)
    number = kept.begin_rush("ada").id
    for puzzle, solved in (("p", True), ("p", False), ("q", False), ("r", True)):
        kept.add_to_rush(number, puzzle, solved)
    found = kept.rush("ada", number)
    assert found
    assert (found.solved, found.mistakes) == (2, 1)
    assert kept.rush("bob", number) is None
    kept.begin_rush("ada")
    assert kept.best_rush("ada") == 2


def test_the_oldest_are_forgotten_when_there_are_too_many(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solvers, "MOST_KEPT", 3)
    kept = Solvers(store)
    kept.add("bob", "old", 1500.0, True, None)
    rushes = [kept.begin_rush("ada").id for _ in range(5)]
    for number in range(5):
        kept.add("ada", str(number), 1500.0, True, None)
    assert [one.puzzle for one in kept.tried("ada")] == ["2", "3", "4"]
    assert [kept.rush("ada", rush) is not None for rush in rushes] == [False, False, True, True, True]
    assert len(kept.tried("bob")) == 1


def test_what_happened_before_a_moment_can_be_forgotten(store: Store) -> None:
    kept = Solvers(store)
    kept.add("ada", "p", 1500.0, True, None)
    kept.add_to_rush(kept.begin_rush("ada").id, "q", True)
    kept.expire(now(days_ago=1))
    assert (len(kept.tried("ada")), kept.best_rush("ada")) == (1, 1)
    kept.expire(now(days_ago=-1))
    assert (kept.tried("ada"), kept.best_rush("ada")) == ([], None)


def test_what_is_forgotten_is_forgotten_a_little_at_a_time(store: Store) -> None:
    kept = Solvers(store)
    for number in range(5):
        kept.add("ada", f"puzzle {number}", 1500.0, True, None)
        kept.begin_rush("ada")
    left = []
    while kept.expire(now(days_ago=-1), most=2):
        left.append(len(kept.tried("ada")))
    assert left == [3, 1, 0]
    assert kept.best_rush("ada") is None


def test_a_file_from_before_solvers_gets_their_tables(tmp_path: Path) -> None:
    path = tmp_path / "old.sqlite3"
    with sqlite3.connect(path) as old:
        for script in MIGRATIONS[:3]:
            old.executescript(script)
        old.execute("PRAGMA user_version = 3")
    old.close()
    store = Store(path)
    assert Solvers(store).add("ada", "p", 1500.0, True, None)
    store.close()
