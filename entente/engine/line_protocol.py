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
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import ClassVar

from adjudicator.board import Province, Terrain
from adjudicator.legal import check_order
from adjudicator.notation.order_reader import lexicon_of
from adjudicator.order import Convoy, Hold, Move, Order, Support
from adjudicator.phase import Phase, PhaseKind
from adjudicator.position import Position
from adjudicator.quick_resolver import QuickResolver
from adjudicator.rule_choices import CoastInSupport
from adjudicator.unit import Location, Piece, Unit
from adjudicator.variant import Power, Variant
from adjudicator.variant_tables import variant_tables

_TOKEN = re.compile(r"\s*(?:([A-Za-z0-9_]+)|(-)|\(\s*([A-Za-z]+)\s*\)|(\S))")
_MOST_COLUMNS = 200
_ODD_NAMES = MappingProxyType({"NAF": "NAf", "STP": "StP"})


class LineFaultError(Exception):
    """A line that cannot be taken, and the column, counted from 1."""

    def __init__(self, column: int, message: str) -> None:
        super().__init__(message)
        self.column = column


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    """In capitals; brackets are left out."""

    column: int


@dataclass(frozen=True, slots=True)
class ParsedState:
    """Contents of a state line. Without a unit the province is cleared; without a province all are."""

    province: str | None
    piece: Piece | None = None
    nation: str = ""
    nation_column: int = 0


@dataclass(frozen=True, slots=True)
class ParsedOrder:
    """Contents of an order line, before the board settles which units are meant."""

    verb: str
    origin: str
    other: str | None = None
    target: Location | None = None
    via: bool = False


class LineGrammar:
    """Reads single lines; knows the names of the board and nothing of the round."""

    def __init__(self, variant: Variant) -> None:
        self._board = variant.board
        self._provinces: dict[str, str] = {}
        for code, province in variant.board.provinces.items():
            for name in (code, *province.aliases):
                self._provinces.setdefault(name.upper(), code)
        self._coasts = {coast.upper() for province in variant.board.provinces.values() for coast in province.coasts}
        if "EC" in self._coasts:
            self._coasts.add("NC")
        if "MUN" in self._provinces:
            self._provinces.setdefault("SWI", "SWI")
        self._names = {code: _name(province) for code, province in variant.board.provinces.items()}

    def name(self, province: str) -> str:
        """Return the territory as the protocol writes it: ``Bur``, ``StP``, and seas in capitals: ``MAO``."""
        return self._names[province]

    def state(self, line: str) -> ParsedState:
        """``Territory Unit_type Nation``, ``CLEAR Territory`` or ``CLEAR ALL``."""
        words = _words(line)
        if words[0].text == "CLEAR":
            if len(words) > 1 and words[1].text == "ALL":
                self._end(words, 2)
                return ParsedState(None)
            province = self._province(words, 1)
            self._end(words, 2)
            return ParsedState(province)
        province = self._province(words, 0)
        at = 1
        coast = self._coast(province, words, at)
        at += coast is not None
        kind = self._word(words, at, "a type of unit, such as A or F")
        if kind.text not in self._board.kinds:
            raise LineFaultError(kind.column, f"no type of unit is called {kind.text!r}; {' or '.join(self._board.kinds)} was expected")
        nation = self._word(words, at + 1, "a nation")
        text = " ".join(word.text for word in words[at + 1 :])
        if not re.fullmatch(r"[A-Z0-9_ -]+", text):
            raise LineFaultError(nation.column, f"not a nation: {text!r}")
        terrain = self._board.provinces[province].terrain if province in self._board.provinces else None
        if terrain not in self._board.kinds[kind.text].terrains:
            raise LineFaultError(words[0].column, f"no {self._board.kinds[kind.text].name} can stand in {words[0].text}")
        if coast is None and len(self._board.provinces[province].coasts) > 1 and not self._board.kinds[kind.text].convoyed:
            raise LineFaultError(words[0].column, f"{words[0].text} has several coasts; one of them was expected after it")
        return ParsedState(province, Piece(kind.text, Location(province, coast)), text, nation.column)

    def order(self, line: str) -> ParsedOrder:
        """A move, a support or a convoy; ``Territory H`` is a hold."""
        return self._plain_order(line) or self._order(_words(line))

    def _plain_order(self, line: str) -> ParsedOrder | None:
        """The order in *line* if it names no coast and its words stand apart, as most do."""
        words = line.upper().split(" ")
        known = self._provinces
        match words:
            case [origin, "-", target] if origin in known and target in known:
                return ParsedOrder("-", known[origin], target=Location(known[target]))
            case [origin, "S", other] if origin in known and other in known:
                return ParsedOrder("S", known[origin], known[other])
            case [origin, "S" | "C" as verb, other, "-", target] if origin in known and other in known and target in known:
                goal = None if verb == "S" and known[target] == known[other] else Location(known[target])
                return ParsedOrder(verb, known[origin], known[other], goal)
        return None

    def _order(self, words: list[_Word]) -> ParsedOrder:
        origin, at = self._place(words, 0)
        verb = self._word(words, at, "one of - S C")
        if verb.text == "H":
            self._end(words, at + 1)
            return ParsedOrder("H", origin.province)
        if verb.text not in {"-", "S", "C"}:
            raise LineFaultError(verb.column, f"one of - S C was expected, not {verb.text!r}")
        other, at = self._place(words, at + 1)
        if verb.text == "-":
            via = at < len(words) and words[at].text == "C"
            self._end(words, at + via)
            return ParsedOrder("-", origin.province, target=other, via=via)
        if verb.text == "S" and at == len(words):
            return ParsedOrder("S", origin.province, other.province)
        dash = self._word(words, at, "-")
        if dash.text != "-":
            raise LineFaultError(dash.column, f"- was expected, not {dash.text!r}")
        target, at = self._place(words, at + 1)
        self._end(words, at)
        if verb.text == "S" and target.province == other.province:
            return ParsedOrder("S", origin.province, other.province)
        return ParsedOrder(verb.text, origin.province, other.province, target)

    def _place(self, words: list[_Word], at: int) -> tuple[Location, int]:
        province = self._province(words, at)
        coast = self._coast(province, words, at + 1)
        return Location(province, coast), at + 1 + (coast is not None)

    def _province(self, words: list[_Word], at: int) -> str:
        word = self._word(words, at, "a territory")
        province = self._provinces.get(word.text)
        if province is None:
            raise LineFaultError(word.column, f"no territory is called {word.text!r}")
        return province

    def _coast(self, province: str, words: list[_Word], at: int) -> str | None:
        """The coast after a territory, if one stands there. Bulgaria's east coast is called NC by this protocol."""
        if at >= len(words) or words[at].text not in self._coasts:
            return None
        coasts = self._board.provinces[province].coasts if province in self._board.provinces else ()
        coast = words[at].text
        if coast not in coasts and coast == "NC" and "EC" in coasts:
            coast = "EC"
        if coast not in coasts:
            raise LineFaultError(words[at].column, f"{province} has no coast {words[at].text}")
        return coast

    def _word(self, words: list[_Word], at: int, expected: str) -> _Word:
        if at < len(words):
            return words[at]
        last = words[-1]
        raise LineFaultError(last.column + len(last.text), f"the line ends too early; {expected} was expected")

    def _end(self, words: list[_Word], at: int) -> None:
        if at < len(words):
            raise LineFaultError(words[at].column, f"nothing more was expected, not {words[at].text!r}")


