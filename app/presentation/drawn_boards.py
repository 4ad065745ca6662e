"""Drawn boards of variants, shipped and a person's own: found, drawn and cached, with names in the language in use."""

from __future__ import annotations

import contextlib
import hashlib
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from threading import Lock
from types import MappingProxyType

from adjudicator import Board, Variant
from app.game.storage.atomic import StorageError, write_atomically
from app.game.storage.places import places
from app.library.board_making import BoardMaker, Made
from app.library.unit_sets import FoundSet, UnitSetShelf
from app.library.variants import Stamp, VariantShelf, stamp_of
from entente.words.names import place_name
from languages import active_code, active_language, system_words, tr
from maps import drawn
from variants.catalogue import CatalogueEntry, shipped
from variants.compiled import FORMAT, CompiledBoard, Label, LabelKind, ProvinceShape, Stage
from variants.compiled_json import read_board, write_board
from variants.compiling import ReviewTask, task_key
from variants.fault import Fault, Severity
from variants.reader import VariantFolder
from variants.source import is_drawing
from variants.style import PowerStyle


def named(board: CompiledBoard, variant: Variant) -> CompiledBoard:
    """*board* with the full names that *variant* has for its provinces in the language in use; itself where that is English."""
    if active_language() is None:
        return board
    found = {code: _shape_named(shape, place_name(variant, code)) for code, shape in board.provinces.items()}
    return replace(board, provinces=found) if any(found[code] is not shape for code, shape in board.provinces.items()) else board


def _shape_named(shape: ProvinceShape, name: str) -> ProvinceShape:
    labels = tuple(_label_named(each, name) if each.kind is LabelKind.FULL else each for each in shape.labels)
    return shape if labels == shape.labels else replace(shape, labels=labels)


def _label_named(label: Label, name: str) -> Label:
    """*label* with *name*, in as many lines at most, and smaller where the name is longer: it was fitted to the English one."""
    if name == " ".join(label.lines):
        return label
    lines = _in_lines(name.split(), len(label.lines))
    wider = max(map(len, lines)) / max(map(len, label.lines))
    return replace(label, lines=lines, size=label.size / max(1.0, wider))


def _in_lines(words: Sequence[str], most: int) -> tuple[str, ...]:
    """*words* in at most *most* lines, the longest of them as short as can be."""
    if most <= 1 or len(words) <= 1:
        return (" ".join(words),)
    ways = ((" ".join(words[:at]), *_in_lines(words[at:], most - 1)) for at in range(1, len(words)))
    return min(ways, key=lambda lines: max(map(len, lines)))


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


class NoBoardError(Exception):
    """A variant has no drawn board here. ``str()`` is a sentence for people; ``faults`` has the faults of its files."""

    def __init__(self, message: str, faults: tuple[Fault, ...] = ()) -> None:
        super().__init__(message)
        self.faults = faults


@dataclass(frozen=True, slots=True)
class DrawnBoard:
    """Board of the map, and the rest that it needs besides the game."""

    board: CompiledBoard
    styles: Mapping[str, PowerStyle]
    folder: VariantFolder

    def units(self, wanted: str) -> FoundSet:
        """The unit symbols that *wanted* names; those of the variant, and the reason, where there are none."""
        return units_of(self.folder, wanted)

    def places(self) -> dict[str, tuple[float, float]]:
        """Return the place of each province, for the arrow keys: that of its unit."""
        return {code: next(iter(shape.units.values())) for code, shape in self.board.provinces.items() if shape.units}


def drawn_board(variant_id: str, drawing: str = "", enough: Stage = Stage.WHOLE) -> DrawnBoard:
    """The board of the variant of that id, shipped or a person's own; read once, until its folder changes.

    A board that was never made before is waited for: not to be called where a window would stand still meanwhile.

    Args:
        drawing: the id of one of its drawings; the first unless given, or where there is none of that id.
        enough: how far a board has to have come.

    Raises:
        NoBoardError: there is none.
    """
    shown = _SHOWN.get((variant_id, drawing))
    if shown is not None:
        return shown
    shelf, entry, folder = _shelved(variant_id)
    if not entry.own:
        return _in_language(_shipped(variant_id, drawing))
    stamp = stamp_of(places().variants)
    kept = _OWN.get((variant_id, drawing))
    if kept is not None and kept[0] == stamp:
        return _in_language(kept[1])
    drawn = _drawn(folder, drawing, lambda file: own_board(entry, file, shelf, enough))
    if enough is not Stage.WHOLE:
        return replace(drawn, board=named(drawn.board, folder.variant))
    _OWN[variant_id, drawing] = (stamp, drawn)
    return _in_language(drawn)


