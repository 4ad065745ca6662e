"""Mails through commands: what is kept for later phases, whose mail it is, and the command line's answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.cli.main import main
from app.cli.printable import Exit
from app.game.dpn.writer import write
from app.game.edits import set_player
from app.game.entries import SeatedPlayer, SeatKind
from app.game.opening import open_text
from app.gm.round_sheet import RoundReader
from app.session.errors import Abort
from tests.unit.app.commands.fake_services import Desk

HEAD = b"From: a@example.org\nSubject: hi\nDate: Mon, 03 May 2021 10:00:00 +0200\n\n"
ADVANCE = """France:
A Par - Bur
Fall:
A Bur - Mun
Retreat if dislodged: A Bur - Par
"""


def test_what_is_for_a_later_phase_is_kept_in_the_file_and_shown_when_that_phase_comes() -> None:
    desk = Desk()
    desk.services.clipboard = ADVANCE
    desk.run("paste-orders")
    assert desk.orders("FRANCE") == ["A PAR - BUR"]
    text = write(desk.session.game)
    assert "[later S1901M]\nFRANCE F1901M: A Bur - Mun\n" in text
    again = open_text(text.encode()).ready().game
    assert again.branches[0].turns[0].later == desk.session.game.branches[0].turns[0].later
    assert "France, for Fall 1901, movement: A Bur - Mun" in desk.run("kept-orders")
    said = desk.run("process --missing process")
    assert "France: A Bur - Mun" in said
    assert not desk.session.open_turn.orders_of("FRANCE"), "it is shown, and written by nobody but a person"
    assert "1 line kept for this phase" in desk.run("status")
    desk.run("kept-orders --take")
    assert desk.orders("FRANCE") == ["A BUR - MUN"]


def test_words_of_one_power_do_not_hide_what_was_kept_for_another() -> None:
    desk = Desk()
    for power in ("france", "germany"):
        desk.services.clipboard = "For autumn:\nA Bel H\n"
        desk.run(f"paste-orders {power}")
    desk.run("process --missing process")
    assert RoundReader().sheet(desk.session).kept == 2
    desk.services.clipboard = HEAD.decode() + "A Bel H\n"
    desk.run("paste-orders germany")
    assert RoundReader().sheet(desk.session).kept == 1


def test_a_mail_orders_for_the_power_whose_player_has_its_address() -> None:
    desk = Desk()
    player = SeatedPlayer("Marcel", "Marcel@example.fr", SeatKind.POST)
    desk.session.perform("SeatedPlayer", lambda game: set_player(game, "FRANCE", player))
    desk.services.clipboard = "From: Marcel <marcel@example.fr>\nSubject: orders\n\nA Par - Bur\nA Mun - Ruh\nEngland: A Lvp - Yor\n"
    said = desk.run("paste-orders")
    assert desk.orders("FRANCE")[0] == "A PAR - BUR"
    assert not desk.session.open_turn.orders_of("ENGLAND")
    assert "it is an order of England, and this mail is from France" in said


def test_quotes_and_press_never_reach_the_game() -> None:
    desk = Desk()
    desk.services.clipboard = "England:\nA Lvp-Yor\nF Lon-Nth\n> A Lvp-Wal\nPress: London to Paris: Sorry\n"
    desk.run("paste-orders")
    text = write(desk.session.game)
    assert desk.orders("ENGLAND") == ["A LVP - YOR", "F LON - NTH"]
    assert "Wal" not in text.partition("ENGLAND:\n")[2]
    assert "Sorry" not in text


def test_a_decision_about_a_doubtful_line_keeps_the_words_that_were_received() -> None:
    desk = Desk()
    desk.services.clipboard = "France:\nA Par - Bur or Pic\nA Mar - Spa\n"
    desk.run("paste-orders")
    assert "  ? A Par - Bur or Pic" in write(desk.session.game)
    desk.run('order A PAR - PIC --received "A Par - Bur or Pic"')
    text = write(desk.session.game)
    assert '  A PAR - PIC  "A Par - Bur or Pic"' in text
    assert "?" not in text.partition("FRANCE:\n")[2]


def test_a_mail_of_nothing_but_a_condition_is_kept_and_shows_its_choices() -> None:
    desk = Desk()
    desk.services.clipboard = "France:\nA Par - Bur or Pic\nGermany:\nA Mun - Bur or Ruh\n"
    assert "No order written, 2 lines to be decided." in desk.run("paste-orders")
    (accounting,) = desk.services.accountings
    assert accounting.is_doubtful
    text = write(desk.session.game)
    assert "  ? A Mun - Bur or Ruh" in text
    assert desk.document.undo_label == "Keep 2 received lines"


def test_a_mail_without_anything_to_write_or_to_decide_changes_nothing() -> None:
    desk = Desk()
    desk.services.clipboard = "Hi Karl, how was Paris?"
    with pytest.raises(Abort, match="No order in the text can be written"):
        desk.run("paste-orders")
    assert desk.document.undo_label is None


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game in a file."""
    path = tmp_path / "game.dpn"
    assert main(["new", "standard", "--output", str(path)]) == Exit.OK
    return path


@pytest.mark.slow
def test_the_command_line_prints_every_line_and_says_by_its_exit_code_that_something_waits(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mail = tmp_path / "mail.eml"
    mail.write_bytes(HEAD + b"France:\nA Par - Bur\nA Mar - Spa or Gas\n> F Bre - Mao\n")
    assert main(["read-mail", "--game", str(game), str(mail)]) == Exit.UNDECIDED
    said = capsys.readouterr().out
    assert "line 2: A PAR - BUR: taken" in said
    assert "line 3: A Mar - Spa or Gas: to be decided" in said
    assert "line 4: > F Bre - Mao: not an order (quoted from another mail)" in said
    assert "A PAR - BUR" in game.read_text()
    mail.write_bytes(HEAD + b"France:\nF Bre - Mao\n")
    assert main(["read-mail", "--game", str(game), str(mail)]) == Exit.OK
