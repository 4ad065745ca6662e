"""The head of the play-test page: who plays, how many games and how long, and how far it has come."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QProgressBar, QPushButton, QSpinBox, QVBoxLayout

from adjudicator.variant import Variant
from app.players.bots import OPPONENTS, Bot
from app.qt.board_editor.playtest_runner import PlayTestRunner
from app.qt.widgets.labels import PlainLabel
from app.qt.widgets.layouts import FlowLayout
from languages import plural, tr

MOST_GAMES = 100_000


class PlayTestHead(QFrame):
    """The choices, the keys and the progress.

    Args:
        remark: what is to be known of the variant; empty for nothing.

    Signals:
        start_wanted(), stop_wanted(), json_wanted(), close_wanted(): the key of that was pressed.
    """

    start_wanted = Signal()
    stop_wanted = Signal()
    json_wanted = Signal()
    close_wanted = Signal()

    def __init__(self, variant: Variant, remark: str) -> None:
        super().__init__()
        self.title = PlainLabel(tr("Play-test"))
        self.title.setProperty("role", "heading")
        self.about = PlainLabel(f"{variant.name}{f'. {remark}' if remark else ''}")
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
        self.start_button.clicked.connect(self.start_wanted)
        self.cancel_button = QPushButton(tr("Cancel"))
        self.cancel_button.clicked.connect(self.stop_wanted)
        self.json_button = QPushButton(tr("JSON…"))
        self.json_button.setToolTip(tr("Write the figures to a file, for programs"))
        self.json_button.clicked.connect(self.json_wanted)
        self.close_button = QPushButton(tr("Close"))
        self.close_button.clicked.connect(self.close_wanted)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(8)
        self.time = PlainLabel("")
        self.time.setProperty("role", "soft")
        self._lay_out()

    def _lay_out(self) -> None:
        self.setProperty("role", "header")
        first, second = FlowLayout(), QHBoxLayout()
        first.setSpacing(10)
        first.addWidget(self.title)
        first.addWidget(self.about)
        first.addStretch(1)
        for widget in (self.bot, self.games, self.most_years, self.seed, self.start_button, self.json_button, self.close_button):
            first.addWidget(widget)
        second.addWidget(self.bar, 1)
        second.addWidget(self.time)
        second.addWidget(self.cancel_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 8, 14, 8)
        column.addLayout(first)
        column.addLayout(second)

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
        self.time.setText(_told_time(done, of, runner))
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
