"""DVAR, the file in which diplicity's service takes and gives variants: places with neighbours by kind of unit, calendar, start."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.phase import Phase, PhaseKind
from adjudicator.unit import Location
from adjudicator.variant import BuildPolicy
from languages import tr
from variants.importers.draft import PLAIN, ImportReport, VariantDraft

_PHASES = {"Movement": PhaseKind.MOVEMENT, "Retreat": PhaseKind.RETREAT, "Adjustment": PhaseKind.ADJUSTMENT}
_LETTERS = {PhaseKind.MOVEMENT: "M", PhaseKind.RETREAT: "R", PhaseKind.ADJUSTMENT: "A"}
_PASSES = {"army": "A", "fleet": "F", "both": "AF"}
_USUAL = (("Spring", "Movement"), ("Spring", "Retreat"), ("Fall", "Movement"), ("Fall", "Retreat"), ("Fall", "Adjustment"))
_MOST_PHASES = 24
ANY_CENTRE = "allow-builds-in-non-home-centers"
"""The rule of that service by which units are built at every centre that is owned."""
Json = Mapping[str, object]
_Stop = tuple[str, str]
"""A season and a kind of phase."""


def is_dvar(table: Json) -> bool:
    """Return True if *table* is a variant as the service takes it."""
    return "schemaVersion" in table and isinstance(table.get("initialState"), dict)


def in_served_words(table: Json) -> Json:
    """The same with places and units in the words of the service's older files, which the importer knows."""
    places: list[Json] = [
        {"id": each.get("id"), "name": each.get("name"), "type": each.get("type"), "supply_center": each.get("supplyCenter")}
        for each in tables_of(table, "provinces")
    ]
    places += [
        {"id": each.get("id"), "name": each.get("name"), "type": "named_coast", "parent": each.get("parentProvince")}
        for each in tables_of(table, "namedCoasts")
    ]
    state = _table(table, "initialState")
    units: list[Json] = [
        {"type": each.get("type"), "nation": each.get("nation"), "province": each.get("location")} for each in tables_of(state, "units")
    ]
    kept = {key: table[key] for key in ("id", "name", "description", "author", "nations") if key in table}
    return {**kept, "provinces": places, "initial_units": units}


def dvar_steps(draft: VariantDraft, table: Json, codes: Mapping[str, str], name: str, report: ImportReport) -> None:
    """Steps of the neighbours, each for the kinds of unit that may pass."""
    for each in (*tables_of(table, "provinces"), *tables_of(table, "namedCoasts")):
        origin = _place(codes, each.get("id"))
        for near in tables_of(each, "adjacencies"):
            target = _place(codes, near.get("to"))
            if origin is None or target is None:
                what = tr("{place} leads to an unknown place {target!r}", place=str(each.get("id"))[:20], target=str(near.get("to"))[:20])
                report.left_out(name, None, what, tr("the step is left out"))
                continue
            for kind in _PASSES.get(str(near.get("pass")), ""):
                if draft.can_stand(kind, origin) and draft.can_stand(kind, target):
                    draft.steps[origin, target, kind] = PLAIN


def dvar_game(draft: VariantDraft, table: Json, codes: Mapping[str, str], name: str, report: ImportReport) -> None:
    """Homes, owners, what wins, where is built, and the calendar."""
    state = _table(table, "initialState")
    powers = dict(zip((str(each.get("id")) for each in tables_of(table, "nations")), draft.powers.values(), strict=False))
    for each in tables_of(table, "provinces"):
        place, power = _place(codes, each.get("id")), powers.get(str(each.get("homeNation")))
        if place is not None and power is not None and draft.provinces[place.province].centre:
            power.home.append(place.province)
    for each in tables_of(state, "supplyCenters"):
        place, power = _place(codes, each.get("province")), powers.get(str(each.get("nation")))
        if place is not None and power is not None:
            draft.provinces[place.province].centre = True
            power.owned.append(place.province)
    for each in tables_of(table, "nations"):
        power = powers.get(str(each.get("id")))
        if power is not None and each.get("non_playable") is True:
            power.role = "neutral"
    _victory(draft, table, name, report)
    tags = table.get("adjudicationModifiers")
    for tag in tags if isinstance(tags, list) else []:
        if tag == ANY_CENTRE:
            draft.builds = BuildPolicy.ANY_OWNED
        else:
            report.left_out(name, None, tr("the rule {rule!r} is not known", rule=str(tag)[:40]), tr("left out"))
    if tables_of(table, "dominanceRules"):
        report.left_out(name, None, tr("the rule {rule!r} is not known", rule="dominanceRules"), tr("left out"))
    _calendar(draft, table, name, report)


