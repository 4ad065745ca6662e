"""Packs of unit symbols: flattened, fitted, and every repair or omission reported."""

from __future__ import annotations

import gzip
import zipfile
from io import BytesIO

import pytest

from tests.fakes.symbol_packs import ALL, FIGURES, FLAGS, PAINTED, SILHOUETTES, WHEELS, drawing, manifest, pack, zipped
from tests.quick import few, one_by_one
from variants.importers import ImportedUnits, import_archive, import_board
from variants.source import MemorySource
from variants.unit_set import Body, UnitSet, UnitSymbol, read_unit_set

PLATE = '<rect x="-5" y="-5" width="10" height="10"/>'
FLEET = f'<symbol id="Fleet" viewBox="0 0 10 10">{PLATE}</symbol>'


def imported(files: dict[str, bytes]) -> ImportedUnits:
    result = import_board(MemorySource("testSymbols.zip", files))
    (units,) = result.units
    assert result.variants == ()
    return units


def read(units: ImportedUnits) -> UnitSet:
    found, faults = read_unit_set(units.id, "made.toml", units.content)
    assert faults == ()
    assert found is not None
    return found


def symbols(inside: str, style: str = "") -> tuple[UnitSymbol, str]:
    """The army that *inside* makes, and the report."""
    units = imported(pack(f'<symbol id="Army" viewBox="0 0 10 10">{inside}</symbol>{FLEET}', style))
    return read(units).kinds["A"], "\n".join(map(str, units.report))


def extent(symbol: UnitSymbol) -> tuple[float, float]:
    """Width and height of its outline."""
    points = [numbers for _, numbers in symbol.outline if numbers]
    across, down = [point[0] for point in points], [point[1] for point in points]
    assert max(across) == pytest.approx(-min(across), abs=0.002)
    assert max(down) == pytest.approx(-min(down), abs=0.002)
    return max(across) - min(across), max(down) - min(down)


def test_silhouettes_take_the_ink_of_the_power_on_a_plate_in_its_colour() -> None:
    units = imported(SILHOUETTES)
    made = read(units)
    assert (units.id, units.name, units.kinds) == ("silhouettes", "Silhouettes", ("A", "F", "W"))
    for symbol in made.kinds.values():
        assert symbol.body is None
        assert [part.ink for part in symbol.small] == ["glyph"]
        wide, high = extent(symbol)
        assert 1.9 < wide <= 2.31
        assert 1.0 < high <= 1.96
    report = "\n".join(map(str, units.report))
    assert "symbols.xml:3: the thumbnail 'symbols.gif': not opened" in report
    assert "<Army> a shadow under the symbol: left out" in report
    assert "DislodgedArmy is Army in another colour: left out" in report
    assert "SupplyCenter, BuildUnit: marks of centres, builds and orders: left out" in report


def test_darkened_parts_stay_see_through_and_what_lies_over_them_is_painted_again() -> None:
    army = read(imported(WHEELS)).kinds["A"]
    assert [(part.ink, part.opacity) for part in army.small] == [
        ("glyph", 1.0),
        ("glyph", 0.203),
        ("glyph", 0.45),
        ("face", 1.0),
        ("glyph", 1.0),
        ("glyph", 0.6),
    ]


def test_black_and_white_together_keep_their_colours() -> None:
    units = imported(FLAGS)
    assert [part.ink for part in read(units).kinds["A"].small] == ["#000000", "#ffffff", "#000000"]


def test_a_kind_without_a_symbol_is_left_to_the_usual_set_and_told() -> None:
    units = imported(FLAGS)
    assert units.kinds == ("A", "F")
    assert any(
        "the wing has no symbol that can be used: the one that comes with the program is drawn" in str(line) for line in units.report
    )


def test_a_dislodged_symbol_of_another_shape_is_kept_and_a_missing_one_told() -> None:
    units = imported(FIGURES)
    kinds = read(units).kinds
    lying = kinds["A"].dislodged
    assert lying is not None
    wide, high = extent(lying)
    assert wide > high
    assert kinds["F"].dislodged is None
    assert any("there is no symbol DislodgedFleet" in str(line) for line in units.report)


def test_gradients_have_their_mean_colour_and_classes_of_powers_follow_the_power() -> None:
    units = imported(PAINTED)
    army, fleet = read(units).kinds["A"], read(units).kinds["F"]
    assert [part.ink for part in army.small] == ["#ffffff", "#905010"]
    assert 0.25 < army.small[0].opacity < 0.35
    assert [part.ink for part in fleet.small] == ["#f5f0e0", "#804000"]
    report = "\n".join(map(str, units.report))
    assert "the style block colours .unitaustria, .unitfrance: powers keep the colours of their variant" in report
    assert "the gradient wood: drawn in its mean colour" in report


