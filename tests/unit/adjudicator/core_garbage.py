"""Tables, rows and orders as no sound program hands them to the compiled core: ``python -m tests.unit.adjudicator.core_garbage SECONDS``.

Each call may answer or raise a ValueError, TypeError or IndexError; whoever starts this looks at the exit of the process.
"""

from __future__ import annotations

import sys
import time
from array import array
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import variants
from adjudicator.adjudicating import CoreExplanation, making_of, words_of
from adjudicator.compiled import Core, CoreModule, core_for, find_core, numbers_of
from adjudicator.position import Position
from adjudicator.resolution import Resolution
from adjudicator.variant_tables import VariantTables, variant_tables
from tests.unit.adjudicator.random_boards import random_position, random_variant

LARGE = (-(2**31), -1, 0, 1, 2, 63, 64, 255, 2**15, 2**20, 2**31 - 1)


def some_number(chance: Random) -> int:
    return chance.choice([chance.choice(LARGE), chance.randrange(-3, 200), chance.randrange(-(2**31), 2**31)])


def some_order(chance: Random, spots: int) -> int:
    kind, spot, other = chance.randrange(16), chance.randrange(-1, spots + 2), chance.randrange(-1, spots + 2)
    sound = (
        kind | (spot + 1) << 4 | (other + 1) << 24 | chance.choice([0, 0, 0, 1]) << 44 | chance.choice([0, 0, chance.randrange(200)]) << 45
    )
    return chance.choice([sound, sound, sound, sound, chance.randrange(-(2**63), 2**63)])


class Numbered:
    """An order that says of itself that it is some number, and its own ``cached``."""

    def __init__(self, reach: object, number: int) -> None:
        self.cached, self.code = self, (reach, number, None)


def no_index(reach: object, order: object) -> object:
    raise ValueError(f"{order} is not for {reach}")


def positions(chance: Random) -> tuple[VariantTables, Position]:
    if chance.random() < 0.5:
        variant = random_variant(chance)
        return variant_tables(variant), random_position(chance, variant)
    variant = variants.standard()
    return variant_tables(variant), variant.start


def spoilt_tables(chance: Random, module: CoreModule) -> None:
    """Read tables with some numbers changed, cut off or too many."""
    tables, position = positions(chance)
    numbers = numbers_of(tables, tables.open_edges(position))
    for _ in range(chance.choice([1, 1, 2, 20])):
        numbers[chance.randrange(len(numbers))] = some_number(chance)
    if chance.random() < 0.2:
        numbers = numbers[: chance.randrange(len(numbers))]
    handle = module.tables(numbers)
    row = array("i", [0] * module.row_length(handle))
    module.legal(handle, row, [], lambda spot, code: (spot, code), bytes)  # type: ignore[arg-type,return-value]


