"""A person's settings: one small JSON file, read with tolerance, since a damaged setting must never keep anyone from playing."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping
from pathlib import Path

from app.game.storage.atomic import StorageError, make_folder, read_bounded, write_atomically
from languages import system_words, tr

LARGEST = 1024 * 1024
"""Bytes of a settings file; a larger one is taken for damaged."""
_MOST_KEYS = 5_000

Value = str | int | float | bool | list[str]
"""Type of a setting."""


class Settings:
    """Settings by name, such as ``map.theme``. The caller states the value that holds where nothing, or something else, is set.

    Args:
        path: their file; it need not exist.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._values: dict[str, Value] = {}
        self._changed: set[str] = set()
        self._damage = ""
        self._read()

    @property
    def path(self) -> Path:
        """Their file."""
        return self._path

    @property
    def damage(self) -> str:
        """Fault of the file; empty where there was none. A damaged file is kept beside, as ``settings.json.damaged``."""
        return self._damage

    def text(self, name: str, default: str = "") -> str:
        """A setting that is text."""
        value = self._values.get(name)
        return value if isinstance(value, str) else default

    def flag(self, name: str, default: bool = False) -> bool:
        """A setting that is on or off."""
        value = self._values.get(name)
        return value if isinstance(value, bool) else default

    def whole(self, name: str, default: int = 0) -> int:
        """A setting that is a whole number."""
        value = self._values.get(name)
        return value if isinstance(value, int) and not isinstance(value, bool) else default

    def number(self, name: str, default: float = 0.0) -> float:
        """A setting that is a number."""
        value = self._values.get(name)
        return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else default

    def words(self, name: str, default: tuple[str, ...] = ()) -> tuple[str, ...]:
        """A setting that is a list of texts."""
        value = self._values.get(name)
        return tuple(value) if isinstance(value, list) else default

    def put(self, name: str, value: Value | tuple[str, ...] | None) -> None:
        """Set *name*; ``None`` takes the setting away. Nothing is written before ``save``."""
        self._changed.add(name)
        if value is None:
            self._values.pop(name, None)
        else:
            self._values[name] = list(value) if isinstance(value, tuple) else value

    def names(self) -> tuple[str, ...]:
        """Return the names of the settings, sorted."""
        return tuple(sorted(self._values))

    def save(self) -> None:
        """Write what was set here into the file. What else stands there stays: another version of the program may run at the same time.

        Raises:
            StorageError: it could not be written.
        """
        make_folder(self._path.parent, tr("saving the settings"))
        there = self._in_the_file()
        if there is None:
            values: dict[str, object] = dict(self._values)
        else:
            values = {name: value for name, value in there.items() if name not in self._changed}
            values |= {name: self._values[name] for name in self._changed if name in self._values}
        text = json.dumps(dict(sorted(values.items())), indent=2, ensure_ascii=False)
        write_atomically(self._path, f"{text}\n".encode("utf-8", "replace"), tr("saving the settings"))

    def _read(self) -> None:
        if not self._path.exists():
            return
        try:
            data = read_bounded(self._path, LARGEST, tr("reading the settings"))
            values: object = json.loads(data) if len(data) <= LARGEST else None
        except (StorageError, ValueError, RecursionError) as error:
            self._set_aside(error.what if isinstance(error, StorageError) else system_words(error))
            return
        if not isinstance(values, Mapping):
            self._set_aside(tr("it holds no settings"))
            return
        for name, value in list(values.items())[:_MOST_KEYS]:
            kept = _value(value)
            if kept is None:
                self._damage = tr("{path}: {name} is set to something that no setting can be", path=self._path, name=name)
            else:
                self._values[str(name)] = kept

    def _in_the_file(self) -> dict[str, object] | None:
        """All settings in the file now, kinds that this version does not know included; ``None`` without a file."""
        try:
            data = read_bounded(self._path, LARGEST, tr("reading the settings"))
            values: object = json.loads(data) if len(data) <= LARGEST else None
        except (StorageError, ValueError, RecursionError):
            return None
        return {str(name): value for name, value in list(values.items())[:_MOST_KEYS]} if isinstance(values, Mapping) else None

    def _set_aside(self, reason: str) -> None:
        self._damage = tr(
            "{path}: {reason}. The settings start anew; the file is kept with .damaged at its end.", path=self._path, reason=reason
        )
        with contextlib.suppress(OSError):
            self._path.replace(self._path.with_name(f"{self._path.name}.damaged"))


def _value(value: object) -> Value | None:
    if isinstance(value, str | bool | int | float):
        return value
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return [str(each) for each in value]
    return None
