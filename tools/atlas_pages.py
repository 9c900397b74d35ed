"""The atlas as a page and as a plot, from what `make_atlas.py` has measured."""

from collections.abc import Iterable
from math import log10

from cornered import new_game
from cornered.play.drawing.board import colour

Entry = dict[str, object]

HEAD = """\
# The atlas

Who wins on which board, in how many plies, how many positions there are, and how many choices matter: of the
positions with more than one legal move, the share in which the choice changes who wins. *Searched* counts the
positions that the solver looked at, *seconds* and *memory* are those of the whole command. *CPU* is
its time on the processors, all threads together, which does not depend on what else the machine does.
Made by `python tools/make_atlas.py` on a machine with 2 cores and 24 GiB; everything that was measured is
in [atlas.json](atlas.json).

How the cost grows with the board: ![positions searched against squares of the board](growth.svg)
"""


def page(entries: Iterable[Entry], notes: str) -> str:
    """A table for each game, smallest board first, and below them the notes as they are."""
    tables: dict[str, list[Entry]] = {}
    for entry in entries:
        tables.setdefault(_game(entry), []).append(entry)
    parts = [HEAD]
    for game, measured in tables.items():
        rows = "\n".join(map(_row, sorted(measured, key=_size)))
        parts.append(f"## {new_game(game).title}\n\n{_COLUMNS}\n{rows}\n")
    return "\n".join([*parts, notes])


_COLUMNS = """\
| board | value | Grundy | positions | choices that matter | searched | seconds | CPU | memory | command |
|---|---|---|---|---|---|---|---|---|---|"""


def _row(entry: Entry) -> str:
    choices, decisive = entry.get("choices"), entry.get("decisive")
    share = f"{100 * int(str(decisive)) / int(str(choices)):.0f}%" if choices else ""
    graph = entry.get("positions") if "choices" in entry else None
    searched = None if "choices" in entry else entry.get("positions")
    cells = [
        f"{entry['rows']}×{entry['cols']}",
        _value(entry),
        "" if entry.get("grundy") is None else str(entry["grundy"]),
        "" if graph is None else f"{graph:,}",
        share,
        "" if searched is None else f"{searched:,}",
        f"{entry['wall']:,}",
        f"{entry['cpu']:,}" if "cpu" in entry else "",
        f"{entry['mebibytes']:,} MiB",
        f"`{entry['command']}`",
    ]
    return f"| {' | '.join(cells)} |"


def _value(entry: Entry) -> str:
    if entry["winner"] is None:
        return str(entry["value"])
    plies = "" if entry["plies"] is None else f" in {entry['plies']}"
    return f"Player {entry['winner']}{plies}"


def _game(entry: Entry) -> str:
    _, _, game, *_ = str(entry["command"]).split()  # "cornered solve GAME …"
    return game


def _size(entry: Entry) -> tuple[int, int]:
    rows, cols = int(str(entry["rows"])), int(str(entry["cols"]))
    return rows * cols, rows


SERIES = (
    ("knights-blockade", colour("p1"), "Knight's Blockade, who wins"),
    ("knights-duel", colour("p2"), "Knight's Duel, who wins"),
    ("blockade", "#2b8a3e", "Blockade, Grundy value or who wins"),
)
WIDTH, HEIGHT, MARGIN = 640, 360, 56
LEAST_SQUARES, MOST_SQUARES, MOST_DIGITS = 20, 100, 10


def plot(entries: Iterable[Entry]) -> str:
    """An SVG: across, the squares of the board; up, the positions searched, on a logarithmic scale."""
    entries = [entry for entry in entries if "--winner" in str(entry["command"]) and entry["positions"]]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        f'font-size="12" fill="{colour("ink")}">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{colour("paper")}"/>',
    ]
    for digits in range(2, MOST_DIGITS + 1, 2):
        y = _y(10**digits)
        parts.append(f'<path d="M{MARGIN} {y:.0f}H{WIDTH - 16}" stroke="{colour("hairline")}"/>')
        parts.append(f'<text x="{MARGIN - 8}" y="{y + 4:.0f}" text-anchor="end">{_power(digits)}</text>')
    for squares in range(LEAST_SQUARES, MOST_SQUARES + 1, 10):
        parts.append(f'<text x="{_x(squares):.0f}" y="{HEIGHT - 30}" text-anchor="middle">{squares}</text>')
    parts.append(f'<text x="{WIDTH / 2}" y="{HEIGHT - 10}" text-anchor="middle">squares of the board</text>')
    for number, (name, fill, label) in enumerate(SERIES):
        dots = [entry for entry in entries if _game(entry) == name]
        parts += [
            f'<circle cx="{_x(_size(dot)[0]):.1f}" cy="{_y(int(str(dot["positions"]))):.1f}" r="4" '
            f'fill="{fill}"><title>{dot["rows"]}×{dot["cols"]}: {dot["positions"]:,}</title></circle>'
            for dot in dots
        ]
        y = 24 + 18 * number
        parts.append(f'<circle cx="{MARGIN + 16}" cy="{y - 4}" r="4" fill="{fill}"/>')
        parts.append(f'<text x="{MARGIN + 28}" y="{y}">{label}, positions searched</text>')
    return "\n".join([*parts, "</svg>", ""])


def _power(digits: int) -> str:
    return "10" + str(digits).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))


def _x(squares: float) -> float:
    return MARGIN + (WIDTH - MARGIN - 24) * (squares - LEAST_SQUARES) / (MOST_SQUARES - LEAST_SQUARES)


def _y(positions: int) -> float:
    return HEIGHT - MARGIN - (HEIGHT - MARGIN - 16) * (log10(positions) - 1) / (MOST_DIGITS - 1)
