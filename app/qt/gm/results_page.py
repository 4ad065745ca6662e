"""The page from which results go out: to whom, what each of them reads, picture and PDF, and the ways out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.qt.gm.recipient_list import RecipientList, RecipientWords
from app.qt.gm.results_text import ResultsText
from app.qt.widgets.labels import PlainLabel, wrapped
from app.qt.widgets.layouts import ColumnsLayout, FlowLayout
from app.qt.widgets.look import Look
from languages import mark, tr

PICTURES = (mark("PNG, 900 px"), mark("JPEG, 900 px"), mark("No picture"))
PAGES = (mark("Colour, one page"), mark("Black and white"), mark("No PDF"))
_LEFT, _RIGHT = 284, 300


class Fitted(QLabel):
    """A picture as large as there is room for it, never larger than it is."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._whole = QPixmap()
        self.setAccessibleName(name)
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignHCenter)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.setMinimumSize(80, 80)

    def show_picture(self, picture: QPixmap) -> None:
        """Show *picture*; a null one shows nothing."""
        self._whole = picture
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit it again."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        if self._whole.isNull():
            self.clear()
            return
        ratio = self.devicePixelRatioF()
        size = (self.size() * ratio).boundedTo(self._whole.size())
        shown = self._whole.scaled(size, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation)
        shown.setDevicePixelRatio(ratio)
        self.setPixmap(shown)


