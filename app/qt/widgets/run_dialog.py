"""Shows a dialog until it is answered, and lets go of it; or puts all that are open away."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QDialog, QProgressDialog


def run_dialog(dialog: QDialog) -> bool:
    """Show *dialog* until it is answered; whether it was accepted.

    A dialog belongs to the window that it stands over and would stay as long as that one, with everything in it. It goes as soon as
    whoever asked has had time to read its answer: when the event loop comes back.
    """
    try:
        return bool(dialog.exec())
    finally:
        dialog.deleteLater()


def put_dialogs_away() -> None:
    """Reject every dialog that waits for an answer, and close the menu that is open: their user is not there any more."""
    menu = QApplication.activePopupWidget()
    if menu is not None:
        menu.close()
    for each in QApplication.topLevelWidgets():
        if isinstance(each, QDialog) and not isinstance(each, QProgressDialog) and each.isModal() and each.isVisible():
            each.reject()
