"""Orders and positions that a phase block records, and the state that the builders of a game share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import TypeVar

from adjudicator.legal import check_order
from adjudicator.notation import Reading, read_order
from adjudicator.order import Convoy, Move, Order, Retreat, Support, Waive
from adjudicator.position import Position
from adjudicator.resolution import Capture, OrderOutcome, Resolution, Result
from adjudicator.unit import DislodgedUnit, Piece, Unit
from adjudicator.variant import Variant
from adjudicator.verdict import LEGAL
from app.game.dpn.blocks import Block, Key, PhaseBlock, RecordedOrder
from app.game.dpn.game_reader import GameText
from app.game.dpn.text_source import GameFileFaults, quoted
from app.game.edits import last_counts
from app.game.record import OrderLine, ordered_place
from app.game.rulings import can_stand, standing_places
from languages import tr

B = TypeVar("B", bound=Block)

_MOST_LOOKS = 100_000
"""Lines looked at to place faults; a file with more faults than that has them at its headings."""


class Building:
    """A game under construction."""

    def __init__(self, text: GameText) -> None:
        self.text = text
        self.faults = GameFileFaults(text.source.name)
        self.keys: dict[int, Key] = {}
        """Part of the game for each block of the text, by the block's index."""
        self.repeats: dict[int, Key] = {}
        """Part of the game that an earlier block is already, for each block that was not taken for that reason."""
        self.left_out: set[int] = set()
        """Numbers of lines that are no part of the game, and stay unchanged where their block is rewritten."""
        self.in_part: set[int] = set()
        """Numbers of lines of which only a part is in the game: they stay as comments where their block is rewritten."""
        self.orders_of_strangers: set[int] = set()
        """Numbers of lines that list orders of powers that there are not."""
        self._lines: dict[Key, int] = {}
        self._looked_at = 0

    def all(self, kind: type[B]) -> Iterator[tuple[int, B]]:
        """The blocks of one kind with their index in the text."""
        for index, read in enumerate(self.text.blocks):
            if isinstance(read.block, kind):
                yield index, read.block

    def only(self, kind: type[B], key: Key) -> tuple[int, B] | None:
        """The first block of a kind that a game has once; the others are faults."""
        first: tuple[int, B] | None = None
        for index, block in self.all(kind):
            if self.take(index, key) and first is None:
                first = index, block
        return first

    def take(self, index: int, key: Key) -> bool:
        """Return True if the block becomes the part *key* of the game; not where an earlier block is that part already."""
        line = self.line(index)
        if key in self._lines:
            self.repeats[index] = key
            heading = self.text.source.readable[line - 1].strip()
            self.error(
                line, tr("{shown} stands twice", shown=quoted(heading)), tr("it once; the first is in line {lines}", lines=self._lines[key])
            )
            return False
        self._lines[key] = line
        self.keys[index] = key
        return True

    def line(self, index: int) -> int:
        """The number of the line of a block's heading."""
        return self.text.blocks[index].raw.top + 1

    def find(self, index: int, *words: str) -> tuple[int, int]:
        """Line and column of the last of *words* in the first line of the block that holds them all; else those of its heading."""
        raw = self.text.blocks[index].raw
        for number in range(raw.top, raw.end):
            self._looked_at += 1
            if self._looked_at > _MOST_LOOKS:
                break
            line = self.text.source.readable[number]
            at = 0
            for word in words:
                at = line.find(word, at)
                if at < 0:
                    break
            else:
                return number + 1, at + 1
        return raw.top + 1, 1

    def leave_out(self, index: int, pattern: str, *, in_part: bool = False) -> None:
        """Keep the lines of a block that begin as *pattern* says: they are not in the game, or only *in_part*."""
        (self.in_part if in_part else self.left_out).update(self.beginning(index, pattern))

    def beginning(self, index: int, pattern: str) -> set[int]:
        """Numbers of the lines of a block that begin as *pattern* says."""
        begins = re.compile(pattern)
        raw = self.text.blocks[index].raw
        return {number + 1 for number in range(raw.top + 1, raw.end) if begins.match(self.text.source.readable[number])}

    def error(self, line: int, what: str, expected: str, column: int = 1) -> None:
        """Add the fault of a part of the file that is not in the game, or not as it was meant. Its lines stay as they are."""
        self.faults.error(line, column, what, expected, skipped=False)

    def error_at(self, index: int, words: tuple[str, ...], what: str, expected: str) -> None:
        """Add a fault where ``find`` finds *words* in the block."""
        line, column = self.find(index, *words)
        self.error(line, what, expected, column)

    def warning_at(self, index: int, words: tuple[str, ...], what: str, expected: str) -> None:
        """Add a warning where ``find`` finds *words* in the block."""
        line, column = self.find(index, *words)
        self.faults.warning(line, column, what, expected)

    def stranger_at(self, index: int, words: tuple[str, ...], power: str, variant: Variant, expected: str = "") -> None:
        """Add the fault that *variant* has no such power; *expected* are its powers unless said."""
        what = tr("{shown} is no power of {variant}", shown=quoted(power), variant=variant.name)
        self.error_at(index, words, what, expected or tr("one of {powers}", powers=", ".join(variant.powers)))


