"""Manifests, drawings and compiled boards that were damaged at random: clean faults, never a crash."""

from __future__ import annotations

import random

import pytest

from tests.unit.variants.compile.small_drawings import drawing, island
from tests.unit.variants.toml_variants import ISLAND, read
from variants.compile import compile_board
from variants.compiled_json import read_board, write_board
from variants.fault import VariantError

PIECES = (
    *('"', "[", "]", "{", "}", "=", ".", ",", "\n", "-", "EAS", "WES/NC", "true", "1e9", "nan", "#", "[[edges]]\n", "0x", "1979-05-27"),
    *("<", ">", "&amp;", "M", "Z", "translate(", "matrix(0 0 0 0 0 0)", "scale(0)", "scale(1e9)", 'transform="', 'id="eas"', "1e308"),
    *("h", "c", "a", "q5,5", "<g>", "</g>", "\x00", "\u20ac"),
)


def damaged(text: str, chance: random.Random) -> str:
    """*text* with a few places cut, doubled, replaced or filled with something else."""
    letters = list(text)
    for _ in range(chance.randint(1, 6)):
        kind, place = chance.random(), chance.randrange(len(letters))
        if kind < 0.3:
            del letters[place : place + chance.randint(1, 20)]
        elif kind < 0.6:
            letters.insert(place, chance.choice(PIECES))
        elif kind < 0.8:
            other = chance.randrange(len(letters))
            letters[place:place] = letters[other : other + chance.randint(1, 60)]
        else:
            letters[place] = chr(chance.randrange(1, 300))
    return "".join(letters)


@pytest.mark.slow
def test_a_thousand_damaged_manifests_give_a_variant_or_faults() -> None:
    chance = random.Random(1)
    for _ in range(1000):
        folder, faults = read(damaged(ISLAND, chance))
        assert (folder is None) == any(fault.severity == "error" for fault in faults)


def test_a_thousand_damaged_compiled_boards_are_read_or_refused() -> None:
    board = compile_board(drawing().encode(), island().board).board
    assert board is not None
    text, chance, refused = write_board(board).decode(), random.Random(2), 0
    for _ in range(1000):
        try:
            read_board(damaged(text, chance).encode())
        except VariantError:
            refused += 1
    assert refused > 500


@pytest.mark.slow
def test_a_hundred_damaged_drawings_give_a_board_or_faults() -> None:
    chance = random.Random(3)
    for _ in range(100):
        made = compile_board(damaged(drawing(), chance).encode(), island().board, names=False)
        assert made.board is not None or made.faults
