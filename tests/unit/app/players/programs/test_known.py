"""Programs that a machine remembers by name: kept in a file, read with tolerance, looked up when they are needed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.players.programs.known import MOST, KnownProgram, KnownPrograms, checked, known_as
from app.players.programs.seats import ProgramReach, SeatError, read_program


def test_what_was_remembered_is_found_again_by_its_name_however_that_is_written(tmp_path: Path) -> None:
    known = KnownPrograms(tmp_path / "settings" / "programs.json")
    program = KnownProgram("Bold Bot", ProgramReach.START, "bold.py", "--bold 0.6", str(tmp_path), seconds=2.5, options={"bold": 0.6})
    known.keep(program)
    known.keep(KnownProgram("away", ProgramReach.CONNECT, host="localhost", port=9000, token="k3y"))
    assert known.get("bold bot") == program
    assert [each.name for each in known.all()] == ["away", "Bold Bot"]
    assert "k3y" not in repr(known.get("away"))
    known.keep(KnownProgram("bolder", ProgramReach.START, "bold.py"), instead_of="Bold Bot")
    assert [each.name for each in known.all()] == ["away", "bolder"]
    assert known.forget("AWAY")
    assert not known.forget("away")


def test_a_damaged_file_and_strange_entries_are_passed_over(tmp_path: Path) -> None:
    file = tmp_path / "programs.json"
    known = KnownPrograms(file)
    good = {"name": "good", "reach": "start", "command": "good.py"}
    bad = [3, {}, {"name": "x", "reach": "inside"}, {"name": "a/b", "reach": "start", "command": "c"}, {"name": "n", "reach": "connect"}]
    file.write_text(json.dumps({"programs": [*bad, good]}), encoding="utf-8")
    assert [each.name for each in known.all()] == ["good"]
    for text in ("", "[", "[]", '{"programs": 1}'):
        file.write_text(text, encoding="utf-8")
        assert known.all() == ()


@pytest.mark.parametrize("name", ["", "a" * 41, "a/b", "a(b)", "<x>", "two\nlines" * 9, " "])
def test_names_that_would_break_the_line_of_a_game_are_refused(name: str) -> None:
    with pytest.raises(SeatError, match="1 to 40"):
        checked(KnownProgram(name, ProgramReach.START, "bold.py"))


def test_a_program_is_started_in_its_folder_with_its_arguments_whatever_stands_in_the_names(tmp_path: Path) -> None:
    folder = tmp_path / "my bots"
    folder.mkdir()
    file = folder / "bold bot.py"
    file.write_text("", encoding="utf-8")
    elsewhere = tmp_path / "else where"
    elsewhere.mkdir()
    seat = KnownProgram("bold", ProgramReach.START, str(file), "--name 'two words'", str(elsewhere)).seat()
    assert seat.command[-3:] == (str(file), "--name", "two words")
    assert seat.folder == elsewhere
    line = f"'{file}' --fast"
    known = known_as("bold", read_program(f"bot:{line}"), command=line)
    assert (known.command, known.arguments) == (str(file), "--fast")
    assert known.seat().folder == folder
    file.unlink()
    with pytest.raises(SeatError, match="there is no program"):
        known.seat()
    with pytest.raises(SeatError, match="no folder"):
        KnownProgram("bold", ProgramReach.START, "python3", folder=str(tmp_path / "gone")).seat()


def test_no_more_than_so_many_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "programs.json"
    file.write_text(json.dumps({"programs": [{"name": f"n{each}", "reach": "listen"} for each in range(MOST)]}), encoding="utf-8")
    known = KnownPrograms(file)
    with pytest.raises(SeatError, match="no more than"):
        known.keep(KnownProgram("one", ProgramReach.LISTEN))
    known.keep(KnownProgram("N1", ProgramReach.LISTEN, port=9000))
    assert len(known.all()) == MOST
