"""Boards of webDiplomacy: PHP read as text and never run, shapes traced from a picture."""

from __future__ import annotations

import io
import itertools
import re
import struct
import zlib

import pytest
import shapely
from PIL import Image, ImageDraw

from adjudicator.board import Terrain
from app.library.board_imports import BoardJudge
from tests.quick import each_nth
from variants import VariantFolder
from variants.compile.drawing import DrawingReader
from variants.fault import Faults
from variants.importers import ImportResult, import_board, traced_picture
from variants.importers.traced_picture import PictureError, traced
from variants.importers.webdiplomacy import NO_VALUE, assignments, php_tokens
from variants.source import MemorySource

INSTALL = """<?php
// rows of territories
defined('IN_CODE') or die('no');
$territoryRawData=array(
	array('Norden', 'Coast', 'Yes', 1, 40, 50, 20, 25),
	array('Süden', 'Coast', 'Yes', 2, 40, 150, 20, 75),
	array('Mid\\'s Land', 'Land', 'No', 0, 100, 100, 50, 50), # inland
	array('Cape', 'Coast', 'Yes', 0, 160, 100, 80, 50),
	array('Cape (North Coast)', 'Coast', 'No', 0, 160, 80, 80, 40),
	array('Cape (South Coast)', 'Coast', 'No', 0, 160, 120, 80, 60),
	array('Outer Sea', 'Sea', 'No', 0, 250, 50, 125, 25),
	array('Inner Sea', 'Sea', 'No', 0, 250, 150, 125, 75)
);
foreach($territoryRawData as $row) { list($name, $type, $supply, $countryID, $x, $y, $sx, $sy)=$row;
	new InstallTerritory($name, $type, $supply, $countryID, $x, $y, $sx, $sy); }
$bordersRawData=array(
	array('Norden','Süden','Yes','Yes'), array('Norden','Mid\\'s Land','No','Yes'), array('Süden','Mid\\'s Land','No','Yes'),
	array('Cape','Mid\\'s Land','No','Yes'), array('Cape (North Coast)','Outer Sea','Yes','No'),
	array('Cape (South Coast)','Inner Sea','Yes','No'),
	array('Norden','Outer Sea','Yes','No'), array('Süden','Inner Sea','Yes','No'), array('Outer Sea','Inner Sea','Yes','No'),
	array('Outer Sea','Atlantis','Yes','No')
);
foreach($bordersRawData as $r) { InstallTerritory::$Territories[$to]->addBorder(InstallTerritory::$Territories[$from],$fleets,$armies); }
?>"""
VARIANT = """<?php class XVariant extends WDVariant { public $fullName='Two Capes'; public $countries=array('North','South');
 public function turnAsDate($turn) { return (floor($turn/2) + 1850); } }"""
UNITS = """<?php class X { protected $countryUnits = array('North' => array('Norden'=>'Fleet'),
 'South' => array('Süden'=>'Army', 'Mars'=>'Army')); }"""
COLOURS = (
    """<?php class Y { protected $countryColors = array(0 => array(226,198,158), 1 => array(200, 40, 30), 2 => array(30, 60, 200)); }"""
)


def picture(mode: str = "P") -> bytes:
    drawn = Image.new("RGB", (300, 200), (150, 200, 230))
    pen = ImageDraw.Draw(drawn)
    for colour, box in (
        ((10, 0, 0), (0, 0, 79, 99)),
        ((20, 90, 0), (0, 101, 79, 199)),
        ((0, 30, 90), (81, 60, 139, 140)),
        ((90, 90, 0), (141, 60, 199, 140)),
    ):
        pen.rectangle(box, fill=colour, outline=(0, 0, 0))
    pen.line((200, 100, 300, 100), fill=(0, 0, 0))
    pen.rectangle((80, 0, 199, 59), fill=(150, 200, 230))
    pen.line((80, 100, 80, 199), fill=(0, 0, 0))
    pen.rectangle((10, 20, 30, 26), fill=(0, 0, 0))
    out = io.BytesIO()
    if mode == "smooth":  # borders with every shade between two colours
        drawn = drawn.resize((1200, 800), Image.Resampling.NEAREST).rotate(0.3).resize((300, 200), Image.Resampling.LANCZOS)
    (drawn.quantize(32) if mode == "P" else drawn if mode == "smooth" else drawn.convert(mode)).save(out, "PNG")
    return out.getvalue()


