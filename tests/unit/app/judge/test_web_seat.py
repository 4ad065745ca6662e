"""The board of a seat of the judge in a browser: touched as at a table, carried out as a mail, and shown live what others did."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.game.record import MAIN
from tests.unit.app.judge.browser import Browser, SeatSocket, pages_of
from tests.unit.app.judge.table import JudgeTable, address, text_of
from tests.unit.app.judge.test_life_of_a_game import DEADLINE
from tests.unit.app.judge.test_web import orders_of


class Seats:
    """A judge with a game, and the pages of its seats."""

    def __init__(self, table: JudgeTable, port: int) -> None:
        self.table, self.port = table, port
        self.opened: list[SeatSocket] = []

    def seat(self, power: str) -> SeatSocket:
        """The page of a seat, opened by its link."""
        browser = Browser(self.table.judge, self.port)
        browser.get(f"/seat/{self.table.judge.state.token_of('harbour', self.table.record().seats[power])}")
        made = SeatSocket(browser, "harbour")
        self.opened.append(made)
        made.until(lambda parts: parts.get("seat") == power and "sheet" in parts)
        return made

    def mail(self, power: str, text: str) -> None:
        """Have a player write a mail, and the judge answer it."""
        player = self.table.players()[power]
        self.table.ask(player, text, self.table.token(player))


@pytest.fixture
def seats(table: JudgeTable) -> Iterator[Seats]:
    """A judge with a game and its pages."""
    table.begin()
    with pages_of(table.judge) as site:
        made = Seats(table, site.port)
        yield made
        for each in made.opened:
            each.close()


@pytest.mark.slow
def test_three_taps_write_an_order_that_a_mail_then_changes_before_the_eyes_of_its_writer(seats: Seats) -> None:
    table, france = seats.table, seats.seat("FRANCE")
    assert {"PAR", "MAR", "BRE"} == set(france.parts["glow"]["own"])
    france.say(do="touch", p="PAR", u=True)
    france.until(lambda parts: "BUR" in parts["glow"].get("grounds", {}))
    france.say(do="touch", p="BUR")
    france.until(lambda parts: "Burgundy" in parts["sheet"] and "Burgundy" in parts["prompt"])
    assert orders_of(table, "FRANCE") == ["A PAR - BUR"]
    assert table.go() == [], "the answer stands on the page, and is not mailed as well"
    seats.mail("FRANCE", "A PAR - PIC")
    france.until(lambda parts: "Picardy" in parts["sheet"])
    france.say(do="touch", p="PAR", u=True)
    france.until(lambda parts: parts["glow"].get("picked"))
    france.say(do="legal", p="PAR")
    france.until(lambda parts: "Support" in parts["panel"])
    france.say(do="want", o="A PAR H")
    france.until(lambda parts: parts["panel"] == "" and "Picardy" not in parts["sheet"])
    assert orders_of(table, "FRANCE") == ["A PAR H"]
    france.say(do="write", line=0, text="")
    france.until(lambda parts: "3 still open" in parts["sheet"])
    assert orders_of(table, "FRANCE") == [], "an order that is taken back is taken out"


@pytest.mark.slow
def test_a_doubtful_line_is_asked_back_on_the_page_and_answered_with_one_press(seats: Seats) -> None:
    table, france = seats.table, seats.seat("FRANCE")
    seats.mail("FRANCE", "A MAR - PIE OR GAS")
    seats.mail("FRANCE", "F BRE - ENG or MAO")
    asked = table.record().questions
    assert asked
    france.until(lambda parts: f'data-i="{asked[-1].number}"' in parts["sheet"])
    france.say(do="answer", i=asked[-1].number, o="1")
    france.until(lambda parts: f'data-i="{asked[-1].number}"' not in parts["sheet"])
    assert asked[-1].choices[0] in orders_of(table, "FRANCE")


@pytest.mark.slow
def test_letters_votes_and_waiting_on_the_page_do_what_a_mail_does(seats: Seats) -> None:
    table, france, germany = seats.table, seats.seat("FRANCE"), seats.seat("GERMANY")
    seats.mail("FRANCE", "A PAR - BUR")
    france.say(do="panel", name="letters")
    france.until(lambda parts: "to-GERMANY" in parts["panel"])
    france.say(do="send", text="meet me\nENDPRESS\nin Burgundy", to=["GERMANY"], all=False)
    france.until(lambda parts: "meet me" in parts["panel"])
    got = table.go()
    assert {str(each["To"].addresses[0].addr_spec) for each in got if "meet me" in text_of(each)} == {address(table.players()["GERMANY"])}
    germany.until(lambda parts: "1 unread" in parts["head"])
    germany.say(do="panel", name="letters")
    germany.until(lambda parts: "meet me\nENDPRESS\nin Burgundy" in parts["panel"] and "unread" not in parts["head"])
    france.say(do="panel", name="vote")
    france.until(lambda parts: "A draw among all" in parts["panel"])
    france.say(do="vote", choice="draw")
    france.until(lambda parts: "Your vote" in parts["panel"])
    france.say(do="panel", name="")
    france.say(do="word", text="SET WAIT")
    france.until(lambda parts: "SET NOWAIT" in parts["sheet"])
    turn = table.game().turn(table.game().last(MAIN))
    assert [(each.power, each.choice) for each in turn.votes] == [("FRANCE", "draw")]
    assert turn.waits == ("FRANCE",)
    assert orders_of(table, "FRANCE") == ["A PAR - BUR"], "no word beside them takes orders back"
    assert all("meet me" not in str(each) for each in seats.seat("ITALY").told), "nobody else is sent it"


@pytest.mark.slow
def test_results_come_to_open_pages_by_themselves_and_can_be_gone_through_step_by_step(seats: Seats) -> None:
    table, france = seats.table, seats.seat("FRANCE")
    seats.mail("FRANCE", "A PAR - BUR")
    table.go(DEADLINE)
    assert table.phase() == "F1901M"
    france.until(lambda parts: "France moves to Burgundy" in parts["panel"] or "moves to Burgundy" in parts["panel"])
    france.say(do="steps", index=0)
    france.until(lambda parts: 'data-do="reveal"' in parts["prompt"])
    france.say(do="reveal", name="next")
    france.say(do="now")
    france.until(lambda parts: "Fall 1901" in parts["sheet"] and parts["mode"]["past"] is None)


@pytest.mark.slow
def test_words_of_a_mail_can_be_sent_under_more_and_not_by_mistake_as_an_order(seats: Seats) -> None:
    table, france = seats.table, seats.seat("FRANCE")
    france.say(do="write", text="RESIGN")
    france.until(lambda parts: "no order" in parts["prompt"])
    assert "FRANCE" in table.record().seats
    france.say(do="panel", name="more")
    france.until(lambda parts: "HELP lists them" in parts["panel"])
    france.say(do="word", text="STATUS")
    france.until(lambda parts: "You have sent no orders yet" in parts["panel"])
    france.say(do="word", text="SET LANGUAGE de")
    france.until(lambda parts: parts.get("reload"))


@pytest.mark.slow
def test_a_page_whose_seat_is_taken_away_shows_nothing_more(seats: Seats) -> None:
    table, france = seats.table, seats.seat("FRANCE")
    table.ask("mona", "GAME harbour\nEJECT FRANCE", table.as_master)
    france.until(lambda parts: parts.get("gone"))
    stranger = Browser(table.judge, seats.port)
    stranger.get("/game/harbour/seat")
    assert stranger.status == 404


def test_without_the_cookie_of_a_seat_its_connection_shows_nothing(seats: Seats) -> None:
    france = Browser(seats.table.judge, seats.port)
    france.get(f"/seat/{seats.table.judge.state.token_of('harbour', seats.table.record().seats['FRANCE'])}")
    france.jar.clear()
    without = SeatSocket(france, "harbour")
    seats.opened.append(without)
    assert without.until(lambda parts: parts.get("gone")).keys() == {"gone", "t"}


@pytest.mark.slow
def test_a_page_that_watches_is_told_of_what_it_may_see_alone(seats: Seats) -> None:
    browser = Browser(seats.table.judge, seats.port)
    browser.get("/game/harbour")
    watcher = SeatSocket(browser, "harbour", watches=True)
    seats.opened.append(watcher)
    first = watcher.until(lambda parts: parts.get("version"))["version"]
    seats.mail("FRANCE", "A PAR - BUR")
    seats.mail("FRANCE", "BROADCAST\nhello all\nENDPRESS")
    watcher.until(lambda parts: parts["version"] != first)
    assert len([each for each in watcher.told if "version" in each]) == 2, "the order is no news to it"
    assert browser.get("/game/harbour/version") == watcher.parts["version"]


@pytest.mark.slow
def test_the_board_and_its_colours_are_those_of_the_game(seats: Seats) -> None:
    browser = Browser(seats.table.judge, seats.port)
    assert browser.get("/game/harbour/ground/de.svg").startswith("<svg")
    assert "München" in browser.page
    assert ".p1" in browser.get("/game/harbour/colours.css")
    browser.get("/game/nothing/ground/de.svg")
    assert browser.status == 404
