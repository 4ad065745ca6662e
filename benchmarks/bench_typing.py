"""How long do 22 orders take that are typed into the list by a few letters, beside the same pasted as one text?

Run: ``QT_QPA_PLATFORM=offscreen python -m benchmarks.bench_typing``
"""

from __future__ import annotations

import os
import tempfile
import time
from statistics import median

ORDERS = {
    "AUSTRIA": {"BUD": ("s", "A BUD - SER"), "TRI": ("al", "F TRI - ALB"), "VIE": ("g", "A VIE - GAL")},
    "ENGLAND": {"EDI": ("nw", "F EDI - NWG"), "LON": ("n", "F LON - NTH"), "LVP": ("y", "A LVP - YOR")},
    "FRANCE": {"BRE": ("m", "F BRE - MAO"), "MAR": ("s par bu", "A MAR S A PAR - BUR"), "PAR": ("bu", "A PAR - BUR")},
    "GERMANY": {"BER": ("k", "A BER - KIE"), "KIE": ("d", "F KIE - DEN"), "MUN": ("ru", "A MUN - RUH")},
    "ITALY": {"NAP": ("i", "F NAP - ION"), "ROM": ("ap", "A ROM - APU"), "VEN": ("h", "A VEN H")},
    "RUSSIA": {"MOS": ("u", "A MOS - UKR"), "SEV": ("b", "F SEV - BLA"), "STP": ("bo", "F STP/SC - BOT"), "WAR": ("g", "A WAR - GAL")},
    "TURKEY": {"ANK": ("c", "F ANK - CON"), "CON": ("b", "A CON - BUL"), "SMY": ("h", "A SMY H")},
}


def main() -> None:
    """Print the processor time of each, with the frames that follow."""
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication

    from app.game.edits import new_game
    from app.game.storage.places import places
    from app.game.storage.settings import Settings
    from app.presentation.order_rows import OrderRow
    from app.qt.main_window.application import make_application, open_main_window
    from app.qt.main_window.window_preferences import Preferences
    from app.qt.panels.game_panel import GamePanel
    from variants.catalogue import standard

    application = make_application()
    window = open_main_window(Preferences(Settings(places().settings_file)))
    window.resize(1280, 800)
    controller = window.controller
    documents = [controller.session.library.new(new_game(standard(), name)) for name in ("Typed", "Pasted")]
    controller.session.add(documents[0])
    application.processEvents()
    rows = controller.panels.get(GamePanel).widget.orders
    rows.setCurrentIndex(rows.rows.next_missing(0))
    rows.setFocus()
    times = []
    for _ in range(22):
        entry = rows.rows.entry(rows.currentIndex())
        assert isinstance(entry, OrderRow)
        began = time.process_time()
        for letter in ORDERS[entry.power][entry.place or ""][0]:
            QTest.keyClicks(application.focusWidget() or rows, letter)
        QTest.keyClick(application.focusWidget() or rows, Qt.Key.Key_Return)
        application.processEvents()
        times.append(time.process_time() - began)
    written = sum(len(lines) for lines in documents[0].game.turn(documents[0].cursor).orders.values())
    print(f"typed: {written} orders, {median(times) * 1000:.0f} ms each, {sum(times) * 1000:.0f} ms in all")
    controller.session.add(documents[1])
    application.processEvents()
    text = "".join(f"{power.title()}:\n" + "".join(f"{order}\n" for _, order in lines.values()) for power, lines in ORDERS.items())
    QApplication.clipboard().setText(text)
    began = time.process_time()
    controller.run("paste-orders")
    application.processEvents()
    written = sum(len(lines) for lines in documents[1].game.turn(documents[1].cursor).orders.values())
    print(f"pasted: {written} orders, {(time.process_time() - began) * 1000:.0f} ms in all")
    for document in documents:
        controller.session.remove(document)
        document.close(discard=True)
    window.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as home:
        os.environ["ENTENTE_HOME"] = home
        main()
