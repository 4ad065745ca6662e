"""Openings of real games beside the orders of the first season; a click or Enter writes the orders of one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from adjudicator import Position, Variant
from app.qt.panels.results_list import LineOfResults, WalkedLines
from app.qt.widgets import forms
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
        words = forms.label("\n".join(sentences), wraps=True)
        words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.MinimumExpanding)
        forms.row((words, 1), (forms.label(games, "soft"), 0, Qt.AlignmentFlag.AlignTop), on=self, margins=(12, 6, 12, 6), spacing=8)
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
        column = forms.column(
            head := self._head(tr("Openings"), (tr("Most played first. A click writes the orders."),), holder),
            on=holder,
            margins=(0, 6, 0, 8),
            spacing=0,
        )
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
