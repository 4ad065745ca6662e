"""Press of level 10: peace, alliances, draws and solos, proposed and answered. Higher levels are refused where they begin.

Two families of programs number some words of press in two ways. The word that is meant follows from its place, so both are understood; the
receiver's numbers are used for sending.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from app.players.daide.language import Message
from app.players.daide.scan import Scan, WrongTokenError
from app.players.daide.tokens import CLOSE, OPEN, WORDS, Category, Token

DEEPEST = 20
"""Brackets in brackets at most."""

_EARLY_TO_LATE = {
    WORDS["FCT"]: 0x4A07,
    WORDS["FOR"]: 0x4A08,
    WORDS["FWD"]: 0x4A06,
    WORDS["NAR"]: 0x4A26,
    WORDS["CCL"]: 0x4A25,
}
_THREE = frozenset({0x4A06, 0x4A07, 0x4A08})
_TWO = frozenset({0x4A25, 0x4A26})


class PressNumbers(StrEnum):
    """Numbering of five words of press in a program."""

    EARLY = "early"
    """C and C++ programs, and the Python package."""
    LATE = "late"
    """The later edition of the document, and Java programs."""


def in_numbers_of(press: Sequence[Token], numbers: PressNumbers) -> Message:
    """*press*, which is in early numbers, as a program with *numbers* reads it."""
    if numbers is PressNumbers.EARLY:
        return tuple(press)
    return tuple(_EARLY_TO_LATE.get(each, each) for each in press)


def numbers_shown(press: Sequence[Token]) -> PressNumbers | None:
    """Return the numbering of its writer, where a word reveals it."""
    if not press:
        return None
    if press[0] in {0x4A06, 0x4A25}:  # FCT or CCL: nothing else stands first at this level
        return PressNumbers.EARLY if press[0] == 0x4A06 else PressNumbers.LATE
    if press[0] in {0x4A07, 0x4A26}:
        return PressNumbers.LATE if press[0] == 0x4A07 else PressNumbers.EARLY
    return None


class PressReader:
    """Reads press of level 10 and puts its words into early numbers.

    Args:
        scan: where it begins.
        partial_draws: whether a draw may name those who share in it (PDA).
    """

    def __init__(self, scan: Scan, *, partial_draws: bool = False) -> None:
        self._scan = scan
        self._partial = partial_draws
        self._depth = 0

    def message(self) -> Message:
        """A whole message, without brackets around it.

        Raises:
            WrongTokenError: it is none, or one of a higher level.
        """
        scan = self._scan
        each = scan.ahead
        if each in _THREE:
            scan.any()
            return (WORDS["FCT"], *self._inside(self._arrangement))
        if each in _TWO:
            scan.any()
            return (WORDS["CCL"], *self._inside(self.message))
        word = scan.word("PRP", "YES", "REJ", "BWX", "HUH", "TRY")
        if word == WORDS["PRP"]:
            return (word, *self._inside(self._arrangement))
        if word in {WORDS["HUH"], WORDS["TRY"]}:
            return (word, OPEN, *scan.inside(), CLOSE)
        return (word, *self._inside(self.message))

    def _inside(self, read: object) -> Message:
        assert callable(read)
        self._depth += 1
        if self._depth > DEEPEST:
            raise WrongTokenError(self._scan.at)
        self._scan.open()
        found: Message = read()
        self._scan.close()
        self._depth -= 1
        return (OPEN, *found, CLOSE)

    def _arrangement(self) -> Message:
        scan = self._scan
        if scan.ahead in _TWO:
            scan.any()
            return (WORDS["NAR"], *self._inside(self._arrangement))
        word = scan.word("PCE", "ALY", "DRW", "SLO", "NOT")
        if word == WORDS["NOT"]:
            return (word, *self._inside(self._arrangement))
        if word == WORDS["PCE"]:
            return (word, *self._powers(2))
        if word == WORDS["ALY"]:
            allies = self._powers(1)
            return (word, *allies, scan.word("VSS"), *self._powers(1))
        if word == WORDS["SLO"]:
            scan.open()
            power = scan.of(Category.POWER)
            scan.close()
            return (word, OPEN, power, CLOSE)
        if self._partial and scan.is_ahead("("):
            return (word, *self._powers(2))
        return (word,)

    def _powers(self, least: int) -> Message:
        scan = self._scan
        scan.open()
        found: list[Token] = []
        while len(found) < least or not scan.is_ahead(")"):
            if scan.ahead in found:
                raise WrongTokenError(scan.at)
            found.append(scan.of(Category.POWER))
        scan.close()
        return (OPEN, *found, CLOSE)
