"""Boards of webDiplomacy and vDiplomacy: a folder with ``install.php`` and pictures. PHP is read as text; nothing of it is run."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import shapely

from adjudicator import BuildPolicy, Location, Phase, PhaseKind, Terrain
from languages import system_words, tr
from variants.fault import Fault, VariantError
from variants.importers.board_svg import mark_ways, write_board_svg
from variants.importers.draft import (
    MOST_PROVINCES,
    PLAIN,
    DraftMap,
    DraftPower,
    DraftProvince,
    Imported,
    ImportReport,
    ImportResult,
    VariantDraft,
    free_id,
    power_id,
    slug,
)
from variants.importers.gm_picture import MOST_SIDES, bare_ground, board_picture, sides_at
from variants.importers.mending import mend
from variants.importers.power_colours import settle_colours
from variants.importers.schematic import schematic_board
from variants.importers.traced_picture import Point, colours_at, traced
from variants.importers.write_variant import write_variant
from variants.province_codes import propose_code
from variants.source import Source

LARGEST_PHP = 2 * 1024 * 1024
MOST_TOKENS = 400_000
DEEPEST = 12
_TOKEN = re.compile(
    r"(?P<skip>\s+|//[^\n]*|#[^\n]*|/\*.*?(?:\*/|\Z))|(?P<text>'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")|(?P<number>-?\d+(?:\.\d+)?)|"
    r"(?P<word>\$?[A-Za-z_]\w*)|(?P<sign>=>|->|::|.)",
    re.DOTALL,
)


class NoValue:
    """Mark of an expression that is no plain value: a variable, a call, a sum."""


NO_VALUE = NoValue()
PhpValue = object
"""A text, a number, a list, a dictionary, or :data:`NO_VALUE`."""


@dataclass(frozen=True, slots=True)
class PhpToken:
    """A word of PHP."""

    kind: str
    text: str
    line: int


def php_tokens(text: str) -> list[PhpToken]:
    """The words of *text* without blanks and comments, at most :data:`MOST_TOKENS`."""
    found: list[PhpToken] = []
    line = 1
    for match in _TOKEN.finditer(text[:LARGEST_PHP]):
        if match.lastgroup != "skip":
            found.append(PhpToken(match.lastgroup or "", match[0], line))
            if len(found) >= MOST_TOKENS:
                break
        line += match[0].count("\n")
    return found


def value_at(tokens: list[PhpToken], at: int, depth: int = 0) -> tuple[PhpValue, int]:
    """The value that begins at *at*, and where the next word stands.

    >>> value_at(php_tokens("array('Paris' => 3, 'Brest' => 5)"), 0)[0]
    {'Paris': 3, 'Brest': 5}
    """
    if at >= len(tokens) or depth > DEEPEST:
        return NO_VALUE, _end(tokens, at)
    token = tokens[at]
    opens = 2 if token.text.lower() == "array" and _sign(tokens, at + 1) == "(" else 1 if token.text == "[" else 0
    if opens:
        return _array(tokens, at + opens, ")" if opens == 2 else "]", depth)
    plain: PhpValue = NO_VALUE
    if token.kind == "text":
        plain = re.sub(r"\\([\\'\"])", r"\1", token.text[1:-1])
    elif token.kind == "number":
        plain = float(token.text) if "." in token.text else int(token.text)
    elif token.text.lower() in ("true", "false", "null"):
        plain = {"true": True, "false": False}.get(token.text.lower())
    end = _end(tokens, at)
    return (plain, end) if end == at + 1 else (NO_VALUE, end)


def _array(tokens: list[PhpToken], at: int, close: str, depth: int) -> tuple[PhpValue, int]:
    listed: list[PhpValue] = []
    named: dict[object, PhpValue] = {}
    while at < len(tokens) and tokens[at].text != close:
        begin = at
        value, at = value_at(tokens, at, depth + 1)
        if _sign(tokens, at) == "=>":
            key = value
            value, at = value_at(tokens, at + 1, depth + 1)
            if isinstance(key, (str, int)):
                named[key] = value
        else:
            listed.append(value)
        if _sign(tokens, at) == "," or at == begin:
            at += 1
    return named or listed, at + 1


def _end(tokens: list[PhpToken], at: int) -> int:
    """The end of the expression at *at*: the comma, arrow or bracket that is not its own."""
    depth = 0
    while at < len(tokens):
        sign = tokens[at].text if tokens[at].kind == "sign" else ""
        if depth == 0 and sign in (",", "=>", ")", "]", ";", "}"):
            return at
        depth += (sign in ("(", "[", "{")) - (sign in (")", "]", "}"))
        at += 1
    return at


def _sign(tokens: list[PhpToken], at: int) -> str:
    return tokens[at].text if at < len(tokens) and tokens[at].kind == "sign" else ""


def assignments(tokens: list[PhpToken]) -> Iterator[tuple[str, PhpValue, int]]:
    """Every ``$name = value`` of a plain array, with its line.

    >>> list(assignments(php_tokens("$home = array('Paris', 'Brest');")))
    [('home', ['Paris', 'Brest'], 1)]
    """
    for at in range(len(tokens) - 2):
        if tokens[at].kind == "word" and tokens[at].text.startswith("$") and tokens[at + 1].text == "=" and _opens(tokens, at + 2):
            value, _ = value_at(tokens, at + 2)
            yield tokens[at].text[1:], value, tokens[at].line
        elif tokens[at].kind == "word" and tokens[at].text.startswith("$") and tokens[at + 1].text == "=" and tokens[at + 2].kind == "text":
            yield tokens[at].text[1:], tokens[at + 2].text[1:-1], tokens[at].line


def calls(tokens: list[PhpToken], name: str) -> Iterator[tuple[list[PhpValue], int]]:
    """The plain values handed to each ``name(...)``, with the line."""
    for at in range(len(tokens) - 1):
        if tokens[at].text == name and tokens[at + 1].text == "(":
            found, _ = _array(tokens, at + 2, ")", 0)
            yield (found if isinstance(found, list) else []), tokens[at].line


def _opens(tokens: list[PhpToken], at: int) -> bool:
    return tokens[at].text == "[" or (tokens[at].text.lower() == "array" and _sign(tokens, at + 1) == "(")


INSTALL = "install.php"
_TYPES = {"land": Terrain.INLAND, "coast": Terrain.COASTAL, "sea": Terrain.SEA}
_COLUMNS = ("name", "type", "supply", "countryID", "x", "y", "sx", "sy")
_PIECE = re.compile(r"(.+) \(\d\)")
_COAST = re.compile(r"^(.+?)\s*\(\s*((?:North|South|East|West|N|S|E|W)(?:[ -]?(?:East|West))?)\.?\s*(?:Coast|C\.?)?\s*\)$", re.IGNORECASE)
_BORDER = re.compile(
    r"\$Territories\[\s*(['\"])((?:\\.|(?!\1).)*)\1\s*\]\s*->\s*addBorder\(\s*\w+::\$Territories\[\s*(['\"])((?:\\.|(?!\3).)*)\3\s*\]"
    r"\s*,\s*['\"](\w+)['\"]\s*,\s*['\"](\w+)['\"]"
)
_KINDS = {"army": "A", "fleet": "F"}


@dataclass(frozen=True, slots=True)
class _Territory:
    name: str
    kind: Terrain
    supply: bool
    owner: object
    large: Point
    small: Point
    line: int


@dataclass(slots=True)
class _Installed:
    territories: dict[str, _Territory] = field(default_factory=dict)
    borders: list[tuple[str, str, bool, bool]] = field(default_factory=list)
    """From, to, for fleets, for armies."""
    pieces: list[tuple[str, _Territory]] = field(default_factory=list)
    """Name of a territory, and a second piece of it elsewhere on the picture, such as beyond its edge."""


def webdiplomacy_boards(source: Source) -> list[str]:
    """The files of *source* in which territories of webDiplomacy are installed."""
    return [name for name in source.names() if is_webdiplomacy(source, name)]


def is_webdiplomacy(source: Source, name: str) -> bool:
    """Return True if the file *name* installs territories."""
    if name.rpartition("/")[2].lower() != INSTALL:
        return False
    try:
        content = source.read(name)
    except (OSError, ValueError):
        return False
    return b"InstallTerritory" in content and (b"addBorder" in content or b"bordersRawData" in content)


def import_webdiplomacy(source: Source, name: str) -> ImportResult:
    """The variant whose territories stand in the file *name*.

    Raises:
        VariantError: there is no board in it that can be read.
    """
    folder = name.rpartition("/")[0]
    prefix = f"{folder}/" if folder else ""
    report = ImportReport()
    text = _text(source, name)
    installed = _read_install(text, name, report)
    _take_pieces(installed)
    about = _texts(source, f"{prefix}variant.php")
    words = {key: value for key, value, _ in assignments(php_tokens(about))}
    title = str(words.get("fullName") or words.get("name") or folder.rpartition("/")[2] or "webDiplomacy")[:120]
    draft = VariantDraft(free_id(slug(title)), title, name, description=str(words.get("description") or "")[:1500])
    draft.notes.append("A board of webDiplomacy")
    for key, word in (("author", "Made by"), ("adapter", "Brought to webDiplomacy by")):
        if isinstance(words.get(key), str) and words[key]:
            draft.notes.append(f"{word} {str(words[key])[:200]}")
    places = _provinces(draft, installed)
    _steps(draft, installed, places, name, report)
    listed = words.get("countries")
    countries = [each for each in listed if isinstance(each, str)] if isinstance(listed, list) else []
    _powers(draft, installed, places, countries, source, prefix, report)
    _game(draft, about, source, prefix, name, report)
    mend(draft, report)
    _draw(draft, installed, places, source, prefix, name, report)
    return ImportResult((Imported(draft.id, draft.name, write_variant(draft), report.lines()),), ())


def _text(source: Source, name: str) -> str:
    content = source.read(name)
    if len(content) > LARGEST_PHP:
        raise VariantError(
            (Fault(name, None, tr("the file has {count} bytes", count=len(content)), tr("at most {most}", most=LARGEST_PHP)),)
        )
    return content.decode("utf-8", "replace")


def _texts(source: Source, name: str) -> str:
    try:
        return _text(source, name) if name in source.names() else ""
    except (OSError, ValueError):
        return ""


def _read_install(text: str, name: str, report: ImportReport) -> _Installed:
    installed = _Installed()
    tokens = php_tokens(text)
    columns = _columns(tokens)
    rows: list[tuple[Sequence[object], Sequence[str], int]] = []
    for _, value, line in assignments(tokens):
        if isinstance(value, list):
            for row in value:
                if isinstance(row, list) and len(row) == 4 and str(row[2]).lower() in ("yes", "no"):
                    _border(installed, str(row[0]), str(row[1]), str(row[2]), str(row[3]))
                elif isinstance(row, list) and len(row) >= 6:
                    rows.append((row, columns, line))
                elif isinstance(row, list):
                    report.left_out(name, line, tr("a row of {count} values is not understood", count=len(row)), tr("left out"))
    rows += [
        (values, _COLUMNS, line) for values, line in calls(tokens, "InstallTerritory") if len(values) >= 6 and isinstance(values[0], str)
    ]
    for row, order, line in rows:
        _territory(installed, dict(zip(order, row, strict=False)), name, line, report)
    for found in _BORDER.finditer(text):
        _border(installed, found[2], found[4], found[5], found[6])
    if len(installed.territories) < 2 or not installed.borders:
        what = tr("no territories and borders are written out in this file; what a program makes cannot be read")
        raise VariantError((*report.lines(), Fault(name, None, what, tr("rows such as array('Gaul', 'Land', 'No', 0, 250, 120, 120, 45)"))))
    if len(installed.territories) > MOST_PROVINCES:
        raise VariantError((Fault(name, None, tr("too many places"), tr("at most {most}", most=MOST_PROVINCES)),))
    return installed


def _columns(tokens: list[PhpToken]) -> Sequence[str]:
    """Names of the values of a row, as the loop over them says them."""
    for at, token in enumerate(tokens):
        if token.text.lower() == "list":
            words = []
            for each in tokens[at + 1 : at + 40]:
                if each.text == ")":
                    break
                if each.text.startswith("$"):
                    words.append(each.text[1:])
            if {"type", "supply"} <= set(words) or len(words) >= 8:
                return words
    return _COLUMNS


def _territory(installed: _Installed, row: Mapping[str, object], name: str, line: int, report: ImportReport) -> None:
    kind = _TYPES.get(str(row.get("type", "")).lower())
    title = row.get("name")
    spots = [row.get(key) for key in ("x", "y", "sx", "sy")]
    if kind is None or not isinstance(title, str) or not title.strip():
        report.left_out(name, line, tr("a row of {count} values is not understood", count=len(row)), tr("left out"))
        return
    title = title.replace("\\'", "'")
    x, y, sx, sy = (float(each) if isinstance(each, (int, float)) else 0.0 for each in spots)
    owner = next((row[key] for key in ("countryID", "countryId", "country", "owner", "countryName") if key in row), 0)
    installed.territories.setdefault(title, _Territory(title, kind, str(row.get("supply")).lower() == "yes", owner, (x, y), (sx, sy), line))


def _border(installed: _Installed, one: str, other: str, fleets: str, armies: str) -> None:
    installed.borders.append((one.replace("\\'", "'"), other.replace("\\'", "'"), fleets.lower() == "yes", armies.lower() == "yes"))


def _take_pieces(installed: _Installed) -> None:
    """Take territories without a border for pieces of another, where a number behind its name is all that tells them apart."""
    bordering = {title for one, other, *_ in installed.borders for title in (one, other)}
    for title in list(installed.territories):
        match = _PIECE.fullmatch(title)
        if match is not None and title not in bordering and match[1] in bordering and match[1] in installed.territories:
            installed.pieces.append((match[1], installed.territories.pop(title)))


def _provinces(draft: VariantDraft, installed: _Installed) -> dict[str, Location]:
    """All provinces of the draft, and where each territory is."""
    found: dict[str, Location] = {}
    taken: set[str] = set()
    coasts: list[tuple[str, str, str]] = []
    for title, each in installed.territories.items():
        match = _COAST.match(title)
        if match is not None and match[1] in installed.territories:
            side = re.sub(r"[^A-Z]", "", "".join(word[0] for word in re.split(r"[ -]", match[2].upper()))) + "C"
            coasts.append((title, match[1], side))
            continue
        code = propose_code(title, taken)
        taken.add(code)
        draft.provinces[code] = DraftProvince(code, title[:100], each.kind, centre=each.supply)
        found[title] = Location(code)
    for title, parent, side in coasts:
        province = draft.provinces[found[parent].province]
        province.coasts.append(side)
        province.terrain = Terrain.COASTAL
        found[title] = Location(province.code, side)
    return found


def _steps(draft: VariantDraft, installed: _Installed, places: Mapping[str, Location], name: str, report: ImportReport) -> None:
    for one, other, fleets, armies in installed.borders:
        first, second = places.get(one), places.get(other)
        if first is None or second is None:
            missing = one if first is None else other
            report.left_out(
                name, None, tr("{place} leads to an unknown place {target!r}", place=one[:40], target=missing[:40]), tr("left out")
            )
            continue
        if armies and first.coast is None and second.coast is None and draft.can_stand("A", first) and draft.can_stand("A", second):
            draft.steps[first, second, "A"] = draft.steps[second, first, "A"] = PLAIN
        if fleets and draft.can_stand("F", first) and draft.can_stand("F", second):
            draft.steps[first, second, "F"] = draft.steps[second, first, "F"] = PLAIN


def _powers(
    draft: VariantDraft,
    installed: _Installed,
    places: Mapping[str, Location],
    countries: Sequence[str],
    source: Source,
    prefix: str,
    report: ImportReport,
) -> None:
    by_name: dict[str, DraftPower] = {}
    colours = _colours(source, prefix)
    for number, title in enumerate(countries, 1):
        power = DraftPower(power_id(title), title[:60], colour=colours.get(number, ""))
        by_name[title] = draft.powers[power.id] = power
    for title, each in installed.territories.items():
        owner = each.owner
        country = (
            countries[owner - 1] if isinstance(owner, int) and 0 < owner <= len(countries) else owner if isinstance(owner, str) else ""
        )
        place = places[title]
        if each.supply and country in by_name and place.coast is None:
            by_name[country].home.append(place.province)
            by_name[country].owned.append(place.province)
    file = _pre_game(source, prefix)
    units = next((value for key, value, _ in assignments(php_tokens(_texts(source, file))) if key == "countryUnits"), None)
    if not isinstance(units, dict) and _begins_with_builds(source, prefix):
        units = {}
    elif not isinstance(units, dict):
        report.left_out(prefix + "classes/adjudicatorPreGame.php", None, tr("no units are written out"), tr("none stand at the start"))
        units = {}
    for title, standing in units.items():
        for word, kind in standing.items() if isinstance(standing, dict) else ():
            owner_of, stands, letter = by_name.get(str(title)), places.get(str(word)), _KINDS.get(str(kind).lower())
            if owner_of is None or stands is None or letter is None:
                what = tr("the unit {kind} {place} cannot be placed", kind=str(kind)[:20], place=str(word)[:40])
                report.left_out(file, None, what, tr("left out"))
            else:
                owner_of.units.append((letter, stands))
    settle_colours(draft, report)


def _pre_game(source: Source, prefix: str) -> str:
    """The file that says which units stand at the start."""
    return next((each for each in source.names() if each.startswith(prefix) and each.lower().endswith("adjudicatorpregame.php")), "")


def _begins_with_builds(source: Source, prefix: str) -> bool:
    """Return True if no unit stands at the start and each power builds in its homes first: what the sites call a custom start."""
    return re.search(r"CustomStart|function\s+assignUnits\s*\(\s*\)\s*\{\s*\}", _texts(source, _pre_game(source, prefix))) is not None


def _colours(source: Source, prefix: str) -> dict[int, str]:
    """The colours of countries by their number."""
    file = next((each for each in source.names() if each.startswith(prefix) and each.lower().endswith("drawmap.php")), "")
    table = next((value for key, value, _ in assignments(php_tokens(_texts(source, file))) if key == "countryColors"), None)
    found: dict[int, str] = {}
    for number, parts in table.items() if isinstance(table, dict) else ():
        if (
            isinstance(number, int)
            and isinstance(parts, list)
            and len(parts) == 3
            and all(isinstance(each, int) and 0 <= each < 256 for each in parts)
        ):
            found[number] = "#" + "".join(f"{each:02X}" for each in parts)
    return found


def _game(draft: VariantDraft, about: str, source: Source, prefix: str, name: str, report: ImportReport) -> None:
    year = re.search(r"floor\(\s*\$turn\s*/\s*2\s*\)\s*\+\s*(\d{1,4})", about)
    if year is not None:
        draft.start = Phase("S", int(year[1]), PhaseKind.MOVEMENT)
    else:
        report.mended(f"{prefix}variant.php", None, tr("it does not say when it starts"), tr("it starts in {start}", start=draft.start))
    if _begins_with_builds(source, prefix) and not any(each.units for each in draft.powers.values()):
        draft.start = Phase("W", draft.start.year - 1, PhaseKind.ADJUSTMENT)
    target = re.search(r"\$supplyCenterTarget\s*=\s*(\d{1,4})", about)
    if target is not None:
        draft.victory = int(target[1])
    names = [each.lower() for each in source.names() if each.startswith(prefix)]
    if "buildanywhere" in about.lower() or any("buildanywhere" in each for each in names):
        draft.builds = BuildPolicy.ANY_OWNED
    others = [each for each in names if "/classes/" in each and not each.endswith(("drawmap.php", "adjudicatorpregame.php"))]
    if others:
        report.left_out(
            name,
            None,
            tr("rules that are programs: {files}", files=", ".join(each.rpartition("/")[2] for each in others[:8])),
            tr("left out"),
        )


def _draw(
    draft: VariantDraft, installed: _Installed, places: Mapping[str, Location], source: Source, prefix: str, name: str, report: ImportReport
) -> None:
    for file, is_large in (("resources/map.png", True), ("resources/smallmap.png", False)):
        path = f"{prefix}{file}"
        if path not in source.names():
            continue
        spots = _spots(installed, is_large=is_large)
        whole = {places[title].province: spot for title, spot in spots.items() if places[title].coast is None}
        try:
            seas = {code for code, province in draft.provinces.items() if province.terrain is Terrain.SEA}
            pieces = {f"{places[title].province} {at}": each for at, (title, each) in enumerate(installed.pieces)}
            beyond = {word: each.large if is_large else each.small for word, each in pieces.items()}
            wet = {word for word in pieces if word.partition(" ")[0] in seas}
            size, shapes = traced(source.read(path), whole | beyond, seas | wet)
            for word in pieces:
                code, piece = word.partition(" ")[0], shapes.pop(word, None)
                if piece is not None:
                    shapes[code] = shapely.union_all([piece, shapes[code]] if code in shapes else [piece])
        except (ValueError, OSError) as error:
            report.unusable(path, None, tr("the drawing cannot be used: {error}", error=system_words(error)[:160]), tr("left out"))
            continue
        anchors = {("unit", places[title].province, places[title].coast or ""): spot for title, spot in spots.items()}
        view = (0.0, 0.0, float(size[0]), float(size[1]))
        rocks = _dry(draft, source.read(path), shapes, view)
        picture = board_picture(draft, view, shapes, rocks, anchors, path, report)
        mark_ways(picture, draft)
        draft.maps.append(DraftMap("board", draft.name, write_board_svg(picture)))
        return
    report.mended(name, None, tr("there is no drawing beside it that can be used"), tr("a plain one is laid out"))
    draft.maps.append(DraftMap("plain", f"{draft.name}, plain", schematic_board(draft)))


def _spots(installed: _Installed, *, is_large: bool) -> dict[str, tuple[float, float]]:
    """Places of the territories on a picture; a variant with one picture may count on it in the columns of the other."""
    own = {title: each.large if is_large else each.small for title, each in installed.territories.items()}
    if sum(spot == (0.0, 0.0) for spot in own.values()) * 2 > len(own):
        return {title: each.small if is_large else each.large for title, each in installed.territories.items()}
    return own


def _dry(
    draft: VariantDraft, content: bytes, shapes: Mapping[str, shapely.Geometry], view: tuple[float, float, float, float]
) -> list[shapely.Geometry]:
    """Ground of no province that is not painted as the seas are: land out of play, also where the page cuts it off."""
    bare = bare_ground(shapes.values(), view, at_edge=True)
    seas = [shape for code, shape in shapes.items() if draft.provinces[code].terrain is Terrain.SEA]
    paints = colours_at(content, [(at.x, at.y) for at in (each.representative_point() for each in (*bare, *seas))])
    wet = set(paints[len(bare) :])
    return [
        part
        for part, paint in zip(bare, paints, strict=False)
        if paint not in wet and (not (sides := sides_at(part, view)) or (sides <= MOST_SIDES and paint != (255, 255, 255)))
    ]
