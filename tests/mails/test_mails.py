"""Realistic mails, each with the orders that must be taken from it, those that must be asked about, and nothing else.

Beside each ``.eml`` or ``.mbox`` stands a ``.toml`` of the same name: the phase, units where the board is not the start's, and lists of
``taken`` (power and order), ``asked`` (the words of doubtful lines), ``later`` (power, phase, words) and ``refused``. What becomes of each
line, and why, stands in ``accounts.txt``.
"""

from __future__ import annotations

import tomllib
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from adjudicator.phase import Phase
from adjudicator.position import Position
from adjudicator.unit import DislodgedUnit, Location, Piece, Unit
from app.mail_in.account import account_for
from app.mail_in.accounting import Accounting, Fate
from tests.mails.accounts import expected as expected_accounts
from tests.mails.accounts import told
from variants.catalogue import standard

MAILS = sorted(path for path in Path(__file__).parent.iterdir() if path.suffix in {".eml", ".mbox"})
PLAYERS = {
    "anna@example.org": "AUSTRIA",
    "edith@example.net": "ENGLAND",
    "marcel@example.fr": "FRANCE",
    "gerd@example.de": "GERMANY",
    "luigi@example.it": "ITALY",
    "olga@example.com": "RUSSIA",
    "tarik@example.com": "TURKEY",
}
FEWEST_MAILS = 60
SHARE_TAKEN = 0.9


@cache
def expected(path: Path) -> dict[str, list[str]]:
    table = tomllib.loads(path.with_suffix(".toml").read_text(encoding="utf-8"))
    return {**table, "phase": [table["phase"]]}


@cache
def accounting(path: Path) -> Accounting:
    table = expected(path)
    return account_for(standard(), position(table["phase"][0], tuple(table.get("units", ()))), path.read_bytes(), addresses=PLAYERS)


def position(phase: str, units: tuple[str, ...]) -> Position:
    """The start in *phase*, or with *units* alone for the powers that they name; ``!`` before a dislodged one."""
    start = replace(standard().start, phase=Phase.of(phase))
    if not units:
        return start
    standing, dislodged = [], []
    for text in units:
        power, kind, place, *origin = text.lstrip("!").split()
        province, _, coast = place.partition("/")
        unit = Unit(power, Piece(kind, Location(province, coast or None)))
        if text.startswith("!"):
            dislodged.append(DislodgedUnit(unit, origin[1], False))
        else:
            standing.append(unit)
    return replace(start, units=tuple(standing), dislodged=tuple(dislodged))


def taken(path: Path) -> list[str]:
    return sorted(f"{line.power} {line.order}" for line in accounting(path).taken)


def test_there_are_enough_mails_of_each_kind() -> None:
    languages = [str(expected(path)["language"]) for path in MAILS]
    assert len(MAILS) >= FEWEST_MAILS
    assert set(languages) == {"en", "de", "fr", "it", "es"}
    assert {path.suffix for path in MAILS} == {".eml", ".mbox"}


@pytest.mark.parametrize("path", MAILS, ids=lambda path: path.stem)
def test_no_order_is_taken_that_was_not_meant(path: Path) -> None:
    assert [each for each in taken(path) if each not in expected(path)["taken"]] == []


@pytest.mark.parametrize("path", MAILS, ids=lambda path: path.stem)
def test_what_is_doubtful_is_asked_and_nothing_else(path: Path) -> None:
    found, want = accounting(path), expected(path)
    missed = set(want["taken"]) - set(taken(path))
    asked = [line.text.strip() for line in found.of(Fate.DOUBTFUL)]
    assert [each for each in want["asked"] if each not in asked] == []
    if not missed:
        assert sorted(asked) == sorted(want["asked"])
    assert sorted(f"{line.power} {line.phase} {line.text}" for line in found.of(Fate.LATER)) == sorted(want["later"])
    assert sorted(f"{line.power} {line.order}" for line in found.of(Fate.REFUSED)) == sorted(want["refused"])


def test_nearly_all_plain_orders_are_taken() -> None:
    wanted = [f"{path.stem} {order}" for path in MAILS for order in expected(path)["taken"]]
    missed = [order for path in MAILS for order in (f"{path.stem} {each}" for each in expected(path)["taken"] if each not in taken(path))]
    assert len(missed) <= len(wanted) * (1 - SHARE_TAKEN), missed


@pytest.mark.parametrize("path", MAILS, ids=lambda path: path.stem)
def test_every_line_is_accounted_for_as_the_page_of_accounts_says(path: Path) -> None:
    assert told(accounting(path)) == expected_accounts()[path.stem]
    for letter in accounting(path).letters:
        written = {line.number for line in letter.letter.lines if line.text.strip()}
        assert {line.line for line in letter.lines} == written
