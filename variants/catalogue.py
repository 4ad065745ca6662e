"""A place on the shelf of variants."""

from __future__ import annotations

from dataclasses import dataclass

from variants.fault import Fault
from variants.reader import VariantFolder
from variants.shipped_variants import shipped, shipped_source
from variants.source import Source


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """A variant, or what is to become one, with what is wrong with it."""

    id: str
    folder: VariantFolder | None
    """``None`` where it cannot be played."""

    faults: tuple[Fault, ...]
    source: Source
    own: bool
    """True if it is a person's own variant, not a shipped one."""


def shipped_entry(variant_id: str) -> CatalogueEntry:
    """The place of a shipped variant.

    Raises:
        LookupError: no such variant is shipped.
    """
    folder = shipped(variant_id)
    return CatalogueEntry(variant_id, folder, folder.faults, shipped_source(variant_id), own=False)