class ResultsPage(QWidget):
    """Stands in the place of the board.

    Signals:
        board_requested(): back to the board. reader_picked(str): the mail to that reader is wanted. wish_changed(): template, picture, PDF
        or addresses were chosen otherwise. recipients_changed(): a reader was ticked or left out. copy_requested(),
        mail_program_requested(), drafts_requested(), send_requested(), stop_requested(), server_requested(), pdf_requested(),
        picture_requested(), template_requested(): the buttons of these names.
    """

    board_requested = Signal()
    reader_picked = Signal(str)
    wish_changed = Signal()
    recipients_changed = Signal()
    copy_requested = Signal()
    mail_program_requested = Signal()
    drafts_requested = Signal()
    send_requested = Signal()
    stop_requested = Signal()
    server_requested = Signal()
    pdf_requested = Signal()
    picture_requested = Signal()
    template_requested = Signal()

    def __init__(
        self, title: str, kind: str, summary: str, readers: Sequence[RecipientWords], look: Look, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.recipients = RecipientList(readers)
        self.recipients.picked.connect(self.reader_picked)
        self.recipients.ticked.connect(self.recipients_changed)
        body = ColumnsLayout(spacing=0)
        body.addWidget(self._left())
        body.addLayout(self._middle(look), 5)
        body.addWidget(self._right(), 3)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._head(title, kind, summary))
        column.addLayout(body, 1)
        column.addWidget(self._foot())

    # --- its parts ---

    def _head(self, title: str, kind: str, summary: str) -> QFrame:
        bar = QFrame()
        bar.setProperty("role", "header")
        heading, after, below = PlainLabel(title), PlainLabel(kind), wrapped(summary)
        heading.setProperty("role", "heading")
        after.setProperty("role", "soft")
        below.setProperty("role", "soft")
        top = FlowLayout(spacing=10)
        top.addWidget(heading)
        top.addWidget(after, 1, Qt.AlignmentFlag.AlignBaseline)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addLayout(top)
        words.addWidget(below)
        self.board_button = QPushButton(tr("Back to the board"))
        self.board_button.clicked.connect(self.board_requested)
        row = FlowLayout(bar)
        row.setContentsMargins(20, 8, 16, 8)
        row.addLayout(words, 1)
        row.addWidget(self.board_button)
        return bar

    def _left(self) -> QFrame:
        panel = QFrame()
        panel.setProperty("role", "panel")
        heading, self.count = PlainLabel(tr("To whom")), PlainLabel()
        heading.setProperty("role", "subheading")
        self.count.setProperty("role", "soft")
        top = FlowLayout()
        top.setContentsMargins(14, 12, 14, 8)
        top.addWidget(heading)
        top.addStretch(1)
        top.addWidget(self.count)
        self.template, self.picture_kind, self.page_kind = QComboBox(), QComboBox(), QComboBox()
        self.picture_kind.addItems([tr(each) for each in PICTURES])
        self.page_kind.addItems([tr(each) for each in PAGES])
        self.addresses = QCheckBox(tr("Addresses of the players"))
        self.addresses.setToolTip(tr("A list of all addresses at the end of every text"))
        form = QFormLayout()
        form.setContentsMargins(14, 10, 14, 12)
        form.setVerticalSpacing(6)
        form.setHorizontalSpacing(14)
        for words, field in ((tr("Text"), self.template), (tr("Picture"), self.picture_kind), (tr("PDF"), self.page_kind)):
            form.addRow(words, field)
            field.setAccessibleName(words)
            field.activated.connect(lambda _at: self.wish_changed.emit())
        form.addRow(self.addresses)
        self.addresses.toggled.connect(lambda _on: self.wish_changed.emit())
        rule = QFrame()
        rule.setProperty("role", "rule")
        column = QVBoxLayout(panel)
        column.addStrut(_LEFT)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(top)
        column.addWidget(self.recipients, 1)
        column.addWidget(rule)
        column.addLayout(form)
        return panel

    def _middle(self, look: Look) -> QVBoxLayout:
        self.mail_title, self.differs = wrapped(""), PlainLabel()
        self.mail_title.setProperty("role", "heading")
        self.differs.setProperty("role", "pill")
        top = FlowLayout()
        top.addWidget(self.mail_title, 1)
        top.addWidget(self.differs, 0, Qt.AlignmentFlag.AlignVCenter)
        self.text = ResultsText(look)
        column = QVBoxLayout()
        column.setContentsMargins(16, 12, 12, 14)
        column.setSpacing(8)
        column.addLayout(top)
        column.addWidget(self.text, 1)
        return column

    def _right(self) -> QWidget:
        side = QWidget()
        side.setMaximumWidth(640)
        self.picture, self.pdf = Fitted(tr("The picture of the mail")), Fitted(tr("The first page of the PDF"))
        self.picture_words, self.pdf_words = wrapped(""), wrapped("")
        self.pdf_button, self.picture_button, self.template_button = (
            QPushButton(tr("Open PDF")),
            QPushButton(tr("Large picture")),
            QPushButton(tr("Edit template…")),
        )
        self.pdf_button.clicked.connect(self.pdf_requested)
        self.picture_button.clicked.connect(self.picture_requested)
        self.template_button.clicked.connect(self.template_requested)
        buttons = QVBoxLayout()
        for button in (self.pdf_button, self.picture_button, self.template_button):
            buttons.addWidget(button)
        buttons.addStretch(1)
        low = QHBoxLayout()
        low.addWidget(self.pdf, 1)
        low.addLayout(buttons)
        column = QVBoxLayout(side)
        column.setContentsMargins(4, 12, 16, 14)
        column.setSpacing(8)
        column.addStrut(_RIGHT)
        column.addLayout(_heading(tr("Picture"), self.picture_words))
        column.addWidget(self.picture, 5)
        column.addLayout(_heading(tr("PDF"), self.pdf_words))
        column.addLayout(low, 4)
        return side

    def _foot(self) -> QFrame:
        bar = QFrame()
        bar.setProperty("role", "footer")
        self.server = wrapped("")
        self.server_button = QPushButton(tr("Change…"))
        self.server_button.setProperty("role", "choice")
        self.status = wrapped("")
        self.status.setProperty("role", "soft")
        self.progress = QProgressBar()
        self.progress.setProperty("role", "sending")
        self.progress.setTextVisible(False)
        self.progress.setFixedSize(150, 10)
        self.progress.setAccessibleName(tr("Mails sent"))
        self.copy_button = QPushButton(tr("Copy"))
        self.program_button = QPushButton(tr("Mail program"))
        self.drafts_button = QPushButton(tr("Save as .eml…"))
        self.send_button = QPushButton(tr("Send"))
        self.stop_button = QPushButton(tr("Stop"))
        self.send_button.setProperty("role", "primary")
        self.copy_button.setToolTip(tr("The text that is shown, onto the clipboard"))
        self.program_button.setToolTip(tr("A new mail with this text in your mail program"))
        self.drafts_button.setToolTip(tr("A file for each mail, which your mail program opens with its attachments"))
        for button, signal in (
            (self.copy_button, self.copy_requested),
            (self.program_button, self.mail_program_requested),
            (self.drafts_button, self.drafts_requested),
            (self.send_button, self.send_requested),
            (self.stop_button, self.stop_requested),
            (self.server_button, self.server_requested),
        ):
            button.clicked.connect(signal)
        words = QVBoxLayout()
        words.setSpacing(1)
        through = QHBoxLayout()
        through.addWidget(self.server, 1)
        words.addLayout(through)
        words.addWidget(self.status)
        row = FlowLayout(bar)
        row.setContentsMargins(16, 8, 16, 8)
        row.setSpacing(8)
        row.addLayout(words, 1)
        for widget in (
            self.server_button,
            self.progress,
            self.stop_button,
            self.copy_button,
            self.program_button,
            self.drafts_button,
            self.send_button,
        ):
            row.addWidget(widget)
        self.show_sending(False)
        return bar

    # --- what it shows ---

    def show_templates(self, titles: Mapping[str, str], chosen: str) -> None:
        """The templates by name."""
        self.template.clear()
        for name, title in titles.items():
            self.template.addItem(title, name)
        self.template.setCurrentIndex(max(0, self.template.findData(chosen)))

    def show_server(self, words: str, button: str) -> None:
        """Through what mails go."""
        self.server.setText(words)
        self.server_button.setText(button)

    def say(self, words: str, role: str = "soft") -> None:
        """Show the last act, or a problem."""
        self.status.setText(words)
        self.status.setProperty("role", role)
        self.status.style().unpolish(self.status)
        self.status.style().polish(self.status)

    def show_sending(self, on: bool, done: int = 0, total: int = 1) -> None:
        """Show if mails are on their way, and how many are through."""
        self.progress.setVisible(on)
        self.stop_button.setVisible(on)
        self.progress.setRange(0, max(1, total))
        self.progress.setValue(done)
        for widget in (
            self.send_button,
            self.drafts_button,
            self.server_button,
            self.template,
            self.picture_kind,
            self.page_kind,
            self.addresses,
        ):
            widget.setEnabled(not on)
        for button in (self.server_button, self.copy_button, self.program_button):
            button.setVisible(not on)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc goes back to the board."""
        if event.key() == Qt.Key.Key_Escape:
            self.board_requested.emit()
        else:
            super().keyPressEvent(event)


def _heading(words: str, beside: PlainLabel) -> QHBoxLayout:
    label = PlainLabel(words)
    label.setProperty("role", "subheading")
    beside.setProperty("role", "soft")
    row = QHBoxLayout()
    beside.setAlignment(Qt.AlignmentFlag.AlignRight)
    row.addWidget(label)
    row.addWidget(beside, 1)
    return row
