"""Faults of a variant or a board, with their places."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum, StrEnum

from languages import tr
from variants.fault_kind import FaultKind
from variants.fix import Fix


class Severity(StrEnum):
    """Severity of a fault of a file."""

    ERROR = "error"
    """A variant or board cannot be played like this; of a game, a part was not taken in, and its lines are kept unchanged."""
    WARNING = "warning"
    """Playable, and probably not as it was meant."""

    @property
    def words(self) -> str:
        """In the language in use."""
        return tr("error") if self is Severity.ERROR else tr("warning")


class Weight(IntEnum):
    """Weight of a warning: the distance of a board from its source, the worst first."""

    LOSS = 0
    """A whole part of it cannot be used, such as a file or a drawing."""
    DEPARTURE = 1
    """Loss of a part that is not taken over."""
    REPAIR = 2
    """Repair after which it plays as it was meant, or is only odd."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong. Text: ``variant.toml:12: unknown province 'PRS'; expected one of the board's codes``."""

    source: str
    """The name of the file it stands in."""

    line: int | None
    """Counted from 1; ``None`` where the fault belongs to no line, such as something missing altogether."""

    what: str

    expected: str = ""
    """Expected value, or the remedy."""

    severity: Severity = Severity.ERROR

    element: str = ""
    """In a drawing: the element's id or label."""

    point: tuple[float, float] | None = None
    """In a drawing: where it is, in user units of its viewBox."""

    weight: Weight = Weight.REPAIR
    """Weight of the loss where it is a warning."""

    kind: FaultKind = FaultKind.OTHER
    """Kind of fault, for lists, filters and programs."""

    places: tuple[str, ...] = ()
    """The provinces it is about, as ``PAR`` or ``STP/NC``; two for a border."""

    fix: Fix | None = None
    """Fix for it, where there is a safe one."""

    def __str__(self) -> str:
        place = self.source if self.line is None else f"{self.source}:{self.line}"
        inside = f" <{self.element}>" if self.element else ""
        at = " " + tr("at ({x:.0f}, {y:.0f})", x=self.point[0], y=self.point[1]) if self.point else ""
        said = tr("{what}; expected {expected}", what=self.what, expected=self.expected) if self.expected else self.what
        return f"{place}:{inside}{at} {said}"


class VariantError(ValueError):
    """A variant or a board that cannot be used. Carries every fault that was found, not only the first."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__("\n".join(str(fault) for fault in faults))
        self.faults = faults


class Faults:
    """The faults found so far, each once, in the sequence they were found; past the limit they are only counted.

    Errors have a limit of their own, so that no heap of warnings hides one.
    """

    LIMIT = 500

    def __init__(self) -> None:
        self._found: dict[Fault, None] = {}
        self._left_out = 0
        self._errors = 0

    def add(self, fault: Fault) -> None:
        """Note *fault*."""
        is_error = fault.severity is Severity.ERROR
        if len(self._found) < self.LIMIT or (is_error and self._errors < self.LIMIT):
            self._errors += is_error and fault not in self._found
            self._found[fault] = None
        elif fault not in self._found:
            self._left_out += 1

    def __iter__(self) -> Iterator[Fault]:
        yield from self._found
        if self._left_out:
            yield Fault("", None, tr("and {left_out} more", left_out=self._left_out))

    def found(self) -> tuple[Fault, ...]:
        """All of them."""
        return tuple(self)

    @property
    def errors(self) -> bool:
        """True if any of them stands in the way of playing."""
        return any(fault.severity is Severity.ERROR for fault in self._found)
