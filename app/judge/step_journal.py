"""Steps of the judge, each carried out once and only once, whenever the program is killed.

A step is decided in memory: which game becomes which, which record, which mails go out. All of it is written into one file under
``work``, which makes it stand. Only then is it carried out, noted in ``journal.jsonl``, and only after that may its mails leave. A step
without that file was never decided, and is decided again; one with it is carried out to its end.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import msgspec

from app.game.deadlines import moment_of, written
from app.game.storage.atomic import make_folder, read_bounded, sync_folder, write_atomically
from app.judge.folder import JudgeFolder
from app.mail_out.outbox import Item, MailState, Outbox, OutboxRound
from languages import mark

_DOING = mark("keeping the judge's steps")
_LARGEST = 80_000_000
_AHEAD, _PLANNED, _BEGUN = ".ahead", ".planned", ".begun"
"""Endings of the file of a step: decided before its time, before anything of it was written, and from then on."""
MOST_KNOWN = 200_000
"""Mails that are known to be answered; of more the oldest are forgotten."""


class StepConflictError(Exception):
    """A file was changed by another program since the step was decided."""


class PlannedChange(msgspec.Struct, frozen=True):
    """A file that a step writes."""

    path: str
    """Below the judge's folder."""
    before: str
    """SHA-256 of what it held; empty where there was none."""
    after: str
    content: bytes | None
    """``None`` takes the file away."""


class StepPlan(msgspec.Struct, frozen=True):
    """Plan of a step, in its sequence: one file, so that it stands whole or not at all."""

    key: str
    at: str
    changes: tuple[PlannedChange, ...] = ()
    round: OutboxRound | None = None
    """Round of mails that it puts into the outbox."""
    mails: tuple[bytes, ...] = ()
    answers: tuple[str, ...] = ()
    """Addresses that are answered by it."""
    remove: tuple[str, ...] = ()
    """Files that go when it is done: the mail in the spool."""


@dataclass(frozen=True, slots=True)
class Write:
    """A file to be written by a step."""

    path: Path
    before: bytes | None
    after: bytes | None
    """``None`` takes it away."""


