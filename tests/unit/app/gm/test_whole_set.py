"""The answer to a mail lists all that would be played now: what this mail changed in it, what it left, and what it may have taken back."""

from __future__ import annotations

import pytest

from app.gm.reply import reply_text
from app.gm.taken_mails import account_of
from tests.unit.app.commands.fake_services import Desk


@pytest.fixture
def desk() -> Desk:
    return Desk()


def take(desk: Desk, body: str, day: int) -> str:
    desk.services.clipboard = f"From: Olga <olga@example.com>\nSubject: orders\nDate: {day} Nov 2020 17:00:00 +0000\n\n{body}\n"
    desk.run("paste-orders russia")
    return reply_text(desk.session, account_of(desk.session, desk.session.open_turn.mails[-1]))


def test_an_answer_lists_the_whole_set_with_what_the_mail_changed_and_left(desk: Desk) -> None:
    take(desk, "F Sev - Bla\nA Mos - Ukr\nA War - Gal\nF StP(sc) - Bot", 24)
    told = take(desk, "F Sev - Rum", 25)
    whole = told.partition("The whole set that would be played now:")[2]
    assert "F SEV - RUM (from this mail)" in whole
    assert [line.strip() for line in whole.splitlines()[2:5]] == ["A MOS - UKR", "A WAR - GAL", "F STP/SC - BOT"]


def test_an_answer_asks_whether_what_was_taken_back_stands(desk: Desk) -> None:
    take(desk, "F Sev - Bla\nA Mos - Ukr", 24)
    told = take(desk, "cancel F Sev", 25)
    assert "Perhaps taken back; please say whether these orders stand:\n  F SEV - BLA" in told
    assert "  A MOS - UKR" in told


@pytest.mark.parametrize(
    ("body", "greeted"),
    [
        ("Hallo, hier sind meine Züge für den Frühling:\nF Sev - Bla\nDas ist alles, ich bin noch nicht sicher mit Wien.", "Hallo Olga,"),
        ("Bonjour, voici mes ordres pour le printemps:\nF Sev - Bla\nJe ne suis pas sur la ligne, et vous?", "Bonjour"),
        ("Hi, here are my orders. I will not be at home and that is all for this week.\nF Sev - Bla", "Dear Olga,"),
        ("F Sev - Bla\nA Mos - Ukr", "Dear Olga,"),
        ("Bonjour,\n\nFlotte Sébastopol vers Mer Noire\nArmée Moscou vers Ukraine\n\nMerci", "Bonjour"),
        ("Ciao,\n\nFlotta Sebastopoli verso Mar Nero\nArmata Mosca verso Ucraina\n\nSaluti", "Ciao"),
        ("Hola,\n\nFlota Sebastopol a Mar Negro\nEjército Moscú a Ucrania\n\nSaludos", "Hola"),
        ("Hallo,\n\nF Sev - Bla\n\nViele Grüße", "Hallo Olga,"),
    ],
)
def test_an_answer_is_offered_in_the_language_that_a_mail_is_plainly_written_in(desk: Desk, body: str, greeted: str) -> None:
    told = take(desk, body, 24)
    assert told.startswith(greeted), told[:80]
