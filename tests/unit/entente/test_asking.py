"""A player that raises, is late or answers with nonsense loses its turn, and the game goes on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import repeat
from typing import cast

import pytest

import entente
from adjudicator.order import Build, Convoy, Hold, Move, Order, Retreat, Support
from adjudicator.position import Position
from adjudicator.resolution import Ending, Resolution
from adjudicator.unit import Location, Piece
from adjudicator.variant import Variant
from entente.asking import MOST_ORDERS, MissKind
from entente.playing import Record
from tests.quick import one_by_one

START = entente.standard().start
PARIS = Piece("A", Location("PAR"))


class Sound:
    """Moves Paris to Burgundy whenever that is asked for."""

    def started(self, variant: Variant, power: str) -> None: ...

    def choose_orders(self, position: Position, power: str, deadline: float | None) -> Sequence[Order]:
        return [Move(PARIS, Location("BUR"))]

    def told(self, resolution: Resolution) -> None: ...

    def ended(self, ending: Ending) -> None: ...


class Raising(Sound):
    def choose_orders(self, position: Position, power: str, deadline: float | None) -> Sequence[Order]:
        raise ValueError("no way\nout")


class Answering(Sound):
    """Answers with the value it was made with."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def choose_orders(self, position: Position, power: str, deadline: float | None) -> Sequence[Order]:
        return cast("Sequence[Order]", self.answer)


