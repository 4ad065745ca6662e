"""Orders are the truth, positions the check; where they differ there are three choices."""

from __future__ import annotations

from app.game.branch_edits import fork
from app.game.dpn.replay import TRUSTED
from app.game.dpn.writer import write
from app.game.edits import process, set_order
from app.game.opening import FileStanding, Opened, open_text
from app.game.record import MAIN, Cursor, Game
from tests.unit.app.game.play import fresh_game, order, ordered, played_game


def two_phases() -> Game:
    """Spring 1901 with a bounce in Galicia, and an open fall."""
    game = ordered(fresh_game(), "AUSTRIA", "A BUD - SER", "A VIE - GAL", "F TRI H")
    return process(ordered(game, "RUSSIA", "A WAR - GAL"))


def tampered() -> Opened:
    """The file of that game, with Serbia's army moved back to Budapest by hand."""
    text = write(two_phases())
    head, tail = text.split("[phase F1901M]")
    return open_text((head + "[phase F1901M]" + tail.replace("A SER, A VIE", "A BUD, A VIE")).encode())


def test_a_file_whose_orders_and_positions_agree_is_checked() -> None:
    found = open_text(write(two_phases()).encode())
    assert found.standing is FileStanding.CHECKED
    assert found.differences == ()


def test_results_come_back_with_their_reasons() -> None:
    found = open_text(write(two_phases()).encode())
    assert found.game is not None
    resolution = found.game.line()[0].resolution
    assert resolution is not None
    outcome = resolution.outcome_of("VIE")
    assert outcome is not None
    assert outcome.reasons


def test_the_first_difference_names_phase_and_unit() -> None:
    found = tampered()
    assert found.standing is FileStanding.DIFFERS
    assert [str(each) for each in found.differences] == [
        "F1901M: the file has AUSTRIA A BUD, the orders give nothing in BUD",
        "F1901M: the file has nothing in SER, the orders give AUSTRIA A SER",
    ]
    assert found.differences[0].cursor == Cursor(MAIN, 1)


def test_a_file_that_differs_is_opened_for_looking_with_the_positions_it_has() -> None:
    ready = tampered().ready()
    assert "F1901M: the file has AUSTRIA A BUD" in ready.read_only
    assert ready.game.line()[1].position.unit_at("BUD") is not None
    assert ready.saved


def test_trusting_the_orders_rewrites_the_positions() -> None:
    ready = tampered().trust_orders()
    assert ready.read_only == ""
    assert not ready.saved
    assert ready.game.line() == two_phases().line()
    assert ready.writer.compose(ready.game).text == write(two_phases())


def test_trusting_the_positions_keeps_them_as_an_adjustment_with_its_reason() -> None:
    ready = tampered().trust_positions()
    turn = ready.game.line()[1]
    assert turn.position.unit_at("BUD") is not None
    assert [change.reason for change in turn.adjustments] == [TRUSTED]
    text = ready.writer.compose(ready.game).text
    assert f"[adjust F1901M]\nby: GM\n- AUSTRIA A SER\n+ AUSTRIA A BUD\n| {TRUSTED}\n" in text
    assert open_text(text.encode()).standing is FileStanding.CHECKED


def test_a_missing_unit_an_owner_and_a_phase_are_differences_too() -> None:
    text = write(process(played_game(3)))
    assert open_text(text.replace("A MOS, ", "").encode()).differences
    assert open_text(text.replace("* ITALY: NAP, ROM, VEN", "* ITALY: NAP, ROM").encode()).differences
    late = open_text(text.replace("F1901M", "F1902M").encode())
    assert any("phase F1902M" in str(each) for each in late.differences)


def test_trusting_the_orders_leaves_out_phases_that_no_longer_come_up() -> None:
    game = ordered(fresh_game(), "ITALY", "A VEN - TYR")
    game = process(process(game))
    text = write(game).replace("F1901M", "F1901R")
    found = open_text(text.encode())
    assert found.standing is FileStanding.DIFFERS
    line = found.trust_orders().game.line()
    assert [str(turn.phase) for turn in line][:3] == ["S1901M", "F1901M", "S1902M"]


def test_branches_are_replayed_from_where_they_were_forked() -> None:
    game = fork(two_phases(), Cursor(MAIN, 0))
    game = set_order(game, "b2", "AUSTRIA", order("A BUD - RUM", game, "b2"))
    game = process(game, "b2")
    found = open_text(write(game).encode())
    assert found.standing is FileStanding.CHECKED
    assert found.game == game
    wrong = open_text(write(game).replace("A RUM, A VIE", "A BUD, A VIE").encode())
    assert {each.cursor for each in wrong.differences} == {Cursor("b2", 1)}
    assert wrong.trust_orders().game == game


