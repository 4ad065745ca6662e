"""A variant's file with what its drawing says written into it; what stands there already stays as it is, comments and all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from adjudicator.board import Terrain
from variants.compile.neighbours import DrawnNeighbours
from variants.fault import Faults
from variants.node import Layers, Node
from variants.notes import BorderAnswer, Notes, ShoreKind, read_notes
from variants.toml_text import TomlText, read_toml, toml_string

_LISTS = frozenset({"army", "fleet"})
_WIDTH = 120


@dataclass(frozen=True, slots=True)
class FilledIn:
    """The file with its additions."""

    text: str
    lines: tuple[str, ...]
    """Lines that were added, each province under its heading."""
    added: tuple[str, ...]
    """Provinces that the file did not have."""
    listed: tuple[str, ...]
    """Provinces that stood there without neighbours."""
    completed: tuple[str, ...] = ()
    """Provinces that lacked their name, their terrain, or a centre that the drawing marks."""


def stated_terrains(toml: TomlText) -> Mapping[str, Terrain]:
    """Province to the terrain that the file states."""
    tables = ((code, table.get("terrain")) for code, table in _provinces(toml).items())
    return {code: Terrain(word) for code, word in tables if isinstance(word, str) and word in set(Terrain)}


def stated_coasts(toml: TomlText) -> Mapping[str, tuple[str, ...]]:
    """Province to the names of the coasts that the file gives it."""
    tables = ((code, table.get("coasts")) for code, table in _provinces(toml).items())
    return {code: tuple(coasts) for code, coasts in tables if isinstance(coasts, dict) and coasts}


def stated_answers(toml: TomlText) -> Mapping[tuple[str, str], BorderAnswer]:
    """Return the file's answers on borders that the drawing leaves open; a fault of an answer is reported where the file is checked."""
    return _notes(toml).answers


def stated_lands(toml: TomlText) -> Mapping[str, ShoreKind]:
    """Return the file's answers on lands between two waters."""
    return {code: each.kind for code, each in _notes(toml).shores.items()}


def _notes(toml: TomlText) -> Notes:
    return read_notes(Node(Layers((toml,), toml.table), Faults()))


def fill_in(name: str, content: bytes, drawn: Mapping[str, DrawnNeighbours]) -> FilledIn:
    """The file *content*, called *name*, with the provinces and the neighbours that it lacks.

    A province that lists any neighbour, for any kind of unit or coast, is left alone.

    Raises:
        VariantError: it is no TOML.
    """
    toml = read_toml(name, content)
    known = _provinces(toml)
    lines = content.decode("utf-8-sig").replace("\r\n", "\n").rstrip("\n").split("\n")
    behind: dict[int, list[str]] = {}
    told: list[str] = []
    listed: list[str] = []
    completed: list[str] = []
    for code, each in drawn.items():
        table = known.get(code)
        if table is None:
            continue
        lacking = _lacking(each, table)
        wants_lists = each.terrain is not Terrain.IMPASSABLE and not _lists_any(table)
        if not lacking and not wants_lists:
            continue
        own = [line for path, line in toml.lines.items() if path[:2] == ("provinces", code) and len(path) == 3 and path[2] != "coasts"]
        at = max([*own, toml.lines["provinces", code]])
        neighbours = _lists(each, has_coasts="coasts" in table) if wants_lists else []
        if lacking or neighbours:
            behind.setdefault(at, []).extend((*lacking, *neighbours))
            told += [f"[provinces.{code}]", *lacking, *neighbours]
        if neighbours:
            listed.append(code)
        if lacking:
            completed.append(code)
    text = [part for number, line in enumerate(lines, 1) for part in (line, *behind.get(number, ()))]
    added = [code for code in drawn if code not in known]
    for code in added:
        block = _block(drawn[code])
        text += ["", *block]
        told += block
    return FilledIn("\n".join(text) + "\n", tuple(told), tuple(added), tuple(listed), tuple(completed))


def _lacking(each: DrawnNeighbours, table: Mapping[str, object]) -> list[str]:
    """The lines of what a province must have and its table lacks, and of what the drawing knows of one that is only begun."""
    lines = [] if "name" in table else [f"name = {toml_string(each.name)}"]
    lines += [] if "terrain" in table else [f'terrain = "{each.terrain}"']
    # A province with a terrain and no centre may be meant so: the check reports the mark.
    return [*lines, "centre = true"] if lines and each.centre and "centre" not in table else lines


def _provinces(toml: TomlText) -> Mapping[str, Mapping[str, object]]:
    tables = toml.table.get("provinces")
    return {code: table for code, table in tables.items() if isinstance(table, dict)} if isinstance(tables, dict) else {}


def _lists_any(table: Mapping[str, object]) -> bool:
    coasts = table.get("coasts")
    inner = [each for each in coasts.values() if isinstance(each, dict)] if isinstance(coasts, dict) else []
    return any(_LISTS & each.keys() for each in (table, *inner))


def _block(each: DrawnNeighbours) -> list[str]:
    lines = [f"[provinces.{each.code}]", f"name = {toml_string(each.name)}", f'terrain = "{each.terrain}"']
    if each.centre:
        lines.append("centre = true")
    return lines if each.terrain is Terrain.IMPASSABLE else [*lines, *_lists(each, has_coasts=False)]


def _lists(each: DrawnNeighbours, *, has_coasts: bool) -> list[str]:
    """The lines of neighbours; the tables of named coasts come last, unless the file *has_coasts* of its own."""
    lines = [*_list("army", each.army), *_list("fleet", each.fleet.get("", ()))]
    if not has_coasts:
        for coast, targets in each.fleet.items():
            if coast:
                lines += [f"[provinces.{each.code}.coasts.{coast}]", *(_list("fleet", targets) or ["fleet = []"])]
    return lines


def _list(kind: str, targets: Iterable[str]) -> list[str]:
    """``army = [...]`` in lines of a bearable length; none without targets."""
    words = [f'"{target}"' for target in targets]
    if not words:
        return []
    whole = f"{kind} = [{', '.join(words)}]"
    if len(whole) <= _WIDTH:
        return [whole]
    return [f"{kind} = [", *(f"    {', '.join(words[start : start + 12])}," for start in range(0, len(words), 12)), "]"]
