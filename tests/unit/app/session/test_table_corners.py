"""Corners of a table: clocks after a restart, a game that ends or is mended in mid-round, what a seat may not touch, acts out of turn."""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import replace

import pytest

from adjudicator.phase import Phase
from adjudicator.resolution import Ending
from adjudicator.unit import Unit
from app.game.branch_edits import fork
from app.game.gm_edits import edit_position
from app.game.library import Library
from app.game.record import MAIN, Cursor, EditError, Game
from app.hotseat.round import RoundStage, Standing
from app.hotseat.sealing import Contents
from app.session.viewpoint import CURTAIN
from app.tables.table_acts import unread
from tests.unit.app.session.table_desk import WRITERS, TableDesk, played, refused, with_units

DRAW = Ending(("FRANCE",), "draw")


def drafts_in_memory(order: str) -> list[Contents]:
    """Return the contents that any seat keeps to itself in which *order* stands."""
    return [each for each in gc.get_objects() if type(each) is Contents and order in [line.text for line in each.lines or ()]]


# --- a game that ends, or is mended, in mid-round ---


def test_the_last_phase_that_was_carried_out_is_the_one_before_the_open_one(desk: TableDesk) -> None:
    found = [desk.seating.judged_last]
    for _ in range(2):
        played(desk)
        found.append(desk.seating.judged_last)
    assert found == [None, Cursor(MAIN, 0), Cursor(MAIN, 1)]


def test_the_phase_that_ends_a_game_is_the_last_that_was_carried_out(bare: TableDesk) -> None:
    position = bare.game.turn(bare.game.last()).position
    units = (Unit.of("FRANCE A PAR"), Unit.of("ITALY A ROM"))
    owners = dict.fromkeys(position.owners, "FRANCE")
    last_autumn = replace(position, phase=Phase.of("F1901M"), units=units, owners=owners)
    bare.session.document.perform("Set up", edit_position(bare.game, MAIN, last_autumn, "Set up.", by="", at=""))
    bare.run("table FRANCE=Cleo")
    for power in bare.seating.round.to_seal:
        bare.write(power)
    bare.run("show-orders")
    assert bare.game.branch(MAIN).ending is not None
    last = bare.game.last(MAIN)
    carried_out = last if bare.game.turn(last).resolution is not None else Cursor(MAIN, last.index - 1)
    assert bare.seating.judged_last == carried_out


def test_a_game_that_ends_under_the_game_masters_hands_leaves_no_container_of_the_desk(bare: TableDesk) -> None:
    bare.run("table FRANCE=Cleo --game-master Gil", "open-seat GM", "draw")
    assert bare.seating.round.stage is RoundStage.OVER
    assert bare.seating.turn.sealed == ()


