"""Boards of godip and diplicity: the board as the Go text or the server's JSON has it, with the drawing beside it."""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from adjudicator import BuildPolicy, Location, Phase, PhaseKind, Terrain
from languages import system_words, tr
from variants.compile.codes import LONGEST_COAST
from variants.fault import Fault, VariantError
from variants.importers.draft import (
    MOST_PROVINCES,
    PLAIN,
    DraftMap,
    DraftPower,
    DraftProvince,
    Imported,
    ImportReport,
    ImportResult,
    VariantDraft,
    free_id,
    power_id,
    province_code,
    slug,
)
from variants.importers.godip_drawing import convert_godip_drawing
from variants.importers.mending import mend
from variants.importers.power_colours import read_colour, settle_colours
from variants.importers.schematic import schematic_board
from variants.importers.write_variant import write_variant
from variants.source import Source, is_drawing

LARGEST_TEXT = 4 * 1024 * 1024
MOST_PLACES = 2000
Naming = Callable[[str], str]
"""From a word of Go to the name of a nation."""

_FLAGS = {
    "Land": frozenset({"Land"}),
    "Sea": frozenset({"Sea"}),
    "Coast": frozenset({"Land", "Sea"}),
    "Archipelago": frozenset({"Land", "Sea", "Convoyable"}),
    "Convoyable": frozenset({"Convoyable"}),
}
_PLACE = r'"([A-Za-z0-9]{1,12}(?:/[A-Za-z]{1,12})?)"'
_CALL = re.compile(
    rf"//(?P<note>[^\n]*)|\bProv\(\s*(?P<prov>{_PLACE})\s*\)|\bConn\(\s*(?P<conn>{_PLACE})\s*(?P<along>(?:,[^()]*)?)\)"
    r"|\bFlag\((?P<flags>[^()]*)\)|\bSC\(\s*(?P<owner>[\w.]+)\s*\)|(?P<done>\bDone\(\s*\))"
)
_WORD = re.compile(r"\w+(?=\s*(?:\.\.\.)?\s*(?:,|\)|$))")
_NATION = re.compile(r'\b(\w+)\s+(?:godip\.)?Nation\s*=\s*"([^"\n]{1,80})"')
_TEXTS = re.compile(r'"(?:[^"\\\n]|\\.)*"|`[^`]*`|//[^\n]*|/\*.*?\*/', re.DOTALL)
_UNIT = re.compile(rf"{_PLACE}\s*:\s*(?:godip\.)?(?:Unit)?\s*\{{\s*(?:Type:\s*)?(?:godip\.)?(\w+)\s*,\s*(?:Nation:\s*)?([\w.]+)\s*,?\s*\}}")
_OWNED = re.compile(rf"{_PLACE}\s*:\s*([\w.]+)\s*(?=,|\}}|\n)")
_LONG = re.compile(rf'{_PLACE}\s*:\s*"((?:[^"\\\n]|\\.)*)"')
_START = re.compile(r"\b\w*Phase\(\s*(-?\d{1,5})\s*,\s*(?:godip\.)?(\w+)\s*,\s*(?:godip\.)?(\w+)\s*\)")


@dataclass(slots=True)
class GodipPlace:
    """A province, or a coast of one."""

    line: int | None
    flags: set[str] = field(default_factory=set)
    edges: dict[str, frozenset[str]] = field(default_factory=dict)
    """Targets, with the flags of the way."""


@dataclass(slots=True)
class GodipVariant:
    """All contents of a variant of godip."""

    file: str
    name: str = ""
    places: dict[str, GodipPlace] = field(default_factory=dict)
    centres: dict[str, str] = field(default_factory=dict)
    """Province to its home nation, ``Neutral`` for none."""
    names: dict[str, str] = field(default_factory=dict)
    nations: list[str] = field(default_factory=list)
    units: list[tuple[str, str, str, int | None]] = field(default_factory=list)
    """Place, kind, nation, line."""
    owners: dict[str, str] = field(default_factory=dict)
    start: tuple[int, str, str] | None = None
    victory: int | None = None
    builds: str = ""
    """``Anywhere`` or ``AnyHomeCenter`` where it is not at home."""
    colours: dict[str, str] = field(default_factory=dict)
    description: str = ""
    author: str = ""
    unread: list[tuple[int | None, str]] = field(default_factory=list)
    """Lines with what was not understood there."""


