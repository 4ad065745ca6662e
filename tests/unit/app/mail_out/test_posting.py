"""From packages to mails: who is written to, how files are called, and which mails take the place of others."""

from __future__ import annotations

import email
import re
from dataclasses import replace
from datetime import UTC, datetime
from email.policy import default
from pathlib import Path

import pytest

from app.address_book.address_book import FILE
from app.game.edits import new_game, set_player
from app.game.entries import Member, MemberRole, SeatedPlayer
from app.game.record import MAIN, Cursor, Game
from app.game.storage.places import places
from app.mail_out.mail import Correspondent
from app.mail_out.mail_server import MailServer, Security
from app.mail_out.outbox import Item, MailState, Outbox, OutboxRound
from app.mail_out.posting import Recipient, games_of_mails, item_words, new_reminders, outbox, recipients, reminder_drafts
from variants.catalogue import standard

AT = datetime(2026, 11, 29, 20, 0, 7, tzinfo=UTC)
ADA, BEN = Correspondent("Ada", "ada@example.org"), Correspondent("Ben", "ben@example.org")
SERVER = MailServer("mail.example.net", 465, Security.TLS, "", Correspondent("Gus", "gm@example.net"))
TEXTS = {"AUSTRIA": ("Orders", "Please, Ada."), "ITALY": ("Orders, too", "Please, Ben.")}
FIRST = Cursor(MAIN, 0)


@pytest.fixture
def game() -> Game:
    return replace(new_game(standard(), "Test"), id="7e57")


@pytest.mark.parametrize(
    ("player", "to", "why_not", "name"),
    [
        (None, None, "no address", "France"),
        (SeatedPlayer("Cleo"), None, "no address", "France"),
        (SeatedPlayer("Cleo", "  "), None, "no address", "France"),
        (SeatedPlayer("Cleo", "cleo@"), None, "“cleo@” is no mail address: expected somebody@somewhere", "France"),
        (SeatedPlayer("Cleo", " cleo@x.org "), Correspondent("Cleo", "cleo@x.org"), "", "Cleo"),
        (SeatedPlayer("", "cleo@x.org"), Correspondent("France", "cleo@x.org"), "", "France"),
        (SeatedPlayer("C\nleo", "cleo@x.org"), Correspondent("C leo", "cleo@x.org"), "", "C leo"),
        (SeatedPlayer("c" * 81, "cleo@x.org"), Correspondent("c" * 79 + "…", "cleo@x.org"), "", "c" * 79 + "…"),
    ],
)
def test_who_can_be_written_to_and_why_not(
    player: SeatedPlayer | None, to: Correspondent | None, why_not: str, name: str, game: Game
) -> None:
    game = set_player(game, "FRANCE", player) if player is not None else game
    found = {each.power: each for each in recipients(game)}
    assert list(found) == list(game.variant.powers)
    assert found["FRANCE"] == Recipient("FRANCE", "France", to, why_not)
    assert found["FRANCE"].name == name
    assert Recipient("FRANCE", "France", Correspondent("", "x@y.org")).name == "France"


def test_who_plays_beside_another_gets_copies_at_the_one_address_that_the_book_has_for_the_name(game: Game) -> None:
    people = {"Eve": ("eve@x.org", "e@work.example"), "Gus": (), "Ida": ("ida@x.org",), "IDA": ("other@x.org",), "Max": ("max@x.org",)}
    persons = (f'[[person]]\nname = "{name}"\nmails = {list(mails)}\n' for name, mails in people.items())
    places().settings.mkdir(parents=True, exist_ok=True)
    (places().settings / FILE).write_text("\n".join(persons), encoding="utf-8")
    members = tuple(Member("FRANCE", MemberRole.ALSO, name) for name in ("eve", "Gus", "Ida", "Nobody"))
    game = replace(set_player(game, "FRANCE", SeatedPlayer("Cleo", "cleo@x.org")), members=members)
    (france,) = [each.to for each in recipients(game) if each.power == "FRANCE"]
    assert france is not None
    assert [(each.name, each.address) for each in france.also] == [("eve", "eve@x.org")]


def test_reminders_are_kept_for_those_with_an_address(game: Game, tmp_path: Path) -> None:
    box = Outbox(tmp_path)
    made = new_reminders(box, game, FIRST, TEXTS, {"ITALY": BEN}, SERVER, AT)
    assert re.fullmatch("20261129T200007-[0-9a-f]{8}", made.id)
    assert (made.game, made.title, made.phase, made.branch, made.kind) == ("7e57", "Test", "S1901M", "main", "reminder")
    (item,) = made.items
    assert (item.number, item.reader, item.name, item.address) == (0, "ITALY", "Ben", "ben@example.org")
    read = email.message_from_bytes(box.mail(made, item), policy=default)
    assert (read["Subject"], read["To"], read["From"], read["Message-ID"]) == (
        "Orders, too", "Ben <ben@example.org>", "Gus <gm@example.net>", item.message_id,
    )  # fmt: skip
    assert read.get_content().splitlines() == ["Please, Ben."]


