"""Makes what the explore pages show: every position of each small board, and how many moves keep the win.

    python tools/make_explored.py                   # all boards: two minutes on one core
    python tools/make_explored.py blockade 4x4      # one board, the others stay as they are

The boards are those of docs/atlas.json, which also tells who wins on the larger ones. What is found goes into
src/cornered/web/explored.json.
"""

import json
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from cornered.game import Game, Position
from cornered.games import GAMES
from cornered.play.puzzles.tasks import decided
from cornered.solve import Verdict, rate

ROOT = Path(__file__).parents[1]
ATLAS = ROOT / "docs" / "atlas.json"
EXPLORED = ROOT / "src" / "cornered" / "web" / "explored.json"

MOST = 4_000_000
"""Positions: a board with more of them is told by the atlas alone."""

LARGEST_HUNT = 36
"""Squares: on larger boards of a game that can go on for ever, the placements are not looked at."""


KEPT = "rows", "cols", "winner", "plies", "positions", "choices", "decisive"
"""What the pages show of the atlas's own figures."""


class Found(NamedTuple):
    """A position, how many plies it lasts, how many moves it has, and how many of them win."""

    position: Position
    plies: int
    moves: int
    keep: int


def explored(game: Game) -> dict[str, Any] | None:
    """What the pages tell of one board; None where that is not known."""
    if game.start().uncounted is None:
        levels = _levels(game.start())
        return None if levels is None else {"depth": "from-start", **_told(_judged(levels))}
    if game.board.size > LARGEST_HUNT:
        return None
    return {"depth": "to-end", **_told(_hunts(game))}


def _levels(start: Position) -> list[set[Position]] | None:
    """Every position that can arise, by the number of moves before it; None if there are too many."""
    levels = [{start}]
    while levels[-1]:
        levels.append({one.play(square) for one in levels[-1] for square in one.moves()})
        if sum(map(len, levels)) > MOST:
            return None
    return levels[:-1]


def _judged(levels: list[set[Position]]) -> Iterator[tuple[int, list[Found]]]:
    """What the positions of each level are worth, from the last to the first; levels are used up."""
    after: dict[Position, int] = {}
    while levels:
        found = [_found(position, after) for position in levels.pop()]
        after = {one.position: one.plies for one in found}
        yield len(levels), found


def _found(position: Position, after: dict[Position, int]) -> Found:
    """The plies are odd exactly where the player to move wins, who makes the last move."""
    following = [after[position.play(square)] for square in position.moves()]
    lost = [plies for plies in following if plies % 2 == 0]
    return Found(position, 1 + (min(lost) if lost else max(following, default=-1)), len(following), len(lost))


def _hunts(game: Game) -> Iterable[tuple[int, list[Found]]]:
    """Every placement from which an end is forced within the game's horizon, by how far away that is."""
    horizon = game.facts().puzzles.horizon
    by_plies: dict[int, list[Found]] = {}
    for position in _placements(game):
        ratings = rate(position)
        if not ratings:
            continue
        best = ratings[0].value
        if best.plies is None or not decided(best, horizon):
            continue
        keep = sum(decided(one.value, horizon) is Verdict.WIN for one in ratings)
        by_plies.setdefault(best.plies, []).append(Found(position, best.plies, len(ratings), keep))
    return by_plies.items()


def _placements(game: Game) -> Iterator[Position]:
    size = game.board.size
    for one in range(size):
        for other in range(size):
            if one != other:
                cells = "".join("a" if cell == one else "b" if cell == other else "." for cell in range(size))
                yield from (game.restore(player, cells, ()) for player in (1, 2))


def _told(by_depth: Iterable[tuple[int, list[Found]]]) -> dict[str, Any]:
    rows, everything = [], []
    for depth, found in by_depth:
        won = [one for one in found if one.keep]
        rows.append(
            {
                "depth": depth,
                "positions": len(found),
                "won": len(won),
                "moves": sum(one.moves for one in won),
                "keep": sum(one.keep for one in won),
                "example": _shown(_rarest(won)),
            }
        )
        lost = [one for one in found if not one.keep and one.moves]
        everything += [*filter(None, (_rarest(won), _longest(lost)))]
    rows.sort(key=lambda row: row["depth"])
    return {
        "positions": sum(row["positions"] for row in rows),
        "rows": rows,
        "longest": _shown(_longest([one for one in everything if not one.keep])),
        "rarest": _shown(_rarest([one for one in everything if one.keep])),
    }


def _rarest(won: list[Found]) -> Found | None:
    """The one in which a win is hardest to hit: the smallest share of the moves, then the longest way."""
    choices = [one for one in won if one.keep < one.moves]
    return min(choices, key=lambda one: (one.keep / one.moves, -one.plies, one.position.code), default=None)


def _longest(lost: list[Found]) -> Found | None:
    return min(lost, key=lambda one: (-one.plies, one.position.code), default=None)


def _shown(found: Found | None) -> dict[str, Any] | None:
    if found is None:
        return None
    return {"code": found.position.code, "plies": found.plies, "moves": found.moves, "keep": found.keep}


def _boards(wanted: list[str]) -> Iterator[tuple[Game, dict[str, Any]]]:
    """The boards of the atlas, with what it knows of them."""
    for entry in json.loads(ATLAS.read_text("utf-8")).values():
        survey = re.match(r"cornered atlas (\S+) --size (\S+)", entry["command"])
        if survey and set(wanted) <= set(survey.groups()):
            yield GAMES[survey[1]](entry["rows"], entry["cols"]), entry


def main() -> None:
    """Looks at the boards that were asked for, and writes them among the others."""
    kept = json.loads(EXPLORED.read_text("utf-8")) if EXPLORED.exists() else {}
    for game, entry in _boards(sys.argv[1:]):
        told = {name: entry[name] for name in KEPT}
        told["figures"] = explored(game)
        boards = kept.setdefault(game.name, {})
        boards[f"{game.rows}x{game.cols}"] = told
        print(game.title, game.board, (told["figures"] or {}).get("positions"), flush=True)
    lines = json.dumps(kept, ensure_ascii=False, separators=(",", ":")).replace('},"', '},\n"')
    EXPLORED.write_text(f"{lines}\n", "utf-8")


if __name__ == "__main__":
    main()
