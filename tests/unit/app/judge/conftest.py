"""A judge for each test, in a folder of its own, with a lot that falls the same way each time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from PySide6.QtWidgets import QApplication

from app.judge import life, records
from tests.unit.app.judge.table import JudgeTable


@pytest.fixture(autouse=True)
def _one_application(qapp: QApplication) -> None:
    """Made before a judge's picture makes a smaller one, with which no test of windows in this process could go on."""


@pytest.fixture(autouse=True)
def same_lot(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lot falls the same way each time, and hashes take no time."""
    monkeypatch.setattr(life, "LOT", Random(7))
    monkeypatch.setattr(records, "_WORK", 2)


@pytest.fixture
def table(own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[JudgeTable]:
    """A judge without games."""
    monkeypatch.setenv("ENTENTE_HOME", str(own_folders / "judge" / "own"))
    made = JudgeTable(own_folders / "judge")
    yield made
    made.kill()
