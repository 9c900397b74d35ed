"""The application where there are no processes, no threads and no sockets, as in a web page's Python."""

import subprocess
import sys

_LACKING = """
import asyncio, sys  # asyncio looks for processes by itself, and does without

for name in ("resource", "multiprocessing", "mmap", "fcntl", "uvicorn", "psycopg", "_posixsubprocess",
             "cornered.solve._kernel", "cornered.solve._kernel_wide"):
    sys.modules[name] = None  # importing it raises ImportError

from cornered.web.app import create_app
"""

_SERVING = """
import tempfile, threading
from pathlib import Path

def no_threads(_thread):
    raise RuntimeError("can't start new thread")

threading.Thread.start = no_threads

import httpx

del sys.modules["fcntl"]  # by which the store's file is locked

async def play(folder):
    app = create_app(Path(folder) / "games.sqlite3")
    at_app = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost")
    async with app.router.lifespan_context(app), at_app as client:
        begun = await client.post("/api/games", json={"game": "knights-duel", "opponent": "screen"})
        game = f"/api/games/{begun.json()['id']}"
        moved = await client.post(f"{game}/moves", json={"move": "C2", "ply": 0})
        hint = await client.get(f"{game}/hint")
        against = await client.post("/api/games", json={"game": "blockade", "opponent": "easy", "seat": 2})
        for answer in (begun, moved, hint, against):
            assert answer.is_success, answer.text
        assert hint.json()["line"], hint.text
        while (await client.get(f"/api/games/{against.json()['id']}")).json()["ply"] == 0:
            await asyncio.sleep(0.01)

with tempfile.TemporaryDirectory() as folder:
    asyncio.run(play(folder))
"""


def run(program):
    result = subprocess.run([sys.executable, "-c", program], check=False, capture_output=True, text=True)
    assert (result.returncode, result.stderr) == (0, "")


def test_the_application_imports_nothing_that_a_web_page_lacks():
    run(_LACKING)


def test_moves_hints_and_programs_need_no_processes_and_no_threads():
    run(_LACKING + _SERVING)
