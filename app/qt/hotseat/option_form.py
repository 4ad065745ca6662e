"""The options that a program declares, as a form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QSlider,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.qt.widgets.plain_label import wrapped
from languages import tr

if TYPE_CHECKING:
    from app.players.programs.messages import Option

MOST = 40
"""Options that are shown."""
_STEPS = 1000
_LARGEST = 1e9


class OptionForm(QWidget):
    """A field for each option.

    Signals:
        changed(str, object): an option by its name, and what it was set to.
    """

    changed = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[object, ...] = ()
        self.fields: dict[str, QWidget] = {}
        self.note = wrapped("")
        self.note.setProperty("role", "soft")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)
        self._column.addWidget(self.note)
        self._holder = QWidget()
        self._column.addWidget(self._holder)

    def show_options(self, options: Sequence[Option], values: Mapping[str, object], note: str) -> None:
        """Show *options* with *values*; what has none stands as the program says.

        Args:
            note: a line above them.
        """
        self.note.setText(note)
        key = (tuple(options), tuple(sorted(values.items(), key=lambda each: each[0])))
        if key == self._shown:
            return
        self._shown = key
        self._holder.hide()
        self._column.removeWidget(self._holder)
        self._holder.deleteLater()
        self._holder = QWidget()
        form = QFormLayout(self._holder)
        form.setContentsMargins(0, 0, 0, 0)
        form.setSpacing(6)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        self.fields = {}
        for option in options[:MOST]:
            title = (option.title or option.name)[:60]
            field, shown = self._field(option, values.get(option.name, option.default))
            field.setAccessibleName(title)
            self.fields[option.name] = field
            form.addRow(wrapped(title), shown)
        self._column.addWidget(self._holder)

    def _field(self, option: Option, value: object) -> tuple[QWidget, QWidget]:
        """The widget that holds the value, and what is shown of it."""

        def tell(found: object) -> None:
            self.changed.emit(option.name, found)

        match option.kind:
            case "switch":
                box = QCheckBox()
                box.setChecked(value is True)
                box.toggled.connect(tell)
                return box, box
            case "choice":
                combo = QComboBox()
                combo.addItems([each[:60] for each in option.choices[:200]])
                combo.setCurrentIndex(list(option.choices).index(value) if value in option.choices else 0)
                combo.activated.connect(lambda at: tell(option.choices[at]))
                return combo, combo
            case "whole number":
                spin = QSpinBox()
                spin.setRange(_whole(option.least, -1_000_000_000), _whole(option.most, 1_000_000_000))
                spin.setValue(int(value) if isinstance(value, int | float) else 0)
                spin.valueChanged.connect(tell)
                return spin, spin
            case "number":
                return self._number(option, float(value) if isinstance(value, int | float) else 0.0)
            case _:
                line = QLineEdit(str(value))
                line.setMaxLength(1000)
                line.editingFinished.connect(lambda: tell(line.text()))
                return line, line

    def _number(self, option: Option, value: float) -> tuple[QWidget, QWidget]:
        spin = QDoubleSpinBox()
        spin.setDecimals(3)
        least, most = _bound(option.least, -_LARGEST), _bound(option.most, _LARGEST)
        spin.setRange(least, most)
        spin.setValue(value)
        spin.valueChanged.connect(lambda found: self.changed.emit(option.name, found))
        if option.least is None or option.most is None or not least < most:
            return spin, spin
        slider = QSlider(Qt.Orientation.Horizontal)
        slider.setRange(0, _STEPS)
        slider.setAccessibleName(tr("{option}, by hand", option=(option.title or option.name)[:60]))

        def follow(found: float) -> None:
            slider.blockSignals(True)
            slider.setValue(round(_STEPS * (found - least) / (most - least)))
            slider.blockSignals(False)

        follow(value)
        spin.valueChanged.connect(follow)
        slider.valueChanged.connect(lambda at: spin.setValue(least + (most - least) * at / _STEPS))
        both = QWidget()
        row = QHBoxLayout(both)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(slider, 1)
        row.addWidget(spin)
        return spin, both


def _whole(value: float | None, usual: int) -> int:
    return usual if value is None else int(max(-1e9, min(1e9, value)))


def _bound(value: float | None, usual: float) -> float:
    return usual if value is None else max(-_LARGEST, min(_LARGEST, value))
