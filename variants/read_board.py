"""The board of a variant file: kinds of unit, provinces, edges."""

from __future__ import annotations

import difflib
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from adjudicator import ARMY, FLEET, Board, Edge, Location, Province, Terrain, UnitKind
from languages import tr
from variants.fault import FaultKind, Severity
from variants.fix import AddToList, DropFromList, ReplaceInList, SetValue, TomlChange
from variants.node import Node, nearest
from variants.toml_text import toml_string

CODE = re.compile(r"[A-Z][A-Z0-9]{1,7}")
MOST_COASTS = 8
"""Number of coasts of one province: each is tried at each of its shores."""
COAST = re.compile(r"[A-Z]{1,3}")

DEFAULT_COASTS: Mapping[str, tuple[str, tuple[str, ...]]] = MappingProxyType(
    {
        "NC": ("north coast", ("nc", "ncs", "n", "north")),
        "EC": ("east coast", ("ec", "ecs", "e", "east")),
        "SC": ("south coast", ("sc", "scs", "s", "south")),
        "WC": ("west coast", ("wc", "wcs", "w", "west")),
    }
)
"""Coast to its name and the words people write for it, unless the variant says otherwise."""

_PROVINCE_KEYS = frozenset(
    ("name", "aliases", "names", "terrain", "centre", "territory", "coasts", "convoyable", "build_site"),
)


@dataclass(slots=True)
class _Step:
    """Facts on one step, in one direction, for one kind of unit."""

    node: Node
    key: str
    half_strength: int = 2
    supports: bool = True
    seasons: frozenset[str] | None = None
    years: tuple[int | None, int | None] = (None, None)
    powers: frozenset[str] | None = None


@dataclass(slots=True)
class _Steps:
    steps: dict[tuple[Location, Location, str], _Step] = field(default_factory=dict)
    one_way: set[tuple[Location, Location, str]] = field(default_factory=set)


def read_kinds(root: Node) -> tuple[UnitKind, ...]:
    """The kinds of unit; army and fleet where the file names none."""
    kinds = root.table("kinds")
    if kinds is None:
        return (ARMY, FLEET)
    found: list[UnitKind] = []
    for node in kinds.tables():
        name = node.text("name").lower()
        if not re.fullmatch(r"[A-Z]", node.key):
            node.fault(tr("a kind of unit has the letter {key!r}", key=node.key), tr("one capital letter"))
        if name in _PROVINCE_KEYS or name in {kind.name for kind in found}:
            node.fault(tr("a unit kind cannot be called {name!r}", name=name), tr("a name of its own"), "name")
        terrains: set[Terrain] = set()
        for word in node.texts("terrains"):
            if word in (Terrain.INLAND, Terrain.COASTAL, Terrain.SEA):
                terrains.add(Terrain(word))
            else:
                node.fault(tr("{word!r} is not a terrain", word=word), tr("inland, coastal or sea"), "terrains")
        if not terrains:
            node.fault(tr("unit kind {key} can stand nowhere", key=node.key), tr('terrains = ["inland", "coastal"]'))
        found.append(
            UnitKind(
                node.key,
                name,
                frozenset(terrains),
                convoys=node.flag("convoys"),
                convoyed=node.flag("convoyed"),
                captures=node.flag("captures", default=True),
            )
        )
        node.done()
    return tuple(found) or (ARMY, FLEET)


def read_coasts(root: Node) -> tuple[Mapping[str, str], Mapping[str, tuple[str, ...]]]:
    """Coast to its name, and coast to the words people write for it."""
    names = {coast: name for coast, (name, _) in DEFAULT_COASTS.items()}
    words = {coast: words for coast, (_, words) in DEFAULT_COASTS.items()}
    table = root.table("coasts")
    if table is not None:
        for node in table.tables():
            if not COAST.fullmatch(node.key):
                node.fault(tr("{key!r} cannot be the code of a coast", key=node.key), tr("one to three capital letters, such as NC"))
            names[node.key] = node.text("name")
            words[node.key] = tuple(word.lower() for word in node.texts("words")) or (node.key.lower(),)
            node.done()
    return MappingProxyType(names), MappingProxyType(words)


