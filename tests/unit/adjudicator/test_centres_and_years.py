"""Powers that count and that do not: centres, quiet years, votes, unplayed powers; and the reasons of builds that were not ordered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from adjudicator import (
    Build,
    BuildPolicy,
    Concession,
    Disband,
    DislodgedUnit,
    DrawVote,
    Ending,
    Hold,
    Location,
    Move,
    Order,
    PhaseKind,
    Piece,
    Position,
    Power,
    PowerRole,
    ReasonKind,
    Refusal,
    Remove,
    Retreat,
    Rules,
    Unit,
    Variant,
    Waive,
    adjudicate,
    adjustment,
    check_order,
    fill_missing,
    legal_orders,
    orderable,
    settle_votes,
)
from adjudicator.adjudicating import next_year, survivors
from adjudicator.verdict import Verdict
from tests.quick import one_by_one
from tests.unit.adjudicator.small_boards import calendar, edges, orders, play, position, standing, variant

PLACES = "PAR inland FRANCE, MAR coast FRANCE, BER inland GERMANY, SPA coast centre, BUR inland, COL coast site"
BORDERS = edges("PAR - BUR A, BUR - BER A, MAR - SPA AF, PAR - MAR A, MAR - COL F")
GAME = variant(PLACES, BORDERS)
ITALY = Power("ITALY", "Italy", "Italian", "I")


def under(rules: str, **changes: object) -> Variant:
    return replace(GAME, rules=Rules.of(rules), **changes)  # type: ignore[arg-type]


def reason_of(outcome: object) -> tuple[ReasonKind, str, str | None]:
    reason = outcome.reasons[0]  # type: ignore[attr-defined]
    return reason.kind, reason.rule, reason.province


# ---------------------------------------------------------------------- builds and removals


def test_only_centres_of_the_board_count_and_only_those_of_its_powers() -> None:
    where = position("FRANCE A PAR", "W1901A", {"PAR": "FRANCE", "BUR": "FRANCE", "SPA": "ATLANTIS"})
    assert adjustment(GAME, where, "FRANCE") == 0
    assert adjudicate(GAME, where, {}).next.units == where.units


def test_a_centre_that_the_power_does_not_own_any_more_is_no_site() -> None:
    where = position("", "W1901A", {"PAR": "GERMANY", "SPA": "FRANCE"})
    assert check_order(GAME, where, "FRANCE", Build(Piece.of("A PAR"))) == Verdict(Refusal.CENTRE_NOT_OWNED, ("PAR",))
    assert check_order(GAME, where, "FRANCE", Build(Piece.of("A BUR"))) == Verdict(Refusal.NOT_A_CENTRE, ("BUR",))
    assert check_order(GAME, where, "FRANCE", Build(Piece.of("A ZZZ"))) == Verdict(Refusal.UNKNOWN_PLACE, ("ZZZ",))


def test_a_power_without_a_free_site_has_no_build_left_to_waive() -> None:
    where = position("GERMANY A BER", "W1901A", {"BER": "GERMANY", "SPA": "GERMANY"})
    assert check_order(GAME, where, "GERMANY", Build(Piece.of("A BER"))) == Verdict(Refusal.SITE_OCCUPIED, ("BER",))
    assert check_order(GAME, where, "GERMANY", Waive()) == Verdict(Refusal.NO_BUILDS_LEFT)
    assert check_order(GAME, replace(where, units=()), "GERMANY", Waive())
    assert legal_orders(GAME, where, "BER") == ()


@pytest.mark.parametrize("role", [PowerRole.DUMMY, PowerRole.NEUTRAL])
def test_a_power_that_nobody_plays_builds_nothing_whoever_orders_it(role: PowerRole) -> None:
    playing = replace(GAME, powers={**GAME.powers, "GERMANY": replace(GAME.powers["GERMANY"], role=role)})
    where = position("", "W1901A", {"BER": "GERMANY"})
    after = adjudicate(playing, where, {"GERMANY": (Build(Piece.of("A BER")),)})
    assert after.next.units == ()
    assert [reason.verdict for each in after.refused for reason in each.reasons] == [Verdict(Refusal.NO_BUILDS_LEFT)]


def test_what_was_built_waived_and_removed_is_reported_with_its_reason() -> None:
    after = play(GAME, "", "FRANCE: A PAR B", "W1901A", {"PAR": "FRANCE", "MAR": "FRANCE"})
    assert [(str(each.unit), each.given, reason_of(each)) for each in after.outcomes] == [
        ("FRANCE A PAR", True, (ReasonKind.UNOPPOSED, "rulebook, Gaining and Losing Units", "PAR")),
        ("None", False, (ReasonKind.NOT_ORDERED, "rulebook, Gaining and Losing Units", None)),
    ]
    after = play(GAME, "FRANCE A PAR, FRANCE A BUR", "FRANCE: A PAR D", "W1901A", {"PAR": "FRANCE"})
    assert [(str(each.unit), each.given, reason_of(each)) for each in after.outcomes] == [
        ("FRANCE A PAR", True, (ReasonKind.UNOPPOSED, "rulebook, Gaining and Losing Units", "PAR"))
    ]
    after = play(GAME, "FRANCE A PAR, FRANCE A BUR", "", "W1901A", {"PAR": "FRANCE"})
    assert [(str(each.unit), each.given, reason_of(each)) for each in after.outcomes] == [
        ("FRANCE A BUR", False, (ReasonKind.CIVIL_DISORDER, "4.D.8", "BUR"))
    ]


def test_a_build_by_rule_is_reported_as_ordered_by_nobody_and_comes_where_nothing_was_built() -> None:
    strict = under("4.D.7=b")
    after = play(strict, "", "FRANCE: F MAR B", "W1901A", {"PAR": "FRANCE", "MAR": "FRANCE"})
    assert [(str(each.order), each.given, reason_of(each)[:2]) for each in after.outcomes] == [
        ("F MAR B", True, (ReasonKind.UNOPPOSED, "rulebook, Gaining and Losing Units")),
        ("A PAR B", False, (ReasonKind.NOT_ORDERED, "4.D.7")),
    ]


def refusal(game: Variant, where: Position, power: str, order: Order) -> Refusal | None:
    return check_order(game, where, power, order).refusal


def test_whether_a_build_a_removal_or_a_waive_is_due_is_asked_of_each() -> None:
    even = position("FRANCE A PAR", "W1901A", {"PAR": "FRANCE"})
    poor, rich = replace(even, owners={}), replace(even, units=())
    remove, build = Remove(Piece.of("A PAR")), Build(Piece.of("A PAR"))
    assert [refusal(GAME, where, "FRANCE", remove) for where in (poor, even, rich)] == [None, *[Refusal.NO_REMOVALS_LEFT] * 2]
    assert [refusal(GAME, where, "FRANCE", build) for where in (rich, even, poor)] == [None, *[Refusal.NO_BUILDS_LEFT] * 2]
    assert [refusal(GAME, where, "FRANCE", Waive()) for where in (rich, even, poor)] == [None, *[Refusal.NO_BUILDS_LEFT] * 2]
    assert refusal(under("4.D.7=b"), rich, "FRANCE", Waive()) is Refusal.NO_BUILDS_LEFT
    assert refusal(GAME, poor, "FRANCE", Move(Piece.of("A PAR"), Location("BUR"))) is Refusal.WRONG_PHASE
    dummy = replace(GAME, powers={**GAME.powers, "FRANCE": replace(GAME.powers["FRANCE"], role=PowerRole.DUMMY)})
    assert refusal(dummy, rich, "FRANCE", build) is Refusal.NO_BUILDS_LEFT
    assert refusal(dummy, poor, "FRANCE", remove) is None


def test_a_unit_that_is_removed_may_be_called_by_the_wrong_kind_where_the_rules_forgive_it() -> None:
    where = position("FRANCE F MAR, GERMANY A BER", "W1901A", {})
    army = Remove(Piece.of("A MAR"))
    assert check_order(GAME, where, "FRANCE", army)
    assert check_order(under("4.C.2=a"), where, "FRANCE", army) == Verdict(Refusal.WRONG_KIND, ("MAR",))
    assert check_order(under("4.C.2=a"), where, "FRANCE", Remove(Piece.of("F MAR")))
    assert check_order(GAME, where, "FRANCE", Remove(Piece.of("A BER"))) == Verdict(Refusal.FOREIGN_UNIT, ("BER",))
    assert check_order(GAME, where, "FRANCE", Remove(Piece.of("A PAR"))) == Verdict(Refusal.NO_UNIT, ("PAR",))
    assert check_order(GAME, where, "FRANCE", Remove(Piece.of("A ZZZ"))) == Verdict(Refusal.UNKNOWN_PLACE, ("ZZZ",))


def test_a_core_is_one_that_somebody_declared() -> None:
    cores = replace(GAME, builds=BuildPolicy.CORES)
    where = position("", "W1901A", {"SPA": "FRANCE"})
    assert refusal(cores, where, "FRANCE", Build(Piece.of("A SPA"))) is Refusal.NOT_HOME
    assert refusal(cores, replace(where, counters={"core FRANCE SPA": 0}), "FRANCE", Build(Piece.of("A SPA"))) is Refusal.NOT_HOME
    assert refusal(cores, replace(where, counters={"core FRANCE SPA": 1}), "FRANCE", Build(Piece.of("A SPA"))) is None


def test_orders_of_a_power_that_is_not_there_are_refused_in_every_phase() -> None:
    for phase, order in (("S1901M", Hold(Piece.of("A PAR"))), ("S1901R", Disband(Piece.of("A PAR"))), ("W1901A", Build(Piece.of("A PAR")))):
        after = adjudicate(GAME, position("", phase, {"PAR": "FRANCE"}), {"ATLANTIS": (order,)})
        assert [(each.power, each.reasons[0].verdict) for each in after.refused] == [
            ("ATLANTIS", Verdict(Refusal.UNKNOWN_POWER, ("ATLANTIS",)))
        ]
        assert check_order(GAME, position("", phase), "ATLANTIS", order) == Verdict(Refusal.UNKNOWN_POWER, ("ATLANTIS",))
        assert orderable(GAME, position("", phase), "ATLANTIS") == ()


def test_the_last_of_three_builds_in_one_province_counts_where_the_last_one_does() -> None:
    after = play(under("4.D.5=c"), "", "FRANCE: A MAR B, A MAR B, F MAR B", "W1901A", {"MAR": "FRANCE", "PAR": "FRANCE"})
    assert standing(after) == "FRANCE F MAR"


def test_who_must_retreat_is_asked_for_it_and_nobody_else() -> None:
    driven_out = tuple(DislodgedUnit(Unit.of(text), "BUR") for text in ("FRANCE A PAR", "GERMANY A BER"))
    where = replace(position("FRANCE F MAR", "F1901R"), dislodged=driven_out)
    assert [orderable(GAME, where, power) for power in ("FRANCE", "GERMANY")] == [(Location("PAR"),), (Location("BER"),)]


def test_of_several_builds_in_one_province_the_others_are_refused() -> None:
    owners = {"PAR": "FRANCE", "MAR": "FRANCE"}
    given = "FRANCE: A MAR B, F MAR B, A PAR B"
    built = {"a": "FRANCE A PAR", "b": "FRANCE A MAR, FRANCE A PAR", "c": "FRANCE A PAR, FRANCE F MAR"}
    for choice, units in built.items():
        after = play(under(f"4.D.5={choice}"), "", given, "W1901A", owners)
        assert standing(after) == units
        assert {each.reasons[0].verdict for each in after.refused} == {Verdict(Refusal.SITE_OCCUPIED, ("MAR",))}
        assert len(after.refused) == (2 if choice == "a" else 1)


def test_of_too_many_builds_the_others_are_refused() -> None:
    given = "FRANCE: A PAR B, F MAR B"
    built = {"a": "", "b": "FRANCE A PAR", "c": "FRANCE F MAR"}
    for choice, units in built.items():
        after = play(under(f"4.D.4={choice}"), "", given, "W1901A", {"PAR": "FRANCE", "MAR": "FRANCE", "BER": "GERMANY"})
        assert standing(after) == "FRANCE A PAR, FRANCE F MAR"
        one = play(under(f"4.D.4={choice}"), "FRANCE A BUR", given, "W1901A", {"PAR": "FRANCE", "MAR": "FRANCE"})
        assert standing(one) == ", ".join(sorted(each for each in ("FRANCE A BUR", units) if each))
        assert {each.reasons[0].verdict for each in one.refused} == {Verdict(Refusal.NO_BUILDS_LEFT)}


# ---------------------------------------------------------------------- years and centres


def test_quiet_years_are_counted_only_where_they_end_the_game() -> None:
    where = position("FRANCE F MAR, GERMANY A BER", "F1901M", {"PAR": "FRANCE", "BER": "GERMANY"})
    for given in ("FRANCE: F MAR - SPA", "FRANCE: F MAR H"):
        assert dict(adjudicate(GAME, where, orders(given)).next.counters) == {}
    counted = replace(GAME, years_without_capture=3)
    assert dict(adjudicate(counted, where, orders("FRANCE: F MAR H")).next.counters) == {
        "year of the last capture": 1901,
        "years without capture": 0,
    }
    taken = replace(where, owners={"BER": "GERMANY", "MAR": "FRANCE"})
    assert dict(adjudicate(counted, taken, orders("FRANCE: F MAR H")).next.counters) == {"years without capture": 1}


def test_captures_are_reported_by_province_with_who_lost_them() -> None:
    where = position("FRANCE A BER, FRANCE F SPA, GERMANY A PAR", "F1901M", {"PAR": "FRANCE", "BER": "GERMANY"})
    after = adjudicate(GAME, where, {})
    assert [(each.province, each.old, each.new) for each in after.captures] == [
        ("BER", "GERMANY", "FRANCE"),
        ("PAR", "FRANCE", "GERMANY"),
        ("SPA", None, "FRANCE"),
    ]


LAND = "PAR inland FRANCE, BUR inland, MUN inland GERMANY, GAS inland centre, RUH inland, PIC inland centre, KIE inland"
ROADS = edges("PAR - BUR A, MUN - BUR A, RUH - BUR A, BUR - GAS A, PAR - PIC A, RUH - KIE A")
OUSTED = "GERMANY: A MUN - BUR, A RUH S A MUN - BUR; FRANCE: A BUR H, A PAR - PIC"


@pytest.mark.parametrize(
    ("steps", "at_once", "after_retreats"),
    [
        ("S M, S R, F M, F R captures, W A", [], ["GAS", "PIC"]),
        ("S M, S R, F M captures, F R, W A", [], ["GAS", "PIC"]),
        ("S M, S R, F M captures, W R, W A", ["PIC"], []),
        ("S M, S R, F M, F R, W A", [], []),
        ("S M, S R captures, F M, F R, W A", [], []),
    ],
)
def test_centres_are_counted_when_the_retreats_of_their_season_are_over(steps: str, at_once: list[str], after_retreats: list[str]) -> None:
    playing = variant(LAND, ROADS, steps=calendar(steps))
    owners = {"PAR": "FRANCE", "MUN": "GERMANY"}
    moved = play(playing, "FRANCE A PAR, FRANCE A BUR, GERMANY A MUN, GERMANY A RUH", OUSTED, "F1901M", owners)
    assert [each.province for each in moved.captures] == at_once
    assert moved.next.phase.kind is PhaseKind.RETREAT
    retreated = adjudicate(playing, moved.next, {"FRANCE": (Retreat(Piece.of("A BUR"), Location("GAS")),)})
    assert [each.province for each in retreated.captures] == after_retreats


def test_a_default_list_looks_only_at_what_the_phase_asks_for() -> None:
    rich = position("", "W1901A", {"PAR": "FRANCE"})
    wishes: dict[str, list[Order]] = {"FRANCE": [Disband(Piece.of("A PAR")), Hold(Piece.of("A PAR")), Build(Piece.of("A PAR"))]}
    assert fill_missing(GAME, rich, {}, preferences=wishes) == {"FRANCE": (Build(Piece.of("A PAR")),)}
    poor = position("FRANCE A PAR, FRANCE A BUR, FRANCE F MAR", "W1901A", {"PAR": "FRANCE"})
    wishes = {"FRANCE": [Disband(Piece.of("A PAR")), Build(Piece.of("A MAR")), Remove(Piece.of("A PAR")), Disband(Piece.of("F MAR"))]}
    assert fill_missing(GAME, poor, {}, preferences=wishes) == {"FRANCE": (Remove(Piece.of("A PAR")), Remove(Piece.of("F MAR")))}
    even = position("FRANCE A PAR", "W1901A", {"PAR": "FRANCE"})
    assert fill_missing(GAME, even, {}, preferences=wishes) == {}


@pytest.mark.parametrize(("choice", "lost"), [("a", "PAS"), ("b", "WES"), ("c", "WES")])
def test_a_fleet_is_as_far_as_its_own_moves_or_as_the_provinces_between(choice: str, lost: str) -> None:
    """Beyond the pass a fleet is one province from Marseilles, and three moves by sea; on the western sea two of either."""
    pass_and_sea = edges("MAR - PAS A, MAR - EAS F, EAS - WES F, WES - PAS F")
    game = variant("MAR coast FRANCE, EAS sea, WES sea, PAS coast", pass_and_sea, rules=Rules.of(f"4.D.8={choice}"))
    after = adjudicate(game, position("FRANCE F PAS, FRANCE F WES", "W1901A", {"MAR": "FRANCE"}), {"FRANCE": ()})
    assert [each.unit.province for each in after.outcomes if each.unit is not None] == [lost]


@pytest.mark.parametrize(
    ("year", "step", "later"), [(1901, 1, 1902), (-1, 1, 1), (-2, 1, -1), (-3, 5, 3), (-5, 5, 1), (-6, 5, -1), (1, 0, 1)]
)
def test_there_is_no_year_nought(year: int, step: int, later: int) -> None:
    assert next_year(year, step) == later


def test_the_survivors_are_those_that_play_and_have_a_centre_or_a_unit() -> None:
    powers = {
        **GAME.powers,
        "ITALY": ITALY,
        "SPAIN": replace(ITALY, id="SPAIN", role=PowerRole.NEUTRAL),
        "TURKEY": replace(ITALY, id="TURKEY"),
    }
    everybody = replace(GAME, powers=powers)
    units = (Unit.of("ITALY A BUR"), Unit.of("SPAIN A PAR"))
    assert survivors(everybody, {"PAR": "FRANCE", "SPA": "SPAIN"}, units) == ("FRANCE", "ITALY")


def test_most_centres_win_where_two_have_reached_their_number() -> None:
    owners = {"PAR": "FRANCE", "MAR": "FRANCE", "BER": "GERMANY"}
    small = replace(GAME, powers={**GAME.powers, "GERMANY": replace(GAME.powers["GERMANY"], victory=1)}, victory=2)
    assert play(small, "FRANCE A PAR, GERMANY A BER", "", "F1901M", owners).ending == Ending(("FRANCE",), "centres")


# ---------------------------------------------------------------------- votes

THREE = replace(GAME, powers={**GAME.powers, "ITALY": ITALY})
EVERYWHERE = position("FRANCE A PAR, GERMANY A BER, ITALY A MAR")


@one_by_one(
    ("votes", "ending"),
    [
        ({}, None),
        (dict.fromkeys(("FRANCE", "GERMANY", "ITALY"), DrawVote()), Ending(("FRANCE", "GERMANY", "ITALY"), "draw")),
        ({"FRANCE": DrawVote(), "GERMANY": DrawVote(), "ITALY": Concession("FRANCE")}, None),
        (
            {"FRANCE": Concession("GERMANY"), "GERMANY": Concession("FRANCE"), "ITALY": Concession("FRANCE")},
            Ending(("FRANCE",), "concession"),
        ),
        ({"GERMANY": Concession("FRANCE"), "ITALY": Concession("GERMANY")}, None),
        ({"GERMANY": Concession("FRANCE"), "ITALY": DrawVote()}, None),
        (dict.fromkeys(("FRANCE", "GERMANY", "ITALY"), Concession("ATLANTIS")), None),
        (dict.fromkeys(("FRANCE", "GERMANY", "ITALY"), DrawVote(frozenset({"ATLANTIS"}))), Ending(("FRANCE", "GERMANY", "ITALY"), "draw")),
    ],
)
def test_a_vote_ends_the_game_only_where_all_who_must_agree_do(votes: Mapping[str, DrawVote | Concession], ending: Ending | None) -> None:
    assert settle_votes(THREE, EVERYWHERE, votes) == ending


def test_a_power_without_centre_and_unit_has_no_say() -> None:
    gone = position("FRANCE A PAR", owners={"BER": "GERMANY"})
    assert settle_votes(THREE, gone, {"FRANCE": DrawVote(), "GERMANY": DrawVote()}) == Ending(("FRANCE", "GERMANY"), "draw")


# ---------------------------------------------------------------------- phases that are passed over


def test_a_winter_in_which_nobody_builds_or_removes_is_passed_over_and_no_other() -> None:
    even = play(GAME, "FRANCE A PAR, GERMANY A BER", "", "F1901M", {"PAR": "FRANCE", "BER": "GERMANY"})
    assert [str(each) for each in even.skipped] == ["F1901R", "W1901A"]
    assert str(even.next.phase) == "S1902M"
    poor = play(GAME, "FRANCE A PAR, FRANCE A BUR", "", "F1901M", {"PAR": "FRANCE"})
    assert str(poor.next.phase) == "W1901A"
    rich = play(GAME, "FRANCE A BUR", "", "F1901M", {"PAR": "FRANCE", "MAR": "FRANCE"})
    assert str(rich.next.phase) == "W1901A"
    shut = play(GAME, "FRANCE A PAR, FRANCE F MAR", "", "F1901M", {"PAR": "FRANCE", "MAR": "FRANCE", "BER": "FRANCE"})
    assert str(shut.next.phase) == "S1902M", "a build is due, and there is no site for it"


def test_a_game_that_is_played_on_beyond_its_last_year_ends_with_the_year() -> None:
    short = replace(GAME, year_limit=1901)
    owners = {"PAR": "FRANCE", "BER": "GERMANY"}
    assert play(short, "FRANCE A PAR, GERMANY A BER", "", "S1902M", owners).ending is None
    ending = play(short, "FRANCE A PAR, GERMANY A BER", "", "F1902M", owners).ending
    assert ending == Ending(("FRANCE", "GERMANY"), "year limit")


# ---------------------------------------------------------------------- powers that send nothing


def test_nothing_is_ordered_again_for_a_power_that_nobody_plays() -> None:
    idle = replace(GAME.powers["GERMANY"], role=PowerRole.NEUTRAL)
    repeating = replace(under("nmr=repeat"), powers={**GAME.powers, "GERMANY": idle})
    previous: dict[str, list[Order]] = {"FRANCE": [Hold(Piece.of("A PAR"))], "GERMANY": [Hold(Piece.of("A BER"))]}
    filled = fill_missing(repeating, position("FRANCE A PAR, GERMANY A BER"), {}, previous=previous)
    assert dict(filled) == {"FRANCE": (Hold(Piece.of("A PAR")),)}


def test_the_list_of_a_power_that_the_variant_does_not_have_is_passed_over() -> None:
    winter = position("", "W1901A", {"PAR": "FRANCE"})
    wishes: dict[str, list[Order]] = {"TURKEY": [Build(Piece.of("A PAR"))], "FRANCE": [Build(Piece.of("A PAR"))]}
    assert fill_missing(GAME, winter, {}, preferences=wishes) == {"FRANCE": (Build(Piece.of("A PAR")),)}


def test_where_no_build_may_be_declined_all_are_made() -> None:
    after = play(under("4.D.7=b"), "", "FRANCE: WAIVE", "W1901A", {"PAR": "FRANCE", "MAR": "FRANCE"})
    assert standing(after) == "FRANCE A MAR, FRANCE A PAR"


@pytest.mark.parametrize("choice", ["a", "b"])
def test_a_power_that_sends_nothing_is_supported_where_that_is_no_civil_disorder(choice: str) -> None:
    """The choice of 4.D.9 speaks of civil disorder; under nmr=hold its units hold as any others do."""
    land = variant("PAR inland FRANCE, BUR inland, MUN inland GERMANY, RUH inland", edges("PAR - BUR A, MUN - BUR A, RUH - BUR A"))
    playing = replace(land, rules=Rules.of(f"4.D.9={choice} nmr=hold"), powers={**land.powers, "ITALY": ITALY})
    units = "ITALY A BUR, FRANCE A PAR, GERMANY A MUN, GERMANY A RUH"
    after = play(playing, units, "FRANCE: A PAR S A BUR; GERMANY: A MUN - BUR, A RUH S A MUN - BUR")
    assert "ITALY A BUR" in standing(after)
