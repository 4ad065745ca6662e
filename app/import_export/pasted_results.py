"""Orders with their results as people paste them from pages and chats: webDiplomacy, Backstabbr, DiplomacyGM, godip.

``A Ser - Rum FAILS [bounced]`` and ``The army at Serbia move to Rumania. (fail)`` are orders with what became of them: the order counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from adjudicator.notation import read_order
from adjudicator.order import Waive
from adjudicator.phase import PhaseKind
from adjudicator.position import Position
from adjudicator.variant import Variant
from app.import_export.judge_results import FAILED, ResultLine, powers_by_name

_MARKS = {
    "bounced": "bounce",
    "bounce": "bounce",
    "cut": "cut",
    "dislodged": "dislodged",
    "void": "void",
    "invalid": "void",
    "illegal": "void",
    "disrupted": "disrupted",
    "fails": FAILED,
    "failed": FAILED,
    "fail": FAILED,
}
_ERRORS = {"ErrBounce": "bounce", "ErrSupportBroken": "cut", "ErrMissingConvoyPath": "no convoy", "ErrConvoyParadox": "no convoy"}
"""godip's words for what became of an order; others of its errors say that it was none."""
_ERROR = re.compile(r":?\s*\b(Err[A-Z]\w+)(?::\S+)?$")
_WORDS = "|".join(sorted((*_MARKS, "resolved", "succeeds", "succeeded", "success", "ok"), key=lambda word: -len(word)))
_NOTE = re.compile(rf"(?:[\[(]\s*(?:{_WORDS})\b[^\])]{{0,120}}[\])]|\b(?:{_WORDS})\b[.!]?(?=\s*(?:[\[(]|$)))", re.IGNORECASE)
_SIGNS = re.compile(r"[\u2705\u2714\u2713\u274c\u2716\u2717\ufe0f]|:(?:white_check_mark|x|heavy_check_mark):")
_FAILED_SIGNS = frozenset({"\u274c", "\u2716", "\u2717", ":x:"})
_HEADING = re.compile(
    r"(?P<before>(?:(?:results?|orders?|moves?|history|turn|phase|movement|diplomacy|retreats?|builds?|adjustments?)\b[\s:,-]*(?:(?:for|of)\s+)?)*)"
    r"(?P<season>[A-Za-z]+)[\s,]+(?:of\s+)?(?P<year>\d{1,4})(?!\d)(?P<rest>.*)|(?P<letter>[A-Z])(?P<short>\d{4})(?P<kind>[MRA])\b",
    re.IGNORECASE,
)
_KIND_WORDS = {
    "retreat": PhaseKind.RETREAT,
    "build": PhaseKind.ADJUSTMENT,
    "adjust": PhaseKind.ADJUSTMENT,
    "unit-placement": PhaseKind.ADJUSTMENT,
    "movement": PhaseKind.MOVEMENT,
    "diplomacy": PhaseKind.MOVEMENT,
}
_KINDS = {"M": PhaseKind.MOVEMENT, "R": PhaseKind.RETREAT, "A": PhaseKind.ADJUSTMENT}
DECORATION = " \t>*_#-\u2022|"
_LONGEST_HEADING = 60
_COUNTS = re.compile(r"(?:\s*\([+-]?\d{1,3}(?:/\d{1,3})?\))+\s*$")
"""Numbers of orders and centres that DiplomacyGM writes behind a power."""
_TURNS: tuple[tuple[re.Pattern[str], str], ...] = (
    # webDiplomacy writes two sentences without a blank for what a unit's end is
    (re.compile(r"\bdisbandBuild (?:army|fleet) at .*", re.IGNORECASE), "disband"),
    (re.compile(r"^Destroy the unit at (.+?)(?:The\b.*)?$", re.IGNORECASE), r"\1 disband"),
    (re.compile(r"^Do not use build(?: order)?$", re.IGNORECASE), "waive"),
    # godip's words for its orders
    (re.compile(r"\b(Support|Convoy) \[(\S+) (\S+)\]"), r"\1 \2 Move \3"),
    (re.compile(r"\bSupport \[(\S+)\]"), r"Support \1"),
)
"""Turns of pages that no player writes, and the order that they mean."""


class SeasonHeading(NamedTuple):
    """Season, year and, where it says so, kind that a line names as a heading."""

    season: str
    """The letter of a season of the board's calendar."""
    year: int
    kind: PhaseKind | None


class Headings:
    """Reads the headings of a text about a board, and knows what texts call its powers."""

    def __init__(self, variant: Variant) -> None:
        self.powers = powers_by_name(variant)
        self._seasons = {name.casefold(): letter for letter, name in variant.calendar.seasons.items()} | {"autumn": "F"}

    def read(self, bare: str) -> SeasonHeading | None:
        """The heading that a line without decoration is; ``None`` where it is none."""
        found = _HEADING.match(bare) if len(bare) <= _LONGEST_HEADING else None
        if found is None:
            return None
        if found["short"]:
            return SeasonHeading(found["letter"].upper(), int(found["short"]), _KINDS[found["kind"].upper()])
        letter = self._seasons.get(found["season"].casefold())
        if letter is None:
            return None
        words = f"{found['before']} {found['rest']}".casefold()
        kind = next((kind for word, kind in _KIND_WORDS.items() if word in words), None)
        return SeasonHeading(letter, int(found["year"]), kind)


def named_power(powers: Mapping[str, str], bare: str) -> tuple[str | None, str]:
    """The power that a line is the heading of, or begins with, and what stands behind it."""
    name, colon, rest = _COUNTS.sub("", bare).partition(":")
    named = powers.get(name.strip(DECORATION).casefold())
    return (None, bare) if named is None else (named, rest.strip(DECORATION) if colon else "")


def items_of(line: str) -> Iterator[str]:
    """The orders of a line, at its commas and semicolons outside brackets."""
    for item in re.split(r"[,;](?![^\[(]*[\])])", line):
        if item.strip():
            yield item.strip()


def tells_result(item: str) -> bool:
    """Return True if *item* says what became of an order."""
    return any(pattern.search(item) for pattern in (_NOTE, _SIGNS, _ERROR))


def result_of(variant: Variant, position: Position, number: int, power: str, item: str) -> ResultLine | None:
    """The order that *item* is in *position*, and what became of it; ``None`` where it is none."""
    marks = {_MARKS[word] for note in _NOTE.findall(item) for word in re.findall(r"[a-z]+", note.casefold()) if word in _MARKS}
    signs = set(_SIGNS.findall(item))
    if signs & _FAILED_SIGNS:
        marks.add(FAILED)
    error = _ERROR.search(item)
    if error is not None:
        marks.add(_ERRORS.get(error[1], "void"))
        item = item[: error.start()]
    if marks - {FAILED, "dislodged"}:
        marks.discard(FAILED)  # the kind of failure stands beside it
    text = _SIGNS.sub("", _NOTE.sub("", item)).strip(" .\t:-~")
    for pattern, plain in _TURNS:
        text = pattern.sub(plain, text)
    order = read_order(variant, position, text, power).order
    if order is None:
        return None
    return ResultLine(number, power, text, order, None if isinstance(order, Waive) else order.piece, frozenset(marks), may_tell_part=True)
