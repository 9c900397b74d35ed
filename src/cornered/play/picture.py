"""A board as an SVG, for pages and sheets that no script draws on: the same pieces and lines as on the site.

The drawing refers to colours by name: a page has `COLOURS` and `STYLE` in its style sheet, once.
"""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from itertools import count
from math import atan2, degrees, hypot

from cornered.game import Position
from cornered.solve.contract import Value, Verdict

COLOURS = """
:root {
  color-scheme: light dark;
  --paper: #faf7f2; --ink: #1f2328; --faint: #5f6368; --hairline: #d9d3c7; --ground: #fffdf9;
  --hatch: #8d8678; --p1: #3b5bdb; --p2: #d9480f; --win: #d8ecdc; --win-ink: #1b5e2f;
  --loss: #f6dcd3; --loss-ink: #8f2f0c;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #16181d; --ink: #e8e6e1; --faint: #a3a7ae; --hairline: #343841; --ground: #1c1f26;
    --hatch: #6d7480; --p1: #8ea5ff; --p2: #ff8a4c; --win: #1f3b29; --win-ink: #a6dfb5;
    --loss: #46261a; --loss-ink: #ffb899;
  }
}
"""

STYLE = """
.picture text { text-anchor: middle; font-family: ui-monospace, "DejaVu Sans Mono", monospace; }
.picture .name { font-size: 20px; font-weight: 500; fill: var(--faint); }
.picture .cell { fill: var(--ground); stroke: var(--hairline); stroke-width: 1.5; }
.picture .wins { fill: var(--win); }
.picture .loses { fill: var(--loss); }
.picture .worth { font-size: 26px; font-weight: 600; fill: var(--ink); }
.picture .wins + .worth { fill: var(--win-ink); }
.picture .loses + .worth { fill: var(--loss-ink); }
.picture .blocked { stroke: var(--hatch); stroke-width: 3; }
.picture .goal { fill: none; stroke: var(--faint); stroke-width: 2; }
.picture .last { fill: none; stroke: var(--ink); stroke-width: 2; opacity: .55; }
.picture .p1 .body { fill: var(--p1); }
.picture .p1 :is(.eye, .sign) { fill: var(--ground); }
.picture .p1 .stroke { fill: none; stroke: var(--p1); stroke-width: 13; stroke-linecap: round; }
.picture .p2 .body { fill: var(--ground); stroke: var(--p2); stroke-width: 4; stroke-linejoin: round; }
.picture .p2 :is(.eye, .sign) { fill: var(--p2); }
.picture .p2 .stroke { fill: none; stroke: var(--p2); stroke-width: 6; stroke-linecap: round; }
.picture .sign { font-size: 15px; font-weight: 700; }
.picture .mark .sign { font-size: 38px; }
.picture .p1 .arrow { fill: var(--p1); stroke: var(--ground); stroke-width: 3; }
.picture .p2 .arrow { fill: var(--ground); stroke: var(--p2); stroke-width: 3.5; }
.picture .p1 .ring { fill: none; stroke: var(--p1); stroke-width: 7; }
.picture .p2 .ring { fill: none; stroke: var(--p2); stroke-width: 5; stroke-dasharray: 12 7; }
.picture .badge { fill: var(--ground); stroke: var(--ink); stroke-width: 2; }
.picture .number { font-size: 20px; font-weight: 700; fill: var(--ink); }
"""

_CELL = 100
_MARGIN = 44
_EDGE = 8
_KNIGHT = (
    "M28 87h48v-5q0-5-5-6c6-17 6-34-1-45-6-10-14-14-22-15l-5-9-6 11c-6 4-9 9-10 15L16 50q-2 5 2 8l5 2q4 1"
    " 7-3l7-4c6 0 10-2 13-5 0 12-16 17-17 28q-5 1-5 6z"
)
_hatchings = count(1)


def picture(
    position: Position,
    told: str,
    values: Mapping[int, Value] | None = None,
    line: Sequence[int] = (),
) -> str:
    """The board; `told` is what it shows, in words.

    Squares in `values` carry what a move there is worth, and the moves of a `line` are drawn and numbered.
    """
    game = position.game
    width, height = (_MARGIN + _EDGE + _CELL * side for side in (game.cols, game.rows))
    hatching = f"hatching-{next(_hatchings)}"  # on one page no two have the same name
    parts = [
        f'<svg class="picture" role="img" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">',
        f"<title>{escape(told)}</title>",
        f'<pattern id="{hatching}" width="14" height="14" patternUnits="userSpaceOnUse"'
        ' patternTransform="rotate(45)"><path class="blocked" d="M7 0V14"/></pattern>',
        *_names(position),
        *(_square(position, cell, hatching, (values or {}).get(cell)) for cell in range(game.board.size)),
        *_line(position, line),
        "</svg>",
    ]
    return "".join(parts)


