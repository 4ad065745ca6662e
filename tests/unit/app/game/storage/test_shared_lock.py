"""The lock beside a game file: another user's program finds the evening taken, and free again when it is over or was killed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.game.storage.atomic import Failure, StorageError
from app.game.storage.lock import SharedLock, lock_game

ROOT = Path(__file__).parents[5]
HOLDER = """
import sys
from pathlib import Path
from app.game.storage.lock import lock_game
held = lock_game(Path(sys.argv[1]), Path(sys.argv[2]))
print("held", flush=True)
sys.stdin.read()
"""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="users of one machine as Unix has them")


@pytest.fixture
def evening() -> Iterator[Path]:
    """A game in a folder that everybody may enter and write to."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o777)
    file = folder / "evening.dpn"
    file.write_text("a game")
    file.chmod(0o666)
    yield file
    shutil.rmtree(folder)


def other_program(file: Path, home: Path) -> subprocess.Popen[str]:
    """A program with folders of its own that holds *file*."""
    command = [sys.executable, "-c", HOLDER, str(file), str(home)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)


def test_a_program_with_other_folders_finds_the_file_taken_until_the_first_one_is_killed(evening: Path, tmp_path: Path) -> None:
    with other_program(evening, tmp_path / "theirs") as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        with pytest.raises(StorageError) as error:
            lock_game(evening, tmp_path / "ours")
        assert error.value.failure is Failure.IN_USE
        other.kill()
    lock = lock_game(evening, tmp_path / "ours")
    lock.release()
    assert [each.name for each in evening.parent.iterdir()] == ["evening.dpn"], "nothing stays behind"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can be somebody else")
def test_another_user_finds_the_file_taken(evening: Path, tmp_path: Path) -> None:
    """In a process that really is another user: it can only read the lock's file."""
    lock = lock_game(evening, tmp_path / "ours")
    evening.parent.chmod(0o755)
    child = os.fork()
    if child == 0:
        os.setuid(65534)
        os._exit(0 if SharedLock(evening).acquire() else 7)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    lock.release()
    child = os.fork()
    if child == 0:
        os.setuid(65534)
        os._exit(0 if SharedLock(evening).acquire() else 7)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_a_file_that_was_saved_meanwhile_is_still_taken(evening: Path, tmp_path: Path) -> None:
    """Saving puts another file in its place, which a lock on the file itself would not survive."""
    lock = lock_game(evening, tmp_path / "ours")
    (evening.parent / "new").write_text("saved")
    (evening.parent / "new").replace(evening)
    assert not SharedLock(evening).acquire()
    lock.release()


def test_a_trap_in_the_place_of_the_lock_is_not_followed(evening: Path, tmp_path: Path) -> None:
    trap = evening.with_name(".evening.dpn.lock")
    trap.symlink_to(tmp_path / "elsewhere")
    lock = lock_game(evening, tmp_path / "ours")
    lock.release()
    assert not (tmp_path / "elsewhere").exists()
    trap.unlink()
    os.mkfifo(trap)
    lock_game(evening, tmp_path / "ours").release()
