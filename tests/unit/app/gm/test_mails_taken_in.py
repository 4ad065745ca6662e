"""Parts of a received mail that go into a game, their report, and the time at which it counts as received."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from adjudicator.notation import parse_order
from adjudicator.phase import Phase
from app.game.edits import keep_line, set_order
from app.game.entries import Mail, Member, MemberRole, SeatedPlayer, SeatKind
from app.game.mail_edits import LONGEST_MAIL
from app.game.record import MAIN, EditError, Game
from app.gm import order_mails
from app.gm.order_mails import (
    LARGE,
    NothingTakenError,
    account_letters,
    decision_about,
    every_line,
    fate_label,
    line_words,
    mail_reason,
    moment_of_letter,
    summary,
    take_in,
    urgent_lines,
    with_learnt_address,
)
from app.mail_in.accounting import Accounting, Choice, Fate, LetterAccount, LineAccount
from app.mail_in.envelope.unwrap import unwrapped
from app.mail_in.letter import Letter, MailPress
from app.mail_in.withdrawals import Withdrawal
from app.session.errors import Abort, GivenUp
from app.session.seating import Times
from tests.quick import each_nth
from tests.unit.app.commands.fake_services import Desk

NOON = datetime(2026, 11, 25, 12, tzinfo=UTC)


def mail(text: str, number: int = 0, at: datetime = NOON) -> str:
    date = f"{at + timedelta(minutes=number):%a, %d %b %Y %H:%M:%S} +0000"
    return f"From: Ada <ada{number}@example.org>\nSubject: orders\nDate: {date}\nMIME-Version: 1.0\n\n{text}\n"


def boxed(*letters: str) -> str:
    """The mails as one file of a mail program."""
    return "\n".join(f"From ada Wed Nov 25 12:00:00 2026\n{each}" for each in letters)


@pytest.fixture
def desk() -> Desk:
    """The standard game at its start, at one o'clock."""
    desk = Desk()
    desk.session.times = Times(wall=lambda: int((NOON + timedelta(hours=1)).timestamp()))
    return desk


def test_a_mail_is_received_when_it_was_sent_unless_that_is_still_to_come() -> None:
    assert moment_of_letter(Letter((), sent=NOON), NOON) == NOON
    assert moment_of_letter(Letter((), sent=NOON - timedelta(1)), NOON) == NOON - timedelta(1)
    assert moment_of_letter(Letter((), sent=NOON + timedelta(1)), NOON) == NOON
    assert moment_of_letter(Letter(()), NOON) == NOON


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("France:\nA Par - Bur\nA Mar H", "mail of FRANCE taken in for S1901M: 2 orders"),
        ("France:\nA Par - Bur", "mail of FRANCE taken in for S1901M: 1 order"),
        ("I shall be late.", "mail of nobody known taken in for S1901M: nothing read"),
    ],
)
def test_the_trail_tells_whose_mail_came_and_how_much_was_read(text: str, said: str, desk: Desk) -> None:
    take_in(desk.session, mail(text))
    assert desk.session.game.audit[-1].text == said


@pytest.mark.slow
def test_a_mail_without_orders_is_cut_where_it_is_long_and_one_with_orders_is_refused(desk: Desk) -> None:
    take_in(desk.session, mail("late" * 6_000))
    (kept,) = desk.session.open_turn.mails
    assert len(kept.text) == LONGEST_MAIL
    with pytest.raises(EditError, match="too many to be kept"):
        take_in(desk.session, mail("France:\nA Par - Bur\n\n" + ("late " * 300 + "\n") * 15, 1))
    assert not desk.orders("FRANCE")
    assert len(desk.session.open_turn.mails) == 1


@pytest.mark.slow
def test_what_is_doubtful_asks_for_a_decision_and_what_is_plain_does_not(desk: Desk) -> None:
    take_in(desk.session, mail("France:\nA Par - Bur"))
    asked = [desk.session.needs_decision]
    take_in(desk.session, mail("France:\nA Mar - Spa or A Mar - Pie", 1))
    asked.append(desk.session.needs_decision)
    take_in(desk.session, mail("France:\nF Bre - MAO", 2))
    asked.append(desk.session.needs_decision)
    assert asked == [False, True, True], "the doubtful one is still to be decided when the last came"


