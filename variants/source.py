"""Named bytes that a variant's files come from; and ``extends``: a variant that is another one, with what differs."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from languages import system_words, tr
from variants.fault import Fault, VariantError
from variants.node import Layers
from variants.toml_text import TomlText, read_toml

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


LARGEST_FILE = 64 * 1024 * 1024
"""No file of a variant is read past this many bytes."""

DRAWINGS = (".svg", ".svgz")
"""Endings of the names of drawings, in small letters: plain, and compressed."""

_PART = re.compile(r"[^/\\:\0]{1,120}")


def is_drawing(name: str) -> bool:
    """Return True if *name* is that of a drawing."""
    return name.casefold().endswith(DRAWINGS)


class Source(Protocol):
    """A variant's files, by name."""

    @property
    def label(self) -> str:
        """Label in messages: the folder's name."""

    def names(self) -> Sequence[str]:
        """The names of its files, sorted, with ``/`` between folders."""

    def read(self, name: str) -> bytes:
        """The bytes of the file *name*.

        Raises:
            FileNotFoundError: there is none of that name, or the name leads out of the folder.
            ValueError: it is larger than :data:`LARGEST_FILE`.
        """


class MemorySource:
    """Files held in memory: unpacked archives, tests.

    >>> source = MemorySource("isle", {"variant.toml": b'name = "Isle"'})
    >>> source.names()
    ['variant.toml']
    >>> source.read("variant.toml")
    b'name = "Isle"'
    """

    def __init__(self, label: str, files: Mapping[str, bytes]) -> None:
        self._label = label
        self._files = dict(files)

    @property
    def label(self) -> str:
        """Label in messages."""
        return self._label

    def names(self) -> Sequence[str]:
        """The names of its files, sorted."""
        return sorted(self._files)

    def read(self, name: str) -> bytes:
        """The bytes of the file *name*."""
        try:
            return self._files[name]
        except KeyError:
            raise FileNotFoundError(tr("{variant} has no file {name!r}", variant=self._label, name=name)) from None


