"""The shelf of New Game: a card for each variant, with its board, found by a few words."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QImage, QPixmap
from PySide6.QtWidgets import QListWidgetItem, QWidget

from app.game.edits import new_game
from app.game.storage.atomic import StorageError
from app.game.storage.places import places
from app.presentation.drawn_boards import NoBoardError, NoDrawingError, drawing_to_make, drawn_board, units_of
from app.presentation.picture import board_picture
from app.presentation.variant_summary import Narrowing, found_by, short_numbers, title_of
from app.qt.board.picture_content import keep_image
from app.qt.map.export import render_image
from app.qt.widgets.background import Background
from app.qt.widgets.look import Look
from app.qt.widgets.wrapping_widgets import WrappingList, as_heading
from app.session.view_options import Labels, View
from languages import tr
from variants.catalogue import CatalogueEntry
from variants.compiled import Stage
from variants.reader import VariantFolder
from variants.unit_set import UnitSet, write_unit_set

THUMBNAIL, LARGE = QSize(92, 68), QSize(160, 108)
"""Size of a board on its card among all variants, and among the few that are offered first."""
FRONT = ("standard", "chaos", "duel-france-austria", "fog-of-war")
"""Variants that are offered first, besides a person's own: the usual game, for many, for two, and with hidden units."""
PICTURE_WIDTH = 400
"""Pixels of the pictures that are kept: sharp at the size beside the list, and small enough to be painted as thumbnails are."""


