"""The folder that the program's packages lie in: a checkout, or the environment that it is installed in."""

from __future__ import annotations

from pathlib import Path

PACKAGES = Path(__file__).resolve().parents[1]


def checkout() -> Path | None:
    """The checkout that the program runs from; ``None`` where it is installed."""
    return PACKAGES if (PACKAGES / "main.py").is_file() and (PACKAGES / "pyproject.toml").is_file() else None
