"""The analysis board by commands: pieces stay while orders change, positions are set up freely, and the results are reported."""

from __future__ import annotations

import pytest

from app.game.dpn.writer import write
from app.game.opening import FileStanding, open_text
from app.game.variant_source import ShippedShelf
from app.session.errors import Abort, CommandError
from entente.position_line import position_line
from tests.quick import one_by_one
from tests.unit.app.commands.fake_services import Desk
from variants.catalogue import standard

LINE = "S1905M | units ENGLAND F NTH; FRANCE A BEL | owners ENGLAND LON; FRANCE PAR"


def units(desk: Desk) -> list[str]:
    return [str(unit) for unit in desk.session.open_turn.position.units]


def analysing(*lines: str) -> Desk:
    desk = Desk()
    desk.run("analysis", *lines)
    return desk


def test_it_begins_with_the_position_and_the_orders_that_are_shown() -> None:
    desk = Desk()
    desk.run("order A PAR - BUR", "analysis")
    assert len(desk.session.documents) == 2
    assert desk.session.game.is_analysis
    assert desk.session.open_turn.position == standard().start
    assert desk.orders("FRANCE") == ["A PAR - BUR"]
    assert not desk.session.documents[0].game.is_analysis


def test_without_a_game_it_begins_with_the_standard_start_and_can_begin_empty() -> None:
    desk = Desk(game=False)
    desk.run("analysis")
    assert desk.session.open_turn.position == standard().start
    desk.run("analysis --empty")
    assert units(desk) == []
    assert desk.session.open_turn.position.owners == {}
    with pytest.raises(Abort, match="no variant standrad"):
        desk.run("analysis standrad")


def test_units_are_placed_replaced_and_cleared_and_each_step_is_undone() -> None:
    desk = analysing("clear all", "place F NTH ENGLAND", "place A BEL FRANCE")
    assert units(desk) == ["ENGLAND F NTH", "FRANCE A BEL"]
    desk.run("place F BEL germany")
    assert units(desk) == ["ENGLAND F NTH", "GERMANY F BEL"]
    desk.run("clear NTH")
    assert units(desk) == ["GERMANY F BEL"]
    desk.run("undo", "undo")
    assert units(desk) == ["ENGLAND F NTH", "FRANCE A BEL"]
    desk.run("redo", "redo", "undo")
    assert units(desk) == ["ENGLAND F NTH", "GERMANY F BEL"]


def test_owners_are_set_and_taken_away() -> None:
    desk = analysing("owner BEL france", "owner MUN none")
    owners = desk.session.open_turn.position.owners
    assert owners["BEL"] == "FRANCE"
    assert "MUN" not in owners
    with pytest.raises(CommandError, match="no supply centre"):
        desk.run("owner BUR france")


@one_by_one(
    ("line", "reason"),
    [
        ("place F MUN GERMANY", "In MUN a fleet cannot stand"),
        ("place A NTH ENGLAND", "In NTH an army cannot stand"),
        ("place F STP RUSSIA", "Which coast?"),
        ("place F STP/EC RUSSIA", "STP has no coast EC"),
        ("place X PAR FRANCE", "X is no kind of unit"),
        ("place A XYZ FRANCE", "'XYZ' is not a province"),
        ("place A PAR BURGUNDY", "'BURGUNDY' is not a power"),
        ("clear BUR", "No unit stands in BUR"),
    ],
)
def test_what_cannot_stand_is_refused_with_the_reason_and_nothing_changes(line: str, reason: str) -> None:
    desk = analysing()
    before = units(desk)
    with pytest.raises(CommandError, match=reason.replace("?", r"\?")):
        desk.run(line)
    assert units(desk) == before


