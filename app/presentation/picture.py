"""Picture of the board, as a value: the scene, the exports and the thumbnails all draw from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from adjudicator.order import Order
from adjudicator.position import Position
from adjudicator.resolution import OrderOutcome
from adjudicator.variant import Variant
from app.library.unit_sets import usual_set
from app.session.view_options import Colours, Labels
from variants.compiled import Point
from variants.style import PowerStyle
from variants.unit_set import UnitSet

_NOBODY: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class DrawnOrder:
    """One order as it is drawn."""

    order: Order
    power: str
    outcome: OrderOutcome | None = None
    """Outcome of the order, or its preview; ``None`` draws the order alone."""

    preview: bool = False
    """True if it is still provisional: not adjudicated, drawn lighter."""


@dataclass(frozen=True, slots=True)
class Pointing:
    """Units and provinces that a person picks and points at."""

    selected: str | None = None
    """The province whose unit is picked."""

    targets: frozenset[str] = frozenset()
    """Provinces that may be clicked next: they glow."""

    partners: frozenset[str] = frozenset()
    """Provinces whose unit may be clicked next, to support or to carry it: they stay bright."""

    dim_others: bool = False
    """True if everything but the targets, the partners and the selected province is dimmed."""

    hovered: str | None = None
    """The province under the pointer or the keyboard's cursor."""


NOTHING_POINTED = Pointing()


NODE_PIXELS = 4.4
"""Radius of one of ``MapPicture.nodes`` on the screen, with its edge."""


@dataclass(frozen=True, slots=True)
class MapPicture:
    """A position with its orders, and how to show them."""

    variant: Variant
    position: Position
    styles: Mapping[str, PowerStyle]
    """Power to its colours and pattern; a power that is missing gets a colour from the palette."""

    orders: tuple[DrawnOrder, ...] = ()
    show_orders: bool = True
    labels: Labels = Labels.FULL
    tint: bool = True
    """True if lands carry the colour of their owner."""

    influence: Mapping[str, str] = field(default_factory=lambda: _NOBODY)
    """Province without a centre to the power in whose colour it is drawn, where that differs from the variant's territory."""

    units: bool = True
    nodes: tuple[Point, ...] = ()
    """Small marks of others, such as the ends of steps on the bench: names step aside for them."""

    hidden: frozenset[str] = frozenset()
    """Provinces that the viewer does not see (fog of war); drawn veiled."""

    pointing: Pointing = NOTHING_POINTED
    theme: str = "parchment"
    colours: Colours = Colours.VARIANT
    patterns: bool = False
    """True if lands carry the pattern of their power besides its colour."""

    letters: bool = False
    """True if units carry the letter of their power."""

    unit_set: UnitSet = field(default_factory=usual_set)
    """Symbols of the units."""

    def is_laid_out_like(self, other: MapPicture) -> bool:
        """Return True if everything stands in the same places: they may differ in colours, symbols and the province under the pointer."""
        return (
            self.variant.board is other.variant.board
            and (self.units, self.show_orders, self.labels, self.hidden) == (other.units, other.show_orders, other.labels, other.hidden)
            and self.nodes == other.nodes
            and self.position == other.position
            and self.orders == other.orders
        )


def rulers(picture: MapPicture) -> Mapping[str, str]:
    """Province to the power in whose colour it is drawn; lands without an owner are absent.

    A centre belongs to its owner. Other lands go to the power named in *influence*, or else to the power whose territory they are, as long
    as it is still in the game. Of provinces out of sight nothing is known.
    """
    found: dict[str, str] = {}
    alive = set(picture.position.owners.values()) | {unit.power for unit in picture.position.units}
    for code, province in picture.variant.board.provinces.items():
        if code in picture.hidden:
            continue
        if province.centre:
            owner = picture.position.owners.get(code)
        else:
            owner = picture.influence.get(code)
            if owner is None and province.territory in alive:
                owner = province.territory
        if owner is not None:
            found[code] = owner
    return found
