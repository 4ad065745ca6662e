"""The variant Two Lakes on the bench: its file changed from outside, and everything read that lies there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pytestqt.qtbot import QtBot

from app.qt.board_editor.bench_page import BenchPage
from app.qt.board_editor.bench_part import BenchPart
from app.qt.board_editor.bench_reader import BenchReader
from app.qt.board_editor.province_table import CODE, ProvinceTable
from app.qt.main_window.main_controller import MainController

Opened = Callable[..., BenchPage]
"""Puts a path on the bench, Two Lakes unless another is named, and waits until it is read."""


def manifest(lakes: Path) -> str:
    return (lakes / "variant.toml").read_text()


def settled(controller: MainController, qtbot: QtBot, lakes: Path) -> None:
    """Wait until what the files say now has been read."""
    reader = reader_of(controller)
    qtbot.waitUntil(
        lambda: (
            reader.bench is not None
            and reader.bench.is_whole
            and all(reader.bench.files[name] == (lakes / name).read_bytes() for name in ("variant.toml", "board.svg"))
        ),
        timeout=60_000,
    )


def changed(lakes: Path, old: str, new: str, file: str = "variant.toml") -> None:
    """Change a file as an editor would, with the bench knowing nothing of it."""
    text = (lakes / file).read_text()
    assert old in text
    (lakes / file).write_text(text.replace(old, new, 1))


def whole(part: BenchPart, qtbot: QtBot) -> None:
    """Wait until everything that lies there has been read."""
    reader = part.reader
    assert reader is not None
    qtbot.waitUntil(lambda: reader.bench is not None and reader.bench.is_whole, timeout=60_000)


def reader_of(controller: MainController) -> BenchReader:
    """Return the reader of the files on the bench."""
    reader = controller.panels.get(BenchPart).reader
    assert reader is not None
    return reader


def listed(table: ProvinceTable) -> tuple[str, ...]:
    """The codes in the list of provinces, from the top."""
    return tuple(str(table.model().index(row, CODE).data()) for row in range(table.model().rowCount()))
