"""Programs of others for the tests: fetched with git at one commit, and looked for where they are put."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time
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


def test_what_could_not_be_had_is_not_there_for_the_tests(
    repository: tuple[Path, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ENTENTE_PROGRAMS", str(tmp_path / "ours"))
    monkeypatch.setitem(other_programs.PROGRAMS, "jdip", Program(str(tmp_path / "nowhere"), "0" * 40, ""))
    monkeypatch.setitem(other_programs.PROGRAMS, "godip", Program(str(repository[0]), repository[1], ""))
    assert main(["--if-possible", "jdip", "godip"]) == 0
    said = capsys.readouterr()
    assert "jdip" in said.out
    assert "passed over" in said.out
    assert said.err == ""
    assert [each.name for each in (tmp_path / "ours").iterdir()] == ["godip"]


def test_what_is_there_at_its_commit_needs_no_network(
    repository: tuple[Path, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ENTENTE_PROGRAMS", str(tmp_path / "ours"))
    monkeypatch.setitem(other_programs.PROGRAMS, "godip", Program(str(repository[0]), repository[1], ""))
    assert main(["godip"]) == 0
    shutil.rmtree(repository[0])
    assert main(["godip"]) == 0
    monkeypatch.setitem(other_programs.PROGRAMS, "godip", Program(str(repository[0]), "1" * 40, ""))
    assert main(["godip"]) == 1
    assert (tmp_path / "ours" / "godip" / "file.txt").read_text(encoding="utf-8") == "first"


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in for git is a shell script")
def test_a_network_that_hangs_is_waited_for_as_long_as_was_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stand_in = tmp_path / "bin" / "git"
    stand_in.parent.mkdir()
    # What git starts for a network holds its output open.
    stand_in.write_text("#!/bin/sh\nsleep 600 &\nwait\n", encoding="utf-8")
    stand_in.chmod(0o755)
    monkeypatch.setenv("PATH", f"{stand_in.parent}:/usr/bin:/bin")
    monkeypatch.setenv("ENTENTE_PROGRAMS", str(tmp_path / "ours"))
    start = time.monotonic()
    monkeypatch.setattr(other_programs, "SECONDS", 1.0)
    assert main(["--if-possible"]) == 0
    assert time.monotonic() - start < 20
    told = capsys.readouterr().out
    assert told.count("passed over") == sum(each.tested for each in PROGRAMS.values())
    assert not any((tmp_path / "ours").iterdir())


def test_a_machine_without_git_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("ENTENTE_PROGRAMS", str(tmp_path / "ours"))
    assert main(["--if-possible", "godip"]) == 0
    assert "git" in capsys.readouterr().out
    assert main(["godip"]) == 1


def test_the_tests_of_each_change_fetch_them_where_they_can() -> None:
    script = (Path(other_programs.__file__).parents[1] / ".ci" / "run").read_text(encoding="utf-8")
    assert "python3 -m scripts.other_programs --if-possible" in script
    assert script.index("scripts.other_programs") < script.index("./check")


def test_each_checkout_that_a_test_asks_for_can_be_fetched() -> None:
    asked = {
        name
        for file in (Path(programs.__file__).parent).glob("test_in_*.py")
        for name in re.findall(r'checkout\("([^"]+)"\)', file.read_text(encoding="utf-8"))
    }
    assert asked
    assert asked <= set(PROGRAMS)
    assert programs.FETCHED == FOLDER
