"""Variants of Realpolitik, and map texts of nJudge: one kind of map, with powers and starts in two forms.

Realpolitik has a ``.var`` that names the others: the map, ``.cnt`` with the countries, ``.gam`` with the start. nJudge has ``map.NAME`` and
``seed.NAME`` beside it, which name powers by a letter alone. Pictures of either are bitmaps; a plain board is laid out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from adjudicator.location import Location
from adjudicator.phase import Phase, PhaseKind
from adjudicator.variant import BuildPolicy
from languages import system_words, tr
from variants.fault import Fault, VariantError
from variants.importers.area_map import AreaMap, fill_board, is_area_map, read_area_map
from variants.importers.draft import DraftMap, DraftPower, VariantDraft, free_id, power_id, slug
from variants.importers.mending import mend
from variants.importers.result import Imported, ImportReport, ImportResult
from variants.importers.schematic import schematic_board
from variants.importers.write_variant import write_variant
from variants.source import Source

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
