"""The buttons at the foot of a dialog, in the language in use and in the sequence that the system has them in."""

from __future__ import annotations

from PySide6.QtWidgets import QDialogButtonBox

from languages import mark, tr

OK, CANCEL, CLOSE = QDialogButtonBox.StandardButton.Ok, QDialogButtonBox.StandardButton.Cancel, QDialogButtonBox.StandardButton.Close
_WORDS = {OK: mark("OK"), CANCEL: mark("Cancel"), CLOSE: mark("Close")}


def answer_buttons(*which: QDialogButtonBox.StandardButton) -> QDialogButtonBox:
    """A row of these buttons."""
    box = QDialogButtonBox()
    for each in which:
        box.addButton(each).setText(tr(_WORDS[each]))
    return box
