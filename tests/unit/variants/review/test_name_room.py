"""Names that have no room on their ground: faults where they cover something, and none where a line leads to them in the open."""

from __future__ import annotations

import pytest

from tests.unit.variants.review.twelve import Files
from variants.fault import FaultKind

LONG = "The Very Long Isle of Many Storms"


def test_a_name_beside_a_small_island_in_the_open_sea_is_no_fault() -> None:
    files = Files().with_svg("M190,325 H260 V380 H190 Z", "M215,345 h14 v14 h-14 Z").with_toml('name = "Isle"', f'name = "{LONG}"')
    assert not [fault for fault in files.review().faults if fault.kind is FaultKind.NAME_ROOM]


@pytest.mark.slow
def test_a_name_that_must_cover_others_is_told() -> None:
    small = "".join(
        f'<path inkscape:label="q{row}{column}" d="M{300 + 12 * column},{310 + 12 * row} h10 v10 h-10 Z"/>'
        for row in range(6)
        for column in range(14)
    )
    files = Files().with_svg(
        '</g>\n<g inkscape:groupmode="layer" inkscape:label="impassable"><path d="M480,330 H520 V370 H480 Z"/></g>', f"{small}</g>"
    )
    tables = "".join(
        f'[provinces.Q{row}{column}]\nname = "{LONG} {row} {column}"\nterrain = "coastal"\nfleet = ["SOU"]\n'
        for row in range(6)
        for column in range(14)
    )
    files = files.with_toml("[maps.board]", f"{tables}\n[maps.board]")
    assert [fault for fault in files.review().faults if fault.kind is FaultKind.NAME_ROOM]
