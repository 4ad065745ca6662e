"""Parts that make a variant an exercise."""

from __future__ import annotations

import pytest

from tests.quick import one_by_one
from variants.catalogue import shipped, shipped_ids, shipped_source
from variants.reader import FILE, read_exercise, read_variant
from variants.source import MemorySource

PRACTICE = [each for each in shipped_ids() if each.startswith("solo-") and each[5].isdigit()]


@one_by_one("variant_id", PRACTICE)
def test_every_practice_has_a_hint_and_leads_on(variant_id: str) -> None:
    exercise = shipped(variant_id).exercise
    assert exercise is not None
    assert exercise.hint.endswith((".", "?"))
    assert exercise.next in shipped_ids()
    assert shipped(variant_id).faults == ()


def test_a_folder_without_the_file_is_no_exercise() -> None:
    assert read_exercise(MemorySource("none", {})) == (None, ())


def test_a_hint_is_no_part_of_the_rules() -> None:
    files = {name: shipped_source("solo-02-support").read(name) for name in shipped_source("solo-02-support").names()}
    other = {**files, FILE: b'hint = "Another hint."\n'}
    read = [read_variant(MemorySource("solo-02-support", each), shipped_source).checksum for each in (files, other)]
    assert read[0] == read[1]


@pytest.mark.parametrize(("text", "what"), [(b"next = 3\n", "next"), (b"hint = ", "exercise.toml"), (b'hint = "x"\nhnt = "y"\n', "hnt")])
def test_what_is_wrong_with_the_file_is_named_with_its_line(text: bytes, what: str) -> None:
    _, faults = read_exercise(MemorySource("mine", {FILE: text}))
    assert any(what in str(fault) for fault in faults)
    assert all(fault.line for fault in faults if "missing" not in fault.what)
