"""Messages of all kinds with fields of all kinds, at a table that plays on: no other seat changes, and none shows its secrets."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

import pytest

from app.web.seat_acts import _ACTS
from tests.unit.app.web.phone_table import FakePhone, PhoneTable

SECRET = "Zucchini at noon"
WITHOUT_SEAT = ("join", "sit", "take", "ping")
DOS = (*_ACTS, *WITHOUT_SEAT, "", "x", "__init__", "hear")
CODES = ("BUD", "VIE", "TRI", "SER", "VEN", "ROM", "NAP", "LON", "STP", "", "XXX", "<b>", "../x", "\x00", "\ud800", "x" * 300)
WORDS = (
    "",
    "A BUD - SER",
    "A LON - NTH",
    "vie gal",
    "hold",
    "draw",
    "no",
    "concede to AUSTRIA",
    "draw XXX",
    "\u202e",
    "\ud800",
    "{{ 7 }}",
    "x" * 500,
)
NAMES = ("", "letters", "notes", "vote", "results", "past", "story", "more", "legal BUD", "back", "next", "all", "on", "x" * 30)
VALUES: Mapping[str, tuple[object, ...]] = {
    "p": CODES,
    "o": WORDS,
    "text": WORDS,
    "name": NAMES,
    "choice": WORDS,
    "word": WORDS,
    "power": ("AUSTRIA", "ENGLAND", "ITALY", "", "GM", "x" * 100),
    "token": ("", "x", "A" * 22),
    "code": ("", "x", "A" * 22),
    "i": (0, 1, -1, 10**30, 0.5),
    "index": (0, 1, 2, -1, 10**30, 0.5),
    "line": (0, 1, 2, -1, 10**30),
    "to": ([], ["RUSSIA"], ["ENGLAND", "AUSTRIA"], ["XXX"], ["RUSSIA"] * 200, [3], [["RUSSIA"]]),
    "u": (True, False),
    "x": (True, False),
    "all": (True, False),
}
STRANGE: tuple[object, ...] = (None, True, 3, -1.5, float("inf"), "", "x", [], {}, [[]], {"do": "seal"})


def drawn(dice: random.Random) -> object:
    """A message: mostly one with fields as a page sends them, some with fields of another kind, some no message at all."""
    if dice.random() < 0.03:
        return dice.choice(STRANGE)
    message: dict[str, object] = {"do": dice.choice(DOS)}
    for name in dice.sample(list(VALUES), dice.randrange(len(VALUES))):
        message[name] = dice.choice(VALUES[name]) if dice.random() < 0.93 else dice.choice(STRANGE)
    return message


def heard(table: PhoneTable, power: str, message: object) -> None:
    """Let the phone of *power* send *message*; where that ends its connection it comes back with its token."""
    phone = table.phones[power]
    table.desk.hear(phone, message)
    if phone.is_closed:
        again = table.phones[power] = table.connect()
        again.token = phone.token
        table.say(again, do="sit", power=power, token=phone.token)
        assert again.last("seat") == power


def _steered(table: PhoneTable) -> None:
    """A table whose reveal is steered by a phone, with a stage."""
    table.desk.pace = 1.0
    table.seating.telling.steering = "AUSTRIA"


def _movement(table: PhoneTable) -> None:
    """The first phase."""


def _builds(table: PhoneTable) -> None:
    table.order("AUSTRIA", "A BUD - SER")
    for _ in range(2):
        table.seal_all()
    assert str(table.seating.round.phase) == "W1901A"


def _over(table: PhoneTable) -> None:
    for phone in table.phones.values():
        table.say(phone, do="vote", choice="draw")


@pytest.mark.slow
@pytest.mark.parametrize("reach", [_movement, _builds, _over, _steered])
def test_no_sequence_of_messages_harms_the_table_or_tells_a_secret(table: PhoneTable, reach: Callable[[PhoneTable], None]) -> None:
    table.join_all()
    ben = table.phones["ENGLAND"]
    stage = table.stage()
    others: list[FakePhone] = [stage]
    table.desk.pace = 0.0
    table.say(ben, do="notes", text=SECRET)
    reach(table)
    phase = table.seating.turn.phase
    dice = random.Random(33)
    for number in range(400):
        power = dice.choice(("AUSTRIA", "ITALY"))
        before = table.phones[power]
        heard(table, power, drawn(dice))
        others.append(before)
        if number % 80 == 79:
            for each in ("ENGLAND", "FRANCE", "GERMANY", "RUSSIA", "TURKEY", "AUSTRIA", "ITALY"):
                if not table.seating.round.may_write_away(each) and each in table.seating.round.to_order:
                    table.say(table.phones[each], do="seal")
            table.drive()
    assert reach is _over or table.seating.turn.phase != phase, "the table went on"
    for page in {id(each): each for each in (*others, *table.phones.values()) if each is not ben}.values():
        assert SECRET not in page.text
    table.say(ben, do="panel", name="notes")
    assert SECRET in str(ben.parts["panel"]), "what another wrote is unchanged"
    assert not ben.is_closed
    assert table.seating.table.seat("ENGLAND").is_person
