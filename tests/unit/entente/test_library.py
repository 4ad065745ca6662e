"""The library as a program uses it: states, steps, results, outcomes, texts."""

from __future__ import annotations

import os
import pickle
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest

import entente
from adjudicator.order import Move, Order
from adjudicator.position import Position
from adjudicator.resolution import Ending, Resolution, Result
from adjudicator.variant import Variant
from entente import EventKind, OutcomeKind

STANDARD = entente.standard()
START = STANDARD.start

ROOT = Path(__file__).resolve().parents[3]


def by_lot(seed: int) -> entente.Chooser:
    chance = random.Random(seed)

    def choose(state: entente.State, power: str) -> Iterator[Order]:
        for place in state.orderable(power):
            yield chance.choice(state.legal_orders(place))

    return choose


def test_legal_orders_read_aloud_and_are_what_check_accepts() -> None:
    orders = START.legal_orders("PAR")
    assert "A PAR - BUR" in map(str, orders)
    assert all(START.check(order) for order in orders)
    assert all(START.order(str(order), "FRANCE") == order for order in orders)


@pytest.mark.slow
def test_every_legal_order_of_the_start_is_read_back_from_its_text_and_its_sentence() -> None:
    count = 0
    for unit in START.units:
        for order in START.legal_orders(unit.location):
            count += 1
            assert START.order(str(order)) == order
            assert START.order(START.describe(order)) == order
    assert count > 200


def test_orders_are_described_checked_and_required() -> None:
    assert START.describe("F Bre - Mid-Atlantic Ocean") == "Fleet Brest moves to the Mid-Atlantic Ocean"
    checked = START.check("A Mar - Tun")
    assert not checked
    assert str(checked).startswith("Army Marseilles cannot reach Tunis: no fleet can convoy in ")
    assert str(START.require("A Par - Bur")) == "A PAR - BUR"
    with pytest.raises(entente.IllegalOrderError, match="cannot reach Tunis"):
        START.require("A Mar - Tun")
    assert not START.check("A Par - Bur", "GERMANY")


def test_texts_that_are_no_orders_raise_with_their_place() -> None:
    with pytest.raises(entente.MalformedOrderError, match='order:1:9: no place is called "Atlantis"') as caught:
        START.order("A Par - Atlantis")
    assert caught.value.span == entente.SourceSpan("order", 1, 9, 8)
    with pytest.raises(entente.AmbiguousOrderError, match="can mean several places"):
        START.order("F Gulf - Swe")


def test_a_step_tells_results_events_and_the_next_state() -> None:
    step = START.apply({"FRANCE": ["A Par - Bur", START.order("A MAR H")], "GERMANY": ["A Mun - Bur"]})
    assert step.before == START
    assert str(step.after.phase) == "F1901M"
    paris = step.result_of("PAR")
    assert paris is not None
    assert (str(paris.order), paris.power, paris.succeeded, paris.results) == ("A PAR - BUR", "FRANCE", False, frozenset({Result.BOUNCE}))
    assert str(paris) == "Army Paris moves to Burgundy: bounced 1 against 1 with Army Munich in Burgundy"
    assert [str(event) for event in step.events] == [
        "French Army Paris bounces off Burgundy (Army Munich)",
        "German Army Munich bounces off Burgundy (Army Paris)",
        "nothing to be done in Spring 1901, retreats",
    ]
    assert "France: Army Paris -> Burgundy.  (*bounced" in step.report()
    assert START.position.unit_at("PAR") is not None


def test_wrong_orders_raise_nothing_and_are_all_told() -> None:
    step = START.apply({"FRANCE": ["nonsense", "A Mun - Bur", "A Mar - Tun"]})
    assert [reading.text for reading in step.unread] == ["nonsense"]
    assert [str(result.order) for result in step.refused] == ["A MUN - BUR"]
    marseilles = step.result_of("MAR")
    assert marseilles is not None
    assert Result.ILLEGAL in marseilles.results
    assert "Not understood: 'nonsense'" in step.report()


def test_an_unknown_power_is_an_error() -> None:
    with pytest.raises(ValueError, match="no power is called 'SPAIN'"):
        START.apply({"SPAIN": []})


