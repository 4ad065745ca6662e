"""Choice of the importer for a file."""

from __future__ import annotations

import re

from languages import clauses, mark, tr
from variants.fault import Fault, Severity, VariantError
from variants.importers.archive import unpack
from variants.importers.collection import Collector, GoOn
from variants.importers.diplicity import import_diplicity, is_diplicity, unknown_json
from variants.importers.diplomacygm import find_config, import_diplomacygm
from variants.importers.godip import import_godip, is_godip
from variants.importers.jdip import import_jdip
from variants.importers.judge_map import import_judge_map
from variants.importers.own_folders import import_own
from variants.importers.realpolitik import import_njudge, import_realpolitik, is_njudge_map
from variants.importers.result import ImportResult
from variants.importers.symbol_pack import find_packs, import_symbols
from variants.importers.webdiplomacy import import_webdiplomacy, is_webdiplomacy
from variants.inherit import MANIFEST
from variants.packed import ARCHIVES
from variants.source import Source

_GM_KEYS = re.compile(rb'"(?:svg config|players|overrides|file)"')
KINDS = {
    "own": mark("a variant of this program: what pack wrote (.dpv), a zip archive of its folder, or the folder with variant.toml"),
    "jdip": mark("a variant package of jDip: a zip archive or folder with variants.xml"),
    "map": mark("a .map file of the DPjudge or of the package diplomacy, with a drawing beside it or without one"),
    "njudge": mark("a map file of nJudge or Realpolitik (map.NAME), with seed.NAME beside it"),
    "realpolitik": mark("a variant of Realpolitik: its .var file, with those that it names"),
    "symbols": mark("a pack of unit symbols of jDip: a zip archive or folder with symbols.xml"),
    "godip": mark("a board of godip and diplicity: its .go text, or the server's JSON, with the drawing beside it or in svg/"),
    "diplicity": mark("a variant of diplicity: its JSON with the dSVG drawing beside it, or a file of its Variant Creator"),
    "webdiplomacy": mark("a variant of webDiplomacy or vDiplomacy: its folder with install.php and pictures"),
    "diplomacygm": mark("a folder of DiplomacyGM: config.json or config.toml, and a drawing made with Inkscape"),
}
"""Kinds of files that can be imported, in words."""


def import_archive(name: str, content: bytes, go_on: GoOn = lambda _done, _of, _what: True) -> ImportResult:
    """All variants and unit symbols in a zip archive, and in archives in it. Never raises for what it holds.

    Args:
        go_on: called before each board with the number done; returns whether to go on.

    Raises:
        ImportStoppedError: it did not want to.
    """
    try:
        source = unpack(name, content)
    except VariantError as error:
        return ImportResult((), error.faults)
    return import_board(source, go_on=go_on)


def import_board(source: Source, name: str = "", go_on: GoOn = lambda _done, _of, _what: True) -> ImportResult:
    """All variants in a folder, or those of one file in it. Never raises for what the files hold.

    Args:
        name: the file that was chosen, such as ``ancmed.map``; the files it names are looked for beside it.
        go_on: called before each board with the number done; returns whether to go on.

    Raises:
        ImportStoppedError: it did not want to.
    """
    try:
        if name:
            return _import_file(source, name, go_on)
        collector = Collector(go_on)
        collector.collect(source)
        return collector.result()
    except VariantError as error:
        return ImportResult((), error.faults)


def _import_file(source: Source, name: str, go_on: GoOn) -> ImportResult:
    names = source.names()
    lowered = name.lower()
    if lowered.endswith(ARCHIVES):
        return import_archive(name, source.read(name), go_on)
    if is_njudge_map(source, name):
        return import_njudge(source, name)
    if lowered.endswith(".var"):
        return import_realpolitik(source, name)
    if lowered.endswith(".map"):
        return import_judge_map(source, name)
    if lowered.rpartition("/")[2] == "variants.xml":
        return import_jdip(source, name)
    if name.rpartition("/")[2] == MANIFEST:
        return import_own(source)
    if is_godip(source, name):
        return import_godip(source, name)
    if is_webdiplomacy(source, name):
        return import_webdiplomacy(source, name)
    if is_diplicity(source, name):
        return import_diplicity(source, name)
    config = find_config(names, name)
    is_config = "config" in lowered
    if lowered.endswith(".json") and not is_config and name in names and not _GM_KEYS.search(source.read(name)):
        return ImportResult((), (unknown_json(source.read(name), name),))
    if config is not None:
        return import_diplomacygm(source, config)
    packs = [each for each in find_packs(names) if lowered == each.lower()]
    if packs:
        return import_symbols(source, packs)
    known = clauses(map(tr, KINDS.values()))
    return ImportResult((), (Fault(name, None, tr("this is no board that can be imported"), known, Severity.ERROR),))
