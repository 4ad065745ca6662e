"""Boards, positions and results as parts of messages. What they are made of is what the program's power may see, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Literal

from adjudicator.board import Board
from adjudicator.legal import adjustment, legal_orders, orderable
from adjudicator.phase import Phase, PhaseKind
from adjudicator.position import Position
from adjudicator.resolution import OrderOutcome, Resolution, Result
from adjudicator.variant import PowerRole, Variant
from app.players.programs.messages import (
    CalendarLine,
    EdgeLine,
    Judged,
    KindLine,
    MapPart,
    OrderResultLine,
    PowerLine,
    ProvinceLine,
    TurnMessage,
    TurnPosition,
)

KINDS: Mapping[PhaseKind, Literal["movement", "retreat", "adjustment"]]
KINDS = {
    PhaseKind.MOVEMENT: "movement",
    PhaseKind.RETREAT: "retreat",
    PhaseKind.ADJUSTMENT: "adjustment",
}
"""Words for kinds of phase in messages."""


def playing(variant: Variant) -> tuple[str, ...]:
    """The powers that are played."""
    return tuple(power.id for power in variant.powers.values() if power.role is PowerRole.PLAYING)


@lru_cache(maxsize=8)
def map_part(variant: Variant) -> MapPart:
    """The board and what wins on it."""
    return MapPart(
        provinces=_provinces(variant.board),
        edges=_edges(variant.board),
        victory=variant.victory,
        builds=variant.builds.value,
        kinds={
            letter: KindLine(
                name=each.name,
                terrains=tuple(sorted(map(str, each.terrains))),
                convoys=each.convoys,
                convoyed=each.convoyed,
                captures=each.captures,
            )
            for letter, each in variant.board.kinds.items()
        },
        powers={each.id: PowerLine(role=each.role.value, victory=each.victory) for each in variant.powers.values()},
        calendar=tuple(
            CalendarLine(
                season=each.season,
                name=variant.calendar.seasons.get(each.season, each.season),
                kind=KINDS[each.kind],
                captures=each.captures,
                later=each.later,
            )
            for each in variant.calendar.steps
        ),
        year_step=variant.calendar.year_step,
        first_year=variant.start.phase.year,
        year_limit=variant.year_limit,
        years_without_capture=variant.years_without_capture,
    )


def _provinces(board: Board) -> dict[str, ProvinceLine]:
    return {
        code: ProvinceLine(
            name=each.name,
            terrain=each.terrain.value,
            coasts=each.coasts,
            centre=each.centre,
            home=each.home,
            convoyable=each.convoyable,
            build_site=each.build_site,
        )
        for code, each in board.provinces.items()
    }


def _edges(board: Board) -> tuple[EdgeLine, ...]:
    return tuple(
        EdgeLine(
            origin=str(edge.origin),
            target=str(edge.target),
            kinds=tuple(sorted(edge.kinds)),
            half_strength=edge.half_strength,
            supports=edge.supports,
            seasons=None if edge.seasons is None else tuple(sorted(edge.seasons)),
            years=edge.years,
            powers=None if edge.powers is None else tuple(sorted(edge.powers)),
        )
        for edge in board.edges
    )


def position_part(moment: Position) -> TurnPosition:
    """A moment as messages have it."""
    units: dict[str, list[str]] = {}
    for unit in moment.units:
        units.setdefault(unit.power, []).append(str(unit.piece))
    centres: dict[str, list[str]] = {}
    for centre, owner in sorted(moment.owners.items()):
        centres.setdefault(owner, []).append(centre)
    return TurnPosition(
        units={power: tuple(units[power]) for power in sorted(units)},
        centres={power: tuple(centres[power]) for power in sorted(centres)},
        dislodged=tuple(str(each) for each in moment.dislodged),
        contested=tuple(sorted(moment.contested)),
        conditions=tuple(sorted(moment.conditions)),
        counters=dict(sorted(moment.counters.items())),
        unseen=tuple(sorted(moment.unseen)),
    )


def judged_part(phase: Phase, resolution: Resolution) -> Judged:
    """Return the results of a phase, as far as *resolution* has them."""
    orders: dict[str, list[OrderResultLine]] = {}
    for outcome in (*resolution.outcomes, *resolution.refused):
        orders.setdefault(outcome.power, []).append(_result_line(outcome))
    return Judged(phase=str(phase), orders={power: tuple(lines) for power, lines in orders.items()})


def _result_line(outcome: OrderOutcome) -> OrderResultLine:
    results = tuple(result.value for result in Result if result in outcome.results)
    return OrderResultLine(order=str(outcome.order), results=results, given=outcome.given)


def legal_part(variant: Variant, moment: Position, power: str) -> dict[str, tuple[str, ...]]:
    """Return by place every order that *power* can give there, in a fixed sequence."""
    found: dict[str, tuple[str, ...]] = {}
    for place in orderable(variant, moment, power):
        texts = dict.fromkeys((*found.get(place.province, ()), *map(str, legal_orders(variant, moment, place))))
        found[place.province] = tuple(texts)
    return found


def turn_part(
    variant: Variant,
    moment: Position,
    power: str,
    *,
    last: Iterable[Judged] = (),
    wants_legal: bool = True,
    deadline_ms: int | None = None,
    deadline_at: float | None = None,
    answer: int = 1,
) -> TurnMessage:
    """A turn of *power* in *moment*, which is what it may see of it."""
    kind = moment.phase.kind
    return TurnMessage(
        phase=str(moment.phase),
        kind=KINDS[kind],
        position=position_part(moment),
        last=tuple(last),
        due=adjustment(variant, moment, power) if kind is PhaseKind.ADJUSTMENT else 0,
        legal=legal_part(variant, moment, power) if wants_legal else {},
        deadline_ms=deadline_ms,
        deadline_at=deadline_at,
        answer=answer,
    )
