"""Land and sea are proposed from what a drawing shows, each with its reason; where nothing tells, nothing is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.session.errors import Abort
from tests.unit.app.commands.fake_services import Desk
from tests.unit.variants.compile.bare_drawings import LAND, MIDDLES, PLAIN_HEAD, WATER, paths
from tests.unit.variants.compile.small_drawings import HEAD, drawing
from variants.compile.bare_drawing import give_codes
from variants.compile.neighbours import propose

SHAPES = """
  <path id="sea" {sea} d="M0,0 H400 V100 H0 Z"/>
  <path id="eas" {land} d="M200,100 H400 V300 H200 Z"/>
  <path id="wes" {land} d="M0,100 H200 V300 H0 Z"/>
"""


def grounds(sea: str, land: str, more: str = "") -> dict[str, tuple[bool | None, str]]:
    svg = drawing(SHAPES.format(sea=sea, land=land), more)
    return {code: (each.is_water, each.reason) for code, each in propose(svg.encode(), {}).grounds.items()}


def test_blue_is_water_where_not_all_is_blue() -> None:
    assert grounds('fill="#c5dfea"', 'fill="#f5deb3"') == {
        "SEA": (True, "it is painted blue"),
        "EAS": (False, "it is not painted blue, and others are"),
        "WES": (False, "it is not painted blue, and others are"),
    }


def test_classes_and_colours_of_style_sheets_count() -> None:
    sheet = "<style>.w { fill: lightblue } .g { fill: tan }</style>"
    assert grounds('class="w"', 'class="g" fill="#f5deb3"', sheet)["SEA"] == (True, "it is painted blue")
    assert grounds('class="water"', 'class="nopower"')["SEA"] == (True, "it is of the class water")
    assert grounds('class="water"', 'class="nopower"')["WES"] == (False, "it is of the class nopower")


def test_layers_and_names_count_before_colours() -> None:
    svg = f"""{HEAD}<g inkscape:label="provinces"><g inkscape:label="sea tiles"><path id="aaa" fill="tan" d="M0,0 H400 V100 H0 Z"/></g>
    <path id="bbb" data-name="Gulf of Lions" fill="tan" d="M0,100 H400 V200 H0 Z"/><path id="ccc" d="M0,200 H400 V300 H0 Z"/></g></svg>"""
    found = propose(svg.encode(), {}).grounds
    assert (found["AAA"].is_water, found["AAA"].reason) == (True, "it is in sea tiles")
    assert (found["BBB"].is_water, found["BBB"].reason) == (True, "its name is Gulf of Lions")
    assert found["CCC"].is_water is False


def test_what_nothing_tells_is_asked_and_not_written(tmp_path: Path) -> None:
    (tmp_path / "variant.toml").write_text('format = 1\nid = "x"\nname = "X"\n\n[maps.main]\nname = "X"\nfile = "x.svg"\n')
    middle = '<path id="mid" d="M100,100 H300 V200 H100 Z"/>'
    (tmp_path / "x.svg").write_text(drawing(middle, ""))
    before = (tmp_path / "variant.toml").read_text()
    with pytest.raises(Abort, match="Nothing tells whether MID is land or sea"):
        Desk(game=False).run(f"neighbours '{tmp_path}' --write")
    assert (tmp_path / "variant.toml").read_text() == before
    (tmp_path / "x.svg").write_text(drawing(middle.replace("/>", ' data-type="land"/>'), ""))
    Desk(game=False).run(f"neighbours '{tmp_path}' --write")
    assert '[provinces.MID]\nname = "Mid"\nterrain = "inland"' in (tmp_path / "variant.toml").read_text()


def test_a_province_that_stands_in_the_file_gets_the_keys_it_lacks(tmp_path: Path) -> None:
    start = 'format = 1\nid = "x"\nname = "X"\n\n[maps.main]\nname = "X"\nfile = "x.svg"\n\n[provinces.EAS]  # mine\ncentre = true\n'
    (tmp_path / "variant.toml").write_text(start)
    label = '<g inkscape:label="labels"><text inkscape:label="eas" x="300" y="200">East Anglia</text></g>'
    (tmp_path / "x.svg").write_text(drawing(SHAPES.format(sea='fill="#c5dfea"', land='fill="#f5deb3"'), label))
    said = Desk(game=False).run(f"neighbours '{tmp_path}' --write")
    assert "SEA is taken for sea: it is painted blue" in said
    text = (tmp_path / "variant.toml").read_text()
    assert (
        '[provinces.EAS]  # mine\ncentre = true\nname = "East Anglia"\nterrain = "coastal"\narmy = ["WES"]\nfleet = ["SEA", "WES"]\n'
        in text
    )
    assert "has its neighbours already" in Desk(game=False).run(f"neighbours '{tmp_path}' --write")


WAVES = '<path d="M0,5 q2.5,-3 5,0 t5,0" fill="none" stroke="{}"/>'
SERVERS = {
    "a pattern on blue": '<pattern id="p" width="10" height="10"><rect width="10" height="10" fill="#bcd9ea"/>'
    + WAVES.format("#6a9")
    + "</pattern>",
    "a pattern of blue lines": f'<pattern id="p" width="10" height="10">{WAVES.format("#4a7fb5")}</pattern>',
    "a pattern of blue lines on white": f'<pattern id="p"><rect width="9" height="9" fill="#fff"/>{WAVES.format("#4a7fb5")}</pattern>',
    "a pattern that takes its parts from another": '<pattern id="q"><rect width="9" height="9" style="fill:#bcd9ea"/></pattern>'
    '<pattern id="p" href="#q"/>',
    "a gradient": '<linearGradient id="p"><stop stop-color="#bcd9ea"/><stop offset="1" style="stop-color:#88b4d8"/></linearGradient>',
    "a gradient that takes its stops from another": '<linearGradient id="q"><stop stop-color="#bcd9ea"/></linearGradient>'
    '<radialGradient id="p" href="#q"/>',
}


def filled(server: str, style: str) -> list[tuple[str, bool | None, bool]]:
    """Number, water and impassable of each shape, where those with *style* are filled by a pattern or gradient with the id ``p``."""
    lines = paths().replace(style, "fill:url(#p);stroke:#443")
    found = give_codes(f"{PLAIN_HEAD}<defs>{server}</defs>{lines}</svg>".encode(), "x.svg")
    return [(each.code, found.grounds[each.code].is_water, each.code in found.closed) for each in found.shapes]


@pytest.mark.parametrize("name", SERVERS)
def test_a_pattern_or_a_gradient_that_is_blue_is_water(name: str) -> None:
    seas = filled(SERVERS[name], WATER)
    assert [each[1:] for each in seas] == [(True, False)] * 3 + [(False, False)] * 7


def test_hatching_on_other_ground_is_impassable_and_a_gradient_of_land_is_land() -> None:
    hatched = f'<pattern id="p" width="4" height="4"><rect width="4" height="4" fill="#ddd"/>{WAVES.format("#555")}</pattern>'
    gradient = '<linearGradient id="p"><stop stop-color="#e8dcb8"/><stop offset="1" stop-color="#d8c890"/></linearGradient>'
    for server, is_closed in ((hatched, True), (gradient, False)):
        lines = paths().replace(f'id="path16" style="{LAND}"', 'id="path16" style="fill:url(#p)"')
        found = give_codes(f"{PLAIN_HEAD}<defs>{server}</defs>{lines}</svg>".encode(), "x.svg")
        assert [found.grounds[each.code].is_water for each in found.shapes] == [True] * 3 + [False] * 7
        assert found.closed == ({found.shapes[6].code} if is_closed else set())


def test_water_by_a_pattern_is_found_in_a_drawing_with_codes_as_well() -> None:
    pattern = f"<defs>{SERVERS['a pattern on blue']}</defs>"
    found = grounds('fill="url(#p)"', 'fill="#f5deb3"', pattern)
    assert {code: is_water for code, (is_water, _) in found.items()} == {"SEA": True, "EAS": False, "WES": False}


TEAL = "fill:#5fb0a5;stroke:#443"
STAYS = frozenset(("Gale", "Kelp Sound", "South Reach"))


def teal_power(marks: str, style: str = TEAL) -> dict[str, bool | None]:
    """True for water, by place, on a board without names: what lies below is a power's, the other lands are those of two more."""
    colours = {"Arden": "#c23b22", "Brack": "#c23b22", "Fenwick": "#e3c04c", "Corrin": "#e3c04c"}
    lines = []
    for line, name in zip(paths().split("\n"), MIDDLES, strict=True):
        own = line.replace(LAND, TEAL).replace(WATER, style) if name in STAYS else line
        lines.append(own.replace(LAND, f"fill:{colours.get(name, '#e8dcb8')}"))
    found = give_codes(f"{PLAIN_HEAD}{''.join(lines)}{marks}</svg>".encode(), "x.svg")
    return {name: found.grounds[each.code].is_water for each, name in zip(found.shapes, MIDDLES, strict=True)}


