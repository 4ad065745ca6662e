"""Variant packages of the Java client jDip: ``variants.xml``, adjacency files and drawings in one zip archive."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from adjudicator.board import ARMY, FLEET, Terrain, UnitKind
from adjudicator.location import Location
from adjudicator.phase import Phase, PhaseKind
from adjudicator.variant import BuildPolicy
from variants.compile.xml_tree import Element
from variants.fault import Fault, VariantError
from variants.importers.draft import (
    MOST_PROVINCES,
    Draft,
    DraftMap,
    DraftPower,
    DraftProvince,
    DraftUnits,
    free_id,
    mend,
    power_id,
    province_code,
    slug,
)
from variants.importers.jdip_borders import REFERENCE, SEASONS, UNITS, Border, Crossings, read_border
from variants.importers.jdip_drawing import convert_drawing
from variants.importers.loose_xml import read_loose_xml
from variants.importers.result import Imported, ImportedUnits, ImportResult, Report
from variants.importers.symbol_pack import find_packs, import_symbols
from variants.importers.write_variant import write_variant
from variants.source import Source

WING = UnitKind("W", "wing", frozenset({Terrain.INLAND, Terrain.COASTAL, Terrain.SEA}), captures=False)

_BUILDS = {
    "VALUE_BUILDS_HOME_ONLY": BuildPolicy.HOME,
    "VALUE_BUILDS_ANY_OWNED": BuildPolicy.ANY_OWNED,
    "VALUE_BUILDS_ANY_IF_HOME_OWNED": BuildPolicy.ANY_OWNED_WITH_HOME,
}
_KINDS = {"movement": PhaseKind.MOVEMENT, "retreat": PhaseKind.RETREAT, "adjustment": PhaseKind.ADJUSTMENT}
_COASTS = ("nc", "ec", "sc", "wc")
MOST_VARIANTS = 60


def import_jdip(source: Source, manifest: str = "variants.xml") -> ImportResult:
    """Every variant of a package.

    Raises:
        VariantError: there is no readable ``variants.xml``.
    """
    report = Report()
    root = read_loose_xml(_read(source, manifest), manifest, report)
    folder = manifest.rpartition("/")[0]
    packs = import_symbols(source, find_packs(source.names()))
    for fault in (*packs.report, *(fault for pack in packs.units for fault in pack.report)):
        report.mended(fault.source, fault.line, fault.what, "", fault.element)
    package = _Package(source, manifest, f"{folder}/" if folder else "", report, packs.units)
    drawings = {each.get("id"): each for each in root.walk() if each.tag == "MAP_DEFINITION"}
    found: list[Imported] = []
    taken: set[str] = set()
    for element in [each for each in root.children if each.tag == "VARIANT"][:MOST_VARIANTS]:
        own = Report()
        name = element.get("name") or source.label
        try:
            draft = package.variant(element, drawings, own)
            mend(draft, own)
        except VariantError as error:
            for fault in error.faults:
                own.error(fault.source, fault.line, fault.what, fault.expected)
            found.append(Imported(slug(name), name, {}, own.lines()))
            continue
        draft.id = free_id(draft.id, taken)
        taken.add(draft.id)
        found.append(Imported(draft.id, draft.name, write_variant(draft), own.lines()))
    if not found:
        report.error(manifest, root.line, "there is no variant in it", "an element VARIANT")
    return ImportResult(tuple(found), report.lines())


def _read(source: Source, name: str) -> bytes:
    try:
        return source.read(name)
    except (OSError, ValueError) as error:
        raise VariantError((Fault(source.label, None, str(error)[:200], f"a file {name}"),)) from None


@dataclass(slots=True)
class Graph:
    """An adjacency file."""

    provinces: dict[str, DraftProvince] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)
    """Short names, full names and unique names, in small letters, to codes."""
    refs: dict[tuple[str, str], list[tuple[str, str]]] = field(default_factory=dict)
    """Code and type (``mv``, ``xc``, ``nc``) to references as code and coast."""
    borders: dict[str, list[Border]] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)


class _Package:
    def __init__(self, source: Source, manifest: str, folder: str, report: Report, carried: tuple[ImportedUnits, ...]) -> None:
        self._source = source
        self._manifest = manifest
        self._folder = folder
        self._report = report
        self._carried = carried
        self._drawn: dict[tuple[str, str, str], tuple[bytes, tuple[Fault, ...]]] = {}

    def file(self, name: str) -> bytes:
        """A file that the package names.

        Raises:
            VariantError: there is none, or the name leads out of it.
        """
        cleaned = name.strip().replace("\\", "/").removeprefix("./")
        if re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", cleaned):
            raise VariantError((Fault(self._manifest, None, f"{cleaned[:60]!r} lies outside of the package", "a file inside"),))
        by_case = {each.lower(): each for each in self._source.names()}
        wanted = f"{self._folder}{cleaned}"
        return _read(self._source, by_case.get(wanted.lower(), wanted))

    def variant(self, element: Element, drawings: Mapping[str, Element], report: Report) -> Draft:
        """One ``VARIANT``."""
        name = " ".join(element.get("name").split()) or self._source.label
        draft = Draft(slug(name), name[:120], self._source.label, version=element.get("version") or "1")
        draft.notes.append("A variant package of jDip")
        if element.get("aliases"):
            draft.notes.append(f"Also called {element.get('aliases')}")
        draft.description = _words_of(next((each for each in element.children if each.tag == "DESCRIPTION"), None))
        maps = [each for each in element.children if each.tag == "MAP"]
        if not maps or not maps[0].get("adjacencyURI"):
            raise VariantError((Fault(self._manifest, element.line, f"{name} has no map", "<MAP adjacencyURI=...>"),))
        self._rules(draft, element, report)
        adjacency = maps[0].get("adjacencyURI")
        graph = read_graph(self.file(adjacency), adjacency, report)
        draft.provinces = graph.provinces
        _add_steps(draft, graph, adjacency, report)
        self._powers(draft, element, graph, report)
        self._time(draft, element, report)
        self._maps(draft, maps[0], drawings, graph, report)
        self._units(draft, maps[0], drawings, report)
        return draft

    def _rules(self, draft: Draft, element: Element, report: Report) -> None:
        for option in [each for each in element.walk() if each.tag == "RULEOPTION"]:
            name, value = option.get("name"), option.get("value")
            if name == "OPTION_BUILDS" and value in _BUILDS:
                draft.builds = _BUILDS[value]
            elif name == "OPTION_WINGS":
                if value == "VALUE_WINGS_ENABLED":
                    draft.kinds = [ARMY, FLEET, WING]
            elif (name, value) != ("OPTION_CONVOYED_MOVES", "VALUE_PATHS_EITHER"):
                report.mended(
                    self._manifest, option.line, f"the rule option {name[:40]} = {value[:40]} has no counterpart here", "left out"
                )
        conditions = ("WINNING_SUPPLY_CENTERS", "YEARS_WITHOUT_SC_CAPTURE", "GAME_LENGTH")
        for each in [each for each in element.walk() if each.tag in conditions]:
            number = int(each.get("value")) if re.fullmatch(r"\d{1,5}", each.get("value").strip()) else 0
            if number and each.tag == "WINNING_SUPPLY_CENTERS":
                draft.victory = number
            elif number and each.tag == "YEARS_WITHOUT_SC_CAPTURE":
                draft.years_without_capture = min(number, 1000)
            elif number:
                draft.year_limit = number  # years for now; the start is read later

    def _powers(self, draft: Draft, element: Element, graph: Graph, report: Report) -> None:
        by_word: dict[str, DraftPower] = {}
        for each in [child for child in element.children if child.tag == "POWER"]:
            name = " ".join(each.get("name").split())
            identity = power_id(name)
            if identity in draft.powers:
                report.mended(self._manifest, each.line, f"the power {name} stands twice", "once")
                continue
            role = "neutral" if each.get("active").lower() == "false" else "playing"
            power = DraftPower(identity, name, " ".join(each.get("adjective").split()), role=role)
            draft.powers[identity] = power
            for word in (name, *(each.get("altnames") or each.get("altname")).split(",")):
                if word.strip():
                    by_word.setdefault(word.strip().lower(), power)
        for each in [child for child in element.children if child.tag == "SUPPLYCENTER"]:
            code = self._code(graph, each, report)
            if code is None:
                continue
            draft.provinces[code].centre = True
            for attribute, key in (("homepower", "home"), ("owner", "owned")):
                word = each.get(attribute).strip().lower()
                power_named = by_word.get(word)
                if power_named is not None:
                    getattr(power_named, key).append(code)
                elif word not in ("", "none", "any"):
                    report.mended(self._manifest, each.line, f"{each.get(attribute)[:40]!r} is no power", "left out")
                elif word == "any":
                    draft.provinces[code].build_site = True
        for each in [child for child in element.children if child.tag == "INITIALSTATE"]:
            code = self._code(graph, each, report)
            owner = by_word.get(each.get("power").strip().lower())
            letter = UNITS.get(each.get("unit").strip().lower())
            if code is None or owner is None or letter not in {kind.letter for kind in draft.kinds}:
                report.mended(
                    self._manifest, each.line, f"the unit {each.get('unit')} in {each.get('province')} cannot be placed", "left out"
                )
                continue
            coast = each.get("unitcoast").strip().upper() or None
            owner.units.append((letter, Location(code, coast if coast in draft.provinces[code].coasts else None)))

    def _code(self, graph: Graph, element: Element, report: Report) -> str | None:
        code = graph.words.get(element.get("province").strip().lower())
        if code is None:
            report.mended(self._manifest, element.line, f"there is no province {element.get('province')[:40]!r}", "left out")
        return code

    def _time(self, draft: Draft, element: Element, report: Report) -> None:
        stated = next((each for each in element.children if each.tag == "STARTINGTIME"), None)
        text = stated.get("turn") if stated is not None else ""
        season = next((letter for word, letter in SEASONS.items() if word in text.lower()), "S")
        kind = next((kind for word, kind in _KINDS.items() if word in text.lower()), PhaseKind.MOVEMENT)
        year = re.search(r"-?\d{1,5}", text)
        if stated is None or year is None:
            report.mended(self._manifest, element.line, f"the start {text[:40]!r} cannot be read", "Spring 1901")
        number = int(year[0]) if year else 1901
        if re.search(r"\bB\.?C", text, re.IGNORECASE):
            number = -abs(number)
        if kind is PhaseKind.ADJUSTMENT:
            season = "W"
        elif season == "W":
            season = "S"
        draft.start = Phase(season, number, kind)
        if draft.year_limit is not None:
            last = number + draft.year_limit - 1
            draft.year_limit = last + 1 if number < 0 <= last else last

    def _maps(self, draft: Draft, element: Element, drawings: Mapping[str, Element], graph: Graph, report: Report) -> None:
        graphics = [each for each in element.children if each.tag in ("MAP_GRAPHIC", "GRAPHIC")]
        graphics.sort(key=lambda each: each.get("default").lower() != "true")
        for each in graphics[:8]:
            definition = drawings.get(each.get("ref"), each)
            name = definition.get("URI") or definition.get("uri")
            identity = slug(each.get("ref") or name.rpartition(".")[0], "map").replace("-", "_")
            title = definition.get("title") or identity
            if any(made.id == identity for made in draft.maps):
                continue
            try:
                svg = self._converted(name, element.get("adjacencyURI"), title, draft, graph, report)
            except VariantError as error:
                for fault in error.faults:
                    report.mended(fault.source, fault.line, fault.what, "the drawing is left out")
                continue
            draft.maps.append(DraftMap(identity, " ".join(title.split())[:100], svg))
        if not draft.maps:
            from variants.importers.schematic import schematic_board

            report.mended(self._manifest, element.line, "there is no drawing that can be used", "a plain one is laid out")
            draft.maps.append(DraftMap("plain", "Plain", schematic_board(draft)))

    def _units(self, draft: Draft, element: Element, drawings: Mapping[str, Element], report: Report) -> None:
        """The packs of unit symbols that the package names for its maps, in the sequence of these, then others that it carries."""
        graphics = [each for each in element.children if each.tag in ("MAP_GRAPHIC", "GRAPHIC")]
        graphics.sort(key=lambda each: each.get("default").lower() != "true")
        carried = {each.id: each for each in self._carried if each.content}
        named: dict[str, tuple[str, int]] = {}
        for each in graphics[:8]:
            style = each.get("preferredUnitStyle") or drawings.get(each.get("ref"), each).get("preferredUnitStyle")
            name = " ".join(style.split())[:60]
            if name:
                named.setdefault(slug(name, "symbols"), (name, each.line))
        for identity, (name, line) in named.items():
            if identity in carried:
                pack = carried.pop(identity)
                draft.unit_sets.append(DraftUnits(pack.id, pack.name, pack.content))
            else:
                what = f"it is to be shown with the unit symbols {name!r}, which are not in the package"
                report.mended(self._manifest, line, what, "shown so once a pack of that name is imported")
                draft.unit_sets.append(DraftUnits(identity, name, None))
        draft.unit_sets += [DraftUnits(each.id, each.name, each.content) for each in carried.values()]

    def _converted(self, name: str, adjacency: str, title: str, draft: Draft, graph: Graph, report: Report) -> bytes:
        """A drawing in our layers: once for all variants that share drawing and graph."""
        key = (name, adjacency, title)
        if key not in self._drawn:
            own = Report()
            self._drawn[key] = (convert_drawing(self.file(name), name, title, draft, graph.words, own), own.lines())
        svg, lines = self._drawn[key]
        for fault in lines:
            report.mended(fault.source, fault.line, fault.what, "", fault.element)
        return svg


def read_graph(content: bytes, name: str, report: Report) -> Graph:
    """An adjacency file.

    Raises:
        VariantError: it cannot be read, or has too many provinces.
    """
    root = read_loose_xml(content, name, report)
    graph = Graph()
    elements = [each for each in root.walk() if each.tag == "PROVINCE"][: MOST_PROVINCES + 1]
    if not elements or len(elements) > MOST_PROVINCES:
        raise VariantError((Fault(name, root.line, f"the board has {len(elements)} provinces", f"1 to {MOST_PROVINCES}"),))
    codes = _codes(elements, name, report)
    for element, code in codes:
        graph.words.setdefault(element.get("shortname").strip().lower(), code)
        graph.lines[code] = element.line
    for element, code in codes:
        unique = [each.get("name").strip() for each in element.children if each.tag == "UNIQUENAME"]
        for word in (element.get("fullname"), *unique):
            graph.words.setdefault(word.strip().lower(), code)
    borders = {each.get("id"): read_border(each, name, report) for each in root.walk() if each.tag == "BORDER"}
    for element, code in codes:
        graph.provinces[code] = _province(element, code, graph, name, report)
        named = element.get("borders").replace(",", " ").split()
        graph.borders[code] = [borders[each] for each in named if each in borders]
        for each in named:
            if each not in borders:
                report.mended(name, element.line, f"{code} names an unknown border {each[:40]!r}", "left out")
    _mend_seas_without_water(graph, name, report)
    return graph


def _codes(elements: Iterable[Element], name: str, report: Report) -> list[tuple[Element, str]]:
    found: list[tuple[Element, str]] = []
    taken: set[str] = set()
    for element in elements:
        short = element.get("shortname").strip()
        code = province_code(short)
        if code in taken:
            number = 2
            while f"{code[:6]}{number}" in taken:
                number += 1
            report.mended(name, element.line, f"the short name {short!r} stands twice", f"the second is {code[:6]}{number}")
            code = f"{code[:6]}{number}"
        elif code != short.upper():
            report.mended(name, element.line, f"the short name {short!r} cannot be a code", f"{code} is")
        taken.add(code)
        found.append((element, code))
    return found


def _province(element: Element, code: str, graph: Graph, name: str, report: Report) -> DraftProvince:
    """The province with what it is, which its kinds of links say; its references go into *graph*."""
    types: dict[str, list[tuple[str, str]]] = {}
    for each in element.children:
        if each.tag != "ADJACENCY":
            continue
        kind = (each.get("type") or "mv").strip().lower()
        if kind not in ("mv", "xc", *_COASTS):
            report.mended(name, each.line, f"{code} has links of an unknown type {kind[:20]!r}", "left out")
            continue
        refs = types.setdefault(kind, [])
        for word in each.get("refs").replace(",", " ").split():
            match = REFERENCE.fullmatch(word)
            target = graph.words.get(match[1].lower()) if match else graph.words.get(word.lower())
            if target is None:
                report.mended(name, each.line, f"{code} leads to an unknown province {word[:40]!r}", "the link is left out")
            else:
                refs.append((target, (match[2] or "").upper() if match else ""))
    coasts = [kind.upper() for kind in _COASTS if kind in types]
    if coasts and "xc" in types:
        report.mended(name, element.line, f"{code} has named coasts and a single coast", "the single coast is left out")
        del types["xc"]
    walkable = [target for target, _ in types.get("mv", []) if target != code]
    afloat = "xc" in types or bool(coasts)
    if not afloat and not walkable:
        terrain = Terrain.IMPASSABLE
    elif "mv" not in types:
        terrain = Terrain.SEA
    else:
        terrain = Terrain.COASTAL if afloat else Terrain.INLAND
    for kind, refs in types.items():
        graph.refs[code, kind] = [(target, coast) for target, coast in refs if target != code]
    names = [each.get("name") for each in element.children if each.tag == "UNIQUENAME"]
    short = [word for word in names if len(word) <= 4 and word.isalnum()]
    province = DraftProvince(code, element.get("fullname"), terrain, coasts, aliases=[word.upper() for word in short])
    province.names = [word for word in names if word not in short]
    province.convoyable = element.get("isConvoyableCoast").lower() == "true"
    if element.get("shortname").strip().upper() != code:
        province.aliases.append(element.get("shortname").strip())
    return province


def _mend_seas_without_water(graph: Graph, name: str, report: Report) -> None:
    """A province with an army's links alone, to which no army of its neighbours can come and their fleets do, is a sea by mistake."""
    for code, province in graph.provinces.items():
        if province.terrain is not Terrain.INLAND:
            continue
        targets = {target for target, _ in graph.refs.get((code, "mv"), [])}
        back_by_land = {other for other in targets if any(ref == code for ref, _ in graph.refs.get((other, "mv"), []))}
        back_by_sea = {
            other for other in targets for kind in ("xc", *_COASTS) if any(ref == code for ref, _ in graph.refs.get((other, kind), []))
        }
        if targets and not back_by_land and back_by_sea:
            province.terrain = Terrain.SEA
            graph.refs[code, "xc"] = graph.refs.pop((code, "mv"))
            what = f"{code} ({province.name}) has an army's links only, and {len(back_by_sea)} neighbours send it fleets and no army"
            report.mended(name, graph.lines[code], what, "it is a sea")


