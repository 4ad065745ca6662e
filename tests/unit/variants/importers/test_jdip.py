"""A small package of jDip with every oddity that real ones have."""

from __future__ import annotations

import io
import zipfile

import pytest
import shapely

from adjudicator.board import Edge, Terrain
from adjudicator.variant import BuildPolicy, PowerRole
from tests.quick import few
from variants import VariantFolder, load
from variants.compile import compile_board
from variants.compiled import DecorationKind
from variants.fault import Severity
from variants.importers import Imported, ImportResult, import_archive, import_board
from variants.source import MemorySource
from variants.style import default_style

VARIANTS = """<?xml version="1.0"?>
<!DOCTYPE VARIANTS [ <!ELEMENT VARIANTS ANY> ]>
<VARIANTS>
  <MAP_DEFINITION id="m" title="Small map" URI="small.svg" thumbURI="t.png"/>
  <VARIANT name="Small [1]" version="1.0">
    <DESCRIPTION><![CDATA[<h2>Small</h2> A board &amp; a half. <script>alert(1)</script>]]></DESCRIPTION>
    <MAP adjacencyURI="small_adjacency.xml"><MAP_GRAPHIC ref="m" default="true"/></MAP>
    <RULEOPTIONS>
      <RULEOPTION name="OPTION_BUILDS" value="VALUE_BUILDS_ANY_OWNED"/>
      <RULEOPTION name="OPTION_ODD" value="YES"/>
    </RULEOPTIONS>
    <POWER name="Red" adjective="Reddish"/>
    <POWER name="Old Blue" adjective="Bluish" altnames="Blue, Azure"/>
    <POWER name="Grey" adjective="Grey" active="false"/>
    <STARTINGTIME turn="Fall, 1900, Adjustment"/>
    <VICTORYCONDITIONS><WINNING_SUPPLY_CENTERS value="9"/><GAME_LENGTH value="10"/></VICTORYCONDITIONS>
    <SUPPLYCENTER province="aaa" homepower="red" owner="red"/>
    <SUPPLYCENTER province="Bay" homepower="azure"/>
    <SUPPLYCENTER province="ccc" owner="GREY"/>
    <SUPPLYCENTER province="nowhere" owner="red"/>
    <INITIALSTATE province="aaa" power="red" unit="army"/>
    <INITIALSTATE province="ccc" power="grey" unit="fleet" unitcoast="nc"/>
    <INITIALSTATE province="sea" power="red" unit="army"/>
  </VARIANT>
</VARIANTS>"""

ADJACENCY = """<PROVINCES>
  <BORDER_DEFINITIONS>
    <BORDER id="ice" description="" season="fall"/>
    <BORDER id="river" description="" from="aaa" baseMoveModifier="-1"/>
  </BORDER_DEFINITIONS>
  <PROVINCE shortname="aaa" fullname="Aland"><UNIQUENAME name="al"/>
    <ADJACENCY type="mv" refs="bbb ccc"/><ADJACENCY type="xc" refs="sea ccc/nc"/></PROVINCE>
  <PROVINCE shortname="bbb" fullname="Bay" borders="river" isConvoyableCoast="true">
    <ADJACENCY type="mv" refs="al, ccc"/><ADJACENCY type="xc" refs="sea ccc-sc"/></PROVINCE>
  <PROVINCE shortname="ccc" fullname="Cape">
    <ADJACENCY type="mv" refs="aaa bbb"/><ADJACENCY type="nc" refs="aaa sea"/><ADJACENCY type="sc" refs="Bay sea xyz"/></PROVINCE>
  <PROVINCE shortname="sea" fullname="Sea" borders="ice nothing">
    <ADJACENCY type="xc" refs="aaa bbb ccc-nc ccc-sc gul isl"/></PROVINCE>
  <PROVINCE shortname="gul" fullname="Gulf"><ADJACENCY type="mv" refs="sea"/></PROVINCE>
  <PROVINCE shortname="isl" fullname="Isle"><ADJACENCY type="mv" refs="isl"/><ADJACENCY type="xc" refs="sea"/></PROVINCE>
  <PROVINCE shortname="mnt" fullname="Mountain"><ADJACENCY type="mv" refs="mnt"/></PROVINCE>
</PROVINCES>"""

