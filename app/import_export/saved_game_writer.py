"""Games of ours written as saved games of the package ``diplomacy``, and what of a file read from there we have no place for."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import lru_cache

from adjudicator.builds import adjustments_of
from adjudicator.legal import legal_orders, orderable
from adjudicator.order import Build, Disband, Move, Order, Remove, Retreat, Waive
from adjudicator.phase import PhaseKind
from adjudicator.position import Position
from adjudicator.resolution import Resolution, Result
from adjudicator.variant import PowerRole, Variant
from adjudicator.variant_tables import variant_tables
from app.game.entries import Press
from app.game.record import MAIN, Cursor, Game, Turn, variant_with
from app.import_export.received import REST_FILE
from app.import_export.saved_game import BOARDS, GIVEN_KEY, OVER, RULE_KEY, compact

_CODES = {
    Result.BOUNCE: "bounce",
    Result.NO_CONVOY: "no convoy",
    Result.CUT: "cut",
    Result.DISRUPTED: "disrupted",
    Result.VOID: "void",
    Result.ILLEGAL: "void",
    Result.DISLODGED: "dislodged",
    Result.DESTROYED: "disband",
}
_NAMES = {ours: theirs for theirs, ours in BOARDS.items()}
_REBUILT = frozenset({"name", "units", "retreats", "centers", "orders", "messages", GIVEN_KEY})
"""Keys of a phase that are never copied from the original file, since they are the game itself."""


def saved_game(game: Game, branch: str = MAIN) -> dict[str, object]:
    """*game* as plain data of a saved game: each phase of the line of *branch*, the open one too.

    Contents of a file of that package that we have no place for are restored, where the phase they belong to is unchanged.
    """
    line = game.line(branch)
    ending = game.branch(branch).ending
    board = _NAMES.get(game.variant.id, game.variant.id)
    has_press = any(turn.press for turn in line)
    rules = ["POWER_CHOICE"] if has_press else ["NO_PRESS", "POWER_CHOICE"]
    shared = {"game_id": game.name, "map": board, "rules": rules}
    seen: dict[str, str] = {}
    phases: list[dict[str, object]] = []
    for index, turn in enumerate(line):
        for unit in turn.position.units:
            seen[unit.province] = unit.power
        is_end = ending is not None and index == len(line) - 1
        variant = variant_with(game.variant, game.rules_at(Cursor(branch, index)))
        phases.append(_phase(variant, turn, seen, shared, OVER if is_end else str(turn.phase)))
    _messages(line, phases)
    stated = [f"{key}={word}" for key, word in game.rules]
    written: dict[str, object] = {"id": game.name, "map": board, "rules": rules, RULE_KEY: stated, "phases": phases}
    return _with_rest(written, game)


def saved_game_bytes(game: Game, branch: str = MAIN) -> bytes:
    """The same as a file of one line, as that package writes it."""
    return json.dumps(saved_game(game, branch), ensure_ascii=False).encode() + b"\n"


def _phase(variant: Variant, turn: Turn, seen: Mapping[str, str], shared: Mapping[str, object], name: str) -> dict[str, object]:
    position = turn.position
    powers = [power.id for power in variant.powers.values() if power.role is PowerRole.PLAYING]
    units = {power: [str(unit.piece) for unit in position.units_of(power)] for power in powers}
    retreats: dict[str, dict[str, list[str]]] = {power: {} for power in powers}
    for each in position.dislodged:
        options = legal_orders(variant, position, each.unit.location)
        units[each.unit.power].append(f"*{each.unit.piece}")
        retreats[each.unit.power][str(each.unit.piece)] = [str(order.target) for order in options if isinstance(order, Retreat)]
    state: dict[str, object] = {
        "note": turn.note,
        "name": name,
        "units": units,
        "retreats": retreats,
        "centers": {power: list(position.centres_of(power)) for power in powers},
        "homes": {power: [code for code, place in variant.board.provinces.items() if place.home == power] for power in powers},
        "influence": {power: sorted(place for place, who in seen.items() if who == power) for power in powers},
        "civil_disorder": dict.fromkeys(powers, 0),
        "builds": {power: _builds(variant, position, power) for power in powers},
        **shared,
    }
    if variant.id in _NAMES:
        state["zobrist_hash"] = zobrist_hash(variant, position)
    orders = {power: _orders(variant, turn, power) for power in powers}
    given = {power: _given(turn, power) for power in powers}
    differing = {power: {"written": orders[power], "given": given[power]} for power in powers if given[power] != orders[power]}
    if differing and turn.resolution is not None:
        state[GIVEN_KEY] = differing
    return {
        "name": name,
        "state": state,
        "orders": orders,
        "results": {} if turn.resolution is None else _results(turn.resolution),
        "messages": [],
    }


def _given(turn: Turn, power: str) -> list[str] | None:
    """Return the orders of *power*, as they are read again, or ``None``. An unreadable line is its writer's alone."""
    lines = turn.orders.get(power)
    return None if lines is None else [str(line.order) for line in lines if line.order is not None and not line.is_replaced]


