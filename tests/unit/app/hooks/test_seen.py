"""View of one power of orders and reasons: nothing names a unit that it does not see, or a place that lies out of its sight."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from adjudicator.position import Position
from adjudicator.resolution import Result
from app.game.edits import process
from app.game.record import MAIN, Cursor, Game
from app.hooks.host import HookHost
from app.hooks.seen import Seen, seen_by
from entente.words import describe_outcome
from tests.unit.app.hooks.playing import fresh, ordered, placed, with_shipped, with_text


def seen_after(game: Game, viewer: str, host: HookHost) -> Seen:
    return seen_by(process(game), Cursor(MAIN, 0), viewer, host)


def told(seen: Seen) -> set[str]:
    assert seen.resolution is not None
    return {str(each.order) for each in seen.resolution.outcomes}


def foggy(units: str, **orders: str) -> Game:
    return ordered(placed(with_shipped(fresh(), "fog_of_war"), "S1901M", units), **orders)


def test_a_fleet_in_sight_does_not_give_away_the_army_that_it_carries(host: HookHost) -> None:
    game = foggy("FRANCE A BEL; ENGLAND F NTH; ENGLAND A EDI", ENGLAND="F NTH C A EDI - NWY; A EDI - NWY")
    seen = seen_after(game, "FRANCE", host)
    assert {str(unit) for unit in seen.position.units} == {"FRANCE A BEL", "ENGLAND F NTH"}
    assert told(seen) == {"A BEL H"}
    assert "ENGLAND" not in seen.orders


def test_a_support_of_a_unit_out_of_sight_is_not_told(host: HookHost) -> None:
    game = foggy("FRANCE A PAR; GERMANY A BUR; GERMANY A MUN; GERMANY A KIE", GERMANY="A BUR S A MUN; A KIE - RUH")
    assert told(seen_after(game, "FRANCE", host)) == {"A PAR H"}
    game = foggy("FRANCE A PAR; GERMANY A BUR; GERMANY A PIC", GERMANY="A BUR S A PIC")
    assert told(seen_after(game, "FRANCE", host)) == {"A PAR H", "A BUR S A PIC", "A PIC H"}


def test_where_a_unit_in_sight_goes_out_of_sight_is_not_told(host: HookHost) -> None:
    game = foggy("FRANCE A PAR; GERMANY A BUR", GERMANY="A BUR - MUN")
    assert told(seen_after(game, "FRANCE", host)) == {"A PAR H"}
    game = foggy("FRANCE A PAR; GERMANY A BUR", GERMANY="A BUR - PIC")
    assert told(seen_after(game, "FRANCE", host)) == {"A PAR H", "A BUR - PIC"}


def test_a_reason_tells_neither_who_nor_how_many_stood_out_of_sight(host: HookHost) -> None:
    units = "FRANCE A PAR; GERMANY A MUN; GERMANY A RUH"
    seen = seen_after(foggy(units, FRANCE="A PAR - BUR", GERMANY="A MUN - BUR; A RUH S A MUN - BUR"), "FRANCE", host)
    assert seen.resolution is not None
    (own,) = (each for each in seen.resolution.outcomes if each.power == "FRANCE")
    assert all(reason.by == () and reason.against is None and reason.strength is None for reason in own.reasons)
    words = describe_outcome(fresh().variant, seen.position, own)
    assert words == "Army Paris moves to Burgundy: bounced in Burgundy"


def test_where_all_are_in_sight_the_odds_are_reported(host: HookHost) -> None:
    seen = seen_after(foggy("FRANCE A PAR; FRANCE A GAS; GERMANY A BUR", FRANCE="A PAR - BUR"), "FRANCE", host)
    assert seen.resolution is not None
    own = seen.resolution.outcome_of("PAR")
    assert own is not None
    assert (own.reasons[0].strength, own.reasons[0].against) == (1, 1)


def test_why_a_line_was_refused_does_not_name_places_out_of_sight(host: HookHost) -> None:
    source = """def on_results(ctx):
    mine = [u for u in ctx["units"] if u["power"] == ctx["viewer"]]
    return {"units": mine, "hidden": ["LYO", "WES"]}"""
    game = placed(with_text(fresh(), "narrow", source), "S1901M", "FRANCE A MAR")
    game = ordered(game, FRANCE="A MAR - TUN")
    seen = seen_after(game, "FRANCE", host)
    assert seen.resolution is not None
    (line,) = seen.orders["FRANCE"]
    assert line.verdict is not None
    assert not {"LYO", "WES"} & set(line.verdict.places)


@pytest.mark.parametrize(
    ("order", "hidden_units"),
    [
        ("A PAR S A MUN - BUR", ("GERMANY A MUN", "GERMANY A KIE", "ITALY A MUN")),
        ("A PAR S A MUN", ("GERMANY A MUN", "GERMANY A KIE")),
        ("A PAR S A BUR - MUN", ("GERMANY A BUR", "GERMANY A KIE")),
        ("A BRE - LON", ("ENGLAND F MAO", "ENGLAND F ENG", "ENGLAND F NAO")),
        ("A BRE - LON VIA ENG", ("ENGLAND F MAO", "ENGLAND F ENG", "ENGLAND F NAO")),
        ("A MUN - BUR", ("GERMANY A MUN", "GERMANY A KIE")),
    ],
)
def test_how_an_order_of_ones_own_failed_does_not_tell_whether_there_is_a_unit_out_of_sight(
    order: str, hidden_units: tuple[str, ...], host: HookHost
) -> None:
    source = """def on_results(ctx):
    mine = [u for u in ctx["units"] if u["power"] == ctx["viewer"]]
    return {"units": mine, "hidden": [p for p in ctx["adjacent"] if p not in [u["at"] for u in mine]]}"""
    told = set()
    for other in hidden_units:
        game = placed(with_text(fresh(), "narrow", source), "S1901M", f"FRANCE A PAR; FRANCE A BRE; {other}")
        seen = seen_after(ordered(game, FRANCE=order, GERMANY="A MUN - BOH; A BUR - RUH"), "FRANCE", host)
        assert seen.resolution is not None
        outcomes = (*seen.resolution.outcomes, *seen.resolution.refused)
        words = [describe_outcome(game.variant, seen.position, each) for each in outcomes]
        told.add(str((outcomes, words, seen.orders["FRANCE"])))
    assert len(told) == 1, told


def test_that_an_order_of_ones_own_succeeded_is_reported(host: HookHost) -> None:
    game = foggy("FRANCE A GAS; GERMANY A BUR; GERMANY A MUN", FRANCE="A GAS S A BUR - MAR", GERMANY="A BUR - MAR")
    seen = seen_after(game, "FRANCE", host)
    assert seen.resolution is not None
    own = seen.resolution.outcome_of("GAS")
    assert own is not None
    assert own.results == {Result.OK}


HAZY = """\
# title: Haze
def on_results(ctx):
    return {"hidden": ["SEV"]} if ctx["year"] == 1901 else None
