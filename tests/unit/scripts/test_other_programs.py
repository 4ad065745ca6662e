"""Programs of others for the tests: fetched with git at one commit, and looked for where they are put."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from scripts import other_programs
from scripts.other_programs import FOLDER, PROGRAMS, Program, main
from tests.interop import programs


@pytest.fixture
def repository(tmp_path: Path) -> tuple[Path, str]:
    """A repository with two commits, and the first of them."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    folder = tmp_path / "theirs"
    folder.mkdir()

    def git(*words: str) -> str:
        told = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
        return subprocess.run(["git", *told, *words], cwd=folder, check=True, capture_output=True, text=True).stdout.strip()

    git("init", "--quiet")
    git("config", "uploadpack.allowAnySHA1InWant", "true")
    for text in ("first", "second"):
        (folder / "file.txt").write_text(text, encoding="utf-8")
        git("add", ".")
        git("commit", "--quiet", "-m", text)
    return folder, git("rev-parse", "HEAD~1")


def test_the_commit_that_is_named_is_fetched_and_fetched_again(
    repository: tuple[Path, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ENTENTE_PROGRAMS", str(tmp_path / "ours"))
    monkeypatch.setitem(other_programs.PROGRAMS, "godip", Program(str(repository[0]), repository[1], "nothing-of-this-name"))
    for _ in range(2):
        assert main(["godip"]) == 0
        assert (tmp_path / "ours" / "godip" / "file.txt").read_text(encoding="utf-8") == "first"
        assert "nothing-of-this-name is not installed" in capsys.readouterr().out


def test_what_cannot_be_had_is_named_with_its_repository(
    repository: tuple[Path, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ENTENTE_PROGRAMS", str(tmp_path / "ours"))
    monkeypatch.setitem(other_programs.PROGRAMS, "jdip", Program(str(repository[0]), "0" * 40, ""))
    assert main(["jdip"]) == 1
    assert f"jdip: {repository[0]} at 000000000000" in capsys.readouterr().err


def test_each_checkout_that_a_test_asks_for_can_be_fetched() -> None:
    asked = {
        name
        for file in (Path(programs.__file__).parent).glob("test_in_*.py")
        for name in re.findall(r'checkout\("([^"]+)"\)', file.read_text(encoding="utf-8"))
    }
    assert asked
    assert asked <= set(PROGRAMS)
    assert programs.FETCHED == FOLDER