def files(install: str = INSTALL, more: dict[str, bytes] | None = None) -> dict[str, bytes]:
    found = {"install.php": install.encode(), "variant.php": VARIANT.encode(), "classes/adjudicatorPreGame.php": UNITS.encode(),
             "classes/drawMap.php": COLOURS.encode(), "resources/map.png": picture()}  # fmt: skip
    return found | (more or {})


def imported(found: dict[str, bytes]) -> ImportResult:
    return import_board(MemorySource("TwoCapes", found), "install.php")


def folder(found: dict[str, bytes]) -> VariantFolder:
    made = BoardJudge().judge(imported(found).variants[0])
    assert made.folder is not None, made.headline
    return made.folder


def folder_files(install: str) -> dict[str, bytes]:
    return dict(imported(files(install)).variants[0].files)


@pytest.mark.slow
def test_territories_coasts_borders_powers_and_starts_are_read() -> None:
    made = folder(files()).variant
    provinces = {each.name: each for each in made.board.provinces.values()}
    assert provinces["Mid's Land"].terrain is Terrain.INLAND
    assert provinces["Cape"].coasts == ("NC", "SC")
    steps = {(kind, str(edge.origin), str(edge.target)) for edge in made.board.edges for kind in edge.kinds}
    assert {("F", "CAP/NC", "OUT"), ("F", "OUT", "CAP/NC"), ("A", "CAP", "MID"), ("A", "NOR", "SUD"), ("F", "NOR", "SUD")} <= steps
    assert len(steps) == 20
    assert sorted(map(str, made.start.units)) == ["NORTH F NOR", "SOUTH A SUD"]
    assert str(made.start.phase) == "S1850M"
    assert {code: each.home for code, each in made.board.provinces.items() if each.home} == {"NOR": "NORTH", "SUD": "SOUTH"}


@pytest.mark.slow
def test_a_name_with_a_quotation_mark_that_is_escaped_twice_is_one_name() -> None:
    twice = folder(files(INSTALL.replace("Mid\\'s", "Mid\\\\\\'s"))).variant
    assert twice.board.edges == folder(files()).variant.board.edges
    assert "Mid's Land" in {each.name for each in twice.board.provinces.values()}


@pytest.mark.slow
def test_a_custom_start_begins_with_builds_in_the_homes_before_the_first_spring() -> None:
    none = "<?php class XVariant_adjudicatorPreGame extends CustomStartVariant_adjudicatorPreGame {}"
    made = folder(files(more={"classes/adjudicatorPreGame.php": none.encode()})).variant
    assert str(made.start.phase) == "W1849A"
    assert not made.start.units
    assert {code: each.home for code, each in made.board.provinces.items() if each.home} == {"NOR": "NORTH", "SUD": "SOUTH"}


@pytest.mark.slow
def test_a_variant_with_one_picture_may_count_on_it_in_the_columns_of_the_small_one() -> None:
    moved = re.sub(r", (\d+), (\d+), \d+, \d+\)", r", 0, 0, \1, \2)", INSTALL)
    drawings = [next(text for name, text in folder_files(install).items() if name.endswith(".svg")) for install in (INSTALL, moved)]
    assert drawings[0] == drawings[1]


@pytest.mark.slow
def test_a_territory_without_borders_that_a_number_tells_from_another_is_a_piece_of_it() -> None:
    second = "\tarray('Cape (2)', 'Coast', 'No', 0, 290, 190, 145, 95),\n\tarray('Outer Sea',"
    drawn = Image.open(io.BytesIO(picture())).convert("RGB")
    ImageDraw.Draw(drawn).rectangle((280, 180, 299, 199), fill=(90, 120, 0), outline=(0, 0, 0))
    out = io.BytesIO()
    drawn.save(out, "PNG")
    (made,) = imported(files(INSTALL.replace("\tarray('Outer Sea',", second, 1), {"resources/map.png": out.getvalue()})).variants
    read = BoardJudge().judge(made).folder
    assert read is not None
    assert len(read.variant.board.provinces) == len(folder(files()).variant.board.provinces)
    drawing = next(text for name, text in made.files.items() if name.endswith(".svg"))
    shape = DrawingReader(drawing, "board.svg", Faults()).read().provinces["CAP"].shape
    assert shape.contains(shapely.Point(290, 190))
    assert shape.contains(shapely.Point(160, 100))


