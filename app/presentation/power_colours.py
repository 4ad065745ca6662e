"""Colours and patterns of powers: from the variant, or from a palette for colour-blind eyes; and all colours of one picture."""

from __future__ import annotations

import tomllib
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, lru_cache
from types import MappingProxyType
from typing import NamedTuple

from adjudicator.variant import Variant
from app.presentation.picture import MapPicture
from app.presentation.theme import Colour, Theme, contrast, from_lch, lch, mixed, theme_named, with_lightness
from app.session.view_options import Colours
from resources import resource
from variants.catalogue import shipped
from variants.style import COLOUR_SEEING, ColourSight, Pattern, PowerStyle, colour_distance


class Motif(StrEnum):
    """Motifs that variants cannot choose: they are for print alone, where the variant's own run out."""

    LATTICE = "lattice"
    """Diagonals both ways."""
    ZIGZAG = "zigzag"
    RINGS = "rings"
    BRICKS = "bricks"
    PLUSES = "pluses"


class PatternWeight(StrEnum):
    """Weight of a motif."""

    PLAIN = "plain"
    BOLD = "bold"
    WIDE = "wide"
    """Twice as large."""


@dataclass(frozen=True, slots=True)
class LandPattern:
    """A motif and how it is drawn."""

    motif: Pattern | Motif
    thread: PatternWeight = PatternWeight.PLAIN

    @property
    def scale(self) -> float:
        """Scale of the motif."""
        return 2.0 if self.thread is PatternWeight.WIDE else 1.0

    @property
    def weight(self) -> float:
        """Thickness of its lines, in those of the plain one at the same size."""
        return 2.4 if self.thread is PatternWeight.BOLD else 0.75 if self.thread is PatternWeight.WIDE else 1.0


_MOTIFS: tuple[Pattern | Motif, ...] = (
    *(Pattern.DIAGONAL, Pattern.HORIZONTAL, Pattern.DOTS, Pattern.VERTICAL, Pattern.CROSS, Motif.ZIGZAG, Pattern.CHECKS),
    *(Pattern.ANTIDIAGONAL, Motif.LATTICE, Motif.RINGS, Motif.BRICKS, Motif.PLUSES),
)
LAND_PATTERNS: tuple[LandPattern, ...] = tuple(LandPattern(motif, thread) for thread in PatternWeight for motif in _MOTIFS)
"""All there are, the clearest first."""


def land_patterns_of(patterns: Mapping[str, Pattern]) -> Mapping[str, LandPattern]:
    """A weave for each power, given the pattern it has among colours; all differ as long as there are as many.

    The first power of a pattern keeps it; the others, and those without, get what is free, in their order. Past the end they are given
    out again from the start.
    """
    found: dict[str, LandPattern] = {}
    taken: set[LandPattern] = set()
    for power, pattern in patterns.items():
        own = LandPattern(pattern)
        if pattern is not Pattern.NONE and own not in taken:
            found[power] = own
            taken.add(own)
    free = _endless([each for each in LAND_PATTERNS if each not in taken])
    for power in patterns:
        if power not in found:
            found[power] = next(free)
    return found


def _endless(first: list[LandPattern]) -> Iterator[LandPattern]:
    yield from first
    while True:
        yield from LAND_PATTERNS


_SAFE = resource("palettes", "safe.toml")


_LEAST_CONTRAST = 2.2
"""Least contrast of a power's arrows to its own land."""

LEAST_DISTANCE = 10.0
"""CIEDE2000; of two lands, or the arrows of two powers, that differ by their colours alone."""

_PROVISIONAL, _FADED = 0.16, 0.45
"""Parts of the halo in a provisional arrow, and of open land in one without effect."""

_DARKEST, _LIGHTEST = 0.48, 0.94
"""Oklab lightness of the darkest and of the lightest land that powers have of their own."""


