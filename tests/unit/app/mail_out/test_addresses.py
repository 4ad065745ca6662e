"""Addresses and servers at their bounds, and what stands in a message of them."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from app.game.storage.settings import Settings
from app.mail_out.addresses import LONGEST, checked_address, header_address, one_line
from app.mail_out.mail import LONGEST_LINK, Correspondent, link_to_write, new_message_id, plain_mail
from app.mail_out.mail_server import MailServer, Security, checked_server, keep_server, kept_server, settings_file
from tests.quick import one_by_one

GM = Correspondent("Gus", "gm@example.org")
ADA = Correspondent("Ada", "ada@example.org")
AT = datetime(2026, 11, 29, 20, 0, tzinfo=UTC)


@one_by_one(
    "address",
    ["a@b", "a.b@c.d", "a+b@c.d", "o'neil@x.org", "a@x-y.org", "a@1.2", "A_b~{c}@x.org", "a" * 64 + "@x.org", "a@" + "b" * (LONGEST - 2)],
)
def test_an_address_of_one_person_goes_through_as_it_is(address: str) -> None:
    assert checked_address(f" {address}\n") == address


@one_by_one(
    ("address", "words"),
    [
        ("a@b@c", "that a server takes"),
        (".a@b", "that a server takes"),
        ("a.@b", "that a server takes"),
        ("a..b@c", "that a server takes"),
        ("a@b..c", "that a server takes"),
        ("a@b-", "that a server takes"),
        ("a@-b", "that a server takes"),
        ("a@b.", "that a server takes"),
        ("a(b)@c", "that a server takes"),
        ("a" * 65 + "@x.org", "it is too long"),
        ("a@" + "b" * (LONGEST - 1), "it is too long"),
        ("a@\u00e4" + "b" * 70, "there is no such domain"),
        ("a@b\u00e4..c", "there is no such domain"),
        ("a", "expected somebody@somewhere"),
    ],
)
def test_an_address_that_is_none_says_why(address: str, words: str) -> None:
    with pytest.raises(ValueError, match=words) as caught:
        checked_address(address)
    shown = address if len(address) <= 60 else address[:59] + "…"
    assert str(caught.value).startswith(f"“{shown}” is no mail address")


def test_a_name_in_a_header_is_one_line_of_80_characters() -> None:
    assert str(header_address("Ada\nL", "ada@example.org")) == "Ada L <ada@example.org>"
    assert header_address("a" * 81, "a@b").display_name == "a" * 79 + "…"
    assert header_address("a" * 80, "a@b").display_name == "a" * 80


@pytest.mark.parametrize(
    ("text", "line"),
    [("a\r\nb", "a b"), ("  a   b ", "a b"), ("=?utf-8?q?x?=", "= ?utf-8?q?x?="), ("a" * 150, "a" * 150), ("a" * 151, "a" * 149 + "…")],
)
def test_a_header_is_one_line(text: str, line: str) -> None:
    assert one_line(text) == line


@pytest.mark.parametrize(
    "host", ["x", "smtp.example.org", "127.0.0.1", "::1", "[::1]", "a" * 253, "fe80:0000:0000:0000:0000:0000:0000:0001"]
)  # fmt: skip
@pytest.mark.parametrize("port", [1, 65_535])
def test_a_server_has_a_name_or_a_number_and_a_port(host: str, port: int) -> None:
    found = checked_server(f" {host} ", port, Security.TLS, "g\nm", Correspondent("G\ns", " gm@example.org "))
    assert found == MailServer(host, port, Security.TLS, "g m", Correspondent("G s", "gm@example.org"))


@one_by_one("host", ["-x", "x-", ".x", "x.", "a" * 254, "a_b", ":", "", "x y"])
def test_no_server_has_a_name_like_that(host: str) -> None:
    with pytest.raises(ValueError, match="is no name of a server: expected one such as smtp"):
        checked_server(host, 465, Security.TLS, "", GM)


@pytest.mark.parametrize("port", [0, -1, 65_536])
def test_a_port_lies_between_its_bounds(port: int) -> None:
    with pytest.raises(ValueError, match=f"a port is a number from 1 to 65535, not {port}"):
        checked_server("x", port, Security.TLS, "", GM)


def test_names_of_users_and_senders_are_bounded() -> None:
    found = checked_server("x", 1, Security.TLS, "u" * 255, Correspondent("n" * 81, "a@b"))
    assert (found.user, found.sender.name) == ("u" * 253 + "…", "n" * 79 + "…")
    found = checked_server("x", 1, Security.TLS, "u" * 254, Correspondent("n" * 80, "a@b"))
    assert (found.user, found.sender.name) == ("u" * 254, "n" * 80)


@pytest.mark.parametrize(("security", "port", "word"), [(Security.TLS, 465, "TLS"), (Security.STARTTLS, 587, "STARTTLS")])
def test_a_server_that_was_set_comes_back_and_can_be_taken_away(security: Security, port: int, word: str) -> None:
    assert kept_server() is None
    server = MailServer("smtp.example.org", 2_525, security, "gm", GM)
    assert str(server) == f"smtp.example.org with {word}, as gm@example.org"
    keep_server(server)
    assert kept_server() == server
    settings = Settings(settings_file())
    assert settings_file().name == "mail.json"
    assert settings.names() == ("mail.host", "mail.port", "mail.security", "mail.sender", "mail.sender_name", "mail.user")
    settings.put("mail.port", None)
    settings.save()
    assert kept_server() == replace(server, port=port), "the usual one of its way of connecting"
    keep_server(None)
    assert kept_server() is None
    assert Settings(settings_file()).names() == ()


def test_a_way_of_connecting_that_is_none_is_the_safest() -> None:
    keep_server(MailServer("smtp.example.org", 25, Security.STARTTLS, "", GM))
    settings = Settings(settings_file())
    settings.put("mail.security", "plain")
    settings.save()
    assert kept_server() == MailServer("smtp.example.org", 25, Security.TLS, "", GM)


def test_a_link_holds_the_text_up_to_its_bound() -> None:
    start = len("mailto:ada@example.org?subject=Orders&body=")
    fits = "x" * (LONGEST_LINK - start)
    assert link_to_write("Orders", fits, ADA) == (f"mailto:ada@example.org?subject=Orders&body={fits}", True)
    assert link_to_write("Orders", fits + "x", ADA) == ("mailto:ada@example.org?subject=Orders", False)
    assert LONGEST_LINK == 1_800


@pytest.mark.parametrize(
    ("address", "subject", "text", "link"),
    [
        ("", "A\nB", "", "mailto:?subject=A%20B&body="),
        ("a+b/c@x.org", "A", "1\r\n2\n3", "mailto:a%2Bb%2Fc@x.org?subject=A&body=1%0D%0A2%0D%0A3"),
    ],
)
def test_a_link_has_nothing_in_it_that_a_mail_program_would_take_apart(address: str, subject: str, text: str, link: str) -> None:
    assert link_to_write(subject, text, Correspondent("", address)) == (link, True)


def test_a_mail_of_words_has_its_date_and_one_line_as_its_subject() -> None:
    message = plain_mail("A\nBcc: x", "Größe\n", ADA, GM, AT, "<1@x>")
    assert (message["Subject"], message["Date"]) == ("A Bcc: x", "Sun, 29 Nov 2026 20:00:00 +0000")
    assert max(message.as_bytes()) < 128
    assert message.get_content().splitlines() == ["Größe"]


def test_a_message_id_is_of_the_senders_domain_in_the_letters_of_the_internet() -> None:
    assert re.fullmatch(r"<[^@<>]+@xn--bcher-kva\.example>", new_message_id(Correspondent("", "a@bücher.example")))
