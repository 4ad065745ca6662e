"""Memory of the inbox over restarts: mails that were taken in and those that wait, with their words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from email.errors import MessageError
from email.header import decode_header, make_header
from email.utils import parseaddr
from pathlib import Path

import msgspec

from app.address_book.letter_languages import language_of_sender, own_book
from app.game.storage.atomic import StorageError, make_folder, read_bounded, write_atomically
from app.game.storage.lock import FileLock
from app.gm.inbox.mailboxes import BoxMail, read_mailbox
from app.gm.reply import greeting
from app.mail_in.envelope.mime import letters_of
from app.mail_in.phrases import language_to_answer_in
from app.session.errors import FileTrouble
from languages import clauses, mark, plural, tr, using
from languages.outside_text import outside_line

MOST_KEPT = 200_000
"""Mails that are known to be taken in; of more the oldest are forgotten."""
MOST_WAITING = 2_000
"""Mails that wait for a person."""
MOST_WATCHED = 20
PUT_OUT = "-"
"""Mark of a mail that was removed, in place of a game."""

_DOING = mark("keeping the inbox")
_LARGEST = 40_000_000
_KEY = re.compile(r"[0-9a-f]{32}")


@dataclass(frozen=True, slots=True)
class TakenRow:
    """Result of the mails for one game."""

    path: str
    game: str
    mails: int
    orders: int = 0
    """Taken."""
    doubtful: int = 0
    """Lines to decide."""
    withdrawals: int = 0
    """Mails that seem to take back what was sent."""
    letters: int = 0
    """Between players."""
    empty: int = 0
    """Mails in which nothing was read."""
    trouble: str = ""
    """Reason that they wait and nothing of them was taken; empty where they were taken."""


@dataclass(frozen=True, slots=True)
class InboxReport:
    """Result of one mailbox."""

    name: str
    at: str = ""
    mails: int = 0
    twice: int = 0
    """Taken in before."""
    ours: int = 0
    """Our own, such as results that we sent."""
    rows: tuple[TakenRow, ...] = ()
    unplaced: int = 0
    """Mails of this mailbox that found no game."""
    earlier: int = 0
    """Mails among those that found their game that had waited for it since another mailbox."""
    troubles: tuple[str, ...] = ()

    @property
    def found(self) -> int:
        """Mails that found their game."""
        return sum(each.mails for each in self.rows)

    @property
    def to_decide(self) -> int:
        """Lines, withdrawals and mails in which nothing was read."""
        return sum(each.doubtful + each.withdrawals + each.empty for each in self.rows)


@dataclass(slots=True)
class InboxStore:
    """The inbox of this person.

    Args:
        folder: where it is kept.
        settings: the file that names folders that are watched.
    """

    folder: Path
    settings: Path
    _known: dict[str, tuple[str, str]] | None = field(default=None, repr=False)

    def lock(self) -> FileLock:
        """Lock while mails are taken in: two programs at once would take them twice."""
        make_folder(self.folder, _DOING, private=True)
        return FileLock(self.folder / "inbox.lock")

    # --- taken in before ---

    @property
    def known(self) -> dict[str, tuple[str, str]]:
        """The game's id and its Message-ID by key of a mail taken in before."""
        if self._known is None:
            self._known = {}
            with suppress(StorageError):
                for line in read_bounded(self._taken, _LARGEST, tr(_DOING)).decode("utf-8", "replace").splitlines():
                    key, _, rest = line.partition(" ")
                    game, _, message_id = rest.partition(" ")
                    if _KEY.fullmatch(key):
                        self._known[key] = (game, message_id)
        return self._known

    @property
    def threads(self) -> dict[str, str]:
        """The id of its game by Message-ID of a mail taken in before."""
        return {message_id: game for game, message_id in self.known.values() if message_id and game != PUT_OUT}

    def note_taken(self, mails: Iterable[BoxMail], game: str) -> None:
        """Remember that *mails* were taken in for *game*; they wait no longer.

        Raises:
            StorageError: it could not be written.
        """
        mails = tuple(mails)
        for each in mails:
            self.known[each.key] = (game, each.message_id)
        lines = [" ".join((key, *told)).rstrip() for key, told in list(self.known.items())[-MOST_KEPT:]]
        make_folder(self.folder, _DOING, private=True)
        write_atomically(self._taken, "\n".join((*lines, "")).encode("utf-8", "replace"), _DOING, private=True)
        for each in mails:
            with suppress(OSError):
                self._file_of(each.key).unlink(missing_ok=True)
                self._answered(each.key).unlink(missing_ok=True)

    @property
    def _taken(self) -> Path:
        return self.folder / "taken.txt"

    # --- waiting ---

    def waiting(self) -> tuple[BoxMail, ...]:
        """The mails that wait, the first to come first."""
        try:
            files = [each for each in (self.folder / "waiting").iterdir() if each.suffix == ".eml" and _KEY.fullmatch(each.stem)]
            files.sort(key=lambda each: (each.stat().st_mtime_ns, each.name))
        except OSError:
            return ()
        found: list[BoxMail] = []
        for file in files[:MOST_WAITING]:
            with suppress(StorageError, FileTrouble):
                found.extend(replace(each, place=file.stem) for each in read_mailbox(file).mails)
        return tuple(found)

    def keep_waiting(self, mails: Sequence[BoxMail]) -> None:
        """Keep *mails* until they find their game.

        Raises:
            StorageError: one could not be written.
        """
        make_folder(self.folder / "waiting", _DOING, private=True)
        for each in mails:
            if not self._file_of(each.key).exists():
                write_atomically(self._file_of(each.key), each.raw, _DOING, private=True)

    def note_answered(self, mail: BoxMail) -> None:
        """Remember that the sender of *mail*, which waits, was asked for its game."""
        with suppress(OSError):
            self._answered(mail.key).touch()

    def is_answered(self, mail: BoxMail) -> bool:
        """Return True if the sender of *mail* was asked for its game."""
        return self._answered(mail.key).exists()

    def _file_of(self, key: str) -> Path:
        return self.folder / "waiting" / f"{key}.eml"

    def _answered(self, key: str) -> Path:
        return self.folder / "waiting" / f"{key}.answered"

    # --- the last report ---

    def keep_report(self, report: InboxReport) -> None:
        """Keep *report* as the last one."""
        with suppress(StorageError):
            make_folder(self.folder, _DOING, private=True)
            write_atomically(self._report, json.dumps(asdict(report), ensure_ascii=False).encode("utf-8", "replace"), _DOING, private=True)

    def report(self) -> InboxReport | None:
        """The last report; ``None`` where there is none."""
        try:
            return msgspec.convert(json.loads(read_bounded(self._report, _LARGEST, tr(_DOING))), InboxReport)
        except (StorageError, ValueError, RecursionError):
            return None

    @property
    def _report(self) -> Path:
        return self.folder / "last.json"

    # --- folders that are watched ---

    def watched(self) -> tuple[Path, ...]:
        """Mailboxes and folders whose new mails are taken in by themselves."""
        try:
            told = json.loads(read_bounded(self.settings, 256 * 1024, tr(_DOING)))
            return tuple(Path(each) for each in told["watched"] if isinstance(each, str))[:MOST_WATCHED]
        except (StorageError, ValueError, TypeError, KeyError, RecursionError):
            return ()

    def watch(self, places: Sequence[Path]) -> None:
        """Watch *places* from now on.

        Raises:
            StorageError: it could not be written down.
        """
        make_folder(self.settings.parent, _DOING)
        named = list(dict.fromkeys(str(each) for each in places))[:MOST_WATCHED]
        write_atomically(self.settings, json.dumps({"watched": named}, indent=1).encode(), _DOING)