def read_board(root: Node, homes: Mapping[str, str], powers: Collection[str]) -> Board:
    """The board; *homes* is home centre to power, which the tables of the *powers* say."""
    kinds = read_kinds(root)
    by_name = {kind.name: kind for kind in kinds}
    coast_names, coast_words = read_coasts(root)
    provinces: dict[str, Province] = {}
    nodes: list[tuple[Node, str | None, Node]] = []
    table = root.table("provinces")
    if table is None:
        root.know("ambiguous")
        root.know("edges")
        root.fault(tr("there is no board"), tr("tables [provinces.PAR], or extends = the variant whose board it has"))
        return Board.of((), kinds, ())
    for node in table.tables():
        province = _province(node, homes, powers, coast_names, nodes, extended=root.has("extends"))
        provinces[province.code] = province
    steps = _Steps()
    for node, coast, owner in nodes:
        origin = Location(owner.key, coast)
        if owner.key in provinces:
            _listed(node, origin, provinces, by_name, steps)
    for node, _, _ in nodes:
        node.done()
    for node in root.list_of_tables("edges"):
        _special(node, provinces, {kind.letter: kind for kind in kinds} | by_name, steps)
    _check_steps(provinces, steps)
    ambiguous = root.table("ambiguous")
    unclear = {word.upper(): ambiguous.texts(word) for word in ambiguous.keys} if ambiguous else {}
    _check_words(table, provinces, unclear)
    return Board.of(
        tuple(provinces.values()),
        kinds,
        tuple(_edges(steps)),
        coast_names=coast_names,
        coast_aliases=coast_words,
        ambiguous_aliases=unclear,
    )


def _province(
    node: Node,
    homes: Mapping[str, str],
    powers: Collection[str],
    coast_names: Mapping[str, str],
    nodes: list[tuple[Node, str | None, Node]],
    extended: bool,
) -> Province:
    """One province. A territory is only a colour: over an *extended* board it may be that of a power that is not in the game."""
    code = node.key
    if not CODE.fullmatch(code):
        node.fault(tr("{code!r} cannot be the code of a province", code=code), tr("2 to 8 capital letters or digits, a letter first"))
    nodes.append((node, None, node))
    coasts: list[str] = []
    table = node.table("coasts")
    if table is not None:
        for inner in table.tables():
            if inner.key not in coast_names:
                inner.fault(tr("{code} has an unknown coast {key!r}", code=code, key=inner.key), nearest(inner.key, coast_names))
            coasts.append(inner.key)
            nodes.append((inner, inner.key, node))
    if len(coasts) > MOST_COASTS:
        node.fault(tr("{code} has {count} coasts", code=code, count=len(coasts)), tr("{most} at most", most=MOST_COASTS), "coasts")
        coasts = coasts[:MOST_COASTS]
    terrain = node.choice("terrain", Terrain, None)
    if terrain is None:
        if not node.has("terrain"):
            node.fault(
                tr("{code} has no terrain", code=code),
                tr("terrain = one of {terrain}", terrain=", ".join(Terrain)),
                kind=FaultKind.MISSING_KEY,
                places=(code,),
            )
        terrain = Terrain.INLAND
    if coasts and terrain is not Terrain.COASTAL:
        mend = (tr("Make it coastal"), SetValue((*node.path, "terrain"), '"coastal"'))
        node.fault(
            tr("{code} has coasts and is {terrain}", code=code, terrain=tr(terrain)),
            "coastal",
            "terrain",
            kind=FaultKind.TERRAIN,
            places=(code,),
            mend=mend,
        )
    home = homes.get(code)
    centre = node.flag("centre")
    territory = node.text("territory", "") or None
    if territory is not None and territory not in powers:
        if not extended:
            node.fault(
                tr("{code} is the territory of an unknown power {territory!r:.40}", code=code, territory=territory),
                nearest(territory, powers),
                "territory",
            )
        territory = None
    return Province(
        code,
        node.text("name"),
        terrain,
        coasts=tuple(coasts),
        centre=centre,
        home=home,
        territory=territory,
        aliases=node.texts("aliases"),
        names=node.texts("names"),
        convoyable=node.flag("convoyable"),
        build_site=node.flag("build_site"),
    )


