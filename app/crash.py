"""A crash leaves a report in a local file, and says where.

Nothing is sent anywhere, and no order, name or file content goes into a report: where it happened, the versions, the last words of Qt,
and of what the error says those words that stand in the program itself (``crash_words``).
"""

from __future__ import annotations

import contextlib
import errno
import faulthandler
import os
import sys
import threading
from collections import deque
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import IO, TYPE_CHECKING

from app.installation import moved
from entente import __version__
from languages import tr

if TYPE_CHECKING:
    import datetime

KEPT_REPORTS = 20
"""Older reports are removed when a new one is written."""

_FAULT_FILE = "hard-crash.txt"
_recent_words: deque[str] = deque(maxlen=40)

Teller = Callable[[str, Path | None], None]
"""Function that is called after a crash: with its last line, and the file of the report, or ``None`` where none could be written."""


def note(line: str) -> None:
    """Remember *line* (a warning of Qt, say) for the next report; the last forty are kept."""
    _recent_words.append(line)


def report_text(error: BaseException, thread: str, now: datetime.datetime) -> str:
    """The report of *error*, as plain text."""
    import platform  # here and below: the first picture on the screen does not wait for what only a crash needs

    from app.crash_words import of_qt, report_lines

    versions = [f"Entente {__version__}", f"Python {platform.python_version()}", platform.platform()]
    qt = sys.modules.get("PySide6")
    if qt is not None:
        versions.append(f"PySide6 {getattr(qt, '__version__', '?')}")
    parts = [
        "Entente crash report",
        f"when: {now.isoformat(timespec='seconds')}",
        f"with: {', '.join(versions)}",
        f"thread: {thread}",
        "",
        *report_lines(error),
    ]
    if _recent_words:
        parts += ["", "Qt said before:", *map(of_qt, _recent_words)]
    return "\n".join(parts) + "\n"


def write_report(folder: Path, error: BaseException, thread: str = "main", now: datetime.datetime | None = None) -> Path:
    """Write the report of *error* into *folder* and return its file; the oldest reports beyond ``KEPT_REPORTS`` go.

    Raises:
        OSError: the folder cannot be written.
    """
    import datetime

    moment = now or datetime.datetime.now(datetime.UTC)
    folder.mkdir(parents=True, exist_ok=True)
    stem = f"crash-{moment:%Y%m%d-%H%M%S}-{os.getpid()}"
    file = folder / f"{stem}.txt"
    count = 1
    while file.exists():
        count += 1
        file = folder / f"{stem}-{count}.txt"
    content = report_text(error, thread, moment).encode("utf-8", "replace")
    file.write_bytes(content)
    if file.read_bytes() != content:
        raise OSError(errno.EIO, os.strerror(errno.EIO), str(file))
    for old in sorted(folder.glob("crash-*.txt"))[:-KEPT_REPORTS]:
        with contextlib.suppress(OSError):
            old.unlink()
    return file


class CrashReporter:
    """Catches exceptions that are not caught, in any thread, and in Qt's slots, which end in ``sys.excepthook`` as well."""

    def __init__(self, folder: Callable[[], Path], tell: Teller) -> None:
        """*folder* is asked only when there is something to write; *tell* says it to the person."""
        self._folder = folder
        self._tell = tell
        self._busy = False
        self._fault_file: IO[str] | None = None

    def install(self) -> None:
        """From here on every uncaught exception is reported."""
        sys.excepthook = self.caught
        threading.excepthook = self._caught_in_thread

    def watch_hard_crashes(self) -> Path | None:
        """Make the interpreter leave its stack behind should the process die of a signal.

        Returns:
            The report of an earlier hard crash that was not announced yet, or ``None``.
        """
        import datetime

        found: Path | None = None
        try:
            folder = self._folder()
            folder.mkdir(parents=True, exist_ok=True)
            file = folder / _FAULT_FILE
            if file.exists() and file.stat().st_size > 0:
                found = folder / f"crash-{datetime.datetime.now(datetime.UTC):%Y%m%d-%H%M%S}-hard.txt"
                file.replace(found)
            self._fault_file = file.open("w", encoding="utf-8")
            faulthandler.enable(self._fault_file)
        except OSError:
            return found
        return found

    def caught(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Report *error*; an interrupt from the keyboard is none."""
        self._report(kind, error, trace, "main")

    def _caught_in_thread(self, arguments: threading.ExceptHookArgs) -> None:
        if arguments.exc_value is not None:
            name = arguments.thread.name if arguments.thread is not None else "unknown"
            self._report(arguments.exc_type, arguments.exc_value, arguments.exc_traceback, name)

    def _report(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None, thread: str) -> None:
        import traceback

        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        file: Path | None = None
        with contextlib.suppress(OSError):
            file = write_report(self._folder(), error, thread)
        traceback.print_exception(error, file=sys.stderr)
        if file is not None:
            sys.stderr.write(f"{tr('The report is in {report}', report=file)}\n")
        if self._busy:
            return  # telling of a crash has itself crashed; the report is written, and that is all that can be done
        self._busy = True
        try:
            from app.crash_words import last_line

            self._tell(moved() or last_line(error), file)
        finally:
            self._busy = False
