"""A review told at the terminal: move by move, a small graph, and another try at each mistake."""

from dataclasses import replace

from cornered.errors import IllegalMove
from cornered.play.commentary import (
    gave_away,
    in_words,
    offered,
    refuted,
    remark,
    sign,
    summary,
)
from cornered.play.review import Judgement, MoveReview, Review, review_moves, worth_resigned
from cornered.play.session import Session
from cornered.solve import Budget, Rating, analyse, rate
from cornered.solve.contract import BEST_FIRST
from cornered.terminal.console import BOLD, RED, Console, terminal_width
from cornered.terminal.painting import board, numbered, tinted

_BARS = "▁▂▃▄▅▆▇█"
_LONGEST_NAME = 12
_PATIENCE = 2.0
_DRAWN = 5
"""How many moves of a refutation are numbered on the board."""


def tell_review(console: Console, session: Session, *, answers: bool = True) -> Review:
    """Reviews the game and shows each move as soon as it is known; with `answers` also what was better."""
    _tell_heading(console, session)
    reviewed = []
    for move in review_moves(session):
        _tell_move(console, session, move, answers)
        reviewed.append(move)
    review = Review(session, tuple(reviewed), worth_resigned(session))
    console.say()
    _tell_graph(console, review)
    _tell_summary(console, review, answers)
    return review


def offer_retry(console: Console, review: Review) -> None:
    """Asks whether the mistakes shall be tried again, where there are any."""
    if not review.mistakes():
        return
    if console.confirm("Try the mistakes again?"):
        retry(console, review)
    elif review.deciding:
        _tell_answer(console, review.session, review.deciding)


def retry(console: Console, review: Review) -> None:
    """Puts the player back at each mistake, without the answer, until a better move is found or skipped."""
    mistakes = [move for move in review.mistakes() if review.session.players[move.player - 1].is_human]
    mistakes = mistakes or list(review.mistakes())
    if not mistakes:
        console.tell("There is no mistake to try again.")
    for move in mistakes:
        if not _retried(console, review.session, move):
            return


def _tell_heading(console: Console, session: Session) -> None:
    first, second = (player.listed(seat) for seat, player in enumerate(session.players, 1))
    outcome = session.outcome
    result = (
        f"{session.players[outcome.winner - 1].listed(outcome.winner)} won"
        if outcome
        else "no result"
        if session.over
        else "not over yet"
    )
    console.say()
    console.tell(f"{session.game.title} {session.game.board}: {first} against {second}, {result}.")
    console.say()


def _tell_move(console: Console, session: Session, move: MoveReview, answers: bool) -> None:
    width = max(len(_name(session, player)) for player in (1, 2))
    name = f"{_name(session, move.player):<{width}}"
    label = session.game.label(move.square)
    change = f"{sign(move.before)} → {sign(move.after)}"
    mistake = move.judgement is Judgement.MISTAKE
    comment = remark(session, move) if answers else str(move.judgement)
    line = f"{move.ply + 1:>3}. {console.player(move.player, name)} {label:<7} "
    line += tinted(console, move.after, f"{change:<9}")
    console.tell(f"{line}  {console.styled(comment, *((BOLD, RED) if mistake else ()))}", hanging="     ")
    if mistake and answers:
        console.tell(refuted(session, move), indent="     ")


def _tell_graph(console: Console, review: Review) -> None:
    """One bar a move, in the row of the player who then stands to win: the nearer the end, the taller."""
    longest = max((move.after.plies or 0 for move in review.moves), default=0)
    margin = max(len(_name(review.session, player)) for player in (1, 2)) + 1
    step = max((terminal_width() or len(review.moves) + margin) - margin, 10)
    deciding = review.deciding
    for begin in range(0, len(review.moves), step):
        shown = review.moves[begin : begin + step]
        for player in (1, 2):
            bars = "".join(_bar(move, longest) if move.winning_player == player else " " for move in shown)
            name = f"{_name(review.session, player):<{margin}}"
            console.say(f"{name}{console.player(player, bars)}".rstrip())
        if deciding in shown:
            console.say(f"{' ' * (margin + shown.index(deciding))}^")


def _bar(move: MoveReview, longest: int) -> str:
    if move.after.plies is None or not longest:
        return _BARS[3]
    return _BARS[round((len(_BARS) - 1) * (1 - (move.after.plies - 1) / longest))]


def _tell_summary(console: Console, review: Review, answers: bool) -> None:
    session, deciding = review.session, review.deciding
    if deciding:
        label = session.game.label(deciding.square)
        loser = session.players[deciding.player - 1].called(deciding.player)
        missed = f": {offered(session, deciding)}" if answers else ""
        console.tell(f"Move {deciding.ply + 1}, {label} by {loser}, lost the game{missed}.")
        if answers:
            _show_refutation(console, session, deciding)
    else:
        console.tell(summary(review))
    for number, player in enumerate(session.players, 1):
        right, mattered = review.accuracy(number)
        share = f"{right} of {mattered} decisions right ({right / mattered:.0%})" if mattered else ""
        console.tell(f"{player.called(number)}: {share or 'no choice mattered'}.")


def _retried(console: Console, session: Session, move: MoveReview) -> bool:
    """One mistake tried again; False if the player leaves."""
    before = Session(session.positions[: move.ply + 1], session.players, session.squares[: move.ply])
    console.tell_lines(f"\nMove {move.ply + 1}, {session.players[move.player - 1].called(move.player)}:")
    console.say(board(console, before))
    console.tell(f"{gave_away(session, move)}. Find a better move.")
    ratings = {rating.square: rating for rating in rate(before.position, Budget(_PATIENCE))}
    while True:
        typed = console.ask_or_leave("Your move (Enter skips, q leaves): ")
        if typed.lower() in ("q", "quit"):
            return False
        if not typed:
            _tell_answer(console, session, move)
            return True
        try:
            square = session.game.square(typed)
            tried = before.play(square)
        except IllegalMove as error:
            console.tell(f"Invalid move. {error}")
            continue
        if _told_better(console, tried, ratings[square], move):
            return True


def _told_better(console: Console, tried: Session, rating: Rating, move: MoveReview) -> bool:
    """Says whether the move just tried is better, and what refutes it if not; True if it is good enough."""
    told = f"{tried.game.label(rating.square)} {in_words(rating.value)}"
    verdict = rating.value.verdict
    if verdict is move.before.verdict:
        console.tell(f"Better: {told}.")
        return True
    if BEST_FIRST.index(verdict) < BEST_FIRST.index(move.after.verdict):
        console.tell(f"Better, but not the best: {told}.")
        return False
    console.tell(f"No better: {told}.")
    line = analyse(tried.position, Budget(_PATIENCE)).line
    _show_refutation(console, tried, replace(move, square=rating.square, after=rating.value, refutation=line))
    return False


def _tell_answer(console: Console, session: Session, move: MoveReview) -> None:
    """What a mistake passed over, and how it is refuted."""
    console.tell(f"{offered(session, move)}.")
    _show_refutation(console, session, move)


def _show_refutation(console: Console, session: Session, move: MoveReview) -> None:
    """The board after a mistake with the moves that punish it numbered, and the same in words."""
    if not move.refutation:
        return
    after = Session(session.positions[: move.ply + 2], session.players, session.squares[: move.ply + 1])
    console.say(f"\n{board(console, after, numbered(after, move.refutation[:_DRAWN]))}")
    console.tell(refuted(session, move))


def _name(session: Session, player: int) -> str:
    return session.players[player - 1].called(player)[:_LONGEST_NAME]
