"""Game panel beside the board: the phase and what to do next, the orders by power, and the results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QSizePolicy, QTabWidget, QVBoxLayout, QWidget

from adjudicator import Order, PhaseKind, Resolution, Variant, legal_orders
from app.game.entries import SeatKind
from app.game.record import Cursor, EditError, Game, Turn, variant_at
from app.game.versions import Touched
from app.mail_in.account import read_typed
from app.players.reasons import reasons_of_turn
from app.presentation.fuzzy import typed_orders
from app.presentation.hook_log_words import hook_notes
from app.presentation.order_rows import OrderRow, PowerBlock, power_blocks, result_rows
from app.presentation.reply_rows import ExpectedCentres
from app.qt.board.window import Window
from app.qt.panels.openings_list import OpeningsList
from app.qt.panels.order_list import OrderList
from app.qt.panels.panel import RIGHT, Panel
from app.qt.panels.results_list import ResultsList
from app.qt.widgets import forms
from app.qt.widgets.labels import key_words
from app.qt.widgets.look import NO_LIMIT, Look, Tone, growth
from app.qt.widgets.swatches import Swatch, swatches
from entente.words.names import describe_phase, describe_phase_kind, describe_season, power_name
from entente.words.outcomes import describe_capture, describe_ending
from languages import mark, plural, sentence, tr

if TYPE_CHECKING:
    from app.players.openings import BookLine
    from app.qt.board.game_page import GamePage

_BETWEEN = 70
"""Pixels beside and between the phase, its kind and what is missing in one line."""


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
        self._is_elsewhere = False
        """True while another head offers the way on."""
        self._offers_results = False
        self.phase = forms.label(role="heading")
        self.kind = forms.label(role="soft")
        self.summary = forms.label(wraps=True)
        self.process_button = forms.button(
            tr("Process"), self.process_requested, tip=tr("Carry out all orders and go on ({keys})", keys=key_words("Ctrl+Return"))
        )
        self.onward_button = forms.button(tr("Go on"), self.onward_requested)
        for button in (self.process_button, self.onward_button):
            button.setProperty("role", "primary")
            button.setMinimumHeight(34)
        self.fork_button = forms.button(
            tr("Play on from here"),
            self.fork_requested,
            tip=tr("A branch: another course of the game from this phase on; what was played stays"),
        )
        self.present_button = forms.button(tr("To the present"), self.present_requested)
        self.results_button = forms.button(
            tr("Results…"), self.results_requested, tip=tr("Text, picture and PDF for each player, to be sent")
        )
        top = forms.flow(self.phase, (self.kind, 1, Qt.AlignmentFlag.AlignBaseline), spacing=8)
        buttons = forms.flow()
        for button in (self.process_button, self.onward_button, self.fork_button, self.present_button):
            buttons.addWidget(button, 1)
        buttons.addWidget(self.results_button)
        self._lines = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._lines.setSpacing(6)
        self._lines.addLayout(top, 1)
        self._lines.addWidget(self.summary)
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 12, 10)
        column.setSpacing(6)
        column.addLayout(self._lines)
        column.addLayout(buttons)

    def add(self, widget: QWidget) -> None:
        """Add *widget* below the buttons."""
        self._column.addWidget(widget)

    def show_phase(self, phase: str, kind: str, summary: str) -> None:
        """Name the phase in view."""
        self.phase.setText(phase)
        self.kind.setText(kind)
        self.summary.setText(summary)
        self._share_lines()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put what is missing behind the phase where both have room in one line, and else below it."""
        super().resizeEvent(event)
        self._share_lines()

    def _share_lines(self) -> None:
        words = self.summary.fontMetrics().horizontalAdvance(self.summary.text())
        needed = self.phase.sizeHint().width() + self.kind.sizeHint().width() + words + _BETWEEN
        in_one = needed <= self.width()
        self.summary.setWordWrap(not in_one)
        self._lines.setDirection(QBoxLayout.Direction.LeftToRight if in_one else QBoxLayout.Direction.TopToBottom)

    def offer(self, *, process: bool, onward: str, fork: bool, present: bool, results: bool = False, is_solved: bool = False) -> None:
        """Show the buttons that make sense now; *onward* is the words of its button, empty without one.

        Args:
            is_solved: the next exercise comes next, which another button offers.
        """
        self._offers_results = results
        self.process_button.setVisible(process)
        self.onward_button.setText(onward)
        role = "" if is_solved else "primary"
        if self.onward_button.property("role") != role:
            forms.restyle(self.onward_button, role)
        self.fork_button.setVisible(fork)
        self.present_button.setVisible(present)
        self._show_way_on()

    def leave_way_on(self, *, to_another: bool) -> None:
        """Leave *Go on* and *Results…* to another head that offers them meanwhile, or offer them again."""
        self._is_elsewhere = to_another
        self._show_way_on()

    def _show_way_on(self) -> None:
        self.onward_button.setVisible(bool(self.onward_button.text()) and not self._is_elsewhere)
        self.results_button.setVisible(self._offers_results and not self._is_elsewhere)