def test_borders_in_the_colour_of_a_land_are_no_part_of_it() -> None:
    drawn = Image.open(io.BytesIO(picture())).convert("RGB")
    ImageDraw.Draw(drawn).rectangle((141, 60, 199, 140), fill=(0, 0, 0))
    out = io.BytesIO()
    drawn.save(out, "PNG")
    points = {"nor": (40, 50), "sud": (40, 150), "mid": (100, 100), "cape": (160, 100), "out": (250, 50), "inn": (250, 150)}
    _, shapes = traced(out.getvalue(), points, {"out", "inn"})
    assert shapes["cape"].bounds == pytest.approx((140, 60, 200, 141), abs=5)
    assert shapes["out"].distance(shapes["inn"]) < 2


@pytest.mark.parametrize("mode", ["P", "RGB", "RGBA", "L", "smooth"])
def test_shapes_are_those_of_the_picture(mode: str) -> None:
    size, shapes = traced(picture(mode), {"nor": (40, 50), "sud": (40, 150), "cape": (160, 100), "out": (250, 50), "inn": (250, 150)})
    assert size == (300, 200)
    assert shapes["nor"].bounds == pytest.approx((0, 0, 80, 101), abs=4)
    assert shapes["nor"].area == pytest.approx(80 * 100, rel=0.06), "letters on it are part of it"
    assert shapes["out"].distance(shapes["inn"]) < 2
    assert shapes["out"].intersection(shapes["inn"]).area < 60


def test_a_large_picture_is_traced_from_some_of_its_rows_to_the_same_shapes(monkeypatch: pytest.MonkeyPatch) -> None:
    points = {"nor": (40, 50), "sud": (40, 150), "cape": (160, 100), "out": (250, 50), "inn": (250, 150)}
    _, fine = traced(picture(), points)
    monkeypatch.setattr(traced_picture, "_MOST_WORKED", 20_000)
    _, coarse = traced(picture(), points)
    assert {each: coarse[each].bounds for each in points} == {each: pytest.approx(fine[each].bounds, abs=8) for each in points}


@pytest.mark.parametrize(("paint", "many"), [((120, 120, 120), 1), ((150, 200, 230), 0)])
def test_land_at_the_edge_of_the_picture_that_nobody_has_is_hatched_and_water_is_not(paint: tuple[int, int, int], many: int) -> None:
    drawn = Image.open(io.BytesIO(picture())).convert("RGB")
    ImageDraw.Draw(drawn).polygon(((240, 199), (270, 150), (299, 160), (299, 199)), fill=paint, outline=(0, 0, 0))
    out = io.BytesIO()
    drawn.save(out, "PNG")
    (made,) = imported(files(more={"resources/map.png": out.getvalue()})).variants
    svg = next(each for name, each in made.files.items() if name.endswith(".svg")).decode()
    assert svg.count('fill="#a69f8f"') == many


def rocks_and_shapes(drawn: Image.Image) -> tuple[int, dict[str, shapely.Geometry]]:
    """The number of pieces of land out of play on the board that is traced from *drawn*, and its provinces."""
    out = io.BytesIO()
    drawn.save(out, "PNG")
    (made,) = imported(files(more={"resources/map.png": out.getvalue()})).variants
    file = next(each for each in made.files if each.endswith(".svg"))
    drawing = DrawingReader(made.files[file], file, Faults()).read()
    return sum(len(each.areas) for each in drawing.pieces), {code: each.shape for code, each in drawing.provinces.items()}


def test_water_round_islands_that_no_sea_has_is_no_land() -> None:
    drawn = Image.open(io.BytesIO(picture())).convert("RGB")
    pen = ImageDraw.Draw(drawn)
    pen.rectangle((80, 0, 299, 199), fill=(150, 200, 230))
    pen.rectangle((81, 60, 139, 140), fill=(0, 30, 90))
    pen.line((140, 100, 300, 100), fill=(0, 0, 0))
    pen.ellipse((146, 50, 215, 150), fill=(150, 200, 230), outline=(0, 0, 0), width=2)
    pen.ellipse((150, 80, 175, 120), fill=(90, 90, 0), outline=(0, 0, 0))
    for at in itertools.product(range(0, 300, 2), range(200)):
        if drawn.getpixel(at) == (0, 0, 0):
            drawn.putpixel(at, (0, 150, 100))
    many, shapes = rocks_and_shapes(drawn)
    assert many == 0
    assert shapes["CAP"].bounds == pytest.approx((150, 80, 176, 121), abs=4)


