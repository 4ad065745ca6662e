"""Mails of one power beside one another: the units that later ones order, and the orders that a line may mean."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from adjudicator.notation import parse_order
from app.mail_in.accounting import Choice, Fate, LetterAccount, LineAccount
from app.mail_in.doubles import _choice, _ordered_after, settled
from app.mail_in.letter import Letter
from app.mail_in.withdrawals import Withdrawal
from tests.quick import one_by_one


def line(text: str, fate: Fate = Fate.TAKEN, power: str | None = "FRANCE", **more: Any) -> LineAccount:
    return LineAccount(1, 1, text, fate, power=power, order=parse_order(text) if text else None, **more)


def letters(*each: tuple[LineAccount, ...]) -> tuple[LetterAccount, ...]:
    return tuple(LetterAccount(Letter(()), "FRANCE", lines) for lines in each)


@pytest.mark.parametrize(("number", "places"), [(0, {"PAR", "MAR", "BRE"}), (1, {"MAR", "BRE"}), (2, {"BRE"}), (3, set())])
def test_a_mail_and_those_after_it_order_their_units(number: int, places: set[str]) -> None:
    found = letters((line("A PAR - BUR"),), (line("A MAR - SPA"),), (line("F BRE - MAO"), line("WAIVE")))
    assert _ordered_after(found, number, "FRANCE") == places


def test_orders_that_are_not_taken_or_of_others_are_not_among_them() -> None:
    lines = (line("A PAR - BUR", Fate.DOUBTFUL), line("A BER - KIE", power="GERMANY"), line(""), line("A MAR - SPA", Fate.GUESSED))
    assert _ordered_after(letters(lines), 0, "FRANCE") == {"MAR"}
    assert _ordered_after(letters(lines), 0, "GERMANY") == {"BER"}


def test_a_line_may_mean_its_own_order_where_its_power_is_known() -> None:
    assert _choice(line("A PAR - BUR")) == (Choice("FRANCE", parse_order("A PAR - BUR")),)
    assert _choice(line("A PAR - BUR", power=None)) == ()
    assert _choice(line("")) == ()


# --- mails one after another ---


def told(*mails: tuple[LineAccount, ...], undated: Container[int] = (), said: Withdrawal | None = None) -> list[tuple[str, str]]:
    """Fate of each order, with its reason, of mails that were sent an hour apart; the last takes back what *said* does."""
    found = [
        LetterAccount(Letter((), sent=None if number in undated else datetime(2026, 11, 3, number, tzinfo=UTC)), "FRANCE", lines)
        for number, lines in enumerate(mails)
    ]
    if said is not None:
        found[-1] = replace(found[-1], withdrawals=(said,))
    return [(line.fate.value, line.withdrawn or line.reason) for letter in settled(tuple(found)) for line in letter.lines]


TAKEN = ("taken", "")
REPLACED = ("repeat", "replaced by A PAR - PIC in the later mail of 03 November 2026, 01:00")


@one_by_one(
    ("mails", "fates"),
    [
        (((line("A PAR - BUR"),), (line("A PAR - PIC"),)), [REPLACED, TAKEN]),
        (((line("A PAR - BUR"),), (line("A PAR - BUR"),)), [("repeat", "ordered again in a later mail"), TAKEN]),
        (((line("A PAR - BUR"),), (line("A MAR - SPA"),)), [TAKEN, TAKEN]),
        (((line("A PAR - BUR"),), (line("A PAR - PIC", power="GERMANY"),)), [TAKEN, TAKEN]),
        (((line("A PAR - BUR"),), (line("A PAR - PIC", Fate.DOUBTFUL),)), [TAKEN, ("doubtful", "")]),
        (((line("A PAR - BUR", Fate.REFUSED),), (line("A PAR - PIC"),)), [("refused", ""), TAKEN]),
        (((line("A PAR - BUR"), line("A PAR - PIC")),), [TAKEN, TAKEN]),
        (((line("A PAR - BUR"), line("A PAR - PIC")), (line("A MAR - SPA"),)), [TAKEN, TAKEN, TAKEN]),
        (((line("WAIVE"),), (line("WAIVE"),)), [TAKEN, TAKEN]),
        (
            ((line("A MAR - SPA"),), (line("A PAR - BUR"),), (line("A PAR - PIC"),)),
            [TAKEN, (REPLACED[0], REPLACED[1].replace("01:", "02:")), TAKEN],
        ),
        (((line("A MAR - SPA"), line("A PAR - BUR")), (line("A PAR - PIC"),)), [TAKEN, REPLACED, TAKEN]),
        (((line(""),), (line("A PAR - BUR"),)), [TAKEN, TAKEN]),
    ],
)
def test_an_order_of_a_later_mail_replaces_that_of_an_earlier_one(
    mails: tuple[tuple[LineAccount, ...], ...], fates: list[tuple[str, str]]
) -> None:
    assert told(*mails) == fates


def test_orders_of_mails_without_dates_that_differ_are_asked_about_on_both_sides() -> None:
    reason = "another mail orders this unit otherwise, and the mails do not say which is the later"
    for undated in ({0, 1}, {0}, {1}):
        assert told((line("A PAR - BUR"),), (line("A PAR - PIC"),), undated=undated) == [("doubtful", reason)] * 2
    between = told((line("A MAR - SPA"),), (line("A PAR - BUR"),), (line("A PAR - PIC"),), undated={0})
    assert between == [TAKEN, ("doubtful", reason), ("doubtful", reason)]
    beside = told((line("A MAR - SPA"), line("A PAR - BUR")), (line("A PAR - PIC"),), undated={0})
    assert beside == [TAKEN, ("doubtful", reason), ("doubtful", reason)]
    again = told((line("A PAR - BUR"),), (line("A PAR - BUR"),), undated={0, 1})
    assert again == [("repeat", "ordered again in a later mail"), TAKEN]
    found = settled(letters((line("A PAR - BUR"),), (line("A PAR - PIC"),)))
    choices = tuple(Choice("FRANCE", parse_order(text)) for text in ("A PAR - BUR", "A PAR - PIC"))
    assert [each.choices for letter in found for each in letter.lines] == [choices] * 2


@pytest.mark.parametrize(
    ("said", "withdrawn"),
    [
        (Withdrawal(1, "all", "FRANCE"), [True, True]),
        (Withdrawal(1, "all", "GERMANY"), [False, False]),
        (Withdrawal(1, "Paris", "FRANCE", frozenset({"PAR"})), [True, False]),
        (Withdrawal(1, "all but Paris", "FRANCE", later=frozenset({"PAR"})), [False, True]),
        (Withdrawal(1, "Kiel", "FRANCE", frozenset({"KIE"})), [True, True]),
        (Withdrawal(1, "Kiel", "FRANCE", frozenset({"KIE"}), is_hint=True), [False, False]),
    ],
)
def test_a_later_mail_takes_back_the_orders_of_earlier_ones_that_it_means(said: Withdrawal, withdrawn: list[bool]) -> None:
    found = told((line("A PAR - BUR"), line("A MAR - SPA")), (), said=said)
    assert found == [("taken", said.words if each else "") for each in withdrawn]


def test_a_mail_alone_stays_as_it_is() -> None:
    alone = (replace(*letters((line("A PAR - BUR"),)), withdrawals=(Withdrawal(1, "all", "FRANCE"),)),)
    assert settled(alone) is alone
    assert told((line("A PAR - BUR"), line("")), (), said=Withdrawal(1, "all", "FRANCE")) == [("taken", "all"), TAKEN]


def test_a_mail_takes_back_nothing_of_its_own_and_nothing_that_it_orders_itself() -> None:
    said = Withdrawal(1, "all", "FRANCE")
    assert told((line("A PAR - BUR"),), (line("A MAR - SPA"), line("F BRE - MAO")), said=said) == [("taken", "all"), TAKEN, TAKEN]
    found = told((line("A PAR - BUR"), line("A MAR - SPA", Fate.DOUBTFUL)), (line("A PAR - BUR"),), said=said)
    assert found == [("repeat", "ordered again in a later mail"), ("doubtful", ""), TAKEN]
