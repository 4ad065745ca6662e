"""Base of every form beside the drawing: it displays a variant's file, and emits the change that is wanted."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.board_editor.forms.manifest import Manifest
from app.board_editor.reading import OnTheBench
from app.qt.widgets.labels import PlainLabel
from app.qt.widgets.look import Look
from app.qt.widgets.scrolling import TallRoom
from languages import tr


class FormPage(QWidget):
    """One form.

    Signals:
        wanted(object): a change is wanted: a function from a Manifest to a Fix, which may raise FormError.
    """

    wanted = Signal(object)

    title = ""
    hint = ""
    """Advice on the form, in a sentence or two."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.manifest: Manifest | None = None
        self.told = PlainLabel(tr(self.hint))
        self.told.setWordWrap(True)
        self.told.setProperty("role", "soft")
        self.column = QVBoxLayout()
        self.column.setContentsMargins(12, 8, 12, 8)
        self.column.setSpacing(8)
        self.column.addWidget(self.told)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addLayout(self.column)

    def show_form(self, manifest: Manifest, bench: OnTheBench, look: Look) -> None:
        """Show what the file says now."""
        self.manifest, self._look = manifest, look
        self.refresh(manifest, bench)

    def refresh(self, manifest: Manifest, bench: OnTheBench) -> None:
        """Fill the fields."""
        raise NotImplementedError

    def field(self, words: str, widget: QWidget, tip: str = "") -> QWidget:
        """*widget* with what it is for before it."""
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        label = PlainLabel(words)
        label.setMinimumWidth(112)
        label.setBuddy(widget)
        widget.setAccessibleName(words)
        widget.setToolTip(tip)
        line.addWidget(label)
        line.addWidget(widget, 1)
        return row


def scrolling(inside: QWidget) -> TallRoom:
    """*inside*, scrolled up and down where there is more of it than room."""
    area = TallRoom()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidget(inside)
    return area
