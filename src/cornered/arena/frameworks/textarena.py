"""The games for TextArena: importing this module registers `cornered/KnightsDuel-v0` and so on.

TextArena counts its players from 0; here, as in the books, they are Player 1 and Player 2.
"""

from typing import Any

import textarena as ta
from textarena.envs.registration import register
from textarena.wrappers import LLMObservationWrapper

from cornered import GAMES, IllegalMove
from cornered.arena.agents import text
from cornered.arena.frameworks import class_name, opening

_NAMES = {0: "Player 1", 1: "Player 2"}


class TextArenaEnv(ta.Env):
    """Two readers and writers at one board: each gets the rules once, and the board before every move.

    With `legal_moves` off they must find the moves themselves. An answer without a legal move is refused with
    the reason, `error_allowance` times running; the next one loses the game.
    """

    def __init__(
        self,
        game: str,
        rows: int | None = None,
        cols: int | None = None,
        legal_moves: bool = True,
        error_allowance: int = 1,
        **options: Any,
    ) -> None:
        self.position = self._opening = opening(game, rows, cols, **options)
        self._legal_moves = legal_moves
        self._error_allowance = error_allowance

    def reset(self, num_players: int = 2, seed: int | None = None) -> None:
        """Begins a game. There is nothing to seed, and the process's own randomness is left alone."""
        self.position = self._opening
        self.state = ta.TwoPlayerState(num_players, error_allowance=self._error_allowance)
        self.state.reset(player_prompt_function=self._prompt, role_mapping=dict(_NAMES))
        self._show_the_board()

    def _prompt(self, player_id: int, game_state: Any) -> str:
        return f"You are {_NAMES[player_id]}.\n{text.rules(self.position.game)}"

    def _show_the_board(self) -> None:
        message = text.scene(self.position)
        if self._legal_moves and self.position.moves():
            message += f"\n{text.legal_moves(self.position)}"
        self.state.add_observation(message, ta.ObservationType.GAME_BOARD)

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Plays the move in the answer, and passes the answer on to the other player."""
        player = self.state.current_player_id
        self.state.add_observation(action, ta.ObservationType.PLAYER_ACTION, from_id=player)
        try:
            self.position = self.position.play(text.move_in(action, self.position.game))
        except (text.NoMove, IllegalMove) as refusal:
            self.state.set_invalid_move(reason=str(refusal))
        else:
            if outcome := self.position.outcome:
                self.state.set_winner(outcome.winner - 1, reason=text.ending(outcome))
            self._show_the_board()
        done, info = self.state.step()
        return done, info


for _game in GAMES:
    register(f"cornered/{class_name(_game)}-v0", TextArenaEnv, [LLMObservationWrapper], game=_game)
