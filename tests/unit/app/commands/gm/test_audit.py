"""The trail of a game through commands: every act is noted with its time and reason, can be filtered, written to files, and undone."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from app.game.dpn.writer import write
from app.game.opening import open_text
from app.game.trail import trail_of
from app.session.errors import CommandError
from app.session.seating import Times
from tests.unit.app.commands.fake_services import Desk

FRIDAY = 1_795_806_360.0
"""27 November 2026, 19:06 UTC."""


@pytest.fixture
def desk() -> Desk:
    desk = Desk()
    desk.session.times = Times(wall=lambda: FRIDAY)
    desk.run("time-zone Europe/Berlin")
    return desk


def told(desk: Desk) -> list[tuple[str, str, str]]:
    return [(str(each.deed), each.what, each.reason) for each in trail_of(desk.session.game)]


SILENT = (
    "nothing received from Austria-Hungary, England, France, Italy, Russia and Turkey, orders of Germany missing"
    "; default lists and the rules of the game decide"
)
MAIL = "From: Dan <dan@example.org>\nSubject: orders\n\nGERMANY\nA MUN - BUR\nF KIE - DEN\n"


def test_each_act_of_a_round_is_noted_once_with_its_reason(desk: Desk) -> None:
    desk.run("deadline 28 nov 2026 20:00", "player germany Dan <dan@example.org>")
    desk.services.clipboard = MAIL
    desk.run("paste-orders", "A MUN - RUH", "process --missing process")
    desk.run("goto S1901M", "correct-phase the mail was misread", "A MUN - BUR", "process --missing process")
    desk.run("make-this-the-game --reason 'Dan was right'", "force-result MUN bounce --phase S1901M --reason agreed")
    assert told(desk)[1:] == [
        ("deadline", "deadline of S1901M: 2026-11-28T20:00:00+01:00", ""),
        ("player", "player of GERMANY: Dan (screen)", ""),
        ("mail", "mail of GERMANY taken in for S1901M: 2 orders", "from Dan, “orders”"),
        ("order changed", "order changed after receipt in S1901M: GERMANY A MUN - RUH for A MUN - BUR", ""),
        ("process", "processed S1901M; 2 orders, 0 did not succeed", f"{SILENT}, as --missing process says"),
        ("branch", "branch b2 made at S1901M of main", "the mail was misread"),
        ("order changed", "order changed after receipt in S1901M in branch b2: GERMANY A MUN - BUR for A MUN - RUH", ""),
        ("process", "processed S1901M in branch b2; 2 orders, 0 did not succeed", f"{SILENT}, as --missing process says"),
        ("picked branch", "branch picked as the game from S1901M, b2; what was played is branch as played", "Dan was right"),
        ("forced result", "result of GERMANY A MUN in S1901M forced from A MUN - BUR (ok) to A MUN - BUR (bounce)", "agreed"),
    ]
    assert {line.at for line in desk.session.game.audit} == {"2026-11-27T19:06:00Z"}


def test_every_kind_of_act_takes_a_reason_at_once(desk: Desk) -> None:
    desk.run("deadline 28 nov 2026 20:00 --reason 'Ada travels'", "grace 1h --reason asked", "pause --reason holidays")
    desk.run("resume --reason over", "phase-time retreats 2d --reason short", "time-zone Europe/Paris --reason 'most live there'")
    desk.services.clipboard = MAIL
    desk.run("paste-orders", "order A MUN - RUH --reason 'Dan rang'", "clear-order KIE --reason 'Dan rang again'")
    desk.run("mail-of 1 germany --reason 'it is his'", "drop-mail 1 --reason 'sent in error'")
    desk.run("fork b2 --reason 'to see'", "rename-branch b2 other --reason clearer", "remove-branch other --reason seen")
    desk.run("variant no_convoys --reason 'voted for'", "process --missing process --reason 'nobody else plays'")
    desk.run("end --no-asking --reason 'given up'", "reopen --reason 'not after all'")
    without = [each.what for each in trail_of(desk.session.game)[1:] if not each.reason]
    assert without == []
    given = {each.reason for each in trail_of(desk.session.game)}
    assert {"Ada travels", "holidays", "Dan rang", "it is his", "to see", "seen", "voted for", "nobody else plays", "given up"} <= given


def test_a_decided_line_and_a_deadline_by_itself_say_where_they_come_from(desk: Desk) -> None:
    desk.run("phase-time movement 7d", "deadline 28 nov 2026 20:00")
    desk.services.clipboard = MAIL
    desk.run("paste-orders", "order A MUN - BOH --received 'Mun to Boh or Sil'", "process --missing hold")
    reasons = {each.what: each.reason for each in trail_of(desk.session.game)}
    assert reasons["order changed after receipt in S1901M: GERMANY A MUN - BOH for A MUN - BUR"] == "decided about “Mun to Boh or Sil”"
    assert [why for what, why in reasons.items() if what.startswith("deadline of F1901M")] == ["by the time for movement phases, 7d"]
    assert [what.partition(";")[0] for what, why in reasons.items() if "taken as holding, as --missing hold says" in why] == [
        "processed S1901M"
    ]
    assert "FRANCE sent nothing for S1901M; taken as an empty set of orders" in reasons


def test_a_mail_is_known_by_its_sender_without_the_address(desk: Desk) -> None:
    desk.services.clipboard = MAIL.replace("Dan <dan@example.org>", "dan@example.org")
    desk.run("paste-orders germany")
    assert "dan@example.org" not in desk.run("audit")
    assert trail_of(desk.session.game)[-1].reason == "from dan@…, “orders”"


def test_a_reason_can_be_given_afterwards_and_is_kept_with_the_line(desk: Desk) -> None:
    desk.run("deadline 28 nov 2026 20:00", "fork b2", "reason to try it", "reason --line 2 Cleo travels", "reason --line 2 and Ada too")
    assert told(desk)[1:] == [
        ("deadline", "deadline of S1901M: 2026-11-28T20:00:00+01:00", "Cleo travels; and Ada too"),
        ("branch", "branch b2 made at S1901M of main", "to try it"),
    ]
    game = desk.session.game
    assert open_text(write(game).encode()).ready().game.audit == game.audit
    desk.run("undo", "undo")
    assert told(desk)[1][2] == ""
    with pytest.raises(CommandError, match="no line number 9"):
        desk.run("reason --line 9 because")


def test_orders_that_nobody_sent_can_be_changed_without_a_line(desk: Desk) -> None:
    desk.run("A PAR - BUR", "A PAR - GAS", "A PAR H")
    assert [line for line in told(desk) if line[0] == "order changed"] == []


def test_undo_takes_the_line_back_with_the_act(desk: Desk) -> None:
    before = desk.session.game.audit
    desk.run("fork b2", "undo")
    assert desk.session.game.audit == before


def test_the_trail_is_kept_in_the_file(desk: Desk) -> None:
    desk.run("fork b2", "process --missing process")
    game = desk.session.game
    assert open_text(write(game).encode()).ready().game.audit == game.audit


def test_hooks_rules_and_branches_are_noted(desk: Desk) -> None:
    desk.run("fork b2", "rename-branch b2 other", "remove-branch other", "variant no_convoys")
    kinds = [each[0] for each in told(desk)]
    assert kinds[-4:] == ["branch", "branch", "branch", "hook"]


def test_the_trail_is_said_in_the_games_zone_and_filtered(desk: Desk) -> None:
    desk.run("fork b2", "audit-note the deadline was moved for Cleo")
    said = desk.run("audit")
    assert "Fri 27 Nov 2026, 20:06  Branch b2 made at Spring 1901, movement of main" in said
    assert "Times are those of Europe/Berlin." in said
    assert "Branch b2" not in desk.run("audit cleo")
    assert "The deadline was moved for Cleo" in desk.run("audit cleo")
    assert "Branch b2" in desk.run("audit --about branch")
    assert all("Branch b2" in desk.run(f"audit '{words}'") for words in ("spring 1901", "S1901M")), "as it is shown and as it is kept"


def test_the_trail_can_be_written_as_a_table_as_text_and_as_data(desk: Desk, tmp_path: Path) -> None:
    desk.run("fork b2", "audit-note =1+1", f"audit --output {tmp_path}/trail.csv", f"audit --output {tmp_path}/trail.txt")
    rows = list(csv.reader((tmp_path / "trail.csv").read_text().splitlines()))
    assert rows[0][:3] == ["time", "time (Europe/Berlin)", "kind"]
    assert rows[-1][3] == "'=1+1", "no spreadsheet takes it for a formula"
    assert "Branch b2 made" in (tmp_path / "trail.txt").read_text()
    assert json.loads(desk.run("audit --json"))[-1] == {
        "number": 3, "time": "2026-11-27T19:06:00Z", "kind": "note", "what": "=1+1", "reason": None, "by": "GM"
    }  # fmt: skip


def test_the_trail_is_the_game_masters_alone(desk: Desk) -> None:
    desk.run("fork b2", "branch main", "view-as france")
    with pytest.raises(CommandError, match="Only the game master can see"):
        desk.run("audit")


def test_an_analysis_board_keeps_no_trail(desk: Desk) -> None:
    desk.run("analysis", "place A BUR ENGLAND", "fork b2")
    assert desk.session.game.audit == ()
