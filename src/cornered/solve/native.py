"""One question to the C kernel, asked by all cores at once and held to its budget."""

import os
from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

from cornered.solve.contract import OutOfBudget, Verdict, Watch

VERDICTS = {1: Verdict.WIN, 0: Verdict.LOSS, -1: Verdict.UNKNOWN}
"""By what the kernel says of the player to move: they win, lose, or it was not found out."""

_SECONDS_BETWEEN_LOOKS = 0.05


class Cores:
    """How many threads ask a question together in this process."""

    count = os.cpu_count() or 1


def ask(
    question: Callable[[], int],
    stop: Callable[[], None],
    visited: Callable[[], int],
    watch: Watch,
    *,
    at_once: bool = False,
    cores: int | None = None,
) -> int:
    """The answer of the kernel; `OutOfBudget` if it was stopped.

    A question that is `at_once` answered is so short that threads would take longer to start.
    """
    if at_once:
        answer = question()
        watch.positions += visited()
    else:
        answer = first_answer(question, stop, visited, watch, cores)
    if answer < 0:
        raise OutOfBudget
    return answer


def first_answer(
    question: Callable[[], int],
    stop: Callable[[], None],
    visited: Callable[[], int],
    watch: Watch,
    cores: int | None = None,
) -> int:
    """What the quickest thread answers; the kernel's threads help each other, and then are stopped."""
    answers: SimpleQueue[int] = SimpleQueue()
    threads = [Thread(target=lambda: answers.put(question())) for _ in range(cores or Cores.count)]
    for thread in threads:
        thread.start()
    try:
        return _wait(answers, visited, watch)
    finally:  # also when we were interrupted
        stop()
        for thread in threads:
            thread.join()
        watch.positions += visited()


def _wait(answers: SimpleQueue[int], visited: Callable[[], int], watch: Watch) -> int:
    while True:
        try:
            return answers.get(timeout=min(_SECONDS_BETWEEN_LOOKS, watch.seconds_left))
        except Empty:
            watch.look(watch.positions + visited())


def owned(ffi: Any, made: Any, release: Callable[[Any], None], needs: object = None) -> Any:
    """What the kernel made, released when nobody holds it any more; `OutOfBudget` if there was no memory.

    What it `needs`, such as the table of a search, is kept until then.
    """
    if made == ffi.NULL:
        raise OutOfBudget
    return ffi.gc(made, lambda pointer, _needs=needs: release(pointer))