def _words(line: str) -> list[_Word]:
    """The words of a line, at least one."""
    if len(line) > _MOST_COLUMNS:
        raise LineFaultError(_MOST_COLUMNS + 1, f"a line has at most {_MOST_COLUMNS} characters")
    words: list[_Word] = []
    for match in _TOKEN.finditer(line):
        text = match[1] or match[2] or match[3]
        if text is None:
            raise LineFaultError(match.start(4) + 1, f"{match[4]!r} was not expected")
        words.append(_Word(text.upper(), match.start(match.lastindex or 0) + 1))
    return words


def _name(province: Province) -> str:
    if province.terrain is Terrain.SEA:
        return province.code
    return _ODD_NAMES.get(province.code, province.code.capitalize())


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

    EDITION: ClassVar = 2
    """Counts up when an answer changes its form. 1 counted orders from 1 and gave no retreats."""

    def __init__(self, variant: Variant) -> None:
        self.faults: list[str] = []
        self._variant = variant
        self._grammar = LineGrammar(variant)
        self._phase = _first_movement(variant)
        self._nations: dict[str, str] = {}
        self._known_states: dict[str, tuple[str, Unit]] = {}
        """Line to the province and the unit there."""
        self._pieces: dict[Piece, Piece] = {}
        """Pieces that were stated, each once."""
        self._reach = variant_tables(variant).open_edges(Position(self._phase, (), {})).shared
        self._known_orders: dict[str, _KnownOrder] = {}
        self._units: dict[str, Unit] = {}
        self._board = QuickResolver(variant, self._phase)
        self._says: list[tuple[str, str]] = []
        """By the number of an order line, the answers that it fails and that it succeeds."""
        self._orders: list[_KnownOrder | None] | None = None
        """The order lines of the block that is being read; ``None`` for one that could not be read. Without a list, states are expected."""

    def take(self, first: int, lines: Sequence[str]) -> str:
        """The answers to the blocks of orders that end in *lines*, of which the first has the number *first*."""
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
        if self._orders is not None:
            self._orders.append(None)
        self.faults.append(f"stdin:{number}:{most + 1}: a line has at most {most} bytes")
        return ""

    def finish(self) -> str:
        """Orders whose block was not ended before the input did are answered all the same."""
        orders, self._orders = self._orders, None
        return self._answer(orders) if orders else ""

    # The state -------------------------------------------------------------------------------------------------------------

    def _put(self, province: str, unit: Unit) -> None:
        self._units[province] = unit
        self._board.put(unit)

    def _take_state(self, line: str) -> None:
        """Obey a line that was not seen before."""
        state = self._grammar.state(line)
        if state.piece is not None:
            unit = Unit(self._power(state), self._pieces.setdefault(state.piece, state.piece))
            if len(self._known_states) < _MOST_KNOWN_LINES:
                self._known_states[line] = (unit.province, unit)
            self._put(unit.province, unit)
        elif state.province is None:
            self._units.clear()
            self._board.clear()
        else:
            self._units.pop(state.province, None)
            self._board.take_off(state.province)

    def _power(self, state: ParsedState) -> str:
        """The power that the nation names; one that the variant does not know joins the game."""
        known = self._nations.get(state.nation)
        if known is None:
            words = tuple(state.nation.casefold().split())
            known = lexicon_of(self._variant).power(words) or re.sub(r"\W", "_", f"{'' if words[0][0].isalpha() else 'N_'}{state.nation}")
            if known not in self._variant.powers:
                if len(self._nations) >= _MOST_NATIONS:
                    raise LineFaultError(state.nation_column, f"there are {_MOST_NATIONS} nations already")
                powers = {**self._variant.powers, known: Power(known, known.title(), known.title(), "")}
                self._variant = replace(self._variant, powers=MappingProxyType(powers))
                self._board = QuickResolver(self._variant, self._phase)
                for unit in self._units.values():
                    self._board.put(unit)
            self._nations[state.nation] = known
        return known

    # Resolving -------------------------------------------------------------------------------------------------------------

    def _read_order(self, line: str) -> _KnownOrder:
        read = self._grammar.order(line)
        known = _KnownOrder(read)
        if len(self._known_orders) < _MOST_KNOWN_LINES:
            self._known_orders[line] = known
        return known

    def _answer(self, lines: list[_KnownOrder | None]) -> str:
        """Return the result of each order line, and the retreats of dislodged units; each of the two blocks ends with an empty line."""
        good, dislodged = self._resolve(lines)
        while len(self._says) < len(good):
            self._says.append((f"{len(self._says)}: FAILS", f"{len(self._says)}: SUCCEEDS"))
        answer = [says[each] for says, each in zip(self._says, good, strict=False)]
        answer.append("")
        name = self._grammar.name
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
            order = known.orders[key] = self._coast_named(_order(known.line, piece, other))
        known.piece, known.other_piece, known.last = piece, other, order
        return order

    def _coast_named(self, order: Order) -> Order:
        """A support for a fleet's move with its coast, where only one is possible."""
        choice = self._variant.rules.coast_in_support
        if choice in (CoastInSupport.ALWAYS_NAMED, CoastInSupport.NEVER_MATCHED):
            return order
        if not isinstance(order, Support) or order.target is None or order.target.coast is not None:
            return order
        tables = self._reach.tables
        spot, province = tables.spot_at(order.supported.kind, order.supported.location), tables.province_index.get(order.target.province)
        possible = () if spot is None or province is None else self._reach.provinces[spot].get(province, ())
        return replace(order, target=tables.pieces[possible[0]].location) if len(possible) == 1 else order

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


def _order(line: ParsedOrder, piece: Piece, other: Piece | None) -> Order:
    if line.verb == "S" and other is not None:
        return Support(piece, other, line.target)
    if line.target is None:
        return Hold(piece)
    if other is not None:
        return Convoy(piece, other, line.target)
    return Move(piece, line.target, line.via)


def _first_movement(variant: Variant) -> Phase:
    if variant.start.phase.kind is PhaseKind.MOVEMENT:
        return variant.start.phase
    season = next(step.season for step in variant.calendar.steps if step.kind is PhaseKind.MOVEMENT)
    return Phase(season, variant.start.phase.year, PhaseKind.MOVEMENT)
