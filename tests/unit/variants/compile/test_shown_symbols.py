"""Boards that lie in symbols, or in groups among the definitions, and are shown by ``<use>``."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from app.board_editor.beginning import look_at
from app.board_editor.reviewing import find_place, look_through
from tests.quick import each_nth
from tests.unit.app.commands.fake_services import Desk
from variants.compile.bare_drawing import give_codes

PLACES = {"Westland": ("#e9dfc0", 0), "Eastland": ("#e9dfc0", 150), "Amber Sea": ("#a6cbe3", 300), "Moor": ("#e9dfc0", 450)}
KINDS = {"Westland": "inland", "Eastland": "coastal", "Amber Sea": "sea", "Moor": "coastal"}


def shape(name: str, identity: str) -> str:
    fill, x = PLACES[name]
    return f'<path id="{identity}" fill="{fill}" d="M{x},0 h150 v400 h-150 Z" />'


NAMED = "".join(shape(name, name.replace(" ", "_")) for name in PLACES)
BARE = "".join(shape(name, f"path{at}") for at, name in enumerate(PLACES))
TEXTS = "".join(f'<text x="{x + 75}" y="200" text-anchor="middle" font-size="14">{name}</text>' for name, (_, x) in PLACES.items())
BOX = 'viewBox="0 0 600 400"'
ROOM = 'x="20" y="20" width="600" height="400"'
SINGLE = "".join(f'<symbol id="{name.replace(" ", "_")}" {BOX}>{shape(name, f"path{at}")}</symbol>' for at, name in enumerate(PLACES))
SINGLE_USES = "".join(f'<use xlink:href="#{name.replace(" ", "_")}" {ROOM}/>' for name in PLACES)
LANDS = "".join(shape(name, name) for name in PLACES if name != "Amber Sea")
DRAWINGS = {
    "one symbol with names": f'<defs><symbol id="board" {BOX}>{NAMED}</symbol></defs><use xlink:href="#board" {ROOM} />',
    "one symbol with a title, texts outside": (
        f'<defs><symbol id="board"><title>Karn</title>{BARE}</symbol></defs><use xlink:href="#board" {ROOM}/>'
        f'<g transform="translate(20,20)">{TEXTS}</g>'
    ),
    "one symbol that is half as large": (
        f'<symbol id="board" viewBox="0 0 300 200"><g transform="scale(.5)">{BARE}{TEXTS}</g></symbol><use xlink:href="#board" {ROOM}/>'
    ),
    "a group among the definitions": (
        f'<defs><g id="board" transform="scale(.5)">{BARE}{TEXTS}</g></defs><g transform="translate(20,20)">'
        '<use xlink:href="#board" transform="scale(2)" style="stroke:#333"/></g>'
    ),
    "a symbol and its shadow": (
        f'<defs><symbol id="Karn" {BOX}>{BARE}{TEXTS}</symbol></defs><use xlink:href="#Karn" fill="#000" opacity=".3" x="24" y="24" '
        f'width="600" height="400"/><use xlink:href="#Karn" {ROOM}/>'
    ),
    "a symbol of the land and one of the sea": (
        f'<defs><symbol id="land" {BOX}>{LANDS}</symbol><symbol id="sea" {BOX}>{shape("Amber Sea", "Amber_Sea")}</symbol></defs>'
        f'<use xlink:href="#sea" {ROOM}/><use xlink:href="#land" {ROOM}/>'
    ),
    "a symbol for each province": f"<defs>{SINGLE}</defs>{SINGLE_USES}",
    "symbols in a symbol": f'<use xlink:href="#all"/><defs>{SINGLE}<symbol id="all">{SINGLE_USES}</symbol></defs>',
    "a symbol that shows another one": (
        f'<symbol id="all"><use xlink:href="#inner"/></symbol><symbol id="inner">{BARE}</symbol><use xlink:href="#all" x="20" y="20">'
        f'<title>Board</title></use><g transform="translate(20,20)">{TEXTS}</g>'
    ),
}  # fmt: skip


def drawing(inside: str) -> bytes:
    head = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 640 440">'
    return f"{head}\n{inside}\n</svg>\n".encode()


@pytest.mark.slow
@each_nth(9, "manner", DRAWINGS)
def test_shapes_in_a_symbol_are_provinces_of_their_own_where_it_is_shown(manner: str, tmp_path: Path) -> None:
    found = look_at(drawing(DRAWINGS[manner]), "karn.svg")
    assert {each.name: each.terrain.value for each in found.provinces if each.terrain is not None} == KINDS
    assert {each.name: each.at for each in found.coded.shapes} == {
        name: pytest.approx((x + 95, 220), abs=1) for name, (_, x) in PLACES.items()
    }
    file = tmp_path / "karn" / "karn.svg"
    file.parent.mkdir()
    file.write_bytes(drawing(DRAWINGS[manner]))
    desk = Desk(game=False)
    desk.run(f"begin-variant {file} Karn --write")
    faults = look_through(desk.session, find_place(desk.session, file.parent)).faults
    assert [str(each) for each in faults if each.source == "karn.svg"] == []


def test_a_symbol_of_a_mark_stays_one() -> None:
    star = '<symbol id="star" viewBox="0 0 9 9"><path id="a" d="M0,0 H9 V9 Z"/><path id="b" d="M0,0 V9 H9 Z"/><circle r="4"/></symbol>'
    uses = "".join(f'<use xlink:href="#star" x="{x + 90}" y="300" width="9" height="9"/>' for _, x in PLACES.values() if x != 300)
    svg = drawing(f'<defs>{star}</defs><g transform="translate(20,20)">{BARE}{TEXTS}</g>{uses}')
    found = look_at(svg, "karn.svg")
    assert {each.name for each in found.provinces if each.centre} == {"Westland", "Eastland", "Moor"}
    assert b"<symbol" in give_codes(svg, "karn.svg").content


def test_islands_in_a_symbol_are_one_province() -> None:
    isles = "".join(f'<path fill="#e9dfc0" d="M{330 + x},{y} h20 v20 h-20 Z"/>' for x, y in ((0, 100), (80, 100), (40, 300)))
    svg = drawing(f'<defs><symbol id="The_Isles">{isles}</symbol></defs><g>{NAMED}</g><use xlink:href="#The_Isles"/>')
    assert {each.name for each in look_at(svg, "karn.svg").provinces} == {*PLACES, "The Isles"}


@pytest.mark.slow
def test_symbols_that_show_one_another_a_million_times_take_no_time() -> None:
    rows = "".join(f'<symbol id="s{at}">{f"""<use xlink:href="#s{at + 1}"/>""" * 10}</symbol>' for at in range(9))
    circle = '<symbol id="a"><use xlink:href="#b"/></symbol><symbol id="b"><use xlink:href="#a"/></symbol>'
    uses = '<use xlink:href="#s0"/><use xlink:href="#a"/>' + "".join(f'<use xlink:href="#s{at % 9}"/>' for at in range(500))
    start = time.process_time()
    look_at(drawing(f'<defs>{rows}<symbol id="s9">{NAMED}</symbol>{circle}</defs>{NAMED}{uses}'), "karn.svg")
    assert time.process_time() - start < 10
