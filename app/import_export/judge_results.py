"""Reading judges' results of a phase: as orders with what became of them, and held against our rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from adjudicator import Order, OrderOutcome, Phase, PhaseKind, Piece, Position, Result, Unit, Variant, Waive, adjudicate
from adjudicator.notation import read_order
from app.import_export.received import ExchangeError
from languages import tr

MOST_LINES = 5_000
MOST_RESULTS = 400
"""Lines of results in one phase; the largest boards have some 150 units."""
MOST_LETTERS = 400
"""Number of letters of a line that are read."""

_HEADING = re.compile(
    r"^\s*(?P<kind>movement|diplomatic|retreats?|adjustments?|builds?)\b(?:\s+and\s+removals?)?(?:\s+(?:results?|orders?))?\s*(?:of|for|,)?\s+"
    r"(?:(?P<season>[A-Za-z]+)\s+(?:of\s+)?)(?P<year>\d{1,6})(?P<bc>\s*BC)?\b",
    re.IGNORECASE,
)
_LINE = re.compile(r"^\s*(?P<power>[^\W\d_][\w' -]{0,40}?)\s*:\s+(?P<order>\S.*)$")
_MARKS = re.compile(r"\(\*\s*(?P<marks>[^*]*?)\s*\*\)")
_COUNT = re.compile(r"^\d+\s+(supply cent|unbuilt|unit)", re.IGNORECASE)
_NO_ORDER = re.compile(r",\s*no order processed\.?\s*$", re.IGNORECASE)
_HOLDING = re.compile(r"(\d{1,3}) units? holds?\b", re.IGNORECASE)
"""Line of our own results on all units of a power that had no orders and were not touched."""
_NONE_HOLDING: Mapping[str, int] = MappingProxyType({})
_OWNERSHIP = re.compile(r"^\s*ownership of supply cent(?:er|re)s\s*:?\s*$", re.IGNORECASE)
_KINDS = {"m": PhaseKind.MOVEMENT, "d": PhaseKind.MOVEMENT, "r": PhaseKind.RETREAT, "a": PhaseKind.ADJUSTMENT, "b": PhaseKind.ADJUSTMENT}
_KNOWN_MARKS = {"bounce", "cut", "void", "dislodged", "no convoy", "disrupted", "destroyed", "disband"}


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A line of results: an order and what became of it."""

    number: int
    """Number of the line in the text, from 1."""
    power: str
    text: str
    order: Order | None
    """``None`` where the line says that no order was received, and where it cannot be read."""
    piece: Piece | None
    marks: frozenset[str]
    """``bounce``, ``cut``, ``void``, ``dislodged``, ``no convoy``; empty where it did what it says."""
    was_given: bool = True
    may_tell_part: bool = False
    """True if it is from a page that may say that an order failed and not how, or one of two things that became of it."""


@dataclass(frozen=True, slots=True)
class JudgeResults:
    """The results of a phase as a text has them."""

    phase: Phase
    lines: tuple[ResultLine, ...]
    owners: Mapping[str, str] | None
    """Supply centre to owner after the phase, where the text tells."""
    unread: tuple[str, ...]
    """Lines of orders that could not be read, with their number."""
    holding: Mapping[str, int] = field(default_factory=lambda: _NONE_HOLDING)
    """Number of unnamed units of each power that held according to the text, since they had no orders."""
    leaves_out_silent: bool = False
    """True if the text leaves out units without orders, whatever became of them, as pages do."""

    def units(self) -> tuple[Unit, ...]:
        """The units that the lines name, sorted."""
        found = {each.piece.location.province: Unit(each.power, each.piece) for each in self.lines if each.piece is not None}
        return tuple(sorted(found.values(), key=str))

    def orders(self) -> dict[str, list[ResultLine]]:
        """Return by power the lines whose orders were given."""
        found: dict[str, list[ResultLine]] = {}
        for each in self.lines:
            lines = found.setdefault(each.power, [])
            if each.was_given and each.order is not None:
                lines.append(each)
        return found


