"""The judge at work: rounds of mail read, mails answered, games looked at whose time has come, and mails sent; on one thread."""

from __future__ import annotations

import json
import os
import shutil
import signal
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path
from time import monotonic

from app.game.deadlines import moment_of, written
from app.game.record import EditError
from app.game.storage.atomic import Failure, StorageError, read_bounded
from app.game.storage.lock import FileLock
from app.gm.judge_watch import LOCK, STOP
from app.judge.answering import MailAnswering
from app.judge.courier import Courier
from app.judge.due_games import AHEAD, PhasesAhead, go_on, is_archived_by_now, times_of
from app.judge.folder import JudgeFolder, JudgeFolderError, JudgeSettings
from app.judge.game_work import DamagedGameError
from app.judge.mail_sources import MOST_AT_ONCE, JudgeMailbox, MailboxError, MaildirMailbox, NoMailbox, Spool
from app.judge.notices import tell_changes
from app.judge.records import GameRecord, Life, change, record_file, without_tokens
from app.judge.step import JudgeState, JudgeStep, fresh_key, system_clock
from app.judge.step_journal import StepConflictError
from app.judge.web_pages import JudgePages
from app.session.errors import CommandError
from languages import labelled, tr, use

PULSE = 20.0
"""Seconds after which games are looked at again, whether mail came or not."""
_FRESH = timedelta(seconds=5)
"""Time between two looks into the mailbox during work that goes on for long."""
SLEPT = timedelta(minutes=15)
"""Time between two rounds from which on the machine was asleep, or the clock was set."""
AHEAD_AT_ONCE = 10
"""Phases that are decided ahead in one round, so that mails do not wait for them."""
_LOG_LARGEST = 20_000_000
_ERRORS = (CommandError, EditError, ValueError, LookupError, TypeError, AssertionError, RecursionError)
"""Errors of one game or mail, which stop no other."""


class JudgeRunningError(Exception):
    """Another judge runs on the same folder."""


