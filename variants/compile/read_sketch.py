"""Sorted shapes read as a board: the name of each province, land or sea with the reason, centres, homes and starting units."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import shapely

from languages import tr
from variants.compile.drawing_words import (
    ARMY_LETTERS,
    UNIT_WORDS,
    LayerMeaning,
    child_text,
    described_name,
    own_name,
    power_name,
    sea_weight,
    stated,
    unit_of_name,
    without_closed,
    words_of,
)
from variants.compile.sorted_shapes import SAME_PAINT, DrawnText, Leaf, SortedShapes, hex_of, is_title, whole_marks
from variants.compile.terrains import Ground, is_blue, is_pattern, paint_servers, parsed_colour, visible_colour
from variants.province_codes import propose_code
from variants.style import colour_distance
from variants.svg.element import Element

_CODE_WORD = re.compile(r"[A-Z]{2,4}")
_MARK_PART = 0.1
"""Of a province: what is painted there and is no larger is a mark, not the ground."""
_SHADES = 12.0
"""CIEDE2000; blues that are nearer to that of the sea are seas as well."""
_CENTRE_KEYS = ("sc", "centre", "center", "supply", "supply-centre", "supply-center")
_OWNER_KEYS = ("owner", "power", "country", "nation")
_MOST_ALIKE = 2
"""Shapes with one description whose name it may be: two parts of one sea."""
_NO = frozenset(("", "0", "false", "no", "none", "null"))
_FREE = frozenset(("neutral", "nobody", "unowned", "frei", "neutre", "neutrale"))


@dataclass(slots=True)
class Sketched:
    """A shape and what it is read as."""

    leaf: Leaf
    name: str = ""
    why: str = ""
    ground: Ground = field(default_factory=lambda: Ground(None, ""))
    closed: bool = False
    """True if it is impassable."""
    code: str = ""
    texts: list[DrawnText] = field(default_factory=list)
    own: str = ""
    """Name or code that the shape itself has as its label, title or id."""
    colour: str = ""
    """``#RRGGBB`` of what is seen there; empty where nothing is painted."""
    centre: bool = False
    mark: str = ""
    """``#RRGGBB`` of the mark of its centre."""
    unit: str = ""
    """``A`` or ``F``; empty where no unit stands there."""


@dataclass(slots=True)
class _Standing:
    """Provinces, by the identity of each, on which something stands that says land."""

    centres: set[int] = field(default_factory=set)
    armies: set[int] = field(default_factory=set)
    fleets: set[int] = field(default_factory=set)
    pieces: set[int] = field(default_factory=set)
    """Those with a mark in the colour of the land itself, where others have another colour."""


@dataclass(frozen=True, slots=True)
class SketchedPower:
    """A power that the colours of a drawing show."""

    name: str
    colour: str
    homes: tuple[int, ...]
    """Numbers of its provinces that are centres."""
    land: tuple[int, ...] = ()
    """Numbers of all its provinces."""


def read_names(found: SortedShapes, width: float) -> tuple[list[Sketched], tuple[str, ...]]:
    """Every province with its name; and texts that name none."""
    provinces = [Sketched(leaf) for leaf in found.provinces]
    texts = [text for text in found.texts if not is_title(text, found.texts)]
    long = [text for text in texts if len(text.text) > 4]
    if sum(text.text.isupper() for text in long) * 2 > len(long):
        for text in texts:
            text.in_capitals = True
    idle = [text.text for text in found.texts if is_title(text, found.texts)]
    described = Counter(described_name(each.leaf.element) for each in provinces)
    for each in provinces:
        _own(each)
        told = described_name(each.leaf.element)
        # What more than two shapes have, such as "Hills", is a kind of ground.
        if told and not each.name and described[told] <= _MOST_ALIKE:
            each.name, each.why = told, tr("its description")
    tree = shapely.STRtree([each.leaf.area for each in provinces]) if provinces else None
    loose: list[DrawnText] = []
    led = _led(texts, found.lines, provinces, width)
    for text in texts:
        if tree is None or not _is_name(text):
            continue
        under = [provinces[at] for at in tree.query(text.at, predicate="within").tolist()]
        home = led.get(id(text)) or (min(under, key=lambda each: each.leaf.area.area) if under else None)
        coded = next((each for each in provinces if text.code and each.code == text.code), None)
        if coded or home:
            (coded or home).texts.append(text)  # type: ignore[union-attr]
        else:
            loose.append(text)
    for each in provinces:
        loose += _surplus(each, provinces, width, {key for key, home in led.items() if home is each})
    _settle(loose, provinces, width, idle)
    for each in provinces:
        _name(each)
    return provinces, tuple(idle)


