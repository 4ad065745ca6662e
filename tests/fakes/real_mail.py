"""A real Dovecot and a real Postfix for one test: each with its own configuration in a folder, on free ports of this machine, with TLS."""

from __future__ import annotations

import imaplib
import os
import pwd
import shutil
import smtplib
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread
from time import monotonic, sleep

import pytest

from tests.fakes.mail_servers import trusting

PASSWORD = "a long password"
USERS = ("judge", "mona", "ada", "ben", "cleo", "dan", "eve", "fay", "gus", "zed")
DOMAIN = "example.org"
PATIENCE = 60.0
"""Seconds that a server may take to start; no measure, it is there much sooner."""
_MAILBOXES = "nobody"
"""System user to whom the mailboxes belong: Dovecot opens none that belongs to root."""

REQUIRED = os.environ.get("ENTENTE_REQUIRE_MAIL") == "1"


def why_not() -> str:
    """Return the reason that the servers cannot be started here; empty where they can."""
    missing = [name for name in ("dovecot", "postfix") if _program(name) is None]
    if missing:
        return f"{' and '.join(missing)} not installed: apt-get install dovecot-imapd postfix"
    if os.geteuid() != 0:
        return "mail servers deliver to mailboxes of others, which takes root"
    return ""


def _program(name: str) -> str | None:
    return shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/local/sbin")


def needs_mail_servers() -> None:
    """Skip the test where there are no servers; fail where they are required."""
    reason = why_not()
    if reason and REQUIRED:
        pytest.fail(reason)
    if reason:
        pytest.skip(reason)


@dataclass
class RealMail:
    """Mailboxes of all users, and the ports of both servers."""

    folder: Path
    imap_port: int
    smtp_port: int
    _dovecot: list[str] = field(default_factory=list)

    def maildir(self, user: str) -> Path:
        """The mailbox of *user*."""
        return self.folder / "mail" / user

    def mails(self, user: str) -> list[bytes]:
        """The mails of *user*, as they lie in the mailbox."""
        found: list[bytes] = []
        for part in ("new", "cur"):
            with suppress(FileNotFoundError):
                found += [each.read_bytes() for each in sorted((self.maildir(user) / part).iterdir())]
        return found

    def client(self, user: str) -> imaplib.IMAP4_SSL:
        """A connection of *user* to the IMAP server, with the inbox open."""
        client = imaplib.IMAP4_SSL("127.0.0.1", self.imap_port, ssl_context=trusting(self.folder), timeout=PATIENCE)
        client.login(user, PASSWORD)
        client.select("INBOX")
        return client

    def submit(self, user: str, to: str, content: bytes) -> None:
        """Have *user* send a mail over the SMTP server."""
        with smtplib.SMTP_SSL("127.0.0.1", self.smtp_port, context=trusting(self.folder), timeout=PATIENCE) as smtp:
            smtp.login(user, PASSWORD)
            smtp.sendmail(f"{user}@{DOMAIN}", [to], content)

    def set_password(self, user: str, password: str) -> None:
        """Give *user* another password, and wait until both servers know it: they ask the same file."""
        users = self.folder / "users"
        lines = users.read_text(encoding="utf-8").splitlines()
        told = (f"{user}:{{PLAIN}}{password}::::::" if line.startswith(f"{user}:") else line for line in lines)
        users.write_text("".join(f"{line}\n" for line in told), encoding="utf-8")

        def is_known() -> bool:
            with suppress(imaplib.IMAP4.error), imaplib.IMAP4_SSL("127.0.0.1", self.imap_port, ssl_context=trusting(self.folder)) as client:
                client.login(user, password)
                return True
            return False

        until(is_known, "the new password")

    def append(self, user: str, content: bytes) -> None:
        """Put a mail into the mailbox of *user*, as its owner may."""
        client = self.client(user)
        client.append("INBOX", "", None, content)
        client.logout()


