"""Twin games under fog that differ only in what one power does not see: fights, owners and edits at the other end of the board."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType

from adjudicator.phase import Phase
from adjudicator.resolution import Result
from adjudicator.unit import DislodgedUnit, Unit
from app.game.edits import process
from app.game.entries import Adjustment, ForcedResult
from app.game.record import MAIN, Cursor, Game
from tests.unit.app.hooks.playing import fresh, ordered, placed, with_shipped
from variants.catalogue import standard


@dataclass(frozen=True)
class Fight:
    """Fight that the viewer does not see: a unit is dislodged, another stands off, and no other power's phase depends on it."""

    units: str
    orders: tuple[tuple[str, str], ...]
    owners: tuple[tuple[str, str], ...]
    condition: str
    counter: str


EAST = (
    Fight(
        "RUSSIA A SEV; RUSSIA F BLA; RUSSIA A RUM; TURKEY A ARM; TURKEY A CON; TURKEY F AEG",
        (("RUSSIA", "A SEV - ARM; F BLA S A SEV - ARM; A RUM - BUL; A MOS H"), ("TURKEY", "A CON - BUL; F AEG - GRE; A ANK H")),
        (("BUL", "TURKEY"),),
        "closed ANK - CON",
        "core RUSSIA SEV",
    ),
    Fight(
        "RUSSIA A UKR; RUSSIA F BLA; TURKEY A SEV; TURKEY A SMY; TURKEY F CON",
        (("RUSSIA", "A UKR - SEV; F BLA S A UKR - SEV"), ("TURKEY", "A SMY - ANK; F CON - ANK; A BUL H")),
        (("RUM", "RUSSIA"),),
        "closed CON - SMY",
        "core TURKEY ANK",
    ),
)
WEST = (
    Fight(
        "ENGLAND A WAL; ENGLAND F IRI; ENGLAND A LON; FRANCE A LVP; FRANCE A EDI; FRANCE F MAO",
        (("ENGLAND", "A WAL - LVP; F IRI S A WAL - LVP; A LON - YOR; F NWG H"), ("FRANCE", "A EDI - YOR; F MAO - POR")),
        (("SPA", "FRANCE"),),
        "closed LON - WAL",
        "core ENGLAND LVP",
    ),
    Fight(
        "ENGLAND A EDI; ENGLAND A LON; ENGLAND F NWG; FRANCE A YOR; FRANCE F NAO",
        (("ENGLAND", "A EDI - YOR; A LON S A EDI - YOR; F NWG - CLY"), ("FRANCE", "F NAO - CLY; A LVP H")),
        (("LVP", "FRANCE"),),
        "closed LVP - YOR",
        "core FRANCE EDI",
    ),
)
"""For each twin, what happens far from the other end of the board."""

FAR_FROM = MappingProxyType(
    dict.fromkeys(("ENGLAND", "FRANCE", "GERMANY"), EAST) | dict.fromkeys(("AUSTRIA", "ITALY", "RUSSIA", "TURKEY"), WEST)
)
"""Viewer to what it does not see."""


@cache
def fog_twin(viewer: str, number: int) -> Game:
    """One of two games: *viewer* stands at home; what it does not see is fought out, retreated from, and edited by the game master."""
    fight = FAR_FROM[viewer][number - 1]
    game = with_shipped(fresh(), "fog_of_war")
    own = "; ".join(f"{viewer} {unit.piece}" for unit in standard().start.units_of(viewer))
    owners = {**standard().start.owners, **dict(fight.owners)}
    held: dict[str, list[str]] = {}
    for centre, power in owners.items():
        held.setdefault(power, []).append(centre)
    game = placed(game, "F1901M", f"{own}; {fight.units}", "; ".join(f"{power} {' '.join(centres)}" for power, centres in held.items()))
    game = ordered(game, **dict(fight.orders))
    first = Cursor(MAIN, 0)
    turn = game.turn(first)
    position = replace(
        turn.position,
        conditions=frozenset({fight.condition}),
        counters=MappingProxyType({fight.counter: 1, "years without capture": number}),
    )
    game = process(game.with_turn(first, replace(turn, position=position)))
    game = process(game)
    adjustment, forced = _edits(fight, number)
    return game.with_turn(first, replace(game.turn(first), adjustments=(adjustment,), forced=(forced,)))


def _edits(fight: Fight, number: int) -> tuple[Adjustment, ForcedResult]:
    """Return the game master's edits out of sight, in every field that such an edit has."""
    units = [Unit.of(each.strip()) for each in fight.units.split(";")]
    gone = DislodgedUnit(units[-1], units[0].province)
    centre, owner = fight.owners[0]
    words = {"reason": f"{fight.units} were meant", "by": f"GM of {centre}", "at": f"2026-01-0{number}T20:00"}
    adjustment = Adjustment(
        **words,
        phase_before=Phase.of(f"S190{number}M"),
        removed=(units[0],),
        added=(units[-2],),
        removed_dislodged=(gone,),
        added_dislodged=(replace(gone, unit=units[2]),),
        owners=MappingProxyType({centre: owner}),
        contested_removed=frozenset({units[0].province}),
        contested_added=frozenset({units[-2].province}),
        conditions_removed=frozenset({fight.condition}),
        conditions_added=frozenset({fight.condition.replace("closed", "open")}),
        counters=MappingProxyType({fight.counter: number}),
    )
    return adjustment, ForcedResult(units[0], frozenset({Result.BOUNCE if number == 1 else Result.OK}), **words)
