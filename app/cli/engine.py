"""``python -m adjudicator``: the adjudicator on standard input and output, for programs of any language.

Two protocols: lines of text in blocks (``engine_lines``), and with ``--json`` one object a line (``engine_json``).
Nothing but the rules is loaded, and no display is needed.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import BinaryIO, Protocol, TextIO

from adjudicator.rules import Rules
from app.cli.engine_json import JsonProtocol
from app.cli.engine_lines import LineProtocol
from variants import shipped_ids, standard
from variants.shipped import shipped

LONGEST_LINE = 1_000_000
"""Bytes; a longer line is an error, and the next one is read."""


class Speaker(Protocol):
    """What a protocol makes of the lines it is given, one by one."""

    def take(self, number: int, line: str) -> str | None:
        """The answer to line *number* (from 1), if it asks for one."""

    def finish(self) -> str | None:
        """The answer to what was begun when the input ended."""

    @property
    def faults(self) -> list[str]:
        """What was wrong since somebody last emptied the list."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Answer until the input ends. Returns the exit code: 0, or 2 where the arguments are wrong."""
    parser = argparse.ArgumentParser(prog="python -m adjudicator", description="A Diplomacy adjudicator on standard input and output.")
    parser.add_argument("--json", action="store_true", help="one JSON object a line, in and out")
    parser.add_argument("--variant", default="standard", metavar="ID", help=f"what is played: {', '.join(shipped_ids())}")
    parser.add_argument("--rules", default="", metavar="TEXT", help="rule options, such as '4.A.3=DPTG nmr=hold'")
    options = parser.parse_args(arguments)
    try:
        variant = standard() if options.variant == "standard" else shipped(options.variant).variant
        if options.rules:
            variant = replace(variant, rules=Rules.of(options.rules))
    except (LookupError, ValueError) as error:
        parser.error(str(error))
    protocol: Speaker = JsonProtocol(variant) if options.json else LineProtocol(variant)
    try:
        serve(protocol, sys.stdin.buffer, sys.stdout, sys.stderr)
    except BrokenPipeError:
        # Whoever read the answers went away; nothing more is written, at exit neither.
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        return 130
    return 0


def serve(protocol: Speaker, source: BinaryIO, answers: TextIO, errors: TextIO) -> None:
    """Give every line of *source* to *protocol*; each answer is flushed at once, since somebody waits for it."""
    number = 0
    while raw := source.readline(LONGEST_LINE + 1):
        number += 1
        if len(raw) > LONGEST_LINE:
            errors.write(f"stdin:{number}:{LONGEST_LINE + 1}: a line has at most {LONGEST_LINE} bytes\n")
            while raw and not raw.endswith(b"\n"):
                raw = source.readline(LONGEST_LINE)
            continue
        _tell(protocol, protocol.take(number, raw.decode("utf-8", errors="replace")), answers, errors)
    _tell(protocol, protocol.finish(), answers, errors)


def _tell(protocol: Speaker, answer: str | None, answers: TextIO, errors: TextIO) -> None:
    if protocol.faults:
        errors.write("".join(f"{fault}\n" for fault in protocol.faults))
        errors.flush()
        protocol.faults.clear()
    if answer is not None:
        answers.write(answer)
        answers.flush()


if __name__ == "__main__":
    sys.exit(main())
