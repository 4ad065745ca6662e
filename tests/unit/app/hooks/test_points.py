"""Each point of a game is wired: what is answered is done, as far as the rules allow, and logged."""

from __future__ import annotations

import pytest

from adjudicator.notation import parse_order
from adjudicator.verdict import Refusal, Verdict
from app.game.dpn.writer import write
from app.game.edits import process
from app.game.entries import HookState, Press
from app.game.record import MAIN, Cursor, Game
from app.game.table_edits import cast_vote
from app.hooks.asking_hooks import LogEntry
from app.hooks.engine import CallOutcomeKind
from app.hooks.host import HookHost
from app.hooks.next_phase import HookedRules, start_with_hooks
from app.hooks.press import judge_press, send_with_hooks
from app.hooks.referee import hooked_referee, judge_orders
from app.hooks.seen import seen_by
from entente.words import describe_outcome
from tests.quick import each_nth
from tests.unit.app.hooks.playing import before_last, fresh, last, ordered, placed, process_with_hooks, with_shipped, with_text


def texts(log: tuple[LogEntry, ...]) -> list[str]:
    return [entry.text for entry in log]


def test_without_hooks_the_plain_rules_rule(host: HookHost) -> None:
    game = ordered(fresh(), FRANCE="A PAR - BUR")
    assert process_with_hooks(game, host=host) == (process(game), ())


# --- the start ---


def test_the_start_is_given_variant_rules_and_powers_and_may_change_rules_units_and_owners(host: HookHost) -> None:
    source = """def on_start(ctx):
    told = [ctx["variant"], ctx["rules"]["nmr"], len(ctx["powers"]), ctx["centres"]["PAR"], len(ctx["units"])]
    units = [u for u in ctx["units"] if u["at"] != "PAR"] + [{"power": "FRANCE", "kind": "A", "at": "BUR"}]
    return {"units": units, "owners": {"PAR": None, "BEL": "FRANCE"}, "rules": {"nmr": "disband"}, "log": str(told)}"""
    game, log = start_with_hooks(with_text(fresh(), "other_start", source), host)
    position = last(game).position
    assert str(position.unit_at("BUR")) == "FRANCE A BUR"
    assert position.unit_at("PAR") is None
    assert ("PAR" in position.owners, position.owners["BEL"]) == (False, "FRANCE")
    assert game.rules_at(game.last(MAIN)) == {"nmr": "disband"}
    assert "['standard', 'hold', 7, 'FRANCE', 22]" in texts(log)


# --- orders ---


def test_orders_are_given_with_their_verdicts(host: HookHost) -> None:
    source = """def on_orders(ctx):
    return {"log": " ".join(o["order"] + "=" + str(o["legal"]) + "/" + str(o["why"]) for o in ctx["orders"])}"""
    game = ordered(with_text(fresh(), "reader", source), FRANCE="A PAR - BUR; A MAR - MOS")
    _, log = process_with_hooks(game, host=host)
    assert "A PAR - BUR=True/None A MAR - MOS=False/not adjacent" in texts(log)


def test_why_an_order_was_refused_or_replaced_is_reported_with_the_results(host: HookHost) -> None:
    source = """def on_orders(ctx):
    return {"refuse": [{"order": o["order"], "reason": "not west"} for o in ctx["orders"] if o["to"] == "SPA"],
            "replace": [{"order": o["order"], "by": "A PAR H", "reason": "stay"} for o in ctx["orders"] if o["at"] == "PAR"]}"""
    game = ordered(with_text(fresh(), "marshal", source), FRANCE="A PAR - BUR; A MAR - SPA")
    after, _ = process_with_hooks(game, host=host)
    turn = before_last(after)
    assert turn.resolution is not None
    (refused,) = turn.resolution.refused
    assert describe_outcome(game.variant, turn.position, refused).endswith("refused by the rule change marshal: not west")
    paris = turn.resolution.outcome_of("PAR")
    assert paris is not None
    told = describe_outcome(game.variant, turn.position, paris)
    assert "by the rule change marshal, in place of Army Paris moves to Burgundy: stay" in told
    verdicts = {line.text: line.verdict for line in turn.orders_of("FRANCE")}
    assert verdicts["A MAR - SPA"] == Verdict(Refusal.BARRED, by="marshal: not west")


