"""The replay check: orders are the truth, positions the check."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from types import MappingProxyType

from adjudicator import Ending, Phase, PhaseKind, Position, Resolution, Variant
from app.game.edits import add_audit, last_counts
from app.game.entries import ForcedResult
from app.game.played import adjusted, difference
from app.game.record import MAIN, Branch, Cursor, EditError, Game, Turn, variant_at
from app.game.rulings import Referee, apply_forced, judged_orders, plain_referee
from entente.words.rule_faults import rule_fault
from languages import tr

TRUSTED = "The positions in the file were trusted over its orders."
"""The reason of adjustments that come of trusting the positions."""

_CANNOT_BE_FORCED = "It could not be forced."
"""The reason of forced results that were left out when a person chose the record to trust."""

_BY_RULE = frozenset({"centres", "year limit", "no captures"})


@dataclass(frozen=True, slots=True)
class Difference:
    """Difference of a record in a file from the result of its orders."""

    cursor: Cursor
    phase: Phase
    """The phase as the file has it."""
    recorded: str
    """Words of the file: ``AUSTRIA A SER``; ``nothing`` where it is silent."""
    expected: str
    """Words for the consequence of the orders."""

    def __str__(self) -> str:
        return tr(
            "{phase}: the file has {recorded}, the orders give {expected}", phase=self.phase, recorded=self.recorded, expected=self.expected
        )


@dataclass(frozen=True, slots=True)
class Replayed:
    """A game with every phase adjudicated again from its recorded position."""

    game: Game
    differences: tuple[Difference, ...]
    """Differences as the file lists them; the first is the first phase and unit that differ."""
    unforced: Mapping[Cursor, tuple[ForcedResult, ...]]
    """Forced results of the file that its orders have no place for."""


@dataclass(frozen=True, slots=True)
class _Ruling:
    """Ruling over a recorded turn."""

    resolution: Resolution
    unforced: tuple[ForcedResult, ...] = ()
    troubles: tuple[str, ...] = ()
    """Obstacles that were met."""


def replay(game: Game, referee: Referee = plain_referee) -> Replayed:
    """Adjudicate every recorded turn, and compare what follows with what is recorded. Recorded positions stay."""
    differences: list[Difference] = []
    following: dict[Cursor, Position] = {}
    branches: list[Branch] = []
    unforced: dict[Cursor, tuple[ForcedResult, ...]] = {}
    for branch in game.branches:
        turns: list[Turn] = []
        expected = game.variant.start if branch.start == 0 else following.get(_before(game, branch), game.variant.start)
        for index, turn in enumerate(branch.turns):
            cursor = Cursor(branch.name, branch.start + index)
            if turn.starts_here:
                expected = turn.position
            for change in () if turn.starts_here else turn.adjustments:
                expected = adjusted(expected, change, turn.phase)
            differences.extend(position_differences(cursor, turn.position, expected))
            if turn.resolution is None:
                turns.append(turn)
                continue
            ruling = _ruling(game, cursor, turn, referee)
            resolution = ruling.resolution
            differences.extend(Difference(cursor, turn.phase, "this", trouble) for trouble in ruling.troubles)
            if ruling.unforced:
                unforced[cursor] = ruling.unforced
            turns.append(replace(turn, resolution=resolution, orders=judged_orders(turn, resolution)))
            following[cursor] = expected = resolution.next
        branch = replace(branch, turns=tuple(turns))
        branches.append(_with_ending(branch, differences))
    return Replayed(replace(game, branches=tuple(branches)), tuple(differences), MappingProxyType(unforced))


def trust_orders(game: Game, referee: Referee = plain_referee) -> Game:
    """The game with every position as the orders give it.

    Recorded phases that no longer come up are left out; phases that come up and were not recorded have no orders.
    """
    rebuilt = replace(game, branches=())
    for branch in game.branches:
        rebuilt = _rebuilt(rebuilt, game, branch, referee)
    return rebuilt


def trust_positions(replayed: Replayed) -> Game:
    """The game with every position as the file has it; where the orders give another, a game master's adjustment says so.

    A game whose first phase is not the variant's start begins there: nothing came before it that a game master could have changed.
    A forced result that no order has and an end that no rule gives are taken back; the trail says so.
    """
    game = replayed.game
    differing = {each.cursor for each in replayed.differences}
    for cursor in sorted(differing, key=lambda each: (each.branch, each.index)):
        turn = game.turn(cursor)
        if cursor == Cursor(MAIN, 0) and not turn.adjustments and turn.phase != game.variant.start.phase:
            game = game.with_turn(cursor, replace(turn, starts_here=True))
            continue
        expected = game.variant.start
        if cursor.index > 0:
            before = game.line(cursor.branch)[cursor.index - 1]
            assert before.resolution is not None, "a turn that another follows was processed"
            expected = before.resolution.next
        for change in turn.adjustments:
            expected = adjusted(expected, change, turn.phase)
        if expected == turn.position:
            continue
        adjustment = difference(expected, turn.position, TRUSTED, "GM")
        game = game.with_turn(cursor, replace(turn, adjustments=(*turn.adjustments, adjustment)))
    for cursor, unforced in replayed.unforced.items():
        game = _without_forced(game, cursor, unforced)
    for branch in game.branches:
        if _is_wrong_end(branch):
            game = add_audit(game.with_branch(replace(branch, ending=_ruled_end(branch))), _taken_back(branch), "GM")
    return game


def _without_forced(game: Game, cursor: Cursor, unforced: tuple[ForcedResult, ...]) -> Game:
    """The game without results that cannot be forced, each noted in the trail."""
    turn = game.turn(cursor)
    left = tuple(each for each in turn.forced if each not in unforced)
    for each in unforced:
        game = add_audit(game, f"result of {each.unit} in {turn.phase} left to the rules: {_CANNOT_BE_FORCED}", "GM")
    return game.with_turn(cursor, replace(turn, forced=left))


def _taken_back(branch: Branch) -> str:
    return "ending taken back" if branch.name == MAIN else f"ending taken back in branch {branch.name}"


# --- comparing ---


def _before(game: Game, branch: Branch) -> Cursor:
    """The turn that the first own turn of *branch* continues."""
    assert branch.parent is not None
    cursor = Cursor(branch.parent.branch, branch.parent.index - 1)
    return Cursor(game.owner(cursor).name, cursor.index)


def position_differences(cursor: Cursor, recorded: Position, expected: Position) -> Iterator[Difference]:
    """Each place in which *recorded* is not what the orders give: *expected*."""
    if recorded == expected:
        return
    pairs = chain(
        _phases(recorded, expected),
        *(_by_place(facts(recorded), facts(expected)) for facts in _FACTS),
    )
    for has, gives in pairs:
        yield Difference(cursor, recorded.phase, has, gives)


def _phases(recorded: Position, expected: Position) -> Iterator[tuple[str, str]]:
    if recorded.phase != expected.phase:
        yield tr("phase {phase}", phase=recorded.phase), tr("phase {phase}", phase=expected.phase)


def _by_place(recorded: dict[str, str], expected: dict[str, str]) -> Iterator[tuple[str, str]]:
    for place in sorted(recorded.keys() | expected.keys()):
        has, gives = recorded.get(place, "nothing"), expected.get(place, "nothing")
        if has != gives:
            yield (
                has if has != "nothing" else tr("nothing in {place}", place=place),
                gives if gives != "nothing" else tr("nothing in {place}", place=place),
            )


_FACTS: tuple[Callable[[Position], dict[str, str]], ...] = (
    lambda position: {unit.province: str(unit) for unit in position.units},
    lambda position: {each.unit.province: tr("{one} dislodged", one=each) for each in position.dislodged},
    lambda position: {place: tr("{place} owned by {power}", place=place, power=power) for place, power in position.owners.items()},
    lambda position: {place: tr("{place} contested", place=place) for place in position.contested},
    lambda position: {each: each for each in position.conditions},
    lambda position: {name: f"{name} = {number}" for name, number in position.counters.items()},
)
"""Facts of a position in words, each kind by province or name."""


# --- ruling again ---


def _ruling(game: Game, cursor: Cursor, turn: Turn, referee: Referee) -> _Ruling:
    """Return the ruling over the turn, each forced result that can be carried out among it."""
    try:
        resolution = referee(game, cursor).resolution
    except ValueError as error:
        recorded = turn.resolution or Resolution((), (), (), (), turn.position)
        return _Ruling(recorded, troubles=(tr("nothing, since {error}", error=rule_fault(error)),))
    forced: tuple[ForcedResult, ...] = ()
    unforced: tuple[ForcedResult, ...] = ()
    troubles: list[str] = []
    ruled = resolution
    for each in turn.forced:
        try:
            ruled = apply_forced(resolution, (*forced, each), variant_at(game, cursor), turn.position)
        except EditError as error:
            unforced += (each,)
            troubles.append(tr("no such forced result: {error}", error=error))
        else:
            forced += (each,)
    return _Ruling(ruled, unforced, tuple(troubles))


def _with_ending(branch: Branch, differences: list[Difference]) -> Branch:
    """The branch ended as its last ruling says; what people declared stands."""
    if len(branch.turns) < 2:
        return branch
    ruled = _ruled_end(branch)
    told = branch.ending
    if told is None:
        return branch if ruled is None else replace(branch, ending=ruled)
    if _is_wrong_end(branch):
        cursor = Cursor(branch.name, branch.start + len(branch.turns) - 1)
        gives = (
            tr("an open game")
            if ruled is None
            else tr("the end {winners} ({reason})", winners=", ".join(ruled.winners) or tr("nobody"), reason=tr(ruled.reason))
        )
        has = tr("the end {winners} ({reason})", winners=", ".join(told.winners) or tr("nobody"), reason=tr(told.reason))
        differences.append(Difference(cursor, branch.turns[-1].phase, has, gives))
    return branch


def _ruled_end(branch: Branch) -> Ending | None:
    """Return the ending of the branch by its last ruling, if there is one."""
    last = branch.turns[-2].resolution if len(branch.turns) > 1 else None
    return None if last is None else last.ending


def _is_wrong_end(branch: Branch) -> bool:
    """Return True if the branch has an end by rule that its last ruling does not give."""
    return len(branch.turns) > 1 and branch.ending is not None and branch.ending.reason in _BY_RULE and branch.ending != _ruled_end(branch)


# --- trusting the orders ---


def _rebuilt(rebuilt: Game, recorded: Game, branch: Branch, referee: Referee) -> Game:
    """*rebuilt* with *branch* played again."""
    parent = branch.parent
    if parent is not None:
        names = {each.name for each in rebuilt.branches}
        if parent.branch not in names:
            return rebuilt
        parent = _same_moment(rebuilt, recorded, parent)
    line = () if parent is None else rebuilt.line(parent.branch)[: parent.index]
    first = branch.turns[0]
    position = first.position if first.starts_here else recorded.variant.start
    if line:
        before = line[-1].resolution
        if before is None:
            return rebuilt
        position = before.next
    pending = {turn.phase: turn for turn in branch.turns}
    last = branch.turns[-1]
    turns: list[Turn] = []
    ending = branch.ending if branch.ending is not None and branch.ending.reason not in _BY_RULE else None
    while True:
        recorded_turn = pending.pop(position.phase, None)
        was_played = recorded_turn is not None and recorded_turn.phase != last.phase
        came_to_end = not was_played and _is_end(recorded.variant, position.phase, tuple(pending), last.phase)
        if came_to_end and recorded_turn is None and last.phase.kind is position.phase.kind and not last.adjustments:
            recorded_turn = pending.pop(last.phase, None)  # the open phase, whose heading names another one
        turn = _played(recorded_turn, position)
        turns.append(turn)
        grown = rebuilt.with_branch(Branch(branch.name, parent, tuple(turns), ending))
        if came_to_end or len(turns) > len(branch.turns) + len(recorded.variant.calendar.steps):
            return grown
        cursor = Cursor(branch.name, len(line) + len(turns) - 1)
        ruling = _ruling(grown, cursor, turn, referee)
        resolution = ruling.resolution
        if ruling.unforced:
            grown = _without_forced(grown, cursor, ruling.unforced)
            rebuilt, turn = replace(rebuilt, audit=grown.audit), grown.turn(cursor)
        turns[-1] = replace(turn, resolution=resolution, orders=judged_orders(turn, resolution))
        position = resolution.next
        if resolution.ending is not None:
            turns.append(_played(pending.pop(position.phase, None), position))
            return rebuilt.with_branch(Branch(branch.name, parent, tuple(turns), resolution.ending))


def _same_moment(rebuilt: Game, recorded: Game, parent: Cursor) -> Cursor:
    """The moment in the rebuilt line at which the phase of *parent* stands, or the nearest before it."""
    phase = recorded.turn(parent).phase
    line = rebuilt.line(parent.branch)
    index = next((at for at, turn in enumerate(line) if turn.phase == phase), min(parent.index, len(line) - 1))
    return Cursor(rebuilt.owner(Cursor(parent.branch, index)).name, index)


def _played(recorded: Turn | None, position: Position) -> Turn:
    """The recorded turn on *position*, with its adjustments made to it; a turn without orders where none was recorded."""
    if recorded is None:
        return Turn(position)
    for change in () if recorded.starts_here else recorded.adjustments:
        position = adjusted(position, change, recorded.phase)
    orders = {power: last_counts(lines) for power, lines in recorded.orders.items()}
    return replace(recorded, position=position, orders=MappingProxyType(orders), resolution=None)


def _is_end(variant: Variant, phase: Phase, pending: tuple[Phase, ...], last: Phase) -> bool:
    """Return True if *phase* is the open one: no recorded phase that was played is still to come, whatever the heading of the *last* one.

    Retreats and adjustments that were not recorded come up before the last one and are passed over; a movement phase is none of these.
    """
    rank = _rank(variant, phase)
    if any(_rank(variant, each) > rank for each in pending if each != last):
        return False
    return rank >= _rank(variant, last) or phase.kind is PhaseKind.MOVEMENT


def _rank(variant: Variant, phase: Phase) -> tuple[int, int]:
    steps = [(step.season, step.kind) for step in variant.calendar.steps]
    place = (phase.season, phase.kind)
    return phase.year, steps.index(place) if place in steps else len(steps)
