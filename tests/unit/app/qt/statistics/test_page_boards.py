"""The images of a booklet: each page shows what the board does, pages share what they have in common, and the file stays small."""

from __future__ import annotations

import re
import zlib
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat
from PySide6.QtCore import QBuffer, QIODevice, QRectF
from PySide6.QtGui import QPainter, QPdfWriter
from PySide6.QtWidgets import QApplication

from app.game.opening import open_text
from app.game.record import MAIN, Game
from app.presentation.picture import MapPicture
from app.qt.map.export import render_image
from app.qt.map.paint.picture_painter import StillFormat
from app.qt.map.small_picture import pillow
from app.qt.statistics.booklet import DOTS, PageBoards
from app.qt.statistics.story_files import write
from app.session.requests import StoryFormat, StoryRequest
from app.session.view_options import View
from tests.fakes.board_pictures import ALL_KINDS, drawn_standard, start_picture

GAMES = Path(__file__).parents[4] / "golden" / "games"
INCHES = 4.0


@pytest.fixture(scope="module", autouse=True)
def application(qapp: QApplication) -> QApplication:
    return qapp


def written(*pictures: MapPicture) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    painter = QPainter(writer)
    boards = PageBoards()
    for number, each in enumerate(pictures):
        if number:
            writer.newPage()
        boards.paint(painter, QRectF(0, 0, 4000, 4000), drawn_standard(), each, INCHES)
    painter.end()
    return boards.finished(bytes(buffer.data().data()))


def objects(pdf: bytes) -> dict[int, bytes]:
    """By number, each object as the last of the tables has it; every entry of a table has to lead to its object."""
    found: dict[int, bytes] = {}
    tables = [int(each) for each in re.findall(rb"startxref\s+(\d+)", pdf)]
    for table in tables:
        assert pdf[table : table + 4] == b"xref"
        trailer = pdf.index(b"trailer", table)
        for number, count, entries in re.findall(rb"(?m)^(\d+) (\d+) ?\n((?:\d{10} \d{5} [nf] ?\r?\n)+)", pdf[table + 4 : trailer]):
            lines = entries.splitlines()
            assert len(lines) == int(count)
            for offset, line in enumerate(lines):
                place, kind = int(line[:10]), line[17:18]
                if kind == b"n":
                    each = int(number) + offset
                    assert pdf[place:].startswith(b"%d 0 obj" % each)
                    found[each] = pdf[place : pdf.index(b"endobj", place)]
    return found


def image_of(text: bytes) -> Image.Image:
    """The image of an object, with what it lets through as its alpha."""
    head, _, rest = text.partition(b"stream\n")
    size = (int(re.search(rb"/Width (\d+)", head)[1]), int(re.search(rb"/Height (\d+)", head)[1]))  # type: ignore[index]
    numbers = zlib.decompress(rest)
    few = Image.frombytes("P", size, numbers)
    few.putpalette(bytes.fromhex(re.search(rb"<([0-9a-f]+)>\]", head)[1].decode()))  # type: ignore[index]
    full = few.convert("RGBA")
    if b"/Mask [255 255]" in head:
        full.putalpha(Image.frombytes("L", size, numbers).point(lambda number: 0 if number == 255 else 255))
    return full


def images(pdf: bytes) -> list[Image.Image]:
    return [image_of(text) for _, text in sorted(objects(pdf).items()) if b"/Indexed" in text]


def far_off(layers: list[Image.Image], shown: MapPicture) -> float:
    """Return the difference, of 255 and in the mean, of the layers one over the other from the board as it is painted in one go."""
    page = layers[0]
    for each in layers[1:]:
        page = Image.alpha_composite(page, each)
    whole = pillow(render_image(drawn_standard(), shown, round(INCHES * DOTS), None, StillFormat.FLAT))
    return max(ImageStat.Stat(ImageChops.difference(page.convert("RGB"), whole)).mean)


@pytest.mark.slow
def test_the_layers_of_a_page_make_its_picture() -> None:
    shown = ALL_KINDS
    found = images(written(shown))
    assert len(found) == 2
    assert far_off(found, shown) < 3
    assert far_off(found[:1], shown) > far_off(found, shown) * 1.5


@pytest.mark.slow
def test_pages_share_the_ground_and_a_page_like_another_adds_no_ground() -> None:
    first, second = start_picture(), ALL_KINDS
    alone, both = images(written(first)), images(written(first, second, first))
    assert (len(alone), len(both)) == (2, 4), "one ground, and for each page its own"
    assert len(written(second, second)) < len(written(second)) * 1.6


def test_a_file_of_another_kind_is_not_taken_for_one_of_ours() -> None:
    with pytest.raises(ValueError, match="another kind"):
        PageBoards().finished(b"%PDF-1.4\n")


def example(name: str) -> Game:
    opened = open_text((GAMES / name).read_bytes()).ready()
    assert opened is not None
    return opened.game


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "megabytes"),
    [
        ("everything.dpn", 1.5),
        pytest.param("long-game.dpn", 4, marks=pytest.mark.thorough),
        pytest.param("twenty-years.dpn", 4, marks=pytest.mark.thorough),
    ],
)
def test_the_booklet_of_a_long_game_has_at_most_four_megabytes(name: str, megabytes: float, tmp_path: Path) -> None:
    file = tmp_path / "game.pdf"
    write(StoryRequest(example(name), MAIN, View()), StoryFormat.BOOKLET, file, lambda *_: True)
    assert file.stat().st_size < megabytes * 1e6
    assert objects(file.read_bytes())
