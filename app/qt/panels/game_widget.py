"""Beside the board: the phase and what to do next, the orders by power, and the results."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QSizePolicy, QTabWidget, QVBoxLayout, QWidget

from app.qt.panels.order_list import OrderList
from app.qt.panels.results_list import ResultsList
from app.qt.widgets.flow_layout import FlowLayout
from app.qt.widgets.key_words import key_words
from app.qt.widgets.look import Look
from app.qt.widgets.plain_label import PlainLabel
from languages import tr


class PhaseHeader(QFrame):
    """The phase in large letters and the one thing to do next.

    Signals:
        process_requested(): the open phase is to be adjudicated.
        onward_requested(): the results were seen, on to the next phase.
        fork_requested(): play on from this past phase.
        present_requested(): back to the phase that is open.
        results_requested(): the results of this phase are to go out to players.
    """

    process_requested = Signal()
    onward_requested = Signal()
    fork_requested = Signal()
    present_requested = Signal()
    results_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "header")
        self.phase = PlainLabel()
        self.phase.setProperty("role", "heading")
        self.kind = PlainLabel()
        self.kind.setProperty("role", "soft")
        self.summary = PlainLabel()
        self.summary.setWordWrap(True)
        self.process_button = QPushButton(tr("Process"))
        self.onward_button = QPushButton(tr("Go on"))
        for button in (self.process_button, self.onward_button):
            button.setProperty("role", "primary")
            button.setMinimumHeight(34)
        self.process_button.setToolTip(tr("Adjudicate this phase ({keys})", keys=key_words("Ctrl+Return")))
        self.fork_button = QPushButton(tr("Play on from here"))
        self.fork_button.setToolTip(tr("A branch that starts at this phase; nothing is overwritten"))
        self.present_button = QPushButton(tr("To the present"))
        self.results_button = QPushButton(tr("Results…"))
        self.results_button.setToolTip(tr("Text, picture and PDF for each player, to be sent"))
        self.process_button.clicked.connect(self.process_requested)
        self.onward_button.clicked.connect(self.onward_requested)
        self.fork_button.clicked.connect(self.fork_requested)
        self.present_button.clicked.connect(self.present_requested)
        self.results_button.clicked.connect(self.results_requested)
        top = FlowLayout(spacing=8)
        top.addWidget(self.phase)
        top.addWidget(self.kind, 1, Qt.AlignmentFlag.AlignBaseline)
        buttons = FlowLayout()
        buttons.setSpacing(6)
        for button in (self.process_button, self.onward_button, self.fork_button, self.present_button):
            buttons.addWidget(button, 1)
        buttons.addWidget(self.results_button)
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 12, 10)
        column.setSpacing(6)
        column.addLayout(top)
        column.addWidget(self.summary)
        column.addLayout(buttons)

    def add(self, widget: QWidget) -> None:
        """Add *widget* below the buttons."""
        self._column.addWidget(widget)

    def show_phase(self, phase: str, kind: str, summary: str) -> None:
        """Name the phase in view."""
        self.phase.setText(phase)
        self.kind.setText(kind)
        self.summary.setText(summary)

    def offer(self, *, process: bool, onward: str, fork: bool, present: bool, results: bool = False) -> None:
        """Show the buttons that make sense now; *onward* is the words of its button, empty without one."""
        self.process_button.setVisible(process)
        self.onward_button.setVisible(bool(onward))
        self.onward_button.setText(onward)
        self.fork_button.setVisible(fork)
        self.present_button.setVisible(present)
        self.results_button.setVisible(results)


class GameWidget(QWidget):
    """Header, and two pages: orders and results."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.header = PhaseHeader(self)
        self.tabs = QTabWidget(self)
        self.orders = OrderList(look)
        self.results = ResultsList(look)
        self.tabs.setDocumentMode(True)
        self.tabs.addTab(self.orders, tr("Orders"))
        self.tabs.addTab(self.results, tr("Results"))
        self.tabs.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addWidget(self.tabs, 1)
        column.addStrut(300)

    def show_orders(self) -> None:
        """Bring the orders forward."""
        self.tabs.setCurrentWidget(self.orders)

    def show_results(self) -> None:
        """Bring the results forward."""
        self.tabs.setCurrentWidget(self.results)
