"""Talk with a mail server, word by word, and the meaning of its answers: a server of a script; test_sending.py asks a real one."""

from __future__ import annotations

import smtplib
import ssl
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from app.game.storage.atomic import Failure, StorageError
from app.mail_out.mail import Correspondent
from app.mail_out.mail_sending import PATIENCE, PATIENCE_AFTER_TEXT, SendingError, send, send_rounds, try_connection
from app.mail_out.mail_server import MailServer, Security
from app.mail_out.outbox import Item, MailState, Outbox, OutboxRound

TLS = MailServer("mail.example.net", 465, Security.TLS, "gm", Correspondent("Gus", "gm@example.net"))
STARTTLS = MailServer("mail.example.net", 587, Security.STARTTLS, "", Correspondent("Gus", "gm@example.net"))


class Script:
    """A connection that answers from a table, and notes the words to it."""

    def __init__(self, log: list[str], answers: dict[str, Any], context: object, start: str) -> None:
        self.log, self.answers, self.context = log, answers, context
        self.sock: Any = SimpleNamespace(settimeout=lambda seconds: log.append(f"patience {seconds:g}"))
        if answers.get("no socket"):
            self.sock = None
        self.say(start)

    def say(self, words: str, usual: object = None) -> Any:
        self.log.append(words)
        answer = self.answers.get(words.partition(" ")[0], usual)
        if isinstance(answer, list):
            answer = answer.pop(0) if answer else usual
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def ehlo_or_helo_if_needed(self) -> None:
        self.say("hello")

    def ehlo(self) -> None:
        self.say("ehlo")

    def has_extn(self, name: str) -> bool:
        return name == "starttls"

    def starttls(self, context: object) -> None:
        assert context is self.context
        self.say("starttls")

    def login(self, user: str, password: str) -> None:
        self.say(f"login {user} {password}")

    def noop(self) -> tuple[int, bytes]:
        return self.say("noop", (250, b"ok"))  # type: ignore[no-any-return]

    def rset(self) -> None:
        self.say("rset")

    def mail(self, sender: str) -> tuple[int, bytes]:
        return self.say(f"mail {sender}", (250, b"ok"))  # type: ignore[no-any-return]

    def rcpt(self, address: str) -> tuple[int, bytes]:
        return self.say(f"rcpt {address}", (250, b"ok"))  # type: ignore[no-any-return]

    def docmd(self, command: str) -> tuple[int, bytes]:
        return self.say(command.lower(), (354, b"go on"))  # type: ignore[no-any-return]

    def send(self, content: bytes) -> None:
        self.say(f"text {content!r}")

    def getreply(self) -> tuple[int, bytes]:
        return self.say("answer", (250, b"taken"))  # type: ignore[no-any-return]

    def quit(self) -> None:
        self.say("quit")

    def close(self) -> None:
        self.say("close")


