"""What holds of every game: the tests that the author of a game runs.

    from cornered.testing import check_game

    def test_it_is_a_game_like_any_other():
        check_game(YourGame)

What does not hold is an `AssertionError` that says what is wrong, and in which position. The game must be
installed, because positions are read back by its name.
"""

import pickle
from collections.abc import Callable, Iterator
from copy import copy, deepcopy
from math import isfinite
from random import Random

from cornered.board import Board
from cornered.draw import draw
from cornered.errors import BadSetup, IllegalMove, Refusal
from cornered.game import Ending, Game, Outcome, Position, Reason
from cornered.games import GAMES, new_game, opening, read_position
from cornered.play.opponents import opponent
from cornered.play.players import Kind, Player
from cornered.play.record import Record, read_records, write_record
from cornered.play.session import Session
from cornered.solve import Budget, Verdict, analyse
from cornered.solve.contract import never_stop
from cornered.solve.plain import PlainSolver
from cornered.terminal import wording

_LONGEST_GAME = 60  # plies: not every game comes to an end
_SMALL = 12  # squares: few enough for plain search


def check_game(rules: type[Game], games: int = 24, seed: int = 0) -> None:
    """Holds a game to the contract: its facts, its boards, its solver, and games by chance on many boards."""
    random = Random(seed)
    check_registered(rules)
    check_facts(rules)
    check_boards(rules)
    for board in (rules.book_board, *random.choices(boards_of(rules), k=games - 1)):
        record = random_record(rules, board, random)
        check_record(record)
        for position in positions_of(record):
            check_position(position)
        check_damaged_codes(record.last, random)
    check_solver(rules, random)
    check_levels(rules, random)


def boards_of(rules: type[Game], longest_side: int = 6) -> list[Board]:
    """The boards of up to this side on which the game can be played, the smallest first."""
    sides = range(1, longest_side + 1)
    boards = [Board(rows, cols) for rows in sides for cols in sides]
    return sorted((board for board in boards if _makes_a_game(rules, board)), key=lambda board: board.size)


def random_record(rules: type[Game], board: Board, random: Random) -> Record:
    """A game by chance: to its end, or to some ply, where a player may resign."""
    start = position = rules(board.rows, board.cols).start()
    squares: list[int] = []
    plies = random.choice((random.randrange(_LONGEST_GAME), _LONGEST_GAME))
    while len(squares) < plies and (moves := position.moves()):
        squares.append(random.choice(moves))
        position = position.play(squares[-1])
    ends = [Ending(winner, reason) for winner in (1, 2) for reason in (Reason.RESIGNED, Reason.FORFEIT)]
    ended = None if position.outcome else random.choice((None, *ends))
    return Record(start, tuple(squares), ended)


def positions_of(record: Record) -> Iterator[Position]:
    """Every position of a game, the first one included."""
    position = record.start
    yield position
    for square in record.squares:
        position = position.play(square)
        yield position


def check_registered(rules: type[Game]) -> None:
    """The game is the one that is found by its name."""
    name = rules.name
    _demand(name not in GAMES.broken, GAMES.broken.get(name, ""))
    _demand(GAMES.get(name) is rules, f"{name} is not installed as an entry point of 'cornered.games'.")
    _demand(opening(name) == new_game(name).start(), "without options, the opening must be the start.")


def check_facts(rules: type[Game]) -> None:
    """The words are there, and what they say of boards and moves is possible."""
    facts, headline = rules.facts(), rules.headline()
    _demand(bool(headline.goal and headline.line), "the facts need a goal and a line.")
    _demand(bool(facts.rules), "the facts need rules.")
    _demand(all(map(all, facts.rules)), "each section of the rules needs a heading and a text.")
    _demand(len(set(facts.look.signs)) == 2, "the two players need different signs.")
    for offer in facts.worth_playing:
        opening(rules.name, offer.board, offer.options)
    if facts.demo:
        position = read_position(facts.demo.start)
        for move in facts.demo.moves:
            position = position.play(position.game.square(move))


def check_boards(rules: type[Game]) -> None:
    """The game's own board and its smallest one make a game; nothing less does."""
    smallest = rules.smallest_board
    rules(smallest.rows, smallest.cols)
    _demand(_makes_a_game(rules, rules.book_board), "nobody can move on the game's own board.")
    for board in (Board(0, 0), Board(smallest.rows - 1, smallest.cols), Board(1, 10**6)):
        _demand(not _makes_a_game(rules, board), f"{board} must be refused as a board.")


