"""A pack of unit symbols drawn by others comes in whole."""

from __future__ import annotations

import pytest

from tests.shared_data import shared_folder
from variants.importers import import_archive
from variants.unit_set import read_unit_set

pytestmark = pytest.mark.interop


def test_the_simple_symbols_of_jdip_come_in_with_their_shapes_and_letters() -> None:
    file = shared_folder() / "boards" / "jdip" / "simpleSymbols.zip"
    result = import_archive(file.name, file.read_bytes())
    assert not result.errors
    (pack,) = result.units
    assert (pack.id, pack.name, pack.kinds) == ("simple", "Simple", ("A", "F", "W"))
    units, faults = read_unit_set(pack.id, "simple.toml", pack.content)
    assert faults == ()
    assert units is not None
    corners = {letter: sum(step == "L" for step, _ in symbol.outline) + 1 for letter, symbol in units.kinds.items()}
    assert corners["F"] == 4
    assert corners["W"] == 3
    assert corners["A"] > 24
    texts = {letter: [(part.text, part.ink) for part in symbol.small] for letter, symbol in units.kinds.items()}
    assert texts == {letter: [(letter, "glyph")] for letter in "AFW"}
    report = "\n".join(map(str, pack.report))
    for told in (
        "symbols.xml:21: the thumbnail 'symbols.gif': not opened",
        "symbols.svg:91: <Army> a shadow under the symbol: left out",
        "symbols.svg:114: DislodgedArmy is Army in another colour",
        "WaivedBuild, BuildUnit, RemoveUnit, FailedOrder, SupplyCenter: marks of centres, builds and orders",
    ):
        assert told in report
    assert len(pack.report) == 11
