"""A variant for other programs: a ``.map`` file of the judges, and its neighbours as JSON. What they have no words for is listed."""

from __future__ import annotations

import json
import re

from adjudicator.board import Board, Edge, Terrain
from adjudicator.variant import BuildPolicy, PowerRole, Variant
from languages import tr

_KINDS = {Terrain.SEA: "WATER", Terrain.INLAND: "LAND", Terrain.COASTAL: "COAST", Terrain.IMPASSABLE: "SHUT"}
_PLAIN = re.compile(r"[A-Z0-9]{2,8}")


class NotExpressibleError(ValueError):
    """The format has no words for something without which the board would be another; the message says what."""


def judge_map(variant: Variant) -> tuple[str, tuple[str, ...]]:
    """The text of a ``.map`` file as the DPjudge and the package diplomacy read it, and what is left out of it, in words.

    Capitals are neighbours for both kinds of unit, small letters for armies alone, a capital first for fleets alone.

    Raises:
        NotExpressibleError: a code or a kind of unit that such files do not know.
    """
    board = variant.board
    strange = [code for code in board.provinces if _PLAIN.fullmatch(code) is None]
    if strange:
        raise NotExpressibleError(
            tr("the code {strange} cannot stand in such a file: capitals and digits, two to eight", strange=strange[0])
        )
    if set(board.kinds) - {"A", "F"}:
        raise NotExpressibleError(tr("there are units besides armies and fleets"))
    lines = [f"# {variant.name}, version {variant.version}", f"VICTORY {variant.victory}", ""]
    for power in variant.powers.values():
        if power.role is PowerRole.PLAYING:
            homes = [code for code, each in board.provinces.items() if each.home == power.id]
            lines.append(f"{power.id} ({power.id}) {' '.join(homes)}".rstrip())
            lines += [str(unit.piece) for unit in variant.start.units if unit.power == power.id]
    free = [code for code in board.centres if board.provinces[code].home is None]
    lines += [f"UNOWNED {' '.join(free)}"] if free else []
    lines += ["", *(f"{re.sub(r'[=#]', ' ', each.name)} = {code.lower()}" for code, each in board.provinces.items()), ""]
    for code, province in board.provinces.items():
        lines.append(_place(board, code, "", _KINDS[province.terrain], is_small=bool(province.coasts)))
        lines += [_place(board, code, coast, "COAST", is_small=False) for coast in province.coasts]
    return "\n".join(lines) + "\n", tuple(_left_out(variant))


def _place(board: Board, code: str, coast: str, kind: str, *, is_small: bool) -> str:
    army: set[str] = set()
    fleet: set[str] = set()
    for edge in board.edges:
        if edge.origin.province != code:
            continue
        if "A" in edge.kinds and not coast:
            army.add(edge.target.province)
        if "F" in edge.kinds and (edge.origin.coast or "") == coast:
            fleet.add(str(edge.target))
    both = {place for place in army & fleet if "/" not in place}
    words = [*both, *(place.lower() for place in army - both), *(_fleets_alone(place) for place in fleet - both)]
    name = code.lower() if is_small else f"{code}/{coast}" if coast else code
    return f"{kind} {name} ABUTS {' '.join(sorted(words, key=str.upper))}".rstrip() if words else f"{kind} {name}"


def _fleets_alone(place: str) -> str:
    return place[:1] + place[1:].partition("/")[0].lower() + (f"/{place.partition('/')[2]}" if "/" in place else "")


def _left_out(variant: Variant) -> list[str]:
    found: list[str] = []
    special = [edge for edge in variant.board.edges if (edge.half_strength, edge.supports, *_when(edge)) != (2, True, *_ALWAYS)]
    if special:
        found.append(tr("what is special about {count} steps (strength, supports, seasons, years, powers)", count=len(special)))
    if any(each.convoyable for each in variant.board.provinces.values()):
        found.append(tr("provinces besides the seas from which fleets convoy"))
    if variant.builds is not BuildPolicy.HOME:
        found.append(tr("builds: {policy}", policy=variant.builds))
    if variant.year_limit is not None or variant.years_without_capture is not None:
        found.append(tr("limits of years"))
    if any(power.role is not PowerRole.PLAYING for power in variant.powers.values()):
        found.append(tr("powers that nobody plays, and their units"))
    return found


_ALWAYS = (None, (None, None), None)


def _when(edge: Edge) -> tuple[object, object, object]:
    return edge.seasons, edge.years, edge.powers


def adjacency_json(variant: Variant) -> str:
    """Provinces with their neighbours for each kind of unit, coast by coast (``""`` where none is named), as JSON."""
    board = variant.board
    steps: dict[str, dict[str, dict[str, list[str]]]] = {}
    for edge in board.edges:
        for kind in edge.kinds:
            places = steps.setdefault(edge.origin.province, {}).setdefault(kind, {}).setdefault(edge.origin.coast or "", [])
            places.append(str(edge.target))
    provinces = {
        code: {
            "name": each.name,
            "terrain": each.terrain.value,
            "centre": each.centre,
            "home": each.home,
            "coasts": list(each.coasts),
            "steps": {kind: {coast: sorted(to) for coast, to in sorted(by.items())} for kind, by in sorted(steps.get(code, {}).items())},
        }
        for code, each in board.provinces.items()
    }
    return json.dumps({"variant": variant.id, "version": variant.version, "provinces": provinces}, indent=1, ensure_ascii=False) + "\n"
