"""Gives the accessible tree the words of the board that a page shows, and does what is pressed there."""

from __future__ import annotations

from collections.abc import Callable

from app.presentation.order_tools.touch import ProvinceArea, Touch, UnitTouch
from app.presentation.spoken_board import SpokenPart


class SpokenPage:
    """Page of a board in words.

    Args:
        parts: units and provinces as they are now.
        cursor: the province that the keyboard points at.
        touch: does what a click does.
    """

    def __init__(
        self, parts: Callable[[], tuple[SpokenPart, ...]], cursor: Callable[[], str | None], touch: Callable[[Touch], None]
    ) -> None:
        self.parts = parts
        self.cursor = cursor
        self._touch = touch

    def press(self, part: SpokenPart) -> None:
        """Press a unit or a province."""
        self._touch(UnitTouch(part.province, part.is_dislodged) if part.is_unit else ProvinceArea(part.province))
