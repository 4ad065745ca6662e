"""Names of shapes without codes, and the labels that are written into the drawing for them."""

from __future__ import annotations

import gzip
import tomllib

import pytest

from app.board_editor.beginning import Answers, CannotBeginError, begun, look_at
from tests.quick import each_nth
from tests.unit.variants.compile.bare_drawings import (
    LAND,
    MIDDLES,
    PLAIN_HEAD,
    SHAPES,
    WATER,
    in_layers,
    in_one_heap,
    paths,
    texts,
    without_texts,
)
from variants.compile.bare_drawing import WHOLE, CodedDrawing, give_codes
from variants.compile.neighbours import propose
from variants.fault import VariantError

CODES = ["OUT", "KEL", "SOU", "ARD", "BRA", "COR", "DUN", "ELM", "FEN", "GAL"]


def coded(svg: str, layer: str = "", **more: dict[str, str]) -> CodedDrawing:
    return give_codes(svg.encode(), "isle.svg", layer, more.get("codes", {}), more.get("names", {}))


def test_texts_over_shapes_become_names_and_codes_follow_from_them() -> None:
    found = coded(in_layers())
    assert [each.code for each in found.shapes] == CODES
    assert found.names["OUT"] == "Outer Sea"
    assert {each.why for each in found.shapes} == {"the text over it"}
    assert [(each.name, each.shapes) for each in found.layers] == [("Layer 1", 10)]


def test_only_labels_are_written_and_every_other_byte_stays() -> None:
    before, after = in_layers(), coded(in_layers()).content.decode()
    for code in CODES:
        assert after.count(f' inkscape:label="{code.lower()}"') == 2, "the shape and its name"
        after = after.replace(f' inkscape:label="{code.lower()}"', "")
    assert (
        after.replace('inkscape:label="provinces"', 'inkscape:label="Layer 1"').replace(
            'inkscape:label="labels"', 'inkscape:label="Layer 2"'
        )
        == before
    )


def test_shapes_in_no_layer_come_into_one_and_the_texts_among_them_into_another() -> None:
    found = coded(in_one_heap())
    assert found.layer == WHOLE
    after = found.content.decode()
    assert 'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"' in after
    assert (
        after.index('inkscape:label="provinces"') < after.index("path10") < after.index("path19") < after.index('inkscape:label="labels"')
    )
    assert after.index('inkscape:label="labels"') < after.index("text10")
    proposal = propose(found.content, {}, "isle.svg")
    assert proposal.faults == ()
    assert set(proposal.provinces) == set(CODES)
    assert proposal.provinces["FEN"].name == "Fenwick"


def test_nothing_but_shapes_are_numbered_from_the_top() -> None:
    found = coded(without_texts())
    assert sorted(each.code for each in found.shapes) == [f"P{number:02}" for number in range(1, 11)]
    assert {each.why for each in found.shapes} == {"nothing names it"}
    by_name = {each.name: each.at for each in found.shapes}
    assert by_name["Province 2"][1] < by_name["Province 9"][1]


def test_the_layer_is_the_likeliest_one_or_the_one_that_is_named() -> None:
    more = in_layers().replace(
        "<!-- mine -->",
        '<g inkscape:groupmode="layer" inkscape:label="Hills"><path d="M300,300 h40 v40 h-40 z"/><path d="M500,300 h40 v40 h-40 z"/></g>',
    )
    assert coded(more).layer == "Layer 1"
    assert [each.name for each in coded(more).layers] == ["Hills", "Layer 1"]
    assert len(coded(more, "hills").shapes) == 2
    with pytest.raises(VariantError, match=r"there is no layer 'Woods' with shapes.*one of Hills, Layer 1"):
        coded(more, "Woods")


def test_codes_and_names_are_retyped_before_anything_is_written() -> None:
    found = coded(in_layers(), codes={"OUT": "ots", "GAL": "GIS"}, names={"GAL": "Gale Isle"})
    assert found.names["OTS"] == "Outer Sea"
    assert found.names["GIS"] == "Gale Isle"
    assert b'inkscape:label="gis"' in found.content
    with pytest.raises(VariantError, match="Outer Sea and Arden both have the code ARD"):
        coded(in_layers(), codes={"OUT": "ARD"})
    with pytest.raises(VariantError, match="'9' cannot be a code"):
        coded(in_layers(), codes={"OUT": "9"})


