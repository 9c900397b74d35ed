"""An engine at the board: a program that speaks UCI or UGI, asked for one move after another."""

import re
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from time import monotonic
from weakref import finalize

from cornered.arena.agents.addresses import number_in
from cornered.arena.agents.program import Program, ProgramFault, RunsElsewhere
from cornered.arena.agents.uci_notation import fen, read_move, searchmoves, variant, variants_file
from cornered.errors import BadSetup
from cornered.game import Game, Position
from cornered.play.opponents import Forfeit

_TO_START = 20.0
_TO_SPARE = 5.0
_WITHOUT_A_CLOCK = 60.0
_TO_QUIT = 0.1
"""Seconds to start, beyond the time of a move, for a move without a time, and to take in `quit`."""

_MILLISECONDS = 1000.0
_LIMITS = ("movetime", "depth", "nodes")
_VARIANT = "UCI_Variant"
_VARIANTS_FILE = "VariantPath"
"""Only Fairy-Stockfish reads variants from a file: by this option it is known."""


class EnginePlayer(RunsElsewhere["_Engine"]):
    """Plays as the engine does. Its process starts with the first move, and ends with `close` or a fault.

    `settings` are the limits of a move (`movetime` in milliseconds, `depth`, `nodes`), `seconds`, after which
    it is given up, and the engine's own options.
    """

    def __init__(self, protocol: str, command: Sequence[str], settings: dict[str, str]) -> None:
        limits = {name: number_in(settings, name, 1) for name in _LIMITS if name in settings}
        self._limits = limits or {"movetime": _MILLISECONDS}
        time = self._limits.get("movetime")
        usual = time / _MILLISECONDS + _TO_SPARE if time else _WITHOUT_A_CLOCK
        self._seconds = number_in(settings, "seconds", usual)
        options = {name: value for name, value in settings.items() if name not in (*_LIMITS, "seconds")}
        self._start = partial(_Engine, protocol, command, options)

    def __call__(self, position: Position) -> int:
        """The engine's move; `Forfeit` if it makes none."""
        try:
            self.running = self.running or self._start()
            self.running.prepare(position.game)
            return self.running.move(position, self._limits, self._seconds)
        except (ProgramFault, BadSetup) as fault:
            self.close()
            raise Forfeit(str(fault)) from fault


class _Engine:
    """A running engine; `options` are those that it shall have."""

    def __init__(self, protocol: str, command: Sequence[str], options: dict[str, str]) -> None:
        self._program = Program(command)
        self._protocol = protocol
        self._options = options
        self._known: dict[str, str] = {}
        self._folder: Path | None = None
        self._game: Game | None = None

    def close(self) -> None:
        with suppress(ProgramFault):
            self._program.send("quit", monotonic() + _TO_QUIT)
        self._program.close()
        if self._folder:
            rmtree(self._folder, ignore_errors=True)

    def prepare(self, game: Game) -> None:
        """Makes sure that the engine is ready to play this game on its board."""
        if game == self._game:
            return
        deadline = monotonic() + _TO_START
        if self._game is None:
            self._ask_for_options(deadline)
            for name, value in self._options.items():
                self._set(name, value, deadline)
        self._choose_variant(game, deadline)
        self._program.send(f"{self._protocol}newgame", deadline)
        self._program.send("isready", deadline)
        self._await("readyok", deadline)
        self._game = game

    def move(self, position: Position, limits: dict[str, float], seconds: float) -> int:
        """The move that the engine finds within the limits."""
        deadline = monotonic() + seconds
        code, among = position.code, ""
        if self._has(_VARIANTS_FILE):
            code, among = fen(position), searchmoves(position)
        limit = " ".join(f"{name} {round(value)}" for name, value in limits.items())
        self._program.send(f"position fen {code}", deadline)
        self._program.send(f"go {limit}{among}", deadline)
        answer = self._await("bestmove", deadline).split()
        written = "".join(filter(str.isprintable, "".join(answer[1:2])))[:40]
        try:
            return read_move(position, written.partition(",")[0])  # what follows a comma is a wall
        except BadSetup:
            raise ProgramFault(f"made no legal move: {written or 'none'}.") from None

    def _ask_for_options(self, deadline: float) -> None:
        self._program.send(self._protocol, deadline)
        self._known = {}
        while (line := self._program.line(deadline)) != f"{self._protocol}ok":
            option = re.match(r"option\s+name\s+(.+?)\s+type\b(.*)", line)
            if option:
                self._known[option[1].lower()] = option[2]

    def _choose_variant(self, game: Game, deadline: float) -> None:
        """Tells the engine what is played; `BadSetup` if it does not play that."""
        if self._has(_VARIANTS_FILE):
            self._set(_VARIANTS_FILE, str(self._written_variants(game)), deadline)
            self._ask_for_options(deadline)
            if variant(game) not in self._listed(_VARIANT):
                raise BadSetup(f"does not play on {game.board}.")
        elif self._has(_VARIANT) and not any(name.startswith(game.name) for name in self._listed(_VARIANT)):
            raise BadSetup(f"does not play {game.title}.")
        if self._has(_VARIANT):
            self._set(_VARIANT, variant(game), deadline)

    def _written_variants(self, game: Game) -> Path:
        text = variants_file(game)
        if self._folder is None:
            self._folder = Path(mkdtemp(prefix="cornered-"))
            finalize(self, rmtree, self._folder, ignore_errors=True)
        file = self._folder / "variants.ini"
        file.write_text(text, "utf-8")
        return file

    def _has(self, option: str) -> bool:
        return option.lower() in self._known

    def _listed(self, option: str) -> list[str]:
        return self._known[option.lower()].split()

    def _set(self, name: str, value: str, deadline: float) -> None:
        if not self._has(name):
            raise BadSetup(f"has no option '{name}'.")
        self._program.send(f"setoption name {name} value {value}", deadline)

    def _await(self, word: str, deadline: float) -> str:
        while (line := self._program.line(deadline)).partition(" ")[0] != word:
            pass
        return line
