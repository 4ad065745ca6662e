"""A missing library is named, with the command that brings it."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from app.missing_libraries import is_qt_missing, message_for, message_for_plugin

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize(
    ("trouble", "package"),
    [
        ("libEGL.so.1: cannot open shared object file: No such file or directory", "libegl1"),
        ("libxkbcommon.so.0: cannot open shared object file: No such file or directory", "libxkbcommon0"),
        ("libGL.so.1: cannot open shared object file: No such file or directory", "libgl1"),
        ("libglib-2.0.so.0: cannot open shared object file: No such file or directory", "libglib2.0-0"),
    ],
)
def test_the_library_and_its_package_are_named(trouble: str, package: str) -> None:
    message = message_for(ImportError(trouble, name="PySide6.QtGui"))
    assert trouble.split(":")[0].rsplit(".", 1)[0] in message
    assert f"sudo apt install {package}\n" in message
    assert "dnf install" in message
    assert "pacman -S" in message


def test_a_library_that_only_the_plugin_needs_is_named_with_the_plugin() -> None:
    message = message_for_plugin("libqxcb.so", "libxcb-cursor.so.0: cannot open shared object file: No such file or directory")
    assert "sudo apt install libxcb-cursor0" in message
    assert "libqxcb.so asks for libxcb-cursor.so" in message


def test_an_unknown_library_is_named_all_the_same() -> None:
    message = message_for(ImportError("libwonder.so.3: cannot open shared object file", name="PySide6.QtGui"))
    assert "libwonder.so" in message


def test_missing_pyside_says_how_to_install_it() -> None:
    error = ModuleNotFoundError("No module named 'PySide6'", name="PySide6")
    assert is_qt_missing(error)
    assert "./run" in message_for(error)
    assert "pip install" in message_for(error)


def test_a_module_of_ours_that_is_missing_is_no_library() -> None:
    assert not is_qt_missing(ModuleNotFoundError("No module named 'app.qt.nothing'", name="app.qt.nothing"))


def python_alone(*words: str) -> subprocess.CompletedProcess[str]:
    """Run Python without any package that is installed for it."""
    return subprocess.run(
        [sys.executable, "-S", *words], cwd=ROOT, env={"PATH": "", "LC_ALL": "C.UTF-8"}, capture_output=True, text=True, check=False
    )


@pytest.mark.slow
@pytest.mark.parametrize("words", [(), ("help",)])
def test_all_packages_that_the_program_lacks_are_named_at_once(words: tuple[str, ...]) -> None:
    done = python_alone("main.py", *words)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["dependencies"] == [], "the library needs nothing"
    for each in project["optional-dependencies"]["window"]:
        assert re.split("[<>=!]", each)[0] in done.stderr
    assert (done.returncode, done.stdout) == (1, "")
    assert "./run" in done.stderr
    assert "pip install 'entente[window]'" in done.stderr


BARE_DEBIAN = """\
/qt/QtGui.abi3.so:
\tlinux-vdso.so.1 (0x00007ffd)
\tlibQt6Gui.so.6 => /qt/lib/libQt6Gui.so.6 (0x00007f)
\tlibEGL.so.1 => not found
\tlibGL.so.1 => not found
\tlibfontconfig.so.1 => not found
\tlibxkbcommon.so.0 => not found
\tlibEGL.so.1 => not found
/qt/libqxcb.so:
\tlibxcb-cursor.so.0 => not found
\tlibxcb-icccm.so.4 => not found
\tlibc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f)
"""


def test_everything_that_is_missing_is_named_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loader = tmp_path / "ldd"
    (tmp_path / "answer").write_text(BARE_DEBIAN, encoding="utf-8")
    loader.write_text(f"#!/bin/sh\n/bin/cat {tmp_path / 'answer'}\nexit 1\n", encoding="utf-8")
    loader.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    message = message_for(ImportError("libEGL.so.1: cannot open shared object file: No such file or directory", name="PySide6.QtGui"))
    assert "needs 6 system libraries" in message
    assert "sudo apt install libegl1 libfontconfig1 libgl1 libxcb-cursor0 libxcb-icccm4 libxkbcommon0\n" in message


def test_nothing_but_the_first_is_named_where_the_loader_cannot_be_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    message = message_for(ImportError("libEGL.so.1: cannot open shared object file: No such file or directory", name="PySide6.QtGui"))
    assert "the system library libEGL.so," in message
