"""The colours of one picture: its theme, and each power's colours in it."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import NamedTuple

from adjudicator.variant import Variant
from app.presentation.picture import MapPicture
from app.presentation.power_colours import PowerColours, colours_of, land_patterns_in, lettered_arrows_in
from app.presentation.theme import Theme, theme_named
from variants.style import PowerStyle


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
    seen.update(dict.fromkeys(unit.power for unit in picture.position.units))
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