def test_a_box_of_letters_in_a_land_is_ground_of_that_land() -> None:
    drawn = Image.open(io.BytesIO(picture())).convert("RGB")
    pen = ImageDraw.Draw(drawn)
    pen.rectangle((10, 120, 60, 140), fill=(250, 250, 180), outline=(0, 0, 0))
    pen.rectangle((20, 128, 40, 130), fill=(0, 0, 0))
    many, shapes = rocks_and_shapes(drawn)
    assert many == 0
    assert shapes["SUD"].area == pytest.approx(80 * 100, rel=0.06)


def test_islands_that_lie_in_the_water_beside_their_point_are_the_place_and_that_water_is_not() -> None:
    drawn = Image.open(io.BytesIO(picture())).convert("RGB")
    pen = ImageDraw.Draw(drawn)
    pen.rectangle((81, 0, 299, 199), fill=(150, 200, 230))
    pen.rectangle((81, 60, 139, 140), fill=(0, 30, 90))
    pen.line((81, 100, 300, 100), fill=(0, 0, 0))
    pen.ellipse((142, 50, 215, 150), fill=(150, 200, 230), outline=(0, 0, 0), width=2)
    for box in ((178, 70, 190, 82), (176, 110, 194, 130)):
        pen.rectangle(box, fill=(90, 90, 0), outline=(0, 0, 0))
    many, shapes = rocks_and_shapes(drawn)
    assert many == 0
    assert shapes["CAP"].bounds == pytest.approx((176, 70, 194, 130), abs=4)
    assert shapes["CAP"].area == pytest.approx(13 * 13 + 19 * 21, rel=0.4)


def test_mountains_in_the_colour_of_borders_are_land_out_of_play() -> None:
    drawn = Image.open(io.BytesIO(picture())).convert("RGB")
    ImageDraw.Draw(drawn).ellipse((0, 84, 79, 125), fill=(0, 0, 0))
    many, shapes = rocks_and_shapes(drawn)
    assert many == 1
    assert shapes["NOR"].bounds[3] < 106


def test_two_places_in_one_patch_each_get_the_nearer_half() -> None:
    plain = Image.new("RGB", (200, 100), (150, 200, 230))
    out = io.BytesIO()
    plain.save(out, "PNG")
    _, shapes = traced(out.getvalue(), {"one": (50, 50), "two": (150, 50)})
    assert shapes["one"].bounds == pytest.approx((0, 0, 100, 100), abs=2)


def test_php_that_calls_and_loops_gives_no_values_and_none_of_it_runs() -> None:
    text = "<?php $a = array('x' => system('touch /tmp/never'), 'y' => 3, 'z' => $b . 'c'); for(;;) { $q = array(1, f(2), 'k'); }"
    found = {name: value for name, value, _ in assignments(php_tokens(text))}
    assert found == {"a": {"x": NO_VALUE, "y": 3, "z": NO_VALUE}, "q": [1, NO_VALUE, "k"]}


@each_nth(2, "cut", [60, 400, 700, 1200, len(INSTALL) - 40])
def test_php_that_is_cut_ends_in_a_report_or_in_a_board(cut: int) -> None:
    result = imported(files(INSTALL[:cut]))
    assert result.report or result.variants
    whole = import_board(MemorySource("TwoCapes", files(INSTALL[:cut])))
    assert whole.variants or "install.php" in str(whole.errors[0])


@pytest.mark.parametrize("text", ["array(" * 5000, "<?php $x = '" + "a" * 100_000, "/*" * 50_000, "[" * 20_000])
def test_php_that_is_nested_or_open_is_read_in_bounds(text: str) -> None:
    assert len(list(assignments(php_tokens(text)))) < 2


def test_a_picture_of_too_many_pixels_is_refused_before_it_is_unpacked() -> None:
    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    head = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    bomb = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0" * 10_000)) + chunk(b"IEND", b"")
    with pytest.raises(PictureError, match="60000 by 60000 pixels"):
        traced(bomb, {"one": (1, 1)})
    report = "\n".join(map(str, imported(files(more={"resources/map.png": bomb})).variants[0].report))
    assert "resources/map.png: the drawing cannot be used" in report
    assert "a plain one is laid out" in report


def test_a_border_to_an_unknown_place_is_left_out_with_a_line() -> None:
    assert any("unknown place 'Atlantis'" in str(each) for each in imported(files()).variants[0].report)
