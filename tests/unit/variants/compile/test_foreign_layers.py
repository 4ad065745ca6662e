"""Drawings made for godip and diplicity: coasts that are shapes among the provinces, and layers for where units and centres stand."""

from __future__ import annotations

from adjudicator.board import Terrain
from tests.unit.variants.compile.small_drawings import HEAD, compiled
from variants.compile.neighbours import propose

SVG = f"""{HEAD}
<style>@font-face {{ font-family: x; src: url("data:font/woff;base64,AAAA") }} .sea {{ fill: #8ac }}</style>
<g id="background"><rect width="400" height="300" fill="#eee"/></g>
<g id="provinces" style="display:none">
  <path id="nor" class="sea" d="M0,0 H400 V100 H0 Z"/>
  <path id="sou" class="sea" d="M0,200 H400 V300 H0 Z"/>
  <path id="wes" fill="#fda" d="M0,100 H200 V200 H0 Z"/>
  <path id="xuy" fill="#fda" d="M200,120 H400 V180 H200 Z"/>
  <path id="xuy/nc" fill="#fda" d="M200,100 H400 V120 H200 Z"/>
  <path id="xuy/sc" fill="#fda" d="M200,180 H400 V200 H200 Z"/>
</g>
<g id="province-centers" style="display:none">
  <path id="wesCenter" d="M98,148 h4 v4 h-4 z"/><path id="xuyCenter" d="M298,148 h4 v4 h-4 z"/>
  <path id="xuy/ncCenter" d="M298,108 h4 v4 h-4 z"/><path id="xuy/scCenter" d="M298,188 h4 v4 h-4 z"/>
</g>
<g id="supply-centers"><circle id="path77" cx="40" cy="130" r="5"/></g>
</svg>"""


def test_coasts_are_shapes_of_their_province_and_their_steps_follow() -> None:
    found = propose(SVG.encode(), {})
    assert set(found.provinces) == {"NOR", "SOU", "WES", "XUY"}
    xuy = found.provinces["XUY"]
    assert xuy.terrain is Terrain.COASTAL
    assert {coast: set(targets) for coast, targets in xuy.fleet.items()} == {"NC": {"NOR", "WES/NC"}, "SC": {"SOU", "WES/SC"}}
    assert found.provinces["NOR"].terrain is Terrain.SEA


def test_centres_are_places_by_name_and_supply_marks_by_where_they_lie() -> None:
    board = compiled(SVG, names=False).board
    assert board is not None
    assert board.provinces["WES"].units[""] == (100.0, 150.0)
    assert board.provinces["XUY"].units["NC"] == (300.0, 110.0)
    assert board.provinces["XUY"].units["SC"] == (300.0, 190.0)
    assert board.provinces["WES"].supply == (40.0, 130.0)
    assert propose(SVG.encode(), {}).provinces["WES"].centre


def test_the_land_and_its_coasts_are_one_shape() -> None:
    board = compiled(SVG, names=False).board
    assert board is not None
    assert board.provinces["XUY"].bounds == (200.0, 100.0, 400.0, 200.0)
