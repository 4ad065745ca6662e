"""The sets of unit symbols there are: those that come with the program, a person's own, and those of a variant's folder."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

from app.library.variants import Stamp, stamp_of
from languages import mark, sort_key, system_words, tr
from resources import resource
from variants.fault import Fault, Severity
from variants.reader import VariantFolder
from variants.source import MANIFEST
from variants.unit_set import LARGEST_SET, SET_ID, SUFFIX, UnitSet, read_unit_set

SHIPPED_SETS = resource("units")
USUAL = "classic"
"""The set in use unless another was chosen."""
BY_VARIANT = "variant"
"""The choice of the variant's first set; the usual set where it has none."""
MOST_OWN = 200


class SetOrigin(StrEnum):
    """Source of a set."""

    SHIPPED = mark("comes with Entente")
    OWN = mark("your own")
    VARIANT = mark("belongs to the variant")


@dataclass(frozen=True, slots=True)
class OfferedSet:
    """A set that can be chosen."""

    units: UnitSet
    origin: SetOrigin

    @property
    def id(self) -> str:
        """Id of the set, in commands."""
        return self.units.id

    @property
    def name(self) -> str:
        """Name of the set, for people."""
        return self.units.name


@dataclass(frozen=True, slots=True)
class FoundSet:
    """The set that a choice comes to."""

    units: UnitSet
    trouble: str = ""
    """Reason that it is not the one that was chosen, as a sentence; empty where it is."""


@cache
def shipped_set(set_id: str) -> UnitSet:
    """A set that comes with the program.

    Raises:
        ValueError: its file cannot be used; with every fault.
    """
    file = SHIPPED_SETS / f"{set_id}{SUFFIX}"
    units, faults = read_unit_set(set_id, file.name, file.read_bytes())
    if units is None:
        raise ValueError("\n".join(map(str, faults)))
    return units


@cache
def shipped_sets() -> tuple[UnitSet, ...]:
    """The sets that come with the program, the usual one first."""
    ids = sorted(each.stem for each in SHIPPED_SETS.glob(f"*{SUFFIX}"))
    return tuple(shipped_set(each) for each in sorted(ids, key=lambda each: (each != USUAL, each == "blocks", each)))


def usual_set() -> UnitSet:
    """The set in use unless another was chosen, and whose symbols stand in for those that others lack."""
    return shipped_set(USUAL)


class UnitSetShelf:
    """Finds sets by id. Those of the variant that is played stand before a person's own, and these before shipped ones of the same id.

    Args:
        folder: a person's own sets, a file ``ID.toml`` each; it need not exist.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._stamp: Stamp | None = None
        self._own: tuple[UnitSet, ...] = ()
        self._faults: tuple[Fault, ...] = ()

    @property
    def folder(self) -> Path | None:
        """Folder of a person's own sets."""
        return self._folder

    def offered(self, variant: VariantFolder | None = None) -> tuple[OfferedSet, ...]:
        """Every set that can be chosen: the shipped ones, a person's own, then those of the variant; each id once."""
        found = {each.id: OfferedSet(each, SetOrigin.SHIPPED) for each in shipped_sets()}
        found.update({each.id: OfferedSet(each, SetOrigin.OWN) for each in self._read_own()})
        for each in () if variant is None else variant.unit_sets:
            if each.units is not None:
                found[each.id] = OfferedSet(each.units, SetOrigin.VARIANT)
        return tuple(found.values())

    def usual_of(self, variant: VariantFolder | None) -> UnitSet:
        """Return the first set of the variant, as far as it is here; the usual set where it has none."""
        for each in () if variant is None else variant.unit_sets:
            if each.units is not None:
                return each.units
            named = self._named(each.file)
            if named is not None:
                return named
        return usual_set()

    def find(self, wanted: str, variant: VariantFolder | None = None) -> FoundSet:
        """The set that *wanted* names, or the variant's usual one and the reason."""
        if wanted in ("", BY_VARIANT):
            return FoundSet(self.usual_of(variant))
        if wanted == USUAL and (variant is None or not variant.unit_sets) and self._folder is None:
            return FoundSet(usual_set())
        offered = next((each.units for each in self.offered(variant) if each.id == wanted), None)
        if offered is not None:
            return FoundSet(offered)
        usual = self.usual_of(variant)
        broken = next((str(fault) for fault in self._faults if fault.source == f"{wanted}{SUFFIX}"), "")
        why = (
            tr("The unit symbols {wanted!r} cannot be used: {broken}.", wanted=wanted, broken=broken)
            if broken
            else tr("There are no unit symbols {wanted!r} here.", wanted=wanted)
        )
        return FoundSet(usual, f"{why} {tr('Units are shown as {units}.', units=usual.name)}")

    def faults_of(self, variant: VariantFolder) -> tuple[Fault, ...]:
        """Sets that *variant* names and that do not exist."""
        named = [each for each in variant.unit_sets if each.units is None and not each.file.lower().endswith(SUFFIX)]
        expected = tr("a file of the folder, or the name of a set")
        return tuple(
            Fault(MANIFEST, each.line, tr("there are no unit symbols {file!r:.60} here", file=each.file), expected, Severity.WARNING)
            for each in named
            if self._named(each.file) is None
        )

    def _named(self, set_id: str) -> UnitSet | None:
        """A set of a person's own or a shipped one; a variant may name it in any letter case."""
        every = (*self._read_own(), *shipped_sets())
        wanted = set_id.casefold()
        return next((each for each in every if each.id == wanted), None) or next(
            (each for each in every if each.name.casefold() == wanted), None
        )

    def _read_own(self) -> tuple[UnitSet, ...]:
        if self._folder is None:
            return ()
        stamp = stamp_of(self._folder)
        if stamp != self._stamp:
            # The stamp last: pictures are painted on other threads, too.
            self._own, self._faults = _read_folder(self._folder)
            self._stamp = stamp
        return self._own


def _read_folder(folder: Path) -> tuple[tuple[UnitSet, ...], tuple[Fault, ...]]:
    try:
        files = [each for each in sorted(folder.iterdir()) if each.suffix == SUFFIX and SET_ID.fullmatch(each.stem) and each.is_file()]
    except OSError:
        return (), ()
    found: list[UnitSet] = []
    faults: list[Fault] = []
    for file in files[:MOST_OWN]:
        try:
            with file.open("rb") as stream:
                content = stream.read(LARGEST_SET + 1)
        except OSError as error:
            faults.append(Fault(file.name, None, tr("the file cannot be read: {error}", error=system_words(error))))
            continue
        units, wrong = read_unit_set(file.stem, file.name, content)
        if units is None:
            faults += wrong
        else:
            found.append(units)
    return tuple(sorted(found, key=lambda each: (sort_key(each.name), each.id))), tuple(faults)
