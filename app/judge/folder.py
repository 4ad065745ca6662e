"""The folder of a judge: its settings in ``judge.toml``, the games, and what it keeps from one moment to the next."""

from __future__ import annotations

import os
import re
import stat
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

from app.game.deadlines import known_zone, read_duration
from app.game.file_store import JUDGE
from app.game.storage.atomic import Failure, StorageError, read_bounded, write_atomically
from app.gm.judge_watch import no_judge_folder
from app.mail_out.addresses import checked_address
from app.mail_out.mail import Correspondent
from app.mail_out.mail_server import MailServer, SecretStore, Security, checked_server
from app.session.requests import WebTerms
from app.web.terms import PORT, addresses_of
from languages import available_languages, labelled, mark, tr

_LARGEST = 256 * 1024
_DOING = mark("reading the judge's settings")
_PICTURES = ("png", "jpg", "none")


class JudgeFolderError(Exception):
    """Error where a folder cannot be run as a judge. ``str()`` names the file, the key, and what was expected."""


@dataclass(frozen=True, slots=True)
class IncomingMail:
    """Settings of incoming mail."""

    kind: str
    """``maildir``, ``imap``, or ``none``: standard input alone."""
    path: Path = Path()
    """The Maildir."""
    server: MailServer | None = None
    """Host, port and user of the IMAP server; always over TLS."""
    mailbox: str = "INBOX"
    every: timedelta = timedelta(minutes=2)
    """Time between two looks, where the server does not tell of new mail by itself."""
    password_file: Path | None = None
    certificates: Path | None = None
    """Certificates that are believed beside the system's."""


@dataclass(frozen=True, slots=True)
class OutgoingMail:
    """Settings of outgoing mail."""

    server: MailServer | None = None
    """``None`` keeps them in the outbox alone."""
    password_file: Path | None = None
    certificates: Path | None = None


@dataclass(frozen=True, slots=True)
class JudgeSettings:
    """Settings in ``judge.toml``."""

    me: Correspondent
    """Name and address of the judge."""
    master: Correspondent
    master_word: str = ""
    """Hash of the game master's word."""
    language: str = "en"
    zone: str = "UTC"
    answers_an_hour: int = 20
    """Most answers that one sender gets within an hour."""
    reminder: timedelta = timedelta(hours=24)
    """Time before a deadline at which who lacks orders is reminded."""
    picture: str = "png"
    plus_addresses: bool = False
    """True if mail to ``judge+anything@host`` arrives: answers then carry the seat's token in their address too."""
    health: tuple[str, int] | None = None
    """Host and port of the health page."""
    web: WebTerms | None = None
    """Address and encryption of the pages; ``None`` where there are none."""
    incoming: IncomingMail = field(default_factory=lambda: IncomingMail("none"))
    outgoing: OutgoingMail = field(default_factory=OutgoingMail)

    @property
    def web_address(self) -> str:
        """Address of the pages for links in mails; empty where there are none."""
        return "" if self.web is None else addresses_of(self.web, self.web.port)[0]

    def link(self, kind: str, token: str) -> str:
        """Link to the page ``seat`` or ``confirm`` of a token; empty where there are no pages."""
        return "/".join((self.web_address, kind, token)) if self.web is not None else ""


