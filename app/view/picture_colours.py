"""The colours of one picture: its theme, and each power's colours in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from app.view.picture import MapPicture
from app.view.power_colours import PowerColours, colours_of, land_patterns_in
from app.view.theme import Theme, theme_named


@dataclass(frozen=True, slots=True)
class PictureColours:
    """What the painters need to know of colours."""

    theme: Theme
    powers: Mapping[str, PowerColours]
    patterns: bool
    letters: bool

    def power(self, power: str) -> PowerColours:
        """The colours of *power*; of the first power where the variant does not know it."""
        return self.powers[power] if power in self.powers else next(iter(self.powers.values()))


def picture_colours_of(picture: MapPicture) -> PictureColours:
    """The colours that *picture* asks for.

    Raises:
        ThemeError: its theme does not exist or cannot be used.
    """
    theme = theme_named(picture.theme)
    seen = dict.fromkeys(picture.variant.powers)
    seen.update(dict.fromkeys(unit.power for unit in picture.position.units))
    seen.update(dict.fromkeys(picture.position.owners.values()))
    plain = {power: colours_of(picture, theme, power) for power in seen}
    land_patterns = land_patterns_in(picture, theme, {power: colours.land for power, colours in plain.items()})
    powers = MappingProxyType({power: replace(colours, land_pattern=land_patterns[power]) for power, colours in plain.items()})
    return PictureColours(theme, powers, picture.patterns or theme.patterns, picture.letters or theme.letters)
