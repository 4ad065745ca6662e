"""The shelf: shipped variants and a person's own, found, read once, and read again when they change."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from variants.fault import Fault
from variants.reader import VariantFolder, read_with_faults
from variants.shipped import shipped, shipped_ids, shipped_source
from variants.source import Source


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """One place on the shelf."""

    id: str
    folder: VariantFolder | None
    """``None`` where it cannot be played."""

    faults: tuple[Fault, ...]
    source: Source
    own: bool
    """Whether it is a person's own variant, not a shipped one."""


class Catalogue:
    """The variants that can be played.

    *own* gives the sources of a person's own variants whenever it is called; one of them with the id of a shipped one stands in its place.
    """

    def __init__(self, own: Callable[[], Iterable[Source]] = tuple) -> None:
        self._own = own

    def __iter__(self) -> Iterator[CatalogueEntry]:
        own = {entry.id: entry for entry in self._read_own()}
        for variant_id in shipped_ids():
            if variant_id not in own:
                folder = shipped(variant_id)
                yield CatalogueEntry(variant_id, folder, folder.faults, shipped_source(variant_id), own=False)
        yield from own.values()

    def find(self, variant_id: str) -> CatalogueEntry:
        """The variant called *variant_id*.

        Raises:
            LookupError: there is none; the message lists those there are.
        """
        entries = {entry.id: entry for entry in self}
        try:
            return entries[variant_id]
        except KeyError:
            raise LookupError(f"no variant {variant_id!r}; there are {', '.join(entries)}") from None

    def _read_own(self) -> Iterator[CatalogueEntry]:
        sources = {source.label: source for source in self._own()}

        def library(variant_id: str) -> Source:
            return sources[variant_id] if variant_id in sources else shipped_source(variant_id)

        for source in sources.values():
            folder, faults = read_with_faults(source, library)
            yield CatalogueEntry(folder.variant.id if folder else source.label, folder, faults, source, own=True)
