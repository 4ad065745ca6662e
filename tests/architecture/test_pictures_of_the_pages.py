"""Pictures and films of the pages: small, used by a page, and sharp enough to read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PIL import Image, ImageSequence

from tests.quick import each_nth, one_by_one

ROOT = Path(__file__).resolve().parents[2]
FILMS = sorted(path for path in (ROOT / "docs" / "films").iterdir() if not path.stem.endswith("-still"))
PICTURES = sorted((ROOT / "docs" / "pictures").iterdir())
SHOWN = "\n".join(path.read_text(encoding="utf-8") for path in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))])


@one_by_one("path", PICTURES, ids=lambda path: path.name)
def test_a_picture_is_small_and_a_page_shows_it(path: Path) -> None:
    assert path.stat().st_size < 120_000
    assert re.search(rf"pictures/{re.escape(path.name)}\)", SHOWN), f"no page shows {path.name}"


@one_by_one("path", [path for path in PICTURES if path.suffix == ".webp"], ids=lambda path: path.name)
def test_a_picture_has_the_pixels_of_the_window_so_that_its_words_can_be_read(path: Path) -> None:
    with Image.open(path) as picture:
        assert picture.width >= 1100


@pytest.mark.slow
@each_nth(4, "path", FILMS, ids=lambda path: path.name)
def test_a_film_is_short_and_small_and_stands_behind_a_still_that_says_how_long_it_is(path: Path) -> None:
    with Image.open(path) as film:
        milliseconds = 0
        for picture in ImageSequence.Iterator(film):
            picture.load()
            milliseconds += picture.info["duration"]
        assert film.info["loop"] == 1, "a film that goes round and round cannot be left alone"
    assert 15_000 <= milliseconds <= 30_500
    assert path.stat().st_size < 1_500_000
    still = path.with_name(f"{path.stem}-still.webp")
    assert still.stat().st_size < 120_000
    page = (ROOT / "docs" / "films.md").read_text(encoding="utf-8")
    shown = re.search(rf"\[!\[[^\]]*takes (\d+) seconds\]\(films/{still.name}\)\]\(films/{path.name}\)\n\n1\. ", page)
    assert shown is not None, "no still, or no words, for who cannot see it"
    assert abs(int(shown.group(1)) * 1000 - milliseconds) <= 1500
