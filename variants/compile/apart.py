"""``python -m variants.compile.apart``: a drawing to a board in a process of its own, so that nobody's window waits for it.

In comes one line of JSON (what the compile step needs to know of the rules) and the drawing; out come the board's stages as they are
ready, each the text of a compiled board, and the faults at last. :mod:`variants.compiling` is the other end.
"""

from __future__ import annotations

import contextlib
import os
import sys
from typing import IO

from variants.compile.board import compile_board
from variants.compiled import CompiledBoard, Stage
from variants.compiled_json import write_board
from variants.compiling import FAULTS, LONGEST_TASK, faults_as_text, read_task, write_frame

_NICENESS = 5
"""Names are looked for while somebody plays."""


def main(inlet: IO[bytes], outlet: IO[bytes]) -> int:
    """Compile what comes in. Returns the exit code."""
    task = read_task(inlet.readline(LONGEST_TASK))
    svg = inlet.read(task.size)

    def early(stage: Stage, board: CompiledBoard) -> None:
        write_frame(outlet, stage.name, write_board(board))
        if stage is Stage.PLAYABLE:
            with contextlib.suppress(OSError, AttributeError):
                os.nice(_NICENESS)

    made = compile_board(svg, task.board(), task.source, early=early)
    if made.board is not None:
        write_frame(outlet, Stage.WHOLE.name, write_board(made.board))
    write_frame(outlet, FAULTS, faults_as_text(made.faults))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.stdin.buffer, sys.stdout.buffer))
