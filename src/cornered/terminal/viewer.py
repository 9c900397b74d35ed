"""A finished or unfinished game looked at: any ply, or step by step with the arrow keys."""

from cornered.play.session import Session
from cornered.terminal.console import Console
from cornered.terminal.painting import board
from cornered.terminal.wording import ending, seat

_KEYS = "← → step, Home End jump, q leaves"
# What terminals send for these keys: it differs between them.
_BACK = ("\x1b[D", "\x1bOD")
_FORTH = ("\x1b[C", "\x1bOC")
_HOME = ("\x1b[H", "\x1bOH", "\x1b[1~")
_END = ("\x1b[F", "\x1bOF", "\x1b[4~")
_LEAVE = ("q", "Q", "\x1b", "\x04")


def show_ply(console: Console, session: Session, ply: int) -> None:
    """The board after `ply` moves, with the move that led there."""
    shown = Session(session.positions[: ply + 1], session.players, session.squares[:ply])
    console.say(f"\n{_heading(shown)}")
    console.say(board(console, shown))
    if ply == len(session.squares) and session.outcome:
        console.tell(ending(session).rpartition("\n")[2])


def show_moves(console: Console, session: Session) -> None:
    """The players and all moves, as text."""
    console.tell(f"{session.game.title} {session.game.board}: {seat(session, 1)} against {seat(session, 2)}")
    moves = [session.game.label(square) for square in session.squares]
    turns = [f"{n // 2 + 1}. {'; '.join(moves[n : n + 2])}" for n in range(0, len(moves), 2)]
    console.tell("  ".join(turns) or "No move has been played.")


def step_through(console: Console, session: Session) -> None:
    """Goes through the game as the keys say, beginning where it began."""
    import click

    console.say(_KEYS)
    ply, last = 0, len(session.squares)
    show_ply(console, session, ply)
    while (key := click.getchar()) not in _LEAVE:
        wanted = {**dict.fromkeys(_BACK, ply - 1), **dict.fromkeys(_FORTH, ply + 1)}
        wanted |= {**dict.fromkeys(_HOME, 0), **dict.fromkeys(_END, last)}
        reached = min(max(wanted.get(key, ply), 0), last)
        if reached != ply:
            ply = reached
            show_ply(console, session, ply)


def _heading(session: Session) -> str:
    if not session.squares:
        return "The start"
    ply = len(session.squares)
    mover = session.positions[-2].to_move
    who = session.players[mover - 1].called(mover)
    return f"Ply {ply}: {who} plays {session.game.label(session.squares[-1])}"
