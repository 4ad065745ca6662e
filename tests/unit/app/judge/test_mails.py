"""Mails to the judge: who may do what, what each gets for an answer, and what is never answered."""

from __future__ import annotations

import shutil
from datetime import timedelta
from pathlib import Path

import pytest

from app.game.deadlines import absences
from app.game.record import MAIN
from app.judge.records import Life
from tests.unit.app.judge.table import MASTER, JudgeTable, address, text_of, to, token_in


def orders_of(table: JudgeTable, power: str) -> list[str]:
    game = table.game()
    return [str(line.order or line.text) for line in game.turn(game.last(MAIN)).orders_of(power)]


def test_a_game_begins_when_there_is_a_player_for_each_power(table: JudgeTable) -> None:
    players = table.begin()
    assert table.record().life is Life.ACTIVE
    assert sorted(players.values()) == ["ada", "ben", "cleo", "dan", "eve", "fay", "gus"]
    game = table.game()
    deadline = game.turn(game.last(MAIN)).deadline
    assert deadline is not None
    assert deadline.at == "2026-12-04T20:00:00+01:00", "the next Friday"
    assert table.record().seats["FRANCE"].word.startswith("scrypt$")


@pytest.mark.slow
def test_wishes_count_before_the_lot(table: JudgeTable) -> None:
    table.ask("mona", "CREATE harbour\nFORM", table.as_master)
    for name, wish in (
        ("ada", "TURKEY"),
        ("ben", "FRANCE, ITALY"),
        ("cleo", "FRANCE"),
        ("dan", ""),
        ("eve", ""),
        ("fay", ""),
        ("gus", "TURKEY"),
    ):
        (asked,) = table.ask(name, f"JOIN harbour {wish}".strip())
        table.ask(name, "", str(asked["Subject"]))
    powers = {seat.address.partition("@")[0]: power for power, seat in table.record().seats.items()}
    assert {powers["ben"], powers["cleo"]} == {"ITALY", "FRANCE"}
    assert powers["cleo"] == "FRANCE"
    assert "TURKEY" in (powers["ada"], powers["gus"])


def test_orders_with_the_token_count_and_are_answered_once(table: JudgeTable) -> None:
    player = table.begin()["FRANCE"]
    known = table.write(player, "A PAR - BUR\nF BRE - MAO\nA MAR - SPA", table.token(player))
    (answer,) = table.go()
    assert orders_of(table, "FRANCE") == ["A PAR - BUR", "F BRE - MAO", "A MAR - SPA"]
    assert answer["In-Reply-To"] == f"<{known}>"
    assert answer["Auto-Submitted"] == "auto-replied"
    assert token_in(answer).startswith("harbour.FRANCE.")
    assert "A PAR - BUR" in text_of(answer)
    assert table.go() == []


def test_the_same_message_id_in_other_words_is_answered_once(table: JudgeTable) -> None:
    player = table.begin()["FRANCE"]
    subject = table.token(player)
    for number in range(2):
        table.judge.spool.keep(
            f"From: {player}@example.org\nMessage-ID: <same@x>\nSubject: {subject}\nX-Copy: {number}\n\nSTATUS\n".encode()
        )
    assert len(table.go()) == 1


@pytest.mark.slow
def test_a_word_opens_its_seat_and_no_other(table: JudgeTable) -> None:
    player = table.begin()["FRANCE"]
    table.ask(player, "SET PASSWORD long-enough-1", table.token(player))
    (answer,) = table.ask("zed", "SIGNON FRANCE long-enough-1\nA PAR - PIC\nSIGNOFF")
    assert orders_of(table, "FRANCE") == ["A PAR - PIC"]
    assert answer["To"].addresses[0].addr_spec == "zed@example.org"
    assert token_in(answer) == "", "the token goes to the address of the seat alone"
    table.ask("zed", "SIGNON GERMANY long-enough-1\nA MUN - RUH\nSIGNOFF")
    assert orders_of(table, "GERMANY") == []


@pytest.mark.slow
def test_a_mail_without_a_secret_waits_for_the_holder_of_the_seat(table: JudgeTable) -> None:
    player = table.begin()["FRANCE"]
    found = table.ask(player, "A PAR - GAS", "no secret")
    assert orders_of(table, "FRANCE") == []
    (asked,) = to(found, player)
    forged = str(asked["Subject"]).replace(token_in(asked), f"{token_in(asked)[:-1]}{'a' if token_in(asked)[-1] != 'a' else 'b'}")
    table.ask("zed", "yes", forged)
    assert orders_of(table, "FRANCE") == []
    table.ask(player, "", f"Re: {asked['Subject']}")
    assert orders_of(table, "FRANCE") == ["A PAR - GAS"]


