"""Boards of diplicity: a DVAR or an older JSON with its dSVG, files of its Variant Creator, and maps with their ``ids.json``."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from xml.sax.saxutils import quoteattr

from adjudicator import Location, Phase, PhaseKind, Terrain
from languages import system_words, tr
from variants.compile.author_names import font_size
from variants.compile.bare_drawing import give_codes
from variants.compile.drawing import DrawingReader
from variants.compile.neighbours import propose
from variants.fault import Fault, Faults, Severity, VariantError
from variants.importers.diplicity_dvar import dvar_game, dvar_steps, in_served_words, is_dvar, tables_of
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
    add_both,
    free_id,
    power_id,
    province_code,
    slug,
)
from variants.importers.godip_drawing import convert_godip_drawing
from variants.importers.mending import mend
from variants.importers.power_colours import read_colour, settle_colours
from variants.importers.schematic import schematic_board
from variants.importers.write_variant import write_variant
from variants.notes import ShoreKind
from variants.source import Source
from variants.svg.edit import set_attribute
from variants.svg.element import Element
from variants.svg.numbers import leading_number
from variants.svg.read_xml import unpacked

LARGEST_JSON = 16 * 1024 * 1024
_TYPES = {"land": Terrain.INLAND, "sea": Terrain.SEA, "coastal": Terrain.COASTAL, "impassable": Terrain.IMPASSABLE}
_NAMED = ("named_coast", "namedCoasts", "namedCoast")
_SEASONS = {"spring": "S", "fall": "F", "autumn": "F", "winter": "W"}
_PHASES = {"Movement": PhaseKind.MOVEMENT, "Retreat": PhaseKind.RETREAT, "Adjustment": PhaseKind.ADJUSTMENT}
_KINDS = {"Army": "A", "Fleet": "F"}
Json = Mapping[str, object]


def diplicity_boards(source: Source) -> list[str]:
    """The files of *source* that hold a board of diplicity."""
    return [name for name in source.names() if is_diplicity(source, name)]


def is_diplicity(source: Source, name: str) -> bool:
    """Return True if the file *name* is a variant of diplicity's service or of its Variant Creator."""
    if not name.lower().endswith(".json"):
        return False
    try:
        content = source.read(name)
    except (OSError, ValueError):
        return False
    served = b'"initial_units"' in content and b'"provinces"' in content
    made = b'"provinces"' in content and b'"adjacencies"' in content and b'"nations"' in content
    return served or made or (_is_map_name(name) and _map_drawing(source, name) != "")


def import_diplicity(source: Source, name: str) -> ImportResult:
    """The variant in the file *name*.

    Raises:
        VariantError: there is no board in it that can be read.
    """
    content = source.read(name)
    report = ImportReport()
    of_map = _map_drawing(source, name) if _is_map_name(name) else ""
    table = told = _mapped(source, name, of_map, report) if of_map else _table(content, name)
    of_service = is_dvar(told)
    if of_service:
        table = in_served_words(told)
    title = (_text(table, "name") or name.rpartition("/")[2].rpartition(".")[0])[:120]
    draft = VariantDraft(free_id(slug(title)), title, name, description=_text(table, "description")[:1500])
    draft.notes.append("A board of diplicity")
    if _text(table, "author"):
        draft.notes.append(f"Made by {_text(table, 'author')}")
    places = [each for each in tables_of(table, "provinces") if isinstance(each.get("id"), str)]
    coasts = [each for each in (*places, *tables_of(table, "namedCoasts")) if "/" in str(each["id"]) or each.get("type") in _NAMED]
    codes = _provinces(draft, name, [each for each in places if each not in coasts], coasts, report)
    is_made = any("adjacencies" in each for each in places)
    svg, drawing = (_creator_svg(table, places), name) if is_made else _drawing(source, name, table)
    if of_map:
        svg, drawing = source.read(of_map), of_map
    if of_service:
        dvar_steps(draft, told, codes, name, report)
    elif is_made:
        _listed_steps(draft, name, (*places, *coasts), codes, report)
    elif svg is not None:
        _drawn_steps(draft, svg, drawing, codes, report)
    else:
        what = tr("there is no drawing beside it, and it names no borders")
        raise VariantError((Fault(name, None, what, tr("its dSVG, such as {file}", file=name.rpartition(".")[0] + ".d.svg")),))
    _powers(draft, table, places, codes, name, report)
    _game(draft, table, name, report)
    if of_service:
        dvar_game(draft, told, codes, name, report)
    mend(draft, report, is_map=bool(of_map))
    _draw(draft, svg, drawing, codes, name, report)
    return ImportResult((Imported(draft.id, draft.name, write_variant(draft), report.lines()),), ())


