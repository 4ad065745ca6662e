"""What every test runs under: no screen, and folders of its own for settings and data."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or writes the settings, journals or recent games of the person who runs it."""
    monkeypatch.setenv("ENTENTE_HOME", str(tmp_path / "entente-home"))
