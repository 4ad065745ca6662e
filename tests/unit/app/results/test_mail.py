"""The mail of a player as a mail program reads it: headers that nobody breaks into, safe names, links, the password's store."""

from __future__ import annotations

import email
import email.policy
from dataclasses import replace
from datetime import UTC, datetime
from email.message import EmailMessage
from typing import Any

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends import SecretService, chainer, fail, null

from app.game.record import Cursor
from app.results.addresses import checked_address
from app.results.mail import Correspondent, mail, text_link
from app.results.mail_server import MailServer, Security, checked_server
from app.results.making import Package, Wish, make, plan
from app.results.readers import named_template
from app.results.secret_store import SecretStore
from tests.unit.app.results.round_of_two import desk

AT = datetime(2026, 11, 29, 20, 0, tzinfo=UTC)
ADA = Correspondent("Ada", "ada@example.org")
GM = Correspondent("Gus", "gm@example.org")


def package(template: str = "plain") -> Package:
    made = desk()
    planned = plan(made.session, Cursor("main", 1), ("AUSTRIA",), Wish(named_template(template)))
    (found,) = make(made.services, planned, lambda *_: True)
    return found


def read(message: EmailMessage) -> EmailMessage:
    found = email.message_from_bytes(message.as_bytes(), policy=email.policy.default)
    assert isinstance(found, EmailMessage)
    return found


def test_a_draft_opens_in_the_mail_program_ready_to_be_sent() -> None:
    draft = read(mail(package(), ADA, None, AT))
    assert (draft["X-Unsent"], draft["From"], draft["Message-ID"]) == ("1", None, None)
    assert draft["To"] == "Ada <ada@example.org>"
    assert draft["Subject"] == "Test, Fall 1901, movement [game 7e57]"
    body = draft.get_body(preferencelist=("plain",))
    assert body is not None
    assert body.get_content().splitlines()[:3] == ["Test, Fall 1901, movement", "", "Dear Ada,"]
    names = [each.get_filename() for each in draft.iter_attachments()]
    assert names == ["Test F1901M.png", "Test F1901M Austria-Hungary.pdf"]


def test_a_mail_that_is_sent_is_known_by_its_message_id() -> None:
    sent = read(mail(package(), ADA, GM, AT, "<1@example.org>"))
    assert (sent["Message-ID"], sent["X-Unsent"], sent["From"]) == ("<1@example.org>", None, "Gus <gm@example.org>")


def test_an_html_template_comes_with_the_plain_text_and_the_picture_inside() -> None:
    found = read(mail(package("html"), ADA, None, AT))
    page = found.get_body(preferencelist=("html",))
    assert page is not None
    assert 'src="cid:board@results"' in page.get_content()
    inside = [part["Content-ID"] for part in found.walk() if part["Content-ID"]]
    assert inside == ["<board@results>"]
    assert found.get_body(preferencelist=("plain",)) is not None


@pytest.mark.parametrize(
    "name",
    [
        "Ada\r\nBcc: all@example.org",
        "Ada\nX: y",
        "Ada\x0bBcc: x",
        "Ada\u2028Bcc: x",
        "Ada\x00\r\n\r\nbody",
        "=?utf-8?q?=0d=0aBcc:_x?=",
        'A" <x@y>,"',
    ],
)
def test_no_name_and_no_title_breaks_into_the_headers(name: str) -> None:
    made = package()
    made = replace(made, facts=replace(made.facts, game=name, reader_name=name))
    raw = mail(made, Correspondent(name, "ada@example.org"), Correspondent(name, "gm@example.org"), AT, "<1@x>").as_bytes()
    found = email.message_from_bytes(raw, policy=email.policy.default)
    assert set(found.keys()) == {"Subject", "To", "From", "Date", "Message-ID", "Auto-Submitted", "MIME-Version", "Content-Type"}
    assert [each.addr_spec for each in found["To"].addresses] == ["ada@example.org"]
    for part in found.walk():
        file_name = part.get_filename()
        assert file_name is None or not set(file_name) & set('/\\:\r\n"<>;')


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ada",
        "ada@",
        "@x",
        "a b@x",
        "a@x\r\nBcc: y@z",
        "a@x, b@y",
        "<a@x>",
        "a@x>\nRCPT TO:<y@z",
        "ä@x.org",
        "a@-x",
        "a" * 70 + "@x",
        "a@" + "x." * 200,
    ],
)
def test_what_is_no_address_of_one_person_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no mail address"):
        checked_address(text)


