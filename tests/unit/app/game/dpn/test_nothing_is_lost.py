"""A faulty line stays in the file when that is saved: unchanged, or as a comment where a part of it is in the game."""

from __future__ import annotations

import re

import pytest

from app.game.dpn.writer import write
from app.game.edits import rename_game, set_lines, set_note, set_player
from app.game.entries import SeatedPlayer
from app.game.opening import Opened, open_text
from app.game.record import MAIN
from tests.unit.app.game.play import fresh_game

GAME = set_lines(fresh_game(), MAIN, "FRANCE", ["A PAR - BUR", "A MAR H"])
TEXT = write(set_player(GAME, "FRANCE", SeatedPlayer("Ada")))
PHASE = re.findall(r"\[phase .*\]", TEXT)[-1]


def with_line(line: str, below: str = PHASE) -> str:
    """The game with *line* below the heading of a block."""
    return TEXT.replace(below, f"{below}\n{line}", 1)


def edited(found: Opened) -> list[str]:
    """The lines of the file after each part of it was changed."""
    opened = found.ready()
    game = set_note(rename_game(opened.game, "Another"), "Seen\n")
    game = set_lines(game, MAIN, "GERMANY", ["A MUN H", "A MUN - RUH"])
    game = set_lines(game, MAIN, "FRANCE", ["A PAR - PIC", "A MAR - SPA", "A PAR H"])
    game = set_player(game, "GERMANY", SeatedPlayer("Bo"))
    composed = opened.writer.compose(game)
    again = open_text(composed.data)
    assert again.game is not None
    assert [line.text for line in again.game.turn(again.game.last()).orders["FRANCE"]] == ["A PAR - PIC", "A MAR - SPA", "A PAR H"]
    assert [line.text for line in again.game.turn(again.game.last()).orders["GERMANY"]] == ["A MUN H", "A MUN - RUH"]
    assert again.game.turn(again.game.last()).position == game.turn(game.last()).position
    opened.writer.wrote(composed)
    game = set_lines(game, MAIN, "FRANCE", ["A PAR - GAS"])
    later = opened.writer.compose(game)
    reread = open_text(later.data).game
    assert reread is not None
    assert [line.text for line in reread.turn(reread.last()).orders["FRANCE"]] == ["A PAR - GAS"]
    return later.text.split("\n")


@pytest.mark.parametrize(
    "line",
    [
        "* SWE: RUSSIA",
        "= ATLANTIS: A PAR, F BRE",
        "! ATLANTIS: A PAR < BUR",
        "+ defaults ATLANTIS: A PAR B",
        "- defaults ATLANTIS",
        "= FRANCE  PAR",
        "ATLANTIS:\n  A PAR H\n  A MAR H",
        "ATLANTIS: none received",
        "ATLANTIS: no orders",
    ],
)
def test_a_line_of_nobody_stays_as_it_stands_in_its_phase(line: str) -> None:
    found = open_text(with_line(line).encode())
    assert found.errors
    lines = edited(found)
    start = lines.index(PHASE)
    block = lines[start : lines.index("[end]") if "[end]" in lines else len(lines)]
    for each in line.split("\n"):
        assert each in block


@pytest.mark.parametrize(
    ("line", "faulty"),
    [
        ("= RUSSIA: A MOS, F XYZ", "= RUSSIA: A MOS, F XYZ"),
        ("= RUSSIA: F MOS", "= RUSSIA: F MOS"),
        ("* RUSSIA: PAR, XYZ", "* RUSSIA: PAR, XYZ"),
        ("* RUSSIA: PAR", "* FRANCE: BRE, MAR, PAR"),
        ("! RUSSIA: A XYZ < BUR", "! RUSSIA: A XYZ < BUR"),
        ("= RUSSIA : A PAR", "= FRANCE: A MAR, A PAR, F BRE"),
    ],
)
def test_a_list_of_which_a_part_is_taken_in_stays_as_a_comment(line: str, faulty: str) -> None:
    found = open_text(with_line(line).encode())
    assert found.errors
    lines = edited(found)
    assert f"# {faulty}" in lines


@pytest.mark.parametrize(("heading", "line"), [("[players]", "ATLANTIS: Cy")])
def test_a_line_of_nobody_stays_in_other_blocks(heading: str, line: str) -> None:
    found = open_text(with_line(line, heading).encode())
    assert found.errors
    assert line in edited(found)


def test_a_position_that_is_filled_in_keeps_the_lines_of_nobody() -> None:
    text = re.sub(r"(?m)^\* FRANCE: .*\n", "* SWE: RUSSIA\n", write(fresh_game()))
    found = open_text(text.encode())
    written = found.ready().writer.compose(found.ready().game).text.split("\n")
    assert "* SWE: RUSSIA" in written
    assert any(line.startswith("* FRANCE: ") for line in written)


def test_a_list_without_a_blank_behind_its_power_is_read_whole() -> None:
    text = write(fresh_game()).replace("* FRANCE: BRE, MAR, PAR", "* FRANCE:BRE,MAR,PAR").replace("= FRANCE: A MAR", "= FRANCE:A MAR")
    found = open_text(text.encode())
    assert found.errors == ()
    assert found.ready().game.turn(found.ready().game.last()).position == fresh_game().turn(fresh_game().last()).position


def test_a_sign_before_a_list_is_a_fault_and_is_not_passed_over() -> None:
    assert open_text(write(fresh_game()).replace("= FRANCE: A MAR", "= FRANCE:?A MAR").encode()).errors