class VariantList(WrappingList):
    """Cards of variants.

    Signals:
        variant_chosen(str): the card of this id is in front; empty where none is.
    """

    variant_chosen = Signal(str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(LARGE.height() + 8, parent)
        self._entries: dict[str, CatalogueEntry] = {}
        self._images: dict[str, QImage] = {}
        self._sought = ""
        self.wanted = Narrowing()
        self.is_whole = False
        """True if all variants are shown, and not only those in front."""
        self._look = look
        self.setAccessibleName(tr("Variants"))
        self.setIconSize(LARGE)
        self.setSpacing(1)
        self.currentItemChanged.connect(self._changed)

    def show_entries(self, entries: Sequence[CatalogueEntry]) -> None:
        """Show these; the one in front stays in front."""
        before = self.current_id
        pictures = {self._id(self.item(row)): self.item(row).icon() for row in self._cards()}
        self._entries = {entry.id: entry for entry in entries}
        self.blockSignals(True)
        self.clear()
        groups = sorted({each.group for each in entries}, key=lambda name: (name != "", name))
        for group in groups:
            if len(groups) > 1:
                heading = QListWidgetItem(group or tr("In no collection"))
                as_heading(heading, self)
                self.addItem(heading)
            for entry in (each for each in entries if each.group == group):
                item = QListWidgetItem(f"{title_of(entry)}\n{short_numbers(entry)}")
                item.setData(Qt.ItemDataRole.UserRole, entry.id)
                item.setIcon(pictures[entry.id] if entry.id in pictures else self._blank())
                if entry.folder is None:
                    item.setForeground(self._look.colour("bad"))
                self.addItem(item)
        self.blockSignals(False)
        self.fit()
        self.choose(before or next(iter(self._entries), ""))

    def show_all(self) -> None:
        """Show all variants from now on."""
        self.is_whole = True
        self.filter(self._sought)

    def filter(self, sought: str) -> None:
        """Show only those in which every word of *sought* stands; without a word those in front, until all are wanted."""
        self._sought = sought
        few = not (self.is_whole or sought.strip() or self.wanted.is_any_asked)
        for row in self._cards():
            item = self.item(row)
            entry = self._entries[self._id(item)]
            first = (entry.own and not entry.group) or entry.id in FRONT or entry.id == self.current_id
            item.setHidden((few and not first) or not (found_by(entry, sought) and self.wanted.has(entry)))
        heading: QListWidgetItem | None = None
        for row in range(self.count()):
            item = self.item(row)
            if not self._id(item):
                heading = item
                heading.setHidden(True)
            elif heading is not None and not item.isHidden():
                heading.setHidden(False)
        size = LARGE if few else THUMBNAIL
        if self.iconSize() != size:
            self.setIconSize(size)
            self.set_least(size.height() + 8)
            for row in self._cards():
                image = self._images.get(self._id(self.item(row)))
                self.item(row).setIcon(self._blank() if image is None else self._framed(image))
            self.fit()
        shown = self.matching_ids()
        if shown and self.current_id not in shown:
            self.choose(shown[0])

    def want(self, wanted: Narrowing) -> None:
        """Show only those of a group and size from now on."""
        self.wanted = wanted
        self.filter(self._sought)

    def _cards(self) -> list[int]:
        """The rows that are no headings."""
        return [row for row in range(self.count()) if self._id(self.item(row))]

    def matching_ids(self) -> tuple[str, ...]:
        """The ids of the cards that are not filtered out."""
        return tuple(self._id(self.item(row)) for row in self._cards() if not self.item(row).isHidden())

    def visible_ids(self) -> tuple[str, ...]:
        """The ids of the cards that are in sight, the uppermost first."""
        port = self.viewport().rect()
        rows = [self.item(row) for row in self._cards()]
        return tuple(self._id(item) for item in rows if not item.isHidden() and self.visualItemRect(item).intersects(port))

    @property
    def current_id(self) -> str:
        """The id of the card in front; empty where none is."""
        row = self.currentRow()
        return "" if row < 0 else self._id(self.item(row))

    def choose(self, variant_id: str) -> None:
        """Bring the card of that id to the front."""
        for row in range(self.count()):
            if self._id(self.item(row)) == variant_id:
                if self.item(row).isHidden() and not self._sought:
                    self.show_all()
                self.setCurrentRow(row)
                self.variant_chosen.emit(variant_id)
                return
        if cards := self._cards():
            self.setCurrentRow(cards[0])

    def show_picture(self, variant_id: str, image: QImage) -> None:
        """Show a picture of the board on the card."""
        self._images[variant_id] = image
        for row in range(self.count()):
            if self._id(self.item(row)) == variant_id:
                self.item(row).setIcon(self._framed(image))

    def _framed(self, image: QImage) -> QIcon:
        """The picture of a board, cropped to the size of the cards."""
        ratio, size = self.devicePixelRatioF(), self.iconSize()
        expanding, smooth = Qt.AspectRatioMode.KeepAspectRatioByExpanding, Qt.TransformationMode.SmoothTransformation
        pixmap = QPixmap.fromImage(image.scaled(size * ratio, expanding, smooth))
        left = max(0, round((pixmap.width() - size.width() * ratio) / 2))
        pixmap = pixmap.copy(left, 0, round(size.width() * ratio), round(size.height() * ratio))
        pixmap.setDevicePixelRatio(ratio)
        return _icon(pixmap)

    def mark(self, variant_id: str, *, is_faulty: bool) -> None:
        """Write the card of that id as one that can, or cannot, be played."""
        for row in range(self.count()):
            if self._id(self.item(row)) == variant_id:
                self.item(row).setForeground(self._look.colour("bad" if is_faulty else "text"))

    def _blank(self) -> QIcon:
        pixmap = QPixmap(self.iconSize())
        pixmap.fill(QColor(self._look.colour("sunken")))
        return _icon(pixmap)

    def _changed(self, item: QListWidgetItem | None) -> None:
        self.variant_chosen.emit("" if item is None else self._id(item))

    @staticmethod
    def _id(item: QListWidgetItem) -> str:
        return str(item.data(Qt.ItemDataRole.UserRole) or "")


class VariantPictures(QObject):
    """Pictures of the starts of variants, painted on a worker thread and kept in the cache.

    Signals:
        came(str, QImage): the picture of this variant is there.
        failed(str, str, object): it cannot be drawn, why, and the faults of its drawing.
    """

    came = Signal(str, QImage)
    failed = Signal(str, str, object)

    def __init__(self, background: Background, theme: str, unit_symbols: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._background = background
        self._theme = theme
        self._unit_symbols = unit_symbols
        self._waiting: list[CatalogueEntry] = []
        self._is_painting = False
        self._has_stopped = False

    def want(self, entry: CatalogueEntry) -> None:
        """Ask for the picture of *entry*. One is painted after the other, so that other work is not kept waiting."""
        self._waiting = [each for each in self._waiting if each.id != entry.id]
        if entry.folder is not None:
            self._waiting.append(entry)
            self._next()

    def hurry(self, ids: Sequence[str]) -> None:
        """Paint those of *ids* before the others, in that sequence."""
        rank = {each: number for number, each in enumerate(dict.fromkeys(ids))}
        self._waiting.sort(key=lambda each: rank.get(each.id, len(rank)))

    def stop(self) -> None:
        """Paint no more, and report nothing that is still being painted: the caller may be gone by then."""
        self._has_stopped = True
        self._waiting.clear()

    def _next(self) -> None:
        if self._is_painting or not self._waiting:
            return
        entry = self._waiting.pop(0)
        self._is_painting = True

        def came(image: QImage) -> None:
            if self._has_stopped:
                return
            self._is_painting = False
            self.came.emit(entry.id, image)
            self._next()

        def failed(error: Exception) -> None:
            if self._has_stopped:
                return
            self._is_painting = False
            self.failed.emit(entry.id, str(error), error.faults if isinstance(error, NoBoardError) else ())
            self._next()

        self._background.run(_painter(entry, self._theme, self._unit_symbols), came, failed)


def _icon(pixmap: QPixmap) -> QIcon:
    """An icon that keeps its colours where its card is in front."""
    made = QIcon(pixmap)
    made.addPixmap(pixmap, QIcon.Mode.Selected)
    return made


def _painter(entry: CatalogueEntry, theme: str, unit_symbols: str) -> Callable[[], QImage]:
    folder = entry.folder
    assert folder is not None

    def work() -> QImage:
        units = units_of(folder, unit_symbols).units
        kept = places().thumbnails / f"variant-{_digest(entry, folder, theme, units)}.png"
        image = QImage(str(kept))
        if not image.isNull():
            return image
        drawn = drawn_board(entry.id, enough=Stage.PLAYABLE)
        game = new_game(folder.variant, game_id="00000000")
        view = View(labels=Labels.OFF, orders=False, theme=theme)
        image = render_image(drawn.board, board_picture(game, game.last(), view, drawn.styles, units), PICTURE_WIDTH)
        _keep(image, kept)
        return image

    return work


def _digest(entry: CatalogueEntry, folder: VariantFolder, theme: str, units: UnitSet) -> str:
    """The same for variants whose starts look the same: their picture is painted once."""
    try:
        own = drawing_to_make(entry.id)
    except NoDrawingError as error:
        raise NoBoardError(str(error), error.faults) from error
    variant = folder.variant
    board = own.key if own is not None else next((each.file for each in folder.maps), "")
    start = (
        sorted(f"{unit.power} {unit.piece}" for unit in variant.start.units),
        sorted(variant.start.owners.items()),
        sorted(variant.board.centres),
    )
    homes = sorted((code, each.home, each.territory) for code, each in variant.board.provinces.items() if each.home or each.territory)
    letters = [(each.id, each.letter) for each in variant.powers.values()]
    looks = (
        letters,
        sorted(folder.styles.items(), key=lambda each: each[0]),
        hashlib.sha256(write_unit_set(units)).hexdigest(),
        PICTURE_WIDTH,
    )
    return hashlib.sha256(repr((board, theme, start, homes, looks)).encode()).hexdigest()[:32]


def _keep(image: QImage, path: Path) -> None:
    with contextlib.suppress(StorageError):
        keep_image(image, path)
