"""The rule options: one field for each open question of DATC section 4 that is settled by choice."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rules:
    """How disputed rules are read. The defaults are the DATC author's preferences."""
