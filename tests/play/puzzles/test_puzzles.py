"""Puzzles: the same for ever, answered by exactly the right moves, met by the best defence."""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import islice

import pytest

from check_puzzles import Referee, fault, turned_alike
from cornered import Board, new_game, read_position
from cornered.board import read_board
from cornered.errors import BadSetup, IllegalMove
from cornered.games import GAMES
from cornered.play.puzzles import (
    Name,
    Puzzle,
    Status,
    Task,
    begin,
    boards_of,
    game_of,
    puzzle,
    puzzles,
    read_name,
    solution,
    solving,
)
from cornered.play.puzzles.solving import is_plain, refutation
from cornered.play.puzzles.tasks import rate_moves
from cornered.play.puzzles.wording import failed, right
from cornered.solve import Rating, Value
from cornered.symmetry import likeness

# What these names mean may never change: people have shared them.
FOR_EVER: dict[str, tuple[str, list[str]]] = {
    "knights-blockade.5x5.spring.1": ("knights-blockade.5x5.1.xb3-1xxx1-1x1xx-2xx1-3ax", ["(2, 2)"]),
    "knights-blockade.6x6.spring.9": ("knights-blockade.6x6.1.x2b2-2xxa1-1x1xxx-1xxxxx-4x1-5x", ["(2, 2)"]),
    "blockade.5x5.spring.2": ("blockade.5x5.2.3xx-3xa-xx1xx-bx1xx-xx1xa", ["(2,3)"]),
    "blockade.6x7.spring.7": ("blockade.6x7.2.7-7-xxx1xxx-xaxxxbx-xxxaxxx-2xxx2", ["(2,4)"]),
    "block-capture.5x5.spring.1": (
        "block-capture.5x5.1.5-5-5-5-5",
        ["(1,1)", "(1,3)", "(1,5)", "(3,1)", "(3,5)", "(5,1)", "(5,3)", "(5,5)"],
    ),
    "block-capture.5x7.spring.3": ("block-capture.5x7.1.bababab-a5a-baB3b-aba3a-bababab", ["(3,4)"]),
    "knights-duel.5x5.spring.3": ("knights-duel.5x5.1.x1xx1-1xx1x-1ax2-2xx1-3bx", ["C5"]),
    "knights-duel.4x7.spring.12": ("knights-duel.4x7.2.xxxx3-xaxx1x1-x1bxx2-1xx1x1x", ["E2"]),
    "trap-the-knight.5x5.spring.5": ("trap-the-knight.5x5.1.5-5-4a-1b3-5", ["D1", "C4"]),
    "trap-the-knight.4x5.spring.2": ("trap-the-knight.4x5.1.5-2a2-4b-5", ["E3"]),
}


def made(name: str, board: str, number: int, seed: str = "test") -> list[Puzzle]:
    return list(islice(puzzles(new_game(name, read_board(board)), seed), number))


@pytest.mark.parametrize("name", FOR_EVER)
def test_a_name_means_the_same_puzzle_for_ever(name: str) -> None:
    found = puzzle(read_name(name))
    assert (found.position.code, [found.game.label(square) for square in found.answers]) == FOR_EVER[name]


@pytest.mark.parametrize(
    ("name", "board"),
    [
        ("knights-blockade", "4x5"),
        ("blockade", "5x5"),
        ("block-capture", "5x5"),
        ("knights-duel", "4x5"),
        ("trap-the-knight", "5x5"),
    ],
)
def test_puzzles_are_the_same_without_the_kernel(name: str, board: str) -> None:
    program = (
        "import sys; sys.modules['cornered.solve._kernel'] = None\n"
        "from itertools import islice\n"
        "from cornered import new_game\n"
        "from cornered.board import read_board\n"
        "from cornered.play.puzzles import puzzles, solution\n"
        "name, board = sys.argv[1:]\n"
        "for one in islice(puzzles(new_game(name, read_board(board)), 'test'), 6):\n"
        "    print(one.position.code, one.answers, one.grade, one.themes, solution(one))\n"
    )
    command = [sys.executable, "-c", program, name, board]
    plain = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    ours = [
        f"{one.position.code} {one.answers} {one.grade} {one.themes} {solution(one)}"
        for one in made(name, board, 6)
    ]
    assert plain.splitlines() == ours


@pytest.mark.parametrize("name", GAMES.own)
def test_the_answers_are_exactly_the_moves_that_keep_the_result(name: str) -> None:
    """As `tools/check_puzzles.py` does ten thousand times: by the rules and a plain search alone."""
    for board in boards_of(GAMES[name])[:2]:
        game = GAMES[name](board.rows, board.cols)
        referee = Referee(game)
        for one in islice(puzzles(game, "test"), 12):
            assert fault(one, referee) is None, one.name


def test_the_check_finds_a_wrong_answer_and_a_wrong_length() -> None:
    one = made("knights-duel", "4x5", 1)[0]
    wrong = tuple(rating.square for rating in one.ratings if rating.square not in one.answers)
    assert "right are" in str(fault(replace(one, answers=wrong), Referee(one.game)))
    longer = tuple(
        Rating(square, Value(verdict, (plies or 0) + 2)) for square, (verdict, plies) in one.ratings
    )
    assert "are said to take" in str(fault(replace(one, ratings=longer), Referee(one.game)))


@pytest.mark.parametrize(
    ("part", "instead", "found"),
    [
        ("best_move", lambda position: rate_moves(position)[-1].square, "does not hold out longest"),
        ("refutation", lambda position: refutation(position)[:1], "should end in"),
        ("is_plain", lambda position, player: True, "can still be lost"),
    ],
)
def test_the_check_finds_a_weak_defence_a_refutation_cut_short_and_an_early_end(
    part: str, instead: Callable[..., object], found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solving, part, instead)
    wrong = (fault(one, Referee(one.game)) for one in made("blockade", "5x5", 20))
    assert found in str(next(filter(None, wrong)))


