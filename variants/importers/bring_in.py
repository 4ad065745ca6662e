"""Which importer a file is for."""

from __future__ import annotations

from variants.fault import Fault, Severity, VariantError
from variants.importers.archive import unpack
from variants.importers.diplomacygm import find_config, import_diplomacygm
from variants.importers.jdip import import_jdip
from variants.importers.judge_map import import_judge_map
from variants.importers.result import ImportResult
from variants.importers.symbol_pack import find_packs, import_bare_drawing, import_symbols, is_pack_name
from variants.source import Source

KINDS = {
    "jdip": "a variant package of jDip: a zip archive or folder with variants.xml",
    "map": "a .map file of the DPjudge or of the package diplomacy, with a drawing beside it or without one",
    "symbols": "a pack of unit symbols of jDip: a zip archive or folder with symbols.xml",
    "diplomacygm": "a folder of DiplomacyGM: config.json or config.toml, and a drawing made with Inkscape",
}
"""What can be imported, in words."""


def import_archive(name: str, content: bytes) -> ImportResult:
    """All variants or unit symbols in a zip archive. Never raises for what it holds; what cannot be used stands in the report."""
    try:
        source = unpack(name, content)
    except VariantError as error:
        return ImportResult((), error.faults)
    return import_board(source)


def import_board(source: Source, name: str = "") -> ImportResult:
    """All variants in a folder, or those of one file in it. Never raises for what the files hold.

    Args:
        name: the file that was chosen, such as ``ancmed.map``; the files it names are looked for beside it.
    """
    try:
        return _import(source, name)
    except VariantError as error:
        return ImportResult((), error.faults)


def _import(source: Source, name: str) -> ImportResult:
    names = source.names()
    lowered = name.lower()
    if lowered.endswith((".zip", ".jar")):
        return import_archive(name, source.read(name))
    if lowered.endswith(".map"):
        return import_judge_map(source, name)
    manifest = next((each for each in names if each.lower().rpartition("/")[2] == "variants.xml"), None)
    if manifest is not None and lowered in ("", manifest.lower()):
        return import_jdip(source, manifest)
    config = find_config(names, name)
    if config is not None:
        return import_diplomacygm(source, config)
    maps = [each for each in names if each.lower().endswith(".map")]
    if not name and maps:
        results = [import_board(source, each) for each in maps]
        variants = tuple(variant for result in results for variant in result.variants)
        return ImportResult(variants, tuple(fault for result in results for fault in result.report))
    packs = [each for each in find_packs(names) if lowered in ("", each.lower())]
    if packs:
        return import_symbols(source, packs)
    if not name and is_pack_name(source.label):
        return import_bare_drawing(source)
    known = "; ".join(KINDS.values())
    return ImportResult((), (Fault(name or source.label, None, "this is no board that can be imported", known, Severity.ERROR),))
