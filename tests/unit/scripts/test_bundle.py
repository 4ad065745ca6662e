"""The bundle's program answers as Python where it is called as Python, and as the program else; its parts are what systems accept."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from app.commands.declaring.completion import manual_page
from app.commands.declaring.registry import COMMANDS
from entente import __version__
from scripts.bundle import debian
from scripts.bundle.desktop import DESKTOP, NAME, SIZES, lay_out
from scripts.bundle.small_unicode_data import is_kept
from scripts.bundle.start import run_as_python, stay_readable, without_lone_options

START = Path(__file__).resolve().parents[3] / "scripts" / "bundle" / "start.py"


def called(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(START), *arguments], cwd=START.parents[2], capture_output=True, text=True, check=False, timeout=120
    )


@pytest.mark.parametrize(
    ("arguments", "rest"),
    [
        (["-u", "bot.py", "-u"], ["bot.py", "-u"]),
        (["-E", "-s", "-X", "utf8", "-m", "json.tool"], ["-m", "json.tool"]),
        (["-Bu", "-c", "print()"], ["-c", "print()"]),
        (["--version"], ["--version"]),
        (["game.dpn"], ["game.dpn"]),
        (["mail", "-"], ["mail", "-"]),
        ([], []),
    ],
)
def test_options_of_python_are_told_from_words_of_the_program(arguments: list[str], rest: list[str]) -> None:
    assert without_lone_options(arguments) == rest


@pytest.mark.slow
def test_a_module_a_text_and_a_file_run_as_with_python(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    (tmp_path / "beside.py").write_text("WORD = 'found'\n")
    bot.write_text("import sys, beside, entente\nprint(beside.WORD, sys.argv[1], __name__)\n")
    assert called("-u", str(bot), "given").stdout == "found given __main__\n"
    assert called("-c", "import sys; print(sys.argv[1])", "given").stdout == "given\n"
    assert called("-m", "adjudicator", "--version").returncode == 0
    assert called("-u", str(tmp_path / "none.py")).returncode != 0


@pytest.mark.slow
def test_anything_else_is_the_program() -> None:
    done = called("version")
    assert done.stdout.startswith("Entente ")
    assert done.stdout.startswith(called("--version").stdout)


def test_no_file_is_a_clear_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_as_python([]) == 2
    assert "Give a Python file" in capsys.readouterr().err


def test_the_one_version_is_in_everything_that_is_built(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(debian, "_architecture", lambda: "amd64")
    assert f"Version: {__version__}\n" in debian._control(1)
    project = tomllib.loads((START.parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
    assert "version" in project["project"]["dynamic"]
    assert project["tool"]["hatch"]["version"]["path"] == "entente/__init__.py"
    assert f'.TH ENTENTE 1 "" "Entente {__version__}"' in manual_page(COMMANDS)


def test_what_the_wheel_and_the_package_are_made_of_has_the_change_log() -> None:
    project = tomllib.loads((START.parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"] == {"CHANGELOG.md": "resources/CHANGELOG.md"}


class Archive:
    """Reads as PyInstaller does: from its file, and ends the program where that is gone."""

    def __init__(self, file: Path) -> None:
        self._filename = str(file)

    def extract(self, name: str, raw: bool = False) -> str:
        try:
            return f"{name}: {Path(self._filename).read_text(encoding='utf-8')}"
        except OSError as error:
            raise SystemExit("moved or deleted") from error


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere an open file has no name of its own")
def test_modules_of_a_bundle_can_be_read_after_it_was_moved(tmp_path: Path) -> None:
    file = tmp_path / "entente"
    file.write_text("modules", encoding="utf-8")
    archive = Archive(file)
    stay_readable(archive)
    file.rename(tmp_path / "elsewhere")
    assert archive.extract("app.news") == "app.news: modules"


def test_a_module_that_cannot_be_read_any_more_does_not_end_the_program(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "gone")
    stay_readable(archive)
    with pytest.raises(ImportError, match=r"app\.news cannot be read: the program was moved or removed"):
        archive.extract("app.news")


def test_tables_of_unicode_are_kept_by_what_qt_uses() -> None:
    assert all(is_kept(item) for item in ("coll/root.res", "coll/de.res", "coll/ucadata.icu", "root.res", "es.res", "nfkc.nrm"))
    assert not any(
        is_kept(item) for item in ("coll/ja.res", "zone/de.res", "curr/en.res", "ja.res", "unames.icu", "ibm-37.cnv", "brkitr/root.res")
    )


def test_the_desktop_finds_icons_of_every_size_entry_types_manual_and_completion(qapp: object, tmp_path: Path) -> None:
    lay_out(tmp_path)
    for size in SIZES:
        assert (tmp_path / "icons" / "hicolor" / f"{size}x{size}" / "apps" / f"{NAME}.png").stat().st_size > 100
    found = {str(each.relative_to(tmp_path)) for each in tmp_path.rglob("*") if each.is_file()}
    assert {
        f"applications/{NAME}.desktop",
        f"metainfo/{NAME}.metainfo.xml",
        "mime/packages/entente.xml",
        "man/man1/entente.1.gz",
        "man/man1/entente-engine.1.gz",
        "bash-completion/completions/entente",
        f"icons/hicolor/scalable/mimetypes/{NAME}-game.svg",
    } <= found


@pytest.mark.parametrize(
    ("tool", "arguments", "file"),
    [
        ("desktop-file-validate", (), f"{NAME}.desktop"),
        ("appstreamcli", ("validate", "--no-net"), f"{NAME}.metainfo.xml"),
        ("xmllint", ("--noout",), "entente-types.xml"),
    ],
)
def test_the_tools_of_desktops_accept_what_is_written_for_them(tool: str, arguments: tuple[str, ...], file: str) -> None:
    if shutil.which(tool) is None:
        if os.environ.get("ENTENTE_REQUIRE_DESKTOP"):  # set where the tests run for all, which installs them
            pytest.fail(f"{tool} is not here")
        pytest.skip(f"{tool} is not here")
    done = subprocess.run([tool, *arguments, str(DESKTOP / file)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_what_desktops_show_is_said_in_five_languages() -> None:
    said: dict[tuple[str, str], list[str]] = {}
    for name, tags in ((f"{NAME}.metainfo.xml", "summary|p|li"), ("entente-types.xml", "comment")):
        for tag, code in re.findall(rf'<({tags})(?: xml:lang="(\w+)")?>', (DESKTOP / name).read_text(encoding="utf-8")):
            said.setdefault((name, tag), []).append(code)
    for key, code in re.findall(
        r"^(GenericName|Comment)(?:\[(\w+)\])?=", (DESKTOP / f"{NAME}.desktop").read_text(encoding="utf-8"), re.MULTILINE
    ):
        said.setdefault((NAME, key), []).append(code)
    assert len(said) == 6
    for what, codes in said.items():
        assert {code: codes.count(code) for code in codes} == dict.fromkeys(("", "de", "es", "fr", "it"), codes.count("")), what