SVG = """<?xml version="1.0"?>
<!DOCTYPE svg [ <!ENTITY % svgExt "| jdipNS:PROVINCE_DATA"> ]>
<svg viewBox="-10 0 410 300">
  <jdipNS:PROVINCE_DATA dislodgedUnitOffset="-9,-9">
    <jdipNS:PROVINCE name="aaa"><jdipNS:UNIT x="50" y="50"/><jdipNS:SUPPLY_CENTER x="70" y="70"/></jdipNS:PROVINCE>
    <jdipNS:PROVINCE name="ccc"><jdipNS:UNIT x="250" y="50"/></jdipNS:PROVINCE>
    <jdipNS:PROVINCE name="ccc-nc"><jdipNS:UNIT x="250" y="20"/></jdipNS:PROVINCE>
    <jdipNS:PROVINCE name="sea"><jdipNS:UNIT x="900" y="900"/></jdipNS:PROVINCE>
    <jdipNS:PROVINCE name="moon"><jdipNS:UNIT x="1" y="1"/></jdipNS:PROVINCE>
  </jdipNS:PROVINCE_DATA>
  <g id="MapLayer" transform="translate(0,0)">
    <path id="_aaa" class="nopower" d="M0,0 L100,0 L100,100 L0,100 Z"/>
    <g id="_bbb"><rect x="100" y="0" width="100" height="100"/></g>
    <polygon id="_ccc" points="200,0 300,0 300,100 200,100"/>
    <image href="file:///etc/passwd"/>
  </g>
  <g id="MouseLayer">
    <rect id="sea" x="0" y="100" width="300" height="100"/>
    <use id="gul" xlink:href="#shape"/>
    <rect id="isl" x="120" y="130" width="40" height="40"/>
    <rect id="ccc-nc" x="200" y="0" width="100" height="20"/>
  </g>
  <defs><rect id="shape" x="0" y="200" width="300" height="100"/></defs>
</svg>"""


def packed(**changed: str) -> bytes:
    files = {"variants.xml": VARIANTS, "small_adjacency.xml": ADJACENCY, "small.svg": SVG} | {
        name.replace("__", "."): text for name, text in changed.items()
    }
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as opened:
        for name, text in files.items():
            opened.writestr(name, text)
    return buffer.getvalue()


def imported(**changed: str) -> Imported:
    result = import_archive("smallVariant.zip", packed(**changed))
    assert len(result.variants) == 1
    return result.variants[0]


@pytest.fixture(scope="module")
def small() -> Imported:
    return imported()


@pytest.fixture(scope="module")
def folder(small: Imported) -> VariantFolder:
    return load(small.source)


def edge(folder: VariantFolder, origin: str, target: str, kind: str) -> Edge | None:
    edges = folder.variant.board.edges
    return next((each for each in edges if (str(each.origin), str(each.target)) == (origin, target) and kind in each.kinds), None)


def test_terrains_follow_from_the_kinds_of_links(folder: VariantFolder) -> None:
    assert {code: place.terrain for code, place in folder.variant.board.provinces.items()} == {
        "AAA": Terrain.COASTAL,
        "BBB": Terrain.COASTAL,
        "CCC": Terrain.COASTAL,
        "SEA": Terrain.SEA,
        "GUL": Terrain.SEA,
        "ISL": Terrain.COASTAL,
        "MNT": Terrain.IMPASSABLE,
    }
    assert folder.variant.board.provinces["CCC"].coasts == ("NC", "SC")
    assert folder.variant.board.provinces["BBB"].convoyable


def test_links_are_followed_by_alias_and_either_coast_separator(folder: VariantFolder) -> None:
    assert edge(folder, "AAA", "CCC/NC", "F")
    assert edge(folder, "BBB", "CCC/SC", "F")
    assert edge(folder, "BBB", "AAA", "A")
    assert edge(folder, "CCC/SC", "BBB", "F")