def exchanged_names(provinces: Sequence[Sketched]) -> tuple[tuple[int, int], ...]:
    """Numbers of shapes each of which has the text over it that the label of the other one says."""
    written = [(number, each) for number, each in enumerate(provinces) if each.own and each.texts and not _says(each.own, each.name)]
    return tuple(
        (first, second)
        for (first, one), (second, other) in combinations(written, 2)
        if _says(one.own, other.name) and _says(other.own, one.name)
    )


def _says(label: str, name: str) -> bool:
    """Return True if a label says *name*, or its code."""
    return label.casefold() == name.casefold() or label.upper() == propose_code(name, set())


def _is_code(text: DrawnText) -> bool:
    """Return True if a text is a code such as ``NTH``; where all is written in capitals none is."""
    return not text.in_capitals and _CODE_WORD.fullmatch(text.text) is not None and not sea_weight(text.text)


def _own(each: Sketched) -> None:
    element = each.leaf.element
    title = child_text(element, "title")
    name = own_name(element)
    label = element.get("inkscape:label").strip() or element.get("id").strip()
    if re.fullmatch(r"_?(?:[a-z]{2,4}|[A-Z]{2,4})", label) and not title:
        each.code = label.strip("_").upper()
        name = ""
    for text, why in ((title, tr("its title")), (name, tr("its label") if element.get("inkscape:label") else tr("its id"))):
        if text and not each.name:
            each.name, each.why = text, why
    each.own = each.name or each.code


def _is_name(text: DrawnText) -> bool:
    words = text.text.strip()
    return len(re.findall(r"[^\W\d_]", words)) > 1 and words.casefold() not in UNIT_WORDS and text.meaning not in (
        LayerMeaning.UNITS, LayerMeaning.CENTRES)  # fmt: skip


def _led(texts: Sequence[DrawnText], lines: Sequence[shapely.Geometry], provinces: Sequence[Sketched], width: float) -> dict[int, Sketched]:
    """The provinces to which thin lines lead from texts: each line from the text that is nearest to one of its ends."""
    found: dict[int, Sketched] = {}
    for line in lines:
        if line.length > 0.4 * width or len(line.coords) > 4:
            continue
        ends = [shapely.Point(line.coords[0]), shapely.Point(line.coords[-1])]
        near = [
            (end.distance(text.at), number, text)
            for number, end in enumerate(ends) for text in texts
            if _is_name(text) and end.distance(text.at) < 1.6 * text.size + 0.28 * text.size * len(text.text)
        ]  # fmt: skip
        for _, number, text in sorted(near, key=lambda each: each[0])[:2]:
            far = ends[1 - number]
            under = [each for each in provinces if each.leaf.area.distance(far) < width / 400 and not each.leaf.area.contains(text.at)]
            if under:
                found[id(text)] = min(under, key=lambda each: each.leaf.area.area)
                break
    return found


def _surplus(each: Sketched, provinces: Sequence[Sketched], width: float, led: set[int]) -> list[DrawnText]:
    """Take texts out of a province that are not its own name: one stacked block stays, the others may name shapes beside them."""
    texts = [text for text in each.texts if not _is_code(text)]
    if len(texts) < 2:
        return []
    others = [other for other in provinces if other is not each]
    has_sea = any(sea_weight(text.text) for text in texts)
    beside = [
        text for text in texts if has_sea and not sea_weight(text.text) and _nearest_unnamed(text, others, width) and id(text) not in led
    ]
    blocks = [*_blocks([text for text in texts if text not in beside]), *([text] for text in beside)]
    if len(blocks) == 1:
        return []

    def rank(block: list[DrawnText]) -> tuple[bool, float, float]:
        words = " ".join(text.text for text in block)
        return any(id(text) in led for text in block), sea_weight(words), max(text.size for text in block)

    own = max(blocks, key=rank)
    gone = [text for block in blocks if block is not own for text in block]
    each.texts = [text for text in each.texts if text not in gone]
    return gone


