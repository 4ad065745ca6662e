"""The command line: every command without a display, exit codes, errors with their place."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from app.cli.main import main, read_options
from app.cli.printable import Exit
from app.cli.undo import KEPT
from app.session.errors import LineError
from tests.quick import each_nth

ROOT = Path(__file__).resolve().parents[4]


@pytest.fixture
def game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A new standard game in a file."""
    path = tmp_path / "game.dpn"
    assert main(["new", "--output", str(path)]) == Exit.OK
    capsys.readouterr()
    return path


def run(*words: str | Path) -> int:
    return main([str(word) for word in words])


@pytest.mark.slow
def test_a_game_is_made_ordered_processed_and_shown(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("order", game, "A PAR - BUR") == Exit.OK
    assert run("order", game, "A", "MUN", "-", "RUH") == Exit.OK
    assert run("process", "--missing=process", game) == Exit.OK
    capsys.readouterr()
    assert run("show", game) == Exit.OK
    said = capsys.readouterr().out
    assert said.startswith("Standard: Fall 1901, movement")
    assert "A BUR" in said
    assert "A RUH" in said


def test_standard_output_holds_what_the_command_says_alone(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("order", game, "A PAR - BUR")
    captured = capsys.readouterr()
    assert captured.out == "Army Paris moves to Burgundy\n"
    assert captured.err == f"Saved in {game}.\n"


def test_undo_takes_back_one_command_after_the_other(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    versions = [game.read_bytes()]
    commands: list[list[str | Path]] = [["order", game, "A PAR - BUR"], ["process", game, "--missing=process"], ["rename", game, "Winter"]]
    for words in commands:
        assert run(*words) == Exit.OK
        versions.append(game.read_bytes())
    run("show", game)
    capsys.readouterr()
    assert run("undo", game) == Exit.OK
    assert capsys.readouterr().out.startswith("Undone: Rename")
    assert game.read_bytes() == versions[2]
    assert run(game, "undo") == Exit.OK
    assert run("undo", "--game", game) == Exit.OK
    assert game.read_bytes() == versions[0]
    assert run("undo", game) == Exit.FAILED
    assert "There is nothing to undo" in capsys.readouterr().err


def test_redo_does_again_what_undo_took_back_until_another_command_comes(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    versions = [game.read_bytes()]
    commands: list[list[str | Path]] = [["order", game, "A PAR - BUR"], ["process", game, "--missing=process"], ["rename", game, "Winter"]]
    for words in commands:
        run(*words)
        versions.append(game.read_bytes())
    assert run("redo", game) == Exit.FAILED
    for _ in commands:
        run("undo", game)
    capsys.readouterr()
    for version in versions[1:]:
        assert run("redo", game) == Exit.OK
        assert game.read_bytes() == version
    assert capsys.readouterr().out.rstrip().endswith("Done again: Rename game to Winter")
    assert run("redo", game) == Exit.FAILED
    assert "There is nothing to redo" in capsys.readouterr().err
    assert run(game, "undo") == Exit.OK
    assert run(game, "redo") == Exit.OK
    assert run("undo", game) == Exit.OK
    run("rename", game, "Summer")
    summer = game.read_bytes()
    assert run("redo", game) == Exit.FAILED, "another command came between"
    assert game.read_bytes() == summer
    assert run("undo", game) == Exit.OK
    assert game.read_bytes() == versions[2]


def test_redo_leaves_a_file_alone_that_something_else_changed(game: Path) -> None:
    run("order", game, "A PAR - BUR")
    run("undo", game)
    changed = game.read_bytes().replace(b"name: ", b"name: Other ")
    game.write_bytes(changed)
    assert run("redo", game) == Exit.FAILED
    assert game.read_bytes() == changed


def test_undo_leaves_a_file_alone_that_something_else_changed(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("order", game, "A PAR - BUR")
    changed = game.read_bytes().replace(b"name: ", b"name: Other ")
    game.write_bytes(changed)
    assert run("undo", game) == Exit.FAILED
    assert game.read_bytes() == changed
    assert run("undo", game.with_name("none.dpn")) == Exit.FAILED
    capsys.readouterr()


@pytest.mark.slow
def test_no_more_than_twenty_commands_are_kept_and_none_of_a_table(game: Path) -> None:
    for number in range(KEPT + 3):
        run("rename", game, f"Winter {number}")
    undone = 0
    while run("undo", game) == Exit.OK:
        undone += 1
    assert undone == KEPT
    table = game.with_name("table.dpn")
    table.write_bytes((ROOT / "tests" / "unit" / "app" / "session" / "letters_in_plain_text.dpn").read_bytes())
    run("rename", table, "Round the table")
    after = table.read_bytes()
    assert b"Round the table" in after
    assert run("undo", table) == Exit.FAILED
    assert table.read_bytes() == after


def test_a_command_that_changes_nothing_leaves_the_file_alone(game: Path) -> None:
    before = game.read_bytes(), game.stat().st_mtime_ns
    for words in (["show"], ["who"], ["status"], ["orders"], ["legal"]):
        run(words[0], game)
    assert (game.read_bytes(), game.stat().st_mtime_ns) == before


def test_a_changed_game_can_go_into_another_file(game: Path, tmp_path: Path) -> None:
    before = game.read_bytes()
    assert run("process", "--missing=process", game, "--output", tmp_path / "next.dpn") == Exit.OK
    assert game.read_bytes() == before
    assert b"[phase F1901M]" in (tmp_path / "next.dpn").read_bytes()


def test_a_failed_command_writes_nothing(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = game.read_bytes()
    assert run("order", game, "A PAR - MOS") == Exit.FAILED
    assert game.read_bytes() == before
    assert "entente: " in capsys.readouterr().err


def test_a_script_runs_over_a_game_and_names_the_line_that_fails(game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "moves.txt"
    script.write_text("A PAR - BUR\nprocess --missing hold\nA BUR - MOS\n")
    before = game.read_bytes()
    assert run("run", script, "--game", game) == Exit.FAILED
    assert f"{script}:3: " in capsys.readouterr().err
    assert game.read_bytes() == before
    script.write_text("A PAR - BUR\nprocess --missing hold\nA BUR - MAR\n")
    assert run("run", game, script) == Exit.OK
    assert b"A BUR - MAR" in game.read_bytes()


@pytest.mark.slow
@each_nth(
    3,
    ("words", "code", "said"),
    [
        (["nonsense"], Exit.USAGE, "no command is called 'nonsense'"),
        (["proces"], Exit.USAGE, "did you mean process"),
        (["export", "--widht", "3", "--game", "GAME", "a.png"], Exit.USAGE, "did you mean --width?"),
        (["goto", "GAME"], Exit.USAGE, "goto needs phase"),
        (["goto", "GAME", "1901"], Exit.USAGE, "'1901' is not a phase"),
        (["show"], Exit.FAILED, "No game is open"),
        (["show", "nowhere.dpn"], Exit.FAILED, "nowhere.dpn"),
        (["show", "."], Exit.FAILED, "folder"),
        (["fit", "GAME"], Exit.FAILED, "works in the window only"),
        (["show", "GAME", "--trust", "me"], Exit.USAGE, "orders, positions or look"),
        (["show", "GAME", "--hooks=on"], Exit.USAGE, "--hooks is off"),
        (["show", "GAME", "--hooks"], Exit.USAGE, "needs a value"),
        (["export", "GAME", "board.gif"], Exit.FAILED, ".png, .jpg, .svg, .pdf"),
        pytest.param(
            ["export", "GAME", "no/such/folder/board.png", "--width", "200"],
            Exit.FAILED,
            "writing the picture failed: no such file",
            marks=pytest.mark.slow,
        ),
        (["datc", "6.Z"], Exit.FAILED, "There is no case 6.Z"),
        (["new", "stnadard"], Exit.FAILED, "did you mean standard?"),
        (["new", "standard", "colour=red"], Exit.FAILED, "colour=red"),
    ],
)
def test_errors_go_to_standard_error_with_an_exit_code(
    game: Path, words: list[str], code: Exit, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*(str(game) if word == "GAME" else word for word in words)) == code
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    "data", [b"", b"\x00" * 1000, b"entente-game 1\n\n[game]\n", b"GIF89a\x00\xff", b"entente-game 99\n[game]\nvariant: standard\n"]
)
def test_a_file_that_is_no_game_is_a_clean_error(tmp_path: Path, data: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.dpn"
    path.write_bytes(data)
    assert run("process", "--missing=process", path) == Exit.FAILED
    assert "bad.dpn" in capsys.readouterr().err
    assert path.read_bytes() == data


def test_check_lists_faults_with_line_and_column(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("check", game) == Exit.OK
    assert capsys.readouterr().out.endswith("game.dpn: 0 errors, 0 warnings, 0 differences\n")
    text = game.read_text().replace("= FRANCE: A MAR, A PAR, F BRE", "= FRANCE: A MAR, A XYZ, F BRE")
    game.write_text(text)
    assert run("check", game) == Exit.FAILED
    line = text.splitlines().index("= FRANCE: A MAR, A XYZ, F BRE") + 1
    assert f"game.dpn:{line}:" in capsys.readouterr().out


def test_a_game_whose_positions_do_not_follow_is_looked_at_until_somebody_decides(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("order", game, "A PAR - BUR")
    run("process", "--missing=process", game)
    text = game.read_text().replace("= FRANCE: A BUR, A MAR, F BRE", "= FRANCE: A GAS, A MAR, F BRE")
    game.write_text(text)
    capsys.readouterr()
    assert run("show", game) == Exit.OK
    captured = capsys.readouterr()
    assert "F1901M: the file has" in captured.err
    assert "A GAS" in captured.out
    assert run("process", "--missing=process", game) == Exit.FAILED
    assert "can only be looked at" in capsys.readouterr().err
    assert run("process", "--missing=process", game, "--trust", "orders") == Exit.OK
    assert "A GAS" not in game.read_text()


def test_help_and_usage_need_no_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--help") == Exit.OK
    assert "usage: ./run" in capsys.readouterr().out
    assert run() == Exit.USAGE
    assert run("help", "process") == Exit.OK
    assert run("process", "--help") == Exit.OK
    said = capsys.readouterr().out
    assert said.count("process [--missing hold|default|process]") == 2
    assert run("--version") == Exit.OK
    assert capsys.readouterr().out.startswith("Entente ")


@pytest.mark.slow
def test_the_last_line_of_datc_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("datc") == Exit.OK
    assert capsys.readouterr().out.splitlines()[-1] == "184 passed, 0 failed"


def test_datc_fails_when_a_case_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    case = (ROOT / "resources" / "datc" / "6A.toml").read_text().replace('after = ["England F NTH"]', 'after = ["England F PIC"]', 1)
    (tmp_path / "one.toml").write_text(case)
    assert run("datc", "--folder", tmp_path) == Exit.FAILED
    captured = capsys.readouterr()
    assert captured.out.splitlines()[-1] == "11 passed, 1 failed"
    assert "6.A.1" in captured.out


@pytest.mark.slow
def test_selfplay_plays_the_same_game_for_the_same_seed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("one", "two"):
        assert run("selfplay", "--seed", "5", "--years", "3", "--into", tmp_path / f"{name}.dpn") == Exit.OK
    assert (tmp_path / "one.dpn").read_bytes() == (tmp_path / "two.dpn").read_bytes()
    assert capsys.readouterr().out.startswith("seed 5: ")
    assert run("check", tmp_path / "one.dpn") == Exit.OK


@pytest.mark.slow
def test_a_pack_has_a_picture_of_the_start(tmp_path: Path) -> None:
    assert run("pack", "pure", tmp_path / "pure.zip") == Exit.OK
    with zipfile.ZipFile(tmp_path / "pure.zip") as archive:
        assert archive.read("pure/thumbnail.png").startswith(b"\x89PNG")


@pytest.mark.slow
def test_the_board_is_exported_without_a_display(game: Path, tmp_path: Path) -> None:
    starts = {"a.png": b"\x89PNG", "a.jpg": b"\xff\xd8", "a.svg": b"<?xml", "a.pdf": b"%PDF"}
    script = tmp_path / "exports.txt"
    script.write_text("".join(f"export '{tmp_path / name}' --width 300\n" for name in starts), encoding="utf-8")
    # One start of the real program for all of them: without Qt's platform it would end here.
    run_alone = subprocess.run(
        [sys.executable, "main.py", "run", str(script), "--game", str(game)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run_alone.returncode == 0, run_alone.stderr
    assert {name: (tmp_path / name).read_bytes()[: len(start)] for name, start in starts.items()} == starts


@pytest.mark.slow
def test_commands_that_draw_nothing_do_not_load_qt(game: Path) -> None:
    program = "import sys; from app.cli.main import main; main(['show', sys.argv[1]]); print('PySide6' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", program, str(game)], cwd=ROOT, capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == "False"


@pytest.mark.slow
def test_a_reader_that_goes_away_ends_the_program_quietly(game: Path) -> None:
    program = f"{sys.executable} main.py commands | true; echo ${{PIPESTATUS[0]}}"
    ran = subprocess.run(["bash", "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert ran.stderr == ""
    assert ran.stdout.strip() in {"0", str(int(Exit.BROKEN_PIPE))}


def test_options_may_stand_before_and_after_the_command() -> None:
    options = read_options(["--game", "a.dpn", "order", "A PAR - BUR", "--output=b.dpn", "--hooks=off"])
    assert (str(options.game), str(options.output), options.choices.hooks, options.words) == (
        "a.dpn",
        "b.dpn",
        frozenset(),
        ["order", "A PAR - BUR"],
    )
    assert read_options(["echo", "--", "--game"]).words == ["echo", "--game"]
    assert read_options(["-o", "x"]).output == Path("x")
    with pytest.raises(LineError, match="SHA-256"):
        read_options(["--hooks=deadbeef"])


def test_every_exit_code_is_told_of() -> None:
    page = (ROOT / "docs" / "reference" / "exits.md").read_text(encoding="utf-8")
    assert {int(code) for code in re.findall(r"^\| (\d+) \|", page, re.MULTILINE)} == {int(each) for each in Exit}
