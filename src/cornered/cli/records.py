"""Commands about games that were played: records, history, show, export, import, review."""

import sys
from contextlib import closing
from itertools import groupby
from pathlib import Path
from typing import Any

import click

from cornered.cli.options import game_option, json_option, output_option, plain_option
from cornered.cli.output import print_json, print_table, write_file
from cornered.errors import BadSetup
from cornered.games import GAMES
from cornered.play.players import LEVELS
from cornered.play.record import RecordError, write_record
from cornered.play.session import Session
from cornered.play.stored import games_in, not_yet_in, player_of, record_of, resumable, session_of
from cornered.store import SavedGame, SavedMatch, Store, now, open_store
from cornered.terminal.console import Console

_player = click.option("--player", metavar="NAME", help="Only this player.")


@click.command
@game_option()
@_player
@json_option
def records(game: str | None, player: str | None, as_json: bool) -> None:
    """Count wins and losses per player, game, board and opponent, and in all.

    Records are about people: a player without a name is counted only as somebody's guest, and a
    computer's own record is shown by its level, as --player easy.

    \b
    Examples:
      cornered records
      cornered records --player Ada --game knights-duel
      cornered records --json
    """
    with closing(open_store()) as store:
        tallies = store.tallies(game=game, player=player)
    if as_json:
        print_json([tally._asdict() for tally in tallies])
        return
    tallies = [tally for tally in tallies if player or tally.player not in LEVELS]
    if not tallies:
        nothing = "Nobody with a name has finished a game yet."
        Console().tell("No finished game fits." if game or player else nothing)
        return
    rows = [
        (t.player, _title(t.game), t.board.replace("x", "×"), t.opponent, t.wins, t.losses) for t in tallies
    ]
    totals = [
        (name, "in all", "", "", sum(t.wins for t in ours), sum(t.losses for t in ours))
        for name, ours in ((name, list(own)) for name, own in groupby(tallies, key=lambda t: t.player))
    ]
    print_table(
        ("Player", "Game", "Board", "Against", "Won", "Lost"), sorted(rows + totals, key=lambda r: str(r[0]))
    )


@click.command
@game_option()
@_player
@click.option("--unfinished", is_flag=True, help="Only games that can be resumed.")
@click.option(
    "--limit", type=click.IntRange(1, 10**9), default=20, show_default=True, help="How many to list."
)
@json_option
def history(game: str | None, player: str | None, unfinished: bool, limit: int, as_json: bool) -> None:
    """List the games that were played, the latest first.

    \b
    Examples:
      cornered history
      cornered history --unfinished
      cornered history --player Ada --limit 100 --json
    """
    with closing(open_store()) as store:
        games = store.games(game=game, player=player, unfinished=unfinished, limit=limit)
        resuming = resumable(store) if unfinished and not player and not game else ()
        waiting = [saved for saved in resuming if isinstance(saved, SavedMatch)]
    if as_json:
        print_json([_as_data(saved) for saved in games])
        return
    if games:
        print_table(
            ("ID", "Begun", "Game", "Players", "Moves", "Result"), [_as_row(saved) for saved in games]
        )
    elif not waiting:
        click.echo("No game fits." if game or player or unfinished else "No game has been played yet.")
    for match in waiting:
        name, board, *_ = match.start.split(".")
        first, second = (player_of(seat).listed(number) for number, seat in enumerate(match.players, 1))
        players = f"{first} – {second}, between two games"
        how = f"'cornered resume --match {match.id}'"
        Console().tell(f"Match {match.id}: {_title(name)} {board.replace('x', '×')}, {players} ({how}).")


@click.command
@click.argument("number", metavar="ID", type=int)
@click.option("--ply", type=click.IntRange(min=0), help="The board after this many moves.")
@plain_option
@json_option
def show(number: int, ply: int | None, plain: bool, as_json: bool) -> None:
    """Show game ID: on a terminal step through it with the arrow keys; elsewhere its moves and last board.

    \b
    Examples:
      cornered show 12
      cornered show 12 --ply 5
    """
    from cornered.terminal.viewer import show_moves, show_ply, step_through

    with closing(open_store()) as store:
        saved = found(store, number)
    if as_json:
        print_json(_as_data(saved))
        return
    console, session = Console(plain), session_of(saved)
    last = len(session.squares)
    if ply is not None and ply > last:
        raise BadSetup(f"Game {number} has {last} moves: there is no ply {ply}.")
    show_moves(console, session)
    if ply is None and console.interactive:
        step_through(console, session)
    else:
        show_ply(console, session, last if ply is None else ply)


@click.command
@click.argument("numbers", metavar="[ID]...", type=int, nargs=-1)
@output_option()
def export(numbers: tuple[int, ...], output: Path | None) -> None:
    """Write games as text: these, or all of them, the oldest first.

    \b
    Examples:
      cornered export 12
      cornered export -o games.txt
    """
    with closing(open_store()) as store:
        games = [found(store, number) for number in numbers] or _readable(store.games()[::-1])
    text = "\n".join(write_record(record_of(saved)) for saved in games)
    if output is None:
        click.echo(text, nl=False)
        return
    write_file(output, text)
    click.echo(f"{len(games)} {'game' if len(games) == 1 else 'games'} written to {output}.")


