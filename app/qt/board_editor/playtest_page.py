"""Page of play-tests: who plays, many games in the background, what they add up to."""

from __future__ import annotations

import json
import threading
from collections import deque
from collections.abc import Callable
from pathlib import Path
from time import monotonic

from PySide6.QtCore import QObject, QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QComboBox, QFrame, QProgressBar, QSpinBox, QSplitter, QWidget

from adjudicator.variant import PowerRole, Variant
from app.board_editor.playtest.evenness import Evenness
from app.board_editor.playtest.figures import Figures
from app.board_editor.playtest.report import as_data, evenness_sentence, summary
from app.board_editor.playtest.running import PlayTestFailed, run
from app.board_editor.playtest.tally import GameTally
from app.board_editor.playtest.task import PlayTest
from app.game.storage.atomic import StorageError, write_atomically
from app.players.bots import OPPONENTS, Bot
from app.presentation.picture import MapPicture
from app.qt.board_editor.playtest_charts import ShareChart, YearChart
from app.qt.board_editor.playtest_where import PlayTestWhere
from app.qt.widgets import forms
from app.qt.widgets.layouts import let_scroll
from app.qt.widgets.look import Look
from app.qt.widgets.swatches import swatches
from entente.words.names import power_name, variant_name
from languages import mark, plural, tr
from variants.compiled import CompiledBoard

_LEAST_HALF = QSize(280, 150)
"""Pixels of each half, with words of the usual size, before it is scrolled."""
LOOKS = 150
"""Milliseconds between two looks at what has ended."""


class PlayTestRunner(QObject):
    """Plays one test.

    Signals:
        advanced(): more games have ended; their sums stand in ``figures``.
        ended(str): nothing is played any more; why, where it failed.
    """

    advanced = Signal()
    ended = Signal(str)

    def __init__(self, test: PlayTest, figures: Figures, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.test = test
        self.figures = figures
        self.is_running = True
        self._began = monotonic()
        self._seconds = 0.0
        self._stopped = threading.Event()
        self._came: deque[GameTally] = deque()
        self._trouble = ""
        self._thread = threading.Thread(target=self._work, name="play-test", daemon=True)
        self._thread.start()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._look)
        self._timer.start(LOOKS)

    @property
    def seconds(self) -> float:
        """Seconds that it has been played."""
        return monotonic() - self._began if self.is_running else self._seconds

    @property
    def seconds_to_go(self) -> float | None:
        """Seconds that it will still take, as far as that can be estimated."""
        done = self.figures.games
        return None if done < 5 else self.seconds / done * (self.test.games - done)

    def stop(self) -> None:
        """No more games; those that have ended count."""
        self._stopped.set()

    def close(self) -> None:
        """Stop the play-test, since the page is closed."""
        self.stop()
        self._timer.stop()
        self._thread.join(10)

    def _work(self) -> None:
        try:
            for tally in run(self.test, self._stopped.is_set):
                self._came.append(tally)
        except PlayTestFailed as error:
            self._trouble = tr("The games could not be played: {error}.", error=error)

    def _look(self) -> None:
        is_over = not self._thread.is_alive()
        came = False
        while self._came:
            self.figures.add(self._came.popleft())
            came = True
        if came:
            self.advanced.emit()
        if is_over and self.is_running:
            self._seconds = self.seconds
            self.is_running = False
            self._timer.stop()
            self.ended.emit(self._trouble)


MOST_GAMES = 100_000


class PlayTestHead(QFrame):
    """The choices, the keys and the progress.

    Args:
        remark: what is to be known of the variant; empty for nothing.

    Signals:
        start_requested(), stop_requested(), json_requested(), close_requested(): the key of that was pressed.
    """

    start_requested = Signal()
    stop_requested = Signal()
    json_requested = Signal()
    close_requested = Signal()

    def __init__(self, variant: Variant, remark: str) -> None:
        super().__init__()
        self.title = forms.label(tr("Play-test"), "heading")
        self.about = forms.label(f"{variant_name(variant)}{f'. {remark}' if remark else ''}", "soft")
        self.bot = forms.styled(QComboBox(), name=tr("Players"))
        for kind, opponent in OPPONENTS.items():
            self.bot.addItem(tr(opponent.title), kind.value)
            self.bot.setItemData(self.bot.count() - 1, tr(opponent.description), Qt.ItemDataRole.ToolTipRole)
        self.bot.setCurrentIndex(self.bot.findData(Bot.STEADY.value))
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
        self.start_button = forms.button(tr("Play the games"), self.start_requested, "primary")
        self.cancel_button = forms.button(tr("Cancel"), self.stop_requested)
        self.json_button = forms.button(tr("JSON…"), self.json_requested, tip=tr("Write the figures to a file, for programs"))
        self.close_button = forms.button(tr("Close"), self.close_requested)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(8)
        self.time = forms.label(role="soft")
        self._lay_out()

    def _lay_out(self) -> None:
        self.setProperty("role", "header")
        first = forms.flow(
            self.title,
            self.about,
            forms.STRETCH,
            self.bot,
            self.games,
            self.most_years,
            self.seed,
            self.start_button,
            self.json_button,
            self.close_button,
            spacing=10,
        )
        forms.column(first, forms.row((self.bar, 1), self.time, self.cancel_button), on=self, margins=(14, 8, 14, 8))

    @property
    def chosen_bot(self) -> Bot:
        """Bot that plays."""
        return Bot(str(self.bot.currentData()))

    def show_progress(self, done: int, runner: PlayTestRunner | None) -> None:
        """Show how many games have ended, and what can be pressed now."""
        is_running = runner is not None and runner.is_running
        of = self.games.value() if runner is None else runner.test.games
        self.bar.setMaximum(of)
        self.bar.setValue(done)
        self.time.setText(_time_words(done, of, runner))
        self.cancel_button.setEnabled(is_running)
        self.start_button.setEnabled(not is_running)
        for box in (self.bot, self.games, self.seed, self.most_years):
            box.setEnabled(not is_running)
        self.json_button.setEnabled(done > 0)


