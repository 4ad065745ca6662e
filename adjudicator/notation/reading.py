"""Results of the tolerant reader: an order and its assumptions, or an error and its place."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from adjudicator.order import Order


@dataclass(frozen=True, slots=True)
class TextSpan:
    """A stretch of the text that was read. *start* counts characters from 0; *length* 0 is the place between two."""

    start: int
    length: int

    @property
    def end(self) -> int:
        """The first character after the stretch."""
        return self.start + self.length

    def of(self, text: str) -> str:
        """The stretch itself.

        >>> TextSpan(5, 5).of("Army Paris holds")
        'Paris'
        """
        return text[self.start : self.end]


class AssumptionKind(StrEnum):
    """Kind of assumption that the reader made, or of words that it left out. The view words these."""

    DROPPED_WORD = "dropped word"
    """A word that changes nothing: ``the``, ``please``, ``will``."""
    LIST_MARK = "list mark"
    """``1.``, ``*`` or ``>`` before the order."""
    RESULT_NOTE = "result note"
    """Result of an order, pasted along with it: ``(*bounce*)``."""
    NATIONALITY = "nationality"
    """The power that was named with a supported or convoyed unit; the board confirms it or is silent."""
    WRONG_NATIONALITY = "wrong nationality"
    """The unit is there, and it is another power's than the one named (DATC 4.C.6); the unit that is there was taken."""
    STRAY_COAST = "stray coast"
    """A coast that the province does not have (DATC 4.B.6); it was left out."""
    OTHER_POWER = "other power"
    """The text names another power than the one it was read for."""
    POWER_FROM_BOARD = "power from board"
    """No power was named; the unit's owner was taken."""
    UNIT_KIND = "unit kind"
    """Army or fleet was not written: the unit on the board was taken, or the only kind that can stand there."""
    ABBREVIATION = "abbreviation"
    """The beginning, or one word, of one name only: ``Norweg``."""
    SPELLING = "spelling"
    """A misspelt word that is near to one word only: ``Burgendy``."""
    SETTLED_BY_BOARD = "settled by board"
    """A name of several places, of which the board allows one: ``LIV``."""
    ROUTE = "route"
    """The seas of a convoy's route; the order asks for a convoy and leaves the route to the fleets (DATC 4.A.6 a)."""
    SUPPORT_TO_STAY = "support to stay"
    """Support of a move to where the unit stands (``F DEN - DEN``) is support to hold."""
    MOVE_WITHOUT_VERB = "move without verb"
    """Two places with nothing between them: ``A PAR BUR``."""
    MOVE_AS_RETREAT = "move as retreat"
    """``-`` in a retreat phase."""
    LANGUAGE = "language"
    """The words are those of another language, which the meaning names: ``German``."""
    CARRIED_VERB = "carried verb"
    """The verb of the item before it in a list: ``Build A Par, F Bre``."""
    DASH_AS_REMOVAL = "dash as removal"
    """``- A Yor`` in an adjustment phase, by a power that has to remove a unit."""
    HOLD_WITHOUT_VERB = "hold without verb"
    """A unit that holds because its support is all that is ordered: ``A Bur supported by A Par``."""
    ORDER_OF_ANOTHER = "order of another"
    """The support of another power's unit that the text tells of; it is no part of the order: ``supported by German A Mun``."""


_KEPT = re.compile(r"([a-z -]+) (\d{1,4})\+(\d{1,4})(?: (.{1,80}))?", re.ASCII)

QUIET_ASSUMPTIONS = frozenset(
    {
        AssumptionKind.DROPPED_WORD,
        AssumptionKind.LIST_MARK,
        AssumptionKind.RESULT_NOTE,
        AssumptionKind.NATIONALITY,
        AssumptionKind.POWER_FROM_BOARD,
        AssumptionKind.SUPPORT_TO_STAY,
        AssumptionKind.MOVE_AS_RETREAT,
        AssumptionKind.LANGUAGE,
    }
)
"""Assumptions that no writer would dispute; a view may show them only on request."""


@dataclass(frozen=True, slots=True)
class Assumption:
    """One thing that was taken for granted or left out."""

    kind: AssumptionKind
    span: TextSpan
    """The words it is about."""

    meaning: str = ""
    """Canonical text of what was understood: ``A``, ``BUR``, ``FRANCE``; empty where words were left out."""

    def __str__(self) -> str:
        """One line that a file can keep beside the words that were received: ``spelling 8+8 BUR``."""
        return f"{self.kind} {self.span.start}+{self.span.length} {self.meaning}".rstrip()

    @classmethod
    def of(cls, text: str) -> Assumption:
        """The assumption that ``str`` wrote.

        Raises:
            ValueError: *text* is anything else.
        """
        found = _KEPT.fullmatch(text)
        if found is None:
            raise ValueError(f"not an assumption: {text!r:.60}; a form such as 'spelling 8+8 BUR' was expected")
        return cls(AssumptionKind(found[1]), TextSpan(int(found[2]), int(found[3])), found[4] or "")


