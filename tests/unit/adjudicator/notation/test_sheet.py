"""A whole mail of orders: headings, lists, prose, and the last order for a unit."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.notation import QUIET_ASSUMPTIONS, AssumptionKind, OrderSheet, ReadingErrorKind, Statement, read_orders
from adjudicator.notation.order_tokens import tokens_of
from adjudicator.notation.sheet import cut_at_units
from adjudicator.phase import Phase
from adjudicator.position import Position
from adjudicator.unit import Unit
from variants import standard

VARIANT = standard()


def read(text: str, power: str | None = None, phase: str = "S1901M") -> OrderSheet:
    return read_orders(VARIANT, replace(VARIANT.start, phase=Phase.of(phase)), text, power)


def orders(sheet: OrderSheet) -> dict[str, list[str]]:
    return {power: [str(order) for order in given] for power, given in sheet.orders.items()}


def test_headings_tell_whose_orders_follow() -> None:
    sheet = read("ENGLAND:\n F Lon - Nth\nFrench orders\nA Par - Bur\n== Turkey ==\nF Ank - Bla\nA: A Vie H")
    assert orders(sheet) == {"ENGLAND": ["F LON - NTH"], "FRANCE": ["A PAR - BUR"], "TURKEY": ["F ANK - BLA"], "AUSTRIA": ["A VIE H"]}
    assert sheet.not_understood == ()


def test_several_orders_stand_on_a_line() -> None:
    sheet = read("France: A Par-Bur, A Mar S A Par - Bur; F Bre - Mid-Atlantic Ocean.", None)
    assert orders(sheet) == {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR", "F BRE - MAO"]}
    assert orders(read("A Mos - St. Petersburg and A War - Ukr. F Sev - Bla", "RUSSIA")) == {
        "RUSSIA": ["A MOS - STP", "A WAR - UKR", "F SEV - BLA"]
    }


def test_prose_is_listed_with_line_and_column_and_orders_within_it_are_taken() -> None:
    sheet = read("Hi Karl,\nhere they are at last: A Par - Bur. See you at the pub!", "FRANCE")
    assert orders(sheet) == {"FRANCE": ["A PAR - BUR"]}
    assert [(each.line, each.column, each.reading.text) for each in sheet.not_understood] == [
        (1, 1, "Hi Karl"),
        (2, 1, "here they are at last"),
        (2, 37, "See you at the pub"),
    ]


def test_a_doubtful_order_is_listed_with_its_error_and_never_dropped() -> None:
    sheet = read("A Par - Atlantis, A Mar - Spa", "FRANCE")
    assert orders(sheet) == {"FRANCE": ["A MAR - SPA"]}
    (doubtful,) = sheet.not_understood
    assert doubtful.reading.error is not None
    assert doubtful.reading.error.kind is ReadingErrorKind.UNKNOWN_PLACE
    assert doubtful.reading.text == "A Par - Atlantis"


def test_the_last_order_for_a_unit_wins_and_the_first_says_so() -> None:
    sheet = read("A Par - Bur\nA Mar H\nA Par - Pic", "FRANCE")
    assert orders(sheet) == {"FRANCE": ["A MAR H", "A PAR - PIC"]}
    assert [entry.replaced_by for entry in sheet.entries] == [2, None, None]


def test_quoted_lists_and_results_of_a_judge_are_read() -> None:
    sheet = read("> 1. A Con - Bul\n> 2. A Smy H\nRussia: Fleet Sevastopol -> Black Sea.  (*bounce*)", "TURKEY")
    assert orders(sheet) == {"TURKEY": ["A CON - BUL", "A SMY H"], "RUSSIA": ["F SEV - BLA"]}


def test_a_verb_goes_for_the_whole_list_of_builds() -> None:
    sheet = read("England: Builds: A Lon, F Edi\nFrance\nRemove A Par, F Bre\nTurkey: waive 2", phase="W1901A")
    assert orders(sheet) == {"ENGLAND": ["A LON B", "F EDI B"], "FRANCE": ["A PAR D", "F BRE D"], "TURKEY": ["WAIVE", "WAIVE"]}
    assert AssumptionKind.CARRIED_VERB in {each.kind for each in sheet.entries[1].reading.assumptions}


def test_a_verb_alone_on_a_line_goes_for_the_lines_below_it() -> None:
    sheet = read("England\nBuilds:\nA Lon\n\nF Edi\nFrance\nRemovals:\nA Par\nF Bre\nWell played!\nA Mar", phase="W1901A")
    assert orders(sheet) == {"ENGLAND": ["A LON B", "F EDI B"], "FRANCE": ["A PAR D", "F BRE D"]}
    assert [entry.reading.text for entry in sheet.not_understood] == ["Well played", "A Mar"]


@pytest.mark.parametrize(
    "line",
    [
        "A Par - Bur, or Pic",
        "A Par - Bur, if Mun holds",
        "A Par - Bur, unless Germany moves there",
        "If Mun holds, A Par - Bur",
        "If Germany helps: A Par - Bur, or Pic",
    ],
)
def test_a_choice_or_a_condition_behind_a_comma_is_asked_as_a_whole(line: str) -> None:
    sheet = read(f"France\n{line}; A Mar - Spa")
    assert orders(sheet) == {"FRANCE": ["A MAR - SPA"]}
    doubtful, taken = sheet.entries
    assert doubtful.reading.text == line
    assert doubtful.reading.error is not None
    assert doubtful.reading.error.kind in {ReadingErrorKind.ALTERNATIVE, ReadingErrorKind.CONDITION}
    assert str(taken.reading.order) == "A MAR - SPA"


def test_a_condition_goes_for_the_order_beside_it_and_no_other() -> None:
    sheet = read("France: A Mar - Spa, A Par - Bur, if Mun holds")
    assert orders(sheet) == {"FRANCE": ["A MAR - SPA"]}


def test_orders_without_a_heading_belong_to_the_owner_of_the_unit() -> None:
    assert orders(read("A Mun H\nA Par H")) == {"GERMANY": ["A MUN H"], "FRANCE": ["A PAR H"]}


def test_orders_of_nobody_are_told_apart() -> None:
    sheet = read("A Gal - War")
    assert [(str(entry.reading.order), entry.reading.power) for entry in sheet.entries] == [("A GAL - WAR", None)]
    assert orders(sheet) == {}


def test_a_power_that_sent_no_orders_is_said_to_have_sent_none() -> None:
    (entry,) = read("Italy: NMR").entries
    assert (entry.reading.power, entry.reading.statement) == ("ITALY", Statement.NO_ORDERS)


def test_a_heading_without_orders_is_a_power_with_none() -> None:
    assert orders(read("ITALY:\nFRANCE:\nA Par H")) == {"ITALY": [], "FRANCE": ["A PAR H"]}


def test_a_convoy_after_a_comma_is_part_of_its_order() -> None:
    assert orders(read("A Lon - Bel, via convoy", "ENGLAND")) == {"ENGLAND": ["A LON - BEL VIA"]}


def test_constantinople_at_the_end_of_an_order_does_not_make_a_convoy_of_the_next() -> None:
    assert orders(read("A Con-Bul, A Smy-Con, F Ank-Bla", "TURKEY")) == {"TURKEY": ["A CON - BUL", "A SMY - CON", "F ANK - BLA"]}
    assert orders(read("A Smy - Con. A Con-Bul and F Ank-Con", "TURKEY")) == {"TURKEY": ["A SMY - CON", "A CON - BUL", "F ANK - CON"]}


@pytest.mark.slow
def test_an_endless_mail_is_read_as_far_as_a_sheet_goes_and_says_so() -> None:
    sheet = read("\n".join(["A Par H"] * 2500), "FRANCE")
    assert sheet.truncated
    assert len(sheet.entries) == 2000
    assert not read("A Par H", "FRANCE").truncated


@pytest.mark.parametrize(
    ("text", "is_whole"),
    [("\n" * 1999 + " ", True), ("\n" * 2000 + " ", False), ((" " * 99 + "\n") * 2000, True), ((" " * 99 + "\n") * 2000 + " ", False)],
    ids=["2000 lines", "2001 lines", "200000 characters", "200001 characters"],
)
def test_a_sheet_has_2000_lines_and_200000_characters_at_most(text: str, is_whole: bool) -> None:
    assert read(text).truncated is not is_whole


def test_a_line_has_2000_characters_at_most() -> None:
    assert orders(read("A Par H".ljust(2000), "FRANCE")) == {"FRANCE": ["A PAR H"]}
    assert orders(read("A Par H".ljust(2001), "FRANCE")) == {}


def test_a_sheet_is_tried_to_be_read_so_often_and_says_where_it_was_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adjudicator.notation.sheet._MOST_READINGS", 2)
    assert not read("A Par H\nA Mar H", "FRANCE").truncated
    sheet = read("A Par H\nA Mar H\nF Bre H", "FRANCE")
    assert sheet.truncated
    assert orders(sheet) == {"FRANCE": ["A PAR H", "A MAR H"]}


def test_a_line_without_end_is_refused_as_a_whole() -> None:
    sheet = read("A Par H, " * 300, "FRANCE")
    assert [each.reading.error.kind for each in sheet.entries if each.reading.error] == [ReadingErrorKind.TOO_LONG]


@pytest.mark.parametrize(
    ("line", "want"),
    [
        ("A Par - Bur A Mar S A Par - Bur F Bre - MAO", ["A PAR - BUR", "A MAR S A PAR - BUR", "F BRE - MAO"]),
        ("1. A Par - Bur A Mar - Spa", ["A PAR - BUR", "A MAR - SPA"]),
        ("army paris holds fleet brest holds", ["A PAR H", "F BRE H"]),
    ],
)
def test_orders_with_nothing_between_them_are_cut_before_each_unit(line: str, want: list[str]) -> None:
    assert orders(read(line, "FRANCE")) == {"FRANCE": want}


@pytest.mark.parametrize(
    "line", ["A Par - Bur A Mar", "A Par - Bur A Mar S A", "I say A Par - Bur A Mar - Spa", "A Par A Mar", "A Par, A Mar"]
)
def test_what_cannot_be_cut_into_whole_orders_is_not_cut_at_all(line: str) -> None:
    assert orders(read(line, "FRANCE")) == {}


def test_what_can_be_cut_in_two_ways_is_not_cut() -> None:
    tokens = tokens_of("A Par A Bur A Mar")
    starts = [0, 2, 4]
    assert cut_at_units(tokens, starts, lambda piece: True) == []
    assert [len(piece) for piece in cut_at_units(tokens, starts, lambda piece: len(piece) == 2)] == [2, 2, 2]


@pytest.mark.parametrize(("units", "is_cut"), [(1, False), (2, True), (24, True), (25, False)])
def test_two_units_to_24_are_cut(units: int, is_cut: bool) -> None:
    tokens = tokens_of("A Par " * units)
    cut = cut_at_units(tokens, range(0, 2 * units, 2), lambda piece: len(piece) == 2)
    assert len(cut) == (units if is_cut else 0)


def test_a_unit_may_be_named_in_the_order_of_another_and_in_a_note() -> None:
    tokens = tokens_of("A Par A Mar F Bre A Gas")
    assert [
        len(piece) for piece in cut_at_units(tokens, [0, 2, 4, 6], lambda piece: len(piece) in {6, 2} and piece[0].start in {0, 18})
    ] == [6, 2]
    assert cut_at_units(tokens, [0, 2, 4, 6], lambda piece: len(piece) == 8) == []
    assert cut_at_units(tokens, [2, 4], lambda piece: len(piece) in {2, 4}) == []


FRENCH = tuple(Unit.of(each) for each in ("FRANCE A BUR", "FRANCE A PAR", "FRANCE F SPA/SC", "GERMANY A RUH"))


def read_french(text: str, power: str | None = "FRANCE") -> OrderSheet:
    return read_orders(VARIANT, Position(Phase.of("S1902M"), FRENCH, {}), text, power)


@pytest.mark.parametrize(
    "text",
    [
        "A Bur - Mar supported by A Par and F Spa",
        "A Bur - Mar (supported by A Par and F Spa).",
        "A Bur - Mar, with support from A Par, F Spa",
        "A Bur - Mar unterstützt von A Par und F Spa",
    ],
)
def test_a_move_and_the_supports_that_its_sentence_tells_of_are_orders_each(text: str) -> None:
    sheet = read_french(text)
    assert orders(sheet) == {"FRANCE": ["A BUR - MAR", "A PAR S A BUR - MAR", "F SPA S A BUR - MAR"]}
    assert [each.reading.assumptions for each in sheet.entries] == [(), (), ()] or "und" in text
    assert [text[each.column - 1 :].startswith(each.reading.text) for each in sheet.entries] == [True] * 3


def test_a_unit_that_is_only_said_to_be_supported_holds() -> None:
    sheet = read_french("A Bur supported by A Par")
    assert orders(sheet) == {"FRANCE": ["A BUR H", "A PAR S A BUR"]}
    assert [each.kind for each in sheet.entries[0].reading.assumptions] == [AssumptionKind.HOLD_WITHOUT_VERB]


def test_a_unit_that_was_ordered_before_does_not_hold_for_being_said_to_be_supported() -> None:
    sheet = read_french("A Bur - Mar\nA Bur supported by A Par")
    assert orders(sheet) == {"FRANCE": ["A BUR - MAR"]}
    assert [each.line for each in sheet.not_understood] == [2]


@pytest.mark.parametrize("unit", ["A Ruh", "the German A Ruh", "Germany's A Ruh", "Italian A Ruh", "A Mun"])
def test_no_order_is_taken_for_a_unit_of_another_power(unit: str) -> None:
    sheet = read_french(f"A Bur - Mar supported by {unit}")
    assert orders(sheet) == {"FRANCE": ["A BUR - MAR"]}
    (told,) = [each for each in sheet.entries[0].reading.assumptions if each.kind is AssumptionKind.ORDER_OF_ANOTHER]
    assert told.meaning == f"A {unit[-3:].upper()} S A BUR - MAR"
    assert told.kind not in QUIET_ASSUMPTIONS


def test_a_unit_of_ones_own_under_another_powers_name_is_not_ordered() -> None:
    sheet = read_french("A Bur - Mar supported by the Italian A Par")
    assert orders(sheet) == {"FRANCE": ["A BUR - MAR"]}


def test_dashes_mark_a_list_below_builds_and_remove_where_that_is_due() -> None:
    units = tuple(Unit.of(each) for each in ("ENGLAND A YOR", "ENGLAND F NTH", "ENGLAND F ENG"))
    owned = {"LON": "ENGLAND", "EDI": "ENGLAND", "LVP": "ENGLAND"}
    due = {
        2: replace(VARIANT.start, phase=Phase.of("W1901A"), units=units, owners={"LON": "ENGLAND"}),
        0: replace(VARIANT.start, phase=Phase.of("W1901A"), units=units, owners=owned),
        -1: replace(VARIANT.start, phase=Phase.of("W1901A"), units=units[:2], owners=owned),
    }

    def read_in(removals: int, text: str) -> list[str]:
        return orders(read_orders(VARIANT, due[removals], text, "ENGLAND")).get("ENGLAND", [])

    assert read_in(2, "- A Yor\n– F Nth") == ["A YOR D", "F NTH D"]
    assert read_in(2, "- A Yor\n- F Nth\n- F Eng") == []
    assert read_in(2, "- A Lvp\n- F Yor") == []
    assert read_in(0, "- A Yor") == read_in(-1, "- A Yor") == []
    assert read_in(-1, "+F Lon") == read_in(-1, "Builds:\n- F Lon") == read_in(-1, "Builds:\n+ F Lon") == ["F LON B"]
    assert read_in(2, "Builds:\n- A Yor") == ["A YOR B"]
    assert read_in(2, "Removals:\n- A Yor\n+ F Nth") == ["A YOR D", "F NTH D"]
