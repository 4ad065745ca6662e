"""Dialogue with one program, by a clock that the tests turn: orders, rejections, lateness, faults and forfeits."""

from __future__ import annotations

import json
from typing import Any

import pytest

from adjudicator.position import Position
from app.players.programs.clocks import Bounds, Clocks
from app.players.programs.dialogue import Dialogue
from app.players.programs.log import LONGEST_RAW, MOST_CHARACTERS, MOST_ENTRIES, Log, ProgramLogEntry, Way
from app.players.programs.messages import LONGEST_LINE
from entente import standard
from entente.state import State

STANDARD = standard()
WINTER = STANDARD.state("W1901A | units FRANCE A BUR, A MAR, F MAO | owners FRANCE BRE MAR PAR BEL SPA").position


class Told:
    """A dialogue with France, and what was sent."""

    def __init__(self, clocks: Clocks | None = None, bounds: Bounds | None = None, *, receipts: bool = True) -> None:
        self.lines: list[bytes] = []
        self.dialogue = Dialogue(
            STANDARD.model, "FRANCE", self.lines.append, clocks=clocks or Clocks.even(2.0, 0.0), bounds=bounds, receipts=receipts
        )
        self.dialogue.greet(0.0)
        self.dialogue.begin(0.0, "g")

    def ask(self, now: float = 0.0, position: Position = STANDARD.start.position) -> None:
        self.dialogue.ask(now, position)

    def say(self, now: float, **message: Any) -> None:
        self.dialogue.hear(json.dumps(message).encode(), now)

    def orders(self, now: float, *orders: str, **more: Any) -> None:
        self.say(now, type="orders", orders=orders, **more)

    @property
    def sent(self) -> list[dict[str, Any]]:
        return [json.loads(each) for each in self.lines]

    def last(self, kind: str) -> dict[str, Any]:
        return next(each for each in reversed(self.sent) if each["type"] == kind)

    def is_done(self) -> bool:
        return self.dialogue.is_done

    @property
    def ordered(self) -> list[str]:
        return [str(each) for each in self.dialogue.orders]

    @property
    def notes(self) -> list[str]:
        return [f"{each.kind}: {each.words}" for each in self.dialogue.log if each.way == "note"]


def test_a_turn_has_the_whole_state_the_legal_orders_and_a_deadline_without_the_margin() -> None:
    told = Told()
    told.ask(100.0)
    turn = told.last("turn")
    assert turn["phase"] == "S1901M"
    assert turn["position"]["units"]["FRANCE"] == ["A MAR", "A PAR", "F BRE"]
    assert turn["position"]["centres"]["TURKEY"] == ["ANK", "CON", "SMY"]
    assert "A PAR - BUR" in turn["legal"]["PAR"]
    assert (turn["deadline_ms"], turn["deadline_at"]) == (1950, 101.95)


def test_clocks_of_setup_and_of_each_kind_of_phase() -> None:
    """The setup clock is on top of the first turn alone and each kind of phase has its own clock."""
    told = Told(Clocks(setup=3.0, movement=2.0, retreat=1.0, adjustment=0.5))
    told.ask()
    assert told.last("turn")["deadline_ms"] == 4950
    told.orders(1.0)
    told.dialogue.close_turn()
    told.ask(2.0, WINTER)
    assert told.last("turn")["deadline_ms"] == 450
    assert told.last("turn")["due"] == 2


def test_without_a_clock_nothing_is_late() -> None:
    told = Told(Clocks(None, None, None, None))
    told.ask()
    assert "deadline_ms" not in told.last("turn")
    told.dialogue.tick(10.0**9)
    assert not told.is_done()


def test_orders_are_taken_in_every_notation_and_the_round_trip_stands_in_the_log() -> None:
    told = Told()
    told.ask(1.0)
    told.orders(1.25, "A PAR - BUR", "army marseilles supports paris to burgundy")
    assert told.ordered == ["A PAR - BUR", "A MAR S A PAR - BUR"]
    assert told.is_done()
    assert [each.round_trip_ms for each in told.dialogue.log if each.kind == "orders"] == [250]


