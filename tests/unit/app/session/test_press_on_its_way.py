"""Press that a hook keeps back or delays is known to its sender alone, to its receiver not until it is there."""

from __future__ import annotations

from functools import cache

import pytest

from app.game.document import Document
from app.game.dpn.writer import write
from app.game.record import Game
from app.game.storage.places import places
from app.session.hook_service import HookAnswer, HookChoice
from tests.unit.app.commands.fake_services import Desk
from tests.unit.app.commands.test_press import LATE
from tests.unit.app.session.twins import POWERS

KEPT = '# title: Kept\ndef on_press(ctx):\n    return {"allow": ctx["message"]["to"] != "ITALY", "reason": "kept back"}\n'


@cache
def written(source: str, number: int) -> Game:
    """A game in which Austria wrote to Italy, otherwise in each twin, and a hook had its way."""
    desk = Desk()
    places().hooks.mkdir(parents=True, exist_ok=True)
    (places().hooks / "post.hook").write_text(source, encoding="utf-8")
    desk.services.hook_answer = HookAnswer(HookChoice.RUN)
    desk.run(
        "variant post",
        f"press austria --to italy,france A secret with number {number}" if source == KEPT else f"press austria --to italy {number}",
    )
    return desk.document.game


@pytest.mark.parametrize("viewer", [power for power in POWERS if power != "AUSTRIA"])
def test_a_delayed_message_is_told_to_nobody_before_it_is_there(viewer: str) -> None:
    one, two = (shown(written(LATE, number), viewer) for number in (1, 2))
    assert one == two
    assert write(written(LATE, 1)) != write(written(LATE, 2)), "the game keeps it"


@pytest.mark.parametrize("viewer", [power for power in POWERS if power not in {"AUSTRIA", "FRANCE"}])
def test_a_message_that_a_hook_keeps_back_from_one_receiver_is_told_to_the_others_alone(viewer: str) -> None:
    one, two = (shown(written(KEPT, number), viewer) for number in (1, 2))
    assert one == two
    assert "number 1" in shown(written(KEPT, 1), "FRANCE")


def shown(game: Game, viewer: str) -> str:
    """The text of *game* as *viewer* sees it, with what the log of its hooks tells."""
    desk = Desk(game=False)
    desk.session.add(Document(game), viewer)
    return f"{write(desk.session.shown)}\n{desk.session.hook_log}\n{desk.run('who', 'status')}"