class PhasePartBuilder:
    """Builds a part of a turn, and puts what is wrong with it among the faults of the game.

    Args:
        known: whether *variant* is the game's own; in a stand-in nothing is looked up.
    """

    def __init__(self, building: Building, variant: Variant, *, known: bool) -> None:
        self._building = building
        self._variant = variant
        self._known = known

    def _is_stranger(self, index: int, power: str, *mark: str) -> bool:
        """Return True if the block number *index* has no such power; reported once for its line, whatever else the line names.

        Args:
            mark: what the line begins with before the power.
        """
        if not self._known or power in self._variant.powers:
            return False
        self._building.stranger_at(index, (*mark, f"{power}:"), power, self._variant)
        if mark:
            self._building.leave_out(index, listing(*mark, power))
        else:
            self._building.orders_of_strangers |= self._building.beginning(index, listing(power))
        return True


def listing(*words: str) -> str:
    """Return the beginning of a line that lists something of a power, as a regular expression."""
    return r"\s*" + r"\s*".join(map(re.escape, words)) + r"\s*:"


MOST_READINGS = 20_000
"""Lines of one file that are no canonical orders and are read tolerantly all the same."""
MOST_FAILURES = 300
"""Number of failures after which the others are left unread too: such a file is no game."""


class OrderBuilder(PhasePartBuilder):
    """Builds order lines."""

    def __init__(self, building: Building, variant: Variant, *, known: bool) -> None:
        super().__init__(building, variant, known=known)
        self._readings = 0
        self._failures = 0

    def orders(self, index: int, block: PhaseBlock, position: Position, *, is_open: bool) -> Mapping[str, tuple[OrderLine, ...]]:
        """The lines of every power that sent any, in the block that is number *index* of the text.

        Args:
            is_open: whether the phase is still to be processed, so that every order's legality is asked for now.
        """
        orders: dict[str, tuple[OrderLine, ...]] = {}
        for power, sent in block.orders.items():
            if self._is_stranger(index, power):
                self._building.orders_of_strangers.update(each.number for each in sent.lines)
            elif sent.received:
                given = [each for each in sent.lines if each.given]
                lines = [self._line(position, power, each, is_open=is_open) for each in given]
                self._check_each_unit_once(power, given, lines, is_open=is_open)
                orders[power] = last_counts(lines)
        return MappingProxyType(orders)

    def _check_each_unit_once(self, power: str, given: list[RecordedOrder], lines: list[OrderLine], *, is_open: bool) -> None:
        """Name the lines that order a unit which a line above them orders too: which of them is meant is not for us to say.

        A line marked ``; not used`` gave way to a later one when that was received.
        """
        first: dict[str, int] = {}
        for recorded, line in zip(given, lines, strict=True):
            place = None if line.order is None or recorded.replaced else ordered_place(line.order)
            if place is None:
                continue
            if place not in first:
                first[place] = recorded.number
                continue
            number, column = self._place(recorded)
            what = tr("{power} orders {place} twice; the first is in line {number}", power=power, place=place, number=first[place])
            expected = tr("one order for each unit, or ; not used behind the one that does not count")
            if is_open:
                self._building.faults.error(number, column, what, expected, skipped=False)
            else:
                self._building.faults.warning(number, column, what, expected)

    def _line(self, position: Position, power: str, recorded: RecordedOrder, *, is_open: bool) -> OrderLine:
        order = recorded.order
        if order is None and not recorded.raw:
            order = self._read_tolerantly(position, power, recorded)
        if order is None:
            return OrderLine(recorded.text)
        if not self._known:
            return OrderLine(recorded.text, order, LEGAL)
        on_board = self._is_on_board(order)
        if not on_board and Result.ILLEGAL not in recorded.results:
            line, column = self._place(recorded)
            what = tr("{shown} names a province that is not on this board", shown=quoted(str(order)))
            self._building.faults.warning(line, column, what, tr("provinces of this board"))
        if is_open or not on_board or Result.ILLEGAL in recorded.results:
            verdict = check_order(self._variant, position, power, order)
            return OrderLine(recorded.text, order, verdict, is_withdrawn=is_open and recorded.withdrawn)
        return OrderLine(recorded.text, order, LEGAL)

    def _read_tolerantly(self, position: Position, power: str, recorded: RecordedOrder) -> Order | None:
        """Read a line that is no canonical text."""
        reading: Reading | None = None
        if self._known and self._readings < MOST_READINGS and self._failures < MOST_FAILURES:
            self._readings += 1
            reading = read_order(self._variant, position, recorded.text, power)
            if reading.order is not None:
                return reading.order
        self._failures += 1
        line, column = self._place(recorded)
        expected = tr("an order such as A PAR - BUR")
        if reading is not None and reading.error is not None and reading.error.suggestions:
            expected += tr("; did you mean {suggestions}?", suggestions=f" {tr('or')} ".join(reading.error.suggestions[:2]))
        self._building.error(line, tr("{shown} is not an order", shown=quoted(recorded.text)), expected, column)
        return None

    def _place(self, recorded: RecordedOrder) -> tuple[int, int]:
        """Line and column of the order."""
        line = self._building.text.source.readable[recorded.number - 1]
        return recorded.number, len(line) - len(line.lstrip()) + 1

    def _is_on_board(self, order: Order) -> bool:
        provinces = self._variant.board.provinces
        if isinstance(order, Waive):
            return True
        if order.piece.location.province not in provinces:
            return False
        match order:
            case Move(_, target) | Retreat(_, target):
                return target.province in provinces
            case Support(_, supported, target):
                return supported.location.province in provinces and (target is None or target.province in provinces)
            case Convoy(_, army, target):
                return army.location.province in provinces and target.province in provinces
            case _:
                return True


