"""The line protocol of the C engine cdippy, so that a program that was written for it can use ours unchanged.

The page for those who write such programs is ``docs/formats/engine.md``.

Two blocks, each ended by an empty line. State lines: ``Par A France``, ``StP NC F Russia``, ``StP (NC) F Russia``, ``CLEAR Par``,
``CLEAR ALL``; a territory that is stated again has its unit replaced. Order lines: ``Par - Bur``, ``Mao - Spa (NC)``, ``Lon - Bel C``
(by convoy), ``Mun S Ber``, ``Mun S Ber - Sil``, ``Nth C Lon - Bel``. Everything in any letter case; units without orders hold.
The answer is one line ``N: SUCCEEDS`` or ``N: FAILS`` for each order line, counted from 0, and an empty line; then one line for each
dislodged unit with its retreats (``Bur: Bel Gas Pic``), and an empty line. The state is kept for the next round and is not advanced. A
line that cannot be read is an error with its line and column; where an order was expected it is answered ``FAILS`` in its place.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from adjudicator.compiled import Core, core_for
from adjudicator.legal import check_order
from adjudicator.order import Order
from adjudicator.phase import Phase, PhaseKind
from adjudicator.position import Position
from adjudicator.quick_resolver import QuickResolver
from adjudicator.unit import Piece, Unit
from adjudicator.variant import Power, Variant
from adjudicator.variant_tables import variant_tables
from entente.engine.core_rounds import CoreRounds
from entente.engine.line_grammar import LineFaultError, LineGrammar, ParsedOrder, ParsedState, order_of

_MOST_NATIONS = 100
_MOST_KNOWN_LINES = 50_000
_NO_OWNERS: MappingProxyType[str, str] = MappingProxyType({})


class _KnownOrder:
    """An order line that was read, and the orders it was for the pieces that stood there; an equal round need not make them again."""

    __slots__ = ("last", "line", "orders", "origin", "other", "other_piece", "piece")

    def __init__(self, line: ParsedOrder) -> None:
        self.line = line
        self.origin, self.other = line.origin, line.other
        self.orders: dict[tuple[int, int], Order] = {}
        """By the pieces, of which the protocol has each once."""
        self.piece: Piece | None = None
        self.other_piece: Piece | None = None
        self.last: Order | None = None
        """The last of them, and its pieces."""


class LineProtocol:
    """One conversation: the state of the board, and the block that is being read."""

    def __init__(self, variant: Variant) -> None:
        self.faults: list[str] = []
        self._variant = variant
        self.grammar = LineGrammar(variant)
        self._phase = _first_movement(variant)
        self._nations: dict[str, str] = {}
        self._named = {power.id.casefold(): power.id for power in variant.powers.values()}
        self._known_states: dict[str, tuple[str, Unit]] = {}
        """Line to the province and the unit there."""
        self._pieces: dict[Piece, Piece] = {}
        """Pieces that were stated, each once."""
        self._known_orders: dict[str, _KnownOrder] = {}
        self._units: dict[str, Unit] = {}
        self._board = QuickResolver(variant, self._phase)
        self._says: list[tuple[str, str]] = []
        """By the number of an order line, the answers that it fails and that it succeeds."""
        self._orders: list[_KnownOrder | None] | None = None
        """The order lines of the block that is being read; ``None`` for one that could not be read. Without a list, states are expected."""
        core = self._core()
        self._rounds = None if core is None else CoreRounds(self, core)

    def _core(self) -> Core | None:
        """The compiled core, where it can be handed orders."""
        tables = variant_tables(self._variant)
        core = core_for(tables, tables.open_edges(Position(self._phase, (), {})))
        return core if core is not None and core.reads_orders else None

    def take(self, first: int, text: str) -> str:
        """The answers to the blocks of orders that end in the lines of *text*, of which the first has the number *first*."""
        return self._take(first, text.split("\n")) if self._rounds is None else self._rounds.take(first, text)

    def _take(self, first: int, lines: Sequence[str]) -> str:
        answers: list[str] = []
        orders = self._orders
        known_states, known_orders, units = self._known_states, self._known_orders, self._units
        number = first - 1
        for line in lines:
            number += 1
            try:
                if orders is not None:
                    known = known_orders.get(line)
                    if known is not None:
                        orders.append(known)
                    elif not line or line.isspace():
                        answers.append(self._answer(orders))
                        orders = None
                    else:
                        orders.append(None)  # A line that cannot be read is answered too, in its place.
                        orders[-1] = self._read_order(line)
                    continue
                state = known_states.get(line)
                if state is not None:
                    if units.get(state[0]) is not state[1]:
                        self._put(*state)
                elif not line or line.isspace():
                    orders = []
                else:
                    self._take_state(line)
            except LineFaultError as fault:
                self.faults.append(f"stdin:{number}:{fault.column}: {fault}")
        self._orders = orders
        return "".join(answers)

    def overlong(self, number: int, most: int) -> str:
        """Take a line, of the given *number*, that has more than *most* bytes; it orders nothing."""
        if self._rounds is not None:
            self._rounds.overlong()
        elif self._orders is not None:
            self._orders.append(None)
        self.faults.append(f"stdin:{number}:{most + 1}: a line has at most {most} bytes")
        return ""

    def finish(self) -> str:
        """Orders whose block was not ended before the input did are answered all the same."""
        if self._rounds is not None:
            return self._rounds.finish()
        orders, self._orders = self._orders, None
        return self._answer(orders) if orders else ""

    # The state -------------------------------------------------------------------------------------------------------------

    def _put(self, province: str, unit: Unit) -> None:
        self._units[province] = unit
        self._board.put(unit)

    def _take_state(self, line: str) -> None:
        """Obey a line that was not seen before."""
        state = self.grammar.state(line)
        unit = self.unit_of(state)
        if unit is not None:
            if len(self._known_states) < _MOST_KNOWN_LINES:
                self._known_states[line] = (unit.province, unit)
            self._put(unit.province, unit)
        elif state.province is None:
            self._units.clear()
            self._board.clear()
        else:
            self._units.pop(state.province, None)
            self._board.take_off(state.province)

    def unit_of(self, state: ParsedState) -> Unit | None:
        """The unit that a state line places; ``None`` for one that clears."""
        return None if state.piece is None else Unit(self._power(state), self._pieces.setdefault(state.piece, state.piece))

    def _power(self, state: ParsedState) -> str:
        """The power that the nation names; one that the variant does not know joins the game."""
        known = self._nations.get(state.nation)
        if known is None:
            known = self._named.get(state.nation.casefold()) or self._power_of_words(state.nation)
            if known not in self._variant.powers:
                if len(self._nations) >= _MOST_NATIONS:
                    raise LineFaultError(state.nation_column, f"there are {_MOST_NATIONS} nations already")
                powers = {**self._variant.powers, known: Power(known, known.title(), known.title(), "")}
                self._variant = replace(self._variant, powers=MappingProxyType(powers))
                core = self._core()
                if self._rounds is not None and core is not None:
                    self._rounds.go_on_with(core)
                self._board = QuickResolver(self._variant, self._phase)
                for unit in self._units.values():
                    self._board.put(unit)
            self._nations[state.nation] = known
        return known

    def _power_of_words(self, nation: str) -> str:
        """The power that other words name, or what one is called that is not known."""
        from adjudicator.notation.order_reader import lexicon_of  # a game with the names of the board does without

        words = tuple(nation.casefold().split())
        return lexicon_of(self._variant).power(words) or re.sub(r"\W", "_", f"{'' if words[0][0].isalpha() else 'N_'}{nation}")

    # Resolving -------------------------------------------------------------------------------------------------------------

    def _read_order(self, line: str) -> _KnownOrder:
        read = self.grammar.order(line)
        known = _KnownOrder(read)
        if len(self._known_orders) < _MOST_KNOWN_LINES:
            self._known_orders[line] = known
        return known

    def answer_in_python(self, units: dict[str, Unit], lines: Sequence[ParsedOrder | None]) -> str:
        """The answer to a round of *lines* on a board with these units by the rules in Python."""
        self._units.clear()
        self._board.clear()
        for province, unit in units.items():
            self._put(province, unit)
        return self._answer([None if line is None else _KnownOrder(line) for line in lines])

    def _answer(self, lines: list[_KnownOrder | None]) -> str:
        """Return the result of each order line, and the retreats of dislodged units; each of the two blocks ends with an empty line."""
        good, dislodged = self._resolve(lines)
        while len(self._says) < len(good):
            self._says.append((f"{len(self._says)}: FAILS", f"{len(self._says)}: SUCCEEDS"))
        answer = [says[each] for says, each in zip(self._says, good, strict=False)]
        answer.append("")
        name = self.grammar.name
        answer += [f"{name(who)}:{''.join(f' {name(each)}' for each in where)}" for who, where in dislodged.items()]
        answer.append("\n")
        return "\n".join(answer)

    def _resolve(self, lines: list[_KnownOrder | None]) -> tuple[list[bool], Mapping[str, tuple[str, ...]]]:
        """Resolve the orders: True for each success, and the retreats; of several orders for a unit the first legal counts (DATC 4.D.3)."""
        units = self._units
        used: dict[str, int] = {}
        by_power: dict[str, list[Order]] = {}
        for index, known in enumerate(lines):
            if known is None:
                continue
            origin = known.origin
            unit = units.get(origin)
            if unit is None:
                continue
            second = None
            if known.other is not None:
                beside = units.get(known.other)
                if beside is None:
                    continue
                second = beside.piece
            is_last = known.piece is unit.piece and known.other_piece is second
            order = known.last if is_last else self._order_of(known, unit.piece)
            if order is None:
                continue
            if origin in used:
                used, by_power = self._first_legal(lines)
                break
            used[origin] = index
            given = by_power.get(unit.power)
            if given is None:
                by_power[unit.power] = [order]
            else:
                given.append(order)
        good = [False] * len(lines)
        result = self._board.resolve(by_power)
        for province in result.succeeding:
            if province in used:
                good[used[province]] = True
        return good, result.dislodged

    def _order_of(self, known: _KnownOrder, piece: Piece) -> Order | None:
        """The order for the units that stand there; ``None`` where the other unit is missing."""
        other = None
        if known.other is not None:
            second = self._units.get(known.other)
            if second is None:
                return None
            other = second.piece
        key = (id(piece), id(other))
        order = known.orders.get(key)
        if order is None:
            order = known.orders[key] = order_of(known.line, piece, other)
        known.piece, known.other_piece, known.last = piece, other, order
        return order

    def _first_legal(self, lines: list[_KnownOrder | None]) -> tuple[dict[str, int], dict[str, list[Order]]]:
        """Return the line that counts for each unit with several orders, and these orders by power."""
        position = Position(self._phase, tuple(sorted(self._units.values(), key=str)), _NO_OWNERS)
        chosen: dict[str, tuple[int, Order]] = {}
        for index, known in enumerate(lines):
            unit = None if known is None else self._units.get(known.origin)
            order = None if known is None or unit is None else self._order_of(known, unit.piece)
            if unit is None or order is None:
                continue
            before = chosen.get(unit.province)
            if before is None or not check_order(self._variant, position, unit.power, before[1]):
                chosen[unit.province] = (index, order)
        by_power: dict[str, list[Order]] = {}
        for origin, (_, order) in chosen.items():
            by_power.setdefault(self._units[origin].power, []).append(order)
        return {origin: index for origin, (index, _) in chosen.items()}, by_power


def _first_movement(variant: Variant) -> Phase:
    if variant.start.phase.kind is PhaseKind.MOVEMENT:
        return variant.start.phase
    season = next(step.season for step in variant.calendar.steps if step.kind is PhaseKind.MOVEMENT)
    return Phase(season, variant.start.phase.year, PhaseKind.MOVEMENT)
