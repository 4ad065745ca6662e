"""Faults of a text or an order as exceptions with their place."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SourceSpan:
    """A stretch of one line of text. Lines and columns count from 1. Text: ``orders.txt:3:9``.

    >>> print(SourceSpan("orders.txt", 3, 9, 1))
    orders.txt:3:9
    """

    source: str
    line: int
    column: int
    length: int = 1

    def __str__(self) -> str:
        return f"{self.source}:{self.line}:{self.column}"


class DiplomacyError(Exception):
    """Anything that the library refuses."""


class OrderError(DiplomacyError):
    """An order that cannot be taken. Prints as ``orders.txt:3:9: no such coast``."""

    def __init__(self, message: str, span: SourceSpan | None = None) -> None:
        super().__init__(message if span is None else f"{span}: {message}")
        self.message = message
        self.span = span


class MalformedOrderError(OrderError):
    """The text is not an order in any phase."""


class IllegalOrderError(OrderError):
    """The order was understood and is never allowed here."""


class AmbiguousOrderError(OrderError):
    """Several orders fit the text, such as a fleet to Spain without a coast."""
