"""Trap the Knight under its rule on repetition: the hunter always has a move, so the prey runs out of them.

The hunter keeps to some squares, its *ground*. With the prey on *p*, it may have to leave each square of the
ground that does not attack *p* as many times as that placement may still stand, and each of those moves
brings about a placement that may stand only so many times too. Give every such departure an arrival of
its own, a knight's move away: a matching where nothing has stood before, a flow where something has. If it
can be done for every square of the prey, the hunter wins. `docs/theorems.md` proves it, and that it can be
done from the start of a game on every board of at least 3×4.

What the hunter does with the prey on one square takes nothing from what it does with the prey on another.
So after a move only one of these flows has to be found again.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from cornered.board import LEAPS, Board, Steps, cells_in, reach
from cornered.games.trap_the_knight import TrapPosition
from cornered.solve.flow import Flow, Sent


class Spent(NamedTuple):
    """How many times a placement has stood: on whose turn, and with the hunter on which square."""

    hunters_turn: bool
    hunter: int
    times: int


class Hunt:
    """What a position's history leaves to the hunter."""

    def __init__(self, position: TrapPosition) -> None:
        self._board = position.game.board
        self._most = position.game.repetitions - 1
        self._hunts_now = position.hunter == position.to_move
        here, there = position.mover, position.other
        self.hunter, self.prey = (here, there) if self._hunts_now else (there, here)
        self._spent = self._spent_by_prey(position)

    @cached_property
    def ground(self) -> int | None:
        """Squares that give the hunter an answer for every turn that may come; None where none are found."""
        return next(filter(self._suffices, self._grounds()), None)

    def answers(self, prey: int) -> Sent:
        """By the hunter's square: where it goes with the prey on this one, if the hunt is won.

        One square for each time that the hunter may have to leave.
        """
        return (self.ground and self._answers(self.ground, prey)) or {}

    def _grounds(self) -> Iterator[int]:
        """All squares, so that there is most to choose from; else two, or a way to the prey."""
        yield _all_ground(self._board, self.hunter)
        yield from (1 << self.hunter | 1 << near for near in _leaps(self._board)[self.hunter])
        unpaid = [prey for prey in self._spent if self._balance(prey) > 0]
        if len(unpaid) == 1:  # there the prey moved first; more than one is the history of no game
            ways = {_way(self._board, square, *unpaid) for square in self._arrivals(*unpaid)}
            yield from (way for way in ways if way >> self.hunter & 1)

    def _balance(self, prey: int) -> int:
        """How many more times the prey stood here on its own turn than on the hunter's."""
        return sum(-times if turn else times for turn, _, times in self._spent[prey])

    def _arrivals(self, prey: int) -> list[int]:
        return [square for turn, square, _ in self._spent[prey] if not turn]

    def _suffices(self, ground: int) -> bool:
        squares = cells_in(_all_ground(self._board, self.prey))
        return all(
            self._answers(ground, prey) is not None
            if prey in self._spent
            else self._has_answers_at_first(ground, prey)
            for prey in squares
        )

    def _answers(self, ground: int, prey: int) -> Sent | None:
        return _answers(self._board, ground, prey, self._most, self._spent.get(prey, frozenset()))

    def _has_answers_at_first(self, ground: int, prey: int) -> bool:
        """Whether there are answers where no placement with the prey here has stood: once is then enough."""
        if ground.bit_count() == self._board.size:
            prey = _first_alike(self._board)[prey]
        return _answers(self._board, ground, prey, 1, frozenset()) is not None

    def _spent_by_prey(self, position: TrapPosition) -> dict[int, frozenset[Spent]]:
        stood = Counter(position.seen)
        if self._hunts_now:
            stood[position.to_move, self.hunter, self.prey] -= 1  # the hunter has yet to leave
        spent: dict[int, set[Spent]] = defaultdict(set)
        for (to_move, mover, other), times in stood.items():
            if to_move == position.hunter:
                spent[other].add(Spent(True, mover, times))
            else:
                spent[mover].add(Spent(False, other, times))
        return {prey: frozenset(placements) for prey, placements in spent.items()}


@lru_cache(maxsize=1 << 13)
def _answers(board: Board, ground: int, prey: int, most: int, spent: frozenset[Spent]) -> Sent | None:
    """A flow from all departures to the arrivals; None where it cannot take up all of them."""
    leaps, left = _leaps(board), {(turn, hunter): most - times for turn, hunter, times in spent}
    near = board.colour(prey)
    departures = {
        square: left.get((True, square), most)
        for square in _of_colour(board, ground, 1 - near)
        if prey not in leaps[square]
    }
    arrivals = {
        square: left.get((False, square), most)
        for square in _of_colour(board, ground, near)
        if square != prey
    }
    flow = Flow(leaps, arrivals)
    for square, favourite in _whole_board(board, 1 - near).items():
        if square in departures:
            departures[square] -= flow.send(square, favourite, departures[square])
    if not all(flow.send_anywhere(square) for square, times in departures.items() for _ in range(times)):
        return None
    return flow.by_source()


@cache
def _whole_board(board: Board, colour: int) -> dict[int, int]:
    """As many squares of one colour as can be, each with a square of its own a knight's move away.

    A good beginning for every square of the prey. On an even number of squares it is often the end, too: a
    square that does not attack the prey never has the prey's for its own.
    """
    everything = (1 << board.size) - 1
    flow = Flow(_leaps(board), dict.fromkeys(_of_colour(board, everything, 1 - colour), 1))
    for square in _of_colour(board, everything, colour):
        flow.send_anywhere(square)
    return {source: targets[0] for source, targets in flow.by_source().items()}


@cache
def _leaps(board: Board) -> dict[int, tuple[int, ...]]:
    steps = Steps(board, LEAPS)
    return {square: cells_in(steps[square]) for square in range(board.size)}


@lru_cache(maxsize=1 << 10)
def _all_ground(board: Board, square: int) -> int:
    """The squares that a knight may come to from this one, which is among them."""
    return reach(Steps(board, LEAPS), square, (1 << board.size) - 1) | 1 << square


@lru_cache(maxsize=1 << 10)
def _way(board: Board, hunter: int, prey: int) -> int:
    """The squares of a shortest way from the hunter to the prey, without the prey's; none without a way."""
    came_from, waiting = {hunter: hunter}, [hunter]
    for square in waiting:
        new = [near for near in _leaps(board)[square] if near not in came_from]
        came_from.update(dict.fromkeys(new, square))
        waiting += new
    way, square = 0, came_from.get(prey, prey)
    while square != prey and not way >> square & 1:
        way |= 1 << square
        square = came_from[square]
    return way


@cache
def _first_alike(board: Board) -> tuple[int, ...]:
    """For each square the first of all those that a symmetry of the board takes it to."""
    return tuple(map(min, zip(*board.symmetries(), strict=True)))


@lru_cache(maxsize=64)
def _of_colour(board: Board, squares: int, colour: int) -> tuple[int, ...]:
    return tuple(square for square in cells_in(squares) if board.colour(square) == colour)
