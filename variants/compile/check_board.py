"""All that a designer should know about a drawing: the faults of the compile step, and its differences from the variant."""

from __future__ import annotations

import difflib
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from itertools import combinations

import shapely

from adjudicator.board import Board, Terrain
from languages import mark, tr
from variants.compile.adjacency import GAP
from variants.compile.board import Compilation, compile_board
from variants.compile.check_steps import Place, StepCheck, lists_of
from variants.compile.drawn import Drawing
from variants.compile.gaps import WIDEST
from variants.compile.label_placement import label_area
from variants.compile.outline_fixes import enlarged
from variants.compile.regions import polygons_of, shapes_of
from variants.compiled import CompiledBoard, Label, LabelKind
from variants.fault import Fault, FaultKind, Severity
from variants.fix import Fix, RemoveElement, SetAttribute, SetValue, SvgChange
from variants.reviewed import StepTally
from variants.source import MANIFEST
from variants.svg.element import Element
from variants.svg.paths import lines_of

AWAY = 1 / 60
"""Part of the board's width: a line that stays farther from the shore than that is the line of no coast there."""
MOST_SPARE = 2
"""Supply marks where no centre is that are taken for mistakes."""
LEAST_AT_SHORE = 0.25
"""Part of a line's length."""


def check_marks(board: CompiledBoard, drawing: Drawing, rules: Board, source: str, own_file: bool) -> Iterator[Fault]:
    """Every mark that the variant knows nothing of, or that lies where it cannot be meant.

    Args:
        board: the drawing, compiled as far as it goes.
        drawing: what was read of it.
        rules: the board that is played.
        source: the drawing's name.
        own_file: whether the provinces stand in the variant's own file, which may be changed.
    """
    marks = _Marks(board, drawing, rules, source)
    yield from marks.coasts()
    yield from marks.bridges()
    yield from marks.centres(own_file)
    yield from marks.names()
    yield from marks.terrains()


def unsure_coasts(faults: Collection[Fault]) -> frozenset[str]:
    """Provinces whose coasts are drawn wrongly: nothing follows from them until that is mended."""
    kinds = (FaultKind.COAST_NAME, FaultKind.COAST_AWAY)
    return frozenset(place.partition("/")[0] for fault in faults if fault.kind in kinds for place in fault.places)