def show_on(variant_id: str, drawing: str, drawn: DrawnBoard) -> None:
    """Use *drawn* for an open game, whatever its files hold by now: pictures of the game are painted on it as well."""
    _SHOWN[variant_id, drawing] = drawn


def board_in_use(variant_id: str, drawing: str = "") -> DrawnBoard | None:
    """The board of an open game of that variant; ``None`` without one."""
    return _SHOWN.get((variant_id, drawing))


def release_board(drawn: DrawnBoard) -> None:
    """Forget *drawn*, which no open game uses any more."""
    for key in [key for key, each in _SHOWN.items() if each is drawn]:
        del _SHOWN[key]


def is_at_hand(variant_id: str, drawing: str = "") -> bool:
    """Return True if ``drawn_board`` answers without making a board first; False where there is none."""
    if (variant_id, drawing) in _SHOWN:
        return True
    try:
        own = drawing_to_make(variant_id, drawing)
    except (NoBoardError, NoDrawingError):
        return False
    return own is None or own.cached.is_file()


_SHOWN: dict[tuple[str, str], DrawnBoard] = {}


def drawing_to_make(variant_id: str, drawing: str = "") -> OwnDrawing | None:
    """The drawing of a person's own that the board is made from; ``None`` where the board came with the program.

    Raises:
        NoBoardError: the variant is not there, or has no board.
        NoDrawingError: its drawing is not there.
    """
    shelf, entry, folder = _shelved(variant_id)
    file = _file_of(folder, drawing)
    return own_drawing(entry, file, shelf) if entry.own and is_drawing(file) else None


def units_of(folder: VariantFolder, wanted: str) -> FoundSet:
    """The unit symbols that *wanted* names, for the variant in *folder*."""
    return _unit_shelf(places().units).find(wanted, folder)


def drawn_in_styles(board: CompiledBoard, folder: VariantFolder) -> DrawnBoard:
    """*board* with the centres and colours of the variant in *folder*, and the names of the language in use."""
    return _plain(named(board, folder.variant), folder)


def _plain(board: CompiledBoard, folder: VariantFolder) -> DrawnBoard:
    """The same with the names that *board* has: boards are kept in English, whatever language is in use."""
    return DrawnBoard(board.with_centres(folder.variant.board.centres), folder.styles, folder)


def _in_language(drawn: DrawnBoard) -> DrawnBoard:
    """*drawn* with the names of the language in use; the same board each time, since pages know theirs again."""
    if active_language() is None:
        return drawn
    key = (id(drawn), active_code())
    kept = _NAMED.get(key)
    if kept is None or kept[0] is not drawn:
        if len(_NAMED) >= _MOST_NAMED:
            _NAMED.clear()
        kept = _NAMED[key] = (drawn, replace(drawn, board=named(drawn.board, drawn.folder.variant)))
    return kept[1]


_NAMED: dict[tuple[int, str], tuple[DrawnBoard, DrawnBoard]] = {}
_MOST_NAMED = 8
"""Number of boards that are kept: they are large, and few are in use at a time."""


def _shelved(variant_id: str) -> tuple[VariantShelf, CatalogueEntry, VariantFolder]:
    """The variant on the shelf now."""
    with _READING:
        shelf = _shelf(places().variants)
        entry = shelf.entry(variant_id)
    if entry is None:
        raise NoBoardError(tr("The variant {variant_id} is not installed, so its board cannot be drawn.", variant_id=variant_id))
    if entry.folder is None:
        first = f": {entry.faults[0]}" if entry.faults else ""
        raise NoBoardError(tr("The variant {variant_id} cannot be read{first}.", variant_id=variant_id, first=first), entry.faults)
    return shelf, entry, entry.folder


