"""A report as one page that loads nothing: tables, plots, and mistakes on drawn boards."""

from collections.abc import Iterable, Sequence
from html import escape

from cornered.arena.yardstick import plots
from cornered.arena.yardstick.report import Mistake, Report, Tested
from cornered.arena.yardstick.scores import (
    elo,
    percent,
    probability,
    two_digits,
    value_or_bound,
    with_interval,
)
from cornered.arena.yardstick.suite import BANDS
from cornered.games import GAMES
from cornered.play.drawing.board import board_style, palette
from cornered.play.drawing.picture import picture

STYLE = f"""{plots.STYLE}
.report table {{ border-collapse: collapse; font-variant-numeric: tabular-nums; }}
.report .scroll {{ overflow-x: auto; }}
.report :is(th, td) {{ text-align: left; padding: .3rem 1.2rem .3rem 0; }}
.report tr {{ border-bottom: 1px solid var(--hairline); }}
.report tbody th {{ font-weight: 600; }}
.report .plot {{ display: block; width: 100%; max-width: 46rem; margin: .4rem 0 1rem; }}
.report .quiet {{ color: var(--faint); }}
.report .mistakes {{ list-style: none; padding: 0; display: grid; gap: 1.6rem;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)); }}
.report .mistakes .picture {{ width: 100%; max-width: 19rem; }}
.report .mistakes .long {{ grid-column: 1 / -1; }}
.report .mistakes .long .picture {{ max-width: 100%; }}
.report .mistakes h3 {{ font-size: 1rem; margin: 0 0 .3rem; }}
.report .mistakes p {{ margin: .2rem 0; }}
"""

_FRAME = """
body { margin: 0 auto; max-width: 70rem; padding: 1rem 1.25rem 4rem;
  background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; }
h1 { font-size: 1.35rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .3rem; }
"""

_LONGEST_LINE = 9
_WIDEST_IN_A_COLUMN = 12


