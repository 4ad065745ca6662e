"""Everything a designer should know about a drawing: what the compile step says, and where drawing and variant differ."""

from __future__ import annotations

from collections.abc import Iterator

import shapely

from adjudicator.board import Board, Terrain
from variants.compile.board import Compilation, compile_board
from variants.compile.gaps import WIDEST
from variants.compile.regions import shapes_of
from variants.compiled import CompiledBoard
from variants.fault import Fault, Severity

MOST_HOLES = 12
"""Of a drawing that are told, the widest first."""


def check_board(svg: bytes, rules: Board, source: str = "board.svg") -> tuple[Fault, ...]:
    """Every fault of a drawing for the board that is played on it, each with element, place and what would mend it."""
    return faults_of(compile_board(svg, rules, source), rules, source)


def faults_of(made: Compilation, rules: Board, source: str) -> tuple[Fault, ...]:
    """The faults of a compilation, with the differences between what the shapes say and what *rules* says."""
    if made.board is None:
        return made.faults
    return (*made.faults, *_differences(made.board, rules, source), *_holes(made.board, source), *_crowded(made.board, source))


def _differences(board: CompiledBoard, rules: Board, source: str) -> Iterator[Fault]:
    """Borders that the variant lacks and steps that the drawing lacks; and borders that only one witness saw."""
    listed = {(min(edge.origin.province, edge.target.province), max(edge.origin.province, edge.target.province)) for edge in rules.edges}
    playable = {code for code, province in rules.provinces.items() if province.terrain is not Terrain.IMPASSABLE}
    listed = {pair for pair in listed if playable.issuperset(pair)}
    drawn = {pair.provinces: pair for pair in board.adjacency}
    for pair in sorted(listed - drawn.keys()):
        yield _at(
            board, pair, f"{pair[0]} and {pair[1]} do not touch, and units may go between them", "a common border, or a bridge", source
        )
    for pair in sorted(drawn.keys() - listed, key=lambda each: -drawn[each].length):
        length = drawn[pair].length
        what = f"{pair[0]} and {pair[1]} touch for {length:.0f} units, and nothing may go between them"
        yield _at(board, pair, what, 'both in one another\'s lists, or a bridge with data-cut="1"', source)
    for pair in sorted(drawn.keys() & listed):
        if drawn[pair].witnesses < 2:
            yield _at(board, pair, f"the border of {pair[0]} and {pair[1]} is hard to see", "a longer common border, or a bridge", source)


def _holes(board: CompiledBoard, source: str) -> Iterator[Fault]:
    """Ground between the provinces that is none of theirs, no lake and not impassable: too wide for a gap that is mended."""
    shapes = shapes_of(board)
    scenery = [shapely.Polygon(rings[0], rings[1:]) for decoration in board.decorations for rings in decoration.polygons]
    covered = shapely.union_all([*shapes.values(), *scenery], grid_size=board.width / 20_000)
    holes = [shapely.Polygon(ring) for part in shapely.get_parts(covered) if part.geom_type == "Polygon" for ring in part.interiors]
    wide = [hole for hole in holes if hole.area > (2 * WIDEST * board.width) ** 2]
    expected = "borders that meet, a province, or a shape in the layer impassable"
    for hole in sorted(wide, key=lambda each: -each.area)[:MOST_HOLES]:
        reach = hole.buffer(board.width / 2000)
        around = sorted(code for code, shape in shapes.items() if shape.intersects(reach))
        where = f"between {', '.join(around[:4])}" if len(around) > 1 else f"in {around[0]}" if around else "in impassable ground"
        spot = hole.representative_point()
        element = "-".join(around[:2]).lower()
        yield Fault(source, None, f"a hole {where} belongs to nobody", expected, Severity.WARNING, element, (spot.x, spot.y))


def _at(board: CompiledBoard, pair: tuple[str, str], what: str, expected: str, source: str) -> Fault:
    """A warning with its place: the middle of the common border, else between the two."""
    for border in board.borders:
        if border.provinces == pair:
            line = max(border.lines, key=len)
            return Fault(source, None, what, expected, Severity.WARNING, f"{pair[0].lower()}-{pair[1].lower()}", line[len(line) // 2])
    (ax, ay), (bx, by) = (board.provinces[code].units[""] for code in pair)
    return Fault(source, None, what, expected, Severity.WARNING, f"{pair[0].lower()}-{pair[1].lower()}", ((ax + bx) / 2, (ay + by) / 2))


def _crowded(board: CompiledBoard, source: str) -> Iterator[Fault]:
    """Units that would cover one another, and names that found no room on their own ground."""
    radius = board.unit_radius
    spots = [(code, spot) for code, shape in board.provinces.items() for spot in shape.units.values()]
    spots.sort(key=lambda each: each[1])
    for index, (code, (x, y)) in enumerate(spots):
        for other, (ox, oy) in spots[index + 1 :]:
            if ox - x > 2 * radius:
                break
            if code != other and (x - ox) ** 2 + (y - oy) ** 2 < (1.6 * radius) ** 2:
                expected = "anchors further apart"
                yield Fault(
                    source,
                    None,
                    f"units in {code} and {other} cover one another",
                    expected,
                    Severity.WARNING,
                    f"unit:{code.lower()}",
                    (x, y),
                )
    for code, shape in board.provinces.items():
        for label in shape.labels:
            if label.leader is not None:
                what = f"the {label.kind} name of {code} does not fit on its ground"
                yield Fault(
                    source, None, what, "more room, or a name in the layer labels", Severity.WARNING, code.lower(), (label.x, label.y)
                )
