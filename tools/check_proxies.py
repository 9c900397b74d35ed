"""Runs the nginx and Caddy lines of docs/hosting.md against a real site, and says what holds behind each.

    apt-get install nginx-light caddy
    python tools/check_proxies.py

Only the certificate's files, the ports and the address of the site are changed. Everything is on loopback.
"""

import os
import re
import select
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "hosting.md"
NAME = "games.example.org"
NEW = b'{"game": "blockade", "opponent": "link"}'


def lines_of(language: str) -> str:
    """What the page says to write into this proxy."""
    found = re.search(rf"```{language}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    return found[1]


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


def nginx(home: Path, port: int, site: str) -> list[str]:
    """Writes nginx's file, and gives its command."""
    files = ["-keyout", f"{home}/privkey.pem", "-out", f"{home}/fullchain.pem"]
    certify = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", f"/CN={NAME}", *files]
    subprocess.run(certify, check=True, capture_output=True)
    server = (
        lines_of("nginx").replace("listen 443", f"listen 127.0.0.1:{port}").replace("127.0.0.1:8000", site)
    )
    server = server.replace(f"/etc/letsencrypt/live/{NAME}", str(home))
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "".join(f"{kind}_temp_path {home}/{kind};" for kind in kinds)
    file = home / "nginx.conf"
    around = f"daemon off; pid {home}/pid; error_log stderr; events {{}}"
    file.write_text(f"{around} http {{ access_log off; {paths} {server} }}")
    return ["nginx", "-p", str(home), "-c", str(file)]


def caddy(home: Path, port: int, site: str) -> list[str]:
    """Writes Caddy's file, and gives its command; it makes a certificate by itself."""
    own = "{\n admin off\n skip_install_trust\n auto_https disable_redirects\n"
    block = lines_of("caddyfile").replace(f"{NAME} {{", f"{NAME}:{port} {{\n tls internal\n bind 127.0.0.1")
    file = home / "Caddyfile"
    file.write_text(own + block.removeprefix("{\n").replace("127.0.0.1:8000", site))
    return ["caddy", "run", "--config", str(file), "--adapter", "caddyfile"]


@contextmanager
def running(command: list[str], home: Path, **options: object) -> Iterator[subprocess.Popen[str]]:
    """A program that is ended afterwards."""
    environment = {**os.environ, "CORNERED_HOME": str(home), "HOME": str(home), "XDG_DATA_HOME": str(home)}
    with (home / f"{Path(command[0]).name}.log").open("w") as log:
        process = subprocess.Popen(command, env=environment, stderr=log, text=True, **options)  # type: ignore[call-overload]
        try:
            yield process
        finally:
            process.terminate()
            process.wait()
            if process.stdout:
                process.stdout.close()


def connected(port: int, address: str) -> ssl.SSLSocket:
    """A connection with TLS from this address, as soon as the proxy listens."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # the default one loads all authorities every time
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    for _ in range(100):
        try:
            plain = socket.create_connection(("127.0.0.1", port), timeout=20, source_address=(address, 0))
            return context.wrap_socket(plain, server_hostname=NAME)
        except (OSError, ssl.SSLError):
            time.sleep(0.1)
    raise SystemExit("The proxy does not answer: its log says why.")


def ask(port: int, address: str, request: str, body: bytes = b"", header: str = "X-Nothing: 0") -> bytes:
    """The whole answer to one request, with one more header."""
    kind = f"Content-Type: application/json\r\nContent-Length: {len(body)}"
    head = f"{request} HTTP/1.1\r\nHost: {NAME}\r\nConnection: close\r\n{kind}\r\n{header}\r\n\r\n"
    with connected(port, address) as connection:
        connection.sendall(head.encode() + body)
        answer = b""
        while piece := connection.recv(65536):
            answer += piece
    return answer


def cookies_are_secure(port: int) -> bool:
    """Over TLS a player's cookie is for TLS alone."""
    return b"; secure" in ask(port, "127.0.0.2", "POST /api/games", NEW).lower()


def streams_are_not_held_back(port: int) -> bool:
    """The first event comes while the stream goes on, and so does the next one."""
    answer = ask(port, "127.0.0.2", "POST /api/games", NEW.replace(b"link", b"screen"))
    number = re.search(rb'"id":(\d+)', answer)
    cookie = re.search(rb"(?i)set-cookie: ([^;]+)", answer)
    assert number
    assert cookie
    path = f"/api/games/{int(number[1])}"
    with connected(port, "127.0.0.3") as stream:
        stream.sendall(f"GET {path}/events HTTP/1.1\r\nHost: {NAME}\r\n\r\n".encode())
        _read_until(stream, b'"ply":0')
        begun, move = time.monotonic(), b'{"move": "1 1", "ply": 0}'
        ask(port, "127.0.0.2", f"POST {path}/moves", move, f"Cookie: {cookie[1].decode()}")
        _read_until(stream, b'"ply":1')
        return time.monotonic() - begun < 5


def _read_until(stream: ssl.SSLSocket, text: bytes) -> None:
    seen = b""
    while text not in seen:
        seen += stream.recv(65536)


def each_visitor_is_one(port: int) -> bool:
    """One who asks too much is refused, and others are not."""
    flood = [ask(port, "127.0.0.4", "GET /api/games").split()[1] for _ in range(30)]
    return b"429" in flood and ask(port, "127.0.0.5", "GET /api/games").split()[1] == b"200"


def nobody_passes_for_another(port: int) -> bool:
    """What a visitor claims to be is not believed."""
    claims = (f"X-Forwarded-For: 192.0.2.{one}" for one in range(30))
    return b"429" in [ask(port, "127.0.0.6", "GET /api/games", b"", claim).split()[1] for claim in claims]


def answers_are_compressed(port: int) -> bool:
    """What is worth it comes in fewer bytes."""
    answer = ask(port, "127.0.0.7", "GET /api/rules", b"", "Accept-Encoding: gzip")
    return b"content-encoding: gzip" in answer.lower()


def a_slow_head_is_closed(port: int) -> bool:
    """A connection on which only a part of a head comes is closed by itself."""
    with connected(port, "127.0.0.8") as slow:
        slow.settimeout(40)
        slow.sendall(b"GET / HTTP/1.1\r\nHost: games")
        try:
            return b" 200 " not in slow.recv(65536)
        except TimeoutError:
            return False


def a_flood_of_connections_is_refused(port: int) -> bool:
    """Of one address only so many requests are open at once; these never send their bodies."""
    head = f"POST /api/games HTTP/1.1\r\nHost: {NAME}\r\nContent-Length: 9\r\n\r\n".encode()

    def flood(_number: int) -> ssl.SSLSocket:
        one = connected(port, "127.0.0.9")
        one.sendall(head)
        return one

    with ThreadPoolExecutor(20) as at_once, ExitStack() as opened:
        connections = [opened.enter_context(one) for one in at_once.map(flood, range(250))]
        refused = select.select(connections, [], [], 5)[0]
        answers = [one.recv(65536) for one in refused]
    return any(b" 429 " in answer and b"nginx" in answer for answer in answers)


CHECKS: tuple[Callable[[int], bool], ...] = (
    cookies_are_secure,
    streams_are_not_held_back,
    each_visitor_is_one,
    nobody_passes_for_another,
    answers_are_compressed,
    a_slow_head_is_closed,
)
OF_NGINX = (a_flood_of_connections_is_refused,)
"""Caddy leaves that to the firewall."""
SERVE = f"""
from cornered.web.config import Limits
from cornered.web.ops.serve import run
run("127.0.0.1", 0, ("{NAME}",), Limits(requests_per_second=0.01, burst=60), proxies=("127.0.0.1",))
"""


def holding(write: Callable[[Path, int, str], list[str]]) -> Iterator[bool]:
    """Whether each thing holds behind this proxy, which is said as well."""
    proxy = write.__name__
    if not shutil.which(proxy):
        raise SystemExit(f"There is no {proxy}: apt-get install nginx-light caddy")
    with tempfile.TemporaryDirectory() as folder:
        home, port = Path(folder), free_port()
        with running([sys.executable, "-c", SERVE], home, stdout=subprocess.PIPE) as site:
            assert site.stdout
            address = site.stdout.readline().split()[3].removeprefix("http://")
            with running(write(home, port, address), home):
                for check in (*CHECKS, *(OF_NGINX if write is nginx else ())):
                    holds = check(port)
                    print(f"{proxy}: {check.__name__.replace('_', ' ')}: {'yes' if holds else 'NO'}")
                    yield holds


def main() -> None:
    """Both proxies, to the end."""
    held = [holds for write in (nginx, caddy) for holds in holding(write)]
    sys.exit(not all(held))


if __name__ == "__main__":
    main()
