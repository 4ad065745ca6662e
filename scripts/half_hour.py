"""A designer's half hour: from an empty page to a played year through the real window, with nothing typed but names.

    python -m scripts.half_hour [FOLDER] [--brief]

writes into *FOLDER* (``half-hour`` unless given) a numbered picture of each step, a film of all, and ``report.txt``: the words
that were typed and the presses. The drawing grows from an empty page in four savings, each by Inkscape where it is installed. The
window is on a virtual screen (Xvfb) where there is no other. ``--brief`` leaves out the film and the ways of the pointer, which take
most of the time.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from scripts.asked_help import answer_help

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint
    from PySide6.QtWidgets import QWidget

    from app.qt.board.game_page import GamePage
    from app.qt.main_window.main_controller import MainController
    from scripts.films.camera import Camera

ROOT = Path(__file__).resolve().parents[1]
TITLE = "Three Bays"
SEAS = ("Mist Sea", "Gull Sea", "Salt Sound", "Deep Bay")
LANDS = ("Alder", "Birken", "Cedra", "Dorn", "Elmet", "Farrow", "Gorse", "Heath", "Ivel", "Juna", "Kelm", "Larch")
POWERS = {"Aldermark": ("#c23b22", "Alder", "Gorse"), "Dornland": ("#2a6f4e", "Birken", "Ivel"), "Larchia": ("#6b4fa0", "Farrow", "Larch")}
"""Each power's colour, the home of its army and that of its fleet."""
FREE = ("Cedra", "Elmet", "Kelm")
"""Neutral centres."""
SPRING = {"Alder": "Alder", "Gorse": "Salt Sound", "Birken": "Cedra", "Ivel": "Ivel", "Farrow": "Elmet", "Larch": "Deep Bay"}
FALL = {"Alder": "Alder", "Salt Sound": "Heath", "Cedra": "Cedra", "Ivel": "Ivel", "Elmet": "Elmet", "Deep Bay": "Kelm"}
"""Place of each unit, to the one that it goes to; to its own: it holds."""
_COLUMNS, _ROWS = (0, 170, 330, 500, 660, 830, 1000), (0, 150, 350, 550, 700)
_SAVINGS = 5
Cell = tuple[int, int]


def typed_names() -> list[str]:
    """All that is typed: names, in the drawing and in the window."""
    return [*SEAS, *LANDS, *POWERS, TITLE]


def _corner(column: int, row: int) -> tuple[float, float]:
    """A corner of the grid, off its place by a hand's unrest; on the page's edge it stays on it."""
    shift_x = ((column * 7 + row * 13) % 11 - 5) * 5 if 0 < column < 6 else 0
    shift_y = ((column * 11 + row * 5) % 9 - 4) * 6 if 0 < row < 4 else 0
    return _COLUMNS[column] + shift_x, _ROWS[row] + shift_y


