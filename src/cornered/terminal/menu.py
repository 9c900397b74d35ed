"""The menu that `cornered` opens with: a game, who plays, the board, one game or a match."""

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from cornered.board import read_board
from cornered.errors import BadSetup, CorneredError
from cornered.game import Game, Position
from cornered.games import GAMES, find_game, new_game, read_position
from cornered.play.offers import Offer, about_seat, first_game, offers
from cornered.play.players import LEVELS, Kind, Player, check_name
from cornered.store.settings import Settings, read_settings, remember
from cornered.terminal.console import BOLD, DIM, Console
from cornered.terminal.series import Plan

_PLAYERS = {
    "1": ("two people at this keyboard", Kind.HUMAN, Kind.HUMAN),
    "2": ("you against the computer, you begin", Kind.HUMAN, None),
    "3": ("the computer against you, it begins", None, Kind.HUMAN),
    "4": ("the computer against itself", None, None),
}


class Closed(CorneredError):
    """The player has left the menu."""


@dataclass(frozen=True)
class _Choice:
    """What has been chosen up to now: the first position, who plays, and one game or a match."""

    start: Position
    kinds: tuple[Kind, Kind]
    level: Kind
    names: tuple[str | None, str | None] = (None, None)
    games: int | None = None

    @property
    def your_seat(self) -> int | None:
        """Where the one person sits who plays against the computer."""
        people = [seat for seat, kind in enumerate(self.kinds, 1) if kind is Kind.HUMAN]
        return people[0] if len(people) == 1 else None

    def plan(self, name: str | None) -> Plan:
        names = tuple(name if seat == self.your_seat else given for seat, given in enumerate(self.names, 1))
        players = Player(self.kinds[0], names[0]), Player(self.kinds[1], names[1])
        toss = self.start.game.facts().coin_toss and self.kinds == (Kind.HUMAN, Kind.HUMAN)
        return Plan(self.start, players, games=self.games, toss=toss)

    def remembered(self) -> dict[str, Any]:
        return {"start": self.start.code, "kinds": list(self.kinds), "games": self.games}


class Teaching(NamedTuple):
    """Someone wants to learn this game, or to solve puzzles of any."""

    game: str | None


def choose(console: Console, resumable: str | None) -> Plan | Teaching | None:
    """What to play or to learn; None to resume what can be, `Closed` if nothing."""
    _list_games(console, resumable)
    last = _last_choice(read_settings())
    usual = list(GAMES).index(last.start.game.name) + 1 if last else 1
    while True:
        typed = _asked(console, "Game", str(usual))
        if resumable and "resume".startswith(typed.lower()):
            return None
        if typed.lower() in ("p", "puzzles"):
            return Teaching(None)
        learning = typed.lower() in ("l", "learn")
        names = _matching(_asked(console, "Game to learn", str(usual)) if learning else typed)
        if len(names) == 1:
            return Teaching(names[0]) if learning else _planned(console, find_game(names[0]), last)
        said = f"{' and '.join(names)} both fit." if names else f"There is no game '{typed[:40]}'."
        console.tell(f"{said} Type its number or the beginning of its name.")


def _list_games(console: Console, resumable: str | None) -> None:
    console.say(console.styled("Cornered", BOLD))
    console.say("Small games to run out of room in\n")
    for number, game in enumerate(GAMES.values(), 1):
        console.say(f"  {number}  {console.styled(game.title, BOLD)}")
        console.tell(game.headline().goal, indent="     ")
    for broken in GAMES.broken.values():
        console.complain(broken)
    if resumable:
        console.say(f"  r  {console.styled('Resume', BOLD)}")
        console.tell(resumable, indent="     ")
    console.say(f"  p  {console.styled('Puzzles', BOLD)}")
    console.say(f"  l  {console.styled('Learn', BOLD)} a game, step by step")
    console.say("  q  Leave\n")


def _matching(typed: str) -> list[str]:
    """The games of this number, or with a name like this."""
    if typed.isdecimal():
        return [name for number, name in enumerate(GAMES, 1) if typed == str(number)]
    return GAMES.like(typed)


def _last_choice(settings: Settings) -> _Choice | None:
    """What was played last, if it can be played again."""
    try:
        kinds = Kind(settings.last["kinds"][0]), Kind(settings.last["kinds"][1])  # type: ignore[index] # caught
        start, games = read_position(settings.last["start"]), settings.last["games"]  # type: ignore[index] # caught
    except (TypeError, KeyError, IndexError, ValueError):
        return None
    levels = [kind for kind in kinds if kind is not Kind.HUMAN]
    return _Choice(
        start, kinds, levels[0] if levels else Kind.MEDIUM, games=games if games in range(1, 1000) else None
    )


def _offered(offer: Offer) -> _Choice:
    """The newcomer in the seat that can win, against the level that suits a casual player."""
    kinds = (Kind.HUMAN, offer.level) if offer.seat == 1 else (offer.level, Kind.HUMAN)
    return _Choice(offer.start, kinds, offer.level)


