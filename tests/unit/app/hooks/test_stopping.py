"""A hook that a phase needs and that gives no answer: the phase waits, and what is decided is written into the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.game.dpn.writer import write
from app.game.opening import FileStanding, open_text
from app.game.record import MAIN, EditError, Game, Why
from app.hooks.asking_hooks import HookStoppedError, StopChoice, leave_out
from app.hooks.engine import CallOutcomeKind, EngineError, HookCall, Ran
from app.hooks.host import MOST_PATIENCE, HookHost
from app.hooks.referee import hooked_referee
from app.hooks.seen import seen_by
from app.session.hook_service import HookService, StoppedByHook, retry_stopped_hooks
from tests.unit.app.hooks.playing import fresh, last, ordered, process_with_hooks, with_text

RULE = "def on_orders(ctx):\n    return None\ndef on_results(ctx):\n    return None\n"


class Counting:
    """In place of a worker: every call uses so much processor time, and has it or not; what is asked is kept."""

    def __init__(self, *, needs: float, answer: object = None) -> None:
        self.needs = needs
        self.answer = answer
        self.asked: list[str] = []

    def run(self, run: HookCall) -> Ran:
        self.asked.append(run.function)
        if run.seconds < self.needs:
            raise EngineError(CallOutcomeKind.TIME, "it used the processor for too long", spent=run.seconds)
        return Ran(self.answer, "", self.needs)

    def close(self) -> None:
        pass


def test_a_phase_is_not_ruled_over_by_the_plain_rules_where_a_hook_has_no_answer() -> None:
    game = ordered(with_text(fresh(), "slow", RULE), FRANCE="A PAR - BUR")
    host = HookHost(engine=Counting(needs=0.5))
    with pytest.raises(HookStoppedError, match=r"slow .* gave no answer in S1901M: it used the processor for too long") as stopped:
        process_with_hooks(game, host=host)
    assert stopped.value.why is Why.HOOK_STOPPED
    with pytest.raises(HookStoppedError, match="it was switched off for this session"):
        process_with_hooks(game, host=host)


def test_trying_again_gives_more_time_and_what_was_played_with_it_is_checked_with_it() -> None:
    game = ordered(with_text(fresh(), "slow", RULE.partition("def on_results")[0]), FRANCE="A PAR - BUR")
    host = HookHost(engine=Counting(needs=0.26))
    with pytest.raises(HookStoppedError):
        process_with_hooks(game, host=host)
    host.be_patient()
    played, _ = process_with_hooks(game, host=host)
    assert last(played).phase.season == "F"
    another = HookHost(engine=Counting(needs=0.26))
    opened = open_text(write(played).encode()).with_referee(hooked_referee(another, patience=16))
    assert opened.standing is FileStanding.CHECKED


def test_going_on_without_it_stands_in_the_file_and_is_replayed_so() -> None:
    refusing = 'def on_orders(ctx):\n    return {"refuse": [{"order": o["order"], "reason": "no"} for o in ctx["orders"]]}\n'
    game = ordered(with_text(fresh(), "wall", refusing), FRANCE="A PAR - BUR")
    with pytest.raises(HookStoppedError) as stopped:
        process_with_hooks(game, host=HookHost(engine=Counting(needs=99)))
    decided = leave_out(game, stopped.value)
    answering = Counting(needs=0.001, answer={"refuse": [{"order": "A PAR - BUR", "reason": "no"}]})
    host = HookHost(engine=answering)
    played, _ = process_with_hooks(decided, host=host)
    assert answering.asked == [], "the phase went on without it"
    assert last(played).position.unit_at("BUR") is not None
    text = write(played)
    assert "\n~ without wall it used the processor for too long\n" in text
    opened = open_text(text.encode())
    assert opened.faults == ()
    checked = opened.with_referee(hooked_referee(host))
    assert checked.standing is FileStanding.CHECKED
    assert checked.game is not None
    assert write(checked.game) == text
    stays = ordered(played, FRANCE="A BUR - MUN")
    process_with_hooks(stays, host=host)
    assert "on_orders" in answering.asked, "the next phase asks it again"


def test_a_hook_that_was_left_out_still_limits_what_is_shown() -> None:
    game = with_text(fresh(), "fog", RULE)
    with pytest.raises(HookStoppedError) as stopped:
        process_with_hooks(ordered(game, FRANCE="A PAR H"), host=HookHost(engine=Counting(needs=99)))
    decided = leave_out(game, stopped.value)
    host = HookHost(engine=Counting(needs=0.001, answer={"units": []}))
    seen = seen_by(decided, decided.last(MAIN), "FRANCE", host)
    assert {unit.power for unit in seen.position.units} == {"FRANCE"}


def test_all_hooks_of_a_phase_share_half_a_second_and_the_one_that_used_most_is_named() -> None:
    game = with_text(with_text(fresh(), "small", "def on_phase(ctx):\n    return None\n"), "large", RULE)
    game = ordered(game, **dict.fromkeys(game.variant.powers, ""))
    engine = Counting(needs=0.1)
    with pytest.raises(
        HookStoppedError, match=r"the hooks of this phase together .* longer than 0\.5 seconds, large most of it"
    ) as stopped:
        process_with_hooks(game, host=HookHost(engine=engine))
    assert stopped.value.hook == "large"
    assert stopped.value.outcome.kind is CallOutcomeKind.BUDGET
    assert len(engine.asked) <= 5


def test_who_gives_up_waiting_is_told_so_and_nothing_is_done() -> None:
    class Waited:
        """The person gives up while the worker runs."""

        def run(self, run: HookCall) -> Ran:
            host.cancel()
            assert run.is_cancelled()
            raise EngineError(CallOutcomeKind.CANCELLED, "nobody waits for it any longer")

        def close(self) -> None:
            pass

    host = HookHost(engine=Waited())
    game = with_text(fresh(), "slow", RULE)
    with pytest.raises(EditError) as given_up:
        process_with_hooks(ordered(game, FRANCE="A PAR H"), host=host)
    assert given_up.value.why is Why.CANCELLED
    with pytest.raises(EditError):
        seen_by(game, game.last(MAIN), "FRANCE", host)
    assert host.reset_cancel()
    assert not host.reset_cancel()
    assert host.struck(game.hooks[0]) is None, "it is no fault of the hook"


def test_an_endless_hook_is_ended_when_nobody_waits_for_it(host: HookHost) -> None:
    game = with_text(fresh(), "endless", "def on_phase(ctx):\n    while True:\n        pass\n")
    host.cancel()
    with pytest.raises(EditError) as given_up:
        process_with_hooks(ordered(game, FRANCE="A PAR H"), host=host)
    assert given_up.value.why is Why.CANCELLED
    host.reset_cancel()


@pytest.mark.parametrize("count", [39_000, 2_000])
def test_any_number_of_edges_that_are_none_is_one_line_of_the_log(count: int, host: HookHost) -> None:
    source = f'def on_phase(ctx):\n    return {{"closed": ["PAR - X" + str(i) for i in range({count})]}}\n'
    _, log = process_with_hooks(with_text(fresh(), "bogus", source), host=host)
    assert len(log) == 1
    assert log[0].failed


def test_parts_of_answers_that_cannot_be_done_are_counted_after_the_first_few(host: HookHost) -> None:
    source = 'def before_adjudication(ctx):\n    return {"orders": {"FRANCE": ["nonsense"] * 400}}\n'
    _, log = process_with_hooks(with_text(fresh(), "bogus", source), host=host)
    assert [entry.text for entry in log] == ["“nonsense” is no order"] * 3 + ["397 more of what it answered cannot be done"]


def test_more_time_is_given_up_to_a_bound() -> None:
    """Each question again gives four times as much: without the bound, soon an hour."""
    host = HookHost(lambda *_: True)
    for _ in range(10):
        host.be_patient()
    assert host.patience == MOST_PATIENCE
    host.close()


class Deciding:
    """In place of a person; what was asked is kept."""

    def __init__(self, *choices: StopChoice) -> None:
        self.choices = list(choices)
        self.asked: list[tuple[str, str]] = []

    def decide_stopped(self, stopped: HookStoppedError, otherwise: str) -> StopChoice:
        self.asked.append((stopped.again, otherwise))
        return self.choices.pop(0)


def test_what_a_hook_stopped_is_done_again_without_it_or_not_at_all_as_somebody_decides(tmp_path: Path) -> None:
    game = ordered(with_text(fresh(), "slow", RULE), FRANCE="A PAR - BUR")
    hooks = HookService(tmp_path / "consent.json")

    def edit(before: Game) -> Game:
        return process_with_hooks(before, host=HookHost(engine=Counting(needs=0.5)))[0]

    both = Deciding(StopChoice.AGAIN, StopChoice.WITHOUT)
    assert last(retry_stopped_hooks(both, hooks, edit, game)).phase.season == "F"
    assert hooks.host.patience == 4
    assert both.asked == [
        ("Once more gives hooks four times the time.", "Leave the phase open"),
        ("Once more gives hooks four times the time.", "Leave the phase open"),
    ]
    none = Deciding(StopChoice.WAIT)
    with pytest.raises(StoppedByHook, match=r"slow .* gave no answer in S1901M"):
        retry_stopped_hooks(none, hooks, edit, game, "Show nothing", has_most_time=True)
    assert none.asked == [("Once more asks it with the same time, which is the most there is.", "Show nothing")]
