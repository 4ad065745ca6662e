"""The shelf of variants: shipped ones and a person's own."""

from __future__ import annotations

import pytest

from tests.unit.variants.toml_variants import ISLAND, source_of
from variants import Catalogue, MemorySource, shipped_ids


def own(*texts: tuple[str, str]) -> Catalogue:
    return Catalogue(lambda: [source_of(text, label) for label, text in texts])


def test_shipped_variants_stand_first_the_standard_game_before_all() -> None:
    entries = list(own(("island", ISLAND)))
    assert [entry.id for entry in entries][: len(shipped_ids())] == list(shipped_ids())
    assert entries[-1].id == "island"
    assert entries[-1].own
    assert not entries[0].own


def test_an_own_variant_can_extend_a_shipped_one_and_another_of_its_owner() -> None:
    first = 'format = 1\nid = "mine"\nname = "Mine"\nextends = "standard"\nvictory = 20\n'
    second = 'format = 1\nid = "yours"\nname = "Yours"\nextends = "mine"\n'
    folder = own(("mine", first), ("yours", second)).find("yours").folder
    assert folder is not None
    assert folder.variant.victory == 20
    assert folder.extends == ("mine", "standard")


def test_a_variant_that_cannot_be_played_stands_there_with_its_faults() -> None:
    entry = own(("broken", ISLAND.replace("victory = 2", "victory = 99"))).find("broken")
    assert entry.folder is None
    assert entry.faults


def test_a_changed_file_is_read_anew() -> None:
    files = {"variant.toml": ISLAND.encode()}
    catalogue = Catalogue(lambda: [MemorySource("island", files)])
    before = catalogue.find("island").folder
    files["variant.toml"] = ISLAND.replace('name = "Island"', 'name = "Isle"').encode()
    after = catalogue.find("island").folder
    assert before is not None
    assert after is not None
    assert (before.variant.name, after.variant.name) == ("Island", "Isle")
    assert before.checksum != after.checksum


def test_an_unknown_variant_is_answered_with_those_there_are() -> None:
    with pytest.raises(LookupError, match="no variant 'nowhere'; there are standard, "):
        own().find("nowhere")