def test_a_fork_of_the_first_phase_of_a_game_set_up_by_hand_agrees_with_it() -> None:
    from dataclasses import replace

    from app.game.gm_edits import edit_position

    game = fresh_game()
    position = game.turn(game.last()).position
    game = edit_position(game, MAIN, replace(position, units=position.units[1:]), "One less.")
    game = fork(game, Cursor(MAIN, 0))
    assert open_text(write(game).encode()).differences == ()


def test_an_ending_that_the_orders_do_not_give_is_a_difference() -> None:
    text = write(two_phases()) + "\n[ending]\nwinners: ITALY\nreason: centres\n"
    assert "the end ITALY (centres)" in str(open_text(text.encode()).differences[0])
    drawn = write(two_phases()) + "\n[ending]\nwinners: ITALY, FRANCE\nreason: draw\n"
    assert open_text(drawn.encode()).standing is FileStanding.CHECKED


def test_a_game_without_positions_is_replayed_from_its_orders() -> None:
    text = write(played_game(12, seed=4))
    bare = "\n".join(line for line in text.splitlines() if line[:1] not in {"=", "*", "!", "&"}) + "\n"
    found = open_text(bare.encode())
    assert found.standing is FileStanding.CHECKED
    ready = found.ready()
    assert ready.game == played_game(12, seed=4)
    assert ready.writer.compose(ready.game).text == text


def test_a_position_that_cannot_be_adjudicated_is_a_difference_and_no_crash() -> None:
    text = write(two_phases()).replace("[phase S1901M]", "[phase X1901M]")
    found = open_text(text.encode())
    assert found.standing is FileStanding.DIFFERS
    assert any("nothing, since" in str(each) for each in found.differences)


def test_a_game_written_by_hand_that_begins_late_is_told_from_one_that_went_wrong() -> None:
    head = "entente-game 1\n\n[game]\nid: 7f3a\nvariant: standard\n\n[phase S1914M]\n"
    late = open_text((head + "= FRANCE: A PAR, A BUR\n= GERMANY: A MUN\n* FRANCE: PAR\n* GERMANY: MUN\n").encode())
    assert late.standing is FileStanding.DIFFERS
    assert late.begins_elsewhere
    game = late.trust_positions().game
    assert str(game.turn(Cursor(MAIN, 0)).phase) == "S1914M"
    assert not tampered().begins_elsewhere


STARTED_LATE = """entente-game 1

[game]
id: 7f3a
variant: standard

[phase F1914M starts here]
= FRANCE: A PAR, A BUR
= GERMANY: A MUN
* FRANCE: PAR, BRE
* GERMANY: MUN
"""


def test_a_game_that_starts_here_opens_checked_in_its_own_position() -> None:
    found = open_text(STARTED_LATE.encode())
    assert (found.standing, found.faults) == (FileStanding.CHECKED, ())
    ready = found.ready()
    assert not ready.read_only
    turn = ready.game.turn(ready.game.last())
    assert {str(unit) for unit in turn.position.units} == {"FRANCE A BUR", "FRANCE A PAR", "GERMANY A MUN"}
    assert dict(turn.position.owners) == {"PAR": "FRANCE", "BRE": "FRANCE", "MUN": "GERMANY"}


def test_a_game_that_starts_here_is_played_saved_and_replayed_from_there() -> None:
    ready = open_text(STARTED_LATE.encode()).ready()
    played = process(ordered(ready.game, "FRANCE", "A BUR - MAR"))
    text = ready.writer.compose(played).text
    assert "[phase F1914M starts here]" in text
    again = open_text(text.encode())
    assert again.standing is FileStanding.CHECKED
    assert again.ready().game == played
    assert again.trust_orders().game.turn(Cursor(MAIN, 0)).position == played.turn(Cursor(MAIN, 0)).position


def test_trusting_the_positions_of_a_game_that_begins_late_lets_it_start_there() -> None:
    late = open_text(STARTED_LATE.replace(" starts here", "").encode())
    ready = late.trust_positions()
    text = ready.writer.compose(ready.game).text
    assert "[phase F1914M starts here]" in text
    assert "[adjust" not in text
    assert open_text(text.encode()).standing is FileStanding.CHECKED


def test_a_later_phase_cannot_start_the_game() -> None:
    text = write(two_phases())
    second = text.index("[phase", text.index("[phase") + 1)
    heading = text[second : text.index("]", second)]
    found = open_text(text.replace(heading, heading + " starts here").encode())
    assert any("yet it follows another phase" in str(fault) for fault in found.faults)
    assert found.standing is FileStanding.CHECKED


def test_a_start_without_centres_is_asked_about() -> None:
    bare = "\n".join(line for line in STARTED_LATE.splitlines() if not line.startswith("*")) + "\n"
    assert any("nobody owns any" in str(fault) for fault in open_text(bare.encode()).faults)
