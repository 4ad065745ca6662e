"""The play-test page: many games between opponents in the background, what they add up to, and where they were fought."""

from __future__ import annotations

import json
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QSpinBox,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from adjudicator.variant import PowerRole, Variant
from app.bench.playtest.evenness import Evenness
from app.bench.playtest.figures import Figures
from app.bench.playtest.pressure import MOVES, pressed
from app.bench.playtest.task import PlayTest
from app.bench.playtest.telling import as_data, never_entered, never_taken, pressure_lines, short_pressure, summary, told_evenness
from app.game.storage.atomic import write_atomically
from app.game.storage.errors import StorageError
from app.players.bots import OPPONENTS, Bot
from app.qt.bench.heat_map import HeatLegend, HeatMap
from app.qt.bench.playtest_charts import ShareChart, YearChart
from app.qt.bench.playtest_runner import PlayTestRunner
from app.qt.widgets.look import Look
from app.qt.widgets.plain_label import PlainLabel
from app.qt.widgets.swatches import swatches
from app.view.picture import MapPicture
from entente.words.names import power_name
from languages import mark, plural, tr
from variants.compiled import CompiledBoard

MOST_GAMES = 100_000
MOST_PRESSED = 8
"""Powers of which it is told what presses on them."""


class Heat(StrEnum):
    """What the map is tinted by."""

    FOUGHT = mark("Fought over")
    ENTERED = mark("Entered")
    CLASH = mark("First clash")
    TAKEN = mark("Taken")
    START = mark("Pressure")
    """How many units of others reach a centre from where the game starts; the games change nothing of it."""


