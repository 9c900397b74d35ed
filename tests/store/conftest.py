"""The same tests for both engines."""

from pathlib import Path

import pytest

from cornered.store import Store


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """Where a store may be made: in a file, or in a database of its own."""
    if request.param == "sqlite":
        return tmp_path / "games.sqlite3"
    return request.getfixturevalue("postgres").database()


@pytest.fixture
def store(address: Path | str):
    store = Store(address)
    yield store
    store.close()
