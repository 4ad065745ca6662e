"""Every board of the shared collection, imported once for all tests."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from adjudicator.board import Board
from variants import VariantFolder, load
from variants.importers import Imported, import_archive, import_board
from variants.source import FolderSource

Edges = frozenset[tuple[str, str, str]]
"""From, to, and the letter of the kind; places as ``STP/NC``."""


@dataclass(frozen=True, eq=False)
class SharedBoard:
    """One imported variant, and where it came from."""

    family: str
    file: str
    imported: Imported

    @property
    def name(self) -> str:
        return f"{self.family}/{self.file}:{self.imported.id}"

    def folder(self) -> VariantFolder:
        return _folder(self)


@cache
def _folder(board: SharedBoard) -> VariantFolder:
    return load(board.imported.source)


def imported_boards(shared: Path) -> tuple[SharedBoard, ...]:
    """All of them, in sequence of family and file."""
    boards = shared / "boards"
    files = [("jdip", archive.name) for archive in sorted((boards / "jdip").glob("*Variant*.zip"))]
    files += [(family, name) for family in ("dpjudge", "diplomacy") for name in _map_files(boards / family)]
    return tuple(each for family, name in (*files, ("diplomacygm", "classic")) for each in _imported(boards, family, name))


def imported_board(shared: Path, name: str) -> SharedBoard:
    """The one of that name; nothing else is imported than what its file holds."""
    family, _, file = name.partition(":")[0].partition("/")
    return next(each for each in _imported(shared / "boards", family, file) if each.name == name)


def _map_files(folder: Path) -> list[str]:
    return [name for name in FolderSource(folder).names() if name.endswith(".map")]


@cache
def _imported(boards: Path, family: str, file: str) -> tuple[SharedBoard, ...]:
    if family == "jdip":
        result = import_archive(file, (boards / family / file).read_bytes())
    else:
        result = import_board(FolderSource(boards / family), file if file.endswith(".map") else "")
    assert not result.errors
    return tuple(SharedBoard(family, file, each) for each in result.variants)


def edges_of(board: Board) -> Edges:
    """The steps of an imported board, special ones included."""
    return frozenset((str(edge.origin), str(edge.target), kind) for edge in board.edges for kind in edge.kinds if kind in "AF")


def jdip_edges(content: bytes) -> Edges:
    """The steps of an adjacency file, read by the plainest means: legal ones only."""
    text = re.sub(r"<!DOCTYPE.*?\]>", "", content.decode("latin-1"), flags=re.DOTALL)
    words: dict[str, str] = {}
    links: dict[str, dict[str, list[str]]] = {}
    root = ET.fromstring(text)
    for province in root.iter("PROVINCE"):
        code = province.get("shortname", "").upper()
        unique = [each.get("name", "") for each in province.iter("UNIQUENAME")]
        for word in (province.get("shortname", ""), province.get("fullname", ""), *unique):
            words.setdefault(word.lower(), code)
        lists = {each.get("type", "mv"): each.get("refs", "").replace(",", " ") for each in province.iter("ADJACENCY")}
        links[code] = {kind: refs.lower().split() for kind, refs in lists.items()}
    found: set[tuple[str, str, str]] = set()
    for code, own in links.items():
        for kind, refs in own.items():
            for ref in refs:
                place, _, coast = ref.replace("/", "-").partition("-")
                target = words[place]
                if target == code:
                    continue
                if kind == "mv" and "mv" in links[target]:
                    found.add((code, target, "A"))
                elif kind != "mv":
                    origin = code if kind == "xc" else f"{code}/{kind.upper()}"
                    if coast and coast in links[target]:
                        found.add((origin, f"{target}/{coast.upper()}", "F"))
                    elif not coast and "xc" in links[target]:
                        found.add((origin, target, "F"))
    return frozenset(found)


def judge_edges(folder: Path, name: str) -> Edges:
    """The steps of a ``.map`` file without ``AMEND`` and ``DROP``, read by the plainest means."""
    places: dict[str, tuple[str, bool, list[str]]] = {}
    for line in _lines(folder, name):
        words = line.split()
        if len(words) > 2 and words[0].upper() in ("WATER", "LAND", "COAST", "PORT", "SHUT") and words[2].upper() == "ABUTS":
            places[words[1].upper()] = (words[0].upper(), words[1].islower(), words[3:])
    coasts = {code.partition("/")[0] for code in places if "/" in code}
    found: set[tuple[str, str, str]] = set()

    def stands(place: str, kind: str) -> bool:
        terrain = places[place][0] if place in places else "SHUT"
        if kind == "A":
            return "/" not in place and terrain in ("LAND", "COAST", "PORT")
        return terrain in ("WATER", "COAST", "PORT") and place not in coasts

    for code, (_, _, abuts) in places.items():
        for word in abuts:
            bare = word.strip("*~")
            target = bare.upper()
            if stands(code, "F") and stands(target, "F") and not bare.islower():
                found.add((code, target, "F"))
            parent = target.partition("/")[0]
            if stands(code, "A") and stands(parent, "A") and (bare.islower() or bare.isupper()):
                found.add((code, parent, "A"))
    return frozenset(found)


def _lines(folder: Path, name: str) -> list[str]:
    lines: list[str] = []
    for line in (folder / name).read_text(encoding="latin-1").splitlines():
        if line.split()[:1] in (["USE"], ["MAP"]):
            for used in line.split()[1:]:
                lines += _lines(folder, used if "." in used else f"{used}.map")
        elif not line.startswith("#"):
            lines.append(line)
    return lines
