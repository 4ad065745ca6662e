"""A variant's own names in other languages stand over those that are shipped."""

from __future__ import annotations

import pickle

import pytest

from adjudicator.notation import read_order
from variants.catalogue import shipped_source, standard
from variants.fault import Severity
from variants.reader import read_variant
from variants.source import MemorySource

MANIFEST = b'format = 1\nid = "mine"\nname = "Mine"\nextends = "standard"\n'


def test_a_variant_says_otherwise_name_by_name() -> None:
    names = '[provinces]\nMUN = ["Minga"]\n"North Sea" = ["Waterkant"]\n'
    own = f'format = 1\nname = "German"\n{names}'.encode()
    variant = read_variant(MemorySource("mine", {"variant.toml": MANIFEST, "names/de.toml": own}), shipped_source).variant
    assert str(read_order(variant, variant.start, "A Minga hält").order) == "A MUN H"
    assert str(read_order(variant, variant.start, "F London - Waterkant").order) == "F LON - NTH"
    assert str(read_order(variant, variant.start, "A Wien - Galizien").order) == "A VIE - GAL"
    german = next(language for language in variant.languages if language.code == "de")
    assert (german.provinces["North Sea"], german.provinces["MUN"]) == (("Waterkant",), ("Minga",))


@pytest.mark.slow
def test_a_variant_may_bring_a_language_of_its_own() -> None:
    own = b'format = 1\nname = "Dutch"\n[provinces]\nNTH = ["Noordzee"]\n[verbs]\nmove = ["vaart naar"]\n'
    variant = read_variant(MemorySource("mine", {"variant.toml": MANIFEST, "names/nl.toml": own}), shipped_source).variant
    assert str(read_order(variant, variant.start, "F London vaart naar Noordzee").order) == "F LON - NTH"
    assert len(variant.languages) == 5


def test_faults_of_a_file_of_names_have_their_line_and_stop_no_game() -> None:
    own = b'format = 1\nname = "German"\n[words]\nnonsense = ["x"]\n[verbs]\nhold = "h"\n'
    folder = read_variant(MemorySource("mine", {"variant.toml": MANIFEST, "names/de.toml": own}), shipped_source)
    found = sorted((fault.source, fault.line, fault.severity) for fault in folder.faults)
    assert found == [("names/de.toml", 4, Severity.WARNING), ("names/de.toml", 6, Severity.WARNING)]
    assert str(read_order(folder.variant, folder.variant.start, "A Berlin hält").order) == "A BER H"


def test_a_variant_goes_to_another_process_with_its_languages() -> None:
    variant = pickle.loads(pickle.dumps(standard()))
    assert variant == standard()
    assert str(read_order(variant, variant.start, "A Berlin hält").order) == "A BER H"
