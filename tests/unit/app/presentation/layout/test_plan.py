"""Places of units, arrows and marks in the drawing."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise

import pytest

from adjudicator.order import Move
from app.presentation.layout.drawing import BadgeKind, OrderDrawing, OrderLook, Plan, Shape, UnitState
from app.presentation.layout.plan import Planner
from app.presentation.layout.polyline import Lands, distance, distance_to, joining_course, length, move_course
from app.presentation.layout.situation import anchor
from app.presentation.picture import MapPicture, Pointing
from app.session.view_options import Labels
from tests.fakes.board_pictures import ALL_KINDS, at_location, drawn_standard, picture, start_picture

ZOOM = 0.9


def laid_out(shown: MapPicture, zoom: float = ZOOM) -> Plan:
    return Planner(drawn_standard(), shown.variant.board).plan(shown, zoom)


def order_of(plan: Plan, text: str) -> OrderDrawing:
    return next(each for each in plan.orders if str(each.drawn.order) == text)


def place(text: str) -> tuple[float, float]:
    found = anchor(drawn_standard(), at_location(text))
    assert found is not None
    return found


def test_every_unit_of_the_start_stands_at_its_anchor() -> None:
    plan = laid_out(start_picture())
    assert len(plan.units) == 22
    for each in plan.units:
        assert each.at == place(str(each.unit.location))


def test_a_fleet_stands_at_its_coast() -> None:
    plan = laid_out(picture(others=("RUSSIA F STP/NC",)))
    assert plan.units[0].at == place("STP/NC")
    assert plan.units[0].at != place("STP")


def test_an_arrow_runs_from_the_edge_of_the_unit_to_the_empty_place() -> None:
    plan = laid_out(picture("FRANCE A PAR - BUR"))
    arrow = order_of(plan, "A PAR - BUR")
    assert distance(arrow.line[0], place("PAR")) == pytest.approx(plan.sizes.unit * 1.12, rel=0.05)
    assert distance(arrow.line[-1], place("BUR")) < plan.sizes.unit * 0.5


def test_an_arrow_at_a_unit_stops_at_its_edge() -> None:
    plan = laid_out(picture("FRANCE A PAR - BUR", others=("GERMANY A BUR",)))
    assert distance(order_of(plan, "A PAR - BUR").line[-1], place("BUR")) > plan.sizes.unit


def test_opposite_moves_part() -> None:
    plan = laid_out(picture("FRANCE A BUR - MUN", "GERMANY A MUN - BUR"))
    there, back = order_of(plan, "A BUR - MUN").line, order_of(plan, "A MUN - BUR").line
    middle = there[len(there) // 2]
    assert distance_to(back, middle) > plan.sizes.unit * 0.8


def test_a_support_ends_on_the_arrow_that_it_supports() -> None:
    plan = laid_out(picture("FRANCE A BUR S A PAR - PIC", "FRANCE A PAR - PIC"))
    support, arrow = order_of(plan, "A BUR S A PAR - PIC"), order_of(plan, "A PAR - PIC")
    assert support.shape is Shape.SUPPORT
    assert distance_to(arrow.line, support.line[-1]) < plan.sizes.pixel


def test_two_supports_join_at_different_places() -> None:
    plan = laid_out(picture("GERMANY A MUN - BUR", "GERMANY A RUH S A MUN - BUR", "ITALY A MAR S A MUN - BUR"))
    first, second = order_of(plan, "A RUH S A MUN - BUR"), order_of(plan, "A MAR S A MUN - BUR")
    assert distance(first.line[-1], second.line[-1]) > plan.sizes.unit * 0.5


def test_the_support_of_an_unknown_move_shows_its_course_as_a_ghost() -> None:
    plan = laid_out(picture("FRANCE A BUR S A MUN - RUH", others=("GERMANY A MUN",)))
    assert order_of(plan, "A BUR S A MUN - RUH").ghost


def test_a_support_to_hold_ends_in_a_shield_before_the_unit() -> None:
    plan = laid_out(picture("FRANCE A BUR S A PAR", "FRANCE A PAR H"))
    shield = order_of(plan, "A BUR S A PAR")
    assert shield.shape is Shape.SHIELD
    assert shield.centre == place("PAR")
    assert distance(shield.line[-1], place("PAR")) < plan.sizes.unit * 2


def test_supports_make_an_arrow_wider() -> None:
    alone = order_of(laid_out(picture("FRANCE A PAR - BUR")), "A PAR - BUR").width
    helped = order_of(laid_out(picture("FRANCE A PAR - BUR", "FRANCE A MAR S A PAR - BUR")), "A PAR - BUR").width
    assert helped > alone * 1.2


def test_a_cut_support_adds_no_width() -> None:
    alone = order_of(laid_out(picture("FRANCE A PAR - BUR")), "A PAR - BUR").width
    cut = order_of(laid_out(picture("FRANCE A PAR - BUR", "FRANCE A MAR S A PAR - BUR : cut")), "A PAR - BUR").width
    assert cut == alone


def test_a_convoyed_army_is_drawn_through_its_fleets() -> None:
    plan = laid_out(picture("ENGLAND A YOR - SWE VIA", "ENGLAND F NTH C A YOR - SWE", "ENGLAND F SKA C A YOR - SWE"))
    arrow = order_of(plan, "A YOR - SWE VIA")
    assert arrow.shape is Shape.CONVOYED
    for fleet in ("NTH", "SKA"):
        assert distance_to(arrow.line, place(fleet)) < plan.sizes.unit * 0.6


def test_a_convoy_for_an_unknown_army_shows_its_course_as_a_ghost() -> None:
    plan = laid_out(picture("ENGLAND F NTH C A YOR - NWY", others=("ENGLAND A YOR",)))
    assert order_of(plan, "F NTH C A YOR - NWY").ghost


def test_a_bounce_says_strength_against_strength() -> None:
    plan = laid_out(picture("ITALY A PIE - MAR : bounce 1:2", others=("FRANCE A MAR",)))
    arrow = order_of(plan, "A PIE - MAR")
    assert arrow.look is OrderLook.FAILED
    assert [(badge.kind, badge.text) for badge in arrow.badges] == [(BadgeKind.BOUNCE, "1:2")]


@pytest.mark.parametrize("fate", ["bounce 1:1", "disrupted"])
@pytest.mark.parametrize(
    ("army", "fleets"),
    [("A LON - BEL", ("NTH",)), ("A LVP - NWY", ("NAO", "NWG")), ("A YOR - SWE", ("NTH", "SKA")), ("A GAS - BRE", ("MAO",))],
)
@pytest.mark.parametrize("zoom", [0.405, 0.9, 1.9])
def test_the_mark_of_a_convoyed_army_stands_at_its_arrow_and_at_no_fleet(
    army: str, fleets: tuple[str, ...], fate: str, zoom: float
) -> None:
    convoys = [f"ENGLAND F {each} C {army}" for each in fleets]
    plan = laid_out(picture(f"ENGLAND {army} VIA : {fate}", *convoys, others=(f"GERMANY A {army[-3:]}",)), zoom)
    arrow = order_of(plan, f"{army} VIA")
    assert arrow.shape is Shape.CONVOYED
    (badge,) = arrow.badges
    ends = (place(army[2:5]), place(army[-3:]))
    near = ends[0] if fate == "disrupted" else ends[1]
    assert all(distance(badge.at, place(fleet)) > plan.sizes.unit * 1.6 for fleet in fleets)
    assert distance_to(arrow.line, badge.at) < plan.sizes.unit * 1.5
    assert distance(badge.at, near) < distance(badge.at, ends[0] if near is ends[1] else ends[1])


def test_a_standoff_over_an_empty_province_has_one_mark_for_all() -> None:
    plan = laid_out(picture("AUSTRIA A BUD - GAL : bounce 1:1", "RUSSIA A WAR - GAL : bounce 1:1", "RUSSIA A UKR - GAL : bounce 1:1"))
    assert [(badge.kind, badge.text) for badge in plan.badges] == [(BadgeKind.BOUNCE, "1:1:1")]
    assert not any(each.badges for each in plan.orders)


def test_a_clash_head_to_head_has_one_mark_between_the_two() -> None:
    plan = laid_out(picture("RUSSIA A RUM - BUL : bounce 1:1", "TURKEY A BUL - RUM : bounce 1:1"))
    assert len(plan.badges) == 1
    middle = plan.badges[0].at
    assert abs(distance(middle, place("RUM")) - distance(middle, place("BUL"))) < plan.sizes.unit


@pytest.mark.parametrize("zoom", [0.405, 0.9, 1.9])
def test_no_two_marks_cover_one_another(zoom: float) -> None:
    plan = laid_out(ALL_KINDS, zoom)
    marks = [*plan.badges, *(badge for each in plan.orders for badge in each.badges)]
    for first, second in combinations(marks, 2):
        assert distance(first.at, second.at) > plan.sizes.badge * 1.6, (first, second)


def test_each_failure_has_a_mark_of_its_own_kind() -> None:
    plan = laid_out(ALL_KINDS)
    kinds = {badge.kind for each in plan.orders for badge in each.badges} | {badge.kind for badge in plan.badges}
    assert kinds == set(BadgeKind) - {BadgeKind.FORCED}, "a forced result is no failure"


def test_units_that_were_driven_out_or_destroyed_stand_so() -> None:
    plan = laid_out(ALL_KINDS)
    standing = {str(each.unit.location): each.standing for each in plan.units}
    assert standing["BEL"] is UnitState.DISLODGED
    assert standing["BUR"] is UnitState.DESTROYED
    assert standing["KIE"] is UnitState.FIRM


def test_a_dislodged_unit_stands_beside_its_conqueror_and_away_from_where_he_came_from() -> None:
    plan = laid_out(picture(others=("FRANCE A BEL",), dislodged=("ENGLAND A BEL < PIC",), phase="S1901R"))
    winner = next(each for each in plan.units if not each.displaced)
    loser = next(each for each in plan.units if each.displaced)
    assert distance(winner.at, loser.at) > winner.radius + loser.radius * 0.95
    assert distance(loser.at, place("PIC")) > distance(winner.at, place("PIC"))


def test_a_retreat_starts_at_the_dislodged_unit() -> None:
    plan = laid_out(picture("ENGLAND A BEL R HOL", others=("FRANCE A BEL",), dislodged=("ENGLAND A BEL < PIC",), phase="S1901R"))
    loser = next(each for each in plan.units if each.displaced)
    assert distance(order_of(plan, "A BEL R HOL").line[0], loser.at) < plan.sizes.unit * 1.3


def test_builds_are_ghosts_and_removals_are_marked() -> None:
    plan = laid_out(picture("AUSTRIA A VIE B", "GERMANY A MUN D", phase="W1901A"))
    assert {str(each.unit): each.standing for each in plan.units} == {
        "AUSTRIA A VIE": UnitState.BUILT,
        "GERMANY A MUN": UnitState.REMOVED,
    }


def test_arrows_keep_clear_of_units_in_the_way() -> None:
    shown = picture("FRANCE F ENG S A PIC - BEL", "FRANCE A PIC - BEL", others=("ENGLAND A BEL",))
    plan = laid_out(shown)
    support = order_of(plan, "F ENG S A PIC - BEL")
    assert distance_to(support.line[:-2], place("PIC")) > plan.sizes.unit * 0.9


@pytest.mark.parametrize("zoom", [0.405, 0.9])
def test_most_lines_run_clear_of_foreign_units(zoom: float) -> None:
    plan = laid_out(ALL_KINDS, zoom)
    crossed = 0
    for each in plan.orders:
        if len(each.line) < 3 or each.shape is Shape.CONVOYED:
            continue
        own = {each.drawn.order.piece.location.province} if not str(each.drawn.order).startswith("WAIVE") else set()  # type: ignore[union-attr]
        inner = each.line[2:-2] or each.line
        order = each.drawn.order
        target = order.target.province if isinstance(order, Move) else None
        for unit in plan.units:
            if unit.unit.province not in own and unit.unit.province != target and distance_to(inner, unit.at) < plan.sizes.unit * 0.7:
                crossed += 1
    assert crossed <= 2


def test_nothing_is_laid_out_twice_differently() -> None:
    assert laid_out(ALL_KINDS) == laid_out(ALL_KINDS)


def test_orders_can_be_hidden() -> None:
    plan = laid_out(replace(ALL_KINDS, show_orders=False))
    assert not plan.orders
    assert not plan.badges
    assert all(each.standing is UnitState.FIRM for each in plan.units)


def test_units_under_fog_are_not_laid_out() -> None:
    plan = laid_out(replace(start_picture(), hidden=frozenset({"PAR", "MUN"})))
    assert {"PAR", "MUN"}.isdisjoint({each.unit.province for each in plan.units})
    assert len(plan.units) == 20


def test_every_arrow_is_long_enough_to_be_seen() -> None:
    plan = laid_out(ALL_KINDS, 0.405)
    for each in plan.orders:
        if each.line:
            assert length(each.line) > plan.sizes.unit * 0.6, each.drawn.order


@pytest.mark.parametrize("zoom", [0.3825, 0.565, 0.9, 1.9])
def test_no_line_runs_over_a_star_where_it_could_go_round(zoom: float) -> None:
    plan = Planner(drawn_standard(), ALL_KINDS.variant.board).plan(ALL_KINDS, zoom)
    crossed = [
        (str(each.drawn.order), code)
        for each in plan.orders
        for code, star in plan.stars.items()
        if len(each.line) > 1 and distance_to(each.line, star) < plan.sizes.star * 1.05
    ]
    assert crossed == []


@pytest.mark.parametrize("zoom", [0.3825, 0.565, 0.9, 1.9])
def test_no_sign_of_a_build_or_removal_covers_a_star(zoom: float) -> None:
    homes = {
        "AUSTRIA": ("A VIE", "A BUD", "F TRI"),
        "RUSSIA": ("A MOS", "A WAR", "F STP/SC", "F SEV"),
        "GERMANY": ("A BER", "A MUN", "F KIE"),
    }
    lines = [f"{power} {piece} B" for power, pieces in homes.items() for piece in pieces]
    plan = laid_out(picture(*lines, "FRANCE A PAR D", "FRANCE F BRE D", "ITALY A ROM D", "ENGLAND F LON D", phase="W1901A"), zoom)
    signed = [each for each in plan.units if each.standing in (UnitState.BUILT, UnitState.REMOVED)]
    assert len(signed) == 14
    for each in signed:
        spot = (each.at[0] + each.sign[0] * each.radius, each.at[1] + each.sign[1] * each.radius)
        assert min(distance(spot, star) for star in plan.stars.values()) > plan.sizes.badge + plan.sizes.star * 0.7, each.unit


@pytest.mark.parametrize(
    ("order", "around"),
    [
        ("RUSSIA F STP/SC - BOT", "FIN"),
        ("RUSSIA F NWY - BAR", "SWE"),
        ("ENGLAND F ENG - IRI", "WAL"),
        ("ITALY F ROM - NAP", "APU"),
        ("TURKEY F AEG - CON", "SMY"),
        ("ITALY F TYS - TUS", "ROM"),
    ],
)
def test_a_fleet_goes_round_foreign_land_where_that_is_not_far(order: str, around: str) -> None:
    shown = picture(order)
    drawing = laid_out(shown).orders[0]
    move = drawing.drawn.order
    assert isinstance(move, Move)
    lands = Lands(drawn_standard())
    own = {move.piece.location.province, move.target.province, ""}
    over = [lands.at(point) for point in drawing.line]
    assert sum(each not in own for each in over) <= len(over) * 0.3, f"it ran over {around} before"


def test_a_support_goes_round_foreign_land_where_that_is_not_far() -> None:
    shown = picture("ENGLAND F NTH - NWY", "ENGLAND F SKA S F NTH - NWY", "ENGLAND F BAR S F NTH - NWY")
    lands = Lands(drawn_standard())
    for text, own in (("F SKA S F NTH - NWY", {"SKA", "NTH", "NWY", ""}), ("F BAR S F NTH - NWY", {"BAR", "NTH", "NWY", ""})):
        over = [lands.at(point) for point in order_of(laid_out(shown), text).line]
        assert sum(each not in own for each in over) <= len(over) * 0.25


def test_courses_are_found_once_for_all_planners_of_a_board() -> None:
    """Each course is remembered with the grid of its board: with a grid for every planner, memory grew by 0.9 MB with every picture."""
    shown, board = picture("ENGLAND F NTH - NWY", "ENGLAND F SKA S F NTH - NWY", "ENGLAND F BAR S F NTH - NWY"), drawn_standard()
    first = Planner(board, shown.variant.board).plan(shown, 1.0)
    searched = move_course.cache_info().misses, joining_course.cache_info().misses
    assert Planner(board, shown.variant.board).plan(shown, 1.0) == first
    assert (move_course.cache_info().misses, joining_course.cache_info().misses) == searched


def test_an_order_between_neighbours_shows_outside_their_units_at_any_size() -> None:
    lines = ("BEL - HOL", "HOL - BEL", "VIE - BUD", "SER - BUL", "ALB - GRE", "RUH - HOL")
    for zoom in (0.45, 0.6, 0.9, 2.0):
        for start, _, end in (line.partition(" - ") for line in lines):
            for order in (f"FRANCE A {start} - {end}", f"FRANCE A {start} S A {end}"):
                plan = laid_out(picture(order, others=(f"GERMANY A {end}",)), zoom)
                line = plan.orders[0].line
                free = sum(
                    distance(a, b)
                    for a, b in pairwise(line)
                    if all(distance(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), each.at) > each.radius for each in plan.units)
                )
                assert free * zoom >= 6, f"{order} at {zoom}: {free * zoom:.1f} pixels"


def test_a_picture_in_other_colours_is_laid_out_once() -> None:
    planner = Planner(drawn_standard(), ALL_KINDS.variant.board)
    plan = planner.plan(ALL_KINDS, ZOOM)
    in_other_colours = replace(ALL_KINDS, theme="night", patterns=True, letters=True, pointing=Pointing(selected="PAR"), styles={})
    assert planner.plan(in_other_colours, ZOOM) is plan


@pytest.mark.parametrize(
    "change",
    [
        {"orders": ALL_KINDS.orders[1:]},
        {"show_orders": False},
        {"units": False},
        {"labels": Labels.OFF},
        {"hidden": frozenset({"PAR"})},
        {"position": replace(ALL_KINDS.position, units=ALL_KINDS.position.units[1:])},
    ],
    ids=lambda each: next(iter(each)),
)
def test_whatever_is_laid_out_lays_the_picture_out_anew(change: dict[str, object]) -> None:
    planner = Planner(drawn_standard(), ALL_KINDS.variant.board)
    planner.plan(ALL_KINDS, ZOOM)
    other = replace(ALL_KINDS, **change)  # type: ignore[arg-type]
    assert planner.plan(other, ZOOM) == laid_out(other)


def test_another_zoom_lays_the_picture_out_anew() -> None:
    planner = Planner(drawn_standard(), ALL_KINDS.variant.board)
    planner.plan(ALL_KINDS, ZOOM)
    assert planner.plan(ALL_KINDS, ZOOM * 2, ZOOM) == Planner(drawn_standard(), ALL_KINDS.variant.board).plan(ALL_KINDS, ZOOM * 2, ZOOM)


@pytest.mark.parametrize(("order", "zoom"), [("A TUS - VEN", 0.3), ("A VEN - TUS", 0.3), ("A CLY - EDI", 0.348), ("F BOT - SWE", 0.3)])
def test_an_arrow_to_a_near_place_swings_out_where_little_of_its_shaft_would_be_seen(order: str, zoom: float) -> None:
    plan = laid_out(picture(f"FRANCE {order}"), zoom)
    assert length(order_of(plan, order).line) / plan.sizes.pixel > 25
