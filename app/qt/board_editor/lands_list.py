"""The lands between two waters, and what each is: coasts of its own, a canal, a strait."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from app.qt.board_editor.question_list import QuestionList
from app.qt.widgets.fields import ChoiceButton
from app.qt.widgets.labels import PlainLabel
from app.qt.widgets.layouts import FlowLayout
from entente.words.names import join_words
from languages import mark, tr
from variants.notes import ShoreKind
from variants.reviewed import DividedLand

_ABOUT = {
    ShoreKind.COASTS: (
        mark("Coasts"),
        mark("Each shore is a coast of its own: a fleet on one cannot sail from the other"),
    ),
    ShoreKind.CANAL: (mark("Canal"), mark("One coast: ships pass through the land from water to water")),
    ShoreKind.STRAIT: (mark("Strait"), mark("One coast: the way from one water into the other leads through it")),
}


class LandsList(QuestionList):
    """A row for each land; it is gone where no land lies between two waters.

    Signals:
        land_picked(str): a land to look at. answered(object, str): of a DividedLand the designer says what it is, a word of ShoreKind.
    """

    land_picked = Signal(str)
    answered = Signal(object, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Lands between two waters"), parent)
        self.lands: tuple[DividedLand, ...] = ()
        self.hide()

    def show_lands(self, lands: Sequence[DividedLand], *, may_edit: bool = False) -> None:
        """Show these."""
        if tuple(lands) == self.lands and may_edit == self.may_edit:
            return
        self.lands, self.may_edit = tuple(lands), may_edit
        self.put_rows(self._row(land) for land in lands)
        self.setVisible(bool(self.rows))
        self.fit()

    def _row(self, land: DividedLand) -> QWidget:
        row = QWidget()
        line = FlowLayout(row, spacing=3)
        line.setContentsMargins(0, 0, 4, 0)
        name = QPushButton(land.code)
        name.setProperty("role", "choice")
        name.setToolTip(
            tr(
                "Between {waters}, {neck:.0f} wide; its shape looks like {looks_like}",
                waters=join_words(land.waters),
                neck=land.neck,
                looks_like=tr(land.looks_like),
            )
        )
        name.clicked.connect(lambda: self.land_picked.emit(land.code))
        about = PlainLabel(" ".join(land.waters[:3]))
        about.setToolTip(name.toolTip())
        about.setProperty("role", "soft")
        line.addWidget(name)
        line.addWidget(about, 1)
        for kind, (label, tip) in _ABOUT.items():
            button = ChoiceButton(tr(label))
            button.setChecked(land.present is kind)
            button.setToolTip(tr(tip))
            button.setEnabled(self.may_edit)
            button.clicked.connect(lambda _checked=False, kind=kind: self.answered.emit(land, kind.value))
            line.addWidget(button)
        return row
