"""The `mcp` client at our server, in memory: whole games, values, reviews, and refusals in sentences."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from cornered import GAMES
from cornered.arena.frameworks.mcp import server
from cornered.store import Store

Call = Callable[..., Awaitable[dict[str, Any]]]


def at_the_server(folder: Path, play: Callable[[Call], Awaitable[None]]) -> None:
    """Runs `play` with a function that calls a tool and gives its structured result."""

    async def run() -> None:
        store = Store(folder / "games.sqlite3")
        async with Client(server(store)) as client:

            async def call(tool: str, **arguments: object) -> dict[str, Any]:
                answer = await client.call_tool(tool, arguments)
                if answer.is_error:
                    raise RuntimeError(answer.content[0].text)
                assert answer.structured_content is not None
                return answer.structured_content

            await play(call)
        store.close()

    asyncio.run(run())


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("size", [None, "7x7"])
@pytest.mark.parametrize("seat", [1, 2])
def test_an_assistant_plays_a_whole_game_that_is_kept(
    name: str, size: str | None, seat: int, tmp_path: Path
) -> None:
    async def play(call: Call) -> None:
        state = await call("start_game", game=name, board=size, opponent="easy", seat=seat)
        while state["to_move"]:
            assert state["to_move"] == seat
            state = await call("move", id=state["id"], square=state["legal_moves"][0])
        assert "wins" in state["ending"]
        assert await call("see_game", id=state["id"]) == state
        assert (await call("list_games"))["result"] == [state]
        review = await call("review", id=state["id"])
        assert len(review["moves"]) == len(state["moves"])

    at_the_server(tmp_path, play)


def test_values_are_exact(tmp_path: Path) -> None:
    async def play(call: Call) -> None:
        state = await call("start_game", game="knights-duel", opponent="nobody")
        values = await call("values", id=state["id"])
        assert values["position"] == {"verdict": "loss", "plies": 14}
        assert values["sentence"] == "Player 2 wins in 14 plies."
        assert len(values["line"]) == 14

    at_the_server(tmp_path, play)


@pytest.mark.parametrize(
    ("tool", "arguments", "sentence"),
    [
        ("start_game", {"game": "chess"}, "There is no game 'chess'"),
        ("start_game", {"game": "blockade", "opponent": "uci:sh"}, "opponent"),
        ("see_game", {"id": 99}, "There is no game 99."),
        ("move", {"id": 1, "square": "A1"}, "A1"),
    ],
)
def test_a_refusal_is_a_sentence(
    tool: str, arguments: dict[str, object], sentence: str, tmp_path: Path
) -> None:
    async def play(call: Call) -> None:
        await call("start_game", game="knights-duel", opponent="nobody")
        with pytest.raises(RuntimeError, match=sentence):
            await call(tool, **arguments)

    at_the_server(tmp_path, play)


def test_every_tool_tells_what_its_results_look_like(tmp_path: Path) -> None:
    async def run() -> None:
        store = Store(tmp_path / "games.sqlite3")
        async with Client(server(store)) as client:
            tools = (await client.list_tools()).tools
        store.close()
        assert {tool.name for tool in tools} == {
            "games", "start_game", "see_game", "move", "values", "review", "list_games"
        }  # fmt: skip
        assert all(tool.output_schema and tool.description for tool in tools)

    asyncio.run(run())
