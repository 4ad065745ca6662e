"""The form of hooks: the rule changes of a new game; one that does not come with the program needs consent first."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QPlainTextEdit, QWidget

from app.board_editor.forms.game import set_hooks
from app.board_editor.forms.manifest import Manifest
from app.board_editor.reading import OnTheBench
from app.qt.board_editor.forms.form_page import FormPage
from app.qt.widgets.labels import PlainLabel
from app.qt.widgets.look import Look
from languages import mark, tr
from variants.hooks.hook_text import HookText

_NAME = Qt.ItemDataRole.UserRole


class HooksForm(FormPage):
    """Rule changes by name.

    Args:
        known: the hooks that can be named now, by name.
        agree: asks for consent to a hook's text; at once where it was given or the hook comes with the program.
    """

    title = mark("Hooks")
    hint = mark(
        "Rule changes that a new game starts with. Their text is below; one that does not come with Entente is agreed to before it runs."
    )

    def __init__(
        self, look: Look, known: Callable[[], Mapping[str, HookText]], agree: Callable[[HookText], bool], parent: QWidget | None = None
    ) -> None:
        super().__init__(look, parent)
        self._known, self._agree = known, agree
        self.hooks: Mapping[str, HookText] = {}
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Hooks"))
        self.list.setWordWrap(True)
        self.list.itemChanged.connect(self._checked)
        self.list.currentItemChanged.connect(lambda item, _before: self._show(item))
        self.note = PlainLabel("")
        self.note.setWordWrap(True)
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setAccessibleName(tr("Text of the hook"))
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.column.addWidget(self.list, 3)
        self.column.addWidget(self.note)
        self.column.addWidget(self.text, 2)

    def refresh(self, manifest: Manifest, bench: OnTheBench) -> None:  # noqa: ARG002  # the drawing has no part in it
        picked = self.list.currentItem().data(_NAME) if self.list.currentItem() is not None else None
        self.hooks = self._known()
        chosen = manifest.words("hooks")
        with QSignalBlocker(self.list):
            self.list.clear()
            for name in (*chosen, *(each for each in self.hooks if each not in chosen)):
                hook = self.hooks.get(name)
                item = QListWidgetItem(tr(hook.title) if hook is not None else tr("{name}, which is not here", name=name))
                item.setData(_NAME, name)
                item.setToolTip(name)
                item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable)
                item.setCheckState(Qt.CheckState.Checked if name in chosen else Qt.CheckState.Unchecked)
                self.list.addItem(item)
                if name == picked:
                    self.list.setCurrentItem(item)
        self._show(self.list.currentItem())

    def _show(self, item: QListWidgetItem | None) -> None:
        hook = None if item is None else self.hooks.get(item.data(_NAME))
        self.note.setText("" if hook is None or not hook.note else tr(hook.note))
        self.text.setPlainText("" if hook is None else hook.source)
        self.text.setVisible(hook is not None)

    def _checked(self, item: QListWidgetItem) -> None:
        name, on = str(item.data(_NAME)), item.checkState() is Qt.CheckState.Checked
        hook, manifest = self.hooks.get(name), self.manifest
        if manifest is None:
            return
        if on and (hook is None or not self._agree(hook)):
            with QSignalBlocker(self.list):
                item.setCheckState(Qt.CheckState.Unchecked)
            return
        chosen = manifest.words("hooks")
        wanted = (*chosen, name) if on else tuple(each for each in chosen if each != name)
        known = (*self.hooks, *chosen)
        self.wanted.emit(lambda now: set_hooks(now, wanted, known))
