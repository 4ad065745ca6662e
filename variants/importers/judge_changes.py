"""The calendar of a ``.map`` file (``FLOW``) and its changes in mid-game (``IN SPRING: ...``, ``IN W1939A``)."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from adjudicator import Phase, PhaseKind, Terrain
from languages import tr
from variants.importers.carried_hooks import Closing, ClosingTime, changing_homes
from variants.importers.draft import ImportReport, Step, VariantDraft
from variants.importers.judge_text import JudgeStatement

SEASON_WORDS = {"SPRING": "S", "SUMMER": "S", "FALL": "F", "AUTUMN": "F", "WINTER": "W"}
_KINDS = {"MOVEMENT": "M", "RETREAT": "R", "RETREATS": "R", "ADJUSTMENT": "A", "ADJUSTMENTS": "A"}


def moment_of(when: str, draft: VariantDraft) -> ClosingTime | None:
    """The time that ``IN SPRING``, ``IN SPRING 1905 MOVEMENT``, ``IN W1939A`` or ``FROM S1905M`` names; ``None`` where it names none."""
    word, _, phase = when.partition(" ")
    letters: tuple[str, ...]
    year: int | None
    kind: str | None
    short = re.fullmatch(r"([A-Z])(\d{1,4})([MRA])", phase)
    if short is not None:
        letters, year, kind = (short[1],), int(short[2]), short[3]
    else:
        season, *others = phase.split()
        named = tuple(letter for letter, name in draft.seasons.items() if name.upper().split()[-1] == season)
        letters = named or ((SEASON_WORDS[season],) if season in SEASON_WORDS else ())
        year = next((int(each) for each in others if re.fullmatch(r"\d{1,4}", each)), None)
        kind = next((_KINDS[each] for each in others if each in _KINDS), None)
    if len(letters) != 1 or letters[0] not in draft.seasons or (word == "FROM" and year is None):
        return None
    if year is not None and draft.start.year < 0:
        year = -year
    return ClosingTime(letters[0], year, kind, word == "FROM")


@dataclass(slots=True)
class JudgeChanges:
    """Changes that are carried over into the board at the start, which thereby becomes the board of all times."""

    draft: VariantDraft
    report: ImportReport
    _opened: set[Step] = field(default_factory=set)
    """Steps that are open only at some time, through an earlier change."""
    _homes: list[tuple[ClosingTime, dict[str, list[str]]]] = field(default_factory=list)

    def add(self, when: str, said: Sequence[JudgeStatement], then: VariantDraft) -> None:
        """Carry over what *then*, the board at *when*, has otherwise; the report says what that is, and what is left out."""
        moment = moment_of(when, self.draft)
        first = said[0]
        if moment is None:
            self._lost(first, when, tr("the time has no counterpart here"))
            return
        hooks = len(self._homes) + len(self.draft.closings)
        kept = [what for what in (self._steps(first, when, moment, then), self._home_centres(first, when, moment, then)) if what]
        lost = self._others(then)
        for what in lost:
            self._lost(first, when, what)
        if kept:
            by_hook = len(self._homes) + len(self.draft.closings) > hooks
            done = tr("carried over, with a hook") if by_hook else tr("carried over")
            both = kept[0] if len(kept) == 1 else tr("{first} and {last}", first=kept[0], last=kept[1])
            self.report.mended(first.file, first.line, tr("a change in mid-game: {when}: {what}", when=when, what=both), done)
        elif not lost:
            self._lost(first, when, tr("nothing that the rules here know of"))

    def hooks(self) -> dict[str, str]:
        """The hooks that the changes need, by name."""
        found: dict[str, str] = {}
        if self._homes:
            found["changing_homes"] = changing_homes(self._homes)
        return found

    def _lost(self, said: JudgeStatement, when: str, what: str) -> None:
        self.report.left_out(said.file, said.line, tr("a change in mid-game: {when}: {what}", when=when, what=what), tr("left out"))

    def _steps(self, said: JudgeStatement, when: str, moment: ClosingTime, then: VariantDraft) -> str:
        draft = self.draft
        for code, province in draft.provinces.items():
            other = then.provinces.get(code)
            if other is not None and province.terrain is Terrain.IMPASSABLE and other.terrain is not Terrain.IMPASSABLE:
                province.terrain, province.coasts, province.convoyable = other.terrain, other.coasts, other.convoyable
        added = [step for step in then.steps if step not in draft.steps or step in self._opened]
        added = [step for step in added if draft.can_stand(step[2], step[0]) and draft.can_stand(step[2], step[1])]
        removed = [step for step in draft.steps if step not in then.steps and step not in self._opened]
        if not added and not removed:
            return ""
        moving = [step[0] for step in draft.calendar if step[2] == "M"]
        if moment.kind not in (None, "M") or moment.season not in moving or (moment.onwards and moment.season != moving[0]):
            self._lost(said, when, tr("steps that open or close"))
            return ""
        for step in added:
            self._open(step, moment, then)
        self._close(removed, moment, frozenset(moving))
        return tr("steps open and close")

    def _open(self, step: Step, moment: ClosingTime, then: VariantDraft) -> None:
        seasons = frozenset(filter(None, (moment.season,)))
        earlier = self.draft.steps.get(step)
        self._opened.add(step)
        if moment.onwards:
            self.draft.steps[step] = replace(then.steps[step], years=(moment.year, None))
        elif moment.year is not None:
            self.draft.steps[step] = replace(then.steps[step], seasons=seasons, years=(moment.year, moment.year))
        else:
            more = earlier.seasons if earlier is not None and earlier.seasons is not None and earlier.years == (None, None) else frozenset()
            self.draft.steps[step] = replace(then.steps[step], seasons=seasons | more)

    def _close(self, steps: Sequence[Step], moment: ClosingTime, moving: frozenset[str]) -> None:
        draft = self.draft
        if moment.year is not None and not moment.onwards:
            if steps:
                closing = Closing((moment.season,) if moment.season else None, moment.year, moment.year)
                draft.closings.setdefault(closing, []).extend(steps)
            return
        for step in steps:
            passage = draft.steps[step]
            if moment.onwards and moment.year is not None:
                draft.steps[step] = replace(passage, years=(passage.years[0], moment.year - 1 or -1))
                continue
            left = (moving if passage.seasons is None else passage.seasons) - {moment.season}
            if left:
                draft.steps[step] = replace(passage, seasons=frozenset(filter(None, left)))
            else:
                del draft.steps[step]

    def _home_centres(self, said: JudgeStatement, when: str, moment: ClosingTime, then: VariantDraft) -> str:
        changed = {
            key: [*power.home]
            for key, power in then.powers.items()
            if key in self.draft.powers and set(power.home) != set(self.draft.powers[key].home)
        }
        if not changed:
            return ""
        if moment.kind not in (None, "A") and not moment.onwards:
            self._lost(said, when, tr("home centres, in a phase without builds"))
            return ""
        self._homes.append((moment, changed))
        return tr("{powers} may build in other home centres", powers=", ".join(self.draft.powers[key].name for key in changed))

    def _others(self, then: VariantDraft) -> list[str]:
        """Return the other differences, in words."""
        draft, lost = self.draft, list[str]()
        if draft.powers.keys() != then.powers.keys():
            lost.append(tr("powers that come or go"))
        both = [(draft.powers[key], then.powers[key]) for key in draft.powers.keys() & then.powers.keys()]
        if any(set(now.units) != set(later.units) for now, later in both):
            lost.append(tr("units"))
        if any(set(now.owned) != set(later.owned) and set(now.home) == set(later.home) for now, later in both):
            lost.append(tr("owners of centres"))
        if any(now.role != later.role for now, later in both):
            lost.append(tr("who plays"))
        if draft.victory != then.victory or draft.builds != then.builds:
            lost.append(tr("victory and builds"))
        if draft.provinces.keys() != then.provinces.keys():
            lost.append(tr("places that come or go"))
        pairs = [(draft.provinces[code], then.provinces[code]) for code in draft.provinces.keys() & then.provinces.keys()]
        if any(now.centre != later.centre for now, later in pairs):
            lost.append(tr("what is a supply centre"))
        passable = [(now, later) for now, later in pairs if Terrain.IMPASSABLE not in (now.terrain, later.terrain)]
        if any((now.terrain, now.coasts, now.convoyable) != (later.terrain, later.coasts, later.convoyable) for now, later in passable):
            lost.append(tr("the terrain of places"))
        return lost


MOST_YEARS = 6
"""Years of a round, and no more words than that would make steps."""
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
