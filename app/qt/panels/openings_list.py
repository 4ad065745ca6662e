"""Openings of real games beside the orders of the first season; a click or Enter writes the orders of one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from adjudicator import Position, Variant
from app.qt.panels.results_list import LineOfResults, WalkedLines
from app.qt.widgets.labels import PlainLabel
from app.qt.widgets.look import Look
from entente.words.outcomes import describe_order
from entente.words.sentence import counted
from languages import tr

if TYPE_CHECKING:
    from app.players.openings import BookLine

MOST_OPENINGS = 7
"""Number of openings that are listed: those after them were played in few games."""


class OpeningItem(LineOfResults):
    """Orders of one opening, below one another, with the number of games in which they were given.

    Signals:
        chosen(object): it was clicked; carries the orders.
    """

    chosen = Signal(object)

    def __init__(self, line: BookLine, sentences: Sequence[str], look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self.orders = line.orders
        games = counted(line.count, "game")
        self.setAccessibleName("\n".join((*sentences, games)))
        words = PlainLabel("\n".join(sentences))
        words.setWordWrap(True)
        words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.MinimumExpanding)
        count = PlainLabel(games)
        count.setProperty("role", "soft")
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 6, 12, 6)
        row.setSpacing(8)
        row.addWidget(words, 1)
        row.addWidget(count, 0, Qt.AlignmentFlag.AlignTop)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def choose(self) -> None:
        """Ask for its orders to be written."""
        self.chosen.emit(self.orders)


class OpeningsList(WalkedLines):
    """Openings of one power.

    Signals:
        taken(object): these orders are to be written.
    """

    taken = Signal(object)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self.setAccessibleName(tr("Openings"))
        self._items: tuple[OpeningItem, ...] = ()

    def items(self) -> Sequence[OpeningItem]:
        """Return the openings that are listed."""
        return self._items

    def height_of_all(self, wide: int) -> int:
        """Pixels in which all openings are seen where they are *wide* pixels wide."""
        holder: QWidget | None = self.widget()
        column = None if holder is None else holder.layout()
        return 0 if column is None or not self._items else column.totalHeightForWidth(wide)

    def show_openings(self, variant: Variant, position: Position, lines: Sequence[BookLine]) -> None:
        """List the *lines* that were played most."""
        most = tuple(sorted(lines, key=lambda line: -line.count)[:MOST_OPENINGS])
        key = (variant.id, position, most)
        if key == self._key:
            return
        self._key = key
        holder = self._holder()
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 6, 0, 8)
        column.setSpacing(0)
        column.addWidget(head := self._head(tr("Openings"), (tr("Most played first. A click writes the orders."),), holder))
        items = []
        for line in most:
            item = OpeningItem(line, [describe_order(variant, position, order) for order in line.orders], self._look, holder)
            item.chosen.connect(self.taken)
            column.addWidget(item)
            items.append(item)
        column.addStretch(1)
        self._items = tuple(items)
        self._walk_through([head, *items])
        self.setWidget(holder)
