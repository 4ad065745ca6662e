"""Compiling of a drawing in another process, and the return of the board: bytes only, no process and no geometry.

A task is one line of JSON, then the drawing, or all files of a variant that is to be looked through. What comes back are frames: a line
``NAME SIZE``, then so many bytes; the last one of a task has one of the names in :data:`LAST`. The line ``STOP`` gives the present task up.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import IO

from adjudicator import Board, Edge, Location, Province, Terrain
from languages import active_code
from variants.fault import Fault, FaultKind, Severity, lost_neighbours

FAULTS = "FAULTS"
"""The name of a board's last frame; those before have the names of the stages."""
REVIEW = "REVIEW"
"""The name of the frame that says what was found in a variant."""
STOPPED = "STOPPED"
"""Sent where a task was given up."""
FAILED = "FAILED"
"""Sent, with the reason, where a task could not be done; the process goes on."""
LAST = frozenset((FAULTS, REVIEW, STOPPED, FAILED))
STOP = b"STOP\n"

LONGEST_TASK = 4 * 1024 * 1024
LARGEST_FRAME = 64 * 1024 * 1024


class BrokenFrameError(ValueError):
    """Answer that is no frame: the other process has ended, or is not ours."""


@dataclass(frozen=True, slots=True)
class CompileTask:
    """Task of the compile step, with all that it needs besides the drawing."""

    source: str
    """The drawing's name, for faults."""
    size: int
    """Bytes of the drawing."""
    provinces: tuple[Province, ...]
    """Provinces as the variant has them, without what a drawing has nothing to do with."""
    lost: tuple[tuple[str, str], ...] = ()
    """Provinces whose code the drawing does not say, each with one of its neighbours."""
    shores: tuple[tuple[str, str, str], ...] = ()
    """Province, named coast, and a sea that its list names: the place of a coast that is not drawn."""
    language: str = ""
    """Language of its faults; English where none is set."""

    def board(self) -> Board:
        """A board of these provinces, with no ways between them but those from named coasts to their seas and those of provinces whose
        code is lost, for no kind of unit."""
        shores = tuple(Edge(Location(code, coast), Location(sea), frozenset()) for code, coast, sea in self.shores)
        lost = tuple(Edge(Location(code), Location(other), frozenset()) for code, other in self.lost)
        return Board.of(self.provinces, (), shores + lost)


def task_text(source: str, svg: bytes, board: Board) -> bytes:
    """The line that goes before the drawing; with the language of its faults."""
    return json.dumps({**_task_table(source, svg, board), "language": active_code()}).encode() + b"\n"


def _task_table(source: str, svg: bytes, board: Board) -> dict[str, object]:
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
    lost = sorted((code, other) for code, others in lost_neighbours(svg, board).items() for other in others)
    return {"source": source, "size": len(svg), "provinces": provinces, "lost": lost, "shores": shores}


def read_task(line: bytes) -> CompileTask:
    """The task that *line* tells of."""
    table = json.loads(line)
    provinces = tuple(
        Province(code, name, Terrain(terrain), tuple(coasts), centre, aliases=tuple(aliases))
        for code, name, terrain, coasts, centre, aliases in table["provinces"]
    )
    shores = tuple((code, coast, sea) for code, coast, sea in table["shores"])
    lost = tuple((code, other) for code, other in table["lost"])
    return CompileTask(table["source"], table["size"], provinces, lost, shores, table.get("language", ""))


def task_key(source: str, svg: bytes, board: Board) -> str:
    """The same for two tasks of which the same board comes, and no other."""
    return hashlib.sha256(json.dumps(_task_table(source, svg, board)).encode() + b"\n" + svg).hexdigest()


@dataclass(frozen=True, slots=True)
class ReviewTask:
    """A variant that is to be looked through, with its drawings."""

    label: str
    """Label in messages; for a drawing without a variant the name of its file."""
    files: Mapping[str, bytes]
    """Files by name."""
    extended: Mapping[str, Mapping[str, bytes]]
    """The files of variants that it extends, by id, but for those that come with the program."""
    language: str = ""
    """Language of its faults; English where none is set."""


def review_task_text(task: ReviewTask) -> bytes:
    """Return the text to send for *task*."""
    listed = [("", name, content) for name, content in task.files.items()]
    listed += [(variant, name, content) for variant, files in task.extended.items() for name, content in files.items()]
    head = {
        "review": task.label,
        "language": task.language or active_code(),
        "files": [[variant, name, len(content)] for variant, name, content in listed],
    }
    return json.dumps(head).encode() + b"\n" + b"".join(content for _, _, content in listed)


def is_review(line: bytes) -> bool:
    """Return True if the task that begins with *line* is to review a variant."""
    return line.startswith(b'{"review"')


def read_review_task(line: bytes, inlet: IO[bytes]) -> ReviewTask:
    """The task that begins with *line*; its files are read from *inlet*."""
    table = json.loads(line)
    found: dict[str, dict[str, bytes]] = {}
    for variant, name, size in table["files"]:
        found.setdefault(variant, {})[name] = inlet.read(size)
    files = found.pop("", {})
    return ReviewTask(table["review"], files, found, table.get("language", ""))


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
        raise BrokenFrameError("not a frame")
    content = inlet.read(int(size))
    if len(content) < int(size):
        raise BrokenFrameError("a frame that ends early")
    return name, content


def faults_as_text(faults: Sequence[Fault]) -> bytes:
    """*faults* as JSON, without their fixes: a fix is made from the files themselves."""
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
