"""The conformance tests themselves: each finds the fault that it is for, and says where."""

from random import Random

import pytest

from cornered import testing
from cornered.errors import IllegalMove
from cornered.facts import Facts, Look, Section
from cornered.games.blockade import Blockade, BlockadePosition
from cornered.notation import RowColumn
from cornered.play.record import Record
from cornered.solve import Value, Verdict
from cornered.solve.plain import PlainSolver


class MovesInDisorder(BlockadePosition):
    def moves(self):
        return tuple(reversed(super().moves()))


class MovesOffTheBoard(BlockadePosition):
    def moves(self):
        return (*super().moves(), self.game.board.size)


class ADraw(BlockadePosition):
    @property
    def outcome(self):
        return None


class UnlistedMove(BlockadePosition):
    def moves(self):
        return super().moves()[1:]

    def play(self, square):
        return BlockadePosition(*self).play(square)


class SameTurnAgain(BlockadePosition):
    def play(self, square):
        return super().play(square)._replace(to_move=self.to_move)


class RefusedWithoutASentence(BlockadePosition):
    def rule_against(self, square):
        return IllegalMove("blocked", "no")


class PlayingGoesNowhere(BlockadePosition):
    def play(self, square):
        super().play(square)
        return self


class Assignable(BlockadePosition):
    def __setattr__(self, name, value):
        pass


class HalfTheCells(BlockadePosition):
    def cells(self):
        return super().cells()[::2]


class OtherLetters(BlockadePosition):
    def cells(self):
        return super().cells().replace("x", "k")


class UnlikeItsCopies(BlockadePosition):
    def __reduce__(self):
        return BlockadePosition, tuple(self._replace(first=1, second=0))


class NoNumber(BlockadePosition):
    def mobility(self):
        return float("nan")


class RowFirstColumnFirst(RowColumn):
    def read(self, text):
        return tuple(reversed(super().read(text)))


class Miswritten(Blockade):
    notation = RowFirstColumnFirst(1, ",")


class Speechless(Blockade):
    @classmethod
    def facts(cls):
        facts = Blockade.facts()
        return Facts(facts.rules, dialogue=type(facts.dialogue)(turn="{nobody_knows}"))


def faulty(kind, rules=Blockade):
    """A position of this kind, with a mark on it."""
    return kind(*rules(4, 4).start().play(5))


@pytest.mark.parametrize(
    ("check", "position"),
    [
        (testing.moves_are_in_order_and_on_the_board, faulty(MovesInDisorder)),
        (testing.moves_are_in_order_and_on_the_board, faulty(MovesOffTheBoard)),
        (testing.who_cannot_move_has_lost, faulty(ADraw).play(13).play(3).play(15)),
        (testing.every_square_is_a_move_or_is_refused, faulty(UnlistedMove)),
        (testing.every_square_is_a_move_or_is_refused, faulty(SameTurnAgain)),
        (testing.every_square_is_a_move_or_is_refused, faulty(RefusedWithoutASentence)),
        (testing.playing_changes_nothing, faulty(PlayingGoesNowhere)),
        (testing.nothing_can_be_assigned, faulty(Assignable)),
        (testing.cells_tell_what_stands_where, faulty(HalfTheCells)),
        (testing.cells_tell_what_stands_where, faulty(OtherLetters)),
        (testing.copies_are_equal, faulty(UnlikeItsCopies)),
        (testing.squares_are_read_as_they_are_written, faulty(BlockadePosition, Miswritten)),
        (testing.the_levels_can_look_at_it, faulty(NoNumber)),
    ],
)
def test_a_faulty_position_is_found_and_named(check, position):
    with pytest.raises(AssertionError) as found:
        check(position)
    assert position.code in str(found.value)


def test_a_dialogue_that_asks_for_what_nobody_knows_is_found():
    with pytest.raises(KeyError, match="nobody_knows"):
        testing.the_dialogue_has_its_facts(faulty(BlockadePosition, Speechless))


def test_a_code_that_is_not_read_back_is_found():
    with pytest.raises(AssertionError, match="the code is read as another position"):
        testing.the_code_is_read_back(Rosy(4, 4).start())


def test_a_game_in_which_someone_moves_twice_is_found():
    start = SameTurnAgain(*Blockade(4, 4).start())
    with pytest.raises(AssertionError, match="take turns"):
        testing.check_record(Record(start, (5, 13)))


class Mistaken(PlainSolver):
    """Finds everything won."""

    def value(self, position, budget, progress):
        return Value(Verdict.WIN)


class Rosy(Blockade):
    """With a solver that is wrong."""

    def solver(self):
        return Mistaken()


def test_a_solver_that_is_wrong_is_found():
    with pytest.raises(AssertionError, match="the solver says"):
        testing.check_solver(Rosy, Random(1))


def test_a_game_that_is_not_installed_is_named():
    class Elsewhere(Blockade):
        name = "elsewhere"

    with pytest.raises(AssertionError, match="elsewhere is not installed"):
        testing.check_game(Elsewhere)


@pytest.mark.parametrize(
    ("facts", "problem"),
    [
        (Facts(()), "the facts need rules"),
        (Facts((Section("Turns", ""),)), "a heading and a text"),
        (Facts((Section("Turns", "Yours."),), look=Look(("X", "X"))), "different signs"),
    ],
)
def test_facts_that_lack_something_are_found(facts, problem):
    class Worded(Blockade):
        pass

    Worded.facts = classmethod(lambda cls: facts)
    with pytest.raises(AssertionError, match=problem):
        testing.check_facts(Worded)
