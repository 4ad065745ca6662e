"""Lines, batches and scripts."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.commands.declaring.command import run_command
from app.commands.declaring.registry import COMMANDS
from app.commands.declaring.run import MOST_LINES, run_batch, run_line, run_script
from app.game.document import Document
from app.game.edits import new_game
from app.session.errors import Abort, CommandError, ScriptError, UnknownCommandError
from tests.unit.app.commands.fake_services import Desk
from variants.catalogue import standard


def test_an_order_typed_as_it_is_is_understood() -> None:
    desk = Desk()
    assert desk.run("A PAR - BUR") == "Army Paris moves to Burgundy"
    assert desk.run("france: army marseilles supports paris to burgundy").startswith("Army Marseilles supports Army Paris to Burgundy")
    assert desk.orders("FRANCE") == ["A PAR - BUR", "A MAR S A PAR - BUR"]
    assert desk.document.undo_label == "Order A MAR S A PAR - BUR"


def test_an_order_that_is_not_legal_says_why_and_changes_nothing() -> None:
    desk = Desk()
    with pytest.raises(Abort, match="Moscow"):
        desk.run("A PAR - MOS")
    assert desk.document.undo_label is None


def test_an_order_that_cannot_be_read_is_reported_as_an_order() -> None:
    desk = Desk()
    with pytest.raises(Abort, match="Xyzzy"):
        desk.run("A PAR - Xyzzy")


def test_a_misspelt_command_suggests_the_nearest() -> None:
    with pytest.raises(UnknownCommandError, match="did you mean process"):
        Desk().run("proces")


def test_empty_lines_and_comments_do_nothing() -> None:
    assert Desk().run("", "   ", "# A PAR - BUR") == ""


def test_without_a_game_an_order_is_an_unknown_command() -> None:
    with pytest.raises(UnknownCommandError):
        Desk(game=False).run("A PAR - BUR")


def test_a_command_that_needs_a_game_says_so() -> None:
    with pytest.raises(Abort, match="No game is open"):
        Desk(game=False).run("fork")


def test_a_batch_is_one_undo_step() -> None:
    desk = Desk()
    run_batch(desk.session, ["A PAR - BUR", "A MAR H", "A VIE - GAL"], "Three orders")
    assert desk.document.undo_label == "Three orders"
    desk.run("undo")
    assert desk.orders("FRANCE") == []
    assert desk.document.undo_label is None


def test_a_batch_that_fails_is_undone_whole_and_names_the_line() -> None:
    desk = Desk()
    with pytest.raises(ScriptError, match=r"^mail:3:1: no command is called 'nonsense'") as caught:
        run_batch(desk.session, ["A PAR - BUR", "", "nonsense", "A MAR H"], "Mail", "mail")
    assert caught.value.line == 3
    assert desk.orders("FRANCE") == []
    assert desk.document.undo_label is None


def test_a_game_opened_in_a_batch_that_fails_is_closed_again() -> None:
    desk = Desk()
    first = desk.document

    def open_and_stop() -> None:
        with desk.session.batch("Open"):
            desk.session.add(Document(new_game(standard())))
            raise ValueError("stop")

    with pytest.raises(ValueError, match="stop"):
        open_and_stop()
    assert desk.session.documents == (first,)
    assert desk.session.current is first


def test_undo_is_no_part_of_a_script() -> None:
    desk = Desk()
    desk.run("A PAR - BUR")
    with pytest.raises(ScriptError, match="undo cannot be part of a script"):
        run_batch(desk.session, ["undo"], "Batch")
    assert desk.orders("FRANCE") == ["A PAR - BUR"]


def test_a_script_file_is_one_undo_step(tmp_path: Path) -> None:
    script = tmp_path / "opening.txt"
    script.write_text("# the French opening\nA PAR - BUR\n\nF BRE - MAO\necho done\n", encoding="utf-8")
    desk = Desk()
    assert "done" in desk.run(f"run {script}")
    assert desk.orders("FRANCE") == ["A PAR - BUR", "F BRE - MAO"]
    assert desk.document.undo_label == "Run opening.txt"


def test_a_scripts_error_names_file_and_line(tmp_path: Path) -> None:
    inner = tmp_path / "inner.txt"
    inner.write_text("echo here\nfork with a name that is\ngoto 1901\n", encoding="utf-8")
    outer = tmp_path / "outer.txt"
    outer.write_text(f"run {inner}\n", encoding="utf-8")
    desk = Desk()
    with pytest.raises(ScriptError) as caught:
        desk.run(f"run {outer}")
    assert str(caught.value).startswith(f"{inner}:3:6: '1901' is not a phase")
    assert len(desk.session.game.branches) == 1


def test_a_script_that_runs_itself_ends(tmp_path: Path) -> None:
    script = tmp_path / "loop.txt"
    script.write_text(f"run {script}\n", encoding="utf-8")
    with pytest.raises(CommandError, match="deep"):
        Desk().run(f"run {script}")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"echo ok\n\xff\xfe\n", ":2:1: not UTF-8 text"),
        (b"#" * 1_000_001, "larger than 1000000 bytes"),
        (b"#\n" * (MOST_LINES + 1), "lines are too many"),
        (b"echo " + b"x" * 4_000, "too long"),
        (b"\x00\x01\x02", "no command is called"),
    ],
)
def test_a_script_that_is_none_gives_a_clean_error(tmp_path: Path, data: bytes, message: str) -> None:
    script = tmp_path / "bad.txt"
    script.write_bytes(data)
    with pytest.raises(CommandError, match=message):
        run_script(Desk().session, script)


def test_a_missing_script_is_named(tmp_path: Path) -> None:
    with pytest.raises(Abort, match=r"nowhere.txt: No such file"):
        run_script(Desk().session, tmp_path / "nowhere.txt")


def test_what_a_game_refuses_comes_out_as_a_sentence() -> None:
    desk = Desk()
    with pytest.raises(CommandError, match="one the game started with"):
        desk.run("remove-branch main")
    with pytest.raises(CommandError, match="nothing to redo"):
        run_command(desk.session, COMMANDS["redo"])


def test_a_line_runs_in_the_game_in_front() -> None:
    desk = Desk()
    first = desk.document
    desk.session.add(Document(new_game(standard(), "Second")))
    run_line(desk.session, "A PAR - BUR")
    assert first.undo_label is None
    desk.run("games 1", "A VIE - GAL")
    assert first.undo_label == "Order A VIE - GAL"


def test_whoever_stops_listening_to_what_is_said_is_no_trouble_of_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command line ends quietly then, as in ``entente datc | head``."""
    desk = Desk()

    def gone(_: str) -> None:
        raise BrokenPipeError

    monkeypatch.setattr(desk.services, "say", gone)
    with pytest.raises(BrokenPipeError):
        run_line(desk.session, "status")
