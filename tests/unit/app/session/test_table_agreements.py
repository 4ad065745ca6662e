"""Agreements between people and built-in opponents at a table: proposed, answered, kept or broken by character, and subject to hooks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import languages
from adjudicator import Phase, Position, Unit
from adjudicator.notation import parse_order
from adjudicator.order import Move
from app.game.gm_edits import edit_position
from app.game.record import MAIN
from app.players.agreements import CHARACTERS, Bargain, Character, Dealer, Open, ProposalKind, Stance, read, written
from app.players.bots import Bot
from app.session.hook_service import HookAnswer, HookChoice
from app.tables.table_letters import dealing_of, let_opponents_write
from app.tables.table_players import ask_all
from tests.unit.app.session.table_desk import TableDesk
from variants.catalogue import standard

PEACE = Bargain(ProposalKind.PEACE)
EVERY = (
    PEACE,
    Bargain(ProposalKind.ALLIANCE, "TURKEY"),
    Bargain(ProposalKind.KEEP_OUT, "BUR"),
    Bargain(ProposalKind.SUPPORT, "A PAR - BUR"),
)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[TableDesk]:
    made = TableDesk(tmp_path)
    yield made
    made.end()


def letters(desk: TableDesk) -> list[tuple[str, str, str]]:
    return [(each.sender, ",".join(each.receivers), each.text) for each in desk.seating.turn.press]


def from_germany(desk: TableDesk) -> list[str]:
    return [text for sender, to, text in letters(desk) if (sender, to) == ("GERMANY", "FRANCE")]


@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "it"])
@pytest.mark.parametrize("proposal", EVERY, ids=lambda each: each.kind.value)
@pytest.mark.parametrize("stance", Stance)
def test_what_is_written_is_read_as_it_was_meant_in_each_language(language: str, proposal: Bargain, stance: Stance) -> None:
    with languages.using(language):
        text = written(standard(), stance, proposal)
        assert read(standard(), text) == (stance, proposal)
        assert read(standard(), f"  {text.upper()}\n") == (stance, proposal)
        for typed in (text.replace("'", "\N{RIGHT SINGLE QUOTATION MARK}"), text.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")):
            assert read(standard(), typed) == (stance, proposal)


@pytest.mark.parametrize("text", ["", "Peace?", "I propose peace until the end of the year. Really?", "Please support me.", "x" * 10_000])
def test_other_letters_are_no_proposals(text: str) -> None:
    assert read(standard(), text) is None


def test_a_beginner_agrees_to_peace_at_once_and_keeps_it(desk: TableDesk) -> None:
    desk.run("table FRANCE=Cleo GERMANY=bot:beginner", "open-seat FRANCE")
    desk.run(f"press france --to germany {written(standard(), Stance.PROPOSE, PEACE)}")
    assert from_germany(desk) == [written(standard(), Stance.AGREE, PEACE)]
    dealing = dealing_of(desk.session, desk.seating, desk.seating.table.seat("GERMANY"))
    assert dealing is not None
    assert dealing.promises == [("FRANCE", PEACE)]
    kept = dealing.kept([parse_order("A MUN - BUR"), parse_order("A BER - KIE")])
    assert [str(each) for each in kept] == ["A MUN - BUR", "A BER - KIE"], "Burgundy is nobody's"


def test_the_same_proposal_is_answered_once(desk: TableDesk) -> None:
    desk.run("table FRANCE=Cleo GERMANY=bot:beginner", "open-seat FRANCE")
    for _ in range(3):
        desk.run(f"press france --to germany {written(standard(), Stance.PROPOSE, PEACE)}")
    desk.run("press france --to germany Good.")
    assert len(from_germany(desk)) == 1


def test_a_place_it_promised_to_keep_out_of_is_not_entered(desk: TableDesk) -> None:
    desk.run("table FRANCE=Cleo GERMANY=bot:beginner", "open-seat FRANCE")
    desk.run("press france --to germany Please do not enter Burgundy.", "seal --anyway")
    dealing = dealing_of(desk.session, desk.seating, desk.seating.table.seat("GERMANY"))
    assert dealing is not None
    assert list(map(str, dealing.kept([parse_order("A MUN - BUR"), parse_order("A BER S A MUN - BUR")]))) == ["A MUN H", "A BER H"]


def test_peace_forbids_units_and_empty_centres_of_the_other_and_no_more() -> None:
    units = tuple(map(Unit.of, ("FRANCE A MAR", "GERMANY A BUR", "GERMANY A RUH")))
    position = Position(Phase.of("S1903M"), units, {"PAR": "FRANCE", "MAR": "FRANCE", "BEL": "ENGLAND"})
    dealer = Dealer(Bot.STRONG, standard(), position, "GERMANY", "seed")
    left = {"A BUR - PAR": "A BUR H", "A BUR - MAR": "A BUR H", "A BUR - BEL": "A BUR - BEL", "A BUR - GAS": "A BUR - GAS"}
    for order, kept in left.items():
        assert [str(each) for each in dealer.kept([parse_order(order)], [("FRANCE", PEACE)])] == [kept]


def test_an_opponent_proposes_once_in_a_phase_to_a_neighbour_and_to_nobody_without_people(desk: TableDesk) -> None:
    desk.run("table FRANCE=Cleo GERMANY=bot:beginner AUSTRIA=bot:beginner")
    position = replace(desk.game.turn(desk.game.last()).position, units=(Unit.of("GERMANY A BUR"), Unit.of("FRANCE A MAR")))
    with desk.seating.acting():
        desk.session.document.perform("Set up", edit_position(desk.game, MAIN, position, "Set up.", by="", at=""))
    for _ in range(2):
        let_opponents_write(desk.session, desk.seating)
    assert len(from_germany(desk)) == 1
    said = read(standard(), from_germany(desk)[0])
    assert said is not None
    assert said[0] is Stance.PROPOSE
    assert [sender for sender, to, _ in letters(desk) if to == "FRANCE"] == ["GERMANY"], "Austria stands beside others"


def test_a_support_that_was_promised_is_given_in_the_orders_that_are_carried_out(desk: TableDesk) -> None:
    desk.run("table FRANCE=Cleo GERMANY=bot:beginner", "open-seat FRANCE")
    desk.run("press france --to germany Please support A PAR - BUR.", "order A PAR - BUR", "seal --anyway")
    for power in desk.seating.round.to_seal:
        desk.run(f"open-seat {power}", "seal --anyway")
    desk.run("show-orders")
    given = [str(line.order) for line in desk.game.branch(MAIN).turns[0].orders["GERMANY"]]
    assert "A MUN S A PAR - BUR" in given
    assert len([each for each in given if each.startswith("A MUN")]) == 1


def test_what_cannot_be_done_is_refused(desk: TableDesk) -> None:
    desk.run("table FRANCE=Cleo TURKEY=bot:beginner", "open-seat FRANCE")
    desk.run("press france --to turkey Please support A PAR - BUR.")
    desk.run("press france --to turkey Please do not enter Ankara.")
    assert [text for sender, _, text in letters(desk) if sender == "TURKEY"] == [
        "I do not support A PAR - BUR.",
        "I do not promise to keep out of Ankara.",
    ]


def test_peace_lasts_until_the_end_of_the_year_and_a_place_for_the_next_moves(desk: TableDesk) -> None:
    desk.run("table FRANCE=Cleo GERMANY=bot:beginner", "open-seat FRANCE")
    desk.run(f"press france --to germany {written(standard(), Stance.PROPOSE, PEACE)}")
    desk.run("press france --to germany Please do not enter Burgundy.", "seal --anyway")
    held: list[list[ProposalKind]] = []
    for _ in range(3):
        dealing = dealing_of(desk.session, desk.seating, desk.seating.table.seat("GERMANY"))
        assert dealing is not None
        held.append([proposal.kind for _, proposal in dealing.promises])
        for power in desk.seating.round.to_seal:
            desk.run(f"open-seat {power}", "seal --anyway")
        desk.run("show-orders", "next-round")
    year = [ProposalKind.PEACE, ProposalKind.KEEP_OUT], [ProposalKind.PEACE]
    assert held[:2] == [*year]
    assert str(desk.seating.round.phase).startswith(("W1901", "S1902"))


@pytest.mark.slow
def test_a_letter_to_a_seat_with_a_pin_is_sealed_and_its_promise_is_remembered(desk: TableDesk) -> None:
    desk.run("table FRANCE=Cleo:0815 GERMANY=bot:beginner", "open-seat FRANCE 0815")
    desk.run(f"press france --to germany {written(standard(), Stance.PROPOSE, PEACE)} --anyway")
    assert any(each.sealed is not None for each in desk.seating.turn.press if each.sender == "GERMANY")
    dealing = dealing_of(desk.session, desk.seating, desk.seating.table.seat("GERMANY"))
    assert dealing is not None
    assert dealing.promises == [("FRANCE", PEACE)]
    assert dealing.letters(["FRANCE"], []) == []


_NO_PRESS = """def on_press(ctx):
    return {"allow": False, "reason": "silence"}
