"""An engine that reads variants from a file as Fairy-Stockfish does, and takes its moves from pyffish."""

import sys
from pathlib import Path

import pyffish

variants: list[str] = []
chosen = fen = ""

if __name__ == "__main__":
    for line in sys.stdin:
        match line.split():
            case ["uci"]:
                listed = "".join(f" var {name}" for name in ["chess", *variants])
                print("option name VariantPath type string default <empty>")
                print(f"option name UCI_Variant type combo default chess{listed}\nuciok", flush=True)
            case ["isready"]:
                print("readyok", flush=True)
            case ["setoption", "name", "VariantPath", "value", path]:
                text = Path(path).read_text("utf-8")
                pyffish.load_variant_config(text)
                variants = [row.strip("[]") for row in text.splitlines() if row.startswith("[")]
            case ["setoption", "name", "UCI_Variant", "value", chosen]:
                pass
            case ["position", "fen", *parts]:
                fen = " ".join(parts)
            case ["go", *limits]:
                among = limits[limits.index("searchmoves") + 1 :] if "searchmoves" in limits else None
                legal = [
                    move for move in pyffish.legal_moves(chosen, fen, []) if among is None or move in among
                ]
                print(f"bestmove {legal[-1]}", flush=True)
            case ["quit"]:
                break
