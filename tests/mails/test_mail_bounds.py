"""Mails of strangers are bounded: what is read is counted, what is not read is told, and nothing stops the mails beside them."""

from __future__ import annotations

import re

import pytest

from app.post import letter_reader
from app.post.account import account_for
from app.post.accounting import Accounting
from app.post.work import MOST_BOX_WORK, MOST_CHOICE_WORK, MOST_LINE_WORK, work_of
from variants.shipped_variants import standard

HEAD = "From: a@example.org\nSubject: orders\nMIME-Version: 1.0\nDate: Tue, 3 Nov 2026 10:00:00 +0000\n"
ORDER = "A Vie - Gal\n"


def read(received: bytes | str) -> Accounting:
    return account_for(standard(), standard().start, received, power="AUSTRIA")


def troubles(received: bytes | str) -> str:
    found = read(received)
    return "; ".join((*found.troubles, *(trouble for letter in found.letters for trouble in letter.letter.troubles)))


def taken(received: bytes | str) -> list[str]:
    return [str(line.order) for line in read(received).taken]


def html(body: str) -> bytes:
    return f"{HEAD}Content-Type: text/html; charset=utf-8\n\n{body}".encode()


def nested(depth: int) -> bytes:
    """Parts within parts, an order in the innermost."""
    text = "Content-Type: text/plain\n\nA Vie - Gal\n"
    for number in range(depth):
        text = f'Content-Type: multipart/mixed; boundary="b{number}"\n\n--b{number}\n{text}\n--b{number}--\n'
    return f"{HEAD}{text}".encode()


@pytest.fixture
def work_done(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """What each call of the two readers of orders costs."""
    counted: list[int] = []
    for name in ("read_order", "read_orders"):
        kept = getattr(letter_reader, name)

        def counting(variant: object, position: object, text: str, power: object, kept: object = kept) -> object:
            counted.append(sum(work_of(line) for line in text.splitlines() if line))
            return kept(variant, position, text, power)  # type: ignore[operator]

        monkeypatch.setattr(letter_reader, name, counting)
    return counted


@pytest.mark.parametrize(
    "line",
    [
        "I think that A Vie - Galicia would be good, and A Bud - Ser perhaps, though F Tri - Alb too or not",
        "So I wondered about army vienna number {n} going over to galicia with the fleet trieste or ancona",
        "If Italy attacks A Vie - Tyr{n} or F Tri S A Vie",
        "army vienn{n} supports the armee of budapst to galizien",
    ],
)
def test_a_thousand_lines_that_each_hold_an_order_are_read_up_to_a_bound_and_the_rest_is_told(line: str, work_done: list[int]) -> None:
    text = "\n".join(line.replace("{n}", str(number)) for number in range(1_900))
    assert re.search(r"[\d,]+ lines not read, the first of them line \d+", troubles(text))
    assert sum(work_done) <= MOST_LINE_WORK + MOST_CHOICE_WORK


def test_a_list_of_orders_is_taken_wherever_it_stands_in_too_much_prose() -> None:
    prose = "So I wondered about Serbia and the army budapest, going over to galicia with the fleet trieste\n" * 900
    assert taken(f"{ORDER}\n{prose}") == ["A VIE - GAL"]
    assert taken(f"{prose}\n{ORDER}") == ["A VIE - GAL"]


def test_a_usual_mail_is_read_whole() -> None:
    text = (
        "Hi Pete,\n\n" + "We talked of Paris and of Burgundy - and much else, as you may know by now.\n" * 20 + "\nMy orders:\n\n" + ORDER
    )
    assert troubles(text) == ""
    assert taken(text) == ["A VIE - GAL"]


def test_a_box_is_read_up_to_a_bound_and_the_rest_is_told(work_done: list[int]) -> None:
    mail = f"From a@example.org Mon Jan  1 00:00:00 2024\n{HEAD}\n" + "maybe army vienn supports budapst to galizien if\n" * 200 + "\n"
    assert "mails were not read" in troubles((mail * 200).encode())
    assert sum(work_done) <= MOST_BOX_WORK + MOST_CHOICE_WORK * 200


def test_only_so_many_mails_of_a_box_are_taken_apart() -> None:
    mail = f"From a@example.org Mon Jan  1 00:00:00 2024\n{HEAD}\nhello\n\n"
    assert "only the first 2,000 of 2,500 mails were read" in troubles((mail * 2_500).encode())


@pytest.mark.parametrize("body", [ORDER, "A" * 99 + "\n", "A" * 9_999])
def test_a_mail_of_fifty_megabytes_is_read_at_its_start_and_the_rest_is_told(body: str) -> None:
    large = (HEAD + "\n" + ORDER + "\n").encode() + body.encode() * (50_000_000 // len(body))
    assert "not read" in troubles(large)


def test_parts_within_parts_are_read_to_a_depth_and_told_beyond() -> None:
    assert taken(nested(5)) == ["A VIE - GAL"]
    assert "too many parts" in troubles(nested(2_000))
    assert taken(nested(2_000)) == []


@pytest.mark.parametrize(
    "body",
    [
        "<a " * 130_000,
        "<s><p>" * 60_000,
        "<!--" * 100_000,
        "<![CDATA[ <!x " * 20_000 + "&#x41" * 20_000,
        "<blockquote>" * 30_000,
        "<table><tr><td>" * 20_000,
        "<script>" * 20_000,
        "&#99999999999;&#0;&#xD800;" * 10_000,
    ],
)
def test_hostile_html_gives_no_order_and_no_error(body: str) -> None:
    assert taken(html(body)) == []
    assert taken(html("<p>A Vie - Gal</p><p></p>" + body)) in ([], ["A VIE - GAL"])


@pytest.mark.parametrize(
    "head",
    [
        "Content-Type: text/plain; charset=no-such-charset\n",
        "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n",
        "Content-Type: multipart/mixed\n",
        "Content-Type: " + "x;" * 40_000 + "\n",
        "Subject: " + "=?utf-8?q?=?=" * 9_000 + "\n",
        "Date: " + "1" * 50_000 + "\n",
        "From: " + "<" * 30_000 + "\n",
    ],
)
def test_odd_headers_never_stop_the_reader(head: str) -> None:
    found = read((HEAD + head + "\n" + ORDER).encode())
    assert len(found.letters) == 1
