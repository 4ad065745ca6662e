"""Variant packages of the Java client jDip: ``variants.xml``, adjacency files and drawings in one zip archive."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping

from adjudicator import ARMY, FLEET, BuildPolicy, Location, Phase, PhaseKind, Terrain, UnitKind
from languages import tr
from languages.outside_text import outside_name
from variants.fault import Fault, VariantError
from variants.importers.draft import (
    DraftMap,
    DraftPower,
    DraftUnits,
    Imported,
    ImportedUnits,
    ImportReport,
    ImportResult,
    VariantDraft,
    free_id,
    power_id,
    slug,
)
from variants.importers.jdip_drawing import Converted, convert_drawing
from variants.importers.jdip_graph import SEASONS, UNITS, Graph, add_steps, read_graph
from variants.importers.mending import mend
from variants.importers.power_colours import paint_powers, settle_colours
from variants.importers.symbol_pack import find_packs, import_symbols, read_from
from variants.importers.write_variant import write_variant
from variants.source import Source
from variants.svg.element import Element
from variants.svg.read_xml import read_loose_xml

WING = UnitKind("W", "wing", frozenset({Terrain.INLAND, Terrain.COASTAL, Terrain.SEA}), captures=False)

_BUILDS = {
    "VALUE_BUILDS_HOME_ONLY": BuildPolicy.HOME,
    "VALUE_BUILDS_ANY_OWNED": BuildPolicy.ANY_OWNED,
    "VALUE_BUILDS_ANY_IF_HOME_OWNED": BuildPolicy.ANY_OWNED_WITH_HOME,
}
_KINDS = {"movement": PhaseKind.MOVEMENT, "retreat": PhaseKind.RETREAT, "adjustment": PhaseKind.ADJUSTMENT}
MOST_VARIANTS = 60


def import_jdip(source: Source, manifest: str = "variants.xml") -> ImportResult:
    """Every variant of a package.

    Raises:
        VariantError: there is no readable ``variants.xml``.
    """
    report = ImportReport()
    root = read_loose_xml(read_from(source, manifest), manifest, report.mended)
    folder = manifest.rpartition("/")[0]
    packs = import_symbols(source, find_packs(source.names()))
    for fault in (*packs.report, *(fault for pack in packs.units for fault in pack.report)):
        report.mended(fault.source, fault.line, fault.what, "", fault.element)
    package = _Package(source, manifest, f"{folder}/" if folder else "", report, packs.units)
    drawings = {each.get("id"): each for each in root.walk() if each.tag == "MAP_DEFINITION"}
    found: list[Imported] = []
    taken: set[str] = set()
    for element in [each for each in root.children if each.tag == "VARIANT"][:MOST_VARIANTS]:
        own = ImportReport()
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
        report.error(manifest, root.line, tr("there is no variant in it"), tr("an element VARIANT"))
    return ImportResult(tuple(found), report.lines())


class _Package:
    def __init__(self, source: Source, manifest: str, folder: str, report: ImportReport, carried: tuple[ImportedUnits, ...]) -> None:
        self._source = source
        self._manifest = manifest
        self._folder = folder
        self._report = report
        self._carried = carried
        self._drawn: dict[tuple[str, str, str], tuple[Converted, tuple[Fault, ...]]] = {}

    def file(self, name: str) -> bytes:
        """A file that the package names.

        Raises:
            VariantError: there is none, or the name leads out of it.
        """
        cleaned = name.strip().replace("\\", "/").removeprefix("./")
        if re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", cleaned):
            raise VariantError(
                (Fault(self._manifest, None, tr("{cleaned!r} lies outside of the package", cleaned=cleaned[:60]), tr("a file inside")),)
            )
        by_case = {each.lower(): each for each in self._source.names()}
        wanted = f"{self._folder}{cleaned}"
        return read_from(self._source, by_case.get(wanted.lower(), wanted))

    def variant(self, element: Element, drawings: Mapping[str, Element], report: ImportReport) -> VariantDraft:
        """One ``VARIANT``."""
        name = " ".join(element.get("name").split()) or self._source.label
        draft = VariantDraft(slug(name), name[:120], self._source.label, version=element.get("version") or "1")
        draft.notes.append("A variant package of jDip")
        if element.get("aliases"):
            draft.notes.append(f"Also called {element.get('aliases')}")
        draft.description = _words_of(next((each for each in element.children if each.tag == "DESCRIPTION"), None))
        maps = [each for each in element.children if each.tag == "MAP"]
        if not maps or not maps[0].get("adjacencyURI"):
            raise VariantError((Fault(self._manifest, element.line, tr("{name} has no map", name=name), tr("<MAP adjacencyURI=...>")),))
        self._rules(draft, element, report)
        adjacency = maps[0].get("adjacencyURI")
        graph = read_graph(self.file(adjacency), adjacency, report)
        draft.provinces = graph.provinces
        add_steps(draft, graph, adjacency, report)
        self._powers(draft, element, graph, report)
        self._time(draft, element, report)
        self._maps(draft, maps[0], drawings, graph, report)
        self._units(draft, maps[0], drawings, report)
        return draft

    def _rules(self, draft: VariantDraft, element: Element, report: ImportReport) -> None:
        for option in [each for each in element.walk() if each.tag == "RULEOPTION"]:
            name, value = option.get("name"), option.get("value")
            if name == "OPTION_BUILDS" and value in _BUILDS:
                draft.builds = _BUILDS[value]
            elif name == "OPTION_WINGS":
                if value == "VALUE_WINGS_ENABLED":
                    draft.kinds = [ARMY, FLEET, WING]
            elif (name, value) != ("OPTION_CONVOYED_MOVES", "VALUE_PATHS_EITHER"):
                report.left_out(
                    self._manifest,
                    option.line,
                    tr("the rule option {name} = {value} has no counterpart here", name=name[:40], value=value[:40]),
                    tr("left out"),
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

    def _powers(self, draft: VariantDraft, element: Element, graph: Graph, report: ImportReport) -> None:
        by_word: dict[str, DraftPower] = {}
        for each in [child for child in element.children if child.tag == "POWER"]:
            name = " ".join(each.get("name").split())
            identity = power_id(name)
            if identity in draft.powers:
                report.mended(self._manifest, each.line, tr("the power {name} stands twice", name=name), tr("once"))
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
                    report.left_out(self._manifest, each.line, tr("{name!r} is no power", name=each.get(attribute)[:40]), tr("left out"))
                elif word == "any":
                    draft.provinces[code].build_site = True
        for each in [child for child in element.children if child.tag == "INITIALSTATE"]:
            code = self._code(graph, each, report)
            owner = by_word.get(each.get("power").strip().lower())
            letter = UNITS.get(each.get("unit").strip().lower())
            if code is None or owner is None or letter not in {kind.letter for kind in draft.kinds}:
                report.left_out(
                    self._manifest,
                    each.line,
                    tr("the unit {unit} in {province} cannot be placed", unit=each.get("unit"), province=each.get("province")),
                    tr("left out"),
                )
                continue
            coast = each.get("unitcoast").strip().upper() or None
            owner.units.append((letter, Location(code, coast if coast in draft.provinces[code].coasts else None)))

    def _code(self, graph: Graph, element: Element, report: ImportReport) -> str | None:
        code = graph.words.get(element.get("province").strip().lower())
        if code is None:
            report.left_out(
                self._manifest, element.line, tr("there is no province {name!r}", name=element.get("province")[:40]), tr("left out")
            )
        return code

    def _time(self, draft: VariantDraft, element: Element, report: ImportReport) -> None:
        stated = next((each for each in element.children if each.tag == "STARTINGTIME"), None)
        text = stated.get("turn") if stated is not None else ""
        season = next((letter for word, letter in SEASONS.items() if word in text.lower()), "S")
        kind = next((kind for word, kind in _KINDS.items() if word in text.lower()), PhaseKind.MOVEMENT)
        year = re.search(r"-?\d{1,5}", text)
        if stated is None or year is None:
            report.unusable(self._manifest, element.line, tr("the start {text!r} cannot be read", text=text[:40]), "Spring 1901")
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

    def _maps(self, draft: VariantDraft, element: Element, drawings: Mapping[str, Element], graph: Graph, report: ImportReport) -> None:
        graphics = [each for each in element.children if each.tag in ("MAP_GRAPHIC", "GRAPHIC")]
        graphics.sort(key=lambda each: each.get("default").lower() != "true")
        for each in graphics[:8]:
            definition = drawings.get(each.get("ref"), each)
            name = definition.get("URI") or definition.get("uri")
            identity = slug(each.get("ref") or name.rpartition(".")[0], "map").replace("-", "_")
            title = definition.get("title") or identity
            if any(earlier.id == identity for earlier in draft.maps):
                continue
            try:
                made = self._converted(name, element.get("adjacencyURI"), title, draft, graph, report)
            except VariantError as error:
                for fault in error.faults:
                    report.unusable(fault.source, fault.line, fault.what, tr("the drawing is left out"))
                continue
            draft.maps.append(DraftMap(identity, " ".join(title.split())[:100], made.svg))
            if not any(power.colour for power in draft.powers.values()):
                paint_powers(draft, made.fills)
        if not draft.maps:
            from variants.importers.schematic import schematic_board

            report.mended(self._manifest, element.line, tr("there is no drawing that can be used"), tr("a plain one is laid out"))
            draft.maps.append(DraftMap("plain", "Plain", schematic_board(draft)))
        settle_colours(draft, report)

    def _units(self, draft: VariantDraft, element: Element, drawings: Mapping[str, Element], report: ImportReport) -> None:
        """The packs of unit symbols that the package names for its maps, in the order of these, then others that it carries."""
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
                what = tr("it is to be shown with the unit symbols {name!r}, which are not in the package", name=name)
                report.mended(self._manifest, line, what, tr("shown so once a pack of that name is imported"))
                draft.unit_sets.append(DraftUnits(identity, name, None))
        draft.unit_sets += [DraftUnits(each.id, each.name, each.content) for each in carried.values()]

    def _converted(self, name: str, adjacency: str, title: str, draft: VariantDraft, graph: Graph, report: ImportReport) -> Converted:
        """A drawing in our layers: once for all variants that share drawing and graph."""
        key = (name, adjacency, title)
        if key not in self._drawn:
            own = ImportReport()
            self._drawn[key] = (convert_drawing(self.file(name), name, title, draft, graph.words, own), own.lines())
        made, lines = self._drawn[key]
        for fault in lines:
            report.mended(fault.source, fault.line, fault.what, "", fault.element)
        return made


def _words_of(element: Element | None) -> str:
    """The first sentences of a description, its HTML taken off."""
    if element is None:
        return ""
    text = " ".join(each.text + " " + each.tail for each in element.walk())
    text = re.sub(r"<(script|style)\b.*?</\1>", " ", text, flags=re.DOTALL | re.IGNORECASE)
    text = html.unescape(re.sub(r"<[^>]{0,400}>", " ", text))
    return outside_name(text, 1_500)
