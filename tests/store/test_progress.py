"""Progress with puzzles as rows in a file: nothing is lost, whoever else writes."""

import subprocess
import sys
from subprocess import PIPE

from cornered.store import NewGame, Seat, Store
from cornered.store.progress import Progress

ADD_MANY = """
import sys
from cornered.store.progress import Progress
progress = Progress(sys.argv[1])
print("ready", flush=True)
sys.stdin.readline()
for number in range(200):
    progress.add(f"{sys.argv[2]}-{number}", 1500.0, True)
"""


def test_two_programs_at_once_lose_nothing(address) -> None:
    programs = [
        subprocess.Popen(
            [sys.executable, "-c", ADD_MANY, str(address), name], stdin=PIPE, stdout=PIPE, text=True
        )
        for name in "ab"
    ]
    for program in programs:
        assert program.stdout
        assert program.stdout.readline() == "ready\n"
    for program in programs:  # now both of them write, at the same time
        assert program.stdin
        program.stdin.write("\n")
        program.stdin.flush()
    for program in programs:
        program.communicate()
    assert [program.returncode for program in programs] == [0, 0]
    progress = Progress(address)
    names = [one.puzzle for one in progress.tried()]
    progress.close()
    assert sorted(names) == sorted(f"{name}-{number}" for name in "ab" for number in range(200))


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
