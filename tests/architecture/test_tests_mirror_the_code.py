"""A test stands where the code stands that it is about, so that who moves one moves the other."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
UNIT = ROOT / "tests" / "unit"
_IMPORT = re.compile(r"^\s*(?:from|import) ([\w.]+)(?: import ([\w, ]+))?", re.MULTILINE)

_RUNS_COMMANDS = "tests.unit.app.commands.fake_services."
OF_FILES = {
    "app/cli/test_said_at_once.py": "runs the command line",
    "entente/engine/test_batch_protocol.py": "runs the engine as a process",
    "entente/test_guide.py": "runs what the guide shows",
    "scripts/test_run.py": "runs a shell script",
}
"""Tests that import nothing of their room, and why."""


def test_every_folder_of_tests_is_named_for_a_room() -> None:
    folders = [folder.relative_to(UNIT) for folder in UNIT.rglob("*") if folder.is_dir() and any(folder.glob("*.py"))]
    rooms = [str(each) for each in folders if not (ROOT / each).is_dir() and not (ROOT / each).with_suffix(".py").is_file()]
    assert rooms == [], "the code is elsewhere"


def test_every_test_is_about_its_room() -> None:
    strangers = []
    for file in sorted(UNIT.rglob("test_*.py")):
        name = file.relative_to(UNIT).as_posix()
        room = ".".join(file.relative_to(UNIT).parent.parts)
        if room and name not in OF_FILES and not any(_is_inside(each, room) for each in _imported(file)):
            strangers.append(name)
    assert strangers == [], "imports nothing of the room whose name its folder has, nor a helper of that folder"


def _imported(file: Path) -> list[str]:
    """The modules that *file* imports, by a string too, as tests of start-up do; helpers of tests as the room they stand for.

    What runs commands by name stands for each of their rooms.
    """
    text = file.read_text(encoding="utf-8")
    found = [f"{module}.{name.strip()}" for module, names in _IMPORT.findall(text) for name in names.split(",")]
    found += re.findall(r"\"([a-z]\w*(?:\.\w+)+)\"", text)
    room = ".".join(file.relative_to(UNIT).parent.parts)
    if _is_inside(room, "app.commands") and any(each.startswith(_RUNS_COMMANDS) for each in found):
        found.append(room)
    return [each.removeprefix("tests.unit.") for each in found]


def _is_inside(module: str, room: str) -> bool:
    return f"{module}.".startswith(f"{room}.")
