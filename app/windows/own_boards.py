"""The drawn boards of a person's own variants: compiled when they are first wanted, then read from the cache until the drawing changes."""

from __future__ import annotations

import contextlib
import hashlib

from app.game.storage.atomic import write_atomically
from app.game.storage.errors import StorageError
from app.game.storage.places import places
from app.shelf.variants import VariantShelf
from variants.catalogue import CatalogueEntry
from variants.compiled import CompiledBoard
from variants.compiled_json import read_board, write_board

LARGEST_CACHED = 64 * 1024 * 1024


class NoDrawingError(Exception):
    """A variant's drawing is missing or cannot be used. ``str()`` is a sentence that can be shown."""


def drawing_of(entry: CatalogueEntry, file: str, shelf: VariantShelf) -> bytes:
    """The bytes of the drawing *file*, from the variant's folder or from that of one it extends.

    Raises:
        NoDrawingError: it is in none of them, or is too large.
    """
    assert entry.folder is not None
    sources = [entry.source]
    sources += [found.source for each in entry.folder.extends if (found := shelf.entry(each)) is not None]
    for source in sources:
        try:
            return source.read(file)
        except FileNotFoundError:
            continue
        except (ValueError, OSError) as error:
            raise NoDrawingError(f"The drawing {file} of {entry.folder.variant.name} cannot be read: {error}.") from error
    raise NoDrawingError(f"The drawing {file} of {entry.folder.variant.name} is not in its folder.")


def own_board(entry: CatalogueEntry, file: str, shelf: VariantShelf) -> CompiledBoard:
    """The compiled board of *file*.

    Raises:
        NoDrawingError: there is no drawing, or it cannot be used.
    """
    assert entry.folder is not None
    drawing = drawing_of(entry, file, shelf)
    digest = hashlib.sha256(drawing + entry.folder.checksum.encode()).hexdigest()
    cached = places().cache / "boards" / f"{digest}.board.json"
    with contextlib.suppress(OSError, ValueError, KeyError):
        if cached.stat().st_size <= LARGEST_CACHED:
            return read_board(cached.read_bytes(), cached.name)
    # Drawing libraries are loaded only when a drawing has to be compiled.
    from variants.compile.board import compile_board

    made = compile_board(drawing, entry.folder.variant.board, file)
    if made.board is None:
        first = f": {made.faults[0]}" if made.faults else ""
        raise NoDrawingError(f"The drawing {file} of {entry.folder.variant.name} cannot be used{first}.")
    with contextlib.suppress(StorageError, OSError):
        cached.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(cached, write_board(made.board))
    return made.board