class MailGate:
    """A gate before the SMTP server: what the server says passes until a condition holds, and then not before the gate is opened."""

    def __init__(self, port: int) -> None:
        self._server_port = port
        self.shuts_when: Callable[[], bool] = lambda: False
        self.is_shut, self._opened = Event(), Event()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        Thread(target=self._accept, daemon=True).start()

    def open(self) -> None:
        """Let everything pass from now on."""
        self.shuts_when = lambda: False
        self._opened.set()

    def close(self) -> None:
        """Take no more connections, and end those that wait."""
        self.open()
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                Thread(target=self._connect, args=(client,), daemon=True).start()

    def _connect(self, client: socket.socket) -> None:
        with client, suppress(OSError), socket.create_connection(("127.0.0.1", self._server_port)) as server:
            back = Thread(target=self._pass, args=(server, client, True), daemon=True)
            back.start()
            self._pass(client, server, False)
            back.join()

    def _pass(self, source: socket.socket, target: socket.socket, is_answer: bool) -> None:
        with suppress(OSError):
            while data := source.recv(65_536):
                if is_answer and self.shuts_when():
                    self.is_shut.set()
                    self._opened.wait()
                target.sendall(data)
        for each in (source, target):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)


@contextmanager
def real_mail(folder: Path, *, quota: str = "") -> Iterator[RealMail]:
    """Both servers, while the test runs.

    Args:
        quota: of each mailbox, such as ``20k``; none unless given.
    """
    folder.chmod(0o755)
    _make_certificate(folder)
    (folder / "key.pem").chmod(0o600)
    mail = RealMail(folder, _free_port(), _free_port())
    (folder / "mail").mkdir()
    for user in USERS:
        for part in ("", "new", "cur", "tmp"):
            (mail.maildir(user) / part).mkdir(parents=True, exist_ok=True)
            shutil.chown(mail.maildir(user) / part, _MAILBOXES)
    shutil.chown(folder / "mail", _MAILBOXES)
    with ExitStack() as running:
        running.enter_context(_dovecot(mail, quota))
        running.enter_context(_postfix(mail))
        yield mail


def _make_certificate(folder: Path) -> None:
    """A certificate for this machine, with an RSA key: every version of both servers takes it."""
    words = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"]
    words += ["-addext", "subjectAltName=IP:127.0.0.1"]
    files = ["-keyout", str(folder / "key.pem"), "-out", str(folder / "cert.pem")]
    subprocess.run(["openssl", *words, *files], check=True, capture_output=True)