def at_middles(mark: str, names: tuple[str, ...]) -> str:
    return "".join(mark.format(x=MIDDLES[name][0], y=MIDDLES[name][1], colour=TEAL[5:12] if name in STAYS else "#c23b22") for name in names)


MARKS = {
    "centres": '<circle cx="{x}" cy="{y}" r="6" fill="#fff" stroke="#000"/>',
    "armies": '<text x="{x}" y="{y}" font-size="16">A</text>',
    "pieces in the colour of their land": '<rect x="{x}" y="{y}" width="14" height="9" fill="{colour}" stroke="#000"/>',
    "stars that are typed": '<text x="{x}" y="{y}" font-size="16">★</text>',
}


@pytest.mark.parametrize("kind", MARKS)
def test_blue_land_on_which_centres_or_units_of_powers_stand_is_no_sea(kind: str) -> None:
    there = ("Arden", "Brack", "Gale", "Kelp Sound", "South Reach")
    water = teal_power(at_middles(MARKS[kind], there))
    assert water == {name: name == "Outer Sea" for name in MIDDLES}


def test_ships_and_whales_make_no_land_of_the_seas_that_they_stand_on() -> None:
    marks = at_middles('<path d="M{x},{y} h14 l-4,8 h-6 z" fill="#444"/>', ("Outer Sea", "South Reach", "Kelp Sound"))
    water = teal_power(marks, WATER)
    assert [name for name, is_water in water.items() if is_water] == ["Outer Sea", "Kelp Sound", "South Reach"]
