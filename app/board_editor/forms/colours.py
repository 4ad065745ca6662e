"""Colours of powers: a land that follows from the units, and pairs that some people or all cannot distinguish."""

from __future__ import annotations

import colorsys
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from languages import mark, tr
from variants.check import LEAST_COLOUR_DISTANCE
from variants.style import COLOUR_SEEING, ColourSight, colour_distance, colour_parts, default_style, land_of

_PALETTE = 48
LEAST_OF_LANDS = 6.0
"""CIEDE2000; of two lands, which are large and lie side by side."""
_PALE = 96
"""Of 255; with less of red, green or blue a land is no pale shade of another colour."""
_NEAR = 60.0
"""CIEDE2000; farther away a colour goes by another name."""
_HUES = ((15, "Red"), (42, "Orange"), (66, "Yellow"), (165, "Green"), (196, "Teal"), (255, "Blue"), (290, "Purple"), (345, "Pink"))
"""End of each hue, in degrees, and its word."""
_SAID = {
    word: colour
    for colour, words in {
        "#C4281A": "red rot rouge rosso rojo",
        "#1B4A9B": "blue blau bleu blu azul",
        "#008A55": "green grün vert verde",
        "#E8BE1E": "yellow gelb jaune giallo amarillo",
        "#E08A1E": "orange naranja arancione",
        "#7B3FB0": "purple violet violett viola violeta lila morado",
        "#D985B5": "pink rosa rose",
        "#7A5530": "brown braun marron marrone marrón",
        "#3A3A3A": "black schwarz noir nero negro",
        "#98A5B5": "white grey gray silver weiß grau silber blanc gris argent bianco grigio argento blanco plata",
        "#1F8F95": "teal turquoise türkis turchese turquesa",
    }.items()
    for word in words.split()
}
"""Words for colours in the languages of the program, to what is meant."""


@dataclass(frozen=True, slots=True)
class Alike:
    """Two powers that look alike."""

    first: str
    second: str
    sight: ColourSight
    """To whose eyes, those with full sight before others."""
    proposal: str
    """A colour of units for the second that all can tell from every other power's; empty where the palette has none left."""

    @property
    def words(self) -> str:
        """A sentence."""
        if self.sight is ColourSight.FULL:
            return tr("{first} and {second} look alike to anybody.", first=self.first, second=self.second)
        text = mark("{first} and {second} look alike to eyes with {sight}.")
        return tr(text, first=self.first, second=self.second, sight=self.sight.words)


def alike(units: Mapping[str, str]) -> tuple[Alike, ...]:
    """Every two powers that some eyes cannot tell apart by their colours.

    Args:
        units: power to the colour of its units, ``#RRGGBB``.
    """
    found = []
    for first, second in combinations(units, 2):
        sight = confused(units[first], units[second])
        if sight is not None:
            others = [colour for power, colour in units.items() if power != second]
            found.append(Alike(first, second, sight, free_colour(others)))
    return tuple(found)


def confused(one: str, other: str) -> ColourSight | None:
    """The first kind of eyes that cannot tell units, or lands, of these two colours apart."""
    for sight in COLOUR_SEEING:
        if (
            colour_distance(one, other, sight) < LEAST_COLOUR_DISTANCE
            or colour_distance(land_of(one), land_of(other), sight) < LEAST_OF_LANDS
        ):
            return sight
    return None


def free_colour(taken: Collection[str], name: str = "") -> str:
    """A colour of the palette that every kind of eyes tells from those *taken*; empty where there is none.

    Args:
        taken: colours of units.
        name: what the power is called. Of a name that says a colour the nearest one is taken, else the first.
    """
    free = [each for each in palette() if not any(confused(each, other) for other in taken)]
    said = next((_SAID[word] for word in name.casefold().split() if word in _SAID), "")
    near = [each for each in free if said and colour_distance(each, said, ColourSight.FULL) < _NEAR]
    return min(near, key=lambda each: colour_distance(each, said, ColourSight.FULL)) if near else next(iter(free), "")


def colour_word(colour: str) -> str:
    """The English word for the hue of *colour*, with a capital."""
    hue, light, strength = colorsys.rgb_to_hls(*(part / 255 for part in colour_parts(colour)))
    if strength < 0.12 or light > 0.97 or light < 0.06:
        return "White" if light > 0.85 else "Grey" if light > 0.25 else "Black"
    degrees = hue * 360
    if 15 <= degrees < 45 and light < 0.4:
        return "Brown"
    return next((word for end, word in _HUES if degrees < end), "Red")


def unit_of(land: str) -> str:
    """The colour of units whose land is *land*: the strong one that it is a pale shade of, or itself where it is no pale one.

    >>> unit_of("#F0A0A0"), unit_of("#2a6f4e")
    ('#E45252', '#2A6F4E')
    """
    parts = colour_parts(land)
    if min(parts) < _PALE:
        return land.upper()
    return "#" + "".join(f"{max(0, min(255, round((part - 255 * 0.45) / 0.55))):02X}" for part in parts)


def palette() -> Iterator[str]:
    """The colours that powers have which say none."""
    return (default_style(index).unit for index in range(_PALETTE))
