"""Mails of one power beside one another: the units that later ones order, and the orders that a line may mean."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.notation import parse_order
from app.mail_in.accounting import Choice, Fate, LetterAccount, LineAccount
from app.mail_in.letter import Letter
from app.mail_in.repeats import _choice, _ordered_after


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
