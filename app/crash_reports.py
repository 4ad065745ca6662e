"""The reports of crashes on this machine: listed, read, marked as seen, removed. They go nowhere by themselves."""

from __future__ import annotations

import re
from pathlib import Path

LARGEST = 1024 * 1024
"""Bytes of a report that are read."""


def crash_reports(folder: Path) -> tuple[Path, ...]:
    """The reports in *folder*, the newest first; their names tell when each was written."""
    try:
        return tuple(sorted((each for each in folder.glob("crash-*.txt") if each.is_file()), reverse=True))
    except OSError:
        return ()


def unseen(folder: Path, seen: str) -> tuple[Path, ...]:
    """Crash reports that are newer than the one called *seen*."""
    return tuple(each for each in crash_reports(folder) if each.name > seen)


def when_of(name: str) -> str:
    """Return the time of the report called *name*: ``2026-01-31 18:05 UTC``; the name itself where it has no time."""
    found = re.match(r"crash-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)", name)
    return "{}-{}-{} {}:{} UTC".format(*found.groups()) if found is not None else name


def read_report(file: Path) -> str:
    """The text of a report.

    Raises:
        OSError: it cannot be read.
    """
    with file.open("rb") as opened:
        return opened.read(LARGEST).decode("utf-8", "replace")
