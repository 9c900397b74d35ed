"""Checks puzzles against every line of play: the accepted answers are exactly the moves that keep the result.

    python tools/check_puzzles.py [NUMBER] [GAME ...]

Uses the rules and a plain search of its own: neither the solvers nor the kernel. What is found of every move
must be what the puzzle says of it, to the ply. Every wrong move must be met by the line that refutes it
soonest, to the end of the game, and every answer by the defence that holds out longest, until nothing that
anybody plays changes who wins. No two puzzles of a set may look alike: the boards are turned here for that.
NUMBER puzzles of each game, 10,000 unless it is given: one set on each of its boards.
"""

import sys
import time
from itertools import islice

from cornered.game import Game, Position
from cornered.games import GAMES
from cornered.play.puzzles import Attempt, Puzzle, Status, Task, begin, boards_of, puzzles

_LONGEST_LINE = 11
"""Plies: no move of a puzzle may take longer to decide, where the game names no horizon of its own."""

_REMEMBERED_FOR = 250
"""Puzzles: then the referee forgets what it knows, which would fill the memory."""


class Referee:
    """Who wins and how soon, by trying every line of play, one ply deeper at a time.

    Positions with the same squares taken are looked at once. Where positions may come back, no line is long
    enough for one to stand a third time: that takes eight plies.
    """

    def __init__(self, game: Game) -> None:
        self._merged = game.facts().look.piece == "mark"
        self._limit = game.facts().puzzles.horizon or _LONGEST_LINE
        assert not game.positions_come_back or self._limit < 8
        self._decided: dict[tuple[int, str, int], int] = {}
        self._open: dict[tuple[int, str, int], int] = {}

    def plies_of(self, position: Position, square: int) -> int | None:
        """In how many plies this move wins, an odd number, or loses; None where that is beyond the limit."""
        after = position.play(square)
        return next((1 + plies for plies in range(self._limit) if self._ends(after, plies)), None)

    def _ends(self, position: Position, plies: int) -> bool:
        """Whether the player to move wins, if `plies` is odd, or loses, if it is even, within `plies`."""
        if _is_lost(position):
            return plies % 2 == 0
        moves = position.moves()
        if plies <= 1:  # no ply is left, or one, which must then end the game
            return plies == 1 and any(_is_lost(position.play(square)) for square in moves)
        place = self._place(position, plies)
        if self._decided.get(place, plies + 1) <= plies:
            return True
        if self._open.get(place, -1) >= plies:
            return False
        ends = (self._ends(position.play(square), plies - 1) for square in moves)
        found = any(ends) if plies % 2 else all(ends)
        (self._decided if found else self._open)[place] = plies
        return found

    def _place(self, position: Position, plies: int) -> tuple[int, str, int]:
        """What is remembered of a position: winning and losing are two questions."""
        cells = position.cells()
        parity = plies % 2
        return (0, cells.translate(_TAKEN), parity) if self._merged else (position.to_move, cells, parity)


_TAKEN = str.maketrans("abAB", "xxLL")


def _is_lost(position: Position) -> bool:
    """Whether the game is over, which it is only when the player to move has lost."""
    if position.moves():
        return False
    assert position.outcome is not None
    assert position.outcome.winner == 3 - position.to_move
    return True


def fault(puzzle: Puzzle, referee: Referee) -> str | None:
    """What is wrong with a puzzle, by the rules alone; None if nothing is."""
    plies = {square: referee.plies_of(puzzle.position, square) for square in puzzle.position.moves()}
    told = {rating.square: rating.value.plies for rating in puzzle.ratings}
    horizon = puzzle.game.facts().puzzles.horizon
    if horizon is None and plies != told:
        return f"its moves are said to take {told} plies, and take {plies}"
    right = answers(puzzle.task, plies)
    if right != set(puzzle.answers):
        return f"{puzzle.answers} are accepted, but right are {sorted(right)}"
    best = max(right, key=lambda square: _merit(plies[square]))
    if plies[best] != puzzle.plies:
        return f"it is said to take {puzzle.plies} plies, and takes {plies[best]}"
    tries = {square: begin(puzzle).play(square) for square in plies}
    wrong = (_unrefuted(tries[square], plies[square], referee) for square in {*plies} - right)
    weak = (_badly_met(tries[square], referee) for square in right)
    return next(filter(None, (*wrong, *weak)), None)


def _unrefuted(attempt: Attempt, plies: int | None, referee: Referee) -> str | None:
    """What is wrong with the answer to a wrong move, which loses in so many plies or decides nothing."""
    position = attempt.position
    for square in attempt.refutation:
        position = position.play(square)
    length = 1 + len(attempt.refutation)
    ends = length == plies and _is_lost(position) and position.to_move == attempt.puzzle.position.to_move
    saves = plies is None and [referee.plies_of(attempt.position, one) for one in attempt.refutation] == [
        None
    ]
    if attempt.status is Status.FAILED and (ends or saves):
        return None
    return f"after {attempt.squares} the refutation is {attempt.refutation}, and should end in {plies} plies"