def test_an_order_can_be_replaced_by_another_legal_one_of_the_same_unit(host: HookHost) -> None:
    source = """def on_orders(ctx):
    return {"replace": [{"order": o["order"], "by": "A PAR H", "reason": "stay"} for o in ctx["orders"] if o["at"] == "PAR"]}"""
    game = ordered(with_text(fresh(), "stay", source), FRANCE="A PAR - BUR; A MAR - SPA")
    after, log = process_with_hooks(game, host=host)
    assert {str(unit.piece) for unit in last(after).position.units_of("FRANCE")} == {"A PAR", "A SPA", "F BRE"}
    assert texts(log) == ["put “Army Paris holds” in place of “Army Paris moves to Burgundy” (France): stay"]
    judged, _ = judge_orders(game, game.last(MAIN), "FRANCE", [parse_order("A PAR - BUR")], host)
    assert (str(judged[0].carried_out), judged[0].hook, judged[0].reason) == ("A PAR H", "stay", "stay")
    assert before_last(after).orders_of("FRANCE")[0].text == "A PAR - BUR"


@pytest.mark.parametrize("by", ["A PAR - MOS", "A MAR H", "A MUN - BUR", "sing a song"])
def test_a_replacement_that_the_rules_refuse_leaves_the_order_alone(by: str, host: HookHost) -> None:
    source = f"""def on_orders(ctx):
    return {{"replace": [{{"order": "A PAR - BUR", "by": "{by}", "reason": "x"}}]}}"""
    game = ordered(with_text(fresh(), "bad", source), FRANCE="A PAR - BUR")
    after, log = process_with_hooks(game, host=host)
    assert last(after).position.unit_at("BUR") is not None
    assert [entry.failed for entry in log] == [True]


def test_orders_can_be_changed_before_adjudication_and_are_checked_like_anyones(host: HookHost) -> None:
    source = """def before_adjudication(ctx):
    return {"orders": {"FRANCE": ctx["orders"].get("FRANCE", []) + ["A MUN - BUR"], "GERMANY": [], "NARNIA": ["A PAR H"]}}"""
    game = ordered(with_text(fresh(), "meddler", source), FRANCE="A PAR - PIC", GERMANY="A MUN - BUR")
    after, log = process_with_hooks(game, host=host)
    assert last(after).position.unit_at("BUR") is None
    assert last(after).position.unit_at("PIC") is not None
    resolution = before_last(after).resolution
    assert resolution is not None
    assert [str(each.order) for each in resolution.refused] == ["A MUN - BUR"]
    assert "“NARNIA” is no power of this game" in texts(log)


def test_a_removal_that_a_hook_orders_is_carried_out(host: HookHost) -> None:
    source = """def before_adjudication(ctx):
    return {"orders": {"GERMANY": ["A MUN D"]}}"""
    game = placed(with_text(fresh(), "steward", source), "W1901A", "GERMANY A BER; GERMANY A MUN; FRANCE A PAR", "GERMANY BER; FRANCE PAR")
    after, _ = process_with_hooks(ordered(game, GERMANY="A BER D"), host=host)
    assert [str(unit.piece) for unit in last(after).position.units_of("GERMANY")] == ["A BER"]


# --- results ---


def test_owners_can_be_changed_after_adjudication(host: HookHost) -> None:
    source = """def after_adjudication(ctx):
    return {"owners": {"PAR": None, "MUN": "FRANCE", "BUR": "FRANCE", "LON": "NARNIA"}}"""
    after, log = process_with_hooks(with_text(fresh(), "deal", source), host=host)
    owners = last(after).position.owners
    assert (owners.get("PAR"), owners["MUN"], owners["LON"], "BUR" in owners) == (None, "FRANCE", "ENGLAND", False)
    resolution = before_last(after).resolution
    assert resolution is not None
    assert [(each.province, each.old, each.new) for each in resolution.captures] == [("MUN", "GERMANY", "FRANCE")]
    assert texts(log).count("Burgundy cannot belong to France") == 1


