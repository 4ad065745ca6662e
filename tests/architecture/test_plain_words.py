"""Code and pages say what they mean in plain words: phrases that were put right do not come back."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("adjudicator", "app", "benchmarks", "entente", "languages", "maps", "scripts", "tests", "variants", "docs")
QUAINT = re.compile(
    r"what was worked out|lying orders|put on the desk|in the sequence of|(?:faults?|wrong|trouble|what is \w+)[ _](?:is|are)[ _]told\b",
    re.IGNORECASE,
)
MODULES = {"aftermath", "array", "books", "knot", "lens", "muster", "oven", "untold"}
"""Metaphors that files were once named for."""

HISTORY = ROOT / "docs" / "decisions"
"""Pages that stay as they were written."""


def test_no_quaint_phrase_comes_back() -> None:
    files = [path for room in ROOMS for ending in ("py", "md") for path in (ROOT / room).rglob(f"*.{ending}")]
    assert len(files) > 1_000
    found = [
        f"{path.relative_to(ROOT)}: {phrase}"
        for path in files
        if path != Path(__file__) and HISTORY not in path.parents
        for phrase in QUAINT.findall(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_no_file_is_named_for_a_metaphor() -> None:
    assert [path for room in ROOMS for path in (ROOT / room).rglob("*.py") if path.stem in MODULES] == []