def test_borders_weaken_and_freeze(folder: VariantFolder) -> None:
    river = edge(folder, "AAA", "BBB", "A")
    assert river is not None
    assert (river.half_strength, river.supports) == (0, False)
    back = edge(folder, "BBB", "AAA", "A")
    assert back is not None
    assert back.half_strength == 2
    ice = edge(folder, "AAA", "SEA", "F")
    assert ice is not None
    assert ice.seasons == frozenset("S")
    thaw = edge(folder, "SEA", "AAA", "F")
    assert thaw is not None
    assert thaw.seasons is None


def test_powers_homes_owners_and_start(folder: VariantFolder) -> None:
    variant = folder.variant
    assert list(variant.powers) == ["RED", "OLD_BLUE", "GREY"]
    assert variant.powers["GREY"].role is PowerRole.NEUTRAL
    assert variant.board.provinces["BBB"].home == "OLD_BLUE"
    assert dict(variant.start.owners) == {"AAA": "RED", "CCC": "GREY"}
    assert [str(unit) for unit in variant.start.units] == ["GREY F CCC/NC", "RED A AAA"]
    assert (str(variant.start.phase), variant.builds, variant.year_limit) == ("W1900A", BuildPolicy.ANY_OWNED, 1909)
    assert (variant.id, variant.name) == ("small-1", "Small [1]")
    assert folder.description == "Small A board & a half."


def test_every_repair_is_a_line_of_the_report(small: Imported) -> None:
    report = "\n".join(map(str, small.report))
    for part in (
        "small_adjacency.xml:11: CCC leads to an unknown province 'xyz': the link is left out",
        "small_adjacency.xml:14: GUL (Gulf) has an army's links only, and 1 neighbours send it fleets and no army: it is a sea",
        "SEA names an unknown border 'nothing': left out",
        "variants.xml:10: the rule option OPTION_ODD = YES has no counterpart here: left out",
        "there is no province 'nowhere': left out",
        "A SEA of Red cannot stand there: left out",
        "9 centres win and there are 3: more than half of them win",
        "small.svg: the place of a unit in SEA lies outside of its shape: another is found",
        "small.svg: a place for 'moon', which is no province: left out",
    ):
        assert part in report
    assert all(fault.severity is Severity.WARNING for fault in small.report)


def test_the_drawing_is_in_our_layers_and_compiles(small: Imported, folder: VariantFolder) -> None:
    svg = small.files["m.svg"]
    assert b"passwd" not in svg
    made = compile_board(svg, folder.variant.board, names=False)
    assert made.board is not None
    assert set(made.board.provinces) == {"AAA", "BBB", "CCC", "SEA", "GUL", "ISL"}
    assert made.board.provinces["AAA"].units[""] == (60.0, 50.0)
    assert made.board.provinces["AAA"].supply == (80.0, 70.0)
    assert made.board.provinces["ISL"].polygons


@pytest.mark.parametrize("uri", ["http://example.org/x.svg", "file:///etc/passwd", "../../etc/passwd", "missing.svg", ""])
def test_a_drawing_from_elsewhere_is_not_fetched_and_a_plain_one_is_laid_out(uri: str) -> None:
    variant = imported(variants__xml=VARIANTS.replace("small.svg", uri))
    assert "a plain one is laid out" in "\n".join(map(str, variant.report))
    assert b"layer-provinces" in variant.files["plain.svg"]
    assert load(variant.source).maps[0].file == "plain.svg"


def test_a_province_without_a_shape_gets_a_disc() -> None:
    variant = imported(small__svg=SVG.replace('id="isl"', 'id="nobody"'))
    assert "small.svg: ISL has no shape: a disc is drawn for it beside its neighbours" in map(str, variant.report)


def test_one_bad_variant_does_not_spoil_the_others() -> None:
    second = VARIANTS.replace("</VARIANTS>", '<VARIANT name="Broken"><MAP adjacencyURI="gone.xml"/></VARIANT></VARIANTS>')
    result = import_archive("smallVariant.zip", packed(variants__xml=second))
    assert [variant.name for variant in result.variants] == ["Small [1]", "Broken"]
    assert result.variants[1].files == {}
    assert "a file gone.xml" in str(result.variants[1].report[0])
    assert result.errors


