"""``python -m adjudicator``: the adjudicator on standard input and output, for programs of any language.

Three protocols: lines of text in blocks (``line_protocol``), with ``--json`` one object a line (``json_protocol``), and with ``--batch``
blocks of numbers (``batch_protocol``).
Nothing but the rules is loaded, and no display is needed.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from io import BufferedReader, FileIO
from pathlib import Path
from typing import Protocol, TextIO

from adjudicator import Rules, Variant
from entente import __version__
from entente.engine import JSON_EDITION, LINES_EDITION
from variants import shipped_ids, standard
from variants.catalogue import shipped

CHUNK = 1 << 16
"""Bytes that are read at once, if so many are there."""

LONGEST_LINE = 1_000_000
"""Bytes; a longer line is an error, and the next one is read."""


class Speaker(Protocol):
    """Protocol that answers lines."""

    def take(self, first: int, text: str) -> str:
        """The answers that the lines of *text* ask for, as one text; the first of them has the number *first*, counted from 1."""

    def overlong(self, number: int, most: int) -> str:
        """The answer to a line, of the given *number*, that was given up since it has more than *most* bytes."""

    def finish(self) -> str:
        """The answer to what was begun when the input ended."""

    @property
    def faults(self) -> list[str]:
        """Faults since the list was last emptied."""


def spoken() -> str:
    """Return the name of the program, and the editions of its two protocols: ``Entente 1.0.0 lines/2 json/1``."""
    return f"Entente {__version__} lines/{LINES_EDITION} json/{JSON_EDITION}"


def _called() -> str:
    """The engine's name as it was typed: the installed command, or a module of a Python."""
    name = Path(sys.argv[0]).stem
    return name if name == "entente-engine" else f"python -m {'adjudicator' if 'adjudicator' in sys.orig_argv else 'entente.engine'}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Answer until the input ends. Returns the exit code: 0, or 2 where the arguments are wrong."""
    parser = argparse.ArgumentParser(prog=_called(), description="A Diplomacy adjudicator on standard input and output.")
    parser.add_argument("--version", action="version", version=spoken())
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--json", action="store_true", help="one JSON object a line, in and out")
    how.add_argument("--batch", action="store_true", help="many positions and joint orders as numbers, in and out")
    parser.add_argument("--variant", default="standard", metavar="ID", help=f"what is played: {', '.join(shipped_ids())}")
    parser.add_argument("--rules", default="", metavar="TEXT", help="rule options, such as '4.A.3=DPTG nmr=hold'")
    options = parser.parse_args(arguments)
    try:
        variant = standard() if options.variant == "standard" else shipped(options.variant).variant
        if options.rules:
            variant = replace(variant, rules=Rules.of(options.rules))
    except (LookupError, ValueError) as error:
        parser.error(str(error))
    protocol = _speaker(variant, json=options.json)
    gc.freeze()  # the board stays to the end: to look through it for garbage, time and again, took a fifth of a round
    gc.enable()
    try:
        if options.batch:
            return _serve_batches(parser, variant)
        serve(protocol, BufferedReader(FileIO(sys.stdin.fileno(), closefd=False)), sys.stdout, sys.stderr)
    except BrokenPipeError:
        # Whoever read the answers went away; nothing more is written, at exit neither.
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        return 130
    return 0


def _speaker(variant: Variant, *, json: bool) -> Speaker:
    """The protocol that is spoken; the other one, and what it needs, is not loaded."""
    if json:
        from entente.engine.json_protocol import JsonProtocol

        return JsonProtocol(variant)
    from entente.engine.line_protocol import LineProtocol

    return LineProtocol(variant)


def _serve_batches(parser: argparse.ArgumentParser, variant: Variant) -> int:
    try:
        from entente.engine.batch_protocol import serve_batches
    except ModuleNotFoundError as error:
        parser.error(f"--batch needs {error.name}: pip install entente[rl]")
    try:
        serve_batches(variant, sys.stdin.buffer, sys.stdout.buffer)
    except ValueError as error:
        parser.error(str(error))
    return 0


class ByteSource(Protocol):
    """Bytes as they come."""

    def read1(self, size: int, /) -> bytes:
        """Up to *size* bytes, as soon as some are there; none at the end."""


def serve(protocol: Speaker, source: ByteSource, answers: TextIO, errors: TextIO) -> None:
    """Give the lines of *source* to *protocol*, as many at once as have come. All answers to them are then written and flushed: a client
    that waits for one has it at once, and one that sends a thousand rounds has not a thousand small writes.
    """
    number = 0
    rest = b""
    is_overlong = False
    while chunk := source.read1(CHUNK):
        held = rest + chunk
        if len(held) <= LONGEST_LINE and not is_overlong:
            end = held.rfind(b"\n") + 1
            if end:
                text = _text(held[: end - 1])
                _tell(protocol, protocol.take(number + 1, text), answers, errors)
                number += text.count("\n") + 1
            rest = held[end:]
            continue
        *whole, rest = held.split(b"\n")
        if is_overlong and whole:  # The end of a line that was given up already.
            del whole[0]
            is_overlong = False
        for line in whole:
            number += 1
            if len(line) > LONGEST_LINE:
                _tell(protocol, protocol.overlong(number, LONGEST_LINE), answers, errors)
            else:
                _tell(protocol, protocol.take(number, _text(line)), answers, errors)
        if is_overlong:
            rest = b""
        elif len(rest) > LONGEST_LINE:
            number += 1
            _tell(protocol, protocol.overlong(number, LONGEST_LINE), answers, errors)
            rest, is_overlong = b"", True
    if rest:
        _tell(protocol, protocol.take(number + 1, _text(rest)), answers, errors)
    _tell(protocol, protocol.finish(), answers, errors)


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", errors="replace")


def _tell(protocol: Speaker, answer: str, answers: TextIO, errors: TextIO) -> None:
    if protocol.faults:
        errors.write("".join(f"{fault}\n" for fault in protocol.faults))
        errors.flush()
        protocol.faults.clear()
    if answer:
        answers.write(answer)
        answers.flush()
