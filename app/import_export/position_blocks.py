"""Blocks of positions and orders as conformance cases are exchanged: PRESTATE, ORDERS, POSTSTATE. Read and written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from adjudicator import Phase, PhaseKind, Position, Resolution, Variant, Waive
from adjudicator.notation import read_order
from app.import_export.received import ExchangeError, ReceivedGame, ReceivedPhase
from languages import mark, tr

SOURCE = mark("a block of positions and orders")
MOST_LINES = 50_000
MOST_IN_PART = 400
MOST_LETTERS = 400
_HEAD = re.compile(
    r"^\s*(VARIANT_ALL|CASE|PRESTATE_SETPHASE|PRESTATE_SUPPLYCENTER_OWNERS|PRESTATE_DISLODGED|PRESTATE_RESULTS|PRESTATE|ORDERS|"
    r"POSTSTATE_SAME|POSTSTATE_DISLODGED|POSTSTATE|END)\b\s*(.*)$"
)
_PHASE = re.compile(r"([A-Za-z]+)[ ,]+(?:of )?(\d{1,6})[ ,]+\(?(movement|retreat|adjustment|build)s?\)?", re.IGNORECASE)
_KINDS = {"m": PhaseKind.MOVEMENT, "r": PhaseKind.RETREAT, "a": PhaseKind.ADJUSTMENT, "b": PhaseKind.ADJUSTMENT}


@dataclass
class Block:
    """One case, its lines by part; each with its number."""

    title: str = ""
    line: int = 1
    parts: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    phase: str = ""
    board: str = "standard"
    """Name of the board in the text, which holds for all cases behind it."""


def blocks_of(text: str, what: str) -> tuple[Block, ...]:
    """The cases in *text*.

    Raises:
        ExchangeError: there is none, or *text* is too long.
    """
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        raise ExchangeError(
            tr("{what} is too long: {count:,} lines; at most {most_lines:,} are read.", what=what, count=len(lines), most_lines=MOST_LINES)
        )
    found: list[Block] = []
    block, part, board = Block(), "", "standard"
    for number, raw in enumerate(lines, 1):
        line = raw.partition("#")[0].rstrip()
        head = _HEAD.match(line)
        if head is None:
            if part and line.strip():
                if len(block.parts.get(part, ())) >= MOST_IN_PART or len(line) > MOST_LETTERS:
                    raise ExchangeError(
                        tr(
                            "{what}:{number}: a part has at most {most_in_part} lines of at most {most_letters} characters",
                            what=what,
                            number=number,
                            most_in_part=MOST_IN_PART,
                            most_letters=MOST_LETTERS,
                        )
                    )
                block.parts.setdefault(part, []).append((number, line.strip()))
            continue
        word, rest = head[1], head[2].strip()
        if word in {"CASE", "END"}:
            if block.parts:
                found.append(block)
            block, part = Block(title=rest, line=number, board=board), ""
        elif word == "PRESTATE_SETPHASE":
            block.phase, part = rest, ""
        elif word == "VARIANT_ALL":
            board = block.board = rest or board
        else:
            part = word
            block.parts.setdefault(word, [])
            if rest:
                block.parts[word].append((number, rest))
    if block.parts:
        found.append(block)
    if not found:
        raise ExchangeError(tr("{what}: no block in it has a part such as PRESTATE or ORDERS.", what=what))
    return tuple(found)


def read_block(block: Block, variant: Variant, what: str) -> ReceivedGame:
    """The game of one case: its position with its orders, and the position after, which is compared.

    Raises:
        ExchangeError: a line in it cannot be read; with its number.
    """
    phase = _phase(block, variant, what)
    units = _units(block, "PRESTATE", variant, what)
    dislodged = _units(block, "PRESTATE_DISLODGED", variant, what)
    owners = {centre: power for power, centre, _ in _places(block, "PRESTATE_SUPPLYCENTER_OWNERS", variant, what)}
    orders: dict[str, list[str]] = {}
    for number, line in block.parts.get("ORDERS", ()):
        power, text = _named(line, variant, f"{what}:{number}")
        orders.setdefault(power, []).append(text)
    remarks = []
    if not owners:
        remarks.append(tr("The block does not say who owns which centre: all home centres are their power's."))
        owners = {code: place.home for code, place in variant.board.provinces.items() if place.home and place.centre}
    if dislodged:
        remarks.append(tr("Where attackers came from is not in the block: retreats are open to there."))
    first = ReceivedPhase(phase, units, dislodged, owners=owners, orders={power: tuple(each) for power, each in orders.items()})
    phases = [first]
    if "POSTSTATE_SAME" in block.parts:
        phases.append(ReceivedPhase(None, units, {}))
    elif "POSTSTATE" in block.parts:
        after = _units(block, "POSTSTATE_DISLODGED", variant, what)
        phases.append(ReceivedPhase(None, _units(block, "POSTSTATE", variant, what), after))
    return ReceivedGame(SOURCE, block.title or what, "", tuple(phases), remarks=tuple(remarks))


def write_block(variant: Variant, position: Position, orders: dict[str, list[str]], resolution: Resolution | None, title: str) -> str:
    """A position with its orders as a block; with the position after, where the phase was decided."""
    season = variant.calendar.seasons.get(position.phase.season, position.phase.season)
    kind = {PhaseKind.MOVEMENT: "Movement", PhaseKind.RETREAT: "Retreat", PhaseKind.ADJUSTMENT: "Adjustment"}[position.phase.kind]
    lines = [f"VARIANT_ALL {variant.id}", f"CASE {title}", f"PRESTATE_SETPHASE {season} {position.phase.year}, {kind}", "PRESTATE"]
    lines += _written(position)
    if position.owners:
        lines += ["PRESTATE_SUPPLYCENTER_OWNERS", *(f"    {power}: {code}" for code, power in sorted(position.owners.items()))]
    if position.dislodged:
        lines += ["PRESTATE_DISLODGED", *(f"    {each.unit.power}: {each.unit.piece}" for each in position.dislodged)]
    lines += ["ORDERS", *(f"    {power}: {text}" for power, texts in orders.items() for text in texts)]
    if resolution is not None:
        lines += ["POSTSTATE", *_written(resolution.next)]
        if resolution.next.dislodged:
            lines += ["POSTSTATE_DISLODGED", *(f"    {each.unit.power}: {each.unit.piece}" for each in resolution.next.dislodged)]
    return "\n".join([*lines, "END"]) + "\n"


def _written(position: Position) -> list[str]:
    return [f"    {unit.power}: {unit.piece}" for unit in position.units]


def _phase(block: Block, variant: Variant, what: str) -> Phase:
    if not block.phase:
        return variant.start.phase
    match = _PHASE.search(block.phase)
    seasons = {name.casefold(): letter for letter, name in variant.calendar.seasons.items()} | {"autumn": "F"}
    if match is None or match[1].casefold() not in seasons:
        raise ExchangeError(
            tr(
                "{what}:{line}: {phase!r} is no phase; one is written as Spring 1901, Movement",
                what=what,
                line=block.line,
                phase=block.phase,
            )
        )
    kind = _KINDS[match[3][0].casefold()]
    letter = seasons[match[1].casefold()]
    if kind is PhaseKind.ADJUSTMENT:
        letter = next((step.season for step in variant.calendar.steps if step.kind is kind), letter)
    return Phase(letter, int(match[2]), kind)


def _units(block: Block, part: str, variant: Variant, what: str) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for power, _, piece in _places(block, part, variant, what):
        found.setdefault(power, []).append(piece)
    return {power: tuple(pieces) for power, pieces in found.items()}


def _places(block: Block, part: str, variant: Variant, what: str) -> Iterator[tuple[str, str, str]]:
    """Power, province and piece of each line."""
    board = Position(Phase(variant.start.phase.season, variant.start.phase.year, PhaseKind.MOVEMENT), (), {})
    for number, line in block.parts.get(part, ()):
        power, text = _named(line, variant, f"{what}:{number}")
        is_owner = part.endswith("OWNERS")
        order = read_order(variant, board, f"A {text} H" if is_owner else f"{text} H", power).order
        if order is None or isinstance(order, Waive):
            places = {"what": what, "number": number, "text": text, "variant": variant.name}
            if is_owner:
                raise ExchangeError(tr("{what}:{number}: {text!r} is no place of {variant}", **places))
            raise ExchangeError(tr("{what}:{number}: {text!r} is no unit of {variant}", **places))
        yield power, order.piece.location.province, str(order.piece)


def _named(line: str, variant: Variant, where: str) -> tuple[str, str]:
    name, colon, text = line.partition(":")
    word = name.strip().casefold()
    named = [
        power.id for power in variant.powers.values() if word in {power.id.casefold(), power.name.casefold(), power.adjective.casefold()}
    ]
    if not colon or not named:
        raise ExchangeError(
            tr(
                "{where}: a power and a colon were expected, such as {next}: A Par",
                where=where,
                next=next(iter(variant.powers)).capitalize(),
            )
        )
    return named[0], text.strip()
