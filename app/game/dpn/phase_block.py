"""The block ``[phase S1901M]``, read and written: the position, what changes, and the orders with their results."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TypeVar

from adjudicator import Build, DislodgedUnit, Order, PhaseKind, Piece, Remove, Result, Retreat, Unit
from adjudicator.errors import MalformedOrderError
from adjudicator.notation import parse_order
from app.game.dpn.blocks import At, PhaseBlock, PowerOrders, RecordedOrder
from app.game.dpn.game_blocks import read_rules, rules_text
from app.game.dpn.lines import NONE, POWER, PROVINCE, BlockLines, FreeText, Line, free_text, listed, phase_of, piece_of, wrapped
from app.game.dpn.text_source import quoted
from app.game.entries import DefaultList, HookAttached, HookDetached, HookLeftOut, HookState, RulesChanged, TurnChange
from languages import tr

NOT_ORDERED = "not ordered"
"""Mark of an order that was not given: the rules filled it in."""

NOT_USED = "not used"
"""A later line orders the same unit."""

WITHDRAWN = "withdrawn?"
"""Mark of an order that a later mail seems to take back; the game master has to decide."""

_BY_WORD = {result.value: result for result in Result} | {
    "bounces": Result.BOUNCE,
    "bounced": Result.BOUNCE,
    "fails": Result.BOUNCE,
    "succeeds": Result.OK,
    "dislodges": Result.DISLODGED,
}
_SEQUENCE = tuple(Result)


@lru_cache(maxsize=4_096)
def results_of(text: str) -> tuple[frozenset[Result], bool, bool, bool, str | None]:
    """Read the results in ``bounce, dislodged``.

    Returns:
        The results; whether the order was given; whether a later line replaced it; whether a mail may have taken it back; and the first
        word that is not known, if any.

    >>> results, given, *_ = results_of("bounce, dislodged")
    >>> sorted(result.value for result in results), given
    (['bounce', 'dislodged'], True)
    """
    results: set[Result] = set()
    given, replaced, withdrawn, unknown = True, False, False, None
    for item in text.split(","):
        word = item.strip()
        if word == NOT_ORDERED:
            given = False
        elif word == NOT_USED:
            replaced = True
        elif word == WITHDRAWN:
            withdrawn = True
        elif word in _BY_WORD:
            results.add(_BY_WORD[word])
        elif unknown is None:
            unknown = word
    return frozenset(results), given, replaced, withdrawn, unknown


def result_words(results: frozenset[Result], *, given: bool = True, replaced: bool = False, withdrawn: bool = False) -> str:
    """The words for *results*; none for an order that was given and did what it says.

    >>> result_words(frozenset({Result.BOUNCE}))
    'bounce'
    >>> result_words(frozenset({Result.OK}), given=False)
    'not ordered'
    """
    if replaced:
        return NOT_USED
    if withdrawn:
        return WITHDRAWN
    words = [result.value for result in _SEQUENCE if result in results and not (result is Result.OK and len(results) == 1)]
    return ", ".join(words if given else [NOT_ORDERED, *words])


NONE_RECEIVED = "none received"
NO_ORDERS = "no orders"
"""An empty set was received."""

CONTESTED = "contested"
START = "start"
STARTS_HERE = ("starts", "here")
"""Words of a heading, behind its phase: the game begins with this position."""

T = TypeVar("T")

MOST_ITEMS = 5_000
"""Units, provinces and orders that one phase lists; no board has that many."""

_DISLODGED = re.compile(r"([A-Z] [A-Z][A-Z0-9_]*(?:/[A-Z][A-Z0-9]*)?) < ([A-Z][A-Z0-9_]*)( VIA)?")
_LISTING = re.compile(r"([=*!]) +([A-Za-z][A-Za-z0-9_]*) *:")
_HEADER = re.compile(r"([A-Z][A-Z0-9_]*) *:(.*)")
_COUNTER = re.compile(r"counter ([^\s=]+(?: [^\s=]+)*) = (-?\d{1,9})")
_HOOK = re.compile(r"hook ([a-z][a-z0-9_]*)(?: (.*))?")
_DEFAULTS = re.compile(r"defaults ([A-Z][A-Z0-9_]*)(?: *:(.*))?")
_LEFT_OUT = re.compile(r"without ([a-z][a-z0-9_]*) (.+)")
_STATE = re.compile(r"state ([a-z][a-z0-9_]*) (.+)")


def read_at(lines: BlockLines, words: int = 1) -> At | None:
    """The turn that a heading names: ``[press S1901M branch=b2]``."""
    heading = lines.heading
    phase = phase_of(heading.words[0]) if len(heading.words) == words else None
    if phase is None:
        named = f" {' '.join(heading.words)}" if heading.words else ""
        lines.heading_error(
            tr("[{kind}{shown}] does not say of which phase it is", kind=heading.kind, shown=quoted(named)),
            tr("a heading such as [{kind} S1901M]", kind=heading.kind),
        )
        return None
    return At(phase, heading.get("branch"))


def branch_attribute(branch: str | None) -> tuple[tuple[str, str], ...]:
    """The attributes of a heading of *branch*, as headings name it."""
    return () if branch is None else (("branch", branch),)


def read_phase(lines: BlockLines) -> PhaseBlock | None:
    """Read a ``[phase ...]`` block."""
    at = read_at(lines, 1 + len(STARTS_HERE) if _starts_here(lines) else 1)
    return None if at is None else _Reader(lines, at).read()


def _starts_here(lines: BlockLines) -> bool:
    return lines.heading.words[1:] == STARTS_HERE


class _Reader:
    """Reads one phase, line by line."""

    def __init__(self, lines: BlockLines, at: At) -> None:
        self._lines = lines
        self._at = at
        self._units: dict[str, list[Piece]] = {}
        self._centres: dict[str, list[str]] = {}
        self._dislodged: list[DislodgedUnit] | None = None
        self._contested: set[str] | None = None
        self._conditions: set[str] | None = None
        self._counters: dict[str, int] | None = None
        self._changes: list[TurnChange] = []
        self._orders: dict[str, list[RecordedOrder]] = {}
        self._silent: set[str] = set()
        self._power: str | None = None
        self._items = 0
        self._note = FreeText()
        self._marks: dict[str, Callable[[Line], None]] = {
            "=": self._listing,
            "*": self._listing,
            "!": self._listing,
            "&": self._condition,
            "+": self._change,
            "-": self._change,
            "~": self._change,
        }

    def read(self) -> PhaseBlock:
        """All of it."""
        for line in self._lines:
            mark = self._marks.get(line.text[0])
            if mark is not None:
                mark(line)
            elif not self._note.take(line):
                self._order_or_header(line)
        return PhaseBlock(
            at=self._at,
            origin=self._lines.heading.get("from"),
            starts_here=_starts_here(self._lines),
            units=MappingProxyType({power: tuple(pieces) for power, pieces in self._units.items()}),
            centres=MappingProxyType({power: tuple(places) for power, places in self._centres.items()}),
            dislodged=None if self._dislodged is None else tuple(self._dislodged),
            contested=None if self._contested is None else frozenset(self._contested),
            conditions=None if self._conditions is None else frozenset(self._conditions),
            counters=None if self._counters is None else MappingProxyType(self._counters),
            changes=tuple(self._changes),
            orders=MappingProxyType({power: PowerOrders(power not in self._silent, tuple(read)) for power, read in self._orders.items()}),
            note=self._note.text,
        )

    # --- the position ---

    def _listing(self, line: Line) -> None:
        found = _LISTING.match(line.text)
        if found is None or not (POWER.fullmatch(found[2]) or (found[1] == "!" and found[2] == CONTESTED)):
            self._lines.error(
                line, tr("{shown} cannot be read as a list", shown=quoted(line.text)), tr("a list such as = FRANCE: A PAR, F BRE")
            )
            return
        mark, name, text = found[1], found[2], line.text[found.end() :]
        column = found.end() + 1
        if mark == "=":
            pieces = self._listed(line, text, column, piece_of, tr("unit"), tr("a unit such as F STP/SC"))
            if pieces is not None:
                self._units.setdefault(name, []).extend(pieces)
        elif mark == "*":
            places = self._listed(line, text, column, _province, tr("province"), tr("a code such as PAR"))
            if places is not None:
                self._centres.setdefault(name, []).extend(places)
        elif name == CONTESTED:
            places = self._listed(line, text, column, _province, tr("province"), tr("a code such as PAR"))
            if places is not None:
                self._contested = self._contested or set()
                self._contested.update(places)
        else:
            out = self._listed(
                line,
                text,
                column,
                lambda item: dislodged_of(name, item),
                tr("dislodged unit"),
                tr("a unit and where it was attacked from, such as F SEV < ARM"),
            )
            if out is not None:
                self._dislodged = self._dislodged or []
                self._dislodged += out

    def _listed(self, line: Line, text: str, column: int, read: Callable[[str], T | None], kind: str, form: str) -> list[T] | None:
        """The items of a list; ``None``, with a fault for each wrong one, where not all of them can be read: half a list would mislead."""
        if text.strip() == NONE:
            return []
        if self._is_too_much(line, text.count(",") + 1):
            return None
        if text[:1] == " ":  # as it is written
            quick = [read(item) for item in text[1:].split(", ")]
            found = [each for each in quick if each is not None]
            if len(found) == len(quick):
                return found
        found, wrong = [], False
        for item, at in listed(text, column):
            each = read(item)
            if each is None:
                self._lines.error(
                    line,
                    tr("{shown} is not a {kind}", shown=quoted(item), kind=kind) if item else tr("a {kind} is missing here", kind=kind),
                    form,
                    at,
                )
                wrong = True
            else:
                found.append(each)
        return None if wrong else found

    def _is_too_much(self, line: Line, more: int) -> bool:
        """Return True if this line lists more than a phase can hold."""
        self._items += more
        if self._items > MOST_ITEMS:
            self._lines.error(
                line,
                tr("the phase lists {items} units, provinces and orders", items=self._items),
                tr("at most {most_items:,}", most_items=MOST_ITEMS),
            )
        return self._items > MOST_ITEMS

    def _condition(self, line: Line) -> None:
        text = line.text[1:].strip()
        counter = _COUNTER.fullmatch(text)
        if counter:
            self._counters = self._counters or {}
            self._counters[counter[1]] = int(counter[2])
        elif text.startswith("condition "):
            self._conditions = self._conditions or set()
            self._conditions.add(text.removeprefix("condition ").strip())
        else:
            self._lines.error(
                line,
                tr("{shown} is neither a condition nor a counter", shown=quoted(line.text)),
                tr("a line such as & condition WORDS, or & counter NAME = 3"),
            )

    # --- what changes with the phase ---

    def _change(self, line: Line) -> None:
        mark, text = line.text[0], line.text[1:].strip()
        hook, state, defaults = _HOOK.fullmatch(text), _STATE.fullmatch(text), _DEFAULTS.fullmatch(text)
        if mark == "+" and hook:
            self._changes.append(HookAttached(hook[1], (hook[2] or "").strip()))
        elif mark == "-" and hook and not hook[2]:
            self._changes.append(HookDetached(hook[1]))
        elif mark == "~" and state:
            self._changes.append(HookState(state[1], state[2].strip()))
        elif mark == "~" and (left_out := _LEFT_OUT.fullmatch(text)):
            self._changes.append(HookLeftOut(left_out[1], left_out[2].strip()))
        elif mark == "+" and defaults and defaults[2] is not None:
            self._default_list(line, defaults[1], line.text.index(":") + 1)
        elif mark == "-" and defaults and defaults[2] is None:
            self._changes.append(DefaultList(defaults[1], ()))
        elif mark == "+" and text.startswith("rules "):
            rules = read_rules(self._lines, line, line.text[line.text.index("rules ") + 6 :], line.text.index("rules ") + 7)
            if rules:
                self._changes.append(RulesChanged(tuple(rules)))
        else:
            self._lines.error(
                line,
                tr("{shown} is not a change that a phase can begin with", shown=quoted(line.text)),
                tr("+ hook NAME, - hook NAME, ~ state NAME {...}, + rules NAME=CHOICE or + defaults FRANCE: A PAR B"),
            )

    def _default_list(self, line: Line, power: str, start: int) -> None:
        """Read the default list of a power; a list that needs several lines goes on in the next one of the same power."""
        text = line.text[start:]
        form = tr("an order such as A PAR B, A PAR D or A PAR R GAS")
        orders: list[Order] | None = self._listed(line, text, start + 1, _default_order, tr("default order"), form)
        if not orders:
            return
        before = self._changes[-1] if self._changes else None
        listed = tuple(orders)
        if isinstance(before, DefaultList) and before.power == power:
            self._changes.pop()
            listed = before.orders + listed
        self._changes.append(DefaultList(power, listed))

    # --- orders ---

    def _order_or_header(self, line: Line) -> None:
        header = _HEADER.fullmatch(line.text)
        if header is None:
            self._order(line)
            return
        power, rest = header[1], header[2].strip()
        self._power = power
        if power in self._orders:
            self._lines.faults.error(
                line.number,
                1,
                tr("{power} has two lists of orders in this phase", power=power),
                tr("one list for each power"),
                len(power),
                skipped=False,
            )
        self._orders.setdefault(power, [])
        if rest == NONE_RECEIVED:
            self._silent.add(power)
        elif rest not in {"", NO_ORDERS}:
            column = line.text.index(rest, header.start(2)) + 1
            self._lines.error(
                line,
                tr("{shown} stands on the line of {power}", shown=quoted(rest), power=power),
                tr(
                    "orders on lines below it, or {power}: {none_received}, or {power}: {no_orders}",
                    power=power,
                    none_received=NONE_RECEIVED,
                    no_orders=NO_ORDERS,
                ),
                column,
            )

    def _order(self, line: Line) -> None:
        text = line.text.lstrip()
        column = len(line.text) - len(text) + 1
        if self._power is None:
            self._lines.error(
                line,
                tr("{shown} is an order of no power", shown=quoted(text)),
                tr("a line with its power above it, such as FRANCE:"),
                column,
            )
            return
        if self._is_too_much(line, 1):
            return
        if text[0] == "?" and text[1:].strip():
            self._keep(RecordedOrder(text[1:].strip(), None, frozenset(), number=line.number, raw=True))
            return
        written, received = text, None
        if '"' in text:
            start = text.index('"')
            if text[-1] != '"' or len(text) == start + 1:
                self._lines.error(
                    line, tr("the quotation of what was received does not end"), tr('a " at the end of the line'), column + start
                )
                return
            written, received = text[:start].rstrip(), text[start + 1 : -1]
        order_text, semicolon, words = written.partition(";")
        order_text = order_text.rstrip()
        results, given, replaced, withdrawn, unknown = results_of(words) if semicolon else (frozenset(), True, False, False, None)
        if unknown is not None:
            at = column + len(written) - len(words) + max(0, words.find(unknown))
            self._lines.faults.warning(
                line.number,
                at,
                tr("{shown} is not a result", shown=quoted(unknown)) if unknown else tr("a result is missing here"),
                tr("a word such as bounce, cut or dislodged"),
            )
        order = order_of(order_text, self._at.phase.kind)
        self._keep(
            RecordedOrder(
                order_text if received is None else received,
                order,
                results,
                given,
                line.number,
                replaced=replaced,
                withdrawn=withdrawn,
            )
        )

    def _keep(self, recorded: RecordedOrder) -> None:
        assert self._power is not None
        self._orders[self._power].append(recorded)
        if recorded.given:
            self._silent.discard(self._power)


@lru_cache(maxsize=16_384)
def order_of(text: str, kind: PhaseKind) -> Order | None:
    """The order of that canonical text, or ``None``.

    >>> print(order_of("A PAR - BUR", PhaseKind.MOVEMENT))
    A PAR - BUR
    >>> print(order_of("A PAR > BUR", PhaseKind.MOVEMENT))
    None
    """
    try:
        return parse_order(text, kind)
    except MalformedOrderError:
        return None


def _default_order(text: str) -> Order | None:
    order = order_of(text, PhaseKind.ADJUSTMENT)
    if isinstance(order, Build | Remove | Retreat):
        return order
    return None


def _province(text: str) -> str | None:
    return text if PROVINCE.fullmatch(text) else None


def dislodged_of(power: str, text: str) -> DislodgedUnit | None:
    """The dislodged unit that ``F SEV < ARM VIA`` names, or ``None``.

    >>> print(dislodged_of("RUSSIA", "F SEV < ARM VIA"))
    RUSSIA F SEV < ARM VIA
    """
    found = _DISLODGED.fullmatch(text)
    piece = piece_of(found[1]) if found else None
    return None if found is None or piece is None else DislodgedUnit(Unit(power, piece), found[2], bool(found[3]))


def write_phase(block: PhaseBlock) -> list[str]:
    """The lines of a ``[phase ...]`` block."""
    lines: list[str] = []
    for power, pieces in block.units.items():
        lines.extend(wrapped(f"= {power}:", map(str, pieces)))
    for power, places in block.centres.items():
        lines.extend(wrapped(f"* {power}:", places))
    by_power: dict[str, list[str]] = {}
    for each in block.dislodged or ():
        by_power.setdefault(each.unit.power, []).append(str(each).partition(" ")[2])
    for power, items in by_power.items():
        lines.extend(wrapped(f"! {power}:", items))
    if block.contested:
        lines.extend(wrapped(f"! {CONTESTED}:", sorted(block.contested)))
    lines.extend(f"& condition {condition}" for condition in sorted(block.conditions or ()))
    lines.extend(f"& counter {name} = {number}" for name, number in sorted((block.counters or {}).items()))
    for change in block.changes:
        lines.extend(_change_lines(change))
    lines.extend(_order_lines(block.orders, apart=block.has_places))
    return lines + free_text(block.note)


def _change_lines(change: TurnChange) -> list[str]:
    match change:
        case HookAttached(name, arguments):
            return [f"+ hook {name} {arguments}".rstrip()]
        case HookDetached(name):
            return [f"- hook {name}"]
        case HookState(name, state):
            return [f"~ state {name} {state}"]
        case HookLeftOut(name, why):
            return [f"~ without {name} {why}"]
        case RulesChanged(words):
            return [f"+ rules {rules_text(words)}"]
        case DefaultList(power, orders):
            return wrapped(f"+ defaults {power}:", map(str, orders)) if orders else [f"- defaults {power}"]


def _order_lines(orders: Mapping[str, PowerOrders], *, apart: bool) -> list[str]:
    """The lists of all powers.

    Args:
        apart: with a blank line between two powers. Git joins changes that an unchanged line parts.
    """
    lines: list[str] = []
    for power, sent in orders.items():
        if apart and lines:
            lines.append("")
        if not sent.received:
            lines.append(f"{power}: {NONE_RECEIVED}")
        elif not any(each.given for each in sent.lines):
            lines.append(f"{power}: {NO_ORDERS}")
        else:
            lines.append(f"{power}:")
        lines.extend(f"  {order_text(each)}" for each in sent.lines)
    return lines


def order_text(recorded: RecordedOrder) -> str:
    """``A VIE - GAL  ; bounce  "vienna to galicia"``

    >>> from adjudicator.notation import parse_order
    >>> from app.game.dpn.blocks import RecordedOrder
    >>> order_text(RecordedOrder("vienna to galicia", parse_order("A VIE - GAL"), frozenset({Result.BOUNCE})))
    'A VIE - GAL  ; bounce  "vienna to galicia"'
    """
    if recorded.order is None:
        return f"? {recorded.text}"
    written = str(recorded.order)
    words = result_words(recorded.results, given=recorded.given, replaced=recorded.replaced, withdrawn=recorded.withdrawn)
    received = "" if recorded.text == written else f'  "{recorded.text}"'
    return f"{written}  ; {words}{received}" if words else f"{written}{received}"
