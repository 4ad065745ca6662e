"""The adjacency files of jDip: provinces, the links between them, what is special about a border, and the steps that follow."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from adjudicator import Location, Terrain
from languages import tr
from variants.fault import Fault, VariantError
from variants.importers.carried_hooks import Closing
from variants.importers.draft import MOST_PROVINCES, PLAIN, DraftProvince, EdgeRule, ImportReport, Step, VariantDraft, province_code
from variants.svg.element import Element
from variants.svg.read_xml import read_loose_xml

SEASONS = {"spring": "S", "summer": "S", "fall": "F", "autumn": "F", "winter": "W"}
UNITS = {"army": "A", "fleet": "F", "wing": "W"}
REFERENCE = re.compile(r"([^\s,/-]+)(?:[-/]([a-z]{2}))?", re.IGNORECASE)
_PHASES = {"movement": "M", "retreat": "R", "adjustment": "A"}
_FAR = 9999
"""Years beyond it mean for ever."""


@dataclass(frozen=True, slots=True)
class JdipBorder:
    """A ``BORDER``: it closes a step when everything that it names holds, or weakens it if it names no more than where from."""

    id: str
    line: int
    origins: tuple[str, ...]
    """References it is for; empty for all."""
    kinds: frozenset[str] | None
    """Letters of the unit kinds it is for."""
    seasons: frozenset[str] | None
    years: tuple[int | None, int | None]
    """The first and the last year in which it closes."""
    odd: bool | None
    """True if it closes in odd years, False in even ones, ``None`` in both."""
    phases: frozenset[str]
    """``M`` where it closes moves, ``R`` where it closes retreats."""
    supports: bool
    """True if it closes supports."""
    closes: bool
    modifier: int


def read_border(element: Element, name: str, report: ImportReport) -> JdipBorder:
    """A border; the report tells what cannot be understood about it."""
    kinds = {UNITS[word] for word in _words(element, "unitTypes") if word in UNITS}
    seasons = {SEASONS[word] for word in _words(element, "season") if word in SEASONS}
    phases = {_PHASES[word] for word in _words(element, "phase") if word in _PHASES} or {"M", "R"}
    orders = {word.rpartition(".")[2] for word in _words(element, "orderTypes")}
    if orders:
        phases &= {letter for word, letter in (("move", "M"), ("retreat", "R")) if word in orders}
    years, odd = _years(element, name, report)
    modifier = element.get("baseMoveModifier").strip()
    filters = ("unitTypes", "season", "phase", "orderTypes", "year")
    return JdipBorder(
        element.get("id"),
        element.line,
        tuple(element.get("from").replace(",", " ").split()),
        frozenset(kinds) or None,
        frozenset(seasons) or None,
        years,
        odd,
        frozenset(phases - {"A"}),
        "support" in orders if orders else "M" in phases,
        any(element.get(key).strip() for key in filters),
        int(modifier) if re.fullmatch(r"[+-]?\d{1,2}", modifier) else 0,
    )


def _words(element: Element, key: str) -> list[str]:
    return element.get(key).lower().replace(",", " ").split()


def _years(element: Element, name: str, report: ImportReport) -> tuple[tuple[int | None, int | None], bool | None]:
    text = element.get("year").strip().lower()
    span = re.fullmatch(r"(-?\d{1,5})\s*,\s*(-?\d{1,5})", text)
    if span is not None:
        first, last = sorted((int(span[1]), int(span[2])))
        return (first if first > -_FAR else None, last if last < _FAR else None), None
    if text not in ("", "odd", "even"):
        report.left_out(
            name,
            element.line,
            tr("the border {border} depends on years {years!r}", border=element.get("id")[:40], years=text[:20]),
            tr("the years are left out"),
        )
    return (None, None), {"odd": True, "even": False}.get(text)


class Crossings:
    """Crossings: the effect of the borders of an adjacency file on the steps of a draft."""

    def __init__(self, draft: VariantDraft, words: Mapping[str, str], name: str, report: ImportReport) -> None:
        self._draft, self._words, self._name, self._report = draft, words, name, report
        self._moving = frozenset(step[0] for step in draft.calendar if step[2] == "M")

    def passage(self, borders: Sequence[JdipBorder], step: Step) -> EdgeRule | None:
        """The passage into a province with *borders*; ``None`` where they close it for good."""
        origin, _, letter = step
        passage = PLAIN
        for border in borders:
            if border.kinds is not None and letter not in border.kinds:
                continue
            if border.origins and not any(self._is_origin(word, origin) for word in border.origins):
                continue
            left = self._closed(border, passage, step) if border.closes else self._weakened(border, passage)
            if left is None:
                return None
            passage = left
        return passage

    def _weakened(self, border: JdipBorder, passage: EdgeRule) -> EdgeRule:
        half = max(0, min(2, 2 + 2 * border.modifier))
        if border.modifier > 0:
            self._report.mended(
                self._name, border.line, tr("the border {border} adds strength", border=border.id), tr("moves across it count as usual")
            )
        return replace(passage, half_strength=half, supports=border.modifier >= 0)

    def _closed(self, border: JdipBorder, passage: EdgeRule, step: Step) -> EdgeRule | None:
        always = border.seasons is None and border.years == (None, None) and border.odd is None
        if not border.phases:
            if border.supports and always:
                return replace(passage, supports=False)
            what = tr("the border {border} closes neither moves nor retreats", border=border.id)
            self._report.left_out(self._name, border.line, what, tr("left out"))
            return passage
        if not border.supports:
            what = tr("the border {border} closes moves or retreats and leaves supports", border=border.id)
            self._report.mended(self._name, border.line, what, tr("supports are closed as well"))
        if border.phases == {"M", "R"} and border.odd is None:
            if always:
                return None
            if border.years == (None, None) and border.seasons is not None:
                left = (self._moving if passage.seasons is None else passage.seasons) - border.seasons
                return replace(passage, seasons=left) if left else None
            years = None if border.seasons is not None else self._open_years(border, passage)
            if years is not None:
                return replace(passage, years=years)
        self._by_hook(border, step)
        return passage

    def _open_years(self, border: JdipBorder, passage: EdgeRule) -> tuple[int | None, int | None] | None:
        """The years that are left, ``None`` where they are no single stretch."""
        first, last = border.years
        opens, closes = passage.years
        if first is None or first <= self._draft.start.year:
            after = (last or 0) + 1 or 1
            return (after if opens is None else max(opens, after), closes)
        if last is None:
            before = first - 1 or -1
            return (opens, before if closes is None else min(closes, before))
        return None

    def _by_hook(self, border: JdipBorder, step: Step) -> None:
        kind = None if border.phases == {"M", "R"} else next(iter(border.phases))
        seasons = None if border.seasons is None else tuple(sorted(border.seasons))
        closing = Closing(seasons, *border.years, border.odd, kind)
        self._draft.closings.setdefault(closing, []).append(step)
        what = tr("the border {border} closes at times that a step cannot tell", border=border.id)
        self._report.mended(self._name, border.line, what, tr("the hook closed_steps, which a new game starts with, does this"))
        if border.kinds is not None:
            what = tr("the border {border} closes for some kinds of unit", border=border.id)
            self._report.mended(self._name, border.line, what, tr("the hook closes it for all"))

    def _is_origin(self, word: str, origin: Location) -> bool:
        match = REFERENCE.fullmatch(word)
        if match is None or self._words.get(match[1].lower()) != origin.province:
            return False
        return match[2] is None or match[2].upper() in ("MV", "XC", origin.coast)


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
