"""The casual player, and levels that someone like it enjoys."""

from random import Random

import pytest

from cornered import GAMES, Board, Game, Position, new_game, read_position
from cornered.play.casual import Casual
from cornered.play.offers import first_game
from cornered.play.opponents import Opponent, opponent
from cornered.play.players import Kind

LEVELS = [Kind.EASY, Kind.MEDIUM, Kind.HARD]


def winner(position: Position, players: tuple[Opponent, Opponent]) -> int:
    while position.moves():
        position = position.play(players[position.to_move - 1].choose(position))
    return 3 - position.to_move


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
def test_a_newcomer_who_chooses_nothing_wins_at_least_four_of_ten(name: str) -> None:
    start, seat, level, _, _ = first_game(GAMES[name])
    wins = 0
    for seed in range(10):
        newcomer, computer = Casual(Random(seed)), opponent(level, Random(seed + 100))
        wins += winner(start, (newcomer, computer) if seat == 1 else (computer, newcomer)) == seat
    assert wins >= 4


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


def test_the_casual_player_wants_more_moves_than_the_other() -> None:
    start = new_game("knights-blockade", Board(6, 6)).start((0, 35))
    position = start.play(start.game.square("1 2"))
    chosen = Casual(Random(1)).choose(position)
    assert chosen in (start.game.square("4 3"), start.game.square("3 4"))
    assert position.play(chosen).lead() == min(position.play(square).lead() for square in position.moves())


def test_a_lead_is_ones_own_moves_less_the_others() -> None:
    for position in positions(GAMES["knights-blockade"], games=5):
        other = read_position(position.code.replace(f".{position.to_move}.", f".{3 - position.to_move}."))
        assert position.lead() == len(position.moves()) - len(other.moves())


@pytest.mark.parametrize("name", ["blockade", "block-capture"])
def test_nobody_has_a_lead_where_moves_are_shared(name: str) -> None:
    assert {position.lead() for position in positions(GAMES[name], games=5)} == {0}


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