def read_go(texts: Mapping[str, str], file: str) -> GodipVariant:
    """The variant whose board stands in *file*.

    Args:
        texts: the texts of the package, by name: the board's own, and those that say the rest.

    Raises:
        VariantError: there is no board written out in *file*, or it is too large.
    """
    whole = texts[file]
    if sum(map(len, texts.values())) > LARGEST_TEXT:
        raise VariantError(
            (Fault(file, None, tr("the text is too long"), tr("at most {largest_text} letters", largest_text=LARGEST_TEXT)),)
        )
    found = GodipVariant(file)
    nations: dict[str, str] = {}
    for text in texts.values():
        nations |= dict(_NATION.findall(text))

    def nation(word: str) -> str:
        last = word.rpartition(".")[2]
        return nations.get(last, last)

    _read_chain(whole, found, nation)
    if len(found.places) < 2:
        what = tr("no board is written out in this text; one that is made from another board's by a program cannot be read")
        raise VariantError((Fault(file, None, what, tr('a chain such as graph.New().Prov("con").Conn("bla", godip.Sea)')),))
    found.nations = list(dict.fromkeys(nations.values()))
    for text in (whole, *(each for name, each in texts.items() if name != file)):
        _read_rest(text, found, nation)
    return found


def _read_chain(text: str, found: GodipVariant, nation: Naming) -> None:
    begin = re.search(r"\bgraph\.New\(\)", text)
    here: GodipPlace | None = None
    name, note = "", ""
    lines = _Lines(text)
    for call in _CALL.finditer(text, begin.end() if begin else len(text)):
        if call["done"]:
            break
        if call["note"] is not None:
            note = call["note"].strip()
        elif call["prov"]:
            name = call["prov"].strip('"').lower()
            if len(found.places) >= MOST_PLACES:
                raise VariantError(
                    (
                        Fault(
                            found.file, lines.at(call.start()), tr("too many places"), tr("at most {most_places}", most_places=MOST_PLACES)
                        ),
                    )
                )
            here = found.places.setdefault(name, GodipPlace(lines.at(call.start())))
            if note and "/" not in name:
                found.names.setdefault(name, note)
            note = ""
        elif here is None:
            continue
        elif call["conn"]:
            here.edges[call["conn"].strip('"').lower()] = _flags(call["along"], found, lines.at(call.start()))
        elif call["flags"] is not None:
            here.flags |= _flags(call["flags"], found, lines.at(call.start()))
        elif call["owner"]:
            found.centres[name.partition("/")[0]] = nation(call["owner"])


def _flags(text: str, found: GodipVariant, line: int | None) -> frozenset[str]:
    flags: set[str] = set()
    for word in _WORD.findall(text):
        if word in _FLAGS:
            flags |= _FLAGS[word]
        else:
            found.unread.append((line, tr("the flag {word}", word=word[:30])))
    return frozenset(flags)


def _read_rest(text: str, found: GodipVariant, nation: Naming) -> None:
    """Units, owners, names, start and victory, wherever they stand in *text*; what stands there first counts."""
    lines = _Lines(text)
    if not found.units:
        for place, kind, owner in _UNIT.findall(text):
            at = text.find(f'"{place}"')
            found.units.append((place.lower(), kind, nation(owner), lines.at(at)))
    if not found.owners:
        known = {*found.nations, *(each for _, _, each, _ in found.units), *found.centres.values()}
        for place, word in _OWNED.findall(text):
            if nation(word) in known:
                found.owners.setdefault(place.lower(), nation(word))
    for place, long in _LONG.findall(text):
        if place.lower() in found.places and "/" not in place:
            found.names[place.lower()] = _plain(long)
    start = _START.search(text)
    if found.start is None and start is not None:
        found.start = (int(start[1]), start[2], start[3])
    bare = _TEXTS.sub('""', text)
    won = re.search(r"\bSCCountWinner\(\s*(\d{1,4})\s*\)", bare)
    if found.victory is None and won is not None:
        found.victory = int(won[1])
    if not found.builds:
        built = re.search(r"\bBuild(AnyHomeCenter|Anywhere)", bare)
        found.builds = built[1] if built else ""
    for key, attribute in (("Name", "name"), ("Description", "description"), ("CreatedBy", "author")):
        declared = re.search(rf'(?m)^[^\S\n]*{key}:\s*"((?:[^"\\\n]|\\.)*)"', text)
        if declared is not None and not getattr(found, attribute):
            setattr(found, attribute, _plain(declared[1]))
    for colour in re.finditer(r'(?m)^[^\S\n]*([\w.]+):\s*"(#[0-9A-Fa-f]{6})"', text):
        found.colours.setdefault(nation(colour[1]), colour[2].upper())


