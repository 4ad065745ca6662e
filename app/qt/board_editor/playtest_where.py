"""Places where play-tests were fought and decided: the board tinted by province, and the choice of the counted events."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from enum import StrEnum

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QLinearGradient, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QApplication,
    QButtonGroup,
    QGraphicsItem,
    QLabel,
    QPushButton,
    QStyleOptionGraphicsItem,
    QWidget,
)

from adjudicator.phase import Phase
from adjudicator.variant import Variant
from app.board_editor.playtest.figures import Figures
from app.board_editor.playtest.pressure import MOVES, pressed
from app.board_editor.playtest.report import never_entered, never_taken, pressure_lines, short_pressure
from app.presentation.layout.drawing import Layer
from app.presentation.picture import MapPicture
from app.qt.map.board_view import BoardView
from app.qt.map.scene import BoardScene
from app.qt.widgets import forms
from app.qt.widgets.labels import ChoiceButton, plain_tip
from app.qt.widgets.look import Look, growth
from entente.words.names import describe_phase, place_name
from languages import in_digits, mark, plural, tr
from variants.compiled import CompiledBoard

STRONGEST = 0.78
"""Opacity of the tint of the hottest province; the drawing under it can still be seen."""
MOST_CHIPS = 5
_CHIP_HEIGHT = 20
"""Pixels."""


class _Tint(QGraphicsItem):
    """Between the land and everything that stands on it, so that names stay readable."""

    def __init__(self, board: CompiledBoard) -> None:
        super().__init__()
        self._rect = QRectF(0, 0, board.width, board.height)
        self._paths: dict[str, QPainterPath] = {}
        for code, shape in board.provinces.items():
            path = QPainterPath()
            for polygon in shape.levels[1]:
                for ring in polygon:
                    path.moveTo(*ring[0])
                    for point in ring[1:]:
                        path.lineTo(*point)
                    path.closeSubpath()
            self._paths[code] = path
        self._heat: Mapping[str, float] = {}
        self._never: Collection[str] = ()
        self._colour, self._hatch = QColor(), QColor()
        self.setZValue(Layer.GLOW - 1)

    def show_heat(self, heat: Mapping[str, float], colour: QColor, never: Collection[str], hatch: QColor) -> None:
        """Tint by *heat*, from 0 to 1; what is *never* is hatched."""
        self._heat, self._colour, self._never, self._hatch = heat, colour, never, hatch
        self.update()

    def boundingRect(self) -> QRectF:
        """The whole board."""
        return self._rect

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002  # Qt's signature
        """Tint."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for code, heat in self._heat.items():
            if heat > 0 and code in self._paths:
                painter.fillPath(self._paths[code], tinted(self._colour, heat))
        lines = QBrush(self._hatch, Qt.BrushStyle.BDiagPattern)
        lines.setTransform(painter.worldTransform().inverted()[0])  # as dense at every zoom
        for code in self._never:
            if code in self._paths:
                painter.fillPath(self._paths[code], lines)


class _Chips(QGraphicsItem):
    """The hottest provinces with their figures."""

    def __init__(self, scene: BoardScene) -> None:
        super().__init__()
        self._scene = scene
        self._board = scene.board
        self._chips: list[tuple[str, str]] = []
        self._look: Look | None = None
        self.setZValue(Layer.DRAG)

    def show_chips(self, chips: list[tuple[str, str]], look: Look) -> None:
        """Show these figures in these provinces."""
        self._chips, self._look = chips, look
        self.update()

    def boundingRect(self) -> QRectF:
        """The whole board."""
        return QRectF(0, 0, self._board.width, self._board.height)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002  # Qt's signature
        """Paint them, at one size for any zoom."""
        pixel, scale = 1 / max(1e-6, painter.worldTransform().m11()), growth(QApplication.font())
        high = _CHIP_HEIGHT * scale
        for code, figure in self._chips:
            shape = self._board.provinces.get(code)
            if shape is None or not shape.units or self._look is None:
                continue
            painter.save()
            font = QFont(painter.font())
            font.setPixelSize(round(11 * scale))
            font.setBold(True)
            painter.setFont(font)
            written = self._scene.written_in(code)
            words = f"{code} {figure}" if written[0].isNull() else figure  # the name on the board says where
            width = painter.fontMetrics().horizontalAdvance(words) + 12 * scale
            middle = QPointF(*next(iter(shape.units.values())))
            painter.translate(chip_place(middle, *written, width * pixel, high * pixel))
            painter.scale(pixel, pixel)
            box = QRectF(-width / 2, -high / 2, width, high)
            painter.setPen(QPen(self._look.colour("bad"), 1.2))
            painter.setBrush(self._look.colour("raised"))
            painter.drawRoundedRect(box, 5, 5)
            painter.setPen(self._look.colour("bad"))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)
            painter.restore()