@dataclass(frozen=True, slots=True)
class PowerColours:
    """A power in a theme."""

    land: Colour
    rim: Colour
    """Along the borders of its land."""

    ink: Colour
    """Its arrows."""

    face: Colour
    """Its units."""

    glyph: Colour
    """Colour of the symbols on its units."""

    land_pattern: LandPattern | None
    """Pattern that covers its land, if any."""

    letter: str
    arrow_letter: bool = False
    """True if the letter stands on its arrows: some eyes take them for those of another power."""

    faded_arrow_letter: bool = False
    """The same of arrows without effect, which are pale."""


def provisional_ink(ink: Colour, theme: Theme) -> Colour:
    """The fill of an arrow that is not adjudicated yet."""
    return mixed(ink, theme.orders.halo._replace(alpha=255), _PROVISIONAL)


_LAND_OF_A_LINE = 0.6
"""Share of a power's land in the colour of its line in a chart on a dark ground, where the inks of some powers are nearly white."""


def line_ink(colours: PowerColours, theme: Theme) -> Colour:
    """Colour of the line of a power in a chart: another one than the lines of the others, on the ground of the window."""
    return mixed(colours.ink, colours.land, _LAND_OF_A_LINE) if theme.dark else colours.ink


def faded_ink(ink: Colour, theme: Theme) -> Colour:
    """Return the colour of orders without effect."""
    return mixed(ink, theme.land.open, _FADED)


def _style(raw: Mapping[str, str]) -> PowerStyle:
    return PowerStyle(raw["fill"], raw["unit"], raw["ink"], Pattern(raw["pattern"]))


@cache
def safe_styles() -> tuple[Mapping[str, PowerStyle], tuple[PowerStyle, ...]]:
    """Styles by power id, and spare ones for all other powers."""
    raw = tomllib.loads(_SAFE.read_text(encoding="utf-8"))
    return {power: _style(style) for power, style in raw["power"].items()}, tuple(_style(style) for style in raw["spare"])


def style_of(picture: MapPicture, power: str) -> PowerStyle:
    """The colours that *power* has before any theme: its own, or the palette's where it has none or the palette is chosen.

    Past the palette's end the hue goes on in golden-angle steps, so that fifty powers still differ.
    """
    named, spare = safe_styles()
    if picture.colours is Colours.VARIANT and power in picture.styles:
        return picture.styles[power]
    if picture.colours is Colours.SAFE and power in named:
        return named[power]
    taken = [each for each in picture.variant.powers if not (picture.colours is Colours.SAFE and each in named)]
    rank = taken.index(power) if power in taken else 0
    if rank < len(spare):
        return spare[rank]
    hue = rank * 137.508 % 360
    lightness = (0.72, 0.58, 0.82)[rank % 3]
    fill, unit = from_lch(lightness, 0.12, hue), from_lch(lightness - 0.16, 0.14, hue)
    pattern = list(Pattern)[1 + rank % (len(Pattern) - 1)]
    return PowerStyle(str(fill), str(unit), "#ffffff" if lightness < 0.8 else "#1c1c1c", pattern)


def land_patterns_in(picture: MapPicture, theme: Theme, lands: Mapping[str, Colour]) -> Mapping[str, LandPattern | None]:
    """Return the patterns on the lands of the powers in *lands* (each with its colour).

    Where there are no colours each power has a covering, and no two the same. Where patterns are drawn each has its variant's own. Else
    only lands that some eyes cannot tell apart have one: see :func:`_telling_apart`.
    """
    patterns = {power: style_of(picture, power).pattern for power in lands}
    if theme.monochrome:
        return land_patterns_of(patterns)
    if picture.patterns or theme.patterns:
        own = {power: None if pattern is Pattern.NONE else LandPattern(pattern) for power, pattern in patterns.items()}
        return _telling_apart(tuple(lands.items()), tuple(own.values()), tuple(ColourSight))
    return _telling_apart(tuple(lands.items()), (None,) * len(lands), tuple(COLOUR_SEEING))


