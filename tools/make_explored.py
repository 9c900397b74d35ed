"""Makes what the explore pages show: every position of each small board, and how many moves keep the win.

    python tools/make_explored.py                   # all boards: a quarter of an hour, 3 GB
    python tools/make_explored.py blockade 4x4      # one board, the others stay as they are

The boards are all that docs/atlas.json has solved; of the larger ones only who wins is told. What is found
goes into src/cornered/web/api/explored.json.
"""

import json
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
EXPLORED = ROOT / "src" / "cornered" / "web" / "api" / "explored.json"

LARGEST = {"mark": 36, "knight": 30}
"""Squares, where marks or knights fill the board: on larger ones more than 20 million positions can arise."""

LARGEST_HUNT = 64
"""Squares, in a game that can go on for ever: on larger boards the placements are not looked at."""

LONGEST_SIDE = 12
"""Squares: the site shows no larger board."""

KEPT = "rows", "cols", "winner", "plies"
"""What the pages show of the atlas's own figures."""


class Found(NamedTuple):
    """A position, how many plies it lasts, how many moves it has, and how many of them win."""

    position: Position
    plies: int
    moves: int
    keep: int


def explored(game: Game) -> dict[str, Any] | None:
    """What the pages tell of one board; None where there are too many positions."""
    goes_on = game.start().uncounted is not None
    if game.board.size > (LARGEST_HUNT if goes_on else LARGEST[game.facts().look.piece]):
        return None
    if goes_on:
        return {"depth": "to-end", **_told(_hunts(game))}
    return {"depth": "from-start", **_told(_judged(_levels(game.start())))}


def _levels(start: Position) -> list[set[Position]]:
    """Every position that can arise, by the number of moves before it."""
    levels = [{start}]
    while levels[-1]:
        levels.append({one.play(square) for one in levels[-1] for square in one.moves()})
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
    choices = decisive = 0
    for depth, found in by_depth:
        choices += sum(one.moves > 1 for one in found)
        decisive += sum(0 < one.keep < one.moves for one in found)
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
        "choices": choices,
        "decisive": decisive,
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
    """The boards of the atlas, from small to large, with what it knows of them."""
    known: dict[tuple[str, int, int], dict[str, Any]] = {}
    for entry in json.loads(ATLAS.read_text("utf-8")).values():
        name, rows, cols = board = entry["command"].split()[2], entry["rows"], entry["cols"]
        shown = rows <= LONGEST_SIDE >= cols and set(wanted) <= {name, f"{rows}x{cols}"}
        if shown and (board not in known or entry["plies"] is not None):
            known[board] = entry
    for name, rows, cols in sorted(known, key=lambda board: (GAMES.own.index(board[0]), board[1] * board[2])):
        yield GAMES[name](rows, cols), known[name, rows, cols]


def main() -> None:
    """Looks at the boards that were asked for, and writes them among the others."""
    kept = json.loads(EXPLORED.read_text("utf-8")) if EXPLORED.exists() else {}
    for game, entry in _boards(sys.argv[1:]):
        told = {name: entry[name] for name in KEPT} | {"figures": explored(game)}
        boards = {**kept.get(game.name, {}), f"{game.rows}x{game.cols}": told}
        kept[game.name] = dict(sorted(boards.items(), key=lambda one: one[1]["rows"] * one[1]["cols"]))
        print(game.title, game.board, (told["figures"] or {}).get("positions"), flush=True)
    lines = json.dumps(kept, ensure_ascii=False, separators=(",", ":")).replace('},"', '},\n"')
    EXPLORED.write_text(f"{lines}\n", "utf-8")


if __name__ == "__main__":
    main()