def test_a_label_in_words_stays_and_the_code_stands_beside_it() -> None:
    svg = without_texts().replace('id="path13"', 'id="path13" inkscape:label="Isle of Arden"')
    found = coded(svg)
    assert found.names["ISL"] == "Isle of Arden"
    assert 'inkscape:label="Isle of Arden"' in found.content.decode()
    assert 'data-province="isl"' in found.content.decode()


def test_capitals_over_a_shape_are_its_code() -> None:
    svg = in_layers().replace(">Arden<", ">ADN<").replace(">BRACK<", ">Brack<")
    found = coded(svg)
    assert found.names["ADN"] == "Adn"


def test_a_drawing_that_has_its_codes_is_left_as_it_is() -> None:
    once = coded(in_layers()).content
    again = give_codes(once, "isle.svg")
    assert again.content == once
    assert again.names == coded(in_layers()).names


def test_texts_over_no_shape_are_reported() -> None:
    svg = in_one_heap().replace("</svg>", '<text x="2000" y="50">Legend</text></svg>')
    assert coded(svg).idle == ("Legend",)


def test_a_text_that_was_moved_with_its_group_stays_in_its_place() -> None:
    svg = f'{PLAIN_HEAD}<g id="all" transform="translate(10,20)">{paths()}{texts()}</g></svg>'
    found = coded(svg)
    assert [each.code for each in found.shapes] == CODES
    drawn = propose(found.content, {}, "isle.svg")
    assert drawn.faults == ()
    assert 'transform="matrix(1,0,0,1,10,20)"' in found.content.decode()


def test_a_compressed_drawing_is_written_back_compressed() -> None:
    packed = gzip.compress(in_layers().encode())
    found = give_codes(packed, "isle.svgz")
    assert gzip.decompress(found.content) == coded(in_layers()).content


@pytest.mark.parametrize(
    ("svg", "says"),
    [
        ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>', "the drawing has no closed shape"),
        ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><image/></svg>', "the drawing is a picture without shapes"),
        ("nonsense", "this is no XML"),
    ],
)
def test_a_drawing_without_shapes_says_what_it_needs(svg: str, says: str) -> None:
    with pytest.raises(VariantError, match=says):
        coded(svg)


def exchanged(first: str, second: str) -> bytes:
    """The drawing with labels on the shapes of Arden and Brack, whose texts stand over the other."""
    svg = (
        in_layers()
        .replace('id="path13"', f'id="path13" inkscape:label="{first}"')
        .replace('id="path14"', f'id="path14" inkscape:label="{second}"')
    )
    return svg.encode()


@pytest.mark.slow
@each_nth(2, "labels", [("Brack", "Arden"), ("bra", "ard")])
def test_labels_and_texts_that_are_exchanged_are_a_question(labels: tuple[str, str]) -> None:
    svg = exchanged(*labels)
    assert give_codes(svg, "isle.svg").exchanged == (("Arden", "Brack"),)
    with pytest.raises(CannotBeginError, match="exchanged"):
        begun(svg, "isle.svg", "isle", "Isle")
    at = {}
    for source in ("texts", "labels"):
        found = look_at(svg, "isle.svg", Answers(names_from=source))
        assert found.exchanged == ()
        at[source] = {
            each.name: found.coded.shapes[number].at for number, each in enumerate(found.coded.shapes) if each.name in ("Arden", "Brack")
        }
        assert begun(svg, "isle.svg", "isle", "Isle", Answers(names_from=source))
    assert at["texts"]["Arden"] == at["labels"]["Brack"]
    assert at["texts"]["Brack"] == at["labels"]["Arden"]


def test_labels_that_say_what_the_texts_say_are_no_question() -> None:
    assert give_codes(exchanged("Arden", "Brack"), "isle.svg").exchanged == ()
    assert give_codes(exchanged("Brack", "Corrin"), "isle.svg").exchanged == ()


def test_a_group_named_by_a_letter_is_as_many_provinces_as_names_stand_in_it() -> None:
    shapes = paths().split("\n")
    letter = f'<g id="A">{"".join(shapes[3:6])}</g>'
    svg = f"{PLAIN_HEAD}{''.join(shapes[:3])}{letter}{''.join(shapes[6:])}{texts()}</svg>"
    assert {each.name for each in coded(svg).shapes} == set(MIDDLES)


