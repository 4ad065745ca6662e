"""Conformance cases and their folder."""

from __future__ import annotations

from pathlib import Path

from adjudicator.conformance import Case, read_corpus
from app.session.errors import Abort
from entente.words.rule_faults import rule_fault
from languages import labelled, tr
from resources import resource

CORPUS = resource("datc")
LARGEST = 4_000_000
"""Bytes of one file of cases."""


def read_cases(folder: Path = CORPUS) -> tuple[Case, ...]:
    """The cases of every file in *folder*, file by file.

    Raises:
        Abort: there are none, or a file is none of cases.
    """
    files = sorted(folder.glob("*.toml"))
    if not files:
        raise Abort(tr("{folder}: there are no cases here.", folder=folder))
    found: list[Case] = []
    for file in files:
        if file.stat().st_size > LARGEST:
            raise Abort(tr("{file}: larger than {largest} bytes, too large for cases.", file=file, largest=LARGEST))
        try:
            found.extend(read_corpus(file.read_text(encoding="utf-8")))
        except ValueError as error:
            raise Abort(labelled(file, rule_fault(error))) from error
    return tuple(found)
