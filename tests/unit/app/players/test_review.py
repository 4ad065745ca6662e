"""Lessons of a game: what was given away, and centres that were left open."""

from __future__ import annotations

from adjudicator import Phase, Position, Unit
from adjudicator.notation import parse_order
from app.players.strong.opponent_plans import SeenOrders
from app.players.strong.review import lessons, turning_lessons
from variants.catalogue import standard

OWNERS = dict.fromkeys(standard().board.centres, "FRANCE") | dict.fromkeys(("MUN", "BER", "KIE"), "GERMANY")
"""France wants what Germany has, since there is nothing else to take."""
WORK = 1_500


def seen(*german: str, phase: str = "F1904M") -> SeenOrders:
    texts = ["GERMANY A MUN", "GERMANY A BER", "FRANCE A BUR", "FRANCE A RUH"]
    position = Position(Phase.of(phase), tuple(sorted(map(Unit.of, texts), key=str)), OWNERS)
    return SeenOrders(position, {"GERMANY": tuple(map(parse_order, german))})


def test_a_centre_that_was_left_open_is_named_with_who_enters_it() -> None:
    (lesson,) = lessons(standard(), [seen("A MUN - BOH", "A BER - PRU")], "GERMANY", WORK)
    assert lesson.loss > 0
    assert [(each.province, each.by) for each in lesson.open] == [("MUN", "FRANCE")]
    assert 0.25 <= lesson.open[0].part <= 1.0
    assert any("MUN" in str(order) for order in lesson.better)


def test_orders_that_serve_best_give_nothing_away() -> None:
    (first,) = lessons(standard(), [seen("A MUN - BOH", "A BER - PRU")], "GERMANY", WORK)
    (again,) = lessons(standard(), [seen(*map(str, first.better))], "GERMANY", WORK)
    assert again.loss == 0.0
    assert again.better == again.ordered
    assert again.open == ()


def test_the_phases_in_which_most_was_given_away_are_the_turning_points_in_their_sequence() -> None:
    given_away = ("A MUN - BOH", "A BER - PRU")
    (first,) = lessons(standard(), [seen(*given_away, phase="F1904M")], "GERMANY", WORK)
    games = [seen(*given_away, phase="F1903M"), seen(*map(str, first.better)), seen(*given_away, phase="F1905M")]
    assert [each.phase.year for each in turning_lessons(lessons(standard(), games, "GERMANY", WORK), 2)] == [1903, 1905]


def test_a_power_without_units_has_no_lesson() -> None:
    assert lessons(standard(), [seen("A MUN H")], "ITALY", WORK) == []
