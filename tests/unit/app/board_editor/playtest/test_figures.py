"""Sums over many games: shares with bounds, length, centres by year, places of fights, and the evenness of the seats."""

from __future__ import annotations

import math
from random import Random

import pytest

from adjudicator.order import Order
from adjudicator.resolution import Ending
from app.board_editor.playtest.evenness import chance_above, evenness, share
from app.board_editor.playtest.figures import Figures
from app.board_editor.playtest.pressure import pressed, pressure
from app.board_editor.playtest.report import evenness_sentence, short_pressure
from app.board_editor.playtest.tally import GameTally, Played, read_tally, tally_of
from app.board_editor.playtest.worker_match import played
from app.players.bots import Bot
from entente import standard
from entente.state import State
from variants.catalogue import standard as rules

POWERS = ("RED", "BLUE", "GREEN", "GREY")


def game(seed: int, *winners: str, years: int = 2, clashes: tuple[str, ...] = ("BEL",)) -> GameTally:
    rows = tuple((1, 1, 1, 1 + year) for year in range(years + 1))
    return GameTally(seed, 4, winners, "centres", winners, rows, {"BEL": 3, "HOL": 1}, {"BEL": 2}, ("BEL",), "S1901M", clashes)


def added(*games: GameTally) -> Figures:
    figures = Figures(POWERS, 1901)
    for each in games:
        figures.add(each)
    return figures


def test_a_solo_is_a_point_and_a_draw_is_shared() -> None:
    figures = added(game(1, "RED"), game(2, "RED", "BLUE"), game(3, "RED", "BLUE", "GREEN"), game(4, "GREY"))
    red, blue = figures.of_power("RED"), figures.of_power("BLUE")
    assert red.score.value == pytest.approx((1 + 1 / 2 + 1 / 3) / 4)
    assert (red.solo.value, red.draw.value, red.survival.value) == (0.25, 0.5, 0.75)
    assert blue.score.value == pytest.approx((1 / 2 + 1 / 3) / 4)
    assert [each.power for each in figures.by_power()] == ["RED", "GREY", "BLUE", "GREEN"]


def test_the_sequence_in_which_games_end_changes_no_figure() -> None:
    games = [game(seed, *POWERS[: seed % 4 + 1], years=seed % 5 + 1) for seed in range(60)]
    mixed = games.copy()
    Random(1).shuffle(mixed)
    one, other = added(*games), added(*mixed)
    assert one.by_power() == other.by_power()
    assert one.evenness() == other.evenness()
    assert one.length == other.length
    assert one.centres("GREY") == other.centres("GREY")


@pytest.mark.parametrize(
    ("count", "total", "low", "high"), [(0, 10, 0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1), (1, 1000, 0.0002, 0.0056)]
)
def test_the_bounds_of_a_share_are_those_of_wilson(count: int, total: int, low: float, high: float) -> None:
    found = share(count, total)
    assert found.low == pytest.approx(low, abs=1e-4)
    assert found.high == pytest.approx(high, abs=1e-4)


@pytest.mark.parametrize(
    ("statistic", "degrees", "chance"), [(3.841, 1, 0.05), (12.592, 6, 0.05), (16.812, 6, 0.01), (2.204, 6, 0.9), (0, 3, 1)]
)
def test_the_chance_is_that_of_the_printed_tables(statistic: float, degrees: int, chance: float) -> None:
    assert chance_above(statistic, degrees) == pytest.approx(chance, abs=2e-4)


def test_even_seats_are_called_uneven_once_in_twenty_times() -> None:
    dice, called = Random(7), 0
    for _ in range(400):
        wins = [0, 0, 0, 0]
        for _ in range(80):
            wins[dice.randrange(4)] += 1
        found = evenness(POWERS, wins, wins, 80 * 0.75, 80)
        called += not found.is_even
    assert 8 <= called <= 34, "20 of 400, as chance has it"


