"""The start of a game, and the phase that is about to begin, as hooks at the points ``start`` and ``phase`` want them.

What each of them closes adds up, and a later one opens again only what it names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from adjudicator.adjudicating import adjudicate
from adjudicator.location import Location
from adjudicator.order import Order
from adjudicator.phase import Phase
from adjudicator.position import Position
from adjudicator.resolution import Resolution
from adjudicator.rules import rule_fields
from adjudicator.unit import Piece, Unit
from adjudicator.variant import Variant
from adjudicator.variant_tables import edge_name
from app.game.gm_edits import change_rules, edit_position
from app.game.options import variant_at, variant_with
from app.game.record import MAIN, Cursor, Game
from app.game.refusal import EditError
from app.game.table_edits import set_hook_state
from app.hooks.asking_hooks import HookQuestions, board_part, position_part
from app.hooks.attached import RunningHook
from app.hooks.hook_log import Log, LogEntry
from app.hooks.host import HookHost, Plain
from entente.words.rule_faults import rule_fault
from languages import plural, tr
from variants.hooks.contracts import Point

_OTHER = {"closed": "open", "open": "closed"}


def phase_conditions(game: Game, cursor: Cursor, host: HookHost) -> tuple[Position, Log]:
    """The position at *cursor* with the conditions that the hooks of its phase set: for the first phase of a game.

    Raises:
        EditError: hooks cannot be asked here now.
    """
    asking = HookQuestions(game, cursor, host, needed=True)
    position, _ = _asked(asking, variant_at(game, cursor), game.turn(cursor).position)
    return position, asking.log


def into_next_phase(asking: HookQuestions, variant: Variant, resolution: Resolution) -> Resolution:
    """*resolution* with the next phase as hooks want it; phases that they pass over are among those that were skipped."""
    if resolution.ending is not None or not asking.attached.has(Point.PHASE):
        return resolution
    for _ in range(4 * len(variant.calendar.steps)):
        following, skip = _asked(asking, variant, resolution.next)
        resolution = replace(resolution, next=following)
        if not skip:
            break
        passed = _passed_over(variant, following)
        captures = {each.province: each for each in (*resolution.captures, *passed.captures)}
        resolution = replace(
            resolution,
            captures=tuple(captures[province] for province in sorted(captures)),
            skipped=(*resolution.skipped, following.phase, *passed.skipped),
            next=passed.next,
            ending=passed.ending,
        )
        if resolution.ending is not None:
            break
    return resolution


def _asked(asking: HookQuestions, variant: Variant, position: Position) -> tuple[Position, bool]:
    """*position* with the conditions that hooks set, and whether one of them passes its phase over."""
    skip = False
    said: set[str] = set()
    for running in asking.attached.at(Point.PHASE):
        edges = sorted(word for word in position.conditions if word.startswith(("open ", "closed ")))
        extra = {"edges": edges, **position_part(variant, position), **board_part(variant)}
        answer = asking.ask(running, Point.PHASE, variant, position, extra, str(position.phase))
        if answer is None:
            continue
        position = _with_conditions(asking, variant, running, position, answer, said)
        if answer.get("skip") is True and position.dislodged:
            asking.refuse(running, Point.PHASE, position, tr("a phase in which units must retreat cannot be passed over"))
        elif answer.get("skip") is True:
            skip = True
            why = answer.get("why")
            asking.note(running, Point.PHASE, position, (tr("the phase is passed over") + (f": {why}" if why else ""))[:300])
    return position, skip


def _with_conditions(
    asking: HookQuestions, variant: Variant, running: RunningHook, position: Position, answer: Mapping[str, Plain], said: set[str]
) -> Position:
    """*position* with what *answer* opens and closes.

    Args:
        said: ``open`` and ``closed``, where a hook named some in this phase already: the first that does speaks in place of the phase
            before, the others add to it.
    """
    conditions = set(position.conditions)
    known = {edge_name(edge.origin, edge.target) for edge in variant.board.edges}
    for word in ("closed", "open"):
        named = answer.get(word)
        if not isinstance(named, list):
            continue
        if word not in said:
            conditions = {each for each in conditions if not each.startswith(f"{word} ")}
            said.add(word)
        strangers: list[str] = []
        for text in map(str, named):
            there = [name for name in _directions(text) if name in known]
            if not there:
                strangers.append(text)
            conditions.update(f"{word} {name}" for name in there)
            conditions.difference_update(f"{_OTHER[word]} {name}" for name in there)
        if strangers:
            more = ", " + tr("nor {count} more that it names", count=len(strangers) - 1) if len(strangers) > 1 else ""
            asking.refuse(
                running,
                Point.PHASE,
                position,
                tr("there is no step {step} on this board{more}", step=strangers[0][:60], more=more),
            )
    if conditions == position.conditions:
        return position
    changed = sorted(conditions ^ position.conditions)
    asking.note(running, Point.PHASE, position, tr("changed the edges: {edges}", edges=", ".join(changed))[:300])
    return replace(position, conditions=frozenset(conditions))


def _passed_over(variant: Variant, position: Position) -> Resolution:
    """Return the resolution where the phase of *position* is not played: the units stay, the calendar moves on, centres are counted."""
    nothing: dict[str, Sequence[Order]] = dict.fromkeys(variant.powers, ())
    resolution = adjudicate(variant, position, nothing)
    return replace(resolution, outcomes=(), refused=(), next=replace(resolution.next, units=position.units))


def _directions(text: str) -> tuple[str, ...]:
    first, both, second = text.partition(" <> ")
    return (f"{first} - {second}", f"{second} - {first}") if both else (text,)


def start_with_hooks(game: Game, host: HookHost) -> tuple[Game, Log]:
    """The game with what its hooks change before the first phase, and what they did.

    What they change is kept as an adjustment with the hook's name, as a game master's would be: the game opens again at the same start
    without asking them. Call it once, when the hooks of a new game are attached and before anything is ordered.

    Raises:
        EditError: hooks cannot be asked here now.
    """
    cursor = game.last(MAIN)
    if cursor.index != 0 or not game.hooks_at(cursor):
        return game, ()
    asking = HookQuestions(game, cursor, host, needed=True)
    for running in asking.attached.at(Point.START):
        position = game.turn(cursor).position
        rules = variant_with(game.variant, game.rules_at(cursor)).rules
        extra = {
            **position_part(game.variant, position),
            **board_part(game.variant),
            "variant": game.variant.id,
            "seasons": list(game.variant.calendar.seasons),
            "rules": {each.issue: str(getattr(rules, each.name).value) for each in rule_fields()},
        }
        answer = asking.ask(running, Point.START, game.variant, position, extra)
        if answer:
            game = _applied(game, asking, running, answer)
    for change in asking.changes():
        game = set_hook_state(game, MAIN, change.name, change.state)
    log: list[LogEntry] = list(asking.log)
    if asking.attached.has(Point.PHASE):
        before = game.turn(cursor).position
        position, entries = phase_conditions(game, cursor, host)
        log.extend(entries)
        if position != before:
            game = edit_position(game, MAIN, position, "hooks at the start of the phase", by="hook")
    return game, tuple(log)


def _applied(game: Game, asking: HookQuestions, running: RunningHook, answer: dict[str, Plain]) -> Game:
    position = game.turn(game.last(MAIN)).position
    try:
        wanted = _position(game, position, answer)
        if wanted != position:
            game = edit_position(game, MAIN, wanted, f"hook {running.name}", by="hook")
            asking.note(running, Point.START, position, _words(position, wanted))
        rules = answer.get("rules")
        if isinstance(rules, dict) and rules:
            words = [(key, str(word)) for key, word in rules.items()]
            game = change_rules(game, MAIN, words, by="hook")
            asking.note(running, Point.START, position, tr("rules: {rules}", rules=" ".join(f"{key}={word}" for key, word in words)))
    except (EditError, ValueError) as error:
        asking.refuse(running, Point.START, position, rule_fault(error))
    return game


def _position(game: Game, position: Position, answer: dict[str, Plain]) -> Position:
    """The position that the answer asks for.

    Raises:
        ValueError: a unit cannot stand there, or the calendar has no such phase.
    """
    units = answer.get("units")
    if isinstance(units, list):
        placed = [_unit(game, each) for each in units if isinstance(each, dict)]
        position = replace(position, units=tuple(sorted(placed, key=str)), dislodged=(), contested=frozenset())
    owners = answer.get("owners")
    if isinstance(owners, dict):
        changed = {**position.owners, **{centre: None if owner is None else str(owner) for centre, owner in owners.items()}}
        for centre in changed:
            place = game.variant.board.provinces.get(centre)
            if place is None or not place.centre:
                raise ValueError(tr("{centre} is no supply centre of this board", centre=centre))
        kept = {centre: owner for centre, owner in sorted(changed.items()) if owner is not None}
        position = replace(position, owners=MappingProxyType(kept))
    phase = answer.get("phase")
    if isinstance(phase, str):
        wanted = Phase.of(phase)
        if all((step.season, step.kind) != (wanted.season, wanted.kind) for step in game.variant.calendar.steps):
            raise ValueError(tr("the calendar of this variant has no phase such as {phase}", phase=phase))
        position = replace(position, phase=wanted)
    return position


def _unit(game: Game, table: dict[str, Plain]) -> Unit:
    board = game.variant.board
    coast = table.get("coast")
    unit = Unit(str(table["power"]), Piece(str(table["kind"]), Location(str(table["at"]), str(coast) if coast else None)))
    place, kind = board.provinces.get(unit.province), board.kinds.get(unit.kind)
    if unit.power not in game.variant.powers or place is None or kind is None:
        raise ValueError(tr("{unit}: there is no such power, place or kind of unit", unit=unit))
    if place.terrain not in kind.terrains or (unit.location.coast is not None and unit.location.coast not in place.coasts):
        raise ValueError(tr("{unit} cannot stand there", unit=unit))
    if not any(unit.kind in edge.kinds and edge.origin == unit.location for edge in board.edges) and place.coasts:
        raise ValueError(tr("{unit} has to name a coast, or another", unit=unit))
    return unit


def _words(before: Position, after: Position) -> str:
    parts = []
    if before.units != after.units:
        parts.append(
            plural("{count} unit on the board", "{count} units on the board", len(after.units)) if after.units else tr("the board is empty")
        )
    if before.owners != after.owners:
        parts.append(tr("centres have other owners"))
    if before.phase != after.phase:
        parts.append(tr("the game starts in {phase}", phase=after.phase))
    return ", ".join(parts) or tr("nothing changed")
