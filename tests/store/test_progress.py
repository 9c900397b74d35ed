"""Progress with puzzles as rows in a file: nothing is lost, whoever else writes."""

import subprocess
import sys

from cornered.store import NewGame, Seat, Store
from cornered.store.progress import Progress

ADD_FIFTY = """
import sys
from cornered.store.progress import Progress
progress = Progress(sys.argv[1])
for number in range(50):
    progress.add(f"{sys.argv[2]}-{number}", 1500.0, True)
"""


def test_two_programs_at_once_lose_nothing(address) -> None:
    programs = [subprocess.Popen([sys.executable, "-c", ADD_FIFTY, str(address), name]) for name in "ab"]
    assert [program.wait() for program in programs] == [0, 0]
    progress = Progress(address)
    names = [one.puzzle for one in progress.tried()]
    progress.close()
    assert sorted(names) == sorted(f"{name}-{number}" for name in "ab" for number in range(50))


def test_forgetting_progress_leaves_the_games(address) -> None:
    store, progress = Store(address), Progress(address)
    number = store.begin(NewGame("blockade.4x4.1.4-4-4-4", (Seat(None, "human"), Seat(None, "easy"))))
    progress.add("blockade.5x5.spring.1", 1200.0, True, "2026-11-02")
    progress.add_rush(7)
    assert (len(progress.tried()), progress.best_rush()) == (1, 7)
    progress.forget()
    assert (progress.tried(), progress.best_rush()) == ([], None)
    assert store.game(number)
    progress.close()
    store.close()