def chip_place(middle: QPointF, name: QRectF, star: QRectF, width: float, height: float) -> QPointF:
    """The middle of a chip of that size: where a unit stands, or else above or below the name, clear of the name and of the star.

    Args:
        middle: where a unit of the province stands.
        name: the rectangle of the name of the province on the board; a null rectangle where there is none.
        star: the same of its star.
        width: in units of the board, as *height* is.
    """
    gap = height * 0.65
    above, below = QPointF(name.center().x(), name.top() - gap), QPointF(name.center().x(), name.bottom() + gap)
    places = [middle] if name.isNull() else [middle, above, below]

    def is_clear(place: QPointF) -> bool:
        box = QRectF(place.x() - width / 2, place.y() - height / 2, width, height)
        return not box.intersects(name) and not box.intersects(star)

    return next(filter(is_clear, places), places[min(1, len(places) - 1)])


def tinted(colour: QColor, heat: float) -> QColor:
    """The colour of *heat*, from 0 to 1."""
    made = QColor(colour)
    made.setAlphaF(STRONGEST * min(1.0, max(0.0, heat)) ** 0.85)
    return made


class HeatLegend(QWidget):
    """Legend of the tints: a bar from pale to dark between nothing and the most."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bar = _TintBar()
        self._most = QLabel()
        self._most.setWordWrap(True)
        forms.row(QLabel("0"), self._bar, (self._most, 1), on=self, margins=(0, 0, 0, 0))

    def show_scale(self, words: str, look: Look) -> None:
        """The darkest tint stands for what *words* say."""
        self._most.setText(words)
        self._bar.show_look(look)
        self.setAccessibleName(tr("From 0 to {words}", words=words))


class _TintBar(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self._look: Look | None = None
        self.setFixedSize(150, 22)

    def show_look(self, look: Look) -> None:
        self._look = look
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._look is None:
            return
        painter = QPainter(self)
        painter.setPen(self._look.colour("text_soft"))
        bar = QRectF(0.5, 6, 149, 10)
        gradient = QLinearGradient(bar.topLeft(), bar.topRight())
        for step in range(11):
            gradient.setColorAt(step / 10, tinted(self._look.colour("bad"), step / 10))
        painter.setBrush(self._look.colour("raised"))
        painter.drawRoundedRect(bar, 5, 5)
        painter.setBrush(gradient)
        painter.drawRoundedRect(bar, 5, 5)
        painter.end()


class HeatMap(QWidget):
    """A board that is tinted; zoomed and moved as boards are."""

    def __init__(self, board: CompiledBoard, picture: MapPicture, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.scene = BoardScene(board, self)
        self.tint, self.chips = _Tint(board), _Chips(self.scene)
        self.heat: Mapping[str, float] = {}
        self.never: frozenset[str] = frozenset()
        self.scene.addItem(self.tint)
        self.scene.addItem(self.chips)
        self.view = BoardView(self.scene)
        self.view.setMinimumSize(240, 180)
        self.scene.show_picture(picture)
        forms.column(self.view, on=self, margins=(0, 0, 0, 0))

    def show_heat(self, heat: Mapping[str, float], told: Callable[[float], str], look: Look, never: Collection[str] = ()) -> float:
        """Tint by *heat*; the darkest tint stands for the greatest, which is returned.

        Args:
            told: a figure in few words.
            never: provinces that are hatched.
        """
        self.heat, self.never = heat, frozenset(never)
        most = max(heat.values(), default=0.0)
        self.tint.show_heat(
            {code: value / most for code, value in heat.items()} if most else {}, look.colour("bad"), self.never, look.colour("text_soft")
        )
        hottest = sorted(heat, key=lambda each: (-heat[each], each))[:MOST_CHIPS]
        self.chips.show_chips([(code, told(heat[code])) for code in hottest if heat[code] > 0], look)
        return most

    def close_scene(self) -> None:
        """The page goes."""
        self.scene.close()


MOST_PRESSED = 8
"""Number of powers whose threats are listed."""


class Heat(StrEnum):
    """Figure by which the map is tinted."""

    FOUGHT = mark("Fought over")
    ENTERED = mark("Entered")
    CLASH = mark("First clash")
    TAKEN = mark("Captured")
    START = mark("Pressure")
    """Number of other powers' units that reach a centre from the start of the game; the games change nothing of it."""


