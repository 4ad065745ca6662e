"""The judge beside a real Dovecot and a real Postfix: TLS, IDLE, a new UIDVALIDITY, a full quota, passwords, large mailboxes, a kill."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from email.utils import format_datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import keyring
import pytest

from app.judge.folder import JudgeFolder
from app.judge.incoming import LARGEST
from app.judge.mail_sources import ImapMailbox, MailboxError, Spool
from app.judge.records import Life, hashed, read_records
from app.judge.running import MailJudge
from app.mail_out.mail_server import SecretStore
from tests.fakes.real_mail import PASSWORD, RealMail, needs_mail_servers, real_mail, until
from tests.unit.app.mail_out.test_mail import Trusted

pytestmark = [pytest.mark.slow]

ROOT = Path(__file__).resolve().parents[4]


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder for the servers, whose own users may go into it; the folders of tests are closed to them."""
    needs_mail_servers()
    with TemporaryDirectory(prefix="entente-mail-") as found:
        yield Path(found)


@pytest.fixture
def mail(place: Path) -> Iterator[RealMail]:
    """Both servers."""
    with real_mail(place) as servers:
        yield servers


def judge_folder(root: Path, mail: RealMail, password: str = PASSWORD) -> JudgeFolder:
    """A judge's folder for *mail*."""
    root.mkdir(parents=True, exist_ok=True)
    (root / "password").write_text(f"{password}\n", encoding="utf-8")
    (root / "password").chmod(0o600)
    both = f'host = "127.0.0.1"\nuser = "judge"\npassword_file = "password"\ncertificates = "{mail.folder}/cert.pem"\n'
    (root / "judge.toml").write_text(
        f'[judge]\naddress = "judge@example.org"\npicture = "none"\nanswers_an_hour = 200\n'
        f'[master]\nname = "Mona"\naddress = "mona@example.org"\nword = "{hashed("the-word-of-mona", work=2)}"\n'
        f'[incoming]\nkind = "imap"\nport = {mail.imap_port}\nevery = "1m"\n{both}'
        f'[outgoing]\nkind = "smtp"\nport = {mail.smtp_port}\n{both}',
        encoding="utf-8",
    )
    return JudgeFolder(root)


def letter(name: str, text: str, subject: str = "orders", number: int = 0) -> bytes:
    """A mail to the judge."""
    made = EmailMessage(policy=default)
    made["From"], made["To"], made["Subject"] = f"{name.title()} <{name}@example.org>", "judge@example.org", subject
    made["Date"], made["Message-ID"] = format_datetime(datetime.now(UTC)), f"<{name}{number}@example.org>"
    made.set_content(text)
    return made.as_bytes().replace(b"\n", b"\r\n")


def got(mail: RealMail, user: str) -> list[EmailMessage]:
    return [message_from_bytes(each, policy=default) for each in mail.mails(user)]


@pytest.fixture
def folder(own_folders: Path, mail: RealMail, monkeypatch: pytest.MonkeyPatch) -> JudgeFolder:
    """A judge's folder for the servers."""
    monkeypatch.setenv("ENTENTE_HOME", str(own_folders / "judge" / "own"))
    return judge_folder(own_folders / "judge", mail)


def test_a_mail_is_answered_through_both_servers_and_a_mailbox_made_anew_repeats_nothing(folder: JudgeFolder, mail: RealMail) -> None:
    judge = MailJudge(folder)
    try:
        mail.submit("zed", "judge@example.org", letter("zed", "LIST"))
        until(lambda: len(mail.mails("judge")) == 1, "the mail in the judge's mailbox")
        judge.round()
        until(lambda: len(mail.mails("zed")) == 1, "the answer")
        (answer,) = got(mail, "zed")
        assert answer["In-Reply-To"] == "<zed0@example.org>"
        assert answer["Auto-Submitted"] == "auto-replied"
        assert list(judge.state.outbox.rounds()) == [], "what is settled is put away"
        client = mail.client("judge")
        assert client.search(None, "SEEN")[1] == [b"1"], "the mark in the mailbox comes second"
        client.store("1", "-FLAGS", "\\Seen")
        client.logout()
        for each in mail.maildir("judge").glob("dovecot-uidlist*"):
            each.unlink()  # the mailbox gets another UIDVALIDITY, and all its mails are new
        judge.mailbox.close()
        judge.round()
        judge.round()
        assert len(got(mail, "zed")) == 1
    finally:
        judge.close()


def test_new_mail_ends_the_waiting_at_once(folder: JudgeFolder, mail: RealMail) -> None:
    mailbox = ImapMailbox(folder.settings().incoming, folder)
    try:
        folder.spool.mkdir(parents=True)
        assert "0 new mails" in mailbox.check()
        mailbox.look(Spool(folder).keep)
        mail.append("judge", letter("zed", "LIST"))
        mailbox.wait(600, lambda: False)
        assert mailbox.look(Spool(folder).keep) == 1
        asked: list[bool] = []

        def comes_while_it_waits() -> bool:
            if not asked:
                mail.append("judge", letter("zed", "HELP", number=2))
            asked.append(True)
            return False

        mailbox.wait(600, comes_while_it_waits)
        assert mailbox.look(Spool(folder).keep) == 1
    finally:
        mailbox.close()


