"""The host with an engine of the test's own: strikes, consent, a missing engine, contracts."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from app.game.entries import Hook
from app.hooks.engine import CallOutcomeKind, EngineError, HookCall, MontyEngine, Ran
from app.hooks.host import MOST_CHARACTERS, MOST_NODES, HookHost, NotPlainError, plain
from variants.hooks.contracts import Point

HOOK = Hook("fog", ("press",), "# note: x\ndef on_press(ctx):\n    return None\n")


@dataclass
class FakeEngine:
    answers: list[object | EngineError]
    runs: list[HookCall] = field(default_factory=list)

    def run(self, run: HookCall) -> Ran:
        self.runs.append(run)
        answer = self.answers.pop(0)
        if isinstance(answer, EngineError):
            raise answer
        return Ran(answer, "")

    def close(self) -> None:
        pass


@pytest.mark.parametrize("kind", [CallOutcomeKind.TIME, CallOutcomeKind.MEMORY, CallOutcomeKind.OUTPUT, CallOutcomeKind.CRASH])
def test_one_strike_switches_a_hook_off_for_the_session(kind: CallOutcomeKind) -> None:
    engine = FakeEngine([EngineError(kind, "it went wrong"), {"allow": True}])
    host = HookHost(engine=engine)
    first = host.call(HOOK, Point.PRESS, {})
    assert first.kind.is_strike
    assert (first.line, first.source_line) == (2, "def on_press(ctx):")
    second = host.call(HOOK, Point.PRESS, {})
    assert second.kind is CallOutcomeKind.SWITCHED_OFF
    assert "it went wrong" in second.message
    assert len(engine.runs) == 1
    assert host.struck(HOOK) is not None
    host.pardon(HOOK)
    assert host.call(HOOK, Point.PRESS, {}).ok


def test_a_mistake_is_reported_with_its_line_and_is_no_strike() -> None:
    host = HookHost(engine=FakeEngine([EngineError(CallOutcomeKind.ERROR, "KeyError: nope", 3), None]))
    outcome = host.call(HOOK, Point.PRESS, {})
    assert (outcome.kind, outcome.line, outcome.source_line) == (CallOutcomeKind.ERROR, 3, "return None")
    assert host.call(HOOK, Point.PRESS, {}).ok


def test_an_edited_text_is_another_hook() -> None:
    host = HookHost(engine=FakeEngine([EngineError(CallOutcomeKind.TIME, "slow"), None]))
    host.call(HOOK, Point.PRESS, {})
    edited = Hook(HOOK.name, HOOK.points, HOOK.source + "# mended\n")
    assert host.call(edited, Point.PRESS, {}).ok


def test_nothing_runs_without_consent() -> None:
    engine = FakeEngine([])
    host = HookHost(lambda hook, _given: hook.name == "other", engine)
    assert host.call(HOOK, Point.PRESS, {}).kind is CallOutcomeKind.NOT_CONSENTED
    assert engine.runs == []


def test_consent_is_asked_before_anything_runs() -> None:
    asked: list[tuple[Hook, str]] = []

    def consented(hook: Hook, given: str) -> bool:
        asked.append((hook, given))
        return True

    HookHost(consented, FakeEngine([None])).call(HOOK, Point.PRESS, {}, given="FRANCE until=1903")
    assert asked == [(HOOK, "FRANCE until=1903")]


def test_without_an_engine_hooks_are_off_and_say_why() -> None:
    host = HookHost(
        engine=FakeEngine([EngineError(CallOutcomeKind.UNAVAILABLE, "no binary"), EngineError(CallOutcomeKind.UNAVAILABLE, "no binary")])
    )
    assert not host.is_available()
    assert host.unavailable == "no binary"
    outcome = host.call(HOOK, Point.PRESS, {})
    assert (outcome.kind, outcome.message) == (CallOutcomeKind.UNAVAILABLE, "hooks cannot run here: no binary")


def test_a_missing_binary_is_found_out_not_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MONTY_BIN", "/nonexistent/monty")
    host = HookHost(engine=MontyEngine())
    assert not host.is_available()
    assert "monty" in host.unavailable


def test_a_text_that_is_too_large_is_not_run() -> None:
    engine = FakeEngine([])
    big = Hook("big", ("press",), "#" * 70_000)
    assert HookHost(engine=engine).call(big, Point.PRESS, {}).kind is CallOutcomeKind.TOO_LARGE
    assert engine.runs == []


@pytest.mark.parametrize(
    ("point", "answer", "part"),
    [
        (Point.PRESS, {"allow": 1}, "the answer['allow'] is a number; expected True or False"),
        (Point.BUILD, {"sites": [{"at": "PAR"}]}, "the answer['sites'][0] has no 'kinds'"),
        (Point.VICTORY, {"winners": "FRANCE"}, "the answer['winners'] is text"),
        (Point.PHASE, {"closed": ["PAR to BUR"]}, "expected an edge"),
        (Point.RESULTS, {"centres": ["PAR"]}, "the answer['centres'] is a list"),
        (Point.RESULTS, {"state": {}}, "'state' that means nothing here"),
        (Point.START, {"phase": "Winter 1900"}, "expected a phase"),
    ],
)
def test_an_answer_that_breaks_the_contract_says_what_was_expected(point: Point, answer: object, part: str) -> None:
    outcome = HookHost(engine=FakeEngine([answer])).call(HOOK, point, {})
    assert outcome.kind is CallOutcomeKind.CONTRACT
    assert part in outcome.message


def test_shared_parts_are_counted_each_time_they_are_met() -> None:
    part: object = ["x"] * 100
    for _ in range(3):
        part = [part] * 100
    with pytest.raises(NotPlainError, match="more than 40000 values"):
        plain(part)


def test_tuples_become_lists_and_the_rest_is_copied() -> None:
    given = {"a": (1, True, None), "b": ["x"]}
    copy = plain(given)
    assert copy == {"a": [1, True, None], "b": ["x"]}
    given["b"] = ["changed"]
    assert copy == {"a": [1, True, None], "b": ["x"]}


def test_an_answer_holds_as_many_characters_and_values_as_it_may_and_not_one_more() -> None:
    text = "x" * MOST_CHARACTERS
    assert plain([text]) == [text]
    with pytest.raises(NotPlainError, match=f"more than {MOST_CHARACTERS} characters"):
        plain([text, "x"])
    values = [1] * (MOST_NODES - 1)
    assert plain(values) == values
    with pytest.raises(NotPlainError, match=f"more than {MOST_NODES} values"):
        plain([*values, 1])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        ("x = 'a' * 10\ndef f(ctx):\n    return [[0] * 1000 for i in range(9000)]\n", CallOutcomeKind.MEMORY, "it wanted more than 32 MB"),
        (f"x = '{'a' * 34_000_000}'\n", CallOutcomeKind.MEMORY, "it wanted more than 32 MB"),
        ("def f(ctx):\n    return str(10 ** 5000)\n", CallOutcomeKind.ERROR, "ValueError: a number has more than 4300 digits"),
        (f"x = {'9' * 5000}\n", CallOutcomeKind.SYNTAX, "a number has more than 4300 digits"),
    ],
    ids=["a large list", "a large text", "a large number", "a large number in the text"],
)
def test_what_a_text_cannot_have_is_told_in_our_words_and_not_on_the_terminal(
    text: str, kind: CallOutcomeKind, message: str, capfd: pytest.CaptureFixture[str]
) -> None:
    engine = MontyEngine()
    try:
        with pytest.raises(EngineError) as raised:
            engine.run(HookCall(text, "f", {}, "seed", 1901, seconds=20.0))
    finally:
        engine.close()
    assert (raised.value.kind, raised.value.message) == (kind, message)
    assert capfd.readouterr().err == ""
