"""Opens the DATC page over the main window, and its cases on boards."""

from __future__ import annotations

from app.commands.declaring.datc_corpus import read_cases
from app.presentation.conformance_cases import CasePart, CaseRun, board_of
from app.qt.conformance.conformance_host import ConformanceHost
from app.qt.conformance.conformance_window import ConformanceWindow
from app.session.errors import Abort
from languages import clauses, tr
from variants.shipped_variants import standard

BANNER = "datc"


def open_conformance_page(host: ConformanceHost) -> ConformanceWindow | None:
    """Show the page; the one that is open already, if there is one. ``None`` where the cases are not here, which is said."""
    found = host.window.findChild(ConformanceWindow)
    if not isinstance(found, ConformanceWindow):
        try:
            cases = read_cases()
        except Abort as error:
            host.refuse(str(error))
            return None
        found = ConformanceWindow(standard(), cases, host.look, host.window)
        found.board_requested.connect(lambda ran, part: open_on_board(host, ran, part))
    found.show()
    found.raise_()
    found.activateWindow()
    return found


def open_on_board(host: ConformanceHost, ran: CaseRun, part: CasePart) -> None:
    """An analysis board with *part* of a case, which says what is expected of it."""
    game = board_of(standard(), ran, part)
    host.session.add(host.session.library.new(game, worth_keeping=False))
    page = host.page
    if page is not None:
        wrong = [row for row in (*part.orders, *part.positions) if not row.is_right]
        told = clauses(
            tr("{what}: expected {expected}, is {actual}", what=row.what, expected=row.expected, actual=row.actual) for row in wrong
        )
        outcome = tr("{count} differences: {differences}", count=len(wrong), differences=told) if wrong else tr("It comes out as expected.")
        about = f"{ran.case.id} {ran.case.title}. {ran.way.words}. {outcome}"
        page.banners.show_banner(BANNER, about, ((tr("Expected and actual"), lambda: _show_again(host, ran)),))
    host.say(tr("{game}: process it, or change its orders.", game=game.name))


def _show_again(host: ConformanceHost, ran: CaseRun) -> None:
    window = open_conformance_page(host)
    if window is not None:
        window.search.clear()
        window.show_case(ran.case.id)
