"""The powers of a ``.map`` file while it is read: their homes, centres and units by the codes it writes, and who plays."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from adjudicator import Location, Terrain
from languages import tr
from variants.fault import Fault, VariantError
from variants.importers.draft import (
    MOST_PROVINCES,
    DraftPower,
    DraftProvince,
    EdgeRule,
    ImportReport,
    VariantDraft,
    power_id,
    province_code,
)
from variants.importers.judge_places import JudgePlace, JudgePlaces, code_of, read_abut
from variants.importers.judge_text import JudgeStatement

_LINE = re.compile(
    r"(?P<name>_?[A-Za-z][\w+'.-]*)(?:\s+->\s+(?P<new>_?[A-Za-z][\w+'.-]*))?\s*(?:\((?P<about>[^)]*)\))?(?P<homes>(?:\s+.*)?)"
)
UNIT = re.compile(r"([AFW])\s+([A-Z0-9]{2,8})(?:/([A-Z]{2}))?|([AFW])\s+([A-Z0-9]{2,8})\(([A-Z]{2})\)")
_ANY_CENTRE = "&SC"


@dataclass(slots=True)
class JudgePower:
    """One power."""

    name: str
    """Name as it is written, without the ``_`` of one that is not listed to players."""
    adjective: str = ""
    letter: str = ""
    homes: list[str] = field(default_factory=list)
    sites: list[str] = field(default_factory=list)
    """Sites where it builds although they are no centres: ``*`` and ``+``."""
    alternatives: dict[str, list[str]] = field(default_factory=dict)
    """Homes that stand in for others: ``@CAL(NYO)``."""
    anywhere: bool = False
    """``&SC``: it builds at every centre that it owns."""
    owned: list[str] | None = None
    """Centres that it owns at the start; ``None`` where these are its home."""
    units: list[tuple[str, str, str | None]] = field(default_factory=list)
    """Kind, code, coast."""
    homes_stated: bool = False
    """True if it has a line of its own: the next line with the power's name states them again."""

    def forget_homes(self) -> None:
        """None is its home any more."""
        self.homes, self.sites, self.alternatives, self.anywhere = [], [], {}, False


