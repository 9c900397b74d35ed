"""Processes that end with the one that started them, even where that was killed and could not say so."""

import os
from collections.abc import Callable


def _parent_gone() -> None:
    """Returns when the process that started this one by `multiprocessing` has ended."""
    from multiprocessing import parent_process  # here, because a web page's Python has no processes

    parent = parent_process()
    assert parent
    parent.join()


def _exit_now() -> None:
    os._exit(1)  # without clean-up: the work that is going on may never come back


def end_with_parent(
    parent_gone: Callable[[], object] = _parent_gone, leave: Callable[[], object] = _exit_now
) -> None:
    """Lets this process `leave` as soon as `parent_gone` returns, whatever it is doing then.

    That is waited for in a thread: the caller goes on at once.
    """
    from threading import Thread

    def wait() -> None:
        parent_gone()
        leave()

    Thread(target=wait, daemon=True).start()
