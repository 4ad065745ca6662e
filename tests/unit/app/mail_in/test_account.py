"""Reading of a typed line is kept, for the variant and the language that it was read in."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.notation import read_order
from app.game.record import OrderLine, Turn
from app.mail_in.account import (
    account_for,
    account_for_letters,
    asked_about,
    asked_words,
    doubt_words,
    doubted,
    read_typed,
    units_asked_about,
)
from app.mail_in.accounting import Choice, Fate, LetterAccount, LineAccount
from app.mail_in.judge_words import GameNames
from app.mail_in.letter import Letter, LetterPart, MailLine
from languages.wording import using
from variants.catalogue import standard


def test_why_a_line_is_no_order_is_said_in_the_language_spoken_now() -> None:
    variant = standard()
    said = {}
    for code in ("en", "de", "en"):
        with using(code):
            said[code] = read_typed(variant, variant.start, "A PAR - BUR, F BRE H; hello", "FRANCE").fault
    assert said["en"]
    assert said["de"]
    assert said["en"] != said["de"]


def test_a_variant_that_reads_other_languages_is_asked_itself() -> None:
    """It is equal to one that reads English alone: the rules know nothing of languages."""
    variant = standard()
    english = replace(variant, languages=())
    assert english == variant
    assert variant.languages
    assert read_typed(variant, variant.start, "A Paris hält", "FRANCE") != read_typed(english, english.start, "A Paris hält", "FRANCE")


@pytest.mark.parametrize(
    ("text", "power", "order", "guess", "refusal"),
    [
        ("A Par - Bur", "FRANCE", "A PAR - BUR", "", ""),
        ("A Par - Bur", None, "A PAR - BUR", "", ""),
        ("Paris - Burgundy", "FRANCE", "A PAR - BUR", 'no kind of unit was written before "Paris"; army was taken', ""),
        ("A Bre - MAO", "FRANCE", "F BRE - MAO", "another kind of unit stands there: F BRE - MAO", ""),
        ("A Par - Lon", "FRANCE", "A PAR - LON", "", "Army Paris cannot reach London"),
        ("A Mun - Bur", "FRANCE", "A MUN - BUR", "", "the unit in MUN is Germany's, and this is an order of France"),
    ],
)
def test_a_typed_line_is_an_order_with_its_guess_or_refusal(text: str, power: str | None, order: str, guess: str, refusal: str) -> None:
    found = read_typed(standard(), standard().start, text, power)
    assert str(found.order) == order
    assert found.guess == guess
    assert found.refusal.startswith(refusal)
    assert bool(found.refusal) is bool(refusal)
    assert found.fault == ""


@pytest.mark.parametrize(
    ("text", "fault", "span"),
    [
        ("A Par - Bur, A Mar - Spa", "one order is taken at a time", (0, 24)),
        ("", "no order can be read here", (0, 0)),
        ("Press to all: hello", "press", (0, 19)),
        ("A Par - Xyz", 'no place is called "Xyz"', (8, 11)),
        ("A Par", 'the order is not complete; did you mean "A Par H"?', (5, 5)),
    ],
)
def test_a_typed_line_that_is_no_order_says_why_and_where(text: str, fault: str, span: tuple[int, int]) -> None:
    found = read_typed(standard(), standard().start, text, "FRANCE")
    assert found.order is None
    assert found.fault == fault
    assert (found.span.start, found.span.end) == span


@pytest.mark.parametrize(("given", "asked"), [(None, 1), ("FRANCE", 0)])
def test_a_mail_is_vouched_for_only_where_no_person_set_its_power(given: str | None, asked: int) -> None:
    """A power that a person sets is not weighed by the address again."""
    letter = Letter((MailLine(1, "A Par - Bur"),), sender="friend@example.org")
    vouched: list[LetterAccount] = []

    def vouch(account: LetterAccount) -> LetterAccount:
        vouched.append(account)
        return account

    account_for_letters(standard(), standard().start, ((letter, given),), vouch=vouch)
    assert len(vouched) == asked


def test_a_change_below_the_heading_of_a_power_is_of_that_power_where_nobody_knows_the_sender() -> None:
    lines = ("FRANCE:", "A Par - Bur", "Make that Picardy instead.", "GERMANY:", "Make that Ruhr instead.")
    letter = Letter(tuple(MailLine(number, line) for number, line in enumerate(lines, 1)))
    (account,) = account_for_letters(standard(), standard().start, ((letter, None),)).letters
    assert [(said.power, said.places) for said in account.withdrawals] == [
        ("FRANCE", frozenset({"PIC"})),
        ("GERMANY", frozenset({"RUH"})),
    ]


LINES = ("F Lvp - Wal", "F Edi - Nwg", "F Lon - Par", "hello")
"""A wrong kind of unit, an order that waits for a decision, one that cannot be given, and none."""


def waiting(*orders: str) -> Turn:
    """Open turn in which England's lines wait, behind those of its *orders* that were read."""
    position = standard().start
    read = [OrderLine(text, read_order(standard(), position, text, "ENGLAND").order) for text in orders]
    return Turn(position, {"ENGLAND": (*read, *map(OrderLine, LINES))})