def _orders(variant: Variant, turn: Turn, power: str) -> list[str] | None:
    """The orders of *power* as that package takes them: of a phase that was played, those that can be carried out.

    Waives are left out there: it takes them for what is not ordered, and its own check of a saved game falls over them.
    """
    lines = turn.orders.get(power)
    if turn.resolution is None:
        return None if lines is None else [str(line.order) for line in lines if line.order is not None and not line.is_replaced]
    position = turn.position
    has_waived = any(isinstance(line.order, Waive) for line in lines or ())  # then a build too many would take the place of the waive
    given = (
        line.order
        for line in lines or ()
        if line.is_legal
        or (line.order is not None and not line.is_replaced and not has_waived and _could_be_given(variant, position, line.order))
    )
    return [
        *(_as_written_there(variant, order) for order in given if order is not None and not isinstance(order, Waive)),
        *_filled_in(turn, power),
    ]


def _could_be_given(variant: Variant, position: Position, order: Order) -> bool:
    """Return True if that order, refused beside others, is one that its unit or place may be given: one build too many, for instance."""
    return not isinstance(order, Waive) and order in legal_orders(variant, position, order.piece.location)


def _as_written_there(variant: Variant, order: Order) -> str:
    """The text of *order*: that package asks for ``VIA`` behind every move that needs a convoy, and knows no route."""
    if not isinstance(order, Move) or order.piece.kind != "A":
        return str(order)
    start, end = order.piece.location.province, order.target.province
    walks = any((edge.origin.province, edge.target.province) == (start, end) and "A" in edge.kinds for edge in variant.board.edges)
    return str(replace(order, via_convoy=order.via_convoy or not walks, route=()))


def _filled_in(turn: Turn, power: str) -> list[str]:
    """Return the orders that the rules filled in for *power*, but for units that held: that package would decide by rules of its own."""
    if turn.resolution is None:
        return []
    outcomes = (each for each in turn.resolution.outcomes if each.power == power and not each.given)
    return [str(each.order) for each in outcomes if isinstance(each.order, Retreat | Disband | Build | Remove)]