class PlayTestWhere(QWidget):
    """A board tinted by what is asked for, and below it what stands out."""

    def __init__(self, variant: Variant, board: CompiledBoard, picture: MapPicture, figures: Figures, look: Look) -> None:
        super().__init__()
        self._variant, self._look = variant, look
        self.figures = figures
        self.shown_heat = Heat.FOUGHT
        self.map = HeatMap(board, picture)
        self.legend = HeatLegend()
        self.never = forms.label(role="soft", wraps=True)
        self.below = forms.label(role="soft", wraps=True)
        self.heats: dict[Heat, QPushButton] = {}
        row = forms.flow(forms.label(tr("Where they fight"), "heading"), forms.STRETCH)
        group = QButtonGroup(self)
        for heat in Heat:
            button = ChoiceButton(tr(heat.value))
            button.setChecked(heat is self.shown_heat)
            button.clicked.connect(lambda _checked=False, heat=heat: self.show_heat(heat))
            group.addButton(button)
            row.addWidget(button)
            self.heats[heat] = button
        forms.column(row, (self.map, 1), self.legend, self.never, self.below, on=self, margins=(14, 12, 16, 10), spacing=8)

    def show_heat(self, heat: Heat) -> None:
        """Tint the map by that."""
        self.shown_heat = heat
        self.heats[heat].setChecked(True)
        self._show()

    def show_figures(self, figures: Figures, look: Look) -> None:
        """Show what has been added up so far."""
        self.figures, self._look = figures, look
        self._show()

    def _show(self) -> None:
        figures = self.figures
        if self.shown_heat is Heat.START:
            heat = {code: float(count) for code, count in pressed(self._variant).items()}
            most = self.map.show_heat(heat, lambda value: f"{value:.0f}", self._look)
            self.legend.show_scale(
                plural(
                    "{count} unit of others within {moves} moves",
                    "{count} units of others within {moves} moves",
                    round(most),
                    moves=MOVES,
                ),
                self._look,
            )
            self.never.setText("\n".join(short_pressure(self._variant, MOST_PRESSED)))
            self.never.setToolTip(plain_tip("\n".join(pressure_lines(self._variant))))
            self.below.setText("")
            return
        clashes: dict[str, int] = {}
        for (place, _), count in figures.clashes.items():
            clashes[place] = clashes.get(place, 0) + count
        counts = {Heat.FOUGHT: figures.fights, Heat.ENTERED: figures.standing, Heat.CLASH: clashes, Heat.TAKEN: figures.taken}
        heat = {code: figures.heat(counts[self.shown_heat], code) for code in self._variant.board.provinces}
        in_phases = self.shown_heat in (Heat.FOUGHT, Heat.ENTERED)
        never, hatched = {
            Heat.FOUGHT: (never_entered(self._variant, figures), tr("never entered")),
            Heat.ENTERED: (never_entered(self._variant, figures), tr("never entered")),
            Heat.TAKEN: (never_taken(self._variant, figures), tr("centres that never changed hands")),
        }.get(self.shown_heat, ([], ""))
        never = never if figures.games else []
        self.never.setToolTip("")
        most = self.map.show_heat(heat, _times if in_phases else _part, self._look, never)
        scale = tr("in {times} phases a game", times=_times(most)) if in_phases else tr("in {part} of the games", part=_part(most))
        self.legend.show_scale(tr("{scale}; hatched: {hatched}", scale=scale, hatched=hatched) if never else scale, self._look)
        if not figures.games:
            self.never.setText("")
            self.below.setText("")
            return
        entered, taken = (
            _some([place_name(self._variant, code) for code in each])
            for each in (never_entered(self._variant, figures), never_taken(self._variant, figures))
        )
        self.never.setText(tr("Never entered: {entered}. Centres that never changed hands: {taken}.", entered=entered, taken=taken))
        clash = figures.first_clashes(1)
        first = (
            tr(
                "First clash most often: {place}, {phase}, in {games}.",
                place=place_name(self._variant, clash[0][0]),
                phase=describe_phase(self._variant, Phase.of(clash[0][1])),
                games=plural("{count} game", "{count} games", clash[0][2]),
            )
            if clash
            else ""
        )
        length = figures.length
        self.below.setText(
            tr(
                "{length:.1f} years on average ({low:.1f} to {high:.1f}).",
                length=length.value,
                low=length.low,
                high=length.high,
            )
            + (f" {first}" if first else "")
        )


def _times(value: float) -> str:
    return in_digits(value, ".1f")


def _part(value: float) -> str:
    return f"{100 * value:.0f} %"


def _some(places: list[str], most: int = 12) -> str:
    if not places:
        return tr("none")
    shown = ", ".join(places[:most])
    return tr("{provinces} and {count} more", provinces=shown, count=len(places) - most) if len(places) > most else shown
