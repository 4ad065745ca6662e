"""The page of a round: mails on the left, the board in the middle, counts and the reminder on the right, all over one head.

The board is the game's own, so that an order is drawn, written and undone on it as ever; what stands around it makes room meanwhile.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer
from PySide6.QtWidgets import QApplication, QDockWidget, QFileDialog, QMenu, QWidget

from adjudicator.phase import PhaseKind
from app.game.deadlines import terms_of
from app.game.document import Document
from app.game.record import ordered_place
from app.game.versions import Change, Touched
from app.gm.order_mails import every_line, urgent_lines
from app.mail_in.accounting import Accounting
from app.qt.board.window import Window
from app.qt.panels.game_panel import PhaseHeader
from app.qt.panels.panel import WindowPart
from app.qt.widgets.look import Look, growth
from app.qt.widgets.page_swap import DocksAside
from app.qt.widgets.swatches import swatches
from entente.words.names import power_name
from languages import tr

if TYPE_CHECKING:  # a window without a round does not wait for it
    from app.gm.round_sheet import RoundReader, RoundSheet, SheetRow
    from app.qt.board.game_page import GamePage
    from app.qt.gm.round_choices import RoundChoices
    from app.qt.gm.round_list import RoundPanel
    from app.qt.gm.round_side import RoundHead, RoundSide

WIDE = 1300
"""Pixels of the window from which on there is room beside the board."""
LEFT, SIDE, _MOST_LEFT = 0.26, 0.2, 0.45
"""Parts of the window's width: of the lines and of the details with usual words, and of the lines with large ones at most."""
_USUAL_LINE = 17
"""Pixels of a line of text in its usual size; with larger letters more room is needed."""
_MINUTE = 20_000
"""Milliseconds between two looks at how long there is left."""


