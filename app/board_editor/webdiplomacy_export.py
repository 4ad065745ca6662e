"""A board for webDiplomacy and vDiplomacy: the PHP files of a variant's folder and its two pictures.

The files hold data alone and the calls that hand it to the site; the names of those calls are the site's. Its own code installs them and
paints the map in a test where a checkout of it is; nobody has played on such a board on a site.
"""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Mapping
from typing import TYPE_CHECKING

from adjudicator.board import Board, Terrain
from adjudicator.phase import PhaseKind
from adjudicator.variant import BuildPolicy, PowerRole, Variant
from app.board_editor.exporting import NotExpressibleError, rules_left_out, special_steps
from app.board_editor.jdip_rules import played
from languages import tr
from variants.compiled import CompiledBoard, Point
from variants.style import PowerStyle

if TYPE_CHECKING:
    from PIL import Image

LARGE, SMALL = 1200, 560
"""Pixels: the widths of ``map.png`` and ``smallmap.png``."""
_MOST_PLACES = 250
"""A picture with a palette has 256 colours; each place has one of its own."""
_TYPES = {Terrain.SEA: "Sea", Terrain.INLAND: "Land", Terrain.COASTAL: "Coast"}
_COASTS = {"NC": "North Coast", "SC": "South Coast", "EC": "East Coast", "WC": "West Coast"}
_UNITS = {"A": "Army", "F": "Fleet"}
_LINE, _NOWHERE = 0, 1


def webdiplomacy_files(
    variant: Variant, board: CompiledBoard, styles: Mapping[str, PowerStyle]
) -> tuple[dict[str, bytes], tuple[str, ...]]:
    """The files of the variant's folder by their paths in it, and what is left out of them, in words.

    Raises:
        NotExpressibleError: kinds of unit or a number of places that the site cannot have, or a place that the board does not draw.
    """
    if set(variant.board.kinds) - {"A", "F"}:
        raise NotExpressibleError(tr("there are units besides armies and fleets"))
    codes = played(variant.board)
    missing = [code for code in codes if code not in board.provinces]
    if missing:
        raise NotExpressibleError(tr("{code} is on no board", code=missing[0]))
    if len(codes) > _MOST_PLACES:
        raise NotExpressibleError(
            tr("there are {count} provinces, and a picture has colours for {most}", count=len(codes), most=_MOST_PLACES)
        )
    word = "".join(re.findall(r"[A-Za-z0-9]+", variant.name)) or "Board"
    word = f"The{word}" if word[0].isdigit() else word
    countries = [power for power in variant.powers.values() if power.role is PowerRole.PLAYING]
    colours = {number: styles[power.id].unit for number, power in enumerate(countries, 1)}
    units: dict[str, dict[str, str]] = {power.name: {} for power in countries}
    names = {power.id: power.name for power in countries}
    places = _place_names(variant.board)
    for each in variant.start.units:
        if each.power in names:
            units[names[each.power]][places[str(each.piece.location)]] = _UNITS[each.piece.kind]
    files = {
        "variant.php": _about(variant, word, list(names.values())),
        "install.php": _install(variant, board, places, {power.id: number for number, power in enumerate(countries, 1)}),
        "classes/adjudicatorPreGame.php": _class(word, "adjudicatorPreGame", f"\tprotected $countryUnits = {_php(units, 1)};\n"),
        "classes/drawMap.php": _class(word, "drawMap", _drawing(word, colours)),
    }
    pictures = {f"resources/{name}": picture(variant, board, width) for name, width in (("map.png", LARGE), ("smallmap.png", SMALL))}
    return {name: text.encode() for name, text in files.items()} | pictures, tuple(_left_out(variant))


def _place_names(board: Board) -> dict[str, str]:
    """The name of each province and coast, by its code; no two the same."""
    found: dict[str, str] = {}
    for code in played(board):
        name = board.provinces[code].name
        found[code] = name if name not in found.values() else f"{name} {code}"
        for coast in board.provinces[code].coasts:
            found[f"{code}/{coast}"] = f"{found[code]} ({_COASTS.get(coast, f'{coast[0]} Coast')})"
    return found


