"""What is said about a puzzle, in the terminal and on the site alike."""

from typing import Any

from cornered.play.commentary import plies
from cornered.play.puzzles.grading import GRADES
from cornered.play.puzzles.making import Puzzle
from cornered.play.puzzles.solving import Attempt
from cornered.play.puzzles.tasks import Task
from cornered.play.puzzles.themes import Theme

_TASKS = {Task.WIN: "Find the move that wins.", Task.SURVIVE: "Find the move that survives."}

THEMES = {
    Theme.CUT_OFF: "cut off",
    Theme.LAST_EXIT: "last exit",
    Theme.MIRROR: "mirror",
    Theme.WRONG_COLOUR: "wrong colour",
    Theme.PARITY: "parity of the walks",
    Theme.PAIRING: "pairing",
    Theme.TEMPO: "tempo",
    Theme.CAPTURE: "capture",
}
"""What the themes are called."""


def task(puzzle: Puzzle) -> str:
    """What is to be found, and for whom: `You are Player 1 (K1). Find the move that wins.`"""
    facts, player = puzzle.game.facts(), puzzle.position.to_move
    sign = facts.look.signs[player - 1]
    drawn_as = "" if sign == str(player) else f" ({sign})"
    asked = facts.puzzles.tasks.get(puzzle.task) or _TASKS[puzzle.task]
    return f"You are Player {player}{drawn_as}. {_last_mark(puzzle)}{asked}"


def _last_mark(puzzle: Puzzle) -> str:
    """Where the last mark is, in a game in which the next one must follow it."""
    last = next((cell for cell, letter in enumerate(puzzle.position.cells()) if letter.isupper()), None)
    return "" if last is None else f"The last mark is on {puzzle.game.label(last)}. "


def heading(puzzle: Puzzle) -> str:
    """Game, board and grade in a line."""
    return f"{puzzle.game.title} on {puzzle.game.board}, grade {puzzle.grade} of {GRADES}"


def themes(puzzle: Puzzle) -> str:
    """The ideas behind the answer, in words; nothing where no rule found one."""
    return ", ".join(THEMES[theme] for theme in puzzle.themes)


def hint(themes: str) -> str:
    """The answer to a request for the idea, with themes in words."""
    return f"The idea: {themes}." if themes else "No theme: count it out."


def answer(puzzle: Puzzle, line: tuple[int, ...]) -> str:
    """What is said after giving up, of the solution: `The answer: C2; E3; D1.`"""
    return f"The answer: {'; '.join(map(puzzle.game.label, line))}."


def reply(attempt: Attempt) -> str:
    """What the best defence has played: `Right. Player 2 defends with C2.`"""
    other = 3 - attempt.puzzle.position.to_move
    return f"Right. Player {other} defends with {attempt.puzzle.game.label(attempt.squares[-1])}. Go on."


def solved(attempt: Attempt) -> str:
    """The sentence that ends a solved puzzle."""
    if attempt.puzzle.task is Task.SURVIVE:
        return f"Solved. {_survival(attempt.puzzle)}"
    if attempt.position.outcome:
        return "Solved: that wins the game."
    return "Solved: from here you win whatever either side plays."


def failed(attempt: Attempt) -> str:
    """What was wrong, and how it is refuted, without the right answer: the solver may try again."""
    position, line = attempt.position, attempt.refutation
    label = attempt.puzzle.game.label
    refuted = f"{label(attempt.squares[-1])} is not it: Player {position.to_move} plays {label(line[0])}"
    for square in line:
        position = position.play(square)
    if position.outcome is None:
        return f"{refuted}, and no quick end can be forced any more."
    if len(line) == 1:
        return f"{refuted} and wins at once."
    how = "; ".join(map(label, line[1:]))
    return f"{refuted} and wins in {plies(len(line))}. It goes on {how}."


def right(attempt: Attempt) -> str:
    """What would have been right instead of the mistake: `Right was C2.`"""
    *before, _ = attempt.squares
    position = attempt.puzzle.position
    for square in before:
        position = position.play(square)
    answers = Attempt(attempt.puzzle, position, tuple(before)).accepted
    return f"Right {'was' if len(answers) == 1 else 'were'} {attempt.puzzle.game.listed(answers)}."


def _survival(puzzle: Puzzle) -> str:
    if puzzle.plies is None:
        return "After it no quick end can be forced."
    return f"It holds out for {plies(puzzle.plies)}; every other move loses at once."


def puzzle_data(puzzle: Puzzle) -> dict[str, Any]:
    """The puzzle as JSON, the same from the command and from the site."""
    game = puzzle.game
    return {
        "id": str(puzzle.name),
        "game": game.name,
        "rows": game.rows,
        "cols": game.cols,
        "position": puzzle.position.code,
        "to_move": puzzle.position.to_move,
        "task": puzzle.task,
        "answers": [game.label(square) for square in puzzle.answers],
        "grade": puzzle.grade,
        "themes": list(puzzle.themes),
        "plies": puzzle.plies,
    }
