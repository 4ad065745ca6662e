"""A variant goes to jDip and to godip and comes back with the same steps: every shipped one; a few of them with their drawings."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ET
import zipfile
from dataclasses import replace
from functools import cache

import pytest

from adjudicator.board import Board
from adjudicator.unit import Location
from adjudicator.variant import Variant
from app.board_editor.exporting import NotExpressibleError
from app.board_editor.godip_export import godip_go, godip_svg
from app.board_editor.jdip_package import jdip_package
from app.board_editor.jdip_rules import adjacency_xml, variants_xml
from app.presentation.drawn_boards import DrawnBoard, drawn_board
from tests.quick import every, one_in_quick
from tests.thorough import one_in
from variants import load, standard
from variants.catalogue import shipped, shipped_ids
from variants.compile import compile_board
from variants.fault import Severity
from variants.importers import Imported, ImportResult, import_archive, import_board
from variants.importers.draft import EdgeRule, ImportReport, VariantDraft
from variants.importers.godip import read_go
from variants.importers.jdip_graph import add_steps, read_graph
from variants.source import MemorySource
from variants.style import default_style

JDIP = "{http://jdip.sourceforge.org/jdipNS}"
SVG = "{http://www.w3.org/2000/svg}"


def steps(board: Board) -> set[tuple[object, ...]]:
    return {
        (kind, str(edge.origin), str(edge.target), edge.half_strength, edge.supports, edge.seasons, edge.years)
        for edge in board.edges
        for kind in edge.kinds
    }


def plain(board: Board) -> set[tuple[str, str, str]]:
    return {(kind, str(edge.origin), str(edge.target)) for edge in board.edges for kind in edge.kinds}


def named(variant: Variant) -> dict[str, object]:
    """Return the start of a game, powers by their names."""
    names = {power.id: power.name for power in variant.powers.values()}
    return {
        "units": {f"{names[unit.power]} {unit.piece}" for unit in variant.start.units},
        "owners": {code: names[owner] for code, owner in variant.start.owners.items()},
        "homes": {code: names[each.home] for code, each in variant.board.provinces.items() if each.home},
        "centres": set(variant.board.centres),
        "victory": variant.victory,
        "start": str(variant.start.phase),
        "builds": variant.builds,
    }


def only(result: ImportResult) -> Imported:
    assert not result.errors, result.errors
    (found,) = result.variants
    return found


@cache
def drawn(variant: str) -> DrawnBoard:
    return drawn_board(variant)


@cache
def through_jdip(variant: str) -> Imported:
    found = drawn(variant)
    return only(import_archive("oursVariants.zip", jdip_package(found.folder, found.board, found.styles)[0]))


@cache
def through_godip(variant: str) -> Imported:
    found = drawn(variant)
    text, _ = godip_go(found.folder.variant, found.styles, "board.svg")
    files = {"ours/board.go": text.encode(), "ours/svg/board.svg": godip_svg(found.folder.variant, found.board).encode()}
    return only(import_board(MemorySource("ours", files)))


WHOLE = one_in_quick(3, one_in(5, ("pure", "standard", "chaos", "1898", "solo-09-build"), ("standard", "solo-09-build")))
"""Brought in with all that belongs to them; of the others the boards alone are read back, which is the same for all that differs."""


@pytest.mark.parametrize("variant", every(4, shipped_ids()))
def test_every_shipped_board_comes_back_from_jdip_with_the_same_steps(variant: str) -> None:
    before = shipped(variant).variant
    draft = VariantDraft(variant, before.name, "x")
    graph = read_graph(adjacency_xml(before).encode(), "x.xml", ImportReport())
    draft.provinces = graph.provinces
    add_steps(draft, graph, "x.xml", ImportReport())
    assert {(kind, str(origin), str(target)) for origin, target, kind in draft.steps} == plain(before.board)


@pytest.mark.parametrize("variant", every(4, shipped_ids()))
def test_every_shipped_board_comes_back_from_godip_with_the_same_steps(variant: str) -> None:
    before = shipped(variant).variant
    styles = {power: default_style(at) for at, power in enumerate(before.powers)}
    places = read_go({"x.go": godip_go(before, styles, "x.svg")[0]}, "x.go").places
    found = {
        (letter, place.upper(), target.upper())
        for place, node in places.items()
        for target, along in node.edges.items()
        for letter, flag in (("A", "Land"), ("F", "Sea"))
        if flag in along & node.flags & places[target].flags
    }
    assert found == plain(before.board)


@pytest.mark.parametrize("variant", WHOLE)
def test_a_package_of_jdip_comes_back_with_the_same_steps_and_the_same_start(variant: str) -> None:
    before, after = drawn(variant).folder.variant, load(through_jdip(variant).source).variant
    assert steps(after.board) == steps(before.board)
    assert named(after) == named(before)
    assert {code: place.name for code, place in after.board.provinces.items()} == {
        code: place.name for code, place in before.board.provinces.items() if place.terrain != "impassable"
    }


@pytest.mark.slow
@pytest.mark.parametrize("variant", WHOLE)
def test_a_drawing_and_a_text_for_godip_come_back_with_the_same_steps(variant: str) -> None:
    before, after = drawn(variant).folder.variant, load(through_godip(variant).source).variant
    assert steps(after.board) == steps(before.board)
    kept = {"owners", "homes", "centres", "victory", "start"} if _all_play(before) else {"centres", "victory", "start"}
    assert {key: named(after)[key] for key in kept} == {key: named(before)[key] for key in kept}


@pytest.mark.slow
def test_the_drawing_for_godip_has_a_place_for_every_coast() -> None:
    before = drawn("standard")
    root = ET.fromstring(godip_svg(before.folder.variant, before.board))
    layer = next(each for each in root if each.get("id") == "province-centers")
    provinces = before.folder.variant.board.provinces.values()
    wanted = {code for each in provinces for code in (each.code, *(f"{each.code}/{coast}" for coast in each.coasts))}
    split = {each.code for each in provinces if each.coasts}
    found = {str(each.get("id")).removesuffix("Center").upper() for each in layer}
    assert wanted - split - {"SWI"} <= found
    assert {"STP/NC", "STP/SC", "SPA/NC", "SPA/SC", "BUL/EC", "BUL/SC"} <= found


def _all_play(variant: Variant) -> bool:
    return all(power.role == "playing" for power in variant.powers.values())


@pytest.mark.slow
@pytest.mark.parametrize("way", [through_jdip, through_godip])
def test_the_drawing_that_comes_back_compiles_with_every_province_where_it_was(way: object) -> None:
    assert callable(way)
    before = drawn("standard").board
    imported = way("standard")
    made = compile_board(imported.files["board.svg"], load(imported.source).variant.board, "board.svg", names=False)
    assert made.board is not None
    assert not [fault for fault in made.faults if fault.severity is Severity.ERROR]
    for code, shape in made.board.provinces.items():
        wanted = before.provinces[code].units
        for coast, spot in shape.units.items():
            assert spot == pytest.approx(wanted[coast], abs=before.width / 100), (code, coast)


@pytest.mark.slow
def test_the_archive_has_what_jdip_looks_for() -> None:
    found = drawn("standard")
    content, left_out = jdip_package(found.folder, found.board, found.styles, b"png")
    assert left_out == ()
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.namelist() == ["standard.svg", "standard_adjacency.xml", "standard_thumb.png", "variants.xml"]
        root = ET.fromstring(archive.read("standard.svg"))
        adjacency = ET.fromstring(archive.read("standard_adjacency.xml"))
        manifest = ET.fromstring(archive.read("variants.xml"))
    layers = [each.get("id") for each in root.findall(f"{SVG}g")]
    assert layers == [
        "MapLayer", "SupplyCenterLayer", "OrderLayer", "UnitLayer", "DislodgedUnitLayer", "HighestOrderLayer", "BriefLabelLayer",
        "FullLabelLayer", "MouseLayer",
    ]  # fmt: skip
    places = {each.get("name") for each in root.iter(f"{JDIP}PROVINCE")}
    assert {"stp", "stp-nc", "stp-sc", "spa-nc", "nth"} <= places
    assert {each.tag.removeprefix(JDIP) for each in root.iter() if each.tag.startswith(JDIP)} >= {
        "DISPLAY", "ORDERDRAWING", "SYMBOLSIZE", "HOLD", "MOVE", "RETREAT", "SUPPORT", "CONVOY", "UNIT", "DISLODGED_UNIT", "SUPPLY_CENTER",
    }  # fmt: skip
    painted = {each.get("id") for each in root.iter(f"{SVG}path") if (each.get("id") or "").startswith("_")}
    assert painted == {f"_{each.get('shortname')}" for each in adjacency}
    assert manifest.find("VARIANT/MAP/MAP_GRAPHIC") is not None
    assert jdip_package(found.folder, found.board, found.styles, b"png")[0] == content, "the same variant, the same bytes"


def special(**about: object) -> Variant:
    """The standard game with something special about one way."""
    board = standard().board
    way = next(each for each in board.edges if str(each.origin) == "LON" and str(each.target) == "ENG")
    edges = tuple(replace(each, **about) if each is way else each for each in board.edges)  # type: ignore[arg-type]
    return replace(standard(), board=replace(board, edges=edges))


def one_step(variant: Variant) -> EdgeRule:
    draft = VariantDraft("x", "x", "x")
    graph = read_graph(adjacency_xml(variant).encode(), "x.xml", ImportReport())
    draft.provinces = graph.provinces
    add_steps(draft, graph, "x.xml", ImportReport())
    return draft.steps[Location("LON"), Location("ENG"), "F"]


@pytest.mark.parametrize(
    "about",
    [
        pytest.param({"half_strength": 0, "supports": False}, id="a river"),
        pytest.param({"supports": False}, id="no supports"),
        pytest.param({"seasons": frozenset("S")}, id="in spring alone"),
        pytest.param({"years": (1905, None)}, id="from a year on"),
        pytest.param({"years": (None, 1909)}, id="until a year"),
    ],
)
def test_what_is_special_about_a_step_goes_over_as_a_border(about: dict[str, object]) -> None:
    found = one_step(special(**about))
    assert {key: getattr(found, key) for key in about} == about


def test_what_jdip_has_no_words_for_is_reported_or_refused() -> None:
    _, left_out = variants_xml(special(half_strength=1, powers=frozenset({"ENGLAND"})), "", "x.svg", "x.xml", "x.png")
    assert left_out == ("half strength on 1 steps", "for which powers 1 steps are open")
    found = drawn("standard")
    kinds = {**standard().board.kinds, "W": replace(standard().board.kinds["A"], letter="W", name="wing")}
    odd = replace(standard(), board=replace(standard().board, kinds=kinds))
    with pytest.raises(NotExpressibleError, match="besides armies and fleets"):
        jdip_package(replace(found.folder, variant=odd), found.board, found.styles)
    with pytest.raises(NotExpressibleError, match="besides armies and fleets"):
        godip_go(odd, found.styles, "x.svg")
