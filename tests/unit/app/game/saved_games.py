"""Games in files, and programs that died over them."""

from __future__ import annotations

from pathlib import Path

from app.game.document import Document
from app.game.file_store import FileStore
from app.game.library import Library
from tests.unit.app.game.play import played_game


def store_of(document: Document) -> FileStore:
    """Return the store of the document."""
    store = document._store
    assert isinstance(store, FileStore)
    return store


def crash(document: Document) -> None:
    """Leave the document as the death of the program would: the locks go, the journal stays."""
    store = store_of(document)
    store.settle()
    journal = store._journal
    assert journal is not None
    journal.close(delete=False)
    if store._lock is not None:
        store._lock.release()


def saved(path: Path, phases: int = 3) -> Document:
    """A document in a file."""
    document = Library().new(played_game(phases))
    document.save(path)
    return document
