"""The opening book: lines that are possible and legal, weights that are shares, and homes that are not left open by habit."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from adjudicator import Phase, PhaseKind, Position, Unit, check_order
from adjudicator.order import Hold, Move
from adjudicator.resolution import Result
from app.players.bots import Bot, bots
from app.players.openings import book_lines, book_orders, left_behind, left_open
from entente import play
from entente import standard as board
from variants.catalogue import shipped, standard


@pytest.mark.parametrize("power", sorted(standard().powers))
def test_lines_are_legal_whole_and_their_weights_add_up(power: str) -> None:
    variant = standard()
    lines = book_lines(variant, variant.start, power)
    assert len(lines) >= 10
    assert sum(line.weight for line in lines) == pytest.approx(1.0)
    assert [line.weight for line in lines] == sorted((line.weight for line in lines), reverse=True)
    for line in lines:
        assert len(line.orders) == len(variant.start.units_of(power))
        assert all(check_order(variant, variant.start, power, order) for order in line.orders)


@pytest.mark.slow
def test_a_line_that_is_played_more_often_comes_up_more_often() -> None:
    variant = standard()
    first = book_lines(variant, variant.start, "TURKEY")[0]
    drawn = [book_orders(variant, variant.start, "TURKEY", Random(seed)) for seed in range(400)]
    assert abs(sum(each == first.orders for each in drawn) / 400 - first.weight) < 0.1


def test_other_boards_other_years_and_other_phases_have_no_book() -> None:
    start = standard().start
    later = replace(start, phase=Phase.of("S1907M"))
    assert book_lines(standard(), later, "TURKEY") == []
    assert book_lines(standard(), replace(start, phase=Phase.of("W1901A")), "TURKEY") == []
    pure = shipped("pure").variant
    assert book_orders(pure, pure.start, next(iter(pure.powers)), Random(1)) is None


def test_a_home_centre_that_a_neighbour_can_enter_is_open_unless_a_unit_stays_or_comes() -> None:
    units = tuple(sorted(map(Unit.of, ["GERMANY A BER", "GERMANY A KIE", "FRANCE A BUR"]), key=str))
    position = Position(Phase.of("F1901M"), units, {"MUN": "GERMANY", "BER": "GERMANY", "KIE": "GERMANY"})
    go = [order for order in _legal(position, "KIE") if str(order) in ("A KIE - DEN", "A KIE - MUN")]
    to_den, to_mun = sorted(go, key=str)
    assert left_open(standard(), position, "GERMANY", [to_den]) == ["MUN"]
    assert left_open(standard(), position, "GERMANY", [to_mun]) == []


def _legal(position: Position, place: str) -> list[Move]:
    from adjudicator.legal import legal_orders

    return [order for order in legal_orders(standard(), position, place) if isinstance(order, Move)]


@pytest.mark.slow
def test_first_lines_that_leave_ones_own_neutral_centres_behind_weigh_less() -> None:
    variant, lines = standard(), book_lines(standard(), standard().start, "FRANCE")
    behind = {line: left_behind(variant, variant.start, "FRANCE", line.orders) for line in lines}
    by_text = {"; ".join(map(str, line.orders)): line for line in lines}
    assert behind[by_text["A MAR - SPA; A PAR - BUR; F BRE - MAO"]] == []
    assert behind[by_text["A MAR - SPA; A PAR - PIC; F BRE - ENG"]] == []
    assert behind[by_text["A MAR - BUR; A PAR - PIC; F BRE - ENG"]] == ["POR", "SPA"]
    assert sum(line.weight for line, left in behind.items() if left) < 0.08


@pytest.mark.parametrize("power", standard().powers)
def test_nobody_opens_with_most_units_standing(power: str) -> None:
    for line in book_lines(standard(), standard().start, power):
        assert 2 * sum(isinstance(order, Hold) for order in line.orders) <= len(line.orders)


def test_six_steady_ones_open_differently_in_every_game() -> None:
    def game(seed: int) -> tuple[str, ...]:
        record = play(board(), bots(Bot.STEADY, standard(), seed), last_year=1901)
        return tuple(str(outcome.order) for step in record.steps for outcome in step.resolution.outcomes)

    games = [game(seed) for seed in range(12)]
    assert len(set(games)) == len(games)


@pytest.mark.slow
def test_most_moves_of_steady_ones_can_work_and_neutral_centres_are_taken() -> None:
    """At most 55 of 100 moves bounce; hardly more than one centre is left without owner after 1901 on average, and none after 1903."""
    moves = bounced = 0
    left: dict[int, list[int]] = {1901: [], 1903: []}
    for seed in range(6):
        record = play(board(), bots(Bot.STEADY, standard(), seed), last_year=1906)
        owned: dict[int, int] = {}
        for step in record.steps:
            owned[step.before.phase.year] = len(step.after.position.owners)
            if step.before.phase.kind is PhaseKind.MOVEMENT:
                tried = [outcome for outcome in step.resolution.outcomes if isinstance(outcome.order, Move)]
                moves += len(tried)
                bounced += sum(Result.OK not in outcome.results for outcome in tried)
        for year, found in left.items():
            found.append(34 - owned[year])
    assert bounced / moves <= 0.55
    assert sum(left[1901]) / 6 <= 2
    assert max(left[1901]) <= 3
    assert max(left[1903]) == 0
