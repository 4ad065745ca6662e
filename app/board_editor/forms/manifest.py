"""A variant's file as forms see it: what it says with everything that it extends, and changes of its own lines alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from languages import tr
from variants.fix import AddToList, Change, DropFromList, DropKey, Fix, SetValue, TomlPath
from variants.inherit import read_layers
from variants.source import MANIFEST, MemorySource, SourceFinder
from variants.toml_edit import TomlEditor
from variants.toml_text import toml_string

Table = Mapping[str, object]


class FormError(ValueError):
    """Value in a form that cannot be taken; the message says why and what can."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """The file, and what it says."""

    content: bytes = field(repr=False)
    table: Table
    """Table with those that it extends merged in."""

    def at(self, *path: str) -> object:
        """Return the value at *path*; ``None`` where there is none."""
        inner: object = self.table
        for part in path:
            inner = inner.get(part) if isinstance(inner, Mapping) else None
        return inner

    def tables(self, name: str) -> Mapping[str, Table]:
        """The tables in the table *name*, in the file's sequence."""
        found = self.at(name)
        return {key: each for key, each in found.items() if isinstance(each, Mapping)} if isinstance(found, Mapping) else {}

    def words(self, *path: str) -> tuple[str, ...]:
        """A list of texts."""
        found = self.at(*path)
        return tuple(each for each in found if isinstance(each, str)) if isinstance(found, list) else ()

    def text(self, *path: str) -> str:
        """A text; empty where there is none."""
        found = self.at(*path)
        return found if isinstance(found, str) else ""

    def whole(self, *path: str) -> int | None:
        """A whole number."""
        found = self.at(*path)
        return found if isinstance(found, int) and not isinstance(found, bool) else None

    def has_own(self, path: TomlPath) -> bool:
        """Return True if the file itself states it."""
        return TomlEditor(self.content).has(path)

    def put(self, path: tuple[str, ...], word: str) -> Change | None:
        """The change that puts *word* into a list; none where it stands there."""
        words = self.words(*path)
        if word in words:
            return None
        return AddToList(path, word) if self.has_own(path) else SetValue(path, toml_list((*words, word)))

    def drop(self, path: tuple[str, ...], word: str) -> Change | None:
        """The change that takes *word* out of a list; none where it does not stand there."""
        words = self.words(*path)
        if word not in words:
            return None
        return DropFromList(path, word) if self.has_own(path) else SetValue(path, toml_list(each for each in words if each != word))

    def write(self, path: tuple[str, ...], value: str | int | bool | Sequence[str] | None) -> Change:
        """The change that writes *value*; ``None`` takes the key out, so that the usual holds."""
        return DropKey(path) if value is None else SetValue(path, literal(value))

    def power(self, name: str) -> str:
        """The id of the power of this id or name.

        Raises:
            FormError: there is none.
        """
        powers = self.tables("powers")
        for each, table in powers.items():
            if name.casefold() in (each.casefold(), str(table.get("name", "")).casefold()):
                return each
        raise FormError(tr("there is no power {name!r:.40}; there are {powers}", name=name, powers=", ".join(powers) or tr("none yet")))

    def province(self, code: str) -> str:
        """The code of the province of that code.

        Raises:
            FormError: there is none.
        """
        wanted = code.strip().upper()
        if wanted in self.tables("provinces"):
            return wanted
        raise FormError(tr("there is no province {code!r:.20}", code=code))


def manifest_of(content: bytes, label: str, library: SourceFinder) -> Manifest:
    """A variant's file with what it extends.

    Args:
        label: the folder's name.
        library: where what it extends is found.

    Raises:
        VariantError: it cannot be read, or what it extends cannot.
    """
    layers, _ = read_layers(MemorySource(label, {MANIFEST: content}), library)
    return Manifest(content, layers.table)


def fix_of(title: str, changes: Iterable[Change | None]) -> Fix:
    """The changes as one step."""
    return Fix(title, MANIFEST, tuple(each for each in changes if each is not None))


def literal(value: str | int | bool | Sequence[str]) -> str:
    """A value as TOML writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    return toml_string(value) if isinstance(value, str) else toml_list(value)


def toml_list(words: Iterable[str]) -> str:
    """A list of texts as TOML writes it."""
    return f"[{', '.join(map(toml_string, words))}]"
