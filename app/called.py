"""How the program is called where it runs: from a checkout ``python main.py`` or ``./run``, once it is installed ``entente``.

Sentences and pages of the guide name it as in a checkout.
"""

from __future__ import annotations

import re

from app.checkout import checkout

_IN_A_CHECKOUT = re.compile(r"python main\.py|(?:(?<=ENTENTE_LANGUAGE=nl )|(?<=ENTENTE_LANGUAGE=pseudo ))\./run|(?<![\w/])\./run(?= )")
_EXITS = "docs/reference/exits.md"
"""The page on exit codes, which the manual page has too."""


def as_called(text: str) -> str:
    """*text* with the program named so that it can be typed here."""
    return text if checkout() is not None else _IN_A_CHECKOUT.sub("entente", text).replace(_EXITS, "'entente man-page'")
