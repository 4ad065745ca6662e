"""Name of the program where it runs, so that its advice can be typed as the user typed it.

Sentences and pages of the guide name it as in a checkout, ``./run`` or ``python main.py``.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from pathlib import Path

from app.checkout import checkout

CALLED = "ENTENTE_CALLED"
"""The variable in which ``./run`` says how it was called."""

_IN_A_CHECKOUT = re.compile(r"python main\.py|(?:(?<=ENTENTE_LANGUAGE=nl )|(?<=ENTENTE_LANGUAGE=pseudo ))\./run|(?<![\w/])\./run(?= )")
_EXITS = "docs/reference/exits.md"
"""The page on exit codes, which the manual page has too."""


def with_program_name(text: str) -> str:
    """*text* with the program named so that it can be typed here."""
    found = _IN_A_CHECKOUT.sub(lambda _found: program_name(), text)
    return found if checkout() is not None else found.replace(_EXITS, "'entente man-page'")


def program_name() -> str:
    """Return the words that start the program as it was started now."""
    return _installed() if checkout() is None else _from_the_checkout()


def _from_the_checkout() -> str:
    script = os.environ.get(CALLED, "")
    if script:
        return shlex.quote(script) if "/" in script else f"sh {shlex.quote(script)}"
    words = sys.orig_argv
    if sys.argv[0] in words and Path(sys.argv[0]).name == "main.py":
        return shlex.join(words[: words.index(sys.argv[0]) + 1])
    return "./run" if os.name == "posix" else "uv run --extra window python main.py"


def _installed() -> str:
    """The plain name where that finds what runs; else the file, as it was typed: a bundle lies anywhere."""
    file = Path(sys.argv[0])
    if file.stem.casefold() != "entente" or not file.is_file():
        return "entente"
    found = shutil.which("entente")
    return "entente" if found is not None and Path(found).samefile(file) else shlex.quote(sys.argv[0])
