"""Faults of a variant or a board, with their places."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum, StrEnum

from adjudicator.board import Board
from languages import tr
from variants.fix import Fix


class FaultKind(StrEnum):
    """Kind of fault. docs/formats/variant.md lists them for people."""

    OTHER = "other"

    # Shapes
    LABEL = "label"
    EXCHANGED = "exchanged"
    """Two provinces, or their names, that stand in each other's place."""
    """A shape's label is none of the variant's codes, and one that is missing is meant."""
    UNKNOWN_SHAPE = "unknown shape"
    NOT_DRAWN = "not drawn"
    NO_LABEL = "no label"
    NO_AREA = "no area"
    TOO_SMALL = "too small"
    DRAWN_TWICE = "drawn twice"
    OPEN_OUTLINE = "open outline"
    CROSSED_OUTLINE = "crossed outline"
    OVERLAP = "overlap"
    COVERED = "covered"
    OUTSIDE = "outside"
    HIDDEN = "hidden"
    CLIP = "clip"
    CRUMB = "crumb"
    NO_SHAPE = "no shape"
    """Element among the provinces that is no shape, such as a text."""
    UNREADABLE = "unreadable"
    LOST_CLONE = "lost clone"
    HOLE = "hole"
    LAYER = "layer"
    """A layer whose name is nearly one of ours."""
    DRAWING = "drawing"
    """The drawing as a whole: no layer of provinces, no size, no picture that can be used."""
    STYLE_SHEET = "style sheet"
    LANDSCAPE = "landscape"

    # Marks
    ANCHOR_NAME = "anchor name"
    STRAY_ANCHOR = "stray anchor"
    UNKNOWN_ANCHOR = "unknown anchor"
    DOUBLE_ANCHOR = "double anchor"
    CENTRE = "centre"
    """The drawing has a supply mark where the variant has no centre, or a sea is one."""
    COAST_NAME = "coast name"
    COAST_AWAY = "coast away"
    """The line of a coast lies beside no shore of its province."""
    BRIDGE_NAME = "bridge name"
    IDLE_CUT = "idle cut"
    """A bridge with ``data-cut`` between provinces that do not touch."""
    NAME_TEXT = "name text"
    NAME_PLACE = "name place"
    NAME_ROOM = "name room"
    CROWDED = "crowded"
    SYMBOL_SCALE = "symbol scale"

    # Neighbours
    NO_BORDER = "no border"
    """Units may go between two provinces that do not touch."""
    NO_STEP = "no step"
    """Two provinces touch, and nothing may go between them."""
    FAINT_BORDER = "faint border"
    ARMY_STEP = "army step"
    """Two lands touch, fleets go between them, armies do not."""
    FLEET_STEP = "fleet step"
    """Two provinces lie at the same water there, and fleets do not go between them."""
    DRY_STEP = "dry step"
    """A fleet goes where the border of two lands ends at no water."""
    WRONG_COAST = "wrong coast"
    ONE_WAY = "one way"
    UNKNOWN_PLACE = "unknown place"
    OWN_NEIGHBOUR = "own neighbour"
    LISTED_TWICE = "listed twice"
    NO_SEA = "no sea"
    """A coastal province that lies at no sea."""
    NO_NEIGHBOURS = "no neighbours"
    UNREACHABLE = "unreachable"
    IDLE_COAST = "idle coast"
    SINGLE_COAST = "single coast"
    TERRAIN = "terrain"
    """Terrain of a province, against its neighbours or the drawing."""

    # The file
    UNKNOWN_KEY = "unknown key"
    MISSING_KEY = "missing key"
    VALUE = "value"
    TWICE = "twice"
    WORDS = "words"
    """A code, name or alias that means two provinces."""
    MISSING_FILE = "missing file"
    POWERS = "powers"
    START = "start"
    BALANCE = "balance"
    """A power starts with more units than centres, or the other way round."""
    VICTORY = "victory"
    COLOURS = "colours"


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

    def as_warning(self) -> Fault:
        """The same where it does not stand in the way, without kind and fix."""
        return Fault(self.source, self.line, self.what, self.expected, Severity.WARNING, self.element, self.point)


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


MOST_LOST = 12
"""A drawing that lacks more has other codes, or none at all."""
_SAID = re.compile(rb"""=\s*["']\s*_?([A-Za-z][A-Za-z0-9]{1,7})\s*["']""")


def lost_neighbours(svg: bytes, board: Board) -> dict[str, frozenset[str]]:
    """Each province of *board* whose code stands nowhere in *svg*, to those that units reach from there; empty where there are too many."""
    said = {each.decode().upper() for each in _SAID.findall(svg)}
    found: dict[str, set[str]] = {code: set() for code in board.provinces if code not in said}
    if len(found) > MOST_LOST:
        return {}
    for edge in board.edges if found else ():
        for one, other in ((edge.origin.province, edge.target.province), (edge.target.province, edge.origin.province)):
            if one in found:
                found[one].add(other)
    return {code: frozenset(others) for code, others in found.items()}