"""


def test_hooks_keep_back_what_opponents_write_and_it_is_not_tried_again(tmp_path: Path) -> None:
    desk = TableDesk(tmp_path)
    desk.library.places.hooks.mkdir(parents=True, exist_ok=True)
    (desk.library.places.hooks / "silence.hook").write_text(_NO_PRESS, encoding="utf-8")
    desk.services.hook_answer = HookAnswer(HookChoice.RUN)
    desk.run("variant silence", "table FRANCE=Cleo GERMANY=bot:easy AUSTRIA=bot:easy")
    assert letters(desk) == []
    desk.end()


def test_characters_differ_in_what_they_keep() -> None:
    asked = [Open("FRANCE", PEACE)]
    for kind, character in CHARACTERS.items():
        agreed = kept = 0
        for number in range(200):
            dealer = Dealer(kind, standard(), standard().start, "GERMANY", f"game {number}")
            agreed += dealer.answer(asked[0], []) is Stance.AGREE
            order = parse_order("A MUN - BUR")
            kept += not isinstance(dealer.kept([order], [("FRANCE", Bargain(ProposalKind.KEEP_OUT, "BUR"))])[0], Move)
        assert abs(agreed / 200 - character.agrees) < 0.12, kind
        assert abs(kept / 200 - character.keeps) < 0.12, kind
    assert CHARACTERS[Bot.STRONG].keeps == 1.0


def test_no_peace_with_the_leader_and_no_alliance_against_a_friend() -> None:
    start = standard().start
    owners = dict(start.owners) | dict.fromkeys(("SPA", "POR", "BEL", "HOL", "LON"), "FRANCE")
    dealer = Dealer(Bot.STRONG, standard(), type(start)(start.phase, start.units, owners), "GERMANY", "seed")
    assert dealer.answer(Open("FRANCE", PEACE), []) is Stance.REFUSE
    beginner = Dealer(Bot.BEGINNER, standard(), start, "GERMANY", "seed")
    against = Open("FRANCE", Bargain(ProposalKind.ALLIANCE, "RUSSIA"))
    assert beginner.answer(against, []) is Stance.AGREE
    assert beginner.answer(against, [("RUSSIA", PEACE)]) is Stance.REFUSE


SEVEN = "table " + " ".join(f"{power}=bot:{{kind}}" for power in standard().powers)


@pytest.mark.slow
def test_seven_opponents_deal_with_one_another_and_keep_to_it(desk: TableDesk) -> None:
    desk.run(SEVEN.format(kind="beginner"))
    said: list[tuple[Stance, Bargain]] = []
    for _ in range(8):
        given: dict[str, list[tuple[str, Bargain]]] = {}
        for seat in desk.seating.table.seats:
            dealing = dealing_of(desk.session, desk.seating, seat)
            assert dealing is not None
            given[seat.power] = dealing.promises
        for power, promises in given.items():
            for other, each in promises:
                assert not each.is_lasting or (power, each) in given[other], "peace binds both"
        proposals = [(sender, to) for sender, to, text in letters(desk) if (read(standard(), text) or [None])[0] is Stance.PROPOSE]
        assert len(proposals) == len(set(proposals)) == len({sender for sender, _ in proposals}), "one each in a phase"
        said += [found for _, _, text in letters(desk) if (found := read(standard(), text)) is not None]
        desk.run("show-orders", "next-round")
    assert (Stance.AGREE, PEACE) in said


def test_who_proposed_the_same_agrees_to_it() -> None:
    dealer = Dealer(Bot.EASY, standard(), standard().start, "GERMANY", "seed")
    answers = {dealer.answer(Open(other, PEACE), [], [(other, PEACE)]) for other in standard().powers if other != "GERMANY"}
    assert answers == {Stance.AGREE}


def test_nobody_supports_others_to_where_it_asked_for_support_itself() -> None:
    units = tuple(map(Unit.of, ("FRANCE A PAR", "GERMANY A MUN", "GERMANY A RUH", "FRANCE A GAS")))
    dealer = Dealer(Bot.BEGINNER, standard(), Position(Phase.of("S1903M"), units, {}), "GERMANY", "seed")
    asked = Open("FRANCE", Bargain(ProposalKind.SUPPORT, "A PAR - BUR"))
    assert dealer.answer(asked, []) is Stance.AGREE
    assert dealer.answer(asked, [], [("FRANCE", Bargain(ProposalKind.SUPPORT, "A MUN - BUR"))]) is Stance.REFUSE


def test_a_friend_is_asked_for_a_support_and_the_order_is_given() -> None:
    units = tuple(map(Unit.of, ("FRANCE A PAR", "GERMANY A MUN", "GERMANY A RUH", "ENGLAND F BEL", "FRANCE A PIC")))
    position = Position(Phase.of("S1903M"), units, {"BEL": "ENGLAND", "PAR": "FRANCE", "MUN": "GERMANY"})
    found = set()
    for number in range(20):
        dealer = Dealer(Bot.BEGINNER, standard(), position, "GERMANY", f"game {number}")
        found.update(dealer.proposals(["FRANCE"], [("FRANCE", PEACE)]))
    assert found == {("FRANCE", Bargain(ProposalKind.SUPPORT, "A RUH - BEL"))}
    kept = dealer.kept([parse_order("A RUH H"), parse_order("A MUN H")], [], [("FRANCE", Bargain(ProposalKind.SUPPORT, "A RUH - BEL"))])
    assert set(map(str, kept)) == {"A RUH - BEL", "A MUN H"}


def test_an_ally_is_wanted_against_a_neighbour_of_both() -> None:
    units = tuple(map(Unit.of, ("GERMANY A BUR", "ENGLAND A BEL", "ENGLAND F ENG", "FRANCE A PAR")))
    position = Position(Phase.of("S1903M"), units, {"BRE": "FRANCE", "PAR": "FRANCE", "BEL": "ENGLAND"})
    found = {
        proposal
        for number in range(200)
        for proposal in Dealer(Bot.EASY, standard(), position, "GERMANY", f"game {number}").proposals(["ENGLAND"], [])
    }
    assert found == {("ENGLAND", PEACE), ("ENGLAND", Bargain(ProposalKind.ALLIANCE, "FRANCE"))}


def test_strong_is_asked_again_when_its_agreements_change(desk: TableDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.players.agreements.CHARACTERS", {**CHARACTERS, Bot.STRONG: Character(agrees=1.0, keeps=1.0, looks=True)})
    desk.run("table FRANCE=Cleo GERMANY=bot:strong", "open-seat FRANCE")
    ask_all(desk.session, desk.seating)
    assert "GERMANY" in desk.seating.answers
    for place in ("BUR", "RUH", "KIE"):
        desk.run(f"press france --to germany {written(standard(), Stance.PROPOSE, Bargain(ProposalKind.KEEP_OUT, place))}")
    assert [text for text in from_germany(desk) if text.startswith("Agreed")] == [
        "Agreed. I will not move to Burgundy.",
        "Agreed. I will not move to Ruhr.",
    ]
    assert "GERMANY" not in desk.seating.answers
    ask_all(desk.session, desk.seating)
    given = [line.order for line in desk.seating.answers["GERMANY"]]
    assert {"BUR", "RUH"}.isdisjoint({each.target.province for each in given if isinstance(each, Move)})
