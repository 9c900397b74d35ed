"""A Postgres server of one's own, in a temporary folder and on a free port, until its input ends.

It prints the address of an empty database. The lines `stop` and `start` stop and start the server, and are
answered by `stopped` and the address. Tests and benchmarks use it, and so can whoever wants to try things:

    python tools/own_postgres.py [--durable]

Without `--durable` nothing waits for the disk: no test takes away the power.
"""

import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

_MISSING = "This needs Debian's postgresql: install it with 'apt-get install postgresql'."


def programs() -> Path:
    """The folder of Postgres' own programs: Debian keeps each version in one."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if found:
        return found[-1].parent
    elsewhere = shutil.which("initdb")
    if elsewhere is None:
        sys.exit(_MISSING)
    return Path(elsewhere).parent


class Server:
    """A server that runs as someone else if we are root, which it refuses to be."""

    def __init__(self, folder: Path, durable: bool) -> None:
        self._durable = durable
        self._folder = folder
        self._bin = programs()
        self._user = "postgres" if os.geteuid() == 0 else None
        self._password = secrets.token_hex(8)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = free.getsockname()[1]
        password = folder / "password"
        password.write_text(self._password)
        if self._user:
            for path in (folder, password):
                shutil.chown(path, self._user)
        options = [
            "--username=cornered",
            "--auth=scram-sha-256",
            "--encoding=UTF8",
            "--no-locale",
            "--no-sync",
        ]
        self._do("initdb", *options, f"--pwfile={password}")

    def start(self) -> str:
        """Starts it, and gives the address of its database."""
        settings = {
            "port": self._port,
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": self._folder,
            "fsync": "on" if self._durable else "off",
            "shared_preload_libraries": "pg_stat_statements",
        }
        given = " ".join(f"-c {name}={value}" for name, value in settings.items())
        self._do("pg_ctl", "--wait", f"--options={given}", f"--log={self._folder / 'log'}", "start")
        return f"postgresql://cornered:{self._password}@127.0.0.1:{self._port}/postgres"

    def stop(self) -> None:
        """Stops it at once, whoever is connected."""
        self._do("pg_ctl", "--wait", "--mode=fast", "stop")

    def _do(self, program: str, *options: str) -> None:
        command = [self._bin / program, f"--pgdata={self._folder / 'data'}", *options]
        done = subprocess.run(
            command, cwd=self._folder, user=self._user, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL, check=False, text=True,
        )  # fmt: skip
        if done.returncode:
            sys.exit(f"{program} has failed: {done.stdout}")


def main() -> None:
    """Runs a server until the input ends, or until it is told to stop."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    with tempfile.TemporaryDirectory(prefix="cornered-postgres-", ignore_cleanup_errors=True) as folder:
        server = Server(Path(folder), durable="--durable" in sys.argv[1:])
        print(server.start(), flush=True)
        runs = True
        try:
            for line in sys.stdin:
                if line == "stop\n":
                    server.stop()
                    runs = False
                    print("stopped", flush=True)
                elif line == "start\n":
                    print(server.start(), flush=True)
                    runs = True
        finally:
            if runs:
                server.stop()


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        main()
