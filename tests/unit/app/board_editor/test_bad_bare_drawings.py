"""A bad drawing beside which there is no variant: one message, with the remedy."""

from __future__ import annotations

import gzip
import re

import pytest

from app.board_editor.reading import OnTheBench, put_on_bench
from tests.quick import every
from variants import shipped_source

SHAPES = (
    '<g><path fill="#a0c0e0" d="M0,0 H400 V100 H0 Z"/><path fill="#e0d0a0" d="M0,100 H200 V300 H0 Z"/>'
    '<path fill="#e0d0a0" d="M200,100 H400 V300 H200 Z"/>{more}</g>'
)
PAGE = 'viewBox="0 0 400 300"'


def drawing(page: str = PAGE, shapes: str = SHAPES, more: str = "") -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" {page}>\n'
    return head + shapes.replace("{more}", more) + "\n</svg>"


def put(content: str | bytes) -> OnTheBench:
    return put_on_bench({"isle.svg": content if isinstance(content, bytes) else content.encode()}, "isle", shipped_source)


def clones(deep: int) -> str:
    levels = "".join(f'<g id="u{at}">' + f'<use xlink:href="#u{at - 1}"/>' * 30 + "</g>" for at in range(1, deep))
    return f'<defs><g id="u0"><path d="M0,0h9v9z"/></g>{levels}</defs><use xlink:href="#u{deep - 1}"/>'


BAD: dict[str, tuple[str | bytes, str]] = {
    "a page without a size": (drawing(page=""), r'isle\.svg:1: the drawing has no size; expected viewBox="0 0 WIDTH HEIGHT"'),
    "a page in shares of nothing": (drawing(page='width="100%" height="100%"'), r"isle\.svg:1: the drawing has no size; expected viewBox"),
    "a giant page": (drawing(page='viewBox="0 0 1e300 1e300"'), r"isle\.svg:1: the drawing has no size; expected viewBox"),
    "a page of no numbers": (drawing(page='viewBox="NaN 0 NaN 5"'), r"isle\.svg:1: the drawing has no size; expected viewBox"),
    "a path of no numbers": (
        drawing(more='<path fill="#fff" d="MNaN,0 L9,NaN Z"/>'),
        r"isle\.svg:2: <path> its path data cannot be read.*; expected a path that Inkscape can show",
    ),
    "a path of very many points": (
        drawing(more=f'<path d="M0,0{" 1,2 3,1" * 80_000}Z"/>'),
        r"isle\.svg:2: <path> it has too many points; expected simpler outlines: Path > Simplify",
    ),
    "groups in groups": (
        drawing(shapes="<g>" * 500 + SHAPES + "</g>" * 500),
        r"elements are nested too deeply; expected at most 60 levels",
    ),
    "clones of clones": (
        drawing(more=clones(12)),
        r"clones of clones show more than 50000 shapes; the rest is left out; expected shapes of their own: Edit > Clone > Unlink Clone",
    ),
    "a scanned picture": (
        drawing(shapes=f'<image width="400" height="300" href="data:image/png;base64,{"A" * 9000}"/>'),
        r"the drawing is a picture without shapes; expected a closed path for each province",
    ),
    "strokes and no shapes": (drawing(shapes='<g><path d="M0,0 H9"/></g>'), r"the drawing has no closed shape; expected a closed path"),
    "a drawing half written": (drawing()[:200], r"this is no XML.*; expected a drawing saved as SVG in UTF-8"),
    "an empty file": ("", r"this is no XML.*; expected a drawing saved as SVG in UTF-8"),
    "a compressed drawing half written": (
        gzip.compress(drawing().encode())[:-40],
        r"this compressed drawing ends too early; expected the whole file: save it again",
    ),
    "a damaged compressed drawing": (
        gzip.compress(drawing().encode())[:10] + b"\xff" * 40,
        r"this compressed drawing is damaged.*; expected a drawing saved as SVG",
    ),
    "fifteen hundred shapes": (
        drawing(shapes="<g>" + "".join(f'<path d="M{at % 60 * 6},{at // 60 * 6}h6v6h-6z"/>' for at in range(1500)) + "</g>"),
        r"isle\.svg:2: the layer has 1500 shapes; expected at most 1000 provinces",
    ),
}


@pytest.mark.parametrize("kind", every(4, list(BAD)))
def test_it_is_one_fault_with_what_to_do_about_it(kind: str) -> None:
    content, message = BAD[kind]
    bench = put(content)
    said = [str(fault) for fault in bench.faults if fault.what != "there is no variant yet"]
    assert len(said) == 1, said
    assert re.search(message, said[0]), said[0]
    assert bench.rows == ()


@pytest.mark.slow
def test_thousands_of_crumbs_are_told_a_few_times_and_then_no_more() -> None:
    bench = put(drawing(more='<path d="M3,3h0.1v0.1z"/>' * 5000))
    said = [str(fault) for fault in bench.faults]
    assert len(said) < 510
    assert "a stray shape of hardly any size is left out; expected it deleted" in said[1]
    assert any("more than 3000 shapes have no code; the rest is left out" in each for each in said)


@pytest.mark.parametrize(
    "page",
    [
        PAGE,
        'width="400" height="300"',
        'width="105.8mm" height="79.4mm"',
        'width="300pt" height="225pt"',
        f'width="100%" height="100%" {PAGE}',
    ],
)
def test_a_page_that_says_its_size_one_way_or_another_is_read_whole(page: str) -> None:
    bench = put(drawing(page=page))
    assert [fault.what for fault in bench.faults] == ["there is no variant yet"]
    assert len(bench.rows) == 3


def test_a_compressed_drawing_is_read() -> None:
    assert len(put(gzip.compress(drawing().encode())).rows) == 3
