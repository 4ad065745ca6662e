"""The start page has room for all it has to tell."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from app.windows.look import read_look
from app.windows.start_page import RecoveredBanner, RecoveredEntry, StartPage


def test_no_recovered_game_is_squeezed_however_many_there_are(qtbot: QtBot) -> None:
    page = StartPage(read_look("parchment"))
    qtbot.addWidget(page)
    page.resize(1280, 740)
    detail = "3 edits that no file has; the last was: Process Spring 1901, movement. It was last saved in /home/ada/games/straits.dpn."
    page.show_recovered([RecoveredEntry(str(number), f"Game {number}", detail) for number in range(7)])
    with qtbot.waitExposed(page):
        page.show()
    banners = page.findChildren(RecoveredBanner)
    assert len(banners) == 7
    for banner in banners:
        assert banner.height() >= banner.heightForWidth(banner.width())
        assert banner.open_button.height() >= banner.open_button.sizeHint().height()
