"""Points for a game, after the examples of those who wrote the systems down."""

from __future__ import annotations

import pytest

from entente.outcome import Outcome, OutcomeKind
from entente.scoring import ScoredGame, Scoring, score

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
