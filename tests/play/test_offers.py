"""What is offered before a game begins: every fact is checked by the solver, every seat by play."""

from math import inf

import pytest

from cornered import GAMES, Board, Game, new_game, opening
from cornered.facts import Facts, WorthPlaying
from cornered.games.blockade import Blockade
from cornered.play.offers import (
    Offer,
    board_line,
    first_game,
    offers,
    prospect,
    role,
    role_name,
    roles_told,
    seat_line,
)
from cornered.solve import Budget, Verdict, value
from cornered.solve.contract import never_stop

OFFERS = [offer for rules in GAMES.values() for offer in offers(rules)]
every_offer = pytest.mark.parametrize("offer", OFFERS, ids=[offer.start.code for offer in OFFERS])
every_game = pytest.mark.parametrize("rules", GAMES.values(), ids=list(GAMES))


@every_game
def test_the_books_board_comes_first_and_two_to_four_others_follow(rules: type[Game]) -> None:
    offered = offers(rules)
    assert offered[0].start == opening(rules.name)
    assert 3 <= len({offer.start for offer in offered}) == len(offered) <= 5


@every_game
def test_one_board_is_the_newcomers_and_has_something_to_decide(rules: type[Game]) -> None:
    assert sum(offer.known.newcomer for offer in offers(rules)) == 1
    first = first_game(rules)
    assert first.known.newcomer
    assert first.known.share != 0
    assert first.seat == first.known.winner


@every_offer
def test_winner_and_plies_of_every_board_are_what_the_solver_finds(offer: Offer) -> None:
    start = offer.start
    found = value(start, Budget(inf))
    assert offer.known[2:4] == (found.winner(start.to_move), found.plies)


@pytest.mark.parametrize("offer", [offer for offer in OFFERS if offer.known.share is not None])
def test_the_share_of_choices_that_matter_is_that_of_the_whole_graph(offer: Offer) -> None:
    graph = offer.start.game.solver().graph(offer.start, 2 * 10**7, inf, never_stop)
    assert graph is not None
    assert offer.known.share == round(graph.share, 2)


@pytest.mark.parametrize("name", ["knights-duel", "trap-the-knight"])
def test_from_the_corners_player_1_hunts_where_the_sides_add_up_to_an_odd_number(name: str) -> None:
    for rows in range(3, 9):
        for cols in range(3, 9):
            hunter = new_game(name, Board(rows, cols)).start().hunter
            assert hunter == (1 if (rows + cols) % 2 else 2)


@pytest.mark.parametrize("name", ["knights-duel", "trap-the-knight"])
def test_only_the_hunter_ever_captures(name: str) -> None:
    """Every placement of two knights, and every capture that is then possible."""
    game = new_game(name, Board(4, 5))
    captures = 0
    for first in range(20):
        for second in range(20):
            if first != second:
                start = game.opening(game.board, {"start": f"{game.label(first)}; {game.label(second)}"})
                after_one = [start.play(square) for square in start.moves()]
                after_two = [after.play(square) for after in after_one for square in after.moves()]
                for end in (*after_one, *after_two):
                    if not end.moves() and end.end_reason() == "capture":
                        assert end.outcome
                        assert end.outcome.winner == start.hunter == end.hunter
                        captures += 1
    assert captures


def test_where_nothing_is_captured_nobody_hunts() -> None:
    start = new_game("knights-blockade").start()
    assert start.hunter is None
    assert role(start, 1) == roles_told(start) == ""
    assert role_name(start, 1) is None


def test_hunter_and_prey_are_told_who_they_are() -> None:
    start = new_game("trap-the-knight").start()
    assert role(start, 2).startswith("You are the hunter: ")
    assert role(start, 1).startswith("You are the prey: ")
    assert (role_name(start, 1), role_name(start, 2)) == ("prey", "hunter")
    assert roles_told(start).startswith("Player 2 is the hunter, Player 1 the prey")
    assert first_game(GAMES["trap-the-knight"]).start.hunter == first_game(GAMES["trap-the-knight"]).seat


@pytest.mark.parametrize(
    ("known", "said"),
    [
        (
            WorthPlaying(Board(5, 5), winner=1, plies=19, share=0.4),
            "Player 1 wins in 19 plies with best play; two choices in five matter.",
        ),
        (
            WorthPlaying(Board(5, 5), winner=2, plies=4, share=0.0),
            "Player 2 wins in 4 plies with best play; no choice matters.",
        ),
        (
            WorthPlaying(Board(5, 5), winner=2, plies=1, share=0.02),
            "Player 2 wins in 1 ply with best play; hardly any choice matters.",
        ),
        (
            WorthPlaying(Board(5, 5), winner=2, plies=7, share=0.36),
            "Player 2 wins in 7 plies with best play; about one choice in three matters.",
        ),
        (
            WorthPlaying(Board(5, 5), winner=2, plies=7, share=0.95),
            "Player 2 wins in 7 plies with best play; nearly every choice matters.",
        ),
        (WorthPlaying(Board(5, 5), winner=2, plies=7), "Player 2 wins in 7 plies with best play."),
        (WorthPlaying(Board(5, 5), winner=1), "Player 1 can always win."),
        (WorthPlaying(Board(5, 5)), "Who wins is not known."),
    ],
)
def test_the_line_about_a_board_says_no_more_than_is_known(known: WorthPlaying, said: str) -> None:
    assert board_line(new_game("knights-blockade").start(), known) == said


def test_the_line_about_a_hunt_names_the_hunter() -> None:
    assert first_game(GAMES["trap-the-knight"]).line == "Player 1, the hunter, can always win."


def test_a_lost_seat_is_said_to_be_one() -> None:
    start = new_game("knights-duel").start()
    lost, won = (prospect(start, seat, Budget(0)) for seat in (1, 2))
    assert (lost, won) == (Verdict.LOSS, Verdict.WIN)
    assert seat_line(lost) == "A lost seat, if the other side plays well."
    assert seat_line(won) == "The seat that can win."


def test_the_seats_of_a_board_that_is_not_offered_are_searched_for() -> None:
    start = new_game("knights-duel", Board(5, 6)).start()
    assert [prospect(start, seat, Budget(inf)) for seat in (1, 2)] == [Verdict.WIN, Verdict.LOSS]


def test_nothing_is_said_of_a_seat_whose_prospects_are_not_known() -> None:
    unknown = prospect(new_game("knights-blockade", Board(7, 9)).start(), 1, Budget(0.05))
    assert unknown is Verdict.UNKNOWN
    assert seat_line(unknown) == ""


def test_a_game_without_offers_is_offered_on_its_books_board() -> None:
    class Unadvised(Blockade):
        """A game of somebody who named no boards."""

        @classmethod
        def facts(cls) -> Facts:
            return Facts("Mark the last free square.", "Try it.", ())

    (only,) = offers(Unadvised)
    assert only == first_game(Unadvised)
    assert (only.start.game.board, only.seat, only.line) == (Board(4, 4), 1, "Who wins is not known.")
