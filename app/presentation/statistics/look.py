"""The colours and names that the story's pictures are made with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from adjudicator.variant import Variant
from app.game.record import Game
from app.presentation.picture_colours import PictureColours
from app.presentation.statistics.board_svg import css
from entente.words.names import power_name


@dataclass(frozen=True, slots=True)
class StoryLook:
    """Colours of the charts and the page."""

    window: Mapping[str, str]
    """The colours of the window: ``text``, ``panel``, ..., as ``#rrggbb``."""
    dark: bool
    lands: Mapping[str, str]
    """Power to the colour of its land."""
    inks: Mapping[str, str]
    """Power to the colour of its lines."""
    names: Mapping[str, str]
    players: Mapping[str, str]
    """Power to the name of who plays it, where that is known."""

    def colour(self, key: str) -> str:
        """Return a colour of the window."""
        return self.window[key]


def story_look(game: Game, colours: PictureColours) -> StoryLook:
    """The look of *game*'s story in the colours of its board."""
    variant: Variant = game.variant
    return StoryLook(
        dict(colours.theme.window.colours),
        colours.theme.dark,
        {power: css(colours.power(power).land) for power in variant.powers},
        {power: css(colours.power(power).ink) for power in variant.powers},
        {power: power_name(variant, power) for power in variant.powers},
        {power: player.name for power, player in game.players.items() if player.name},
    )
