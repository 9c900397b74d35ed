"""The games as games of OpenSpiel: importing this module registers `cornered_knights_duel` and so on.

>>> game = pyspiel.load_game("cornered_knights_duel(rows=5,cols=6)")
>>> state = game.new_initial_state()
>>> [state.action_to_string(action) for action in state.legal_actions()]
['C2', 'B3']

Parameters are `rows`, `cols` and the game's own options, such as `start=A1; D3` and `repetitions=2`.
"""

from dataclasses import fields
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from cornered import GAMES, BadSetup, Game, Position, read_position
from cornered.arena.batch.arrays import PLANES
from cornered.arena.frameworks import class_name, module_name, opening
from cornered.arena.frameworks.views import planes
from cornered.solve import Budget, rate
from cornered.tables import Walking


def game_type(name: str) -> pyspiel.GameType:
    """What OpenSpiel wants to know of the game before it is loaded; its parameters are the book's."""
    book = GAMES[name].book_board
    return pyspiel.GameType(
        short_name=f"cornered_{module_name(name)}",
        long_name=GAMES[name].title,
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
        provides_observation_tensor=True,
        parameter_specification={"rows": book.rows, "cols": book.cols, **_options(name)},
    )


def _options(name: str) -> dict[str, Any]:
    """The game's own options and their defaults."""
    defaults = {field.name: field.default for field in fields(GAMES[name])}
    return {option.name: defaults.get(option.name, "") for option in GAMES[name].options}


def _longest(game: Game) -> int:
    """A bound on the plies of a game: squares are used up, or else placements of the two pieces are."""
    size, tables = game.board.size, game.tables()
    if not isinstance(tables, Walking) or tables.leaves_blocked:
        return size
    if not tables.repetitions:
        raise BadSetup("OpenSpiel plays games that end: without the rule on repetition this one may not.")
    return 2 * size * (size - 1) * (tables.repetitions - 1) + 1


class CorneredGame(pyspiel.Game):
    """The rules of one game on one board; the subclasses made below know which game."""

    name: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {name: value for name, value in (params or {}).items() if value != ""}
        self.opening = opening(self.name, **given)
        rules = self.opening.game
        info = pyspiel.GameInfo(
            num_distinct_actions=rules.board.size,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=_longest(rules),
        )
        super().__init__(game_type(self.name), info, params or {})

    def new_initial_state(self, state: Any = None) -> "CorneredState":
        """The opening, or the position that a code, a `to_dict` or a `to_struct` holds."""
        return CorneredState(self, self.opening if state is None else self._restored(state))

    def _restored(self, state: Any) -> Position:
        fields = state.to_dict() if isinstance(state, pyspiel.StateStruct) else state
        found = read_position(fields if isinstance(fields, str) else fields["code"])
        if found.game != self.opening.game:
            raise BadSetup(f"{found.code} is not a position of {self}.")
        return found

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Observes the board; with perfect recall, the moves so far."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return _Observer(self.opening.game)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class CorneredState(pyspiel.State):
    """A position; its string is its code, which holds all that matters for the rest of the game."""

    def __init__(self, game: CorneredGame, start: Position) -> None:
        super().__init__(game)
        self.position = start

    def current_player(self) -> int:
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else self.position.to_move - 1

    def is_terminal(self) -> bool:
        return not self.position.moves()

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.position.moves())

    def _apply_action(self, action: int) -> None:
        self.position = self.position.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.game.label(action)

    def returns(self) -> list[float]:
        outcome = self.position.outcome
        if outcome is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if outcome.winner == 1 else [-1.0, 1.0]

    def __str__(self) -> str:
        return self.position.code

    def _to_struct(self) -> dict[str, Any]:
        """What `to_json` and `to_dict` return: the code has everything, the rest spares parsing it."""
        cells, game = self.position.cells(), self.position.game
        return {
            "code": self.position.code,
            "current_player": int(self.current_player()),
            "board": [cells[row * game.cols : (row + 1) * game.cols] for row in range(game.rows)],
        }

    def _to_observation_struct(self, player: int) -> dict[str, Any]:
        return self._to_struct()

    def _action_to_struct(self, player: int, action: int) -> dict[str, Any]:
        return {"square": self.position.game.label(action)}

    def _struct_to_actions(self, struct: dict[str, Any]) -> list[int]:
        return [self.position.game.square(struct["square"])]


class _Observer:
    """The board as `planes` from one player's side; the state's string as text."""

    def __init__(self, game: Game) -> None:
        shape = (len(PLANES), game.rows, game.cols)
        self.tensor = np.zeros(len(PLANES) * game.board.size, np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: CorneredState, player: int) -> None:
        self.dict["observation"][:] = planes(state.position, player + 1)

    def string_from(self, state: CorneredState, player: int) -> str:
        return str(state)


class ExactBot(pyspiel.Bot):
    """Plays a best move by exact values, as far as they can be had within `seconds` a move."""

    def __init__(self, seconds: float = 1.0) -> None:
        super().__init__()
        self._budget = Budget(seconds)

    def restart_at(self, state: CorneredState) -> None: ...

    def step(self, state: CorneredState) -> int:
        return rate(state.position, self._budget)[0].square

    def provides_policy(self) -> bool:
        return True

    def step_with_policy(self, state: CorneredState) -> tuple[list[tuple[int, float]], int]:
        best = self.step(state)
        return [(action, float(action == best)) for action in state.legal_actions()], best


# OpenSpiel keeps what it is given until after Python has ended: a class survives that, a function would not.
for _name in GAMES:
    pyspiel.register_game(game_type(_name), type(class_name(_name), (CorneredGame,), {"name": _name}))