class _Marks:
    def __init__(self, board: CompiledBoard, drawing: Drawing, rules: Board, source: str) -> None:
        self._board = board
        self._drawing = drawing
        self._rules = rules
        self._source = source
        self._shapes = shapes_of(board)

    def coasts(self) -> Iterator[Fault]:
        provinces = self._rules.provinces
        seas = [self._shapes[code] for code in self._shapes if code in provinces and provinces[code].terrain is Terrain.SEA]
        water = shapely.union_all(seas)
        for (code, coast), lines in self._drawing.coasts.items():
            element = self._drawing.coast_elements.get((code, coast))
            line = shapely.union_all(lines)
            middle = line.representative_point()
            at, name = (middle.x, middle.y), f"{code.lower()}/{coast.lower()}"
            if code not in provinces:
                near = difflib.get_close_matches(code, [each for each in provinces if provinces[each].coasts], 2, 0.6)
                mend = _label(element, f"{near[0].lower()}/{coast.lower()}") if len(near) == 1 else None
                what = tr("the coast {name} belongs to no province", name=name)
                yield self._fault(element, what, tr("a province of the variant"), Severity.ERROR, at, FaultKind.COAST_NAME, (), mend)
            elif coast not in provinces[code].coasts:
                undrawn = [each for each in provinces[code].coasts if (code, each) not in self._drawing.coasts]
                mend = _label(element, f"{code.lower()}/{undrawn[0].lower()}") if len(undrawn) == 1 else _removal(element)
                known = ", ".join(f"{code.lower()}/{each.lower()}" for each in provinces[code].coasts) or tr("no named coasts")
                what = tr("{code} has no coast {coast}", code=code, coast=coast)
                yield self._fault(element, what, known, Severity.ERROR, at, FaultKind.COAST_NAME, (f"{code}/{coast}",), mend)
            elif code in self._shapes:
                shore = shapely.intersection(self._shapes[code].boundary, water.buffer(self._board.width * GAP))
                near_shore = shapely.intersection(line, shore.buffer(self._board.width * AWAY)).length
                if near_shore < LEAST_AT_SHORE * line.length:
                    what = tr("the line {name} lies beside no shore of {code}", name=name, code=code)
                    expected = tr("the line along that shore")
                    mend = _removal(element)
                    yield self._fault(element, what, expected, Severity.WARNING, at, FaultKind.COAST_AWAY, (f"{code}/{coast}",), mend)

    def bridges(self) -> Iterator[Fault]:
        known = self._rules.provinces
        for (first, second, cut, _), element in zip(self._drawing.bridges, self._drawing.bridge_elements, strict=False):
            name = f"{first.lower()}-{second.lower()}"
            strange = [code for code in (first, second) if code not in known]
            if strange or first == second:
                meant = [self._end_meant(code, other) if code in strange else code for code, other in ((first, second), (second, first))]
                better = "-".join(each.lower() for each in meant if each is not None)
                mend = _label(element, better) if None not in meant and meant[0] != meant[1] else _removal(element)
                what = (
                    tr("the bridge {name} leads to no province {strange}", name=name, strange=strange[0])
                    if strange
                    else tr("the bridge {name} leads back", name=name)
                )
                both = tuple(sorted(each for each in meant if each is not None)) if None not in meant else ()
                yield self._fault(element, what, tr("two codes of the variant"), Severity.ERROR, None, FaultKind.BRIDGE_NAME, both, mend)
            elif cut and first in self._shapes and second in self._shapes:
                distance = self._shapes[first].distance(self._shapes[second])
                if distance > self._board.width * GAP:
                    what = tr("{name} is cut, and the two do not touch", name=name)
                    mend, both = _removal(element), (min(first, second), max(first, second))
                    yield self._fault(element, what, tr("no cut there"), Severity.WARNING, None, FaultKind.IDLE_CUT, both, mend)

    def _end_meant(self, code: str, other: str) -> str | None:
        """The province that a slip in a bridge's label stands for: a neighbour of the *other* end before all else."""
        near = difflib.get_close_matches(code, self._rules.provinces, 6, 0.5)
        beside = {edge.target.province for edge in self._rules.edges if edge.origin.province == other}
        return next((each for each in near if each in beside), near[0] if near else None)

    def centres(self, own_file: bool) -> Iterator[Fault]:
        """A mark or two too many; a drawing with more of them has places for other variants as well."""
        provinces = self._rules.provinces
        spare = [code for kind, code, _ in self._drawing.anchors if kind == "sc" and code in provinces and not provinces[code].centre]
        if len(spare) > MOST_SPARE:
            return
        for (kind, code, _), spot in self._drawing.anchors.items():
            province = self._rules.provinces.get(code)
            if kind != "sc" or province is None or province.centre or province.terrain is Terrain.IMPASSABLE:
                continue
            element = self._drawing.anchor_elements.get((kind, code, ""))
            fix = (
                Fix(tr("Make {code} a centre", code=code), MANIFEST, (SetValue(("provinces", code, "centre"), "true"),))
                if own_file
                else None
            )
            what = tr("{code} has a supply mark and is no centre", code=code)
            fault = self._fault(element, what, tr("centre = true, or no mark"), Severity.WARNING, spot, FaultKind.CENTRE, (code,), None)
            yield replace(fault, fix=fix)

    def names(self) -> Iterator[Fault]:
        for code, label in self._drawing.labels.items():
            if code not in self._rules.provinces:
                element, near = self._drawing.label_elements.get(code), _nearest(code, self._rules.provinces)
                mend = _label(element, near.lower()) if near is not None and near not in self._drawing.labels else _removal(element)
                what = tr("the name {lines!r} is that of no province {code}", lines=" ".join(label.lines)[:30], code=code)
                spot = (label.x, label.y)
                yield self._fault(element, what, tr("the code of a province"), Severity.WARNING, spot, FaultKind.NAME_TEXT, (), mend)

    def terrains(self) -> Iterator[Fault]:
        for code, drawn in self._drawing.provinces.items():
            province = self._rules.provinces.get(code)
            said = drawn.data_type.lower()
            if province is None or said not in ("sea", "land", "coast", "coastal", "inland", "impassable"):
                continue
            wet, rock = said == "sea", said == "impassable"
            if wet == (province.terrain is Terrain.SEA) and rock == (province.terrain is Terrain.IMPASSABLE):
                continue
            spot = drawn.shape.representative_point()
            word = {Terrain.INLAND: "land", Terrain.COASTAL: "coast"}.get(province.terrain, province.terrain.value)
            start = drawn.element.start
            mend = (tr("Call it {word} in the drawing", word=word), SetAttribute(start, "data-type", word)) if start >= 0 else None
            what = tr("{code} is {said} in the drawing and {terrain} in the file", code=code, said=tr(said), terrain=tr(province.terrain))
            at = (spot.x, spot.y)
            yield self._fault(drawn.element, what, tr("the same in both"), Severity.WARNING, at, FaultKind.TERRAIN, (code,), mend)

    def _fault(
        self,
        element: Element | None,
        what: str,
        expected: str,
        severity: Severity,
        at: tuple[float, float] | None,
        kind: FaultKind,
        places: tuple[str, ...],
        mend: tuple[str, SvgChange] | None,
    ) -> Fault:
        fix = Fix(mend[0], self._source, (mend[1],)) if mend is not None else None
        name = element.label if element is not None else ""
        line = element.line if element is not None else None
        return Fault(self._source, line, what, expected, severity, name[:60], at, kind=kind, places=places, fix=fix)


