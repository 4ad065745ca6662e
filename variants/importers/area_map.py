"""The map text that nJudge and Realpolitik share: a line for each area, a line for each list of neighbours, ``-1`` between the parts.

``Denmark, xw den`` is a neutral centre from which fleets convoy; ``bul-ec: con bla rum`` is what a fleet on that coast borders on. Facts
from Realpolitik's manual for makers of variants and nJudge's "How to create a map file".
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from adjudicator.board import Terrain
from adjudicator.location import Location
from languages import tr
from variants.fault import Fault, VariantError
from variants.importers.draft import MOST_PROVINCES, PLAIN, DraftProvince, EdgeRule, VariantDraft, province_code
from variants.importers.result import ImportReport

LARGEST_MAP = 1024 * 1024
_AREA = re.compile(r"([^,]{1,100}),\s*(\S{1,8})\s+(\S.*)")
_LIST = re.compile(r"([^\s:-]{1,20})-([a-z]{2})\s*:\s*(.*)", re.IGNORECASE)
_COASTS = ("nc", "sc", "ec", "wc")
_ISTHMUS = EdgeRule(0, supports=False)
"""A way on which an army arrives with one support less, so that it has no help across."""


@dataclass(slots=True)
class AreaLine:
    """A line of the first part."""

    name: str
    kind: str
    words: tuple[str, ...]
    """Abbreviations, small letters; the first is the usual one."""
    line: int
    code: str = ""

    @property
    def home(self) -> str:
        """The letter of the power whose home it is; empty for none."""
        return self.kind[0] if self.kind[0].isupper() or self.kind[0].isdigit() else ""


@dataclass(slots=True)
class AreaMap:
    """A whole map text."""

    file: str
    areas: list[AreaLine] = field(default_factory=list)
    lists: list[tuple[AreaLine, str, list[str], int]] = field(default_factory=list)
    """Lists: the area, ``mv`` or ``xc`` or a coast, the neighbours as they are written, the line."""
    codes: dict[str, str] = field(default_factory=dict)
    """Every word and name of an area, in small letters, to its code."""


def is_area_map(content: bytes) -> bool:
    """Return True if *content* looks like such a text: areas, then a line with -1 alone, then lists."""
    head = content[:200_000].decode("latin-1")
    return bool(re.search(r"(?m)^-1\b", head) and re.search(r"(?m)^[^#\n,]{1,100},[ \t]*\S{1,8}[ \t]+\S", head) and _has_list(head))


def _has_list(text: str) -> bool:
    return bool(re.search(r"(?mi)^[^\s:,-]{1,20}-(?:mv|xc|nc|sc|ec|wc)[ \t]*:", text))


def read_area_map(content: bytes, name: str, report: ImportReport) -> AreaMap:
    """A map text.

    Raises:
        VariantError: it is none, or lines of it cannot be read; all of them are named.
    """
    if len(content) > LARGEST_MAP:
        raise VariantError(
            (Fault(name, None, tr("the file has {count} bytes", count=len(content)), tr("at most {largest_map}", largest_map=LARGEST_MAP)),)
        )
    found, faults, part = AreaMap(name), list[Fault](), 0
    told: set[str] = set()
    lost: set[str] = set()
    by_word: dict[str, AreaLine] = {}
    for number, raw in enumerate(content.decode("latin-1").splitlines(), 1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        if re.match(r"-1\b", line):
            part += 1
        elif part == 0:
            area = _area(line, number)
            if area is None:
                lost.update(line.lower().replace(",", " ").split())
                faults.append(
                    Fault(
                        name,
                        number,
                        tr("{line!r} is no area", line=line[:40]),
                        tr("such as 'Denmark, x den': a name, its kind, abbreviations"),
                    )
                )
            else:
                _keep_area(found, area, by_word, report)
        elif part == 1 and line.lower().partition("-")[0] not in lost:
            _keep_list(found, line, number, by_word, faults, report)
        elif part > 1 and ":" in line and not re.match(r"center order", line, re.IGNORECASE) and line.partition(":")[0] not in told:
            told.add(line.partition(":")[0])
            report.left_out(name, number, tr("{line!r} has no counterpart here", line=line[:40]), tr("left out"))
    if len(found.areas) < 2 or not found.lists:
        faults.append(
            Fault(
                name,
                None,
                tr("there are {count} areas and {count_lists} lists", count=len(found.areas), count_lists=len(found.lists)),
                tr("areas, -1, lists, -1"),
            )
        )
    if len(found.areas) > MOST_PROVINCES:
        faults.append(
            Fault(
                name,
                None,
                tr("there are {count} areas", count=len(found.areas)),
                tr("at most {most_provinces}", most_provinces=MOST_PROVINCES),
            )
        )
    if faults:
        raise VariantError(tuple(faults))
    return found


def _area(line: str, number: int) -> AreaLine | None:
    match = _AREA.fullmatch(line)
    if match is None or re.fullmatch(r"(?:[lxA-Z0-9][cw]?|[wvc])", match[2]) is None:
        return None
    return AreaLine(" ".join(match[1].split()), match[2], tuple(match[3].lower().split()), number)


def _keep_area(found: AreaMap, area: AreaLine, by_word: dict[str, AreaLine], report: ImportReport) -> None:
    code = wanted = province_code(area.words[0])
    number, taken = 2, {each.code for each in found.areas}
    while code in taken:
        code, number = f"{wanted[:6]}{number}", number + 1
    area.code = code
    found.areas.append(area)
    for word in (*area.words, area.name.lower()):
        other = by_word.setdefault(word, area)
        if other is not area:
            report.mended(
                found.file,
                area.line,
                tr("{word!r} means {other} and {area}", word=word, other=other.name, area=area.name),
                tr("it means {other}", other=other.name),
            )
        found.codes.setdefault(word, code)


def _keep_list(found: AreaMap, line: str, number: int, by_word: dict[str, AreaLine], faults: list[Fault], report: ImportReport) -> None:
    match = _LIST.fullmatch(line)
    area = by_word.get(match[1].lower()) if match is not None else None
    if match is None or area is None:
        what = tr("{line!r} is no list", line=line[:40]) if match is None else tr("there is no area {area!r}", area=match[1])
        faults.append(Fault(found.file, number, what, tr("such as 'den-mv: swe kie', with abbreviations of the first part")))
    elif match[2].lower() in ("mv", "mx", "xc", *_COASTS):
        found.lists.append((area, match[2].lower(), match[3].lower().replace(",", " ").split(), number))
    else:
        report.left_out(found.file, number, tr("lists of the kind {kind} have no counterpart here", kind=match[2]), tr("left out"))


def fill_board(draft: VariantDraft, found: AreaMap, report: ImportReport) -> None:
    """Provinces and steps of *found*; homes are the importer's."""
    kinds: dict[str, list[str]] = {}
    for area, kind, refs, _ in found.lists:
        if refs:
            kinds.setdefault(area.code, []).append(kind)
    for area in found.areas:
        own = kinds.get(area.code, [])
        coasts = [kind.upper() for kind in _COASTS if kind in own]
        land, afloat = "mv" in own or "mx" in own, "xc" in own or bool(coasts)
        if coasts and "xc" in own:
            report.left_out(
                found.file, area.line, tr("{area} has named coasts and a single one", area=area.name), tr("the single one is left out")
            )
        if area.kind in ("w", "v", "c"):
            terrain = Terrain.COASTAL if land or area.kind == "c" else Terrain.SEA
        elif afloat:
            terrain = Terrain.COASTAL
        else:
            alone = all(found.codes.get(ref) == area.code for each, _, refs, _ in found.lists if each is area for ref in refs)
            terrain = Terrain.IMPASSABLE if alone else Terrain.INLAND
        if area.kind == "v":
            report.left_out(
                found.file, area.line, tr("{area} is ice, which closes at times", area=area.name), tr("a sea that is always open")
            )
        province = DraftProvince(area.code, area.name, terrain, coasts, bool(area.home) or area.kind[0] == "x")
        province.convoyable = terrain is Terrain.COASTAL and (area.kind == "c" or area.kind[1:] in ("c", "w"))
        for word in area.words:
            (province.aliases if len(word) <= 4 and word.isalnum() else province.names).append(word.upper() if len(word) <= 4 else word)
        draft.provinces[area.code] = province
    for area, kind, refs, line in found.lists:
        if kind == "xc" and draft.provinces[area.code].coasts:
            continue
        for ref in refs:
            _step(draft, found, area, kind, ref, line, report)


def _step(draft: VariantDraft, found: AreaMap, area: AreaLine, kind: str, ref: str, line: int, report: ImportReport) -> None:
    word, _, more = ref.partition("/")
    target = found.codes.get(word)
    if target is None:
        report.left_out(
            found.file, line, tr("{area} leads to an unknown area {ref!r}", area=area.name, ref=ref[:20]), tr("the step is left out")
        )
        return
    if kind in ("mv", "mx"):
        if more == "hx":
            report.mended(found.file, line, tr("armies do not retreat from {area} to {word}", area=area.name, word=word), tr("they may"))
        weak = kind == "mx" or more == "mx"
        draft.steps[Location(area.code), Location(target), "A"] = _ISTHMUS if weak else PLAIN
    else:
        coast = more.upper() if more.upper() in draft.provinces[target].coasts else None
        origin = Location(area.code, None if kind == "xc" else kind.upper())
        draft.steps[origin, Location(target, coast), "F"] = PLAIN
