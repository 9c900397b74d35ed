"""The command serve, and what its documentation promises."""

import asyncio
import os
import re
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from cornered.web.ops.serve import listen

DOCUMENT = Path(__file__).parents[3] / "docs" / "api.md"


def cornered(*args, **options):
    command = [sys.executable, "-c", "from cornered.cli import main; main()", *args]
    return subprocess.run(command, check=False, capture_output=True, text=True, **options)


def test_the_documented_bot_plays_a_game(site, tmp_path):
    [bot] = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)
    script = tmp_path / "bot.py"
    script.write_text(bot.replace("http://127.0.0.1:8000", site.address))
    played = subprocess.run(
        [sys.executable, script], check=False, capture_output=True, text=True, timeout=100
    )
    assert re.fullmatch(
        r"\S+ (cannot move|captures \S+)\. Player [12] wins after \d+ plies\.\n", played.stdout
    )
    assert played.stderr == ""


def test_who_only_asks_whether_a_page_is_there_is_told(ada):
    answer = ada.head("/")
    assert (answer.status_code, answer.content) == (200, b"")


def test_every_address_of_the_api_is_in_its_documentation(ada):
    text = DOCUMENT.read_text()
    for path in ada.get("/api/openapi.json").json()["paths"]:
        ending = path.rpartition("/")[2] if path.count("/") > 3 else path
        assert ending in text, path


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--host", "nowhere"), "'nowhere' is not an address such as 127.0.0.1."),
        (("--behind-proxy", "nginx"), "'nginx' is not the address of a proxy, such as 127.0.0.1."),
        (("--host", "192.0.2.1"), "Port 8000 of 192.0.2.1 cannot be used (Cannot assign requested address)."),
    ],
)
def test_an_address_that_cannot_be_had_is_told_in_a_sentence(tmp_path, options, sentence):
    result = cornered("serve", *options, env={"CORNERED_HOME": str(tmp_path)})
    assert (result.returncode, result.stderr) == (2, f"cornered: {sentence}\n")


def test_a_store_that_cannot_be_reached_is_told_without_its_password(tmp_path):
    environment = {
        "CORNERED_HOME": str(tmp_path),
        "CORNERED_STORE": "postgresql://me:hunter2@127.0.0.1:1/games",
    }
    result = cornered("serve", env=environment)
    assert result.returncode == 2
    assert result.stderr.startswith("cornered: postgresql://me@127.0.0.1:1/games cannot be used (")
    assert "hunter2" not in result.stderr + result.stdout


def test_a_port_in_use_is_told_in_a_sentence(site, tmp_path):
    result = cornered("serve", "--port", str(site.port), env={"CORNERED_HOME": str(tmp_path)})
    assert (
        result.stderr == f"cornered: Port {site.port} of 127.0.0.1 cannot be used (Address already in use).\n"
    )


def test_a_port_for_metrics_in_use_is_told_before_anything_else(site, tmp_path):
    port = str(site.port)
    result = cornered("serve", "--port", "0", "--metrics", port, env={"CORNERED_HOME": str(tmp_path)})
    told = f"cornered: Port {port} of 127.0.0.1 cannot be used (Address already in use).\n"
    assert (result.stdout, result.stderr) == ("", told)


def test_a_damaged_store_is_told_in_a_sentence(tmp_path):
    (tmp_path / "games.sqlite3").write_text("not a database")
    result = cornered("serve", env={"CORNERED_HOME": str(tmp_path)})
    assert result.returncode == 2
    assert "is damaged" in result.stderr


def test_unless_told_otherwise_it_listens_on_one_address_of_this_machine(tmp_path):
    command = [sys.executable, "-c", "from cornered.cli import main; main()", "serve", "--port", "0"]
    environment = {"CORNERED_HOME": str(tmp_path)}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
        said = server.stdout.readline()
        found = re.fullmatch(r"Cornered is at http://127\.0\.0\.1:(\d+) \(Ctrl-C stops it\)\.\n", said)
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.2", int(found[1]))).close()
        server.terminate()


def test_an_answer_is_sent_at_once_and_not_held_back_for_more():
    async def option_of_an_accepted_connection():
        accepted = asyncio.get_running_loop().create_future()
        server = await asyncio.start_server(
            lambda _, writer: accepted.set_result(writer), sock=listen("127.0.0.1", 0)
        )
        async with server:
            _, client = await asyncio.open_connection(*server.sockets[0].getsockname())
            writer = await accepted
            held_back = (
                writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) == 0
            )
            for end in (client, writer):
                end.close()
                await end.wait_closed()
            return held_back

    with ThreadPoolExecutor(1) as elsewhere:  # this thread may have an event loop already, the browser's
        assert elsewhere.submit(asyncio.run, option_of_an_accepted_connection()).result() is False


def test_other_commands_do_not_load_the_site():
    code = "import sys; from cornered.cli import main; main(['games'], standalone_mode=False); "
    result = subprocess.run(
        [sys.executable, "-c", code + "assert 'fastapi' not in sys.modules"], check=False, capture_output=True
    )
    assert result.returncode == 0, result.stderr


def test_a_backup_is_not_put_back_while_the_site_runs(own_site, tmp_path):
    home = {"env": {**os.environ, "CORNERED_HOME": str(own_site.home)}}
    copy = tmp_path / "copy.sqlite3"
    assert cornered("backup", str(copy), **home).returncode == 0
    with own_site.person() as client:
        client.post("/api/games", json={"game": "blockade", "opponent": "screen"})
    refused = cornered("restore", "--yes", str(copy), **home)
    assert refused.returncode != 0
    assert "A site or a game at a terminal is going on" in refused.stderr
    own_site.stop()
    assert cornered("restore", "--yes", str(copy), **home).returncode == 0
    own_site.start()
    with own_site.person() as client:
        assert client.get("/api/games").json() == []


def test_a_backup_of_a_site_in_postgres_is_left_to_postgres(postgres, tmp_path):
    site = {"env": {**os.environ, "CORNERED_STORE": postgres.database(), "CORNERED_HOME": str(tmp_path)}}
    for command in ("backup", str(tmp_path / "copy.sqlite3")), ("restore", "--yes", __file__):
        refused = cornered(*command, **site)
        assert refused.returncode != 0
        assert not (tmp_path / "copy.sqlite3").exists()
    assert "pg_dump and pg_restore" in cornered("backup", str(tmp_path / "copy.sqlite3"), **site).stderr
