"""Many short mails in one file each, as players of postal games write them; what a careful game master would take stands below each.

A mail begins with ``@@ name POWER PHASE [units]``: the power of its sender, ``-`` for an unknown one, whose orders name their power; units
are the sender's where no power stands before a colon, and dislodged after ``!``. ``=>`` is an order that is plainly meant, ``?>`` one that
may be taken or asked; every other order that is taken is wrong.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from app.mail_in.account import account_for
from app.mail_in.accounting import Accounting, Fate
from tests.mails.accounts import expected, told
from tests.mails.test_mails import PLAYERS, SHARE_TAKEN, position
from variants.catalogue import standard

FOLDER = Path(__file__).parent / "collections"
ADDRESSES = {power: address for address, power in PLAYERS.items()} | {"-": "friend@example.org"}


@dataclass(frozen=True)
class Mail:
    name: str
    power: str
    phase: str
    units: tuple[str, ...]
    text: str
    meant: frozenset[str]
    possible: frozenset[str]

    def raw(self) -> bytes:
        kind = "html" if self.text.startswith("<html") else "plain"
        head = f"From: {ADDRESSES[self.power]}\nDate: Tue, 3 Nov 2026 10:00:00 +0000\nSubject: orders\nMIME-Version: 1.0\n"
        return f"{head}Content-Type: text/{kind}; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n{self.text}".encode()


def read(path: Path) -> list[Mail]:
    found = []
    for block in path.read_text(encoding="utf-8").split("@@ ")[1:]:
        head, _, rest = block.partition("\n")
        name, power, phase, *units = head.split()
        lines = rest.splitlines()
        text = "\n".join(line for line in lines if line[:3] not in {"=> ", "?> "}).rstrip() + "\n"
        meant, possible = (frozenset(line[3:] for line in lines if line.startswith(mark)) for mark in ("=> ", "?> "))
        found.append(Mail(name, power, phase, tuple(unit_of(unit, power) for unit in units), text, meant, possible))
    return found


def unit_of(text: str, power: str) -> str:
    """``A_BUL`` as *power*'s, ``ITALY:A_TRI`` as another's, ``!A_TRI_<_VEN`` dislodged."""
    mark = text[: text.startswith("!")]
    owner, colon, piece = text.removeprefix("!").partition(":")
    return f"{mark}{owner if colon else power} {(piece if colon else owner).replace('_', ' ')}"


MAILS = [mail for path in sorted(FOLDER.glob("*.txt")) for mail in read(path)]


@cache
def accounting(mail: Mail) -> Accounting:
    return account_for(standard(), position(mail.phase, mail.units), mail.raw(), addresses=PLAYERS)


def taken(mail: Mail) -> set[str]:
    return {str(line.order) if line.power == mail.power else f"{line.power} {line.order}" for line in accounting(mail).taken}


@pytest.mark.parametrize("mail", MAILS, ids=lambda mail: mail.name)
def test_no_order_is_taken_that_was_not_meant(mail: Mail) -> None:
    assert taken(mail) - mail.meant - mail.possible == set()


def test_nearly_all_plain_orders_are_taken() -> None:
    missed = [f"{mail.name} {order}" for mail in MAILS for order in sorted(mail.meant - taken(mail))]
    assert len(missed) <= sum(len(mail.meant) for mail in MAILS) * (1 - SHARE_TAKEN), missed


@pytest.mark.parametrize("mail", MAILS, ids=lambda mail: mail.name)
def test_every_line_becomes_what_the_page_of_accounts_says_and_no_order_that_was_meant_is_lost(mail: Mail) -> None:
    assert told(accounting(mail)) == expected()[mail.name]
    asked = accounting(mail).of(Fate.DOUBTFUL, Fate.REFUSED, Fate.LATER)
    unread = [trouble for letter in accounting(mail).letters for trouble in letter.letter.troubles]
    assert mail.meant <= taken(mail) or asked or unread
