"""The list beside the reveal: which kinds of steps there are, how many of each, and which is shown now."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from app.presentation.hotseat.reveal_steps import RevealGroup
from app.qt.hotseat.step_label import StepLabel
from languages import tr


class StepGroups(QWidget):
    """A row for each kind of steps: a sign, its words, its number."""

    def __init__(self) -> None:
        super().__init__()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._rows: list[tuple[StepLabel, StepLabel, StepLabel]] = []

    def show_groups(self, groups: Sequence[RevealGroup], at: int, style: str, *, is_over: bool) -> None:
        """Show *groups* where step *at* of the story is shown, or all of it *is_over*; *style* is the style sheet of the words."""
        self._make_rows(len(groups), style)
        for (sign, words, count), group in zip(self._rows, groups, strict=False):
            is_present = group.first <= at <= group.last
            sign.say("✓" if group.last < at or (is_present and is_over) else "▸" if is_present else "○")
            sign.play("good" if group.last < at else "strong" if is_present else "faint")
            words.say(tr(group.kind.value))
            words.play("strong" if is_present else "" if group.last < at else "soft")
            count.say(str(group.count))
            count.play("strong" if is_present else "soft")

    def _make_rows(self, rows: int, style: str) -> None:
        """As many rows of labels as there are kinds of steps; they stay, since new ones would cost most of a step's time."""
        while len(self._rows) < rows:
            labels = (StepLabel(), StepLabel(), StepLabel())
            labels[2].setAlignment(Qt.AlignmentFlag.AlignRight)
            for column, label in enumerate(labels):
                self._grid.addWidget(label, len(self._rows), column)
            self._rows.append(labels)
        for number, labels in enumerate(self._rows):
            for label in labels:
                label.setVisible(number < rows)
                if label.styleSheet() != style:
                    label.setStyleSheet(style)
        self._grid.setColumnStretch(1, 1)
