"""The board in words for who cannot see it: each unit and each province with its name, what it is about, and where it lies."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.resolution import Resolution
from adjudicator.variant import Variant
from app.game.record import Turn
from app.presentation.hover_text import order_in_words, terrain_in_words
from entente.words.names import place_name, power_name, unit_name
from languages import sort_key, tr


@dataclass(frozen=True, slots=True)
class SpokenPart:
    """A province, or a unit in it."""

    province: str
    name: str
    """``Paris, inland, centre of France``; of a unit ``Army Paris, France, no order`` or ``Army Paris moves to Burgundy, France``."""
    is_unit: bool = False
    is_dislodged: bool = False
    """True if it is the unit that was driven out, beside the one that stands there."""


def spoken_board(
    variant: Variant, turn: Turn, preview: Resolution | None = None, hidden: frozenset[str] = frozenset()
) -> tuple[SpokenPart, ...]:
    """All units by power, then all provinces by name. Of a part out of sight it has this fact alone.

    Args:
        turn: as the viewer may see it.
        preview: what the orders of an open turn would give.
        hidden: provinces of which the viewer knows nothing.
    """
    return (*_units(variant, turn, preview), *_provinces(variant, turn, hidden))


def _units(variant: Variant, turn: Turn, preview: Resolution | None) -> list[SpokenPart]:
    standing = [(unit, False) for unit in turn.position.units]
    driven = [(each.unit, True) for each in turn.position.dislodged]
    places = list(variant.powers)
    found = []
    for unit, is_dislodged in sorted((*standing, *driven), key=lambda each: (places.index(each[0].power), str(each[0]))):
        ordered = order_in_words(variant, turn, unit.power, unit.province, preview)  # which says the unit itself
        words = [ordered or unit_name(variant, unit.piece), power_name(variant, unit.power)]
        if is_dislodged:
            words.append(tr("dislodged"))
        if not ordered:
            words.append(tr("no order"))
        found.append(SpokenPart(unit.province, ", ".join(words), is_unit=True, is_dislodged=is_dislodged))
    return found


def _provinces(variant: Variant, turn: Turn, hidden: frozenset[str]) -> list[SpokenPart]:
    found = []
    for code, place in sorted(variant.board.provinces.items(), key=lambda each: sort_key(place_name(variant, each[0]))):
        words = [place_name(variant, code), terrain_in_words(place.terrain)]
        if code in hidden:
            words.append(tr("out of sight"))
        elif place.centre:
            owner = turn.position.owners.get(code)
            words.append(tr("free centre") if owner is None else tr("centre of {power}", power=power_name(variant, owner)))
        found.append(SpokenPart(code, ", ".join(words)))
    return found
