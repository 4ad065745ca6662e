"""The ``.map`` files of the DPjudge and of the package ``diplomacy``: line by line, with files used by others."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from adjudicator.board import Terrain
from adjudicator.location import Location
from adjudicator.phase import Phase, PhaseKind
from adjudicator.variant import BuildPolicy
from variants.fault import Fault, VariantError
from variants.importers.draft import (
    MOST_PROVINCES,
    Draft,
    DraftMap,
    DraftPower,
    DraftProvince,
    Passage,
    free_id,
    mend,
    power_id,
    province_code,
    slug,
)
from variants.importers.jdip_drawing import convert_drawing
from variants.importers.judge_calendar import read_flow
from variants.importers.result import Imported, ImportResult, Report
from variants.importers.schematic import schematic_board
from variants.importers.write_variant import write_variant
from variants.source import Source

LARGEST_MAP = 2 * 1024 * 1024
MOST_LINES = 20_000
DEEPEST_USE = 8

_TERRAINS = {
    "WATER": Terrain.SEA,
    "LAND": Terrain.INLAND,
    "COAST": Terrain.COASTAL,
    "PORT": Terrain.COASTAL,
    "SHUT": Terrain.IMPASSABLE,
}
_SEASONS = {"SPRING": "S", "SUMMER": "S", "FALL": "F", "AUTUMN": "F", "WINTER": "W"}
_KINDS = {"MOVEMENT": PhaseKind.MOVEMENT, "RETREATS": PhaseKind.RETREAT, "RETREAT": PhaseKind.RETREAT, "ADJUSTMENTS": PhaseKind.ADJUSTMENT}
_KINDS["ADJUSTMENT"] = PhaseKind.ADJUSTMENT
_BUILD_RULES = {"BUILD_ANY": BuildPolicy.ANY_OWNED, "REMOTE_BUILDS": BuildPolicy.ANY_OWNED_WITH_HOME}
_SILENT = {"NOTIFY", "FLAGS", "FLAG", "TEXTONLY", "MAPNAME", "HOSTS", "MORPHS", "NEXT"}
_UNKNOWN = {"RESERVES", "MILITIA", "CONTROL", "LEAGUE", "TEAM", "TEAMS", "ROTATE", "NEWHOMES", "SUBS", "OWNER", "VARIANT", "STANDOFF"}
_POWER = re.compile(r"(?P<hidden>_?)(?P<name>[A-Za-z][\w+'.-]*)\s*(?:\((?P<about>[^)]*)\))?(?P<homes>(?:\s+.*)?)")
_UNIT = re.compile(r"([AFW])\s+([A-Z0-9]{2,8})(?:/([A-Z]{2}))?")
_COAST_NAME = re.compile(r"(.*?)\s*\(([a-z]+) coast\)", re.IGNORECASE)


def import_judge_map(source: Source, name: str) -> ImportResult:
    """The variant of a ``.map`` file.

    Raises:
        VariantError: it cannot be read, or has no board.
    """
    report = Report()
    title = name.rpartition("/")[2].rpartition(".")[0] or name
    draft = Draft(free_id(slug(title)), title.replace("_", " ").capitalize(), name)
    draft.notes.append("A map file of the kind that the DPjudge and the package diplomacy use")
    reader = _Reader(source, draft, report)
    reader.read_file(name, 0)
    words = reader.finish(name)
    if len(draft.provinces) < 2 or not draft.powers:
        what = f"the board has {len(draft.provinces)} places and {len(draft.powers)} powers"
        raise VariantError((Fault(name, None, what, "lines such as 'WATER ADR ABUTS ALB APU', and powers with their homes"),))
    mend(draft, report)
    _draw(source, name, draft, words, report)
    return ImportResult((Imported(draft.id, draft.name, write_variant(draft), report.lines()),), ())


def _draw(source: Source, name: str, draft: Draft, words: dict[str, str], report: Report) -> None:
    """The drawing that lies beside the file, else one that is laid out."""
    stem = name[: -len(".map")].lower()
    folder = name.rpartition("/")[0]
    wanted = (f"{stem}.svg", f"{folder}/svg/{stem.rpartition('/')[2]}.svg".lstrip("/"), f"{stem}map.svg")
    drawing = next((each for each in source.names() if each.lower() in wanted), None)
    if drawing is not None:
        try:
            draft.maps.append(
                DraftMap("board", draft.name, convert_drawing(source.read(drawing), drawing, draft.name, draft, words, report))
            )
        except (VariantError, OSError, ValueError) as error:
            report.mended(drawing, None, f"the drawing cannot be used: {str(error)[:160]}", "a plain one is laid out")
    if not draft.maps:
        draft.maps.append(DraftMap("plain", f"{draft.name}, plain", schematic_board(draft)))


@dataclass(slots=True)
class _Place:
    """What a file says of a place, or of a coast of one, by the code it is written with."""

    kind: str
    abuts: list[str]
    line: int
    file: str
    lower: bool
    """Written small: no fleet stands here without a coast."""


@dataclass(slots=True)
class _Reader:
    source: Source
    draft: Draft
    report: Report
    places: dict[str, _Place] = field(default_factory=dict)
    """By code in capitals: ``BUL``, ``BUL/EC``."""
    names: dict[str, str] = field(default_factory=dict)
    """Code in capitals to full name."""
    aliases: dict[str, list[str]] = field(default_factory=dict)
    renamed: dict[str, str] = field(default_factory=dict)
    neutral: list[str] = field(default_factory=list)
    sites: set[str] = field(default_factory=set)
    """Where a power builds although it is no centre."""
    dropped: set[str] = field(default_factory=set)
    opened: dict[str, set[str]] = field(default_factory=dict)
    """Seasons in which a place that is shut is open, by code: ``IN SPRING: WATER ARC``."""
    opened_as: dict[str, Terrain] = field(default_factory=dict)
    flow: list[tuple[str, str, int]] = field(default_factory=list)
    """Words of the calendar with their file and line."""
    current: DraftPower | None = None
    explicit_owned: set[str] = field(default_factory=set)
    lines: int = 0
    skipping: bool = False
    later: bool = False
    """Inside lines that hold from a later phase on."""

    def read_file(self, name: str, depth: int) -> None:
        """Every line of a file, in sequence; later lines stand over earlier ones."""
        if depth > DEEPEST_USE:
            self.report.mended(name, None, "files use one another too deeply", "left out")
            return
        by_case = {each.lower(): each for each in self.source.names()}
        try:
            content = self.source.read(by_case.get(name.lower(), name))
        except (OSError, ValueError) as error:
            if depth == 0:
                raise VariantError((Fault(name, None, str(error)[:200], "a .map file"),)) from None
            self.report.error(name, None, f"the file {name} is used and is not here", "it beside the others")
            return
        if len(content) > LARGEST_MAP:
            raise VariantError((Fault(name, None, f"the file has {len(content)} bytes", f"at most {LARGEST_MAP}"),))
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = content.decode("latin-1")
            self.report.mended(name, None, "the file is not UTF-8", "read as Latin-1")
        self.later = False
        for number, line in enumerate(text.splitlines(), start=1):
            self.lines += 1
            if self.lines > MOST_LINES:
                raise VariantError((Fault(name, number, "too many lines", f"at most {MOST_LINES}"),))
            if line.strip() and not line.startswith("#"):
                self._line(name, number, line.strip(), depth)
        self.later = False

    def _line(self, file: str, number: int, line: str, depth: int) -> None:
        word, rest = re.split(r"\s+", f"{line} ", maxsplit=1)
        word, rest = word.upper(), rest.strip()
        if self.skipping:
            self.skipping = line.upper() != "END DIRECTIVES"
            return
        if word.startswith("<") or "DIRECTIVES" in line.upper().split():
            self.skipping = True
            self.report.mended(file, number, f"directives of another variant: {line[:40]}", "left out")
            return
        handlers: dict[str, Callable[[str, int, str, int], None]] = {
            "USE": self._use,
            "USES": self._use,
            "MAP": self._use,
            "BEGIN": self._begin,
            "VICTORY": self._victory,
            "RULE": self._rule,
            "RULES": self._rule,
            "FLOW": self._flow,
            "UNOWNED": self._unowned,
            "NEUTRAL": self._unowned,
            "CENTERS": self._centers,
            "OWNS": self._owns,
            "INHABITS": self._home,
            "HOME": self._home_anew,
            "HOMES": self._home_anew,
            "UNITS": self._no_units,
            "DUMMY": self._dummies,
            "DUMMIES": self._dummies,
            "UNPLAYED": self._unplayed,
            "AMEND": self._amend,
            "DROP": self._drop,
        }
        base = word.split(":")[0]
        if self.later and base not in ("IN", "FROM"):
            return
        if "=" in line and base not in ("RULE", "RULES", "FLOW", "IN", "FROM"):
            self._name(file, number, line)
        elif word in _TERRAINS:
            self._place(file, number, word, rest)
        elif base in handlers:
            handlers[base](file, number, rest, depth)
        elif base in ("IN", "FROM"):
            self._in(file, number, rest)
        elif _UNIT.fullmatch(line.upper()):
            self._unit(file, number, line.upper())
        elif base in _SILENT:
            return
        elif base in _UNKNOWN:
            self.report.mended(file, number, f"{line[:50]!r} has no counterpart here", "left out")
        else:
            self._power(file, number, line)

    # --- files, names, places ---

    def _use(self, file: str, _number: int, rest: str, depth: int) -> None:
        folder = file.rpartition("/")[0]
        for each in rest.split():
            named = each if "." in each else f"{each}.map"
            self.read_file(f"{folder}/{named}".lstrip("/"), depth + 1)

    def _name(self, file: str, number: int, line: str) -> None:
        left, _, right = line.partition("=")
        words = right.split()
        old, arrow, new = left.partition("->")
        full = " ".join((new if arrow else left).split())
        if not words or not full:
            self.report.mended(file, number, f"{line[:50]!r} names nothing", "left out")
            return
        code = self._code(words[0])
        if arrow:
            earlier = self._code(old.strip())
            self._rename(earlier, code)
        self.names[code] = full
        known = self.aliases.setdefault(code, [])
        for word in words[1:]:
            if word.endswith("?"):
                self.report.mended(file, number, f"{word} may mean {full}", "an alias that is doubtful is left out")
            else:
                known.append(word.replace("+", " "))
        self.dropped.discard(code)

    def _rename(self, old: str, new: str) -> None:
        """A place gets another code, coasts and all."""
        if old == new:
            return
        for code in [each for each in self.names if each == old or each.startswith(f"{old}/")]:
            self.renamed[code] = new + code[len(old) :]
            self.names[new + code[len(old) :]] = self.names.pop(code)
            self.aliases[new + code[len(old) :]] = [*self.aliases.pop(code, []), code.lower()]
        for code in [each for each in self.places if each == old or each.startswith(f"{old}/")]:
            self.renamed[code] = new + code[len(old) :]
            self.places[new + code[len(old) :]] = self.places.pop(code)

    def _code(self, text: str) -> str:
        return text.strip().upper().replace("(", "/").replace(")", "")

    def _place(self, file: str, number: int, kind: str, rest: str) -> None:
        words = rest.split()
        if not words:
            return
        code = self._code(words[0])
        abuts = words[2:] if len(words) > 1 and words[1].upper() == "ABUTS" else None
        known = self.places.get(code)
        self.dropped.discard(code)
        if abuts is None and known is not None:
            known.kind = kind
        else:
            self.places[code] = _Place(kind, abuts or [], number, file, words[0].islower())

    def _amend(self, file: str, number: int, rest: str, _depth: int) -> None:
        words = rest.split()
        code = self._code(words[0]) if words else ""
        place = self.places.get(code)
        if place is None:
            self.report.mended(file, number, f"{rest[:40]!r} amends an unknown place", "left out")
            return
        for word in words[2:] if len(words) > 1 and words[1].upper() == "ABUTS" else words[1:]:
            gone = _bare(word.lstrip("-"))
            place.abuts = [each for each in place.abuts if _bare(each) != gone]
            if not word.startswith("-"):
                place.abuts.append(word)

    def _drop(self, _file: str, _number: int, rest: str, _depth: int) -> None:
        for word in rest.split():
            code = self._code(word)
            for each in [each for each in self.places if each == code or each.startswith(f"{code}/")]:
                del self.places[each]
            for each in [each for each in self.names if each == code or each.startswith(f"{code}/")]:
                del self.names[each]
                self.aliases.pop(each, None)
            self.dropped.add(code)

    # --- powers ---

    def _power(self, file: str, number: int, line: str) -> None:
        match = _POWER.fullmatch(line)
        if match is None:
            self.report.mended(file, number, f"{line[:50]!r} means nothing here", "left out")
            return
        name = match["name"].replace("+", " ")
        adjective, _, letter = (match["about"] or "").partition(":")
        identity = power_id(name)
        power = self.draft.powers.get(identity)
        if power is None:
            if match["about"] is None and not match["homes"].strip() and number and not self._is_power_line(line):
                self.report.mended(file, number, f"{line[:50]!r} means nothing here", "left out")
                return
            power = DraftPower(identity, name.title() if name.isupper() else name)
            self.draft.powers[identity] = power
        if adjective.strip():
            words = adjective.replace("+", " ").strip()
            power.adjective = words.title() if words.isupper() else words
        if letter.strip():
            power.letter = letter.strip()[:1].upper()
        self.current = power
        if match["homes"].strip():
            self._homes(file, number, power, match["homes"].split())

    def _is_power_line(self, line: str) -> bool:
        return bool(re.fullmatch(r"_?[A-Z][A-Z0-9+'.-]{2,}", line))

    def _homes(self, file: str, number: int, power: DraftPower, words: list[str]) -> None:
        for word in words:
            if word.upper() in ("AND", "OR"):
                continue
            bare = re.sub(r"\(.*\)", "", word)
            marks = re.match(r"[-*+~@&]*", bare)
            mark = marks[0] if marks else ""
            code = self._code(bare[len(mark) :])
            if "-" in mark:
                power.home = [each for each in power.home if each != code]
            elif "@" in mark:
                self.report.mended(file, number, f"{code} is a home centre that {power.name} may choose", "left out")
            elif code not in power.home:
                power.home.append(code)
                if "*" in mark or "+" in mark:
                    self.sites.add(code)
                    continue
                self.neutral = [each for each in self.neutral if each != code]
                if "~" in mark:
                    self.report.mended(file, number, f"{code} is a hidden home centre", "shown")

    def _home(self, file: str, number: int, rest: str, _depth: int) -> None:
        if self.current is not None:
            self._homes(file, number, self.current, rest.split())

    def _home_anew(self, file: str, number: int, rest: str, depth: int) -> None:
        if self.current is not None:
            self.current.home = []
            self._home(file, number, rest, depth)

    def _owns(self, _file: str, _number: int, rest: str, _depth: int) -> None:
        if self.current is not None:
            self.explicit_owned.add(self.current.id)
            self.current.owned += [code for word in rest.split() if (code := self._code(word)) not in self.current.owned]

    def _centers(self, file: str, number: int, rest: str, depth: int) -> None:
        if self.current is None:
            self._unowned(file, number, rest, depth)
            return
        self.current.owned = []
        self._owns(file, number, rest, depth)

    def _unowned(self, _file: str, _number: int, rest: str, _depth: int) -> None:
        self.current = None
        for word in rest.split():
            code = self._code(word.lstrip("-"))
            if word.startswith("-"):
                self.neutral = [each for each in self.neutral if each != code]
            elif code not in self.neutral:
                self.neutral.append(code)

    def _no_units(self, _file: str, _number: int, _rest: str, _depth: int) -> None:
        if self.current is not None:
            self.current.units = []

    def _unit(self, file: str, number: int, line: str) -> None:
        match = _UNIT.fullmatch(line)
        if self.current is None or match is None:
            self.report.mended(file, number, f"the unit {line[:30]} belongs to no power", "left out")
            return
        place = Location(match[2], match[3])
        self.current.units = [each for each in self.current.units if each[1].province != place.province]
        self.current.units.append((match[1], place))

    def _dummies(self, _file: str, _number: int, rest: str, _depth: int) -> None:
        self._roles(rest, "dummy")

    def _unplayed(self, _file: str, _number: int, rest: str, _depth: int) -> None:
        self._roles(rest, "neutral")

    def _roles(self, rest: str, role: str) -> None:
        words = [power_id(word.replace("+", " ")) for word in rest.split()]
        if not words:
            chosen = [] if self.current is None else [self.current.id]
        elif words[0] == "ALL":
            left = set(words[2:]) if words[1:2] == ["EXCEPT"] else set()
            chosen = [each for each in self.draft.powers if each not in left]
        else:
            chosen = words
        for each in chosen:
            if each in self.draft.powers:
                self.draft.powers[each].role = role

    # --- the game ---

    def _begin(self, file: str, number: int, rest: str, _depth: int) -> None:
        words = rest.upper().split()
        year = next((int(word) for word in words if re.fullmatch(r"\d{1,4}", word)), None)
        kind = next((_KINDS[word] for word in words if word in _KINDS), PhaseKind.MOVEMENT)
        season = next((letter for word, letter in _SEASONS.items() if word in words), "S")
        if year is None:
            self.report.mended(file, number, f"the start {rest[:40]!r} has no year", "1901")
            year = 1901
        if any(re.fullmatch(r"B\.?C\.?", word) for word in words):
            year = -year
        if kind is PhaseKind.ADJUSTMENT:
            season = "W"
        self.draft.start = Phase(season, year, kind)

    def _victory(self, file: str, number: int, rest: str, _depth: int) -> None:
        numbers = [int(word) for word in rest.split() if word.isdigit() and len(word) < 5]
        if numbers:
            self.draft.victory = numbers[-1]
        if len(set(numbers)) > 1:
            self.report.mended(file, number, f"victory changes with the years: {rest[:40]}", f"{numbers[-1]} centres win")

    def _rule(self, file: str, number: int, rest: str, _depth: int) -> None:
        for word in rest.upper().split():
            if word in _BUILD_RULES:
                self.draft.builds = _BUILD_RULES[word]
            elif word == "!BUILD_ANY":
                self.draft.builds = BuildPolicy.HOME
            else:
                self.report.mended(file, number, f"the rule {word[:40]} has no counterpart here", "left out")

    def _flow(self, file: str, number: int, rest: str, _depth: int) -> None:
        self.flow += [(word, file, number) for word in rest.upper().split()]

    def _calendar(self) -> None:
        """The calendar of all lines of FLOW, which may stand before the start and after it."""
        if not self.flow:
            return
        found = read_flow([word for word, _, _ in self.flow], self.draft.start)
        if found is not None and (not self.opened or found.seasons.keys() >= set().union(*self.opened.values())):
            self.draft.calendar, self.draft.seasons = list(found.steps), found.seasons
            self.draft.year_step, self.draft.start = found.year_step, found.start
            return
        _, file, number = self.flow[0]
        words = " ".join(word for word, _, _ in self.flow)
        self.report.mended(file, number, f"the calendar {words[:60]!r} has no counterpart here", "the usual round of seasons is played")

    def _in(self, file: str, number: int, rest: str) -> None:
        when, colon, what = rest.partition(":")
        self.later = not colon
        words = what.split()
        season = _SEASONS.get(when.strip().upper())
        if season is not None and len(words) == 2 and words[0].upper() in _TERRAINS:
            code = self._code(words[1])
            terrain = _TERRAINS[words[0].upper()]
            if terrain is not Terrain.IMPASSABLE:
                self.opened.setdefault(code, set()).add(season)
                self.opened_as[code] = terrain
                return
        self.report.mended(file, number, f"a change in mid-game: {rest[:50]!r}", "left out")

    # --- the whole ---

    def finish(self, name: str) -> dict[str, str]:
        """Provinces and steps out of all that was read. Returns the words for each province, in small letters."""
        draft = self.draft
        self._calendar()
        codes = self._province_codes(name)
        for raw, code in codes.items():
            place = self.places[raw]
            shut_season = place.kind == "SHUT" and raw in self.opened
            terrain = self.opened_as[raw] if shut_season else _TERRAINS[place.kind]
            coasts = [each.partition("/")[2] for each in self.places if each.startswith(f"{raw}/")]
            if coasts and terrain is not Terrain.COASTAL:
                self.report.mended(place.file, place.line, f"{raw} has coasts and is {place.kind.lower()}", "its coasts are left out")
                coasts = []
            province = DraftProvince(code, self.names.get(raw, raw.title()), terrain, coasts)
            province.convoyable = place.kind == "PORT"
            for word in self.aliases.get(raw, []):
                bare = word.strip()
                if "/" in bare or "(" in bare:
                    continue
                (province.aliases if len(bare) <= 4 and bare.isalnum() else province.names).append(bare.upper() if len(bare) <= 4 else bare)
            draft.provinces[code] = province
        self._steps(codes)
        self._powers(codes, name)
        words = {raw.lower(): code for raw, code in codes.items()}
        for raw, code in codes.items():
            for word in (*self.aliases.get(raw, []), self.names.get(raw, "")):
                words.setdefault(word.lower(), code)
        for old, new in self.renamed.items():
            if new in codes:
                words.setdefault(old.lower(), codes[new])
        return words

    def _province_codes(self, name: str) -> dict[str, str]:
        codes: dict[str, str] = {}
        for raw in [each for each in self.places if "/" not in each]:
            code = province_code(raw)
            while code in codes.values():
                code = f"{code[:6]}X"
            if len(codes) >= MOST_PROVINCES:
                raise VariantError((Fault(name, None, "too many places", f"at most {MOST_PROVINCES}"),))
            codes[raw] = code
        for raw in [each for each in self.places if "/" in each]:
            parent, _, coast = raw.partition("/")
            if parent not in codes or re.fullmatch(r"[A-Z]{1,3}", coast) is None:
                place = self.places.pop(raw)
                self.report.mended(place.file, place.line, f"{raw[:20]} is a coast of no place, or none at all", "left out")
        return codes

    def _steps(self, codes: dict[str, str]) -> None:
        for raw, place in self.places.items():
            parent, _, coast = raw.partition("/")
            origin = Location(codes[parent], coast or None)
            for word in place.abuts:
                self._step(place, raw, origin, coast, word, codes)

    def _step(self, place: _Place, raw: str, origin: Location, coast: str, word: str, codes: dict[str, str]) -> None:
        """What one word after ABUTS opens: capitals for all kinds, small letters for armies, a capital first for fleets alone."""
        limited = re.match(r"([A-Z]{1,2}):(?=.)", word)
        owner = re.search(r"\(([A-Z]{3})\)", word)
        body = _bare_word(word)
        target_raw = self.renamed.get(self._code(body), self._code(body))
        province, _, target_coast = target_raw.partition("/")
        if province not in codes:
            if province not in self.dropped:
                self.report.mended(place.file, place.line, f"{raw} leads to an unknown place {body[:20]!r}", "the step is left out")
            return
        if owner is not None:
            self.report.mended(place.file, place.line, f"{raw} leads to {body} for the owner of {owner[1]} only", "it leads there for all")
        powers = None
        if limited is not None:
            powers = frozenset(each.id for each in self.draft.powers.values() if each.letter == limited[1]) or None
        half = 1 if "*" in word else 0 if "~" in word else 2
        seasons = self._open_seasons(target_raw, raw)
        passage = Passage(half, half == 2, seasons, (None, None), powers)
        target = Location(codes[province], target_coast or None)
        if not coast and (body.islower() or body.isupper()):
            self._open(origin, Location(target.province), "A", passage)
        if not body.islower():
            self._open(origin, target, "F", passage)

    def _open(self, origin: Location, target: Location, letter: str, passage: Passage) -> None:
        """Note a step where its kind can stand at both ends; lists name neighbours for any kind, so others are no mistake."""
        if self.draft.can_stand(letter, origin) and self.draft.can_stand(letter, target):
            self.draft.steps[origin, target, letter] = passage

    def _open_seasons(self, *raws: str) -> frozenset[str] | None:
        seasons: frozenset[str] | None = None
        for raw in raws:
            if raw in self.opened and self.places.get(raw) is not None and self.places[raw].kind == "SHUT":
                opened = frozenset(self.opened[raw])
                seasons = opened if seasons is None else seasons & opened
        return seasons

    def _powers(self, codes: dict[str, str], name: str) -> None:
        draft = self.draft

        def known(raw: str, what: str) -> str | None:
            code = codes.get(self.renamed.get(raw, raw))
            if code is None and raw not in self.dropped:
                self.report.mended(name, None, f"{what} names an unknown place {raw[:20]!r}", "left out")
            return code

        sites = {code for raw in self.sites if (code := known(raw, "a building site")) is not None}
        for code in sites:
            draft.provinces[code].build_site = True
        for power in draft.powers.values():
            power.home = [code for raw in power.home if (code := known(raw, f"home of {power.name}")) is not None]
            if power.id in self.explicit_owned:
                power.owned = [code for raw in power.owned if (code := known(raw, f"a centre of {power.name}")) is not None]
            else:
                power.owned = [code for code in power.home if code not in sites]
            units = []
            for letter, place in power.units:
                code = known(place.province, f"a unit of {power.name}")
                if code is not None:
                    units.append((letter, Location(code, place.coast if place.coast in draft.provinces[code].coasts else None)))
            power.units = units
            for code in (*power.home, *power.owned):
                draft.provinces[code].centre = draft.provinces[code].centre or code not in sites
        for raw in self.neutral:
            code = known(raw, "UNOWNED")
            if code is not None:
                draft.provinces[code].centre = True
        owners = {code: power.id for power in draft.powers.values() for code in power.owned}
        for code in [codes[raw] for raw in self.neutral if raw in codes and owners.get(codes[raw])]:
            power = draft.powers[owners[code]]
            power.owned = [each for each in power.owned if each != code] if power.id not in self.explicit_owned else power.owned
        standing: dict[str, str] = {}
        for power in reversed(list(draft.powers.values())):
            power.units = [each for each in power.units if standing.setdefault(each[1].province, power.id) == power.id]
        for power in list(draft.powers.values()):
            if not power.home and not power.units and not power.owned:
                self.report.mended(name, None, f"{power.name} has neither home, centre nor unit", "it is no power")
                del draft.powers[power.id]


def _bare_word(word: str) -> str:
    """A word after ABUTS without its marks."""
    return re.sub(r"\([^)]*\)", "", re.sub(r"^[A-Z]{1,2}:(?=.)", "", word)).strip("*~-+,")


def _bare(word: str) -> str:
    return _bare_word(word).upper()
