"""The play-test page: many games between opponents in the background, what they add up to, and where they were fought."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSplitter, QVBoxLayout, QWidget

from adjudicator.variant import PowerRole, Variant
from app.board_editor.playtest.evenness import Evenness
from app.board_editor.playtest.figures import Figures
from app.board_editor.playtest.task import PlayTest
from app.board_editor.playtest.telling import as_data, summary, told_evenness
from app.game.storage.atomic import write_atomically
from app.game.storage.errors import StorageError
from app.players.bots import Bot
from app.presentation.picture import MapPicture
from app.qt.board_editor.playtest_charts import ShareChart, YearChart
from app.qt.board_editor.playtest_head import PlayTestHead
from app.qt.board_editor.playtest_runner import PlayTestRunner
from app.qt.board_editor.playtest_where import PlayTestWhere
from app.qt.widgets.labels import PlainLabel, heading
from app.qt.widgets.look import Look
from app.qt.widgets.scrolling import let_scroll
from app.qt.widgets.swatches import swatches
from entente.words.names import power_name
from languages import mark, tr
from variants.compiled import CompiledBoard


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
        self.head.start_wanted.connect(self.start)
        self.head.stop_wanted.connect(self.stop)
        self.head.json_wanted.connect(self._write)
        self.head.close_wanted.connect(self.closed)
        self.where = PlayTestWhere(variant, board, picture, self.figures, look)
        self.shares, self.years = ShareChart(tr("Share of the score")), YearChart(tr("Centres by year"))
        self.verdict = PlainLabel("")
        self.verdict.setWordWrap(True)
        self.banner = QFrame()
        self.banner.setProperty("role", "banner")
        inside = QHBoxLayout(self.banner)
        inside.setContentsMargins(12, 8, 12, 8)
        inside.addWidget(self.verdict)
        self._lay_out()
        self._show()

    def _lay_out(self) -> None:
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(16, 12, 14, 10)
        column.setSpacing(8)
        column.addWidget(heading(tr("Share of the score")))
        column.addWidget(self.shares, 3)
        column.addWidget(self.banner)
        column.addWidget(heading(tr("Centres by year")))
        column.addWidget(self.years, 2)
        parts = QSplitter(Qt.Orientation.Horizontal)
        for half in (left, self.where):
            let_scroll(half)
            parts.addWidget(half)
        parts.setSizes([560, 700])
        parts.setChildrenCollapsible(False)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.head)
        whole.addWidget(parts, 1)

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
            self.verdict.setText(tr("Choose who plays, and click Play. The same seed gives the same figures."))
            return
        found: Evenness = figures.evenness()
        self.verdict.setText(told_evenness(self._variant, figures))
        self.verdict.setProperty("role", "" if found.is_even else "warning")
        self.verdict.style().unpolish(self.verdict)
        self.verdict.style().polish(self.verdict)

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
