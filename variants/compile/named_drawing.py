"""Province of each shape of a drawing: by the codes, aliases, names and terrains of the variant."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

import shapely

from adjudicator.board import Board, Terrain
from languages import tr
from variants.compile.author_names import LONGEST_NAME, letters_of, written_name
from variants.compile.drawn import Drawing, DrawnProvince
from variants.compile.gaps import WIDEST
from variants.fault import Fault, FaultKind, Faults, Severity, lost_neighbours
from variants.fix import Fix, RemoveElement, SetAttribute
from variants.svg.element import Element

_ENOUGH = 0.5
"""Part of the neighbours of shape and province together that must be the same."""


def likely_provinces(
    drawing: Drawing, shapes: Sequence[shapely.Geometry], missed: Sequence[str], around: Mapping[str, AbstractSet[str]]
) -> dict[int, str]:
    """The number of a shape to the province that it is, for each of which nothing else is as likely.

    Args:
        shapes: those without a code.
        missed: the provinces that are not drawn. One that has marks, such as its name, is where they lie.
        around: those of which nothing stands in the drawing, to their neighbours.
    """
    drawn = list(drawing.provinces)
    if not shapes or not missed or not drawn:
        return {}
    tree = shapely.STRtree([drawing.provinces[code].shape for code in drawn])
    touching = [{drawn[at] for at in tree.query(shape, predicate="dwithin", distance=WIDEST * drawing.width)} for shape in shapes]
    worth = {
        (at, code): _likeness(touching[at], around[code] & drawing.provinces.keys()) if code in around else _marked(drawing, code, shape)
        for at, shape in enumerate(shapes)
        for code in missed
    }
    found: dict[int, str] = {}
    for (at, code), value in worth.items():
        rivals = [other for (where, what), other in worth.items() if (where == at) != (what == code)]
        if value >= _ENOUGH and all(value > other for other in rivals):
            found[at] = code
    return found


def _likeness(touching: AbstractSet[str], reached: AbstractSet[str]) -> float:
    both = touching & reached
    return len(both) / len(touching | reached) if both else 0.0


def _marked(drawing: Drawing, code: str, shape: shapely.Geometry) -> float:
    """1 where there are marks of a province, and all of them lie in the shape."""
    spots = [spot for (_, of, _), spot in drawing.anchors.items() if of == code]
    if code in drawing.labels:
        spots.append((drawing.labels[code].x, drawing.labels[code].y))
    return float(bool(spots) and all(shape.intersects(shapely.Point(spot)) for spot in spots))


_TYPES = {"land": Terrain.INLAND, "inland": Terrain.INLAND, "coast": Terrain.COASTAL, "coastal": Terrain.COASTAL, "sea": Terrain.SEA}


def known_codes(rules: Board | None) -> frozenset[str]:
    """Every code that the drawing may use."""
    return frozenset(rules.provinces) | frozenset(_alias_table(rules)) if rules is not None else frozenset()


def _alias_table(rules: Board | None) -> dict[str, str]:
    """Other codes of the variant's provinces to their own."""
    if rules is None:
        return {}
    return {
        alias.upper(): code
        for code, province in rules.provinces.items()
        for alias in province.aliases
        if alias.upper() not in rules.provinces
    }


