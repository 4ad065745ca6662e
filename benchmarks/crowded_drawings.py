"""Drawings with far too many of one thing: islands, holes, teeth, names, anchors, coasts, straits."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" viewBox="0 0 4000 3000">'
BOARD = (
    '<path id="sea" data-type="sea" d="M0,0 H4000 V1500 H0 Z"/>'
    '<path id="wes" data-type="coast" d="M0,1500 H2000 V3000 H0 Z"/>'
    '<path id="eas" data-type="coast" d="M2000,1500 H4000 V3000 H2000 Z"/>'
)
Box = tuple[float, float, float, float]


def _drawn(provinces: str, layer: str = "", parts: Iterable[str] = ()) -> bytes:
    more = f'<g inkscape:label="{layer}">{"".join(parts)}</g>' if layer else ""
    return f'{HEAD}<g inkscape:label="provinces">{provinces}</g>{more}</svg>'.encode()


def _provinces(outlines: Iterable[str], kinds: tuple[str, ...] = ("coast", "sea")) -> str:
    return "".join(f'<path id="p{at:03d}" data-type="{kinds[at % len(kinds)]}" d="{each}"/>' for at, each in enumerate(outlines))


def _square(x: float, y: float, width: float, height: float) -> str:
    return f"M{x:.2f},{y:.2f} L{x + width:.2f},{y:.2f} L{x + width:.2f},{y + height:.2f} L{x:.2f},{y + height:.2f} Z"


def _cells(count: int, gap: float = 0) -> list[Box]:
    """Boxes side by side over the page."""
    side = math.ceil(math.sqrt(count))
    width, height = 4000 / side, 3000 / side
    return [(at % side * width, at // side * height, width - gap, height - gap) for at in range(count)]


def _small(count: int, size: float = 4, apart: float = 20) -> list[str]:
    """Small squares in rows."""
    return [_square(10 + at % 190 * apart, 10 + at // 190 * apart, size, size) for at in range(count)]


def islands(count: int) -> bytes:
    """One province of so many squares."""
    return _drawn(_provinces(["".join(_small(count)), _square(0, 2200, 4000, 700)]))


def holes(count: int) -> bytes:
    """One province with so many holes."""
    turned = "".join(f"M{10 + at % 190 * 20},{10 + at // 190 * 20} v4 h4 v-4 z" for at in range(count))
    return _drawn(_provinces([f"M0,0 H4000 V3000 H0 Z {turned}"], ("coast",)))


def heaped(count: int) -> bytes:
    """One province of large squares that all lie over one another."""
    return _drawn(_provinces(["".join(_square(at % 200 * 3, at // 200 * 3, 400, 400) for at in range(count))]))


def teeth(provinces: int, each: int) -> bytes:
    """Provinces side by side, each with teeth along one side."""
    outlines: list[str] = []
    for x, y, width, height in _cells(provinces, 4):
        points = [(x, y)]
        for at in range(each):
            points += [(x + width * (at + 0.25) / each, y + height * 0.8), (x + width * (at + 0.5) / each, y)]
        points += [(x + width, y), (x + width, y + height), (x, y + height)]
        outlines.append("M" + " ".join(f"{a:.1f},{b:.1f}" for a, b in points) + "Z")
    return _drawn(_provinces(outlines))


def scattered(provinces: int, each: int) -> bytes:
    """Provinces of islands that lie among the islands of all others."""
    boxes = _cells(provinces * each, 3)
    random.Random(1).shuffle(boxes)
    return _drawn(_provinces("".join(_square(*box) for box in boxes[at * each : (at + 1) * each]) for at in range(provinces)))


def fringe(teeth: int, gap: float = 1.0) -> bytes:
    """A land with short teeth all along its shore, and a sea that hardly touches them."""
    wide = 3900 / teeth
    shore = "".join(f" L{at * wide + wide / 2:.3f},1498 L{at * wide + wide:.3f},1500" for at in range(teeth))
    land = f'<path id="wes" data-type="coast" d="M0,1500{shore} V3000 H0 Z"/>'
    return _drawn(f'{land}<path id="sea" data-type="sea" d="M0,0 H3900 V{1498 - gap} H0 Z"/>')


def stripes(count: int, points: int) -> bytes:
    """Wavy provinces that all lie slantwise over the page, side by side."""
    outlines: list[str] = []
    for at in range(count):
        xs = [2900 * step / points for step in range(points)]
        there = [(x, 0.7 * x + at * 9 + 3 * math.sin(x)) for x in xs]
        outlines.append("M" + " ".join(f"{x:.1f},{y:.2f}" for x, y in (*there, *((x, y + 6) for x, y in reversed(there)))) + "Z")
    return _drawn(_provinces(outlines))


def winding(provinces: int, each: int, letter: str) -> bytes:
    """Round provinces of so many relative steps, each with its own letter: lines, curves or arcs."""
    wanted = {"l": "{0:.3f},{1:.3f}", "c": "0,0 {0:.3f},{1:.3f} {0:.3f},{1:.3f}", "a": "9,9 0 0 1 {0:.3f},{1:.3f}"}[letter]
    steps = [
        (math.tau * 300 / each * math.cos(math.tau * at / each), math.tau * 300 / each * math.sin(math.tau * at / each))
        for at in range(each)
    ]
    data = "".join(letter + wanted.format(*step) for step in steps)
    return _drawn(_provinces(f"m{400 + at % 5 * 700},{100 + at // 5 * 700}{data}z" for at in range(provinces)))


def bays(count: int) -> bytes:
    """A land with a bay in each of so many places, each bay a sea of its own."""
    wide = 3900 / count
    shore = "".join(f"H{at * wide + wide * 0.4:.2f} V1500 H{at * wide + wide * 0.8:.2f} V1000 " for at in range(count))
    seas = "".join(
        f'<path id="s{at:03d}" data-type="sea" d="{_square(at * wide + wide * 0.4, 1000, wide * 0.4, 500)}"/>' for at in range(count)
    )
    return _drawn(f'<path id="lan" data-type="coast" d="M0,1000 {shore}H3900 V2000 H0 Z"/>{seas}')


def names(count: int, provinces: int = 999) -> bytes:
    """Names of provinces, all at one place."""
    texts = (f'<text inkscape:label="p{at % provinces:03d}" x="900" y="900" font-size="9">A name {at}</text>' for at in range(count))
    return _drawn(_provinces(_square(*box) for box in _cells(provinces)), "labels", texts)


def long_names(letters: int) -> bytes:
    """Provinces with very long names."""
    named = b'data-name="%s" data-type' % (b"Long " * (letters // 5))
    return _drawn(_provinces(_square(*box) for box in _cells(20))).replace(b"data-type", named)


def named(provinces: int, name: str) -> bytes:
    """Return *provinces* squares of one name, each in a line of its own."""
    outlines = "\n".join(
        f'<path id="p{at:03d}" data-type="{"sea" if at % 5 == 0 else "land"}" data-name="{name}" d="{_square(*box)}"/>'
        for at, box in enumerate(_cells(provinces))
    )
    return _drawn(outlines)


def coast_anchors(count: int) -> bytes:
    """Anchors for coasts of one province, too many to count."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    marks = (
        f'<circle inkscape:label="unit:wes/{letters[at % 26]}{letters[at // 26 % 26]}{letters[at // 676 % 26]}" cx="900" cy="1900" r="3"/>'
        for at in range(count)
    )
    return _drawn(BOARD, "anchors", marks)


