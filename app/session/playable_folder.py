"""A variant named by the folder that it lies in, for those who have it nowhere on the shelf."""

from __future__ import annotations

from pathlib import Path

from app.session.errors import Abort
from app.session.session import Session
from app.session.starting import playable
from languages import tr
from variants.catalogue import CatalogueEntry
from variants.inherit import MANIFEST
from variants.reader import read_with_faults
from variants.shipped_variants import shipped_source
from variants.source import FolderSource, Source


def playable_at(session: Session, words: str) -> CatalogueEntry:
    """The variant of that id on the shelf; else the one in the folder that *words* name, or whose variant.toml they name.

    Raises:
        Abort: there is none that can be played.
    """
    path = Path(words)
    root = path.parent if path.name == MANIFEST else path
    if session.shelf.entry(words) is not None or not (root / MANIFEST).is_file():
        return playable(session, words)
    root = root.resolve()
    shelf = session.shelf.folder
    if shelf is not None:
        for entry in session.shelf.entries():
            if entry.own and entry.folder is not None and (shelf / entry.source.label).resolve() == root:
                return entry
    sources = {entry.id: entry.source for entry in session.shelf.entries()}

    def library(variant_id: str) -> Source:
        beside = root.parent / variant_id
        if (beside / MANIFEST).is_file():
            return FolderSource(beside)
        return sources[variant_id] if variant_id in sources else shipped_source(variant_id)

    source = FolderSource(root)
    folder, faults = read_with_faults(source, library)
    if folder is None:
        raise Abort(tr("{variant} cannot be played yet: {fault}", variant=root.name, fault=faults[0] if faults else MANIFEST))
    return CatalogueEntry(folder.variant.id, folder, faults, source, own=True)
