"""The inbox as a command: mailboxes of several games, what finds its game and what does not, and nothing taken twice."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.game.dpn.writer import write
from app.game.edits import new_game, set_player
from app.game.entries import SeatedPlayer, SeatKind
from app.game.mail_edits import with_short_name
from app.game.opening import open_text
from app.game.record import MAIN, Game
from app.gm.inbox_store import InboxStore
from app.gm.inbox_taking import Inbox, inbox_store
from app.gm.taken_mails import is_taken, waiting_mails
from app.session.errors import Abort
from tests.unit.app.commands.fake_services import Desk
from variants.catalogue import standard

DATE = "Wed, 25 Nov 2020 17:00:00 +0000"


def mail(sender: str, subject: str, body: str, number: str = "", **fields: str) -> str:
    head = f"From: {sender}\nSubject: {subject}\nDate: {DATE}\n"
    head += f"Message-ID: <{number}@example.org>\n" if number else ""
    head += "".join(f"{name.replace('_', '-')}: {value}\n" for name, value in fields.items())
    return f"{head}\n{body}\n"


def box(*mails: str) -> str:
    return "".join(f"From MAILER Wed Nov 25 17:00:00 2020\n{each}\n" for each in mails)


class Club:
    """Three games in a folder: Ben plays England in two of them, Cleo France in one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "games"
        self.folder.mkdir()
        self.desk = Desk(game=False)
        seats = {
            "harbour": {"ENGLAND": "ben", "FRANCE": "cleo"},
            "straits": {"ENGLAND": "ben", "ITALY": "eve"},
            "novices": {"TURKEY": "gus"},
        }
        names = {"harbour": "Winter Harbour", "straits": "Straits of Iron", "novices": "Novices 14"}
        for code, players in seats.items():
            game = new_game(standard(), names[code], game_id=f"{code}-id")
            for power, who in players.items():
                game = set_player(game, power, SeatedPlayer(who.title(), f"{who}@example.org", SeatKind.POST))
            self.write(code, with_short_name(game, "iron") if code == "straits" else game)

    def write(self, code: str, game: Game) -> None:
        (self.folder / f"{code}.dpn").write_text(write(game), encoding="utf-8")

    def game(self, code: str) -> Game:
        return open_text((self.folder / f"{code}.dpn").read_bytes()).ready().game

    def orders(self, code: str) -> dict[str, list[str]]:
        game = self.game(code)
        turn = game.turn(game.last(MAIN))
        return {power: [str(line.order) for line in turn.orders_of(power)] for power in turn.orders}

    def take(self, *mails: str, name: str = "club.mbox") -> str:
        path = self.folder.parent / name
        path.write_text(box(*mails), encoding="utf-8")
        return self.run(f"inbox {path} --games {self.folder}")

    def run(self, line: str) -> str:
        self.desk.session.ends_with = None
        return self.desk.run(line)

    @property
    def code(self) -> int | None:
        return self.desk.session.ends_with

    @property
    def store(self) -> InboxStore:
        return inbox_store(self.desk.session)


@pytest.fixture
def club(tmp_path: Path) -> Club:
    return Club(tmp_path)


@pytest.mark.parametrize(
    ("letter", "code"),
    [
        (mail("Ben <ben@example.org>", "Re: results [game harbour-id]", "F Lon - Nth"), "harbour"),
        (mail("ben@example.org", "Straits of Iron", "F Lon - Nth"), "straits"),
        (mail("ben@example.org", "orders for STRAITS of iron, spring", "F Lon - Nth"), "straits"),
        (mail("ben@example.org", "iron S1901", "F Lon - Nth"), "straits"),
        (mail("ben@example.org", "orders", "Game: Winter Harbour\nF Lon - Nth"), "harbour"),
        (mail("ben@example.org", "orders", "SIGNON Eiron sesame\nF Lon - Nth\nSIGNOFF"), "straits"),
    ],
)
def test_a_mail_of_somebody_in_two_games_goes_to_the_one_that_it_names(club: Club, letter: str, code: str) -> None:
    said = club.take(letter)
    assert {each: club.orders(each).get("ENGLAND") for each in ("harbour", "straits")} == {
        each: (["F LON - NTH"] if each == code else None) for each in ("harbour", "straits")
    }, said
    assert club.code == 0


