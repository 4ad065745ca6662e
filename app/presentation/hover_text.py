"""Text for the province under the pointer, in one line: province, owner, unit, order, result. No Qt."""

from __future__ import annotations

from adjudicator.board import Terrain
from adjudicator.order import Order, Waive
from adjudicator.resolution import Resolution
from adjudicator.variant import Variant
from app.game.record import Turn
from app.presentation.order_rows import outcome_note
from entente.words.names import kind_word, place_name, power_adjective, power_name
from entente.words.orders import describe_order
from languages import mark, tr, tr_in

_TERRAINS = {
    Terrain.INLAND: mark("inland"),
    Terrain.COASTAL: mark("coast"),
    Terrain.SEA: mark("sea"),
    Terrain.IMPASSABLE: mark("impassable"),
}


def hover_text(variant: Variant, turn: Turn, province: str, preview: Resolution | None = None) -> str:
    """``Burgundy (BUR) · inland · French Army: moves to Munich, bounced``; an unknown province gives nothing.

    Args:
        preview: what the orders of an open turn would give.
    """
    place = variant.board.provinces.get(province)
    if place is None:
        return ""
    parts = [f"{place_name(variant, province)} ({place.code})", terrain_in_words(place.terrain)]
    owner = turn.position.owners.get(province)
    if place.centre:
        parts.append(tr("centre of {power}", power=power_name(variant, owner)) if owner is not None else tr("free centre"))
    unit = turn.position.unit_at(province)
    if unit is not None:
        parts.append(
            tr_in("unit", "{power} {kind}", power=power_adjective(variant, unit.power), kind=kind_word(variant, unit.kind))
            + _doing(variant, turn, unit.power, province, preview)
        )
    dislodged = turn.position.dislodged_at(province)
    if dislodged is not None:
        loser = dislodged.unit
        words = tr(
            "{power} {kind} dislodged",
            power=power_adjective(variant, loser.power),
            kind=kind_word(variant, loser.kind),
        )
        parts.append(words + _doing(variant, turn, loser.power, province, preview))
    return " · ".join(parts)


def terrain_in_words(terrain: Terrain) -> str:
    """``inland``, ``coast``, ``sea``."""
    return tr(_TERRAINS[terrain])


def _doing(variant: Variant, turn: Turn, power: str, province: str, preview: Resolution | None) -> str:
    words = order_in_words(variant, turn, power, province, preview)
    return f": {words}" if words else ""


def order_in_words(variant: Variant, turn: Turn, power: str, province: str, preview: Resolution | None = None) -> str:
    """Return the order of the unit of *power* in *province*, with its outcome or preview: ``moves to Munich (bounced)``.

    Empty where it has no order.
    """
    order = _order(turn, power, province)
    resolution = turn.resolution or preview
    outcome = (
        None
        if resolution is None
        else next(
            (each for each in resolution.outcomes if each.power == power and each.unit is not None and each.unit.province == province), None
        )
    )
    given = order if order is not None else None if outcome is None or turn.resolution is None else outcome.order
    if given is None:
        return ""
    sentence = describe_order(variant, turn.position, given)
    note = "" if outcome is None else outcome_note(variant, turn.position, outcome)
    if note and turn.resolution is None:
        note = (
            tr("would be {note}", note=note)
            if note.split(" ", 1)[0] in {"bounced", "cut", "dislodged"}
            else tr("preview: {note}", note=note)
        )
    return f"{sentence} ({note})" if note else sentence


def _order(turn: Turn, power: str, province: str) -> Order | None:
    return next(
        (
            line.order
            for line in turn.orders_of(power)
            if line.order is not None
            and not isinstance(line.order, Waive)
            and line.order.piece.location.province == province
            and line.is_legal
        ),
        None,
    )
