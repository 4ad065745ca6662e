"""The program killed between any two writes: each mail is answered once, each phase processed once, and every mail goes out once."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from app.game.record import MAIN
from app.judge.running import JudgeRunningError, MailJudge
from tests.unit.app.judge.table import JudgeTable, make_folder, text_of


class Killed(BaseException):
    """The program ended here."""


def killer(at: int, seen: list[str]) -> Callable[[str], None]:
    """Ends the program at the *at*-th moment between two writes."""

    def stopped(where: str) -> None:
        seen.append(where)
        if len(seen) == at + 1:
            raise Killed

    return stopped


def everything(table: JudgeTable, got: list[EmailMessage]) -> tuple[object, ...]:
    """State of the game and all mails, without what differs from run to run."""
    game = table.game()
    turn = game.turn(game.last(MAIN))
    orders = {power: [str(line.order) for line in lines] for power, lines in turn.orders.items()}
    press = [(each.sender, each.receivers, each.text) for each in turn.press]
    mails = Counter((str(each["To"]), text_of(each)) for each in got)
    return str(turn.phase), orders, press, mails, len(game.line(MAIN))


def play(table: JudgeTable, kill_at: int | None) -> tuple[tuple[object, ...], list[str]]:
    """A mail of orders and press, then the deadline; killed at one moment and started again."""
    players = table.begin()
    table.read.clear()
    table.fresh()
    seen: list[str] = []
    if kill_at is not None:
        table.stopped_at = killer(kill_at, seen)
    else:
        table.stopped_at = seen.append
    got: list[EmailMessage] = []

    def at_work(work: Callable[[], list[EmailMessage]]) -> None:
        try:
            got.extend(work())
        except Killed:
            table.stopped_at = lambda _where: None
            table.kill()
            table.start()
            got.extend(table.go())

    player = players["FRANCE"]
    table.write(player, "A PAR - BUR\nPRESS TO R\nhello\nENDPRESS\n", table.token(player))
    at_work(table.go)
    table.write(player, "STATUS", table.token(player))
    at_work(table.go)
    at_work(lambda: table.go(timedelta(days=3, hours=6, minutes=55)))  # the phase is decided ahead
    at_work(lambda: table.go(timedelta(hours=3, minutes=5)))
    at_work(lambda: table.go(timedelta(days=1, hours=10)))
    return everything(table, got), seen


@pytest.mark.slow
def test_killed_at_any_moment_nothing_is_lost_and_nothing_is_twice(own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENTENTE_HOME", str(own_folders / "judge" / "own"))
    whole, moments = play(JudgeTable(own_folders / "whole"), None)
    assert whole[0] == "F1901M"
    assert len(moments) > 15
    for at in range(len(moments)):
        killed, _ = play(JudgeTable(own_folders / f"killed{at}"), at)
        assert killed == whole, moments[at]


@pytest.mark.slow
def test_two_judges_do_not_run_on_one_folder(own_folders: Path, table: JudgeTable) -> None:
    with pytest.raises(JudgeRunningError):
        MailJudge(table.folder)


def test_a_torn_last_line_of_the_journal_costs_no_other(table: JudgeTable) -> None:
    assert len(table.ask("zed", "LIST")) == 1
    journal = table.folder.journal.read_bytes()
    table.kill()
    table.folder.journal.write_bytes(journal + b'{"at": "2026')
    table.start()
    assert len(table.ask("zed", "LIST")) == 1
    table.kill()
    table.start()
    assert sum(table.judge.state.journal.is_done(line.split(b'"key": "')[1].split(b'"')[0].decode()) for line in journal.splitlines()) == 1
    assert table.folder.journal.read_bytes().count(b'"round"') == 2


@pytest.mark.slow
def test_a_game_that_a_person_changed_meanwhile_is_not_written_over(own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENTENTE_HOME", str(own_folders / "judge" / "own"))
    table = JudgeTable(own_folders / "judge")
    player = table.begin()["FRANCE"]
    seen: list[str] = []
    table.stopped_at = killer(1, seen)
    table.write(player, "A PAR - BUR", table.token(player))
    with pytest.raises(Killed):
        table.go()
    assert seen[-1] == "after the plan"
    table.stopped_at = lambda _where: None
    table.kill()
    file = table.folder.games / "harbour.dpn"
    file.write_bytes(file.read_bytes().replace(b"Harbour Lights", b"Harbour Nights"))
    table.start()
    (answer,) = table.go()
    assert "Harbour Nights" in text_of(answer)
    assert table.game().name == "Harbour Nights"


@pytest.mark.slow
def test_a_full_disk_loses_no_mail(table: JudgeTable, monkeypatch: pytest.MonkeyPatch) -> None:
    player = table.begin()["FRANCE"]
    table.write(player, "A PAR - BUR", table.token(player))
    from app.game.storage.atomic import Failure, StorageError
    from app.judge import step_journal

    def full(path: Path, *_: object, **__: object) -> None:
        raise StorageError(Failure.DISK_FULL, path, "no space left")

    with monkeypatch.context() as patched:
        patched.setattr(step_journal, "write_atomically", full)
        assert table.go() == []
        assert any("no space left" in each for each in table.judge.state.attention.values())
    (answer,) = table.go()
    assert "A PAR - BUR" in text_of(answer)


def test_a_folder_that_is_no_judge_is_named(tmp_path: Path) -> None:
    from app.judge.folder import JudgeFolder, JudgeFolderError

    with pytest.raises(JudgeFolderError, match="judge init"):
        JudgeFolder(tmp_path).settings()
    (tmp_path / "judge.toml").mkdir()
    with pytest.raises(JudgeFolderError, match=r"judge\.toml: .* it is no file") as refused:
        JudgeFolder(tmp_path).settings()
    assert "judge init" not in str(refused.value), "the settings are there, and a window shows the sentence too"
    (tmp_path / "judge.toml").rmdir()
    for wrong, expected in (
        ("[judge]\naddress = 3\n", "address"),
        ('[judge]\naddress = "a@b.org"\nzone = "Nowhere/Else"\n[master]\naddress = "m@b.org"\n', "Europe/Berlin"),
        ("[jugde]\n", "jugde"),
        ('[judge]\nadress = "a@b.org"\n', "adress"),
        ("not toml", "judge.toml"),
    ):
        (tmp_path / "judge.toml").write_text(wrong)
        with pytest.raises(JudgeFolderError, match=expected):
            JudgeFolder(tmp_path).settings()
    assert make_folder(tmp_path / "other").settings().zone == "Europe/Berlin"


@pytest.mark.slow
def test_a_copy_of_the_folder_goes_on_elsewhere(own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The copy is taken while one mail waits to be answered and others to be sent, and started in another place."""
    monkeypatch.setenv("ENTENTE_HOME", str(own_folders / "judge" / "own"))
    table = JudgeTable(own_folders / "judge")
    players = table.begin()
    player = players["FRANCE"]
    table.ask(player, "A PAR - BUR\nSET PASSWORD a-word-of-mine", table.token(player))
    waiting = Counter(item.message_id for present in table.judge.state.outbox.rounds() for item in present.items)
    table.write(player, "A MAR - SPA", table.token(player))
    shutil.copytree(table.folder.root, own_folders / "elsewhere")
    table.kill()
    shutil.rmtree(table.folder.root)
    monkeypatch.setenv("ENTENTE_HOME", str(own_folders / "elsewhere" / "own"))
    other = JudgeTable(own_folders / "elsewhere")
    assert Counter(item.message_id for present in other.judge.state.outbox.rounds() for item in present.items) == waiting
    other.fresh()
    (answer,) = other.go()
    assert "A MAR - SPA" in text_of(answer)
    game = other.game()
    assert sorted(str(line.order) for line in game.turn(game.last(MAIN)).orders_of("FRANCE")) == ["A MAR - SPA", "A PAR - BUR"]
    (answer,) = other.ask(player, "SIGNON FRANCE harbour a-word-of-mine\nF BRE - MAO")
    assert "F BRE - MAO" in text_of(answer), "words and tokens open the same seats"
    assert other.players() == players
    other.go(timedelta(days=3, hours=10))
    results = other.go(timedelta(days=1, hours=10))
    assert other.phase() == "F1901M"
    assert any("A PAR - BUR" in text_of(each) for each in results)
    other.kill()
