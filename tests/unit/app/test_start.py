"""Requests of the command line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from adjudicator import compiled
from adjudicator.compiled import FoundCore, find_core
from app.start import main, opens_window

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize("arguments", [[], ["evening.dpn"], ["a.dpn", "B.DPN"], ["lakes.zip"], ["lakes.dpv"], ["Board.SVG"]])
def test_nothing_and_names_of_games_and_packed_variants_open_the_window(arguments: list[str]) -> None:
    assert opens_window(arguments)


@pytest.mark.parametrize(
    "arguments", [["process", "evening.dpn"], ["help"], ["--version"], ["evening.dpn", "--trust", "orders"], ["-x.dpn"]]
)
def test_anything_else_is_a_command(arguments: list[str]) -> None:
    assert not opens_window(arguments)


@pytest.mark.parametrize("file", ["variant.toml", "board.svg"])
def test_a_folder_with_a_board_opens_the_window_unless_a_command_has_its_name(
    file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("lakes", "process", "empty"):
        (tmp_path / name).mkdir()
    for name in ("lakes", "process"):
        (tmp_path / name / file).write_text("")
    assert opens_window(["lakes"])
    assert opens_window([str(tmp_path / "process")])
    assert not opens_window(["process"])
    assert not opens_window(["empty"])
    assert not opens_window(["play", "lakes"])


MOST_MODULES = 100
"""To say the version; 77 at the time of writing, beyond what every Python has."""


def modules_of(*arguments: str) -> set[str]:
    """The modules that Python loads when it is started so, as it tells itself."""
    command = [sys.executable, "-X", "importtime", *arguments]
    run = subprocess.run(command, cwd=ROOT, env={**os.environ, "ENTENTE_LANGUAGE": "en"}, capture_output=True, text=True, check=True)
    return {line.rpartition("|")[2].strip() for line in run.stderr.splitlines() if line.startswith("import time:")}


def test_the_version_is_said_before_anything_of_the_program_is_loaded() -> None:
    loaded = modules_of("main.py", "--version") - modules_of("-c", "pass")
    assert "app.start" in loaded
    assert len(loaded) <= MOST_MODULES
    assert not [each for each in loaded if each.split(".")[0] in ("adjudicator", "variants", "PySide6", "psutil", "dataclasses", "inspect")]


def test_the_version_is_that_of_the_command(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    alone = capfd.readouterr().out
    assert main(["version"]) == 0
    first, rules, *rest = capfd.readouterr().out.splitlines()
    assert f"{first}\n" == alone
    used = find_core().module is not None
    assert rules.startswith("The compiled core of the rules is used" if used else "The rules in Python are used")
    assert not rest


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (FoundCore(None, "off"), "ENTENTE_PURE switches"),
        (FoundCore(None, "absent"), "no compiled core"),
        (FoundCore(None, "format"), "another version"),
        (FoundCore(None, "broken", "wrong ELF class"), "cannot be loaded: wrong ELF class"),
    ],
)
def test_the_version_tells_why_the_compiled_core_is_not_used(
    found: FoundCore, said: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compiled, "find_core", lambda: found)
    assert main(["version"]) == 0
    assert said in capfd.readouterr().out
