"""Mails on standard input are never lost and never taken twice: a game in use, a reader that is gone, a process that is killed."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.cli.main import main
from app.game.opening import open_text
from tests.unit.app.cli.test_command_line import ROOT

posix = pytest.mark.skipif(os.name != "posix", reason="signals and closed descriptors of POSIX")


def mail(number: int, *lines: str) -> bytes:
    head = f"From: Bob <bob@example.org>\nSubject: orders\nDate: Mon, 23 Nov 2020 20:3{number}:00 +0000\n\n"
    return (head + "\n".join(lines or (f"France:\nA PAR - {('BUR', 'PIC', 'GAS')[number]}",)) + "\n").encode()


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / "own"))
    path = tmp_path / "game.dpn"
    assert main(["new", "standard", "--output", str(path)]) == 0
    return path


def kept(game: Path) -> list[str]:
    """The texts of the mails that the game's file holds."""
    opened = open_text(game.read_bytes()).ready().game
    return [each.text.partition("- ")[2] for turn in opened.branches[0].turns for each in turn.mails]


def waiting(game: Path) -> list[Path]:
    return sorted(game.with_name("game.dpn.mails").glob("*.eml"))


def run(arguments: Sequence[str], received: bytes = b"") -> int:
    """A run of the program in this process, with *received* on its standard input."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(received), encoding="utf-8"))
        return main(arguments)


def run_apart(arguments: Sequence[str], received: bytes = b"", before: str = "", *, output: int = subprocess.PIPE) -> int:
    """A run of the program in a process of its own, *before* which some lines of Python are carried out there."""
    lines = f"import sys\nsys.path.insert(0, {str(ROOT)!r})\n{before}\nfrom app.cli.main import main\nsys.exit(main({list(arguments)!r}))"
    done = subprocess.run([sys.executable, "-c", lines], input=received, stdout=output, stderr=subprocess.PIPE, check=False, timeout=120)
    return done.returncode


@contextmanager
def in_use(game: Path) -> Iterator[None]:
    """Another process has the game open, as a window has it."""
    lines = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from pathlib import Path
from app.game.storage.lock import lock_game
from app.game.storage.places import places
held = lock_game(Path({str(game)!r}), places().locks)
print("held", flush=True)
sys.stdin.read()
"""
    with subprocess.Popen([sys.executable, "-c", lines], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdin is not None
        assert holder.stdout.readline() == b"held\n"
        try:
            yield
        finally:
            holder.stdin.close()
            holder.wait(30)


@pytest.mark.slow
def test_a_mail_waits_while_another_process_has_the_game_open_and_the_next_call_takes_it_in(game: Path) -> None:
    with in_use(game):
        assert run(["mail", str(game)], mail(0)) == 6
        assert run(["mail", "--delivery", str(game)], mail(1)) == 0, "for a mail server it is delivered"
        assert len(waiting(game)) == 2
        assert kept(game) == []
    assert run(["mail", str(game)], mail(2)) == 0
    assert sorted(kept(game)) == ["BUR", "GAS", "PIC"]
    assert kept(game)[:2] == ["BUR", "PIC"], "those that came first first"
    assert waiting(game) == []


@pytest.mark.slow
def test_process_takes_in_first_what_waits(game: Path) -> None:
    with in_use(game):
        assert run(["mail", str(game)], mail(0)) == 6
    assert run(["process", str(game), "--missing", "hold"]) == 0
    assert "A PAR - BUR" in game.read_text(encoding="utf-8")
    assert kept(game) == ["BUR"]


@pytest.mark.slow
def test_codes_tell_staged_doubtful_and_failed_apart(game: Path) -> None:
    assert run(["mail", str(game)], mail(0)) == 0
    assert run(["mail", str(game)], mail(1, "France:", "A MAR - SPA or GAS")) == 4
    assert run(["mail", str(game)], b" \n") == 2
    assert run(["mail", str(game.with_name("none.dpn"))], mail(0)) == 75
    assert run(["mail", "--delivery", str(game.with_name("none.dpn"))], mail(0)) == 75
    assert run(["mail", str(game)], mail(0)) == 0, "the very same mail once more is in the game"
    assert len(kept(game)) == 2


@pytest.mark.slow
@posix
def test_a_reader_that_is_gone_loses_no_mail(game: Path) -> None:
    closed = ["sh", "-c", 'exec "$0" "$@" >&-', sys.executable, str(ROOT / "main.py"), "mail", str(game)]
    assert subprocess.run(closed, input=mail(0), stderr=subprocess.PIPE, check=False, timeout=120).returncode == 0
    reader, writer = os.pipe()
    os.close(reader)
    try:
        assert run_apart(["mail", str(game)], mail(1), output=writer) == 0
    finally:
        os.close(writer)
    assert kept(game) == ["BUR", "PIC"]


KILL = "import os, signal\ndef end(*_, **__): os.kill(os.getpid(), signal.SIGKILL)\n"
STEPS = {
    "kept, before the game is opened": "import app.cli.delivery as d; d.take_waiting = end",
    "before the game is saved": "import app.game.document as d; d.Document.save = end",
    "saved, before its own file goes": "import app.gm.taken_mails as d; d.KeptMail.close = end",
}


@pytest.mark.slow
@posix
@pytest.mark.parametrize("step", STEPS)
def test_a_mail_is_taken_once_wherever_its_process_is_killed(game: Path, step: str) -> None:
    assert run_apart(["mail", str(game)], mail(0), KILL + STEPS[step]) == -9
    assert len(waiting(game)) == 1
    if step == "before the game is saved":
        assert run(["mail", str(game)], mail(1)) == 6, "what the killed run left is looked at by a person first"
        assert run(["--recover=take", "mail", str(game)], mail(1)) == 0
    else:
        assert run(["mail", str(game)], mail(1)) == 0
    assert sorted(kept(game)) == ["BUR", "PIC"]
    assert waiting(game) == []


@pytest.mark.slow
def test_a_mail_for_a_game_that_cannot_be_read_waits(game: Path) -> None:
    whole = game.read_bytes()
    game.write_bytes(whole.replace(b"variant: standard", b"variant: standrd"))
    assert run(["mail", str(game)], mail(0)) == 6
    game.write_bytes(whole)
    assert run(["mail", str(game)], mail(1)) == 0
    assert sorted(kept(game)) == ["BUR", "PIC"]


def test_a_mail_for_another_game_is_put_aside_and_not_tried_again(game: Path) -> None:
    other = mail(0).replace(b"Subject: orders", b"Subject: orders [game 0000aaaa]")
    assert run(["mail", str(game)], other) == 4
    assert waiting(game) == []
    assert [each.read_bytes() for each in (game.with_name("game.dpn.mails") / "not taken").glob("*.eml")] == [other]
