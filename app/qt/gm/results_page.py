"""Page from which results go out: recipients, the text of each with what that player alone gets, picture, PDF, ways out."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPixmap,
    QResizeEvent,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)
from PySide6.QtWidgets import (
    QBoxLayout,
    QCheckBox,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QSpacerItem,
    QTextBrowser,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from app.presentation.round_words import MarkedLine, marked
from app.qt.widgets import forms
from app.qt.widgets.labels import ChoiceButton, PlainLabel, plain_tip
from app.qt.widgets.layouts import ColumnsLayout, TallRoom
from app.qt.widgets.look import NO_LIMIT, Look, growth
from app.qt.widgets.swatches import Swatch, SwatchSquare
from languages import mark, tr

_PICTURES = re.compile(r"<img\b[^>]*>", re.IGNORECASE)


def _blocks(document: QTextDocument) -> list[str]:
    """The text of each paragraph and cell, on one line; a picture has none."""
    return [" ".join(re.split(r"[\s\ufffc]+", document.findBlockByNumber(number).text())) for number in range(document.blockCount())]


_PNG = b"\x89PNG"


def mail_picture(content: bytes | None) -> QImage:
    """The picture of a mail, a PNG or a JPEG; a null one where there is none.

    Its kind is said to Qt, which else asks every reader that it has: one for files without a mark of their own can take it for its own.
    """
    if content is None:
        return QImage()
    kind = "PNG" if content.startswith(_PNG) else "JPG"
    return QImage.fromData(content, kind)  # type: ignore[arg-type] # the binding takes a string


class ResultsText(QTextBrowser):
    """Shows text with marks, or a page. It opens nothing: no link, no file, and no picture but the one it is given."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._picture = QImage()
        self.setOpenLinks(False)
        self.setProperty("role", "paper")
        self.setAccessibleName(tr("The text of the mail"))

    def show_lines(self, lines: Sequence[MarkedLine]) -> None:
        """Show a plain text; its own lines on another ground."""
        self._picture = QImage()
        self.setLineWrapMode(QTextEdit.LineWrapMode.WidgetWidth)
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPointSizeF(self.font().pointSizeF())
        font.setStyleHint(QFont.StyleHint.Monospace)
        self.document().setDefaultFont(font)
        self.setPlainText("\n".join(line.text for line in lines))
        marks = [self._mark(number) for number, line in enumerate(lines) if line.own]
        for each in marks:
            each.format.setProperty(QTextFormat.Property.FullWidthSelection, True)
        self.setExtraSelections(marks)
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def show_page(self, html: str, picture: bytes | None, others: Sequence[str], addressed: Sequence[str] = ()) -> None:
        """Show a page as a mail program would, its picture as wide as there is room; what not all read is on another ground.

        Args:
            html: the page.
            picture: what it shows.
            others: the pages of the others.
            addressed: lines that every reader has in words of their own.
        """
        self._picture = mail_picture(picture)
        width = max(200, min(self.viewport().width() - 30, self._picture.width()))
        self._picture = self._picture.scaledToWidth(width, Qt.TransformationMode.SmoothTransformation)
        self.setExtraSelections([])
        self.document().setDefaultFont(self.font())
        self.setHtml(html.replace('width="900"', f'width="{width}"'))
        texts = {"": "\n".join(_blocks(self.document()))}
        for number, other in enumerate(others):
            document = QTextDocument()
            document.setHtml(_PICTURES.sub("", other))
            texts[str(number + 1)] = "\n".join(_blocks(document))
        marks = [self._mark(number) for number, line in enumerate(marked(texts, "", addressed)) if line.own]
        for each in marks:
            each.cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
        self.setExtraSelections(marks)
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def _mark(self, block: int) -> QTextEdit.ExtraSelection:
        mark = QTextEdit.ExtraSelection()
        mark.format.setBackground(QColor(self._look.colour("accent_soft")))
        mark.cursor = QTextCursor(self.document().findBlockByNumber(block))
        return mark

    def show_fault(self, words: str) -> None:
        """Say why there is no text."""
        self._picture = QImage()
        self.setExtraSelections([])
        self.setPlainText(words)

    def loadResource(self, kind: int, name: QUrl | str) -> object:  # noqa: ARG002 - Qt's signature
        """The picture of the mail, and nothing else from anywhere."""
        return self._picture if QUrl(name).scheme() == "cid" else QImage()


