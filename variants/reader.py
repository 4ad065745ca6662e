"""A variant's folder to a :class:`~adjudicator.variant.Variant`, with every fault that is in it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from adjudicator import BuildPolicy, Position, Variant
from languages import mark, system_words, tr
from variants.fault import Fault, FaultKind, Faults, Severity, VariantError
from variants.fix import DropFromList, ReplaceInList, SetValue
from variants.hooks.hook_text import shipped_hooks
from variants.inherit import read_layers
from variants.languages import languages_of
from variants.node import Layers, Node, meant, nearest
from variants.notes import NOTHING, Notes, read_notes, without_notes
from variants.read_board import read_board
from variants.read_powers import read_cores, read_homes, read_powers, read_start
from variants.read_rules import read_calendar, read_rules
from variants.source import MANIFEST, Source, SourceFinder, is_drawing
from variants.style import PowerStyle
from variants.toml_text import read_toml, toml_string
from variants.unit_set import SET_ID, SUFFIX, UnitSet, as_warnings, read_unit_set

FILE = "exercise.toml"
_LONGEST_HINT = 1000


@dataclass(frozen=True, slots=True)
class Exercise:
    """An exercise."""

    hint: str
    """A sentence or two that lead to the answer without saying it."""

    next: str
    """The id of the exercise after it; empty for the last one."""


def read_exercise(source: Source) -> tuple[Exercise | None, tuple[Fault, ...]]:
    """The exercise in *source*, ``None`` where it is none or its file cannot be used; and what is wrong with that file."""
    if FILE not in source.names():
        return None, ()
    try:
        text = read_toml(FILE, source.read(FILE))
    except VariantError as error:
        return None, error.faults
    except (OSError, ValueError) as error:
        return None, (Fault(FILE, None, tr("the file cannot be read: {error}", error=system_words(error))),)
    faults = Faults()
    root = Node(Layers((text,), text.table), faults)
    found = Exercise(root.text("hint", longest=_LONGEST_HINT), root.text("next", ""))
    root.done()
    return (None if faults.errors else found), faults.found()


FORMAT = 1
_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,59}")


@dataclass(frozen=True, slots=True)
class MapFile:
    """One drawing of the board."""

    id: str
    name: str
    file: str
    """An SVG in the variant's folder; or, without ``.svg``, the name of one of the shipped boards."""


@dataclass(frozen=True, slots=True)
class UnitSetFile:
    """A set of unit symbols of a variant."""

    id: str
    name: str
    file: str
    """A ``.toml`` in the variant's folder; or, without that, the name of a set that comes with the program or is a person's own."""
    line: int | None
    """Line of the file's name in the manifest."""
    units: UnitSet | None
    """The set in the file; ``None`` where the file cannot be used, or names a set that lies elsewhere."""


@dataclass(frozen=True, slots=True)
class VariantFolder:
    """A variant, and everything about it that the rules do not need."""

    variant: Variant
    styles: Mapping[str, PowerStyle]
    """Style of each power, by its id."""

    checksum: str
    """SHA-256 over what the rules depend on: the manifests of the variant and of what it extends, and its hooks. A new drawing keeps it."""

    description: str
    """A sentence or two for the shelf."""

    authors: tuple[str, ...]
    maps: tuple[MapFile, ...]
    hooks: tuple[str, ...]
    """Names of the hooks a new game starts with."""

    extends: tuple[str, ...]
    """Ids of the variants it is made over, the nearest first."""

    unit_sets: tuple[UnitSetFile, ...]
    """Symbols of units besides the usual; a game is shown with the first unless a person chose another."""

    faults: tuple[Fault, ...]
    """Warnings; a variant with errors is not made."""

    exercise: Exercise | None = None
    """Exercise, if it is one."""


def read_variant(source: Source, library: SourceFinder) -> VariantFolder:
    """The variant in *source*.

    Raises:
        VariantError: it cannot be played; carries every fault.

    >>> from variants import MemorySource, shipped_source
    >>> read_variant(MemorySource("empty", {}), shipped_source)
    Traceback (most recent call last):
        ...
    variants.fault.VariantError: variant.toml: empty cannot be read: empty has no file 'variant.toml'; expected a file variant.toml
    """
    folder, faults = read_with_faults(source, library)
    if folder is None:
        raise VariantError(faults)
    return folder


