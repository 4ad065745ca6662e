"""Errors on disk are named by their kind, with a remedy."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from app.game.storage.atomic import Failure, StorageError, storing
from tests.quick import one_by_one

HERE = Path("game.dpn")


@one_by_one(
    ("number", "failure", "remedy"),
    [
        (errno.ENOSPC, Failure.DISK_FULL, "Make room on the disk"),
        (errno.EDQUOT, Failure.DISK_FULL, "Make room on the disk"),
        (errno.EFBIG, Failure.TOO_LARGE, "Take embedded files out"),
        (errno.EROFS, Failure.READ_ONLY, "Choose another folder."),
        (errno.EACCES, Failure.NO_PERMISSION, "Choose a folder of your own."),
        (errno.EPERM, Failure.NO_PERMISSION, "Choose a folder of your own."),
        (errno.ENOENT, Failure.MISSING, "Check the path"),
        (errno.ENOTDIR, Failure.MISSING, "Check the path"),
        (errno.EISDIR, Failure.NOT_A_FILE, "Choose a file, not a folder."),
        (errno.ENAMETOOLONG, Failure.MISSING, "Check the path"),
        (errno.ELOOP, Failure.MISSING, "Check the path"),
        (errno.EIO, Failure.OTHER, "Try again"),
    ],
)
def test_an_error_of_the_system_says_what_kind_it_is_and_what_helps(number: int, failure: Failure, remedy: str) -> None:
    with pytest.raises(StorageError) as caught, storing(HERE, "saving the game"):
        raise OSError(number, "The Reason")
    assert caught.value.failure is failure
    assert str(caught.value).startswith("game.dpn: saving the game failed: the Reason.")
    assert caught.value.remedy.startswith(remedy)


@pytest.mark.parametrize(
    ("error", "failure", "said"),
    [
        (OSError("Odd"), Failure.OTHER, "saving the game failed: odd"),
        (ValueError("embedded null"), Failure.MISSING, "saving the game failed: no file can have this name (embedded null)"),
        (RuntimeError("Symlink loop"), Failure.MISSING, "saving the game failed: symlink loop"),
        (KeyError("x"), Failure.OTHER, "saving the game failed: KeyError: 'x'"),
        (RuntimeError(), Failure.MISSING, "saving the game failed: RuntimeError"),
    ],
)
def test_any_other_error_is_reported_in_its_own_words(error: BaseException, failure: Failure, said: str) -> None:
    told = StorageError.of(error, HERE, "saving the game")
    assert (told.failure, told.what) == (failure, said)


def test_what_was_told_already_is_not_told_again() -> None:
    known = StorageError(Failure.DAMAGED, HERE, "the file is damaged")
    assert StorageError.of(known, Path("other"), "saving the game") is known
    assert str(known) == "game.dpn: the file is damaged. Open a backup."


def test_each_kind_is_written_as_a_word_that_stays() -> None:
    """Reports of trouble name it."""
    assert [str(each) for each in Failure] == [
        "disk full", "read only", "write-protected", "no permission", "missing", "not a file", "too large", "not readable", "in use",
        "changed outside", "damaged", "other",
    ]  # fmt: skip


@pytest.mark.parametrize(("remedy", "said"), [("Make it anew.", "Make it anew."), ("", ""), (None, "Open a backup.")])
def test_who_knows_a_better_way_says_it_in_place_of_the_usual_one(remedy: str | None, said: str) -> None:
    told = StorageError(Failure.DAMAGED, HERE, "the file is damaged", remedy)
    assert told.remedy == said
    assert str(told) == f"game.dpn: the file is damaged. {said}".strip()
