"""Drawings from strangers who mean no good: refused with a reason, or read without their tricks."""

from __future__ import annotations

import pytest

from tests.unit.variants.compile.small_drawings import HEAD, compiled, drawing, island
from variants.compile.check_board import check_board
from variants.compiled import LabelKind
from variants.compiled_json import read_board, write_board
from variants.fault import Severity, VariantError
from variants.svg import read_xml as xml_reading
from variants.svg.read_xml import read_xml

pytestmark = pytest.mark.slow  # compiles a board in nearly every test

BOMB = '<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
OUTSIDE = '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
PARAMETER = '<!DOCTYPE svg [<!ENTITY % x SYSTEM "http://localhost/evil.dtd"> %x;]>'


@pytest.mark.parametrize("doctype", [BOMB, OUTSIDE, PARAMETER])
def test_entities_are_refused(doctype: str) -> None:
    made = compiled(doctype + drawing())
    assert made.board is None
    assert "the drawing declares an entity" in str(made.faults[0])


def test_a_plain_doctype_may_stand_and_is_not_fetched() -> None:
    doctype = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
    assert compiled(doctype + drawing()).board is not None


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x00\x01\x02",
        b"<svg",
        b"<html/>",
        b"\xff\xfe<\x00s\x00",
        b'<?xml version="1.0" encoding="utf-99"?><svg/>',
        b"<svg>" * 5000,
        b"not xml at all",
    ],
)
def test_what_is_no_drawing_is_refused_with_one_clear_fault(content: bytes) -> None:
    with pytest.raises(VariantError) as caught:
        read_xml(content, "bad.svg")
    assert str(caught.value).startswith("bad.svg")


def test_depth_and_number_of_elements_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(VariantError, match="nested too deeply"):
        read_xml(f"{HEAD}{'<g>' * 100}{'</g>' * 100}</svg>".encode(), "deep.svg")
    monkeypatch.setattr(xml_reading, "MOST_ELEMENTS", 50)
    with pytest.raises(VariantError, match="too many elements"):
        read_xml(f"{HEAD}{'<g/>' * 100}</svg>".encode(), "many.svg")


def test_a_drawing_that_is_too_large_is_not_even_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xml_reading, "LARGEST_DRAWING", 100)
    with pytest.raises(VariantError, match="at most 100"):
        read_xml(drawing().encode(), "huge.svg")


def test_use_in_a_circle_ends() -> None:
    circle = '<g id="eas"><use xlink:href="#eas"/></g><g id="wes"><use xlink:href="#eas"/></g><path id="sea" d="M0,0 h9 v9 z"/>'
    assert compiled(drawing(circle, "")).faults


def test_use_and_images_from_elsewhere_are_not_followed() -> None:
    outside = '<path id="sea" d="M0,0 H400 V300 H0 Z"/><use id="eas" xlink:href="file:///etc/passwd#x"/>'
    faults = [str(fault) for fault in compiled(drawing(outside, "")).faults]
    assert any("<use> points to 'file:///etc/passwd#x'" in fault for fault in faults)


def test_a_path_of_very_many_points_is_refused_not_awaited(monkeypatch: pytest.MonkeyPatch) -> None:
    from variants.svg import paths

    monkeypatch.setattr(paths, "MOST_POINTS", 1000)
    many = '<path id="sea" d="M0,0 ' + " ".join(f"{number % 7},{number % 5}" for number in range(2000)) + 'Z"/>'
    faults = [str(fault) for fault in compiled(drawing(many, "")).faults]
    assert any("too many points" in fault for fault in faults)


@pytest.mark.parametrize("number", ["nan", "inf", "1e999", "-1e999", "0x10", "1e400"])
def test_numbers_that_are_none_do_not_reach_the_geometry(number: str) -> None:
    for path in (f"M0,0 L{number},5 L9,9 Z", f"M0,0 C{number},1 2,2 3,3 Z"):
        made = compiled(drawing(f'<path id="sea" d="{path}"/>', ""))
        if made.board is not None:
            assert all(abs(part) < 1e6 for part in made.board.provinces["SEA"].bounds)


REST = (
    '<path id="sea" data-type="sea" d="M0,0 H400 V100 H0 Z"/><path id="bay" data-type="sea" d="M0,200 H400 V300 H0 Z"/>'
    '<path id="wes" d="M0,100 H200 V200 H0 Z"/>'
)
EAST = '<path id="eas" d="M200,100 H400 V200 H200 Z"/>'
FLECKS = "".join(f"M{200 + at * 3},{110 + at} h0.2 v0.2 h-0.2 Z" for at in range(40))


