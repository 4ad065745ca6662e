"""Readiness of a phase: powers that have not ordered all they could, and lines that will not be carried out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from adjudicator import Build, PhaseKind, PowerRole, Remove, Retreat, Unit, Variant, Waive, adjustment, has_choice, legal_orders
from app.game.edits import add_audit, set_lines
from app.game.entries import SeatKind
from app.game.record import Game, OrderLine, Turn, variant_at


@dataclass(frozen=True, slots=True)
class DoubtfulLine:
    """A line that will not be carried out as it was received."""

    power: str
    line: OrderLine


@dataclass(frozen=True, slots=True)
class Readiness:
    """Reasons that a phase is not ready to be adjudicated. True in a boolean context where nothing stands in the way."""

    silent: Mapping[str, int]
    """Powers that sent nothing, and how many orders each could give."""

    incomplete: Mapping[str, int]
    """Powers that sent something, and how many orders they still lack."""

    not_understood: tuple[DoubtfulLine, ...]
    not_legal: tuple[DoubtfulLine, ...]
    """Lines that were read, and that the rules refuse; where two lines order one unit differently, the one that does not count."""
    withdrawn: tuple[DoubtfulLine, ...] = ()
    """Orders that a mail seems to take back, on which there is no decision yet."""

    def __bool__(self) -> bool:
        return not (self.silent or self.incomplete or self.not_understood or self.not_legal or self.withdrawn)

    def of(self, power: str | None) -> Readiness:
        """Return the part that *power* may know; ``None`` knows everything."""
        if power is None:
            return self
        return Readiness(
            {name: count for name, count in self.silent.items() if name == power},
            {name: count for name, count in self.incomplete.items() if name == power},
            tuple(each for each in self.not_understood if each.power == power),
            tuple(each for each in self.not_legal if each.power == power),
            tuple(each for each in self.withdrawn if each.power == power),
        )

    @property
    def powers(self) -> tuple[str, ...]:
        """The powers that stand in the way, each once."""
        lines = (each.power for each in (*self.not_understood, *self.not_legal, *self.withdrawn))
        return tuple(dict.fromkeys((*self.silent, *self.incomplete, *lines)))

    def without(self, powers: Iterable[str]) -> Readiness:
        """Return the rest of it when *powers* stand in the way no longer."""
        gone = frozenset(powers)
        return Readiness(
            {name: count for name, count in self.silent.items() if name not in gone},
            {name: count for name, count in self.incomplete.items() if name not in gone},
            tuple(each for each in self.not_understood if each.power not in gone),
            tuple(each for each in self.not_legal if each.power not in gone),
            self.withdrawn,
        )


def readiness(game: Game, branch: str) -> Readiness:
    """Return the readiness of the open turn of *branch* to be adjudicated."""
    cursor = game.last(branch)
    turn, variant = game.turn(cursor), variant_at(game, cursor)
    lacking = missing(variant, turn, unattended(game))
    lines = [DoubtfulLine(power, line) for power in variant.powers for line in turn.orders_of(power) if not line.is_legal]
    return Readiness(
        {power: count for power, count in lacking.items() if power not in turn.orders},
        {power: count for power, count in lacking.items() if power in turn.orders},
        tuple(each for each in lines if each.line.order is None),
        tuple(each for each in lines if each.line.order is not None and not _is_said_again(turn, each)),
        perhaps_withdrawn(turn),
    )


def perhaps_withdrawn(turn: Turn) -> tuple[DoubtfulLine, ...]:
    """Return the orders of *turn* that a mail seems to take back, on which there is no decision yet."""
    return tuple(DoubtfulLine(power, line) for power, line in turn.withdrawn)


def unattended(game: Game) -> frozenset[str]:
    """The powers with empty seats, of which no orders are expected."""
    empty = (SeatKind.CIVIL_DISORDER, SeatKind.DUMMY, SeatKind.DEFAULT_LIST)
    return frozenset(power for power, player in game.players.items() if player.seat in empty)


def expected(game: Game, branch: str) -> Mapping[str, int]:
    """Return the number of orders that each power can give in the open turn of *branch*, sent or not; without powers that have none."""
    cursor = game.last(branch)
    return missing(variant_at(game, cursor), replace(game.turn(cursor), orders=MappingProxyType({})), unattended(game))


def missing(variant: Variant, turn: Turn, unattended: frozenset[str] = frozenset()) -> Mapping[str, int]:
    """Return the number of orders that each power still lacks; powers that lack none, or could order nothing, are absent."""
    counts = {
        power: len(unordered(variant, turn, power)) + builds_left(variant, turn, power) + removals_left(variant, turn, power)
        for power in variant.powers
        if power not in unattended and variant.powers[power].role is PowerRole.PLAYING
    }
    return {power: count for power, count in counts.items() if count}


def unordered(variant: Variant, turn: Turn, power: str) -> tuple[Unit, ...]:
    """The units of *power* that must be ordered in this phase and are not; none in an adjustment phase.

    A dislodged unit that can retreat nowhere needs no order.
    """
    if variant.powers[power].role is not PowerRole.PLAYING:
        return ()
    position = turn.position
    if turn.phase.kind is PhaseKind.MOVEMENT:
        units = position.units_of(power)
    elif turn.phase.kind is PhaseKind.RETREAT:
        dislodged = tuple(each.unit for each in position.dislodged if each.unit.power == power)
        units = tuple(
            unit for unit in dislodged if any(isinstance(order, Retreat) for order in legal_orders(variant, position, str(unit.location)))
        )
    else:
        return ()
    pieces = [line.order.piece for line in turn.orders_of(power) if line.order is not None and not isinstance(line.order, Waive)]
    if not pieces:
        return units
    # Players leave a fleet's own coast out: F STP - BOT is the order of the fleet on the south coast.
    ordered = {(piece.kind, piece.location.province) for piece in pieces}
    # F LVP - YOR is carried out as the order of the army that stands there, and is missing nowhere.
    there = {(unit.kind, unit.province) for unit in units}
    mistaken = {province for kind, province in ordered if (kind, province) not in there}
    return tuple(unit for unit in units if (unit.kind, unit.province) not in ordered and unit.province not in mistaken)


def builds_left(variant: Variant, turn: Turn, power: str) -> int:
    """Return the number of builds of *power* that are neither ordered nor waived."""
    if turn.phase.kind is not PhaseKind.ADJUSTMENT:
        return 0
    given = sum(line.is_legal and isinstance(line.order, Build | Waive) for line in turn.orders_of(power))
    return max(adjustment(variant, turn.position, power) - given, 0)


def removals_left(variant: Variant, turn: Turn, power: str) -> int:
    """Return the number of removals of *power* that are not ordered; none where all of its units are removed whatever it orders."""
    if turn.phase.kind is not PhaseKind.ADJUSTMENT or not has_choice(variant, turn.position, power):
        return 0
    given = sum(line.is_legal and isinstance(line.order, Remove) for line in turn.orders_of(power))
    return max(-adjustment(variant, turn.position, power) - given, 0)


def taken_as_holding(game: Game, branch: str, powers: Iterable[str]) -> Game:
    """The game in which *powers*, who sent nothing, are taken to have sent an empty set: no list and no house rule orders for them.

    That nothing was received is kept in the audit.
    """
    phase = game.turn(game.last(branch)).phase
    for power in powers:
        game = add_audit(set_lines(game, branch, power, ""), f"{power} sent nothing for {phase}; taken as an empty set of orders")
    return game


def _is_said_again(turn: Turn, doubtful: DoubtfulLine) -> bool:
    """Return True if a later line gives the same order, so that nothing is lost."""
    line = doubtful.line
    return line.is_replaced and any(each.is_legal and each.order == line.order for each in turn.orders_of(doubtful.power))
