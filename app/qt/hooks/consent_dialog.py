"""The hooks of a game, before they run for the first time: text, rights, and parameters."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QLabel, QListWidgetItem, QPushButton, QWidget

from app.hooks.hook_consent import visible
from app.presentation.hook_log_words import LIMITS, points_as_html, powers_of
from app.qt.hooks.hook_editor_form import HookHighlighter
from app.qt.widgets import forms
from app.qt.widgets.dialogs import FittingDialog
from app.qt.widgets.file_text import NumberedText
from app.qt.widgets.labels import side_list
from app.qt.widgets.layouts import scrolled_place
from app.qt.widgets.look import Look
from app.qt.widgets.wrapping_widgets import WrappingCheckBox
from app.session.hook_service import AskedFor, AskedHook, HookAnswer, HookChoice
from languages import mark, plural, tr
from variants.hooks.hook_text import shipped_hooks

RUN, WITHOUT, LOOK, CLOSE = mark("Play with these hooks"), mark("Play on without them"), mark("Look only"), mark("Cancel")
_CHOICES = {RUN: HookChoice.RUN, WITHOUT: HookChoice.WITHOUT, LOOK: HookChoice.LOOK, CLOSE: HookChoice.CLOSE}


_LIST = 200
"""Pixels across of the list of hooks, which takes none where there is one hook."""


class ConsentDialog(FittingDialog):
    """Shows hooks and asks what becomes of them. Esc opens nothing."""

    def __init__(
        self,
        look: Look,
        name: str,
        hooks: Sequence[AskedHook],
        unavailable: str = "",
        parent: QWidget | None = None,
        asked_for: AskedFor = AskedFor.GAME,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Hooks of {name}", name=name))
        self.resize(1040, 660)
        self._hooks = tuple(hooks)
        self.answer = HookAnswer(HookChoice.CLOSE)
        count = len(self._hooks)
        words = QLabel(
            tr(
                "A hook is a piece of program text that takes part in the game. Nothing of it has run yet. Read it, then "
                "decide; you are asked again whenever a text was changed. What cannot be seen, and letters that look like "
                "others, are written out: ⟦U+200B …⟧."
            )
            + f" {tr(LIMITS)}"
        )
        words.setWordWrap(True)
        words.setProperty("role", "soft")
        self.list = side_list(tr("Hooks"))
        for hook in self._hooks:
            item = QListWidgetItem(f"{_hook_text(hook.text.title)}\n{_state(hook)}")
            self.list.addItem(item)
        self.list.setFixedWidth(_LIST)
        self.list.setVisible(count > 1)
        self.title = forms.label(role="subheading", wraps=True)
        self.checksum = forms.label(role="faint", wraps=True)
        self.checksum.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.about = QLabel()
        self.about.setWordWrap(True)
        self.about.setTextFormat(Qt.TextFormat.RichText)
        self.about.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.text = forms.styled(NumberedText(look), name=tr("Text of the hook"))
        self._highlighter = HookHighlighter(self.text.document(), look)
        middle = forms.row(self.list, (forms.column(self.title, self.about, (self.text, 1), self.checksum, spacing=8), 1), spacing=16)
        self.remember = WrappingCheckBox(tr("Do not ask again about these texts"))
        self.buttons: dict[str, QPushButton] = {}
        # In a foot of its own: with large words what is read is scrolled, and the answers stay in sight.
        inside = scrolled_place(self, QSize(320, 160))
        self.foot = QWidget()
        row = forms.flow(self.remember, on=self.foot, margins=(22, 10, 22, 16), spacing=8)
        for label in (CLOSE, LOOK, WITHOUT, RUN):
            button = forms.button(tr(label), lambda _checked=False, label=label: self._take(label), by_enter=False)
            self.buttons[label] = button
        row.add_answers(*self.buttons.values())
        safe = WITHOUT if asked_for is AskedFor.IMPORT else LOOK
        self.buttons[safe].setProperty("role", "primary")
        self.buttons[safe].setDefault(True)
        if asked_for is AskedFor.IMPORT:
            self.buttons[RUN].setText(tr("Agree and import"))
            self.buttons[WITHOUT].setText(tr("Import without agreeing"))
            self.buttons[LOOK].hide()
        self.buttons[LOOK].setToolTip(tr("The recorded positions are shown as they stand in the file, unchecked"))
        self.buttons[WITHOUT].setToolTip(
            tr("The hooks are shown again before they first run")
            if asked_for is AskedFor.IMPORT
            else tr("The hooks are detached from the present phase on; this can be undone")
        )
        column = forms.column(
            forms.label(plural("{name} carries a rule change", "{name} carries {count} rule changes", count, name=name), "heading"),
            words,
            on=inside,
            margins=(22, 18, 22, 0),
            spacing=12,
        )
        if unavailable:
            without = tr("It can be imported all the same.") if asked_for is AskedFor.IMPORT else tr("The game opens with its hooks off.")
            column.addWidget(
                _trouble(tr("Hooks cannot run on this machine: {unavailable}. {without}", unavailable=unavailable, without=without))
            )
            self.buttons[RUN].setEnabled(False)
            self.remember.setEnabled(False)
        column.addLayout(middle, 1)
        whole = self.layout()
        assert whole is not None
        whole.addWidget(self.foot)
        self.list.currentRowChanged.connect(self._show)
        if self._hooks:
            self.list.setCurrentRow(next((number for number, hook in enumerate(self._hooks) if not hook.known), 0))

    def _show(self, row: int) -> None:
        if not 0 <= row < len(self._hooks):
            return
        hook = self._hooks[row]
        text = hook.text
        parts_of_title = (_hook_text(text.title), text.name, *(() if len(self._hooks) > 1 else (_state(hook),)))
        self.title.setText("  ·  ".join(parts_of_title))
        parts = [f"<p>{escape(_hook_text(text.note))} <b>{escape(powers_of(text))}</b></p>", points_as_html(text)]
        if text.parameters or hook.arguments:
            values = escape(visible(hook.arguments)) or tr("its usual values")
            parts.append(f"<p>{tr('Set to: {values}', values=f'<b>{values}</b>')}</p>")
        parts.extend(f"<p>{tr('Line {line}: {what}', line=fault.line, what=escape(fault.what))}</p>" for fault in text.faults)
        self.about.setText("".join(parts))
        self.checksum.setText(f"SHA-256 {text.checksum}")
        self.text.setPlainText(visible(text.source))

    def _take(self, label: str) -> None:
        self.answer = HookAnswer(_CHOICES[label], remember=self.remember.isChecked())
        if label == CLOSE:
            self.reject()
        else:
            self.accept()


def _hook_text(words: str) -> str:
    """*words* of a hook: translated where they are the program's own, else with what cannot be seen written out."""
    translated = tr(words)
    return translated if translated != words else visible(words)


def _state(hook: AskedHook) -> str:
    since = tr("from {since} on", since=hook.since) if hook.since else tr("attached nowhere")
    if hook.shipped:
        known = tr("comes with the program")
    elif hook.known:
        known = tr("agreed to before")
    elif hook.text.name in shipped_hooks():
        known = tr("not Entente's own text")
    else:
        known = tr("new to you")
    return f"{known}, {since}"


def _trouble(words: str) -> QFrame:
    frame = forms.styled(QFrame(), "banner")
    forms.row(forms.label(words, wraps=True), on=frame, margins=(12, 8, 12, 8))
    return frame
