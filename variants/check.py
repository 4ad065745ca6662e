"""Check of a variant that can be read for oddities: the second look, after the reader found no errors."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import combinations

from adjudicator import BuildPolicy, PowerRole, Terrain, Variant
from languages import tr
from variants.compiled import CompiledBoard
from variants.fault import Fault, FaultKind, Severity
from variants.fix import AddToList, Fix, SetValue, TomlChange
from variants.reader import VariantFolder
from variants.source import MANIFEST
from variants.style import COLOUR_SEEING, LEAST_SYMBOL_CONTRAST, ColourSight, colour_distance, contrast_of, default_style, ink_of, land_of

LEAST_COLOUR_DISTANCE = 10.0
"""Unit colours nearer than this (CIEDE2000) look alike where their patterns are the same; see :mod:`variants.style`."""
LEAST_DISTANCE_WITH_PATTERNS = 4.0
LEAST_LABEL_CONTRAST = 2.5
"""Contrast of names, which have a light rim, with the land below them."""
LABEL_INK, OPEN_LAND, WATER = "#2A1C10", "#F0E5CA", ("#C9DCDC", "#AECACE", "#93B7C0")
"""Names, land without owner and water in the usual theme, from its top to its bottom."""
LEAST_LAND_DISTANCE, LEAST_WATER_DISTANCE = 6.0, 5.0
"""CIEDE2000, of lands, which are large and lie side by side."""
MOST_COLOURS = 12
"""Number of powers above which colour alone cannot distinguish all: there it is enough that no two share both colour and pattern."""


Place = Callable[[tuple[str | int, ...]], tuple[str, int | None]]
"""File and line of a key of the variant's file."""


def check_variant(
    folder: VariantFolder, boards: Mapping[str, CompiledBoard] | None = None, place: Place | None = None
) -> tuple[Fault, ...]:
    """All oddities of a variant: the reader's warnings, the relations of its parts, and its drawings.

    Args:
        folder: the variant.
        boards: its compiled boards by the file they come from; only those given are looked at.
        place: file and line of a key, where they are known.
    """
    variant = folder.variant
    look = _Look(variant, place or (lambda _: (MANIFEST, None)))
    alike = tuple(_colours(folder, look))
    pairs = {(fault.places[0], fault.places[1]) for fault in alike}
    found = [*folder.faults, *look.provinces(), *look.powers(), *look.victory(), *alike, *_looks(folder, look, pairs)]
    for name, board in (boards or {}).items():
        found += _drawing(variant, name, board)
    return tuple(dict.fromkeys(found))


