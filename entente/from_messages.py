"""Messages to a program as values of the library: the variant of a ``new_game``, the state of a ``turn``.

They are made of the messages alone, so that a program plays boards that it never saw, under whatever names (``--scramble``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from adjudicator.board import Board, Edge, Province, Terrain, UnitKind
from adjudicator.phase import Phase, PhaseKind
from adjudicator.position import Position
from adjudicator.rules import Rules
from adjudicator.unit import Location
from adjudicator.variant import BuildPolicy, Calendar, CalendarStep, Power, PowerRole
from adjudicator.variant import Variant as Model
from entente.plain_data import PlainDataError, position_from_plain
from entente.state import State, Variant


def told_variant(new_game: Mapping[str, Any]) -> Variant:
    """The variant of a ``new_game`` message, made of its ``map`` and ``rules`` alone.

    Its start has no units: positions come with each turn, and :func:`told_state` reads them.

    Raises:
        PlainDataError: it is no such message, or its map was left out.
    """
    part = _part(new_game, "map")
    if not isinstance(part, Mapping):
        raise PlainDataError(("new_game: a map was expected; a program that names what it wants has to name 'map'",))
    try:
        return Variant(_model(new_game, part))
    except (KeyError, TypeError, ValueError, AttributeError, StopIteration) as error:
        raise PlainDataError((f"new_game: {type(error).__name__}: {error}",)) from error


def told_state(variant: Variant, turn: Mapping[str, Any]) -> State:
    """The state of a ``turn`` message; in fog, what the program's power may see of it.

    Raises:
        PlainDataError: it is none, or not of *variant*.
    """
    part = _part(turn, "position")
    if not isinstance(part, Mapping):
        raise PlainDataError(("turn: a position was expected",))
    plain = {name: each for name, each in part.items() if name in _PARTS}
    position = position_from_plain(variant.model, {**plain, "phase": turn.get("phase"), "owners": part.get("centres", {})})
    unseen = part.get("unseen", [])
    if not isinstance(unseen, list) or not all(isinstance(each, str) for each in unseen):
        raise PlainDataError(("unseen: a list of provinces was expected",))
    return State(variant, replace(position, unseen=frozenset(unseen)))


def _part(message: object, name: str) -> object:
    """A part of a message that a stranger may have written."""
    return message.get(name) if isinstance(message, Mapping) else None


_PARTS = frozenset({"units", "dislodged", "contested", "conditions", "counters"})


def _model(new_game: Mapping[str, Any], part: Mapping[str, Any]) -> Model:
    calendar = Calendar(
        tuple(
            CalendarStep(each["season"], _KINDS[each["kind"]], each.get("captures", False), each.get("later", 0))
            for each in part["calendar"]
        ),
        MappingProxyType({each["season"]: each["name"] for each in part["calendar"]}),
        part.get("year_step", 1),
    )
    first = next(step for step in calendar.steps if step.kind is PhaseKind.MOVEMENT)
    powers = {
        power: Power(power, power.title(), power.title(), power[0], PowerRole(each.get("role", "playing")), each.get("victory"))
        for power, each in part["powers"].items()
    }
    return Model(
        id=new_game["variant"],
        name=new_game["variant"],
        version="1",
        board=Board.of(tuple(_province(*each) for each in part["provinces"].items()), tuple(_kinds(part)), tuple(_edges(part))),
        powers=MappingProxyType(powers),
        calendar=calendar,
        rules=Rules.of(new_game.get("rules", "")),
        start=Position(Phase(first.season, part.get("first_year", 1901), PhaseKind.MOVEMENT), (), MappingProxyType({})),
        victory=part["victory"],
        builds=BuildPolicy(part["builds"]),
        year_limit=part.get("year_limit"),
        years_without_capture=part.get("years_without_capture"),
    )


_KINDS = {"movement": PhaseKind.MOVEMENT, "retreat": PhaseKind.RETREAT, "adjustment": PhaseKind.ADJUSTMENT}


def _province(code: str, part: Mapping[str, Any]) -> Province:
    return Province(
        code,
        part["name"],
        Terrain(part["terrain"]),
        tuple(part.get("coasts", ())),
        centre=part.get("centre", False),
        home=part.get("home"),
        convoyable=part.get("convoyable", False),
        build_site=part.get("build_site", False),
    )


def _kinds(part: Mapping[str, Any]) -> Iterable[UnitKind]:
    for letter, each in part["kinds"].items():
        terrains = frozenset(map(Terrain, each["terrains"]))
        yield UnitKind(letter, each["name"], terrains, each.get("convoys", False), each.get("convoyed", False), each.get("captures", True))


def _edges(part: Mapping[str, Any]) -> Iterable[Edge]:
    for each in part["edges"]:
        first, last = each.get("years", (None, None))
        yield Edge(
            Location.of(each["from"]),
            Location.of(each["to"]),
            frozenset(each["kinds"]),
            each.get("half_strength", 2),
            each.get("supports", True),
            None if each.get("seasons") is None else frozenset(each["seasons"]),
            (first, last),
            None if each.get("powers") is None else frozenset(each["powers"]),
        )
