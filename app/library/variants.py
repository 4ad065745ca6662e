"""The variants there are: those that come with the program, and those in a person's own folder, read again when they change."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.game.variant_source import Shelved, plain_checksum
from languages import tr
from variants.catalogue import CatalogueEntry, shipped_entry, shipped_ids, shipped_source, unread_ids
from variants.fault import Fault
from variants.packed import ARCHIVES
from variants.reader import VariantFolder, read_with_faults
from variants.source import MANIFEST, FolderSource, Source

MOST_FILES = 4_000

Stamp = tuple[tuple[str, int, int, int], ...]
"""Name, time of the last change, size, and the system's own note of the time of writing, where there is one, since a time can be set back
by a program and a file that is put back keeps its size.
"""


def stamp_of(folder: Path) -> Stamp:
    """The stamp of *folder* and what lies in it, four folders deep; empty where there is none.

    What lies in it may be a link to a folder elsewhere; links further down are not followed.
    """
    return inspect_folder(folder)[0]


def inspect_folder(folder: Path) -> tuple[Stamp, tuple[Path, ...]]:
    """The stamp of *folder*, and the folders that were looked at for it."""
    found: list[tuple[str, int, int, int]] = []
    folders: list[Path] = []
    waiting = [(folder, 0)]
    while waiting and len(found) < MOST_FILES and len(folders) < MOST_FILES:
        here, depth = waiting.pop()
        try:
            entries = sorted(here.iterdir())
        except OSError:
            continue
        folders.append(here)
        for entry in entries:
            if entry.name.startswith("."):
                continue
            try:
                if entry.is_dir():
                    if depth < 4 and (depth == 0 or not entry.is_symlink()):
                        waiting.append((entry, depth + 1))
                    continue
                about = entry.stat()
            except OSError:
                continue
            found.append((str(entry.relative_to(folder)), about.st_mtime_ns, about.st_size, about.st_ctime_ns))
    return tuple(sorted(found[:MOST_FILES])), tuple(folders)


STANDARD = "standard"
MOST_OWN = 500
"""Variants of a person's own that are looked at."""


@dataclass(frozen=True, slots=True)
class _Read:
    stamp: Stamp
    folder: VariantFolder | None
    faults: tuple[Fault, ...]