class Talk:
    """Sends mails to a script."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.box = Outbox(folder)
        self.log: list[str] = []
        self.answers: dict[str, Any] = {}
        self.context: Any = object()

        def plain(host: str, port: int, timeout: float) -> Script:
            return Script(self.log, self.answers, self.context, f"connect {host} {port} {timeout:g}")

        def over_tls(host: str, port: int, timeout: float, context: object) -> Script:
            assert context is self.context
            return Script(self.log, self.answers, self.context, f"tls {host} {port} {timeout:g}")

        patch.setattr(smtplib, "SMTP", plain)
        patch.setattr(smtplib, "SMTP_SSL", over_tls)

    def add(self, count: int = 1, at: str = "20261129T200000") -> OutboxRound:
        items = tuple(Item(at, f"P{at}", "Ada", f"ada{at}@example.org", "", "") for at in range(count))
        return self.box.add(OutboxRound(f"{at}-0badcafe", "7e57", "T", "F1901M", "main", "results", items), [b"x"] * count)

    def send(self, count: int = 1, server: MailServer = TLS, **more: Any) -> list[tuple[MailState, str]]:
        done = send(self.box, self.add(count), server, "secret", context=self.context, **more)
        return [(each.state, each.reply) for each in done.items]


@pytest.fixture
def talk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Talk:
    return Talk(tmp_path, monkeypatch)


def one_mail(number: int, patience: str = "120") -> list[str]:
    return ["rset", "mail gm@example.net", f"rcpt ada{number}@example.org", "data", f"patience {patience}", r"text b'x\r\n.\r\n'", "answer"]


def test_a_connection_from_its_first_to_its_last_word(talk: Talk) -> None:
    assert talk.send(2) == [(MailState.SENT, "250 taken")] * 2
    assert talk.log == [
        "tls mail.example.net 465 30", "hello", "login gm secret", *one_mail(0), "noop", *one_mail(1), "quit", "close",
    ]  # fmt: skip
    assert (PATIENCE, PATIENCE_AFTER_TEXT) == (30, 120)


def test_a_connection_that_is_made_safe_greets_twice_and_says_nothing_in_between(talk: Talk) -> None:
    assert talk.send(1, STARTTLS, patience=7) == [(MailState.SENT, "250 taken")]
    assert talk.log == ["connect mail.example.net 587 30", "hello", "starttls", "ehlo", *one_mail(0, "7"), "quit", "close"]


@pytest.mark.parametrize(
    ("answers", "state", "last"),
    [
        ({"mail": (249, b"x")}, MailState.WAITING, "mail gm@example.net"),
        ({"mail": (252, b"x")}, MailState.WAITING, "mail gm@example.net"),
        ({"mail": (500, b"x")}, MailState.REFUSED, "mail gm@example.net"),
        ({"mail": (499, b"x")}, MailState.WAITING, "mail gm@example.net"),
        ({"rcpt": (249, b"x")}, MailState.WAITING, "rcpt ada0@example.org"),
        ({"rcpt": (251, b"x")}, MailState.SENT, "answer"),
        ({"rcpt": (252, b"x")}, MailState.WAITING, "rcpt ada0@example.org"),
        ({"data": (353, b"x")}, MailState.WAITING, "data"),
        ({"data": (355, b"x")}, MailState.WAITING, "data"),
        ({"data": (500, b"x")}, MailState.REFUSED, "data"),
        ({"answer": (249, b"x")}, MailState.WAITING, "answer"),
        ({"answer": (251, b"x")}, MailState.WAITING, "answer"),
        ({"answer": (500, b"x")}, MailState.REFUSED, "answer"),
        ({"answer": (501, b"x")}, MailState.REFUSED, "answer"),
        ({"no socket": True}, MailState.SENT, "answer"),
    ],
)
def test_an_answer_that_is_not_the_one_that_goes_on_ends_a_mail(answers: dict[str, Any], state: MailState, last: str, talk: Talk) -> None:
    talk.answers.update(answers)
    ((found, _),) = talk.send()
    assert (found, talk.log[-3:]) == (state, [last, "quit", "close"])


@pytest.mark.parametrize("answer", [(249, b""), (251, b""), OSError("gone"), smtplib.SMTPServerDisconnected("gone")])
def test_a_connection_that_does_not_say_that_it_is_there_is_closed_and_made_anew(answer: object, talk: Talk) -> None:
    talk.answers["noop"] = answer
    assert [state for state, _ in talk.send(2)] == [MailState.SENT] * 2
    start = ["tls mail.example.net 465 30", "hello", "login gm secret"]
    assert talk.log == [*start, *one_mail(0), "noop", "close", *start, *one_mail(1), "quit", "close"]


@pytest.mark.parametrize(
    ("step", "error", "words"),
    [
        ("hello", OSError("Odd"), "mail.example.net:465 cannot be reached with TLS: Odd. Nothing was sent."),
        ("login", TimeoutError(), "mail.example.net:465 cannot be reached with TLS: it did not answer in time. Nothing was sent."),
        ("login", OSError("it timed out"), "mail.example.net:465 cannot be reached with TLS: it did not answer in time. Nothing was sent."),
        (
            "login",
            smtplib.SMTPServerDisconnected("x"),
            "mail.example.net:465 cannot be reached with TLS: it closed the connection. Nothing was sent.",
        ),
        (
            "login",
            smtplib.SMTPAuthenticationError(535, b"no  such\n\xffuser"),
            "mail.example.net:465 does not take the password of gm: 535 no such \ufffduser. Nothing was sent.",
        ),
        (
            "login",
            smtplib.SMTPAuthenticationError(535, "in words"),
            "mail.example.net:465 does not take the password of gm: 535 in words. Nothing was sent.",
        ),
        ("tls", OSError("x" * 400), f"mail.example.net:465 cannot be reached with TLS: {'x' * 300}. Nothing was sent."),
    ],
)
def test_a_connection_that_does_not_come_about_says_why_and_is_closed(step: str, error: Exception, words: str, talk: Talk) -> None:
    talk.answers[step] = error
    with pytest.raises(SendingError) as caught:
        talk.send()
    assert str(caught.value) == words
    assert talk.log[-1] == ("close" if step != "tls" else "tls mail.example.net 465 30")
    (kept,) = talk.box.rounds()
    assert kept.items[0].state is MailState.WAITING


def test_a_program_that_is_ended_while_it_connects_closes_the_connection(talk: Talk) -> None:
    talk.answers["login"] = KeyboardInterrupt()
    with pytest.raises(KeyboardInterrupt):
        talk.send()
    assert talk.log[-1] == "close"
    assert talk.box.lock().acquire()


@pytest.mark.parametrize("step", ["rset", "mail", "rcpt", "data"])
def test_a_connection_that_ends_before_a_text_is_closed_without_a_word(step: str, talk: Talk) -> None:
    talk.answers[step] = ConnectionResetError(104, "Connection reset by peer")
    with pytest.raises(SendingError, match="before Ada's mail was handed over: Connection reset by peer"):
        talk.send(2)
    assert talk.log[-1] == "close"
    assert "quit" not in talk.log
    (kept,) = talk.box.rounds()
    assert [(each.state, each.reply) for each in kept.items] == [
        (MailState.WAITING, "not sent: Connection reset by peer"), (MailState.WAITING, ""),
    ]  # fmt: skip


@pytest.mark.parametrize("step", ["text", "answer"])
def test_a_connection_that_ends_after_a_text_is_closed_and_the_next_mail_has_a_new_one(step: str, talk: Talk) -> None:
    talk.answers[step] = [ConnectionResetError(104, "Connection reset by peer")]
    assert [state for state, _ in talk.send(2)] == [MailState.UNKNOWN, MailState.SENT]
    assert talk.log.count("tls mail.example.net 465 30") == 2
    assert talk.log.count("close") == 2
    assert talk.log.count("quit") == 1


def test_who_stops_it_is_asked_before_each_mail_and_the_server_is_told_good_bye(talk: Talk) -> None:
    asked: list[tuple[int, MailState]] = []

    def go_on(_: OutboxRound, item: Item) -> bool:
        asked.append((item.number, item.state))
        return item.number == 0

    assert [state for state, _ in talk.send(3, told=go_on)] == [MailState.SENT, MailState.WAITING, MailState.WAITING]
    assert asked == [(0, MailState.WAITING), (0, MailState.SENDING), (0, MailState.SENT), (1, MailState.WAITING)]
    assert talk.log[-2:] == ["quit", "close"]


def test_a_good_bye_that_nobody_hears_is_no_failure(talk: Talk) -> None:
    talk.answers["quit"] = smtplib.SMTPServerDisconnected("gone")
    assert talk.send() == [(MailState.SENT, "250 taken")]
    assert talk.log[-2:] == ["quit", "close"]


def test_the_systems_certificates_are_believed_where_no_others_are_named(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = talk.context
    monkeypatch.setattr(ssl, "create_default_context", lambda: usual)
    assert send(talk.box, talk.add(), TLS, None).items[0].state is MailState.SENT
    assert "login gm " in talk.log


def test_several_rounds_go_over_one_connection_that_ends_with_a_good_bye(talk: Talk) -> None:
    talk.add(1, "20261129T200000")
    talk.add(1, "20261129T210000")
    done = send_rounds(talk.box, TLS, "secret", context=talk.context)
    assert [each.state for present in done for each in present.items] == [MailState.SENT, MailState.SENT]
    assert talk.log == [
        "tls mail.example.net 465 30", "hello", "login gm secret", *one_mail(0), "noop", *one_mail(0), "quit", "close",
    ]  # fmt: skip


def test_a_disk_that_is_full_in_the_middle_of_a_mail_ends_the_connection_without_a_word(
    talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that waits for a text would take a good-bye for its first line."""
    talk.add()

    def full(*_: object) -> OutboxRound:
        raise StorageError(Failure.DISK_FULL, talk.box.folder, "no room")

    monkeypatch.setattr(talk.box, "mark", full)
    with pytest.raises(StorageError):
        send_rounds(talk.box, TLS, "secret", context=talk.context)
    assert talk.log[-2:] == ["data", "close"]
    assert talk.box.lock().acquire()


def test_a_try_of_the_connection_says_hello_and_good_bye(talk: Talk) -> None:
    assert try_connection(TLS, "secret", talk.context) == "mail.example.net with TLS, as gm@example.net"
    assert talk.log == ["tls mail.example.net 465 30", "hello", "login gm secret", "quit", "close"]
