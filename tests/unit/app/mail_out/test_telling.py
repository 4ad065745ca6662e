"""Facts of a phase are those of its game: the powers, the counts, and the reader's next acts."""

from __future__ import annotations

from dataclasses import replace
from zoneinfo import ZoneInfo

import pytest

from adjudicator.position import Position
from adjudicator.resolution import Ending
from app.game.edits import set_player
from app.game.entries import Deadline, SeatedPlayer
from app.game.record import MAIN, Cursor
from app.mail_out.facts import Facts, OrderFact, PowerFact, PressFact, RetreatFact
from app.mail_out.phase_facts import addresses_in, due_words, facts_of
from tests.unit.app.commands.fake_services import Desk
from tests.unit.app.mail_out.round_of_two import desk

FALL = Cursor(MAIN, 1)


def told(made: Desk, index: int, reader: str = "") -> Facts:
    return facts_of(made.session.game, Cursor(MAIN, index), reader)


def of(facts: Facts, power: str) -> PowerFact:
    return next(each for each in facts.powers if each.id == power)


def test_a_phase_is_named_in_words_and_by_its_code() -> None:
    found = told(desk(), 1, "ITALY")
    assert (found.game, found.variant, found.phase, found.season, found.kind, found.code) == (
        "Test", "Standard", "Fall 1901, movement", "Fall 1901", "movement", "F1901M",
    )  # fmt: skip
    assert (found.next_phase, found.next_kind, found.next_code) == ("Fall 1901, retreats", "retreats", "F1901R")
    assert (found.reader, found.reader_name, found.greeting, found.tag, found.language) == (
        "ITALY", "Italy", "Dear Ben,", "[game 7e57]", "en",
    )  # fmt: skip
    assert (told(desk(), 1).reader_name, told(desk(), 1).greeting) == ("", "")
    assert told(desk(), 1, "TURKEY").greeting == "Dear Turkey,", "nobody is named"


def test_units_that_only_stood_are_idle_and_counted_as_no_orders() -> None:
    found = told(desk(), 1)
    assert (found.orders, found.failed, found.dislodged) == (4, 1, 1)
    assert of(found, "ITALY") == PowerFact(
        id="ITALY", name="Italy", player="Ben", idle=2, centres=3, change=0, units=3, known=True, builds=0, removals=0,
        orders=(
            OrderFact(
                "A TRI H", "Army Trieste HOLD", "Army Trieste holds",
                "no order was given; dislodged by Army Vienna, 2 against 1", succeeded=False,
                judge_reason="dislodged, no order was given; dislodged by Army Vienna, 2 against 1",
            ),
        ),
    )  # fmt: skip
    assert (of(found, "ENGLAND").orders, of(found, "ENGLAND").idle, of(found, "ENGLAND").player) == ((), 3, "")


def test_a_unit_that_was_ordered_to_hold_is_not_idle() -> None:
    made = Desk()
    made.run("A PAR H", "process --missing process")
    france = of(told(made, 0), "FRANCE")
    assert [each.text for each in france.orders] == ["A PAR H"]
    assert france.idle == 2


def test_a_dislodged_unit_is_told_with_its_ways_out_and_still_counts_as_a_unit() -> None:
    found = told(desk(), 1)
    assert found.retreats == (
        RetreatFact(
            "ITALY", "Italy", "A TRI", "Army Trieste", ("ALB", "BUD", "TYR", "VEN"), ("Albania", "Budapest", "Tyrolia", "Venice")
        ),
    )  # fmt: skip
    assert of(found, "ITALY").units == 3
    assert told(desk(), 0).retreats == ()


def test_centres_are_told_of_once_they_may_have_changed() -> None:
    made = desk()
    made.run("A TRI R VEN", "process --missing process")
    assert [told(made, index).centres_told for index in range(3)] == [False, False, True]
    found = told(made, 2)
    assert found.captures == ("Austria-Hungary takes Greece", "Austria-Hungary takes Serbia")
    austria = of(found, "AUSTRIA")
    assert (austria.centres, austria.change, austria.builds, austria.removals, austria.sites) == (5, 2, 2, 0, ("BUD", "VIE"))
    assert (of(found, "ITALY").builds, of(found, "ITALY").sites) == (0, ())