def test_a_group_named_by_a_letter_with_one_name_is_one_province() -> None:
    shapes = paths().split("\n")
    letter = f'<g id="A">{"".join(shapes[3:5])}</g>'
    lone = "\n".join(line for line in texts().split("\n") if ">Brack<" not in line)
    names = [each.name for each in coded(f"{PLAIN_HEAD}{''.join(shapes[:3])}{letter}{''.join(shapes[5:])}{lone}</svg>").shapes]
    assert len(names) == len(MIDDLES) - 1


@pytest.mark.slow
@pytest.mark.parametrize("group", ['<g id="Legend">', '<g class="legend">', "<g>"])
def test_the_words_beside_the_samples_of_an_open_legend_name_powers_and_no_sea(group: str) -> None:
    colours = {"Arden": "#c23b22", "Gale": "#2a6f4e"}
    shapes = "\n".join(
        line.replace(LAND, f"fill:{colours[name]};stroke:#443") if name in colours else line
        for line, (name, _, _) in zip(paths().split("\n"), SHAPES, strict=True)
    )
    samples = "".join(
        f'<rect x="20" y="{600 + 30 * at}" width="18" height="18" fill="{colour}"/><text x="46" y="{614 + 30 * at}">{power}</text>'
        for at, (power, colour) in enumerate(zip(("Northrealm", "Southrealm"), colours.values(), strict=True))
    )
    centres = "".join(f'<circle class="sc" cx="{x}" cy="{y}" r="5"/>' for x, y in ((330, 240), (700, 500), (500, 240)))
    svg = f'{PLAIN_HEAD}<g id="map">{shapes}</g>{texts()}<g id="Supply centres">{centres}</g>{group}{samples}</g></svg>'
    made = tomllib.loads(begun(svg.encode(), "x.svg", "x", "X", Answers())["variant.toml"].decode())
    assert {each["name"] for each in made["provinces"].values()} == set(MIDDLES)
    assert {power["name"]: power["home"] for power in made["powers"].values()} == {"Northrealm": ["ARD"], "Southrealm": ["GAL"]}


def test_a_shape_that_is_drawn_twice_ground_and_border_is_one_province() -> None:
    drawn = "".join(
        f"<g>{line}{line.replace('path id=', 'path data-of=').replace(LAND, 'fill:none').replace(WATER, 'fill:none')}</g>"
        for line in paths().split("\n")
    )
    found = coded(f"{PLAIN_HEAD}{drawn}{texts()}</svg>")
    assert sorted(each.name for each in found.shapes) == sorted(MIDDLES)
    begun(f"{PLAIN_HEAD}{drawn}{texts()}</svg>".encode(), "x.svg", "x", "X", Answers())


def described(texts_of: dict[str, str], *, in_groups: bool) -> str:
    """The shapes with a description each, and with a group for each kind of ground that has a name of its own."""
    shapes = [
        line.replace("/>", f"><desc>{texts_of.get(name, name)}</desc></path>")
        for line, (name, _, _) in zip(paths().split("\n"), SHAPES, strict=True)
    ]
    if not in_groups:
        return f"{PLAIN_HEAD}{''.join(shapes)}</svg>"
    parts = {"Waters": shapes[:3], "Red_Kingdom": shapes[3:6], "Blue_Republic": shapes[6:9], "Free_lands": shapes[9:]}
    return PLAIN_HEAD + "".join(f'<g id="{name}">{"".join(own)}</g>' for name, own in parts.items()) + "</svg>"


@pytest.mark.parametrize("in_groups", [False, True])
def test_the_description_of_a_shape_is_its_name_where_it_has_no_better(in_groups: bool) -> None:
    found = coded(described({}, in_groups=in_groups))
    assert [each.name for each in found.shapes] == list(MIDDLES)
    assert {each.why for each in found.shapes} == {"its description"}


def test_a_remark_or_a_kind_of_ground_in_a_description_is_no_name() -> None:
    remarks = {"Arden": "Created with a pen.", "Brack": "land", "Corrin": "x" * 90, "Kelp Sound": "Sea"}
    names = {each.name for each in coded(described(remarks, in_groups=False)).shapes}
    assert names & {*MIDDLES} == {*MIDDLES} - remarks.keys()
    assert not names & set(remarks.values())
    often = dict.fromkeys(("Arden", "Brack", "Corrin"), "Hills")
    assert "Hills" not in {each.name for each in coded(described(often, in_groups=False)).shapes}


