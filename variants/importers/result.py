"""Result of an importer: variant folders of our format, and a line for everything that had to be mended or left out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from languages import labelled
from variants.fault import Fault, Faults, Severity, Weight
from variants.inherit import MANIFEST
from variants.source import MemorySource


@dataclass(frozen=True, slots=True)
class Imported:
    """One variant, as the files of a normal folder."""

    id: str
    """Also the name for its folder."""
    name: str
    files: Mapping[str, bytes]
    report: tuple[Fault, ...]
    """Repairs (warnings) and obstacles to playing (errors), with their places in the files that were imported."""
    own: bool = False
    """True if it was a folder of our format already, and is kept as it was."""

    @property
    def extends(self) -> str:
        """The id of the variant that it extends, as its manifest has it; empty where it stands on its own."""
        found = re.search(_stated("extends"), self.files.get(MANIFEST, b""))
        return "" if found is None else found[3].decode("utf-8", "replace")

    @property
    def source(self) -> MemorySource:
        """The folder, for the reader."""
        return MemorySource(self.id, self.files)

    def renamed(self, identity: str) -> Imported:
        """The same variant under another id, where its own is taken."""
        return replace(self, id=identity, files=self._stating("id", self.id, identity))

    def extending(self, renamed: Mapping[str, str]) -> Imported:
        """The same variant after others got other ids; *renamed* has the new ones by the old."""
        old = self.extends
        return replace(self, files=self._stating("extends", old, renamed[old])) if old in renamed else self

    def _stating(self, key: str, old: str, new: str) -> dict[str, bytes]:
        """The files with the manifest's *key* changed; nothing else of it is touched."""

        def changed(found: re.Match[bytes]) -> bytes:
            return found[0] if found[3] != old.encode() else found[1] + found[2] + new.encode() + found[2]

        return {
            name: re.sub(_stated(key), changed, content, count=1) if name == MANIFEST else content for name, content in self.files.items()
        }


def _stated(key: str) -> bytes:
    """An expression that finds *key* with its text before the first table: group 2 is the quotation mark, 3 the text."""
    return rb"(?m)\A((?:(?!\[)[^\n]*\n)*?[ \t]*" + key.encode() + rb"[ \t]*=[ \t]*)([\"'])([^\"'\n]*)\2"


@dataclass(frozen=True, slots=True)
class ImportedUnits:
    """A set of unit symbols, as the file of a normal set."""

    id: str
    """Also the name for its file."""
    name: str
    content: bytes
    """The file; empty where the report has errors."""
    kinds: tuple[str, ...]
    """Letters of the kinds of unit that it draws."""
    report: tuple[Fault, ...]
    """Repairs and omissions, with their places in the files that were imported."""


@dataclass(frozen=True, slots=True)
class ImportResult:
    """All that came out of a file or folder."""

    variants: tuple[Imported, ...]
    report: tuple[Fault, ...]
    """Lines that belong to no single variant or set."""
    units: tuple[ImportedUnits, ...] = ()

    @property
    def errors(self) -> tuple[Fault, ...]:
        """Errors of all of them."""
        reports = (*(each.report for each in self.variants), *(each.report for each in self.units))
        everything = (*self.report, *(fault for report in reports for fault in report))
        return tuple(fault for fault in everything if fault.severity is Severity.ERROR)


class ImportReport:
    """Lines of the import report, each once."""

    def __init__(self) -> None:
        self._faults = Faults()

    def mended(self, source: str, line: int | None, what: str, done: str = "", element: str = "") -> None:
        """Report a repair, and *done*, its result: it plays as it was meant."""
        self._add(Weight.REPAIR, source, line, what, done, element)

    def left_out(self, source: str, line: int | None, what: str, done: str = "", element: str = "") -> None:
        """Report a part of the source that is not taken over, so that the board departs from it."""
        self._add(Weight.DEPARTURE, source, line, what, done, element)

    def unusable(self, source: str, line: int | None, what: str, done: str = "", element: str = "") -> None:
        """A whole part of the source, such as a file or a drawing, cannot be used."""
        self._add(Weight.LOSS, source, line, what, done, element)

    def _add(self, weight: Weight, source: str, line: int | None, what: str, done: str, element: str) -> None:
        self._faults.add(Fault(source, line, labelled(what, done) if done else what, "", Severity.WARNING, element[:60], weight=weight))

    def error(self, source: str, line: int | None, what: str, expected: str = "", element: str = "") -> None:
        """Report a part that cannot be mended."""
        self._faults.add(Fault(source, line, what, expected, Severity.ERROR, element[:60]))

    def lines(self) -> tuple[Fault, ...]:
        """All of them."""
        return self._faults.found()

    @property
    def errors(self) -> bool:
        """True if any of them cannot be mended."""
        return self._faults.errors
