"""The command line beside a window that has the game open, beside a crash, and where nothing can be written."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest

from app.cli.main import main
from app.cli.printable import Exit
from app.cli.terminal_services import CommandLineServices
from app.game.edits import process, rename_game
from app.game.library import Library
from app.game.storage.journal import BackgroundWriter, Work
from tests.unit.app.game.play import fresh_game, ordered


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game in a file."""
    document = Library().new(fresh_game())
    document.save(tmp_path / "game.dpn")
    document.close()
    return tmp_path / "game.dpn"


def run(*words: str | Path) -> int:
    return main([str(word) for word in words])


def crash(path: Path) -> None:
    """An order and a phase that were never saved."""
    document = Library().open(path)
    document.perform("Order A MUN - RUH", ordered(document.game, "GERMANY", "A MUN - RUH"))
    document.perform("Process", process(document.game))
    document.close()


@pytest.mark.slow
@pytest.mark.parametrize("words", [["show"], ["status"], ["orders"], ["who"], ["export", "GAME", "board.svg"]])
def test_what_only_reads_takes_no_lock_while_a_window_has_the_game_open(
    words: list[str], game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    window = Library().open(game)
    assert run(words[0], game, *words[2:]) == Exit.OK
    window.close()


def test_what_changes_a_game_that_a_window_has_open_is_refused(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    window, before = Library().open(game), game.read_bytes()
    assert run("order", game, "A PAR - BUR") == Exit.FAILED
    assert "has this game open" in capsys.readouterr().err
    assert game.read_bytes() == before
    window.close()
    assert run("order", game, "A PAR - BUR") == Exit.OK


@pytest.mark.parametrize("words", [["show"], ["status"], ["orders"], ["export", "GAME", "board.svg"]])
def test_where_no_data_can_be_written_a_game_is_read_all_the_same(
    words: list[str], game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "no folder").write_bytes(b"")
    monkeypatch.setenv("ENTENTE_HOME", str(tmp_path / "no folder" / "home"))
    monkeypatch.chdir(tmp_path)
    assert run(words[0], game, *words[2:]) == Exit.OK
    assert run("order", game, "A PAR - BUR") == Exit.FAILED


def test_edits_of_a_crash_are_reported_and_the_game_is_only_looked_at(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    crash(game)
    before = game.read_bytes()
    assert run("status", game) == Exit.OK
    said = capsys.readouterr()
    assert "2 changes that are not saved" in said.err
    assert "--recover=take" in said.err
    assert "MUN" not in said.err
    assert run("order", game, "A PAR - BUR") == Exit.FAILED
    assert "there are changes that were not saved" in capsys.readouterr().err
    assert game.read_bytes() == before


@pytest.mark.parametrize(("word", "phase", "left"), [("take", "F1901M", 0), ("leave", "S1901M", 1), ("drop", "S1901M", 0)])
def test_edits_of_a_crash_are_taken_left_or_dropped(word: str, phase: str, left: int, game: Path) -> None:
    crash(game)
    assert run("order", game, "A PAR - BUR", "--recover", word) == Exit.OK
    text = game.read_text()
    assert f"[phase {phase}]" in text
    assert ("A MUN - RUH" in text) is (word == "take")
    assert "A PAR - BUR" in text
    assert len(Library().left_behind(game)) == left


def test_edits_of_a_crash_do_not_cut_a_file_that_went_on(game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    crash(game)
    document = Library().open(game)
    for _ in range(4):
        document.perform("Process", process(document.game))
    document.save()
    document.close()
    before = game.read_bytes()
    assert run("status", game, "--recover=take") == Exit.OK
    assert "was changed since" in capsys.readouterr().err
    assert game.read_bytes() == before
    assert len(Library().recoverable()) == 1, "what was not saved now either is still there"
    assert run("status", game, "--recover=take", "--output", tmp_path / "mine.dpn") == Exit.OK
    assert game.read_bytes() == before
    assert "A MUN - RUH" in (tmp_path / "mine.dpn").read_text()


def test_journals_and_backups_are_read_by_their_owner_alone(game: Path) -> None:
    document = Library().open(game)
    document.perform("Rename", rename_game(document.game, "Secret"))
    document.perform("Process", process(document.game))
    document.close()
    home = Path(os.environ["ENTENTE_HOME"])
    kept = [*home.glob("data/journals/*"), *home.glob("data/backups/*/*")]
    assert len(kept) >= 3
    for each in kept:
        assert stat.S_IMODE(each.stat().st_mode) == 0o600
    for folder in ("journals", "backups"):
        assert stat.S_IMODE((home / "data" / folder).stat().st_mode) == 0o700


def test_a_file_whose_end_is_missing_is_looked_at_until_somebody_wants_the_rest(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game.write_text(game.read_text().partition("\n[end")[0])
    before = game.read_bytes()
    assert run("order", game, "A PAR - BUR") == Exit.FAILED
    assert "the end of the file is missing" in capsys.readouterr().err
    assert game.read_bytes() == before
    assert run("order", game, "A PAR - BUR", "--unread=rest") == Exit.OK
    assert "\n[end sum=" in game.read_text()


def test_a_file_is_replaced_only_when_somebody_says_so(game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "other.dpn"
    other.write_bytes(b"what was there")
    for words in (["new"], ["order", game, "A PAR - BUR"]):
        assert run(*words, "--output", other) == Exit.FAILED
        said = capsys.readouterr()
        assert said.out == "", "nothing is done before that is known"
        assert "--replace writes over it" in said.err
        assert other.read_bytes() == b"what was there"
    assert run("new", "--output", other, "--replace") == Exit.OK
    assert other.read_text().startswith("entente-game 1")
    assert run("order", game, "A PAR - BUR", "--output", game) == Exit.OK, "its own file is no other one"


def test_a_person_at_a_terminal_is_asked_before_a_file_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other.dpn"
    other.write_bytes(b"what was there")
    for answer, code in (("\n", Exit.FAILED), ("y\n", Exit.OK)):
        typed = StringIO(answer)
        monkeypatch.setattr(typed, "isatty", lambda: True)
        monkeypatch.setattr(sys, "stdin", typed)
        assert run("new", "--output", other) == code
        assert "Write over it?" in capsys.readouterr().err
    assert other.read_bytes() != b"what was there"


def test_a_new_game_without_a_file_says_that_it_is_not_kept(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("new") == Exit.OK
    assert "Not kept" in capsys.readouterr().err
    assert Library().recoverable() == ()


def test_the_game_may_stand_before_the_command(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(game, "order", "A PAR - BUR") == Exit.OK
    assert run(game, "orders") == Exit.OK
    assert "A PAR - BUR" in capsys.readouterr().out


def test_the_position_of_a_game_is_reported_without_a_word_of_a_clipboard(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("position", game) == Exit.OK
    assert capsys.readouterr().out.startswith("S1901M")
    assert run("position", "nowhere.dpn") == Exit.FAILED
    said = capsys.readouterr().err
    assert "no position" in said
    assert "clipboard" not in said


def test_escape_codes_in_names_are_shown_and_not_sent(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "red\x1b[31m.dpn"
    assert run("new", "--name", "Evil\x1b]0;owned\x07\x9b31m", "--output", path) == Exit.OK
    assert run("order", path, "A PAR - BUR") == Exit.OK
    for command in ("status", "show", "orders", "who", "copy-orders", "check", "copy-position"):
        run(command, path)
    run("order", path, "A \x1b[2J")
    run("show", tmp_path / "no\x1b[31m.dpn")
    said = capfd.readouterr()
    for mark in ("\x1b", "\x07", "\x9b"):
        assert mark not in said.out + said.err
    assert r"red\x1b[31m.dpn" in said.err


def test_escape_codes_in_names_of_powers_are_not_sent_to_the_terminal(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Escape codes in the names of powers are shown and not sent while people play at a terminal."""

    class Person(StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(sys, "stdin", Person("A PAR \x1b[2J\nquit\n"))
    services = CommandLineServices()
    assert services.read_line("Evil\x1b]0;owned\x07> ") == "A PAR \x1b[2J"
    said = capfd.readouterr().out
    assert "Evil" in said
    assert "\x1b" not in said
    monkeypatch.setattr(sys, "stdin", Person("A PAR \x1b[2J\nquit\n"))
    assert run("play", "--powers", "FRANCE") == Exit.OK
    whole = capfd.readouterr()
    assert r"\x1b" in whole.out
    assert "\x1b" not in whole.out + whole.err


def test_a_person_at_a_terminal_sees_how_far_an_import_is_and_a_program_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    def work(go_on: Callable[[int, int, str], bool]) -> int:
        assert go_on(3, 100, "Evil\x1b[2J\nboard")
        assert go_on(0, 0, "")
        return 7

    for seen, expected in ((Terminal(), "\r\x1b[K3/100 Evil\\x1b[2J board\r\x1b[K"), (StringIO(), "")):
        monkeypatch.setattr(sys, "stderr", seen)
        assert CommandLineServices().watch_over("Reading", work) == 7
        assert seen.getvalue() == expected


@pytest.mark.parametrize("is_quick", [False, True])
def test_a_backup_that_cannot_be_made_is_said(
    is_quick: bool, game: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if is_quick:  # it has failed before the phase is accepted, and long before the game is saved

        def at_once(behind: BackgroundWriter, piece: Callable[[], None], work: Work) -> None:
            do(behind, piece, work)
            assert behind.finish()

        do = BackgroundWriter.submit
        monkeypatch.setattr(BackgroundWriter, "submit", at_once)
    backups = Path(os.environ["ENTENTE_HOME"]) / "data" / "backups"
    backups.parent.mkdir(parents=True, exist_ok=True)
    backups.write_text("no folder")
    assert run("process", "--missing=process", game) == Exit.OK
    assert "keeping a backup failed" in capsys.readouterr().err