@contextmanager
def _dovecot(mail: RealMail, quota: str) -> Iterator[None]:
    folder = mail.folder
    (folder / "users").write_text("".join(f"{user}:{{PLAIN}}{PASSWORD}::::::\n" for user in USERS), encoding="utf-8")
    (folder / "users").chmod(0o644)  # the servers' own users read it
    with_quota = f"mail_plugins = quota\nplugin {{\n quota = maildir:User quota\n quota_rule = *:storage={quota}\n}}\n" if quota else ""
    (folder / "dovecot.conf").write_text(
        f"""
base_dir = {folder}/dovecot
state_dir = {folder}/dovecot
log_path = {folder}/dovecot.log
instance_name = {folder.name}
protocols = imap
listen = 127.0.0.1
ssl = required
ssl_cert = <{folder}/cert.pem
ssl_key = <{folder}/key.pem
mail_location = maildir:{folder}/mail/%n
mail_privileged_group =
first_valid_uid = 1
first_valid_gid = 1
{with_quota}
passdb {{
  driver = passwd-file
  args = {folder}/users
}}
userdb {{
  driver = static
  args = uid={_MAILBOXES} gid=nogroup home={folder}/mail/%n
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = 0
  }}
  inet_listener imaps {{
    port = {mail.imap_port}
    ssl = yes
  }}
}}
service anvil {{
  chroot =
}}
service auth {{
  unix_listener for-postfix {{
    mode = 0666
  }}
}}
auth_mechanisms = plain login
mailbox_idle_check_interval = 1s
""",
        encoding="utf-8",
    )
    program = _program("dovecot")
    assert program is not None
    process = subprocess.Popen([program, "-F", "-c", str(folder / "dovecot.conf")], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _wait_for(mail.imap_port, process, folder / "dovecot.log")
        yield
    finally:
        _end(process)


@contextmanager
def _postfix(mail: RealMail) -> Iterator[None]:
    """Postfix with folders of its own; Dovecot knows its users' passwords."""
    folder, conf = mail.folder, mail.folder / "postfix"
    for name in ("", "queue", "data"):
        (conf / name).mkdir(exist_ok=True)
    shutil.chown(conf / "data", "postfix")
    (conf / "receivers").write_text("".join(f"{user}@{DOMAIN} {user}/\n" for user in USERS), encoding="utf-8")
    told = {
        "compatibility_level": "3.6",
        "queue_directory": f"{conf}/queue",
        "data_directory": f"{conf}/data",
        "command_directory": "/usr/sbin",
        "daemon_directory": "/usr/lib/postfix/sbin",
        "shlib_directory": "/usr/lib/postfix",
        "maillog_file": f"{folder}/postfix.log",
        "maillog_file_prefixes": str(folder),
        "myhostname": "here.example.org",
        "mydestination": "",
        "inet_interfaces": "127.0.0.1",
        "inet_protocols": "ipv4",
        "mynetworks": "127.0.0.1/32",
        "virtual_mailbox_domains": DOMAIN,
        "virtual_mailbox_base": f"{folder}/mail",
        "virtual_mailbox_maps": f"texthash:{conf}/receivers",
        "virtual_uid_maps": f"static:{pwd.getpwnam(_MAILBOXES).pw_uid}",
        "virtual_gid_maps": f"static:{pwd.getpwnam(_MAILBOXES).pw_gid}",
        "virtual_minimum_uid": "1",
        "alias_maps": "",
        "smtpd_tls_cert_file": f"{folder}/cert.pem",
        "smtpd_tls_key_file": f"{folder}/key.pem",
        "smtpd_sasl_auth_enable": "yes",
        "smtpd_sasl_type": "dovecot",
        "smtpd_sasl_path": f"{folder}/dovecot/for-postfix",
        "smtpd_relay_restrictions": "permit_sasl_authenticated, reject",
        "smtpd_recipient_restrictions": "permit_sasl_authenticated, reject",
    }
    (conf / "main.cf").write_text("".join(f"{key} = {value}\n" for key, value in told.items()), encoding="utf-8")
    services = [f"127.0.0.1:{mail.smtp_port} inet n - n - - smtpd -o smtpd_tls_wrappermode=yes -o smtpd_tls_security_level=encrypt"]
    services += ["postlog unix-dgram n - n - 1 postlogd", "pickup unix n - n 60 1 pickup", "cleanup unix n - n - 0 cleanup"]
    services += ["qmgr unix n - n 300 1 qmgr", "tlsmgr unix - - n 1000? 1 tlsmgr", "rewrite unix - - n - - trivial-rewrite"]
    services += [
        "bounce unix - - n - 0 bounce",
        "defer unix - - n - 0 bounce",
        "trace unix - - n - 0 bounce",
        "flush unix n - n 1000? 0 flush",
    ]
    services += [
        "proxymap unix - - n - - proxymap",
        "virtual unix - n n - - virtual",
        "error unix - - n - - error",
        "retry unix - - n - - error",
    ]
    services += ["anvil unix - - n - 1 anvil", "smtp unix - - n - - smtp"]
    (conf / "master.cf").write_text("\n".join((*services, "")), encoding="utf-8")
    with (folder / "postfix.out").open("wb") as out:
        process = subprocess.Popen(["/usr/sbin/postfix", "-c", str(conf), "start-fg"], stdout=out, stderr=out)
    try:
        _wait_for(mail.smtp_port, process, folder / "postfix.out")
        yield
    finally:
        subprocess.run(["/usr/sbin/postfix", "-c", str(conf), "stop"], capture_output=True, check=False, timeout=60)
        _end(process)


def until(holds: Callable[[], bool], what: str) -> None:
    """Wait until *holds*: a server delivers when it likes. A bound ends what never comes."""
    end = monotonic() + PATIENCE
    while not holds():
        assert monotonic() < end, f"waited for {what}"
        sleep(0.05)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    def listens() -> bool:
        assert process.poll() is None, log.read_text(encoding="utf-8", errors="replace")[-2_000:] if log.exists() else "it ended"
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return True
        return False

    until(listens, f"port {port}")


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    with suppress(subprocess.TimeoutExpired):
        process.wait(15)
        return
    process.kill()
    process.wait()
