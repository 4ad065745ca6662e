"""Choice of the importer for a file, and for every package, archive, configuration and map file of a folder."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from languages import clauses, mark, system_words, tr
from variants.fault import Fault, Severity, VariantError, Weight
from variants.importers.diplicity import diplicity_boards, import_diplicity, is_diplicity, unknown_json
from variants.importers.diplomacygm import find_config, import_diplomacygm
from variants.importers.draft import Imported, ImportedUnits, ImportResult
from variants.importers.godip import godip_boards, import_godip, is_godip
from variants.importers.jdip import import_jdip
from variants.importers.judge_map import import_judge_map
from variants.importers.own_folders import import_own, own_manifests, unpack
from variants.importers.realpolitik import import_njudge, import_realpolitik, is_njudge_map, njudge_maps
from variants.importers.symbol_pack import find_packs, import_bare_drawing, import_symbols, is_pack_name
from variants.importers.webdiplomacy import INSTALL, import_webdiplomacy, webdiplomacy_boards
from variants.packed import ARCHIVES
from variants.source import MANIFEST, FolderSource, MemorySource, Source, is_drawing

MOST_BOARDS = 200
DEEPEST_ARCHIVE = 3
"""An archive in an archive in an archive."""
LARGEST_TOGETHER = 512 * 1024 * 1024
"""Bytes that all archives of one import may unpack to."""
_CONFIGS = ("config.json", "config.toml")

GoOn = Callable[[int, int, str], bool]
"""Function that is called before each step with the number done, of how many, and the next; returns whether to go on."""


class ImportStoppedError(Exception):
    """The import is no longer wanted."""


@dataclass(slots=True)
class Collector:
    """Collects the parts of one import."""

    go_on: GoOn
    variants: list[Imported] = field(default_factory=list)
    units: list[ImportedUnits] = field(default_factory=list)
    report: list[Fault] = field(default_factory=list)
    _unpacked: int = 0
    _done: int = 0
    _known: int = 0

    def collect(self, source: Source, depth: int = 0) -> None:
        """All boards of *source*, and what is packed in it.

        Raises:
            ImportStoppedError: it is wanted no longer.
        """
        names = source.names()
        if isinstance(source, FolderSource) and source.is_cut:
            what = tr(
                "more than {most_files} files: {count} of them are looked at, the others are left out",
                most_files=source.MOST_FILES,
                count=len(names),
            )
            self.report.append(Fault(source.label, None, what, tr("the folders one by one"), Severity.WARNING, weight=Weight.LOSS))
        steps = list(_steps(source, names))
        archives = [name for name in names if name.lower().endswith(ARCHIVES)]
        self._known += len(steps) + len(archives)
        for label, work in steps:
            self._step(label)
            self._take(label, work)
        for name in archives:
            self._step(name)
            self._take_archive(source, name, depth)
        installed = [name for name in names if name.lower().rpartition("/")[2] == INSTALL]
        if not steps and not archives and installed:
            self._take(installed[0], partial(import_webdiplomacy, source, installed[0]))  # says what it lacks
        elif not steps and not archives:
            what = tr("this is no board that can be imported")
            self.report.append(Fault(source.label, None, what, tr("a package, a folder or a map file of a program that is known")))

    def result(self) -> ImportResult:
        """Return the result of the import."""
        return ImportResult(tuple(self.variants), tuple(self.report), tuple(self.units))

    def _step(self, label: str) -> None:
        if not self.go_on(self._done, max(self._known, self._done + 1), label):
            raise ImportStoppedError
        self._done += 1

    def _take(self, label: str, work: Callable[[], ImportResult]) -> None:
        if len(self.variants) >= MOST_BOARDS:
            self.report.append(
                Fault(label, None, tr("one board too many"), tr("at most {most_boards} at once", most_boards=MOST_BOARDS), Severity.WARNING)
            )
            return
        try:
            made = work()
        except VariantError as error:
            self.report += error.faults
            return
        except (OSError, ValueError) as error:
            self.report.append(Fault(label, None, system_words(error)[:200], tr("a file that can be read")))
            return
        self.variants += made.variants
        self.units += made.units
        self.report += made.report

    def _take_archive(self, source: Source, name: str, depth: int) -> None:
        if depth >= DEEPEST_ARCHIVE:
            self.report.append(
                Fault(
                    name,
                    None,
                    tr("archives lie in one another too deeply"),
                    tr("at most {deepest_archive}", deepest_archive=DEEPEST_ARCHIVE),
                )
            )
            return
        try:
            inner = unpack(name.rpartition("/")[2], source.read(name))
        except VariantError as error:
            self.report += [replace(fault, source=name) for fault in error.faults]
            return
        except (OSError, ValueError) as error:
            self.report.append(Fault(name, None, system_words(error)[:200], tr("an archive that can be read")))
            return
        self._unpacked += sum(len(inner.read(each)) for each in inner.names())
        if self._unpacked > LARGEST_TOGETHER:
            self.report.append(
                Fault(
                    name,
                    None,
                    tr("the archives unpack to too much"),
                    tr("at most {largest_together} bytes together", largest_together=LARGEST_TOGETHER),
                )
            )
            return
        self.collect(inner, depth + 1)


def boards_in(source: Source) -> tuple[str, ...]:
    """Return the parts that an import of *source* would read, archives in it apart: a label for each board or package."""
    return tuple(label for label, _ in _steps(source, source.names()))


def _steps(source: Source, names: Sequence[str]) -> Iterator[tuple[str, Callable[[], ImportResult]]]:
    """Yield the imports of the files of *source* themselves, each with its name."""
    if own_manifests(names):
        yield source.label, partial(import_own, source)
    manifests = [name for name in names if name.lower().rpartition("/")[2] == "variants.xml"]
    for name in manifests:
        part, inner = _part(source, name) if len(manifests) > 1 else (source, name)
        yield name, partial(import_jdip, part, inner)
    for name in _configs(names):
        yield name, partial(import_diplomacygm, source, name)
    for name in godip_boards(source):
        yield name, partial(import_godip, source, name)
    for name in webdiplomacy_boards(source):
        yield name, partial(import_webdiplomacy, source, name)
    for name in diplicity_boards(source):
        yield name, partial(import_diplicity, source, name)
    for name in [name for name in names if name.lower().endswith(".var")]:
        yield name, partial(import_realpolitik, source, name)
    for name in njudge_maps(source):
        yield name, partial(import_njudge, source, name)
    maps = [name for name in names if name.lower().endswith(".map") and not is_njudge_map(source, name)]
    used = _used_by_others(source, maps)
    for name in maps:
        yield name, partial(_map, source, name, name.lower() in used)
    if not manifests:
        packs = find_packs(names)
        if packs:
            yield source.label, partial(import_symbols, source, packs)
        elif is_pack_name(source.label) and any(map(is_drawing, names)) and not maps:
            yield source.label, partial(import_bare_drawing, source)


def _map(source: Source, name: str, used: bool) -> ImportResult:
    """A map file; a part that others use and that is no board by itself gives nothing."""
    try:
        return import_judge_map(source, name)
    except VariantError:
        if used:
            return ImportResult((), ())
        raise


def _used_by_others(source: Source, maps: Sequence[str]) -> set[str]:
    """The map files that others name as parts, in small letters."""
    found: set[str] = set()
    for name in maps:
        try:
            text = source.read(name)[:200_000].decode("latin-1")
        except (OSError, ValueError):
            continue
        folder = name.rpartition("/")[0]
        for words in re.findall(r"(?im)^[ \t]*(?:USES?|MAP)[ \t]+(.{1,400})$", text):
            for word in words.split():
                found.add(f"{folder}/{word if '.' in word else f'{word}.map'}".lstrip("/").lower())
    return found


def _configs(names: Sequence[str]) -> list[str]:
    """The configurations that are boards: those with a drawing in their folder, and those that change one in the folder above."""
    configs = [name for name in names if name.lower().rpartition("/")[2] in _CONFIGS]
    drawn = {name.rpartition("/")[0] for name in names if is_drawing(name)}
    boards = [name for name in configs if name.rpartition("/")[0] in drawn]
    folders = {name.rpartition("/")[0] for name in boards}
    boards += [
        name for name in configs if name not in boards and "/" in name and name.rpartition("/")[0].rpartition("/")[0] in folders - {""}
    ]
    if not boards and (only := find_config(names, "")) is not None:
        return [only]
    return sorted(boards)


def _part(source: Source, manifest: str) -> tuple[Source, str]:
    """The folder of a package that lies beside others, by itself, and the name of its manifest there."""
    folder, _, name = manifest.rpartition("/")
    prefix = f"{folder}/" if folder else ""
    others = {each.rpartition("/")[0] for each in source.names() if each.lower().endswith("/variants.xml")} - {folder}
    files: dict[str, bytes] = {}
    for each in source.names():
        inside = each.startswith(prefix) and not any(each.startswith(f"{other}/") and other.startswith(prefix) for other in others)
        if inside and (is_drawing(each) or each.lower().endswith(".xml")):
            files[each.removeprefix(prefix)] = source.read(each)
    return MemorySource(folder.rpartition("/")[2] or source.label, files), name


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
    except (OSError, ValueError) as error:
        return ImportResult((), (Fault(name or source.label, None, system_words(error)[:200], tr("a file that can be read")),))


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
    if lowered.rpartition("/")[2] == INSTALL:
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