def read_with_faults(source: Source, library: SourceFinder) -> tuple[VariantFolder | None, tuple[Fault, ...]]:
    """The variant in *source*, ``None`` where it cannot be played, and every fault. Never raises for what a file holds.

    >>> from variants import MemorySource, shipped_source
    >>> folder, faults = read_with_faults(MemorySource("short", {"variant.toml": b'extends = "standard"; victory'}), shipped_source)
    >>> print(folder)
    None
    >>> print(faults[0])
    variant.toml:1: this is no TOML: expected newline or end of document after a statement; expected TOML, see toml.io
    """
    reading = read_anyway(source, library)
    folder = None if any(fault.severity is Severity.ERROR for fault in reading.faults) else reading.folder
    return folder, reading.faults


@dataclass(frozen=True, slots=True)
class VariantReading:
    """Result of reading a variant, whether or not it can be played."""

    folder: VariantFolder | None
    """Folder as far as it goes: what could not be read is left out. ``None`` where the file is no TOML at all."""
    faults: tuple[Fault, ...]
    layers: Layers | None = None
    """The files it is made of, with the line of each key."""
    notes: Notes = NOTHING
    """Notes of its designer on faults and open borders."""


def read_anyway(source: Source, library: SourceFinder) -> VariantReading:
    """The variant in *source* for a designer who mends it: one error hides nothing else. Never raises for what a file holds."""
    try:
        layers, sources = read_layers(source, library)
    except VariantError as error:
        return VariantReading(None, error.faults)
    faults = Faults()
    for text in layers.texts:
        for fault in text.faults:
            faults.add(fault)
    root = Node(layers, faults)
    stated = root.whole("format", None, 0, 1_000_000)
    if stated is None or stated > FORMAT:
        newer = stated is not None
        root.fault(
            tr("format is {stated}: made for a newer program", stated=stated) if newer else tr("format is missing"),
            f"format = {FORMAT}",
            "format",
        )
    root.know("extends")
    root.know("without")
    variant_id = root.text("id")
    if not _ID.fullmatch(variant_id):
        slug = re.sub(r"[^a-z0-9_]+", "-", variant_id.lower()).strip("-")
        mend = root.set_to("id", toml_string(slug)) if _ID.fullmatch(slug) else None
        root.fault(tr("id is {variant_id!r:.60}", variant_id=variant_id), tr("small letters, digits, - and _"), "id", mend=mend)
    entries = read_powers(root)
    board = read_board(root, read_homes(entries), {entry.power.id for entry in entries})
    units, owners = read_start(entries, board)
    calendar, phase = read_calendar(root)
    languages, wrong_names = languages_of(sources)
    for fault in wrong_names:
        faults.add(fault)
    variant = Variant(
        variant_id,
        root.text("name"),
        root.text("version", "1"),
        board,
        MappingProxyType({entry.power.id: entry.power for entry in entries}),
        calendar,
        read_rules(root),
        Position(phase, units, MappingProxyType(dict(owners)), counters=MappingProxyType(dict(read_cores(entries)))),
        root.whole("victory", len(board.centres) // 2 + 1, 1, 10_000) or 1,
        root.choice("builds", BuildPolicy, BuildPolicy.HOME) or BuildPolicy.HOME,
        root.whole("year_limit", None, -99_999, 99_999),
        root.whole("years_without_capture", None, 1, 1000),
        languages,
    )
    if board.provinces and not board.centres:
        root.fault(
            tr("the board has no supply centre, so that nobody can win"), tr("centre = true in its provinces"), kind=FaultKind.VICTORY
        )
    elif variant.victory > len(board.centres):
        least = len(board.centres) // 2 + 1
        mend = (tr("Let {least} win", least=least), SetValue(("victory",), str(least)))
        what = tr("victory needs {victory} centres and the board has {count}", victory=variant.victory, count=len(board.centres))
        root.fault(what, tr("fewer"), "victory", kind=FaultKind.VICTORY, mend=mend)
    description = root.text("description", "", longest=2000)
    authors = root.texts("authors")
    hooks, maps = _hooks(root, sources), _maps(root, sources)
    unit_sets = _unit_sets(root, sources, faults, frozenset(board.kinds))
    notes = read_notes(root)
    exercise, wrong = read_exercise(source)
    for fault in as_warnings(wrong):
        faults.add(fault)
    root.done()
    found = faults.found()
    styles = MappingProxyType({entry.power.id: entry.style for entry in entries})
    extends = tuple(str(text.table.get("id", "")) for text in layers.texts[1:])
    folder = VariantFolder(variant, styles, checksum(sources), description, authors, maps, hooks, extends, unit_sets, found, exercise)
    return VariantReading(folder, found, layers, notes)


def _hooks(root: Node, sources: tuple[Source, ...]) -> tuple[str, ...]:
    """The hooks a game starts with: files of the folders, or shipped ones."""
    wanted = root.texts("hooks")
    known = {name.removeprefix("hooks/").removesuffix(".hook") for source in sources for name in source.names() if name.endswith(".hook")}
    if not known.issuperset(wanted):
        known |= shipped_hooks().keys()
    for name in wanted:
        if name not in known:
            likely = meant(name, known)
            other = ReplaceInList(("hooks",), name, likely) if likely else DropFromList(("hooks",), name)
            title = tr("Write {literal}", literal=likely) if likely else tr("Take {text} out", text=name)
            root.fault(tr("unknown hook {name!r:.60}", name=name), nearest(name, known), "hooks", mend=(title, other))
    return wanted


_PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".pdf", ".ai")