class VariantShelf:
    """Finds variants by id. One of a person's own stands in place of a shipped one of the same id.

    Args:
        folder: a person's own variants, a folder each; it need not exist. A folder in it that is no variant itself is a group of
            those in it.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._own: dict[str, _Read] = {}
        """Reading of each folder, by its path in ``folder``."""
        self._entries_of_own: tuple[CatalogueEntry, ...] = ()
        self._ids: dict[str, str] = {}
        """Folder to the id it was last read with: one that cannot be read for a while keeps its place."""

    @property
    def folder(self) -> Path | None:
        """Folder of a person's own variants."""
        return self._folder

    def place_of(self, entry: CatalogueEntry) -> Path | None:
        """Folder of *entry*; ``None`` where it is no variant of a person's own."""
        return self._folder / entry.group / entry.source.label if entry.own and self._folder is not None else None

    def find(self, variant_id: str) -> Shelved | None:
        """The variant of that id; ``None`` where there is none that can be played."""
        folder = self.folder_of(variant_id)
        return None if folder is None else Shelved(folder.variant, plain_checksum(folder.checksum))

    def folder_of(self, variant_id: str) -> VariantFolder | None:
        """The variant of that id with all that its folder says; ``None`` where there is none that can be played."""
        entry = self.entry(variant_id)
        return None if entry is None else entry.folder

    def entry(self, variant_id: str) -> CatalogueEntry | None:
        """The place on the shelf with that id."""
        for each in self._read_own():
            if each.id == variant_id:
                return each
        return shipped_entry(variant_id) if variant_id in shipped_ids() else None

    def entries(self) -> tuple[CatalogueEntry, ...]:
        """Every variant: the shipped ones, the standard game first, then a person's own. Those that cannot be read carry their faults."""
        return self._entries(shipped_ids())

    def entries_so_far(self) -> tuple[CatalogueEntry, ...]:
        """The same without the shipped ones that were not asked for yet, but always with the standard game; see ``read_another``."""
        unread = set(unread_ids()) - {STANDARD}
        return self._entries([each for each in shipped_ids() if each not in unread])

    def read_another(self) -> bool:
        """Read one of the shipped variants that were not read yet; whether any are left after it."""
        unread = unread_ids()
        if unread:
            shipped_entry(unread[0])
        return len(unread) > 1

    def _entries(self, ids: Sequence[str]) -> tuple[CatalogueEntry, ...]:
        own = {entry.id: entry for entry in self._read_own()}
        return (*(shipped_entry(each) for each in ids if each not in own), *own.values())

    def put_aside(self, variant_id: str) -> Path:
        """Move the folder of *variant_id* out of sight, into the folder ``.replaced`` beside it; where it is now.

        Raises:
            OSError: it could not be moved.
        """
        entry = self.entry(variant_id)
        assert self.folder is not None
        assert entry is not None
        aside = self.folder / ".replaced"
        aside.mkdir(parents=True, exist_ok=True)
        number = 1
        while (aside / f"{variant_id}-{number}").exists():
            number += 1
        place = self.place_of(entry)
        assert place is not None
        place.rename(aside / f"{variant_id}-{number}")
        return aside / f"{variant_id}-{number}"

    def ids(self) -> tuple[str, ...]:
        """The ids of those that can be played."""
        return tuple(entry.id for entry in self.entries() if entry.folder is not None)

    def _read_own(self) -> tuple[CatalogueEntry, ...]:
        if self._folder is None:
            return ()
        places = {place.relative_to(self._folder).as_posix(): place for place in own_folders(self._folder)}
        sources = {label: FolderSource(place) for label, place in places.items()}
        stamps = {label: stamp_of(place) for label, place in places.items()}
        by_name = {place.name: sources[label] for label, place in reversed(places.items())}

        def library(variant_id: str) -> Source:
            return by_name[variant_id] if variant_id in by_name else shipped_source(variant_id)

        gone = self._own.keys() - stamps.keys()
        changed = {label for label, stamp in stamps.items() if label not in self._own or self._own[label].stamp != stamp}
        if not (changed or gone):
            return self._entries_of_own
        touched = {name for label in (changed | gone) for name in (label.rpartition("/")[2], self._ids.get(label, label))}
        for label in gone:
            del self._own[label]

        def read(label: str) -> None:
            self._own[label] = _Read(stamps[label], *read_with_faults(sources[label], library))

        for label in sorted(changed):
            read(label)
        touched |= {folder.variant.id for label in changed if (folder := self._own[label].folder) is not None}
        for label in sorted(self._own.keys() - changed):
            folder = self._own[label].folder
            # One may extend another, so that a change of one is a reason to read those again that build on it.
            if folder is None or touched & set(folder.extends):
                read(label)
        self._entries_of_own = self._listed(sources)
        return self._entries_of_own

    def _listed(self, sources: Mapping[str, Source]) -> tuple[CatalogueEntry, ...]:
        """The entries of all that was read: first those in no group, then each group."""
        ids = {
            label: each.folder.variant.id if each.folder else self._ids.get(label, sources[label].label)
            for label, each in self._own.items()
        }
        taken: dict[str, str] = {}
        entries: dict[str, CatalogueEntry] = {}
        # Of two with one id the folder of that name has it: the other is a copy that was not renamed.
        for label in sorted(sources, key=lambda each: (ids[each] != sources[each].label, each)):
            source, variant_id, read = sources[label], ids[label], self._own[label]
            folder, faults = read.folder, read.faults
            if variant_id in taken:
                if folder is not None:
                    folder, faults = None, (_twice(source, variant_id, taken[variant_id]),)
                variant_id = label
            taken.setdefault(variant_id, label)
            self._ids[label] = variant_id
            entries[label] = CatalogueEntry(variant_id, folder, faults, source, own=True, group=label.rpartition("/")[0])
        return tuple(entries[label] for label in sorted(entries, key=lambda each: (each.rpartition("/")[0], each)))


def group_name(path: Path) -> str:
    """Name of the group of boards that came in *path*: the name of the file or folder, as far as every system takes it for a folder's.

    >>> group_name(Path("Boards: 2026.zip"))
    'Boards 2026'
    """
    name = path.resolve().name
    for ending in ARCHIVES:
        name = name[: -len(ending)] if name.lower().endswith(ending) else name
    words = re.sub(r"[^\w .,()&'+-]", " ", name).split()
    return " ".join(words)[:60].strip(". ") or "boards"


def group_folder(shelf: Path, path: Path) -> Path:
    """Return the folder of the group of boards that came in *path*; a variant of that name there is no group."""
    name, number = group_name(path), 2
    place = shelf / name
    while (place / MANIFEST).is_file():
        place, number = shelf / f"{name} {number}", number + 1
    return place


def own_folders(shelf: Path) -> list[Path]:
    """The folders of variants in *shelf*, and in the folders in it that are no variants; hidden ones apart."""

    def inside(folder: Path) -> list[Path]:
        try:
            return sorted(each for each in folder.iterdir() if not each.name.startswith(".") and each.is_dir())[:MOST_OWN]
        except OSError:
            return []

    found: list[Path] = []
    for place in inside(shelf):
        found += [place] if (place / MANIFEST).is_file() else [each for each in inside(place) if (each / MANIFEST).is_file()]
    return found[:MOST_OWN]


def _twice(source: Source, variant_id: str, other: str) -> Fault:
    """Fault of a *source* whose id is that of another folder already."""
    lines = source.read(MANIFEST).decode("utf-8", "replace").splitlines()
    line = next((number for number, text in enumerate(lines, 1) if re.match(r"\s*id\s*=", text)), None)
    return Fault(
        MANIFEST,
        line,
        tr("the id {variant_id!r} is that of the folder {other} already", variant_id=variant_id, other=other),
        tr("an id of its own"),
    )
