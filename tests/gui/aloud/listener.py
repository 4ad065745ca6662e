"""A program that reads the screen: it starts Entente, presses keys and writes down the announcements. No part of the tests' Python.

It runs under the system's Python, which has the bindings of AT-SPI (``python3-pyatspi``), inside ``xvfb-run`` and ``dbus-run-session``.
From standard input comes a JSON object: the ``command`` that starts the program, and ``steps``, each with ``keys`` for xdotool, a text to
``type`` or a child of the board to ``press``, and the pattern that is heard before the step counts as over (``until``); or with ``ask``, by
which every child of the board is asked for something. To standard output goes a JSON object: what was ``heard`` at each step, what was not
over in time (``missed``), and how the program fared.

With ``reader``, the screen reader of the desktop (Orca) runs beside the program, and what its log says that it speaks is heard too.
"""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import pyatspi
from gi.repository import GLib

PATIENCE = 60.0
SPOKEN = re.compile(r"SPEECH OUTPUT: '(.*?)(?:'\s*(?:\{|$)|\s*$)")  # of several lines the first
heard: list[str] = []


def of_program(thing: Any) -> bool:
    try:
        return bool(thing is not None and thing.getApplication().name == "Entente")
    except (GLib.Error, AttributeError):  # the speaker is gone
        return False


def listen(event: Any) -> None:
    if not of_program(event.source):
        return
    try:
        if event.type.startswith("object:announcement"):
            heard.append(f"said: {event.any_data}")
        elif event.type.startswith("object:state-changed:focused") and event.detail1:
            source = event.source
            name, role, about = source.name, source.getRoleName(), source.description
            heard.append(f"focus: {name} [{role}]{f' ({about})' if about else ''}")
        elif event.type.startswith("object:property-change:accessible-name"):
            heard.append(f"renamed: {event.source.name}")
    except (GLib.Error, AttributeError) as error:
        heard.append(f"lost: {error}")


def start_reader() -> subprocess.Popen[bytes]:
    """Start Orca, with a terminal for its log: into a file it would write in blocks, and much too late."""
    ours, its = pty.openpty()

    def hear() -> None:
        rest = b""
        while block := os.read(ours, 65536):
            *lines, rest = (rest + block).split(b"\n")
            heard.extend(f"spoken: {said[1]}" for line in lines if (said := SPOKEN.search(line.decode("utf-8", "replace"))))

    threading.Thread(target=hear, daemon=True).start()
    return subprocess.Popen(
        ["orca", "--debug-file", os.ttyname(its)], stdin=subprocess.DEVNULL, stdout=sys.stderr, stderr=sys.stderr, start_new_session=True
    )


def turn_until(is_over: Callable[[], bool]) -> bool:
    """Let events come in until *is_over*, or the patience ends."""
    context, end = GLib.MainContext.default(), time.monotonic() + PATIENCE
    waking = GLib.timeout_add(100, lambda: True)
    try:
        while not is_over():
            if time.monotonic() > end or program.poll() is not None:
                return False
            context.iteration(True)
        return True
    finally:
        GLib.source_remove(waking)


def children(thing: Any) -> list[Any]:
    return [child for child in (thing.getChildAtIndex(at) for at in range(thing.childCount)) if child is not None]


def found(thing: Any, is_wanted: Callable[[Any], bool]) -> Any:
    """The first of *thing* and what is in it that is wanted."""
    if is_wanted(thing):
        return thing
    return next((inside for child in children(thing) if (inside := found(child, is_wanted)) is not None), None)


def window() -> Any:
    applications = [each for each in children(pyatspi.Registry.getDesktop(0)) if each.name == "Entente"]
    return applications[0] if applications else None


def board() -> Any:
    try:
        program_window = window()
        return None if program_window is None else found(program_window, lambda thing: thing.name == "Board" and thing.childCount > 50)
    except (GLib.Error, AttributeError):  # the window is being made
        return None


QUESTIONS: dict[str, Callable[[Any], Any]] = {
    "state": lambda child: sorted(pyatspi.stateToString(each) for each in child.getState().getStates()),
    "rect": lambda child: list(child.queryComponent().getExtents(pyatspi.DESKTOP_COORDS)),
    "action": lambda child: [child.queryAction().getName(at) for at in range(child.queryAction().nActions)],
    "iface": lambda child: child.get_interfaces(),
    "name": lambda child: child.name,
    "description": lambda child: child.description,
    "role": lambda child: child.getRoleName(),
    "parent": lambda child: child.parent.name,
    "index": lambda child: child.getIndexInParent(),
}


def give_keys() -> None:
    """Give the keys to the program: without a window manager they do not return to the window when a dialog closes."""
    found = subprocess.run(["xdotool", "search", "--onlyvisible", "--pid", str(program.pid)], capture_output=True, text=True, check=False)
    has_them = subprocess.run(["xdotool", "getwindowfocus"], capture_output=True, text=True, check=False).stdout.strip()
    windows = found.stdout.split()
    if windows and has_them not in windows:
        subprocess.run(["xdotool", "windowfocus", "--sync", windows[-1]], check=False)


def take(step: dict[str, Any]) -> list[Any] | None:
    """Return the announcements at *step*; ``None`` where it was not over in time."""
    if "ask" in step:
        return [QUESTIONS[step["ask"]](child) for child in children(board())]
    if "press" in step:
        child = next(each for each in children(board()) if each.name.startswith(step["press"]))
        start = len(heard)
        child.queryAction().doAction(0)
    else:
        give_keys()
        start = len(heard)
        if "type" in step:
            subprocess.run(["xdotool", "type", "--clearmodifiers", step["type"]], check=True)
        for key in step.get("keys", ()):
            subprocess.run(["xdotool", "key", "--clearmodifiers", key], check=True)
    pattern = re.compile(step["until"])
    is_over = turn_until(lambda: any(pattern.search(line) for line in heard[start:]))
    return heard[start:] if is_over else None


asked = json.load(sys.stdin)
pyatspi.Registry.registerEventListener(
    listen, "object:announcement", "object:state-changed:focused", "object:property-change:accessible-name"
)
reader = start_reader() if asked.get("reader") else None
program = subprocess.Popen(asked["command"], stdout=sys.stderr, stderr=sys.stderr)
transcript: list[list[Any]] = []
missed: str | None = None
try:
    if not turn_until(lambda: board() is not None):
        missed = f"the board never came up; the program says {program.poll()}"
    else:
        for step in asked["steps"]:
            answer = take(step)
            if answer is None:
                missed = f"{step}: heard only {heard[-12:]}; the program says {program.poll()}"
                break
            transcript.append(answer)
finally:
    alive = program.poll() is None
    program.terminate()
    ended = program.wait(PATIENCE)
    if reader is not None:
        reader.kill()
        reader.wait(PATIENCE)
json.dump({"heard": transcript, "missed": missed, "alive": alive, "ended": ended}, sys.stdout)
