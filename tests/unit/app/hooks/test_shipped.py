"""Each shipped hook does in a game what its sentence says."""

from __future__ import annotations

import pytest

from adjudicator.board import Terrain
from adjudicator.order import Build
from adjudicator.resolution import Result
from adjudicator.unit import Piece
from app.game.edits import set_order
from app.game.entries import Press
from app.game.record import MAIN, Cursor, Game
from app.hooks.host import HookHost
from app.hooks.next_phase import HookedRules, start_with_hooks
from app.hooks.press import judge_press, send_with_hooks
from app.hooks.seen import seen_by
from tests.unit.app.hooks.playing import before_last, build_sites, fresh, last, ordered, placed, process_with_hooks, with_shipped


def played(game: Game, host: HookHost) -> Game:
    game, log = process_with_hooks(game, host=host)
    assert not [entry for entry in log if entry.failed], log
    return game


def test_restrict_keeps_back_press_between_the_powers_named_until_the_year(host: HookHost) -> None:
    game = with_shipped(fresh(), "restrict", "england turkey until=1903")
    message = Press("ENGLAND", ("TURKEY", "FRANCE"), "Shall we?")
    game, deliveries, _ = send_with_hooks(game, MAIN, message, host)
    assert [(each.receiver, each.allowed) for each in deliveries] == [("TURKEY", False), ("FRANCE", True)]
    assert "until 1903" in deliveries[0].reason
    assert [press.receivers for press in last(game).press] == [("FRANCE",)]
    later = placed(game, "S1903M", "ENGLAND F LON")
    assert all(each.allowed for each in judge_press(later, MAIN, message, host)[0])


def test_fog_of_war_shows_what_stands_next_to_a_powers_own(host: HookHost) -> None:
    game = with_shipped(fresh(), "fog_of_war")
    seen = seen_by(game, game.last(MAIN), "FRANCE", host)
    assert {str(unit) for unit in seen.position.units} == {"FRANCE A MAR", "FRANCE A PAR", "FRANCE F BRE"}
    assert set(seen.position.owners) == {"BRE", "MAR", "PAR"}
    assert "MOS" in seen.hidden
    assert "BUR" not in seen.hidden
    game = placed(game, "S1901M", "FRANCE A PAR; GERMANY A BUR; GERMANY A MUN", "FRANCE PAR; GERMANY MUN")
    seen = seen_by(game, game.last(MAIN), "FRANCE", host)
    assert {str(unit) for unit in seen.position.units} == {"FRANCE A PAR", "GERMANY A BUR"}


def test_fog_of_war_hides_results_reasons_and_the_next_position(host: HookHost) -> None:
    game = with_shipped(fresh(), "fog_of_war")
    game = placed(game, "S1901M", "FRANCE A PAR; GERMANY A MUN; GERMANY A RUH; RUSSIA A MOS", "FRANCE PAR; GERMANY MUN; RUSSIA MOS")
    game = ordered(game, FRANCE="A PAR - BUR", GERMANY="A MUN - BUR; A RUH S A MUN - BUR", RUSSIA="A MOS - UKR")
    game = played(game, host)
    seen = seen_by(game, Cursor(MAIN, 0), "FRANCE", host)
    assert seen.resolution is not None
    assert [str(outcome.unit) for outcome in seen.resolution.outcomes] == ["FRANCE A PAR"]
    assert all(unit.power == "FRANCE" for outcome in seen.resolution.outcomes for reason in outcome.reasons for unit in reason.by)
    assert set(seen.orders) == {"FRANCE"}
    assert {str(unit) for unit in seen.resolution.next.units} == {"FRANCE A PAR", "GERMANY A BUR"}


def test_blind_shows_own_units_and_all_centres(host: HookHost) -> None:
    game = with_shipped(fresh(), "blind")
    game = placed(game, "S1901M", "FRANCE A PAR; GERMANY A BUR", "FRANCE PAR; GERMANY MUN")
    seen = seen_by(game, game.last(MAIN), "FRANCE", host)
    assert [str(unit) for unit in seen.position.units] == ["FRANCE A PAR"]
    assert dict(seen.position.owners) == {"PAR": "FRANCE", "MUN": "GERMANY"}


