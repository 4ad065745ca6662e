"""Passwords are cut out of a mail before anything else looks at it, so that none is displayed, saved, or written to a journal."""

from __future__ import annotations

import re

from app.mail_in.folding import plain
from languages import mark, tr

CUT = mark("[password cut out]")
"""Words that stand in files and journals in its place."""

_LEAD = r"[\s>|*]*(?:re:\s*|fwd?:\s*|aw:\s*)*(?:subject:\s*|betreff:\s*)?"
_SIGN_ON = re.compile(rf"(?P<kept>{_LEAD}(?:(?i:signon|sign-on)|SIGN ON)\s+\S+\s+)(?P<secret>\S.*)$")
"""``SIGNON fstraits secret``: all that stands behind the game."""
_SET = re.compile(rf"(?i)(?P<kept>{_LEAD}set\s+pass(?:word|wd)?\s+)(?P<secret>\S.*)$")
_OTHER = re.compile(
    rf"(?P<kept>{_LEAD}(?:OBSERVE|WATCH|CREATE|JOIN|TAKEOVER|TAKE OVER|MASTER|BECOME|RESIGN|GUARDIAN)\s+\S+\s+)(?P<secret>\S.*)$"
)
"""Words for a judge that take a password behind a game; only in capitals, since they are English words too."""
_SAID = re.compile(
    r"(?i)(?P<kept>[\s>|*]*(?:my |mein |mon |la mia |mi )?"
    r"(?:password|passwort|kennwort|passwd|pwd?|mot de passe|parola d['’]ordine|contraseña)\s*(?:is|ist|est|è|es)?\s*[:=]\s*)"
    r"(?P<secret>\S.*)$"
)


_MAY_HOLD_ONE = (
    "pass",
    "sign",
    "kennw",
    "pw",
    "parola",
    "contrase",
    "observe",
    "watch",
    "create",
    "join",
    "take",
    "master",
    "become",
    "resign",
    "guardian",
)
"""Most lines have none of these, and are not looked at further."""


def in_words(line: str) -> str:
    """A received line for a reader: a note for a password that was cut out is in the language in use."""
    return line.replace(CUT, tr(CUT)) if CUT in line else line


def without_password(line: str) -> str:
    """*line* with what stands where a password stands cut out."""
    if line.isascii():
        small = line.lower()
        if not any(word in small for word in _MAY_HOLD_ONE):
            return line
    shown = plain(line)
    for pattern in (_SIGN_ON, _SET, _OTHER, _SAID):
        found = pattern.match(shown)
        if found is not None:
            return f"{shown[: found.end('kept')]}{CUT}"
    return line
