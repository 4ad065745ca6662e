"""Short mails in rows: no order taken wrongly, none standing that was taken back, and as many taken as before.

``tests/mails/rows/README.md`` says where they come from and what a row holds.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from email.message import EmailMessage
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from app.game.document import Document
from app.game.opening import open_text
from app.mail_in.accounting import Fate
from tests.mails.test_unseen import carried_out, orders_of, received, without_needless_via
from tests.unit.app.commands.fake_services import Desk

FOLDER = Path(__file__).with_name("rows")
PHASES = ("spring1905", "retreats1903", "winter1906")
pytestmark = pytest.mark.slow


@dataclass
class Score:
    """Fates of the orders in the rows of a file that are of one phase."""

    rows: int = 0
    plain: int = 0
    taken: int = 0
    questions: int = 0
    wrong: list[str] = field(default_factory=list)
    standing: list[str] = field(default_factory=list)


def mail_of(sender: str, text: str, number: int) -> bytes:
    mail = EmailMessage()
    mail["From"] = sender
    mail["To"] = "GM <gm@example.org>"
    mail["Subject"] = "orders"
    mail["Message-ID"] = f"<{number}@example.org>"
    mail["Date"] = f"Mon, 09 Nov 2026 1{number}:00:00 +0100"
    mail.set_content(text.strip("\n") + "\n")
    return bytes(mail)


@cache
def score(name: str, phase: str) -> Score:
    """Return the score of the rows of a file and a phase, each read in a game of its own."""
    written = (FOLDER / f"{phase}.dpn").read_text(encoding="utf-8")
    senders = dict(re.findall(r"^([A-Z]+): (.* <.*>) \(screen\)$", written, re.MULTILINE))
    found = Score()
    for number, row in enumerate(tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))["row"], 1):
        if row["phase"] == phase:
            desk = Desk(game=False)
            desk.session.add(Document(open_text(written.encode()).ready().game))
            _read(desk, row, senders[row["power"]], f"{name} {number}", found)
    return found


def _read(desk: Desk, row: dict[str, Any], sender: str, name: str, found: Score) -> None:
    if row.get("sent"):
        received(desk, mail_of(sender, "\n".join(row["sent"]), 1))
    accounting = received(desk, mail_of(sender, row["text"], 2))
    meant = {key: {without_needless_via(desk, each) for each in row.get(key, ())} for key in ("take", "either", "may", "withdraw", "sent")}
    now = orders_of(desk, row["power"])
    told = [carried_out(desk, line.power, line.order) for line in accounting.taken if line.power and line.order]
    allowed = meant["take"] | meant["either"] | meant["may"] | (meant["sent"] - meant["withdraw"])
    found.rows += 1
    found.plain += len(meant["take"])
    found.taken += sum(now.get(order) is False for order in meant["take"])
    found.questions += len(accounting.of(Fate.DOUBTFUL, Fate.WITHDRAWS))
    found.wrong += [f"{name} {order}" for order in told if order not in allowed]
    found.standing += [f"{name} {order}" for order in meant["withdraw"] - meant["take"] if now.get(order) is False]


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("name", ["first_mails", "second_mails", "third_mails"])
def test_no_order_of_a_row_is_wrong_or_stands_though_taken_back(name: str, phase: str) -> None:
    assert score(name, phase).wrong == []
    assert score(name, phase).standing == []


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("name", ["first_mails", "second_mails", "third_mails"])
def test_a_row_asks_one_question_at_most_on_average(name: str, phase: str) -> None:
    assert score(name, phase).questions <= score(name, phase).rows


@pytest.mark.parametrize(
    ("name", "phase", "taken", "plain"),
    [
        *(("first_mails", "spring1905", 426, 529), ("first_mails", "retreats1903", 66, 83), ("first_mails", "winter1906", 74, 88)),
        *(("second_mails", "spring1905", 126, 202), ("second_mails", "retreats1903", 46, 54), ("second_mails", "winter1906", 33, 47)),
        *(("third_mails", "spring1905", 186, 296), ("third_mails", "retreats1903", 27, 41), ("third_mails", "winter1906", 25, 43)),
    ],
)
def test_as_many_orders_of_the_rows_are_taken_as_before(name: str, phase: str, taken: int, plain: int) -> None:
    """The figures of 30 November 2026, one order less at most in each."""
    assert score(name, phase).taken >= taken
    assert score(name, phase).plain == plain
