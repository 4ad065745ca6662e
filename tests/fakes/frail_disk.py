"""A disk that fails or loses its power: it watches what the program does to the files of one folder, through ``os`` and ``io``.

What POSIX promises and no more survives a loss of power: the content of a file as it was when it was last synced, and the entries of a
folder as they were when the folder was last synced. Whatever else was done may be there, be torn, or be gone.
"""

# Paths are looked at as text, since ``Path`` would go through the functions that are stood in for:
# ruff: noqa: PTH100, PTH112, PTH120

from __future__ import annotations

import errno
import io
import os
import shutil
import stat
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

State = dict[str, bytes]
"""The files of the folder, by path."""

KINDS = ("open", "write", "sync", "move", "unlink", "make", "read")
"""Acts that can fail."""


class FrailDisk:
    """Watches *folder*.

    Args:
        fails: kind and number of the one thing that fails, counted from 1; nothing unless given.
        keeps: whether what a loss of power could leave is noted after each thing done.
    """

    def __init__(self, folder: Path, fails: tuple[str, int] | None = None, *, keeps: bool = False) -> None:
        self.folder = os.path.realpath(folder)
        self.done = dict.fromkeys(KINDS, 0)
        self.has_failed = False
        self.states: list[tuple[State, ...]] = []
        """After each thing done: what the disk may hold when the power goes."""
        self._fails, self._keeps = fails, keeps
        self._lock = threading.RLock()
        self._paths: dict[int, str] = {}
        self._entries: dict[str, int] = {}
        """Synced entries: path to file."""
        self._present: dict[str, int] = {}
        self._synced: dict[int, bytes] = {}
        self._folders: set[int] = set()
        self._files = 0
        self._usual: dict[str, Callable[..., Any]] = {}

    @contextmanager
    def in_place(self) -> Iterator[None]:
        """Stand between the program and its folder."""
        with pytest.MonkeyPatch.context() as patch:
            for name in ("open", "close", "write", "fsync", "replace", "rename", "unlink", "mkdir"):
                self._usual[name] = getattr(os, name)
            self._usual["read"] = io.open
            for name, stand_in in (
                ("open", self._open),
                ("close", self._close),
                ("write", self._write),
                ("fsync", self._fsync),
                ("replace", self._replace),
                ("rename", self._replace),
                ("unlink", self._unlink),
                ("mkdir", self._mkdir),
            ):
                patch.setattr(os, name, stand_in)
            patch.setattr(io, "open", self._read)
            yield

    # --- what the program calls ---

    def _open(self, path: Any, flags: int, mode: int = 0o777, **more: Any) -> int:
        name = self._inside(path)
        if name is None:
            return int(self._usual["open"](path, flags, mode, **more))
        with self._lock:
            if flags & (os.O_WRONLY | os.O_RDWR):
                self._count("open", name)
            handle = int(self._usual["open"](path, flags, mode, **more))
            self._paths[handle] = name
            if flags & os.O_CREAT and name not in self._present:
                self._files += 1
                self._present[name] = self._files
                self._note()
            return handle

    def _close(self, handle: int) -> None:
        self._paths.pop(handle, None)
        self._usual["close"](handle)

    def _write(self, handle: int, data: Any) -> int:
        name = self._paths.get(handle)
        if name is None or not name.startswith(self.folder):
            return int(self._usual["write"](handle, data))
        with self._lock:
            self._count("write", name)
            written = int(self._usual["write"](handle, data))
            self._note()
            return written

    def _fsync(self, handle: int) -> None:
        name = self._paths.get(handle)
        if name is None:
            self._usual["fsync"](handle)
            return
        with self._lock:
            self._count("sync", name)
            if stat.S_ISDIR(os.fstat(handle).st_mode):
                inside = [path for path in {*self._entries, *self._present} if os.path.dirname(path) == name]
                for path in inside:
                    self._entries.pop(path, None)
                    if path in self._present:
                        self._entries[path] = self._present[path]
            else:
                self._synced[self._present[name]] = self._content(name)
            self._note()

    def _replace(self, source: Any, target: Any, **more: Any) -> None:
        one, other = self._inside(source), self._inside(target)
        with self._lock:
            if one is not None:
                self._count("move", one)
            self._usual["replace"](source, target, **more)
            if one is None or other is None:
                return
            for path in [path for path in self._present if path == one or path.startswith(f"{one}/")]:
                self._present[other + path[len(one) :]] = self._present.pop(path)
            for handle, path in self._paths.items():
                if path == one:
                    self._paths[handle] = other
            self._note()

    def _unlink(self, path: Any, **more: Any) -> None:
        name = self._inside(path)
        with self._lock:
            if name is not None:
                self._count("unlink", name)
            self._usual["unlink"](path, **more)
            if name is not None:
                self._present.pop(name, None)
                self._note()

    def _mkdir(self, path: Any, *more: Any, **other: Any) -> None:
        name = self._inside(path)
        with self._lock:
            if name is not None and not os.path.isdir(name):
                self._count("make", name)
            self._usual["mkdir"](path, *more, **other)
            if name is not None:
                self._files += 1
                self._present[name] = self._files
                self._folders.add(self._files)

    def _read(self, file: Any, mode: str = "r", *more: Any, **other: Any) -> Any:
        name = None if isinstance(file, int) else self._inside(file)
        if name is not None:
            with self._lock:
                self._count("read", name)
        return self._usual["read"](file, mode, *more, **other)

    # --- what becomes of it ---

    def _inside(self, path: Any) -> str | None:
        try:
            name = os.path.abspath(os.fspath(path))
        except TypeError:
            return None
        return name if isinstance(name, str) and (name == self.folder or name.startswith(f"{self.folder}/")) else None

    def _count(self, kind: str, name: str) -> None:
        if name.endswith(".lock"):
            return
        self.done[kind] += 1
        if self._fails == (kind, self.done[kind]):
            self.has_failed = True
            number = errno.ENOSPC if kind == "write" else errno.EIO
            raise OSError(number, os.strerror(number), name)

    def _content(self, name: str) -> bytes:
        try:
            with self._usual["read"](name, "rb") as file:
                return bytes(file.read())
        except OSError:
            return b""

    def _note(self) -> None:
        if not self._keeps:
            return
        present = {path: self._content(path) for path, number in self._present.items() if number not in self._folders}
        numbers = {path: self._present[path] for path in present}
        torn, dropped = dict[str, bytes](), dict[str, bytes]()
        for path, content in present.items():
            synced = self._synced.get(numbers[path], b"")
            torn[path] = content if content == synced else content[: (len(synced) + len(content)) // 2]
            dropped[path] = synced
        strict = {
            path: self._synced.get(number, b"")
            for path, number in self._entries.items()
            if number not in self._folders and self._is_reached(path)
        }
        self.states.append(tuple({tuple(sorted(each.items())): each for each in (present, torn, dropped, strict)}.values()))

    def _is_reached(self, path: str) -> bool:
        """Return True if all folders above *path* have a synced entry."""
        above = os.path.dirname(path)
        while above != self.folder:
            if above not in self._entries:
                return False
            above = os.path.dirname(above)
        return True


def put_back(folder: Path, state: State) -> None:
    """Make *folder* hold *state* and nothing else."""
    shutil.rmtree(folder)
    folder.mkdir()
    for name, content in state.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_bytes(content)
