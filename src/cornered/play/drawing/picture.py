"""A board as an SVG, for pages and sheets that no script draws on: the same pieces and lines as on the site.

The drawing refers to colours by name: a page has `palette()` and `board_style()` in its style sheet.
"""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from itertools import count
from math import atan2, degrees, hypot
from typing import Any

from cornered.game import Position
from cornered.play.commentary import sign
from cornered.play.drawing.board import DrawnBoard, DrawnMove, DrawnSquare, drawn_board, shapes
from cornered.solve.contract import Value

_patterns = count(1)


def picture(
    position: Position,
    told: str,
    values: Mapping[int, Value] | None = None,
    line: Sequence[int] = (),
) -> str:
    """The board; `told` is what it shows, in words.

    Squares in `values` carry what a move there is worth, and the moves of a `line` are drawn and numbered.
    """
    board, known = drawn_board(position, values, line), shapes()
    width, height = (
        known["margin"] + known["square"] * len(names) + known["edge"]
        for names in (board.column_names, board.row_names)
    )
    pattern = f"hatching-{next(_patterns)}"  # on one page no two have the same name
    parts = [
        f'<svg class="picture" role="img" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">',
        f"<title>{escape(told)}</title>",
        _element(known["pattern"], _element(known["hatching"]), id=pattern),
        f'<g class="names">{"".join(_names(board))}</g>',
        *(_square(board, square, pattern) for square in board.squares),
        *_line(board.line),
        "</svg>",
    ]
    return "".join(parts)


def _element(shape: Mapping[str, Any], content: str = "", **more: object) -> str:
    tag, *given = {**shape, **more}.items()
    attributes = "".join(f' {name}="{value}"' for name, value in given)
    return f"<{tag[1]}{attributes}>{content}</{tag[1]}>"


def _group(kind: str, content: str, x: float, y: float, more: str = "") -> str:
    return f'<g class="{kind}" transform="translate({x:g} {y:g})"{more}>{content}</g>'


def _corner(place: tuple[int, int]) -> tuple[float, float]:
    row, col = place
    return shapes()["margin"] + shapes()["square"] * col, shapes()["margin"] + shapes()["square"] * row


def _middle(place: tuple[int, int]) -> tuple[float, float]:
    x, y = _corner(place)
    return x + shapes()["square"] / 2, y + shapes()["square"] / 2


def _names(board: DrawnBoard) -> Iterable[str]:
    away, down = shapes()["names"]["away"], shapes()["names"]["down"]
    edge = shapes()["margin"] - away
    for col, name in enumerate(board.column_names):
        x, _ = _middle((0, col))
        yield f'<text x="{x:g}" y="{edge}" text-anchor="middle">{escape(name)}</text>'
    for row, name in enumerate(board.row_names):
        _, y = _middle((row, 0))
        yield f'<text x="{edge}" y="{y + down:g}" text-anchor="end">{escape(name)}</text>'


def _square(board: DrawnBoard, square: DrawnSquare, pattern: str) -> str:
    known, value = shapes(), square.value
    states = {"blocked": square.blocked, "last": square.last, "centre": square.goal, "rated": value}
    parts = [_element(known["ground"])]
    if square.blocked:
        parts.append(_element(known["hatch"], fill=f"url(#{pattern})"))
    if value is not None:
        parts.append(_element(known["tint"]))
    if square.goal:
        parts.append(_element(known["goal"]))
    if square.last:
        parts.append(_element(known["frame"]))
    if square.player:
        parts.append(_piece(board, square.player, square.sign))
    if value is not None:
        parts.append(_element(known["value"], sign(value)))
    kind = " ".join(["cell", *(name for name, is_so in states.items() if is_so)])
    verdict = "" if value is None else f' data-verdict="{value.verdict}"'
    return _group(kind, "".join(parts), *_corner((square.row, square.col)), verdict)


def _piece(board: DrawnBoard, player: int, sign: str) -> str:
    pieces = shapes()["pieces"]
    drawn = pieces["knight"] if board.knights else pieces.get(sign, pieces["other"])
    parts = (_element(part, escape(sign) if part["tag"] == "text" else "") for part in drawn)
    return f'<g class="piece p{player}">{"".join(parts)}</g>'


def _line(line: Sequence[DrawnMove]) -> Iterable[str]:
    """An arrow for a knight, a ring for a mark, and the numbers above them all."""
    known = shapes()["line"]
    for move in line:
        x, y = _middle(move.target)
        shape = _element(known["ring"], cx=f"{x:g}", cy=f"{y:g}") if move.source is None else _arrow(move)
        yield f'<g class="line-move p{move.player}">{shape}</g>'
    for number, move in enumerate(line, 1):
        circle, text = known["badge"]
        badge = _group("line-number", _element(circle) + _element(text, str(number)), *_numbered(move))
        yield f'<g class="line-move p{move.player}">{badge}</g>'


def _numbered(move: DrawnMove) -> tuple[float, float]:
    """Where the number of a move stands: beside its ring, or on its arrow."""
    number, (x, y) = shapes()["line"]["number"], _middle(move.target)
    if move.source is None:
        return x - number["aside"], y - number["aside"]
    from_x, from_y = _middle(move.source)
    return from_x + (x - from_x) * number["along"], from_y + (y - from_y) * number["along"]


def _arrow(move: DrawnMove) -> str:
    """A slim arrow, drawn lying to the right and turned: it leaves the piece and the value readable."""
    assert move.source is not None
    sizes, (from_x, from_y), (x, y) = shapes()["line"]["arrow"], _middle(move.source), _middle(move.target)
    tip = hypot(x - from_x, y - from_y) - sizes["ends"]
    begins, half, barb, neck = sizes["begins"], sizes["half"], sizes["barb"], tip - sizes["head"]
    outline = f"M{begins} {-half}H{neck:.1f}V{-barb}L{tip:.1f} 0L{neck:.1f} {barb}V{half}H{begins}Z"
    turn = degrees(atan2(y - from_y, x - from_x))
    where = f"translate({from_x:g} {from_y:g}) rotate({turn:.1f})"
    return f'<path class="line-arrow" d="{outline}" transform="{where}"/>'
