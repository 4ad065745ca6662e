"""Named bytes that a variant's files come from."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from languages import tr

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
SourceFinder = Callable[[str], Source]
"""The source of a variant by its id. Raises ``LookupError`` where there is none."""
