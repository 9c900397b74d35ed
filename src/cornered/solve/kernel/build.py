"""Compiles the kernel into `cornered.solve._kernel` when the package is installed."""

from pathlib import Path

from cffi import FFI

FOLDER = Path(__file__).parent
PUBLIC_HEADERS = ("knights.h", "knights_play.h", "nimbers.h", "trails.h")


def declarations(header: str) -> str:
    """A header without its preprocessor lines, which is all that cffi asks for."""
    lines = (FOLDER / header).read_text("utf-8").splitlines()
    return "\n".join(line for line in lines if not line.startswith("#"))


builder = FFI()
builder.cdef("\n".join(map(declarations, PUBLIC_HEADERS)))
builder.set_source(
    "cornered.solve._kernel",
    "\n".join(f'#include "{header}"' for header in PUBLIC_HEADERS),
    sources=sorted(str(source) for source in FOLDER.glob("*.c")),
    include_dirs=[str(FOLDER)],
    extra_compile_args=["-O3", "-std=c11", "-pthread"],
    extra_link_args=["-pthread"],
    optional=True,  # without a compiler the plain Python methods answer
)
