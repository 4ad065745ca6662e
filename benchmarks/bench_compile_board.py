"""How long does it take from a drawing to a board: a picture, a board that can be played, one with all names, and one out of the cache?

    python -m benchmarks.bench_compile_board [PROVINCES]

Times our standard board and one of 350 provinces and some 2 MB that is made here: cells around scattered points, their borders wavy.
"""

from __future__ import annotations

import math
import random
import statistics
import sys
import time
from collections.abc import Callable
from itertools import pairwise

import shapely
from shapely.ops import voronoi_diagram

import variants
from variants.compile import compile_board
from variants.compile.adjacency import derive_adjacency
from variants.compile.drawing import DrawingReader
from variants.compiled_json import read_board, write_board
from variants.fault import Faults
from variants.shipped import shipped_board, shipped_drawing

WIDTH, HEIGHT = 3000, 2000
Point = tuple[float, float]


def wavy(start: Point, end: Point) -> list[Point]:
    """The border from *start* to *end*, the same from either side."""
    if start > end:
        return wavy(end, start)[::-1]
    length = math.dist(start, end)
    across = ((end[1] - start[1]) / length, -(end[0] - start[0]) / length)
    count = max(2, int(length / 1.5))
    points: list[Point] = []
    for step in range(count + 1):
        part = step / count
        off = 3 * math.sin(part * math.pi) * math.sin(part * 9 + start[0])
        x = start[0] + (end[0] - start[0]) * part + across[0] * off
        y = start[1] + (end[1] - start[1]) * part + across[1] * off
        points.append((round(x, 2), round(y, 2)))
    return points


def large_drawing(provinces: int) -> bytes:
    """A drawing of so many provinces."""
    chance = random.Random(4)
    spots = shapely.MultiPoint([(chance.random() * WIDTH, chance.random() * HEIGHT) for _ in range(provinces)])
    frame = shapely.box(0, 0, WIDTH, HEIGHT)
    paths: list[str] = []
    for number, cell in enumerate(voronoi_diagram(spots, envelope=frame).geoms):
        corners = [(round(x, 3), round(y, 3)) for x, y in shapely.intersection(cell, frame).exterior.coords]
        ring = [point for a, b in pairwise(corners) if a != b for point in wavy(a, b)[:-1]]
        data = "M" + " ".join(f"{x:g},{y:g}" for x, y in ring) + "Z"
        kind = chance.choice(("land", "coast", "sea"))
        paths.append(f'<path id="p{number:03d}" data-type="{kind}" data-name="Province {number}" d="{data}"/>')
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"><g id="provinces">'
    return (head + "\n".join(paths) + "</g></svg>").encode()


def seconds(work: Callable[[], object], times: int) -> float:
    """The median of *times* runs, in seconds."""
    taken: list[float] = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken)


def report(name: str, svg: bytes, compiled: bytes, times: int) -> None:
    """Print one board's times."""
    drawing = DrawingReader(svg, name, Faults()).read()
    shapes = {code: province.shape for code, province in drawing.provinces.items()}
    print(f"{name}: {len(shapes)} provinces, {len(svg) / 1e6:.1f} MB")
    print(f"  read the drawing        {seconds(lambda: DrawingReader(svg, name, Faults()).read(), times):7.3f} s")
    print(f"  derive adjacency        {seconds(lambda: derive_adjacency(shapes, drawing.width, drawing.height), times):7.3f} s")
    print(f"  playable, without names {seconds(lambda: compile_board(svg, names=False), times):7.3f} s")
    print(f"  with all names          {seconds(lambda: compile_board(svg), 1):7.3f} s")
    print(f"  from the cache          {seconds(lambda: read_board(compiled), 9) * 1000:7.1f} ms")


def main() -> None:
    """Run it."""
    report("standard", shipped_drawing("standard"), shipped_board("standard"), 3)
    svg = large_drawing(int(sys.argv[1]) if len(sys.argv) > 1 else 350)
    made = compile_board(svg, names=False).board
    if made is None:
        raise SystemExit("the large drawing does not compile")
    report("large", svg, write_board(made), 3)
    print(f"standard variant, read anew: {seconds(lambda: variants.load(variants.shipped_source('standard')), 9) * 1000:.1f} ms")


if __name__ == "__main__":
    main()
