"""Parts of an author's own picture that are left, and that are not."""

from __future__ import annotations

import base64

from tests.quick import each_nth
from tests.unit.variants.compile.small_drawings import ANCHORS, HEAD, compiled, drawing, island
from variants.svg.element import Element
from variants.svg.read_xml import read_xml

PNG = base64.b64encode(b"\x89PNG\r\n\x1a\n" + b"\0\0\0\rIHDR" + (8).to_bytes(4, "big") + (8).to_bytes(4, "big") + b"rest").decode()
HUGE_PNG = base64.b64encode(b"\x89PNG\r\n\x1a\n" + b"\0\0\0\rIHDR" + (60_000).to_bytes(4, "big") * 2).decode()


def art(inside: str, defs: str = "") -> str:
    """The background that is made of a layer with this inside."""
    layer = f'<g inkscape:label="background" opacity="0.5">{inside}</g>'
    made = compiled(drawing(more=layer + ANCHORS).replace(HEAD, HEAD + f"<defs>{defs}</defs>"), island(), names=False)
    assert made.board is not None, made.faults
    return made.board.background


def tree(text: str) -> Element:
    return read_xml(text.encode(), "art")


def test_shapes_text_and_gradients_stay() -> None:
    text = art(
        '<path d="M0,0 L9,9" style="fill:url(#sky);stroke:#123456"/><text x="5" y="9" font-size="8">Here <tspan>be</tspan> dragons</text>',
        '<linearGradient id="sky" xlink:href="#stops"/><linearGradient id="stops"><stop offset="0" stop-color="red"/></linearGradient>',
    )
    tags = [element.tag for element in tree(text).walk()]
    assert {"path", "text", "tspan", "linearGradient", "stop"} <= set(tags)
    assert 'fill="url(#sky)"' in text
    assert "Here" in text
    assert "dragons" in text
    assert 'opacity="0.5"' in text
    assert tree(text).get("viewBox") == "0 0 400 300"


@each_nth(
    3,
    "evil",
    [
        "<script>alert(1)</script>",
        '<path d="M0,0" onclick="alert(1)" onload="x()"/>',
        '<a xlink:href="http://localhost/"><path d="M0,0"/></a>',
        "<foreignObject><div>hello</div></foreignObject>",
        '<image xlink:href="file:///etc/passwd"/>',
        '<image href="http://localhost/x.png"/>',
        '<image href="../secret.png"/>',
        '<image href="data:image/svg+xml;base64,PHN2Zy8+"/>',
        f'<image href="data:image/png;base64,{HUGE_PNG}"/>',
        '<image href="data:image/png;base64,AAAA"/>',
        '<use xlink:href="http://localhost/x.svg#y"/>',
        '<rect width="9" height="9" fill="url(http://localhost/x#y)"/>',
        '<rect width="9" height="9" style="fill:url(file:///etc/passwd)"/>',
        '<rect width="9" height="9" style="background:url(//localhost);-inkscape-font:x"/>',
        "<style>@import url(http://localhost/x.css); * { fill: url(file:///x) }</style>",
        '<rect width="9" height="9" filter="url(#blur)"/>',
        '<animate attributeName="x"/>',
        '<text font-family="x;src:url(http://localhost)">x</text>',
    ],
)
def test_nothing_that_fetches_runs_or_links_is_left(evil: str) -> None:
    text = art(evil + '<rect width="5" height="5"/>', '<filter id="blur"><feImage xlink:href="file:///x"/></filter>')
    for word in (
        "script",
        "alert",
        "localhost",
        "file:",
        "http://l",
        "passwd",
        "onclick",
        "onload",
        "secret",
        "import",
        "filter",
        "animate",
        "svg+xml",
    ):
        assert word not in text, (word, text)
    assert "<image" not in text
    assert "<rect" in text


def test_a_small_embedded_picture_stays() -> None:
    assert f"data:image/png;base64,{PNG}" in art(f'<image width="9" height="9" xlink:href="data:image/png;base64,{PNG}"/>')


def test_use_is_written_out_and_circles_are_cut() -> None:
    text = art('<use xlink:href="#a" x="5" y="6"/>', '<g id="a"><path d="M1,2"/><use xlink:href="#a"/></g>')
    assert "translate(5,6)" in text
    assert text.count("<path") == 1
    assert "<use" not in text


def test_a_picture_that_multiplies_itself_is_left_out() -> None:
    levels = "".join(f'<g id="l{n}">' + f'<use xlink:href="#l{n + 1}"/>' * 10 + "</g>" for n in range(7)) + '<path id="l7" d="M0,0"/>'
    assert art('<use xlink:href="#l0"/>', levels) == ""


def test_what_is_left_out_is_said() -> None:
    layer = '<g inkscape:label="foreground"><script>x</script><rect width="5" height="5"/></g>'
    made = compiled(drawing(more=layer), island(), names=False)
    assert made.board is not None
    assert any("<script> is left out" in str(fault) for fault in made.faults)
    assert made.board.foreground.count("<rect") == 1
