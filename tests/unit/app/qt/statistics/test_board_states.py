"""The board of a web page: arrows say whose they are where colours that look alike do not."""

from __future__ import annotations

import re

import pytest
from PySide6.QtWidgets import QApplication

from adjudicator.legal import legal_orders
from adjudicator.order import Move
from app.game.edits import new_game, process, set_lines
from app.game.record import MAIN, Cursor, Game
from app.game.variant_source import ShippedShelf
from app.presentation.power_colours import picture_colours_of
from app.qt.board.picture_content import parts
from app.qt.statistics.web_page import BoardStates, StateMaker
from app.session.services import PictureRequest
from app.session.view_options import View
from tests.quick import each_nth


@pytest.fixture(scope="module", autouse=True)
def application(qapp: QApplication) -> QApplication:
    return qapp


def after_a_move_of_each(variant_id: str) -> Game:
    """A game in which one unit of each power moved."""
    shelved = ShippedShelf().find(variant_id)
    assert shelved is not None
    game = new_game(shelved.variant, "Letters")
    position = game.turn(game.last()).position
    for power in shelved.variant.powers:
        for unit in position.units:
            moves = [each for each in legal_orders(shelved.variant, position, unit.province) if isinstance(each, Move)]
            if unit.power == power and moves:
                game = set_lines(game, MAIN, power, [str(moves[0])])
                break
    return process(game)


def states_of(game: Game, theme: str) -> tuple[BoardStates, set[str]]:
    """The board after the first phase, and the letters of powers whose arrows have to carry them."""
    request = PictureRequest(game, Cursor(MAIN, 0), View(theme=theme))
    maker = StateMaker(request)
    maker.add(request)
    colours = picture_colours_of(parts(request)[1])
    moved = {power for power, lines in game.turn(Cursor(MAIN, 0)).orders.items() if lines}
    return maker.made(), {colours.power(each).letter for each in moved if colours.power(each).arrow_letter}


def letters_on(states: BoardStates) -> set[str]:
    """The letters that stand on arrows."""
    symbols = {int(number): letter for number, letter in re.findall(r'<g id="y(\d+)" class="letter" data-of="(.)"', states.symbols)}
    return {symbols[at] for at, _, _ in states.states[0]["b"] if at in symbols}


@pytest.mark.slow
@each_nth(2, "theme", ["parchment", "night"])
def test_arrows_that_look_like_those_of_others_carry_their_letter(theme: str) -> None:
    states, wanted = states_of(after_a_move_of_each("crowded"), theme)
    assert wanted or theme == "night"
    assert letters_on(states) >= wanted


def test_arrows_of_the_standard_powers_stay_bare() -> None:
    states, wanted = states_of(after_a_move_of_each("standard"), "parchment")
    assert wanted == letters_on(states) == set()
