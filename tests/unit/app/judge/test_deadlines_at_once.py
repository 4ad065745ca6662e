"""Games at their deadline: decided in the minutes before, delayed by no burst of mails, and never before the mails of their time."""

from __future__ import annotations

import json
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from app.game.record import MAIN
from app.game.storage.lock import lock_game
from app.judge.mail_sources import MailboxError
from tests.unit.app.judge.table import BEGIN, MASTER, JudgeTable, text_of, to
from tests.unit.app.judge.test_life_of_a_game import DEADLINE, ORDERS, all_write

MINUTES_BEFORE = DEADLINE - timedelta(minutes=5)


def ready(table: JudgeTable) -> None:
    """All but France have written, and the deadline is five minutes away."""
    table.begin()
    table.ask("mona", "GAME harbour\nSET SILENCE count", table.as_master)
    all_write(table, "FRANCE")
    table.go()
    table.now = BEGIN + MINUTES_BEFORE
    table.go()


def is_decided(table: JudgeTable) -> bool:
    return table.judge.ahead.is_decided(table.record(), BEGIN + DEADLINE)


def at_the_deadline(table: JudgeTable) -> list[EmailMessage]:
    table.now = BEGIN + DEADLINE
    return table.go()


def log_of(table: JudgeTable) -> list[dict[str, str]]:
    return [json.loads(line) for line in table.folder.log.read_text(encoding="utf-8").splitlines()]


def told(mails: list[EmailMessage]) -> list[tuple[str, str, str]]:
    return sorted((str(each["To"]), str(each["Date"]), text_of(each)) for each in mails)


