"""Doubts that settle themselves: a mail that is put out takes its questions along, and a plain later order is the answer to one."""

from __future__ import annotations

from typing import Any

import pytest

from app.game.deadlines import Lateness
from app.gm import order_mails
from app.gm.order_mails import take_in
from app.mail_in.accounting import Accounting
from app.session.errors import CommandError
from tests.quick import each_nth
from tests.unit.app.commands.fake_services import Desk
from tests.unit.app.gm.test_mails_taken_in import desk

__all__ = ["desk"]

PLAIN = "A VIE - GAL\nF TRI H\nA BUD - SER"


def sent(desk: Desk, *bodies: str) -> None:
    """Take in mails of Austria, one after the other."""
    for minute, body in enumerate(bodies):
        take_in(desk.session, f"From: ada@example.org\nDate: Fri, 27 Nov 2020 20:{minute:02} +0000\n\n{body}\n".encode(), "AUSTRIA")


def in_question(desk: Desk) -> set[str]:
    return {str(line.order) for _, line in desk.session.open_turn.withdrawn}


@pytest.mark.slow
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


def waiting(desk: Desk) -> list[str]:
    return [line.text for line in desk.session.open_turn.orders_of("AUSTRIA") if line.order is None]


@pytest.mark.slow
@each_nth(
    3,
    ("second", "left"),
    [
        ("A Vie - Gal", []),
        ("A Vie - Tyr\nF Tri H", []),
        ("F Tri - Alb", ["A Vie - Gal if Russia is nice, else A Vie - Tyr"]),
        ("A Vie - Gal or Boh", ["A Vie - Gal if Russia is nice, else A Vie - Tyr", "A Vie - Gal or Boh"]),
    ],
)
def test_a_plain_order_for_the_unit_answers_what_was_asked_about_it(desk: Desk, second: str, left: list[str]) -> None:
    sent(desk, "A Bud - Ser\nA Vie - Gal if Russia is nice, else A Vie - Tyr", second)
    assert waiting(desk) == left


@pytest.mark.slow
def test_an_order_that_was_sent_before_the_doubtful_one_answers_nothing(desk: Desk) -> None:
    sent(desk, "A Bud - Ser\nA Vie - Gal if Russia is nice, else A Vie - Tyr")
    take_in(desk.session, b"From: ada@example.org\nDate: Fri, 27 Nov 2020 19:00 +0000\n\nA Vie - Gal\n", "AUSTRIA")
    assert waiting(desk) == ["A Vie - Gal if Russia is nice, else A Vie - Tyr"]


@pytest.mark.parametrize("answer", ["From: ada@example.org\nDate: Fri, 27 Nov 2020 20:00 +0000\n\nA Vie - Gal\n", "A Vie - Gal"])
def test_a_mail_of_the_same_minute_and_a_pasted_line_are_answers_too(desk: Desk, answer: str) -> None:
    sent(desk, "A Bud - Ser\nA Vie - Gal if Russia is nice, else A Vie - Tyr")
    take_in(desk.session, answer, "AUSTRIA")
    assert waiting(desk) == []


@pytest.mark.slow
def test_a_doubt_is_answered_once_all_its_units_are_ordered(desk: Desk) -> None:
    sent(desk, "A Vie - Tyr and A Bud - Vie unless Italy minds")
    before = waiting(desk)
    assert len(before) == 1
    sent(desk, "A Vie - Tyr")
    assert waiting(desk) == before
    take_in(desk.session, "A Vie - Tyr\nA Bud - Vie", "AUSTRIA")
    assert waiting(desk) == []


def test_an_order_that_came_too_late_waits_until_the_next_one_that_counts(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(order_mails, "lateness", lambda *_: Lateness.TOO_LATE)
    sent(desk, "A Vie - Gal")
    assert waiting(desk) == ["A Vie - Gal"]
    take_in(desk.session, b"From: ada@example.org\nDate: Fri, 27 Nov 2020 21:00 +0000\n\nA Vie - Tyr\n", "AUSTRIA", late=True)
    assert [line.text for line in desk.session.open_turn.orders_of("AUSTRIA")] == ["A Vie - Tyr"]


@pytest.mark.parametrize(("first", "readings"), [("A Vie - Gal", 2), ("A Vie - Gal or Tyr", 3)])
def test_mails_are_read_again_only_while_one_of_their_lines_waits(
    first: str, readings: int, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[object] = []
    plain = order_mails.account_letters

    def counted(*args: Any, **more: Any) -> Accounting:
        read.append(args)
        return plain(*args, **more)

    monkeypatch.setattr(order_mails, "account_letters", counted)
    sent(desk, first, "A Bud - Ser")
    assert len(read) == readings


def test_the_answer_of_another_power_answers_nothing(desk: Desk) -> None:
    sent(desk, "A Bud - Ser\nA Vie - Gal if Russia is nice, else A Vie - Tyr")
    take_in(desk.session, b"From: finn@example.org\nDate: Fri, 27 Nov 2020 21:00 +0000\n\nA War - Gal\n", "RUSSIA")
    assert waiting(desk) == ["A Vie - Gal if Russia is nice, else A Vie - Tyr"]


@pytest.mark.slow
def test_each_mail_is_told_line_by_line_at_any_time_with_what_is_still_to_decide(desk: Desk) -> None:
    sent(desk, "A Bud - Ser\nA Vie - Gal if Russia is nice, else A Vie - Tyr", "F Tri - Alb")
    first, second = desk.run("mails").splitlines()
    assert first.endswith(": 1 line to decide")
    assert not second.endswith("to decide")
    said = desk.run("mails 1")
    assert "line 1: A BUD - SER: taken" in said
    assert "to be decided" in said
    assert "Please say what you mean:" in said
    sent(desk, "A Vie - Tyr")
    assert "to decide" not in desk.run("mails")
    assert "Please say what you mean:" not in desk.run("mails 1"), "it is decided"
    with pytest.raises(CommandError):
        desk.run("mails 9")


@pytest.mark.parametrize(("second", "asked"), [("cancel F Tri", set()), ("cancel Tyrolia", {"A BUD - SER", "A VIE - GAL"})])
def test_a_unit_that_is_named_and_has_no_order_puts_no_other_in_question(desk: Desk, second: str, asked: set[str]) -> None:
    sent(desk, "A Bud - Ser\nA Vie - Gal", second)
    assert in_question(desk) == asked
