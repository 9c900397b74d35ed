"""Commands that measure agents: measure and tournament, suite, which makes questions, and merge."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import wraps
from pathlib import Path
from typing import Any, NamedTuple, cast

import click

from cornered.arena.spread import Here, Local, Spread
from cornered.arena.yardstick.asking import read_entrant
from cornered.arena.yardstick.games import LADDER, against_the_ladder, anchors, everyone, games
from cornered.arena.yardstick.positions import ask, position_test
from cornered.arena.yardstick.running import Work, results
from cornered.arena.yardstick.runs import Played, RunFile
from cornered.arena.yardstick.scores import Standings
from cornered.arena.yardstick.suite import SHIPPED, load_suite
from cornered.board import Board, read_board
from cornered.cli.options import (
    Command,
    game_option,
    json_option,
    output_option,
    spread_options,
    spread_over,
)
from cornered.cli.output import leave, write_file
from cornered.cli.report import print_scores, print_standings
from cornered.errors import BadSetup
from cornered.games import find_game
from cornered.store import data_folder
from cornered.terminal.meter import Meter


def _share(_ctx: click.Context, _param: click.Parameter, typed: str | None) -> float | None:
    """The share in `2%` or `0.02`."""
    if typed is None:
        return None
    try:
        share = float(typed.rstrip("%")) / (100 if typed.endswith("%") else 1)
    except ValueError:
        share = 0.0
    if not 0 < share < 1:
        raise BadSetup(f"'{typed}' is not a share: write it like 2%.")
    return share


class _Run(NamedTuple):
    """What every run is told: its questions or starts, its file, and where the work is done."""

    suite: str
    seed: int
    only: Sequence[str]
    shard: str | None
    output: Path | None
    workers: int | None
    ray: str | None
    as_json: bool

    @property
    def spread(self) -> Spread:
        """One worker alone is this process: agents may be debugged in it."""
        alone = self.workers == 1 and self.ray is None
        return Here() if alone else spread_over(self.workers, self.ray)

    def file(self, work: Work) -> RunFile:
        """The file that is named, or a new one among the user's runs."""
        stamp = datetime.now().strftime("%Y%m%d-%H%M%S-%f")
        own = data_folder() / "runs" / f"{stamp}-{work.header.kind}.jsonl"
        return RunFile(self.output or own, work.header)


def _run_options(command: Command) -> Command:
    """Adds what every run has; the command gets it as `run`."""

    @click.option("--suite", default="cornered-1", show_default=True, help="A suite's name or file.")
    @click.option(
        "--seed",
        type=click.IntRange(0),
        default=0,
        show_default=True,
        help="Makes the agents' and levels' choices repeatable.",
    )
    @game_option("only", multiple=True, text="Only this game; may be given again. Default: all.")
    @output_option("The run's file; if it is there, go on.")
    @click.option("--shard", metavar="I/N", help="Only the Ith of N parts; merge puts them together.")
    @spread_options
    @json_option
    @wraps(command)
    def with_run(*args: Any, **kwargs: Any) -> None:
        command(*args, run=_Run(**{field: kwargs.pop(field) for field in _Run._fields}), **kwargs)

    return cast(Command, with_run)


@click.command
@click.argument("agent")
@_run_options
@click.option("--limit", type=click.IntRange(1), help="Only the first so many questions, or starts.")
@click.option("--until", callback=_share, metavar="SHARE", help="Stop when this sure of the share, like 2%.")
@click.option("--turned", is_flag=True, help="Turn or mirror each board, by the seed.")
@click.option("--renamed", is_flag=True, help="Rename rows and columns, for agents that read text.")
@click.option("play", "--games", is_flag=True, help="Play games against the levels, and ask no questions.")
def measure(
    agent: str,
    run: _Run,
    limit: int | None,
    until: float | None,
    turned: bool,
    renamed: bool,
    play: bool,
) -> None:
    """Score AGENT against the exact truth: of the decisions that matter, how many does it keep?

    AGENT is a level (random, easy, medium, hard, perfect), a function as module:name, an engine as
    uci:COMMAND, or a command that reads a question and prints an answer, as cmd:COMMAND. NAME=AGENT gives it
    a name. Answers go to a file as they come; Ctrl-C leaves with what is known, and the same command with -o
    goes on. docs/yardstick.md explains the figures.

    \b
    Examples:
      cornered measure easy
      cornered measure my_bot:choose --until 2% --turned
      cornered measure 'cmd:./ask_my_model.sh;legal=no' --workers 8 -o model.jsonl
      cornered measure my_bot:choose --games --limit 40
      cornered measure hard --shard 3/16 -o hard-3.jsonl
    """
    entrant, suite = read_entrant(agent), load_suite(run.suite)
    if play:
        if until or turned or renamed:
            raise BadSetup("--until, --turned and --renamed are for questions, not for games.")
        pairs = against_the_ladder(entrant)
        work = games(suite, pairs, run.seed, starts=limit, only=run.only, shard=run.shard)
        _play(work, anchors((), entrant.name), run)
        return
    work = position_test(
        suite,
        entrant,
        run.seed,
        turned=turned,
        renamed=renamed,
        limit=limit,
        only=run.only,
        until=until,
        shard=run.shard,
    )
    with run.file(work) as file:
        with Meter(f"Asking {entrant.name}", "questions") as meter:
            asked = ask(work, file, run.spread, meter)
        print_scores(work.header, asked.scores, run.as_json)
        _say_where(file.path, asked.complete)
    leave(stopped=meter.stopped)


