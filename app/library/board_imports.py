"""Boards and unit symbols of other programs, kept on the shelf, with the program's verdict on each."""

from __future__ import annotations

import errno
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from app.library.unit_sets import BY_VARIANT, shipped_sets
from entente.words.names import join_words
from languages import labelled, plural, tr
from variants.catalogue import shipped_board, shipped_source
from variants.check import check_variant
from variants.compile import compile_board
from variants.compile.board import Compilation
from variants.compile.elements import CompilationStoppedError
from variants.compiled import CompiledBoard
from variants.fault import Fault, Severity, Weight
from variants.importers import GoOn, Imported, ImportedUnits, ImportResult, ImportStoppedError, import_archive, import_board
from variants.importers.own_folders import LARGEST_ARCHIVE
from variants.packed import ARCHIVES
from variants.reader import VariantFolder, read_with_faults
from variants.source import FolderSource, SourceFinder, is_drawing
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


MOST_LINES = 10
"""Number of lines at the end of an import; the rest stands in the folder."""


@dataclass(frozen=True, slots=True)
class BoardVerdict:
    """Verdict of the check on an imported board."""

    imported: Imported
    folder: VariantFolder | None
    """The variant, where it can be played."""
    lines: tuple[Fault, ...]
    """All remarks, the worst first: from the import, the reader, the check and the drawings."""

    @property
    def headline(self) -> str:
        """``playable``, ``playable, with ...`` or ``not yet: ...``."""
        if self.folder is None:
            return tr("not yet: {line}", line=self.lines[0]) if self.lines else tr("not yet: there is no variant in it")
        lost = sum(line.weight is not Weight.REPAIR for line in self.lines)
        rest = len(self.lines) - lost
        parts = [plural("{count} departure from its source", "{count} departures from its source", lost)] if lost else []
        parts += [plural("{count} repair", "{count} repairs", rest)] if rest else []
        return tr("playable, with {parts}", parts=join_words(parts)) if parts else tr("playable")

    def words(self, most: int = MOST_LINES) -> list[str]:
        """The headline and the worst lines, at most *most* together."""
        shown = self.lines[1:] if self.folder is None else self.lines
        room = most - 1
        if len(shown) <= room:
            return [self.headline, *map(str, shown)]
        return [self.headline, *map(str, shown[: room - 1]), tr("and {count} more", count=len(shown) - room + 1)]

    def report(self) -> str:
        """All of it, for the file in the folder."""
        return "".join(f"{line}\n" for line in (labelled(self.imported.name, self.headline), *self.lines))


@dataclass(slots=True)
class BoardJudge:
    """Judges boards one after the other; drawings that several variants share are compiled once."""

    go_on: GoOn = lambda _done, _of, _what: True
    library: SourceFinder = shipped_source
    """Finder of the variants that one may extend, besides those that come with it."""
    _made: dict[tuple[bytes, str], Compilation] = field(default_factory=dict)

    def judge_all(self, result: ImportResult) -> tuple[BoardVerdict, ...]:
        """A verdict for each variant.

        Raises:
            ImportStoppedError: it is wanted no longer.
        """
        verdicts: list[BoardVerdict] = []
        beside = {each.id: each.source for each in result.variants if each.own}
        further = self.library
        self.library = lambda variant_id: beside[variant_id] if variant_id in beside else further(variant_id)
        for number, each in enumerate(result.variants):
            if not self.go_on(number, len(result.variants), tr("Checking {name}", name=each.name)):
                raise ImportStoppedError
            verdicts.append(self.judge(each))
        return tuple(verdicts)

    def judge(self, imported: Imported) -> BoardVerdict:
        """The verdict on one variant.

        Raises:
            ImportStoppedError: it is wanted no longer.
        """
        folder, faults = read_with_faults(imported.source, self.library) if imported.files else (None, ())
        lines = [*imported.report, *faults]
        if folder is not None:
            boards: dict[str, CompiledBoard] = {}
            for name in dict.fromkeys(each.file for each in folder.maps if each.file in imported.files):
                made = self._compiled(imported.files[name], folder, name)
                if made.board is not None:
                    boards[name] = made.board.with_centres(folder.variant.board.centres)
                    lines += made.faults
                else:
                    lines += [fault.as_warning() for fault in made.faults]
                    what = tr("the drawing {name} cannot be used", name=name)
                    lines.append(Fault(name, None, what, tr("another drawing"), Severity.WARNING, weight=Weight.LOSS))
            lines += check_variant(folder, boards)
            if not boards and not any(_is_shipped(each.file) or folder.extends for each in folder.maps):
                lines.append(Fault("variant.toml", None, tr("no drawing of it can be used"), tr("a drawing that compiles")))
        lines = sorted(dict.fromkeys(lines), key=_rank)
        playable = folder is not None and not any(line.severity is Severity.ERROR for line in lines)
        return BoardVerdict(imported, folder if playable else None, tuple(lines))

    def _compiled(self, svg: bytes, folder: VariantFolder, name: str) -> Compilation:
        rules = folder.variant.board
        about = repr([(code, each.name, each.terrain, each.coasts, each.aliases) for code, each in sorted(rules.provinces.items())])
        if (svg, about) not in self._made:
            try:
                self._made[svg, about] = compile_board(svg, rules, name, stop=self._is_stopped)
            except CompilationStoppedError:
                raise ImportStoppedError from None
        return self._made[svg, about]

    def _is_stopped(self) -> bool:
        return not self.go_on(0, 0, "")


