"""Commands that teach: puzzle, learn."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, closing, nullcontext, suppress
from datetime import date
from itertools import islice
from pathlib import Path
from random import Random

import click

from cornered.board import read_board
from cornered.cli.options import game_argument, game_option, json_option, output_option, plain_option
from cornered.cli.output import confirm, print_json, write_file
from cornered.errors import BadSetup
from cornered.play.puzzles import Name, Puzzle, Theme, game_of, puzzles, read_name
from cornered.play.puzzles import puzzle as puzzle_named
from cornered.play.puzzles.choosing import NONE_FOUND, Wish, of_the_day, suiting
from cornered.play.puzzles.naming import check_seed
from cornered.play.puzzles.standing import Strength, progress_data
from cornered.play.puzzles.wording import puzzle_data
from cornered.store import StoreError
from cornered.store.progress import Progress, open_progress
from cornered.terminal.console import Console
from cornered.terminal.puzzling import Puzzling

_FORMATS = ("pdf", "svg", "html")


def _theme(_ctx: click.Context, _param: click.Parameter, typed: str | None) -> Theme | None:
    """The theme that begins like this."""
    if typed is None:
        return None
    word = typed.lower().replace(" ", "-")
    fitting = [theme for theme in Theme if word and theme.startswith(word)]
    if len(fitting) > 1:
        raise BadSetup(f"'{typed}' could be {' or '.join(fitting)}: type more of it.")
    if not fitting:
        raise BadSetup(f"There is no theme '{typed}': choose one of {', '.join(Theme)}.")
    return fitting[0]


@click.command
@click.argument("name_of_puzzle", metavar="[PUZZLE]", required=False)
@game_option("name")
@click.option("--size", metavar="RxC", help="The board. Default: the first that has puzzles.")
@click.option("--theme", callback=_theme, metavar="THEME", help=f"Train one idea: {', '.join(Theme)}.")
@click.option("--day", is_flag=True, help="The puzzle of the day, the same for everyone.")
@click.option("--rush", is_flag=True, help="As many as you can in three minutes, or until three mistakes.")
@click.option("--seed", help="A set of puzzles: letters, digits, - and _. With --game.")
@click.option(
    "--number", type=click.IntRange(1, 999_999), help="Which one of the set. Default: 1. With --seed."
)
@click.option("--sheet", type=click.IntRange(1, 240), metavar="COUNT", help="Print so many, with -o.")
@output_option("Where to: a .pdf, .svg or .html file.")
@click.option("--progress", is_flag=True, help="Show your rating, how it went, and your streak.")
@click.option("--reset", is_flag=True, help="Forget your progress. Games stay.")
@json_option
@plain_option
@click.pass_context
def puzzle(
    context: click.Context,
    name_of_puzzle: str | None,
    name: str | None,
    size: str | None,
    theme: Theme | None,
    day: bool,
    rush: bool,
    seed: str | None,
    number: int | None,
    sheet: int | None,
    output: Path | None,
    progress: bool,
    reset: bool,
    as_json: bool,
    plain: bool,
) -> None:
    """Solve puzzles whose answers are proven, each chosen to suit your rating.

    PUZZLE is the name under which someone shared one. Every wrong move is answered by its refutation.

    \b
    Examples:
      cornered puzzle
      cornered puzzle --day
      cornered puzzle --game knights-duel --theme capture
      cornered puzzle --rush
      cornered puzzle knights-duel.5x5.spring.3
      cornered puzzle --game blockade --size 5x5 --seed spring --number 3 --json
      cornered puzzle --sheet 12 -o sheet.pdf
      cornered puzzle --progress
    """
    _check_together(_asked(context))
    wish = Wish(name, None if size is None else read_board(size), theme)
    if wish.board is not None:
        game_of(_named(name, "--size"), wish.board)
    named = None if sheet else _asked_for(name_of_puzzle, wish, seed, number or 1, day)
    if sheet is not None or output is not None:
        _print_sheet([named] if named else _for_sheet(wish, seed, sheet or 1), output, sheet or 1)
    elif progress:
        _show_progress(Console(plain), as_json)
    elif reset:
        _reset(Console(plain))
    elif as_json:
        print_json(puzzle_data(named or suiting(Strength().rating, wish, (), Random())))
    else:
        _at_the_terminal(Console(plain), wish, named, day=day, rush=rush)


_GO_WITH = {
    "a puzzle's name": {"-o", "--json"},
    "--day": {"-o", "--json"},
    "--rush": {"--game", "--size", "--theme"},
    "--sheet": {"--game", "--size", "--theme", "--seed", "-o"},
    "--progress": {"--json"},
    "--reset": set[str](),
    "--number": {"--game", "--size", "--seed", "-o", "--json"},
    "-o": {"a puzzle's name", "--day", "--sheet", "--game", "--size", "--theme", "--seed", "--number"},
}
"""What has a meaning together with each of these."""


def _asked(context: click.Context) -> list[str]:
    """What was typed, as `_GO_WITH` calls it; how it is to look goes with everything."""
    given = [one for one in context.command.params if context.params.get(one.name or "") not in (None, False)]
    named = ["a puzzle's name" if isinstance(one, click.Argument) else one.opts[0] for one in given]
    return [one for one in named if one != "--plain"]


def _check_together(asked: list[str]) -> None:
    """`BadSetup` where two things were asked for at once: neither is more meant than the other."""
    for one in asked:
        for other in asked:
            if one != other and other not in _GO_WITH.get(one, asked):
                raise BadSetup(f"{one} and {other} do not go together: choose one.")
    if "--number" in asked and "--seed" not in asked:
        raise BadSetup("--number needs a --seed as well: together they name a puzzle.")
    if {"--seed", "--theme"} <= {*asked} and "--sheet" not in asked:
        raise BadSetup("--seed names a set, and --theme chooses from one only for a --sheet.")


def _named(name: str | None, option: str) -> str:
    if name is None:
        raise BadSetup(f"{option} needs a --game as well.")
    return name


def _asked_for(
    name_of_puzzle: str | None, wish: Wish, seed: str | None, number: int, day: bool
) -> Puzzle | None:
    """The very puzzle that was named in one of three ways; None if none was."""
    if name_of_puzzle is not None:
        return _made(read_name(name_of_puzzle))
    if day:
        return of_the_day(date.today())
    if seed is None:
        return None
    game = game_of(_named(wish.game, "--seed"), wish.board)
    return _made(Name(game.name, game.board, check_seed(seed), number))


def _made(name: Name) -> Puzzle:
    """The puzzle of this name; where many must be made before it, a line on stderr counts them."""
    visible = sys.stderr.isatty() and name.number > _COUNTED_EVERY
    with suppress(BadSetup):  # a set that ends sooner: said below, of the number that was asked for
        for number in range(_COUNTED_EVERY, name.number, _COUNTED_EVERY):
            puzzle_named(name._replace(number=number))
            if visible:
                click.echo(f"\r{number} of {name.number} puzzles made, Ctrl-C stops", nl=False, err=True)
    if visible:
        click.echo(err=True)
    return puzzle_named(name)


_COUNTED_EVERY = 250
"""Puzzles: about a second's work."""