def test_a_newer_mail_takes_the_place_of_one_that_waits_for_the_same_player(game: Game, tmp_path: Path) -> None:
    box = Outbox(tmp_path)
    both = {"AUSTRIA": ADA, "ITALY": BEN}
    other_phase = kept(box, "20261101T000000-00000001", "F1901M", "reminder", waits(0, "ITALY"))
    other_kind = kept(box, "20261101T000000-00000002", "S1901M", "results", waits(0, "ITALY"))
    first = new_reminders(box, game, FIRST, TEXTS, both, SERVER, AT)
    second = new_reminders(box, game, FIRST, TEXTS, {"ITALY": BEN}, SERVER, AT.replace(second=8))
    states = {each.id: [item.state for item in each.items] for each in box.rounds()}
    assert states == {
        second.id: [MailState.WAITING],
        first.id: [MailState.WAITING, MailState.DROPPED],
        other_phase.id: [MailState.WAITING],
        other_kind.id: [MailState.WAITING],
    }
    dropped = next(each for each in box.rounds() if each.id == first.id).items[1]
    assert (dropped.reply, dropped.at) == ("a newer mail took its place", "2026-11-29T20:00:08+00:00")


def test_a_mail_that_was_sent_or_refused_stays_what_it_is(game: Game, tmp_path: Path) -> None:
    box = Outbox(tmp_path)
    first = new_reminders(box, game, FIRST, TEXTS, {"AUSTRIA": ADA, "ITALY": BEN}, SERVER, AT)
    box.mark(box.mark(first, 0, MailState.SENT), 1, MailState.UNKNOWN)
    new_reminders(box, game, FIRST, TEXTS, {"AUSTRIA": ADA, "ITALY": BEN}, SERVER, AT.replace(second=8))
    assert [[item.state for item in each.items] for each in box.rounds()] == [
        [MailState.WAITING, MailState.WAITING],
        [MailState.SENT, MailState.UNKNOWN],
    ]


def test_a_reminder_says_that_its_words_are_in_utf_8(game: Game) -> None:
    (draft,) = reminder_drafts({"ITALY": ("Grüße", "Bitte, Jürgen.")}, game, {"ITALY": BEN}, AT).values()
    read = email.message_from_bytes(draft, policy=default)
    assert (read.get_content_charset(), read["Subject"], read.get_content().strip()) == ("utf-8", "Grüße", "Bitte, Jürgen.")


def test_reminders_as_files_are_called_by_game_and_power(game: Game) -> None:
    found = reminder_drafts(TEXTS, replace(game, name="A/B"), {"AUSTRIA": ADA}, AT)
    assert list(found) == ["A B reminder Austria-Hungary.eml"]
    read = email.message_from_bytes(found["A B reminder Austria-Hungary.eml"], policy=default)
    assert (read["X-Unsent"], read["From"], read["To"]) == ("1", None, "Ada <ada@example.org>")


def test_an_answer_is_known_by_the_mails_of_every_game() -> None:
    box = outbox()
    assert box.folder == places().data / "outbox"
    kept(box, "20261101T000000-00000001", "S1901M", "results", waits(0, "ITALY", "<a@x>"), waits(1, "FRANCE", ""), game="one")
    kept(box, "20261101T000000-00000002", "S1901M", "reminder", waits(0, "ITALY", "<b@x~>"), game="two")
    assert games_of_mails() == {"a@x": "one", "b@x~": "two"}


@pytest.mark.parametrize(
    ("state", "reply", "words"),
    [
        (MailState.WAITING, "", "waits to be sent"),
        (MailState.WAITING, "450 later", "waits to be sent (450 later)"),
        (MailState.SENDING, "", "is being sent"),
        (MailState.SENT, "250 taken", "sent"),
        (MailState.SENT, "2.1.5 taken", "sent"),
        (MailState.SENT, "no copy for Gus", "sent (no copy for Gus)"),
        (MailState.REFUSED, "550 no such user", "refused (550 no such user)"),
        (MailState.UNKNOWN, "", "unknown whether it arrived"),
        (MailState.DROPPED, "a newer mail took its place", "not sent (a newer mail took its place)"),
    ],
)
def test_what_became_of_a_mail_is_told_in_a_line(state: MailState, reply: str, words: str) -> None:
    assert item_words(replace(waits(0, "ITALY"), state=state, reply=reply)) == f"Ben <ben@example.org>: {words}"


def waits(number: int, reader: str, message_id: str = "<x@x>") -> Item:
    return Item(number, reader, "Ben", "ben@example.org", message_id, "")


def kept(box: Outbox, stamp: str, phase: str, kind: str, *items: Item, game: str = "7e57") -> OutboxRound:
    return box.add(OutboxRound(stamp, game, "Test", phase, "main", kind, items), [b"x"] * len(items))