def test_a_domain_in_other_letters_is_written_as_servers_know_it() -> None:
    assert checked_address(" ada@bücher.example ") == "ada@xn--bcher-kva.example"


def test_lines_are_seven_bit_and_short_whatever_is_in_them() -> None:
    made = replace(package(), text="Größe " * 400 + "\n.\n")
    raw = mail(made, ADA, GM, AT, "<1@x>").as_bytes()
    assert max(raw) < 128
    assert max(len(line) for line in raw.split(b"\r\n")) <= 998
    body = email.message_from_bytes(raw, policy=email.policy.default).get_body(preferencelist=("plain",))
    assert body is not None
    assert body.get_content().splitlines() == made.text.splitlines()


def test_a_link_holds_a_short_text_and_leaves_out_a_long_one() -> None:
    facts = package().facts
    assert text_link(facts, "A PAR - BUR\n& more", ADA) == (
        "mailto:ada@example.org?subject=Test%2C%20Fall%201901%2C%20movement%20%5Bgame%207e57%5D&body=A%20PAR%20-%20BUR%0D%0A%26%20more",
        True,
    )
    link, has_text = text_link(facts, "word " * 2000, ADA)
    assert not has_text
    assert "body" not in link


@pytest.mark.parametrize(
    ("host", "port"), [("", 465), ("smtp example", 465), ("x\r\ny", 465), ("smtp.example.org", 0), ("smtp.example.org", 70_000)]
)
def test_what_is_no_server_is_refused(host: str, port: int) -> None:
    with pytest.raises(ValueError, match=r"server|port"):
        checked_server(host, port, Security.TLS, "gm", GM)


SERVER = MailServer("smtp.example.org", 465, Security.TLS, "gm", GM)


class Plaintext(KeyringBackend):
    """What a careless setting may name."""

    priority = 9
    kept: dict[tuple[str, str], str]

    def get_password(self, service: str, username: str) -> str | None:
        return "from a file"

    def set_password(self, service: str, username: str, password: str) -> None:
        raise AssertionError("a password was given to a back end that keeps it in the open")


class Trusted(SecretService.Keyring):
    """The system's own, without a system."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.kept[service, username]


@pytest.fixture
def backend(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    chosen: list[Any] = [Trusted()]
    monkeypatch.setattr(keyring, "get_keyring", lambda: chosen[0])
    return chosen


def test_the_systems_store_keeps_the_password(backend: list[Any]) -> None:
    store = SecretStore()
    assert store.keep(SERVER, "secret")
    assert store.password(SERVER) == "secret"
    assert store.password(replace(SERVER, host="other.example.org")) is None
    store.forget(SERVER)
    store.forget(SERVER)
    assert store.password(SERVER) is None


@pytest.mark.parametrize("kind", [Plaintext, fail.Keyring, null.Keyring])
def test_a_back_end_that_keeps_no_secret_is_refused(kind: type[KeyringBackend], backend: list[Any]) -> None:
    backend[0] = kind()
    store = SecretStore()
    assert not store.is_there
    assert not store.keep(SERVER, "secret")
    assert store.password(SERVER) is None


def test_among_several_the_one_that_keeps_a_secret_is_taken(backend: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    trusted = Trusted()
    monkeypatch.setattr(chainer.ChainerBackend, "backends", [Plaintext(), trusted])  # type: ignore[no-untyped-call]  # the library says nothing of it
    backend[0] = chainer.ChainerBackend()  # type: ignore[no-untyped-call]  # the library says nothing of it
    assert SecretStore().keep(SERVER, "secret")
    assert list(trusted.kept.values()) == ["secret"]