@pytest.mark.parametrize(
    ("files", "part"),
    [
        ({"variants.xml": b"<VARIANTS/>"}, "there is no variant in it"),
        ({"variants.xml": b"junk"}, "no XML"),
        ({"readme.txt": b"hello"}, "no board that can be imported"),
        ({"symbols.xml": b"<SYMBOLS/>"}, "the pack names no drawing"),
        ({}, "no board that can be imported"),
    ],
)
def test_what_is_no_package_is_reported(files: dict[str, bytes], part: str) -> None:
    result: ImportResult = import_board(MemorySource("x", files))
    assert part in "\n".join(str(fault) for fault in (*result.report, *result.errors))


@pytest.mark.parametrize("cut", few([200, 900, 1500, 2200, 3000], 200, 1500))
def test_truncated_files_end_in_a_report(cut: int) -> None:
    for name, text in (("variants__xml", VARIANTS), ("small_adjacency__xml", ADJACENCY), ("small__svg", SVG)):
        result = import_archive("smallVariant.zip", packed(**{name: text[:cut]}))
        assert result.report or all(variant.report for variant in result.variants)


def test_packages_of_the_older_shape_name_their_drawing_in_the_variant() -> None:
    older = VARIANTS.replace('<MAP_GRAPHIC ref="m" default="true"/>', '<GRAPHIC uri="small.svg" title="Old map" default="true"/>')
    older = older.replace("altnames=", "altname=").replace(
        '  <MAP_DEFINITION id="m" title="Small map" URI="small.svg" thumbURI="t.png"/>\n', ""
    )
    found = load(imported(variants__xml=older).source)
    assert [each.name for each in found.maps] == ["Old map"]
    assert found.variant.board.provinces["BBB"].home == "OLD_BLUE"


STYLES = """<style><![CDATA[
  .nopower { fill: antiquewhite } .water { fill:lightblue; }
  .red { fill:#F08080; stroke:black } .unitred { fill:darkred; }
  .oldblue { fill: skyblue } .unitoldblue {fill:#0000ff}
]]></style>"""


def test_powers_have_the_colours_of_the_drawings_classes() -> None:
    folder = load(imported(small__svg=SVG.replace("<defs>", f"<defs>{STYLES}")).source)
    assert (folder.styles["RED"].fill, folder.styles["RED"].unit) == ("#F08080", "#8B0000")
    assert (folder.styles["OLD_BLUE"].fill, folder.styles["OLD_BLUE"].unit) == ("#87CEEB", "#0000FF")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (".unitoldblue {fill:#0000ff}", ".unitoldblue {fill:#880000}", "Red and Old Blue look alike"),
        (".oldblue { fill: skyblue } .unitoldblue {fill:#0000ff}", "", "Old Blue has no colour"),
        ("{fill:#0000ff}", "{fill:url(#x)}", ""),
    ],
)
def test_colours_that_do_not_tell_powers_apart_are_left_for_the_palette(old: str, new: str, words: str) -> None:
    assert old in STYLES
    variant = imported(small__svg=SVG.replace("<defs>", f"<defs>{STYLES.replace(old, new)}"))
    styles = load(variant.source).styles
    if words:
        assert any(f"colours of the source: {words}: all powers have colours of the palette" in str(line) for line in variant.report)
        assert [styles[power].unit for power in ("RED", "OLD_BLUE")] == [default_style(at).unit for at in (0, 1)]
    else:
        assert styles["OLD_BLUE"].unit == "#87CEEB", "its land, where its units have no colour"


@pytest.mark.slow
def test_land_that_is_no_province_is_hatched_and_water_is_not() -> None:
    more = """<path id="_ice" class="nopower" d="M320,10 h60 v60 h-60 Z"/><path id="_lak" class="water" d="M320,100 h60 v60 h-60 Z"/>
      <path class="neutral" d="M320,200 h60 v60 h-60 Z"/><rect class="nopower" x="-10" y="0" width="410" height="300"/></g>
      <g id="MouseLayer">"""
    variant = imported(small__svg=SVG.replace('</g>\n  <g id="MouseLayer">', more))
    made = compile_board(variant.files["m.svg"], load(variant.source).variant.board, names=False)
    assert made.board is not None
    bare = [each for each in made.board.decorations if each.kind is DecorationKind.IMPASSABLE]
    spots = [shapely.Polygon(polygon[0]).centroid for each in bare for polygon in each.polygons]
    assert sorted((round(spot.x), round(spot.y)) for spot in spots) == [(360, 40), (360, 230)]
    assert any("the shape _ice is no province: shown as land out of play" in str(line) for line in variant.report)


