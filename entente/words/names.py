"""Names of powers, places and units, as a sentence uses them. A code that the variant does not know stands as it is."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.board import Terrain
from adjudicator.location import Location
from adjudicator.unit import Piece
from adjudicator.variant import Variant


def power_name(variant: Variant, power: str) -> str:
    """``Austria-Hungary``"""
    known = variant.powers.get(power)
    return power if known is None else known.name


def power_adjective(variant: Variant, power: str) -> str:
    """``Austrian``"""
    known = variant.powers.get(power)
    return power if known is None else known.adjective or known.name


def kind_name(variant: Variant, kind: str) -> str:
    """``Army``"""
    known = variant.board.kinds.get(kind)
    return kind if known is None else known.name.capitalize()


def coast_name(variant: Variant, coast: str) -> str:
    """``north coast``"""
    return variant.board.coast_names.get(coast, coast)


def place_name(variant: Variant, place: Location | str, *, article: bool = False) -> str:
    """``St Petersburg (north coast)``; with *article*, ``the North Sea``: seas take one within a sentence."""
    location = Location.of(place) if isinstance(place, str) else place
    province = variant.board.provinces.get(location.province)
    name = location.province if province is None else province.name
    if article and province is not None and province.terrain is Terrain.SEA and not name.casefold().startswith("the "):
        name = f"the {name}"
    return name if location.coast is None else f"{name} ({coast_name(variant, location.coast)})"


def unit_name(variant: Variant, piece: Piece) -> str:
    """``Fleet St Petersburg (south coast)``"""
    return f"{kind_name(variant, piece.kind)} {place_name(variant, piece.location)}"


def join_words(words: Iterable[str], last: str = "and") -> str:
    """``a, b and c``"""
    all_words = list(words)
    if len(all_words) < 2:
        return "".join(all_words)
    return f"{', '.join(all_words[:-1])} {last} {all_words[-1]}"


def counted(number: int, noun: str) -> str:
    """``1 unit``, ``2 units``"""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
