"""Opens the page that compares two branches, in the place of the board, and keeps it in step with the game."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QStackedWidget

from adjudicator.phase import Phase
from app.game.versions import Change, Touched
from app.qt.board.window import BoardCover, Window
from app.qt.gm.audit_panel import export_trail
from app.qt.panels.panel import WindowPart
from app.qt.widgets.look import Look
from languages import tr

if TYPE_CHECKING:  # who has one branch does not wait for it
    from app.gm.comparing import BranchComparison
    from app.qt.gm.compare_page import ComparePage


class ComparePart(WindowPart):
    """At most one page is open; it goes when another game comes to the front."""

    name = "compare"
    follows = frozenset({Touched.ORDERS, Touched.POSITIONS, Touched.BRANCHES, Touched.DETAILS})

    def __init__(self, host: Window) -> None:
        super().__init__(host.window)
        self._host = host
        self._cover = BoardCover(host)
        self.page: ComparePage | None = None
        self.is_following = False
        self._found: BranchComparison | None = None

    def show(self, name: str = "") -> None:  # noqa: ARG002 - it has one name
        """Compare the game with the branch in view, or the newest one; close the page where it is there."""
        if self.page is not None:
            self._put_away()
        else:
            self.compare(None, None, None)

    def compare(self, first: str | None, second: str | None, phase: Phase | None) -> None:
        """Compare two branches; those that ``show`` takes where none are named."""
        from app.commands.branches import two_branches
        from app.qt.gm.compare_page import ComparePage
        from app.session.errors import Abort

        session, board = self._host.session, self._host.page
        stack = None if board is None else board.parentWidget()
        if board is None or not isinstance(stack, QStackedWidget):
            self._host.refuse(tr("No game is open."))
            return
        if session.viewer is not None:
            self._host.refuse(tr("Branches are compared by a game master who sees everything."))
            return
        try:
            a, b = two_branches(session, [each.name for each in session.game.branches], first, second)
        except Abort as error:
            self._host.refuse(str(error))
            return
        if self.page is not None:
            self._compare(a, b, phase)
            return
        page = ComparePage(self._host.look, stack)
        page.asked.connect(self._ask)
        page.looked.connect(self._draw)
        page.picked.connect(self._pick)
        page.closed.connect(self._put_away)
        page.audit.export_requested.connect(lambda: export_trail(self._host, page.audit))
        page.audit.reason_requested.connect(lambda number: self._host.run("reason", line=number))
        self.page, self.is_following = page, True
        self._cover.put(page, stack)
        self._compare(a, b, phase)
        page.list.setFocus()

    def _ask(self) -> None:
        assert self.page is not None
        a, b = self.page.branches
        before = self._found
        is_other = before is None or (before.a.branch, before.b.branch) != (a, b)
        self._compare(a, b, None if is_other else Phase.of(str(self.page.phase.currentData())))

    def _compare(self, a: str, b: str, phase: Phase | None) -> None:
        from app.gm.comparing import compared, phases_of_both
        from app.session.errors import Abort
        from entente.words.names import describe_phase

        page, game = self.page, self._host.session.shown
        assert page is not None
        try:
            found = compared(game, a, b, phase)
        except Abort as error:
            self._host.refuse(str(error))
            if self._found is None:
                self._put_away()
                return
            found = self._found
        self._found = found
        phases = [(str(each), describe_phase(game.variant, each)) for each in phases_of_both(game, found.a.branch, found.b.branch)]
        page.offer([each.name for each in game.branches], found.a.branch, found.b.branch, phases, str(found.phase))
        page.show_comparison(game, found)
        self._draw()

    def _draw(self) -> None:
        board = self._host.page
        if self.page is None or self._found is None or board is None or board.scene.picture is None:
            return
        turn = self._host.session.shown.turn(self._found.a)
        picture = replace(board.scene.picture, position=turn.position, orders=(), influence={}, hidden=frozenset())
        page = self.page
        page.map.show_comparison(board.scene.board, picture, self._found, self._host.look, page.drawn_parts, page.chosen)

    def _pick(self) -> None:
        if self.page is None or self._found is None:
            return
        reason = self.page.reason.text().strip()
        if not reason:
            self._host.refuse(tr("Write the reason first: it stands in the record of the game."))
            self.page.reason.setFocus()
            return
        self._host.run("make-this-the-game", name=self._found.b.branch, reason=reason)

    def _put_away(self) -> None:
        page, self.page, self.is_following = self.page, None, False
        self._found = None
        if page is None:
            return
        self._cover.take_away(page)

    # --- what makes it go ---

    def follow_session(self) -> None:
        """Close the page for another game in front, or another viewer."""
        self._put_away()

    def document_changed(self, change: Change) -> None:  # noqa: ARG002 - the same for each
        """The game changed under it: branches may be gone, or go by other names."""
        if self.page is None or self._found is None:
            return
        game = self._host.session.shown
        names = {each.name for each in game.branches}
        if not {self._found.a.branch, self._found.b.branch} <= names or len(names) < 2:
            self._put_away()
        else:
            self._compare(self._found.a.branch, self._found.b.branch, None)

    def set_look(self, look: Look) -> None:  # noqa: ARG002 - the host has it
        """Open the page again, with what it shows: it is made in its colours and its size of words."""
        found = self._found
        if self.page is not None and found is not None:
            self._put_away()
            self.compare(found.a.branch, found.b.branch, found.phase)
