"""The points of a game where hooks are asked: what each is given, and what it may answer.

These tables are the one place that knows: answers are checked against them, and the hook editor and the guide show them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from languages import mark, tr

Check = Callable[[object, str], str | None]
"""Says what is wrong with a value at a place, or ``None``."""


MOST_PARTS = 2_500
"""Parts of one list or table. A board of 350 provinces with every step named both ways has some 2,000."""


@dataclass(frozen=True, slots=True)
class AnswerShape:
    """Shape of a value."""

    words: str
    """For people: ``text``, ``list of units``."""

    check: Check

    inside: tuple[AnswerShape, ...] = ()
    """Shapes of its parts."""

    def all_words(self) -> Iterator[str]:
        """Its words and those of its parts, for the catalogue."""
        yield self.words
        for each in self.inside:
            yield from each.all_words()


def _of_type(kind: type, words: str) -> AnswerShape:
    def check(value: object, where: str) -> str | None:
        right = type(value) is kind
        return None if right else _strange(where, value, words)

    return AnswerShape(words, check)


def _anything(_value: object, _where: str) -> str | None:
    return None


_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


def _text(value: object, where: str) -> str | None:
    """Text that can stand in a game file and on a terminal: no control characters but line ends and tabs."""
    if not isinstance(value, str):
        return _strange(where, value, "text")
    found = _UNPRINTABLE.search(value)
    if found is None:
        return None
    return tr("{where} holds the control character {character!r}; expected text that can be printed", where=where, character=found[0])


ANYTHING = AnswerShape("anything plain", _anything)
TEXT = AnswerShape("text", _text)
FLAG = _of_type(bool, "True or False")
NUMBER = _of_type(int, "a whole number")


def nothing_or(shape: AnswerShape) -> AnswerShape:
    """*shape*, or ``None``."""
    return AnswerShape(f"{shape.words} or None", lambda value, where: None if value is None else shape.check(value, where), (shape,))


def matching(pattern: str, words: str) -> AnswerShape:
    """A text of a form."""
    compiled = re.compile(pattern)

    def check(value: object, where: str) -> str | None:
        if not isinstance(value, str):
            return _strange(where, value, words)
        return None if compiled.fullmatch(value) else _unexpected(where, repr(value[:40]), words)

    return AnswerShape(words, check)


def list_of(shape: AnswerShape, words: str = "", most: int = MOST_PARTS) -> AnswerShape:
    """A list of at most *most* parts, which all have *shape*."""

    called = words or f"a list, each part {shape.words}"

    def check(value: object, where: str) -> str | None:
        if not isinstance(value, list):
            return _strange(where, value, called)
        if len(value) > most:
            return tr("{where} has {count} parts; at most {most} are taken", where=where, count=len(value), most=most)
        return next((fault for index, each in enumerate(value) if (fault := shape.check(each, f"{where}[{index}]")) is not None), None)

    return AnswerShape(called, check, (shape,))


def table_of(key: AnswerShape, shape: AnswerShape, words: str = "", most: int = MOST_PARTS) -> AnswerShape:
    """A table of at most *most* entries, whose keys and values have these shapes."""

    called = words or f"a table of {key.words} to {shape.words}"

    def check(value: object, where: str) -> str | None:
        if not isinstance(value, dict):
            return _strange(where, value, called)
        if len(value) > most:
            return tr("{where} has {count} entries; at most {most} are taken", where=where, count=len(value), most=most)
        for name, each in value.items():
            if key.check(name, where) is not None:
                return key.check(name, tr("a key of {where}", where=where))
            fault = shape.check(each, f"{where}[{name!r:.40}]")
            if fault is not None:
                return fault
        return None

    return AnswerShape(called, check, (key, shape))


@dataclass(frozen=True, slots=True)
class Fields:
    """A table with named fields."""

    required: Mapping[str, AnswerShape] = field(default_factory=dict)
    optional: Mapping[str, AnswerShape] = field(default_factory=dict)
    words: str = ""
    open: bool = False
    """True if other fields are passed over instead of refused: the argument may be handed back unchanged."""

    def check(self, value: object, where: str) -> str | None:
        """Return the fault of *value*, or ``None``."""
        if not isinstance(value, dict):
            return _strange(where, value, self.words or "a table")
        known = {**self.required, **self.optional}
        for name in self.required:
            if name not in value:
                if self.words:
                    return tr("{where} has no {name!r}; expected {expected}", where=where, name=name, expected=tr(self.words))
                return tr("{where} has no {name!r}", where=where, name=name)
        for name, each in value.items():
            if name not in known:
                if self.open:
                    continue
                return tr(
                    "{where} has a field {name!r} that means nothing here; expected {known}",
                    where=where,
                    name=str(name)[:40],
                    known=", ".join(known),
                )
            fault = known[name].check(each, f"{where}[{name!r}]")
            if fault is not None:
                return fault
        return None

    def shape(self) -> AnswerShape:
        """Return the fields as a shape, for parts of lists."""
        return AnswerShape(self.words or "a table", self.check, (*self.required.values(), *self.optional.values()))


_CALLED: Mapping[type, str] = {
    bool: mark("True or False"),
    int: mark("a number"),
    str: mark("text"),
    list: mark("a list"),
    dict: mark("a table"),
}


def _strange(where: str, value: object, words: str) -> str:
    """Words for a *value* of another type than *words* name."""
    called = _CALLED.get(type(value))
    kind = "None" if value is None else type(value).__name__ if called is None else tr(called)
    return _unexpected(where, kind, words)


def _unexpected(where: str, found: str, words: str) -> str:
    return tr("{where} is {found}; expected {expected}", where=where, found=found, expected=tr(words))


class Point(StrEnum):
    """Point at which a hook is asked."""

    START = "start"
    PRESS = "press"
    ORDERS = "orders"
    BEFORE_ADJUDICATION = "before_adjudication"
    AFTER_ADJUDICATION = "after_adjudication"
    RETREAT = "retreat"
    BUILD = "build"
    RESULTS = "results"
    VICTORY = "victory"
    PHASE = "phase"

    @property
    def function(self) -> str:
        """The name of the function in the hook's text: ``on_press``, ``before_adjudication``."""
        return self.value if self in (Point.BEFORE_ADJUDICATION, Point.AFTER_ADJUDICATION) else f"on_{self.value}"


