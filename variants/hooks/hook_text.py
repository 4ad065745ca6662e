"""A hook's text and what its first lines say of it; and the hooks that come with the program."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from languages import tr
from variants.hooks.contracts import Point
from variants.hooks.hook_parameters import HookParameter, read_declaration

LARGEST_SOURCE = 64 * 1024
"""Bytes of one hook's text."""

NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")


@dataclass(frozen=True, slots=True)
class HeaderFault:
    """A fault in the first lines of a hook's text."""

    line: int
    """Counted from 1."""
    what: str


@dataclass(frozen=True, slots=True)
class HookText:
    """A hook as a value. Its text has been read as text only."""

    name: str
    title: str
    """For lists: ``Fog of war``."""
    points: tuple[Point, ...]
    note: str
    """A sentence for New Game and for those who open a game with it."""
    parameters: tuple[HookParameter, ...]
    source: str
    faults: tuple[HeaderFault, ...] = ()

    @property
    def checksum(self) -> str:
        """SHA-256 of name and text."""
        return checksum_of(self.name, self.source)


def checksum_of(name: str, source: str) -> str:
    """SHA-256 of a hook's name and text, as 64 hexadecimal digits.

    >>> checksum_of("truce", "x = 1") == checksum_of("truce", "x = 2")
    False
    """
    return hashlib.sha256(f"{name}\0{source.rstrip()}\n".encode("utf-8", "replace")).hexdigest()


def read_hook_text(name: str, source: str, points: Sequence[str] = (), note: str = "") -> HookText:
    """The hook whose text is *source*. Never raises; what is wrong in its first lines stands in ``faults``.

    The text begins with comment lines: ``# title: ...``, ``# on: results build``, ``# note: ...`` (several are joined), ``# param ...``.
    Where it does not say at which points it takes part, the functions it defines do.

    Args:
        points: what the game file says, which stands above what the text says.
        note: the same.

    >>> hook = read_hook_text("truce", "def on_press(press): return None")
    >>> hook.name, len(hook.checksum)
    ('truce', 64)
    """
    title, said, notes = "", "", []
    parameters: list[HookParameter] = []
    faults: list[HeaderFault] = []
    for number, line in enumerate(source.splitlines(), start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            break
        text = line.strip().lstrip("#").strip()
        key, colon, value = text.partition(":")
        if colon and key.strip().lower() == "title":
            title = value.strip()
        elif colon and key.strip().lower() == "on":
            said = value
        elif colon and key.strip().lower() == "note":
            notes.append(value.strip())
        else:
            try:
                parameter = read_declaration(line.strip())
            except ValueError as error:
                faults.append(HeaderFault(number, str(error)))
                continue
            if parameter is not None and any(each.name == parameter.name for each in parameters):
                faults.append(HeaderFault(number, tr("the parameter {parameter} stands twice", parameter=parameter.name)))
            elif parameter is not None:
                parameters.append(parameter)
    words = list(points) or said.replace(",", " ").split() or _defined(source)
    found: list[Point] = []
    for word in words:
        point = point_named(word)
        if point is None:
            faults.append(HeaderFault(1, tr("unknown point {word!r}; expected one of {points}", word=word[:40], points=", ".join(Point))))
        elif point not in found:
            found.append(point)
    if not found:
        faults.append(HeaderFault(1, tr("it takes part at no point; expected a function such as def on_press(ctx)")))
    if len(source.encode("utf-8", "replace")) > LARGEST_SOURCE:
        faults.append(HeaderFault(1, tr("it is larger than 64 kB")))
    return HookText(
        name, title or name.replace("_", " ").capitalize(), tuple(found), note or " ".join(notes), tuple(parameters), source, tuple(faults)
    )


def point_named(word: str) -> Point | None:
    """The point that *word* names: ``press`` or ``on_press``.

    >>> point_named("on_press") is point_named("press")
    True
    >>> print(point_named("weather"))
    None
    """
    return next((point for point in Point if word in (point.value, point.function)), None)


def _defined(source: str) -> list[str]:
    functions = {point.function for point in Point}
    return [name for name in re.findall(r"^def (\w+)\(", source, re.MULTILINE) if name in functions]


SUFFIX = ".hook"


@cache
def shipped_hooks() -> Mapping[str, HookText]:
    """The shipped hooks by name, sorted by title."""
    folder = files("variants.hooks").joinpath("shipped")
    found = [
        read_hook_text(entry.name.removesuffix(SUFFIX), entry.read_text(encoding="utf-8"))
        for entry in folder.iterdir()
        if entry.name.endswith(SUFFIX)
    ]
    return MappingProxyType({hook.name: hook for hook in sorted(found, key=lambda hook: hook.title)})


@cache
def shipped_checksums() -> frozenset[str]:
    """Name and text of every hook that comes with the program, as checksums: those on the shelf and those of the shipped variants' own."""
    folders = [entry.joinpath("hooks") for entry in files("variants").joinpath("shipped").iterdir() if entry.is_dir()]
    own = [entry for folder in folders if folder.is_dir() for entry in folder.iterdir() if entry.name.endswith(SUFFIX)]
    texts = [(entry.name.removesuffix(SUFFIX), entry.read_text(encoding="utf-8")) for entry in own]
    return frozenset(checksum_of(name, text) for name, text in (*texts, *((hook.name, hook.source) for hook in shipped_hooks().values())))
