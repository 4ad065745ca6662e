"""Variants of this program's own format, and the zip archives of strangers, unpacked into memory within bounds."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Sequence

from languages import system_words, tr
from variants.fault import Fault, Severity, VariantError, Weight
from variants.importers.draft import Imported, ImportedUnits, ImportResult
from variants.packed import ENDING, SUMS, THUMBNAIL, UNIT_SETS, belonging, sum_faults
from variants.source import MANIFEST, MemorySource, Source
from variants.toml_text import read_toml
from variants.unit_set import SUFFIX, read_unit_set

LARGEST_ARCHIVE = 64 * 1024 * 1024
LARGEST_MEMBER = 32 * 1024 * 1024
LARGEST_UNPACKED = 128 * 1024 * 1024
MOST_MEMBERS = 2000
MOST_RATIO = 400
"""A member that unpacks to more than so many times its packed size, and to more than a megabyte, is a bomb."""

_PART = re.compile(r"[^/\\:\0]{1,120}")


def unpack(name: str, content: bytes) -> MemorySource:
    """The files of an archive, by name. Names that lead out of it, links, and folders are passed over.

    Raises:
        VariantError: it is no zip archive, is damaged or encrypted, or is too large in some way.
    """
    if len(content) > LARGEST_ARCHIVE:
        raise _error(
            name, tr("the archive has {count} bytes", count=len(content)), tr("at most {largest_archive}", largest_archive=LARGEST_ARCHIVE)
        )
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = archive.infolist()
            if len(members) > MOST_MEMBERS:
                raise _error(
                    name, tr("the archive has {count} files", count=len(members)), tr("at most {most_members}", most_members=MOST_MEMBERS)
                )
            files: dict[str, bytes] = {}
            left = LARGEST_UNPACKED
            for member in members:
                parts = member.filename.split("/")
                is_link = (member.external_attr >> 16) & 0o170000 == 0o120000
                if member.is_dir() or is_link or not all(_PART.fullmatch(part) and part not in (".", "..") for part in parts):
                    continue
                if parts[0] == "__MACOSX" or parts[-1].startswith("."):
                    continue
                unpacked = _read(archive, member, name, min(left, LARGEST_MEMBER))
                left -= len(unpacked)
                files[member.filename] = unpacked
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError) as error:
        if isinstance(error, VariantError):
            raise
        raise _error(
            name, tr("the archive cannot be read: {error}", error=system_words(error)[:120]), tr("a zip archive without a password")
        ) from None
    return MemorySource(name, files)


def _read(archive: zipfile.ZipFile, member: zipfile.ZipInfo, name: str, most: int) -> bytes:
    """The bytes of a member, for any size in its header."""
    with archive.open(member) as stream:
        content = stream.read(most + 1)
    if len(content) > most:
        raise _error(
            name,
            tr("{filename!r} unpacks to too much", filename=member.filename[:60]),
            tr(
                "at most {largest_member} bytes a file, {largest_unpacked} in all",
                largest_member=LARGEST_MEMBER,
                largest_unpacked=LARGEST_UNPACKED,
            ),
        )
    if len(content) > 1024 * 1024 and len(content) > MOST_RATIO * max(1, member.compress_size):
        raise _error(
            name,
            tr(
                "{filename!r} unpacks to {count} times its size",
                filename=member.filename[:60],
                count=len(content) // max(1, member.compress_size),
            ),
            tr("no bomb"),
        )
    return content


def _error(source: str, what: str, expected: str) -> VariantError:
    return VariantError((Fault(source, None, what, expected),))


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
