"""Points for a game, after the examples of those who wrote the systems down."""

from __future__ import annotations

import pytest

from entente.outcome import Outcome, OutcomeKind
from entente.scoring import ScoredGame, Scoring, score
from tests.quick import one_by_one

DRAWN = {"ENGLAND": 12, "RUSSIA": 9, "TURKEY": 8, "ITALY": 5, "FRANCE": 0, "GERMANY": 0, "AUSTRIA": 0}
DRAW = Outcome(OutcomeKind.DRAW, ("ENGLAND", "RUSSIA", "TURKEY", "ITALY"), "draw")
SOLO = Outcome(OutcomeKind.SOLO, ("ENGLAND",), "centres")


def points(system: Scoring, centres: dict[str, int], outcome: Outcome, eliminated: tuple[str, ...] = ()) -> dict[str, float]:
    return {power: round(value, 4) for power, value in score(system, ScoredGame(centres, outcome, eliminated)).items()}


def test_draw_size_shares_equally_among_those_in_the_draw() -> None:
    shares = points(Scoring.DRAW_SIZE, DRAWN, DRAW)
    assert shares == {"ENGLAND": 0.25, "RUSSIA": 0.25, "TURKEY": 0.25, "ITALY": 0.25, "FRANCE": 0, "GERMANY": 0, "AUSTRIA": 0}


def test_sum_of_squares_as_in_its_example() -> None:
    shares = points(Scoring.SUM_OF_SQUARES, DRAWN, DRAW)
    assert (shares["ENGLAND"], shares["RUSSIA"], shares["TURKEY"], shares["ITALY"]) == (0.4586, 0.258, 0.2038, 0.0796)


def test_centres_as_in_its_example() -> None:
    shares = points(Scoring.CENTRES, DRAWN, DRAW)
    assert (shares["ENGLAND"], shares["RUSSIA"], shares["TURKEY"], shares["ITALY"]) == (0.3529, 0.2647, 0.2353, 0.1471)


def test_carnage_as_in_its_examples() -> None:
    ranked = {"RUSSIA": 14, "TURKEY": 7, "FRANCE": 6, "GERMANY": 4, "ENGLAND": 3, "ITALY": 0, "AUSTRIA": 0}
    open_draw = Outcome(OutcomeKind.DRAW, ("RUSSIA", "TURKEY"), "draw")
    assert points(Scoring.CARNAGE, ranked, open_draw, ("AUSTRIA", "ITALY")) == {
        "RUSSIA": 7014, "TURKEY": 6007, "FRANCE": 5006, "GERMANY": 4004, "ENGLAND": 3003, "ITALY": 2000, "AUSTRIA": 1000,
    }  # fmt: skip
    tied = {"ENGLAND": 8, "RUSSIA": 8, "FRANCE": 7, "TURKEY": 6, "ITALY": 4, "AUSTRIA": 1, "GERMANY": 0}
    assert points(Scoring.CARNAGE, tied, open_draw) == {
        "ENGLAND": 6508, "RUSSIA": 6508, "FRANCE": 5007, "TURKEY": 4006, "ITALY": 3004, "AUSTRIA": 2001, "GERMANY": 1000,
    }  # fmt: skip
    solo = points(Scoring.CARNAGE, {**DRAWN, "ENGLAND": 18, "ITALY": 0, "TURKEY": 7}, SOLO)
    assert solo == {**dict.fromkeys(DRAWN, 0.0), "ENGLAND": 28_034}


@pytest.mark.parametrize("system", [Scoring.DRAW_SIZE, Scoring.SUM_OF_SQUARES, Scoring.CENTRES])
def test_a_solo_takes_everything_and_an_abandoned_game_is_worth_nothing(system: Scoring) -> None:
    assert points(system, DRAWN, SOLO) == {**dict.fromkeys(DRAWN, 0.0), "ENGLAND": 1}
    assert set(points(system, DRAWN, Outcome(OutcomeKind.ABANDONED)).values()) == {0}


@pytest.mark.parametrize("system", [Scoring.DRAW_SIZE, Scoring.SUM_OF_SQUARES, Scoring.CENTRES])
def test_an_open_game_counts_as_a_draw_among_all_that_own_a_centre(system: Scoring) -> None:
    assert points(system, DRAWN, Outcome(OutcomeKind.OPEN)) == points(system, DRAWN, DRAW)


def test_nobody_owning_anything_shares_equally() -> None:
    nothing = dict.fromkeys(DRAWN, 0)
    assert points(Scoring.CENTRES, nothing, DRAW)["ENGLAND"] == 0.25
    assert set(points(Scoring.CENTRES, nothing, Outcome(OutcomeKind.OPEN)).values()) == {0}


def test_every_system_has_a_sentence_and_a_source() -> None:
    assert all(system.description and system.source for system in Scoring)
    with pytest.raises(ValueError, match="dice"):
        score("dice", ScoredGame(DRAWN, DRAW))


RANKED = {"RUSSIA": 14, "TURKEY": 7, "FRANCE": 6, "GERMANY": 4, "ENGLAND": 3, "ITALY": 0, "AUSTRIA": 0}
TIED = {"ENGLAND": 8, "RUSSIA": 8, "FRANCE": 7, "TURKEY": 6, "ITALY": 4, "AUSTRIA": 1, "GERMANY": 0}
WON = {"RUSSIA": 18, "TURKEY": 7, "FRANCE": 6, "GERMANY": 3, "ENGLAND": 0, "ITALY": 0, "AUSTRIA": 0}
OPEN = Outcome(OutcomeKind.OPEN)
RUSSIA_WINS = Outcome(OutcomeKind.SOLO, ("RUSSIA",), "centres")
YEARS = {"ITALY": 4, "AUSTRIA": 1, "GERMANY": 3, "ENGLAND": 10}


