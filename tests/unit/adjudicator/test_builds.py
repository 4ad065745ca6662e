"""Build policies, unplayed powers, and endings of games."""

from __future__ import annotations

from dataclasses import replace

from adjudicator import (
    Build,
    BuildPolicy,
    Ending,
    Phase,
    Piece,
    Power,
    PowerRole,
    Refusal,
    Rules,
    Waive,
    adjudicate,
    adjustment,
    check_order,
    legal_orders,
    orderable,
)
from tests.unit.adjudicator.build_board import BORDERS, PLACES, WINTER, game, sites
from tests.unit.adjudicator.small_boards import edges, orders, play, position, standing, variant


def test_builds_at_home_only() -> None:
    assert sites(game(), WINTER) == {"PAR", "MAR"}
    assert check_order(game(), WINTER, "FRANCE", Build(Piece.of("A SPA"))).refusal is Refusal.NOT_HOME


def test_builds_in_any_owned_centre() -> None:
    assert sites(game(BuildPolicy.ANY_OWNED), WINTER) == {"PAR", "MAR", "SPA", "BER"}


def test_builds_in_any_owned_centre_while_a_home_centre_is_owned() -> None:
    with_home = game(BuildPolicy.ANY_OWNED_WITH_HOME)
    assert sites(with_home, WINTER) == {"PAR", "MAR", "SPA", "BER"}
    homeless = replace(WINTER, owners={"SPA": "FRANCE", "BER": "FRANCE", "PAR": "GERMANY"})
    assert sites(with_home, homeless) == set()
    assert adjustment(with_home, homeless, "FRANCE") == 0


def test_builds_in_any_powers_home_centre() -> None:
    assert sites(game(BuildPolicy.ANY_HOME), WINTER) == {"PAR", "MAR", "BER"}


def test_builds_in_cores_and_at_home() -> None:
    cored = replace(WINTER, counters={"core FRANCE SPA": 1, "core GERMANY BER": 1})
    assert sites(game(BuildPolicy.CORES), cored) == {"PAR", "MAR", "SPA"}


def test_a_power_with_as_many_units_as_centres_neither_builds_nor_waives() -> None:
    where = position("GERMANY A BUR", "W1901A", {"BER": "GERMANY"})
    assert legal_orders(game(), where, "BER") == ()
    assert check_order(game(), where, "GERMANY", Waive()).refusal is Refusal.NO_BUILDS_LEFT
    assert check_order(game(), where, "GERMANY", Build(Piece.of("A BER"))).refusal is Refusal.NO_BUILDS_LEFT


def test_on_a_coast_that_is_named_only_what_stands_there_is_built() -> None:
    where = position("", "W1901A", {"STP": "GERMANY"})
    assert list(map(str, legal_orders(game(), where, "STP"))) == ["A STP B", "F STP/NC B", "F STP/SC B", "WAIVE"]
    assert list(map(str, legal_orders(game(), where, "STP/NC"))) == ["F STP/NC B", "WAIVE"]


def test_an_extra_site_is_built_on_like_a_home_centre() -> None:
    places = "PAR inland FRANCE, MAR coast FRANCE, NEW coast centre site, BER inland GERMANY"
    extra = variant(places, edges("PAR - MAR A"))
    where = position("", "W1901A", {"PAR": "FRANCE", "NEW": "FRANCE", "MAR": "GERMANY"})
    assert sites(extra, where) == {"PAR", "NEW"}


def test_no_more_builds_than_free_sites() -> None:
    taken = position("FRANCE A PAR", "W1901A", {"PAR": "FRANCE", "SPA": "FRANCE", "BER": "FRANCE"})
    assert adjustment(game(), taken, "FRANCE") == 0
    free = position("FRANCE A BUR", "W1901A", {"PAR": "FRANCE", "SPA": "FRANCE", "BER": "FRANCE"})
    assert adjustment(game(), free, "FRANCE") == 1


def test_a_fleet_is_built_on_a_named_coast() -> None:
    where = position("", "W1901A", {"STP": "GERMANY"})
    assert [str(order) for order in legal_orders(game(), where, "STP")] == ["A STP B", "F STP/NC B", "F STP/SC B", "WAIVE"]
    assert check_order(game(), where, "GERMANY", Build(Piece.of("F STP"))).refusal is Refusal.COAST_NEEDED


def test_builds_that_nobody_ordered_are_waived() -> None:
    after = play(game(), "", "FRANCE: A PAR B", "W1901A", {"PAR": "FRANCE", "MAR": "FRANCE"})
    assert standing(after) == "FRANCE A PAR"
    assert [(str(each.order), each.given) for each in after.outcomes] == [("A PAR B", True), ("WAIVE", False)]


def test_under_a_house_rule_builds_cannot_be_declined() -> None:
    strict = game(rules=Rules.of("4.D.7=b"))
    after = play(strict, "", "FRANCE: ", "W1901A", {"PAR": "FRANCE", "MAR": "FRANCE"})
    assert standing(after) == "FRANCE A MAR, FRANCE A PAR"


def test_removals_that_nobody_ordered_are_made_by_rule() -> None:
    after = play(game(), "FRANCE A PAR, FRANCE A BUR, FRANCE A BER", "", "W1901A", {"PAR": "FRANCE"})
    assert standing(after) == "FRANCE A PAR"


