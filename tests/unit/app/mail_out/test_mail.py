"""The mail of a player as a mail program reads it: headers that cannot be broken into, safe names, links, the password's store."""

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
from app.mail_out.addresses import checked_address
from app.mail_out.mail import Correspondent, content_of, mail, text_link
from app.mail_out.mail_server import MailServer, SecretStore, Security, checked_server
from app.mail_out.making import Package, Wish, make, plan
from app.mail_out.readers import named_template
from app.session.services import PictureFormat
from tests.quick import one_by_one
from tests.unit.app.mail_out.round_of_two import desk

AT = datetime(2026, 11, 29, 20, 0, tzinfo=UTC)
ADA = Correspondent("Ada", "ada@example.org")
GM = Correspondent("Gus", "gm@example.org")


def package(template: str = "plain") -> Package:
    made = desk()
    planned = plan(made.session, Cursor("main", 1), ("AUSTRIA",), Wish(named_template(template)))
    (found,) = make(made.services, planned, lambda *_: True)
    return found


def read(message: EmailMessage) -> EmailMessage:
    found = email.message_from_bytes(content_of(message), policy=email.policy.default)
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


def test_only_a_part_of_several_parts_has_a_boundary() -> None:
    sent = read(mail(package("html"), ADA, GM, AT, "<1@example.org>"))
    assert {each.is_multipart() for each in sent.walk()} == {True, False}
    assert all((each.get_boundary() is not None) is each.is_multipart() for each in sent.walk())


def test_a_mail_that_is_sent_is_known_by_its_message_id() -> None:
    sent = read(mail(package(), ADA, GM, AT, "<1@example.org>"))
    assert (sent["Message-ID"], sent["X-Unsent"], sent["From"]) == ("<1@example.org>", None, "Gus <gm@example.org>")


def test_an_html_template_comes_with_the_plain_text_and_the_picture_inside() -> None:
    found = read(mail(package("html"), ADA, None, AT))
    page = found.get_body(preferencelist=("html",))
    assert page is not None
    assert 'src="cid:board@results"' in page.get_content()
    assert page.get_content_charset() == "utf-8"
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
    raw = content_of(mail(made, Correspondent(name, "ada@example.org"), Correspondent(name, "gm@example.org"), AT, "<1@x>"))
    found = email.message_from_bytes(raw, policy=email.policy.default)
    assert set(found.keys()) == {"Subject", "To", "From", "Date", "Message-ID", "Auto-Submitted", "MIME-Version", "Content-Type"}
    assert [each.addr_spec for each in found["To"].addresses] == ["ada@example.org"]
    for part in found.walk():
        file_name = part.get_filename()
        assert file_name is None or not set(file_name) & set('/\\:\r\n"<>;')