class MailJudge:
    """A judge over one folder, until it is closed.

    Args:
        clock: tells the time.
        mailbox: where mails come from; by the settings unless given.
        stopped_at: called between any two writes of a step.

    Raises:
        JudgeFolderError: the settings are not as they must be.
        JudgeRunningError: another one runs on this folder.
        StorageError: the folder cannot be written to.
    """

    def __init__(
        self,
        folder: JudgeFolder,
        settings: JudgeSettings | None = None,
        clock: Callable[[], datetime] = system_clock,
        mailbox: JudgeMailbox | None = None,
        stopped_at: Callable[[str], None] = lambda _where: None,
    ) -> None:
        self.folder = folder
        self.settings = settings or folder.settings()
        self._lock = FileLock(folder.root / LOCK)
        if not self._lock.acquire(tries=50):  # windows look at it
            raise JudgeRunningError(tr("Another judge runs on {folder}.", folder=folder.root))
        self.state = JudgeState(folder, self.settings, clock, stopped_at)
        self.spool = Spool(folder)
        self.mailbox = mailbox or mailbox_of(self.settings, self.spool, folder)
        self.answering, self.courier = MailAnswering(self.state), Courier(self.state)
        self.pages = JudgePages(self.state, self.answering)
        self.ahead = PhasesAhead(self.state, self._stamp)
        self._next: dict[str, tuple[tuple[int, int], datetime | None]] = {}
        """By game, the stamp of its file and the first moment at which something happens to it."""
        self._to_process: dict[str, datetime] = {}
        """Games to which nothing happens before they are processed, with that moment."""
        self._looked: datetime | None = None
        """Time of the last look at the games."""
        self._tried: datetime | None = None
        """Time of the last look into the mailbox, whether it went well or not."""
        self._stopped: dict[str, tuple[int, int]] = {}
        """Stamp of the file of a game that is stopped: a file that was mended is looked at again."""
        self._last: datetime | None = self._last_alive()
        self._is_over = False
        self.has_more = False
        """True if more phases are to be decided ahead."""
        self.state.journal.forget_ahead()
        self.log("started", steps=self.state.journal.recover())
        self.state.refresh()

    # --- one round ---

    def round(self) -> None:
        """Read mail, do what is due for games, answer mails, send; games whose time comes meanwhile are not kept waiting."""
        self._note_jump()
        self._go_on_with_steps()
        self.fetch()
        self.look_at_games(due_only=True)
        self.answer_all()
        self.look_at_games()
        self.send()
        self._decide_ahead()
        with suppress(StorageError):
            self.state.note_alive()
        self._last = self.state.now

    def fetch(self) -> int:
        """Take new mails into the spool; returns their number."""
        count, began = 0, self.state.now
        self._tried = began
        try:
            while self.spool.has_room:
                found = self.mailbox.look(self.spool.keep)
                count += found
                if found < MOST_AT_ONCE:
                    self.state.mailbox_read = began
                    break
        except MailboxError as error:
            self.state.look_at("mailbox", str(error))
            self.log("mailbox", trouble=str(error))
            return 0
        except StorageError as error:
            self._no_room(error)
            return 0
        self.state.settle("mailbox")
        if count:
            self.log("fetched", mails=count)
        return count

    def answer_all(self) -> int:
        """Answer the mails of the spool; returns the number of those that were."""
        answered = 0
        for file in self.spool.waiting():
            if self._is_over:
                break
            answered += file.exists() and self._answer(file)
            self.look_meanwhile()
        return answered

    def _answer(self, file: Path) -> bool:
        for _ in range(3):
            try:
                self.log("mail", mail=file.stem, done=self.answering.answer(file))
            except StepConflictError:
                continue
            except StorageError as error:
                self._put_off(file, error)
            except _ERRORS as error:
                self._put_aside(file, error)
            else:
                return True
            break
        return False

    def look_meanwhile(self) -> None:
        """Do what is due for games whose time has come during other work: a burst of mails, or a slow server, delays none of them."""
        self.pages.serve()
        now = self.state.now
        if self._looked is not None and now - self._looked < timedelta(seconds=1):
            return
        come = [at for _, at in self._next.values() if at is not None and at <= now]
        if come:
            if not self._is_read_until(max(come)) and (self._tried is None or now - self._tried >= _FRESH):
                self.fetch()
            self.look_at_games(due_only=True)
        self._looked = now

    def look_at_games(self, *, due_only: bool = False) -> None:
        """Do what is due for each game, each for itself, once the mails that may be about it are answered.

        Args:
            due_only: whether games are left out of which it is known that their time has not come.
        """
        self._looked = self.state.now
        due = [short for short in tuple(self.state.records) if self._comes_up(short, due_only=due_only)]
        waiting = list(self.spool.waiting())
        about = [self.answering.about(file) for file in waiting] if due else []
        touched = None if None in about else frozenset[str]().union(*filter(None, about))
        ready = [short for short in due if touched is not None and short not in touched and self._is_ready(short)]
        self._carry_out_ahead(ready)
        late: list[str] = []
        for short in due:
            if self._is_over:
                break
            if short in ready:
                continue
            is_read = self._answer_about(short, waiting)
            if is_read and self._is_ready(short):
                late.append(short)
            else:
                self._look_at(short, is_read=is_read)
        self._carry_out_ahead(late)

    def _comes_up(self, short: str, *, due_only: bool) -> bool:
        """Return True if a game is to be looked at now; what is over for long goes to the archive."""
        record = self.state.records[short]
        if short in self.state.damaged and self._stopped.get(short) != self._stamp(record):
            del self.state.damaged[short]
            self.state.settle(f"stopped {short}")
        if short in self.state.damaged or record.life is Life.ARCHIVED:
            return False
        if is_archived_by_now(record, self.state.now):
            self._archive(record)
            return False
        if not record.life.is_running or not self._is_due(record, due_only=due_only):
            return False
        moment, known = self._to_process.get(short), self._next.get(short)
        is_as_known = moment is not None and known is not None and known[0] == self._stamp(record)
        return moment is None or not is_as_known or self._is_read_until(moment)  # nothing else happens to it before

    def _is_ready(self, short: str) -> bool:
        moment = self._to_process.get(short)
        return moment is not None and self._is_read_until(moment) and self.ahead.is_ready(self.state.records[short])

    def _carry_out_ahead(self, shorts: Sequence[str]) -> None:
        for short, is_done in self.ahead.carry_out(shorts).items():
            self._next.pop(short, None)
            self._to_process.pop(short, None)
            if is_done:
                self.log("game", game=short, done="processed, as decided ahead")
            elif self._go_on_with_steps():  # a step that was begun stands: deciding again would send its results twice
                self._look_at(short, is_read=True)

    def _is_read_until(self, moment: datetime) -> bool:
        return self.state.mailbox_read is not None and self.state.mailbox_read >= moment

    def _answer_about(self, short: str, waiting: list[Path]) -> bool:
        """Answer the *waiting* mails that may change a game; return True if none of them is left."""
        for file in tuple(waiting):
            about = self.answering.about(file)
            if about is None or short in about:
                waiting.remove(file)
                if file.exists() and not self._answer(file) and file.exists():
                    return False
        return True

    def _look_at(self, short: str, *, is_read: bool) -> None:
        record = self.state.records[short]
        if not record.life.is_running:
            return
        try:
            with JudgeStep(self.state, fresh_key(f"time {short}", self.state.now)) as step:
                done = go_on(step, short, read_until=self.state.mailbox_read if is_read else None)
                tell_changes(step, short)
                has_news = bool(done or step.mails or step.works[short].is_changed or step.record(short) != record)
                self._next.pop(short, None)
                self._to_process.pop(short, None)
                if has_news:
                    step.commit()
                    self.log("game", game=short, done=done)
                else:
                    times = times_of(step.works[short].game, record, self.settings.reminder)
                    following = times.next_after(self.state.now)
                    self._next[short] = (self._stamp(record), following)
                    if following is not None and following == times.processed:
                        self._to_process[short] = following
            self.state.settle(f"busy {short}")
        except StepConflictError:
            return
        except DamagedGameError as error:
            self._stop(short, str(error))
        except StorageError as error:
            if error.failure in (Failure.IN_USE, Failure.DISK_FULL, Failure.READ_ONLY):
                self.state.look_at(f"busy {short}", labelled(short, str(error)))
            else:
                self._stop(short, str(error))
        except _ERRORS as error:
            self._stop(short, str(error) or type(error).__name__)

    def _is_due(self, record: GameRecord, *, due_only: bool) -> bool:
        known = self._next.get(record.short)
        if known is None or (not due_only and known[0] != self._stamp(record)):
            return True
        return known[1] is not None and known[1] <= self.state.now

    def _stamp(self, record: GameRecord) -> tuple[int, int]:
        try:
            about = self.state.game_file(record).stat()
        except OSError:
            return 0, 0
        return about.st_mtime_ns, about.st_size

    def send(self) -> None:
        """Send what waits in the outbox."""
        try:
            said = self.courier.send(self.look_meanwhile, self._ends)
        except StorageError as error:
            self._no_room(error)
            return
        if said:
            self.log("outbox", done=said)

    def _decide_ahead(self) -> None:
        """Decide some of the phases whose deadline is near."""
        now, count = self.state.now, 0
        for short, moment in sorted(self._to_process.items(), key=lambda each: each[1]):
            record = self.state.records.get(short)
            if record is None or moment - now > AHEAD or self._is_over:
                break
            if moment > now and not self.ahead.is_decided(record, moment):
                self.ahead.decide(record, moment)
                count += 1
                self.look_meanwhile()
            if count >= AHEAD_AT_ONCE:
                break
        self.has_more = count >= AHEAD_AT_ONCE

    def _go_on_with_steps(self) -> bool:
        """Carry out what a full disk has left half done; return True if nothing of it is left."""
        try:
            if self.state.journal.recover():
                self.state.refresh()
        except StorageError as error:
            self._no_room(error)
            return False
        return True

    # --- one game or mail that cannot go on ---

    def _stop(self, short: str, why: str) -> None:
        """Stop one game alone, and tell its master."""
        self.state.damaged[short] = why
        if short in self.state.records:
            self._stopped[short] = self._stamp(self.state.records[short])
        self.state.look_at(f"stopped {short}", labelled(short, why))
        self.log("stopped", game=short, trouble=why)
        with suppress(StorageError, StepConflictError), JudgeStep(self.state, fresh_key(f"stopped {short}", self.state.now)) as step:
            record = self.state.records.get(short)
            words = tr("{game} is stopped until its file can be played on: {why}", game=short, why=why)
            step.post(step.to_master(record, words.partition("\n")[0][:120], words))
            step.commit()

    def _put_off(self, file: Path, error: StorageError) -> None:
        """Leave a mail for the next round: a person has the game open, or the disk is full."""
        self.state.look_at(f"put off {file.stem}", tr("A mail waits: {why}", why=error))
        self.log("put off", mail=file.stem, trouble=str(error))

    def _put_aside(self, file: Path, error: Exception) -> None:
        """Put a mail aside that cannot be answered, so that no other waits for it."""
        aside = self.folder.root / "aside"
        with suppress(OSError):
            aside.mkdir(exist_ok=True, mode=0o700)
            file.rename(aside / file.name)
        self.state.look_at(f"aside {file.stem}", tr("A mail could not be answered and lies in {folder}: {why}", folder=aside, why=error))
        self.log("aside", mail=file.stem, error=type(error).__name__, trouble=str(error))

    def _no_room(self, error: StorageError) -> None:
        self.state.look_at("disk", str(error))
        self.log("disk", trouble=str(error))

    def _archive(self, record: GameRecord) -> None:
        """Move a game that is over for long out of the way."""
        with suppress(OSError):
            source = self.state.game_file(record)
            if source.exists():
                shutil.move(source, self.folder.archive / source.name)
            record_file(self.folder, record.short).rename(self.folder.archive / f"{record.short}.json")
            self.state.records[record.short] = change(record, life=Life.ARCHIVED)
            self.log("archived", game=record.short)

    # --- time ---

    def _note_jump(self) -> None:
        """Say where the machine slept, or its clock was set; deadlines that passed meanwhile are processed after the mail was read."""
        if self.state.mailbox_read is not None and self.state.mailbox_read > self.state.now:
            self.state.mailbox_read = None  # by a clock that was wrong: mails of the time until then were not read
        if self._last is None:
            return
        gone = self.state.now - self._last
        if gone > SLEPT:
            self.log("slept", since=written(self._last), minutes=int(gone.total_seconds()) // 60)
            self.state.mailbox_read = None
            self._next.clear()
            self._to_process.clear()
        elif gone < -timedelta(minutes=2):
            words = tr(
                "The clock of this machine was set back by {minutes} minutes; nothing is processed twice by that.",
                minutes=-int(gone.total_seconds()) // 60,
            )
            self.state.look_at("clock", words)
            self.log("clock set back", since=written(self._last))
            self._next.clear()
            self._to_process.clear()

    def _last_alive(self) -> datetime | None:
        try:
            told = json.loads(read_bounded(self.folder.alive, 4_000_000))
            return moment_of(str(told["at"]))
        except (StorageError, ValueError, KeyError, TypeError, RecursionError):
            return None

    # --- the loop ---

    def run(self, rounds: int | None = None) -> None:
        """Go on until ``stop`` is called, by SIGTERM or Ctrl+C, which finish what is being done.

        Args:
            rounds: so many rounds and no more.
        """
        (self.folder.root / STOP).unlink(missing_ok=True)
        for each in (signal.SIGTERM, signal.SIGINT):
            signal.signal(each, lambda _number, _frame: self.stop())
        for done in count(1):
            self.round()
            if done % 500 == 1:
                self.answering.tidy()
                self.courier.tidy()
            if self._ends() or done == rounds:
                break
            self._wait()
            if self._ends():
                break
        self.log("ended")

    def _wait(self) -> None:
        """Wait until there is something to do, and serve pages meanwhile."""
        end = monotonic() + self.pause()
        self.pages.has_acted = False
        while True:
            self.mailbox.wait(max(0.0, end - monotonic()), lambda: self._ends() or self.pages.is_asked)
            if not self.pages.is_asked:
                return
            self.pages.serve()
            if self.pages.has_acted or monotonic() >= end:
                return

    def pause(self) -> float:
        """Seconds until something is to be done, as far as is known."""
        if self.has_more:
            return 0.0
        until = [(at - self.state.now).total_seconds() for _, at in self._next.values() if at is not None]
        return max(0.0, min([PULSE, self.settings.incoming.every.total_seconds(), *(each for each in until if each > 0)]))

    def _ends(self) -> bool:
        if not self._is_over and (self.folder.root / STOP).exists():
            self._is_over = True
        return self._is_over

    def stop(self) -> None:
        """End the loop when the present step is done."""
        self._is_over = True

    def close(self) -> None:
        """Let go of the folder."""
        self.mailbox.close()
        self.state.room.close()
        self._lock.release()

    def log(self, what: str, **told: object) -> None:
        """Write a line into the log, without secrets; of a log that grew large the older half goes."""
        line = {"at": written(self.state.now), "what": what} | {
            key: without_tokens(each) if isinstance(each, str) else each for key, each in told.items()
        }
        with suppress(OSError):
            if self.folder.log.exists() and self.folder.log.stat().st_size > _LOG_LARGEST:
                self.folder.log.replace(self.folder.log.with_suffix(".old.jsonl"))
            handle = os.open(self.folder.log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(json.dumps(line, ensure_ascii=False) + "\n")


def mailbox_of(settings: JudgeSettings, spool: Spool, folder: JudgeFolder) -> JudgeMailbox:
    """The mailbox that the settings name.

    Raises:
        JudgeFolderError: it cannot be had.
    """
    incoming = settings.incoming
    match incoming.kind:
        case "maildir":
            return MaildirMailbox(incoming.path)
        case "imap":
            try:
                from app.judge.mail_sources import ImapMailbox
            except ImportError as error:
                raise JudgeFolderError(tr("Mail by IMAP needs the library IMAPClient: {why}", why=error)) from error
            return ImapMailbox(incoming, folder)
    return NoMailbox(spool)


def enter(folder: JudgeFolder) -> None:
    """Have the program keep its own files in *folder* from now on, and speak the judge's language."""
    os.environ["ENTENTE_HOME"] = str(folder.own)
    use(folder.settings().language)
