"""The share of a picture without ink is measured by tiles."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from scripts.emptiness import CONTRAST, emptiness, main


@pytest.fixture(autouse=True)
def _one_application(qapp: QApplication) -> None:
    """Made before the script makes a smaller one, with which no test of windows in this process could go on."""


def page(inked: float = 0.0, ink: str = "black") -> QImage:
    """A pale page whose left part, *inked* of its width, has fine lines all over."""
    image = QImage(960, 480, QImage.Format.Format_RGB32)
    image.fill(QColor(240, 240, 240))
    painter = QPainter(image)
    for x in range(0, round(960 * inked), 5):
        painter.fillRect(QRect(x, 0, 1, 480), QColor(ink))
    painter.end()
    return image


@pytest.mark.parametrize("inked", [0.0, 0.25, 0.5, 1.0])
def test_what_has_no_ink_is_empty(inked: float) -> None:
    assert emptiness(page(inked)) == pytest.approx(1 - inked)


def test_a_faint_grain_is_no_ink() -> None:
    grain = 240 - CONTRAST + 1
    assert emptiness(page(1.0, QColor(grain, grain, grain).name())) == 1.0


def test_a_picture_without_pixels_is_refused() -> None:
    with pytest.raises(ValueError, match="no pixels"):
        emptiness(QImage())


@pytest.mark.slow
def test_a_page_above_a_third_ends_with_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    full, half = tmp_path / "full.png", tmp_path / "half.png"
    page(1.0).save(str(full))
    page(0.5).save(str(half))
    assert main([str(full)]) == 0
    assert main([str(full), str(half)]) == 1
    assert "50.0%" in capsys.readouterr().out
    assert main([str(tmp_path / "none.png")]) == 2
