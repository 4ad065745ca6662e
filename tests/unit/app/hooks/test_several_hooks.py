"""Several hooks at one point are asked in the order of the file, and what each of them says holds beside the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.game.entries import Press
from app.game.record import MAIN, Cursor, Game
from app.hooks.host import HookHost
from app.hooks.next_phase import HookedRules, start_with_hooks
from app.hooks.press import judge_press
from app.hooks.seen import seen_by
from tests.unit.app.hooks.playing import before_last, fresh, last, ordered, placed, process_with_hooks, with_text
from variants.hooks.contracts import Point
from variants.importers.carried_hooks import Closing, builds_anywhere, closed_steps


def with_texts(game: Game, *sources: str) -> Game:
    for number, source in enumerate(sources, start=1):
        game = with_text(game, f"hook_{number}", source)
    return game


def test_the_page_on_hooks_says_for_every_point_what_holds() -> None:
    page = (Path(__file__).parents[4] / "docs/formats/hooks.md").read_text(encoding="utf-8")
    table = page.partition("## Several hooks at one point")[2].partition("\n## ")[0]
    assert [line.split("`")[1] for line in table.splitlines() if line.startswith("| `")] == [point.function for point in Point]


# --- the start ---


def test_each_adds_to_the_start_that_the_one_before_left(host: HookHost) -> None:
    add = """def on_start(ctx):
    return {{"units": ctx["units"] + [{{"power": "FRANCE", "kind": "A", "at": "{place}"}}], "owners": {{"{place}": "FRANCE"}}}}"""
    game, _ = start_with_hooks(with_texts(fresh(), add.format(place="BEL"), add.format(place="SPA")), host)
    assert {str(unit.piece) for unit in last(game).position.units_of("FRANCE")} >= {"A PAR", "A BEL", "A SPA"}
    assert (last(game).position.owners["BEL"], last(game).position.owners["SPA"]) == ("FRANCE", "FRANCE")


# --- press ---


def test_a_letter_passes_each_and_the_longest_delay_holds(host: HookHost) -> None:
    slow = 'def on_press(ctx):\n    return {"delay": 3, "text": ctx["message"]["text"] + "!"}'
    quick = 'def on_press(ctx):\n    return {"delay": 1, "text": ctx["message"]["text"] + "?"}'
    ((delivery,), _) = judge_press(with_texts(fresh(), slow, quick), MAIN, Press("FRANCE", ("ITALY",), "so"), host)
    assert (delivery.allowed, delivery.delay, delivery.text) == (True, 3, "so!?")


def test_what_one_keeps_back_no_other_lets_pass(host: HookHost) -> None:
    no, yes = 'def on_press(ctx):\n    return {"allow": False}', 'def on_press(ctx):\n    return {"allow": True}'
    for texts in ((no, yes), (yes, no)):
        assert not judge_press(with_texts(fresh(), *texts), MAIN, Press("FRANCE", ("ITALY",), "so"), host)[0][0].allowed


# --- orders ---


def test_each_sees_the_orders_that_the_one_before_left(host: HookHost) -> None:
    refuse = """def on_orders(ctx):
    return {"refuse": [{"order": o["order"], "reason": "no"} for o in ctx["orders"] if o["at"] == "MAR"],
            "replace": [{"order": o["order"], "by": "A PAR - PIC", "reason": "north"} for o in ctx["orders"] if o["at"] == "PAR"]}"""
    tell = 'def on_orders(ctx):\n    return {"log": " ".join(o["order"] for o in ctx["orders"])}'
    before = 'def before_adjudication(ctx):\n    return {"orders": {"FRANCE": ctx["orders"]["FRANCE"] + ["F BRE - MAO"]}}'
    tell_before = 'def before_adjudication(ctx):\n    return {"log": " ".join(ctx["orders"]["FRANCE"])}'
    game = ordered(with_texts(fresh(), refuse, tell, before, tell_before), FRANCE="A PAR - BUR; A MAR - SPA")
    after, log = process_with_hooks(game, host=host)
    said = [entry.text for entry in log]
    assert "A PAR - PIC" in said
    assert "A PAR - PIC F BRE - MAO" in said
    assert {str(unit.piece) for unit in last(after).position.units_of("FRANCE")} == {"A PIC", "A MAR", "F MAO"}


# --- results ---


def test_owners_that_one_changed_stay_changed_where_another_adjudicates_once_more(host: HookHost) -> None:
    give = 'def after_adjudication(ctx):\n    return {"owners": {"MUN": "FRANCE"}}'
    other = """def after_adjudication(ctx):
    return {"orders": {"FRANCE": ["A PAR - PIC"]}, "log": str(ctx["next"]["centres"]["MUN"])} if ctx["round"] == 0 else None"""
    game = ordered(with_texts(fresh(), give, other), FRANCE="A PAR - BUR")
    after, log = process_with_hooks(game, host=host)
    assert "FRANCE" in [entry.text for entry in log]
    assert last(after).position.unit_at("PIC") is not None
    assert last(after).position.owners["MUN"] == "FRANCE"
    resolution = before_last(after).resolution
    assert resolution is not None
    assert [(each.province, each.new) for each in resolution.captures] == [("MUN", "FRANCE")]


def test_of_one_centre_the_last_has_the_say(host: HookHost) -> None:
    give = 'def after_adjudication(ctx):\n    return {{"owners": {{"MUN": "{}"}}}}'
    after, _ = process_with_hooks(with_texts(fresh(), give.format("FRANCE"), give.format("ITALY")), host=host)
    assert last(after).position.owners["MUN"] == "ITALY"


def test_what_is_shown_shrinks_with_each(host: HookHost) -> None:
    without = """def on_results(ctx):
    return {{"units": [u for u in ctx["units"] if u["at"] != "{0}"], "results": [r for r in ctx["results"] if r["at"] != "{0}"],
            "centres": {{c: o for c, o in ctx["centres"].items() if c != "{0}"}}, "hidden": ["{0}"],
            "log": str(len(ctx["units"]))}}"""
    game, _ = process_with_hooks(with_texts(fresh(), without.format("MUN"), without.format("ROM")), host=host)
    seen = seen_by(game, Cursor(MAIN, 0), "FRANCE", host)
    assert [entry.text for entry in seen.log][:2] == ["22", "21"]
    assert not {"MUN", "ROM"} & {unit.province for unit in seen.position.units}
    assert not {"MUN", "ROM"} & set(seen.position.owners)
    assert seen.resolution is not None
    assert not {"MUN", "ROM"} & {each.unit.province for each in seen.resolution.outcomes if each.unit is not None}
    assert seen.hidden == {"MUN", "ROM"}


@pytest.mark.parametrize("first_fails", [True, False])
def test_where_one_fails_no_more_is_shown_than_the_others_left(host: HookHost, first_fails: bool) -> None:
    blind = 'def on_results(ctx):\n    return {"centres": {}, "hidden": ["PAR"]}'
    broken = "def on_results(ctx):\n    return nonsense"
    game = with_texts(fresh(), *((broken, blind) if first_fails else (blind, broken)))
    seen = seen_by(game, game.last(MAIN), "FRANCE", host)
    assert {unit.power for unit in seen.position.units} == {"FRANCE"}
    assert dict(seen.position.owners) == {}
    assert {"PAR", "MUN"} <= seen.hidden


# --- retreats and builds ---


def test_a_place_is_open_to_a_retreat_where_all_leave_it_open(host: HookHost) -> None:
    only = 'def on_retreat(ctx):\n    return {{"sites": {{"BUR": {}}}}}'
    game = with_texts(fresh(), only.format(["BEL", "MUN", "GAS"]), only.format(["MUN", "GAS", "PIC"]))
    game = placed(game, "S1901M", "FRANCE A PAR; FRANCE A MAR; ITALY A BUR")
    game, _ = process_with_hooks(ordered(game, FRANCE="A PAR - BUR; A MAR S A PAR - BUR"), host=host)
    assert HookedRules(game, game.last(MAIN), host).retreats("ITALY")["BUR"] == {"MUN", "GAS"}


NOT_IN_PARIS = 'def on_build(ctx):\n    return {"sites": [s for s in ctx["sites"] if s["at"] != "PAR"]}'
ARMIES = 'def on_build(ctx):\n    return {"sites": [{"at": s["at"], "kinds": ["A"]} for s in ctx["sites"]]}'


def built(host: HookHost, *texts: str) -> set[str]:
    game = placed(with_texts(fresh(), *texts), "W1901A", "ITALY A ROM", "FRANCE PAR BRE MUN; ITALY ROM")
    sites = HookedRules(game, game.last(MAIN), host).build_sites("FRANCE")
    return {f"{kind} {site.location}" for site in sites for kind in site.kinds}


def test_what_one_closes_to_builds_no_other_opens(host: HookHost) -> None:
    anywhere = builds_anywhere(["FRANCE"])
    assert built(host, NOT_IN_PARIS, ARMIES) == built(host, ARMIES, NOT_IN_PARIS) == {"A BRE"}
    assert built(host, anywhere) == {"A PAR", "A BRE", "F BRE", "A MUN"}
    assert built(host, anywhere, NOT_IN_PARIS) == built(host, NOT_IN_PARIS, anywhere) == {"A BRE", "F BRE", "A MUN"}


def test_an_order_to_build_is_barred_by_the_hook_that_closed_the_site(host: HookHost) -> None:
    game = with_texts(fresh(), NOT_IN_PARIS, builds_anywhere(["FRANCE"]))
    game = placed(game, "W1901A", "ITALY A ROM", "FRANCE PAR BRE MUN; ITALY ROM")
    barred = HookedRules(game, game.last(MAIN), host).position.barred
    assert barred["FRANCE A PAR B"] == "hook_1"


# --- victory ---


def wins(power: str) -> str:
    return f'def on_victory(ctx):\n    return {{"winners": ["{power}"], "why": "{power} was first"}}'


NOBODY = 'def on_victory(ctx):\n    return {"winners": []}'


def test_the_first_that_ends_the_game_ends_it(host: HookHost) -> None:
    for texts, winner in (
        ((wins("FRANCE"), NOBODY), "FRANCE"),
        ((NOBODY, wins("FRANCE")), "FRANCE"),
        ((wins("ITALY"), wins("FRANCE")), "ITALY"),
    ):
        ending = process_with_hooks(with_texts(fresh(), *texts), host=host)[0].ending
        assert ending is not None
        assert (ending.winners, ending.reason) == ((winner,), f"{winner} was first")


def test_an_end_by_the_rules_is_taken_back_by_any(host: HookHost) -> None:
    game = with_texts(fresh(), NOBODY, "def on_victory(ctx):\n    return None")
    solo = placed(game, "F1901M", "FRANCE A PAR", "FRANCE " + " ".join(game.variant.board.centres[:18]))
    assert process_with_hooks(solo, host=host)[0].ending is None


# --- the next phase ---


def closing(steps: object = None, opened: object = None) -> str:
    answer = {key: value for key, value in (("closed", steps), ("open", opened)) if value is not None}
    return f"def on_phase(ctx):\n    return {answer}"


def conditions(host: HookHost, *texts: str) -> set[str]:
    return set(last(process_with_hooks(with_texts(fresh(), *texts), host=host)[0]).position.conditions)


def test_the_steps_that_each_closes_add_up(host: HookHost) -> None:
    assert conditions(host, closing(["PAR - BUR"]), closing(["MAR - SPA"])) == {"closed PAR - BUR", "closed MAR - SPA"}
    assert conditions(host, closing(["PAR - BUR"]), closing([])) == {"closed PAR - BUR"}
    carried = closed_steps({Closing(): ["PAR - BUR"]})
    assert conditions(host, carried, closing(["MAR - SPA"])) == {"closed PAR - BUR", "closed MAR - SPA"}
    assert conditions(host, closing(["MAR - SPA"]), carried) == {"closed PAR - BUR", "closed MAR - SPA"}


def test_a_step_that_a_later_one_opens_is_open_and_no_other(host: HookHost) -> None:
    found = conditions(host, closing(["PAR <> BUR", "MAR - SPA"]), closing(opened=["PAR - BUR"]))
    assert found == {"open PAR - BUR", "closed BUR - PAR", "closed MAR - SPA"}
    assert conditions(host, closing(opened=["PAR - BUR"]), closing(["PAR - BUR"])) == {"closed PAR - BUR"}


def test_what_was_closed_in_the_phase_before_is_open_again_where_one_names_what_is_closed_now(host: HookHost) -> None:
    spring = 'def on_phase(ctx):\n    return {"closed": ["PAR - BUR"] if ctx["season"] == "F" else []}'
    game = with_texts(fresh(), spring, closing(["MAR - SPA"]))
    game, _ = process_with_hooks(game, host=host)
    assert last(game).position.conditions == {"closed PAR - BUR", "closed MAR - SPA"}
    while last(game).phase.season != "S":
        game, _ = process_with_hooks(game, host=host)
    assert last(game).position.conditions == {"closed MAR - SPA"}


def test_a_phase_is_passed_over_where_one_wants_it(host: HookHost) -> None:
    skip = 'def on_phase(ctx):\n    return {"skip": ctx["season"] == "F"}'
    game, _ = process_with_hooks(with_texts(fresh(), skip, 'def on_phase(ctx):\n    return {"skip": False}'), host=host)
    assert last(game).phase.season != "F"
