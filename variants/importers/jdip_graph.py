"""The adjacency files of jDip: provinces and what they are, the links between them, and the steps that follow."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from adjudicator.board import Terrain
from adjudicator.location import Location
from languages import tr
from variants.fault import Fault, VariantError
from variants.importers.draft import MOST_PROVINCES, DraftProvince, VariantDraft, province_code
from variants.importers.jdip_borders import REFERENCE, Crossings, JdipBorder, read_border
from variants.importers.result import ImportReport
from variants.svg.element import Element
from variants.svg.loose_xml import read_loose_xml

_COASTS = ("nc", "ec", "sc", "wc")


@dataclass(slots=True)
class Graph:
    """An adjacency file."""

    provinces: dict[str, DraftProvince] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)
    """Short names, full names and unique names, in small letters, to codes."""
    refs: dict[tuple[str, str], list[tuple[str, str]]] = field(default_factory=dict)
    """Code and type (``mv``, ``xc``, ``nc``) to references as code and coast."""
    borders: dict[str, list[JdipBorder]] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)


def read_graph(content: bytes, name: str, report: ImportReport) -> Graph:
    """An adjacency file.

    Raises:
        VariantError: it cannot be read, or has too many provinces.
    """
    root = read_loose_xml(content, name, report.mended)
    graph = Graph()
    elements = [each for each in root.walk() if each.tag == "PROVINCE"][: MOST_PROVINCES + 1]
    if not elements or len(elements) > MOST_PROVINCES:
        raise VariantError(
            (
                Fault(
                    name,
                    root.line,
                    tr("the board has {count} provinces", count=len(elements)),
                    tr("{least} to {most}", least=1, most=MOST_PROVINCES),
                ),
            )
        )
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
                report.left_out(
                    name, element.line, tr("{code} names an unknown border {border!r}", code=code, border=each[:40]), tr("left out")
                )
    _mend_seas_without_water(graph, name, report)
    return graph


def _codes(elements: Iterable[Element], name: str, report: ImportReport) -> list[tuple[Element, str]]:
    found: list[tuple[Element, str]] = []
    taken: set[str] = set()
    for element in elements:
        short = element.get("shortname").strip()
        code = province_code(short)
        if code in taken:
            number = 2
            while f"{code[:6]}{number}" in taken:
                number += 1
            report.mended(
                name,
                element.line,
                tr("the short name {short!r} stands twice", short=short),
                tr("the second is {code}{number}", code=code[:6], number=number),
            )
            code = f"{code[:6]}{number}"
        elif code != short.upper():
            report.mended(name, element.line, tr("the short name {short!r} cannot be a code", short=short), f"{code} is")
        taken.add(code)
        found.append((element, code))
    return found


def _province(element: Element, code: str, graph: Graph, name: str, report: ImportReport) -> DraftProvince:
    """The province with what it is, which its kinds of links say; its references go into *graph*."""
    types: dict[str, list[tuple[str, str]]] = {}
    for each in element.children:
        if each.tag != "ADJACENCY":
            continue
        kind = (each.get("type") or "mv").strip().lower()
        if kind not in ("mv", "xc", *_COASTS):
            report.left_out(name, each.line, tr("{code} has links of an unknown type {kind!r}", code=code, kind=kind[:20]), tr("left out"))
            continue
        refs = types.setdefault(kind, [])
        for word in each.get("refs").replace(",", " ").split():
            match = REFERENCE.fullmatch(word)
            target = graph.words.get(match[1].lower()) if match else graph.words.get(word.lower())
            if target is None:
                report.left_out(
                    name,
                    each.line,
                    tr("{code} leads to an unknown province {word!r}", code=code, word=word[:40]),
                    tr("the link is left out"),
                )
            else:
                refs.append((target, (match[2] or "").upper() if match else ""))
    coasts = [kind.upper() for kind in _COASTS if kind in types]
    if coasts and "xc" in types:
        report.left_out(name, element.line, tr("{code} has named coasts and a single coast", code=code), tr("the single coast is left out"))
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


def _mend_seas_without_water(graph: Graph, name: str, report: ImportReport) -> None:
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
            for other in sorted(targets):
                report.mended(
                    name,
                    graph.lines[code],
                    tr("the army's link from {code} to {other} has no way back", code=code, other=other),
                    tr("a fleet's, both ways"),
                )
            for other in sorted(back_by_sea):
                report.mended(
                    name,
                    graph.lines[other],
                    tr("the fleet's link from {other} to {code} has no way back", other=other, code=code),
                    tr("it has one"),
                )
            what = tr(
                "{code} ({province}) has an army's links only, and {count} neighbours send it fleets and no army",
                code=code,
                province=province.name,
                count=len(back_by_sea),
            )
            report.mended(name, graph.lines[code], what, tr("it is a sea"))


def add_steps(draft: VariantDraft, graph: Graph, name: str, report: ImportReport) -> None:
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
                    report.mended(
                        name,
                        graph.lines[code],
                        tr("{code} leads to {target}/{coast}, which has no such coast", code=code, target=target, coast=coast),
                        f"to {target}",
                    )
                add(origin, Location(target, wanted), "F")
    if any(kind.letter == "W" for kind in draft.kinds):
        for code, others in beside.items():
            for other in others:
                if Terrain.IMPASSABLE not in (draft.provinces[code].terrain, draft.provinces[other].terrain):
                    add(Location(code), Location(other), "W")