def check_record(record: Record) -> None:
    """The players take turns, and the record of the game is read back as it was written."""
    for ply, position in enumerate(positions_of(record)):
        _demand(position.to_move == ply % 2 + 1, "the players must take turns, Player 1 first", position)
        _demand(position.game == record.start.game, "a move must not change the game", position)
    written = write_record(record)
    _demand(list(read_records(written)) == [record], f"the record is not read back as it was:\n{written}")


def check_position(position: Position) -> None:
    """All that holds of a single position."""
    for check in POSITION_CHECKS:
        check(position)


def moves_are_in_order_and_on_the_board(position: Position) -> None:
    """`moves()` gives a tuple of squares, ascending, each once."""
    moves, size = position.moves(), position.game.board.size
    _demand(isinstance(moves, tuple), "moves() must be a tuple", position)
    _demand(list(moves) == sorted(set(moves)), "the moves are not in ascending order", position)
    _demand(all(0 <= square < size for square in moves), "the moves leave the board", position)


def who_cannot_move_has_lost(position: Position) -> None:
    """There is an outcome exactly when there is no move, and then the player to move has lost."""
    expected = None if position.moves() else Outcome(3 - position.to_move, position.end_reason())
    _demand(position.outcome == expected, f"the outcome {position.outcome} must be {expected}", position)


def every_square_is_a_move_or_is_refused(position: Position) -> None:
    """A move gives the turn to the other player; any other square is refused with a reason and a sentence."""
    size, moves = position.game.board.size, position.moves()
    for square in range(-1, size + 1):
        refusal = _refusal(position, square)
        _demand(
            (refusal is None) == (square in moves), f"move {square} is listed and refused, or not", position
        )
        if refusal is None:
            after = position.play(square)
            _demand(after.to_move == 3 - position.to_move, f"move {square} keeps the turn", position)
            continue
        _demand(str(refusal).endswith("."), f"'{refusal}' must be a sentence", position)
        outside = refusal.reason == Refusal.OFF_THE_BOARD
        _demand(
            outside == (square in (-1, size)), f"square {square} is refused as {refusal.reason}", position
        )


def _refusal(position: Position, square: int) -> IllegalMove | None:
    try:
        position.play(square)
    except IllegalMove as error:
        return error
    return None


def playing_changes_nothing(position: Position) -> None:
    """A position is a value: whatever is played, it stays as it was."""
    before = position.code, hash(position), position.moves()
    after = [position.play(square) for square in position.moves()]
    unchanged = (position.code, hash(position), position.moves()) == before
    _demand(unchanged, "playing changed the position", position)
    _demand(position not in after, "a move leads to the position that it came from", position)


def nothing_can_be_assigned(position: Position) -> None:
    """Neither the turn of a position nor the sides of its board."""
    for target, name in ((position, "to_move"), (position.game, "rows")):
        try:
            setattr(target, name, getattr(target, name))
        except AttributeError:
            continue
        _demand(False, f"{name} can be assigned to", position)


def cells_tell_what_stands_where(position: Position) -> None:
    """`cells()` has one letter a cell: a, b, x or a full stop, in capitals where the game wants to."""
    cells = position.cells()
    _demand(len(cells) == position.game.board.size, "cells() has too few or too many", position)
    _demand(set(cells.lower()) <= set("abx."), "cells() has letters other than a, b, x and '.'", position)


def the_code_is_read_back(position: Position) -> None:
    """`read_position` gives the same position: equal, of one hash, in the same game, with the same moves."""
    found = read_position(position.code)
    _demand(
        (found, hash(found)) == (position, hash(position)), "the code is read as another position", position
    )
    same = (found.game, found.moves(), found.outcome) == (position.game, position.moves(), position.outcome)
    _demand(same, "what the code is read as has another game or other moves", position)


def copies_are_equal(position: Position) -> None:
    """Pickled or copied, as on the way to another process, a position is the same."""
    for twin in (pickle.loads(pickle.dumps(position)), copy(position), deepcopy(position)):
        same = type(twin) is type(position) and (twin, hash(twin)) == (position, hash(position))
        _demand(same and twin.moves() == position.moves(), "a copy of it differs", position)


def squares_are_read_as_they_are_written(position: Position) -> None:
    """Every legal move can be typed as it is listed, and as the notation says that players type it."""
    game = position.game
    for square in position.moves():
        for text in (game.label(square), game.notation.typed(*game.board.place(square))):
            _demand(game.square(text) == square, f"{text} is read as square {game.square(text)}", position)


