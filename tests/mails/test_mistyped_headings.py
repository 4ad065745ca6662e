"""Orders below a heading that nearly names a power are asked about: their units alone do not say whose orders they were meant to be."""

from __future__ import annotations

import pytest

from app.mail_in.account import account_for
from app.mail_in.accounting import Accounting, Fate
from tests.mails.test_mails import position
from variants.catalogue import standard

FRENCH = "A Par - Bur\nA Mar - Spa\n"


def accounting(text: str, power: str | None = None) -> Accounting:
    return account_for(standard(), position("S1901M", ()), text, power=power)


def taken(account: Accounting) -> list[str]:
    return [str(each.order) for each in account.taken]


@pytest.mark.parametrize("heading", ["Farnce:", "Farnce", "FRNACE -", "Orders for Farnce", "Frence orders:", "Frankrech:"])
def test_orders_below_a_mistyped_power_are_asked_about_and_the_heading_is_named(heading: str) -> None:
    account = accounting(f"{heading}\n{FRENCH}")
    assert taken(account) == []
    asked = account.of(Fate.DOUBTFUL)
    assert [str(choice.order) for each in asked for choice in each.choices] == ["A PAR - BUR", "A MAR - SPA"]
    assert all(heading in each.reason for each in asked)


def test_a_mistyped_power_ends_the_orders_of_the_power_above_it() -> None:
    account = accounting("France:\nA Par - Bur\nGermny:\nA Mar - Spa\nA Mun - Ruh\n")
    assert taken(account) == ["A PAR - BUR"]
    assert len(account.of(Fate.DOUBTFUL)) == 2


def test_the_next_heading_that_names_a_power_counts_again() -> None:
    assert taken(accounting("Germny:\nA Mun - Ruh\nFrance:\nA Par - Bur\n")) == ["A PAR - BUR"]


def test_where_it_is_known_whose_orders_these_are_its_own_name_may_be_mistyped() -> None:
    assert taken(accounting(f"Farnce:\n{FRENCH}", "FRANCE")) == ["A PAR - BUR", "A MAR - SPA"]


def test_where_it_is_known_whose_orders_these_are_those_below_another_mistyped_name_are_asked_about() -> None:
    assert taken(accounting(f"Germny:\n{FRENCH}", "FRANCE")) == []


@pytest.mark.parametrize("line", ["Orders", "Hi Frank,", "Moves:", "Cheers, Gary", "Franco,", "Paris"])
def test_other_lines_above_orders_are_no_mistyped_powers(line: str) -> None:
    assert taken(accounting(f"{line}\n{FRENCH}")) == ["A PAR - BUR", "A MAR - SPA"]


@pytest.mark.parametrize("heading", ["Frnc:", "Oders Farnce:", "Fr ance:", "Frannce orrders:", "Frunkreich Zuge:", "Frence ordres:"])
def test_a_colon_makes_a_heading_of_what_is_further_from_a_power(heading: str) -> None:
    account = accounting(f"{heading}\n{FRENCH}")
    assert taken(account) == []
    assert all(heading in each.reason for each in account.of(Fate.DOUBTFUL))


@pytest.mark.parametrize("line", ["Units:", "Karl:", "Notes:", "Here we go:", "Armies:", "Fleets:", "First:", "Finally:", "So:", "All:"])
def test_usual_words_with_a_colon_are_no_mistyped_powers(line: str) -> None:
    assert taken(accounting(f"{line}\n{FRENCH}")) == ["A PAR - BUR", "A MAR - SPA"]
