"""Pages of one reader, ids of mails, and who of several readers gets one."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import cast

import pytest

from app.game.record import Cursor
from app.results.bounded_templates import render
from app.results.mail import Correspondent, new_message_id
from app.results.mail_server import MailServer, Security
from app.results.making import Package, Wish, make, plan
from app.results.outbox import MailState, Outbox
from app.results.posting import drafts, new_round
from app.results.readers import named_template
from app.results.sheet import sheet_of
from app.results.telling import facts_of
from app.session.services import PictureRequest
from tests.unit.app.results.round_of_two import desk

AT = datetime(2026, 11, 29, 20, 0, tzinfo=UTC)
ADA = Correspondent("Ada", "ada@example.org")
SERVER = MailServer("mail.example.net", 465, Security.TLS, "", Correspondent("Gus", "gm@example.net"))


def packages(*readers: str) -> tuple[Package, ...]:
    made = desk()
    wish = Wish(named_template("plain"), None, page=False)
    return make(made.services, plan(made.session, Cursor("main", 1), readers, wish), lambda *_: True)


def titles(reader: str) -> list[str]:
    """The headings of a reader's page."""
    nothing = cast("PictureRequest", None)  # the picture is handed on as it is
    return [part.heading for part in sheet_of(facts_of(desk().session.game, Cursor("main", 1), reader), nothing, colour=True).parts]


def test_a_page_tells_the_retreats_of_others_apart_from_the_readers_own() -> None:
    assert "Retreats due" in titles("AUSTRIA")
    assert "Retreats due" in titles("")
    assert "For Italy" in titles("ITALY")
    assert "Retreats due" not in titles("ITALY"), "its own retreat, the only one, stands at the top"


def test_a_message_id_is_new_each_time_and_names_the_senders_domain_alone() -> None:
    first, second = (new_message_id(Correspondent("Gus", "gm@Example.net")) for _ in range(2))
    assert first != second
    assert re.fullmatch(r"<[^@<>]+@example\.net>", first, re.IGNORECASE)


def test_only_readers_with_an_address_get_a_mail_in_a_round(tmp_path: Path) -> None:
    made = desk()
    outbox = Outbox(tmp_path)
    done = new_round(outbox, made.session.game, Cursor("main", 1), packages("AUSTRIA", "ITALY"), {"AUSTRIA": ADA}, SERVER, AT)
    assert [(each.reader, each.address, each.state) for each in done.items] == [("AUSTRIA", "ada@example.org", MailState.WAITING)]
    assert done.items[0].message_id.encode() in outbox.mail(done, done.items[0])


def test_only_readers_with_an_address_get_a_draft() -> None:
    assert list(drafts(packages("AUSTRIA", "ITALY"), {"AUSTRIA": ADA}, None, AT)) == ["Test F1901M Austria-Hungary.eml"]


@pytest.mark.parametrize(
    ("call", "told"),
    [
        ("'ab'.upper()", "AB"),
        ("'AB'.lower()", "ab"),
        ("'a b'.title()", "A B"),
        ("'ab'.capitalize()", "Ab"),
        ("' a '.strip() + '.'", "a."),
        ("' a '.lstrip() + '.'", "a ."),
        ("' a '.rstrip() + '.'", " a."),
        ("'ab'.startswith('a')", "True"),
        ("'ab'.endswith('a')", "False"),
        ("'a\\nb'.splitlines() | join('/')", "a/b"),
        ("'aba'.count('a')", "2"),
    ],
)
def test_a_template_may_call_what_texts_have(call: str, told: str) -> None:
    text = "{{ " + call + " }}"
    assert render("a.txt", lambda name: (text, Path("/own/a.txt")) if name == "a.txt" else None, {}) == told


@pytest.mark.parametrize(("picture", "ending"), [("none", ""), ("png", "png"), ("jpg", "jpg")])
def test_pictures_are_chosen_by_their_names(picture: str, ending: str, tmp_path: Path) -> None:
    desk().run(f"results-files {tmp_path}/out --no-pdf --power italy --picture {picture}")
    assert {each.suffix for each in (tmp_path / "out").iterdir()} == {".txt", *([f".{ending}"] if ending else [])}
