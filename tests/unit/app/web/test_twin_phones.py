"""Two games that differ in what one seat writes in secret: every byte to other phones, stage and watchers is the same in both."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.quick import few
from tests.unit.app.web.phone_table import POWERS, FakePhone, PhoneTable

SECRET = "the hidden word"


def evening(folder: Path, power: str, number: int, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Return all that was sent to the other pages, by their names."""
    table = PhoneTable(folder)
    table.join_all()
    watcher, lobby = table.stage(), table.connect()
    mine = table.phones[power]
    unit = next(iter(table.seating.turn.position.units_of(power))).province
    if number == 1:
        table.say(mine, do="legal", p=unit)
        for panel in ("notes", "letters", "vote", "more", ""):
            table.say(mine, do="panel", name=panel)
    else:
        table.say(mine, do="touch", p=unit, u=True)
        table.say(mine, do="touch", p=unit, u=True)
        table.say(mine, do="notes", text=SECRET)
        table.say(mine, do="draft", text=SECRET, to=[POWERS[POWERS.index(power) - 1]])
        table.say(mine, do="vote", choice="draw")
        table.say(mine, do="write", text=f"{SECRET} is no order")
        table.say(mine, do="move")
    table.drive()
    for other in POWERS:
        if other != power:
            table.say(table.phones[other], do="touch", p="XXX")
            table.say(table.phones[other], do="panel", name="letters")
    table.say(mine, do="seal")
    table.drive()
    late = table.stage()
    sent: dict[str, FakePhone] = {**{name: phone for name, phone in table.phones.items() if name != power}}
    sent |= {"stage": watcher, "late stage": late, "lobby": lobby}
    found = {name: _without_links(phone) for name, phone in sent.items()}
    disk = table.laptop.disk()
    table.laptop.end()
    assert SECRET not in disk
    return found


def _without_links(phone: FakePhone) -> str:
    """Return all that was sent without random tokens, and without the invitation."""
    messages = [{key: value for key, value in message.items() if key != "token"} for message in phone.messages]
    for message in messages:
        parts = message.get("parts")
        if isinstance(parts, dict):
            message["parts"] = {key: value for key, value in parts.items() if key != "side" or 'class="lobby"' not in str(value)}
    return "\n".join(map(str, messages))


@pytest.mark.slow
@pytest.mark.parametrize("power", few(["AUSTRIA", "RUSSIA"], "RUSSIA"))
def test_nothing_of_a_seat_reaches_anybody_else(power: str, tmp_path: Path, quick_locks: None, monkeypatch: pytest.MonkeyPatch) -> None:
    one = evening(tmp_path / "one", power, 1, monkeypatch)
    two = evening(tmp_path / "two", power, 2, monkeypatch)
    assert one.keys() == two.keys()
    for who in one:
        assert one[who] == two[who], who
        assert SECRET not in two[who]


def test_others_are_sent_nothing_at_all_while_somebody_writes(table: PhoneTable) -> None:
    table.join_all()
    stage = table.stage()
    table.drive()
    before = {power: len(phone.messages) for power, phone in table.phones.items()} | {"stage": len(stage.messages)}
    table.order("AUSTRIA", "A BUD - SER", "A VIE - GAL", "F TRI - ALB")
    table.say(table.phones["AUSTRIA"], do="notes", text=SECRET)
    table.drive()
    after = {power: len(phone.messages) for power, phone in table.phones.items()} | {"stage": len(stage.messages)}
    assert {who for who in before if before[who] != after[who]} == {"AUSTRIA"}


@pytest.mark.slow
def test_words_of_strangers_run_in_no_page(table: PhoneTable) -> None:
    hostile = '<img src=x onerror="alert(1)"><script>alert(1)</script>'
    table.join_all()
    table.stage()
    ada, ben = table.phones["AUSTRIA"], table.phones["ENGLAND"]
    table.say(ada, do="send", text=hostile, all=True)
    table.say(ada, do="notes", text=hostile)
    table.say(ada, do="write", text=hostile)
    for phone in (ada, ben):
        for panel in ("letters", "notes"):
            table.say(phone, do="panel", name=panel)
    for phone in table.phones.values():
        assert "<img" not in phone.text
        assert "<script" not in phone.text
    assert "&lt;img" in ben.text
