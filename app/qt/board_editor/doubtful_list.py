"""The borders that a drawing leaves open, and what its designer says of each."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from app.presentation.board_editor.graph import DoubtfulEdge
from app.qt.board_editor.question_list import QuestionList
from app.qt.widgets.fields import ChoiceButton
from app.qt.widgets.labels import PlainLabel
from app.qt.widgets.layouts import FlowLayout
from languages import mark, plural, tr

_REPLIES = {
    "yes": (mark("Yes"), mark("They are neighbours, however short the border")),
    "no": (mark("No"), mark("They only seem to touch")),
    "bridge": (mark("Bridge"), mark("They are neighbours although they do not touch")),
    "cut": (mark("Cut"), mark("They are no neighbours although they touch")),
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
        line = FlowLayout(row, spacing=3)
        line.setContentsMargins(0, 0, 4, 0)
        name = QPushButton(f"{edge.provinces[0]}–{edge.provinces[1]}")
        name.setProperty("role", "choice")
        name.clicked.connect(lambda: self.edge_picked.emit(edge))
        why = f"{edge.why[:1].upper()}{edge.why[1:]}"
        name.setToolTip(why if edge.is_listed else tr("{why}; it is in no list", why=why))
        about = PlainLabel(plural("{count} unit", "{count} units", round(edge.length)) if edge.length else tr("gap"))
        about.setToolTip(name.toolTip())
        about.setProperty("role", "soft")
        line.addWidget(name)
        line.addWidget(about, 1)
        for reply, (label, tip) in _REPLIES.items():
            button = ChoiceButton(tr(label))
            button.setChecked(edge.answer == reply)
            button.setToolTip(tr(tip))
            button.setEnabled(self.may_edit)
            button.clicked.connect(lambda _checked=False, reply=reply: self.answered.emit(edge, reply))
            line.addWidget(button)
        return row
