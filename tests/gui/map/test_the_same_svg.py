"""A drawing has the same bytes in every run: what is kept under version control changes only when the board does."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys

import pytest

PROGRAM = """
from dataclasses import replace
import hashlib
from app.qt.map.export import headless_application, render_svg
from tests.fakes.board_pictures import ALL_KINDS, drawn_standard
application = headless_application()
board = drawn_standard()
picture = replace(ALL_KINDS, hidden=frozenset(list(board.provinces)[::3]))
print(hashlib.sha256(render_svg(board, picture, 600)).hexdigest())
"""


def drawn_in_a_process_of_its_own(seed: int) -> str:
    settings = {**os.environ, "PYTHONHASHSEED": str(seed), "QT_QPA_PLATFORM": "offscreen"}
    ran = subprocess.run([sys.executable, "-c", PROGRAM], env=settings, capture_output=True, text=True, check=True)
    return ran.stdout.strip()


@pytest.mark.thorough
def test_a_board_under_fog_is_the_same_bytes_however_the_process_hashes_text() -> None:
    first, second = (drawn_in_a_process_of_its_own(seed) for seed in (1, 2))
    assert len(first) == len(hashlib.sha256().hexdigest())
    assert first == second