def spoilt_rows(chance: Random, module: Any) -> None:
    """Follow rows with some numbers changed under orders of all kinds, and list and draw orders for them."""
    tables, position = positions(chance)
    core = core_for(tables, tables.open_edges(position))
    if core is None:
        return
    sound, spots = core.row(position), len(tables.board.pieces)
    rows, orders = array("i"), array("q")
    for _ in range(8):
        row = sound[:]
        row[0] = chance.randrange(len(tables.turns))
        for _ in range(chance.choice([0, 0, 1, 2, 10])):
            row[chance.randrange(len(row))] = some_number(chance)
        for _ in range(chance.choice([0, 0, 5])):  # units where they can stand, of any power
            spot = chance.randrange(spots)
            at = 8 + tables.board.province_of[spot] + chance.choice([0, 0, 2]) * core.provinces
            row[at] = spot + spots * chance.randrange(len(tables.powers))
        rows.extend(row)
        orders.extend(some_order(chance, spots) if chance.random() < 0.5 else 0 for _ in range(core.provinces))
    out, status = array("i", bytes(len(rows) * 4)), array("i", bytes(32))
    module.advance(core.handle, rows, orders, out, status, 0, 8)
    module.draw(core.handle, rows, orders, status, chance.getrandbits(64), 0, 8)
    module.keys(core.handle, rows, array("q", bytes(64)))
    counts, codes = array("i", bytes(4 * 8 * core.provinces)), array("q", bytes(8 * chance.choice([0, 10, 5000])))
    module.list_legal(core.handle, rows, counts, codes, status)
    for at in range(8):
        row, given = rows[at * len(sound) : (at + 1) * len(sound)], orders[at * core.provinces : (at + 1) * core.provinces]
        numbered = [Numbered(core.open_edges.shared, some_order(chance, spots)) for _ in range(9)]
        powers = {power: chance.sample(numbered, 5) for power in tables.powers}
        taken, met, words = core.none_taken[:], chance.choice([[], [7], core.met]), words_of(tables)
        units, reach = chance.choice([[], [None] * 9, core.units]), core.open_edges.shared
        making = list(making_of(core))
        making[2], making[5] = units, no_index
        with suppress(IndexError):  # they lead nowhere
            module.play(core.handle, position, row, core.blank[:], taken, met, powers, tuple(making))
        behind = array("q", [chance.choice([0, 0, 1, some_number(chance)]) for _ in given])
        with suppress(IndexError):  # they stand nowhere
            module.outcomes(core.handle, row, given + behind, met, units, tables.units, words)
        module.try_orders(core.handle, row, met, powers, tables.power_rank, reach, no_index)
        with suppress(ValueError):
            module.legal(core.handle, row, chance.choice([[], [7], core.known]), core.order, core.later)


def spoilt_arrays(chance: Random, module: Any) -> None:
    """Call with arrays of wrong sizes and types, and with what is no table."""
    tables, position = positions(chance)
    core = core_for(tables, tables.open_edges(position))
    if core is None:
        return
    things: list[object] = [
        core.row(position),
        array("q", bytes(8 * core.provinces)),
        array("i", [0]),
        b"",
        bytearray(1600),
        array("d", [1.0]),
    ]
    things += [None, "text", 7, core.handle, module, array("I", [0] * core.row_length), memoryview(bytes(64)), object()]
    handle = chance.choice([core.handle, core.handle, None, 7, object()])
    some = [chance.choice(things) for _ in range(4)]
    start, stop = some_number(chance), some_number(chance)
    calls: list[Callable[[], object]] = [
        lambda: module.advance(handle, *some, start, stop),
        lambda: module.advance(core.handle, things[0], things[1], core.row(position), things[2], start, stop),
        lambda: module.advance(core.handle, things[0], things[1], things[0], things[2], 0, 1),
        lambda: module.draw(handle, *some[:3], chance.getrandbits(63), start, stop),
        lambda: module.keys(handle, *some[:2]),
        lambda: module.list_legal(handle, *some),
        lambda: module.expect(handle, *some, some[0], some[1]),
        lambda: module.expect(core.handle, things[0], things[1], some[0], array("d", bytes(8 * chance.randrange(900))), *some[1:3]),
        lambda: module.outcomes(handle, *some[:2], [], [], {}, words_of(tables)),
        lambda: module.try_orders(handle, some[0], [], {"A": some}, {"A": 0}, None, some[1]),
        lambda: module.try_orders(core.handle, things[0], [], {"A": some}, {"A": 0}, None, chance.choice(some)),
        lambda: module.outcomes(core.handle, things[0], some[0], [], [], {}, words_of(tables)),
        lambda: module.outcomes(
            core.handle, things[0], core.none_taken, [], core.units, tables.units, spoilt_words(chance, tables, things)
        ),
        lambda: module.play(handle, position, *some, {"A": some}, making_of(core)),
        lambda: module.play(core.handle, position, *rows_of(core), [], {}, chance.choice([*things, making_of(core)])),
        lambda: module.play(core.handle, chance.choice(things), *rows_of(core), [], {}, making_of(core)),
        lambda: module.play(core.handle, position, core.row(position), *rows_of(core)[1:], [], {}, spoilt_making(chance, core, things)),
        lambda: module.play(core.handle, position, *rows_of(core), [], {"A": some}, spoilt_making(chance, core, things)),
        lambda: module.play(core.handle, position, *rows_of(core), [], {"A": chance.choice(some), 7: 7}, making_of(core)),
        lambda: module.play(*some),
        lambda: module.forms(*(chance.choice([*things, int, tuple, Position, Resolution, CoreExplanation]) for _ in range(5))),
        lambda: module.answer_lines(handle, some[0], some[1], start, 0, some[2], {}, {}, {}, [], chance.random() < 0.5, tuple(some)),
        lambda: module.answer_lines(core.handle, *lines_of(chance, core, module.known_lines(), some)),
        lambda: module.legal(handle, some[0], [], core.order, core.later),
        lambda: module.legal(core.handle, things[0], [], lambda *_: 1 / 0, core.later),
        lambda: module.tables(some[0]),
        lambda: module.row_length(handle),
    ]
    chance.choice(calls)()


