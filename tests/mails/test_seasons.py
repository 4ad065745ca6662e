"""Two seasons of mails as seven players wrote them, taken in one after the other; and small mails on which the reader once went wrong."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import pytest

from app.game.opening import open_text
from app.game.record import MAIN
from app.mail_in.account import account_for
from app.mail_in.accounting import Accounting, Fate
from variants.catalogue import standard

FOLDER = Path(__file__).with_name("seasons")
SEASONS = ("season1", "season2")
MAILS = [path for season in SEASONS for path in sorted((FOLDER / season).iterdir()) if path.suffix in {".eml", ".mbox"}]
SENDERS = {"turkey1": "turkey"}


@cache
def accounting(path: Path) -> Accounting:
    power = SENDERS.get(path.stem, path.stem).upper()
    return account_for(standard(), standard().start, path.read_bytes(), power=power)


def expected(path: Path) -> dict[str, list[str]]:
    table = tomllib.loads((path.parent / "expect.toml").read_text(encoding="utf-8")).get(path.stem, {})
    return {name: table.get(name, []) for name in ("must", "ask", "may")}


def taken(path: Path) -> set[str]:
    return {str(line.order) for line in accounting(path).taken}


@pytest.mark.parametrize("path", MAILS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_no_order_is_taken_that_was_not_meant(path: Path) -> None:
    want = expected(path)
    assert taken(path) - {*want["must"], *want["ask"], *want["may"]} == set()


@pytest.mark.parametrize("season", SEASONS)
def test_plain_orders_are_taken_and_there_is_no_more_than_a_question_a_mail(season: str) -> None:
    mails = [path for path in MAILS if path.parent.name == season]
    wanted = {(path.stem, order) for path in mails for order in expected(path)["must"]}
    missed = {(stem, order) for stem, order in wanted if order not in taken(next(path for path in mails if path.stem == stem))}
    assert len(missed) <= len(wanted) / 10, missed
    assert sum(len(accounting(path).of(Fate.DOUBTFUL, Fate.WITHDRAWS)) for path in mails) <= len(mails)


def small(name: str) -> Accounting:
    path = FOLDER / "small" / f"{name}.eml"
    game = open_text((FOLDER / "small" / "game.dpn").read_bytes()).ready().game
    is_later = name[0] in "wg"
    players = {player.address: power for power, player in game.players.items()} | {
        "eli@example.org": "ENGLAND",
        "tom@example.org": "TURKEY",
        "rex@example.org": "RUSSIA",
    }
    position = game.turn(game.last(MAIN)).position if is_later else standard().start
    return account_for(standard(), position, path.read_bytes(), addresses=players)


def orders(account: Accounting) -> list[str]:
    return [str(line.order) for line in account.taken]


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("w0", ["F SEV - BLA", "A UKR S A RUM", "A RUM H", "A GAL - BUD", "F SWE - DEN", "A STP - NWY"]),
        ("w1", []),
        ("w3", ["F SWE H"]),
        ("w5", ["F SEV H"]),
        ("w7", ["F SWE - BOT"]),
        ("g-emptyplain", ["F DEN - NTH", "F HOL S F DEN - NTH", "A MUN H", "A RUH - BEL", "A KIE - DEN"]),
        ("g-flowed", ["F DEN - NTH", "F HOL S F DEN - NTH", "A MUN H"]),
        ("g-if", ["A MUN H"]),
        ("g-ifend", ["A MUN H", "F DEN - NTH"]),
        ("g-qp", ["F DEN - NTH", "F HOL S F DEN - NTH", "A MUN H"]),
        ("k1", ["A CON - BUL", "A SMY - CON"]),
        ("k2", ["F LON - NTH", "A LVP - EDI", "F EDI - NWG"]),
        ("j7", ["A MOS - UKR", "A WAR - GAL", "F STP/SC - BOT"]),
        ("c08-wrong-unit-type", ["F LON - ENG", "F EDI - NWG"]),
    ],
)
def test_what_is_plain_in_a_small_mail_is_taken_and_nothing_else(name: str, plain: list[str]) -> None:
    assert orders(small(name)) == plain


def test_an_order_that_is_taken_back_in_its_own_line_is_asked_about_with_both() -> None:
    (asked,) = small("j7").of(Fate.DOUBTFUL)
    assert [str(choice.order) for choice in asked.choices] == ["F SEV - BLA", "F SEV - RUM"]


def test_a_unit_of_the_wrong_kind_is_one_question() -> None:
    (asked,) = small("c08-wrong-unit-type").of(Fate.DOUBTFUL)
    assert [str(choice.order) for choice in asked.choices] == ["A LVP - YOR"]


def test_a_retreat_that_may_be_needed_is_kept_and_not_offered() -> None:
    account = small("g-if")
    assert [(str(line.phase), line.text) for line in account.of(Fate.LATER)] == [("F1902R", "F Hol - Bel")]
    assert not account.of(Fate.DOUBTFUL)


def test_what_takes_orders_back_says_so() -> None:
    assert all(letter.withdrawals for name in ("w1", "w5") for letter in small(name).letters)