"""


def with_words(game: Game, conditions: tuple[str, ...], counters: tuple[str, ...]) -> Game:
    turn = game.turn(Cursor(MAIN, 0))
    numbers = MappingProxyType(dict.fromkeys(counters, 7))
    position = replace(turn.position, conditions=frozenset(conditions), counters=numbers)
    return game.with_turn(Cursor(MAIN, 0), replace(turn, position=position))


def seen_now(game: Game, viewer: str, host: HookHost) -> Position:
    return seen_by(game, Cursor(MAIN, 0), viewer, host).position


@pytest.mark.parametrize(
    ("condition", "known"),
    [
        ("closed PAR - BUR", True),
        ("open BRE - ENG", True),
        ("closed MUN - BER", False),
        ("closed BUR - MUN", False),
        ("truce par-bur", True),
        ("truce mun-ber", False),
        ("plague:MUN", False),
        ("storm at STP/SC", False),
        ("FRANCE in debt", True),
        ("TURKEY in debt", False),
        ("FRANCE owes TURKEY", False),
        ("winter storms", False),
    ],
)
def test_a_condition_is_known_where_all_that_it_names_is_in_sight(condition: str, known: bool, host: HookHost) -> None:
    game = with_words(foggy("FRANCE A PAR; FRANCE F BRE; GERMANY A MUN; RUSSIA A MOS"), (condition,), ())
    assert seen_now(game, "FRANCE", host).conditions == (frozenset({condition}) if known else frozenset())


@pytest.mark.parametrize(
    ("counter", "known"),
    [
        ("core FRANCE PAR", True),
        ("core GERMANY MUN", False),
        ("core FRANCE MUN", False),
        ("debt of FRANCE", True),
        ("debt of GERMANY", False),
        ("years without capture", False),
        ("year of the last capture", False),
    ],
)
def test_a_counter_is_known_where_it_is_about_what_is_in_sight(counter: str, known: bool, host: HookHost) -> None:
    game = with_words(foggy("FRANCE A PAR; FRANCE F BRE; GERMANY A MUN; RUSSIA A MOS"), (), (counter,))
    assert seen_now(game, "FRANCE", host).counters == ({counter: 7} if known else {})


def test_the_year_of_the_last_capture_gives_no_hidden_year_away(host: HookHost) -> None:
    """All of the board is in sight now, and was not when the centre was taken."""
    clear = placed(with_text(fresh(), "haze", HAZY), "S1904M", "FRANCE A PAR; RUSSIA A SEV")
    one, two = (
        clear.with_turn(
            Cursor(MAIN, 0),
            replace(
                clear.turn(Cursor(MAIN, 0)),
                position=replace(clear.turn(Cursor(MAIN, 0)).position, counters=MappingProxyType({"year of the last capture": year})),
            ),
        )
        for year in (1901, 1902)
    )
    assert not seen_now(one, "FRANCE", host).unseen
    assert seen_now(one, "FRANCE", host) == seen_now(two, "FRANCE", host)


def test_where_the_whole_board_is_in_sight_a_condition_on_it_is_known(host: HookHost) -> None:
    game = with_words(placed(with_text(fresh(), "haze", HAZY), "S1904M", "FRANCE A PAR; RUSSIA A SEV"), ("winter storms",), ())
    assert seen_now(game, "FRANCE", host).conditions == {"winter storms"}


def test_who_is_not_limited_knows_every_condition(host: HookHost) -> None:
    game = with_words(foggy("FRANCE A PAR"), ("winter storms", "closed MUN - BER"), ("years without capture",))
    assert seen_by(game, Cursor(MAIN, 0), None, host).position == game.turn(Cursor(MAIN, 0)).position


def test_in_fog_the_origin_of_an_attack_is_known_to_the_dislodged_power(host: HookHost) -> None:
    """A unit may not retreat to where its attacker came from."""
    hides = """def on_results(ctx):
    return {"units": [u for u in ctx["units"] if u["power"] != "GERMANY"], "dislodged": ctx["dislodged"]}
