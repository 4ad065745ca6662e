"""The open games, and who hears of them."""

from __future__ import annotations

import pytest

from app.game.document import Document
from app.game.edits import new_game
from app.session.errors import Abort
from app.session.session import at_a_table, board_on_screen, orders_taken
from tests.unit.app.commands.fake_services import Desk
from variants.catalogue import standard


def another() -> Document:
    return Document(new_game(standard(), "Another"))


def test_a_game_that_is_opened_comes_to_the_front_and_closing_it_brings_its_neighbour() -> None:
    desk = Desk()
    first, second, third = desk.document, another(), another()
    desk.session.add(second)
    desk.session.add(third)
    assert desk.document is third
    desk.session.bring_forward(second)
    desk.session.remove(second)
    assert desk.document is third
    desk.session.remove(third)
    assert desk.document is first
    desk.session.remove(first)
    assert desk.session.current is None
    with pytest.raises(Abort, match="new"):
        _ = desk.session.document


def test_what_is_picked_belongs_to_the_game_in_front() -> None:
    desk = Desk()
    desk.session.selection = "PAR"
    desk.session.add(another())
    assert desk.session.selection is None


def test_listeners_hear_of_opening_switching_and_closing_until_they_leave() -> None:
    desk = Desk()
    heard: list[str] = []
    leave = desk.session.subscribe(lambda: heard.append(desk.session.current.game.name if desk.session.current else "start page"))
    desk.session.add(another())
    desk.run("games 1", "close")
    desk.run("close")
    leave()
    desk.session.add(another())
    assert heard == ["Another", "Test", "Another", "start page"]


def test_a_batch_over_several_games_is_undone_in_each() -> None:
    desk = Desk()
    first, second = desk.document, another()
    desk.session.add(second)

    def fail() -> None:
        with desk.session.batch("Both"):
            desk.run("A PAR - BUR", "games 1", "A VIE - GAL")
            raise Abort("enough")

    with pytest.raises(Abort, match="enough"):
        fail()
    assert first.undo_label is None
    assert second.undo_label is None
    assert desk.session.current is second


def test_words_are_understood_by_the_board_of_the_game_in_front() -> None:
    desk = Desk()
    assert desk.session.surroundings.variant is not None
    assert desk.session.surroundings.branches == ("main",)
    assert Desk(game=False).session.surroundings.variant is None


def test_a_script_never_asks() -> None:
    desk = Desk()
    desk.services.is_interactive = True
    with desk.session.batch("Script"):
        desk.run("process --missing process")
    assert desk.services.asked == []


def test_a_batch_that_fails_closes_the_games_that_it_opened() -> None:
    desk = Desk()
    opened = another()

    def fail() -> None:
        with desk.session.batch("Open"):
            desk.session.add(opened)
            raise Abort("enough")

    with pytest.raises(Abort, match="enough"):
        fail()
    assert opened not in desk.session.documents
    assert not desk.session.in_batch


def test_commands_are_followed_again_after_a_batch() -> None:
    desk = Desk()
    desk.services.is_interactive = True
    with desk.session.batch("Two"):
        assert (desk.session.depth, desk.session.can_ask) == (1, False)
    assert (desk.session.depth, desk.session.can_ask) == (0, True)


def test_what_can_be_done_says_why_it_cannot() -> None:
    nothing, playing, over = Desk(game=False).session, Desk().session, Desk()
    over.run("draw")
    assert orders_taken(nothing) == "No game is open."
    assert orders_taken(playing) == ""
    assert "over" in orders_taken(over.session)
    assert at_a_table(nothing) == "No game is open."
    assert "at the screen" in at_a_table(playing)
    assert board_on_screen(playing) == "This works in the window only."


def test_whoever_opens_a_closed_game_again_sees_all_of_it() -> None:
    desk = Desk()
    document = desk.document
    desk.session.look_as("FRANCE")
    desk.session.add(another())
    desk.session.remove(document)
    assert desk.session.viewer_of(document) is None
    desk.session.add(document)
    assert desk.session.viewer is None


def test_a_command_is_named_by_what_is_typed_and_in_the_window_by_its_entry() -> None:
    typed, window = Desk().session, Desk(screen=True).session
    assert typed.named("give-seat", "give-seat FRANCE program:NAME") == "give-seat FRANCE program:NAME"
    assert typed.named("mail-of") == "mail-of"
    assert window.named("give-seat", "give-seat FRANCE program:NAME") == "“Menu > give-seat”"
    assert typed.named_option("same-id") == "--same-id"
    assert window.named_option("same-id") == "“Same id”"
