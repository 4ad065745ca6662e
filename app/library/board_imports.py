"""Boards and unit symbols of other programs, read from a person's files and kept on the shelf in our own form."""

from __future__ import annotations

import errno
import os
import re
import shutil
import tempfile
from collections.abc import Collection
from pathlib import Path

from app.library.unit_sets import BY_VARIANT, shipped_sets
from languages import tr
from variants.importers import GoOn, Imported, ImportedUnits, ImportResult, import_archive, import_board
from variants.importers.own_folders import LARGEST_ARCHIVE
from variants.packed import ARCHIVES
from variants.source import FolderSource
from variants.unit_set import SUFFIX

_CONFIGS = ("config.json", "config.toml")
REPORT_SUFFIX = ".report.txt"


def read_board(path: Path, go_on: GoOn = lambda _done, _of, _what: True) -> ImportResult:
    """The variants and unit symbols in a file or folder of another program, with those in archives in it.

    Args:
        go_on: called before each board with the number done; returns whether to go on.

    Raises:
        OSError: the file cannot be read.
        ImportStoppedError: *go_on* did not want to.
    """
    if path.is_dir():
        return import_board(FolderSource(path), go_on=go_on)
    if path.suffix.casefold() in ARCHIVES:
        with path.open("rb") as stream:
            return import_archive(path.name, stream.read(LARGEST_ARCHIVE + 1), go_on)
    path = path.absolute()
    if not path.is_file():
        raise FileNotFoundError(2, tr("there is no such file"), str(path))
    root = _root_of(path)
    return import_board(FolderSource(root), path.relative_to(root).as_posix(), go_on)


def keep(imported: Imported, folder: Path, taken: Collection[str], report: str = "") -> Path:
    """Write *imported* as a folder of its own in *folder*, whole or not at all.

    Args:
        taken: ids on the shelf; a variant with one of them gets a number.
        report: what the file REPORT.txt in it says; the import's own report unless given.

    Returns:
        The new folder, which is named by the variant's id.

    Raises:
        OSError: it could not be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    wanted, number = imported.id, 2
    while wanted in taken or (folder / wanted).exists():
        wanted = f"{imported.id[:54]}-{number}"
        number += 1
    if wanted != imported.id:
        imported = imported.renamed(wanted)
    making = Path(tempfile.mkdtemp(prefix=".import-", dir=folder))
    try:
        for name, content in imported.files.items():
            target = making / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
            _check_written(target, content)
        told = (report or "".join(f"{line}\n" for line in imported.report)).encode("utf-8", "replace")
        (making / "REPORT.txt").write_bytes(told)
        _check_written(making / "REPORT.txt", told)
        making.chmod(0o755)
        making.rename(folder / wanted)
    except OSError:
        shutil.rmtree(making, ignore_errors=True)
        raise
    return folder / wanted


def keep_report(imported: Imported, folder: Path, report: str) -> Path:
    """Write the report on a board that cannot be played yet into *folder*, in place of the earlier one.

    Raises:
        OSError: it could not be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"{imported.id or 'import'}{REPORT_SUFFIX}"
    _write(target, report.encode("utf-8", "replace"))
    return target


def keep_units(imported: ImportedUnits, folder: Path, taken: Collection[str] = ()) -> str:
    """Write *imported* as a file of *folder*, whole or not at all, with its report beside it.

    Args:
        taken: ids of other sets; a set with one of them gets a number. The same set brought in again takes its own place.

    Returns:
        The id that commands know it by.

    Raises:
        OSError: it could not be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    reserved = {BY_VARIANT, *(each.id for each in shipped_sets()), *taken}
    wanted, number = imported.id, 2
    while wanted in reserved or _is_another(folder / f"{wanted}{SUFFIX}", imported.content):
        wanted, number = f"{imported.id[:54]}-{number}", number + 1
    _write(folder / f"{wanted}{REPORT_SUFFIX}", "".join(f"{line}\n" for line in imported.report).encode())
    _write(folder / f"{wanted}{SUFFIX}", imported.content)
    return wanted


def _is_another(file: Path, content: bytes) -> bool:
    """Return True if *file* exists and holds another set; its comments do not count."""
    try:
        present = file.read_bytes()
    except FileNotFoundError:
        return False
    return _bare(present) != _bare(content)


def _bare(content: bytes) -> bytes:
    return re.sub(rb"(?m)^#.*\n", b"", content)


def _check_written(written: Path, content: bytes) -> None:
    """Check that the disk gives back the same content; an ``OSError`` otherwise."""
    if written.read_bytes() != content:
        raise OSError(errno.EIO, os.strerror(errno.EIO), str(written))


def _write(target: Path, content: bytes) -> None:
    handle, name = tempfile.mkstemp(prefix=".import-", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
        _check_written(Path(name), content)
        Path(name).chmod(0o644)
        Path(name).replace(target)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise


def _root_of(path: Path) -> Path:
    """The folder whose files the file may name: its own; for a configuration the highest one above that it builds on.

    Older configurations of DiplomacyGM stand together in a folder ``config``, their drawings in one beside it.
    """
    root = path.parent
    if path.suffix.lower() == ".json" and root.name.lower() == "config":
        return root.parent
    if path.suffix.lower() == ".var" and b"/" in path.read_bytes()[:4096]:  # it takes files out of the folder of another variant
        return root.parent
    if path.suffix.lower() == ".go" and not (root / "svg").is_dir() and (root.parent / "svg").is_dir():
        return root.parent
    if path.name.lower() in _CONFIGS:
        for _ in range(3):
            above = root.parent
            if not any((above / each).exists() for each in (*_CONFIGS, "unit_types")):
                break
            root = above
    return root