class PlayTestPage(QWidget):
    """Stands in the place of the board.

    Args:
        title: of what is played.
        remark: what is to be known of it, such as that its hooks take no part; empty for nothing.
        made: a test with these opponents, games, seed and years.
        ask_file: where the figures are to be written; ``None`` where nobody says.

    Signals:
        closed(): back to where one came from.
        said(str): something was done.
        refused(str): something was not done, and why.
    """

    closed = Signal()
    said = Signal(str)
    refused = Signal(str)

    def __init__(
        self,
        variant: Variant,
        board: CompiledBoard,
        picture: MapPicture,
        look: Look,
        made: Callable[[Bot, int, int, int], PlayTest],
        ask_file: Callable[[str], Path | None],
        remark: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._variant, self._look, self._made, self._ask_file = variant, look, made, ask_file
        self._names = {power: power_name(variant, power) for power in variant.powers}
        self._swatches = swatches(picture)
        self.runner: PlayTestRunner | None = None
        self.figures = self._nothing()
        self.shown_heat = Heat.FOUGHT
        self._make_head(remark)
        self.shares, self.years = ShareChart(tr("Share of the score")), YearChart(tr("Centres by year"))
        self.verdict = PlainLabel("")
        self.verdict.setWordWrap(True)
        self.banner = QFrame()
        self.banner.setProperty("role", "banner")
        inside = QHBoxLayout(self.banner)
        inside.setContentsMargins(12, 8, 12, 8)
        inside.addWidget(self.verdict)
        self.map = HeatMap(board, picture)
        self.legend = HeatLegend()
        self.never = PlainLabel("")
        self.never.setProperty("role", "soft")
        self.never.setWordWrap(True)
        self.below = PlainLabel("")
        self.below.setProperty("role", "soft")
        self.below.setWordWrap(True)
        self.heats: dict[Heat, QPushButton] = {}
        self._lay_out()
        self._show()

    def _make_head(self, remark: str) -> None:
        self.title = PlainLabel(tr("Play-test"))
        self.title.setProperty("role", "heading")
        self.about = PlainLabel(f"{self._variant.name}{f'. {remark}' if remark else ''}")
        self.about.setProperty("role", "soft")
        self.bot = QComboBox()
        for kind, opponent in OPPONENTS.items():
            self.bot.addItem(tr(opponent.title), kind.value)
            self.bot.setItemData(self.bot.count() - 1, tr(opponent.description), Qt.ItemDataRole.ToolTipRole)
        self.bot.setCurrentIndex(self.bot.findData(Bot.STEADY.value))
        self.bot.setAccessibleName(tr("Players"))
        self.games, self.seed, self.most_years = (_number(*each) for each in ((1, MOST_GAMES, 1000), (1, 10**9, 1), (1, 1000, 12)))
        for box, name, suffix in (
            (self.games, tr("Games"), tr(" games")),
            (self.seed, tr("Seed of the first game"), ""),
            (self.most_years, tr("Most years"), tr(" years")),
        ):
            box.setAccessibleName(name)
            box.setToolTip(name)
            box.setSuffix(suffix)
        self.seed.setPrefix(tr("seed "))
        self.start_button = QPushButton(tr("Play"))
        self.start_button.setProperty("role", "primary")
        self.start_button.clicked.connect(self.start)
        self.cancel_button = QPushButton(tr("Cancel"))
        self.cancel_button.clicked.connect(self.stop)
        self.json_button = QPushButton(tr("JSON…"))
        self.json_button.setToolTip(tr("Write the figures to a file, for programs"))
        self.json_button.clicked.connect(self._write)
        self.close_button = QPushButton(tr("Close"))
        self.close_button.clicked.connect(self.closed)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(8)
        self.time = PlainLabel("")
        self.time.setProperty("role", "soft")

    def _lay_out(self) -> None:
        head = QFrame()
        head.setProperty("role", "header")
        first, second = QHBoxLayout(), QHBoxLayout()
        first.setSpacing(10)
        first.addWidget(self.title)
        first.addWidget(self.about)
        first.addStretch(1)
        for widget in (self.bot, self.games, self.most_years, self.seed, self.start_button, self.json_button, self.close_button):
            first.addWidget(widget)
        second.addWidget(self.bar, 1)
        second.addWidget(self.time)
        second.addWidget(self.cancel_button)
        column = QVBoxLayout(head)
        column.setContentsMargins(14, 8, 14, 8)
        column.addLayout(first)
        column.addLayout(second)
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(16, 12, 14, 10)
        column.setSpacing(8)
        column.addWidget(_heading(tr("Share of the score")))
        column.addWidget(self.shares, 3)
        column.addWidget(self.banner)
        column.addWidget(_heading(tr("Centres by year")))
        column.addWidget(self.years, 2)
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(14, 12, 16, 10)
        column.setSpacing(8)
        row = QHBoxLayout()
        row.addWidget(_heading(tr("Where they fight")))
        row.addStretch(1)
        group = QButtonGroup(self)
        for heat in Heat:
            button = QPushButton(tr(heat.value))
            button.setCheckable(True)
            button.setChecked(heat is self.shown_heat)
            button.setProperty("role", "choice")
            button.clicked.connect(lambda _checked=False, heat=heat: self.show_heat(heat))
            group.addButton(button)
            row.addWidget(button)
            self.heats[heat] = button
        column.addLayout(row)
        column.addWidget(self.map, 1)
        column.addWidget(self.legend)
        column.addWidget(self.never)
        column.addWidget(self.below)
        parts = QSplitter(Qt.Orientation.Horizontal)
        parts.addWidget(left)
        parts.addWidget(right)
        parts.setSizes([560, 700])
        parts.setChildrenCollapsible(False)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(head)
        whole.addWidget(parts, 1)

    def start(self) -> None:
        """Play, in the background."""
        self.stop()
        self._drop()
        test = self._made(Bot(str(self.bot.currentData())), self.games.value(), self.seed.value(), self.most_years.value())
        self.figures = self._nothing()
        self.runner = PlayTestRunner(test, self.figures, self)
        self.runner.advanced.connect(self._show)
        self.runner.ended.connect(self._ended)
        self._show()

    def stop(self) -> None:
        """No more games; what has ended counts."""
        if self.runner is not None:
            self.runner.stop()

    def show_heat(self, heat: Heat) -> None:
        """Tint the map by that."""
        self.shown_heat = heat
        self.heats[heat].setChecked(True)
        self._show_map()

    def set_look(self, look: Look, picture: MapPicture) -> None:
        """Another theme was chosen."""
        self._look, self._swatches = look, swatches(picture)
        self.map.scene.show_picture(picture)
        self._show()

    def close_page(self) -> None:
        """The page goes."""
        self._drop()
        self.map.close_scene()

    def _drop(self) -> None:
        runner, self.runner = self.runner, None
        if runner is not None:
            runner.close()
            runner.deleteLater()

    def _nothing(self) -> Figures:
        powers = tuple(power.id for power in self._variant.powers.values() if power.role is PowerRole.PLAYING)
        return Figures(powers, self._variant.start.phase.year)

    def _ended(self, trouble: str) -> None:
        self._show()
        if trouble:
            self.verdict.setText(trouble)

    def _show(self) -> None:
        figures, runner = self.figures, self.runner
        is_running = runner is not None and runner.is_running
        of = self.games.value() if runner is None else runner.test.games
        self.bar.setMaximum(of)
        self.bar.setValue(figures.games)
        self.time.setText(_told_time(figures.games, of, runner))
        self.cancel_button.setEnabled(is_running)
        self.start_button.setEnabled(not is_running)
        for box in (self.bot, self.games, self.seed, self.most_years):
            box.setEnabled(not is_running)
        self.json_button.setEnabled(figures.games > 0)
        words = "\n".join(summary(self._variant, figures)) if figures.games else tr("No game has ended yet.")
        self.shares.show_figures(figures, self._names, self._swatches, self._look, words)
        self.years.show_figures(figures, self._names, self._swatches, self._look, words)
        self._show_verdict(figures)
        self._show_map()

    def _show_verdict(self, figures: Figures) -> None:
        if not figures.games:
            self.verdict.setText(tr("Choose who plays, and press Play. The same seed gives the same figures."))
            return
        found: Evenness = figures.evenness()
        self.verdict.setText(told_evenness(self._variant, figures))
        self.verdict.setProperty("role", "" if found.is_even else "warning")
        self.verdict.style().unpolish(self.verdict)
        self.verdict.style().polish(self.verdict)

    def _show_map(self) -> None:
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
            self.never.setToolTip("\n".join(pressure_lines(self._variant)))
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

    def _write(self) -> None:
        path = self._ask_file(tr("{variant} play-test.json", variant=self._variant.id))
        if path is None:
            return
        bot = str(self.bot.currentData())
        runner = self.runner
        about: dict[str, object] = {
            "players": bot if runner is None else runner.test.bot.value,
            "seed": self.seed.value() if runner is None else runner.test.seed,
            "most years": self.most_years.value() if runner is None else runner.test.years,
        }
        text = json.dumps(as_data(self._variant, self.figures, about), indent=1, ensure_ascii=False)
        try:
            write_atomically(path, f"{text}\n".encode(), mark("writing the figures"))
        except StorageError as error:
            self.refused.emit(str(error))
            return
        self.said.emit(tr("The figures are in {path}.", path=path))


def _number(least: int, most: int, value: int) -> QSpinBox:
    box = QSpinBox()
    box.setRange(least, most)
    box.setValue(value)
    box.setFixedWidth(112)
    return box


def _times(value: float) -> str:
    return f"{value:.1f}"


def _part(value: float) -> str:
    return f"{100 * value:.0f} %"


def _heading(words: str) -> PlainLabel:
    label = PlainLabel(words)
    label.setProperty("role", "heading")
    return label


def _some(codes: list[str], most: int = 12) -> str:
    if not codes:
        return tr("none")
    shown = ", ".join(codes[:most])
    return tr("{provinces} and {count} more", provinces=shown, count=len(codes) - most) if len(codes) > most else shown


def _told_time(done: int, of: int, runner: PlayTestRunner | None) -> str:
    if runner is None:
        return ""
    words = plural(
        "{done} of {count} game, {duration}", "{done} of {count} games, {duration}", of, done=done, duration=_duration(runner.seconds)
    )
    left = runner.seconds_to_go if runner.is_running else None
    return words if left is None else tr("{words}, about {duration} to go", words=words, duration=_duration(left))


def _duration(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 60 else tr("{minutes} min {seconds} s", minutes=int(seconds // 60), seconds=int(seconds % 60))
