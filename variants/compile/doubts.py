"""Borders that a drawing leaves open: seen by one witness, short, or a gap where the variant has a way. A designer answers each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import shapely

from adjudicator.board import Board, Terrain
from variants.compile.regions import shapes_of
from variants.compiled import Adjacent, CompiledBoard
from variants.notes import BorderAnswer
from variants.reviewed import Doubt

SHORT = 1 / 100
"""Part of the board's width: a border that is shorter may be no more than a corner."""
FAR = 1 / 8
"""Part of the board's width: two provinces farther apart leave no gap."""


def with_answers(board: CompiledBoard, answers: Mapping[tuple[str, str], BorderAnswer]) -> CompiledBoard:
    """The board with the neighbours that a designer's answers make or part."""
    pairs = {each.provinces: each for each in board.adjacency}
    for pair, answer in answers.items():
        if not answer.reply.joins:
            pairs.pop(pair, None)
        elif set(pair) <= board.provinces.keys():
            length = pairs[pair].length if pair in pairs else 0.0
            pairs[pair] = Adjacent(pair, length, 2)
    return replace(board, adjacency=tuple(pairs[pair] for pair in sorted(pairs)))


def doubts_of(board: CompiledBoard, rules: Board, answers: Mapping[tuple[str, str], BorderAnswer]) -> tuple[Doubt, ...]:
    """Every border that is open, the longest first; those that are answered as well."""
    playable = {code for code, each in rules.provinces.items() if each.terrain is not Terrain.IMPASSABLE and code in board.provinces}
    listed = {(min(a, b), max(a, b)) for edge in rules.edges for a, b in [(edge.origin.province, edge.target.province)]}
    shapes = shapes_of(board)
    touching = {each.provinces: each for each in board.adjacency}
    found: list[Doubt] = []
    for pair in sorted({*touching, *listed, *answers}):
        if not playable.issuperset(pair):
            continue
        border = touching.get(pair)
        gap = float(shapes[pair[0]].distance(shapes[pair[1]]))
        length = border.length if border is not None else 0.0
        sure = border is not None and border.witnesses > 1 and length >= board.width * SHORT
        if pair not in answers and (sure or (border is None and gap > board.width * FAR)):
            continue
        middle = shapely.shortest_line(shapes[pair[0]], shapes[pair[1]]).interpolate(0.5, normalized=True)
        point = (round(middle.x, 1), round(middle.y, 1))
        witnesses = border.witnesses if border is not None else 0
        found.append(Doubt(pair, length, round(gap, 1), witnesses, pair in listed, point, answers.get(pair)))
    return tuple(sorted(found, key=lambda each: (-each.length, each.gap, each.pair)))