def _plain(text: str) -> str:
    return " ".join(re.sub(r"\\(.)", lambda each: " " if each[1] in "nrt" else each[1], text).split())


def is_served_json(content: bytes) -> bool:
    """Return True if *content* looks like a variant as diplicity's server sends it."""
    return b'"Graph"' in content and b'"Nodes"' in content


def read_served(content: bytes, file: str) -> GodipVariant:
    """A variant as diplicity's server sends it, its board under ``Graph``.

    Raises:
        VariantError: it is no such JSON.
    """
    try:
        table = json.loads(content.decode("utf-8-sig")) if len(content) <= LARGEST_TEXT else None
    except (ValueError, RecursionError):
        table = None
    if isinstance(table, dict) and isinstance(table.get("Properties"), dict):
        table = table["Properties"]
    nodes = _table(_table(table, "Graph"), "Nodes")
    if len(nodes) < 2 or len(nodes) > MOST_PLACES:
        raise VariantError((Fault(file, None, tr("there is no board in this JSON"), '"Graph": {"Nodes": {"con": {"Subs": ...}}}'),))
    found = GodipVariant(file, _text(table, "Name"))
    found.description, found.author = _text(table, "Description"), _text(table, "CreatedBy")
    for name, node in nodes.items():
        for coast, sub in _table(node, "Subs").items():
            place = GodipPlace(None, set(_marked(sub)))
            place.edges = {str(target).lower(): _marked(edge) for target, edge in _table(sub, "Edges").items()}
            found.places[f"{name}/{coast}".lower().rstrip("/")] = place
        owner = node.get("SC") if isinstance(node, dict) else None
        if isinstance(owner, str) and owner:
            found.centres[str(name).lower()] = owner
    nations = table.get("Nations") if isinstance(table, dict) else None
    found.nations = [str(each) for each in nations] if isinstance(nations, list) else []
    found.names = {str(key).lower(): str(value) for key, value in _table(table, "ProvinceLongNames").items()}
    found.colours = {str(key): str(value).upper() for key, value in _table(table, "NationColors").items()}
    start = _table(table, "Start")
    year, season, kind = start.get("Year"), _text(start, "Season"), _text(start, "Type")
    if isinstance(year, int) and season:
        found.start = (year, season, kind)
    for place_name, unit in _table(start, "Units").items():
        found.units.append((str(place_name).lower(), _text(unit, "Type"), _text(unit, "Nation"), None))
    found.owners = {str(key).lower(): str(value) for key, value in _table(start, "SCs").items()}
    return found


def _table(value: object, key: str) -> dict[str, object]:
    inner = value.get(key) if isinstance(value, dict) else None
    return inner if isinstance(inner, dict) else {}


def _text(value: object, key: str) -> str:
    inner = value.get(key) if isinstance(value, dict) else None
    return inner[:2000] if isinstance(inner, str) else ""


def _marked(value: object) -> frozenset[str]:
    return frozenset(each for flag, is_set in _table(value, "Flags").items() if is_set is True for each in _FLAGS.get(flag, ()))


class _Lines:
    """From a place in a text to its line, places asked for in any sequence."""

    def __init__(self, text: str) -> None:
        self._ends = list(_line_ends(text))

    def at(self, offset: int) -> int:
        """The line, from 1."""
        return bisect_left(self._ends, offset) + 1


def _line_ends(text: str) -> Iterator[int]:
    return (found.start() for found in re.finditer("\n", text))


NEUTRAL = "Neutral"
_SEASONS = {"Spring": "S", "Fall": "F", "Winter": "W"}
_PHASES = {"Movement": PhaseKind.MOVEMENT, "Retreat": PhaseKind.RETREAT, "Adjustment": PhaseKind.ADJUSTMENT}
_BUILDS = {"": BuildPolicy.HOME, "Anywhere": BuildPolicy.ANY_OWNED, "AnyHomeCenter": BuildPolicy.ANY_HOME}
_KINDS = {"Army": "A", "Fleet": "F"}


def godip_boards(source: Source) -> list[str]:
    """The files of *source* in which a board of godip stands."""
    return [name for name in source.names() if is_godip(source, name)]


def is_godip(source: Source, name: str) -> bool:
    """Return True if the file *name* holds a board of godip, by its first bytes or its calls."""
    lowered = name.lower()
    if lowered.rpartition("/")[2] == "bindata.go" or lowered.endswith("_test.go") or not lowered.endswith((".go", ".json")):
        return False
    try:
        content = source.read(name)
    except (OSError, ValueError):
        return False
    if lowered.endswith(".json"):
        return is_served_json(content)
    return b"graph.New()" in content and b".Conn(" in content