def test_orders_of_units_that_stay_are_kept_and_judged_anew_and_those_of_cleared_units_go() -> None:
    desk = analysing("order A PAR - BUR", "order A MAR S A PAR - BUR", "order F BRE - MAO")
    desk.run("clear BRE")
    assert desk.orders("FRANCE") == ["A PAR - BUR", "A MAR S A PAR - BUR"]
    desk.run("place F MAO FRANCE")
    assert all(line.is_legal for line in desk.session.open_turn.orders_of("FRANCE"))
    desk.run("clear PAR")
    left = desk.session.open_turn.orders_of("FRANCE")
    assert [str(line.order) for line in left] == ["A MAR S A PAR - BUR"]
    assert not left[0].is_legal


def test_what_if_tells_the_outcome_and_the_pieces_stay() -> None:
    desk = analysing("order A PAR - BUR", "order A MUN - BUR")
    before = desk.session.game
    said = desk.run("what if")
    assert "bounced" in said
    assert "Next would be: Fall 1901" in said
    assert desk.session.game is before
    desk.run("order A MUN - RUH")
    assert "bounced" not in desk.run("what if")
    assert len(desk.session.game.line()) == 1


def test_a_position_line_is_told_set_up_copied_and_pasted() -> None:
    desk = analysing(f"position {LINE}")
    assert len(desk.session.documents) == 2
    assert desk.run("position") == LINE
    desk.run("copy position line")
    assert desk.services.clipboard == LINE
    desk.run("clear all", "paste position")
    assert position_line(standard(), desk.session.open_turn.position) == LINE
    assert desk.session.game.audit == ()


def test_a_position_line_opens_a_board_where_a_game_or_nothing_is_in_front() -> None:
    for game in (True, False):
        desk = Desk(game=game)
        desk.run(f"position {LINE}")
        assert desk.session.game.is_analysis
        assert units(desk) == ["ENGLAND F NTH", "FRANCE A BEL"]
        if game:
            assert desk.session.documents[0].game.line()[0].position == standard().start


def test_a_faulty_line_names_every_fault_with_its_column() -> None:
    desk = analysing()
    with pytest.raises(Abort) as failed:
        desk.run("position S1905M | units ENGLAND F MUN; ATLANTIS A PAR | owners FRANCE PAR BUR; ENGLAND PAR")
    lines = str(failed.value).splitlines()
    assert [line.split(":")[2] for line in lines] == sorted((line.split(":")[2] for line in lines), key=int)
    for words in ("cannot stand in MUN", "no power is called 'ATLANTIS'", "BUR is no supply centre", "PAR is owned twice"):
        assert any(words in line for line in lines)


def test_a_game_itself_is_not_set_up_by_these_commands() -> None:
    desk = Desk()
    for line in ("place F NTH ENGLAND", "clear PAR", "owner BEL FRANCE"):
        with pytest.raises(Abort, match="analysis board"):
            desk.run(line)


def test_a_position_line_pasted_into_a_game_is_a_game_masters_deed() -> None:
    desk = Desk()
    desk.services.clipboard = LINE
    desk.run("paste position by agreement")
    assert units(desk) == ["ENGLAND F NTH", "FRANCE A BEL"]
    assert len(desk.session.game.audit) == 1


def test_its_file_replays_without_differences_and_is_an_analysis_board_still() -> None:
    desk = analysing(
        f"position {LINE}",
        "place A YOR ENGLAND",
        "order F NTH C A YOR - BEL",
        "order A YOR - BEL",
        "process --missing process",
        "place A PAR FRANCE",
    )
    opened = open_text(write(desk.session.game).encode(), "board.dpn", ShippedShelf())
    assert opened.standing is FileStanding.CHECKED, opened.faults
    game = opened.ready().game
    assert game.is_analysis
    assert [turn.position for turn in game.line()] == [turn.position for turn in desk.session.game.line()]


def test_a_board_plays_on_like_a_game() -> None:
    desk = analysing("order A PAR - BUR", "process --missing process")
    assert str(desk.session.open_turn.phase) == "F1901M"
    desk.run("place A GAS FRANCE")
    assert "FRANCE A GAS" in units(desk)
    with pytest.raises(Abort, match="played before"):
        desk.run("position S1901M | units FRANCE A PAR")
