"""Help: its contents, its search, and the page at which it opens."""

from __future__ import annotations

import pytest

from app.commands.declaring.registry import COMMANDS
from app.game.analysis import analysis_board
from app.game.edits import new_game, process
from app.presentation.help_pages import HelpPart, help_pages, page_about, search
from variants.catalogue import shipped, standard

PAGES = help_pages(COMMANDS)


def titles(query: str) -> list[str]:
    return [each.page.title for each in search(PAGES, query)]


def test_every_command_and_every_key_has_a_page() -> None:
    ids = {page.id for page in PAGES}
    assert {f"command:{each.id}" for each in COMMANDS} <= ids
    keys = next(page for page in PAGES if page.part is HelpPart.KEYS).markdown
    assert all(f"`{each.shortcut}`" in keys for each in COMMANDS if each.shortcut)


@pytest.mark.slow
def test_a_search_finds_words_by_their_beginnings_titles_first() -> None:
    assert titles("retr")[0] in {page.title for page in PAGES}
    assert titles("practice")[0] == "Practice"
    assert "Process" in titles("adjudicate phase")
    assert titles("no such wordle anywhere") == []


def test_what_was_found_is_shown_with_the_words_around_it() -> None:
    found = {each.page.id: each.excerpt for each in search(PAGES, "convoy")}
    assert "convoy" in found["writing-orders"].casefold()


def test_the_help_opens_at_what_is_in_front() -> None:
    assert page_about(None, None)[0] == "first-game"
    game = new_game(standard(), shipped("standard").checksum)
    branch = game.branches[0].name
    assert page_about(game, game.last(branch)) == ("writing-orders", "With the mouse")
    later = process(game, branch)
    assert page_about(later, game.last(branch)) == ("first-game", "Going back")
    board = analysis_board(standard(), standard().start, name="a board")
    assert page_about(board, board.last(board.branches[0].name)) == ("writing-orders", "An analysis board")


def test_headings_that_the_help_opens_at_stand_on_their_pages() -> None:
    text = next(page.markdown for page in PAGES if page.id == "writing-orders")
    for heading in ("With the mouse", "Retreats", "Builds and removals", "An analysis board"):
        assert f"## {heading}\n" in text
