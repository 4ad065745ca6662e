"""Opens the DATC page over the main window, and its cases on boards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.commands.declaring.datc_corpus import read_cases
from app.qt.conformance.conformance_window import ConformanceWindow
from app.session.errors import Abort
from app.view.conformance_cases import CasePart, CaseRun, board_of
from variants.shipped_variants import standard

if TYPE_CHECKING:
    from app.qt.shell.main_controller import MainController

BANNER = "datc"


def open_conformance_page(controller: MainController) -> ConformanceWindow | None:
    """Show the page; the one that is open already, if there is one. ``None`` where the cases are not here, which is said."""
    found = controller.window.findChild(ConformanceWindow)
    if not isinstance(found, ConformanceWindow):
        try:
            cases = read_cases()
        except Abort as error:
            controller.refuse(str(error))
            return None
        found = ConformanceWindow(standard(), cases, controller.look, controller.window)
        found.board_requested.connect(lambda ran, part: open_on_board(controller, ran, part))
    found.show()
    found.raise_()
    found.activateWindow()
    return found


def open_on_board(controller: MainController, ran: CaseRun, part: CasePart) -> None:
    """An analysis board with *part* of a case, which says what is expected of it."""
    game = board_of(standard(), ran, part)
    controller.session.add(controller.session.desk.new(game, worth_keeping=False))
    page = controller.page
    if page is not None:
        wrong = [row for row in (*part.orders, *part.positions) if not row.is_right]
        outcome = "It comes out as expected." if not wrong else f"{len(wrong)} differences: " + "; ".join(
            f"{row.what}: expected {row.expected}, is {row.actual}" for row in wrong
        )  # fmt: skip
        about = f"{ran.case.id} {ran.case.title}. {ran.way.words}. {outcome}"
        page.banners.show_banner(BANNER, about, (("Expected and actual", lambda: _show_again(controller, ran)),))
    controller.say(f"{game.name}: process it, or change its orders.")


def _show_again(controller: MainController, ran: CaseRun) -> None:
    window = open_conformance_page(controller)
    if window is not None:
        window.search.clear()
        window.show_case(ran.case.id)
