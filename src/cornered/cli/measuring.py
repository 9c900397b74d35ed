"""Commands that measure agents: measure, tournament."""

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import wraps
from pathlib import Path
from typing import Any, cast

import click

from cornered.arena.spread import Here, Spread, WorkLost
from cornered.arena.spread.journal import JournalError
from cornered.arena.yardstick.asking import read_entrant
from cornered.arena.yardstick.games import LADDER, against_the_ladder, anchors, everyone, games
from cornered.arena.yardstick.positions import Manner, ask, position_test
from cornered.arena.yardstick.running import Stopped, Work, results
from cornered.arena.yardstick.runs import Played, RunFile
from cornered.arena.yardstick.scores import Standings
from cornered.arena.yardstick.suite import load_suite
from cornered.cli import Failed
from cornered.cli.figures import print_scores, print_standings
from cornered.cli.options import Command, json_option
from cornered.cli.spreading import spread_options, spread_over
from cornered.errors import BadSetup
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


def _run_options(command: Command) -> Command:
    """Adds what every run has: suite, seed, file, and where the work is done."""

    @wraps(command)
    def run(*args: Any, **kwargs: Any) -> None:
        try:
            command(*args, **kwargs)
        except (Stopped, JournalError, WorkLost) as error:
            raise Failed(str(error)) from None

    decorated: Callable[..., Any] = run
    for option in (
        json_option,
        spread_options,
        click.option("--shard", metavar="I/N", help="Only the Ith of N parts; merge puts them together."),
        click.option(
            "out", "-o", type=click.Path(path_type=Path), help="The run's file; if it is there, go on."
        ),
        click.option("--only", multiple=True, metavar="GAME", help="Only this game; may be given again."),
        click.option("--seed", type=click.IntRange(0), default=0, show_default=True),
        click.option("--suite", default="cornered-1", show_default=True, help="A suite's name or file."),
    ):
        decorated = option(decorated)
    return cast(Command, decorated)


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
    suite: str,
    seed: int,
    only: tuple[str, ...],
    out: Path | None,
    shard: str | None,
    workers: int | None,
    ray: str | None,
    as_json: bool,
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
    entrant = read_entrant(agent)
    if play:
        if until or turned or renamed:
            raise BadSetup("--until, --turned and --renamed are for questions, not for games.")
        work = games(
            load_suite(suite), against_the_ladder(entrant), seed, starts=limit, only=only, shard=shard
        )
        _play(work, anchors((), entrant.name), out, _spread(workers, ray), as_json)
        return
    manner = Manner(entrant.address, seed, turned, renamed)
    work = position_test(load_suite(suite), entrant, manner, limit=limit, only=only, until=until, shard=shard)
    with _run_file(out, work) as file:
        with Meter(f"Asking {entrant.name}", "questions") as meter:
            asked = ask(work, file, _spread(workers, ray), meter, until)
        print_scores(work.header, asked.scores, as_json)
        _tell_where(file.path, asked.complete)


@click.command
@click.argument("agents", nargs=-1, required=True, metavar="AGENT...")
@_run_options
@click.option("--starts", type=click.IntRange(1), help="Only the first so many starts.")
def tournament(
    agents: tuple[str, ...],
    suite: str,
    seed: int,
    only: tuple[str, ...],
    out: Path | None,
    shard: str | None,
    workers: int | None,
    ray: str | None,
    as_json: bool,
    starts: int | None,
) -> None:
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
    work = games(load_suite(suite), everyone(entrants), seed, starts=starts, only=only, shard=shard)
    known = anchors([entrant.name for entrant in entrants])
    _play(work, known, out, _spread(workers, ray), as_json)


def _play(work: Work, known: Mapping[str, float], out: Path | None, spread: Spread, as_json: bool) -> None:
    standings, played = Standings(), 0
    with _run_file(out, work) as file:
        with Meter("Playing", "games") as meter:
            for game in results(work, file, spread, meter):
                standings.add(cast(Played, game))
                played += 1
        print_standings(work.header, standings, known, as_json)
        _tell_where(file.path, played == len(work.numbers))


def _spread(workers: int | None, ray: str | None) -> Spread:
    """One worker alone is this process: agents may be debugged in it."""
    return Here() if workers == 1 and ray is None else spread_over(workers, ray)


def _run_file(out: Path | None, work: Work) -> RunFile:
    """The file that is named, or a new one among the user's runs."""
    if out is None:
        stamp = datetime.now().strftime("%Y%m%d-%H%M%S-%f")
        out = data_folder() / "runs" / f"{stamp}-{work.header.kind}.jsonl"
    return RunFile(out, work.header)


def _tell_where(path: Path, complete: bool) -> None:
    click.echo(f"Kept in {path}" if complete else f"Not finished: go on with -o {path}", err=True)
