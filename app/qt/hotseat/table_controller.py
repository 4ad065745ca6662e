"""Controller of a game at a table: curtain, one person's seat or reveal, as its round stands, with the panels of each seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Slot
from PySide6.QtWidgets import QApplication, QDockWidget, QMainWindow, QTabBar, QVBoxLayout, QWidget

from app.game.document import Document
from app.game.entries import GAME_MASTER
from app.game.record import Cursor
from app.hotseat.round import RevealAct, RoundStage
from app.presentation.picture import MapPicture, board_picture
from app.qt.board.window import Window
from app.qt.hotseat.seat_bar import SeatBar
from app.qt.hotseat.seats_controller import SeatsController
from app.qt.hotseat.table_clock import TableClock
from app.qt.widgets.dialogs import run_dialog
from app.qt.widgets.swatches import Swatch, swatches
from app.session.seating import Seating
from app.tables.table_acts import results_in_words, unread
from app.tables.table_players import ask_one, poll_clients, powers_of_clients
from entente.words.names import describe_phase, describe_phase_kind, describe_season, power_name
from languages import tr

if TYPE_CHECKING:
    from app.presentation.drawn_boards import DrawnBoard
    from app.presentation.hotseat.curtain import CurtainState
    from app.qt.hotseat.curtain_page import CurtainPage
    from app.qt.hotseat.reveal_page import RevealPage


class SeatDocks:
    """Hides the docks of *window* behind a curtain, and shows each seat its own again.

    A seat that is open for the first time has those that stood when the first curtain fell.
    """

    def __init__(self, window: QMainWindow) -> None:
        self._window = window
        self._of: dict[str | None, tuple[QDockWidget, ...]] = {}
        self._is_covered = False

    def cover(self, seat: str | None) -> None:
        """Hide what is open; it is remembered as what *seat* had open, ``None`` for the board that everybody looks at."""
        # Not the visible ones: while the window itself is not visible yet, or minimized, none is, and all would come beside the curtain.
        opened = tuple(dock for dock in self._window.findChildren(QDockWidget) if not dock.isHidden())
        if opened or not self._is_covered:
            self._of[seat] = opened
        self._of.setdefault(None, opened)
        for dock in opened:
            dock.hide()
        self._is_covered = True

    def uncover(self, seat: str | None) -> None:
        """Show what *seat* had open."""
        if self._is_covered:
            self._is_covered = False
            for dock in self._of.get(seat, self._of[None]):
                dock.show()


_ALONE = 1_500
"""Milliseconds after which a table of programs alone goes on by itself."""


class StageScreen:
    """Fills the screen with the page in the middle of *window*: no menus, no tabs, no status line."""

    def __init__(self, window: QMainWindow) -> None:
        self._window = window
        self._hidden: tuple[QWidget, ...] = ()
        self._was_full = False
        self.is_on = False
        """True if the page fills the screen."""

    def _tabs(self) -> list[QTabBar]:
        """The tabs of open games, which stand above the page."""
        middle = self._window.centralWidget()
        return [] if middle is None else [each for each in middle.findChildren(QTabBar) if each.parent() is middle]

    def show(self, *, on: bool) -> None:
        """Fill the screen, or have the window again as it was."""
        if on == self.is_on:
            if on:
                self._window.statusBar().hide()
            return
        self.is_on = on
        if on:
            around = (self._window.menuBar(), self._window.statusBar(), *self._tabs())
            self._hidden = tuple(each for each in around if not each.isHidden())
            self._was_full = self._window.isFullScreen()
            for each in self._hidden:
                each.hide()
            if self._window.isVisible():
                self._set_full(full=True)
        else:
            for each in self._hidden:
                each.show()
            self._hidden = ()
            if not self._was_full:
                self._set_full(full=False)

    def _set_full(self, *, full: bool) -> None:
        state = self._window.windowState()
        self._window.setWindowState(state | Qt.WindowState.WindowFullScreen if full else state & ~Qt.WindowState.WindowFullScreen)
        self._window.activateWindow()  # a window that is made again by its system loses the keyboard


class TableController(QObject):
    """Decides what covers the board of a game that is played at a table.

    Args:
        above: where the bar of a seat goes: over its orders.
        window: whose docks go while a curtain is drawn.
    """

    def __init__(self, host: Window, above: QVBoxLayout, window: QMainWindow) -> None:
        super().__init__(window)
        self._host = host
        self._window = window
        self._docks = SeatDocks(window)
        self._stage = StageScreen(window)
        self.seats = SeatsController(host, window)
        self._at: tuple[Document, str] | None = None
        """The seat that was open last."""
        self.bar = SeatBar(self._has_letters_beside)
        self.bar.hide()
        above.addWidget(self.bar)
        self.curtain: CurtainPage | None = None
        self.reveal: RevealPage | None = None
        self._revealing: tuple[Document, Cursor] | None = None
        self._seen: tuple[Document, Cursor] | None = None
        """The results that the table has closed to look at the board."""
        self._unsaid = ""
        """Results of the phase, in words, while the reveal has not come to its end."""
        self._trouble = ""
        self._clock = TableClock(host, self.bar, window)
        self._opponents = QTimer(self)
        self._opponents.setSingleShot(True)
        self._opponents.setInterval(30)
        self._opponents.timeout.connect(self._ask_opponent)
        self._alone = QTimer(self)
        self._alone.setSingleShot(True)
        self._alone.setInterval(_ALONE)
        self._alone.timeout.connect(self._play_on)
        self._clients = QTimer(self)
        self._clients.setInterval(100)
        self._clients.timeout.connect(self._hear_clients)
        self.bar.seal_requested.connect(self._seal_or_go_on)
        self.bar.press_requested.connect(lambda: self._host.run_line("press"))
        self.bar.vote_requested.connect(self._vote)
        self.bar.close_requested.connect(self._close_or_show_again)

    def close(self) -> None:
        """Look at no table any longer; those at it stay where they are."""
        for each in (self._clock, self._opponents, self._clients, self._alone):
            each.stop()

    # --- view ---

    @property
    def _seating(self) -> Seating | None:
        return self._host.session.seating

    @property
    def is_at_seat(self) -> bool:
        """True while the seat of a person is open."""
        seating = self._seating
        return seating is not None and seating.open is not None and seating.open != GAME_MASTER

    def _has_letters_beside(self) -> bool:
        letters: QDockWidget | None = self._window.findChild(QDockWidget, "dock.press", Qt.FindChildOption.FindDirectChildrenOnly)
        return letters is not None and letters.isVisible() and letters.x() >= 0  # Qt moves what lies behind another tab out of sight

    def cover(self) -> QWidget | None:
        """Return the widget that covers the board of the game in front; ``None`` where the board is to be seen."""
        seating = self._seating
        self.seats.follow(seating)
        if seating is None or self._host.page is None:
            self.bar.hide()
            self._clock.stop()
            self._drop_reveal()
            return None
        self._clock.start(seating)
        if seating.thinking:
            self._opponents.start()
        if powers_of_clients(seating):
            self._clients.start()
        if self._plays_alone(seating):
            self._alone.start()
        if self.seats.is_wanted(seating):
            self.bar.hide()
            return self.seats.cover(seating)
        stage = seating.round.stage
        if stage is not RoundStage.RESULTS:
            self._seen = None
            self._drop_reveal()
        if seating.open is not None:
            if self._at != (seating.document, seating.open):
                self._at = (seating.document, seating.open)
                self._host.page.fit()
                if seating.open != GAME_MASTER:
                    self._host.page.offer_first_unit()
                self._host.show_letters()
            self._show_bar(seating)
            return None
        match stage:
            case RoundStage.OVER:
                self.bar.hide()
                return None
            case RoundStage.RESULTS:
                return self._cover_of_results(seating)
            case _:
                self.bar.hide()
                return self._curtain_for(seating)

    def take_focus(self, cover: QWidget) -> None:
        """Keys go to *cover*, which is in the place of the board now, unless they do so already."""
        focus = QApplication.focusWidget()
        if focus is not None and (cover is focus or cover.isAncestorOf(focus)):
            return
        for page in (self.curtain, self.reveal):
            if page is cover:
                page.take_focus()
                return
        cover.setFocus()

    def hide_docks(self, *, is_covered: bool) -> None:
        """Hide all docks beside a curtain; each seat has its own panels behind it."""
        seat = None if self._at is None else self._at[1]
        if is_covered:
            self._docks.cover(seat)
            self._at = None
        else:
            self._docks.uncover(seat)

    def follow_look(self) -> None:
        """Another theme was chosen."""
        self.seats.follow_look()
        self.follow_view()
        for page in (self.curtain, self.reveal):
            if page is not None:
                page.set_look(self._host.look)

    def follow_view(self) -> None:
        """Another pace, or sounds, were chosen."""
        if self.reveal is not None:
            self._follow_view(self.reveal)

    def show_stage(self, cover: QWidget | None) -> None:
        """Fill the screen while the reveal is what *cover*s the board."""
        self._stage.show(on=cover is not None and cover is self.reveal)

    def document_changed(self) -> None:
        """Orders were written."""
        seating = self._seating
        if seating is not None and seating.open is not None:
            self._show_bar(seating)

    def _drawn(self) -> DrawnBoard:
        from app.presentation.drawn_boards import drawn_board  # read with the first game

        game = self._host.session.game
        return drawn_board(game.variant.id, game.drawing)

    def _picture(self, drawn: DrawnBoard, cursor: Cursor) -> MapPicture:
        """The board at *cursor*, as the viewer may see it."""
        session, view = self._host.session, self._host.view
        hidden = session.viewpoint.hidden(session.game, cursor, session.viewer)
        return board_picture(session.shown, cursor, view, drawn.styles, drawn.units(view.unit_symbols).units, hidden=hidden)

    def _colours(self) -> Mapping[str, Swatch]:
        page = self._host.page
        return swatches(None if page is None else page.scene.picture)

    def _phase_words(self, seating: Seating) -> str:
        return describe_phase(seating.game.variant, seating.round.phase)

    def _curtain_for(self, seating: Seating) -> CurtainPage:
        from app.presentation.hotseat.curtain import home_picture, home_provinces

        if self.curtain is None:
            from app.qt.hotseat.curtain_page import CurtainPage

            self.curtain = CurtainPage(self._host.look)
            self.curtain.open_requested.connect(self._open)
            self.curtain.chosen.connect(self._call)
            self.curtain.forgotten.connect(lambda power: self._host.run("give-up-orders", power=power))
            self.curtain.reveal_requested.connect(lambda: self._host.run("show-orders"))
            self._clock.show_on(self.curtain)
        state = self._state(seating)
        self._trouble = ""
        drawn = self._drawn()
        variant = seating.game.variant
        if state.chosen is not None and state.chosen in variant.powers:
            home = home_provinces(variant, state.chosen)
            self.curtain.home.show_home(drawn.board, home_picture(variant, state.chosen, drawn.styles, self._host.view), home)
        else:
            self.curtain.home.show_home(drawn.board, self._picture(drawn, seating.cursor), frozenset())
        self.curtain.show_state(state, self._colours())
        self.curtain.invite.show_invitation(seating.invitation)
        self._clock.show(seating)
        return self.curtain

    def _state(self, seating: Seating) -> CurtainState:
        from app.presentation.hotseat.curtain import curtain_state

        called = seating.round.called or next(iter(seating.lacking_keys), None)
        wait = seating.wait_of(called).seconds if called is not None else 0.0
        return curtain_state(
            seating.game.name,
            self._phase_words(seating),
            seating.round,
            self._trouble,
            wait,
            lacking=seating.lacking_keys if seating.round.stage is RoundStage.READY else (),
            thinking=seating.thinking,
        )

    def _show_bar(self, seating: Seating) -> None:
        name = seating.open
        assert name is not None
        if name == GAME_MASTER:
            self.bar.show_seat(tr("Game master"), seating.table.game_master or "", None, can_seal=False)
        else:
            person = seating.table.person_of(name)
            self.bar.show_seat(seating.round.title(name), person, self._colours().get(name))
        self.bar.show_new_letters(len(unread(self._host.session)))
        self._clock.show(seating)
        self.bar.show()

    # --- the reveal ---

    def _cover_of_results(self, seating: Seating) -> QWidget | None:
        cursor = seating.cursor if seating.ended_by_votes is not None else seating.judged_last
        document = seating.document
        if cursor is None or self._seen == (document, cursor):
            self.bar.show_results(tr("The results"), self._phase_words(seating))
            self.bar.show()
            return None
        self.bar.hide()
        if self._revealing != (document, cursor) or self.reveal is None:
            self._drop_reveal()
            self._revealing = (document, cursor)
            self.reveal = self._reveal_of(seating, cursor)
        return self.reveal

    def _reveal_of(self, seating: Seating, cursor: Cursor) -> RevealPage:
        from app.presentation.hotseat.reveal_steps import reveal_story, voted_story
        from app.qt.hotseat.reveal_page import RevealPage

        session, drawn = self._host.session, self._drawn()
        game = session.shown
        picture = self._picture(drawn, cursor)
        turn = game.turn(cursor)
        ending = seating.ended_by_votes
        hidden = session.viewpoint.hidden(session.game, cursor, session.viewer)
        story = voted_story(game, ending) if ending is not None else reveal_story(game, turn, is_hidden=bool(hidden))
        page = RevealPage(drawn.board, self._host.look)
        page.finished.connect(self._go_on)
        page.left.connect(self._look_at_board)
        page.told.connect(self._host.hint)
        page.all_told.connect(self._say_results)
        page.all_told.connect(self._alone.start)
        page.sound_toggled.connect(lambda: self._host.run("sound"))
        phase = (describe_season(game.variant, turn.phase), describe_phase_kind(turn.phase.kind))
        people = {seat.power: seat.who for seat in seating.table.seats}
        self._unsaid = results_in_words(session)
        telling = seating.telling
        page.told.connect(lambda _words: telling.show(page.at, len(story.steps)))
        acts = {RevealAct.NEXT: page.forward, RevealAct.BACK: page.back, RevealAct.ALL: page.to_end}
        telling.act = lambda act: acts[act]() if act in acts else self._go_on() if page.is_over else None
        self._follow_view(page)
        page.show_story(story, picture, phase, people, swatches(picture))
        return page

    @Slot()
    def _follow_view(self, page: RevealPage) -> None:
        """Set pace and sound as the view and the system have them."""
        page.motion_factor = self._host.view.animation.factor
        page.set_sound(on=self._host.view.sound)

    @Slot()
    def _say_results(self) -> None:
        """Announce the results of the phase, once all of it was seen, or the table wants to see no more of the reveal."""
        words, self._unsaid = self._unsaid, ""
        if words:
            self._host.say(words)

    def _drop_reveal(self) -> None:
        if self.reveal is not None:
            if self._seating is not None:
                self._seating.telling.act = None
            self.reveal.close_down()
            self.reveal.deleteLater()
        self.reveal = self._revealing = None

    @Slot()
    def _look_at_board(self) -> None:
        self._say_results()
        self._seen = self._revealing
        self._host.session.table_changed()

    @Slot()
    def _go_on(self) -> None:
        self._say_results()
        self._host.run("next-round")
        self._open_only_seat()

    def _open_only_seat(self) -> None:
        """Open the seat of a person who plays against programs alone: there are no others to look away or to talk to."""
        seating = self._seating
        if seating is None or seating.table.game_master:
            return
        people = [seat for seat in seating.table.seats if seat.is_person]
        if len(people) != 1 or people[0].by_phone or people[0].lock is not None or people[0].power not in seating.round.to_seal:
            return
        if seating.open is None and seating.round.stage is not RoundStage.OVER:
            self._host.run("open-seat", power=people[0].power)

    @Slot()
    def _seal_or_go_on(self) -> None:
        if self.bar.shows_results:
            self._go_on()
        else:
            self._host.run("seal")

    @Slot()
    def _close_or_show_again(self) -> None:
        if self.bar.shows_results:
            self._seen = None
            self._drop_reveal()
            self._host.session.table_changed()
        else:
            self._host.run("close-seat")

    # --- seats ---

    @Slot()
    def _vote(self) -> None:
        """Ask how the power of the open seat votes."""
        from app.presentation.hotseat.seat_rows import opponents_vote, present_vote, sharers
        from app.qt.hotseat.vote_dialog import VoteDialog

        session, seating = self._host.session, self._seating
        if seating is None or seating.open is None or seating.open == GAME_MASTER:
            return
        game, turn, power = session.shown, session.open_turn, seating.open
        names = {each: power_name(game.variant, each) for each in sharers(game, turn)}
        secret = seating.table.secret_votes
        present, others = present_vote(game, turn, power), opponents_vote(seating.table)
        dialog = VoteDialog(power_name(game.variant, power), names, present, self._window, is_secret=secret, others=others)
        if run_dialog(dialog):
            self._host.run("vote", power=power, choice=dialog.words)

    def _call(self, power: str) -> None:
        if not self._host.run("call", power=power):
            self._say_trouble()

    def _open(self, power: str, secret: str) -> None:
        seating = self._seating
        if seating is None:
            return
        if power in seating.lacking_keys and seating.round.stage is RoundStage.READY:
            done = self._host.run("unlock", power=power, secret=secret)
        elif power in seating.round.sealed:
            done = self._host.run("take-back", power=power, secret=secret or None)
        else:
            done = self._host.run("open-seat", power=power, secret=secret or None)
        if not done:
            self._say_trouble()

    def _say_trouble(self) -> None:
        self._trouble = self._host.status_text
        self._host.session.table_changed()

    # --- opponents ---

    @Slot()
    def _ask_opponent(self) -> None:
        seating = self._seating
        if seating is None or not seating.thinking:
            return
        ask_one(self._host.session, seating, wait=False)
        if seating.thinking:
            self._opponents.start()
        elif self.curtain is not None and self.curtain.isVisible():
            self.curtain.show_cards(self._state(seating))
        if self._plays_alone(seating):
            self._alone.start()

    @staticmethod
    def _plays_alone(seating: Seating) -> bool:
        """Return True if programs have all seats, so that no person is there to go on."""
        return not seating.table.people and not seating.table.game_master and seating.round.stage is not RoundStage.OVER

    @Slot()
    def _play_on(self) -> None:
        """Show the orders once all programs have answered, tell them step by step, and go on to the next phase."""
        seating = self._seating
        if seating is None or not self._plays_alone(seating) or seating.thinking or self.seats.is_wanted(seating):
            return
        if seating.round.stage is RoundStage.READY:
            self._host.run("show-orders")
        elif seating.round.stage is RoundStage.RESULTS and self.reveal is not None and not self.reveal.is_over:
            self.reveal.play_by_itself()
        elif seating.round.stage is RoundStage.RESULTS and self.reveal is not None:
            self._go_on()

    @Slot()
    def _hear_clients(self) -> None:
        seating = self._seating
        if seating is None or not powers_of_clients(seating):
            self._clients.stop()
            return
        poll_clients(self._host.session, seating)
