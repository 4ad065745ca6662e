"""Orders as text: the strict reader of canonical text, and the tolerant readers of one order and of a whole mail."""

from adjudicator.notation.canonical import parse_order
from adjudicator.notation.order_reader import read_order
from adjudicator.notation.reading import (
    QUIET_ASSUMPTIONS,
    Assumption,
    AssumptionKind,
    OrderSheet,
    Reading,
    ReadingError,
    ReadingErrorKind,
    SheetEntry,
    Statement,
    TextSpan,
)
from adjudicator.notation.sheet import read_orders

__all__ = [
    "QUIET_ASSUMPTIONS",
    "Assumption",
    "AssumptionKind",
    "OrderSheet",
    "Reading",
    "ReadingError",
    "ReadingErrorKind",
    "SheetEntry",
    "Statement",
    "TextSpan",
    "parse_order",
    "read_order",
    "read_orders",
]
