"""The right half of the play-test page: where games were fought, entered and decided, as tints of the board and in words."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtWidgets import QButtonGroup, QPushButton, QVBoxLayout, QWidget

from adjudicator.variant import Variant
from app.board_editor.playtest.figures import Figures
from app.board_editor.playtest.pressure import MOVES, pressed
from app.board_editor.playtest.telling import never_entered, never_taken, pressure_lines, short_pressure
from app.presentation.picture import MapPicture
from app.qt.board_editor.heat_map import HeatLegend, HeatMap
from app.qt.widgets.fields import ChoiceButton
from app.qt.widgets.labels import PlainLabel, heading, plain_tip
from app.qt.widgets.layouts import FlowLayout
from app.qt.widgets.look import Look
from languages import in_digits, mark, plural, tr
from variants.compiled import CompiledBoard

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
        self.never = PlainLabel("")
        self.never.setProperty("role", "soft")
        self.never.setWordWrap(True)
        self.below = PlainLabel("")
        self.below.setProperty("role", "soft")
        self.below.setWordWrap(True)
        self.heats: dict[Heat, QPushButton] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 12, 16, 10)
        column.setSpacing(8)
        row = FlowLayout()
        row.addWidget(heading(tr("Where they fight")))
        row.addStretch(1)
        group = QButtonGroup(self)
        for heat in Heat:
            button = ChoiceButton(tr(heat.value))
            button.setChecked(heat is self.shown_heat)
            button.clicked.connect(lambda _checked=False, heat=heat: self.show_heat(heat))
            group.addButton(button)
            row.addWidget(button)
            self.heats[heat] = button
        column.addLayout(row)
        column.addWidget(self.map, 1)
        column.addWidget(self.legend)
        column.addWidget(self.never)
        column.addWidget(self.below)

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
        entered, taken = (_some(each) for each in (never_entered(self._variant, figures), never_taken(self._variant, figures)))
        self.never.setText(tr("Never entered: {entered}. Centres that never changed hands: {taken}.", entered=entered, taken=taken))
        clash = figures.first_clashes(1)
        first = (
            tr(
                "First clash most often: {place}, {phase}, in {games}.",
                place=clash[0][0],
                phase=clash[0][1],
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


def _some(codes: list[str], most: int = 12) -> str:
    if not codes:
        return tr("none")
    shown = ", ".join(codes[:most])
    return tr("{provinces} and {count} more", provinces=shown, count=len(codes) - most) if len(codes) > most else shown
