"""Answers of commands as data, for programs: the same as their words, as the viewer may see them.

The form of each answer is in ``docs/formats/answers.schema.json``.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from datetime import datetime
from itertools import groupby

from adjudicator import Ending, OrderOutcome, PhaseKind, Variant
from app.game.deadlines import are_ignored, due, still_to_come, terms_of
from app.game.opening import Opened
from app.game.readiness import builds_left, missing, removals_left, unattended, unordered
from app.game.record import Cursor, OrderLine, Turn
from app.game.silence import misses, silence_rule
from app.mail_in.account import asked_about, units_asked_about
from app.session.session import Session, now_of
from entente.words import describe_outcome, describe_verdict
from entente.words.names import power_name
from languages import labelled
from variants.fault import Severity


def kept_lines(session: Session) -> tuple[str, ...]:
    """Return the lines kept for the phase at the end of the branch in view, by power, as the viewer may know them."""
    game = session.shown
    found = game.kept_for(game.last(session.branch))
    return tuple(labelled(power_name(session.variant, line.power), line.text) for line in found)


Data = Mapping[str, object]

_KINDS = {PhaseKind.MOVEMENT: "movement", PhaseKind.RETREAT: "retreats", PhaseKind.ADJUSTMENT: "builds"}


def as_json(data: Data) -> str:
    """*data* as the text that a command says."""
    return json.dumps(data, indent=1, ensure_ascii=False)


def status_data(session: Session) -> Data:
    """Return the state of the game."""
    game, variant, turn = session.shown, session.variant, session.turn
    ending = game.branch(session.branch).ending
    lacking = missing(variant, session.open_turn, unattended(game)) if session.viewer is None and ending is None else {}
    return {
        "game": game.name,
        "id": game.id,
        "variant": game.variant.id,
        "branch": session.branch,
        "phase": str(turn.phase),
        "powers": {
            power: {"centres": len(turn.position.centres_of(power)), "units": len(turn.position.units_of(power))}
            for power in variant.powers
        },
        "missing": None if session.viewer is not None else dict(lacking),
        "due": _moment(due(session.open_turn.deadline)),
        "kept_lines": len(kept_lines(session)),
        "ending": _ending(ending),
        "is_modified": session.document.is_modified,
    }


def lacking_data(session: Session) -> Data:
    """Return the powers that still lack orders in the open phase, and their units."""
    variant, turn = session.variant, session.open_turn
    nobody = unattended(session.shown)
    lacking: dict[str, object] = {}
    for power in variant.powers if session.viewer is None else (session.viewer,):
        if power not in variant.powers or power in nobody:
            continue
        asked = units_asked_about(variant, turn, power)
        units = [str(unit.piece) for unit in unordered(variant, turn, power) if unit.province not in asked]
        builds, removals = builds_left(variant, turn, power), removals_left(variant, turn, power)
        lines = {text: str(each.order) for text, each in asked_about(variant, turn, power).items()}
        if units or builds or removals or lines:
            lacking[power] = {"units": units, "builds": builds, "removals": removals} | ({"asked": lines} if lines else {})
    return {"phase": str(turn.phase), "lacking": lacking}


def orders_data(session: Session, cursor: Cursor) -> Data:
    """The orders of a phase, each line as it was read; as it was received for its sender and the game master alone."""
    variant, turn = session.variant, session.shown.turn(cursor)
    powers = [power for power in variant.powers if session.viewer is None or power in turn.orders]
    return {
        "phase": str(turn.phase),
        "branch": cursor.branch,
        "is_open": turn.resolution is None,
        "orders": {
            power: None if power not in turn.orders else [_line(session, turn, power, line) for line in turn.orders[power]]
            for power in powers
        },
    }


def orders_csv(session: Session, cursor: Cursor) -> str:
    """The orders of a phase as a table with commas: power, canonical order, and what became of it. Received words are left out."""
    turn = session.shown.turn(cursor)
    outcomes = {} if turn.resolution is None else {(each.power, str(each.order)): each.results for each in turn.resolution.outcomes}
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(("Phase", "Power", "Order", "Result"))
    for power in session.variant.powers:
        for line in turn.orders_of(power):
            if line.order is None or line.is_replaced:
                continue
            results = outcomes.get((power, str(line.order)), ())
            table.writerow((str(turn.phase), power, str(line.order), " ".join(sorted(result.value for result in results))))
    return text.getvalue().rstrip("\n")


def _line(session: Session, turn: Turn, power: str, line: OrderLine) -> Data:
    variant = session.variant
    order = None if line.order is None else str(line.order)
    is_own = session.viewer in {None, power}
    verdict = line.verdict
    refused = None if line.order is None or verdict is None or verdict else describe_verdict(variant, turn.position, line.order, verdict)
    return {
        "power": power,
        "text": line.text if is_own else order or "",
        "order": order,
        "is_legal": line.is_legal,
        "is_replaced": line.is_replaced,
        "is_withdrawn": line.is_withdrawn,
        "refused": refused,
    }


def board_data(session: Session, cursor: Cursor) -> Data:
    """The position of a phase, with its orders."""
    variant, turn = session.variant, session.shown.turn(cursor)
    position = turn.position
    return {
        **orders_data(session, cursor),
        "units": {power: [str(unit.piece) for unit in position.units_of(power)] for power in variant.powers},
        "dislodged": [
            {"power": each.unit.power, "unit": str(each.unit.piece), "attacked_from": each.attacker_origin} for each in position.dislodged
        ],
        "centres": {power: list(position.centres_of(power)) for power in variant.powers},
        "contested": sorted(position.contested),
        "conditions": sorted(position.conditions),
        "counters": dict(sorted(position.counters.items())),
    }


def results_data(session: Session, turn: Turn) -> Data:
    """Return the outcome of each order of a phase that is decided."""
    resolution, variant = turn.resolution, session.variant
    assert resolution is not None
    outcomes = [_outcome(variant, turn, each) for each in resolution.outcomes]
    by_power = {power: list(each) for power, each in groupby(outcomes, key=lambda said: str(said["power"]))}
    return {
        "phase": str(turn.phase),
        "next": str(resolution.next.phase),
        "outcomes": by_power,
        "refused": [_outcome(variant, turn, each) for each in resolution.refused],
        "captures": [{"centre": each.province, "from": each.old, "to": each.new} for each in resolution.captures],
        "passed_over": [str(phase) for phase in resolution.skipped],
        "ending": _ending(resolution.ending),
    }


def _outcome(variant: Variant, turn: Turn, outcome: OrderOutcome) -> Data:
    return {
        "power": outcome.power,
        "order": str(outcome.order),
        "given": outcome.given,
        "results": sorted(result.value for result in outcome.results),
        "words": describe_outcome(variant, turn.position, outcome),
    }


def processed_data(session: Session, turn: Turn) -> Data:
    """Return the results of the phase that was just decided, and the next deadline."""
    return {**results_data(session, turn), "due": _moment(due(session.open_turn.deadline))}


def deadlines_data(session: Session) -> Data:
    """Return the deadline of the open phase, and the terms of the game's deadlines."""
    terms = terms_of(session.shown)
    return {
        "phase": str(session.open_turn.phase),
        "due": _moment(due(session.open_turn.deadline)),
        "now": _moment(now_of(session)),
        "time_zone": terms.zone,
        "grace_seconds": int(terms.grace.total_seconds()),
        "time_seconds": {_KINDS[kind]: int(time.total_seconds()) for kind, time in terms.times.items()},
        "stopped_since": _moment(terms.stopped),
        "speeds_up": terms.speeds_up,
        "absences": [
            {"power": each.power, "first": each.first.isoformat(), "last": each.last.isoformat()}
            for each in still_to_come(session.shown, now_of(session))
        ],
        "absences_ignored": are_ignored(session.shown),
        "silence": None if (rule := silence_rule(session.shown)) is None else rule.text,
        "misses": {power: list(phases) for power, phases in misses(session.shown).items()},
    }


