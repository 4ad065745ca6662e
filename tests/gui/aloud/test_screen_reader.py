"""A program of assistive technology reads and plays the real window over AT-SPI, on a session bus and an X server of its own."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from adjudicator.notation import parse_order
from app.game import edits
from app.game.dpn.writer import write
from app.game.edits import new_game
from variants.catalogue import standard

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]
LISTENER = Path(__file__).with_name("listener.py")
SYSTEM_PYTHON = "/usr/bin/python3"
TOOLS = ("xvfb-run", "dbus-run-session", "xdotool", SYSTEM_PYTHON)

Step = dict[str, object]


def lacking() -> str:
    """Return the parts of the desktop that are not installed; empty where all of it is."""
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if not missing:
        bindings = subprocess.run([SYSTEM_PYTHON, "-c", "import pyatspi"], capture_output=True, check=False)
        missing = ["python3-pyatspi"] if bindings.returncode else []
    return ", ".join(missing)


@pytest.fixture(scope="module")
def _desktop() -> None:
    if missing := lacking():
        if os.environ.get("ENTENTE_REQUIRE_DESKTOP"):  # set where the tests run for all, which installs them
            pytest.fail(f"not here: {missing}")
        pytest.skip(f"not here: {missing}")


@pytest.fixture
def listen(_desktop: None, tmp_path: Path) -> Any:
    """Opens a game in the real program and takes steps there; gives the announcements at each."""

    def run(game: Path, steps: list[Step], *, reader: bool = False) -> list[list[Any]]:
        keep = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "QT_", "DBUS_", "DISPLAY", "WAYLAND_"))}
        home = tmp_path / "home"
        home.mkdir()
        (tmp_path / "runtime").mkdir(mode=0o700)
        environment = {
            **keep,
            "HOME": str(home),
            "XDG_RUNTIME_DIR": str(tmp_path / "runtime"),
            "LANG": "C.UTF-8",
            "LC_ALL": "C.UTF-8",
            "QT_QPA_PLATFORM": "xcb",
            "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
            "NO_AT_BRIDGE": "0",
        }
        asked = {"command": [sys.executable, str(ROOT / "main.py"), str(game)], "steps": steps, "reader": reader}
        command = ["xvfb-run", "-a", "dbus-run-session", "--", SYSTEM_PYTHON, str(LISTENER)]
        done = subprocess.run(
            command, input=json.dumps(asked), capture_output=True, text=True, timeout=500, check=False, env=environment, cwd=tmp_path
        )
        answer = next((line for line in reversed(done.stdout.splitlines()) if line.startswith('{"heard"')), "")
        assert answer, done.stdout + done.stderr
        told = json.loads(answer)
        assert told["missed"] is None, (told["missed"], done.stdout[-3000:])
        assert told["alive"], "the program ended by itself"
        heard: list[list[Any]] = told["heard"]
        return heard

    return run


@pytest.fixture
def autumn(tmp_path: Path) -> Path:
    """Autumn 1901: Paris and Munich bounced in Burgundy, a fleet in the North Sea and an army in Yorkshire."""
    game = new_game(standard())
    for power, text in (("FRANCE", "A PAR - BUR"), ("GERMANY", "A MUN - BUR"), ("ENGLAND", "F LON - NTH"), ("ENGLAND", "A LVP - YOR")):
        game = edits.set_order(game, "main", power, parse_order(text))
    game = edits.process(game, "main")
    file = tmp_path / "autumn.dpn"
    file.write_text(write(game), encoding="utf-8")
    return file


def go_to(place: str, heard: str) -> list[Step]:
    """Find a province by its name; the cursor of the keyboard is there then."""
    return [{"keys": ["slash"], "until": r"^focus: Find a province \["}, {"type": place, "keys": ["Return"], "until": f"^focus: {heard}"}]


def test_every_child_of_the_board_answers_whatever_is_asked_of_it(listen: Any, autumn: Path) -> None:
    asked = ("state", "rect", "action", "iface", "name", "description", "role", "parent", "index")
    told = dict(zip(asked, listen(autumn, [{"ask": each} for each in asked]), strict=True))
    assert {len(answers) for answers in told.values()} == {22 + 75}
    assert all({"focusable", "showing", "visible"} <= set(states) for states in told["state"])
    assert all(width > 0 and height > 0 for _, _, width, height in told["rect"])
    assert all(len(names) == 1 for names in told["action"])
    assert all({"Accessible", "Action", "Component"} <= set(names) for names in told["iface"])
    assert "Army Paris, France, no order" in told["name"]
    assert told["description"][told["name"].index("Army Paris, France, no order")] == "Paris, inland, centre of France"
    assert set(told["role"]) == {"push button"}
    assert set(told["parent"]) == {"Board"}
    assert told["index"] == list(range(97))


def test_a_turn_is_played_by_ear_and_keys(listen: Any, autumn: Path) -> None:
    walk: list[Step] = [{"keys": ["Down"], "until": r"^focus: .*\[list item\]"}] * 22
    steps: list[Step] = [
        *go_to("Paris", r"Army Paris, France, no order \[push button\] \(Paris, inland, centre of France\)"),
        {"keys": ["Right"], "until": r"^focus: Burgundy, inland"},
        *go_to("Paris", r"Army Paris"),
        {"keys": ["Return"], "until": r"^said: Army Paris: click where it moves, a unit to support, or itself to hold"},
        {"keys": ["m"], "until": r"^said: Army Paris moves: click where to"},
        {"keys": ["Right"], "until": r"^focus: Burgundy"},
        {"keys": ["Return"], "until": r"^said: Army Paris moves to Burgundy\."},
        *go_to("Marseilles", r"Army Marseilles"),
        {"keys": ["s"], "until": r"^said: Army Marseilles supports: click the unit"},
        {"keys": ["Escape", "Escape"], "until": r"^said: Click a unit"},
        *go_to("Yorkshire", r"Army Yorkshire"),
        {"keys": ["c"], "until": r"^said: Army Yorkshire goes by convoy: click the coast it lands on"},
        {"keys": ["Escape", "Escape"], "until": r"^said: Click a unit"},
        *go_to("North Sea", r"Fleet North Sea"),
        {"keys": ["c"], "until": r"^said: Fleet North Sea carries: click the army"},
        {"keys": ["Escape", "Escape"], "until": r"^said: Click a unit"},
        {"press": "Army Munich", "until": r"^said: Army Munich: click where"},
        {"press": "Burgundy,", "until": r"^said: Army Munich moves to Burgundy\."},
        {"keys": ["ctrl+Return"], "until": r"^focus: Go on \[push button\]"},
        {"keys": ["Return"], "until": r"^said: (Autumn|Fall) 1901, movement: 22 orders, 2 failed"},
        # the board shows the results first: what the cursor is on says what became of it
        *go_to("Paris", r"Army Paris moves to Burgundy \(bounced 1 against 1 with Army Munich in Burgundy\), France"),
        # the timeline: two phases back and one on, each by its name
        {"keys": ["Tab"], "until": r"^focus: First phase"},
        {"keys": ["Tab"], "until": r"^focus: One phase back"},
        {"keys": ["Tab"], "until": r"^focus: Play the game from here"},
        {"keys": ["Tab"], "until": r"^focus: One phase on"},
        {"keys": ["Tab"], "until": r"^focus: Present phase"},
        {"keys": ["Tab"], "until": r"^focus: Fall 1901, movement"},
        {"keys": ["Left"], "until": r"^focus: Spring 1901, movement"},
        {"keys": ["Right"], "until": r"^focus: Fall 1901, movement"},
        # the results beside the board, each with its reason
        {"keys": ["Tab"], "until": r"^focus: Results of Fall 1901, movement"},
        *walk,
        # commands by name
        {"keys": ["ctrl+k"], "until": r"^focus: Find a command, or write an order and press Enter"},
        {"type": "undo", "until": r"^said: Undo"},
    ]
    heard = listen(autumn, steps)
    results = [line.removeprefix("focus: ") for step in heard[-24:-2] for line in step if "[list item]" in line]
    assert len(results) == 22
    assert "Army Paris moves to Burgundy: bounced 1 against 1 with Army Munich in Burgundy [list item]" in results
    assert all(re.search(r": \w+|moves to|holds", line) for line in results)
    said = {" ".join(line.removeprefix("said: ").split()) for step in heard for line in step if line.startswith("said: ")}
    told = {line.removeprefix("renamed: ") for step in heard for line in step if line.startswith("renamed: ")}
    assert not said & told, "who hears announcements is told nothing twice"


@pytest.mark.skipif(shutil.which("orca") is None, reason="Orca is not here")
def test_orca_speaks_a_turn(listen: Any, autumn: Path) -> None:
    """Orca's log of its speech has each unit that is picked, each question, order and result with its reason, and the phases."""
    walk: list[Step] = [{"keys": ["Down"], "until": r"^spoken: .*: \w+|^spoken: .* (moves to|holds)"}] * 21
    steps: list[Step] = [
        {"keys": ["slash"], "until": r"^spoken: Find a province"},
        {"type": "Paris", "keys": ["Return"], "until": r"^spoken: Army Paris, France, no order"},
        {"keys": ["Right"], "until": r"^spoken: Burgundy, inland"},
        {"keys": ["slash"], "until": r"^spoken: Find a province"},
        {"type": "Paris", "keys": ["Return"], "until": r"^spoken: Army Paris, France, no order"},
        {"keys": ["Return"], "until": r"^spoken: Army Paris: click where it moves, a unit to support, or itself to hold"},
        {"keys": ["m"], "until": r"^spoken: Army Paris moves: click where to"},
        {"keys": ["Right"], "until": r"^spoken: Burgundy"},
        {"keys": ["Return"], "until": r"^spoken: Army Paris moves to Burgundy\."},
        *spoken_at("Marseilles", "Army Marseilles"),
        {"keys": ["s"], "until": r"^spoken: Army Marseilles supports: click the unit"},
        {"keys": ["Escape", "Escape"], "until": r"^spoken: Click a unit"},
        *spoken_at("Yorkshire", "Army Yorkshire"),
        {"keys": ["c"], "until": r"^spoken: Army Yorkshire goes by convoy: click the coast it lands on"},
        {"keys": ["Escape", "Escape"], "until": r"^spoken: Click a unit"},
        *spoken_at("North Sea", "Fleet North Sea"),
        {"keys": ["c"], "until": r"^spoken: Fleet North Sea carries: click the army"},
        {"keys": ["Escape", "Escape"], "until": r"^spoken: Click a unit"},
        *spoken_at("Munich", "Army Munich"),
        {"keys": ["Return"], "until": r"^spoken: Army Munich: click where"},
        *spoken_at("Burgundy", "Burgundy"),
        {"keys": ["Return"], "until": r"^spoken: Army Munich moves to Burgundy\."},
        {"keys": ["ctrl+Return"], "until": r"^spoken: Go on push button"},
        {"keys": ["Return"], "until": r"^spoken: (Autumn|Fall) 1901, movement: 22 orders, 2 failed"},
        *spoken_at("Paris", r"Army Paris moves to Burgundy \(bounced 1 against 1 with Army Munich in Burgundy\), France"),
        {"keys": ["Tab"], "until": r"^spoken: First phase"},
        {"keys": ["Tab"] * 4, "until": r"^spoken: Present phase"},
        {"keys": ["Tab"], "until": r"^spoken: Fall 1901, movement"},
        {"keys": ["Left"], "until": r"^spoken: Spring 1901, movement"},
        {"keys": ["Right"], "until": r"^spoken: Fall 1901, movement"},
        {"keys": ["Tab"], "until": r"^spoken: Results of Fall 1901, movement"},
        *walk,
    ]
    heard = listen(autumn, steps, reader=True)
    assert len(heard) == len(steps)


def spoken_at(place: str, spoken: str) -> list[Step]:
    """Find a province by its name; Orca speaks what stands there."""
    return [
        {"keys": ["slash"], "until": r"^spoken: Find a province"},
        {"type": place, "keys": ["Return"], "until": f"^spoken: {spoken}"},
    ]
