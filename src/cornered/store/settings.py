"""What the program remembers of its user between two runs: a small file beside the games."""

import json
import os
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from cornered.store.database import data_folder

_FILE = "settings.json"


@dataclass(frozen=True)
class Settings:
    """`name` is None until it was asked for, empty where none was given; `last` is what was last played."""

    name: str | None = None
    last: dict[str, Any] | None = None


def read_settings() -> Settings:
    """What is remembered; nothing where the file is missing or damaged."""
    try:
        data = json.loads((data_folder() / _FILE).read_text("utf-8"))
        name, last = data.get("name"), data.get("last")
    except (OSError, ValueError, AttributeError):
        return Settings()
    return Settings(name if isinstance(name, str) else None, last if isinstance(last, dict) else None)


def remember(**changes: Any) -> None:
    """Keeps these settings with the others; a game does not stop where that cannot be written."""
    path = data_folder() / _FILE
    new = path.with_suffix(f".{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new.write_text(json.dumps(asdict(replace(read_settings(), **changes)), ensure_ascii=False), "utf-8")
        new.replace(path)
    except OSError:
        Path(new).unlink(missing_ok=True)
