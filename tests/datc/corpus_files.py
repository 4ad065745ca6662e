"""The corpus as it lies beside this file."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from adjudicator.conformance import Case, read_corpus

FOLDER = Path(__file__).parent / "corpus"


@cache
def corpus() -> tuple[Case, ...]:
    """Every case, in the sequence of the sections."""
    return tuple(case for path in sorted(FOLDER.glob("*.toml")) for case in read_corpus(path.read_text(encoding="utf-8")))