def _nearest(code: str, known: Collection[str]) -> str | None:
    found = difflib.get_close_matches(code, known, 2, 0.6)
    return found[0] if found else None


def _label(element: Element | None, label: str) -> tuple[str, SvgChange] | None:
    """A change of what an element is called."""
    if element is None or element.start < 0:
        return None
    name = next((each for each in ("inkscape:label", "data-coast", "data-province", "id") if element.get(each)), "id")
    return tr("Call it {label}", label=label), SetAttribute(element.start, name, label)


def _removal(element: Element | None) -> tuple[str, SvgChange] | None:
    return (tr("Take it out"), RemoveElement(element.start, element.end)) if element is not None and element.start >= 0 else None


LEAST_SIDE = 1 / 1000
"""Part of the board's width: the side of a square that is a pixel on a screen."""
MOST_HOLES = 12
"""Number of holes of a drawing that are listed, the widest first."""


def check_board(svg: bytes, rules: Board, source: str = "board.svg") -> tuple[Fault, ...]:
    """Every fault of a drawing for the board that is played on it, each with element, place and what would mend it."""
    return faults_of(compile_board(svg, rules, source), rules, source)


def faults_of(
    made: Compilation, rules: Board, source: str, place: Place | None = None, parted: Collection[tuple[str, str]] = ()
) -> tuple[Fault, ...]:
    """The faults of a compilation: see :func:`compare`."""
    return compare(made, rules, source, place, parted)[0]


def compare(
    made: Compilation, rules: Board, source: str, place: Place | None = None, parted: Collection[tuple[str, str]] = ()
) -> tuple[tuple[Fault, ...], tuple[StepTally, ...]]:
    """The faults of a compilation, with the differences between what the shapes say and what *rules* says; and what was compared.

    Args:
        made: the compilation; errors in it hide nothing else.
        rules: the board that is played on it.
        source: the drawing's name.
        place: file and line of a key of the variant's file, where they are known.
        parted: pairs of which the designer has answered that they are no neighbours.
    """
    if made.draft is None or made.drawing is None:
        return made.faults, ()
    board, drawing = made.draft, made.drawing

    def nowhere(_: tuple[str | int, ...]) -> tuple[str, int | None]:
        return MANIFEST, None

    least = (board.width * LEAST_SIDE) ** 2
    tiny = frozenset(code for code, shape in shapes_of(board).items() if code in rules.provinces and shape.area < least)
    lists = lists_of(rules, place or nowhere)
    own = not rules.provinces or lists.place(("provinces", next(iter(rules.provinces))))[0] == MANIFEST
    marks = tuple(check_marks(board, drawing, rules, source, own))
    away = {
        place for fault in made.faults if fault.kind is FaultKind.OUTSIDE and fault.severity is Severity.ERROR for place in fault.places
    }
    settled = {fault.places for fault in marks if fault.kind is FaultKind.BRIDGE_NAME}
    steps = StepCheck(board, drawing, rules, source, lists, unsure_coasts(marks), tiny | away, settled, parted)
    exchanged = tuple(_exchanged(board, drawing, rules, source))
    told = frozenset(code for fault in exchanged for code in fault.places)
    rest = (*made.faults, *marks, *steps.faults(), *_holes(made, board, source), *_crowded(made, board, source))
    found = (*exchanged, *(fault for fault in rest if fault.kind not in _OF_EXCHANGED or not told.intersection(_codes_of(fault))))
    # Of an invisible province, nothing else is worth reporting.
    return (*_tiny(made, tiny, source), *(fault for fault in found if not tiny.intersection(fault.places))), steps.tallies()


