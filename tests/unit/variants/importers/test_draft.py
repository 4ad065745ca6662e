"""Drafts are mended into what the reader of variants accepts, and are written so that it reads them back."""

from __future__ import annotations

import pytest

from adjudicator.board import Terrain
from adjudicator.phase import Phase, PhaseKind
from adjudicator.unit import Location
from variants import load
from variants.catalogue import shipped_ids
from variants.fault import VariantError
from variants.importers.draft import (
    DraftMap,
    DraftPower,
    DraftProvince,
    EdgeRule,
    ImportReport,
    VariantDraft,
    add_both,
    free_id,
    power_id,
    province_code,
    slug,
)
from variants.importers.mending import mend
from variants.importers.write_variant import write_variant
from variants.source import MemorySource


def draft() -> VariantDraft:
    made = VariantDraft("small", 'A "small" board \\ with\x7f odd marks', "x.zip", description="Two lands\nand a sea.")
    made.provinces = {
        "AAA": DraftProvince("AAA", "Aland", Terrain.COASTAL, centre=True),
        "BBB": DraftProvince("BBB", "Bland", Terrain.COASTAL, ["NC", "XC"], centre=True),
        "SEA": DraftProvince("SEA", "Sea", Terrain.SEA),
    }
    add_both(made, Location("AAA"), Location("BBB"), "A")
    add_both(made, Location("AAA"), Location("SEA"), "F")
    add_both(made, Location("BBB", "NC"), Location("SEA"), "F")
    add_both(made, Location("BBB", "XC"), Location("SEA"), "F", EdgeRule(1, supports=False, seasons=frozenset("S"), years=(None, 1910)))
    made.powers = {
        "RED": DraftPower("RED", "Red", home=["AAA"], owned=["AAA"], units=[("A", Location("AAA"))], colour="#C00000"),
        "BLUE": DraftPower("BLUE", "Blue", home=["BBB"], owned=[], units=[("F", Location("BBB", "NC"))]),
    }
    made.maps = [DraftMap("board", "Board", b"<svg/>")]
    return made


def mended(made: VariantDraft) -> list[str]:
    report = ImportReport()
    mend(made, report)
    return [fault.what for fault in report.lines()]


def test_what_is_written_reads_back_as_it_was() -> None:
    made = draft()
    assert mended(made) == []
    variant = load(MemorySource("small", write_variant(made))).variant
    assert variant.name == 'A "small" board \\ with  odd marks'
    found = {(step.origin, step.target, kind): step for step in variant.board.edges for kind in step.kinds}
    assert set(found) == set(made.steps)
    strait = found[Location("SEA"), Location("BBB", "XC"), "F"]
    assert (strait.half_strength, strait.supports, strait.seasons, strait.years) == (1, False, frozenset("S"), (None, 1910))
    assert dict(variant.start.owners) == {"AAA": "RED"}
    assert variant.board.provinces["BBB"].home == "BLUE"


def test_a_step_without_a_way_back_stays_one_way() -> None:
    made = draft()
    del made.steps[Location("BBB"), Location("AAA"), "A"]
    assert mended(made) == ["the step of the army from AAA to BBB has no way back: kept one-way"]
    edges = load(MemorySource("small", write_variant(made))).variant.board.edges
    assert [(str(edge.origin), str(edge.target)) for edge in edges if "A" in edge.kinds] == [("AAA", "BBB")]


def test_steps_to_where_nothing_can_stand_go() -> None:
    made = draft()
    add_both(made, Location("AAA"), Location("SEA"), "A")
    add_both(made, Location("AAA"), Location("BBB"), "F")
    assert len(mended(made)) == 4
    load(MemorySource("small", write_variant(made)))


def test_a_word_that_means_two_provinces_is_left_to_the_first() -> None:
    made = draft()
    made.provinces["AAA"].aliases = ["XXX", "BBB"]
    made.provinces["BBB"].aliases = ["XXX"]
    made.provinces["SEA"].name = "Aland"
    assert sorted(mended(made)) == [
        "'BBB' means BBB and AAA: it means BBB",
        "'XXX' means AAA and BBB: it means AAA",
        "Aland is the name of AAA and of SEA: SEA is called Aland (SEA)",
    ]
    load(MemorySource("small", write_variant(made)))


def test_two_owners_two_units_and_letters_that_clash_are_settled() -> None:
    made = draft()
    made.powers["BLUE"].owned = ["AAA", "SEA"]
    made.powers["BLUE"].units += [("A", Location("AAA")), ("F", Location("BBB"))]
    made.powers["BLUE"].letter = "R"
    assert sorted(mended(made)) == [
        "A AAA of Blue: another unit stands there: left out",
        "AAA belongs to RED and to BLUE: it is RED's",
        "F BBB of Blue cannot stand there: it stands in BBB/NC",
        "F BBB of Blue: another unit stands there: left out",
        "SEA of Blue is no supply centre: left out",
    ]
    letters = [power.letter for power in made.powers.values()]
    assert len(set(letters)) == 2


@pytest.mark.parametrize(
    ("text", "wanted"), [("Hundred3 v1 [H31]", "hundred3-v1-h31"), ("", "variant"), ("Ünïcode!", "n-code"), ("x" * 99, "x" * 60)]
)
def test_ids_are_made_from_names(text: str, wanted: str) -> None:
    assert slug(text) == wanted


def test_an_import_never_takes_the_place_of_a_shipped_variant() -> None:
    assert "standard" in shipped_ids()
    assert free_id("standard") == "standard-2"
    assert free_id("mine", {"mine", "mine-2"}) == "mine-3"


@pytest.mark.parametrize(("text", "wanted"), [("U S A", "U_S_A"), ("6th Power", "P_6TH_POWER"), ("österreich", "STERREICH")])
def test_powers_have_ids(text: str, wanted: str) -> None:
    assert power_id(text) == wanted


@pytest.mark.parametrize(("text", "wanted"), [("stp1", "STP1"), ("a", "AX"), ("1st", "X1ST"), ("mid-atl", "MIDATL")])
def test_provinces_have_codes(text: str, wanted: str) -> None:
    assert province_code(text) == wanted


def test_a_board_that_nobody_can_play_is_an_error_with_what_was_mended() -> None:
    bare = draft()
    for province in bare.provinces.values():
        province.centre = False
    with pytest.raises(VariantError, match="has no supply centre"):
        mend(bare, ImportReport())
    nobody = draft()
    nobody.powers.clear()
    with pytest.raises(VariantError, match="has no power"):
        mend(nobody, ImportReport())


def test_a_start_that_the_calendar_does_not_have_is_the_first_phase_of_its_kind() -> None:
    late = draft()
    late.start = Phase("W", 1900, PhaseKind.MOVEMENT)
    report = ImportReport()
    mend(late, report)
    assert str(late.start) == "S1900M"
    assert "the start W1900M is no phase of the calendar: it starts in S1900M" in [line.what for line in report.lines()]


def test_a_power_without_a_name_is_called_by_its_id() -> None:
    nameless = draft()
    next(iter(nameless.powers.values())).name = " \n"
    mend(nameless, ImportReport())
    assert all(power.name for power in nameless.powers.values())
