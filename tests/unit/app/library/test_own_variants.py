"""A person's own variants on the shelf, as their files come, change, break and go."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from app.game.storage.places import places
from app.library import variants as variants_of_shelf
from app.library.variants import VariantShelf, stamp_of
from tests.fakes.own_variants import own_pure
from tests.unit.variants.toml_variants import ISLAND
from variants import shipped_ids
from variants.fault import Fault
from variants.reader import VariantFolder, read_with_faults
from variants.source import Source, SourceFinder


@pytest.fixture
def shelf() -> VariantShelf:
    return VariantShelf(places().variants)


def put(label: str, text: str) -> Path:
    """A folder of a person's own called *label* with the manifest *text*."""
    file = places().variants / label / "variant.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def test_shipped_variants_stand_first_the_standard_game_before_all(shelf: VariantShelf) -> None:
    put("island", ISLAND)
    entries = shelf.entries()
    assert [entry.id for entry in entries] == [*shipped_ids(), "island"]
    assert entries[0].id == "standard"
    assert [entry.own for entry in entries] == [*(False for _ in shipped_ids()), True]


def test_an_own_variant_can_extend_a_shipped_one_and_another_of_its_owner(shelf: VariantShelf) -> None:
    put("mine", 'format = 1\nid = "mine"\nname = "Mine"\nextends = "standard"\nvictory = 20\n')
    put("yours", 'format = 1\nid = "yours"\nname = "Yours"\nextends = "mine"\n')
    folder = shelf.folder_of("yours")
    assert folder is not None
    assert folder.variant.victory == 20
    assert folder.extends == ("mine", "standard")


def test_an_own_variant_stands_in_place_of_the_shipped_one_of_its_id(shelf: VariantShelf) -> None:
    put("pure", ISLAND.replace('id = "island"', 'id = "pure"'))
    assert [entry.own for entry in shelf.entries() if entry.id == "pure"] == [True]
    found = shelf.find("pure")
    assert found is not None
    assert found.variant.name == "Island"


def test_a_variant_that_cannot_be_played_stands_there_with_its_faults(shelf: VariantShelf) -> None:
    put("island", ISLAND.replace("victory = 2", "victory = 99"))
    entry = shelf.entry("island")
    assert entry is not None
    assert entry.folder is None
    assert entry.faults
    assert "island" not in shelf.ids()


def test_a_changed_file_is_read_anew(shelf: VariantShelf) -> None:
    put("island", ISLAND)
    before = shelf.folder_of("island")
    put("island", ISLAND.replace('name = "Island"', 'name = "Isle of old"'))
    after = shelf.folder_of("island")
    assert before is not None
    assert after is not None
    assert (before.variant.name, after.variant.name) == ("Island", "Isle of old")
    assert before.checksum != after.checksum


def test_what_is_not_there_is_not_found(shelf: VariantShelf) -> None:
    assert shelf.entry("nowhere") is None
    assert shelf.find("nowhere") is None


