"""Takes pictures of every page of the window, and measures how much of each is empty.

    python -m scripts.page_pictures FOLDER [--size 1366x768] [--theme night] [--text 200] [--language de] [--pages start,seat]

The screen is as large as ``--size``, without a display; dialogs are as large as they come up on it. Ends with 1 where more than a third of
a page is empty.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from entente import __version__

if TYPE_CHECKING:
    from PySide6.QtWidgets import QDialog, QWidget

    from app.qt.main_window.main_controller import MainController
    from app.qt.main_window.main_window import MainWindow

ROOT = Path(__file__).resolve().parents[1]
_PAGE = 1 / 4
"""Part of the screen from which on a dialog is a page; a smaller one asks something, and has its margins."""
_PATIENCE, _PAINTED = 60_000, 1500
"""Milliseconds until nothing more is waited for, and until a page that is made behind the window has begun to show it."""


def main(arguments: Sequence[str]) -> int:
    """Take the pictures in a process of its own, on a screen of the size asked for; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--version", action="version", version=f"Entente {__version__}")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--size", default="1366x768")
    parser.add_argument("--theme", default="parchment")
    parser.add_argument("--text", default="100")
    parser.add_argument("--language", default="en")
    parser.add_argument("--pages", default=",".join(PAGES))
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args(arguments)
    width, height = (int(each) for each in asked.size.split("x"))
    if asked.inside:
        return _inside(asked, (width, height))
    with tempfile.TemporaryDirectory() as folder:
        screen = {"name": "screen", "x": 0, "y": 0, "width": width, "height": height, "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}
        described = Path(folder) / "screen.json"
        described.write_text(json.dumps({"screens": [screen]}), encoding="utf-8")
        whole = {
            **os.environ,
            "QT_QPA_PLATFORM": f"offscreen:configfile={described}",
            "ENTENTE_HOME": f"{folder}/home",
            "ENTENTE_LANGUAGE": asked.language,
        }
        command = [sys.executable, "-m", "scripts.page_pictures", *arguments, "--inside"]
        return subprocess.run(command, env=whole, check=False, cwd=ROOT).returncode  # noqa: S603 - this very script


def _inside(asked: argparse.Namespace, size: tuple[int, int]) -> int:
    from app.game.storage.places import places
    from app.game.storage.settings import Settings
    from app.qt.main_window.application import make_application, open_main_window
    from app.qt.main_window.spoken_language import begin_to_speak
    from app.qt.main_window.window_preferences import Preferences
    from scripts.emptiness import MOST, emptiness

    application = make_application()
    begin_to_speak(asked.language)
    window = open_main_window(Preferences(Settings(places().settings_file)))
    window.make_controller()
    window.resize(*size)
    window.controller.run("theme", name=asked.theme)
    window.controller.run_line(f"text-size {asked.text}")
    asked.folder.mkdir(parents=True, exist_ok=True)
    tour, worst = Tour(window), 0.0
    for name in asked.pages.split(","):
        with tour.page(name) as shown:
            wait(lambda: True, at_least=300)
            picture = shown.grab().toImage()
        picture.save(str(asked.folder / f"{name}.png"))
        share = emptiness(picture, size[0])
        if picture.width() * picture.height() >= size[0] * size[1] * _PAGE:
            worst = max(worst, share)
        sys.stdout.write(f"{share:6.1%}  {name}  {picture.width()} x {picture.height()}\n")
        sys.stdout.flush()
    tour.put_away()
    window.close()
    application.processEvents()
    return int(worst > MOST)


def wait(is_done: Callable[[], bool], at_least: int = 0) -> None:
    """Let the window go on until *is_done*, for *at_least* so many milliseconds."""
    from PySide6.QtCore import QCoreApplication, QElapsedTimer

    waited = QElapsedTimer()
    waited.start()
    while waited.elapsed() < at_least or not is_done():
        if waited.elapsed() > _PATIENCE:
            raise TimeoutError("the page does not come to an end")
        QCoreApplication.processEvents()


@dataclass
class Tour:
    """Opens page after page in one window."""

    window: MainWindow

    @property
    def controller(self) -> MainController:
        """The controller of the window."""
        return self.window.controller

    @contextmanager
    def page(self, name: str) -> Iterator[QWidget]:
        """Show the page called *name*; what is to be seen is the value."""
        made: list[QWidget] = []
        with tempfile.TemporaryDirectory() as folder:
            PAGES[name](self, Path(folder), made.append)
            shown = made[0] if made else self.window
            self.settle()
            yield shown
            if shown is not self.window:
                shown.close()
            self.put_away()

    def settle(self) -> None:
        """Show what things come to, without the way there."""
        from app.qt.map.board_view import ZoomView
        from app.qt.map.scene import BoardScene

        page = self.controller.page
        wait(lambda: not self.controller.background.is_busy, at_least=_PAINTED)
        if page is not None:
            page.animator.skip()
        for board in self.window.findChildren(ZoomView):
            scene = board.scene()
            if board.isVisible() and isinstance(scene, BoardScene):
                board.settle()
                scene.finish_rendering()
        self.controller.status.show_hover("")

    def put_away(self) -> None:
        """Go back to a start page without games, panels and messages."""
        from PySide6.QtWidgets import QDockWidget

        from app.qt.board_editor.bench_part import BenchPart, PlayTestPart
        from app.qt.gm.games_part import GamesPart

        self.controller.panels.get(PlayTestPart).close_page()
        self.controller.panels.get(BenchPart).close_page()  # its files go with the folder of the page
        if self.controller.panels.get(GamesPart).page is not None:
            self.open("all-games")  # which closes it
        for document in self.controller.session.documents:
            self.controller.session.remove(document)
            document.close(discard=True)
        for dock in self.window.findChildren(QDockWidget):
            dock.hide()
        self.controller.status.forget()

    def new_game(self) -> None:
        """A game that begins."""
        from app.game.edits import new_game
        from variants.catalogue import standard

        self.controller.session.add(self.controller.session.library.new(new_game(standard(), "Straits of Iron", game_id="00000001")))

    def open(self, panel: str) -> None:
        """Open the panel, dialog or page of that name, which must be there."""
        if not self.controller.panels.show(panel):
            raise ValueError(f"there is no panel called {panel}")

    def run(self, *lines: str) -> None:
        """Run the commands, each of which must do something."""
        for line in lines:
            if not self.controller.run_line(line):
                raise ValueError(f"{line}: {self.controller.status_text}")


Shown = Callable[["QWidget"], None]


def _start(tour: Tour, _folder: Path, _show: Shown) -> None:
    tour.controller.run("start-page")


def _start_again(tour: Tour, folder: Path, _show: Shown) -> None:
    for number, name in enumerate(("Winter Harbour", "Long Table", "Night Watch", "Old Friends")):
        tour.new_game()
        tour.run("A PAR - BUR", "F BRE - MAO", *(("process --missing process",) if number % 2 else ()))
        document = tour.controller.session.current
        assert document is not None
        document.save(folder / f"{name}.dpn")
        tour.controller.run("close")
    wait(lambda: not tour.controller.background.is_busy, at_least=_PAINTED)


def _new_game(tour: Tour, _folder: Path, show: Shown) -> None:
    from app.qt.new_game.new_game_dialog import NewGameDialog

    made = NewGameDialog(tour.controller.session, tour.controller.look, tour.controller.background, tour.window)
    _show(made, show)


def _lobby(tour: Tour, _folder: Path, show: Shown) -> None:
    from app.hotseat.table import first_table
    from app.presentation.variant_summary import numbers
    from app.qt.board.picture_content import thumbnail
    from app.qt.hotseat.lobby_dialog import LobbyDialog, offered
    from app.qt.widgets.swatches import swatches
    from app.session.services import PictureRequest

    tour.new_game()
    game, page = tour.controller.session.game, tour.controller.page
    assert page is not None
    board = thumbnail(PictureRequest(game, game.last("main"), tour.controller.view, 600))
    colours = swatches(page.scene.picture)
    made = LobbyDialog(first_table(game), game.name, numbers(game.variant), offered(), colours, tour.controller.look, board, tour.window)
    _show(made, show)


def _seat(tour: Tour, _folder: Path, _show: Shown) -> None:
    _table(tour)
    tour.run("call AUSTRIA", "open-seat AUSTRIA", "A VIE - GAL", "A BUD - SER")


def _curtain(tour: Tour, _folder: Path, _show: Shown) -> None:
    _table(tour)
    tour.run("call AUSTRIA")


def _reveal(tour: Tour, _folder: Path, _show: Shown) -> None:
    from scripts.table_pictures import ORDERS, STEPS

    _table(tour)
    for power, orders in ORDERS.items():
        tour.run(f"call {power}", f"open-seat {power}", *orders)
        tour.controller.run("seal", anyway=True)
    tour.run("show-orders")
    reveal = tour.controller.table.reveal
    assert reveal is not None
    for _ in range(STEPS):
        reveal.forward()


def _table(tour: Tour) -> None:
    from app.hotseat.table import first_table
    from app.tables.table_setup import set_table
    from scripts.table_pictures import table_of_friends

    tour.new_game()
    set_table(tour.controller.session, table_of_friends(first_table(tour.controller.session.game)), {})


def _played(tour: Tour) -> None:
    """A game of some years that is over."""
    from dataclasses import replace

    from app.game.ending_edits import declare_draw
    from app.game.opening import open_text

    text = (ROOT / "docs" / "examples" / "truce.dpn").read_bytes()
    game = replace(open_text(text, "truce").ready().game, hooks=())
    tour.controller.session.add(tour.controller.session.library.new(declare_draw(game, "main", ("FRANCE", "ITALY"))))


def _end_card(tour: Tour, _folder: Path, _show: Shown) -> None:
    _played(tour)


def _story(tour: Tour, _folder: Path, _show: Shown) -> None:
    _played(tour)
    tour.settle()  # the story goes when another game comes to the front
    tour.controller.trigger("story")


def _orders(tour: Tour, _folder: Path, _show: Shown) -> None:
    from app.qt.start.own_board import SPRING

    tour.new_game()
    for power, words in SPRING.items():
        for line in words.split(","):
            tour.controller.run("order", text=line.strip(), power=power)


def _results(tour: Tour, folder: Path, show: Shown) -> None:
    _orders(tour, folder, show)
    tour.run("process --missing process", "previous-phase")
    tour.open("results")


def _retreats(tour: Tour, folder: Path, show: Shown) -> None:
    from scripts.pictures import FALL

    _orders(tour, folder, show)
    tour.run("process --missing process")
    for power, words in FALL.items():
        for line in words.split(","):
            tour.controller.run("order", text=line.strip(), power=power)
    tour.run("process --missing process")


def _play_now(tour: Tour, _folder: Path, _show: Shown) -> None:
    tour.run("play-now FRANCE")


def _letters(tour: Tour, folder: Path, show: Shown) -> None:
    _orders(tour, folder, show)
    tour.open("press")


def _analysis(tour: Tour, _folder: Path, _show: Shown) -> None:
    tour.run("analysis")


def _bench(tour: Tour, folder: Path, _show: Shown) -> None:
    import shutil

    there = Path(shutil.copytree(ROOT / "docs" / "examples" / "ten-provinces" / "3-ready", folder / "isle"))
    if not tour.controller.run("bench", variant=there):
        raise ValueError(tour.controller.status_text)

    wait(partial(_is_read, tour), at_least=_PAINTED)


def _is_read(tour: Tour) -> bool:
    """Return True if the board on the bench is drawn with everything on it."""
    from app.qt.board_editor.bench_part import BenchPart

    reader = tour.controller.panels.get(BenchPart).reader
    return reader is not None and reader.bench is not None and reader.bench.is_whole


def _desk(tour: Tour) -> None:
    from app.session.seating import Times
    from scripts.desk_pictures import LATE, PLAYERS
    from scripts.round_pictures import NOW

    tour.new_game()
    tour.controller.session.times = Times(wall=lambda: NOW)
    tour.run(
        *LATE,
        "deadline fri 20:00 Europe/Berlin",
        *(f'player {power} "{name} <{name.casefold()}@example.org>"' for name, power in PLAYERS.items()),
    )


def _mail_round(tour: Tour, _folder: Path, _show: Shown) -> None:
    from PySide6.QtWidgets import QApplication

    from app.session.seating import Times
    from scripts.round_pictures import MAILS, NOW

    tour.new_game()
    tour.controller.session.times = Times(wall=lambda: NOW)
    tour.run("deadline fri 20:00 Europe/Berlin", "grace 1h", "round")
    for number, (name, words) in enumerate(MAILS.items()):
        head = f"From: {name} <{name.lower()}@example.org>\nSubject: orders\nDate: Wed, 25 Nov 2026 {9 + number:02}:15:00 +0000\n\n"
        QApplication.clipboard().setText(head + words)
        tour.run("paste-orders")


def _results_out(tour: Tour, _folder: Path, _show: Shown) -> None:
    from app.qt.gm.results_part import ResultsPart

    _desk(tour)
    tour.run("goto S1901M")
    tour.open("results-out")
    part = tour.controller.panels.get(ResultsPart)
    wait(lambda: part.page is None or not part.page.pdf.pixmap().isNull(), at_least=_PAINTED)


def _compare(tour: Tour, _folder: Path, _show: Shown) -> None:
    _desk(tour)
    tour.open("compare")


def _all_games(tour: Tour, folder: Path, _show: Shown) -> None:
    from app.game.dpn.writer import write
    from app.game.storage.places import places
    from app.gm.games import watch_folders
    from app.qt.gm.games_part import GamesPart
    from app.session.seating import Times
    from scripts.desk_pictures import games_of_a_folder
    from scripts.round_pictures import NOW

    tour.controller.session.times = Times(wall=lambda: NOW)
    games = games_of_a_folder()
    for game in games:
        (folder / f"{game.name}.dpn").write_text(write(game), encoding="utf-8")
    watch_folders(places().settings / "games.json", [folder])
    tour.open("all-games")
    part = tour.controller.panels.get(GamesPart)
    wait(lambda: part.page is None or len(part.page.list.shown) == len(games), at_least=_PAINTED)


def _inbox(tour: Tour, folder: Path, show: Shown) -> None:
    """All games beside a mailbox, of whose mails two found no game."""
    from app.qt.gm.games_part import GamesPart
    from scripts.round_pictures import MAILS

    _all_games(tour, folder, show)
    box = folder / "club.mbox"
    box.write_text(
        "".join(
            f"From MAILER Wed Nov 25 17:00:00 2026\nFrom: {name} <{name.lower()}@example.org>\nSubject: {subject}\n"
            f"Date: Wed, 25 Nov 2026 {9 + number:02}:15:00 +0000\nMessage-ID: <{number}@example.org>\n\n{words}\n"
            for number, (name, words) in enumerate(MAILS.items())
            for subject in (("Winter Harbour" if number % 3 else "orders"),)
        ),
        encoding="utf-8",
    )
    tour.controller.run("inbox", path=box)
    part = tour.controller.panels.get(GamesPart)
    wait(lambda: part.page is None or bool(part.page.inbox.rows), at_least=_PAINTED)


def _bench_with_faults(tour: Tour, folder: Path, show: Shown) -> None:
    from app.qt.board_editor.bench_part import BenchPart
    from scripts.bench_pictures import FAULTS

    _bench(tour, folder, show)
    file = folder / "isle" / "variant.toml"
    text = file.read_text(encoding="utf-8")
    for old, new in FAULTS.items():
        text = text.replace(old, new)
    file.write_text(text, encoding="utf-8")
    page = tour.controller.panels.get(BenchPart).page
    wait(lambda: page is None or (bool(page.faults.faults) and _is_read(tour)), at_least=_PAINTED)


def _play_test(tour: Tour, folder: Path, show: Shown) -> None:
    from app.qt.board_editor.bench_part import BenchPart, PlayTestPart

    _bench(tour, folder, show)
    bench = tour.controller.panels.get(BenchPart).page
    if bench is not None:
        bench.action_buttons["Play-test…"].click()
    page = tour.controller.panels.get(PlayTestPart).page
    if page is None:
        raise ValueError("the play-test has no page")
    page.head.games.setValue(20)
    page.head.most_years.setValue(3)
    page.head.start_button.click()
    runner = page.runner
    wait(lambda: runner is None or not runner.is_running, at_least=_PAINTED)


def _replies(tour: Tour, folder: Path, show: Shown) -> None:
    _orders(tour, folder, show)
    tour.open("replies")


def _seats(tour: Tour, _folder: Path, _show: Shown) -> None:
    _table(tour)
    tour.open("seats")


def _panel(name: str) -> Callable[[Tour, Path, Shown], None]:
    """A panel beside the board of a game in its first fall."""

    def show(tour: Tour, folder: Path, take: Shown) -> None:
        _orders(tour, folder, take)
        tour.run("process --missing process", "last-phase")
        tour.open(name)

    return show


def _tournament(tour: Tour, _folder: Path, show: Shown) -> None:
    from app.qt.statistics.tournament_dialog import PeopleTournamentDialog
    from entente.words.names import power_name
    from variants.catalogue import standard

    powers = {power: power_name(standard(), power) for power in standard().powers}
    _show(PeopleTournamentDialog(tour.controller.session.services, powers, tour.window), show)


def _address_book(tour: Tour, _folder: Path, show: Shown) -> None:
    from app.address_book.address_book import Person, read_book, save_book, with_person
    from app.commands.gm.sending import book_file
    from app.qt.gm.address_book_dialog import AddressBookDialog
    from scripts.desk_pictures import PLAYERS

    _desk(tour)
    book = book_file(tour.controller.session)
    for name, power in PLAYERS.items():
        save_book(book, with_person(read_book(book), Person(name, (f"{name.lower()}@example.org",), (power,))))
    _show(AddressBookDialog(book, tour.controller.session.variant, tour.window), show)


def _mail_server(tour: Tour, _folder: Path, show: Shown) -> None:
    from app.qt.gm.server_dialog import ServerDialog

    _show(ServerDialog(tour.window), show)


def _keys(tour: Tour, _folder: Path, show: Shown) -> None:
    from app.qt.main_window.panels import ShortcutsDialog

    _show(ShortcutsDialog(tour.window), show)


def _consent(tour: Tour, _folder: Path, show: Shown) -> None:
    from app.qt.hooks.consent_dialog import ConsentDialog
    from app.session.hook_service import AskedHook
    from variants.hooks.hook_text import shipped_hooks

    asked = tuple(AskedHook(shipped_hooks()[name], "", "", known=False, shipped=False) for name in ("year_of_truce", "no_convoys"))
    _show(ConsentDialog(tour.controller.look, "Winter Harbour.dpn", asked, parent=tour.window), show)


def _show(made: QDialog, show: Shown) -> None:
    made.show()
    show(made)


def _opened(name: str) -> Callable[[Tour, Path, Shown], None]:
    def show(tour: Tour, _folder: Path, take: Shown) -> None:
        from PySide6.QtWidgets import QApplication, QDialog

        before = set(QApplication.topLevelWidgets())
        tour.new_game()
        tour.open(name)
        new = [each for each in QApplication.topLevelWidgets() if isinstance(each, QDialog) and each.isVisible() and each not in before]
        for each in new:
            take(each)

    return show


PAGES: dict[str, Callable[[Tour, Path, Shown], None]] = {
    "start": _start,
    "start-again": _start_again,
    "new-game": _new_game,
    "play-now": _play_now,
    "orders": _orders,
    "results": _results,
    "retreats": _retreats,
    "letters": _letters,
    "analysis": _analysis,
    "lobby": _lobby,
    "curtain": _curtain,
    "seat": _seat,
    "reveal": _reveal,
    "end-card": _end_card,
    "story": _story,
    "round": _mail_round,
    "results-out": _results_out,
    "compare": _compare,
    "all-games": _all_games,
    "inbox": _inbox,
    "bench": _bench,
    "bench-faults": _bench_with_faults,
    "play-test": _play_test,
    "replies": _replies,
    "seats": _seats,
    "tournament": _tournament,
    "console": _panel("console"),
    "file": _panel("file"),
    "hooks": _panel("hooks"),
    "received": _panel("received"),
    "default-lists": _panel("default-lists"),
    "audit": _panel("audit"),
    "address-book": _address_book,
    "mail-server": _mail_server,
    "let-it-run": _opened("let-it-run"),
    "consent": _consent,
    "keys": _keys,
    "preferences": _opened("preferences"),
    "help": _opened("help"),
    "datc": _opened("datc"),
}
"""Pages by name: each is opened in a window that shows the start page."""


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