def _at_the_terminal(console: Console, wish: Wish, named: Puzzle | None, *, day: bool, rush: bool) -> None:
    with _progress_if_any(console) as kept:
        puzzling = Puzzling(console, kept, Random())
        if day:
            puzzling.today()
        elif rush:
            puzzling.rush(wish)
        elif named:
            puzzling.one(named)
        else:
            puzzling.train(wish)


def _progress_if_any(console: Console) -> AbstractContextManager[Progress | None]:
    """What became of the user's puzzles; where it cannot be opened, puzzles go on without it."""
    try:
        return closing(open_progress())
    except StoreError as error:
        console.complain(f"Nothing of this can be kept: {error}")
        return nullcontext()


def _show_progress(console: Console, as_json: bool) -> None:
    with closing(open_progress()) as kept:
        if as_json:
            print_json(progress_data(kept.tried(), kept.best_rush(), date.today()))
        else:
            Puzzling(console, kept, Random()).show_standing()


def _reset(console: Console) -> None:
    with closing(open_progress()) as kept:
        if console.interactive:
            confirm("Forget your rating, streak and rushes?")
        kept.forget()
    console.say("Your progress with puzzles is forgotten. Your games are still there.")


def _print_sheet(wanted: Iterable[Puzzle], output: Path | None, count: int) -> None:
    from cornered.play.drawing import paper
    from cornered.play.puzzles.sheet import TITLE, sheet

    kind = output.suffix.lstrip(".").lower() if output else ""
    if output is None or kind not in _FORMATS:
        raise BadSetup("Name the file to write with -o: it ends in .pdf, .svg or .html.")
    found = list(wanted)
    if not found:
        raise BadSetup(NONE_FOUND)
    pages = sheet(found)
    if kind == "pdf":
        write_file(output, paper.pdf(pages))
    else:
        write_file(output, paper.svg(pages) if kind == "svg" else paper.html(pages, TITLE))
    fewer = "" if len(found) == count else " There are no more that fit."
    what = "1 puzzle and its solution" if len(found) == 1 else f"{len(found)} puzzles and their solutions"
    click.echo(f"{what} are in {output}.{fewer}")


def _for_sheet(wish: Wish, seed: str | None, count: int) -> Iterable[Puzzle]:
    """Different puzzles of growing difficulty; with a seed those of its set, in their order."""
    if seed is None:
        return sorted(_of_all_grades(wish, count), key=lambda one: one.rating)
    game = game_of(_named(wish.game, "--seed"), wish.board)
    of_set = islice(puzzles(game, check_seed(seed)), _LOOKED_THROUGH)
    return islice((one for one in of_set if wish.theme in (None, *one.themes)), count)


def _of_all_grades(wish: Wish, count: int) -> Iterator[Puzzle]:
    """So many puzzles from easy to hard ones, or all that there are."""
    random, known = Random(), list[str]()
    for place in range(count):
        found = suiting(_EASY + (_HARD - _EASY) * place / count, wish, known, random)
        if found.likeness in known:
            return
        known.append(found.likeness)
        yield found


_LOOKED_THROUGH = 1000
"""How many puzzles of a set are looked through for a theme."""

_EASY, _HARD = 1100.0, 2100.0
"""Between these ratings are the puzzles of a sheet, some of each grade."""


@click.command
@game_argument
@plain_option
def learn(name: str, plain: bool) -> None:
    """Learn GAME step by step on a live board: the goal, the move, the trick, and two puzzles.

    \b
    Examples:
      cornered learn blockade
      cornered learn knights-duel
    """
    teach_or_train(Console(plain), name)


def teach_or_train(console: Console, name: str | None) -> None:
    """The lesson of this game, or puzzles one after another."""
    from cornered.terminal.learning import teach

    if name:
        teach(console, name)
    else:
        _at_the_terminal(console, Wish(), None, day=False, rush=False)
