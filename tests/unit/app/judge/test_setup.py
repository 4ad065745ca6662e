"""A judge's folder made from answers, its connections tried, its state said, and the page for programs that watch."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import tomllib
import urllib.error
import urllib.request
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import keyring
import pytest

from app.game.deadlines import written
from app.judge.folder import JudgeFolder, password_of
from app.judge.mail_sources import MaildirMailbox, Spool
from app.judge.running import MailJudge
from app.judge.setup import HealthPage, run_judge
from app.session.errors import Abort
from app.session.session import Session
from tests.unit.app.commands.fake_services import Desk
from tests.unit.app.judge.table import make_folder
from tests.unit.app.mail_out.test_mail import Trusted


class Typed:
    """Services of a person who types the answers."""

    def __init__(self, desk: Desk, lines: list[str]) -> None:
        self._services, self._lines = desk.session.services, iter(lines)

    def read_line(self, prompt: str) -> str | None:
        return next(self._lines, None)

    def __getattr__(self, name: str) -> object:
        return getattr(self._services, name)


@pytest.fixture
def desk() -> Desk:
    """A session without a game."""
    return Desk(game=False)


def typed(desk: Desk, *lines: str) -> Session:
    desk.session.services = Typed(desk, list(lines))  # type: ignore[assignment]
    return desk.session


def said(desk: Desk) -> str:
    return "\n".join(desk.services.said)


def test_init_writes_one_file_that_is_understood(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "mail" / "new").mkdir(parents=True)
    answers = (
        "judge@example.org",
        "The Judge",
        "Mars/Crater",
        "Europe/Berlin",
        "8025",
        "1902",
        "https://judge.example.org",
        "Mona",
        "mona at home",
        "mona@example.org",
    )
    session = typed(desk, *answers, "maildir", str(tmp_path / "mail"), "none")
    run_judge(session, "init", tmp_path / "judge")
    settings = JudgeFolder(tmp_path / "judge").settings()
    assert (settings.me.address, settings.zone, settings.health) == ("judge@example.org", "Europe/Berlin", ("127.0.0.1", 8025))
    assert settings.incoming.path == tmp_path / "mail"
    assert settings.web is not None
    assert (settings.web.port, settings.web_address) == (1902, "https://judge.example.org")
    assert settings.master_word.startswith("scrypt$")
    assert "There is no time zone Mars/Crater" in said(desk)
    word = said(desk).partition("game master is ")[2].partition(". ")[0]
    assert word
    assert word not in (tmp_path / "judge" / "judge.toml").read_text(encoding="utf-8")
    assert "0 new mails" in said(desk)
    with pytest.raises(Abort, match="is there already"):
        run_judge(desk.session, "init", tmp_path / "judge")


def test_init_keeps_passwords_in_the_systems_store_where_no_file_is_named(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Trusted()
    monkeypatch.setattr(keyring, "get_keyring", lambda: store)
    desk.services.answers = ["word of the mailbox", "word of the way out"]
    first = ("judge@example.org", "", "", "", "", "", "mona@example.org")
    imap, smtp = ("imap", "127.0.0.1", "1", "judge", ""), ("smtp", "", "127.0.0.1", "2", "judge", "")
    run_judge(typed(desk, *first, *imap, *smtp), "init", tmp_path / "judge")
    settings = JudgeFolder(tmp_path / "judge").settings()
    assert settings.incoming.server is not None
    assert settings.outgoing.server is not None
    assert password_of(None, settings.incoming.server) == "word of the mailbox"
    assert password_of(None, settings.outgoing.server) == "word of the way out"
    assert not [each for each in (tmp_path / "judge").rglob("*") if each.is_file() and b"word of" in each.read_bytes()]
    assert "word of" not in said(desk)


def test_check_names_what_does_not_work(desk: Desk, tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "judge")
    text = folder.settings_file.read_text(encoding="utf-8")
    folder.settings_file.write_text(
        text + '[incoming]\nkind = "maildir"\npath = "nowhere"\n[outgoing]\nkind = "smtp"\nhost = "127.0.0.1"\nport = 1\n', encoding="utf-8"
    )
    run_judge(desk.session, "check", folder.root)
    assert desk.session.ends_with == 1
    assert "nowhere" in said(desk)
    assert "127.0.0.1:1 cannot be reached" in said(desk)


def test_check_tries_the_port_of_the_pages(desk: Desk, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        folder = make_folder(tmp_path / "judge", web=f"[web]\nport = {taken.getsockname()[1]}\n")
        run_judge(desk.session, "check", folder.root)
    assert desk.session.ends_with == 1
    assert "pages" in desk.services.said[-1]
    desk.session.ends_with = 0
    run_judge(desk.session, "check", folder.root)
    assert desk.session.ends_with == 0


def test_status_says_whether_it_runs_and_what_waits(desk: Desk, own_folders: Path) -> None:
    folder = make_folder(own_folders / "judge")
    run_judge(desk.session, "status", folder.root)
    assert "does not run" in said(desk)
    judge = MailJudge(folder)
    judge.state.look_at("x", "Somebody waits.")
    judge.round()
    run_judge(desk.session, "status", folder.root, as_json=True)
    told = json.loads(desk.services.said[-1])
    assert told["runs"]
    assert told["attention"] == ["Somebody waits."]
    judge.close()


def test_a_mail_on_standard_input_lies_in_the_spool(desk: Desk, own_folders: Path) -> None:
    folder = make_folder(own_folders / "judge")

    class Piped(Typed):
        def received_bytes(self, most: int) -> bytes:
            return b"From: zed@example.org\nMessage-ID: <1@x>\nSubject: x\n\nLIST\n"[:most]

    desk.session.services = Piped(desk, [])  # type: ignore[assignment]
    run_judge(desk.session, "take", folder.root)
    run_judge(desk.session, "take", folder.root)
    assert len(Spool(folder).waiting()) == 1


def test_a_maildir_is_moved_on_when_its_mail_is_in_the_spool(own_folders: Path, tmp_path: Path) -> None:
    folder = make_folder(own_folders / "judge")
    folder.spool.mkdir(parents=True)
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / "1.host").write_bytes(b"From: a@b.org\nSubject: x\n\nLIST\n")
    mailbox = MaildirMailbox(tmp_path)
    kept: list[bytes] = []

    def fails(raw: bytes) -> None:
        raise OSError("no space")

    with pytest.raises(Exception, match="no space"):
        mailbox.look(fails)
    assert [each.name for each in (tmp_path / "new").iterdir()] == ["1.host"]
    assert mailbox.look(kept.append) == 1
    assert [each.name for each in (tmp_path / "cur").iterdir()] == ["1.host:2,S"]
    assert mailbox.look(kept.append) == 0


@pytest.fixture
def page(own_folders: Path) -> Iterator[tuple[JudgeFolder, HealthPage]]:
    """The health page of a folder."""
    folder = make_folder(own_folders / "judge")
    page = HealthPage(folder, ("127.0.0.1", 0))
    yield folder, page
    page.close()


def test_the_health_page_is_well_while_rounds_are_made(page: tuple[JudgeFolder, HealthPage]) -> None:
    folder, server = page
    with pytest.raises(urllib.error.HTTPError, match="503"):
        urllib.request.urlopen(f"http://127.0.0.1:{server.port}/health", timeout=30)
    told = {"at": written(datetime.now(UTC)), "games": {"a": "active"}, "stopped": {}, "attention": ["secret words"]}
    folder.alive.write_text(json.dumps(told), encoding="utf-8")
    with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/health", timeout=30) as answer:
        content = answer.read().decode()
    assert json.loads(content)["is_well"]
    assert "secret" not in content
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(f"http://127.0.0.1:{server.port}/games", timeout=30)


ROOT = Path(__file__).resolve().parents[4]


def test_the_systemd_unit_is_understood(tmp_path: Path) -> None:
    """``systemd-analyze`` looks at the unit with the two paths written in, as the guide says."""
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd-analyze is not installed")
    text = (ROOT / "docs" / "judge" / "entente-judge.service").read_text(encoding="utf-8")
    assert "ExecStart=%h/entente/run judge run %h/my-judge" in text
    unit = tmp_path / "entente-judge.service"
    unit.write_text(text.replace("%h/entente/run", str(ROOT / "run")).replace("%h/my-judge", str(tmp_path)), encoding="utf-8")
    found = subprocess.run([program, "verify", str(unit)], capture_output=True, text=True, check=False, timeout=300)
    said = [line for line in (found.stdout + found.stderr).splitlines() if "entente-judge" in line]
    assert said == [], found.stderr


def test_the_container_file_copies_what_is_there_and_runs_a_command_that_is() -> None:
    """No container tool is needed: instructions are known ones, what is copied is there, and the command is one of ours."""
    text = (ROOT / "docs" / "judge" / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line.split(maxsplit=1) for line in text.splitlines() if line.strip() and not line.startswith("#")]
    assert {word for word, _ in lines} == {"FROM", "RUN", "ENV", "COPY", "USER", "VOLUME", "STOPSIGNAL", "CMD"}
    told = {word: rest for word, rest in lines if word in ("COPY", "CMD", "VOLUME", "USER")}
    assert told["COPY"] == ". /entente"
    command = json.loads(told["CMD"])
    assert command[1:] == ["judge", "run", told["VOLUME"]]
    assert command[0] == "/venv/bin/entente"
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"]
    assert "entente" in scripts
    assert f"useradd --create-home {told['USER']}" in text
