"""A small board in the words of the judges, for tests that change it line by line."""

from __future__ import annotations

from adjudicator.board import Edge
from adjudicator.variant import Variant
from variants import load
from variants.importers import Imported, import_board
from variants.source import MemorySource

BOARD = """
Aland = aaa aland
Bay of Ships = bbb bay
Cape (north coast) = ccc/nc
Cape (south coast) = ccc/sc
Cape = ccc
Dunes = ddd
Sea = sea
COAST AAA ABUTS BBB ccc SEA CCC/NC
COAST BBB ABUTS AAA CCC/SC DDD SEA
COAST CCC/NC ABUTS AAA SEA
COAST CCC/SC ABUTS BBB SEA
COAST ccc ABUTS AAA BBB SEA
COAST DDD ABUTS BBB SEA
WATER SEA ABUTS AAA BBB CCC/NC CCC/SC DDD
RED (RED) AAA
A AAA
BLUE (BLUISH:U) BBB
F BBB
UNOWNED CCC DDD
"""


def imported(more: str, board: str = BOARD, **others: str) -> Imported:
    """The board with more lines after it, and with other files beside it."""
    files = {"main.map": (board + more).encode(), **{f"{name}.map": text.encode() for name, text in others.items()}}
    (found,) = import_board(MemorySource("x", files), "main.map").variants
    return found


def variant(more: str, board: str = BOARD, **others: str) -> Variant:
    return load(imported(more, board, **others).source).variant


def told(more: str, board: str = BOARD) -> list[str]:
    """The lines of the report."""
    return [str(line) for line in imported(more, board).report]


def step(found: Variant, origin: str, target: str, kind: str) -> Edge | None:
    edges = found.board.edges
    return next((each for each in edges if (str(each.origin), str(each.target)) == (origin, target) and kind in each.kinds), None)


def homes(found: Variant) -> dict[str, set[str]]:
    made: dict[str, set[str]] = {}
    for code, place in found.board.provinces.items():
        if place.home is not None:
            made.setdefault(place.home, set()).add(code)
    return made


def units(found: Variant) -> set[str]:
    return {str(unit) for unit in found.start.units}
