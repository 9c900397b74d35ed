"""Makes the suite that ships with the package, byte for byte as it is there.

    python tools/make_suite.py

It takes minutes with the kernel, and much longer without it.
"""

from pathlib import Path

from cornered.arena.spread import Local
from cornered.arena.yardstick import suite
from cornered.arena.yardstick.making import make_suite

NAME, SEED = "cornered-1", 1

if __name__ == "__main__":
    text = make_suite(NAME, SEED, Local())
    Path(suite.__file__).with_name(f"{NAME}{suite.ENDING}").write_text(text, "utf-8")