def import_godip(source: Source, name: str) -> ImportResult:
    """The variant whose board stands in the file *name*.

    Raises:
        VariantError: there is no board in it that can be read.
    """
    report = ImportReport()
    declared = _read(source, name)
    for line, what in declared.unread:
        report.left_out(name, line, tr("{what} has no counterpart here", what=what), tr("left out"))
    folder, _, file = name.rpartition("/")
    title = declared.name or folder.rpartition("/")[2] or file.rpartition(".")[0]
    draft = VariantDraft(free_id(slug(title)), title[:120], name, description=declared.description[:1500])
    draft.notes.append("A board of godip and diplicity")
    if declared.author:
        draft.notes.append(f"Made by {declared.author}")
    codes = _provinces(draft, declared)
    _steps(draft, declared, codes, report)
    _powers(draft, declared, codes, report)
    _game(draft, declared, report)
    mend(draft, report)
    _draw(source, name, draft, codes, report)
    return ImportResult((Imported(draft.id, draft.name, write_variant(draft), report.lines()),), ())


def _read(source: Source, name: str) -> GodipVariant:
    if name.lower().endswith(".json"):
        return read_served(source.read(name), name)
    folder = name.rpartition("/")[0]
    around = {folder, folder.rpartition("/")[0]}
    texts: dict[str, str] = {name: source.read(name)[: LARGEST_TEXT + 1].decode("utf-8", "replace")}
    for each in source.names():
        lowered = each.lower()
        besides = each != name and lowered.endswith(".go") and not lowered.endswith(("_test.go", "bindata.go"))
        if besides and each.rpartition("/")[0] in around:
            content = source.read(each)
            if (
                b"graph.New()" not in content
                and len(content) <= LARGEST_TEXT
                and (each.rpartition("/")[0] == folder or b"Start" in content)
            ):
                texts[each] = content.decode("utf-8", "replace")
    return read_go(texts, name)


def coast_code(word: str) -> str:
    """The name of a coast as boards have it: ``river`` is ``RIV``."""
    return word.upper()[:LONGEST_COAST]


def _provinces(draft: VariantDraft, declared: GodipVariant) -> dict[str, str]:
    """All provinces of the draft; the codes by the words of the source."""
    codes: dict[str, str] = {}
    for word in dict.fromkeys(place.partition("/")[0] for place in declared.places):
        if len(codes) >= MOST_PROVINCES:
            raise VariantError(
                (
                    Fault(
                        declared.file,
                        declared.places[word].line,
                        tr("too many places"),
                        tr("at most {most_provinces}", most_provinces=MOST_PROVINCES),
                    ),
                )
            )
        code = wanted = province_code(word)
        number = 2
        while code in codes.values():
            code, number = f"{wanted[:6]}{number}", number + 1
        codes[word] = code
    for word, code in codes.items():
        coasts = [coast_code(place.partition("/")[2]) for place in declared.places if place.startswith(f"{word}/")]
        own = declared.places.get(word)
        flags = set() if own is None else own.flags
        afloat = "Sea" in flags or bool(coasts)
        terrain = (
            (Terrain.COASTAL if "Land" in flags or coasts else Terrain.SEA) if afloat else Terrain.INLAND if flags else Terrain.IMPASSABLE
        )
        province = DraftProvince(code, declared.names.get(word, word.upper()), terrain, coasts, word in declared.centres)
        province.convoyable = "Convoyable" in flags and terrain is Terrain.COASTAL
        if word.upper() != code:
            province.aliases.append(word.upper())
        draft.provinces[code] = province
    return codes


def _steps(draft: VariantDraft, declared: GodipVariant, codes: dict[str, str], report: ImportReport) -> None:
    """Every way that a unit can go: it stands at both ends, and the way itself is for its kind."""
    for place, node in declared.places.items():
        word, _, coast = place.partition("/")
        origin = Location(codes[word], coast_code(coast) or None)
        for target, along in node.edges.items():
            there, _, other = target.partition("/")
            ends = declared.places.get(target)
            if there not in codes or ends is None:
                report.left_out(
                    declared.file,
                    node.line,
                    tr("{place} leads to an unknown place {target!r}", place=place, target=target[:20]),
                    tr("the step is left out"),
                )
                continue
            goal = Location(codes[there], coast_code(other) or None)
            for letter, flag in (("A", "Land"), ("F", "Sea")):
                if flag in along & node.flags & ends.flags and draft.can_stand(letter, origin) and draft.can_stand(letter, goal):
                    draft.steps[origin, goal, letter] = PLAIN


