"""Lands between two waters, with what their designer can make of each: named coasts, a canal, a strait."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import shapely

from adjudicator.board import Board, Terrain
from variants.compile.drawn import Drawing
from variants.compile.regions import lines_of, shapes_of
from variants.compile.shores import divided_shores
from variants.compile.steps import fleet_steps
from variants.compiled import CompiledBoard, Line
from variants.notes import ShoreAnswer
from variants.reviewed import DividedLand


def divided_lands(board: CompiledBoard, drawing: Drawing, rules: Board, answers: Mapping[str, ShoreAnswer]) -> tuple[DividedLand, ...]:
    """Every land whose shore falls into stretches on different waters, or that has named coasts in the rules; sorted by code.

    Args:
        board: the drawing, compiled as far as it goes.
        drawing: what was read of it: coasts that are drawn are taken as they are.
        rules: the board that is played.
        answers: what the designer says already.
    """
    shapes = {code: shape for code, shape in shapes_of(board).items() if code in rules.provinces}
    terrains = {code: rules.provinces[code].terrain for code in shapes}
    entered = {code for code, terrain in terrains.items() if terrain is not Terrain.IMPASSABLE}
    passable = [each for each in board.adjacency if entered.issuperset(each.provinces)]
    named = {code: rules.provinces[code].coasts for code in shapes if rules.provinces[code].coasts}
    found: list[DividedLand] = []
    for shore in divided_shores(shapes, terrains, passable, named, board.width, board.unit_radius):
        lines = {(shore.code, part.name): drawing.coasts.get((shore.code, part.name)) or list(part.lines) for part in shore.parts}
        around = [each for each in passable if shore.code in each.provinces]
        steps = [step for step in fleet_steps(around, shapes, terrains, lines, board.width / 500) if step[0].province == shore.code]
        coasts = tuple(
            (part.name, tuple(sorted({target.province for origin, target in steps if origin.coast == part.name}))) for part in shore.parts
        )
        waters = tuple(sorted({water for part in shore.parts for water in part.waters}))
        is_split = len(rules.provinces[shore.code].coasts) > 1
        answer = answers.get(shore.code)
        stretches = tuple(_points(lines[shore.code, part.name], board.width) for part in shore.parts)
        found.append(DividedLand(shore.code, waters, shore.kind, round(shore.neck, 1), shore.point, coasts, is_split, answer, stretches))
    return tuple(found)


def _points(geometries: Iterable[shapely.Geometry], width: float) -> tuple[Line, ...]:
    """Lines for display: joined where they meet, and no finer than can be seen on a board of that *width*."""
    plain = [each.boundary if "Polygon" in each.geom_type else each for each in geometries]
    return tuple(
        tuple((round(x, 1), round(y, 1)) for x, y in shapely.get_coordinates(shapely.simplify(line, width / 4000)).tolist())
        for line in lines_of(shapely.geometrycollections(plain))
    )
