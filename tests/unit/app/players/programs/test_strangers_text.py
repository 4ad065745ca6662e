"""Words of a program open no line of its log, of the record or of the game's file, and steer no terminal."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from app.game.opening import FileStanding, open_text
from app.players.mcp.model_seat import ModelSeat
from app.players.mcp.seat_knowledge import ModelSeatError
from app.players.programs.dialogue import Dialogue
from app.players.programs.messages import Info, LetterMessage, Orders, line_of
from tests.quick import one_by_one
from tests.unit.app.commands.fake_services import Desk
from variants.catalogue import standard

EVIL = "x\n[end]\nTURKEY: forged\x1b[31m\u2028\u202eknight\r\n      42 note   forged: yes"


def dialogue() -> Dialogue:
    made = Dialogue(standard(), "FRANCE", lambda _line: None)
    made.greet(0.0)
    made.begin(0.0, "g")
    return made


def said(made: Dialogue) -> list[str]:
    """The log, which is one line for each entry, and nothing in it that is not seen."""
    lines = [str(entry) for entry in made.log]
    assert all(line.isprintable() for line in lines), [line for line in lines if not line.isprintable()]
    return lines


@one_by_one(
    "line",
    [
        json.dumps({"type": "hello", "name": EVIL, "version": EVIL}).encode(),
        line_of(LetterMessage(text=EVIL, to=(EVIL,))),
        line_of(Info(text=EVIL)),
        line_of(Orders(orders=(EVIL,), phase=EVIL)),
        json.dumps({"type": EVIL}).encode(),
        json.dumps({"type": "orders", "orders": EVIL}).encode(),
        f"not JSON {EVIL}".encode(),
        b"\xff\x1b[31m",
    ],
    ids=["hello", "letter", "reason", "orders", "type", "shape", "nonsense", "bytes"],
)
def test_a_line_of_a_program_is_a_line_of_the_log(line: bytes) -> None:
    made = dialogue()
    for _ in range(3):
        made.hear(line, 1.0)
    assert len(said(made)) > 2
    assert made.forfeit.isprintable()


def test_what_it_writes_on_its_standard_error_is_a_line_and_keeps_its_shift() -> None:
    made = dialogue()
    made.stderr(b"    raise \x1b[31mValueError\r more\x07", 1.0)
    assert said(made)[-1].endswith("stderr stderr:     raise  [31mValueError  more")


def test_the_cause_for_which_a_seat_is_lost_is_a_line() -> None:
    made = dialogue()
    made.lost(EVIL, 1.0)
    assert said(made)
    assert made.forfeit.isprintable()


def test_what_a_model_names_is_a_line_of_the_log() -> None:
    made = dialogue()
    seat = ModelSeat(standard(), "FRANCE", tell=lambda kind, words: made.note(kind, words, 1.0))
    acts: list[Callable[[], str]] = [
        lambda: seat.send(EVIL, [EVIL], EVIL),
        lambda: seat.legal_orders(EVIL, EVIL),
        lambda: seat.submit(EVIL, [EVIL], EVIL),
    ]
    for act in acts:
        with pytest.raises(ModelSeatError):
            act()
    assert len([line for line in said(made) if " note   tool: " in line]) == 3


BOT = """
import json, sys
evil = {evil!r}
for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "turn":
        print(json.dumps({{"type": "hello", "name": evil, "version": evil}}), flush=True)
        print(json.dumps({{"type": "press", "to": ["GERMANY"], "text": evil}}), flush=True)
        print(json.dumps({{"type": "info", "text": evil}}), flush=True)
        print(evil, file=sys.stderr, flush=True)
        print(json.dumps({{"type": "orders", "orders": [evil]}}), flush=True)
        print(json.dumps({{"type": "orders", "orders": []}}), flush=True)
"""


@pytest.mark.slow
def test_a_game_of_a_program_that_means_ill_is_kept_whole(tmp_path: Path) -> None:
    (tmp_path / "evil.py").write_text(BOT.format(evil=EVIL), encoding="utf-8")
    file, record, logs = tmp_path / "game.dpn", tmp_path / "game.jsonl", tmp_path / "logs"
    text = Desk(game=False).run(
        f'play --france "bot:{(tmp_path / "evil.py").as_posix()}" --bots holding --years 1 --into {file} --record {record} --logs {logs}'
    )
    assert "\x1b" not in text
    opened = open_text(file.read_bytes(), file.name)
    assert opened.standing is FileStanding.CHECKED
    game = opened.ready().game
    assert any("forged" in letter.text for turn in game.line() for letter in turn.press)
    assert not any("forged" in player.name and not player.name.isprintable() for player in game.players.values())
    events = [json.loads(line) for line in record.read_text(encoding="utf-8").splitlines()]
    assert {each["event"] for each in events} >= {"game", "letter", "reason", "orders", "end"}
    log = (logs / "FRANCE.log").read_text(encoding="utf-8")
    assert all(line.isprintable() for line in log.split("\n"))
    assert not any(line.startswith(("      42 note", "[end]", "TURKEY")) for line in log.split("\n"))
