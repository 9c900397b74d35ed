"""Programs to play against: legal, repeatable, and as strong as they say."""

from random import Random

import pytest

from cornered import GAMES, Board, Position, new_game
from cornered.games.knights import KnightsPosition
from cornered.play.lookahead import LookAhead
from cornered.play.opponents import Opponent, opponent
from cornered.play.players import Kind
from cornered.solve import rate, value
from cornered.solve.contract import Verdict

PROGRAMS = [kind for kind in Kind if kind is not Kind.HUMAN]
SMALL = [
    ("knights-blockade", Board(3, 4)),
    ("knights-duel", Board(3, 4)),
    ("blockade", Board(3, 4)),
    ("block-capture", Board(3, 5)),
]


def played(start: Position, players: tuple[Opponent, Opponent], plies: int = 40) -> list[int]:
    position, squares = start, []
    while position.moves() and len(squares) < plies:
        squares.append(players[position.to_move - 1].choose(position))
        position = position.play(squares[-1])
    return squares


@pytest.mark.parametrize("kind", PROGRAMS)
@pytest.mark.parametrize("name", GAMES)
def test_every_program_plays_legal_moves_and_the_same_again_with_the_same_seed(name: str, kind: Kind) -> None:
    board = Board(3, 5) if name == "block-capture" else Board(3, 4)
    start = new_game(name, board).start()

    def once() -> list[int]:
        random = Random(5)
        return played(start, (opponent(kind, random), opponent(Kind.RANDOM, random)))

    assert once() == once()


def test_seeds_make_a_difference() -> None:
    start = new_game("knights-blockade").start()
    games = {
        tuple(played(start, (opponent(Kind.EASY, Random(seed)), opponent(Kind.EASY, Random(-seed)))))
        for seed in range(1, 9)
    }
    assert len(games) > 1


@pytest.mark.parametrize(("name", "board"), SMALL)
def test_perfect_never_gives_a_won_game_away(name: str, board: Board) -> None:
    """Against every reply, in every position that perfect can come to from a won start."""
    perfect = opponent(Kind.PERFECT, Random(3))
    start = new_game(name, board).start()
    won_by = start.to_move if value(start).verdict is Verdict.WIN else 3 - start.to_move
    waiting, seen = [start], set()
    while waiting:
        position = waiting.pop()
        if position in seen or not position.moves():
            assert position in seen or position.to_move != won_by
            continue
        seen.add(position)
        own_turn = position.to_move == won_by
        squares = (perfect.choose(position),) if own_turn else position.moves()
        waiting += [position.play(square) for square in squares]


@pytest.mark.parametrize(("name", "board"), SMALL)
def test_perfect_sets_the_most_traps_when_it_is_lost(name: str, board: Board) -> None:
    def traps(position: Position, square: int) -> float:
        replies = rate(position.play(square))
        return sum(reply.value.verdict is not Verdict.WIN for reply in replies) / len(replies)

    checked = 0
    for seed in range(20):
        random = Random(seed)
        position = new_game(name, board).start()
        while position.moves():
            ratings = rate(position)
            if ratings[0].value.verdict is Verdict.LOSS:
                chosen = opponent(Kind.PERFECT, random).choose(position)
                assert traps(position, chosen) == max(traps(position, square) for square in position.moves())
                checked += 1
            position = position.play(random.choice(position.moves()))
    assert checked


def test_perfect_holds_out_the_longest_where_there_is_no_trap() -> None:
    start = new_game("knights-blockade", Board(3, 3)).start((0, 8))
    assert value(start).verdict is Verdict.LOSS
    chosen = opponent(Kind.PERFECT, Random(0)).choose(start)
    by_square = {rating.square: rating.value.plies for rating in rate(start)}
    assert by_square[chosen] == max(plies for plies in by_square.values() if plies is not None)


@pytest.mark.parametrize("kind", [Kind.EASY, Kind.MEDIUM, Kind.HARD])
def test_every_level_takes_a_win_at_hand(kind: Kind) -> None:
    game = new_game("block-capture")
    position = game.start().play(game.square("1 3")).play(game.square("2 3"))
    assert opponent(kind, Random(1)).choose(position) == game.winning_square


@pytest.mark.parametrize("kind", [Kind.MEDIUM, Kind.HARD])
def test_levels_that_look_further_do_not_hand_the_centre_over(kind: Kind) -> None:
    game = new_game("block-capture")
    position = game.start().play(game.square("1 3"))
    for seed in range(20):
        assert opponent(kind, Random(seed)).choose(position) != game.square("2 3")


def test_look_ahead_answers_without_any_time_at_all() -> None:
    position = new_game("blockade", Board(30, 30)).start()
    assert LookAhead(9, Position.mobility, Random(1), seconds=0.0).choose(position) in position.moves()


def test_look_ahead_sees_the_win_within_its_depth() -> None:
    start = new_game("knights-duel", Board(3, 4)).start()
    best = rate(start)[0].value
    assert best.verdict is Verdict.WIN
    assert best.plies is not None
    chosen = LookAhead(best.plies, KnightsPosition.mobility, Random(1), seconds=60).choose(start)
    assert chosen in {rating.square for rating in rate(start) if rating.value.verdict is Verdict.WIN}


def test_perfect_plays_by_theorem_where_no_search_could_reach() -> None:
    game = new_game("blockade", Board(15, 15))
    assert opponent(Kind.PERFECT, Random(1)).choose(game.start()) == game.board.size // 2