def test_asking_for_other_orders_for_ever_ends_with_the_number_of_units(host: HookHost) -> None:
    source = """def after_adjudication(ctx):
    target = ["BUR", "PIC"][ctx["round"] % 2]
    return {"orders": {"FRANCE": ["A PAR - " + target]}, "state": {"round": ctx["round"]}}"""
    after, _ = process_with_hooks(with_text(fresh(), "fickle", source), host=host)
    assert after.hooks_at(after.last(MAIN))["fickle"].state == '{"round": 22}'


# --- victory ---


def test_a_hook_can_end_the_game_or_let_it_go_on(host: HookHost) -> None:
    votes = """def on_victory(ctx):
    if len([v for v in ctx["votes"] if v["choice"] == "peace"]) >= 2:
        return {"winners": [v["power"] for v in ctx["votes"]], "why": "peace"}
    return {"winners": []}"""
    game = with_text(fresh(), "peace", votes)
    solo = placed(game, "F1901M", "FRANCE A PAR", "FRANCE " + " ".join(game.variant.board.centres[:18]))
    assert process_with_hooks(solo, host=host)[0].ending is None
    voted = cast_vote(cast_vote(game, MAIN, "FRANCE", "peace"), MAIN, "ITALY", "peace")
    ending = process_with_hooks(voted, host=host)[0].ending
    assert ending is not None
    assert (ending.winners, ending.reason) == (("FRANCE", "ITALY"), "peace")


def test_why_a_power_won_is_reported_with_the_end(host: HookHost) -> None:
    source = """def on_victory(ctx):
    mine = [c for c, owner in ctx["centres"].items() if owner == "FRANCE"]
    return {"winners": ["FRANCE"], "why": str(len(mine)) + " in " + ctx["phase"]}"""
    ending = process_with_hooks(with_text(fresh(), "early", source), host=host)[0].ending
    assert ending is not None
    assert (ending.winners, ending.reason) == (("FRANCE",), "3 in S1901M")


def test_who_does_not_play_cannot_win(host: HookHost) -> None:
    game = with_text(fresh(), "odd", 'def on_victory(ctx):\n    return {"winners": ["NARNIA"]}')
    after, log = process_with_hooks(game, host=host)
    assert after.ending is None
    assert log[0].failed


# --- the next phase ---


def test_a_phase_can_be_passed_over_and_centres_are_still_counted(host: HookHost) -> None:
    source = 'def on_phase(ctx):\n    return {"skip": ctx["season"] == "F", "why": "no falls"}'
    game = ordered(with_text(fresh(), "no_fall", source), GERMANY="A MUN H; F KIE - DEN", FRANCE="A MAR - SPA")
    after, log = process_with_hooks(game, host=host)
    assert str(last(after).phase) == "W1901A"
    assert (last(after).position.owners["DEN"], last(after).position.owners["SPA"]) == ("GERMANY", "FRANCE")
    resolution = before_last(after).resolution
    assert resolution is not None
    assert [str(phase) for phase in resolution.skipped] == ["S1901R", "F1901M", "F1901R"]
    assert texts(log) == ["the phase is passed over: no falls"]


def test_passing_over_a_winter_leaves_the_units_as_they_are(host: HookHost) -> None:
    source = 'def on_phase(ctx):\n    return {"skip": ctx["kind"] == "adjustment"}'
    game = placed(with_text(fresh(), "no_winter", source), "F1901M", "FRANCE A PAR; ITALY A ROM; ITALY A VEN", "FRANCE PAR BRE; ITALY ROM")
    after, _ = process_with_hooks(game, host=host)
    assert str(last(after).phase) == "S1902M"
    assert {str(unit) for unit in last(after).position.units} == {"FRANCE A PAR", "ITALY A ROM", "ITALY A VEN"}