@lru_cache(maxsize=8)
def _zobrist_tables(places: tuple[str, ...], centres: str, powers: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Numbers for kinds, units, kinds and units that were dislodged, centres and homes; by power (or kind) and place."""
    seed = (12_345 + len(places) + sum(ord(letter) * 7**at for at, letter in enumerate(centres))) % 2**32
    chance = random.Random(seed)  # noqa: S311 - the package's own sequence: nothing here is secret
    return tuple(
        tuple(tuple(chance.randint(1, 2**63 - 1) for _ in places) for _ in range(rows)) for rows in (2, powers, 2, powers, powers, powers)
    )


def zobrist_hash(variant: Variant, position: Position) -> str:
    """The hash by which the package ``diplomacy`` knows a position: a number for each unit, centre and home, joined by exclusive or."""
    provinces = variant.board.provinces
    places = tuple(sorted(str(each) for code, place in provinces.items() for each in _locations(code, place.coasts)))
    at = {place: index for index, place in enumerate(places)}
    powers = sorted(power.id for power in variant.powers.values() if power.role is PowerRole.PLAYING)
    centres = "-".join(sorted(code for code, place in provinces.items() if place.centre))
    kinds, units, out_kinds, out_units, owned, homes = _zobrist_tables(places, centres, len(powers))
    found = 0
    for row, power in enumerate(powers):
        for unit in position.units_of(power):
            place = at[str(unit.piece.location)]
            found ^= kinds["AF".index(unit.kind)][place] ^ units[row][place]
        for centre in position.centres_of(power):
            found ^= owned[row][at[centre]]
        for code, province in provinces.items():
            if province.home == power:
                found ^= homes[row][at[code]]
    for each in position.dislodged:
        place = at[str(each.unit.piece.location)]
        found ^= out_kinds["AF".index(each.unit.kind)][place] ^ out_units[powers.index(each.unit.power)][place]
    return str(found)


def _locations(code: str, coasts: Iterable[str]) -> Iterator[str]:
    yield code
    yield from (f"{code}/{coast}" for coast in coasts)


def _builds(variant: Variant, position: Position, power: str) -> dict[str, object]:
    if position.phase.kind is not PhaseKind.ADJUSTMENT:
        return {"count": 0, "homes": []}
    count = adjustments_of(variant_tables(variant), position).balance(power)
    sites: Sequence[str] = []
    if count > 0:
        places = orderable(variant, position, power)
        sites = [str(each) for each in places if any(isinstance(order, Build) for order in legal_orders(variant, position, each))]
    return {"count": count, "homes": list(dict.fromkeys(site.partition("/")[0] for site in sites))}


def _results(resolution: Resolution) -> dict[str, list[str]]:
    return {
        str(outcome.unit.piece): sorted({_CODES[result] for result in outcome.results if result in _CODES})
        for outcome in resolution.outcomes
        if outcome.unit is not None
    }


def _messages(turns: Sequence[Turn], phases: Sequence[dict[str, object]]) -> None:
    """Add the press of *turns* to *phases*, one message for each receiver. That package tells messages apart by their moment alone."""
    last = 0
    for turn, phase in zip(turns, phases, strict=True):
        messages: list[dict[str, object]] = []
        for press in turn.press:
            for receiver in press.receivers or ("GLOBAL",):
                last = max(last + 1, _microseconds(press.at))
                words = {"sender": _sender(press), "recipient": receiver, "time_sent": last, "phase": phase["name"], "message": press.text}
                messages.append(words)
        phase["messages"] = messages


def _sender(press: Press) -> str:
    return "SYSTEM" if press.sender == "GM" else press.sender


def _microseconds(moment: str) -> int:
    try:
        when = datetime.fromisoformat(moment)
    except ValueError:
        return 0
    seconds = int(when.replace(microsecond=0).timestamp())
    return seconds * 1_000_000 + when.microsecond


# --- what we have no place for ---


def rest_of(original: Mapping[str, object], game: Game) -> tuple[bytes, tuple[str, ...]]:
    """Return the values of *original* that ``saved_game(game)`` lacks: as JSON to be kept, and as words; empty without any."""
    written = saved_game(game)
    top = {key: value for key, value in original.items() if key != "phases" and not _same(value, written.get(key))}
    phases: dict[str, object] = {}
    words: dict[str, int] = {}
    ours = written["phases"]
    theirs = original["phases"]
    assert isinstance(ours, list)
    assert isinstance(theirs, list)
    for mine, other in zip(ours, theirs, strict=False):
        state = other.get("state") if isinstance(other.get("state"), dict) else {}
        state_rest = {key: value for key, value in state.items() if key not in _REBUILT and not _same(value, mine["state"].get(key))}
        rest = {key: value for key, value in other.items() if key not in {*_REBUILT, "state"} and not _same(value, mine.get(key))}
        for key in (*state_rest, *rest):
            words[key] = words.get(key, 0) + 1
        if state_rest or rest:
            phases[mine["name"]] = {"of": _digest(mine), "state": state_rest, "phase": rest}
    if not top and not phases:
        return b"", ()
    said = [*sorted(set(top) - {"id", "rules", "map"}), *(f"{key} ({count} phases)" for key, count in sorted(words.items()))]
    return compact({"game": top, "phases": phases}), tuple(said)


def _with_rest(written: dict[str, object], game: Game) -> dict[str, object]:
    kept = next((each.data for each in game.files if each.name == REST_FILE), b"")
    if not kept:
        return written
    try:
        rest = json.loads(kept)
        top, by_phase = dict(rest["game"]), dict(rest["phases"])
        phases = written["phases"]
        assert isinstance(phases, list)
        for phase in phases:
            found = by_phase.get(phase["name"])
            if found is not None and found["of"] == _digest(phase):
                phase["state"] |= {key: value for key, value in found["state"].items() if key not in _REBUILT}
                phase |= {key: value for key, value in found["phase"].items() if key not in {*_REBUILT, "state"}}
    except (ValueError, TypeError, KeyError, AttributeError):  # edited by hand: the game itself is whole
        return written
    return written | {key: value for key, value in top.items() if key != "phases"}


def _digest(phase: Mapping[str, object]) -> str:
    """Return the digest of a phase's position and orders: what was kept about it holds as long as these are the same."""
    state = phase["state"]
    assert isinstance(state, dict)
    return hashlib.sha256(compact([state["units"], state["centers"], phase["orders"]])).hexdigest()[:16]


def _same(one: object, other: object) -> bool:
    """Return True if two values mean the same; the sequence within lists does not count, nor does a missing value beside an empty text."""
    if isinstance(one, dict) and isinstance(other, dict):
        return all(_same(one.get(key), other.get(key)) for key in one.keys() | other.keys())
    if isinstance(one, list) and isinstance(other, list):
        return sorted(map(repr, one)) == sorted(map(repr, other))
    return one == other or (not one and not other)