class Statement(StrEnum):
    """Statement of a text on all units of a power at once. It is no order; a caller can make orders of it."""

    ALL_HOLD = "all hold"
    """Every unit holds."""
    REST_HOLDS = "rest holds"
    """Every unit that has no order of its own holds."""
    NO_ORDERS = "no orders"
    """``NRO``: the power sent none."""


class ReadingErrorKind(StrEnum):
    """Reason that a text could not be read as one order. The view words these."""

    EMPTY = "empty"
    TOO_LONG = "too long"
    """More characters or words than any order has."""
    MALFORMED = "malformed"
    """No form of order fits."""
    INCOMPLETE = "incomplete"
    """The beginning of an order."""
    UNKNOWN_WORD = "unknown word"
    UNKNOWN_PLACE = "unknown place"
    AMBIGUOUS_PLACE = "ambiguous place"
    """A name that means several places, and the board does not settle which."""
    UNKNOWN_COAST = "unknown coast"
    """The province has no such coast."""
    UNKNOWN_UNIT_KIND = "unknown unit kind"
    """Army or fleet was not written, and the board does not tell."""
    UNIT_KIND_NEEDED = "unit kind needed"
    """Army or fleet was not written, and the rules want it (DATC 4.C.1)."""
    WRONG_NATIONALITY = "wrong nationality"
    """The unit is there, and it is another power's (DATC 4.C.6)."""
    NATIONALITY_NEEDED = "nationality needed"
    """Another power's unit is supported or carried, and the rules want its power named (DATC 4.C.5)."""
    NOT_A_ROUTE = "not a route"
    """Place between the two ends of a move that cannot carry a unit."""
    SEVERAL_ORDERS = "several orders"
    """More than one order where one was asked for."""
    AMBIGUOUS_ORDER = "ambiguous order"
    """The words fit several orders."""
    ALTERNATIVE = "alternative"
    """Two orders of which one is meant: ``R Ven or Tyr``. The suggestions are the whole orders, in canonical text."""
    CONDITION = "condition"
    """An order with a condition: ``if``, ``unless``."""
    PRESS = "press"
    """A message between players: ``Press: London to Paris: sorry``."""
    STATEMENT = "statement"
    """Words about all units instead of one order; ``Reading.statement`` gives the statement."""


@dataclass(frozen=True, slots=True)
class ReadingError:
    """Reason that a text is no order, and its place."""

    kind: ReadingErrorKind
    span: TextSpan

    suggestions: tuple[str, ...] = ()
    """Texts that could stand in place of the span, best first."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Result of reading one order text. Either *order* or *error* is set, never both."""

    text: str
    order: Order | None = None

    power: str | None = None
    """The power that the text names, else the one it was read for, else the unit's owner."""

    assumptions: tuple[Assumption, ...] = ()
    error: ReadingError | None = None

    count: int = 1
    """Number of times that the order is meant: ``waive 2``."""

    statement: Statement | None = None
    """Statement of the text on all units; only with an error of kind ``STATEMENT``."""

    parts: tuple[tuple[int, Reading], ...] = ()
    """The orders of a text that is several of one power in one sentence, each with where its words begin; only with an error of kind
    ``SEVERAL_ORDERS``."""


@dataclass(frozen=True, slots=True)
class SheetEntry:
    """One stretch of a sheet of orders: an order, or words that are none."""

    line: int
    """Counted from 1."""

    column: int
    """Counted from 1."""

    reading: Reading

    replaced_by: int | None = None
    """Index of the later entry that orders the same unit, which wins."""


@dataclass(frozen=True, slots=True)
class OrderSheet:
    """A whole text of orders, such as a mail."""

    entries: tuple[SheetEntry, ...]
    """Orders and lines that were not understood, in the sequence of the text."""

    orders: Mapping[str, tuple[Order, ...]]
    """Power to its orders, the last one for each unit; a power that is only a heading has none."""

    truncated: bool
    """True if the text was longer than a sheet may be, and its end was not read."""

    @property
    def not_understood(self) -> tuple[SheetEntry, ...]:
        """The entries that are no orders."""
        return tuple(entry for entry in self.entries if entry.reading.order is None)
