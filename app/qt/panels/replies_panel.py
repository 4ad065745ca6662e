"""Best replies and hints beside the board. They are looked for in a process of its own; any change stops the search at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from shiboken6 import isValid

from adjudicator import PowerRole, orderable
from app.game.document import Document
from app.game.versions import Change, Touched
from app.presentation.reply_rows import ReplyRow, legend, reply_rows
from app.qt.board.window import Window
from app.qt.panels.panel import RIGHT, Panel
from app.qt.panels.replies_widget import RepliesWidget
from app.qt.widgets.look import Look
from app.qt.widgets.swatches import swatches
from app.session.analysis_board import question_of, without_hooks
from app.session.errors import CommandError
from app.session.session import orders_taken
from entente.words.names import power_name
from languages import mark, system_words, tr

if TYPE_CHECKING:
    from app.players.adviser import Adviser
    from app.players.strong.replies import Advice
    from app.qt.board.game_page import GamePage

SECONDS = 2.0
"""Time of a search unless another is given."""

_LISTEN = 60
"""Milliseconds between two looks whether there is something new."""


@dataclass(frozen=True, slots=True)
class _Wanted:
    """Search that was asked for last."""

    document: Document
    viewer: str | None
    power: str
    seconds: float
    count: int
    as_seat: bool


class RepliesPanel(Panel):
    """Asks, listens, lists. What it shows belongs to one moment of one game and one viewer, and goes with them."""

    is_made_when_asked_for = True
    name = "replies"
    title = mark("Best replies")
    area = RIGHT
    follows = frozenset({Touched.CURSOR, Touched.ORDERS, Touched.POSITIONS, Touched.BRANCHES, Touched.RULES})

    def __init__(self, host: Window) -> None:
        super().__init__(host)
        self.widget = RepliesWidget(host.look, self.place)
        self.hold(self.widget)
        self._adviser: Adviser | None = None
        self._wanted: _Wanted | None = None
        self._advice: Advice | None = None
        self._drawn_on: GamePage | None = None
        """The board with the arrows of a reply."""
        self._timer = QTimer(self)
        self._timer.setInterval(_LISTEN)
        self._timer.timeout.connect(self._listen)
        self.widget.search_requested.connect(self._search)
        self.widget.stop_requested.connect(self._stopped)
        self.widget.reply_shown.connect(self._show_on_board)
        self.widget.take_requested.connect(self._take)
        self.dock.visibilityChanged.connect(self._visibility_changed)

    @property
    def is_searching(self) -> bool:
        """True if replies are being looked for."""
        return self._timer.isActive()

    # --- asking ---

    def show(self, name: str = "") -> None:  # noqa: ARG002 - it has one name
        """Open it on the possible questions; the search waits for a command."""
        why = orders_taken(self.host.session)
        if why:
            self.host.refuse(why)
            return
        self.open()
        self._show_powers(self.widget.power, as_seat=self._is_hint)

    @property
    def _is_hint(self) -> bool:
        return self.host.session.viewer is not None or not self.host.session.game.is_analysis

    def ask(self, power: str, seconds: float | None, count: int, *, as_seat: bool) -> None:
        """Look for the best orders of *power* in the game in front."""
        session = self.host.session
        try:
            question = question_of(session, power, count, as_seat=as_seat)
        except CommandError as error:
            self._forget(str(error))
            self.host.refuse(str(error))
            return
        self.open()
        self._show_powers(power, as_seat=as_seat)
        self._forget("")
        from app.players.adviser import Adviser

        if self._adviser is None:
            self._adviser = Adviser()
        wanted = _Wanted(session.document, session.viewer, power, seconds or SECONDS, count, as_seat)
        try:
            self._adviser.ask(question, wanted.seconds)
        except OSError as error:
            self.widget.show_searching(None, tr("No process can be started to search in: {error}", error=system_words(error)))
            return
        self._wanted = wanted
        self.widget.show_searching(0.0, tr("Searching…"))
        self._timer.start()

    def _show_powers(self, power: str, *, as_seat: bool) -> None:
        session = self.host.session
        variant, position = session.variant, session.open_turn.position
        offered = [
            (each.id, power_name(variant, each.id))
            for each in variant.powers.values()
            if each.role is PowerRole.PLAYING and session.viewer in (None, each.id) and orderable(variant, position, each.id)
        ]
        self.widget.show_powers(offered, power)
        self.widget.caption.setText(tr("What would you do as") if as_seat else tr("Best replies for"))
        self.dock.setWindowTitle(tr("What would you do?") if as_seat else tr("Best replies"))

    def _search(self, power: str) -> None:
        if not power:
            return
        before = self._wanted
        seconds = None if before is None else before.seconds
        self.host.run(
            "hint" if self._is_hint else "best-replies", power=power, seconds=seconds, count=5 if before is None else before.count
        )

    # --- listening ---

    def _listen(self) -> None:
        from app.players.adviser import Failed

        adviser, wanted = self._adviser, self._wanted
        word = None if adviser is None else adviser.poll()
        if adviser is None or wanted is None or word is None:
            return
        if isinstance(word, Failed):
            self._forget(word.words)
            return
        self._show_advice(word, wanted)
        if word.is_done:
            self._timer.stop()

    def _show_advice(self, advice: Advice, wanted: _Wanted) -> None:
        session, page = self.host.session, self.host.page
        self._advice = advice
        colours = {} if page is None else swatches(page.scene.picture)
        self.widget.show_replies(reply_rows(session.variant, session.open_turn.position, advice), legend(advice.now), colours)
        looked = tr("{weighed:,} positions, {continued:,} continuations of each", weighed=advice.weighed, continued=advice.continued)
        if advice.is_done:
            words = tr(
                "Centres when they next change hands; {now} now. {looked}, {seconds:.1f} s.",
                now=advice.now,
                looked=looked,
                seconds=advice.seconds,
            )
            self.widget.show_searching(None, f"{words} {without_hooks(session)}".strip())
        else:
            self.widget.show_searching(
                advice.seconds / wanted.seconds,
                tr("{seconds:.1f} of {wanted_seconds:g} s; {looked}", seconds=advice.seconds, wanted_seconds=wanted.seconds, looked=looked),
            )

    def _stopped(self) -> None:
        self._stop()
        self.widget.show_searching(None, tr("Stopped.") if self._advice is None else tr("Stopped; this is what was found so far."))

    def _stop(self) -> None:
        self._timer.stop()
        if self._adviser is not None:
            self._adviser.stop()

    def _forget(self, words: str) -> None:
        """Drop the replies, which are of another moment, or secret here."""
        self._stop()
        self._advice = None
        self.widget.forget(words)

    # --- what is done with it ---

    def _show_on_board(self, row: ReplyRow | None) -> None:
        page, advice, wanted = self.host.page, self._advice, self._wanted
        before, self._drawn_on = self._drawn_on, None if row is None else page
        is_open = before is not None and isValid(before) and before.document in self.host.session.documents
        if before is not None and before is not page and is_open:  # another game has come to the front since
            before.suggest(None)
        if page is not None:
            page.suggest(None if advice is None or row is None else (advice.power, row.orders))
        of_all = advice is not None and row is not None and wanted is not None and not wanted.as_seat
        self.host.show_expected(row.expected if of_all and row is not None else {})

    def _take(self, row: ReplyRow) -> None:
        if self._advice is not None:
            self.host.run("take-orders", power=self._advice.power, orders="; ".join(map(str, row.orders)))

    # --- what goes on meanwhile ---

    def document_changed(self, change: Change) -> None:  # noqa: ARG002 - the same for each
        """Drop the replies, which are no answer to the present board."""
        if self._has_something:
            self._forget(tr("The board has changed. Search again for replies to what stands there now."))

    @property
    def _has_something(self) -> bool:
        return self.is_searching or self._advice is not None

    def follow_session(self) -> None:
        """Follow another game in front, or another viewer, who may not see the replies."""
        session, wanted = self.host.session, self._wanted
        if wanted is not None and (session.current is not wanted.document or session.viewer != wanted.viewer):
            self._wanted = None
            self._forget("")
            self.dock.hide()
        super().follow_session()

    def set_look(self, look: Look) -> None:
        """Change its colours."""
        self.widget.set_look(look)
        if self._advice is not None and self._wanted is not None:
            self._show_advice(self._advice, self._wanted)

    def _visibility_changed(self, visible: bool) -> None:
        if not visible and self.dock.isHidden():
            self._forget("")
            self._end()

    def _end(self) -> None:
        adviser, self._adviser = self._adviser, None
        if adviser is not None:
            adviser.close()

    def close(self) -> None:
        """The window goes, and the process with it."""
        self._stop()
        self._end()
