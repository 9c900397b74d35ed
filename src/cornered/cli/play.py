"""Commands that play: play, resume, and the menu."""

import sys
from contextlib import closing
from random import Random

import click

from cornered.arena.agents import leave, seated
from cornered.arena.agents.addresses import title
from cornered.cli.options import TypedGame, plain_option, typed_game
from cornered.cli.records import found
from cornered.errors import BadSetup, Exit
from cornered.games import GAMES, find_game
from cornered.play.players import Kind, Player
from cornered.play.stored import resumable
from cornered.store import SavedGame, SavedMatch, Store, StoreError, open_store
from cornered.store.settings import read_settings
from cornered.terminal.console import Console
from cornered.terminal.saving import Saving
from cornered.terminal.series import Ended, Plan, Series

_WHO = f"{', '.join(Kind)}, or an agent such as uci:COMMAND or module:name"
_hints = click.option("--hints", is_flag=True, help="Show a best move, and why, at every turn.")
_delay = click.option(
    "--delay",
    type=click.FloatRange(0, 60),
    default=0.0,
    help="Seconds before the computer moves, to follow it.",
)
_seed = click.option("--seed", help="Makes the computer's choices and the coin repeatable.")


def _kinds(_context: click.Context, _option: click.Parameter, typed: str) -> list[str]:
    """What the shell offers for WHO."""
    return [kind for kind in Kind if kind.startswith(typed)]


@click.command
@typed_game
@click.option("--p1", metavar="WHO", shell_complete=_kinds, help=f"Who is Player 1: {_WHO}. Default: human.")
@click.option("--p2", metavar="WHO", shell_complete=_kinds, help="Who is Player 2, likewise.")
@click.option("--name1", metavar="NAME", help="What Player 1 is called.")
@click.option("--name2", metavar="NAME", help="What Player 2 is called.")
@click.option("--games", type=click.IntRange(1, 999), help="Play a match of this many games.")
@click.option(
    "--first-to", type=click.IntRange(1, 999), help="Play a match until someone has won this many games."
)
@click.option("--keep-seats", is_flag=True, help="Do not swap seats after each game of a match.")
@click.option("--symbols", nargs=2, metavar="X O", help="The players' symbols, in games of marks.")
@click.option(
    "--toss/--no-toss",
    default=None,
    help="Toss a coin for the first seat. Default: where the book has one and no --p1 or --p2 is given.",
)
@_seed
@_hints
@_delay
@plain_option
def play(
    game: TypedGame,
    p1: str | None,
    p2: str | None,
    name1: str | None,
    name2: str | None,
    games: int | None,
    first_to: int | None,
    keep_seats: bool,
    symbols: tuple[str, str] | None,
    toss: bool | None,
    seed: str | None,
    hints: bool,
    delay: float,
    plain: bool,
) -> None:
    """Play GAME at this terminal, with two people or against the computer.

    Type help at any prompt. Every move is kept: 'cornered resume' goes on after an interruption.

    \b
    Examples:
      cornered play knights-blockade
      cornered play knights-duel --p2 perfect --name1 Ada
      cornered play blockade --size 5x6 --symbols + o --games 3
      cornered play trap-the-knight --start 'A1; D3' --p1 hard --p2 human
      cornered play knights-duel --size 7x8 --p2 'uci:fairy-stockfish;movetime=500'
      cornered play blockade --size 6 --p1 perfect --p2 mymodule:choose --games 4
    """
    kinds = p1 or Kind.HUMAN, p2 or Kind.HUMAN
    marks = symbols or (None, None)
    players = (
        _player(kinds[0], name1 or _own_name(kinds, 0), marks[0]),
        _player(kinds[1], name2 or _own_name(kinds, 1), marks[1]),
    )
    start = game.opening()
    if toss is None:
        toss = start.game.facts().coin_toss and not p1 and not p2
    plan = Plan(start, players, games, first_to, keep_seats, toss)
    console = Console(plain)
    code, ended = _begin(console, plan, Random(seed), hints, delay)
    if ended is Ended.MENU:
        menu(console)
    sys.exit(code)


def _player(kind: str, name: str | None, symbol: str | None) -> Player:
    """The player meant, an agent with a name; `BadSetup` if there is nobody like that."""
    if kind in list(Kind):
        return Player(kind, name, symbol)
    leave(seated(kind, Random()))
    return Player(kind, name or title(kind), symbol)


