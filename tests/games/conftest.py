"""Three short words that the games' tests are written in."""

import pytest

from cornered import Game, IllegalMove, Position, Refusal


@pytest.fixture
def after():
    """The position after these moves, typed as players type them."""

    def play_all(game: Game, *typed: str) -> Position:
        position = game.start()
        for text in typed:
            position = position.play(game.square(text))
        return position

    return play_all


@pytest.fixture
def labels():
    """The legal moves as the book writes them."""

    def written(position: Position) -> list[str]:
        return [position.game.label(square) for square in position.moves()]

    return written


@pytest.fixture
def refusal():
    """Why typing this is refused: the reason as data, and the sentence; the position stays as it was."""

    def refused(position: Position, typed: str) -> tuple[Refusal, str]:
        before = position.code
        with pytest.raises(IllegalMove) as error:
            position.play(position.game.square(typed))
        assert position.code == before
        return error.value.reason, str(error.value)

    return refused
