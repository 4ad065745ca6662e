"""Errors of a command: of its declaration, its line, or its act."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from languages import tr


class DeclarationError(TypeError):
    """A command is declared wrongly: no docstring, a parameter undescribed, an id taken. Raised at registration."""


class CommandError(Exception):
    """A command could not be carried out. ``str()`` is a sentence for people."""


class Abort(CommandError):  # noqa: N818 - it is raised on purpose, and named for what it does
    """A command gives up, with the reason; a batch that it belongs to is undone whole."""


class GivenUp(Abort):
    """A person who was asked does not want it done after all, and says so by it."""


class FileTrouble(Abort):
    """A file could not be read or written: the message should be seen for more than a moment."""


class NotReadyError(CommandError):
    """A phase lacks orders or holds lines that will not be carried out, and there is no person to decide."""


class LineError(CommandError):
    """A command line that cannot be understood."""

    def __init__(self, message: str, *, word: str = "", column: int = 1, suggestions: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.word = word
        """The word that is wrong."""
        self.column = column
        """Column at which it starts, from 1."""
        self.suggestions = suggestions
        """Suggestions of the word that was meant, the nearest first."""


class UnknownCommandError(LineError):
    """No command has this name."""


class ArgumentError(LineError):
    """A word does not fit the parameter it stands for, a parameter lacks its word, or a word is one too many."""


class ScriptError(CommandError):
    """A line of a script failed. ``str()`` starts with ``file:line:``."""

    def __init__(self, source: str, line: int, cause: CommandError) -> None:
        column = f":{cause.column}" if isinstance(cause, LineError) else ""
        super().__init__(f"{source}:{line}{column}: {cause}")
        self.source = source
        self.line = line
        self.cause = cause


def nearest(word: str, names: Iterable[str], most: int = 3) -> tuple[str, ...]:
    """Up to *most* of *names* that resemble *word*, the nearest first; letter case does not count."""
    folded: dict[str, str] = {}
    for name in names:
        folded.setdefault(name.casefold(), name)
    wanted = word.casefold()
    starts = [name for key, name in folded.items() if wanted and key.startswith(wanted)]
    close = [folded[key] for key in get_close_matches(wanted, folded, n=most, cutoff=0.6)]
    return tuple(dict.fromkeys((*close, *starts)))[:most]


def did_you_mean(suggestions: tuple[str, ...]) -> str:
    """``; did you mean undo or redo?``, or nothing."""
    if not suggestions:
        return ""
    return tr("; did you mean {suggestions}?", suggestions=f" {tr('or')} ".join(suggestions))