@click.command
@click.argument("number", metavar="[ID]", type=int, required=False)
@click.option(
    "--match", "in_match", is_flag=True, help="ID is the number of a match that stopped between two games."
)
@_seed
@_hints
@_delay
@plain_option
def resume(
    number: int | None, in_match: bool, seed: str | None, hints: bool, delay: float, plain: bool
) -> None:
    """Go on with the game ID, or with the last game or match that was interrupted.

    'cornered history --unfinished' lists what can be resumed.

    \b
    Examples:
      cornered resume
      cornered resume 12
      cornered resume --match 3
    """
    console = Console(plain)
    with closing(open_store()) as store:
        saved = _interrupted(store, number, in_match)
        code, ended = _resume(console, store, saved, Random(seed), hints, delay)
    if ended is Ended.MENU:
        menu(console)
    sys.exit(code)


def menu(console: Console | None = None, seed: str | None = None) -> None:
    """What `cornered` does on its own: choose a game and play, again and again."""
    from cornered.terminal.menu import Closed, Teaching, choose

    console, random = console or Console(), Random(seed)
    while True:
        try:
            chosen = choose(console, _waiting())
        except Closed:
            sys.exit(Exit.DONE)
        except (EOFError, KeyboardInterrupt) as leaving:
            console.say()
            sys.exit(Exit.INTERRUPTED if isinstance(leaving, KeyboardInterrupt) else Exit.DONE)
        if isinstance(chosen, Teaching):
            from cornered.cli.learn import teach_or_train

            teach_or_train(console, chosen.game)
            code, ended = 0, Ended.MENU
        elif chosen:
            code, ended = _begin(console, chosen, random)
        else:
            with closing(open_store()) as store:
                code, ended = _resume(console, store, _interrupted(store, None), random)
        if code or ended is Ended.LEFT or not console.interactive:
            sys.exit(code)
        console.say()


def _own_name(kinds: tuple[str, str], seat: int) -> str | None:
    """The name that is remembered, for the one person who plays against a program."""
    alone = kinds[seat] == Kind.HUMAN != kinds[1 - seat]
    return (read_settings().name or None) if alone else None


def _begin(
    console: Console, plan: Plan, random: Random, hints: bool = False, delay: float = 0.0
) -> tuple[int, Ended]:
    saving = Saving(console, open_store)
    series = Series(console, saving, random, hints=hints, delay=delay)
    try:
        return series.begin(plan), series.ended
    finally:
        saving.close()


def _resume(
    console: Console,
    store: Store,
    saved: SavedGame | SavedMatch,
    random: Random,
    hints: bool = False,
    delay: float = 0.0,
) -> tuple[int, Ended]:
    if isinstance(saved, SavedGame) and not store.claim(saved.id):
        raise BadSetup(f"Game {saved.id} is being played in another terminal.")
    series = Series(console, Saving(console, lambda: store), random, hints=hints, delay=delay)
    return series.resume(saved), series.ended


def _interrupted(store: Store, number: int | None, in_match: bool = False) -> SavedGame | SavedMatch:
    """What to go on with; `BadSetup` says why there is nothing."""
    if in_match:
        waiting = (saved for saved in resumable(store) if isinstance(saved, SavedMatch))
        match = next((saved for saved in waiting if saved.id == number), None)
        if match is None:
            raise BadSetup(
                f"No match {number} waits between two games: 'cornered history --unfinished' lists them."
            )
        return match
    if number is None:
        latest = _latest(store)
        if latest is None:
            raise BadSetup("There is no interrupted game: 'cornered play GAME' begins one.")
        return latest
    game = found(store, number)
    if game.ended:
        raise BadSetup(f"Game {number} is over: 'cornered show {number}' shows it.")
    return game


def _latest(store: Store) -> SavedGame | SavedMatch | None:
    """What was interrupted last and is not being played in another terminal."""
    playable = (saved for saved in resumable(store) if saved.start.partition(".")[0] in GAMES)
    free = (saved for saved in playable if isinstance(saved, SavedMatch) or store.claim(saved.id))
    return next(free, None)


def _waiting() -> str | None:
    """What could be resumed, in words; None where the store cannot be opened, as play itself will say."""
    try:
        with closing(open_store()) as store:
            saved = _latest(store)
    except StoreError:
        return None
    if saved is None:
        return None
    title = find_game(saved.start.partition(".")[0]).title
    if isinstance(saved, SavedMatch):
        return f"Match {saved.id}, {title}, between two games."
    moves = "1 move" if len(saved.squares) == 1 else f"{len(saved.squares)} moves"
    return f"Game {saved.id}, {title}, after {moves}."
