"""Wires it all: the window when there is nothing but games to open, the command line for everything else."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.session.session import Session

OPENED_SUFFIXES = (".dpn", ".dpv", ".zip", ".json", ".jsonl", ".jdip", ".svg", ".svgz")
"""Games, packed variants, games of other programs, and drawings for the bench."""


def main(arguments: Sequence[str]) -> int:
    """Run the program with the *arguments* of its command line; returns the exit code.

    Without arguments, or with the names of games, packed variants and drawings alone, the window opens; anything else is a command.
    """
    if list(arguments) == ["--version"]:
        return say_version()
    try:
        return _open_or_answer(arguments)
    except ModuleNotFoundError as error:
        from app import missing_libraries

        if not missing_libraries.is_library(error):
            raise
        sys.stderr.write(missing_libraries.packages_message() + "\n")
        return 1


def _open_or_answer(arguments: Sequence[str]) -> int:
    from app.game.storage.stand_in import stand_in

    trouble = stand_in()
    if opens_window(arguments):
        return open_window([Path(name) for name in arguments], trouble or "")
    from app.cli.main import main as command_line  # the window's start does not pay for the command line

    if trouble is not None:
        sys.stderr.write(f"entente: {trouble}\n")
    return command_line(arguments, _run_judge)


def _run_judge(session: Session, action: str, folder: Path, as_json: bool) -> None:
    """Carry out what the command ``judge`` asks for; its libraries are for this command alone."""
    from app.judge.setup import run_judge

    run_judge(session, action, folder, as_json=as_json)


def run() -> int:
    """The installed command ``entente``; returns the exit code."""
    return main(sys.argv[1:])


def say_version() -> int:
    """Print which version this is, with a tenth of what commands load; returns the exit code."""
    from app.cli.printable import speak_as_chosen
    from app.installation import version_words

    speak_as_chosen()
    sys.stdout.write(f"{version_words()}\n")
    return 0


def opens_window(arguments: Sequence[str]) -> bool:
    """Return True if *arguments* ask for the window: there are none, or all name games, packed variants, drawings or folders of boards."""
    return all(not name.startswith("-") and (name.casefold().endswith(OPENED_SUFFIXES) or _is_board(name)) for name in arguments)


def _is_board(name: str) -> bool:
    """Return True if *name* is a folder with a variant or a drawing in it, and no command has that name."""
    folder = Path(name)
    if not folder.is_dir() or (not any(folder.glob("variant.toml")) and not any(folder.glob("*.svg"))):
        return False
    if "/" in name or os.sep in name:
        return True
    from app.commands.declaring.registry import COMMANDS

    return name not in COMMANDS.declared


def open_window(files: Sequence[Path], trouble: str = "") -> int:
    """Open the main window with *files* and stay until it is closed; returns the exit code.

    Args:
        trouble: a notice over the start page or the first game, if any.
    """
    try:
        from app.qt.main_window.application import run
    except ImportError as error:
        from app import missing_libraries

        if not missing_libraries.is_qt_missing(error):
            raise
        sys.stderr.write(missing_libraries.message_for(error) + "\n")
        return 1
    if sys.platform.startswith("linux") and not _has_screen():
        from app import missing_libraries

        sys.stderr.write(missing_libraries.no_screen() + "\n")
        return 1
    return run(files, trouble)


def _has_screen() -> bool:
    return any(os.environ.get(name) for name in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"))
