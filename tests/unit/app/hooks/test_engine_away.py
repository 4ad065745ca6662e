"""The engine goes away in mid-session and comes back: nothing is ruled over by other rules than the game's."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from app.game.entries import Press
from app.game.record import MAIN, EditError
from app.hooks import engine as engine_module
from app.hooks.engine import CallOutcomeKind, Engine, EngineError, HookCall, MontyEngine, Ran
from app.hooks.host import HookHost
from app.hooks.next_phase import start_with_hooks
from app.hooks.press import send_with_hooks
from app.hooks.seen import seen_by
from tests.unit.app.hooks.playing import fresh, last, ordered, process_with_hooks, with_shipped, with_text
from variants.hooks.contracts import Point

QUIET = "def on_press(ctx):\n    return None\n"


class Flickering:
    """Monty, with a plug that can be pulled."""

    def __init__(self) -> None:
        self._inner: Engine = MontyEngine()
        self.away = False

    def run(self, run: HookCall) -> Ran:
        if self.away:
            raise EngineError(CallOutcomeKind.UNAVAILABLE, "the worker is gone")
        return self._inner.run(run)

    def close(self) -> None:
        self._inner.close()


@pytest.fixture
def engine() -> Flickering:
    return Flickering()


@pytest.fixture
def flickering(engine: Flickering) -> HookHost:
    return HookHost(engine=engine)


def test_a_worker_that_cannot_be_started_is_the_engines_fault_and_not_the_hooks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    binary = tmp_path / "monty"
    binary.symlink_to(_binary())
    monkeypatch.setenv("MONTY_BIN", str(binary))
    monkeypatch.setattr(engine_module, "_CALLS_PER_WORKER", 1)
    monty = MontyEngine()
    run = HookCall(QUIET, "on_press", {}, "", 1901)
    assert monty.run(run).value is None
    binary.unlink()
    assert CallOutcomeKind.UNAVAILABLE in [_kind_of_failure(monty, run) for _ in range(3)]
    binary.symlink_to(_binary())
    assert monty.run(run).value is None
    monty.close()


def _kind_of_failure(monty: MontyEngine, run: HookCall) -> CallOutcomeKind | None:
    try:
        monty.run(run)
    except EngineError as error:
        return error.kind
    return None


def _binary() -> Path:
    found = shutil.which("monty", path=str(Path(sys.executable).parent))
    assert found is not None
    return Path(found)


def test_a_phase_is_not_ruled_over_by_the_plain_rules_while_the_engine_is_away(flickering: HookHost, engine: Flickering) -> None:
    game = ordered(with_shipped(fresh(), "year_of_truce"), FRANCE="A PAR - BUR")
    engine.away = True
    with pytest.raises(EditError, match=r"year_of_truce cannot be asked .*the worker is gone.* stays as it was"):
        process_with_hooks(game, host=flickering)
    engine.away = False
    after, _ = process_with_hooks(game, host=flickering)
    assert len(after.line(MAIN)) == 2
    flickering.close()


def test_a_letter_is_not_delivered_past_a_hook_that_cannot_be_asked(flickering: HookHost, engine: Flickering) -> None:
    game = with_shipped(fresh(), "gunboat")
    engine.away = True
    with pytest.raises(EditError, match="gunboat cannot be asked"):
        send_with_hooks(game, MAIN, Press("FRANCE", ("ITALY",), "hello"), flickering)


def test_a_game_does_not_begin_past_a_hook_that_cannot_be_asked(flickering: HookHost, engine: Flickering) -> None:
    engine.away = True
    for source in ('def on_start(ctx):\n    return {"units": []}', 'def on_phase(ctx):\n    return {"closed": ["PAR - BUR"]}'):
        with pytest.raises(EditError, match="begin cannot be asked"):
            start_with_hooks(with_text(fresh(), "begin", source), flickering)


def test_while_the_engine_is_away_a_power_is_shown_its_own_alone(flickering: HookHost, engine: Flickering) -> None:
    engine.away = True
    game = with_shipped(fresh(), "fog_of_war")
    seen = seen_by(game, game.last(MAIN), "FRANCE", flickering)
    assert {unit.power for unit in seen.position.units} == {"FRANCE"}
    assert last(game).position.units


def test_the_host_says_why_and_finds_out_by_itself_that_the_engine_is_back(flickering: HookHost, engine: Flickering) -> None:
    hook = with_text(fresh(), "quiet", QUIET).hooks[0]
    engine.away = True
    assert flickering.call(hook, Point.PRESS, {}).kind is CallOutcomeKind.UNAVAILABLE
    assert flickering.unavailable == "the worker is gone"
    engine.away = False
    assert flickering.call(hook, Point.PRESS, {}).ok
    assert flickering.unavailable == ""
    flickering.close()
