"""End of a game at a table: focus, seals, counts and words, for every kind of ending, by keys in the real window."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from app.game.edits import new_game
from app.game.record import Game
from app.hotseat.round import RoundStage
from app.presentation.hotseat.reveal_steps import RevealKind
from app.qt.main_window.main_controller import MainController
from app.qt.statistics.story_part import StoryPart
from tests.gui.hotseat.evening import Evening, last_autumn
from tests.unit.app.hooks.playing import with_shipped, with_text
from variants.catalogue import standard

THREE = {"FRANCE": "Cleo", "GERMANY": "Dan", "ITALY": "Eva"}
ITALY_WINS = """\
# title: Italy wins
# on: victory
def on_victory(ctx):
    return {"winners": ["ITALY"], "why": "it was foretold"}
"""
SPACE, END, ESCAPE = Qt.Key.Key_Space, Qt.Key.Key_End, Qt.Key.Key_Escape


def titles(evening: Evening) -> list[str]:
    return [step.title for step in evening.reveal._story.steps]


def at_end_card(evening: Evening, title: str) -> None:
    """The game is over and says so over the board; the keyboard belongs to its first button, and every seat is closed."""
    page = evening.controller.page
    assert page is not None
    assert evening.shown is page
    card = page.ending.card
    assert card is not None
    assert card.isVisible()
    assert card.title.text() == title
    assert QApplication.focusWidget() is card.story_button
    assert evening.seating.round.stage is RoundStage.OVER
    assert evening.seating.open is None
    assert not evening.controller.table.bar.isVisible()


def watch_by_space(evening: Evening) -> list[str]:
    """Press Space from step to step until the reveal is over; what each step says, with the status line."""
    page = evening.reveal
    told: list[str] = []
    while evening.shown is page:
        assert len(told) <= len(page._story.steps)
        assert page.title.text() == page._story.steps[page.at].title
        told.append(page.title.text())
        evening.press(SPACE)
    return told


CENTRES = "GERMANY BER KIE MUN DEN HOL BEL SWE NWY WAR MOS VIE BUD TRI SER RUM BUL CON EDI; FRANCE PAR BRE MAR; ITALY VEN ROM NAP"
"""Germany has what it needs to win once the year is over."""
OPENED = "What became of the orders is seen at each seat."


def seal_all(evening: Evening, *, france: str = "", germany: str = "") -> None:
    evening.write("FRANCE", "A GAS - SPA", "F BRE - MAO", vote=france)
    evening.write("GERMANY", "A MUN - BUR", "F DEN - SWE", vote=germany)


def solo(controller: MainController, game: Game | None = None) -> Evening:
    evening = Evening(controller, last_autumn(CENTRES, game=game))
    seal_all(evening)
    return evening


def go_on(evening: Evening, *votes: str) -> None:
    """Seal all seats, with these votes, reveal the orders, and go on to the next phase."""
    for power, vote in zip(evening.seating.round.to_seal, votes or [""] * 7, strict=False):
        evening.write(power, vote=vote)
    evening.show_orders()
    evening.press(END, SPACE)


def test_every_step_of_the_last_reveal_is_seen_by_space_and_then_the_end_card(controller: MainController) -> None:
    evening = solo(controller)
    evening.show_orders()
    steps = titles(evening)
    assert steps[-1] == "Germany has won."
    assert watch_by_space(evening) == steps
    at_end_card(evening, "Germany has won")
    evening.press(ESCAPE)
    page = controller.page
    assert page is not None
    assert page.ending.card is None
    assert page.board.hasFocus()


def test_end_shows_the_last_step_and_left_goes_back_from_it(controller: MainController) -> None:
    evening = solo(controller)
    evening.show_orders()
    page = evening.reveal
    evening.press(END)
    assert page.title.text() == "Germany has won."
    assert page.is_over
    evening.press(Qt.Key.Key_Left)
    assert page.title.text() == titles(evening)[-2]
    evening.press(END, Qt.Key.Key_Return)
    at_end_card(evening, "Germany has won")


def test_a_key_that_is_held_stops_at_the_last_step(controller: MainController) -> None:
    evening = solo(controller)
    evening.show_orders()
    page = evening.reveal
    for _ in range(30):
        QApplication.sendEvent(page, QKeyEvent(QEvent.Type.KeyPress, SPACE, Qt.KeyboardModifier.NoModifier, " ", True))
    assert evening.shown is page
    assert page.is_over


def test_the_status_line_follows_the_reveal(controller: MainController) -> None:
    evening = solo(controller)
    evening.show_orders()
    steps = titles(evening)
    for step in steps[:-1]:
        assert evening.said == step
        evening.press(SPACE)
    assert "Germany wins alone by its centres" in evening.said
    assert "1 failed" in evening.said
    evening.press(Qt.Key.Key_Left)
    assert evening.said == steps[-2]


def test_who_leaves_the_reveal_for_the_board_is_told_what_came_of_it(controller: MainController) -> None:
    evening = solo(controller)
    evening.show_orders()
    assert "Germany" not in evening.said
    evening.press(ESCAPE)
    assert "Germany wins alone by its centres" in evening.said


def test_the_last_year_ends_in_the_reveal_as_a_draw(controller: MainController) -> None:
    evening = Evening(controller, last_autumn(variant=replace(standard(), year_limit=1901)))
    go_on(evening)
    assert evening.curtain.place.text() == "Evening  ·  Winter 1901, builds and removals"
    evening.write("FRANCE")
    evening.write("GERMANY")
    evening.show_orders()
    steps = titles(evening)
    assert steps[-1] == "A draw among 3 powers."
    assert watch_by_space(evening) == steps
    at_end_card(evening, "A draw among 3 powers")


def test_secret_votes_that_agree_are_shown_and_not_the_season_before(controller: MainController) -> None:
    evening = Evening(controller, last_autumn(), people=THREE, secret_votes=True)
    go_on(evening)
    go_on(evening)
    for power in THREE:
        evening.write(power, "hold-all", vote="draw")
    evening.show_orders()
    assert titles(evening) == ["The votes agree.", "A draw among 3 powers."]
    assert evening.reveal.phase.text() == "Spring 1902"
    assert evening.said == "The votes agree."
    evening.press(SPACE)
    assert evening.said == "The votes agree: draw among France, Germany and Italy by agreement."
    evening.press(SPACE)
    at_end_card(evening, "A draw among 3 powers")


@pytest.mark.parametrize(
    ("france", "italy", "title"),
    [("draw", "draw", "A draw among 3 powers"), ("concede to GERMANY", "concede to GERMANY", "Germany has won")],
)
def test_secret_votes_in_the_first_phase_of_the_table(controller: MainController, france: str, italy: str, title: str) -> None:
    evening = Evening(controller, last_autumn(), people=THREE, secret_votes=True)
    seal_all(evening, france=france, germany="draw")
    evening.write("ITALY", vote=italy)
    evening.show_orders()
    steps = titles(evening)
    assert steps == ["The votes agree.", f"{title}."]
    assert evening.reveal.reason.text() == "Nobody's orders of this phase are shown."
    assert watch_by_space(evening) == steps
    at_end_card(evening, title)
    assert evening.seating.turn.votes == ()


def test_open_votes_that_agree_end_the_game_at_the_seat_of_the_last_voter(controller: MainController) -> None:
    evening = Evening(controller, last_autumn(), people=THREE)
    seal_all(evening, france="draw", germany="draw")
    evening.run("open-seat ITALY", "A VEN - TYR", "vote ITALY draw")
    at_end_card(evening, "A draw among 3 powers")
    assert evening.said == "The votes agree: draw among France, Germany and Italy by agreement."


def test_open_votes_that_do_not_agree_are_shown_in_the_reveal(controller: MainController) -> None:
    evening = Evening(controller, last_autumn(), people=THREE)
    seal_all(evening, france="draw FRANCE GERMANY", germany="concede to FRANCE")
    evening.write("ITALY", vote="no")
    evening.show_orders()
    evening.press(END)
    assert evening.reveal.title.text() == "The votes do not agree."
    reason = evening.reveal.reason.text()
    assert reason == "France: a draw among France and Germany; Germany: France wins; Italy: play on."


def test_the_votes_of_a_phase_stand_in_its_results(controller: MainController) -> None:
    evening = Evening(controller, last_autumn(), people=THREE)
    seal_all(evening, france="draw", germany="no")
    evening.write("ITALY")
    evening.show_orders()
    evening.press(END)
    assert "Votes: France, a draw among all; Germany, play on." in evening.said


def test_secret_votes_that_do_not_agree_are_nowhere(controller: MainController, tmp_path: Path) -> None:
    evening = Evening(controller, last_autumn(), people=THREE, secret_votes=True)
    evening.run("open-seat FRANCE", "vote FRANCE draw")
    assert evening.said == "Voted. Nobody sees how; only whether the votes agree is shown."
    evening.run("seal --anyway")
    evening.write("GERMANY", vote="no")
    evening.write("ITALY", vote="draw")
    evening.show_orders()
    assert RevealKind.VOTE not in {step.kind for step in evening.reveal._story.steps}
    evening.press(END, SPACE)
    file = tmp_path / "evening.dpn"
    evening.run(f"save-as '{file}'")
    sealed = file.read_text(encoding="utf-8").replace("draw:", "")
    assert re.search(r"(?<![\w+/])draw(?![\w+/=])", sealed) is None  # what is sealed may hold these letters by chance


def test_in_fog_the_reveal_says_that_results_are_seen_at_the_seats(controller: MainController) -> None:
    evening = solo(controller, with_shipped(new_game(standard(), "Evening", game_id="7e577e57"), "fog_of_war"))
    evening.show_orders()
    steps = titles(evening)
    assert steps == [OPENED, "Germany has won."]
    assert watch_by_space(evening) == steps
    assert "0 orders" not in evening.said
    at_end_card(evening, "Germany has won")


def test_a_hook_that_ends_the_game_ends_it_in_the_reveal(controller: MainController) -> None:
    game = with_text(new_game(standard(), "Evening", game_id="7e577e57"), "italy_wins", ITALY_WINS)
    evening = Evening(controller, last_autumn(game=game))
    seal_all(evening)
    evening.show_orders()
    steps = titles(evening)
    assert steps[-1] == "Italy has won."
    assert watch_by_space(evening) == steps
    at_end_card(evening, "Italy has won")


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("draw FRANCE GERMANY", "A draw between France and Germany"),
        ("concede GERMANY", "Germany has won"),
        ("end", "Abandoned"),
    ],
)
def test_an_end_that_the_game_master_declares_shows_the_end_card_at_once(controller: MainController, line: str, title: str) -> None:
    evening = Evening(controller, last_autumn(), game_master="Gil")
    evening.write("FRANCE", "A GAS - SPA")
    evening.run("open-seat GM", f"{line} --no-asking")
    at_end_card(evening, title)


def test_seats_are_swapped_after_a_season_and_each_keeps_the_own_notes(controller: MainController) -> None:
    evening = Evening(controller, last_autumn(), secrets={"FRANCE": "4711", "GERMANY": "0815"})
    evening.run("open-seat FRANCE 4711", "notes FRANCE Ask Dan", "seal --anyway")
    evening.run("open-seat GERMANY 0815", "notes GERMANY Cleo lies", "seal --anyway")
    evening.show_orders()
    evening.press(END, SPACE)
    evening.run("swap-seats FRANCE GERMANY")
    evening.run("open-seat GERMANY 4711")
    assert controller.session.shown.notes["GERMANY"] == "Ask Dan"
    evening.run("close-seat", "open-seat FRANCE 0815")
    assert controller.session.shown.notes["FRANCE"] == "Cleo lies"


def test_the_story_offers_to_open_sealed_letters_and_tells_their_promises_then(
    controller: MainController, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening(controller, last_autumn(CENTRES), secrets={"FRANCE": "0815", "GERMANY": "4711"})
    evening.write("FRANCE", "press FRANCE --to GERMANY I will not attack you.", seal=False)
    seal_all(evening)
    evening.run("show-orders")
    evening.press(END, SPACE)
    evening.run("story")
    assert evening.seating.round.stage is RoundStage.OVER
    part = controller.panels.get(StoryPart)
    assert part.page is not None
    assert part.page._left_sealed == 1
    monkeypatch.setattr(controller, "trigger", lambda command: controller.run_line(f"{command} FRANCE 0815"))
    part.page.unlock_button.click()
    QApplication.processEvents()
    assert part.page is not None, "the story is told anew"
    assert part.page._left_sealed == 0
    assert [each.kept for each in part.page._story.promises] == [True]
