"""The process in which somebody else's function answers: `python -m cornered.arena.function_process`.

Its arguments are the function's address and, in JSON, where to look for modules. It prints an object when it
has looked, and then another for every line that it reads: a position's code or, for a function from text to
text, a text in JSON. What the function itself prints goes to the errors.

When nobody asks any more the process ends, even in the middle of a thought. A function that never comes back
from C lets nothing else run here, so that nobody notices; the clock of the system ends that, soon after the
function's time is over.
"""

import json
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import SimpleQueue

from cornered.arena.addresses import number_in, read_address
from cornered.arena.agents import agent_in_this_process, imported, in_words
from cornered.errors import BadSetup, IllegalMove
from cornered.games import read_position
from cornered.play.opponents import Forfeit
from cornered.processes import end_with_parent

READY, REFUSED, SQUARE, TEXT, FORFEIT, ILLEGAL = "ready", "refused", "square", "text", "forfeit", "illegal"
TO_IMPORT = 60.0
TO_MOVE = 60.0
"""Seconds for a module to be imported, and for an answer unless the setting `seconds` says otherwise."""

_GRACE = 2.0
"""Seconds after which whoever asked must have ended us, if it is still there."""

_Answering = Callable[[str], dict[str, object]]


def main(address: str, path: list[str]) -> None:
    """Answers with the function at this address until nobody asks."""
    tell, questions = _own_output(), _questions()
    sys.path[:] = path
    try:
        seconds = number_in(read_address(address).settings, "seconds", TO_MOVE)
        with _no_longer_than(TO_IMPORT):
            answering = _answering(address)
    except BadSetup as error:
        tell({REFUSED: str(error)})
        return
    tell({READY: True})
    for question in questions:
        with _no_longer_than(seconds):
            told = answering(question)
        tell(told)


@contextmanager
def _no_longer_than(seconds: float) -> Iterator[None]:
    """Lets the system end this process some time after these seconds, whatever it does then."""
    signal.setitimer(signal.ITIMER_REAL, seconds + _GRACE)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)


def _answering(address: str) -> _Answering:
    where = read_address(address)
    if where.way == "text":
        function = imported(where)
        return lambda question: _text(function, json.loads(question))
    agent = agent_in_this_process(address)
    return lambda code: _square(agent, code)


def _square(agent: Callable[..., int], code: str) -> dict[str, object]:
    try:
        return {SQUARE: agent(read_position(code))}
    except Forfeit as fault:
        broken = {ILLEGAL: fault.__cause__.reason} if isinstance(fault.__cause__, IllegalMove) else {}
        return {FORFEIT: str(fault), **broken}


def _text(function: Callable[..., object], question: str) -> dict[str, object]:
    try:
        said = function(question)
    except (Exception, SystemExit) as error:  # whatever somebody else's function does
        return {FORFEIT: f"failed: {in_words(error)}"}
    if not isinstance(said, str):
        return {FORFEIT: f"answered with {type(said).__name__}, not with text."}
    return {TEXT: said}


def _own_output() -> Callable[[dict[str, object]], None]:
    """Writes where only we write: the usual output is led to the errors."""
    output = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8", errors="replace")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return lambda told: print(json.dumps(told, ensure_ascii=False), file=output, flush=True)


def _questions() -> Iterator[str]:
    """The lines that are sent, read aside: the end of them is noticed while the function thinks."""
    lines: SimpleQueue[str] = SimpleQueue()

    def read() -> None:
        for line in sys.stdin:
            lines.put(line.strip())

    end_with_parent(parent_gone=read)
    return iter(lines.get, None)


if __name__ == "__main__":
    main(sys.argv[1], json.loads(sys.argv[2]))