def _powers(draft: VariantDraft, declared: GodipVariant, codes: dict[str, str], report: ImportReport) -> None:
    nations = [*declared.nations, *declared.centres.values(), *(each for _, _, each, _ in declared.units), *declared.owners.values()]
    used = {*declared.centres.values(), *(each for _, _, each, _ in declared.units), *declared.owners.values()}
    by_name: dict[str, DraftPower] = {}
    neutral_units = any(nation == NEUTRAL for _, _, nation, _ in declared.units)
    for nation in dict.fromkeys(nations):
        if nation not in used or (nation == NEUTRAL and not neutral_units):
            continue
        power = DraftPower(power_id(nation), nation, role="neutral" if nation == NEUTRAL else "playing")
        power.home = [codes[word] for word, owner in declared.centres.items() if owner == nation and word in codes]
        owned = [codes[word] for word, owner in declared.owners.items() if owner == nation and word in codes]
        power.owned = owned if declared.owners else list(power.home)
        if nation == NEUTRAL:
            power.home = []
        power.colour = read_colour(declared.colours.get(nation, ""))
        by_name[nation] = draft.powers[power.id] = power
    for word, owner in declared.owners.items():
        if word in codes and owner in by_name:
            draft.provinces[codes[word]].centre = True
    for place, kind, nation, line in declared.units:
        word, _, coast = place.partition("/")
        letter = _KINDS.get(kind)
        if letter is None or word not in codes or nation not in by_name:
            report.left_out(
                declared.file, line, tr("the unit {kind} {place} cannot be placed", kind=kind[:20], place=place), tr("left out")
            )
            continue
        by_name[nation].units.append((letter, Location(codes[word], coast_code(coast) or None)))
    settle_colours(draft, report)


def _game(draft: VariantDraft, declared: GodipVariant, report: ImportReport) -> None:
    draft.victory = declared.victory
    draft.builds = _BUILDS[declared.builds]
    if declared.start is None:
        report.mended(declared.file, None, tr("it does not say when it starts"), tr("it starts in {start}", start=draft.start))
        return
    year, season, kind = declared.start
    if season not in _SEASONS or kind not in _PHASES:
        report.left_out(
            declared.file,
            None,
            tr("the start {season} {year}, {kind}, is none of this calendar", season=season[:20], year=year, kind=kind[:20]),
            tr("spring, movement"),
        )
    draft.start = Phase(_SEASONS.get(season, "S"), year, _PHASES.get(kind, PhaseKind.MOVEMENT))


def _draw(source: Source, name: str, draft: VariantDraft, codes: dict[str, str], report: ImportReport) -> None:
    """The drawing that lies beside the text, else a plain board that is laid out."""
    for drawing in _drawings(source, name):
        try:
            svg = convert_godip_drawing(source.read(drawing), drawing, draft, codes, report)
        except (VariantError, OSError, ValueError) as error:
            report.unusable(drawing, None, tr("the drawing cannot be used: {error}", error=system_words(error)[:160]), tr("left out"))
            continue
        draft.maps.append(DraftMap("board", draft.name, svg))
        return
    report.mended(name, None, tr("there is no drawing beside it that can be used"), tr("a plain one is laid out"))
    draft.maps.append(DraftMap("plain", f"{draft.name}, plain", schematic_board(draft)))


def _drawings(source: Source, name: str) -> Sequence[str]:
    """Drawings that may be the board's: beside it, in ``svg/``, or in ``svg/`` one folder up; those called a map first."""
    folder, _, file = name.rpartition("/")
    above = folder.rpartition("/")[0]
    around = [folder, f"{folder}/svg".lstrip("/"), f"{above}/svg".lstrip("/")]
    stem = re.sub(r"\W", "", file.rpartition(".")[0].lower())
    found = [each for each in source.names() if is_drawing(each) and each.rpartition("/")[0] in around]

    def rank(each: str) -> tuple[bool, bool, int, str]:
        bare = re.sub(r"\W", "", each.rpartition("/")[2].lower().rpartition(".")[0])
        return bare.removesuffix("map") != stem, not bare.endswith("map"), around.index(each.rpartition("/")[0]), each

    found.sort(key=rank)
    return [each for each in found if not rank(each)[0] or not rank(each)[1] or len(found) == 1][:3]