def test_a_title_a_label_and_a_text_are_better_names_than_a_description() -> None:
    svg = described({"Arden": "Hilly", "Brack": "Sandy", "Corrin": "Muddy"}, in_groups=False)
    svg = svg.replace("<desc>Hilly</desc>", "<desc>Hilly</desc><title>Arden</title>").replace('id="path14"', 'id="Brack"')
    svg = svg.replace("</svg>", '<text x="300" y="350">Corrin</text></svg>')
    assert [each.name for each in coded(svg).shapes] == list(MIDDLES)


@pytest.mark.parametrize("head", ["<g>", '<g id="provinces">'])
def test_the_name_of_a_group_with_several_provinces_is_no_province(head: str) -> None:
    """The groups of two powers have their lands, each with a name of its own or with none at all."""
    shapes = [
        line.replace(f'id="path{at}"', f'id="{name}"') for at, (line, name) in enumerate(zip(paths().split("\n"), MIDDLES, strict=True), 10)
    ]
    for own in (shapes,) if "provinces" in head else (shapes, paths().split("\n")):
        groups = f'<g id="Red_Kingdom">{"".join(own[3:6])}</g><g id="Blue_Republic">{"".join(own[6:])}</g>'
        found = coded(f"{PLAIN_HEAD}{head}{''.join(own[:3])}{groups}</g></svg>")
        assert len(found.shapes) == len(SHAPES)
        assert not {"Red Kingdom", "Blue Republic"} & {each.name for each in found.shapes}


def in_one_text(parts: str) -> str:
    """The shapes without a name but those in one text, an anchor for letters in the middle of each."""
    return f'{PLAIN_HEAD}{paths()}<text font-size="20" text-anchor="middle">{parts}</text></svg>'


@pytest.mark.parametrize("form", ["one", "nested", "first words of the text itself", "names in lines"])
def test_parts_of_a_text_that_stand_far_apart_are_names_of_their_own(form: str) -> None:
    parts = [f'<tspan x="{x}" y="{y}">{name}</tspan>' for name, (x, y) in MIDDLES.items()]
    svg = in_one_text("".join(parts))
    if form == "nested":
        svg = in_one_text("".join(f"<tspan>{each}</tspan>" for each in parts))
    elif form == "first words of the text itself":
        svg = svg.replace('middle"><tspan x="100" y="60">Outer Sea</tspan>', 'middle" x="100" y="60">Outer Sea')
    elif form == "names in lines":
        rows = ("".join(f'<tspan x="{x}" y="{y + 24 * at}">{w}</tspan>' for at, w in enumerate(n.split())) for n, (x, y) in MIDDLES.items())
        svg = in_one_text("".join(rows))
    found = coded(svg)
    assert [each.name for each in found.shapes] == list(MIDDLES)
    assert {each.why for each in found.shapes} == {"the text over it"}
    begun(svg.encode(), "x.svg", "x", "X", Answers())
    texts_left = found.content.decode()
    assert texts_left.count("<text") == texts_left.count("</text>") == 1


@pytest.mark.parametrize(
    ("parts", "name"),
    [
        ('<tspan x="300" y="190">Upper</tspan><tspan x="300" y="214">Arden</tspan>', "Upper Arden"),
        ('<tspan x="300" y="190">Upper</tspan><tspan x="300" dy="1.2em">Arden</tspan>', "Upper Arden"),
        ('<tspan x="270" y="190">Upper</tspan><tspan x="335" y="190">Arden</tspan>', "Upper Arden"),
        ('<tspan x="270" y="190">Upper</tspan><tspan x="335">Arden</tspan>', "Upper Arden"),
        ('<tspan x="280" y="190">Ar</tspan><tspan x="302">den</tspan>', "Arden"),
        ('<tspan x="220" y="190">Arden</tspan><tspan x="500">Brack</tspan>', "Arden"),
    ],
)
def test_lines_and_words_of_one_name_stay_together(parts: str, name: str) -> None:
    assert name in coded(in_one_text(parts)).names.values()


def test_units_that_are_parts_of_one_text_stand_each_in_its_province() -> None:
    letters = "".join(f'<tspan x="{MIDDLES[name][0]}" y="{MIDDLES[name][1] + 30}">A</tspan>' for name in ("Arden", "Brack", "Gale"))
    svg = in_one_heap().replace("</svg>", f'<text font-size="16">{letters}</text></svg>')
    assert coded(svg).units == {"ARD": "A", "BRA": "A", "GAL": "A"}
