"""Variants of Realpolitik, and map texts of nJudge: one kind of map, with powers and starts in two forms.

Realpolitik has a ``.var`` that names the others: the map, ``.cnt`` with the countries, ``.gam`` with the start. nJudge has ``map.NAME`` and
``seed.NAME`` beside it, which name powers by a letter alone. Pictures of either are bitmaps; a plain board is laid out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from adjudicator import BuildPolicy, Location, Phase, PhaseKind, Terrain
from languages import system_words, tr
from variants.fault import Fault, VariantError
from variants.importers.draft import (
    MOST_PROVINCES,
    PLAIN,
    DraftMap,
    DraftPower,
    DraftProvince,
    EdgeRule,
    Imported,
    ImportReport,
    ImportResult,
    VariantDraft,
    free_id,
    power_id,
    province_code,
    slug,
)
from variants.importers.mending import mend
from variants.importers.schematic import schematic_board
from variants.importers.write_variant import write_variant
from variants.source import Source

LARGEST_MAP = 1024 * 1024
_MOST_FAULTS = 8
_AREA = re.compile(r"([^,]{1,100}),\s*(\S{1,8})\s+(\S.*)")
_WAY = re.compile(r"([^,]{1,100}),\s*[rg]\s+\S.*")
"""An area of nJudge's Colonial that is no place: the Trans-Siberian Railway and the Suez Canal."""
_LIST = re.compile(r"([^\s:-]{1,20})-([a-z]{2})\s*:\s*(.*)", re.IGNORECASE)
_LIST_WITHOUT_COLON = re.compile(r"([^\s:-]{1,20}-(?:mv|mx|xc|nc|sc|ec|wc))\s+(\w.*)", re.IGNORECASE)
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
            if area is None and (way := _WAY.fullmatch(line)) is not None:
                report.left_out(name, number, tr("{area} is a railway or a canal, on which units travel far", area=way[1]), tr("left out"))
            elif area is None:
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
    if len(faults) > _MOST_FAULTS:  # the text of another game, such as Machiavelli: hundreds of lines of one kind say no more than a few
        more = tr("{count} more lines like these cannot be read", count=len(faults) - _MOST_FAULTS)
        faults = [*faults[:_MOST_FAULTS], Fault(name, None, more, tr("areas, -1, lists, -1"))]
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
    if (bare := _LIST_WITHOUT_COLON.fullmatch(line)) is not None:
        report.mended(found.file, number, tr("{line!r} has no colon", line=line[:40]), tr("it is read as a list"))
        line = f"{bare[1]}: {bare[2]}"
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


_BUILDS = {"standard": BuildPolicy.HOME, "aberration": BuildPolicy.ANY_OWNED_WITH_HOME, "chaos": BuildPolicy.ANY_OWNED}
_SEASONS = {"spring": "S", "summer": "S", "fall": "F", "autumn": "F", "winter": "W"}
_UNIT = re.compile(r"(a|army|f|fleet)\s+(.+?)\s*(?:[/(]\s*([nsew])(?:c|[a-z]*\s*coast)?\)?)?\.?", re.IGNORECASE)
_EUROPE = {"A": "Austria", "E": "England", "F": "France", "G": "Germany", "I": "Italy", "R": "Russia", "T": "Turkey"}
_SEED = re.compile(r"([SFW])(-?\d{1,5})([MRBA])", re.IGNORECASE)
_SEED_UNIT = re.compile(r"([A-Za-z0-9])\s*[:m]\s*([AF])\s+(.+)")
_KINDS = {"M": PhaseKind.MOVEMENT, "R": PhaseKind.RETREAT, "B": PhaseKind.ADJUSTMENT, "A": PhaseKind.ADJUSTMENT}
_MOST_TEXT = 256 * 1024


