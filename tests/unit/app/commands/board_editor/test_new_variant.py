"""A designer begins a variant: what the command writes can be played as it is, and has everything that drawing needs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.library.starter import STARTER, write_starter
from app.session.errors import Abort
from languages.outside_text import outside_name
from tests.unit.app.commands.fake_services import Desk
from variants import FolderSource, load
from variants.compile.check_board import check_board
from variants.compile.codes import LAYERS
from variants.svg.read_xml import read_xml


def own_folder(desk: Desk) -> Path:
    folder = desk.session.shelf.folder
    assert folder is not None
    return folder


def test_a_new_variant_is_on_the_shelf_and_has_no_fault() -> None:
    desk = Desk(game=False)
    said = desk.run("new-variant Two Lakes")
    folder = own_folder(desk) / "two-lakes"
    assert str(folder / "board.svg") in said
    assert str(folder / "variant.toml") in said
    entry = desk.session.shelf.entry("two-lakes")
    assert entry is not None
    assert entry.folder is not None
    assert entry.folder.variant.name == "Two Lakes"
    assert [each.name for each in entry.folder.maps] == ["Two Lakes"]
    assert "two-lakes: 0 errors, 0 warnings" in desk.run("check-variant two-lakes")


def test_it_can_be_played_at_once() -> None:
    desk = Desk(game=False)
    desk.run("new-variant Two Lakes")
    assert "seed 3: " in desk.run("selfplay --variant two-lakes --games 1 --years 4 --seed 3")


def test_every_layer_is_there_in_the_sequence_of_painting_with_the_provinces_in_hand() -> None:
    root = read_xml((STARTER / "board.svg").read_bytes(), "board.svg")
    layers = [each.get("inkscape:label") for each in root.children if each.get("inkscape:groupmode") == "layer"]
    assert sorted(layers) == sorted(LAYERS)
    assert layers[0] == "background"
    assert layers[-1] == "foreground"
    (view,) = (each for each in root.children if each.tag == "sodipodi:namedview")
    assert view.get("inkscape:current-layer") == "layer-provinces"


def test_the_starter_itself_has_no_fault() -> None:
    variant = load(FolderSource(STARTER)).variant
    assert check_board((STARTER / "board.svg").read_bytes(), variant.board) == ()


def test_nothing_is_overwritten() -> None:
    desk = Desk(game=False)
    desk.run("new-variant Two Lakes")
    rules = own_folder(desk) / "two-lakes" / "variant.toml"
    rules.write_text("mine")
    for name in ("two lakes", "TWO  LAKES!", "Standard"):
        with pytest.raises(Abort, match=r"There is a variant (two-lakes|standard) already; choose another name"):
            desk.run(f"new-variant {name}")
    assert rules.read_text() == "mine"
    assert [each.name for each in own_folder(desk).iterdir()] == ["two-lakes"]


@pytest.mark.parametrize(
    ("name", "folder"),
    [
        ("Két tó", "ket-to"),
        ("Два озера", "my-board"),
        ('Say "no" \\ to # tabs\t', "say-no-to-tabs"),
        ("../../etc", "etc"),
        ("x" * 300, "x" * 60),
    ],
)
def test_any_name_makes_a_folder_and_stays_as_it_was_written(tmp_path: Path, name: str, folder: str) -> None:
    made = write_starter(name, tmp_path, ())
    assert made == tmp_path / folder
    assert load(FolderSource(made)).variant.name == outside_name(name, 80)


def test_names_in_other_letters_get_a_number(tmp_path: Path) -> None:
    assert [write_starter("湖", tmp_path, ("my-board",)).name for _ in range(2)] == ["my-board-2", "my-board-3"]


def test_a_folder_that_cannot_be_written_is_reported_and_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text(json.dumps(""))
    with pytest.raises(OSError, match="file"):
        write_starter("Lakes", tmp_path / "file", ())
    desk = Desk(game=False)
    own_folder(desk).parent.mkdir(parents=True, exist_ok=True)
    own_folder(desk).write_text("in the way")
    with pytest.raises(Abort, match="cannot be written"):
        desk.run("new-variant Lakes")
