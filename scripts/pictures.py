"""Makes the pictures of ``docs/pictures`` and the board of the start page again, with the real window, without a display.

python scripts/pictures.py            all of them
python scripts/pictures.py --board    the start page's board alone
python scripts/pictures.py --round    those of a round by mail alone
python scripts/pictures.py --bench    those of the designer's bench alone
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from app.qt.panels.game_panel import GamePanel
from app.qt.start.own_board import SPRING
from app.session.view_options import Labels
from scripts.asked_help import answer_help

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

    from app.qt.main_window.main_window import MainWindow

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
PICTURES = ROOT / "docs" / "pictures"
SIZE = (1280, 800)
"""Points."""
LARGEST_WIDTH = 1440
"""Pixels, of the pictures as they are kept."""
PARTS = ("--board", "--round", "--bench")
"""Parts that can be made alone."""

_PAINTED, _PATIENCE = 1500, 60_000
"""Milliseconds until a dialog has begun to paint its pictures, and until no more are waited for."""

FALL = {
    "AUSTRIA": "A TYR - VEN, F TRI S A TYR - VEN, A SER - BUL",
    "ENGLAND": "A YOR - NWY, F NTH C A YOR - NWY, F NWG S A YOR - NWY",
    "FRANCE": "A BUR - BEL, A MAR - SPA, F MAO - POR",
    "GERMANY": "A RUH - BEL, A KIE - HOL, F DEN - SWE",
    "ITALY": "A APU - TUN, F ION C A APU - TUN, A VEN H",
    "RUSSIA": "A UKR S F RUM, A GAL - BUD, F RUM H, F BOT - SWE",
    "TURKEY": "F BLA - RUM, A BUL S F BLA - RUM, A CON H",
}
RETREATS = {"ITALY": "A VEN - ROM"}
BUILDS = {
    "AUSTRIA": "A VIE B",
    "ENGLAND": "F LON B",
    "FRANCE": "F BRE B, A PAR B",
    "GERMANY": "A MUN B, F KIE B",
    "RUSSIA": "A MOS B",
    "TURKEY": "F SMY B",
}


def main() -> int:
    """Make everything; returns the exit code."""
    if "--inside" in sys.argv:
        return inside(next((part for part in PARTS if part in sys.argv), ""))
    PICTURES.mkdir(parents=True, exist_ok=True)
    runs = [[part] for part in PARTS if part in sys.argv]
    if not runs:
        runs = [["--board"], []]
    for arguments in runs:
        with tempfile.TemporaryDirectory() as home:
            whole = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "ENTENTE_HOME": home}
            code = subprocess.run([sys.executable, __file__, "--inside", *arguments], env=whole, check=False).returncode  # noqa: S603 - this very script
        if code:
            return code
    return 0


def inside(part: str) -> int:
    """Make pictures in a process of its own, under the offscreen platform: one of :data:`PARTS`, or everything else with ``""``."""
    from app.game.edits import new_game
    from app.game.storage.places import places
    from app.game.storage.settings import Settings
    from app.qt.main_window.application import make_application, open_main_window
    from app.qt.main_window.window_preferences import Preferences
    from app.session.view_options import View
    from scripts.bench_pictures import keep_bench
    from variants.catalogue import standard

    application = make_application()
    if part == "--board":
        paint_start_boards()
        return 0
    window = open_main_window(Preferences(Settings(places().settings_file)))
    window.resize(*SIZE)
    controller = window.controller

    def keep(name: str) -> None:
        for _ in range(3):
            application.processEvents()
        if controller.page is not None:
            controller.page.animator.skip()  # A picture shows the outcome, not the way there.
            controller.page.board.settle()
            controller.page.scene.finish_rendering()
        application.processEvents()
        target = PICTURES / name
        write_small(window.grab().toImage(), target)
        sys.stdout.write(f"{target.relative_to(ROOT)}\n")

    def order(lines: Mapping[str, str]) -> None:
        for power, words in lines.items():
            for line in words.split(","):
                if not controller.run("order", text=line.strip(), power=power):
                    raise ValueError(f"{power}: {line}: {controller.status.message.text()}")

    def process() -> None:
        if not controller.run("process", missing="process"):
            raise ValueError(controller.status.message.text())
        controller.run("previous-phase")
        controller.show_panel("results")

    def shown(name: str, prepare: Callable[[], None] = lambda: None) -> None:
        prepare()
        controller.status.show_hover("")
        keep(name)

    if part:
        keep_bench(controller, keep) if part == "--bench" else keep_mails(window, keep)
        window.close()
        return 0
    keep("start-page.webp")
    controller.session.add(controller.session.library.new(new_game(standard(), "Straits of Iron", game_id="00000001")))
    assert controller.page is not None
    order(SPRING)
    shown("orders.webp", controller.panels.get(GamePanel).widget.show_orders)
    process()
    controller.run("next-phase")
    order(FALL)
    process()
    shown("adjudicated.webp", controller.panels.get(GamePanel).widget.show_results)
    controller.appearance.show(View(theme="night"))
    shown("night.webp")
    controller.appearance.show(View())
    controller.run("next-phase")
    shown("picked.webp", controller.panels.get(GamePanel).widget.show_orders)
    order(RETREATS)
    shown("retreats.webp")
    process()
    controller.run("next-phase")
    order(BUILDS)
    shown("builds.webp", controller.panels.get(GamePanel).widget.show_orders)
    keep_dialogs(window)
    keep_story(window, keep)
    keep_evening(window, keep)
    keep_mails(window, keep)
    keep_bench(controller, keep)
    for document in controller.session.documents:
        controller.session.remove(document)
        document.close(discard=True)
    window.close()
    return 0


def keep_dialogs(window: MainWindow) -> None:
    """The shelf of New Game, and a hook in the editor."""
    from PySide6.QtCore import QCoreApplication, QElapsedTimer

    from app.qt.hooks.hook_editor import HookEditor
    from app.qt.new_game.new_game_dialog import NewGameDialog

    controller = window.controller
    shelf = NewGameDialog(controller.session, controller.look, controller.background, window)
    shelf.choose("fog-of-war")
    assert controller.run("variant", changes="restrict england turkey 1903")
    editor = HookEditor(controller, "restrict", window)
    editor.ask()
    for name, dialog in (("new-game.webp", shelf), ("hook-editor.webp", editor)):
        dialog.show()
        waited = QElapsedTimer()
        waited.start()
        while waited.elapsed() < _PAINTED or (controller.background.is_busy and waited.elapsed() < _PATIENCE):
            QCoreApplication.processEvents()
        write_small(dialog.grab().toImage(), PICTURES / name)
        sys.stdout.write(f"{(PICTURES / name).relative_to(ROOT)}\n")
        dialog.close()


def keep_story(window: MainWindow, keep: Callable[[str], None]) -> None:
    """The story of an example in the window; and as a web page, where there is a browser to show it."""
    from dataclasses import replace

    from app.game.ending_edits import declare_draw
    from app.game.opening import open_text

    controller = window.controller
    text = (ROOT / "docs" / "examples" / "truce.dpn").read_bytes()
    game = replace(open_text(text, "truce").ready().game, hooks=())
    controller.session.add(controller.session.library.new(declare_draw(game, "main", ("FRANCE", "ITALY"))))
    controller.trigger("story")
    keep("story.webp")
    browser = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if browser is None:
        sys.stdout.write("no browser is here: story-page.webp stays as it is\n")
        return
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        if not controller.run("export-page", file=page):
            raise ValueError(controller.status.message.text())
        flags = ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--user-data-dir={folder}/profile")
        shot = Path(folder) / "shot.png"
        subprocess.run(  # noqa: S603 - a browser of the system, on a page of ours
            [browser, *flags, "--window-size=1280,800", f"--screenshot={shot}", f"{page.as_uri()}#S1902M"],
            check=True,
            stderr=subprocess.DEVNULL,
            timeout=120,
        )
        from PySide6.QtGui import QImage

        write_small(QImage(str(shot)), PICTURES / "story-page.webp")
        sys.stdout.write("docs/pictures/story-page.webp\n")


def keep_evening(window: MainWindow, keep: Callable[[str], None]) -> None:
    """An evening round one laptop."""
    from PySide6.QtWidgets import QApplication

    from app.game.edits import new_game
    from app.hotseat.table import Table
    from app.presentation.variant_summary import numbers
    from app.qt.board.picture_content import thumbnail
    from app.qt.hotseat.lobby_dialog import LobbyDialog, offered
    from app.qt.widgets.swatches import swatches
    from app.session.services import PictureRequest
    from scripts.table_pictures import keep_table
    from variants.catalogue import standard

    controller = window.controller
    game = new_game(standard(), "Straits of Iron", game_id="00000001")
    controller.session.add(controller.session.library.new(game))

    def keep_lobby(table: Table) -> None:
        assert controller.page is not None
        board = thumbnail(PictureRequest(game, game.last("main"), controller.view, 600))
        colours = swatches(controller.page.scene.picture)
        dialog = LobbyDialog(table, game.name, numbers(game.variant), offered(), colours, controller.look, board, window)
        dialog.show()
        for _ in range(3):
            QApplication.processEvents()
        write_small(dialog.grab().toImage(), PICTURES / "table-seats.webp")
        sys.stdout.write(f"{(PICTURES / 'table-seats.webp').relative_to(ROOT)}\n")
        dialog.close()

    keep_table(controller, keep, keep_lobby)


def keep_mails(window: MainWindow, keep: Callable[[str], None]) -> None:
    """A round by mail, and what else stands on a game master's desk."""
    from app.game.edits import new_game
    from scripts.desk_pictures import keep_desk
    from scripts.round_pictures import keep_round
    from variants.catalogue import standard

    controller = window.controller
    for keep_all in (keep_round, keep_desk):
        document = controller.session.library.new(new_game(standard(), "Straits of Iron", game_id="00000001"))
        controller.session.add(document)
        keep_all(controller, keep)
        controller.session.remove(document)
        document.close(discard=True)


def write_small(image: QImage, target: Path) -> None:
    """Write *image* as a WebP, small enough for a repository."""
    from PySide6.QtCore import Qt

    from app.qt.map.small_picture import pillow
    from scripts.small_webp import small_webp

    smaller = image.scaledToWidth(min(image.width(), LARGEST_WIDTH), Qt.TransformationMode.SmoothTransformation)
    target.write_bytes(small_webp(pillow(smaller)))


def paint_start_boards() -> None:
    """The board that the start page shows before anybody has played, in the looks of day and night."""
    from app.qt.start.first_picture import START_WIDTHS, start_board
    from app.qt.start.own_board import draw_start_board

    for theme in ("parchment", "night"):
        for width in START_WIDTHS:
            target = start_board(theme, width)
            target.parent.mkdir(parents=True, exist_ok=True)
            labels = Labels.FULL if width == START_WIDTHS[-1] else Labels.OFF
            draw_start_board(theme, width, labels).save(str(target), quality=84)
            sys.stdout.write(f"{target.relative_to(ROOT)}\n")


if __name__ == "__main__":
    answer_help(__doc__)
    sys.exit(main())
