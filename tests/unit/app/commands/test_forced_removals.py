"""A power that has to remove all of its units is waited for nowhere: nothing of that is for it to choose."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.legal import has_choice
from app.game.document import Document
from app.game.opening import open_text
from app.game.readiness import expected, missing
from app.game.record import MAIN
from app.gm.games import summary_of
from app.gm.reply import lacking_words, outlook, reminder
from app.gm.round_sheet import RoundReader
from app.players.daide.board import DaideBoard
from app.players.daide.language import show
from app.players.daide.turn_orders import TurnOrders
from app.presentation.order_rows import RowKind, power_blocks
from app.session.seating import concerned
from tests.unit.app.commands.fake_services import Desk

AUTUMN = b"""entente-game 1

[game]
name: Forced
variant: standard

[phase F1905M]
= AUSTRIA: A TRI, A ROM
= ENGLAND: F LON
= FRANCE: A PAR
= GERMANY: A MUN
= ITALY: A ALB, F ADR
= RUSSIA: A MOS
= TURKEY: F ANK
* AUSTRIA: TRI, BUD
* ENGLAND: LON
* FRANCE: PAR
* GERMANY: MUN
* ITALY: ROM
* RUSSIA: MOS
* TURKEY: ANK
"""


@pytest.fixture
def desk() -> Desk:
    """Italy loses its last centre to Austria: both of its units are removed."""
    made = Desk(game=False)
    made.session.add(Document(open_text(AUTUMN).ready().game))
    made.run("hold-all", "process")
    return made


def winter(*, both_choose: bool = False) -> Desk:
    text = AUTUMN.replace(b"A ALB, F ADR", b"A ALB, F ADR, A VEN").replace(b"ITALY: ROM", b"ITALY: ROM, NAP") if both_choose else AUTUMN
    made = Desk(game=False)
    made.session.add(Document(open_text(text).ready().game))
    made.run("hold-all", "process")
    return made


def test_nobody_counts_it_as_missing(desk: Desk) -> None:
    session, game = desk.session, desk.session.game
    variant, turn = session.variant, session.open_turn
    assert str(turn.phase) == "W1905A"
    assert not has_choice(variant, turn.position, "ITALY")
    assert "ITALY" not in missing(variant, turn)
    assert "ITALY" not in expected(game, MAIN)
    assert lacking_words(variant, turn, "ITALY") == ()
    assert reminder(session, "ITALY") == ""
    assert [row.power for row in outlook(session)] == ["AUSTRIA"]
    assert concerned(variant, turn.position) == ("AUSTRIA",)
    sheet = RoundReader().sheet(session)
    assert [(group.power, group.due) for group in sheet.groups] == [("AUSTRIA", 1)]
    summary = summary_of(game, Path("forced.dpn"))
    assert (summary.expected, summary.heard, [power for power, _ in summary.missing]) == (1, 0, ["AUSTRIA"])
    italy = next(block for block in power_blocks(game, game.last(MAIN)) if block.power == "ITALY")
    assert italy.missing == 0
    assert [(row.kind, row.place) for row in italy.rows] == [(RowKind.ORDER, "ALB"), (RowKind.ORDER, "ADR")]
    assert "Italy" not in desk.run("who")


def test_a_daide_client_is_waited_for_all_the_same(desk: Desk) -> None:
    """It orders such removals too, and its word would come in the next turn."""
    mis = TurnOrders(DaideBoard(desk.session.variant), desk.session.open_turn.position, "ITALY")
    assert not mis.is_complete
    assert show(mis.missing()) == "MIS ( 2 )"


def test_process_waits_for_it_no_longer(desk: Desk) -> None:
    desk.run("hold-all")
    desk.run("process")
    assert str(desk.session.turn.phase) == "S1906M"
    assert desk.session.turn.position.units_of("ITALY") == ()


def test_one_unit_that_may_stay_is_a_choice() -> None:
    session = winter(both_choose=True).session
    assert session.open_turn.position.units_of("ITALY")
    assert has_choice(session.variant, session.open_turn.position, "ITALY")
    assert lacking_words(session.variant, session.open_turn, "ITALY") == ("1 removal",)