def anchors(count: int, provinces: int = 999) -> bytes:
    """Anchors of many kinds for many provinces, most of them twice."""
    kinds = ("unit", "sc", "retreat", "label")
    marks = (f'<circle inkscape:label="{kinds[at % 4]}:p{at % provinces:03d}" cx="900" cy="900" r="3"/>' for at in range(count))
    return _drawn(_provinces(_square(*box) for box in _cells(provinces)), "anchors", marks)


def coast_lines(count: int) -> bytes:
    """The shore of one land in so many short lines."""
    return _drawn(BOARD, "coasts", (f'<path inkscape:label="wes/nc" d="M{at % 1900},1500 h30"/>' for at in range(count)))


def bridges(count: int, provinces: int = 999) -> bytes:
    """Bridges between provinces anywhere."""
    pairs = ((at % provinces, at * 7 % provinces) for at in range(count))
    lines = (f'<path inkscape:label="p{a:03d}-p{b:03d}" d="M{at % 190 * 20},{at // 190} h5"/>' for at, (a, b) in enumerate(pairs))
    return _drawn(_provinces(_square(*box) for box in _cells(provinces)), "bridges", lines)


def straits(count: int) -> bytes:
    """Short straits in one land."""
    pieces = (
        f'<path data-kind="strait" data-province="wes" d="M{at % 190 * 10},{1510 + at // 190 * 2} h5 v1 h-5 z"/>' for at in range(count)
    )
    return _drawn(BOARD, "background", pieces)