def _names(position: Position) -> Iterable[str]:
    game = position.game
    for col in range(game.cols):
        x = _MARGIN + _CELL * col + _CELL // 2
        yield f'<text class="name" x="{x}" y="30">{escape(game.notation.column_name(col))}</text>'
    for row in range(game.rows):
        y = _MARGIN + _CELL * row + _CELL // 2 + 7
        yield f'<text class="name" x="22" y="{y}">{escape(game.notation.row_name(row))}</text>'


def _corner(position: Position, cell: int) -> tuple[int, int]:
    row, col = position.game.board.place(cell)
    return _MARGIN + _CELL * col, _MARGIN + _CELL * row


def _square(position: Position, cell: int, hatching: str, worth: Value | None) -> str:
    letter, whole = position.cells()[cell], f'width="{_CELL}" height="{_CELL}"'
    tint = "" if worth is None else _TINTS.get(worth.verdict, "")
    drawn = f'<rect class="cell {tint}" {whole}/>'
    if worth is not None:
        drawn += f'<text class="worth" x="50" y="60">{_sign(worth)}</text>'
    elif cell == position.game.winning_square and letter == ".":
        drawn += '<circle class="goal" cx="50" cy="50" r="30"/>'
    if letter == "x":
        drawn += f'<rect fill="url(#{hatching})" {whole}/>'
    elif letter != ".":
        drawn += _piece(position, 1 if letter.lower() == "a" else 2)
    if letter.isupper():
        drawn += '<rect class="last" x="4" y="4" width="92" height="92"/>'
    x, y = _corner(position, cell)
    return f'<g transform="translate({x} {y})">{drawn}</g>'


_TINTS = {Verdict.WIN: "wins", Verdict.LOSS: "loses"}
_SIGNS = {Verdict.WIN: "▲", Verdict.LOSS: "▼", Verdict.ENDLESS: "∞", Verdict.UNKNOWN: "?"}


def _sign(worth: Value) -> str:
    return f"{_SIGNS[worth.verdict]}{'' if worth.plies is None else worth.plies}"


def _piece(position: Position, player: int) -> str:
    look = position.game.facts().look
    sign = escape(look.signs[player - 1])
    if look.piece == "knight":
        body = f'<path class="body" d="{_KNIGHT}"/><circle class="eye" cx="40" cy="32" r="3.4"/>'
        return f'<g class="p{player}">{body}<text class="sign" x="59" y="72">{sign}</text></g>'
    strokes = {
        "X": '<path class="stroke" d="M27 27L73 73M73 27L27 73"/>',
        "O": '<circle class="stroke" cx="50" cy="50" r="25"/>',
    }
    other = f'<circle class="body" cx="50" cy="50" r="30"/><text class="sign" x="50" y="63">{sign}</text>'
    return f'<g class="mark p{player}">{strokes.get(sign, other)}</g>'


def _line(position: Position, line: Sequence[int]) -> Iterable[str]:
    """Moves in their order: an arrow for a knight, a ring for a mark, and the numbers above them all."""
    numbers = []
    for number, square in enumerate(line, 1):
        x, y = _middle(position, square)
        shape = f'<circle class="ring" cx="{x}" cy="{y}" r="36"/>'
        if position.game.facts().look.piece == "knight":
            from_x, from_y = _middle(position, position.cells().index("ab"[position.to_move - 1]))
            shape = _arrow(from_x, from_y, x, y)
            x, y = from_x + (x - from_x) * 0.45, from_y + (y - from_y) * 0.45
        yield f'<g class="p{position.to_move}">{shape}</g>'
        numbers.append(
            f'<circle class="badge" cx="{x}" cy="{y}" r="16"/>'
            f'<text class="number" x="{x}" y="{y + 7}">{number}</text>'
        )
        position = position.play(square)
    yield from numbers


def _middle(position: Position, cell: int) -> tuple[float, float]:
    x, y = _corner(position, cell)
    return x + _CELL / 2, y + _CELL / 2


def _arrow(from_x: float, from_y: float, to_x: float, to_y: float) -> str:
    """A slim arrow, drawn lying to the right and turned: it leaves the piece and the value readable."""
    tip = hypot(to_x - from_x, to_y - from_y) - 32
    turn = degrees(atan2(to_y - from_y, to_x - from_x))
    outline = f"M34 -5H{tip - 26:.1f}V-17L{tip:.1f} 0L{tip - 26:.1f} 17V5H34Z"
    where = f"translate({from_x} {from_y}) rotate({turn:.1f})"
    return f'<path class="arrow" d="{outline}" transform="{where}"/>'
