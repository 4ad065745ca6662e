"""Values of an account: what of it is taken, kept, empty or in need of a person."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from adjudicator.notation import parse_order
from app.mail_in.accounting import Accounting, Fate, LetterAccount, LineAccount
from app.mail_in.letter import Letter, LetterPart, MailPress
from app.mail_in.withdrawals import Withdrawal
from tests.quick import one_by_one


def line(fate: Fate = Fate.NOT_ORDER, **more: Any) -> LineAccount:
    return LineAccount(1, 1, "A Par - Bur", fate, **more)


def letter(*lines: LineAccount, is_mail: bool = True, troubles: tuple[str, ...] = (), **more: Any) -> LetterAccount:
    return LetterAccount(Letter((), is_mail=is_mail, troubles=troubles), "FRANCE", lines, **more)


def test_orders_that_are_taken_plainly_or_with_a_guess_go_into_the_game() -> None:
    lines = [line(fate, order=parse_order("A PAR - BUR")) for fate in Fate]
    first, second = letter(*lines), letter(lines[0])
    assert [each.fate for each in first.taken] == [Fate.TAKEN, Fate.GUESSED]
    assert Accounting((first, second)).taken == (lines[0], lines[1], lines[0])
    assert Accounting((first, second)).of(Fate.REPEAT) == (lines[2],)


@pytest.mark.parametrize(
    ("told", "is_kept"),
    [
        (line(Fate.DOUBTFUL, power="FRANCE"), True),
        (line(Fate.DOUBTFUL), False),
        (line(Fate.DOUBTFUL, power="FRANCE", part=LetterPart.QUOTE), False),
        (line(Fate.REFUSED, power="FRANCE", is_illegal=True), True),
        (line(Fate.REFUSED, power="FRANCE"), False),
        (line(Fate.TAKEN, power="FRANCE", is_illegal=True), False),
        (line(Fate.WITHDRAWS, power="FRANCE"), False),
    ],
)
def test_a_doubtful_or_illegal_line_of_a_known_power_is_kept(told: LineAccount, is_kept: bool) -> None:
    assert told.is_kept is is_kept


def test_the_words_of_a_line_are_in_one_line() -> None:
    assert replace(line(), text=" A Par\t-\nBur ").words == "A Par - Bur"


HINT = Withdrawal(1, "My orders may change.", is_hint=True)


@one_by_one(
    ("account", "is_empty"),
    [
        (letter(), True),
        (letter(line()), True),
        (letter(line(), line(Fate.TAKEN)), False),
        (letter(line(proposal="vote draw")), False),
        (letter(withdrawals=(HINT,)), True),
        (letter(withdrawals=(HINT, replace(HINT, is_hint=False))), False),
        (letter(press=(MailPress(1, (), "Hello"),)), False),
        (letter(waits=False), False),
        (letter(vote="draw"), False),
        (letter(claims=("FRANCE",)), False),
    ],
)
def test_a_mail_is_empty_where_nothing_was_read_in_it(account: LetterAccount, is_empty: bool) -> None:
    assert account.is_empty is is_empty
    assert Accounting((account,)).is_doubtful is (is_empty or bool(account.claims) or any(each.proposal for each in account.lines))


@one_by_one(
    ("accounting", "is_doubtful"),
    [
        (Accounting(()), False),
        (Accounting((letter(line(Fate.TAKEN)),)), False),
        (Accounting((letter(line(Fate.TAKEN)),), ("the end was not read",)), True),
        (Accounting((letter(line(Fate.TAKEN)), letter(line(Fate.TAKEN), troubles=("its end was not read",)))), True),
        (Accounting((letter(line()),)), True),
        (Accounting((letter(line(), is_mail=False),)), False),
        (Accounting((letter(line(Fate.TAKEN)), letter(line()))), True),
        (Accounting((letter(line(Fate.TAKEN)), letter(line(Fate.TAKEN), claims=("ITALY",)))), True),
        (Accounting((letter(line(Fate.TAKEN, proposal="vote draw"), line(Fate.TAKEN)),)), True),
        (Accounting((letter(line(Fate.TAKEN), line(Fate.DOUBTFUL)),)), True),
        (Accounting((letter(line(Fate.REFUSED)),)), True),
        (Accounting((letter(line(Fate.WITHDRAWS)),)), True),
        (Accounting((letter(line(Fate.LATER)), letter(line(Fate.REPEAT)))), False),
    ],
)
def test_something_needs_a_person_where_a_line_a_mail_or_the_end_of_a_box_does(accounting: Accounting, is_doubtful: bool) -> None:
    assert accounting.is_doubtful is is_doubtful
