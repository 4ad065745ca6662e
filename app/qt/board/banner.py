"""A line over the map that something is the matter, with what can be done about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from app.qt.widgets.flow_layout import FlowLayout
from app.qt.widgets.telling_label import TellingLabel
from languages import tr

_LEAST_WIDTH = 220
"""Pixels that the words have beside the buttons; where there are less, those stand below."""
Answer = tuple[str, Callable[[], None]]


class Banner(QFrame):
    """One message with its buttons. A click on a button takes the banner away."""

    def __init__(self, text: str, answers: Sequence[Answer], gone: Callable[[], None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "banner")
        self._gone = gone
        self.label = TellingLabel(text, _LEAST_WIDTH)
        self.label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        row = FlowLayout(self)
        row.setContentsMargins(12, 6, 8, 6)
        row.addWidget(self.label, 1)
        self.buttons: list[QPushButton] = []
        for words, act in answers:
            button = QPushButton(words)
            button.clicked.connect(lambda _checked=False, act=act: self._do(act))
            row.addWidget(button)
            self.buttons.append(button)

    def _do(self, act: Callable[[], None]) -> None:
        self._gone()
        act()


class Banners(QWidget):
    """The banners of one game, by what they are about; a newer one about the same thing takes the older one's place."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: dict[str, Banner] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(8, 8, 8, 0)
        self._column.setSpacing(6)
        self.hide()

    def show_banner(self, about: str, text: str, answers: Sequence[Answer] = (), *, can_dismiss: bool = True) -> Banner:
        """Say *text* with buttons for *answers*."""
        self.drop(about)
        whole = (*answers, (tr("Dismiss"), lambda: None)) if can_dismiss else tuple(answers)
        banner = Banner(text, whole, lambda: self.drop(about))
        self._shown[about] = banner
        self._column.addWidget(banner)
        self.show()
        return banner

    def banner(self, about: str) -> Banner | None:
        """The banner about that, if it is in view."""
        return self._shown.get(about)

    def show_or_drop(self, about: str, words: str) -> None:
        """Show a banner about that as long as there are *words* to say."""
        self.drop(about)
        if words:
            self.show_banner(about, words)

    def drop(self, about: str) -> None:
        """Take the banner about that away."""
        banner = self._shown.pop(about, None)
        if banner is not None:
            self._column.removeWidget(banner)
            banner.hide()
            banner.deleteLater()
        self.setVisible(bool(self._shown))
