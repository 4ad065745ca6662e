"""Exports of a whole game: what is asked for, what is refused, and that nothing of the open phase goes along."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.game.dpn.writer import write
from app.game.entries import Press
from app.game.record import MAIN
from app.game.table_edits import send_press
from app.session.errors import CommandError
from app.session.requests import StoryFormat
from app.session.services import FileToSave
from tests.unit.app.commands.fake_services import Desk


@pytest.fixture
def desk() -> Desk:
    made = Desk()
    made.run("A PAR - BUR", "process --missing process", "A BUR - MUN")
    return made


@pytest.mark.parametrize(
    ("line", "format_"),
    [
        ("export-page {}/game.html", StoryFormat.PAGE),
        ("export-page {}/game.htm", StoryFormat.PAGE),
        ("export-booklet {}/game.pdf", StoryFormat.BOOKLET),
        ("export-film {}/game.gif", StoryFormat.FILM),
        ("export-film {}/game.gif --phase S1901M", StoryFormat.SEASON),
        ("export-season-film {}/game.gif", StoryFormat.SEASON),
        ("export-pictures {}/pictures", StoryFormat.PICTURES),
    ],
)
def test_each_is_one_command(line: str, format_: StoryFormat, desk: Desk, tmp_path: Path) -> None:
    said = desk.run(line.format(tmp_path))
    ((request, made, path),) = desk.services.stories
    assert made is format_
    assert str(path) in said
    assert request.game.line(MAIN)[-1].orders == {}, "orders of the open phase are nobody's to read"
    assert desk.document.game.line(MAIN)[-1].orders != {}


def test_letters_of_the_open_phase_stay_out_and_public_press_is_in(desk: Desk, tmp_path: Path) -> None:
    desk.session.perform("Press", lambda game: send_press(game, MAIN, Press("FRANCE", ("GERMANY",), "a letter")))
    desk.session.perform("Press", lambda game: send_press(game, MAIN, Press("FRANCE", (), "a notice")))
    desk.run(f"export-page {tmp_path}/game.html --letters")
    ((request, _, _),) = desk.services.stories
    assert "a letter" not in write(request.game)
    assert "a notice" in write(request.game)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("export-page {}/game.txt", "ends in .html"),
        ("export-booklet {}/game.html", "ends in .pdf"),
        ("export-film {}/game.mp4", "ends in .gif"),
        ("export-film {}/game.gif --width 100", "200 to 2400"),
        ("export-film {}/game.gif --phase F1901M", "not been played yet"),
        ("export-film {}/game.gif --phase F1905M", "no phase F1905M"),
        ("export-pictures {}/pictures --width 9999", "200 to 2400"),
        ("export-page", "No file was chosen"),
        ("export-pictures", "No folder was chosen"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(line: str, why: str, desk: Desk, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=why):
        desk.run(line.format(tmp_path))
    assert desk.services.stories == []


def test_a_game_without_a_phase_played_has_no_season_to_film() -> None:
    with pytest.raises(CommandError, match="No phase has been played yet"):
        Desk().run("export-season-film game.gif")


def test_the_name_that_is_offered_can_be_a_files_name(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    offered: list[str] = []

    def ask(question: FileToSave) -> Path:
        offered.append(question.suggestion)
        return tmp_path / "x"

    desk.run('rename "A/B: <C>?"')
    monkeypatch.setattr(desk.services, "ask", ask)
    desk.run("export-page")
    assert offered == ["A B   C.html"] or all(not set('/\\:*?"<>|') & set(each) for each in offered)
    ((_, _, path),) = desk.services.stories
    assert path.suffix == ".html"


@pytest.mark.parametrize(
    ("line", "format_"),
    [
        ("export-page {}/game.html", StoryFormat.PAGE),
        ("export-booklet {}/game.pdf", StoryFormat.BOOKLET),
        ("export-film {}/game.gif", StoryFormat.FILM),
        ("export-season-film {}/game.gif", StoryFormat.SEASON),
        ("export-pictures {}/pictures", StoryFormat.PICTURES),
        ("export {}/pictures --phase all", StoryFormat.PICTURES),
        ("export {}/game.pdf --phase all", StoryFormat.BOOKLET),
    ],
)
def test_each_is_written_in_any_theme_without_a_window(line: str, format_: StoryFormat, desk: Desk, tmp_path: Path) -> None:
    desk.run(f"{line.format(tmp_path)} --theme night")
    ((request, made, _),) = desk.services.stories
    assert (made, request.view.theme) == (format_, "night")


def test_one_picture_is_written_in_any_theme_and_width(desk: Desk, tmp_path: Path) -> None:
    desk.run(f"export {tmp_path}/board.png --phase S1901M --theme print --width 700")
    ((request, _, _),) = desk.services.pictures
    assert (request.view.theme, request.width, str(request.game.turn(request.cursor).phase)) == ("print", 700, "S1901M")


def test_all_phases_in_a_width_of_ones_own(desk: Desk, tmp_path: Path) -> None:
    desk.run(f"export {tmp_path}/pictures --phase all --width 640")
    ((request, _, _),) = desk.services.stories
    assert request.width == 640


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("export {}/board.png --theme sepia", "There is no theme sepia"),
        ("export {}/board.png --phase all", "all phases go into a folder"),
        ("export {}/out --phase all --mail", "without --mail"),
        ("export {}/out.pdf --phase all --width 900", "as wide as its paper"),
        ("export {}/board.png --phase F1977M", "has no phase F1977M"),
        ("export {}/board.png --phase sometime", "is not a phase"),
        ("export-page {}/game.html --theme sepia", "There is no theme sepia"),
    ],
)
def test_what_cannot_be_exported_is_said(line: str, why: str, desk: Desk, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=why):
        desk.run(line.format(tmp_path))
    assert not desk.services.pictures
    assert not desk.services.stories