def test_an_illegal_order_is_rejected_and_the_turn_sent_again() -> None:
    """An illegal order is rejected with its reason and the turn comes again until another comes."""
    told = Told()
    told.ask()
    told.orders(0.5, "A PAR - BUR", "F BRE - MOS")
    assert told.last("rejected") == {
        "type": "rejected", "phase": "S1901M", "order": "F BRE - MOS", "reason": told.last("rejected")["reason"],
    }  # fmt: skip
    assert "Brest" in told.last("rejected")["reason"]
    again = told.last("turn")
    assert (again["answer"], again["deadline_ms"]) == (2, 1450)
    assert not told.is_done()
    told.orders(0.6, "F BRE - MAO")
    assert told.is_done()
    assert told.ordered == ["A PAR - BUR", "F BRE - MAO"]
    assert told.dialogue.counts.illegal == 1


@pytest.mark.parametrize(
    ("order", "suggestion"),
    [("A PAR - BURG", "A PAR - BUR"), ("A PRIS - BUR", "PAR"), ("A MUN - BUR", None), ("A LON - BEL", None), ("hello", None), ("", None)],
)
def test_what_is_not_certain_is_rejected_and_never_guessed(order: str, suggestion: str | None) -> None:
    told = Told()
    told.ask()
    told.orders(0.1, order)
    assert told.ordered == []
    assert suggestion is None or suggestion in told.last("rejected")["suggestion"]


def test_after_three_rejected_answers_what_is_legal_counts_and_the_game_goes_on() -> None:
    told = Told()
    told.ask()
    for number in range(3):
        assert not told.is_done()
        told.orders(0.1 * number, "A PAR - MOS", "F BRE - MAO")
    assert told.is_done()
    assert told.ordered == ["F BRE - MAO"]
    assert told.dialogue.counts.illegal == 3
    assert not told.dialogue.forfeit


def test_a_limit_of_illegal_orders_forfeits_the_seat_where_one_was_chosen() -> None:
    told = Told(bounds=Bounds(illegal=1))
    told.ask()
    told.orders(0.1, "A PAR - MOS", "F BRE - MOS")
    assert told.dialogue.forfeit == "more than 1 illegal orders"
    assert told.ordered == []


def test_no_more_builds_are_taken_than_are_due_and_a_changed_mind_is_no_second_build() -> None:
    told = Told()
    told.ask(0.0, WINTER)
    told.orders(0.1, "A PAR B", more=True)
    told.orders(0.2, "F MAR B", "A PAR B", "WAIVE", "F BRE B")
    assert told.ordered == ["A PAR B", "WAIVE"]
    reasons = [each["reason"] for each in told.sent if each["type"] == "rejected"]
    assert len(reasons) == 2  # Marseilles is not empty, and a third build is not due


def test_who_is_late_has_the_last_orders_that_were_sent() -> None:
    told = Told()
    told.ask()
    told.orders(0.5, "A PAR - BUR", more=True)
    told.dialogue.tick(1.99)
    assert not told.is_done()
    told.dialogue.tick(2.0)
    assert told.is_done()
    assert told.ordered == ["A PAR - BUR"]
    assert told.dialogue.counts.late == 1
    assert told.notes == ["late: S1901M: it said that more would follow, and nothing did in 2000 ms; the last ones count"]


def test_who_says_nothing_holds_and_the_cause_is_noted() -> None:
    told = Told()
    told.ask()
    told.dialogue.tick(2.0)
    assert told.ordered == []
    assert told.notes == ["late: S1901M: no orders came in 2000 ms; its units hold"]


def test_orders_that_come_too_late_are_noted_and_are_not_taken_for_the_next_turn() -> None:
    told = Told()
    told.ask()
    told.dialogue.tick(2.0)
    told.dialogue.close_turn()
    told.ask(3.0, STANDARD.state("F1901M | units FRANCE A BUR, A MAR, F BRE | owners FRANCE BRE MAR PAR").position)
    told.orders(3.1, "A MAR - SPA")
    assert told.ordered == []
    assert not told.is_done()
    assert told.notes[-1] == "too late: orders for S1901M came when it was over"
    told.orders(3.2, "A MAR - SPA")
    assert told.ordered == ["A MAR - SPA"]