def by_years(system: Scoring, centres: dict[str, int], outcome: Outcome, years: dict[str, int]) -> dict[str, float]:
    return {power: round(value, 4) for power, value in score(system, ScoredGame(centres, outcome, years=years)).items()}


def test_c_diplo_by_hand() -> None:
    assert points(Scoring.C_DIPLO, RANKED, OPEN) == {
        "RUSSIA": 53, "TURKEY": 22, "FRANCE": 14, "GERMANY": 5, "ENGLAND": 4, "ITALY": 1, "AUSTRIA": 1,
    }  # fmt: skip
    shared = points(Scoring.C_DIPLO, TIED, OPEN)
    assert (shared["ENGLAND"], shared["RUSSIA"], shared["FRANCE"], shared["TURKEY"]) == (35, 35, 15, 7)
    assert sum(shared.values()) == 100
    assert points(Scoring.C_DIPLO, WON, RUSSIA_WINS) == {**dict.fromkeys(WON, 0.0), "RUSSIA": 100}


def test_tribute_by_hand() -> None:
    # Five survivors share 66: 13.2 each; Russia has 8 above six, which each of the four pays.
    paid = points(Scoring.TRIBUTE, RANKED, OPEN)
    assert (paid["RUSSIA"], paid["TURKEY"], paid["ENGLAND"], paid["ITALY"]) == (59.2, 12.2, 8.2, 0)
    # Six survivors share 66: 11 each; both leaders have 2 above six, and four pay 2 to both together.
    two = points(Scoring.TRIBUTE, TIED, OPEN)
    assert (two["ENGLAND"], two["RUSSIA"], two["FRANCE"], two["AUSTRIA"]) == (23, 23, 16, 10)
    # Nobody pays more than the share: 66 / 2 is 33, and 17 - 6 is 11; 66 / 7 is 9.43, less than 17 - 6.
    long = points(
        Scoring.TRIBUTE, {"RUSSIA": 17, "TURKEY": 11, **dict.fromkeys(("FRANCE", "GERMANY", "ENGLAND", "ITALY", "AUSTRIA"), 1)}, OPEN
    )
    assert (long["FRANCE"], round(long["RUSSIA"], 2)) == (1, 83.0)


def test_bangkok_by_hand() -> None:
    found = by_years(Scoring.BANGKOK, TIED, OPEN, YEARS)
    # Shares: 3 + 3 for eight centres, 2 for seven, 1 for six: nine, and twelve points to give.
    assert (found["ENGLAND"], found["FRANCE"], found["TURKEY"], found["ITALY"]) == (15, 12.6667, 10.3333, 7)
    assert found["GERMANY"] == 0.9
    won = by_years(Scoring.BANGKOK, WON, RUSSIA_WINS, YEARS)
    assert (won["RUSSIA"], won["TURKEY"], won["ENGLAND"]) == (41, 3.5, 0)


def test_detour09_by_hand() -> None:
    found = by_years(Scoring.DETOUR09, RANKED, OPEN, YEARS)
    # 14 + 2 + 4 + a lead of 7; 7 + 2 + 3; 6 + 2 + 2; 4 + 2 + 1; 3 + 2: 61 in all.
    assert (found["RUSSIA"], found["TURKEY"]) == (round(2700 / 61, 4), round(1200 / 61, 4))
    assert (found["FRANCE"], found["GERMANY"], found["ENGLAND"]) == (round(1000 / 61, 4), round(700 / 61, 4), round(500 / 61, 4))
    assert (found["ITALY"], found["AUSTRIA"]) == (1, 0.25)
    tied = by_years(Scoring.DETOUR09, TIED, OPEN, YEARS)
    # Both leaders take the lower place, 3, and no lead: 13 + 13 + 11 + 9 + 6 + 3 is 55.
    assert (tied["ENGLAND"], tied["FRANCE"], tied["TURKEY"]) == (round(1300 / 55, 4), round(1100 / 55, 4), round(900 / 55, 4))
    won = by_years(Scoring.DETOUR09, WON, RUSSIA_WINS, {**YEARS, "TURKEY": 10})
    assert (won["RUSSIA"], won["TURKEY"], won["ITALY"]) == (110, 2, 1)


def test_world_classic_by_hand() -> None:
    found = by_years(Scoring.WORLD_CLASSIC, TIED, OPEN, YEARS)
    assert (found["ENGLAND"], found["FRANCE"], found["GERMANY"]) == (134, 100, 3)
    won = by_years(Scoring.WORLD_CLASSIC, WON, RUSSIA_WINS, {**YEARS, "TURKEY": 6})
    assert (won["RUSSIA"], won["TURKEY"], won["ITALY"]) == (420, 6, 4)


@pytest.mark.parametrize("system", [each for each in Scoring if each.counts_years])
def test_years_that_are_not_known_are_not_guessed(system: Scoring) -> None:
    with pytest.raises(ValueError, match="years that powers lived"):
        score(system, ScoredGame(RANKED, OPEN))


@one_by_one("system", Scoring)
def test_an_abandoned_game_gives_nothing_in_any_system(system: Scoring) -> None:
    assert set(by_years(system, RANKED, Outcome(OutcomeKind.ABANDONED), YEARS).values()) == {0}
