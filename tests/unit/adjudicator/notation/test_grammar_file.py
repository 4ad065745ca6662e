"""docs/formats/orders.ebnf is what writer and readers follow: its sentences are read, and what is written fits it."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.board import Terrain
from adjudicator.errors import MalformedOrderError
from adjudicator.legal import legal_orders
from adjudicator.notation import AssumptionKind, ReadingErrorKind, parse_order, read_order
from adjudicator.notation.order_languages import ENGLISH
from adjudicator.notation.vocabulary import Phrase, Verb
from adjudicator.order import Build, Convoy, Disband, Hold, Move, Order, Remove, Retreat, Support, Waive
from adjudicator.phase import Phase
from adjudicator.position import Position
from adjudicator.unit import DislodgedUnit, Location, Piece, Unit
from tests.quick import each_nth
from tests.unit.app.game.dpn.ebnf import Grammar, Speaker, pattern
from variants import standard

GRAMMAR = Grammar((Path(__file__).parents[4] / "docs/formats/orders.ebnf").read_text(encoding="utf-8"))
VARIANT = standard()
BOARD = VARIANT.board
SPLIT = [province for province in BOARD.provinces.values() if province.coasts]
PLAIN = [province for province in BOARD.provinces.values() if not province.coasts and province.terrain is not Terrain.IMPASSABLE]
CROWD = tuple(
    Unit("FRANCE", Piece("F" if province.terrain is Terrain.SEA else "A", Location(province.code))) for province in (*PLAIN, *SPLIT)
)
"""A unit in every province, so that no kind has to be written."""


def _of(phrases: Iterable[Phrase]) -> Callable[[random.Random], str]:
    words = sorted(" ".join(phrase) for phrase in phrases)
    return lambda chance: chance.choice(words)


SAYINGS: dict[str, Callable[[random.Random], str]] = {
    "inland-place": lambda chance: chance.choice(
        [name for each in [chance.choice(PLAIN)] for name in (each.code, each.code.lower(), each.name, *each.aliases, *each.names)]
    ),
    "split-province": lambda chance: chance.choice([name for each in SPLIT for name in (each.code.title(), each.name)]),
    "split-code": lambda chance: chance.choice(SPLIT).code.lower(),
    "short-coast": lambda _: "sc",
    "coast-name": lambda chance: chance.choice(["south coast", "southern coast"]),
    "sea": lambda chance: chance.choice(["North Sea", "nth", "ENG", "Mid-Atlantic Ocean"]),
    "kind-name": lambda chance: chance.choice(["A", "F", "army", "Fleet", "armies"]),
    "power-name": lambda chance: chance.choice([power.name for power in VARIANT.powers.values()]),
    "power-adjective": lambda chance: chance.choice([power.adjective for power in VARIANT.powers.values()]),
    "result-word": lambda chance: chance.choice(sorted(ENGLISH.results)),
    "hold-verb": _of(ENGLISH.verbs[Verb.HOLD]),
    "move-verb": _of(ENGLISH.verbs[Verb.MOVE]),
    "support-verb": _of(ENGLISH.verbs[Verb.SUPPORT]),
    "convoy-verb": _of(ENGLISH.verbs[Verb.CONVOY]),
    "convoy-phrase": _of(ENGLISH.by_convoy),
    "helped-by": _of(ENGLISH.helped_by),
    "retreat-verb": _of(ENGLISH.verbs[Verb.RETREAT]),
    "disband-verb": _of(ENGLISH.verbs[Verb.DISBAND]),
    "waive-verb": _of(ENGLISH.verbs[Verb.WAIVE]),
}
KINDS: dict[str, tuple[type[Order], ...]] = {
    "written-hold": (Hold,),
    "written-move": (Move,),
    "convoyed-move": (Move,),
    "written-support": (Support,),
    "written-convoy": (Convoy,),
    "written-retreat": (Retreat,),
    "written-disband": (Disband, Remove),
    "written-build": (Build,),
    "written-waive": (Waive,),
}


@pytest.mark.slow
def test_canonical_sentences_are_read_and_written_back() -> None:
    speaker = Speaker(GRAMMAR, {}, seed=1)
    for _ in range(2000):
        sentence = speaker.say("order")
        assert str(parse_order(sentence)) == sentence
    assert {"hold", "move", "support", "convoy", "retreat", "disband", "build", "waive", "coast"} <= speaker.used


@pytest.mark.slow
def test_what_is_written_fits_the_grammar() -> None:
    form = re.compile(pattern(GRAMMAR, "order", {}))
    retreating = Position(Phase.of("F1901R"), (), {}, (DislodgedUnit(Unit.of("FRANCE A BUR"), "MUN"),))
    building = replace(VARIANT.start, phase=Phase.of("W1901A"), units=())
    written = [
        str(order)
        for position in (VARIANT.start, Position(Phase.of("S1901M"), CROWD, {}), retreating, building)
        for code in BOARD.provinces
        for order in legal_orders(VARIANT, position, code)
    ]
    assert {text.split()[2] if " " in text else text for text in written} >= {"H", "-", "S", "C", "R", "D", "B"}
    for text in written:
        assert form.fullmatch(text), text
        assert str(parse_order(text)) == text


@pytest.mark.slow
def test_what_does_not_fit_the_grammar_is_not_read_strictly() -> None:
    form = re.compile(pattern(GRAMMAR, "order", {}))
    chance = random.Random(2)
    speaker = Speaker(GRAMMAR, {}, seed=3)
    for _ in range(2000):
        sentence = speaker.say("order")
        at = chance.randrange(len(sentence))
        broken = sentence[:at] + chance.choice(["", " ", "-", "/", "a", "A", "é"]) + sentence[at + 1 :]
        if form.fullmatch(broken) is None:
            with pytest.raises(MalformedOrderError):
                parse_order(broken)
        else:
            assert str(parse_order(broken)) == broken


@pytest.mark.slow
@each_nth(9, "name", KINDS)
def test_every_wording_is_read_as_the_order_it_is(name: str) -> None:
    speaker = Speaker(GRAMMAR, SAYINGS, seed=4)
    position = Position(Phase.of("S1901M"), CROWD, {})
    for _ in range(250):
        sentence = speaker.say(name)
        reading = read_order(VARIANT, position, sentence, "FRANCE")
        assert reading.error is None, (sentence, reading.error)
        assert isinstance(reading.order, KINDS[name]), (sentence, str(reading.order))


@pytest.mark.slow
def test_a_move_that_names_its_fleets_asks_for_a_convoy() -> None:
    speaker = Speaker(GRAMMAR, SAYINGS, seed=6)
    position = Position(Phase.of("S1901M"), CROWD, {})
    for _ in range(100):
        sentence = speaker.say("convoyed-move")
        order = read_order(VARIANT, position, sentence, "FRANCE").order
        assert isinstance(order, Move), sentence
        assert order.via_convoy, sentence


@pytest.mark.slow
def test_an_order_with_its_supports_is_several_of_the_same_power() -> None:
    speaker = Speaker(GRAMMAR, SAYINGS, seed=7)
    position = Position(Phase.of("S1901M"), CROWD, {})
    for _ in range(100):
        sentence = speaker.say("supported-order")
        reading = read_order(VARIANT, position, sentence, "FRANCE")
        assert reading.order is None, sentence
        assert reading.error is not None
        assert reading.error.kind is ReadingErrorKind.SEVERAL_ORDERS, (sentence, reading.error)
        first, *others = (part.order for _, part in reading.parts)
        assert isinstance(first, Hold | Move), sentence
        assert others, sentence
        for each in others:
            assert isinstance(each, Support), sentence
            assert (each.supported, each.target) == (first.piece, first.target if isinstance(first, Move) else None), sentence


@pytest.mark.slow
def test_signs_build_and_remove() -> None:
    speaker = Speaker(GRAMMAR, SAYINGS, seed=8)
    winter = Position(Phase.of("W1901A"), CROWD, {})
    for _ in range(100):
        sentence = speaker.say("signed-build")
        assert isinstance(read_order(VARIANT, winter, sentence, "FRANCE").order, Build), sentence
    removed = 0
    for _ in range(100):
        sentence = speaker.say("signed-removal")
        order = read_order(VARIANT, winter, sentence, "FRANCE").order
        assert order is None or isinstance(order, Remove), sentence
        removed += order is not None
    assert removed > 10  # the others are armies at sea and fleets inland


@pytest.mark.slow
def test_marks_headings_and_notes_around_an_order_do_not_change_it() -> None:
    speaker = Speaker(GRAMMAR, SAYINGS, seed=5)
    position = Position(Phase.of("S1901M"), CROWD, {})
    for _ in range(500):
        plain = speaker.say("plain-order")
        parts = [speaker.say(name) if speaker.random.random() < 0.5 else "" for name in ("list-mark", "heading", "result-note")]
        sentence = f"{parts[0]}{parts[1]}{plain} {parts[2]}"
        bare, written = (read_order(VARIANT, position, text, "FRANCE") for text in (plain, sentence))
        assert bare.error is None, plain
        assert str(written.order) == str(bare.order), (plain, sentence, written.error)
        told = {each.kind for each in written.assumptions}
        assert (AssumptionKind.RESULT_NOTE in told) == bool(parts[2]), (sentence, told)


def test_every_production_is_used() -> None:
    used = {"order", "written-order", "adjusting-order", "supported-order"}
    while True:
        more = used | {name for each in used if each not in SAYINGS for name in GRAMMAR.names_in(each)}
        if more == used:
            break
        used = more
    assert used == set(GRAMMAR.productions)
