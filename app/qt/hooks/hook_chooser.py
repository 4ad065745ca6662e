"""Hooks to choose from, each with its sentence, and a form for its parameters once it is ticked."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QFrame, QScrollArea, QVBoxLayout, QWidget

from adjudicator.variant import Variant
from app.library.hooks import Origin, ShelvedHook
from app.qt.hooks.hook_form import HookForm
from app.qt.widgets.labels import PlainLabel
from languages import labelled, tr
from variants.hooks.parameters import HookArgumentError, ParameterNames, read_arguments


class HookRow(QFrame):
    """One hook.

    Signals:
        changed(): it was ticked or set.
    """

    changed = Signal()

    def __init__(self, hook: ShelvedHook, variant: Variant, *, ticked: bool, arguments: str) -> None:
        super().__init__()
        self.hook = hook
        self.tick = QCheckBox(tr(hook.text.title).replace("&", "&&"))
        self.tick.setChecked(ticked)
        self.tick.setProperty("role", "strong")
        words = tr(hook.text.note) or tr("It has no description.")
        if hook.origin is not Origin.SHIPPED:
            words += f" ({tr(hook.origin.value)})"
        note = PlainLabel(words)
        note.setWordWrap(True)
        note.setProperty("role", "soft")
        self.form = HookForm(hook.text, variant, arguments) if hook.text.parameters else None
        self.fault = PlainLabel()
        self.fault.setProperty("role", "bad")
        self.fault.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(4, 4, 4, 6)
        column.setSpacing(2)
        column.addWidget(self.tick)
        inner = QVBoxLayout()
        inner.setContentsMargins(24, 0, 0, 0)
        inner.setSpacing(4)
        inner.addWidget(note)
        if self.form is not None:
            inner.addWidget(self.form)
            self.form.changed.connect(self._refresh)
        inner.addWidget(self.fault)
        column.addLayout(inner)
        self.tick.toggled.connect(self._refresh)
        if hook.text.faults:
            first = hook.text.faults[0]
            self.tick.setChecked(False)
            self.tick.setEnabled(False)
            self.fault.setText(tr("Line {line}: {what}", line=first.line, what=first.what))
        self._refresh()

    @property
    def ticked(self) -> bool:
        """True if it is wanted."""
        return self.tick.isChecked()

    def trouble(self) -> str:
        """Return the reason that it cannot be attached with its settings; empty where it can, or is not wanted."""
        return self.form.fault() if self.ticked and self.form is not None else ""

    def words(self) -> str:
        """Its name and parameters as a command line writes them."""
        arguments = "" if self.form is None else self.form.arguments()
        return f"{self.hook.name} {arguments}".strip()

    def _refresh(self) -> None:
        if self.form is not None:
            self.form.setVisible(self.ticked)
        if not self.hook.text.faults:
            trouble = self.trouble()
            self.fault.setText(trouble[:1].upper() + trouble[1:])
            self.fault.setVisible(bool(trouble))
        self.changed.emit()


class HookChooser(QScrollArea):
    """A list of hooks.

    Signals:
        changed(): one was ticked or set.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.rows: dict[str, HookRow] = {}

    def show_hooks(self, hooks: Mapping[str, ShelvedHook], variant: Variant, attached: Mapping[str, str]) -> None:
        """Offer *hooks*, those in *attached* ticked with their parameters, and first."""
        page = QWidget(self.viewport())
        page.setObjectName("page")
        column = QVBoxLayout(page)
        column.setContentsMargins(4, 4, 10, 4)
        column.setSpacing(2)
        self.rows = {}
        for name in sorted(hooks, key=lambda each: each not in attached):
            row = HookRow(hooks[name], variant, ticked=name in attached, arguments=attached.get(name, ""))
            row.changed.connect(self.changed)
            self.rows[name] = row
            column.addWidget(row)
        column.addStretch(1)
        self.setWidget(page)

    def trouble(self) -> str:
        """The first thing that does not fit; empty where all is well."""
        found = ((tr(row.hook.text.title), row.trouble()) for row in self.rows.values())
        return next((labelled(title, trouble) for title, trouble in found if trouble), "")

    def chosen(self) -> dict[str, str]:
        """Return the hooks that are ticked: name to parameters."""
        return {name: "" if row.form is None else row.form.arguments() for name, row in self.rows.items() if row.ticked}

    def words(self) -> str:
        """Return the hooks that are ticked, as a command line writes them."""
        return " ".join(row.words() for row in self.rows.values() if row.ticked)


def changes_as_words(before: Mapping[str, str], after: Mapping[str, str], hooks: Mapping[str, ShelvedHook], names: ParameterNames) -> str:
    """Return the changes from *before* to *after*: ``restrict powers=ENGLAND,TURKEY -gunboat``."""

    def same(name: str) -> bool:
        parameters = hooks[name].text.parameters
        try:
            return read_arguments(parameters, before[name], names) == read_arguments(parameters, after[name], names)
        except HookArgumentError:
            return False

    off = [f"-{name}" for name in before if name not in after]
    on = [f"{name} {arguments}".strip() for name, arguments in after.items() if name not in before or not same(name)]
    return " ".join((*on, *off))
