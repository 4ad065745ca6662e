"""Changes of a ``.map`` file in mid-game (``IN SPRING: ...``, ``IN W1939A``): the board then, beside the board at the start."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from adjudicator.board import Terrain
from languages import tr
from variants.importers.carried_hooks import Closing, ClosingTime, changing_homes
from variants.importers.draft import Step, VariantDraft
from variants.importers.judge_text import JudgeStatement
from variants.importers.result import ImportReport

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