def it_can_be_drawn(position: Position) -> None:
    """The terminal has a line for each row of the board."""
    _demand(len(draw(position).splitlines()) >= position.game.rows, "the drawing lacks rows", position)


def the_dialogue_has_its_facts(position: Position) -> None:
    """Nothing stands in braces that nobody could tell."""
    session = Session((position,), (Player(), Player()))
    lines = wording.dialogue_of(session)
    lines.welcome.format(**wording.welcome_facts(session))
    wording.seat(session, position.to_move)
    wording.ending(session.resign(position.to_move))
    for line in (lines.first_turn, lines.turn, lines.first_prompt, lines.prompt, lines.invalid):
        (line or "").format(**wording.turn_facts(session), reason="")
    for after in map(session.play, position.moves()):
        for line in (lines.moved, lines.program_moved):
            line.format(**wording.move_facts(after))
        if after.outcome:
            wording.ending(after)


def the_levels_can_look_at_it(position: Position) -> None:
    """Mobility and room are numbers."""
    for seen in (position.mobility(), position.room()):
        _demand(isfinite(seen), f"mobility and room must be numbers, not {seen}", position)


POSITION_CHECKS: tuple[Callable[[Position], None], ...] = (
    moves_are_in_order_and_on_the_board,
    who_cannot_move_has_lost,
    every_square_is_a_move_or_is_refused,
    playing_changes_nothing,
    nothing_can_be_assigned,
    cells_tell_what_stands_where,
    the_code_is_read_back,
    copies_are_equal,
    squares_are_read_as_they_are_written,
    it_can_be_drawn,
    the_dialogue_has_its_facts,
    the_levels_can_look_at_it,
)


def check_damaged_codes(position: Position, random: Random, tries: int = 20) -> None:
    """Whatever happens to a code on its way, it is refused or it is the code of a position."""
    for _ in range(tries):
        code, at = position.code, random.randrange(len(position.code))
        check_code(code[:at] + random.choice(("", *"abxA1-.")) + code[at + random.randrange(3) :])


def check_code(code: str) -> None:
    """Any text is refused with a sentence, or is the one code of a position that can be played."""
    try:
        found = read_position(code)
    except BadSetup:
        return
    _demand(found.code == code, f"the code {code} is read as that of another position", found)
    for square in found.moves():
        _demand(found.play(square).to_move != found.to_move, f"move {square} keeps the turn", found)


def check_solver(rules: type[Game], random: Random) -> None:
    """On small boards the game's solver says what plain search does, and its lines of best play hold.

    From the end of a game backwards, as far as plain search can tell.
    """
    for board in [board for board in boards_of(rules) if board.size <= _SMALL][-4:]:
        plain = PlainSolver()
        for position in reversed(list(positions_of(random_record(rules, board, random)))):
            if position.moves() and not _solved_alike(position, plain):
                break


def _solved_alike(position: Position, plain: PlainSolver) -> bool:
    """Holds the solver to plain search; False where that one finds no answer in time."""
    expected = plain.value(position, Budget(0.5), never_stop)
    if expected.plies is None:
        return False
    found = analyse(position, Budget(2))
    if found.value.verdict in (Verdict.WIN, Verdict.LOSS):
        right = found.value in (expected, (expected.verdict, None))
        _demand(right, f"the solver says {found.value}, plain search {expected}", position)
    if found.value.plies:
        last = position
        for square in found.line:
            last = last.play(square)
        right = len(found.line) == found.value.plies and last.outcome is not None
        _demand(right, f"{found.line} is no line of {found.value.plies} plies to the end", position)
    return True


def check_levels(rules: type[Game], random: Random) -> None:
    """Every program that one can play against makes legal moves."""
    position = new_game(rules.name, boards_of(rules)[-1]).start()
    for kind in (kind for kind in Kind if kind is not Kind.HUMAN):
        chosen = opponent(kind, random).choose(position)
        _demand(chosen in position.moves(), f"the level {kind} plays {chosen}", position)


def _makes_a_game(rules: type[Game], board: Board) -> bool:
    try:
        return bool(rules(board.rows, board.cols).start().moves())
    except BadSetup:
        return False


def _demand(holds: bool, problem: str, position: Position | None = None) -> None:
    if not holds:
        raise AssertionError(f"{problem}: {position.code}" if position else problem)