@one_by_one(
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


@pytest.mark.parametrize("template", ["plain", "html"])
@pytest.mark.parametrize("text", ["", "One line", "Two\n\nlines\n", "Old\rends\r\nof lines", "Größe\n" * 40])
def test_a_mail_is_written_as_the_library_writes_it(template: str, text: str) -> None:
    made = mail(replace(package(template), text=text, picture=bytes(range(256)) * 40), ADA, GM, AT, "<1@x>")
    assert content_of(made) == made.as_bytes()


def test_lines_are_seven_bit_and_short_whatever_is_in_them() -> None:
    made = replace(package(), text="Größe " * 400 + "\n.\n")
    raw = content_of(mail(made, ADA, GM, AT, "<1@x>"))
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
    """Keyring that a careless setting may name."""

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
    monkeypatch.setattr(KeyringBackend, "_classes", set(KeyringBackend._classes))  # the library offers each class that was ever made
    return chosen


def test_the_systems_store_keeps_the_password(backend: list[Any]) -> None:
    store = SecretStore()
    assert store.keep(SERVER, "secret")
    assert store.password(SERVER) == "secret"
    assert store.password(replace(SERVER, host="other.example.org")) is None
    store.forget(SERVER)
    store.forget(SERVER)
    assert store.password(SERVER) is None


@pytest.mark.parametrize("store", ["SecretService", "libsecret", "kwallet", "macOS", "Windows"])
def test_every_store_of_a_system_that_the_library_knows_is_believed(store: str, backend: list[Any]) -> None:
    backend[0] = type("Keyring", (Plaintext,), {"__module__": f"keyring.backends.{store}"})()
    assert SecretStore().is_there


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


@pytest.mark.parametrize(
    ("changes", "attached"),
    [
        ({}, []),
        ({"picture": b"p"}, [("image/png", "Test F1901M Austria-Hungary.png", b"p")]),
        (
            {"picture": b"p", "picture_format": PictureFormat.JPEG, "picture_shared": True},
            [("image/jpeg", "Test F1901M.jpg", b"p")],
        ),
        ({"page": b"%PDF"}, [("application/pdf", "Test F1901M Austria-Hungary.pdf", b"%PDF")]),
        ({"replay": b"<html>"}, [("text/html", "Test F1901M Austria-Hungary game.html", "<html>")]),
    ],
)
def test_each_file_is_attached_under_its_name_and_kind(changes: dict[str, Any], attached: list[tuple[str, str, object]]) -> None:
    bare = replace(package(), **{"picture": None, "picture_shared": False, "page": None, "replay": None, **changes})
    found = read(mail(bare, ADA, None, AT))
    assert [(each.get_content_type(), each.get_filename(), each.get_content()) for each in found.iter_attachments()] == attached
    assert found["Date"] == "Sun, 29 Nov 2026 20:00:00 +0000"


def test_a_picture_inside_a_page_has_its_name_and_is_no_attachment() -> None:
    found = read(mail(package("html"), ADA, GM, AT, "<1@x>"))
    (inside,) = (part for part in found.walk() if part["Content-ID"])
    assert (inside.get_content_type(), inside.get_filename(), inside.get_content_disposition()) == (
        "image/png",
        "Test F1901M.png",
        "inline",
    )
    assert [each.get_content_type() for each in found.iter_attachments() if each.get_content_maintype() == "application"] == [
        "application/pdf"
    ]
    assert found["Auto-Submitted"] == "auto-generated"
    without = read(mail(replace(package("html"), picture=None), ADA, None, AT))
    assert [part["Content-ID"] for part in without.walk() if part["Content-ID"]] == []


@pytest.mark.parametrize(
    ("game", "tag", "subject"),
    [
        ("Test", "", "Test, Fall 1901, movement"),
        ("x" * 200, "[game 7e57]", "x" * 138 + "… [game 7e57]"),
        ("Test", "[game\n7e57]", "Test, Fall 1901, movement [game 7e57]"),
    ],
)
def test_the_mark_of_the_game_stands_whole_behind_a_subject_of_150_characters(game: str, tag: str, subject: str) -> None:
    made = package()
    made = replace(made, facts=replace(made.facts, game=game, tag=tag))
    assert read(mail(made, ADA, None, AT))["Subject"] == subject


class Locked(Trusted):
    """A store whose owner did not open it."""

    def get_password(self, service: str, username: str) -> str | None:
        raise RuntimeError("locked")

    set_password = get_password  # type: ignore[assignment]
    delete_password = get_password  # type: ignore[assignment]


def test_a_store_that_does_not_open_keeps_and_gives_nothing(backend: list[Any]) -> None:
    backend[0] = Locked()
    store = SecretStore()
    assert store.is_there
    assert (store.keep(SERVER, "secret"), store.password(SERVER)) == (False, None)
    store.forget(SERVER)


def test_what_a_store_gives_that_is_no_text_is_no_password(backend: list[Any]) -> None:
    backend[0].kept["Entente mail", "gm@smtp.example.org:465"] = b"bytes"
    assert SecretStore().password(SERVER) is None


def test_a_password_is_kept_for_a_user_of_a_server_and_a_port(backend: list[Any]) -> None:
    assert SecretStore().keep(SERVER, "secret")
    assert backend[0].kept == {("Entente mail", "gm@smtp.example.org:465"): "secret"}


def test_without_a_library_that_starts_there_is_no_store(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> object:
        raise RuntimeError("no bus")

    monkeypatch.setattr(keyring, "get_keyring", broken)
    store = SecretStore()
    store.forget(SERVER)
    assert (store.is_there, store.keep(SERVER, "x"), store.password(SERVER)) == (False, False, None)
