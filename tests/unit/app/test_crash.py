"""A crash leaves a report in a local file, and says where."""

from __future__ import annotations

import datetime
import faulthandler
import sys
import threading
from pathlib import Path
from typing import IO, Any

import pytest

from app.crash import KEPT_REPORTS, CrashReporter, note, write_report
from app.crash_words import last_line, report_lines
from entente import __version__


def failure() -> ValueError:
    """An error with a traceback."""
    try:
        raise ValueError("the board fell off the table")
    except ValueError as error:
        return error


def test_the_report_has_the_traceback_the_versions_and_what_qt_said(tmp_path: Path) -> None:
    note("QtWarningMsg: a paint device is missing")
    text = write_report(tmp_path / "reports", failure()).read_text(encoding="utf-8")
    assert "the board fell off the table" in text
    assert "test_crash.py" in text
    assert f"Entente {__version__}" in text
    assert f"Python {sys.version_info.major}.{sys.version_info.minor}" in text
    assert "a paint device is missing" in text


def secretive(order: str, password: str, file: Path) -> BaseException:
    """An error whose words name secrets, with another one that led to it."""
    try:
        try:
            dict[str, str]()[order]
        except KeyError as error:
            raise ValueError(f"the order {order!r} cannot be sent with {password} from {file}") from error
    except ValueError as error:
        return error
    raise AssertionError("unreachable")


def test_the_report_has_no_order_note_password_or_file_of_a_game(tmp_path: Path) -> None:
    note('QtWarningMsg: QFile: cannot open "/home/ada/evening.dpn", nor /home/ada/secret.dpn')
    error = secretive("A MUN - TYR", "swordfish17", Path("/home/ada/evening.dpn"))
    text = write_report(tmp_path, error).read_text(encoding="utf-8")
    for secret in ("MUN", "TYR", "swordfish", "evening", "ada", str(Path.home())):
        assert secret not in text, text
    assert "ValueError: the order '…' cannot be sent with … from /…" in text, "the program's own words stay"
    assert "KeyError" in text
    assert "in secretive" in text


def test_what_the_system_says_of_a_file_comes_without_its_name() -> None:
    with pytest.raises(OSError, match="evening") as raised:
        Path("/nowhere/evening.dpn").read_bytes()
    assert last_line(raised.value) == "FileNotFoundError: No such file or directory"


def test_lines_of_a_persons_own_file_are_not_shown(tmp_path: Path) -> None:
    own = tmp_path / "my_plan.py"
    secret = "bats"[::-1]  # what stands in this file is the program's own here
    own.write_text(f"def plan():\n    raise RuntimeError('{secret} Ada in 1905')\n", encoding="utf-8")
    space: dict[str, Any] = {}
    exec(compile(own.read_text(encoding="utf-8"), str(own), "exec"), space)
    try:
        space["plan"]()
    except RuntimeError as error:
        text = "\n".join(report_lines(error))
        assert "my_plan.py" in text
        assert secret not in text
        assert str(tmp_path) not in text


def test_two_crashes_in_one_second_have_two_reports(tmp_path: Path) -> None:
    now = datetime.datetime(2026, 1, 2, 3, 4, 5, tzinfo=datetime.UTC)
    assert write_report(tmp_path, failure(), now=now) != write_report(tmp_path, failure(), now=now)


def test_old_reports_go(tmp_path: Path) -> None:
    for second in range(KEPT_REPORTS + 5):
        write_report(tmp_path, failure(), now=datetime.datetime(2026, 1, 2, 3, 4, second, tzinfo=datetime.UTC))
    assert len(list(tmp_path.iterdir())) == KEPT_REPORTS


def test_an_uncaught_exception_is_reported_and_told_with_its_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told: list[tuple[str, Path | None]] = []
    error = failure()
    CrashReporter(lambda: tmp_path, lambda text, file: told.append((text, file))).caught(ValueError, error, error.__traceback__)
    text, file = told[0]
    assert text == "ValueError: the board fell off the table"
    assert file is not None
    assert file.is_file()
    assert str(file) in capsys.readouterr().err


def test_a_crash_in_another_thread_is_reported_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    told: list[Path | None] = []
    reporter = CrashReporter(lambda: tmp_path, lambda _text, file: told.append(file))
    reporter.install()
    thread = threading.Thread(target=lambda: 1 // 0, name="worker")
    thread.start()
    thread.join()
    assert told[0] is not None
    assert "thread: worker" in told[0].read_text(encoding="utf-8")


def test_a_folder_that_takes_nothing_is_reported_without_a_file(tmp_path: Path) -> None:
    blocked = tmp_path / "a file"
    blocked.write_text("in the way")
    told: list[Path | None] = []
    error = failure()
    CrashReporter(lambda: blocked, lambda _text, file: told.append(file)).caught(ValueError, error, None)
    assert told == [None]


def test_telling_that_crashes_does_not_go_round_in_circles(tmp_path: Path) -> None:
    reporter: CrashReporter

    def tell(_text: str, _file: Path | None) -> None:
        error = failure()
        reporter.caught(ValueError, error, None)

    reporter = CrashReporter(lambda: tmp_path, tell)
    error = failure()
    reporter.caught(ValueError, error, None)
    assert len(list(tmp_path.iterdir())) == 2


def test_an_interrupt_is_no_crash(tmp_path: Path) -> None:
    told: list[str] = []
    CrashReporter(lambda: tmp_path, lambda text, _file: told.append(text)).caught(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert told == []
    assert list(tmp_path.iterdir()) == []


def test_a_hard_crash_of_the_last_run_is_found_at_the_next_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "hard-crash.txt").write_text("Fatal Python error: Segmentation fault\n")
    watched: list[IO[str]] = []
    monkeypatch.setattr(faulthandler, "enable", watched.append)
    found: list[Path | None] = []
    for _ in range(2):
        reporter = CrashReporter(lambda: tmp_path, lambda _text, _file: None)
        found.append(reporter.watch_hard_crashes())
        watched[-1].close()
    first, second = found
    assert first is not None
    assert "Segmentation fault" in first.read_text()
    assert second is None, "it is reported once"