class FolderSource:
    """A folder: a :class:`pathlib.Path`, or one inside a package (:func:`importlib.resources.files`).

    Names cannot lead out of it, neither by ``..`` nor through a symbolic link.
    """

    MOST_FILES = 2000

    def __init__(self, root: Traversable) -> None:
        self._root = root

    @property
    def label(self) -> str:
        """The folder's name."""
        return self._root.name

    def names(self) -> Sequence[str]:
        """The names of its files, sorted; hidden ones apart, and no more than :attr:`MOST_FILES`; see :attr:`is_cut`."""
        return sorted(self._found()[: self.MOST_FILES])

    @property
    def is_cut(self) -> bool:
        """True if it has more files than :meth:`names` lists."""
        return len(self._found()) > self.MOST_FILES

    def _found(self) -> list[str]:
        found: list[str] = []
        waiting: list[tuple[str, Traversable]] = [("", self._root)]
        while waiting and len(found) <= self.MOST_FILES:
            prefix, folder = waiting.pop()
            for entry in folder.iterdir():
                name = f"{prefix}{entry.name}"
                if entry.name.startswith((".", "__")):
                    continue
                if entry.is_dir():
                    if prefix.count("/") < 4 and not (isinstance(entry, Path) and entry.is_symlink()):
                        waiting.append((f"{name}/", entry))
                else:
                    found.append(name)
        return found

    def read(self, name: str) -> bytes:
        """The bytes of the file *name*."""
        parts = name.split("/")
        if not all(_PART.fullmatch(part) and part not in (".", "..") for part in parts):
            raise FileNotFoundError(tr("{name!r} is not the name of a file inside {variant}", name=name, variant=self.label))
        place = self._root.joinpath(*parts)
        if isinstance(place, Path) and isinstance(self._root, Path) and not place.resolve().is_relative_to(self._root.resolve()):
            raise FileNotFoundError(tr("{name!r} leads out of {variant}", name=name, variant=self.label))
        if not place.is_file():
            raise FileNotFoundError(tr("{variant} has no file {name!r}", variant=self.label, name=name))
        with place.open("rb") as stream:
            content = stream.read(LARGEST_FILE + 1)
        if len(content) > LARGEST_FILE:
            raise ValueError(tr("{name} is larger than {largest_file} MB", name=name, largest_file=LARGEST_FILE // 1024 // 1024))
        return content


MANIFEST = "variant.toml"
MOST_LAYERS = 6

OWN_KEYS = frozenset(("format", "id", "name", "version", "description", "authors", "extends", "without"))
"""Keys that are never taken over from the variant that is extended."""

_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,59}")

SourceFinder = Callable[[str], Source]
"""The source of a variant by its id. Raises ``LookupError`` where there is none."""


def read_layers(source: Source, library: SourceFinder) -> tuple[Layers, tuple[Source, ...]]:
    """The variant's table with everything it extends merged in, and the sources it came from, its own first.

    Tables merge key by key; any other value stands in place of the earlier one. ``without = ["powers.FRANCE"]`` takes tables or keys
    out of what is extended before it is merged.

    Raises:
        VariantError: a file is missing, is no TOML, or the chain of ``extends`` is too long or goes in a circle.
    """
    texts: list[TomlText] = []
    sources: list[Source] = []
    following: Source | None = source
    while following is not None:
        text = _manifest(following)
        if sources:
            text = TomlText(f"{following.label}/{text.name}", text.table, text.lines, text.faults)
        texts.append(text)
        sources.append(following)
        following = _extended(text, tuple(texts), library)
    table: dict[str, object] = {}
    for text in reversed(texts):
        inherited = {key: value for key, value in table.items() if key not in OWN_KEYS}
        for path in _without(text):
            _take_out(inherited, path, text)
        table = _merge(inherited, text.table)
    return Layers(tuple(texts), table), tuple(sources)


def extended_files(source: Source, library: SourceFinder) -> dict[str, dict[str, bytes]]:
    """The files of all variants that the one in *source* extends, by id, drawings empty: what another process has to be given."""
    try:
        layers, sources = read_layers(source, library)
    except VariantError:
        return {}
    found: dict[str, dict[str, bytes]] = {}
    for text, each in zip(layers.texts, sources[1:], strict=False):
        with contextlib.suppress(OSError, ValueError):
            names = each.names()
            found[str(text.table["extends"])] = {name: b"" if name.lower().endswith(".svg") else each.read(name) for name in names}
    return found


def _manifest(source: Source) -> TomlText:
    try:
        content = source.read(MANIFEST)
    except (OSError, ValueError) as error:
        raise VariantError(
            (
                Fault(
                    MANIFEST,
                    None,
                    tr("{variant} cannot be read: {error}", variant=source.label, error=system_words(error)),
                    tr("a file {name}", name=MANIFEST),
                ),
            )
        ) from None
    return read_toml(MANIFEST, content, keep_going=True)


def _extended(text: TomlText, chain: tuple[TomlText, ...], library: SourceFinder) -> Source | None:
    if "extends" not in text.table:
        return None
    wanted = text.table["extends"]
    line = text.lines.get(("extends",))
    if not isinstance(wanted, str) or not _ID.fullmatch(wanted):
        raise VariantError((Fault(text.name, line, tr("extends is {wanted!r:.60}", wanted=wanted), tr("the id of a variant")),))
    if any(earlier.table.get("id") == wanted for earlier in chain):
        raise VariantError(
            (Fault(text.name, line, tr("{wanted} extends itself in a circle", wanted=wanted), tr("a variant that stands on its own")),)
        )
    if len(chain) >= MOST_LAYERS:
        raise VariantError(
            (Fault(text.name, line, tr("too many variants extend one another"), tr("at most {most_layers}", most_layers=MOST_LAYERS)),)
        )
    try:
        return library(wanted)
    except LookupError as error:
        raise VariantError(
            (Fault(text.name, line, tr("extends an unknown variant {wanted!r}", wanted=wanted), str(error).strip("'\"")),)
        ) from None


def _without(text: TomlText) -> tuple[str, ...]:
    paths = text.table.get("without", [])
    if not isinstance(paths, list) or not all(isinstance(path, str) for path in paths):
        raise VariantError((Fault(text.name, text.lines.get(("without",)), tr("without is no list of texts"), '["powers.FRANCE"]'),))
    return tuple(path for path in paths if isinstance(path, str))


def _take_out(table: dict[str, object], path: str, text: TomlText) -> None:
    parts = path.split(".")
    inner: object = table
    for part in parts[:-1]:
        inner = inner.get(part) if isinstance(inner, dict) else None
    if not isinstance(inner, dict) or parts[-1] not in inner:
        line = text.lines.get(("without",))
        raise VariantError(
            (Fault(text.name, line, tr("without names {path!r:.60}", path=path), tr("a table or key of the variant that is extended")),)
        )
    del inner[parts[-1]]


def _merge(base: Mapping[str, object], upper: Mapping[str, object]) -> dict[str, object]:
    """*base* with *upper* over it, as copies: neither changes."""
    merged: dict[str, object] = {}
    for key in (*base, *(key for key in upper if key not in base)):
        low, high = base.get(key), upper.get(key)
        if isinstance(high, Mapping):
            merged[key] = _merge(low if isinstance(low, Mapping) else {}, high)
        elif key in upper:
            merged[key] = high
        else:
            merged[key] = _merge({}, low) if isinstance(low, Mapping) else low
    return merged
