"""Pages of lines, boxes and text on paper, written as SVG, as HTML to print, or as PDF.

Sizes are in points on A4, from the top left. The PDF uses a font that every reader has and embeds none.
"""

from collections.abc import Sequence
from html import escape
from typing import Literal, NamedTuple

WIDTH, HEIGHT = 595, 842
_ASCENT = 0.36  # of the size: from the middle of a capital to its foot
_LETTER = 0.53  # of the size: about the width of a letter, to place text in PDF
_WIDTHS = {"·": 0.28, "I": 0.28, "K": 0.72, "N": 0.72, "O": 0.78, "X": 0.67}  # of signs that stand alone


class Box(NamedTuple):
    """A rectangle with a thin frame; `shade` from 0, black, to 1, white."""

    x: float
    y: float
    width: float
    height: float
    shade: float = 1.0


class Text(NamedTuple):
    """A line of text, upright around the height `y`: from `x` on, or around it."""

    x: float
    y: float
    text: str
    size: float = 10
    anchor: Literal["start", "middle"] = "start"
    bold: bool = False


Page = Sequence[Box | Text]


def svg(pages: Sequence[Page]) -> str:
    """All pages below each other in one drawing."""
    drawn = "".join(
        f'<g transform="translate(0 {HEIGHT * number})">{_svg_items(page)}</g>'
        for number, page in enumerate(pages)
    )
    return _svg_element(drawn, HEIGHT * len(pages))


def html(pages: Sequence[Page], title: str) -> str:
    """A document that prints one page on each sheet."""
    drawn = "\n".join(_svg_element(_svg_items(page), HEIGHT) for page in pages)
    return (
        f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>\n'
        "<style>@page{size:A4;margin:0}body{margin:0}"
        "svg{display:block;width:100%;height:auto;break-after:page}svg:last-of-type{break-after:auto}"
        "@media print{svg{max-height:99.9vh}}"  # a hair more than a sheet would bring an empty one
        f"</style>\n{drawn}\n</html>\n"
    )


def _svg_element(content: str, height: int) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'width="{WIDTH}pt" height="{height}pt" font-family="Helvetica, Arial, sans-serif">'
        f'<rect width="100%" height="100%" fill="#fff"/>{content}</svg>\n'
    )


def _svg_items(page: Page) -> str:
    return "".join(map(_svg_item, page))


def _svg_item(item: Box | Text) -> str:
    if isinstance(item, Box):
        grey = f"{item.shade:.0%}"
        return (
            f'<rect x="{item.x:g}" y="{item.y:g}" width="{item.width:g}" height="{item.height:g}" '
            f'fill="rgb({grey} {grey} {grey})" stroke="#000" stroke-width="0.7"/>'
        )
    weight = ' font-weight="bold"' if item.bold else ""
    return (
        f'<text x="{item.x:g}" y="{item.y + _ASCENT * item.size:g}" font-size="{item.size:g}" '
        f'text-anchor="{item.anchor}"{weight}>{escape(item.text)}</text>'
    )


def pdf(pages: Sequence[Page]) -> bytes:
    """The pages as a PDF file."""
    kids = " ".join(f"{5 + 2 * number} 0 R" for number in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        *(_font(name) for name in ("Helvetica", "Helvetica-Bold")),
    ]
    for number, page in enumerate(pages):
        content = "\n".join(map(_pdf_item, page)).encode("cp1252", "replace")
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {WIDTH} {HEIGHT}] /Contents {6 + 2 * number} 0 R "
            "/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>".encode()
        )
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
    return _pdf_file(objects)


def _font(name: str) -> bytes:
    return f"<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>".encode()


def _pdf_item(item: Box | Text) -> str:
    if isinstance(item, Box):
        bottom = HEIGHT - item.y - item.height
        return f"0.7 w {item.shade:g} g {item.x:g} {bottom:g} {item.width:g} {item.height:g} re B"
    width = sum(_WIDTHS.get(letter, _LETTER) for letter in item.text) * item.size
    left = item.x - (width / 2 if item.anchor == "middle" else 0)
    foot = HEIGHT - item.y - _ASCENT * item.size
    text = item.text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
    return f"BT 0 g /F{1 + item.bold} {item.size:g} Tf {left:.2f} {foot:.2f} Td ({text}) Tj ET"


def _pdf_file(objects: Sequence[bytes]) -> bytes:
    """The objects, numbered from 1, with the table that tells where each begins."""
    written, places = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(written))
        written += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(objects) + 1
    end = b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (size, len(written))
    return written + b"xref\n0 %d\n0000000000 65535 f \n" % size + table + end
