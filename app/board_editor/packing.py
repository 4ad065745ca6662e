"""One file for a friend: a variant with what it extends, its boards, unit symbols and hooks, where it comes from, and a small picture."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path, PurePosixPath

from variants.catalogue import CatalogueEntry
from variants.packed import ABOUT, THUMBNAIL, UNIT_SETS, belonging, pack
from variants.reader import VariantFolder
from variants.source import Source
from variants.unit_set import SUFFIX

_PICTURES = (".png", ".jpg")


def packed(
    entry: CatalogueEntry, find: Callable[[str], CatalogueEntry | None], sets: Path | None = None, thumbnail: bytes = b""
) -> tuple[bytes, tuple[str, ...]]:
    """The file, and the names of what is in it.

    Args:
        entry: what is packed; it can be played.
        find: the place on the shelf of a variant that it extends. Shipped ones stay out: every receiver of the file has them.
        sets: where a person's own unit symbols lie.
        thumbnail: a PNG of the board; none unless given.

    Raises:
        OSError: a file cannot be read.
        ValueError: a file is too large.
    """
    assert entry.folder is not None
    files: dict[str, bytes] = {}
    extended = [found for each in entry.folder.extends if (found := find(each)) is not None and found.own]
    for each in (entry, *extended):
        files |= {f"{each.id}/{name}": content for name, content in _belonging(each.source).items()}
        if each.folder is not None and f"{each.id}/{ABOUT}" not in files:
            files[f"{each.id}/{ABOUT}"] = _about(each.folder).encode()
    for name in _named_sets(entry.folder):
        file = None if sets is None else sets / f"{name}{SUFFIX}"
        if file is not None and file.is_file():
            files[f"{UNIT_SETS}/{file.name}"] = file.read_bytes()
    if thumbnail:
        files[f"{entry.id}/{THUMBNAIL}"] = thumbnail
    return pack(files), tuple(sorted(files))


def _belonging(source: Source) -> dict[str, bytes]:
    """The files that are the variant. A picture that none of the others names is not, such as one of a game that was exported there."""
    names = belonging(source.names())
    found = {name: source.read(name) for name in names if not name.lower().endswith(_PICTURES)}
    pictures = [name for name in names if name not in found]
    named = [
        each for each in pictures if each == THUMBNAIL or any(PurePosixPath(each).name.encode() in content for content in found.values())
    ]
    return found | {each: source.read(each) for each in named}


def _named_sets(folder: VariantFolder) -> list[str]:
    """The ids of sets that the variant names and that do not lie in its folder."""
    return [each.file.casefold() for each in folder.unit_sets if not each.file.lower().endswith(SUFFIX)]


def _about(folder: VariantFolder) -> str:
    """Return the source of the variant, as far as it states one itself."""
    variant = folder.variant
    authors = ", ".join(folder.authors) or "nobody named"
    lines = [f"# {variant.name}", "", folder.description, "", f"- Made by: {authors}", f"- Version: {variant.version}"]
    if folder.extends:
        lines.append(f"- Made over: {', '.join(folder.extends)}")
    lines += ["- Licence: none is stated; ask whoever made it before you pass it on or change it.", ""]
    return "\n".join(lines).replace("\n\n\n", "\n\n")
