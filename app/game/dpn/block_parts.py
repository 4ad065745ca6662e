"""A game cut into the blocks that its file is made of: the writer's half of ``app.game.dpn.build``."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType
from typing import Any, NamedTuple

from adjudicator import Hold, OrderOutcome, PhaseKind, Piece, Position, Resolution, Result, Unit, Variant, Waive
from app.game.dpn.block_kinds import TURN_KINDS
from app.game.dpn.blocks import (
    At,
    AuditBlock,
    EndingBlock,
    GameBlock,
    Key,
    NotesBlock,
    PhaseBlock,
    PlayersBlock,
    PowerOrders,
    RecordedOrder,
)
from app.game.dpn.phase_block import START, STARTS_HERE, branch_attribute
from app.game.dpn.text_source import Heading
from app.game.entries import SealedOrders
from app.game.record import MAIN, Branch, Game, OrderLine, Turn

_OK = frozenset({Result.OK})
_ILLEGAL = frozenset({Result.ILLEGAL})


class Part(NamedTuple):
    """A block of a game before it is worded."""

    key: Key
    heading: Heading
    value: Any
    """Argument of ``lines`` of its kind."""


def head_parts(game: Game, *, lists_players: bool = False) -> Iterator[Part]:
    """The blocks before the first phase.

    Args:
        lists_players: whether the players stand there also where there is none yet.
    """
    variant = game.variant
    block = GameBlock(game.id, game.name, variant.id, variant.version, game.variant_checksum, game.rules, game.settings, game.note)
    yield Part(Key("game"), Heading("game"), block)
    if game.players or game.members or lists_players:
        places = variant.powers if game.table is None else ()
        yield Part(Key("players"), Heading("players"), PlayersBlock(game.players, game.members, tuple(places)))
    if game.table is not None:
        yield Part(Key("table"), Heading("table"), game.table)
    for hook in game.hooks:
        yield _named("hook", hook.name, hook)


def tail_parts(game: Game) -> Iterator[Part]:
    """The blocks after the last phase."""
    for power, text in game.notes.items():
        yield _named("notes", power, NotesBlock(power, text))
    for file in game.files:
        yield _named("file", file.name, file)
    if game.audit:
        yield Part(Key("audit"), Heading("audit"), AuditBlock(game.audit))


def _named(kind: str, name: str, value: object) -> Part:
    return Part(Key(kind, name=name), Heading(kind, (name,)), value)


def ending_part(branch: Branch) -> Part | None:
    """The block that says how *branch* ended."""
    if branch.ending is None:
        return None
    name = written_branch(branch)
    return Part(Key("ending", branch.name), Heading("ending", (), branch_attribute(name)), EndingBlock(name, branch.ending))


def written_branch(branch: Branch) -> str | None:
    """The branch as headings name it: the one that the game started with is not named.

    >>> from app.game.record import Branch
    >>> written_branch(Branch("b2", None, ()))
    'b2'
    >>> print(written_branch(Branch(MAIN, None, ())))
    None
    """
    return None if branch.name == MAIN else branch.name


def origin_of(game: Game, branch: Branch) -> str | None:
    """Return the value of ``from=``: the phase that the first own turn of *branch* continues."""
    parent = branch.parent
    if parent is None:
        return None
    if parent.index == 0:
        return START if parent.branch == game.branches[0].name else f"{parent.branch}:{START}"
    before = game.line(parent.branch)[parent.index - 1].phase
    return str(before) if parent.branch == game.branches[0].name else f"{parent.branch}:{before}"


def turn_parts(
    variant: Variant, turn: Turn, branch: str, written: str | None, origin: str | None, *, has_places: bool = False
) -> Iterator[Part]:
    """The blocks of one turn of *branch*, its phase first.

    Args:
        has_places: whether powers that sent nothing yet are named, so that each has its place in the file.
    """
    at, attributes = At(turn.phase, written), branch_attribute(written)
    phase = str(turn.phase)
    heading = Heading(
        "phase", (phase, *(STARTS_HERE if turn.starts_here else ())), (*attributes, *(() if origin is None else (("from", origin),)))
    )
    yield Part(Key("phase", branch, phase), heading, phase_part(variant, turn, at, origin, has_places=has_places))
    for kind, told in TURN_KINDS.items():
        value = getattr(turn, told.field)
        if kind == "sealed":
            for name, sealed in _named_apart(turn):
                yield Part(Key(kind, branch, phase, name), Heading(kind, (phase, sealed.power), attributes), sealed)
        elif value:
            for name, each in ((str(number), each) for number, each in enumerate(value)) if told.each else (("", value),):
                yield Part(Key(kind, branch, phase, name), Heading(kind, (phase,), attributes), each)


def _named_apart(turn: Turn) -> Iterator[tuple[str, SealedOrders]]:
    """Yield the sealed orders of *turn*, with names that distinguish their blocks: a power has one that counts, and others given up."""
    given_up: dict[str, int] = {}
    for sealed in turn.sealed:
        if sealed.is_given_up:
            number = given_up[sealed.power] = given_up.get(sealed.power, 0) + 1
            yield f"{sealed.power} given up {number}", sealed
        else:
            yield sealed.power, sealed


def phase_part(variant: Variant, turn: Turn, at: At, origin: str | None, *, has_places: bool = False) -> PhaseBlock:
    """The ``[phase ...]`` block of a turn."""
    position = turn.position
    units: dict[str, list[Piece]] = {power: [] for power in variant.powers}
    for unit in position.units:
        units.setdefault(unit.power, []).append(unit.piece)
    centres: dict[str, list[str]] = {power: [] for power in variant.powers}
    for place, power in sorted(position.owners.items()):
        centres.setdefault(power, []).append(place)
    retreats = position.phase.kind is PhaseKind.RETREAT
    return PhaseBlock(
        at=at,
        origin=origin,
        starts_here=turn.starts_here,
        units=MappingProxyType({power: tuple(pieces) for power, pieces in units.items()}),
        centres=MappingProxyType({power: tuple(places) for power, places in centres.items()}),
        dislodged=position.dislodged if retreats or position.dislodged else None,
        contested=position.contested if retreats or position.contested else None,
        conditions=position.conditions or None,
        counters=position.counters or None,
        changes=turn.changes,
        orders=MappingProxyType(_orders(variant, turn, has_places=has_places)),
        note=turn.note,
        has_places=has_places,
    )


def _orders(variant: Variant, turn: Turn, *, has_places: bool) -> dict[str, PowerOrders]:
    results = _Results(turn.resolution) if turn.resolution is not None else None
    sent: dict[str, PowerOrders] = {}
    for power in (*variant.powers, *(name for name in turn.orders if name not in variant.powers)):
        lines = turn.orders.get(power)
        recorded = [_recorded(power, line, results) for line in lines or ()]
        if results is not None:
            recorded += results.filled_in(power)
        if lines is not None:
            sent[power] = PowerOrders(received=True, lines=tuple(recorded))
        elif turn.position.unseen:
            continue  # seen in one power's view: that nothing is seen of what it sent is not that it sent nothing
        elif recorded or ((results is not None or has_places) and _could_order(turn.position, power)):
            sent[power] = PowerOrders(received=False, lines=tuple(recorded))
    return sent


def _could_order(position: Position, power: str) -> bool:
    if position.phase.kind is PhaseKind.RETREAT:
        return any(each.unit.power == power for each in position.dislodged)
    if position.phase.kind is PhaseKind.ADJUSTMENT:
        return len(position.centres_of(power)) != len(position.units_of(power))
    return bool(position.units_of(power))


def _recorded(power: str, line: OrderLine, results: _Results | None) -> RecordedOrder:
    if line.order is None:
        return RecordedOrder(line.text, None, frozenset(), raw=True)
    if line.is_replaced:
        return RecordedOrder(line.text, line.order, frozenset(), replaced=True)
    if results is None:
        return RecordedOrder(line.text, line.order, frozenset(), withdrawn=line.is_withdrawn)
    return RecordedOrder(line.text, line.order, results.of(power, line))


class _Results:
    """The outcomes of a phase, by the orders that got them."""

    def __init__(self, resolution: Resolution) -> None:
        self._given: dict[tuple[str, str], OrderOutcome] = {}
        self._filled: dict[str, list[OrderOutcome]] = {}
        for outcome in (*resolution.refused, *resolution.outcomes):
            if outcome.given:
                self._given[outcome.power, str(outcome.order)] = outcome
            elif outcome.unit is not None and not (isinstance(outcome.order, Hold) and outcome.results == _OK):
                self._filled.setdefault(outcome.power, []).append(outcome)
        self._by_unit = {outcome.unit: outcome for outcome in resolution.outcomes if outcome.unit is not None}

    def of(self, power: str, line: OrderLine) -> frozenset[Result]:
        """Return the results of the order of *line*."""
        order = line.order
        assert order is not None
        outcome = self._given.get((power, str(order)))
        if outcome is not None:
            return outcome.results
        standing = None if isinstance(order, Waive) else self._by_unit.get(Unit(power, order.piece))
        if standing is not None and not line.is_legal:
            return standing.results | _ILLEGAL
        return _OK if isinstance(order, Waive) else _ILLEGAL

    def filled_in(self, power: str) -> list[RecordedOrder]:
        """Return the orders that the rules filled in for *power*, with their results; holds that nothing happened to are passed over."""
        return [RecordedOrder(str(outcome.order), outcome.order, outcome.results, given=False) for outcome in self._filled.get(power, ())]
