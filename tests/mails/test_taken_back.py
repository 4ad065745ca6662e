"""Sentences that take earlier orders back: none of these stands without a question, nothing else is taken, and the others stand."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import pytest

from adjudicator.phase import Phase
from adjudicator.position import Position
from adjudicator.unit import DislodgedUnit, Unit
from app.game.document import Document
from app.game.edits import new_game
from app.game.record import MAIN
from app.gm.order_mails import NothingTakenError
from tests.unit.app.commands.fake_services import Desk
from variants.catalogue import standard


@dataclass(frozen=True)
class Setting:
    """A position with orders that stand in it."""

    power: str
    position: Position
    first: str
    """The orders as they were sent."""
    orders: dict[str, str]
    """Canonical orders by the name of their unit in the table."""


def settings() -> dict[str, Setting]:
    """Return the settings: builds of France, removals and retreats of Germany, moves of Russia, and the first moves of five powers."""
    start = standard().start
    winter = replace(start, phase=Phase.of("W1901A"))
    built = dict.fromkeys(("BRE", "PAR", "MAR", "SPA"), "FRANCE")
    lost = dict.fromkeys(("KIE", "MUN"), "GERMANY")
    german = tuple(Unit.of(f"GERMANY {unit}") for unit in ("A MUN", "A RUH", "F DEN", "F KIE"))
    driven = tuple(DislodgedUnit(Unit.of(f"GERMANY {unit}"), origin) for unit, origin in (("A MUN", "BOH"), ("F DEN", "SWE")))
    attackers = (Unit.of("AUSTRIA A MUN"), Unit.of("RUSSIA F DEN"))
    return {
        "builds": Setting(
            "FRANCE",
            replace(winter, units=(Unit.of("FRANCE A GAS"), Unit.of("FRANCE A SPA")), owners=built),
            "Build F Brest and A Marseilles",
            {"brest": "F BRE B", "marseilles": "A MAR B"},
        ),
        "removals": Setting(
            "GERMANY",
            replace(winter, units=german, owners=lost),
            "Remove F Denmark and A Ruhr",
            {"denmark": "F DEN D", "ruhr": "A RUH D"},
        ),
        "retreats": Setting(
            "GERMANY",
            replace(start, phase=Phase.of("S1901R"), units=attackers, dislodged=driven),
            "A Mun R Ber\nF Den R Kie",
            {"munich": "A MUN R BER", "denmark": "F DEN R KIE"},
        ),
        "moves": Setting(
            "RUSSIA",
            start,
            "F Sev - Bla\nA Mos - Ukr\nA War - Gal\nF StP(sc) - Bot",
            {"sevastopol": "F SEV - BLA", "moscow": "A MOS - UKR", "warsaw": "A WAR - GAL", "petersburg": "F STP/SC - BOT"},
        ),
        "england": Setting(
            "ENGLAND",
            start,
            "F Lon - Nth\nF Edi - Nwg\nA Lvp - Yor",
            {"london": "F LON - NTH", "edinburgh": "F EDI - NWG", "liverpool": "A LVP - YOR"},
        ),
        "germany": Setting(
            "GERMANY",
            start,
            "F Kie - Den\nA Ber - Kie\nA Mun - Ruh",
            {"kiel": "F KIE - DEN", "berlin": "A BER - KIE", "munich": "A MUN - RUH"},
        ),
        "france": Setting(
            "FRANCE",
            start,
            "F Bre - MAO\nA Par - Bur\nA Mar S A Par - Bur",
            {"brest": "F BRE - MAO", "paris": "A PAR - BUR", "marseilles": "A MAR S A PAR - BUR"},
        ),
        "italy": Setting(
            "ITALY",
            start,
            "A Ven H\nA Rom - Apu\nF Nap - Ion",
            {"venice": "A VEN H", "rome": "A ROM - APU", "naples": "F NAP - ION"},
        ),
        "turkey": Setting(
            "TURKEY",
            start,
            "A Con - Bul\nA Smy - Con\nF Ank - Bla",
            {"constantinople": "A CON - BUL", "smyrna": "A SMY - CON", "ankara": "F ANK - BLA"},
        ),
    }


SETTINGS = settings()


@dataclass(frozen=True)
class Sentence:
    """A sentence of the table."""

    setting: str
    text: str
    gone: frozenset[str]
    """Orders that it takes back."""
    new: frozenset[str]
    """Orders that may be taken from it."""


def sentences() -> Iterator[Sentence]:
    """Yield the sentences of the table."""
    table = tomllib.loads(Path(__file__).with_name("taken_back.toml").read_text(encoding="utf-8"))
    for name, groups in table.items():
        orders = SETTINGS[name].orders
        for key, listed in groups.items():
            meant = [] if key == "none" else orders if key == "both" else key.split()
            for each in listed:
                text, _, new = each.partition(" => ")
                yield Sentence(name, text, frozenset(orders[unit] for unit in meant), frozenset(new.split(", ")) - {""})


SENTENCES = tuple(sentences())
NAMES = [f"{each.setting}: {each.text[:70]}" for each in SENTENCES]


@cache
def plain_after(setting: str, *bodies: str) -> frozenset[str]:
    """Return the orders that stand without a question once mails with these *bodies* are taken in."""
    place = SETTINGS[setting]
    desk = Desk(game=False)
    game = new_game(standard(), name="g")
    cursor = game.last(MAIN)
    desk.session.add(Document(game.with_turn(cursor, replace(game.turn(cursor), position=place.position))))
    for day, body in enumerate(bodies, 10):
        desk.services.clipboard = f"From: A <a@example.com>\nSubject: orders\nDate: {day} Nov 2020 17:00:00 +0000\n\n{body}\n"
        with suppress(NothingTakenError):
            desk.run(f"paste-orders {place.power.casefold()}")
    lines = desk.session.open_turn.orders_of(place.power)
    return frozenset(str(line.order) for line in lines if line.order is not None and line.is_legal and not line.is_withdrawn)


@pytest.mark.parametrize("name", SETTINGS)
def test_the_first_orders_stand(name: str) -> None:
    assert plain_after(name, SETTINGS[name].first) == set(SETTINGS[name].orders.values())


@pytest.mark.parametrize("said", SENTENCES, ids=NAMES)
def test_a_later_mail_leaves_nothing_standing_that_it_takes_back(said: Sentence) -> None:
    plain = plain_after(said.setting, SETTINGS[said.setting].first, said.text)
    given = set(SETTINGS[said.setting].orders.values())
    assert plain & (said.gone - said.new) == set(), "stands though taken back"
    assert plain - given <= said.new, "taken and not meant"
    assert plain >= given - said.gone, "asked about and not touched"


@pytest.mark.parametrize("said", SENTENCES, ids=NAMES)
def test_a_line_below_the_orders_leaves_nothing_standing_that_it_takes_back(said: Sentence) -> None:
    plain = plain_after(said.setting, f"{SETTINGS[said.setting].first}\n\n{said.text}")
    given = set(SETTINGS[said.setting].orders.values())
    assert plain & (said.gone - said.new) == set(), "stands though taken back"
    assert plain - given <= said.new, "taken and not meant"
