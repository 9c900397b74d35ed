"""Positions in words for those who read and write text, and the move in what they answer."""

import json
import re

from cornered import CorneredError, Game, Outcome, Position

_SIGNS = {"a": "1", "b": "2", "x": "#", ".": "."}
_READ = 4_000  # characters at the end of an answer: a move needs few
_CUT_OFF = re.compile(r"(?<!\{)\{\s*(?:\"[^{}]*)?$")

PROMPT = 1
"""The version of `question`: results from different ones cannot be compared."""


class NoMove(CorneredError, ValueError):
    """An answer from which no move can be read: `kind` for programs, `str()` says how to write one.

    The kind is `empty`, `truncated` (its last JSON object was begun and not finished), or `unreadable`.
    """

    def __init__(self, kind: str, sentence: str) -> None:
        super().__init__(kind, sentence)
        self.kind = kind

    def __str__(self) -> str:
        return str(self.args[1])


def question(position: Position, legal: bool = True, refusal: Exception | None = None) -> str:
    """What the player to move is told: the rules, the board, the legal moves if they are wanted.

    After a `refusal` the same is asked once more, with why the last answer was refused.
    """
    parts = [f"You are Player {position.to_move}.", rules(position.game), scene(position)]
    parts += [legal_moves(position)] if legal else []
    parts += [f"Your last answer was refused. {refusal}"] if refusal else []
    return "\n".join(parts)


def rules(game: Game) -> str:
    """The rules on this board, how it is shown, and how a move is to be answered."""
    facts = game.facts()
    sections = [f"{section.heading}. {section.text}" for section in facts.rules]
    first, last = game.label(0), game.label(game.board.size - 1)
    how = [
        f"The board is {game.board}: {first} is its top left square, {last} the bottom right one.",
        "It is shown with 1 and 2 for the players' pieces, # for a blocked square and . for a free one.",
        f"End with the square you play in a JSON object, like {_example(game)}: the last one counts.",
    ]
    return "\n".join([f"{game.title}.", *sections, *how])


def board(position: Position) -> str:
    """The board with the names of its lines: 1 and 2 are the players' pieces, # is blocked, . is free.

    >>> from cornered import new_game
    >>> print(board(new_game("block-capture").start().play(2)))
      1 2 3 4 5
    1 . . 1 . .
    2 . . . . .
    3 . . . . .
    4 . . . . .
    5 . . . . .
    Claimed last: (1,3)
    """
    game, notation, cells = position.game, position.game.notation, position.cells()
    rows = [[notation.row_name(row), *_signs(position, row)] for row in range(game.rows)]
    table = [["", *map(notation.column_name, range(game.cols))], *rows]
    width = max(len(text) for line in table for text in line)
    lines = [" ".join(text.rjust(width) for text in line) for line in table]
    lines += [f"Claimed last: {game.label(cell)}" for cell, letter in enumerate(cells) if letter.isupper()]
    return "\n".join(lines)


def _signs(position: Position, row: int) -> list[str]:
    cols = position.game.cols
    return [_SIGNS[letter.lower()] for letter in position.cells()[row * cols : (row + 1) * cols]]


def scene(position: Position) -> str:
    """The board, and whose turn it is or who has won."""
    return f"{board(position)}\n{ending(position.outcome) or f'Player {position.to_move} to move.'}"


def legal_moves(position: Position) -> str:
    """The legal moves, as the book writes them."""
    return f"Legal moves: {'; '.join(map(position.game.label, position.moves()))}"


def ending(outcome: Outcome | None) -> str | None:
    """How a finished game ended, in a sentence; None while it goes on."""
    return outcome and f"Player {outcome.winner} wins ({outcome.reason.replace('-', ' ')})."


def move_in(answer: str, game: Game) -> int:
    """The square in the last JSON object's `move`; `NoMove` where there is none.

    >>> from cornered import new_game
    >>> move_in('I thought of {"move": "B3"}, but no: {"move": "C2"}', new_game("knights-duel"))
    7
    """
    end = answer[-_READ:]
    found = last_object(end).get("move")
    if _CUT_OFF.search(end):  # what stands before it was thought, and not answered
        raise NoMove("truncated", f"The answer was cut off: end with the move, like {_example(game)}.")
    if not isinstance(found, str):
        kind = "unreadable" if end.strip() else "empty"
        raise NoMove(kind, f"The answer has no move in it: write one like {_example(game)}.")
    return game.square(found)


def _example(game: Game) -> str:
    return json.dumps({"move": game.label(0)})


def last_object(text: str) -> dict[str, object]:
    """The last JSON object in the text; an empty one where there is none."""
    last: dict[str, object] = {}
    decoder, start = json.JSONDecoder(), text.find("{")
    while start >= 0:
        try:
            last, end = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            end = start + 1
        start = text.find("{", end)
    return last