def _badly_met(attempt: Attempt, referee: Referee) -> str | None:
    """What is wrong with how an answer is met: a reply that loses sooner than another, or an early end."""
    while attempt.status is Status.OPEN:
        position = attempt.puzzle.position
        for square in attempt.squares[:-1]:
            position = position.play(square)
        lasting = {square: referee.plies_of(position, square) or 1 for square in position.moves()}
        if any(number % 2 for number in lasting.values()):
            return f"{attempt.squares[:-1]} does not win by force"
        if lasting[attempt.squares[-1]] != max(lasting.values()):
            return f"{attempt.squares} ends with a reply that does not hold out longest"
        winning = {square: referee.plies_of(attempt.position, square) for square in attempt.accepted}
        if any(number is not None and number % 2 == 0 for number in winning.values()):
            return f"after {attempt.squares} {attempt.accepted} are accepted, and not all of them win"
        attempt = attempt.play(min(winning, key=lambda square: winning[square] or _LONGEST_LINE + 2))
    solver = attempt.puzzle.position.to_move
    if attempt.puzzle.task is Task.WIN and not _always_wins(attempt.position, solver, {}):
        return f"after {attempt.squares} it is called solved, and can still be lost"
    return None if attempt.status is Status.SOLVED else f"{attempt.squares} was called wrong"


def _always_wins(position: Position, player: int, known: dict[Position, bool]) -> bool:
    """Whether this player wins whatever both of them play."""
    if position not in known:
        if _is_lost(position):
            return position.to_move != player
        after = (position.play(square) for square in position.moves())
        known[position] = all(_always_wins(one, player, known) for one in after)
    return known[position]


def turned_alike(position: Position) -> str:
    """The same for all positions that are each other's turns and reflections, players exchanged or not."""
    rows, cols, cells = position.game.rows, position.game.cols, position.cells()
    if position.game.facts().look.piece == "mark":
        cells = cells.translate(_TAKEN)
    elif position.to_move == 2:
        cells = cells.translate(str.maketrans("ab", "ba"))
    board = [cells[start : start + cols] for start in range(0, rows * cols, cols)]
    images = []
    for _ in range(4):
        board = ["".join(line) for line in zip(*board[::-1], strict=True)]  # a quarter turn
        images += ["/".join(board), "/".join(line[::-1] for line in board)]
    return min(images)


def answers(task: Task, plies: dict[int, int | None]) -> set[int]:
    """Every move that fulfils the task, of moves that win or lose in so many plies."""
    winning = {square for square, number in plies.items() if number and number % 2}
    if task is Task.WIN or winning:
        return winning if task is Task.WIN else set()
    undecided = {square for square, number in plies.items() if number is None}
    return undecided or {square for square, number in plies.items() if number != 2}


def _merit(plies: int | None) -> int:
    """The sooner a move wins the better, and the later it loses."""
    return 0 if plies is None else 1000 - plies if plies % 2 else plies - 1000


def check(game: Game, number: int) -> int:
    """Checks so many puzzles of a set, or all that it has; ends the program with the first that is wrong."""
    alike, referee = set[str](), Referee(game)
    for puzzle in islice(puzzles(game, "check"), number):
        if len(alike) % _REMEMBERED_FOR == 0:
            referee = Referee(game)
        if wrong := fault(puzzle, referee):
            sys.exit(f"{puzzle.name}: {wrong}.")
        like = turned_alike(puzzle.position)
        if like in alike:
            sys.exit(f"{puzzle.name} looks like an earlier one of its set.")
        alike.add(like)
    print(f"{game.title} {game.board}: {len(alike)} different, all right.", flush=True)
    return len(alike)


def main() -> None:
    """Checks every game, or those named."""
    wanted = [name for name in sys.argv[1:] if not name.isdecimal()] or list(GAMES)
    number = int(next(filter(str.isdecimal, sys.argv[1:]), "10000"))
    for name in wanted:
        begun, total = time.process_time(), 0
        boards = sorted(boards_of(GAMES[name]), key=lambda board: board.size)
        for place, board in enumerate(boards):  # the larger ones make up for what the small ones lack
            share = -(-(number - total) // (len(boards) - place))
            total += check(GAMES[name](board.rows, board.cols), share)
        seconds = time.process_time() - begun
        print(f"{name}: {total} puzzles, all right, in {seconds:.0f} s of CPU time.", flush=True)


if __name__ == "__main__":
    main()