def _about(variant: Variant, word: str, countries: list[str]) -> str:
    values = {"name": word, "fullName": variant.name, "description": variant.name, "author": "", "version": variant.version}
    number = 1000 + zlib.crc32(variant.id.encode()) % 8000
    lines = ["\t// The numbers under which the site keeps the variant and its map: any that are free there."]
    lines += [f"\tpublic $id = {number};", f"\tpublic $mapID = {number};"]
    lines += [f"\tpublic ${key} = {_php(value)};" for key, value in values.items()]
    lines += [f"\tpublic $countries = {_php(countries)};", f"\tpublic $supplyCenterCount = {len(variant.board.centres)};"]
    lines += [f"\tpublic $supplyCenterTarget = {variant.victory};", "", "\tpublic function __construct() {", "\t\tparent::__construct();"]
    lines += [f"\t\t$this->variantClasses['{each}'] = {_php(word)};" for each in ("drawMap", "adjudicatorPreGame")]
    year = variant.start.phase.year
    lines += ["\t}", "", "\tpublic function initialize() {", "\t\tparent::initialize();"]
    lines += [f"\t\t$this->supplyCenterTarget = {variant.victory};"]
    lines += ["\t}", "", "\tpublic function turnAsDate($turn) {"]
    lines += ["\t\tif ($turn == -1) return l_t('Pre-game');"]
    lines += [f"\t\treturn ($turn % 2 ? l_t('Autumn, ') : l_t('Spring, ')).(floor($turn/2) + {year});", "\t}", ""]
    lines += ["\tpublic function turnAsDateJS() {", "\t\treturn 'function(turn) { if (turn == -1) return l_t(\"Pre-game\"); '"]
    script = f'return (turn % 2 ? l_t("Autumn, ") : l_t("Spring, ")) + (Math.floor(turn/2) + {year}); }}'
    lines += [f"\t\t\t.'{script}';", "\t}"]
    return "\n".join([_HEAD, f"class {word}Variant extends WDVariant {{", *lines, "}", ""])


def _install(variant: Variant, board: CompiledBoard, places: Mapping[str, str], numbers: Mapping[str, int]) -> str:
    rows = []
    for code in played(variant.board):
        place = variant.board.provinces[code]
        owner = numbers.get(variant.start.owners.get(code, ""), 0) if place.centre else 0
        for coast in ("", *place.coasts):
            (x, y), (small_x, small_y) = (_pixel(board, code, coast, width) for width in (LARGE, SMALL))
            kind, centre = "Coast" if coast else _TYPES[place.terrain], place.centre and not coast
            values = (places[f"{code}/{coast}".rstrip("/")], kind, "Yes" if centre else "No", owner, x, y, small_x, small_y)
            rows.append(f"\tarray({', '.join(map(_php, values))})")
    borders = [f"\tarray({', '.join(map(_php, row))})" for row in _borders(variant.board, places)]
    return "\n".join(
        [
            _HEAD,
            "require_once('variants/install.php');",
            "InstallTerritory::$Territories = array();",
            "$countries = $this->countries;",
            "$territoryRawData = array(",
            ",\n".join(rows),
            ");",
            "foreach ($territoryRawData as $row) {",
            "\tlist($name, $type, $supply, $countryID, $x, $y, $sx, $sy) = $row;",
            "\tnew InstallTerritory($name, $type, $supply, $countryID, $x, $y, $sx, $sy);",
            "}",
            "$bordersRawData = array(",
            ",\n".join(borders),
            ");",
            "foreach ($bordersRawData as $row) {",
            "\tlist($from, $to, $fleets, $armies) = $row;",
            "\tInstallTerritory::$Territories[$to]->addBorder(InstallTerritory::$Territories[$from], $fleets, $armies);",
            "}",
            "InstallTerritory::runSQL($this->mapID);",
            "InstallCache::terrJSON($this->territoriesJSONFile(), $this->mapID);",
            "",
        ]
    )


def _borders(board: Board, places: Mapping[str, str]) -> list[tuple[str, str, str, str]]:
    """Each pair of neighbours once: from, to, whether fleets and whether armies go between them."""
    ways: dict[tuple[str, str], set[str]] = {}
    for edge in board.edges:
        one, other = sorted((str(edge.origin), str(edge.target)))
        ways.setdefault((one, other), set()).update(edge.kinds)
    return [
        (places[one], places[other], "Yes" if "F" in kinds else "No", "Yes" if "A" in kinds else "No")
        for (one, other), kinds in sorted(ways.items())
        if one in places and other in places
    ]


def _drawing(word: str, colours: Mapping[int, str]) -> str:
    table = {0: (226, 198, 158)} | {number: tuple(bytes.fromhex(colour.lstrip("#"))) for number, colour in colours.items()}
    lines = ["\tprotected $countryColors = array("]
    lines += [f"\t\t{number} => array({', '.join(map(str, parts))})," for number, parts in table.items()]
    lines += ["\t);", "", "\tprotected function resources() {"]
    small = {
        "map": "smallmap.png",
        "army": "contrib/smallarmy.png",
        "fleet": "contrib/smallfleet.png",
        "standoff": "images/icons/cross.png",
    }
    large = {"map": "map.png", "army": "contrib/army.png", "fleet": "contrib/fleet.png", "standoff": "images/icons/cross.png"}
    for begin, table_of in (("\t\tif ($this->smallmap) return ", small), ("\t\treturn ", large)):
        found = {key: f"variants/{word}/resources/{path}" if key == "map" else path for key, path in table_of.items()}
        lines.append(f"{begin}{_php({**found, 'names': ''}, 2)};")
    return "\n".join([*lines, "\t}", ""])


