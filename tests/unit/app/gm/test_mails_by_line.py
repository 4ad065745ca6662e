"""Each line of a received mail: whose view takes it in, what it does to the orders that stand, and at which time it counts."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from adjudicator.notation import parse_order
from adjudicator.phase import Phase, PhaseKind
from adjudicator.unit import Location, Piece, Unit
from app.game.deadlines import Lateness
from app.game.document import Document
from app.game.edits import keep_line, new_game, set_lines, set_order, settle_line
from app.game.entries import Mail
from app.game.mail_edits import withdraw
from app.game.record import ANALYSIS, MAIN, EditError, Why
from app.gm import order_mails
from app.gm.order_mails import account_letters, take_in
from app.mail_in.accounting import Accounting, Choice, Fate, LineAccount
from app.mail_in.envelope.unwrap import unwrapped
from app.mail_in.keeping import mail_of
from app.mail_in.letter import Letter, LetterPart, MailPress
from app.mail_in.withdrawals import Withdrawal
from app.session.errors import Abort
from tests.quick import each_nth, one_by_one
from tests.unit.app.commands.fake_services import Desk
from tests.unit.app.gm.test_mails_taken_in import NOON, account_of, boxed, desk, line_of, mail, withdrawn_in
from variants.catalogue import standard

__all__ = ["desk"]


def letters_of(*texts: str) -> tuple[Letter, ...]:
    return unwrapped(boxed(*texts) if len(texts) > 1 else texts[0])[0]


# --- whose view ---


@each_nth(2, "text", ["Germany:\nA Ber - Kie", "Germany:\nA Ber - Kie or A Ber - Pru", "A Ber - Kie, maybe"])
def test_in_one_power_s_view_no_line_is_taken_for_another(text: str, desk: Desk) -> None:
    desk.session.look_as("FRANCE")
    before = desk.session.game
    with pytest.raises(Abort):
        take_in(desk.session, text, "GERMANY")
    assert desk.session.game is before


def test_lines_wait_in_the_view_of_their_power_alone(desk: Desk) -> None:
    account = account_of(line_of(Fate.DOUBTFUL, "A Mar - Spa or Pie"), line_of(Fate.DOUBTFUL, "Ber?", "GERMANY"))
    kept = {}
    for viewer in (None, "FRANCE", "GERMANY", "ITALY"):
        desk.session.look_as(viewer)
        kept[viewer] = [line.power for line in order_mails.kept_lines_of(desk.session, account)]
    assert kept == {None: ["FRANCE", "GERMANY"], "FRANCE": ["FRANCE"], "GERMANY": ["GERMANY"], "ITALY": []}


@pytest.mark.parametrize(
    ("fate", "more", "waits"),
    [
        (Fate.DOUBTFUL, {}, True),
        (Fate.DOUBTFUL, {"part": LetterPart.QUOTE}, False),
        (Fate.REFUSED, {"is_illegal": True}, True),
        (Fate.REFUSED, {}, False),
        (Fate.REPEAT, {}, False),
    ],
)
def test_lines_that_wait_are_doubtful_or_illegal_and_the_senders_own(fate: Fate, more: dict[str, Any], waits: bool, desk: Desk) -> None:
    line = line_of(fate, "A Par - Nap", **more)
    assert bool(order_mails.kept_lines_of(desk.session, account_of(line))) is waits
    assert order_mails._stages(desk.session, account_of(line)) is (waits and fate is Fate.DOUBTFUL)


def test_words_of_mails_are_kept_neither_at_a_table_nor_on_an_analysis_board(desk: Desk) -> None:
    assert order_mails.keeps_words(desk.session)
    game = desk.session.game
    analysis = Desk(game=False)
    analysis.session.add(Document(replace(game, settings=(*game.settings, ANALYSIS))))
    assert not order_mails.keeps_words(analysis.session)
    desk.run("table FRANCE=Cleo GERMANY=Ben")
    assert desk.session.seating is not None
    assert not order_mails.keeps_words(desk.session)


# --- what goes into the game ---


@pytest.mark.parametrize(
    ("power", "is_hint", "ordered", "stages"),
    [
        ("FRANCE", False, False, True),
        ("FRANCE", False, True, True),
        ("FRANCE", True, False, False),
        ("FRANCE", True, True, True),
        (None, False, True, False),
        (None, True, True, False),
    ],
)
def test_what_takes_orders_back_goes_into_the_game_and_a_hint_where_orders_stand(
    power: str | None, is_hint: bool, ordered: bool, stages: bool, desk: Desk
) -> None:
    if ordered:
        desk.run("A PAR - BUR")
    account = account_of(withdrawals=(Withdrawal(1, "Hm.", power, is_hint=is_hint),))
    assert order_mails._stages(desk.session, account) is stages


@pytest.mark.parametrize("fate", list(Fate))
def test_orders_and_lines_for_later_go_into_the_game(fate: Fate, desk: Desk) -> None:
    line = line_of(fate, "A Par - Bur", part=LetterPart.QUOTE, order=parse_order("A PAR - BUR"))
    assert order_mails._stages(desk.session, account_of(line)) is (fate in {Fate.TAKEN, Fate.GUESSED, Fate.LATER})


@pytest.mark.parametrize(
    ("power", "fate", "replaced"),
    [("FRANCE", Fate.REPEAT, True), ("FRANCE", Fate.TAKEN, False), (None, Fate.REPEAT, False)],
)
def test_a_mail_is_replaced_where_its_power_is_known_and_repeats_it(power: str | None, fate: Fate, replaced: bool) -> None:
    assert order_mails._is_replaced(account_of(line_of(fate, "A Par - Bur", power), power=power)) is replaced


def test_a_mail_of_nobody_known_neither_waits_nor_votes_nor_writes(desk: Desk) -> None:
    more: dict[str, Any] = {"waits": True, "vote": "draw", "press": (MailPress(1, ("GERMANY",), "Hello"),)}
    for power, says in ((None, False), ("FRANCE", True)):
        account = replace(account_of(power=power), **more)
        game = order_mails._staged(desk.session, account, desk.session.game, keeps=False, counts=False)
        turn = game.turn(game.last())
        assert [bool(turn.waits), bool(turn.votes), bool(turn.press)] == [says] * 3


def test_press_of_a_mail_has_the_time_at_which_the_mail_counts(desk: Desk) -> None:
    for letter, said in ((Letter((), sent=NOON), "12:00"), (Letter((), sent=NOON + timedelta(9)), "13:00")):
        account = replace(account_of(), letter=letter, press=(MailPress(1, ("GERMANY",), "Hello"),))
        game = order_mails._staged(desk.session, account, desk.session.game, keeps=False, counts=False)
        (press,) = game.turn(game.last()).press
        assert said in press.at


def test_the_trail_has_the_gm_the_time_and_the_sender(desk: Desk) -> None:
    take_in(desk.session, mail("France:\nA Par - Bur"))
    entry = desk.session.game.audit[-1]
    assert (entry.by, entry.reason, "13:00" in entry.at) == ("GM", "from Ada, “orders”", True)


def test_the_trail_names_every_power_that_a_mail_of_a_stranger_claims(desk: Desk) -> None:
    desk.run("player france Ada <a@example.org>", "player italy Bob <b@example.org>")
    take_in(desk.session, mail("France:\nA Par - Bur\nItaly:\nA Ven - Tyr", 1))
    entry = desk.session.game.audit[-1]
    assert entry.text == "mail of nobody known kept for S1901M: its sender is not known to play FRANCE and ITALY"
    assert (entry.by, entry.reason, "13:00" in entry.at) == ("GM", "from Ada, “orders”", True)


def test_a_waived_build_that_is_meant_twice_is_written_twice(desk: Desk) -> None:
    desk = winter_desk()
    account = account_of(line_of(Fate.GUESSED, "waive 2", "ENGLAND", order=parse_order("WAIVE"), count=2), power="ENGLAND")
    game = order_mails.written_from(desk.session, desk.session.game, account)
    assert [str(line.order) for line in game.turn(game.last()).orders_of("ENGLAND")] == ["WAIVE", "WAIVE"]


@pytest.mark.parametrize(
    ("said", "marked"),
    [
        ({}, ["A PAR - BUR", "A MAR - SPA"]),
        ({"later": frozenset({"PAR"})}, ["A MAR - SPA"]),
        ({"places": frozenset({"PAR"})}, ["A PAR - BUR"]),
        ({"places": frozenset({"SPA"})}, ["A MAR - SPA"]),
        ({"places": frozenset({"WAR"})}, ["A PAR - BUR", "A MAR - SPA"]),
        ({"places": frozenset({"WAR"}), "is_hint": True}, []),
        ({"places": frozenset({"MAR"}), "is_hint": True}, ["A MAR - SPA"]),
    ],
)
def test_words_that_take_back_mark_the_units_they_name_or_all_and_a_hint_no_other(
    said: dict[str, Any], marked: list[str], desk: Desk
) -> None:
    desk.run("A PAR - BUR", "A MAR - SPA")
    account = account_of(withdrawals=(Withdrawal(1, "Scrap it.", "FRANCE", **said),))
    assert withdrawn_in(order_mails.written_from(desk.session, desk.session.game, account)) == marked


# --- orders that stand, and lines that may order their units otherwise ---


def asked(desk: Desk, *lines: LineAccount, power: str | None = "FRANCE") -> list[str]:
    return withdrawn_in(order_mails._with_changes_asked(desk.session, desk.session.game, account_of(*lines, power=power)))


@pytest.mark.parametrize(
    ("fate", "is_illegal", "power", "marked"),
    [
        (Fate.REFUSED, True, "FRANCE", True),
        (Fate.DOUBTFUL, True, "FRANCE", True),
        (Fate.REFUSED, False, "FRANCE", False),
        (Fate.REFUSED, True, None, False),
        (Fate.REPEAT, True, "FRANCE", False),
    ],
)
def test_an_illegal_order_makes_what_stands_for_its_unit_doubtful(
    fate: Fate, is_illegal: bool, power: str | None, marked: bool, desk: Desk
) -> None:
    desk.run("A MAR - GAS", "A PAR - BUR")
    line = line_of(fate, "A Mar - Nap", power, order=parse_order("A MAR - NAP"), is_illegal=is_illegal)
    assert asked(desk, line) == (["A MAR - GAS"] if marked else [])


def test_a_choice_makes_no_order_doubtful_of_a_unit_that_goes_where_the_chosen_one_stands(desk: Desk) -> None:
    desk.run("A PAR - BUR")
    assert asked(desk, line_of(Fate.DOUBTFUL, "A Bur H?", choices=(Choice("FRANCE", parse_order("A BUR H")),))) == []


def test_a_choice_of_another_power_than_its_line_s_makes_nothing_doubtful(desk: Desk) -> None:
    desk.run("A BER - KIE")
    assert asked(desk, line_of(Fate.DOUBTFUL, "A Ber - Pru?", choices=(Choice("GERMANY", parse_order("A BER - PRU")),)), power=None) == []


def test_an_illegal_order_of_nobody_makes_nothing_doubtful(desk: Desk) -> None:
    desk.run("A MAR - GAS")
    line = line_of(Fate.REFUSED, "A Mar - Nap", None, order=parse_order("A MAR - NAP"), is_illegal=True)
    assert asked(desk, line, power=None) == []


def test_a_line_without_an_order_orders_no_unit(desk: Desk) -> None:
    desk.run("A MAR - GAS")
    unread = (line_of(Fate.TAKEN, "A Mar"), line_of(Fate.REFUSED, "A Mar", is_illegal=True))
    assert asked(desk, *unread) == []
    winter = winter_desk(LONDON, EDINBURGH)
    assert adjusted(winter, line_of(Fate.TAKEN, "F Lon", "ENGLAND")) == []
    waiting = keep_line(desk.session.game, MAIN, "FRANCE", "A Par - Bur?")
    assert order_mails._with_doubts_answered(desk.session, waiting, account_of(line_of(Fate.TAKEN, "A Par"))) == waiting


# --- builds and removals ---


def winter_desk(*orders: str, units: tuple[str, ...] = ("NWY",)) -> Desk:
    """England in winter 1901 with *orders*: two builds, unless it has armies in other *units*."""
    game = new_game(standard(), name="g")
    armies = tuple(Unit("ENGLAND", Piece("A", Location(each))) for each in units)
    position = replace(standard().start, phase=Phase.of("W1901A"), units=(*armies, Unit("FRANCE", Piece("A", Location("PIC")))))
    desk = Desk(game=False)
    game = game.with_turn(game.last(MAIN), replace(game.turn(game.last(MAIN)), position=position))
    for order in orders:
        game = set_order(game, MAIN, "ENGLAND", parse_order(order, PhaseKind.ADJUSTMENT))
    desk.session.add(Document(game))
    return desk


def build(text: str, power: str = "ENGLAND") -> LineAccount:
    return line_of(Fate.TAKEN, text, power, order=parse_order(text))


def may_build(*texts: str, power: str = "ENGLAND") -> LineAccount:
    return line_of(Fate.DOUBTFUL, "or", power, choices=tuple(Choice(power, parse_order(each)) for each in texts))


def adjusted(desk: Desk, *lines: LineAccount, power: str | None = "ENGLAND") -> list[str]:
    """The orders of England that are doubtful after a mail of *power* with *lines*."""
    game = desk.session.game
    return withdrawn_in(order_mails._with_other_adjustments_asked(desk.session, game, account_of(*lines, power=power), game))


LONDON, EDINBURGH, LIVERPOOL = "F LON B", "F EDI B", "A LVP B"


@one_by_one(
    ("standing", "lines", "marked"),
    [
        ((LONDON, EDINBURGH), (build(LIVERPOOL),), [LONDON, EDINBURGH]),
        ((LONDON,), (build(LIVERPOOL),), []),
        ((LONDON,), (build(LIVERPOOL), build(EDINBURGH)), [LONDON]),
        ((LONDON, EDINBURGH), (build(LONDON),), [EDINBURGH]),
        ((LONDON, EDINBURGH), (build(LONDON), build(EDINBURGH)), []),
        ((LONDON, EDINBURGH), (build(LONDON), build(LIVERPOOL)), [EDINBURGH]),
        ((LONDON, EDINBURGH), (may_build(LIVERPOOL),), [LONDON, EDINBURGH]),
        ((LONDON, EDINBURGH), (may_build(LONDON),), []),
        ((LONDON,), (may_build(LIVERPOOL, "F LVP B"),), []),
        ((LONDON,), (build(LIVERPOOL), may_build(EDINBURGH)), [LONDON]),
        ((LONDON, "A NWY B"), (may_build("A NWY B", LIVERPOOL),), [LONDON]),
        ((LONDON, EDINBURGH), (build("WAIVE"),), [LONDON, EDINBURGH]),
        ((LONDON,), (build("WAIVE"),), []),
        ((LONDON, EDINBURGH), (may_build("WAIVE"),), []),
        ((LONDON, "WAIVE"), (build(LIVERPOOL),), []),
        ((LONDON, EDINBURGH), (build("A PAR B", "FRANCE"),), []),
        ((LONDON, EDINBURGH), (may_build("A PAR B", power="FRANCE"),), []),
        ((LONDON, EDINBURGH), (line_of(Fate.REFUSED, "A Par B", "ENGLAND", order=parse_order("A PAR B")),), []),
        ((), (build(LIVERPOOL),), []),
    ],
)
def test_earlier_builds_are_doubtful_where_a_mail_repeats_some_or_all_are_too_many(
    standing: tuple[str, ...], lines: tuple[LineAccount, ...], marked: list[str]
) -> None:
    desk = winter_desk(*standing)
    assert adjusted(desk, *lines) == marked


@pytest.mark.parametrize(
    ("viewer", "power", "marked"),
    [(None, "ENGLAND", True), ("ENGLAND", "ENGLAND", True), ("FRANCE", "ENGLAND", False), (None, None, False), (None, "FRANCE", False)],
)
def test_earlier_builds_are_doubtful_where_their_power_wrote_and_may_be_written_for(
    viewer: str | None, power: str | None, marked: bool
) -> None:
    desk = winter_desk(LONDON, EDINBURGH)
    desk.session.look_as(viewer)
    assert bool(adjusted(desk, build(LIVERPOOL), power=power)) is marked


def test_orders_of_a_movement_phase_are_not_counted_as_builds(desk: Desk) -> None:
    desk.run("F LON - NTH", "F EDI - NWG")
    line = line_of(Fate.TAKEN, "A Lvp - Yor", "ENGLAND", order=parse_order("A LVP - YOR"))
    assert adjusted(desk, line) == []


def test_builds_of_two_mails_are_asked_about_as_they_are_taken_in() -> None:
    desk = winter_desk(LONDON, EDINBURGH)
    game = order_mails.written_from(desk.session, desk.session.game, account_of(build(LIVERPOOL), power="ENGLAND"))
    assert withdrawn_in(game) == [LONDON, EDINBURGH]


def test_builds_of_one_mail_alone_are_no_earlier_ones_though_they_are_too_many() -> None:
    desk = winter_desk()
    lines = (build(LONDON), build(EDINBURGH), build(LIVERPOOL))
    assert withdrawn_in(order_mails.written_from(desk.session, desk.session.game, account_of(*lines, power="ENGLAND"))) == []


def test_builds_that_were_too_many_before_are_not_asked_about_where_a_mail_names_none() -> None:
    desk = winter_desk(LONDON, EDINBURGH, LIVERPOOL)
    assert adjusted(desk) == []


def hinted(places: frozenset[str] | None, *, is_hint: bool = True) -> Withdrawal:
    return Withdrawal(1, "Rather Liverpool.", "ENGLAND", places=places, is_hint=is_hint)


@pytest.mark.parametrize(
    ("said", "marked"),
    [
        (hinted(frozenset({"LVP"})), [LONDON, EDINBURGH]),
        (hinted(frozenset({"LON"})), []),
        (hinted(frozenset({"NWY", "YOR"})), []),
        (hinted(frozenset({"YOR", "LVP"})), [LONDON, EDINBURGH]),
        (hinted(frozenset({"LVP"}), is_hint=False), []),
        (hinted(None), []),
        (hinted(frozenset()), []),
    ],
)
def test_a_hint_at_another_place_where_a_build_may_be_makes_earlier_ones_doubtful(said: Withdrawal, marked: list[str]) -> None:
    desk = winter_desk(LONDON, EDINBURGH)
    account = account_of(power="ENGLAND", withdrawals=(said,))
    assert withdrawn_in(order_mails._with_other_adjustments_asked(desk.session, desk.session.game, account, desk.session.game)) == marked


@pytest.mark.parametrize(
    ("units", "places", "marked"),
    [
        (("NWY", "YOR", "WAL", "CLY"), {"YOR"}, ["A NWY D"]),
        (("NWY", "YOR", "WAL", "CLY"), {"NWY"}, []),
        (("NWY", "YOR", "WAL", "CLY"), {"LON", "PIC"}, []),
    ],
)
def test_a_hint_at_another_unit_makes_an_earlier_removal_doubtful(units: tuple[str, ...], places: set[str], marked: list[str]) -> None:
    desk = winter_desk("A NWY D", units=units)
    account = account_of(power="ENGLAND", withdrawals=(hinted(frozenset(places)),))
    assert withdrawn_in(order_mails._with_other_adjustments_asked(desk.session, desk.session.game, account, desk.session.game)) == marked


def withdrawn_desk(*withdrawn: str) -> Desk:
    """Winter with builds in London and Edinburgh, of which those in *withdrawn* are doubtful."""
    desk = winter_desk(LONDON, EDINBURGH)
    game = withdraw(desk.session.game, MAIN, "ENGLAND", withdrawn, or_all=False)
    again = Desk(game=False)
    again.session.add(Document(game))
    return again


@pytest.mark.parametrize(
    ("withdrawn", "line", "marked"),
    [
        (("EDI",), build(LIVERPOOL), ["EDI"]),
        (("LON", "EDI"), build(LIVERPOOL), ["LON", "EDI"]),
        ((), build(LIVERPOOL), ["LON", "EDI"]),
        (("EDI",), may_build(EDINBURGH, LIVERPOOL), ["EDI"]),
        (("EDI",), may_build(EDINBURGH), ["EDI"]),
        ((), may_build(LIVERPOOL), ["LON", "EDI"]),
    ],
)
def test_builds_that_are_doubtful_already_are_not_counted(withdrawn: tuple[str, ...], line: LineAccount, marked: list[str]) -> None:
    found = adjusted(withdrawn_desk(*withdrawn), line)
    assert [text.split()[1] for text in found] == marked


@pytest.mark.parametrize(
    ("line", "marked"),
    [(may_build(EDINBURGH, LIVERPOOL), False), (may_build(LIVERPOOL), False), (may_build("F LVP B", EDINBURGH), False)],
)
def test_a_build_that_is_doubtful_already_is_asked_about_once(line: LineAccount, marked: bool) -> None:
    assert ("F LON B" in adjusted(withdrawn_desk("EDI"), line)) is marked


def test_lines_that_wait_or_are_replaced_are_no_builds_that_stand() -> None:
    desk = winter_desk()
    game = set_lines(desk.session.game, MAIN, "ENGLAND", "F LON B\nA LON B\nA PAR B\nF EDI B\nsomething else")
    again = Desk(game=False)
    again.session.add(Document(game))
    assert [str(line.order) for line in again.session.open_turn.orders_of("ENGLAND") if line.is_legal] == ["A LON B", "F EDI B"]
    taken = account_of(build(EDINBURGH), power="ENGLAND")
    assert withdrawn_in(order_mails.written_from(again.session, game, taken)) == ["A LON B"]
    repeated = account_of(build("F LON B"), power="ENGLAND")
    assert withdrawn_in(order_mails.written_from(again.session, game, repeated)) == [], "it was replaced before, and changes one build now"


def test_a_mail_that_repeats_a_build_lists_all_of_them() -> None:
    desk = winter_desk(LONDON, EDINBURGH)
    for power, marked in (("ENGLAND", [EDINBURGH]), (None, [])):
        account = account_of(build(LONDON), power=power)
        assert withdrawn_in(order_mails.written_from(desk.session, desk.session.game, account)) == marked


def test_a_waived_build_stands_though_a_line_may_waive_one() -> None:
    desk = winter_desk("WAIVE")
    assert asked(desk, may_build("WAIVE"), power="ENGLAND") == []


@pytest.mark.parametrize(
    ("standing", "lines", "orders"),
    [
        ((LONDON, "WAIVE"), (build(LIVERPOOL),), [LONDON, LIVERPOOL]),
        (("WAIVE", "WAIVE"), (build(LIVERPOOL),), [LIVERPOOL, "WAIVE"]),
        (("WAIVE", "WAIVE"), (build(LIVERPOOL), build(LONDON)), [LIVERPOOL, LONDON]),
        ((LONDON,), (build(LIVERPOOL), build("WAIVE")), [LONDON, LIVERPOOL, "WAIVE"]),
        (("WAIVE",), (build(LIVERPOOL),), [LIVERPOOL, "WAIVE"]),
    ],
)
def test_a_build_takes_the_place_of_one_that_was_waived_where_there_is_no_room_for_both(
    standing: tuple[str, ...], lines: tuple[LineAccount, ...], orders: list[str]
) -> None:
    desk = winter_desk(*standing)
    game = order_mails.written_from(desk.session, desk.session.game, account_of(*lines, power="ENGLAND"))
    assert sorted(str(line.order) for line in game.turn(game.last()).orders_of("ENGLAND")) == sorted(orders)


# --- who writes, by which rule, and what was decided ---


def test_a_line_of_nobody_known_is_asked_about_in_every_view(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = (line_of(Fate.TAKEN, "A Par - Bur", order=parse_order("A PAR - BUR")), line_of(Fate.DOUBTFUL, "A Ber?", None))
    monkeypatch.setattr(order_mails, "_read", lambda *_args, **_more: Accounting((account_of(*lines),)))
    desk.session.look_as("FRANCE")
    take_in(desk.session, "whatever")
    assert desk.orders("FRANCE") == ["A PAR - BUR"]


def test_words_of_mails_are_kept_nowhere_at_a_table_whoever_looks(desk: Desk) -> None:
    at_table: Any = SimpleNamespace(viewer=None, seating=object(), game=desk.session.game)
    assert not order_mails.keeps_words(at_table)
    at_table.seating = None
    assert order_mails.keeps_words(at_table)


def test_two_orders_for_one_unit_are_asked_about_unless_the_game_has_a_rule_for_them(desk: Desk) -> None:
    text = "France:\nA Par - Bur\nA Par - Pic"
    assert desk.session.game.rules_at(desk.session.game.last()).get("4.D.3") is None
    assert account_letters(desk.session, letters_of(text)).taken == ()
    ruled = Desk(game=False)
    ruled.run("new standard 4.D.3=b")
    assert [str(line.order) for line in account_letters(ruled.session, letters_of(text)).taken] == ["A PAR - PIC"]


def test_writers_are_those_of_the_game_that_is_named(desk: Desk) -> None:
    desk.run("player france Ada <ada@example.org>")
    named = desk.session.game
    other = Desk()
    assert order_mails.writers_of(other.session).single == {}
    assert order_mails.writers_of(other.session, named).single == {"ada@example.org": "FRANCE"}


def test_a_mail_without_a_word_on_waiting_leaves_the_wish_to_wait(desk: Desk) -> None:
    take_in(desk.session, mail(f"SIGNON f{desk.session.game.id} x\nSET WAIT\nSIGNOFF\n"))
    assert desk.session.open_turn.waits == ("FRANCE",)
    take_in(desk.session, mail("France:\nA Par - Bur", 1))
    assert desk.session.open_turn.waits == ("FRANCE",)


def test_press_is_passed_on_once_the_hooks_of_the_game_were_agreed_to(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_args: object) -> None:
        raise EditError(Why.NOT_NOW, "not agreed")

    monkeypatch.setattr(desk.session.hooks, "check_agreed", refuse)
    account = replace(account_of(), press=(MailPress(1, ("GERMANY",), "Hello"),))
    with pytest.raises(EditError, match="not agreed"):
        order_mails._staged(desk.session, account, desk.session.game, keeps=False, counts=False)


def test_a_mail_without_a_sender_is_no_mail_that_was_taken_before(desk: Desk) -> None:
    letter = replace(letters_of(mail("France:\nA Par - Bur"))[0], sender="")
    kept_mail = mail_of(letter, "FRANCE", NOON)
    turn = replace(desk.session.open_turn, mails=(kept_mail,))
    assert not order_mails._is_known(turn, letter)


def test_a_line_is_decided_by_an_order_that_may_be_carried_out_in_its_own_words_too(desk: Desk) -> None:
    order = parse_order("A MAR - SPA")
    line = line_of(Fate.DOUBTFUL, "A Mar - Spa?", choices=(Choice("FRANCE", order),))
    game = settle_line(desk.session.game, MAIN, "FRANCE", "A Mar - Spa?", order)
    assert order_mails.decision_about(line, game.turn(game.last())) == order
    illegal = parse_order("A MAR - NAP")
    line = line_of(Fate.DOUBTFUL, "A Mar - Nap?", choices=(Choice("FRANCE", illegal),))
    game = set_lines(desk.session.game, MAIN, "FRANCE", "A MAR - NAP")
    assert order_mails.decision_about(line, game.turn(game.last())) is None


# --- times ---


def test_a_mail_after_deadline_and_grace_is_asked_about(desk: Desk, monkeypatch: Any) -> None:
    monkeypatch.setattr(order_mails, "lateness", lambda _game, _deadline, moment: Lateness.TOO_LATE if moment > NOON else Lateness.LATE)
    in_time, late = (account_letters(desk.session, letters_of(mail("France:\nA Par - Bur", minutes))) for minutes in (0, 1))
    assert [str(line.order) for line in in_time.taken] == ["A PAR - BUR"]
    assert late.taken == ()
    (line,) = late.of(Fate.DOUBTFUL)
    assert line.reason == order_mails.TOO_LATE
    assert account_letters(desk.session, letters_of(mail("France:\nA Par - Bur", 1)), late=True).taken


@pytest.mark.parametrize(("decided", "fate"), [(False, Fate.TAKEN), (True, Fate.REPEAT)])
def test_a_later_mail_that_came_too_late_replaces_none_unless_somebody_decided_that_it_counts(
    decided: bool, fate: Fate, desk: Desk, monkeypatch: Any
) -> None:
    moment = NOON + timedelta(minutes=5)
    monkeypatch.setattr(order_mails, "lateness", lambda _game, _deadline, at: Lateness.TOO_LATE if at > moment else Lateness.IN_TIME)
    take_in(desk.session, mail("France:\nA Par - Pic", 9), late=decided)
    (account,) = account_letters(desk.session, letters_of(mail("France:\nA Par - Bur"))).letters
    assert [line.fate for line in account.lines if line.order == parse_order("A PAR - BUR")] == [fate]


def test_the_trail_says_that_a_mail_came_late(desk: Desk, monkeypatch: Any) -> None:
    monkeypatch.setattr(order_mails, "lateness", lambda *_: Lateness.TOO_LATE)
    take_in(desk.session, mail("France:\nA Par - Bur"), late=True)
    assert desk.session.game.audit[-1].text == f"mail of FRANCE taken in for S1901M: 1 order, {Lateness.TOO_LATE}"


def kept(text: str, minutes: int | None, power: str = "", **more: Any) -> Mail:
    return Mail(power=power, text=text, sent="" if minutes is None else (NOON + timedelta(minutes=minutes)).isoformat(), **more)


def at(minutes: int | None, subject: str = "") -> Letter:
    return Letter((), subject=subject, sent=None if minutes is None else NOON + timedelta(minutes=minutes))


def moments(found: list[tuple[Letter, str | None]]) -> list[tuple[int | None, str | None]]:
    def minutes(moment: datetime | None) -> int | None:
        return None if moment is None else int((moment - NOON).total_seconds() // 60)

    return [(minutes(letter.arrived), whose) for letter, whose in found]


@pytest.mark.parametrize(
    ("fresh", "read"),
    [
        ((5,), [(5, "ITALY"), (7, "FRANCE"), (9, None)]),
        ((7,), [(7, "ITALY"), (9, None)]),
        ((8, 6), [(6, "ITALY"), (7, "FRANCE"), (8, "ITALY"), (9, None)]),
        ((9,), [(9, "ITALY")]),
        ((None,), [(None, "ITALY")]),
        ((5, None), [(5, "ITALY"), (None, "ITALY")]),
        ((), []),
    ],
)
def test_mails_are_read_with_those_taken_before_that_came_later(
    fresh: tuple[int | None, ...], read: list[tuple[int | None, str | None]]
) -> None:
    before = [kept("b", 9), kept("a", 7, "FRANCE"), kept("none", None)]
    assert moments(order_mails._with_later([at(each) for each in fresh], "ITALY", before)[0]) == read


def test_a_kept_mail_is_read_again_though_only_its_arrival_is_known() -> None:
    before = [kept("c", None, received=(NOON + timedelta(minutes=9)).isoformat())]
    assert moments(order_mails._with_later([at(5)], None, before)[0]) == [(5, None), (9, None)]


def test_a_kept_mail_whose_time_cannot_be_read_is_not_read_again() -> None:
    assert moments(order_mails._with_later([at(5)], None, [replace(kept("d", None), sent="soon")])[0]) == [(5, None)]
