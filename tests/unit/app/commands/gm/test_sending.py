"""Results sent by command: the receivers, once each, and the report on those who got none."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.game.entries import SeatedPlayer
from app.game.storage.places import places
from app.mail_out.mail_server import MailServer, kept_server
from app.session.errors import CommandError
from tests.fakes.mail_servers import PASSWORD, Handler, server_that_is_set
from tests.unit.app.commands.fake_services import Desk
from tests.unit.app.mail_out.round_of_two import desk


@pytest.fixture
def handler() -> Handler:
    return Handler()


@pytest.fixture
def server(tmp_path: Path, handler: Handler, monkeypatch: pytest.MonkeyPatch) -> Iterator[MailServer]:
    with server_that_is_set(tmp_path, handler, monkeypatch) as found:
        yield found


@pytest.fixture
def round_() -> Desk:
    made = desk()
    made.services.answers = [PASSWORD] * 9
    return made


@pytest.mark.slow
def test_each_player_with_an_address_gets_the_own_results_once(server: MailServer, handler: Handler, round_: Desk) -> None:
    said = round_.run("send-results")
    assert said.startswith("2 mails sent: Ada and Ben.\n")
    assert "England: no address" in said
    assert handler.receivers == ["ada@example.org", "ben@example.org"]
    assert b"You have to retreat" in handler.got[1][1]
    assert b"Serbia is mine" in handler.got[0][1]
    assert b"Serbia is mine" not in handler.got[1][1]
    with pytest.raises(CommandError, match="Austria-Hungary: sent already"):
        round_.run("send-results")
    assert len(handler.got) == 2
    round_.run("send-results --power italy --again")
    assert handler.receivers[2:] == ["ben@example.org"]


@pytest.mark.slow
def test_an_unknown_mail_waits_for_a_person_who_asks(server: MailServer, handler: Handler, round_: Desk) -> None:
    handler.cut.add("ben@example.org")
    assert "Ben <ben@example.org>: unknown whether it arrived" in round_.run("send-results")
    assert round_.session.needs_decision
    handler.cut.clear()
    with pytest.raises(CommandError, match="nobody knows whether the last mail arrived"):
        round_.run("send-results --power italy")
    assert handler.receivers == ["ada@example.org", "ben@example.org"]
    round_.run("outbox --lost italy", "send-results --power italy")
    assert handler.receivers == ["ada@example.org", "ben@example.org", "ben@example.org"]


def test_who_has_got_it_after_all_is_not_written_to_again(server: MailServer, handler: Handler, round_: Desk) -> None:
    handler.cut.add("ben@example.org")
    round_.run("send-results")
    assert "Ben <ben@example.org>: sent" in round_.run("outbox --arrived italy")
    with pytest.raises(CommandError, match="sent already"):
        round_.run("send-results --power italy")


def test_what_waits_is_sent_with_the_next_round_and_not_twice(server: MailServer, handler: Handler, round_: Desk) -> None:
    handler.refused["ben@example.org"] = "451 later"
    assert "Ben <ben@example.org>: waits to be sent (451 later)" in round_.run("send-results")
    handler.refused.clear()
    round_.run("send-results")
    assert handler.receivers == ["ada@example.org", "ben@example.org"]
    assert "waits" not in round_.run("outbox")


def test_the_password_is_asked_for_and_stands_in_no_file(server: MailServer, handler: Handler, round_: Desk) -> None:
    round_.run("send-results")
    assert round_.services.asked == ["Password of gm at 127.0.0.1"]
    home = places()
    files = [path for root in (home.settings, home.data, home.cache) if root.is_dir() for path in root.rglob("*") if path.is_file()]
    assert files
    assert [path for path in files if PASSWORD.encode() in path.read_bytes()] == []


def test_without_a_password_nothing_is_sent(server: MailServer, handler: Handler, round_: Desk) -> None:
    round_.services.answers = []
    with pytest.raises(CommandError, match="Nothing was sent"):
        round_.run("send-results")
    assert handler.got == []
    assert round_.run("outbox") == "Nothing was sent yet."


def test_without_a_server_it_is_said_how_one_is_set(round_: Desk) -> None:
    with pytest.raises(CommandError, match=r"mail-server smtp\.example\.org"):
        round_.run("send-results")


def test_a_template_with_a_fault_sends_nothing(server: MailServer, handler: Handler, round_: Desk) -> None:
    folder = places().settings / "results"
    folder.mkdir(parents=True)
    (folder / "bad.txt").write_text("one\n{{ results.nobody }}")
    with pytest.raises(CommandError, match=r"bad\.txt:2: "):
        round_.run("send-results --template bad")
    assert handler.got == []


def test_an_address_that_is_none_is_named_and_the_others_are_sent(server: MailServer, handler: Handler, round_: Desk) -> None:
    evil = SeatedPlayer("Cleo", "cleo@example.org>\r\nRCPT TO:<all@example.org")
    round_.session.perform("Address", lambda game: replace(game, players={**game.players, "FRANCE": evil}))
    said = round_.run("send-results")
    assert "France: “cleo@example.org> RCPT TO:<all@example.org” is no mail address" in said
    assert handler.receivers == ["ada@example.org", "ben@example.org"]


def test_the_server_is_set_shown_and_forgotten_by_command(round_: Desk) -> None:
    said = round_.run('mail-server smtp.example.org --security starttls --sender gm@example.org --name "The Club"')
    assert said == "Mails go through smtp.example.org with STARTTLS, as gm@example.org."
    found = kept_server()
    assert found is not None
    assert (found.port, found.user, found.sender.name) == (587, "gm@example.org", "The Club")
    assert json.loads((places().settings / "mail.json").read_text(encoding="utf-8"))["mail.host"] == "smtp.example.org"
    assert round_.run("mail-server --forget", "mail-server") == "No mail server is set any more.\nNo mail server is set."


@pytest.mark.parametrize(
    "line", ["mail-server x --sender nobody", 'mail-server "a b" --sender gm@example.org', "mail-server x --sender a@b --port 0"]
)
def test_a_server_that_cannot_be_one_is_not_set(line: str, round_: Desk) -> None:
    if "port 0" in line:
        line = line.replace("port 0", "port 99999")
    with pytest.raises(CommandError, match="The mail server is not set"):
        round_.run(line)
    assert kept_server() is None


def test_drafts_are_written_for_those_who_have_an_address(round_: Desk, tmp_path: Path) -> None:
    said = round_.run(f"results-drafts {tmp_path}/mails")
    assert sorted(each.name for each in (tmp_path / "mails").iterdir()) == [
        "Test F1901M Austria-Hungary.eml",
        "Test F1901M Italy.eml",
    ]
    assert "England: no address" in said


def test_nobody_sends_through_another_powers_eyes(server: MailServer, handler: Handler, round_: Desk, tmp_path: Path) -> None:
    round_.run("view-as italy")
    for line in ("send-results", f"results-drafts {tmp_path}/mails"):
        with pytest.raises(CommandError, match="game master"):
            round_.run(line)
    assert handler.got == []


def test_reminders_go_to_those_who_lack_orders_and_to_nobody_else(server: MailServer, handler: Handler, round_: Desk) -> None:
    assert round_.run("send-reminders") == "1 mail sent: Ben."
    ((receiver, content),) = handler.got
    assert receiver == "ben@example.org"
    assert b"Subject: Test: orders for Fall 1901, retreats [game 7e57]" in content
    assert b"A TRI" in content.replace(b"=\r\n", b""), "lines of a mail may be folded"
    round_.run("A TRI R VEN")
    with pytest.raises(CommandError, match="Nobody lacks orders"):
        round_.run("send-reminders")


def test_reminders_can_be_sent_beside_results_of_the_same_evening(server: MailServer, handler: Handler, round_: Desk) -> None:
    round_.run("send-results", "send-reminders")
    assert handler.receivers == ["ada@example.org", "ben@example.org", "ben@example.org"]
    with pytest.raises(CommandError, match="sent already"):
        round_.run("send-results")