def _cells() -> Mapping[str, list[Cell]]:
    """Each province with its cells of the grid: lands in two rows, seas above and below in halves."""
    found = {name: [(at % 6, 1 + at // 6)] for at, name in enumerate(LANDS)}
    for at, name in enumerate(SEAS):
        row, first = (0, 3)[at // 2], (0, 3)[at % 2]
        found[name] = [(first + step, row) for step in range(3)]
    return found


def _outline(cells: list[Cell]) -> str:
    (left, row), (right, _) = cells[0], cells[-1]
    above = [_corner(column, row) for column in range(left, right + 2)]
    below = [_corner(column, row + 1) for column in range(right + 1, left - 1, -1)]
    return "M " + " L ".join(f"{x:g},{y:g}" for x, y in (*above, *below)) + " Z"


def _middle(cells: list[Cell]) -> tuple[float, float]:
    (left, row), (right, _) = cells[0], cells[-1]
    corners = [_corner(left, row), _corner(right + 1, row), _corner(left, row + 1), _corner(right + 1, row + 1)]
    return sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4


def drawing(saved: int) -> str:
    """The drawing as it is at that saving: 0 an empty page, then shapes, names, dots with colours and a legend, units."""
    cells = _cells()
    owner = {land: colour for colour, *homes in POWERS.values() for land in homes} if saved > 2 else {}
    spaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
    out = [f'<svg {spaces} width="1000" height="700" viewBox="0 0 1000 700">']

    def layer(name: str, content: list[str]) -> None:
        out.append(f'<g inkscape:groupmode="layer" inkscape:label="{name}" id="layer{len(out)}">')
        out.extend([*content, "</g>"])

    def shape(name: str, fill: str) -> str:
        return f'<path style="fill:{fill};stroke:#443322;stroke-width:2" d="{_outline(cells[name])}"/>'

    if saved > 0:
        layer("Sea", [shape(name, "#a9c8d2") for name in SEAS])
        layer("Land", [shape(name, owner.get(name, "#e8dcb8")) for name in LANDS])
    if saved > 1:
        style = "font-size:22px;text-anchor:middle;font-family:serif"
        spots = {name: _middle(each) for name, each in cells.items()}
        layer("Names", [f'<text style="{style}" x="{x:g}" y="{y - 20:g}">{name}</text>' for name, (x, y) in spots.items()])
    if saved > 2:
        centres = [_middle(cells[name]) for name in (*owner, *FREE)]
        layer("Centres", [f'<circle style="fill:#222222" cx="{x - 35:g}" cy="{y + 20:g}" r="7"/>' for x, y in centres])
        legend = []
        for at, (power, (colour, *_)) in enumerate(POWERS.items()):
            legend.append(f'<rect x="20" y="{20 + 32 * at}" width="22" height="22" style="fill:{colour}"/>')
            legend.append(f'<text style="font-size:18px" x="50" y="{38 + 32 * at}">{power}</text>')
        layer("Legend", legend)
    if saved > 3:
        units = [(letter, _middle(cells[home])) for _, *homes in POWERS.values() for letter, home in zip("AF", homes, strict=True)]
        style = "font-size:24px;font-weight:bold"
        layer("Units", [f'<text style="{style}" x="{x + 15:g}" y="{y + 40:g}">{letter}</text>' for letter, (x, y) in units])
    return "\n".join([*out, "</svg>", ""])


def save(path: Path, text: str) -> str:
    """Save the drawing as Inkscape does, by itself where it is installed; the name of the program that did it."""
    program = shutil.which("inkscape")
    if program is None:
        path.write_text(text, encoding="utf-8")
        return "this script"
    with tempfile.TemporaryDirectory() as there:
        before, after = Path(there) / "drawn.svg", Path(there) / path.name
        before.write_text(text, encoding="utf-8")
        command = [program, "--export-type=svg", f"--export-filename={after}", str(before)]
        subprocess.run(command, check=True, capture_output=True, timeout=120)  # noqa: S603 - found on the path on purpose
        path.write_bytes(after.read_bytes())
    return "Inkscape"


class Evening:
    """The half hour while it goes on, with what it took."""

    def __init__(self, controller: MainController, camera: Camera, folder: Path) -> None:
        self._controller, self._camera, self._folder = controller, camera, folder
        self.typed: list[str] = []
        self.presses = 0
        self.pictures = 0
        self.saved_by = ""

    def press(self, widget: QWidget, at: QPoint | None = None, in_dialog: Callable[[], None] | None = None) -> None:
        """Press a widget, in its middle or at a point of it."""
        self.presses += 1
        self._camera.press(widget, at, 0 if in_dialog else 250, in_dialog)

    def step(self, words: str) -> None:
        """Say what is seen now, and keep a numbered picture of it."""
        from scripts.small_webp import small_webp

        self._camera.say(words)
        self._camera.look(900)
        self.pictures += 1
        name = "-".join("".join(letter if letter.isalnum() else " " for letter in words.lower()).split()[:6])
        (self._folder / f"{self.pictures:02d}-{name}.webp").write_bytes(small_webp(self._camera.frames[-1][0]))

    def go(self, there: Path) -> None:
        """Draw, begin, and play a year.

        Raises:
            ValueError: the board comes out otherwise than it was drawn.
        """
        file = there / "bays.svg"
        self.saved_by = save(file, drawing(0))
        self._camera.say("An empty page, dropped on the window.")
        self._camera.drop(self._controller.window, self._controller.window.rect().center(), [file])
        self._read(file)
        self.step("An empty page lies on the bench.")
        for saved, words in enumerate(
            (
                "Shapes in two layers, Sea and Land, and saved.",
                "A name over each shape.",
                "Dots are centres; colours and a legend are powers.",
                "A letter is a unit: A an army, F a fleet.",
            ),
            1,
        ):
            before = set(self._texts(saved - 1))
            save(file, drawing(saved))
            self.typed += [each for each in self._texts(saved) if each not in before]
            self._read(file)
            self.step(words)
        self._begin(file)
        self._start()
        self._play()

    def _texts(self, saved: int) -> list[str]:
        text = drawing(saved)
        return [name for name in (*SEAS, *LANDS, *POWERS) if f">{name}<" in text]

    def _read(self, file: Path) -> None:
        from app.qt.board_editor.bench_part import BenchPart

        part = self._controller.panels.get(BenchPart)

        def is_read() -> bool:
            bench = None if part.reader is None else part.reader.bench
            if part.reader is None or part.reader.is_busy or bench is None:
                return False
            return (bench.written or bench.files).get(file.name) == file.read_bytes()

        self._camera.wait(is_read, 300)

    def _begin(self, file: Path) -> None:
        from PySide6.QtCore import Qt
        from PySide6.QtTest import QTest

        from app.qt.board_editor.bench_part import BenchPart

        page = self._controller.panels.get(BenchPart).page
        if page is None:
            raise ValueError("nothing lies on the bench")
        begin = page.side.begin
        self.press(begin.name)
        QTest.keyClick(begin.name, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClicks(begin.name, TITLE)
        self.typed.append(TITLE)
        self.step("Its name is all that is typed.")
        self.press(begin.button)
        self._read(file)
        self._camera.wait(lambda: page.counts.text().startswith("Playable"))
        self.step("One press begins it: centres, powers, homes, units as drawn. It is playable.")
        self.press(page.action_buttons["Close"])

    def _start(self) -> None:
        from PySide6.QtWidgets import QApplication

        from app.qt.new_game.new_game_dialog import NewGameDialog

        controller = self._controller

        def choose() -> None:
            dialog = QApplication.activeModalWidget()
            if not isinstance(dialog, NewGameDialog):
                raise TypeError("another dialog came up")
            dialog.read_all()
            item = next(each for each in (dialog.variants.item(at) for at in range(dialog.variants.count())) if TITLE in each.text())
            dialog.variants.scrollToItem(item)
            self.press(dialog.variants.viewport(), dialog.variants.visualItemRect(item).center())
            self._camera.wait(lambda: dialog.picture.pixmap() is not None and not dialog.picture.pixmap().isNull(), 500)
            self.step("It stands on the shelf of New game.")
            self.press(dialog.start_button, in_dialog=lambda: None)

        self.press(controller.start_page.new_button, in_dialog=choose)
        if controller.page is None:
            raise ValueError(controller.status_text)
        self.step("Its first year begins.")

    def _play(self) -> None:
        from app.qt.panels.game_panel import GamePanel

        document = self._page.document
        codes = {each.name: code for code, each in document.game.variant.board.provinces.items()}
        header = self._controller.panels.get(GamePanel).widget.header
        for season, moves in (("Spring", SPRING), ("Fall", FALL)):
            for start, target in moves.items():
                self._order(codes[start], codes[target])
            if header.summary.text() != "All orders are in.":
                raise ValueError(f"{season}: {header.summary.text()}")
            self.step(f"{season}: every unit has an order, by two presses each.")
            self.press(header.process_button)
            self.step(f"{season} is adjudicated.")
            self.press(header.onward_button)
        for home in ("Birken", "Farrow", "Larch"):
            if str(self._page.order_entry.turn.phase).endswith("A"):
                self._build(codes[home])
        self.step("Winter: whoever gained a centre builds.")
        self.press(header.process_button)
        self.press(header.onward_button)
        self.step("A year is played; the next spring begins.")

    @property
    def _page(self) -> GamePage:
        page = self._controller.page
        if page is None:
            raise ValueError("no game is in front")
        return page

    def _ground(self, code: str) -> QPoint:
        from PySide6.QtCore import QPointF

        from app.presentation.order_tools.stage import ProvinceArea

        board, reachable = self._page.board, self._page.order_entry.reachable
        left, top, right, bottom = self._page.scene.board.provinces[code].bounds
        steps = range(1, 24)
        spots = [
            board.mapFromScene(QPointF(left + (right - left) * across / 24, top + (bottom - top) * down / 24))
            for down in steps
            for across in steps
        ]
        fitting = [each for each in spots if board.touch_at(each).as_touch(reachable) == ProvinceArea(code)]
        return fitting[len(fitting) // 2]

    def _unit(self, code: str) -> QPoint:
        from PySide6.QtCore import QPointF

        plan = self._page.scene.plan
        if plan is None:
            raise ValueError("the board is not laid out")
        return self._page.board.mapFromScene(QPointF(*next(each.at for each in plan.units if each.unit.province == code)))

    def _order(self, start: str, target: str) -> None:
        view = self._page.board.viewport()
        self.press(view, self._unit(start))
        self.press(view, self._unit(start) if start == target else self._ground(target))

    def _build(self, code: str) -> None:
        self.press(self._page.board.viewport(), self._ground(code))
        chip = self._page.acts.chip
        if chip.isVisible():
            self.press(chip.button(0))


def inside(folder: Path, *, brief: bool) -> int:
    """Go through the half hour in this process, whose platform is chosen already."""
    from app.game.storage.places import places
    from app.game.storage.settings import Settings
    from app.qt.main_window.application import make_application, open_main_window
    from app.qt.main_window.window_preferences import Preferences
    from scripts.films.camera import HEIGHT, WIDTH, Camera
    from scripts.small_webp import film_webp

    make_application()
    window = open_main_window(Preferences(Settings(places().settings_file)))
    window.show()
    window.resize(WIDTH, HEIGHT)
    begun = time.monotonic()
    camera = Camera(window)
    if brief:
        camera.is_hurried = True
    evening = Evening(window.controller, camera, folder)
    there = places().variants / "three-bays"
    there.mkdir(parents=True)
    evening.go(there)
    game = window.controller.session.game
    phase = game.turn(game.last()).position.phase
    lines = [
        f"saved by {evening.saved_by}, {_SAVINGS} times",
        f"typed: {len(evening.typed)} names: {', '.join(evening.typed)}",
        f"presses: {evening.presses}",
        f"pictures: {evening.pictures}",
        f"phase at the end: {phase}",
        f"seconds of the clock: {time.monotonic() - begun:.0f}",
    ]
    if not brief:
        (folder / "half-hour.webp").write_bytes(film_webp(camera.frames, 50))
    (folder / "report.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    sys.stdout.write("\n".join(lines) + "\n")
    for document in window.controller.session.documents:
        window.controller.session.remove(document)
        document.close(discard=True)
    window.close()
    return 0


def main(arguments: list[str]) -> int:
    """Run it in a process of its own, with a home of its own and on a screen; returns its exit code."""
    from scripts.check_window import start_display

    if arguments[:1] == ["--inside"]:
        return inside(Path(arguments[1]), brief="--brief" in arguments)
    brief = [each for each in arguments if each == "--brief"]
    named = [each for each in arguments if each != "--brief"]
    folder = Path(named[0] if named else "half-hour").resolve()
    folder.mkdir(parents=True, exist_ok=True)
    display = None if os.environ.get("DISPLAY") else start_display()
    screen = {"DISPLAY": display[1]} if display is not None else {}
    platform = "xcb" if screen or os.environ.get("DISPLAY") else "offscreen"
    with tempfile.TemporaryDirectory() as home:
        whole = {**os.environ, **screen, "QT_QPA_PLATFORM": platform, "ENTENTE_HOME": home}
        try:
            command = [sys.executable, "-m", "scripts.half_hour", "--inside", str(folder), *brief]
            return subprocess.run(command, env=whole, cwd=ROOT, check=False).returncode  # noqa: S603 - this very script
        finally:
            if display is not None:
                display[0].terminate()
                display[0].wait()


if __name__ == "__main__":
    answer_help(__doc__)
    raise SystemExit(main(sys.argv[1:]))
