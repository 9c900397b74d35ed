"""Commands around measuring: suite, which makes one, and merge, which puts shards together."""

from collections.abc import Sequence
from pathlib import Path

import click

from cornered.arena.spread.local import Local
from cornered.arena.yardstick.making import BOARDS, make_suite
from cornered.arena.yardstick.running import merge_runs
from cornered.arena.yardstick.runs import RunError
from cornered.arena.yardstick.suite import SHIPPED, load_suite
from cornered.board import Board, read_board
from cornered.cli import Failed
from cornered.errors import BadSetup
from cornered.games import find_game


@click.command
@click.option("--seed", type=click.IntRange(0), required=True, help="The same seed, the same suite.")
@click.option("out", "-o", type=click.Path(path_type=Path), required=True, help="The file to write.")
@click.option("--name", help="What to call it. Default: after the file.")
@click.option(
    "--questions", type=click.IntRange(1), default=160, show_default=True, help="Of each game in each band."
)
@click.option("--starts", type=click.IntRange(2), default=40, show_default=True, help="Of each game.")
@click.option("--on", multiple=True, metavar="GAME:RxC", help="A game and board; may be given again.")
def suite(seed: int, out: Path, name: str | None, questions: int, starts: int, on: tuple[str, ...]) -> None:
    """Make a suite of questions and starts that nobody has seen: none is like one that ships.

    It takes minutes. Whoever has the seed can make it again, byte for byte.

    \b
    Examples:
      cornered suite --seed 271828 -o held-out.suite
      cornered suite --seed 7 --on knights-duel:4x6 --on blockade:5x5 --questions 50 -o small.suite
    """
    text = make_suite(
        name or out.stem,
        seed,
        Local(),
        questions=questions,
        starts=starts,
        boards=_boards(on) if on else BOARDS,
        without=map(load_suite, SHIPPED),
    )
    try:
        out.write_text(text, "utf-8")
    except OSError as error:
        raise Failed(f"{out} cannot be written ({error.strerror}).") from None
    made = load_suite(str(out))
    click.echo(f"{made.name}: {len(made.questions):,} questions, {len(made.starts):,} starts, {made.sha256}")


def _boards(on: Sequence[str]) -> dict[str, list[Board]]:
    boards: dict[str, list[Board]] = {}
    for each in on:
        game, colon, size = each.partition(":")
        if not colon:
            raise BadSetup(f"'{each}' is no game and board: write it like knights-duel:4x6.")
        board = read_board(size)
        find_game(game)(board.rows, board.cols)
        boards.setdefault(game, []).append(Board(*sorted((board.rows, board.cols))))
    return boards


@click.command
@click.argument("shards", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="SHARD...")
@click.option("out", "-o", type=click.Path(path_type=Path), required=True, help="The file to write.")
def merge(shards: tuple[Path, ...], out: Path) -> None:
    """Put the SHARDs of a run together: the same file as if it had been run in one piece.

    \b
    Example:
      cornered merge hard-*.jsonl -o hard.jsonl
    """
    try:
        count = merge_runs(shards, out)
    except RunError as error:
        raise Failed(str(error)) from None
    click.echo(f"{count:,} lines in {out}")