def mails_data(session: Session) -> Data:
    """The mails that were taken in for the open phase."""
    return {
        "phase": str(session.open_turn.phase),
        "mails": [
            {
                "number": number,
                "power": mail.power or None,
                "name": mail.name,
                "address": mail.address,
                "subject": mail.subject,
                "sent": mail.sent or None,
                "received": mail.received or None,
                "taken": mail.taken or None,
                "is_decided": mail.decided,
            }
            for number, mail in enumerate(session.open_turn.mails, 1)
        ],
    }


def checked_data(opened: Opened, name: str) -> Data:
    """Return the faults of a game's file."""
    return {
        "file": name,
        "standing": opened.standing.value,
        "obstacle": None if opened.obstacle is None else str(opened.obstacle),
        "errors": len(opened.errors),
        "warnings": len(opened.faults) - len(opened.errors),
        "faults": [
            {
                "line": fault.span.line,
                "column": fault.span.column,
                "severity": "error" if fault.severity is Severity.ERROR else "warning",
                "what": fault.what,
                "expected": fault.expected,
            }
            for fault in opened.faults
        ],
        "differences": [str(each) for each in opened.differences],
    }


def _moment(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()


def _ending(ending: Ending | None) -> Data | None:
    return None if ending is None else {"winners": list(ending.winners), "reason": ending.reason}
