"""The curtain of an evening on a real screen, for keys that come from outside. Run as a script; it says each thing that happens in a line.

``ready``: the curtain calls France, whose seat has no PIN, and takes keys. ``pressed``: the ring has begun to fill. ``let go``: it has
emptied again. ``open``: the seat was opened, and the program ends.
"""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from app.game.edits import new_game
from app.game.storage.places import places
from app.game.storage.settings import Settings
from app.hotseat.table import first_table
from app.qt.hotseat.curtain_page import CurtainPage
from app.qt.main_window.application import open_main_window
from app.qt.main_window.window_preferences import Preferences
from app.tables.table_setup import set_table
from variants.catalogue import standard


def main() -> None:
    """Show the curtain until a seat is open."""
    application = QApplication([])
    window = open_main_window(Preferences(Settings(places().settings_file)))
    window.make_controller()
    window.show()
    controller = window.controller
    session = controller.session
    session.add(session.library.new(new_game(standard(), "Evening", game_id="7e577e57")))
    table = first_table(session.game)
    for seat in table.seats:
        table = table.with_seat(replace(seat, person="Cleo"))
    set_table(session, table, {})
    assert controller.run_line("call FRANCE"), controller.status_text
    said: list[str] = []

    def say(words: str) -> None:
        if not said or said[-1] != words:
            said.append(words)
            print(words, flush=True)

    def look() -> None:
        page = controller.table.curtain
        assert isinstance(page, CurtainPage)
        seating = session.seating
        assert seating is not None
        if seating.open is not None:
            say("open")
            application.quit()
        elif page.ring.share > 0:
            say("pressed")
        elif "pressed" in said:
            say("let go")
        elif page.ring.hasFocus():
            say("ready")
        else:
            window.activateWindow()
            page.take_focus()

    timer = QTimer()
    timer.setInterval(5)
    timer.timeout.connect(look)
    timer.start()
    application.exec()
    for document in session.documents:
        session.remove(document)
        document.close(discard=True)


if __name__ == "__main__":
    main()
