"""What a crash left behind, in words: times and amounts, and never an order, since whoever sits here may not be meant to see it."""

from __future__ import annotations

import datetime
import re

from app.game.library import FileState, Recoverable
from app.session.opening_choices import Recovery
from entente.words.names import counted

_PHASE = re.compile(r"^\[phase ([A-Z]-?\d{4,10}[MRA])\]", re.MULTILINE)

TAKE, LEAVE, DROP = "Bring them back", "Open the file without them", "Throw them away"
BOTH_SIDES = "Bring them back as a game of its own"
RECOVERY_ANSWERS = {TAKE: Recovery.TAKE, BOTH_SIDES: Recovery.TAKE, LEAVE: Recovery.LEAVE, DROP: Recovery.DROP}


def left_words(found: Recoverable) -> str:
    """How many edits there are, of when, where the game stands with them, and what became of its file."""
    recovered = found.recovered
    edits = counted(recovered.edits, "edit")
    words = [f"{edits} that no file has, made {_span(recovered.begun, recovered.ended)}.{_stands(recovered.text)}"]
    match found.file_state:
        case FileState.NEVER_SAVED:
            words.append("It was never saved.")
        case FileState.GONE:
            words.append(f"Its file {recovered.path} is not there or cannot be read.")
        case FileState.CHANGED:
            words.append(f"{recovered.path} was changed since: {file_words(found)}")
        case _:
            words.append(f"It was last saved in {recovered.path}.")
    if recovered.damage:
        words.append(f"The journal is damaged: {recovered.damage}.")
    return " ".join(words)


def file_words(found: Recoverable) -> str:
    """What the file of the game holds now, in a sentence."""
    text = (found.data or b"").decode("utf-8", "replace")
    try:
        written = 0 if found.recovered.path is None else int(found.recovered.path.stat().st_mtime)
    except (OSError, ValueError):
        written = 0
    return f"it was last written {_moment(written)} and holds {counted(len(_PHASE.findall(text)), 'phase')}.{_stands(text)}"


def question(found: Recoverable, more: int) -> tuple[str, tuple[str, ...]]:
    """What is asked when the file of *found* is opened, and the answers; *more* journals of the same file are older."""
    name = found.recovered.path.name if found.recovered.path is not None else found.recovered.name
    older = f" {counted(more, 'older journal')} of this file can be seen on the start page." if more else ""
    if found.file_state is FileState.CHANGED:
        recovered = found.recovered
        words = (
            f"{name} was changed after the program ended with edits that were not saved, so that there are two versions of this game.\n\n"
            f"The file: {file_words(found)}\n\n"
            f"What was not saved: {counted(recovered.edits, 'edit')}, made {_span(recovered.begun, recovered.ended)}; "
            f"{counted(len(_PHASE.findall(recovered.text)), 'phase')}.{_stands(recovered.text)}\n\n"
            f"Nothing is written over: what comes back is a game of its own, to be saved under another name.{older}"
        )
        return words, (LEAVE, BOTH_SIDES, DROP)
    return f"The program ended while {name} was open. There are {left_words(found)}{older}", (TAKE, LEAVE, DROP)


def _stands(text: str) -> str:
    phases = _PHASE.findall(text)
    return f" It stands at {phases[-1]}." if phases else ""


def _span(first: int, last: int) -> str:
    start, end = _moment(first), _moment(last)
    if not last or start == end:
        return start
    same_day = start[:-6] == end[:-6]
    return f"{start} to {end[-5:] if same_day else end.removeprefix('on ')}"


def _moment(seconds: int) -> str:
    if not seconds:
        return "at a time that is not known"
    try:
        moment = datetime.datetime.fromtimestamp(seconds).astimezone()
    except (OSError, OverflowError, ValueError):
        return "at a time that is not known"
    return f"on {moment.day} {moment:%B %Y}, {moment:%H:%M}"
