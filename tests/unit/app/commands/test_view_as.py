"""The game through the eyes of one power: everything that shows, lists, copies or exports obeys the hooks."""

from __future__ import annotations

import pytest

from app.game.dpn.writer import write
from app.game.record import MAIN, Cursor
from app.presentation.order_rows import power_blocks
from entente.words.sentence import describe_centres
from tests.unit.app.commands.fake_services import Desk


@pytest.fixture
def desk() -> Desk:
    made = Desk()
    made.run("variant fog_of_war", "A PAR - BUR", "A MUN - BUR", "A VIE - GAL", "A WAR - GAL", "process --missing process")
    return made


def test_in_fog_a_power_sees_its_own_units_and_what_is_beside_them(desk: Desk) -> None:
    desk.run("view-as italy")
    seen = {unit.province for unit in desk.session.turn.position.units}
    assert seen == {"ROM", "VEN", "NAP", "TRI"}
    shown = desk.run("show")
    assert "F TRI" in shown
    assert "A VIE" not in shown


def test_results_of_what_lies_in_fog_are_not_told(desk: Desk) -> None:
    desk.run("view-as france")
    said = desk.run("results S1901M")
    assert "Burgundy" in said
    assert "Munich" not in said, "who stood in the way there is not told"
    assert "Galicia" not in said
    desk.run("view-as")
    assert "Galicia" in desk.run("results S1901M")


def test_history_is_shown_as_it_was_seen_then(desk: Desk) -> None:
    desk.run("view-as russia")
    first = desk.session.shown.turn(Cursor(MAIN, 0))
    assert {power for power, lines in first.orders.items() if lines} == {"RUSSIA"}
    assert first.resolution is not None
    assert {outcome.power for outcome in first.resolution.outcomes} == {"RUSSIA"}


def test_pictures_are_drawn_as_the_viewer_sees_the_board(desk: Desk, tmp_path: object) -> None:
    desk.run("view-as turkey", f"export {tmp_path}/board.png")
    request = desk.services.pictures[0][0]
    shown = request.game.turn(request.cursor).position
    assert all(unit.power != "ENGLAND" for unit in shown.units)
    assert "LON" in request.hidden
    assert "CON" not in request.hidden


def test_open_orders_are_ones_own_alone_and_edits_go_into_the_whole_game(desk: Desk) -> None:
    desk.run("A MUN - TYR", "view-as france", "A PAR - PIC")
    assert "A MUN - TYR" not in desk.run("orders")
    desk.run("view-as")
    said = desk.run("orders")
    assert "A MUN - TYR" in said
    assert "A PAR - PIC" in said


def test_what_is_saved_is_the_whole_game(desk: Desk) -> None:
    before = write(desk.document.game)
    desk.run("view-as france")
    assert write(desk.document.game) == before


def test_without_such_hooks_a_power_sees_the_whole_board() -> None:
    desk = Desk()
    desk.run("view-as france")
    assert len(desk.session.turn.position.units) == 22


def test_in_fog_nothing_says_that_a_power_sent_no_orders_where_they_are_only_not_seen(desk: Desk) -> None:
    desk.run("view-as italy")
    text = write(desk.session.shown)
    assert "none received" not in text
    assert "AUSTRIA: no orders" not in text


def test_in_fog_centres_that_are_not_seen_are_unknown_and_not_none(desk: Desk) -> None:
    desk.run("view-as italy", "goto S1901M")
    for line in ("status", "show"):
        said = desk.run(line)
        assert "0 centres" not in said
        assert "1 centre seen" in said, "Trieste is seen"
        assert "3 centres" in said, "Italy knows its own"


def test_in_fog_the_panel_says_what_is_unknown(desk: Desk) -> None:
    desk.run("view-as italy")
    blocks = {each.power: each for each in power_blocks(desk.session.shown, desk.session.cursor, viewer="ITALY")}
    assert blocks["ITALY"].strength == "3 units · 3 centres"
    assert blocks["AUSTRIA"].strength == "1 unit seen · 1 centre seen"
    assert describe_centres(0, whole=False) == "centres unknown"


@pytest.mark.parametrize("line", ["who", "status"])
def test_who_lacks_orders_is_told_to_nobody_but_the_power_itself(line: str, desk: Desk) -> None:
    """Others' orders are out of sight: nothing can be said of them, neither that they lack nor that they are in."""
    desk.run("view-as italy")
    said = desk.run(line)
    if line == "who":
        assert "Italy" in said
        assert not [name for name in ("Austria", "England", "France", "Germany", "Russia", "Turkey") if name in said]
    assert "missing" not in said
    desk.run("hold-all")
    assert desk.run("who") == "All orders are in.", "its own are"
