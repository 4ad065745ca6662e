"""``[table]`` and ``[notes]``: how a game is played round one laptop, and what a power notes for itself."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeVar

from app.game.dpn.blocks import NotesBlock, TableBlock
from app.game.dpn.game_faults import shown
from app.game.dpn.lines import POWER, BlockLines, FreeText, Line, base64_text, field, field_of, free_text, from_base64
from app.game.table import LONGEST_TALKS, MOST_WORK, ClockTerms, KeyWork, LetterKeys, Lock, LockKind, TableTerms, WhenShown
from languages import mark, tr

NO_LIMIT = "no limit"
PUBLIC_KEY = 32
"""Bytes of a public key for letters."""

_Value = TypeVar("_Value")

_TIME = re.compile(r"(\d{1,5}) (min|s)")
_LOCK_LINE = re.compile(r"([A-Z][A-Z0-9_]*) *: *(.*)")
_LOCK = re.compile(
    r"(PIN|passphrase|phone) scrypt n=(\d{1,9}) r=(\d{1,3}) p=(\d{1,3}) salt=([A-Za-z0-9+/=]{1,100}) check=([A-Za-z0-9+/=]{1,200})"
    r"((?: letters=[A-Za-z0-9+/=]{1,80}:[A-Za-z0-9+/=]{1,160}){0,20})"
)
_TIMES = {"first talks": "first_talks", "talks": "talks", "orders": "orders"}
_SHOWN = {each.value: each for each in WhenShown}
_YES = {"yes": True, "no": False}
_LOCK_FORM = mark("PIN or passphrase, and scrypt with n, r, p, salt and check, as the program wrote it")


def read_table(lines: BlockLines) -> TableBlock:
    """Read a ``[table]`` block. A line with a fault leaves its usual value; that there is a table holds all the same."""
    fields: dict[str, tuple[Line, str, int]] = {}
    locks: dict[str, Lock] = {}
    for line in lines:
        found = field_of(line)
        lock = _LOCK_LINE.fullmatch(line.text)
        if lock is not None:
            _take_lock(lines, line, lock, locks)
        elif found is None:
            lines.unexpected(line, tr("a field such as talks: 10 min, or a lock such as AUSTRIA: PIN ..."))
        elif found[0] in fields:
            lines.error(line, tr("{found}: stands twice in this block", found=found[0]), tr("each of its lines once"))
        else:
            fields[found[0]] = (line, found[1], found[2])
    times = {name: _time(lines, *fields.pop(key)) for key, name in _TIMES.items() if key in fields}
    usual = ClockTerms()
    clock = ClockTerms(
        times.get("first_talks", usual.first_talks),
        times.get("talks", usual.talks),
        times.get("orders", usual.orders),
        _word(lines, fields.pop("bell", None), _YES, usual.bell),
    )
    terms = TableTerms(
        clock=clock,
        shown=_word(lines, fields.pop("shown", None), _SHOWN, WhenShown.ALL_SEALED),
        secret_votes=_word(lines, fields.pop("secret votes", None), _YES, False),
        game_master=fields.pop("game master")[1] if "game master" in fields else None,
        locks=MappingProxyType(locks),
        further=tuple((name, value) for name, (_, value, _) in fields.items()),
    )
    return TableBlock(terms)


def write_table(block: TableBlock) -> list[str]:
    """The lines of a ``[table]`` block."""
    terms = block.terms
    master = [] if terms.game_master is None else [field("game master", terms.game_master)]
    return [
        field("shown", terms.shown.value),
        *(field(key, _time_text(getattr(terms.clock, name))) for key, name in _TIMES.items()),
        field("bell", _yes(terms.clock.bell)),
        field("secret votes", _yes(terms.secret_votes)),
        *master,
        *(field(name, value) for name, value in terms.further),
        *(f"{name}: {lock_text(lock)}" for name, lock in terms.locks.items()),
    ]


def read_notes(lines: BlockLines) -> NotesBlock | None:
    """Read a ``[notes FRANCE]`` block."""
    words = lines.heading.words
    text = FreeText()
    for line in lines:
        if not text.take(line):
            lines.unexpected(line, tr("a line such as | Ask about Burgundy"))
    if len(words) != 1 or POWER.fullmatch(words[0]) is None:
        lines.heading_error(tr("the notes do not say whose they are"), tr("a heading such as [notes FRANCE]"))
        return None
    return NotesBlock(words[0], text.text)


def write_notes(block: NotesBlock) -> list[str]:
    """The lines of a ``[notes]`` block."""
    return free_text(block.text)


def _take_lock(lines: BlockLines, line: Line, found: re.Match[str], locks: dict[str, Lock]) -> None:
    column = found.start(2) + 1
    lock = read_lock(found[2])
    if found[1] in locks:
        lines.error(line, tr("{found} stands twice", found=found[1]), tr("one lock for each seat"))
    elif lock is None:
        lines.error(
            line, tr("the lock of {found} cannot be read, so that nobody can open what it closes", found=found[1]), tr(_LOCK_FORM), column
        )
    elif not _is_bearable(lock.work):
        lines.error(
            line,
            tr("the lock of {found} asks for more work than any lock of this program", found=found[1]),
            tr("at most {most_work}", most_work=MOST_WORK),
            column,
        )
    else:
        locks[found[1]] = lock


def read_lock(text: str) -> Lock | None:
    """The lock that ``lock_text`` wrote; ``None`` where *text* is none. How much work it asks for is not looked at."""
    said = _LOCK.fullmatch(text.rstrip())
    if said is None:
        return None
    salt, check = from_base64([said[5]]), from_base64([said[6]])
    pairs: list[LetterKeys] = []
    for each in said[7].split():
        public, private = (from_base64([part]) for part in each.removeprefix("letters=").split(":"))
        if not public or not private or len(public) != PUBLIC_KEY:
            return None
        pairs.append(LetterKeys(public, private))
    if not salt or not check:
        return None
    return Lock(LockKind(said[1]), KeyWork(int(said[2]), int(said[3]), int(said[4])), salt, check, tuple(pairs))


def is_bearable(lock: Lock) -> bool:
    """Return True if the key of *lock* takes no more work than any lock of this program."""
    return _is_bearable(lock.work)


def _is_bearable(work: KeyWork) -> bool:
    is_power = work.n >= 2 and work.n & (work.n - 1) == 0
    return is_power and work.n <= MOST_WORK.n and 1 <= work.r <= MOST_WORK.r and 1 <= work.p <= MOST_WORK.p


def lock_text(lock: Lock) -> str:
    """*lock* on one line."""
    work = lock.work
    closes = f"{lock.kind} scrypt n={work.n} r={work.r} p={work.p} salt={base64_text(lock.salt)} check={base64_text(lock.check)}"
    return " ".join((closes, *(f"letters={base64_text(each.public)}:{base64_text(each.private)}" for each in lock.pairs)))


def _time(lines: BlockLines, line: Line, text: str, column: int) -> int | None:
    if text == NO_LIMIT:
        return None
    found = _TIME.fullmatch(text)
    seconds = 0 if found is None else int(found[1]) * (60 if found[2] == "min" else 1)
    if not 0 < seconds <= LONGEST_TALKS:
        lines.error(
            line,
            tr("{shown} is no time for a clock", shown=shown(text)),
            tr("a time such as 10 min or 90 s, at most 999 min, or no limit"),
            column,
        )
        return None
    return seconds


def _time_text(seconds: int | None) -> str:
    if seconds is None:
        return NO_LIMIT
    return f"{seconds // 60} min" if seconds % 60 == 0 or seconds > 9_999 else f"{seconds} s"


def _word(lines: BlockLines, found: tuple[Line, str, int] | None, words: Mapping[str, _Value], usual: _Value) -> _Value:
    if found is None:
        return usual
    line, text, column = found
    if text not in words:
        lines.error(
            line,
            tr("{shown} is none of {words}", shown=shown(text), words=", ".join(words)),
            tr("one of {words}", words=", ".join(words)),
            column,
        )
    return words.get(text, usual)


def _yes(said: bool) -> str:
    return "yes" if said else "no"
