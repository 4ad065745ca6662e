"""Steps of commands that change a variant, kept beside it, so that a later command can take it back."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from app.game.storage.atomic import write_atomically
from languages import tr

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
