"""The borders of jDip's adjacency files: what is special about going into a province, always or at some times."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from adjudicator.location import Location
from languages import tr
from variants.importers.carried_hooks import Closing
from variants.importers.draft import PLAIN, EdgeRule, Step, VariantDraft
from variants.importers.result import ImportReport
from variants.svg.element import Element

SEASONS = {"spring": "S", "summer": "S", "fall": "F", "autumn": "F", "winter": "W"}
UNITS = {"army": "A", "fleet": "F", "wing": "W"}
REFERENCE = re.compile(r"([^\s,/-]+)(?:[-/]([a-z]{2}))?", re.IGNORECASE)
_PHASES = {"movement": "M", "retreat": "R", "adjustment": "A"}
_FAR = 9999
"""Years beyond it mean for ever."""


@dataclass(frozen=True, slots=True)
class JdipBorder:
    """A ``BORDER``: it closes a step when everything that it names holds, or weakens it if it names no more than where from."""

    id: str
    line: int
    origins: tuple[str, ...]
    """References it is for; empty for all."""
    kinds: frozenset[str] | None
    """Letters of the unit kinds it is for."""
    seasons: frozenset[str] | None
    years: tuple[int | None, int | None]
    """The first and the last year in which it closes."""
    odd: bool | None
    """True if it closes in odd years, False in even ones, ``None`` in both."""
    phases: frozenset[str]
    """``M`` where it closes moves, ``R`` where it closes retreats."""
    supports: bool
    """True if it closes supports."""
    closes: bool
    modifier: int


def read_border(element: Element, name: str, report: ImportReport) -> JdipBorder:
    """A border; the report tells what cannot be understood about it."""
    kinds = {UNITS[word] for word in _words(element, "unitTypes") if word in UNITS}
    seasons = {SEASONS[word] for word in _words(element, "season") if word in SEASONS}
    phases = {_PHASES[word] for word in _words(element, "phase") if word in _PHASES} or {"M", "R"}
    orders = {word.rpartition(".")[2] for word in _words(element, "orderTypes")}
    if orders:
        phases &= {letter for word, letter in (("move", "M"), ("retreat", "R")) if word in orders}
    years, odd = _years(element, name, report)
    modifier = element.get("baseMoveModifier").strip()
    filters = ("unitTypes", "season", "phase", "orderTypes", "year")
    return JdipBorder(
        element.get("id"),
        element.line,
        tuple(element.get("from").replace(",", " ").split()),
        frozenset(kinds) or None,
        frozenset(seasons) or None,
        years,
        odd,
        frozenset(phases - {"A"}),
        "support" in orders if orders else "M" in phases,
        any(element.get(key).strip() for key in filters),
        int(modifier) if re.fullmatch(r"[+-]?\d{1,2}", modifier) else 0,
    )


def _words(element: Element, key: str) -> list[str]:
    return element.get(key).lower().replace(",", " ").split()


def _years(element: Element, name: str, report: ImportReport) -> tuple[tuple[int | None, int | None], bool | None]:
    text = element.get("year").strip().lower()
    span = re.fullmatch(r"(-?\d{1,5})\s*,\s*(-?\d{1,5})", text)
    if span is not None:
        first, last = sorted((int(span[1]), int(span[2])))
        return (first if first > -_FAR else None, last if last < _FAR else None), None
    if text not in ("", "odd", "even"):
        report.left_out(
            name,
            element.line,
            tr("the border {border} depends on years {years!r}", border=element.get("id")[:40], years=text[:20]),
            tr("the years are left out"),
        )
    return (None, None), {"odd": True, "even": False}.get(text)


class Crossings:
    """Crossings: the effect of the borders of an adjacency file on the steps of a draft."""

    def __init__(self, draft: VariantDraft, words: Mapping[str, str], name: str, report: ImportReport) -> None:
        self._draft, self._words, self._name, self._report = draft, words, name, report
        self._moving = frozenset(step[0] for step in draft.calendar if step[2] == "M")

    def passage(self, borders: Sequence[JdipBorder], step: Step) -> EdgeRule | None:
        """The passage into a province with *borders*; ``None`` where they close it for good."""
        origin, _, letter = step
        passage = PLAIN
        for border in borders:
            if border.kinds is not None and letter not in border.kinds:
                continue
            if border.origins and not any(self._is_origin(word, origin) for word in border.origins):
                continue
            left = self._closed(border, passage, step) if border.closes else self._weakened(border, passage)
            if left is None:
                return None
            passage = left
        return passage

    def _weakened(self, border: JdipBorder, passage: EdgeRule) -> EdgeRule:
        half = max(0, min(2, 2 + 2 * border.modifier))
        if border.modifier > 0:
            self._report.mended(
                self._name, border.line, tr("the border {border} adds strength", border=border.id), tr("moves across it count as usual")
            )
        return replace(passage, half_strength=half, supports=border.modifier >= 0)

    def _closed(self, border: JdipBorder, passage: EdgeRule, step: Step) -> EdgeRule | None:
        always = border.seasons is None and border.years == (None, None) and border.odd is None
        if not border.phases:
            if border.supports and always:
                return replace(passage, supports=False)
            what = tr("the border {border} closes neither moves nor retreats", border=border.id)
            self._report.left_out(self._name, border.line, what, tr("left out"))
            return passage
        if not border.supports:
            what = tr("the border {border} closes moves or retreats and leaves supports", border=border.id)
            self._report.mended(self._name, border.line, what, tr("supports are closed as well"))
        if border.phases == {"M", "R"} and border.odd is None:
            if always:
                return None
            if border.years == (None, None) and border.seasons is not None:
                left = (self._moving if passage.seasons is None else passage.seasons) - border.seasons
                return replace(passage, seasons=left) if left else None
            years = None if border.seasons is not None else self._open_years(border, passage)
            if years is not None:
                return replace(passage, years=years)
        self._by_hook(border, step)
        return passage

    def _open_years(self, border: JdipBorder, passage: EdgeRule) -> tuple[int | None, int | None] | None:
        """The years that are left, ``None`` where they are no single stretch."""
        first, last = border.years
        opens, closes = passage.years
        if first is None or first <= self._draft.start.year:
            after = (last or 0) + 1 or 1
            return (after if opens is None else max(opens, after), closes)
        if last is None:
            before = first - 1 or -1
            return (opens, before if closes is None else min(closes, before))
        return None

    def _by_hook(self, border: JdipBorder, step: Step) -> None:
        kind = None if border.phases == {"M", "R"} else next(iter(border.phases))
        seasons = None if border.seasons is None else tuple(sorted(border.seasons))
        closing = Closing(seasons, *border.years, border.odd, kind)
        self._draft.closings.setdefault(closing, []).append(step)
        what = tr("the border {border} closes at times that a step cannot tell", border=border.id)
        self._report.mended(self._name, border.line, what, tr("the hook closed_steps, which a new game starts with, does this"))
        if border.kinds is not None:
            what = tr("the border {border} closes for some kinds of unit", border=border.id)
            self._report.mended(self._name, border.line, what, tr("the hook closes it for all"))

    def _is_origin(self, word: str, origin: Location) -> bool:
        match = REFERENCE.fullmatch(word)
        if match is None or self._words.get(match[1].lower()) != origin.province:
            return False
        return match[2] is None or match[2].upper() in ("MV", "XC", origin.coast)