def row_words(row: TakenRow) -> str:
    """Return the result of the mails of one game: ``14 orders taken; 2 lines to decide``."""
    if row.trouble:
        return tr("waiting: {trouble}", trouble=row.trouble)
    parts = [
        plural("{count} order taken", "{count} orders taken", row.orders) if row.orders else "",
        plural("{count} line to decide", "{count} lines to decide", row.doubtful) if row.doubtful else "",
        plural("{count} withdrawal", "{count} withdrawals", row.withdrawals) if row.withdrawals else "",
        plural("{count} letter between players", "{count} letters between players", row.letters) if row.letters else "",
        plural("nothing read in {count} mail", "nothing read in {count} mails", row.empty) if row.empty else "",
    ]
    return clauses([each for each in parts if each]) or tr("nothing new")


def answer_words(mail: BoxMail) -> tuple[str, str, str]:
    """Address, subject and text of an answer that asks the sender of *mail* for its game, in their language; it tells of no game."""
    name, address = parseaddr(_decoded(mail.sender))
    written = language_to_answer_in("\n".join(line.text for letter in letters_of(mail.raw)[0] for line in letter.lines))
    with using(language_of_sender(address, name, own_book(), written)):
        subject = outside_line(_decoded(mail.subject), 120) or tr("Orders")
        lines = [
            greeting(outside_line(name, 80)),
            "",
            tr("your mail “{subject}” names no game that I can place it in: nothing of it counts yet.", subject=subject),
            tr("Please send it again as an answer to a mail of the game, or with the names of the game and of your power in the subject."),
            "",
        ]
        answer = subject if subject.casefold().startswith("re:") else tr("Re: {subject}", subject=subject)
        return address, answer, "\n".join(lines)


def account_words(report: InboxReport) -> str:
    """Return what became of each mail of a mailbox, so that the numbers add up: ``60 mails; 52 found their game; 8 found no game``."""
    here = report.found - report.earlier
    parts = [plural("{count} found its game", "{count} found their game", here)] if here else []
    parts += [plural("{count} found no game", "{count} found no game", report.unplaced)] if report.unplaced else []
    parts += [plural("{count} was taken in before", "{count} were taken in before", report.twice)] if report.twice else []
    parts += [plural("{count} is your own", "{count} are your own", report.ours)] if report.ours else []
    if report.earlier:
        parts.append(plural("{count} that waited found its game", "{count} that waited found their game", report.earlier))
    return clauses([plural("{count} mail", "{count} mails", report.mails), *parts])


def sender_words(mail: BoxMail) -> str:
    """The address of the sender, or the name where there is none."""
    name, address = parseaddr(_decoded(mail.sender))
    return outside_line(address or name, 120) or tr("nobody known")


def subject_words(mail: BoxMail) -> str:
    """The subject, in one line."""
    return outside_line(_decoded(mail.subject), 160) or tr("no subject")


def _decoded(field: str) -> str:
    try:
        return str(make_header(decode_header(field)))
    except (ValueError, LookupError, MessageError):
        return field
