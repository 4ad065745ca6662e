"""Roles that may run a command at a table; one that names none is the game master's. ``tests/golden/commands.txt`` has each command's."""

from __future__ import annotations

import pytest

from app.commands.declaring.registry import COMMANDS, Registry
from app.session.errors import CommandError
from app.session.roles import Who, refusal
from app.session.session import Session
from app.session.viewpoint import CURTAIN
from tests.unit.app.commands.fake_services import Desk

pytestmark = pytest.mark.usefixtures("quick_locks")


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
