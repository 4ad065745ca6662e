"""Boards of a few provinces, written in a line each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from adjudicator import (
    ARMY,
    FLEET,
    Board,
    Calendar,
    CalendarStep,
    Edge,
    Location,
    Order,
    Phase,
    PhaseKind,
    Position,
    Power,
    Province,
    Resolution,
    Rules,
    Terrain,
    Unit,
    UnitKind,
    Variant,
    adjudicate,
)
from adjudicator.notation import parse_order
from adjudicator.rules import rule_fields

TERRAINS = {"inland": Terrain.INLAND, "coast": Terrain.COASTAL, "sea": Terrain.SEA, "impassable": Terrain.IMPASSABLE}
STEPS = "S M, S R, F M, F R captures, W A"


def provinces(text: str) -> tuple[Province, ...]:
    """``PAR inland FRANCE`` is a home centre, ``BUR inland``, ``BEL coast centre``, ``NTH sea``, ``STP coast NC SC``; split by commas."""
    found: list[Province] = []
    for each in text.split(","):
        code, terrain, *rest = each.split()
        coasts = tuple(word for word in rest if word in ("NC", "SC", "EC", "WC"))
        home = next((word for word in rest if word not in coasts and word not in ("centre", "convoyable", "site")), None)
        found.append(
            Province(
                code,
                code.title(),
                TERRAINS[terrain],
                coasts,
                centre=home is not None or "centre" in rest,
                home=home,
                convoyable="convoyable" in rest,
                build_site="site" in rest,
            )
        )
    return tuple(found)


def edges(text: str, **special: object) -> tuple[Edge, ...]:
    """``PAR - BUR A`` goes both ways, ``PAR > BUR A`` one way; the letters are the kinds that may pass. *special* applies to all."""
    found: list[Edge] = []
    for each in text.split(","):
        if not each.strip():
            continue
        one, way, two, kinds = each.split()
        ends = [(one, two)] if way == ">" else [(one, two), (two, one)]
        for origin, target in ends:
            edge = Edge(Location.of(origin), Location.of(target), frozenset(kinds))
            found.append(replace(edge, **special))  # type: ignore[arg-type]
    return tuple(found)


def calendar(steps: str = STEPS, year_step: int = 1) -> Calendar:
    """``S M, S R, F M, F R captures, W A``"""
    found = []
    for each in steps.split(","):
        season, kind, *captures = each.split()
        found.append(CalendarStep(season, PhaseKind(kind), bool(captures)))
    return Calendar(tuple(found), {"S": "Spring", "F": "Fall", "W": "Winter", "A": "Autumn"}, year_step)


def variant(
    places: str,
    borders: Sequence[Edge],
    *,
    powers: Sequence[Power] | str = "FRANCE GERMANY",
    kinds: tuple[UnitKind, ...] = (ARMY, FLEET),
    steps: Calendar | None = None,
    start: Position | None = None,
    victory: int = 99,
    rules: Rules | None = None,
) -> Variant:
    """A variant on a small board."""
    if isinstance(powers, str):
        powers = [Power(name, name.title(), name.title(), name[0]) for name in powers.split()]
    return Variant(
        "small",
        "Small",
        "1",
        Board.of(provinces(places), kinds, tuple(borders)),
        {power.id: power for power in powers},
        steps or calendar(),
        rules or Rules(),
        start or Position(Phase.of("S1901M"), (), {}),
        victory,
    )


def position(units: str, phase: str = "S1901M", owners: Mapping[str, str] | None = None) -> Position:
    """``FRANCE A PAR, GERMANY A BUR``"""
    found = tuple(sorted((Unit.of(each.strip()) for each in units.split(",") if each.strip()), key=str))
    return Position(Phase.of(phase), found, owners or {})


def orders(text: str, phase: PhaseKind | None = None) -> dict[str, list[Order]]:
    """``FRANCE: A PAR - BUR, A MAR S A PAR - BUR; GERMANY: A BUR H``"""
    found: dict[str, list[Order]] = {}
    for each in text.split(";"):
        if each.strip():
            power, _, given = each.strip().partition(":")
            found.setdefault(power, []).extend(parse_order(order.strip(), phase) for order in given.split(",") if order.strip())
    return found


def play(game: Variant, units: str, given: str, phase: str = "S1901M", owners: Mapping[str, str] | None = None) -> Resolution:
    """Adjudicate one phase."""
    where = position(units, phase, owners)
    return adjudicate(game, where, orders(given, where.phase.kind))


def standing(resolution: Resolution) -> str:
    """The units of the next position: ``FRANCE A BUR, GERMANY A RUH``."""
    return ", ".join(str(unit) for unit in resolution.next.units)


OF_OTHER_PHASES = ("4.B.", "4.C.", "4.D.", "4.E.1", "4.E.4", "4.E.5", "4.E.6", "nmr")
"""Issues about what is ordered, and about builds; all others bear on movement."""


def movement_rules() -> list[str]:
    """Each choice of a rule of movement but the default, alone: ``4.A.5=a``. The resolvers are compared under every one."""
    rules = [rule for rule in rule_fields() if not rule.issue.startswith(OF_OTHER_PHASES)]
    return [f"{rule.issue}={choice.value}" for rule in rules for choice in rule.choices if choice is not rule.default]
