"""Marks of the fates of a line on the screen: a sign, an ink and a tint, so that colour is never alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from app.mail_in.accounting import Fate
from languages import mark


@dataclass(frozen=True, slots=True)
class FateMark:
    """Mark of one fate."""

    sign: str
    words: str
    """Words that the list of counts uses."""
    ink: str
    """The colour of its stripe and its sign, as the look names it."""
    tint: str
    """The colour behind its line; empty for none."""
    soft: bool = False
    """True if the line itself is written in the soft colour."""


FATE_MARKS: Mapping[Fate, FateMark] = MappingProxyType(
    {
        Fate.TAKEN: FateMark("✓", mark("Taken"), "good", ""),
        Fate.GUESSED: FateMark("≈", mark("Taken with a guess"), "notice", "notice_soft"),
        Fate.DOUBTFUL: FateMark("?", mark("Doubtful"), "warning", "warning_soft"),
        Fate.WITHDRAWS: FateMark("!", mark("Takes back"), "warning", "warning_soft"),
        Fate.REFUSED: FateMark("×", mark("Refused"), "bad", "bad_soft"),
        Fate.LATER: FateMark("»", mark("For a later phase"), "text_soft", "sunken"),
        Fate.REPEAT: FateMark("=", mark("Repeats"), "line_strong", "", soft=True),
        Fate.NOT_ORDER: FateMark("–", mark("Not orders"), "line", "", soft=True),
    }
)
