"""The protocol with blocks of numbers: many positions and a joint order for each in, the positions that follow out.

The engine first says one JSON object in a line: what stands for what, and the first position. Then come blocks, each with the number of
positions in 4 bytes, the positions, and their orders. A block is answered by the same number and the positions that follow, or by a
number below zero, of which the amount is the length of a message. Numbers are little-endian; those of a position have 4 bytes, an order
has 8. ``docs/formats/engine.md`` says more.
"""

from __future__ import annotations

import json
from typing import BinaryIO

import numpy as np

from adjudicator.variant import Variant as Model
from entente.batch import Batch
from entente.state import Variant

EDITION = 1
"""Counts up when a block changes its form."""

MOST_ROWS = 1 << 16
"""Positions in a block."""


def serve_batches(model: Model, source: BinaryIO, answers: BinaryIO) -> None:
    """Answer blocks until the input ends; a block that is cut off is answered with a message, and is the last."""
    batch = Batch(Variant(model))
    answers.write(json.dumps(_what_stands_for_what(batch)).encode() + b"\n")
    answers.flush()
    while head := source.read(4):
        count = int.from_bytes(head, "little")
        most = f"a block is 4 bytes with the number of positions, at most {MOST_ROWS}, then {4 * batch.row_length} bytes for each and"
        orders_of_each = 8 * len(batch.provinces)
        size = count * (4 * batch.row_length + orders_of_each)
        body = source.read(size) if len(head) == 4 and count <= MOST_ROWS else b""
        if len(head) < 4 or count > MOST_ROWS or len(body) < size:
            _refuse(answers, f"{most} {orders_of_each} for its orders")
            return  # Where the next block begins is not known.
        rows = np.frombuffer(body, dtype="<i4", count=count * batch.row_length).reshape(count, -1).astype(np.int32)
        orders = np.frombuffer(body, dtype="<i8", offset=rows.nbytes).reshape(count, len(batch.provinces)).astype(np.int64)
        try:
            after = batch.after(rows, orders)
        except ValueError as error:
            _refuse(answers, str(error))
            continue
        answers.write(head + after.astype("<i4", copy=False).tobytes())
        answers.flush()


def _refuse(answers: BinaryIO, message: str) -> None:
    told = message.encode()
    answers.write((-len(told)).to_bytes(4, "little", signed=True) + told)
    answers.flush()


def _what_stands_for_what(batch: Batch) -> dict[str, object]:
    return {
        "protocol": EDITION,
        "variant": batch.variant.id,
        "compiled": batch.is_compiled,
        "provinces": batch.provinces,
        "spots": batch.spots,
        "powers": batch.powers,
        "steps": [[step.season, step.kind.value] for step in batch.variant.model.calendar.steps],
        "start": batch.starts(1)[0].tolist(),
    }
