"""The process in which somebody else's function chooses moves: `python -m cornered.arena.function_process`.

Its arguments are the function's address and, in JSON, where to look for modules. It prints an object when it
has looked, and then another for every position code that it reads, one a line. What the function itself
prints goes to the errors. When nobody asks any more the process ends, even in the middle of a thought.
"""

import json
import os
import sys
from collections.abc import Callable, Iterator
from queue import SimpleQueue
from threading import Thread

from cornered.arena.agents import Agent, agent_in_this_process
from cornered.errors import BadSetup, IllegalMove
from cornered.games import read_position
from cornered.play.opponents import Forfeit

READY, REFUSED, SQUARE, FORFEIT, ILLEGAL = "ready", "refused", "square", "forfeit", "illegal"


def main(address: str, path: list[str]) -> None:
    """Answers with the function at this address until nobody asks."""
    tell, codes = _own_output(), _questions()
    sys.path[:] = path
    try:
        agent = agent_in_this_process(address)
    except BadSetup as error:
        tell({REFUSED: str(error)})
        return
    tell({READY: True})
    for code in codes:
        tell(_answer(agent, code))


def _answer(agent: Agent, code: str) -> dict[str, object]:
    try:
        return {SQUARE: agent(read_position(code))}
    except Forfeit as fault:
        broken = {ILLEGAL: fault.__cause__.reason} if isinstance(fault.__cause__, IllegalMove) else {}
        return {FORFEIT: str(fault), **broken}


def _own_output() -> Callable[[dict[str, object]], None]:
    """Writes where only we write: the usual output is led to the errors."""
    output = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return lambda told: print(json.dumps(told), file=output, flush=True)


def _questions() -> Iterator[str]:
    """The lines that are sent, read aside: the end of them is noticed while the function thinks."""
    lines: SimpleQueue[str] = SimpleQueue()

    def read() -> None:
        for line in sys.stdin:
            lines.put(line.strip())
        os._exit(0)

    Thread(target=read, daemon=True).start()
    return iter(lines.get, None)


if __name__ == "__main__":
    main(sys.argv[1], json.loads(sys.argv[2]))
