"""Rounds of the line protocol that the compiled core answers: what a line means is asked in Python once, and is a number from then on.

A unit that a state line places is a number of its own; so is what an order line says for the units that stand there.
``native/lines.c`` reads them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from adjudicator.compiled import Core
from adjudicator.movement_order import (
    ANY_COAST,
    CONVOY,
    HOLD,
    NOWHERE,
    can_convoy,
    index_order,
    kind_of_move,
    kind_of_support,
    order_number,
)
from adjudicator.rows import HEAD
from adjudicator.unit import Unit
from adjudicator.variant_tables import unit_number
from entente.engine.line_grammar import LineFaultError, LineGrammar, ParsedOrder, ParsedState, order_of

_CLEAR_ALL = -1
_CLEARED = -2
"""State line that clears the first province; those of the others are below."""

_OTHER_BITS = 13
_LINE_BITS = 26
"""Bits of an order line below those of its number: the province of its unit, and below that the other unit's plus one."""

_MOST_LINES = 50_000
"""Lines of either kind that are known at once."""


class Conversation(Protocol):
    """Conversation that the rounds are part of."""

    faults: list[str]
    grammar: LineGrammar

    def unit_of(self, state: ParsedState) -> Unit | None:
        """The unit that a state line places; a power of its own may join the game by it. ``None`` for a line that clears."""
        ...

    def answer_in_python(self, units: dict[str, Unit], lines: Sequence[ParsedOrder | None]) -> str:
        """The answer to a round by the rules in Python."""
        ...


