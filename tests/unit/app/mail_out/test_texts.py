"""The texts of a phase that go out to players."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from app.game.edits import set_player
from app.game.entries import Deadline, Press, SeatedPlayer
from app.game.record import MAIN, Cursor
from app.game.table_edits import send_press
from app.mail_out.phase_facts import EVERYBODY, due_words
from app.mail_out.readers import facts_for, written
from app.mail_out.template_shelf import TemplateShelf
from app.session.errors import CommandError
from tests.unit.app.commands.fake_services import Desk
from tests.unit.app.mail_out.round_of_two import desk
from tests.unit.app.mail_out.some_facts import facts, order, power

TEXTS = ("plain", "judge", "zine", "chat")


@pytest.fixture
def round_() -> Desk:
    return desk()


@pytest.mark.parametrize("template", [*TEXTS, "html"])
def test_every_template_tells_orders_reasons_retreats_and_what_comes_next(template: str, round_: Desk) -> None:
    text = round_.run(f"results --template {template}")
    text = " ".join(text.split())
    for words in ("dislodged by Army Vienna, 2 against 1", "The north is calm", "Fall 1901, retreats"):
        assert words in text
    assert "Serbia is mine" not in text, "a letter to one power is in nobody else's text"
    assert ("TYR" in text) or ("Tyrolia" in text)


@pytest.mark.parametrize("template", [*TEXTS, "html"])
def test_a_powers_text_has_its_letters_and_its_retreats(template: str, round_: Desk) -> None:
    assert "Serbia is mine" in round_.run(f"results --power austria --template {template}")
    assert "Serbia is mine" in round_.run(f"results --power turkey --template {template}")
    assert "Serbia is mine" not in round_.run(f"results --power italy --template {template}")


def test_a_text_for_a_chat_room_strikes_out_what_failed(round_: Desk) -> None:
    text = round_.run("results --template chat")
    assert text.startswith("**")
    failed = [line for line in text.splitlines() if line.startswith("- ~~`")]
    assert failed
    assert all(line.count("~~") == 2 and line.endswith("*") for line in failed)
    assert any(line.startswith("- `") and "~~" not in line for line in text.splitlines())


def test_a_long_reason_goes_on_below_its_beginning(tmp_path: Path) -> None:
    reason = "bounced 1 against 1 off Army Munich: no power dislodges a unit of its own"
    told = facts(powers=(power("Germany", order("A BER - MUN", reason), order("F KIE - DEN")),), orders=2, failed=1)
    lines = written(told, TemplateShelf(tmp_path).templates()["plain"]).splitlines()
    at = lines.index("Germany")
    assert lines[at + 1 : at + 4] == [
        "  A BER - MUN  bounced 1 against 1 off Army Munich: no power dislodges a",
        "               unit of its own",
        "  F KIE - DEN",
    ]


def test_who_has_to_retreat_reads_it_at_the_top(round_: Desk) -> None:
    text = round_.run("results --power italy")
    assert text.splitlines()[2:6] == ["Dear Ben,", "", "You have to retreat:", "  A TRI to ALB, BUD, TYR or VEN"]
    assert "You have to retreat" not in round_.run("results --power austria")


def test_centres_come_with_their_change_and_builds_due(round_: Desk) -> None:
    round_.run("A TRI R VEN", "process --missing process")
    lines = [" ".join(line.split()) for line in round_.run("results").splitlines()]
    assert "Austria-Hungary takes Serbia." in lines
    told = round_.run("results --power austria")
    assert "Austria-Hungary     5   +2   builds 2" in told
    assert "You can build 2 in BUD or VIE." in told


def test_the_deadline_is_reported_in_the_games_time_zone(round_: Desk) -> None:
    game = round_.session.game
    last = game.last(MAIN)
    due = replace(game.turn(last), deadline=Deadline("2026-11-29T19:00:00Z"))
    round_.session.perform("Deadline", lambda now: replace(now.with_turn(last, due), settings=(("time zone", "Europe/Berlin"),)))
    assert "Fall 1901, retreats: orders are due on Sun 29 Nov 2026, 20:00 Europe/Berlin." in round_.run("results --power italy")


def test_a_deadline_that_is_no_time_is_reported_as_it_stands() -> None:
    assert due_words(Deadline("when the moon\nis full"), ZoneInfo("UTC")) == "when the moon is full"


def test_the_text_is_written_to_a_file_whole(round_: Desk, tmp_path: Path) -> None:
    round_.run(f"results S1901M --power austria --output {tmp_path}/ada.txt")
    assert (tmp_path / "ada.txt").read_text(encoding="utf-8").startswith("Test, Spring 1901, movement\n\nDear Ada,\n")
    round_.run(f"results S1901M --output {tmp_path}/all.html")
    assert (tmp_path / "all.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_an_unknown_template_names_those_there_are(round_: Desk) -> None:
    with pytest.raises(CommandError) as error:
        round_.run("results --template florid")
    assert all(each in str(error.value) for each in (*TEXTS, "html"))


def test_a_phase_that_is_open_has_no_results(round_: Desk) -> None:
    with pytest.raises(CommandError, match="F1901R is not adjudicated yet"):
        round_.run("results F1901R --template plain")


def test_names_with_line_breaks_stay_on_their_line(round_: Desk) -> None:

    round_.session.perform("Name", lambda game: set_player(replace(game, name="A\nB"), "ITALY", SeatedPlayer("Be\r\nn")))
    facts = facts_for(round_.session, Cursor("main", 1), "ITALY")
    assert (facts.game, facts.greeting) == ("A B", "Dear Be n,")


def test_markup_in_names_and_press_is_escaped_in_the_page(round_: Desk) -> None:
    round_.session.perform("Press", lambda game: send_press(game, MAIN, Press("FRANCE", (), "<script>alert(1)</script>")))
    page = round_.run("results --template html")
    assert "<script>" not in page
    assert "&lt;script&gt;" in page


def test_the_board_as_one_power_sees_it_writes_no_other_powers_text(round_: Desk) -> None:
    round_.run("view-as italy")
    with pytest.raises(CommandError, match="shown to somebody else"):
        round_.run("results --power austria")
    assert "Dear Ben," in round_.run("results --power italy")


@pytest.mark.slow
def test_everybodys_text_under_fog_tells_of_no_unit() -> None:
    made = Desk(game=False)
    made.run("new fog-of-war", "A PAR - BUR", "A MUN - BUR", "process --missing process")
    facts = facts_for(made.session, Cursor("main", 0), EVERYBODY)
    assert [order for power in facts.powers for order in power.orders] == []
    assert "BUR" in made.run("results --power france")
    assert "BUR" not in made.run("results --power turkey")