def _readable(games: list[SavedGame]) -> list[SavedGame]:
    """Those whose rules are here; the others wait until their package is installed again."""
    names = [saved.start.partition(".")[0] for saved in games]
    if missing := set(names) - set(GAMES):
        click.echo(
            f"cornered: Left out are the games of {', '.join(sorted(missing))}, not installed here.", err=True
        )
    return [saved for name, saved in zip(names, games, strict=True) if name in GAMES]


@click.command("import")
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True))
def import_(file: str) -> None:
    """Take in the games of a text FILE, all of them or none; those already here are passed over.

    \b
    Examples:
      cornered import games.txt
      cornered export 12 | cornered import -
    """
    games = _read(file)
    with closing(open_store()) as store:
        numbers = store.add_games(not_yet_in(store, games))
    known = len(games) - len(numbers)
    passed = f" {known} {'was' if known == 1 else 'were'} already here." if known else ""
    taken = f"Taken in as {', '.join(map(str, numbers))}." if numbers else "Nothing new."
    click.echo(f"{taken}{passed}")


@click.command
@click.argument("source", metavar="[ID|FILE]", required=False)
@click.option("--retry", is_flag=True, help="Then try again at each mistake, without being shown the answer.")
@plain_option
@json_option
def review(source: str | None, retry: bool, plain: bool, as_json: bool) -> None:
    """Look at a game move by move with exact values: the last finished one, game ID, or the first of FILE.

    ▲7 wins in 7 plies, ▼6 loses in 6, ∞ is endless, ? is not known.

    \b
    Examples:
      cornered review
      cornered review 12 --retry
      cornered review games.txt --json
    """
    from cornered.play.commentary import review_data
    from cornered.play.review import review as reviewed
    from cornered.terminal import reviewing

    session = _session(source)
    if as_json:
        print_json(review_data(reviewed(session)))
        return
    console = Console(plain)
    told = reviewing.tell_review(console, session, answers=not retry)
    if retry:
        reviewing.retry(console, told)


def found(store: Store, number: int) -> SavedGame:
    """The game of this number; `BadSetup` if there is none."""
    game = store.game(number) if 0 < number < _MOST_GAMES else None
    if game is None:
        raise BadSetup(f"There is no game {number}: 'cornered history' lists them.")
    return game


_MOST_GAMES = 2**62
"""Far more than any store can hold."""


def _session(source: str | None) -> Session:
    """The game to review: a stored one or the first in a file."""
    if source is not None and not source.isdecimal():
        games = _read(source)
        if not games:
            raise BadSetup(f"There is no game in {source}.")
        return session_of(games[0])
    with closing(open_store()) as store:
        if source is not None:
            return session_of(found(store, int(source)))
        last = next((saved for saved in store.games() if saved.winner), None)
    if last is None:
        raise BadSetup("No game has been finished yet: 'cornered play GAME' begins one.")
    return session_of(last)


def _read(file: str) -> list[SavedGame]:
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text("utf-8")
        return games_in(text, now())
    except OSError as error:
        raise BadSetup(f"{file} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BadSetup(f"{file} is not text in UTF-8. Nothing was taken in.") from None
    except RecordError as error:
        raise BadSetup(f"{file}: {error} Nothing was taken in.") from None


def _as_row(saved: SavedGame) -> tuple[object, ...]:
    first, second = (player_of(seat).listed(number) for number, seat in enumerate(saved.seats, 1))
    unwon = "no result" if saved.ended else "goes on"
    winner = {None: unwon, 1: f"{first} won", 2: f"{second} won"}[saved.winner]
    begun = saved.begun[:16].replace("T", " ")
    name, board, *_ = saved.start.split(".")
    game = f"{_title(name)} {board.replace('x', '×')}"
    return saved.id, begun, game, f"{first} – {second}", len(saved.squares), winner


def _as_data(saved: SavedGame) -> dict[str, Any]:
    name, board, *_ = saved.start.split(".")
    rows, cols = map(int, board.split("x"))
    session = session_of(saved) if name in GAMES else None  # the package that added it may be gone
    players = [
        {"name": player_of(seat).listed(number), "kind": player_of(seat).kind_told}
        for number, seat in enumerate(saved.seats, 1)
    ]
    return {
        "id": saved.id,
        "game": name,
        "rows": rows,
        "cols": cols,
        "players": players,
        "match": saved.match,
        "begun": saved.begun,
        "ended": saved.ended,
        "moves": [session.game.label(square) for square in saved.squares] if session else None,
        "position": session.position.code if session else None,
        "winner": saved.winner,
        "reason": saved.reason,
    }


def _title(game: str) -> str:
    """The game's title, or its name where the package that added it is gone."""
    return GAMES[game].title if game in GAMES else game
