"""The board in the accessible tree: each unit and each province is a child that can be read and pressed.

Screen readers ask for the children when they want them; nothing is made before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRect
from PySide6.QtGui import QAccessible, QAccessibleActionInterface, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget

from app.qt.map.board_view import BoardView
from languages import tr

if TYPE_CHECKING:
    from app.view.spoken_board import SpokenPart

_made: dict[int, AccessibleBoard] = {}
"""By the view's identity: Qt keeps no reference of its own to what is made in Python."""


class AccessiblePart(QAccessibleInterface, QAccessibleActionInterface):
    """A unit or a province."""

    def __init__(self, board: AccessibleBoard, view: BoardView, part: SpokenPart) -> None:
        QAccessibleInterface.__init__(self)
        QAccessibleActionInterface.__init__(self)
        self._board = board
        self._view = view
        self.part = part

    def isValid(self) -> bool:
        """As long as the board is."""
        return self._board.isValid()

    def object(self) -> QObject | None:  # type: ignore[override]  # the stubs forget that there may be none
        """There is no widget for it."""
        return None

    def parent(self) -> QAccessibleInterface:
        """The board."""
        return self._board

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]  # noqa: ARG002 - as above; Qt's signature
        """There are none."""
        return None

    def childCount(self) -> int:
        """None."""
        return 0

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]  # noqa: ARG002 - as above
        """There are none."""
        return None

    def indexOfChild(self, child: QAccessibleInterface) -> int:  # noqa: ARG002 - Qt's signature
        """There are none."""
        return -1

    def text(self, kind: QAccessible.Text) -> str:
        """What it is, in words."""
        return self.part.name if kind is QAccessible.Text.Name else ""

    def setText(self, kind: QAccessible.Text, text: str) -> None:
        """Nothing of it can be rewritten."""

    def role(self) -> QAccessible.Role:
        """A button: it can be pressed."""
        return QAccessible.Role.Button

    def state(self) -> QAccessible.State:
        """Whether it is picked."""
        state = QAccessible.State()
        state.focusable = True
        state.selected = self.part.is_unit and self._view.picked == self.part.province
        return state

    def rect(self) -> QRect:
        """Where it is on the screen."""
        return self._view.screen_rect_of(self.part.province)

    def interface_cast(  # type: ignore[override]  # the stubs have an address here
        self, kind: QAccessible.InterfaceType
    ) -> QAccessibleActionInterface | None:
        """It has actions."""
        return self if kind is QAccessible.InterfaceType.ActionInterface else None

    def actionNames(self) -> list[str]:
        """One."""
        return [QAccessibleActionInterface.pressAction()]

    def doAction(self, name: str) -> None:
        """What a click there does."""
        if name == QAccessibleActionInterface.pressAction() and self._view.spoken is not None:
            self._view.spoken.press(self.part)

    def keyBindingsForAction(self, name: str) -> list[str]:  # noqa: ARG002 - Qt's signature
        """None of its own."""
        return []


class AccessibleBoard(QAccessibleWidget):
    """The board, with its units and provinces as children."""

    def __init__(self, view: BoardView) -> None:
        super().__init__(view, QAccessible.Role.Graphic, tr("Board"))
        self._view = view
        self._parts: tuple[AccessiblePart, ...] = ()

    def _children(self) -> Sequence[AccessiblePart]:
        spoken = () if self._view.spoken is None else self._view.spoken.parts()
        if tuple(each.part for each in self._parts) != spoken:
            self._parts = tuple(AccessiblePart(self, self._view, part) for part in spoken)
        return self._parts

    def childCount(self) -> int:
        """Units and provinces."""
        return len(self._children())

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]  # as above
        """A unit or a province."""
        children = self._children()
        return children[index] if 0 <= index < len(children) else None

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]  # as above
        """What lies at a point of the screen: the unit that stands there, else the province."""
        province = self._view.province_at(x, y)
        return next((each for each in self._children() if each.part.province == province), None)

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        """Its place."""
        return next((at for at, each in enumerate(self._parts) if each is child), -1)


def _interface_for(_key: str, made_for: QObject) -> QAccessibleInterface | None:
    if not isinstance(made_for, BoardView):
        return None
    identity = id(made_for)
    if identity not in _made:
        _made[identity] = AccessibleBoard(made_for)
        made_for.destroyed.connect(lambda: _made.pop(identity, None))
    return _made[identity]


_installed = False


def speak_boards() -> None:
    """From now on every board is in the accessible tree. To be called once there is an application; again does nothing."""
    global _installed
    if not _installed:
        _installed = True
        QAccessible.installFactory(_interface_for)
