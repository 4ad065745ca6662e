"""What is odd about a variant that can be read: the second look, after the reader found no errors."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from itertools import combinations

from adjudicator.board import Terrain
from adjudicator.variant import BuildPolicy, PowerRole, Variant
from variants.colour_sight import COLOUR_SEEING, Sight, colour_distance
from variants.compiled import CompiledBoard
from variants.fault import Fault, Severity
from variants.inherit import MANIFEST
from variants.reader import VariantFolder

LEAST_COLOUR_DISTANCE = 10.0
"""Unit colours nearer than this (CIE 1976) look alike where their patterns are the same; see :mod:`variants.colour_sight`."""
LEAST_DISTANCE_WITH_PATTERNS = 4.0
MOST_COLOURS = 12
"""Of more powers nobody can tell all by colour alone: there it is enough that no two share both colour and pattern."""


def check_variant(folder: VariantFolder, boards: Mapping[str, CompiledBoard] | None = None) -> tuple[Fault, ...]:
    """Everything that is odd about a variant: the reader's warnings, what its parts say about one another, and its drawings.

    Args:
        folder: the variant.
        boards: its compiled boards by the file they come from; only those given are looked at.
    """
    variant = folder.variant
    found = [*folder.faults, *_provinces(variant), *_powers(variant), *_victory(variant), *_colours(folder)]
    for name, board in (boards or {}).items():
        found += _drawing(variant, name, board)
    return tuple(dict.fromkeys(found))


def _warn(what: str, expected: str, severity: Severity = Severity.WARNING, source: str = MANIFEST, element: str = "") -> Fault:
    return Fault(source, None, what, expected, severity, element)


def _provinces(variant: Variant) -> Iterator[Fault]:
    board = variant.board
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
        if not neighbours[code]:
            yield _warn(f"{code} ({province.name}) has no neighbours", "lists of the provinces beside it")
        for coast in province.coasts:
            if (code, coast) not in coasts_used:
                yield _warn(f"{code}/{coast} leads nowhere", "a list of neighbours under the coast")
        if len(province.coasts) == 1:
            yield _warn(f"{code} has a single named coast", "two or more, or none")
        for letter in sorted(kinds_at[code]):
            if province.terrain not in board.kinds[letter].terrains:
                kind = board.kinds[letter].name
                yield _warn(
                    f"{code} is {province.terrain} and a {kind} can step there",
                    f"no list for the {kind}, or another terrain",
                    Severity.ERROR,
                )
        touches_sea = any(board.provinces[other].terrain is Terrain.SEA for other in neighbours[code])
        if province.terrain is Terrain.COASTAL and neighbours[code] and not touches_sea and not province.convoyable:
            yield _warn(f"{code} is coastal and touches no sea", 'terrain = "inland", or a sea in its list')
        if province.terrain is Terrain.INLAND and touches_sea:
            yield _warn(f"{code} is inland and touches a sea", 'terrain = "coastal"')
    yield from _unreachable(variant, neighbours)


def _unreachable(variant: Variant, neighbours: Mapping[str, set[str]]) -> Iterator[Fault]:
    """Provinces that no unit of the start could ever reach, whatever its kind."""
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
            yield _warn(f"no unit can ever reach {', '.join(lost[:12])}", "a way there")


def _powers(variant: Variant) -> Iterator[Fault]:
    homes = {province.home for province in variant.board.provinces.values() if province.home}
    owners = set(variant.start.owners.values())
    units = {unit.power for unit in variant.start.units}
    playing = [power for power in variant.powers.values() if power.role is PowerRole.PLAYING]
    if len(playing) < 2 and len(variant.powers) < 2:
        yield _warn("nobody plays against anybody", "two powers or more")
    for power in playing:
        if power.id not in homes and variant.builds in (BuildPolicy.HOME, BuildPolicy.ANY_OWNED_WITH_HOME):
            yield _warn(f"{power.id} has no home centre and can never build", 'home = ["..."], or another builds policy')
        if power.id not in units and power.id not in owners:
            yield _warn(f"{power.id} starts with nothing", "units or centres")
    starts_with_builds = variant.start.phase.kind.value == "A"
    for power in playing:
        held = sum(1 for owner in variant.start.owners.values() if owner == power.id)
        standing = sum(1 for unit in variant.start.units if unit.power == power.id)
        if held != standing and not starts_with_builds:
            yield _warn(f"{power.id} starts with {standing} units and {held} centres", "as many of each")


def _victory(variant: Variant) -> Iterator[Fault]:
    centres = len(variant.board.centres)
    for power in variant.powers.values():
        if power.victory is not None and power.victory > centres:
            yield _warn(f"{power.id} needs {power.victory} centres and the board has {centres}", "fewer", Severity.ERROR)
    playing = [power for power in variant.powers.values() if power.role is PowerRole.PLAYING]
    if len(playing) > 1 and variant.victory * 2 <= centres and all(power.victory is None for power in playing):
        yield _warn(f"two powers can reach {variant.victory} of {centres} centres at once", f"more than half: {centres // 2 + 1}")
    for power in playing:
        held = sum(1 for owner in variant.start.owners.values() if owner == power.id)
        if held >= (power.victory or variant.victory):
            yield _warn(f"{power.id} has won before the first move", "a higher victory", Severity.ERROR)
    if variant.year_limit is not None and variant.year_limit < variant.start.phase.year:
        yield _warn(f"year_limit {variant.year_limit} lies before the start", "a later year", Severity.ERROR)


def _colours(folder: VariantFolder) -> Iterator[Fault]:
    many = len(folder.styles) > MOST_COLOURS
    for first, second in combinations(folder.styles, 2):
        one, other = folder.styles[first], folder.styles[second]
        least = LEAST_COLOUR_DISTANCE if one.pattern is other.pattern and not many else LEAST_DISTANCE_WITH_PATTERNS
        if many and one.pattern is not other.pattern:
            continue
        for sight in (Sight.FULL,) if many else COLOUR_SEEING:
            if colour_distance(one.unit, other.unit, sight) < least:
                yield _warn(f"{first} and {second} look alike to {sight}", "colours further apart, or another pattern")
                break


def _drawing(variant: Variant, name: str, board: CompiledBoard) -> Iterator[Fault]:
    """Shapes without province, provinces without shape, places that are missing."""
    for code, province in variant.board.provinces.items():
        shape = board.provinces.get(code)
        if shape is None:
            if province.terrain is not Terrain.IMPASSABLE:
                yield _warn(f"{code} ({province.name}) is not drawn", "a shape with this code", Severity.ERROR, name, code.lower())
            continue
        for coast in ("", *province.coasts):
            if coast not in shape.units:
                place = f"unit:{code.lower()}{'/' + coast.lower() if coast else ''}"
                yield _warn(
                    f"{place} is missing", "an anchor, or the drawing compiled anew for this variant", Severity.ERROR, name, code.lower()
                )
        if province.centre and shape.supply is None:
            yield _warn(f"sc:{code.lower()} is missing", "an anchor, or the drawing compiled anew", Severity.ERROR, name, code.lower())
    for code in board.provinces:
        if code not in variant.board.provinces:
            yield _warn(
                f"{code} is drawn and the variant has no such province", "a code of the variant", Severity.ERROR, name, code.lower()
            )
