"""The calendar that lines of ``FLOW`` describe in a ``.map`` file of the DPjudge."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from adjudicator.phase import Phase, PhaseKind

MOST_YEARS = 6
"""Years of a round, and no more words than that would make steps."""
_KINDS = {"MOVEMENT": "M", "RETREAT": "R", "RETREATS": "R", "ADJUSTMENT": "A", "ADJUSTMENTS": "A"}
_LETTERS = {"SPRING": "S", "FALL": "F", "AUTUMN": "F", "WINTER": "W"}
_ERAS = {"B.C.", "BC", "A.D.", "AD", "YEAR"}
_COUNTED = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth")


@dataclass(frozen=True, slots=True)
class JudgeCalendar:
    """A calendar in the words of our format."""

    steps: tuple[str, ...]
    seasons: dict[str, str]
    year_step: int
    start: Phase


def without_unknown_kinds(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """The words of a flow without the phases that only other games know (``INCOME``), and the kinds of those."""
    kept: list[str] = []
    strange: list[str] = []
    for word in words:
        season, colon, kinds = word.partition(":")
        if not colon or season in ("NEWYEAR", "IFYEARDIV"):
            kept.append(word)
            continue
        known = [kind for kind in kinds.split(",") if kind in _KINDS]
        strange += [kind for kind in kinds.split(",") if kind not in (*_KINDS, *strange)]
        if known:
            kept.append(f"{season}:{','.join(known)}")
    return kept, strange


def read_flow(words: Sequence[str], start: Phase) -> JudgeCalendar | None:
    """The calendar of a flow, ``None`` where ours has no words for it.

    Args:
        words: ``NEWYEAR:-1``, ``B.C.:MOVEMENT,RETREATS``, ``IFYEARDIV:2``, ... A condition on the year holds for all that
            follows it in the year.
        start: the phase of ``BEGIN``, its year negative before our era, its season as far as it is known.
    """
    if not any(word.startswith("NEWYEAR") for word in words):
        words = ["NEWYEAR", *words]
    news = [word for word in words if word.startswith("NEWYEAR")]
    found = re.fullmatch(r"NEWYEAR(?::(-?[1-9]\d{0,2}))?", news[0]) if len(news) == 1 else None
    if found is None or words.index(news[0]) not in (0, len(words) - 1):
        return None
    years = int(found[1] or 1)
    if (years < 0) != (start.year < 0):
        return None
    body = [word for word in words if word != news[0]]
    tests = [re.fullmatch(r"IFYEARDIV:([1-9]\d?)(?:=(\d{1,2}))?", word) for word in body]
    cycle = math.lcm(*(int(test[1]) for test in tests if test))
    count = cycle // math.gcd(cycle, abs(years))
    if not body or count > MOST_YEARS:
        return None
    made = _Round(count)
    for number in range(count):
        phases = list(_phases_of(body, abs(start.year + number * abs(years))))
        if not phases or not all(made.add(number, season, kind) for season, kind in phases):
            return None
    return made.calendar(abs(years), start)


def _phases_of(body: Sequence[str], year: int) -> Iterator[tuple[str, str]]:
    """Season and kind of the phases in *year*; a kind that is not known is an empty word."""
    for word in body:
        test = re.fullmatch(r"IFYEARDIV:([1-9]\d?)(?:=(\d{1,2}))?", word)
        if test is not None:
            if year % int(test[1]) != int(test[2] or 0):
                return
            continue
        season, _, kinds = word.partition(":")
        for kind in kinds.split(","):
            yield season, _KINDS.get(kind, "")


class _Round:
    def __init__(self, years: int) -> None:
        self._years = years
        self._steps: list[tuple[int, str, str]] = []
        self._letters: dict[tuple[int, str], str] = {}

    def add(self, year: int, season: str, kind: str) -> bool:
        """Add a step; False where it cannot be one."""
        if not kind or not season or len(season) > 20 or not re.match(r"[A-Z]", season):
            return False
        key = (year, season)
        if key not in self._letters:
            free = [each for each in (_LETTERS.get(season, season[0]), *season, *"ABCDEGHIJKLMNOPQRTUVXYZFSW") if "A" <= each <= "Z"]
            letter = next((each for each in free if each not in self._letters.values()), None)
            if letter is None:
                return False
            self._letters[key] = letter
        step = (year, self._letters[key], kind)
        if step in self._steps:
            return False
        self._steps.append(step)
        return True

    def calendar(self, years: int, start: Phase) -> JudgeCalendar | None:
        kinds = [kind for _, _, kind in self._steps]
        if "A" not in kinds or "M" not in kinds:
            return None
        steps: list[str] = []
        for at, (year, letter, kind) in enumerate(self._steps):
            later = f" +{years}" if at and year != self._steps[at - 1][0] else ""
            captures = " captures" if kind != "A" and kinds[(at + 1) % len(kinds)] == "A" else ""
            steps.append(f"{letter} {kind}{later}{captures}")
        first = [(letter, PhaseKind(kind)) for year, letter, kind in self._steps if year == 0]
        begin = next((each for each in first if each == (start.season, start.kind)), None)
        begin = begin or next((each for each in first if each[1] is start.kind), first[0])
        names = {letter: self._name(year, season) for (year, season), letter in self._letters.items()}
        return JudgeCalendar(tuple(steps), names, years, Phase(begin[0], start.year, begin[1]))

    def _name(self, year: int, season: str) -> str:
        name = "Year" if season in _ERAS else season.title()
        return name if self._years == 1 else f"{_COUNTED[year]} {name}"
