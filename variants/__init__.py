"""Boards and rule changes as data: readers, checks, the compiled board, importers."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
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

_HOMES = {
    "variants.catalogue": ("CatalogueEntry", "shipped", "shipped_ids", "shipped_source", "standard"),
    "variants.fault": ("Fault", "Severity", "VariantError"),
    "variants.reader": ("VariantFolder", "read_variant", "read_with_faults"),
    "variants.source": ("FolderSource", "MemorySource", "Source"),
    "variants.style": ("Pattern", "PowerStyle", "default_style"),
}

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """The public names, loaded when first used: a game of a shipped variant needs none of the readers."""
        home = next((module for module, names in _HOMES.items() if name in names), None)
        if home is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found: object = getattr(import_module(home), name)
        globals()[name] = found
        return found


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
    from variants.catalogue import shipped_source
    from variants.reader import read_variant

    return read_variant(source, shipped_source)
