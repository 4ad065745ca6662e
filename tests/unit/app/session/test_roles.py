"""Roles that may run each command at a table: every command names one, and one that names none is the game master's."""

from __future__ import annotations

import pytest

from app.commands.declaring.registry import COMMANDS, Registry
from app.session.errors import CommandError
from app.session.roles import Who, refusal
from app.session.session import Session
from app.session.viewpoint import CURTAIN
from tests.unit.app.commands.fake_services import Desk

MASTERS = """
    best-replies
    analysis clear owner place what-if check concede draw end reopen fork remove-branch rename-branch variant own paste-position player
    people position read-mail show-file view-as deadline grace mail mail-of mails drop-mail set-aside withdrawn round
    remind phase-time early-processing absence absences-and-deadlines time-zone pause resume
    take-proposal silence forgive-misses call-substitute
    audit audit-note reason if-missing compare correct-phase play-on force-result make-this-the-game
    read-into-game results-drafts mail-server send-reminders outbox new-rules send-results
    inbox inbox-answer inbox-give inbox-drop inbox-withdrawn inbox-watch short-name
    correct-position address address-book remove-address tag tag-file rename-file use-position set-phase dislodge standoff
    join-games set-up-git judge let-it-run
"""
"""Commands that a person at a seat cannot run alone, nor all of them with the curtain drawn."""

SEATS = """
    clear-order clear-power close-seat default-list hold-all notes order orders-sheet paste-orders press redo seal set-pin undo vote wait
    hint learn take-orders
"""
TABLES = """
    call end-table end-talks give-seat give-up-orders next-round open-seat process rename show-now show-orders swap-seats
    table-terms take-back unlock programs program-of
"""


pytestmark = pytest.mark.usefixtures("quick_locks")


def of(who: Who) -> set[str]:
    return {each.id for each in COMMANDS if each.who is who}


def test_each_command_is_whose_it_was_decided_to_be() -> None:
    assert of(Who.GAME_MASTER) == set(MASTERS.split())
    assert of(Who.SEAT) == set(SEATS.split())
    assert of(Who.TABLE) == set(TABLES.split())


def test_a_command_that_says_nothing_is_the_game_masters() -> None:
    registry = Registry()

    @registry.command("new-one", "New one")
    def new_one(_session: Session) -> None:
        """Do something new."""

    assert registry["new-one"].who is Who.GAME_MASTER


def test_who_is_not_there_is_told_who_decides() -> None:
    desk = Desk()
    desk.run("table FRANCE=Cleo --game-master Gil")
    at_curtain = {Who.ANYBODY: "", Who.TABLE: "", Who.SEAT: "Nobody is at the laptop", Who.GAME_MASTER: "the game master to decide"}
    at_seat = at_curtain | {Who.SEAT: "", Who.TABLE: "France is at the laptop; close that seat first."}
    for line, expected in (("", at_curtain), ("open-seat FRANCE", at_seat), ("open-seat GM", dict.fromkeys(Who, ""))):
        if line:
            desk.run(*(["close-seat"] if desk.session.viewer != CURTAIN else []), line)
        for who in Who:
            wanted, said = expected[who], refusal(desk.session, who)
            assert (wanted in said) if wanted else said == "", (line, who)
        for command in COMMANDS:
            if wanted := expected[command.who]:
                with pytest.raises(CommandError, match=wanted):
                    command.run(desk.session, {})


def test_without_a_game_master_the_refusal_says_that_nobody_decides_alone() -> None:
    desk = Desk()
    desk.run("table")
    with pytest.raises(CommandError, match="Nobody decides that alone"):
        desk.run("fork")


def test_without_a_table_everything_is_everybodys() -> None:
    assert [who for who in Who if refusal(Desk().session, who)] == []
