"""Fairy-Stockfish as a program to be measured beside: the one that FAIRY_STOCKFISH names, or on the path."""

import os
import shutil
import subprocess
from pathlib import Path
from tempfile import NamedTemporaryFile
from time import perf_counter

from cornered import Position
from cornered.arena.agents.uci_notation import fen, read_move, variants_file
from cornered.games.knights import KnightsGame

PROGRAM = os.environ.get("FAIRY_STOCKFISH") or shutil.which("fairy-stockfish") or ""
IS_HERE = Path(PROGRAM).is_file()
MEGABYTES = 64


class FairyStockfish:
    """The program on one thread, playing one variant over UCI."""

    def __init__(self, game: KnightsGame, variant: str) -> None:
        self._process = subprocess.Popen(
            [PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        with NamedTemporaryFile("w", suffix=".ini") as variants:
            variants.write(variants_file(game))
            variants.flush()
            self._set("VariantPath", variants.name)
            self._set("UCI_Variant", variant)
            self._set("Threads", 1)
            self._set("Hash", MEGABYTES)
            self._tell("isready")
            self._await("readyok")

    def __enter__(self) -> "FairyStockfish":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate("quit\n")

    def choose(self, position: Position, seconds: float) -> int:
        """The square that the program moves to."""
        self._tell(f"position fen {fen(position)}")
        self._tell(f"go movetime {1000 * seconds:.0f}")
        move, _wall = self._await("bestmove").split()[1].split(",")
        return read_move(position, move)

    def seconds_to_mate(self, position: Position, most: float) -> float:
        """How long it takes to announce who wins; `most` where that does not suffice."""
        begun = perf_counter()
        self._tell(f"position fen {fen(position)}")
        self._tell(f"go movetime {1000 * most:.0f}")
        for line in self._process.stdout or ():
            if " score mate " in line or line.startswith("bestmove"):
                return min(most, perf_counter() - begun)
        raise RuntimeError("Fairy-Stockfish has ended in the middle of a search.")

    def _set(self, name: str, value: object) -> None:
        self._tell(f"setoption name {name} value {value}")

    def _tell(self, line: str) -> None:
        print(line, file=self._process.stdin)

    def _await(self, word: str) -> str:
        for line in self._process.stdout or ():
            if line.startswith(word):
                return line
        raise RuntimeError("Fairy-Stockfish has ended in the middle of a game.")