def _is_shipped(drawing: str) -> bool:
    """Return True if a drawing of that name comes with the program."""
    try:
        return bool(shipped_board(drawing)) and not is_drawing(drawing)
    except LookupError:
        return False


def _rank(fault: Fault) -> int:
    if fault.severity is Severity.ERROR:
        return -1
    return fault.weight


def by_verdict(verdicts: Sequence[BoardVerdict]) -> list[tuple[str, list[BoardVerdict]]]:
    """Return the boards under headings by their verdict, the worst first; empty headings are left out."""
    headings = (tr("Not yet playable"), tr("Playable, with departures from the source"), tr("Playable"))
    groups: tuple[list[BoardVerdict], ...] = ([], [], [])
    for each in verdicts:
        departs = any(line.weight is not Weight.REPAIR for line in each.lines)
        groups[0 if each.folder is None else 1 if departs else 2].append(each)
    return [(heading, those) for heading, those in zip(headings, groups, strict=True) if those]


def summary(verdicts: Sequence[BoardVerdict], name_of: Callable[[BoardVerdict], str], others: Sequence[Fault]) -> list[str]:
    """Return the summary of an import: at most ten lines, the worst first.

    Args:
        name_of: what to call a board.
        others: what belongs to no single board.
    """
    if len(verdicts) == 1 and not others:
        first, *rest = verdicts[0].words()
        return [labelled(name_of(verdicts[0]), first), *rest]
    ordered = sorted(verdicts, key=lambda each: (min(map(_rank, each.lines), default=9), -len(each.lines)))
    refused = [each for each in ordered if each.folder is None]
    said = [labelled(name_of(each), each.headline) for each in refused] + [str(fault) for fault in sorted(others, key=_rank)]
    good = [each for each in ordered if each.folder is not None]
    room = max(0, MOST_LINES - len(said))
    if len(good) <= room and len(said) <= MOST_LINES:
        return [*said, *(labelled(name_of(each), each.headline) for each in good)]
    lines = [*said, *(labelled(name_of(each), each.headline) for each in good[: max(0, room - 1)])][: MOST_LINES - 1]
    rest = [name_of(each) for each in good[max(0, room - 1) :]] if len(said) < MOST_LINES else [name_of(each) for each in good]
    hidden = max(0, len(said) - MOST_LINES + 1)
    more = [tr("{hidden} more of these", hidden=hidden)] if hidden else []
    more += [tr("{count} more that can be played: {rest}", count=len(rest), rest=", ".join(rest))] if rest else []
    return [*lines, tr("and {more}", more=f" {tr('and')} ".join(more))[:600]]
