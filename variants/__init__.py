"""Boards and rule changes as data: readers, checks, the compiled board, importers."""

from variants.catalogue import CatalogueEntry, shipped, shipped_ids, shipped_source, standard
from variants.fault import Fault, Severity, VariantError
from variants.reader import VariantFolder, read_variant, read_with_faults
from variants.source import FolderSource, MemorySource, Source
from variants.style import Pattern, PowerStyle, default_style

__all__ = [
    "CatalogueEntry",
    "Fault",
    "FolderSource",
    "MemorySource",
    "Pattern",
    "PowerStyle",
    "Severity",
    "Source",
    "VariantError",
    "VariantFolder",
    "default_style",
    "load",
    "read_variant",
    "read_with_faults",
    "shipped",
    "shipped_ids",
    "shipped_source",
    "standard",
]


def load(source: Source) -> VariantFolder:
    """The variant in *source*, which may extend a shipped one.

    Raises:
        VariantError: it cannot be played; carries every fault, with file and line.

    >>> from variants import MemorySource
    >>> text = b'''
    ... format = 1
    ... id = "short"
    ... extends = "standard"
    ... name = "Short game"
    ... victory = 12
    ... '''
    >>> folder = load(MemorySource("short", {"variant.toml": text}))
    >>> folder.variant.name, folder.variant.victory
    ('Short game', 12)
    """
    return read_variant(source, shipped_source)
