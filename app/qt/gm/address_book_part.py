"""Opens the form of the address book."""

from __future__ import annotations

from app.qt.panels.panel import PanelHost, WindowPart
from app.qt.widgets.dialogs import run_dialog


class AddressBookPart(WindowPart):
    """A dialog over the window."""

    name = "address-book"

    def __init__(self, host: PanelHost) -> None:
        super().__init__(host.window)
        self._host = host

    def show(self, name: str = "") -> None:  # noqa: ARG002 - it has one name
        """Open it."""
        from app.commands.gm.people import book_file
        from app.qt.gm.address_book_dialog import AddressBookDialog

        run_dialog(AddressBookDialog(book_file(self._host.session), self._host.window))
