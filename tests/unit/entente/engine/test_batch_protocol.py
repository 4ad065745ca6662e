"""Blocks of positions and orders through a real pipe."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from entente.batch import Batch
from entente.engine.batch_protocol import EDITION, MOST_ROWS

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[4]
BATCH = Batch("standard", threads=1)


def answered(sent: bytes, *arguments: str) -> tuple[dict[str, object], bytes]:
    """First words of the engine, and its blocks."""
    done = subprocess.run(
        [sys.executable, "-m", "adjudicator", "--batch", *arguments], input=sent, capture_output=True, cwd=ROOT, timeout=120, check=True
    )
    head, _, blocks = done.stdout.partition(b"\n")
    return json.loads(head), blocks


def block(rows: np.ndarray, orders: np.ndarray) -> bytes:
    return len(rows).to_bytes(4, "little") + rows.astype("<i4").tobytes() + orders.astype("<i8").tobytes()


def test_positions_follow_as_in_a_batch_of_the_library() -> None:
    first = BATCH.starts(30)
    lots = BATCH.by_lot(first, seed=7)
    second = BATCH.after(first, lots)
    more = BATCH.by_lot(second, seed=8)
    told, blocks = answered(block(first, lots) + block(second, more))
    assert told["provinces"] == list(BATCH.provinces)
    assert told["start"] == first[0].tolist()
    assert (told["protocol"], told["powers"]) == (EDITION, list(BATCH.powers))
    expected = b"".join(len(rows).to_bytes(4, "little") + rows.astype("<i4").tobytes() for rows in (second, BATCH.after(second, more)))
    assert blocks == expected


def test_an_impossible_order_is_refused_with_its_place_and_the_next_block_is_answered() -> None:
    rows = BATCH.starts(2)
    orders = np.zeros((2, len(BATCH.provinces)), dtype=np.int64)
    wrong = orders.copy()
    wrong[1, BATCH.provinces.index("BUR")] = 1
    _, blocks = answered(block(rows, wrong) + block(rows, orders))
    length = -int.from_bytes(blocks[:4], "little", signed=True)
    assert b"row 1" in blocks[4 : 4 + length]
    assert b"BUR" in blocks[4 : 4 + length]
    assert int.from_bytes(blocks[4 + length : 8 + length], "little") == 2


@pytest.mark.parametrize("sent", [b"\x01", b"\x01\x00\x00\x00", b"\xff\xff\xff\xff" + bytes(64), b"\x01\x00\x00\x00" + bytes(9)])
def test_a_block_that_is_cut_off_or_too_long_is_answered_with_a_message(sent: bytes) -> None:
    _, blocks = answered(sent)
    assert int.from_bytes(blocks[:4], "little", signed=True) == -len(blocks[4:])
    most = f"a block is 4 bytes with the number of positions, at most {MOST_ROWS}, then 1532 bytes for each and 600"
    assert blocks[4:].startswith(most.encode())
