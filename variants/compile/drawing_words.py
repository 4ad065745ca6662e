"""Words by which people call layers, groups and shapes of a drawing, in the languages of the program: waters, lands, marks, art."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from enum import StrEnum

from variants.svg.element import Element


class LayerMeaning(StrEnum):
    """LayerMeaning of the name of a layer or a group."""

    WATER = "water"
    LAND = "land"
    CLOSED = "closed"
    CENTRES = "centres"
    UNITS = "units"
    ART = "art"
    GROUND = "ground"
    """Painted ground below the provinces."""


_WORDS: dict[LayerMeaning, str] = {
    LayerMeaning.CLOSED: (
        "impassable impassible unpassable unpassierbar unpassierbare infranchissable infranchissables intransitable "
        "intransitables infranqueable infranqueables impraticabile invalicabile invalicabili ontoegankelijk closed gesperrt"
    ),
    LayerMeaning.CENTRES: (
        "centres centers centre center supplycenters supplycentres supplycenter supplycentre supply sc scs dots stars "
        "versorgungszentren zentren centri centros ravitaillement rifornimento suministro abastecimiento "
        "bevoorradingscentra"
    ),
    LayerMeaning.UNITS: (
        "units unit armies fleets start startaufstellung einheiten einheit unites unite unita unidades eenheden armees flottes "
        "armeen flotten pieces troops truppen troupes truppe tropas troepen garrisons"
    ),
    LayerMeaning.WATER: (
        "water waters sea seas ocean oceans wet lake lakes meer meere gewasser wasser wasserflachen seegebiete see seen "
        "ozean ozeane mer mers eau eaux oceano oceani oceanos mar mares mari mare acqua acque agua aguas zee zeeen "
        "wateren"
    ),
    LayerMeaning.LAND: (
        "land lands ground inland coast coasts coastal island islands isles isle nopower neutral lander laender insel "
        "inseln kuste kuesten festland terre terres ile iles cote cotes terra isola isole tierra tierras isla islas "
        "costa coste costas eiland eilanden landen realms countries kingdoms reiche pays royaumes paesi regni paises reinos rijken"
    ),
    LayerMeaning.GROUND: "background backdrop hintergrund fond sfondo fondo achtergrond paper papier base untergrund",
    LayerMeaning.ART: (
        "legend legende leyenda leggenda legenda compass kompass windrose boussole bussola brujula kompas frame rahmen "
        "cadre cornice marco kader mountain mountains berge gebirge montagnes montagne monti montanas bergen river "
        "rivers flusse fiumi rivieres rios rivieren title titel titre titolo titulo scale massstab echelle scala escala "
        "decoration decorations deko dekoration ornament ornaments grid gitter raster logo lettering letters buchstaben "
        "beschriftung beschriftungen schrift lettres lettere letras text texts texte testi textos names namen noms nomi "
        "nombres label labels arrows notes notizen forest forests wald foreground vordergrund lighthouse ships schiffe "
        "monsters trees trade"
    ),
}
_ARMY = "a army armies armee armees armeen heer heere armata armate esercito eserciti ejercito ejercitos leger legers ⚔ 🗡 🪖 💂 🎖 ⛺ ♟ ♞"
_FLEET = "f fleet fleets flotte flotten flottes flotta flota flotas armada armadas vloot vloten ⚓ ⛵ 🚢 ⛴ 🛳"
ARMY_LETTERS = {"E": "F", "L": "V", "H": "F"}
"""Letters that say army in some languages only, each with the letter of a fleet that has to stand on the same drawing."""
UNIT_WORDS = dict.fromkeys(_ARMY.split(), "A") | dict.fromkeys(_FLEET.split(), "F")
"""Words and signs for an army or a fleet."""
CENTRE_SIGNS = frozenset("★☆✦✧✩✪✫✬✭✮✯✰✱✲✶✷✸✹⭐⚝●○◉◎⬤•∙■□▪◆◇⊙⊛*")
"""Signs that people type where a supply centre is."""
_MEANINGS: dict[str, LayerMeaning] = {}
for _meaning, _words in _WORDS.items():
    for _word in _words.split():
        _MEANINGS.setdefault(_word, _meaning)

_SEAS = (
    "sea seas ocean gulf channel strait straits sound basin bight atlantic pacific mediterranean mare mar mer meer oceano ozean golfo "
    "golfe golf kanal manche detroit stretto estrecho zee oceaan kanaal see bucht waters deep seaway fjord firth"
)
_SEA_WORDS = frozenset(_SEAS.split())
_BAYS = frozenset(("bay", "baie", "baia", "bahia", "baai"))
_SEA_ENDS = ("see", "meer", "zee", "sund", "bucht", "ozean", "kanal", "golf")
_CLOSED_END = re.compile(
    r"\s*[\(\[]\s*(?:impass[ai]ble|unpassierbar|infranchissable|intransitable|infranqueable|invalicabile|"
    r"impraticabile|ontoegankelijk|closed)\s*[\)\]]\s*$",
    re.IGNORECASE,
)
AUTOMATIC = re.compile(
    r"(?:(?:path|pfad|trac[eé]|rect|rectangle|rechteck|g|group|gruppe|groupe|gruppo|grupo|use|ellipse|circle|kreis|polygon|polyline|line|"
    r"linie|text|tspan|image|layer|ebene|calque|livello|capa|laag|svg|symbol|clone|klon|vector|vektor|frame|shape|form|union|subtract|mask|"
    r"clip|clippath|compound|object|objekt|curve|kurve|map|xmlid|id|cls|st|patch|patchcollection|pathcollection|polycollection|linecollection|axes|figure|cell)?[\s_-]*\d[\d\s_-]*|"
    r"(?:path|group|layer|ebene|calque|livello|capa|vector|frame|shape|union|map|svg|board|world|page|drawing|artboard|root|all)[\s_-]*)_?",
    re.IGNORECASE,
)
"""Names that programs make up by themselves, and those of a whole drawing: never the name of a province."""
_LONGEST_DESCRIPTION, _MOST_WORDS = 60, 6
"""Letters and words of a description that may be a name."""


def plain(text: str) -> str:
    """*text* in small letters without marks."""
    return unicodedata.normalize("NFKD", text.replace("ß", "ss")).encode("ascii", "ignore").decode().lower()


def words_of(text: str) -> list[str]:
    """The words of a name, parted at capitals, digits and signs."""
    parted = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text)
    return re.findall(r"[a-z]+", plain(parted))


def meaning_of(names: Iterable[str]) -> LayerMeaning | None:
    """The meaning of a layer or a group with these names; ``None`` where its words say nothing."""
    found: set[LayerMeaning] = set()
    for name in names:
        words = words_of(name)
        joined = "".join(words)
        found |= {_MEANINGS[word] for word in (*words, joined) if word in _MEANINGS}
    # "Sea names" are names, "Land background" is ground: what is drawn upon comes before what it is drawn for.
    order = (
        LayerMeaning.CLOSED,
        LayerMeaning.CENTRES,
        LayerMeaning.UNITS,
        LayerMeaning.GROUND,
        LayerMeaning.ART,
        LayerMeaning.WATER,
        LayerMeaning.LAND,
    )
    return next((each for each in order if each in found), None)


def sea_weight(name: str) -> float:
    """Weight of a shown name for water: 0 where it says nothing."""
    words = words_of(name)
    if any(word in _SEA_WORDS for word in words):
        return 2.5
    if any(len(word) > len(end) + 2 and word.endswith(end) for word in words for end in _SEA_ENDS):
        return 2.0
    return 1.0 if any(word in _BAYS for word in words) else 0.0


def without_closed(name: str) -> tuple[str, bool]:
    """*name* without a remark that it is impassable, and True if there was one."""
    found = _CLOSED_END.sub("", name)
    return found, found != name


def clean_name(text: str) -> str:
    """A name as people read it, out of an id or a label; empty where a program made it up."""
    text = re.sub(r"_x([0-9A-Fa-f]{2,4})_", lambda each: chr(int(each[1], 16)), text.strip())
    if AUTOMATIC.fullmatch(text):
        return ""
    text = re.sub(r"_\d+_$", "", text)
    text = re.sub(r"(?<=[a-zà-ÿ])(?=[A-ZÀ-Þ])", " ", text)
    return " ".join(re.sub(r"[_-]+", " ", text).split())[:60] if re.search(r"[^\W\d_]", text) else ""


def names_of(element: Element) -> tuple[str, ...]:
    """Names of an element by its author and its program: label, id, class, names of other programs."""
    keys = ("inkscape:label", "id", "class", "data-name", "serif:id", "?:id", "?:label")
    # A class of LibreOffice, such as "com.sun.star.drawing.ClosedBezierShape", says how a shape was drawn.
    found = (text for key in keys if (text := element.get(key).strip()) and not text.startswith("com.sun.star."))
    return tuple(dict.fromkeys(found))


def stated(element: Element, keys: Iterable[str]) -> str:
    """The first of the ``data-`` attributes *keys* that an element has; those who draw by a program of their own write such."""
    return next((text for key in keys if (text := element.get(f"data-{key}").strip())), "")


def unit_of_name(names: Iterable[str], place: str = "") -> str:
    """``A`` or ``F`` where a name says nothing but an army or a fleet, such as ``army_3``, and its *place*; else empty."""
    other = {"unit", "units", "icon", *words_of(place)}
    for name in names:
        kinds = {UNIT_WORDS.get(word, "") for word in words_of(name) if word not in other}
        if len(kinds) == 1 and kinds != {""}:
            return kinds.pop()
    return ""


def child_text(element: Element, tag: str) -> str:
    """The first text in a child with this tag, such as the title of a shape; empty without one."""
    return next((text for each in element.children if each.tag == tag and (text := " ".join(each.text.split()))), "")


def described_name(element: Element) -> str:
    """The description of a shape where it may be a name: no remark, such as *Created with a pen.*, and more than a kind of ground."""
    text = child_text(element, "desc")
    words = words_of(text)
    is_kind = bool(words) and all(meaning_of((word,)) is not None for word in words)
    is_remark = len(text) > _LONGEST_DESCRIPTION or len(text.split()) > _MOST_WORDS or text[-1:] in (".", "!", "?", ":")
    return "" if is_kind or is_remark or not re.search(r"[^\W\d_]", text) else text


def has_own_name(element: Element) -> bool:
    """Return True if a shape has a name of its own: its label, id, title or description."""
    return bool(own_name(element) or child_text(element, "title") or described_name(element))


def power_name(element: Element) -> str:
    """The name of a group without the words that say what it holds: ``Morgan units`` is Morgan's; empty where nothing is left."""
    name = own_name(element)
    left = [word for word in name.split() if meaning_of((word,)) is None and not unit_of_name((word,))]
    return " ".join(left) if any(len(word) > 2 for word in left) else ""


def own_name(element: Element) -> str:
    """The name that the author gave to an element itself, and not to its kind; empty without one."""
    for key in ("data-name", "serif:id", "?:id", "inkscape:label", "id"):
        text = clean_name(element.get(key))
        if text:
            return text
    return ""


_NUMBERED = re.compile(r"([A-Za-z][A-Za-z_ -]{2,}?)[\s_-]*\d+")
_MANY_NUMBERED = 3


def forget_numbers(root: Element) -> None:
    """Make ids that differ in nothing but a number, such as ``province4`` and ``burg2``, those of a program, where texts name places.

    Only where there are texts: else such ids are the best names there are.
    """
    every = [each for each in root.walk() if each.tag in ("path", "polygon", "circle", "ellipse", "rect", "polyline", "use", "g")]
    found = {id(each): match[1] for each in every if (match := _NUMBERED.fullmatch(each.get("id")))}
    many = Counter(found.values())
    texts = sum(each.tag == "text" for each in root.walk())
    for each in every:
        stem = found.get(id(each), "")
        if _MANY_NUMBERED <= many[stem] <= 2 * texts and meaning_of((stem,)) is None and not unit_of_name((stem,)):
            each.attributes["id"] = f"path{each.get('id')[len(stem) :]}"