def test_a_seat_that_wins_too_often_is_named_in_one_sentence() -> None:
    games = [game(seed, "RED" if seed % 2 else POWERS[seed // 2 % 4]) for seed in range(200)]
    figures = added(*games)
    found = figures.evenness()
    assert found.above == ("RED",)
    assert set(found.below) == {"BLUE", "GREEN", "GREY"}
    said = evenness_sentence(rules(), figures)
    assert said.startswith("The seats are not even: ")
    assert "takes more than an equal share of the score" in said
    assert said.count(".") == 1


def test_even_seats_are_reported_with_what_would_not_have_shown() -> None:
    said = evenness_sentence(rules(), added(*(game(seed, POWERS[seed % 4]) for seed in range(100))))
    assert said.startswith("No difference between the seats shows in 100 games")
    assert "of the score would not have shown" in said


def test_few_games_say_nothing_of_the_seats() -> None:
    assert evenness_sentence(rules(), added(*(game(seed, "RED") for seed in range(19)))) == (
        "Whether the seats are even cannot be said: fewer than 20 games."
    )


def test_centres_by_year_are_means_over_the_games_that_came_so_far() -> None:
    figures = added(game(1, "GREY", years=3), game(2, "GREY", years=1))
    assert figures.years() == [1900, 1901, 1902, 1903]
    assert figures.centres("GREY") == [1, 2, 3, 4]
    assert figures.centres("RED") == [1, 1, 1, 1]
    assert figures.length.value == 2


def test_a_tally_is_a_line_of_text_and_back() -> None:
    made = played(rules(), Bot.EASY, 3, 3)
    assert read_tally(made.line()) == made
    assert made.years == 3
    assert sum(made.centres[0]) == 22
    assert all(len(row) == 7 for row in made.centres)


def fought(*texts: str) -> tuple[tuple[str, ...], GameTally]:
    """A first phase of the standard board with these orders."""
    state: State = standard().start
    orders = {power: [text for text in texts if text.partition(":")[0] == power] for power in state.powers}
    step = state.apply({power: [text.partition(": ")[2] for text in given] for power, given in orders.items()})
    given: list[tuple[str, Order]] = [(power, order) for power, each in step.given.items() for order in each]
    phases: list[Played] = [(state.position, given, step.after.position)]
    tally = tally_of(rules(), state.powers, 1, phases, step.after.position, Ending((), "stopped"))
    assert set(tally.fought.values()) <= {1}
    return tuple(tally.fought), tally


def test_provinces_are_fought_over_where_two_powers_want_them() -> None:
    places, tally = fought(
        "ENGLAND: F LON - ENG", "FRANCE: F BRE - ENG", "AUSTRIA: A VIE - GAL", "RUSSIA: A WAR - GAL", "TURKEY: A SMY - ARM",
        "GERMANY: A MUN - TYR", "ITALY: A VEN - TRI",
    )  # fmt: skip
    assert places == ("ENG", "GAL", "TRI")
    assert (tally.clash, tally.clashes) == ("S1901M", ("ENG", "GAL", "TRI"))


def test_where_a_unit_marched_off_nobody_fights_and_where_it_was_thrown_back_somebody_does() -> None:
    assert fought("AUSTRIA: F TRI - ALB", "ITALY: A VEN - TRI")[0] == ()
    assert fought("AUSTRIA: F TRI - VEN", "ITALY: A VEN - TRI")[0] == ("TRI", "VEN")
    assert fought("AUSTRIA: A VIE - TYR", "GERMANY: A MUN - TYR", "ITALY: A VEN - TYR")[0] == ("TYR",)
    assert fought("FRANCE: A PAR - BUR", "FRANCE: A MAR - BUR")[0] == (), "one power alone"


def test_neighbours_press_from_two_moves_away() -> None:
    found = {each.power: each for each in pressure(rules())}
    assert found["TURKEY"].powers == ("RUSSIA",)
    assert (found["TURKEY"].units, found["ENGLAND"].powers) == (1, ("FRANCE",))
    assert set(found["GERMANY"].powers) == {"AUSTRIA", "FRANCE", "ITALY", "RUSSIA"}
    assert math.isclose(found["FRANCE"].open_centres, 3), "Belgium, Portugal and Spain"
    assert found["FRANCE"].shared_centres == 1, "Belgium"


def test_what_presses_is_reported_in_few_words_of_those_on_whom_most_does() -> None:
    assert short_pressure(rules(), 1) == [
        "Russia: 6 units of Austria-Hungary, Germany and Turkey; 4 free centres, 4 shared",
        "and 6 powers under less pressure",
    ]
    assert len(short_pressure(rules(), 7)) == 7


def test_each_centre_has_the_units_of_others_that_reach_it() -> None:
    found = pressed(rules())
    assert len(found) == 22, "those that somebody owns at the start"
    assert found["ANK"] == 1, "the fleet from Sevastopol"
    assert found["SMY"] == 0
    assert found["WAR"] == 4, "from Vienna, Budapest, Berlin and Munich"
