"""Consent is remembered by checksum, in a file that may be lost or spoilt without harm."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from app.game.entries import Hook
from app.game.record import EditError
from app.game.table_edits import attach_hook, put_hook
from app.hooks.engine import CallOutcomeKind, HookCall, Ran
from app.hooks.hook_consent import ConsentStore, hook_of, terms_checksum
from app.hooks.host import HookHost
from app.session.hook_service import HookService
from tests.unit.app.hooks.playing import fresh
from variants.hooks.contracts import Point
from variants.hooks.hook_text import shipped_hooks

ONE = Hook("one", ("press",), "def on_press(ctx): return None")
TWO = Hook("two", ("press",), "def on_press(ctx): return None")


def test_a_person_is_asked_once_and_the_answer_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "consent.json"
    store = ConsentStore(path)
    assert store.unknown((ONE, TWO)) == (ONE, TWO)
    store.grant((ONE,), for_good=True)
    assert ConsentStore(path).unknown((ONE, TWO)) == (TWO,)


def test_consent_for_a_session_is_not_kept(tmp_path: Path) -> None:
    path = tmp_path / "consent.json"
    store = ConsentStore(path)
    store.grant((ONE,), for_good=False)
    assert store.unknown((ONE,)) == ()
    assert ConsentStore(path).unknown((ONE,)) == (ONE,)


def test_a_changed_text_or_name_is_asked_about_again() -> None:
    store = ConsentStore()
    store.grant((ONE,), for_good=True)
    assert store.unknown((Hook("one", ("press",), ONE.source + "\n    # more"),))
    assert store.unknown((Hook("uno", ("press",), ONE.source),))


def test_a_refusal_takes_consent_back_even_from_a_trusted_hook(tmp_path: Path) -> None:
    path = tmp_path / "consent.json"
    store = ConsentStore(path, trusted=(terms_checksum(TWO),))
    store.grant((ONE,), for_good=True)
    store.refuse((ONE, TWO))
    assert store.unknown((ONE, TWO)) == (ONE, TWO)
    assert ConsentStore(path).unknown((ONE,)) == (ONE,)


@pytest.mark.parametrize("content", ["", "nonsense", "[]", '{"hooks": 7}', '{"hooks": ["short", 3, null]}', "[" * 100_000])
def test_a_spoilt_list_means_asking_again(tmp_path: Path, content: str) -> None:
    path = tmp_path / "consent.json"
    path.write_text(content)
    assert ConsentStore(path).unknown((ONE,)) == (ONE,)


def test_checksums_can_be_allowed_on_the_command_line() -> None:
    store = ConsentStore()
    assert store.allow_checksums((terms_checksum(ONE), "abc")) == ("abc",)
    assert store.unknown((ONE, TWO)) == (TWO,)


def test_another_point_note_or_setting_is_asked_about_again() -> None:
    store = ConsentStore()
    both = "def on_press(ctx): return None\ndef on_build(ctx): return None"
    store.grant((Hook("two", ("press",), both),), for_good=True)
    assert store.unknown((Hook("two", ("press", "build"), both),))
    assert store.unknown((Hook("two", ("press",), both, "It does something else."),))
    game = attach_hook(put_hook(fresh(), ONE), "main", "one", "until=1903")
    store.grant_in(game, for_good=True)
    assert store.unknown_in(game) == ()
    assert store.unknown_in(attach_hook(game, "main", "one", "until=1950")) == game.hooks


def test_other_limits_than_those_agreed_to_are_asked_about_again(monkeypatch: pytest.MonkeyPatch) -> None:
    store = ConsentStore()
    store.grant((ONE,), for_good=True)
    assert store.unknown((ONE,)) == ()
    monkeypatch.setattr("app.hooks.hook_consent.LIMITS", "time 60.0 memory 1000000000 depth 100 output 16384")
    assert store.unknown((ONE,)) == (ONE,)


def test_a_hook_that_comes_with_the_program_is_asked_about_only_where_it_was_changed() -> None:
    store = ConsentStore()
    shipped = hook_of(shipped_hooks()["fog_of_war"])
    assert store.unknown((shipped,)) == ()
    for changed in (
        replace(shipped, source=shipped.source.replace("def ", "def  ", 1)),
        replace(shipped, source=shipped.source + "#"),
        replace(shipped, points=("orders",)),
        replace(shipped, note="It hides nothing."),
        replace(shipped, name="fog"),
    ):
        assert store.unknown((changed,)) == (changed,)


def test_what_was_agreed_to_with_some_parameters_does_not_run_with_others() -> None:
    store = ConsentStore()
    game = attach_hook(put_hook(fresh(), ONE), "main", "one", "until=1903")
    store.grant_in(game, for_good=False)
    asked = Answering()
    host = HookHost(store.agreed, asked)
    assert host.call(ONE, Point.PRESS, {}, given="until=1903").ok
    assert host.call(ONE, Point.PRESS, {}, given="until=1950").kind is CallOutcomeKind.NOT_CONSENTED
    assert asked.count == 1, "the worker has not heard of it"


def test_a_phase_of_a_game_whose_hook_was_set_otherwise_waits_for_consent() -> None:
    game = attach_hook(put_hook(fresh(), ONE), "main", "one", "until=1903")
    room = HookService()
    room.store.grant_in(game, for_good=False)
    room.check_agreed(game, game.last())
    with pytest.raises(EditError, match="Nobody has agreed to run one yet"):
        room.check_agreed(attach_hook(game, "main", "one", "until=1950"), game.last())


class Answering:
    """In place of a worker; counts what it is asked."""

    def __init__(self) -> None:
        self.count = 0

    def run(self, _run: HookCall) -> Ran:
        self.count += 1
        return Ran(None, "", 0.0)

    def close(self) -> None:
        pass
