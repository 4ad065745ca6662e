"""The mail server that results are sent through: a form. The password goes to the system's store of secrets, or nowhere."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox, QLineEdit, QSpinBox, QWidget

from app.game.storage.atomic import StorageError
from app.mail_out.mail import Correspondent
from app.mail_out.mail_server import MailServer, SecretStore, Security, checked_server, keep_server, kept_server
from app.qt.widgets import forms
from app.qt.widgets.dialogs import CANCEL, OK, FittingDialog, answer_buttons
from app.qt.widgets.labels import AskingLine
from languages import mark, sentence, tr

_WORDS = {Security.TLS: mark("Encrypted from the start: TLS (usual)"), Security.STARTTLS: "STARTTLS"}


class ServerDialog(FittingDialog):
    """Host, port, who logs in, and whom mails come from. Faults are listed below and keep the form open."""

    def __init__(self, parent: QWidget | None = None, store: SecretStore | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Mail server"))
        self._store = store or SecretStore()
        present = kept_server()
        self.host, self.user, self.address, self.person = AskingLine(), AskingLine(), AskingLine(), AskingLine()
        self.port, self.security, self.password = QSpinBox(), QComboBox(), AskingLine()
        self.host.setPlaceholderText("smtp.example.org")
        self.address.setPlaceholderText("gm@example.org")
        self.user.setPlaceholderText(tr("as the address"))
        self.password.setEchoMode(QLineEdit.EchoMode.Password)
        self.port.setRange(1, 65_535)
        for each, words in _WORDS.items():
            self.security.addItem(tr(words), each.value)
        self.security.activated.connect(self._usual_port)
        self.host.setMinimumWidth(300)
        self._fill(present)
        self.trouble = forms.label(role="bad", wraps=True)
        self.trouble.hide()
        form = forms.fields(
            (tr("Server"), self.host),
            (tr("Connection"), self.security),
            (tr("Port"), self.port),
            (tr("Your address"), self.address),
            (tr("Your name"), self.person),
            (tr("Login"), self.user),
            (tr("Password"), self.password),
            spacing=8,
        )
        note = forms.label(
            tr("The password is kept in your system's store of secrets.")
            if self._store.is_there
            else tr("This system has no store of secrets: the password is asked for each time, and never saved."),
            "soft",
            wraps=True,
        )
        self.password.setEnabled(self._store.is_there)
        self.buttons = answer_buttons(OK, CANCEL)
        self.buttons.accepted.connect(self._take)
        self.buttons.rejected.connect(self.reject)
        forms.column(form, note, self.trouble, self.buttons, on=self, margins=(22, 20, 22, 16), spacing=12)

    def _fill(self, present: MailServer | None) -> None:
        self.port.setValue(present.port if present is not None else Security.TLS.usual_port)
        if present is None:
            return
        self.host.setText(present.host)
        self.security.setCurrentIndex(self.security.findData(present.security.value))
        self.address.setText(present.sender.address)
        self.person.setText(present.sender.name)
        self.user.setText(present.user)
        if self._store.password(present) is not None:
            self.password.setPlaceholderText(tr("kept"))

    def _usual_port(self) -> None:
        self.port.setValue(Security(str(self.security.currentData())).usual_port)

    def _take(self) -> None:
        user = self.user.text().strip() or self.address.text().strip()
        sender = Correspondent(self.person.text(), self.address.text())
        try:
            server = checked_server(self.host.text(), self.port.value(), Security(str(self.security.currentData())), user, sender)
            keep_server(server)
        except (ValueError, StorageError) as error:
            self.trouble.setText(f"{sentence(str(error))}.")
            self.trouble.show()
            return
        if self.password.text() and not self._store.keep(server, self.password.text()):
            self.trouble.setText(tr("The store of secrets did not take the password; it will be asked for."))
            self.trouble.show()
            self.password.clear()
            return
        self.accept()
