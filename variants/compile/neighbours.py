"""Proposal for a variant's file from the provinces of a drawing: terrains, coasts, centres, and neighbours.

A proposal only: what the file says already stands. Source: DESIGN, "Boards as SVG" (derived and stated neighbours are kept apart).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from adjudicator.board import ARMY, FLEET, Board, Province, Terrain
from variants.compile.board import compile_shapes
from variants.compile.doubts import with_answers
from variants.compile.drawing import DrawingReader
from variants.compile.drawn import Drawing
from variants.compile.regions import shapes_of
from variants.compile.shores import Shore, divided_shores
from variants.compile.steps import Step, army_steps, fleet_steps
from variants.compile.terrains import Ground, propose_ground
from variants.compiled import CompiledBoard
from variants.fault import Fault, Faults, VariantError
from variants.notes import BorderAnswer, ShoreKind
from variants.read_board import CODE

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
