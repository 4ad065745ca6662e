"""Mails put out again: what they asked about goes with them, and what another mail asks about stays in question."""

from __future__ import annotations

import pytest

from app.session.mails import take_in
from tests.unit.app.commands.fake_services import Desk

PLAIN = "A VIE - GAL\nF TRI H\nA BUD - SER"


def sent(desk: Desk, *bodies: str) -> None:
    """Take in mails of Austria, one after the other."""
    for minute, body in enumerate(bodies):
        take_in(desk.session, f"From: ada@example.org\nDate: Fri, 27 Nov 2020 20:{minute:02} +0000\n\n{body}\n".encode(), "AUSTRIA")


def in_question(desk: Desk) -> set[str]:
    return {str(line.order) for _, line in desk.session.open_turn.withdrawn}


@pytest.mark.parametrize("second", ["Please cancel all my orders.", "A Vie - Tyr if France moves", "cancel F Tri"])
def test_what_a_mail_put_in_question_stands_again_when_it_is_put_out(desk: Desk, second: str) -> None:
    sent(desk, PLAIN, second)
    assert in_question(desk)
    desk.run("drop-mail 2")
    assert in_question(desk) == set()
    assert [line.text for line in desk.session.open_turn.orders_of("AUSTRIA")] == PLAIN.splitlines()


def test_what_another_mail_takes_back_stays_in_question(desk: Desk) -> None:
    sent(desk, PLAIN, "Please cancel all my orders.", "cancel F Tri")
    before = in_question(desk)
    desk.run("drop-mail 3")
    assert in_question(desk) == before
    assert len(before) == 3
    desk.run("drop-mail 2")
    assert in_question(desk) == set()
