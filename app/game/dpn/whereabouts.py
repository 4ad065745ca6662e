"""Lines of the phases in the text of a game."""

from __future__ import annotations

from app.game.dpn.faults import GameFileFaults
from app.game.dpn.source import cut
from app.game.record import MAIN, Cursor, Game

PhaseLines = dict[tuple[str, str], int]
"""Branch and phase to the number of the line of the phase's heading, counted from 1."""


def phase_lines(text: str) -> PhaseLines:
    """The lines of all phases that *text* tells."""
    found: PhaseLines = {}
    for block in cut(text.encode("utf-8", "surrogateescape"), GameFileFaults("")).blocks:
        heading = block.heading
        if heading is not None and heading.kind == "phase" and heading.words:
            found.setdefault((heading.get("branch") or MAIN, heading.words[0]), block.top + 1)
    return found


def line_of(lines: PhaseLines, game: Game, cursor: Cursor) -> int | None:
    """The line of the phase at *cursor*, in whichever branch keeps it; of the last phase before it where it is not in the text yet."""
    for index in range(cursor.index, -1, -1):
        at = Cursor(cursor.branch, index)
        line = lines.get((game.owner(at).name, str(game.turn(at).phase)))
        if line is not None:
            return line
    return None