def page(report: Report, title: str = "Agents beside the exact truth") -> str:
    """The whole page."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{palette()}{board_style()}{_FRAME}{STYLE}</style></head>"
        f"<body><main><h1>{escape(title)}</h1>{body(report)}</main></body></html>\n"
    )


def body(report: Report) -> str:
    """What stands on the page under its heading."""
    parts = [*_positions(report), *_comparisons(report), *_games(report), *_mistakes(report)]
    return f'<div class="report">{"".join(parts)}</div>' if parts else "<p>There are no results yet.</p>"


def _positions(report: Report) -> Iterable[str]:
    if not report.tested:
        return
    yield (
        "<h2>Questions</h2><p>Each question is a decision that matters: some moves win and the others lose. "
        "Kept is the share of wins that were kept; skill is 0 for a random player and 1 for a perfect one; "
        "β tells the same on a scale without an end, where a random player has 0.</p>"
    )
    yield _table(
        "Questions",
        ["agent", "suite", "questions", "kept", "chance", "skill", "β", "refused", "tokens"],
        [_row(run) for run in report.tested],
    )
    for heading, plot in plots_of(report.tested).items():
        yield f"<h3>{heading}</h3>{plot}"
    yield "<h3>What became of the questions</h3>"
    yield plots.kinds("Answers by kind", {run.agent: _kinds(run) for run in report.tested})


def plots_of(tested: Sequence[Tested]) -> dict[str, str]:
    """The plots by what is said above them."""
    abilities = {run.agent: run.scores.whole.ability() for run in tested}
    return {
        "Ability β": plots.abilities("The ability of each agent with its interval", abilities),
        "Kept by distance to the win, in plies": _shares(
            tested, "band", [band for band in BANDS if _met(tested, "band", band)]
        ),
        "Kept by game": _shares(tested, "game", [name for name in GAMES if _met(tested, "game", name)]),
    }


def _row(run: Tested) -> Sequence[str]:
    told = run.summary()
    refused = ", ".join(f"{count} {kind}" for kind, count in told["refused"].items())
    return [
        run.agent if run.complete else f"{run.agent} (not finished)",
        told["suite"],
        f"{told['questions']:,}",
        with_interval(told, "kept", percent),
        percent(told["chance"]),
        two_digits(told["skill"]),
        with_interval(told, "beta", two_digits),
        refused or "–",
        "–" if told["tokens"] is None else f"{told['tokens']:,}",
    ]


def _met(tested: Iterable[Tested], what: str, name: str) -> bool:
    return any(name in run.scores.by[what] for run in tested)


def _shares(tested: Sequence[Tested], what: str, places: Sequence[str]) -> str:
    """Kept shares by band or by game, of every agent; the chance is that of the first who was asked."""
    tallies = [[run.scores.by[what].get(place) for place in places] for run in tested]
    series = [
        plots.PlotSeries(run.agent, [tally.share() if tally else None for tally in row])
        for run, row in zip(tested, tallies, strict=True)
    ]
    chance = [next(tally.chance for tally in column if tally) for column in zip(*tallies, strict=True)]
    names = [GAMES[place].title if place in GAMES else place for place in places]
    return plots.shares(f"The kept share by {what}, with intervals; chance is dashed", names, series, chance)


def _kinds(run: Tested) -> list[tuple[str, str, float]]:
    whole, refused = run.scores.whole, run.scores.refused
    wrong = whole.decisions - whole.kept - refused.total()
    parts = [("kept", "kept", whole.kept), ("lost", "wrong", wrong)]
    parts += [(kind, "refused", count) for kind, count in sorted(refused.items())]
    return [(name, drawn, count / whole.decisions) for name, drawn, count in parts if count]


def _comparisons(report: Report) -> Iterable[str]:
    rows = [
        [
            f"{pair.first} and {pair.second}",
            f"{pair.result.questions:,}",
            f"{pair.result.only_first:,}",
            f"{pair.result.only_second:,}",
            f"{pair.result.difference.value:+.1%} ({pair.result.difference.low:+.1%} to "
            f"{pair.result.difference.high:+.1%})",
            probability(pair.result.p),
        ]
        for pair in report.pairs
    ]
    if rows:
        yield "<h2>Two agents on the same questions</h2><p>By McNemar's exact test.</p>"
        yield _table(
            "Comparisons",
            ["agents", "questions", "only the first kept", "only the second kept", "difference", "p"],
            rows,
        )


def _games(report: Report) -> Iterable[str]:
    for told in report.games:
        suite, agents = told["suite"], told["agents"]
        yield f"<h2>Games from starts of {escape(suite)}</h2>"
        yield f"<p>{told['games']:,} games; random has a rating of 0.</p>"
        rows = []
        for name, row in agents.items():
            met = [row["against"].get(other) for other in agents]
            won = [f"{one['won']} of {one['games']}" if one else "–" for one in met]
            figures = [with_interval(row, "rating", two_digits), value_or_bound(row, "rating", elo)]
            kept = [with_interval(row, "kept", percent), with_interval(row, "beta", two_digits)]
            rows.append([name, *figures, *kept, *won])
        headings = ["agent", "rating", "Elo", "kept", "β", *(f"against {name}" for name in agents)]
        yield _table(f"Games from starts of {suite}", headings, rows)


def _mistakes(report: Report) -> Iterable[str]:
    found = report.mistakes()
    if found:
        yield "<h2>Mistakes worth a look</h2><ul class='mistakes'>"
        yield from map(_drawn, found)
        yield "</ul>"


def _drawn(mistake: Mistake) -> str:
    position, game = mistake.position, mistake.position.game
    played, kept = game.label(mistake.played), " or ".join(map(game.label, mistake.winning))
    told = f"Player {position.to_move} to move: {kept} wins, {played} was played and loses."
    line = [mistake.played, *mistake.refutation]
    refutation = "; ".join(map(game.label, mistake.refutation[:_LONGEST_LINE]))
    more = " …" if len(mistake.refutation) > _LONGEST_LINE else ""
    wide = ' class="long"' if game.board.cols > _WIDEST_IN_A_COLUMN else ""
    return (
        f"<li{wide}><h3>{escape(game.title)} {game.board}</h3>"
        f"{picture(position, told, mistake.values, line[:2])}"
        f"<p>{escape(', '.join(mistake.agents))}: {escape(played)} gives the win away.</p>"
        f"<p>{escape(kept)} keeps it.</p>"
        f"<p class='quiet'>After {escape(played)}: {escape(refutation)}{more}</p></li>"
    )


def _table(told: str, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f'<th scope="col">{escape(heading)}</th>' for heading in headings)
    lines = (
        f'<tr><th scope="row">{escape(first)}</th>{"".join(f"<td>{escape(cell)}</td>" for cell in rest)}</tr>'
        for first, *rest in rows
    )
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(lines)}</tbody></table>"
    return f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(told)}">{table}</div>'