@click.command
@click.argument("agents", nargs=-1, required=True, metavar="AGENT...")
@_run_options
@click.option("--starts", type=click.IntRange(1), help="Only the first so many starts.")
def tournament(agents: tuple[str, ...], run: _Run, starts: int | None) -> None:
    """Let every AGENT play every other, from both seats of each start: who beats whom, and ratings.

    Agents are written as for `measure`. Ratings are on a scale where random has 0; if no level takes part,
    random joins.

    \b
    Examples:
      cornered tournament random easy medium --starts 40
      cornered tournament old=bot_1:choose new=bot_2:choose hard -o bots.jsonl
    """
    entrants = [read_entrant(agent) for agent in agents]
    if not set(LADDER) & set(entrants):
        entrants.append(LADDER[0])
    if len(set(entrants)) < max(2, len(entrants)):
        raise BadSetup("A tournament has at least two agents, and nobody plays twice.")
    suite = load_suite(run.suite)
    work = games(suite, everyone(entrants), run.seed, starts=starts, only=run.only, shard=run.shard)
    _play(work, anchors([entrant.name for entrant in entrants]), run)


def _play(work: Work, known: Mapping[str, float], run: _Run) -> None:
    standings, played = Standings(), 0
    with run.file(work) as file:
        with Meter("Playing", "games") as meter:
            for game in results(work, file, run.spread, meter):
                standings.add(cast(Played, game))
                played += 1
        print_standings(work.header, standings, known, run.as_json)
        _say_where(file.path, played == len(work.numbers))
    leave(stopped=meter.stopped)


def _say_where(path: Path, complete: bool) -> None:
    click.echo(f"Kept in {path}" if complete else f"Not finished: go on with -o {path}", err=True)


@click.command
@click.option("--seed", type=click.IntRange(0), required=True, help="The same seed, the same suite.")
@output_option(required=True)
@click.option("--name", help="What to call it. Default: after the file.")
@click.option(
    "--questions", type=click.IntRange(1), default=160, show_default=True, help="Of each game in each band."
)
@click.option("--starts", type=click.IntRange(2), default=40, show_default=True, help="Of each game.")
@click.option("on", "--game", multiple=True, metavar="GAME:RxC", help="A game and board; may be given again.")
def suite(
    seed: int, output: Path, name: str | None, questions: int, starts: int, on: tuple[str, ...]
) -> None:
    """Make a suite of questions and starts that nobody has seen: none is like one that ships.

    It takes minutes. With the same seed it is made again, byte for byte.

    \b
    Examples:
      cornered suite --seed 271828 -o held-out.suite
      cornered suite --seed 7 --game duel:4x6 --game blockade:5x5 --questions 50 -o small.suite
    """
    from cornered.arena.yardstick.making import BOARDS, make_suite

    text = make_suite(
        name or output.stem,
        seed,
        Local(),
        questions=questions,
        starts=starts,
        boards=_boards(on) if on else BOARDS,
        without=map(load_suite, SHIPPED),
    )
    write_file(output, text)
    made = load_suite(str(output))
    click.echo(f"{made.name}: {len(made.questions):,} questions, {len(made.starts):,} starts, {made.sha256}")


def _boards(on: Sequence[str]) -> dict[str, list[Board]]:
    boards: dict[str, list[Board]] = {}
    for each in on:
        name, colon, size = each.partition(":")
        if not colon:
            raise BadSetup(f"'{each}' is not a game and board: write it like knights-duel:4x6.")
        board, rules = read_board(size), find_game(name)
        rules(board.rows, board.cols)
        boards.setdefault(rules.name, []).append(Board(*sorted((board.rows, board.cols))))
    return boards


@click.command
@click.argument("shards", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="SHARD...")
@output_option(required=True)
def merge(shards: tuple[Path, ...], output: Path) -> None:
    """Put the SHARDs of a run together: the same file as if it had been run in one piece.

    \b
    Examples:
      cornered merge hard-*.jsonl -o hard.jsonl
    """
    from cornered.arena.yardstick.running import merge_runs

    count = merge_runs(shards, output)
    click.echo(f"{count:,} lines in {output}")