def _maps(root: Node, sources: tuple[Source, ...]) -> tuple[MapFile, ...]:
    table = root.table("maps")
    if table is None:
        return ()
    found: list[MapFile] = []
    files = {name for source in sources for name in source.names()}
    for node in table.tables():
        each = MapFile(node.key, node.text("name"), node.text("file"))
        is_picture = each.file.lower().endswith(_PICTURES)
        if is_picture or (is_drawing(each.file) and each.file not in files):
            drawings = sorted(name for name in files if is_drawing(name))
            gone, wrong = mark("the drawing {file!r:.80} is not in the folder"), mark("{file!r:.80} is a picture and no SVG")
            what = tr(wrong if is_picture else gone, file=each.file)
            only = drawings[0] if len(drawings) == 1 else None
            mend = (tr("Take {file}", file=only), SetValue((*node.path, "file"), toml_string(only))) if only is not None else None
            node.fault(what, nearest(each.file, drawings), "file", kind=FaultKind.MISSING_FILE, mend=mend)
        found.append(each)
        node.done()
    return tuple(found)


def _unit_sets(root: Node, sources: tuple[Source, ...], faults: Faults, kinds: frozenset[str]) -> tuple[UnitSetFile, ...]:
    """The sets of unit symbols; faults of one do not stand in the way of playing."""
    table = root.table("unit_sets")
    if table is None:
        return ()
    found: list[UnitSetFile] = []
    files = {name for source in sources for name in source.names()}
    for node in table.tables():
        name, file, units = node.text("name"), node.text("file"), None
        if not SET_ID.fullmatch(node.key) or node.key == "variant":
            node.fault(tr("a set of unit symbols is called {key!r:.60}", key=node.key), tr("small letters, digits, - and _; not variant"))
        if file.lower().endswith(SUFFIX) and file not in files:
            sets = sorted(each for each in files if each.lower().endswith(SUFFIX) and each != MANIFEST)
            node.fault(tr("the unit symbols {file!r:.80} are not in the folder", file=file), nearest(file, sets), "file", Severity.WARNING)
        elif file.lower().endswith(SUFFIX):
            units, wrong = _unit_set(node.key, name, file, sources)
            for fault in as_warnings(wrong):
                faults.add(fault)
        if units is not None:
            for letter in sorted(kinds - units.kinds.keys()):
                node.fault(
                    tr("{file} has no symbol for {letter}", file=file, letter=letter),
                    tr("[kinds.{letter}]; the usual one is drawn", letter=letter),
                    "file",
                    Severity.WARNING,
                )
        found.append(UnitSetFile(node.key, name, file, node.line("file"), units))
        node.done()
    return tuple(found)


def _unit_set(set_id: str, name: str, file: str, sources: tuple[Source, ...]) -> tuple[UnitSet | None, tuple[Fault, ...]]:
    for source in sources:
        if file in source.names():
            try:
                units, wrong = read_unit_set(set_id, file, source.read(file))
                return None if units is None else replace(units, name=name), wrong
            except (OSError, ValueError) as error:
                return None, (Fault(file, None, tr("the file cannot be read: {error}", error=system_words(error))),)
    return None, ()


def checksum(sources: tuple[Source, ...]) -> str:
    """SHA-256 over the manifests and hooks of *sources*, line endings and notes of designers aside, as 64 hexadecimal digits."""
    digest = hashlib.sha256()
    for source in sources:
        for name in source.names():
            if name != MANIFEST and not name.startswith("hooks/"):
                continue
            content = source.read(name).replace(b"\r\n", b"\n")
            if name == MANIFEST and (b"[[known]]" in content or b"[[answers]]" in content):
                content = without_notes(content).rstrip() + b"\n"
            digest.update(f"{name}\0{len(content)}\0".encode())
            digest.update(content)
    return digest.hexdigest()
