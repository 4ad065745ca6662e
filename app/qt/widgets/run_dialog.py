"""Shows a dialog until it is answered, and lets go of it."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog


def run_dialog(dialog: QDialog) -> bool:
    """Show *dialog* until it is answered; whether it was accepted.

    A dialog belongs to the window that it stands over and would stay as long as that one, with everything in it. It goes as soon as
    whoever asked has had time to read its answer: when the event loop comes back.
    """
    try:
        return bool(dialog.exec())
    finally:
        dialog.deleteLater()