def _victory(draft: VariantDraft, table: Json, name: str, report: ImportReport) -> None:
    for each in tables_of(table, "victoryConditions"):
        count, year = each.get("supplyCenters"), each.get("year")
        if each.get("type") == "supply-center-majority" and isinstance(count, int) and count > 0:
            draft.victory = count
        elif each.get("type") == "timed-resolution" and isinstance(year, int):
            draft.year_limit = year
            if each.get("resolution") != "shared-draw":
                report.mended(name, None, tr("after {year} the one with most centres wins", year=year), tr("it is a draw"))
        else:
            report.left_out(name, None, tr("the rule {rule!r} is not known", rule=str(each.get("type"))[:40]), tr("left out"))


def _calendar(draft: VariantDraft, table: Json, name: str, report: ImportReport) -> None:
    first = _table(_table(table, "initialState"), "phase")
    season, kind, year = str(first.get("season")), str(first.get("type")), first.get("year")
    if isinstance(year, int) and -9999 < year < 9999:
        draft.start = Phase("S", year, PhaseKind.MOVEMENT)
    found = _round(_table(table, "phaseProgression"), (season, kind))
    if found is None:
        report.left_out(name, None, tr("its phases do not follow one another in the same way each year"), tr("spring, fall and winter"))
        return
    stops, draft.year_step = found
    if stops == _USUAL:
        draft.start = Phase("W" if kind == "Adjustment" else season[0], draft.start.year, _PHASES[kind])
        return
    letters: dict[str, str] = {}
    for each, _ in stops:
        if each not in letters:
            free = (letter for letter in f"{each}ABCDEFGHIJKLMNOPQRSTUVWXYZ".upper() if letter.isascii() and letter.isalpha())
            letters[each] = next(letter for letter in free if letter not in letters.values())
    draft.seasons = {letter: each[:30] for each, letter in letters.items()}
    draft.calendar = []
    for at, (each, what) in enumerate(stops):
        captures = what != "Adjustment" and stops[(at + 1) % len(stops)][1] == "Adjustment"
        draft.calendar.append(f"{letters[each]} {_LETTERS[_PHASES[what]]}{' captures' if captures else ''}")
    draft.start = Phase(letters[season], draft.start.year, _PHASES[kind])


def _round(table: Json, first: _Stop) -> tuple[tuple[_Stop, ...], int] | None:
    """The phases of a year and the number of years that pass with them; nothing where years differ or phases do not come round."""
    after: dict[_Stop, tuple[_Stop, int]] = {}
    for each in tables_of(table, "transitions"):
        origin, target = _table(each, "from"), _table(each, "to")
        years = target.get("yearDelta")
        if each.get("condition") or not isinstance(years, int):
            return None
        stop = str(target.get("season")), str(target.get("type"))
        after.setdefault((str(origin.get("season")), str(origin.get("type"))), (stop, years))
    stops, passed, at = [first], [], first
    while len(stops) <= _MOST_PHASES and at in after and at[1] in _PHASES:
        at, years = after[at]
        passed.append(years)
        if at == first:
            break
        stops.append(at)
    turns = [number for number, years in enumerate(passed) if years]
    seasons = {season for season, _ in stops}
    if at != first or len(passed) != len(stops) or len(turns) != 1 or not all(seasons) or len(seasons) > 8:
        return None
    new_year = turns[0] + 1
    return (*stops[new_year:], *stops[:new_year]), passed[turns[0]]


def _place(codes: Mapping[str, str], word: object) -> Location | None:
    code, _, coast = codes.get(str(word).lower(), "").partition("/")
    return Location(code, coast or None) if code else None


def _table(table: Json, key: str) -> Json:
    found = table.get(key)
    return found if isinstance(found, dict) else {}


def tables_of(table: Json, key: str) -> list[Json]:
    """The tables listed under *key*; none where there is no list."""
    found = table.get(key)
    return [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []
