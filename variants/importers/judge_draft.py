"""Places and powers of a ``.map`` file, all read, as a draft of a variant."""

from __future__ import annotations

import re

from adjudicator.board import Terrain
from adjudicator.location import Location
from languages import tr
from variants.fault import Fault, VariantError
from variants.importers.draft import MOST_PROVINCES, DraftPower, DraftProvince, EdgeRule, VariantDraft, power_id, province_code
from variants.importers.judge_places import JudgePlace, JudgePlaces, code_of, read_abut
from variants.importers.judge_powers import JudgePowers
from variants.importers.result import ImportReport

_TERRAINS = {
    "WATER": Terrain.SEA,
    "LAND": Terrain.INLAND,
    "COAST": Terrain.COASTAL,
    "PORT": Terrain.COASTAL,
    "SHUT": Terrain.IMPASSABLE,
}


def fill_draft(draft: VariantDraft, places: JudgePlaces, powers: JudgePowers, report: ImportReport) -> dict[str, str]:
    """Provinces, powers and steps. Returns the words for each province, in small letters, to its code.

    Raises:
        VariantError: there are too many places.
    """
    codes = _province_codes(draft, places, report)
    for raw, code in codes.items():
        draft.provinces[code] = _province(places, raw, code, report)
    _Powers(draft, places, powers, codes, report).fill()
    for raw, place in places.places.items():
        parent, _, coast = raw.partition("/")
        for word in place.abuts:
            _step(draft, places, place, raw, Location(codes[parent], coast or None), word, codes, report)
    words = {raw.lower(): code for raw, code in codes.items()}
    for raw, code in codes.items():
        for word in (*places.aliases.get(raw, []), places.names.get(raw, "")):
            words.setdefault(word.lower(), code)
    for old, new in places.renamed.items():
        if new in codes:
            words.setdefault(old.lower(), codes[new])
    return words


def _province_codes(draft: VariantDraft, places: JudgePlaces, report: ImportReport) -> dict[str, str]:
    codes: dict[str, str] = {}
    for raw in [each for each in places.places if "/" not in each]:
        code = wanted = province_code(raw)
        number = 2
        while code in codes.values():
            code, number = f"{wanted[:6]}{number}", number + 1
        if len(codes) >= MOST_PROVINCES:
            raise VariantError(
                (Fault(draft.source, None, tr("too many places"), tr("at most {most_provinces}", most_provinces=MOST_PROVINCES)),)
            )
        codes[raw] = code
    for raw in [each for each in places.places if "/" in each]:
        parent, _, coast = raw.partition("/")
        if parent not in codes or re.fullmatch(r"[A-Z]{1,3}", coast) is None:
            place = places.places.pop(raw)
            report.left_out(place.file, place.line, tr("{raw} is a coast of no place, or none at all", raw=raw[:20]), tr("left out"))
    return codes


def _province(places: JudgePlaces, raw: str, code: str, report: ImportReport) -> DraftProvince:
    place = places.places[raw]
    terrain = _TERRAINS[place.kind]
    coasts = [each.partition("/")[2] for each in places.places if each.startswith(f"{raw}/")]
    if coasts and terrain is Terrain.IMPASSABLE:
        coasts = []
    elif coasts and terrain is not Terrain.COASTAL:
        report.left_out(
            place.file, place.line, tr("{raw} has coasts and is {kind}", raw=raw, kind=place.kind.lower()), tr("its coasts are left out")
        )
        coasts = []
    province = DraftProvince(code, places.names.get(raw, raw.title()), terrain, coasts)
    province.convoyable = place.kind == "PORT"
    for word in places.aliases.get(raw, []):
        bare = word.strip()
        if "/" in bare or "(" in bare:
            continue
        (province.aliases if len(bare) <= 4 and bare.isalnum() else province.names).append(bare.upper() if len(bare) <= 4 else bare)
    return province


