"""Variants of this program's own format: a pack, a plain zip archive of a folder, or the folder itself."""

from __future__ import annotations

import re
from collections.abc import Sequence

from languages import system_words, tr
from variants.fault import Fault, Severity, VariantError, Weight
from variants.importers.archive import LARGEST_UNPACKED
from variants.importers.result import Imported, ImportedUnits, ImportResult
from variants.inherit import MANIFEST
from variants.packed import ENDING, SUMS, THUMBNAIL, UNIT_SETS, belonging, sum_faults
from variants.source import MemorySource, Source
from variants.toml_text import read_toml
from variants.unit_set import SUFFIX, read_unit_set

_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,59}")


def own_manifests(names: Sequence[str]) -> list[str]:
    """The files among *names* that are manifests of this program's variants."""
    return [each for each in names if each.rpartition("/")[2] == MANIFEST]


def import_own(source: Source) -> ImportResult:
    """Every variant in *source*, unchanged; and unit symbols that came along.

    A pack of which a file was changed on its way gives nothing.
    """
    names = source.names()
    manifests = own_manifests(names)
    if SUMS in names and isinstance(source, MemorySource):
        faults = tuple(sum_faults({each: source.read(each) for each in names}))
        if faults:
            return ImportResult((), faults)
    folders = [each.removesuffix(MANIFEST) for each in manifests]
    variants = tuple(_variant(source, folder, folders) for folder in folders)
    return ImportResult(_parents_first(variants), (), tuple(_unit_sets(source, names)))


def _variant(source: Source, folder: str, folders: Sequence[str]) -> Imported:
    """The variant whose files begin with *folder*, those of variants in folders within it apart."""
    inner = [each for each in folders if each != folder and each.startswith(folder)]
    present = [
        each.removeprefix(folder)
        for each in source.names()
        if each.startswith(folder) and not any(each.startswith(other) for other in inner) and not (not folder and each == SUMS)
    ]
    wanted = [each for each in belonging(present) if folder or not each.startswith(f"{UNIT_SETS}/")]
    report = [
        Fault(f"{folder}{each}", None, tr("no file of a variant; it is left out"), "", Severity.WARNING, weight=Weight.REPAIR)
        for each in sorted({*present} - {*wanted})
    ]
    files: dict[str, bytes] = {}
    left = LARGEST_UNPACKED
    for name in wanted:
        try:
            files[name] = source.read(f"{folder}{name}")
        except (OSError, ValueError) as error:
            report.append(
                Fault(
                    f"{folder}{name}",
                    None,
                    tr("the file cannot be read: {error}", error=system_words(error)),
                    tr("a file of the variant's folder"),
                )
            )
            continue
        left -= len(files[name])
        if left < 0:
            what = tr("the files of the variant are too large together")
            return Imported(
                "",
                folder.rstrip("/"),
                {},
                (Fault(f"{folder}{name}", None, what, tr("at most {largest_unpacked} bytes", largest_unpacked=LARGEST_UNPACKED)),),
            )
    label = folder.rstrip("/").rpartition("/")[2] or source.label.removesuffix(".zip").removesuffix(ENDING)
    variant_id, title = _named(files[MANIFEST], label) if MANIFEST in files else (label, label)
    return Imported(variant_id, title, files, tuple(report), own=True)


def _named(manifest: bytes, label: str) -> tuple[str, str]:
    """Id and name in the manifest; its faults are reported by its reader."""
    try:
        table = read_toml(MANIFEST, manifest, keep_going=True).table
    except VariantError:
        table = {}
    variant_id, name = table.get("id"), table.get("name")
    known = variant_id if isinstance(variant_id, str) and _ID.fullmatch(variant_id) else ""
    return known or re.sub(r"[^a-z0-9_-]+", "-", label.lower()).strip("-_")[:60], str(name or label)[:80]


def _parents_first(variants: Sequence[Imported]) -> tuple[Imported, ...]:
    """*variants* with each behind the one that it extends, so that it follows where that one gets another id."""
    waiting, ordered = list(variants), list[Imported]()
    while waiting:
        ids = {each.id for each in waiting}
        ready = [each for each in waiting if each.extends not in ids - {each.id}] or waiting[:1]
        ordered += ready
        waiting = [each for each in waiting if each not in ready]
    return tuple(ordered)


def _unit_sets(source: Source, names: Sequence[str]) -> list[ImportedUnits]:
    found: list[ImportedUnits] = []
    for name in names:
        folder, _, file = name.rpartition("/")
        if folder != UNIT_SETS or not file.endswith(SUFFIX):
            continue
        content = source.read(name)
        units, faults = read_unit_set(file.removesuffix(SUFFIX), file, content)
        title = units.name if units is not None else file
        kinds = () if units is None else tuple(units.kinds)
        found.append(ImportedUnits(file.removesuffix(SUFFIX), title, b"" if units is None else content, kinds, faults))
    return found


def same_files(one: Imported, other: Source) -> bool:
    """Return True if *other* is the same variant, file for file. Line endings and the little picture do not count."""
    here = {each for each in belonging(one.files) if each != THUMBNAIL}
    there = {each for each in belonging(other.names()) if each != THUMBNAIL}
    return here == there and all(_lines(one.files[each]) == _lines(other.read(each)) for each in here)


def _lines(content: bytes) -> bytes:
    return content.replace(b"\r\n", b"\n")
