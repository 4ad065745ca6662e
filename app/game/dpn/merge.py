"""An edited block: its new lines, with the comments and the unread lines of the old text where they stood."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher

from app.game.dpn.source import is_trivia

_MOST_COMPARED = 400
"""Lines compared one by one; in longer stretches all old lines give way to the new ones."""


def merged(old: Sequence[str], kept: frozenset[int], new: Sequence[str]) -> tuple[list[str], frozenset[int]]:
    """The lines of a block, and which of them are *kept* ones.

    Args:
        old: the lines below the heading in the file.
        kept: which of them (by index) were not understood; they stay, as comments and blank lines do.
        new: the lines that the block should say; a blank one asks for one before the next line, and stays where it stands already.
    """
    parted = {at - new[:at].count("") for at, line in enumerate(new) if at and not new[at - 1]}
    new = [line for line in new if line]

    def put(line: str, at: int) -> None:
        if at in parted and result and result[-1].strip():
            result.append("")
        result.append(line)

    saying = [index for index, line in enumerate(old) if index not in kept and not is_trivia(line)]
    was = [_compared(old[index]) for index in saying]
    now = [_compared(line) for line in new]
    result: list[str] = []
    unread: set[int] = set()

    def stay(first: int, end: int) -> None:
        unread.update(len(result) + index - first for index in range(first, end) if index in kept)
        result.extend(old[first:end])

    at = 0
    for start, end, first, last in _steps(was, now):
        pairs = min(end - start, last - first)
        same = was[start:end] == now[first:last]
        for offset in range(end - start):
            index = saying[start + offset]
            stay(at, index)
            at = index + 1
            if same:
                put(old[index], first + offset)
            elif offset < pairs:
                put(new[first + offset], first + offset)
        if not same:
            for index in range(first + pairs, last):
                put(new[index], index)
    stay(at, len(old))
    return result, frozenset(unread)


def _steps(was: list[str], now: list[str]) -> list[tuple[int, int, int, int]]:
    """Stretches of both lists that are either equal, or one in place of the other."""
    head = 0
    while head < min(len(was), len(now)) and was[head] == now[head]:
        head += 1
    tail = 0
    while tail < min(len(was), len(now)) - head and was[-1 - tail] == now[-1 - tail]:
        tail += 1
    steps = [(0, head, 0, head)]
    middle_was, middle_now = was[head : len(was) - tail], now[head : len(now) - tail]
    if len(middle_was) <= _MOST_COMPARED and len(middle_now) <= _MOST_COMPARED:
        matcher = SequenceMatcher(None, middle_was, middle_now, autojunk=False)
        steps += [(head + a, head + b, head + c, head + d) for _, a, b, c, d in matcher.get_opcodes()]
    else:
        steps.append((head, len(was) - tail, head, len(now) - tail))
    steps.append((len(was) - tail, len(was), len(now) - tail, len(now)))
    return steps


def _compared(line: str) -> str:
    """Return the form in which lines are compared: free text unchanged, all else without blanks around it."""
    return line if line.startswith("|") else line.strip()
