"""Build policies, powers that nobody plays, calendars, and how games end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator import (
    Build,
    BuildPolicy,
    Calendar,
    CalendarStep,
    Concession,
    Disband,
    DislodgedUnit,
    DrawVote,
    Ending,
    Order,
    Phase,
    PhaseKind,
    Piece,
    Position,
    Power,
    PowerRole,
    ReasonKind,
    Refusal,
    Result,
    Rules,
    Unit,
    Variant,
    adjudicate,
    adjustment,
    check_order,
    fill_missing,
    legal_orders,
    orderable,
    settle_votes,
)
from adjudicator.missing import by_default_lists, told_as_default
from adjudicator.notation import parse_order
from tests.unit.adjudicator.small_boards import calendar, edges, orders, play, position, standing, variant

PLACES = "PAR inland FRANCE, MAR coast FRANCE, BER inland GERMANY, SPA coast centre, STP coast GERMANY NC SC, BUR inland, COL coast site"
BORDERS = edges("PAR - BUR A, BUR - BER A, MAR - SPA AF, PAR - MAR A, STP/NC - COL F, STP/SC - MAR F")


def game(builds: BuildPolicy = BuildPolicy.HOME, **changes: object) -> Variant:
    return replace(variant(PLACES, BORDERS), builds=builds, **changes)  # type: ignore[arg-type]


def sites(of: Variant, where: Position, power: str = "FRANCE") -> set[str]:
    return {str(place) for place in orderable(of, where, power)}


WINTER = position("", "W1901A", {"PAR": "FRANCE", "MAR": "FRANCE", "SPA": "FRANCE", "BER": "FRANCE", "STP": "GERMANY"})


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
    assert standing(adjudicate(playing, where, {})) == "GERMANY A BER"
    rich = position("GERMANY A BER", "W1901A", {"BER": "GERMANY", "STP": "GERMANY"})
    assert adjustment(playing, rich, "GERMANY") == 0


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


# ---------------------------------------------------------------------- calendars


def phases(of: Variant, start: str, count: int) -> list[str]:
    where = replace(position("FRANCE A PAR, GERMANY A BER", start, {"PAR": "FRANCE", "BER": "GERMANY"}))
    found = []
    for _ in range(count):
        where = adjudicate(of, where, {}).next
        found.append(str(where.phase))
    return found


def test_empty_retreats_and_adjustments_are_passed_over_and_told() -> None:
    after = play(game(), "FRANCE A PAR", "", "F1901M", {"PAR": "FRANCE"})
    assert [str(phase) for phase in after.skipped] == ["F1901R", "W1901A"]
    assert str(after.next.phase) == "S1902M"


def test_years_before_our_era_count_up_and_there_is_no_year_nought() -> None:
    ancient = replace(variant(PLACES, BORDERS, steps=calendar("S M, S R captures")))
    assert phases(ancient, "S-0003M", 4) == ["S-0002M", "S-0001M", "S0001M", "S0002M"]


def test_a_calendar_may_take_five_years_at_a_step() -> None:
    slow = variant(PLACES, BORDERS, steps=calendar("S M, S R, F M, F R captures, W A", year_step=5))
    assert phases(slow, "S1900M", 3) == ["F1900M", "S1905M", "F1905M"]


def two_years(year_step: int = 1) -> Calendar:
    """Two years that are moved in, and an adjustment at the end of the second."""
    steps = (
        CalendarStep("S", PhaseKind.MOVEMENT),
        CalendarStep("S", PhaseKind.RETREAT),
        CalendarStep("F", PhaseKind.MOVEMENT, later=year_step),
        CalendarStep("F", PhaseKind.RETREAT, captures=True),
        CalendarStep("F", PhaseKind.ADJUSTMENT),
    )
    return Calendar(steps, {"S": "First Year", "F": "Second Year"}, year_step)


def test_a_round_may_span_several_years() -> None:
    assert phases(variant(PLACES, BORDERS, steps=two_years()), "S1900M", 3) == ["F1901M", "S1902M", "F1903M"]
    assert phases(variant(PLACES, BORDERS, steps=two_years(5)), "S1425M", 3) == ["F1430M", "S1435M", "F1440M"]
    assert phases(variant(PLACES, BORDERS, steps=two_years()), "S-0003M", 4) == ["F-0002M", "S-0001M", "F0001M", "S0002M"]


def test_a_year_limit_holds_within_a_round_of_several_years() -> None:
    limited = replace(variant(PLACES, BORDERS, steps=two_years()), year_limit=1902)
    where = position("FRANCE A PAR", "S1900M", {"PAR": "FRANCE"})
    second = adjudicate(limited, where, {})
    third = adjudicate(limited, second.next, {})
    assert (second.ending, third.ending, str(third.next.phase)) == (None, None, "S1902M")
    last = adjudicate(limited, third.next, {})
    assert last.ending is not None
    assert last.ending.reason == "year limit"


def test_a_game_may_start_with_builds() -> None:
    winter_first = variant(PLACES, BORDERS, steps=calendar("W A, S M, S R, F M, F R captures"))
    where = position("", "W1900A", {"PAR": "FRANCE", "BER": "GERMANY"})
    after = adjudicate(winter_first, where, orders("FRANCE: A PAR B; GERMANY: A BER B", PhaseKind.ADJUSTMENT))
    assert str(after.next.phase) == "S1900M"
    assert standing(after) == "FRANCE A PAR, GERMANY A BER"


def test_centres_change_hands_after_the_step_that_says_so() -> None:
    every_season = variant(PLACES, BORDERS, steps=calendar("S M captures, S R, F M captures, F R, W A"))
    owners = {"PAR": "FRANCE", "MAR": "FRANCE", "BER": "GERMANY"}
    after = play(every_season, "FRANCE F MAR, GERMANY A BER", "FRANCE: F MAR - SPA", "S1901M", owners)
    assert [each.province for each in after.captures] == ["SPA"]
    in_fall_only = play(game(), "FRANCE F MAR, GERMANY A BER", "FRANCE: F MAR - SPA", "S1901M", owners)
    assert in_fall_only.captures == ()


def test_without_a_retreat_step_a_dislodged_unit_is_destroyed() -> None:
    harsh = variant(PLACES, BORDERS, steps=calendar("S M, F M captures, W A"))
    after = play(harsh, "FRANCE A PAR, GERMANY A BUR, GERMANY A BER", "GERMANY: A BER S A BUR - PAR, A BUR - PAR", "S1901M")
    assert after.outcome_of("PAR") is not None
    supported = variant(
        "PAR inland, BUR inland, BER inland, GAS inland",
        edges("PAR - BUR A, BER - PAR A, PAR - GAS A"),
        steps=calendar("S M, F M captures, W A"),
    )
    lost = play(supported, "FRANCE A PAR, GERMANY A BUR, GERMANY A BER", "GERMANY: A BER S A BUR - PAR, A BUR - PAR")
    assert lost.outcome_of("PAR").results == {Result.DISLODGED, Result.DESTROYED}  # type: ignore[union-attr]
    assert str(lost.next.phase) == "F1901M"
    assert lost.next.dislodged == (), "though Gascony is free"


# ---------------------------------------------------------------------- powers that send nothing, and votes


def test_the_units_of_a_power_that_sends_nothing_hold() -> None:
    after = play(game(), "FRANCE A PAR, GERMANY A BER", "GERMANY: A BER - BUR")
    outcome = after.outcome_of("PAR")
    assert outcome is not None
    assert (str(outcome.order), outcome.given) == ("A PAR H", False)


def test_in_civil_disorder_support_to_hold_may_be_ruled_out() -> None:
    attack = "GERMANY: A BER S A BUR - PAR, A BUR - PAR; ITALY: A MAR S A PAR"
    places = "PAR inland, BUR inland, BER inland, MAR inland"
    borders = edges("PAR - BUR A, BER - PAR A, MAR - PAR A")
    units = "FRANCE A PAR, GERMANY A BUR, GERMANY A BER, ITALY A MAR"
    saved = variant(places, borders, powers="FRANCE GERMANY ITALY", rules=Rules.of("nmr=disorder"))
    assert "FRANCE A PAR" in standing(play(saved, units, attack))
    doomed = variant(places, borders, powers="FRANCE GERMANY ITALY", rules=Rules.of("nmr=disorder 4.D.9=a"))
    assert "FRANCE A PAR" not in standing(play(doomed, units, attack))
    assert "FRANCE A PAR" in standing(play(doomed, units, attack + "; FRANCE:"))


def test_the_units_of_a_power_that_sends_nothing_may_be_disbanded() -> None:
    strict = game(rules=Rules.of("nmr=disband"))
    after = play(strict, "FRANCE A PAR, GERMANY A BER", "GERMANY: A BER H")
    assert standing(after) == "GERMANY A BER"
    assert Result.DESTROYED in after.outcome_of("PAR").results  # type: ignore[union-attr]
    assert standing(play(strict, "FRANCE A PAR, GERMANY A BER", "FRANCE:; GERMANY:")) == "FRANCE A PAR, GERMANY A BER"


def test_the_last_orders_may_be_given_again_where_they_are_still_legal() -> None:
    repeating = game(rules=Rules.of("nmr=repeat"))
    where = position("FRANCE A PAR, FRANCE F MAR, GERMANY A BER")
    last = orders("FRANCE: A BUR - PAR, F MAR - SPA; GERMANY: A BER - BUR")
    filled = fill_missing(repeating, where, {"GERMANY": ()}, previous=last)
    assert {power: [str(order) for order in given] for power, given in filled.items()} == {"GERMANY": [], "FRANCE": ["F MAR - SPA"]}


def default_list(text: str) -> list[Order]:
    return [parse_order(each.strip(), PhaseKind.ADJUSTMENT) for each in text.split(",")]


def test_a_default_list_makes_the_builds_of_a_power_that_sends_nothing() -> None:
    wishes = {"FRANCE": default_list("A MAR D, F PAR B, F MAR B, A MAR B, A PAR B")}
    filled = fill_missing(game(), WINTER, {}, preferences=wishes)
    assert [str(order) for order in filled["FRANCE"]] == ["F MAR B", "A PAR B"]


def test_a_default_list_makes_the_removals_too() -> None:
    where = position("FRANCE A PAR, FRANCE F MAR, FRANCE A BUR", "W1901A", {"PAR": "FRANCE"})
    filled = fill_missing(game(), where, {}, preferences={"FRANCE": default_list("A BER D, A PAR B, A PAR D, F MAR D")})
    assert [str(order) for order in filled["FRANCE"]] == ["A PAR D", "F MAR D"]
    assert standing(adjudicate(game(), where, filled)) == "FRANCE A BUR"


RETREATS = variant(
    "PAR inland FRANCE, BUR inland, PIC inland, GAS inland, RUH inland, MUN inland GERMANY",
    edges("PAR - BUR A, PAR - PIC A, PAR - GAS A, BUR - PIC A, BUR - RUH A, BUR - MUN A"),
)


def driven_out(*dislodged: str) -> Position:
    """German armies in Paris (from Gascony) and in Burgundy (from Munich), and what they drove out."""
    units = tuple(DislodgedUnit(Unit.of(text), attacker) for text, attacker in (each.split(" < ") for each in dislodged))
    return replace(position("GERMANY A PAR, GERMANY A BUR", "F1901R"), dislodged=units)


def test_a_default_list_retreats_each_unit_to_the_first_place_that_is_open_to_it() -> None:
    where = driven_out("FRANCE A PAR < GAS", "FRANCE A BUR < MUN")
    wishes = {"FRANCE": default_list("A PAR R GAS, A PAR R PIC, A PAR R BUR, A BUR R PIC, A BUR R RUH, A MUN R RUH")}
    filled = fill_missing(RETREATS, where, {}, preferences=wishes)
    assert [str(order) for order in filled["FRANCE"]] == ["A PAR R PIC", "A BUR R RUH"]


def test_a_wish_to_disband_ends_the_list_for_its_unit() -> None:
    where = driven_out("FRANCE A PAR < GAS")
    filled = fill_missing(RETREATS, where, {}, preferences={"FRANCE": default_list("A PAR D, A PAR R PIC")})
    assert filled["FRANCE"] == (Disband(Piece.of("A PAR")),)


def test_a_default_list_is_silent_where_something_was_sent_and_in_movement_phases() -> None:
    wishes = {"FRANCE": default_list("A PAR B, A PAR R GAS")}
    assert fill_missing(game(), WINTER, {"FRANCE": ()}, preferences=wishes) == {"FRANCE": ()}
    assert fill_missing(game(), position("FRANCE A PAR"), {}, preferences=wishes) == {}


def test_what_a_default_list_ordered_is_told_as_ordered_by_nobody() -> None:
    where = position("FRANCE A PAR, FRANCE F MAR, FRANCE A BUR", "W1901A", {"PAR": "FRANCE"})
    chosen = by_default_lists(game(), where, (), {"FRANCE": default_list("A PAR D")})
    told = told_as_default(adjudicate(game(), where, chosen), chosen)
    by_list, by_rule = told.outcome_of("PAR"), next(each for each in told.outcomes if each.order != chosen["FRANCE"][0])
    assert by_list is not None
    assert not by_list.given
    assert [reason.kind for reason in by_list.reasons] == [ReasonKind.UNOPPOSED, ReasonKind.DEFAULT_LIST]
    assert [reason.kind for reason in by_rule.reasons] == [ReasonKind.CIVIL_DISORDER]


THREE = "FRANCE GERMANY ITALY"


def test_a_draw_needs_every_survivor() -> None:
    voting = variant(PLACES, BORDERS, powers=THREE)
    where = position("FRANCE A PAR, GERMANY A BER")
    assert settle_votes(voting, where, {"FRANCE": DrawVote()}) is None
    assert settle_votes(voting, where, {"FRANCE": DrawVote(), "GERMANY": DrawVote()}) == Ending(("FRANCE", "GERMANY"), "draw")


def test_a_draw_may_leave_a_survivor_out_who_agrees() -> None:
    voting = variant(PLACES, BORDERS, powers=THREE)
    where = position("FRANCE A PAR, GERMANY A BER, ITALY A MAR")
    pair = DrawVote(frozenset({"FRANCE", "GERMANY"}))
    votes = dict.fromkeys(("FRANCE", "GERMANY", "ITALY"), pair)
    assert settle_votes(voting, where, votes) == Ending(("FRANCE", "GERMANY"), "draw")
    assert settle_votes(voting, where, votes, all_share=True) is None
    assert settle_votes(voting, where, {**votes, "ITALY": DrawVote()}) is None


def test_a_concession_needs_everybody_but_the_winner() -> None:
    voting = variant(PLACES, BORDERS, powers=THREE)
    where = position("FRANCE A PAR, GERMANY A BER, ITALY A MAR")
    assert settle_votes(voting, where, {"GERMANY": Concession("FRANCE")}) is None
    votes = {"GERMANY": Concession("FRANCE"), "ITALY": Concession("FRANCE")}
    assert settle_votes(voting, where, votes) == Ending(("FRANCE",), "concession")


@pytest.mark.parametrize("text", ["4.A.9=x", "4.A.3=never", "nobody"])
def test_an_unknown_rule_or_choice_is_named(text: str) -> None:
    with pytest.raises(ValueError, match="there are"):
        Rules.of(text)