def crossed_straits(count: int) -> bytes:
    """Long straits in one land that all cross one another."""
    long = (
        f'<path data-kind="strait" data-province="wes" d="M{at * 1900 / count:.1f},1510 h1 v1400 h-1 z"/>'
        f'<path data-kind="strait" data-province="wes" d="M0,{1510 + at * 1400 / count:.1f} h1900 v1 h-1900 z"/>'
        for at in range(count)
    )
    return _drawn(BOARD, "background", long)


def lakes(count: int) -> bytes:
    """Small lakes all over many provinces."""
    pieces = (f'<path data-kind="lake" d="{each}"/>' for each in _small(count))
    return _drawn(_provinces(_square(*box) for box in _cells(999)), "background", pieces)


def rocks(count: int) -> bytes:
    """Small impassable places all over many provinces."""
    return _drawn(_provinces(_square(*box) for box in _cells(999)), "impassable", (f'<path d="{each}"/>' for each in _small(count)))


def repeats(count: int) -> bytes:
    """One province drawn again and again."""
    return _drawn(BOARD + "".join(f'<path id="wes" d="{each}"/>' for each in _small(count, 2, 9)))


def crossed_group(count: int) -> bytes:
    """One province of long strips that all cross one another."""
    upright = (f'<path d="{_square(at * 3900 / count, 0, 1, 3000)}"/>' for at in range(count))
    level = (f'<path d="{_square(0, at * 2900 / count, 4000, 1)}"/>' for at in range(count))
    strips = "".join((*upright, *level))
    return _drawn(f'<g id="aaa">{strips}</g>')


KINDS: dict[str, Callable[[], bytes]] = {
    "a province of 20,000 islands": lambda: islands(20_000),
    "a province of 3,000 islands": lambda: islands(2900),
    "a province of 20,000 holes": lambda: holes(20_000),
    "a province of 3,000 holes": lambda: holes(2900),
    "a heap of squares": lambda: heaped(3900),
    "999 provinces of 20 teeth": lambda: teeth(999, 20),
    "999 provinces of 100 teeth": lambda: teeth(999, 100),
    "a fringe of 20,000 teeth": lambda: fringe(20_000),
    "a fringe of 30,000 teeth": lambda: fringe(30_000),
    "stripes side by side": lambda: stripes(100, 200),
    "paths of relative lines": lambda: winding(20, 15_500, "l"),
    "paths of relative curves": lambda: winding(20, 15_500, "c"),
    "paths of arcs": lambda: winding(20, 7000, "a"),
    "100 provinces of 20 islands": lambda: scattered(100, 20),
    "40 provinces of 70 islands": lambda: scattered(40, 70),
    "100 provinces of 40 islands": lambda: scattered(100, 40),
    "150 provinces of 12 islands": lambda: scattered(150, 12),
    "999 provinces of 4 islands": lambda: scattered(999, 4),
    "100 provinces of 200 islands": lambda: scattered(100, 200),
    "a land of 300 bays": lambda: bays(300),
    "names at one place": lambda: names(50_000),
    "long names": lambda: long_names(1_000_000),
    "350 names of 3 letters": lambda: named(350, "Abc"),
    "350 names of 30 letters": lambda: named(350, "Province of the Many Long Wood"),
    "350 names of 90,000 letters": lambda: named(350, "Long " * 18_000),
    "350 names of rows": lambda: named(350, "Row&#10;" * 100),
    "350 names from right to left": lambda: named(350, "\u05d0\u05d1\u05d2 " * 10),
    "350 names of accents": lambda: named(350, "e\u0301\u0302\u0303" * 100),
    "350 names of faces": lambda: named(350, "\U0001f468\u200d\U0001f469\u200d\U0001f467" * 50),
    "999 names of 30 letters": lambda: named(999, "Province of the Many Long Wood"),
    "coasts without end": lambda: coast_anchors(17_000),
    "anchors by the thousand": lambda: anchors(150_000),
    "coast lines by the thousand": lambda: coast_lines(150_000),
    "bridges by the thousand": lambda: bridges(150_000),
    "straits by the thousand": lambda: straits(100_000),
    "straits across one another": lambda: crossed_straits(900),
    "lakes by the thousand": lambda: lakes(100_000),
    "rocks by the thousand": lambda: rocks(50_000),
    "a province drawn again and again": lambda: repeats(50_000),
    "a group of strips": lambda: crossed_group(1500),
}
