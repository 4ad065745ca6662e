"""Assumptions of the reader are reported, and errors have their place."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.notation import Assumption, AssumptionKind, Reading, ReadingErrorKind, read_order
from adjudicator.phase import Phase
from adjudicator.position import Position
from adjudicator.rule_choices import PowerNaming, StrayCoast
from adjudicator.rules import Rules
from adjudicator.unit import DislodgedUnit, Unit
from tests.quick import one_by_one
from variants import standard

VARIANT = standard()
START = VARIANT.start


def read(text: str, power: str | None = "FRANCE") -> Reading:
    return read_order(VARIANT, START, text, power)


@one_by_one(
    ("text", "order", "kind", "words", "meaning"),
    [
        ("The army in Paris holds", "A PAR H", AssumptionKind.DROPPED_WORD, "The", ""),
        ("2) A Par H", "A PAR H", AssumptionKind.LIST_MARK, "2)", ""),
        ("> A Par H", "A PAR H", AssumptionKind.LIST_MARK, ">", ""),
        ("A Par - Bur (*bounced with A Mun*)", "A PAR - BUR", AssumptionKind.RESULT_NOTE, "(*bounced with A Mun*)", ""),
        ("A Par - Bur ; bounces", "A PAR - BUR", AssumptionKind.RESULT_NOTE, "; bounces", ""),
        ("A Par S English A Lvp", "A PAR S A LVP", AssumptionKind.NATIONALITY, "English", "ENGLAND"),
        ("A Par S Turkish A Lvp", "A PAR S A LVP", AssumptionKind.WRONG_NATIONALITY, "Turkish", "ENGLAND"),
        ("F Bre - Por(sc)", "F BRE - POR", AssumptionKind.STRAY_COAST, "sc", "POR"),
        ("Germany: A Mun H", "A MUN H", AssumptionKind.OTHER_POWER, "Germany", "GERMANY"),
        ("Par - Bur", "A PAR - BUR", AssumptionKind.UNIT_KIND, "Par", "A"),
        ("A Par - Burg", "A PAR - BUR", AssumptionKind.ABBREVIATION, "Burg", "BUR"),
        ("A Par - Burgnudy", "A PAR - BUR", AssumptionKind.SPELLING, "Burgnudy", "BUR"),
        ("A Par suports A Mar", "A PAR S A MAR", AssumptionKind.SPELLING, "suports", "support"),
        ("F Bre - North", "F BRE - NAO", None, "", ""),
        ("A Mar - Pie via Lyo", "A MAR - PIE VIA", AssumptionKind.ROUTE, "Lyo", "LYO"),
        ("A Par S A Mar - Mar", "A PAR S A MAR", AssumptionKind.SUPPORT_TO_STAY, "Mar", ""),
        ("A Par Bur", "A PAR - BUR", AssumptionKind.MOVE_WITHOUT_VERB, "Par Bur", ""),
    ],
)
def test_what_is_taken_for_granted_is_reported_with_its_words(
    text: str, order: str, kind: AssumptionKind | None, words: str, meaning: str
) -> None:
    reading = read(text)
    if kind is None:
        assert reading.order is None
        return
    assert str(reading.order) == order
    told = [each for each in reading.assumptions if each.kind is kind]
    assert told, reading.assumptions
    assert (told[-1].span.of(text), told[-1].meaning) == (words, meaning)


def test_an_order_in_plain_words_assumes_nothing() -> None:
    assert read("Army Paris moves to Burgundy.").assumptions == ()


def test_a_power_that_nobody_named_comes_from_the_board() -> None:
    reading = read("A Mun H", power=None)
    assert reading.power == "GERMANY"
    assert [each.kind for each in reading.assumptions] == [AssumptionKind.POWER_FROM_BOARD]


@one_by_one(
    ("text", "kind", "words", "suggestions"),
    [
        ("", ReadingErrorKind.EMPTY, "", ()),
        (" -- ", ReadingErrorKind.EMPTY, " -- ", ()),
        ("x" * 301, ReadingErrorKind.TOO_LONG, "x", ()),
        ("A " * 100, ReadingErrorKind.TOO_LONG, None, ()),
        ("Dear all, see you tomorrow", ReadingErrorKind.MALFORMED, "Dear all, see you tomorrow", ()),
        ("A Par", ReadingErrorKind.INCOMPLETE, "", (" H",)),
        ("A Par -", ReadingErrorKind.INCOMPLETE, "", ()),
        ("A Par - Bur quickly", ReadingErrorKind.UNKNOWN_WORD, "quickly", ()),
        ("A Par does not move", ReadingErrorKind.UNKNOWN_WORD, "not", ()),
        ("A Par - Bur?", ReadingErrorKind.UNKNOWN_WORD, "?", ()),
        ("A Pqr - Bur", ReadingErrorKind.UNKNOWN_PLACE, "Pqr", ("PAR", "POR")),
        ("A Par - Atlantis", ReadingErrorKind.UNKNOWN_PLACE, "Atlantis", None),
        ("F Gulf - Swe", ReadingErrorKind.AMBIGUOUS_PLACE, "Gulf", ("BOT", "LYO")),
        ("F Mao - Spa/xc", ReadingErrorKind.UNKNOWN_COAST, "xc", ("nc", "sc")),
        ("Nwy H", ReadingErrorKind.UNKNOWN_UNIT_KIND, "Nwy", ("A NWY", "F NWY")),
        ("A Lvp - Yor - Nwy", ReadingErrorKind.NOT_A_ROUTE, "Yor", ()),
        ("F Lon - Nth - Nwy", ReadingErrorKind.NOT_A_ROUTE, "Nth", ()),
        ("A Par - Bur, A Mar - Spa", ReadingErrorKind.SEVERAL_ORDERS, "A Mar - Spa", ()),
    ],
)
def test_what_is_not_understood_is_placed(
    text: str, kind: ReadingErrorKind, words: str | None, suggestions: tuple[str, ...] | None
) -> None:
    reading = read(text)
    assert reading.order is None
    assert reading.error is not None
    assert reading.error.kind is kind
    if words is not None:
        assert reading.error.span.of(text) == words
    if suggestions is not None:
        assert reading.error.suggestions == suggestions


@pytest.mark.parametrize(
    ("text", "over"), [("A Par H".ljust(300), 0), ("A Par H".ljust(301), 1), ("A Par H" + " ." * 57, 0), ("A Par H" + " ." * 58, 1)]
)
def test_an_order_has_300_characters_and_60_words_and_marks_at_most(text: str, over: int) -> None:
    error = read(text).error
    assert (0 if error is None else error.span.length) == over
    assert error is None or error.kind is ReadingErrorKind.TOO_LONG


def test_a_suggestion_put_in_place_of_the_words_is_read() -> None:
    for text in ("A Pqr - Bur", "F Gulf - Swe", "F Mao - Spa/xc", "Nwy H", "A Par"):
        error = read(text).error
        assert error is not None
        for suggestion in error.suggestions:
            mended = text[: error.span.start] + suggestion + text[error.span.end :]
            assert read(mended).order is not None, mended


def test_strict_rules_refuse_a_wrong_nationality_and_a_stray_coast() -> None:
    strict = replace(VARIANT, rules=replace(VARIANT.rules, wrong_power=PowerNaming.ILLEGAL, stray_coast=StrayCoast.ILLEGAL))
    wrong = read_order(strict, START, "A Par S Turkish A Lvp", "FRANCE").error
    assert wrong is not None
    assert (wrong.kind, wrong.suggestions) == (ReadingErrorKind.WRONG_NATIONALITY, ("English",))
    stray = read_order(strict, START, "F Bre - Por(sc)", "FRANCE").error
    assert stray is not None
    assert stray.kind is ReadingErrorKind.UNKNOWN_COAST


def test_where_the_kind_of_a_unit_must_be_written_an_order_without_it_is_refused() -> None:
    strict = replace(VARIANT, rules=Rules.of("4.C.1=a"))
    for text, words in (("Par - Bur", "Par"), ("A Par S Mar - Bur", "Mar")):
        error = read_order(strict, START, text, "FRANCE").error
        assert error is not None
        assert error.kind is ReadingErrorKind.UNIT_KIND_NEEDED
        assert error.span.of(text) == words
        mended = text[: error.span.start] + error.suggestions[0] + text[error.span.end :]
        assert read_order(strict, START, mended, "FRANCE").order is not None
    assert read_order(VARIANT, START, "Par - Bur", "FRANCE").order is not None


def test_where_the_power_of_a_helped_unit_must_be_written_an_order_without_it_is_refused() -> None:
    strict = replace(VARIANT, rules=Rules.of("4.C.5=a"))
    text = "F Bre S A Lvp - Wal"
    error = read_order(strict, START, text, "FRANCE").error
    assert error is not None
    assert (error.kind, error.span.of(text), error.suggestions) == (ReadingErrorKind.NATIONALITY_NEEDED, "A Lvp", ("English",))
    assert str(read_order(strict, START, "F Bre S English A Lvp - Wal", "FRANCE").order) == "F BRE S A LVP - WAL"
    assert str(read_order(strict, START, "A Par S A Mar - Bur", "FRANCE").order) == "A PAR S A MAR - BUR"
    assert read_order(strict, START, "A Par S A Mar - Bur").order is not None, "the unit tells whose order it is"
    assert read_order(VARIANT, START, text, "FRANCE").order is not None


def test_in_a_retreat_phase_the_dislodged_unit_is_meant() -> None:
    units = (Unit.of("GERMANY F KIE"),)
    dislodged = (DislodgedUnit(Unit.of("ENGLAND A KIE"), "HEL", by_convoy=True),)
    position = Position(Phase.of("F1901R"), units, {}, dislodged)
    assert str(read_order(VARIANT, position, "Kie - Ber", "ENGLAND").order) == "A KIE R BER"
    assert str(read_order(VARIANT, position, "Kie disbands", "ENGLAND").order) == "A KIE D"


def test_letters_of_the_power_need_a_colon() -> None:
    assert read("F: A Par H", None).power == "FRANCE"
    assert str(read("F Bre H", None).order) == "F BRE H"


def test_a_place_named_as_the_power_is_a_place_even_in_its_own_box() -> None:
    assert str(read("F Bre - Eng", "ENGLAND").order) == "F BRE - ENG"
    assert str(read("Eng: F Lon - Eng", "ENGLAND").order) == "F LON - ENG"


@pytest.mark.parametrize("text", ["waive 2", "Waive two builds", "2 waives", "waives 2"])
def test_several_waivers_are_counted(text: str) -> None:
    reading = read_order(VARIANT, replace(START, phase=Phase.of("W1901A")), text, "FRANCE")
    assert (str(reading.order), reading.count) == ("WAIVE", 2)


@pytest.mark.parametrize("text", ["The army in Paris - Burgnudy", "A Par - Burg", "A München hält", "Par - Bur (*bounce*)"])
def test_what_was_taken_for_granted_is_a_line_that_a_file_can_keep(text: str) -> None:
    assumptions = read(text, None).assumptions
    assert assumptions
    assert tuple(Assumption.of(str(each)) for each in assumptions) == assumptions


@pytest.mark.parametrize("text", ["", "spelling", "spelling 8 BUR", "guess 8+8 BUR", "spelling 8+99999 BUR"])
def test_what_is_no_line_of_an_assumption_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"assumption|Assumption"):
        Assumption.of(text)
