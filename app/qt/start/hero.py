"""The large board of the start page: the latest game, or Europe as an invitation to play."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QFrame, QWidget

from app.qt.start.first_picture import START_WIDTHS, cover, read_start_board, start_theme
from app.qt.start.game_card import without_frame
from app.qt.widgets import forms
from app.qt.widgets.labels import PlainLabel
from app.qt.widgets.look import Look
from languages import active_language, labelled, tr

_ROUND = 10


class HeroBoard(QWidget):
    """A board that fills the widget, cropped.

    Signals:
        chosen(): it was clicked.
        europe_changed(): the board of Europe is another one now.
        names_requested(theme): Europe is without names in a theme, since those of the picture that comes with the program are English.
    """

    chosen = Signal()
    europe_changed = Signal()
    names_requested = Signal(str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._europe: QImage | None = None
        self._game: QImage | None = None
        self._is_large = False
        self.shows_game = False
        self.setMinimumSize(320, 240)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def set_look(self, look: Look) -> None:
        """Paint in *look* from now on."""
        self._look = look
        self._europe = None
        self.update()
        self.europe_changed.emit()

    def show_picture(self, theme: str, image: QImage | None) -> None:
        """Paint Europe as *image*, made for *theme*, if that is still the look; as it comes with the program where there is none."""
        if theme == start_theme(self._look):
            self._europe = read_start_board(self._look, START_WIDTHS[-1]) if image is None else image
            self.update()
            self.europe_changed.emit()

    def show_game(self, image: QImage | None, *, large: bool = False) -> None:
        """Paint the board of a game; a *large* picture stays where a small one comes later."""
        if image is None or large or not self._is_large:
            self._game, self._is_large = image, large
        self.shows_game = True
        self.update()

    def show_europe(self) -> None:
        """Paint the board of Europe."""
        self._game, self._is_large, self.shows_game = None, False, False
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The board; Europe in another language without names, until :meth:`show_picture`."""
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        rect = QRectF(self.rect())
        outline = QPainterPath()
        outline.setFillRule(Qt.FillRule.WindingFill)
        outline.addRoundedRect(rect, _ROUND, _ROUND)
        outline.addRect(rect.adjusted(0, rect.height() / 2, 0, 0))
        painter.fillPath(outline, self._look.colour("sunken"))
        painter.setClipPath(outline)
        if not self.shows_game:
            image = self.europe()
            painter.drawImage(rect, image, cover(QRectF(image.rect()), rect))
        elif self._game is not None:
            painter.drawImage(rect, self._game, cover(without_frame(QRectF(self._game.rect())), rect))
        painter.end()

    def europe(self) -> QImage:
        """Return the board of Europe; in another language without names, until :meth:`show_picture`."""
        if self._europe is None:
            is_english = active_language() is None
            self._europe = read_start_board(self._look, START_WIDTHS[-1] if is_english else START_WIDTHS[0])
            if not is_english:
                self.names_requested.emit(start_theme(self._look))
        return self._europe

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click anywhere on it."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit()


class HeroCard(QFrame):
    """The large board with the name of its game, what is to be done there, and a button that goes on.

    Signals:
        standard_requested(): a standard game is to begin. file_requested(Path): the game that is shown is to be opened.
        forget_requested(Path): it is to be taken off the list.
    """

    standard_requested = Signal()
    file_requested = Signal(object)
    forget_requested = Signal(object)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "hero")
        self._file: Path | None = None
        self.board = HeroBoard(look, self)
        self._name = forms.label(role="heading")
        self._phase = PlainLabel("")
        self._detail = forms.label(role="soft")
        for label in (self._name, self._phase, self._detail):
            label.setWordWrap(True)
        self.button = forms.button(act=self._choose, role="primary")
        self.button.setMinimumHeight(42)
        foot = forms.flow(
            (forms.column(self._name, self._phase, self._detail, spacing=2), 1),
            (self.button, 0, Qt.AlignmentFlag.AlignVCenter),
            margins=(18, 8, 18, 12),
            spacing=16,
        )
        forms.column((self.board, 1), foot, on=self, margins=(1, 1, 1, 1), spacing=0)
        self.board.chosen.connect(self._choose)

    @property
    def title(self) -> str:
        """The name of the game that is shown."""
        return self._name.text()

    def set_look(self, look: Look) -> None:
        """Paint in *look* from now on."""
        self.board.set_look(look)

    def show_standard(self) -> None:
        """Invite to a standard game."""
        self._file = None
        how = tr("Click a unit, then where it goes. Process carries out all orders at once.")
        self._say(tr("Europe, 1901"), how, "", tr("Play a standard game"))
        self.button.setEnabled(True)
        self.board.show_europe()

    def show_game(self, file: Path, title: str, phase: str, detail: str, *, is_there: bool) -> None:
        """Offer to go on with the game in *file*."""
        if file != self._file:
            self.board.show_game(None)
        self._file = file
        self._say(title, phase, detail, tr("Go on"))
        self.button.setEnabled(is_there)

    def show_board(self, image: QImage, *, large: bool = False) -> None:
        """Show *image* as the board of the game."""
        if self._file is not None:
            self.board.show_game(image, large=large)

    def _say(self, name: str, phase: str, detail: str, button: str) -> None:
        for label, text in ((self._name, name), (self._phase, phase), (self._detail, detail)):
            label.setText(text)
            label.setVisible(bool(text))
        self.button.setText(button)
        self.button.setAccessibleName(labelled(button, f"{name}, {phase}") if self._file is not None else button)

    def _choose(self) -> None:
        if self._file is None:
            self.standard_requested.emit()
        elif self.button.isEnabled():
            self.file_requested.emit(self._file)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click beside the button goes on too."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._choose()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete takes the game off the list."""
        if event.key() == Qt.Key.Key_Delete and self._file is not None:
            self.forget_requested.emit(self._file)
        else:
            super().keyPressEvent(event)
