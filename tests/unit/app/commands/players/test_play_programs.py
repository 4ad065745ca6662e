"""Programs at the command line: started, called or calling, beside people and built-in opponents."""

from __future__ import annotations

import json
import os
import re
import socket
import sys
import threading
from pathlib import Path

import pytest

from app.game.opening import FileStanding, open_text
from app.game.storage.atomic import StorageError
from app.game.variant_source import ShippedShelf
from app.matches.who_plays import events_to
from app.players.programs.seats import LOOPBACK
from app.session.errors import Abort, ArgumentError
from scripts.player_page import script
from tests.unit.app.commands.fake_services import Desk


@pytest.fixture
def ten(tmp_path: Path) -> str:
    """The program of ten lines."""
    (tmp_path / "ten.py").write_text(script(), encoding="utf-8")
    return f"bot:{(tmp_path / 'ten.py').as_posix()}"


def desk(*typed: str) -> Desk:
    found = Desk(game=False)
    found.services.typed = list(typed)
    return found


@pytest.mark.slow
def test_a_program_plays_against_built_in_opponents_and_the_game_is_kept_with_what_was_said(tmp_path: Path, ten: str) -> None:
    file, logs = tmp_path / "game.dpn", tmp_path / "logs"
    text = desk().run(f'play --france "{ten}" --italy=easy --bots steady --years 2 --seconds 60 --into {file} --logs {logs}')
    assert re.search(r"FRANCE, python\S* ten.py: \d+ turns, 0 illegal, 0 late, \d", text), text
    assert "The game is over: draw among" in text
    opened = open_text(file.read_bytes(), file.name, ShippedShelf())
    assert opened.standing is FileStanding.CHECKED
    assert opened.ready().game.line()[0].orders_of("FRANCE")
    said = (logs / "FRANCE.log").read_text(encoding="utf-8")
    assert "sent   turn: S1901M, 3 places" in said
    assert "heard  orders: A" in said


@pytest.mark.slow
def test_a_person_plays_against_a_program(ten: str) -> None:
    text = desk("A PAR - BUR", "", "quit").run(f'play --france person --england "{ten}" --bots holding --seconds 60')
    assert "You play France." in text
    assert "France: Army Paris -> Burgundy." in text
    assert "Stopped in Fall 1901, movement." in text


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only there a keeper starts programs")
def test_a_program_starts_where_a_thousand_files_are_open(tmp_path: Path, ten: str) -> None:
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 2_000)), hard))
    opened = [os.open(os.devnull, os.O_RDONLY) for _ in range(1_100)]
    try:
        text = desk().run(f'play --france "{ten}" --bots holding --years 1 --seconds 60 --logs {tmp_path}')
    finally:
        for each in opened:
            os.close(each)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert "it ended with status" not in text


@pytest.mark.slow
def test_other_names_are_the_same_for_the_same_seed(tmp_path: Path, ten: str) -> None:
    for folder in ("a", "b"):
        desk().run(f'play --france "{ten}" --bots holding --years 1 --scramble 5 --seconds 60 --logs {tmp_path / folder}')
    turns = [re.findall(r"heard  orders: (.*) \(", (tmp_path / each / "FRANCE.log").read_text(encoding="utf-8")) for each in ("a", "b")]
    assert turns[0]
    assert turns[0] == turns[1]


def test_a_program_that_waits_at_a_port_is_called() -> None:
    with socket.create_server((LOOPBACK, 0)) as server:

        def serve() -> None:
            connection, _ = server.accept()
            with connection:
                for line in connection.makefile("rb"):
                    if json.loads(line)["type"] == "turn":
                        connection.sendall(b'{"type": "orders", "orders": ["F LON - NTH"]}\n')

        thread = threading.Thread(target=serve)
        thread.start()
        text = desk().run(f"play --england tcp:{LOOPBACK}:{server.getsockname()[1]} --bots holding --years 1 --seconds 60")
        thread.join(300)
    assert re.search(r"ENGLAND, 127.0.0.1:\d+: 2 turns, 3 illegal, 0 late", text), text  # the second time there is no such fleet


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("play --frnce steady", "did you mean FRANCE?"),
        ("play --france stedy", "nobody who could play"),
        ("play --france bot:./nobody-here.py", "there is no program"),
        ("play --france steady FRANCE=easy", "given to two players"),
        ("play --powers france --france steady", "given to two players"),
        ("play --france tcp:127.0.0.1:1", "FRANCE, 127.0.0.1:1: no connection"),
        ("play --france steady --seconds 0", "from 0.1 to 86400"),
    ],
)
def test_what_nobody_could_play_is_refused_before_the_game(line: str, words: str) -> None:
    with pytest.raises(Abort, match=re.escape(words)):
        desk().run(line)


def test_an_option_without_its_word_is_refused() -> None:
    with pytest.raises(ArgumentError, match="needs who plays it"):
        desk().run("play --france")


def test_the_record_of_a_game_has_a_line_for_each_event(tmp_path: Path) -> None:
    (tmp_path / "talks.py").write_text(
        """import json, sys
for line in sys.stdin:
    if json.loads(line)["type"] == "turn":
        print(json.dumps({"type": "info", "text": "Burgundy first"}))
        print(json.dumps({"type": "press", "to": ["ITALY"], "text": "Piedmont stays empty"}))
        print(json.dumps({"type": "orders", "orders": ["A PAR - BUR"], "phase": "S1901M"}), flush=True)
""",
        encoding="utf-8",
    )
    file = tmp_path / "record.jsonl"
    words = f"bot:{(tmp_path / 'talks.py').as_posix()}"
    desk().run(f'play --france "{words}" --bots holding --years 1 --seconds 1 --record {file}')
    events = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    first = [each for each in events if each["phase"] == "S1901M"]
    assert [each["event"] for each in first][:2] == ["game", "phase"]
    assert first[0]["seats"]["FRANCE"].endswith("talks.py")
    kinds = {each["event"]: each for each in first}
    assert kinds["reason"]["text"] == "Burgundy first"
    assert kinds["letter"]["read"] == {"ITALY": "Piedmont stays empty"}
    ordered = {each["power"]: each["orders"] for each in first if each["event"] == "orders"}
    assert ordered["FRANCE"] == ["A PAR - BUR"]
    paris = next(each for each in kinds["results"]["outcomes"] if each["unit"] == "A PAR")
    assert (paris["results"], paris["reasons"][0]["kind"]) == (["ok"], "unopposed")
    assert (events[-1]["event"], events[-1]["outcome"]) == ("end", "draw")


def recorded(file: Path, text: str, meanwhile: str = "") -> None:
    """A record of one line, while which another program may write into its file."""
    with events_to(file) as events:
        assert events is not None
        events.said("FRANCE", text)
        if meanwhile:
            file.write_text(meanwhile, encoding="utf-8")


def test_a_record_that_the_disk_gives_back_otherwise_is_said(tmp_path: Path) -> None:
    file = tmp_path / "record.jsonl"
    with pytest.raises(StorageError, match="gives back something else"):
        recorded(file, "Burgundy first", "something else")
    recorded(file, "Burgundy\nfirst")
    assert json.loads(file.read_text(encoding="utf-8"))["text"] == "Burgundy\nfirst"
