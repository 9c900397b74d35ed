"""One game at the terminal: the book's dialogue, and the words that can be typed at any prompt."""

import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from cornered.arena.agents import Agent
from cornered.errors import CorneredError, IllegalMove
from cornered.play.commentary import caution, hint
from cornered.play.game_log import GameLog
from cornered.play.offers import roles_told
from cornered.play.opponents import Forfeit
from cornered.play.session import Session
from cornered.solve import Budget
from cornered.terminal.console import Console
from cornered.terminal.painting import board, listed_values, numbered
from cornered.terminal.saving import Saving
from cornered.terminal.wording import dialogue_of, ending, move_facts, seat, turn_facts, welcome_facts

_PATIENCE = Budget(seconds=2.0)
"""What someone will wait for who asks for a hint."""

_HELP = """\
Type a square to move, or one of these
(the first letters will do):
  moves   the squares you may play
  hint    a best move, and why
  threats what you had better not play
  values  what every move is worth
  undo    take back your last move
  board   draw the board again
  rules   the rules of the game
  save    check that all is on disk
  resign  give the game up
  quit    leave, and resume later (or q)
▲7 wins in 7 plies, ▼6 loses in 6;
a ply is one move by one player."""

_ALIASES = {"?": "help", "h": "help", "exit": "quit"}


class Left(CorneredError):
    """The players have left the game before its end."""


