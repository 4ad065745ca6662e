"""Points by a formula of one's own: arithmetic over numbers of a power and of the game, without anything that could do harm or take long.

    expression = sum, compared: < <= > >= = ; numbers, names, + - * / ^, brackets, min(a, b), max(a, b), if(c, a, b), sum(expression)

Names of a power: ``centres``, ``rank`` (1 for the most; those that tie share the middle), ``alive``, ``won`` (alone), ``shared`` (in the
draw), ``years``. Names of the game: ``powers``, ``survivors``, ``most``, ``second``, ``leaders``, ``total``, ``solo``. ``sum`` adds its
expression up over all powers: ``100 * centres^2 / sum(centres^2)``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from entente.outcome import OutcomeKind
from entente.scoring import ScoredGame
from languages import tr

LONGEST = 500
"""Characters of a formula."""
DEEPEST = 24
"""Brackets within brackets."""
LARGEST = 1e9
"""Number that a formula may come to on its way, either side of zero."""

MOST_DIGITS = 9
"""Digits of a number, before the point and after it."""

_TOKEN = re.compile(r"\s*(?:(\d+(?:\.\d+)?)|([a-z]{1,20})|(<=|>=|[-+*/^()<>=,]))", re.ASCII)
_NAMES = ("centres", "rank", "alive", "won", "shared", "years", "powers", "survivors", "most", "second", "leaders", "total", "solo")
_ARGUMENTS = {"min": 2, "max": 2, "if": 3, "sum": 1}

Numbers = Mapping[str, float]
_Node = Callable[[Numbers, tuple[Numbers, ...]], float]


class FormulaError(ValueError):
    """A formula that cannot be read, or that comes to no number; ``column`` counts from 1, and is 0 where there is no place to name."""

    def __init__(self, message: str, column: int = 0) -> None:
        super().__init__(tr("column {column}: {message}", column=column, message=message) if column else message)
        self.column = column


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula that was read. Make it with ``Formula.of``."""

    text: str
    names: frozenset[str]
    """Names that it uses."""
    _node: _Node

    @classmethod
    def of(cls, text: str) -> Formula:
        """Read a formula.

        Raises:
            FormulaError: it is none, with the column.

        >>> Formula.of("10 * centres + 5 * alive").text
        '10 * centres + 5 * alive'
        """
        if len(text) > LONGEST:
            raise FormulaError(tr("a formula has at most {count} characters", count=LONGEST))
        reader = _Reader(text)
        node = reader.whole()
        return cls(text, frozenset(reader.names), node)

    def points(self, game: ScoredGame) -> Mapping[str, float]:
        """Return the points of every power; an abandoned game gives nothing to anybody.

        Raises:
            FormulaError: it divides by zero or comes to more than a number can be, with the column of the sign; or it counts years
                that are not known.

        >>> from entente.outcome import Outcome
        >>> game = ScoredGame({"ENGLAND": 3, "FRANCE": 1}, Outcome(OutcomeKind.OPEN))
        >>> dict(Formula.of("100 * centres^2 / sum(centres^2)").points(game))
        {'ENGLAND': 90.0, 'FRANCE': 10.0}
        """
        if game.outcome.kind is OutcomeKind.ABANDONED:
            return MappingProxyType(dict.fromkeys(game.centres, 0.0))
        if "years" in self.names and game.years is None:
            raise FormulaError(tr("the formula counts years, which are not known here"))
        numbers = _numbers(game)
        everybody = tuple(numbers.values())
        return MappingProxyType({power: self._node(own, everybody) for power, own in numbers.items()})


def _numbers(game: ScoredGame) -> Mapping[str, Numbers]:
    counts = game.centres
    ranked = sorted(counts.values(), reverse=True)
    most = ranked[0] if ranked else 0
    shared = {
        "powers": float(len(counts)),
        "survivors": float(sum(count > 0 for count in ranked)),
        "most": float(most),
        "second": float(ranked[1] if len(ranked) > 1 else 0),
        "leaders": float(ranked.count(most)),
        "total": float(sum(ranked)),
        "solo": float(game.outcome.kind is OutcomeKind.SOLO),
    }
    found = {}
    for power, count in counts.items():
        above = sum(other > count for other in ranked)
        found[power] = {
            **shared,
            "centres": float(count),
            "rank": above + (ranked.count(count) + 1) / 2,
            "alive": float(count > 0),
            "won": float(game.outcome.kind is OutcomeKind.SOLO and power in game.outcome.powers),
            "shared": float(game.outcome.kind is OutcomeKind.DRAW and power in game.outcome.powers),
            "years": float((game.years or {}).get(power, 0)),
        }
    return found