@pytest.mark.parametrize("scale", ["", 'data-symbol-scale="3" '], ids=["fitted", "large symbols"])
@pytest.mark.parametrize(
    "outline",
    [
        "M300,150 h0.01 v0.01 h-0.01 Z",
        "M200,150 h180 v0.001 h-180 Z",
        "M200,150 L380,150.0001 L200,150.0002 Z",
        "M399.5,299.5 h0.5 v0.5 h-0.5 Z",
        "M399.9,0 h3 v90 h-3 Z",
        "M200,100 L400,200 L400,100 L200,200 Z",
        "M-900000,100 H900000 V200 H-900000 Z",
        FLECKS,
    ],
    ids=["under a pixel", "a sliver", "a hair", "in the corner", "on the frame", "a bow tie", "wider than the page", "in forty flecks"],
)
def test_a_province_without_room_for_its_name_costs_no_board(outline: str, scale: str) -> None:
    svg = drawing(f'{REST}<path id="eas" d="{outline}"/>', "").replace("viewBox", f"{scale}viewBox")
    made = compiled(svg, island())
    assert made.board is not None, made.faults
    assert read_board(write_board(made.board)).provinces.keys() == made.board.provinces.keys()
    assert all(shape.label(kind) is not None for shape in made.board.provinces.values() for kind in LabelKind)
    check_board(svg.encode(), island().board)


def test_a_province_that_is_nothing_but_strait_keeps_its_ground() -> None:
    strait = '<g inkscape:label="background"><path data-kind="strait" data-province="eas" d="M200,100 H400 V200 H200 Z"/></g>'
    made = compiled(drawing(REST + EAST, strait), island())
    assert made.board is not None
    assert "water covers all of EAS" in "\n".join(map(str, made.faults))


@pytest.mark.parametrize(
    ("layer", "content", "words"),
    [
        ("labels", '<text inkscape:label="eas"><textPath xlink:href="#no">Eastland</textPath></text>', "the name of EAS follows no path"),
        ("labels", '<text inkscape:label="eas" x="nan" y="inf">Eastland</text>', "the name of EAS lies outside of the page"),
        ("labels", '<text inkscape:label="eas" x="1e9" y="1">Eastland</text>', "the name of EAS lies outside of the page"),
        ("labels", '<text inkscape:label="eas" x="abc" y="1">Eastland</text>', "the name of EAS has no place"),
        ("anchors", '<circle inkscape:label="unit:nix" cx="1" cy="1" r="1"/>', "the anchor unit:nix belongs to no province"),
        ("anchors", '<circle inkscape:label="unit:eas" cx="0" cy="0" r="1"/>', "unit:eas lies outside of EAS"),
        ("anchors", '<circle inkscape:label="sc:eas" cx="0" cy="0" r="1"/>', "sc:eas lies outside of EAS"),
        ("anchors", '<circle inkscape:label="retreat:eas" cx="0" cy="0" r="1"/>', "retreat:eas lies outside of EAS"),
        ("anchors", '<circle inkscape:label="label:eas" cx="5000" cy="0" r="1"/>', "label:eas lies outside of the page"),
        ("anchors", '<circle inkscape:label="label:eas" cx="nan" cy="0" r="1"/>', "a point lies far outside of every drawing"),
        ("anchors", '<circle inkscape:label="flag:eas" cx="1" cy="1" r="1"/>', "'flag:eas' is not the name of an anchor"),
    ],
)
def test_a_name_or_anchor_that_cannot_be_placed_is_reported_and_costs_no_board(layer: str, content: str, words: str) -> None:
    made = compiled(drawing(REST + EAST, f'<g inkscape:label="{layer}">{content}</g>'), island())
    assert [each.severity for each in made.faults if words in str(each)] == [Severity.WARNING]
    assert made.board is not None
    east = made.board.provinces["EAS"]
    page_left, page_top, page_right, page_bottom = east.bounds
    for x, y in (*east.units.values(), *east.retreats.values(), *([east.supply] if east.supply else [])):
        assert page_left <= x <= page_right
        assert page_top <= y <= page_bottom
    label = east.label(LabelKind.FULL)
    assert label is not None
    assert 0 <= label.x <= 400


def test_shapes_that_lie_exactly_on_one_another_are_named_both() -> None:
    made = compiled(drawing(f'{REST}<path id="eas" d="M0,100 H200 V200 H0 Z"/>', ""), island())
    assert any("WES and EAS are drawn exactly on one another" in str(fault) for fault in made.faults)