def lettered_arrows_in(theme: Theme, inks: Mapping[str, Colour]) -> tuple[frozenset[str], frozenset[str]]:
    """The powers whose arrows carry their letter, and those whose arrows without effect do.

    They are those whose arrows look, to eyes of some sight, like those of an earlier power that carry none; all where there are no colours.
    """
    if theme.monochrome:
        return frozenset(inks), frozenset(inks)
    looks = {power: (ink, provisional_ink(ink, theme)) for power, ink in inks.items()}
    pale = {power: (faded_ink(ink, theme),) for power, ink in inks.items()}
    return _lettered(tuple(looks.items())), _lettered(tuple(pale.items()))


@lru_cache(maxsize=64)
def _lettered(arrows: tuple[tuple[str, tuple[Colour, ...]], ...]) -> frozenset[str]:
    bare: list[tuple[str, ...]] = []
    lettered: set[str] = set()
    for power, looks in arrows:
        mine = tuple(_web(each) for each in looks)
        if any(
            colour_distance(one, other, sight) < LEAST_DISTANCE
            for theirs in bare
            for one, other in zip(mine, theirs, strict=True)
            for sight in COLOUR_SEEING
        ):
            lettered.add(power)
        else:
            bare.append(mine)
    return frozenset(lettered)


def _web(colour: Colour) -> str:
    return "#" + "".join(f"{part:02x}" for part in colour[:3])


# Every picture asks, and asks the same until the theme or the powers change; for 34 powers it is 561 comparisons an eye.
@lru_cache(maxsize=64)
def _telling_apart(
    lands: tuple[tuple[str, Colour], ...], wishes: tuple[LandPattern | None, ...], sights: tuple[ColourSight, ...]
) -> Mapping[str, LandPattern | None]:
    """Return the wished pattern of each power, but for those whose land looks like that of an earlier one to eyes of some *sights*.

    They take the first covering that no earlier power has whose land looks like theirs; past the last one they keep what they wish.
    """
    hues = {power: _web(colour) for power, colour in lands}
    wished = dict(zip(hues, wishes, strict=True))
    found: dict[str, LandPattern | None] = {}
    for power, hue in hues.items():
        alike = {found[other] for other in found if any(colour_distance(hues[other], hue, sight) < LEAST_DISTANCE for sight in sights)}
        free = (each for each in (wished[power], *LAND_PATTERNS) if each not in alike)
        found[power] = next(free, wished[power])
    return MappingProxyType(found)


def colours_of(picture: MapPicture, theme: Theme, power: str) -> PowerColours:
    """Return the colours of *power* in *theme*; the pattern of its land depends on the others, see :func:`land_patterns_in`."""
    style = style_of(picture, power)
    letter = picture.variant.powers[power].letter if power in picture.variant.powers else power[:1]
    if theme.monochrome:
        white, black = theme.land.open, theme.ink.coast
        return PowerColours(white, white, black, white, black, None, letter)
    own = theme.powers.get(power, {}) if picture.colours is Colours.VARIANT and _has_theme_colours(picture, power) else {}
    rule = theme.rule
    fill, unit = Colour.of(style.fill), Colour.of(style.unit)
    value = lch(fill)
    # Lightness is pressed together, not cut off: what is lighter stays lighter, and powers stay apart by night.
    share = min(1.0, max(0.0, (value.lightness - _DARKEST) / (_LIGHTEST - _DARKEST)))
    lightness = rule.land_least + (rule.land_most - rule.land_least) * share
    land = own.get("land") or from_lch(lightness, value.chroma * rule.land_chroma, value.hue)
    face = own.get("face") or with_lightness(unit, rule.face_least, rule.face_most)
    ground = mixed(theme.land.open, land, theme.land.tint)
    ink = own.get("ink") or _apart(_ink(unit, fill, theme), ground)
    glyph = own.get("glyph") or Colour.of(style.ink)
    if contrast(glyph, face) < 2.2:
        glyph = max((theme.unit.edge, theme.unit.ring), key=lambda each: contrast(each, face))
    rim = mixed(land, ink, 0.42)
    return PowerColours(ground, rim, ink, face, glyph, None, letter)


