"""``extends``: a few lines over another variant."""

from __future__ import annotations

import pytest

from tests.unit.variants.toml_variants import ISLAND, read, source_of
from variants import MemorySource, Source, VariantError, VariantFolder, read_variant


def over(text: str, base: str = ISLAND) -> VariantFolder:
    sources = {"island": source_of(base)}

    def library(variant_id: str) -> Source:
        if variant_id not in sources:
            raise LookupError("one of island")
        return sources[variant_id]

    return read_variant(source_of(text, "new"), library)


HEAD = 'format = 1\nid = "new"\nname = "New"\nextends = "island"\n'


def test_what_is_not_said_is_taken_over() -> None:
    folder = over(HEAD)
    assert folder.variant.id == "new"
    assert folder.variant.victory == 2
    assert set(folder.variant.board.provinces) == {"EAS", "WES", "SEA", "BAY"}
    assert folder.extends == ("island",)


def test_a_table_changes_only_the_keys_it_names() -> None:
    folder = over(HEAD + '[powers.RED]\nstart = ["F EAS"]\n')
    assert folder.variant.powers["RED"].name == "Red"
    assert "RED F EAS" in [str(unit) for unit in folder.variant.start.units]


def test_powers_can_be_taken_out() -> None:
    folder = over(HEAD + 'without = ["powers.BLUE"]\n')
    assert set(folder.variant.powers) == {"RED"}
    assert dict(folder.variant.start.owners) == {"EAS": "RED"}


def test_the_checksum_follows_the_variant_below() -> None:
    assert over(HEAD).checksum != over(HEAD, ISLAND.replace("victory = 2", "victory = 1")).checksum


def test_a_fault_in_what_is_taken_over_names_that_file() -> None:
    with pytest.raises(VariantError, match=r"island/variant\.toml:\d+: .*'SEE'"):
        over(HEAD, ISLAND.replace('"SEA", "WES/NC"', '"SEE", "WES/NC"'))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (HEAD.replace('"island"', '"nowhere"'), "extends an unknown variant 'nowhere'; expected one of island"),
        (HEAD.replace('"island"', "5"), "extends is 5"),
        (HEAD + 'without = ["powers.GREEN"]\n', "without names 'powers.GREEN'"),
        (HEAD + "without = 3\n", "without is no list of texts"),
    ],
)
def test_a_wrong_extends_is_a_fault_with_its_line(text: str, words: str) -> None:
    with pytest.raises(VariantError) as caught:
        over(text)
    assert words in str(caught.value)
    assert str(caught.value).startswith("variant.toml:")


def test_variants_that_extend_one_another_in_a_circle_are_refused() -> None:
    first = MemorySource("a", {"variant.toml": b'format = 1\nid = "a"\nextends = "b"\n'})
    second = MemorySource("b", {"variant.toml": b'format = 1\nid = "b"\nextends = "a"\n'})
    with pytest.raises(VariantError, match="in a circle"):
        read_variant(first, {"a": first, "b": second}.__getitem__)


def test_a_variant_that_extends_nothing_needs_a_board() -> None:
    folder, faults = read('format = 1\nid = "bare"\nname = "Bare"\n')
    assert folder is None
    assert {"there is no board", "there are no powers"} <= {fault.what for fault in faults}
