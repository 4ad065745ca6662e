"""Games of ours written as saved games of the package ``diplomacy``, and what of a file read from there we have no place for."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from datetime import datetime

from adjudicator.adjustment import adjustments_of
from adjudicator.legal import legal_orders, orderable
from adjudicator.order import Build, Retreat
from adjudicator.phase import PhaseKind
from adjudicator.position import Position
from adjudicator.resolution import Resolution, Result
from adjudicator.variant import PowerRole, Variant
from adjudicator.variant_tables import variant_tables
from app.exchange.received import REST_FILE
from app.exchange.saved_game import BOARDS, OVER, RULE_KEY, compact
from app.game.entries import Press
from app.game.options import variant_with
from app.game.record import MAIN, Cursor, Game, Turn

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
_REBUILT = frozenset({"name", "units", "retreats", "centers", "orders", "messages"})
"""What of a phase is never put back from the file it came from, since it is the game itself."""


def saved_game(game: Game, branch: str = MAIN) -> dict[str, object]:
    """*game* as plain data of a saved game: each phase of the line of *branch*, the open one too.

    What a file of that package said that we have no place for is put back, where the phase it belongs to is as it was.
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
    return {
        "name": name,
        "state": state,
        "orders": {power: _orders(turn, power) for power in powers},
        "results": {} if turn.resolution is None else _results(turn.resolution),
        "messages": [],
    }


def _orders(turn: Turn, power: str) -> list[str] | None:
    if power not in turn.orders:
        return None
    return [str(line.order) if line.order is not None else line.text for line in turn.orders[power] if not line.is_replaced]


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
    """Put the press of *turns* into *phases*, one message for each receiver. That package tells messages apart by their moment alone."""
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
    """What *original* says and ``saved_game(game)`` does not: as JSON to be kept, and as words to be shown; empty without any."""
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
    except (ValueError, TypeError, KeyError, AttributeError):  # somebody edited it by hand: the game itself is whole
        return written
    return written | {key: value for key, value in top.items() if key != "phases"}


def _digest(phase: Mapping[str, object]) -> str:
    """What a phase's position and orders are, in few letters: what was kept about it holds as long as these are the same."""
    state = phase["state"]
    assert isinstance(state, dict)
    return hashlib.sha256(compact([state["units"], state["centers"], phase["orders"]])).hexdigest()[:16]


def _same(one: object, other: object) -> bool:
    """Whether two values say the same; the sequence within lists is no matter, nor is nothing and an empty text."""
    if isinstance(one, dict) and isinstance(other, dict):
        return all(_same(one.get(key), other.get(key)) for key in one.keys() | other.keys())
    if isinstance(one, list) and isinstance(other, list):
        return sorted(map(repr, one)) == sorted(map(repr, other))
    return one == other or (not one and not other)
