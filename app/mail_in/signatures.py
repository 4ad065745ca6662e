"""Signature of a mail: the mark before it, and the lines that telephones and mail programs add."""

from __future__ import annotations

import re

from app.mail_in.folding import plain

_DASHES = re.compile(r"--\s?$|—\s?$|__\s?$")
_PROGRAM = re.compile(
    r"(?i)\s*(?:"
    r"sent (?:from|via|using|by) (?:my |the )?[\w .\-/()]{2,60}"
    r"|get outlook for \w+.*|gesendet (?:mit|von|aus|über) .{2,60}|von meine[mr] .{2,40} gesendet|diese nachricht wurde von .{2,60}"
    r"|envoy[eé] (?:de(?:puis)?|avec|par|à partir de) .{2,60}|inviato (?:da|dal|con|tramite) .{2,60}|enviado (?:desde|con|de) .{2,60}"
    r"|verzonden vanaf .{2,60}|outlook (?:für|for|pour|per|para) \w+.*|virus-?free.*|virenfrei.*|t[eé]l[eé]charge[rz] outlook.*"
    r")\.?\s*$"
)


def begins_signature(line: str) -> bool:
    """Return True if all below is a signature: two dashes alone on a line."""
    return bool(_DASHES.match(plain(line)))


def is_program_line(line: str) -> bool:
    """Return True if a telephone or a program added the line: ``Sent from my iPhone``."""
    return bool(_PROGRAM.match(plain(line)))
