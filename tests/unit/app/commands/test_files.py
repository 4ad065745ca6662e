"""Commands that open, save and close games."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from app.game.storage.recent import RecentGame, RecentGames
from app.session.errors import Abort, CommandError
from tests.unit.app.commands.fake_services import Desk

ROOT = Path(__file__).resolve().parents[4]
ISLE = ROOT / "docs" / "examples" / "ten-provinces" / "3-ready"
SHIPPED = ROOT / "variants" / "shipped"


@pytest.fixture
def desk() -> Desk:
    desk = Desk(game=False)
    desk.run("new --name 'Straits of Iron'")
    return desk


def test_a_new_game_stands_at_the_start_and_is_not_saved(desk: Desk) -> None:
    assert str(desk.session.turn.phase) == "S1901M"
    assert desk.session.game.name == "Straits of Iron"
    assert desk.document.is_modified
    assert desk.session.game.variant_checksum.startswith("sha256:")


def test_rule_options_are_given_to_a_new_game(desk: Desk) -> None:
    desk.run("new standard nmr=hold")
    assert desk.session.game.rules == (("nmr", "hold"),)
    with pytest.raises(CommandError, match="colour=red: no rule"):
        desk.run("new standard colour=red")
    with pytest.raises(Abort, match="name=choice"):
        desk.run("new standard hurry")


@pytest.mark.parametrize("named", ["id", "id_of_another"])
def test_a_variant_that_is_not_on_the_shelf_is_not_begun_since_its_game_could_not_be_opened_again(tmp_path: Path, named: str) -> None:
    folder = Path(shutil.copytree(ISLE, tmp_path / "isles"))
    manifest = folder / "variant.toml"
    found = re.search(r'(?m)^id = "(.*)"', manifest.read_text(encoding="utf-8"))
    assert found is not None
    if named == "id_of_another":
        manifest.write_text(manifest.read_text(encoding="utf-8").replace(found[0], 'id = "standard"'), encoding="utf-8")
    desk = Desk(game=False)
    with pytest.raises(Abort, match=r"is not on the shelf.*; import .*isles puts it there"):
        desk.run(f"new {folder}")
    assert desk.session.documents == ()


def test_a_copy_of_a_variant_on_the_shelf_is_begun(tmp_path: Path) -> None:
    desk = Desk(game=False)
    desk.run(f"new {shutil.copytree(SHIPPED / 'fleet-rome', tmp_path / 'fleet-rome')}")
    assert desk.session.game.variant.id == "fleet-rome"


def test_a_game_is_saved_closed_and_opened_again(desk: Desk, tmp_path: Path) -> None:
    desk.run("A PAR - BUR", f"save-as {tmp_path / 'iron'}")
    assert desk.document.path == tmp_path / "iron.dpn"
    assert not desk.document.is_modified
    desk.run("close")
    assert desk.session.current is None
    desk.run(f"open {tmp_path / 'iron.dpn'}")
    assert desk.orders("FRANCE") == ["A PAR - BUR"]
    assert not desk.document.is_modified


def test_a_game_without_a_file_asks_where_to_save(desk: Desk, tmp_path: Path) -> None:
    with pytest.raises(Abort, match="No file was chosen"):
        desk.run("save")
    desk.services.paths = [tmp_path / "here"]
    assert desk.run("save") == f"Saved in {tmp_path / 'here.dpn'}."
    desk.run("A PAR - BUR", "save")
    assert "A PAR - BUR" in (tmp_path / "here.dpn").read_text()


def test_another_file_is_not_written_over_unless_somebody_says_so(desk: Desk, tmp_path: Path) -> None:
    there = tmp_path / "there.dpn"
    there.write_text("precious")
    with pytest.raises(Abort, match="--replace"):
        desk.run(f"save-as {there}")
    assert there.read_text() == "precious"
    desk.services.is_interactive = True
    desk.services.answers = ["Leave it", "Write over it"]
    with pytest.raises(Abort, match="--replace"):
        desk.run(f"save-as {there}")
    desk.run(f"save-as {there}")
    assert there.read_text().startswith("entente-game 1")


def test_a_file_changed_by_another_program_is_not_written_over_silently(desk: Desk, tmp_path: Path) -> None:
    desk.run(f"save-as {tmp_path / 'g.dpn'}")
    (tmp_path / "g.dpn").write_text("# mended by hand\n" + (tmp_path / "g.dpn").read_text())
    desk.run("A PAR - BUR")
    with pytest.raises(CommandError, match="another program changed the file"):
        desk.run("save")
    assert "# mended by hand" in (tmp_path / "g.dpn").read_text()
    desk.services.is_interactive = True
    desk.services.answers = ["Leave it"]
    with pytest.raises(Abort, match="Not saved"):
        desk.run("save")
    desk.run("save --over")
    assert "# mended by hand" not in (tmp_path / "g.dpn").read_text()


def test_a_game_that_is_open_comes_to_the_front_instead_of_being_opened_twice(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "g.dpn"
    desk.run(f"save-as {path}", "new", f"open {path}")
    assert len(desk.session.documents) == 2
    assert desk.document.path == path


def test_a_game_that_somebody_wants_to_keep_is_not_closed(desk: Desk) -> None:
    desk.services.may_close = False
    with pytest.raises(Abort, match="Not closed"):
        desk.run("close")
    assert len(desk.session.documents) == 1


def test_positions_that_do_not_follow_are_asked_about(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "g.dpn"
    desk.run("A PAR - BUR", "process --missing process", f"save-as {path}", "close")
    path.write_text(path.read_text().replace("= FRANCE: A BUR,", "= FRANCE: A GAS,"))
    desk.services.is_interactive = True
    desk.services.answers = [None, "Look only", "The positions are right", "The orders are right"]
    with pytest.raises(Abort, match="was not opened"):
        desk.run(f"open {path}")
    assert "2 differences" in desk.services.asked[0]
    assert "can only be looked at" in desk.run(f"open {path}")
    desk.run("close", f"open {path}")
    assert desk.session.turn.position.unit_at("GAS") is not None
    assert desk.session.turn.adjustments
    desk.run("close", f"open {path}")
    assert desk.session.turn.position.unit_at("BUR") is not None


def test_what_is_no_game_is_not_opened(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "not a game.dpn"
    path.write_bytes(b"\x00\xff")
    with pytest.raises(Abort, match="there is no game in this file"):
        desk.run(f"open '{path}'")
    with pytest.raises(CommandError, match=r"nowhere\.dpn"):
        desk.run("open nowhere.dpn")
    assert len(desk.session.documents) == 1


def test_close_is_no_part_of_a_script(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "s.txt").write_text("close\n")
    with pytest.raises(CommandError, match="cannot be part of a script"):
        desk.run(f"run {tmp_path / 's.txt'}")


def test_recent_games_are_listed_and_opened_by_number(desk: Desk, tmp_path: Path) -> None:
    with pytest.raises(Abort, match="There is no recent game"):
        desk.run("recent")
    path = tmp_path / "g.dpn"
    desk.run(f"save-as {path}", "close")
    places = desk.session.library.places
    RecentGames(places.recent, places.thumbnails).note(RecentGame(path, "Straits of Iron", "S1901M", 1))
    assert desk.run("recent") == f" 1: Straits of Iron, S1901M ({path})"
    desk.run("recent 1")
    assert desk.document.path == path
    with pytest.raises(Abort, match="no recent game number 2"):
        desk.run("recent 2")


def test_the_files_text_is_shown(desk: Desk, tmp_path: Path) -> None:
    would_be = desk.run("show-file")
    assert would_be.startswith("entente-game 1"), "of a game that was not saved yet, what saving would write"
    desk.run(f"save-as {tmp_path / 'g.dpn'}")
    assert desk.run("show-file") == would_be


def test_a_file_that_is_gone_cannot_be_shown(desk: Desk, tmp_path: Path) -> None:
    desk.run(f"save-as {tmp_path / 'g.dpn'}")
    (tmp_path / "g.dpn").unlink()
    with pytest.raises(Abort, match=r"g\.dpn"):
        desk.run("show-file")


def test_quit_is_left_to_whoever_runs_the_program(desk: Desk) -> None:
    desk.run("quit")
    assert desk.services.has_quit


def test_a_place_that_is_no_name_of_a_file_is_refused(desk: Desk) -> None:
    with pytest.raises(Abort, match="no name for a file"):
        desk.run("save-as /")
