"""A ten-province drawing that knows nothing of Diplomacy: shapes, colours and texts, as a designer draws them on the first evening."""

from __future__ import annotations

PLAIN_HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 700">'
INKSCAPE_HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" width="1000" height="700"'
    ' viewBox="0 0 1000 700">'
)
LAND, WATER = "fill:#e8dcb8;stroke:#443", "fill:#a9c8d2;stroke:#443"

SHAPES: tuple[tuple[str, str, str], ...] = (
    ("Outer Sea", WATER, "M0,0 H1000 V200 H800 V120 H200 V400 H0 Z"),
    ("Kelp Sound", WATER, "M800,200 H1000 V700 H800 Z"),
    ("South Reach", WATER, "M0,400 H200 V580 H800 V700 H0 Z"),
    ("Arden", LAND, "M200,120 H400 V270 H200 Z"),
    ("Brack", LAND, "M400,120 H600 V270 H400 Z"),
    ("Corrin", LAND, "M200,270 H400 V420 H200 Z"),
    ("Dunmoor", LAND, "M400,270 H600 V420 H400 Z"),
    ("Elmet", LAND, "M600,120 H800 V350 H600 Z"),
    ("Fenwick", LAND, "M200,420 H600 V580 H200 Z"),
    ("Gale", LAND, "M600,350 H800 V580 H600 V420 H600 Z"),
)
MIDDLES = {
    "Outer Sea": (100, 60),
    "Kelp Sound": (900, 450),
    "South Reach": (100, 640),
    "Arden": (300, 200),
    "Brack": (500, 200),
    "Corrin": (300, 350),
    "Dunmoor": (500, 350),
    "Elmet": (700, 240),
    "Fenwick": (400, 500),
    "Gale": (700, 470),
}


def paths() -> str:
    """The shapes, with ids such as Inkscape makes up."""
    return "\n".join(f'  <path id="path{at}" style="{style}" d="{data}"/>' for at, (_, style, data) in enumerate(SHAPES, 10))


def texts() -> str:
    """A name over each of them."""
    return "\n".join(
        f'  <text id="text{at}" style="font-size:20px;text-anchor:middle" x="{x}" y="{y}">{name}</text>'
        for at, (name, (x, y)) in enumerate(MIDDLES.items(), 10)
    )


def in_layers() -> str:
    """In two layers of Inkscape with the names that it gives itself."""
    return (
        f'{INKSCAPE_HEAD}\n<!-- mine -->\n<g inkscape:groupmode="layer" inkscape:label="Layer 1" id="layer1">\n{paths()}\n</g>\n'
        f'<g inkscape:groupmode="layer" inkscape:label="Layer 2" id="layer2">\n{texts()}\n</g>\n</svg>\n'
    )


def in_one_heap() -> str:
    """All in the drawing itself, without a layer and without Inkscape."""
    return f"{PLAIN_HEAD}\n{paths()}\n{texts()}\n</svg>\n"


def without_texts() -> str:
    """A drawing of shapes alone."""
    return f'{INKSCAPE_HEAD}\n<g inkscape:groupmode="layer" inkscape:label="Layer 1" id="layer1">\n{paths()}\n</g>\n</svg>\n'


COLOURS = {"Arden": "#c23b22", "Brack": "#c23b22", "Fenwick": "#2a6f4e", "Gale": "#2a6f4e"}


def with_all_that_is_drawn() -> str:
    """Powers in their colours with a legend, centres as dots, units as letters: all that a game needs but a name."""
    shapes = "\n".join(
        line.replace(LAND, f"fill:{COLOURS[name]};stroke:#443") if name in COLOURS else line
        for line, (name, _, _) in zip(paths().split("\n"), SHAPES, strict=True)
    )
    dots = "".join(f'<circle cx="{MIDDLES[name][0]}" cy="{MIDDLES[name][1] + 25}" r="6"/>' for name in (*COLOURS, "Dunmoor"))
    letters = "".join(
        f'<text x="{MIDDLES[name][0] + 55}" y="{MIDDLES[name][1] + 45}" font-size="16">{letter}</text>'
        for name, letter in zip(COLOURS, "AFAF", strict=True)
    )
    legend = "".join(
        f'<rect x="20" y="{600 + 30 * at}" width="18" height="18" fill="{colour}"/><text x="46" y="{614 + 30 * at}">{power}</text>'
        for at, (power, colour) in enumerate((("Northrealm", "#c23b22"), ("Southrealm", "#2a6f4e")))
    )
    return f"{PLAIN_HEAD}<g>{shapes}</g>{texts()}<g>{dots}</g><g>{letters}</g><g>{legend}</g></svg>"
