"""Orders of the steady opponent, position by position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from adjudicator import Phase, Position, Unit
from adjudicator.notation import parse_order
from adjudicator.order import Move, Order
from adjudicator.variant_tables import position_tables, variant_tables
from app.players.bots import OPPONENTS, Bot, bots
from app.players.steady.bot import SteadyBot, steady_orders
from app.players.steady.dealing import dealt_centres
from app.players.steady.distances import FAR, Distances
from app.players.steady.outlook import Outlook
from entente.playing import play
from entente.state import State, Variant
from variants.catalogue import standard

SEEDS = range(5)
"""Seeds under which all statements here hold."""


@cache
def board() -> Variant:
    return Variant(standard())


def ordered(line: str, power: str, seed: int) -> list[str]:
    """Return the orders of the steady *power* in the position of a *line*, as texts."""
    return [str(order) for order in orders(board().state(line), power, seed)]


def orders(state: State, power: str, seed: int) -> Sequence[Order]:
    player = SteadyBot(seed)
    player.started(state.variant.model, power)
    return player.choose_orders(state.position, power, None)


whatever_the_lots = pytest.mark.parametrize("seed", SEEDS)


@whatever_the_lots
def test_it_takes_an_open_neutral_centre(seed: int) -> None:
    assert "A GAS - SPA" in ordered("F1901M | units FRANCE A GAS; ITALY A ROM | owners FRANCE PAR MAR BRE; ITALY ROM", "FRANCE", seed)


@whatever_the_lots
def test_no_army_is_carried_to_where_another_own_unit_goes_by_itself(seed: int) -> None:
    line = "F1905M | units ENGLAND A YOR, F NTH, F NWG; ITALY A ROM | owners ENGLAND LON EDI LVP; ITALY ROM"
    given = ordered(line, "ENGLAND", seed)
    assert "A YOR - NWY" not in given
    assert "F NWG - NWY" in given


@whatever_the_lots
def test_it_stays_on_a_centre_that_it_is_about_to_take(seed: int) -> None:
    assert ordered("F1901M | units FRANCE A SPA; ITALY A ROM | owners FRANCE PAR MAR; ITALY ROM", "FRANCE", seed) == ["A SPA H"]


@whatever_the_lots
def test_it_supports_an_attack_that_it_could_not_win_alone(seed: int) -> None:
    line = "F1903M | units FRANCE A BUR, A PIC; GERMANY A BEL | owners FRANCE PAR MAR BRE MUN; GERMANY BEL KIE"
    given = ordered(line, "FRANCE", seed)
    assert given in (["A BUR - BEL", "A PIC S A BUR - BEL"], ["A BUR S A PIC - BEL", "A PIC - BEL"])
    step = board().state(line).apply({"FRANCE": given})
    assert step.after.position.owners["BEL"] == "FRANCE" or step.after.position.dislodged


@whatever_the_lots
def test_it_does_not_bounce_itself(seed: int) -> None:
    given = ordered("F1901M | units FRANCE A GAS, A MAR; ITALY A ROM | owners FRANCE PAR MAR; ITALY ROM", "FRANCE", seed)
    assert sum(order.endswith("- SPA") for order in given) == 1


@whatever_the_lots
def test_units_march_one_behind_the_other(seed: int) -> None:
    given = ordered("F1901M | units FRANCE A GAS, A PAR; ITALY A ROM | owners FRANCE MAR BRE; GERMANY PAR; ITALY ROM", "FRANCE", seed)
    assert "A GAS - SPA" in given
    assert "A PAR H" in given, "it is about to take Paris"


@whatever_the_lots
def test_it_guards_home_centres_that_somebody_stands_beside(seed: int) -> None:
    line = "F1903M | units FRANCE A GAS, A PIC; GERMANY A BUR, A MUN | owners FRANCE PAR BRE MAR SPA POR; GERMANY MUN BEL KIE"
    given = ordered(line, "FRANCE", seed)
    assert "A GAS - MAR" in given
    assert "A PIC - PAR" in given or "A PIC - BEL" in given


@whatever_the_lots
def test_it_supports_a_unit_that_two_could_dislodge(seed: int) -> None:
    line = "F1903M | units FRANCE A PAR, A BRE; GERMANY A BUR, A PIC | owners FRANCE PAR BRE; GERMANY MUN MAR SPA POR BEL"
    assert ordered(line, "FRANCE", seed) == ["A BRE S A PAR", "A PAR H"]


@whatever_the_lots
def test_it_convoys_an_army_to_a_shore_that_land_does_not_lead_to(seed: int) -> None:
    line = "F1903M | units ENGLAND F NTH, A YOR; RUSSIA A MOS | owners ENGLAND EDI LON LVP BEL HOL DEN; RUSSIA MOS WAR SEV STP SWE"
    assert ordered(line, "ENGLAND", seed) == ["A YOR - NWY", "F NTH C A YOR - NWY"]


@whatever_the_lots
def test_it_names_the_route_of_its_convoy_where_that_must_be(seed: int) -> None:
    line = "F1903M | units ENGLAND F NTH, A YOR; RUSSIA A MOS | owners ENGLAND EDI LON LVP BEL HOL DEN; RUSSIA MOS WAR SEV STP SWE"
    given = orders(board().with_rules("4.A.6=c").state(line), "ENGLAND", seed)
    assert [str(order) for order in given] == ["A YOR - NWY VIA NTH", "F NTH C A YOR - NWY"]


@whatever_the_lots
def test_it_trusts_no_foreign_fleet_with_its_army(seed: int) -> None:
    line = "F1903M | units ENGLAND A YOR; GERMANY F NTH; RUSSIA A MOS | owners ENGLAND EDI LON LVP; RUSSIA MOS WAR SEV STP SWE"
    (order,) = orders(board().state(line), "ENGLAND", seed)
    assert not isinstance(order, Move) or order.target.province in ("LON", "EDI", "LVP", "WAL")


@whatever_the_lots
def test_a_retreat_goes_to_an_own_centre_that_is_threatened(seed: int) -> None:
    line = (
        "F1903R | units GERMANY A BUR, A PIC; FRANCE A MAR | dislodged FRANCE A GAS < BUR | owners FRANCE PAR MAR BRE SPA; GERMANY MUN BEL"
    )
    given = ordered(line, "FRANCE", seed)
    assert given in (["A GAS R PAR"], ["A GAS R BRE"]), given


@whatever_the_lots
def test_a_unit_far_away_disbands_where_home_is_in_danger_and_it_can_be_built_again(seed: int) -> None:
    line = (
        "F1903R | units TURKEY A SEV, A MOS, A WAR, A RUM, A BUD; FRANCE A MAR; GERMANY A BUR, A PIC | dislodged FRANCE A UKR < SEV"
        " | owners FRANCE PAR MAR; TURKEY SEV MOS CON WAR RUM BUD VIE; GERMANY MUN BEL BRE"
    )
    assert ordered(line, "FRANCE", seed) == ["A UKR D"]


@whatever_the_lots
def test_a_unit_far_away_retreats_where_no_new_one_could_be_built(seed: int) -> None:
    line = (
        "F1903R | units TURKEY A SEV, A MOS, A WAR, A RUM; FRANCE A MAR, A PAR, A BRE, F MAO | dislodged FRANCE A UKR < SEV"
        " | owners FRANCE PAR MAR BRE SPA POR; TURKEY SEV MOS CON; GERMANY MUN BEL"
    )
    (order,) = ordered(line, "FRANCE", seed)
    assert " R " in order


@whatever_the_lots
def test_fleets_are_built_where_the_sea_matters(seed: int) -> None:
    line = "W1901A | units ENGLAND A NWY | owners ENGLAND EDI LON LVP NWY; GERMANY BER KIE MUN DEN HOL"
    kinds = Counter(order[0] for order in ordered(line, "ENGLAND", seed))
    assert kinds["F"] >= 2


@whatever_the_lots
def test_armies_are_built_where_it_does_not(seed: int) -> None:
    line = "W1902A | units AUSTRIA F TRI, A SER | owners AUSTRIA BUD VIE TRI SER; RUSSIA WAR MOS SEV RUM; GERMANY MUN BER"
    assert sorted(ordered(line, "AUSTRIA", seed)) == ["A BUD B", "A VIE B"]


@whatever_the_lots
def test_it_builds_where_somebody_stands_before_the_door(seed: int) -> None:
    """Marseilles is nearer to centres that are open."""
    line = "W1903A | units FRANCE A SPA, A POR, F LON, F LVP, A BEL; ENGLAND F ENG | owners FRANCE BRE MAR SPA LON LVP BEL; ENGLAND EDI"
    (order,) = ordered(line, "FRANCE", seed)
    assert order.endswith("BRE B")


@whatever_the_lots
def test_it_removes_the_unit_that_is_of_least_use(seed: int) -> None:
    line = "W1903A | units FRANCE A PAR, A MAR, F BAR; GERMANY A BUR; ITALY A PIE | owners FRANCE PAR MAR; GERMANY MUN; ITALY VEN"
    assert ordered(line, "FRANCE", seed) == ["F BAR D"]


@whatever_the_lots
def test_two_own_units_do_not_retreat_to_one_place(seed: int) -> None:
    """Spain is open to both, and the best for both."""
    line = (
        "F1903R | units GERMANY A GAS; ITALY A MAR | dislodged FRANCE A GAS < BUR; FRANCE A MAR < PIE"
        " | owners FRANCE PAR BRE MAR; GERMANY MUN BEL; ITALY ROM"
    )
    assert ordered(line, "FRANCE", seed) in (["A GAS R SPA", "A MAR R BUR"], ["A GAS R PAR", "A MAR R SPA"])


@pytest.mark.slow
@whatever_the_lots
def test_it_does_not_retreat_where_another_may_retreat_too(seed: int) -> None:
    alone = "F1903R | units ITALY A BUR; FRANCE F PIC | dislodged FRANCE A BUR < MUN | owners FRANCE PAR MAR BRE; GERMANY MUN BEL"
    assert ordered(alone, "FRANCE", seed) == ["A BUR R BEL"]
    assert ordered(alone.replace("< MUN", "< MUN; GERMANY A PIC < BRE"), "FRANCE", seed) == ["A BUR R MAR"]


@whatever_the_lots
def test_a_unit_with_nothing_to_gain_helps_another_to_arrive(seed: int) -> None:
    line = (
        "F1901M | units AUSTRIA A SER, A VIE, F TRI; ENGLAND A YOR, F LON, F NTH; FRANCE A BUR, A SPA, F BRE; GERMANY A BER, A MUN, F DEN;"
        " ITALY A ROM, A VEN, F ION; RUSSIA A UKR, A WAR, F BOT, F RUM; TURKEY A ARM, A BUL, F BLA"
        " | owners AUSTRIA BUD TRI VIE; ENGLAND EDI LON LVP; FRANCE BRE MAR PAR; GERMANY BER KIE MUN; ITALY NAP ROM VEN;"
        " RUSSIA MOS SEV STP WAR; TURKEY ANK CON SMY"
    )
    assert ordered(line, "GERMANY", seed) == ["A BER - SIL", "A MUN S A BER - SIL", "F DEN H"]


def test_ways_over_water_count_for_armies_with_the_fleets_that_they_need() -> None:
    model = standard()
    tables = variant_tables(model).board
    ways = Distances(variant_tables(model).open_edges(model.start).shared)

    def far(piece: str, province: str) -> int:
        return ways.to(tables.province_index[province])[tables.spot_of_text[piece]]

    assert (far("A PAR", "MUN"), far("A MUN", "MUN"), far("F LON", "NWY")) == (2, 0, 2)
    assert far("A YOR", "NWY") == 3, "a fleet gets ready in two seasons, the army lands in a third"
    assert far("A LVP", "TUN") == 5
    assert far("F NAP", "VIE") == FAR


def test_what_may_come_out_of_the_fog_is_a_danger() -> None:
    line = "F1903M | units FRANCE A MAR | owners FRANCE PAR MAR"
    position = board().state(line).position
    paris = variant_tables(standard()).board.province_index["PAR"]
    assert Outlook(standard(), position, "FRANCE").danger(paris) == 0
    assert Outlook(standard(), replace(position, unseen=frozenset({"PIC"})), "FRANCE").danger(paris) > 0


@pytest.mark.slow
@pytest.mark.parametrize("power", standard().powers)
def test_against_six_that_play_by_lot_it_leads_in_centres_at_the_end_of_1910(power: str) -> None:
    """Twenty games for each power: ``python -m benchmarks.bench_players``."""
    for seed in (1, 2):
        players = bots(Bot.RANDOM, standard(), seed)
        players[power] = SteadyBot(seed)
        final = play(board(), players, last_year=1910).final
        owned = {each: len(final.centres(each)) for each in final.powers}
        assert owned.pop(power) > max(owned.values())


def test_a_bot_that_was_not_told_of_the_game_says_so() -> None:
    for kind in (Bot.EASY, Bot.STEADY):
        with pytest.raises(RuntimeError, match="before started"):
            OPPONENTS[kind].make(1).choose_orders(standard().start, "FRANCE", None)


def test_the_lot_gives_a_neutral_centre_to_one_of_those_who_could_bounce_there() -> None:
    """England, Germany and Russia bounce in Sweden as long as all three want it alike."""
    units = tuple(map(Unit.of, ("ENGLAND A NWY", "GERMANY A DEN", "RUSSIA F FIN")))
    owners = {"NWY": "ENGLAND", "DEN": "GERMANY", "STP": "RUSSIA"}
    chosen = set()
    for year in range(1902, 1912):
        position = Position(Phase.of(f"F{year}M"), units, owners)
        place = variant_tables(standard()).board.province_index["SWE"]
        waiting = {power for power in ("ENGLAND", "GERMANY", "RUSSIA") if Outlook(standard(), position, power)._is_anothers_turn(place)}
        assert len(waiting) == 2
        chosen |= {"ENGLAND", "GERMANY", "RUSSIA"} - waiting
    assert len(chosen) > 1, "not always the same one"


@whatever_the_lots
def test_a_unit_goes_on_to_the_next_neutral_centre_where_another_comes_after_it(seed: int) -> None:
    line = "F1901M | units FRANCE A SPA, A GAS, F BRE | owners FRANCE BRE MAR PAR"
    assert {"A GAS - SPA", "A SPA - POR"} <= set(ordered(line, "FRANCE", seed))


def test_a_later_line_of_the_book_that_leaves_a_neutral_centre_is_left() -> None:
    """Some lines of real games take the fleet back to Brest."""
    state = board().state("F1901M | units FRANCE A SPA, A BUR, F MAO | owners FRANCE BRE MAR PAR")
    for seed in range(40):
        assert any(str(order).endswith("- POR") for order in orders(state, "FRANCE", seed))


def test_no_army_is_carried_to_a_centre_that_another_unit_can_take_while_a_second_one_is_left() -> None:
    line = "F1901M | units ENGLAND A YOR, F NTH, F NWG; FRANCE A BUR; GERMANY F DEN; RUSSIA A STP, F BOT | owners ENGLAND EDI LON LVP"
    outlook = Outlook(standard(), board().state(line).position, "ENGLAND")
    for seed in range(60):
        assert "F NWG S A YOR - NWY" not in map(str, steady_orders(outlook, Random(seed)))


def test_a_centre_in_which_another_power_stands_counts_for_no_line_of_the_book() -> None:
    position = board().state("F1901M | units ENGLAND A YOR, F NTH; GERMANY F DEN | owners ENGLAND EDI LON LVP").position
    carried = [parse_order("A YOR - DEN"), parse_order("F NTH C A YOR - DEN")]
    assert Outlook(standard(), position, "ENGLAND").neutrals_of(carried) == -1


def test_nobody_goes_to_a_centre_left_over_for_years_that_the_lot_gives_to_another() -> None:
    for season, waiting in (("F1902M", 0), ("S1903M", 0), ("F1903M", 2), ("F1906M", 2)):
        units = tuple(map(Unit.of, ("ENGLAND A NWY", "GERMANY A DEN", "RUSSIA F FIN")))
        position = Position(Phase.of(season), units, {"NWY": "ENGLAND", "DEN": "GERMANY", "STP": "RUSSIA"})
        place = variant_tables(standard()).board.province_index["SWE"]
        outlooks = [Outlook(standard(), position, power) for power in ("ENGLAND", "GERMANY", "RUSSIA")]
        found = [outlook for outlook in outlooks if outlook.gives_way_in(place)]
        assert len(found) == waiting
        for outlook in found:
            assert not any("- SWE" in str(order) for seed in range(10) for order in steady_orders(outlook, Random(seed)))


def test_as_many_neutral_centres_are_dealt_out_as_can_be_taken_at_once() -> None:
    """The unit in the North Sea could go to all three; the others to one each."""
    units = tuple(map(Unit.of, ("ENGLAND F NTH", "ENGLAND F NWG", "GERMANY A KIE")))
    position = Position(Phase.of("F1901M"), units, {})
    here, provinces = position_tables(variant_tables(standard()), position), variant_tables(standard()).board.province_index
    able = {provinces["NWY"]: [0, 1], provinces["HOL"]: [0, 2], provinces["BEL"]: [0]}
    entering = [able.get(province, []) for province in range(len(provinces))]
    for lot in range(20):
        found = dealt_centres(able, here, entering, f"lot {lot}", staying=True)
        assert found == {provinces["NWY"]: 1, provinces["HOL"]: 2, provinces["BEL"]: 0}


def test_a_neutral_centre_in_which_a_unit_stands_is_dealt_to_its_power() -> None:
    units = tuple(map(Unit.of, ("AUSTRIA A SER", "TURKEY A BUL", "TURKEY F CON")))
    position = Position(Phase.of("F1901M"), units, {})
    here, place = position_tables(variant_tables(standard()), position), variant_tables(standard()).board.province_index["BUL"]
    entering = [[0, 2] if province == place else [] for province in range(len(here.at))]
    assert {dealt_centres([place], here, entering, f"lot {lot}", staying=True)[place] for lot in range(20)} == {1, 2}
    assert {dealt_centres([place], here, entering, f"lot {lot}", staying=False)[place] for lot in range(20)} == {2}


@pytest.mark.slow
def test_no_neutral_centre_is_left_after_three_years_of_steady_ones() -> None:
    for seed in range(6):
        record = play(board(), bots(Bot.STEADY, standard(), seed), last_year=1903)
        assert len(record.final.position.owners) == len(standard().board.centres)
