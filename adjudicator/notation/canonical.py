"""The strict reader: canonical order text and nothing else. The writer is ``str(order)``.

The grammar is ``docs/formats/orders.ebnf``, first part.
"""

from __future__ import annotations

import re
from functools import lru_cache

from adjudicator.errors import MalformedOrderError, SourceSpan
from adjudicator.order import Build, Convoy, Disband, Hold, Move, Order, Remove, Retreat, Support, Waive
from adjudicator.phase import PhaseKind
from adjudicator.unit import Location, Piece

_LOCATION = re.compile(r"[A-Z][A-Z0-9_]*(/[A-Z][A-Z0-9]*)?")
_CODE = re.compile(r"[A-Z][A-Z0-9_]*")
_KIND = re.compile(r"[A-Z]")
_LONGEST = 200


def parse_order(text: str, phase: PhaseKind | None = None, *, source: str = "order", line: int = 1) -> Order:
    """The order that the canonical *text* names: ``A PAR S A MAR - BUR``.

    ``A PAR D`` is a :class:`Remove` where *phase* is an adjustment phase, and else a :class:`Disband`.
    No board is asked whether its places exist.

    Args:
        text: one order, in canonical text.
        phase: the kind of phase it is meant for.
        source: what the error calls the text.
        line: the line that the error gives.

    Raises:
        MalformedOrderError: *text* is anything else; its span tells where.

    >>> order = parse_order("A PAR S A MAR - BUR")
    >>> type(order).__name__, str(order.supported), str(order.target)
    ('Support', 'A MAR', 'BUR')
    >>> str(parse_order("A LON - BEL VIA NTH"))
    'A LON - BEL VIA NTH'
    >>> parse_order("Paris to Burgundy")
    Traceback (most recent call last):
        ...
    adjudicator.errors.MalformedOrderError: order:1:1: not the letter of a unit kind: 'Paris'
    """
    try:
        return _order(text, phase)
    except MalformedOrderError:
        return _Words(text, source, line).order(phase)  # Says it again with its place.


@lru_cache(maxsize=1 << 14)
def _order(text: str, phase: PhaseKind | None) -> Order:
    """The one value for a text: orders are never changed, and what the rules find out about one stays with it."""
    return _Words(text, "order", 1).order(phase)


class _Words:
    """The words of a canonical text, taken one by one."""

    def __init__(self, text: str, source: str, line: int) -> None:
        self._source = source
        self._line = line
        if len(text) > _LONGEST:
            raise self._error(f"an order has at most {_LONGEST} characters", _LONGEST, len(text) - _LONGEST)
        self._text = text
        self._at = 0

    def order(self, phase: PhaseKind | None) -> Order:
        if self._text == "WAIVE":
            return Waive()
        piece = self._piece()
        verb = self._word("a verb: H - S C R D B")
        order = self._after_verb(verb, piece, phase)
        if self._at <= len(self._text):
            raise self._error("nothing more was expected", self._at, max(1, len(self._text) - self._at))
        return order

    def _after_verb(self, verb: str, piece: Piece, phase: PhaseKind | None) -> Order:
        match verb:
            case "H":
                return Hold(piece)
            case "-":
                target = self._location()
                via = self._goes_on("VIA")
                return Move(piece, target, via, self._route() if via else ())
            case "S":
                supported = self._piece()
                return Support(piece, supported, self._location() if self._goes_on("-") else None)
            case "C":
                army = self._piece()
                self._expect("-")
                return Convoy(piece, army, self._location())
            case "R":
                return Retreat(piece, self._location())
            case "D":
                return Remove(piece) if phase is PhaseKind.ADJUSTMENT else Disband(piece)
            case "B":
                return Build(piece)
        raise self._error(f"no such verb {verb!r}; one of H - S C R D B was expected", self._at - len(verb) - 1, len(verb))

    def _piece(self) -> Piece:
        start = self._at
        kind = self._word("the letter of a unit kind, such as A or F")
        if _KIND.fullmatch(kind) is None:
            raise self._error(f"not the letter of a unit kind: {kind!r}", start, len(kind))
        return Piece(kind, self._location())

    def _location(self) -> Location:
        start = self._at
        word = self._word("a place, such as PAR or STP/NC")
        if _LOCATION.fullmatch(word) is None:
            raise self._error(f"not a place: {word!r}; a form such as PAR or STP/NC was expected", start, len(word))
        return Location.of(word)

    def _expect(self, word: str) -> None:
        start = self._at
        found = self._word(repr(word))
        if found != word:
            raise self._error(f"{word!r} was expected, not {found!r}", start, len(found))

    def _goes_on(self, word: str) -> bool:
        """Return True if another word follows; it has to be *word*, and is taken."""
        if self._at > len(self._text):
            return False
        self._expect(word)
        return True

    def _route(self) -> tuple[str, ...]:
        """The provinces that follow, up to the end of the text."""
        route: list[str] = []
        while self._at <= len(self._text):
            start = self._at
            word = self._word("a sea, such as NTH")
            if _CODE.fullmatch(word) is None:
                raise self._error(f"not a sea: {word!r}; a form such as NTH was expected", start, len(word))
            route.append(word)
        return tuple(route)

    def _word(self, expected: str) -> str:
        """The next word; words stand one blank apart."""
        if self._at > len(self._text):
            raise self._error(f"the order ends too early; {expected} was expected", len(self._text), 1)
        end = self._text.find(" ", self._at)
        end = len(self._text) if end < 0 else end
        word = self._text[self._at : end]
        if not word:
            raise self._error(f"{expected} was expected", self._at, 1)
        self._at = end + 1
        return word

    def _error(self, message: str, start: int, length: int) -> MalformedOrderError:
        return MalformedOrderError(message, SourceSpan(self._source, self._line, start + 1, length))
