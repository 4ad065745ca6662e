"""Makes a draft what the reader of variants accepts, with a line in the report for every change."""

from __future__ import annotations

from adjudicator import Location, Phase, PhaseKind, Terrain
from languages import tr
from languages.outside_text import outside_name
from variants.fault import Fault, VariantError
from variants.importers.draft import DraftPower, DraftProvince, ImportReport, VariantDraft
from variants.read_powers import MOST_POWERS


def mend(draft: VariantDraft, report: ImportReport, *, is_map: bool = False) -> None:
    """Make *draft* what the reader of variants accepts, with a line in the report for every change.

    Raises:
        VariantError: it has no supply centre, or no power: it could not be played.
    """
    _mend_names(draft, report)
    _mend_steps(draft, report)
    _mend_terrain_oddities(draft, report)
    _mend_powers(draft, report)
    _mend_units(draft, report)
    centres = sum(province.centre for province in draft.provinces.values())
    if not centres:
        raise VariantError(
            (*report.lines(), Fault(draft.source, None, tr("{draft} has no supply centre", draft=draft.name), tr("at least one")))
        )
    if not draft.powers and not is_map:
        raise VariantError((*report.lines(), Fault(draft.source, None, tr("{draft} has no power", draft=draft.name), tr("at least one"))))
    if draft.victory is not None and draft.victory > centres:
        report.mended(
            draft.source,
            None,
            tr("{draft}: {victory} centres win and there are {centres}", draft=draft.name, victory=draft.victory, centres=centres),
            tr("more than half of them win"),
        )
        draft.victory = None
    _mend_start(draft, report)


def _mend_start(draft: VariantDraft, report: ImportReport) -> None:
    """The game starts in a phase that the calendar has, and in a year that there is."""
    start = draft.start
    steps = [(step[0], PhaseKind(step[2])) for step in draft.calendar]
    if (start.season, start.kind) not in steps:
        same = [step for step in steps if step[1] is start.kind]
        season, kind = next((step for step in same if step[0] == start.season), (same or steps)[0])
        draft.start = Phase(season, start.year, kind)
        report.mended(
            draft.source,
            None,
            tr("the start {start} is no phase of the calendar", start=start),
            tr("it starts in {start}", start=draft.start),
        )
    if draft.start.year == 0:
        draft.start = Phase(draft.start.season, 1, draft.start.kind)


def _mend_names(draft: VariantDraft, report: ImportReport) -> None:
    """Every code, alias and name means one province."""
    meaning = {code: code for code in draft.provinces}
    for code, province in draft.provinces.items():
        province.name = _line(province.name) or code
        holder = meaning.setdefault(province.name.upper(), code)
        if holder != code:
            report.mended(
                draft.source,
                None,
                tr("{province} is the name of {holder} and of {code}", province=province.name, holder=holder, code=code),
                tr("{code} is called {province} ({code})", code=code, province=province.name),
            )
            province.name = f"{province.name} ({code})"
            meaning.setdefault(province.name.upper(), code)
    for code, province in draft.provinces.items():
        for attribute in ("aliases", "names"):
            kept: list[str] = []
            for word in dict.fromkeys(filter(None, map(_line, getattr(province, attribute)))):
                holder = meaning.setdefault(word.upper(), code)
                if holder != code:
                    report.mended(
                        draft.source,
                        None,
                        tr("{word!r} means {holder} and {code}", word=word, holder=holder, code=code),
                        tr("it means {holder}", holder=holder),
                    )
                elif word.upper() not in (code, province.name.upper()) and word.upper() not in (each.upper() for each in kept):
                    kept.append(word)
            setattr(province, attribute, kept)


def _mend_steps(draft: VariantDraft, report: ImportReport) -> None:
    """Steps lead where their unit can stand, and none leads nowhere."""
    for step in list(draft.steps):
        origin, target, letter = step
        kind = tr(draft.kind(letter).name)
        if origin.province == target.province:
            del draft.steps[step]
        elif not draft.can_stand(letter, origin):
            del draft.steps[step]
            report.left_out(
                draft.source,
                None,
                tr("no {kind} can stand in {origin}", kind=kind, origin=origin),
                tr("its step to {target} is left out", target=target),
            )
        elif not draft.can_stand(letter, target):
            del draft.steps[step]
            place = draft.provinces.get(target.province)
            what = (
                tr("{target} is {terrain}", target=target, terrain=tr(place.terrain))
                if place is not None
                else tr("there is no {target}", target=target)
            )
            if place is not None and place.coasts and target.coast is None:
                what = tr("{target} has coasts {coasts} and none is named", target=target, coasts=", ".join(place.coasts))
            report.left_out(
                draft.source,
                None,
                tr("{origin} leads the {kind} to {target}, but {what}", origin=origin, kind=kind, target=target, what=what),
                tr("the step is left out"),
            )
    for origin, target, letter in sorted(draft.steps, key=lambda step: (str(step[0]), str(step[1]), step[2])):
        if (target, origin, letter) not in draft.steps:
            report.mended(
                draft.source,
                None,
                tr(
                    "the step of the {kind} from {origin} to {target} has no way back",
                    kind=draft.kind(letter).name,
                    origin=origin,
                    target=target,
                ),
                tr("kept one-way"),
            )


