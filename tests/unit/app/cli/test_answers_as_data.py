"""Commands with --json answer one JSON object in the form that is documented, and with the same exit codes."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from app.cli.main import main
from app.cli.printable import Exit
from app.game.document import Document
from app.game.dpn.writer import file_text, write
from app.game.edits import process, set_lines
from app.game.record import MAIN
from app.session.answers import orders_data
from tests.unit.app.commands.fake_services import Desk
from tests.unit.app.game.everything import game_with_everything
from tests.unit.app.game.play import fresh_game, played_game

ROOT = Path(__file__).parents[4]
SCHEMA: dict[str, Any] = json.loads((ROOT / "docs" / "formats" / "answers.schema.json").read_text())


def checked(command: str, text: str) -> dict[str, Any]:
    """The answer of *command*, after it was held against its schema."""
    found: dict[str, Any] = json.loads(text)
    Draft202012Validator({**SCHEMA, "$ref": f"#/$defs/{command}"}).validate(found)
    return found


def answer(command: str, path: Path, capsys: pytest.CaptureFixture[str], *words: str, code: Exit = Exit.OK) -> dict[str, Any]:
    assert main([command, str(path), *words, "--json"]) == code
    return checked(command, capsys.readouterr().out)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.dpn"
    path.write_text(file_text(set_lines(process(fresh_game()), MAIN, "FRANCE", ["A PAR - BUR", "A MAR - XYZ", "F BRE - MOS"])))
    return path


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("command", ["status", "who", "orders", "show", "results", "deadlines", "mails", "check"])
@pytest.mark.parametrize("which", ["everything", "played"])
def test_every_answer_has_the_documented_form(command: str, which: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.dpn"
    if (command, which) == ("mails", "everything"):
        pytest.skip("a game that is over takes no mails")
    path.write_text(file_text(game_with_everything() if which == "everything" else played_game(7, seed=4)))
    answer(command, path, capsys, "--hooks=off")


@pytest.mark.slow
def test_the_status_and_who_lacks_orders(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status = answer("status", game, capsys)
    assert (status["phase"], status["powers"]["FRANCE"], status["missing"]["FRANCE"]) == ("F1901M", {"centres": 3, "units": 3}, 1)
    lacking = answer("who", game, capsys)["lacking"]
    assert lacking["FRANCE"] == {"units": ["A MAR"], "builds": 0, "removals": 0}
    assert len(lacking) == 7


def test_orders_as_received_and_as_read(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    orders = answer("orders", game, capsys)["orders"]
    assert orders["ENGLAND"] is None
    first, second, third = orders["FRANCE"]
    assert (first["order"], first["is_legal"], first["refused"]) == ("A PAR - BUR", True, None)
    assert (second["order"], second["text"]) == (None, "A MAR - XYZ")
    assert third["is_legal"] is False
    assert "Moscow" in third["refused"]


@pytest.mark.slow
def test_processing_answers_what_became_of_the_phase_and_keeps_its_exit_codes(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = game.read_bytes()
    assert main(["process", str(game), "--json"]) == Exit.NOT_READY
    assert capsys.readouterr().out == ""
    assert game.read_bytes() == before
    found = answer("process", game, capsys, "--missing", "hold")
    assert (found["phase"], found["next"]) == ("F1901M", "S1902M")
    [moved] = [each for each in found["outcomes"]["FRANCE"] if each["order"] == "A PAR - BUR"]
    assert (moved["given"], moved["results"]) == (True, ["ok"])
    again = answer("results", game, capsys)
    assert {key: value for key, value in found.items() if key != "due"} == again


def test_faults_with_their_places(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.dpn"
    path.write_text(write(fresh_game()).replace("FRANCE: none received", "FRANCE:\n  A PAR - BUR\n  A PAR - PIC"))
    found = answer("check", path, capsys, code=Exit.FAILED)
    assert (found["errors"], found["standing"], found["faults"][0]["column"]) == (1, "checked", 3)


def test_results_as_data_are_of_everybody(game: Path) -> None:
    assert main(["results", str(game), "--json", "--power", "france"]) == Exit.FAILED


@pytest.mark.slow
def test_the_program_itself_says_one_object_and_nothing_else(game: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "main.py"), "status", str(game), "--json"], capture_output=True, text=True, check=True
    )
    assert checked("status", done.stdout)["phase"] == "F1901M"
    assert done.stderr == ""


def test_orders_as_a_table_for_a_spreadsheet_leave_received_words_out(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["orders", str(game), "--csv"]) == Exit.OK
    rows = list(csv.reader(capsys.readouterr().out.splitlines()))
    assert rows[0] == ["Phase", "Power", "Order", "Result"]
    assert rows[1:] == [["F1901M", "FRANCE", "A PAR - BUR", ""], ["F1901M", "FRANCE", "F BRE - MOS", ""]]
    assert main(["process", str(game), "--missing", "hold"]) == Exit.OK
    capsys.readouterr()
    assert main(["orders", str(game), "F1901M", "--csv"]) == Exit.OK
    assert "F1901M,FRANCE,A PAR - BUR,ok" in capsys.readouterr().out.splitlines()


def test_received_words_are_for_their_sender_and_the_game_master_alone() -> None:
    desk = Desk(game=False)
    desk.session.add(Document(process(set_lines(fresh_game(), MAIN, "FRANCE", ["A Par - Bur, please"]))))
    cursor = replace(desk.session.game.last(MAIN), index=0)

    def texts(viewer: str | None) -> list[object]:
        desk.session.look_as(viewer)
        orders = orders_data(desk.session, cursor)["orders"]
        assert isinstance(orders, dict)
        return [line["text"] for line in orders["FRANCE"]]

    assert texts(None) == texts("FRANCE") == ["A Par - Bur, please"]
    assert texts("AUSTRIA") == ["A PAR - BUR"]