class GameLoop:
    """Plays one game to its end, and keeps every move."""

    def __init__(
        self,
        console: Console,
        saving: Saving,
        log: GameLog,
        programs: Sequence[Agent | None],
        *,
        hints: bool = False,
        delay: float = 0.0,
    ) -> None:
        self._console = console
        self._saving = saving
        self._log = log
        self._programs = programs
        self._hints = hints
        self._delay = delay
        self._commands: dict[str, Callable[[Session], Session]] = {
            "help": self._help,
            "moves": self._moves,
            "hint": self._hint,
            "threats": self._threats,
            "values": self._values,
            "undo": self._undo,
            "board": self._board,
            "rules": self._rules,
            "save": self._save,
            "resign": self._resign,
            "quit": self._quit,
        }

    def play(self, session: Session) -> Session:
        """Plays on to the end; `Left` if the players leave before."""
        self._welcome(session)
        prompted = False
        while not session.outcome:
            if session.mover.is_human:
                session = self._human_turn(session, prompted)
                prompted = True
            else:
                session = self._program_turn(session)
        self._report_end(session)
        return session

    def _moved(self, session: Session, square: int) -> Session:
        """After this move, which is on disk before it is told; `IllegalMove` if a rule refuses it."""
        after = session.play(square)
        self._saving.write(partial(self._log.append, square, after.outcome))
        self._report_move(after)
        return after

    def _welcome(self, session: Session) -> None:
        dialogue = dialogue_of(session)
        self._console.tell_lines(dialogue.welcome.format(**welcome_facts(session)))
        self._console.tell(" ".join(filter(None, (session.game.headline().goal, roles_told(session.start)))))
        for number, player in enumerate(session.players, 1):
            if not player.is_human:
                self._console.tell(f"{seat(session, number)} is the computer, playing {player.kind}.")
        self._show_board(session)
        if any(player.is_human for player in session.players) and self._console.interactive:
            self._console.say("\nType help for all that you can ask.")

    def _human_turn(self, session: Session, prompted: bool) -> Session:
        """After what the player typed: a move, a command, or nothing if it was refused."""
        dialogue = dialogue_of(session)
        facts = turn_facts(session)
        first = dialogue.first_turn if not session.squares else None
        lines = first or dialogue.turn
        self._console.say()
        if lines:
            self._console.say(self._in_colour(session, lines.format(**facts)))
        if self._hints:
            self._console.tell(f"Hint: {hint(session, _PATIENCE).sentence}")
        prompt = (None if prompted else dialogue.first_prompt) or dialogue.prompt
        return self._answered(session, prompt.format(**facts))

    def _answered(self, session: Session, prompt: str) -> Session:
        """Asks until something changes the session."""
        squares = session.game.notation.typed
        moves = [squares(*session.game.board.place(move)) for move in session.position.moves()]
        while True:
            typed = self._console.ask(prompt, [*moves, *self._commands])
            try:
                after = self._obeyed(session, typed)
            except IllegalMove as error:
                facts = {**turn_facts(session), "reason": f"{error}{_pointer(typed)}"}
                self._console.tell_lines(dialogue_of(session).invalid.format(**facts))
                continue
            if after is not session:
                return after

    def _obeyed(self, session: Session, typed: str) -> Session:
        """After the command or the move that was typed; `IllegalMove` if it is neither."""
        word = typed.lower()
        word = _ALIASES.get(word, word)
        fitting = [name for name in self._commands if word and name.startswith(word)]
        if len(fitting) == 1 or word in fitting:
            return self._commands[word if word in fitting else fitting[0]](session)
        if fitting:
            self._console.tell(f"{typed} could be {' or '.join(fitting)}: type more of it.")
            return session
        return self._moved(session, session.game.square(typed))

    def _program_turn(self, session: Session) -> Session:
        """After the program's move; one that makes none has lost."""
        program = self._programs[session.to_move - 1]
        assert program
        time.sleep(self._delay)
        try:
            return self._moved(session, program(session.position))
        except Forfeit as fault:
            self._console.complain(str(fault))
            return self._ended(session.forfeit(session.to_move))

    def _ended(self, after: Session) -> Session:
        """After an end that was no move, and is on disk."""
        assert after.outcome
        self._saving.write(partial(self._log.end, after.outcome))
        return after

    def _report_move(self, session: Session) -> None:
        dialogue = dialogue_of(session)
        mover = session.players[session.positions[-2].to_move - 1]
        if not mover.is_human:
            self._console.say()
        said = (dialogue.moved if mover.is_human else dialogue.program_moved).format(**move_facts(session))
        if said:
            self._console.tell_lines(said)
        self._show_board(session)

    def _report_end(self, session: Session) -> None:
        assert session.outcome
        self._console.say()
        told = self._console.broken(ending(session))
        self._console.say(self._console.player(session.outcome.winner, told))

    def _show_board(self, session: Session, marks: Mapping[int, str] | None = None) -> None:
        self._console.say(f"\n{dialogue_of(session).board_heading}{board(self._console, session, marks)}")

    def _in_colour(self, session: Session, text: str) -> str:
        """The lines, the one that names the player to move in that player's colour."""
        first, *rest = map(self._console.broken, text.split("\n"))
        return "\n".join([self._console.player(session.to_move, first), *rest])

    def _help(self, session: Session) -> Session:
        self._console.say(_HELP)
        return session

    def _moves(self, session: Session) -> Session:
        moves = session.position.moves()
        self._show_board(session, dict.fromkeys(moves, "*"))
        self._console.tell(f"You may play {session.game.listed(moves)}.")
        return session

    def _hint(self, session: Session) -> Session:
        found = hint(session, _PATIENCE)
        self._show_board(session, numbered(session, found.line[:5]))
        self._console.tell(found.sentence)
        return session

    def _threats(self, session: Session) -> Session:
        found = caution(session, _PATIENCE)
        self._show_board(session, {threat.square: "!" for threat in found.threats})
        self._console.tell(found.sentence)
        return session

    def _values(self, session: Session) -> Session:
        self._console.say(listed_values(self._console, session, _PATIENCE))
        return session

    def _undo(self, session: Session) -> Session:
        taken = session.undoable
        if not taken:
            self._console.tell("There is no move of yours to take back.")
            return session
        after = session.undo()
        self._saving.write(partial(self._log.take_back, len(after.squares)))
        back = session.game.label(session.squares[-taken])
        both = f" and {session.game.label(session.squares[-1])}" if taken > 1 else ""
        self._console.say(f"Taken back: {back}{both}.")
        self._show_board(after)
        return after

    def _board(self, session: Session) -> Session:
        self._show_board(session)
        return session

    def _rules(self, session: Session) -> Session:
        for section in session.game.facts().rules:
            self._console.tell(f"{section.heading}. {section.text}")
        self._console.tell(f"'cornered rules {session.game.name}' also tells the rulings and what is known.")
        return session

    def _save(self, session: Session) -> Session:
        if not session.squares:
            self._console.tell("There is nothing to save yet: the game is kept from the first move on.")
        elif self._saving.catch_up():
            self._console.say(f"Every move is on disk, as game {self._log.number}.")
        else:
            self._console.complain(f"The game cannot be saved: {self._saving.trouble}")
        return session

    def _resign(self, session: Session) -> Session:
        if self._console.interactive and not self._console.confirm("Give the game up?"):
            return session
        return self._ended(session.resign(session.to_move))

    def _quit(self, session: Session) -> Session:
        raise Left


def _pointer(typed: str) -> str:
    """Where to look, for someone who typed a word that is not a command."""
    return " Type help for the commands." if typed.isalpha() and len(typed) > 1 else ""