def _mend_terrain_oddities(draft: VariantDraft, report: ImportReport) -> None:
    left: dict[str, set[str]] = {code: set() for code in draft.provinces}
    for origin, _, letter in draft.steps:
        left[origin.province].add(letter)
    for code, province in draft.provinces.items():
        if province.terrain is Terrain.SEA and province.centre:
            report.mended(
                draft.source,
                None,
                tr("{code} ({province}) is a sea with a supply centre", code=code, province=province.name),
                tr("kept; only fleets can take it"),
            )
        if province.terrain is Terrain.IMPASSABLE and province.centre:
            province.centre = False
            report.mended(
                draft.source,
                None,
                tr("{code} ({province}) cannot be entered and is a supply centre", code=code, province=province.name),
                tr("it is none"),
            )
        if province.terrain is not Terrain.IMPASSABLE and not left[code]:
            report.left_out(draft.source, None, tr("{code} ({province}) has no way out", code=code, province=province.name), tr("kept"))


def _mend_powers(draft: VariantDraft, report: ImportReport) -> None:
    letters: dict[str, str] = {}
    for name in list(draft.powers)[MOST_POWERS:]:
        del draft.powers[name]
        report.left_out(
            draft.source,
            None,
            tr("{name} is one power too many", name=name),
            tr("left out; at most {most_powers}", most_powers=MOST_POWERS),
        )
    owned: dict[str, str] = {}
    homes: dict[str, str] = {}
    for power in draft.powers.values():
        power.name = _line(power.name) or power.id
        power.adjective = _line(power.adjective)
        power.letter = _letter(power, letters)
        letters[power.letter] = power.id
        for attribute, taken in (("home", homes), ("owned", owned)):
            kept: list[str] = []
            for code in dict.fromkeys(getattr(power, attribute)):
                province = draft.provinces.get(code)
                site = province is not None and province.build_site and attribute == "home"
                if province is None or not (province.centre or site):
                    report.left_out(
                        draft.source, None, tr("{code} of {power} is no supply centre", code=code, power=power.name), tr("left out")
                    )
                elif taken.setdefault(code, power.id) != power.id:
                    report.mended(
                        draft.source,
                        None,
                        tr("{code} belongs to {taken} and to {power}", code=code, taken=taken[code], power=power.id),
                        tr("it is {taken}'s", taken=taken[code]),
                    )
                else:
                    kept.append(code)
            setattr(power, attribute, kept)


def _letter(power: DraftPower, taken: dict[str, str]) -> str:
    wanted = power.letter.upper()[:2]
    if wanted and wanted not in taken:
        return wanted
    marks: tuple[str, ...] = (*power.id, *"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
    for mark in marks:
        if mark != "_" and mark not in taken:
            return mark
    return next(f"{a}{b}" for a in "ABCDEFGHIJ" for b in "0123456789ABCDEF" if f"{a}{b}" not in taken)


def _mend_units(draft: VariantDraft, report: ImportReport) -> None:
    standing: dict[str, str] = {}
    outgoing = {(origin, letter) for origin, _, letter in draft.steps}
    for power in draft.powers.values():
        kept: list[tuple[str, Location]] = []
        for letter, place in power.units:
            province = draft.provinces.get(place.province)
            text = tr("{letter} {place} of {power}", letter=letter, place=place, power=power.name)
            other = None if province is None else _other_spot(draft, letter, province, outgoing)
            stuck = not draft.can_stand(letter, place) or (bool(province and province.coasts) and (place, letter) not in outgoing)
            if stuck and other is not None:
                place = other
                report.mended(draft.source, None, tr("{text} cannot stand there", text=text), tr("it stands in {place}", place=place))
            if not draft.can_stand(letter, place):
                report.left_out(draft.source, None, tr("{text} cannot stand there", text=text), tr("left out"))
            elif standing.setdefault(place.province, power.id) != power.id or any(each.province == place.province for _, each in kept):
                report.left_out(draft.source, None, tr("{text}: another unit stands there", text=text), tr("left out"))
            else:
                kept.append((letter, place))
        power.units = kept


def _other_spot(draft: VariantDraft, letter: str, province: DraftProvince, outgoing: set[tuple[Location, str]]) -> Location | None:
    """Another way to write the province for this kind: without its coast, or with the first coast that has a way out."""
    for coast in (None, *province.coasts):
        place = Location(province.code, coast)
        if draft.can_stand(letter, place) and (place, letter) in outgoing:
            return place
    return None


def _line(text: str) -> str:
    """*text* on one line, at most 100 characters."""
    return outside_name(text)