@dataclass(slots=True)
class JudgePowers:
    """All of them, by name in capitals without its signs: ``U+S+A`` is ``USA``."""

    report: ImportReport
    powers: dict[str, JudgePower] = field(default_factory=dict)
    neutral: list[str] = field(default_factory=list)
    """Centres that are no power's home."""
    dummies: list[str] = field(default_factory=list)
    current: JudgePower | None = None
    left: dict[str, tuple[str, JudgeStatement]] = field(default_factory=dict)
    """Homes of powers that are not played after all: code to the power's name and the line that says so."""
    where: dict[str, tuple[str, int]] = field(default_factory=dict)
    """Code to file and line where it was last named."""

    # --- powers ---

    def power(self, statement: JudgeStatement) -> None:
        """``NAME (Adjective:L) home home``, ``OLD -> NEW (Adjective)``: a new power, or more of one that is known."""
        match = _LINE.fullmatch(statement.text)
        key = "" if match is None else _key(match["name"])
        if match is None or not key or (key not in self.powers and not _is_new(match)):
            self.report.left_out(
                statement.file, statement.line, tr("{said!r} means nothing here", said=statement.text[:50]), tr("left out")
            )
            return
        written = match["new"] or match["name"]
        if match["new"] is not None:
            self._rename(statement, key, _key(match["new"]))
            key = _key(match["new"])
        power = self.powers.setdefault(key, JudgePower(_spoken(written)))
        if match["new"] is not None:
            power.name = _spoken(written)
        adjective, _, letter = (match["about"] or "").partition(":")
        if adjective.strip():
            words = adjective.replace("+", " ").strip()
            power.adjective = words.title() if words.isupper() else words
        if letter.strip():
            power.letter = letter.strip()[:1].upper()
        self.current = power
        if power.homes_stated and match["homes"].strip():
            power.forget_homes()
            power.homes_stated = False
        self._homes(statement, power, match["homes"].split())

    def _rename(self, statement: JudgeStatement, old: str, new: str) -> None:
        if old not in self.powers:
            self.report.left_out(
                statement.file, statement.line, tr("{said!r} renames an unknown power", said=statement.text[:40]), tr("it is a new one")
            )
        elif old != new:
            self.powers = {new if key == old else key: power for key, power in self.powers.items() if key == old or key != new}
            self.dummies = [new if key == old else key for key in self.dummies]

    def unplayed(self, statement: JudgeStatement) -> None:
        """``UNPLAYED name``: the power is gone with its homes and units; its homes are centres only where another line says so."""
        for key in self._chosen(statement):
            gone = self.powers.pop(key, None)
            if gone is None:
                self.report.left_out(statement.file, statement.line, tr("{key} is unplayed and is no power", key=key), tr("left out"))
            else:
                self.left |= dict.fromkeys(gone.homes, (gone.name, statement))
            self.dummies = [each for each in self.dummies if each != key]
        self.current = None

    def dummy(self, statement: JudgeStatement) -> None:
        """``DUMMY``, ``DUMMIES a b``, ``DUMMIES ALL EXCEPT a``: these have no player."""
        chosen = self._chosen(statement)
        if statement.words and statement.words[0].upper() == "ALL":
            self.dummies = chosen
        else:
            for key in chosen:
                if key not in self.powers:
                    self.report.left_out(statement.file, statement.line, tr("the dummy {key} is no power", key=key), tr("left out"))
            self.dummies += [each for each in chosen if each not in self.dummies]

    def teams(self, statement: JudgeStatement) -> None:
        """``TEAMS a-b c-d-e``: the first of each writes the orders of the others, which are powers of their own here."""
        for team in re.sub(r"\s*-\s*", "-", " ".join(statement.words)).split():
            leader, *members = team.split("-")
            for member in members:
                what = tr("{spoken} is ordered by whoever plays {spoken_leader}", spoken=_spoken(member), spoken_leader=_spoken(leader))
                self.report.mended(statement.file, statement.line, what, tr("it is a power of its own"))
        self.current = None

    def control(self, statement: JudgeStatement) -> None:
        """``CONTROL a``: the current power's orders are another's to write."""
        if self.current is not None and statement.words:
            leaders = f" {tr('or')} ".join(_spoken(word) for word in statement.words)
            what = tr("{current} is ordered by whoever plays {leaders}", current=self.current.name, leaders=leaders)
            self.report.mended(statement.file, statement.line, what, tr("it is a power of its own"))
            self.dummies = [key for key in self.dummies if self.powers.get(key) is not self.current]

    def _chosen(self, statement: JudgeStatement) -> list[str]:
        words = [_key(word) for word in statement.words if _key(word)]
        if not words:
            return [key for key, power in self.powers.items() if power is self.current]
        if words[0] != "ALL":
            return words
        left = set(words[2:]) if words[1:2] == ["EXCEPT"] else set()
        return [key for key in self.powers if key not in left]

    # --- homes and centres ---

    def unowned(self, statement: JudgeStatement) -> None:
        """``UNOWNED a -b``: centres that are no power's home, and places that are no centres after all."""
        self.current = None
        for word in statement.words:
            code = code_of(word.lstrip("-*+~@"))
            self.where[code] = (statement.file, statement.line)
            self.neutral = [each for each in self.neutral if each != code]
            if code and not word.startswith("-"):
                self.neutral.append(code)

    def inhabits(self, statement: JudgeStatement) -> None:
        """``INHABITS a``: the first such line of a power replaces its homes, others add to them."""
        if self.current is not None:
            if not self.current.homes_stated:
                self.current.forget_homes()
            self.current.homes_stated = True
            self._homes(statement, self.current, list(statement.words))

    def home(self, statement: JudgeStatement) -> None:
        """``HOMES a b``: replaces the homes of the current power."""
        if self.current is not None:
            self.current.forget_homes()
            self.current.homes_stated = True
            self._homes(statement, self.current, list(statement.words))

    def _homes(self, statement: JudgeStatement, power: JudgePower, words: list[str]) -> None:
        for word in re.sub(r"\(([^)]*)\)", lambda match: f"({match[1].replace(' ', '')})", " ".join(words)).split():
            marks = re.match(r"[-*+~@]*", word)
            mark = marks[0] if marks else ""
            body, _, limits = word[len(mark) :].partition("(")
            if body.upper() == _ANY_CENTRE:
                power.anywhere = "-" not in mark
                continue
            code = code_of(body)
            if not code or code in ("AND", "OR"):
                continue
            self.where[code] = (statement.file, statement.line)
            if code in power.homes:
                power.homes.remove(code)
                self.neutral.append(code)
            power.sites = [each for each in power.sites if each != code]
            power.alternatives.pop(code, None)
            if "-" in mark:
                continue
            if "*" in mark or "+" in mark:
                power.sites.append(code)
                if "*" in mark:
                    self.report.mended(
                        statement.file,
                        statement.line,
                        tr("{power} builds in {code} in some cases only", power=power.name, code=code),
                        tr("it always may"),
                    )
                continue
            power.homes.append(code)
            if "~" in mark:
                self.report.mended(statement.file, statement.line, tr("{code} is a hidden home centre", code=code), tr("shown"))
            if "@" in mark:
                power.alternatives[code] = [code_of(each) for each in limits.rstrip(")").split(",") if each]
                instead = f" {tr('or')} ".join(power.alternatives[code]) or tr("another")
                what = tr("{power} builds in {code} only instead of {instead}", power=power.name, code=code, instead=instead)
                self.report.mended(
                    statement.file, statement.line, what, tr("a home centre like the others; keeping to one of them is left to the players")
                )

    def owns(self, statement: JudgeStatement) -> None:
        """``OWNS a b`` adds to, ``CENTERS a b`` replaces the centres of the current power at the start."""
        if self.current is None:
            if statement.word == "CENTERS":
                self.unowned(statement)
            else:
                self.report.left_out(
                    statement.file, statement.line, tr("{said!r} belongs to no power", said=statement.text[:40]), tr("left out")
                )
            return
        owned = [] if self.current.owned is None or statement.word == "CENTERS" else self.current.owned
        for code in map(code_of, statement.words):
            if code.rstrip("!?*") == "SC" and code != "SC":
                self.report.left_out(
                    statement.file,
                    statement.line,
                    tr("{current} chooses its centres in play ({code})", current=self.current.name, code=code),
                    tr("left out"),
                )
            elif code and code not in owned:
                owned.append(code)
                self.where[code] = (statement.file, statement.line)
        self.current.owned = owned

    # --- units ---

    def no_units(self) -> None:
        """``UNITS``: those of the current power are gone."""
        if self.current is not None:
            self.current.units = []

    def unit(self, statement: JudgeStatement) -> None:
        """``A PAR``, ``F SPA/SC``: it stands in place of any other there."""
        match = UNIT.fullmatch(" ".join(statement.text.upper().split()))
        if self.current is None or match is None:
            self.report.left_out(
                statement.file, statement.line, tr("the unit {said} belongs to no power", said=statement.text[:30]), tr("left out")
            )
            return
        kind, code, coast = match.group(1, 2, 3) if match[1] else match.group(4, 5, 6)
        for power in self.powers.values():
            power.units = [each for each in power.units if each[1] != code]
        self.current.units.append((kind, code, coast))
        self.where[code] = (statement.file, statement.line)

    # --- what becomes of places ---

    def drop(self, code: str) -> None:
        """Remove the place: it is no home, no centre, and has no unit."""
        self.neutral = [each for each in self.neutral if each != code]
        for power in self.powers.values():
            power.homes = [each for each in power.homes if each != code]
            power.sites = [each for each in power.sites if each != code]
            power.units = [each for each in power.units if each[1] != code]
            if power.owned is not None:
                power.owned = [each for each in power.owned if each != code]

    def rename_place(self, old: str, new: str) -> None:
        """The place has another code."""

        def moved(codes: list[str]) -> list[str]:
            return [new if code == old else code for code in codes]

        self.neutral = moved(self.neutral)
        self.left = {new if code == old else code: about for code, about in self.left.items()}
        if old in self.where:
            self.where.setdefault(new, self.where[old])
        for power in self.powers.values():
            power.homes, power.sites = moved(power.homes), moved(power.sites)
            power.owned = None if power.owned is None else moved(power.owned)
            power.units = [(kind, new if code == old else code, coast) for kind, code, coast in power.units]
            power.alternatives = {new if code == old else code: moved(limits) for code, limits in power.alternatives.items()}


