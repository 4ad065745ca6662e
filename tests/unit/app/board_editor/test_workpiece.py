"""The bench changes one file a step: undoable, with a backup, and never over what another program saved."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.board_editor.workpiece import ChangedOutsideError, Workpiece
from app.game.storage.atomic import StorageError


@pytest.fixture
def piece(tmp_path: Path) -> Workpiece:
    (tmp_path / "variant.toml").write_text("one\n")
    (tmp_path / "board.svg").write_text("<svg/>\n")
    return Workpiece(tmp_path)


def test_every_step_can_be_taken_back_and_made_again(piece: Workpiece) -> None:
    piece.perform("Name ALD", "variant.toml", b"two\n")
    piece.perform("Move unit:ald", "board.svg", b"<svg a='1'/>\n")
    assert [each.label for each in piece.steps] == ["Name ALD", "Move unit:ald"]
    assert piece.undo() == "Move unit:ald"
    assert piece.read("board.svg") == b"<svg/>\n"
    assert piece.undo() == "Name ALD"
    assert piece.read("variant.toml") == b"one\n"
    assert piece.redo() == "Name ALD"
    assert piece.read("variant.toml") == b"two\n"
    assert piece.next_redo == "Move unit:ald"


def test_a_new_step_forgets_what_was_taken_back(piece: Workpiece) -> None:
    piece.perform("One", "variant.toml", b"two\n")
    piece.undo()
    piece.perform("Other", "variant.toml", b"three\n")
    assert piece.next_redo == ""


def test_what_changes_nothing_is_no_step(piece: Workpiece) -> None:
    assert not piece.perform("Nothing", "variant.toml", b"one\n")
    assert piece.steps == ()


def test_what_another_program_saved_is_not_written_over(piece: Workpiece) -> None:
    piece.perform("Name ALD", "variant.toml", b"two\n")
    (piece.root / "variant.toml").write_text("from an editor\n")
    with pytest.raises(ChangedOutsideError, match=r"variant\.toml was saved by another program since"):
        piece.undo()
    assert piece.read("variant.toml") == b"from an editor\n"
    assert piece.next_undo == "Name ALD"


def test_the_file_as_it_was_before_the_bench_is_kept(piece: Workpiece) -> None:
    piece.perform("Once", "board.svg", b"<svg a='1'/>\n")
    piece.perform("Twice", "board.svg", b"<svg a='2'/>\n")
    kept = list((piece.root / ".backups").iterdir())
    assert [each.read_bytes() for each in kept] == [b"<svg/>\n"], "one a session, of the designer's own file"
    Workpiece(piece.root).perform("Later", "board.svg", b"<svg a='3'/>\n")
    assert sorted(each.name for each in (piece.root / ".backups").iterdir()) == ["board.svg.1", "board.svg.2"]
    assert ".backups/board.svg.1" not in piece.files()


def test_a_file_that_was_made_goes_again(piece: Workpiece) -> None:
    piece.perform("Begin", "SOURCE.md", b"mine\n")
    piece.undo()
    assert not (piece.root / "SOURCE.md").exists()


def test_a_drawing_alone_is_no_variant(tmp_path: Path) -> None:
    (tmp_path / "island.svg").write_text("<svg/>")
    (tmp_path / "letter.txt").write_text("private")
    piece = Workpiece(tmp_path / "island.svg")
    assert piece.lone_drawing == "island.svg"
    assert list(piece.files()) == ["island.svg"], "what else lies in that folder is nobody's business"


def test_files_that_belong_together_are_one_step(piece: Workpiece) -> None:
    assert piece.perform_all("Call BRE BRD", {"variant.toml": b"two\n", "board.svg": b"<svg a='1'/>\n"})
    assert [each.file for each in piece.steps] == ["variant.toml and board.svg"]
    piece.undo()
    assert (piece.read("variant.toml"), piece.read("board.svg")) == (b"one\n", b"<svg/>\n")
    piece.redo()
    assert (piece.read("variant.toml"), piece.read("board.svg")) == (b"two\n", b"<svg a='1'/>\n")


def test_where_one_of_them_cannot_be_written_none_is(piece: Workpiece) -> None:
    with pytest.raises((OSError, StorageError)):
        piece.perform_all("Both", {"variant.toml": b"two\n", "nowhere/board.svg": b"<svg/>\n"})
    assert piece.read("variant.toml") == b"one\n"
    assert piece.steps == ()


def test_a_step_over_two_files_is_not_taken_back_over_what_another_program_saved_in_one(piece: Workpiece) -> None:
    piece.perform_all("Both", {"variant.toml": b"two\n", "board.svg": b"<svg a='1'/>\n"})
    (piece.root / "board.svg").write_text("<svg b='1'/>\n")
    with pytest.raises(ChangedOutsideError, match=r"board\.svg was saved by another program"):
        piece.undo()
    assert piece.read("variant.toml") == b"two\n"
