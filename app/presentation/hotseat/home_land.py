"""The board behind the curtain as a picture: a power's home land in its colour and nothing else. Never the position, so that it is safe
in fog too."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from adjudicator.position import Position
from adjudicator.variant import Variant
from app.presentation.picture import MapPicture
from app.session.view_options import View
from variants.style import PowerStyle


def home_provinces(variant: Variant, power: str) -> frozenset[str]:
    """Return a power's own provinces before the first move: its home centres and lands in its colour; empty for a power without home."""
    return frozenset(code for code, province in variant.board.provinces.items() if power in (province.home, province.territory))


def home_picture(variant: Variant, power: str, styles: Mapping[str, PowerStyle], view: View) -> MapPicture:
    """The board with the home land of *power* in its colour; all other land has no owner."""
    home = home_provinces(variant, power)
    owners = {code: power for code in home if variant.board.provinces[code].centre}
    position = Position(phase=variant.start.phase, units=(), owners=owners)
    return replace(
        MapPicture(variant, position, styles),
        influence=dict.fromkeys(home, power),
        units=False,
        labels=view.labels,
        theme=view.theme,
        colours=view.colours,
        patterns=view.patterns,
    )
