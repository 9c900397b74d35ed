"""Reviews: exact values before and after each move, the deciding one, and how much was right."""

from dataclasses import replace

from cornered import Board, new_game
from cornered.play.commentary import refuted, summary
from cornered.play.players import Player
from cornered.play.review import Judgement, MoveReview, Review, review, turning_point
from cornered.play.session import Session, begin
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


LONG_GAME = "4 1; 5 1; 6 1; 6 2; 7 2; 8 2; 8 3; 8 4; 7 4; 7 5; 8 5; 9 5; 9 6; 9 7"


def begun(name: str, moves: str, board: Board) -> Session:
    game = new_game(name, board)
    return begin(game.start(), PEOPLE, [game.square(move) for move in moves.split(";")])


def test_the_turning_point_is_found_where_distances_are_out_of_reach() -> None:
    session = begun("block-capture", LONG_GAME, Board(9, 9)).resign(1)
    for told in (turning_point(session), review(session, seconds=0)):
        assert told.deciding
        assert (told.deciding.ply, told.deciding.after) == (0, Value(Verdict.LOSS))
        assert summary(told) == "Player 1 lost the game with move 1, (4,1)."
        assert not [move for move in told.moves if move.judgement is Judgement.UNKNOWN]
        reply = session.game.label(told.deciding.refutation[0])
        assert refuted(session, told.deciding) == f"After (4,1), Player 2 plays {reply} and wins."


def test_a_move_is_not_said_to_have_lost_a_game_that_may_have_been_lost_already() -> None:
    session = begun("block-capture", "1 2; 1 3", Board(5, 5)).resign(1)
    unclear = MoveReview(
        ply=0,
        player=1,
        square=1,
        before=Value(Verdict.UNKNOWN),
        after=Value(Verdict.LOSS, 4),
        best=(),
        mattered=False,
        judgement=Judgement.UNKNOWN,
    )
    assert Review(session, (unclear,)).deciding is None


def test_where_some_moves_cannot_be_judged_the_others_are_told_all_the_same() -> None:
    session = begun("block-capture", "1 3; 1 2", Board(5, 5)).resign(2)
    told = turning_point(session)
    unclear = replace(told.moves[1], before=Value(Verdict.UNKNOWN), after=Value(Verdict.UNKNOWN))
    left_open = "1 of the 2 moves could not be judged in time."
    assert summary(replace(told, moves=(told.moves[0], unclear))) == (
        f"Player 1 was winning whenever it could be told; {left_open}"
    )
    lost = replace(told.moves[0], after=Value(Verdict.LOSS))  # by the winner, who was lucky
    assert summary(replace(told, moves=(lost, unclear))) == left_open


def test_resigning_a_won_game_is_the_mistake_that_lost_it() -> None:
    told = turning_point(begun("block-capture", "1 3; 1 2", Board(5, 5)).resign(1))
    assert told.deciding is None
    assert summary(told) == "Player 1 lost the game by resigning it: the position was won."