def test_gunboat_refuses_all_press_but_that_of_the_game_master(host: HookHost) -> None:
    game = with_shipped(fresh(), "gunboat")
    deliveries, _ = judge_press(game, MAIN, Press("FRANCE", (), "Hello all"), host)
    assert len(deliveries) == 6
    assert not any(each.allowed for each in deliveries)
    assert all(each.allowed for each in judge_press(game, MAIN, Press("GM", (), "Deadline tonight"), host)[0])
    assert all(each.allowed for each in judge_press(game, MAIN, Press("FRANCE", ("GM",), "A question"), host)[0])


WINTER = ("W1901A", "FRANCE A GAS; GERMANY A BUR", "FRANCE PAR BRE MAR SPA POR; GERMANY MUN")


def test_build_anywhere_opens_every_empty_centre_that_is_owned(host: HookHost) -> None:
    game = placed(with_shipped(fresh(), "build_anywhere"), *WINTER)
    sites = build_sites(game, game.last(MAIN), "FRANCE", host)
    assert {site.location.province for site in sites} == {"PAR", "BRE", "MAR", "SPA", "POR"}
    assert {str(site.location) for site in sites if "F" in site.kinds} == {"BRE", "MAR", "SPA/NC", "SPA/SC", "POR"}
    game = ordered(game, FRANCE="A POR B; F SPA/SC B")
    after = last(played(game, host)).position
    assert {str(unit) for unit in after.units_of("FRANCE")} == {
        "FRANCE A GAS",
        "FRANCE A POR",
        "FRANCE F SPA/SC",
    }


@pytest.mark.slow
def test_chaos_builds_need_a_home_centre(host: HookHost) -> None:
    game = placed(with_shipped(fresh(), "chaos_builds"), *WINTER)
    assert {site.location.province for site in build_sites(game, game.last(MAIN), "FRANCE", host)} == {"PAR", "BRE", "MAR", "SPA", "POR"}
    game = placed(game, "W1902A", "FRANCE A GAS", "FRANCE SPA POR; GERMANY PAR BRE MAR")
    assert build_sites(game, game.last(MAIN), "FRANCE", host) == ()
    game = set_order(game, MAIN, "FRANCE", Build(Piece.of("A POR")))
    rules = HookedRules(game, game.last(MAIN), host)
    assert not rules.check_order("FRANCE", Build(Piece.of("A POR")))
    assert last(played(game, host)).position.units_of("FRANCE") == (*game.turn(game.last(MAIN)).position.units,)


def test_winter_first_starts_on_an_empty_board_with_builds(host: HookHost) -> None:
    game, log = start_with_hooks(with_shipped(fresh(), "winter_first"), host)
    assert not [entry for entry in log if entry.failed]
    position = last(game).position
    assert (str(position.phase), position.units, len(position.owners)) == ("W1900A", (), 22)
    game = ordered(game, FRANCE="F BRE B; F MAR B; A PAR B")
    game = played(game, host)
    assert str(last(game).phase) == "S1901M"
    assert {str(unit.piece) for unit in last(game).position.units} == {"F BRE", "F MAR", "A PAR"}


def test_free_start_places_the_units_that_are_named(host: HookHost) -> None:
    game, log = start_with_hooks(with_shipped(fresh(), "free_start", '"RUSSIA A WAR A MOS F STP/NC" "france F BRE F MAR A PAR"'), host)
    assert not [entry for entry in log if entry.failed]
    position = last(game).position
    assert {str(unit.piece) for unit in position.units_of("RUSSIA")} == {"A WAR", "A MOS", "F STP/NC"}
    assert {str(unit.piece) for unit in position.units_of("FRANCE")} == {"F BRE", "F MAR", "A PAR"}
    assert len(position.units_of("ITALY")) == 3


def test_free_start_refuses_what_cannot_stand(host: HookHost) -> None:
    game, log = start_with_hooks(with_shipped(fresh(), "free_start", '"RUSSIA F MOS"'), host)
    assert [entry.text for entry in log if entry.failed] == ["Russian Fleet Moscow cannot stand there"]
    assert last(game).position == fresh().variant.start


