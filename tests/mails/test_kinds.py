"""Mails of all kinds of phases as people write them, in the form of ``test_collections``: far less than one question a mail."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from adjudicator.legal import adjustment, canonical_order, legal_orders, orderable
from adjudicator.order import Waive
from app.mail_in.account import account_for
from app.mail_in.accounting import Accounting, Fate
from tests.mails.accounts import expected, told
from tests.mails.test_collections import Mail, read
from tests.mails.test_mails import PLAYERS, position
from variants.catalogue import standard

FILES = sorted(Path(__file__).with_name("kinds").glob("*.txt"))
MAILS = [mail for path in FILES for mail in read(path)]
SHARE_TAKEN = 0.9
QUESTIONS_A_MAIL = 0.6


@cache
def accounting(mail: Mail) -> Accounting:
    return account_for(standard(), position(mail.phase, mail.units), raw(mail), addresses=PLAYERS)


def taken(mail: Mail) -> set[str]:
    """The orders of *mail* that are taken, as they stand in the game."""
    found = set()
    for line in accounting(mail).taken:
        assert line.order is not None
        assert line.power is not None
        order = canonical_order(standard(), position(mail.phase, mail.units), line.power, line.order)[0]
        found.add(str(order) if line.power == mail.power else f"{line.power} {order}")
    return found


def raw(mail: Mail) -> bytes:
    """*mail* as it arrives; its text may begin with its subject."""
    if not mail.text.startswith("Subject: "):
        return mail.raw()
    subject, _, text = mail.text.partition("\n")
    return replace(mail, text=text).raw().replace(b"Subject: orders", subject.encode())


def questions(mail: Mail) -> int:
    return len(accounting(mail).of(Fate.DOUBTFUL, Fate.WITHDRAWS))


@pytest.mark.parametrize("mail", MAILS, ids=lambda mail: mail.name)
def test_no_order_is_taken_that_was_not_meant(mail: Mail) -> None:
    assert taken(mail) - mail.meant - mail.possible == set()


@pytest.mark.parametrize("mail", MAILS, ids=lambda mail: mail.name)
def test_every_line_becomes_what_the_page_of_accounts_says(mail: Mail) -> None:
    assert told(accounting(mail)) == expected()[mail.name]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_nearly_all_plain_orders_are_taken_in_every_file(path: Path) -> None:
    mails = read(path)
    missed = [f"{mail.name} {order}" for mail in mails for order in sorted(mail.meant - taken(mail))]
    assert len(missed) <= sum(len(mail.meant) for mail in mails) * (1 - SHARE_TAKEN), missed


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_there_are_few_questions(path: Path) -> None:
    assert sum(map(questions, read(path))) <= QUESTIONS_A_MAIL * len(read(path))


@pytest.mark.parametrize("mail", MAILS, ids=lambda mail: mail.name)
def test_a_mail_expects_legal_orders(mail: Mail) -> None:
    place = position(mail.phase, mail.units)
    legal = {str(order) for at in orderable(standard(), place, mail.power) for order in legal_orders(standard(), place, at)}
    legal |= {str(Waive())} if adjustment(standard(), place, mail.power) > 0 else set()
    assert {each.removesuffix(" VIA") for each in mail.meant | mail.possible} <= legal
