"""Draws ``maps/svg/pure.svg``: seven lands around a crossroads, every one beside every other.

    python -m maps.source.build_pure          # writes the drawing
    python -m maps.source.build_pure --check  # says whether the committed one is what would be written

No map on paper lets seven lands all touch: seven sectors of a disc meet at a plaza without an owner, and the roads across it are the
``bridges`` of the drawing.
"""

from __future__ import annotations

import math
import sys
from itertools import combinations
from pathlib import Path

from maps.source.svg_writer import SvgWriter, number, path_data, write_or_compare

Point = tuple[float, float]

TARGET = Path(__file__).resolve().parent.parent / "svg" / "pure.svg"
SIZE = 1600.0
MIDDLE = SIZE / 2
OUTER, INNER, ROAD = 740.0, 150.0, 118.0

LANDS = (
    ("par", "Paris"),
    ("lon", "London"),
    ("ber", "Berlin"),
    ("mos", "Moscow"),
    ("con", "Constantinople"),
    ("vie", "Vienna"),
    ("rom", "Rome"),
)
"""Clockwise from the left."""


def at(radius: float, turn: float) -> Point:
    """The place at *radius* from the middle, *turn* sectors clockwise from the left."""
    angle = math.pi + turn * math.tau / len(LANDS)
    return round(MIDDLE + radius * math.cos(angle), 1), round(MIDDLE + radius * math.sin(angle), 1)


def wavy(turn: float) -> list[Point]:
    """The border between two sectors, from the plaza outwards: a line with a gentle bend."""
    steps = 24
    return [at(INNER + (OUTER - INNER) * step / steps, turn + 0.055 * math.sin(math.tau * step / steps)) for step in range(steps + 1)]


def arc(radius: float, first: float, last: float, steps: int = 40) -> list[Point]:
    """An arc of a circle around the middle."""
    return [at(radius, first + (last - first) * step / steps) for step in range(steps + 1)]


def shore(first: float, last: float) -> list[Point]:
    """The outer edge of a sector: a coast of a few bays."""
    steps = 60
    turns = [first + (last - first) * step / steps for step in range(steps + 1)]
    return [at(OUTER + 14 * math.sin(turn * math.tau * 2) + 9 * math.sin(turn * math.tau * 5 + 1), turn) for turn in turns]


def build() -> str:
    """The text of the drawing."""
    svg = SvgWriter(SIZE, SIZE, "Pure", data_symbol_scale="2.4")
    svg.open_layer("background")
    svg.element("rect", x="0", y="0", width=number(SIZE), height=number(SIZE), fill="#a9c8d2", data_kind="sea")
    svg.close()
    edges = [wavy(index - 0.5) for index in range(len(LANDS))]
    edges = [[*line[:-1], shore(index - 0.5, index)[0]] for index, line in enumerate(edges)]
    plaza: list[Point] = []
    svg.open_layer("provinces", stroke="#4a4034", stroke_width="1.4", stroke_linejoin="round")
    for index, (code, name) in enumerate(LANDS):
        left, right = edges[index], edges[(index + 1) % len(LANDS)]
        rim = arc(INNER, index - 0.5, index + 0.5, 16)
        plaza += rim[:-1]
        outside = shore(index - 0.5, index + 0.5)
        ring = [left[0], *left[1:], *outside[1:-1], *reversed(right), *reversed(rim[1:-1])]
        svg.element(
            "path", id=code, inkscape__label=code, data_type="land", data_name=name, fill="#efe4c9", d=path_data([ring], closed=True)
        )
    svg.close()
    svg.open_layer("impassable", fill="#d8cdb4", stroke="#4a4034", stroke_width="1.4")
    svg.element("path", id="crossroads", data_name="The crossroads", d=path_data([plaza], closed=True))
    svg.close()
    svg.open_layer("foreground")
    roads = [[at(ROAD, first), (MIDDLE, MIDDLE)] for first in range(len(LANDS))]
    svg.element("path", data_kind="road", fill="none", stroke="#8a7a5c", stroke_width="3", d=path_data(roads, closed=False))
    svg.close()
    svg.open_layer("bridges", display="none", stroke="#b3261e")
    for (first, (one, _)), (second, (other, _)) in combinations(enumerate(LANDS), 2):
        if (second - first) % len(LANDS) not in (1, len(LANDS) - 1):
            d = path_data([[at(INNER + 10, first), at(INNER + 10, second)]], closed=False)
            svg.element("path", inkscape__label=f"{one}-{other}", data_units="army", d=d)
    svg.close()
    svg.open_layer("anchors", display="none", fill="#b3261e")
    for index, (code, _) in enumerate(LANDS):
        for kind, radius, turn in (("unit", 420.0, 0.0), ("retreat", 420.0, 0.19), ("sc", 520.0, 0.0)):
            x, y = at(radius, index + turn)
            svg.element("circle", inkscape__label=f"{kind}:{code}", cx=number(x), cy=number(y), r="4")
    svg.close()
    return svg.text()


if __name__ == "__main__":
    sys.exit(write_or_compare(TARGET, build(), sys.argv[1:]))
