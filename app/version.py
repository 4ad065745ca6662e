"""Version of the program, in a line; it imports so little that ``--version`` is answered before anything else is loaded."""

from __future__ import annotations

import sys

from entente import __version__
from languages import tr


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
