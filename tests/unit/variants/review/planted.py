"""Mistakes that designers make, each planted alone in a correct board, with the one fault that it should give."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.unit.variants.review.twelve import Files
from variants.fault import FaultKind as Kind


@dataclass(frozen=True)
class Planted:
    """One mistake."""

    name: str
    plant: Callable[[Files], Files]
    kind: Kind
    places: tuple[str, ...]
    mended: bool = True
    """True if a fix is offered."""
    guess: bool = False
    """True if the fix guesses what is meant."""


def _svg(old: str, new: str) -> Callable[[Files], Files]:
    return lambda files: files.with_svg(old, new)


def _toml(old: str, new: str) -> Callable[[Files], Files]:
    return lambda files: files.with_toml(old, new)


def _both(*acts: Callable[[Files], Files]) -> Callable[[Files], Files]:
    def plant(files: Files) -> Files:
        for act in acts:
            files = act(files)
        return files

    return plant


INL = '<path inkscape:label="inl" d="M450,175 H600 V240 H450 Z"/>\n'
ISL = '<path inkscape:label="isl" d="M190,325 H260 V380 H190 Z"/>\n'

PLANTED = (
    # Shapes
    Planted("a label with a slip", _svg('label="inl"', 'label="inn"'), Kind.LABEL, ("INL",)),
    Planted(
        "two shapes with each other's label",
        _both(_svg('label="ark"', 'label="new"'), _svg('label="low"', 'label="ark"'), _svg('label="new"', 'label="low"')),
        Kind.EXCHANGED,
        ("ARK", "LOW"),
    ),
    Planted(
        "two names that stand on each other's shape",
        _svg(
            '<text inkscape:label="nor" x="300" y="50"',
            '<text inkscape:label="wes" x="225" y="150">West</text><text inkscape:label="ark" x="75" y="150">Arkland</text>'
            '<text inkscape:label="nor" x="300" y="50"',
        ),
        Kind.EXCHANGED,
        ("ARK", "WES"),
        guess=True,
    ),
    Planted(
        "symbols of the colour of their unit",
        _toml('start = ["F WES", "A LOW"]', 'start = ["F WES", "A LOW"]\nunit = "#C4481A"\nink = "#B04018"'),
        Kind.COLOURS,
        ("RED",),
    ),
    Planted(
        "land too dark for names",
        _toml('start = ["F WES", "A LOW"]', 'start = ["F WES", "A LOW"]\nunit = "#C4481A"\nfill = "#6B2810"'),
        Kind.COLOURS,
        ("RED",),
    ),
    Planted(
        "land of the colour of water",
        _toml('start = ["F EAS", "A SUD"]', 'start = ["F EAS", "A SUD"]\nunit = "#1B4A9B"\nfill = "#AACBCF"'),
        Kind.COLOURS,
        ("BLUE",),
    ),
    Planted(
        "white land",
        _toml('start = ["F EAS", "A SUD"]', 'start = ["F EAS", "A SUD"]\nunit = "#1B4A9B"\nfill = "#F2E8CF"'),
        Kind.COLOURS,
        ("BLUE",),
    ),
    Planted(
        "two powers whose lands look alike",
        _both(
            _toml('start = ["F WES", "A LOW"]', 'start = ["F WES", "A LOW"]\nunit = "#C4481A"\nfill = "#DB9A70"'),
            _toml('start = ["F EAS", "A SUD"]', 'start = ["F EAS", "A SUD"]\nunit = "#1B4A9B"\nfill = "#DD9C72"'),
        ),
        Kind.COLOURS,
        ("RED", "BLUE"),
    ),
    Planted(
        "a shape that the variant does not have",
        _svg(ISL, ISL + ISL.replace("isl", "zzyzx").replace("190", "390").replace("260", "420")),
        Kind.UNKNOWN_SHAPE,
        ("ZZYZX",),
        False,
    ),
    Planted("a province without shape", _svg(ISL, ""), Kind.NOT_DRAWN, ("ISL",), False),
    Planted(
        "a shape without label",
        _svg(
            '</g>\n<g inkscape:groupmode="layer" inkscape:label="impassable">',
            '<path d="M300,330 H350 V370 H300 Z"/>\n</g>\n<g inkscape:groupmode="layer" inkscape:label="impassable">',
        ),
        Kind.NO_LABEL,
        (),
        guess=True,
    ),
    Planted("a shape that lost its label", _svg('<path inkscape:label="mid"', "<path"), Kind.NO_LABEL, ("MID",)),
    Planted("an island that lost its label", _svg('<path inkscape:label="isl"', "<path"), Kind.NO_LABEL, ("ISL",)),
    Planted(
        "a label that is no code",
        _svg(
            '</g>\n<g inkscape:groupmode="layer" inkscape:label="impassable">',
            '<path inkscape:label="?" d="M300,330 H350 V370 H300 Z"/>\n</g>\n<g inkscape:groupmode="layer" inkscape:label="impassable">',
        ),
        Kind.NO_LABEL,
        (),
        guess=True,
    ),
    Planted("a shape without area", _svg("M190,325 H260 V380 H190 Z", "M190,325 H260"), Kind.NO_AREA, ("ISL",), False),
    Planted("a shape under a pixel", _svg("M190,325 H260 V380 H190 Z", "M190,325 h0.1 v0.1 h-0.1 Z"), Kind.TOO_SMALL, ("ISL",), guess=True),
    Planted("a province drawn twice", _svg(ISL, ISL + ISL), Kind.DRAWN_TWICE, ("ISL",)),
    Planted("an open outline", _svg("M190,325 H260 V380 H190 Z", "M190,325 H260 V380 H190"), Kind.OPEN_OUTLINE, ()),
    Planted(
        "an outline that crosses itself",
        _svg("M190,325 H260 V380 H190 Z", "M190,325 H260 V380 H190 V323 H195 V330 H185 V327 H192 Z"),
        Kind.CROSSED_OUTLINE,
        (),
    ),
    Planted("two shapes that overlap", _svg("M450,100 H600 V175 H450 Z", "M440,100 H600 V175 H440 Z"), Kind.OVERLAP, ("DOV",), guess=True),
    Planted(
        "a shape that is covered",
        _both(
            _svg(ISL, ""),
            _svg(
                '<path inkscape:label="low"',
                ISL.replace("M190,325 H260 V380 H190 Z", "M0,200 H150 V300 H0 Z") + '<path inkscape:label="low"',
            ),
        ),
        Kind.COVERED,
        ("ISL",),
        False,
    ),
    Planted("a shape off the page", _svg("M190,325 H260 V380 H190 Z", "M190,425 H260 V480 H190 Z"), Kind.OUTSIDE, ("ISL",), False),
    Planted(
        "a page that is too small",
        _both(
            _svg('viewBox="0 0 600 400"', 'viewBox="0 0 600 348" width="300mm" height="174mm"'),
            _svg("M190,325 H260 V380 H190 Z", "M190,315 H260 V370 H190 Z"),
        ),
        Kind.OUTSIDE,
        ("SOU",),
        guess=True,
    ),
    Planted(
        "a path that ends too early",
        _svg("M190,325 H260 V380 H190 Z", "M190,325 L260,325 L260,380 L190,380 L190"),
        Kind.UNREADABLE,
        (),
        guess=True,
    ),
    Planted("a hidden shape", _svg('label="isl"', 'label="isl" style="display:none"'), Kind.HIDDEN, ("ISL",)),
    Planted("a clip", _svg('label="isl"', 'label="isl" clip-path="url(#x)"'), Kind.CLIP, ()),
    Planted("a crumb", _svg(ISL, ISL + '<path d="M300,330 h0.2 v0.2 z"/>\n'), Kind.CRUMB, ()),
    Planted("a text among the shapes", _svg(ISL, ISL + '<text x="3" y="3">Isle</text>\n'), Kind.NO_SHAPE, ()),
    Planted(
        "a path that cannot be read",
        _svg(ISL, ISL + '<path inkscape:label="isl" d="M190,325 L260"/>\n'),
        Kind.UNREADABLE,
        (),
        guess=True,
    ),
    Planted("a transform that is cut", _svg('label="isl"', 'label="isl" transform="rotate(30"'), Kind.UNREADABLE, ()),
    Planted("a clone of nothing", _svg(ISL, ISL + '<use inkscape:label="isl" xlink:href="#gone"/>\n'), Kind.LOST_CLONE, ()),
    Planted(
        "a hole", _svg("M450,175 H600 V240 H450 Z", "M450,175 H600 V240 H450 Z M500,190 V225 H550 V190 Z"), Kind.HOLE, ("INL",), guess=True
    ),
    Planted("a layer with a slip", _svg('label="labels"', 'label="lables"'), Kind.LAYER, ()),
    # Marks
    Planted("an anchor outside of its province", _svg('cx="75" cy="150"', 'cx="475" cy="150"'), Kind.STRAY_ANCHOR, ("WES",)),
    Planted("an anchor of no province", _svg('label="unit:wes"', 'label="unit:zzz"'), Kind.UNKNOWN_ANCHOR, ()),
    Planted("an anchor whose name says nothing", _svg('label="unit:wes"', 'label="units wes"'), Kind.ANCHOR_NAME, ()),
    Planted(
        "an anchor that stands twice",
        _svg(
            '<circle inkscape:label="sc:wes"', '<circle inkscape:label="unit:wes" cx="70" cy="140" r="3"/>\n<circle inkscape:label="sc:wes"'
        ),
        Kind.DOUBLE_ANCHOR,
        ("WES",),
    ),
    Planted(
        "a supply mark where no centre is",
        _svg('label="sc:wes" cx="40" cy="130"', 'label="sc:ark" cx="200" cy="130"'),
        Kind.CENTRE,
        ("ARK",),
    ),
    Planted("a coast that the province does not have", _svg('label="dov/nc"', 'label="dov/wc"'), Kind.COAST_NAME, ("DOV/WC",)),
    Planted("a coast line beside no shore of its province", _svg('d="M300,100 H450"', 'd="M10,350 H120"'), Kind.COAST_AWAY, ("DOV/NC",)),
    Planted("a bridge to no province", _svg('label="isl-mid"', 'label="isl-mud"'), Kind.BRIDGE_NAME, ("ISL", "MID")),
    Planted(
        "a cut between provinces that do not touch",
        _svg(
            '<path inkscape:label="isl-mid"', '<path inkscape:label="wes-eas" data-cut="1" d="M1,1 L2,2"/>\n<path inkscape:label="isl-mid"'
        ),
        Kind.IDLE_CUT,
        ("EAS", "WES"),
    ),
    Planted("a name of no province", _svg('<text inkscape:label="nor"', '<text inkscape:label="nort"'), Kind.NAME_TEXT, ()),
    Planted("a name off the page", _svg('x="300" y="50"', 'x="900" y="50"'), Kind.NAME_PLACE, ("NOR",)),
    Planted(
        "units that cover one another",
        _svg('cx="75" cy="150" r="3"/>', 'cx="149" cy="150" r="3"/>\n<circle inkscape:label="unit:ark" cx="155" cy="150" r="3"/>'),
        Kind.CROWDED,
        ("WES", "ARK"),
    ),
    Planted(
        "a size of symbols that is no number",
        _svg('viewBox="0 0 600 400"', 'viewBox="0 0 600 400" data-symbol-scale="big"'),
        Kind.SYMBOL_SCALE,
        (),
    ),
    Planted(
        "a sea of the file that the drawing calls land",
        _svg('label="sou" data-type="sea"', 'label="sou" data-type="land"'),
        Kind.TERRAIN,
        ("SOU",),
    ),
    # Neighbours
    Planted(
        "a border with a gap",
        _both(
            _svg("M150,200 H300 V300 H150 Z", "M170,200 H300 V300 H170 Z"),
            _svg('<path d="M480,330', '<path d="M150,200 H170 V300 H150 Z"/>\n<path d="M480,330'),
        ),
        Kind.NO_BORDER,
        ("LOW", "MID"),
    ),
    Planted(
        "a border that no list knows",
        _both(
            _toml('army = ["DOV", "EAS", "SUD"]', 'army = ["DOV", "EAS"]'),
            _toml('army = ["DOV", "INL"]\nfleet = ["SOU", "DOV/SC"]', 'army = ["DOV"]\nfleet = ["SOU", "DOV/SC"]'),
        ),
        Kind.NO_STEP,
        ("INL", "SUD"),
    ),
    Planted(
        "a shore that no list knows",
        _both(_toml('"DOV/SC", "SUD", "ISL"]', '"DOV/SC", "SUD"]'), _toml('army = ["MID"]\nfleet = ["SOU"]', 'army = ["MID"]')),
        Kind.NO_STEP,
        ("ISL", "SOU"),
    ),
    Planted(
        "an army's way missing where fleets have it",
        _both(
            _toml('army = ["WES", "MID"]', 'army = ["WES"]'), _toml('army = ["ARK", "LOW", "DOV", "ISL"]', 'army = ["ARK", "DOV", "ISL"]')
        ),
        Kind.ARMY_STEP,
        ("LOW", "MID"),
    ),
    Planted(
        "a fleet's way missing where armies have it",
        _both(_toml('fleet = ["SOU", "MID"]', 'fleet = ["SOU"]'), _toml('fleet = ["SOU", "LOW", "DOV/SC"]', 'fleet = ["SOU", "DOV/SC"]')),
        Kind.FLEET_STEP,
        ("LOW", "MID"),
    ),
    Planted(
        "a fleet's way to the wrong coast",
        _both(
            _toml('fleet = ["NOR", "ARK", "EAS"]', 'fleet = ["NOR", "ARK"]'),
            _toml('fleet = ["SOU", "MID", "SUD"]', 'fleet = ["SOU", "MID", "SUD", "EAS"]'),
            _toml('fleet = ["NOR", "DOV/NC"]\n\n[provinces.INL]', 'fleet = ["NOR", "DOV/SC"]\n\n[provinces.INL]'),
        ),
        Kind.WRONG_COAST,
        ("DOV", "EAS"),
    ),
    Planted(
        "a sea that leads to the wrong coast",
        _both(
            _toml('fleet = ["NOR", "ARK", "EAS"]', 'fleet = ["ARK", "EAS"]'),
            _toml('fleet = ["SOU", "MID", "SUD"]', 'fleet = ["SOU", "MID", "SUD", "NOR"]'),
            _toml('"ARK", "DOV/NC", "EAS"]', '"ARK", "DOV/SC", "EAS"]'),
        ),
        Kind.WRONG_COAST,
        ("DOV", "NOR"),
    ),
    Planted(
        "a fleet's way over dry land",
        _both(
            _toml('fleet = ["NOR", "ARK"]', 'fleet = ["NOR", "ARK", "LOW"]'),
            _toml('fleet = ["SOU", "MID"]', 'fleet = ["SOU", "MID", "WES"]'),
        ),
        Kind.DRY_STEP,
        ("LOW", "WES"),
    ),
    Planted("a list without the way back", _toml('army = ["ARK", "LOW"]', 'army = ["ARK"]'), Kind.ONE_WAY, ("LOW", "WES")),
    Planted(
        "a fleet's list without the way back",
        _toml('fleet = ["SOU", "MID", "SUD"]', 'fleet = ["SOU", "SUD"]'),
        Kind.ONE_WAY,
        ("MID", "DOV/SC"),
    ),
    Planted(
        "a neighbour that there is not",
        _toml('army = ["WES", "MID", "DOV"]', 'army = ["WES", "MID", "DOV", "QQQ"]'),
        Kind.UNKNOWN_PLACE,
        ("ARK",),
    ),
    Planted(
        "a province among its own neighbours",
        _toml('army = ["WES", "MID", "DOV"]', 'army = ["WES", "MID", "DOV", "ARK"]'),
        Kind.OWN_NEIGHBOUR,
        ("ARK",),
    ),
    Planted(
        "a neighbour listed twice",
        _toml('army = ["WES", "MID", "DOV"]', 'army = ["WES", "MID", "DOV", "WES"]'),
        Kind.LISTED_TWICE,
        ("ARK", "WES"),
    ),
    Planted(
        "an inland province with a fleet",
        _toml('name = "Lowland"\nterrain = "coastal"', 'name = "Lowland"\nterrain = "inland"'),
        Kind.TERRAIN,
        ("LOW",),
    ),
    Planted("a coastal province without a sea", _toml('terrain = "inland"', 'terrain = "coastal"'), Kind.NO_SEA, ("INL",)),
    Planted(
        "an inland province that lies at a sea",
        _svg("M450,175 H600 V240 H450 Z", "M450,175 H600 V240 H450 Z M560,310 H590 V325 H560 Z"),
        Kind.TERRAIN,
        ("INL",),
    ),
    # The file
    Planted(
        "a key with a slip",
        _toml('name = "Isle"\nterrain = "coastal"\ncentre = true', 'name = "Isle"\nterrain = "coastal"\ncentre = true\nbuild_sit = true'),
        Kind.UNKNOWN_KEY,
        ("ISL",),
    ),
    Planted("a province without name", _toml('name = "Isle"\n', ""), Kind.MISSING_KEY, ("ISL",)),
    Planted("a name that means two provinces", _toml('name = "Isle"', 'name = "Middle"'), Kind.WORDS, ("MID", "ISL"), guess=True),
    Planted(
        "an alias that means two provinces",
        _toml('name = "Isle"', 'name = "Isle"\naliases = ["Islet", "middle"]'),
        Kind.WORDS,
        ("MID", "ISL"),
        guess=True,
    ),
    Planted(
        "a home that is no centre",
        _toml('name = "Lowland"\nterrain = "coastal"\ncentre = true', 'name = "Lowland"\nterrain = "coastal"'),
        Kind.POWERS,
        ("LOW",),
    ),
    Planted(
        "a sea that is a centre",
        _toml('name = "South Sea"\nterrain = "sea"', 'name = "South Sea"\nterrain = "sea"\ncentre = true'),
        Kind.CENTRE,
        ("SOU",),
    ),
    Planted("more centres to win than there are", _toml("victory = 4", "victory = 40"), Kind.VICTORY, ()),
    Planted("two winners at once", _toml("victory = 4", "victory = 3"), Kind.VICTORY, ()),
    Planted("a unit where it cannot stand", _toml('start = ["F EAS", "A SUD"]', 'start = ["F EAS", "F INL"]'), Kind.START, ("BLUE",)),
    Planted("more centres than units", _toml('start = ["F EAS", "A SUD"]', 'start = ["F EAS"]'), Kind.BALANCE, ("BLUE",), guess=True),
    Planted(
        "more units than centres",
        _toml('start = ["F EAS", "A SUD"]', 'start = ["F EAS", "A SUD", "A ISL"]'),
        Kind.BALANCE,
        ("BLUE",),
        guess=True,
    ),
    Planted(
        "a unit more where no centre is",
        _toml('start = ["F EAS", "A SUD"]', 'start = ["F EAS", "A SUD", "A ARK"]'),
        Kind.BALANCE,
        ("BLUE",),
        False,
    ),
    Planted(
        "colours that look alike",
        _both(
            _toml('name = "Red"', 'name = "Red"\nunit = "#C4481A"\npattern = "dots"'),
            _toml('name = "Blue"', 'name = "Blue"\nunit = "#C4481B"\npattern = "dots"'),
        ),
        Kind.COLOURS,
        ("RED", "BLUE"),
    ),
    Planted("a drawing that is not there", _toml('file = "board.svg"', 'file = "borad.svg"'), Kind.MISSING_FILE, ()),
    # What an evening of drawing and typing brings
    Planted("an army at sea", _toml('"F WES", "A LOW"]', '"F WES", "A NOR"]'), Kind.START, ("RED",)),
    Planted("a fleet inland", _toml('"F EAS", "A SUD"]', '"F INL", "A SUD"]'), Kind.START, ("BLUE",)),
    Planted("two units in one province", _toml('"F WES", "A LOW"]', '"F WES", "A WES"]'), Kind.START, ("RED",)),
    Planted("units of two powers in one province", _toml('"F EAS", "A SUD"]', '"F EAS", "A LOW"]'), Kind.START, ("BLUE",)),
    Planted("a start in no province", _toml('"F EAS", "A SUD"]', '"F EAS", "A SDU"]'), Kind.START, ("BLUE",)),
    Planted("a fleet on no coast of two", _toml('"F EAS", "A SUD"]', '"F DOV", "A SUD"]'), Kind.START, ("BLUE",), guess=True),
    Planted("a word for a colour", _toml('home = ["WES", "LOW"]', 'unit = "red"\nhome = ["WES", "LOW"]'), Kind.VALUE, ()),
    Planted("a colour of three digits", _toml('home = ["WES", "LOW"]', 'fill = "#C41"\nhome = ["WES", "LOW"]'), Kind.VALUE, ()),
    Planted("two powers of one name", _toml('name = "Blue"', 'name = "Red"'), Kind.POWERS, ("RED", "BLUE")),
    Planted("a terrain with a slip", _toml('terrain = "inland"', 'terrain = "inlnad"'), Kind.VALUE, ()),
    Planted("victory in words", _toml("victory = 4", 'victory = "four"'), Kind.VALUE, ()),
    Planted("a victory of none", _toml("victory = 4", "victory = 0"), Kind.VALUE, ()),
    Planted("a year for a phase", _toml("[powers.RED]", '[calendar]\nstart = "1901"\n\n[powers.RED]'), Kind.VALUE, ()),
    Planted(
        "a centre that says yes",
        _toml('name = "Isle"\nterrain = "coastal"\ncentre = true', 'name = "Isle"\nterrain = "coastal"\ncentre = "yes"'),
        Kind.VALUE,
        (),
    ),
    Planted("an id with a blank", _toml('id = "twelve"', 'id = "The Twelve"'), Kind.VALUE, ()),
    Planted("a hook that is not there", _toml("victory = 4", 'victory = 4\nhooks = ["gone.hook"]'), Kind.VALUE, ()),
    Planted("a picture in place of the drawing", _toml('file = "board.svg"', 'file = "board.png"'), Kind.MISSING_FILE, ()),
    Planted("a label with the whole name", _svg('label="low"', 'label="Lowland"'), Kind.LABEL, ("LOW",)),
    Planted(
        "an outline joined to another shape",
        _svg("M190,325 H260 V380 H190 Z", "M190,325 H260 V380 H190 Z M20,20 h30 v30 h-30 Z"),
        Kind.NO_STEP,
        ("ISL", "NOR"),
    ),
    Planted("a shape pulled away", _svg("M450,240 H600 V300 H450 Z", "M450,252 H600 V300 H450 Z"), Kind.NO_BORDER, ("INL", "SUD")),
    Planted("a layer called after a copy", _svg('inkscape:label="provinces">', 'inkscape:label="Provinces copy">'), Kind.DRAWING, ()),
    Planted("a mark of a centre left behind", _svg('cx="40" cy="130"', 'cx="140" cy="350"'), Kind.STRAY_ANCHOR, ("WES",)),
    Planted(
        "a picture that lies beside the file",
        _svg('<rect width="600" height="400" fill="#abc"/>', '<image width="600" height="400" xlink:href="map.png"/>'),
        Kind.OTHER,
        (),
    ),
    Planted(
        "a sea that the drawing calls land", _svg('label="sou" data-type="sea"', 'label="sou" data-type="land"'), Kind.TERRAIN, ("SOU",)
    ),
    Planted("closed ground on a land", _svg("M480,330 H520 V370 H480 Z", "M480,260 H520 V290 H480 Z"), Kind.LANDSCAPE, ("SUD",)),
)
