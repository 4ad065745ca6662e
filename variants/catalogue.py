"""A place on the shelf of variants."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from adjudicator.variant import Variant
from maps import drawn
from variants.kept_variant import SHIPPED_FOLDER, kept_variant
from variants.source import FolderSource, Source

if TYPE_CHECKING:
    from variants.fault import Fault
    from variants.reader import VariantFolder


@cache
def shipped_ids() -> tuple[str, ...]:
    """Ids of the shipped variants, the standard game first; the folder is looked through once, since what is shipped stays.

    >>> shipped_ids()[0]
    'standard'
    """
    found = sorted(entry.name for entry in SHIPPED_FOLDER.iterdir() if entry.joinpath("variant.toml").is_file())
    return tuple(sorted(found, key=lambda each: each != "standard"))


def shipped_source(variant_id: str) -> Source:
    """The files of a shipped variant.

    Raises:
        LookupError: there is none of that id.
    """
    known = shipped_ids()
    if variant_id not in known:
        raise LookupError(f"one of {', '.join(known)}")
    return FolderSource(SHIPPED_FOLDER.joinpath(variant_id))


def shipped(variant_id: str) -> VariantFolder:
    """A shipped variant, read once.

    Raises:
        LookupError: there is none of that id.

    >>> folder = shipped("standard")
    >>> folder.variant.name, len(folder.faults)
    ('Standard', 0)
    """
    if variant_id not in _read:
        from variants.reader import read_variant

        folder, kept = read_variant(shipped_source(variant_id), shipped_source), kept_variant(variant_id)
        _read[variant_id] = replace(folder, variant=kept) if kept == folder.variant else folder  # one value for all threads
    return _read[variant_id]


def shipped_variant(variant_id: str) -> Variant:
    """Board, powers, rules and start of a shipped variant, without the rest of its folder, which takes longer to read.

    Raises:
        LookupError: there is none of that id.

    >>> shipped_variant("standard") is shipped("standard").variant
    True
    """
    kept = None if variant_id in _read else kept_variant(variant_id)
    return shipped(variant_id).variant if kept is None else kept


def unread_ids() -> tuple[str, ...]:
    """The ids of those that were not read yet in this process, in their sequence: reading one takes some hundredths of a second."""
    return tuple(each for each in shipped_ids() if each not in _read)


_read: dict[str, VariantFolder] = {}


def standard() -> Variant:
    """The standard game: Europe 1901, seven powers.

    >>> len(standard().board.centres), standard().victory
    (34, 18)
    """
    return shipped_variant("standard")


def shipped_board(name: str) -> bytes:
    """The compiled board of a shipped drawing, as bytes for :func:`variants.compiled_json.read_board`.

    Raises:
        LookupError: there is no drawing of that name.
    """
    return _map_file(f"{name}.board.json")


def shipped_drawing(name: str) -> bytes:
    """The SVG of a shipped drawing.

    Raises:
        LookupError: there is none of that name.
    """
    return _map_file(f"{name}.svg")


def _map_file(name: str) -> bytes:
    try:
        return FolderSource(drawn("")).read(name)
    except FileNotFoundError as error:
        raise LookupError(str(error)) from None


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """A variant, or what is to become one, with what is wrong with it."""

    id: str
    folder: VariantFolder | None
    """``None`` where it cannot be played."""

    faults: tuple[Fault, ...]
    source: Source
    own: bool
    """True if it is a person's own variant, not a shipped one."""
    group: str = ""
    """Name of the collection that it came with; empty for one that stands by itself."""


def shipped_entry(variant_id: str) -> CatalogueEntry:
    """The place of a shipped variant.

    Raises:
        LookupError: no such variant is shipped.
    """
    folder = shipped(variant_id)
    return CatalogueEntry(variant_id, folder, folder.faults, shipped_source(variant_id), own=False)