@pytest.mark.slow
def test_after_five_wrong_words_none_is_tried_for_an_hour(table: JudgeTable) -> None:
    player = table.begin()["FRANCE"]
    table.ask(player, "SET PASSWORD long-enough-1", table.token(player))
    for number in range(5):
        table.ask("zed", f"SIGNON FRANCE wrong-{number}\nA PAR - PIC")
    table.ask("zed", "SIGNON FRANCE long-enough-1\nA PAR - PIC")
    assert orders_of(table, "FRANCE") == []
    table.go(timedelta(minutes=61))
    table.ask("zed", "SIGNON FRANCE long-enough-1\nA PAR - PIC")
    assert orders_of(table, "FRANCE") == ["A PAR - PIC"]


def test_a_spoofed_master_does_nothing(table: JudgeTable) -> None:
    table.begin()
    (asked,) = table.ask(MASTER, "GAME harbour\nPROCESS", "no token")
    assert table.phase() == "S1901M"
    assert "confirm" in str(asked["Subject"])
    player = table.record().seats["FRANCE"].address
    (refused,) = table.ask(player, "PROCESS", table.token(player.partition("@")[0]))
    assert "that is for the game master" in text_of(refused)
    assert table.phase() == "S1901M"


@pytest.mark.parametrize(
    "header",
    [
        {"Auto_Submitted": "auto-replied"},
        {"Precedence": "bulk"},
        {"Return_Path": "<>"},
        {"X_Loop": "judge@example.org"},
        {"List_Id": "<a.list>"},
    ],
)
def test_machines_are_never_answered(table: JudgeTable, header: dict[str, str]) -> None:
    assert table.ask("ada", "LIST", **header) == []
    assert table.judge.spool.waiting() == ()


@pytest.mark.slow
def test_an_answering_machine_confirms_nothing(table: JudgeTable) -> None:
    player = table.begin()["FRANCE"]
    (asked,) = table.ask(player, "A PAR - GAS", "no secret")
    for words in ("Automatic reply", "Abwesenheitsnotiz", "Réponse automatique"):
        assert table.ask(player, "I am away.", f"{words}: {asked['Subject']}") == []
    assert orders_of(table, "FRANCE") == []


def test_our_own_mail_and_daemons_are_never_answered(table: JudgeTable) -> None:
    assert table.ask("judge@example.org", "LIST") == []
    assert table.ask("mailer-daemon@example.org", "LIST") == []


def test_a_report_of_a_lost_player_is_shown_to_the_game_master(table: JudgeTable) -> None:
    player = table.begin()["FRANCE"]
    raw = (
        "From: MAILER-DAEMON@mx.example.org\nTo: judge@example.org\nMessage-ID: <d1@mx>\nSubject: Undelivered\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\n\n--b\nContent-Type: message/delivery-status\n\n'
        f"Final-Recipient: rfc822; {player}@example.org\nAction: failed\n\n--b--\n"
    )
    table.judge.spool.keep(raw.encode())
    (told,) = table.go()
    assert told["To"].addresses[0].addr_spec == MASTER
    assert player in text_of(told)