def test_what_a_server_refuses_is_said_without_the_password(own_folders: Path, mail: RealMail) -> None:
    folder = judge_folder(own_folders / "other", mail, "a wrong password")
    mailbox = ImapMailbox(folder.settings().incoming, folder)
    with pytest.raises(MailboxError, match="does not take the password of judge") as error:
        mailbox.check()
    assert "a wrong password" not in str(error.value)
    (folder.root / "password").chmod(0o644)
    with pytest.raises(MailboxError, match="only its owner"):
        mailbox.check()
    mailbox.close()


def test_a_password_that_expires_is_said_and_tried_again_and_nothing_is_lost(folder: JudgeFolder, mail: RealMail) -> None:
    """Both servers refuse a login that worked before, while one mail waits in the mailbox and the answer to another in the outbox."""
    later = [timedelta()]
    judge = MailJudge(folder, clock=lambda: datetime.now(UTC) + later[0])
    try:
        mail.append("judge", letter("zed", "LIST"))
        judge.round()
        until(lambda: len(mail.mails("zed")) == 1, "the answer")
        mail.set_password("judge", "another password of some length")
        judge.mailbox.close()  # servers end connections now and then
        mail_after = mail.maildir("judge") / "new" / "2.after"
        mail_after.write_bytes(letter("zed", "HELP", number=1))
        judge.spool.keep(letter("ben", "LIST", number=2))
        for _ in range(2):
            judge.round()
            later[0] += timedelta(hours=1)
        assert "does not take the password of judge" in judge.state.attention["mailbox"]
        assert judge.state.attention["sending"]
        assert [len(each.items) for each in judge.state.outbox.rounds()] == [1]
        assert (len(mail.mails("zed")), len(mail.mails("ben"))) == (1, 0)
        assert PASSWORD not in folder.log.read_text(encoding="utf-8") + str(judge.state.attention)
        (folder.root / "password").write_text("another password of some length\n", encoding="utf-8")
        judge.round()
        judge.round()
        until(lambda: (len(mail.mails("zed")), len(mail.mails("ben"))) == (2, 1), "the answers")
        assert judge.state.attention.keys().isdisjoint({"mailbox", "sending"})
    finally:
        judge.close()


