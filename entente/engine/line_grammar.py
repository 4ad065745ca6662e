"""Single lines of the line protocol of the C engine cdippy, read by the names of a board; see ``line_protocol``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from types import MappingProxyType

from adjudicator.board import Province, Terrain
from adjudicator.order import Convoy, Hold, Move, Order, Support
from adjudicator.unit import Location, Piece
from adjudicator.variant import Variant

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


def order_of(line: ParsedOrder, piece: Piece, other: Piece | None) -> Order:
    """The order that *line* is for *piece*, and for the *other* unit where it names one."""
    if line.verb == "S" and other is not None:
        return Support(piece, other, line.target)
    if line.target is None:
        return Hold(piece)
    if other is not None:
        return Convoy(piece, other, line.target)
    return Move(piece, line.target, line.via)
