"""The phase that is about to start, as the hooks at the point ``phase`` want it: passed over, or with steps of the board open or closed.

What each of them closes adds up, and a later one opens again only what it names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from adjudicator.adjudicate import adjudicate
from adjudicator.order import Order
from adjudicator.position import Position
from adjudicator.resolution import Resolution
from adjudicator.variant import Variant
from adjudicator.variant_tables import edge_name
from app.game.options import variant_at
from app.game.record import Cursor, Game
from app.hooks.asking import HookQuestions
from app.hooks.attached import RunningHook
from app.hooks.context import board_part, position_part
from app.hooks.host import HookHost
from app.hooks.log import Log
from app.hooks.plain import Plain
from languages import tr
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
