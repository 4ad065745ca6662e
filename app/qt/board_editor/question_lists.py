"""Lists of what the designer is asked: borders that a drawing leaves open, and lands between two waters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QScrollArea, QSizePolicy, QWidget

from app.presentation.step_graph import DoubtfulEdge
from app.qt.widgets import forms
from app.qt.widgets.labels import ChoiceButton
from app.qt.widgets.look import growth
from app.qt.widgets.wrapping_widgets import FollowsWidth
from entente.words.names import join_words
from languages import mark, plural, sentence, tr
from variants.notes import ShoreKind
from variants.reviewed import DividedLand

LEAST_ROWS = 3
"""Rows that are in sight in any room."""
ROW = 30
"""Pixels, about, with words of the usual size."""


class FittingArea(FollowsWidth, QScrollArea):
    """Around rows that come and go; :meth:`fit` after they did."""

    def __init__(self, inside: QWidget) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self._inside = inside
        self.setWidget(inside)

    def sizeHint(self) -> QSize:
        """Return a size as high as its contents."""
        return QSize(super().sizeHint().width(), self._needed())

    def minimumSizeHint(self) -> QSize:
        """Return a size as wide as the widest part of a row, which goes on below itself where there is no more room."""
        bar = self.verticalScrollBar().sizeHint().width()
        return QSize(self._inside.minimumSizeHint().width() + bar, super().minimumSizeHint().height())

    def width_changed(self) -> None:
        """Rows may need more or less room than before."""
        self.fit()

    def _needed(self) -> int:
        """Pixels from the first row to the last."""
        layout = self._inside.layout()
        if layout is None or not layout.hasHeightForWidth():
            return self._inside.sizeHint().height()
        return layout.totalHeightForWidth(self.viewport().width())

    def fit(self) -> None:
        """Take as much room as what is inside needs, and less where there is less."""
        layout = self._inside.layout()
        if layout is not None:
            for at in range(layout.count()):
                item = layout.itemAt(at)
                row = None if item is None else item.widget()
                if row is not None:
                    row.show()  # one that just came would count for nothing until the next event
            layout.activate()
        height = self._needed()
        self.setVisible(height > 0)
        self.setMaximumHeight(max(1, height))
        self.setMinimumHeight(min(height, round(LEAST_ROWS * ROW * growth(self.font()))))
        self.updateGeometry()


class QuestionList(QWidget):
    """Rows under a heading; which rows, those say that extend it."""

    def __init__(self, heading: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.may_edit = False
        self.rows: list[QWidget] = []
        self.heading = forms.label(heading, "strong")
        inside = QWidget()
        self._column = forms.column(on=inside, margins=(0, 0, 0, 0), spacing=2)
        self._area = forms.styled(FittingArea(inside), name=heading)
        forms.column(self.heading, self._area, on=self, margins=(12, 8, 6, 8), spacing=4)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)  # what is left over is the table's

    def put_rows(self, rows: Iterable[QWidget]) -> None:
        """Show *rows* in place of those that were there."""
        for row in self.rows:
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows = list(rows)
        for row in self.rows:
            self._column.addWidget(row)

    def fit(self) -> None:
        """Take as much room as the rows need."""
        self._area.fit()


_REPLIES = {
    "yes": (mark("Yes"), mark("They are neighbours, however short the border")),
    "no": (mark("No"), mark("They only seem to touch")),
    "bridge": (mark("Bridge"), mark("They are neighbours although they do not touch")),
    "cut": (mark("Separate"), mark("They are no neighbours although they touch")),
}


def reply_word(reply: str) -> str:
    """Return the label of the button of a *reply*."""
    return tr(_REPLIES[reply][0])


class DoubtfulList(QuestionList):
    """Borders that are uncertain, the shortest first.

    Signals:
        edge_picked(object): a DoubtfulEdge to look at. answered(object, str): of a DoubtfulEdge the designer says yes, no, bridge or cut.
    """

    edge_picked = Signal(object)
    answered = Signal(object, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Doubtful edges, shortest first"), parent)
        self.edges: tuple[DoubtfulEdge, ...] = ()
        self.fit()

    def show_edges(self, edges: Sequence[DoubtfulEdge], *, may_edit: bool = False) -> None:
        """Show these."""
        open_ones = sum(not each.answer for each in edges)
        self.heading.setText(
            tr("Doubtful edges, shortest first: {open_ones}", open_ones=open_ones) if open_ones else tr("No doubtful edges")
        )
        if tuple(edges) == self.edges and may_edit == self.may_edit:
            return
        self.edges, self.may_edit = tuple(edges), may_edit
        self.put_rows(self.make_row(edge) for edge in edges)
        self.fit()

    def make_row(self, edge: DoubtfulEdge) -> QWidget:
        """One edge with its possible answers."""
        row = QWidget()
        name = forms.button(f"{edge.provinces[0]}–{edge.provinces[1]}", lambda: self.edge_picked.emit(edge), "choice")
        why = sentence(edge.why)
        name.setToolTip(why if edge.is_listed else tr("{why}; it is in no list", why=why))
        about = forms.label(plural("{count} unit", "{count} units", round(edge.length)) if edge.length else tr("gap"), "soft")
        about.setToolTip(name.toolTip())
        line = forms.flow(name, (about, 1), on=row, margins=(0, 0, 4, 0), spacing=3)
        for reply, (label, tip) in _REPLIES.items():
            button = forms.styled(ChoiceButton(tr(label)), tip=tr(tip))
            button.setChecked(edge.answer == reply)
            button.setEnabled(self.may_edit)
            button.clicked.connect(lambda _checked=False, reply=reply: self.answered.emit(edge, reply))
            line.addWidget(button)
        return row


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
        name = forms.button(
            land.code,
            lambda: self.land_picked.emit(land.code),
            "choice",
            tip=tr(
                "Between {waters}, {neck:.0f} wide; its shape looks like {looks_like}",
                waters=join_words(land.waters),
                neck=land.neck,
                looks_like=tr(land.looks_like),
            ),
        )
        about = forms.label(" ".join(land.waters[:3]), "soft")
        about.setToolTip(name.toolTip())
        line = forms.flow(name, (about, 1), on=row, margins=(0, 0, 4, 0), spacing=3)
        for kind, (label, tip) in _ABOUT.items():
            button = forms.styled(ChoiceButton(tr(label)), tip=tr(tip))
            button.setChecked(land.present is kind)
            button.setEnabled(self.may_edit)
            button.clicked.connect(lambda _checked=False, kind=kind: self.answered.emit(land, kind.value))
            line.addWidget(button)
        return row
