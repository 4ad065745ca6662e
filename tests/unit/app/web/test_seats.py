"""A seat at a phone: sitting down, orders by taps and by words, sealing, taking back, coming back, moving to another phone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from app.game.edits import new_game
from app.game.entries import LockKind
from app.game.record import OrderLine
from app.hotseat.round import RoundStage
from app.hotseat.sealing import LOCKED, container_of
from app.session.requests import WebTerms
from app.tables.phone_seats import PhoneSeat
from app.web.serving import WebTable, run_typed
from tests.quick import each_nth
from tests.unit.app.hooks.playing import placed
from tests.unit.app.session.table_desk import TableDesk, refused
from tests.unit.app.web.phone_table import PHONES, POWERS, PhoneTable
from variants.catalogue import standard


def test_a_phone_takes_the_seat_that_it_asks_for(table: PhoneTable) -> None:
    phone = table.join("FRANCE")
    assert phone.last("seat") == "FRANCE"
    lock = table.seating.lock_of("FRANCE")
    assert lock is not None
    assert lock.kind is LockKind.PHONE
    assert phone.token not in table.laptop.disk(), "the file keeps what tells the token, and not the token"
    assert "Cleo" in str(phone.parts["head"])


def test_by_lot_one_of_the_free_seats_is_given(table: PhoneTable) -> None:
    phone = table.connect()
    table.say(phone, do="join", word=table.desk.door.word, name="Ada", power="")
    assert phone.last("seat") in POWERS


@each_nth(
    2,
    ("message", "words"),
    [
        ({"word": "wrong", "name": "Ada", "power": "FRANCE"}, "not the table password"),
        ({"name": "", "power": "FRANCE"}, "what the others shall call you"),
        ({"name": "x" * 150, "power": "FRANCE"}, "at most 60"),
        ({"name": "GM", "power": "FRANCE"}, "is not GM"),
        ({"name": "<b>", "power": "FRANCE"}, "none of < >"),
        ({"name": "ben", "power": "FRANCE"}, "called ben already"),
        ({"name": "Ada", "power": "ENGLAND"}, "taken"),
        ({"name": "Ada", "power": "ATLANTIS"}, "taken"),
    ],
)
def test_who_cannot_sit_down_is_told_why(table: PhoneTable, message: dict[str, str], words: str) -> None:
    table.join("ENGLAND")
    phone = table.connect()
    table.say(phone, do="join", **{"word": table.desk.door.word, **message})
    assert words in str(phone.last("refused"))
    assert not any("seat" in each for each in phone.messages)


def test_control_characters_are_no_part_of_a_name(table: PhoneTable) -> None:
    table.join("FRANCE", "A\u202eda\x1b[31m\nx")
    assert table.seating.table.seat("FRANCE").person == "Ada [31m x"


def test_behind_a_shut_door_nobody_sits_down(table: PhoneTable) -> None:
    table.desk.door.is_open = False
    phone = table.connect()
    table.say(phone, do="join", word=table.desk.door.word, name="Ada", power="FRANCE")
    assert "Nobody is let in" in str(phone.last("refused"))


def test_two_taps_write_an_order_and_the_targets_glow_between(table: PhoneTable) -> None:
    phone = table.join("AUSTRIA")
    table.say(phone, do="touch", p="BUD", u=True)
    glow = phone.parts["glow"]
    assert isinstance(glow, dict)
    assert glow["picked"] == "BUD"
    assert set(glow["grounds"]) == {"GAL", "RUM", "SER", "TRI", "VIE"}
    table.say(phone, do="touch", p="SER")
    assert "Army Budapest moves to Serbia" in str(phone.parts["sheet"])
    container = container_of(table.seating.game, table.seating.cursor, "AUSTRIA")
    assert container is not None
    assert container.scheme == LOCKED
    assert container.is_draft


@pytest.mark.slow
def test_what_a_tap_leaves_open_is_asked_and_answered(table: PhoneTable) -> None:
    table.join_all()
    france = table.phones["FRANCE"]
    table.say(france, do="touch", p="MAR", u=True)
    table.say(france, do="touch", p="PAR", u=True)
    table.say(france, do="touch", p="BUR")
    assert "Army Marseilles supports Army Paris to Burgundy" in str(france.parts["sheet"])
    table.order("FRANCE", "F BRE - MAO")
    table.seal_all()
    table.say(france, do="now")
    table.say(france, do="touch", p="MAO", u=True)
    table.say(france, do="touch", p="SPA")
    assert "Which coast of Spain?" in str(france.parts["prompt"])
    table.say(table.phones["ITALY"], do="seal")
    table.say(france, do="panel", name="")
    assert "Which coast of Spain?" in str(france.parts["prompt"]), "what others do takes no question away"
    table.say(france, do="choice", i=1)
    assert "coast of Spain" in str(france.parts["sheet"]) or "Spain (" in str(france.parts["sheet"])


def test_a_build_of_two_kinds_is_asked(tmp_path: Path, quick_locks: None) -> None:
    table = PhoneTable(tmp_path, "table ANKARA=phone", variant="chaos")
    phone = table.join("ANKARA", "Ada")
    table.say(phone, do="touch", p="ANK")
    prompt = str(phone.parts["prompt"])
    assert "Build what in Ankara?" in prompt
    table.say(phone, do="choice", i=1)
    assert "fleet" in str(phone.parts["sheet"]).lower()
    table.laptop.end()


def test_a_tap_that_leads_nowhere_says_why(table: PhoneTable) -> None:
    phone = table.join("AUSTRIA")
    table.say(phone, do="touch", p="BUD", u=True)
    table.say(phone, do="touch", p="POR")
    assert "Portugal" in str(phone.parts["prompt"])
    assert "refusal" in str(phone.parts["prompt"])


def test_every_legal_order_stands_in_the_list_of_its_unit(table: PhoneTable) -> None:
    phone = table.join("AUSTRIA")
    table.say(phone, do="legal", p="VIE")
    panel = str(phone.parts["panel"])
    assert panel.count('data-do="want"') == 15
    table.say(phone, do="want", o="A VIE - GAL")
    assert "Army Vienna moves to Galicia" in str(phone.parts["sheet"])
    assert phone.parts["panel"] == ""


def test_another_powers_order_is_not_taken(table: PhoneTable) -> None:
    phone = table.join("AUSTRIA")
    table.say(phone, do="want", o="A PAR - BUR")
    assert "not possible" in str(phone.parts["prompt"])
    table.say(phone, do="write", text="A PAR - BUR")
    assert not any(line.is_legal for line in _lines(table, "AUSTRIA") if line.order is not None)


def test_orders_can_be_typed_and_taken_away(table: PhoneTable) -> None:
    phone = table.join("AUSTRIA")
    table.say(phone, do="write", text="vienna to galicia")
    assert "Army Vienna moves to Galicia" in str(phone.parts["sheet"])
    table.say(phone, do="write", text="", line=0)
    assert "2 still open" not in str(phone.parts["sheet"])
    assert "3 still open" in str(phone.parts["sheet"])


@pytest.mark.slow
def test_a_seal_closes_and_is_taken_back_until_the_last_one_seals(table: PhoneTable) -> None:
    table.join_all()
    ada = table.phones["AUSTRIA"]
    table.order("AUSTRIA", "A BUD - SER")
    table.say(ada, do="seal")
    assert "Your orders are sealed" in str(ada.parts["sheet"])
    table.say(ada, do="touch", p="VIE", u=True)
    assert "has sealed its orders" in str(ada.parts["prompt"])
    table.say(ada, do="back")
    assert "Army Budapest moves to Serbia" in str(ada.parts["sheet"])
    for phone in table.phones.values():
        table.say(phone, do="seal")
    assert table.seating.round.stage is RoundStage.READY
    table.say(ada, do="back")
    assert "sealed orders cannot be changed" in str(ada.parts["prompt"])


@pytest.mark.slow
def test_when_all_have_sealed_the_phase_is_carried_out_and_its_results_are_shown(table: PhoneTable) -> None:
    table.join_all()
    table.order("AUSTRIA", "A BUD - SER")
    table.seal_all()
    assert str(table.seating.round.phase) == "F1901M"
    ada = table.phones["AUSTRIA"]
    assert "Serbia" in str(ada.parts["panel"])
    assert "Spring 1901" in str(ada.parts["panel"])
    table.say(ada, do="now")
    assert "Fall 1901" in str(ada.parts["sheet"])


def test_a_phone_that_comes_back_has_its_draft(table: PhoneTable) -> None:
    table.join("AUSTRIA")
    table.order("AUSTRIA", "A BUD - SER")
    token = table.phones["AUSTRIA"].token
    table.desk.forget(table.phones["AUSTRIA"])
    phone = table.say(table.connect(), do="sit", power="AUSTRIA", token=token)
    assert "Army Budapest moves to Serbia" in str(phone.parts["sheet"])


@pytest.mark.slow
def test_after_a_crash_drafts_and_seals_are_in_the_game_and_open_with_the_tokens(table: PhoneTable) -> None:
    table.join_all()
    table.order("AUSTRIA", "A BUD - SER")
    table.order("FRANCE", "A PAR - BUR")
    table.say(table.phones["FRANCE"], do="seal")
    tokens = {power: phone.token for power, phone in table.phones.items()}
    disk = table.laptop.disk()
    assert "BUD - SER" not in disk
    assert not any(token in disk for token in tokens.values())
    again = table.restarted()
    ada = again.say(again.connect(), do="sit", power="AUSTRIA", token=tokens["AUSTRIA"])
    assert "Army Budapest moves to Serbia" in str(ada.parts["sheet"])
    cleo = again.say(again.connect(), do="sit", power="FRANCE", token=tokens["FRANCE"])
    assert "Your orders are sealed" in str(cleo.parts["sheet"])
    again.laptop.end()


@pytest.mark.slow
def test_a_restarted_table_waits_for_the_phones_whose_seals_it_cannot_open(table: PhoneTable) -> None:
    table.join_all()
    for phone in table.phones.values():
        table.say(phone, do="seal")
    tokens = {power: phone.token for power, phone in table.phones.items()}
    again = table.restarted()
    for power in POWERS[:-1]:
        again.phones[power] = again.say(again.connect(), do="sit", power=power, token=tokens[power])
    again.drive()
    assert str(again.seating.round.phase) == "S1901M"
    assert "it waits for Turkey" in str(again.phones["AUSTRIA"].parts["sheet"])
    again.say(again.connect(), do="sit", power="TURKEY", token=tokens["TURKEY"])
    again.drive()
    assert str(again.seating.round.phase) == "F1901M"
    again.laptop.end()


def test_a_wrong_token_opens_nothing_and_a_connection_has_three_tries(table: PhoneTable) -> None:
    table.join("AUSTRIA")
    phone = table.connect()
    for _ in range(3):
        table.say(phone, do="sit", power="AUSTRIA", token="phone-" + "0" * 32)
    assert "given to somebody else" in str(phone.last("refused"))
    assert phone.is_closed
    table.say(table.connect(), do="sit", power="AUSTRIA", token=table.phones["AUSTRIA"].token)


def test_another_phone_takes_the_seat_over_with_its_draft_and_the_first_shows_nothing_more(table: PhoneTable) -> None:
    first = table.join("AUSTRIA")
    table.order("AUSTRIA", "A BUD - SER")
    table.say(first, do="move")
    code = table.desk.give_again("AUSTRIA").partition("#take.")[2].partition(".")[0]
    second = table.say(table.connect(), do="take", code=code)
    assert "Army Budapest moves to Serbia" in str(second.parts["sheet"])
    assert first.is_closed
    assert second.token != first.token
    late = table.say(table.connect(), do="sit", power="AUSTRIA", token=first.token)
    assert "another phone" in str(late.last("refused"))
    twice = table.say(table.connect(), do="take", code=code)
    assert "used already" in str(twice.last("refused"))


def test_a_link_for_another_phone_grows_too_old(table: PhoneTable) -> None:
    table.join("AUSTRIA")
    code = table.desk.give_again("AUSTRIA").partition("#take.")[2].partition(".")[0]
    table.laptop.clock.now += 601
    assert "too old" in str(table.say(table.connect(), do="take", code=code).last("refused"))


def test_a_seat_that_is_given_away_shows_its_former_phone_nothing(table: PhoneTable) -> None:
    phone = table.join("AUSTRIA")
    table.order("AUSTRIA", "A BUD - SER")
    assert "asked there now" in refused(table.laptop, "give-seat AUSTRIA bot:holding --drop")
    table.say(phone, do="agree")
    table.laptop.run("give-seat AUSTRIA bot:holding --drop")
    before = len(phone.messages)
    table.say(phone, do="touch", p="VIE", u=True)
    assert phone.is_closed
    assert "given to somebody else" in str(phone.last("gone"))
    assert not any("parts" in each for each in phone.messages[before:])


def test_two_phones_in_one_seat_are_one(table: PhoneTable) -> None:
    first = table.join("AUSTRIA")
    second = table.say(table.connect(), do="sit", power="AUSTRIA", token=first.token)
    assert first.is_closed
    assert "opened elsewhere" in str(first.last("gone"))
    assert second.last("seat") == "AUSTRIA"


def test_phones_pins_and_opponents_mix(tmp_path: Path, quick_locks: None) -> None:
    line = "table AUSTRIA=phone ENGLAND=Ben:4711 FRANCE=bot:holding GERMANY=hold ITALY=phone RUSSIA=hold TURKEY=list"
    table = PhoneTable(tmp_path, line)
    table.join("AUSTRIA")
    table.join("ITALY")
    table.laptop.run("open-seat ENGLAND 4711", "order F LON - NTH")
    table.order("AUSTRIA", "A BUD - SER")
    assert table.seating.open == "ENGLAND"
    table.say(table.phones["AUSTRIA"], do="seal")
    table.laptop.run("seal")
    assert table.seating.round.called is None, "nobody is called to the laptop: a phone is missing"
    table.say(table.phones["ITALY"], do="seal")
    table.drive()
    turn = table.seating.game.turn(table.seating.judged_last or table.seating.cursor)
    assert {"A BUD - SER"} <= {str(line.order) for line in turn.orders_of("AUSTRIA")}
    assert {"F LON - NTH"} <= {str(line.order) for line in turn.orders_of("ENGLAND")}
    table.laptop.end()


@pytest.mark.slow
def test_what_phones_write_leaves_the_undo_of_whoever_is_at_the_laptop(tmp_path: Path, quick_locks: None) -> None:
    line = "table AUSTRIA=phone ENGLAND=Ben:4711 FRANCE=hold GERMANY=hold ITALY=phone RUSSIA=hold TURKEY=hold"
    table = PhoneTable(tmp_path, line)
    table.join("AUSTRIA")
    table.join("ITALY")
    table.laptop.run("open-seat ENGLAND 4711", "order F LON - NTH", "order F EDI - NWG", "undo")
    ada, desk = table.phones["AUSTRIA"], table.laptop
    for order in ("A BUD - SER", "A VIE - GAL"):
        table.order("AUSTRIA", order)
    table.say(ada, do="notes", text="Italy lies")
    table.say(ada, do="vote", choice="draw")
    table.say(ada, do="send", text="Keep out of Galicia", to=["ITALY"])
    assert desk.session.document.history == ("Order F LON - NTH", "Order F EDI - NWG"), "and nothing of the phone's is named"
    desk.run("redo", "undo", "undo")
    assert desk.seating.turn.orders_of("ENGLAND") == ()
    assert "Army Vienna moves to Galicia" in str(ada.parts["sheet"])
    desk.run("redo", "seal --anyway")
    assert "1 unread" in str(table.phones["ITALY"].parts["head"])
    table.say(ada, do="seal")
    table.say(table.phones["ITALY"], do="seal")
    table.drive()
    turn = desk.game.turn(table.seating.judged_last or table.seating.cursor)
    assert {str(line.order) for line in turn.orders_of("AUSTRIA")} == {"A BUD - SER", "A VIE - GAL"}
    assert {str(line.order) for line in turn.orders_of("ENGLAND")} == {"F LON - NTH"}
    assert [(each.power, each.choice) for each in turn.votes] == [("AUSTRIA", "draw")]
    desk.end()


def test_nobody_opens_a_phones_seat_at_the_laptop(table: PhoneTable) -> None:
    table.join("AUSTRIA")
    assert "is at a phone" in refused(table.laptop, "open-seat AUSTRIA")


@pytest.mark.slow
def test_retreats_and_builds_are_asked_of_those_alone_whom_they_concern(table: PhoneTable) -> None:
    table.join_all()
    table.order("AUSTRIA", "A BUD - SER")
    table.seal_all()
    table.seal_all()
    assert str(table.seating.round.phase) == "W1901A"
    ada, ben = table.phones["AUSTRIA"], table.phones["ENGLAND"]
    assert "Build in Budapest" in str(ada.parts["sheet"])
    assert "Nothing to order" in str(ben.parts["sheet"])
    table.say(ada, do="touch", p="BUD")
    assert "All is written" in str(ada.parts["sheet"])
    table.say(ada, do="seal")
    table.drive()
    assert str(table.seating.round.phase) == "S1902M"
    assert len(table.seating.turn.position.units_of("AUSTRIA")) == 4


@pytest.mark.slow
def test_notes_are_this_seats_own_and_stay(table: PhoneTable) -> None:
    table.join_all()
    table.say(table.phones["AUSTRIA"], do="notes", text="Italy lies\nalways")
    table.seal_all()
    ada = table.phones["AUSTRIA"]
    table.say(ada, do="panel", name="notes")
    assert "Italy lies\nalways" in str(ada.parts["panel"])
    assert "Italy lies" not in table.laptop.disk()


@pytest.mark.slow
def test_a_letter_goes_to_its_readers_alone_and_its_address_is_empty_again(table: PhoneTable) -> None:
    table.join_all()
    ada, eva = table.phones["AUSTRIA"], table.phones["RUSSIA"]
    table.say(ada, do="send", text="Keep out of Galicia", to=["RUSSIA"])
    assert "1 unread" in str(eva.parts["head"])
    table.say(eva, do="panel", name="letters")
    assert "Ada (Austria-Hungary) to you alone" in str(eva.parts["panel"])
    assert "Keep out of Galicia" in str(eva.parts["panel"])
    assert "Spring 1901" in str(eva.parts["panel"])
    table.say(eva, do="panel", name="")
    assert "unread" not in str(eva.parts["head"])
    assert not any(
        "Galicia" in phone.text and "Keep out" in phone.text for power, phone in table.phones.items() if power not in {"AUSTRIA", "RUSSIA"}
    )
    assert "Keep out" not in table.laptop.disk()
    refused = table.say(ada, do="send", text="to nobody", to=[])
    assert "First choose who reads it" in str(refused.parts["prompt"])


def test_an_unsent_letter_comes_back(table: PhoneTable) -> None:
    phone = table.join("AUSTRIA")
    table.say(phone, do="draft", text="Dear Tsar", to=["RUSSIA"], all=False)
    again = table.say(table.connect(), do="sit", power="AUSTRIA", token=phone.token)
    table.say(again, do="panel", name="letters")
    assert "Dear Tsar" in str(again.parts["panel"])


def _lines(table: PhoneTable, power: str) -> tuple[OrderLine, ...]:
    return PhoneSeat(table.laptop.session, table.seating, power).game.turn(table.seating.cursor).orders_of(power)


@pytest.mark.slow
def test_what_a_seat_has_sealed_is_dropped_once_most_of_the_others_agree_on_their_phones(table: PhoneTable) -> None:
    table.join_all()
    table.order("AUSTRIA", "A BUD - SER")
    table.say(table.phones["AUSTRIA"], do="seal")
    question = "Do you agree to drop what Austria-Hungary has sealed, unread?"
    for power, phone in table.phones.items():
        assert question not in phone.text, power
        table.say(phone, do="agree")
    said = refused(table.laptop, "end-table --drop")
    assert "4 of these people must agree" in said
    assert "Those with phones are asked there now" in said
    assert [each.power for each in table.seating.turn.sealed] == ["AUSTRIA"]
    table.drive()
    asked = {power for power, phone in table.phones.items() if question in str(phone.parts["sheet"])}
    assert asked == {*POWERS} - {"AUSTRIA"}
    for power in ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY"):
        table.say(table.phones[power], do="agree")
    table.say(table.phones["ITALY"], do="agree")  # takes it back
    assert "4 of these people must agree" in refused(table.laptop, "end-table --drop")
    table.say(table.phones["TURKEY"], do="agree")
    table.laptop.run("end-table --drop")
    assert any("dropped, unread" in line.text for line in table.laptop.game.audit)


@pytest.mark.slow
def test_agreement_to_one_question_is_none_to_another(table: PhoneTable) -> None:
    table.join_all()
    for power in ("AUSTRIA", "GERMANY"):
        table.say(table.phones[power], do="seal")
    assert "3 of these people must agree" in refused(table.laptop, "swap-seats AUSTRIA GERMANY --drop")
    for power in ("ENGLAND", "FRANCE", "ITALY", "RUSSIA", "TURKEY"):
        table.say(table.phones[power], do="agree")
    assert "4 of these people must agree" in refused(table.laptop, "give-seat AUSTRIA bot:holding --drop")
    assert "3 of these people must agree" in refused(table.laptop, "swap-seats AUSTRIA GERMANY --drop")


@pytest.mark.slow
def test_agreement_of_a_phase_counts_in_no_other(table: PhoneTable) -> None:
    table.join_all()
    table.say(table.phones["AUSTRIA"], do="seal")
    assert "must agree" in refused(table.laptop, "end-table --drop")
    for power in POWERS:
        table.say(table.phones[power], do="agree")
    table.drive()
    assert "Do you agree" in str(table.phones["FRANCE"].parts["sheet"])
    table.seal_all()
    assert "Do you agree" not in str(table.phones["FRANCE"].parts["sheet"])
    table.say(table.phones["AUSTRIA"], do="seal")
    assert "4 of these people must agree" in refused(table.laptop, "end-table --drop")


def test_the_organiser_gives_a_lost_phone_s_seat_again_and_shuts_the_door(table: PhoneTable) -> None:
    table.join("AUSTRIA")
    table.order("AUSTRIA", "A BUD - SER")
    web = WebTable(table.laptop.session, table.seating, WebTerms())
    web.desk = table.desk
    said = table.laptop.services.said
    run_typed(table.laptop.session, web, "again austria\n")
    code = said[-1].partition("#take.")[2].partition(".")[0]
    second = table.say(table.connect(), do="take", code=code)
    assert "Army Budapest moves to Serbia" in str(second.parts["sheet"])
    run_typed(table.laptop.session, web, "again france")
    assert said[-1] == "Nobody sits there with a phone."
    run_typed(table.laptop.session, web, "door shut")
    assert "Nobody is let in" in str(table.connect().parts["lobby"])
    run_typed(table.laptop.session, web, "give-seat austria phone --drop")
    assert "asked there now" in said[-1]
    table.say(second, do="agree")
    run_typed(table.laptop.session, web, "give-seat austria phone --drop")
    table.desk.drive()
    assert second.is_closed
    assert [seat.power for seat in table.seating.table.seats if seat.is_free] == list(POWERS)
    run_typed(table.laptop.session, web, "no such command")
    assert "no such" in said[-1].lower() or "no command" in said[-1].lower()


def test_what_is_being_typed_is_completed_by_legal_orders(table: PhoneTable) -> None:
    phone = table.join("AUSTRIA")

    def proposed(text: str) -> list[str]:
        table.say(phone, do="complete", text=text)
        return re.findall(r'data-o="([^"]+)"', str(phone.parts["proposals"]))

    assert proposed("a vie - gal")[0] == "A VIE - GAL"
    assert proposed("vienna gal")[0] == "A VIE - GAL"
    assert len(proposed("a")) == 5
    assert proposed("a par - bur") == [], "another power's orders are none of its own"
    assert proposed("zzz") == []
    assert proposed("bud ser")[0] == "A BUD - SER"
    table.say(phone, do="want", o="A BUD - SER")
    assert "Army Budapest moves to Serbia" in str(phone.parts["sheet"])
    assert phone.parts["proposals"] == ""


def test_the_round_goes_on_when_the_seats_of_all_who_had_not_sealed_are_given_to_opponents(table: PhoneTable) -> None:
    table.join("AUSTRIA")
    table.say(table.phones["AUSTRIA"], do="seal")
    for power in POWERS:
        if power != "AUSTRIA":
            table.laptop.run(f"give-seat {power} bot:holding")
    for _ in POWERS:
        table.drive()
    assert str(table.seating.round.phase) == "F1901M"


@pytest.mark.slow
def test_results_do_not_close_a_letter_or_notes_and_open_afterwards(table: PhoneTable) -> None:
    table.join_all()
    ada = table.phones["AUSTRIA"]
    table.say(ada, do="panel", name="letters")
    table.seal_all()
    table.drive()
    assert str(table.seating.round.phase) == "F1901M"
    assert "Next letter to" in str(ada.parts["panel"])
    assert "Spring 1901" in str(table.phones["ITALY"].parts["panel"])
    table.say(ada, do="panel", name="")
    assert "Spring 1901" in str(ada.parts["panel"])
    table.say(ada, do="panel", name="")
    assert ada.parts["panel"] == ""


@pytest.mark.slow
def test_who_is_alone_at_a_phone_is_asked_before_the_seat_is_freed_and_a_lost_phone_is_not(table: PhoneTable) -> None:
    ada = table.join("AUSTRIA")
    for power in POWERS:
        if power != "AUSTRIA":
            table.laptop.run(f"give-seat {power} bot:holding")
    table.order("AUSTRIA", "A BUD - SER")
    freed = "give-seat AUSTRIA phone --drop"
    assert "Those with phones are asked there now" in refused(table.laptop, freed)
    table.drive()
    assert "Do you agree to drop what Austria-Hungary has sealed" in str(ada.parts["sheet"])
    assert "Those with phones are asked there now" in refused(table.laptop, freed)
    table.say(ada, do="agree")
    table.laptop.run(freed)
    table.drive()
    assert ada.is_closed
    again = table.join("AUSTRIA")
    table.order("AUSTRIA", "A BUD - SER")
    table.desk.forget(again)
    table.drive()
    table.laptop.run(freed)
    assert table.seating.table.seat("AUSTRIA").is_free


@pytest.mark.slow
def test_notes_are_there_after_the_game_and_stay_when_letters_are_read(table: PhoneTable) -> None:
    table.join_all()
    ada, eva = table.phones["AUSTRIA"], table.phones["RUSSIA"]
    table.say(ada, do="notes", text="Italy lies")
    table.say(eva, do="send", text="Well played", to=["AUSTRIA"])
    for phone in table.phones.values():
        table.say(phone, do="vote", choice="draw")
    for name in ("letters", "notes"):
        table.say(ada, do="panel", name=name)
    assert "Italy lies" in str(ada.parts["panel"])
    assert "Italy lies" not in eva.text


def test_a_removal_that_was_sealed_is_carried_out(tmp_path: Path, quick_locks: None) -> None:
    laptop = TableDesk(tmp_path, game=False)
    winter = placed(new_game(standard(), "Test"), "W1901A", "GERMANY A BER; GERMANY A MUN; FRANCE A PAR", "GERMANY BER; FRANCE PAR")
    laptop.session.add(laptop.library.new(winter))
    laptop.run(PHONES)
    table = PhoneTable(tmp_path, laptop=laptop)
    dan = table.join("GERMANY")
    table.order("GERMANY", "A MUN D")
    assert "problem" not in str(dan.parts["sheet"])
    table.say(dan, do="seal")
    table.drive()
    assert str(table.seating.round.phase) == "S1902M"
    assert [str(unit.piece) for unit in table.seating.turn.position.units_of("GERMANY")] == ["A BER"]
    laptop.end()


def test_a_phone_answers_and_makes_proposals_by_buttons_and_keeps_its_draft(tmp_path: Path) -> None:
    line = "table AUSTRIA=phone GERMANY=bot:beginner ENGLAND=hold FRANCE=hold ITALY=hold RUSSIA=hold TURKEY=hold"
    table = PhoneTable(tmp_path, line)
    ada = table.join("AUSTRIA")
    table.say(ada, do="panel", name="letters")
    shown = str(ada.parts["panel"])
    assert 'data-do="deal"' in shown
    table.say(ada, do="draft", text="Dear Dan", to=["GERMANY"])
    table.say(ada, do="deal", p="GERMANY", choice="I propose peace until the end of the year.")
    assert [each.text for each in table.seating.turn.press if each.sender == "AUSTRIA"] == ["I propose peace until the end of the year."]
    assert "Agreed, peace until the end of the year" in str(ada.parts["panel"])
    assert "Dear Dan" in str(ada.parts["panel"])
    table.laptop.end()
