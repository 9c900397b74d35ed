"""A rush: as many puzzles as one can, until the time is up or three mistakes are made."""

SECONDS = 180.0
MISTAKES = 3


def rating_after(solved: int) -> float:
    """How hard the next puzzle is to be: they begin easily, and get harder with every one that was solved."""
    return 800.0 + 60 * solved
