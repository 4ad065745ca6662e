"""Hooks of the game in view: a row of chips in the panel's header, and the power that the board is seen as."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.qt.widgets.labels import plain_tip
from languages import mark, tr

MOST = 3
"""Chips beside one another; more are counted."""

MOST_LETTERS = 34
"""Of all chips together, so that each can be read whole beside a narrow board."""

EVERYTHING = mark("Everything")


@dataclass(frozen=True, slots=True)
class ChipWords:
    """One chip."""

    name: str
    title: str
    tip: str
    trouble: bool = False


class HookChips(QWidget):
    """Hidden while there is nothing to say.

    Signals:
        pressed(str): the chip of this hook was pressed; empty for the rest of them. viewer_chosen(str): the board is to be seen as this
        power; empty for all.
    """

    pressed = Signal(str)
    viewer_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(5)
        self._row = QHBoxLayout()
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(5)
        self._chips: list[QPushButton] = []
        self.viewer = QComboBox()
        self.viewer.setAccessibleName(tr("Shown to"))
        self.viewer.activated.connect(self._chosen)
        self._viewing = QWidget(self)
        row = QHBoxLayout(self._viewing)
        row.setContentsMargins(0, 0, 0, 0)
        label = QLabel(tr("Shown to"))
        label.setProperty("role", "soft")
        row.addWidget(label)
        row.addWidget(self.viewer, 1)
        column.addLayout(self._row)
        column.addWidget(self._viewing)
        self.hide()

    def show_chips(self, chips: Sequence[ChipWords]) -> None:
        """Show *chips*, the first few by name."""
        while self._row.count():
            item = self._row.takeAt(0)
            widget = None if item is None else item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._chips = []
        count = _fitting(chips)
        for words in chips[:count]:
            self._add(words.title, words.tip, words.name, trouble=words.trouble)
        if len(chips) > count:
            rest = chips[count:]
            self._add(f"+{len(rest)}", "\n".join(each.title for each in rest), "", trouble=any(each.trouble for each in rest))
        self._row.addStretch(1)
        self._show_or_hide()

    def show_viewers(self, powers: Sequence[tuple[str, str]], viewer: str | None, *, offered: bool) -> None:
        """Offer the views of *powers* (id and name)."""
        self.viewer.blockSignals(True)
        self.viewer.clear()
        self.viewer.addItem(tr(EVERYTHING), "")
        for power, name in powers:
            self.viewer.addItem(name, power)
        self.viewer.setCurrentIndex(max(0, self.viewer.findData(viewer or "")))
        self.viewer.blockSignals(False)
        self._viewing.setVisible(offered)
        self._show_or_hide()

    def words(self) -> tuple[str, ...]:
        """Return the words on the chips."""
        return tuple(chip.text().replace("&&", "&") for chip in self._chips)

    def chip(self, number: int) -> QPushButton:
        """One chip."""
        return self._chips[number]

    def _add(self, title: str, tip: str, name: str, *, trouble: bool) -> None:
        chip = QPushButton(title.replace("&", "&&"))
        chip.setToolTip(plain_tip(tip))
        chip.setProperty("role", "hook-trouble" if trouble else "hook")
        chip.clicked.connect(lambda _checked=False, name=name: self.pressed.emit(name))
        self._row.addWidget(chip)
        self._chips.append(chip)

    def _show_or_hide(self) -> None:
        self.setVisible(bool(self._chips) or not self._viewing.isHidden())

    def _chosen(self) -> None:
        self.viewer_chosen.emit(str(self.viewer.currentData()))


def _fitting(chips: Sequence[ChipWords]) -> int:
    """Return the number of *chips* that find room: one at least."""
    letters = 0
    for number, words in enumerate(chips[:MOST]):
        letters += len(words.title) + 3
        if number > 0 and letters > MOST_LETTERS:
            return number
    return min(len(chips), MOST)
