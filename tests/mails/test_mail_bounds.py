"""Mails of strangers are bounded: what is read is counted, what is not read is reported, and nothing stops the mails beside them.

The bounds are made small here, so that a little text is too much.
"""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from adjudicator.phase import Phase
from app.mail_in import account, due_orders, letter_lines, letter_pieces, meanings
from app.mail_in.account import account_for
from app.mail_in.accounting import Accounting, Fate
from app.mail_in.envelope import mime
from app.mail_in.envelope.html_text import MOST_HTML
from app.mail_in.letter import MOST_LOOKED_AT, WorkLeft, work_of
from app.mail_in.order_words import OrderWords, order_words
from variants.catalogue import standard

HEAD = "From: a@example.org\nSubject: orders\nMIME-Version: 1.0\nDate: Tue, 3 Nov 2026 10:00:00 +0000\n"
ORDER = "A Vie - Gal\n"
LINE_WORK, CHOICE_WORK, BOX_WORK = 120, 60, 600


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
    """Return the cost of each call of the readers of orders, while the bounds are small."""
    monkeypatch.setattr(letter_lines, "MOST_LINE_WORK", LINE_WORK)
    monkeypatch.setattr(account, "MOST_BOX_WORK", BOX_WORK)
    monkeypatch.setattr(letter_pieces, "MOST_CHOICE_WORK", CHOICE_WORK)
    counted: list[int] = []
    for module, name in (
        (meanings, "read_order"),
        (due_orders, "read_order"),
        (letter_lines, "read_orders"),
        (letter_pieces, "read_orders"),
    ):
        kept = getattr(module, name)

        def counting(variant: object, position: object, text: str, power: object, kept: object = kept) -> object:
            counted.append(sum(work_of(line) for line in text.splitlines() if line))
            return kept(variant, position, text, power)  # type: ignore[operator]

        monkeypatch.setattr(module, name, counting)
    return counted


@pytest.mark.parametrize(
    "line",
    [
        "I think that A Vie - Galicia would be good, and A Bud - Ser perhaps, though F Tri - Alb too or not",
        "If Italy attacks A Vie - Tyr{n} or F Tri S A Vie",
        "army vienn{n} supports the armee of budapst to galizien",
        "A Vie - Bo" + "\ufffd" * 20 + "{n} or Gal",
    ],
)
def test_many_lines_that_each_hold_an_order_are_read_up_to_a_bound_and_the_rest_is_reported(line: str, work_done: list[int]) -> None:
    text = "\n".join(line.replace("{n}", str(number)) for number in range(100))
    assert re.search(r"[\d,]+ lines not read, the first of them line \d+", troubles(text))
    assert 0 < sum(work_done) <= LINE_WORK + CHOICE_WORK


def test_prose_in_which_nobody_looked_for_orders_any_more_is_asked_about(work_done: list[int]) -> None:
    line = "So I wondered about army vienna number {n} going over to galicia with the fleet trieste or ancona"
    account = read("\n".join(line.replace("{n}", str(number)) for number in range(100)))
    assert len({each.line for each in account.of(Fate.DOUBTFUL)}) == 100
    assert 0 < sum(work_done) <= LINE_WORK + CHOICE_WORK


def test_units_without_a_verb_are_tried_as_builds_up_to_a_bound(work_done: list[int]) -> None:
    board = standard().start
    winter = replace(board, phase=Phase.of("W1901A"), units=())
    account_for(standard(), winter, "A Vienn\n" * 100, power="AUSTRIA")
    assert 0 < sum(work_done) <= LINE_WORK + CHOICE_WORK * 2


def test_only_so_many_characters_are_looked_at_and_the_rest_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []
    may_order = OrderWords.may_order

    def counting(words: OrderWords, text: str) -> bool:
        looked.append(len(text))
        return may_order(words, text)

    monkeypatch.setattr(OrderWords, "may_order", counting)
    long = "x " * 9_000
    assert "4 lines not read" in troubles(f"{long}\n" * 7 + ORDER)
    assert sum(looked) <= MOST_LOOKED_AT


def test_a_list_of_orders_is_taken_wherever_it_stands_in_too_much_prose() -> None:
    prose = "So we spoke at great length of this and that and nothing much was to come of it in the end, I fear\n" * 900
    assert taken(f"{ORDER}\n{prose}") == ["A VIE - GAL"]
    assert taken(f"{prose}\n{ORDER}") == ["A VIE - GAL"]


