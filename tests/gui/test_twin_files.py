"""Of two games that differ only in what a power must not see, every file that this power can make of them is the same, byte for byte."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import QApplication

from app.game.record import Game
from app.qt.board.picture_content import content
from app.qt.main_window.printing import paint
from app.qt.statistics.story_files import write
from app.session.requests import StoryFormat
from app.session.services import PictureFormat
from tests.unit.app.commands.fake_services import Desk
from tests.unit.app.session.command_output import Sight, desk_of, shared_sight
from tests.unit.app.session.fog_twins import fog_twin
from tests.unit.app.session.twins import twin

STORIES = {
    StoryFormat.PAGE: "export-page game.html --letters",
    StoryFormat.FILM: "export-film game.gif --width 200",
    StoryFormat.SEASON: "export-season-film game.gif --width 200",
    StoryFormat.BOOKLET: "export-booklet game.pdf --letters",
    StoryFormat.PICTURES: "export-pictures pictures --width 200",
}
"""A new format must have its line."""

GAMES = {"without fog": (twin, "FRANCE", "S1901M"), "under fog": (fog_twin, "TURKEY", "F1901M")}
"""Function that makes the twins, viewer, and the phase that is over."""

_OF_NOW = re.compile(
    rb"/(?:Creation|Mod)Date\s*\([^)]*\)|/ID\s*\[[^\]]*\]|xmp:\w+Date=\"[^\"]*\"|uuid:[0-9a-f-]+|startxref\s+\d+|\d{10} \d{5} n"
)
"""Parts of a PDF that depend on the moment it was made, and the offsets that change with them."""


@pytest.fixture(scope="module")
def sight() -> Iterator[Sight]:
    with shared_sight() as found:
        yield found


def desk_on(name: str, number: int, sight: Sight, *, seeing_all: bool = False) -> Desk:
    made, viewer, _ = GAMES[name]
    game: Game = made(viewer, number)
    return desk_of(game, None if seeing_all else viewer, sight=sight)


def picture(desk: Desk, form: PictureFormat, phase: str, folder: Path) -> bytes:
    desk.run(f"export '{folder}/board.{form}' --phase {phase} --width 400")
    ((request, asked, _),) = desk.services.pictures
    assert asked is form
    return _OF_NOW.sub(b"", content(request, form))


def printed(desk: Desk, folder: Path) -> bytes:
    desk.run(f"export '{folder}/board.png'")
    ((request, _, _),) = desk.services.pictures
    printer = QPrinter()
    printer.setOutputFileName(str(folder / "print.pdf"))
    paint(printer, request)
    return _OF_NOW.sub(b"", (folder / "print.pdf").read_bytes())


def story(desk: Desk, form: StoryFormat, folder: Path) -> dict[str, bytes]:
    command, name, *more = STORIES[form].split()
    desk.run(f"{command} '{folder}/{name}' {' '.join(more)}")
    ((request, _, path),) = desk.services.stories
    write(request, form, path, lambda *_: True)
    files = sorted(path.rglob("*")) if path.is_dir() else [path]
    return {each.name: _OF_NOW.sub(b"", each.read_bytes()) for each in files}


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    """Of the same name, since a file can say its own."""
    made = (tmp_path / "1" / "files", tmp_path / "2" / "files")
    for each in made:
        each.mkdir(parents=True)
    return made


@pytest.mark.parametrize("open_phase", [False, True], ids=["a phase that is over", "the open phase"])
@pytest.mark.parametrize("form", PictureFormat)
@pytest.mark.parametrize("name", GAMES)
def test_pictures_are_the_same(
    name: str, form: PictureFormat, open_phase: bool, sight: Sight, folders: tuple[Path, Path], qapp: QApplication
) -> None:
    desks = [desk_on(name, number, sight) for number in (1, 2)]
    phase = str(desks[0].session.open_turn.phase) if open_phase else GAMES[name][2]
    one, two = (picture(desk, form, phase, folder) for desk, folder in zip(desks, folders, strict=True))
    assert one == two


@pytest.mark.parametrize("name", GAMES)
def test_what_is_printed_is_the_same(name: str, sight: Sight, folders: tuple[Path, Path], qapp: QApplication) -> None:
    one, two = (printed(desk_on(name, number, sight), folder) for number, folder in zip((1, 2), folders, strict=True))
    assert one == two


@pytest.mark.slow
@pytest.mark.parametrize("form", StoryFormat)
@pytest.mark.parametrize("name", GAMES)
def test_stories_are_the_same(name: str, form: StoryFormat, sight: Sight, folders: tuple[Path, Path], qapp: QApplication) -> None:
    one, two = (story(desk_on(name, number, sight), form, folder) for number, folder in zip((1, 2), folders, strict=True))
    assert one == two


@pytest.mark.parametrize("name", GAMES)
def test_the_game_master_gets_the_difference(name: str, sight: Sight, folders: tuple[Path, Path], qapp: QApplication) -> None:
    """Else the tests above would hold for pictures of nothing."""
    desks = [desk_on(name, number, sight, seeing_all=True) for number in (1, 2)]
    phase = "S1901M" if name == "without fog" else "F1901M"
    one, two = (picture(desk, PictureFormat.SVG, phase, folder) for desk, folder in zip(desks, folders, strict=True))
    assert (one != two) is (name == "under fog"), "without fog the orders of a phase that is over are everybody's"
    texts = [story(desk, StoryFormat.PAGE, folder) for desk, folder in zip(desks, folders, strict=True)]
    assert texts[0] != texts[1]