def test_captures_builds_retreats_and_dislodgements_are_events() -> None:
    state = STANDARD.state(
        "F1901M | units FRANCE A BUR, A MAR, A RUH; GERMANY A MUN, F DEN; ENGLAND F NTH | owners GERMANY BER KIE MUN; ENGLAND LON"
    )
    step = state.apply({"FRANCE": ["A Bur - Mun", "A Ruh S A Bur - Mun"]})
    assert [event.kind for event in step.events] == [EventKind.MOVED, EventKind.DISLODGED]
    assert str(step.events[1]) == "German Army Munich is dislodged (Army Burgundy)"
    step = step.after.apply({"GERMANY": ["A Mun - Boh"]})
    assert [event.kind for event in step.events] == [EventKind.RETREATED, *[EventKind.CAPTURED] * 3]
    assert {str(event) for event in step.events[1:]} == {
        "France takes Munich from Germany",
        "France takes Marseilles",
        "Germany takes Denmark",
    }
    assert (step.after.adjustment("GERMANY"), step.after.adjustment("FRANCE")) == (1, -1)
    assert step.after.active() == ("FRANCE", "GERMANY")
    step = step.after.apply({"GERMANY": ["Build A Berlin"], "FRANCE": ["remove A Ruh"]})
    assert {EventKind.BUILT, EventKind.REMOVED} <= {event.kind for event in step.events}


def test_states_are_values() -> None:
    assert entente.standard().start == START
    assert hash(entente.standard().start) == hash(START)
    one, other = (START.apply({"FRANCE": [text]}).after for text in ("A Par - Bur", "Army Paris moves to Burgundy"))
    assert one == other
    assert hash(one) == hash(other)
    assert one != START
    assert START != "S1901M"
    assert len({START, one, other}) == 2
    with pytest.raises(FrozenInstanceError):
        START.ending = None  # type: ignore[misc]
    assert pickle.loads(pickle.dumps(START)) == START


def test_states_may_be_shared_between_threads() -> None:
    def play(_: int) -> str:
        return str(START.apply({"FRANCE": ["A Par - Bur"], "GERMANY": ["A Mun - Bur"]}).after)

    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(play, range(64)))) == 1


def test_a_state_is_a_line_a_board_and_json_and_comes_back() -> None:
    after = START.apply({"FRANCE": ["A Par - Bur"]}).after
    assert STANDARD.state(str(after)) == after
    assert STANDARD.from_json(after.to_json()) == after
    drawn = after.draw()
    assert STANDARD.from_json(drawn.to_json()) == drawn
    assert after.text().startswith("Fall 1901, movement\n")
    assert repr(after) == "<State standard F1901M: 22 units, open>"


@pytest.mark.parametrize(
    "text", ["", "7", '{"position": 1}', '{"variant": "chaos"}', "[" * 10_000, '{"position": {"phase": "S1901M"}, "ending": 1}']
)
def test_json_that_is_no_state_is_an_error(text: str) -> None:
    with pytest.raises(entente.PlainDataError):
        STANDARD.from_json(text)


def test_outcomes() -> None:
    assert (str(START.outcome), START.is_over) == ("open", False)
    assert str(START.draw(["ENGLAND", "FRANCE"]).outcome) == "draw among ENGLAND, FRANCE"
    assert str(START.concede("FRANCE").outcome) == "solo of FRANCE"
    over = START.abandon()
    assert (str(over.outcome), over.is_over, over.active(), over.legal_orders("PAR")) == ("abandoned", True, (), ())
    with pytest.raises(ValueError, match="the game is over: abandoned"):
        over.apply({})
    with pytest.raises(ValueError, match="the game is over"):
        over.draw()
    with pytest.raises(ValueError, match="no power is called 'SPAIN'"):
        START.concede("SPAIN")


def test_rules_are_part_of_what_is_played() -> None:
    other = STANDARD.with_rules("4.A.3=DPTG")
    assert other != STANDARD
    assert other.start != START
    assert str(other.rules) == "4.A.3=DPTG"
    with pytest.raises(ValueError, match="no rule is open"):
        STANDARD.with_rules("9.Z.9=a")


def test_an_evaluation_shares_out_one_point() -> None:
    shares = START.evaluate()
    assert sum(shares.values()) == pytest.approx(1)
    assert set(shares) == set(START.powers)
    rich = STANDARD.state("S1910M | units FRANCE A PAR, A MUN; GERMANY A KIE | owners FRANCE BEL BRE BUD MAR PAR; GERMANY KIE MUN")
    assert rich.evaluate()["FRANCE"] > rich.evaluate()["GERMANY"] > rich.evaluate()["ITALY"] == 0
    assert START.draw(["FRANCE", "ITALY"]).evaluate()["FRANCE"] == 0.5