_OF_EXCHANGED = frozenset(
    (
        FaultKind.NO_BORDER,
        FaultKind.NO_STEP,
        FaultKind.FAINT_BORDER,
        FaultKind.ARMY_STEP,
        FaultKind.FLEET_STEP,
        FaultKind.DRY_STEP,
        FaultKind.WRONG_COAST,
        FaultKind.COAST_AWAY,
        FaultKind.STRAY_ANCHOR,
        FaultKind.TERRAIN,
    )
)
"""Faults that follow from two provinces in each other's place."""


def _codes_of(fault: Fault) -> Iterator[str]:
    return (place.partition("/")[0] for place in fault.places)


def _exchanged(board: CompiledBoard, drawing: Drawing, rules: Board, source: str) -> Iterator[Fault]:
    """Pairs of provinces whose labels seem to be exchanged: the other's neighbours lie around each, or the other's name stands on it.

    Which of the two labels is wrong is for the designer to say.
    """
    drawn, listed = _around([each.provinces for each in board.adjacency]), _around(_pairs(rules))
    shapes = shapes_of(board)
    seen: set[str] = set()
    for first, second in combinations(sorted(shapes.keys() & rules.provinces.keys()), 2):
        one, other = drawing.provinces.get(first), drawing.provinces.get(second)
        if one is None or other is None or {first, second} & seen:
            continue
        words = {"first": first, "second": second}
        off = drawn[first] ^ listed[first], drawn[second] ^ listed[second]
        if off[0] and off[1] and len(off[0] | off[1]) > 1:
            turned = {first: second, second: first}
            swapped = [frozenset(turned.get(code, code) for code in drawn[each]) for each in (second, first)]
            if swapped == [listed[first], listed[second]]:
                seen |= {first, second}
                what = tr("{first} and {second} seem to be exchanged: each has the neighbours that the lists give the other", **words)
                mend = [_label(one.element, second.lower()), _label(other.element, first.lower())]
                changes = tuple(each[1] for each in mend if each is not None)
                spot = one.shape.representative_point()
                fix = Fix(tr("Exchange the labels of both shapes"), source, changes) if len(changes) == 2 else None
                yield _question(source, one.element, what, (spot.x, spot.y), (first, second), fix)
                continue
        names = drawing.labels.get(first), drawing.labels.get(second)
        if names[0] is not None and names[1] is not None:
            places = [shapely.Point(each.x, each.y) for each in names if each is not None]
            if shapes[second].contains(places[0]) and shapes[first].contains(places[1]):
                seen |= {first, second}
                what = tr("the names of {first} and {second} are exchanged: each stands on the other", **words)
                fix = _names_in_place(drawing, rules, (first, second), source)
                yield _question(source, one.element, what, (places[0].x, places[0].y), (first, second), fix)


