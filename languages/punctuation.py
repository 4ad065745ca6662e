"""Marks that join the pieces of a line, which languages write differently: French has a space before ``:`` and ``;``."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from languages.wording import active_language, tr


def labelled(label: object, words: object) -> str:
    """``Paris: no such place``: the subject, and the words on it, each unchanged."""
    return tr("{label}: {words}", label=label, words=words)


def heading(label: object) -> str:
    """``France:``, above the lines that belong to it."""
    return tr("{label}:", label=label)


def clauses(parts: Iterable[str]) -> str:
    """``France holds; Germany moves``: several clauses in one line."""
    if active_language() is None:
        return "; ".join(parts)
    return reduce(lambda said, more: tr("{said}; {more}", said=said, more=more), parts) if (parts := list(parts)) else ""


def sentence(words: str) -> str:
    """*words* with a capital letter first, as a sentence begins."""
    return words[:1].upper() + words[1:]


def quoted(words: str) -> str:
    """*words* as a quotation."""
    return tr("“{words}”", words=words)
