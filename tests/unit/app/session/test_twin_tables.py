"""Twin games round one laptop that differ in one power's secret orders, notes and vote alone: from every other seat, from the curtain and
from the game master's desk, at every moment of the round and after a kill, everything that can be observed is the same.

With a PIN the files are the same too, but for the bytes inside that power's container; its length is the same.
"""

from __future__ import annotations

import itertools
import re
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from app.game.document import Document
from app.game.dpn.writer import write
from app.game.record import Game
from app.hotseat import locks
from app.session.recovery import left_words
from app.session.viewpoint import CURTAIN
from tests.quick import each_nth
from tests.thorough import one_in
from tests.unit.app.commands.fake_services import Desk
from tests.unit.app.session.command_output import LINES, STOPPED, desk_of, differences, words_for
from tests.unit.app.session.table_desk import TableDesk

TABLE = "table AUSTRIA=Ada FRANCE=Cleo:0815 GERMANY=bot:holding RUSSIA=hold TURKEY=list --secret-votes --game-master Gil"
SECRET = {
    1: ("order A PAR - BUR", "order F BRE - MAO", "notes FRANCE Ask Italy", "vote FRANCE draw"),
    2: ("order A PAR - PIC", "order A MAR S A PAR - GAS", "notes FRANCE Never trust anybody in Rome", "vote FRANCE no"),
}
"""Secret acts of France, in each twin; as many acts in both."""


@pytest.fixture(autouse=True)
def repeated(monkeypatch: pytest.MonkeyPatch, quick_locks: None) -> None:
    """Salts and nonces that come again in the other twin."""
    deal_again(monkeypatch)


def deal_again(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = itertools.count()
    monkeypatch.setattr(locks, "token_bytes", lambda size: next(numbers).to_bytes(size, "big"))


def sealed_by_france(desk: Desk | TableDesk, number: int) -> None:
    desk.run("open-seat FRANCE 0815", *SECRET[number], "seal")


def drafted_by_france(desk: Desk | TableDesk, number: int) -> None:
    desk.run("open-seat FRANCE 0815", *SECRET[number], "close-seat")


def sealed_and_taken_back(desk: Desk | TableDesk, number: int) -> None:
    sealed_by_france(desk, number)
    desk.run("take-back FRANCE 0815", "close-seat")


def sealed_without_a_pin(desk: Desk | TableDesk, number: int) -> None:
    desk.run("give-seat FRANCE Cleo", "open-seat FRANCE", *SECRET[number], "seal")


def two_have_sealed(desk: Desk | TableDesk, number: int) -> None:
    desk.run("open-seat AUSTRIA", "order A VIE - GAL", "seal")
    sealed_by_france(desk, number)


MOMENTS: dict[str, Callable[[Desk | TableDesk, int], None]] = {
    "a draft was closed": drafted_by_france,
    "one has sealed": sealed_by_france,
    "a seal was taken back": sealed_and_taken_back,
    "two have sealed": two_have_sealed,
}
SITTERS = {"the curtain": "", "England": "open-seat ENGLAND", "the game master": "open-seat GM"}


@cache
def twin(moment: str, number: int) -> Game:
    with pytest.MonkeyPatch.context() as patched:
        deal_again(patched)
        desk = Desk()
        desk.session.times = STOPPED
        desk.run(TABLE)
        MOMENTS.get(moment, sealed_without_a_pin)(desk, number)
        return desk.session.game


OPEN_SECRET = "one has sealed without a PIN"
CASES = list(itertools.product([*MOMENTS, OPEN_SECRET], SITTERS))
"""Each runs all commands twice."""
USUAL = [(moment, [*SITTERS][at % len(SITTERS)]) for at, moment in enumerate([*MOMENTS, OPEN_SECRET])]
"""Every moment and every sitter, and below one moment as all of them see it; the rest is for a thorough run."""


@pytest.mark.slow
@pytest.mark.parametrize("case", one_in(100, CASES, [*USUAL, *(("one has sealed", sitter) for sitter in SITTERS)]), ids="-".join)
def test_every_command_tells_the_same(case: tuple[str, str], tmp_path: Path, own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    moment, sitter = case
    assert write(twin(moment, 1)) != write(twin(moment, 2)), "the twins must differ"

    def desk(_line: str, number: int) -> Desk:
        made = desk_of(Document(twin(moment, number)), None)
        deal_again(monkeypatch)
        if SITTERS[sitter]:
            made.run(SITTERS[sitter])
        return made

    words = words_for("ENGLAND", tmp_path / "folder") | {"other": "france", "abroad": "PAR"}
    # Without a PIN a hand at the laptop opens the seat: that is no leak, it is what the page says.
    lines = [line for line in LINES if not (moment == OPEN_SECRET and line.startswith("take-back"))]
    assert differences(lines, words, own_folders, desk) == ""


def test_in_one_power_s_own_seat_they_differ() -> None:
    """Else the test above would hold for a program that shows nothing."""
    shown = []
    for number in (1, 2):
        made = desk_of(Document(twin("one has sealed", number)), None)
        made.run("take-back FRANCE 0815")
        shown.append(write(made.session.shown))
    assert "A PAR - BUR" in shown[0]
    assert "A PAR - PIC" in shown[1]


@each_nth(3, "moment", [*MOMENTS, "France is at the laptop"])
def test_the_disk_holds_the_same_and_so_does_the_program_after_a_kill(moment: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = [list(left_after(moment, number, tmp_path, monkeypatch)) for number in (1, 2)]
    assert found[0] == found[1]


def left_after(moment: str, number: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """All that can be found on the disk at that moment, and in the program that is started after a kill."""
    deal_again(monkeypatch)
    home, left = folder / "home", folder / "left"
    for each in (home, left):
        shutil.rmtree(each, ignore_errors=True)
    desk = TableDesk(home)
    desk.run(TABLE, f"save-as {home / 'game.dpn'}")
    if moment in MOMENTS:
        MOMENTS[moment](desk, number)
    else:
        desk.run("open-seat FRANCE 0815", *SECRET[number], "save")
        desk.run("order A MAR H")
    desk.settle()
    shutil.copytree(home, left)
    for name in sorted(str(each.relative_to(left)) for each in left.rglob("*") if each.is_file()):
        text = (left / name).read_bytes().decode("utf-8", "replace")
        yield f"{name}\n" + "\n".join(readable(line) for line in text.splitlines())
        assert not [word for word in ("PAR -", "Ask Italy", "Rome", "A MAR S", "A MAR H") if word in text], f"{name} can be read"
    desk.end()
    again = TableDesk(left, game=False)
    for recoverable in again.library.recoverable():
        yield readable(left_words(recoverable))
        again.session.add(again.library.recover(recoverable))
        assert again.session.viewer == CURTAIN
        yield again.run("table", "status", "orders", "who")
        yield readable(write(again.session.shown))
        yield str((again.session.undo_words, again.session.redo_words, again.session.document.title))
        again.run("open-seat ENGLAND")
        yield readable(write(again.session.shown))
    again.end()


def readable(line: str) -> str:
    """*line* without checksums, times, and the letters of what is encrypted; how long that is stays."""
    line = re.sub(r"^[0-9a-f]{16} (?=\{)", "", line)
    line = re.sub(r'"(time|begun|since)":\d+', r'"\1":0', line)
    line = re.sub(r"\d\d:\d\d|\d+\.\d+|1[6-9]\d{8,}", "now", line)
    return re.sub(r"[A-Za-z0-9+/=]{20,}", lambda found: f"<{len(found[0])}>", line)