_READING = Lock()
"""Lock for requests of boards by the window and by painters of pictures beside it."""


@cache
def _shelf(folder: Path) -> VariantShelf:
    return VariantShelf(folder)


_OWN: dict[tuple[str, str], tuple[Stamp, DrawnBoard]] = {}


@cache
def _shipped(variant_id: str, drawing: str) -> DrawnBoard:
    return _drawn(shipped(variant_id), drawing, _compiled)


def _drawn(folder: VariantFolder, drawing: str, own: Callable[[str], CompiledBoard]) -> DrawnBoard:
    file = _file_of(folder, drawing)
    try:
        board = own(file) if is_drawing(file) else _compiled(file)
    except NoDrawingError as error:
        raise NoBoardError(str(error), error.faults) from error
    return _plain(board, folder)


def _file_of(folder: VariantFolder, drawing: str) -> str:
    if not folder.maps:
        raise NoBoardError(tr("The variant {variant} has no drawn board.", variant=folder.variant.name))
    return next((each.file for each in folder.maps if each.id == drawing), folder.maps[0].file)


@cache
def _unit_shelf(folder: Path) -> UnitSetShelf:
    return UnitSetShelf(folder)


@cache
def _compiled(name: str) -> CompiledBoard:
    file = drawn(f"{name}.board.json")
    try:
        content = file.read_bytes()
    except OSError as error:
        raise NoBoardError(tr("The board {file} cannot be read: {strerror}.", file=file, strerror=system_words(error))) from error
    return read_board(content, file.name)


class OnItsWay:
    """Remembers the sketch of the board in view, so that the next sketch reveals which shapes changed."""

    def __init__(self) -> None:
        self._sketch: CompiledBoard | None = None

    def note(self, sketch: CompiledBoard) -> None:
        """Note *sketch* as that of the board in view."""
        self._sketch = sketch

    def bettered(self, stage: Stage, board: CompiledBoard, shown: CompiledBoard | None) -> CompiledBoard | None:
        """Return the board to show for *board*, which has come as far as *stage*, in place of the one *shown*; ``None`` for nothing yet."""
        known = self._sketch
        if stage is Stage.SKETCH:
            self._sketch = board
            if shown is None:
                return board
            return None if known is None else with_shapes_of(board, known, shown)
        return board if shown is None or stage is Stage.WHOLE else with_names_of(board, shown)


def with_shapes_of(sketch: CompiledBoard, known: CompiledBoard, shown: CompiledBoard) -> CompiledBoard:
    """The board *shown*, of which *known* was the sketch, with those shapes that differ in another *sketch*."""
    if (sketch.width, sketch.height) != (shown.width, shown.height):
        return sketch
    there = {code for code, shape in known.provinces.items() if code in shown.provinces and _same(shape, sketch.provinces.get(code))}
    found = {
        code: shown.provinces[code] if code in there else _with_names(shape, shown.provinces.get(code))
        for code, shape in sketch.provinces.items()
    }
    if found.keys() == shown.provinces.keys() and len(there) == len(found):
        return shown
    borders = [each for each in shown.borders if there.issuperset(code for code in each.provinces if code is not None)]
    borders += [each for each in sketch.borders if each.provinces[0] not in there]
    return replace(shown, svg_sha256=sketch.svg_sha256, provinces=MappingProxyType(found), borders=tuple(borders))


def with_names_of(board: CompiledBoard, shown: CompiledBoard) -> CompiledBoard:
    """*board*, which has no names yet, with those of *shown* that still lie on their ground."""
    found: Mapping[str, ProvinceShape] = {code: _with_names(shape, shown.provinces.get(code)) for code, shape in board.provinces.items()}
    return replace(board, provinces=MappingProxyType(found))


def _same(one: ProvinceShape, other: ProvinceShape | None) -> bool:
    return other is not None and (one.levels[0], one.terrain, one.units.keys()) == (other.levels[0], other.terrain, other.units.keys())


def _with_names(shape: ProvinceShape, before: ProvinceShape | None) -> ProvinceShape:
    if before is None or shape.labels:
        return shape
    left, top, right, bottom = shape.bounds
    return replace(shape, labels=tuple(each for each in before.labels if left <= each.x <= right and top <= each.y <= bottom))