@pytest.mark.slow
def test_land_among_the_ornaments_beside_the_layers_is_hatched_below_the_provinces() -> None:
    more = """</g>
      <g id="decorations"><g><path class="neutral" d="M320,200 h60 v60 h-60 Z"/><path class="water" d="M320,100 h60 v60 h-60 Z"/></g>
      <path class="border" d="M0,0 h400 v300 h-400 Z"/></g>
      <g id="MouseLayer">"""
    variant = imported(small__svg=SVG.replace('</g>\n  <g id="MouseLayer">', more))
    made = compile_board(variant.files["m.svg"], load(variant.source).variant.board, names=False)
    assert made.board is not None
    bare = [each for each in made.board.decorations if each.kind is DecorationKind.IMPASSABLE]
    spots = [shapely.Polygon(polygon[0]).centroid for each in bare for polygon in each.polygons]
    assert [(round(spot.x), round(spot.y)) for spot in spots] == [(360, 230)]


def test_centres_that_all_lie_in_a_corner_are_found_again_each_in_its_province() -> None:
    data = '<jdipNS:PROVINCE name="{}"><jdipNS:SUPPLY_CENTER x="0" y="0"/></jdipNS:PROVINCE>'
    everywhere = "".join(data.format(code) for code in ("bbb", "ccc"))
    svg = SVG.replace('<jdipNS:SUPPLY_CENTER x="70" y="70"/>', '<jdipNS:SUPPLY_CENTER x="-5" y="-5"/>')
    variant = imported(small__svg=svg.replace("</jdipNS:PROVINCE_DATA>", everywhere + "</jdipNS:PROVINCE_DATA>"))
    made = compile_board(variant.files["m.svg"], load(variant.source).variant.board, names=False)
    assert made.board is not None
    for code in ("AAA", "BBB", "CCC"):
        supply = made.board.provinces[code].supply
        left, top, right, bottom = made.board.provinces[code].bounds
        assert supply is not None
        assert left < supply[0] < right
        assert top < supply[1] < bottom
    assert any(
        "the places of centres in AAA, BBB, CCC lie outside of their shapes: others are found" in str(line) for line in variant.report
    )


def test_a_coast_that_is_painted_by_itself_belongs_to_its_province() -> None:
    coast = '<path id="_ccc-nc" d="M200,0 h100 v-0 l10,40 h-110 Z"/><image href'
    variant = imported(small__svg=SVG.replace("<image href", coast))
    made = compile_board(variant.files["m.svg"], load(variant.source).variant.board, names=False)
    assert made.board is not None
    assert made.board.provinces["CCC"].bounds[2] == 320.0


def test_two_provinces_with_the_same_shape_share_it() -> None:
    variant = imported(
        small__svg=SVG.replace('id="isl" x="120" y="130" width="40" height="40"', 'id="isl" x="0" y="100" width="300" height="100"')
    )
    made = compile_board(variant.files["m.svg"], load(variant.source).variant.board, names=False)
    assert made.board is not None
    sizes = [shapely.Polygon(made.board.provinces[code].polygons[0][0]).area for code in ("SEA", "ISL")]
    assert sum(sizes) == pytest.approx(30_000, rel=0.02)
    assert min(sizes) > 14_000
    assert any("SEA and ISL are drawn exactly on one another: their shape is divided between them" in str(x) for x in variant.report)


def test_empty_strips_of_the_page_are_taken_off() -> None:
    tall = imported(small__svg=SVG.replace('viewBox="-10 0 410 300"', 'viewBox="-10 -200 410 900"'))
    made = compile_board(tall.files["m.svg"], load(tall.source).variant.board, names=False)
    assert made.board is not None
    assert (made.board.width, made.board.height) == (310.0, 300.0), "the ten on the left are too few"
