"""Corners of reading mails: mails one after another, pasted headers, results beside orders, press, words for all units, a judge."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from adjudicator.phase import Phase
from adjudicator.rules import Rules
from app.game.entries import LeftOut, Mail
from app.mail_in.account import account_for_letters, account_for_line, read_typed
from app.mail_in.accounting import Accounting, Fate
from app.mail_in.envelope.unwrap import unwrapped
from app.mail_in.judge_words import GameNames
from app.mail_in.keeping import letter_of, mail_of
from app.mail_in.letter import Letter, LetterPart, MailLine
from tests.mails.test_mails import PLAYERS, position
from tests.mails.test_what_is_plain import read, taken
from variants.catalogue import standard

NOON = datetime(2026, 11, 25, 12, tzinfo=UTC)


def one_after_another(*texts: str, dated: bool = True) -> Accounting:
    letters = []
    for number, text in enumerate(texts):
        lines = tuple(MailLine(at, line) for at, line in enumerate(text.split("\n"), 1))
        letters.append((Letter(lines, sent=NOON + timedelta(hours=number) if dated else None), "FRANCE"))
    return account_for_letters(standard(), position("S1901M", ()), letters)


@pytest.mark.parametrize(("rule", "taken_line"), [("a", 1), ("b", 3), ("c", None)])
def test_of_three_orders_for_one_unit_the_rule_of_a_game_takes_the_first_the_last_or_none(rule: str, taken_line: int | None) -> None:
    game = replace(standard(), rules=Rules.of(f"4.D.3={rule}"))
    letter = Letter(tuple(MailLine(at, text) for at, text in enumerate(("A Par - Bur", "A Par - Pic", "A Par - Gas"), 1)))
    account = account_for_letters(game, position("S1901M", ()), [(letter, "FRANCE")], decided=True)
    assert [line.line for line in account.taken] == ([taken_line] if taken_line else [])
    assert len(account.of(Fate.REFUSED)) == (2 if taken_line else 3)
    assert all(line.reason.startswith("rule 4.D.3 of this game") for line in account.letters[0].lines)


def told(account: Accounting) -> list[str]:
    return [f"{line.order}: {line.fate.value}{': ' if line.reason else ''}{line.reason}" for each in account.letters for line in each.lines]


# --- one mail after another ---


def test_a_later_mail_replaces_what_it_orders_otherwise_and_says_when_it_was_sent() -> None:
    assert told(one_after_another("A Par - Bur\nA Mar - Spa", "A Par - Pic")) == [
        "A PAR - BUR: repeat: replaced by A PAR - PIC in the later mail of 25 November 2026, 13:00",
        "A MAR - SPA: taken",
        "A PAR - PIC: taken",
    ]


def test_the_same_order_in_a_later_mail_is_a_repeat_in_the_earlier() -> None:
    assert told(one_after_another("A Par - Bur", "A Par - Bur", "A Par - Bur")) == [
        "A PAR - BUR: repeat: ordered again in a later mail",
        "A PAR - BUR: repeat: ordered again in a later mail",
        "A PAR - BUR: taken",
    ]


def test_an_order_in_a_later_mail_that_cannot_stand_replaces_nothing() -> None:
    account = one_after_another("A Par - Bur", "A Par - Lon")
    assert [str(each.order) for each in account.taken] == ["A PAR - BUR"]
    assert [str(each.order) for each in account.of(Fate.REFUSED)] == ["A PAR - LON"]


def test_two_orders_in_one_mail_are_not_settled_by_a_date() -> None:
    account = one_after_another("A Par - Bur\nA Par - Pic", "A Mar H")
    assert not [line for line in told(account) if "later mail" in line]


def test_where_mails_carry_no_dates_an_order_that_differs_is_asked_about_on_both_sides() -> None:
    account = one_after_another("A Par - Bur\nA Mar H", "A Par - Pic\nA Mar H", dated=False)
    assert [str(each.order) for each in account.taken] == ["A MAR H"]
    doubtful = account.of(Fate.DOUBTFUL)
    assert [str(each.order) for each in doubtful] == ["A PAR - BUR", "A PAR - PIC"]
    assert [[str(choice.order) for choice in each.choices] for each in doubtful] == [["A PAR - BUR", "A PAR - PIC"]] * 2
    assert {each.reason for each in doubtful} == {"another mail orders this unit otherwise, and the mails do not say which is the later"}


def test_reading_can_be_stopped_between_two_mails_and_that_is_said() -> None:
    letters = [(Letter((MailLine(1, "A Par - Bur"),)), "FRANCE")] * 3
    account = account_for_letters(standard(), position("S1901M", ()), letters, go_on=lambda done: done < 1)
    assert len(account.letters) == 1
    assert account.troubles == ("it was stopped; the last 2 mails were not read",)


# --- a pasted mail ---


@pytest.mark.parametrize(
    ("head", "sender", "name", "subject"),
    [
        ('From: "Marcel" <Marcel@Example.FR>\nSubject: my orders', "marcel@example.fr", "Marcel", "my orders"),
        ("Von: marcel@example.fr\nBetreff: Züge", "marcel@example.fr", "", "Züge"),
        ("De: Marcel\nObjet: ordres", "", "", "ordres"),
        ("From: a@example.org\nFrom: b@example.org", "a@example.org", "", ""),
        ("To: gm@example.org\nSubject: x", "", "", "x"),
    ],
)
def test_the_header_of_a_pasted_mail_says_whose_it_is(head: str, sender: str, name: str, subject: str) -> None:
    (letter,), _ = unwrapped(f"{head}\n\nA Par - Bur")
    assert (letter.sender, letter.name, letter.subject, letter.is_mail) == (sender, name, subject, True)
    assert letter.lines[-1].part is LetterPart.TEXT


def test_a_bare_list_is_no_mail() -> None:
    (letter,), _ = unwrapped("A Par - Bur\nFrom: x@example.org")
    assert (letter.sender, letter.is_mail) == ("", False)


def test_what_a_game_keeps_of_a_mail_comes_back_line_by_line() -> None:
    text = "From: Marcel <marcel@example.fr>\nSubject: my orders\n\nA Par - Bur\nOn Monday Ada wrote:\n> A Mun - Bur\n> A Kie - Mun\n"
    (letter,), _ = unwrapped(
        text + "PRESS TO GERMANY\nA Mar - Bur?\n\nMarcel\nENDPRESS\nPress to all: hello\nthere\n\nSET WAIT\n-- \nMarcel\nParis"
    )
    back = letter_of(mail_of(letter, "FRANCE", NOON))
    assert [(line.number, line.part) for line in back.lines] == [(line.number, line.part) for line in letter.lines]
    framed = range(5, 10)
    for old, new in zip(letter.lines, back.lines, strict=True):
        if old.part in {LetterPart.TEXT, LetterPart.JUDGE} or old.number in framed:
            assert new.text == old.text
        else:
            assert "A Mun" not in new.text
    assert "(3 lines)" in [line.text for line in back.lines], "what is left out is named by its length"
    assert (back.sender, back.name, back.subject) == (letter.sender, letter.name, letter.subject)
    assert back.sent == NOON, "a mail without a date counts as sent when it was taken in"


@pytest.mark.parametrize("left_out", [(2, 5_001, "quote"), (2, 9_000_000, "quote"), (3, 4, "no part")])
def test_what_a_damaged_game_says_was_left_out_makes_no_lines(left_out: tuple[int, int, str]) -> None:
    back = letter_of(Mail(text="A Par - Bur\n\n", left_out=(LeftOut(*left_out),)))
    assert [line.text for line in back.lines if line.text] == ["A Par - Bur"]
    assert {line.part for line in back.lines} == {LetterPart.TEXT}
    assert len(back.lines) <= 5_000


# --- parts of a mail ---


def parts(text: str) -> list[str]:
    (letter,), _ = unwrapped(text)
    return [line.part.value for line in letter.lines]


def test_press_ends_after_endpress_or_where_text_ends() -> None:
    assert parts("Press to all:\n\nHello\nthere\n\nA Par - Bur") == ["press", "press", "press", "press", "text", "text"]
    assert parts("PRESS TO ALL\nHello\n\nthere")[1:] == ["press"] * 3
    assert parts("PRESS TO ALL\nHello\n\nENDPRESS\nA Par - Bur")[-1] == "text"


def test_a_quote_below_a_signature_is_a_quote() -> None:
    assert parts("A Par - Bur\n-- \nMarcel\n> A Mun - Bur")[-2:] == ["signature", "quote"]


def test_what_stands_below_the_last_sign_off_is_below() -> None:
    assert parts("SIGNON ftest x\nA Par - Bur\nSIGNOFF\nA Mar - Spa\n> x") == ["judge", "text", "judge", "below", "quote"]
    assert parts("SIGNOFF\nSIGNON ftest x\nA Par - Bur")[-1] == "text"


# --- results, and words for all units ---


def test_below_results_orders_begin_where_a_line_says_so() -> None:
    for end in (":", "!", "."):
        text = f"Results:\nA Mun - Bur (bounced)\n\nMy orders{end}\nA Par - Bur\nA Mar - Spa"
        assert taken(read(text)) == ["A PAR - BUR", "A MAR - SPA"], end
    assert taken(read("Results:\nA Mun - Bur (bounced)\n\nMy orders\nA Par - Bur")) == []


def test_a_line_that_tells_a_result_makes_results_of_its_block_alone() -> None:
    assert taken(read("A Par - Bur (failed)\nA Mar - Spa\n\nF Bre - Mao")) == ["F BRE - MAO"]


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("A Par - Bur\nAll other units hold.", ["A PAR - BUR", "A MAR H", "F BRE H"]),
        ("All units hold.", ["A PAR H", "A MAR H", "F BRE H"]),
    ],
)
def test_words_for_all_units_are_orders_for_each_that_has_none(text: str, orders: list[str]) -> None:
    assert sorted(taken(read(text))) == sorted(orders)


def test_a_heading_in_a_line_by_itself_is_no_order_and_one_with_orders_behind_it_is() -> None:
    account = read("Spring 1901:\nA Par - Bur\nFall 1901: A Bur - Mun")
    assert taken(account) == ["A PAR - BUR"]
    assert [(str(line.phase), line.text) for line in account.of(Fate.LATER)] == [("F1901M", "A Bur - Mun")]
    assert [line.text for line in account.letters[0].lines if line.fate is Fate.NOT_ORDER] == ["Spring 1901:"]


@pytest.mark.parametrize(
    ("text", "power", "orders", "asked"),
    [
        (
            "England's orders:\nF Lon - NTH\n\nMy orders:\nA Par - Bur\nF Bre - MAO",
            "FRANCE",
            ["A PAR - BUR", "F BRE - MAO"],
            ["F LON - NTH"],
        ),
        (
            "England's orders: F Lon - NTH\nMy orders: A Par - Bur\nEngland: F Edi - NWG",
            "FRANCE",
            ["A PAR - BUR"],
            ["F LON - NTH", "F EDI - NWG"],
        ),
        ("England's orders:\nF Lon - NTH\nMine:\nA Par - Bur\nA Lvp - Yor", None, ["F LON - NTH", "A LVP - YOR"], ["A PAR - BUR"]),
        ("England:\nF Lon - NTH\nMy orders: A Par - Bur", None, ["F LON - NTH"], ["A PAR - BUR"]),
        ("France:\nA Par - Bur\nMy orders:\nF Bre - MAO", None, ["A PAR - BUR", "F BRE - MAO"], []),
        ("From France to all of you:\nF Lon - NTH", None, ["F LON - NTH"], []),
    ],
)
def test_my_orders_end_those_of_another_power_and_are_the_senders_or_asked_about(
    text: str, power: str | None, orders: list[str], asked: list[str]
) -> None:
    account = read(f"Hi,\n{text}", power=power)
    assert taken(account) == orders
    assert [str(choice.order) for line in account.of(Fate.DOUBTFUL) for choice in line.choices] == asked
    assert not [line.reason for line in account.of(Fate.REFUSED) if line.order is not None and "PAR" in str(line.order)]


def test_a_guess_of_the_writer_is_no_list_of_their_orders() -> None:
    account = read("England:\nF Lon - NTH\nMy guess:\nA Par - Bur", power=None)
    assert taken(account) == ["F LON - NTH"]
    assert [line.power for line in account.of(Fate.REFUSED)] == ["ENGLAND"]


def test_a_line_that_is_typed_is_read_as_it_stands() -> None:
    """A unit alone is a build in a mail of builds; a typed line means what it says."""
    winter = position("W1901A", ("FRANCE A SPA", "FRANCE F MAO"))
    found = account_for_line(standard(), winter, "A Par", "FRANCE")
    assert [str(line.order) for line in found.lines if line.fate.is_taken] == []


def test_a_typed_order_for_a_unit_that_nobody_has_is_asked_about_and_not_taken() -> None:
    typed = read_typed(standard(), position("S1901M", ()), "A Bur - Mun")
    assert (typed.order, typed.fault) == (None, "whose order is this")


@pytest.mark.parametrize("word", ["never", "suggested", "instead", "ignore"])
def test_thanks_with_a_word_that_changes_orders_behind_it_are_no_end(word: str) -> None:
    assert taken(read(f"A Par-Bur; A Mar-Spa. thx {word}")) != ["A PAR - BUR", "A MAR - SPA"]


# --- a judge ---


@pytest.mark.parametrize("who", ["ftest", "francetest", "frenchtest", "f"])
def test_a_power_is_known_by_its_letter_and_by_its_names_before_the_game(who: str) -> None:
    account = read(f"SIGNON {who} secret\nA Par - Bur\nSIGNOFF", power=None)
    assert taken(account) == ["A PAR - BUR"]


def test_the_longest_name_of_a_power_is_a_name_too_and_what_is_left_is_the_game() -> None:
    lines = tuple(MailLine(at, line) for at, line in enumerate(["SIGNON austriahungarytest x", "A Vie - Gal", "SIGNOFF"], 1))
    names = GameNames("Test", "7e57")
    (letter,), _ = unwrapped("\n".join(line.text for line in lines))
    account = account_for_letters(standard(), position("S1901M", ()), [(letter, None)], addresses=PLAYERS, game=names)
    assert taken(account) == ["A VIE - GAL"]


@pytest.mark.parametrize("line", ["Season:", "phase:", "Turn:"])
def test_a_word_for_a_phase_that_does_not_say_which_ends_no_orders_for_a_later_one(line: str) -> None:
    account = read(f"Fall 1901 orders:\nA Bur - Mun\n{line}\nA Par - Bur")
    assert taken(account) == []
    assert len(account.of(Fate.LATER)) == 2


def test_a_phase_code_goes_before_the_words_behind_it() -> None:
    account = read("F1901R builds:\nA Bur R Par")
    assert [line.phase for line in account.of(Fate.LATER)] == [Phase.of("F1901R")]
