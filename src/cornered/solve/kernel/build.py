"""Compiles the kernel when the package is installed: `cornered.solve._kernel`, and `_kernel_wide`.

The second is the knights' part alone, for boards that take two words a set of squares.
"""

from pathlib import Path

from cffi import FFI

FOLDER = Path(__file__).parent
KNIGHTS = ("knights.h", "knights_play.h")


def declarations(header: str) -> str:
    """A header without its preprocessor lines, which is all that cffi asks for."""
    lines = (FOLDER / header).read_text("utf-8").splitlines()
    return "\n".join(line for line in lines if not line.startswith("#"))


def building(name: str, headers: tuple[str, ...], sources: str, macros: list[tuple[str, str]]) -> FFI:
    """What makes the module of this name offer the functions of some headers."""
    builder = FFI()
    builder.cdef("\n".join(map(declarations, headers)))
    builder.set_source(
        f"cornered.solve.{name}",
        "\n".join(f'#include "{header}"' for header in headers),
        sources=sorted(str(source) for source in FOLDER.glob(sources)),
        depends=sorted(str(header) for header in FOLDER.glob("*.h")),
        include_dirs=[str(FOLDER)],
        define_macros=macros,
        extra_compile_args=["-O3", "-std=c11", "-pthread"],
        extra_link_args=["-pthread"],
        optional=True,  # without a compiler, or its 128-bit integers, the plain Python methods answer
    )
    return builder


builder = building("_kernel", (*KNIGHTS, "nimbers.h", "trails.h"), "*.c", [])
wide_builder = building("_kernel_wide", KNIGHTS, "knights*.c", [("KNIGHTS_WIDE", "1")])
