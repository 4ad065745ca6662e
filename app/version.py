"""Version of the program, in a line; it imports so little that ``--version`` is answered before anything else is loaded."""

from __future__ import annotations

import sys

from entente import __version__
from languages import tr


def version_words() -> str:
    """The version of the program, and of the Python that runs it."""
    return tr("Entente {version__}, Python {python_version}", version__=__version__, python_version=sys.version.partition(" ")[0])
