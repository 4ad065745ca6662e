"""A game from its first reminder to its end: grace, silence, substitutes, early processing, a machine that slept, a clock set back."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest

from app.game.record import MAIN
from app.judge.mail_sources import MailboxError
from app.judge.records import Life
from app.mail_in.judge_words import game_tag
from tests.unit.app.judge.table import BEGIN, MASTER, SEATS, JudgeTable, address, text_of, to

DEADLINE = timedelta(days=3, hours=7)
"""From the start of the tests to the first deadline: Friday, 20:00 in Berlin."""

ORDERS = {
    "AUSTRIA": "A VIE H\nA BUD H\nF TRI H",
    "ENGLAND": "F LON H\nF EDI H\nA LVP H",
    "FRANCE": "A PAR H\nA MAR H\nF BRE H",
    "GERMANY": "A BER H\nA MUN H\nF KIE H",
    "ITALY": "A ROM H\nA VEN H\nF NAP H",
    "RUSSIA": "A MOS H\nA WAR H\nF SEV H\nF STP H",
    "TURKEY": "A CON H\nA SMY H\nF ANK H",
}


def log_of(table: JudgeTable) -> list[dict[str, object]]:
    return [json.loads(line) for line in table.folder.log.read_text(encoding="utf-8").splitlines()]


def all_write(table: JudgeTable, *but: str) -> None:
    for power, player in table.players().items():
        if power not in but:
            table.write(player, ORDERS[power], table.token(player))


@pytest.mark.slow
def test_who_is_late_gets_a_reminder_a_grace_and_then_the_rule_decides(table: JudgeTable) -> None:
    players = table.begin()
    table.ask("mona", "GAME harbour\nSET SILENCE substitute after 1", table.as_master)
    all_write(table, "FRANCE")
    table.go()
    reminded = table.go(DEADLINE - timedelta(hours=23))
    assert [str(each["To"].addresses[0].addr_spec) for each in reminded] == [address(players["FRANCE"])]
    assert "no orders from France" in text_of(reminded[0])
    assert table.go(timedelta(minutes=1)) == [], "once"
    results = table.go(timedelta(hours=23))
    assert table.phase() == "F1901M"
    assert table.record().vacant == ("FRANCE",)
    assert any("TAKEOVER FRANCE harbour" in text_of(each) for each in to(results, players["ITALY"]))
    assert any("Nothing came from France" in text_of(each) for each in results if MASTER in str(each["To"]))


@pytest.mark.slow
def test_without_a_rule_for_silence_the_game_waits_and_its_master_is_told_once(table: JudgeTable) -> None:
    table.begin()
    table.ask("mona", "GAME harbour\nSET SILENCE ask", table.as_master)
    all_write(table, "FRANCE")
    table.go()
    table.go(DEADLINE)
    found = [table.go(timedelta(hours=1)) for _ in range(3)]
    assert table.phase() == "S1901M"
    assert table.record().told_waiting == "S1901M"
    assert sum(map(len, found)) == 0
    table.ask("mona", "GAME harbour\nPROCESS", table.as_master)
    assert table.phase() == "F1901M"


@pytest.mark.slow
def test_a_phase_is_processed_early_when_all_is_in_and_nobody_waits(table: JudgeTable) -> None:
    players = table.begin()
    table.write(players["ITALY"], "SET WAIT", table.token(players["ITALY"]))
    all_write(table)
    table.go()
    assert table.phase() == "S1901M"
    table.ask(players["ITALY"], "SET NOWAIT", table.token(players["ITALY"]))
    assert table.phase() == "F1901M"
    deadline = table.game().turn(table.game().last(MAIN)).deadline
    assert deadline is not None
    assert deadline.at == "2026-12-04T20:00:00+01:00", "the next day of the rule"


@pytest.mark.slow
def test_two_steps_of_one_game_within_the_same_second_are_both_carried_out(table: JudgeTable) -> None:
    table.begin()
    for phase in ("F1901M", "S1902M"):
        all_write(table)
        got = table.go()  # the clock stands still
        assert table.phase() == phase
        assert len([each for each in got if each["Auto-Submitted"] == "auto-generated"]) >= 8


@pytest.mark.slow
def test_after_a_sleep_mail_comes_first_and_what_came_in_time_counts(table: JudgeTable) -> None:
    players = table.begin()
    table.ask("mona", "GAME harbour\nSET SILENCE count", table.as_master)
    all_write(table, "FRANCE")
    table.go()
    real = table.judge.mailbox

    class Unreachable:
        def look(self, keep: object) -> int:
            raise MailboxError("it cannot be reached")

        def close(self) -> None:
            """There is nothing to let go of."""

    table.now = BEGIN + DEADLINE - timedelta(hours=1)
    table.go()
    table.judge.mailbox = Unreachable()  # type: ignore[assignment]
    table.now = BEGIN + DEADLINE + timedelta(hours=20)
    table.go()
    assert table.phase() == "S1901M", "its mail was not read yet"
    table.judge.mailbox = real
    received = (BEGIN + DEADLINE - timedelta(minutes=30)).strftime("%a, %d %b %Y %H:%M:%S +0000")
    player = players["FRANCE"]
    table.write(player, "A PAR - BUR\nA MAR H\nF BRE H", table.token(player), Received=f"from mx by here; {received}")
    found = table.go()
    assert table.phase() == "F1901M"
    results = [each for each in to(found, players["ITALY"]) if "A PAR - BUR" in text_of(each)]
    assert len(results) == 1
    assert any("later than its time" in text_of(each) for each in found if MASTER in str(each["To"]))
    assert any(line["what"] == "slept" for line in log_of(table))


@pytest.mark.slow
def test_a_clock_that_is_set_back_is_said_and_nothing_is_processed_twice(table: JudgeTable) -> None:
    table.begin()
    all_write(table)
    table.go()
    assert table.phase() == "F1901M"
    table.go(timedelta(hours=-5))
    assert table.phase() == "F1901M"
    assert any("set back by 300 minutes" in each for each in table.judge.state.attention.values())


@pytest.mark.slow
def test_the_game_masters_words(table: JudgeTable) -> None:
    players = table.begin()

    def said(words: str) -> str:
        mails = table.ask("mona", f"GAME harbour\n{words}", table.as_master)
        return "\n".join(text_of(each) for each in mails if each["In-Reply-To"])

    assert "clock is stopped" in said("HOLD")
    assert table.record().life is Life.PAUSED
    table.go(timedelta(days=30))
    assert table.phase() == "S1901M", "nothing is due while the clock stands"
    said("RESUME")
    assert table.record().life is Life.ACTIVE
    assert "preview" in said("PREVIEW").casefold()
    said("PROCESS")
    assert table.phase() == "F1901M"
    said("ROLLBACK")
    assert table.phase() == "S1901M"
    assert "as played" in " ".join(branch.name for branch in table.game().branches), "nothing is lost"
    assert "looks for a player" in said("EJECT france")
    assert table.record().vacant == ("FRANCE",)
    said("GIVE france TO zed@example.org Zed")
    assert table.record().seats["FRANCE"].address == "zed@example.org"
    said("DUMMY turkey")
    assert "TURKEY" not in table.record().seats
    assert table.record().vacant == ()
    assert "France" in said("REVEAL") or "All were told" in said("REVEAL")
    assert "is over" in said("TERMINATE")
    assert table.record().life is Life.OVER
    table.go(timedelta(days=31))
    assert table.record().life is Life.ARCHIVED
    assert (table.folder.archive / "harbour.dpn").exists()
    del players


@pytest.mark.slow
def test_hooks_decide_about_press_here_as_everywhere_and_strange_texts_are_agreed_to_first(table: JudgeTable) -> None:
    players = table.begin()
    shelf = table.folder.own / "data" / "hooks"
    shelf.mkdir(parents=True, exist_ok=True)
    shipped = Path("variants/hooks/shipped/gunboat.hook").read_text(encoding="utf-8")
    (shelf / "quiet.hook").write_text(f"# changed by hand\n{shipped}", encoding="utf-8")

    def said(words: str) -> str:
        mails = table.ask("mona", f"GAME harbour\n{words}", table.as_master)
        return "\n".join(text_of(each) for each in mails if each["In-Reply-To"])

    shown = said("VARIANT quiet")
    assert "changed by hand" in shown
    assert table.game().hooks == ()
    code = shown.partition("AGREE ")[2][:8]
    assert "quiet" in said(f"VARIANT quiet AGREE {code}")
    assert [hook.name for hook in table.game().hooks] == ["quiet"]
    table.kill()
    table.start()  # what was agreed to is agreed to after a restart
    player = players["FRANCE"]
    found = table.ask(player, "PRESS TO R\nmeet me in Munich\nENDPRESS\nA PAR - BUR", table.token(player))
    assert [each for each in to(found, players["RUSSIA"]) if "Munich" in text_of(each)] == []
    assert [str(line.order) for line in table.game().turn(table.game().last(MAIN)).orders_of("FRANCE")] == ["A PAR - BUR"]


@pytest.mark.slow
def test_one_damaged_game_stops_alone_and_goes_on_when_it_is_mended(table: JudgeTable) -> None:
    table.begin()
    table.ask("mona", "CREATE second standard\nFORM", table.as_master)
    file = table.folder.games / "harbour.dpn"
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])
    found = table.go(timedelta(days=4))
    assert [str(each["To"].addresses[0].addr_spec) for each in found] == [MASTER]
    assert "harbour" in table.judge.state.damaged
    (answer,) = table.ask("zed", "LIST")
    assert "second" in text_of(answer)
    file.write_bytes(whole)
    table.go(timedelta(minutes=1))
    assert table.judge.state.damaged == {}


@pytest.mark.slow
def test_a_game_that_a_window_has_open_waits(table: JudgeTable) -> None:
    from app.game.storage.lock import lock_game

    player = table.begin()["FRANCE"]
    lock = lock_game(table.folder.games / "harbour.dpn", table.folder.root / "locks-of-a-window")
    table.write(player, "A PAR - BUR", table.token(player))
    assert table.go() == []
    assert len(table.judge.spool.waiting()) == 1
    lock.release()
    (answer,) = table.go()
    assert "A PAR - BUR" in text_of(answer)


@pytest.mark.slow
def test_observers_and_the_game_master_are_told_of_a_game_that_begins_by_itself(table: JudgeTable) -> None:
    table.ask("mona", "CREATE harbour standard Harbour Lights\nSET RULE tue, fri 20:00 Europe/Berlin\nFORM", table.as_master)
    (asked,) = table.ask("zed", "OBSERVE harbour")
    table.ask("zed", "yes", str(asked["Subject"]))
    got = []
    for name in SEATS:
        (asked,) = table.ask(name, "JOIN harbour")
        got = table.ask(name, "yes", str(asked["Subject"]))
    (master,) = [each for each in got if MASTER in str(each["To"])]
    assert text_of(master).splitlines()[0] == "Harbour Lights has begun."
    assert "Spring 1901, movement: orders are due" in text_of(master)
    (observer,) = to(got, "zed")
    assert text_of(observer) == text_of(master)
    assert "[" in str(observer["Subject"])


@pytest.mark.slow
def test_each_reader_of_a_notice_to_all_has_it_in_the_own_language(table: JudgeTable) -> None:
    players = table.begin()
    german, other = players["GERMANY"], players["ITALY"]
    table.ask(german, "SET LANGUAGE de", table.token(german))
    for words, english, in_german in (
        ("HOLD", "its clock is stopped", "steht"),
        ("RESUME", "Spring 1901, movement: orders are due", "Frühjahr 1901"),
        ("SET DEADLINE +1d", "Spring 1901, movement: orders are due", "Frühjahr 1901"),
        ("REVEAL", "Who plays in", "Wer"),
        ("EJECT FRANCE", "Wanted: a player", "Gesucht"),
    ):
        got = table.ask("mona", f"GAME harbour\n{words}", table.as_master)
        assert any(english in text_of(each) for each in to(got, other)), words
        assert any(in_german in text_of(each) for each in to(got, german)), words


@pytest.mark.slow
def test_a_proposal_carries_the_mark_of_its_game(table: JudgeTable) -> None:
    players = table.begin()
    got = table.ask(players["ITALY"], "PROPOSE DRAW", table.token(players["ITALY"]))
    subjects = [str(each["Subject"]) for each in got]
    assert len(subjects) == 7
    assert all(game_tag(table.game().id) in each for each in subjects), subjects


def test_variants_that_can_be_played_are_listed_without_exercises(table: JudgeTable) -> None:
    (listed,) = table.ask("zed", "GET VARIANTS")
    assert "standard" in text_of(listed)
    assert "exercise" not in text_of(listed)
    assert {each.id for each in table.judge.state.room.session.shelf.entries() if each.folder is not None and each.folder.exercise} - set(
        text_of(listed).split()
    )
