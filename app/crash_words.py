"""Words of an error that go into a report: its place, and the part of its message that the program itself wrote.

The words of an error often name what was worked on: an order, a note, a password, a file. A word stays only where it stands in those
functions of the program that the error went through, or in what Python itself says of errors; of any other three dots are left. Lines of
code are quoted from the program and its libraries alone, not from a bot, a hook or a command of a person's own; a place outside of it is a
name without its folder.
"""

from __future__ import annotations

import linecache
import re
import sys
from collections.abc import Iterator
from pathlib import Path, PurePath
from types import TracebackType

from app.installation import PACKAGES

LEFT_OUT = "…"

_WORD = re.compile(r"\w+")
_LONGEST_CHAIN = 8

_PYTHON = """
    object has no attribute list index out of range tuple string dictionary changed size during iteration not subscriptable callable
    iterable supported between instances and unsupported operand type types for missing required positional argument arguments takes
    from to but were was given got an unexpected keyword multiple values cannot import name No module named division by zero integer
    float modulo maximum recursion depth exceeded while calling comparing invalid literal with base could convert too many few unpack
    expected at least most must be str int bytes NoneType None bool dict set frozenset deque generator already executing is it in of the
    can only concatenate codec decode encode byte position start ordinal permission denied file directory such exists space left on
    device broken pipe connection refused reset timed out read write closed operation not referenced before assignment local variable
    associated value cell free line internal C++ deleted
"""
_PYTHONS = frozenset(_WORD.findall(_PYTHON))


def report_lines(error: BaseException) -> list[str]:
    """The lines of the report on *error*, with what led to it first."""
    lines: list[str] = []
    for each in _chain(error):
        if lines:
            lines += ["", "and then:", ""]
        frames = list(_frames(each.__traceback__))
        if frames:
            lines.append("Traceback (most recent call last):")
        for file, number, function in frames:
            lines.append(f"  File {_place(file)}, line {number}, in {function}")
            code = linecache.getline(file, number).strip() if _is_programs(file) else ""
            if code:
                lines.append(f"    {code}")
        lines.append(last_line(each))
    return lines


def last_line(error: BaseException) -> str:
    """``ValueError: the board is no board``: the kind of *error* and its words, as far as they may stand in a report."""
    kind = type(error).__name__
    if isinstance(error, OSError) and error.strerror:
        return f"{kind}: {error.strerror}"  # without the names of files
    words = _without_secrets(str(error), _vocabulary(error))
    return f"{kind}: {words}" if words else kind


def of_qt(line: str) -> str:
    """A warning of Qt without names of files and without what it quotes."""
    return re.sub(r"\"[^\"]*\"|'[^']*'|(?:file://|[A-Za-z]:[\\/]|~?/)\S+", LEFT_OUT, line)


def _chain(error: BaseException) -> list[BaseException]:
    found = [error]
    while len(found) < _LONGEST_CHAIN:
        before = found[-1].__cause__ or (None if found[-1].__suppress_context__ else found[-1].__context__)
        if before is None or before in found:
            break
        found.append(before)
    return found[::-1]


def _frames(trace: TracebackType | None) -> Iterator[tuple[str, int, str]]:
    while trace is not None:
        code = trace.tb_frame.f_code
        yield code.co_filename, trace.tb_lineno, code.co_name
        trace = trace.tb_next


def _is_programs(file: str) -> bool:
    """Return True if *file* is the program's, a library's or Python's, and not a person's own."""
    path = PurePath(file)
    if not path.is_absolute():  # a bundle names its files from its own folder on
        return bool(path.parts) and path.suffix == ".py"
    if path.is_relative_to(PACKAGES):
        return len(path.relative_to(PACKAGES).parts) > 1
    return any(path.is_relative_to(folder) for folder in (sys.prefix, sys.base_prefix) if len(PurePath(folder).parts) > 1)


def _place(file: str) -> str:
    path = PurePath(file)
    if path.is_absolute() and _is_programs(file):
        known = next((each for each in (PACKAGES, Path(sys.prefix), Path(sys.base_prefix)) if path.is_relative_to(each)), None)
        return str(path.relative_to(known)) if known is not None else path.name
    return file if _is_programs(file) else path.name


def _vocabulary(error: BaseException) -> frozenset[str]:
    """The words that stand in those functions of the program that *error* went through, in their texts and names."""
    found = set(_PYTHONS)
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if _is_programs(code.co_filename):
            for each in (*code.co_consts, *code.co_names, code.co_name):
                found.update(_WORD.findall(each) if isinstance(each, str) else ())
        trace = trace.tb_next
    found.update(each.__name__ for each in type(error).__mro__)
    return frozenset(found)


def _without_secrets(text: str, known: frozenset[str]) -> str:
    kept = _WORD.sub(lambda word: word[0] if word[0] in known else LEFT_OUT, text[:4000])
    return re.sub(rf"{LEFT_OUT}(?:[^\w\n]*{LEFT_OUT})+", LEFT_OUT, kept)