class _Reader:
    """Reads a formula from left to right."""

    def __init__(self, text: str) -> None:
        self.names: set[str] = set()
        self._tokens: list[tuple[str, int]] = []
        self._at = 0
        self._depth = 0
        place, end = 0, len(text.rstrip())
        while place < end:
            match = _TOKEN.match(text, place)
            if match is None:
                raise FormulaError(tr("{text!r} is not understood", text=text[place:].strip()[:10]), place + 1)
            token = match[0].strip()
            column = match.end() - len(token) + 1
            if token[0].isdigit() and max(map(len, token.split("."))) > MOST_DIGITS:
                raise FormulaError(tr("a number has at most {count} digits", count=MOST_DIGITS), column)
            self._tokens.append((token, column))
            place = match.end()
        self._end = end + 1

    def whole(self) -> _Node:
        node = self._compared()
        if self._at < len(self._tokens):
            raise FormulaError(tr("{text!r} is not expected", text=self._tokens[self._at][0]), self._column)
        return node

    @property
    def _column(self) -> int:
        return self._tokens[self._at][1] if self._at < len(self._tokens) else self._end

    @property
    def _taken(self) -> int:
        """The column of the token that was taken last."""
        return self._tokens[self._at - 1][1]

    def _take(self, *wanted: str) -> str:
        """Return the next token if it is one of *wanted*; empty otherwise."""
        if self._at < len(self._tokens) and self._tokens[self._at][0] in wanted:
            self._at += 1
            return self._tokens[self._at - 1][0]
        return ""

    def _expect(self, wanted: str) -> None:
        if not self._take(wanted):
            raise FormulaError(tr("{text!r} is missing", text=wanted), self._column)

    def _compared(self) -> _Node:
        self._depth += 1
        if self._depth > DEEPEST:
            raise FormulaError(tr("there are too many brackets"), self._column)
        node = self._added()
        while sign := self._take("<", "<=", ">", ">=", "="):
            node = _both(sign, self._taken, node, self._added())
        self._depth -= 1
        return node

    def _added(self) -> _Node:
        node = self._multiplied()
        while sign := self._take("+", "-"):
            node = _both(sign, self._taken, node, self._multiplied())
        return node

    def _multiplied(self) -> _Node:
        node = self._signed()
        while sign := self._take("*", "/"):
            node = _both(sign, self._taken, node, self._signed())
        return node

    def _signed(self) -> _Node:
        negative = False
        while sign := self._take("-", "+"):
            negative ^= sign == "-"
        node = self._raised()
        return _both("-", 0, _number(0.0), node) if negative else node

    def _raised(self) -> _Node:
        node = self._atom()
        return _both("^", self._taken, node, self._atom()) if self._take("^") else node

    def _atom(self) -> _Node:
        if self._take("("):
            node = self._compared()
            self._expect(")")
            return node
        if self._at >= len(self._tokens):
            raise FormulaError(tr("a number or a name is missing"), self._end)
        token, column = self._tokens[self._at]
        self._at += 1
        if token[0].isdigit():
            return _number(float(token))
        if token in _ARGUMENTS:
            return self._call(token)
        if token in _NAMES:
            self.names.add(token)
            return lambda own, _everybody: own[token]
        if token[0].isalpha():
            raise FormulaError(tr("{text!r} is no name here; there are {names}", text=token, names=", ".join(_NAMES)), column)
        raise FormulaError(tr("a number or a name is missing"), column)

    def _call(self, name: str) -> _Node:
        place = self._taken
        self._expect("(")
        arguments = [self._compared()]
        while self._take(","):
            arguments.append(self._compared())
        self._expect(")")
        if len(arguments) != _ARGUMENTS[name]:
            raise FormulaError(tr("{name} takes {count} values", name=name, count=_ARGUMENTS[name]), self._column)
        if name == "sum":
            return _added_up(arguments[0], place)
        if name == "if":
            condition, then, otherwise = arguments
            return lambda own, everybody: (then if condition(own, everybody) else otherwise)(own, everybody)
        one, other = arguments
        choose = min if name == "min" else max
        return lambda own, everybody: choose(one(own, everybody), other(own, everybody))


def _number(number: float) -> _Node:
    return lambda _own, _everybody: number


def _added_up(inner: _Node, column: int) -> _Node:
    """Return the sum over all powers; one within another is the same for all of them, and is worked out once."""
    kept: list[tuple[tuple[Numbers, ...], float]] = []

    def node(_own: Numbers, everybody: tuple[Numbers, ...]) -> float:
        if not kept or kept[0][0] is not everybody:
            kept[:] = [(everybody, _bounded(sum(inner(each, everybody) for each in everybody), column))]
        return kept[0][1]

    return node


def _both(sign: str, column: int, one: _Node, other: _Node) -> _Node:
    def node(own: Numbers, everybody: tuple[Numbers, ...]) -> float:
        return _bounded(_worked_out(sign, column, one(own, everybody), other(own, everybody)), column)

    return node


def _worked_out(sign: str, column: int, one: float, other: float) -> float:
    match sign:
        case "+":
            return one + other
        case "-":
            return one - other
        case "*":
            return one * other
        case "/":
            if other == 0:
                raise FormulaError(tr("the formula divides by zero"), column)
            return one / other
        case "^":
            if not 0 <= other <= 16 or (one < 0 and not other.is_integer()):
                raise FormulaError(tr("powers go from 0 to 16"), column)
            return float(one**other)
        case "<":
            return float(one < other)
        case "<=":
            return float(one <= other)
        case ">":
            return float(one > other)
        case ">=":
            return float(one >= other)
        case _:
            return float(one == other)


def _bounded(number: float, column: int) -> float:
    if not -LARGEST <= number <= LARGEST:
        raise FormulaError(tr("the formula comes to more than {largest}", largest=f"{LARGEST:,.0f}"), column)
    return number