class Watch:
    """A clock that a slow player turns on."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Slow(Sound):
    """Takes so many seconds for each answer."""

    def __init__(self, watch: Watch, seconds: float) -> None:
        self.watch, self.seconds = watch, seconds

    def choose_orders(self, position: Position, power: str, deadline: float | None) -> Sequence[Order]:
        self.watch.now += self.seconds
        return super().choose_orders(position, power, deadline)


def spring(player: Sound, **how: object) -> Record:
    """The spring of 1901 with *player* as France; Germany holds a sound player of its own."""
    germany = lambda _state, _power: ["A MUN - RUH"]  # noqa: E731
    record = entente.play(START, {"FRANCE": player, "GERMANY": germany}, go_on=lambda state: state.phase.season == "S", **how)  # type: ignore[arg-type]
    assert record.steps[0].after.position.unit_at("RUH") is not None, "the others play on"
    return record


def test_a_raising_player_loses_its_turn_and_the_record_says_why() -> None:
    record = spring(Raising())
    assert record.steps[0].given["FRANCE"] == ()
    (miss,) = record.misses
    assert (miss.power, str(miss.phase), miss.kind) == ("FRANCE", "S1901M", MissKind.RAISED)
    assert isinstance(miss.error, ValueError)
    assert str(miss) == "FRANCE, S1901M: its player failed (ValueError: no way out); nothing was ordered"
    assert str(miss) in record.report()


def test_a_player_that_fails_while_its_orders_are_read_loses_its_turn() -> None:
    def half() -> Iterator[Order]:
        yield Move(PARIS, Location("BUR"))
        raise RuntimeError

    record = spring(Answering(half()))
    assert record.steps[0].given["FRANCE"] == ()
    assert record.misses[0].words == "RuntimeError"


def test_a_late_player_loses_that_turn_and_one_in_time_does_not() -> None:
    watch = Watch()
    late = spring(Slow(watch, 5.5), seconds=5, clock=watch)
    assert late.steps[0].given["FRANCE"] == ()
    assert str(late.misses[0]) == "FRANCE, S1901M: its player was late (5.5 of 5 seconds); nothing was ordered"
    in_time = spring(Slow(watch, 4.5), seconds=5, clock=watch)
    assert in_time.misses == ()
    assert in_time.steps[0].after.position.unit_at("BUR") is not None


def test_without_a_limit_nobody_is_late() -> None:
    watch = Watch()
    assert spring(Slow(watch, 1e6), clock=watch).misses == ()


@one_by_one(
    ("answer", "words"),
    [
        (None, "the orders of FRANCE: a list was expected, such as ['A PAR - BUR'], not None"),
        ("A PAR - BUR", "the orders of FRANCE: a list was expected, such as ['A PAR - BUR'], not the bare text 'A PAR - BUR'"),
        ({"PAR": "A PAR - BUR"}, "the orders of FRANCE: a list was expected, such as ['A PAR - BUR'], not dict"),
        ([7], "an order or its text was expected, such as 'A PAR - BUR', not int"),
        ([Hold(cast("Piece", None))], "a part of an order (Hold) is not what it should be"),
        ([Move(PARIS, cast("Location", "BUR"))], "a part of an order (Move) is not what it should be"),
        ([Move(PARIS, Location("BUR"), True, cast("tuple[str, ...]", ["NTH"]))], "a part of an order (Move) is not what it should be"),
        ([Support(PARIS, Piece("A", Location(cast("str", 5))))], "a part of an order (Support) is not what it should be"),
        ([Convoy(PARIS, PARIS, cast("Location", None))], "a part of an order (Convoy) is not what it should be"),
        ([Retreat(PARIS, cast("Location", None))], "a part of an order (Retreat) is not what it should be"),
        ([Build(Piece(cast("str", 1), Location("PAR")))], "a part of an order (Build) is not what it should be"),
        (repeat(Hold(PARIS)), f"more than {MOST_ORDERS} orders"),
    ],
)
def test_an_answer_that_is_no_list_of_orders_is_no_answer(answer: object, words: str) -> None:
    record = spring(Answering(answer))
    (miss,) = record.misses
    assert (miss.kind, miss.words) == (MissKind.UNUSABLE, words)
    assert record.steps[0].given["FRANCE"] == ()


def test_a_lying_player_moves_nobody_elses_units() -> None:
    berlin, london = Move(Piece("A", Location("BER")), Location("PRU")), Move(Piece("F", Location("LON")), Location("NTH"))
    record = spring(Answering([berlin, london, "A MUN - BUR"]))
    assert record.misses == (), "these are orders, which the rules refuse"
    step = record.steps[0]
    assert sorted(map(str, set(step.after.position.units) - set(START.position.units))) == ["GERMANY A RUH"]
    assert [str(refused.order) for refused in step.resolution.refused] == ["A BER - PRU", "F LON - NTH", "A MUN - BUR"]


def test_a_player_that_fails_when_it_is_told_something_plays_on() -> None:
    class Deaf(Sound):
        def started(self, variant: Variant, power: str) -> None:
            raise KeyError("start")

        def told(self, resolution: Resolution) -> None:
            raise KeyError("told")

        def ended(self, ending: Ending) -> None:
            raise KeyError("ended")

    record = entente.play(START, {"FRANCE": Deaf()}, last_year=1901)
    assert record.final.is_over
    assert record.steps[0].after.position.unit_at("BUR") is not None
    assert [(miss.asked_for, str(miss.phase)) for miss in record.misses] == [
        ("start", "S1901M"), ("results", "S1901M"), ("results", "F1901M"), ("end", "S1902M"),
    ]  # fmt: skip


def test_an_exception_whose_own_words_fail_is_noted_by_its_kind() -> None:
    class Mute(Exception):  # noqa: N818 - a stranger's exception
        def __str__(self) -> str:
            raise RuntimeError

    class Silent(Sound):
        def choose_orders(self, position: Position, power: str, deadline: float | None) -> Sequence[Order]:
            raise Mute

    assert spring(Silent()).misses[0].words == "Mute"


def test_an_interrupt_is_not_a_players_mistake() -> None:
    class Interrupted(Sound):
        def choose_orders(self, position: Position, power: str, deadline: float | None) -> Sequence[Order]:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        spring(Interrupted())


def test_an_object_that_only_chooses_orders_plays_and_misses_nothing() -> None:
    class Bare:
        def choose_orders(self, position: Position, power: str, deadline: float | None) -> Sequence[Order]:
            return [Move(PARIS, Location("BUR"))]

    record = entente.play(entente.standard(), {"FRANCE": Bare()}, last_year=1901)
    assert record.misses == ()
    assert record.steps[0].after.position.unit_at("BUR") is not None


def test_an_object_is_told_what_it_has_methods_for() -> None:
    heard: list[str] = []

    class Curious:
        def choose_orders(self, position: Position, power: str, deadline: float | None) -> Sequence[Order]:
            return []

        def ended(self, ending: Ending) -> None:
            heard.append(ending.reason)

    assert entente.play(entente.standard(), {"FRANCE": Curious()}, last_year=1901).misses == ()
    assert heard == ["last year"]
