"""Columns that are at least as wide as what stands at their head, whatever language and size the words have."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QHeaderView

from app.qt.widgets.style import growth

_ANEW = {QEvent.Type.FontChange, QEvent.Type.StyleChange, QEvent.Type.Show}


class WholeHeads(QObject):
    """Looks after *header*, also when another size of text is chosen.

    Args:
        widths: pixels with words of the usual size, for columns that are not as wide as others leave them.
    """

    def __init__(self, header: QHeaderView, widths: Mapping[int, int]) -> None:
        super().__init__(header)
        self._header = header
        self._widths = dict(widths)
        header.installEventFilter(self)
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The words at the heads may be larger or smaller from now on."""
        if event.type() in _ANEW:
            self._fit()
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        header, stretched = self._header, 0
        for column in range(header.count()):
            needed = header.sectionSizeFromContents(column).width()
            if column in self._widths:
                header.resizeSection(column, max(round(self._widths[column] * growth(header.font())), needed))
            elif header.sectionResizeMode(column) is QHeaderView.ResizeMode.Stretch:
                stretched = max(stretched, needed)
        if stretched:
            header.setMinimumSectionSize(min(stretched, *(header.sectionSize(each) for each in self._widths), stretched))