def test_a_dummy_holds_is_never_asked_and_loses_units_by_rule() -> None:
    dummy = Power("GERMANY", "Germany", "German", "G", PowerRole.DUMMY)
    france = Power("FRANCE", "France", "French", "F")
    playing = variant(PLACES, BORDERS, powers=[france, dummy])
    where = position("GERMANY A BER, GERMANY A BUR", "W1901A", {"BER": "GERMANY"})
    assert orderable(playing, where, "GERMANY") == ()
    assert adjustment(playing, where, "GERMANY") == -1
    assert standing(adjudicate(playing, where, {})) == "GERMANY A BER"
    rich = position("GERMANY A BER", "W1901A", {"BER": "GERMANY", "STP": "GERMANY"})
    assert adjustment(playing, rich, "GERMANY") == 0


def test_a_build_that_is_waived_where_none_is_due_is_refused_and_not_passed_over() -> None:
    for units in ("GERMANY A BUR", "GERMANY A BUR, GERMANY A SPA"):
        resolution = play(game(), units, "GERMANY: WAIVE", "W1901A", {"BER": "GERMANY"})
        (refused,) = resolution.refused
        assert [reason.verdict.refusal for reason in refused.reasons if reason.verdict is not None] == [Refusal.NO_BUILDS_LEFT]


def test_a_neutral_keeps_its_units_and_shares_in_nothing() -> None:
    neutral = Power("GERMANY", "Germany", "German", "G", PowerRole.NEUTRAL)
    france = Power("FRANCE", "France", "French", "F")
    playing = replace(variant(PLACES, BORDERS, powers=[france, neutral], victory=1), year_limit=1901)
    where = position("GERMANY A BER, GERMANY A BUR", "F1901M", {"BER": "GERMANY", "PAR": "FRANCE"})
    after = adjudicate(playing, where, {})
    assert after.ending == Ending(("FRANCE",), "centres")
    later = adjudicate(playing, replace(where, phase=Phase.of("W1901A")), {"FRANCE": ()})
    assert standing(later) == "GERMANY A BER, GERMANY A BUR"
    assert later.ending == Ending(("FRANCE",), "year limit")


def test_each_power_may_need_its_own_number_of_centres() -> None:
    small = Power("GERMANY", "Germany", "German", "G", victory=2)
    france = Power("FRANCE", "France", "French", "F")
    playing = variant(PLACES, BORDERS, powers=[france, small], victory=4)
    owners = {"PAR": "FRANCE", "MAR": "FRANCE", "SPA": "FRANCE", "BER": "GERMANY"}
    assert play(playing, "FRANCE A PAR, GERMANY A BER", "", "F1901M", owners).ending is None
    after = play(playing, "FRANCE A PAR, GERMANY F STP/NC", "", "F1901M", owners)
    assert after.ending == Ending(("GERMANY",), "centres")


def test_two_powers_with_as_many_centres_go_on() -> None:
    playing = variant(PLACES, BORDERS, victory=2)
    owners = {"PAR": "FRANCE", "MAR": "FRANCE", "BER": "GERMANY", "STP": "GERMANY"}
    assert play(playing, "FRANCE A BUR, GERMANY A BER", "", "F1901M", owners).ending is None


def test_the_year_limit_ends_the_game_among_the_survivors() -> None:
    limited = game(year_limit=1901)
    owners = {"PAR": "FRANCE", "BER": "GERMANY"}
    assert play(limited, "FRANCE A PAR, GERMANY A BER", "", "S1901M", owners).ending is None
    after = play(limited, "FRANCE A PAR, GERMANY A BER", "", "F1901M", owners)
    assert after.ending == Ending(("FRANCE", "GERMANY"), "year limit")


def test_a_game_without_captures_ends_after_the_years_agreed() -> None:
    quiet = game(years_without_capture=2)
    where = position("FRANCE A PAR, GERMANY A BER", "F1901M", {"PAR": "FRANCE", "BER": "GERMANY"})
    first = adjudicate(quiet, where, {})
    assert first.ending is None
    assert first.next.phase == Phase.of("S1902M")
    second = adjudicate(quiet, adjudicate(quiet, first.next, {}).next, {})
    assert second.ending == Ending(("FRANCE", "GERMANY"), "no captures")


def test_a_capture_starts_the_count_of_quiet_years_anew() -> None:
    quiet = game(years_without_capture=2)
    where = position("FRANCE A PAR, FRANCE F MAR, GERMANY A BER", "F1901M", {"PAR": "FRANCE", "MAR": "FRANCE", "BER": "GERMANY"})
    first = adjudicate(quiet, where, {})
    second = adjudicate(quiet, adjudicate(quiet, first.next, {}).next, orders("FRANCE: F MAR - SPA"))
    assert [capture.province for capture in second.captures] == ["SPA"]
    assert second.ending is None
    endings = []
    here = second.next
    while str(here.phase) != "S1905M":
        resolution = adjudicate(quiet, here, {"FRANCE": (), "GERMANY": ()})
        endings.append((str(here.phase), resolution.ending))
        here = resolution.next
    assert [phase for phase, ending in endings if ending] == ["W1904A"]