@pytest.mark.slow
def test_what_was_decided_ahead_says_the_same_as_what_is_decided_at_its_time(own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENTENTE_HOME", str(own_folders / "judge" / "own"))
    outcomes = []
    for is_ahead in (True, False):
        table = JudgeTable(own_folders / f"ahead {is_ahead}")
        ready(table)
        assert is_decided(table)
        assert table.phase() == "S1901M", "nothing counts before its time"
        if not is_ahead:
            table.judge.ahead.forget("harbour")
        mails = at_the_deadline(table)
        assert ("as decided ahead" in log_of(table)[-1]["done"]) is is_ahead
        game = table.game()
        open_turn = game.turn(game.last(MAIN))
        outcomes.append(
            (told(mails), table.record(), str(open_turn.phase), open_turn.deadline, open_turn.position, game.line(MAIN)[0].resolution)
        )
        table.kill()
    assert outcomes[0][0] == outcomes[1][0]
    assert outcomes[0][2:] == outcomes[1][2:]
    assert len(outcomes[0][0]) == 8, "seven players and the master"


@pytest.mark.slow
def test_an_order_of_the_last_minute_counts(table: JudgeTable) -> None:
    ready(table)
    assert is_decided(table)
    player = table.players()["FRANCE"]
    table.write(player, "A PAR - BUR\nA MAR H\nF BRE H", table.token(player))
    mails = at_the_deadline(table)
    assert table.phase() == "F1901M"
    assert any("A PAR - BUR" in text_of(each) for each in to(mails, table.players()["ITALY"]))
    assert not any("Nothing came from" in text_of(each) for each in mails if MASTER in str(each["To"]))


@pytest.mark.slow
def test_a_deadline_that_its_master_moves_is_not_kept_by_what_was_decided(table: JudgeTable) -> None:
    ready(table)
    table.ask("mona", "GAME harbour\nSET DEADLINE +1d", table.as_master)
    at_the_deadline(table)
    assert table.phase() == "S1901M"


@pytest.mark.slow
def test_a_burst_of_mails_keeps_no_game_waiting(table: JudgeTable) -> None:
    ready(table)
    player = table.players()["FRANCE"]
    for number in range(12):
        table.write(f"stranger{number}", "LIST")
    table.write(player, "SIGNON FRANCE harbour wrong-word-1\nA PAR H")
    table.write(player, ORDERS["FRANCE"].replace("A PAR H", "A PAR - PIC"), table.token(player))
    before = len(log_of(table))
    at_the_deadline(table)
    said = [(line["what"], line.get("done", "")) for line in log_of(table)[before:] if line["what"] in ("mail", "game")]
    processed = next(number for number, (what, _) in enumerate(said) if what == "game")
    assert processed == 2, said  # the two mails that may be about it come first
    assert len(said) == 15
    assert "A PAR - PIC" in (table.folder.games / "harbour.dpn").read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_game_whose_time_comes_while_mails_are_answered_is_processed_between_them(table: JudgeTable) -> None:
    ready(table)
    for number in range(6):
        table.write(f"stranger{number}", "LIST")
    before, real = len(log_of(table)), table.judge.answering.answer

    def slow(file: Path) -> str:
        table.now += timedelta(minutes=2)
        return real(file)

    table.judge.answering.answer = slow  # type: ignore[method-assign]
    table.go()
    said = [line["what"] for line in log_of(table)[before:] if line["what"] in ("mail", "game")]
    assert said == ["mail", "mail", "mail", "game", "mail", "mail", "mail"]


@pytest.mark.slow
def test_nothing_is_processed_while_the_mailbox_is_not_read_until_the_deadline(table: JudgeTable) -> None:
    ready(table)
    real = table.judge.mailbox

    class Unreachable:
        def look(self, keep: object) -> int:
            raise MailboxError("it cannot be reached")

        def close(self) -> None:
            """There is nothing to let go of."""

    table.judge.mailbox = Unreachable()  # type: ignore[assignment]
    at_the_deadline(table)
    assert table.phase() == "S1901M"
    table.judge.mailbox = real
    table.go(timedelta(minutes=1))
    assert table.phase() == "F1901M"


@pytest.mark.slow
def test_a_mailbox_that_is_fuller_than_one_look_is_read_to_its_end_first(table: JudgeTable, monkeypatch: pytest.MonkeyPatch) -> None:
    from app.judge import running

    monkeypatch.setattr(running, "MOST_AT_ONCE", 2)
    ready(table)
    player = table.players()["FRANCE"]
    table.write(player, "A PAR - BUR", table.token(player))
    (file,) = table.judge.spool.waiting()
    last = file.read_bytes()
    file.unlink()
    mails = [f"From: s{number}@example.org\nMessage-ID: <s{number}@x>\n\nLIST\n".encode() for number in range(4)] + [last]

    class Full:
        def look(self, keep: object) -> int:
            taken = [mails.pop(0) for _ in range(min(2, len(mails)))]
            for each in taken:
                keep(each)  # type: ignore[operator]
            return len(taken)

        def close(self) -> None:
            """There is nothing to let go of."""

    table.judge.mailbox = Full()  # type: ignore[assignment]
    at_the_deadline(table)
    assert "A PAR - BUR" in (table.folder.games / "harbour.dpn").read_text(encoding="utf-8")
    assert table.phase() == "F1901M"


@pytest.mark.slow
def test_what_was_decided_waits_for_a_person_who_has_the_game_open(table: JudgeTable, own_folders: Path) -> None:
    ready(table)
    lock = lock_game(table.folder.games / "harbour.dpn", own_folders / "locks of the person")
    at_the_deadline(table)
    assert table.phase() == "S1901M"
    lock.release()
    table.go(timedelta(minutes=1))
    assert table.phase() == "F1901M"


@pytest.mark.slow
def test_the_loop_wakes_at_the_deadline(table: JudgeTable) -> None:
    ready(table)
    table.now = BEGIN + DEADLINE - timedelta(seconds=3)
    assert table.judge.pause() == 3.0
    table.now = BEGIN + DEADLINE - timedelta(minutes=2)
    assert table.judge.pause() == 20.0


@pytest.mark.slow
def test_a_step_that_a_full_disk_cut_off_is_finished_in_the_next_round(table: JudgeTable, monkeypatch: pytest.MonkeyPatch) -> None:
    from app.game.storage.atomic import Failure, StorageError
    from app.mail_out.outbox import Outbox

    ready(table)

    def full(*_: object) -> None:
        raise StorageError(Failure.DISK_FULL, Path("outbox"), "no space left")

    with monkeypatch.context() as patched:
        patched.setattr(Outbox, "add", full)
        assert at_the_deadline(table) == []
    assert table.phase() == "F1901M", "the game is written, its mails are not"
    assert len(table.go(timedelta(minutes=1))) == 8
    assert table.record().late == ""


@pytest.mark.slow
def test_a_write_that_failed_once_at_the_deadline_sends_no_results_twice(table: JudgeTable, monkeypatch: pytest.MonkeyPatch) -> None:
    from app.game.storage.atomic import Failure, StorageError, write_atomically

    ready(table)
    failed = list[Path]()

    def full_once(path: Path, *rest: object, **more: object) -> None:
        if path.suffix == ".dpn" and not failed:
            failed.append(path)
            raise StorageError(Failure.DISK_FULL, path, "no space left")
        write_atomically(path, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr("app.judge.step_journal.write_atomically", full_once)
    mails = at_the_deadline(table)
    mails += table.go(timedelta(minutes=1))
    assert failed
    assert table.phase() == "F1901M"
    assert len(mails) == 8


def test_a_clock_that_is_set_back_does_not_make_a_later_deadline_count_as_read(table: JudgeTable) -> None:
    ready(table)
    table.judge.state.mailbox_read = BEGIN + DEADLINE + timedelta(hours=1)  # as after a round while the clock was wrong

    class Unreachable:
        def look(self, keep: object) -> int:
            raise MailboxError("it cannot be reached")

        def close(self) -> None:
            """There is nothing to let go of."""

    table.judge.mailbox = Unreachable()  # type: ignore[assignment]
    at_the_deadline(table)
    assert table.phase() == "S1901M"
