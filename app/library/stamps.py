"""Stamp that detects changes in a folder without reading its files."""

from __future__ import annotations

from pathlib import Path

MOST_FILES = 4_000

Stamp = tuple[tuple[str, int, int, int], ...]
"""Name, time of the last change, size, and the system's own note of the time of writing, where there is one, since a time can be set back
by a program and a file that is put back keeps its size.
"""


def stamp_of(folder: Path) -> Stamp:
    """The stamp of *folder* and what lies in it, four folders deep; empty where there is none.

    What lies in it may be a link to a folder elsewhere; links further down are not followed.
    """
    return look_into(folder)[0]


def look_into(folder: Path) -> tuple[Stamp, tuple[Path, ...]]:
    """The stamp of *folder*, and the folders that were looked at for it."""
    found: list[tuple[str, int, int, int]] = []
    folders: list[Path] = []
    waiting = [(folder, 0)]
    while waiting and len(found) < MOST_FILES and len(folders) < MOST_FILES:
        here, depth = waiting.pop()
        try:
            entries = sorted(here.iterdir())
        except OSError:
            continue
        folders.append(here)
        for entry in entries:
            if entry.name.startswith("."):
                continue
            try:
                if entry.is_dir():
                    if depth < 4 and (depth == 0 or not entry.is_symlink()):
                        waiting.append((entry, depth + 1))
                    continue
                about = entry.stat()
            except OSError:
                continue
            found.append((str(entry.relative_to(folder)), about.st_mtime_ns, about.st_size, about.st_ctime_ns))
    return tuple(sorted(found[:MOST_FILES])), tuple(folders)
