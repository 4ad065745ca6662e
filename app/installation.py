"""Installation of the program: the folder of its packages, the name that it is called by, and its version.

Sentences and pages of the guide name it as in a checkout, ``./run`` or ``python main.py``.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from entente import __version__
from languages import tr

PACKAGES = Path(__file__).resolve().parents[1]


def checkout() -> Path | None:
    """The checkout that the program runs from; ``None`` where it is installed."""
    return PACKAGES if (PACKAGES / "main.py").is_file() and (PACKAGES / "pyproject.toml").is_file() else None


def moved() -> str | None:
    """Return the message about it; ``None`` where the program is still where it was started."""
    if not sys.executable or os.path.exists(sys.executable):  # noqa: PTH110 - the program's parts may be gone: nothing more is brought in
        return None
    return tr(
        "The program was moved or removed while it runs: {program} is not there any more. What is open can still be saved (File > Save); "
        "then close it, and start it from where it is now.",
        program=sys.executable,
    )


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
    import shlex  # not for ``--version``

    script = os.environ.get(CALLED, "")
    if script:
        return shlex.quote(script) if "/" in script else f"sh {shlex.quote(script)}"
    words = sys.orig_argv
    if sys.argv[0] in words and Path(sys.argv[0]).name == "main.py":
        return shlex.join(words[: words.index(sys.argv[0]) + 1])
    return "./run" if os.name == "posix" else "uv run --extra window python main.py"


def _installed() -> str:
    """The plain name where that finds what runs; else the file, as it was typed: a bundle lies anywhere."""
    import shlex
    import shutil

    file = Path(sys.argv[0])
    if file.stem.casefold() != "entente" or not file.is_file():
        return "entente"
    found = shutil.which("entente")
    return "entente" if found is not None and Path(found).samefile(file) else shlex.quote(sys.argv[0])


def version_words() -> str:
    """The version of the program, and of the Python that runs it."""
    return tr("Entente {version__}, Python {python_version}", version__=__version__, python_version=sys.version.partition(" ")[0])


def core_words() -> str:
    """The rules that are used: those of the compiled core, or those in Python and why."""
    from adjudicator.compiled import find_core  # the rules are half of what there is to load

    found = find_core()
    match found.why_not:
        case "":
            return tr("The compiled core of the rules is used.")
        case "off":
            return tr("The rules in Python are used: ENTENTE_PURE switches the compiled core off.")
        case "absent":
            return tr("The rules in Python are used: no compiled core is installed.")
        case "format":
            return tr("The rules in Python are used: the compiled core is of another version.")
        case _:
            return tr("The rules in Python are used: the compiled core cannot be loaded: {detail}", detail=found.detail)
