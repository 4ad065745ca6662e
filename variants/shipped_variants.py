"""The variants that come with the program, one folder each in the folder ``shipped``."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from adjudicator.variant import Variant
from maps import drawn
from variants.inherit import MANIFEST
from variants.reader import VariantFolder, read_variant
from variants.source import FolderSource, Source

_FOLDER = files("variants").joinpath("shipped")


@cache
def shipped_ids() -> tuple[str, ...]:
    """Ids of the shipped variants, the standard game first; the folder is looked through once, since what is shipped stays.

    >>> shipped_ids()[0]
    'standard'
    """
    found = sorted(entry.name for entry in _FOLDER.iterdir() if entry.is_dir() and entry.joinpath(MANIFEST).is_file())
    return tuple(sorted(found, key=lambda each: each != "standard"))


def shipped_source(variant_id: str) -> Source:
    """The files of a shipped variant.

    Raises:
        LookupError: there is none of that id.
    """
    known = shipped_ids()
    if variant_id not in known:
        raise LookupError(f"one of {', '.join(known)}")
    return FolderSource(_FOLDER.joinpath(variant_id))


def shipped(variant_id: str) -> VariantFolder:
    """A shipped variant, read once.

    Raises:
        LookupError: there is none of that id.

    >>> folder = shipped("standard")
    >>> folder.variant.name, len(folder.faults)
    ('Standard', 0)
    """
    if variant_id not in _read:
        _read[variant_id] = read_variant(shipped_source(variant_id), shipped_source)
    return _read[variant_id]


def unread_ids() -> tuple[str, ...]:
    """The ids of those that were not read yet in this process, in their sequence: reading one takes some hundredths of a second."""
    return tuple(each for each in shipped_ids() if each not in _read)


_read: dict[str, VariantFolder] = {}


def standard() -> Variant:
    """The standard game: Europe 1901, seven powers.

    >>> len(standard().board.centres), standard().victory
    (34, 18)
    """
    return shipped("standard").variant


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
