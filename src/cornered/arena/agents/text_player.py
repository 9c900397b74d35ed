"""Agents that read and write text: a function from text to text, or a command."""

from collections.abc import Callable, Sequence
from time import monotonic
from typing import NamedTuple

from cornered.arena.agents import leave, text
from cornered.arena.agents.addresses import number_in
from cornered.arena.agents.program import Program, ProgramFault, RunsElsewhere
from cornered.errors import BadSetup, IllegalMove
from cornered.game import Position
from cornered.play.opponents import Forfeit

_ATTEMPTS = 2
_SECONDS = 60.0
_YES = {"yes": True, "no": False}


class Heard(NamedTuple):
    """The answers to one question, and the move in the last; or why that was refused."""

    answers: tuple[str, ...]
    square: int | None
    refusal: text.NoMove | IllegalMove | None


class TextPlayer:
    """Asks in words, and plays the move in the answer; one without a legal move is refused once, with why.

    Among the `settings`, `legal=no` leaves it to the agent to find the legal moves.
    """

    def __init__(self, answer: Callable[[str], str], settings: dict[str, str]) -> None:
        shown = settings.get("legal", "yes")
        if shown not in _YES or not settings.keys() <= {"legal", "seconds"}:
            raise BadSetup("An agent that reads text has the settings legal=yes or no, and seconds=60.")
        self._answer = answer
        self._legal_moves = _YES[shown]

    def __call__(self, position: Position) -> int:
        """The move in the answer; `Forfeit` if there is no legal one in the second answer either."""
        heard = self.ask(position)
        if heard.square is None:
            raise Forfeit(f"answered twice without a legal move. {heard.refusal}") from heard.refusal
        return heard.square

    def ask(self, position: Position) -> Heard:
        """All that was answered; `Forfeit` if that was no text."""
        answers: list[str] = []
        refusal: text.NoMove | IllegalMove | None = None
        while len(answers) < _ATTEMPTS:
            said = self._answer(text.question(position, self._legal_moves, refusal))
            if not isinstance(said, str):
                raise Forfeit(f"answered with {type(said).__name__}, not with text.")
            answers.append(said)
            try:
                square = text.move_in(said, position.game)
                position.play(square)
            except (text.NoMove, IllegalMove) as error:
                refusal = error
            else:
                return Heard(tuple(answers), square, None)
        return Heard(tuple(answers), None, refusal)

    def close(self) -> None:
        """Ends the command or the function's process, if there is one and it runs."""
        leave(self._answer)


class Command(RunsElsewhere[Program]):
    """Gives its text to a command, and takes what that prints within `seconds`."""

    def __init__(self, command: Sequence[str], settings: dict[str, str]) -> None:
        self._command = command
        self._seconds = number_in(settings, "seconds", _SECONDS)

    def __call__(self, question: str) -> str:
        """What the command answers; `Forfeit` if it fails."""
        try:
            self.running = Program(self._command)
            return self.running.answer(question, monotonic() + self._seconds)
        except ProgramFault as fault:
            raise Forfeit(str(fault)) from fault
        finally:
            self.close()
