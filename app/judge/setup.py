"""A judge's folder made, its connections tried, and what it says of itself, on its health page too."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from smtplib import SMTPException
from threading import Thread

import tomlkit

from app.game.deadlines import known_zone, moment_of
from app.game.storage.atomic import StorageError, make_folder, read_bounded, write_atomically
from app.gm.judge_watch import runs_on, sight_of
from app.judge.courier import trusting
from app.judge.folder import JudgeFolder, JudgeFolderError, JudgeSettings, password_of
from app.judge.incoming import LARGEST
from app.judge.mail_sources import MailboxError, Spool
from app.judge.records import hashed, new_word
from app.judge.running import JudgeRunningError, MailJudge, enter, mailbox_of
from app.judge.step import system_clock
from app.judge.web_site import JudgeSite
from app.mail_out.addresses import checked_address
from app.mail_out.mail_sending import try_connection
from app.mail_out.mail_server import SecretStore
from app.session.errors import Abort
from app.session.requests import WebTerms
from app.session.services import SecretQuestion
from app.session.session import Session
from app.web.page_server import bound_socket
from app.web.terms import addresses_of, checked_tls
from languages import labelled, system_words, tr

LATE = 300
"""Seconds without a round after which the judge is not well."""
_PATIENCE = 10


class HealthPage:
    """A page on this machine, on a thread of its own, which ends with ``close``.

    Raises:
        OSError: nothing can be listened to there.
    """

    def __init__(self, folder: JudgeFolder, address: tuple[str, int]) -> None:
        class Handler(BaseHTTPRequestHandler):
            timeout = _PATIENCE

            def do_GET(self) -> None:
                """Answer 200 where the judge is well, and 503 where it is not."""
                if self.path not in ("/", "/health"):
                    self.send_error(404)
                    return
                state = health_data(folder)
                content = json.dumps(state, ensure_ascii=False, indent=1).encode()
                self.send_response(200 if state["is_well"] else 503)
                self.send_header("Content-Type", "application/json; charset=utf-8")
                self.send_header("Content-Length", str(len(content)))
                self.send_header("Cache-Control", "no-store")
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, format: str, *_: object) -> None:  # noqa: A002 - the library's name
                """Write nothing."""

        self._server = ThreadingHTTPServer(address, Handler)
        self._server.daemon_threads = True
        self._thread = Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.2}, daemon=True, name="health page")
        self._thread.start()

    @property
    def port(self) -> int:
        """The port that is listened at."""
        return int(self._server.server_address[1])

    def close(self) -> None:
        """End it."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def health_data(folder: JudgeFolder) -> dict[str, object]:
    """Content of the page: counts and times, and no word of any game or player."""
    try:
        state = json.loads(read_bounded(folder.alive, 4_000_000))
        at = moment_of(str(state["at"]))
        games, stopped, attention = dict(state["games"]), dict(state["stopped"]), list(state["attention"])
    except (StorageError, ValueError, KeyError, TypeError, RecursionError):
        return {"is_well": False, "last_round": "", "games": 0, "stopped": 0, "attention": 0}
    is_well = at is not None and (system_clock() - at).total_seconds() < LATE
    return {
        "is_well": is_well,
        "last_round": state["at"],
        "games": len(games),
        "stopped": len(stopped),
        "attention": len(attention),
    }


_UNSURE = 75
"""Exit code by which a mail program tries a delivery again."""


def run_judge(session: Session, action: str, folder: Path, *, as_json: bool = False) -> None:
    """Carry out one action on a judge's folder.

    Raises:
        Abort: it cannot be done; the sentence says why.
    """
    judge = JudgeFolder(folder.absolute())
    try:
        match action:
            case "init":
                init(session, judge)
            case "check":
                check(session, judge)
            case "status":
                status(session, judge, as_json=as_json)
            case "take":
                take(session, judge)
            case _:
                run(session, judge)
    except (JudgeFolderError, JudgeRunningError, StorageError) as error:
        raise Abort(str(error)) from error


def run(session: Session, folder: JudgeFolder) -> None:
    """Run until SIGTERM or Ctrl+C."""
    enter(folder)
    judge = MailJudge(folder)
    page = HealthPage(folder, judge.settings.health) if judge.settings.health is not None else None
    site: JudgeSite | None = None
    try:
        if judge.settings.web is not None:
            site = _site(judge, judge.settings.web)
            for address in addresses_of(judge.settings.web, site.port):
                session.say(labelled(tr("Pages"), address))
        session.say(tr("The judge runs on {folder}; Ctrl+C ends it.", folder=folder.root))
        judge.run()
    finally:
        for each in (page, site):
            if each is not None:
                each.close()
        judge.close()


