"""How long do the board's frames take: first paint, pan, zoom, hover, and a click's new order?

    python -m benchmarks.bench_map [BOARD.json] [--size 1600x1000]

Without a file the standard board is measured, with 35 units and orders of every kind. With one, any compiled board: each of
its provinces then holds a unit that moves to a neighbour. Offscreen, so without a graphics card. Times are in milliseconds.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import cycle
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QPoint, QPointF, QRect
from PySide6.QtGui import QPixmap, QRegion
from PySide6.QtWidgets import QApplication

from adjudicator.board import Board, Province
from adjudicator.location import Location
from adjudicator.order import Move
from adjudicator.unit import Piece, Unit
from app.qt.map.board_view import BoardView
from app.qt.map.scene import BoardScene
from app.view.picture import DrawnOrder, MapPicture, Pointing
from tests.fakes.board_pictures import ALL_KINDS, drawn_standard
from variants.compiled import CompiledBoard
from variants.compiled_json import read_board

ROUNDS = 40


def crowded(board: CompiledBoard) -> MapPicture:
    """A unit in every third province of *board*, each moving to a neighbour."""
    powers = list(ALL_KINDS.variant.powers)
    rules = Board.of(tuple(Province(code, code, shape.terrain) for code, shape in board.provinces.items()), (), ())
    variant = replace(ALL_KINDS.variant, board=rules)
    units: list[Unit] = []
    orders: list[DrawnOrder] = []
    for code, power in zip(list(board.provinces)[::3], cycle(powers), strict=False):
        piece = Piece("A", Location(code))
        units.append(Unit(power, piece))
        near = next((one for each in board.adjacency for one in each.provinces if code in each.provinces and one != code), None)
        if near is not None:
            orders.append(DrawnOrder(Move(piece, Location(near)), power))
    position = replace(ALL_KINDS.position, units=tuple(units), owners={})
    return replace(ALL_KINDS, variant=variant, position=position, orders=tuple(orders))


def timed(work: Callable[[int], object], rounds: int = ROUNDS) -> list[float]:
    """Milliseconds of each round."""
    found = []
    for index in range(rounds):
        start = time.perf_counter()
        work(index)
        found.append((time.perf_counter() - start) * 1000)
    return found


def line(name: str, times: list[float], bar: str = "") -> str:
    """One line of figures."""
    ordered = sorted(times)
    return f"{name:<44} median {statistics.median(ordered):8.2f}   95% {ordered[int(len(ordered) * 0.95)]:8.2f}   {bar}"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("board", nargs="?", type=Path)
    parser.add_argument("--size", default="1600x1000")
    asked = parser.parse_args()
    width, height = (int(each) for each in asked.size.split("x"))
    application = QApplication([])

    start = time.perf_counter()
    board = read_board(asked.board.read_bytes()) if asked.board is not None else drawn_standard()
    read = (time.perf_counter() - start) * 1000
    picture = ALL_KINDS if asked.board is None else crowded(board)
    print(f"{len(board.provinces)} provinces, {len(picture.position.units)} units, {len(picture.orders)} orders, {width} x {height}")
    print(line("read the compiled board", [read]))

    start = time.perf_counter()
    scene = BoardScene(board)
    view = BoardView(scene)
    view.resize(width, height)
    scene.show_picture(picture)
    view.show()
    screen = QPixmap(width, height)
    view.viewport().render(screen)
    print(line("scene made and first painted", [(time.perf_counter() - start) * 1000]))
    start = time.perf_counter()
    scene.finish_rendering()
    print(line("all of the still board baked (in slices)", [(time.perf_counter() - start) * 1000]))
    start = time.perf_counter()
    assert scene.hits is not None
    print(line("hit image made", [(time.perf_counter() - start) * 1000]))

    def frame(_: int = 0) -> None:
        view.viewport().render(screen)

    frame()
    print(line("whole frame, fitted", timed(frame), "bar 16"))

    def zoom(index: int) -> None:
        view.zoom_by(1.22 if index % 16 < 8 else 1 / 1.22, QPointF(width * 0.4, height * 0.55))
        frame()

    print(line("zoom step and frame", timed(zoom), "bar 16"))
    view.fit()
    for _ in range(6):
        view.zoom_in()
    view.settle()
    print(line("laid out anew when a zoom settles", timed(lambda index: scene.set_zoom(1.2 + index % 2 * 0.2, 0.5), 8)))
    view.settle()
    scene.finish_rendering()
    frame()
    edge = QRegion(QRect(0, 0, width, 24))

    def pan(index: int) -> None:
        view.pan_by(6 if index % 20 < 10 else -6, 6)
        # A pan scrolls what is there and paints the strip that comes into view.
        view.viewport().render(screen, QPoint(), edge)

    print(line("pan by a few pixels, with the new strip", timed(pan), "bar 16"))
    print(line("whole frame, zoomed in", timed(frame), "bar 16"))

    view.fit()
    scene.finish_rendering()
    places = [place for shape in board.provinces.values() for place in shape.units.values()]
    print(line("hover hit (province)", timed(lambda index: scene.province_at(QPointF(*places[index % len(places)])), 400), "bar 1"))
    print(line("everything under the pointer", timed(lambda index: scene.touch_at(QPointF(*places[index % len(places)])), 400), "bar 1"))
    codes = list(board.provinces)

    def hover(index: int) -> None:
        code = codes[index % len(codes)]
        scene.point(Pointing(hovered=code))
        left, top, right, bottom = board.provinces[code].bounds
        corner, far = view.mapFromScene(left, top), view.mapFromScene(right, bottom)
        view.viewport().render(screen, corner, QRegion(QRect(corner, far)))

    print(line("hover to another province, with its frame", timed(hover), "bar 16"))
    scene.point(Pointing())
    fewer = replace(picture, orders=picture.orders[:-1])

    def click(index: int) -> None:
        scene.show_picture(fewer if index % 2 else picture)
        frame()

    print(line("an order more or less, with a whole frame", timed(click), "one frame"))
    scene.close()
    application.quit()


if __name__ == "__main__":
    main()