def test_lines_that_wait_are_asked_about_where_they_read_as_orders() -> None:
    turn = waiting()
    assert {text: str(each.order) for text, each in asked_about(standard(), turn, "ENGLAND").items()} == {
        "F Lvp - Wal": "A LVP - WAL",
        "F Edi - Nwg": "F EDI - NWG",
    }
    assert asked_about(standard(), turn, "FRANCE") == {}
    assert asked_words(standard(), turn, "ENGLAND") == (
        "F Lvp - Wal: another kind of unit stands there: A LVP - WAL; it may be A LVP - WAL",
        "F Edi - Nwg: it waits for a decision; it may be F EDI - NWG",
    )


def test_a_unit_with_an_order_is_not_asked_about_again() -> None:
    assert units_asked_about(standard(), waiting(), "ENGLAND") == {"LVP", "EDI"}
    assert units_asked_about(standard(), waiting("F Edi H"), "ENGLAND") == {"LVP"}
    assert "F Edi H" not in asked_about(standard(), waiting("F Edi H"), "ENGLAND")


@pytest.mark.parametrize(
    ("subject", "game", "power", "is_taken"),
    [
        ("orders [game 96a6b564]", GameNames("96a6b564", "Straits"), None, True),
        ("orders [game 96a6b564]", GameNames("7f3a0b21", "Straits"), None, False),
        ("orders [game 96a6b564]", GameNames("7f3a0b21", "Straits"), "FRANCE", True),
        ("orders [game 96a6b564]", None, None, True),
        ("orders", GameNames("7f3a0b21", "Straits"), None, True),
    ],
)
def test_a_mail_for_another_game_is_refused_unless_a_person_said_whose_it_is(
    subject: str, game: GameNames | None, power: str | None, *, is_taken: bool
) -> None:
    letter = Letter((MailLine(1, "A Par - Bur"),), "marcel@example.org", subject=subject, is_mail=True)
    (account,) = account_for_letters(
        standard(), standard().start, ((letter, power),), addresses={"marcel@example.org": "FRANCE"}, game=game
    ).letters
    assert bool([line for line in account.lines if line.fate.is_taken]) is is_taken
    assert bool(account.other_game) is not is_taken


def test_of_a_doubted_mail_only_the_orders_that_would_be_taken_are_asked_about() -> None:
    """Lines that are refused, only tell a result or are asked about already stay as they are."""
    order = read_order(standard(), standard().start, "A Par - Bur", "FRANCE").order
    assert order is not None
    taken = LineAccount(1, 1, "A Par - Bur", Fate.TAKEN, power="FRANCE", order=order)
    refused = replace(taken, line=2, fate=Fate.REFUSED, reason="no")
    result = replace(taken, line=3, fate=Fate.NOT_ORDER, reason="tells a result")
    asked = replace(taken, line=4, fate=Fate.DOUBTFUL, reason="maybe")
    words = LineAccount(5, 1, "Hello", Fate.NOT_ORDER)
    account = doubted(LetterAccount(Letter(()), "FRANCE", (taken, refused, result, asked, words), waits=True, vote="draw"), "why")
    first, *others = account.lines
    assert first == replace(taken, fate=Fate.DOUBTFUL, reason="why", choices=(Choice("FRANCE", order),))
    assert others == [refused, result, asked, words]
    assert (account.waits, account.vote, account.press) == (None, None, ())


