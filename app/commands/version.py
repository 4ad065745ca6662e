"""Which version this is."""

from __future__ import annotations

import platform
import tomllib
from pathlib import Path

from app.commands.base.registry import command
from app.commands.base.session import Session


@command("version", "Version", menu="Help", place=20)
def version(session: Session) -> None:
    """Say which version of the program this is, and which Python runs it."""
    project = Path(__file__).resolve().parents[2] / "pyproject.toml"
    number = tomllib.loads(project.read_text(encoding="utf-8"))["project"]["version"] if project.is_file() else "unknown"
    session.say(f"Entente {number}, Python {platform.python_version()}")
