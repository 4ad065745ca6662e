"""A process that plays games ends with the one that started it, however that ended, and takes the programs along that it has started."""

from __future__ import annotations

import os
import threading
import time
from contextlib import suppress
from functools import cache

import psutil

_LOOKS = 1.0
"""Seconds between two looks."""


@cache
def end_with(parent: int) -> None:
    """End this process soon after the process *parent*, whose child it is, has ended. Once a process is enough."""
    if os.getpid() != parent:
        threading.Thread(target=_watch, args=(parent,), name="orphans", daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent and psutil.pid_exists(parent):
        time.sleep(_LOOKS)
    with suppress(psutil.Error):
        for child in psutil.Process().children(recursive=True):
            with suppress(psutil.Error):
                child.kill()
    os._exit(1)
