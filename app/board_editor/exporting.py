"""A variant for other programs: a ``.map`` file of the judges, and its neighbours as JSON. What they have no words for is listed."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping

from adjudicator.board import Board, Edge, Terrain
from adjudicator.phase import PhaseKind
from adjudicator.variant import BuildPolicy, PowerRole, Variant
from languages import tr

_KINDS = {Terrain.SEA: "WATER", Terrain.INLAND: "LAND", Terrain.COASTAL: "COAST", Terrain.IMPASSABLE: "SHUT"}
_SEASONS = {"S": "SPRING", "F": "FALL", "W": "WINTER"}
_PHASES = {PhaseKind.MOVEMENT: "MOVEMENT", PhaseKind.RETREAT: "RETREATS", PhaseKind.ADJUSTMENT: "ADJUSTMENTS"}
_PLAIN = re.compile(r"[A-Z0-9]{2,8}")


class NotExpressibleError(ValueError):
    """The format has no words for something without which the board would be another; the message says what."""


def special_steps(board: Board) -> list[str]:
    """A line on the steps with a strength, seasons, years or powers of their own, where there are some: few formats have words for them."""
    usual = (2, True, None, (None, None), None)
    special = sum((each.half_strength, each.supports, each.seasons, each.years, each.powers) != usual for each in board.edges)
    words = tr("what is special about {special} steps (strength, supports, seasons, years, powers)", special=special)
    return [words] if special else []


def rules_left_out(variant: Variant, builds: Collection[BuildPolicy]) -> list[str]:
    """A line for each rule that a format cannot have: builds of other kinds than *builds*, and limits of years."""
    found = [] if variant.builds in builds else [tr("builds: {policy}", policy=variant.builds)]
    return found + ([tr("limits of years")] if variant.year_limit is not None or variant.years_without_capture is not None else [])


_ORDER_WORD = re.compile(
    r"THE|TSR|VIA|CUT|NC|SC|EC|WC|IS|IN|AT|ON|TO|OF|BY|OR|AN|NO|AND|ARMY|FLEET|WING|MOVE|MOVES|HOLD|HOLDS|KEEP|KEEPS|OVER|"
    r"FROM|WITH|WILL|VOID|BUILD|BUILDS|PROXY|CONVOY|CONVOYS|REMOVE|REMOVES|WAIVE|WAIVES|WAIVED|ATTACK|ATTACKS|RETREAT|"
    r"RETREATS|SUPPORT|SUPPORTS|HOLDING|DISBAND|DISBANDS|DESTROY|DESTROYS|BOUNCE|THROUGH"
)
"""Words of an order, as the package diplomacy reads one, that fit the pattern of a code."""


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
    lines = [f"# {_one_line(variant.name)}, version {variant.version}", f"VICTORY {variant.victory}"]
    start = variant.start.phase
    if start.season in _SEASONS and start.year > 0:
        lines.append(f"BEGIN {_SEASONS[start.season]} {start.year} {_PHASES[start.kind]}")
    lines.append("")
    names = _power_names(variant)
    for power in variant.powers.values():
        if power.role is PowerRole.PLAYING:
            homes = [code for code, each in board.provinces.items() if each.home == power.id]
            lines.append(f"{names[power.id]} ({names[power.id]}) {' '.join(homes)}".rstrip())
            owned = [code for code, owner in variant.start.owners.items() if owner == power.id]
            lines += [f"CENTERS {' '.join(owned)}".rstrip()] if set(owned) != set(homes) else []
            lines += [str(unit.piece) for unit in variant.start.units if unit.power == power.id]
    free = [code for code in board.centres if board.provinces[code].home is None]
    lines += [f"UNOWNED {' '.join(free)}"] if free else []
    lines.append("")
    instead = _instead_of_words(board)
    lines = [_reworded(line, instead) for line in lines]
    for code, each in board.provinces.items():
        name = _one_line(re.sub(r"[=#]|->", " ", each.name))
        code = instead.get(code, code)
        lines.append(f"{name} = {code.lower()}")
        lines += [f"{name} ({_coast_words(coast)}) = {code.lower()}/{coast.lower()}" for coast in each.coasts]
    lines.append("")
    names_to = len(lines)
    for code, province in board.provinces.items():
        lines.append(_place(board, code, "", _KINDS[province.terrain], is_small=bool(province.coasts)))
        lines += [_place(board, code, coast, "COAST", is_small=False) for coast in province.coasts]
    lines = [*lines[:names_to], *(_reworded(line, instead) for line in lines[names_to:])]
    return "\n".join(lines) + "\n", tuple(_left_out(variant))


def _instead_of_words(board: Board) -> dict[str, str]:
    """Codes that those programs read as words of an order, to others that are free."""
    found: dict[str, str] = {}
    for code in board.provinces:
        if _ORDER_WORD.fullmatch(code):
            free = (f"{code[:2]}{last}" for last in "BXZJQKVWPY")
            found[code] = next(
                each for each in free if _ORDER_WORD.fullmatch(each) is None and each not in {*board.provinces, *found.values()}
            )
    return found


def _reworded(line: str, instead: Mapping[str, str]) -> str:
    """A line of codes with those that are words exchanged, small letters and capitals as they were."""
    if not instead:
        return line

    def other(match: re.Match[str]) -> str:
        code = instead[match[0].upper()]
        return code if match[0].isupper() else code.lower() if match[0].islower() else code[:1] + code[1:].lower()

    return re.sub(rf"(?<!/)\b(?:{'|'.join(instead)})\b", other, line, flags=re.IGNORECASE) if not line.startswith("#") else line


def _one_line(text: str) -> str:
    return " ".join(text.split()).lstrip("#")


def _coast_words(coast: str) -> str:
    return {"NC": "north coast", "SC": "south coast", "EC": "east coast", "WC": "west coast"}.get(coast, f"{coast.lower()} coast")


def _power_names(variant: Variant) -> dict[str, str]:
    """The names of powers in such a file: one of one or three letters, or one that a province has, would be taken for something else."""
    taken = {_one_line(each.name).upper() for each in variant.board.provinces.values()} | set(variant.board.provinces)
    found: dict[str, str] = {}
    for power in variant.powers:
        name = power if len(power) not in (1, 3) else f"{power}S"
        while name in taken:
            name += "S"
        taken.add(name)
        found[power] = name
    return found


def _place(board: Board, code: str, coast: str, kind: str, *, is_small: bool) -> str:
    army: set[str] = set()
    fleet: set[str] = set()
    for edge in board.edges:
        if edge.origin.province != code:
            continue
        if "A" in edge.kinds and not coast:
            army.add(edge.target.province)
        # The line of a land with coasts has the seas of all of them: from there armies are convoyed.
        if "F" in edge.kinds and is_small and board.provinces[edge.target.province].terrain is Terrain.SEA:
            fleet.add(edge.target.province)
            army.add(edge.target.province)
        elif "F" in edge.kinds and (edge.origin.coast or "") == coast:
            fleet.add(str(edge.target))
    # A coast in capitals is one for fleets, and its land one for armies; the programs look no further than the first word that fits.
    by_coast = {place.partition("/")[0] for place in fleet if "/" in place} & army
    both = {place for place in fleet if place.partition("/")[0] in by_coast or place in army}
    small = army - both - by_coast
    words = [*both, *(place.upper() if is_small else place.lower() for place in small), *(_fleets_alone(place) for place in fleet - both)]
    name = code.lower() if is_small else f"{code}/{coast}" if coast else code
    return f"{kind} {name} ABUTS {' '.join(sorted(words, key=str.upper))}".rstrip() if words else f"{kind} {name}"


def _fleets_alone(place: str) -> str:
    return place[:1] + place[1:].partition("/")[0].lower() + (f"/{place.partition('/')[2]}" if "/" in place else "")


def _left_out(variant: Variant) -> list[str]:
    found: list[str] = []
    named = [f"{power} ({name})" for power, name in _power_names(variant).items() if power != name]
    if named:
        found.append(tr("names of powers that could be taken for a province, which are longer there: {powers}", powers=", ".join(named)))
    words = [f"{code} ({other})" for code, other in _instead_of_words(variant.board).items()]
    if words:
        found.append(tr("codes that are words of an order there, which are others: {codes}", codes=", ".join(words)))
    if any(len(code) != 3 for code in variant.board.provinces):
        found.append(tr("codes of other than three letters, which the package diplomacy and the DPjudge do not know"))
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
