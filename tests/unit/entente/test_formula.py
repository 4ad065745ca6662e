"""Points by a formula: what it may say, what it comes to, and that nothing in it does harm or takes long."""

from __future__ import annotations

import pytest

from entente.formula import DEEPEST, LONGEST, Formula, FormulaError
from entente.outcome import Outcome, OutcomeKind
from entente.scoring import ScoredGame, score
from tests.quick import one_by_one

CENTRES = {"ENGLAND": 12, "RUSSIA": 9, "TURKEY": 8, "ITALY": 5, "FRANCE": 0}
OPEN = Outcome(OutcomeKind.OPEN)
GAME = ScoredGame(CENTRES, OPEN)
SOLO = ScoredGame({"ENGLAND": 18, "RUSSIA": 16}, Outcome(OutcomeKind.SOLO, ("ENGLAND",), "centres"))


def points(text: str, game: ScoredGame = GAME) -> dict[str, float]:
    return dict(Formula.of(text).points(game))


def test_sum_of_squares_as_a_formula_is_sum_of_squares() -> None:
    shares = score("sum-of-squares", ScoredGame(CENTRES, OPEN))
    assert points("centres^2 / sum(centres^2)") == pytest.approx(dict(shares))


def test_carnage_without_eliminations_as_a_formula() -> None:
    game = ScoredGame({"A": 14, "B": 7, "C": 7, "D": 6}, OPEN)
    assert points("1000 * (powers + 1 - rank) + centres", game) == pytest.approx(dict(score("carnage", game)))


@one_by_one(
    ("text", "number"),
    [
        ("1 + 2 * 3", 7),
        ("(1 + 2) * 3", 9),
        ("-2 ^ 2", -4),
        ("10 - 3 - 2", 5),
        ("if(centres >= 12, 5, 1)", 5),
        ("max(centres, 20) + min(1, 2)", 21),
        ("most - second", 3),
        ("survivors * 100 + leaders", 401),
        ("sum(alive)", 4),
        ("sum(centres - sum(centres) / powers)", 0),
        ("total = 34", 1),
        ("rank < 2", 1),
        ("0.5 * centres", 6),
        ("3 - -2", 5),
    ],
)
def test_it_counts_as_arithmetic_does(text: str, number: float) -> None:
    assert points(text)["ENGLAND"] == pytest.approx(number)


def test_it_knows_who_won() -> None:
    assert points("if(solo, 100 * won, centres)", SOLO) == {"ENGLAND": 100, "RUSSIA": 0}
    drawn = ScoredGame(CENTRES, Outcome(OutcomeKind.DRAW, ("ENGLAND", "ITALY"), "draw"))
    assert points("60 * shared / sum(shared)", drawn) == {"ENGLAND": 30, "RUSSIA": 0, "TURKEY": 0, "ITALY": 30, "FRANCE": 0}


@one_by_one(
    ("text", "column", "words"),
    [
        ("centres +", 10, "missing"),
        ("2 * (centres", 13, "')' is missing"),
        ("2 3", 3, "not expected"),
        ("cheese * 2", 1, "no name here"),
        ("min(1)", 7, "takes 2 values"),
        ("1 $ 2", 2, "not understood"),
        ("__import__('os')", 1, "not understood"),
        ("", 1, "missing"),
        ("2 + 99999999999999", 5, "at most 9 digits"),
        ("0.1234567890", 1, "at most 9 digits"),
        ("\uff15", 1, "not understood"),
    ],
)
def test_a_mistake_is_named_with_its_column(text: str, column: int, words: str) -> None:
    with pytest.raises(FormulaError, match="column") as raised:
        Formula.of(text)
    assert raised.value.column == column
    assert words in str(raised.value)


@one_by_one(
    ("text", "column", "words"),
    [
        ("1 / 0", 3, "divides by zero"),
        ("centres / (most - 12)", 9, "divides by zero"),
        ("99999 ^ 16", 7, "more than 1,000,000,000"),
        ("(0-2) ^ 0.5", 7, "powers go from 0 to 16"),
        ("2 ^ 17", 3, "powers go from 0 to 16"),
        ("1 + sum(99999999*99)", 17, "more than 1,000,000,000"),
        ("1 + sum(999999999)", 5, "more than 1,000,000,000"),
    ],
)
def test_a_number_that_cannot_be_is_refused_with_its_column(text: str, column: int, words: str) -> None:
    with pytest.raises(FormulaError, match=words) as raised:
        Formula.of(text).points(GAME)
    assert raised.value.column == column


def test_long_and_deep_formulas_are_refused() -> None:
    with pytest.raises(FormulaError, match="at most"):
        Formula.of("1+" * LONGEST + "1")
    with pytest.raises(FormulaError, match="brackets"):
        Formula.of("(" * (DEEPEST + 1) + "1" + ")" * (DEEPEST + 1))
    assert Formula.of("(" * (DEEPEST - 1) + "1" + ")" * (DEEPEST - 1)).points(GAME)["ITALY"] == 1


def test_sums_within_sums_are_worked_out_once() -> None:
    nested = "sum(" * 20 + "centres" + ")" * 20
    many = ScoredGame({f"P{number}": 1 for number in range(34)}, OPEN)
    with pytest.raises(FormulaError, match="comes to more"):
        Formula.of(nested).points(many)


def test_years_that_are_not_known_are_not_guessed() -> None:
    with pytest.raises(FormulaError, match="years"):
        points("years + 1")
    assert points("years", ScoredGame(CENTRES, OPEN, years={"FRANCE": 4}))["FRANCE"] == 4


def test_an_abandoned_game_gives_nothing() -> None:
    assert set(points("10", ScoredGame(CENTRES, Outcome(OutcomeKind.ABANDONED))).values()) == {0}
