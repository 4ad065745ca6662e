"""Blocks around the phases and of the table: deadlines, votes, press, sealed orders, seats and notes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, TypeVar

from adjudicator import Ending, Phase
from app.game.dpn.blocks import EndingBlock, NotesBlock
from app.game.dpn.lines import (
    NONE,
    POWER,
    BlockLines,
    FreeText,
    Line,
    base64_lines,
    base64_text,
    field,
    field_of,
    free_text,
    from_base64,
    listed,
    wrapped,
)
from app.game.dpn.text_source import quoted
from app.game.entries import (
    LONGEST_TALKS,
    MOST_WORK,
    SEALED_TEXT,
    ClockTerms,
    Deadline,
    EmbeddedFile,
    Hook,
    KeyWork,
    LaterLine,
    LeftOut,
    LetterKeys,
    Lock,
    LockKind,
    Mail,
    Press,
    RevealTime,
    SealedLetter,
    SealedOrders,
    TableTerms,
    Vote,
)
from languages import mark, tr

EVERYBODY = "all"
DRAFT, SEALED = "draft", "sealed"
_GIVEN_UP, _DRAFT_GIVEN_UP = "given up", "draft given up"
_STATES = {SEALED: (False, False), DRAFT: (True, False), _GIVEN_UP: (False, True), _DRAFT_GIVEN_UP: (True, True)}
"""States by word: draft or not, given up or not."""

_LATER = re.compile(r"([A-Z][A-Z0-9_]*) ([A-Z]-?\d{4,7}[MRA]): +(\S.*)")
_PRESS_FIELDS = ("from", "to", "at", "sealed")
_SHARE = re.compile(r"opens: *([A-Z][A-Z0-9_]*) ([A-Za-z0-9+/=]{1,400})")
_SEALED_HOW = re.compile(r"([a-z0-9-]{1,40}) ([A-Z]-?\d{4,7}[MRA])")
_VOTE = re.compile(r"([A-Z][A-Z0-9_]*) *: *(.*)")


def read_fields(lines: BlockLines, known: frozenset[str], note: FreeText | None = None) -> dict[str, str]:
    """The fields of a block that knows only these; free text goes to *note*."""
    fields: dict[str, str] = {}
    for line in lines:
        if note is not None and note.take(line):
            continue
        found = field_of(line)
        if found is None or found[0] not in known:
            lines.unexpected(line, _beginning_with(known))
        elif found[0] in fields:
            lines.twice(line, found[0])
        else:
            fields[found[0]] = found[1]
    return fields


def _beginning_with(names: Iterable[str]) -> str:
    return tr("a line that begins with {words}", words=f" {tr('or')} ".join(f"{each}:" for each in sorted(names)))


def read_deadline(lines: BlockLines) -> Deadline:
    """Read a ``[deadline]`` block."""
    fields = read_fields(lines, frozenset({"at", "note"}))
    return Deadline(fields.get("at", ""), fields.get("note", ""))


def write_deadline(deadline: Deadline) -> list[str]:
    """The lines of a ``[deadline]`` block."""
    note = [field("note", deadline.note)] if deadline.note else []
    return [field("at", deadline.at), *note]


def read_votes(lines: BlockLines) -> tuple[Vote, ...]:
    """Read a ``[votes]`` block."""
    votes: dict[str, Vote] = {}
    for line in lines:
        found = _VOTE.fullmatch(line.text)
        if found is None:
            lines.unexpected(line, tr("a line such as FRANCE: draw"))
        elif found[1] in votes:
            lines.error(line, tr("{found} stands twice", found=found[1]), tr("each power once"))
        else:
            votes[found[1]] = Vote(found[1], found[2])
    return tuple(votes.values())


def write_votes(votes: tuple[Vote, ...]) -> list[str]:
    """The lines of a ``[votes]`` block."""
    return [field(vote.power, vote.choice) for vote in votes]


def read_later(lines: BlockLines) -> tuple[LaterLine, ...]:
    """Read a ``[later]`` block."""
    kept: dict[LaterLine, None] = {}
    for line in lines:
        found = _LATER.fullmatch(line.text.rstrip())
        if found is None:
            lines.unexpected(line, tr("a line such as FRANCE F1901M: A Bur - Mun"))
        else:
            kept.setdefault(LaterLine(found[1], Phase.of(found[2]), found[3]))
    return tuple(kept)


def write_later(later: tuple[LaterLine, ...]) -> list[str]:
    """The lines of a ``[later]`` block."""
    return [f"{line.power} {line.phase}: {line.text}" for line in later]


def read_press(lines: BlockLines) -> Press | None:
    """Read a ``[press]`` block."""
    text = FreeText()
    fields: dict[str, str] = {}
    shares: list[tuple[str, bytes]] = []
    data: list[str] = []
    for line in lines:
        if text.take(line):
            continue
        found = field_of(line)
        share = _SHARE.fullmatch(line.text.rstrip())
        opens = from_base64([share[2]]) if share is not None else None
        if share is not None and opens:
            shares.append((share[1], opens))
        elif found is not None and found[0] in _PRESS_FIELDS and found[0] not in fields:
            fields[found[0]] = found[1]
        elif found is not None and found[0] in fields:
            lines.twice(line, found[0])
        elif found is None and "sealed" in fields and share is None:
            data.append(line.text.strip())
        else:
            lines.unexpected(line, _beginning_with(_PRESS_FIELDS[:3]))
    sender = fields.get("from", "")
    named = [item for item, _ in listed(fields.get("to", EVERYBODY), 1)]
    receivers = () if named == [EVERYBODY] else tuple(named)
    wrong = [name for name in (sender, *receivers) if not POWER.fullmatch(name)]
    if wrong:
        what = (
            tr("{shown} is not a power that writes or reads press", shown=quoted(wrong[0]))
            if wrong[0]
            else tr("the press does not say who wrote it, or to whom")
        )
        lines.heading_error(what, tr("lines such as from: ENGLAND and to: FRANCE, ITALY"))
        return None
    if "sealed" not in fields:
        return Press(sender, receivers, text.text, fields.get("at", ""))
    how, closed = _SEALED_HOW.fullmatch(fields["sealed"]), from_base64(data)
    if how is None or not closed or not shares or text.text:
        lines.heading_error(tr("the sealed letter is damaged"), tr("its scheme and phase, what opens it for each seat, and data in base64"))
        return None
    return Press(sender, receivers, SEALED_TEXT, fields.get("at", ""), SealedLetter(how[1], how[2], tuple(shares), closed))


def write_press(press: Press) -> list[str]:
    """The lines of a ``[press]`` block."""
    to = ", ".join(press.receivers) if press.receivers else EVERYBODY
    when = [field("at", press.at)] if press.at else []
    head = [field("from", press.sender), field("to", to), *when]
    if press.sealed is None:
        return [*head, *free_text(press.text)]
    closed = press.sealed
    shares = (field("opens", f"{power} {base64_text(share)}") for power, share in closed.shares)
    return [*head, field("sealed", f"{closed.scheme} {closed.phase}"), *shares, *base64_lines(closed.data)]


def read_sealed(lines: BlockLines) -> SealedOrders | None:
    """Read a ``[sealed]`` block."""
    power = lines.heading.words[1]
    scheme, state, data = "", SEALED, list[str]()
    for line in lines:
        found = field_of(line)
        if found is not None and found[0] == "scheme":
            scheme = found[1]
        elif found is not None and found[0] == "state" and found[1] in _STATES:
            state = found[1]
        elif found is not None:
            lines.unexpected(line, tr("scheme: and how they are sealed, state: draft, sealed or given up, and data in base64"))
        else:
            data.append(line.text.strip())
    opened = from_base64(data)
    if opened is None or not POWER.fullmatch(power):
        lines.heading_error(tr("the sealed orders are damaged"), tr("their power in the heading, and data in base64 below"))
        return None
    is_draft, is_given_up = _STATES[state]
    return SealedOrders(power, scheme, opened, is_draft, is_given_up)


def write_sealed(sealed: SealedOrders) -> list[str]:
    """The lines of a ``[sealed]`` block."""
    word = next(word for word, flags in _STATES.items() if flags == (sealed.is_draft, sealed.is_given_up))
    state = [] if word == SEALED else [field("state", word)]
    return [field("scheme", sealed.scheme), *state, *base64_lines(sealed.data)]


def read_ending(lines: BlockLines) -> EndingBlock | None:
    """Read an ``[ending]`` block."""
    fields = read_fields(lines, frozenset({"winners", "reason"}))
    text = fields.get("winners", "")
    winners = () if text in {"", NONE} else tuple(item for item, _ in listed(text, 1))
    wrong = next((name for name in winners if not POWER.fullmatch(name)), None)
    if wrong is not None or not fields.get("reason"):
        lines.heading_error(
            tr("the ending lacks its winners or its reason"), tr("lines such as winners: FRANCE, ITALY (or none) and reason: draw")
        )
        return None
    return EndingBlock(lines.heading.get("branch"), Ending(winners, fields["reason"]))


def write_ending(block: EndingBlock) -> list[str]:
    """The lines of an ``[ending]`` block."""
    return [field("winners", ", ".join(block.ending.winners) or NONE), field("reason", block.ending.reason)]


_HOOK_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
_FILE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}")
_MEDIA = re.compile(r"[a-z]+/[a-z0-9.+-]{1,60}")


def read_hook(lines: BlockLines) -> Hook | None:
    """Read a ``[hook]`` block. Its source is kept, not read."""
    words = lines.heading.words
    if len(words) != 1 or not _HOOK_NAME.fullmatch(words[0]):
        lines.heading_error(tr("the hook has no name"), tr("a heading such as [hook fog_of_war]"))
        return None
    source = FreeText()
    fields = read_fields(lines, frozenset({"on", "note"}), source)
    points = tuple(item for item, _ in listed(fields.get("on", ""), 1) if item)
    if not all(_HOOK_NAME.fullmatch(point) for point in points):
        lines.heading_error(tr("the hook does not say where it takes part"), tr("a line such as on: press, results"))
        return None
    return Hook(words[0], points, source.text, fields.get("note", ""))


def write_hook(hook: Hook) -> list[str]:
    """The lines of a ``[hook]`` block."""
    note = [field("note", hook.note)] if hook.note else []
    return [field("on", ", ".join(hook.points)), *note, *free_text(hook.source)]


def read_file(lines: BlockLines) -> EmbeddedFile | None:
    """Read a ``[file]`` block."""
    words = lines.heading.words
    media, data = "", []
    for line in lines:
        found = field_of(line)
        if found is not None and found[0] == "media":
            media = found[1]
        else:
            data.append(line.text.strip())
    content = from_base64(data)
    if len(words) != 1 or not _FILE_NAME.fullmatch(words[0]) or not _MEDIA.fullmatch(media) or content is None:
        lines.heading_error(tr("the file that is kept here is damaged"), tr("[file NAME], a line media: TYPE, and data in base64"))
        return None
    return EmbeddedFile(words[0], media, content)


def write_file(file: EmbeddedFile) -> list[str]:
    """The lines of a ``[file]`` block."""
    return [field("media", file.media), *base64_lines(file.data)]


_MAIL_TEXTS = {"from": "power"} | {word: word for word in ("name", "address", "subject", "sent", "taken", "received", "mark")}
"""Fields of a mail by the word before them."""
_STRETCH = re.compile(r"(\d{1,6})(?:-(\d{1,6}))? ([a-z][a-z ]{0,30})")


def read_mail(lines: BlockLines) -> Mail | None:
    """Read a ``[mail]`` block."""
    text = FreeText()
    fields = read_fields(lines, frozenset({*_MAIL_TEXTS, "left out", "decided", "settled"}), text)
    power = fields.get("from", "")
    if power and not POWER.fullmatch(power):
        lines.heading_error(tr("{shown} is not a power that sends mails", shown=quoted(power)), tr("a line such as from: ENGLAND, or none"))
        return None
    left_out: list[LeftOut] = []
    for item, _ in listed(fields["left out"], 1) if fields.get("left out") else ():
        found = _STRETCH.fullmatch(item)
        if found is None or not int(found[1]):
            lines.heading_error(tr("{shown} is no stretch of lines", shown=quoted(item)), tr("left out: 5-12 quote, 14 signature"))
        else:
            first, last = sorted((int(found[1]), int(found[2] or found[1])))
            left_out.append(LeftOut(first, last, found[3].strip()))
    settled: set[int] = set()
    for item, _ in listed(fields["settled"], 1) if fields.get("settled") else ():
        if re.fullmatch(r"\d{1,6}", item):
            settled.add(int(item))
        else:
            lines.heading_error(tr("{shown} is no number of a line", shown=quoted(item)), tr("settled: 3, 14"))
    texts: dict[str, Any] = {name: fields.get(word, "") for word, name in _MAIL_TEXTS.items()}
    decided = fields.get("decided", "") == "yes"
    return Mail(**texts, text=text.text, left_out=tuple(left_out), decided=decided, settled=tuple(sorted(settled)))


def write_mail(mail: Mail) -> list[str]:
    """The lines of a ``[mail]`` block."""
    lines = [field(word, getattr(mail, name)) for word, name in _MAIL_TEXTS.items() if getattr(mail, name)]
    if mail.left_out:
        stretches = (f"{each.first}{f'-{each.last}' if each.last > each.first else ''} {each.what}" for each in mail.left_out)
        lines.append(field("left out", ", ".join(stretches)))
    if mail.decided:
        lines.append(field("decided", "yes"))
    if mail.settled:
        lines.append(field("settled", ", ".join(map(str, mail.settled))))
    return [*lines, *free_text(mail.text)]


def read_wait(lines: BlockLines) -> tuple[str, ...]:
    """Read a ``[wait]`` block."""
    powers: dict[str, None] = {}
    for line in lines:
        for item, column in listed(line.text, 1):
            if POWER.fullmatch(item):
                powers.setdefault(item)
            else:
                lines.error(line, tr("{shown} is not a power", shown=quoted(item)), tr("powers with commas between them"), column)
    return tuple(powers)


def write_wait(powers: tuple[str, ...]) -> list[str]:
    """The lines of a ``[wait]`` block."""
    return [line.strip() for line in wrapped("", powers)]


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
_SHOWN = {each.value: each for each in RevealTime}
_YES = {"yes": True, "no": False}
_LOCK_FORM = mark("PIN or passphrase, and scrypt with n, r, p, salt and check, as the program wrote it")


def read_table(lines: BlockLines) -> TableTerms:
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
            lines.twice(line, found[0])
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
    return TableTerms(
        clock=clock,
        shown=_word(lines, fields.pop("shown", None), _SHOWN, RevealTime.ALL_SEALED),
        secret_votes=_word(lines, fields.pop("secret votes", None), _YES, False),
        game_master=fields.pop("game master")[1] if "game master" in fields else None,
        locks=MappingProxyType(locks),
        further=tuple((name, value) for name, (_, value, _) in fields.items()),
    )


def write_table(terms: TableTerms) -> list[str]:
    """The lines of a ``[table]`` block."""
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
            tr("{shown} is no time for a clock", shown=quoted(text)),
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
            tr("{shown} is none of {words}", shown=quoted(text), words=", ".join(words)),
            tr("one of {words}", words=", ".join(words)),
            column,
        )
    return words.get(text, usual)


def _yes(said: bool) -> str:
    return "yes" if said else "no"