class RoundPart(WindowPart):
    """Part that is opened over the game in front, and closed with it."""

    name = "round"
    follows = frozenset(Touched)

    def __init__(self, host: Window) -> None:
        super().__init__(host.window)
        self._host = host
        self._docks = DocksAside(host.window)
        self._reader: RoundReader | None = None
        self._document: Document | None = None
        self.is_following = False
        self._viewer: str | None = None
        self._phase = 0
        """Index in its branch of the turn of this round."""
        self._page: GamePage | None = None
        self.sheet: RoundSheet | None = None
        self.head: RoundHead | None = None
        self.panel: RoundPanel | None = None
        self.side: RoundSide | None = None
        self.choices: RoundChoices | None = None
        self._own: list[QDockWidget] = []
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._fill)
        self._clock = QTimer(self)
        self._clock.setInterval(_MINUTE)
        self._clock.timeout.connect(self._fill)

    @property
    def is_open(self) -> bool:
        """True if it is in view."""
        return self._document is not None

    @property
    def is_judged(self) -> bool:
        """True if its phase was processed, and results are in view: then its head alone stays, over the results."""
        session = self._host.session
        return self.is_open and self._last > self._phase and session.cursor.index < self._last

    @property
    def _last(self) -> int:
        session = self._host.session
        return session.game.last(session.branch).index

    def show(self, name: str = "") -> None:  # noqa: ARG002 - it has one name
        """Open it over the game in front, or close it where it is open."""
        session = self._host.session
        if self.is_open:
            self.put_away()
        elif session.current is not None and self._host.page is not None:
            if session.seating is not None:
                self._host.refuse(tr("At a table people sit down one after the other; a round by mail is for games without a table."))
                return
            self._open(session.current)

    def _open(self, document: Document) -> None:
        self._document, self._viewer = document, self._host.session.viewer
        self.is_following = True
        self._phase = self._last
        self._docks.put()
        if not self._own:
            self._make()
        for dock in self._own:
            dock.show()
        self._host.window.installEventFilter(self)
        self._follow_page()
        self._share_room()
        self._fill()
        self._set_widths()
        QTimer.singleShot(0, self, self._set_widths)  # once everything has its place
        self._clock.start()
        assert self.panel is not None
        self.panel.list.setFocus()

    def _make(self) -> None:
        from app.game.default_lists import IfMissing
        from app.gm.round_sheet import RoundReader
        from app.qt.gm.round_choices import RoundChoices
        from app.qt.gm.round_list import RoundPanel
        from app.qt.gm.round_side import RoundHead, RoundSide
        from app.qt.gm.sending_dialogs import RoundReminders

        look = self._host.look
        self.reminders = RoundReminders(self._host)
        self._reader = RoundReader()
        self.head, self.panel, self.side = RoundHead(), RoundPanel(look), RoundSide(look)
        self._dock("round-head", tr("Round by mail"), self.head, Qt.DockWidgetArea.TopDockWidgetArea, bare=True)
        self._dock("round-mails", tr("Mails"), self.panel, Qt.DockWidgetArea.LeftDockWidgetArea, bare=True)
        self._dock("round-side", tr("Round by mail"), self.side, Qt.DockWidgetArea.RightDockWidgetArea, bare=True)
        self._own[0].visibilityChanged.connect(lambda _on: self._soon.start())  # mails may have gone out from the page of results
        self.head.command_requested.connect(self._host.trigger)
        self.head.process_requested.connect(lambda: self._host.trigger("process"))
        self.head.results_requested.connect(lambda: self._host.trigger("send-results"))
        self.head.deadline_chosen.connect(lambda when: self._host.run("deadline", when=when))
        self.head.reminder_requested.connect(self.reminders.remind)
        self.head.urgent_requested.connect(self.panel.show_urgent)
        self.panel.open_requested.connect(self._open_mails)
        self.panel.paste_requested.connect(lambda: self._host.run("paste-orders"))
        self.panel.kept_requested.connect(lambda: self._host.run("kept-orders", take=True))
        self.panel.filter_changed.connect(self._show_list)
        self.panel.closed.connect(self.put_away)
        self.panel.details_chosen.connect(self._share_room)
        rows = self.panel.list
        rows.files_dropped.connect(self._take_files)
        rows.text_dropped.connect(self._take_text)
        rows.row_touched.connect(self._show_on_board)
        rows.chosen.connect(self._write)
        rows.settled.connect(self._settle)
        rows.set_aside.connect(lambda number: self._later_run("set-aside", number=number))
        rows.learnt.connect(lambda number, power: self._later_run("mail-of", number=number, power=power, learn=True))
        rows.given.connect(lambda number, power: self._host.run("mail-of", number=number, power=power))
        rows.menu_requested.connect(self._show_menu)
        self.side.fates_chosen.connect(self.panel.set_fates)
        self.side.copy_requested.connect(self.reminders.copy)
        self.side.mail_requested.connect(self.reminders.mail_to)
        self.side.outlook.decided.connect(lambda power, policy: self._host.run("if-missing", power=power, policy=IfMissing(policy)))
        self.choices = RoundChoices(self.side.card, self)
        self.choices.taken.connect(self.side.card.take)
        self.side.card.chosen.connect(self._write)
        self.side.card.write_requested.connect(rows.write_row)
        self.side.card.ask_requested.connect(self.reminders.ask)

    def _dock(self, name: str, title: str, widget: QWidget, area: Qt.DockWidgetArea, *, bare: bool) -> None:
        window = self._host.window
        dock = QDockWidget(title, window)
        dock.setObjectName(f"dock.{name}")
        dock.setFeatures(QDockWidget.DockWidgetFeature.NoDockWidgetFeatures)
        if bare:
            dock.setTitleBarWidget(QWidget())
        dock.setWidget(widget)
        window.addDockWidget(area, dock)
        self._own.append(dock)

    def put_away(self) -> None:
        """Bring back what stood there before."""
        if not self.is_open:
            return
        self._document = None
        self.is_following = False
        self._clock.stop()
        self._host.window.removeEventFilter(self)
        self._let_go_of_page()
        if self.choices is not None:
            self.choices.clear()
        for dock in self._own:
            dock.hide()
        self._docks.bring_back()
        self._take_way_on(taken=False)
        board = self._host.page
        if board is not None:
            board.set_focus()

    # --- room ---

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """In a narrow window what stands on the right makes room."""
        if event.type() is QEvent.Type.Resize:
            self._share_room()
            QTimer.singleShot(0, self, self._set_widths)
        return super().eventFilter(watched, event)

    def _set_widths(self) -> None:
        if self.is_open:
            width, larger = self._host.window.width(), growth(self._host.window.font())
            shares = [round(width * min(LEFT * larger, _MOST_LEFT)), round(width * SIDE)]
            self._host.window.resizeDocks([self._own[1], self._own[2]], shares, Qt.Orientation.Horizontal)

    def _share_room(self) -> None:
        if self._own:
            is_wide = self._host.window.width() >= WIDE * self._host.window.fontMetrics().height() / _USUAL_LINE
            chosen = None if self.panel is None else self.panel.details
            self._own[2].setVisible(self.is_open and not self.is_judged and (is_wide if chosen is None else chosen))
            if self.panel is not None:
                self.panel.show_details(is_shown=not self._own[2].isHidden())

    # --- view ---

    def _fill(self) -> None:
        session = self._host.session
        if not self.is_open or session.current is not self._document:
            return
        if self.head is None or self.panel is None or self.side is None or self._reader is None:
            return
        from app.gm.reply import reminder
        from app.presentation.round_words import head_words, judged_words

        self.sheet = self._reader.sheet(session)
        if self.is_judged:
            self.head.set_first(is_results=not self._is_sent)
            self.head.show_words(judged_words(session))
            return
        self.head.set_first(is_results=False)
        self.head.show_words(head_words(session, self.sheet))
        usual, can_send, can_mail = self.reminders.ways()
        self.head.set_usual_way(usual, can_send=can_send, can_mail=can_mail)
        self.side.show_sheet(self.sheet)
        lacking = [group.power for group in self.sheet.groups if group.power is not None and (not group.is_complete or group.needs)]
        texts = {power_name(session.variant, power): reminder(session, power) for power in lacking}
        self.side.show_reminders({name: text for name, text in texts.items() if text})
        self._show_list()

    @property
    def _is_sent(self) -> bool:
        """True if results of the phase in view were sent to any reader."""
        from app.mail_out.outbox import MailState
        from app.mail_out.posting import outbox

        session = self._host.session
        sent = outbox().history(session.game.id, str(session.turn.phase), session.branch)
        return any(each.state is MailState.SENT for each in sent.values())

    def _show_list(self) -> None:
        page, sheet = self._host.page, self.sheet
        if self.panel is not None and self._host.session.current is not None:
            now = self._host.session.open_turn.phase.kind
            self.panel.list.laters = {PhaseKind.MOVEMENT: ("retreats", "builds"), PhaseKind.RETREAT: ("builds",)}.get(now, ())
        if page is not None and sheet is not None and self.panel is not None:
            session, colours = self._host.session, swatches(page.scene.picture)
            self.panel.show_sheet(sheet, colours, terms_of(session.shown))
            if self.side is not None:
                from app.gm.reply import outlook

                self.side.outlook.show_rows(outlook(session), colours)
            self._show_touched(self.panel.list.current_row)

    def _show_on_board(self, row: SheetRow | None) -> None:
        page = self._host.page
        if page is not None and self.panel is not None and row is not None and row.province is not None:
            page.point_to(row.province)
            if row.targets:
                page.show_choices(row.province, row.targets)
            self.panel.list.setFocus()
        self._show_touched(row)

    def _show_touched(self, row: SheetRow | None) -> None:
        if self.choices is not None and row != self.choices.row:
            self.choices.show_row(self._host.session, self._host.page, row, self._host.look)

    def _show_in_list(self, province: str) -> None:
        if province and self.panel is not None:
            self.panel.list.show_place(province)
            self._show_touched(self.panel.list.current_row)

    def _follow_page(self) -> None:
        """Touching a unit shows its line."""
        self._let_go_of_page()
        self._page = self._host.page
        if self._page is not None:
            self._page.selection_changed.connect(self._show_in_list)

    def _let_go_of_page(self) -> None:
        page, self._page = self._page, None
        if page is not None:
            try:
                page.selection_changed.disconnect(self._show_in_list)
            except RuntimeError:
                return  # the page has gone with its game

    def show_accounting(self, summary: str, accounting: Accounting) -> None:
        """Show the accounting of mails that are not kept over the board, line by line; that of the others is in the list already."""
        kept = {(mail.address, mail.subject) for mail in self._host.session.open_turn.mails}
        unsaid = [each for each in accounting.letters if each.other_game or (each.letter.sender, each.letter.subject) not in kept]
        lines = urgent_lines(accounting) if unsaid or accounting.troubles else []
        if lines:
            self._host.report(summary, lines, every_line(accounting))
        else:
            self._host.say(summary)

    # --- what is done ---

    def _open_mails(self) -> None:
        chosen, _ = QFileDialog.getOpenFileNames(
            self._host.window, tr("Open mails"), "", tr("Mails (*.eml *.mbox *.mbx *.txt);;All files (*)")
        )
        self._take_files([Path(each) for each in chosen], "")

    def _take_files(self, paths: Sequence[Path], power: str) -> None:
        """All of them together, and each file by itself: one that cannot be read keeps none of the others back."""
        self._host.take_mails(paths, power)

    def _take_text(self, text: str, power: str) -> None:
        QApplication.clipboard().setText(text)
        self._host.run("paste-orders", power=power or None)

    def _write(self, row: SheetRow, power: str, text: str) -> None:
        QTimer.singleShot(0, self, lambda: self._host.run("order", text=text, power=power, received=row.line.text))

    def _later_run(self, command: str, **arguments: object) -> None:
        """Run *command* once the button that asked for it may go."""
        QTimer.singleShot(0, self, lambda: self._host.run(command, **arguments))

    def _settle(self, row: SheetRow, act: str) -> None:
        if act in {"out", "stand"}:
            power = row.line.power
            units = tuple(dict.fromkeys(place for order in row.takes_back if (place := ordered_place(order)) is not None))
            self._later_run("withdrawn", power=power, units=units, stand=act == "stand", out=act == "out")
        elif act == "propose":
            self._later_run("take-proposal", number=row.mail, line=row.line.line)
        else:
            self._later_run("set-aside", number=row.mail, line=row.line.line, later=None if act == "aside" else act)

    def _show_menu(self, number: int, at: QPoint) -> None:
        session = self._host.session
        menu = QMenu(self._host.window)
        read_as = menu.addMenu(tr("Read as orders of"))
        for power in session.variant.powers:
            action = read_as.addAction(power_name(session.variant, power))
            action.triggered.connect(lambda _on=False, power=power: self._host.run("mail-of", number=number, power=power))
        menu.addAction(tr("Copy an answer to its sender")).triggered.connect(lambda: self._copy_answer(number))
        menu.addAction(tr("Remove the mail")).triggered.connect(lambda: self._host.run("drop-mail", number=number))
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(at)

    def _copy_answer(self, number: int) -> None:
        from app.gm.reply import reply_text
        from app.gm.taken_mails import account_of

        session = self._host.session
        QApplication.clipboard().setText(reply_text(session, account_of(session, session.open_turn.mails[number - 1])))
        self._host.say(tr("Answer copied."))

    # --- what makes it follow ---

    def follow_session(self) -> None:
        """Another game, or another viewer: it goes; the same one again: it stays, and what came beside it makes room."""
        session = self._host.session
        if not self.is_open:
            return
        if session.current is not self._document or session.viewer != self._viewer or session.seating is not None:
            self.put_away()
            return
        self._follow_page()
        self._make_room()
        self._soon.start()

    def document_changed(self, change: Change) -> None:
        """Lines, deadlines and units may be others now."""
        if self.is_open:
            if change.touches(Touched.POSITIONS, Touched.BRANCHES, Touched.CURSOR):
                QTimer.singleShot(0, self, self._follow_phase)
            self._soon.start()

    def _follow_phase(self) -> None:
        """Show the results in place of the mails after Process; from there it goes on to the next phase, and the round is over."""
        if not self.is_open or self._host.session.current is not self._document:
            return
        if self._last > self._phase and not self.is_judged:
            self.put_away()
            return
        self._make_room()

    def _make_room(self) -> None:
        if not self.is_open:
            return
        if self.is_judged:
            for dock in self._own[1:]:
                dock.hide()
            self._docks.bring_back()
            self._own[0].show()
            self._take_way_on(taken=True)
        else:
            self._take_way_on(taken=False)
            self._docks.put(but=self._own)
            for dock in self._own:
                dock.show()
            self._share_room()

    def _take_way_on(self, *, taken: bool) -> None:
        """Offer the way on in the head of the round alone: one thing is to be done next."""
        for header in self._host.window.findChildren(PhaseHeader):
            header.leave_way_on(to_another=taken)

    def set_look(self, look: Look) -> None:
        """Change all colours."""
        if self.panel is not None and self.side is not None:
            self.panel.list.delegate.set_look(look)
            self.side.set_look(look)
            self._soon.start()

    def close(self) -> None:
        """The window goes."""
        self._clock.stop()
        self._soon.stop()