def _planned(console: Console, rules: type[Game], last: _Choice | None) -> Plan:
    """Shows what will be played and lets it be changed, until the player is content."""
    headline, offered = rules.headline(), offers(rules)
    console.say()
    console.tell(headline.goal)
    console.tell(console.styled(headline.line, DIM))
    console.say()
    for number, offer in enumerate(offered, 1):
        console.tell(f"{number}  {_described(offer, rules)}", indent="  ", hanging="     ")
    if any(offer.known.plies for offer in offered):
        console.tell(console.styled("A ply is one move by one player.", DIM), indent="     ")
    again = last is not None and last.start.game.name == rules.name
    choice = last if last and again else _offered(first_game(rules))
    while True:
        console.say()
        console.tell(_summary(choice))
        typed = _asked(console, "Enter plays; or a board, p players, m match", "play").lower()
        if typed == "play":
            remember(last=choice.remembered())
            return choice.plan(_your_name(console) if choice.your_seat else None)
        choice = _changed(console, choice, typed, offered)


def _changed(console: Console, choice: _Choice, typed: str, offered: tuple[Offer, ...]) -> _Choice:
    if typed.isdecimal() and 0 < int(typed) <= len(offered):
        fresh = _offered(offered[int(typed) - 1])
        people = choice.kinds == (Kind.HUMAN, Kind.HUMAN)
        return replace(choice, start=fresh.start) if people else replace(fresh, games=choice.games)
    if typed.startswith("p"):
        return _choose_players(console, choice)
    if typed.startswith("m"):
        return _choose_length(console, choice)
    try:
        return replace(choice, start=new_game(choice.start.game.name, read_board(typed)).start())
    except BadSetup as error:
        console.tell(f"{error} Or press Enter, or type a number, p, m or q.")
        return choice


def _described(offer: Offer, rules: type[Game]) -> str:
    """A board of the list: its size, what is special about it, and what is known."""
    of_the_book = offer.start == new_game(rules.name).start()
    special = (
        ", the book's"
        if of_the_book
        else "".join(f", {name} {text}" for name, text in offer.known.options.items())
    )
    return f"{offer.start.game.board}{special}: {offer.line}"


def _summary(choice: _Choice) -> str:
    called = ["you" if kind is Kind.HUMAN else f"the computer ({kind})" for kind in choice.kinds]
    if choice.kinds == (Kind.HUMAN, Kind.HUMAN):
        called = [name or f"Player {seat}" for seat, name in enumerate(choice.names, 1)]
    length = f"a match of {choice.games} games" if choice.games else "one game"
    game, seat = choice.start.game, choice.your_seat
    what = f"{game.title} on {game.board}: {called[0]} against {called[1]}, {length}."
    if seat is None:
        return what
    return f"{what} {about_seat(choice.start, seat)}".rstrip()


def _choose_players(console: Console, choice: _Choice) -> _Choice:
    for number, (text, *_) in _PLAYERS.items():
        console.say(f"  {number}  {text}")
    while (typed := _asked(console, "Players", "2")) not in _PLAYERS:
        console.say("Type a number from 1 to 4.")
    _, first, second = _PLAYERS[typed]
    if first is second is Kind.HUMAN:
        names = _asked_name(console, 1), _asked_name(console, 2)
        return replace(choice, kinds=(Kind.HUMAN, Kind.HUMAN), names=names)
    kinds = first or _asked_level(console, choice), second or _asked_level(console, choice)
    return replace(choice, kinds=kinds, names=(None, None))


def _your_name(console: Console) -> str | None:
    """The name that is kept; it is asked for once, and may stay empty."""
    known = read_settings().name
    if known is None or known in LEVELS:
        known = _asked_name(console, 0) or ""
        remember(name=known)
    return known or None


def _asked_name(console: Console, seat: int) -> str | None:
    question, usual = (
        (f"Name of Player {seat}", f"Player {seat}") if seat else ("Your name, if you like", "none")
    )
    while True:
        typed = _asked(console, question, usual)
        try:
            check_name(typed)
            return None if typed == usual else Player(name=typed).name
        except BadSetup as error:
            console.tell(str(error))


def _asked_level(console: Console, choice: _Choice) -> Kind:
    while True:
        typed = _asked(console, f"Strength ({', '.join(LEVELS)})", choice.level).lower()
        found = [kind for kind in LEVELS if kind.startswith(typed)]
        if len(found) == 1:
            return found[0]
        console.tell("Type one of these words, or the beginning of one.")


def _choose_length(console: Console, choice: _Choice) -> _Choice:
    while True:
        typed = _asked(console, "How many games", "3")
        if typed.isdecimal() and len(typed) < 4 and int(typed) > 0:
            return replace(choice, games=int(typed) if int(typed) > 1 else None)
        console.say("Type a number from 1 to 999.")


def _asked(console: Console, question: str, usual: str) -> str:
    """What was typed, or what is in brackets; `q` leaves from anywhere."""
    typed = console.ask(f"{question} [{usual}]: ")
    if typed.lower() in ("q", "quit"):
        raise Closed
    return typed or usual
