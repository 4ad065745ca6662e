"""How long does it take from a drawing to a board: shapes to press on, a handsome board, one with all names, and one out of the cache?

    python -m benchmarks.bench_compile_board [PROVINCES]

Times our standard board and one of 350 provinces and some 3 MB that is made here: cells around scattered points, their borders wavy.
The stages are timed as a window gets them: made by another process, its start included, and read here.
"""

from __future__ import annotations

import math
import random
import re
import statistics
import sys
import threading
import time
from collections.abc import Callable
from itertools import pairwise

import shapely
from shapely.ops import voronoi_diagram

import variants
from adjudicator.board import Board, Province, Terrain
from app.library.board_making import BoardMaker, Made
from variants.catalogue import shipped_board, shipped_drawing
from variants.compile import compile_board
from variants.compile.adjacency import derive_adjacency
from variants.compile.drawing import DrawingReader
from variants.compiled import Stage
from variants.compiled_json import read_board, write_board
from variants.fault import Faults

WIDTH, HEIGHT = 3000, 2000
Point = tuple[float, float]


def wavy(start: Point, end: Point, step: float) -> list[Point]:
    """The border from *start* to *end* with a point each *step*, the same from either side."""
    if start > end:
        return wavy(end, start, step)[::-1]
    length = math.dist(start, end)
    across = ((end[1] - start[1]) / length, -(end[0] - start[0]) / length)
    count = max(2, int(length / step))
    points: list[Point] = []
    for number in range(count + 1):
        part = number / count
        off = 3 * math.sin(part * math.pi) * math.sin(part * 9 + start[0])
        x = start[0] + (end[0] - start[0]) * part + across[0] * off
        y = start[1] + (end[1] - start[1]) * part + across[1] * off
        points.append((round(x, 2), round(y, 2)))
    return points


def large_drawing(provinces: int, step: float = 0.9) -> bytes:
    """A drawing of so many provinces, their borders with a point each *step*."""
    chance = random.Random(4)
    spots = shapely.MultiPoint([(chance.random() * WIDTH, chance.random() * HEIGHT) for _ in range(provinces)])
    frame = shapely.box(0, 0, WIDTH, HEIGHT)
    paths: list[str] = []
    for number, cell in enumerate(voronoi_diagram(spots, envelope=frame).geoms):
        corners = [(round(x, 3), round(y, 3)) for x, y in shapely.intersection(cell, frame).exterior.coords]
        ring = [point for a, b in pairwise(corners) if a != b for point in wavy(a, b, step)[:-1]]
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


def stages(name: str, svg: bytes, rules: Board) -> dict[Stage, float]:
    """Seconds until each stage of the board is there."""
    start = time.perf_counter()
    found: dict[Stage, float] = {}
    done = threading.Event()

    def heard(made: Made) -> None:
        found[made.stage] = time.perf_counter() - start
        if made.stage is Stage.WHOLE:
            done.set()

    BoardMaker().want(name, svg, rules, f"{name}.svg", heard)
    done.wait()
    return found


def rules_of(svg: bytes) -> Board:
    """The provinces of a drawing of :func:`large_drawing`."""
    terrains = {"land": Terrain.INLAND, "coast": Terrain.COASTAL, "sea": Terrain.SEA}
    found = re.findall(r'id="(\w+)" data-type="(\w+)" data-name="([^"]+)"', svg.decode())
    return Board.of(tuple(Province(code.upper(), title, terrains[kind]) for code, kind, title in found), (), ())


def report(name: str, svg: bytes, compiled: bytes, rules: Board, times: int) -> None:
    """Print one board's times."""
    drawing = DrawingReader(svg, name, Faults()).read()
    shapes = {code: province.shape for code, province in drawing.provinces.items()}
    print(f"{name}: {len(shapes)} provinces, {len(svg) / 1e6:.1f} MB")
    print(f"  read the drawing        {seconds(lambda: DrawingReader(svg, name, Faults()).read(), times):7.3f} s")
    print(f"  derive adjacency        {seconds(lambda: derive_adjacency(shapes, drawing.width, drawing.height), times):7.3f} s")
    runs = [stages(name, svg, rules) for _ in range(times)]
    print(f"  picture, can be pressed {statistics.median(run[Stage.SKETCH] for run in runs):7.3f} s")
    print(f"  playable, but for names {statistics.median(run[Stage.PLAYABLE] for run in runs):7.3f} s")
    print(f"  with all names          {statistics.median(run[Stage.WHOLE] for run in runs):7.3f} s")
    print(f"  from the cache          {seconds(lambda: read_board(compiled), 9) * 1000:7.1f} ms")


def main() -> None:
    """Run it."""
    report("standard", shipped_drawing("standard"), shipped_board("standard"), variants.shipped("standard").variant.board, 3)
    svg = large_drawing(int(sys.argv[1]) if len(sys.argv) > 1 else 350)
    made = compile_board(svg, rules_of(svg), names=False).board
    if made is None:
        raise SystemExit("the large drawing does not compile")
    report("large", svg, write_board(made), rules_of(svg), 3)
    print(f"standard variant, read anew: {seconds(lambda: variants.load(variants.shipped_source('standard')), 9) * 1000:.1f} ms")


if __name__ == "__main__":
    main()
