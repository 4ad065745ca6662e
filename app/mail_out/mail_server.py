"""The mail server that a person sends through, in the folder of settings; its password is never there."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from app.game.storage.places import places
from app.game.storage.settings import Settings
from app.mail_out.addresses import checked_address, one_line
from app.mail_out.mail import Correspondent
from languages import tr


class Security(StrEnum):
    """Encryption of the connection. There is no other."""

    TLS = "tls"
    """From its first byte on."""
    STARTTLS = "starttls"
    """Encryption before all else; a server that does not offer it is sent nothing."""

    @property
    def usual_port(self) -> int:
        """Port at which servers listen for it."""
        return 465 if self is Security.TLS else 587


@dataclass(frozen=True, slots=True)
class MailServer:
    """Server that takes mails, and its user."""

    host: str
    port: int
    security: Security
    user: str
    """Name of the user; empty where the server needs none."""
    sender: Correspondent

    def __str__(self) -> str:
        """``smtp.example.org with TLS, as gm@example.org``"""
        return tr("{host} with {security}, as {address}", host=self.host, security=self.security.value.upper(), address=self.sender.address)


_HOST = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?|\[?[0-9A-Fa-f:.]{2,45}\]?")


def checked_server(host: str, port: int, security: Security, user: str, sender: Correspondent) -> MailServer:
    """A server of these.

    Raises:
        ValueError: something is not as it must be. ``str()`` says what.
    """
    name = host.strip()
    if _HOST.fullmatch(name) is None:
        raise ValueError(tr("“{one_line}” is no name of a server: expected one such as smtp.example.org", one_line=one_line(host, 60)))
    if not 1 <= port <= 65_535:
        raise ValueError(tr("a port is a number from 1 to 65535, not {port}", port=port))
    return MailServer(name, port, security, one_line(user, 254), Correspondent(one_line(sender.name, 80), checked_address(sender.address)))


def settings_file() -> Path:
    """Return the path of the settings: a file of its own, so that no other program writes over it."""
    return places().settings / "mail.json"


def kept_server() -> MailServer | None:
    """The server that was set; ``None`` where none is, or where it cannot be one."""
    settings = Settings(settings_file())
    word = settings.text("mail.security", Security.TLS.value)
    security = next((each for each in Security if each.value == word), Security.TLS)
    sender = Correspondent(settings.text("mail.sender_name"), settings.text("mail.sender"))
    try:
        return checked_server(
            settings.text("mail.host"), settings.whole("mail.port", security.usual_port), security, settings.text("mail.user"), sender
        )
    except ValueError:
        return None


def keep_server(server: MailServer | None) -> None:
    """Set the server, or take it away.

    Raises:
        StorageError: it could not be written.
    """
    settings = Settings(settings_file())
    settings.put("mail.host", server.host if server is not None else None)
    settings.put("mail.port", server.port if server is not None else None)
    settings.put("mail.security", server.security.value if server is not None else None)
    settings.put("mail.user", server.user if server is not None else None)
    settings.put("mail.sender", server.sender.address if server is not None else None)
    settings.put("mail.sender_name", server.sender.name if server is not None else None)
    settings.save()