def _names_in_place(drawing: Drawing, rules: Board, codes: tuple[str, str], source: str) -> Fix | None:
    """The fix that exchanges the labels of two names that are written right, or the places of two that are labelled right."""
    one, other = (drawing.label_elements.get(code) for code in codes)
    if one is None or other is None or min(one.start, other.start) < 0:
        return None
    title = tr("Exchange both names")
    said = [" ".join(drawing.labels[code].lines).casefold() for code in codes]
    names = [rules.provinces[code].name.casefold() for code in codes]
    if said == [names[1], names[0]]:
        labels = [each for each in (_label(one, codes[1].lower()), _label(other, codes[0].lower())) if each is not None]
        return Fix(title, source, tuple(each[1] for each in labels), is_guess=True)
    plain = one.parent is other.parent and not any(each.get("transform") or each.children for each in (one, other))
    spots = [(one, other, name) for name in ("x", "y")] + [(other, one, name) for name in ("x", "y")]
    if not plain or not all(source_of.get(name) for _, source_of, name in spots):
        return None
    return Fix(title, source, tuple(SetAttribute(each.start, name, goal.get(name)) for each, goal, name in spots), is_guess=True)


def _question(source: str, element: Element, what: str, at: tuple[float, float], places: tuple[str, str], fix: Fix | None) -> Fault:
    expected = tr("the labels of the shapes or the other ones exchanged: which are right?")
    return Fault(
        source, element.line, what, expected, Severity.ERROR, element.label[:60], at, kind=FaultKind.EXCHANGED, places=places, fix=fix
    )


def _pairs(rules: Board) -> Iterator[tuple[str, str]]:
    return ((str(edge.origin.province), str(edge.target.province)) for edge in rules.edges)


