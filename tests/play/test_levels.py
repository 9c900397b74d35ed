"""The casual player, and levels that someone like it enjoys."""

from random import Random

import pytest

from casual import Casual, lead
from cornered import GAMES, Board, Game, Position, new_game, read_position
from cornered.play.opponents import opponent
from cornered.play.players import Kind

LEVELS = [Kind.EASY, Kind.MEDIUM, Kind.HARD]


def loses_at_once(position: Position, square: int) -> bool:
    after = position.play(square)
    return not all(after.play(reply).moves() for reply in after.moves())


def positions(rules: type[Game], games: int) -> list[Position]:
    """What comes up in games at random on a small board."""
    board = Board(5, 5) if rules.odd_sides else Board(4, 5)
    found = []
    for seed in range(games):
        random, position = Random(seed), new_game(rules.name, board).start()
        while position.moves():
            found.append(position)
            position = position.play(random.choice(position.moves()))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_the_casual_player_wins_at_once_if_it_can_and_else_avoids_what_loses_at_once(name: str) -> None:
    won = avoided = 0
    for position in positions(GAMES[name], games=30):
        chosen = Casual(Random(1)).choose(position)
        if any(not position.play(square).moves() for square in position.moves()):
            assert not position.play(chosen).moves()
            won += 1
        elif not all(loses_at_once(position, square) for square in position.moves()):
            assert not loses_at_once(position, chosen)
            avoided += any(loses_at_once(position, square) for square in position.moves())
    assert won
    assert avoided


def test_the_casual_player_else_wants_more_moves_than_the_other() -> None:
    differed = 0
    for position in positions(GAMES["knights-blockade"], games=10):
        safe = [position.play(square) for square in position.moves() if not loses_at_once(position, square)]
        leads = [-lead(after) for after in safe]
        if safe and all(after.moves() for after in safe):
            chosen = Casual(Random(1)).choose(position)
            assert -lead(position.play(chosen)) == max(leads)
            differed += min(leads) < max(leads)
    assert differed


def test_a_lead_is_ones_own_moves_less_the_others() -> None:
    for position in positions(GAMES["knights-blockade"], games=5):
        other = read_position(position.code.replace(f".{position.to_move}.", f".{3 - position.to_move}."))
        assert lead(position) == len(position.moves()) - len(other.moves())


@pytest.mark.parametrize("name", ["blockade", "block-capture"])
def test_nobody_has_a_lead_where_moves_are_shared(name: str) -> None:
    assert {lead(position) for position in positions(GAMES[name], games=5)} == {0}


@pytest.mark.parametrize("kind", LEVELS)
@pytest.mark.parametrize("name", GAMES)
def test_every_level_takes_a_win_that_is_there_in_one_move(name: str, kind: Kind) -> None:
    seen = 0
    for position in positions(GAMES[name], games=12):
        if any(not position.play(square).moves() for square in position.moves()):
            assert not position.play(opponent(kind, Random(seen)).choose(position)).moves()
            seen += 1
    assert seen


def test_a_level_with_lapses_overlooks_the_reply_now_and_then_and_one_without_never() -> None:
    """The prey stands where some of its moves are within the hunter's reach."""
    prey = read_position("trap-the-knight.5x5.1.2a2-5-5-1b3-5")
    assert 0 < sum(loses_at_once(prey, square) for square in prey.moves()) < len(prey.moves())

    def slips(kind: Kind) -> int:
        return sum(loses_at_once(prey, opponent(kind, Random(seed)).choose(prey)) for seed in range(60))

    assert 60 > slips(Kind.EASY) > slips(Kind.MEDIUM) > slips(Kind.HARD) == 0
