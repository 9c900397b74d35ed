"""Plots as SVG: shares and abilities with their intervals.

Agents differ by colour, and by the shape of their marks. Colours have the palette's names.
"""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import NamedTuple

from cornered.arena.yardstick.statistics import IntervalEstimate

STYLE = """
.plot text { font: 13px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; fill: var(--ink); }
.plot .tick { fill: var(--faint); }
.plot .grid { stroke: var(--hairline); }
.plot .chance { stroke: var(--faint); stroke-dasharray: 5 4; stroke-width: 1.5; }
.plot .series { stroke-width: 2; }
.plot .series path { fill: none; stroke-opacity: .45; }
.plot .filled { stroke: none; }
.plot .series .hollow { fill: var(--paper); stroke-opacity: 1; }
.plot .kept { fill: var(--win); }
.plot .wrong { fill: var(--loss); }
.plot .refused { fill: var(--hatch); stroke: var(--paper); }
.plot .c0 { stroke: var(--p1); color: var(--p1); }
.plot .c1 { stroke: var(--p2); color: var(--p2); }
.plot .c2 { stroke: var(--win-ink); color: var(--win-ink); }
.plot .c3 { stroke: var(--ink); color: var(--ink); }
.plot .c4 { stroke: var(--faint); color: var(--faint); }
.plot :is(.c0, .c1, .c2, .c3, .c4) .filled { fill: currentColor; }
"""

_WIDTH, _LEFT, _RIGHT, _TOP, _HEIGHT = 640, 48, 16, 14, 260
_COLOURS = 5
_ROW = 30
_NAMES = 190


class PlotSeries(NamedTuple):
    """What one agent has, one estimate for each place along the axis; None where there is none."""

    name: str
    points: Sequence[IntervalEstimate | None]


