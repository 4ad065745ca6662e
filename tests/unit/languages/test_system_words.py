"""Messages of the system on a file that is not there read like the rest of the sentence around them."""

from __future__ import annotations

import errno
import socket
from pathlib import Path

import pytest

from app.game.storage.atomic import StorageError
from languages import system_words, using


def test_a_missing_file_is_reported_in_the_language_in_use() -> None:
    missing = FileNotFoundError(errno.ENOENT, "No such file or directory", "g.dpn")
    with using("de"):
        assert system_words(missing) == "Datei oder Ordner nicht gefunden"
        assert "atei oder Ordner nicht gefunden" in str(StorageError.of(missing, Path("g.dpn"), "opening the game"))
    assert system_words(missing) == "No such file or directory"


@pytest.mark.parametrize(
    "error", [socket.gaierror(-2, "Name or service not known"), TimeoutError(), ConnectionRefusedError(111, "refused")]
)
def test_connections_are_reported_in_words_that_went_through_the_catalogue(error: OSError) -> None:
    with using("pseudo"):
        assert system_words(error).startswith("⟦")


def test_what_no_table_knows_stays_in_its_own_words() -> None:
    with using("fr"):
        assert system_words(OSError(errno.EXDEV, "Invalid cross-device link")) == "Invalid cross-device link"
        assert system_words(ValueError("odd")) == "odd"
        assert system_words(ValueError()) == "ValueError"