@dataclass(frozen=True, slots=True)
class RecipientWords:
    """One line of the list."""

    reader: str
    title: str
    below: str
    """The address, or why there is none."""
    swatch: Swatch | None
    can_get: bool
    ticked: bool


class RecipientRow(QFrame):
    """A person: a tick, colours, name and address, and a word at the end.

    Signals:
        picked(str): this one's text is wanted. ticked(): the tick was set or taken away.
    """

    picked = Signal(str)
    ticked = Signal()

    def __init__(self, words: RecipientWords, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.reader = words.reader
        self.setProperty("role", "recipient")
        self.box = forms.styled(QCheckBox(), name=f"{words.title}, {words.below}")
        self.box.setChecked(words.ticked and words.can_get)
        self.box.setEnabled(words.can_get)
        self.box.installEventFilter(self)
        self.box.toggled.connect(lambda _on: self.ticked.emit())
        self.end = PlainLabel()
        self.end.setAlignment(Qt.AlignmentFlag.AlignCenter)
        names = forms.column(
            forms.label(words.title, "strong", wraps=True),
            forms.label(words.below, "soft", wraps=True, tip=plain_tip(words.below)),
            spacing=0,
        )
        row = forms.row(self.box, on=self, margins=(14, 7, 12, 7), spacing=10)
        if words.swatch is not None:
            row.addWidget(SwatchSquare(words.swatch))
        row.addLayout(names, 1)
        row.addWidget(self.end, 0, Qt.AlignmentFlag.AlignVCenter)

    def say(self, words: str, role: str, tip: str = "") -> None:
        """Write *words* at its end."""
        self.end.setText(words)
        self.end.setProperty("role", role)
        self.end.setToolTip(plain_tip(tip))
        self.end.style().unpolish(self.end)
        self.end.style().polish(self.end)
        pad = 18 if role == "pill" else 0  # what the style puts round a pill
        self.end.setMinimumWidth(self.end.fontMetrics().horizontalAdvance(words) + pad)

    def show_picked(self, on: bool) -> None:
        """Mark the row as the one whose text is in view, or not."""
        self.setProperty("picked", "true" if on else "false")
        self.style().unpolish(self)
        self.style().polish(self)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click beside the tick shows the text."""
        if event.button() is Qt.MouseButton.LeftButton:
            self.picked.emit(self.reader)
        else:
            super().mousePressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Show the text of a row when its tick gets the focus by Tab."""
        if watched is self.box and event.type() is QEvent.Type.FocusIn:
            self.picked.emit(self.reader)
        return super().eventFilter(watched, event)


class RecipientList(TallRoom):
    """All of them below one another.

    Signals:
        picked(str): that reader's text is wanted. ticked(): a reader was ticked or left out.
    """

    picked = Signal(str)
    ticked = Signal()

    def __init__(self, words: Sequence[RecipientWords], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        inside = QWidget()
        column = forms.column(on=inside, margins=(0, 0, 0, 0), spacing=0)
        self.rows: dict[str, RecipientRow] = {}
        for each in words:
            row = RecipientRow(each)
            row.picked.connect(self.picked)
            row.ticked.connect(self.ticked)
            self.rows[each.reader] = row
            column.addWidget(row)
        column.addStretch(1)
        self.setWidget(inside)
        inside.setAutoFillBackground(False)
        self.viewport().setAutoFillBackground(False)

    @property
    def wanted(self) -> tuple[str, ...]:
        """Readers that are ticked and can be written to."""
        return tuple(row.reader for row in self.rows.values() if row.box.isChecked() and row.box.isEnabled())

    def show_picked(self, reader: str) -> None:
        """Mark the row of the text in view."""
        for row in self.rows.values():
            row.show_picked(row.reader == reader)


PICTURES = (mark("PNG, 900 px"), mark("JPEG, 900 px"), mark("No picture"))
PAGES = (mark("Colour, one page"), mark("Black and white"), mark("No PDF"))
_LEFT, _RIGHT = 284, 300
_MOST_TEXT = 780
"""Pixels that the text of a mail has at most, with words of the usual size; the picture has the rest."""
_PDF_HIGH, _PDF_WIDE = 150, 0.71
"""Pixels of a page of the PDF from top to bottom at least, and its width as a part of them; larger words leave the room to the picture."""


class Fitted(QLabel):
    """A picture as large as there is room for it, enlarged where a large screen has more."""

    LARGEST = 1.75
    """Times its own size that it is shown in at most; it would be blurred beyond that."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._whole = QPixmap()
        self.setAccessibleName(name)
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignHCenter)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.setMinimumSize(80, 44)  # what is sent by the buttons below stays in sight with large words

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
        self._bound(self._whole.size() * self.LARGEST / ratio)
        size = (self.size() * ratio).boundedTo(self._whole.size() * self.LARGEST)
        shown = self._whole.scaled(size, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation)
        shown.setDevicePixelRatio(ratio)
        self.setPixmap(shown)

    def _bound(self, whole: QSize) -> None:
        """Leave the height that the picture cannot fill, *whole* as it is, to what stands below."""
        self.setMaximumHeight(max(self.minimumHeight(), round(whole.height() * min(1.0, self.width() / whole.width()))))


class _Sheet(Fitted):
    """A page as high as there is room for it beside its words."""

    LARGEST = 1.4

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self._is_alone = False
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(round(_PDF_HIGH * _PDF_WIDE), _PDF_HIGH)
        self.setMaximumSize(self.minimumSize())

    def sizeHint(self) -> QSize:
        """Return the least size: a layout of words asks for that, and not for what is needed."""
        return self.minimumSize()

    def stand_alone(self, is_alone: bool) -> None:
        """Have a column of its own, or no more width than the page takes of the height."""
        if is_alone != self._is_alone:
            self._is_alone = is_alone
            self.setMaximumSize(QSize(NO_LIMIT, NO_LIMIT) if is_alone else self.minimumSize())

    def _bound(self, whole: QSize) -> None:
        if self._is_alone:
            return
        self.setMaximumSize(max(self.minimumWidth(), round(self.height() * _PDF_WIDE)), max(_PDF_HIGH, whole.height()))


_WIDE_SIDE = 1.15
"""Width of the side, as a part of its height, from which on the page of the PDF stands beside the picture."""


_LEAST_SIDE = 250
"""Height of the side, with words of the usual size, below which the picture has the room of the page of the PDF; a button opens that."""


class _Side(QWidget):
    """Picture and page of the PDF: one below the other, or beside each other where there is much room across."""

    def __init__(self, heading: QLayout, picture: QWidget, page: _Sheet, words: QLayout) -> None:
        super().__init__()
        self._page = page
        self._above = forms.column(heading, (picture, 1_000), spacing=8)
        self._rest = QSpacerItem(0, 0)
        self._above.addItem(self._rest)
        self._low = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._low.setSpacing(14)
        self._low.addWidget(page, 1)
        self._low.addLayout(words, 1)
        self._whole = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._whole.setContentsMargins(4, 12, 16, 14)
        self._whole.setSpacing(8)
        self._whole.addStrut(_RIGHT)
        self._whole.addLayout(self._above, 1_000)  # as large as it is, before the page of the PDF grows
        self._whole.addLayout(self._low, 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put them beside each other, or one below the other."""
        super().resizeEvent(event)
        is_wide = self.width() >= self.height() * _WIDE_SIDE
        is_low = self.height() < _LEAST_SIDE * growth(self.font())
        self._page.setVisible(is_wide or not is_low)
        direction, policy = QBoxLayout.Direction, QSizePolicy.Policy
        self._page.stand_alone(is_wide)
        self._rest.changeSize(0, 0, policy.Minimum, policy.Expanding if is_wide else policy.Fixed)
        self._whole.setDirection(direction.LeftToRight if is_wide else direction.TopToBottom)
        self._whole.setSpacing(24 if is_wide else 8)
        self._whole.setStretchFactor(self._above, 3 if is_wide else 1_000)
        self._whole.setStretchFactor(self._low, 2 if is_wide else 1)
        self._low.setDirection(direction.BottomToTop if is_wide else direction.LeftToRight)
        self._low.setStretchFactor(self._page, 1_000 if is_wide else 1)
        self._whole.invalidate()


_LEAST_LIST = 190
"""Pixels of the list of readers from top to bottom, with words of the usual size, below which it takes turns with how mails look."""


class _Left(QFrame):
    """Readers above how their mails look; the two take turns where large words leave a few rows to both."""

    def __init__(self, recipients: QWidget, form: QWidget, switch: ChoiceButton) -> None:
        super().__init__()
        self.setProperty("role", "panel")
        self._recipients, self._form, self._switch = recipients, form, switch
        switch.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show both, or the one that is chosen."""
        super().resizeEvent(event)
        self.take_turns()

    def take_turns(self) -> None:
        """Show both, or the one that is chosen where there is no room for both."""
        is_low = self.height() < self._form.sizeHint().height() + _LEAST_LIST * growth(self.font())
        self._switch.setVisible(is_low)
        self._form.setVisible(not is_low or self._switch.isChecked())
        self._recipients.setVisible(not is_low or not self._switch.isChecked())


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
        forms.column(self._head(title, kind, summary), (body, 1), self._foot(), on=self, margins=(0, 0, 0, 0), spacing=0)

    # --- its parts ---

    def _head(self, title: str, kind: str, summary: str) -> QFrame:
        bar = forms.styled(QFrame(), "header")
        words = forms.column(
            forms.flow(forms.label(title, "heading"), (forms.label(kind, "soft"), 1, Qt.AlignmentFlag.AlignBaseline), spacing=10),
            forms.label(summary, "soft", wraps=True),
            spacing=2,
        )
        self.board_button = forms.button(tr("Back to the board"), self.board_requested)
        forms.flow((words, 1), self.board_button, on=bar, margins=(20, 8, 16, 8))
        return bar

    def _left(self) -> QFrame:
        self.count = forms.label(role="soft")
        top = forms.flow(forms.label(tr("To whom"), "subheading"), forms.STRETCH, self.count, margins=(14, 12, 14, 8))
        self.template, self.picture_kind, self.page_kind = QComboBox(), QComboBox(), QComboBox()
        self.template.setToolTip(tr("Judge: as programs that run games by mail write; Magazine: a paragraph for each power"))
        self.picture_kind.addItems([tr(each) for each in PICTURES])
        self.page_kind.addItems([tr(each) for each in PAGES])
        self.addresses = forms.styled(QCheckBox(tr("Addresses of the players")), tip=tr("A list of all addresses at the end of every text"))
        self.form = QWidget()
        form = forms.fields((tr("Text"), self.template), (tr("Picture"), self.picture_kind), (tr("PDF"), self.page_kind))
        self.form.setLayout(form)
        form.setContentsMargins(14, 10, 14, 12)
        form.setVerticalSpacing(6)
        form.setHorizontalSpacing(14)
        for field in (self.template, self.picture_kind, self.page_kind):
            field.activated.connect(lambda _at: self.wish_changed.emit())
        form.addRow(self.addresses)
        self.addresses.toggled.connect(lambda _on: self.wish_changed.emit())
        self.form_button = ChoiceButton(tr("Text, picture, PDF"))
        panel = _Left(self.recipients, self.form, self.form_button)
        self.form_button.toggled.connect(lambda _on: panel.take_turns())
        column = QVBoxLayout(panel)
        column.addStrut(_LEFT)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(top)
        column.addLayout(forms.row(self.form_button, margins=(14, 0, 14, 6)))
        column.addWidget(self.recipients, 1)
        column.addWidget(forms.styled(QFrame(), "rule"))
        column.addWidget(self.form)
        return panel

    def _middle(self, look: Look) -> QVBoxLayout:
        self.mail_title, self.differs = forms.label(role="heading", wraps=True), forms.label(role="pill")
        self.text = ResultsText(look)
        self.text.setMaximumWidth(round(_MOST_TEXT * growth(self.font())))
        return forms.column(
            forms.flow((self.mail_title, 1), (self.differs, 0, Qt.AlignmentFlag.AlignVCenter)),
            (self.text, 1),
            margins=(16, 12, 12, 14),
            spacing=8,
        )

    def _right(self) -> QWidget:
        self.picture, self.pdf = Fitted(tr("The picture of the mail")), _Sheet(tr("The first page of the PDF"))
        self.picture_words, self.pdf_words = forms.label(wraps=True), forms.label(wraps=True)
        self.pdf_button, self.picture_button, self.template_button = (
            forms.button(tr("Open PDF"), self.pdf_requested),
            forms.button(tr("Large picture"), self.picture_requested),
            forms.button(tr("Edit template…"), self.template_requested),
        )
        beside = forms.column(
            _heading(tr("PDF"), self.pdf_words), forms.flow(self.pdf_button, self.picture_button, self.template_button), forms.STRETCH
        )
        return _Side(_heading(tr("Picture"), self.picture_words), self.picture, self.pdf, beside)

    def _foot(self) -> QFrame:
        bar = forms.styled(QFrame(), "footer")
        self.server = forms.label(wraps=True)
        self.server_button = forms.button(tr("Change…"), role="choice")
        self.status = forms.label(role="soft", wraps=True)
        self.progress = forms.styled(QProgressBar(), "sending", name=tr("Mails sent"))
        self.progress.setTextVisible(False)
        self.progress.setFixedSize(150, 10)
        self.copy_button = forms.button(tr("Copy"), tip=tr("The text that is shown, onto the clipboard"))
        self.program_button = forms.button(tr("Mail program"), tip=tr("A new mail with this text in your mail program"))
        self.drafts_button = forms.button(
            tr("Save as .eml…"), tip=tr("A file for each mail, which your mail program opens with its attachments")
        )
        self.send_button = forms.button(tr("Send"), role="primary")
        self.stop_button = QPushButton(tr("Stop"))
        for button, signal in (
            (self.copy_button, self.copy_requested),
            (self.program_button, self.mail_program_requested),
            (self.drafts_button, self.drafts_requested),
            (self.send_button, self.send_requested),
            (self.stop_button, self.stop_requested),
            (self.server_button, self.server_requested),
        ):
            button.clicked.connect(signal)
        words = forms.column(forms.row((self.server, 1)), self.status, spacing=1)
        row = forms.flow(
            (words, 1),
            self.server_button,
            self.progress,
            self.stop_button,
            self.copy_button,
            self.program_button,
            on=bar,
            margins=(16, 8, 16, 8),
            spacing=8,
        )
        row.add_answers(self.drafts_button, self.send_button)
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
        forms.restyle(self.status, role)

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
    beside.setProperty("role", "soft")
    beside.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
    return forms.row((forms.label(words, "subheading"), 0, Qt.AlignmentFlag.AlignTop), (beside, 1))
