"""Widgets of the curtain: the ring that is held to take over, the power's home land, the seats with who has sealed, the clock."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QAbstractAnimation, QEvent, QPointF, QRect, QRectF, QSize, QSizeF, Qt, QTimer, QVariantAnimation, Signal
from PySide6.QtGui import QColor, QFocusEvent, QImage, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from app.presentation.hotseat.curtain import SeatCard, SeatStatus
from app.presentation.picture import MapPicture
from app.qt.map.export import paint_part
from app.qt.map.paint.shapes import rings_path
from app.qt.widgets import forms
from app.qt.widgets.layouts import FlowLayout
from app.qt.widgets.look import Look
from app.qt.widgets.swatches import Swatch, SwatchSquare
from languages import tr
from variants.compiled import CompiledBoard

HOLD = 1_000
"""Milliseconds to hold."""

LET_GO = 80
"""Milliseconds without a press after which a released key counts as let go.

X11 sends a release before each repeated press of a key that is held, and Qt marks it as a repeat only where both arrive together.
"""

_SIDE = 104
_KEYS = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)


class HoldRing(QWidget):
    """Fills while it is held, and opens when it is full; let go earlier, it empties.

    Signals:
        held(): it was held to the end.
    """

    held = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedSize(_SIDE, _SIDE)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(tr("Hold to open"))
        self.setAccessibleDescription(tr("Hold Space for one second"))
        self._ink = QColor("white")
        self._share = 0.0
        self._filling = QVariantAnimation(self)
        self._filling.setStartValue(0.0)
        self._filling.setEndValue(1.0)
        self._filling.setDuration(HOLD)
        self._filling.valueChanged.connect(self._show_share)
        self._filling.finished.connect(self._full)
        self._released = QTimer(self)
        self._released.setSingleShot(True)
        self._released.setInterval(LET_GO)
        self._released.timeout.connect(self._let_go)

    def set_ink(self, ink: QColor) -> None:
        """Paint it in *ink*."""
        self._ink = ink
        self.update()

    def sizeHint(self) -> QSize:
        """A square."""
        return QSize(_SIDE, _SIDE)

    @property
    def share(self) -> float:
        """Filled part of it, 0 to 1."""
        return self._share

    def _begin(self) -> None:
        if self._filling.state() is not QAbstractAnimation.State.Running:
            self._filling.start()

    def _press_key(self, *, is_repeat: bool) -> None:
        if self._released.isActive():  # the key was never let go: what came before was the release of a repeat
            self._released.stop()
            if self._share >= 1:
                self._full()
        elif not is_repeat:
            self._begin()

    def _let_go(self) -> None:
        self._released.stop()
        self._filling.stop()
        self._show_share(0.0)

    def _show_share(self, share: object) -> None:
        if isinstance(share, float):
            self._share = share
            self.update()

    def _full(self) -> None:
        if self._share >= 1 and not self._released.isActive():
            self._show_share(0.0)
            self.held.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin to fill."""
        if event.button() is Qt.MouseButton.LeftButton:
            self._begin()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: ARG002  # Qt's signature
        """Too early."""
        self._let_go()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space and Enter hold it as well."""
        if event.key() in _KEYS:
            self._press_key(is_repeat=event.isAutoRepeat())
            return
        super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Too early, unless the key is pressed again at once, as one that repeats itself is."""
        if event.key() in _KEYS:
            if not event.isAutoRepeat():
                self._released.start()
            return
        super().keyReleaseEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Treat a loss of focus as a release of the key."""
        self._let_go()
        super().focusOutEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  # Qt's signature
        """A ring, a padlock, and how much of the ring is filled."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ring = QRectF(self.rect()).adjusted(7, 7, -7, -7)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(0, 0, 0, 60))
        painter.drawEllipse(ring)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        faint = QColor(self._ink)
        faint.setAlphaF(0.45 if self.hasFocus() else 0.28)
        painter.setPen(QPen(faint, 8))
        painter.drawEllipse(ring)
        if self._share > 0:
            painter.setPen(QPen(self._ink, 8, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            painter.drawArc(ring, 90 * 16, -round(self._share * 360 * 16))
        paint_padlock(painter, ring.center().x(), ring.center().y(), 40.0, self._ink)
        painter.end()


def paint_padlock(painter: QPainter, x: float, y: float, size: float, ink: QColor) -> None:
    """A closed padlock around *x*, *y*, *size* pixels high."""
    width = size * 0.76
    body = QRectF(x - width / 2, y - size * 0.06, width, size * 0.56)
    shackle = QPainterPath()
    inner = width * 0.30
    top = y - size * 0.5 + inner
    shackle.moveTo(x - inner, body.top() + 1)
    shackle.lineTo(x - inner, top)
    shackle.arcTo(QRectF(x - inner, top - inner, inner * 2, inner * 2), 180, -180)
    shackle.lineTo(x + inner, body.top() + 1)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(ink, size * 0.11))
    painter.drawPath(shackle)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    painter.drawRoundedRect(body, size * 0.08, size * 0.08)


_VEIL = 0.6
"""Opacity of the cover on everything else."""

_AROUND = 0.4
"""Part of the home land's size that is seen around it."""

_CLEAR = 10
"""Pixels between what lies over the board and the home land's surroundings."""

_LEAST = 0.3
"""Least part of the board's width that is seen: the home of a power with one small province does not fill the screen."""


_BLUR, _VEIL_AROUND = 6, 0.35
"""Pixels of the board to one of what stands out of focus beside it, and how much of the ground lies over that."""


LEAST_BOARD = 120
"""Pixels of the board of a curtain at least, where nothing lies over it."""


class HomeLand(QWidget):
    """Fills its place with a part of the board. Painted once for each power and size, when it is first seen."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._board: CompiledBoard | None = None
        self._picture: MapPicture | None = None
        self._home: frozenset[str] = frozenset()
        self._image: QImage | None = None
        self._covered = QRect()
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._paint_image)
        self.setMinimumSize(LEAST_BOARD, LEAST_BOARD)

    def set_look(self, look: Look) -> None:
        """The colours of the window from now on."""
        self._look = look
        self._begin()

    def show_home(self, board: CompiledBoard, picture: MapPicture, home: frozenset[str]) -> None:
        """Show *home* on *board* as *picture* has it; without a home the whole board, unveiled."""
        if (board, picture) != (self._board, self._picture):
            self._board, self._picture, self._home = board, picture, home & board.provinces.keys()
            self._begin()

    def keep_clear(self, place: QRect) -> None:
        """Keep the home land clear of *place*, in pixels: something else lies there."""
        if place != self._covered:
            self._covered = place
            self._soon.start()

    def _begin(self) -> None:
        self._image = None
        self.update()
        self._soon.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Paint it again as soon as the size stays."""
        super().resizeEvent(event)
        self._soon.start()

    def _paint_image(self) -> None:
        if self._board is None or self._picture is None or self.size().isEmpty():
            return
        ratio = self.devicePixelRatioF()
        image = QImage((QSizeF(self.size()) * ratio).toSize(), QImage.Format.Format_RGB32)
        image.fill(self._look.colour("sunken"))
        seen = self.seen()
        zoom = image.width() / seen.width()
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(zoom, zoom)
        painter.translate(-seen.topLeft())
        outlines = paint_part(painter, self._board, self._picture, seen, zoom, self._home)
        whole = QRectF(0, 0, self._board.width, self._board.height)
        painter.save()
        self._paint_around(painter, image, whole.translated(-seen.topLeft()), zoom)
        painter.restore()
        if self._home:
            veil = QPainterPath()
            veil.addRect(seen & whole)
            colour = QColor(self._look.colour("window"))
            colour.setAlphaF(_VEIL)
            painter.fillPath(veil.subtracted(outlines), colour)
        painter.end()
        image.setDevicePixelRatio(ratio)
        self._image = image
        self.update()

    def _paint_around(self, painter: QPainter, image: QImage, whole: QRectF, zoom: float) -> None:
        """Fill what the whole board leaves of *image* beside it with the same board, larger, out of focus and veiled."""
        place = QRectF(whole.topLeft() * zoom, whole.size() * zoom).toAlignedRect() & image.rect()
        board = image.copy(place)
        if board.width() >= image.width() and board.height() >= image.height():
            return
        smooth, fill = Qt.TransformationMode.SmoothTransformation, Qt.AspectRatioMode.KeepAspectRatioByExpanding
        blurred = board.scaledToWidth(max(1, board.width() // _BLUR), smooth).scaled(image.size(), fill, smooth)
        painter.resetTransform()
        ground = self._look.colour("sunken")
        ground.setAlphaF(_VEIL_AROUND)
        painter.drawImage((image.width() - blurred.width()) // 2, (image.height() - blurred.height()) // 2, blurred)
        painter.fillRect(image.rect(), ground)
        painter.drawImage(place.topLeft(), board)

    def is_painted(self) -> bool:
        """Tell whether the picture is there."""
        return self._image is not None and not self._soon.isActive()

    def seen(self) -> QRectF:
        """The visible part of the board, in its units, with the proportions of this place."""
        assert self._board is not None
        size = QSizeF(self.size())
        lands = [rings_path(self._board.provinces[code].levels[-1]) for code in self._home]
        home = QRectF(0, 0, self._board.width, self._board.height)
        if not lands:
            return self._seen_below(0, home, home, size)
        home = lands[0].boundingRect()
        for each in lands[1:]:
            home = home.united(each.boundingRect())
        slack = max(home.width(), home.height()) * _AROUND
        area = home.adjusted(-slack, -slack, slack, slack)
        seen = self._seen_below(0, home, area, size)
        if self._is_clear(lands, seen, size):
            return seen
        raised = seen.translated(0, -min(max(0.0, seen.top()), self._covered.bottom() * seen.width() / size.width()))
        if raised.contains(home) and self._is_clear(lands, raised, size):
            return raised
        return self._seen_below(self._covered.bottom() + _CLEAR, home, area, size)

    def _is_clear(self, lands: Sequence[QPainterPath], seen: QRectF, size: QSizeF) -> bool:
        """Tell whether nothing lies over *lands* where *seen* fills *size*."""
        zoom = size.width() / seen.width()
        taken = QRectF(QPointF(self._covered.topLeft()) / zoom + seen.topLeft(), QSizeF(self._covered.size()) / zoom)
        return not any(each.intersects(taken) for each in lands)

    def _seen_below(self, covered: int, home: QRectF, area: QRectF, size: QSizeF) -> QRectF:
        """The same with *area* round *home*, as much of it as there is room for, below the uppermost *covered* pixels."""
        assert self._board is not None
        centre = area.center()
        free = max(1.0, size.height() - covered)
        width = max(area.width(), area.height() * size.width() / free, self._board.width * _LEAST)
        if self._home:  # as large as the board is wide: the edge of a home may be cut, but no board lies lost in the middle
            width = min(width, self._board.width)
        height = width * free / size.width()
        left = _within(centre.x() - width / 2, width, self._board.width)
        top = _within(min(centre.y() - height / 2, home.top()), height, self._board.height)
        return QRectF(left, top, width, height).adjusted(0, -width * covered / size.width(), 0, 0)

    def sizeHint(self) -> QSize:
        """Return all the size there is."""
        return QSize(700, 640)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  # Qt's signature
        """The picture, or the plain ground until it is there."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._look.colour("sunken"))
        if self._image is not None:
            painter.drawImage(0, 0, self._image)
        painter.end()


def _within(start: float, length: float, whole: float) -> float:
    """Return the start of a stretch of *length* so that it lies between 0 and *whole*; in the middle where it is longer."""
    return (whole - length) / 2 if length >= whole else min(max(0.0, start), whole - length)


class ClockCard(QFrame):
    """Lies over the board of the curtain.

    Signals:
        pause_requested(): the clock is to stand still, or to go on.
        minute_requested(): one minute more.
        full_requested(): the clock is to fill the screen.
    """

    pause_requested = Signal()
    minute_requested = Signal()
    full_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        forms.styled(self, "chip")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.words = forms.label(tr("Talks and orders end in"), "soft", wraps=True)
        self.time = forms.label("", "title")
        self.pause_button = forms.button(tr("Pause"), self.pause_requested, "choice")
        self.minute_button = forms.button(tr("1 minute more"), self.minute_requested, "choice")
        self.full_button = forms.button(tr("Full screen"), self.full_requested, "choice")
        self._buttons = forms.flow(self.pause_button, self.minute_button, self.full_button, spacing=8)
        self._column = forms.column(self.words, self.time, self._buttons, on=self, margins=(20, 12, 20, 14), spacing=4)

    def fit_into(self, width: int) -> None:
        """Be as wide as the buttons in a row need, or *width* pixels, with as many rows as that takes."""
        self.ensurePolished()
        margins = self._column.contentsMargins()
        wide = max(self.words.fontMetrics().horizontalAdvance(self.words.text()), self._buttons.sizeHint().width())
        wide = min(wide + margins.left() + margins.right() + 2 * self.frameWidth(), width)
        self.resize(wide, self._column.totalHeightForWidth(wide))

    def show_time(self, time: str, words: str, *, is_paused: bool) -> None:
        """Show what is left as *time* (``6:40``), under *words*."""
        self.time.setText(time)
        self.words.setText(words)
        self.pause_button.setText(tr("Go on") if is_paused else tr("Pause"))


_LEAST_WIDTH = 122
"""Pixels that are kept for the words of a card, however short they are."""
_ROW, _MOST_ROWS = 104, 3
"""Pixels from top to bottom of cards that are not there yet, and rows that are seen without scrolling."""
_DONE = (SeatStatus.SEALED, SeatStatus.READY, SeatStatus.NOTHING_DUE)


class SeatCardWidget(QFrame):
    """One seat; a click asks for it, where it can be chosen.

    Signals:
        chosen(str): the laptop goes to the person of that power.
    """

    chosen = Signal(str)

    def __init__(self, card: SeatCard, swatch: Swatch | None, look: Look, parent: QWidget | None = None, *, is_low: bool = False) -> None:
        super().__init__(parent)
        self.card = card
        self._look = look
        self._ring = swatch.ink if swatch is not None else look.colour("accent")
        is_chosen = card.status is SeatStatus.CHOSEN
        if card.can_choose:
            self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(f"{card.name}, {card.who}, {card.words}")
        name = forms.label(card.name, "strong" if card.can_choose or is_chosen else "soft")
        who = forms.label(card.who, "soft")
        role = "strong" if is_chosen else "good" if card.status is SeatStatus.SEALED else "soft"
        state = forms.label(("✓ " if card.status in _DONE else "") + card.words, role)
        if is_chosen:
            state.setStyleSheet(f"color: {self._ring.name()}" if not look.dark else "")
        top = forms.row(SwatchSquare(swatch), (name, 1), spacing=8)
        if is_low:
            column = forms.column(top, forms.row(who, (state, 1), spacing=10), on=self, margins=(12, 4, 12, 4), spacing=0)
        else:
            column = forms.column(top, who, state, on=self, margins=(14, 11, 14, 11), spacing=4)
        column.addStrut(_LEAST_WIDTH)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  # Qt's signature
        """A card; the chosen one with a frame in its power's colour."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        is_chosen = self.card.status is SeatStatus.CHOSEN
        ground = "raised" if self.card.can_choose or is_chosen else "panel"
        frame: QColor = self._ring if is_chosen else self._look.colour("accent" if self.hasFocus() else "line_strong")
        wide = 2.0 if is_chosen or self.hasFocus() else 1.0
        painter.setPen(QPen(frame, wide))
        painter.setBrush(self._look.colour(ground))
        painter.drawRoundedRect(self.rect().adjusted(1, 1, -2, -2), 8, 8)
        painter.end()

    def _choose(self) -> None:
        if self.card.can_choose:
            self.chosen.emit(self.card.power)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Ask for this seat."""
        if event.button() is Qt.MouseButton.LeftButton:
            self._choose()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and Space ask for it as well."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._choose()
        else:
            super().keyPressEvent(event)


class SeatCards(QScrollArea):
    """All seats in a row; where they do not fit, low cards stand in rows, and more than some rows are scrolled.

    Signals:
        chosen(str): the laptop goes to the person of that power.
    """

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.cards: tuple[SeatCardWidget, ...] = ()
        self.is_low = False
        """True if the cards are low, since not all find room in a row."""
        self._shown: tuple[tuple[SeatCard, ...], Mapping[str, Swatch], Look] | None = None

    def show_cards(self, cards: tuple[SeatCard, ...], swatches: Mapping[str, Swatch], look: Look) -> None:
        """Show *cards* in the colours of *swatches*."""
        if self._shown is not None and (self._shown[0], self._shown[2]) == (cards, look):
            return
        self._shown = (cards, swatches, look)
        self._fill()

    def _fill(self) -> None:
        """Make the cards: of usual height where they find room in a row, else low."""
        if self._shown is None:
            return
        for is_low in (False, True):
            holder, made = self._made(is_low=is_low)
            layout = holder.layout()
            assert layout is not None
            if is_low or not self.width() or layout.sizeHint().width() <= self.width():
                break
            holder.hide()  # or it would be seen with the page, since it goes only later
            holder.deleteLater()
        self.is_low = is_low
        self.cards = tuple(made)
        before = self.takeWidget()
        if before is not None:
            before.deleteLater()  # a card that was just clicked is still busy with its click
        self.setWidget(holder)
        self.updateGeometry()
        chosen = next((each for each in made if each.card.status is SeatStatus.CHOSEN), None)
        if chosen is not None:
            self.ensureWidgetVisible(chosen)

    def _made(self, *, is_low: bool) -> tuple[QWidget, list[SeatCardWidget]]:
        assert self._shown is not None
        cards, swatches, look = self._shown
        holder = QWidget(self.viewport())
        row = FlowLayout(holder, spacing=10)
        made = []
        for each in cards:
            widget = SeatCardWidget(each, swatches.get(each.power), look, holder, is_low=is_low)
            widget.chosen.connect(self.chosen)
            row.addWidget(widget, 1)
            made.append(widget)
        for label in holder.findChildren(QWidget):
            label.ensurePolished()  # or words would be measured in their usual size
        return holder, made

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the cards into one row where they fit by now, else into several."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fill()

    def changeEvent(self, event: QEvent) -> None:
        """Words of another size may need more room, or less."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._fill()

    def card(self, power: str) -> SeatCardWidget:
        """The card of *power*."""
        return next(each for each in self.cards if each.card.power == power)

    def sizeHint(self) -> QSize:
        """Return a size as high as the rows of cards, of which there are some at most."""
        inner = self.widget()
        layout = None if inner is None else inner.layout()
        if layout is None or not self.cards:
            return QSize(600, _ROW)
        rows = layout.heightForWidth(self.viewport().width() or self.width())
        return QSize(600, min(rows, _MOST_ROWS * (self.cards[0].sizeHint().height() + layout.spacing())))

    def minimumSizeHint(self) -> QSize:
        """Return a size as narrow as one card."""
        return QSize(160, self.sizeHint().height())