def _key(name: str) -> str:
    return re.sub(r"[^A-Z0-9_]", "", name.upper())


def _is_new(match: re.Match[str]) -> bool:
    """Return True if a line can be a new power's: it has more than a word, or the word looks like a power's name."""
    return bool(match["about"] is not None or match["homes"].strip() or re.fullmatch(r"_?[A-Z][A-Z0-9+'.-]{2,}", match["name"]))


def _spoken(name: str) -> str:
    """A power's name as people say it: ``RED+LAND`` is Red Land, ``U+S+A`` is USA."""
    parts = name.lstrip("_").strip(",").split("+")
    if len(parts) > 1 and all(len(part) == 1 for part in parts):
        return "".join(parts).upper()
    words = " ".join(part for part in parts if part)
    return words.title() if words.isupper() else words


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
        for key, statement in self._powers.powers.items():
            identity = power_id(statement.name)
            while identity in draft.powers:
                identity = f"{identity[:38]}_2"
            power = DraftPower(identity, statement.name, statement.adjective, statement.letter)
            power.role = "dummy" if key in self._powers.dummies else "playing"
            homes = self._known(statement.homes, tr("home of {said}", said=statement.name))
            sites = self._known(statement.sites, tr("a building site of {said}", said=statement.name))
            power.home = [*homes, *(code for code in sites if code not in homes)]
            power.owned = (
                list(homes) if statement.owned is None else self._known(statement.owned, tr("a centre of {said}", said=statement.name))
            )
            for letter, raw, coast in statement.units:
                for code in self._known([raw], tr("a unit of {said}", said=statement.name)):
                    power.units.append((letter, Location(code, coast if coast in draft.provinces[code].coasts else None)))
            if not power.home and not power.units and not power.owned:
                file, line = self._powers.where.get(key, (draft.source, 0))
                self._report.mended(
                    file, line or None, tr("{power} has neither home, centre nor unit", power=power.name), tr("it is no power")
                )
                continue
            draft.powers[identity] = power
            if statement.anywhere:
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