def test_a_program_that_names_the_phase_may_leave_turns_without_an_answer() -> None:
    told = Told()
    told.ask()
    told.dialogue.tick(2.0)
    told.dialogue.close_turn()
    told.ask(3.0, STANDARD.state("F1901M | units FRANCE A BUR, A MAR, F BRE | owners FRANCE BRE MAR PAR").position)
    told.orders(3.1, "A MAR - SPA", phase="F1901M")
    assert told.ordered == ["A MAR - SPA"]


def test_orders_after_the_clock_ran_out_say_by_how_much() -> None:
    told = Told()
    told.ask()
    told.dialogue.tick(2.0)
    told.orders(2.34, "A PAR - BUR")
    assert told.ordered == []
    assert told.notes[-1] == "too late: orders for S1901M came 340 ms after its clock had run out"


@pytest.mark.parametrize(
    "line", [b"nonsense", b"[]", b"{}", b'{"type": 3}', b'{"type": "orders"}', b'{"type": "orders", "orders": "A PAR H"}', b"\xff"]
)
def test_the_third_line_that_is_no_message_forfeits_the_seat_and_the_others_are_warned_of(line: bytes) -> None:
    told = Told()
    told.ask()
    told.dialogue.hear(line, 0.1)
    assert told.last("info")["warning"]
    told.dialogue.hear(line, 0.2)
    assert not told.dialogue.forfeit
    told.dialogue.overlong(0.3, LONGEST_LINE)
    assert told.dialogue.forfeit.startswith("line 3 that was no message")
    assert told.is_done()
    assert told.ordered == []


def test_unknown_types_and_empty_lines_are_passed_over() -> None:
    told = Told()
    told.ask()
    for _ in range(5):
        told.say(0.1, type="telepathy", text="?")
        told.dialogue.hear(b"  ", 0.1)
    told.orders(0.2, "A PAR - BUR", future="part")
    assert told.ordered == ["A PAR - BUR"]
    assert told.dialogue.counts.bad_lines == 0


def test_a_flood_of_lines_forfeits_the_seat() -> None:
    told = Told(bounds=Bounds(messages=20))
    told.ask()
    for _ in range(21):
        told.say(0.1, type="info", text="la")
    assert told.dialogue.forfeit == "more than 20 lines in one turn"


def test_a_program_that_wants_neither_map_nor_legal_orders_is_not_sent_them() -> None:
    told = Told()
    told.say(0.0, type="hello", name="Small", wants=[])
    told.ask()
    assert "legal" not in told.last("turn")
    told.dialogue.begin(0.1, "next")
    assert "map" not in told.last("new_game")


def test_letters_and_wishes_for_a_draw_are_kept_for_whoever_plays_the_game() -> None:
    told = Told(bounds=Bounds(letters=1))
    told.ask()
    told.say(0.1, type="press", to=["GERMANY"], text=" Munich empty? ")
    told.say(0.1, type="press", text="a second one")
    told.say(0.2, type="draw")
    assert [(each.to, each.text) for each in told.dialogue.heard.letters] == [(("GERMANY",), "Munich empty?")]
    assert told.dialogue.heard.wants_draw is True


def test_results_since_the_last_turn_come_with_the_next_one_and_once() -> None:
    from app.players.programs.parts import judged_part

    told = Told()
    told.ask()
    told.orders(0.1, "A PAR - BUR")
    step = STANDARD.start.apply({"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR"]})
    told.dialogue.tell(judged_part(step.before.phase, step.resolution))
    told.dialogue.close_turn()
    told.ask(1.0, step.after.position)
    last = told.last("turn")["last"]
    assert [each["phase"] for each in last] == ["S1901M"]
    assert {"order": "A PAR - BUR", "results": ["bounce"]} in last[0]["orders"]["FRANCE"]
    told.dialogue.close_turn()
    told.ask(2.0, State(STANDARD, step.after.position).position)
    assert "last" not in told.last("turn")


def test_the_token_stands_in_no_log() -> None:
    told = Told()
    dialogue = Dialogue(STANDARD.model, "FRANCE", told.lines.append)
    dialogue.greet(0.0, "s3cret")
    dialogue.hear(b'{"type": "hello", "token": "s3cret"}', 0.1)
    assert b"s3cret" in told.lines[-1]
    assert not [each for each in dialogue.log if "s3cret" in each.raw + each.words]


