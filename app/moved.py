"""The program's folder was moved or removed while it runs.

Parts of it that are not loaded yet, and processes of its own, cannot be started any more.
"""

from __future__ import annotations

import os
import sys

from languages import tr


def moved() -> str | None:
    """Return the message about it; ``None`` where the program is still where it was started."""
    if not sys.executable or os.path.exists(sys.executable):  # noqa: PTH110 - the program's parts may be gone: nothing more is brought in
        return None
    return tr(
        "The program was moved or removed while it runs: {program} is not there any more. What is open can still be saved (File > Save); "
        "then close it, and start it from where it is now.",
        program=sys.executable,
    )
