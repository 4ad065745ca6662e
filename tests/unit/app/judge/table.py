"""A judge in a folder of its own, with a clock that stands, mails handed in as files, and its mails read from the outbox."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from email.utils import format_datetime
from itertools import count
from pathlib import Path

from app.game.record import MAIN, Game
from app.judge.folder import JudgeFolder
from app.judge.records import GameRecord, hashed
from app.judge.running import MailJudge

JUDGE = "judge@example.org"
MASTER = "mona@example.org"
MASTER_WORD = "master-word-here"
BEGIN = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)
SEATS = ("ada", "ben", "cleo", "dan", "eve", "fay", "gus")

_NUMBERS = count(1)
_BEGUN: dict[str, dict[str, bytes]] = {}
"""Files of the folder of a game that has just begun, by the rule for its deadlines."""
_TOKEN = re.compile(r"\[(\S+\.\S+\.[a-z2-7]{16}|c[0-9a-f]{11}\.[a-z2-7]{16})\]")


def address(name: str) -> str:
    """``ada@example.org``"""
    return f"{name}@example.org"


def make_folder(root: Path, more: str = "", picture: str = "none", web: str = "") -> JudgeFolder:
    """A judge's folder that takes mails from its spool alone and keeps what it writes in the outbox."""
    root.mkdir(parents=True, exist_ok=True)
    word = hashed(MASTER_WORD, work=2)
    (root / "judge.toml").write_text(
        f'[judge]\nname = "Judge"\naddress = "{JUDGE}"\nzone = "Europe/Berlin"\npicture = "{picture}"\nanswers_an_hour = 200\n{more}\n'
        f'[master]\nname = "Mona"\naddress = "{MASTER}"\nword = "{word}"\n{web}',
        encoding="utf-8",
    )
    return JudgeFolder(root)


class JudgeTable:
    """A judge, those who write to it, and what they got."""

    def __init__(self, root: Path, more: str = "", picture: str = "none", web: str = "") -> None:
        self.folder = make_folder(root, more, picture, web)
        self.now = BEGIN
        self.stopped_at: Callable[[str], None] = lambda _where: None
        self.read: set[tuple[str, int]] = set()
        self.judge = self.start()

    def start(self) -> MailJudge:
        """Start a judge on the folder, as after an end of the program."""
        self.judge = MailJudge(self.folder, clock=lambda: self.now, stopped_at=lambda where: self.stopped_at(where))
        return self.judge

    def kill(self) -> None:
        """End the judge without a word, as kill -9 does: its lock goes, and nothing else is done."""
        self.judge.close()

    def write(self, name: str, text: str, subject: str = "orders", **headers: str) -> str:
        """Put a mail into the spool; returns its Message-ID."""
        mail = EmailMessage(policy=default)
        known = f"m{next(_NUMBERS)}@example.org"
        mail["From"] = f"{name.title()} <{name if '@' in name else address(name)}>"
        mail["To"], mail["Subject"], mail["Message-ID"] = JUDGE, subject, f"<{known}>"
        mail["Date"] = format_datetime(self.now)
        for key, value in headers.items():
            mail[key.replace("_", "-")] = value
        mail.set_content(text)
        self.judge.spool.keep(mail.as_bytes())
        return known

    def ask(self, name: str, text: str, subject: str = "orders", **headers: str) -> list[EmailMessage]:
        """Write a mail, and return what anybody gets because of it."""
        self.write(name, text, subject, **headers)
        return self.go()

    def go(self, after: timedelta = timedelta()) -> list[EmailMessage]:
        """Let time go by and the judge do a round; returns the mails that are new in the outbox."""
        self.now += after
        self.judge.round()
        return self.fresh()

    def fresh(self) -> list[EmailMessage]:
        """The mails of the outbox that were not looked at yet, the first ones first."""
        found = []
        for present in reversed(list(self.judge.state.outbox.rounds())):
            for item in present.items:
                if (present.id, item.number) not in self.read:
                    self.read.add((present.id, item.number))
                    found.append(message_from_bytes(self.judge.state.outbox.mail(present, item), policy=default))
        return found

    def record(self, short: str = "harbour") -> GameRecord:
        """The record of a game."""
        return self.judge.state.records[short]

    def game(self, short: str = "harbour") -> Game:
        """A game as its file has it."""
        work = self.judge.state.room.open(self.folder.games / f"{short}.dpn")
        try:
            return work.game
        finally:
            work.close()

    def phase(self, short: str = "harbour") -> str:
        """The open phase of a game."""
        game = self.game(short)
        return str(game.turn(game.last(MAIN)).phase)

    def token(self, name: str, short: str = "harbour") -> str:
        """A subject with the token of the player of that name."""
        seat = next(each for each in self.record(short).seats.values() if each.address == address(name))
        return f"Re: x [{self.judge.state.token_of(short, seat)}]"

    @property
    def as_master(self) -> str:
        """A subject with the game master's token."""
        return f"x [{self.judge.state.token_of('', self.judge.state.master_seat())}]"

    def begin(self, rule: str = "tue, fri 20:00 Europe/Berlin") -> dict[str, str]:
        """Have a game begun with seven players; returns who plays which power.

        It is made once for each rule, and copied for the next test.
        """
        if rule in _BEGUN:
            self.kill()
            for name, content in _BEGUN[rule].items():
                file = self.folder.root / name
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(content)
            self.start()
            self.fresh()
            return self.players()
        self._begin(rule)
        files = (each for each in self.folder.root.rglob("*") if each.is_file() and each.name != ".judge.lock")
        _BEGUN[rule] = {each.relative_to(self.folder.root).as_posix(): each.read_bytes() for each in files}
        return self.players()

    def players(self) -> dict[str, str]:
        """The players by power."""
        return {power: seat.address.partition("@")[0] for power, seat in self.record().seats.items()}

    def _begin(self, rule: str) -> None:
        self.ask("mona", f"CREATE harbour standard Harbour Lights\nSET RULE {rule}\nFORM", self.as_master)
        for name in SEATS:
            (asked,) = self.ask(name, "JOIN harbour")
            self.ask(name, "yes", str(asked["Subject"]))


def text_of(mail: EmailMessage) -> str:
    """The words of a mail."""
    body = mail.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def to(mails: list[EmailMessage], name: str) -> list[EmailMessage]:
    """The *mails* to the person of that name."""
    return [each for each in mails if address(name) in str(each["To"])]


def token_in(mail: EmailMessage) -> str:
    """The token in the subject of a mail."""
    found = _TOKEN.search(str(mail["Subject"]))
    return found[1] if found is not None else ""