@dataclass(slots=True)
class _Start:
    """Units and owners at the start, by the letter of a power."""

    names: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Name and adjective."""
    owned: dict[str, list[str]] | None = None
    units: list[tuple[str, str, str, int]] = field(default_factory=list)
    """Letter of the power, the unit as it is written, the file and the line."""
    phase: Phase | None = None


def njudge_maps(source: Source) -> list[str]:
    """The files of *source* that are maps of nJudge, and those of Realpolitik that no ``.var`` names."""
    named = {each for name in source.names() if name.lower().endswith(".var") for each in _named_maps(source, name)}
    return [name for name in source.names() if name.lower() not in named and is_njudge_map(source, name)]


def is_njudge_map(source: Source, name: str) -> bool:
    """Return True if the file is a map of this kind, whatever its ending."""
    file = name.rpartition("/")[2].lower()
    if not (file == "map" or file.startswith("map.") or file.endswith(".map")):
        return False
    try:
        return is_area_map(source.read(name))
    except (OSError, ValueError):
        return False


def _named_maps(source: Source, name: str) -> list[str]:
    try:
        said = _fields(_text(source, name))
    except VariantError:
        return []
    found = _beside(source, name, said.get("mapdata", ("", 0))[0])
    return [found.lower()] if found else []


def import_njudge(source: Source, name: str) -> ImportResult:
    """The variant of a map of nJudge, with the seed file of the same name.

    Raises:
        VariantError: the map cannot be read.
    """
    report = ImportReport()
    areas = read_area_map(source.read(name), name, report)
    folder, _, file = name.rpartition("/")
    title = file[4:] if file.lower().startswith("map.") else "standard" if file.lower() == "map" else file.rpartition(".")[0]
    draft = VariantDraft(free_id(slug(title)), title.replace("_", " ").capitalize(), name)
    draft.notes.append("A map file of the kind that nJudge and Realpolitik use")
    start = _Start()
    letters = dict.fromkeys(area.home for area in areas.areas if area.home)
    known = set(letters) >= set(_EUROPE)
    for letter in letters:
        start.names[letter] = (_EUROPE[letter], "") if known and letter in _EUROPE else (f"Power {letter}", "")
    if not known:
        report.left_out(
            name,
            None,
            tr("the file has letters for its powers, {letters}, and no names", letters=" ".join(letters)),
            tr("they are Power A and so on"),
        )
    prefix = f"{folder}/" if folder else ""
    seed = next((each for each in source.names() if each.lower() == f"{prefix}seed.{title}".lower()), "")
    if seed:
        _read_seed(_text(source, seed), seed, start, report)
    else:
        report.left_out(
            name,
            None,
            tr("there is no seed.{title} beside it, which says where units stand", title=title),
            tr("nobody has a unit at the start"),
        )
    return _made(draft, areas, start, name, report)


def import_realpolitik(source: Source, name: str) -> ImportResult:
    """The variant that a ``.var`` describes.

    Raises:
        VariantError: it, or a file that it names, cannot be read.
    """
    report = ImportReport()
    said = _fields(_text(source, name))
    title = said.get("name", (name.rpartition("/")[2].rpartition(".")[0], 0))[0]
    draft = VariantDraft(free_id(slug(title)), title[:120], name)
    draft.notes.append("A variant of Realpolitik")
    files: dict[str, str] = {}
    faults: list[Fault] = []
    for key, ending in (("mapdata", ".map"), ("countries", ".cnt"), ("game", ".gam")):
        wanted, line = said.get(key, (f"{name.rpartition('/')[2].rpartition('.')[0]}{ending}", 0))
        files[key] = _beside(source, name, wanted)
        if not files[key]:
            faults.append(
                Fault(name, line or None, tr("the file {wanted} is not there", wanted=wanted[:60]), tr("the whole folder of the variant"))
            )
    if faults:
        raise VariantError(tuple(faults))
    areas = read_area_map(source.read(files["mapdata"]), files["mapdata"], report)
    start = _Start()
    order = _read_countries(_text(source, files["countries"]), files["countries"], start)
    _read_game(_text(source, files["game"]), files["game"], order, start, report)
    build, line = said.get("build", ("standard", 0))
    if build.lower() not in _BUILDS:
        report.left_out(name, line, tr("the rule of builds {build!r} is unknown", build=build[:20]), tr("builds at home"))
    draft.builds = _BUILDS.get(build.lower(), BuildPolicy.HOME)
    centres, line = said.get("centers", ("0", 0))
    draft.victory = int(centres) if re.fullmatch(r"\d{1,3}", centres) and int(centres) else None
    return _made(draft, areas, start, name, report)


def _made(draft: VariantDraft, areas: AreaMap, start: _Start, name: str, report: ImportReport) -> ImportResult:
    fill_board(draft, areas, report)
    for letter, (title, adjective) in start.names.items():
        power = DraftPower(power_id(title), title, adjective, letter)
        power.home = [area.code for area in areas.areas if area.home == letter]
        said = None if start.owned is None else start.owned.get(letter, [])
        power.owned = list(power.home) if said is None else _known(said, areas, draft.source, title, report)
        for code in power.owned:
            draft.provinces[code].centre = True
        draft.powers[power.id] = power
    by_letter = {power.letter: power for power in draft.powers.values()}
    for whose, words, file, line in start.units:
        match = _UNIT.fullmatch(words.strip())
        code = "" if match is None else areas.codes.get(match[2].lower(), "")
        if match is None or not code or whose not in by_letter:
            report.left_out(file, line, tr("the unit {whose}: {words} cannot be placed", whose=whose, words=words[:30]), tr("left out"))
            continue
        coast = f"{match[3].upper()}C" if match[3] else None
        by_letter[whose].units.append((match[1][0].upper(), Location(code, coast)))
    if start.phase is not None:
        draft.start = start.phase
    mend(draft, report)
    report.mended(name, None, tr("pictures of such variants are bitmaps"), tr("a plain board is laid out"))
    draft.maps.append(DraftMap("plain", f"{draft.name}, plain", schematic_board(draft)))
    return ImportResult((Imported(draft.id, draft.name, write_variant(draft), report.lines()),), ())


def _known(words: Sequence[str], areas: AreaMap, source: str, title: str, report: ImportReport) -> list[str]:
    found: list[str] = []
    for word in words:
        code = areas.codes.get(word.lower())
        if code is None:
            report.left_out(source, None, tr("a centre of {title}, {word!r}, is no area", title=title, word=word[:20]), tr("left out"))
        else:
            found.append(code)
    return found


def _read_seed(text: str, name: str, start: _Start, report: ImportReport) -> None:
    part = 0
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if line.startswith("-1"):
            part += 1
        elif part == 0 and (phase := _SEED.fullmatch(line)) is not None:
            kind = _KINDS[phase[3].upper()]
            start.phase = Phase("W" if kind is PhaseKind.ADJUSTMENT else phase[1].upper(), int(phase[2]), kind)
        elif part == 0 and (unit := _SEED_UNIT.fullmatch(line)) is not None:
            start.units.append((unit[1], f"{unit[2]} {unit[3]}", name, number))
        elif line and part == 0:
            report.left_out(name, number, tr("{line!r} is no unit", line=line[:40]), tr("left out"))
        elif line and part == 1:
            report.left_out(name, number, tr("the record of who owns what"), tr("homes belong to their powers"))
            part = 2


def _read_countries(text: str, name: str, start: _Start) -> list[str]:
    """Names by letter; returns the letters in the order of the file."""
    lines = [(number, line.split()) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    order: list[str] = []
    for number, words in lines[2:]:
        if len(words) < 3 or len(words[2]) != 1:
            raise VariantError(
                (Fault(name, number, tr("{words!r} is no country", words=" ".join(words)[:40]), tr("a name, an adjective, a letter")),)
            )
        order.append(words[2])
        start.names[words[2]] = (words[0].replace("_", " "), words[1].replace("_", " "))
    if not order:
        raise VariantError((Fault(name, None, tr("there is no country"), tr("a line for each")),))
    return order


def _read_game(text: str, name: str, order: Sequence[str], start: _Start, report: ImportReport) -> None:
    lines = text.splitlines()
    season = re.fullmatch(r"\s*(\w+)\s+(-?\d{1,5})\s*", lines[3]) if len(lines) > 3 else None
    if season is None or season[1].lower() not in _SEASONS:
        raise VariantError((Fault(name, 4, tr("this is no season and year"), tr("such as Spring 1901")),))
    letter = _SEASONS[season[1].lower()]
    start.phase = Phase(letter, int(season[2]), PhaseKind.ADJUSTMENT if letter == "W" else PhaseKind.MOVEMENT)
    start.owned = {}
    for at, power in enumerate(order):
        first = 6 + 3 * at
        if first + 2 >= len(lines):
            report.left_out(
                name, len(lines), tr("{names} is not in it", names=start.names[power][0]), tr("it begins with its homes and no unit")
            )
            continue
        start.owned[power] = [word.strip() for word in lines[first + 1].rstrip(". ").split(",") if word.strip()]
        start.units += [(power, unit.strip(), name, first + 3) for unit in lines[first + 2].rstrip(". ").split(",") if unit.strip()]
    for power in order:
        if power not in start.owned:
            start.owned = None
            break


def _fields(text: str) -> Mapping[str, tuple[str, int]]:
    """``Key: value`` of a ``.var``, keys in small letters, with their lines."""
    found: dict[str, tuple[str, int]] = {}
    for number, line in enumerate(text.splitlines(), 1):
        key, colon, value = line.partition(":")
        if colon and re.fullmatch(r"\s*[A-Za-z]{2,12}\s*", key):
            found.setdefault(key.strip().lower(), (value.strip(), number))
    return found


def _beside(source: Source, name: str, wanted: str) -> str:
    """The file that *name* calls *wanted*: beside it, or as ``Standard/Standard.map`` in a folder beside its own; empty if none."""
    folder = name.rpartition("/")[0]
    above = folder.rpartition("/")[0]
    bare = wanted.replace("\\", "/").lower()
    by_case = {each.lower(): each for each in source.names()}
    for place in (f"{folder}/{bare}", f"{above}/{bare}", bare):
        if place.lstrip("/").lower() in by_case:
            return by_case[place.lstrip("/").lower()]
    return ""


def _text(source: Source, name: str) -> str:
    try:
        return source.read(name)[:_MOST_TEXT].decode("latin-1")
    except (OSError, ValueError) as error:
        raise VariantError((Fault(name, None, tr("the file cannot be read: {error}", error=system_words(error)), tr("a text")),)) from None
