"""Pages of one reader, ids of mails, and who of several readers gets one."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import cast

import pytest

from app.game.record import Cursor
from app.mail_out.addresses import checked_address
from app.mail_out.bounded_templates import render
from app.mail_out.mail import Correspondent, new_message_id, plain_mail
from app.mail_out.mail_server import MailServer, Security
from app.mail_out.making import Package, Wish, make, plan, sheet_of
from app.mail_out.outbox import MailState, Outbox
from app.mail_out.phase_facts import facts_of
from app.mail_out.posting import drafts, new_round
from app.mail_out.readers import named_template
from app.session.services import PictureRequest
from tests.quick import one_by_one
from tests.unit.app.mail_out.round_of_two import desk

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


@one_by_one(
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


def test_a_reminder_is_a_draft_until_it_has_an_id() -> None:
    draft, sent = plain_mail("Orders", "Please.", ADA, None, AT), plain_mail("Orders", "Please.", ADA, SERVER.sender, AT, "<1@example.net>")
    assert (draft["X-Unsent"], draft["Message-ID"], draft["From"]) == ("1", None, None)
    assert (sent["X-Unsent"], sent["Message-ID"], sent["From"]) == (None, "<1@example.net>", "Gus <gm@example.net>")


def test_a_text_is_filled_up_to_two_hundred_characters_and_no_more() -> None:
    text = "{{ 'a' | pad(200) }}.{{ 'a' | pad(201) }}."
    said = render("a.txt", lambda name: (text, Path("/own/a.txt")) if name == "a.txt" else None, {})
    assert [len(each) for each in said.split(".")[:2]] == [200, 200]


@pytest.mark.parametrize(("picture", "ending"), [("none", ""), ("png", "png"), ("jpg", "jpg")])
def test_pictures_are_chosen_by_their_names(picture: str, ending: str, tmp_path: Path) -> None:
    desk().run(f"results-files {tmp_path}/out --no-pdf --power italy --picture {picture}")
    assert {each.suffix for each in (tmp_path / "out").iterdir()} == {".txt", *([f".{ending}"] if ending else [])}


def test_a_page_has_each_line_of_press_and_the_next_phase_until_the_game_is_over() -> None:
    made = desk()
    made.run("press england The south is calm", "process --missing process")
    shown = facts_of(made.session.game, Cursor("main", 2), "")
    press = [part for part in sheet_of(shown, cast("PictureRequest", None), colour=True).parts if part.heading.startswith("Press from")]
    assert [[entry.text for entry in part.lines] for part in press] == [["The south is calm"]]
    assert shown.next_code == str(made.session.open_turn.phase)
    made.run("draw france italy")
    over = facts_of(made.session.game, Cursor("main", 2), "")
    assert (bool(over.ending), over.next_code) == (True, "")


@pytest.mark.parametrize("text", ["ada@", "@example.org", "ada", ""])
def test_an_address_has_something_on_both_sides(text: str) -> None:
    with pytest.raises(ValueError, match="is no mail address: expected somebody@somewhere"):
        checked_address(text)