def _around(pairs: Iterable[tuple[str, str]]) -> defaultdict[str, frozenset[str]]:
    """Province to those beside it."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for first, second in pairs:
        found[first].add(second)
        found[second].add(first)
    return defaultdict(frozenset, {code: frozenset(others) for code, others in found.items()})


def _tiny(made: Compilation, codes: Collection[str], source: str) -> Iterator[Fault]:
    for code in sorted(codes):
        drawn = made.drawing.provinces.get(code) if made.drawing is not None else None
        if drawn is not None:
            spot = drawn.shape.representative_point()
            what, expected = tr("{code} is too small to be seen", code=code), tr("a shape that a unit has room in")
            at, name, line = (spot.x, spot.y), code.lower(), drawn.element.line
            radius = made.draft.unit_radius if made.draft is not None else 0.0
            fix = enlarged(made.drawing, drawn, 3 * radius, source) if made.drawing is not None and radius else None
            yield Fault(source, line, what, expected, element=name, point=at, kind=FaultKind.TOO_SMALL, places=(code,), fix=fix)


def _holes(made: Compilation, board: CompiledBoard, source: str) -> Iterator[Fault]:
    """Ground between the provinces that is none of theirs, no lake and not impassable: too wide for a gap that is mended."""
    shapes = shapes_of(board)
    scenery = [shapely.Polygon(rings[0], rings[1:]) for decoration in board.decorations for rings in decoration.polygons]
    covered = shapely.union_all([*shapes.values(), *scenery], grid_size=board.width / 20_000)
    holes = [shapely.Polygon(ring) for part in shapely.get_parts(covered) if part.geom_type == "Polygon" for ring in part.interiors]
    wide = [hole for hole in holes if hole.area > (2 * WIDEST * board.width) ** 2]
    expected = tr("borders that meet, a province, or a shape in the layer impassable")
    for hole in sorted(wide, key=lambda each: -each.area)[:MOST_HOLES]:
        reach = hole.buffer(board.width / 2000)
        around = sorted(code for code, shape in shapes.items() if shape.intersects(reach))
        spot = hole.representative_point()
        element = "-".join(around[:2]).lower()
        at = (spot.x, spot.y)
        if len(around) > 1:
            what = tr("a hole between {provinces} belongs to nobody", provinces=", ".join(around[:4]))
        elif around:
            what = tr("a hole in {province} belongs to nobody", province=around[0])
        else:
            what = tr("a hole in impassable ground belongs to nobody")
        fix = _filled(made, around[0], source) if len(around) == 1 else None
        yield Fault(source, None, what, expected, Severity.WARNING, element, at, fix=fix, kind=FaultKind.HOLE, places=tuple(around[:4]))


def _filled(made: Compilation, code: str, source: str) -> Fix | None:
    """Take the second of two subpaths out, where it is the only hole of its shape."""
    drawn = made.drawing.provinces.get(code) if made.drawing is not None else None
    if drawn is None or drawn.element.tag != "path" or drawn.element.start < 0 or len(polygons_of(drawn.shape)) != 1:
        return None
    assert made.drawing is not None
    path = drawn.element.get("d")
    starts = [found.start() for found in re.finditer("[Mm]", path)]
    outer, *holes = (shapely.Polygon(line).area for line in lines_of(drawn.element, None, made.drawing.width / 2000) if len(line) > 2)
    if len(starts) != 2 or len(holes) != 1 or outer < holes[0]:
        return None
    return Fix(tr("Fill it"), source, (SetAttribute(drawn.element.start, "d", path[: starts[1]].rstrip()),), is_guess=True)


class _OnBoard:
    """Units and names of a board, each looked at once, for names that stand beside their ground."""

    def __init__(self, board: CompiledBoard) -> None:
        self._trees: dict[LabelKind, tuple[list[str], shapely.STRtree]] = {}
        self._board = board

    def is_clear(self, code: str, label: Label) -> bool:
        """Return True if the name of *code* covers no unit and no other name: the line leads to it, as on printed maps."""
        owners, tree = self._tree(label.kind)
        area = label_area(label)
        around = [tree.geometries[at] for at in tree.query(area, predicate="intersects").tolist() if owners[at] != code]
        return bool(shapely.intersection(area, shapely.union_all(around)).area < _LITTLE * area.area)

    def _tree(self, kind: LabelKind) -> tuple[list[str], shapely.STRtree]:
        if kind not in self._trees:
            board = self._board
            discs = [shapely.Point(spot).buffer(board.unit_radius) for shape in board.provinces.values() for spot in shape.units.values()]
            names = [(code, each) for code, shape in board.provinces.items() for each in shape.labels if each.kind is kind]
            owners = [*("" for _ in discs), *(code for code, _ in names)]
            self._trees[kind] = owners, shapely.STRtree([*discs, *(label_area(each) for _, each in names)])
        return self._trees[kind]


_LITTLE = 0.05
"""Part of a name that may be covered: letters do not fill the strip that they stand in."""


def _crowded(made: Compilation, board: CompiledBoard, source: str) -> Iterator[Fault]:
    """Units that would cover one another, and names that found no room on their own ground."""
    radius = board.unit_radius
    spots = [(code, spot) for code, shape in board.provinces.items() for spot in shape.units.values()]
    spots.sort(key=lambda each: each[1])
    for index, (code, (x, y)) in enumerate(spots):
        for other, (ox, oy) in spots[index + 1 :]:
            if ox - x > 2 * radius:
                break
            if code != other and (x - ox) ** 2 + (y - oy) ** 2 < (1.6 * radius) ** 2:
                what, expected = tr("units in {code} and {other} cover one another", code=code, other=other), tr("anchors further apart")
                element, both = f"unit:{code.lower()}", (code, other)
                anchors = made.drawing.anchor_elements if made.drawing is not None else {}
                drawn = {(each.start, each.end) for (kind, of, _), each in anchors.items() if kind == "unit" and of in both}
                changes = tuple(RemoveElement(*each) for each in sorted(drawn, reverse=True))
                fix = Fix(tr("Let a place be found"), source, changes) if changes else None
                yield Fault(source, None, what, expected, Severity.WARNING, element, (x, y), fix=fix, kind=FaultKind.CROWDED, places=both)
    on_board = _OnBoard(board)
    for code, shape in board.provinces.items():
        led = [label for label in shape.labels if label.leader is not None]
        for label in (each for each in led if not on_board.is_clear(code, each)):
            is_short = label.kind is LabelKind.SHORT
            if not is_short or len(led) == 1:  # a code that finds no room is told with its name
                whole, short = mark("the name of {code} does not fit on its ground"), mark("the code {code} does not fit on its ground")
                what = tr(short if is_short else whole, code=code)
                expected, at = tr("more room, or a name in the layer labels"), (label.x, label.y)
                yield Fault(source, None, what, expected, Severity.WARNING, code.lower(), at, kind=FaultKind.NAME_ROOM, places=(code,))
