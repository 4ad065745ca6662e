"""The unit symbols of a variant: read with it, checked, and brought over from packages of jDip."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.library.unit_sets import UnitSetShelf, usual_set
from tests.fakes.symbol_packs import FIGURES, FLAGS
from tests.unit.variants.importers.test_jdip import ADJACENCY, VARIANTS
from tests.unit.variants.toml_variants import ISLAND
from variants import load
from variants.catalogue import shipped_source
from variants.fault import Fault, Severity
from variants.importers import import_board
from variants.reader import read_with_faults
from variants.source import MemorySource

SET = b'name = "Galleys"\n[kinds.A]\nbody = "square"\n[kinds.F]\nbody = "bar"\n'
TABLES = """
[unit_sets.galleys]
name = "Galleys of old"
file = "galleys.toml"

[unit_sets.plain]
name = "Plain"
file = "blocks"
"""


def faults_of(tables: str, content: bytes = SET) -> tuple[Fault, ...]:
    source = MemorySource("island", {"variant.toml": (ISLAND + tables).encode(), "galleys.toml": content})
    folder, faults = read_with_faults(source, shipped_source)
    assert folder is not None, faults
    return faults


def test_a_variant_is_shown_with_its_first_set_and_can_be_switched() -> None:
    folder = load(MemorySource("island", {"variant.toml": (ISLAND + TABLES).encode(), "galleys.toml": SET}))
    assert [(each.id, each.name) for each in folder.unit_sets] == [("galleys", "Galleys of old"), ("plain", "Plain")]
    shelf = UnitSetShelf()
    assert shelf.find("variant", folder).units.name == "Galleys of old"
    assert shelf.find("classic", folder).units is usual_set()
    assert shelf.find("variant").units is usual_set()
    assert [each.id for each in shelf.offered(folder)] == ["classic", "letters", "blocks", "galleys"]
    assert "galleys" not in [each.id for each in shelf.offered()]


def test_a_named_set_is_looked_for_on_the_shelf(tmp_path: Path) -> None:
    folder = load(MemorySource("island", {"variant.toml": (ISLAND + TABLES.replace("galleys.toml", "Galleys")).encode()}))
    shelf = UnitSetShelf(tmp_path)
    assert shelf.usual_of(folder).id == "blocks"
    (tmp_path / "old-ships.toml").write_bytes(SET)
    assert shelf.usual_of(folder).id == "old-ships"


def test_faults_of_a_set_are_reported_with_file_and_line_and_keep_nobody_from_playing() -> None:
    line = ISLAND.count("\n") + 2
    cases = {
        "the unit symbols 'gone.toml' are not in the folder": faults_of(TABLES.replace("galleys.toml", "gone.toml")),
        "galleys.toml:3: kinds.A.body is 'cube'": faults_of(TABLES, SET.replace(b"square", b"cube")),
        "galleys.toml has no symbol for F": faults_of(TABLES, SET.partition(b"[kinds.F]")[0]),
        "this is no TOML": faults_of(TABLES, b"["),
    }
    for told, faults in cases.items():
        assert told in "\n".join(map(str, faults))
        assert all(fault.severity is Severity.WARNING for fault in faults)
    (missing,) = faults_of(TABLES.replace("galleys.toml", "gone.toml"))
    assert (missing.source, missing.line) == ("variant.toml", line + 2)


@pytest.mark.slow
def test_a_package_of_jdip_uses_the_packs_that_it_names_and_carries() -> None:
    text = VARIANTS.replace('URI="small.svg"', 'URI="small.svg" preferredUnitStyle="FLAGS"')
    files = {"variants.xml": text.encode(), "small_adjacency.xml": ADJACENCY.encode()}
    packs = {f"{folder}/{name}": content for folder, pack in (("x", FIGURES), ("y", FLAGS)) for name, content in pack.items()}
    (imported,) = import_board(MemorySource("smallVariants.zip", {**files, **packs})).variants
    folder = load(imported.source)
    assert [(each.id, each.units is not None) for each in folder.unit_sets] == [("flags", True), ("figures", True)]
    (bare,) = import_board(MemorySource("smallVariants.zip", files)).variants
    assert any("the unit symbols 'FLAGS', which are not in the package" in str(line) for line in bare.report)
    assert UnitSetShelf().usual_of(load(bare.source)) is usual_set()
