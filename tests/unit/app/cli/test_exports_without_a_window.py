"""All files that leave the program are made without a window, in every theme, and have no addresses in them."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from itertools import product
from pathlib import Path

import pytest

from app.cli.main import main
from app.cli.printable import Exit
from app.commands.declaring.registry import COMMANDS
from app.presentation.window_colours import theme_ids
from tests.quick import few, one_in_quick
from tests.thorough import one_in

ADDRESS = "ada.byron@example.org"

PICTURES = {
    "a picture": ("export", "board.png", "--width", "300"),
    "a JPEG": ("export", "board.jpg", "--width", "300"),
    "a drawing": ("export", "board.svg"),
    "a page of paper": ("export", "board.pdf"),
    "every phase": ("export", "phases", "--phase", "all", "--width", "300"),
    "every phase as a booklet": ("export", "phases.pdf", "--phase", "all"),
    "a booklet": ("export-booklet", "booklet.pdf"),
    "a web page": ("export-page", "game.html"),
    "a film": ("export-film", "game.gif", "--width", "200"),
    "a film of a phase": ("export-season-film", "season.gif", "--width", "200"),
    "a folder of pictures": ("export-pictures", "pictures", "--width", "200"),
    "results": ("results-files", "results", "--replay", "--width", "300"),
}
"""Files that there is a theme for."""

OTHERS = {
    "a picture for mail": ("export-for-mail", "mail.png"),
    "a game for others": ("export-game", "game.json"),
    "a judge's results": ("export-game", "results.txt"),
    "a table of centres": ("export-game", "centres.csv"),
    "a text for everybody": ("results", "--template", "zine", "--output", "zine.txt"),
    "a page for everybody": ("results", "--template", "html", "--output", "results.html"),
}

THEMES = ("parchment", "print")
USUAL = [("a picture", theme) for theme in THEMES] + [(what, THEMES[at % 2]) for at, what in enumerate(PICTURES)]
"""Pairs of file and theme to try: each kind of file in one, a picture in both. The other themes are for a thorough run."""

NOT_OF_A_GAME = {"export-variant"}
"""A variant has no players."""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two phases of a game whose players have addresses."""
    path = tmp_path_factory.mktemp("game") / "game.dpn"
    assert main(["new", "--output", str(path)]) == Exit.OK
    for words in (
        ("player", "austria", f"Ada <{ADDRESS}>"),
        ("order", "A VIE - GAL"),
        ("process", "--missing=process"),
    ):
        command, *more = words
        assert main([command, str(path), *more]) == Exit.OK
    return path


def made(game: Path, words: tuple[str, ...], folder: Path) -> Mapping[str, bytes]:
    """The files that a command makes, by their names in the folder."""
    command, *more = words
    file = more.index("--output") + 1 if "--output" in more else 0
    more[file] = str(folder / more[file])
    folder.mkdir(exist_ok=True)
    assert main([command, str(game), *more]) == Exit.OK
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def readable(content: bytes) -> bytes:
    """*content* with what is packed in a PDF beside it."""
    found = [content]
    for part in content.split(b"stream\n")[1:] if content.startswith(b"%PDF") else ():
        try:
            found.append(zlib.decompressobj().decompress(part))
        except zlib.error:
            continue
    return b"\n".join(found)


@pytest.mark.slow
@pytest.mark.parametrize("case", one_in_quick(30, one_in(1000, list(product(PICTURES, sorted(theme_ids()))), USUAL)), ids="-".join)
def test_in_every_theme_without_a_window(case: tuple[str, str], game: Path, tmp_path: Path) -> None:
    what, theme = case
    files = made(game, (*PICTURES[what], "--theme", theme), tmp_path)
    assert files
    assert all(files.values())
    assert not any(ADDRESS.encode() in readable(content) for content in files.values())


@pytest.mark.parametrize("what", few(OTHERS, *(each for each in OTHERS if each != "a picture for mail")))
def test_no_other_export_names_an_address(what: str, game: Path, tmp_path: Path) -> None:
    files = made(game, OTHERS[what], tmp_path)
    assert files
    assert not any(ADDRESS.encode() in readable(content) for content in files.values())


@pytest.mark.parametrize("template", ["plain", "judge", "zine", "html"])
def test_addresses_stand_in_results_where_they_are_ticked(template: str, game: Path, tmp_path: Path) -> None:
    words = ("results-files", "results", "--no-pdf", "--picture", "none", "--template", template)
    assert not any(ADDRESS.encode() in content for content in made(game, words, tmp_path / "without").values())
    assert all(ADDRESS.encode() in content for content in made(game, (*words, "--addresses"), tmp_path / "with").values())


def test_every_command_that_exports_is_tried() -> None:
    tried = {words[0] for words in (*PICTURES.values(), *OTHERS.values())}
    assert {each.id for each in COMMANDS if each.id.startswith("export")} - NOT_OF_A_GAME <= tried


def test_a_theme_that_there_is_not_is_named_with_those_there_are(game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words in PICTURES.values():
        command, name, *more = words
        assert main([command, str(game), str(tmp_path / name), *more, "--theme", "mauve"]) != Exit.OK
        assert "parchment" in capsys.readouterr().err, command
    assert list(tmp_path.iterdir()) == []


def test_a_text_that_is_written_to_a_file_is_no_game_and_replaces_nothing_unasked(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = game.read_bytes()
    for command, more in (("results", ("--template", "plain")), ("audit", ())):
        file = tmp_path / f"{command}.txt"
        assert main([command, str(game), *more, "--output", str(file)]) == Exit.OK
        assert file.name in capsys.readouterr().out
        assert not file.read_bytes().startswith(b"entente-game")
        file.write_text("kept")
        assert main([command, str(game), *more, "--output", str(file)]) != Exit.OK
        assert "is there already" in capsys.readouterr().err
        assert file.read_text() == "kept"
        assert main([command, str(game), *more, "--output", str(file), "--replace"]) == Exit.OK
        assert file.read_text() != "kept"
    assert game.read_bytes() == before
