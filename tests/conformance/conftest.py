"""All five games, each on its book's board and on a larger one."""

import pytest

from cornered import GAMES

BOARDS = [{}, {"rows": 7, "cols": 7}]


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(params=BOARDS, ids=["book", "7x7"])
def board(request: pytest.FixtureRequest) -> dict[str, int]:
    return request.param