class StepJournal:
    """Carries out steps, and remembers which were.

    Args:
        stopped_at: called with the name of each moment between two writes: tests end the program there.
    """

    def __init__(self, folder: JudgeFolder, outbox: Outbox, stopped_at: Callable[[str], None] = lambda _where: None) -> None:
        self._folder, self._outbox, self._stopped_at = folder, outbox, stopped_at
        self._done: dict[str, None] = {}
        self._answers: deque[tuple[datetime, str]] = deque(maxlen=20_000)
        self._end_torn_line()
        for line in self._lines():
            self._done[line.get("key", "")] = None
            self._note_answers(line.get("at", ""), line.get("answers", []))

    def is_done(self, key: str) -> bool:
        """Return True if the step *key* was carried out."""
        return key in self._done

    def answers_since(self, moment: datetime, address: str) -> int:
        """Return the number of answers to *address* since *moment*."""
        return sum(each == address.casefold() and at >= moment for at, each in self._answers)

    # --- a step ---

    def carry_out(
        self,
        key: str,
        now: datetime,
        writes: Sequence[Write],
        mails: tuple[OutboxRound, Sequence[bytes]] | None = None,
        answers: Sequence[str] = (),
        remove: Sequence[Path] = (),
    ) -> None:
        """Decide on a step and carry it out.

        Raises:
            StorageError: it could not be written: then it was not decided, or is carried out at the next start.
            StepConflictError: somebody else changed a file of it.
        """
        self._stopped_at("before the plan")
        place, plan = self._decided(_PLANNED, key, now, writes, mails, answers, remove)
        self._stopped_at("after the plan")
        self._finish(place, plan)

    def decide_ahead(self, key: str, moment: datetime, writes: Sequence[Write], mails: tuple[OutboxRound, Sequence[bytes]] | None) -> Path:
        """Write down a step for a time that is to come; returns its file, which counts for nothing until ``carry_out_ahead``.

        Raises:
            StorageError: it could not be written.
        """
        return self._decided(_AHEAD, key, moment, writes, mails)[0]

    def carry_out_ahead(self, place: Path) -> None:
        """Carry out a step that was decided ahead. On any thread, as long as no other step writes the same files.

        Raises:
            StorageError: it could not be written: then it was not decided, or is carried out at the next start.
            StepConflictError: a file of it was changed since.
        """
        self._finish(place, self._plan_in(place))

    def _decided(
        self,
        ending: str,
        key: str,
        now: datetime,
        writes: Sequence[Write],
        mails: tuple[OutboxRound, Sequence[bytes]] | None = None,
        answers: Sequence[str] = (),
        remove: Sequence[Path] = (),
    ) -> tuple[Path, StepPlan]:
        place = self._folder.work / f"{hashlib.sha256(key.encode()).hexdigest()[:32]}{ending}"
        make_folder(self._folder.work, _DOING, private=True)
        changes = tuple(
            PlannedChange(each.path.relative_to(self._folder.root).as_posix(), _sum(each.before), _sum(each.after), each.after)
            for each in writes
        )
        present, contents = (None, ()) if mails is None else (mails[0], tuple(mails[1]))
        plan = StepPlan(key, written(now), changes, present, contents, tuple(answers), tuple(map(self._below, remove)))
        write_atomically(place, msgspec.json.encode(plan), _DOING, private=True)
        return place, plan

    @staticmethod
    def _plan_in(place: Path) -> StepPlan:
        return msgspec.json.decode(read_bounded(place, _LARGEST), type=StepPlan)

    def forget_ahead(self) -> None:
        """Throw away what was decided ahead before the program ended."""
        for place in self._folder.work.glob(f"*{_AHEAD}"):
            place.unlink(missing_ok=True)

    def recover(self) -> int:
        """Carry out what was decided before the program ended; returns the number of such steps.

        Raises:
            StorageError: a step could not be written; it waits for the next start.
        """
        finished = 0
        with suppress(FileNotFoundError):
            for place in sorted(self._folder.work.iterdir()):
                if place.suffix not in (_PLANNED, _BEGUN):
                    continue  # what a write that was cut off left behind
                with suppress(StepConflictError):
                    self._finish(place, self._plan_in(place))
                    finished += 1
        return finished

    def _finish(self, place: Path, plan: StepPlan) -> None:
        if not self.is_done(plan.key):
            place = self._write_files(place, plan)
            self._stopped_at("after the files")
            self._fill_outbox(plan)
            self._stopped_at("after the outbox")
            self._note(plan)
            self._stopped_at("after the journal")
        for each in plan.remove:
            with suppress(OSError):
                (self._folder.root / each).unlink(missing_ok=True)
        with suppress(OSError):
            place.unlink(missing_ok=True)

    def _write_files(self, place: Path, plan: StepPlan) -> Path:
        """Write the files of *plan*; returns its own file, whose name says that it was begun."""
        present = [self._present(each) for each in plan.changes]
        if place.suffix != _BEGUN:
            for change, found in zip(plan.changes, present, strict=True):
                if found not in (change.before, change.after):
                    place.unlink(missing_ok=True)
                    raise StepConflictError(change.path)
            begun = place.with_suffix(_BEGUN)
            place.replace(begun)
            sync_folder(begun.parent)
            place = begun
        for change, found in zip(plan.changes, present, strict=True):
            path = self._folder.root / change.path
            if found != change.before or found == change.after:
                continue  # it was written before the program ended, and perhaps changed by a person since
            if change.content is None:
                with suppress(FileNotFoundError):
                    path.unlink()
                continue
            make_folder(path.parent, _DOING, private=True)
            write_atomically(path, change.content, _DOING)
            self._stopped_at(f"wrote {change.path}")
        return place

    def _fill_outbox(self, plan: StepPlan) -> None:
        new = plan.round
        if new is not None and self._outbox.round(new.id) is None and not (self._folder.sent / new.id).exists():
            self._outbox.add(new, plan.mails)

    def _present(self, change: PlannedChange) -> str:
        path = self._folder.root / change.path
        if not path.exists():
            return ""
        return _sum(read_bounded(path, _LARGEST))

    def _below(self, path: Path) -> str:
        return path.relative_to(self._folder.root).as_posix()

    # --- the journal ---

    def _note(self, plan: StepPlan) -> None:
        told = {"at": plan.at, "key": plan.key, "round": "" if plan.round is None else plan.round.id, "answers": list(plan.answers)}
        line = json.dumps(told) + "\n"
        is_new = not self._folder.journal.exists()
        handle = os.open(self._folder.journal, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            os.write(handle, line.encode())
            os.fsync(handle)
        finally:
            os.close(handle)
        if is_new:
            sync_folder(self._folder.root)
        self._done[plan.key] = None
        self._note_answers(plan.at, plan.answers)

    def _note_answers(self, at: str, answers: Sequence[str]) -> None:
        moment = moment_of(at)
        if moment is not None:
            self._answers.extend((moment, str(each).casefold()) for each in answers)

    def _end_torn_line(self) -> None:
        """End the last line, where the program was ended while it wrote it: the next one would be lost with it."""
        with suppress(OSError), self._folder.journal.open("r+b") as file:
            if file.seek(0, os.SEEK_END) and file.seek(-1, os.SEEK_END) >= 0 and file.read(1) != b"\n":
                file.write(b"\n")

    def _lines(self) -> Iterator[dict[str, str]]:
        try:
            with self._folder.journal.open("rb") as file:
                for line in deque(file, maxlen=MOST_KNOWN):
                    with suppress(ValueError):
                        told = json.loads(line)
                        if isinstance(told, dict):
                            yield told
        except FileNotFoundError:
            return


def answer_round(id_: str, game: str, title: str, phase: str, items: Sequence[tuple[str, str, str, str]]) -> OutboxRound:
    """A round of mails of one step.

    Args:
        items: reader, name, address and Message-ID of each.
    """
    listed = tuple(
        Item(number, reader, name, address, known, "", MailState.WAITING) for number, (reader, name, address, known) in enumerate(items)
    )
    return OutboxRound(id_, game, title, phase, "main", "judge", listed)


def _sum(content: bytes | None) -> str:
    return "" if content is None else hashlib.sha256(content).hexdigest()
