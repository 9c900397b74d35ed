"""Commands that look something up: games, rules, perft."""

import textwrap

import click

from cornered.cli.options import TypedGame, game_argument, json_option, typed_game
from cornered.cli.output import board_data, print_json
from cornered.game import Game, Position
from cornered.games import GAMES, find_game, new_game
from cornered.terminal.console import terminal_width, wrapped


@click.command
@json_option
def games(as_json: bool) -> None:
    """List the games: board, notation, and what is known about each.

    \b
    Examples:
      cornered games
      cornered games --json
    """
    for sentence in GAMES.broken.values():
        click.echo(f"cornered: {sentence}", err=True)
    if as_json:
        print_json([_facts(game) for game in GAMES.values()])
        return
    for game in GAMES.values():
        headline = game.headline()
        click.secho(f"{game.name:<18}", bold=True, nl=False)
        click.echo(f"{game.title}, {game.book_board}")
        _paragraph(f"Squares: {headline.squares}.", indent=18)
        _paragraph(next(iter(headline.known), headline.line), indent=18)


@click.command
@game_argument
@json_option
def rules(name: str, as_json: bool) -> None:
    """Show the rules of GAME, the rulings with their reasons, and what is known.

    \b
    Examples:
      cornered rules blockade
      cornered rules trap-the-knight --json
    """
    game = find_game(name)
    facts, headline = game.facts(), game.headline()
    if as_json:
        sections = [section._asdict() for section in facts.rules]
        rulings = [ruling._asdict() for ruling in facts.rulings]
        print_json({**_facts(game), "rules": sections, "rulings": rulings})
        return
    from cornered.draw import draw

    click.secho(f"{game.title}\n", bold=True)
    click.echo(textwrap.indent(draw(new_game(name).start()), "    "))
    _section("Board", f"{game.book_board} in the book. Squares: {headline.squares}.")
    for section in facts.rules:
        _section(section.heading, section.text)
    if facts.rulings:
        _section("Rulings", "Where the book's example contradicts its rule, the rule holds.")
    for ruling in facts.rulings:
        _item(f"{ruling.example} {ruling.rule} {ruling.ruling}")
    _section("What is known")
    for fact in filter(None, (*(headline.known or (headline.line,)), headline.advice)):
        _item(fact)


@click.command
@typed_game
@click.argument("depth", type=click.IntRange(min=0))
@json_option
def perft(game: TypedGame, depth: int, as_json: bool) -> None:
    """Count the move sequences of GAME that are exactly DEPTH plies long.

    The shorter lengths are counted on the way, so that stopping early leaves something.

    \b
    Examples:
      cornered perft knights-blockade 8
      cornered perft blockade 4 --size 5x6
      cornered perft trap-the-knight 8 --repetitions 0
    """
    position = game.opening()
    if as_json:
        print_json({**board_data(position.game), "depth": depth, "count": _sequences(position, depth)})
        return
    click.echo(f"{position.game.title} {position.game.board}, move sequences by length:")
    for plies in range(min(depth, 1), depth + 1):  # the short ones first: Ctrl-C keeps what was counted
        click.echo(f"{plies:>4}  {_sequences(position, plies)}")


def _facts(game: type[Game]) -> dict[str, object]:
    headline = game.headline()
    return {
        "name": game.name,
        "title": game.title,
        "rows": game.book_board.rows,
        "cols": game.book_board.cols,
        "notation": headline.squares,
        "line": headline.line,
        "known": list(headline.known),
        "advice": headline.advice,
    }


def _sequences(position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    moves = position.moves()
    if depth == 1:
        return len(moves)
    return sum(_sequences(position.play(square), depth - 1) for square in moves)


def _section(heading: str, text: str = "") -> None:
    click.secho(f"\n{heading}", bold=True)
    if text:
        _paragraph(text)


def _item(text: str) -> None:
    click.echo(wrapped(text, terminal_width(), "- ", "  "))


def _paragraph(text: str, indent: int = 0) -> None:
    margin = " " * indent
    click.echo(wrapped(text, terminal_width(), margin, margin))
