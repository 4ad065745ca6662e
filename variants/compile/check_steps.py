"""The steps of a variant beside those of its drawing, coast by coast: each difference is one fault, with the line of the list.

Only what the shapes say for certain is reported: borders at all, lands that armies could cross, waters at the end of a border, and on which
coast a step begins or ends.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import shapely

from adjudicator import Board, Location, Terrain, UnitKind
from languages import tr
from variants.compile.drawn import Drawing
from variants.compile.regions import shapes_of
from variants.compile.shores import undrawn_coasts
from variants.compile.steps import army_steps, fleet_steps
from variants.compiled import Adjacent, CompiledBoard
from variants.fault import Fault, FaultKind, Severity
from variants.fix import AddToList, DropFromList, Fix, InsertInside, SetValue, TomlChange
from variants.reviewed import StepTally
from variants.source import MANIFEST
from variants.svg.element import Element

Place = Callable[[tuple[str | int, ...]], tuple[str, int | None]]
"""The file and line of a key of ``variant.toml``."""

Ends = frozenset[str]
"""The two ends of a step, as ``STP/NC``, in any direction."""


@dataclass(frozen=True, slots=True)
class Lists:
    """Places of the variant's lists."""

    place: Place
    """File and line of a key."""
    foot: UnitKind | None
    """Kind of unit that walks on land."""
    ship: UnitKind | None
    """Kind of unit that sails."""

    def path(self, origin: Location, kind: UnitKind) -> tuple[str | int, ...]:
        """The list of *origin* for a *kind* of unit."""
        table = ("provinces", origin.province) if origin.coast is None else ("provinces", origin.province, "coasts", origin.coast)
        return (*table, kind.name)

    def adding(self, ends: Ends, kind: UnitKind) -> tuple[TomlChange, ...]:
        """The changes that add a step to both lists."""
        one, other = sorted(ends)
        first, second = Location.of(one), Location.of(other)
        return AddToList(self.path(first, kind), other), AddToList(self.path(second, kind), one)

    def dropping(self, ends: Ends, kind: UnitKind) -> tuple[TomlChange, ...]:
        """The changes that take a step out of both lists."""
        one, other = sorted(ends)
        first, second = Location.of(one), Location.of(other)
        return DropFromList(self.path(first, kind), other), DropFromList(self.path(second, kind), one)


def lists_of(rules: Board, place: Place) -> Lists:
    """The lists of a board with armies and fleets, under any names."""
    kinds = list(rules.kinds.values())
    foot = next((kind for kind in kinds if Terrain.INLAND in kind.terrains and Terrain.SEA not in kind.terrains), None)
    ship = next((kind for kind in kinds if Terrain.SEA in kind.terrains and Terrain.INLAND not in kind.terrains), None)
    return Lists(place, foot, ship)


Steps = Mapping[tuple[str, str], Mapping[str, set[Ends]]]
"""Pair of provinces to the steps between them, by the letter of the kind."""


def tally_of(file: str, kind: UnitKind, pairs: Iterable[tuple[str, str]], listed: Steps, drawn: Steps) -> StepTally:
    """The steps of a *kind* of unit between *pairs* of provinces; a step and its way back are one."""
    both = only_listed = only_drawn = 0
    for pair in pairs:
        have, seen = listed.get(pair, {}).get(kind.letter, set()), drawn.get(pair, {}).get(kind.letter, set())
        both += len(have & seen)
        only_listed += len(have - seen)
        only_drawn += len(seen - have)
    return StepTally(file, kind.name, both + only_listed + only_drawn, only_listed, only_drawn)


REACH = 1 / 500
"""Part of the board's width that counts as touching."""


