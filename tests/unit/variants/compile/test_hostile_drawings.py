"""Drawings from strangers who mean no good: refused with a reason, or read without their tricks."""

from __future__ import annotations

import pytest

from tests.unit.variants.compile.small_drawings import HEAD, compiled, drawing
from variants.compile import xml_tree
from variants.compile.xml_tree import read_xml
from variants.fault import VariantError

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
    monkeypatch.setattr(xml_tree, "MOST_ELEMENTS", 50)
    with pytest.raises(VariantError, match="too many elements"):
        read_xml(f"{HEAD}{'<g/>' * 100}</svg>".encode(), "many.svg")


def test_a_drawing_that_is_too_large_is_not_even_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xml_tree, "LARGEST_DRAWING", 100)
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
    from variants.compile import path_points

    monkeypatch.setattr(path_points, "MOST_POINTS", 1000)
    many = '<path id="sea" d="M0,0 ' + " ".join(f"{number % 7},{number % 5}" for number in range(2000)) + 'Z"/>'
    faults = [str(fault) for fault in compiled(drawing(many, "")).faults]
    assert any("too many points" in fault for fault in faults)


@pytest.mark.parametrize("number", ["nan", "inf", "1e999", "-1e999", "0x10", "1e400"])
def test_numbers_that_are_none_do_not_reach_the_geometry(number: str) -> None:
    for path in (f"M0,0 L{number},5 L9,9 Z", f"M0,0 C{number},1 2,2 3,3 Z"):
        made = compiled(drawing(f'<path id="sea" d="{path}"/>', ""))
        if made.board is not None:
            assert all(abs(part) < 1e6 for part in made.board.provinces["SEA"].bounds)