def read_judge_results(text: str, variant: Variant, what: str) -> JudgeResults:
    """The results in *text*.

    Raises:
        ExchangeError: no heading tells their phase, or no line is a result.
    """
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        raise ExchangeError(
            tr("{what} is too long: {count:,} lines; at most {most_lines:,} are read.", what=what, count=len(lines), most_lines=MOST_LINES)
        )
    phase, start = _heading(lines, variant, what)
    powers = powers_by_name(variant)
    board = Position(phase, (), {})
    found: list[ResultLine] = []
    unread: list[str] = []
    owners: dict[str, str] | None = None
    holding: dict[str, int] = {}
    in_ownership = False
    last_owner = ""
    for number, line in _joined(lines, start):
        if _HEADING.match(line) and number > start + 1:
            break  # the next phase's results: one phase is read at a time
        if _OWNERSHIP.match(line):
            in_ownership, owners = True, {}
            continue
        match = _LINE.match(line)
        power = None if match is None else powers.get(match["power"].casefold())
        if match is None or power is None:
            if in_ownership and last_owner and owners is not None and line.startswith((" ", "\t")) and line.strip():
                _own(variant, board, line, last_owner, owners, f"{what}:{number}")
            continue
        body = match["order"]
        if idle := _HOLDING.match(body):
            holding[power] = int(idle[1])
            continue
        if _COUNT.match(body):
            in_ownership = False
            continue
        if in_ownership and owners is not None:
            last_owner = power
            _own(variant, board, body, power, owners, f"{what}:{number}")
            continue
        if len(found) >= MOST_RESULTS:
            raise ExchangeError(
                tr(
                    "{what}:{number}: more than {most_results} results of one phase are not read",
                    what=what,
                    number=number,
                    most_results=MOST_RESULTS,
                )
            )
        result = _result(variant, board, number, power, body[:MOST_LETTERS])
        if result.order is None and result.was_given:
            unread.append(f"{what}:{number}: {line.strip()}")
        found.append(result)
    if not holding and not any(each.order is not None or not each.was_given for each in found):
        raise ExchangeError(tr("{what}: no line in it is a result such as: France: Army Paris -> Burgundy.  (*bounce*)", what=what))
    return JudgeResults(phase, tuple(found), owners, tuple(unread), MappingProxyType(holding))


def _heading(lines: list[str], variant: Variant, what: str) -> tuple[Phase, int]:
    seasons = {name.casefold(): letter for letter, name in variant.calendar.seasons.items()} | {"autumn": "F"}
    for at, line in enumerate(lines):
        match = _HEADING.match(line)
        if match is not None and match["season"].casefold() in seasons:
            kind = _KINDS[match["kind"][0].casefold()]
            letter = seasons[match["season"].casefold()]
            year = int(match["year"]) * (-1 if match["bc"] else 1)
            if kind is PhaseKind.ADJUSTMENT:
                letter = next((step.season for step in variant.calendar.steps if step.kind is kind), letter)
            return Phase(letter, year, kind), at
    raise ExchangeError(
        tr("{what}: no line says of which phase these results are, such as: Movement results for Spring of 1901.", what=what)
    )


def powers_by_name(variant: Variant) -> dict[str, str]:
    """The powers by what texts call them, in small letters."""
    names: dict[str, str] = {}
    for power in variant.powers.values():
        for word in (power.id, power.name, power.adjective, power.id.replace("_", " ")):
            names[word.casefold()] = power.id
    return names


def _joined(lines: list[str], start: int) -> Iterator[tuple[int, str]]:
    """The lines from *start* on; one that a mail broke before its result mark is one line again."""
    held: tuple[int, str] | None = None
    for number, line in enumerate(lines[start:], start + 1):
        stripped = line.strip()
        if held is not None and line[:1] in (" ", "\t") and (stripped.startswith(("(*", "->")) or held[1].rstrip().endswith("->")):
            held = held[0], f"{held[1].rstrip()} {stripped}"
            continue
        if held is not None:
            yield held
        held = number, line
    if held is not None:
        yield held


def _result(variant: Variant, board: Position, number: int, power: str, body: str) -> ResultLine:
    marks = frozenset(word for match in _MARKS.finditer(body) for word in marks_in(match["marks"]))
    bare = _MARKS.sub("", body).strip()
    silent = _NO_ORDER.sub("", bare)
    order = read_order(variant, board, f"{silent} HOLD" if silent != bare else bare, power).order
    piece = None if order is None or isinstance(order, Waive) else order.piece
    was_given = silent == bare and not any("no order was given" in match["marks"].casefold() for match in _MARKS.finditer(body))
    return ResultLine(number, power, bare, order if was_given else None, piece, marks, was_given)


def marks_in(words: str) -> frozenset[str]:
    """The marks that the parts of *words* between commas begin with."""
    return frozenset(word for each in words.split(",") if (word := _mark(each)) in _KNOWN_MARKS)


def _mark(words: str) -> str:
    """The mark that *words* begin with: our own results say why behind it."""
    plain = words.strip().casefold()
    begun = {"bounced": "bounce", "cut": "cut", "no convoy": "no convoy", "dislodged": "dislodged", "destroyed": "destroyed"}
    return next((mark for start, mark in begun.items() if plain.startswith(start)), plain)