def _site(judge: MailJudge, terms: WebTerms) -> JudgeSite:
    try:
        return JudgeSite(judge, terms)
    except (OSError, ValueError) as error:
        words = system_words(error) if isinstance(error, OSError) else str(error)
        raise Abort(tr("Nobody can connect at {host}:{port}: {error}.", host=terms.host, port=terms.port, error=words)) from error


def take(session: Session, folder: JudgeFolder) -> None:
    """Take a mail from standard input into the spool, as ``.forward`` and procmail hand it over."""
    raw = session.services.received_bytes(LARGEST + 1)
    if not raw.strip():
        raise Abort(tr("There is no mail on standard input."))
    try:
        folder.settings()
        make_folder(folder.spool, tr("making the judge's folder"), private=True)
        Spool(folder).keep(raw)
    except (StorageError, JudgeFolderError) as error:
        session.say(str(error))
        session.ends_with = _UNSURE


# --- init ---


def init(session: Session, folder: JudgeFolder) -> None:
    """Ask what the judge needs, try each connection, and write ``judge.toml``."""
    if folder.settings_file.exists():
        raise Abort(tr("{file} is there already; edit it, or choose another folder.", file=folder.settings_file))
    asked = _Questions(session)
    document = tomlkit.document()
    me = asked.of(tr("Address of the judge"), checked_address)
    judge = {
        "name": asked.of(tr("Name of the judge"), usual="Judge"),
        "address": me,
        "zone": asked.of(tr("Time zone"), _zone, "UTC"),
    }
    port = asked.of(tr("Port of the health page on this machine; 0 for none"), _port, "0")
    if port != "0":
        judge["health"] = f"127.0.0.1:{port}"
    document["judge"] = judge
    port = asked.of(tr("Port of the pages in browsers; 0 for none"), _port, "0")
    if port != "0":
        document["web"] = {"host": "127.0.0.1", "port": int(port)}
        url = asked.of(tr("Address of these pages for others, behind a reverse proxy; empty for this machine alone"), usual="")
        if url:
            document["web"]["public_url"] = url
    word = new_word()
    document["master"] = {
        "name": asked.of(tr("Name of the game master"), usual=""),
        "address": asked.of(tr("Address of the game master"), checked_address),
        "word": hashed(word),
    }
    document["incoming"] = _incoming(asked, me)
    document["outgoing"] = _outgoing(asked, me)
    make_folder(folder.root, tr("making the judge's folder"), private=True)
    write_atomically(folder.settings_file, tomlkit.dumps(document).encode(), tr("making the judge's folder"), private=True)
    session.say(tr("{file} is written.", file=folder.settings_file))
    _keep_passwords(session, folder.settings())
    session.say(tr("Your secret word as the game master is {word}. It is kept as a hash alone: write it down.", word=word))
    check(session, folder)


def _incoming(asked: _Questions, me: str) -> dict[str, object]:
    kind = asked.of(tr("Mails come from: imap, maildir, or none for standard input"), _one_of("imap", "maildir", "none"), "imap")
    if kind == "none":
        return {"kind": "none"}
    if kind == "maildir":
        return {"kind": "maildir", "path": asked.of(tr("Path of the Maildir"))}
    return {
        "kind": "imap",
        "host": asked.of(tr("IMAP server")),
        "port": int(asked.of(tr("Its port"), _port, "993")),
        "user": asked.of(tr("User there"), usual=me),
        **_password(asked),
    }


def _outgoing(asked: _Questions, me: str) -> dict[str, object]:
    kind = asked.of(tr("Mails go out by: smtp, or none to keep them in the outbox"), _one_of("smtp", "none"), "smtp")
    if kind == "none":
        return {"kind": "none"}
    security = asked.of(tr("Encryption: tls or starttls"), _one_of("tls", "starttls"), "tls")
    return {
        "kind": "smtp",
        "host": asked.of(tr("SMTP server")),
        "port": int(asked.of(tr("Its port"), _port, "465" if security == "tls" else "587")),
        "security": security,
        "user": asked.of(tr("User there"), usual=me),
        **_password(asked),
    }


def _password(asked: _Questions) -> dict[str, object]:
    file = asked.of(tr("File with the password, readable by you only; empty for the system's store of secrets"), usual="")
    return {"password_file": file} if file else {}


def _keep_passwords(session: Session, settings: JudgeSettings) -> None:
    """Ask for the passwords that stand in no file and that the system's store does not have yet, and keep them there."""
    store = SecretStore()
    places = ((each.server, each.password_file) for each in (settings.incoming, settings.outgoing))
    for server in dict.fromkeys(server for server, file in places if server is not None and server.user and file is None):
        if store.is_there and store.password(server) is None:
            typed = session.services.ask(SecretQuestion(tr("Password of {user} at {host}", user=server.user, host=server.host)))
            if typed:
                store.keep(server, typed)