def test_words_of_a_mail_for_another_game_stay_words() -> None:
    letter = Letter((MailLine(1, "Hello Ada"), MailLine(2, "A Par - Bur")), "marcel@example.org", subject="[game 96a6b564]", is_mail=True)
    game = GameNames("7f3a0b21", "Straits")
    (account,) = account_for_letters(
        standard(), standard().start, ((letter, None),), addresses={"marcel@example.org": "FRANCE"}, game=game
    ).letters
    assert [line.fate for line in account.lines] == [Fate.NOT_ORDER, Fate.REFUSED]


@pytest.mark.parametrize(("power", "is_taken"), [(None, False), ("FRANCE", True)])
def test_a_mail_that_signs_on_for_another_power_than_its_address_is_asked_about_unless_a_person_said_whose_it_is(
    power: str | None, *, is_taken: bool
) -> None:
    letter = Letter((MailLine(1, "SIGNON Fsecret", LetterPart.JUDGE), MailLine(2, "A Par - Bur")), "luigi@example.org", is_mail=True)
    (account,) = account_for_letters(standard(), standard().start, ((letter, power),), addresses={"luigi@example.org": "ITALY"}).letters
    assert account.power == "FRANCE"
    assert [line.fate.is_taken for line in account.lines if line.order is not None or line.choices] == [is_taken]


def test_a_mail_without_a_sender_is_nobodys_though_a_seat_has_no_address() -> None:
    letter = Letter((MailLine(1, "A Par - Bur"),), is_mail=True)
    (account,) = account_for_letters(standard(), standard().start, ((letter, None),), addresses={"": "ITALY"}).letters
    assert account.power != "ITALY"


def test_the_question_about_a_line_names_what_it_may_be_where_that_is_known() -> None:
    assert doubt_words("F Lvp - Yor", "it is doubtful", "A LVP - YOR") == "F Lvp - Yor: it is doubtful; it may be A LVP - YOR"
    assert doubt_words("F Lvp - Yor", "it is doubtful", "") == "F Lvp - Yor: it is doubtful"


@pytest.mark.parametrize("first", ["SIGNON Fsecret", "SIGNON Isecret"])
def test_a_mail_that_signs_on_for_several_powers_is_read_as_its_senders(first: str) -> None:
    """Powers that it signs on for do not count, the first as little as the last."""
    judge = LetterPart.JUDGE
    lines = [MailLine(1, first, judge), MailLine(2, "SIGNON Gsecret", judge), MailLine(3, "A Par - Bur")]
    letter = Letter(tuple(lines), "marcel@example.org", subject="orders", is_mail=True)
    (account,) = account_for_letters(standard(), standard().start, ((letter, None),), addresses={"marcel@example.org": "FRANCE"}).letters
    assert [(line.fate, [str(each.order) for each in line.choices]) for line in account.lines if line.line == 3] == [
        (Fate.DOUBTFUL, ["A PAR - BUR"])
    ]


