"""Touch of the pointer on a province, as a value."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from PySide6.QtCore import Qt

from adjudicator.unit import Unit
from app.presentation.order_tools.touch import Arrow, ProvinceArea, UnitTouch
from app.presentation.picture import DrawnOrder


@dataclass(frozen=True, slots=True)
class ProvinceTouch:
    """A click or a hover on the board."""

    province: str | None
    """``None`` outside the board and on impassable ground."""

    coast: str | None
    """The nearest named coast, where the province has some."""

    unit: Unit | None
    """The unit whose symbol is under the pointer."""

    dislodged: bool
    """True if that unit is a dislodged one."""

    order: DrawnOrder | None
    """The drawn order whose arrow is under the pointer."""

    x: float
    y: float
    """In board units."""

    button: Qt.MouseButton = Qt.MouseButton.NoButton
    modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
    double: bool = False
    """True if it is the second click of a double click."""

    def as_touch(self, reachable: Collection[str] = ()) -> ProvinceArea | UnitTouch | Arrow | None:
        """The touch that the order tools understand: the symbol before the ground that can be gone to, then the arrow, then other ground.

        With Shift the arrow comes before everything.

        Args:
            reachable: the provinces that a click on their ground would order the picked unit to.
        """
        arrow = None if self.order is None else Arrow(self.order.power, self.order.order)
        if arrow is not None and self.modifiers & Qt.KeyboardModifier.ShiftModifier:
            return arrow
        if self.unit is not None:
            return UnitTouch(self.unit.province, self.dislodged, self.double)
        if arrow is not None and self.province not in reachable:
            return arrow
        return None if self.province is None else ProvinceArea(self.province)