class NamedDrawing:
    """A drawing beside the board that is played on it.

    Args:
        rules: the board; without it the drawing says of itself what it is.
        source: the drawing's name, for faults.
    """

    def __init__(self, drawing: Drawing, rules: Board | None, source: str, faults: Faults) -> None:
        self._drawing = drawing
        self._rules = rules
        self._source = source
        self._faults = faults
        self._aliases = _alias_table(rules)

    def own_code(self, code: str) -> str:
        """The variant's code for a *code* of the drawing, which may be an alias."""
        return self._aliases.get(code, code)

    def rename(self) -> None:
        """Codes in the drawing that are aliases of the variant's become the variant's."""
        drawing, aliases = self._drawing, self._aliases
        self._take_slips()
        self._take_unlabelled()
        if not aliases:
            return
        for code in [code for code in drawing.provinces if aliases.get(code, code) not in (code, *drawing.provinces)]:
            province = drawing.provinces.pop(code)
            province.code = aliases[code]
            drawing.provinces[province.code] = province

        drawing.anchors = {(kind, aliases.get(code, code), coast): spot for (kind, code, coast), spot in drawing.anchors.items()}
        drawing.coasts = {(aliases.get(code, code), coast): lines for (code, coast), lines in drawing.coasts.items()}
        drawing.bridges = [(aliases.get(a, a), aliases.get(b, b), cut, units) for a, b, cut, units in drawing.bridges]
        drawing.labels = {aliases.get(code, code): label for code, label in drawing.labels.items()}

    def _take_slips(self) -> None:
        """A shape whose code is a slip of the pen counts as the province that it is meant to be, so that it hides nothing else."""
        drawing = self._drawing
        for code in [code for code in drawing.provinces if self._rules is not None and self.own_code(code) not in self._rules.provinces]:
            meant = self._meant(code)
            if meant is None:
                continue
            province = drawing.provinces.pop(code)
            said = tr("{code} is drawn and the variant has no such province", code=code)
            mend = SetAttribute(province.element.start, _naming(province.element), meant.lower())
            fix = Fix(tr("Call it {meant}", meant=meant.lower()), self._source, (mend,)) if province.element.tag != "use" else None
            expected = tr("a code of the variant; is it {meant} ({name})?", meant=meant, name=self.name(meant))
            spot = province.shape.representative_point()
            fault = Fault(self._source, province.element.line, said, expected, element=code.lower(), point=(spot.x, spot.y))
            self._faults.add(replace(fault, kind=FaultKind.LABEL, places=(meant,), fix=fix))
            province.code = meant
            drawing.provinces[meant] = province

    def _take_unlabelled(self) -> None:
        """A shape without a code counts as the province that its place says it is; each is a fault."""
        drawing = self._drawing
        missed = [code for code in self._rules.provinces if self._is_missed(code)] if self._rules is not None else []
        around = lost_neighbours(drawing.content, self._rules) if self._rules is not None and drawing.unlabelled else {}
        likely = likely_provinces(drawing, [each.shape for each in drawing.unlabelled], missed, around)
        for at, each in enumerate(drawing.unlabelled):
            spot, element, meant = each.shape.representative_point(), each.element, likely.get(at)
            name = (element.label or element.tag)[:60]
            fault = Fault(self._source, element.line, each.what, each.expected, element=name, point=(spot.x, spot.y))
            out = Fix(tr("Take it out"), self._source, (RemoveElement(element.start, element.end),), is_guess=True)
            fault = replace(fault, kind=FaultKind.NO_LABEL, fix=None if missed else out)
            if meant is not None:
                expected = tr("a code of the variant; is it {meant} ({name})?", meant=meant, name=self.name(meant))
                mend = SetAttribute(element.start, drawing.label_attribute, meant.lower())
                fix = Fix(tr("Call it {meant}", meant=meant.lower()), self._source, (mend,))
                fault = replace(fault, expected=expected, places=(meant,), fix=fix)
                drawing.provinces[meant] = DrawnProvince(meant, each.shape, element, element.get("data-type"), element.get("data-name"))
            self._faults.add(fault)

    def match(self) -> None:
        """Note the provinces that drawing and variant do not both name, and names that are too long to be written whole."""
        drawing = self._drawing
        self._note_long_names()
        if self._rules is not None:
            for code, province in self._rules.provinces.items():
                if self._is_missed(code):
                    what = tr("{code} ({province}) is not drawn", code=code, province=province.name)
                    self.note(
                        code,
                        what,
                        tr("a shape in the layer provinces, with this code as label (Object > Object Properties)"),
                        Severity.ERROR,
                        FaultKind.NOT_DRAWN,
                    )
            for code in [code for code in drawing.provinces if code not in self._rules.provinces]:
                what = tr("{code} is drawn and the variant has no such province", code=code)
                expected = tr("a code of the variant; the menu Tools > Neighbours from a drawing puts a new province in")
                self.note(code, what, expected, Severity.ERROR, FaultKind.UNKNOWN_SHAPE)
        for kind, code, coast in drawing.anchors:
            if code not in drawing.provinces and not self._is_missed(code) and code not in drawing.unusable:
                name = f"{kind}:{code.lower()}{'/' + coast.lower() if coast else ''}"
                what = tr("the anchor {name} belongs to no province", name=name)
                spot, element = drawing.anchors[kind, code, coast], drawing.anchor_elements.get((kind, code, coast))
                line = element.line if element is not None else None
                fault = Fault(self._source, line, what, tr("a province of the drawing"), Severity.WARNING, name, spot)
                fix = Fix(tr("Take it out"), self._source, (RemoveElement(element.start, element.end),)) if element is not None else None
                self._faults.add(replace(fault, kind=FaultKind.UNKNOWN_ANCHOR, fix=fix))

    def terrain(self, code: str) -> Terrain:
        """Return the terrain of a province: the variant's, else the drawing's."""
        if self._rules is not None and code in self._rules.provinces:
            return self._rules.provinces[code].terrain
        stated = self._drawing.provinces[code].data_type.lower()
        if stated == "impassable":
            return Terrain.IMPASSABLE
        if stated not in _TYPES and self._rules is None:
            expected = tr('data-type="land", "coast", "sea" or "impassable"')
            self.note(code, tr("{code} does not say what it is", code=code), expected, Severity.WARNING, FaultKind.TERRAIN)
        return _TYPES.get(stated, Terrain.COASTAL)

    def name(self, code: str) -> str:
        """Return the name of a province: the variant's, else the drawing's."""
        if self._rules is not None and code in self._rules.provinces:
            return self._rules.provinces[code].name or code
        return self._drawing.provinces[code].name or code

    def written_name(self, code: str) -> str:
        """Return as much of its name as is written on the board."""
        return written_name(self.name(code)) or code

    def _note_long_names(self) -> None:
        for code in self._drawing.provinces:
            label = self._drawing.labels.get(code)
            letters = letters_of(" ".join(label.lines) if label is not None else self.name(code))
            if letters > LONGEST_NAME:
                what = tr("the name of {code} has {letters} letters and is cut to {most}", code=code, letters=letters, most=LONGEST_NAME)
                self.note(code, what, tr("a name that fits on the board"), Severity.WARNING, FaultKind.DRAWING)

    def note(
        self, code: str, what: str, expected: str, severity: Severity, kind: FaultKind = FaultKind.OTHER, fix: Fix | None = None
    ) -> None:
        """Note a fault of a province at its place in the drawing."""
        province = self._drawing.provinces.get(code)
        at = None
        if province is not None:
            spot = province.shape.representative_point()
            at = (spot.x, spot.y) if not spot.is_empty else None
        else:
            # Where a province that is missing should be, its anchors, coasts or name may know.
            drawing = self._drawing
            shores = [line.interpolate(0.5, normalized=True) for (of, _), lines in drawing.coasts.items() if of == code for line in lines]
            spots = [spot for (_, of, _), spot in drawing.anchors.items() if of == code] + [(shore.x, shore.y) for shore in shores]
            at = spots[0] if spots else (drawing.labels[code].x, drawing.labels[code].y) if code in drawing.labels else None
        line = province.element.line if province else self._drawing.layer_line
        self._faults.add(Fault(self._source, line, what, expected, severity, code.lower(), at, fix=fix, kind=kind, places=(code,)))

    def _is_missed(self, code: str) -> bool:
        """Return True if the variant has a province that ought to be drawn and is not: reported once, not again for each of its anchors."""
        known = self._rules.provinces if self._rules is not None else {}
        drawn = code in self._drawing.provinces or code in self._drawing.unusable
        return code in known and not drawn and known[code].terrain is not Terrain.IMPASSABLE

    def _meant(self, code: str) -> str | None:
        """The province that a shape of an unknown *code* is probably meant to be: by its name, else by a slip of the pen."""
        missed = {each: self.name(each) for each in self._rules.provinces if self._is_missed(each)} if self._rules is not None else {}
        named = [each for each, name in missed.items() if name.upper() == code]
        near = named or difflib.get_close_matches(code, missed, 1, 0.6)
        return near[0] if near else None


def _naming(element: Element) -> str:
    """The attribute that gives the shape its code."""
    return next((name for name in ("data-province", "inkscape:label") if element.get(name).strip()), "id")
