"""Faults that are known and answers about borders are kept in the file, and hold until the ground changes."""

from __future__ import annotations

import pytest

from languages import using
from tests.unit.variants.review.planted import PLANTED
from tests.unit.variants.review.twelve import DRAWING, MANIFEST, Files
from variants import MemorySource, shipped_source
from variants.fault import FaultKind
from variants.notes import BorderAnswer, Reply, with_answer, with_known
from variants.reader import read_anyway
from variants.shore_writing import apply_fix

BY_NAME = {each.name: each for each in PLANTED}
SHORE = BY_NAME["a shore that no list knows"]


def known(files: Files, reason: str = "a cliff") -> Files:
    (found,) = files.review().found
    return Files(files.svg, with_known(files.toml.encode(), found.fault, found.ground, reason).decode())


@pytest.mark.slow
def test_a_known_fault_is_reported_no_more_and_the_rest_of_the_file_stays() -> None:
    files = SHORE.plant(Files())
    silenced = known(files)
    assert silenced.toml.startswith(files.toml)
    review = silenced.review()
    assert review.faults == ()
    assert [(each.fault.kind, each.reason) for each in review.found] == [(FaultKind.NO_STEP, "a cliff")]


@pytest.mark.slow
def test_it_is_told_again_when_its_ground_changes_and_not_when_something_else_does() -> None:
    silenced = known(SHORE.plant(Files()))
    elsewhere = silenced.with_svg("M450,175 H600 V240 H450 Z", "M450,175 H600 V239 H450 Z").with_svg("M450,240 H600", "M450,239 H600")
    assert elsewhere.review().faults == ()
    moved = silenced.with_svg("M190,325 H260 V380 H190 Z", "M190,325 H270 V380 H190 Z")
    assert [fault.kind for fault in moved.review().faults] == [FaultKind.NO_STEP]


@pytest.mark.slow
def test_what_is_known_in_one_language_is_known_in_every_other() -> None:
    silenced = known(SHORE.plant(Files()))
    with using("pseudo"):
        assert silenced.review().faults == ()
        files = SHORE.plant(Files())
        assert all("⟦" in each.fault.what for each in files.review().found)
        other = known(files)
    assert other.review().faults == ()


@pytest.mark.slow
def test_another_fault_of_the_same_kind_is_told_all_the_same() -> None:
    both = BY_NAME["a border that no list knows"].plant(known(SHORE.plant(Files())))
    assert [fault.places for fault in both.review().faults] == [("INL", "SUD")]


@pytest.mark.slow
def test_an_answer_settles_a_border_and_stands_apart_from_the_lists() -> None:
    files = BY_NAME["a border that no list knows"].plant(Files())
    cut = Files(files.svg, with_answer(files.toml.encode(), BorderAnswer(("INL", "SUD"), Reply.CUT, "a ravine")).decode())
    assert cut.review().faults == ()
    assert cut.toml == files.toml + '\n[[answers]]\nbetween = ["INL", "SUD"]\nanswer = "cut"\nreason = "a ravine"\n'
    other = with_answer(cut.toml.encode(), BorderAnswer(("INL", "SUD"), Reply.YES, "a pass")).decode()
    assert other == cut.toml.replace('"cut"', '"yes"').replace("a ravine", "a pass")


@pytest.mark.slow
def test_where_no_neighbours_is_the_answer_the_fix_takes_the_step_out_of_the_lists() -> None:
    answer = BorderAnswer(("DOV", "INL"), Reply.NO, "a wall")
    answered = Files(DRAWING, with_answer(MANIFEST.encode(), answer).decode())
    (fault,) = answered.review().faults
    assert (fault.kind, fault.places, fault.source) == (FaultKind.NO_BORDER, ("DOV", "INL"), "variant.toml")
    assert fault.line == MANIFEST[: MANIFEST.index('army = ["ARK", "MID", "EAS", "INL", "SUD"]')].count("\n") + 1
    assert fault.fix is not None
    mended = Files(DRAWING, apply_fix(answered.toml.encode(), fault.fix).decode())
    assert mended.review().faults == ()
    assert 'army = ["ARK", "MID", "EAS", "SUD"]' in mended.toml
    assert 'army = ["EAS", "SUD"]' in mended.toml


@pytest.mark.slow
def test_a_bridge_may_be_an_answer_instead_of_a_line() -> None:
    files = Files().with_svg('<path inkscape:label="isl-mid" d="M225,300 L225,325"/>\n', "")
    assert [fault.kind for fault in files.review().faults] == [FaultKind.NO_BORDER]
    answered = Files(files.svg, with_answer(files.toml.encode(), BorderAnswer(("ISL", "MID"), Reply.BRIDGE, "a ferry")).decode())
    assert answered.review().faults == ()


@pytest.mark.slow
def test_open_borders_are_listed_with_the_longest_first_and_their_answers() -> None:
    short = Files().with_svg("M450,100 H600 V175 H450 Z", "M450,100 H600 V175 H450 V105 H448 V100 Z")
    doubts = short.review().doubts
    assert [doubt.length for doubt in doubts] == sorted((doubt.length for doubt in doubts), reverse=True)
    (isle,) = [doubt for doubt in doubts if doubt.pair == ("ISL", "MID")]
    assert (isle.listed, isle.answer, isle.gap) == (True, None, 25.0)
    answer = BorderAnswer(("ISL", "MID"), Reply.BRIDGE, "a ferry")
    told = Files(short.svg, with_answer(short.toml.encode(), answer).decode()).review().doubts
    assert [doubt.answer for doubt in told if doubt.pair == ("ISL", "MID")] == [answer]


def test_notes_change_no_checksum_since_nobody_plays_by_them() -> None:
    files = Files(toml=with_answer(MANIFEST.encode(), BorderAnswer(("ISL", "MID"), Reply.BRIDGE, "a ferry")).decode())

    def checksum(each: Files) -> str:
        source = MemorySource("twelve", {"variant.toml": each.toml.encode(), "board.svg": each.svg.encode()})
        folder = read_anyway(source, shipped_source).folder
        assert folder is not None
        return folder.checksum

    assert checksum(files) == checksum(Files())


@pytest.mark.slow
def test_a_note_that_says_nothing_is_a_fault_with_its_line() -> None:
    wrong = Files(toml=MANIFEST + '\n[[answers]]\nbetween = ["ISL"]\nanswer = "perhaps"\n')
    told = [str(fault) for fault in wrong.review().faults]
    assert any("an answer is about two provinces" in line for line in told)
    assert any("'perhaps'" in line and "yes, no, bridge, cut" in line for line in told)


@pytest.mark.slow
def test_an_answer_without_a_reason_can_be_read_again() -> None:
    files = Files(DRAWING, with_answer(MANIFEST.encode(), BorderAnswer(("INL", "SUD"), Reply.CUT, "")).decode())
    assert not [each for each in files.review().faults if "reason" in each.what]
