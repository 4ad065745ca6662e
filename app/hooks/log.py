"""Log of hook calls: lines for the log panel."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.phase import Phase
from app.hooks.host import CallOutcome
from languages import tr
from variants.hooks.contracts import Point


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One event in the log: an act of a hook, its words, or its failure."""

    hook: str
    point: Point
    phase: Phase
    text: str
    """A sentence without the hook's name: ``refused F NTH C A LON - BEL: no convoys``."""

    outcome: CallOutcome | None = None
    """Outcome of a hook that failed, with the line."""

    @property
    def failed(self) -> bool:
        """True if the hook was asked and gave no usable answer."""
        return self.outcome is not None

    def __str__(self) -> str:
        place = f" ({tr('line {line}', line=self.outcome.line)})" if self.outcome is not None and self.outcome.line else ""
        return f"{self.phase} {self.hook}{place}: {self.text}"


Log = tuple[LogEntry, ...]
