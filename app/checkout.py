"""Folder that the program's packages lie in: a checkout, or the environment that it is installed in; and that it was moved."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from languages import tr

PACKAGES = Path(__file__).resolve().parents[1]


def checkout() -> Path | None:
    """The checkout that the program runs from; ``None`` where it is installed."""
    return PACKAGES if (PACKAGES / "main.py").is_file() and (PACKAGES / "pyproject.toml").is_file() else None


def moved() -> str | None:
    """Return the message about it; ``None`` where the program is still where it was started."""
    if not sys.executable or os.path.exists(sys.executable):  # noqa: PTH110 - the program's parts may be gone: nothing more is brought in
        return None
    return tr(
        "The program was moved or removed while it runs: {program} is not there any more. What is open can still be saved (File > Save); "
        "then close it, and start it from where it is now.",
        program=sys.executable,
    )
