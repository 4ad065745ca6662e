"""What an importer hands back: variant folders of our format, and a line for everything that had to be mended or left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

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
    """What was mended (warnings) and what stands in the way of playing (errors), with its place in the files that were imported."""

    @property
    def source(self) -> MemorySource:
        """The folder, for the reader."""
        return MemorySource(self.id, self.files)

    def renamed(self, identity: str) -> Imported:
        """The same variant under another id, where its own is taken."""
        old, new = f'id = "{self.id}"\n'.encode(), f'id = "{identity}"\n'.encode()
        files = {name: content.replace(old, new, 1) if name == MANIFEST else content for name, content in self.files.items()}
        return replace(self, id=identity, files=files)


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
    """What was mended or left out, with its place in the files that were imported."""


@dataclass(frozen=True, slots=True)
class ImportResult:
    """All that came out of a file or folder."""

    variants: tuple[Imported, ...]
    report: tuple[Fault, ...]
    """What belongs to no single variant or set."""
    units: tuple[ImportedUnits, ...] = ()

    @property
    def errors(self) -> tuple[Fault, ...]:
        """What stands in the way, of any of them."""
        reports = (*(each.report for each in self.variants), *(each.report for each in self.units))
        everything = (*self.report, *(fault for report in reports for fault in report))
        return tuple(fault for fault in everything if fault.severity is Severity.ERROR)


class ImportReport:
    """Lines of the import report, each once."""

    def __init__(self) -> None:
        self._faults = Faults()

    def mended(self, source: str, line: int | None, what: str, done: str = "", element: str = "") -> None:
        """Something was not as it should be, and *done* is what became of it: it plays as it was meant."""
        self._add(Weight.REPAIR, source, line, what, done, element)

    def left_out(self, source: str, line: int | None, what: str, done: str = "", element: str = "") -> None:
        """Something of the source is not taken over, so that the board departs from it."""
        self._add(Weight.DEPARTURE, source, line, what, done, element)

    def unusable(self, source: str, line: int | None, what: str, done: str = "", element: str = "") -> None:
        """A whole part of the source, such as a file or a drawing, cannot be used."""
        self._add(Weight.LOSS, source, line, what, done, element)

    def _add(self, weight: Weight, source: str, line: int | None, what: str, done: str, element: str) -> None:
        self._faults.add(Fault(source, line, f"{what}: {done}" if done else what, "", Severity.WARNING, element[:60], weight=weight))

    def error(self, source: str, line: int | None, what: str, expected: str = "", element: str = "") -> None:
        """Something that cannot be mended."""
        self._faults.add(Fault(source, line, what, expected, Severity.ERROR, element[:60]))

    def lines(self) -> tuple[Fault, ...]:
        """All of them."""
        return self._faults.found()

    @property
    def errors(self) -> bool:
        """Whether any of them cannot be mended."""
        return self._faults.errors