def test_who_has_too_many_units_removes_them_and_after_the_end_nobody_does() -> None:
    made = Desk()
    made.run("A VEN - TRI", "F TRI - ALB", "process --missing process", "process --missing process")
    austria, italy = of(told(made, 1), "AUSTRIA"), of(told(made, 1), "ITALY")
    assert (austria.centres, austria.change, austria.units, austria.builds, austria.removals, austria.sites) == (2, -1, 3, 0, 1, ())
    assert (italy.centres, italy.change, italy.builds, italy.removals, italy.sites) == (4, 1, 1, 0, ("VEN",))
    made.run("draw france italy")
    over = told(made, 1)
    austria, italy = of(over, "AUSTRIA"), of(over, "ITALY")
    assert (austria.removals, italy.builds, italy.sites) == (0, 0, ())
    assert (over.next_phase, over.next_kind, over.next_code, over.deadline, over.absences, over.retreats) == ("", "", "", "", (), ())
    assert over.ending
    assert not told(made, 0).ending, "the game went on after the spring"


def test_who_has_to_retreat_when_the_game_ends_is_told_of_no_retreat() -> None:
    made = desk()
    assert [each.unit for each in told(made, 1).retreats] == ["A TRI"]
    made.run("draw france italy")
    assert told(made, 1).retreats == ()


def test_letters_are_told_to_those_they_concern_and_press_to_all() -> None:
    letter = PressFact("Turkey", ("Austria-Hungary",), ("Serbia is mine",))
    for reader, letters in (("AUSTRIA", (letter,)), ("TURKEY", (letter,)), ("ITALY", ()), ("", ())):
        found = told(desk(), 1, reader)
        assert (found.press, found.letters) == ((PressFact("England", (), ("The north is calm",)),), letters)


def test_press_of_the_open_phase_goes_out_with_the_results_before_it() -> None:
    made = desk()
    made.run("press france One more\nline")
    assert [each.sender for each in told(made, 1).press] == ["England", "France"]
    assert told(made, 1).press[1].lines == ("One more", "line")
    made.run("process --missing process")
    assert [each.sender for each in told(made, 1).press] == ["England"], "it goes with the results of its own phase now"
    assert [each.sender for each in told(made, 2).press] == ["France"]


def test_the_game_master_writes_as_such() -> None:
    made = desk()
    made.run("press gm Deadline moved")
    assert told(made, 1).press[-1].sender == "the game master"


def test_an_order_that_cannot_be_carried_out_is_told_as_not_used() -> None:
    made = Desk()
    made.run("order A PAR - LON --lying", "F BRE - MAO", "process --missing process")
    found = {each.text: each.used for each in of(told(made, 0), "FRANCE").orders}
    assert found["F BRE - MAO"] is True
    assert found["A PAR - LON"] is False


@pytest.mark.parametrize(
    ("deadline", "words"),
    [
        (Deadline("2026-11-29T19:00:00Z"), "Sun 29 Nov 2026, 20:00 Europe/Berlin"),
        (Deadline("2026-11-29T19:00:00Z", note="or a\nday later"), "Sun 29 Nov 2026, 20:00 Europe/Berlin, or a day later"),
        (Deadline("Sunday", note="evening"), "Sunday, evening"),
        (Deadline("Sunday"), "Sunday"),
    ],
)
def test_a_deadline_has_its_note_behind_it(deadline: Deadline, words: str) -> None:
    assert due_words(deadline, ZoneInfo("Europe/Berlin")) == words


@pytest.mark.parametrize(("due", "days"), [("2026-12-19T12:00:00Z", 2), ("2026-12-20T12:00:00Z", 2), ("2026-12-21T12:00:00Z", 1), ("", 2)])
def test_absences_are_told_that_were_not_over_when_the_phase_was_due(due: str, days: int) -> None:
    game = desk().session.game
    turn = game.turn(FALL)
    game = replace(
        game.with_turn(FALL, replace(turn, deadline=Deadline(due) if due else None)),
        settings=(("time zone", "UTC"), ("absence france", "2026-12-20, 2027-01-01 - 2027-01-03")),
    )
    away = ("France is away on 20 December 2026.", "France is away from 1 January 2027 to 3 January 2027.")
    assert facts_of(game, FALL, "").absences == away[-days:]


