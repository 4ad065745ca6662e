"""Some builds of Qt's bindings lose a reference to ``None`` at every call that returns nothing, and abort after some thousands."""

from __future__ import annotations

import sys

from PySide6.QtGui import QPainterPath


def test_a_thousand_calls_that_return_nothing_cost_no_reference_to_none() -> None:
    path = QPainterPath()
    before = sys.getrefcount(None)
    for step in range(1000):
        path.lineTo(step, step)
    # Other threads may drop a few; the fault drops a thousand.
    assert sys.getrefcount(None) > before - 500
