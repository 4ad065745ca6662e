"""A small board on which powers build: two of them, a centre without an owner, one with two coasts, and a site."""

from __future__ import annotations

from dataclasses import replace

from adjudicator import BuildPolicy, Position, Variant, orderable
from tests.unit.adjudicator.small_boards import edges, position, variant

PLACES = "PAR inland FRANCE, MAR coast FRANCE, BER inland GERMANY, SPA coast centre, STP coast GERMANY NC SC, BUR inland, COL coast site"
BORDERS = edges("PAR - BUR A, BUR - BER A, MAR - SPA AF, PAR - MAR A, STP/NC - COL F, STP/SC - MAR F")


def game(builds: BuildPolicy = BuildPolicy.HOME, **changes: object) -> Variant:
    return replace(variant(PLACES, BORDERS), builds=builds, **changes)  # type: ignore[arg-type]


def sites(of: Variant, where: Position, power: str = "FRANCE") -> set[str]:
    return {str(place) for place in orderable(of, where, power)}


WINTER = position("", "W1901A", {"PAR": "FRANCE", "MAR": "FRANCE", "SPA": "FRANCE", "BER": "FRANCE", "STP": "GERMANY"})