class PositionBuilder(PhasePartBuilder):
    """Builds positions."""

    def is_whole(self, block: PhaseBlock) -> bool:
        """Return True if the block lists units and centres of every power."""
        powers = self._variant.powers.keys()
        return powers <= block.units.keys() and powers <= block.centres.keys()

    def position(self, index: int, block: PhaseBlock, following: Callable[[], Position | None]) -> Position:
        """The position of *block*, which is number *index* of the text.

        Args:
            following: gives the position that follows from the turns before; asked only where the block leaves something out.
        """
        fallback = None if self.is_whole(block) else following()
        if fallback is None:
            fallback = Position(block.at.phase, (), MappingProxyType({}))
        units = [unit for unit in fallback.units if unit.power not in block.units]
        for power, pieces in block.units.items():
            if self._is_stranger(index, power, "="):
                continue
            units += [Unit(power, piece) for piece in pieces if self._stands(index, power, piece)]
        owners = {place: power for place, power in fallback.owners.items() if power not in block.centres}
        for power, places in block.centres.items():
            if self._is_stranger(index, power, "*"):
                continue
            for place in places:
                if self._is_owned(index, power, place, owners):
                    owners[place] = power
        same = fallback.phase == block.at.phase and block.dislodged is None
        dislodged = block.dislodged if block.dislodged is not None else fallback.dislodged if same else ()
        contested = block.contested if block.contested is not None else fallback.contested if same else frozenset[str]()
        return Position(
            phase=block.at.phase,
            units=self._one_each(index, units),
            owners=MappingProxyType(dict(sorted(owners.items()))),
            dislodged=tuple(sorted((each for each in dislodged if self._was_driven_out(index, each)), key=str)),
            contested=contested,
            conditions=fallback.conditions if block.conditions is None else block.conditions,
            counters=fallback.counters if block.counters is None else block.counters,
        )

    def _stands(self, index: int, power: str, piece: Piece) -> bool:
        if not self._known or self._can_stand(piece):
            return True
        self._building.leave_out(index, listing("=", power), in_part=True)
        places = standing_places(self._variant.board, piece)
        expected = f" {tr('or')} ".join(map(str, places)) or tr("a kind of unit where it can stand")
        what = tr("{piece} cannot stand on this board", piece=piece)
        self._building.error_at(index, ("=", f"{power}:", str(piece)), what, expected)
        return False

    def _can_stand(self, piece: Piece) -> bool:
        return can_stand(self._variant.board, piece)

    def _is_owned(self, index: int, power: str, place: str, owners: dict[str, str]) -> bool:
        if place in owners:
            what, expected = tr("{place} is owned twice", place=place), tr("one owner; {owners} was named before", owners=owners[place])
        elif not self._known or place in self._variant.board.provinces:
            return True
        else:
            what = tr("{shown} cannot own {shown_place}", shown=quoted(power), shown_place=quoted(place))
            expected = tr("a province of this board")
        self._building.leave_out(index, listing("*", power), in_part=True)
        self._building.error_at(index, ("*", f"{power}:", place), what, expected)
        return False

    def _was_driven_out(self, index: int, each: DislodgedUnit) -> bool:
        provinces = self._variant.board.provinces
        if not self._known or (
            each.unit.power in self._variant.powers and self._can_stand(each.unit.piece) and each.attacker_origin in provinces
        ):
            return True
        is_stranger = each.unit.power not in self._variant.powers
        self._building.leave_out(index, listing("!", each.unit.power), in_part=not is_stranger)
        what, expected = tr("{one} cannot have been driven out", one=each), tr("a power, a unit and provinces of this board")
        self._building.error_at(index, ("!", f"{each.unit.power}:", str(each.unit.piece)), what, expected)
        return False

    def _one_each(self, index: int, units: list[Unit]) -> tuple[Unit, ...]:
        """The units, one a province."""
        standing: dict[str, Unit] = {}
        for unit in units:
            other = standing.setdefault(unit.province, unit)
            if other is not unit:
                self._building.leave_out(index, listing("=", unit.power), in_part=True)
                what = tr("{unit} stands in the same province as {other}", unit=unit, other=other)
                self._building.error_at(index, ("=", f"{unit.power}:", str(unit.piece)), what, tr("one unit in each province"))
        return tuple(sorted(standing.values(), key=str))


_OK = frozenset({Result.OK})


def recorded_resolution(block: PhaseBlock, before: Position, after: Position) -> Resolution:
    """The resolution that the results in *block* and the two positions tell; without reasons, which a file does not record."""
    outcomes: list[OrderOutcome] = []
    for power, sent in block.orders.items():
        for line in sent.lines:
            if line.order is None or line.replaced:
                continue
            unit = None if isinstance(line.order, Waive) else Unit(power, line.order.piece)
            outcomes.append(OrderOutcome(unit, power, line.order, line.given, line.results or _OK, ()))
    captures = tuple(
        Capture(place, before.owners.get(place), owner)
        for place, owner in sorted(after.owners.items())
        if before.owners.get(place) != owner
    )
    return Resolution(tuple(outcomes), (), captures, (), after)
