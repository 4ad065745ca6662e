"""Tells at once when the rules of an open game's variant are saved otherwise; the game goes on by those that it was begun with."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QObject, Slot

from app.game.storage.places import places
from app.qt.main_window.game_pages import GamePages
from app.qt.widgets.file_watch import FolderWatch
from app.qt.widgets.host import Runner, SessionHost
from languages import tr

ABOUT = "rules"


class RulesHost(SessionHost, Runner, Protocol):
    """Window as the watch uses it."""


class RulesWatch(QObject):
    """Looks at every open game when something in the folder of one's own variants was saved."""

    def __init__(self, host: RulesHost, pages: GamePages, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._host = host
        self._pages = pages
        self._told: dict[str, str] = {}
        self._watch = FolderWatch(places().variants, self)
        self._watch.changed.connect(self.look)

    @Slot()
    def look(self) -> None:
        """Compare what open games play with what lies on the shelf."""
        from app.board_editor.comparing import compare, in_short
        from app.session.starting import later_rules

        session = self._host.session
        for page in self._pages:
            game = page.document.game
            later = later_rules(session, game)
            if later is None:
                if self._told.pop(game.id, None) is not None:
                    page.banners.drop(ABOUT)
                continue
            if self._told.get(game.id) == later.checksum:
                continue
            self._told[game.id] = later.checksum
            words = in_short(compare(game.variant, later.variant))
            answers = ((tr("Play from the start on the new rules"), self._start), (tr("Carry the position over"), self._carry))
            page.banners.show_banner(ABOUT, tr("{changes}; this game plays the old rules.", changes=words[:1].upper() + words[1:]), answers)

    def _start(self) -> None:
        self._host.run("new-rules", way="start")

    def _carry(self) -> None:
        self._host.run("new-rules", way="carry")
