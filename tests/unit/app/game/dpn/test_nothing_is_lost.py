"""A faulty line stays in the file when that is saved: unchanged, or as a comment where a part of it is in the game."""

from __future__ import annotations

import re

import pytest

from app.game.branch_edits import fork, remove_branch, rename_branch
from app.game.dpn.writer import write
from app.game.edits import process, rename_game, set_lines, set_note, set_player
from app.game.entries import SeatedPlayer
from app.game.opening import Opened, open_text
from app.game.record import MAIN, Cursor
from tests.quick import one_by_one
from tests.unit.app.game.play import fresh_game, ordered

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


@one_by_one(
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


def blocks(text: str) -> list[str]:
    """The text cut before every phase and its end mark."""
    return re.split(r"(?m)^(?=\[(?:phase|end)\b)", text)


def branched() -> list[str]:
    """The blocks of a game of two phases with a branch from its start."""
    return blocks(write(process(fork(process(fresh_game()), Cursor(MAIN, 0), "What if"), "What if")))


def test_branches_that_stand_between_one_another_are_written_as_they_stood() -> None:
    game, spring, autumn, other_spring, other_autumn, end = branched()
    data = "".join((game, other_spring, spring, other_autumn, autumn, end)).encode()
    opened = open_text(data).ready()
    assert [branch.name for branch in opened.game.branches] == [MAIN, "What if"]
    assert opened.writer.compose(opened.game).text.encode() == data


def test_a_phase_that_stands_twice_stays_behind_the_one_that_counts() -> None:
    game, spring, autumn, end = blocks(write(process(ordered(fresh_game(), "FRANCE", "A PAR - BUR"))))
    repeated = autumn.replace("\n", "\n| The second one.\n", 1)
    opened = open_text("".join((game, autumn, repeated, spring, end)).encode())
    ready = opened.trust_orders()
    written = ready.writer.compose(ready.game).text
    assert written.index("[phase S1901M") < written.index("[phase F1901M") < written.index("The second one.")
    again = open_text(written.encode()).ready().game
    assert [turn.phase for turn in again.line()] == [turn.phase for turn in ready.game.line()]
    assert not any(turn.note for turn in again.line())


@pytest.mark.parametrize("way", ["rename", "remove"])
def test_a_phase_that_stands_twice_does_not_come_back_when_its_branch_goes(way: str) -> None:
    repeated = branched()[3].replace("\n", "\n| The second one.\n", 1)
    opened = open_text("".join((*branched()[:-1], repeated, branched()[-1])).encode()).ready()
    changed = remove_branch(opened.game, "What if") if way == "remove" else rename_branch(opened.game, "What if", "Else")
    written = opened.writer.compose(changed).text
    assert "# | The second one." in written
    assert [branch.name for branch in open_text(written.encode()).ready().game.branches] == [branch.name for branch in changed.branches]


def test_players_that_stand_twice_do_not_come_back_when_the_first_ones_go() -> None:
    opened = open_text(TEXT.replace(PHASE, f"[players]\nFRANCE: Cy\n\n{PHASE}").encode()).ready()
    composed = opened.writer.compose(set_player(opened.game, "FRANCE", None))
    assert "# [players]\n# FRANCE: Cy\n" in composed.text
    assert open_text(composed.data).ready().game.players == {}
    opened.writer.wrote(composed)
    later = opened.writer.compose(set_player(opened.game, "FRANCE", SeatedPlayer("Bo")))
    assert open_text(later.data).ready().game.players == {"FRANCE": SeatedPlayer("Bo")}
    assert "# FRANCE: Cy\n" in later.text


def test_players_that_stand_below_an_empty_list_of_players_stay_as_they_stood() -> None:
    data = write(fresh_game()).replace("[phase", "[players]\n\n[players]\nFRANCE: Cy\n\n[phase", 1).encode()
    opened = open_text(data).ready()
    assert opened.game.players == {}
    assert opened.writer.compose(opened.game).text.encode() == data
