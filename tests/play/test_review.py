"""Reviews: exact values before and after each move, the deciding one, and how much was right."""

from cornered import Board, new_game
from cornered.play.players import Player
from cornered.play.review import Judgement, Review, review
from cornered.play.session import begin
from cornered.solve import rate
from cornered.solve.contract import Value, Verdict

PEOPLE = (Player(), Player())


def reviewed(name: str, moves: str, board: Board | None = None) -> Review:
    game = new_game(name, board)
    return review(begin(game.start(), PEOPLE, [game.square(move) for move in moves.split(";")]))


def test_the_books_sample_of_block_capture_was_lost_beside_the_centre() -> None:
    told = reviewed("block-capture", "1 3; 2 3; 3 3")
    assert [move.before for move in told.moves] == [
        Value(Verdict.WIN, 5), Value(Verdict.LOSS, 4), Value(Verdict.WIN, 1),
    ]  # fmt: skip
    assert [move.judgement for move in told.moves] == [Judgement.GOOD, Judgement.SOONER, Judgement.GOOD]
    assert told.deciding is None
    assert told.accuracy(1) == (1, 1)
    assert told.accuracy(2) == (0, 0)


def test_a_wrong_opening_is_the_move_that_lost_the_game() -> None:
    told = reviewed("block-capture", "1 2; 1 3; 2 3; 3 3")
    deciding = told.deciding
    assert deciding is not None
    assert (deciding.ply, deciding.player) == (0, 1)
    assert deciding.judgement is Judgement.MISTAKE
    assert deciding in told.mistakes()
    labels = {told.session.game.label(square) for square in deciding.best}
    assert labels == {"(1,3)", "(3,1)", "(3,5)", "(5,3)"}
    assert told.accuracy(1) == (0, 1)


def test_values_before_and_after_are_those_of_the_solver() -> None:
    told = reviewed("knights-blockade", "1 2; 1 1; 2 0; 0 3", Board(3, 4))
    for move in told.moves:
        ratings = rate(told.session.positions[move.ply])
        assert move.before == ratings[0].value
        assert move.after == dict(ratings)[move.square]
        assert move.mattered == (len({rating.value.verdict for rating in ratings}) > 1)
        assert move.kept == (move.before.verdict is move.after.verdict)
        if move.after.verdict is Verdict.WIN:
            assert move.winning_player == move.player


def test_a_winner_s_own_mistakes_did_not_lose_the_game() -> None:
    told = reviewed("block-capture", "1 2; 1 3; 2 3; 3 3")
    assert told.session.outcome is not None
    assert all(move.player == 3 - told.session.outcome.winner for move in (told.deciding,) if move)
