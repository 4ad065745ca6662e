"""The option ``--help`` of scripts that take a few words or none: a script that writes files writes none of them when it is asked."""

from __future__ import annotations

import sys


def answer_help(words: str | None) -> None:
    """Print *words*, the docstring of the script, and end the program with 0, where ``-h`` or ``--help`` was given to it."""
    if {"-h", "--help"}.isdisjoint(sys.argv[1:]):
        return
    sys.stdout.write(f"{(words or '').strip()}\n")
    raise SystemExit(0)
