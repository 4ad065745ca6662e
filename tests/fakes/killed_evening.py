"""An evening that ends by SIGKILL in mid-round. Run as a script: ``killed_evening.py FILE MOMENT [wait]``; it kills itself at MOMENT.

Moments: ``writing`` (Austria has sealed, France is writing), ``sealed`` (both have sealed, Germany is called), ``curtain``.
"""

from __future__ import annotations

import os
import signal
import sys
from dataclasses import replace
from pathlib import Path

from PySide6.QtWidgets import QApplication

from app.game.edits import new_game
from app.game.storage.places import places
from app.game.storage.settings import Settings
from app.hotseat.table import first_table
from app.qt.main_window.application import open_main_window
from app.qt.main_window.window_preferences import Preferences
from app.tables.table_setup import set_table
from variants.catalogue import standard

PEOPLE = {"AUSTRIA": "Ada", "FRANCE": "Cleo", "GERMANY": "Dan"}


def main(file: Path, moment: str, *, wait: bool) -> None:
    """Play until *moment*; with *wait* the window stays until nothing more can come from standard input."""
    application = QApplication([])
    window = open_main_window(Preferences(Settings(places().settings_file)))
    window.make_controller()
    window.show()
    controller = window.controller
    session = controller.session
    session.add(session.library.new(new_game(standard(), "Evening", game_id="7e577e57")))
    assert controller.run_line(f"save-as '{file}'")
    table = first_table(session.game)
    for seat in table.seats:
        table = table.with_seat(replace(seat, person=PEOPLE.get(seat.power, "Eva")))
    set_table(session, table, {"AUSTRIA": "alpine rose", "FRANCE": "4711"})
    for line in ("call AUSTRIA", "open-seat AUSTRIA 'alpine rose'", "A VIE - GAL", "seal --anyway"):
        assert controller.run_line(line), f"{line}: {controller.status_text}"
    if moment != "curtain":
        for line in ("call FRANCE", "open-seat FRANCE 4711", "A PAR - BUR"):
            assert controller.run_line(line), f"{line}: {controller.status_text}"
    if moment == "sealed":
        for line in ("seal --anyway", "call GERMANY"):
            assert controller.run_line(line), f"{line}: {controller.status_text}"
    for _ in range(20):
        application.processEvents()
    print("reached", flush=True)
    if wait:
        sys.stdin.read()
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], wait="wait" in sys.argv[3:])
