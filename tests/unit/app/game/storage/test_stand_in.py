"""A folder that stands in where a person's own cannot be written: it is theirs alone, and takes along what can be read."""

from __future__ import annotations

import os
import re
import stat
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from app.game.storage import stand_in as room
from app.game.storage.places import places
from app.game.storage.stand_in import can_be_written, stand_in

posix = pytest.mark.skipif(os.name != "posix", reason="owners and permissions of posix")


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for temporary files."""
    folder = tmp_path / "tmp"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A person's own folder, which cannot be written."""
    home = tmp_path / "home"
    monkeypatch.setenv("ENTENTE_HOME", str(home))
    here = places()
    for folder in (here.data, here.settings):
        folder.mkdir(parents=True, exist_ok=True)
    real: Callable[[str | Path, int], bool] = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: real(path, mode) and not Path(path).is_relative_to(home))
    return home


def test_a_folder_can_be_written_where_it_or_the_nearest_above_it_can(tmp_path: Path) -> None:
    assert can_be_written(tmp_path)
    assert can_be_written(tmp_path / "not" / "there" / "yet")


def test_nothing_can_be_written_into_a_file(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("x")
    file.chmod(0o777)
    assert not can_be_written(file)
    assert not can_be_written(file / "folder")


@pytest.mark.parametrize("missing", [os.W_OK, os.X_OK])
def test_a_folder_that_may_not_be_written_or_entered_is_none(missing: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda _, mode: not mode & missing)
    assert not can_be_written(tmp_path)


def test_a_folder_that_may_not_even_be_looked_at_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = Path.stat

    def barred(self: Path, **how: bool) -> os.stat_result:
        if self.name == "barred":
            raise PermissionError(13, "Permission denied")
        return real(self, **how)

    monkeypatch.setattr(Path, "stat", barred)
    assert not can_be_written(tmp_path / "barred")


def test_where_all_can_be_written_nothing_stands_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENTENTE_HOME", str(tmp_path))
    assert stand_in() is None
    assert os.environ["ENTENTE_HOME"] == str(tmp_path)


@posix
def test_what_stands_in_is_this_persons_alone_and_the_same_one_each_time(
    own: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = stand_in()
    folder = temporary / f"entente-{os.getuid()}"
    assert said is not None
    assert said.startswith(f"{places_of(own)} cannot be written. Settings, unsaved changes and backups of this session are in {folder}")
    assert os.environ["ENTENTE_HOME"] == str(folder)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    monkeypatch.setenv("ENTENTE_HOME", str(own))
    stand_in()
    assert os.environ["ENTENTE_HOME"] == str(folder)
    assert [each.name for each in temporary.iterdir()] == [folder.name]


def places_of(home: Path) -> Path:
    """The first folder of *home* that was found barred."""
    return next(each for each in (home / "data", home / "settings", home) if each.is_dir())


@posix
@pytest.mark.parametrize("what", ["open to others", "a file", "a link"])
def test_a_folder_that_is_not_this_persons_alone_is_left_alone(what: str, own: Path, temporary: Path, tmp_path: Path) -> None:
    known = temporary / f"entente-{os.getuid()}"
    if what == "open to others":
        known.mkdir()
        known.chmod(0o755)
    elif what == "a file":
        known.write_text("x")
        known.chmod(0o600)
    else:
        elsewhere = tmp_path / "elsewhere"
        elsewhere.mkdir(mode=0o700)
        known.symlink_to(elsewhere)
    stand_in()
    assert Path(os.environ["ENTENTE_HOME"]).parent == temporary
    assert os.environ["ENTENTE_HOME"] != str(known)
    assert re.fullmatch(r"entente-\w+", Path(os.environ["ENTENTE_HOME"]).name)


def test_small_files_are_copied_folders_are_linked_and_nothing_there_is_replaced(
    own: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = places()
    (here.data / "variants").mkdir()
    (here.data / "variants" / "mine.toml").write_text("x")
    (here.data / "other").mkdir()
    (here.data / "small.json").write_text("{}")
    (here.data / "just.json").write_bytes(b"x" * 1_048_576)
    (here.data / "large.bin").write_bytes(b"x" * 1_048_577)
    (here.settings / "settings.json").write_text('{"a": 1}')
    stand_in()
    there = places()
    assert (there.data / "variants" / "mine.toml").read_text() == "x"
    assert (there.data / "variants").is_symlink()
    assert not (there.data / "units").exists(), "nothing is there to link"
    assert not (there.data / "units").is_symlink()
    assert not (there.data / "other").exists()
    assert (there.data / "small.json").read_text() == "{}"
    assert (there.data / "just.json").exists()
    assert not (there.data / "large.bin").exists()
    assert (there.settings / "settings.json").read_text() == '{"a": 1}'
    (there.data / "small.json").write_text("newer")
    monkeypatch.setenv("ENTENTE_HOME", str(own))
    stand_in()
    assert (there.data / "small.json").read_text() == "newer"


def test_where_no_folder_can_be_had_that_is_said(own: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> str:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(room, "_private_folder", full)
    said = stand_in()
    assert said is not None
    assert said.endswith("cannot be written, and no other folder either: No space left on device.")


def test_a_system_without_owners_of_files_gets_a_folder_of_a_drawn_name(temporary: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "os", SimpleNamespace(name="nt"))
    first, second = room._private_folder(), room._private_folder()
    assert first != second
    assert {first.parent, second.parent} == {temporary}
