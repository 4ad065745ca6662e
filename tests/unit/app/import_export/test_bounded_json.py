"""JSON of strangers is refused before it is read where it is nested too deeply."""

from __future__ import annotations

import pytest

from app.import_export.received import ExchangeError
from app.import_export.saved_game import MOST_DEPTH, read_json


def nested(depth: int) -> bytes:
    """Objects and lists in one another, *depth* deep, with brackets in a text that count for nothing."""
    half = depth // 2
    return b'{"[[[":[' * half + b'"[{"' + b"]}" * half


def test_json_is_read_down_to_a_depth_and_no_deeper() -> None:
    assert read_json(nested(MOST_DEPTH), "a.json")
    assert read_json(b"[" + b",".join([b"[[]]"] * MOST_DEPTH) + b"]", "a.json"), "beside one another is not in one another"
    with pytest.raises(ExchangeError, match=f"{MOST_DEPTH + 2} deep"):
        read_json(nested(MOST_DEPTH + 2), "a.json")
