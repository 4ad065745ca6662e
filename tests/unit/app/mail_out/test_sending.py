"""Mails handed to a real server on this machine: none lost, none twice, and an unknown fate is reported as such."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.game.edits import new_game, set_player
from app.game.entries import Member, MemberRole, SeatedPlayer
from app.game.storage.atomic import StorageError
from app.mail_out.mail_sending import SendingError, send, send_rounds, try_connection
from app.mail_out.mail_server import MailServer, Security
from app.mail_out.outbox import Item, MailState, Outbox, OutboxRound
from app.mail_out.posting import item_words, new_reminders, recipients
from languages import using
from languages.pseudo import OPENING, PSEUDO
from tests.fakes.mail_servers import PASSWORD, Handler, mail_server, trusting
from variants.catalogue import standard

NAMES = ("ada", "ben", "cleo", "dan")


def address(name: str) -> str:
    return f"{name}@example.org"


def round_of(outbox: Outbox, *names: str) -> OutboxRound:
    return round_at("29", outbox, *names)


def round_at(day: str, outbox: Outbox, *names: str) -> OutboxRound:
    items = tuple(Item(at, name.upper(), name.title(), address(name), f"<{name}@x>", "") for at, name in enumerate(names or NAMES))
    new = OutboxRound(f"202611{day}T200000-0badcafe", "7e57", "Test", "F1901M", "main", "results", items)
    return outbox.add(new, [f"Subject: for {each.name}\r\n\r\n.dots\r\nand words\r\n".encode() for each in items])


@pytest.fixture
def outbox(tmp_path: Path) -> Outbox:
    return Outbox(tmp_path / "outbox")


@pytest.fixture
def handler() -> Handler:
    return Handler()


@pytest.fixture
def server(tmp_path: Path, handler: Handler) -> Iterator[MailServer]:
    with mail_server(tmp_path, handler) as found:
        yield found


def states(outbox: Outbox) -> dict[str, MailState]:
    (present,) = outbox.rounds()
    return {each.name.lower(): each.state for each in present.items}


@pytest.mark.parametrize("security", Security)
def test_all_mails_arrive_once_and_whole_over_tls(security: Security, tmp_path: Path, outbox: Outbox, handler: Handler) -> None:
    with mail_server(tmp_path, handler, security) as server:
        done = send(outbox, round_of(outbox), server, PASSWORD, context=trusting(tmp_path))
    assert handler.receivers == [address(name) for name in NAMES]
    assert handler.got[0][1] == b"Subject: for Ada\r\n\r\n.dots\r\nand words\r\n"
    assert [each.state for each in done.items] == [MailState.SENT] * 4
    assert done.items[0].reply == "250 taken as 17"
    assert handler.logins == 1, "one connection for all"


def test_those_who_play_a_power_together_get_the_same_mail(tmp_path: Path, outbox: Outbox, handler: Handler, server: MailServer) -> None:
    game = set_player(new_game(standard(), "Test", game_id="7e57"), "FRANCE", SeatedPlayer("Cleo", "cleo@example.org"))
    members = (
        Member("FRANCE", MemberRole.ALSO, "Eve", "eve@example.org"),
        Member("FRANCE", MemberRole.ALSO, "Gus", "gus@example.org"),
        Member("FRANCE", MemberRole.ALSO, "Cleo again", "CLEO@example.org"),
        Member("FRANCE", MemberRole.STANDBY, "Max", "max@example.org"),
        Member("FRANCE", MemberRole.UNTIL, "Old", "old@example.org", "F1901M"),
        Member("ITALY", MemberRole.ALSO, "Dan", "dan@example.org"),
    )
    (france,) = [each.to for each in recipients(replace(game, members=members)) if each.power == "FRANCE"]
    assert france is not None
    assert [each.address for each in france.also] == ["eve@example.org", "gus@example.org"]
    handler.refused["gus@example.org"] = "550 no such user"
    texts = {"FRANCE": ("orders", "please")}
    made = new_reminders(outbox, game, game.last(), texts, {"FRANCE": france}, server, datetime(2026, 11, 29, tzinfo=UTC))
    done = send(outbox, made, server, PASSWORD, context=trusting(tmp_path))
    assert handler.receivers == ["cleo@example.org", "eve@example.org"]
    assert b"Cc: Eve <eve@example.org>, Gus <gus@example.org>" in handler.got[0][1]
    assert done.items[0].state is MailState.SENT
    assert "no copy for gus@example.org: 550 no such user" in item_words(done.items[0])
    assert "eve@" not in item_words(done.items[0]), "a copy that was taken is not told"


def test_what_was_sent_is_not_sent_again(tmp_path: Path, outbox: Outbox, handler: Handler, server: MailServer) -> None:
    made = round_of(outbox)
    for _ in range(3):
        send(outbox, made, server, PASSWORD, context=trusting(tmp_path))
    assert handler.receivers == [address(name) for name in NAMES]


def test_a_refused_mail_is_reported_with_the_servers_words_and_the_others_go_on(
    tmp_path: Path, outbox: Outbox, handler: Handler, server: MailServer
) -> None:
    handler.refused[address("ben")] = "550 no such user here"
    handler.answers[address("cleo")] = "552 too large for this mailbox"
    done = send(outbox, round_of(outbox), server, PASSWORD, context=trusting(tmp_path))
    assert [each.state for each in done.items] == [MailState.SENT, MailState.REFUSED, MailState.REFUSED, MailState.SENT]
    assert [each.reply for each in done.items[1:3]] == ["550 no such user here", "552 too large for this mailbox"]


def test_a_mail_that_is_put_off_waits_and_goes_out_later(tmp_path: Path, outbox: Outbox, handler: Handler, server: MailServer) -> None:
    handler.refused[address("ben")] = "450 try again in an hour"
    handler.answers[address("cleo")] = "451 disk full here"
    made = round_of(outbox)
    done = send(outbox, made, server, PASSWORD, context=trusting(tmp_path))
    assert [each.state for each in done.items] == [MailState.SENT, MailState.WAITING, MailState.WAITING, MailState.SENT]
    handler.refused.clear()
    handler.answers.clear()
    done = send(outbox, made, server, PASSWORD, context=trusting(tmp_path))
    assert [each.state for each in done.items] == [MailState.SENT] * 4
    assert sorted(handler.receivers) == [address(name) for name in NAMES]


def test_a_connection_that_ends_after_the_text_leaves_it_unknown_and_it_is_not_sent_again(
    tmp_path: Path, outbox: Outbox, handler: Handler, server: MailServer
) -> None:
    handler.cut.add(address("ben"))
    made = round_of(outbox)
    done = send(outbox, made, server, PASSWORD, context=trusting(tmp_path))
    assert [each.state for each in done.items] == [MailState.SENT, MailState.UNKNOWN, MailState.SENT, MailState.SENT]
    assert "no answer after the mail was handed over" in done.items[1].reply
    send(outbox, made, server, PASSWORD, context=trusting(tmp_path))
    assert handler.receivers.count(address("ben")) == 1


def test_a_server_that_does_not_answer_in_time_after_the_text_leaves_it_unknown(
    tmp_path: Path, outbox: Outbox, handler: Handler, server: MailServer
) -> None:
    handler.slow.add(address("ada"))
    done = send(outbox, round_of(outbox, "ada"), server, PASSWORD, context=trusting(tmp_path), patience=0.5)
    assert (done.items[0].state, done.items[0].reply) == (
        MailState.UNKNOWN,
        "no answer after the mail was handed over: it did not answer in time",
    )


def test_a_connection_that_ends_before_the_text_loses_nothing(tmp_path: Path, outbox: Outbox, handler: Handler, server: MailServer) -> None:
    handler.cut_before.add(address("ben"))
    made = round_of(outbox)
    with pytest.raises(SendingError, match="before Ben's mail was handed over"):
        send(outbox, made, server, PASSWORD, context=trusting(tmp_path))
    assert list(states(outbox).values()) == [MailState.SENT, MailState.WAITING, MailState.WAITING, MailState.WAITING]
    send(outbox, made, server, PASSWORD, context=trusting(tmp_path))
    assert handler.receivers == [address(name) for name in NAMES]


def test_a_program_that_ends_while_it_hands_over_leaves_it_unknown(
    tmp_path: Path, outbox: Outbox, handler: Handler, server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = round_of(outbox)
    usual = outbox.mark

    class Killed(BaseException):
        pass

    def mark(present: OutboxRound, number: int, state: MailState, reply: str = "", at: str = "") -> OutboxRound:
        if number == 1 and state is MailState.SENT:
            raise Killed
        return usual(present, number, state, reply, at)

    monkeypatch.setattr(outbox, "mark", mark)
    with pytest.raises(Killed):
        send(outbox, made, server, PASSWORD, context=trusting(tmp_path))
    again = Outbox(outbox.folder)
    done = send(again, made, server, PASSWORD, context=trusting(tmp_path))
    assert [each.state for each in done.items] == [MailState.SENT, MailState.UNKNOWN, MailState.SENT, MailState.SENT]
    assert handler.receivers == [address(name) for name in NAMES]


def test_what_cannot_be_noted_first_is_not_handed_over(
    tmp_path: Path, outbox: Outbox, handler: Handler, server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = round_of(outbox)

    def full(*_: object, **__: object) -> None:
        raise StorageError.of(OSError(28, "No space left on device"), tmp_path, "writing the outbox")

    monkeypatch.setattr("app.mail_out.outbox.write_atomically", full)
    with pytest.raises(StorageError):
        send(outbox, made, server, PASSWORD, context=trusting(tmp_path))
    assert handler.receivers == []


def test_who_stops_it_leaves_the_rest_waiting(tmp_path: Path, outbox: Outbox, handler: Handler, server: MailServer) -> None:
    done = send(outbox, round_of(outbox), server, PASSWORD, lambda now, _: len(now.of(MailState.SENT)) < 2, trusting(tmp_path))
    assert [each.state for each in done.items] == [MailState.SENT, MailState.SENT, MailState.WAITING, MailState.WAITING]


def test_a_certificate_that_is_not_believed_is_sent_nothing(outbox: Outbox, handler: Handler, server: MailServer) -> None:
    with pytest.raises(SendingError, match="certificate that is not believed"):
        send(outbox, round_of(outbox), server, PASSWORD, context=ssl.create_default_context())
    assert (handler.logins, handler.got) == (0, [])
    assert set(states(outbox).values()) == {MailState.WAITING}


def test_a_server_without_starttls_is_told_neither_password_nor_mail(tmp_path: Path, outbox: Outbox, handler: Handler) -> None:
    with (
        mail_server(tmp_path, handler, Security.STARTTLS, offers_tls=False) as server,
        pytest.raises(SendingError, match="does not offer STARTTLS"),
    ):
        send(outbox, round_of(outbox), server, PASSWORD, context=trusting(tmp_path))
    assert (handler.logins, handler.got) == (0, [])


def test_a_wrong_password_is_reported_and_nothing_is_sent(tmp_path: Path, outbox: Outbox, handler: Handler, server: MailServer) -> None:
    with pytest.raises(SendingError, match="does not take the password of gm") as caught:
        send(outbox, round_of(outbox), server, "a wrong one", context=trusting(tmp_path))
    assert "wrong one" not in str(caught.value)
    assert handler.got == []


def test_a_server_that_is_not_there_is_named(tmp_path: Path, outbox: Outbox, server: MailServer) -> None:
    from dataclasses import replace

    with pytest.raises(SendingError, match=r"127\.0\.0\.1:1 cannot be reached with TLS"):
        send(outbox, round_of(outbox), replace(server, port=1), PASSWORD, context=trusting(tmp_path))


def test_two_programs_do_not_send_at_once(tmp_path: Path, outbox: Outbox, handler: Handler, server: MailServer) -> None:
    made = round_of(outbox)
    other = Outbox(outbox.folder).lock()
    assert other.acquire()
    with pytest.raises(SendingError, match="sending mails right now"):
        send(outbox, made, server, PASSWORD, context=trusting(tmp_path))
    other.release()
    assert handler.got == []


def test_a_mail_that_was_changed_in_the_outbox_is_not_sent(tmp_path: Path, outbox: Outbox, handler: Handler, server: MailServer) -> None:
    made = round_of(outbox)
    (outbox.folder / made.id / "0.eml").write_bytes(b"Subject: other words\r\n\r\n")
    with pytest.raises(StorageError, match="not the one that was written"):
        send(outbox, made, server, PASSWORD, context=trusting(tmp_path))
    assert handler.got == []


def test_the_outbox_knows_which_mail_of_which_phase_went_to_whom(
    tmp_path: Path, outbox: Outbox, handler: Handler, server: MailServer
) -> None:
    handler.refused[address("ben")] = "550 no"
    send(outbox, round_of(outbox), server, PASSWORD, context=trusting(tmp_path))
    history = Outbox(outbox.folder).history("7e57", "F1901M", "main")
    assert (history["ADA"].state, history["ADA"].message_id, history["BEN"].state) == (MailState.SENT, "<ada@x>", MailState.REFUSED)
    assert Outbox(outbox.folder).history("7e57", "S1901M", "main") == {}


def test_a_damaged_list_is_passed_over(outbox: Outbox) -> None:
    made = round_of(outbox)
    (outbox.folder / made.id / "round.json").write_text('{"id": 3')
    assert list(outbox.rounds()) == []


def test_nobody_else_reads_the_outbox(outbox: Outbox) -> None:
    made = round_of(outbox)
    folder = outbox.folder / made.id
    assert {oct(each.stat().st_mode & 0o077) for each in (folder, *folder.iterdir())} == {"0o0"}


def test_a_mail_goes_to_the_powers_name_where_its_player_has_none() -> None:
    game = new_game(standard(), "Test")
    game = set_player(game, "FRANCE", SeatedPlayer("", address("cleo")))
    game = set_player(game, "ITALY", SeatedPlayer("Ada", address("ada")))
    assert [(each.to.name, each.to.address) for each in recipients(game) if each.to is not None] == [
        ("France", address("cleo")),
        ("Ada", address("ada")),
    ]


def test_every_mail_that_was_being_handed_over_when_a_program_ended_is_unknown_on_the_disk(outbox: Outbox) -> None:
    present = round_of(outbox)
    for number in (0, 2):
        present = outbox.mark(present, number, MailState.SENDING, at="2026-11-29T20:00:00+00:00")
    outbox.mark_interrupted_as_unknown()
    (kept,) = outbox.rounds()
    assert [each.state for each in kept.items] == [MailState.UNKNOWN, MailState.WAITING, MailState.UNKNOWN, MailState.WAITING]
    assert {(each.reply, each.at) for each in kept.of(MailState.UNKNOWN)} == {
        ("the program ended while it was handed over", "2026-11-29T20:00:00+00:00")
    }


def test_why_nobody_knows_whether_a_mail_arrived_is_said_in_the_language_in_use(outbox: Outbox) -> None:
    outbox.mark(round_of(outbox), 1, MailState.SENDING)
    with using(PSEUDO):
        outbox.mark_interrupted_as_unknown()
    (kept,) = outbox.rounds()
    assert kept.items[1].reply.startswith(OPENING)


def test_the_last_mark_of_a_mail_stands_on_the_disk_and_leaves_the_others_as_they_are(outbox: Outbox) -> None:
    present = outbox.mark(round_of(outbox), 1, MailState.SENDING)
    outbox.mark(present, 1, MailState.SENT, "250 ok" * 200, "2026-11-29T20:01:00+00:00")
    (kept,) = outbox.rounds()
    assert [each.state for each in kept.items] == [MailState.WAITING, MailState.SENT, MailState.WAITING, MailState.WAITING]
    assert (len(kept.items[1].reply), kept.items[1].at) == (500, "2026-11-29T20:01:00+00:00")


def test_all_rounds_that_wait_go_out_over_one_connection_the_oldest_first(
    tmp_path: Path, outbox: Outbox, handler: Handler, server: MailServer
) -> None:
    round_at("30", outbox, "ada", "cleo")
    settled = round_at("27", outbox, "dan")
    outbox.mark(settled, 0, MailState.SENT)
    round_at("28", outbox, "ben")
    heard: list[tuple[str, str, MailState]] = []

    def told(present: OutboxRound, item: Item) -> bool:
        heard.append((present.id[6:8], item.name, item.state))
        return True

    done = send_rounds(outbox, server, PASSWORD, told, trusting(tmp_path))
    assert [each.id[6:8] for each in done] == ["27", "28", "30"]
    assert {item.state for each in done for item in each.items} == {MailState.SENT}
    assert handler.receivers == [address("ben"), address("ada"), address("cleo")]
    assert handler.logins == 1
    states = (MailState.WAITING, MailState.SENDING, MailState.SENT)
    assert heard == [(day, name, state) for day, name in (("28", "Ben"), ("30", "Ada"), ("30", "Cleo")) for state in states]
    assert not outbox.lock().is_held()


def test_of_all_rounds_those_wait_that_come_after_a_stop(tmp_path: Path, outbox: Outbox, handler: Handler, server: MailServer) -> None:
    round_at("28", outbox, "ada", "ben", "cleo")
    going = iter([True, True, True, False])
    (done,) = send_rounds(outbox, server, PASSWORD, lambda _round, _item: next(going), trusting(tmp_path))
    assert handler.receivers == [address("ada")]
    assert [each.state for each in done.items] == [MailState.SENT, MailState.WAITING, MailState.WAITING]


def test_what_was_being_handed_over_in_an_earlier_run_is_unknown_and_not_sent_with_all_rounds(
    tmp_path: Path, outbox: Outbox, handler: Handler, server: MailServer
) -> None:
    outbox.mark(round_of(outbox, "ada", "ben"), 0, MailState.SENDING)
    (done,) = send_rounds(outbox, server, PASSWORD, context=trusting(tmp_path))
    assert [each.state for each in done.items] == [MailState.UNKNOWN, MailState.SENT]
    assert handler.receivers == [address("ben")]


def test_nothing_is_connected_to_where_no_round_waits(outbox: Outbox, handler: Handler, server: MailServer) -> None:
    assert send_rounds(outbox, server, PASSWORD) == ()
    assert handler.logins == 0


def test_all_rounds_are_left_while_another_copy_sends(outbox: Outbox, handler: Handler, server: MailServer) -> None:
    round_of(outbox)
    lock = outbox.lock()
    assert lock.acquire()
    with pytest.raises(SendingError, match="Another window or copy"):
        send_rounds(outbox, server, PASSWORD)
    lock.release()
    assert handler.logins == 0


def test_a_server_is_tried_without_sending_anything(tmp_path: Path, handler: Handler, server: MailServer) -> None:
    assert try_connection(server, PASSWORD, trusting(tmp_path)) == "127.0.0.1 with TLS, as gm@example.org"
    assert (handler.logins, handler.got) == (1, [])
    with pytest.raises(ValueError, match="does not take the password of gm"):
        try_connection(server, "another password", trusting(tmp_path))
    with pytest.raises(ValueError, match="cannot be reached with TLS"):
        try_connection(replace(server, port=1), PASSWORD, trusting(tmp_path))
