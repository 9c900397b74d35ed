"""Compiles the batch's kernel into `cornered.arena.batch._kernel` when the package is installed."""

from pathlib import Path

from cffi import FFI

FOLDER = Path(__file__).parent
HEADER = (FOLDER / "batch.h").read_text("utf-8").splitlines()

builder = FFI()
builder.cdef("\n".join(line for line in HEADER if not line.startswith("#")))
builder.set_source(
    "cornered.arena.batch._kernel",
    '#include "batch.h"',
    sources=sorted(str(source) for source in FOLDER.glob("*.c")),
    include_dirs=[str(FOLDER)],
    extra_compile_args=["-O3", "-std=c11"],
    optional=True,  # without a compiler the games are played by their positions
)