@pytest.mark.parametrize("name", few(ALL, next(iter(ALL))))
def test_packs_read_alike_in_any_letter_case_and_without_namespaces(name: str) -> None:
    plain = read(imported(ALL[name]))
    text = ALL[name]["symbols.svg"].decode()
    for old, new in (
        ("<symbol", "<s:SYMBOL"),
        ("</symbol", "</s:SYMBOL"),
        ("viewBox", "VIEWBOX"),
        ('id="Army"', 'ID="ARMY"'),
        ("<rect", "<RECT"),
    ):
        text = text.replace(old, new)
    text = text.replace(' xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"', "")
    other = {
        "SYMBOLS.XML": ALL[name]["symbols.xml"]
        .replace(b"svgURI", b"SVGURI")
        .replace(b"SYMBOLS n", b"Symbols n")
        .replace(b"/SYMBOLS", b"/Symbols"),
        "Symbols.svg": text.encode(),
    }
    assert read(imported(other)).kinds == plain.kinds


def test_percentages_transforms_and_nested_groups_come_to_the_same_as_plain_numbers() -> None:
    plain, _ = symbols('<rect x="2" y="4" width="6" height="3"/><circle cx="5" cy="5" r="1" fill="black"/>')
    shaped, _ = symbols(
        '<g transform="translate(5,5) scale(2)"><g transform="translate(-2.5 -2.5)">'
        '<rect x="10%" y="20%" width="30%" height="15%"/></g></g>'
        '<g fill="none" stroke="black"><path d="M5,5 m-1,0 a1,1 0 1,0 2,0 a1,1 0 1,0 -2,0" style="fill:#000;stroke:none"/></g>'
    )
    assert extent(plain) == pytest.approx(extent(shaped), abs=0.01)
    assert len(plain.small) == len(shaped.small) == 1


def test_used_symbols_are_fitted_into_their_room() -> None:
    helper = '<symbol id="dot" viewBox="0 0 2 1" preserveAspectRatio="{}"><rect width="2" height="1" fill="black"/></symbol>'
    for aspect, high in (("none", 6.0), ("xMidYMid meet", 3.0), ("", 3.0)):
        units = imported(
            pack(
                f'{helper.format(aspect)}<symbol id="Army" viewBox="0 0 10 10"><rect width="10" height="10"/>'
                f'<use xlink:href="#dot" x="2" y="2" width="6" height="6"/></symbol>{FLEET}'
            )
        )
        (dot,) = read(units).kinds["A"].small
        down = [numbers[1] for _, numbers in dot.path if numbers]
        size = extent(read(units).kinds["A"])[0]
        assert max(down) - min(down) == pytest.approx(high / 10 * size, abs=0.01)
        assert sum(down) == pytest.approx(0, abs=0.01)


def test_text_becomes_text() -> None:
    army, report = symbols(f'{PLATE}<text x="0" y="50%" font-size="8" text-anchor="middle" baseline-shift="2" fill="black">A</text>')
    assert [(part.text, part.ink) for part in army.small] == [("A", "glyph")]
    assert army.small[0].height == pytest.approx(0.8 * extent(army)[0], abs=0.01)
    assert "the text 'A': drawn in the program's own face" in report


def test_a_symbol_of_fixed_colours_gets_one_part_that_follows_the_power() -> None:
    army, report = symbols('<rect width="10" height="10" fill="#cccccc"/><rect x="3" y="3" width="4" height="4" fill="brown"/>')
    assert "its largest part takes the power's colour" in report
    assert [part.ink for part in army.small] == ["#a52a2a"]
    pieces = "".join(f'<rect x="{3 * at}" width="2" height="8" fill="{colour}"/>' for at, colour in enumerate(("red", "green", "gold")))
    army, report = symbols(pieces)
    assert "a disc in the power's colour is put under it" in report
    assert army.body is Body.DISC
    assert len(army.small) == 3


