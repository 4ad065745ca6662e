"""Messages between powers, each asked about before it is delivered."""

from __future__ import annotations

import pytest

from app.game.dpn.writer import write
from app.game.entries import Press
from app.game.record import EditError
from app.game.storage.places import places
from app.session.errors import Abort
from app.session.hook_service import HookAnswer, HookChoice
from tests.unit.app.commands.fake_services import Desk

LATE = '# title: Slow post\ndef on_press(ctx):\n    return {"delay": 2}\n'
CENSOR = '# title: Censor\ndef on_press(ctx):\n    return {"text": ctx["message"]["text"].replace("Munich", "[a town]")}\n'


def own_hook(desk: Desk, name: str, source: str) -> None:
    places().hooks.mkdir(parents=True, exist_ok=True)
    (places().hooks / f"{name}.hook").write_text(source, encoding="utf-8")
    desk.services.hook_answer = HookAnswer(HookChoice.RUN)
    desk.run(f"variant {name}")


def press(desk: Desk) -> tuple[Press, ...]:
    return desk.document.game.turn(desk.document.game.last()).press


def test_a_message_is_delivered_and_kept_in_the_game(desk: Desk) -> None:
    assert desk.run("press england --to france,italy Shall we meet?") == "Delivered to France and Italy."
    (sent,) = press(desk)
    assert (sent.sender, sent.receivers, sent.text) == ("ENGLAND", ("FRANCE", "ITALY"), "Shall we meet?")
    text = write(desk.document.game)
    assert "[press S1901M]" in text
    assert "| Shall we meet?" in text
    desk.run("undo")
    assert press(desk) == ()


def test_a_message_to_everybody(desk: Desk) -> None:
    assert desk.run("press GM The clock runs.") == "Delivered to everybody."
    assert press(desk)[0].receivers == ()


def test_a_hook_keeps_it_back_with_its_reason(desk: Desk) -> None:
    desk.run("variant restrict england turkey")
    with pytest.raises(Abort, match="Not delivered to Turkey: The wires between England and Turkey are cut"):
        desk.run("press england --to turkey Hello")
    assert press(desk) == ()
    said = desk.run("press england --to turkey,france Hello")
    assert "Delivered to France." in said
    assert "Not delivered to Turkey" in said
    assert press(desk)[0].receivers == ("FRANCE",)


def test_a_hook_alters_what_is_read(desk: Desk) -> None:
    own_hook(desk, "censor", CENSOR)
    said = desk.run("press france --to germany I go to Munich")
    assert "Altered on the way by censor" in said
    assert press(desk)[0].text == "I go to [a town]"


def test_a_hook_delays_a_message_and_it_comes_when_it_is_due(desk: Desk) -> None:
    own_hook(desk, "late", LATE)
    assert "Italy will read it in 2 phases." in desk.run("press austria --to italy Peace?")
    desk.run("process --missing process")
    assert len(press(desk)) == 0
    desk.run("process --missing process")
    assert [each.text for each in press(desk)] == ["Peace?"]


def test_a_power_reads_its_own_letters_and_writes_for_nobody_else(desk: Desk) -> None:
    desk.run("press england --to france Secret", "view-as germany")
    assert not desk.session.turn.press
    with pytest.raises(Abort, match="writes for nobody else"):
        desk.run("press england --to france Again")
    desk.run("press germany --to france Hello", "view-as france")
    assert [each.text for each in desk.session.turn.press] == ["Secret", "Hello"]


def test_nothing_passes_a_hook_that_nobody_agreed_to(desk: Desk) -> None:
    desk.run("variant gunboat")
    desk.session.hooks.store.refuse(desk.document.game.hooks)
    with pytest.raises((Abort, EditError), match="Nobody has agreed to run gunboat"):
        desk.run("press england --to france Hello")


@pytest.mark.parametrize(("line", "words"), [("press england --to england Hm", "itself"), ("press narnia Hello", "not a power")])
def test_parties_that_cannot_be(desk: Desk, line: str, words: str) -> None:
    with pytest.raises(Exception, match=words):
        desk.run(line)