def _is_map_name(name: str) -> bool:
    return re.fullmatch(r"(?:.*[-_.])?ids\.json", name.rpartition("/")[2].lower()) is not None


def _map_drawing(source: Source, name: str) -> str:
    """The drawing beside the ids of a map: ``map.svg``, or of the same beginning; empty where there is none."""
    folder, _, file = name.rpartition("/")
    stem = file.lower().removesuffix("ids.json")
    wanted = [f"{stem}map.svg", f"{stem.rstrip('-_.')}.svg", "map.svg"]
    beside = {each.rpartition("/")[2].lower(): each for each in source.names() if each.rpartition("/")[0] == folder}
    return next((beside[each] for each in wanted if each in beside), "")


def _mapped(source: Source, name: str, drawing: str, report: ImportReport) -> Json:
    """Content of a map and its ids in the words of the service's JSON: places, coasts, centres and names, without powers.

    Raises:
        VariantError: the drawing cannot be read, or the ids are none.
    """
    try:
        ids = json.loads(source.read(name).decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise VariantError((Fault(name, None, tr("this is no JSON: {error}", error=system_words(error)[:120]), tr("JSON")),)) from None
    if not isinstance(ids, dict) or not all(isinstance(each, str) for each in ids.values()):
        raise VariantError((unknown_json(source.read(name), name),))
    svg = unpacked(source.read(drawing), drawing)
    words = {str(key): str(word).lower() for key, word in ids.items()}
    found = DrawingReader(svg, drawing, Faults()).read()
    titles, coded = _titles(found.root, words), svg
    for text in sorted(_texts(found.root, words), key=lambda each: -each.start):
        coded = set_attribute(coded, text.start, "data-province", words[text.get("id")])
    drawn = give_codes(coded, drawing)
    seas = {code: Terrain.SEA for code, ground in drawn.grounds.items() if ground.is_water and code in found.provinces}
    coasts: dict[str, tuple[str, ...]] = {}
    for code, coast in found.coasts:
        coasts[code] = (*coasts.get(code, ()), coast)
    beside = propose(svg, seas, drawing, coasts, lands=found.provinces.keys() - seas.keys()).provinces
    provinces: list[Json] = []
    for code in found.provinces:
        word = code.lower()
        kind = {Terrain.SEA: "sea", Terrain.COASTAL: "coastal"}.get(beside[code].terrain, "land") if code in beside else "land"
        title = titles.get(word) or drawn.names.get(code) or code
        provinces.append({"id": word, "name": title, "type": kind, "supply_center": ("sc", code, "") in found.anchors})
    provinces += [{"id": f"{code}/{coast}".lower(), "type": "named_coast", "parent": code.lower()} for code, coast in found.coasts]
    report.left_out(name, None, tr("a map names no powers and no start"), tr("say them on the bench"))
    title = drawing.rpartition("/")[2].lower().removesuffix(".svg").removesuffix("map").strip("-_.") or source.label or drawing
    return {"name": title.replace("-", " ").replace("_", " ").title(), "provinces": provinces}


def _titles(root: Element | None, ids: Mapping[str, str]) -> dict[str, str]:
    """Names by the words for provinces: the texts whose ids lead there as they are read, without codes and without what stands twice."""
    rows: dict[str, list[tuple[int, float, str]]] = {}
    for element in _texts(root, ids):
        text = " ".join(" ".join(each.text for each in element.walk()).split())
        rows.setdefault(ids[element.get("id")], []).append((*_row(element), text))
    found: dict[str, str] = {}
    for word, texts in rows.items():
        kept: list[str] = []
        for _, _, text in sorted(texts):
            if text and text.casefold() != word and text.casefold() not in " ".join(kept).casefold():
                kept = [*(each for each in kept if each.casefold() not in text.casefold()), text]
        if kept:
            found[word] = " ".join(kept).title().replace(" Of ", " of ")
    return found


def _texts(root: Element | None, ids: Mapping[str, str]) -> list[Element]:
    """The texts whose ids lead to a province."""
    every = root.walk() if root is not None else ()
    return [each for each in every if each.tag == "text" and each.get("id") in ids and "/" not in ids[each.get("id")]]


def _row(element: Element) -> tuple[int, float]:
    """Row of a text, and its place in the row: texts that are turned alike may stand in one row."""
    at = next((each for each in element.walk() if each.get("x") and each.get("y")), element)
    x, y = (leading_number(at.get(key)) or 0.0 for key in ("x", "y"))
    turn = re.search(r"rotate\(\s*(-?[\d.]{1,12})", element.get("transform"))
    angle = math.radians(float(turn[1])) if turn is not None and turn[1].count(".") < 2 else 0.0
    return round((y * math.cos(angle) - x * math.sin(angle)) / font_size(at)), x * math.cos(angle) + y * math.sin(angle)


def unknown_json(content: bytes, name: str) -> Fault:
    """The fault of a JSON file that is no board of a known family, under its own name and with what it holds."""
    if len(content) > LARGEST_JSON:
        return Fault(name, None, tr("the file has {count} bytes", count=len(content)), tr("at most {most}", most=LARGEST_JSON))
    try:
        table = json.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        return Fault(name, getattr(error, "lineno", None), tr("this is no JSON: {error}", error=system_words(error)[:120]), tr("JSON"))
    keys = ", ".join(f'"{str(key)[:30]}"' for key in list(table)[:6]) if isinstance(table, dict) else type(table).__name__
    what = tr("this JSON is no board of a family that is known; it holds {keys}", keys=keys or "{}")
    return Fault(name, None, what, tr("a board of diplicity or DiplomacyGM"), Severity.ERROR)


def _table(content: bytes, name: str) -> Json:
    if len(content) > LARGEST_JSON:
        raise VariantError(
            (Fault(name, None, tr("the file has {count} bytes", count=len(content)), tr("at most {most}", most=LARGEST_JSON)),)
        )
    try:
        table = json.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", None)
        raise VariantError((Fault(name, line, tr("this is no JSON: {error}", error=system_words(error)[:120]), tr("JSON")),)) from None
    if not isinstance(table, dict) or not isinstance(table.get("provinces"), list):
        raise VariantError((unknown_json(content, name),))
    return table


def _text(table: Json, key: str) -> str:
    found = table.get(key)
    return found.strip() if isinstance(found, str) else ""


def _provinces(draft: VariantDraft, name: str, places: Sequence[Json], coasts: Sequence[Json], report: ImportReport) -> dict[str, str]:
    """All provinces of the draft; the codes by the words of the source, in small letters."""
    if len(places) > MOST_PROVINCES:
        raise VariantError((Fault(name, None, tr("too many places"), tr("at most {most}", most=MOST_PROVINCES)),))
    codes: dict[str, str] = {}
    for each in places:
        word = str(each["id"]).lower()
        if word in codes:
            report.mended(name, None, tr("the province {word} stands twice", word=word[:30]), tr("the first counts"))
            continue
        code = wanted = province_code(word)
        number = 2
        while code in codes.values():
            code, number = f"{wanted[:6]}{number}", number + 1
        codes[word] = code
        terrain = _TYPES.get(str(each.get("type", "")).lower())
        if terrain is None:
            report.left_out(name, None, tr("{code} has the type {type!r:.30}", code=code, type=str(each.get("type"))), tr("it is coastal"))
        centre = each.get("supply_center", each.get("supplyCenter"))
        title = re.sub(r"\s*\([A-Z]{2,4}\)\s*$", "", _text(each, "name")) or code
        draft.provinces[code] = DraftProvince(code, title[:100], terrain or Terrain.COASTAL, centre=centre is True)
        if word.upper() != code:
            draft.provinces[code].aliases.append(word.upper())
    for each in coasts:
        parent, _, coast = str(each["id"]).lower().partition("/")
        parent = str(each.get("parent") or each.get("parentId") or parent).lower()
        coast = re.sub(r"[^A-Z]", "", (coast or str(each["id"]).rpartition("-")[2]).upper())[:3]
        if parent in codes and coast:
            draft.provinces[codes[parent]].coasts.append(coast)
            draft.provinces[codes[parent]].terrain = Terrain.COASTAL
            codes[str(each["id"]).lower()] = f"{codes[parent]}/{coast}"
        else:
            report.left_out(name, None, tr("the coast {word} belongs to no province", word=str(each["id"])[:30]), tr("left out"))
    return codes


def _place(codes: Mapping[str, str], word: object) -> Location | None:
    code = codes.get(str(word).lower())
    return None if code is None else Location(code.partition("/")[0], code.partition("/")[2] or None)


def _listed_steps(draft: VariantDraft, name: str, places: Sequence[Json], codes: Mapping[str, str], report: ImportReport) -> None:
    """Steps between neighbours that the file lists: armies between lands, fleets between seas and shores."""
    for each in places:
        origin = _place(codes, each["id"])
        listed = each.get("adjacencies")
        for word in listed if isinstance(listed, list) else []:
            target = _place(codes, word)
            if origin is None or target is None:
                what = tr("{place} leads to an unknown place {target!r}", place=str(each["id"])[:20], target=str(word)[:20])
                report.left_out(name, None, what, tr("the step is left out"))
                continue
            _join(draft, origin, target)


def _join(draft: VariantDraft, origin: Location, target: Location) -> None:
    one, other = draft.provinces[origin.province], draft.provinces[target.province]
    dry = {Terrain.INLAND, Terrain.COASTAL}
    if one.terrain in dry and other.terrain in dry and origin.coast is None and target.coast is None:
        add_both(draft, origin, target, "A")
    if draft.can_stand("F", origin) and draft.can_stand("F", target):
        draft.steps[origin, target, "F"] = draft.steps[target, origin, "F"] = PLAIN


def _drawn_steps(draft: VariantDraft, svg: bytes, drawing: str, codes: Mapping[str, str], report: ImportReport) -> None:
    """Steps between provinces that touch in the drawing, coast by coast; this family's JSON names no borders."""
    words = {code: word for word, code in codes.items() if "/" not in code}
    stated = {words[code].upper(): each.terrain for code, each in draft.provinces.items()}
    coasts = {words[code].upper(): tuple(each.coasts) for code, each in draft.provinces.items() if each.coasts}
    lands = {word for word, terrain in stated.items() if terrain is Terrain.INLAND}
    table = {word: terrain for word, terrain in stated.items() if terrain is not Terrain.INLAND}
    # A land without named coasts has one, however many waters it parts: Kiel and Denmark.
    joined = {word: ShoreKind.CANAL for word in stated if word not in coasts}
    found = propose(svg, table | dict.fromkeys(lands, Terrain.INLAND), drawing, coasts, divided=joined)
    if not found.provinces:
        raise VariantError(found.faults)
    report.mended(drawing, None, tr("the board names no borders"), tr("they are those of the shapes that touch in the drawing"))
    for word, each in found.provinces.items():
        origin = _place(codes, word)
        if origin is None:
            continue
        for target in each.army:
            goal = _place(codes, target.partition("/")[0])
            if goal is not None and draft.can_stand("A", origin) and draft.can_stand("A", goal):
                draft.steps[origin, goal, "A"] = PLAIN
        for coast, targets in each.fleet.items():
            for target in targets:
                there = _place(codes, target.partition("/")[0])
                start = Location(origin.province, coast or None)
                goal = None if there is None else Location(there.province, target.partition("/")[2] or None)
                if goal is not None and draft.can_stand("F", start) and draft.can_stand("F", goal):
                    draft.steps[start, goal, "F"] = PLAIN


def _powers(draft: VariantDraft, table: Json, places: Sequence[Json], codes: Mapping[str, str], name: str, report: ImportReport) -> None:
    by_name: dict[str, DraftPower] = {}
    for each in tables_of(table, "nations"):
        title = _text(each, "name") or _text(each, "id")
        if title:
            power = DraftPower(power_id(title), title[:60], colour=read_colour(_text(each, "color")))
            by_name[title] = by_name[_text(each, "id") or title] = draft.powers[power.id] = power
    for each in tables_of(table, "initial_supply_centers"):
        place, owner = _place(codes, each.get("province")), by_name.get(_text(each, "nation"))
        if place is not None and owner is not None:
            draft.provinces[place.province].centre = True
            owner.home.append(place.province)
            owner.owned.append(place.province)
    for kind, owner_name, word in _units(table, places):
        place, owner, letter = _place(codes, word), by_name.get(owner_name), _KINDS.get(kind)
        if place is None or owner is None or letter is None:
            report.left_out(name, None, tr("the unit {kind} {place} cannot be placed", kind=kind[:20], place=word[:20]), tr("left out"))
        else:
            owner.units.append((letter, place))
    for stated in places:
        owner = by_name.get(str(stated.get("homeNation")))
        place = _place(codes, stated["id"])
        if owner is not None and place is not None and draft.provinces[place.province].centre:
            owner.home.append(place.province)
            owner.owned.append(place.province)
    settle_colours(draft, report)


def _units(table: Json, places: Sequence[Json]) -> Iterator[tuple[str, str, str]]:
    """Kind, nation and place of each unit."""
    for each in tables_of(table, "initial_units"):
        yield _text(each, "type"), _text(each, "nation"), str(each.get("province"))
    for at in places:
        unit = at.get("startingUnit")
        if isinstance(unit, dict):
            yield _text(unit, "type"), str(at.get("homeNation")), str(at["id"])


def _game(draft: VariantDraft, table: Json, name: str, report: ImportReport) -> None:
    victory = table.get("soloVictorySCCount", table.get("solo_victory_sc_count"))
    if isinstance(victory, int) and not isinstance(victory, bool):
        if victory > 0:
            draft.victory = victory
        else:
            report.left_out(name, None, tr("{count} centres win", count=victory), tr("more than half of them win"))
    start = table.get("initial_phase")
    if not isinstance(start, dict):
        return
    season, year, kind = _text(start, "season"), start.get("year"), _PHASES.get(_text(start, "type"), PhaseKind.MOVEMENT)
    if not isinstance(year, int) or isinstance(year, bool) or not -9999 < year < 9999:
        report.mended(name, None, tr("it does not say when it starts"), tr("it starts in {start}", start=draft.start))
        return
    letter = _SEASONS.get(season.casefold())
    if letter is None and season.casefold() == "year":
        draft.seasons, draft.calendar = {"Y": "Year"}, ["Y M", "Y R captures", "Y A"]
        letter = "Y"
    elif letter is None:
        what = tr("the start {season} {year}, {kind}, is none of this calendar", season=season[:20], year=year, kind=kind.value)
        report.left_out(name, None, what, tr("spring, movement"))
    draft.start = Phase(letter or "S", year, kind)


def _drawing(source: Source, name: str, table: Json) -> tuple[bytes | None, str]:
    """The dSVG beside the file, by its name or the board's id."""
    folder, _, file = name.rpartition("/")
    stems = [file.rpartition(".")[0].removesuffix(".dvar"), _text(table, "id")]
    for stem in stems:
        for each in source.names():
            inside, _, own = each.rpartition("/")
            if own.lower() in (f"{stem}.d.svg".lower(), f"{stem}.svg".lower()) and inside in (folder, f"{folder}/svg".lstrip("/")):
                return source.read(each), each
    return None, ""


def _creator_svg(table: Json, places: Sequence[Json]) -> bytes | None:
    """The shapes of a file of the Variant Creator as a drawing in our layers."""
    size = table.get("dimensions")
    width, height = (size.get("width"), size.get("height")) if isinstance(size, dict) else (None, None)
    paths = [
        (str(each["id"]).lower(), str(each["path"]))
        for each in (*places, *tables_of(table, "namedCoasts"))
        if isinstance(each.get("path"), str)
    ]
    if (
        not paths
        or not isinstance(width, (int, float))
        or not isinstance(height, (int, float))
        or not (0 < width < 1e6 and 0 < height < 1e6)
    ):
        return None
    shapes = "\n".join(f"<path id={quoteattr(word)} d={quoteattr(data)}/>" for word, data in paths)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}">\n<g id="provinces">\n{shapes}\n</g>\n</svg>\n'
    ).encode()


def _draw(draft: VariantDraft, svg: bytes | None, drawing: str, codes: Mapping[str, str], name: str, report: ImportReport) -> None:
    if svg is not None:
        try:
            own = {word: code for word, code in codes.items() if "/" not in code}
            draft.maps.append(DraftMap("board", draft.name, convert_godip_drawing(svg, drawing, draft, own, report)))
            return
        except (VariantError, ValueError) as error:
            report.unusable(drawing, None, tr("the drawing cannot be used: {error}", error=system_words(error)[:160]), tr("left out"))
    else:
        report.mended(name, None, tr("there is no drawing beside it that can be used"), tr("a plain one is laid out"))
    draft.maps.append(DraftMap("plain", f"{draft.name}, plain", schematic_board(draft)))