BESIDE, OPENINGS_BESIDE = 760, 640
"""Pixels from which on results and openings stand beside the orders, with words of the usual size."""
_SHORT = 0.5
"""Part of the height that orders take at most where results stand below them, in a panel too narrow for both beside one another."""


class GameWidget(QWidget):
    """Header, and below it orders and results: side by side in a wide panel, below one another where orders are few, else two pages.

    Before there are results, openings stand beside the orders of a seat.

    Signals:
        results_came(): the results stand beside or below the orders now, and are to be filled.
    """

    results_came = Signal()

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
        self._has_results = self._has_openings = False
        self.openings = OpeningsList(look)
        self.side = QWidget(self)
        self._side = forms.column(self.openings, on=self.side, margins=(0, 0, 0, 0))
        self.openings.hide()
        self.side.hide()
        self._pages = forms.row((self.tabs, 1), (self.side, 1), spacing=1)
        self.above = QVBoxLayout()
        """Layout over the header: for the bar of a seat."""
        column = forms.column(self.above, self.header, (self._pages, 1), on=self, margins=(0, 0, 0, 0), spacing=0)
        column.addStrut(300)
        self.orders.rows.modelReset.connect(self._share_out)

    @property
    def is_beside(self) -> bool:
        """True if the results stand beside or below the orders."""
        return self.tabs.indexOf(self.results) < 0

    @property
    def shows_results(self) -> bool:
        """True if the results are in sight."""
        return self.is_beside or self.tabs.currentWidget() is self.results

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the results beside the orders in a wide panel, and else below them or onto a page of their own."""
        super().resizeEvent(event)
        self._share_out()

    def let_results_stand_beside(self, *, there: bool) -> None:
        """Keep the room beside the orders free of results unless *there* are some of other orders."""
        if there is not self._has_results:
            self._has_results = there
            self._share_out()

    def let_openings_stand_beside(self, *, there: bool) -> None:
        """Keep the room beside the orders for openings while *there* are some, and no results."""
        if there is not self._has_openings:
            self._has_openings = there
            self._share_out()

    def _share_out(self) -> None:
        room = self.width() / growth(self.font())
        wide = self._has_results and room >= BESIDE
        high = self.height() - self._above_pages()
        short = self.orders.least_height if self._has_results and not wide else 0
        is_below = 0 < short <= high * _SHORT
        has_openings = self._has_openings and room >= OPENINGS_BESIDE and not (wide or is_below)
        self.openings.setVisible(has_openings)
        self.side.setVisible(wide or is_below or has_openings)
        direction = QBoxLayout.Direction
        self._pages.setDirection(direction.TopToBottom if is_below else direction.LeftToRight)
        self.tabs.setMaximumHeight(short if is_below else NO_LIMIT)
        is_apart = wide or is_below
        if is_apart == self.is_beside:
            return
        if is_apart:
            self.tabs.removeTab(self.tabs.indexOf(self.results))
            self._side.addWidget(self.results)
            self.results.show()
            self.results_came.emit()
        else:
            self._side.removeWidget(self.results)
            self.tabs.addTab(self.results, tr("Results"))
        self.tabs.tabBar().setVisible(not is_apart)

    @property
    def height_of_orders(self) -> int:
        """Pixels in which all orders are seen, whatever stands beside them."""
        return self._above_pages() + self.tabs.tabBar().height() + self.orders.height_of_all

    def _above_pages(self) -> int:
        return self.above.sizeHint().height() + self.header.sizeHint().height()

    @property
    def height_of_all(self) -> int:
        """Pixels in which all orders are seen, and the openings beside them or the results below them."""
        pages = self.tabs.tabBar().height() + self.orders.height_of_all
        beside = self.openings.height_of_all(self.width() // 2) if self.openings.isVisibleTo(self) else 0
        results = self.results.widget() if self._pages.direction() is QBoxLayout.Direction.TopToBottom else None
        below = results.sizeHint().height() if results is not None else 0
        return self._above_pages() + max(pages + below, beside)

    def show_orders(self) -> None:
        """Bring the orders forward."""
        self.tabs.setCurrentWidget(self.orders)

    def show_results(self) -> None:
        """Bring the results forward."""
        if not self.is_beside:
            self.tabs.setCurrentWidget(self.results)


class GamePanel(Panel):
    """Fills header, orders and results, and carries out what is clicked there."""

    name = "game"
    title = mark("Orders and results")
    area = RIGHT
    follows = frozenset({Touched.CURSOR, Touched.ORDERS, Touched.POSITIONS, Touched.BRANCHES, Touched.RULES})

    def __init__(self, host: Window) -> None:
        super().__init__(host)
        self.widget = panel = GameWidget(host.look, self.place)
        self.hold(panel)
        self.dock.setTitleBarWidget(QWidget())
        header = panel.header
        header.process_requested.connect(lambda: self.host.trigger("process"))
        header.onward_requested.connect(lambda: self.host.trigger("next-phase"))
        header.fork_requested.connect(lambda: self.host.run("fork"))
        header.present_requested.connect(lambda: self.host.run("last-phase"))
        header.results_requested.connect(lambda: self.host.trigger("send-results"))
        panel.orders.place_chosen.connect(self._point_to)
        panel.orders.clear_requested.connect(self._clear)
        panel.orders.delegate.text_entered.connect(self._enter)
        panel.orders.delegate.set_reader(self._offer, self._fault)
        panel.results.place_chosen.connect(self._point_to)
        panel.openings.taken.connect(self._take)
        panel.tabs.currentChanged.connect(lambda _number: self.refresh_results())
        panel.results_came.connect(self.refresh_results)
        self._soon = QTimer(self.dock)
        """Timer after which the results beside the orders follow: what was clicked is painted first."""
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self.refresh_results)
        self._over_on: int | None = None
        """Page that shows the end of its game, for which the results came forward."""
        self._opened_for: tuple[int, str | None] | None = None
        """Page and viewer for whom the orders came forward, since there were no results yet."""
        self._listed_for: tuple[int, str | None] | None = None
        """Page and viewer whose results are listed: those of another are never left there until the timer has run."""

    # --- view ---

    @property
    def names(self) -> Sequence[str]:
        """Its two pages."""
        return ("orders", "results")

    def show(self, name: str = "") -> None:
        """Bring one of its pages forward."""
        self.dock.show()
        if name == "results":
            self.widget.show_results()
        else:
            self.widget.show_orders()

    def follow_session(self) -> None:
        """Show it beside every game, and hide it with the last."""
        self.dock.setVisible(self.page is not None)
        self.refresh()

    def set_look(self, look: Look) -> None:
        """Change the colours of results and openings; the orders follow with their colours."""
        self.widget.results.set_look(look)
        self.widget.openings.set_look(look)

    @property
    def page(self) -> GamePage | None:
        """The page of the game in front."""
        return self.host.page

    def refresh(self) -> None:
        """Show the moment that the game in front shows."""
        page = self.page
        if page is None:
            return
        blocks = power_blocks(page.shown, page.document.cursor, page.listed_powers, page.viewer, page.own_preview)
        self._refresh_header(page, blocks)
        orders = self.widget.orders
        orders.delegate.set_look(self.host.look, self._swatches(page))
        orders.show_blocks(blocks, editable=page.order_entry.is_open)
        self._refresh_openings(page)
        if self.widget.is_beside and self._listed_for == (id(page), page.viewer):
            self._soon.start()
        else:
            self.refresh_results()

    @Slot(str)
    def show_selection(self, province: str) -> None:
        """Mark the row of the unit that is picked."""
        page = self.page
        if page is None or not province:
            return
        unit = page.order_entry.tool.unit
        if unit is not None:
            self.widget.orders.show_place(unit.power, province)

    @Slot(object)
    def show_expected(self, expected: Mapping[str, ExpectedCentres]) -> None:
        """Show beside the centres of each power those that it may expect; nothing where *expected* is empty."""
        self.widget.orders.rows.show_expected(expected)

    def _refresh_header(self, page: GamePage, blocks: Sequence[PowerBlock]) -> None:
        game, cursor, turn, variant = _moment(page)
        is_past = turn.resolution is not None
        has_results = cursor.index > 0 or is_past
        were_beside = self.widget.is_beside
        self.widget.let_results_stand_beside(there=has_results and not is_past)  # orders that are over say nothing beside their results
        if were_beside and is_past:
            self.widget.show_results()
        if self._opened_for != (id(page), page.viewer):
            self._opened_for = (id(page), page.viewer)
            if not has_results:  # the page that the last game left in front would be empty
                self.widget.show_orders()
        header = self.widget.header
        header.show_phase(describe_season(variant, turn.phase), describe_phase_kind(turn.phase.kind), _summary(turn, blocks, game, cursor))
        line = game.line(cursor.branch)
        is_over = not is_past and game.branch(cursor.branch).ending is not None
        if is_over and self._over_on != id(page):  # nothing can be ordered any more: how it ended is worth the room
            self.widget.show_results()
        self._over_on = id(page) if is_over else None
        onward = (
            tr("On to {phase}", phase=describe_phase(variant, line[cursor.index + 1].phase))
            if is_past and cursor.index + 1 < len(line)
            else ""
        )
        header.offer(
            process=page.order_entry.is_open and self.host.session.seating is None,  # a table shows its orders together
            onward=onward if cursor.index + 2 >= len(line) else "",
            fork=is_past and cursor.index + 2 < len(line),
            present=is_past and cursor.index + 2 < len(line),
            results=is_past and page.viewer is None and self.host.session.seating is None and _goes_by_mail(game),
            is_solved=page.exercise is not None and game.branch(cursor.branch).ending is not None,
        )

    def _refresh_openings(self, page: GamePage) -> None:
        """List openings for a person at a seat who writes the first orders of a game."""
        _, cursor, turn, variant = _moment(page)
        lines: Sequence[BookLine] = ()
        if page.viewer in variant.powers and cursor.index == 0 and page.order_entry.is_open:
            from app.players.openings import book_lines  # the window waits for no book

            lines = book_lines(variant, turn.position, str(page.viewer))
        if lines:
            self.widget.openings.show_openings(variant, turn.position, lines)
        self.widget.let_openings_stand_beside(there=bool(lines))

    @Slot()
    def refresh_results(self) -> None:
        """List the results of the orders in view; at the open phase, of those before it. Nothing is listed while it is out of sight."""
        page = self.page
        if page is None:
            return
        is_new, self._listed_for = self._listed_for != (id(page), page.viewer), (id(page), page.viewer)
        if not self.widget.shows_results:
            if is_new:  # what another may not see is not even there unseen
                self.widget.results.show_results("", (), (), {}, {})
            return
        game, cursor, turn, variant = _moment(page)
        names = {power: power_name(game.variant, power) for power in game.variant.powers}
        shown, heading = turn, tr("Results of {phase}", phase=describe_phase(variant, turn.phase))
        resolution = turn.resolution
        if resolution is None and page.has_orders and page.resolution is not None and page.viewer is None:
            resolution, heading = page.resolution, tr("What these orders would do now")
        elif resolution is None and cursor.index > 0:
            shown = game.line(cursor.branch)[cursor.index - 1]
            resolution, heading = shown.resolution, tr("Results of {phase}", phase=describe_phase(variant, shown.phase))
        if resolution is None:
            self.widget.results.show_results(tr("No orders have been carried out yet."), (), (), names, {})
            return
        notes = result_notes(variant, resolution, is_past=resolution is shown.resolution)
        if game.players:
            notes += tuple(reasons_of_turn(game, shown))
        log = self.host.session.hook_log
        if log and resolution is shown.resolution and page.exercise is None:  # what an exercise's hook says is its hint
            notes += hook_notes(log, shown.phase, resolution)
        self.widget.results.show_results(heading, notes, result_rows(variant, shown.position, resolution), names, self._swatches(page))

    def _swatches(self, page: GamePage) -> Mapping[str, Swatch]:
        return swatches(page.scene.picture)

    # --- what is clicked ---

    @Slot(str)
    def _point_to(self, province: str) -> None:
        page = self.page
        if page is not None:
            page.point_to(province)

    @Slot(object)
    def _take(self, orders: Sequence[Order]) -> None:
        page = self.page
        if page is not None and page.viewer is not None:
            self.host.run("take-orders", power=page.viewer, orders=";".join(map(str, orders)))

    @Slot(object)
    def _clear(self, row: OrderRow) -> None:
        if row.line is not None:
            self._enter(row, "")

    @Slot(object, str)
    def _enter(self, row: OrderRow, text: str) -> None:
        page = self.page
        if page is None:
            return
        try:
            read = page.order_entry.enter_text(row.power, row.line, text)
        except EditError as error:
            self.host.refuse(str(error))
            return
        if not text:
            self.host.say(tr("The order is taken back."), Tone.DONE)
        elif read.fault:
            self.host.refuse(tr("Not understood, but kept in the list: {order} ({fault})", order=text, fault=read.fault))
        elif read.refusal:
            self.host.refuse(tr("Not possible, but kept in the list: {order} ({refusal})", order=text, refusal=read.refusal))
        else:
            self.host.say(tr("Order: {order}", order=f"{text} ({read.guess})" if read.guess else text), Tone.DONE)

    def _offer(self, row: OrderRow, text: str) -> tuple[Sequence[str], bool]:
        page = self.page
        if page is None:
            return (), False
        from app.qt.board.pointer_acts import orders_in  # its room is read with the first game

        _, _, turn, variant = _moment(page)
        if row.place is not None:
            orders = [order for power, order in orders_in(variant, turn.position, row.place) if power == row.power]
        else:
            orders = _orders_of(variant, turn, row.power)
        found = typed_orders(variant, text, orders, of_one_unit=row.place is not None)
        return tuple(str(order) for order in found.orders), found.only is not None

    def _fault(self, row: OrderRow, text: str) -> tuple[int, int, str] | None:
        page = self.page
        if page is None:
            return None
        _, _, turn, variant = _moment(page)
        read = read_typed(variant, turn.position, text, row.power)
        return (read.span.start, read.span.length, read.fault) if read.fault else None


def _moment(page: GamePage) -> tuple[Game, Cursor, Turn, Variant]:
    game, cursor = page.shown, page.document.cursor
    return game, cursor, game.turn(cursor), variant_at(game, cursor)


def _orders_of(variant: Variant, turn: Turn, power: str) -> list[Order]:
    """Every order that *power* can give: for a line that is about no unit yet."""
    from app.qt.board.pointer_acts import orders_in

    position = turn.position
    if turn.phase.kind is PhaseKind.ADJUSTMENT:
        places = {*position.centres_of(power), *(unit.province for unit in position.units_of(power))}
        orders = [order for place in sorted(places) for whose, order in orders_in(variant, position, place) if whose == power]
        return list(dict.fromkeys(orders))  # each free place can be waived
    if turn.phase.kind is PhaseKind.RETREAT:
        return [
            order
            for each in position.dislodged
            if each.unit.power == power
            for order in legal_orders(variant, position, str(each.unit.location))
        ]
    return [order for unit in position.units_of(power) for order in legal_orders(variant, position, str(unit.location))]


def result_notes(variant: Variant, resolution: Resolution, *, is_past: bool = True) -> tuple[str, ...]:
    """Return the events besides orders: centres taken, the end, and of what *is_past* the phases passed over."""
    notes = [f"{describe_capture(variant, each)}." for each in resolution.captures]
    notes += [
        tr("{phase}: nobody had anything to order, so the phase was skipped.", phase=describe_phase(variant, each))
        for each in resolution.skipped
        if is_past
    ]
    if resolution.ending is not None:
        words = describe_ending(variant, resolution.ending)
        notes.append(f"{sentence(words)}.")
    return tuple(notes)


def _summary(turn: Turn, blocks: Sequence[PowerBlock], game: Game, cursor: Cursor) -> str:
    ending = game.branch(cursor.branch).ending
    if turn.resolution is None and ending is not None:
        words = describe_ending(game.variant, ending)
        return tr("The game is over: {words}.", words=words)
    if turn.resolution is not None:
        failed = sum(not outcome.succeeded for outcome in turn.resolution.outcomes)
        return (
            plural(
                "Carried out: {count} order, {failed} did not succeed.",
                "Carried out: {count} orders, {failed} did not succeed.",
                len(turn.resolution.outcomes),
                failed=failed,
            )
            if failed
            else tr("Carried out: every order succeeded.")
        )
    missing = sum(block.missing for block in blocks)
    problems = sum(block.problems for block in blocks)
    parts = [_missing_words(turn.phase.kind, missing)]
    if problems:
        parts.append(tr("{problems} with problems", problems=problems))
    return ", ".join(parts) + "."


def _missing_words(kind: PhaseKind, missing: int) -> str:
    if not missing:
        return tr("All orders are in")
    if kind is PhaseKind.MOVEMENT:
        return plural("{count} unit without orders", "{count} units without orders", missing)
    if kind is PhaseKind.RETREAT:
        return plural("{count} retreat to order", "{count} retreats to order", missing)
    return plural("{count} build or removal to order", "{count} builds or removals to order", missing)


def _goes_by_mail(game: Game) -> bool:
    """Return True if any player gets mails."""
    return any(player.address or player.seat is SeatKind.POST for player in game.players.values())
