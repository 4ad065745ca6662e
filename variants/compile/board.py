"""The whole way from a drawing to a compiled board."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType

import numpy as np
import shapely

from adjudicator.board import Board, Terrain
from languages import tr
from variants.compile.adjacency import derive_adjacency
from variants.compile.area_operations import as_polygon, levels_of
from variants.compile.art import ArtWriter
from variants.compile.board_names import Disc, place_names
from variants.compile.borders import draw_borders
from variants.compile.cut import CONTAINED, cut_overlaps, hidden_under, too_much_work, without
from variants.compile.drawing import DrawingReader
from variants.compile.drawn import Drawing, DrawnPiece
from variants.compile.elements import CompilationStoppedError
from variants.compile.gaps import WIDEST, close_gaps
from variants.compile.label_placement import label_discs
from variants.compile.memory import Memory
from variants.compile.named_drawing import NamedDrawing, known_codes
from variants.compile.outline_fixes import cut_by, larger_page
from variants.compile.places import ProvincePlaces, drop_stray_anchors, find_places, nearby
from variants.compile.regions import areas_of, polygons_of
from variants.compile.shores import undrawn_coasts
from variants.compile.sketch import draw_sketch, symbol_scale
from variants.compiled import SUPPLY_RADIUS, UNIT_RADIUS, CompiledBoard, Decoration, DecorationKind, Label, Point, ProvinceShape, Stage
from variants.fault import Fault, FaultKind, Faults, Severity, VariantError
from variants.fix import Fix, RemoveElement

MOSTLY_OUTSIDE = 0.5
"""A province of which less lies on the page is one that was left beside it."""


def landscape_of(drawing: Drawing, impassable: Sequence[shapely.Geometry], source: str, faults: Faults) -> tuple[Decoration, ...]:
    """The landscape of *drawing*, with its *impassable* ground; a kind that is unknown goes into *faults*, by the name *source*."""
    found = [
        Decoration(DecorationKind.IMPASSABLE, 1, "", tuple(as_polygon(part) for part in polygons_of(area)))
        for area in impassable
        if not area.is_empty
    ]
    kinds = {kind.value.replace(" ", "-"): kind for kind in DecorationKind}
    for piece in drawing.pieces:
        kind = kinds.get(piece.kind)
        if piece.kind in ("impassable", "strait", "inlet", "sea"):
            continue
        if kind is None:
            what = tr("unknown data-kind {kind!r}", kind=piece.kind[:30])
            expected = tr("one of strait, inlet, {kinds}", kinds=", ".join(sorted(kinds)))
            faults.add(Fault(source, None, what, expected, Severity.WARNING, kind=FaultKind.LANDSCAPE))
            continue
        polygons = tuple(as_polygon(part) for area in piece.areas for part in polygons_of(area))
        lines = tuple(tuple((round(x, 2), round(y, 2)) for x, y in line) for line in piece.lines)
        found.append(Decoration(kind, piece.rank, piece.name, polygons, lines))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Compilation:
    """A compiled board, ``None`` where the drawing cannot be used, and everything that is wrong with the drawing."""

    board: CompiledBoard | None
    faults: tuple[Fault, ...]
    draft: CompiledBoard | None = None
    """The board as far as it goes, errors or not, for a designer who mends it: never played on."""
    drawing: Drawing | None = None
    """Drawing as it was read."""


def compile_board(
    svg: bytes,
    rules: Board | None = None,
    source: str = "board.svg",
    names: bool = True,
    stop: Callable[[], bool] = lambda: False,
    early: Callable[[Stage, CompiledBoard], None] | None = None,
    memory: Memory | None = None,
) -> Compilation:
    """The compiled board of a drawing.

    Args:
        svg: the drawing.
        rules: the board that is played on it: says terrains, names, coasts and centres, and which provinces there must be.
            Without it the drawing's ``data-type`` and ``data-name`` are taken.
        source: the drawing's name, for faults.
        names: whether places for names are looked for, which takes most of the time; a board without names can be drawn and played.
        stop: asked often; once it is true the work is given up.
        early: handed the board on the way, as soon as it can be seen and as soon as it can be played on comfortably. Of a drawing
            with errors it is handed nothing, or at most the bare shapes.
        memory: what earlier compilations came to, shape by shape; this one's steps join it.

    Raises:
        CompilationStoppedError: *stop* was true.
    """
    faults = Faults()
    memory = memory or Memory()
    memory.begin()
    try:
        drawing = DrawingReader(svg, source, faults, stop, known_codes(rules), memory).read()
    except VariantError as error:
        return Compilation(None, error.faults)
    work = _Work(drawing, rules, source, faults, names, stop, early, memory=memory)
    return _compilation(work, hashlib.sha256(svg).hexdigest(), source)


def compile_shapes(
    drawing: Drawing,
    rules: Board,
    source: str,
    faults: Faults,
    stop: Callable[[], bool] = lambda: False,
    early: Callable[[Stage, CompiledBoard], None] | None = None,
) -> Compilation:
    """The shapes and neighbours of a drawing that was read already, and nothing for the eye: no places, names, borders or coarser outlines.

    Args:
        faults: what was wrong with it so far; what is wrong with its shapes joins it.
        early: handed the bare shapes before they are laid side by side.

    Raises:
        CompilationStoppedError: *stop* was true.
    """
    return _compilation(_Work(drawing, rules, source, faults, False, stop, early, bare=True), "", source)


def _compilation(work: _Work, sha256: str, source: str) -> Compilation:
    faults, drawing = work.faults, work.drawing
    try:
        board = work.board(sha256)
    except shapely.errors.GEOSException as error:
        what = tr("the shapes cannot be laid side by side: {why}", why=error)[:200]
        faults.add(Fault(source, None, what, tr("simpler outlines: Path > Simplify"), kind=FaultKind.DRAWING))
        board = None
    return Compilation(None if faults.errors else board, faults.found(), board, drawing)


class _Work:
    """One compilation, step by step."""

    def __init__(
        self,
        drawing: Drawing,
        rules: Board | None,
        source: str,
        faults: Faults,
        names: bool,
        stop: Callable[[], bool],
        early: Callable[[Stage, CompiledBoard], None] | None,
        *,
        bare: bool = False,
        memory: Memory | None = None,
    ) -> None:
        self._memory = memory or Memory()
        self._bare = bare
        self._drawing = drawing
        self._rules = rules
        self._source = source
        self._faults = faults
        self._names = names
        self._stop = stop
        self._early = early
        self._named = NamedDrawing(drawing, rules, source, faults)
        self._symbols = drawing.width
        """The width that the sizes of symbols are parts of."""
        self._undrawn: dict[tuple[str, str], tuple[shapely.Geometry, ...]] = {}
        """The shore of named coasts that the drawing lacks."""

        self._anchors_of: dict[str, dict[tuple[str, str, str], Point]] = {}
        """The anchors of each province."""

    @property
    def drawing(self) -> Drawing:
        """Drawing as it was read."""
        return self._drawing

    @property
    def faults(self) -> Faults:
        """Faults so far."""
        return self._faults

    def board(self, sha256: str) -> CompiledBoard | None:
        """The compiled board; worth something only when no error was noted."""
        drawing = self._drawing
        width, height = drawing.width, drawing.height
        self._named.rename()
        self._named.match()
        shapes = {code: province.shape for code, province in drawing.provinces.items()}
        if not shapes:
            line = drawing.root.line if drawing.root else None
            expected = tr("a shape for each province in the layer provinces")
            self._faults.add(Fault(self._source, line, tr("no province is drawn"), expected, kind=FaultKind.DRAWING))
            return None
        if self._is_too_much(shapes):
            return None
        self._note_outside(shapes)
        terrains = {code: self._named.terrain(code) for code in shapes}
        water = frozenset(code for code, terrain in terrains.items() if terrain is Terrain.SEA)
        if self._early is not None and not self._faults.errors:
            self._early(Stage.SKETCH, draw_sketch(drawing, self._rules, sha256, shapes, terrains, self._memory))
        shapes, overlaps = cut_overlaps(shapes, water, (width / 2000) ** 2, self._memory)
        for code in [code for code, shape in shapes.items() if shape.is_empty]:
            what = hidden_under(code, self._drawing.provinces, overlaps)
            self._named.note(
                code,
                what,
                tr("a shape that can be seen: a click with Alt in Inkscape selects what lies below"),
                Severity.ERROR,
                FaultKind.COVERED,
            )
            del shapes[code]
        if not any(terrains[code] is not Terrain.IMPASSABLE for code in shapes):
            return None
        self._note_overlaps(overlaps, shapes, water)
        closed = [(area, piece) for piece in drawing.pieces if piece.kind == "impassable" for area in piece.areas if not area.is_empty]
        impassable = [area for area, _ in closed]
        self._note_closed_ground(closed, shapes, water)
        impassable += [shape for code, shape in shapes.items() if terrains[code] is Terrain.IMPASSABLE]
        shapes = {code: shape for code, shape in shapes.items() if terrains[code] is not Terrain.IMPASSABLE}
        land = {code: shape for code, shape in shapes.items() if code not in water}
        impassable = without(impassable, list(land.values()), is_redrawn=True)
        seas = [code for code in shapes if code in water]
        shapes |= zip(seas, without([shapes[code] for code in seas], impassable), strict=True)
        self._check_stop()
        ground = ("gaps", width, height, *shapes, *self._memory.marks(list(shapes.values())), *self._memory.marks(impassable))
        shapes = dict(self._memory.get(ground, partial(close_gaps, shapes, impassable, width, height, self._check_stop)))
        straits, inlets = self._straits(shapes, "strait", "inlet"), self._straits(shapes, "inlet")
        grounds = {code: self._ground(code, shape, straits.get(code)) for code, shape in shapes.items()}
        scale = symbol_scale(drawing, grounds, self._memory)
        self._symbols = width * scale
        drop_stray_anchors(drawing, shapes, self._symbols, self._source, self._faults)
        for (kind, code, coast), spot in drawing.anchors.items():
            self._anchors_of.setdefault(code, {})[kind, code, coast] = spot
        self._place_undrawn_coasts(shapes, water)
        self._check_stop()
        if self._bare:
            return self._bare_board(shapes, terrains, scale, impassable)
        marks = dict(zip(grounds, self._memory.marks(list(grounds.values())), strict=True))
        places = {code: self._places(code, ground, marks[code]) for code, ground in grounds.items()}
        self._check_stop()
        outlines = ("levels", width, *shapes, *self._memory.marks(list(shapes.values())))
        levels = self._memory.get(outlines, partial(levels_of, shapes, width, memory=self._memory))

        def provinces(labels: Mapping[str, tuple[Label, ...]]) -> Mapping[str, ProvinceShape]:
            return MappingProxyType(
                {
                    code: ProvinceShape(
                        code,
                        terrains[code],
                        levels[code],
                        MappingProxyType(places[code].units),
                        MappingProxyType(places[code].retreats),
                        places[code].supply,
                        self._spare(grounds[code], marks[code], places[code], labels[code]) if terrains[code] is not Terrain.SEA else None,
                        labels[code],
                        tuple(as_polygon(part) for part in polygons_of(straits[code])) if code in straits else (),
                        tuple(round(each, 1) for each in shape.bounds),
                    )
                    for code, shape in sorted(shapes.items())
                }
            )

        nameless: Mapping[str, tuple[Label, ...]] = dict.fromkeys(grounds, ())
        rocks = [area for area in impassable if not area.is_empty]
        board = CompiledBoard(
            sha256,
            width,
            height,
            provinces(nameless),
            draw_borders(shapes, water, rocks, straits, inlets, (width, height), self._memory),
            landscape_of(drawing, impassable, self._source, self._faults),
            (),
            self._art("background"),
            self._art("foreground"),
            scale,
        )
        if self._early is not None and not self._faults.errors:
            self._early(Stage.PLAYABLE, board)
        board = replace(board, adjacency=derive_adjacency(shapes, width, height, drawing.bridges, memory=self._memory))
        if not self._names:
            return board
        labels = place_names(drawing, self._named, grounds, places, water, self._symbols, self._memory, self._check_stop)
        return replace(board, provinces=provinces(labels))

    def _bare_board(
        self, shapes: Mapping[str, shapely.Geometry], terrains: Mapping[str, Terrain], scale: float, impassable: list[shapely.Geometry]
    ) -> CompiledBoard:
        """Make outlines and neighbours alone; all other faults of the drawing are reported all the same."""
        drawing = self._drawing
        levels = levels_of(shapes, drawing.width, finest=True)
        nowhere: Mapping[str, Point] = MappingProxyType({})
        provinces = {
            code: ProvinceShape(code, terrains[code], levels[code], nowhere, nowhere, None, None, (), (), shape.bounds)
            for code, shape in sorted(shapes.items())
        }
        landscape_of(drawing, impassable, self._source, self._faults)
        self._art("background")
        self._art("foreground")
        self._check_stop()
        adjacency = derive_adjacency(shapes, drawing.width, drawing.height, drawing.bridges)
        board = CompiledBoard("", drawing.width, drawing.height, MappingProxyType(provinces), (), (), adjacency, "", "", scale)
        self._check_stop()
        return board

    def _check_stop(self) -> None:
        if self._stop():
            raise CompilationStoppedError

    def _art(self, layer: str) -> str:
        drawing = self._drawing
        elements = drawing.art.get(layer, [])
        if not elements or drawing.root is None:
            return ""
        return ArtWriter(drawing.root, self._source, self._faults).write(elements, (drawing.width, drawing.height), drawing.corner)

    def _note_overlaps(
        self, overlaps: Sequence[tuple[str, str, float]], shapes: Mapping[str, shapely.Geometry], water: frozenset[str]
    ) -> None:
        for below, above, area in overlaps:
            if below in water and above not in water:
                continue
            smaller = min(self._drawing.provinces[code].shape.area for code in (below, above))
            if area > 0.02 * smaller and below in shapes:
                what = tr("{below} and {above} overlap by {area:.0%} of the smaller", below=below, above=above, area=area / smaller)
                drawn = self._drawing.provinces
                fix = cut_by(self._drawing, drawn[below], drawn[above].shape, self._source)
                expected = tr("shapes side by side: Path > Difference in Inkscape")
                self._named.note(below, what, expected, Severity.WARNING, FaultKind.OVERLAP, fix)

    def _note_closed_ground(
        self, closed: Sequence[tuple[shapely.Geometry, DrawnPiece]], shapes: Mapping[str, shapely.Geometry], water: frozenset[str]
    ) -> None:
        """Note impassable ground that lies on one land, which keeps it."""
        lands = [code for code in shapes if code not in water]
        tree = shapely.STRtree([shapes[code] for code in lands])
        for area, piece in closed:
            element = piece.element
            mend = RemoveElement(element.start, element.end) if element is not None and element.start >= 0 else None
            for at in tree.query(area, predicate="intersects").tolist():
                if shapely.intersection(area, shapes[lands[at]]).area > CONTAINED * area.area:
                    what = tr("impassable ground lies on {code}, which keeps it", code=lands[at])
                    expected = tr("it cut out of the province, or outside of it")
                    fix = Fix(tr("Take it out"), self._source, (mend,)) if mend is not None else None
                    self._named.note(lands[at], what, expected, Severity.WARNING, FaultKind.LANDSCAPE, fix)

    def _is_too_much(self, shapes: Mapping[str, shapely.Geometry]) -> bool:
        """Return True if the work on the outlines would not end soon; the one that is to be mended first is reported."""
        found = too_much_work(shapes, self._drawing.width)
        if found is not None:
            self._named.note(*found, Severity.ERROR, FaultKind.DRAWING)
        return found is not None

    def _note_outside(self, shapes: Mapping[str, shapely.Geometry]) -> None:
        """Note provinces beyond the page, which is the visible part."""
        page = shapely.box(0, 0, self._drawing.width, self._drawing.height)
        drawn = np.array([*shapes.values(), None], dtype=object)[:-1]
        inside = shapely.area(shapely.intersection(drawn, page)) / shapely.area(drawn)  # no shape without an area comes this far
        if not np.any(inside < MOSTLY_OUTSIDE):
            return
        # What was pushed off the page lies apart; what the page is too small for lies beside the rest.
        beyond, inner = np.flatnonzero(~shapely.contains(page, drawn)), np.flatnonzero(inside > 0)
        of, beside = shapely.STRtree(drawn[inner]).query(drawn[beyond], predicate="dwithin", distance=WIDEST * self._drawing.width)
        joined = {int(at) for at in np.unique(beyond[of][beyond[of] != inner[beside]])}
        fix = larger_page(self._drawing, [drawn[at] for at in sorted(joined)], self._source) if joined else None
        for at, (code, share) in enumerate(zip(shapes, inside.tolist(), strict=True)):
            expected = tr("it on the page: move it, or Edit > Resize Page to Selection")
            own = fix if at in joined else None
            if share == 0:
                self._named.note(code, tr("{code} lies outside of the page", code=code), expected, Severity.ERROR, FaultKind.OUTSIDE, own)
            elif share < MOSTLY_OUTSIDE:
                what = tr("{share:.0%} of {code} lie outside of the page", share=1 - share, code=code)
                self._named.note(code, what, expected, Severity.WARNING, FaultKind.OUTSIDE, own)

    def _straits(self, shapes: Mapping[str, shapely.Geometry], *kinds: str) -> dict[str, shapely.Geometry]:
        """The water of these *kinds* inside each province."""
        found: dict[str, list[shapely.Geometry]] = {}
        for piece in self._drawing.pieces:
            if piece.kind not in kinds:
                continue
            owner = self._named.own_code(piece.owner)
            if owner in shapes:
                found.setdefault(owner, []).extend(shapely.intersection(area, shapes[owner]) for area in piece.areas)
            else:
                what = tr("a {kind} of an unknown province {owner!r}", kind=piece.kind, owner=piece.owner)
                expected = tr("data-province with a code of the drawing")
                self._faults.add(Fault(self._source, None, what, expected, element=piece.name, kind=FaultKind.LANDSCAPE))
        return {code: areas_of(shapely.union_all(areas)) for code, areas in found.items()}

    def _places(self, code: str, ground: shapely.Geometry, mark: bytes) -> ProvincePlaces:
        self._check_stop()
        named: dict[str, list[shapely.Geometry]] = {coast: lines for (of, coast), lines in self._drawing.coasts.items() if of == code}
        centre = ("sc", code, "") in self._drawing.anchors
        if self._rules is not None and code in self._rules.provinces:
            province = self._rules.provinces[code]
            centre = province.centre
            named = {coast: named.get(coast) or list(self._undrawn.get((code, coast), ())) for coast in province.coasts}
        anchors = self._anchors_of.get(code, {})
        shores = tuple((coast, *self._memory.marks(lines)) for coast, lines in named.items())
        key = ("places", mark, tuple(anchors.items()), shores, centre, self._symbols)
        return self._memory.get(key, partial(find_places, code, ground, anchors, named, centre, self._symbols))

    def _place_undrawn_coasts(self, shapes: Mapping[str, shapely.Geometry], water: frozenset[str]) -> None:
        """Coasts that the variant has and the drawing lacks lie beside the seas that their lists name."""
        if self._rules is None:
            return
        seas = {code: shapes[code] for code in water & shapes.keys()}
        for code in shapes:
            province = self._rules.provinces.get(code)
            missed = [coast for coast in province.coasts if (code, coast) not in self._drawing.coasts] if province is not None else []
            if not missed:
                continue
            listed: dict[str, set[str]] = {coast: set() for coast in province.coasts} if province is not None else {}
            for edge in self._rules.edges:
                if edge.origin.province == code and edge.origin.coast in listed and edge.target.province in seas:
                    listed[edge.origin.coast].add(edge.target.province)
            found = undrawn_coasts(shapes[code], seas, listed, self._drawing.width)
            self._undrawn |= {(code, coast): found[coast] for coast in missed if coast in found}

    def _spare(self, ground: shapely.Geometry, mark: bytes, places: ProvincePlaces, labels: Sequence[Label]) -> Point | None:
        """Return the place of a supply mark beside everything else, or ``None`` where there is one already."""
        if places.supply is not None:
            return None
        width = self._symbols
        taken: list[Disc] = [(spot, UNIT_RADIUS * width) for spot in places.units.values()]
        taken += [disc for label in labels for disc in self._memory.get(("discs", label), partial(label_discs, label))]
        key = ("spare", mark, tuple(taken), places.units[""], width)
        return self._memory.get(key, partial(nearby, ground, taken, SUPPLY_RADIUS * width, places.units[""]))

    def _ground(self, code: str, shape: shapely.Geometry, water: shapely.Geometry | None) -> shapely.Geometry:
        """Return the ground of a province's units: its shape without the straits in it, or all of it where nothing else is left."""
        dry = shape if water is None else areas_of(shapely.difference(shape, water))
        if not dry.is_empty:
            return dry
        self._named.note(
            code, tr("water covers all of {code}", code=code), tr("some ground beside the strait"), Severity.WARNING, FaultKind.LANDSCAPE
        )
        return shape
