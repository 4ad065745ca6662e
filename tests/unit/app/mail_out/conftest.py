"""Results come with pictures; in one process with tests of windows the application must be one that can have some."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication


@pytest.fixture(autouse=True)
def _one_application(qapp: QApplication) -> None:
    """Made before a picture asks for a smaller one."""