def test_in_one_power_s_view_a_mail_is_that_power_s(desk: Desk) -> None:
    desk.session.look_as("FRANCE")
    take_in(desk.session, mail("A Par - Bur"))
    assert desk.orders("FRANCE") == ["A PAR - BUR"]


def test_of_a_flood_of_mails_without_orders_four_hundred_are_kept(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    assert order_mails.MOST_UNREAD == 400
    monkeypatch.setattr(order_mails, "MOST_UNREAD", 4)
    take_in(desk.session, boxed(*(mail("I shall be late.", number) for number in range(6))))
    assert len(desk.session.open_turn.mails) == 4


def test_a_large_box_says_how_far_reading_it_is_and_can_be_stopped(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    padding = f"X-Padding: {'a' * LARGE}\nMIME-Version"
    box = boxed(*(mail("France:\nA Par - Bur", number).replace("MIME-Version", padding) for number in range(2)))
    told: list[tuple[int, int, str]] = []

    def go_on(done: int, of: int, words: str) -> bool:
        told.append((done, of, words))
        return True

    monkeypatch.setattr(desk.services, "watch_over", lambda _words, work: work(go_on))
    take_in(desk.session, box)
    assert [(done, of, words) for done, of, words in told if "Reading" in words] == [
        (2, 4, "Reading mail 1 of 2"),
        (3, 4, "Reading mail 2 of 2"),
    ]
    monkeypatch.setattr(desk.services, "watch_over", lambda _words, work: work(lambda _done, _of, words: "Reading" not in words))
    with pytest.raises(GivenUp, match="nothing of these mails was taken"):
        take_in(desk.session, box.replace("Bur", "Pic"))
    assert desk.orders("FRANCE") == ["A PAR - BUR"]


def test_a_doubtful_line_is_decided_once_one_of_its_orders_stands_and_the_line_does_not(desk: Desk) -> None:
    first, second = parse_order("A MAR - SPA"), parse_order("A MAR - PIE")
    choices = (Choice("FRANCE", first), Choice("FRANCE", second))
    line = LineAccount(1, 1, "A Mar - Spa or Pie", Fate.DOUBTFUL, power="FRANCE", choices=choices)
    game = desk.session.game
    assert decision_about(line, game.turn(game.last())) is None
    other = set_order(game, MAIN, "FRANCE", parse_order("A PAR - BUR"))
    assert decision_about(line, other.turn(other.last())) is None
    decided = set_order(other, MAIN, "FRANCE", second)
    assert decision_about(line, decided.turn(decided.last())) == second
    waiting = keep_line(decided, MAIN, "FRANCE", "A Mar - Spa or Pie")
    assert decision_about(line, waiting.turn(waiting.last())) is None
    assert decision_about(replace(line, power=None), waiting.turn(waiting.last())) == second
    other = keep_line(decided, MAIN, "FRANCE", "F Bre - MAO or Pic")
    assert decision_about(line, other.turn(other.last())) == second, "another line waits"


@pytest.mark.slow
@each_nth(
    3,
    ("text", "label"),
    [
        ("France:\nA Par - Bur", "Paste 1 order"),
        ("France:\nA Par - Bur\nA Mar H", "Paste 2 orders"),
        ("France:\nA Mar - Spa or A Mar - Pie", "Keep 1 received line"),
        ("France:\nA Par - Bur\nA Mar - Spa or A Mar - Pie", "Paste 1 order"),
        ("France:\nFall 1901:\nA Bur - Mun\nA Mar - Spa", "Keep 2 received lines"),
    ],
)
def test_a_paste_is_undone_under_the_name_of_what_it_did(text: str, label: str, desk: Desk) -> None:
    take_in(desk.session, text)
    assert desk.session.document.undo_label == label


def test_a_mail_of_somebody_who_is_not_known_to_play_the_power_is_kept_and_changes_nothing(desk: Desk) -> None:
    desk.run("player france Ada <ada0@example.org>")
    take_in(desk.session, mail("France:\nA Par - Bur", 1))
    assert desk.orders("FRANCE") == []
    assert [each.text for each in desk.session.game.audit][-1:] == [
        "mail of nobody known kept for S1901M: its sender is not known to play FRANCE"
    ]
    assert len(desk.session.open_turn.mails) == 1


@pytest.mark.parametrize(
    ("fates", "taken", "words"),
    [
        ({}, 0, "No order written."),
        ({}, 1, "1 order written."),
        ({Fate.TAKEN: 2, Fate.NOT_ORDER: 1}, 2, "2 orders written."),
        ({Fate.GUESSED: 1, Fate.LATER: 2}, 1, "1 order written, 1 with a guess, 2 kept for a later phase."),
        ({Fate.REFUSED: 1, Fate.DOUBTFUL: 1}, 0, "No order written, 1 refused, 1 line to be decided."),
        ({Fate.DOUBTFUL: 2}, 0, "No order written, 2 lines to be decided."),
    ],
)
def test_what_was_taken_is_summed_up_in_a_sentence(fates: dict[Fate, int], taken: int, words: str) -> None:
    lines = [line_of(fate, "A Par - Bur") for fate, number in fates.items() for _ in range(number)]
    assert summary(Accounting((account_of(*lines),)), taken) == words


def test_orders_for_a_later_phase_are_kept_for_it(desk: Desk) -> None:
    take_in(desk.session, mail("France:\nA Par - Bur\n\nFall 1901:\nA Bur - Mun"))
    assert desk.orders("FRANCE") == ["A PAR - BUR"]
    assert [(each.power, str(each.phase)) for each in desk.session.open_turn.later] == [("FRANCE", "F1901M")]


def test_what_takes_orders_back_is_undone_under_the_name_of_a_mail(desk: Desk) -> None:
    desk.run("A PAR - BUR")
    desk.session.look_as("FRANCE")
    take_in(desk.session, "I withdraw all my orders.")
    assert desk.session.document.undo_label == "Take in 1 mail"
    assert [str(line.order) for _, line in desk.session.open_turn.withdrawn] == ["A PAR - BUR"]


@pytest.mark.parametrize(
    ("sender", "label"),
    [
        ("Ada <ada@example.org>", "Mail from Ada"),
        ("ada@example.org", "Mail from ada@example.org"),
        ("", "Mail from nobody known"),
        ("A" * 100 + " <ada@example.org>", "Mail from " + "A" * 70),
    ],
)
def test_a_mail_is_undone_under_its_senders_name_in_80_characters(sender: str, label: str, desk: Desk) -> None:
    take_in(desk.session, mail("France:\nA Par - Bur").replace("Ada <ada0@example.org>", sender))
    assert desk.session.document.undo_label == label


def test_a_text_of_which_nothing_can_be_written_changes_nothing_and_tells_why(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[tuple[str, Accounting]] = []
    monkeypatch.setattr(desk.services, "show_accounting", lambda summary, accounting: shown.append((summary, accounting)))
    before = desk.session.game
    with pytest.raises(NothingTakenError) as raised:
        take_in(desk.session, "France:\nA Ber - Kie")
    assert str(raised.value).startswith("No order in the text can be written:\nline 2: ")
    assert shown == [("No order in the text can be written.", raised.value.accounting)]
    assert desk.session.game is before


def test_in_one_power_s_view_nobody_writes_for_another(desk: Desk) -> None:
    desk.session.look_as("FRANCE")
    before = desk.session.game
    with pytest.raises(Abort, match="shown to France, who writes for nobody else"):
        take_in(desk.session, "A Ber - Kie", "GERMANY")
    assert desk.session.game is before


def test_a_mail_for_another_game_is_taken_only_where_a_person_says_that_it_is_for_this_one(desk: Desk) -> None:
    other = mail("France:\nA Par - Bur").replace("Subject: orders", "Subject: [game abcd] orders")
    with pytest.raises(NothingTakenError, match="for another game, “abcd”"):
        take_in(desk.session, other)
    letters, _ = unwrapped(other)
    (account,) = account_letters(desk.session, letters).letters
    assert account.other_game == "abcd"
    take_in(desk.session, other, is_here=True)
    assert desk.orders("FRANCE") == ["A PAR - BUR"]


def test_a_mail_taken_before_counts_over_an_earlier_arrival(desk: Desk) -> None:
    """A mail that was taken before counts over one that came earlier though a later one comes with it."""
    take_in(desk.session, mail("France:\nA Par - Bur", 10))
    take_in(desk.session, boxed(mail("France:\nA Par - Pic", 0), mail("Germany:\nA Ber - Kie", 20)))
    assert desk.orders("FRANCE") == ["A PAR - BUR"]
    assert desk.orders("GERMANY") == ["A BER - KIE"]


def test_mails_without_orders_and_replaced_mails_are_kept_up_to_a_bound(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Mails of a known power of which nothing is read are kept and those that later ones replace up to a bound."""
    assert order_mails.MOST_REPLACED == 60
    monkeypatch.setattr(order_mails, "MOST_REPLACED", 2)
    desk.run("player france Ada <ada0@example.org>")
    replaced = [mail("A Par - Bur", number).replace(f"ada{number}@", "ada0@") for number in range(4)]
    take_in(desk.session, boxed(*replaced))
    assert len(desk.session.open_turn.mails) == 2, "the last one counts, and one that it replaces is kept with it"
    take_in(desk.session, mail("I shall be late.", 30).replace("ada30@", "ada0@"))
    assert [(each.power, each.text.strip()) for each in list(desk.session.open_turn.mails)[2:]] == [("FRANCE", "I shall be late.")]


def test_the_same_mail_of_two_boxes_counts_once(desk: Desk) -> None:
    take_in(desk.session, mail("France:\nA Par - Bur"))
    found = take_in(desk.session, boxed(mail("France:\nA Par - Bur"), mail("Germany:\nA Ber - Kie", 5)))
    assert found.troubles == ("1 mail was taken in before, and counted once",)
    assert [each.power for each in found.letters] == ["GERMANY"]
    assert len(desk.session.open_turn.mails) == 2


def test_what_hooks_say_of_press_that_a_mail_passes_on_is_noted(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    noted: list[object] = []
    monkeypatch.setattr(desk.session.hooks, "note", lambda game, log: noted.append(log))
    take_in(desk.session, mail(f"SIGNON f{desk.session.game.id} x\nPRESS TO G\nHello\nENDPRESS\nSIGNOFF\n"))
    assert len(noted) == 1
    (press,) = desk.session.open_turn.press
    assert (press.sender, press.receivers, press.text) == ("FRANCE", ("GERMANY",), "Hello")


def test_the_trail_says_that_a_mail_takes_back_what_was_sent_before(desk: Desk) -> None:
    take_in(desk.session, mail("France:\nA Par - Bur\nA Mar - Spa"))
    take_in(desk.session, mail("France:\nI withdraw all my orders. New ones:\nA Par - Pic", 5))
    assert desk.session.game.audit[-1].text == "mail of FRANCE taken in for S1901M: 1 order, takes back what was sent before"


def account_of(*lines: LineAccount, power: str | None = "FRANCE", withdrawals: tuple[Withdrawal, ...] = ()) -> LetterAccount:
    return LetterAccount(Letter(()), power, lines, withdrawals=withdrawals)


def line_of(fate: Fate, text: str, power: str | None = "FRANCE", **more: Any) -> LineAccount:
    return LineAccount(1, 1, text, fate, power=power, **more)


def withdrawn_in(game: Game) -> list[str]:
    return [str(line.order) for _, line in game.turn(game.last()).withdrawn]


@pytest.mark.parametrize(
    ("viewer", "whose", "marked"),
    [(None, "FRANCE", True), ("FRANCE", "FRANCE", True), ("GERMANY", "FRANCE", False), (None, None, False), ("FRANCE", None, False)],
)
def test_orders_are_taken_back_where_their_power_is_known_and_may_be_written_for(
    viewer: str | None, whose: str | None, marked: bool, desk: Desk
) -> None:
    desk.run("A PAR - BUR")
    desk.session.look_as(viewer)
    account = account_of(withdrawals=(Withdrawal(1, "I withdraw all my orders.", whose),))
    assert withdrawn_in(order_mails.written_from(desk.session, desk.session.game, account)) == (["A PAR - BUR"] if marked else [])


def test_an_order_that_its_own_mail_takes_back_is_written_and_marked(desk: Desk) -> None:
    line = line_of(Fate.TAKEN, "A Par - Bur", order=parse_order("A PAR - BUR"), withdrawn="forget that")
    plain = line_of(Fate.TAKEN, "A Mar - Spa", order=parse_order("A MAR - SPA"))
    game = order_mails.written_from(desk.session, desk.session.game, account_of(line, plain))
    assert [str(each.order) for each in game.turn(game.last()).orders_of("FRANCE")] == ["A PAR - BUR", "A MAR - SPA"]
    assert withdrawn_in(game) == ["A PAR - BUR"]


@pytest.mark.parametrize(
    ("viewer", "whose", "phase", "kept"),
    [
        (None, "FRANCE", "F1901M", True),
        ("FRANCE", "FRANCE", "F1901M", True),
        ("GERMANY", "FRANCE", "F1901M", False),
        (None, None, "F1901M", False),
        (None, "FRANCE", None, False),
    ],
)
def test_orders_for_a_later_phase_are_kept(viewer: str | None, whose: str | None, phase: str | None, kept: bool, desk: Desk) -> None:
    """Lines for later are kept where power and phase are known and the power may be written for."""
    desk.session.look_as(viewer)
    line = line_of(Fate.LATER, "A Bur - Mun", whose, phase=Phase.of(phase) if phase else None)
    game = order_mails.written_from(desk.session, desk.session.game, account_of(line))
    assert bool(game.turn(game.last()).later) is kept


@pytest.mark.parametrize(
    ("viewer", "mail_of", "line_of_power", "marked"),
    [
        (None, "FRANCE", "FRANCE", True),
        (None, None, "FRANCE", True),
        ("FRANCE", "FRANCE", "FRANCE", True),
        ("GERMANY", None, "FRANCE", False),
        (None, "GERMANY", "FRANCE", False),
        (None, "FRANCE", "GERMANY", False),
    ],
)
def test_what_stands_is_doubtful_where_a_later_line_of_its_power_may_order_its_unit_otherwise(
    viewer: str | None, mail_of: str | None, line_of_power: str, marked: bool, desk: Desk
) -> None:
    desk.run("A MAR - GAS", "A PAR - BUR")
    desk.session.look_as(viewer)
    choices = (Choice("FRANCE", parse_order("A MAR - SPA")), Choice("FRANCE", parse_order("A MAR - PIE")))
    line = line_of(Fate.DOUBTFUL, "A Mar - Spa or Pie", line_of_power, choices=choices)
    game = order_mails._with_changes_asked(desk.session, desk.session.game, account_of(line, power=mail_of))
    assert withdrawn_in(game) == (["A MAR - GAS"] if marked else [])


def test_what_stands_is_not_doubtful_where_the_same_mail_orders_its_unit_plainly(desk: Desk) -> None:
    desk.run("A MAR - GAS")
    line = line_of(Fate.DOUBTFUL, "A Mar - Spa?", choices=(Choice("FRANCE", parse_order("A MAR - SPA")),))
    plain = line_of(Fate.TAKEN, "A Mar - Gas", order=parse_order("A MAR - GAS"))
    assert withdrawn_in(order_mails._with_changes_asked(desk.session, desk.session.game, account_of(line, plain))) == []


def test_a_line_that_orders_no_unit_makes_none_doubtful(desk: Desk) -> None:
    desk.run("A MAR - GAS")
    line = line_of(Fate.DOUBTFUL, "waive?", choices=(Choice("FRANCE", parse_order("WAIVE")),))
    assert withdrawn_in(order_mails._with_changes_asked(desk.session, desk.session.game, account_of(line))) == []


@pytest.mark.parametrize(("viewer", "table", "keeps"), [(None, False, True), ("FRANCE", False, False)])
def test_words_of_mails_are_kept_where_everything_is_seen(viewer: str | None, table: bool, keeps: bool, desk: Desk) -> None:
    desk.session.look_as(viewer)
    assert order_mails.keeps_words(desk.session) is keeps
    take_in(desk.session, mail("France:\nA Par - Bur"))
    assert bool(desk.session.game.turn(desk.session.game.last()).mails) is keeps


def test_lines_that_wait_stay_among_the_orders_and_orders_that_are_refused_with_their_order(desk: Desk) -> None:
    doubtful = line_of(Fate.DOUBTFUL, "A Mar - Spa or Pie", order=parse_order("A MAR - SPA"))
    refused = line_of(Fate.REFUSED, "A Par - Nap", order=parse_order("A PAR - NAP"), is_illegal=True)
    game = order_mails.written_from(desk.session, desk.session.game, account_of(doubtful, refused))
    lines = game.turn(game.last()).orders_of("FRANCE")
    assert [(each.text, each.order is None) for each in lines] == [("A Mar - Spa or Pie", True), ("A Par - Nap", False)]


@pytest.mark.slow
@each_nth(2, ("size", "is_watched"), [(300_000, True), (299_999, False)])
def test_a_text_of_300_kb_is_read_while_somebody_can_stop_it(
    size: int, is_watched: bool, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched: list[str] = []

    def watch(words: str, work: Any) -> Any:
        watched.append(words)
        return work(lambda _done, _of, _words: True)

    monkeypatch.setattr(desk.services, "watch_over", watch)
    text = "France:\nA Par - Bur\n"
    take_in(desk.session, text + " " * (size - len(text)))
    assert bool(watched) is is_watched


@pytest.mark.parametrize(("given", "late", "decided"), [(None, False, False), ("FRANCE", False, True), (None, True, True)])
def test_a_person_has_decided_about_a_mail_where_they_said_whose_it_is_or_that_it_counts(
    given: str | None, late: bool, decided: bool, desk: Desk
) -> None:
    take_in(desk.session, mail("France:\nA Par - Bur"), given, late=late)
    assert [each.decided for each in desk.session.open_turn.mails] == [decided]


@pytest.mark.parametrize(("minutes", "fate"), [(-1, Fate.TAKEN), (0, Fate.TAKEN), (1, Fate.DOUBTFUL)])
def test_orders_that_come_after_their_power_is_locked_are_asked_about(
    minutes: int, fate: Fate, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(order_mails, "locked_since", lambda _game, _branch, power: NOON if power == "FRANCE" else None)
    found = take_in(desk.session, mail("France:\nA Par - Bur", minutes))
    (line,) = [each for each in found.letters[0].lines if each.order is not None or each.choices]
    assert line.fate is fate
    assert desk.session.game.audit[-1].text.endswith(", locked") is (fate is Fate.DOUBTFUL)
    assert (line.reason == order_mails.LOCKED) is (fate is Fate.DOUBTFUL)
    assert [each.fate for each in take_in(desk.session, mail("Germany:\nA Ber - Kie", 5)).taken] == [Fate.TAKEN]


def test_what_a_power_says_besides_orders_goes_into_the_game_where_the_power_is_known(desk: Desk) -> None:
    for more in ({"press": (MailPress(1, ("GERMANY",), "Hello"),)}, {"waits": True}, {"waits": False}, {"vote": "draw"}):
        account = replace(account_of(), **more)
        assert order_mails._stages(desk.session, account)
        assert not order_mails._stages(desk.session, replace(account, power=None))
    assert not order_mails._stages(desk.session, account_of())


def test_a_waived_build_that_its_own_mail_takes_back_is_no_unit_s_order(desk: Desk) -> None:
    desk.run("A MAR - SPA", "process --missing process", "process --missing process")
    line = line_of(Fate.TAKEN, "waive", order=parse_order("WAIVE"), withdrawn="forget that")
    game = order_mails.written_from(desk.session, desk.session.game, account_of(line))
    assert [str(each.order) for each in game.turn(game.last()).orders_of("FRANCE")] == ["WAIVE"]
    assert withdrawn_in(game) == []


@pytest.mark.parametrize(
    ("received", "words"),
    [
        (Mail(), "pasted"),
        (Mail(subject="orders"), "pasted"),
        (Mail(name="Ada", address="ada@example.org", subject=" my \n orders "), "from Ada, “my orders”"),
        (Mail(address="ada@example.org"), "from ada@…"),
        (Mail(name="Ada", subject="o" * 81), f"from Ada, “{'o' * 80}”"),
    ],
)
def test_the_trail_names_the_sender_without_the_address_and_the_subject(received: Mail, words: str) -> None:
    assert mail_reason(received) == words


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({}, "line 1: A Mar - Spa or Pie: to be decided"),
        ({"reason": "two orders"}, "line 1: A Mar - Spa or Pie: to be decided (two orders)"),
        ({"order": parse_order("A MAR - SPA")}, "line 1: A MAR - SPA: to be decided"),
        (
            {
                "reason": "two orders",
                "choices": (Choice("FRANCE", parse_order("A MAR - SPA")), Choice("FRANCE", parse_order("A MAR - PIE"))),
            },
            "line 1: A Mar - Spa or Pie: to be decided (two orders); it may be A MAR - SPA or A MAR - PIE",
        ),
    ],
)
def test_a_line_is_told_with_its_order_its_reason_and_what_it_may_be(more: dict[str, Any], words: str) -> None:
    assert line_words(line_of(Fate.DOUBTFUL, "A Mar - Spa or Pie:", **more)) == words


def test_what_became_of_a_line_has_a_word() -> None:
    assert [fate_label(each) for each in (Fate.TAKEN, Fate.REFUSED, Fate.DOUBTFUL)] == ["taken", "refused", "to be decided"]


def test_an_address_that_is_learnt_is_the_players_own_where_they_have_none_and_else_one_more(desk: Desk) -> None:
    game = desk.session.game
    learnt = with_learnt_address(game, "FRANCE", "Ada", "ada@example.org")
    assert learnt.players["FRANCE"] == SeatedPlayer("Ada", "ada@example.org", seat=SeatKind.POST)
    more = with_learnt_address(learnt, "FRANCE", "Ada", "a@work.example")
    assert more.players["FRANCE"] == learnt.players["FRANCE"]
    assert more.members == (Member("FRANCE", MemberRole.ALSO, "Ada", "a@work.example"),)


SENDERS = ("ada0@example.org", "ada1@example.org", "gus@example.org", "nobody known")


def test_what_a_person_has_to_see_is_told_by_its_urgency_and_everything_in_its_sequence(desk: Desk) -> None:
    desk.run("player france Ada <ada0@example.org>")
    letters = unwrapped(
        boxed(
            mail("France:\nA Par - Bur", 1),
            mail("A Par - Bur\nA Mar - Spa or Pie\nA Ber - Kie\nI'm away until Monday.\nFall 1901:\nA Bur - Mun"),
            mail("Germany:\nA Ber - Kie\nsee you", 2).replace("Subject: orders", "Subject: [game abcd]").replace("Ada <ada2", "<gus"),
            mail("Have a nice week!", 3).replace("Ada <ada3@example.org>", ""),
        )
    )[0]
    found = account_letters(desk.session, letters, ("The end is missing.",))
    first, second, third, fourth = (f"mail {number} from {sender}, " for number, sender in enumerate(SENDERS, 1))
    choice = "it depends on a condition or offers a choice"
    doubtful = f"{first}line 2: A Mar - Spa or Pie: to be decided ({choice}); it may be A MAR - SPA or A MAR - PIE"
    foreign = f"{first}line 3: A BER - KIE: refused (the unit in BER is Germany's, and this is an order of France)"
    away = f"{first}line 4: I'm away until Monday.: not an order (says that its player is away: until mon)"
    later = f"{first}line 6: A Bur - Mun: for a later phase (kept for Fall 1901, movement)"
    claimed = f"{second}line 2: A PAR - BUR: to be decided (its sender is not known to play France)"
    elsewhere = f"{third}the mail is for another game, “abcd”: nothing of it is taken"
    refused = f"{third}line 2: A BER - KIE: refused (the mail is for the game “abcd”, and this is Test)"
    assert urgent_lines(found) == [
        "The end is missing.",
        f"{second}nothing of this mail counts until you say whose it is",
        elsewhere,
        f"{fourth}nothing was read in this mail",
        doubtful,
        claimed,
        foreign,
        refused,
        later,
        away,
    ]
    assert every_line(found) == [
        "The end is missing.",
        f"{first}line 1: A PAR - BUR: taken",
        doubtful,
        foreign,
        away,
        f"{first}line 5: Fall 1901: not an order (a heading)",
        later,
        f"{second}line 1: France: not an order (a heading)",
        claimed,
        elsewhere,
        f"{third}line 1: Germany: not an order (a heading)",
        refused,
        f"{third}line 3: see you: not an order",
        f"{fourth}line 1: Have a nice week!: not an order",
    ]
    assert every_line(Accounting(found.letters[:2]))[0] == f"{first}line 1: A PAR - BUR: taken"
    assert every_line(Accounting(found.letters[:1]))[0] == "line 1: A PAR - BUR: taken", "there is no other mail"


def test_a_mail_in_which_nothing_was_read_says_so_and_another_does_not(desk: Desk) -> None:
    words = "nothing was read in this mail"
    assert not any(words in each for each in urgent_lines(take_in(desk.session, mail("France:\nA Par - Bur\n"))))
    assert any(words in each for each in urgent_lines(take_in(desk.session, mail("Have a nice week!\n", 1))))
    assert not any(words in each for each in urgent_lines(account_letters(desk.session, unwrapped("Have a nice week!\n")[0]))), (
        "it is no mail"
    )
