"""Commands while hooks cannot be asked: nothing is done in their place, and trying again is all it takes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.game.record import EditError, Why
from app.hooks.engine import CallOutcomeKind, EngineError, HookCall, MontyEngine, Ran
from app.session.errors import Abort
from tests.unit.app.commands.fake_services import Desk


@pytest.fixture
def plug(monkeypatch: pytest.MonkeyPatch) -> Callable[[bool], None]:
    """Pulls the plug of the engine, and puts it back."""
    inner, away = MontyEngine.run, [False]

    def run(self: MontyEngine, run: HookCall) -> Ran:
        if away[0]:
            raise EngineError(CallOutcomeKind.UNAVAILABLE, "the worker is gone")
        return inner(self, run)

    def pull(out: bool) -> None:
        away[0] = out

    monkeypatch.setattr(MontyEngine, "run", run)
    return pull


def test_processing_is_refused_and_the_game_stays_as_it_was(plug: Callable[[bool], None]) -> None:
    desk = Desk()
    desk.run("variant no_convoys", "A PAR - BUR")
    plug(True)
    before = desk.session.document.game
    for command in ("process --missing process", "what-if"):
        with pytest.raises(Abort, match=r"no_convoys cannot be asked \(the worker is gone\)"):
            desk.run(command)
    assert desk.session.document.game is before
    assert "the worker is gone" in desk.run("hooks")
    assert "A PAR - BUR" in desk.run("orders"), "looking on is possible"
    plug(False)
    desk.run("process --missing process")
    assert len(desk.session.document.game.line()) == 2
    assert "no_convoys runs" in desk.run("hooks")


def test_what_was_shown_while_hooks_could_not_be_asked_is_asked_for_again(plug: Callable[[bool], None]) -> None:
    desk = Desk()
    desk.run("variant fog_of_war")
    plug(True)
    desk.run("view-as italy")
    assert {unit.power for unit in desk.session.turn.position.units} == {"ITALY"}
    plug(False)
    desk.run("view-as", "process --missing process", "view-as italy")
    assert "AUSTRIA" in {unit.power for unit in desk.session.turn.position.units}, "Trieste stands beside Venice"
    desk.run("previous-phase")
    assert "AUSTRIA" in {unit.power for unit in desk.session.turn.position.units}


def test_a_letter_is_kept_back(plug: Callable[[bool], None]) -> None:
    desk = Desk()
    desk.run("variant gunboat")
    plug(True)
    with pytest.raises(Abort, match="gunboat cannot be asked"):
        desk.run("press france --to italy hello")
    assert desk.session.open_turn.press == ()


def test_who_waits_for_no_hook_sees_what_is_their_own_and_the_hook_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody_waits(*_: object) -> None:
        raise EditError(Why.CANCELLED, "Nobody waited.")

    desk = Desk()
    desk.run("variant fog_of_war")
    monkeypatch.setattr(desk.session.hooks, "waiting", nobody_waits)
    desk.run("view-as italy")
    assert {unit.power for unit in desk.session.turn.position.units} == {"ITALY"}
    monkeypatch.undo()
    assert "fog_of_war is switched off" in desk.run("view-as", "hooks")
