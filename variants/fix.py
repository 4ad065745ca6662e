"""Fix of a fault, as a value: small changes to one file, which a person looks at, applies and takes back.

Nothing here decides or writes anything: the finder of a fault states its fix, and :mod:`variants.shore_writing` writes it.
"""

from __future__ import annotations

from dataclasses import dataclass

TomlPath = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class SetValue:
    """Write a value, in TOML, at a path of ``variant.toml``."""

    path: TomlPath
    literal: str


@dataclass(frozen=True, slots=True)
class AddToList:
    """Adds a word at the end of a list of ``variant.toml``; the list is begun where it is missing."""

    path: TomlPath
    word: str


@dataclass(frozen=True, slots=True)
class DropFromList:
    """Take the last such word out of a list of ``variant.toml``."""

    path: TomlPath
    word: str


@dataclass(frozen=True, slots=True)
class ReplaceInList:
    """Write another word in place of one in a list of ``variant.toml``."""

    path: TomlPath
    word: str
    other: str


@dataclass(frozen=True, slots=True)
class RenameKey:
    """Give a key of ``variant.toml`` another name."""

    path: TomlPath
    name: str


@dataclass(frozen=True, slots=True)
class DropKey:
    """Take a key of ``variant.toml`` out; what is not there stays so."""

    path: TomlPath


@dataclass(frozen=True, slots=True)
class DropTable:
    """Take a table of ``variant.toml`` out, with those inside it."""

    path: TomlPath


@dataclass(frozen=True, slots=True)
class AddBlock:
    """Adds a table at the end of ``variant.toml``."""

    block: str


@dataclass(frozen=True, slots=True)
class SetAttribute:
    """Set an attribute of an element of the drawing, or take it away where the value is ``None``."""

    start: int
    """Offset at which the element's tag begins, in bytes."""
    name: str
    value: str | None


@dataclass(frozen=True, slots=True)
class RemoveElement:
    """Take an element out of the drawing."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class InsertInside:
    """Adds markup at the end of an element of the drawing."""

    start: int
    end: int
    markup: str


TomlChange = SetValue | AddToList | DropFromList | ReplaceInList | RenameKey | DropKey | DropTable | AddBlock
SvgChange = SetAttribute | RemoveElement | InsertInside
Change = TomlChange | SvgChange


@dataclass(frozen=True, slots=True)
class Fix:
    """Fix of a fault."""

    title: str
    """Label of the button: ``Put PAR into the list of BUR``."""
    file: str
    """The name of the one file that is changed."""
    changes: tuple[Change, ...]
    """In the sequence in which they are carried out; those to a drawing from its end to its beginning."""
    is_guess: bool = False
    """True where the fault may be meant, such as a lake in a province: it is mended by itself alone, never with all others."""