class CoreRounds:
    """The board, and the round that is being read, as numbers."""

    def __init__(self, conversation: Conversation, core: Core) -> None:
        self._conversation = conversation
        self._core = core
        self._row = core.moving(())
        self._states: dict[str, int] = {}
        self._orders: dict[str, int] = {}
        self._codes: dict[int, int] = {}
        """The orders of lines for the units that stood there, as numbers; 0 for one that the core cannot carry out."""
        self._lines: list[ParsedOrder] = []
        """Contents of order lines by their numbers."""
        self._known = core.module.known_lines()
        """The three as the core keeps them."""
        self._waiting: list[int | None] = []
        self._in_orders = False
        self._asked = self._take_state, self._read_order, self._code_of, self._answer_in_python, self._tell_retreats

    def take(self, first: int, text: str) -> str:
        """The answers to the blocks of orders that end in the lines of *text*, of which the first has the number *first*."""
        if not self._in_orders and max(len(self._lines), len(self._states)) > _MOST_LINES:
            self._forget()
        answers, at = "", 0
        while at >= 0:
            core = self._core
            told, at, first, self._in_orders = core.module.answer_lines(
                core.handle,
                self._row,
                text,
                at,
                first,
                self._known,
                self._states,
                self._orders,
                self._codes,
                self._waiting,
                self._in_orders,
                self._asked,
            )
            answers += told
        return answers

    def overlong(self) -> None:
        """Take an order line that is too long to be read, if orders are being read."""
        if self._in_orders:
            self._waiting.append(None)

    def finish(self) -> str:
        """The answer to the orders whose block was not ended."""
        return self.take(0, "") if self._waiting else ""

    @property
    def units(self) -> dict[str, Unit]:
        """The units of the board, by province."""
        tables = self._core.tables
        standing = [number for number in self._row[HEAD : HEAD + self._core.provinces] if number >= 0]
        return {unit.province: unit for unit in map(tables.units.__getitem__, standing)}

    def go_on_with(self, core: Core) -> None:
        """Take the tables of a variant in which other powers play; the board stays."""
        units = self.units.values()
        self._core = core
        self._row = core.moving([unit_number(core.tables, unit) for unit in units])
        self._states.clear()
        self._known = core.module.known_lines()

    def _forget(self) -> None:
        for known in (self._states, self._orders, self._codes, self._lines):
            known.clear()
        self._known = self._core.module.known_lines()

    # What the core asks --------------------------------------------------------------------------------------------------------

    def _take_state(self, number: int, line: str) -> bool:
        """Obey a state line that is new; False where other powers play from now on."""
        core = self._core
        try:
            state = self._conversation.grammar.state(line)
            unit = self._conversation.unit_of(state)
        except LineFaultError as fault:
            self._note(number, fault)
            return core is self._core
        tables, row = self._core.tables, self._row
        if unit is not None:
            known = unit_number(tables, unit)
            row[HEAD + tables.board.province_index[unit.province]] = known
        elif state.province is None:
            known = _CLEAR_ALL
            for at in range(HEAD, HEAD + self._core.provinces):
                row[at] = -1
        else:
            place = tables.board.province_index.get(state.province)
            if place is None:
                return core is self._core
            known = _CLEARED - place
            row[HEAD + place] = -1
        self._states[line] = known
        return core is self._core

    def _read_order(self, number: int, line: str) -> int | None:
        """Return the number of an order line that is new, or ``None``."""
        try:
            read = self._conversation.grammar.order(line)
        except LineFaultError as fault:
            self._note(number, fault)
            return None
        index = self._core.tables.board.province_index
        origin, other = index.get(read.origin), -1 if read.other is None else index.get(read.other)
        if origin is None or other is None:  # A territory that has a name here and none on the board.
            return None
        known = self._orders[line] = len(self._lines) << _LINE_BITS | origin << _OTHER_BITS | other + 1
        self._lines.append(read)
        return known

    def _code_of(self, line: int, key: int) -> int:
        """Return the order of a line for units at the spots that *key* names, as a number."""
        spot, other = key >> 16 & 0xFFFF, (key & 0xFFFF) - 1
        read = self._lines[line >> _LINE_BITS]
        code = self._exact_code(read, spot, other)
        if code is None:
            pieces, reach = self._core.tables.board.pieces, self._core.open_edges.shared
            loose = index_order(reach, order_of(read, pieces[spot], None if other < 0 else pieces[other])).code
            code = 0 if loose is None else loose[1]
        self._codes[key] = code
        return code

    def _exact_code(self, read: ParsedOrder, spot: int, other: int) -> int | None:
        """The same for an order that is exact and possible, as ``order_of`` would have it; else ``None``."""
        board, reach = self._core.tables.board, self._core.open_edges.shared
        goal = read.target
        target = ANY_COAST
        if goal is not None:
            found = board.spot_index.get((board.pieces[spot if other < 0 else other].kind, goal.province, goal.coast))
            if found is None:
                return None
            target = found
        kind: int | None
        if other >= 0 and read.verb == "S":
            kind = kind_of_support(reach, spot, other, target)
        elif goal is None:
            kind, other = HOLD, NOWHERE
        elif other >= 0:
            kind = CONVOY if can_convoy(reach, spot, other, target) else None
        else:
            kind = kind_of_move(reach, spot, target, via=read.via)
        return None if kind is None else order_number(kind, spot, target, other)

    def _answer_in_python(self, waiting: Sequence[int | None]) -> str:
        lines = [None if line is None else self._lines[line >> _LINE_BITS] for line in waiting]
        return self._conversation.answer_in_python(self.units, lines)

    def _tell_retreats(self, report: Sequence[int]) -> str:
        """Return the lines on dislodged units; *report* has of each its province, how many it can retreat to, and those."""
        codes, name = self._core.tables.board.codes, self._conversation.grammar.name
        found: dict[str, str] = {}
        at = 0
        while at < len(report):
            place, count = report[at : at + 2]
            at += 2 + count
            retreats = sorted({codes[province] for province in report[at - count : at]})
            found[codes[place]] = f"{name(codes[place])}:{''.join(f' {name(each)}' for each in retreats)}\n"
        return "".join([found[code] for code in sorted(found)])

    def _note(self, number: int, fault: LineFaultError) -> None:
        self._conversation.faults.append(f"stdin:{number}:{fault.column}: {fault}")
