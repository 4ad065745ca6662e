"""Style blocks: followed as far as drawing programs use them, and bounded."""

from __future__ import annotations

import pytest

from tests.quick import one_by_one
from variants.svg import style_sheet
from variants.svg.element import Element
from variants.svg.read_xml import read_xml
from variants.svg.style_sheet import StyleSheets

BODY = '<g class="a"><g id="inner"><rect class="b c"/></g><rect class="b" d="1"/></g><rect class="c"/>'


def drawn(sheet: str, body: str = BODY) -> Element:
    return read_xml(f'<svg xmlns="http://www.w3.org/2000/svg"><style><![CDATA[{sheet}]]></style>{body}</svg>'.encode(), "x.svg")


def fills(sheet: str) -> list[str]:
    root = drawn(sheet)
    sheets = StyleSheets(root)
    return [sheets.declarations(each).get("fill", "") for each in root.walk() if each.tag == "rect"]


@one_by_one(
    ("sheet", "expected"),
    [
        ("rect{fill:red}", ["red", "red", "red"]),
        (".b{fill:red} .b.c{fill:blue}", ["blue", "red", ""]),
        (".b.c{fill:blue} .b{fill:red}", ["blue", "red", ""]),
        (".a .b{fill:red}", ["red", "red", ""]),
        (".a > .b{fill:red}", ["", "red", ""]),
        ("svg > rect , #inner rect{fill:red}", ["red", "", "red"]),
        ("rect[d]{fill:red}", ["", "red", ""]),
        ("*{fill:red} .c{FILL: blue !important}", ["blue", "red", "blue"]),
        ("<!-- .b{fill:red /* why */} -->", ["red", "red", ""]),
        ("rect{fill:url(#x);stroke}", ["url(#x)"] * 3),
    ],
)
def test_rules_for_tags_classes_ids_attributes_and_what_they_stand_in_are_followed(sheet: str, expected: list[str]) -> None:
    assert fills(sheet) == expected


@pytest.mark.parametrize(
    ("sheet", "left_out"),
    [
        ("@media print{rect{fill:red}}", ["@media"]),
        ("rect:hover{fill:red}", ["rect:hover"]),
        ("rect:not(.a){fill:red}", ["rect:not(.a)"]),
        ("g + rect{fill:red}", ["g + rect"]),
        ("a b c d e rect{fill:red}", ["a b c d e rect"]),
        ("svg|rect{fill:red}", ["svg|rect"]),
        ("rect", ["a rule that never ends"]),
    ],
)
def test_what_is_not_followed_is_named(sheet: str, left_out: list[str]) -> None:
    sheets = StyleSheets(drawn(sheet))
    assert [each.selectors for each in sheets.unfollowed] == [left_out]
    assert fills(sheet) == ["", "", ""]


def test_what_an_element_says_itself_is_stronger_than_a_rule() -> None:
    root = drawn("rect{fill:red;stroke:blue}", '<rect style="fill:green"/>')
    StyleSheets(root).write_into_elements()
    (rect,) = (each for each in root.walk() if each.tag == "rect")
    assert (rect.style("fill"), rect.style("stroke")) == ("green", "blue")


def test_the_colour_of_a_class_is_that_of_the_rules_for_it_alone() -> None:
    assert StyleSheets(drawn(".a{fill:red} .b,.c{fill:blue} rect.b{fill:green} .a{fill:black}")).of_classes("fill") == {
        "a": "black",
        "b": "blue",
        "c": "blue",
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    "text", [".abc " * 40_000, ",".join([".b"] * 60_000) + "{fill:red}", "a{" * 100_000, "(" * 200_000, "rect{fill:" + "(" * 90_000]
)
def test_a_sheet_made_to_cost_much_is_read_in_part_and_that_is_reported(text: str) -> None:
    assert StyleSheets(drawn(text)).unfollowed


def test_rules_times_elements_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(style_sheet, "MOST_TESTS", 7)
    sheets = StyleSheets(root := drawn("rect{fill:red} rect{fill:blue} rect{fill:green}"))
    assert not sheets.is_whole
    assert {sheets.declarations(each)["fill"] for each in root.walk() if each.tag == "rect"} == {"blue"}
    assert StyleSheets(drawn("rect{fill:red}")).is_whole


def test_style_blocks_are_bounded_all_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(style_sheet, "LONGEST_SHEETS", 20)
    root = drawn("rect{fill:red}", "<style>rect{fill:blue}</style><rect/>")
    sheets = StyleSheets(root)
    assert [each.too_long for each in sheets.unfollowed] == [True]
    assert [sheets.declarations(each)["fill"] for each in root.walk() if each.tag == "rect"] == ["red"]


def test_functions_that_choose_a_colour_are_followed_and_circles_end() -> None:
    svg = b"""<svg xmlns="http://www.w3.org/2000/svg"><style>
    :root{--sea:#abcdef;--one:var(--other);--other:var(--one)} .a{fill:var(--sea)}</style>
    <path class="a"/><path fill="light-dark(rgb(1, 2, 3), #222)"/><path fill="var(--none, var(--sea))"/><path fill="var(--one)"/>
    <path fill="var(--none)"/></svg>"""
    root = read_xml(svg, "x.svg")
    StyleSheets(root).write_into_elements()
    fills = [each.style("fill") for each in root.children if each.tag == "path"]
    assert fills[:3] == ["#abcdef", "rgb(1, 2, 3)", "#abcdef"]
    assert fills[3].startswith("var(")
    assert fills[4] == ""