@pytest.mark.parametrize(
    ("mail", "told"),
    [
        ("A Par - Bur", [(1, 1, "A Par - Bur")]),
        ("A Par -\nBur", [(1, 1, "A Par - Bur"), (2, 1, "Bur")]),
        ("Hello\n  ~~A Par - Pic~~  \nA Par - Bur", [(1, 1, "Hello"), (2, 1, "  ~~A Par - Pic~~"), (3, 1, "A Par - Bur")]),
        ("A Par - Bur [deleted]", [(1, 1, "A Par - Bur [deleted]")]),
        ("~~A Par - Pic~~ A Par - Bur", [(1, 17, "A Par - Bur")]),
        ("So: the army in Paris goes to Bur\u200bgundy.", [(1, 1, "So: "), (1, 9, "army in Paris goes to Burgundy")]),
        ("I think A Par\nA Mar - Spa", [(1, 1, "I think A Par"), (2, 1, "A Mar - Spa")]),
        ("A Par - Bur. Bye\n-- \nKarl", [(1, 1, "A Par - Bur"), (1, 14, "Bye"), (2, 1, "-- "), (3, 1, "Karl")]),
    ],
)
def test_the_account_of_a_line_has_its_words_as_they_were_received(mail: str, told: list[tuple[int, int, str]]) -> None:
    (letter,) = account_for(standard(), standard().start, mail, power="FRANCE").letters
    assert [(line.line, line.column, line.text) for line in letter.lines] == told


@pytest.mark.parametrize(("work", "count"), [(99, 0), (100, 1)])
def test_once_too_little_work_is_left_no_letter_is_begun(work: int, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.mail_in.account.MOST_BOX_WORK", work)
    letters = tuple((Letter((MailLine(1, "A Par - Bur"),)), "FRANCE") for _ in range(3))
    found = account_for_letters(standard(), standard().start, letters)
    assert len(found.letters) == count
    assert found.troubles == (f"there is too much that may be orders; the last {3 - count} mails were not read",)


def test_a_box_that_is_stopped_says_how_many_mails_are_left() -> None:
    letters = tuple((Letter((MailLine(1, "A Par - Bur"),)), "FRANCE") for _ in range(3))
    found = account_for_letters(standard(), standard().start, letters, go_on=lambda done: done < 1)
    assert len(found.letters) == 1
    assert found.troubles == ("it was stopped; the last 2 mails were not read",)


@pytest.mark.parametrize(("subject", "power"), [("orders of France", "FRANCE"), ("Züge aus dem Urlaub", None), ("France and Italy", None)])
def test_a_subject_names_a_power_by_more_than_a_short_word(subject: str, power: str | None) -> None:
    letter = Letter((MailLine(1, "Cancel everything"),), subject=subject, is_mail=True)
    (account,) = account_for_letters(standard(), standard().start, ((letter, None),)).letters
    assert [each.power for each in account.withdrawals] == [power]


@pytest.mark.parametrize("given", [None, "FRANCE"])
def test_press_of_a_mail_for_another_game_is_not_passed_on(given: str | None) -> None:
    text = f"{HEAD}SIGNON Fother x\nPRESS TO I\nHello\nENDPRESS\nSIGNOFF\n"
    own, other = (
        account_for(standard(), standard().start, text, power=given, game=GameNames("12ab34cd", name)).letters[0]
        for name in ("Other", "Straits")
    )
    assert (bool(own.other_game), len(own.press)) == (False, 1)
    assert (bool(other.other_game), len(other.press)) == (given is None, 0)


HEAD = "From: marcel@example.org\nDate: Tue, 3 Nov 2026 10:00:00 +0000\n\n"


def test_of_very_many_lines_that_may_be_orders_the_first_are_read() -> None:
    (account,) = account_for(standard(), standard().start, "\n".join(["A Par H"] * 302), power="FRANCE").letters
    (trouble,) = account.letter.troubles
    assert trouble == "there is too much that may be orders: 2 lines not read, the first of them line 301"


@pytest.mark.parametrize(("most", "read"), [(14, 2), (13, 1)])
def test_lines_are_looked_at_up_to_their_letters_in_all(most: int, read: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.mail_in.letter_pieces.MOST_LOOKED_AT", most)
    (account,) = account_for(standard(), standard().start, "A Par H\nA Mar H", power="FRANCE").letters
    assert sum(line.fate.is_taken for line in account.lines) == read
    assert bool(account.letter.troubles) is (read < 2)
