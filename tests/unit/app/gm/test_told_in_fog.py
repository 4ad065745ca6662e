"""Mails to one player under fog: answers and reminders of twin games that differ out of its sight are equal."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.gm.reply import reminder, reply_text
from app.gm.taken_mails import account_of
from tests.quick import each_nth
from tests.unit.app.session.command_output import Sight, desk_of, shared_sight
from tests.unit.app.session.fog_twins import fog_twin


@pytest.fixture(scope="module")
def sight() -> Iterator[Sight]:
    with shared_sight() as found:
        yield found


@each_nth(2, "power", ["FRANCE", "TURKEY"])
def test_answers_and_reminders_tell_nothing_out_of_sight(power: str, sight: Sight) -> None:
    told = []
    for number in (1, 2):
        desk = desk_of(fog_twin(power, number), None, sight=sight)
        session = desk.session
        places = [province for province in session.variant.board.provinces if session.variant.board.provinces[province].centre]
        orders = "\n".join([*(f"A {place} H" for place in places), *(f"F {place} S A {place} - {places[0]}" for place in places[:8])])
        desk.services.clipboard = f"From: p@example.org\nSubject: orders\nDate: Wed, 25 Nov 2020 17:00:00 +0000\n\n{orders}\n"
        desk.run(f"paste-orders {power.lower()}")
        told.append((reply_text(session, account_of(session, session.open_turn.mails[-1])), reminder(session, power)))
    assert told[0] == told[1]
    assert told[0][0].startswith("Hello,")
    assert told[0][0].count("\n") > 10
