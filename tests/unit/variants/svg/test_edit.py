"""Small changes to a drawing leave every other byte as it was."""

from __future__ import annotations

import pytest

from variants.svg.edit import SvgChangedError, insert_inside, opening_tag, remove_element, set_attribute
from variants.svg.read_xml import read_xml

FILE = b"""<?xml version="1.0"?>
<svg xmlns="http://www.w3.org/2000/svg"
   viewBox='0 0 10 10'>
  <!-- <path id="no"/> -->
  <g id="one">
    <path
       id="par"
       d="M0,0 1,1"/>
    <path id="bur"/>
  </g>
  <g id="two"/>
</svg>
"""


def place(identity: str) -> tuple[int, int]:
    element = next(each for each in read_xml(FILE, "x.svg").walk() if each.get("id") == identity)
    return element.start, element.end


def test_an_attribute_is_changed_added_and_taken_away() -> None:
    start, _ = place("par")
    assert set_attribute(FILE, start, "id", 'a"b') == FILE.replace(b'"par"', b"'a\"b'")
    assert set_attribute(FILE, start, "class", "x & y") == FILE.replace(b'd="M0,0 1,1"/>', b'd="M0,0 1,1" class="x &amp; y"/>')
    assert set_attribute(FILE, start, "d", None) == FILE.replace(b'\n       d="M0,0 1,1"', b"")


def test_an_element_goes_with_its_line() -> None:
    assert remove_element(FILE, *place("bur")) == FILE.replace(b'    <path id="bur"/>\n', b"")
    assert b"par" not in remove_element(FILE, *place("one"))
    assert b'<g id="two"/>' in remove_element(FILE, *place("one"))


def test_markup_is_put_at_the_end_of_an_element_even_of_an_empty_one() -> None:
    assert b'<path id="bur"/>\n  <a/>\n</g>' in insert_inside(FILE, *place("one"), "<a/>")
    assert b'<g id="two">\n<a/>\n</g>' in insert_inside(FILE, *place("two"), "<a/>")


def test_an_element_that_is_closed_behind_a_blank_ends_there() -> None:
    # Inkscape writes such tags.
    file = (
        b'<svg xmlns="http://www.w3.org/2000/svg">\n  <path\n     id="par" />\n  <path id="bur"\t/>\n  <g id="one" /><g id="two"/>\n</svg>'
    )
    one, bur, three, _ = read_xml(file, "x.svg").children
    assert remove_element(file, one.start, one.end) == file.replace(b'  <path\n     id="par" />\n', b"")
    assert remove_element(file, bur.start, bur.end) == file.replace(b'  <path id="bur"\t/>\n', b"")
    assert remove_element(file, three.start, three.end) == file.replace(b'<g id="one" />', b"")
    assert opening_tag(file, three.start) == b'<g id="one" />'
    assert insert_inside(file, three.start, three.end, "<a/>") == file.replace(b'<g id="one" />', b'<g id="one">\n<a/>\n</g>')


def test_another_file_is_refused() -> None:
    with pytest.raises(SvgChangedError):
        set_attribute(FILE, place("par")[0] + 3, "id", "x")