@pytest.mark.slow
def test_a_game_that_ends_while_a_seat_is_open_keeps_what_was_written_there_to_itself(
    bare: TableDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where the file was read again and is over there."""
    desk = bare
    desk.run("table FRANCE=Cleo:0815 --secret-votes --orders 5", "open-seat FRANCE 0815", "order A PAR - BUR", "vote FRANCE draw")
    ended = desk.game.with_branch(replace(desk.game.branch(MAIN), ending=DRAW))
    monkeypatch.setattr(desk.seating, "check", lambda _before, _after: None)
    desk.session.document.perform("Over", ended)
    assert desk.seating.turn.votes == ()
    assert not desk.seating.turn_clock.running
    assert desk.seating.round.stage is RoundStage.OVER
    assert desk.session.viewer == CURTAIN
    assert desk.lines_in_the_open() == set()
    assert [(each.power, each.is_draft) for each in desk.seating.turn.sealed] == [("FRANCE", True)]
    assert desk.session.document.undo_label is None
    gc.collect()
    assert not drafts_in_memory("A PAR - BUR")


def test_a_position_that_the_game_master_mends_begins_the_round_anew_for_those_it_concerns(bare: TableDesk) -> None:
    bare.run("table FRANCE=Cleo:0815 --game-master Gil")
    bare.write("FRANCE", "A PAR - BUR")
    bare.run("open-seat GM")
    bare.session.document.perform("Mend", with_units(bare, "FRANCE A PAR", "ITALY A ROM"))
    assert bare.seating.round.to_order == ("FRANCE", "ITALY")
    assert bare.seating.round.to_seal == ("ITALY",)
    assert bare.seating.round.stage is RoundStage.CURTAIN, "there are no talks a second time"


def test_a_mended_position_that_concerns_the_same_powers_leaves_the_game_master_at_the_desk(bare: TableDesk) -> None:
    bare.run("table FRANCE=Cleo --game-master Gil", "open-seat GM")
    position = bare.seating.turn.position
    units = tuple(Unit.of("FRANCE A BUR") if str(unit) == "FRANCE A PAR" else unit for unit in position.units)
    bare.session.document.perform("Mend", edit_position(bare.game, MAIN, replace(position, units=units), "Mend.", by="", at=""))
    assert bare.seating.open == "GM"


# --- secrets ---


def test_the_right_pin_makes_the_wrong_tries_before_it_forgotten(desk: TableDesk) -> None:
    for _ in range(2):
        refused(desk, "open-seat FRANCE 1111")
    desk.run("open-seat FRANCE 0815", "close-seat")
    assert "1 wrong try." in refused(desk, "open-seat FRANCE 1111")


def test_wrong_tries_are_counted_where_earlier_versions_counted_them(desk: TableDesk) -> None:
    refused(desk, "open-seat FRANCE 1111")
    assert (desk.library.places.data / "wrong-tries.json").is_file()


def test_what_did_not_change_at_a_seat_is_not_encrypted_again(desk: TableDesk) -> None:
    desk.run("open-seat FRANCE 0815", "order A PAR - BUR")
    first, again = (desk.seating.for_disk("", desk.game)[1].turn(desk.seating.cursor).sealed for _ in range(2))
    assert first == again
    desk.run("order A MAR - SPA")
    assert desk.seating.for_disk("", desk.game)[1].turn(desk.seating.cursor).sealed != first


@pytest.mark.slow
def test_nothing_of_a_closed_seat_stays_in_memory(desk: TableDesk) -> None:
    desk.run("open-seat FRANCE 0815", "order A MAR S A PAR - GAS", "close-seat")
    gc.collect()
    assert not drafts_in_memory("A MAR S A PAR - GAS")


def test_a_seat_whose_key_is_gone_is_not_closed_in_the_open(desk: TableDesk) -> None:
    desk.run("open-seat FRANCE 0815", "order A PAR - BUR")
    desk.seating.keys.clear()
    assert "The key of France is gone; open the seat again." in refused(desk, "seal")
    assert desk.seating.open == "FRANCE"


def test_a_seat_that_holds_nothing_sealed_has_nothing_to_give_up(desk: TableDesk) -> None:
    assert "France has nothing sealed that could be discarded." in refused(desk, "give-up-orders FRANCE")
    assert desk.seating.round.standing("FRANCE") is Standing.NOT_YET


# --- what the open seat may not touch ---


def _with_another_branch(game: Game) -> Game:
    return fork(game, Cursor(MAIN, 0), "what if")


def _with_another_past(game: Game) -> Game:
    first = game.branch(MAIN).turns[0]
    return game.with_turn(Cursor(MAIN, 0), replace(first, note="It was otherwise."))


def _with_another_phase(game: Game) -> Game:
    branch = game.branch(MAIN)
    return game.with_branch(replace(branch, turns=(*branch.turns, branch.turns[-1])))


@pytest.mark.parametrize("edit", [_with_another_branch, _with_another_past, _with_another_phase])
def test_an_open_seat_changes_no_branch_and_no_earlier_phase(edit: Callable[[Game], Game], desk: TableDesk) -> None:
    played(desk)
    desk.run("open-seat ENGLAND")
    before = desk.game
    with pytest.raises(EditError, match="earlier phases cannot be changed"):
        desk.session.document.perform("behind", edit(before))
    assert desk.game is before


def test_an_open_seat_changes_no_other_branch_that_was_there_before(bare: TableDesk) -> None:
    bare.run("fork what-if")
    other = bare.session.branch
    bare.session.document.show(bare.game.last(MAIN))
    assert other != MAIN
    bare.run("table FRANCE=Cleo", "open-seat FRANCE")
    turn = bare.game.turn(bare.game.last(other))
    with pytest.raises(EditError, match="earlier phases cannot be changed"):
        bare.session.document.perform("behind", bare.game.with_turn(bare.game.last(other), turn.with_orders("FRANCE", ())))


def test_the_game_master_may_look_at_what_might_have_been(bare: TableDesk) -> None:
    bare.run("table FRANCE=Cleo --game-master Gil")
    played(bare)
    bare.run("open-seat GM")
    bare.session.document.perform("Fork", _with_another_branch(bare.game))
    assert len(bare.game.branches) == 2


def test_the_game_master_may_edit_a_game_that_is_over(bare: TableDesk) -> None:
    bare.run("table FRANCE=Cleo --game-master Gil", "open-seat GM")
    turn = bare.seating.turn.with_orders("RUSSIA", ())
    with bare.seating.acting():
        bare.session.document.perform("Set up", bare.game.with_turn(bare.seating.cursor, turn))
    ended = bare.game.with_branch(replace(bare.game.branch(MAIN), ending=DRAW))
    bare.session.document.perform("Over", ended)
    assert bare.game.branch(MAIN).ending is not None


# --- the file, read again in mid-round ---


def _read_again(desk: TableDesk, change: Callable[[Game], Game]) -> None:
    path = desk.folder / "game.dpn"
    desk.run(f"save-as {path}")
    file = desk.library.inspect(path)
    ready = file.opened.ready()
    desk.session.document.reread(ready.writer, change(ready.game), file.data)


def test_a_file_that_is_read_again_at_an_open_seat_leaves_its_draft_as_it_was(desk: TableDesk) -> None:
    desk.run("open-seat FRANCE 0815", "order A PAR - BUR")
    _read_again(desk, lambda game: replace(game, name="Renamed"))
    assert desk.game.name == "Renamed"
    assert desk.seating.open == "FRANCE"
    assert [line.text for line in desk.session.open_turn.orders_of("FRANCE")] == ["A PAR - BUR"]


def test_a_file_that_is_read_again_at_the_curtain_or_at_the_desk_opens_nothing(bare: TableDesk) -> None:
    bare.run("table FRANCE=Cleo --game-master Gil")
    bare.write("FRANCE", "A PAR - BUR", close="close-seat")
    for line in ("", "open-seat GM"):
        bare.run(*([line] if line else []))
        _read_again(bare, lambda game: replace(game, name=f"{game.name}!"))
        assert bare.lines_in_the_open() == set()
        assert [each.power for each in bare.seating.turn.sealed] == ["FRANCE"]
    assert bare.game.name == "Test!!"


def test_a_game_that_is_looked_at_only_is_not_taken_from_another_program(desk: TableDesk) -> None:
    path = desk.folder / "game.dpn"
    desk.run(f"save-as {path}", "close")
    document = Library(desk.library.places, on_demand=True).open(path)
    desk.session.add(document)
    assert desk.session.viewer == CURTAIN
    assert desk.library.open(path).read_only == ""


def test_a_file_without_the_branch_that_is_played_keeps_table_and_players(desk: TableDesk) -> None:
    renamed = desk.game.branch(MAIN)
    before = desk.game
    taken = desk.seating.as_read(before, replace(before, branches=(replace(renamed, name="other"),), table=None, players={}))
    assert [branch.name for branch in taken.branches] == ["other"]
    assert (taken.table, taken.players) == (before.table, before.players)


# --- acts ---


def test_an_act_that_cannot_be_kept_leaves_the_round_as_it_was(desk: TableDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError("no room")

    desk.run("open-seat ENGLAND", "press england --to france Shall we?", "close-seat", "open-seat FRANCE 0815", "close-seat")
    desk.run("open-seat ENGLAND", "close-seat")
    before, read = desk.seating.round, desk.seating.read
    monkeypatch.setattr(type(desk.session.document), "perform", full)
    assert "no room" in refused(desk, "open-seat FRANCE 0815")
    assert desk.seating.round == before
    assert desk.session.viewer == CURTAIN
    assert desk.seating.read == read == 0


def test_whoever_listens_hears_of_every_act(desk: TableDesk) -> None:
    heard: list[object] = []
    for power in desk.seating.round.to_seal:
        desk.write(power)
    desk.run("show-orders")
    desk.session.subscribe(lambda: heard.append(desk.seating.round))
    acts = (
        "next-round",
        "call ENGLAND",
        "open-seat FRANCE 0815",
        "seal",
        "take-back FRANCE 0815",
        "close-seat",
        "clock end",
        "unlock FRANCE 0815",
        "clock start",
    )
    for line in acts:
        heard.clear()
        desk.run(line)
        assert heard[-1:] == [desk.seating.round], line


def test_ended_talks_bring_the_curtain_that_calls_the_first(desk: TableDesk) -> None:
    heard: list[RoundStage] = []
    desk.session.subscribe(lambda: heard.append(desk.seating.round.stage))
    desk.run("end-talks")
    assert desk.seating.round.stage is RoundStage.CURTAIN
    assert desk.seating.round.called == "AUSTRIA"
    assert heard[-1] is RoundStage.CURTAIN
    assert "The talks are over already." in refused(desk, "end-talks")


def test_nobody_goes_on_from_results_that_were_not_shown(desk: TableDesk) -> None:
    assert "The orders of this phase have to be shown first." in refused(desk, "next-round")


def test_a_table_is_ended_neither_from_a_seat_nor_from_the_desk_of_the_game_master(bare: TableDesk) -> None:
    bare.run("table FRANCE=Cleo --game-master Gil", "open-seat FRANCE", "order A PAR - BUR")
    assert "France is at the laptop; close that seat first." in refused(bare, "end-table --drop")
    bare.run("close-seat", "open-seat GM")
    assert "Gil is at the laptop; close that seat first." in refused(bare, "end-table --drop")
    bare.run("close-seat", "end-table --drop --agreed 'England, Italy, Russia, Turkey'")
    assert bare.session.seating is None


def test_only_those_who_can_order_have_an_empty_set_written_for_them(bare: TableDesk) -> None:
    bare.session.document.perform("Set up", with_units(bare, "AUSTRIA A BUD", "RUSSIA A MOS", "TURKEY A CON"))
    bare.run("table AUSTRIA=Ada ENGLAND=hold RUSSIA=hold TURKEY=disorder")
    bare.write("AUSTRIA")
    bare.run("show-orders")
    orders = bare.game.branch(MAIN).turns[0].orders
    assert orders["RUSSIA"] == ()
    assert "ENGLAND" not in orders, "it has nothing to order"
    assert "TURKEY" not in orders, "it sent none"


def test_nothing_is_unread_at_the_curtain_or_at_the_desk(bare: TableDesk) -> None:
    bare.run("table FRANCE=Cleo --game-master Gil", "open-seat ENGLAND", "press england --to france Hello", "close-seat")
    assert unread(bare.session) == ()
    bare.run("open-seat GM")
    assert unread(bare.session) == ()


def test_votes_to_show_the_orders_are_counted_and_taken_back(bare: TableDesk) -> None:
    bare.run("table AUSTRIA=Ada ENGLAND=Ben FRANCE=Cleo GERMANY=hold ITALY=hold RUSSIA=hold TURKEY=hold --shown vote", "end-talks")
    bare.run("show-now Ada", "show-now Ada --no", "show-now Ben")
    assert bare.seating.round.votes == {"Ben"}
    bare.run("show-now Cleo")
    assert bare.seating.round.stage is RoundStage.READY


def test_who_sits_down_has_nothing_picked_that_somebody_else_pointed_at(desk: TableDesk) -> None:
    desk.session.selection = "PAR"
    desk.run("open-seat FRANCE 0815")
    assert desk.session.selection is None


def test_all_writers_are_called_one_after_the_other(desk: TableDesk) -> None:
    called = []
    desk.run("end-talks")
    for _ in WRITERS:
        called.append(desk.seating.round.called)
        desk.write(str(desk.seating.round.called))
    assert called == list(WRITERS)


def test_copying_orders_where_there_are_none_leaves_what_was_copied_before(desk: TableDesk) -> None:
    desk.services.clipboard = "a shopping list"
    assert "no orders here to copy" in refused(desk, "copy-orders")
    assert desk.services.clipboard == "a shopping list"
