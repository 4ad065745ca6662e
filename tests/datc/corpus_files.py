"""The corpus that the program ships."""

from __future__ import annotations

from functools import cache

from adjudicator.conformance import Case, read_corpus
from resources import resource

FOLDER = resource("datc")


@cache
def corpus() -> tuple[Case, ...]:
    """Every case, in the order of the sections."""
    return tuple(case for path in sorted(FOLDER.glob("*.toml")) for case in read_corpus(path.read_text(encoding="utf-8")))