def test_scales_are_followed_within_bounds() -> None:
    scaling = (
        '<SCALING><SCALE symbolName="army" value="0.8"/><SCALE symbolName="Fleet" value="9"/>'
        '<SCALE symbolName="SupplyCenter" value="2"/></SCALING>'
    )
    files = pack(f'<symbol id="Army" viewBox="0 0 10 10">{PLATE}</symbol>{FLEET}', scaling=scaling)
    units = imported(files)
    army, fleet = (extent(read(units).kinds[letter])[0] for letter in "AF")
    assert army / fleet == pytest.approx(0.8 / 1.25, abs=0.01)
    report = "\n".join(map(str, units.report))
    assert "Fleet is scaled by 9: by 1.25" in report
    assert "the scale of SupplyCenter: left out" in report


def test_kinds_of_other_names_are_known_by_their_dislodged_twin() -> None:
    cavalry = f'<symbol id="Cavalry">{PLATE}</symbol><symbol id="DislodgedCavalry">{PLATE}</symbol><symbol id="Ornament">{PLATE}</symbol>'
    units = imported(pack(FLEET + cavalry))
    assert units.kinds == ("F", "C")
    assert any("Ornament: no unit of ours: left out" in str(line) for line in units.report)


def _element(name: str, svg: str) -> bytes:
    return b"<SYMBOLS " + manifest(name, svg).partition(b"<SYMBOLS ")[2]


def test_several_packs_of_one_archive_become_several_sets() -> None:
    files = {
        "a/symbols.xml": manifest("One"),
        "a/symbols.svg": drawing(FLEET),
        "b/symbols.xml": manifest("One"),
        "b/symbols.svg": drawing(FLEET),
    }
    both = b"<X>" + _element("Two", "a/symbols.svg") + _element("Three", "gone.svg") + b"</X>"
    result = import_archive("manySymbols.zip", zipped({**files, "c/Symbols.xml": both}))
    assert [(units.id, bool(units.content)) for units in result.units] == [("one", True), ("one-2", True), ("two", True), ("three", False)]
    assert "the drawing 'gone.svg' is not in the package" in str(result.errors[0])


def test_a_pack_without_its_description_is_taken_from_its_drawing() -> None:
    result = import_archive("shipsSymbols.zip", zipped({"symbols.svg": drawing(FLEET)}))
    assert [(units.id, units.kinds) for units in result.units] == [("ships", ("F",))]
    assert "there is no symbols.xml" in str(result.units[0].report[0])


@pytest.mark.parametrize("files", [{}, {"symbols.xml": manifest(svg="symbols.svgz")}, {"symbols.xml": manifest(svg="elsewhere.svg")}])
def test_a_compressed_drawing_of_symbols_is_read_named_or_not(files: dict[str, bytes]) -> None:
    result = import_archive("shipsSymbols.zip", zipped({**files, "symbols.svgz": gzip.compress(drawing(FLEET))}))
    assert [units.kinds for units in result.units] == [("F",)]


def test_a_picture_named_as_the_drawing_of_symbols_is_refused_by_name() -> None:
    result = import_archive("shipsSymbols.zip", zipped({"symbols.xml": manifest(svg="symbols.png"), "symbols.png": b"\x89PNG\r\n\x1a\n"}))
    assert "symbols.png is a picture of dots" in "\n".join(str(line) for units in result.units for line in units.report)
    assert not any(units.content for units in result.units)


@one_by_one(
    ("inside", "told"),
    [
        ('<image href="/etc/passwd"/>', "an image: images are not taken over"),
        ("<script>alert(1)</script>", "<script>: left out; nothing in a symbol is run"),
        ('<use xlink:href="http://x.example/#a"/>', "<use> points to 'http://x.example/#a': left out"),
        ('<use xlink:href="#Army"/>', "leads back to itself: left out"),
        ('<g id="a"><use xlink:href="#b"/></g><g id="b"><use xlink:href="#a"/></g>', "leads back to itself: left out"),
        ('<path d="M 0 0 L bogus"/>', "<path>: "),
        ('<rect width="1e999" height="4"/>', "left out"),
        ('<circle r="3furlongs"/>', "<circle>: r is '3furlongs'"),
        ('<rect width="3" height="3" transform="matrix(1 2 bogus)"/>', ""),
        ('<rect width="3" height="3" fill="url(#gone)"/>', "is not in the drawing"),
        ('<rect width="3" height="3" fill="mauvish"/>', "'mauvish' is no colour: left out"),
        ('<rect width="3" height="3" clip-path="url(#c)" filter="url(#f)"/>', "clip-path, filter of <rect>: left out"),
        ('<blink><rect width="3" height="3"/></blink>', "<blink>: left out"),
        ('<svg x="9" y="5" width="0" height="-5" viewBox="0 0 0 0"><rect width="3" height="3"/></svg>', ""),
    ],
)
def test_what_cannot_be_taken_over_is_reported_and_the_rest_goes_on(inside: str, told: str) -> None:
    army, report = symbols(PLATE + inside)
    assert army.outline
    assert told in report


