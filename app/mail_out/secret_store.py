"""The password of the mail server, in the system's own store of secrets, or nowhere.

The library ``keyring`` finds the store. Back ends that write a password where anybody can read it are refused, whatever a setting of the
library says: the store is one of those named here, or there is none, and then the password is asked for each time.
"""

from __future__ import annotations

from typing import Any

from app.mail_out.mail_server import MailServer

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