@dataclass(frozen=True, slots=True)
class Contract:
    """Contract of a point: its arguments and answers."""

    point: Point

    may: str
    """Right of a hook there, in a few words that follow "may"."""

    when: str
    """Time at which it is asked, in a sentence."""

    given: Mapping[str, str]
    """The keys of ``ctx`` besides :data:`ALWAYS_GIVEN`, each with what it holds."""

    answers: Mapping[str, AnswerShape]
    """The keys that an answer may have. No answer, or ``None``, changes nothing."""

    effect: str
    """Effect of an answer, and its limits."""

    keeps_state: bool = False
    """True if ``state`` in the answer is kept. Where it is not, the point is a question that may be asked any number of times."""

    example: str = ""
    """A small function that keeps the contract."""

    def fault(self, answer: object) -> str | None:
        """Return the fault of *answer*, or ``None``."""
        if answer is None:
            return None
        return self.shape().check(answer, tr("the answer"))

    def shape(self) -> AnswerShape:
        """Return the shape of an answer."""
        keeping = {"state": STATE} if self.keeps_state else {}
        return Fields(optional={**self.answers, **keeping, "log": TEXT}, words="a table").shape()


ALWAYS_GIVEN: Mapping[str, str] = MappingProxyType(
    {
        "phase": "the phase, such as 'S1901M'",
        "season": "the letter of its season",
        "year": "its year, negative before our era",
        "kind": "'movement', 'retreat' or 'adjustment'",
        "powers": "the powers that play, in their sequence",
        "args": "the hook's parameters by name",
        "state": "what the hook kept, a table; empty at first",
    }
)

POSITION_GIVEN: Mapping[str, str] = MappingProxyType(
    {
        "units": "every unit: {'power', 'kind', 'at', 'coast'}",
        "dislodged": "units that must retreat, as units, each also with 'from'",
        "centres": "supply centre to its owner, None where nobody owns it",
    }
)

BOARD_GIVEN: Mapping[str, str] = MappingProxyType(
    {
        "adjacent": "province to the provinces beside it, for any kind of unit",
        "terrain": "province to 'inland', 'coastal', 'sea' or 'impassable'",
        "homes": "home centre to the power whose home it is",
    }
)

SETTINGS_GIVEN: Mapping[str, str] = MappingProxyType(
    {"variant": "the id of the variant that is played", "rules": "rule option to the choice that holds, such as 'nmr' to 'hold'"}
)

