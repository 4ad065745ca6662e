"""Results of a review of a variant: plain values, for those who show it without geometry of their own."""

from __future__ import annotations

from dataclasses import dataclass

from languages import plural, tr
from variants.compiled import Line
from variants.fault import Fault, Severity
from variants.notes import BorderAnswer, ShoreAnswer, ShoreKind
from variants.reader import VariantFolder


@dataclass(frozen=True, slots=True)
class ReviewedFault:
    """A fault, the ground it stands on, and why it is known already, if it is."""

    fault: Fault
    ground: str
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Doubt:
    """One border that a drawing leaves open."""

    pair: tuple[str, str]
    """Sorted."""
    length: float
    """Length of the border, in units of the drawing; 0 where they do not touch."""
    gap: float
    """Between the two; 0 where they touch."""
    witnesses: int
    """Number of the two ways of looking that saw a border."""
    listed: bool
    """True if the variant lets any unit go between them."""
    point: tuple[float, float]
    answer: BorderAnswer | None

    @property
    def why(self) -> str:
        """In words."""
        if self.length == 0:
            return tr("they are {gap:.0f} units apart, and units may go between them", gap=self.gap)
        long = round(self.length)
        if self.witnesses < 2:
            return plural("the border of {count} unit is hard to see", "the border of {count} units is hard to see", long)
        return plural("the border is only {count} unit long", "the border is only {count} units long", long)


@dataclass(frozen=True, slots=True)
class DividedLand:
    """A land whose shore falls into stretches on different waters."""

    code: str
    waters: tuple[str, ...]
    looks_like: ShoreKind
    """Kind that its shape suggests."""
    neck: float
    """Width between its waters, in units of the drawing."""
    point: tuple[float, float]
    """Narrowest point."""
    coasts: tuple[tuple[str, tuple[str, ...]], ...]
    """The coasts it has or would have, each with the provinces that a fleet reaches from there."""
    is_split: bool
    """True if it has several coasts in the rules."""
    answer: ShoreAnswer | None
    stretches: tuple[tuple[Line, ...], ...] = ()
    """Stretches of each of :attr:`coasts` along the shore, as drawn or as the shapes tell."""

    @property
    def present(self) -> ShoreKind:
        """Kind by the rules: with one coast a canal or a strait, by the answer or by its look."""
        if self.is_split:
            return ShoreKind.COASTS
        said = self.looks_like if self.answer is None else self.answer.kind
        return ShoreKind.CANAL if said is ShoreKind.COASTS else said


@dataclass(frozen=True, slots=True)
class StepTally:
    """Agreement of the lists of a variant and one of its drawings on the steps of a kind of unit; a step and its way back are one."""

    file: str
    """The drawing."""
    kind: str
    """Kind of the unit, as the variant calls it."""
    compared: int
    """Steps that the lists or the drawing have."""
    only_listed: int
    only_drawn: int

    def __str__(self) -> str:
        """In words."""
        told = {"file": self.file, "kind": tr(self.kind), "listed": self.only_listed, "drawn": self.only_drawn}
        if not (self.only_listed or self.only_drawn):
            return plural(
                "{file}, {kind}: {count} step compared, none differs",
                "{file}, {kind}: {count} steps compared, none differs",
                self.compared,
                **told,
            )
        return plural(
            "{file}, {kind}: {count} step compared, {listed} only in the lists, {drawn} only in the drawing",
            "{file}, {kind}: {count} steps compared, {listed} only in the lists, {drawn} only in the drawing",
            self.compared,
            **told,
        )


@dataclass(frozen=True, slots=True)
class Review:
    """All findings of a review."""

    name: str
    folder: VariantFolder | None
    """The variant as far as it could be read."""
    found: tuple[ReviewedFault, ...]
    doubts: tuple[Doubt, ...] = ()
    """Borders that the first drawing leaves open, the longest first."""
    lands: tuple[DividedLand, ...] = ()
    """Lands between two waters of the first drawing, sorted by code."""
    steps: tuple[StepTally, ...] = ()
    """Tallies of the comparison of the lists with each drawing, kind by kind."""

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Faults that are not known."""
        return tuple(each.fault for each in self.found if each.reason is None)

    @property
    def errors(self) -> int:
        """Number of faults that stand in the way of playing."""
        return sum(fault.severity is Severity.ERROR for fault in self.faults)
