"""The talk with a mail server at its edges: answers, long words, logins, lost connections, and a text's own dots and line ends."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.mail_out.mail_sending import SendingError, send
from app.mail_out.mail_server import MailServer
from app.mail_out.outbox import Item, MailState, Outbox, OutboxRound
from tests.fakes.mail_servers import PASSWORD, Handler, mail_server, trusting

ADA = "ada@example.org"
BEN = "ben@example.org"


@pytest.fixture
def box(tmp_path: Path) -> Outbox:
    return Outbox(tmp_path / "outbox")


def round_of(box: Outbox, *mails: bytes) -> OutboxRound:
    addresses = (ADA, BEN, "cleo@example.org")
    items = tuple(Item(at, f"P{at}", addresses[at].partition("@")[0].title(), addresses[at], "", "") for at in range(len(mails)))
    return box.add(OutboxRound("20261129T200000-0badcafe", "7e57", "Test", "F1901M", "main", "results", items), mails)


@pytest.fixture
def handler() -> Handler:
    return Handler()


@pytest.fixture
def server(tmp_path: Path, handler: Handler) -> Iterator[MailServer]:
    with mail_server(tmp_path, handler) as found:
        yield found


@pytest.mark.parametrize(
    ("text", "arrived"),
    [
        (b"a\r\n.\r\n..b\r\n.c\r\n", b"a\r\n.\r\n..b\r\n.c\r\n"),
        (b".\n.", b".\r\n.\r\n"),
        (b"a\rb\nc\r\n\r\nd", b"a\r\nb\r\nc\r\n\r\nd\r\n"),
        (b"a.b\r\n", b"a.b\r\n"),
    ],
)
def test_a_mail_arrives_with_its_dots_and_with_line_ends_as_servers_have_them(
    text: bytes, arrived: bytes, tmp_path: Path, box: Outbox, handler: Handler, server: MailServer
) -> None:
    send(box, round_of(box, text), server, PASSWORD, context=trusting(tmp_path))
    assert handler.got == [(ADA, arrived)]


@pytest.mark.parametrize("step", ["refused", "answers"])
@pytest.mark.parametrize(
    ("answer", "state"),
    [("499 x", MailState.WAITING), ("500 x", MailState.REFUSED), ("599 x", MailState.REFUSED), ("421 x", MailState.WAITING)],
)
def test_an_answer_of_five_hundred_or_more_is_a_refusal_and_below_it_is_put_off(
    step: str, answer: str, state: MailState, tmp_path: Path, box: Outbox, handler: Handler, server: MailServer
) -> None:
    getattr(handler, step)[ADA] = answer
    done = send(box, round_of(box, b"x", b"y"), server, PASSWORD, context=trusting(tmp_path))
    assert [(each.state, each.reply[:5]) for each in done.items] == [(state, answer), (MailState.SENT, "250 t")]
    assert handler.receivers == [BEN]


def test_a_servers_long_answer_is_cut_and_on_one_line(tmp_path: Path, box: Outbox, handler: Handler, server: MailServer) -> None:
    handler.answers[ADA] = "550-a  b\r\n550 " + "x" * 400
    done = send(box, round_of(box, b"x"), server, PASSWORD, context=trusting(tmp_path))
    assert done.items[0].reply == ("550 a b " + "x" * 400)[:300]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00", done.items[0].at)


class Forwarding(Handler):
    """Takes mails for a person who lives elsewhere now, and has no patience between two mails."""

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: list[str]) -> str:
        envelope.rcpt_tos.append(address)
        return "251 User not local; will forward"

    async def handle_NOOP(self, server: Any, session: Any, envelope: Any, argument: str) -> str:
        return "421 idle for too long"


def test_mail_goes_out_again_after_a_lost_connection(tmp_path: Path, box: Outbox) -> None:
    handler = Forwarding()
    with mail_server(tmp_path, handler) as server:
        done = send(box, round_of(box, b"x", b"y", b"z"), server, PASSWORD, context=trusting(tmp_path))
    assert [each.state for each in done.items] == [MailState.SENT] * 3
    assert handler.logins == 3


def test_a_server_without_a_user_is_told_no_password(tmp_path: Path, box: Outbox, handler: Handler, server: MailServer) -> None:
    done = send(box, round_of(box, b"x"), replace(server, user=""), PASSWORD, context=trusting(tmp_path))
    assert (done.items[0].state, handler.logins) == (MailState.SENT, 0)


def test_no_password_is_an_empty_one(tmp_path: Path, box: Outbox, handler: Handler, server: MailServer) -> None:
    with pytest.raises(SendingError, match=r"does not take the password of gm: 5\d\d .*\. Nothing was sent\."):
        send(box, round_of(box, b"x"), server, None, context=trusting(tmp_path))
    assert handler.got == []


def test_a_connection_that_ends_before_a_mail_says_why_with_the_mail(
    tmp_path: Path, box: Outbox, handler: Handler, server: MailServer
) -> None:
    handler.cut_before.add(ADA)
    with pytest.raises(SendingError) as caught:
        send(box, round_of(box, b"x"), server, PASSWORD, context=trusting(tmp_path))
    assert str(caught.value) == "The connection to 127.0.0.1 ended before Ada's mail was handed over: it closed the connection"
    (kept,) = box.rounds()
    assert (kept.items[0].state, kept.items[0].reply) == (MailState.WAITING, "not sent: it closed the connection")


def test_a_round_that_the_outbox_does_not_have_is_not_sent(tmp_path: Path, box: Outbox, handler: Handler, server: MailServer) -> None:
    made = round_of(box, b"x")
    (box.folder / made.id / "round.json").unlink()
    with pytest.raises(SendingError, match="The outbox does not have these mails any more; make them anew"):
        send(box, made, server, PASSWORD, context=trusting(tmp_path))
    assert handler.receivers == []
    assert box.lock().acquire(), "the lock is free again"


def test_whoever_watches_is_told_before_each_mail_and_after_each_change(
    tmp_path: Path, box: Outbox, handler: Handler, server: MailServer
) -> None:
    heard: list[tuple[int, str]] = []

    def told(_: OutboxRound, item: Item) -> bool:
        heard.append((item.number, item.state.value))
        return True

    send(box, round_of(box, b"x", b"y"), server, PASSWORD, told, trusting(tmp_path))
    assert heard == [(at, state) for at in (0, 1) for state in ("waiting", "handing over", "sent")]


def test_what_is_unknown_from_before_is_said_before_anything_is_sent(
    tmp_path: Path, box: Outbox, handler: Handler, server: MailServer
) -> None:
    made = box.mark(round_of(box, b"x", b"y"), 0, MailState.SENDING)
    done = send(box, made, server, PASSWORD, context=trusting(tmp_path))
    assert [each.state for each in done.items] == [MailState.UNKNOWN, MailState.SENT]
    assert handler.receivers == [BEN]