class JudgeFolder:
    """Paths of a judge's folder. A copy of the folder is a whole backup."""

    def __init__(self, root: Path) -> None:
        self.root = root

    @property
    def settings_file(self) -> Path:
        """The one file that a person edits."""
        return self.root / JUDGE

    @property
    def games(self) -> Path:
        """The games, as every other program of this kind opens them."""
        return self.root / "games"

    @property
    def records(self) -> Path:
        """Records of games beside their files: seats, secrets as hashes, the rule for deadlines."""
        return self.root / "records"

    @property
    def archive(self) -> Path:
        """Games that are over for a month."""
        return self.root / "archive"

    @property
    def spool(self) -> Path:
        """Mails that were received and not answered yet."""
        return self.root / "spool"

    @property
    def staged(self) -> Path:
        """Mails that wait for a confirmation."""
        return self.root / "staged"

    @property
    def work(self) -> Path:
        """Steps that were decided on and not carried out yet."""
        return self.root / "work"

    @property
    def outbox(self) -> Path:
        """Mails on their way."""
        return self.own / "data" / "outbox"

    @property
    def sent(self) -> Path:
        """Mails that went out."""
        return self.root / "sent"

    @property
    def own(self) -> Path:
        """Settings and data of the program while it runs for this judge: address book, variants, hooks, consent."""
        return self.root / "own"

    @property
    def journal(self) -> Path:
        """Lines of steps that were done, each on the disk before anything that follows from it."""
        return self.root / "journal.jsonl"

    @property
    def log(self) -> Path:
        """Structured log."""
        return self.root / "log.jsonl"

    @property
    def alive(self) -> Path:
        """Time of the last round, and what waits for the game master."""
        return self.root / "alive.json"

    def key(self) -> bytes:
        """The key of the tokens, made at the first call; readable by its owner only.

        Raises:
            StorageError: it can be neither read nor written.
        """
        path = self.root / "token.key"
        with suppress(StorageError):
            found = read_bounded(path, 200, tr(_DOING))
            if len(found) >= 32:
                return found
        fresh = os.urandom(32)
        write_atomically(path, fresh, tr(_DOING), private=True)
        return fresh

    def settings(self) -> JudgeSettings:
        """Read ``judge.toml``.

        Raises:
            JudgeFolderError: it is not there, or something in it is not as it must be.
        """
        try:
            text = read_bounded(self.settings_file, _LARGEST, tr(_DOING)).decode("utf-8-sig")
            return _Reader(self.root, tomllib.loads(text)).settings()
        except StorageError as error:
            if error.failure is Failure.MISSING:
                raise JudgeFolderError(no_judge_folder(self.root, in_window=False)) from error
            raise JudgeFolderError(str(error)) from error  # it names the file
        except (ValueError, RecursionError) as error:
            raise JudgeFolderError(labelled(self.settings_file, error)) from error


def password_of(file: Path | None, server: MailServer) -> str | None:
    """The password of the user of *server*: from a file that its owner alone may read, else from the system's store of secrets.

    Raises:
        JudgeFolderError: the file can be read by others, or not at all.
    """
    if not server.user:
        return None
    if file is None:
        return SecretStore().password(server)
    try:
        mode = file.stat().st_mode
        if os.name != "nt" and mode & (stat.S_IRWXG | stat.S_IRWXO):
            raise JudgeFolderError(
                tr("{file} holds a password and can be read by others; only its owner may have the right to read it.", file=file)
            )
        return read_bounded(file, 4_096, tr(_DOING)).decode("utf-8").strip("\r\n")
    except (OSError, StorageError, UnicodeDecodeError) as error:
        raise JudgeFolderError(tr("The password in {file} cannot be read: {why}", file=file, why=error)) from error


_KNOWN: Mapping[str, frozenset[str]] = {
    "judge": frozenset({"name", "address", "language", "zone", "answers_an_hour", "reminder", "picture", "plus_addresses", "health"}),
    "master": frozenset({"name", "address", "word"}),
    "web": frozenset({"host", "port", "public_url", "tls_cert", "tls_key"}),
    "incoming": frozenset(
        {"kind", "path", "host", "port", "user", "mailbox", "every", "password_file", "certificates", "security"},
    ),
    "outgoing": frozenset({"kind", "host", "port", "user", "security", "password_file", "certificates"}),
}


