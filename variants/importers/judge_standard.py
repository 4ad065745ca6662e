"""The built-in standard board as the lines of a ``.map`` file, for files that use one which is not there."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.board import Terrain
from adjudicator.location import Location
from adjudicator.variant import Variant
from variants.shipped_variants import standard

_WORDS = {Terrain.SEA: "WATER", Terrain.INLAND: "LAND", Terrain.COASTAL: "COAST", Terrain.IMPASSABLE: "SHUT"}
_PARTS = ("geography", "politics", "military")


def standard_part(name: str) -> str | None:
    """The text for the file *name*: a part of the standard board, or all of it; ``None`` where the name is none of the standard's."""
    stem, _, end = name.rpartition("/")[2].lower().partition(".")
    if stem != "standard":
        return None
    return standard_text(end if end in _PARTS else "")


def standard_text(part: str = "") -> str:
    """The lines of one of its parts, ``geography``, ``politics`` or ``military``; of all three unless one is named."""
    variant = standard()
    lines: list[str] = []
    if part in ("", "geography"):
        lines += [*_names(variant), *_places(variant)]
    if part in ("", "politics"):
        lines += _powers(variant)
    if part in ("", "military"):
        for power in variant.powers:
            lines += [power, *(f"{unit.kind} {unit.piece.location}" for unit in variant.start.units_of(power))]
    return "\n".join([*lines, ""])


def _names(variant: Variant) -> Iterator[str]:
    for code, province in variant.board.provinces.items():
        words = [word.replace(" ", "+") for word in (*province.aliases, *province.names)]
        yield f"{province.name} = {' '.join([code, *words]).lower()}"


def _places(variant: Variant) -> Iterator[str]:
    board = variant.board
    for code, province in board.provinces.items():
        for coast in province.coasts:
            targets = sorted(str(edge.target) for edge in board.edges if edge.origin == Location(code, coast))
            yield f"COAST {code}/{coast} ABUTS {' '.join(targets)}"
        yield f"{_WORDS[province.terrain]} {code.lower() if province.coasts else code} ABUTS {' '.join(_abuts(variant, code))}"


def _abuts(variant: Variant, code: str) -> list[str]:
    """The neighbours of a province: in small letters where only an army passes though a fleet could stand there."""
    board = variant.board
    fleets: dict[str, set[str]] = {}
    armies: set[str] = set()
    for edge in board.edges:
        if edge.origin.province == code:
            if "F" in edge.kinds:
                # From a coast or to one: the line of the province itself names the neighbour only.
                fleets.setdefault(edge.target.province, set()).add(str(edge.target) if edge.origin.coast is None else edge.target.province)
            if "A" in edge.kinds:
                armies.add(edge.target.province)
    found: set[str] = set()
    for other in armies | fleets.keys():
        coasted = bool(board.provinces[other].coasts)
        could = board.provinces[other].terrain is Terrain.COASTAL and board.provinces[code].terrain is Terrain.COASTAL and not coasted
        found |= fleets.get(other) or {other.lower() if could else other}
    return sorted(found, key=str.upper)


def _powers(variant: Variant) -> Iterator[str]:
    provinces = variant.board.provinces
    for power in variant.powers.values():
        homes = [code for code, province in provinces.items() if province.home == power.id and province.centre]
        yield f"{power.id} ({power.adjective.replace(' ', '+')}:{power.letter}) {' '.join(homes)}"
    yield f"UNOWNED {' '.join(code for code in sorted(variant.board.centres) if provinces[code].home is None)}"