def _has_theme_colours(picture: MapPicture, power: str) -> bool:
    """Return True if themes have colours of their own for *power*: they have for the powers of the standard game, on its board.

    A France of another board, or one whose variant says colours, has these: land from a variant and units from a theme do not match.
    """
    known = shipped("standard")
    return (
        picture.styles.get(power) == known.styles.get(power)
        and picture.variant.board.provinces.keys() == known.variant.board.provinces.keys()
    )


def _ink(unit: Colour, fill: Colour, theme: Theme) -> Colour:
    """The unit's colour, light or dark enough for this theme; a unit without colour borrows the hue of its land."""
    value = lch(unit)
    if value.chroma < 0.03 < lch(fill).chroma:
        value = value._replace(hue=lch(fill).hue, chroma=0.11)
    lightness = min(theme.rule.ink_most, max(theme.rule.ink_least, value.lightness))
    return from_lch(lightness, value.chroma, value.hue)


def _apart(ink: Colour, ground: Colour) -> Colour:
    """*ink*, lighter or darker where it would be lost on *ground*."""
    value = lch(ink)
    step = 0.02 if value.lightness >= lch(ground).lightness else -0.02
    while contrast(ink, ground) < _LEAST_CONTRAST and 0.1 < value.lightness + step < 0.99:
        value = value._replace(lightness=value.lightness + step, chroma=value.chroma * 0.96)
        ink = from_lch(*value)
    return ink


@dataclass(frozen=True, slots=True)
class PictureColours:
    """Colours as the painters need them."""

    theme: Theme
    powers: Mapping[str, PowerColours]
    patterns: bool
    letters: bool

    def power(self, power: str) -> PowerColours:
        """The colours of *power*; of the first power where the variant does not know it."""
        return self.powers[power] if power in self.powers else next(iter(self.powers.values()))


def picture_colours_of(picture: MapPicture) -> PictureColours:
    """The colours that *picture* asks for; the same object as long as pictures ask for the same.

    Raises:
        ThemeError: its theme does not exist or cannot be used.
    """
    theme = theme_named(picture.theme)
    seen = dict.fromkeys(picture.variant.powers)
    seen.update(dict.fromkeys([unit.power for unit in picture.position.units]))
    seen.update(dict.fromkeys(picture.position.owners.values()))
    asked = _Asked(theme, picture.variant, picture.styles, (picture.colours, picture.patterns, picture.letters), tuple(seen))
    for each in tuple(_kept):  # a copy: small pictures are made in other threads
        if each[0].is_same(asked):
            return each[1]
    plain = {power: colours_of(picture, theme, power) for power in seen}
    land_patterns = land_patterns_in(picture, theme, {power: colours.land for power, colours in plain.items()})
    arrows, faded = lettered_arrows_in(theme, {power: colours.ink for power, colours in plain.items()})
    powers = MappingProxyType(
        {
            power: replace(colours, land_pattern=land_patterns[power], arrow_letter=power in arrows, faded_arrow_letter=power in faded)
            for power, colours in plain.items()
        }
    )
    found = PictureColours(theme, powers, picture.patterns or theme.patterns, picture.letters or theme.letters)
    _kept.appendleft((asked, found))
    return found


class _Asked(NamedTuple):
    """Values on which the colours of a picture depend."""

    theme: Theme
    variant: Variant
    styles: Mapping[str, PowerStyle]
    choices: tuple[object, ...]
    powers: tuple[str, ...]

    def is_same(self, other: _Asked) -> bool:
        """Return True if they certainly are the same: large values are compared by identity, since every picture asks."""
        return (
            self.theme is other.theme
            and self.variant is other.variant
            and self.styles is other.styles
            and self.choices == other.choices
            and self.powers == other.powers
        )


_kept: deque[tuple[_Asked, PictureColours]] = deque(maxlen=8)
"""Colours that were asked for lately."""