def test_a_phase_with_retreats_cannot_be_passed_over(host: HookHost) -> None:
    game = placed(
        with_text(fresh(), "hasty", 'def on_phase(ctx):\n    return {"skip": True}'), "S1901M", "FRANCE A PAR; FRANCE A MAR; ITALY A BUR"
    )
    game = ordered(game, FRANCE="A PAR - BUR; A MAR S A PAR - BUR")
    after, log = process_with_hooks(game, host=host)
    assert str(last(after).phase) == "S1901R"
    assert any("cannot be passed over" in entry.text for entry in log)


def test_edges_are_closed_and_opened_with_the_season(host: HookHost) -> None:
    source = """def on_phase(ctx):
    return {"closed": ["PAR <> BUR", "MAR - SPA", "PAR - MOS"] if ctx["season"] == "F" else []}"""
    game = with_text(fresh(), "ice", source)
    after, log = process_with_hooks(game, host=host)
    assert last(after).position.conditions == {"closed PAR - BUR", "closed BUR - PAR", "closed MAR - SPA"}
    assert "there is no step Paris – Moscow on this board" in texts(log)
    blocked, _ = process_with_hooks(ordered(after, FRANCE="A PAR - BUR"), host=host)
    assert last(blocked).position.unit_at("BUR") is None
    spring, _ = process_with_hooks(blocked, host=host) if last(blocked).phase.season != "S" else (blocked, ())
    assert last(spring).position.conditions == frozenset()


def test_the_first_phase_has_its_conditions_too(host: HookHost) -> None:
    game, _ = start_with_hooks(with_text(fresh(), "ice", 'def on_phase(ctx):\n    return {"closed": ["PAR - BUR"]}'), host)
    assert last(game).position.conditions == {"closed PAR - BUR"}


# --- retreats and builds ---


def retreating(game: Game, host: HookHost) -> Game:
    game = placed(game, "S1901M", "FRANCE A PAR; FRANCE A MAR; ITALY A BUR")
    return process_with_hooks(ordered(game, FRANCE="A PAR - BUR; A MAR S A PAR - BUR"), host=host)[0]


def test_retreats_can_be_closed_and_never_opened(host: HookHost) -> None:
    source = """def on_retreat(ctx):
    return {"sites": {"BUR": [p for p in ctx["sites"]["BUR"] if p != "GAS"] + ["MOS", "PAR"]}}"""
    game = retreating(with_text(fresh(), "walls", source), host)
    rules = HookedRules(game, game.last(MAIN), host)
    assert rules.retreats("ITALY")["BUR"] == {"BEL", "MUN", "PIC", "RUH"}
    assert not rules.check_order("ITALY", parse_order("A BUR R GAS"))
    assert rules.check_order("ITALY", parse_order("A BUR R PIC"))
    assert "A BUR R GAS" not in map(str, rules.legal_orders("BUR"))
    after, _ = process_with_hooks(ordered(game, ITALY="A BUR R GAS"), host=host)
    assert last(after).position.units_of("ITALY") == ()


def test_builds_stay_on_own_empty_centres_whatever_is_answered(host: HookHost) -> None:
    source = """def on_build(ctx):
    return {"sites": [{"at": p, "kinds": ["A", "F", "Z"]} for p in ["PAR", "SPA", "MUN", "BUR", "GAS", "NARNIA"]]}"""
    game = placed(with_text(fresh(), "greedy", source), "W1901A", "FRANCE A PAR; GERMANY A BER", "FRANCE PAR SPA BRE; GERMANY MUN")
    rules = HookedRules(game, game.last(MAIN), host)
    assert {str(site.location): site.kinds for site in rules.build_sites("FRANCE")} == {"SPA": ("A",), "SPA/NC": ("F",), "SPA/SC": ("F",)}
    assert rules.check_order("FRANCE", parse_order("A SPA B"))
    assert not rules.check_order("FRANCE", parse_order("A BRE B"))
    after, _ = process_with_hooks(ordered(game, FRANCE="A SPA B; A BRE B"), host=host)
    assert {str(unit.piece) for unit in last(after).position.units_of("FRANCE")} == {"A PAR", "A SPA"}