def test_addresses_are_listed_by_power_in_sequence_for_those_that_have_one() -> None:
    game = set_player(desk().session.game, "ENGLAND", SeatedPlayer("Cleo"))
    assert addresses_in(game) == ("Austria-Hungary: Ada <ada@example.org>", "Italy: Ben <ben@example.org>")


def test_an_open_phase_has_no_facts() -> None:
    with pytest.raises(ValueError, match="F1901R is not adjudicated yet"):
        told(desk(), 2)


@pytest.mark.parametrize(
    ("had", "has", "units", "orders", "told_of"),
    [(0, 0, 0, 0, False), (1, 0, 0, 0, True), (0, 1, 0, 0, True), (0, 0, 1, 0, True), (0, 0, 0, 1, True)],
)
def test_a_power_is_told_of_while_it_has_had_or_ordered_anything(had: int, has: int, units: int, orders: int, told_of: bool) -> None:
    game = desk().session.game
    before, after = game.turn(Cursor(MAIN, 0)), game.turn(FALL)
    resolution = before.resolution
    assert resolution is not None
    own = [each for each in resolution.outcomes if each.power == "TURKEY"][orders:]
    quiet = replace(resolution, outcomes=tuple(each for each in resolution.outcomes if each not in own), refused=())
    game = game.with_turn(Cursor(MAIN, 0), replace(before, position=_shrunk(before.position, had, 0), resolution=quiet))
    game = game.with_turn(FALL, replace(after, position=_shrunk(after.position, has, units)))
    assert ("TURKEY" in {each.id for each in facts_of(game, Cursor(MAIN, 0), "").powers}) is told_of


def _shrunk(position: Position, centres: int, units: int) -> Position:
    """*position* where Turkey has so many centres and units."""
    owned = [place for place, owner in position.owners.items() if owner == "TURKEY"][centres:]
    gone = [each for each in position.units if each.power == "TURKEY"][units:]
    return replace(
        position,
        units=tuple(each for each in position.units if each not in gone),
        owners={place: owner for place, owner in position.owners.items() if place not in owned},
    )


def test_a_position_that_the_game_master_set_after_the_results_is_the_one_that_is_told() -> None:
    game = desk().session.game
    after = game.turn(FALL)
    corrected = replace(after.position, owners={**after.position.owners, "TUN": "ITALY"})
    assert of(facts_of(game.with_turn(FALL, replace(after, position=corrected)), Cursor(MAIN, 0), ""), "ITALY").centres == 4


def test_an_ending_that_the_adjudication_found_is_told_wherever_the_game_went_afterwards() -> None:
    game = desk().session.game
    spring = game.turn(Cursor(MAIN, 0))
    assert spring.resolution is not None
    ended = replace(spring.resolution, ending=Ending(("FRANCE",), "centres"))
    found = facts_of(game.with_turn(Cursor(MAIN, 0), replace(spring, resolution=ended)), Cursor(MAIN, 0), "")
    assert found.ending.startswith("France wins")
    assert (found.next_phase, found.centres_told) == ("", True)


def test_a_deadline_of_the_next_phase_is_told_and_none_where_none_is_set() -> None:
    game = desk().session.game
    assert facts_of(game, FALL, "").deadline == ""
    last = game.last(MAIN)
    dated = game.with_turn(last, replace(game.turn(last), deadline=Deadline("Sunday")))
    assert facts_of(dated, FALL, "").deadline == "Sunday"
    assert facts_of(dated, Cursor(MAIN, 0), "").deadline == ""


def test_phases_in_which_nobody_had_anything_to_do_are_told() -> None:
    made = Desk()
    made.run("process --missing process")
    spring = made.session.game.turn(Cursor(MAIN, 0))
    assert spring.resolution is not None
    resolution = replace(spring.resolution, skipped=(made.session.open_turn.phase,))
    game = made.session.game.with_turn(Cursor(MAIN, 0), replace(spring, resolution=resolution))
    assert facts_of(game, Cursor(MAIN, 0), "").skipped == ("Fall 1901, movement",)
