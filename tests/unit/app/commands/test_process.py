"""A phase that is not ready is not adjudicated before a person has read the missing orders, and decided."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.phase import Phase
from adjudicator.unit import DislodgedUnit, Location, Piece, Unit
from app.cli.main import main
from app.cli.printable import Exit
from app.game.document import Document
from app.game.edits import new_game, set_lines, set_player
from app.game.entries import SeatedPlayer, SeatKind
from app.game.gm_edits import change_rules
from app.game.readiness import missing, readiness
from app.game.record import MAIN, Game, Turn
from app.session.errors import Abort, NotReadyError, ScriptError
from app.session.processing import BACK, GO_ON, PLAIN_GO_ON, WAIT, has_game_master
from tests.unit.app.commands.fake_services import Desk
from variants.catalogue import standard

EVERYBODY = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")


def phase(desk: Desk) -> str:
    return str(desk.session.turn.phase)


def all_holding(desk: Desk) -> Desk:
    desk.run("hold-all")
    return desk


def test_a_phase_that_lacks_nothing_is_processed_without_a_question() -> None:
    desk = all_holding(Desk())
    desk.services.is_interactive = True
    desk.run("process")
    assert phase(desk) == "F1901M"
    assert desk.services.asked == []


def by_mail(desk: Desk) -> Desk:
    """A game with a deadline: it has a game master."""
    desk.run("deadline 2090-11-24 20:00")
    return desk


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["clear-power england"], "Nobody has written orders for England. Its units will hold."),
        (["clear-power england", "clear-power italy"], "Nobody has written orders for England and Italy. Their units will hold."),
        (
            [f"clear-power {power}" for power in EVERYBODY if power != "FRANCE"],
            "Nobody has written orders for Austria-Hungary and five others. Their units will hold.",
        ),
        (["clear-order PAR"], "Some orders are not written yet: France (1).\nUnits without an order will hold."),
    ],
)
def test_without_a_game_master_process_says_in_plain_words_what_is_not_written(lines: list[str], words: str) -> None:
    desk = all_holding(Desk())
    desk.run(*lines)
    desk.services.is_interactive = True
    desk.services.answers = [PLAIN_GO_ON]
    desk.run("process")
    assert desk.services.asked == [words]
    assert desk.services.choices == [("Go on", "Back to the orders")]
    assert phase(desk) == "F1901M"


@pytest.mark.parametrize("answer", [BACK, None])
def test_back_to_the_orders_leaves_everything_as_it_was(answer: str | None) -> None:
    desk = Desk()
    desk.services.is_interactive = True
    desk.services.answers = [answer]
    with pytest.raises(Abort, match="Nothing has moved yet"):
        desk.run("process")
    assert phase(desk) == "S1901M"
    assert desk.session.document.undo_step is None


@pytest.mark.parametrize(
    ("rule", "words"),
    [("disband", "All their units are taken off the board."), ("repeat", "The orders of an earlier phase are given again")],
)
def test_the_plain_question_says_what_the_rules_of_the_game_do(rule: str, words: str) -> None:
    desk = Desk(game=False)
    desk.session.add(Document(change_rules(new_game(standard()), MAIN, [("nmr", rule)])))
    desk.services.is_interactive = True
    desk.services.answers = [BACK]
    with pytest.raises(Abort):
        desk.run("process")
    (question,) = desk.services.asked
    assert words in question
    assert "hold" not in question


def test_the_plain_question_knows_what_comes_of_retreats_and_builds() -> None:
    desk = Desk()
    desk.run("A VIE - TYR", "A VEN H", "F TRI - ADR", "process --missing process", "A TYR - VEN", "F ADR S A TYR - VEN")
    desk.run("process --missing process")
    desk.services.is_interactive = True
    desk.services.answers = [PLAIN_GO_ON, BACK]
    desk.run("process")
    with pytest.raises(Abort):
        desk.run("process")
    retreats, builds = desk.services.asked
    assert retreats == "Nobody has written orders for Italy. Dislodged units without an order are taken off the board."
    assert builds == "Nobody has written orders for Austria-Hungary. Builds without an order are not made."


@pytest.mark.parametrize(
    "line", ["deadline 2090-11-24 20:00", "player france Ada <ada@example.org>", "default-list france build F BRE", "if-missing italy wait"]
)
def test_whatever_a_game_master_sets_brings_his_question(line: str) -> None:
    desk = Desk()
    desk.run(line)
    assert has_game_master(desk.session.unfiltered_game, MAIN)


def test_silent_powers_missing_orders_and_lines_that_do_not_count_are_all_named_in_one_question() -> None:
    desk = all_holding(by_mail(Desk()))
    desk.run("clear-power austria", "clear-order PAR")
    desk.session.perform("Lines", lambda game: set_lines(game, MAIN, "GERMANY", ["A MUN - MOS", "A BER hodl the line", "F KIE H"]))
    desk.services.is_interactive = True
    desk.services.answers = [GO_ON]
    desk.run("process")
    (question,) = desk.services.asked
    assert "Nothing was received from Austria-Hungary (3)." in question
    assert "France (1)" in question
    assert "Germany: A MUN - MOS (" in question
    assert "Germany: A BER hodl the line (" in question
    assert "England" not in question
    assert phase(desk) == "F1901M"


@pytest.mark.parametrize("answer", [WAIT, None])
def test_waiting_leaves_everything_as_it_was(answer: str | None) -> None:
    desk = by_mail(Desk())
    before = desk.session.document.undo_step
    desk.services.is_interactive = True
    desk.services.answers = [answer]
    with pytest.raises(Abort, match="Not processed"):
        desk.run("process")
    assert phase(desk) == "S1901M"
    assert desk.session.document.undo_step == before


def test_a_script_stops_at_a_phase_that_is_not_ready_and_is_undone_whole(tmp_path: Path) -> None:
    script = tmp_path / "evening.txt"
    script.write_text("A PAR - BUR\nprocess\n")
    desk = Desk()
    with pytest.raises(ScriptError, match=r"evening\.txt:2: Not ready yet: Spring 1901"):
        desk.run(f"run {script}")
    assert desk.orders("FRANCE") == []


def test_through_one_powers_eyes_only_its_own_orders_are_asked_about() -> None:
    desk = Desk()
    desk.run("view-as france")
    with pytest.raises(NotReadyError) as stopped:
        desk.run("process")
    assert "France (3)" in str(stopped.value)
    assert "Austria" not in str(stopped.value)


def silent(game: Game) -> set[str]:
    return set(readiness(game, MAIN).silent)


def test_nobody_waits_for_seats_that_nobody_sits_in() -> None:
    game = new_game(standard())
    game = set_player(game, "ITALY", SeatedPlayer(seat=SeatKind.CIVIL_DISORDER))
    game = set_player(game, "TURKEY", SeatedPlayer(seat=SeatKind.DUMMY))
    assert silent(game) == set(EVERYBODY) - {"ITALY", "TURKEY"}


def test_a_power_with_nothing_to_order_is_not_silent() -> None:
    desk = Desk()
    desk.run("A VIE - TYR", "A VEN H", "F TRI - ADR", "process --missing process")
    desk.run("A TYR - VEN", "F ADR S A TYR - VEN", "process --missing process")
    assert phase(desk) == "F1901R"
    assert silent(desk.session.game) == {"ITALY"}
    desk.run("A VEN R PIE", "process")
    assert phase(desk) == "W1901A"
    assert silent(desk.session.game) == {"AUSTRIA", "ITALY"}, "one builds, one removes; the other five have nothing to do"


def test_a_dislodged_unit_that_can_go_nowhere_holds_nothing_up() -> None:
    start = standard().start
    army = Unit("FRANCE", Piece("A", Location("PAR")))
    around = tuple(Unit("GERMANY", Piece("A", Location(each))) for each in ("PAR", "BRE", "PIC", "GAS"))
    position = replace(start, phase=Phase.of("F1901R"), units=around, dislodged=(DislodgedUnit(army, "BUR"),))
    assert missing(standard(), Turn(position)) == {}
    free = replace(position, units=around[:-1])
    assert missing(standard(), Turn(free)) == {"FRANCE": 1}


@pytest.fixture
def game_file(tmp_path: Path) -> Path:
    path = tmp_path / "g.dpn"
    assert main(["new", "--output", str(path)]) == Exit.OK
    assert main(["order", str(path), "A PAR - BUR"]) == Exit.OK
    return path


def test_without_a_window_it_ends_with_three_and_writes_nothing(game_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = game_file.read_bytes()
    assert int(main(["process", str(game_file)])) == 3
    told = capsys.readouterr().err
    assert "Austria-Hungary (3)" in told
    assert "France (2)" in told
    assert "--missing" in told
    assert game_file.read_bytes() == before


@pytest.mark.parametrize("missing", ["hold", "default", "process"])
@pytest.mark.parametrize("first", [True, False], ids=["before the game", "after it"])
def test_missing_says_what_counts(game_file: Path, missing: str, *, first: bool) -> None:
    words = [f"--missing={missing}", str(game_file)] if first else [str(game_file), "--missing", missing]
    assert main(["process", *words]) == Exit.OK
    assert "[phase F1901M]" in game_file.read_text()


def test_a_script_without_a_window_ends_with_three_too(game_file: Path, tmp_path: Path) -> None:
    script = tmp_path / "evening.txt"
    script.write_text("process\n")
    assert main(["run", str(game_file), str(script)]) == Exit.NOT_READY


def winter() -> Desk:
    """Winter 1901: France may build, and has a list that says what."""
    desk = Desk()
    desk.run("A PAR - BUR", "F BRE - MAO", "A MAR - SPA", "process --missing process", "hold-all", "process --missing process")
    assert phase(desk) == "W1901A"
    desk.run("default-list france build F BRE")
    return desk


def french(desk: Desk) -> set[str]:
    return {str(unit.piece) for unit in desk.session.turn.position.units_of("FRANCE")}


def test_default_lets_the_default_list_decide_and_hold_does_not() -> None:
    by_list, held = winter(), winter()
    by_list.run("process --missing default")
    assert "F BRE" in french(by_list)
    held.run("process --missing hold")
    assert "F BRE" not in french(held)
    assert any("FRANCE sent nothing for W1901A" in line.text for line in held.session.game.audit)


@pytest.mark.parametrize(("missing", "repeated"), [("hold", False), ("default", False), ("process", True)])
def test_hold_and_default_pass_over_the_rule_that_repeats_orders(missing: str, *, repeated: bool) -> None:
    desk = Desk(game=False)
    desk.session.add(Document(change_rules(new_game(standard()), MAIN, [("nmr", "repeat")])))
    desk.run("A BUD S A VIE", "process --missing process", f"process --missing {missing}")
    judged = desk.session.game.line(MAIN)[1].resolution
    assert judged is not None
    assert ("A BUD S A VIE" in {str(each.order) for each in judged.outcomes}) is repeated


def test_what_was_decided_for_a_power_is_not_asked_about_and_holds_for_the_open_phase_alone() -> None:
    desk = all_holding(Desk())
    desk.run("clear-power austria", "clear-power germany")
    said = desk.run("if-missing austria hold")
    assert "Austria-Hungary: nothing received, 3 orders missing. Its units without an order hold." in said
    desk.services.is_interactive = True
    desk.services.answers = [GO_ON]
    desk.run("process")
    (question,) = desk.services.asked
    assert "Germany (3)" in question
    assert "Austria" not in question
    orders = desk.session.game.line(MAIN)[0].orders
    assert orders["AUSTRIA"] == ()
    assert "GERMANY" not in orders, "it is left to the rules of the game, as before"
    desk.services.is_interactive = False
    with pytest.raises(NotReadyError, match="Austria-Hungary"):
        desk.run("process")


def test_what_was_decided_for_a_power_is_saved_with_the_game_and_holds_when_it_is_opened_again(
    game_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["if-missing", "france", "wait", "--game", str(game_file)]) == Exit.OK
    assert main(["if-missing", "austria", "hold", "--game", str(game_file)]) == Exit.OK
    assert main(["check", str(game_file)]) == Exit.OK
    assert main(["process", str(game_file)]) == Exit.NOT_READY
    assert "France is waited for" in capsys.readouterr().err


def test_with_all_decided_process_asks_nothing_and_the_trail_says_what_was_decided() -> None:
    desk = all_holding(Desk())
    desk.run("clear-power austria", "if-missing austria hold", "process")
    assert phase(desk) == "F1901M"
    assert desk.session.game.audit[-1].reason == "nothing received from Austria-Hungary; Austria-Hungary taken as holding"


def test_a_power_that_is_waited_for_stops_process_by_its_name_and_one_to_be_asked_is_reminded() -> None:
    desk = all_holding(Desk())
    desk.run("clear-power austria", "clear-power germany", "if-missing austria wait")
    with pytest.raises(NotReadyError, match="Austria-Hungary is waited for"):
        desk.run("process")
    desk.run("if-missing austria hold", "if-missing germany ask")
    with pytest.raises(NotReadyError, match="Germany is asked first"):
        desk.run("process")
    assert "I have no orders from Germany" in desk.services.clipboard
    assert "Austria" not in desk.services.clipboard
    assert phase(desk) == "S1901M"
    desk.run("if-missing germany decide", "if-missing austria decide")
    assert desk.session.game.settings == ()
    desk.run("process --missing hold")
    assert phase(desk) == "F1901M"


def test_a_default_list_that_was_decided_for_orders_and_is_named_beforehand() -> None:
    desk = Desk()
    desk.run("default-list france build A MAR", "A MAR - SPA", "process --missing hold", "process --missing hold")
    assert phase(desk) == "W1901A"
    assert "Its default list would order" in desk.run("if-missing")
    assert "Its default list orders A MAR B" in desk.run("if-missing france default")
    desk.run("process")
    assert "FRANCE A MAR" in {str(unit) for unit in desk.session.open_turn.position.units}
