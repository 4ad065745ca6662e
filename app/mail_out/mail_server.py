"""The mail server that a person sends through, in the folder of settings; its password, in the system's own store of secrets or nowhere."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from app.game.storage.places import places
from app.game.storage.settings import Settings
from app.mail_out.addresses import checked_address, one_line, person_name
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
    return MailServer(name, port, security, one_line(user, 254), Correspondent(person_name(sender.name), checked_address(sender.address)))


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


_SERVICE = "Entente mail"
_TRUSTED = frozenset(
    {
        "keyring.backends.SecretService",
        "keyring.backends.libsecret",
        "keyring.backends.kwallet",
        "keyring.backends.macOS",
        "keyring.backends.Windows",
    }
)
"""Modules of back ends that keep what they are given from being read without their owner."""


class SecretStore:
    """Keeps passwords where the system does."""

    def __init__(self) -> None:
        self._backend = _trusted_backend()

    @property
    def is_there(self) -> bool:
        """True if the system has a store."""
        return self._backend is not None

    def password(self, server: MailServer) -> str | None:
        """The password that was kept; ``None`` where none is, or where the store does not give it."""
        if self._backend is None:
            return None
        try:
            found = self._backend.get_password(_SERVICE, _name(server))
        except Exception:  # noqa: BLE001 - each system's store raises its own
            return None  # a store that is locked or gone: the password is asked for
        return found if isinstance(found, str) else None

    def keep(self, server: MailServer, password: str) -> bool:
        """Keep *password*; whether the store took it."""
        if self._backend is None:
            return False
        try:
            self._backend.set_password(_SERVICE, _name(server), password)
        except Exception:  # noqa: BLE001
            return False
        return True

    def forget(self, server: MailServer) -> None:
        """Keep it no longer."""
        if self._backend is not None:
            try:
                self._backend.delete_password(_SERVICE, _name(server))
            except Exception:  # noqa: BLE001
                return  # it was not there


def _name(server: MailServer) -> str:
    return f"{server.user}@{server.host}:{server.port}"


def _trusted_backend() -> Any | None:
    """The back end that the library would take, where it is one of those that keep a secret."""
    try:
        import keyring

        found: Any = keyring.get_keyring()
        among = list(getattr(found, "backends", None) or [found])
    except Exception:  # noqa: BLE001
        return None  # no store, or a library that cannot start here
    return next((each for each in among if any(kind.__module__ in _TRUSTED for kind in type(each).__mro__)), None)
