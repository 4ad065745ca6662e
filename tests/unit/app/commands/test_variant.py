"""Hooks attached and detached by commands, in the words that people type."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from app.game.dpn.writer import write
from app.game.edits import process, set_lines
from app.game.entries import Hook, HookAttached, HookDetached
from app.game.opening import open_text
from app.game.record import MAIN, Cursor, EditError
from app.game.storage.places import places
from app.game.table_edits import attach_hook, put_hook
from app.hooks.asking_hooks import StopChoice
from app.hooks.referee import hooked_referee
from app.session.errors import Abort
from app.session.hook_changes import Attach, Detach, vary
from app.session.hook_service import HookAnswer, HookChoice, HookService, StoppedByHook
from tests.unit.app.commands.fake_services import Desk


def attached(desk: Desk) -> dict[str, str]:
    game = desk.document.game
    return {name: each.arguments for name, each in game.hooks_at(game.last()).items()}


def test_a_hook_is_attached_with_its_parameters_and_its_text_travels_in_the_game(desk: Desk) -> None:
    assert "restrict" in desk.run("variant restrict england turkey")
    assert attached(desk) == {"restrict": "england turkey"}
    text = write(desk.document.game)
    assert "[hook restrict]" in text
    assert "| def on_press(ctx):" in text
    assert "+ hook restrict england turkey" in text


def test_several_in_a_line_are_one_undo_step(desk: Desk) -> None:
    desk.run("variant gunboat")
    desk.run("variant restrict france italy until=1903 no-convoys -gunboat")
    assert attached(desk) == {"restrict": "france italy until=1903", "no_convoys": ""}
    desk.run("undo")
    assert attached(desk) == {"gunboat": ""}


def test_a_change_in_mid_game_is_dated_with_its_phase(desk: Desk) -> None:
    desk.run("variant no_convoys", "process --missing process", "variant -no_convoys gunboat")
    game = desk.document.game
    assert game.turn(Cursor(MAIN, 0)).changes == (HookAttached("no_convoys", ""),)
    assert game.turn(Cursor(MAIN, 1)).changes == (HookDetached("no_convoys"), HookAttached("gunboat", ""))


def test_an_unknown_hook_is_refused_with_the_nearest_name(desk: Desk) -> None:
    with pytest.raises(Abort, match="did you mean gunboat"):
        desk.run("variant gunboot")
    with pytest.raises(Abort, match="No hook named gunboat is attached"):
        desk.run("variant -gunboat")


def test_parameters_that_do_not_fit_are_reported_with_the_right_form(desk: Desk) -> None:
    with pytest.raises(Abort, match=r"restrict: .* It is written: restrict POWERS\.\.\. \[until=9999\]"):
        desk.run("variant restrict england")
    assert attached(desk) == {}


def test_processing_asks_the_hooks_and_keeps_what_they_did(desk: Desk) -> None:
    desk.run(
        "variant no_convoys",
        "F LON - NTH",
        "A LVP - YOR",
        "process --missing process",
        "A YOR - NWY",
        "F NTH C A YOR - NWY",
        "process --missing process",
    )
    assert desk.document.game.line()[-1].position.unit_at("NWY") is None
    said = desk.run("hooks")
    assert "no_convoys runs" in said
    assert (
        "F1901M no_convoys: refused “Fleet North Sea convoys Army Yorkshire to Norway” (England): there are no convoys in this game" in said
    )


def test_the_start_is_set_up_anew_when_a_hook_comes_or_goes_before_the_first_phase(desk: Desk) -> None:
    desk.run("variant winter_first")
    assert str(desk.session.turn.phase) == "W1900A"
    assert desk.session.turn.position.units == ()
    desk.run("variant gunboat")
    assert str(desk.session.turn.phase) == "W1900A", "a second hook does not start the first one again from where it ended"
    desk.run("variant -winter_first")
    assert str(desk.session.turn.phase) == "S1901M"
    assert len(desk.session.turn.position.units) == 22


def test_a_new_game_starts_with_the_hooks_of_its_variant(desk: Desk) -> None:
    desk.run("new fog-of-war")
    assert attached(desk) == {"fog_of_war": ""}
    desk.run("new fog-of-war --attach gunboat")
    assert attached(desk) == {"gunboat": ""}
    desk.run('new standard --attach "restrict england turkey winter_first"')
    assert attached(desk) == {"restrict": "england turkey", "winter_first": ""}
    assert str(desk.session.turn.phase) == "W1900A"


def test_a_hook_of_ones_own_folder_is_shown_before_its_first_use(desk: Desk) -> None:
    folder = places().hooks
    folder.mkdir(parents=True)
    (folder / "early_end.hook").write_text(
        '# title: Early end\n# note: France wins.\ndef on_victory(ctx):\n    return {"winners": ["FRANCE"], "why": "it was agreed"}\n'
    )
    with pytest.raises(Abort, match="Nobody has agreed to run early_end"):
        desk.run("variant early_end")
    assert [hook.text.title for hook in desk.services.shown_hooks] == ["Early end"]
    desk.services.hook_answer = HookAnswer(HookChoice.RUN)
    desk.run("variant early-end", "process --missing process")
    ending = desk.document.game.ending
    assert ending is not None
    assert ending.winners == ("FRANCE",)


def test_a_hook_with_a_fault_in_its_first_lines_is_refused_with_the_line(desk: Desk) -> None:
    folder = places().hooks
    folder.mkdir(parents=True)
    (folder / "odd.hook").write_text("# title: Odd\n# param x: nonsense | What\ndef on_press(ctx):\n    return None\n")
    with pytest.raises(Abort, match="odd, line 2: unknown kind 'nonsense'"):
        desk.run("variant odd")


BROKEN = "# title: Broken\ndef on_orders(ctx):\n    return {\n"


def test_a_hook_whose_text_is_no_program_is_refused_with_the_line(desk: Desk) -> None:
    places().hooks.mkdir(parents=True)
    (places().hooks / "broken.hook").write_text(BROKEN)
    desk.services.hook_answer = HookAnswer(HookChoice.RUN)
    before = desk.document.game
    for line in ("variant broken", "new --attach broken"):
        with pytest.raises(Abort, match=r"broken, line [34]: "):
            desk.run(line)
    assert desk.document.game is before


def test_a_game_that_carries_a_text_that_is_no_program_opens_and_says_so(desk: Desk, tmp_path: Path) -> None:
    game = attach_hook(put_hook(desk.document.game, Hook("broken", (), BROKEN.rstrip("\n"))), MAIN, "broken", "")
    (tmp_path / "broken.dpn").write_text(write(game), encoding="utf-8")
    desk.services.is_interactive = True
    desk.services.hook_answer = HookAnswer(HookChoice.RUN)
    desk.run(f"open {tmp_path / 'broken.dpn'}")
    (hook,) = desk.document.game.hooks
    assert desk.session.hooks.host.known_fault(hook) is not None, "it is known before it is asked anything"
    assert "broken is attached and does not run: line 3: " in desk.run("hooks")


@pytest.mark.slow
def test_a_hook_that_gives_no_answer_is_named_with_its_line_and_the_phase_waits_for_a_choice(desk: Desk) -> None:
    folder = places().hooks
    folder.mkdir(parents=True)
    (folder / "endless.hook").write_text("def before_adjudication(ctx):\n    while True:\n        pass\n")
    desk.services.hook_answer = HookAnswer(HookChoice.RUN)
    desk.run("variant endless")
    with pytest.raises(StoppedByHook, match=r"endless \(line 1: def before_adjudication\(ctx\):\) gave no answer in S1901M"):
        desk.run("process --missing process")
    assert str(desk.document.game.line()[-1].phase) == "S1901M"
    assert "endless is switched off for this session: it used the processor for longer than 0.25 seconds" in desk.run("hooks")
    desk.services.stop_choices = [StopChoice.AGAIN, StopChoice.WITHOUT]
    desk.run("process --missing process")
    assert str(desk.document.game.line()[-1].phase) == "F1901M"
    assert "for longer than 1 seconds" in desk.services.asked[-1], "once more gave it more time"
    assert "~ without endless it used the processor for longer than 1 seconds" in write(desk.document.game)
    assert any(line.text.startswith("S1901M goes on without hook endless") for line in desk.document.game.audit)
    desk.run("undo")
    assert "~ without" not in write(desk.document.game), "the choice is taken back with the phase"


@pytest.mark.slow
def test_a_build_that_a_hook_allows_is_still_legal_after_the_game_was_saved_and_opened(desk: Desk, tmp_path: Path) -> None:
    desk.run("variant build_anywhere")
    for order in ("A PAR - PIC", "A PIC - BEL", "", "A BEL - BUR", ""):
        desk.run(order, "process --missing process")
    desk.run("A BEL B")
    file = tmp_path / "builds.dpn"
    file.write_text(write(desk.document.game), encoding="utf-8")
    desk.run(f"open {file}")
    (line,) = desk.session.open_turn.orders_of("FRANCE")
    assert line.is_legal


COLD = '# title: Cold\ndef before_adjudication(ctx):\n    return {"orders": {power: [] for power in ctx["powers"]}}\n'
WARM = "# title: Warm\ndef before_adjudication(ctx):\n    return None\n"


def test_phases_that_were_played_keep_the_text_of_their_hooks(desk: Desk) -> None:
    host, game = desk.session.hooks.host, desk.document.game
    cold, warm = Hook("weather", (), COLD.rstrip("\n")), Hook("weather", (), WARM.rstrip("\n"))
    desk.session.hooks.store.grant((cold, warm), for_good=False)
    game, _ = vary(game, MAIN, (Attach(cold),), host)
    game, _ = vary(game, MAIN, (Attach(warm),), host)
    assert [hook.source for hook in game.hooks] == [warm.source], "nothing was played with the first text"
    game, _ = vary(game, MAIN, (Attach(cold),), host)
    game = process(set_lines(game, MAIN, "FRANCE", ["A PAR - BUR"]), MAIN, referee=desk.session.hooks.referee)
    with pytest.raises(EditError, match=r"another text of weather.* such as weather_2"):
        vary(game, MAIN, (Attach(warm),), host)
    game, _ = vary(game, MAIN, (Attach(cold),), host)
    game, _ = vary(game, MAIN, (Detach("weather"), Attach(replace(warm, name="weather_2"))), host)
    opened = open_text(write(game).encode()).with_referee(hooked_referee(host))
    assert opened.differences == ()


def test_a_hook_whose_text_on_the_shelf_has_changed_since_is_told_of(desk: Desk) -> None:
    desk.services.hook_answer = HookAnswer(HookChoice.RUN)
    places().hooks.mkdir(parents=True)
    file = places().hooks / "weather.hook"
    file.write_text(COLD)
    assert desk.run("variant weather") == "Attached now: weather."
    file.write_text(WARM)
    assert "weather runs with the text that travels in the game; the one that lies in your folder is another." in desk.run(
        "variant weather"
    )


def test_where_hooks_cannot_run_none_is_attached_and_it_is_said(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HookService, "unavailable", lambda _: "no wheel for this machine")
    before = desk.document.game
    with pytest.raises(Abort, match=r"Hooks cannot run on this machine \(no wheel for this machine\), so gunboat cannot be attached"):
        desk.run("variant gunboat")
    assert desk.document.game is before
    with pytest.raises(Abort, match="so fog_of_war cannot be attached"):
        desk.run("new fog-of-war")
    desk.run('new fog-of-war --attach ""')
    assert attached(desk) == {}


def test_a_file_that_cannot_be_a_hook_is_named_with_the_reason(desk: Desk) -> None:
    places().hooks.mkdir(parents=True)
    for name in ("My-Rule.hook", "rule.py"):
        (places().hooks / name).write_text(WARM)
    (places().hooks / "pointless.hook").write_text("x = 1\n")
    said = desk.run("variant")
    assert "My-Rule.hook is left out: a hook's name has small letters" in said
    assert "rule.py is left out: a hook's file ends in .hook." in said
    assert "pointless: Pointless (cannot be attached: line 1: it takes part at no point" in said
