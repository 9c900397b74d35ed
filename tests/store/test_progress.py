"""Progress with puzzles as rows in a file: nothing is lost, whoever else writes."""

import subprocess
import sys
from pathlib import Path

from cornered.store import NewGame, Seat, Store
from cornered.store.progress import Progress

ADD_FIFTY = """
import sys
from pathlib import Path
from cornered.store.progress import Progress
progress = Progress(Path(sys.argv[1]))
for number in range(50):
    progress.add(f"{sys.argv[2]}-{number}", 1500.0, True)
"""


def test_two_programs_at_once_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    programs = [subprocess.Popen([sys.executable, "-c", ADD_FIFTY, str(path), name]) for name in "ab"]
    assert [program.wait() for program in programs] == [0, 0]
    progress = Progress(path)
    names = [one.puzzle for one in progress.tried()]
    progress.close()
    assert sorted(names) == sorted(f"{name}-{number}" for name in "ab" for number in range(50))


def test_forgetting_progress_leaves_the_games(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    store, progress = Store(path), Progress(path)
    number = store.begin(NewGame("blockade.4x4.1.4-4-4-4", (Seat(None, "human"), Seat(None, "easy"))))
    progress.add("blockade.5x5.spring.1", 1200.0, True, "2026-11-02")
    progress.add_rush(7)
    assert (len(progress.tried()), progress.best_rush()) == (1, 7)
    progress.forget()
    assert (progress.tried(), progress.best_rush()) == ([], None)
    assert store.game(number)
    progress.close()
    store.close()
