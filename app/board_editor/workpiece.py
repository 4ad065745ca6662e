"""The files that lie on the bench: read as they are now, changed one step at a time, and every step can be taken back."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import json
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.game.storage.atomic import StorageError, write_atomically
from languages import tr
from variants.packed import belonging
from variants.source import MANIFEST, FolderSource

if TYPE_CHECKING:
    from app.board_editor.beginning import Answers


MOST_KEPT = 40
"""Steps; older ones can no longer be taken back."""
_LARGEST = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class KeptStep:
    """One step of a command."""

    path: Path
    command: str
    """The same for all steps of one command."""
    label: str
    files: Mapping[str, tuple[bytes, str]]
    """Content of each file before the step, and the checksum of its content afterwards."""


def checksum(content: bytes) -> str:
    """The checksum by which a file is known again."""
    return hashlib.sha256(content).hexdigest()


def keep_step(folder: Path, command: str, label: str, files: Mapping[str, tuple[bytes, bytes]]) -> None:
    """Keep what *files* held before and after a step.

    Args:
        folder: where steps are kept.
        command: the same text for all steps of one command.

    Raises:
        StorageError: it cannot be written.
        OSError: likewise.
    """
    folder.mkdir(parents=True, exist_ok=True)
    numbers = _numbers(folder)
    said = {name: {"before": base64.b64encode(before).decode(), "after": checksum(after)} for name, (before, after) in files.items()}
    content = json.dumps({"command": command, "label": label, "files": said}).encode()
    write_atomically(folder / f"{max(numbers, default=0) + 1:06}.json", content, tr("changing the variant"))
    for old in sorted(numbers)[: max(0, len(numbers) + 1 - MOST_KEPT)]:
        with contextlib.suppress(OSError):
            (folder / f"{old:06}.json").unlink()


def last_command(folder: Path) -> tuple[KeptStep, ...]:
    """The steps of the last command that changed something, the last first; none where nothing is kept or it cannot be read."""
    found: list[KeptStep] = []
    for number in sorted(_numbers(folder), reverse=True):
        step = _read(folder / f"{number:06}.json")
        if step is None or (found and step.command != found[0].command):
            break
        found.append(step)
    return tuple(found)


def _numbers(folder: Path) -> list[int]:
    return [int(each.stem) for each in folder.glob("*.json") if each.stem.isdigit()] if folder.is_dir() else []


def _read(path: Path) -> KeptStep | None:
    try:
        if path.stat().st_size > _LARGEST:
            return None
        said = json.loads(path.read_bytes())
        files = {str(name): (base64.b64decode(each["before"], validate=True), str(each["after"])) for name, each in said["files"].items()}
        if any(Path(name).is_absolute() or ".." in Path(name).parts for name in files):
            return None
        return KeptStep(path, str(said["command"]), str(said["label"]), files)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


BACKUPS = ".backups"
"""The folder for files as they were before the bench first changed them; hidden, so that no variant is read from it."""
MOST_BACKUPS = 20
STEPS = "steps"
"""The folder inside for what commands changed."""


class ChangedOutsideError(Exception):
    """A file was saved by another program since, so that a step cannot be taken back or made again over it."""


@dataclass(frozen=True, slots=True)
class FileChange:
    """One file before and after."""

    file: str
    before: bytes
    """Empty where the file was not there."""
    after: bytes


@dataclass(frozen=True, slots=True)
class WorkStep:
    """One change, of one file or of several that belong together."""

    label: str
    """Words for the step in the list of changes."""
    changes: tuple[FileChange, ...]

    @property
    def file(self) -> str:
        """The files it changed, in words."""
        return f" {tr('and')} ".join(each.file for each in self.changes)


class Workpiece:
    """A variant's folder, or a drawing beside which there is no variant yet.

    Args:
        path: the folder, its ``variant.toml``, or an SVG.
        command: what the steps of a command are kept under, so that a later command can take them back; empty for a window, which keeps
            its own.
    """

    def __init__(self, path: Path, command: str = "") -> None:
        path = path.absolute()
        is_drawing = path.suffix.casefold() in (".svg", ".svgz")
        self.root = path if path.is_dir() else path.parent
        self.chosen_drawing = path.name if is_drawing else ""
        """The one of several drawings that was opened; empty for the variant's first."""
        self.answers: Answers | None = None
        """Answers on a drawing beside which there is no variant; nothing of it is written yet."""
        self._command = command
        self._done: list[WorkStep] = []
        self._undone: list[WorkStep] = []
        self._kept: set[str] = set()
        self._listeners: list[Callable[[], None]] = []

    @property
    def lone_drawing(self) -> str:
        """The drawing, where there is no variant beside it."""
        return "" if (self.root / MANIFEST).is_file() else self.chosen_drawing

    @property
    def name(self) -> str:
        """Name of the workpiece before anything of it was read."""
        return self.lone_drawing or self.root.name

    @property
    def steps(self) -> tuple[WorkStep, ...]:
        """Steps that were done and not taken back, the first first."""
        return tuple(self._done)

    @property
    def next_undo(self) -> str:
        """Step that Undo takes back; empty for none."""
        return self._done[-1].label if self._done else ""

    @property
    def next_redo(self) -> str:
        """Step that Redo does again; empty for none."""
        return self._undone[-1].label if self._undone else ""

    def files(self) -> Mapping[str, bytes]:
        """Every file of it as it is now, by name.

        Raises:
            OSError: one cannot be read.
            ValueError: one is too large.
        """
        source = FolderSource(self.root)
        if self.lone_drawing:
            return {self.lone_drawing: source.read(self.lone_drawing)}
        return {name: source.read(name) for name in belonging(source.names())}

    def read(self, file: str) -> bytes:
        """The file as it is now.

        Raises:
            OSError: it is not there, or cannot be read.
        """
        return FolderSource(self.root).read(file)

    def answer(self, answers: Answers) -> None:
        """Note the answers on a drawing; listeners read it again."""
        self.answers = answers
        self._tell()

    def perform(self, label: str, file: str, content: bytes) -> bool:
        """Write *content* as *file*, as one step; whether that changed anything.

        Raises:
            OSError: it could not be written.
            StorageError: likewise.
        """
        return self.perform_all(label, {file: content})

    def perform_all(self, label: str, files: Mapping[str, bytes]) -> bool:
        """Write several files as one step; whether that changed anything. Where one cannot be written all stay as they were.

        Raises:
            OSError: one could not be written.
            StorageError: likewise.
        """
        changes = tuple(FileChange(file, before, after) for file, after in files.items() if (before := self._now(file)) != after)
        if not changes:
            return False
        self._write_all([(each.file, each.before, each.after) for each in changes])
        if self._command:
            keep_step(self.root / BACKUPS / STEPS, self._command, label, {each.file: (each.before, each.after) for each in changes})
        self._done.append(WorkStep(label, changes))
        self._undone.clear()
        self._tell()
        return True

    def undo(self) -> str:
        """Take the last step back; what it was.

        Raises:
            ChangedOutsideError: one of its files was saved by another program since.
            IndexError: there is none.
        """
        step = self._done[-1]
        changes = [(each.file, each.after, each.before) for each in step.changes]
        return self._go(self._done, self._undone, changes, tr("{label!r} cannot be taken back", label=step.label))

    def redo(self) -> str:
        """Make the step that was last taken back again; what it is.

        Raises:
            ChangedOutsideError: one of its files was saved by another program since.
            IndexError: there is none.
        """
        step = self._undone[-1]
        changes = [(each.file, each.before, each.after) for each in step.changes]
        return self._go(self._undone, self._done, changes, tr("{label!r} cannot be done again", label=step.label))

    def undo_command(self) -> tuple[str, ...]:
        """Take back all that the last command did, from whichever run of the program; what it was, the last step first.

        Raises:
            ChangedOutsideError: one of its files was changed otherwise since.
            OSError: one cannot be written.
            StorageError: likewise.
        """
        steps = last_command(self.root / BACKUPS / STEPS)
        present: dict[str, bytes] = {}
        first: dict[str, bytes] = {}
        for step in steps:
            for file, (before, after) in step.files.items():
                now = first.get(file)
                if now is None:
                    now = present[file] = self._now(file)
                if checksum(now) != after:
                    what = tr("{label!r} cannot be taken back", label=step.label)
                    raise ChangedOutsideError(
                        tr("{what}: {file} was changed otherwise since. What it holds now stays.", what=what, file=file)
                    )
                first[file] = before
        self._write_all([(file, present[file], before) for file, before in first.items()])
        for step in steps:
            step.path.unlink(missing_ok=True)
        self._tell()
        return tuple(step.label for step in steps)

    def _go(self, along: list[WorkStep], to: list[WorkStep], changes: Sequence[tuple[str, bytes, bytes]], cannot: str) -> str:
        """Write the *changes* of the last step *along*, from the present contents of each file, and move it to *to*; returns its label."""
        for file, present, _ in changes:
            self._check(file, present, cannot)
        self._write_all(changes)
        to.append(along.pop())
        self._tell()
        return to[-1].label

    def subscribe(self, listener: Callable[[], None]) -> None:
        """Call *listener* after each step."""
        self._listeners.append(listener)

    def _tell(self) -> None:
        for listener in tuple(self._listeners):
            listener()

    def _now(self, file: str) -> bytes:
        try:
            return self.read(file)
        except FileNotFoundError:
            return b""

    def _check(self, file: str, expected: bytes, what: str) -> None:
        if self._now(file) != expected:
            raise ChangedOutsideError(
                tr("{what}: {file} was saved by another program since. What that program saved stays.", what=what, file=file)
            )

    def _write_all(self, changes: Sequence[tuple[str, bytes, bytes]]) -> None:
        """Write files, each given with what it holds now and what it is to hold."""
        written: list[tuple[str, bytes]] = []
        try:
            for file, before, after in changes:
                self._write(file, after)
                written.append((file, before))
        except (OSError, StorageError):
            for file, before in written:
                self._write(file, before)
            raise

    def _write(self, file: str, content: bytes) -> None:
        self._keep(file)
        if content:
            write_atomically(self.root / file, content, tr("changing the variant"))
        else:
            (self.root / file).unlink()

    def _keep(self, file: str) -> None:
        """Keep *file* as it was before the bench first changed it."""
        path = self.root / file
        if file in self._kept or not path.is_file():
            return
        self._kept.add(file)
        folder = self.root / BACKUPS
        folder.mkdir(exist_ok=True)
        stem = file.replace("/", "_")
        numbers = [int(each.suffix[1:]) for each in folder.glob(f"{stem}.*") if each.suffix[1:].isdigit()]
        shutil.copyfile(path, folder / f"{stem}.{max(numbers, default=0) + 1}")
        for old in sorted(numbers)[: max(0, len(numbers) + 1 - MOST_BACKUPS)]:
            (folder / f"{stem}.{old}").unlink(missing_ok=True)