@pytest.mark.slow
def test_whole_games_are_played_from_functions() -> None:
    record = entente.play(STANDARD, {power: by_lot(seed) for seed, power in enumerate(STANDARD.powers)}, last_year=1905)
    assert record.final.is_over
    assert record.steps[0].before == START
    assert all(one.after == other.before for one, other in zip(record.steps, record.steps[1:], strict=False))
    assert sum(record.returns().values()) == pytest.approx(1)
    assert record.report().count("Next: ") == len(record.steps) - (record.outcome.kind is OutcomeKind.SOLO)
    again = entente.play(STANDARD, {power: by_lot(seed) for seed, power in enumerate(STANDARD.powers)}, last_year=1905)
    assert again.final == record.final


class Marcher:
    """A player that moves where it first can, and remembers the messages that it got."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def started(self, variant: Variant, power: str) -> None:
        self.heard.append(f"started {variant.id} {power}")

    def choose_orders(self, position: Position, power: str, deadline: float | None) -> Sequence[Order]:
        state = entente.State(STANDARD, position)
        first = [next((each for each in state.legal_orders(place) if isinstance(each, Move)), None) for place in state.orderable(power)]
        return [order for order in first if order is not None]

    def told(self, resolution: Resolution) -> None:
        self.heard.append(str(resolution.next.phase))

    def ended(self, ending: Ending) -> None:
        self.heard.append(f"ended {ending.reason}")


def test_players_are_told_of_start_results_and_end() -> None:
    marcher = Marcher()
    record = entente.play(START, {"FRANCE": marcher}, last_year=1901)
    assert marcher.heard[0] == "started standard FRANCE"
    assert marcher.heard[-1] == "ended last year"
    assert marcher.heard[1:-1] == [str(step.after.phase) for step in record.steps]


def test_a_game_that_could_never_end_is_refused() -> None:
    with pytest.raises(ValueError, match="needs a last year"):
        entente.play(START, {})
    with pytest.raises(ValueError, match="no power is called 'SPAIN'"):
        entente.play(START, {"SPAIN": by_lot(1)})


def test_names_that_the_library_has_not_are_attribute_errors() -> None:
    assert "standard" in entente.variants()
    with pytest.raises(AttributeError, match="Nothing"):
        _ = entente.Nothing  # type: ignore[attr-defined]
    with pytest.raises(LookupError):
        entente.variant("nowhere")
    for name in entente.__all__:
        assert getattr(entente, name) is not None


def test_two_orders_for_one_unit_in_one_text_are_an_error_that_names_both() -> None:
    with pytest.raises(entente.AmbiguousOrderError, match="A PAR - PIC is a second order for one unit: line 2 has A PAR - BUR"):
        START.read_mail("FRANCE:\nA Par - Bur\nA Par - Pic")
    assert [*map(str, START.read_mail("A Par - Bur\nA Paris - Burgundy", "FRANCE")["FRANCE"])] == ["A PAR - BUR"]


def test_of_two_orders_for_one_unit_the_one_that_the_rules_do_not_choose_is_refused_and_told() -> None:
    step = START.apply({"FRANCE": ["A PAR - BUR", "A PAR - PIC"]})
    assert [str(each.outcome.order) for each in step.refused] == ["A PAR - PIC"]
    assert str(step.after.position.unit_at("BUR")) != "None"


@pytest.mark.slow
def test_the_standard_game_is_there_before_what_reads_and_says_words_is_loaded() -> None:
    text = "import sys, entente; entente.standard().start.legal_orders('PAR'); print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", text], capture_output=True, text=True, check=True, env={**os.environ, "PYTHONPATH": str(ROOT)}
    )
    loaded = {each for each in done.stdout.split() if each.startswith(("adjudicator", "entente", "variants", "languages"))}
    assert "entente.state" in loaded
    assert not [each for each in loaded if each.startswith(("adjudicator.notation", "entente.words"))]
    assert len(loaded) <= 100, "85 at the time of writing"


@pytest.mark.slow
def test_the_library_and_its_formats_of_games_need_nothing_but_python() -> None:
    """A quick form of what the wheel's slow test shows: without the packages of others, all of it is imported."""
    said = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import entente.engine, app.import_export.entente_formats; print('imported')"
    done = subprocess.run([sys.executable, "-I", "-S", "-c", said], capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout, done.stderr) == ("imported\n", "")