def _blocks(texts: Sequence[DrawnText]) -> list[list[DrawnText]]:
    """Texts that stand below one another in letters of one size, together."""
    found: list[list[DrawnText]] = []
    for text in sorted(texts, key=lambda each: (each.at.y, each.at.x)):
        for block in found:
            last = block[-1]
            is_alike = abs(last.size - text.size) < 0.15 * text.size
            if is_alike and 0.5 * text.size < text.at.y - last.at.y < 1.7 * text.size and abs(text.at.x - last.at.x) < 3.5 * text.size:
                block.append(text)
                break
        else:
            found.append([text])
    return found


def _nearest_unnamed(text: DrawnText, provinces: Sequence[Sketched], width: float) -> Sketched | None:
    free = [(each.leaf.area.distance(text.at), each) for each in provinces if not each.texts and not each.name]
    near = [(away, number, each) for number, (away, each) in enumerate(free) if away < 0.09 * width]
    return min(near)[2] if near else None


def _settle(loose: list[DrawnText], provinces: Sequence[Sketched], width: float, idle: list[str]) -> None:
    """Texts beside shapes to the nearest shape without a name, the nearest pairs first."""
    pairs = sorted(
        (each.leaf.area.distance(text.at), at, number)
        for at, text in enumerate(loose) if not _is_code(text)
        for number, each in enumerate(provinces) if not each.texts and not each.name
    )  # fmt: skip
    used: set[int] = set()
    for away, at, number in pairs:
        if away < 0.09 * width and at not in used and not provinces[number].texts:
            used.add(at)
            provinces[number].texts.append(loose[at])
    idle += [text.text for at, text in enumerate(loose) if at not in used]


def _name(each: Sketched) -> None:
    words = [text.text for text in sorted(each.texts, key=lambda text: (text.at.y, text.at.x)) if not _is_code(text)]
    codes = [text.text for text in each.texts if _is_code(text)]
    if codes and not each.code:
        each.code = codes[0]
    if words:
        name = " ".join(" ".join(words).split())
        each.name, each.why = (name.title() if name.isupper() or name.islower() else name), tr("the text over it")
    each.name, closed = without_closed(each.name)
    each.closed = each.closed or closed


