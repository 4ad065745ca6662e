"""The reveal on pages: no step before its time, the same steps on stage and phones, and a phone that steers it."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.hotseat.round import RoundStage
from app.session.requests import WebTerms
from app.web.serving import WebTable, run_typed
from tests.unit.app.web.phone_table import POWERS, FakePhone, PhoneTable


@pytest.fixture
def revealed(table: PhoneTable) -> tuple[PhoneTable, FakePhone]:
    """A table whose stage begins to tell what became of the first orders."""
    table.join_all()
    stage = table.stage()
    table.order("AUSTRIA", "A BUD - SER", "A VIE - GAL")
    table.order("RUSSIA", "A WAR - GAL", "A MOS - UKR")
    for phone in table.phones.values():
        table.say(phone, do="seal")
    table.desk.drive()
    return table, stage


def side(page: FakePhone) -> str:
    return str(page.parts["side"])


def arrows(page: FakePhone) -> int:
    return str(page.parts["layer"]).count('class="o ')


def told_words(page: FakePhone) -> str:
    """Return the headline of the step that a stage or a phone shows."""
    text = side(page) if "side" in page.parts else str(page.parts["sheet"])
    tag = "<h1>" if "side" in page.parts else '<h2 class="mid">'
    return text.partition(tag)[2].partition("</")[0]


@pytest.mark.slow
def test_the_stage_tells_a_phase_step_by_step_and_phones_show_the_same(revealed: tuple[PhoneTable, FakePhone]) -> None:
    table, stage = revealed
    seen = []
    while table.seating.round.stage is RoundStage.RESULTS:
        seen.append((told_words(stage), [told_words(phone) for phone in table.phones.values()]))
        assert not any(phone.parts["panel"] for phone in table.phones.values()), "nobody is shown the end before"
        table.laptop.clock.now += 7.1
        table.desk.drive()
    assert next(words for words, _ in seen) == "All orders lie open."
    assert "Standoff in Galicia." in [words for words, _ in seen]
    assert any("Serbia" in words for words, _ in seen)
    assert all(set(phones) == {words} for words, phones in seen)
    assert len({words for words, _ in seen}) == len(seen)
    assert "Spring 1901" in str(table.phones["AUSTRIA"].parts["panel"])
    assert str(table.seating.round.phase) == "F1901M"


@pytest.mark.slow
def test_a_step_lights_its_places_and_the_camera_goes_there(revealed: tuple[PhoneTable, FakePhone]) -> None:
    table, stage = revealed
    assert stage.parts.get("camera") is None
    while "Galicia" not in told_words(stage):
        table.laptop.clock.now += 7.1
        table.desk.drive()
    lit = stage.parts["lit"]
    assert isinstance(lit, list)
    assert {"VIE", "WAR"} <= set(lit)
    camera = stage.parts["camera"]
    assert isinstance(camera, list)
    board = table.desk.kit("en").drawn.board
    for code in ("VIE", "WAR"):
        left, top, right, bottom = board.provinces[code].bounds
        assert camera[0] < left < right < camera[2]
        assert camera[1] < top < bottom < camera[3]


@pytest.mark.slow
def test_without_a_stage_a_table_of_phones_goes_on_at_once(table: PhoneTable) -> None:
    table.join_all()
    table.seal_all()
    assert str(table.seating.round.phase) == "F1901M"


@pytest.mark.slow
def test_who_is_let_steers_the_reveal_and_nobody_else(revealed: tuple[PhoneTable, FakePhone]) -> None:
    table, stage = revealed
    web = WebTable(table.laptop.session, table.seating, WebTerms())
    web.desk = table.desk
    run_typed(table.laptop.session, web, "steer austria")
    table.desk.drive()
    ada, ben = table.phones["AUSTRIA"], table.phones["ENGLAND"]
    assert 'data-name="next"' in str(ada.parts["sheet"])
    assert 'data-do="reveal"' not in str(ben.parts["sheet"])
    table.laptop.clock.now += 60
    table.desk.drive()
    assert told_words(stage) == "All orders lie open.", "it waits for who steers it"
    table.say(ben, do="reveal", name="next")
    table.say(ben, do="reveal", name="all")
    assert told_words(stage) == "All orders lie open."
    table.say(ada, do="reveal", name="next")
    assert table.seating.telling.at == 1
    table.say(ada, do="reveal", name="back")
    table.say(ada, do="reveal", name="on")
    assert table.seating.telling.at == 0, "nobody goes on before all was told"
    table.say(ada, do="reveal", name="all")
    assert table.seating.telling.is_at_last_step
    table.say(ada, do="reveal", name="on")
    table.desk.drive()
    assert str(table.seating.round.phase) == "F1901M"


@pytest.mark.slow
def test_a_reveal_whose_steering_phone_went_away_goes_on_by_itself(revealed: tuple[PhoneTable, FakePhone]) -> None:
    table, _ = revealed
    table.seating.telling.steering = "AUSTRIA"
    table.desk.forget(table.phones["AUSTRIA"])
    table.laptop.clock.now += 60
    table.desk.drive()
    assert table.seating.telling.at == 1


@pytest.mark.slow
def test_the_organiser_goes_from_step_to_step_by_words(revealed: tuple[PhoneTable, FakePhone]) -> None:
    table, _ = revealed
    web = WebTable(table.laptop.session, table.seating, WebTerms())
    web.desk = table.desk
    run_typed(table.laptop.session, web, "next")
    assert table.seating.telling.at == 1
    run_typed(table.laptop.session, web, "all")
    run_typed(table.laptop.session, web, "on")
    assert table.seating.round.stage is not RoundStage.RESULTS
    run_typed(table.laptop.session, web, "next")
    assert table.laptop.services.said[-1] == "No reveal is shown now."


def test_a_phone_looks_at_a_phase_that_is_over_step_by_step(table: PhoneTable) -> None:
    table.join_all()
    table.order("AUSTRIA", "A BUD - SER")
    table.seal_all()
    ada = table.phones["AUSTRIA"]
    table.say(ada, do="steps", index=0)
    assert "All orders lie open." in str(ada.parts["prompt"])
    table.say(ada, do="reveal", name="next")
    assert "Serbia" in str(ada.parts["prompt"])
    assert "BUD" in str(ada.parts["lit"])
    table.say(ada, do="reveal", name="next")
    table.say(ada, do="reveal", name="back")
    table.say(ada, do="reveal", name="back")
    table.say(ada, do="reveal", name="back")
    assert "All orders lie open." in str(ada.parts["prompt"])
    assert table.seating.telling.at is None, "it is this phone's own look"
    table.say(ada, do="now")
    assert "lie open" not in str(ada.parts["prompt"])


@pytest.mark.slow
def test_in_fog_the_steps_on_stage_and_phones_tell_nothing_that_is_hidden(tmp_path: Path, quick_locks: None) -> None:
    table = PhoneTable(tmp_path, variant="fog-of-war")
    table.join_all()
    stage = table.stage()
    table.order("AUSTRIA", "A BUD - SER", "A VIE - GAL")
    for phone in table.phones.values():
        table.say(phone, do="seal")
    begun = {power: len(phone.messages) for power, phone in table.phones.items()} | {"stage": len(stage.messages)}
    table.desk.drive()
    while table.seating.round.stage is RoundStage.RESULTS:
        table.laptop.clock.now += 7.1
        table.desk.drive()
    for power, page in {**table.phones, "stage": stage}.items():
        if power != "AUSTRIA":
            text = "\n".join(map(str, page.messages[begun[power] :]))
            assert "Serbia" not in text.replace("data-n", ""), power
            assert arrows(page) == 0 or power in POWERS
    table.laptop.end()


@pytest.mark.slow
def test_the_story_stands_on_every_phone_and_at_the_end_on_the_stage(table: PhoneTable) -> None:
    table.join_all()
    table.order("AUSTRIA", "A BUD - SER")
    for _ in range(3):
        table.seal_all()
    ada, stage = table.phones["AUSTRIA"], table.stage()
    table.say(ada, do="panel", name="story")
    assert "1901" in str(ada.parts["panel"])
    assert "Turning points" in str(ada.parts["panel"])
    for phone in table.phones.values():
        table.say(phone, do="vote", choice="draw")
    table.drive()
    assert "The story" in side(stage)
    assert "A draw among 7 powers" in side(stage)


@pytest.mark.slow
def test_no_panel_of_a_phone_shows_results_before_the_reveal_does(revealed: tuple[PhoneTable, FakePhone]) -> None:
    table, _ = revealed
    ada = table.phones["AUSTRIA"]
    asks = ({"do": "panel", "name": "results"}, {"do": "panel", "name": "story"}, {"do": "past", "index": 0}, {"do": "steps", "index": 0})
    for message in asks:
        table.say(ada, **message)
        assert "Galicia" not in str(ada.parts["panel"]) + str(ada.parts["prompt"]), message
        assert 'data-name="results"' not in str(ada.parts["sheet"])
    table.say(ada, do="panel", name="past")
    assert "Spring 1901" not in str(ada.parts["panel"])
    table.say(ada, do="panel", name="")
    while not table.seating.telling.is_at_last_step:
        table.laptop.clock.now += 7.1
        table.desk.drive()
    table.say(ada, do="panel", name="results")
    assert "Standoff in Galicia" in str(ada.parts["panel"])
