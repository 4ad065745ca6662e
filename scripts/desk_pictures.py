"""The pictures of the rest of a game master's desk: two branches compared, and all games of a folder."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from app.session.seating import Times
from scripts.round_pictures import NOW

if TYPE_CHECKING:
    from app.game.record import Game
    from app.qt.main_window.main_controller import MainController

LATE = (
    "A VIE - TYR", "A BUD - SER", "F TRI S A VEN", "F LON - NTH", "F EDI - NWG", "A LVP - YOR", "A PAR - BUR", "A MAR S A PAR - BUR",
    "F BRE - MAO", "A MUN H", "F KIE - DEN", "A BER - KIE", "A ROM - APU", "F NAP - ION", "A VEN H", "A MOS - UKR", "A WAR - GAL",
    "F SEV - RUM", "F STP/SC - BOT", "A CON - BUL", "A SMY - CON", "F ANK - BLA", "process --missing process",
    "goto S1901M", "correct-phase Germany's mail of Sunday came too late to me, not to the deadline",
    "A MUN - BUR", "A BER - MUN", "process --missing process",
)  # fmt: skip
"""A spring in which Germany's mail is found after the phase was processed."""


PLAYERS = {
    "Ada": "AUSTRIA",
    "Ben": "ENGLAND",
    "Cleo": "FRANCE",
    "Dan": "GERMANY",
    "Eve": "ITALY",
    "Finn": "RUSSIA",
    "Gus": "TURKEY",
}
_MADE = 25_000
"""Milliseconds until the texts, the picture and the PDFs of a round are made, on a busy machine too."""


def keep_desk(controller: MainController, keep: Callable[[str], None]) -> None:
    """Take the pictures, in a game that is in front and new.

    Args:
        keep: takes a picture of the window under a name.
    """
    controller.session.times = Times(wall=lambda: NOW)
    for line in LATE:
        if not controller.run_line(line):
            raise ValueError(f"{line}: {controller.status_text}")
    controller.show_panel("compare")
    keep("compare.webp")
    controller.show_panel("compare")
    _keep_results(controller, keep)
    with tempfile.TemporaryDirectory() as folder:
        _keep_games(controller, Path(folder) / "games", keep)


def _keep_results(controller: MainController, keep: Callable[[str], None]) -> None:
    from PySide6.QtCore import QCoreApplication, QElapsedTimer

    from app.qt.gm.results_part import ResultsPart

    for line in (
        "deadline fri 20:00 Europe/Berlin",
        "goto S1901M",
        *(f'player {power} "{name} <{name.casefold()}@example.org>"' for name, power in PLAYERS.items()),
    ):
        if not controller.run_line(line):
            raise ValueError(f"{line}: {controller.status_text}")
    controller.show_panel("results-out")
    page = controller.panels.get(ResultsPart).page
    assert page is not None
    waited = QElapsedTimer()
    waited.start()
    while waited.elapsed() < _MADE:
        QCoreApplication.processEvents()
    keep("results-page.webp")
    page.board_button.click()


def _keep_games(controller: MainController, folder: Path, keep: Callable[[str], None]) -> None:
    from PySide6.QtCore import QCoreApplication, QElapsedTimer

    from app.game.dpn.writer import write
    from app.game.storage.places import places
    from app.gm.games import watch_folders
    from app.qt.gm.games_part import GamesPart

    folder.mkdir()
    games = games_of_a_folder()
    for game in games:
        (folder / f"{game.name}.dpn").write_text(write(game), encoding="utf-8")
    watch_folders(places().settings / "games.json", [folder])
    controller.show_panel("all-games")
    part = controller.panels.get(GamesPart)
    waited = QElapsedTimer()
    waited.start()
    while part.page is not None and len(part.page.list.shown) < len(games) and waited.elapsed() < 60_000:
        QCoreApplication.processEvents()
    keep("games.webp")
    controller.show_panel("all-games")


def games_of_a_folder() -> tuple[Game, ...]:
    """Five games of a game master, with deadlines and missing orders of several kinds."""
    from app.game.deadlines import put_deadline
    from app.game.edits import new_game, set_lines
    from app.game.record import MAIN
    from app.gm.games import with_tags
    from variants.catalogue import standard

    now = datetime.fromtimestamp(NOW, UTC)
    made = []
    for number, (name, hours, tags, silent) in enumerate(
        (
            ("Winter Harbour", -3, ("postal",), ("ITALY", "TURKEY")),
            ("Long Table", 4, ("club",), ()),
            ("Straits of Iron", 28, ("club",), ("RUSSIA",)),
            ("Old Friends", 74, (), ("AUSTRIA", "FRANCE", "GERMANY")),
            ("Night Watch", None, ("postal",), ("ENGLAND",)),
        )
    ):
        game = with_tags(new_game(standard(), name, game_id=f"0000000{number + 2}"), tags)
        for power in game.variant.powers:
            if power not in silent:
                units = game.turn(game.last()).position.units_of(power)
                game = set_lines(game, MAIN, power, "\n".join(f"{unit.piece} H" for unit in units))
        made.append(game if hours is None else put_deadline(game, MAIN, now + timedelta(hours=hours), now))
    return tuple(made)