# --- press ---


def test_press_can_be_altered_and_delayed(host: HookHost) -> None:
    source = """def on_press(ctx):
    message = ctx["message"]
    if message["to"] == "ITALY":
        return {"delay": 1}
    return {"text": message["text"].upper()}"""
    game = with_text(fresh(), "slow_post", source)
    game, deliveries, _ = send_with_hooks(game, MAIN, Press("FRANCE", ("ITALY", "ENGLAND"), "hello"), host)
    assert [(each.receiver, each.text, each.delay) for each in deliveries] == [("ITALY", "hello", 1), ("ENGLAND", "HELLO", 0)]
    assert [(press.receivers, press.text) for press in last(game).press] == [(("ENGLAND",), "HELLO")]
    after, _ = process_with_hooks(game, host=host)
    assert [(press.receivers, press.text) for press in last(after).press] == [(("ITALY",), "hello")]
    assert after.settings == ()


def test_press_is_judged_by_sender_receivers_text_and_phase(host: HookHost) -> None:
    source = """def on_press(ctx):
    m = ctx["message"]
    return {"allow": False, "reason": " ".join([m["from"], m["to"], "+".join(m["receivers"]), m["text"], ctx["phase"]])}"""
    game, deliveries, _ = send_with_hooks(with_text(fresh(), "censor", source), MAIN, Press("FRANCE", ("ITALY", "TURKEY"), "hello"), host)
    assert [each.reason for each in deliveries] == [
        "FRANCE ITALY ITALY+TURKEY hello S1901M",
        "FRANCE TURKEY ITALY+TURKEY hello S1901M",
    ]
    assert last(game).press == ()


def test_hooks_are_asked_in_the_sequence_of_the_file(host: HookHost) -> None:
    game = with_text(fresh(), "first", 'def on_press(ctx):\n    return {"text": ctx["message"]["text"] + "1"}')
    game = with_text(game, "second", 'def on_press(ctx):\n    return {"text": ctx["message"]["text"] + "2"}')
    assert judge_press(game, MAIN, Press("FRANCE", ("ITALY",), "0"), host)[0][0].text == "012"


# --- view ---


def test_what_is_shown_can_only_shrink(host: HookHost) -> None:
    source = """def on_results(ctx):
    return {"units": ctx["units"] + [{"power": "ITALY", "kind": "A", "at": "BUR"}], "centres": {"PAR": "ITALY", "MUN": "GERMANY"}}"""
    game = with_text(fresh(), "liar", source)
    seen = seen_by(game, game.last(MAIN), "FRANCE", host)
    assert seen.position.units == last(game).position.units
    assert dict(seen.position.owners) == {"MUN": "GERMANY"}


@each_nth(3, "body", ["return nonsense", "return 7", "while True: pass"])
def test_a_viewer_sees_only_its_own_where_the_hook_fails(body: str, host: HookHost) -> None:
    game = with_text(fresh(), "broken", f"def on_results(ctx):\n    {body}")
    game = process(ordered(game, FRANCE="A PAR - BUR", GERMANY="A MUN - RUH"))
    seen = seen_by(game, Cursor(MAIN, 0), "FRANCE", host)
    assert {unit.power for unit in seen.position.units} == {"FRANCE"}
    assert seen.resolution is not None
    assert {outcome.power for outcome in seen.resolution.outcomes} == {"FRANCE"}
    assert {unit.power for unit in seen.resolution.next.units} == {"FRANCE"}
    assert set(seen.position.owners.values()) == {"FRANCE"}
    assert seen.log[0].outcome is not None


