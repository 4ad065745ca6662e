"""The line protocol of the C engine cdippy, so that a program that was written for it can use ours unchanged.

Two blocks, each ended by an empty line. State lines: ``Par A France``, ``StP NC F Russia``, ``StP (NC) F Russia``, ``CLEAR Par``,
``CLEAR ALL``; a territory that is stated again has its unit replaced. Order lines: ``Par - Bur``, ``Mao - Spa (NC)``, ``Lon - Bel C``
(by convoy), ``Mun S Ber``, ``Mun S Ber - Sil``, ``Nth C Lon - Bel``. Everything in any letter case; units without orders hold.
The answer is one line ``N: SUCCEEDS`` or ``N: FAILS`` for each order, counted from 1, and an empty line. The state is kept for the
next round and is not advanced. A line that is neither is an error with its line and column, and the round goes on without it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from adjudicator.check import check_order
from adjudicator.location import Location
from adjudicator.notation.order_reader import lexicon_of
from adjudicator.order import Convoy, Hold, Move, Order, Support
from adjudicator.phase import Phase, PhaseKind
from adjudicator.position import Position
from adjudicator.trial import TrialBoard
from adjudicator.unit import Piece, Unit
from adjudicator.variant import Power, Variant

_TOKEN = re.compile(r"\s*(?:([A-Za-z0-9_]+)|(-)|\(\s*([A-Za-z]+)\s*\)|(\S))")
_MOST_COLUMNS = 200
_MOST_NATIONS = 100
_MOST_KNOWN_LINES = 50_000
_NO_OWNERS: MappingProxyType[str, str] = MappingProxyType({})


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
class _State:
    """What a state line says. Without a unit the province is cleared; without a province all are."""

    province: str | None
    piece: Piece | None = None
    nation: str = ""
    nation_column: int = 0


@dataclass(frozen=True, slots=True)
class _OrderLine:
    """What an order line says, before the board is asked which units are meant."""

    verb: str
    origin: str
    other: str | None = None
    target: Location | None = None
    via: bool = False


@dataclass(slots=True)
class _KnownOrder:
    """An order line that was read, and the order it was for the pieces that stood there; an equal round need not make it again."""

    line: _OrderLine
    origin: str
    piece: Piece | None = None
    other: Piece | None = None
    order: Order | None = None


class LineProtocol:
    """One conversation: the state of the board, and the block that is being read."""

    def __init__(self, variant: Variant) -> None:
        self.faults: list[str] = []
        self._variant = variant
        self._grammar = _LineGrammar(variant)
        self._phase = _first_movement(variant)
        self._nations: dict[str, str] = {}
        self._known_states: dict[str, Unit] = {}
        self._known_orders: dict[str, _KnownOrder] = {}
        self._units: dict[str, Unit] = {}
        self._board = TrialBoard(variant, self._phase)
        self._orders: list[_KnownOrder] | None = None

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
                        orders.append(self._read_order(line))
                    continue
                unit = known_states.get(line)
                if unit is not None:
                    if units.get(unit.province) is not unit:
                        self._put(unit)
                elif not line or line.isspace():
                    orders = []
                else:
                    self._take_state(line)
            except LineFaultError as fault:
                self.faults.append(f"stdin:{number}:{fault.column}: {fault}")
        self._orders = orders
        return "".join(answers)

    def finish(self) -> str:
        """Orders whose block was not ended before the input did are answered all the same."""
        orders, self._orders = self._orders, None
        return self._answer(orders) if orders else ""

    # The state -------------------------------------------------------------------------------------------------------------

    def _put(self, unit: Unit) -> None:
        self._units[unit.province] = unit
        self._board.put(unit)

    def _take_state(self, line: str) -> None:
        """Obey a line that was not seen before."""
        state = self._grammar.state(line)
        if state.piece is not None:
            unit = Unit(self._power(state), state.piece)
            if len(self._known_states) < _MOST_KNOWN_LINES:
                self._known_states[line] = unit
            self._put(unit)
        elif state.province is None:
            self._units.clear()
            self._board.clear()
        else:
            self._units.pop(state.province, None)
            self._board.take_off(state.province)

    def _power(self, state: _State) -> str:
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
                self._board = TrialBoard(self._variant, self._phase)
                for unit in self._units.values():
                    self._board.put(unit)
            self._nations[state.nation] = known
        return known

    # Resolving -------------------------------------------------------------------------------------------------------------

    def _read_order(self, line: str) -> _KnownOrder:
        read = self._grammar.order(line)
        known = _KnownOrder(read, read.origin)
        if len(self._known_orders) < _MOST_KNOWN_LINES:
            self._known_orders[line] = known
        return known

    def _answer(self, lines: list[_KnownOrder]) -> str:
        if not lines:
            return "\n"
        good = self._resolve(lines)
        return "\n".join([f"{number}: SUCCEEDS" if each else f"{number}: FAILS" for number, each in enumerate(good, 1)]) + "\n\n"

    def _resolve(self, lines: list[_KnownOrder]) -> list[bool]:
        """Whether each order succeeds; of several for one unit the first legal one counts (DATC 4.D.3)."""
        units = self._units
        used: dict[str, int] = {}
        by_power: dict[str, list[Order]] = {}
        for index, known in enumerate(lines):
            origin = known.origin
            unit = units.get(origin)
            if unit is None:
                continue
            order = _order_of(known, unit.piece, units)
            if order is None:
                continue
            if origin in used:
                return self._resolve_repeated(lines)
            used[origin] = index
            given = by_power.get(unit.power)
            if given is None:
                by_power[unit.power] = [order]
            else:
                given.append(order)
        good = [False] * len(lines)
        for province in self._board.succeeding(by_power):
            if province in used:
                good[used[province]] = True
        return good

    def _resolve_repeated(self, lines: list[_KnownOrder]) -> list[bool]:
        """As :meth:`_resolve`, where a unit has several orders: those that do not count are left out."""
        position = Position(self._phase, tuple(sorted(self._units.values(), key=str)), _NO_OWNERS)
        used: dict[str, tuple[int, Order]] = {}
        for index, known in enumerate(lines):
            unit = self._units.get(known.origin)
            order = None if unit is None else _order_of(known, unit.piece, self._units)
            if unit is None or order is None:
                continue
            before = used.get(known.origin)
            if before is None or not check_order(self._variant, position, unit.power, before[1]):
                used[known.origin] = (index, order)
        by_power: dict[str, list[Order]] = {}
        for origin, (_, order) in used.items():
            by_power.setdefault(self._units[origin].power, []).append(order)
        good = [False] * len(lines)
        for province in self._board.succeeding(by_power):
            if province in used:
                good[used[province][0]] = True
        return good


def _order_of(known: _KnownOrder, piece: Piece, units: dict[str, Unit]) -> Order | None:
    """The order for the units that stand there; ``None`` where the other unit is missing."""
    line = known.line
    other: Piece | None = None
    if line.other is not None:
        second = units.get(line.other)
        if second is None:
            return None
        other = second.piece
    if known.piece is piece and known.other is other:
        return known.order
    known.piece, known.other = piece, other
    known.order = _order(line, piece, other)
    return known.order


def _order(line: _OrderLine, piece: Piece, other: Piece | None) -> Order:
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


class _LineGrammar:
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

    def state(self, line: str) -> _State:
        """``Territory Unit_type Nation``, ``CLEAR Territory`` or ``CLEAR ALL``."""
        words = _words(line)
        if words[0].text == "CLEAR":
            if len(words) > 1 and words[1].text == "ALL":
                self._end(words, 2)
                return _State(None)
            province = self._province(words, 1)
            self._end(words, 2)
            return _State(province)
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
        return _State(province, Piece(kind.text, Location(province, coast)), text, nation.column)

    def order(self, line: str) -> _OrderLine:
        """A move, a support or a convoy; ``Territory H`` is a hold."""
        words = _words(line)
        origin, at = self._place(words, 0)
        verb = self._word(words, at, "one of - S C")
        if verb.text == "H":
            self._end(words, at + 1)
            return _OrderLine("H", origin.province)
        if verb.text not in {"-", "S", "C"}:
            raise LineFaultError(verb.column, f"one of - S C was expected, not {verb.text!r}")
        other, at = self._place(words, at + 1)
        if verb.text == "-":
            via = at < len(words) and words[at].text == "C"
            self._end(words, at + via)
            return _OrderLine("-", origin.province, target=other, via=via)
        if verb.text == "S" and at == len(words):
            return _OrderLine("S", origin.province, other.province)
        dash = self._word(words, at, "-")
        if dash.text != "-":
            raise LineFaultError(dash.column, f"- was expected, not {dash.text!r}")
        target, at = self._place(words, at + 1)
        self._end(words, at)
        if verb.text == "S" and target.province == other.province:
            return _OrderLine("S", origin.province, other.province)
        return _OrderLine(verb.text, origin.province, other.province, target)

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
