"""The value-spreading opponent: where its values lie, and that it takes and supports what they say."""

from __future__ import annotations

from adjudicator import Phase, Position, Unit
from app.players.spreading import SpreadingBot, Values
from variants.catalogue import standard


def position_of(phase: str, units: str, owners: dict[str, str]) -> Position:
    return Position(Phase.of(phase), tuple(sorted(map(Unit.of, units.split(", ")), key=str)), owners)


def ordered(position: Position, power: str, seed: int = 1) -> list[str]:
    player = SpreadingBot(seed)
    player.started(standard(), power)
    return sorted(map(str, player.choose_orders(position, power, None)))


def test_values_fall_with_the_way_from_a_foreign_centre() -> None:
    owners = dict.fromkeys(standard().board.centres, "FRANCE") | {"MUN": "GERMANY"}
    values = Values(standard(), position_of("F1905M", "FRANCE A GAS, GERMANY A MUN", owners), "FRANCE")
    worth = {str(piece): each for piece, each in zip(values.board.pieces, values.worth, strict=True)}
    assert worth["A MUN"] > worth["A PIC"] > worth["A SYR"]


def test_a_unit_goes_to_the_centre_beside_it_and_its_neighbour_supports_where_somebody_could_come() -> None:
    owners = {"PAR": "FRANCE", "BEL": "GERMANY", "MUN": "GERMANY", "KIE": "GERMANY", "ROM": "ITALY"}
    position = position_of("F1905M", "FRANCE A BUR, FRANCE A PIC, GERMANY A HOL, ITALY A ROM", owners)
    assert any(
        {"A BUR - BEL", "A PIC S A BUR - BEL"} == set(each) or {"A BUR S A PIC - BEL", "A PIC - BEL"} == set(each)
        for each in (ordered(position, "FRANCE", seed) for seed in range(20))
    )


def test_builds_stand_where_the_values_are_highest_and_the_worst_placed_is_removed() -> None:
    owners = {"PAR": "FRANCE", "MAR": "FRANCE", "BRE": "FRANCE", "MUN": "GERMANY", "BER": "GERMANY", "ROM": "ITALY"}
    build = position_of("W1905A", "FRANCE A PIC, FRANCE F ENG, ITALY A ROM", owners)
    assert len(ordered(build, "FRANCE")) == 1
    removal = position_of("W1905A", "FRANCE A BUR, FRANCE A NAF, ITALY A ROM", {"PAR": "FRANCE", "MUN": "GERMANY", "ROM": "ITALY"})
    assert ordered(removal, "FRANCE") == ["A NAF D"]
