"""Compiled boards as text are not trusted."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.quick import every
from variants.compiled_json import Texts, read_board, write_board
from variants.fault import VariantError

STANDARD = Path(__file__).resolve().parents[3] / "maps" / "svg" / "standard.board.json"


def test_reading_and_writing_give_the_same_bytes() -> None:
    content = STANDARD.read_bytes()
    assert write_board(read_board(content)) == content


@pytest.mark.slow
def test_writing_with_the_text_of_outlines_that_were_written_before_gives_the_same_bytes() -> None:
    board, known = read_board(STANDARD.read_bytes()), Texts()
    moved = replace(board, provinces={**board.provinces, "PAR": replace(board.provinces["PAR"], levels=board.provinces["BUR"].levels)})
    for each in (board, moved, replace(board, width=board.width * 40), board):
        assert write_board(each, known) == write_board(each)
    assert len(known) <= len(board.provinces) + len(board.borders), "outlines of former boards are forgotten"


@pytest.mark.slow
def test_reading_needs_neither_shapely_nor_svgelements() -> None:
    import subprocess
    import sys

    code = (
        "import sys; from pathlib import Path; from variants.compiled_json import read_board; import variants; variants.standard();"
        f"read_board(Path({str(STANDARD)!r}).read_bytes());"
        "print([name for name in ('shapely', 'svgelements', 'numpy', 'PySide6') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=STANDARD.parents[2], capture_output=True, text=True, check=True, timeout=300)
    assert done.stdout.strip() == "[]"


def broken(change: Callable[[dict[str, Any]], object]) -> bytes:
    table = json.loads(STANDARD.read_bytes())
    change(table)
    return json.dumps(table).encode()


@pytest.mark.parametrize(
    "change",
    every(
        4,
        [
            lambda table: table.update(format=99),
            lambda table: table.update(scale=0),
            lambda table: table.update(scale=True),
            lambda table: table.update(width=-5),
            lambda table: table.update(width="wide"),
            lambda table: table.update(height=1e99),
            lambda table: table.update(provinces=[]),
            lambda table: table.pop("borders"),
            lambda table: table["provinces"]["PAR"].pop("levels"),
            lambda table: table["provinces"]["PAR"]["levels"].pop(),
            lambda table: table["provinces"]["PAR"].update(levels=[[], [], []]),
            lambda table: table["provinces"]["PAR"]["levels"][0][0][0].append(5),
            lambda table: table["provinces"]["PAR"]["levels"][0][0][0].extend([1.5, 2]),
            lambda table: table["provinces"]["PAR"]["levels"][0][0][0].extend([10**30, 2]),
            lambda table: table["provinces"]["PAR"]["levels"][0][0][0].extend(["x", None]),
            lambda table: table["provinces"]["PAR"].update(terrain="swamp"),
            lambda table: table["provinces"]["PAR"].update(units={}),
            lambda table: table["provinces"]["PAR"].update(units={"": [1]}),
            lambda table: table["provinces"]["PAR"]["labels"][0].update(lines=["x"] * 50),
            lambda table: table["provinces"]["PAR"]["labels"][0].update(form=[0, 0]),
            lambda table: table["borders"].append(["land", "PAR", "NIX", [[], []]]),
            lambda table: table["borders"].append(["wall", "PAR", "BUR", [[], []]]),
            lambda table: table["borders"].append(["land", "PAR", "BUR", [[2, 10**9], [1, 2, 3, 4]]]),
            lambda table: table["borders"].append(["land", "PAR", "BUR", [[-2, 4], [1, 2, 3, 4]]]),
            lambda table: table["adjacency"].append(["PAR", "NIX", 5, 2]),
            lambda table: table["adjacency"].append(["PAR", "BUR", -5, 2]),
            lambda table: table["decorations"].append(["river", "1", "", [], [[], []]]),
        ],
    ),
)
def test_whatever_is_not_as_it_must_be_is_refused(change: Callable[[dict[str, Any]], object]) -> None:
    with pytest.raises(VariantError, match="no compiled board"):
        read_board(broken(change), "cache.json")


@pytest.mark.parametrize("content", [b"", b"[]", b"null", b"{", b"[" * 100_000, b"\xff\xff", b'{"format": NaN}'])
def test_what_is_no_board_at_all_is_refused(content: bytes) -> None:
    with pytest.raises(VariantError):
        read_board(content)
