"""What each book has the program say: words only, with places for the facts that `wording` fills in.

The lines of the books' sections on command-line interaction stand here as the books have them. Where a book
is silent (a program's move, a game resigned) the words follow its manner.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from cornered.game import Reason


@dataclass(frozen=True)
class Dialogue:
    """The lines of one game; `{player}` is the one to move, `{winner}` and `{loser}` speak for themselves."""

    welcome: str
    turn: str
    prompt: str
    moved: str
    program_moved: str
    invalid: str
    endings: Mapping[Reason, str]
    first_turn: str | None = None
    first_prompt: str | None = None
    program_endings: Mapping[Reason, str] | None = None
    board_heading: str = ""
    seat: str = "{player}"


DIALOGUES: Mapping[str, Dialogue] = {
    "knights-blockade": Dialogue(
        welcome="Welcome to Knight's Blockade!",
        turn="{player}'s Knight is at {at}.\nAvailable Moves: {moves}",
        first_prompt="Enter your move (e.g., {example}): ",
        prompt="Enter your move: ",
        moved="You moved to {square}.\nCell {left} is now blocked.",
        program_moved="{player} moved to {square}.\nCell {left} is now blocked.",
        invalid="Invalid move. {reason}\nAvailable Moves: {moves}",
        endings={
            Reason.NO_MOVES: (
                "{loser}'s Turn:\nYour Knight is at {at}.\nNo legal moves available.\n"
                "**{winner} wins the game!**"
            ),
            Reason.RESIGNED: "{loser} resigns.\n**{winner} wins the game!**",
        },
        seat="{player} (K{number})",
    ),
    "blockade": Dialogue(
        welcome="Welcome to Blockade!",
        turn="{player} ('{symbol}'), it's your turn.\nAvailable moves: {runs}.\n",
        prompt="Enter your move (row and column): ",
        moved="You placed {a_symbol} at {square}.\nBlocked squares: {blocked}.",
        program_moved="{player} placed {a_symbol} at {square}.\nBlocked squares: {blocked}.",
        invalid="Invalid move. {reason}\nAvailable moves: {runs}.",
        endings={
            Reason.NO_MOVES: (
                "{loser} ('{loser_symbol}'), it's your turn.\nNo available moves. You cannot make a move.\n\n"
                "{winner} ('{winner_symbol}') wins the game!"
            ),
            Reason.RESIGNED: (
                "{loser} ('{loser_symbol}') resigns.\n\n{winner} ('{winner_symbol}') wins the game!"
            ),
        },
        seat="{player} ('{symbol}')",
    ),
    "block-capture": Dialogue(
        welcome="Welcome to Block Capture!",
        first_turn="{player} ({symbol}), choose your starting position along the edge.",
        turn=(
            "{player} ({symbol}), the last move was at {last}.\n"
            "You must place your marker adjacent to this position.\nAvailable positions: {moves}"
        ),
        prompt="Enter row and column numbers ({numbers}): ",
        moved="",
        program_moved="{player} ({symbol}) placed their marker at {square}.",
        invalid="Invalid move. {reason}\nAvailable positions: {moves}",
        endings={
            Reason.CENTRE: "Congratulations! You have captured the central block {square} and won the game!",
            Reason.NO_MOVES: (
                "{loser} ({loser_symbol}), the last move was at {last}.\n"
                "No available positions. You cannot place your marker.\n\n"
                "{winner} ({winner_symbol}) wins the game!"
            ),
            Reason.RESIGNED: "{loser} ({loser_symbol}) resigns.\n\n{winner} ({winner_symbol}) wins the game!",
        },
        program_endings={
            Reason.CENTRE: (
                "{winner} ({winner_symbol}) has captured the central block {square} and won the game!"
            ),
        },
        seat="{player} ({symbol})",
    ),
    "knights-duel": Dialogue(
        welcome=(
            "Welcome to Knight's Duel!\n{first}'s Knight is at {first_at}.\n"
            "{second}'s Knight is at {second_at}."
        ),
        turn="{player}, it's your turn.\nYour Knight is at {at}.\nAvailable moves: {moves}",
        prompt="Enter your move: ",
        moved="",
        program_moved="{player} moved to {square}.",
        invalid="{reason}\nInvalid move. Please enter a valid destination from the list: {moves}",
        board_heading="Current Board:\n",
        endings={
            Reason.NO_MOVES: "{loser} has no legal moves left.\n{winner} wins!",
            Reason.CAPTURE: "{winner} captures {loser}'s Knight.\n{winner} wins!",
            Reason.RESIGNED: "{loser} resigns.\n{winner} wins!",
        },
    ),
    "trap-the-knight": Dialogue(
        welcome="Welcome to Trap the Knight!",
        turn="",
        prompt="{player}, enter your move (e.g., {example}): ",
        moved="Move accepted. N{number} moved to {square}.",
        program_moved="{player} has moved. N{number} moved to {square}.",
        invalid="Invalid move. {reason}\nAvailable moves: {moves}",
        endings={
            Reason.CAPTURE: "{winner} captures {loser}'s Knight! {winner} wins!",
            Reason.NO_MOVES: "{loser} has no legal moves. {winner} wins!",
            Reason.RESIGNED: "{loser} resigns. {winner} wins!",
        },
        seat="{player} (N{number})",
    ),
}
