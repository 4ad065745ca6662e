"""Votes to end a game, and orders given again for powers that send nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.adjudicating import Concession, DrawVote
from adjudicator.resolution import Ending
from app.game.edits import process
from app.game.ending_edits import missing_votes, vote, vote_of
from app.game.gm_edits import change_rules
from app.game.record import MAIN, EditError, Game
from tests.unit.app.game.play import fresh_game, ordered

POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")


def voted(game: Game, choice: str, powers: tuple[str, ...]) -> Game:
    for power in powers:
        game = vote(game, MAIN, power, choice)
    return game


def test_a_draw_needs_the_vote_of_every_power_that_survives() -> None:
    game = voted(fresh_game(), "draw", POWERS[:-1])
    assert game.branch(MAIN).ending is None
    assert missing_votes(game, game.turn(game.last())) == ("TURKEY",)
    assert vote(game, MAIN, "TURKEY", "draw").branch(MAIN).ending == Ending(POWERS, "draw")


def test_one_no_keeps_the_game_going_until_it_is_taken_back() -> None:
    game = vote(voted(fresh_game(), "draw", POWERS[1:]), MAIN, "AUSTRIA", "no")
    assert game.branch(MAIN).ending is None
    assert vote(game, MAIN, "AUSTRIA", "draw").branch(MAIN).ending is not None


def test_a_draw_among_some_needs_the_same_words_from_all() -> None:
    game = voted(fresh_game(), "draw FRANCE, ITALY", POWERS[1:])
    assert vote(game, MAIN, "AUSTRIA", "draw FRANCE").branch(MAIN).ending is None
    assert vote(game, MAIN, "AUSTRIA", "draw italy france").branch(MAIN).ending == Ending(("FRANCE", "ITALY"), "draw")


def test_a_concession_needs_all_but_the_winner() -> None:
    game = voted(fresh_game(), "concede to RUSSIA", tuple(power for power in POWERS if power != "RUSSIA"))
    assert game.branch(MAIN).ending == Ending(("RUSSIA",), "concession")


def test_votes_hold_for_one_phase() -> None:
    game = process(voted(fresh_game(), "draw", POWERS[:-1]))
    assert vote(game, MAIN, "TURKEY", "draw").branch(MAIN).ending is None


@pytest.mark.parametrize("words", ["perhaps", "draw ATLANTIS", "concede", "concede to nobody"])
def test_words_that_are_no_vote_are_refused(words: str) -> None:
    with pytest.raises(EditError):
        vote(fresh_game(), MAIN, "FRANCE", words)


def test_a_power_that_sends_nothing_repeats_its_last_orders_where_the_game_says_so() -> None:
    repeating = change_rules(fresh_game(), MAIN, [("nmr", "repeat")])
    game = process(ordered(repeating, "FRANCE", "A PAR H", "A MAR - SPA", "F BRE H"))
    resolution = process(game).line(MAIN)[1].resolution
    assert resolution is not None
    assert {str(each.order) for each in resolution.outcomes if each.given} == {"A PAR H", "F BRE H"}


def test_without_that_rule_its_units_hold_by_themselves() -> None:
    done = process(process(ordered(fresh_game(), "FRANCE", "A PAR H")))
    resolution = done.line(MAIN)[1].resolution
    assert resolution is not None
    assert not any(each.given for each in resolution.outcomes)


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("", None),
        ("  ", None),
        ("no", None),
        ("DRAW", DrawVote()),
        (" draw,  france italy ", DrawVote(frozenset({"FRANCE", "ITALY"}))),
        ("concede to france", Concession("FRANCE")),
        ("Concede FRANCE", Concession("FRANCE")),
    ],
)
def test_a_vote_is_read_however_it_is_spaced(words: str, meant: DrawVote | Concession | None) -> None:
    assert vote_of(fresh_game(), words) == meant


def test_votes_are_awaited_of_those_who_have_a_unit_or_a_centre() -> None:
    game = fresh_game()
    turn = game.turn(game.last())
    owners = {centre: owner for centre, owner in turn.position.owners.items() if owner == "ITALY"}
    units = tuple(unit for unit in turn.position.units if unit.power == "FRANCE")
    assert missing_votes(game, replace(turn, position=replace(turn.position, units=units, owners=owners))) == ("FRANCE", "ITALY")
