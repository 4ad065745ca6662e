"""Mails of a round by power, every line with its fate, and the ways by which mails come in."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QTreeWidget, QTreeWidgetItem, QWidget

from app.game.deadlines import DeadlineTerms, Lateness, moment_of
from app.gm.deadline_words import short_moment
from app.gm.round_sheet import RoundSheet, SheetGroup, SheetMail, SheetRow
from app.mail_in.accounting import Fate
from app.qt.gm.round_choices import DoubtRow
from app.qt.gm.round_rows import HEAD, ROW, GroupHead, RoundDelegate, WhoseRow
from app.qt.widgets import forms
from app.qt.widgets.labels import ChoiceButton, PlainLabel, key_words
from app.qt.widgets.look import Look, growth
from app.qt.widgets.swatches import Swatch
from languages import labelled, plural, sentence, tr

ENDINGS = (".eml", ".mbox", ".mbx", ".txt")
MOST_BYTES_OF_TEXT = 8_000_000
_POWER = Qt.ItemDataRole.UserRole + 3
_MAIL = Qt.ItemDataRole.UserRole + 4
_AROUND = QSize(8, 6)
"""Pixels that the style sheet puts around what stands in a row."""


class RoundList(QTreeWidget):
    """Signals:
    files_dropped(object, str): paths of mails, and the power on whose head a single one was dropped; empty for none.
    text_dropped(str, str): a text, and the power in the same way.
    row_touched(object): a ``SheetRow`` was touched; ``None`` for none.
    chosen(object, str, str): what a line means: the row, the power, the order's text.
    settled(object, str): what becomes of a line otherwise; see ``DoubtRow``.
    set_aside(int): a mail in which nothing was read was looked at.
    given(int, str): a mail is that power's.
    learnt(int, str): the same, and so are those that come from its address.
    menu_requested(int, object): what can be done with a mail, by its number, and where.
    """

    files_dropped = Signal(object, str)
    text_dropped = Signal(str, str)
    row_touched = Signal(object)
    chosen = Signal(object, str, str)
    settled = Signal(object, str)
    set_aside = Signal(int)
    given = Signal(int, str)
    learnt = Signal(int, str)
    menu_requested = Signal(int, object)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sheet: RoundSheet | None = None
        self._closed: set[str | None] = set()
        self.laters: tuple[str, ...] = ()
        """The later phases that a line can be kept for: ``retreats``, ``builds``."""
        self._decided: tuple[int, int, int] | None = None
        """The line that was decided last, until the next one is touched."""
        self._widgets: dict[tuple[int, int, int], DoubtRow] = {}
        """Rows by the line that they are below."""
        self._below: list[QTreeWidgetItem] = []
        """Items whose widgets need a height of their own."""
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setIndentation(0)
        self.setUniformRowHeights(False)
        self.setMouseTracking(True)
        self.setAcceptDrops(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DropOnly)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(tr("Mails of this phase by power"))
        self.delegate = RoundDelegate(look, self, self)
        self.setItemDelegate(self.delegate)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._ask_for_menu)
        self.itemClicked.connect(self._clicked)
        self.currentItemChanged.connect(lambda item, _before: self._touched(item))
        self.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Lines are as high as their words need at the width that they have."""
        if watched is self.viewport() and event.type() is QEvent.Type.Resize:
            self._fit_below()
            self.scheduleDelayedItemsLayout()
        return super().eventFilter(watched, event)

    # --- view ---

    def show_sheet(
        self, sheet: RoundSheet, swatches: Mapping[str, Swatch], terms: DeadlineTerms, wanted: frozenset[Fate] | None, *, urgent: bool
    ) -> None:
        """Show *sheet*.

        Args:
            wanted: the fates to list; all unless given.
            urgent: only what needs a person.
        """
        at = self.verticalScrollBar().value()
        current = self.current_row
        self._sheet = sheet
        self.blockSignals(True)
        self.clear()
        self._widgets.clear()
        self._below.clear()
        again: QTreeWidgetItem | None = None
        for group in sheet.groups:
            rows = [
                (mail, row)
                for mail in group.mails
                for row in mail.rows
                if (wanted is None or row.fate in wanted) and (not urgent or row.needs)
            ]
            if (wanted is not None or urgent) and not rows and not (urgent and group.needs):
                continue
            top = QTreeWidgetItem(self)
            top.setData(0, HEAD, _head(group, swatches, terms))
            top.setData(0, _POWER, group.power)
            top.setToolTip(0, _tip(group))
            top.setText(
                0, tr("{group}, {given} of {due} orders", group=group.name, given=group.given, due=group.due) if group.due else group.name
            )
            for mail in group.mails:
                self._add_troubles(top, mail)
                if mail.is_unread:
                    self._add_unread(top, mail)
                if group.power is None and not mail.is_aside:
                    self._ask_whose(top, mail, sheet)
            for mail, row in rows:
                item = self._add_row(top, mail, row)
                if current is not None and _key(row) == _key(current):
                    again = item
            top.setExpanded(group.power not in self._closed)
        self._fit_below()
        self.blockSignals(False)
        again = self._next_to_decide() or again
        if again is not None:
            self.setCurrentItem(again)
            self.scrollToItem(again)
        self.verticalScrollBar().setValue(at)

    def _next_to_decide(self) -> QTreeWidgetItem | None:
        """Return the next line that needs a person after a decision, from there on and then from the top."""
        decided, self._decided = self._decided, None
        if decided is None:
            return None
        items = [item for top in map(self.topLevelItem, range(self.topLevelItemCount())) for item in _children(top)]
        rows = [(item, row) for item in items if isinstance(row := item.data(0, ROW), SheetRow)]
        at = next((number for number, (_, row) in enumerate(rows) if _key(row) == decided), -1)
        if at >= 0 and rows[at][1].needs:
            return None
        return next((item for item, row in (*rows[at + 1 :], *rows[: at + 1]) if row.needs), None)

    def _add_troubles(self, top: QTreeWidgetItem, mail: SheetMail) -> None:
        for trouble in mail.troubles:
            item = QTreeWidgetItem(top, [f"  {sentence(trouble)}."])
            item.setToolTip(0, trouble)
            item.setData(0, _MAIL, mail.number)

    def _add_row(self, top: QTreeWidgetItem, mail: SheetMail, row: SheetRow) -> QTreeWidgetItem:
        item = QTreeWidgetItem(top)
        item.setData(0, ROW, row)
        item.setData(0, _MAIL, mail.number)
        item.setText(0, labelled(row.words, f"{tr(row.fate)}, {row.reading}"))
        item.setToolTip(
            0,
            tr(
                "{sender}, line {line}: {words}\n{fate}: {reading}",
                sender=mail.sender,
                line=row.line.line,
                words=row.words,
                fate=tr(row.fate),
                reading=row.reading,
            ),
        )
        if row.choices or row.can_be_written or row.takes_back or row.can_be_set_aside:
            below = QTreeWidgetItem(top)
            below.setFlags(Qt.ItemFlag.ItemIsEnabled)
            widget = DoubtRow(row, self.laters)
            widget.chosen.connect(self.chosen)
            widget.settled.connect(self.settled)
            widget.chosen.connect(lambda *_: self._go_on_after(row))
            widget.settled.connect(lambda *_: self._go_on_after(row))
            self.setItemWidget(below, 0, widget)
            self._widgets[_key(row)] = widget
            self._below.append(below)
        return item

    def _go_on_after(self, row: SheetRow) -> None:
        """Touch the next line that needs a person, once *row* is decided."""
        self._decided = _key(row)

    def _add_unread(self, top: QTreeWidgetItem, mail: SheetMail) -> None:
        item = QTreeWidgetItem(top, [tr("{sender}: nothing was read in this mail.", sender=mail.sender)])
        item.setData(0, _MAIL, mail.number)
        item.setToolTip(0, labelled(mail.sender, mail.subject) if mail.subject else mail.sender)
        below = QTreeWidgetItem(top)
        below.setFlags(Qt.ItemFlag.ItemIsEnabled)
        button = forms.button(
            tr("Nothing to do"),
            lambda _on=False, number=mail.number: self.set_aside.emit(number),
            tip=tr("The mail stays with its words, and is asked about no longer"),
        )
        self.setItemWidget(below, 0, button)
        self._below.append(below)

    def _ask_whose(self, top: QTreeWidgetItem, mail: SheetMail, sheet: RoundSheet) -> None:
        below = QTreeWidgetItem(top)
        below.setFlags(Qt.ItemFlag.ItemIsEnabled)
        below.setData(0, _MAIL, mail.number)
        widget = WhoseRow(mail, [group for group in sheet.groups if group.power is not None])
        widget.given.connect(self.given)
        widget.learnt.connect(self.learnt)
        widget.disowned.connect(self.set_aside)
        self.setItemWidget(below, 0, widget)
        self._below.append(below)

    def _fit_below(self) -> None:
        """Give what stands below lines the height that it needs in the width there is."""
        for item in self._below:
            widget = self.itemWidget(item, 0)
            if widget is not None:
                widget.ensurePolished()
                wide = self.viewport().width() - _AROUND.width()
                high = widget.heightForWidth(wide) if widget.hasHeightForWidth() else widget.sizeHint().height()
                high += _AROUND.height()
                if item.sizeHint(0).height() != high:
                    item.setSizeHint(0, QSize(80, high))

    @property
    def doubts(self) -> tuple[DoubtRow, ...]:
        """Rows below the lines that need a person, from the top."""
        return tuple(self._widgets.values())

    def write_row(self, row: object) -> None:
        """Open the line of *row* for editing."""
        doubt = self._widgets.get(_key(row)) if isinstance(row, SheetRow) else None
        if doubt is not None:
            doubt.write()

    @property
    def current_row(self) -> SheetRow | None:
        """The line that is touched."""
        item = self.currentItem()
        row = None if item is None else item.data(0, ROW)
        return row if isinstance(row, SheetRow) else None

    def show_place(self, province: str) -> None:
        """Mark the line about the unit of *province*, without answering that it was touched."""
        row = self.current_row
        if row is not None and row.province == province:
            return
        found = self._item_of(province)
        self.blockSignals(True)
        if found is None:
            self.setCurrentIndex(QModelIndex())
        else:
            self.expand(self.indexFromItem(found).parent())
            self.setCurrentItem(found)
            self.scrollToItem(found)
        self.blockSignals(False)
        self.viewport().update()

    def _item_of(self, province: str) -> QTreeWidgetItem | None:
        """The line that counts for the unit of *province*; else any that speaks of it."""
        found: list[tuple[int, QTreeWidgetItem]] = []
        model = self.model()
        for top in (model.index(number, 0) for number in range(model.rowCount())):
            for index in (model.index(number, 0, top) for number in range(model.rowCount(top))):
                row = index.data(ROW)
                if isinstance(row, SheetRow) and row.province == province:
                    found.append((0 if row.needs else 1 if row.fate.is_taken else 2, self.itemFromIndex(index)))
        return min(found, key=lambda each: each[0])[1] if found else None

    # --- what a person does ---

    def _clicked(self, item: QTreeWidgetItem) -> None:
        if isinstance(item.data(0, HEAD), GroupHead):
            item.setExpanded(not item.isExpanded())
            power = item.data(0, _POWER)
            (self._closed.discard if item.isExpanded() else self._closed.add)(power)

    def _touched(self, item: QTreeWidgetItem | None) -> None:
        row = None if item is None else item.data(0, ROW)
        self.row_touched.emit(row if isinstance(row, SheetRow) else None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """1 to 6 take a choice of the line that is touched, 0 sets it aside, 8 and 9 keep it for later, Enter opens it for editing."""
        row = self.current_row
        doubt = None if row is None else self._widgets.get(_key(row))
        if doubt is not None and event.text().isdigit() and doubt.take(int(event.text())):
            return
        if doubt is not None and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            doubt.write()
            return
        super().keyPressEvent(event)

    def _ask_for_menu(self, at: QPoint) -> None:
        item = self.itemAt(at)
        if item is None:
            return
        number = item.data(0, _MAIL)
        for each in range(item.childCount()):
            child = item.child(each)
            number = number or (None if child is None else child.data(0, _MAIL))
        if number is not None:
            self.menu_requested.emit(int(number), self.viewport().mapToGlobal(at))

    # --- dropping ---

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Files of mails and texts are welcome."""
        if event.mimeData().hasText() or any(map(_is_mail, _paths(event))):
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Anywhere on the list."""
        event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Take in what is dropped; a single mail on the head of a power is that power's."""
        item = self.itemAt(event.position().toPoint())
        power = item.data(0, _POWER) if item is not None and isinstance(item.data(0, HEAD), GroupHead) else None
        paths = [path for path in _paths(event) if _is_mail(path)]
        if paths:
            self.files_dropped.emit(paths, (power or "") if len(paths) == 1 else "")
        elif event.mimeData().hasText() and not event.mimeData().hasUrls():
            self.text_dropped.emit(event.mimeData().text()[:MOST_BYTES_OF_TEXT], power or "")
        event.acceptProposedAction()

    def dropMimeData(self, parent: QModelIndex, index: int, data: object, action: Qt.DropAction) -> bool:  # type: ignore[override]  # noqa: ARG002
        """Do nothing: ``dropEvent`` does it."""
        return False


def _children(top: QTreeWidgetItem | None) -> list[QTreeWidgetItem]:
    found = [] if top is None else [top.child(number) for number in range(top.childCount())]
    return [item for item in found if item is not None]


def _key(row: SheetRow) -> tuple[int, int, int]:
    return row.mail, row.line.line, row.line.column


def _paths(event: QDropEvent) -> list[Path]:
    return [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]


def _is_mail(path: Path) -> bool:
    return path.name.casefold().endswith(ENDINGS) or not path.suffix


def _head(group: SheetGroup, swatches: Mapping[str, Swatch], terms: DeadlineTerms) -> GroupHead:
    said: list[str] = []
    for mail in group.mails[-2:]:
        moment = moment_of(mail.moment)
        when = "" if moment is None else short_moment(moment, terms.zone_info).replace(",", "")
        said.append(f"{mail.sender}, {when}" + ("" if mail.lateness is Lateness.IN_TIME else f" · {tr(mail.lateness)}"))
    if len(group.mails) > 2:
        said.insert(0, plural("{count} mail", "{count} mails", len(group.mails)))
    if group.waits:
        said.append(tr("asks to wait for the deadline"))
    if not group.mails:
        said.append(tr("no mail yet") if group.given < group.due else "")
    swatch = None if group.power is None else swatches.get(group.power)
    pill = tr("{given} of {due}", given=group.given, due=group.due) if group.due else ""
    return GroupHead(group.name, " · ".join(filter(None, said)), pill, swatch, is_good=group.is_complete)


def _tip(group: SheetGroup) -> str:
    lines = [labelled(mail.sender, mail.subject) if mail.subject else mail.sender for mail in group.mails]
    if group.whole_set:
        lines += ["", tr("The whole set that would be played now:"), *(f"  {order}" for order in group.whole_set)]
    return "\n".join((*lines, tr("Drop a mail here to take it in as this power's; right-click for more.")))


_GAP = 8
"""Pixels beside each button."""


class RoundPanel(QWidget):
    """Signals:
    open_requested(), paste_requested(): mails are to come in. filter_changed(): other lines are wanted. kept_requested(): what was kept for
    this phase is to be read. closed(): the round is to be closed. details_chosen(): the details on the right of the board are wanted or
    not.
    """

    open_requested = Signal()
    paste_requested = Signal()
    filter_changed = Signal()
    kept_requested = Signal()
    closed = Signal()
    details_chosen = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._fates: frozenset[Fate] | None = None
        self.details: bool | None = None
        """True if a person wants the details on the right of the board; ``None`` where there was no choice yet."""
        self.details_button = forms.styled(
            ChoiceButton(tr("Details")),
            tip=tr("The selected line, what becomes of missing orders, and reminders, on the right of the board"),
        )
        self.details_button.clicked.connect(self._choose_details)
        self.open_button, self.paste_button = (
            forms.button(tr("Open mails…"), self.open_requested),
            forms.button(tr("Paste"), self.paste_requested),
        )
        self.open_button.setToolTip(tr("Files of mails: .eml, .mbox or text, several at once"))
        self.paste_button.setToolTip(tr("Take in the mail that is on the clipboard ({keys})", keys=key_words("Ctrl+Shift+V")))
        self.close_button = forms.button(
            tr("Close"), self.closed, tip=tr("Back to the order panel ({keys})", keys=key_words("Ctrl+Shift+D"))
        )
        self.all_button, self.urgent_button = ChoiceButton(tr("All")), ChoiceButton(tr("To decide"))
        for button in (self.open_button, self.paste_button, self.close_button):
            button.setProperty("role", "choice")
        self.all_button.setChecked(True)
        self.all_button.clicked.connect(lambda: self._choose(urgent=False))
        self.urgent_button.clicked.connect(self.show_urgent)
        self._hint = hint = PlainLabel(tr("or drop them"))
        hint.setProperty("role", "faint")
        self.kept_button = forms.button(
            act=self.kept_requested, role="choice", tip=tr("Read the lines that earlier mails held for this phase as its orders")
        )
        self.kept_button.hide()
        bar = forms.styled(QFrame(), "header")
        self._upper = forms.flow(self.open_button, self.paste_button, hint, forms.STRETCH, self.close_button)
        self._lower = forms.flow(self.all_button, self.urgent_button, forms.STRETCH, self.kept_button, self.details_button)
        self._is_folded = False
        """True if the details stand above, beside a sign for Close, since there is little room."""
        forms.column(
            self._upper,
            self._lower,
            on=bar,
            margins=(8, 6, 8, 6),
            spacing=6,
        )
        self.list = RoundList(look)
        forms.column(bar, (self.list, 1), on=self, margins=(0, 0, 0, 0), spacing=0)
        self._bar = bar
        self.setMinimumWidth(330)
        self.setMaximumWidth(round(620 * growth(self.font())))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The hint stands where there is room for it."""
        super().resizeEvent(event)
        self._fold()
        beside = (self.open_button, self.paste_button, self._hint, self.close_button)
        self._hint.setVisible(sum(each.sizeHint().width() + _GAP for each in beside) <= self.width())

    def _fold(self) -> None:
        """Keep the buttons in two rows where large words would take three."""
        lower = (self.all_button, self.urgent_button, self.kept_button, self.details_button)
        is_folded = sum(each.sizeHint().width() + _GAP for each in lower if not each.isHidden()) > self.width()
        if is_folded == self._is_folded:
            return
        self._is_folded = is_folded
        if is_folded:
            self._lower.removeWidget(self.details_button)
            self._upper.insert_before_end(self.details_button)
        else:
            self._upper.removeWidget(self.details_button)
            self._lower.addWidget(self.details_button)
        self.close_button.setText("✕" if is_folded else tr("Close"))
        self.close_button.setAccessibleName(tr("Close"))

    def show_urgent(self) -> None:
        """Show only the lines that need a person."""
        self._choose(urgent=True)

    def set_fates(self, fates: frozenset[Fate] | None) -> None:
        """Show only lines of these fates; ``None`` for all."""
        self._fates = fates
        self._choose(urgent=False)

    def show_sheet(self, sheet: RoundSheet, swatches: Mapping[str, Swatch], terms: DeadlineTerms) -> None:
        """Show *sheet* as it is filtered."""
        self.setMinimumWidth(max(330, self._bar.minimumSizeHint().width()))
        self.setMaximumWidth(round(620 * growth(self.font())))
        self.all_button.setText(plural("All", "All {count} lines", sheet.lines))
        self.urgent_button.setText(tr("To decide: {needs}", needs=sheet.needs))
        self.kept_button.setText(tr("Use {kept} sent earlier", kept=sheet.kept))
        self.kept_button.setVisible(bool(sheet.kept))
        self._fold()
        self.list.show_sheet(sheet, swatches, terms, self._fates, urgent=self.urgent_button.isChecked())

    def show_details(self, *, is_shown: bool) -> None:
        """Show or hide the details on the right."""
        self.details_button.setChecked(is_shown)

    def _choose_details(self, on: bool) -> None:
        self.details = on
        self.details_chosen.emit()

    def _choose(self, *, urgent: bool) -> None:
        self.urgent_button.setChecked(urgent)
        self.all_button.setChecked(not urgent)
        self.filter_changed.emit()
