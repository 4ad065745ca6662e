"""Reader of godip's variants: their Go text read as data, or the JSON that diplicity's server sends. Nothing of it is run.

A board is one chain of calls: ``Prov("con").Conn("bla", godip.Sea).Flag(godip.Coast...).SC(Turkey)``; a coast is a place ``con/ec`` of
its own. ``Land`` is for armies, ``Sea`` for fleets, ``Coast`` for both, ``Archipelago`` for both and for convoys.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from languages import tr
from variants.fault import Fault, VariantError

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
        said = re.search(rf'(?m)^\s*{key}:\s*"((?:[^"\\\n]|\\.)*)"', text)
        if said is not None and not getattr(found, attribute):
            setattr(found, attribute, _plain(said[1]))
    for colour in re.finditer(r'(?m)^\s*([\w.]+):\s*"(#[0-9A-Fa-f]{6})"', text):
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