class _Look:
    """A second look at a variant that could be read."""

    def __init__(self, variant: Variant, place: Place) -> None:
        self._variant = variant
        self._place = place

    def warn(
        self,
        what: str,
        expected: str,
        path: tuple[str | int, ...],
        kind: FaultKind,
        places: tuple[str, ...] = (),
        severity: Severity = Severity.WARNING,
        mend: tuple[str, tuple[TomlChange, ...]] | None = None,
        *,
        is_guess: bool = False,
    ) -> Fault:
        """A fault of the variant's file at *path*."""
        source, line = self._place(path)
        fix = Fix(mend[0], source, mend[1], is_guess) if mend is not None and source == MANIFEST else None
        return Fault(source, line, what, expected, severity, kind=kind, places=places, fix=fix)

    def provinces(self) -> Iterator[Fault]:
        """Neighbours, coasts and terrains that do not go together."""
        board = self._variant.board
        neighbours: dict[str, set[str]] = {code: set() for code in board.provinces}
        kinds_at: dict[str, set[str]] = {code: set() for code in board.provinces}
        coasts_used: set[tuple[str, str]] = set()
        for edge in board.edges:
            neighbours[edge.origin.province].add(edge.target.province)
            neighbours[edge.target.province].add(edge.origin.province)
            for end in (edge.origin, edge.target):
                kinds_at[end.province] |= edge.kinds
                if end.coast is not None:
                    coasts_used.add((end.province, end.coast))
        for code, province in board.provinces.items():
            if province.terrain is Terrain.IMPASSABLE:
                continue
            path, here = ("provinces", code), (code,)
            if not neighbours[code]:
                what = tr("{code} ({province}) has no neighbours", code=code, province=province.name)
                yield self.warn(what, tr("lists of the provinces beside it"), path, FaultKind.NO_NEIGHBOURS, here)
                continue
            for coast in province.coasts:
                if (code, coast) not in coasts_used:
                    coastal, both = (*path, "coasts", coast), (f"{code}/{coast}",)
                    yield self.warn(
                        tr("{code}/{coast} leads nowhere", code=code, coast=coast),
                        tr("a list of neighbours under the coast"),
                        coastal,
                        FaultKind.IDLE_COAST,
                        both,
                    )
            if len(province.coasts) == 1:
                yield self.warn(
                    tr("{code} has a single named coast", code=code), tr("two or more, or none"), path, FaultKind.SINGLE_COAST, here
                )
            yield from self._terrain(code, neighbours[code], kinds_at[code])
        yield from _unreachable(self, self._variant, neighbours)

    def _terrain(self, code: str, beside: Collection[str], letters: Collection[str]) -> Iterator[Fault]:
        """Yield the worst fault of a province's terrain, beside the units that can step there and the provinces it touches."""
        board = self._variant.board
        province, path, here = board.provinces[code], ("provinces", code, "terrain"), (code,)
        wrong = [board.kinds[letter] for letter in sorted(letters) if province.terrain not in board.kinds[letter].terrains]
        touches_sea = any(board.provinces[other].terrain is Terrain.SEA for other in beside)
        stood = frozenset.intersection(*(board.kinds[letter].terrains for letter in letters)) if letters else frozenset()
        # One terrain suits all that the lists let in: then it is the terrain that is wrong, not the lists.
        better = next((each for each in (Terrain.COASTAL, Terrain.SEA, Terrain.INLAND) if each in stood), None)
        mend = (tr("Make it {better}", better=better), (SetValue(path, f'"{better}"'),)) if better is not None else None
        if province.terrain is Terrain.SEA and province.centre:
            what = tr("{code} is at sea and a supply centre", code=code)
            spare = (tr("Make it no centre"), (SetValue(("provinces", code, "centre"), "false"),)) if province.home is None else None
            yield self.warn(what, tr("centre = false, or another terrain"), path, FaultKind.CENTRE, here, mend=spare)
        if wrong:
            what = tr("{code} is {terrain} and a {wrong} can step there", code=code, terrain=tr(province.terrain), wrong=tr(wrong[0].name))
            expected = tr("no list for the {wrong}, or another terrain", wrong=tr(wrong[0].name))
            yield self.warn(what, expected, path, FaultKind.TERRAIN, here, Severity.ERROR, mend)
        elif province.terrain is Terrain.COASTAL and not touches_sea and not province.convoyable:
            dry = all(Terrain.INLAND in board.kinds[letter].terrains for letter in letters)
            mend = (tr("Make it inland"), (SetValue(path, '"inland"'),)) if dry else None
            what = tr("{code} is coastal and touches no sea", code=code)
            yield self.warn(what, tr('terrain = "inland", or a sea in its list'), path, FaultKind.NO_SEA, here, mend=mend)
        elif province.terrain is Terrain.INLAND and touches_sea:
            what = tr("{code} is inland and touches a sea", code=code)
            coastal = (tr("Make it coastal"), (SetValue(path, '"coastal"'),))
            yield self.warn(what, tr('terrain = "coastal"'), path, FaultKind.TERRAIN, here, mend=coastal)

    def powers(self) -> Iterator[Fault]:
        """Powers that cannot play."""
        variant = self._variant
        homes = {province.home for province in variant.board.provinces.values() if province.home}
        owners = set(variant.start.owners.values())
        units = {unit.power for unit in variant.start.units}
        playing = [power for power in variant.powers.values() if power.role is PowerRole.PLAYING]
        if len(playing) < 2 and len(variant.powers) < 2:
            yield self.warn(tr("nobody plays against anybody"), tr("two powers or more"), ("powers",), FaultKind.POWERS)
        starts_with_builds = variant.start.phase.kind.value == "A"
        if playing and not starts_with_builds and not any(unit.power == power.id for unit in variant.start.units for power in playing):
            expected = tr('start = ["A PAR"] of a power, or a calendar that starts with builds')
            yield self.warn(tr("no unit stands on the board at the start"), expected, ("powers",), FaultKind.START, (), Severity.ERROR)
        for power in playing:
            path = ("powers", power.id)
            if power.id not in homes and power.id not in owners:
                what = tr("{power} has no centre", power=power.id)
                yield self.warn(what, tr('home = ["..."], or centres = ["..."]'), path, FaultKind.START, (power.id,), Severity.ERROR)
            if power.id not in homes and variant.builds in (BuildPolicy.HOME, BuildPolicy.ANY_OWNED_WITH_HOME):
                what = tr("{power} has no home centre and can never build", power=power.id)
                yield self.warn(what, tr('home = ["..."], or another builds policy'), path, FaultKind.POWERS, (power.id,))
            if power.id not in units and power.id not in owners:
                yield self.warn(
                    tr("{power} starts with nothing", power=power.id), tr("units or centres"), path, FaultKind.START, (power.id,)
                )
                continue
            held = sum(1 for owner in variant.start.owners.values() if owner == power.id)
            standing = sum(1 for unit in variant.start.units if unit.power == power.id)
            if held != standing and not starts_with_builds:
                what = tr("{power} starts with {standing} units and {held} centres", power=power.id, standing=standing, held=held)
                mend = self._balanced(power.id, held - standing)
                yield self.warn(what, tr("as many of each"), (*path, "start"), FaultKind.BALANCE, (power.id,), mend=mend, is_guess=True)

    def _balanced(self, power: str, missing: int) -> tuple[str, tuple[TomlChange, ...]] | None:
        """The mend that puts the *missing* units into a power's centres, armies first, or makes centres below its units its homes."""
        board, start = self._variant.board, self._variant.start
        occupied = {unit.province: unit.power for unit in start.units}
        if missing > 0:
            free = [
                code for code, owner in start.owners.items() if owner == power and code not in occupied and not board.provinces[code].coasts
            ]
            fit = {code: [each.letter for each in board.kinds.values() if board.provinces[code].terrain in each.terrains] for code in free}
            units = [f"{letters[0]} {code}" for code, letters in fit.items() if letters][:missing]
            if len(units) < missing:
                return None
            return tr("Put in {units}", units=", ".join(units)), tuple(AddToList(("powers", power, "start"), unit) for unit in units)
        table = (board.provinces[code] for code, owner in occupied.items() if owner == power and code not in start.owners)
        below = [each.code for each in table if each.centre and each.home is None]
        if len(below) != -missing:
            return None
        title = tr("Make {code} a home of {power}", code=", ".join(below), power=power)
        return title, tuple(AddToList(("powers", power, "home"), code) for code in below)

    def victory(self) -> Iterator[Fault]:
        """Ends that come at once, twice or never."""
        variant = self._variant
        centres = len(variant.board.centres)
        half = (tr("Let {centres} win", centres=centres // 2 + 1), (SetValue(("victory",), str(centres // 2 + 1)),))
        for power in variant.powers.values():
            if power.victory is not None and power.victory > centres:
                what, path = (
                    tr(
                        "{power} needs {victory} centres and the board has {centres}",
                        power=power.id,
                        victory=power.victory,
                        centres=centres,
                    ),
                    ("powers", power.id, "victory"),
                )
                mend = (tr("Let {centres} win", centres=centres // 2 + 1), (SetValue(path, str(centres // 2 + 1)),))
                yield self.warn(what, tr("fewer"), path, FaultKind.VICTORY, (power.id,), Severity.ERROR, mend)
        playing = [power for power in variant.powers.values() if power.role is PowerRole.PLAYING]
        if len(playing) > 1 and variant.victory * 2 <= centres and all(power.victory is None for power in playing):
            what = tr("two powers can reach {victory} of {centres} centres at once", victory=variant.victory, centres=centres)
            yield self.warn(what, tr("more than half: {centres}", centres=centres // 2 + 1), ("victory",), FaultKind.VICTORY, mend=half)
        for power in playing:
            held = sum(1 for owner in variant.start.owners.values() if owner == power.id)
            if held >= (power.victory or variant.victory):
                what = tr("{power} has won before the first move", power=power.id)
                yield self.warn(what, tr("a higher victory"), ("victory",), FaultKind.VICTORY, (power.id,), Severity.ERROR)
        if variant.year_limit is not None and variant.year_limit < variant.start.phase.year:
            what = tr("year_limit {year_limit} lies before the start", year_limit=variant.year_limit)
            yield self.warn(what, tr("a later year"), ("year_limit",), FaultKind.VICTORY, severity=Severity.ERROR)


def _unreachable(look: _Look, variant: Variant, neighbours: Mapping[str, set[str]]) -> Iterator[Fault]:
    """Provinces that no unit of the start could ever reach, of any kind."""
    start = {unit.province for unit in variant.start.units} | {
        code for code, each in variant.board.provinces.items() if each.home or each.build_site
    }
    seen = set(start)
    waiting = deque(start)
    while waiting:
        for other in neighbours[waiting.popleft()]:
            if other not in seen:
                seen.add(other)
                waiting.append(other)
    if start:
        lost = [
            code
            for code, each in variant.board.provinces.items()
            if code not in seen and neighbours[code] and each.terrain is not Terrain.IMPASSABLE
        ]
        if lost:
            what = tr("no unit can ever reach {lost}", lost=", ".join(lost[:12]))
            yield look.warn(what, tr("a way there"), ("provinces", lost[0]), FaultKind.UNREACHABLE, tuple(lost[:12]))


def _colours(folder: VariantFolder, look: _Look) -> Iterator[Fault]:
    many = len(folder.styles) > MOST_COLOURS
    for first, second in combinations(folder.styles, 2):
        one, other = folder.styles[first], folder.styles[second]
        least = LEAST_COLOUR_DISTANCE if one.pattern is other.pattern and not many else LEAST_DISTANCE_WITH_PATTERNS
        if many and one.pattern is not other.pattern:
            continue
        for sight in (ColourSight.FULL,) if many else COLOUR_SEEING:
            if colour_distance(one.unit, other.unit, sight) < least:
                what, path = (
                    tr("{first} and {second} look alike to {sight}", first=first, second=second, sight=sight.words),
                    ("powers", second, "unit"),
                )
                mend = _free_colour(folder, second)
                yield look.warn(what, tr("colours further apart, or another pattern"), path, FaultKind.COLOURS, (first, second), mend=mend)
                break


def _free_colour(folder: VariantFolder, power: str) -> tuple[str, tuple[TomlChange, ...]] | None:
    """The mend that gives a power the first of the usual colours that is far from those of all others."""
    others = [style.unit for each, style in folder.styles.items() if each != power]
    for number in range(3 * MOST_COLOURS):
        style = default_style(number)
        if all(colour_distance(style.unit, each, sight) >= LEAST_COLOUR_DISTANCE for each in others for sight in COLOUR_SEEING):
            colours = {"unit": style.unit, "fill": style.fill, "ink": style.ink}
            changes = tuple(SetValue(("powers", power, key), f'"{colour}"') for key, colour in colours.items())
            return tr("Give {power} the colour {colour}", power=power, colour=style.unit), changes
    return None


def _looks(folder: VariantFolder, look: _Look, alike: Collection[tuple[str, str]]) -> Iterator[Fault]:
    """Symbols and names that cannot be read on a power's colours, and land that looks like another's, the sea or land without owner.

    Args:
        alike: pairs of powers whose units look alike, which is reported already.
    """
    lands: dict[str, str] = {}
    for power, style in folder.styles.items():
        if contrast_of(style.ink, style.unit) < LEAST_SYMBOL_CONTRAST:
            what, path = tr("the symbols on the units of {power} cannot be read", power=power), ("powers", power, "ink")
            better = ink_of(style.unit)
            mend = (tr("Draw them in {colour}", colour=better), (SetValue(path, f'"{better}"'),))
            yield look.warn(what, tr("a lighter or darker ink"), path, FaultKind.COLOURS, (power,), mend=mend)
        lighter = land_of(style.unit)
        is_lighter_better = contrast_of(LABEL_INK, lighter) >= LEAST_LABEL_CONTRAST and not _hides_in(lighter)
        path = ("powers", power, "fill")
        lighten = (tr("Make it {colour}", colour=lighter), (SetValue(path, f'"{lighter}"'),)) if is_lighter_better else None
        if contrast_of(LABEL_INK, style.fill) < LEAST_LABEL_CONTRAST:
            what = tr("names cannot be read on the land of {power}", power=power)
            yield look.warn(what, tr("a lighter fill"), path, FaultKind.COLOURS, (power,), mend=lighten)
            continue
        hidden = _hides_in(style.fill)
        if hidden:
            what = tr("the land of {power} looks like {other}", power=power, other=hidden)
            yield look.warn(what, tr("a fill further from it"), path, FaultKind.COLOURS, (power,), mend=lighten)
            continue
        twin = next((other for other, fill in lands.items() if colour_distance(fill, style.fill) < LEAST_LAND_DISTANCE), None)
        if twin is not None and (twin, power) not in alike:
            what = tr("the lands of {first} and {second} look alike", first=twin, second=power)
            others = [each.fill for name, each in folder.styles.items() if name != power]
            better = next((each for each in (lighter, *_LANDS) if _is_apart(each, others)), "")
            apart = (tr("Make it {colour}", colour=better), (SetValue(path, f'"{better}"'),)) if better else None
            yield look.warn(what, tr("fills further apart"), path, FaultKind.COLOURS, (twin, power), mend=apart)
        lands[power] = style.fill


_LANDS = tuple(default_style(number).fill for number in range(2 * MOST_COLOURS))


def _is_apart(fill: str, others: Collection[str]) -> bool:
    """Return True if names can be read on a land of this colour, and it looks like no other."""
    can_be_read = contrast_of(LABEL_INK, fill) >= LEAST_LABEL_CONTRAST and not _hides_in(fill)
    return can_be_read and all(colour_distance(fill, each) >= LEAST_LAND_DISTANCE for each in others)


def _hides_in(fill: str) -> str:
    """Return words for the ground that a land of this colour looks like; empty for none."""
    if any(colour_distance(fill, water) < LEAST_WATER_DISTANCE for water in WATER):
        return tr("water")
    return tr("land that nobody owns") if colour_distance(fill, OPEN_LAND) < LEAST_LAND_DISTANCE else ""


def _drawing(variant: Variant, name: str, board: CompiledBoard) -> Iterator[Fault]:
    """Shapes without province, provinces without shape, places that are missing."""
    for code, province in variant.board.provinces.items():
        shape = board.provinces.get(code)
        if shape is None:
            if province.terrain is not Terrain.IMPASSABLE:
                yield _drawn(
                    name,
                    code,
                    tr("{code} ({province}) is not drawn", code=code, province=province.name),
                    tr("a shape with this code"),
                    FaultKind.NOT_DRAWN,
                )
            continue
        for coast in ("", *province.coasts):
            if coast not in shape.units:
                place = f"unit:{code.lower()}{'/' + coast.lower() if coast else ''}"
                expected = tr("an anchor, or the drawing compiled anew for this variant")
                yield _drawn(name, code, tr("{place} is missing", place=place), expected, FaultKind.STRAY_ANCHOR)
        if province.centre and shape.supply is None:
            expected = tr("an anchor, or the drawing compiled anew")
            yield _drawn(name, code, tr("sc:{code} is missing", code=code.lower()), expected, FaultKind.STRAY_ANCHOR)
    for code in board.provinces:
        if code not in variant.board.provinces:
            what = tr("{code} is drawn and the variant has no such province", code=code)
            yield _drawn(name, code, what, tr("a code of the variant"), FaultKind.UNKNOWN_SHAPE)


def _drawn(name: str, code: str, what: str, expected: str, kind: FaultKind) -> Fault:
    return Fault(name, None, what, expected, Severity.ERROR, code.lower(), kind=kind, places=(code,))
