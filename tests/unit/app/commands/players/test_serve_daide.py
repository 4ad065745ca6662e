"""``serve --daide`` and ``join``: a whole game between two processes' worth of commands, kept as files."""

from __future__ import annotations

import re
import threading
import time
from pathlib import Path

import pytest

from app.cli.main import main
from app.commands.declaring.run import run_line
from app.commands.players.daide import join, serve
from app.game.library import Library
from app.game.opening import open_text
from app.game.record import Game
from app.game.storage.places import Places
from app.session.session import Session
from tests.unit.app.commands.fake_services import FakeServices


@pytest.fixture(autouse=True)
def short_farewell(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the time that clients have after the end, which the tests of the server cover."""
    monkeypatch.setattr("app.players.daide.host.OFF_AFTER", 0.1)
    monkeypatch.setattr("app.players.daide.host.CLOSED_AFTER", 0.1)


def served_at(file: Path, capfd: pytest.CaptureFixture[str]) -> tuple[threading.Thread, str]:
    """A server that waits for one program, and its address."""
    words = ["serve", "--daide", "0", "--bots", "random", "--moves", "60", "--years", "2", "--into", str(file)]
    server = threading.Thread(target=main, args=(words,), daemon=True)
    server.start()
    said = ""
    while not (found := re.search(r"127\.0\.0\.1:\d+", said)):
        said += capfd.readouterr().out
        time.sleep(0.02)
    return server, found[0]


@pytest.mark.slow
def test_a_game_is_joined_in_the_window_and_opened_there(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    server, address = served_at(tmp_path / "served.dpn", capfd)
    services = FakeServices(screen=True)
    session = Session(services, Library(Places(tmp_path / "settings", tmp_path / "data", tmp_path / "cache")))
    run_line(session, f"join {address} --bot easy --name Guest")
    server.join(300)
    assert services.waited_for == [f"Playing at {address}…"]
    assert session.current is not None
    ours = opened(tmp_path / "served.dpn")
    assert [turn.position.units for turn in session.game.line()] == [turn.position.units for turn in ours.line()]


@pytest.mark.slow
def test_a_game_is_served_and_joined_from_start_to_end_and_kept_on_both_sides(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    served, joined = tmp_path / "served.dpn", tmp_path / "joined.dpn"
    server, address = served_at(served, capfd)
    assert main(["join", address, "--bot", "easy", "--name", "Guest", "--into", str(joined)]) == 0
    server.join(300)
    ours, theirs = opened(served), opened(joined)
    assert ours.ending is not None
    assert theirs.ending is not None
    assert ours.ending.winners == theirs.ending.winners
    assert [turn.position.units for turn in ours.line()] == [turn.position.units for turn in theirs.line()]
    assert sum(player.name == "Guest Easy" for player in ours.players.values()) == 1


def opened(file: Path) -> Game:
    found = open_text(file.read_bytes())
    assert not found.text.faults
    game = found.ready().game
    assert game is not None
    return game


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["serve"], "Say who connects"),
        (["serve", "--daide", "70000"], "Ports go up to 65535"),
        (["serve", "--daide", "0", "--level", "20"], "levels are 0 and 10"),
        (["serve", "--daide", "0", "--out", "some"], "There is no --out=some"),
        (["serve", "--daide", "0", "--clients", "9"], "seats for 7 programs"),
        (["serve", "--daide", "0", "--variant", "fog-of-war"], "hides something"),
        (["join", "nowhere:port"], "is no address"),
        (["join", "localhost:1", "--back", "FRANCE"], "is no power with its passcode"),
        (["join", "127.0.0.1:1", "--watch"], "Nobody answers"),
    ],
)
def test_what_cannot_be_served_or_joined_is_said(words: list[str], why: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(words) != 0
    captured = capfd.readouterr()
    assert why in captured.out + captured.err


def test_both_are_commands() -> None:
    assert serve.__name__ == "serve"
    assert join.__name__ == "join"
