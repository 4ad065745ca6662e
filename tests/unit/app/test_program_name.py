"""An installed program has no ``main.py``: messages name the command that there is."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from app import installation
from app.cli.main import usage
from app.commands.declaring.registry import COMMANDS
from app.installation import CALLED, with_program_name
from app.missing_libraries import message_for, message_for_plugin
from app.presentation import help_pages
from languages import using
from tests.quick import each_nth

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "main.py").touch()  # of another program
    monkeypatch.setattr(installation, "PACKAGES", tmp_path)


@each_nth(
    5,
    ("script", "typed", "advised"),
    [
        ("./run", ["python", "/home/ada/entente/main.py"], "./run"),
        ("entente/run", ["python", "/home/ada/entente/main.py"], "entente/run"),
        ("run", ["python", "/home/ada/entente/main.py"], "sh run"),
        ("my games/run", ["python", "main.py"], "'my games/run'"),
        ("", ["python3", "main.py"], "python3 main.py"),
        ("", [".venv/bin/python", "-X", "dev", "../entente/main.py"], ".venv/bin/python -X dev ../entente/main.py"),
        ("", ["python", "-m", "pytest"], "./run"),
    ],
)
def test_in_a_checkout_it_is_called_as_it_was_started(script: str, typed: list[str], advised: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CALLED, script)
    monkeypatch.setattr("sys.orig_argv", [*typed, "help"])
    monkeypatch.setattr("sys.argv", [typed[-1], "help"])
    monkeypatch.setattr("os.name", "posix")
    for text in ("python main.py pack isle", "./run pack isle"):
        assert with_program_name(text) == f"{advised} pack isle"
    assert usage().startswith(f"usage: {advised} [GAME.dpn ...]")
    assert f"{advised} help" in message_for(ImportError("libEGL.so.1: cannot open shared object file"))
    assert f"{advised} help" in message_for_plugin("libqxcb.so", "libxcb.so.1: cannot open shared object file")


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("sh") is None, reason="a shell script")
def test_what_is_advised_where_no_screen_is_can_be_typed(tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")}
    environment |= {"ENTENTE_HOME": str(tmp_path), "UV_NO_SYNC": "1", "UV_OFFLINE": "1"}
    tools = tmp_path / "bin"
    tools.mkdir()
    words = f'#!/bin/sh\nwhile [ "$1" != python ]; do shift; done\nshift\nexec "{sys.executable}" "$@"\n'
    (tools / "uv").write_text(words, encoding="utf-8")
    (tools / "uv").chmod(0o755)
    environment["PATH"] = f"{tools}{os.pathsep}{environment['PATH']}"
    refused = subprocess.run(["sh", "-c", "./run"], cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    advised = refused.stderr.strip().rpartition(": ")[2]
    assert advised == "./run help"
    assert subprocess.run(["sh", "-c", advised], cwd=ROOT, env=environment, capture_output=True, check=False).returncode == 0


@pytest.mark.usefixtures("installed")
def test_a_bundle_that_is_on_no_path_is_called_by_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "Entente 0.1" / "entente"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setattr("sys.argv", [str(program)])
    assert with_program_name("./run help") == f"'{program}' help"
    monkeypatch.setenv("PATH", str(program.parent))
    assert with_program_name("./run help") == "entente help"


def test_no_page_of_the_guide_names_what_works_in_few_places() -> None:
    pages = [*(ROOT / "docs").rglob("*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
    told = {
        page
        for page in pages
        if "decisions" not in page.parts
        for text in [page.read_text(encoding="utf-8")]
        if "python main.py" in text.replace("uv run --extra window python main.py", "")
    }
    assert told == set(), "./run sets everything up; a Python of the system has none of what the program needs"


@pytest.mark.slow
@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("language", ["en", "de"])
def test_once_it_is_installed_no_page_and_no_sentence_names_the_files_of_a_checkout(language: str) -> None:
    with using(language):
        assert "entente [GAME.dpn ...]" in usage().partition("\n")[0]
        assert "'entente man-page'" in usage()
        assert "docs/" not in usage()
        assert "entente help" in message_for(ImportError("libEGL.so.1: cannot open shared object file"))
        pages = {page.id: page.markdown for page in help_pages.help_pages(COMMANDS)}
        assert [name for name, text in pages.items() if "main.py" in text or "    ./run" in text] == []
        assert "    entente begin-variant isle/isle.svg Isle --write" in pages["drawing-a-board"]
        assert "    entente play --powers FRANCE --bots steady" in pages["playing-against-the-program"]
        assert "`./run`" in pages["write-a-bot"], "where it is said how it is in a checkout"


@pytest.mark.usefixtures("installed")
def test_a_file_that_is_called_so_keeps_its_name() -> None:
    assert with_program_name("bots/run and ./run.py and ./my.py") == "bots/run and ./run.py and ./my.py"
    assert with_program_name("ENTENTE_LANGUAGE=nl ./run`") == "ENTENTE_LANGUAGE=nl entente`"
