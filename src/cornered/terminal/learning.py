"""A lesson at the terminal, step by step."""

from cornered.games import find_game
from cornered.play.lessons import Doing, lesson, start
from cornered.play.players import Player
from cornered.play.session import Session
from cornered.terminal.console import BOLD, Console
from cornered.terminal.painting import board
from cornered.terminal.puzzling import show_attempt

_HELP = "Type a square to move; skip goes on, q leaves."


def teach(console: Console, name: str) -> None:
    """The whole lesson of a game; `q` leaves, `skip` goes to the next step."""
    steps, title = lesson(name), find_game(name).title
    if not steps:
        console.tell(
            f"{title} has no lesson: 'cornered rules {name}' tells its rules, 'cornered play {name}' begins."
        )
        return
    console.say(console.styled(f"{title}: a lesson in {len(steps)} steps", BOLD))
    console.tell(_HELP)
    for number, step in enumerate(steps, 1):
        console.say()
        console.tell(f"{number}. {step.text}")
        if not _taught(console, start(step)):
            console.tell(f"Left at step {number} of {len(steps)}. 'cornered learn {name}' begins again.")
            return
    console.say()
    console.tell(
        f"That was {title}. Now 'cornered puzzle --game {name}', or 'cornered play {name} --p2 easy'."
    )


def _taught(console: Console, doing: Doing) -> bool:
    """Goes on until the step is done; False if the reader leaves."""
    if doing.said:
        console.tell(doing.said)
    _show(console, doing)
    while not doing.done:
        typed = console.ask_or_leave("\nYour move: ")
        match typed.lower():
            case "q" | "quit":
                return False
            case "skip":
                return True
            case "help" | "?" | "":
                console.tell(_HELP)
            case _:
                doing = _answered(console, doing, typed)
    return not doing.step.resist or _resisted(console, doing)


def _answered(console: Console, doing: Doing, typed: str) -> Doing:
    """What came of a move, a mistake in a puzzle with its refutation on the board."""
    after = doing.answer(typed)
    if after.mistake:
        show_attempt(console, after.mistake)
        console.tell(after.said)
        _show(console, after)
        return after
    if after.squares != doing.squares:
        _show(console, after)
    console.tell(after.said)
    return after


def _resisted(console: Console, doing: Doing) -> bool:
    """Offers another try at a terminal; False if the reader leaves."""
    if not console.interactive:
        return True
    answer = console.ask_or_leave("\nEnter goes on, t tries again: ").lower()
    if answer == "t":
        return _taught(console, start(doing.step))
    return answer not in ("q", "quit")


def _show(console: Console, doing: Doing) -> None:
    session = Session((doing.position,), (Player(), Player()))
    console.say(f"\n{board(console, session)}")
