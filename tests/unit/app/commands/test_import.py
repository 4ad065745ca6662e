"""Boards of other programs are brought onto the shelf, and games are started on them."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from app.library.board_imports import BoardJudge, keep, read_board
from app.session.errors import Abort
from app.session.hook_service import HookAnswer, HookChoice
from app.session.importing import SMALLEST_GROUP
from tests.unit.app.commands.fake_services import Desk
from tests.unit.variants.importers.test_collection import MAP as TWO_LANDS
from tests.unit.variants.importers.test_diplomacygm_older import OLDER, without_labels
from tests.unit.variants.importers.test_jdip import VARIANTS, packed
from tests.unit.variants.importers.test_mutations import FAMILIES
from variants.fault import Fault, Severity, Weight
from variants.importers import GoOn, Imported
from variants.source import FolderSource

MAP = TWO_LANDS.replace("Sea = sea", "Sea = sea doubt?")


@pytest.fixture
def desk() -> Desk:
    return Desk(game=False)


@pytest.fixture
def board(tmp_path: Path) -> Path:
    path = tmp_path / "two lands.map"
    path.write_text(MAP)
    return path


@pytest.mark.slow
def test_an_imported_board_is_on_the_shelf_and_can_be_played(desk: Desk, board: Path) -> None:
    said = desk.run(f"import '{board}'")
    assert "two lands.map:3: doubt? may mean Sea: an alias that is doubtful is left out" in said
    assert "Two lands: two-lands" in said
    desk.run("new two-lands", "RED: A AAA - BBB", "process --missing process")
    assert str(desk.session.turn.phase) == "F1901M"
    assert (desk.session.shelf.folder or Path()).joinpath("two-lands", "REPORT.txt").read_text().startswith("Two lands: playable, with")


@pytest.mark.slow
def test_a_second_import_stands_beside_the_first(desk: Desk, board: Path) -> None:
    desk.run(f"import '{board}'")
    assert "two-lands-2" in desk.run(f"import '{board}'")
    assert {"two-lands", "two-lands-2"} <= set(desk.session.shelf.ids())


def test_what_is_no_board_is_refused_and_leaves_nothing_behind(desk: Desk, tmp_path: Path) -> None:
    junk = tmp_path / "junk.zip"
    junk.write_bytes(b"junk")
    with pytest.raises(Abort, match="Nothing could be imported"):
        desk.run(f"import {junk}")
    with pytest.raises(Abort, match="there is no such file"):
        desk.run(f"import {tmp_path / 'gone.map'}")
    with pytest.raises(Abort, match="No file was chosen"):
        desk.run("import")
    folder = desk.session.shelf.folder
    assert folder is None or not folder.exists() or not list(folder.iterdir())


@pytest.mark.slow
def test_a_folder_that_cannot_be_written_is_reported(desk: Desk, board: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(Abort, match="cannot be written"):
        desk.run(f"import '{board}' --into={tmp_path / 'file'}")


def test_a_variant_is_kept_whole_or_not_at_all(board: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    variant = read_board(board).variants[0]
    shelf = tmp_path / "shelf"

    def full(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", full)
        with pytest.raises(OSError, match="No space left"):
            keep(variant, shelf, ())
    assert list(shelf.iterdir()) == []
    assert keep(variant, shelf, ("two-lands",)).name == "two-lands-2"


def test_a_configuration_among_others_finds_its_drawing_in_the_folder_beside(tmp_path: Path) -> None:
    for folder, name, text in (("config", "small.json", json.dumps(OLDER)), ("assets", "world.svg", without_labels())):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / name).write_text(text, encoding="utf-8")
    (found,) = read_board(tmp_path / "config" / "small.json").variants
    assert "board.svg" in found.files


@pytest.mark.slow
def test_a_board_that_changes_in_mid_game_is_played_with_its_hooks_once_they_are_agreed_to(desk: Desk, tmp_path: Path) -> None:
    lines = "IN F1901M: AMEND AAA ABUTS -BBB\nIN F1901M: AMEND BBB ABUTS -AAA\nVICTORY 9 2\n"
    (tmp_path / "canal.map").write_text(f"{MAP}{lines}Cay = ccc\nCOAST CCC ABUTS SEA\nAMEND SEA ABUTS CCC\nUNOWNED CCC\n")
    assert "IN F1901M: steps open and close: carried over, with a hook" in desk.run(f"import '{tmp_path / 'canal.map'}'")
    with pytest.raises(Abort, match="Nobody has agreed to run victory_by_year, closed_steps"):
        desk.run("new canal")
    desk.services.hook_answer = HookAnswer(HookChoice.RUN)
    desk.run("new canal", "BLUE: A BBB - AAA", "RED: A AAA - BBB", "process --missing process")
    assert sorted(desk.session.turn.position.conditions) == ["closed AAA - BBB", "closed BBB - AAA"]
    with pytest.raises(Abort, match="the border is closed now"):
        desk.run("RED: A AAA - BBB")
    desk.run("process --missing process")
    assert desk.session.turn.position.conditions == frozenset()


def jdip_package(tmp_path: Path, **changed: str) -> Path:
    path = tmp_path / "smallVariant.zip"
    path.write_bytes(packed(**changed))
    return path


@pytest.mark.slow
def test_an_import_ends_with_its_verdict_in_ten_lines_and_all_of_it_in_the_folder(desk: Desk, tmp_path: Path) -> None:
    rules = "".join(f'<RULEOPTION name="OPTION_{number}" value="YES"/>' for number in range(6))
    package = jdip_package(tmp_path, variants__xml=VARIANTS.replace("<RULEOPTIONS>", f"<RULEOPTIONS>{rules}"))
    said = desk.run(f"import '{package}'").splitlines()
    assert "playable, with" in said[1]
    assert len(said) == 11, "one about the folder, ten about the board"
    assert said[-1].startswith("and ")
    kept = (desk.session.shelf.folder or Path()).joinpath("small-1", "REPORT.txt").read_text().splitlines()
    assert len(kept) > 15
    assert set(said[2:-1]) <= set(kept)
    losses = [at for at, line in enumerate(kept) if "no counterpart" in line]
    repairs = [at for at, line in enumerate(kept) if "another is found" in line]
    assert max(losses) < min(repairs), "the worst first"


def test_a_board_without_faults_is_playable_and_nothing_more(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "plain.map"
    path.write_text(MAP.replace(" doubt?", ""))
    assert "Plain: plain: playable" in desk.run(f"import '{path}'").splitlines()


def test_a_board_that_cannot_be_played_says_not_yet_and_the_worst_reason(desk: Desk, tmp_path: Path) -> None:
    with pytest.raises(Abort) as refused:
        desk.run(f"import '{jdip_package(tmp_path, small_adjacency__xml='<PROVINCES/>')}'")
    report = (desk.session.shelf.folder or Path()) / "small-1.report.txt"
    line = next(each for each in str(refused.value).splitlines() if "not yet" in each)
    assert line.startswith(f"Small [1] (all of it in {report}): not yet: ")
    reason = line.partition("not yet: ")[2]
    first, second, *_ = report.read_text(encoding="utf-8").splitlines()
    assert first == f"Small [1]: not yet: {reason}"
    assert second == reason, "the worst is named"
    assert "province" in reason
    assert "small-1" not in desk.session.shelf.ids()


def test_what_is_worst_is_named_by_its_kind_and_not_by_its_words() -> None:
    def warning(what: str, weight: Weight) -> Fault:
        return Fault("x.map", None, what, "", Severity.WARNING, weight=weight)

    odd, departure = warning("a town called Left Out: its name is kept", Weight.REPAIR), warning("fog at night", Weight.DEPARTURE)
    lost, error = warning("the second drawing", Weight.LOSS), Fault("x.map", None, "nobody plays")
    verdict = BoardJudge().judge(Imported("x", "X", {}, (odd, departure, lost, error)))
    assert verdict.lines == (error, lost, departure, odd)
    assert verdict.headline == "not yet: x.map: nobody plays"


@pytest.mark.slow
def test_a_folder_with_too_many_files_says_that_some_are_not_looked_at(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(5):
        (folder / f"board {number:02}.map").write_text(MAP)
    monkeypatch.setattr(FolderSource, "MOST_FILES", 3)
    said = desk.run(f"import '{folder}'")
    assert "many: more than 3 files: 3 of them are looked at, the others are left out" in said
    monkeypatch.setattr(FolderSource, "MOST_FILES", 5)
    assert "more than" not in desk.run(f"import '{folder}'")


@pytest.mark.slow
def test_of_many_boards_those_that_cannot_be_played_come_first_and_all_are_named(desk: Desk, tmp_path: Path) -> None:
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(14):
        (folder / f"board {number:02}.map").write_text(MAP)
    (folder / "bad.map").write_text("nothing of use\n")
    said = desk.run(f"import '{folder}'").splitlines()
    assert len(said) == 11
    assert "bad.map" in said[1]
    assert "board-13" in "\n".join(said)
    assert {f"board-{number:02}" for number in range(14)} <= set(desk.session.shelf.ids())


MIXED = ("jdip", "diplicity", "webdiplomacy", "judge", "gm")


def collection_of(count: int, folder: Path) -> Path:
    """A folder of *count* boards of several families, a fifth of them packed."""
    for number in range(count):
        _, files = FAMILIES[MIXED[number % len(MIXED)]]
        place = folder / f"board {number:03}"
        place.mkdir(parents=True)
        if number % len(MIXED) == 0:
            with zipfile.ZipFile(place / "board.zip", "w") as packed_board:
                for name, content in files.items():
                    packed_board.writestr(name, content)
            continue
        for name, content in files.items():
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            (place / name).write_bytes(content)
    return folder


@pytest.mark.slow
def test_a_collection_of_a_hundred_boards_stands_on_the_shelf_as_a_group(desk: Desk, tmp_path: Path) -> None:
    told: list[tuple[int, int, str]] = []

    def watched(_words: str, work: Callable[[GoOn], object]) -> object:
        def go_on(done: int, of: int, what: str) -> bool:
            told.append((done, of, what))
            return True

        return work(go_on)

    desk.session.services.watch_over = watched  # type: ignore[method-assign, assignment]
    said = desk.run(f"import '{collection_of(100, tmp_path / 'Old: boards')}'")
    own = [entry for entry in desk.session.shelf.entries() if entry.own]
    assert len(own) >= 100
    assert {entry.group for entry in own} == {"Old boards"}
    assert all(entry.folder is not None for entry in own)
    assert len(said.splitlines()) <= 13
    steps = [(done, of) for done, of, what in told if what]
    assert len(steps) >= 200, "one for each board that is read, and one for each that is checked"
    listed = ((desk.session.shelf.folder or Path()) / "Old boards" / "REPORT.txt").read_text(encoding="utf-8").splitlines()
    headings = [line for line in listed if not line.startswith(" ")]
    assert [line.rpartition(":")[0] for line in headings] == ["Playable, with departures from the source", "Playable"]
    assert sum(int(line.rpartition(" ")[2]) for line in headings) == len(listed) - len(headings) == len(own)
    desk.run(f"new {own[50].id}")
    assert desk.session.game.variant.id == own[50].id


@pytest.mark.slow
def test_few_boards_of_one_file_are_no_group(desk: Desk, tmp_path: Path) -> None:
    desk.run(f"import '{collection_of(SMALLEST_GROUP - 1, tmp_path / 'three')}'")
    assert {entry.group for entry in desk.session.shelf.entries() if entry.own} == {""}


@pytest.mark.slow
def test_a_group_takes_no_place_of_a_variant(desk: Desk, tmp_path: Path, board: Path) -> None:
    desk.run(f"import '{board}'")
    desk.run(f"import '{collection_of(SMALLEST_GROUP + 1, tmp_path / 'two-lands')}'")
    assert {entry.group for entry in desk.session.shelf.entries() if entry.own} == {"", "two-lands 2"}
