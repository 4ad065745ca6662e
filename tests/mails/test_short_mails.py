"""Short mails, each with the account of every line of it: what became of it, why, and what it takes back of orders sent before.

A mail in ``short/*.txt`` begins with ``@ POWER PHASE [units]``, written as in ``test_collections``; a first line ``Subject: ...`` is its
subject. ``typed:FRANCE`` is one line that is typed for a power, ``pasted:FRANCE`` a text that is pasted for it, and ``FRANCE+ITALY`` a
mail of somebody who plays both; ``-`` is nobody known. Below its text stands the account, each line behind ``=>``, as in
``accounts.txt``. ``python -m tests.mails.test_short_mails`` writes the accounts again; read the difference before you commit it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.mail_in.account import account_for, account_for_letters, account_for_line
from app.mail_in.accounting import Accounting
from app.mail_in.envelope.unwrap import unwrapped
from tests.mails.accounts import told
from tests.mails.test_collections import ADDRESSES, unit_of
from tests.mails.test_mails import PLAYERS, position
from variants.catalogue import standard

FILES = sorted(Path(__file__).with_name("short").glob("*.txt"))
ANSWER = "=> "
SEVERAL = "both@example.org"
"""Address of a player of several powers."""


@dataclass(frozen=True)
class ShortMail:
    """A mail of a page, with its account as it is written there."""

    head: str
    text: str
    account: tuple[str, ...]

    def read(self) -> Accounting:
        who, phase, *units = self.head.split()
        way, _, power = who.rpartition(":")
        place = position(phase, tuple(unit_of(unit, power) for unit in units))
        given = None if power == "-" else power
        if way == "typed":
            return Accounting((account_for_line(standard(), place, self.text, given),))
        if way == "pasted":
            return account_for(standard(), place, self.text, power=given)
        subject, _, text = (
            self.text.removeprefix("Subject: ").partition("\n") if self.text.startswith("Subject: ") else ("orders", "", self.text)
        )
        shared = frozenset(power.split("+")) if "+" in power else frozenset()
        sender = SEVERAL if shared else ADDRESSES[power]
        head = f"From: {sender}\nDate: Tue, 3 Nov 2026 10:00:00 +0000\nSubject: {subject}\nMIME-Version: 1.0\n"
        raw = f"{head}Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n{text}\n"
        letters, troubles = unwrapped(raw.encode())
        unset = tuple((letter, None) for letter in letters)
        return account_for_letters(standard(), place, unset, troubles, addresses=PLAYERS, shared={SEVERAL: shared})

    def lines(self) -> tuple[str, ...]:
        """The account as it comes out."""
        return tuple(told(self.read()))


def mails(path: Path) -> Iterator[ShortMail]:
    """Yield the mails of a page."""
    for block in re.split(r"(?m)^@ ", path.read_text(encoding="utf-8"))[1:]:
        head, *lines = block.rstrip("\n").split("\n")
        text = "\n".join(line for line in lines if not line.startswith(ANSWER))
        yield ShortMail(head, text, tuple(line.removeprefix(ANSWER) for line in lines if line.startswith(ANSWER)))


MAILS = [(path.stem, mail) for path in FILES for mail in mails(path)]


@pytest.mark.parametrize("mail", [mail for _, mail in MAILS], ids=[f"{name} {mail.head[:12]} {mail.text[:60]!r}" for name, mail in MAILS])
def test_every_line_of_a_short_mail_is_accounted_for_as_its_page_says(mail: ShortMail) -> None:
    assert mail.lines() == mail.account


if __name__ == "__main__":
    for path in FILES:
        found = [f"@ {mail.head}\n{mail.text}\n" + "".join(f"{ANSWER}{line}\n" for line in mail.lines()) for mail in mails(path)]
        path.write_text("\n".join(found), encoding="utf-8")