def test_a_log_is_bounded_in_entries_and_in_size_and_counts_what_it_dropped() -> None:
    log = Log()
    for number in range(MOST_ENTRIES + 10):
        log.add(ProgramLogEntry(number, Way.NOTE, "note", "", ""))
    assert (len(list(log)), log.dropped, log.total) == (MOST_ENTRIES, 10, MOST_ENTRIES + 10)
    for number in range(200):
        log.add(ProgramLogEntry(number, Way.HEARD, "info", "", "x" * LONGEST_RAW))
    kept = list(log)
    assert sum(len(each.raw) for each in kept) <= MOST_CHARACTERS
    assert log.total == MOST_ENTRIES + 210
    assert log.since(log.total - 1) == (kept[-1],)


def test_more_that_is_announced_keeps_a_turn_open_whatever_is_rejected() -> None:
    told = Told()
    told.ask()
    for _ in range(5):
        told.orders(0.5, "A PAR - MOS", "F BRE - MAO", more=True)
    assert not told.is_done()
    assert [each["type"] for each in told.sent].count("turn") == 1, "it does not come again, since it is open"
    assert [each["type"] for each in told.sent].count("rejected") == 5
    told.orders(1.0, "A PAR - MOS")
    assert told.last("turn")["answer"] == 2, "the first set that was meant to be the last"
    told.orders(1.0, "A PAR - BUR")
    assert told.is_done()
    assert told.ordered == ["F BRE - MAO", "A PAR - BUR"]


def wants_receipts(told: Told) -> None:
    told.say(0.0, type="hello", wants=["legal", "receipts"])


def test_a_program_that_wants_receipts_is_told_what_is_ordered_behind_all_else() -> None:
    told = Told()
    wants_receipts(told)
    told.ask()
    told.orders(0.5, "A PAR - MOS", "F BRE - MAO")
    assert [each["type"] for each in told.sent][-3:] == ["rejected", "turn", "receipt"]
    assert told.sent[-1] == {"type": "receipt", "phase": "S1901M", "orders": ["F BRE - MAO"], "answers": 1}
    told.orders(0.6, "Paris to Burgundy")
    assert told.sent[-1] == {"type": "receipt", "phase": "S1901M", "orders": ["F BRE - MAO", "A PAR - BUR"], "done": True, "answers": 1}


def test_orders_that_do_not_count_have_a_receipt_that_says_why() -> None:
    told = Told()
    wants_receipts(told)
    told.orders(0.0, "A PAR - BUR")
    assert told.sent[-1] == {"type": "receipt", "phase": "", "counts": False, "reason": "no turn is open"}
    told.ask()
    told.orders(3.0, "A PAR - BUR", phase="S1901M")
    assert told.sent[-1]["reason"] == "they came 1000 ms after the clock of the phase had run out"
    told.dialogue.close_turn()
    told.orders(3.0, "A PAR - BUR", phase="S1901M")
    assert told.sent[-1] == {"type": "receipt", "phase": "S1901M", "counts": False, "reason": "the phase is over"}


def test_a_letter_that_cannot_be_passed_on_is_told_to_whoever_wrote_it() -> None:
    told, plain = Told(), Told()
    wants_receipts(told)
    for each in (told, plain):
        each.say(0.0, type="press", to=["GERMANY"], text="Peace?")
    words = "letters are passed on while orders of yours are due, and none are"
    assert told.sent[-1] == {"type": "delivered", "told": [words]}
    assert plain.sent[-1] == {"type": "info", "text": words, "warning": True}
    told.ask()
    for _ in range(101):
        told.say(0.0, type="press", to=["GERMANY"], text="Peace?")
    assert told.sent[-1] == {"type": "delivered", "told": ["no more than 100 letters are passed on in one turn"]}
    assert len(told.dialogue.heard.letters) == 100


def test_receipts_are_for_who_names_them_and_where_they_can_be_given() -> None:
    unasked, table = Told(), Told(receipts=False)
    wants_receipts(table)
    for told in (unasked, table):
        told.ask()
        told.orders(0.5, "A PAR - BUR")
        assert not any(each["type"] == "receipt" for each in told.sent)