def test_fog_holds_where_nobody_consented() -> None:
    game = with_shipped(fresh(), "fog_of_war")
    seen = seen_by(game, game.last(MAIN), "FRANCE", HookHost(lambda *_: False))
    assert {unit.power for unit in seen.position.units} == {"FRANCE"}


def test_the_game_master_sees_everything(host: HookHost) -> None:
    game = with_shipped(fresh(), "fog_of_war")
    assert seen_by(game, game.last(MAIN), None, host).position == last(game).position


def test_orders_of_others_are_not_shown_while_a_phase_is_open(host: HookHost) -> None:
    game = ordered(with_shipped(fresh(), "blind"), FRANCE="A PAR H", ITALY="A ROM H")
    assert set(seen_by(game, game.last(MAIN), "FRANCE", host).orders) == {"FRANCE"}


# --- failure, state, replay ---


def test_a_hook_that_fails_leaves_the_game_playable_and_says_so(host: HookHost) -> None:
    game = with_text(fresh(), "broken", "def before_adjudication(ctx):\n    x = 1\n    return ctx['nope']")
    after, log = process_with_hooks(ordered(game, FRANCE="A PAR - BUR"), host=host)
    assert last(after).position.unit_at("BUR") is not None
    assert log[0].outcome is not None
    assert (log[0].outcome.kind, log[0].outcome.line) == (CallOutcomeKind.ERROR, 3)
    assert str(log[0]) == "S1901M broken (line 3): KeyError: nope"


def test_parameters_that_do_not_fit_are_reported_when_the_hook_is_asked(host: HookHost) -> None:
    game = with_shipped(fresh(), "restrict", "england")
    _, log = judge_press(game, MAIN, Press("ENGLAND", ("TURKEY",), "x"), host)
    assert "powers takes 2 or more" in log[0].text


def test_state_goes_in_and_out_and_is_kept_in_the_turns(host: HookHost) -> None:
    source = """def before_adjudication(ctx):
    return {"state": {"phases": ctx["state"].get("phases", 0) + 1}}
def after_adjudication(ctx):
    return {"state": {"phases": ctx["state"]["phases"], "seen": True}}"""
    game = with_text(fresh(), "counter", source)
    for _ in range(3):
        game, _ = process_with_hooks(game, host=host)
    assert [turn.changes for turn in game.line(MAIN)[1:]] == [
        (HookState("counter", f'{{"phases": {number}, "seen": true}}'),) for number in (1, 2, 3)
    ]


def test_state_that_is_too_large_is_not_kept(host: HookHost) -> None:
    game = with_text(fresh(), "hoarder", 'def before_adjudication(ctx):\n    return {"state": {"x": "y" * 3000}}')
    after, log = process_with_hooks(game, host=host)
    assert last(after).changes == ()
    assert "at most 1900" in log[0].text


@pytest.mark.slow
def test_a_replay_with_hooks_gives_the_same_game(host: HookHost) -> None:
    source = """import random
def before_adjudication(ctx):
    fate = random.choice(["BUR", "PIC", "GAS"])
    return {"orders": {"FRANCE": ["A PAR - " + fate]}, "state": {"fates": ctx["state"].get("fates", []) + [fate]}}"""
    game = with_text(with_shipped(fresh(), "year_of_truce"), "fate", source)
    one, other = game, game
    for _ in range(6):
        one, _ = process_with_hooks(one, host=host)
    with_another_worker = HookHost()
    for _ in range(6):
        other = process(other, referee=hooked_referee(with_another_worker))
    with_another_worker.close()
    assert one == other
    assert write(one) == write(other)


def test_a_detached_hook_is_not_asked(host: HookHost) -> None:
    from app.game.table_edits import detach_hook

    game = with_shipped(fresh(), "gunboat")
    game, _ = process_with_hooks(game, host=host)
    game = detach_hook(game, MAIN, "gunboat")
    assert all(each.allowed for each in judge_press(game, MAIN, Press("FRANCE", (), "x"), host)[0])
