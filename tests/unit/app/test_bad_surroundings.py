"""A bad environment: the acts that work all the same, and the warnings."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest
from keyring.backends import fail

from app.game.storage.places import places
from app.game.storage.stand_in import can_be_written, stand_in
from app.mail_out.mail import Correspondent
from app.mail_out.mail_server import MailServer, SecretStore, Security
from app.start import main
from tests.quick import few

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def barred(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home in which no folder can be made: a file stands where it should be."""
    (tmp_path / "file").write_text("not a folder")
    home = tmp_path / "file" / "home"
    monkeypatch.setenv("ENTENTE_HOME", str(home))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    return home


def test_a_game_is_made_played_and_kept_where_no_home_can_be_written(
    barred: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = str(tmp_path / "evening.dpn")
    assert main(["new", "standard", "--output", game]) == 0
    said = capsys.readouterr()
    assert str(barred) in said.err
    assert "cannot be written. Settings, unsaved changes and backups of this session are in" in said.err
    assert main(["order", game, "A PAR - BUR", "--power", "FRANCE"]) == 0
    assert "A PAR - BUR" in Path(game).read_text(encoding="utf-8")
    assert places().data.is_relative_to(tmp_path)
    assert places().data.stat().st_mode & 0o077 == 0 or places().data.parents[1].stat().st_mode & 0o077 == 0


def test_what_can_be_read_of_the_own_folder_stays_in_reach(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "data" / "variants" / "isle").mkdir(parents=True)
    (tmp_path / "settings").mkdir()
    (tmp_path / "settings" / "settings.json").write_text('{"view.theme": "night"}')
    monkeypatch.setenv("ENTENTE_HOME", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(os, "access", lambda *_: False)  # as on a disk that is mounted to be read only
    assert stand_in() is not None
    assert (places().variants / "isle").is_dir()
    assert "night" in places().settings_file.read_text()


def test_a_home_that_is_not_there_yet_is_no_trouble(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENTENTE_HOME", str(tmp_path / "new" / "home"))
    assert can_be_written(tmp_path / "new" / "home")
    assert stand_in() is None
    assert not (tmp_path / "new").exists(), "nothing is made before it is needed"


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such folders")
def test_a_folder_for_temporary_files_that_others_may_look_into_is_not_taken(barred: Path, tmp_path: Path) -> None:
    prepared = tmp_path / f"entente-{os.getuid()}"
    prepared.mkdir()
    prepared.chmod(0o755)
    assert stand_in() is not None
    assert not places().data.is_relative_to(prepared)


@pytest.mark.slow
@pytest.mark.parametrize("locale", few(["xx_YY.bad", "C"], "xx_YY.bad"))
def test_a_locale_that_does_not_exist_keeps_nobody_from_playing(locale: str, tmp_path: Path) -> None:
    surroundings = {**os.environ, "LANG": locale, "LC_ALL": locale, "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    words = [sys.executable, "main.py", "new", "standard", "--output", str(tmp_path / "spiel-ü.dpn")]
    done = subprocess.run(words, cwd=ROOT, env=surroundings, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "spiel-ü.dpn").read_text(encoding="utf-8").startswith("entente-game")


def test_a_program_that_was_moved_while_it_runs_says_so_and_saves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = str(tmp_path / "evening.dpn")
    assert main(["new", "standard", "--output", game]) == 0
    monkeypatch.setattr(sys, "executable", str(tmp_path / "gone" / "entente"))

    def missing(*_: object) -> None:
        raise ModuleNotFoundError("app.mail_in")

    monkeypatch.setattr("app.commands.help.manual_page", missing)
    assert main(["man-page"]) != 0
    assert "The program was moved or removed while it runs" in capsys.readouterr().err
    assert main(["goto", game, "S1999M"]) != 0
    assert "The program was moved or removed while it runs" in capsys.readouterr().out
    assert main(["order", game, "A PAR - BUR", "--power", "FRANCE"]) == 0
    assert "A PAR - BUR" in Path(game).read_text(encoding="utf-8")


def test_a_part_that_is_missing_where_nothing_was_moved_is_not_explained_away(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object) -> None:
        raise ModuleNotFoundError("app.mail_in")

    monkeypatch.setattr("app.commands.help.manual_page", missing)
    with pytest.raises(ModuleNotFoundError):
        main(["man-page"])


def test_a_game_of_a_newer_version_is_looked_at_and_stays_as_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = tmp_path / "evening.dpn"
    assert main(["new", "standard", "--output", str(game)]) == 0
    text = (
        game.read_text(encoding="utf-8")
        .replace("entente-game 1", "entente-game 2, signed")
        .replace("\n[end", "\n[treaty]\ngold: 5\n\n[end")
    )
    game.write_text(text, encoding="utf-8")
    assert main(["status", str(game)]) == 0
    assert main(["order", str(game), "A PAR - BUR", "--power", "FRANCE"]) != 0
    assert "a newer program wrote it" in capsys.readouterr().err
    assert game.read_text(encoding="utf-8") == text


def test_what_an_older_version_does_not_know_stays_in_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = tmp_path / "evening.dpn"
    assert main(["new", "standard", "--output", str(game)]) == 0
    game.write_text(game.read_text(encoding="utf-8").replace("\n[end", "\n[treaty]\ngold: 5\n\n[end"), encoding="utf-8")
    assert main(["order", str(game), "A PAR - BUR", "--power", "FRANCE"]) == 0
    assert "what stands here is kept as it is" in capsys.readouterr().err
    assert "[treaty]\ngold: 5\n" in game.read_text(encoding="utf-8")


def test_where_the_system_keeps_no_secrets_a_password_is_kept_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("keyring.get_keyring", lambda: fail.Keyring())  # type: ignore[no-untyped-call]
    store = SecretStore()
    assert not store.is_there
    server = MailServer("mail.example", 465, Security.TLS, "ada", Correspondent("Ada", "ada@example.org"))
    assert not store.keep(server, "swordfish")
    assert store.password(server) is None


WITHOUT_FONTS = """
import sys
from PySide6.QtGui import QFontDatabase, QFontInfo, QRawFont
from app.game.storage.places import places
from app.game.storage.settings import Settings
from app.qt.main_window.application import open_main_window
from app.qt.main_window.window_preferences import Preferences
from app.qt.map.fonts import map_font
window = open_main_window(Preferences(Settings(places().settings_file)))
window.make_controller()
window.controller.run("new", variant="standard")
for font in (window.font(), window.menuBar().font(), map_font(12)):
    print(QFontInfo(font).family(), all(QRawFont.fromFont(font).supportsCharacter(ord(each)) for each in "Aäßéñ"))
"""


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only there can all fonts be taken away")
def test_without_any_font_on_the_system_the_programs_own_are_used(tmp_path: Path) -> None:
    (tmp_path / "fonts.conf").write_text('<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig></fontconfig>\n')
    surroundings = {
        **os.environ,
        "FONTCONFIG_FILE": str(tmp_path / "fonts.conf"),
        "ENTENTE_HOME": str(tmp_path),
        "QT_QPA_PLATFORM": "offscreen",
    }
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_FONTS],
        cwd=ROOT,
        env={**surroundings, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.splitlines() == ["Inter True", "Inter True", "TeX Gyre Pagella True"], done.stderr


def test_a_full_disk_takes_nothing_of_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = tmp_path / "evening.dpn"
    assert main(["new", "standard", "--output", str(game)]) == 0
    before = game.read_bytes()

    def full(_handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert main(["order", str(game), "A PAR - BUR", "--power", "FRANCE"]) != 0
    assert "Make room on the disk, or choose another place." in capsys.readouterr().err
    assert game.read_bytes() == before