def _own(variant: Variant, board: Position, names: str, power: str, owners: dict[str, str], where: str) -> None:
    movement = Position(Phase(board.phase.season, board.phase.year, PhaseKind.MOVEMENT), (), {})
    for name in names.rstrip(" .").split(","):
        if not name.strip():
            continue
        reading = read_order(variant, movement, f"A {name.strip()} H")
        order = reading.order
        code = None if order is None or isinstance(order, Waive) else order.piece.location.province
        province = None if code is None else variant.board.provinces[code]
        if province is None or not province.centre:
            raise ExchangeError(
                tr("{where}: {name} is no supply centre of {variant}", where=where, name=name.strip(), variant=variant.name)
            )
        owners[province.code] = power


# --- written ---


_WORDS = {
    Result.BOUNCE: "bounce",
    Result.NO_CONVOY: "no convoy",
    Result.CUT: "cut",
    Result.DISRUPTED: "disrupted",
    Result.VOID: "void",
    Result.ILLEGAL: "void",
    Result.DISLODGED: "dislodged",
    Result.DESTROYED: "destroyed",
}
FAILED = "fail"
"""The mark of an order that failed, where a text does not say how."""
_FAILED = frozenset({"bounce", "no convoy", "disrupted"})


def marks_of(outcome: OrderOutcome) -> frozenset[str]:
    """Return the words that a judge writes behind the order of *outcome*; empty where the order succeeded."""
    return frozenset(_WORDS[result] for result in outcome.results if result in _WORDS)


def disagreements(results: JudgeResults, variant: Variant, position: Position, orders: dict[str, list[Order]]) -> tuple[str, ...]:
    """Return the disagreements of *results* with our rules, a line each: the text's words and the outcome of *orders* in *position*."""
    resolution = adjudicate(variant, position, orders)
    found = list(_of_lines(results, {outcome.unit.province: outcome for outcome in resolution.outcomes if outcome.unit is not None}))
    if results.owners is not None:
        ours = resolution.next.owners
        for centre in sorted(results.owners.keys() | ours.keys()):
            theirs, own = results.owners.get(centre), ours.get(centre)
            if theirs != own:
                found.append(
                    tr(
                        "{centre}: the text has it owned by {theirs}, the orders give {own}",
                        centre=centre,
                        theirs=theirs or tr("nobody"),
                        own=own or tr("nobody"),
                    )
                )
    return tuple(found)


def _of_lines(results: JudgeResults, outcomes: dict[str, OrderOutcome]) -> Iterator[str]:
    is_movement = results.phase.kind is PhaseKind.MOVEMENT
    seen: set[str] = set()
    for line in results.lines:
        if line.piece is None:
            continue
        seen.add(line.piece.location.province)
        outcome = outcomes.get(line.piece.location.province)
        if outcome is None:
            yield tr(
                "line {number}: {power} {piece} is not on the board in {phase}",
                number=line.number,
                power=line.power,
                piece=line.piece,
                phase=results.phase,
            )
            continue
        ours = marks_of(outcome)
        if line.may_tell_part and line.marks and _tells_part(line.marks, ours, is_movement):
            continue
        if _plain(line.marks, is_movement) != _plain(ours, is_movement):
            yield tr(
                "line {number}: {line}: the text has {said}, the orders give {said_ours}",
                number=line.number,
                line=line.text,
                said=_mark_words(line.marks),
                said_ours=_mark_words(ours),
            )
    if results.leaves_out_silent:
        return
    unnamed = [outcome for province, outcome in outcomes.items() if province not in seen and is_movement]
    for outcome in unnamed:
        of_power = [each for each in unnamed if each.power == outcome.power]
        held = len(of_power) == results.holding.get(outcome.power, 0) and not any(each.given or marks_of(each) for each in of_power)
        if not held:
            yield tr("{unit}: the text says nothing of it", unit=outcome.unit)


def _tells_part(marks: frozenset[str], ours: frozenset[str], is_movement: bool) -> bool:
    """Return True if *marks* say nothing that is not in *ours*; of an order that failed they need not say how."""
    said, own = _plain(marks - {FAILED}, is_movement), _plain(ours, is_movement)
    return said <= own and (FAILED not in marks or bool(own - said) or bool(said - {"dislodged"}))


def _plain(marks: frozenset[str], is_movement: bool) -> frozenset[str]:
    """*marks* as they can be compared: judges write ``bounce`` for any move that failed, and do not tell destroyed from dislodged."""
    plain = {"failed" if each in _FAILED else "dislodged" if each in {"destroyed", "disband"} else each for each in marks}
    return frozenset(plain if is_movement else {"failed" if each in {"dislodged", "failed", "void"} else each for each in plain})


def _mark_words(marks: frozenset[str]) -> str:
    return ", ".join(sorted(marks)) or tr("that it succeeded")
