"""Boards of other programs to folders of our format: lenient, with a line in the report for everything that was mended.

Bytes come from a :class:`variants.source.Source`; nothing is fetched, nothing is run, and what is read is bounded.
"""

from variants.importers.collection import KINDS, GoOn, ImportStoppedError, boards_in, import_archive, import_board
from variants.importers.draft import Imported, ImportedUnits, ImportResult

__all__ = [
    "KINDS",
    "GoOn",
    "ImportResult",
    "ImportStoppedError",
    "Imported",
    "ImportedUnits",
    "boards_in",
    "import_archive",
    "import_board",
]
