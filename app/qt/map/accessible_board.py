"""The board in the accessible tree: each unit and each province is a child that can be read and pressed."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QRect
from PySide6.QtGui import QAccessible

from app.qt.map.accessible_parts import ReadablePart
from languages import clauses

if TYPE_CHECKING:
    from app.presentation.spoken_board import SpokenPart


class SpokenSource(Protocol):
    """Says a board in words, and clicks what was chosen among them."""

    def parts(self) -> tuple[SpokenPart, ...]:
        """Units and provinces, as the viewer may know them; the same object as long as nothing has changed."""
        ...

    def cursor(self) -> str | None:
        """The province that the keyboard points at."""
        ...

    def press(self, part: SpokenPart) -> None:
        """Do what a click there does."""
        ...


class SpokenView(Protocol):
    """Board widget as the accessible tree uses it."""

    spoken: SpokenSource | None

    @property
    def picked(self) -> str | None:
        """The province whose unit is picked."""
        ...

    def screen_rect_of(self, province: str) -> QRect:
        """Return the rectangle of a province on the screen."""
        ...

    def province_at(self, x: int, y: int) -> str | None:
        """The province at a point of the screen."""
        ...


class BoardParts:
    """Units and provinces of a board, as parts of its widget. A unit is described by its province, a province by its units."""

    role = QAccessible.Role.Graphic

    def __init__(self, view: SpokenView) -> None:
        self._view = view
        self._spoken: tuple[SpokenPart, ...] = ()
        self._parts: tuple[ReadablePart, ...] = ()
        self._by_key: dict[Hashable, SpokenPart] = {}

    def parts(self) -> Sequence[ReadablePart]:
        """Units, then provinces."""
        spoken = () if self._view.spoken is None else self._view.spoken.parts()
        if spoken is not self._spoken:
            units: dict[str, list[str]] = {}
            for each in spoken:
                if each.is_unit:
                    units.setdefault(each.province, []).append(each.name)
            provinces = {each.province: each.name for each in spoken if not each.is_unit}
            self._parts = tuple(
                ReadablePart(
                    _key(each), each.name, provinces.get(each.province, "") if each.is_unit else clauses(units.get(each.province, ()))
                )
                for each in spoken
            )
            self._by_key = {_key(each): each for each in spoken}
            self._spoken = spoken
        return self._parts

    def is_selected(self, key: Hashable) -> bool:
        """Say if it is the unit that is picked."""
        part = self._by_key.get(key)
        return part is not None and part.is_unit and self._view.picked == part.province

    def focused(self) -> Hashable | None:
        """Return the part under the keyboard's cursor: the unit that was driven out, the unit, or the province alone."""
        province = None if self._view.spoken is None else self._view.spoken.cursor()
        keys = ((province, True, True), (province, True, False), (province, False, False))
        return next((key for key in keys if key in self._by_key), None)

    def rect_of(self, key: Hashable) -> QRect:
        """Return the rectangle of the province on the screen."""
        part = self._by_key.get(key)
        return QRect() if part is None else self._view.screen_rect_of(part.province)

    def part_at(self, x: int, y: int) -> Hashable | None:
        """Return the part at a point of the screen: the unit that stands there, else the province."""
        province = self._view.province_at(x, y)
        return next((key for key, each in self._by_key.items() if each.province == province), None)

    def press(self, key: Hashable) -> None:
        """Do what a click there does."""
        part = self._by_key.get(key)
        if part is not None and self._view.spoken is not None:
            self._view.spoken.press(part)


def _key(part: SpokenPart) -> Hashable:
    return part.province, part.is_unit, part.is_dislodged
