"""The drawn boards of a person's own variants: made when they are first wanted, then read from the cache until the drawing changes."""

from __future__ import annotations

import contextlib
import hashlib
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from adjudicator.board import Board
from app.game.storage.atomic import write_atomically
from app.game.storage.errors import StorageError
from app.game.storage.places import places
from app.library.board_making import BoardMaker, Made
from app.library.variants import VariantShelf
from languages import system_words, tr
from variants.catalogue import CatalogueEntry
from variants.compiled import FORMAT, CompiledBoard, Stage
from variants.compiled_json import read_board, write_board
from variants.compiling import ReviewTask, task_key
from variants.fault import Fault, Severity

LARGEST_CACHED = 48 * 1024 * 1024
MOST_CACHED = 80
"""Boards that are kept: a designer saves often, and the boards of yesterday are made again if they are wanted."""

MAKE = 3
"""Number of the compile step's edition: a change makes all boards again."""

MAKER = BoardMaker()


class NoDrawingError(Exception):
    """A variant's drawing is missing or cannot be used. ``str()`` is a sentence for people; ``faults`` has all faults."""

    def __init__(self, message: str, faults: tuple[Fault, ...] = ()) -> None:
        super().__init__(message)
        self.faults = faults


@dataclass(frozen=True, slots=True)
class OwnDrawing:
    """A drawing as it lies in its folder now, and the board that is played on it."""

    entry: CatalogueEntry
    file: str
    svg: bytes
    key: str
    """The same as long as the board made of it would be."""

    @property
    def cached(self) -> Path:
        """Path of its board in the cache."""
        return _cached(self.key)

    def kept(self) -> CompiledBoard | None:
        """The whole board, if it was made before."""
        return kept_board(self.key)

    def make(self, listener: Callable[[Made], None]) -> Callable[[], None]:
        """Make its board; *listener* is called at each stage on another thread. Returns what gives it up."""
        assert self.entry.folder is not None
        return make_board(self.key, self.svg, self.entry.folder.variant.board, self.file, listener)

    def refusal(self, faults: tuple[Fault, ...]) -> NoDrawingError:
        """Error that it cannot be used, with the reason."""
        assert self.entry.folder is not None
        first = next((each for each in faults if each.severity is Severity.ERROR), None)
        name = self.entry.folder.variant.name
        words = (
            tr("The drawing {file} of {variant} cannot be used: {fault}.", file=self.file, variant=name, fault=first)
            if first is not None
            else tr("The drawing {file} of {variant} cannot be used.", file=self.file, variant=name)
        )
        return NoDrawingError(words, faults)


def own_drawing(entry: CatalogueEntry, file: str, shelf: VariantShelf) -> OwnDrawing:
    """The drawing *file* of a variant that can be read.

    Raises:
        NoDrawingError: it is not there, or is too large.
    """
    assert entry.folder is not None
    svg = drawing_of(entry, file, shelf)
    return OwnDrawing(entry, file, svg, key_of(file, svg, entry.folder.variant.board))


def key_of(file: str, svg: bytes, rules: Board) -> str:
    """Return the key of a board: the drawing, and the variant's facts about provinces. Colours and rules change no board."""
    return hashlib.sha256(f"{FORMAT} {MAKE} {task_key(file, svg, rules)}".encode()).hexdigest()


def kept_board(key: str) -> CompiledBoard | None:
    """The whole board of that key, if it was made before."""
    cached = _cached(key)
    with contextlib.suppress(OSError, ValueError, KeyError):
        if cached.stat().st_size <= LARGEST_CACHED:
            return read_board(cached.read_bytes(), cached.name)
    return None


def make_board(key: str, svg: bytes, rules: Board, file: str, listener: Callable[[Made], None]) -> Callable[[], None]:
    """Make a board and keep it; *listener* is called at each stage on another thread. Returns what gives it up."""

    def heard(made: Made) -> None:
        if made.stage is Stage.WHOLE and made.board is not None:
            _keep(_cached(key), made.board)
        listener(made)

    return MAKER.want(key, svg, rules, file, heard)


def make_review(key: str, task: ReviewTask, listener: Callable[[Made], None]) -> Callable[[], None]:
    """Review a variant; *listener* is called once, on another thread. Returns what gives it up."""
    return MAKER.review(key, task, listener)


def _cached(key: str) -> Path:
    return places().cache / "boards" / f"{key}.board.json"


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
            raise NoDrawingError(
                tr(
                    "The drawing {file} of {variant} cannot be read: {error}.",
                    file=file,
                    variant=entry.folder.variant.name,
                    error=system_words(error),
                )
            ) from error
    raise NoDrawingError(tr("The drawing {file} of {variant} is not in its folder.", file=file, variant=entry.folder.variant.name))


def own_board(entry: CatalogueEntry, file: str, shelf: VariantShelf, enough: Stage = Stage.WHOLE) -> CompiledBoard:
    """The compiled board of *file*; waits until it is made at least to the stage *enough*.

    Raises:
        NoDrawingError: there is no drawing, or it cannot be used.
    """
    drawing = own_drawing(entry, file, shelf)
    kept = drawing.kept()
    if kept is not None:
        return kept
    ready = threading.Event()
    found: list[Made] = []

    def heard(made: Made) -> None:
        if made.stage >= enough:
            found.append(made)
            ready.set()

    leave = drawing.make(heard)
    ready.wait()
    leave()
    made = found[-1]
    if made.board is None:
        raise drawing.refusal(made.faults)
    return made.board


def _keep(cached: Path, board: CompiledBoard) -> None:
    with contextlib.suppress(StorageError, OSError):
        cached.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(cached, write_board(board))
        old = sorted(cached.parent.glob("*.board.json"), key=lambda each: each.stat().st_mtime, reverse=True)
        for each in old[MOST_CACHED:]:
            each.unlink()
