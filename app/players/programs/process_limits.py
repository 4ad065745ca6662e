"""Limits of a started program, where the system can hold it to them."""

from __future__ import annotations

from contextlib import suppress

import psutil

from languages import system_words, tr

MEGABYTE = 1 << 20


def limit(pid: int, memory_mb: int | None, cpu_s: int | None) -> str:
    """Hold a process to so much memory and processor time; returns what could not be held, empty where all can.

    Memory is what the program may write to by itself (``RLIMIT_DATA``): interpreters set far more aside than they use.
    """
    wanted = memory_mb is not None or cpu_s is not None
    if not wanted:
        return ""
    if not hasattr(psutil.Process, "rlimit"):
        return tr("this system cannot limit the memory and processor time of a program")
    with suppress(psutil.NoSuchProcess):
        process = psutil.Process(pid)
        try:
            if memory_mb is not None:
                process.rlimit(psutil.RLIMIT_DATA, (memory_mb * MEGABYTE, memory_mb * MEGABYTE))
            if cpu_s is not None:
                process.rlimit(psutil.RLIMIT_CPU, (cpu_s, cpu_s + 1))
        except (psutil.AccessDenied, OSError, ValueError) as error:
            return tr("its memory and processor time could not be limited: {error}", error=system_words(error))
    return ""


def memory_mb(pid: int) -> int | None:
    """Return the memory of a process; ``None`` where it is gone."""
    try:
        return round(psutil.Process(pid).memory_info().rss / MEGABYTE)
    except psutil.Error:
        return None