def _number(least: int, most: int, value: int) -> QSpinBox:
    box = QSpinBox()
    box.setRange(least, most)
    box.setValue(value)
    box.setMinimumWidth(112)
    return box


def _time_words(done: int, of: int, runner: PlayTestRunner | None) -> str:
    if runner is None:
        return ""
    words = plural(
        "{done} of {count} game, {duration}", "{done} of {count} games, {duration}", of, done=done, duration=_duration(runner.seconds)
    )
    left = runner.seconds_to_go if runner.is_running else None
    return words if left is None else tr("{words}, about {duration} to go", words=words, duration=_duration(left))


def _duration(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 60 else tr("{minutes} min {seconds} s", minutes=int(seconds // 60), seconds=int(seconds % 60))


class PlayTestPage(QWidget):
    """Stands in the place of the board.

    Args:
        title: of what is played.
        remark: what is to be known of it, such as that its hooks take no part; empty for nothing.
        made: a test with these opponents, games, seed and years.
        ask_file: the file for the figures; ``None`` where none is chosen.

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
        self.head = PlayTestHead(variant, remark)
        self.head.start_requested.connect(self.start)
        self.head.stop_requested.connect(self.stop)
        self.head.json_requested.connect(self._write)
        self.head.close_requested.connect(self.closed)
        self.where = PlayTestWhere(variant, board, picture, self.figures, look)
        self.shares, self.years = ShareChart(tr("Share of the score")), YearChart(tr("Centres by year"))
        self.verdict = forms.label(wraps=True)
        self.banner = forms.styled(QFrame(), "banner")
        forms.row(self.verdict, on=self.banner, margins=(12, 8, 12, 8))
        self._lay_out()
        self._show()

    def _lay_out(self) -> None:
        left = QWidget()
        forms.column(
            forms.label(tr("Share of the score"), "heading"),
            (self.shares, 3),
            self.banner,
            forms.label(tr("Centres by year"), "heading"),
            (self.years, 2),
            on=left,
            margins=(16, 12, 14, 10),
            spacing=8,
        )
        parts = QSplitter(Qt.Orientation.Horizontal)
        for half in (left, self.where):
            let_scroll(half, _LEAST_HALF)  # the page itself is whole
            parts.addWidget(half)
        parts.setSizes([560, 700])
        parts.setChildrenCollapsible(False)
        forms.column(self.head, (parts, 1), on=self, margins=(0, 0, 0, 0), spacing=0)

    def start(self) -> None:
        """Play, in the background."""
        self.stop()
        self._drop()
        head = self.head
        test = self._made(head.chosen_bot, head.games.value(), head.seed.value(), head.most_years.value())
        self.figures = self._nothing()
        self.runner = PlayTestRunner(test, self.figures, self)
        self.runner.advanced.connect(self._show)
        self.runner.ended.connect(self._ended)
        self._show()

    def stop(self) -> None:
        """No more games; what has ended counts."""
        if self.runner is not None:
            self.runner.stop()

    def set_look(self, look: Look, picture: MapPicture) -> None:
        """Another theme was chosen."""
        self._look, self._swatches = look, swatches(picture)
        self.where.map.scene.show_picture(picture)
        self._show()

    def close_page(self) -> None:
        """The page goes."""
        self._drop()
        self.where.map.close_scene()

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
        self.head.show_progress(figures.games, runner)
        words = "\n".join(summary(self._variant, figures)) if figures.games else tr("No game has ended yet.")
        self.shares.show_figures(figures, self._names, self._swatches, self._look, words)
        self.years.show_figures(figures, self._names, self._swatches, self._look, words)
        self._show_verdict(figures)
        self.where.show_figures(figures, self._look)

    def _show_verdict(self, figures: Figures) -> None:
        if not figures.games:
            self.verdict.setText(tr("Choose who plays, and click Play the games. The same seed gives the same figures."))
            return
        found: Evenness = figures.evenness()
        self.verdict.setText(evenness_sentence(self._variant, figures))
        forms.restyle(self.verdict, "" if found.is_even else "warning")

    def _write(self) -> None:
        path = self._ask_file(tr("{variant} play-test.json", variant=self._variant.id))
        if path is None:
            return
        runner, head = self.runner, self.head
        about: dict[str, object] = {
            "players": head.chosen_bot.value if runner is None else runner.test.bot.value,
            "seed": head.seed.value() if runner is None else runner.test.seed,
            "most years": head.most_years.value() if runner is None else runner.test.years,
        }
        text = json.dumps(as_data(self._variant, self.figures, about), indent=1, ensure_ascii=False)
        try:
            write_atomically(path, f"{text}\n".encode(), mark("writing the figures"))
        except StorageError as error:
            self.refused.emit(str(error))
            return
        self.said.emit(tr("The figures are in {path}.", path=path))
