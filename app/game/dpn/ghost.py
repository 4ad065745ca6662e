"""A stand-in for a variant that is not here, so that the recorded positions can be looked at all the same."""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType

from adjudicator.board import ARMY, FLEET, Board, Province, Terrain, UnitKind
from adjudicator.phase import Phase, PhaseKind
from adjudicator.position import Position
from adjudicator.rules import Rules
from adjudicator.variant import Calendar, CalendarStep, Power, Variant
from app.game.dpn.blocks import GameBlock, PhaseBlock


def ghost_variant(fields: GameBlock, phases: Iterable[PhaseBlock]) -> Variant | None:
    """A variant with the powers and provinces that the recorded positions name, and no edges; ``None`` where nothing is recorded."""
    recorded = [phase for phase in phases if phase.units or phase.centres]
    if not recorded:
        return None
    powers: dict[str, None] = {}
    places: dict[str, set[str]] = {}
    centres: set[str] = set()
    letters: set[str] = set()
    for phase in recorded:
        powers |= dict.fromkeys((*phase.units, *phase.centres))
        pieces = [piece for each in phase.units.values() for piece in each]
        for out in phase.dislodged or ():
            powers[out.unit.power] = None
            pieces.append(out.unit.piece)
            places.setdefault(out.attacker_origin, set())
        for piece in pieces:
            letters.add(piece.kind)
            coasts = places.setdefault(piece.location.province, set())
            if piece.location.coast is not None:
                coasts.add(piece.location.coast)
        for owned in phase.centres.values():
            centres.update(owned)
        for place in (*centres, *(phase.contested or ())):
            places.setdefault(place, set())
    kinds = [ARMY, FLEET]
    kinds += [UnitKind(letter, letter, frozenset(Terrain)) for letter in sorted(letters - {"A", "F"})]
    provinces = tuple(
        Province(code, code, Terrain.COASTAL, tuple(sorted(coasts)), centre=code in centres) for code, coasts in sorted(places.items())
    )
    start = recorded[0].at.phase
    return Variant(
        id=fields.variant,
        name=fields.variant,
        version=fields.version or "1",
        board=Board.of(provinces, tuple(kinds), ()),
        powers=MappingProxyType({power: Power(power, power.title(), power.title(), power[0]) for power in powers}),
        calendar=_calendar(phase.at.phase for phase in recorded),
        rules=Rules(),
        start=Position(start, (), MappingProxyType({})),
        victory=len(centres) // 2 + 1,
    )


def _calendar(phases: Iterable[Phase]) -> Calendar:
    """A round of the seasons that were recorded."""
    seasons = dict.fromkeys(phase.season for phase in phases)
    steps = tuple(CalendarStep(season, PhaseKind.MOVEMENT) for season in seasons)
    return Calendar(steps, MappingProxyType({season: season for season in seasons}))
