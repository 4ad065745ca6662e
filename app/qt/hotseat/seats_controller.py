"""Controller of the page of seats and programs, and the parts that open it and the form of a program by name."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Slot
from PySide6.QtGui import QCursor, QImage
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from adjudicator.phase import Phase
from app.game.document import Document
from app.game.edits import new_game
from app.game.record import MAIN
from app.hotseat.round import RoundStage
from app.players.bots import OPPONENTS
from app.presentation.hotseat.seat_rows import log_rows, seats_state
from app.qt.board.window import Window
from app.qt.hotseat.seats_page import SeatsPage
from app.qt.panels.panel import OpenedByName
from app.qt.widgets.background import Latest
from app.qt.widgets.dialogs import run_dialog
from app.qt.widgets.swatches import swatches
from app.session.seating import Seating
from app.session.services import PictureRequest, TextQuestion
from app.session.view_options import View
from app.tables.table_players import DAIDE, TITLE, hear_programs, known_programs, may_open_logs, may_read_logs, powers_of_programs
from entente.words.names import describe_phase
from languages import labelled, mark, tr

if TYPE_CHECKING:
    from app.players.programs.known import KnownProgram


_MAP_WIDTH = 1200
"""Pixels of the picture of the board beside the seats."""
_TICK = 150
"""Milliseconds between two looks at programs."""
ABSENT = (
    ("hold", mark("Nobody: its units hold")),
    ("disorder", mark("Nobody: civil disorder")),
    ("list", mark("Nobody: its default list, orders set beforehand")),
)
"""Seats without anybody: as the command ``give-seat`` calls them, and in words."""


class SeatsController(QObject):
    """Makes the page when it is asked for first.

    Args:
        parent: the window, over which dialogs open.
    """

    def __init__(self, host: Window, parent: QWidget) -> None:
        super().__init__(parent)
        self._host = host
        self._window = parent
        self.page: SeatsPage | None = None
        self._wanted: Document | None = None
        """The game whose seats were asked for."""
        self._aside: Document | None = None
        """The game whose lobby was closed."""
        self._power = ""
        self._painted: tuple[str, View] | None = None
        """Variant and view of the board beside the seats."""
        self._maps: Latest[QImage] = Latest(host.background, self._show_map, lambda _error: None)
        self._logged: tuple[object, str, bool] | None = None
        self._log_at = 0
        self._timer = QTimer(self)
        self._timer.setInterval(_TICK)
        self._timer.timeout.connect(self._look)

    # --- when it is in view ---

    def ask_for(self) -> None:
        """Show the page for the game in front; close it where it is there already."""
        seating = self._host.session.seating
        if seating is None:
            return
        if self.is_wanted(seating):
            self._leave()
            return
        self._wanted = seating.document
        self._host.session.table_changed()

    def is_wanted(self, seating: Seating) -> bool:
        """Return True if the page takes the place of the board now: it was opened, or programs are to be started."""
        if self._wanted is seating.document:
            return True
        there = seating.programs
        waits = bool(powers_of_programs(seating)) and (there is None or not there.has_begun)
        return waits and self._aside is not seating.document and seating.round.stage is not RoundStage.OVER

    def cover(self, seating: Seating) -> SeatsPage:
        """The page, showing *seating*."""
        if self.page is None:
            self.page = self._made()
        self._timer.start()
        self._show(seating)
        self._paint_map(seating)
        return self.page

    def _paint_map(self, seating: Seating) -> None:
        """Paint the board as it is at the start: whose land is where, and nothing of the game, which some may not see."""
        variant, page, view = seating.game.variant, self.page, self._host.session.view
        if page is None or self._painted == (variant.id, view):
            return
        self._painted = (variant.id, view)
        from app.qt.board.picture_content import thumbnail  # here: no class of Qt is read by a thread

        start = new_game(variant, seating.game.name, checksum=seating.game.variant_checksum)
        wanted = PictureRequest(start, start.last(MAIN), view, _MAP_WIDTH)
        self._maps.request(lambda: thumbnail(wanted))

    def _show_map(self, image: QImage) -> None:
        if self.page is not None:
            self.page.show_map(image)

    def follow(self, seating: Seating | None) -> None:
        """Another game is in front, or its table is at another point."""
        if seating is not None and seating.programs is not None:
            self._timer.start()
        if seating is None or self._wanted is not seating.document:
            self._wanted = None

    def follow_look(self) -> None:
        """Another theme was chosen."""
        if self.page is not None:
            self.page.set_look(self._host.look)
            self._logged = None

    def _made(self) -> SeatsPage:
        page = SeatsPage(self._host.look)
        page.picked.connect(self._pick)
        page.change_requested.connect(self._change)
        page.restart_requested.connect(lambda power: self._host.run_line(f"program-of {power} restart"))
        page.kill_requested.connect(lambda power: self._host.run_line(f"program-of {power} kill"))
        page.test_requested.connect(self._test)
        page.edit_requested.connect(self._edit)
        page.start_requested.connect(self._start)
        page.pause_requested.connect(self._pause)
        page.step_requested.connect(lambda: self._host.run_line("programs step"))
        page.new_bot_requested.connect(lambda: self._host.trigger("new-bot"))
        page.logs_requested.connect(lambda is_open: self._host.run_line(f'programs "{"open" if is_open else "close"} logs"'))
        page.option_set.connect(self._set_option)
        page.log.save_requested.connect(self._save)
        page.left.connect(self._leave)
        return page

    # --- what it shows ---

    @Slot()
    def _look(self) -> None:
        seating = self._host.session.seating
        if seating is None:
            self._timer.stop()
            return
        hear_programs(self._host.session, seating)
        if self.page is not None and self.page.isVisible():
            self._show(seating)
        elif seating.programs is None:
            self._timer.stop()

    def _show(self, seating: Seating) -> None:
        assert self.page is not None
        session = self._host.session
        theirs = powers_of_programs(seating)
        if self._power not in {seat.power for seat in seating.table.seats}:
            self._power = next(iter(theirs), seating.table.seats[0].power)
        may_read = may_read_logs(session, seating)
        there = seating.programs
        phase = describe_phase(seating.game.variant, seating.round.phase)
        state = seats_state(seating, phase, may_read=may_read, open_logs_allowed=may_open_logs(seating))
        front = self._host.page
        self.page.show_state(state, swatches(None if front is None else front.scene.picture), self._power)
        line = next((each for each in state.lines if each.power == self._power and each.is_program), None)
        runs = there is not None and line is not None and self._power in there.powers
        counts = there.counts(self._power) if there is not None and runs else (0, 0, 0, 0.0)
        self.page.log.show_line(line, counts, 0.05, may_read=may_read)
        key = (there, self._power if runs else "", may_read)
        if key != self._logged:
            self._logged, self._log_at = key, 0
            self.page.log.begin()
        if there is not None and runs:
            entries = there.log(self._power, self._log_at)
            self._log_at = max(self._log_at, there.log_total(self._power))
            headings = {each.phase: self._phase_words(seating, each.phase) for each in entries if each.phase}
            self.page.log.add(log_rows(entries, may_read=may_read, headings=headings))
            values = dict(there.options_set(self._power))
            note = (
                tr("Declared by itself.") if not there.has_begun else tr("Declared by itself; what is set now holds from its next start.")
            )
            options = there.options_of(self._power)
            self.page.show_options(options, values, note if options else tr("It declares no options."))
        else:
            self.page.show_options((), {}, "")

    def _phase_words(self, seating: Seating, phase: str) -> str:
        return describe_phase(seating.game.variant, Phase.of(phase))

    # --- what is pressed ---

    @Slot(str)
    def _pick(self, power: str) -> None:
        self._power = power
        self._look()

    @Slot()
    def _leave(self) -> None:
        seating = self._host.session.seating
        self._wanted = None
        if seating is not None:
            self._aside = seating.document
        self._host.session.table_changed()

    @Slot()
    def _start(self) -> None:
        seating = self._host.session.seating
        if seating is None:
            return
        if seating.programs is None:
            self._host.run_line("programs start")
        elif self._host.run_line("programs begin"):
            self._wanted = None
            self._host.session.table_changed()

    @Slot()
    def _pause(self) -> None:
        seating = self._host.session.seating
        if seating is not None and seating.programs is not None:
            self._host.run_line('programs "go on"' if seating.programs.is_paused else "programs pause")

    def _program_of(self, power: str) -> KnownProgram | None:
        seating = self._host.session.seating
        return None if seating is None else known_programs(self._host.session).get(seating.table.seat(power).program)

    @Slot(str)
    def _test(self, power: str) -> None:
        program = self._program_of(power)
        if program is not None:
            self._host.run("test-program", name=program.name)

    @Slot(str)
    def _edit(self, power: str) -> None:
        self.ask_program(self._program_of(power))

    def ask_program(self, present: KnownProgram | None = None) -> str:
        """Ask for a program, or for changes to *present*; returns its name, or nothing without an answer."""
        from app.qt.hotseat.program_dialog import ProgramDialog  # who plays with people alone does not wait for it

        dialog = ProgramDialog(known_programs(self._host.session), present, self._window)
        return dialog.program.name if run_dialog(dialog) and dialog.program is not None else ""

    @Slot(str, object)
    def _set_option(self, option: str, value: object) -> None:
        program = self._program_of(self._power)
        if program is not None:
            self._host.run("program", name=program.name, option=f"{option}={json.dumps(value)}")

    @Slot()
    def _save(self) -> None:
        path, _ = QFileDialog.getSaveFileName(self._window, tr("Save the log"), f"{self._power.lower()}.log", tr("Logs (*.log *.txt)"))
        if path:
            self._host.run("program-of", power=self._power, log=Path(path))

    @Slot(str)
    def _change(self, power: str) -> None:
        menu = self.menu_for(power)
        menu.exec(QCursor.pos())
        menu.deleteLater()

    def menu_for(self, power: str) -> QMenu:
        """Return the menu of the others that could have the seat of *power*."""
        menu = QMenu(self._window)

        def offer(under: QMenu, words: str, to: str) -> None:
            under.addAction(words.replace("&", "&&")).triggered.connect(lambda: self._host.run("give-seat", power=power, to=to))

        menu.addAction(tr("A person here…")).triggered.connect(lambda: self._give_to_person(power))
        offer(menu, tr("A person with a phone"), "phone")
        menu.addSeparator()
        for name, each in OPPONENTS.items():
            if each.is_offered:
                offer(menu, tr("Built-in: {title}", title=tr(each.title)), f"bot:{name.value}")
        offer(menu, tr(TITLE), DAIDE)
        menu.addSeparator()
        for program in known_programs(self._host.session).all()[:30]:
            offer(menu, tr("Program: {program}", program=program.name), f"program:{program.name}")
        menu.addAction(tr("Another program…")).triggered.connect(lambda: self._give_to_new(power))
        menu.addSeparator()
        for to, words in ABSENT:
            offer(menu, tr(words), to)
        offer(menu, tr("The game master writes its orders"), "gm")
        self._offer_swaps(menu, power)
        return menu

    def _offer_swaps(self, menu: QMenu, power: str) -> None:
        """Offer to swap the seat of *power* with another."""
        seating = self._host.session.seating
        if seating is None:
            return
        under = menu.addMenu(tr("Change places with"))
        for seat in seating.table.seats:
            if seat.power != power:
                words = labelled(seat.name, seat.who) if seat.who and seat.who != seat.name else seat.name
                act = under.addAction(words.replace("&", "&&"))
                act.triggered.connect(lambda _=False, other=seat.power: self._host.run("swap-seats", power=power, other=other))

    def _give_to_person(self, power: str) -> None:
        name = self._host.session.services.ask(TextQuestion(tr("Who plays it from now on?")))
        if name is not None:
            self._host.run("give-seat", power=power, to=name.replace(":", " "))

    def _give_to_new(self, power: str) -> None:
        name = self.ask_program()
        if name:
            self._host.run("give-seat", power=power, to=f"program:{name}")


class SeatsPart(OpenedByName):
    """Page that the table itself shows, since nothing behind it may be seen."""

    name = "seats"

    def show(self, name: str = "") -> None:  # noqa: ARG002 - it has one name
        """Open it."""
        self._host.show_seats()


class ProgramPart(OpenedByName):
    """Asks for a program and says under what name it is kept."""

    name = "program"

    def show(self, name: str = "") -> None:  # noqa: ARG002 - it has one name
        """Open it."""
        from app.qt.hotseat.program_dialog import ProgramDialog  # who plays with people alone does not wait for it
        from app.qt.widgets.dialogs import run_dialog

        dialog = ProgramDialog(known_programs(self._host.session), parent=self._host.window)
        if run_dialog(dialog) and dialog.program is not None:
            self._host.say(
                tr("{program} is remembered. Give it a seat with Set up the table, or on the page of seats.", program=dialog.program.name)
            )
