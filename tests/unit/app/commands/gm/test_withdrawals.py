"""Orders that a later mail takes back: marked in game and file, listed, asked about, and never processed before a decision."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.phase import Phase
from adjudicator.unit import Location, Piece, Unit
from app.cli.main import main
from app.game.document import Document
from app.game.dpn.writer import write
from app.game.edits import new_game, process, set_player
from app.game.entries import SeatedPlayer, SeatKind
from app.game.opening import open_text
from app.game.record import MAIN, EditError, Game, Why
from app.gm.round_sheet import RoundReader
from app.mail_in.accounting import Fate
from app.mail_in.letter import CUT
from app.session.errors import Abort, NotReadyError
from tests.quick import each_nth, one_in_quick
from tests.unit.app.commands.fake_services import Desk
from variants.catalogue import standard

pytestmark = pytest.mark.usefixtures("clock")

FIRST = "F Sev - Bla\nA Mos - Ukr\nA War - Gal\nF StP(sc) - Bot"


def mail(body: str, day: int = 25, subject: str = "orders") -> str:
    return f"From: Olga <olga@example.com>\nSubject: {subject}\nDate: {day} Nov 2020 17:00:00 +0000\n\n{body}\n"


def take(desk: Desk, body: str, day: int = 25, subject: str = "orders") -> None:
    desk.services.clipboard = mail(body, day, subject)
    desk.run("paste-orders russia")


def marked(desk: Desk) -> list[str]:
    return [str(line.order) for _, line in desk.session.open_turn.withdrawn]


ALL = ["F SEV - BLA", "A MOS - UKR", "A WAR - GAL", "F STP/SC - BOT"]


@pytest.mark.parametrize(
    ("body", "subject"),
    [
        ("PRESS TO GERMANY\ngladly\nENDPRESS", f"web [{CUT}]"),
        ("I shall write tomorrow.", f"[{CUT}]"),
        (f"[{CUT}]\nI shall write tomorrow.", "orders"),
        (f"My orders {CUT}:\nF Sev - Bla", "orders"),
        ("I shall write tomorrow.", "[game scrap-orders]"),
    ],
)
def test_what_a_program_put_into_a_mail_takes_nothing_back(desk: Desk, body: str, subject: str) -> None:
    take(desk, FIRST, 24)
    take(desk, body, subject=subject)
    assert marked(desk) == []
    assert len(desk.session.open_turn.orders_of("RUSSIA")) == len(ALL)


@each_nth(
    2,
    ("body", "expected"),
    [
        ("I withdraw all my orders, new ones follow tomorrow.", ALL),
        ("Please forget everything I sent yesterday.", ALL),
        ("Disregard my mail of Monday.", ALL),
        ("new orders, forget the old ones:\nF Sev H", ALL[1:]),
        ("The only orders that count are these:\nF Sev H\nA Mos H", ALL[2:]),
        ("Bitte alles von gestern streichen. Neu:\nF Sev H", ALL[1:]),
        ("J'annule tous mes ordres d'hier.", ALL),
        ("Annullo tutti gli ordini di ieri, scusa.", ALL),
        ("Anulo todas mis órdenes de ayer.", ALL),
        ("Cancel F Sev", ALL[:1]),
        ("Die Armee in Moskau bitte streichen.", ["A MOS - UKR"]),
        ("Annulez l'ordre de la flotte de Sébastopol", ALL[:1]),
        ("Please cancel the move to Galicia.", ["A WAR - GAL"]),
        ("Scratch A War - Gal from before.", ["A WAR - GAL"]),
        ("Don't forget that I'm away next week.", []),
        ("F Sev H", []),
    ],
)
def test_orders_that_a_mail_takes_back_are_marked_and_those_below_such_a_sentence_are_plain(
    desk: Desk, body: str, expected: list[str]
) -> None:
    take(desk, FIRST, 24)
    take(desk, body)
    assert marked(desk) == expected
    assert ("F SEV H" in desk.orders("RUSSIA")) == ("F Sev H" in body)


PLAYED = {"sevastopol": ALL[:1], "moscow": ALL[1:2], "warsaw": ALL[2:3], "petersburg": ALL[3:], "all": ALL, "all_but_sevastopol": ALL[1:]}
SENTENCES = [
    (body, PLAYED[meant])
    for language in tomllib.loads((Path(__file__).parents[4] / "mails" / "withdrawing_sentences.toml").read_text("utf-8")).values()
    for meant, bodies in language.items()
    for body in bodies
]


@pytest.mark.parametrize(("body", "meant"), one_in_quick(20, [pytest.param(*each, id=each[0][:60]) for each in SENTENCES]))
def test_no_order_stands_plainly_that_a_later_sentence_takes_back_or_changes(desk: Desk, body: str, meant: list[str]) -> None:
    take(desk, FIRST, 24)
    take(desk, body)
    plain = {str(line.order) for line in desk.session.open_turn.orders_of("RUSSIA") if line.is_legal and not line.is_withdrawn}
    assert plain.isdisjoint(meant)


@pytest.mark.parametrize(
    "body",
    [
        "Thanks for the quick results!",
        "Good luck everybody.",
        "Did my orders arrive?",
        "Greetings from Moscow",
        "See you on Sunday, I will bring the beer.",
        "Danke für die Auswertung, bis Sonntag!",
        "Merci pour tout, à dimanche.",
        "Grazie e buona serata.",
        "Gracias, un abrazo.",
    ],
)
def test_what_says_nothing_of_orders_leaves_them_alone(desk: Desk, body: str) -> None:
    take(desk, FIRST, 24)
    take(desk, body)
    assert marked(desk) == []


def test_a_sentence_that_unsettles_an_order_is_shown_with_it_and_asked_about(desk: Desk) -> None:
    take(desk, FIRST, 24)
    take(desk, "I changed my mind about Warsaw and am off to bed.")
    row = next(row for row in RoundReader().sheet(desk.session).rows if row.takes_back)
    assert (row.fate, row.needs, [str(order) for order in row.takes_back]) == (Fate.WITHDRAWS, True, ["A WAR - GAL"])


def test_an_illegal_order_for_a_unit_leaves_its_earlier_one_doubtful(desk: Desk) -> None:
    take(desk, FIRST, 24)
    take(desk, "A War - Con")
    assert marked(desk) == ["A WAR - GAL"]


def test_a_mail_with_a_subject_and_nothing_else_takes_back_what_was_sent(desk: Desk) -> None:
    take(desk, FIRST, 24)
    take(desk, "Sorry,\nOlga", subject="I withdraw my orders")
    assert marked(desk) == ALL


def test_process_stops_for_them_by_name_whatever_is_said_of_missing_orders(desk: Desk) -> None:
    take(desk, FIRST, 24)
    take(desk, "cancel F Sev")
    for line in ("process", "process --missing hold", "process --missing process"):
        with pytest.raises(NotReadyError, match="F SEV - BLA"):
            desk.run(line)
    assert len(desk.session.game.line()) == 1
    with pytest.raises(EditError) as refused:
        process(desk.session.game)
    assert refused.value.why is Why.WITHDRAWN


@pytest.mark.parametrize(("decision", "sevastopol"), [("stand", "F BLA"), ("out", "F SEV")])
def test_process_goes_on_once_it_is_said_whether_they_stand(desk: Desk, decision: str, sevastopol: str) -> None:
    take(desk, FIRST, 24)
    take(desk, "cancel F Sev")
    desk.run(f"process --missing hold --withdrawn {decision}")
    assert sevastopol in [str(unit.piece) for unit in desk.session.open_turn.position.units_of("RUSSIA")]
    assert not desk.session.open_turn.withdrawn
    assert any(f"F SEV - BLA {'stand' if decision == 'stand' else 'taken out'}" in line.text for line in desk.session.game.audit)


def test_a_person_is_asked_once(desk: Desk) -> None:
    desk.services.is_interactive = True
    take(desk, FIRST, 24)
    take(desk, "I withdraw all my orders.")
    desk.services.answers = ["Wait"]
    with pytest.raises(Abort):
        desk.run("process")
    assert "Russia: F SEV - BLA" in desk.services.asked[0]
    assert "Do these orders stand?" in desk.services.asked[0]


def test_a_command_lists_them_and_says_whether_they_stand(desk: Desk) -> None:
    take(desk, FIRST, 24)
    take(desk, "I withdraw all my orders.")
    assert "Russia: A WAR - GAL" in desk.run("withdrawn")
    desk.run("withdrawn russia war --stand")
    assert marked(desk) == [ALL[0], ALL[1], ALL[3]]
    desk.run("withdrawn --out")
    assert desk.orders("RUSSIA") == ["A WAR - GAL"]
    with pytest.raises(Abort):
        desk.run("withdrawn --out")
    desk.run("undo")
    assert marked(desk) == [ALL[0], ALL[1], ALL[3]]


def test_a_new_order_for_the_unit_settles_it(desk: Desk) -> None:
    take(desk, FIRST, 24)
    take(desk, "I withdraw all my orders.")
    desk.run("F SEV - RUM")
    assert marked(desk) == ALL[1:]


def test_the_mark_survives_saving_and_is_said_in_the_list_of_orders(desk: Desk) -> None:
    take(desk, FIRST, 24)
    take(desk, "cancel F Sev")
    text = write(desk.session.game)
    assert '  F SEV - BLA  ; withdrawn?  "F Sev - Bla"' in text
    again = open_text(text.encode()).ready().game
    assert again == desk.session.game
    assert "F SEV - BLA  ; withdrawn?" in desk.run("orders")


def test_a_withdrawal_that_came_before_the_orders_by_date_takes_back_none_of_them(desk: Desk) -> None:
    take(desk, FIRST, 26)
    take(desk, "I withdraw all my orders.", 25)
    assert marked(desk) == []


def test_orders_that_are_taken_in_after_a_later_withdrawal_are_marked_too(desk: Desk) -> None:
    take(desk, "I withdraw all my orders.", 25)
    take(desk, FIRST, 24)
    assert marked(desk) == ALL


def test_two_mails_that_take_back_one_another_leave_what_is_asked_about_once(desk: Desk) -> None:
    take(desk, FIRST, 23)
    take(desk, "forget my mail of Monday", 24)
    take(desk, "forget my last mail", 25)
    assert marked(desk) == ALL
    assert desk.orders("RUSSIA") == ALL


def test_a_withdrawal_of_orders_that_never_came_changes_nothing_and_is_kept(desk: Desk) -> None:
    take(desk, "I withdraw all my orders.")
    assert marked(desk) == []
    assert len(desk.session.open_turn.mails) == 1


def test_putting_the_mail_out_again_lets_the_orders_stand(desk: Desk) -> None:
    take(desk, FIRST, 24)
    take(desk, "I withdraw all my orders.")
    desk.run("drop-mail 2")
    assert marked(desk) == []
    assert desk.orders("RUSSIA") == ALL


def test_the_page_shows_what_may_be_taken_back_and_asks_once(desk: Desk) -> None:
    take(desk, FIRST, 24)
    take(desk, "I withdraw all my orders.")
    sheet = RoundReader().sheet(desk.session)
    (asked,) = [row for row in sheet.rows if row.needs]
    assert asked.fate is Fate.WITHDRAWS
    assert [str(order) for order in asked.takes_back] == ALL
    assert next(row.reading for row in sheet.rows if row.fate is Fate.TAKEN) == "F SEV - BLA · withdrawn?"
    desk.run("withdrawn --stand")
    assert not RoundReader().sheet(desk.session).needs


def test_the_command_line_refuses_to_process_and_needs_an_option(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, letter = tmp_path / "game.dpn", tmp_path / "mail.eml"
    game = set_player(new_game(standard()), "RUSSIA", SeatedPlayer("Olga", "olga@example.com", SeatKind.POST))
    path.write_text(write(game), encoding="utf-8")
    for day, body in ((24, FIRST), (25, "I withdraw all my orders, new ones follow tomorrow.")):
        letter.write_text(mail(body, day), encoding="utf-8")
        main(["read-mail", "--game", str(path), str(letter)])
    capsys.readouterr()
    assert main(["process", "--missing=hold", str(path)]) == 3
    assert "F SEV - BLA" in capsys.readouterr().err
    assert "[phase F1901M]" not in path.read_text(encoding="utf-8")
    assert path.read_text(encoding="utf-8").count("; withdrawn?") == 4


# --- no mail vanishes ---


def test_a_mail_in_which_nothing_was_read_stands_on_the_page_and_in_the_trail_and_needs_a_person(desk: Desk) -> None:
    take(desk, "See you on Friday!\nOlga")
    (kept,) = desk.session.open_turn.mails
    assert kept.text.startswith("See you")
    assert "mail of RUSSIA taken in for S1901M: nothing read" in desk.session.game.audit[-1].text
    sheet = RoundReader().sheet(desk.session)
    assert sheet.needs == 1
    assert [mail.is_unread for group in sheet.groups for mail in group.mails] == [True]
    desk.run("set-aside 1")
    assert RoundReader().sheet(desk.session).needs == 0
    assert "settled: 0" in write(desk.session.game)
    assert open_text(write(desk.session.game).encode()).ready().game == desk.session.game


def test_a_mail_of_nobody_known_without_anything_to_read_stands_under_whose(desk: Desk) -> None:
    desk.services.clipboard = "From: stranger@example.com\nSubject: hello\nDate: 25 Nov 2020 17:00:00 +0000\n\n"
    desk.run("paste-orders")
    sheet = RoundReader().sheet(desk.session)
    assert [(group.power, len(group.mails)) for group in sheet.groups if group.mails] == [(None, 1)]
    assert sheet.needs == 1


# --- lines that are set aside ---


@pytest.mark.slow
def test_a_doubtful_line_is_no_order_or_is_for_later_by_one_command(desk: Desk) -> None:
    take(desk, "F Sev - Bla\nA War - Gal or Ukr\nA Mos R Ukr or so")
    before = [line.text for line in desk.session.open_turn.orders_of("RUSSIA") if line.order is None]
    assert before
    desk.run("set-aside 1 2")
    assert "A War - Gal or Ukr" not in [line.text for line in desk.session.open_turn.orders_of("RUSSIA")]
    desk.run("set-aside 1 3 --later retreats")
    later = desk.session.open_turn.later
    assert ("RUSSIA", "S1901R", "A Mos R Ukr or so") in [(line.power, str(line.phase), line.text) for line in later]
    assert RoundReader().sheet(desk.session).needs == 0
    with pytest.raises(Abort):
        desk.run("set-aside 1 3 --later yesterday")
    with pytest.raises(Abort):
        desk.run("set-aside 1 77")


def test_two_powers_that_write_from_one_address_are_told_apart_by_their_units(desk: Desk) -> None:
    desk.run("player russia Olga <olga@example.com>", "player turkey Olga <olga@example.com>")
    desk.services.clipboard = mail("F Sev - Bla\nA Con - Bul\nF Lon - Nth")
    desk.run("paste-orders")
    assert desk.orders("RUSSIA") == ["F SEV - BLA"]
    assert desk.orders("TURKEY") == ["A CON - BUL"]
    assert desk.orders("ENGLAND") == []
    assert RoundReader().sheet(desk.session).needs == 1


def test_a_later_doubtful_line_asks_about_the_order_before_it(desk: Desk) -> None:
    """An order that a later doubtful line may change is asked about and stands where the line is none."""
    take(desk, FIRST, 24)
    take(desk, "A War - Ukr or Lvn, I'm not sure", 25)
    assert marked(desk) == ["A WAR - GAL"]
    desk.run("set-aside 2 1")
    assert marked(desk) == []
    assert desk.orders("RUSSIA") == ALL


@pytest.mark.parametrize("body", ["Make that Rumania instead.", "Hmm, I changed my mind about what we discussed, please scrap it"])
def test_a_change_that_does_not_say_which_order_is_asked_about(desk: Desk, body: str) -> None:
    take(desk, FIRST, 24)
    take(desk, body, 25)
    assert marked(desk)
    assert RoundReader().sheet(desk.session).needs == 1


@pytest.mark.parametrize("body", ["F Edi\nA Lvp", "Cancel the build in London", "A Lvp instead of F Lon"])
def test_an_earlier_build_is_doubtful_where_a_later_mail_names_others_and_all_are_too_many(body: str) -> None:
    desk = Desk(game=False)
    desk.session.add(Document(winter()))
    for day, text in ((24, "Build F Lon, F Edi"), (25, body)):
        desk.services.clipboard = mail(text, day)
        desk.run("paste-orders england")
    plain = [str(line.order) for line in desk.session.open_turn.orders_of("ENGLAND") if line.is_legal and not line.is_withdrawn]
    assert "F LON B" not in plain


def winter() -> Game:
    """England with two builds."""
    game = new_game(standard(), name="g")
    position = replace(standard().start, phase=Phase.of("W1901A"), units=(Unit("ENGLAND", Piece("A", Location("NWY"))),))
    return game.with_turn(game.last(MAIN), replace(game.turn(game.last(MAIN)), position=position))