"""
    game = placed(with_text(fresh(), "hides", hides), "S1901M", "FRANCE A BUR; ITALY A MAR; GERMANY A MUN; GERMANY A RUH")
    game = process(ordered(game, GERMANY="A MUN - BUR; A RUH S A MUN - BUR", FRANCE="A BUR H"))
    here = game.last(MAIN)
    origins = {
        power: [each.attacker_origin for each in seen_by(game, here, power, host).position.dislodged] for power in ("FRANCE", "ITALY")
    }
    assert origins == {"FRANCE": ["MUN"], "ITALY": [""]}


def test_who_comes_in_behind_an_attacker_that_is_out_of_sight_does_not_give_it_away(host: HookHost) -> None:
    hides = """def on_results(ctx):
    return {"units": [u for u in ctx["units"] if u["power"] != "GERMANY"], "dislodged": ctx["dislodged"]}
"""
    game = placed(with_text(fresh(), "hides", hides), "S1901M", "FRANCE A BUR; ITALY A MAR; ENGLAND A BOH; GERMANY A MUN; GERMANY A RUH")
    game = process(ordered(game, GERMANY="A MUN - BUR; A RUH S A MUN - BUR", FRANCE="A BUR H", ENGLAND="A BOH - MUN"))
    shown = seen_by(game, game.last(MAIN), "ITALY", host).position
    assert "MUN" in {unit.province for unit in shown.units}
    assert [each.attacker_origin for each in shown.dislodged] == [""]
