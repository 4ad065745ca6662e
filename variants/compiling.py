"""How a drawing is sent to be compiled in another process, and how the board comes back: bytes only, no process and no geometry.

A task is one line of JSON, then the drawing. What comes back are frames: a line ``NAME SIZE``, then so many bytes.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import IO

from adjudicator.board import Board, Edge, Province, Terrain
from adjudicator.location import Location
from variants.fault import Fault, Severity
from variants.fault_kind import FaultKind

FAULTS = "FAULTS"
"""The name of the last frame; the others have those of the stages."""

LONGEST_TASK = 4 * 1024 * 1024
LARGEST_FRAME = 64 * 1024 * 1024


class FrameError(ValueError):
    """What came back is no frame: the other process has ended, or is not ours."""


@dataclass(frozen=True, slots=True)
class Task:
    """What the compile step has to know besides the drawing."""

    source: str
    """The drawing's name, for faults."""
    size: int
    """Bytes of the drawing."""
    provinces: tuple[Province, ...]
    """As the variant has them, without what a drawing has nothing to do with."""
    shores: tuple[tuple[str, str, str], ...] = ()
    """Province, named coast, and a sea that its list names: where a coast lies that nobody has drawn."""

    def board(self) -> Board:
        """A board of these provinces, with no ways between them but those from named coasts to their seas, for no kind of unit."""
        edges = tuple(Edge(Location(code, coast), Location(sea), frozenset()) for code, coast, sea in self.shores)
        return Board.of(self.provinces, (), edges)


def task_text(source: str, svg: bytes, board: Board) -> bytes:
    """The line that goes before the drawing."""
    provinces = [
        [each.code, each.name, each.terrain.value, list(each.coasts), each.centre, list(each.aliases)] for each in board.provinces.values()
    ]
    shores = sorted(
        {
            (edge.origin.province, edge.origin.coast, edge.target.province)
            for edge in board.edges
            if edge.origin.coast is not None and board.provinces[edge.target.province].terrain is Terrain.SEA
        }
    )
    return json.dumps({"source": source, "size": len(svg), "provinces": provinces, "shores": shores}).encode() + b"\n"


def read_task(line: bytes) -> Task:
    """The task that *line* tells of."""
    table = json.loads(line)
    provinces = tuple(
        Province(code, name, Terrain(terrain), tuple(coasts), centre, aliases=tuple(aliases))
        for code, name, terrain, coasts, centre, aliases in table["provinces"]
    )
    shores = tuple((code, coast, sea) for code, coast, sea in table["shores"])
    return Task(table["source"], table["size"], provinces, shores)


def write_frame(outlet: IO[bytes], name: str, content: bytes) -> None:
    """Send *content* under *name*, at once."""
    outlet.write(f"{name} {len(content)}\n".encode() + content)
    outlet.flush()


def read_frame(inlet: IO[bytes]) -> tuple[str, bytes] | None:
    """The next frame; ``None`` where there are no more.

    Raises:
        FrameError: what comes is no frame, or ends in the middle of one.
    """
    head = inlet.readline(100)
    if not head:
        return None
    name, _, size = head.decode("ascii", "replace").strip().partition(" ")
    if not size.isdigit() or int(size) > LARGEST_FRAME:
        raise FrameError("not a frame")
    content = inlet.read(int(size))
    if len(content) < int(size):
        raise FrameError("a frame that ends early")
    return name, content


def faults_as_text(faults: Sequence[Fault]) -> bytes:
    """*faults* as JSON, without what would mend them: whoever mends looks at the files again."""
    rows = [
        [each.source, each.line, each.what, each.expected, each.severity.value, each.element, each.point, each.kind.value, each.places]
        for each in faults
    ]
    return json.dumps(rows).encode()


def read_faults(content: bytes) -> tuple[Fault, ...]:
    """The faults that were written so.

    Raises:
        ValueError: they are none.
    """
    try:
        return tuple(
            Fault(
                source,
                line,
                what,
                expected,
                Severity(severity),
                element,
                None if point is None else (point[0], point[1]),
                kind=FaultKind(kind),
                places=tuple(places),
            )
            for source, line, what, expected, severity, element, point, kind, places in json.loads(content)
        )
    except (TypeError, KeyError, IndexError, RecursionError) as error:
        raise ValueError(f"no faults: {error}") from error