def _place(node: Node, key: str, text: str, provinces: Mapping[str, Province]) -> Location | None:
    """The location that *text* names, in a list of neighbours or at an end of an edge, or a fault."""
    place = Location.of(text.upper())
    province = provinces.get(place.province)
    if province is None:
        close = difflib.get_close_matches(place.province, provinces, n=2, cutoff=0.6)
        mend: tuple[str, TomlChange] | None = None
        path = (*node.path, key)
        if len(close) == 1:
            other = SetValue(path, f'"{close[0]}"') if key in ("from", "to") else ReplaceInList(path, text, close[0])
            mend = (tr("Write {word}", word=close[0]), other)
        elif not close and key not in ("from", "to", "between"):
            mend = (tr("Take it out"), DropFromList(path, text))
        what = tr("unknown province {text!r:.40}", text=text)
        node.fault(what, nearest(place.province, provinces), key, kind=FaultKind.UNKNOWN_PLACE, places=_about(node), mend=mend)
        return None
    if place.coast is not None and place.coast not in province.coasts:
        coasts = ", ".join(f"{place.province}/{coast}" for coast in province.coasts)
        what = tr("{province} has no coast {coast!r:.20}", province=place.province, coast=place.coast)
        mend = None if coasts else (tr("Write {word}", word=place.province), ReplaceInList((*node.path, key), text, place.province))
        places = (*_about(node), place.province)
        node.fault(
            what, coasts or tr("{province} alone", province=place.province), key, kind=FaultKind.UNKNOWN_PLACE, places=places, mend=mend
        )
        return None
    return place


def _listed(node: Node, origin: Location, provinces: Mapping[str, Province], by_name: Mapping[str, UnitKind], steps: _Steps) -> None:
    """The neighbours that a province's table, or a coast's, lists for each kind of unit."""
    for name, kind in by_name.items():
        for text in node.texts(name):
            target = _place(node, name, text, provinces)
            if target is None:
                continue
            if target.province == origin.province:
                mend = (tr("Take it out"), DropFromList((*node.path, name), text))
                what = tr("{origin} stands among its own neighbours", origin=origin)
                node.fault(what, tr("its neighbours alone"), name, kind=FaultKind.OWN_NEIGHBOUR, places=(str(origin),), mend=mend)
            elif (origin, target, kind.letter) in steps.steps:
                what = tr("{origin} lists {target} twice for {kind}", origin=origin, target=target, kind=tr(kind.name))
                mend, both = (tr("Take one out"), DropFromList((*node.path, name), text)), (str(origin), str(target))
                node.fault(what, tr("each neighbour once"), name, Severity.WARNING, FaultKind.LISTED_TWICE, both, mend)
            else:
                steps.steps[origin, target, kind.letter] = _Step(node, name)


def _special(node: Node, provinces: Mapping[str, Province], kinds: Mapping[str, UnitKind], steps: _Steps) -> None:
    """An ``[[edges]]`` table: a step that is new, or one that is listed and has something special."""
    between = node.texts("between")
    ends = between or (node.text("from"), node.text("to"))
    if len(ends) != 2:
        node.fault(tr("this edge does not join two places"), tr('between = ["A", "B"], or from and to'), "between")
        return
    places = [_place(node, "between" if between else key, text, provinces) for key, text in zip(("from", "to"), ends, strict=True)]
    letters: list[str] = []
    for word in node.texts("kinds"):
        kind = kinds.get(word) or kinds.get(word.lower())
        if kind is None:
            node.fault(tr("unknown unit kind {word!r:.30}", word=word), nearest(word, kinds), "kinds")
        else:
            letters.append(kind.letter)
    strength = node.number("strength", 1.0)
    if strength not in (0.0, 0.5, 1.0):
        node.fault(tr("strength is {strength}", strength=strength), tr("0, 0.5 or 1"), "strength")
    seasons = frozenset(node.texts("seasons")) if node.has("seasons") else None
    powers = frozenset(node.texts("powers")) if node.has("powers") else None
    years = (node.whole("first_year", None, -99999, 99999), node.whole("last_year", None, -99999, 99999))
    supports = node.flag("supports", default=True)
    closed = node.flag("closed")
    node.done()
    first, second = places
    if first is None or second is None:
        return
    directions = [(first, second), (second, first)] if between else [(first, second)]
    for origin, target in directions:
        listed = [letter for (a, b, letter) in steps.steps if (a, b) == (origin, target)]
        chosen = letters or listed
        if not chosen:
            node.fault(
                tr("no unit kind can go from {origin} to {target}", origin=origin, target=target),
                tr('kinds = ["army"], since no list above has this step'),
            )
        for letter in chosen:
            if closed:
                steps.steps.pop((origin, target, letter), None)
                continue
            steps.steps[origin, target, letter] = _Step(node, "from", round(strength * 2), supports, seasons, years, powers)
            if not between:
                steps.one_way.add((origin, target, letter))
                steps.one_way.add((target, origin, letter))


