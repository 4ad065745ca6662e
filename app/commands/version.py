"""Which version this is."""

from __future__ import annotations

import platform

from app.commands.declaring.registry import command
from app.session.session import Session
from entente import __version__


@command("version", "Version", menu="Help", place=20)
def version(session: Session) -> None:
    """Say which version of the program this is, and which Python runs it."""
    session.say(f"Entente {__version__}, Python {platform.python_version()}")