def _add_steps(draft: Draft, graph: Graph, name: str, report: Report) -> None:
    """The steps of armies, of fleets coast by coast, and of wings wherever anything can go."""
    beside: dict[str, set[str]] = {code: set() for code in graph.provinces}
    crossings = Crossings(draft, graph.words, name, report)

    def add(origin: Location, target: Location, letter: str) -> None:
        step = (origin, target, letter)
        passage = crossings.passage(graph.borders.get(target.province, []), step)
        if passage is not None:
            draft.steps[step] = passage

    for (code, kind), refs in graph.refs.items():
        origin = Location(code, kind.upper() if kind in _COASTS else None)
        for target, coast in refs:
            beside[code].add(target)
            if kind == "mv":
                add(Location(code), Location(target), "A")
            else:
                wanted = coast if coast in draft.provinces[target].coasts else None
                if coast and wanted is None:
                    report.mended(name, graph.lines[code], f"{code} leads to {target}/{coast}, which has no such coast", f"to {target}")
                add(origin, Location(target, wanted), "F")
    if any(kind.letter == "W" for kind in draft.kinds):
        for code, others in beside.items():
            for other in others:
                if Terrain.IMPASSABLE not in (draft.provinces[code].terrain, draft.provinces[other].terrain):
                    add(Location(code), Location(other), "W")


def _words_of(element: Element | None) -> str:
    """The first sentences of a description, its HTML taken off."""
    if element is None:
        return ""
    text = " ".join(each.text + " " + each.tail for each in element.walk())
    text = re.sub(r"<(script|style)\b.*?</\1>", " ", text, flags=re.DOTALL | re.IGNORECASE)
    text = html.unescape(re.sub(r"<[^>]{0,400}>", " ", text))
    return " ".join(re.sub(r"[\x00-\x1f\x7f]", " ", text).split())[:1500]
