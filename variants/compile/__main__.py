"""``python -m variants.compile``: makes the shipped boards again from their drawings; with ``--check``, checks that they are up to date."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib.metadata import version

from maps import drawn
from variants.catalogue import shipped
from variants.compile.board import compile_board
from variants.compiled_json import write_board

BOARDS = drawn("")
DRAWINGS = {"standard": "standard", "pure": "pure"}
"""Drawing to the variant that is played on it."""


def main(arguments: Sequence[str]) -> int:
    """Compile every shipped drawing. Returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m variants.compile", description="Compile the shipped boards from their drawings.")
    parser.add_argument("--version", action="version", version=f"Entente {version('entente')}")
    parser.add_argument("--check", action="store_true", help="write nothing, and say whether they are up to date")
    options = parser.parse_args(arguments)
    failed = 0
    for drawing, variant in DRAWINGS.items():
        svg = BOARDS / f"{drawing}.svg"
        made = compile_board(svg.read_bytes(), shipped(variant).variant.board, svg.name)
        for fault in made.faults:
            sys.stdout.write(f"{fault}\n")
        if made.board is None:
            failed = 1
            continue
        content = write_board(made.board)
        target = svg.with_suffix(".board.json")
        if not options.check:
            target.write_bytes(content)
        elif not target.is_file() or target.read_bytes() != content:
            sys.stdout.write(f"{target.name} is not what {svg.name} gives: compile it anew\n")
            failed = 1
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