CODE = matching(r"[A-Z][A-Z0-9_]{0,39}", "a code such as PAR")
STATE = table_of(TEXT, ANYTHING, "a table")
_COAST = nothing_or(matching(r"[A-Z]{1,3}", "a coast such as NC"))
_UNIT = Fields(
    {"power": CODE, "kind": matching(r"[A-Z]", "a letter such as A"), "at": CODE}, {"coast": _COAST}, "a unit", open=True
).shape()
_UNITS = list_of(_UNIT, "a list of units")
_PLACED = list_of(Fields({"at": CODE}, {}, "a part with 'at'", open=True).shape(), "a list of units or results, as they were given")
_OWNERS = table_of(CODE, nothing_or(CODE), "a table of supply centre to owner or None")
_ORDERS = table_of(CODE, list_of(TEXT), "a table of power to a list of orders")
_EDGES = list_of(matching(r"[A-Z0-9_/]+ (?:-|<>) [A-Z0-9_/]+", "an edge such as 'PAR - BUR', or 'PAR <> BUR' for both ways"))

_ALL = (
    Contract(
        Point.START,
        "set up the board before the first phase",
        "Once, before the first phase of a game.",
        MappingProxyType(
            {**POSITION_GIVEN, **BOARD_GIVEN, "seasons": "the letters of the calendar's seasons, in sequence", **SETTINGS_GIVEN}
        ),
        MappingProxyType(
            {
                "units": _UNITS,
                "owners": _OWNERS,
                "phase": matching(r"[A-Z]-?\d{4,}[MRA]", "a phase such as W1900A"),
                "rules": table_of(TEXT, TEXT, "a table of rule option to choice"),
            }
        ),
        "Units stand in place of all the variant's; owners are changed one by one; the game starts "
        "in the phase; rule options hold from the "
        "start. Units that cannot stand where they are put are refused.",
        keeps_state=True,
        example='def on_start(ctx):\n    return {"units": [], "phase": "W1900A"}\n',
    ),
    Contract(
        Point.PRESS,
        "keep back, change or delay messages",
        "For each receiver of a message, before it is delivered.",
        MappingProxyType(
            {"message": "{'from', 'to', 'text', 'receivers'}: one sender, one receiver ('GM' is the game master), and all it goes to"}
        ),
        MappingProxyType({"allow": FLAG, "reason": TEXT, "text": TEXT, "delay": NUMBER}),
        "allow False keeps the message back, and the sender reads the reason; text stands in place "
        "of what was written; delay is the number of "
        "phases, up to 20, after which it is delivered.",
        example='def on_press(ctx):\n    return {"allow": ctx["year"] > 1901, "reason": "The post starts in 1902."}\n',
    ),
    Contract(
        Point.ORDERS,
        "refuse or replace orders",
        "For each power, when its orders are shown and when they are adjudicated.",
        MappingProxyType(
            {
                "power": "whose orders they are",
                "orders": "its orders that were read: {'order', 'kind', 'at', 'to', 'legal', 'why'}; why not, where it is not legal",
                **POSITION_GIVEN,
                **BOARD_GIVEN,
            }
        ),
        MappingProxyType(
            {
                "refuse": list_of(Fields({"order": TEXT, "reason": TEXT}, {}, "{'order', 'reason'}").shape()),
                "replace": list_of(Fields({"order": TEXT, "by": TEXT, "reason": TEXT}, {}, "{'order', 'by', 'reason'}").shape()),
            }
        ),
        "A refused order is not carried out, its unit has none. An order that replaces another is for the same unit and legal, or it is "
        "refused itself.",
        example='def on_orders(ctx):\n    bad = [o["order"] for o in ctx["orders"] if o["kind"] == "convoy"]\n'
        '    return {"refuse": [{"order": o, "reason": "No convoys."} for o in bad]}\n',
    ),
    Contract(
        Point.BEFORE_ADJUDICATION,
        "change orders before they are adjudicated",
        "Once a phase, when all orders are in.",
        MappingProxyType({"orders": "power to the list of its orders as text", **POSITION_GIVEN, **BOARD_GIVEN}),
        MappingProxyType({"orders": _ORDERS}),
        "The orders of the powers that are named stand in place of those they gave. They are checked like anyone's.",
        keeps_state=True,
        example='def before_adjudication(ctx):\n    return {"orders": {"TURKEY": []}}\n',
    ),
    Contract(
        Point.AFTER_ADJUDICATION,
        "adjudicate again with other orders, and change who owns centres",
        "Once a phase, when the results are known; again each time that it asks for other orders.",
        MappingProxyType(
            {
                "orders": "power to the list of its orders as text",
                "results": "what became of each order: {'power', 'order', 'at', 'kind', 'to', 'results', 'by'}",
                "next": "the position after it: {'phase', 'units', 'dislodged', 'centres'}",
                "round": "0, and one more each time that other orders were asked for",
                **POSITION_GIVEN,
                **BOARD_GIVEN,
            }
        ),
        MappingProxyType({"orders": _ORDERS, "owners": _OWNERS, "reason": TEXT}),
        "owners changes who owns centres after the phase. orders adjudicates the phase once more "
        "with other orders of the powers named, up to "
        "as many times as there are units; an order that was taken back like this is shown as failed, with the reason.",
        keeps_state=True,
        example='def after_adjudication(ctx):\n    return {"owners": {"SWI": None}}\n',
    ),
    Contract(
        Point.RETREAT,
        "close places to retreating units",
        "For a power, in a retreat phase.",
        MappingProxyType(
            {"power": "whose units retreat", "sites": "province of the unit to the places it may retreat to", **POSITION_GIVEN}
        ),
        MappingProxyType({"sites": table_of(CODE, list_of(TEXT), "a table of province to a list of places")}),
        "Places left out of a unit's list are closed; a unit that is left out keeps its own. None can be added.",
        example='def on_retreat(ctx):\n    return {"sites": {at: [] for at in ctx["sites"]}}\n',
    ),
    Contract(
        Point.BUILD,
        "say where units are built",
        "For a power, in an adjustment phase in which it may build.",
        MappingProxyType(
            {
                "power": "who builds",
                "sites": "what the rules offer: {'at', 'coast', 'kinds'}",
                "builds": "how many units it may build",
                **POSITION_GIVEN,
                **BOARD_GIVEN,
            }
        ),
        MappingProxyType({"sites": list_of(Fields({"at": CODE, "kinds": list_of(TEXT)}, {}, "{'at', 'kinds'}", open=True).shape())}),
        "The sites stand in place of those offered; what another hook closed stays closed. "
        "Only empty centres that the power owns count, with kinds that can stand there.",
        example='def on_build(ctx):\n    return {"sites": [s for s in ctx["sites"] if s["at"] != "PAR"]}\n',
    ),
    Contract(
        Point.RESULTS,
        "hide parts of the board from a power",
        "For each viewer and each phase that is shown, on the map, in results, history and exports.",
        MappingProxyType(
            {
                "viewer": "the power that looks",
                "results": "as after adjudication; empty while the phase is open",
                **POSITION_GIVEN,
                **BOARD_GIVEN,
            }
        ),
        MappingProxyType(
            {
                "units": _PLACED,
                "dislodged": _PLACED,
                "results": _PLACED,
                "centres": _OWNERS,
                "hidden": list_of(CODE),
            }
        ),
        "What is left out is not shown, a power's own units and results apart. A key that is missing leaves its part as it is; where units "
        "are given without results or dislodged, those go by the units. Nothing can be added. hidden names provinces that are drawn as "
        "unknown. If the hook fails, a power sees only what is its own.",
        example='def on_results(ctx):\n    mine = [u for u in ctx["units"] if u["power"] == ctx["viewer"]]\n    return {"units": mine}\n',
    ),
    Contract(
        Point.VICTORY,
        "end the game, or let it go on",
        "After each phase.",
        MappingProxyType(
            {
                "counted": "whether centres changed hands in this phase or could have",
                "votes": "the votes of the phase, but for secret ones at a table: {'power', 'choice'}",
                "ending": "how the rules would end the game: {'winners', 'why'}, or None",
                **POSITION_GIVEN,
                **BOARD_GIVEN,
            }
        ),
        MappingProxyType({"winners": list_of(CODE), "why": TEXT}),
        "winners end the game, one as a solo, several together; an empty list lets it go on, unless a hook before ended it. "
        "Winners must be powers that play.",
        keeps_state=True,
        example='def on_victory(ctx):\n    n = sum(1 for c in ctx["centres"].values() if c == "FRANCE")\n'
        '    return {"winners": ["FRANCE"], "why": "15 centres"} if n >= 15 else None\n',
    ),
    Contract(
        Point.PHASE,
        "pass over a phase, and open or close steps",
        "When a phase is about to start.",
        MappingProxyType({"edges": "the edges that are open or closed by condition", **POSITION_GIVEN, **BOARD_GIVEN}),
        MappingProxyType({"skip": FLAG, "why": TEXT, "open": _EDGES, "closed": _EDGES}),
        "skip passes the phase over (a retreat cannot be). open and closed stand in place of the conditions of the phase before, and add "
        "to what other hooks closed; only steps of the board count, each in the direction it is named or, with <>, in both.",
        keeps_state=True,
        example='def on_phase(ctx):\n    return {"closed": ["NTH <> NWG"] if ctx["season"] == "F" else []}\n',
    ),
)

CONTRACTS: Mapping[Point, Contract] = MappingProxyType({contract.point: contract for contract in _ALL})
