"""Knight's Blockade as a game of OpenSpiel, so that its solvers can be measured on the same position."""

import pyspiel

from cornered import Position, new_game

START = new_game("knights-blockade").start()
SQUARES = START.game.board.size

_TYPE = pyspiel.GameType(
    short_name="python_knights_blockade",
    long_name="Knight's Blockade",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=False,
    parameter_specification={},
)
_INFO = pyspiel.GameInfo(
    num_distinct_actions=SQUARES,
    max_chance_outcomes=0,
    num_players=2,
    min_utility=-1.0,
    max_utility=1.0,
    utility_sum=0.0,
    max_game_length=SQUARES,
)


class KnightsBlockadeGame(pyspiel.Game):
    """The game on its book's board."""

    NAME = _TYPE.short_name

    def __init__(self, params=None):
        super().__init__(_TYPE, _INFO, params or {})

    def new_initial_state(self):
        """The knights in their corners."""
        return KnightsBlockadeState(self)


class KnightsBlockadeState(pyspiel.State):
    """A position; the key that solvers remember it by is as short as it can be."""

    def __init__(self, game):
        super().__init__(game)
        self.position: Position = START

    def current_player(self):
        """The player to move, counted from 0."""
        return self.position.to_move - 1 if self.position.moves() else pyspiel.PlayerId.TERMINAL

    def _legal_actions(self, player):
        return list(self.position.moves())

    def _apply_action(self, action):
        self.position = self.position.play(action)

    def _action_to_string(self, player, action):
        return self.position.game.label(action)

    def is_terminal(self):
        """Whether the player to move is stuck."""
        return not self.position.moves()

    def returns(self):
        """1 for the winner, -1 for the loser."""
        if self.position.moves():
            return [0.0, 0.0]
        return [1.0, -1.0] if self.position.to_move == 2 else [-1.0, 1.0]

    def __str__(self):
        _, to_move, mover, other, blocked, _ = self.position
        return f"{to_move} {mover} {other} {blocked}"


pyspiel.register_game(_TYPE, KnightsBlockadeGame)
