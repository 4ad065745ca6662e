"""Orders as text: the strict reader of canonical text, and what a tolerant reading is."""

from adjudicator.notation.canonical import parse_order
from adjudicator.notation.reading import (
    QUIET_ASSUMPTIONS,
    Assumption,
    AssumptionKind,
    OrderSheet,
    Reading,
    ReadingError,
    ReadingErrorKind,
    SheetEntry,
    TextSpan,
)

__all__ = [
    "QUIET_ASSUMPTIONS",
    "Assumption",
    "AssumptionKind",
    "OrderSheet",
    "Reading",
    "ReadingError",
    "ReadingErrorKind",
    "SheetEntry",
    "TextSpan",
    "parse_order",
]