def read_grounds(provinces: Sequence[Sketched], found: SortedShapes, page: tuple[float, float]) -> None:
    """Land or sea for each: names, layers, classes, what is painted there and the neighbours vote."""
    servers = paint_servers(provinces[0].leaf.element.root) if any("url(" in each.leaf.fill for each in provinces) else {}
    _see_colours(provinces, found, servers)
    standing = _standing(provinces, found)
    water = _water_colours(provinces, page, standing)
    painted = {each.colour for each in provinces if each.colour}
    tells = bool(water) and any(colour not in water for colour in painted)
    # A pattern on blue ground is water, any other that few provinces have is hatching; what has a colour of its own is neither.
    hatched = {id(each) for each in provinces if not each.colour and is_pattern(each.leaf.fill, servers)}
    votes: list[list[tuple[float, str]]] = []
    for each in provinces:
        own: list[tuple[float, str]] = []
        leaf = each.leaf
        by_name = sea_weight(each.name)
        if by_name:
            own.append((by_name, tr("its name is {name}", name=each.name)))
        if leaf.meaning is LayerMeaning.WATER:
            own.append((3.0, _class_words(leaf)))
        elif leaf.meaning is LayerMeaning.LAND:
            own.append((-3.0, _class_words(leaf)))
        elif leaf.meaning is LayerMeaning.CLOSED:
            each.closed = True
        kind = stated(leaf.element, ("type", "terrain")).lower()
        if kind == "impassable":
            each.closed = True
        elif kind:
            own.append((9.0 if kind in ("sea", "water", "ocean") else -9.0, tr("the drawing says so")))
        if id(each) in hatched and len(hatched) <= max(1, len(provinces) // 4):
            each.closed = True
        if tells and each.colour:
            wet = each.colour in water
            if any(is_blue(parsed_colour(colour)) for colour in water):
                own.append((2.0, tr("it is painted blue")) if wet else (-1.5, tr("it is not painted blue, and others are")))
            else:
                own.append((2.0, tr("it is painted as seas are")) if wet else (-1.5, tr("it is not painted as seas are")))
        if id(each) in standing.centres:
            own.append((-1.2, tr("a centre is drawn there")))
        if id(each) in standing.armies:
            own.append((-1.2, tr("an army is drawn there")))
        votes.append(own)
    if any(sum(weight for weight, _ in own) > 0 for own in votes):
        _islands(provinces, votes)
    for each, own in zip(provinces, votes, strict=True):
        total = sum(weight for weight, _ in own)
        if each.closed:
            each.ground = Ground(False, tr("nobody enters it"))
        elif own and total:
            reasons = [(abs(weight), reason) for weight, reason in own if (weight > 0) == (total > 0)]
            each.ground = Ground(total > 0, max(reasons)[1])
    has_water = any(each.ground.is_water for each in provinces)
    backdrop = max(found.ground, key=lambda leaf: leaf.area.area, default=None)
    if not has_water and backdrop is not None and is_blue(parsed_colour(backdrop.fill)):
        for each in provinces:
            if each.ground.is_water is None and each.colour and not is_blue(parsed_colour(each.colour)):
                each.ground = Ground(False, tr("it is not painted blue, and others are"))
    for each in provinces:
        if each.ground.is_water is None and has_water:
            each.ground = Ground(False, tr("nothing says that it is a sea, and of others something does"))
        elif each.ground.is_water is None:
            each.ground = Ground(None, tr("nothing tells"))


def _standing(provinces: Sequence[Sketched], found: SortedShapes) -> _Standing:
    """The marks and letters that stand on provinces, before anything is known of land and sea."""
    standing = _Standing()
    letters = _letters(found)
    for text in letters:
        place = _under(text.at, provinces)
        if place is not None:
            (standing.armies if UNIT_WORDS[text.text.strip().casefold()] == "A" else standing.fleets).add(id(place))
    by_sign: dict[str, list[shapely.Point]] = defaultdict(list)
    for sign in found.signs:
        by_sign[sign.text].append(sign.at)
    whole = [whole_marks(group) for group in found.marks if group[0].meaning in (None, LayerMeaning.CENTRES)]
    drawn = [(_spots(group), group) for group in whole]
    for spots, group in [*drawn, *((spots, []) for spots in by_sign.values())]:
        places = [_under(spot, provinces) for spot in spots]
        under = [place for place in places if place is not None]
        is_one_each = len({id(place) for place in under}) == len(under) > 1
        # Ships and whales stand on water alone.
        if not is_one_each or all(not place.colour or is_blue(parsed_colour(place.colour)) for place in under):
            continue
        if len({leaf.fill for leaf in group}) > 1:
            own = [place for leaf, place in zip(group, places, strict=True) if place is not None and _is_painted(leaf, place.colour)]
            standing.pieces.update(map(id, own))
        discs = sum(any(spot.distance(text.at) < text.size for text in letters) for spot in spots)
        if discs * 2 < len(spots):
            standing.centres.update(map(id, under))
    return standing


def _spots(group: Sequence[Leaf]) -> list[shapely.Point]:
    return [leaf.area.centroid for leaf in group]


def _is_painted(leaf: Leaf, colour: str) -> bool:
    """Return True if a mark has the colour of the land that it stands on."""
    own = hex_of(parsed_colour(leaf.fill))
    return bool(own and colour) and colour_distance(own, colour) < SAME_PAINT


def _class_words(leaf: Leaf) -> str:
    if leaf.told and leaf.told == leaf.element.get("class"):
        return tr("it is of the class {name}", name=leaf.told[:30])
    return tr("it is in {name}", name=leaf.told[:30])


def _islands(provinces: Sequence[Sketched], votes: list[list[tuple[float, str]]]) -> None:
    """A small shape all of whose shore is that of one water is land."""
    for each, own in zip(provinces, votes, strict=True):
        if own:
            continue
        for other, theirs in zip(provinces, votes, strict=True):
            if other is not each and sum(weight for weight, _ in theirs) > 0 and _fills_hole(each.leaf.area, other.leaf.area):
                own.append((-1.0, tr("it lies in {name}", name=other.name or tr("a sea"))))
                break


def _fills_hole(area: shapely.Geometry, around: shapely.Geometry) -> bool:
    if area.area > 0.5 * around.area:
        return False
    return bool(
        shapely.contains(shapely.convex_hull(around), area)
        and shapely.intersection(area.buffer(1.0).exterior if area.geom_type == "Polygon" else area.boundary, around).length
        > 0.9 * area.length
    )


def _see_colours(provinces: Sequence[Sketched], found: SortedShapes, servers: Mapping[str, Element]) -> None:
    """Visible paint of each province: its own paint, else what is painted below it."""
    hidden = all(each.leaf.element.inherited("display") == "none" for each in provinces)
    ground = sorted([*found.ground, *found.art], key=lambda leaf: -leaf.order)
    colours = {fill: visible_colour(fill, servers) for fill in {each.leaf.fill for each in provinces}}
    for each in provinces:
        own = colours[each.leaf.fill]
        opacity = each.leaf.element.style("fill-opacity") or each.leaf.element.style("opacity")
        if hidden or (opacity and opacity.replace(".", "").strip("0") == ""):
            own = None
        if own is None and "url(" not in each.leaf.fill:
            spot = each.leaf.area.representative_point()
            below = [leaf for leaf in ground if leaf.area.area > _MARK_PART * each.leaf.area.area and leaf.area.contains(spot)]
            own = next((colour for leaf in below if (colour := parsed_colour(leaf.fill)) is not None), None)
        each.colour = hex_of(own)
    _join_shades(provinces)


def _join_shades(provinces: Sequence[Sketched]) -> None:
    """Replace shades that look the same by the most frequent of them: a tracer paints one colour in many."""
    shades: list[str] = []
    for colour, _ in Counter(each.colour for each in provinces if each.colour).most_common():
        if not any(colour_distance(colour, known) < SAME_PAINT for known in shades):
            shades.append(colour)
    for each in provinces:
        if each.colour and each.colour not in shades:
            each.colour = min(shades, key=lambda known: colour_distance(each.colour, known))


def _water_colours(provinces: Sequence[Sketched], page: tuple[float, float], standing: _Standing) -> frozenset[str]:
    """The colours of water: of the blues the one that seas have by name, layer or the page's edge, and its shades."""
    edge = shapely.box(0, 0, *page).exterior.buffer(page[0] / 300)
    scores: dict[str, float] = defaultdict(float)
    layered = {each.colour for each in provinces if each.leaf.meaning is LayerMeaning.WATER and each.colour}
    for each in provinces:
        if not each.colour or not is_blue(parsed_colour(each.colour)):
            continue
        area = each.leaf.area
        # What stands on land says so of its colour: a power may be teal or blue.
        scores[each.colour] += 0.01 + 2.0 * (sea_weight(each.name) > 0) + 2.0 * (each.leaf.meaning is LayerMeaning.WATER)
        scores[each.colour] += min(1.5, 3 * shapely.intersection(area.boundary, edge).length / max(area.length, 1e-9)) + area.area / (
            page[0] * page[1]
        )
        scores[each.colour] -= 3.0 * (each.leaf.meaning is LayerMeaning.LAND) + 3.0 * (id(each) in standing.pieces)
        scores[each.colour] -= (
            2.0 * (id(each) in standing.centres) + 2.0 * (id(each) in standing.armies) + 0.5 * (id(each) in standing.fleets)
        )
    if not scores or max(scores.values()) <= 0:
        return _named_water(provinces)
    best = max(scores, key=lambda colour: scores[colour])
    return frozenset(
        colour for colour in scores
        if colour in layered or (not layered and colour == best) or scores[colour] > 2.0
        or (not layered and scores[colour] > 0 and colour_distance(colour, best) < _SHADES)
    )  # fmt: skip


def _named_water(provinces: Sequence[Sketched]) -> frozenset[str]:
    """The colour of water on a drawing without blue: of two seas by name or more the one that most of them have, and some other not."""
    named = Counter(each.colour for each in provinces if each.colour and sea_weight(each.name) >= 2.0)
    lands = {each.colour for each in provinces if each.leaf.meaning is LayerMeaning.LAND}
    painted = {each.colour for each in provinces if each.colour}
    best = next((colour for colour, count in named.most_common(1) if count > 1 and 2 * count > named.total()), "")
    return frozenset({best}) if best and best not in lands and len(painted) > 1 else frozenset()


def read_start(provinces: Sequence[Sketched], found: SortedShapes) -> tuple[SketchedPower, ...]:
    """Note centres and units in *provinces*; the powers that colours show."""
    lands = [each for each in provinces if not each.ground.is_water and not each.closed]
    letters = _letters(found)
    named = [group for group in found.marks if group[0].meaning is LayerMeaning.CENTRES]
    drawn = [whole_marks(group) for group in named or [group for group in found.marks if group[0].meaning is None]]
    sets = [_spots(group) for group in drawn]
    by_sign: dict[str, list[shapely.Point]] = defaultdict(list)
    for sign in found.signs:
        by_sign[sign.text].append(sign.at)
    sets += [] if named else by_sign.values()
    best: list[Sketched] = []
    for group in sets:
        under = [_under(spot, provinces) for spot in group]
        held = [each for each in under if each is not None and not each.closed]
        discs = sum(any(spot.distance(text.at) < text.size for text in letters) for spot in group)
        is_fit = len({id(each) for each in held}) == len(held) and (bool(named) or not any(each.ground.is_water for each in held))
        if is_fit and discs * 2 < len(group) and len(held) > len(best) and len(held) > 1:
            best = held
    for each in best:
        each.centre = True
    for leaf in (each for group in drawn for each in group):
        place = _under(leaf.area.centroid, best)
        if place is not None:
            place.mark = hex_of(parsed_colour(leaf.fill))
    places: list[tuple[Element, Sketched]] = []
    for text in letters:
        place = _under(text.at, lands)
        if place is not None:
            places.append((text.element, place))
            place.unit = place.unit or UNIT_WORDS[text.text.strip().casefold()]
    for letter, place, element in _foreign_letters(found, lands):
        places.append((element, place))
        place.unit = place.unit or letter
    for group in found.marks:
        if group[0].meaning is LayerMeaning.UNITS:
            for leaf in group:
                place = _under(leaf.area.centroid, lands)
                elements = (leaf.element, *reversed(leaf.groups))
                own = [each.get(key) for each in elements for key in ("inkscape:label", "id", "class", "data-name")]
                if place is not None:
                    kind = unit_of_name((leaf.element.href, *own, leaf.told), place.name)
                    places.append((leaf.element, place))
                    place.unit = place.unit or kind
    for each in lands:
        element = each.leaf.element
        each.centre = each.centre or stated(element, _CENTRE_KEYS).casefold() not in _NO
        each.unit = each.unit or unit_of_name((stated(element, ("unit", "start")),))
    return _powers(lands, provinces, found, places)


def _foreign_letters(found: SortedShapes, lands: Sequence[Sketched]) -> list[tuple[str, Sketched, Element]]:
    """Units by letters of one language, such as ``E`` and ``F``: each stands on lands of two colours, as no power's does."""
    spots: dict[str, list[tuple[Sketched, Element]]] = defaultdict(list)
    for text in found.texts:
        if len(text.text.strip()) == 1 and text.meaning is not LayerMeaning.ART and (place := _under(text.at, lands)) is not None:
            spots[text.text.strip()].append((place, text.element))
    for army, fleet in ARMY_LETTERS.items():
        if "A" not in spots and all(len({place.colour for place, _ in spots.get(letter, ())}) > 1 for letter in (army, fleet)):
            return [(kind, *each) for kind, letter in (("A", army), ("F", fleet)) for each in spots[letter]]
    return []


def _letters(found: SortedShapes) -> list[DrawnText]:
    return [each for each in found.texts if each.text.strip().casefold() in UNIT_WORDS and each.meaning is not LayerMeaning.ART]


def _under(spot: shapely.Point, provinces: Sequence[Sketched]) -> Sketched | None:
    under = [each for each in provinces if each.leaf.area.contains(spot)]
    return min(under, key=lambda each: each.leaf.area.area) if under else None


def _powers(
    lands: Sequence[Sketched], provinces: Sequence[Sketched], found: SortedShapes, units: Sequence[tuple[Element, Sketched]]
) -> tuple[SketchedPower, ...]:
    """The powers: those that the shapes name as their owners, else those that colours show."""
    number = {id(each): at for at, each in enumerate(provinces)}
    by_owner: dict[str, list[Sketched]] = defaultdict(list)
    by_colour: dict[str, list[Sketched]] = defaultdict(list)
    by_mark: dict[str, list[Sketched]] = defaultdict(list)
    for each in lands:
        owner = stated(each.leaf.element, _OWNER_KEYS)
        if owner.casefold() not in _NO | _FREE:
            by_owner[owner].append(each)
        if each.colour:
            by_colour[each.colour].append(each)
        if each.mark:
            by_mark[each.mark].append(each)
    powers: list[SketchedPower] = []
    for owner, members in by_owner.items():
        homes = tuple(number[id(each)] for each in members if each.centre)
        if homes:
            colour = Counter(each.colour for each in members).most_common(1)[0][0]
            powers.append(SketchedPower(owner, colour, homes, tuple(number[id(each)] for each in members)))
    if len(powers) > 1:
        return tuple(powers)
    legend = {shade: words for fill, words in found.swatches if (shade := hex_of(parsed_colour(fill)))}
    # Where all land is of one colour, the marks of centres may have those of powers.
    for painted in (by_colour, by_mark):
        # Land that is nobody's has no units: of two colours that are as frequent it is the one without any.
        sizes = Counter({colour: len(members) for colour, members in painted.items()})
        open_ones = [colour for colour, _ in sizes.most_common() if colour not in legend]
        idle = [colour for colour in open_ones if not any(each.unit for each in painted[colour])]
        common = next(iter(idle or (open_ones if painted is by_colour else ())), "")
        powers = []
        for colour, members in painted.items():
            homes = tuple(number[id(each)] for each in members if each.centre)
            if colour != common and homes and not _FREE.intersection(words_of(legend.get(colour, ""))[:1]):
                name = legend.get(colour) or _group_name(members, provinces, units)
                # Marks in several colours may also tell capitals from towns: only those with a power's name are its own.
                if name or painted is by_colour:
                    powers.append(SketchedPower(name, colour, homes, tuple(number[id(each)] for each in members)))
        if len(powers) > 1:
            return tuple(powers)
    return ()


def _group_name(members: Sequence[Sketched], provinces: Sequence[Sketched], units: Sequence[tuple[Element, Sketched]]) -> str:
    """The name of the group that holds all lands of one power, or all its units, and nothing of another one; empty without one."""
    own = {id(each) for each in members}
    lands = [(each.leaf.element, each) for each in provinces]
    for held, all_of in ((lands, [each for each in members if each.centre]), (units, [each for each in members if each.unit])):
        within: dict[int, tuple[Element, list[Sketched]]] = {}
        for element, place in held:
            group = element.parent
            while group is not None:
                within.setdefault(id(group), (group, []))[1].append(place)
                group = group.parent
        for group, places in within.values():
            there = {id(each) for each in places}
            name = power_name(group) if there <= own and there >= set(map(id, all_of)) and all_of else ""
            if name and (len(there) > 1 or not any(name == each.name for each in provinces)):
                return name
    return ""