@one_by_one(
    ("files", "why"),
    [
        ({"symbols.xml": b"<SYMBOLS"}, "no XML"),
        ({"symbols.xml": b"<OTHER/>"}, "there is no pack in it"),
        ({"symbols.xml": manifest()}, "the drawing 'symbols.svg' is not in the package"),
        ({"symbols.xml": manifest(svg="http://x.example/a.svg")}, "is not in the package"),
        ({"symbols.xml": manifest(svg="../../../etc/passwd")}, "is not in the package"),
        ({"symbols.xml": manifest(), "symbols.svg": drawing("")}, "there is no unit in the drawing"),
        ({"symbols.xml": manifest(), "symbols.svg": drawing('<symbol id="Army"/>')}, "Army cannot be drawn: it paints nothing"),
        ({"symbols.xml": manifest(), "symbols.svg": b"<svg><defs>"}, "no XML"),
    ],
)
def test_what_is_no_pack_says_why(files: dict[str, bytes], why: str) -> None:
    result = import_board(MemorySource("testSymbols.zip", files))
    assert not any(units.content for units in result.units)
    everything = [*result.report, *(line for units in result.units for line in units.report)]
    assert result.errors
    assert why in "\n".join(map(str, everything))


# What strangers may send on purpose.


def test_entities_are_taken_out_and_nothing_is_fetched() -> None:
    bomb = b'<!DOCTYPE svg [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]><svg>' + FLEET.encode()
    units = imported({"symbols.xml": manifest(), "symbols.svg": bomb + b"<title>&b;&x;</title></svg>"})
    assert units.kinds == ("F",)
    assert "root:" not in str(units)


@pytest.mark.slow
def test_a_zip_bomb_is_refused() -> None:
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("symbols.xml", manifest())
        archive.writestr("symbols.svg", b"<svg>" + b" " * 20_000_000 + b"</svg>")
    assert "no bomb" in str(import_archive("aSymbols.zip", buffer.getvalue()).errors[0])


def test_uses_that_double_again_and_again_are_stopped() -> None:
    chain = "".join(f'<g id="u{at}"><use xlink:href="#u{at + 1}"/><use xlink:href="#u{at + 1}"/></g>' for at in range(30))
    units = imported(pack(f'<symbol id="Army">{PLATE}<use xlink:href="#u0"/></symbol>{chain}<g id="u30">{PLATE}</g>{FLEET}'))
    assert units.kinds == ("F",)
    assert any("Army cannot be drawn: it paints more than" in str(line) for line in units.report)


def test_a_huge_path_is_refused_and_the_rest_goes_on() -> None:
    huge = "M0,0" + "c1,1 2,2 3,0" * 200_000
    units = imported(pack(f'<symbol id="Army"><path d="{huge}"/></symbol>{FLEET}'))
    assert units.kinds == ("F",)
    assert any("characters of path data" in str(line) for line in units.report)


@pytest.mark.slow
def test_a_symbol_of_too_many_corners_is_refused() -> None:
    dots = "".join(f'<circle cx="{at % 60}" cy="{at // 60}" r="0.3" fill="black"/>' for at in range(3000))
    units = imported(pack(f'<symbol id="Army" viewBox="0 0 60 60"><rect width="60" height="60"/>{dots}</symbol>{FLEET}'))
    assert len(units.content) < 1_000_000
    assert read(units).kinds


def test_a_thousand_symbols_are_one_line_of_the_report() -> None:
    units = imported(pack("".join(f'<symbol id="s{at}">{PLATE}</symbol>' for at in range(1000)) + FLEET))
    assert units.kinds == ("F",)
    assert len(units.report) < 10
    assert any("and 994 more: no unit of ours" in str(line) for line in units.report)


@pytest.mark.slow
def test_a_deep_drawing_and_a_large_style_block_are_bounded() -> None:
    deep = "<g>" * 100 + PLATE + "</g>" * 100
    assert "nested too deeply" in str(import_board(MemorySource("x", pack(f'<symbol id="Army">{deep}</symbol>'))).errors[0])
    units = imported(pack(f'<symbol id="Army">{PLATE}</symbol>', ".a,.b > c {fill:red}" + ".x {fill:red} " * 50_000))
    assert any("a style block has" in str(line) for line in units.report)