def rows_of(core: Core) -> tuple[object, ...]:
    """The arrays for ``play``, all sound."""
    return core.blank[:], core.blank[:], core.none_taken[:]


def spoilt_making(chance: Random, core: Core, things: list[object]) -> tuple[object, ...]:
    """Parts that resolutions are made with, some of them something else, or a function that answers anything and spoils the rows."""
    making = list(making_of(core))

    def told(*given: object) -> object:
        for each in given:
            if isinstance(each, array):
                each[:] = array(each.typecode, [some_number(chance)] * len(each))
        return chance.choice([*things, (), (1, 2), ([], [])])

    for _ in range(chance.choice([1, 1, 2, 5])):
        making[chance.randrange(len(making))] = chance.choice([*things, [], {}, {"A": 0}, told, told, told])
    return tuple(making)


def spoilt_words(chance: Random, tables: VariantTables, things: list[object]) -> tuple[object, ...]:
    """The words for outcomes with a part, or a part of a telling, that is something else."""
    words: list[Any] = [*words_of(tables)]
    at, thing = chance.randrange(len(words)), chance.choice([*things, tuple, list, (), [], ((),) * 18])
    if chance.random() < 0.5:
        words[at] = thing
    else:
        telling = chance.randrange(7)
        words[2] = tuple((*each[:telling], thing, *each[telling + 1 :]) for each in words[2])
    return tuple(words)


def lines_of(chance: Random, core: Core, known: object, some: list[object]) -> tuple[object, ...]:
    """Arguments of ``answer_lines``: lines that stand for numbers of all kinds, and answers of any type to what it asks."""
    words = ["", " ", "a", "b", "c", "\u00a0", "d" * 30, "\ud800" * (chance.random() < 0.02)]
    text = "\n".join([chance.choice(words) for _ in range(chance.choice([12, 12, 60]))])
    states = {word: some_number(chance) for word in ("a", "b")}
    orders: dict[object, object] = {"a": some_number(chance), "b": chance.choice([1 << 26 | 3 << 13, 5 << 13 | 4, *some])}
    waiting: list[object] = [chance.choice([None, 3, 1 << 26, *some])] if chance.random() < 0.2 else []

    def told(*given: object) -> object:
        if chance.random() < 0.1:
            waiting.clear()
        return chance.choice([*some, "text", some_number(chance), True, *given])

    row = core.blank[:]
    row[8 + chance.randrange(core.provinces)] = chance.choice([0, 5, some_number(chance)])
    start = chance.choice([0, 0, 0, 2, some_number(chance)])
    return row, text, start, 1, known, states, orders, {}, waiting, chance.random() < 0.5, (told,) * chance.choice([5, 5, 5, 4])


def main() -> None:
    """Go on for so many seconds."""
    module = find_core().module
    assert module is not None, find_core()
    until, seed = time.monotonic() + float(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0
    tried = 0
    while time.monotonic() < until:
        chance = Random(seed + tried)
        with suppress(ValueError, TypeError, IndexError, AttributeError, ZeroDivisionError):
            chance.choice([spoilt_tables, spoilt_rows, spoilt_rows, spoilt_arrays])(chance, module)
        tried += 1
    print(f"{tried} calls")


if __name__ == "__main__":
    main()