def test_bank_victory_goes_to_whoever_holds_all_the_banks_in_fall(host: HookHost) -> None:
    game = with_shipped(fresh(), "bank_victory", "LON PAR")
    spring = placed(game, "S1901M", "FRANCE A PAR; FRANCE F LON", "FRANCE PAR LON; GERMANY MUN")
    assert played(spring, host).ending is None
    fall = placed(game, "F1901M", "FRANCE A PAR; FRANCE F LON", "FRANCE PAR; ENGLAND LON; GERMANY MUN")
    ending = played(fall, host).ending
    assert ending is not None
    assert (ending.winners, ending.reason) == (("FRANCE",), "FRANCE holds all the banks")


def test_no_convoys_leaves_the_army_at_home(host: HookHost) -> None:
    game = placed(with_shipped(fresh(), "no_convoys"), "S1901M", "ENGLAND A LON; ENGLAND F NTH", "ENGLAND LON")
    game = played(ordered(game, ENGLAND="A LON - BEL; F NTH C A LON - BEL"), host)
    assert {str(unit) for unit in last(game).position.units} == {"ENGLAND A LON", "ENGLAND F NTH"}
    resolution = before_last(game).resolution
    assert resolution is not None
    assert [(str(each.order), [reason.rule for reason in each.reasons]) for each in resolution.refused] == [
        ("F NTH C A LON - BEL", ["hook no_convoys: there are no convoys in this game"])
    ]


def test_two_allies_win_together(host: HookHost) -> None:
    game = with_shipped(fresh(), "alliance", "france germany centres=4")
    game = placed(game, "F1901M", "FRANCE A PAR; GERMANY A MUN; ITALY A ROM", "FRANCE PAR BRE; GERMANY MUN BER; ITALY ROM")
    ending = played(game, host).ending
    assert ending is not None
    assert ending.winners == ("FRANCE", "GERMANY")
    alone = placed(game, "F1901M", "FRANCE A PAR; ITALY A ROM", "FRANCE PAR BRE MUN BER; ITALY ROM")
    assert played(alone, host).ending is None


def attacked(game: Game) -> Game:
    game = placed(
        game, "S1903M", "FRANCE A PAR; FRANCE A MAR; GERMANY A BUR; GERMANY A MUN; ITALY A PIE", "FRANCE PAR; GERMANY MUN; ITALY ROM"
    )
    return ordered(game, FRANCE="A PAR - BUR; A MAR S A PAR - BUR", GERMANY="A BUR H; A MUN H", ITALY="A PIE H")


def test_a_year_of_truce_lets_no_unit_be_dislodged(host: HookHost) -> None:
    assert last(played(attacked(fresh()), host)).position.dislodged
    game = played(attacked(with_shipped(fresh(), "year_of_truce", "first=1903 last=1903")), host)
    assert not last(game).position.dislodged
    assert {str(unit) for unit in last(game).position.units} >= {"FRANCE A PAR", "GERMANY A BUR"}
    resolution = before_last(game).resolution
    assert resolution is not None
    outcome = resolution.outcome_of("PAR")
    assert outcome is not None
    assert (str(outcome.order), outcome.results) == ("A PAR - BUR", frozenset({Result.BOUNCE}))
    assert "truce" in outcome.reasons[0].rule


def test_the_year_of_truce_is_drawn_once_and_kept_in_the_game(host: HookHost) -> None:
    game = with_shipped(fresh(), "year_of_truce", "first=1902 last=1950")
    game = played(played(game, host), host)
    states = [hook.state for index in (1, 2) for hook in game.hooks_at(Cursor(MAIN, index)).values()]
    assert states[0] == states[1] != ""
    again = with_shipped(fresh(), "year_of_truce", "first=1902 last=1950")
    again = played(played(again, host), host)
    assert again.line(MAIN) == game.line(MAIN)


@pytest.mark.parametrize("terrain", [Terrain.INLAND, Terrain.COASTAL])
def test_build_anywhere_offers_what_the_ground_can_carry(terrain: Terrain, host: HookHost) -> None:
    game = placed(with_shipped(fresh(), "build_anywhere"), *WINTER)
    for site in build_sites(game, game.last(MAIN), "FRANCE", host):
        if game.variant.board.provinces[site.location.province].terrain is terrain:
            assert ("F" in site.kinds) <= (terrain is Terrain.COASTAL)