def shares(
    told: str, places: Sequence[str], series: Sequence[PlotSeries], chance: Sequence[float | None] = ()
) -> str:
    """Shares from 0 to 100 % at each place, a mark and an interval for every agent; chance is dashed."""
    step = (_WIDTH - _LEFT - _RIGHT) / max(1, len(places))
    parts = [*_grid(), *_places(places, step), *_chance(chance, step)]
    for number, one in enumerate(series):
        apart = (number + 1) / (len(series) + 1)
        marks = [
            (_LEFT + step * (place + 0.15 + 0.7 * apart), point)
            for place, point in enumerate(one.points)
            if point is not None
        ]
        parts.append(_series(number, one.name, marks))
    height = _TOP + _HEIGHT + 30
    parts += _legend([one.name for one in series], height)
    return _plot(told, height + 22 * ((len(series) + 2) // 3), parts)


def _y(share: float) -> float:
    return round(_TOP + _HEIGHT * (1 - share), 1)


def _grid() -> Iterable[str]:
    for percent in (0, 25, 50, 75, 100):
        y = _y(percent / 100)
        yield f'<path class="grid" d="M{_LEFT} {y}H{_WIDTH - _RIGHT}"/>'
        yield f'<text class="tick" x="{_LEFT - 8}" y="{y + 4}" text-anchor="end">{percent} %</text>'


def _places(places: Sequence[str], step: float) -> Iterable[str]:
    for place, name in enumerate(places):
        x = _LEFT + step * (place + 0.5)
        yield f'<text x="{x:.1f}" y="{_TOP + _HEIGHT + 20}" text-anchor="middle">{escape(name)}</text>'


def _chance(chance: Sequence[float | None], step: float) -> Iterable[str]:
    for place, share in enumerate(chance):
        if share is not None:
            x = _LEFT + step * (place + 0.1)
            yield f'<path class="chance" d="M{x:.1f} {_y(share)}h{0.8 * step:.1f}"/>'


def _series(number: int, name: str, marks: Sequence[tuple[float, IntervalEstimate]]) -> str:
    way = "L".join(f"{x:.1f} {_y(point.value)}" for x, point in marks)
    whiskers = "".join(
        f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{_y(point.low)}" y2="{_y(point.high)}"/>' for x, point in marks
    )
    dots = "".join(
        f"<g>{_mark(number, x, _y(point.value))}<title>{escape(name)}: {point.value:.1%}, "
        f"{point.low:.1%} to {point.high:.1%}</title></g>"
        for x, point in marks
    )
    return f'<g class="series c{number % _COLOURS}"><path d="M{way}"/>{whiskers}{dots}</g>' if marks else ""


def _mark(number: int, x: float, y: float) -> str:
    """A circle, a square or a diamond, filled for the first five agents and hollow for the next."""
    fill = "filled" if number // _COLOURS % 2 == 0 else "hollow"
    place = f'transform="translate({x:.1f} {y:.1f})"'
    return f'<path class="{fill}" {place} d="{_SHAPES[number % len(_SHAPES)]}"/>'


_SHAPES = (
    "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z",
    "M-5 -5H5V5H-5z",
    "M0 -7L7 0L0 7L-7 0z",
    "M0 -6L6 5H-6z",
    "M0 6L6 -5H-6z",
)


def _legend(names: Sequence[str], top: float) -> Iterable[str]:
    for number, name in enumerate(names):
        x, y = _LEFT + 195 * (number % 3), top + 22 * (number // 3) + 12
        yield f'<g class="series c{number % _COLOURS}">{_mark(number, x, y - 4)}</g>'
        yield f'<text x="{x + 14}" y="{y}">{escape(_short(name))}</text>'


def _short(name: str) -> str:
    return name if len(name) <= 24 else f"{name[:23]}…"


def abilities(told: str, found: Mapping[str, IntervalEstimate]) -> str:
    """One row an agent: its β and interval on one scale, random at 0. An open end is drawn as an arrow."""
    ends = [end for each in found.values() for end in each if abs(end) < float("inf")]
    least, most = min([0.0, *ends]) - 0.3, max([1.0, *ends]) + 0.5
    scale = (_WIDTH - _NAMES - _RIGHT) / (most - least)
    bottom = _TOP + _ROW * len(found)

    def x(beta: float) -> float:
        return round(_NAMES + (beta - least) * scale, 1)

    parts = []
    for tick in range(int(least), int(most) + 1):
        kind = "chance" if tick == 0 else "grid"
        parts.append(f'<path class="{kind}" d="M{x(tick)} {_TOP}V{bottom}"/>')
        label = str(tick).replace("-", "−")
        parts.append(
            f'<text class="tick" x="{x(tick)}" y="{bottom + 18}" text-anchor="middle">{label}</text>'
        )
    for number, (name, beta) in enumerate(found.items()):
        y = _TOP + _ROW * (number + 0.5)
        low, high = x(max(beta.low, least)), x(min(beta.high, most))
        arrow = f'<path d="M{high - 6} {y - 5}L{high} {y}L{high - 6} {y + 5}"/>' if beta.high > most else ""
        parts.append(f'<text x="{_NAMES - 12}" y="{y + 4}" text-anchor="end">{escape(_short(name))}</text>')
        parts.append(
            f'<g class="series c{number % _COLOURS}"><line x1="{low}" x2="{high}" y1="{y}" y2="{y}"/>{arrow}'
            f"{_mark(number, x(beta.value), y)}</g>"
        )
    return _plot(told, bottom + 26, parts)


def kinds(told: str, rows: Mapping[str, Sequence[tuple[str, str, float]]]) -> str:
    """One bar an agent, cut into parts: what each is called, how it is drawn, and its share of the whole."""
    room = _WIDTH - _NAMES - _RIGHT
    parts = []
    for number, (agent, cut) in enumerate(rows.items()):
        x, y = float(_NAMES), _TOP + _ROW * number
        parts.append(f'<text x="{_NAMES - 12}" y="{y + 17}" text-anchor="end">{escape(_short(agent))}</text>')
        for name, drawn, share in cut:
            width = round(room * share, 1)
            title = f"<title>{escape(agent)}: {share:.1%} {escape(name)}</title>"
            parts.append(f'<rect class="{drawn}" x="{x}" y="{y}" width="{width}" height="22">{title}</rect>')
            if width > _ROOM_FOR_A_NAME:
                parts.append(f'<text x="{x + 6}" y="{y + 16}">{escape(name)} {share:.0%}</text>')
            x += width
    return _plot(told, _TOP + _ROW * len(rows), parts)


_ROOM_FOR_A_NAME = 90


def _plot(told: str, height: float, parts: Iterable[str]) -> str:
    head = f'<svg class="plot" role="img" viewBox="0 0 {_WIDTH} {height}" xmlns="http://www.w3.org/2000/svg">'
    return f"{head}<title>{escape(told)}</title>{''.join(parts)}</svg>"