def test_a_mail_of_somebody_in_one_game_finds_it_by_its_sender_alone(club: Club) -> None:
    club.take(mail("cleo@example.org", "hello", "A Par - Bur\nA Mar - Spa\nF Bre - Mao"), mail("Gus <GUS@example.org>", "o", "A Con - Bul"))
    assert club.orders("harbour") == {"FRANCE": ["A PAR - BUR", "A MAR - SPA", "F BRE - MAO"]}
    assert club.orders("novices") == {"TURKEY": ["A CON - BUL"]}


def test_an_answer_to_a_mail_that_we_sent_finds_its_game(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.mail_out.posting.games_of_mails", lambda: {"results.7@gm.example": "straits-id"})
    letter = mail("ben@example.org", "Re: orders", "F Lon - Nth", "a1", In_Reply_To="<results.7@gm.example>")
    own = mail("gm@gm.example", "Results", "F Lon - Eng", "results.7").replace("results.7@example.org", "results.7@gm.example")
    assert "1 is your own" in club.take(letter, own)
    assert club.orders("straits") == {"ENGLAND": ["F LON - NTH"]}
    again = mail("ben@example.org", "and", "F Edi - Nwg", "a2", References="<a0@example.org> <a1@example.org>")
    club.take(again)
    assert club.orders("straits") == {"ENGLAND": ["F LON - NTH", "F EDI - NWG"]}, "it answers a mail that was taken in for that game"


def test_a_mail_that_names_two_games_of_other_people(club: Club) -> None:
    """A mail that names two games of others says nothing of powers that its sender does not play."""
    said = club.take(mail("jon@example.org", "orders", "Game: Winter Harbour\nGame: Novices 14\nF Lon - Nth"))
    assert "Unknown address; its 1 order fits 2 games" in said or "Unknown address; its order fits 2 games" in said, said
    assert "Plays  in" not in said


def test_what_finds_no_game_waits_with_a_reason_and_is_given_a_game_by_one_command(club: Club) -> None:
    said = club.take(
        mail("ben@example.org", "orders", "F Lon - Nth\nA Lvp - Yor", "b1"),
        mail("jon@example.org", "Can I still join?", "Hello, is there a free place?", "j1"),
        mail("ben@example.org", "for [game elsewhere]", "F Lon - Nth", "b2"),
        mail("eve@example.org", "Winter Harbour", "A Ven - Tyr", "e1"),
    )
    assert club.code == 1
    assert not any(club.orders(each) for each in ("harbour", "straits", "novices"))
    assert "Plays England in 2 of your games; its 2 orders fit 2 games" in said
    assert "Unknown address; no order in it" in said
    assert "not in your folders: elsewhere" in said
    assert "It names Winter Harbour, in which this address does not play" in said
    waiting = club.store.waiting()
    number = next(at for at, each in enumerate(waiting, 1) if each.message_id == "b1@example.org")
    club.run(f"inbox-give {number} {club.folder / 'straits.dpn'} --games {club.folder}")
    assert club.orders("straits") == {"ENGLAND": ["F LON - NTH", "A LVP - YOR"]}
    assert "b1@example.org" not in {each.message_id for each in club.store.waiting()}
    club.run(f"inbox-drop {waiting[1].key if waiting[1].message_id != 'b1@example.org' else waiting[2].key}")
    assert len(club.store.waiting()) == 2
    with pytest.raises(Abort, match="no mail 77"):
        club.run("inbox-drop 77")


def test_orders_that_fit_one_of_two_games_propose_it_and_take_nothing(club: Club) -> None:
    from app.game.edits import process, set_lines

    game = set_lines(club.game("straits"), MAIN, "ENGLAND", ["F LON - NTH"])
    club.write("straits", process(game, MAIN))
    said = club.take(mail("ben@example.org", "orders", "F Nth - Nwy", "b1"))
    assert "its order fits one game" in said
    assert str(club.folder / "straits.dpn") in said
    assert not club.orders("straits")


def test_nothing_is_taken_twice_over_restarts_with_or_without_a_message_id(club: Club) -> None:
    mails = (mail("cleo@example.org", "a", "A Par - Bur", "c1"), mail("gus@example.org", "b", "A Con - Bul"))
    club.take(*mails)
    club.desk.session.library  # noqa: B018 - a new session below stands for a new start
    club.desk = Desk(game=False)
    before = {code: (club.folder / f"{code}.dpn").read_bytes() for code in ("harbour", "novices")}
    again = (
        mails[0].replace("Subject: a", "Subject: a\nX-Status: read"),
        mails[1].replace("\n", "\r\n").replace("From:", "Status: RO\r\nFrom:", 1),
    )
    said = club.take(*again, name="other.mbox")
    assert "2 were taken in before" in said
    assert {code: (club.folder / f"{code}.dpn").read_bytes() for code in before} == before
    club.take(mail("cleo@example.org", "a", "A Par - Pic", "c2"))
    assert club.orders("harbour") == {"FRANCE": ["A PAR - PIC"]}, "a new mail with a new number counts"


def test_folders_of_mails_and_maildirs_are_read_and_bad_mails_are_named(club: Club, tmp_path: Path) -> None:
    folder = tmp_path / "mails"
    for name in ("new", "cur", "tmp", "more"):
        (folder / name).mkdir(parents=True)
    (folder / "new" / "1606323600.M1.host").write_text(mail("cleo@example.org", "a", "A Par - Bur", "c1"))
    (folder / "cur" / "1606323601.M2.host:2,S").write_text(mail("gus@example.org", "a", "A Con - Bul", "g1"))
    (folder / "cur" / "1606323602.M3.host:2,ST").write_text(mail("gus@example.org", "a", "A Smy - Arm", "g2"))
    (folder / "tmp" / "half").write_text("From: x")
    (folder / "more" / "one.eml").write_text(mail("eve@example.org", "a", "A Ven - Tyr", "e1"))
    (folder / "more" / "none.eml").write_bytes(b"\x00\x01 not a mail")
    said = club.run(f"inbox {folder} --games {club.folder}")
    assert club.orders("harbour") == {"FRANCE": ["A PAR - BUR"]}
    assert club.orders("novices") == {"TURKEY": ["A CON - BUL"]}
    assert club.orders("straits") == {"ITALY": ["A VEN - TYR"]}
    assert "more/none.eml: this is no mail" in said


def test_a_game_that_is_open_elsewhere_keeps_its_mails_waiting_until_it_can_be_written_to(club: Club) -> None:
    other = Desk(game=False)
    other.services.is_interactive = True
    held = other.session.library.add(other.session.library.inspect(club.folder / "novices.dpn"))
    held.perform("Hold", held.game)
    said = club.take(mail("gus@example.org", "b", "A Con - Bul", "g1"), mail("cleo@example.org", "a", "A Par - Bur", "c1"))
    assert club.code == 3, said
    assert "Novices 14: 1 mail, waiting" in said
    assert club.orders("harbour") == {"FRANCE": ["A PAR - BUR"]}
    held.close(discard=True)
    club.run(f"inbox --games {club.folder}")
    assert club.orders("novices") == {"TURKEY": ["A CON - BUL"]}
    assert not club.store.waiting()


def test_a_game_that_is_open_here_is_changed_where_it_is_open_and_stays_in_front(club: Club) -> None:
    club.desk.run(f"open {club.folder / 'novices.dpn'}", f"open {club.folder / 'straits.dpn'}")
    front = club.desk.session.current
    club.take(mail("gus@example.org", "b", "A Con - Bul", "g1"))
    assert club.desk.session.current is front
    document = club.desk.session.documents[0]
    assert [str(line.order) for line in document.game.turn(document.game.last(MAIN)).orders_of("TURKEY")] == ["A CON - BUL"]
    assert not document.is_modified
    assert club.orders("novices") == {"TURKEY": ["A CON - BUL"]}


def test_mails_for_an_open_game_with_edits_that_are_not_saved_are_lost_with_none_of_them(club: Club) -> None:
    path = club.folder / "harbour.dpn"
    club.desk.run(f"open {path}", "A BER - KIE")
    before = path.read_bytes()
    club.take(mail("cleo@example.org", "orders", "A Par - Bur\nA Mar S A Par - Bur\nF Bre - Mao", "c1"))
    document = club.desk.session.document
    assert len(document.game.turn(document.game.last(MAIN)).orders_of("FRANCE")) == 3
    assert path.read_bytes() == before, "the file is its author's"
    (kept,) = waiting_mails(path)
    assert is_taken(document.game, kept.mark)
    document.close(discard=True)
    club.desk.session.remove(document)
    assert b"A Par - Bur" in waiting_mails(path)[0].read(), "it is taken in anew when the game is opened"


def test_a_watched_folder_is_read_by_the_command_without_a_mailbox(club: Club, tmp_path: Path) -> None:
    folder = tmp_path / "incoming"
    folder.mkdir()
    club.run(f"inbox-watch {folder}")
    (folder / "1.eml").write_text(mail("gus@example.org", "b", "A Con - Bul", "g1"))
    club.run(f"inbox --games {club.folder}")
    assert club.orders("novices") == {"TURKEY": ["A CON - BUL"]}
    club.run(f"inbox-watch {folder} --off")
    assert club.run("inbox-watch") == "No folder of mails is watched."


def test_it_is_said_as_data(club: Club) -> None:
    path = club.folder.parent / "a.mbox"
    path.write_text(box(mail("gus@example.org", "b", "A Con - Bul", "g1"), mail("x@example.org", "b", "hi", "x1")))
    told = json.loads(club.run(f"inbox {path} --games {club.folder} --json"))
    assert told["mailboxes"][0]["rows"][0]["orders"] == 1
    assert told["waiting"][0]["from"] == "x@example.org"


def test_no_more_than_the_bounds_are_read_and_what_is_beyond_is_said(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.gm.inbox.mailboxes.MOST_MAILS", 3)
    said = club.take(*(mail("gus@example.org", "b", f"A Con - Bul\n{number}", f"g{number}") for number in range(5)))
    assert "only the first 3 mails were read" in said
    assert len(club.game("novices").turn(club.game("novices").last(MAIN)).mails) == 3
    assert "2 found" not in club.take(*(mail("gus@example.org", "b", f"A Con - Bul\n{number}", f"g{number}") for number in range(5)))


def test_a_mailbox_that_is_none_is_said_and_ends_with_2(club: Club, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    club.run(f"inbox {empty} --games {club.folder}")
    assert club.code == 2


def test_nothing_is_lost_where_it_breaks_off_between_keeping_and_taking(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Inbox, "_take", broken)
    with pytest.raises(KeyboardInterrupt):
        club.take(mail("gus@example.org", "b", "A Con - Bul", "g1"))
    monkeypatch.undo()
    club.run(f"inbox --games {club.folder}")
    assert club.orders("novices") == {"TURKEY": ["A CON - BUL"]}


@pytest.mark.slow
def test_every_mail_of_a_drop_is_accounted_for(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.mail_out.posting.games_of_mails", lambda: {"ours@example.org": "harbour-id"})
    mails = [
        mail("cleo@example.org", "o", "A Par - Bur", "c1"),
        mail("cleo@example.org", "o", "A Par - Bur", "c1"),
        mail("ben@example.org", "o", "F Lon - Nth", "b1"),
        mail("jon@example.org", "Can I join?", "Hello", "j1"),
        mail("gm@example.org", "results", "A Par - Bur", "ours"),
    ]
    said = club.take(*mails)
    assert "club.mbox: 5 mails; 1 found its game; 2 found no game; 1 was taken in before; 1 is your own" in said
    again = club.take(*mails, mail("gus@example.org", "o", "A Con - Bul", "g1"), name="again.mbox")
    assert "again.mbox: 6 mails; 1 found its game; 2 found no game; 2 were taken in before; 1 is your own" in again
    club.write("novices", set_player(club.game("novices"), "ENGLAND", SeatedPlayer("Jon", "jon@example.org", SeatKind.POST)))
    later = club.take(mail("cleo@example.org", "o", "F Bre - Mao", "c2"), name="later.mbox")
    assert "later.mbox: 1 mail; 1 found its game; 1 that waited found its game" in later


def test_an_answer_asks_the_sender_for_the_game_and_tells_of_none(club: Club) -> None:
    club.take(mail('"Jon" <jon@example.org>', "Can I still join?", "Hello", "j1"))
    said = club.run("inbox-answer 1")
    assert said.startswith("To: jon@example.org\nSubject: Re: Can I still join?\n\nDear Jon,\n")
    assert not any(name in said for name in ("Winter Harbour", "Straits", "Novices"))
    assert "answered; Unknown address" in club.run(f"inbox --games {club.folder}")
    assert json.loads(club.run(f"inbox --games {club.folder} --json"))["waiting"][0]["answered"] is True
    club.run("inbox-drop 1")
    assert not list((inbox_store(club.desk.session).folder / "waiting").iterdir())


@pytest.mark.slow
def test_orders_that_a_mail_takes_back_are_decided_in_the_inbox_one_by_one(club: Club) -> None:
    said = club.take(
        mail("ben@example.org", "Winter Harbour", "F Lon - Nth\nF Edi - Nwg\nA Lvp - Yor", "w1"),
        mail("ben@example.org", "Winter Harbour", "I withdraw all my orders.", "w2").replace("25 Nov 2020 17", "25 Nov 2020 18"),
    )
    path = club.folder / "harbour.dpn"
    assert club.code == 1
    row = "Winter Harbour: England: Fleet London moves to the North Sea, taken back by the mail of Wed 25 Nov, 18:00"
    assert f"{row} -> inbox-withdrawn {path.resolve()} ENGLAND LON --out" in said
    assert [each["place"] for each in json.loads(club.run(f"inbox --games {club.folder} --json"))["withdrawn"]] == ["LON", "EDI", "LVP"]
    with pytest.raises(Abort, match="--stand or --out"):
        club.run(f"inbox-withdrawn {path} england")
    assert club.run(f"inbox-withdrawn {path} england lon --out") == "1 order is taken out."
    assert club.run(f"inbox-withdrawn {path} England edi lvp --stand") == "2 orders stand."
    assert club.orders("harbour") == {"ENGLAND": ["F EDI - NWG", "A LVP - YOR"]}
    assert not club.game("harbour").turn(club.game("harbour").last(MAIN)).withdrawn
    assert "ENGLAND: F EDI - NWG, A LVP - YOR stand, which a mail may take back" in [each.text for each in club.game("harbour").audit]
    assert "taken back" not in club.run(f"inbox --games {club.folder}")
    assert club.code == 0
    with pytest.raises(Abort, match="No mail seems to take back"):
        club.run(f"inbox-withdrawn {path} england lon --out")


@pytest.mark.slow
def test_an_order_of_an_open_game_is_decided_where_it_is_open(club: Club) -> None:
    path = club.folder / "harbour.dpn"
    club.take(
        mail("ben@example.org", "Winter Harbour", "F Lon - Nth\nF Edi - Nwg", "w1"),
        mail("ben@example.org", "Winter Harbour", "Please cancel F Lon.", "w2").replace("25 Nov 2020 17", "25 Nov 2020 18"),
    )
    club.run(f"open {path}")
    club.run("order A Ven - Tyr --power ITALY")
    assert "Fleet London moves to the North Sea, taken back" in club.run(f"inbox --games {club.folder}")
    club.run(f"inbox-withdrawn {path} england lon --out")
    assert [str(line.order) for line in club.desk.session.open_turn.orders_of("ENGLAND")] == ["F EDI - NWG"]
    assert club.desk.session.document.is_modified, "edits that are not saved are left to their author"
    assert "taken back" not in club.run(f"inbox --games {club.folder}")
    club.run("undo")
    assert "Fleet London moves to the North Sea, taken back" in club.run(f"inbox --games {club.folder}")