def test_a_right_move_is_answered_however_long_the_knights_could_dance() -> None:
    found = puzzle(read_name("trap-the-knight.7x7.hostile_7.12"))
    assert found.game.listed(solution(found)[:1]) == "D4"


@pytest.mark.parametrize("name", GAMES.own)
def test_no_two_of_a_set_look_alike(name: str) -> None:
    of_set = made(name, "5x5", 25)
    assert len({likeness(one.position) for one in of_set}) == len(of_set)


def test_a_turned_board_with_players_exchanged_looks_alike() -> None:
    ours = read_position("knights-duel.5x5.1.a1x2-5-5-5-4b")
    turned = read_position("knights-duel.5x5.2.a4-5-5-5-2x1b")
    other = read_position("knights-duel.5x5.1.ax3-5-5-5-4b")
    assert likeness(ours) == likeness(turned) != likeness(other)
    assert turned_alike(ours) == turned_alike(turned) != turned_alike(other)


def test_every_answer_is_accepted_and_leads_on_to_a_solution() -> None:
    for one in made("knights-blockade", "5x5", 8):
        for square in one.answers:
            attempt = begin(one).play(square)
            while attempt.status is Status.OPEN:
                attempt = attempt.play(attempt.accepted[0])
            assert attempt.status is Status.SOLVED
            assert is_plain(attempt.position, one.position.to_move)


def test_every_wrong_move_is_refuted_to_the_end() -> None:
    for one in made("knights-duel", "5x5", 8):
        for rating in one.ratings:
            if rating.square in one.answers:
                continue
            attempt = begin(one).play(rating.square)
            assert attempt.status is Status.FAILED
            end = attempt.position
            for square in attempt.refutation:
                end = end.play(square)
            assert end.outcome
            assert end.outcome.winner != one.position.to_move
            assert "Right" not in failed(attempt)
            assert one.game.listed(one.answers) in right(attempt)


def test_where_nothing_is_forced_the_refutation_is_the_move_that_saves() -> None:
    one = next(found for found in made("trap-the-knight", "5x5", 40) if found.task is Task.WIN)
    wrong = next(
        r.square for r in one.ratings if r.square not in one.answers and one.position.play(r.square).moves()
    )
    attempt = begin(one).play(wrong)
    assert len(attempt.refutation) == 1
    assert "no quick end can be forced any more" in failed(attempt)


def test_every_wrong_move_where_repetitions_count_is_answered_without_a_search_of_all_histories() -> None:
    for board in ("4x4", "4x5", "5x5"):
        for one in made("trap-the-knight", board, 20):
            wrong = {rating.square for rating in one.ratings} - {*one.answers}
            assert all(
                begin(one).play(square).refutation for square in wrong if one.position.play(square).moves()
            )


def test_a_move_that_would_repeat_too_often_is_not_rated() -> None:
    position = new_game("trap-the-knight", Board(5, 5)).start()
    for square in ("C2", "D3", "A1", "E5", "C2", "D3", "A1"):
        position = position.play(position.game.square(square))
    back = position.game.square("E5")
    assert back not in position.moves()
    assert {rating.square for rating in rate_moves(position)} == {*position.moves()}


def test_the_solution_ends_where_whatever_is_played_wins() -> None:
    for one in made("blockade", "5x5", 8):
        position, line = one.position, solution(one)
        for square in line[:-1]:
            assert not is_plain(position, one.position.to_move)
            position = position.play(square)


def test_an_illegal_move_changes_nothing() -> None:
    attempt = begin(made("blockade", "5x5", 1)[0])
    marked = attempt.position.cells().index("a")
    with pytest.raises(IllegalMove):
        attempt.play(marked)


def test_surviving_means_not_to_lose_to_the_next_reply() -> None:
    found = [one for one in made("knights-duel", "5x5", 60) if one.task is Task.SURVIVE]
    assert found
    for one in found:
        assert len(one.answers) == 1
        for rating in one.ratings:
            loses_at_once = any(
                not one.position.play(rating.square).play(reply).moves()
                for reply in one.position.play(rating.square).moves()
            )
            assert loses_at_once == (rating.square not in one.answers)


@pytest.mark.parametrize(
    "text",
    ["", "knights-duel", "knights-duel.5x5.a b.1", "knights-duel.5x5.a.0", "knights-duel.05x5.a.1", "x" * 99],
)
def test_what_names_no_puzzle_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(BadSetup, match="names no puzzle"):
        read_name(text)


def test_a_board_without_puzzles_is_refused_and_others_are_offered() -> None:
    with pytest.raises(BadSetup, match="no puzzles of Blockade on 4×4: choose 5×5 or"):
        game_of("blockade", Board(4, 4))


def test_many_boards_are_offered_in_few_words() -> None:
    with pytest.raises(BadSetup, match="choose 5×5 or 6×7 or 4×5 or any other from 3×4 up to 15×15"):
        game_of("trap-the-knight", Board(16, 16))


def test_a_board_that_stands_upright_has_puzzles_like_one_that_lies() -> None:
    upright = made("knights-duel", "5x4", 3)
    assert all(fault(one, Referee(one.game)) is None for one in upright)
    assert puzzle(upright[2].name) == upright[2]


def test_a_set_that_is_used_up_says_how_many_it_has() -> None:
    with pytest.raises(BadSetup, match=r"has \d+ puzzles: there is no number 999"):
        puzzle(Name("trap-the-knight", Board(4, 4), "test", 999))
