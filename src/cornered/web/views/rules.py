"""The rules of a game, the boards worth playing and what is known: their shapes, and how they are filled."""

from functools import lru_cache

from pydantic import BaseModel, Field

from cornered.game import Game, Position
from cornered.games import read_position
from cornered.play.offers import Offer, about_seat, offers
from cornered.solve import Budget
from cornered.web.config import Limits
from cornered.web.views.position_views import PositionView, line_along, line_view, typed_line


class RulesSection(BaseModel):
    """A part of the rules."""

    heading: str
    text: str


class RulingView(BaseModel):
    """Where a book's example contradicts its rule: what each says, and what holds."""

    example: str
    rule: str
    ruling: str


class OptionView(BaseModel):
    """What a game lets its players set before it begins, besides the board."""

    name: str
    value: str = Field(description="Stands for what is typed, as in `SQUARES`.")
    help: str


class BoardOffer(BaseModel):
    """A board worth playing, with the seat and the level that make a good first game there."""

    rows: int
    cols: int
    options: dict[str, str] = Field(description="To be sent along when such a game begins.")
    book: bool
    usual: bool = Field(description="Whether this is the board to offer to someone new.")
    line: str = Field(description="What is known about it, in a sentence.")
    seat: int = Field(description="The seat that can win.")
    seats: list[str] = Field(description="What to know about seat 1 and seat 2 before taking it.")
    level: str


class RulesSummary(BaseModel):
    """A game in short."""

    name: str
    title: str
    goal: str
    line: str
    rows: int
    cols: int
    smallest: list[int] = Field(description="The shorter and the longer side of the smallest board.")
    largest_side: int
    odd_sides: bool = Field(description="Whether both sides of the board must be odd.")
    boards: list[BoardOffer] = Field(description="Boards worth playing, the book's first.")
    options: list[OptionView]
    own_symbols: bool = Field(description="Whether players may choose their symbols.")
    coin_toss: bool = Field(description="Whether a coin toss decides who is Player 1.")
    example: str = Field(description="A square as a player types it.")
    start: str = Field(description="The code of the first position on the book's board.")
    demo: PositionView = Field(description="A good game.")


class RulesView(RulesSummary):
    """A game with its rules, its rulings and what is known."""

    squares: str
    rules: list[RulesSection]
    rulings: list[RulingView]
    known: list[str]
    advice: str


def rules_summary(rules: type[Game], limits: Limits) -> RulesSummary:
    """A game in short."""
    facts, headline = rules.facts(), rules.headline()
    book, smallest = rules.book_board, rules.smallest_board
    start = rules(book.rows, book.cols).start()
    demo = facts.demo
    shown = typed_line(read_position(demo.start), demo.moves) if demo else line_along(start)
    return RulesSummary(
        name=rules.name,
        title=rules.title,
        goal=headline.goal,
        line=headline.line,
        rows=book.rows,
        cols=book.cols,
        smallest=[smallest.rows, smallest.cols],
        largest_side=min(limits.largest_side, rules.notation.largest_side),
        odd_sides=rules.odd_sides,
        boards=[_board_offer(offer) for offer in offers(rules)],
        options=[OptionView(name=one.name, value=one.value, help=one.help) for one in rules.options],
        own_symbols=facts.look.own_symbols,
        coin_toss=facts.coin_toss,
        example=start.game.example,
        start=start.code,
        demo=line_view(shown),
    )


def rules_view(rules: type[Game], limits: Limits) -> RulesView:
    """A game with all that there is to read about it."""
    facts, headline = rules.facts(), rules.headline()
    return RulesView(
        **dict(rules_summary(rules, limits)),
        squares=headline.squares,
        rules=[RulesSection(**section._asdict()) for section in facts.rules],
        rulings=[RulingView(**ruling._asdict()) for ruling in facts.rulings],
        known=list(headline.known),
        advice=headline.advice,
    )


@lru_cache(maxsize=256)
def role_of(start: Position, seat: int) -> str:
    """What the player in this seat should know, as far as that needs no search."""
    return about_seat(start, seat, Budget(seconds=0))


def _board_offer(offer: Offer) -> BoardOffer:
    start, known = offer.start, offer.known
    game = start.game
    return BoardOffer(
        rows=game.rows,
        cols=game.cols,
        options=dict(known.options),
        book=game.board == game.book_board and not known.options,
        usual=known.newcomer,
        line=offer.line,
        seat=offer.seat,
        seats=[role_of(start, seat) for seat in (1, 2)],
        level=offer.level.value,
    )