def _step(
    draft: VariantDraft,
    places: JudgePlaces,
    place: JudgePlace,
    raw: str,
    origin: Location,
    word: str,
    codes: dict[str, str],
    report: ImportReport,
) -> None:
    """Add the steps of one word after ``ABUTS``, where a unit can stand at both ends: lists name neighbours for any kind of unit."""
    abut = read_abut(word)
    target_raw = abut.code if abut.code in places.places else places.renamed.get(abut.code, abut.code)
    province, _, coast = target_raw.partition("/")
    if province not in codes:
        if province not in places.dropped:
            report.left_out(
                place.file, place.line, tr("{raw} leads to an unknown place {word!r}", raw=raw, word=word[:20]), tr("the step is left out")
            )
        return
    if abut.owner_of:
        what = tr("{raw} leads to {target_raw} for the owner of {owner_of} only", raw=raw, target_raw=target_raw, owner_of=abut.owner_of)
        report.mended(place.file, place.line, what, tr("it leads there for all"))
    powers = None
    if abut.letter:
        powers = frozenset(each.id for each in draft.powers.values() if each.letter == abut.letter[:1]) or None
        if powers is None:
            what = tr(
                "{raw} leads to {target_raw} for the power with the letter {letter}, which none has",
                raw=raw,
                target_raw=target_raw,
                letter=abut.letter,
            )
            report.mended(place.file, place.line, what, tr("it leads there for all"))
    passage = EdgeRule(abut.half_strength, abut.half_strength == 2, None, (None, None), powers)
    target = Location(codes[province], coast or None)
    small = place.lower or places.places[province].lower
    if origin.coast is None and abut.armies:
        _open(draft, origin, Location(target.province), "A", passage)
    if abut.fleets and not (small and origin.coast is None and target.coast is None and _stands_small(places, raw, province)):
        _open(draft, origin, target, "F", passage)


def _stands_small(places: JudgePlaces, raw: str, target: str) -> bool:
    """Return True if one end is written small and has no coasts: no fleet stands there."""
    ends = [each for each in (raw, target) if places.places[each].lower]
    return any(not any(other.startswith(f"{each}/") for other in places.places) for each in ends)


def _open(draft: VariantDraft, origin: Location, target: Location, letter: str, passage: EdgeRule) -> None:
    if draft.can_stand(letter, origin) and draft.can_stand(letter, target):
        draft.steps[origin, target, letter] = passage


class _Powers:
    def __init__(self, draft: VariantDraft, places: JudgePlaces, powers: JudgePowers, codes: dict[str, str], report: ImportReport) -> None:
        self._draft, self._places, self._powers, self._codes, self._report = draft, places, powers, codes, report

    def fill(self) -> None:
        """Add all powers with their homes, centres and units, and the centres that are no home."""
        draft = self._draft
        for key, said in self._powers.powers.items():
            identity = power_id(said.name)
            while identity in draft.powers:
                identity = f"{identity[:38]}_2"
            power = DraftPower(identity, said.name, said.adjective, said.letter)
            power.role = "dummy" if key in self._powers.dummies else "playing"
            homes = self._known(said.homes, tr("home of {said}", said=said.name))
            sites = self._known(said.sites, tr("a building site of {said}", said=said.name))
            power.home = [*homes, *(code for code in sites if code not in homes)]
            power.owned = list(homes) if said.owned is None else self._known(said.owned, tr("a centre of {said}", said=said.name))
            for letter, raw, coast in said.units:
                for code in self._known([raw], tr("a unit of {said}", said=said.name)):
                    power.units.append((letter, Location(code, coast if coast in draft.provinces[code].coasts else None)))
            if not power.home and not power.units and not power.owned:
                file, line = self._powers.where.get(key, (draft.source, 0))
                self._report.mended(
                    file, line or None, tr("{power} has neither home, centre nor unit", power=power.name), tr("it is no power")
                )
                continue
            draft.powers[identity] = power
            if said.anywhere:
                draft.anywhere.add(identity)
            for code in (*homes, *power.owned):
                draft.provinces[code].centre = True
            for code in sites:
                draft.provinces[code].build_site = True
        for code in self._known(self._powers.neutral, "UNOWNED"):
            draft.provinces[code].centre = True
        for raw, (name, said_by) in self._powers.left.items():
            left = self._codes.get(raw)
            if left is not None and not draft.provinces[left].centre:
                what = tr("{raw} is a home of {name}, which is not played, and no line names it besides", raw=raw, name=name)
                self._report.mended(said_by.file, said_by.line, what, tr("it is no supply centre"))

    def _known(self, raws: list[str], what: str) -> list[str]:
        found: list[str] = []
        for raw in raws:
            code = self._codes.get(raw if raw in self._codes else self._places.renamed.get(raw, raw))
            if code is not None:
                found.append(code)
            elif raw not in self._places.dropped:
                file, line = self._powers.where.get(code_of(raw), (self._draft.source, 0))
                self._report.left_out(
                    file, line or None, tr("{what} names an unknown place {raw!r}", what=what, raw=raw[:20]), tr("left out")
                )
        return found
