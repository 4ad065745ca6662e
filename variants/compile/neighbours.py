"""Proposal for a variant's file from the provinces of a drawing: terrains, coasts, centres, neighbours, and the borders and lands that it
leaves open.

A proposal only: what the file says already stands. Source: DESIGN, "Boards as SVG" (derived and stated neighbours are kept apart).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

import shapely

from adjudicator.board import ARMY, FLEET, Board, Province, Terrain
from variants.compile.board import compile_shapes
from variants.compile.drawing import DrawingReader
from variants.compile.drawn import Drawing
from variants.compile.regions import lines_of, shapes_of
from variants.compile.shores import Shore, divided_shores
from variants.compile.steps import Step, army_steps, fleet_steps
from variants.compile.terrains import Ground, propose_ground
from variants.compiled import Adjacent, CompiledBoard, Line
from variants.fault import Fault, Faults, VariantError
from variants.notes import BorderAnswer, ShoreAnswer, ShoreKind
from variants.read_board import CODE
from variants.reviewed import DividedLand, Doubt

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


_TYPES = {
    "sea": Terrain.SEA,
    "coast": Terrain.COASTAL,
    "coastal": Terrain.COASTAL,
    "inland": Terrain.INLAND,
    "impassable": Terrain.IMPASSABLE,
}
"""Terrains that ``data-type`` states for certain; ``land`` may have a shore or not."""


@dataclass(frozen=True, slots=True)
class DrawnNeighbours:
    """One province as it is drawn."""

    code: str
    name: str
    terrain: Terrain
    centre: bool
    army: tuple[str, ...]
    """Locations to which an army may go."""
    fleet: Mapping[str, tuple[str, ...]]
    """Coast to where a fleet may go from there; the coast is ``""`` where none is named."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """Every province of a drawing, by code; empty where the drawing cannot be used."""

    provinces: Mapping[str, DrawnNeighbours]
    faults: tuple[Fault, ...]
    grounds: Mapping[str, Ground] = field(default_factory=dict)
    """Ground that is proposed for each province where neither the file nor ``data-type`` states it, and the reason."""
    shores: tuple[Shore, ...] = ()
    """Lands between two waters, and what each is taken for where the drawing has no coasts for it."""


def propose(
    svg: bytes,
    stated: Mapping[str, Terrain],
    source: str = "board.svg",
    coasts: Mapping[str, Collection[str]] = MappingProxyType({}),
    answers: Mapping[tuple[str, str], BorderAnswer] = MappingProxyType({}),
    lands: Collection[str] = (),
    stop: Callable[[], bool] = lambda: False,
    divided: Mapping[str, ShoreKind] = MappingProxyType({}),
    sketched: Callable[[CompiledBoard], None] | None = None,
) -> Proposal:
    """Make the proposal from the drawing.

    Args:
        svg: the drawing.
        stated: the terrains that the variant's file states already; they stand over what the drawing says.
        source: the drawing's name, for the faults.
        coasts: provinces of which the file names coasts, with their names.
        answers: what the file says of borders that the drawing leaves open.
        lands: provinces that are known to be land, with a shore or without.
        divided: what the file says of lands between two waters.
        stop: asked often; once it is true the work is given up.
        sketched: handed the bare shapes, as land and water, long before the neighbours are known.

    Raises:
        CompilationStoppedError: *stop* was true.
    """
    faults = Faults()
    try:
        drawing = DrawingReader(svg, source, faults, stop, stated.keys()).read()
    except VariantError as error:
        return Proposal(MappingProxyType({}), error.faults)
    codes = [code for code in drawing.provinces if CODE.fullmatch(code)]
    stated = {code: said for code in codes if (said := stated.get(code) or _TYPES.get(drawing.provinces[code].data_type.lower()))}
    known = {code: said is Terrain.SEA for code, said in stated.items()}
    known |= {code: False for code in codes if (code in lands or drawing.provinces[code].data_type.lower() == "land") and code not in known}
    grounds = {code: each for code, each in propose_ground(drawing, known).items() if code not in known}
    stated |= {code: Terrain.SEA for code, each in grounds.items() if each.is_water}
    rules = _rules(drawing, codes, {code: _terrain(code, stated, is_wet=True) for code in codes})
    centres = {code for kind, code, _ in drawing.anchors if kind == "sc"}
    board = compile_shapes(drawing, rules, source, faults, stop, None if sketched is None else lambda _, sketch: sketched(sketch))
    if board.board is None:
        return Proposal(MappingProxyType({}), board.faults)
    board = replace(board, board=with_answers(board.board, answers))
    assert board.board is not None
    shapes = shapes_of(board.board)
    water = {code for code, shape in board.board.provinces.items() if shape.terrain is Terrain.SEA}
    wet = {code for pair in board.board.adjacency for code in pair.provinces if water & set(pair.provinces)}
    terrains = {code: _terrain(code, stated, is_wet=code in wet) for code in codes}
    reach = board.board.width / 500
    passable = [pair for pair in board.board.adjacency if not any(terrains[code] is Terrain.IMPASSABLE for code in pair.provinces)]
    drawn = {of for of, _ in drawing.coasts}
    shores = divided_shores(
        {code: shape for code, shape in shapes.items() if code not in drawn},
        terrains,
        passable,
        coasts,
        board.board.width,
        board.board.unit_radius,
        divided,
    )
    lines = dict(drawing.coasts) | {
        (shore.code, coast.name): list(coast.lines) for shore in shores for coast in shore.coasts if shore.kind is ShoreKind.COASTS
    }
    armies = army_steps(passable, terrains)
    fleets = fleet_steps(passable, shapes, terrains, lines, reach)
    found = {code: _neighbours(drawing, code, terrains[code], armies, fleets, lines, centres) for code in codes}
    return Proposal(MappingProxyType(found), board.faults, MappingProxyType(grounds), shores)


def undecided(svg: bytes, source: str = "board.svg") -> frozenset[str]:
    """Provinces of which the drawing alone does not tell whether they are land or sea.

    Raises:
        VariantError: it cannot be read.
    """
    drawing = DrawingReader(svg, source, Faults()).read()
    types = {code: drawing.provinces[code].data_type.lower() for code in drawing.provinces}
    said = {code: word == "sea" for code, word in types.items() if word in _TYPES or word == "land"}
    return frozenset(code for code, each in propose_ground(drawing, said).items() if each.is_water is None)


def _rules(drawing: Drawing, codes: Collection[str], terrains: Mapping[str, Terrain]) -> Board:
    provinces = tuple(Province(code, drawing.provinces[code].name or code, terrains[code], _coasts(drawing, code)) for code in codes)
    return Board.of(provinces, (ARMY, FLEET), ())


def _coasts(drawing: Drawing, code: str) -> tuple[str, ...]:
    return tuple(coast for of, coast in drawing.coasts if of == code)


def _terrain(code: str, stated: Mapping[str, Terrain], *, is_wet: bool) -> Terrain:
    """The terrain; land without a stated one is coastal where it *is_wet*: where it touches a sea, or may."""
    return stated.get(code) or (Terrain.COASTAL if is_wet else Terrain.INLAND)


def _neighbours(
    drawing: Drawing,
    code: str,
    terrain: Terrain,
    armies: Collection[Step],
    fleets: Collection[Step],
    coasts: Collection[tuple[str, str]],
    centres: Collection[str],
) -> DrawnNeighbours:
    army = sorted(str(target) for origin, target in armies if origin.province == code)
    fleet: dict[str, list[str]] = {coast: [] for of, coast in coasts if of == code} if terrain is Terrain.COASTAL else {}
    for origin, target in fleets:
        if origin.province == code:
            fleet.setdefault(origin.coast or "", []).append(str(target))
    province = drawing.provinces[code]
    return DrawnNeighbours(
        code,
        province.name or (" ".join(drawing.labels[code].lines) if code in drawing.labels else "") or code.title(),
        terrain,
        code in centres,
        tuple(army),
        MappingProxyType({coast: tuple(sorted(targets)) for coast, targets in fleet.items()}),
    )


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