def test_one_sender_gets_so_many_answers_an_hour(own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENTENTE_HOME", str(own_folders / "judge" / "own"))
    table = JudgeTable(own_folders / "judge")
    object.__setattr__(table.judge.settings, "answers_an_hour", 3)
    assert [len(table.ask("zed", "LIST")) for _ in range(5)] == [1, 1, 1, 0, 0]
    table.kill()
    table.start()
    object.__setattr__(table.judge.settings, "answers_an_hour", 3)
    assert table.ask("zed", "LIST") == [], "a restart forgets none"
    table.now += timedelta(minutes=61)
    assert len(table.ask("zed", "LIST")) == 1


def test_a_line_that_is_no_word_is_answered_by_what_it_may_mean(table: JudgeTable) -> None:
    (answer,) = table.ask("zed", "LSIT")
    assert "Do you mean: LIST" in text_of(answer)


@pytest.mark.slow
def test_secrets_are_in_no_file_of_the_folder(table: JudgeTable) -> None:
    player = table.begin()["FRANCE"]
    subject = table.token(player)
    table.ask(player, "SIGNON FRANCE secret-in-words\nA PAR - BUR\n> quoted " + subject, subject)
    table.ask(player, "SET PASSWORD another-long-word", subject)
    table.ask(player, "SIGNON FRANCE not-the-right-one\nA PAR - GAS", "no token")
    for present in list(table.judge.state.outbox.rounds()):
        shutil.rmtree(table.folder.outbox / present.id)
    token = token_in_text(subject)
    for file in table.folder.root.rglob("*"):
        if file.is_file() and file.name != "token.key":
            content = file.read_bytes()
            for secret in (b"secret-in-words", b"another-long-word", b"not-the-right-one", token.encode()):
                assert secret not in content, (file, secret)


def token_in_text(subject: str) -> str:
    return subject.partition("[")[2].partition("]")[0].rpartition(".")[2]


@pytest.mark.slow
def test_what_is_doubtful_is_asked_back_and_the_answer_is_understood(table: JudgeTable) -> None:
    player = table.begin()["RUSSIA"]
    (asked,) = table.ask(player, "F STP - BOTNIA or FIN\nA MOS - UKR", table.token(player))
    (question,) = table.record().questions
    assert "1  " in text_of(asked)
    assert question.choices[0] in text_of(asked)
    table.ask(player, "1", table.token(player))
    assert question.choices[0] in orders_of(table, "RUSSIA")
    assert table.record().questions == ()


@pytest.mark.slow
def test_players_words(table: JudgeTable) -> None:
    player = table.begin()["FRANCE"]

    def said(words: str) -> str:
        return text_of(to(table.ask(player, words, table.token(player)), player)[0])

    assert "A PAR - BUR" in said("A PAR - BUR")
    assert "taken out" in said("CLEAR")
    assert orders_of(table, "FRANCE") == []
    assert "away" in said("SET ABSENCE 3 dec - 6 dec")
    game = table.game()
    deadline = game.turn(game.last(MAIN)).deadline
    assert deadline is not None
    assert deadline.at == "2026-12-08T20:00:00+01:00", "the next day of the rule after the absence"
    said("SET WAIT")
    assert table.game().turn(table.game().last(MAIN)).waits == ("FRANCE",)
    said("SET NOWAIT")
    assert table.game().turn(table.game().last(MAIN)).waits == ()
    said("VOTE DRAW")
    assert [vote.power for vote in table.game().turn(table.game().last(MAIN)).votes] == ["FRANCE"]
    assert "There are no results of it" in said("HISTORY")
    said("SET LANGUAGE de")
    assert table.record().seats["FRANCE"].language == "de"
    assert "board" in text_of(to(table.ask(player, "SET LANGUAGE en\nMAP", table.token(player)), player)[0])


@pytest.mark.slow
def test_press_goes_to_its_readers_alone(table: JudgeTable) -> None:
    players = table.begin()
    found = table.ask(players["FRANCE"], "PRESS TO R\nmeet me in Munich\nENDPRESS", table.token(players["FRANCE"]))
    assert [each["To"].addresses[0].addr_spec for each in found if "Munich" in text_of(each)] == [f"{players['RUSSIA']}@example.org"]
    found = table.ask(players["FRANCE"], "BROADCAST\nhello all\nENDPRESS", table.token(players["FRANCE"]))
    assert len([each for each in found if "hello all" in text_of(each)]) == 6


@pytest.mark.slow
def test_a_seat_is_left_and_taken_over(table: JudgeTable) -> None:
    player = table.begin()["FRANCE"]
    subject = table.token(player)
    table.ask(player, "SET ABSENCE 3 dec - 6 dec", subject)
    found = table.ask(player, "RESIGN", subject)
    assert table.record().vacant == ("FRANCE",)
    assert absences(table.game()) == (), "whoever takes it over is not away"
    assert any("TAKEOVER FRANCE harbour" in text_of(each) for each in to(found, table.record().seats["ITALY"].address.partition("@")[0]))
    (asked,) = table.ask("zed", "TAKEOVER FRANCE harbour")
    table.ask("zed", "yes", str(asked["Subject"]))
    assert table.record().seats["FRANCE"].address == "zed@example.org"
    table.ask(player, "A PAR - BUR", subject)
    assert orders_of(table, "FRANCE") == [], "the old token opens nothing"
    table.ask("zed", "A PAR - PIC", table.token("zed"))
    assert orders_of(table, "FRANCE") == ["A PAR - PIC"]


@pytest.mark.slow
def test_a_proposal_is_told_to_all_and_ends_the_game_when_all_agree(table: JudgeTable) -> None:
    players = table.begin()
    found = table.ask(players["FRANCE"], "PROPOSE DRAW", table.token(players["FRANCE"]))
    told = [each for each in found if "proposes" in str(each["Subject"])]
    assert {each["To"].addresses[0].addr_spec for each in told} == {address(name) for power, name in players.items() if power != "FRANCE"}
    assert all("VOTE DRAW" in text_of(each) for each in told)
    for power in ("AUSTRIA", "ENGLAND", "GERMANY", "ITALY", "RUSSIA"):
        table.ask(players[power], "VOTE DRAW", table.token(players[power]))
        assert table.record().life is Life.ACTIVE
    found = table.ask(players["TURKEY"], "VOTE DRAW", table.token(players["TURKEY"]))
    assert table.record().life is Life.OVER
    assert len([each for each in found if "Over: " in text_of(each)]) == 8, "seven players and the master"


@pytest.mark.slow
def test_whoever_observes_gets_what_all_may_see_until_they_sign_off(table: JudgeTable) -> None:
    player = table.begin()["FRANCE"]
    (asked,) = table.ask("zed", "OBSERVE harbour")
    assert table.record().observers == ()
    table.ask("zed", "yes", str(asked["Subject"]))
    table.ask(player, "PRESS TO G\nnot for zed\nENDPRESS\nA PAR - BUR", table.token(player))
    (press,) = to(table.ask(player, "BROADCAST\nhello all\nENDPRESS", table.token(player)), "zed")
    assert "hello all" in text_of(press)
    (results,) = to(table.ask("mona", "GAME harbour\nPROCESS", table.as_master), "zed")
    assert "A PAR - BUR" in text_of(results)
    assert results["List-Unsubscribe"] == "<mailto:judge@example.org?subject=SIGNOFF%20harbour>"
    (asked,) = table.ask("zed", "", "SIGNOFF harbour")  # what the button of a mail program writes
    table.ask("zed", "yes", str(asked["Subject"]))
    assert table.record().observers == ()
    assert to(table.ask("mona", "GAME harbour\nPROCESS", table.as_master), "zed") == []


@pytest.mark.slow
def test_what_can_be_asked_for_without_a_secret(table: JudgeTable) -> None:
    player = table.begin()["FRANCE"]
    table.ask(player, "A PAR - BUR", table.token(player))

    def said(text: str) -> str:
        (answer,) = table.ask("zed", text)
        return text_of(answer)

    summary = said("SUMMARY harbour")
    assert all(words in summary for words in ("Harbour Lights", "Spring 1901", "active", "Orders are due"))
    assert "A PAR - BUR" not in summary + said("STATUS harbour")
    variants = said("GET VARIANTS").split()
    assert {"standard", "chaos", "fog-of-war"} <= set(variants)
    rules = said("GAME harbour\nGET RULES")
    assert "Variant: Standard." in rules
    assert len(rules.split("\n")) > 10
    assert "which powers" in said("HELP WHOGAME")
    assert "TAKEOVER" in said("GET HELP")
    assert "There is no game nothing" in said("SUMMARY nothing")


@pytest.mark.slow
def test_results_show_the_board_inside_the_mail_beside_words_alone(own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENTENTE_HOME", str(own_folders / "judge" / "own"))
    table = JudgeTable(own_folders / "judge", picture="png")
    player = table.begin("wed 20:00 Europe/Berlin")["FRANCE"]
    found = table.ask("mona", "GAME harbour\nPROCESS", table.as_master)
    (mail,) = to(found, player)
    page = mail.get_body(("html",))
    assert page is not None
    (picture,) = [part for part in mail.walk() if part.get_content_type() == "image/png"]
    assert picture.get_content_disposition() == "inline"
    assert f"cid:{picture['Content-ID'].strip('<>')}" in page.get_content()
    assert "France" in text_of(mail), "whoever reads no pages reads the words"
    assert mail["List-Id"] == "<harbour.example.org>"
    assert any("Nothing came from" in text_of(each) for each in to(found, "mona"))
    table.kill()


def test_a_game_that_a_mail_makes_is_known_to_the_lines_below(table: JudgeTable) -> None:
    (answer,) = table.ask("mona", "CREATE harbour standard\nCREATE harbour standard\nFORM\nLIST", table.as_master)
    assert "There is a game harbour already." in text_of(answer)
    assert "harbour: forming" in text_of(answer)
    assert "There are no games" not in text_of(answer)


@pytest.mark.slow
def test_results_name_who_plays_when_the_game_is_over_and_not_before(table: JudgeTable) -> None:
    players = table.begin()
    player = players["FRANCE"]
    names = {f"({name.title()})" for name in players.values()}
    for each in table.ask("mona", "GAME harbour\nPROCESS", table.as_master):
        assert not [name for name in names if name in text_of(each)], each["To"]
    (history,) = to(table.ask(player, "HISTORY", table.token(player)), player)
    assert f"Dear {player.title()}," in text_of(history)
    assert not [name for name in names if name in text_of(history)]
    assert "played" in text_of(to(table.ask(player, "WHOGAME", table.token(player)), player)[0])
    assert player.title() in text_of(table.ask("mona", "GAME harbour\nWHOGAME", table.as_master)[0])
    table.ask("mona", "GAME harbour\nTERMINATE", table.as_master)
    (history,) = to(table.ask(player, "HISTORY", table.token(player)), player)
    assert names & set(text_of(history).split())


@pytest.mark.slow
def test_the_game_master_means_the_game_of_the_mail_they_answer_or_the_only_one(table: JudgeTable) -> None:
    table.begin()
    assert "Spring 1901" in text_of(table.ask("mona", "STATUS", table.as_master)[0])
    table.ask("mona", "CREATE coast standard\nFORM", table.as_master)
    assert "Which game?" in text_of(table.ask("mona", "STATUS", table.as_master)[0])
    subject = f"Re: results [game {table.game().id}] {table.as_master}"
    assert "Harbour" in text_of(table.ask("mona", "STATUS", subject)[0])


def test_status_has_the_orders_that_count_apart_from_the_others(table: JudgeTable) -> None:
    player = table.begin()["FRANCE"]
    (answer,) = to(table.ask(player, "A PAR - BUR\nF LON - NTH\nSTATUS", table.token(player)), player)
    said = text_of(answer).partition("> STATUS")[2]
    assert "A PAR - BUR" in said.partition("Your orders:")[2].partition("Not taken:")[0]
    assert "F LON - NTH" in said.partition("Not taken:")[2]
    assert "not saved" not in said


def test_a_writer_of_press_is_told_that_it_was_passed_on(table: JudgeTable) -> None:
    player = table.begin()["FRANCE"]
    (answer,) = to(table.ask(player, "PRESS TO R\nmeet me\nENDPRESS\nBROADCAST\nhello\nENDPRESS", table.token(player)), player)
    said = text_of(answer)
    assert "Passed on: From France to Russia" in said
    assert "Passed on: From France to everybody" in said
    assert "no order of" not in said


@pytest.mark.parametrize("about", ["SIGNON", "PRESS", "BROADCAST"])
def test_help_has_the_lines_that_say_who_writes_and_where_press_stands(table: JudgeTable, about: str) -> None:
    (answer,) = table.ask("zed", f"HELP {about}")
    assert any(line.startswith(about) for line in text_of(answer).splitlines())
    assert "ENDPRESS" in text_of(answer) or about == "SIGNON"


@pytest.mark.slow
def test_a_writer_is_told_of_press_that_a_hook_keeps_from_its_readers(table: JudgeTable) -> None:
    player = table.begin()["FRANCE"]
    table.ask("mona", "GAME harbour\nVARIANT gunboat", table.as_master)
    (answer,) = table.ask(player, "PRESS TO R\nmeet me\nENDPRESS", table.token(player))
    assert "A hook of this game does not let it reach all its readers now: From France to Russia." in text_of(answer)
    assert "Passed on" not in text_of(answer)


def test_whoever_loses_a_seat_to_nobody_is_told(table: JudgeTable) -> None:
    player = table.begin()["FRANCE"]
    (mail,) = to(table.ask("mona", "GAME harbour\nDUMMY FRANCE", table.as_master), player)
    assert "You play FRANCE in harbour no longer" in text_of(mail)
    assert token_in(mail) == ""


@pytest.mark.slow
def test_a_confirmation_that_confirms_nothing_is_answered_with_the_reason(table: JudgeTable) -> None:
    table.ask("mona", "CREATE harbour standard Harbour Lights\nFORM", table.as_master)
    gone = "There is no mail any more that this confirms"
    (asked,) = table.ask("ada", "JOIN harbour")
    assert len(table.ask("ada", "yes", str(asked["Subject"]))) == 1
    (again,) = table.ask("ada", "yes", str(asked["Subject"]))
    assert gone in text_of(again)
    (asked,) = table.ask("ben", "JOIN harbour")
    (refused,) = table.ask("ben", "No.", str(asked["Subject"]))
    assert "was not carried out" in text_of(refused)
    (later,) = table.ask("ben", "yes", str(asked["Subject"]))
    assert gone in text_of(later)
    (asked,) = table.ask("cleo", "JOIN harbour")
    table.go(timedelta(days=15))
    (late,) = table.ask("cleo", "yes", str(asked["Subject"]))
    assert gone in text_of(late)
    assert [each.address for each in table.record().joiners] == [address("ada")]