def _class(word: str, parent: str, body: str) -> str:
    return f"{_HEAD}\nclass {word}Variant_{parent} extends {parent} {{\n{body}}}\n"


_HEAD = "<?php\ndefined('IN_CODE') or die('This script can not be run by itself.');\n"


def _php(value: object, depth: int = 0) -> str:
    """A text, a number, a list or a table as PHP writes it.

    >>> print(_php(["Rome", "A", 1]))
    array('Rome', 'A', 1)
    """
    if isinstance(value, Mapping):
        tabs = "\t" * (depth + 1)
        rows = "".join(f"{tabs}{_php(key)} => {_php(each, depth + 1)},\n" for key, each in value.items())
        return f"array(\n{rows}{tabs[:-1]})" if value else "array()"
    if isinstance(value, list):
        return f"array({', '.join(map(_php, value))})"
    if isinstance(value, str):
        return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"
    return str(value)


def _pixel(board: CompiledBoard, code: str, coast: str, width: int) -> tuple[int, int]:
    shape = board.provinces[code]
    left, top, right, bottom = shape.bounds
    x, y = shape.units.get(coast) or next(iter(shape.units.values()), ((left + right) / 2, (top + bottom) / 2))
    return round(x * width / board.width), round(y * width / board.width)


def picture(variant: Variant, board: CompiledBoard, width: int) -> bytes:
    """The map as a PNG with a palette: each province in a colour of its own, which the site exchanges for its owner's."""
    from PIL import Image, ImageDraw

    scale = width / board.width
    drawn = Image.new("P", (width, max(1, round(board.height * scale))), _NOWHERE)
    codes = sorted(
        (code for code in played(variant.board) if code in board.provinces),
        key=lambda code: variant.board.provinces[code].terrain is not Terrain.SEA,
    )
    palette = [(0, 0, 0), (166, 159, 143)]
    pen = ImageDraw.Draw(drawn)

    def spots(ring: tuple[Point, ...]) -> list[tuple[float, float]]:
        return [(x * scale, y * scale) for x, y in ring]

    for number, code in enumerate(codes):
        palette.append(_colour(number, is_sea=variant.board.provinces[code].terrain is Terrain.SEA))
        for polygon in board.provinces[code].polygons:
            mask = Image.new("1", drawn.size)
            on_mask = ImageDraw.Draw(mask)
            on_mask.polygon(spots(polygon[0]), fill=1)
            for hole in polygon[1:]:
                on_mask.polygon(spots(hole), fill=0)
            drawn.paste(len(palette) - 1, (0, 0), mask)
    for border in board.borders:
        for line in border.lines:
            if len(line) > 1:
                pen.line(spots(line), fill=_LINE, width=max(1, width // 600))
    drawn.putpalette([part for colour in palette for part in colour])
    return _png(drawn)


def _colour(number: int, *, is_sea: bool) -> tuple[int, int, int]:
    """A colour near the sea's or the land's that no other number has."""
    red, green, blue = (180, 207, 224) if is_sea else (226, 206, 168)
    return red + number % 7, green + number // 7 % 7, blue + number // 49 % 7


def _png(drawn: Image.Image) -> bytes:
    out = io.BytesIO()
    drawn.save(out, "PNG", optimize=True)
    return out.getvalue()


def _left_out(variant: Variant) -> list[str]:
    found: list[str] = []
    board = variant.board
    found += special_steps(variant.board)
    both = {(str(edge.target), str(edge.origin), kind) for edge in board.edges for kind in edge.kinds}
    one_way = sum((str(edge.origin), str(edge.target), kind) not in both for edge in board.edges for kind in edge.kinds)
    if one_way:
        found.append(tr("that {count} steps go one way", count=one_way))
    found += rules_left_out(variant, (BuildPolicy.HOME,))
    phase = variant.start.phase
    if (phase.season, phase.kind) != ("S", PhaseKind.MOVEMENT):
        found.append(tr("the start in {phase}: games there begin in spring", phase=phase))
    if any(each.terrain is Terrain.IMPASSABLE for each in board.provinces.values()):
        found.append(tr("provinces that nobody enters"))
    if len({power.role for power in variant.powers.values()}) > 1:
        found.append(tr("names of powers that nobody plays"))
    return found
