"""Pictures and films of the pages: small, shown by a page, and sharp enough to read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PIL import Image

ROOT = Path(__file__).resolve().parents[2]
PICTURES = sorted((ROOT / "docs" / "pictures").iterdir())
SHOWN = "\n".join(path.read_text(encoding="utf-8") for path in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))])


@pytest.mark.parametrize("path", PICTURES, ids=lambda path: path.name)
def test_a_picture_is_small_and_a_page_shows_it(path: Path) -> None:
    assert path.stat().st_size < 120_000
    assert re.search(rf"pictures/{re.escape(path.name)}\)", SHOWN), f"no page shows {path.name}"


@pytest.mark.parametrize("path", [path for path in PICTURES if path.suffix == ".webp"], ids=lambda path: path.name)
def test_a_picture_has_the_pixels_of_the_window_so_that_its_words_can_be_read(path: Path) -> None:
    with Image.open(path) as picture:
        assert picture.width >= 1100
