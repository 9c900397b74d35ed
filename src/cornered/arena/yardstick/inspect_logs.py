"""Logs of inspect-ai read as runs, where the tasks were ours."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cornered.arena.yardstick.runs import Header, Item, RunError, item_in

_PLACEHOLDER = "model"


def read_log(path: Path) -> tuple[Header, Iterator[Item]]:
    """The run in a log; samples that have no score, because no answer arrived, are left out."""
    try:
        from inspect_ai.log import read_eval_log
    except ImportError:
        raise RunError(f"{path} is read by inspect-ai: pip install 'cornered[inspect]'.") from None
    try:
        log = read_eval_log(str(path))
        fields = dict(log.eval.metadata["cornered"])
    except Exception:  # whatever a file may do to its reader
        raise RunError(f"{path} is no log of cornered/positions or cornered/games.") from None
    header = Header(**{**fields, "agents": tuple(_named(name, log) for name in fields["agents"])})
    return header, _items(log)


def _named(agent: str, log: Any) -> str:
    return str(log.eval.model) if agent == _PLACEHOLDER else agent


def _items(log: Any) -> Iterator[Item]:
    for sample in log.samples or []:
        for score in (sample.scores or {}).values():
            fields = dict(score.metadata["item"])
            if "players" in fields:
                fields["players"] = [_named(name, log) for name in fields["players"]]
            yield item_in(fields)
