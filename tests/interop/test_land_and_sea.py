"""Land and sea proposed from other people's drawings as they are: nothing but their layers, classes and colours."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

import pytest

from adjudicator.board import Board, Terrain
from tests.interop.imported_boards import imported_boards
from tests.shared_data import shared_folder
from variants.compile.drawing import DrawingReader
from variants.compile.terrains import propose_ground
from variants.fault import Faults

pytestmark = pytest.mark.interop

#                                       right, of all that are drawn
TABLE = {
    "ancmedVariant.zip/ancientmed.svg": (76, 79),  # three isles that only fleets can reach are painted as land
    "hundredVariants.zip/h31_h32_map.svg": (41, 41),
    "imperiumVariants.zip/imperium.svg": (85, 87),  # two more
    "loeb9Variants.zip/loeb9.svg": (86, 86),
    "modernVariants.zip/modern.svg": (140, 141),
    "stdVariants.zip/egdipmap.svg": (75, 75),
    "stdVariants.zip/simple_std.svg": (75, 75),
    "stdVariants.zip/topo.svg": (75, 75),
}


def measured(archive: Path, file: str, board: Board) -> tuple[int, int]:
    words: dict[str, str] = {}
    for code, place in board.provinces.items():
        for word in (code, *place.aliases, place.name.replace(" ", "")):
            words.setdefault(word.upper(), code)
    with zipfile.ZipFile(archive) as opened:
        text = opened.read(file).decode("latin-1")
    text = re.sub(r"<!DOCTYPE.*?\]>|<\?xml.*?\?>", "", text, flags=re.DOTALL).replace('id="MapLayer"', 'id="provinces"')
    for prefix, name in (("jdipNS", "jdip"), ("xlink", "http://www.w3.org/1999/xlink")):
        if f"xmlns:{prefix}" not in text:
            text = text.replace("<svg ", f'<svg xmlns:{prefix}="{name}" ', 1)
    drawn = propose_ground(DrawingReader(text.encode(), file, Faults()).read(), {})
    right = asked = 0
    for word, ground in drawn.items():
        terrain = board.provinces[words[word]].terrain if word in words else Terrain.IMPASSABLE
        if terrain is not Terrain.IMPASSABLE:
            asked += 1
            right += ground.is_water is (terrain is Terrain.SEA)
    return right, asked


def test_at_least_97_of_100_provinces_are_proposed_right() -> None:
    folder = shared_folder()
    boards = {each.file: each.folder().variant.board for each in reversed(imported_boards(folder)) if each.family == "jdip"}
    found = {}
    for name in TABLE:
        archive, _, file = name.partition("/")
        found[name] = measured(folder / "boards" / "jdip" / archive, file, boards[archive])
    assert found == TABLE
    assert sum(right for right, _ in found.values()) >= 0.97 * sum(asked for _, asked in found.values())