class StepCheck:
    """Compares the steps of one board with one drawing of it.

    Args:
        board: the drawing, compiled as far as it goes.
        drawing: what was read of it.
        rules: the board that is played.
        source: the drawing's name.
        lists: where the variant's lists stand.
        unsure: provinces whose coasts are drawn wrongly: reported already, and nothing follows from them.
        without: provinces that are too small for anything to follow, or off the page.
        settled: pairs with an earlier report, such as that their bridge has a slip in its label.
        parted: pairs of which the designer has answered that they are no neighbours.
    """

    def __init__(
        self,
        board: CompiledBoard,
        drawing: Drawing,
        rules: Board,
        source: str,
        lists: Lists,
        unsure: Collection[str],
        without: Collection[str] = (),
        settled: Collection[tuple[str, ...]] = (),
        parted: Collection[tuple[str, str]] = (),
    ) -> None:
        self._settled = settled
        self._parted = parted
        self._board = board
        self._drawing = drawing
        self._rules = rules
        self._source = source
        self._lists = lists
        self._unsure = unsure
        self._known = {
            code
            for code in board.provinces
            if code in rules.provinces and code not in without and rules.provinces[code].terrain is not Terrain.IMPASSABLE
        }
        self._terrains = {code: rules.provinces[code].terrain for code in self._known}
        self._shapes = {code: shape for code, shape in shapes_of(board).items() if code in self._known}
        self._touching = {pair.provinces: pair for pair in board.adjacency if self._known.issuperset(pair.provinces)}
        self._listed = self._listed_steps()
        self._walking = {str(each.origin.province) for each in rules.edges if lists.foot is not None and lists.foot.letter in each.kinds}

    def faults(self) -> Iterator[Fault]:
        """Every difference, each once."""
        drawn = self._drawn
        wet = self._inland_at_sea()
        for code, sea in wet.items():
            yield self._wet_inland(code, sea)
        pairs = {pair: steps for pair, steps in self._listed.items() if self._known.issuperset(pair)}
        for pair in sorted(pairs.keys() - self._touching.keys() - set(self._settled)):
            if pair in self._parted:
                yield self._still_listed(pair)
                continue
            what = tr("{one} and {other} do not touch, and units may go between them", one=pair[0], other=pair[1])
            yield self._at(pair, what, tr("a common border, or a bridge"), FaultKind.NO_BORDER, self._bridge(pair))
        for pair in sorted(self._touching.keys() - pairs.keys(), key=lambda each: (-self._touching[each].length, each)):
            if not any(pair[at] in wet and self._terrains[pair[1 - at]] is Terrain.SEA for at in (0, 1)):
                yield self._no_step(pair, drawn)
        for pair in sorted(self._touching.keys() & pairs.keys()):
            if self._touching[pair].witnesses < 2:
                what = tr("the border of {one} and {other} is hard to see", one=pair[0], other=pair[1])
                yield self._at(pair, what, tr("a longer common border, or a bridge"), FaultKind.FAINT_BORDER, self._bridge(pair))
            yield from self._compare(pair, pairs[pair], drawn.get(pair, {}))

    def tallies(self) -> tuple[StepTally, ...]:
        """Return the numbers of steps of each kind of unit that were compared, and of those that differ."""
        listed = {pair: steps for pair, steps in self._listed.items() if self._known.issuperset(pair)}
        shores = [pair for pair in self._touching if pair not in listed and [self._terrains[code] for code in pair].count(Terrain.SEA) == 1]
        foot, ship = self._lists.foot, self._lists.ship
        found: list[StepTally] = []
        if foot is not None:
            walked = [pair for pair in {*listed, *self._drawn} if listed.get(pair, {}).get(foot.letter) or self._walking.issuperset(pair)]
            found.append(tally_of(self._source, foot, walked, listed, self._drawn))
        if ship is not None:
            # Of a shore that no list knows the drawing has one step, whichever coast it would be.
            drawn = self._drawn | {pair: {ship.letter: {frozenset(pair)}} for pair in shores}
            found.append(tally_of(self._source, ship, [pair for pair in {*listed, *drawn} if self._tells_of_ships(pair)], listed, drawn))
        return tuple(found)

    def _tells_of_ships(self, pair: tuple[str, str]) -> bool:
        """Return True if the drawing shows from which coasts ships may go between two provinces."""
        if set(pair) & set(self._unsure) or Terrain.INLAND in (self._terrains[pair[0]], self._terrains[pair[1]]):
            return False
        # On a diagram no shape lies at any shore: nothing says where its coasts are.
        return all((code, coast) in self._shore_lines for code in pair for coast in self._rules.provinces[code].coasts)

    @cached_property
    def _drawn(self) -> dict[tuple[str, str], dict[str, set[Ends]]]:
        return self._drawn_steps(self._terrains, self._listed)

    def _still_listed(self, pair: tuple[str, str]) -> Fault:
        """The designer says that two provinces are no neighbours, and the lists still say that they are."""
        kinds = {kind.letter: kind for kind in self._rules.kinds.values()}
        steps = [
            (edge.origin, kinds[letter], str(edge.target))
            for edge in self._rules.edges
            if {edge.origin.province, edge.target.province} == set(pair)
            for letter in edge.kinds
        ]
        changes = [DropFromList(self._lists.path(origin, kind), target) for origin, kind, target in steps]
        fix = self._toml(tr("Take the step out"), self._file(pair[0]), changes)
        what = tr("{one} and {other} are no neighbours by your answer, and units may go between them", one=pair[0], other=pair[1])
        expected = tr("no such step, or another answer")
        return self._in_list(pair, steps[0][0], steps[0][1], what, expected, FaultKind.NO_BORDER, fix)

    def _listed_steps(self) -> dict[tuple[str, str], dict[str, set[Ends]]]:
        """Pair of provinces to the steps that the variant has between them, by the letter of the kind."""
        found: dict[tuple[str, str], dict[str, set[Ends]]] = {}
        for edge in self._rules.edges:
            one, other = sorted((edge.origin.province, edge.target.province))
            for letter in edge.kinds:
                steps = found.setdefault((one, other), {}).setdefault(letter, set())
                steps.add(frozenset((str(edge.origin), str(edge.target))))
        return found

    def _drawn_steps(
        self, terrains: Mapping[str, Terrain], sailed: Collection[tuple[str, str]], around: Collection[str] = ()
    ) -> dict[tuple[str, str], dict[str, set[Ends]]]:
        """The same as the drawing has it; a shore counts only where ships may sail to it, by the pairs in *sailed*.

        Args:
            around: only the steps from and to these provinces are wanted; all where none is named.
        """
        adjacency = [
            self._touching[pair]
            for pair in sorted(self._touching)
            if pair in sailed or [terrains[code] for code in pair].count(Terrain.SEA) != 1
        ]
        found: dict[tuple[str, str], dict[str, set[Ends]]] = {}
        lists = self._lists
        wanted = [each for each in adjacency if not around or not set(around).isdisjoint(each.provinces)]
        walks = army_steps(wanted, terrains)
        sails = fleet_steps(adjacency, self._shapes, terrains, self._shore_lines, self._board.width * REACH, wanted)
        for kind, steps in ((lists.foot, walks), (lists.ship, sails)):
            for one, other in steps if kind is not None else ():
                pair = (min(one.province, other.province), max(one.province, other.province))
                found.setdefault(pair, {}).setdefault(kind.letter, set()).add(frozenset((str(one), str(other)))) if kind else None
        for first, second, cut, units in self._drawing.bridges:
            self._bridged(found, (min(first, second), max(first, second)), cut, units)
        return found

    def _bridged(self, found: dict[tuple[str, str], dict[str, set[Ends]]], pair: tuple[str, str], cut: bool, units: Sequence[str]) -> None:
        """Apply a bridge, or a cut, for some kinds of units alone."""
        for kind in (self._lists.foot, self._lists.ship):
            if kind is None or not self._known.issuperset(pair):
                continue
            steps = found.get(pair, {})
            if (cut and kind.name in units) or (not cut and units and kind.name not in units):
                steps.pop(kind.letter, None)
            elif not cut and kind.letter not in steps and (kind.name in units or kind is self._lists.ship):
                # A bridge without a word about units, or for fleets: what the variant lists there is what is meant.
                steps[kind.letter] = set(self._listed.get(pair, {}).get(kind.letter, set()))
            if steps:
                found[pair] = steps

    @cached_property
    def _shore_lines(self) -> dict[tuple[str, str], Sequence[shapely.Geometry]]:
        """The line of each coast: as it is drawn, else beside the seas of its list."""
        seas = {code: shape for code, shape in self._shapes.items() if self._terrains[code] is Terrain.SEA}
        lines: dict[tuple[str, str], Sequence[shapely.Geometry]] = {}
        for code in self._known:
            coasts = self._rules.provinces[code].coasts
            drawn = {coast: self._drawing.coasts[code, coast] for coast in coasts if (code, coast) in self._drawing.coasts}
            if coasts and len(drawn) < len(coasts):
                listed: dict[str, set[str]] = {coast: set() for coast in coasts}
                for edge in self._rules.edges:
                    if edge.origin.province == code and edge.origin.coast in listed and edge.target.province in seas:
                        listed[edge.origin.coast].add(edge.target.province)
                found = undrawn_coasts(self._shapes[code], seas, listed, self._board.width)
                lines |= {(code, coast): each for coast, each in found.items()}
            lines |= {(code, coast): each for coast, each in drawn.items()}
        return lines

    def _inland_at_sea(self) -> dict[str, Adjacent]:
        """Inland provinces that lie at a sea, with the longest such border."""
        found: dict[str, Adjacent] = {}
        for pair in self._touching.values():
            for code, other in (pair.provinces, pair.provinces[::-1]):
                is_wet = self._terrains[code] is Terrain.INLAND and self._terrains[other] is Terrain.SEA
                if is_wet and pair.provinces not in self._listed and pair.length > found.get(code, replace(pair, length=0.0)).length:
                    found[code] = pair
        return found

    def _wet_inland(self, code: str, pair: Adjacent) -> Fault:
        sea = next(other for other in pair.provinces if other != code)
        beside = {both for both in self._touching if code in both}
        drawn = self._drawn_steps({**self._terrains, code: Terrain.COASTAL}, {*self._listed, *beside}, (code,))
        ship = self._lists.ship
        changes: list[TomlChange] = [SetValue(("provinces", code, "terrain"), f'"{Terrain.COASTAL}"')]
        if ship is not None:
            for both, steps in sorted(drawn.items()):
                if code in both:
                    changes += [each for ends in sorted(steps.get(ship.letter, ()), key=sorted) for each in self._lists.adding(ends, ship)]
        source, line = self._lists.place(("provinces", code, "terrain"))
        what, expected = tr("{code} is inland and lies at {sea}", code=code, sea=sea), tr('terrain = "coastal", and fleets')
        fault = self._at(pair.provinces, what, expected, FaultKind.TERRAIN, self._toml(tr("Make it coastal"), source, changes))
        return replace(fault, source=source, line=line, places=(code,))

    def _no_step(self, pair: tuple[str, str], drawn: Mapping[tuple[str, str], Mapping[str, set[Ends]]]) -> Fault:
        length = self._touching[pair].length
        what = tr(
            "{one} and {other} touch for {length:.0f} units, and nothing may go between them", one=pair[0], other=pair[1], length=length
        )
        changes = [
            change
            for kind in (self._lists.foot, self._lists.ship)
            if kind is not None
            for ends in sorted(self._following(pair, kind, drawn), key=sorted)
            for change in self._lists.adding(ends, kind)
        ]
        fix = self._toml(tr("Put {one} and {other} into one another's lists", one=pair[0], other=pair[1]), self._file(pair[0]), changes)
        return self._at(pair, what, tr('both in one another\'s lists, or a bridge with data-cut="1"'), FaultKind.NO_STEP, fix)

    def _following(self, pair: tuple[str, str], kind: UnitKind, drawn: Mapping[tuple[str, str], Mapping[str, set[Ends]]]) -> set[Ends]:
        """The steps between two provinces as they are drawn, and those along the shore that follow where a land now has its sea."""
        if Terrain.SEA not in (self._terrains[pair[0]], self._terrains[pair[1]]):
            return set(drawn.get(pair, {}).get(kind.letter, ()))
        after = self._drawn_steps(self._terrains, {*self._listed, pair}, pair)
        before = {ends for steps in drawn.values() for ends in steps.get(kind.letter, ())}
        listed = {ends for steps in self._listed.values() for ends in steps.get(kind.letter, ())}
        return {ends for steps in after.values() for ends in steps.get(kind.letter, ())} - before - listed

    def _compare(self, pair: tuple[str, str], listed: Mapping[str, set[Ends]], drawn: Mapping[str, set[Ends]]) -> Iterator[Fault]:
        """The steps of two provinces that touch and may be crossed."""
        foot, ship = self._lists.foot, self._lists.ship
        one, other = pair
        if foot is not None and drawn.get(foot.letter) and not listed.get(foot.letter) and self._walking.issuperset(pair):
            ends = frozenset(pair)
            fix = self._toml(
                tr("Put {one} and {other} into one another's lists", one=one, other=other), self._file(one), self._lists.adding(ends, foot)
            )
            what = tr(
                "{one} and {other} touch, and no {foot} may go between them although others may", one=one, other=other, foot=foot.name
            )
            yield self._in_list(
                pair, Location(one), foot, what, tr("both in one another's {foot} lists", foot=foot.name), FaultKind.ARMY_STEP, fix
            )
        if ship is None or not self._tells_of_ships(pair):
            return
        have, seen = listed.get(ship.letter, set()), drawn.get(ship.letter, set())
        yield from self._compare_fleets(pair, have - seen, seen - have, bool(seen))

    def _compare_fleets(self, pair: tuple[str, str], wrong: set[Ends], missed: set[Ends], sees_any: bool) -> Iterator[Fault]:
        ship = self._lists.ship
        assert ship is not None
        waiting = sorted(missed, key=sorted)
        for ends in sorted(wrong, key=sorted):
            one, other = sorted(ends)
            origin = Location.of(one)
            if not sees_any:
                fix = self._toml(tr("Take the step out"), self._file(origin.province), self._lists.dropping(ends, ship))
                what = tr(
                    "the {ship} may go between {one} and {other}, and their border ends at no water", ship=ship.name, one=one, other=other
                )
                yield self._in_list(pair, origin, ship, what, tr("no such step, or a bridge"), FaultKind.DRY_STEP, fix)
                continue
            better = min(waiting, key=lambda each: (len(each ^ ends), sorted(each)), default=None)
            changes = list(self._lists.dropping(ends, ship))
            if better is not None:
                waiting.remove(better)
                changes += self._lists.adding(better, ship)
            rather = " - ".join(sorted(better)) if better is not None else tr("no such step")
            what = tr(
                "the {ship} may go between {one} and {other}, which do not border on one another there",
                ship=ship.name,
                one=one,
                other=other,
            )
            fix = self._toml(
                tr("Write {step}", step=rather) if better is not None else tr("Take the step out"), self._file(origin.province), changes
            )
            yield self._in_list(pair, origin, ship, what, rather, FaultKind.WRONG_COAST, fix)
        for ends in waiting:
            one, other = sorted(ends)
            fix = self._toml(
                tr("Put {one} and {other} into one another's lists", one=one, other=other),
                self._file(pair[0]),
                self._lists.adding(ends, ship),
            )
            what = tr("{one} and {other} lie at the same water, and no {ship} may go between them", one=one, other=other, ship=ship.name)
            yield self._in_list(pair, Location.of(one), ship, what, tr("the step in both lists"), FaultKind.FLEET_STEP, fix)

    def _file(self, code: str) -> str:
        return self._lists.place(("provinces", code))[0]

    def _toml(self, title: str, file: str, changes: Sequence[TomlChange]) -> Fix | None:
        """A change of the variant's own file; none where its board is that of another variant."""
        return Fix(title, file, tuple(changes)) if changes and file == MANIFEST else None

    def _bridge(self, pair: tuple[str, str]) -> Fix | None:
        """A bridge between the nearest points of two provinces, in the layer of bridges, which is made where there is none."""
        root = self._drawing.root
        if root is None or root.start < 0:
            return None
        way = shapely.shortest_line(self._shapes[pair[0]], self._shapes[pair[1]])
        left, top = self._drawing.corner
        (ax, ay), (bx, by) = ((x + left, y + top) for x, y in way.coords)
        data = f'd="M{ax:.1f},{ay:.1f} L{bx:.1f},{by:.1f}"'
        line = f'<path inkscape:label="{pair[0].lower()}-{pair[1].lower()}" stroke="#555555" fill="none" {data} />'
        layer = _bridges_layer(root)
        if layer is not None:
            return Fix(tr("Draw a bridge"), self._source, (InsertInside(layer.start, layer.end, f"  {line}"),))
        if not _declares_inkscape(root):
            return None
        group = f'<g inkscape:groupmode="layer" inkscape:label="bridges">\n  {line}\n</g>'
        return Fix(tr("Draw a bridge"), self._source, (InsertInside(root.start, root.end, group),))

    def _at(self, pair: tuple[str, str], what: str, expected: str, kind: FaultKind, fix: Fix | None) -> Fault:
        """A warning with its place: the middle of the common border, else between the two."""
        spot = self._spot(pair)
        element = f"{pair[0].lower()}-{pair[1].lower()}"
        return Fault(self._source, None, what, expected, Severity.WARNING, element, spot, kind=kind, places=pair, fix=fix)

    def _in_list(
        self, pair: tuple[str, str], origin: Location, unit: UnitKind, what: str, expected: str, kind: FaultKind, fix: Fix | None
    ) -> Fault:
        """A warning at the list of *origin*, with the place on the drawing as well."""
        source, line = self._lists.place(self._lists.path(origin, unit))
        return replace(self._at(pair, what, expected, kind, fix), source=source, line=line, element="")

    def _spot(self, pair: tuple[str, str]) -> tuple[float, float]:
        for border in self._board.borders:
            if border.provinces == pair:
                line = max(border.lines, key=len)
                return line[len(line) // 2]
        (ax, ay), (bx, by) = (self._board.provinces[code].units[""] for code in pair)
        return (ax + bx) / 2, (ay + by) / 2


def _bridges_layer(root: Element) -> Element | None:
    """The layer of bridges, where it is not moved or turned: its coordinates are those of the drawing."""
    from variants.compile.codes import layer_name

    for element in root.walk():
        if element.tag == "g" and layer_name(element) == "bridges":
            around: Element | None = element
            while around is not None and not around.get("transform"):
                around = around.parent
            return element if around is None else None
    return None


def _declares_inkscape(root: Element) -> bool:
    return any(key.startswith("inkscape:") for element in root.walk() for key in element.attributes)
