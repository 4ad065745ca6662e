"""Changes of a command to a variant's files are read back at once, and taken back by a later command."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.session.errors import Abort
from tests.unit.app.commands.fake_services import Desk
from variants.toml_text import read_toml

FILES = ("variant.toml", "board.svg")


@pytest.fixture
def desk() -> Desk:
    return Desk(game=False)


@pytest.fixture
def lakes(desk: Desk) -> Path:
    desk.run("new-variant 'Two Lakes'")
    folder = desk.session.shelf.folder
    assert folder is not None
    return folder / "two-lakes"


def contents(folder: Path) -> list[bytes]:
    return [(folder / name).read_bytes() for name in FILES]


@pytest.mark.slow
def test_the_last_year_goes_above_shores_that_were_answered_and_the_board_still_opens(desk: Desk, lakes: Path) -> None:
    path = lakes / "variant.toml"
    path.write_text(path.read_text().rstrip() + '\n\n[[shores]]\nland = "CAM"\nis = "canal"\n')
    desk.run("set-variant two-lakes --victory 3 --year-limit 1908 --builds 'any owned' --hooks gunboat")
    read = read_toml("variant.toml", path.read_bytes()).table
    assert (read["victory"], read["year_limit"], read["hooks"]) == (3, 1908, ["gunboat"])
    assert read["shores"] == [{"land": "CAM", "is": "canal"}]
    assert "0 errors" in desk.run("check-variant two-lakes")


def test_all_that_one_command_did_is_taken_back_and_then_the_command_before(desk: Desk, lakes: Path) -> None:
    first = contents(lakes)
    desk.run("set-province two-lakes BRE --name Brandy --code brd")
    second = contents(lakes)
    assert first[0] != second[0]
    assert first[1] != second[1]
    desk.run("set-variant two-lakes --victory 3 --year-limit 1908")
    said = Desk(game=False).run(f"undo-variant '{lakes}'")
    assert "Taken back: " in said
    assert contents(lakes) == second
    desk.run("undo-variant two-lakes")
    assert contents(lakes) == first
    with pytest.raises(Abort, match="No command has changed this variant"):
        desk.run("undo-variant two-lakes")


def test_a_file_that_was_changed_otherwise_since_stays(desk: Desk, lakes: Path) -> None:
    desk.run("set-variant two-lakes --victory 3")
    path = lakes / "variant.toml"
    path.write_text(path.read_text() + "# by hand\n")
    with pytest.raises(Abort, match="changed otherwise since"):
        desk.run("undo-variant two-lakes")
    assert path.read_text().endswith("# by hand\n")


def test_kept_steps_that_name_files_elsewhere_are_not_followed(desk: Desk, lakes: Path, tmp_path: Path) -> None:
    desk.run("set-variant two-lakes --victory 3")
    (kept,) = (lakes / ".backups" / "steps").iterdir()
    kept.write_text(kept.read_text().replace("variant.toml", "../variant.toml"))
    with pytest.raises(Abort, match="No command has changed this variant"):
        desk.run("undo-variant two-lakes")
