"""Backups: their numbers and names, which are kept, and what in their folder is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.phase import Phase
from app.game.file_store import KEPT, Backup, backups_of, game_folder, keep_backup, keep_old_version, superfluous
from app.game.storage.atomic import StorageError

S1901 = Phase.of("S1901M")


def copies(*phases: str) -> tuple[Backup, ...]:
    return tuple(Backup(Path(f"{number}"), number, Phase.of(phase)) for number, phase in enumerate(phases, start=1))


@pytest.mark.parametrize(
    ("phases", "gone"),
    [
        ([], []),
        (["S1901M"] * 10, []),
        (["S1901M"] * 11, []),
        (["S1901M"] * 12, [2]),
        (["S1901M", "F1901M", "S1902M", "F1902M", *["S1903M"] * 10], [2, 4]),
        (["S1901M", "S1902M", "S1901M", *["S1903M"] * 10], [3]),
    ],
)
def test_the_last_ten_and_the_first_of_each_year_are_needed(phases: list[str], gone: list[int]) -> None:
    assert KEPT == 10
    assert [each.number for each in superfluous(copies(*phases))] == gone


def test_each_copy_has_the_next_number_whatever_is_gone(tmp_path: Path) -> None:
    first = keep_backup(tmp_path, "game", S1901, b"one")
    second = keep_backup(tmp_path, "game", Phase.of("F1901R"), b"two")
    assert [(each.number, each.path.name, each.path.read_bytes()) for each in (first, second)] == [
        (1, "0001-S1901M.dpn", b"one"), (2, "0002-F1901R.dpn", b"two"),
    ]  # fmt: skip
    first.path.unlink()
    assert keep_backup(tmp_path, "game", S1901, b"three").number == 3
    assert backups_of(tmp_path, "game") == (second, Backup(tmp_path / "game" / "0003-S1901M.dpn", 3, S1901))


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("0007-S1901M.dpn", 7),
        ("12345-W1901A.dpn", 12_345),
        ("123456789-F1901R.dpn", 123_456_789),
        ("0003-S-0431M.dpn", 3),
        ("0003-S10000M.dpn", 3),
        ("007-S1901M.dpn", None),
        ("1234567890-S1901M.dpn", None),
        ("0007-S190M.dpn", None),
        ("0007-S1901X.dpn", None),
        ("0007-s1901M.dpn", None),
        ("0007-S1901M.dpn~", None),
        ("x0007-S1901M.dpn", None),
        ("notes.txt", None),
    ],
)
def test_a_copy_is_known_by_its_name(name: str, number: int | None, tmp_path: Path) -> None:
    own = game_folder(tmp_path, "game")
    own.mkdir()
    (own / name).write_bytes(b"x")
    assert [each.number for each in backups_of(tmp_path, "game")] == ([] if number is None else [number])
    assert keep_backup(tmp_path, "game", S1901, b"y").number == (number or 0) + 1


def test_copies_are_told_by_number_and_not_by_name(tmp_path: Path) -> None:
    own = game_folder(tmp_path, "game")
    own.mkdir()
    for name in ("10000-S1901M.dpn", "9999-S1901M.dpn", "0002-S1901M.dpn"):
        (own / name).write_bytes(b"x")
    assert [each.number for each in backups_of(tmp_path, "game")] == [2, 9_999, 10_000]


@pytest.mark.parametrize(
    ("game_id", "name"),
    [("7e57", "7e57"), ("A_b-9", "A_b-9"), ("a b/c.d", "a_b_c_d"), ("..", "__"), ("", "_"), ("x" * 60, "x" * 60), ("x" * 61, "x" * 60)],
)
def test_a_game_has_a_folder_of_its_own(game_id: str, name: str, tmp_path: Path) -> None:
    assert game_folder(tmp_path, game_id) == tmp_path / name


def test_a_game_that_has_no_copies_has_none(tmp_path: Path) -> None:
    assert backups_of(tmp_path, "game") == ()
    (tmp_path / "file").write_bytes(b"")
    assert backups_of(tmp_path, "file") == ()


def test_where_the_earlier_ones_cannot_be_listed_none_is_written_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = keep_backup(tmp_path, "game", S1901, b"one")

    def barred(_: Path) -> None:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "iterdir", barred)
        with pytest.raises(StorageError, match="keeping a backup failed: permission denied"):
            keep_backup(tmp_path, "game", S1901, b"two")
    assert kept.path.read_bytes() == b"one"


def test_a_copy_that_cannot_be_taken_away_is_no_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(11):
        keep_backup(tmp_path, "game", S1901, b"x")

    def barred(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "unlink", barred)
    assert keep_backup(tmp_path, "game", S1901, b"x").number == 12
    monkeypatch.undo()
    assert len(backups_of(tmp_path, "game")) == 12
    keep_backup(tmp_path, "game", S1901, b"x")
    assert [each.number for each in backups_of(tmp_path, "game")] == [1, *range(4, 14)], "it is tried again with the next"


@pytest.mark.parametrize(
    ("name", "there", "beside"),
    [
        ("game.dpn", [], "game.v3.dpn"),
        ("game.dpn", ["game.v3.dpn", "game.v3-1.dpn"], "game.v3-2.dpn"),
        ("game", [], "game.v3"),
        ("a.b.dpn", [], "a.b.v3.dpn"),
    ],
)
def test_the_file_of_an_older_version_lies_beside_the_game(name: str, there: list[str], beside: str, tmp_path: Path) -> None:
    for each in there:
        (tmp_path / each).write_bytes(b"earlier")
    kept = keep_old_version(tmp_path / name, b"old", 3)
    assert (kept, kept.read_bytes()) == (tmp_path / beside, b"old")
    assert all((tmp_path / each).read_bytes() == b"earlier" for each in there)