class _Questions:
    """Questions at a terminal, or answered by the lines of standard input; a wrong answer is asked again."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def of(self, question: str, check: Callable[[str], str] = str, usual: str | None = None) -> str:
        shown = question if usual is None or not usual else f"{question} [{usual}]"
        for _ in range(5):
            line = self._session.services.read_line(labelled(shown, ""))
            if line is None:
                raise Abort(tr("The answers ended before: {question}", question=question))
            try:
                answer = line.strip() or (usual if usual is not None else "")
                if not answer and usual is None:
                    raise ValueError(tr("an answer is needed"))
                return check(answer) if answer else answer
            except ValueError as error:
                self._session.say(str(error))
        raise Abort(tr("No answer could be used: {question}", question=question))


def _zone(text: str) -> str:
    if known_zone(text) is None:
        raise ValueError(tr("There is no time zone {zone}; names are such as Europe/Berlin, America/New_York and UTC.", zone=text))
    return text


def _port(text: str) -> str:
    if not re.fullmatch(r"\d{1,5}", text) or int(text) > 65_535:
        raise ValueError(tr("Ports go up to 65535."))
    return text


def _one_of(*words: str) -> Callable[[str], str]:
    def checked(text: str) -> str:
        if text.casefold() not in words:
            raise ValueError(", ".join(words))
        return text.casefold()

    return checked


# --- check and status ---


def check(session: Session, folder: JudgeFolder) -> None:
    """Try everything that the judge needs, and say what works and what does not."""
    settings = folder.settings()
    trouble = 0
    attempts: tuple[tuple[str, Callable[[], str]], ...] = (
        (tr("settings"), lambda: str(folder.settings_file)),
        (tr("folder"), lambda: _writable(folder)),
        (tr("mails in"), lambda: _mails_in(settings, folder)),
        (tr("mails out"), lambda: _mails_out(settings)),
        (tr("pages"), lambda: _pages(settings, folder)),
    )
    for name, attempt in attempts:
        try:
            session.say(labelled(name, f"{tr('works')} ({attempt()})"))
        except (MailboxError, JudgeFolderError, StorageError, OSError, SMTPException, ValueError) as error:
            trouble += 1
            session.say(labelled(name, str(error)))
    if trouble:
        session.ends_with = 1


def _writable(folder: JudgeFolder) -> str:
    probe = folder.root / ".probe"
    write_atomically(probe, b"x", tr("making the judge's folder"), private=True)
    probe.unlink()
    return str(folder.root)


def _mails_in(settings: JudgeSettings, folder: JudgeFolder) -> str:
    mailbox = mailbox_of(settings, Spool(folder), folder)
    try:
        return mailbox.check()
    finally:
        mailbox.close()


def _mails_out(settings: JudgeSettings) -> str:
    outgoing = settings.outgoing
    if outgoing.server is None:
        return tr("they are kept in the outbox")
    return try_connection(outgoing.server, password_of(outgoing.password_file, outgoing.server), trusting(outgoing.certificates))


def _pages(settings: JudgeSettings, folder: JudgeFolder) -> str:
    if settings.web is None:
        return tr("there are none")
    checked_tls(settings.web)
    if not runs_on(folder.root):  # else its own pages have the port
        bound_socket(settings.web.host, settings.web.port).close()
    return settings.web_address


def status(session: Session, folder: JudgeFolder, *, as_json: bool = False) -> None:
    """Say whether the judge runs, where its games are, and what waits for the game master."""
    state = status_data(folder)
    if as_json:
        session.say(json.dumps(state, ensure_ascii=False, indent=1))
        return
    session.say(tr("The judge runs.") if state["runs"] else tr("The judge does not run."))
    if state["at"]:
        session.say(tr("Last round: {at}. Mails that wait: {waiting}.", at=state["at"], waiting=state["spool"]))
    games = state["games"]
    assert isinstance(games, dict)
    for short, where in games.items():
        session.say(f"  {labelled(str(short), str(where))}")
    for each in (*dict(state["stopped"]).items(), *state["attention"]):  # type: ignore[call-overload, misc]
        session.say(f"  ! {each if isinstance(each, str) else labelled(*each)}")


def status_data(folder: JudgeFolder) -> dict[str, object]:
    """The same as data; nothing in it is a secret."""
    seen = sight_of(folder.root)
    state = {
        "at": seen.at,
        "games": seen.games,
        "stopped": seen.stopped,
        "attention": list(seen.attention),
        "mailbox_read": seen.mailbox_read,
    }
    return {"runs": seen.runs, **state, "spool": len(Spool(folder).waiting())}