def _check_steps(provinces: Mapping[str, Province], steps: _Steps) -> None:
    """Steps go both ways, unless ``[[edges]]`` says ``from`` and ``to``."""
    for (origin, target, letter), step in steps.steps.items():
        if (target, origin, letter) not in steps.steps and (origin, target, letter) not in steps.one_way:
            step.node.fault(
                tr("{letter} can go from {origin} to {target} and not back", letter=letter, origin=origin, target=target),
                tr("{origin} in the list of {target}, or an [[edges]] with from and to", origin=origin, target=target),
                step.key,
                kind=FaultKind.ONE_WAY,
                places=(str(origin), str(target)),
                mend=_way_back(origin, target, step),
            )
        for end in (origin, target):
            if provinces[end.province].terrain is Terrain.IMPASSABLE:
                what = tr("{end} is impassable and has neighbours", end=end)
                step.node.fault(what, tr("no lists"), step.key, kind=FaultKind.TERRAIN, places=(end.province,))


def _way_back(origin: Location, target: Location, step: _Step) -> tuple[str, TomlChange] | None:
    """The list that lacks the way back, where the step stands in a list."""
    if not step.node.path or step.node.path[0] != "provinces":
        return None
    table = ("provinces", target.province) if target.coast is None else ("provinces", target.province, "coasts", target.coast)
    return tr("Put {origin} into the list of {target}", origin=origin, target=target), AddToList((*table, step.key), str(origin))


def _about(node: Node) -> tuple[str, ...]:
    """The place whose list is read."""
    if len(node.path) < 2 or node.path[0] != "provinces":
        return ()
    return (f"{node.path[1]}/{node.path[3]}",) if len(node.path) > 3 else (str(node.path[1]),)


def _edges(steps: _Steps) -> Iterable[Edge]:
    """Steps that differ in nothing but the kind of unit make one edge. Sorted, so that equal boards are equal values."""
    together: defaultdict[tuple[object, ...], list[tuple[Location, Location, str, _Step]]] = defaultdict(list)
    for (origin, target, letter), step in steps.steps.items():
        special = (step.half_strength, step.supports, step.seasons, step.years, step.powers)
        together[(str(origin), str(target), *special)].append((origin, target, letter, step))
    found: list[tuple[tuple[str, str, str], Edge]] = []
    for same in together.values():
        origin, target, _, step = same[0]
        letters = [letter for _, _, letter, _ in same]
        edge = Edge(origin, target, frozenset(letters), step.half_strength, step.supports, step.seasons, step.years, step.powers)
        found.append(((str(origin), str(target), "".join(sorted(letters))), edge))
    found.sort(key=lambda each: each[0])
    return [edge for _, edge in found]


def _other_word(word: str, earlier: Province, later: Province, provinces: Mapping[str, Province]) -> tuple[str, TomlChange] | None:
    """The mend that takes a word from one of two provinces: an alias goes, a name becomes the code as a word."""
    for province in (later, earlier):
        alias = next((each for each in province.aliases if each.upper() == word), None)
        if alias is not None:
            return tr("Take {text} out", text=alias), DropFromList(("provinces", province.code, "aliases"), alias)
    title = later.code.title()
    taken = {name.upper() for each in provinces.values() for name in (each.name, *each.aliases)}
    if later.name.upper() != word or later.code in taken:
        return None
    return tr("Call {code} {name}", code=later.code, name=title), SetValue(("provinces", later.code, "name"), toml_string(title))


def _check_words(table: Node, provinces: Mapping[str, Province], unclear: Mapping[str, tuple[str, ...]]) -> None:
    """Every code, alias and name means one province."""
    meaning: dict[str, str] = {}
    for code, province in provinces.items():
        for word in dict.fromkeys(word.upper() for word in (code, province.name, *province.aliases, *province.names)):
            earlier = meaning.setdefault(word, code)
            if earlier != code:
                node = table.table(code)
                if node is not None:
                    expected = tr("a word of its own, or [ambiguous] {word} = [...]", word=word)
                    node.fault(
                        tr("{word!r:.60} means {earlier} already", word=word, earlier=earlier),
                        expected,
                        kind=FaultKind.WORDS,
                        places=(earlier, code),
                        mend=_other_word(word, provinces[earlier], province, provinces),
                        is_guess=True,
                    )
    for word, codes in unclear.items():
        for code in codes:
            if code.upper() not in provinces:
                table.fault(tr("[ambiguous] {word} names an unknown province {code!r:.30}", word=word, code=code), nearest(code, provinces))
