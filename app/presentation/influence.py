"""Power that was last seen in each land: the tint of provinces without a centre. No Qt."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.board import Terrain
from app.game.record import Cursor, Game


def influence(game: Game, cursor: Cursor) -> Mapping[str, str]:
    """Province without a centre to the power whose unit stood there last, up to the moment of *cursor*.

    A province that no unit has entered yet is absent; it keeps the colour of its territory.
    """
    provinces = game.variant.board.provinces
    found: dict[str, str] = {}
    for turn in game.line(cursor.branch)[: cursor.index + 1]:
        for unit in turn.position.units:
            province = provinces[unit.province]
            if not province.centre and province.terrain is not Terrain.SEA:
                found[unit.province] = unit.power
    return found