def test_where_no_more_may_be_looked_at_words_that_name_a_unit_and_a_place_are_asked_about() -> None:
    looking = meanings.Meanings(standard(), standard().start, "AUSTRIA", order_words(standard()), work=WorkLeft(0))
    assert looking.holds_order("I think A Vie - Gal might do", "AUSTRIA")
    assert not looking.holds_order("I think Vienna is nice in spring", "AUSTRIA")


@pytest.mark.parametrize("line", ["thanks", "Hi Gary,", "All the rest stands."])
def test_lines_that_hold_no_order_leave_room_for_those_that_do(line: str) -> None:
    text = f"{line}\n" * 301 + ORDER
    assert taken(text) == ["A VIE - GAL"]
    assert troubles(text) == ""


def test_a_usual_mail_is_read_whole() -> None:
    text = (
        "Hi Pete,\n\n" + "We talked of Paris and of Burgundy - and much else, as you may know by now.\n" * 20 + "\nMy orders:\n\n" + ORDER
    )
    assert troubles(text) == ""
    assert taken(text) == ["A VIE - GAL"]


def test_a_box_is_read_up_to_a_bound_and_the_rest_is_reported(work_done: list[int]) -> None:
    mail = f"From a@example.org Mon Jan  1 00:00:00 2024\n{HEAD}\n" + "maybe army vienn supports budapst to galizien if\n" * 20 + "\n"
    assert "mails were not read" in troubles((mail * 20).encode())
    assert 0 < sum(work_done) <= BOX_WORK + CHOICE_WORK * 20


def test_only_so_many_mails_of_a_box_are_taken_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mime, "MOST_MAILS", 20)
    mail = f"From a@example.org Mon Jan  1 00:00:00 2024\n{HEAD}\nhello\n\n"
    box = (mail * 25).encode()
    assert "only the first 20 of 25 mails were read" in troubles(box)
    assert len(read(box).letters) == 20


@pytest.mark.parametrize("body", [ORDER, "A" * 99 + "\n", "A" * 9_999])
def test_a_large_mail_is_read_at_its_start_and_the_rest_is_reported(body: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mime, "MOST_MAIL_BYTES", 20_000)
    large = (HEAD + "\n" + ORDER + "\n").encode() + body.encode() * (500_000 // len(body))
    assert "what is beyond 20,000 was not read" in troubles(large)


def test_parts_within_parts_are_read_to_a_depth_and_told_beyond() -> None:
    assert taken(nested(5)) == ["A VIE - GAL"]
    assert "too many parts" in troubles(nested(2_000))
    assert taken(nested(2_000)) == []


HOSTILE = [
    "<a ",
    "<s><p>",
    "<!--",
    "<![CDATA[ <!x &#x41",
    "<blockquote>",
    "<table><tr><td>",
    "<script>",
    "&#99999999999;&#0;&#xD800;",
]


@pytest.mark.parametrize("piece", HOSTILE)
def test_hostile_html_gives_no_order_and_no_error(piece: str) -> None:
    assert taken(html(piece * 4_000)) == []
    assert taken(html("<p>A Vie - Gal</p><p></p>" + piece * 4_000)) in ([], ["A VIE - GAL"])


def test_html_is_taken_apart_up_to_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    fed: list[int] = []
    monkeypatch.setattr(HTMLParser, "feed", lambda _, data: fed.append(len(data)))
    read(html("<p>x" * 200_000))
    assert 0 < sum(fed) <= MOST_HTML


@pytest.mark.parametrize("piece", HOSTILE)
def test_the_parser_of_html_does_each_piece_once(piece: str, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[int] = []
    for name in ("parse_starttag", "parse_endtag", "parse_html_declaration", "parse_comment", "parse_pi"):
        kept = getattr(HTMLParser, name)

        def counting(parser: HTMLParser, *given: object, kept: object = kept) -> object:
            steps.append(1)
            return kept(parser, *given)  # type: ignore[operator]

        monkeypatch.setattr(HTMLParser, name, counting)
    read(html(piece * 2_000))
    assert sum(steps) <= 2_000 * (piece.count("<") + 1)


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
