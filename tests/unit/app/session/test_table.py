"""A game round one laptop, by commands: no orders are in the game but those of the open seat, and a round goes to its end."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.unit import Unit
from app.game.gm_edits import edit_position
from app.game.record import MAIN
from app.hotseat.clock import Beat
from app.hotseat.round import RoundStage, Standing
from app.session.processing import describe_lacking
from app.session.viewpoint import CURTAIN
from app.tables.table_acts import tick, unread
from tests.unit.app.session.table_desk import ORDERS, SEATS, WRITERS, TableDesk, refused, restarted, stage

pytestmark = pytest.mark.usefixtures("quick_locks")


def powers_in_sight(desk: TableDesk) -> set[str]:
    return {unit.power for unit in desk.session.open_turn.position.units}


def test_the_orders_of_a_closed_seat_are_nowhere_in_the_game(desk: TableDesk) -> None:
    for power in WRITERS:
        desk.run(f"open-seat {power} {({'AUSTRIA': '4711', 'FRANCE': '0815', 'ITALY': '4711'}).get(power, '')}")
        for order in ORDERS[power]:
            desk.run(f"order {order}")
        assert desk.lines_in_the_open() == {power}
        desk.run("seal")
        assert desk.lines_in_the_open() == set()


def test_a_round_goes_from_the_talks_to_the_results_and_on(desk: TableDesk) -> None:
    assert stage(desk) is RoundStage.TALKS
    desk.run("end-talks")
    for power in WRITERS:
        desk.write(power, *ORDERS[power])
    assert stage(desk) is RoundStage.READY
    said = desk.run("process")
    assert "Spring 1901" in said
    assert stage(desk) is RoundStage.RESULTS
    units = {str(unit) for unit in desk.seating.turn.position.units}
    assert {"AUSTRIA A SER", "ENGLAND F NTH", "FRANCE A BUR", "ITALY A TYR", "GERMANY A MUN", "RUSSIA A MOS"} <= units
    desk.run("next-round")
    assert stage(desk) is RoundStage.TALKS
    assert str(desk.seating.round.phase) == "F1901M"


def test_what_was_closed_unsealed_is_there_when_the_seat_is_opened_again(desk: TableDesk) -> None:
    desk.write("FRANCE", "A PAR - BUR", close="close-seat")
    assert desk.seating.round.standing("FRANCE") is Standing.NOT_YET
    desk.run("open-seat FRANCE 0815")
    assert [line.text for line in desk.session.open_turn.orders_of("FRANCE")] == ["A PAR - BUR"]


def test_nothing_can_be_undone_across_a_curtain(desk: TableDesk) -> None:
    desk.run("open-seat FRANCE 0815")
    assert refused(desk, "undo") == "There is nothing to undo."
    desk.run("order A PAR - BUR", "undo")
    assert desk.session.redo_words == "Order A PAR - BUR"
    desk.run("close-seat")
    assert "Nobody is at the laptop" in refused(desk, "undo")
    assert [desk.session.undo_words, desk.session.redo_words, *desk.session.document.history] == [None, None]


def test_at_the_curtain_nobody_writes_and_nobody_looks_through_other_eyes(desk: TableDesk) -> None:
    assert desk.session.viewer == CURTAIN
    assert "Nobody is at the laptop" in refused(desk, "order A PAR - BUR")
    assert "Nobody decides that alone" in refused(desk, "view-as RUSSIA")
    with pytest.raises(Exception, match="Nobody is at the laptop"):
        desk.session.document.perform(
            "behind the commands", desk.game.with_turn(desk.seating.cursor, desk.seating.turn.with_orders("FRANCE", ()))
        )


def test_an_open_seat_writes_for_itself_alone(desk: TableDesk) -> None:
    desk.run("open-seat FRANCE 0815")
    assert desk.session.viewer == "FRANCE"
    assert refused(desk, "order RUSSIA: A MOS - UKR")
    assert "writes for nobody else" in refused(desk, "vote RUSSIA draw")
    assert "Nobody decides that alone" in refused(desk, "fork")
    with pytest.raises(Exception, match="in its own seat alone"):
        desk.session.document.perform("behind", desk.game.with_turn(desk.seating.cursor, desk.seating.turn.with_orders("RUSSIA", ())))


def test_a_wrong_pin_opens_nothing_and_ten_of_them_are_explained(desk: TableDesk) -> None:
    assert "That is not the PIN of this seat. 1 wrong try." in refused(desk, "open-seat FRANCE 1111")
    for _ in range(2):
        refused(desk, "open-seat FRANCE 1111")
    for _ in range(7):
        desk.clock.now += 1000
        said = refused(desk, "open-seat FRANCE 1111")
    assert "10 wrong tries" in said
    assert "discard these orders, unread" in said
    assert "Try again in" in refused(desk, "open-seat FRANCE 0815")
    assert desk.session.viewer == CURTAIN
    again = restarted(desk)
    assert again.seating.wait_of("FRANCE").wrong == 10
    assert "Try again in" in refused(again, "open-seat FRANCE 0815")
    again.clock.now += 1000
    again.run("open-seat FRANCE 0815")
    again.end()


def test_the_seal_can_be_taken_back_with_the_secret_only(desk: TableDesk) -> None:
    desk.write("FRANCE", "A PAR - BUR")
    assert "not the PIN" in refused(desk, "take-back FRANCE 1111")
    desk.run("take-back FRANCE 0815", "order A PAR - PIC", "seal")
    assert desk.seating.round.standing("FRANCE") is Standing.SEALED


def test_orders_are_shown_when_all_have_sealed_and_not_before(desk: TableDesk) -> None:
    desk.write("FRANCE", "A PAR - BUR")
    assert "Not sealed yet: Austria-Hungary, England, Italy" in refused(desk, "process")


def test_a_restart_in_the_middle_comes_to_the_curtain_with_all_seals_and_drafts(desk: TableDesk) -> None:
    for power in ("AUSTRIA", "ENGLAND", "ITALY"):
        desk.write(power, *ORDERS[power])
    desk.run("open-seat FRANCE 0815", "order A PAR - BUR")
    desk.settle()
    desk.end()
    again = TableDesk(desk.folder, game=False)
    again.session.add(again.library.recover(again.library.recoverable()[0]))
    assert again.session.viewer == CURTAIN
    assert again.lines_in_the_open() == set()
    assert again.seating.round.to_seal == ("FRANCE",)
    again.run("open-seat FRANCE 0815")
    assert [line.text for line in again.session.open_turn.orders_of("FRANCE")] == ["A PAR - BUR"]
    again.run("order A MAR - SPA", "seal")
    assert "Austria-Hungary, Italy must give their PIN" in refused(again, "show-orders")
    again.run("unlock AUSTRIA 4711", "show-orders")
    units = {str(unit) for unit in again.seating.turn.position.units}
    assert {"AUSTRIA A SER", "ENGLAND F NTH", "FRANCE A BUR", "FRANCE A SPA", "ITALY A TYR"} <= units
    again.end()


def test_with_a_pin_nothing_of_the_open_seat_reaches_the_disk_readably(desk: TableDesk) -> None:
    desk.run("open-seat FRANCE 0815", "order A PAR - GAS", "notes FRANCE Gascony is for show", "save-as " + str(desk.folder / "game.dpn"))
    desk.run("order A MAR S A PAR - GAS")
    desk.run("seal")
    found = desk.disk()
    assert "[sealed S1901M FRANCE]" in found
    for word in ("- GAS", "Gascony is", "PAR -"):  # with blanks, which no base64 has by chance
        assert word not in found, word


def test_notes_stay_with_their_power_from_phase_to_phase(desk: TableDesk) -> None:
    desk.run("open-seat FRANCE 0815", "notes FRANCE Remember Burgundy", "seal")
    assert dict(desk.game.notes) == {}
    for power in ("AUSTRIA", "ENGLAND", "ITALY"):
        desk.write(power)
    desk.run("show-orders", "next-round", "open-seat FRANCE 0815")
    assert desk.run("notes FRANCE") == "Remember Burgundy"
    desk.run("close-seat", "open-seat ENGLAND")
    assert dict(desk.session.shown.notes) == {}


@pytest.mark.parametrize("leave", ["close-seat", "seal", "close"])
def test_what_was_copied_at_a_seat_is_gone_from_the_clipboard(desk: TableDesk, leave: str) -> None:
    desk.services.clipboard = "a recipe"
    desk.run("open-seat FRANCE 0815", "close-seat")
    assert desk.services.clipboard == "a recipe"
    desk.run("open-seat FRANCE 0815", "order A PAR - BUR", "copy-orders")
    assert "BUR" in desk.services.clipboard
    desk.run(leave)
    assert desk.services.clipboard == ""


@pytest.mark.parametrize("leave", ["close-seat", "seal", "close"])
def test_a_game_that_was_opened_at_a_seat_goes_with_it(desk: TableDesk, leave: str) -> None:
    desk.run("open-seat FRANCE 0815", "new standard")
    assert len(desk.session.documents) == 2
    desk.session.bring_forward(desk.session.documents[0])
    desk.run(leave)
    assert [each.game.table is None for each in desk.session.documents] == ([] if leave == "close" else [False])


def test_after_a_crash_a_game_that_was_opened_at_a_seat_is_not_offered(desk: TableDesk) -> None:
    desk.run("open-seat FRANCE 0815", "new standard", "order A PAR - BUR")
    assert "A PAR - BUR" not in desk.disk()
    desk.end()
    assert [each.recovered.name for each in desk.library.recoverable()] == ["Test"]


def test_a_game_that_was_opened_at_a_seat_and_saved_comes_back_after_a_crash(desk: TableDesk) -> None:
    desk.run("open-seat FRANCE 0815", "new standard", f"save-as {desk.folder / 'try.dpn'}", "order A PAR - BUR")
    assert "A PAR - BUR" in desk.disk()


def test_secret_votes_are_counted_at_the_reveal_and_then_nobodys_orders_are_shown(tmp_path: Path) -> None:
    desk = TableDesk(tmp_path)
    desk.run("table AUSTRIA=Ada ENGLAND=Ben FRANCE=Cleo GERMANY=Dan ITALY=Eva RUSSIA=Fay TURKEY=Gus --secret-votes")
    for power in desk.game.variant.powers:
        desk.run(f"open-seat {power}", f"vote {power} draw", "hold-all", "seal")
        assert desk.seating.turn.votes == ()
    desk.run("show-orders")
    ending = desk.game.branch("main").ending
    assert ending is not None
    assert ending.reason == "draw"
    assert desk.lines_in_the_open() == set()
    desk.run("next-round")
    assert stage(desk) is RoundStage.OVER
    desk.end()


def test_the_game_master_looks_through_others_eyes_and_still_reads_no_orders(tmp_path: Path) -> None:
    desk = TableDesk(tmp_path)
    desk.run("table FRANCE=Cleo:0815 --game-master Gil --game-master-secret 2222")
    desk.write("FRANCE", "A PAR - BUR")
    assert "game master's desk" in refused(desk, "view-as FRANCE")
    desk.run("open-seat GM 2222", "view-as FRANCE")
    assert desk.session.viewer == "FRANCE"
    assert desk.lines_in_the_open() == set()
    desk.run("view-as")
    assert "in its own seat alone" in refused(desk, "hold-all RUSSIA")
    desk.run("close-seat")
    assert desk.session.viewer == CURTAIN
    desk.end()


def test_the_clock_that_ends_closes_the_seat_keeps_the_draft_and_shows_where_it_decides(tmp_path: Path) -> None:
    desk = TableDesk(tmp_path)
    desk.run("table FRANCE=Cleo --shown clock --first-talks 2", "clock start", "open-seat FRANCE", "order A PAR - BUR")
    heard: list[Beat] = []
    for _ in range(125):
        desk.clock.now += 1
        heard.extend(tick(desk.session))
    assert [str(beat) for beat in heard] == ["bell", "ended"]
    assert stage(desk) is RoundStage.READY
    desk.run("show-orders")
    assert "FRANCE A PAR" in {str(unit) for unit in desk.seating.turn.position.units}
    desk.end()


def test_what_an_editor_put_into_the_file_in_mid_round_changes_no_seal_and_shows_nothing(desk: TableDesk) -> None:
    path = desk.folder / "game.dpn"
    desk.write("FRANCE", "A PAR - BUR")
    desk.run(f"save-as {path}")
    text = path.read_text()
    cut = text[: text.index("[sealed")] + "[end]\n"
    path.write_text(cut.replace("[phase S1901M]\n", "[phase S1901M]\n").replace("bell: yes", "bell: no"))
    file = desk.library.inspect(path)
    ready = file.opened.ready()
    desk.session.document.reread(ready.writer, ready.game, file.data)
    assert desk.seating.round.standing("FRANCE") is Standing.SEALED
    desk.run("take-back FRANCE 0815")
    assert [line.text for line in desk.session.open_turn.orders_of("FRANCE")] == ["A PAR - BUR"]


def test_orders_that_somebody_wrote_into_the_file_by_hand_are_a_draft_of_their_seat(tmp_path: Path) -> None:
    desk = TableDesk(tmp_path)
    path = tmp_path / "game.dpn"
    desk.run(SEATS, f"save-as {path}", "close")
    text = path.read_text()
    at = text.index("[phase S1901M]")
    end = text.index("\n[", at + 1)
    path.write_text(text[:end] + "FRANCE:\n  A PAR - BUR\n" + text[end:])
    again = TableDesk(tmp_path, game=False)
    again.session.add(again.library.open(path))
    assert again.session.viewer == CURTAIN
    assert again.lines_in_the_open() == set()
    assert again.seating.round.standing("FRANCE") is Standing.NOT_YET
    again.run("open-seat FRANCE 0815")
    assert [line.text for line in again.session.open_turn.orders_of("FRANCE")] == ["A PAR - BUR"]
    again.end()
    desk.end()


def test_a_second_window_cannot_open_the_file_and_sees_nothing_when_it_looks(desk: TableDesk) -> None:
    path = desk.folder / "game.dpn"
    desk.write("FRANCE", "A PAR - BUR")
    desk.run(f"save-as {path}")
    again = TableDesk(desk.folder, game=False)
    assert "open" in refused(again, f"open {path}")
    assert again.session.current is None


def test_a_script_that_fails_behind_a_curtain_goes_back_no_further(desk: TableDesk, tmp_path: Path) -> None:
    script = tmp_path / "round.txt"
    script.write_text("open-seat FRANCE 0815\norder A PAR - BUR\nseal\nopen-seat ENGLAND\norder F LON - NTH\nnonsense\n")
    refused(desk, f"run {script}")
    assert desk.seating.round.standing("FRANCE") is Standing.SEALED
    assert desk.lines_in_the_open() <= {"ENGLAND"}


def test_retreats_are_asked_of_those_concerned_alone_and_in_secret(tmp_path: Path) -> None:
    desk = TableDesk(tmp_path)
    turn = desk.game.turn(desk.game.last())
    units = tuple(Unit.of(text) for text in ("AUSTRIA A GAL", "AUSTRIA A BUD", "RUSSIA A RUM", "TURKEY A CON"))
    game = edit_position(desk.game, MAIN, replace(turn.position, units=units), "Set up.", by="", at="")
    desk.session.document.perform("Set up", game)
    desk.run("table RUSSIA=Eva:5555")
    for power, orders in {"AUSTRIA": ("A GAL - RUM", "A BUD S A GAL - RUM"), "RUSSIA": ("A RUM H",), "TURKEY": ()}.items():
        desk.run(f"open-seat {power} {'5555' if power == 'RUSSIA' else ''}", *(f"order {each}" for each in orders), "seal")
    desk.run("show-orders", "next-round")
    assert str(desk.seating.round.phase) == "S1901R"
    assert stage(desk) is RoundStage.CURTAIN
    assert desk.seating.round.to_seal == ("RUSSIA",)
    assert "Nobody" in refused(desk, "order A RUM R UKR")
    desk.run("open-seat RUSSIA 5555", "order A RUM R UKR", "seal")
    assert desk.lines_in_the_open() == set()
    desk.run("show-orders")
    assert "RUSSIA A UKR" in {str(unit) for unit in desk.seating.turn.position.units}
    desk.end()


def test_letters_that_came_meanwhile_are_unread_until_the_seat_was_closed_again(desk: TableDesk) -> None:
    desk.run("open-seat ENGLAND", "press england --to france Shall we?", "press england --to italy Or we?", "close-seat")
    assert unread(desk.session) == ()
    desk.run("open-seat FRANCE 0815")
    assert [press.text for _, press in unread(desk.session)] == ["Shall we?"]
    desk.run("press france --to england Yes", "close-seat")
    desk.end()
    again = TableDesk(desk.folder, game=False)
    again.session.add(again.library.recover(again.library.recoverable()[0]))
    again.run("open-seat FRANCE 0815")
    assert unread(again.session) == ()
    again.run("close-seat", "open-seat ENGLAND")
    assert [press.text for _, press in unread(again.session)] == ["Yes"]
    again.end()


def test_at_the_curtain_private_letters_votes_and_notes_are_not_shown(desk: TableDesk) -> None:
    desk.run("open-seat ENGLAND", "press england --to france Shall we?", "press england Hello all", "vote england draw", "close-seat")
    turn = desk.session.open_turn
    assert [press.text for press in turn.press] == ["Hello all"]
    assert (turn.votes, turn.sealed, dict(desk.session.shown.notes)) == ((), (), {})


def test_at_the_curtain_of_a_game_in_fog_nobodys_units_are_shown(tmp_path: Path) -> None:
    desk = TableDesk(tmp_path, game=False)
    desk.run("new fog-of-war", "table ENGLAND=Ben:4711")
    assert desk.session.viewer == CURTAIN
    assert powers_in_sight(desk) == set()
    desk.run("open-seat ENGLAND 4711")
    assert powers_in_sight(desk) == {"ENGLAND"}
    desk.end()


def test_a_table_is_not_ended_over_what_lies_sealed(desk: TableDesk) -> None:
    desk.write("FRANCE", "A PAR - BUR")
    assert "end-table --drop" in refused(desk, "end-table")
    assert "2 of these people must agree" in refused(desk, "end-table --drop --agreed Ben")
    assert "not the PIN" in refused(desk, "end-table --drop --agreed 'Ada:1111, Ben'")
    desk.run("end-table --drop --agreed 'Ada:4711, Ben'")
    assert desk.session.seating is None
    assert desk.session.viewer is None
    assert "FRANCE" not in desk.session.open_turn.orders
    assert "A PAR - BUR" not in desk.disk()


def test_a_vote_that_ends_the_game_shows_nobodys_orders(tmp_path: Path) -> None:
    desk = TableDesk(tmp_path)
    desk.run("table TURKEY=Gus:4711")
    for power in desk.seating.round.to_seal:
        desk.run(f"open-seat {power} {'4711' if power == 'TURKEY' else ''}", "order A CON - BUL" if power == "TURKEY" else "hold-all")
        desk.run(f"vote {power} draw", *(["close-seat"] if power != "TURKEY" else []))
    assert stage(desk) is RoundStage.OVER
    assert desk.session.viewer == CURTAIN
    assert desk.lines_in_the_open() == set()
    assert "CON - BUL" not in desk.disk()
    desk.end()


def test_what_an_open_seat_lacks_is_said_until_all_is_written(tmp_path: Path) -> None:
    """Sealing asks where something is said here, and only there."""
    desk = TableDesk(tmp_path)
    desk.run(SEATS, "end-talks", "open-seat ENGLAND")
    assert describe_lacking(desk.session, "ENGLAND") == "England: 3 orders are not written yet. Its units will hold."
    desk.run("order F LON - NTH", "order F EDI - NWG")
    assert describe_lacking(desk.session, "ENGLAND") == "England: 1 order is not written yet. Units without an order will hold."
    desk.run("order A LVP - YOR")
    assert describe_lacking(desk.session, "ENGLAND") == ""