def test_passwords_come_from_the_systems_store_where_no_file_is_named(
    folder: JudgeFolder, mail: RealMail, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = folder.settings_file.read_text(encoding="utf-8")
    folder.settings_file.write_text(text.replace('password_file = "password"\n', ""), encoding="utf-8")
    (folder.root / "password").unlink()
    store = Trusted()
    monkeypatch.setattr(keyring, "get_keyring", lambda: store)
    judge = MailJudge(folder)
    try:
        mail.append("judge", letter("zed", "LIST"))
        judge.round()
        assert "There is no password of judge at 127.0.0.1" in judge.state.attention["mailbox"]
        settings = folder.settings()
        for server in (settings.incoming.server, settings.outgoing.server):
            assert server is not None
            assert SecretStore().keep(server, PASSWORD)
        judge.round()
        until(lambda: len(mail.mails("zed")) == 1, "the answer")
        assert "mailbox" not in judge.state.attention
    finally:
        judge.close()


def test_a_backup_copied_back_goes_on_and_takes_what_came_since_from_the_mailbox(
    own_folders: Path, folder: JudgeFolder, mail: RealMail
) -> None:
    """The copy is older than the last mail: that one is carried out again, for its game knows nothing of it; those before it are not."""

    def at_work(expected: int) -> None:
        judge = MailJudge(folder)
        try:
            judge.round()
            until(lambda: len(mail.mails("mona")) == expected, "the answer")
            judge.round()
        finally:
            judge.close()

    mail.append("judge", letter("mona", "SIGNON MASTER the-word-of-mona\nCREATE harbour standard", number=1))
    at_work(1)
    shutil.copytree(folder.root, own_folders / "backup")
    mail.append("judge", letter("mona", "SIGNON MASTER the-word-of-mona\nFORM harbour", number=2))
    at_work(2)
    shutil.rmtree(folder.root)
    shutil.copytree(own_folders / "backup", folder.root)
    at_work(3)
    answered = Counter(str(each["In-Reply-To"]) for each in got(mail, "mona"))
    assert answered == {"<mona1@example.org>": 1, "<mona2@example.org>": 2}
    assert dict(read_records(folder))["harbour"].life is Life.FORMING  # type: ignore[union-attr]
    shutil.copytree(folder.root, own_folders / "newer")
    shutil.rmtree(folder.root)
    shutil.copytree(own_folders / "newer", folder.root)
    at_work(3)


def test_of_a_mailbox_with_old_mails_only_those_that_are_not_read_are_looked_at(folder: JudgeFolder, mail: RealMail) -> None:
    """50,000 mails, read ones and ones that lie there unread for a month; one that is new comes before all others by its number."""
    box, month = mail.maildir("judge") / "cur", 30 * 86_400
    for name, age in (("read", 0), ("old", month)):
        first = box / f"1.{name}"
        first.write_bytes(letter("zed", "LIST", number=age))
        os.utime(first, (datetime.now(UTC).timestamp() - age,) * 2)
        for number in range(25_000):
            os.link(first, box / f"{number + 10}.{name}:2,{'S' if name == 'read' else ''}")
        first.unlink()
    (mail.maildir("judge") / "new" / "0.first").write_bytes(letter("zed", "HELP", number=999))
    judge = MailJudge(folder)
    try:
        judge.round()
        until(lambda: len(mail.mails("zed")) == 1, "the answer")
        assert got(mail, "zed")[0]["In-Reply-To"] == "<zed999@example.org>"
        assert len(list(box.iterdir())) == 50_001
        (mail.maildir("judge") / "new" / "9.next").write_bytes(letter("zed", "LIST", number=1_000))
        judge.round()
        until(lambda: len(mail.mails("zed")) == 2, "the second answer")
    finally:
        judge.close()


def test_a_mail_of_many_megabytes_is_fetched_to_its_bound(folder: JudgeFolder, mail: RealMail) -> None:
    """A mail of 50 MB, between two others."""
    mail.append("judge", letter("ben", "LIST", number=1))
    mail.append("judge", letter("zed", "LIST\n" + "x" * 60 + "\n") + (b"y" * 70 + b"\r\n") * 730_000)
    mail.append("judge", letter("ada", "LIST", number=2))
    judge = MailJudge(folder)
    try:
        sizes: list[int] = []
        mailbox = ImapMailbox(folder.settings().incoming, JudgeFolder(folder.root / "other"))
        (folder.root / "other").mkdir()
        assert mailbox.look(lambda raw: sizes.append(len(raw))) == 3
        mailbox.close()
        assert max(sizes) == LARGEST + 1, "no more of it comes over the line"
        client = mail.client("judge")
        client.store("1:3", "-FLAGS", "\\Seen")
        client.logout()
        judge.round()
        until(lambda: len(mail.mails("ada")) == len(mail.mails("ben")) == 1, "the answers to the others")
        until(lambda: len(mail.mails("zed")) == 1, "the answer")
        assert "too large" in str(got(mail, "zed")[0].get_content())
    finally:
        judge.close()


def test_a_full_mailbox_and_a_line_that_drops_lose_nothing(own_folders: Path, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENTENTE_HOME", str(own_folders / "judge" / "own"))
    with real_mail(place, quota="1k") as mail:
        folder = judge_folder(own_folders / "judge", mail)
        (mail.maildir("judge") / "new" / "1.full").write_bytes(letter("zed", "LIST\n" + "word " * 2_000))
        judge = MailJudge(folder)
        try:
            judge.round()
            until(lambda: len(mail.mails("zed")) == 1, "the answer")
            client = judge.mailbox
            assert isinstance(client, ImapMailbox)
            client._client.socket().close()  # type: ignore[union-attr]
            (mail.maildir("judge") / "new" / "2.more").write_bytes(letter("zed", "HELP", number=2))
            judge.round()
            judge.round()
            until(lambda: len(mail.mails("zed")) == 2, "the second answer")
        finally:
            judge.close()


def start(folder: JudgeFolder) -> subprocess.Popen[bytes]:
    """The judge as a process of its own."""
    return subprocess.Popen(
        [sys.executable, str(ROOT / "main.py"), "judge", str(folder.root)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "ENTENTE_LANGUAGE": "en"},
    )


def test_a_judge_that_is_killed_while_it_sends_sends_each_mail_once(folder: JudgeFolder, mail: RealMail) -> None:
    """Forty questions: the program is killed when the first answers are out, and started again, and ended by SIGTERM."""
    names = ("ada", "ben", "cleo", "dan")
    for number in range(40):
        (mail.maildir("judge") / "new" / f"{number:03}.mail").write_bytes(letter(names[number % 4], "LIST", number=number))
    process = start(folder)
    try:
        until(lambda: any(mail.mails(name) for name in names), "the first answer")
        process.kill()
        process.wait()
        process = start(folder)

        def fates() -> Counter[str]:
            rounds = [each.name for each in folder.sent.iterdir()] if folder.sent.exists() else []
            return Counter(rounds)

        until(lambda: len(fates()) == 40, "all rounds")
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
    unknown = [each for each in folder.sent.glob("*/round.json") if b'"unknown"' in each.read_bytes()]
    assert len(unknown) <= 1, "a mail whose fate is unknown may have arrived or not, and is told as such"

    def answered() -> Counter[str]:
        return Counter(str(each["In-Reply-To"]) for name in names for each in got(mail, name))

    until(lambda: len(answered()) >= 40 - len(unknown), "all answers")
    assert set(answered().values()) == {1}, "nothing twice"
    assert b'"ended"' in folder.log.read_bytes()