class _Reader:
    """Values of the settings, each checked; an error names table and key."""

    def __init__(self, root: Path, data: Mapping[str, object]) -> None:
        self._root = root
        self._tables: dict[str, Mapping[str, object]] = {}
        for name, table in data.items():
            if name not in _KNOWN or not isinstance(table, dict):
                raise ValueError(tr("there is no table [{name}]; there are {names}", name=name, names=", ".join(_KNOWN)))
            strange = [key for key in table if key not in _KNOWN[name]]
            if strange:
                names = ", ".join(sorted(_KNOWN[name]))
                raise ValueError(tr("[{table}] has no {key}; there are {names}", table=name, key=strange[0], names=names))
            self._tables[name] = table

    def settings(self) -> JudgeSettings:
        address = self._text("judge", "address")
        master = self._text("master", "address")
        health = self._text("judge", "health", "")
        zone, language, picture = (
            self._text("judge", "zone", "UTC"),
            self._text("judge", "language", "en"),
            self._text("judge", "picture", "png"),
        )
        if known_zone(zone) is None:
            raise self._wrong("judge", "zone", tr("a time zone such as Europe/Berlin"))
        if language not in available_languages():
            raise self._wrong("judge", "language", ", ".join(available_languages()))
        if picture not in _PICTURES:
            raise self._wrong("judge", "picture", ", ".join(_PICTURES))
        return JudgeSettings(
            Correspondent(self._text("judge", "name", "Judge"), checked_address(address)),
            Correspondent(self._text("master", "name", ""), checked_address(master)),
            self._text("master", "word", ""),
            language,
            zone,
            self._whole("judge", "answers_an_hour", 20, 1, 1_000),
            self._time("judge", "reminder", "24h"),
            picture,
            self._flag("judge", "plus_addresses"),
            self._health(health) if health else None,
            self._web() if "web" in self._tables else None,
            self._incoming(),
            self._outgoing(),
        )

    def _web(self) -> WebTerms:
        url = self._text("web", "public_url", "")
        if url and not re.fullmatch(r"https?://[A-Za-z0-9.-]{1,253}(?::\d{1,5})?/?", url):
            raise self._wrong("web", "public_url", "https://judge.example.org")
        certificate, key = self._path("web", "tls_cert"), self._path("web", "tls_key")
        if (certificate is None) != (key is None):
            raise self._wrong("web", "tls_key", tr("a certificate and its key, tls_cert and tls_key"))
        port = self._whole("web", "port", PORT, 0, 65_535)
        return WebTerms(self._text("web", "host", "127.0.0.1"), port, url.rstrip("/"), certificate, key)

    def _incoming(self) -> IncomingMail:
        kind = self._text("incoming", "kind", "none")
        every = self._time("incoming", "every", "2m")
        password, certificates = self._path("incoming", "password_file"), self._path("incoming", "certificates")
        match kind:
            case "none":
                return IncomingMail("none", every=every)
            case "maildir":
                path = self._path("incoming", "path")
                if path is None:
                    raise self._wrong("incoming", "path", tr("the path of a Maildir"))
                return IncomingMail("maildir", path, every=every)
            case "imap":
                server = self._server("incoming", 993)
                return IncomingMail("imap", Path(), server, self._text("incoming", "mailbox", "INBOX"), every, password, certificates)
        raise self._wrong("incoming", "kind", "maildir, imap, none")

    def _outgoing(self) -> OutgoingMail:
        kind = self._text("outgoing", "kind", "none")
        if kind == "none":
            return OutgoingMail()
        if kind != "smtp":
            raise self._wrong("outgoing", "kind", "smtp, none")
        server = self._server("outgoing", 0)
        return OutgoingMail(server, self._path("outgoing", "password_file"), self._path("outgoing", "certificates"))

    def _server(self, table: str, usual: int) -> MailServer:
        word = self._text(table, "security", "tls")
        security = next((each for each in Security if each.value == word), None)
        if security is None or (table == "incoming" and security is not Security.TLS):
            raise self._wrong(table, "security", "tls" if table == "incoming" else "tls, starttls")
        port = self._whole(table, "port", usual or security.usual_port, 1, 65_535)
        me = Correspondent(self._text("judge", "name", "Judge"), self._text("judge", "address"))
        return checked_server(self._text(table, "host"), port, security, self._text(table, "user", ""), me)

    def _health(self, text: str) -> tuple[str, int]:
        host, _, port = text.rpartition(":")
        if not host or not re.fullmatch(r"\d{1,5}", port) or int(port) > 65_535:
            raise self._wrong("judge", "health", "127.0.0.1:8025")
        return host, int(port)

    # --- one value ---

    def _text(self, table: str, key: str, usual: str | None = None) -> str:
        found = self._tables.get(table, {}).get(key, usual)
        if not isinstance(found, str) or (usual is None and not found.strip()):
            raise self._wrong(table, key, tr("text"))
        return found

    def _whole(self, table: str, key: str, usual: int, least: int, most: int) -> int:
        found = self._tables.get(table, {}).get(key, usual)
        if not isinstance(found, int) or isinstance(found, bool) or not least <= found <= most:
            raise self._wrong(table, key, tr("a number from {least} to {most}", least=least, most=most))
        return found

    def _flag(self, table: str, key: str) -> bool:
        found = self._tables.get(table, {}).get(key, False)
        if not isinstance(found, bool):
            raise self._wrong(table, key, "true, false")
        return found

    def _time(self, table: str, key: str, usual: str) -> timedelta:
        found = read_duration(self._text(table, key, usual))
        if found is None or found <= timedelta():
            raise self._wrong(table, key, tr("a length of time such as {usual}", usual=usual))
        return found

    def _path(self, table: str, key: str) -> Path | None:
        text = self._text(table, key, "")
        return (self._root / Path(text).expanduser()) if text else None

    def _wrong(self, table: str, key: str, expected: str) -> ValueError:
        given = self._tables.get(table, {}).get(key)
        shown = tr("nothing") if given is None else repr(given)[:80]
        return ValueError(tr("[{table}] {key}: expected {expected}, found {shown}", table=table, key=key, expected=expected, shown=shown))