def test_a_variant_whose_file_is_half_saved_keeps_its_place(shelf: VariantShelf) -> None:
    folder = own_pure("mine")
    folder = folder.rename(folder.with_name("another-name"))
    assert shelf.folder_of("mine") is not None
    file = folder / "variant.toml"
    whole = file.read_text()
    file.write_text(whole[: len(whole) // 2] + '"')
    entry = shelf.entry("mine")
    assert entry is not None
    assert entry.folder is None
    assert "variant.toml:" in str(entry.faults[0])
    file.write_text(whole)
    assert shelf.folder_of("mine") is not None


def test_two_folders_of_one_id_are_both_on_the_shelf(shelf: VariantShelf) -> None:
    """Two folders of one id are both on the shelf and the second says why it cannot be played."""
    own_pure("mine")
    copy = own_pure("copy")
    file = copy / "variant.toml"
    file.write_text(file.read_text().replace('id = "copy"', 'id = "mine"'))
    entries = {each.id: each for each in shelf.entries() if each.own}
    assert set(entries) == {"mine", "copy"}
    played, refused = (entries["mine"], entries["copy"]) if entries["mine"].folder else (entries["copy"], entries["mine"])
    assert played.folder is not None
    assert refused.folder is None
    (fault,) = refused.faults
    line = file.read_text().splitlines().index('id = "mine"') + 1
    assert str(fault).startswith(f"variant.toml:{line}:")
    assert "mine" in fault.what


@pytest.mark.skipif(os.name == "nt", reason="links need a right of their own there")
def test_a_variant_that_is_a_link_to_a_folder_elsewhere_is_seen_to_change(shelf: VariantShelf, tmp_path: Path) -> None:
    folder = own_pure("mine")
    elsewhere = folder.rename(tmp_path / "drawings")
    folder.symlink_to(elsewhere, target_is_directory=True)
    assert shelf.folder_of("mine") is not None
    before = stamp_of(places().variants)
    (elsewhere / "board.svg").write_bytes(b"<svg/>")
    assert stamp_of(places().variants) != before


@pytest.mark.skipif(os.name == "nt", reason="links need a right of their own there")
def test_a_link_in_a_circle_ends(tmp_path: Path) -> None:
    folder = own_pure("mine")
    (folder / "again").symlink_to(places().variants, target_is_directory=True)
    assert len(stamp_of(places().variants)) < 100


def test_a_file_that_was_changed_at_equal_size_and_time_is_another_one(tmp_path: Path) -> None:
    file = tmp_path / "variant.toml"
    file.write_text("one")
    before, about = stamp_of(tmp_path), file.stat()
    file.write_text("two")
    os.utime(file, ns=(about.st_atime_ns, about.st_mtime_ns))
    assert (file.stat().st_size, file.stat().st_mtime_ns) == (about.st_size, about.st_mtime_ns)
    assert stamp_of(tmp_path) != before


def test_a_folder_of_variants_is_a_group_of_the_shelf(shelf: VariantShelf) -> None:
    put("alone", ISLAND.replace('id = "island"', 'id = "alone"'))
    put("Old boards/island", ISLAND)
    put("Old boards/mine", 'format = 1\nid = "mine"\nname = "Mine"\nextends = "island"\n')
    put("Old boards/.hidden/deep", ISLAND)
    own = [entry for entry in shelf.entries() if entry.own]
    assert [entry.id for entry in own] == ["alone", "island", "mine"]
    assert [entry.group for entry in own] == ["", "Old boards", "Old boards"]
    assert [shelf.place_of(entry) for entry in own] == [
        places().variants / each for each in ("alone", "Old boards/island", "Old boards/mine")
    ]
    assert shelf.folder_of("mine") is not None


def test_two_of_one_id_in_two_groups_are_told_apart(shelf: VariantShelf) -> None:
    put("Old boards/island", ISLAND)
    put("New boards/island", ISLAND)
    first, second = [entry for entry in shelf.entries() if entry.own]
    assert (first.group, first.id, first.folder is None) == ("New boards", "island", False)
    assert (second.group, second.id, second.folder is None) == ("Old boards", "Old boards/island", True)
    assert "New boards/island" in second.faults[0].what


def test_a_change_reads_only_what_builds_on_it_anew(shelf: VariantShelf, monkeypatch: pytest.MonkeyPatch) -> None:
    put("island", ISLAND)
    put("above", 'format = 1\nid = "above"\nname = "Above"\nextends = "island"\n')
    put("apart", ISLAND.replace('id = "island"', 'id = "apart"'))
    shelf.entries()
    read: list[str] = []

    def reading(source: Source, library: SourceFinder) -> tuple[VariantFolder | None, tuple[Fault, ...]]:
        read.append(source.label)
        return read_with_faults(source, library)

    monkeypatch.setattr(variants_of_shelf, "read_with_faults", reading)
    put("island", ISLAND.replace('name = "Island"', 'name = "Isle of old"'))
    shelf.entries()
    assert sorted(read) == ["above", "island"]
